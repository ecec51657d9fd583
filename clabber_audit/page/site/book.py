"""What a site tells: games with their hands, each hand judged once and kept small."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from clabber_audit.law.infractions import infractions
from clabber_audit.league.audit import was_called
from clabber_audit.page.site.packing import Packed
from clabber_audit.record.canonical import digest
from clabber_audit.record.names import folded
from clabber_audit.render.frame import Origin
from clabber_audit.render.outcome import result
from clabber_audit.render.provenance import clippings
from clabber_audit.render.wording import sentence, speaker_of
from clabber_audit.ruling.anonymous import anonymous as without_people
from clabber_audit.ruling.judge import Ruling


class Fault(NamedTuple):
    """An infraction as it is listed and sought."""

    infraction: str
    title: str
    #: Who committed it, as far as that is a player with a name; the side, as a place among the sides.
    player: str
    side: int | None
    proven: bool
    renege: bool
    called: bool
    #: All of it in a sentence.
    told: str


class Kept(NamedTuple):
    """A hand of a site."""

    file: str
    #: What it is called in a list, and what its page goes by.
    name: str
    #: The id of its record, and the one that may be shown.
    id: str
    shown_id: str
    record: Packed
    #: The hash of the ruleset that it was judged by, and its title.
    law: str
    #: Who played, and on which side; nobody where people are left out.
    players: tuple[tuple[str, int], ...]
    day: str
    result: str
    faults: tuple[Fault, ...]
    #: Whether the record cannot decide what was scored.
    open: bool
    source: str
    #: What it was written down from: hashes that its source names.
    clippings: tuple[str, ...]
    #: What is known of the record's origin; None where people are left out.
    origin: Origin | None = None
    #: The day on which it was amended last; empty if it never was.
    amended: str = ""

    @property
    def marks(self) -> str:
        """What is to be noticed of it, in a few words."""
        reneges = [fault for fault in self.faults if fault.renege and fault.proven]
        uncalled = [fault for fault in reneges if not fault.called]
        parts = ["in dispute"] if self.open else []
        parts += ["renege, not called"] if uncalled else ["renege"] if reneges else []
        others = len(self.faults) - len(reneges)
        parts += [f"{others} finding{'' if others == 1 else 's'}"] if others else []
        return ", ".join(parts)


class Played(NamedTuple):
    """A game of a site: a round's heading, what it is called, the hands."""

    #: The file of its scorecard; empty where its hands are no game, but only lie together.
    file: str
    heading: str
    title: str
    #: The id of its match in the schedule, if it is of one.
    match: str
    #: What the sides are called, and by what the site knows them as teams; empty for a side that has no name.
    sides: tuple[str, ...]
    teams: tuple[str, ...]
    hands: tuple[Kept, ...]
    #: How it ended, in a sentence.
    verdict: str

    def team(self, side: int) -> str:
        """By what the site knows a side; empty where it does not."""
        return self.teams[side] if side < len(self.teams) else ""


class Files:
    """Names for files. What people wrote never becomes one: only its hash does, or a number where nobody is named."""

    def __init__(self, anonymous: bool) -> None:
        self._anonymous = anonymous
        self._taken: dict[str, int] = {}

    def new(self, kind: str, of: str) -> str:
        """A file of a kind for something, the same one in every run; each a new one."""
        stem = kind if self._anonymous else f"{kind}-{digest(of)[:12]}"
        count = self._taken[stem] = self._taken.get(stem, 0) + 1
        if self._anonymous:
            return f"{stem}-{count:06}.html"
        return f"{stem}.html" if count == 1 else f"{stem}-{count}.html"


def kept(
    ruling: Ruling,
    record: Packed,
    name: str,
    files: Files,
    *,
    anonymous: bool,
    checked: Sequence[str] = (),
) -> Kept:
    """A hand by its ruling, and what is known of those who checked it beside what the record says."""
    original = ruling
    if anonymous:
        ruling = without_people(ruling)
    shown, speaker = ruling.walk.hand.record, speaker_of(ruling, True, anonymous)
    seating, context, source = ruling.walk.hand.seating, shown.context, shown.source
    people = () if anonymous else tuple(shown.players.items())
    return Kept(
        files.new("hand", shown.id),
        name,
        original.walk.hand.record.id,
        shown.id,
        record,
        ruling.law.ruleset.digest(),
        tuple((player, seating.side_of[seating.number[seat]]) for seat, player in people if seat in seating.number),
        (context and context.date) or (source and source.date_as_written) or "",
        sentence(result(ruling, ruling.remedy, speaker.nameless())),
        tuple(_faults(ruling, anonymous)),
        ruling.remedy.range is not None,
        ": ".join(part for part in (source.kind, source.citation) if part) if source else "",
        clippings(source),
        None if anonymous else Origin(record.versions, tuple(checked)),
        max((version.at[:10] for version in record.versions[1:]), default=""),
    )


def _faults(ruling: Ruling, anonymous: bool) -> Iterator[Fault]:
    shown, speaker = ruling.walk.hand.record, speaker_of(ruling, True, anonymous)
    for found in ruling.findings:
        seat = None if found.seat is None else ruling.walk.hand.seating.seats[found.seat]
        yield Fault(
            found.infraction,
            infractions()[found.infraction].title_in(ruling.law.game),
            "" if anonymous or seat is None else shown.players.get(seat, ""),
            found.team,
            found.verdict == "proven",
            found.penalty == "renege",
            was_called(ruling, found),
            f"{speaker.place(found)}: {speaker.finding(found)}",
        )


#: Somebody who played: the name as names are compared, and the team where namesakes are told apart by it.
Who = tuple[str, str]


class Sat(NamedTuple):
    """A hand that somebody played: the name as it was written, in which game, on which side."""

    name: str
    game: Played
    hand: Kept
    side: int


def people(games: Iterable[Played], *, by_team: bool) -> dict[Who, list[Sat]]:
    """Everybody who played, with the hands."""
    found: dict[Who, list[Sat]] = {}
    for game in games:
        for hand in game.hands:
            for player, side in hand.players:
                who = folded(player), game.team(side) if by_team else ""
                found.setdefault(who, []).append(Sat(player, game, hand, side))
    return found
