"""Contents and plan of a site."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple

from clabber_audit.core.text import pluralize
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.anonymous import anonymize
from clabber_audit.judge.judge import Ruling
from clabber_audit.league.audit import is_called
from clabber_audit.records.base import StoredVersion
from clabber_audit.records.dates import date_of_record
from clabber_audit.records.formats import Record, canonical, digest, fold_name, record_data
from clabber_audit.records.hand import Hand
from clabber_audit.report.layout import Colophon
from clabber_audit.report.paper import Paper, Section, leaves, paper_page
from clabber_audit.report.phrases import sentence
from clabber_audit.report.provenance import Clipping, Link, Origin, PageFrame, clippings
from clabber_audit.report.scores import format_result
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.infractions import infractions

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
    #: The hash of the ruleset that it was judged by, and its title.
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
    def marks(self) -> str:
        """Dispute, reneges and number of other findings, in a few words."""
        reneges = [fault for fault in self.faults if fault.renege and fault.proven]
        uncalled = [fault for fault in reneges if not fault.called]
        parts = ["in dispute"] if self.open else []
        parts += ["renege, not called"] if uncalled else ["renege"] if reneges else []
        others = len(self.faults) - len(reneges)
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
    return SiteHand(
        file=files.make_name("hand", shown.id),
        name=name,
        id=original.replay.hand.record.id,
        shown_id=shown.id,
        record=record,
        law=ruling.law.ruleset.digest(),
        players=tuple(
            (player, seating.side_of[seating.number[seat]])
            for seat, player in people
            if seat in seating.number
        ),
        day=date_of_record(shown),
        result=sentence(format_result(ruling, ruling.remedy, speaker.without_names())),
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
Who = tuple[str, str]


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
) -> dict[Who, list[HandOfPlayer]]:
    """Return all players with their hands."""
    result: dict[Who, list[HandOfPlayer]] = {}
    for game in games:
        for hand in game.hands:
            for player, side in hand.players:
                who = fold_name(spellings.get(fold_name(player), player)), game.team(side) if by_team else ""
                result.setdefault(who, []).append(HandOfPlayer(player, game, hand, side))
    return result


#: A page: its file and its text.
Page = tuple[str, str]


class Plan(NamedTuple):
    """Plan of a site: file names, links and clippings."""

    title: str
    colophon: Colophon
    sections: tuple[Link, ...]
    games: tuple[SiteGame, ...]
    #: The pages of teams and players, and of matches by their ids.
    teams: Mapping[str, Link]
    players: Mapping[Who, Link]
    #: The file of the list of all hands.
    hands_file: str
    matches: Mapping[str, Link] = MappingProxyType({})
    context: tuple[str, ...] = ()
    feed: str = ""
    #: Clippings by hash.
    clippings: Mapping[str, Clipping] = MappingProxyType({})
    spellings: Spellings = _AS_WRITTEN

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
    parts = leaves(paper)
    files = [file, *(f"{file.removesuffix('.html')}-p{number}.html" for number in range(2, len(parts) + 1))]
    if len(parts) == 1:
        yield file, paper_page(paper, frame)
        return
    for number, part in enumerate(parts):
        before = Link(f"page {number}", files[number - 1]) if number else None
        after = Link(f"page {number + 2}", files[number + 1]) if number + 1 < len(parts) else None
        context = (*part.context, f"page {number + 1} of {len(parts)}")
        yield (
            files[number],
            paper_page(part._replace(context=context), frame._replace(before=before, after=after)),
        )


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
