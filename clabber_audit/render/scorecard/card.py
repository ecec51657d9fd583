"""A scorecard written out: everything that the page and its plain-text twin say, in small values and the same words."""

from __future__ import annotations

from typing import Literal, NamedTuple

from clabber_audit.ground import __version__
from clabber_audit.record.canonical import digest, record_data
from clabber_audit.render.arithmetic import Arithmetic, arithmetic
from clabber_audit.render.outcome import result
from clabber_audit.render.scorecard import notes
from clabber_audit.render.scorecard.race import Race, race
from clabber_audit.render.scorecard.sides import Side, sides
from clabber_audit.render.wording import Speaker, sentence
from clabber_audit.ruling.judge import Ruling
from clabber_audit.scorecard.card import Game, Line
from clabber_audit.table.cards import SEATS, TEAMS


class Column(NamedTuple):
    """What stands for one team on the line of a hand."""

    #: What the hand brought: points or a mark.
    mark: str
    #: The running total; empty where the hand does not count.
    total: str
    #: Melds and belle among the points.
    extras: tuple[str, ...]
    #: What the written sheet has, where that is something else.
    sheet: str


class Row(NamedTuple):
    """The line of a hand."""

    #: Its number; a question mark where it alone has none.
    number: str
    #: A name for the place of its arithmetic, no two alike on a page.
    anchor: str
    dealer: str
    wrong_dealer: bool
    #: The seat or team that made trumps, and the letter of the suit; empty where not known.
    maker: str
    suit: str
    columns: tuple[Column, Column]
    notes: tuple[str, ...]
    #: Whether the hand counts, is in dispute, or is left out.
    tone: Literal["counts", "open", "left-out"]
    #: What the hand comes to, in a sentence; then its sums.
    result: str
    arithmetic: Arithmetic


class Colophon(NamedTuple):
    """By what the scorecard was made, and of what."""

    version: str
    #: The SHA-256 over the records of all hands, in their order.
    records: str
    rulesets: tuple[str, ...]
    #: A line that an archive prints, if one was given.
    checkpoint: str | None


class Card(NamedTuple):
    """Everything that a scorecard says, in the order in which it is read."""

    title: str
    context: tuple[str, ...]
    #: Round and game for an index of many; empty where neither was written down.
    when: str
    sides: tuple[Side, Side]
    verdict: str
    tone: Literal["decided", "open", "going-on"]
    rows: tuple[Row, ...]
    totals: tuple[int, int]
    winner: int | None
    notes: tuple[str, ...]
    race: Race | None
    colophon: Colophon


def card(game: Game, number: int = 1, *, anonymous: bool = False, checkpoint: str | None = None) -> Card:
    """The scorecard of a game, the given one of those that stand together."""
    heads = sides(game)
    rows = tuple(
        _row(line, heads, f"g{number}h{place}", anonymous=anonymous) for place, line in enumerate(game.lines, 1)
    )
    open_ended: Literal["open", "going-on"] = "open" if game.state in ("disputed", "unclear") else "going-on"
    return Card(
        title=notes.title(game),
        context=notes.context(game),
        when=notes.when(game),
        sides=heads,
        verdict=notes.verdict(game),
        tone="decided" if game.state in ("won", "tied") else open_ended,
        rows=rows,
        totals=game.totals,
        winner=game.winner,
        notes=tuple(notes.of_game(game)),
        race=race(game),
        colophon=_colophon(game, checkpoint),
    )


def _colophon(game: Game, checkpoint: str | None) -> Colophon:
    records = [digest(record_data(line.ruling.walk.hand.record)) for line in game.lines]
    return Colophon(__version__, digest(records), notes.rulesets(game), checkpoint)


def _row(line: Line, heads: tuple[Side, Side], anchor: str, *, anonymous: bool) -> Row:
    ruling = line.ruling
    speaker = Speaker(ruling.walk.hand.record, anonymous=anonymous)
    left_out: Literal["open", "left-out"] = "open" if line.basis in ("open", "twice") else "left-out"
    return Row(
        number=notes.number(line),
        anchor=anchor,
        dealer=SEATS[line.dealer],
        wrong_dealer=line.wrong_dealer,
        maker=maker(ruling),
        suit=ruling.walk.ranking.name,
        columns=(_column(line, 0), _column(line, 1)),
        notes=tuple(notes.of_hand(line, heads, speaker)),
        tone="counts" if line.counted is not None else left_out,
        result=_result(line, speaker.nameless()),
        arithmetic=arithmetic(line.file, speaker.nameless()),
    )


def _result(line: Line, speaker: Speaker) -> str:
    if line.basis == "written":
        return "As the sheet has it; the cards that would tell the score were not recorded."
    return sentence(result(line.ruling, line.ruling.remedy, speaker))


def maker(ruling: Ruling) -> str:
    """The seat that made trumps, or its team where no more is known; empty where nothing is."""
    if ruling.walk.maker is not None:
        return SEATS[ruling.walk.maker]
    return "" if ruling.walk.makers is None else TEAMS[ruling.walk.makers]


def _column(line: Line, team: int) -> Column:
    melds, belle = melded(line, team)
    extras = [f"melds {melds}"] if melds else []
    extras += [f"belle {belle}"] if belle else []
    told = team in line.differs or (line.basis == "open" and line.written[team] is not None)
    return Column(
        line.marks[team],
        "" if line.counted is None else str(line.totals[team]),
        tuple(extras),
        f"sheet {line.written[team]}" if told else "",
    )


def melded(line: Line, team: int) -> tuple[int, int]:
    """The points for melds and for belle that are among what a team scored in a hand."""
    if line.counted is None or not line.counted[team]:
        return 0, 0
    remedy, points = line.ruling.remedy, line.ruling.points
    if remedy.outcome == "renege":
        own = [item for item in remedy.awarded if item.team == team]
        return sum(item.points for item in own if item.meld), sum(item.points for item in own if not item.meld)
    if line.basis == "written" or points is None:
        return 0, 0
    return points[team].melds, points[team].belle
