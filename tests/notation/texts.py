"""A hand as people type it and in canonical form, and helpers between text and record."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clabber_audit.core.errors import RecordError, Refused
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse

SKETCH = """\
clabber 1
hand    owls-eagles-g1-h08
rules   ecl-1992
seats   N Ann / E Bob / S Cy / W Dee
teams   NS Owls / EW Eagles
context 2025-10-14 round 3 table 3 game 1 hand 8
source  paper sheet 12, second column, typed by jf

deal    W                             ; dealer; may add: cut 9, due N
N       ks ah 9h jd 9d tc
E       as qs ad kd qd ac
S       ts 9s td kc qc jc
W       js kh qh jh th 9c             {rebuilt from the tricks}
up      9c
calls   p p play                      ; from the dealer's left; "/" before round 2; S:p for a call out of turn

1 N  ah +dad ac +dad jc +50 jh  > S   ; the leader, then the cards clockwise; > who won, checked
2 S  +show=jckcqc ts +show=thjhqhkh js ks +show=adkdqd as > E
3 E  ad td 9c 9d > W
4 W  th 9h kd qc > S
5 S  9s qh tc qs > N
6 N  jd qd kc kh
claim E against N failure-to-follow 2 reviewed
sheet   NS XXX EW 132
"""

CLEAN = """\
clabber 1
hand h
deal W
N ksah9hjd9dtc
E asqsadkdqdac
S ts9stdkcqcjc
W jskhqhjhth9c
up 9c
calls p p play
1N ahacjc +50=thjhqhkh jh
2S tsjsks +belle as
3E adtd9c9d
4W th9hkdqc
5S 9sqhtcqs
6N jdqdkckh
score NS XXX EW 132
"""


def record_of(hand: dict[str, Any]) -> HandRecord:
    return HandRecord.model_validate_json(json.dumps(hand))


#: The lines that a hand needs: of Clabber, of Pepper, and of five players.
NEEDED = ("clabber 1", "hand h", "deal W")
PEPPER = ("bid-euchre 1", "hand h", "rules pepper", "deal W")
FIVE = (
    "bid-euchre 1", "hand h", "rules dirty-clubs-bumped", "pack 28", "seats P1 - / P2 - / P3 - / P4 - / P5 -", "deal P2",
)  # fmt: skip


def frame(*lines: str, head: tuple[str, ...] = NEEDED) -> str:
    """Return a hand with the given lines and the least that it needs besides."""
    return "\n".join((*head, *lines, ""))


def faults(text: str) -> tuple[RecordError, ...]:
    with pytest.raises(Refused) as refused:
        parse(HandText(text, 1))
    return refused.value.faults
