"""The words a record may use: the closed vocabularies of `clabber-hand/1`."""

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
#: What a sheet writes for a side that reneged.
RENEGE_MARK: Final = "R"
SourceKind = Literal["table", "scoresheet", "tricks", "video", "newspaper", "memory", "software"]
Confidence = Literal["certain", "likely", "doubtful"]

IncidentKind = Literal[
    "exposed_in_deal",
    "wrong_card_count",
    "dealt_out_of_turn",
    "not_dealt_singly",
    "question",
    "advice",
    "meld_called_for_partner",
    "exposed_card",
    "looked_at_trick",
    "led_before_turned",
    "pile_mixed",
    "slow_play",
]

#: What a claim may name; each has a file of its own among the infractions.
InfractionId = Literal[
    "failure-to-follow",
    "failure-to-trump",
    "failure-to-overtrump",
    "lead-out-of-turn",
    "play-out-of-turn",
    "leading-before-trick-turned",
    "looking-at-turned-trick",
    "exposed-card",
    "advising-partner",
    "calling-meld-for-partner",
    "declaring-without-trump",
    "declaring-passed-suit",
    "meld-announced-out-of-turn",
    "meld-shown-out-of-turn",
    "early-belle",
    "meld-announced-late",
    "meld-shown-late",
    "unannounced-meld-shown",
    "unproven-claim",
    "failed-laydown",
    "unagreed-laydown",
    "declaring-out-of-turn",
    "invalid-declaration",
    "asking-partner",
    "slow-play",
    "unshown-meld",
    "false-meld",
    "mismatched-meld",
    "forgotten-belle",
    "exposed-in-deal",
    "wrong-card-count",
    "dealing-out-of-turn",
    "short-cut",
    "dealt-unevenly",
    "wrong-score",
    "lower-meld-shown",
    "undeclared-meld",
]
