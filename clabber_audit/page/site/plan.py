"""The plan of a site: what stands in it, and where; and how its pages are framed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from clabber_audit.page.site.book import Kept, Played, Who
from clabber_audit.record.names import folded
from clabber_audit.render.frame import Clipping, Frame, Link
from clabber_audit.render.league.leaves import leaves
from clabber_audit.render.league.paper import Paper, Section, paper_page
from clabber_audit.render.plain import Colophon

#: A page: its file and its text.
Page = tuple[str, str]


class Plan(NamedTuple):
    """Where everything stands."""

    title: str
    context: tuple[str, ...]
    colophon: Colophon
    sections: tuple[Link, ...]
    games: tuple[Played, ...]
    #: The files of teams and of matches, by what a game calls them, and of players.
    teams: Mapping[str, Link]
    matches: Mapping[str, Link]
    players: Mapping[Who, Link]
    #: The file of the list of all hands.
    hands_file: str
    feed: str = ""
    #: What hands were written down from, by the hash that a source gives.
    clippings: Mapping[str, Clipping] = MappingProxyType({})

    @property
    def hands(self) -> list[Kept]:
        """The hands in their order."""
        return [hand for game in self.games for hand in game.hands]

    def shown_beside(self, hand: Kept) -> tuple[Clipping, ...]:
        """What a hand was written down from, as far as it is there."""
        return tuple(self.clippings[sha256] for sha256 in hand.clippings if sha256 in self.clippings)

    def not_there(self) -> Iterator[tuple[str, str]]:
        """What hands were written down from that is not there: the hash, and the first hand that names it."""
        found: dict[str, str] = {}
        for hand in self.hands:
            for sha256 in hand.clippings:
                if sha256 not in self.clippings:
                    found.setdefault(sha256, hand.shown_id)
        yield from found.items()

    def paper(self, kind: str, title: str, lead: str, parts: Sequence[Section]) -> Paper:
        """A paper of this site."""
        found = tuple(part for part in parts if not part.empty)
        return Paper(kind, title, self.context, lead, "", (), found, self.colophon)

    def framed(self, section: str, *beside: Link, feed: str = "") -> Frame:
        """What stands around a page."""
        return Frame(self.title, self.sections, section, beside, feed=feed or self.feed)

    def beside_game(self, game: Played) -> tuple[Link, ...]:
        """What a game belongs to: its match, and its teams."""
        teams = [self.teams[team] for team in game.teams if team in self.teams]
        return (*([self.matches[game.match]] if game.match in self.matches else []), *teams)

    def player(self, name: str, team: str) -> Link | None:
        """The page of somebody who sat for a team."""
        return self.players.get((folded(name), team)) or self.players.get((folded(name), ""))

    def beside_hand(self, game: Played, hand: Kept) -> tuple[Link, ...]:
        """What a hand belongs to: its match, its scorecard, its teams, its players."""
        card = [Link("Scorecard", game.file)] if game.file else []
        people = filter(None, (self.player(name, game.team(side)) for name, side in hand.players))
        match, *teams = self.beside_game(game) or (None,)
        return (*([match] if match else []), *card, *teams, *people)


def between(frame: Frame, order: Sequence[Link], place: int) -> Frame:
    """The frame of the page at a place of an order."""
    before = order[place - 1] if place else None
    return frame._replace(before=before, after=order[place + 1] if place + 1 < len(order) else None)


def written(paper: Paper, file: str, frame: Frame) -> Iterator[Page]:
    """A paper as a page, or as several that lead from each to the next."""
    parts = leaves(paper)
    files = [file, *(f"{file.removesuffix('.html')}-p{number}.html" for number in range(2, len(parts) + 1))]
    if len(parts) == 1:
        yield file, paper_page(paper, frame)
        return
    for number, part in enumerate(parts):
        before = Link(f"page {number}", files[number - 1]) if number else None
        after = Link(f"page {number + 2}", files[number + 1]) if number + 1 < len(parts) else None
        context = (*part.context, f"page {number + 1} of {len(parts)}")
        yield files[number], paper_page(part._replace(context=context), frame._replace(before=before, after=after))
