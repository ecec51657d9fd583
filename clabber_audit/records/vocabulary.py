"""Words that records of all games share."""

from __future__ import annotations

from typing import Final, Literal

FORMAT: Final = "clabber-hand/1"
DEFAULT_RULESET: Final = "ecl-1992"

Seat = Literal["N", "E", "S", "W"]
Team = Literal["NS", "EW"]
Suit = Literal["C", "D", "H", "S"]
# fmt: off
Card = Literal[
    "9C", "TC", "JC", "QC", "KC", "AC", "9D", "TD", "JD", "QD", "KD", "AD",
    "9H", "TH", "JH", "QH", "KH", "AH", "9S", "TS", "JS", "QS", "KS", "AS",
]
# fmt: on
Call = Literal["pass", "play", "C", "D", "H", "S"]
Kind = Literal["dad", "fifty", "hundred", "two_hundred", "belle"]
Mark = Literal["XX", "XXX", "-", "--", "R"]
#: Mark of a side that reneged.
RENEGE_MARK: Final = "R"
#: Things that a table may agree on: to let a fault go, to deal again, to play on.
Agreed = Literal["waive", "redeal", "play_on"]
SourceKind = Literal["table", "scoresheet", "tricks", "video", "newspaper", "memory", "software"]
Confidence = Literal["certain", "likely", "doubtful"]
