"""A naive second opinion on hands of the Bid Euchre family, written from the rows alone."""

from __future__ import annotations

from typing import Any

from tests.family.opinion import judging
from tests.family.opinion.cards import legal_cards, winning_card
from tests.family.opinion.laws import law_of


class Opinion:
    """The second opinion as an adjudicator of the casebook."""

    def rule(self, record: dict[str, Any], toggles: dict[str, Any]) -> judging.Ruling:
        """Return the ruling on a hand."""
        return judging.rule(record, toggles)

    def legal(
        self, ruleset: str, toggles: dict[str, Any], trump: str, table: list[str], hand: list[str]
    ) -> list[str]:
        return legal_cards(hand, table, trump, law_of(ruleset, toggles))

    def winner(self, ruleset: str, toggles: dict[str, Any], trump: str, table: list[str]) -> int:
        return winning_card(table, trump, law_of(ruleset, toggles)) + 1
