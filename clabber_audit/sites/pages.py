"""Pages that sites of archives and seasons share: hands and games, the plan, lists, rulings, search and feeds."""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from clabber_audit.core import __version__
from clabber_audit.core.text import agree, isolate_right_to_left, join_words, pluralize
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.dossier import site_dossier
from clabber_audit.judge.embedded import block_text
from clabber_audit.judge.judge import Ruling, adjudicate, anonymize, summary
from clabber_audit.league.audit import is_called
from clabber_audit.league.scorecard import game_of, scorecard
from clabber_audit.records.base import StoredVersion
from clabber_audit.records.dates import date_of_record
from clabber_audit.records.formats import Record, canonical, digest, fold_name, record_data
from clabber_audit.records.hand import Hand
from clabber_audit.report.html import (
    Item,
    Paper,
    Section,
    inline_scripts,
    inline_styles,
    paper_page,
    render,
    split_paper,
    table_section,
)
from clabber_audit.report.layout import Colophon, PageRow, PageTable, Tone, columns
from clabber_audit.report.page import page as ruling_page
from clabber_audit.report.phrases import sentence
from clabber_audit.report.remarks import Clipping, Link, Origin, PageFrame, clippings, make_link
from clabber_audit.report.scorecard import card_page
from clabber_audit.report.scores import format_result
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.book import BookInForce
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_from_text
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import SHIPPED_OF

#: Fastest compression: records are much alike, so it already saves most of what can be saved.
_LEVEL: Final = 1
#: The versions of hands, by the hash of the record that stands.
Histories = Mapping[str, tuple[StoredVersion, ...]]
_NONE: Final[Histories] = MappingProxyType({})


class PackedRecord(NamedTuple):
    """Packed record with its hash, and its versions if an archive has any."""

    data: bytes
    sha256: str
    versions: tuple[StoredVersion, ...] = ()

    @property
    def hand(self) -> Hand:
        """The hand, parsed anew."""
        return parse_hand(zlib.decompress(self.data))


def pack_record(record: Record, histories: Histories = _NONE) -> PackedRecord:
    """Pack a record, with its known versions."""
    data = canonical(record_data(record)).encode()
    digest = sha256(data).hexdigest()
    return PackedRecord(zlib.compress(data, _LEVEL), digest, histories.get(digest, ()))


class SiteFinding(NamedTuple):
    """Infraction in a list or a search."""

    infraction: str
    title: str
    #: Player who committed it, if named; index of the side.
    player: str
    side: int | None
    proven: bool
    renege: bool
    called: bool
    #: All of it in a sentence.
    text: str


class SiteHand(NamedTuple):
    """A hand of a site."""

    file: str
    #: Label in a list, and page.
    name: str
    #: The id of its record, and the one that may be shown.
    id: str
    shown_id: str
    record: PackedRecord
    #: The hash of the law that it was judged by.
    law: str
    #: Players with their sides; empty if anonymous.
    players: tuple[tuple[str, int], ...]
    day: str
    result: str
    faults: tuple[SiteFinding, ...]
    #: True if the record does not decide the score.
    open: bool
    source: str
    #: Hashes of its sources.
    clippings: tuple[str, ...]
    #: Origin of the record; None if anonymous.
    origin: Origin | None = None
    #: The day on which it was amended last; empty if it never was.
    amended: str = ""

    @property
    def reneges(self) -> list[SiteFinding]:
        """The proven reneges."""
        return [fault for fault in self.faults if fault.renege and fault.proven]

    @property
    def marks(self) -> str:
        """Dispute, reneges and number of other findings, in a few words."""
        uncalled = [fault for fault in self.reneges if not fault.called]
        parts = ["in dispute"] if self.open else []
        parts += ["renege, not called"] if uncalled else ["renege"] if self.reneges else []
        others = len(self.faults) - len(self.reneges)
        parts += [pluralize(others, "finding")] if others else []
        return ", ".join(parts)


class SiteGame(NamedTuple):
    """Game of a site: heading of its round, title, hands."""

    #: Scorecard file; empty for hands of no game.
    file: str
    heading: str
    title: str
    hands: tuple[SiteHand, ...]
    #: State of the game in a sentence.
    verdict: str = ""
    #: Names of the sides, and their team keys; empty for a side without a name.
    sides: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()
    #: The id of its match in the schedule, if it is of one.
    match: str = ""

    @property
    def open(self) -> bool:
        """True if the record of a hand does not decide its score."""
        return any(hand.open for hand in self.hands)

    def team(self, side: int) -> str:
        """Return the key of a side’s team; empty if it has none."""
        return self.teams[side] if side < len(self.teams) else ""


class FileNames:
    """File names of a site: hashes, or numbers if anonymous, never text from records."""

    def __init__(self, anonymous: bool) -> None:
        self._anonymous = anonymous
        self._taken: dict[str, int] = {}

    def make_name(self, kind: str, of: str) -> str:
        """Return a new file name of a kind, the same one in every run."""
        stem = kind if self._anonymous else f"{kind}-{digest(of)[:12]}"
        count = self._taken[stem] = self._taken.get(stem, 0) + 1
        if self._anonymous:
            return f"{stem}-{count:06}.html"
        return f"{stem}.html" if count == 1 else f"{stem}-{count}.html"


def site_hand(
    ruling: Ruling,
    record: PackedRecord,
    name: str,
    files: FileNames,
    *,
    anonymous: bool,
    checked: Sequence[str] = (),
) -> SiteHand:
    """Return a hand of a site by its ruling; `checked` are approvals and locks of its result, a sentence each."""
    original = ruling
    if anonymous:
        ruling = anonymize(ruling)
    shown, speaker = ruling.replay.hand.record, speaker_of(ruling, anonymous)
    seating, source = ruling.replay.hand.seating, shown.source
    people = () if anonymous else tuple(shown.players.items())
    side_of = {seat: seating.side_of[number] for seat, number in seating.number.items()}
    return SiteHand(
        file=files.make_name("hand", shown.id),
        name=name,
        id=original.replay.hand.record.id,
        shown_id=shown.id,
        record=record,
        law=law_hash(ruling.law),
        players=tuple((player, side_of[seat]) for seat, player in people if seat in side_of),
        day=date_of_record(shown),
        result=sentence(format_result(ruling, speaker.without_names())),
        faults=tuple(_faults(ruling, anonymous)),
        open=ruling.remedy.range is not None,
        source=": ".join(part for part in (source.kind, source.citation) if part) if source else "",
        clippings=clippings(source),
        origin=None if anonymous else Origin(record.versions, tuple(checked)),
        amended=max((version.at[:10] for version in record.versions[1:]), default=""),
    )


def _faults(ruling: Ruling, anonymous: bool) -> Iterator[SiteFinding]:
    shown, speaker = ruling.replay.hand.record, speaker_of(ruling, anonymous)
    for finding in ruling.findings:
        seat = None if finding.seat is None else ruling.replay.hand.seating.seats[finding.seat]
        yield SiteFinding(
            infraction=finding.infraction,
            title=infractions()[finding.infraction].title_in(ruling.law.game),
            player="" if anonymous or seat is None else shown.players.get(seat, ""),
            side=finding.team,
            proven=finding.verdict == "proven",
            renege=finding.penalty == "renege",
            called=is_called(ruling, finding),
            text=f"{speaker.place(finding)}: {speaker.finding(finding)}",
        )


#: Player: folded name, and the team if namesakes differ by it.
PlayerKey = tuple[str, str]


class HandOfPlayer(NamedTuple):
    """Hand of a player: name as written, game, side."""

    name: str
    game: SiteGame
    hand: SiteHand
    side: int


#: The name of a person by each other spelling of it, as people compare names.
Spellings = Mapping[str, str]
_AS_WRITTEN: Final[Spellings] = MappingProxyType({})


def people(
    games: Iterable[SiteGame], *, by_team: bool, spellings: Spellings = _AS_WRITTEN
) -> dict[PlayerKey, list[HandOfPlayer]]:
    """Return all players with their hands."""
    result: dict[PlayerKey, list[HandOfPlayer]] = {}
    for game in games:
        for hand in game.hands:
            for player, side in hand.players:
                who = fold_name(spellings.get(fold_name(player), player)), game.team(side) if by_team else ""
                result.setdefault(who, []).append(HandOfPlayer(player, game, hand, side))
    return result


#: A page: its file and its text.
Page = tuple[str, str]
#: Number of decisions that the page of a hand lists.
_CITED: Final = 20


class Plan(NamedTuple):
    """Plan of a site: file names, links and clippings."""

    title: str
    colophon: Colophon
    sections: tuple[Link, ...]
    games: tuple[SiteGame, ...]
    #: The pages of teams and players, and of matches by their ids.
    teams: Mapping[str, Link]
    players: Mapping[PlayerKey, Link]
    #: The file of the list of all hands.
    hands_file: str
    matches: Mapping[str, Link] = MappingProxyType({})
    context: tuple[str, ...] = ()
    feed: str = ""
    #: Clippings by hash.
    clippings: Mapping[str, Clipping] = MappingProxyType({})
    spellings: Spellings = _AS_WRITTEN
    #: Decisions of a season by what they are about: `hand` or `match`, and its id.
    decisions: Mapping[tuple[str, str], Sequence[Link]] = MappingProxyType({})

    @property
    def hands(self) -> list[SiteHand]:
        """The hands in their order."""
        return [hand for game in self.games for hand in game.hands]

    def clippings_of(self, hand: SiteHand) -> tuple[Clipping, ...]:
        """Return the clippings of a hand that the site has; a picture loses its text if that is a clipping of its own."""
        own = [self.clippings[sha256] for sha256 in hand.clippings if sha256 in self.clippings]
        named = {clipping.text for clipping in own if not clipping.picture}
        return tuple(
            clipping._replace(text="") if clipping.picture and clipping.text in named else clipping
            for clipping in own
        )

    def decisions_on(self, game: SiteGame, hand: SiteHand) -> tuple[Link, ...]:
        """Return the decisions on a hand, then those on its match; of very many the first."""
        subjects = (("hand", hand.id), ("match", game.match))
        found = [decision for subject in subjects for decision in self.decisions.get(subject, ())]
        if len(found) <= _CITED:
            return tuple(found)
        return (*found[:_CITED], Link(f"And {len(found) - _CITED} more", "index.html#decisions"))

    def missing_clippings(self) -> Iterator[tuple[str, str]]:
        """Yield hashes of missing clippings, each with the first hand that names it."""
        missing: dict[str, str] = {}
        for hand in self.hands:
            for clipping in hand.clippings:
                if clipping not in self.clippings:
                    missing.setdefault(clipping, hand.shown_id)
        yield from missing.items()

    def paper(self, kind: str, title: str, lead: str, parts: Sequence[Section]) -> Paper:
        """Return a paper of this site."""
        sections = tuple(part for part in parts if not part.is_empty)
        return Paper(kind, title, lead, sections, self.colophon, context=self.context)

    def list_page(self, title: str, file: str, lead: str, *parts: Section) -> Iterator[Page]:
        """Yield the page of a section of the site: the list of its hands, teams, players or years."""
        yield from paper_pages(self.paper(title, self.title, lead, parts), file, self.frame_of(file))

    def frame_of(
        self, section: str, *beside: Link, order: Sequence[Link] = (), place: int = 0, feed: str = ""
    ) -> PageFrame:
        """Return the frame of a page, with links to the pages before and after it at its place in an order."""
        before = order[place - 1] if place else None
        after = order[place + 1] if place + 1 < len(order) else None
        feed = feed or self.feed
        return PageFrame(self.title, self.sections, section, beside, before=before, after=after, feed=feed)

    def links_of_game(self, game: SiteGame) -> tuple[Link, ...]:
        """Return the links of a game: match and teams."""
        teams = [self.teams[team] for team in game.teams if team in self.teams]
        return (*([self.matches[game.match]] if game.match in self.matches else []), *teams)

    def player(self, name: str, team: str) -> Link | None:
        """Return the page of a player of a team."""
        key = fold_name(self.spellings.get(fold_name(name), name))
        return self.players.get((key, team)) or self.players.get((key, ""))

    def links_of_hand(self, game: SiteGame, hand: SiteHand) -> tuple[Link, ...]:
        """Return the links of a hand: match, scorecard, teams, players."""
        card = [Link("Scorecard", game.file)] if game.file else []
        people = filter(None, (self.player(name, game.team(side)) for name, side in hand.players))
        match, *teams = self.links_of_game(game) or (None,)
        return (*([match] if match else []), *card, *teams, *people)


def paper_pages(paper: Paper, file: str, frame: PageFrame) -> Iterator[Page]:
    """Yield a paper as a page, or as several with links to the next."""
    parts = _paper_parts(paper, file)
    if len(parts) == 1:
        yield file, paper_page(paper, frame)
        return
    links = [Link(f"page {number}", own) for number, (own, _) in enumerate(parts, 1)]
    for before, link, after, (_, part) in zip((None, *links), links, (*links[1:], None), parts, strict=False):
        part = part._replace(context=(*part.context, f"{link.text} of {len(parts)}"))
        yield link.href, paper_page(part, frame._replace(before=before, after=after))


def _paper_parts(paper: Paper, file: str) -> list[tuple[str, Paper]]:
    """Return the parts that a paper is split into, each with its file."""
    stem = file.removesuffix(".html")
    return [
        (f"{stem}-p{number}.html" if number > 1 else file, part)
        for number, part in enumerate(split_paper(paper), 1)
    ]


def find_anchors(paper: Paper, file: str) -> dict[str, str]:
    """Return the addresses of the sentences of a paper by their anchors."""
    return {
        item.id: f"{own}#{item.id}"
        for own, part in _paper_parts(paper, file)
        for section in part.sections
        for item in section.items
        if item.id
    }


#: First bytes of picture formats without scripts.
_PICTURES: Final = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpg", b"GIF8": "gif"}
#: The longest transcription that is shown.
_LONGEST: Final = 20_000
_DIGITS: Final = 16


def clipping(data: bytes) -> Clipping | None:
    """Return a file as a clipping; None unless it is a picture or a short text."""
    digest = sha256(data).hexdigest()
    for beginning, ending in _PICTURES.items():
        if data.startswith(beginning):
            return Clipping(digest, picture=f"clipping-{digest[:_DIGITS]}.{ending}")
    try:
        text = data[: _LONGEST + 1].decode() if len(data) <= _LONGEST else ""
    except UnicodeDecodeError:
        return None
    return Clipping(digest, text=text) if text and "\0" not in text else None


def hand_table(game: SiteGame, hands: Sequence[SiteHand] | None = None) -> PageTable:
    """Return the table of hands of a game."""
    # Hands of no game may be of many dates.
    is_game, rows = bool(game.file), []
    for hand in game.hands if hands is None else hands:
        tone: Tone = "open" if hand.open else "fault" if hand.reneges else ""
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
        teams = join_words(dict.fromkeys(one.game.sides[one.side] for one in own if one.game.team(one.side)))
        reneges = sum(len(_reneges(played)) for played in own)
        rows.append(PageRow((make_link(link.text, link.href), teams, str(len(own)), str(reneges))))
        hands = pluralize(len(own), "hand")
        names = dict.fromkeys(played.name for played in own)
        others = [name for name in names if fold_name(name) != fold_name(link.text)]
        written_as = f" Also written {join_words(others)}." if others else ""
        lead = (f"{hands} for {teams}." if teams else f"{hands}.") + written_as
        paper = plan.paper("Player", link.text, lead, [*hands_of(own)])
        teams_played_for = (plan.teams.get(played.game.team(played.side)) for played in own)
        teams_of = dict.fromkeys(team for team in teams_played_for if team)
        frame = plan.frame_of("players.html", *teams_of, order=links, place=place)
        yield from paper_pages(paper, link.href, frame)
    heads = columns("Player", "Team", numbers=("Hands", "Reneges"))
    lead = (
        agree(len(rows), "{count} player{|s} {is|are} named in the hands.")
        if rows
        else "No hand names its players."
    )
    section = table_section("players", "Players", heads, sorted(rows))
    yield from plan.list_page("Players", "players.html", lead, section)


def hands_of(own: Sequence[HandOfPlayer]) -> Iterator[Section]:
    """Yield the sections of a player: reneges one by one, then hands by round and game."""
    items = []
    for one in own:
        where = f"{one.game.heading}, {one.game.title}, {one.hand.name}"
        items += [Item(f"{where}: {text}.", "fault", one.hand.file) for text in _reneges(one)]
    yield Section("each", "Each renege", items=tuple(items))
    for number, (heading, of_round) in enumerate(groupby(own, lambda played: played.game.heading), 1):
        games = groupby(of_round, lambda played: played.game)
        tables = tuple(
            hand_table(game, [played.hand for played in appearances]) for game, appearances in games
        )
        yield Section(f"s{number}", heading, tables=tables, captioned=True)


def _reneges(played: HandOfPlayer) -> list[str]:
    """Return the proven reneges of a player in a hand."""
    return [fault.text for fault in played.hand.reneges if fault.player == played.name]


#: Number of hands of no game in one task.
_MANY: Final = 16


class SiteLaw(NamedTuple):
    """Law of hands for another process: a ruleset as JSON, and the book of a club that it follows."""

    ruleset: str
    book: BookInForce | None

    def bind(self) -> BoundRuleset:
        return law_from_text(self.ruleset)._replace(book=self.book)


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
    #: The laws of the hands by their hashes.
    laws: Mapping[str, SiteLaw]
    anonymous: bool

    @property
    def pictures(self) -> set[str]:
        """The files of the clippings that are shown."""
        return {clipping.picture for page in self.hands for clipping in page.frame.clippings}

    @property
    def page_hashes(self) -> dict[str, str]:
        """File of each page -> hash of everything that the page shows."""
        hashes = dict[str, str]()
        for page in self.hands:
            hashes[page.file] = digest([page.record.sha256, page.law, page.frame, self.anonymous])
        if self.card:
            hashes[self.card] = digest([[*hashes.items()], self.frame])
        return hashes


class Site(NamedTuple):
    """Pages made at once, and tasks for the pages that are made only if they changed."""

    pages: Mapping[str, str]
    tasks: Sequence[Task]
    #: Hashes of missing clippings, each with the first hand that names it.
    missing_clippings: Sequence[tuple[str, str]] = ()


def tasks(plan: Plan, laws: Mapping[str, SiteLaw], *, anonymous: bool) -> Iterator[Task]:
    """Yield the tasks, game by game."""
    order = [Link(f"{game.title}, {hand.name}", hand.file) for game in plan.games for hand in game.hands]
    cards = [Link(game.title, game.file) for game in plan.games if game.file]
    hands = cards_before = 0
    for game in plan.games:
        result = []
        for hand in game.hands:
            beside = plan.links_of_hand(game, hand)
            frame = plan.frame_of(plan.hands_file, *beside, order=order, place=hands)
            frame = frame._replace(
                clippings=plan.clippings_of(hand),
                origin=hand.origin,
                decisions=plan.decisions_on(game, hand),
            )
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
    judged = {page.file: adjudicate(page.record.hand, task.laws[page.law].bind()) for page in needed}
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


def pack_law(law: BoundRuleset) -> SiteLaw:
    """Return a law for another process."""
    return SiteLaw(canonical(law.ruleset.to_data()), law.book)


def law_hash(law: BoundRuleset) -> str:
    """Hash a law together with the decisions of its book."""
    own = law.ruleset.digest()
    if law.book is None:
        return own
    applied = [followed.decision.number for followed in law.book.applied]
    return digest([own, law.book.book.data(), applied])


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
    look = inline_styles("base.css", "league.css", "frame.css", "search.css") | inline_scripts("search.js")
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
