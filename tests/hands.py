"""Hands for tests: three well-known deals with invented players, and what may happen to them at a table."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from typing import Any, Final

from clabber_audit.cards import SEATS
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.comparison import RulesetComparison, rule_by_others
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.rules.bound_ruleset import law_of
from tests.cli import read_text
from tests.rules import OF_CLABBER
from tests.scale import DESK

Json = dict[str, Any]

PLAYERS: Final = {"N": "Ruth", "E": "Carl", "S": "Dora", "W": "Joe"}
TEAMS: Final = {"NS": "Owls", "EW": "Eagles"}
_TABLE: Final = """\
seats N Ruth / E Carl / S Dora / W Joe
teams NS Owls / EW Eagles
context 2026-01-22 league Riverside Monday League season 2026 venue Turners Hall round 3 table 4 game 1 hand 7
source scoresheet / sheet 12, second column / by Agnes
deal S
"""


def plays(*tricks: str) -> list[Json]:
    """Parse tricks such as `W: KS AS QS 9S`, clockwise from the leader; `??` is an unknown card."""
    found = []
    for trick in tricks:
        leader, _, cards = trick.partition(":")
        for place, code in enumerate(cards.split()):
            seat = SEATS[(SEATS.index(leader) + place) % len(SEATS)]
            found.append({"seat": seat, "card": None if code == "??" else code})
    return found


def hand(name: str, lines: str) -> Json:
    """Return a record of South's deal from its lines in the text notation."""
    return read_text(f"clabber 1\nhand {name}\n{_TABLE}{lines}")


ALL_TRICKS_AND_SET: Final = hand(
    "all-tricks-and-set",
    """\
N asahad9dac9c
E qdjdtdkcqctc
S khqhjhth9hjc
W ksqsjsts9skd
up jc
calls p p p p / s
1W +100=9stsjsqsks js +100=asahadac as +dad=tdjdqd td +100=9hthjhqhkh 9h
2W 9s9cjdth
3W ts9dqdjh
4W ksahtcjc
5W qsadqcqh
6W kdackckh
melds W:+belle
score NS 200 EW XXX
""",
)
#: The tricks of the next hand, as `examples/ten-comes-home.clab` has them.
TEN_COMES_HOME_TRICKS: Final = """\
1W +dad=9hthjh ksasqs9s
2S kdadtsjd
3N acqckcjs
4W jhqh9ckh
5S jcthahtc
6E qd9d9htd
"""
TEN_COMES_HOME: Final = hand(
    "ten-comes-home",
    f"""\
N astsahqhtdac
E qsqdjdqctc9c
S 9skhkd9dkcjc
W ksjsjhth9had
up 9s
calls play
{TEN_COMES_HOME_TRICKS}score NS 91 EW XXX
""",
)
BELLE_SETS: Final = hand(
    "belle-sets",
    """\
N ksqs9sadqcjc
E thkdtd9dac9c
S askhqh9hkctc
W jstsahjhqdjd
up as
calls play
1W qdadkdas
2S khahqsth
3N ks9dtcjs
4W jh9s9cqh
5N qcackcts
6W jdjctd9h
melds N:+belle
""",
)


def copy_as(record: Json, name: str, **changes: Any) -> Json:
    """Copy a record under another name with some keys changed; None removes a key."""
    copy = deepcopy(record)
    copy.update(id=name, **changes)
    return {key: value for key, value in copy.items() if value is not None}


def blank_cards(record: Json, name: str, *clocks: int) -> Json:
    """Copy a record under another name, with the cards at some clocks unknown."""
    plays = [{**play, "card": None} if at in clocks else play for at, play in enumerate(record["plays"])]
    return copy_as(record, name, plays=plays)


CLAIM: Final = {
    "by": "E",
    "against": "N",
    "infraction": "failure-to-follow",
    "trick": 2,
    "at": 24,
    "reviewed": True,
}

UPHELD: Final = copy_as(TEN_COMES_HOME, "upheld", claims=[CLAIM], score={"NS": 0, "EW": 182})
REFUTED: Final = copy_as(
    TEN_COMES_HOME, "refuted", claims=[{**CLAIM, "trick": 3}], score={"NS": 162, "EW": "R"}
)
REFUTED_FREE: Final = copy_as(
    TEN_COMES_HOME, "refuted-free", claims=[{**CLAIM, "trick": 3, "reviewed": False}]
)
WITHDRAWN: Final = copy_as(
    TEN_COMES_HOME, "withdrawn", claims=[{**CLAIM, "reviewed": False, "withdrawn": True}]
)
OUT_OF_TIME: Final = copy_as(TEN_COMES_HOME, "out-of-time", claims=[{**CLAIM, "at": "turned"}])
INADMISSIBLE: Final = copy_as(TEN_COMES_HOME, "inadmissible", claims=[{**CLAIM, "by": "S"}])
BOTH: Final = copy_as(
    TEN_COMES_HOME, "both-sides", claims=[{**CLAIM, "trick": 3}, {**CLAIM, "at": "turned"}], score=None
)
STOPPED: Final = copy_as(
    TEN_COMES_HOME, "stopped", plays=TEN_COMES_HOME["plays"][:8],
    claims=[{"by": "W", "against": "NS", "trick": 2, "at": 8, "reviewed": True}], score=None,
)  # fmt: skip
UNFINISHED: Final = copy_as(TEN_COMES_HOME, "unfinished", plays=TEN_COMES_HOME["plays"][:10], score=None)
PASSED_OUT: Final = copy_as(
    TEN_COMES_HOME, "passed-out", plays=[], melds=None, score=None,
    declarations=[{"seat": seat, "call": "pass"} for seat in "WNESWNES"],
)  # fmt: skip
EXPOSED_IN_DEAL: Final = copy_as(
    TEN_COMES_HOME, "exposed-in-deal", plays=[], melds=None, declarations=None, score=None,
    incidents=[{"kind": "exposed_in_deal", "seat": "S", "card": "KD"}],
)  # fmt: skip


def _partly_known() -> Json:
    """Return the first half of the second deal, with two hands and East's card to the first trick unknown."""
    record = copy_as(TEN_COMES_HOME, "partly-known", claims=[{**CLAIM, "at": 12}], score=None)
    for seat in "NE":
        del record["deal"]["hands"][seat]
    record["plays"] = record["plays"][:12]
    record["plays"][2]["card"] = None
    return record


PARTLY_KNOWN: Final = _partly_known()
UNKNOWN_PLAYS: Final = copy_as(
    TEN_COMES_HOME, "unknown-plays", score=None,
    plays=plays(
        "W: KS ?? QS 9S", "S: KD AD TS JD", "N: AC QC KC JS", "W: JH ?? 9C KH", "S: JC TH AH TC", "E: QD 9D 9H TD"
    ),
)  # fmt: skip
#: The winners of tricks 1 and 4 depend on the unknown cards of North and South.
OPEN_SCORE: Final = blank_cards(UNKNOWN_PLAYS, "open-score", 1, 3, 13, 15)


def _order_lost() -> Json:
    """Return the second deal without two of its hands, and with the first trick in reverse order."""
    record = copy_as(TEN_COMES_HOME, "order-lost", disordered=[1])
    for seat in "NE":
        del record["deal"]["hands"][seat]
    first = record["plays"][:4]
    for play, card in zip(first, [play["card"] for play in reversed(first)], strict=True):
        play["card"] = card
    return record


ORDER_LOST: Final = _order_lost()
#: North throws off on a lead of diamonds. The one card of his that nobody wrote down is the ten of diamonds or that of
#: spades, which is trumps: either he failed to follow or he failed to trump. East has the other.
ONE_OF_TWO: Final = hand(
    "one-of-two",
    """\
N asahqhacqc
E qsqdjdtc9c
S 9skhkd9dkcjc
W ksjsjhth9had
up 9s
calls play
1W ksasqs9s
2S kdadqhjd
melds none
claim E against N trick 2 reviewed
""",
)
REBUILT: Final = copy_as(UPHELD, "rebuilt", deal={"dealer": "S", "upcard": "9S"})
LAID_DOWN: Final = copy_as(
    BELLE_SETS, "laid-down", plays=BELLE_SETS["plays"][:16], melds=[],
    laydown={"by": "N", "at": 16, "agreed": True, "order": ["QC", "JC"]},
    claims=[{"by": "W", "against": "N", "infraction": "failed-laydown", "at": 16}],
)  # fmt: skip
TALK: Final = copy_as(
    BELLE_SETS, "talk",
    incidents=[
        {"kind": "question", "seat": "W", "at": 5, "quote": "What’s trumps?"},
        {"kind": "advice", "seat": "E", "at": 5, "quote": "spades"},
        {"kind": "looked_at_trick", "seat": "S", "trick": 1, "at": 6},
        {"kind": "slow_play", "seat": "S", "at": 11},
    ],
    claims=[{"by": "N", "against": "EW", "infraction": "advising-partner", "at": 6}],
    comments=[{"at": 7, "text": "The bell of the bar rang."}],
    remarks=["Both captains were present.", "The sheet was torn at the corner."],
)  # fmt: skip
SHEET_ONLY: Final = read_text("""\
clabber 1
hand sheet-only
seats N Ruth / E Carl / S Dora / W Joe
teams NS Owls / EW Eagles
deal S
contract EW spades
score NS 111 EW XXX
sheet NS cards 91 melds 20 EW cards 61 last 10
""")


def _play_irregularly() -> Json:
    """Return the second deal played against the rules: any seat with cards left plays, in the order of the pack."""
    record = copy_as(TEN_COMES_HOME, "many-findings", score={"NS": 500, "EW": 400})
    left = {seat: list(cards) for seat, cards in record["deal"]["hands"].items()}
    record["plays"] = [{"seat": seat, "card": left[seat].pop()} for seat in ("SNWE" * 6)]
    record["melds"] = [
        {"seat": "W", "kind": "dad", "cards": ["9H", "TH", "JH"], "announced": 3, "shown": 9},
        {"seat": "N", "kind": "fifty", "cards": ["AS", "TS"], "announced": "never"},
        {"seat": "S", "kind": "dad", "announced": 0, "shown": "never"},
    ]
    record["incidents"] = [
        {"kind": "exposed_card", "seat": "N", "card": "AH", "at": 4},
        {"kind": "advice", "seat": "E", "at": 5, "quote": "Lead a spade, partner!"},
        {"kind": "slow_play", "seat": "W", "at": 7},
        {"kind": "led_before_turned", "seat": "S", "at": 8},
    ]
    return record


MANY: Final = _play_irregularly()
MANY_CLAIMED: Final = copy_as(
    MANY,
    "many-claimed",
    claims=[{"by": "W", "against": "NS", "at": 24}, {"by": "N", "against": "EW", "trick": 6, "at": 24}],
)

#: Every hand of this module by its id.
ALL: Final[dict[str, Json]] = {
    value["id"]: value
    for value in list(globals().values())
    if isinstance(value, dict) and value.get("format") == "clabber-hand/1"
}

#: Hands tried one by one; at a desk a plain one and two incomplete ones.
NAMES: Final = ["order-lost", "sheet-only", "upheld"] if DESK else sorted(ALL)


def rule_on(record: Json, ruleset: str = "ecl-1992") -> tuple[Ruling, list[RulesetComparison]]:
    """Rule on a record by its law and by the other shipped rulesets; each record is judged once."""
    return _rule_on_json(json.dumps(record, ensure_ascii=False).encode(), ruleset)


@cache
def _rule_on_json(record: bytes, ruleset: str) -> tuple[Ruling, list[RulesetComparison]]:
    ruling = adjudicate(parse_hand(record), law_of(ruleset))
    return ruling, rule_by_others(ruling, OF_CLABBER)


#: Trick 2 of this hand is disordered, so it is unknown if North had to beat the ace.
DISORDERED: Final = """\
clabber 1
hand disordered
rules ecl-1992
deal S
up as
calls p p play
disordered 2
1W khjhahqh
2E 9hasthts
3S qckcksac
4N js9stdqs
5N qdjdadkd
6S 9cjc9dtc
"""
#: The same, the tricks of North's side mixed `at` a clock, and claimed after the third card of trick 6.
MIXED: Final = f"""{DISORDERED}\
incident pile_mixed N @{{at}}
claim W against N failure-to-overtrump trick 2 @23
"""
