"""Incidents and infractions that a record may name.

Made from the infractions by `nox -s regen`, and not to be edited.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

#: Incidents of Clabber, and infractions that a claim may name.
IncidentKind = Literal[
    "exposed_in_deal", "wrong_card_count", "dealt_out_of_turn", "not_dealt_singly", "question", "advice",
    "meld_called_for_partner", "exposed_card", "looked_at_trick", "led_before_turned", "pile_mixed",
    "slow_play", "card_retracted", "card_half_shown", "trick_gathered", "upcard_mixed",
]  # fmt: skip

InfractionId = Literal[
    "failure-to-follow", "failure-to-trump", "failure-to-overtrump", "lead-out-of-turn", "play-out-of-turn",
    "leading-before-trick-turned", "looking-at-turned-trick", "exposed-card", "advising-partner",
    "calling-meld-for-partner", "declaring-without-trump", "declaring-passed-suit",
    "meld-announced-out-of-turn", "meld-shown-out-of-turn", "early-belle", "meld-announced-late",
    "meld-shown-late", "unannounced-meld-shown", "unproven-claim", "failed-laydown", "unagreed-laydown",
    "declaring-out-of-turn", "invalid-declaration", "asking-partner", "slow-play", "unshown-meld",
    "false-meld", "mismatched-meld", "forgotten-belle", "exposed-in-deal", "wrong-card-count",
    "dealing-out-of-turn", "short-cut", "dealt-unevenly", "wrong-score", "lower-meld-shown",
    "undeclared-meld",
]  # fmt: skip

#: Incidents of Bid Euchre, and infractions that a claim may name.
BidEuchreIncidentKind = Literal[
    "exposed_in_deal", "wrong_card_count", "dealt_out_of_turn", "not_dealt_singly", "question", "advice",
    "exposed_card", "looked_at_trick", "led_before_turned", "pile_mixed", "slow_play", "dealt_out_of_order",
    "dealt_singly", "missing_cards", "saw_passed_card", "table_talk", "card_retracted", "card_half_shown",
    "trick_gathered",
]  # fmt: skip

BidEuchreInfractionId = Literal[
    "failure-to-follow", "lead-out-of-turn", "play-out-of-turn", "leading-before-trick-turned",
    "looking-at-turned-trick", "exposed-card", "advising-partner", "unproven-claim", "declaring-out-of-turn",
    "invalid-declaration", "asking-partner", "slow-play", "exposed-in-deal", "wrong-card-count",
    "dealing-out-of-turn", "dealt-unevenly", "wrong-score", "bid-out-of-turn", "dealt-out-of-order",
    "false-two-bid", "faulty-pack", "forbidden-drop-out", "forced-bid-refused", "insufficient-bid",
    "invalid-bid", "late-call", "late-drop-out", "missed-exchange", "playing-when-out", "seen-before-giving",
    "table-talk", "trump-named-late", "unentitled-call", "unentitled-exchange", "wrong-exchange-card",
]  # fmt: skip

#: Incidents of the deal, which need no moment.
OF_THE_DEAL: Final[Sequence[str]] = [
    "exposed_in_deal", "wrong_card_count", "dealt_out_of_turn", "not_dealt_singly", "dealt_out_of_order",
    "dealt_singly", "missing_cards", "upcard_mixed",
]  # fmt: skip

#: Incidents about a trick whose cards have all fallen.
ABOUT_A_TRICK: Final[Sequence[str]] = [
    "looked_at_trick", "led_before_turned", "trick_gathered",
]  # fmt: skip

#: Incidents that show everybody a card of the seat.
SHOWS_CARD: Final[Sequence[str]] = [
    "exposed_card", "card_retracted", "card_half_shown",
]  # fmt: skip

#: Incidents in which a card was being played.
IN_PLAY: Final[Sequence[str]] = [
    "card_retracted",
]  # fmt: skip

#: Incidents in which a side took a trick off the table.
GATHERS: Final[Sequence[str]] = [
    "trick_gathered",
]  # fmt: skip

#: Incidents after which somebody else may have the up-card.
MIXES_UPCARD: Final[Sequence[str]] = [
    "upcard_mixed",
]  # fmt: skip

#: Incidents after which a hand may have more or fewer cards than its share.
MISCOUNTS: Final[Sequence[str]] = [
    "wrong_card_count",
]  # fmt: skip

#: Infractions that an article may bind, of any game.
INFRACTIONS: Final[Sequence[str]] = [
    "failure-to-follow", "failure-to-trump", "failure-to-overtrump", "lead-out-of-turn", "play-out-of-turn",
    "leading-before-trick-turned", "looking-at-turned-trick", "exposed-card", "advising-partner",
    "calling-meld-for-partner", "declaring-without-trump", "declaring-passed-suit",
    "meld-announced-out-of-turn", "meld-shown-out-of-turn", "early-belle", "meld-announced-late",
    "meld-shown-late", "unannounced-meld-shown", "unproven-claim", "failed-laydown", "unagreed-laydown",
    "declaring-out-of-turn", "invalid-declaration", "asking-partner", "slow-play", "unshown-meld",
    "false-meld", "mismatched-meld", "forgotten-belle", "exposed-in-deal", "wrong-card-count",
    "dealing-out-of-turn", "short-cut", "dealt-unevenly", "wrong-score", "lower-meld-shown",
    "undeclared-meld", "bid-out-of-turn", "dealt-out-of-order", "false-two-bid", "faulty-pack",
    "forbidden-drop-out", "forced-bid-refused", "insufficient-bid", "invalid-bid", "late-call",
    "late-drop-out", "missed-exchange", "playing-when-out", "seen-before-giving", "table-talk",
    "trump-named-late", "unentitled-call", "unentitled-exchange", "wrong-exchange-card",
]  # fmt: skip
