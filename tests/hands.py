"""The hands of `hands.md`, by name, and helpers to make others of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, Final

from clabber_audit.cards import SEATS
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.comparison import RulesetComparison, rule_by_others
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.rules.bound_ruleset import law_of
from tests.casebook import make_twin
from tests.cli import read_text, text_of
from tests.rules import OF_CLABBER
from tests.scale import DESK

Json = dict[str, Any]

PLAYERS: Final = {"N": "Ruth", "E": "Carl", "S": "Dora", "W": "Joe"}
TEAMS: Final = {"NS": "Owls", "EW": "Eagles"}


def plays(*tricks: str) -> list[Json]:
    """Parse tricks such as `W: KS AS QS 9S`, clockwise from the leader; `??` is an unknown card."""
    found = []
    for trick in tricks:
        leader, _, cards = trick.partition(":")
        for place, code in enumerate(cards.split()):
            seat = SEATS[(SEATS.index(leader) + place) % len(SEATS)]
            found.append({"seat": seat, "card": None if code == "??" else code})
    return found


def copy_as(record: Json, name: str, **changes: Any) -> Json:
    """Copy a record under another name with some keys changed; None removes a key."""
    copy = deepcopy(record)
    copy.update(id=name, **changes)
    return {key: value for key, value in copy.items() if value is not None}


def _read_hands() -> Iterator[Json]:
    """Yield the hands of `hands.md`, twins included; the head of that file explains its blocks."""
    base, file = "", Path(__file__).with_name("hands.md")
    for kind, name, block in re.findall(
        r"^```(clab|twin) ?(.*)\n((?:.*\n)*?)```$", file.read_text(encoding="utf-8"), re.MULTILINE
    ):
        if kind == "clab":
            base = block
            yield read_text(base)
        else:
            yield {**read_text(make_twin(base, block)), "id": name}


#: Every hand of `hands.md` by its id.
ALL: Final = {hand["id"]: hand for hand in _read_hands()}
ALL_TRICKS_AND_SET: Final = ALL["all-tricks-and-set"]
TEN_COMES_HOME: Final = ALL["ten-comes-home"]
#: Its tricks, as `examples/ten-comes-home.clab` has them.
TEN_COMES_HOME_TRICKS: Final = "".join(re.findall(r"^\d.*\n", text_of(TEN_COMES_HOME), re.MULTILINE))
BELLE_SETS: Final = ALL["belle-sets"]
CLAIM: Final = {
    "by": "E",
    "against": "N",
    "infraction": "failure-to-follow",
    "trick": 2,
    "at": 24,
    "reviewed": True,
}
UPHELD: Final = ALL["upheld"]
REFUTED: Final = ALL["refuted"]
BOTH: Final = ALL["both-sides"]
STOPPED: Final = ALL["stopped"]
PASSED_OUT: Final = ALL["passed-out"]
PARTLY_KNOWN: Final = ALL["partly-known"]
UNKNOWN_PLAYS: Final = ALL["unknown-plays"]
OPEN_SCORE: Final = ALL["open-score"]
ORDER_LOST: Final = ALL["order-lost"]
LAID_DOWN: Final = ALL["laid-down"]
SHEET_ONLY: Final = ALL["sheet-only"]
MANY_CLAIMED: Final = ALL["many-claimed"]

#: Hands tried one by one; at a desk a plain one and two incomplete ones.
NAMES: Final = ["order-lost", "sheet-only", "upheld"] if DESK else sorted(ALL)


def rule_on(record: Json, ruleset: str = "ecl-1992") -> tuple[Ruling, list[RulesetComparison]]:
    """Rule on a record by its law and by the other shipped rulesets; each record is judged once."""
    return _rule_on_json(json.dumps(record, ensure_ascii=False).encode(), ruleset)


@cache
def _rule_on_json(record: bytes, ruleset: str) -> tuple[Ruling, list[RulesetComparison]]:
    ruling = adjudicate(parse_hand(record), law_of(ruleset))
    return ruling, rule_by_others(ruling, OF_CLABBER)
