"""The shipped rulesets of each game, and helpers to rule by them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, Literal, get_args, get_origin

from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.formats import record_data
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of
from clabber_audit.rules.infractions import infractions_of
from clabber_audit.rules.ruleset import SHIPPED_OF
from tests.second_opinion.toggles import LISTED

OF_CLABBER: Final = SHIPPED_OF["clabber"]
OF_BID_EUCHRE: Final = SHIPPED_OF["bid-euchre"]
#: Infractions that a toggle switches off: the first in every shipped ruleset (D-29), the second in all but gamerules
#: (D-30).
CLUB_ONLY: Final = ("lower-meld-shown", "undeclared-meld")
#: Infractions added since, in no published rules; the case file has the penalty (`tests/law/test_coverage.py`).
ADDED: Final = tuple(name for name in infractions_of(CLABBER) if name not in (*LISTED, *CLUB_ONLY))


def rule_on(record: Any, law: BoundRuleset | None = None) -> Ruling:
    """Return the ruling on a record, as data or model, under its own ruleset unless a law is given."""
    data = record if isinstance(record, dict) else record_data(record)
    hand = parse_hand(json.dumps(data).encode())
    return adjudicate(hand, law or law_of(str(hand.record.ruleset)))


def list_answers(hint: Any) -> Iterator[Any]:
    """Yield the possible answers to a question by its type: yes and no, or words and numbers; none for any number."""
    if hint is bool:
        yield from (False, True)
    elif get_origin(hint) is Literal:
        yield from get_args(hint)
    else:
        for part in get_args(hint):
            yield from list_answers(part)
