"""The pages of rulings and scorecards: what takes long, and so is made only where something changed, game by game."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from clabber_audit.law.bound_ruleset import BoundRuleset, law
from clabber_audit.page.site.packing import Packed
from clabber_audit.page.site.plan import Page, Plan, between
from clabber_audit.record.canonical import canonical, digest
from clabber_audit.render.frame import Frame, Link
from clabber_audit.render.html import page
from clabber_audit.render.scorecard import card_page
from clabber_audit.rulesets.ruleset import SHIPPED_OF, from_data
from clabber_audit.ruling.dossier import compared_dossier
from clabber_audit.ruling.judge import adjudicate
from clabber_audit.ruling.summary import summary
from clabber_audit.scorecard.card import game_of, scorecard

#: How many hands that are no game are made at a time.
_MANY: Final = 16


class OnePage(NamedTuple):
    """The page of a hand that is to be made."""

    file: str
    record: Packed
    #: The hash of its law.
    law: str
    frame: Frame


class Task(NamedTuple):
    """The pages of one game; the file of its scorecard is empty where there is none."""

    hands: tuple[OnePage, ...]
    card: str
    frame: Frame | None
    #: The rulesets of the hands as JSON, by their hashes.
    laws: Mapping[str, str]
    anonymous: bool

    @property
    def pictures(self) -> set[str]:
        """The files of the clippings that are shown."""
        return {clipping.picture for one in self.hands for clipping in one.frame.clippings}

    @property
    def keys(self) -> dict[str, str]:
        """The file of each page, with a hash of everything that is in it."""
        found = {one.file: digest([one.record.sha256, one.law, one.frame, self.anonymous]) for one in self.hands}
        if self.card:
            found[self.card] = digest([[*found.items()], self.frame])
        return found


class Site(NamedTuple):
    """What a site comes to: the pages that are made at once, and those to be made where something changed."""

    pages: Mapping[str, str]
    tasks: Sequence[Task]
    #: The hashes of clippings that sources name and nobody gave, each with the first hand that names it.
    not_there: Sequence[tuple[str, str]] = ()


def tasks(plan: Plan, laws: Mapping[str, str], *, anonymous: bool) -> Iterator[Task]:
    """What is to be made, game by game."""
    order = [Link(f"{game.title}, {hand.name}", hand.file) for game in plan.games for hand in game.hands]
    cards = [Link(game.title, game.file) for game in plan.games if game.file]
    hands = cards_before = 0
    for game in plan.games:
        found = []
        for hand in game.hands:
            frame = between(plan.framed(plan.hands_file, *plan.beside_hand(game, hand)), order, hands)
            frame = frame._replace(clippings=plan.shown_beside(hand), origin=hand.origin)
            found.append(OnePage(hand.file, hand.record, hand.law, frame))
            hands += 1
        own = {one.law: laws[one.law] for one in found}
        if game.file:
            frame = between(plan.framed(plan.hands_file, *plan.beside_game(game)), cards, cards_before)
            cards_before += 1
            yield Task(tuple(found), game.file, frame, own, anonymous)
        else:
            yield from (
                Task(tuple(found[at : at + _MANY]), "", None, own, anonymous) for at in range(0, len(found), _MANY)
            )


def made(task: Task, wanted: Collection[str]) -> list[Page]:
    """The pages of a task that are wanted. Each hand is judged once for all of them."""
    needed = [one for one in task.hands if task.card in wanted or one.file in wanted]
    judged = {one.file: adjudicate(one.record.hand, _law(task.laws[one.law])) for one in needed}
    pages = []
    for one in needed:
        if one.file in wanted:
            ruling = judged[one.file]
            told = compared_dossier(ruling, SHIPPED_OF[ruling.law.game.id], anonymous=task.anonymous)
            pages.append((one.file, page(told, frame=one.frame)))
    if task.card and task.card in wanted:
        hands = [summary(judged[one.file]) for one in task.hands]
        files = {ruling.walk.hand.record.id: file for file, ruling in judged.items()}
        game = scorecard(hands, game_of(hands[0]))
        pages.append((task.card, card_page([game], anonymous=task.anonymous, frame=task.frame, pages=files)))
    return pages


@lru_cache(maxsize=64)
def _law(text: str) -> BoundRuleset:
    return law(from_data(json.loads(text)))


def law_text(law: BoundRuleset) -> str:
    """A law as a text that can be handed to another process."""
    return canonical(law.ruleset.as_data())
