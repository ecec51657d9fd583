"""A scorecard written out: everything that the page and its plain-text twin say, in small values and the same words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from clabber_audit.record.canonical import digest, record_data
from clabber_audit.render.arithmetic import Arithmetic, arithmetic
from clabber_audit.render.outcome import result
from clabber_audit.render.plain import Colophon
from clabber_audit.render.scorecard import notes
from clabber_audit.render.scorecard.notes import Side, sides
from clabber_audit.render.scorecard.race import Race, race
from clabber_audit.render.wording import Speaker, listed, sentence, speaker_of
from clabber_audit.scorecard.card import Game, without_people
from clabber_audit.scorecard.line import Line
from clabber_audit.table.seating import Scores

#: The pages of rulings, where there are none.
NOWHERE: Final[Mapping[str, str]] = MappingProxyType({})


class Made(NamedTuple):
    """What stands for one side on the line of a hand."""

    #: What the hand brought: points or a mark.
    mark: str
    #: The running total; empty where the hand does not count.
    total: str
    #: Melds and belle among the points; hickeys.
    extras: tuple[str, ...]
    #: What the written sheet has, where that is something else.
    sheet: str


class HandLine(NamedTuple):
    """The line of a hand."""

    #: Its number; a question mark where it alone has none.
    number: str
    #: A name for the place of its arithmetic, no two alike on a page.
    anchor: str
    dealer: str
    wrong_dealer: bool
    #: The seat or side that made trumps, and what they are, as letters; empty where not known.
    maker: str
    suit: str
    columns: tuple[Made, ...]
    notes: tuple[str, ...]
    #: Whether the hand counts, is in dispute, or is left out.
    tone: Literal["counts", "open", "left-out"]


class HandSums(NamedTuple):
    """What a hand comes to, in a sentence, and its sums."""

    number: str
    anchor: str
    result: str
    arithmetic: Arithmetic
    #: The page of its ruling, in a site.
    page: str = ""


class Card(NamedTuple):
    """Everything that a scorecard says, in the order in which it is read."""

    title: str
    context: tuple[str, ...]
    #: Round and game for an index of many; empty where neither was written down.
    when: str
    sides: tuple[Side, ...]
    verdict: str
    tone: Literal["decided", "open", "going-on"]
    rows: tuple[HandLine, ...]
    totals: Scores
    winner: int | None
    notes: tuple[str, ...]
    race: Race | None
    colophon: Colophon


def cards(games: Sequence[Game], *, anonymous: bool = False, checkpoint: str | None = None) -> list[Card]:
    """The scorecards of games that stand together; with `anonymous` no name is in them."""
    shown = [without_people(game) for game in games] if anonymous else games
    return [_card(game, number, anonymous, checkpoint) for number, game in enumerate(shown, 1)]


def _card(game: Game, number: int, anonymous: bool, checkpoint: str | None) -> Card:
    heads = sides(game)
    names = [head.name for head in heads]
    open_ended: Literal["open", "going-on"] = "open" if game.state in ("disputed", "unclear") else "going-on"
    records = [digest(record_data(line.ruling.walk.hand.record)) for line in game.lines]
    judged_by = [line.ruling.law.ruleset for line in game.lines]
    return Card(
        title=" against ".join(names) if len(names) == 2 else listed(names),
        context=notes.context(game),
        when=notes.when(game),
        sides=heads,
        verdict=notes.verdict(game),
        tone="decided" if game.state in ("won", "tied") else open_ended,
        rows=tuple(_line(line, heads, _anchor(number, at), anonymous) for at, line in enumerate(game.lines, 1)),
        totals=game.totals,
        winner=game.winner,
        notes=tuple(notes.of_game(game)),
        race=race(game),
        colophon=Colophon(
            (("the records", digest(records)),),
            tuple(dict.fromkeys(ruleset.caption for ruleset in judged_by)),
            checkpoint,
        ),
    )


def sums(games: Sequence[Game], pages: Mapping[str, str] = NOWHERE, *, anonymous: bool = False) -> list[list[HandSums]]:
    """The sums of every hand of games that stand together, with the `pages` of the rulings by the ids of records."""
    shown = [without_people(game) for game in games] if anonymous else games
    return [
        [
            _sums(line, _anchor(number, at), anonymous)._replace(page=pages.get(given.ruling.walk.hand.record.id, ""))
            for at, (line, given) in enumerate(zip(game.lines, games[number - 1].lines, strict=True), 1)
        ]
        for number, game in enumerate(shown, 1)
    ]


def _anchor(game: int, line: int) -> str:
    """A name for the place of a hand's sums, no two alike on a page."""
    return f"g{game}h{line}"


def _sums(line: Line, anchor: str, anonymous: bool) -> HandSums:
    speaker = speaker_of(line.ruling, anonymous=anonymous).nameless()
    told = arithmetic(line.ruling, line.account, speaker)
    return HandSums(notes.number(line), anchor, _result(line, speaker), told)


def _line(line: Line, heads: tuple[Side, ...], anchor: str, anonymous: bool) -> HandLine:
    ruling, seating = line.ruling, line.ruling.walk.hand.seating
    speaker = speaker_of(ruling, anonymous=anonymous)
    left_out: Literal["open", "left-out"] = "open" if line.basis in ("open", "twice") else "left-out"
    return HandLine(
        number=notes.number(line),
        anchor=anchor,
        dealer=seating.seats[line.dealer],
        wrong_dealer=line.wrong_dealer,
        maker=ruling.maker or "",
        suit="" if ruling.walk.strain is None else ruling.walk.strain.name,
        columns=tuple(_made(line, side) for side in range(len(seating.sides))),
        notes=tuple(notes.of_hand(line, heads, speaker)),
        tone="counts" if line.counted is not None else left_out,
    )


def _result(line: Line, speaker: Speaker) -> str:
    if line.basis == "written":
        return "From the sheet; the cards were not recorded."
    return sentence(result(line.ruling, line.ruling.remedy, speaker))


def _made(line: Line, side: int) -> Made:
    told = side in line.differs or (line.basis == "open" and line.written[side] is not None)
    return Made(
        line.marks[side],
        "" if line.counted is None else str(line.totals[side]),
        tuple(f"{name} {told[side]}" for name, told in line.extras.items() if told[side]),
        f"sheet {line.written[side]}" if told else "",
    )
