"""Pages that sites share: lists, rulings, search and feeds."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from clabber_audit.core import __version__
from clabber_audit.core.text import inflect, isolate_right_to_left, pluralize
from clabber_audit.judge.dossier import site_dossier
from clabber_audit.judge.embedded import block_text
from clabber_audit.judge.judge import adjudicate
from clabber_audit.judge.summary import summary
from clabber_audit.league.scorecard import game_of, scorecard
from clabber_audit.records.formats import canonical, digest, fold_name
from clabber_audit.report.html import inline_scripts, inline_styles, render
from clabber_audit.report.layout import PageRow, PageTable, Tone, columns
from clabber_audit.report.page import page as ruling_page
from clabber_audit.report.paper import Item, Section
from clabber_audit.report.phrases import join_words
from clabber_audit.report.provenance import Link, PageFrame, make_link
from clabber_audit.report.scorecard import card_page
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.ruleset import SHIPPED_OF, from_data
from clabber_audit.sites.plan import (
    HandOfPlayer,
    PackedRecord,
    Page,
    Plan,
    SiteGame,
    SiteHand,
    paper_pages,
    people,
)


def hand_table(game: SiteGame, hands: Sequence[SiteHand] | None = None) -> PageTable:
    """Return the table of hands of a game."""
    # Hands of no game may be of many dates.
    is_game, rows = bool(game.file), []
    for hand in game.hands if hands is None else hands:
        reneged = any(fault.renege and fault.proven for fault in hand.faults)
        tone: Tone = "open" if hand.open else "fault" if reneged else ""
        date = () if is_game else (hand.day,)
        rows.append(PageRow((make_link(hand.name, hand.file), *date, hand.result, hand.marks), tone=tone))
    heads = columns("Hand", *(() if is_game else ("Date",)), "Result", "To be noticed")
    return PageTable(game.title, heads, tuple(rows))


def hand_pages(plan: Plan, file: str) -> Iterator[Page]:
    """Yield all hands, by round and game."""
    parts = [
        Section(f"s{number}", heading, tables=tuple(map(hand_table, games)), captioned=True)
        for number, (heading, games) in enumerate(groupby(plan.games, lambda game: game.heading), 1)
    ]
    hands = plan.hands
    counts = [pluralize(len(hands), "hand")]
    disputed = sum(hand.open for hand in hands)
    counts += [f"{disputed} in dispute"] if disputed else []
    lead = f"{', '.join(counts)}." if hands else "There are no hands yet."
    yield from plan.list_page("Hands", file, lead, *parts)


def player_pages(plan: Plan) -> Iterator[Page]:
    """Yield the list of all players, and a page for each."""
    rows, order = [], list(people(plan.games, by_team=False, spellings=plan.spellings).items())
    links = [plan.players[who] for who, _own in order]
    for place, (link, (_who, own)) in enumerate(zip(links, order, strict=True)):
        teams = join_words(
            list(dict.fromkeys(sat.game.sides[sat.side] for sat in own if sat.game.team(sat.side)))
        )
        reneges = sum(len(_reneges(sat)) for sat in own)
        rows.append(PageRow((make_link(link.text, link.href), teams, str(len(own)), str(reneges))))
        hands = pluralize(len(own), "hand")
        others = [
            name for name in dict.fromkeys(sat.name for sat in own) if fold_name(name) != fold_name(link.text)
        ]
        written_as = f" Also written {join_words(others)}." if others else ""
        lead = (f"{hands} for {teams}." if teams else f"{hands}.") + written_as
        paper = plan.paper("Player", link.text, lead, [*hands_of(own)])
        sat_for = (plan.teams.get(sat.game.team(sat.side)) for sat in own)
        teams_of = dict.fromkeys(team for team in sat_for if team)
        frame = plan.frame_of("players.html", *teams_of, order=links, place=place)
        yield from paper_pages(paper, link.href, frame)
    heads = columns("Player", "Team", numbers=("Hands", "Reneges"))
    lead = inflect(
        len(rows), "{count} player is named in the hands.", "{count} players are named in the hands."
    )
    lead = lead if rows else "No hand names its players."
    tables = (PageTable("Players", heads, tuple(sorted(rows))),) if rows else ()
    yield from plan.list_page("Players", "players.html", lead, Section("players", "Players", tables=tables))


def hands_of(own: Sequence[HandOfPlayer]) -> Iterator[Section]:
    """Yield the sections of a player: reneges one by one, then hands by round and game."""
    items = [
        Item(f"{sat.game.heading}, {sat.game.title}, {sat.hand.name}: {text}.", "fault", sat.hand.file)
        for sat in own
        for text in _reneges(sat)
    ]
    yield Section("each", "Each renege", items=tuple(items))
    for number, (heading, of_round) in enumerate(groupby(own, lambda sat: sat.game.heading), 1):
        games = groupby(of_round, lambda sat: sat.game)
        tables = tuple(hand_table(game, [sat.hand for sat in sats]) for game, sats in games)
        yield Section(f"s{number}", heading, tables=tables, captioned=True)


def _reneges(sat: HandOfPlayer) -> list[str]:
    """Return the proven reneges of a player in a hand."""
    return [
        fault.text for fault in sat.hand.faults if fault.player == sat.name and fault.renege and fault.proven
    ]


#: Number of hands of no game in one task.
_MANY: Final = 16


class OnePage(NamedTuple):
    """Page of a hand to be made."""

    file: str
    record: PackedRecord
    #: The hash of its law.
    law: str
    frame: PageFrame


class Task(NamedTuple):
    """Pages of one game; the file of its scorecard is empty if it has none."""

    hands: tuple[OnePage, ...]
    card: str
    frame: PageFrame | None
    #: The rulesets of the hands as JSON, by their hashes.
    laws: Mapping[str, str]
    anonymous: bool

    @property
    def pictures(self) -> set[str]:
        """The files of the clippings that are shown."""
        return {clipping.picture for page in self.hands for clipping in page.frame.clippings}

    @property
    def keys(self) -> dict[str, str]:
        """The file of each page, with a hash of everything that is in it."""
        keys = {
            page.file: digest([page.record.sha256, page.law, page.frame, self.anonymous])
            for page in self.hands
        }
        if self.card:
            keys[self.card] = digest([[*keys.items()], self.frame])
        return keys


class Site(NamedTuple):
    """Pages made at once, and tasks for the pages that are made only if they changed."""

    pages: Mapping[str, str]
    tasks: Sequence[Task]
    #: Hashes of missing clippings, each with the first hand that names it.
    missing_clippings: Sequence[tuple[str, str]] = ()


def tasks(plan: Plan, laws: Mapping[str, str], *, anonymous: bool) -> Iterator[Task]:
    """Yield the tasks, game by game."""
    order = [Link(f"{game.title}, {hand.name}", hand.file) for game in plan.games for hand in game.hands]
    cards = [Link(game.title, game.file) for game in plan.games if game.file]
    hands = cards_before = 0
    for game in plan.games:
        result = []
        for hand in game.hands:
            beside = plan.links_of_hand(game, hand)
            frame = plan.frame_of(plan.hands_file, *beside, order=order, place=hands)
            frame = frame._replace(clippings=plan.clippings_of(hand), origin=hand.origin)
            result.append(OnePage(hand.file, hand.record, hand.law, frame))
            hands += 1
        own = {task.law: laws[task.law] for task in result}
        if game.file:
            beside = plan.links_of_game(game)
            frame = plan.frame_of(plan.hands_file, *beside, order=cards, place=cards_before)
            cards_before += 1
            yield Task(tuple(result), game.file, frame, own, anonymous)
        else:
            yield from (
                Task(tuple(result[at : at + _MANY]), "", None, own, anonymous)
                for at in range(0, len(result), _MANY)
            )


def render_task(task: Task, wanted: Collection[str]) -> list[Page]:
    """Return the wanted pages of a task; each hand is judged once for all of them."""
    needed = [page for page in task.hands if task.card in wanted or page.file in wanted]
    judged = {page.file: adjudicate(page.record.hand, _law(task.laws[page.law])) for page in needed}
    pages = []
    for one in needed:
        if one.file in wanted:
            ruling = judged[one.file]
            dossier = site_dossier(ruling, SHIPPED_OF[ruling.law.game.id], anonymous=task.anonymous)
            pages.append((one.file, ruling_page(dossier, frame=one.frame)))
    if task.card and task.card in wanted:
        hands = [summary(judged[page.file]) for page in task.hands]
        files = {ruling.replay.hand.record.id: file for file, ruling in judged.items()}
        game = scorecard(hands, game_of(hands[0]))
        pages.append((task.card, card_page([game], anonymous=task.anonymous, frame=task.frame, pages=files)))
    return pages


@lru_cache(maxsize=64)
def _law(text: str) -> BoundRuleset:
    return law(from_data(json.loads(text)))


def law_text(law: BoundRuleset) -> str:
    """Return a ruleset as a text for another process."""
    return canonical(law.ruleset.to_data())


#: About how many bytes of the index are in one file.
_LARGEST: Final = 120_000
_WORD: Final = re.compile(r"\w+")


class SearchEntry(NamedTuple):
    """Entry of a page in the search index."""

    kind: str
    title: str
    #: Line below the title.
    line: str
    href: str
    #: Further search words.
    words: str = ""
    round: str = ""
    infractions: tuple[str, ...] = ()
    disputed: bool = False


def hand_entry(plan: Plan, game: SiteGame, hand: SiteHand) -> SearchEntry:
    """Return the search entry of a hand."""
    transcribed = [clipping.text for clipping in plan.clippings_of(hand)]
    people = [name for name, _side in hand.players]
    own = " ".join([hand.shown_id, hand.day, hand.source, *people, *transcribed])
    marks = f" ({hand.marks})" if hand.marks else ""
    return SearchEntry(
        "hand",
        title=f"{game.title}, {hand.name}",
        line=hand.result + marks,
        href=hand.file,
        words=own,
        round=game.heading,
        infractions=tuple(dict.fromkeys(fault.title for fault in hand.faults)),
        disputed=hand.open,
    )


def search_pages(plan: Plan, entries: Iterable[SearchEntry]) -> Iterator[Page]:
    """Yield the search page, and the files of the index."""
    found = list(entries)
    parts, size = [list[str]()], 0
    for entry in found:
        # Words of its title and line are not repeated.
        seen = set(_WORD.findall(fold_name(f"{entry.title} {entry.line}")))
        more = dict.fromkeys(word for word in _WORD.findall(fold_name(entry.words)) if word not in seen)
        title, line, round = map(isolate_right_to_left, (entry.title, entry.line, entry.round))
        cells = [entry.kind, title, line, entry.href, " ".join(more), round]
        row = block_text([*cells, list(entry.infractions), int(entry.disputed)]) + "\n"
        if parts[-1] and size + len(row.encode()) > _LARGEST:
            parts.append([])
            size = 0
        parts[-1].append(row)
        size += len(row.encode())
    files = [f"search-{number}.js" for number in range(1, len(parts) + 1)]
    for file, rows in zip(files, parts, strict=True):
        yield file, f"found([\n{','.join(rows)}]);\n"
    # An option of a list holds no element to set words apart, so that signs do, there and in the index.
    kinds = list(dict.fromkeys(entry.kind for entry in found))
    rounds = list(dict.fromkeys(isolate_right_to_left(entry.round) for entry in found if entry.round))
    infractions = sorted({title for entry in found for title in entry.infractions})
    given = {"frame": plan.frame_of("search.html"), "title": plan.title, "files": files, "count": len(found)}
    choices = {"kinds": kinds, "rounds": rounds, "infractions": infractions}
    look = {
        **inline_styles("base.css", "league.css", "frame.css", "search.css"),
        **inline_scripts("search.js"),
    }
    yield "search.html", render("search.html.j2", **given, **choices, **look)


_ATOM: Final = "http://www.w3.org/2005/Atom"
#: Number of results in a feed.
_MOST: Final = 100


class FeedResult(NamedTuple):
    """Result in a feed."""

    #: Id, unique over all seasons.
    id: str
    day: str
    title: str
    text: str
    href: str


def feed(id: str, title: str, author: str, file: str, results: list[FeedResult]) -> str:
    """Return a feed of the latest results; each has at least a day."""
    latest = sorted(results, key=lambda result: result.day, reverse=True)[:_MOST]
    ElementTree.register_namespace("", _ATOM)
    root = ElementTree.Element(f"{{{_ATOM}}}feed")

    def add_element(
        under: ElementTree.Element, name: str, text: str = "", **attributes: str
    ) -> ElementTree.Element:
        made = ElementTree.SubElement(under, f"{{{_ATOM}}}{name}", attributes)
        made.text = text or None
        return made

    add_element(root, "id", _urn(id))
    add_element(root, "title", title)
    add_element(root, "updated", f"{latest[0].day}T00:00:00Z")
    add_element(add_element(root, "author"), "name", author)
    add_element(root, "link", rel="self", href=file)
    add_element(root, "link", rel="alternate", href="index.html")
    add_element(root, "generator", "clabber-audit", version=__version__)
    for result in latest:
        entry = add_element(root, "entry")
        add_element(entry, "id", _urn(result.id))
        add_element(entry, "title", result.title)
        # The hour is not known.
        add_element(entry, "updated", f"{result.day}T00:00:00Z")
        add_element(entry, "link", rel="alternate", href=result.href)
        add_element(entry, "summary", result.text)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _urn(id: str) -> str:
    return uuid5(NAMESPACE_URL, f"clabber-audit:{id}").urn
