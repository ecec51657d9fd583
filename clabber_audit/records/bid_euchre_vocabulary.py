"""Words that infractions add to the vocabulary of records.

Made from them by `nox -s regen`, and not to be edited.
"""

from __future__ import annotations

from typing import Literal

IncidentKind = Literal[
    "exposed_in_deal", "wrong_card_count", "dealt_out_of_turn", "not_dealt_singly", "question", "advice",
    "exposed_card", "looked_at_trick", "led_before_turned", "pile_mixed", "slow_play", "dealt_out_of_order",
    "dealt_singly", "missing_cards", "saw_passed_card", "table_talk", "card_retracted", "card_half_shown",
    "trick_gathered",
]  # fmt: skip

#: Infractions that a claim may name.
InfractionId = Literal[
    "failure-to-follow", "lead-out-of-turn", "play-out-of-turn", "leading-before-trick-turned",
    "looking-at-turned-trick", "exposed-card", "advising-partner", "unproven-claim", "declaring-out-of-turn",
    "invalid-declaration", "asking-partner", "slow-play", "exposed-in-deal", "wrong-card-count",
    "dealing-out-of-turn", "dealt-unevenly", "wrong-score", "bid-out-of-turn", "dealt-out-of-order",
    "false-two-bid", "faulty-pack", "forbidden-drop-out", "forced-bid-refused", "insufficient-bid",
    "invalid-bid", "late-call", "late-drop-out", "missed-exchange", "playing-when-out", "seen-before-giving",
    "table-talk", "trump-named-late", "unentitled-call", "unentitled-exchange", "wrong-exchange-card",
]  # fmt: skip
