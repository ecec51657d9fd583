"""What is asked of a law for every game alike, of one hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clabber_audit.games.game import Game
from clabber_audit.replay.tricks import CardsFallen
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.events import OF_ANY_GAME, ScoreCompared
from clabber_audit.rules.screen.withheld import asked


def speaks_only_of(steps: frozenset[type[Any]], game: Game, law: BoundRuleset) -> bool:
    """Whether a law is of a game, and speaks of no other kinds of step that its hands can have."""
    possible = law.game.steps | OF_ANY_GAME
    return law.game is game and possible & set(law.others) <= steps


def objects_to_cards(law: BoundRuleset, fell: CardsFallen) -> bool:
    """Whether a law objects to a card that followed a lead."""
    for bounds, rows in ((law.off_suit, fell.off_suit), (law.trumps, fell.trumps)):
        for bound in bounds:
            offends = bound.offends
            for _, card, held, led, trump, above in rows:
                if offends(card, held, led, trump, above):
                    return True
    return False


def sheet_agrees(law: BoundRuleset, noted: Mapping[str, int | str], names: Sequence[str], ruled: Sequence[int]) -> bool:
    """Whether a law objects to nothing that a sheet says for the sides of these names, beside what each is given."""
    steps = [ScoreCompared(side, noted[name], ruled[side], False) for side, name in enumerate(names) if name in noted]
    return not any(asked(law.others.get(ScoreCompared, ()), step, law.toggles)[0] for step in steps)
