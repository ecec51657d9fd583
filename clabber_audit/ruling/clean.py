"""Hands that are certainly clean, and what becomes of them: what the judge would say, without asking him.

The screen (`law.screen`) says which they are, who made trumps and what each side made; the rest follows here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, Final

from clabber_audit.games.door import read
from clabber_audit.games.game import Deals, Outcome
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.law.screen.lines import keys_are_sorted
from clabber_audit.record.canonical import digest
from clabber_audit.record.noted import Noted
from clabber_audit.record.piecemeal import part
from clabber_audit.ruling.by_points import scored
from clabber_audit.ruling.judge import Ruling, adjudicate
from clabber_audit.ruling.remedies import Remedy
from clabber_audit.ruling.summary import Summary
from clabber_audit.table.cards import SEATING

#: So many texts of a part of a record are remembered, and so many scores and tables.
REMEMBERED: Final = 1 << 12
_FEW: Final = 1 << 9


@dataclass(frozen=True)
class CleanHand:
    """A hand that is certainly clean under some law."""

    #: Its record as a line of JSON.
    text: bytes
    #: The parts of the record that `Noted` has, in that order, as their JSON texts; None for what is left out.
    around: tuple[bytes | None, ...]
    #: The seats of the dealer and of the maker, who is -1 where all passed, and what each side made.
    dealer: int
    maker: int
    made: tuple[int, ...]

    @cached_property
    def noted(self) -> Noted:
        """What its record says around the cards."""
        name, ruleset, context, players, teams, score = self.around
        named = None if ruleset is None else part("ruleset", ruleset)
        return Noted(part("id", name), named, part("context", context), *_at(players, teams), part("score", score))


@lru_cache(_FEW)
def _at(players: bytes | None, teams: bytes | None) -> tuple[Any, Any]:
    """Who sat at a table, which many hands have in common."""
    return part("players", players), part("teams", teams)


class Uncontested:
    """What follows under a law where nobody objects to anything."""

    def __init__(self, law: BoundRuleset) -> None:
        self._law = law
        self.came_to = lru_cache(_FEW)(self._came_to)
        self.next_dealer = lru_cache(self._next_dealer)

    def _came_to(self, made: tuple[int, ...], maker: int) -> Remedy:
        """The outcome by what each side made, and who made trumps: a seat, or -1 where all passed."""
        return Remedy("passed_out") if maker < 0 else scored(made, SEATING.side_of[maker], self._law)

    def _next_dealer(self, outcome: Outcome, dealer: int) -> int | None:
        """Who deals after a hand."""
        deals = Deals(dealer, dealer, misdeal=False, seating=SEATING)
        return self._law.game.next_dealer(outcome, False, deals, self._law.toggles)

    def summary(self, hand: CleanHand) -> Summary:
        """What became of a hand."""
        remedy, played = self.came_to(hand.made, hand.maker), hand.maker >= 0
        makers = SEATING.side_of[hand.maker] if played else None
        following = self.next_dealer(remedy.outcome, hand.dealer)
        return Summary(
            hand.noted, SEATING, self._law, hand.dealer, None, played, False, (), remedy, makers,
            remedy.sets(makers), following, _Unheard(hand.text, self._law),
        )  # fmt: skip


@dataclass(frozen=True)
class _Unheard:
    """A hand that no judge has heard yet."""

    text: bytes
    law: BoundRuleset

    @cached_property
    def ruling(self) -> Ruling:
        return adjudicate(read(self.text), self.law)

    @property
    def digest(self) -> str:
        # With its keys sorted a plain hand is written as canonical text has it.
        return sha256(self.text).hexdigest() if keys_are_sorted(self.text) else digest(json.loads(self.text))
