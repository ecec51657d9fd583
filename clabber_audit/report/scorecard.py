"""Scorecards: page, text, CSV, JSON and workbook."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import SUIT_SYMBOLS, TEAMS, Scores
from clabber_audit.core.text import agree, join_words, ordinal
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.league.scorecard import ScorecardLine, ScoredGame, anonymize_game
from clabber_audit.records.formats import digest, record_data
from clabber_audit.records.sheets.headings import CellSpreadsheet, csv_text, xlsx_bytes
from clabber_audit.report.html import inline_styles, render
from clabber_audit.report.layout import (
    WIDTH,
    Colophon,
    foot,
    format_american_date,
    head,
    join_lines,
    to_json_text,
    wrap,
)
from clabber_audit.report.phrases import OUTCOMES, sentence, side
from clabber_audit.report.remarks import PageFrame
from clabber_audit.report.scores import Arithmetic, arithmetic, format_result
from clabber_audit.report.wording import Speaker, speaker_of, with_article
from clabber_audit.rules.articles import Ladder
from clabber_audit.rules.infractions import infractions


class SideHeading(NamedTuple):
    """Heading of the column of a side."""

    #: Team, else players, else seats.
    name: str
    #: Seats, unless they are the name.
    seats: str
    #: Name within a sentence: `the Owls`, `Ann and Cy`, `North-South`.
    within_sentence: str


def side_headings(game: ScoredGame) -> tuple[SideHeading, ...]:
    """Return the headings of the columns, one a side."""
    teams = {*(game.lines[0].ruling.replay.hand.record.teams or {}).values()} if game.lines else set[str]()
    heads = []
    for named, own in zip(game.key.sides, map(side, game.key.side_names), strict=True):
        name = named or own
        within_sentence = with_article(name, name if name in teams else None)
        heads.append(SideHeading(name, own if named else "", within_sentence))
    return tuple(heads)


def hand_notes(line: ScorecardLine, heads: tuple[SideHeading, ...], speaker: Speaker) -> Iterator[str]:
    """Yield the notes on one hand."""
    yield from _list_standing_notes(line, heads)
    if line.basis == "sheet":
        gives = "but its parts add up to"
    elif line.ruling.remedy.outcome == "scored":
        gives = "but the cards give"
    else:
        gives = "but the ruling gives"
    for team in line.differs:
        given = line.ruling.remedy.certain_scores[team] or 0
        yield f"The sheet gives {heads[team].within_sentence} {line.written_score[team]}, {gives} {given}."
    if line.basis == "sheet":
        clauses = map(speaker.finding, line.slips)
        yield from (f"{clause[:1].upper()}{clause[1:]}." for clause in clauses)
    elif line.broken_rule:
        law = line.ruling.law
        yield _CANNOT_BE[line.broken_rule].format(renege=law.game.values(law.toggles).get("renege_sum", ""))
    for misread in line.misread:
        name = heads[misread.side].within_sentence
        yield _MISREAD[misread.what].format(side=name, written=misread.written, due=misread.due)
    if line.has_wrong_dealer and line.due is not None:
        yield f"{speaker.seat(line.dealer)} dealt, but {speaker.seat(line.due)} should have dealt."


#: Notes on hands that do not count by their cards, by basis.
_BASES: Final = {
    "after": "Played after the game was over; does not count.",
    "open": "In dispute. The record does not settle this hand’s score, so it is left out of the totals.",
    "twice": "Another hand is also numbered {number}, so one of them is wrong. Neither counts.",
}


def _list_standing_notes(line: ScorecardLine, heads: tuple[SideHeading, ...]) -> Iterator[str]:
    """Yield notes on a hand that does not count by its cards."""
    remedy = line.ruling.remedy
    outcome = remedy.outcome
    if line.basis in _BASES:
        yield _BASES[line.basis].format(number=line.number)
    elif line.basis == "unfinished":
        marks = zip(heads, line.written_score, strict=True)
        written = [f"{head.name} {mark}" for head, mark in marks if mark is not None]
        what = "Play stopped and no score was written down"
        if len(written) == 1:
            what = f"Only one score was written ({written[0]})"
        elif not line.ruling.replay.hand.original.plays:
            what = "Neither cards nor a score were written down"
        yield f"{what}, so the hand is left out of the totals."
    elif line.ruling.both_guilty and outcome != "passed_out":
        yield "Both sides reneged; nobody scores."
    elif outcome in OUTCOMES:
        yield from filter(None, (OUTCOMES[outcome].scorecard,))
    if outcome == "renege" and remedy.reneging_team is not None:
        title = infractions()[line.offense.infraction].title if line.offense else ""
        deed = f": {title[:1].lower()}{title[1:]}" if title else ""
        yield f"Renege by {heads[remedy.reneging_team].name}{deed}."


#: Running scores that were written down wrong.
_MISREAD: Final = {
    "before": "Before this hand the sheet has {side} at {written}. It should be {due}.",
    "after": "After this hand the sheet has {side} at {written}. It should be {due}.",
    "hickeys": "Before this hand the sheet has {side} at {written} hickeys. It should be {due}.",
}

#: Rules that a sheet can break.
_CANNOT_BE: Final = {
    "renege": "The sheet does not add up: after a renege the other side scores {renege}.",
    "nothing": "The sheet does not add up: if one side has 0, the other has at least 81.",
    "parts": "The sheet does not add up: cards and last trick come to 162, and melds to 20, 50, 100 or 200.",
}


def game_notes(game: ScoredGame) -> Iterator[str]:
    """Yield the notes on a game."""
    if game.missing:
        text = "Hand{|s} {hands} {is|are} missing and not in the totals."
        yield agree(len(game.missing), text, hands=join_runs(game.missing))
    given_twice = [line for line in game.lines if line.given > 1]
    text = "The same record{|s} of hand{|s} {hands} {was|were} given more than once; {it|each} counts once."
    yield from _note_on_hands(given_twice, text)
    text = "The record{|s} {hands} {has|have} no number; {it|each} is listed after the hand given before it."
    yield from _note_on_hands(game.unnumbered_lines, text)
    written = [line for line in game.lines if line.basis == "written"]
    text = "Hand{|s} {hands} {counts|count} as on the sheet; the cards were not recorded."
    yield from _note_on_hands(written, text)
    if any(game.standing.hickeys):
        yield f"Hickeys: {_format_totals(game, game.standing.hickeys)}."
    if purse := game.purse:
        heads, winner = side_headings(game), game.winner or 0
        names = heads[1 - winner].within_sentence, heads[winner].within_sentence
        payer, paid = names if purse.owed >= 0 else names[::-1]
        doubled = ": the game pays double because the losers are at zero or below"
        why = doubled if purse.doubled else " for the game"
        sets = f", and for sets: {_format_totals(game, purse.sets)}" if any(purse.sets) else ""
        yield f"{payer[0].upper()}{payer[1:]} owe {paid} {abs(purse.owed)}{why}{sets}."
    if game.written_totals != game.totals:
        yield f"The totals on the sheet: {_format_totals(game, game.written_totals)}."


def _note_on_hands(lines: Sequence[ScorecardLine], text: str) -> Iterator[str]:
    """Yield a note on some hands, if there are any; the text agrees with their number."""
    if lines:
        known = [line.number for line in lines if line.numbered]
        loose = [line.ruling.replay.hand.record.id for line in lines if not line.numbered]
        hands = join_words([*filter(None, [join_runs(known)]), *loose])
        yield agree(len(lines), text, hands=hands)


def _format_totals(game: ScoredGame, totals: Sequence[int]) -> str:
    return ", ".join(f"{head.name} {total}" for head, total in zip(side_headings(game), totals, strict=True))


def format_hand_number(line: ScorecardLine) -> str:
    """Return the number of a hand as shown."""
    return str(line.number) if line.numbered else "?"


def join_runs(hands: Sequence[int]) -> str:
    """Return numbers in words, with runs joined: `1 to 4, 6 and 9`."""
    runs: list[list[int]] = []
    for number in sorted(set(hands)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return join_words(f"{run[0]} to {run[-1]}" if len(run) > 2 else join_words(map(str, run)) for run in runs)


def verdict(game: ScoredGame) -> str:
    """Return the state of the game in a sentence."""
    heads, totals = side_headings(game), game.totals
    ladder = Ladder.parse(game.lines[-1].ruling.law.toggles.repeat)
    if ladder and game.winner is not None and (loser := game.standing.forfeited) is not None:
        again = f"{ordinal(ladder.last)} {ladder.of.replace('-', ' ')} of the {ladder.within}"
        by = f"by {'one player’s' if ladder.by == 'player' else 'their'} {again}"
        return f"{heads[game.winner].name} won: {heads[loser].within_sentence} lost the game {by}."
    if game.winner is not None:
        others = join_words(str(total) for side, total in enumerate(totals) if side != game.winner)
        return f"{heads[game.winner].name} won, {totals[game.winner]} to {others}."
    if game.state == "tied":
        return f"The game is tied: {f'both have {totals[0]}' if len(totals) == 2 else _format_totals(game, totals)}."
    if game.state in ("disputed", "unclear"):
        return f"{_open(game)} {_format_totals(game, totals)}."
    if game.another_hand:
        return f"Both have {totals[0]}, so another hand decides."
    return f"The game is not over: {_format_totals(game, totals)}."


def _open(game: ScoredGame) -> str:
    """Return why the result is open, leading to the score."""
    twice = sorted({line.number for line in game.lines if line.basis == "twice"})
    if game.state == "disputed":
        disputed = [line for line in game.lines if line.basis == "open"]
        text = "We cannot tell who won while hand{|s} {hands} {is|are} in dispute; without {it|them}:"
        return next(_note_on_hands(disputed, text))
    if twice:
        text = "while {more than one hand is numbered|several hands share the numbers} {hands}; without them:"
        return agree(len(twice), f"We cannot tell who won {text}", hands=join_runs(twice))
    text = "We cannot tell how the game ended while the record{|s} {hands} {has|have} no number; in the order given:"
    return next(_note_on_hands(game.unnumbered_lines, text))


def context(game: ScoredGame) -> tuple[str, ...]:
    """Return league, season, round, table and game, if recorded."""
    key = game.key
    numbered = (("round", key.round), ("table", key.table), ("game", key.game))
    texts = filter(None, (key.league, key.season, *map(format_american_date, game.venue)))
    return (*texts, *(f"{label} {number}" for label, number in numbered if number is not None))


#: Maximum number of labels under the drawing.
_LABELS: Final = 14


class Race(NamedTuple):
    """Drawing of the running totals."""

    #: Totals before the first hand that counts and after each, and the highest.
    totals: tuple[Scores, ...]
    most: int
    #: Labels below: position and number of a hand.
    hands: tuple[tuple[int, str], ...]
    #: Text alternative of the drawing.
    words: str
    #: Leader, in a sentence.
    lead: str
    #: Levels with a line.
    levels: tuple[int, ...]


def race(game: ScoredGame) -> Race | None:
    """Return the drawing of a game; None if no hand counts, or if it is not a game of Clabber."""
    counted, totals = game.lines_that_count, game.race
    law = game.lines[0].ruling.law
    if not counted or law.game is not CLABBER:
        return None
    goal = law.toggles.target
    numbers = [format_hand_number(line) for line in counted]
    heads = side_headings(game)
    numbered = zip(numbers, totals[1:], strict=True)
    scores = [f"after hand {number} {one} and {other}" for number, (one, other) in numbered]
    step = -(-len(numbers) // _LABELS)
    if game.lasting_lead is None:
        lead = f"Level after hand {numbers[-1]}."
    else:
        team, since = game.lasting_lead
        hand = f"hand {numbers[since]}" if since else "the first hand"
        if game.winner is None:
            lead = sentence(f"{heads[team].within_sentence} have led since {hand}")
        else:
            start = f"took the lead for good in {hand}" if since else f"led from {hand} on"
            lead = f"{heads[team].name} {start}."
    return Race(
        tuple(totals),
        max(goal, *map(max, totals)),
        tuple((at, number) for at, number in enumerate(numbers, 1) if (len(numbers) - at) % step == 0),
        f"{heads[0].name} and {heads[1].name}: {'; '.join(scores)}.",
        lead,
        (0, goal // 2, goal),
    )


#: No pages.
NOWHERE: Final[Mapping[str, str]] = MappingProxyType({})


class SideCells(NamedTuple):
    """Cells of one side in the row of a hand."""

    #: Points or a mark.
    mark: str
    #: Running total; empty if the hand does not count.
    total: str
    #: Melds and belle among the points; hickeys.
    extras: tuple[str, ...]
    #: Score on the sheet, if different.
    sheet: str


class HandLine(NamedTuple):
    """Row of a hand on a scorecard."""

    #: Number; a question mark if only this hand has none.
    number: str
    #: Anchor of its arithmetic.
    anchor: str
    dealer: str
    wrong_dealer: bool
    #: Maker and trump suit, as letters; empty if not known.
    maker: str
    suit: str
    columns: tuple[SideCells, ...]
    notes: tuple[str, ...]
    #: Counted, in dispute, or left out.
    tone: Literal["counts", "open", "left-out"]
    #: The result, and how it adds up.
    result: str
    arithmetic: Arithmetic
    #: Page of its ruling, in a site.
    page: str


class Card(NamedTuple):
    """Scorecard in reading order."""

    title: str
    context: tuple[str, ...]
    #: Round and game for an index, if recorded: `R3 G2`.
    when: str
    sides: tuple[SideHeading, ...]
    verdict: str
    #: Decided, open or going-on.
    tone: str
    rows: tuple[HandLine, ...]
    totals: Scores
    winner: int | None
    notes: tuple[str, ...]
    race: Race | None
    colophon: Colophon


def cards(
    games: Sequence[ScoredGame],
    *,
    anonymous: bool = False,
    checkpoint: str | None = None,
    pages: Mapping[str, str] = NOWHERE,
) -> list[Card]:
    """Return the scorecards of games on one page; `pages` are the pages of rulings by record id."""
    shown = []
    for number, given in enumerate(games, 1):
        game = anonymize_game(given) if anonymous else given
        heads, unfinished = side_headings(game), "going-on"
        if game.state in ("disputed", "unclear"):
            unfinished = "open"
        names = [head.name for head in heads]
        linked = [pages.get(line.ruling.replay.hand.record.id, "") for line in given.lines]
        numbered_lines = enumerate(zip(game.lines, linked, strict=True), 1)
        rows = (_line(line, heads, f"g{number}h{at}", page, anonymous) for at, (line, page) in numbered_lines)
        records = [digest(record_data(line.ruling.replay.hand.record)) for line in game.lines]
        rulesets = dict.fromkeys(line.ruling.law.ruleset.caption for line in game.lines)
        numbered = (("R", game.key.round), ("G", game.key.game))
        card = Card(
            title=" against ".join(names) if len(names) == 2 else join_words(names),
            context=context(game),
            when=" ".join(f"{letter}{at}" for letter, at in numbered if at is not None),
            sides=heads,
            verdict=verdict(game),
            tone="decided" if game.state in ("won", "tied") else unfinished,
            rows=tuple(rows),
            totals=game.totals,
            winner=game.winner,
            notes=tuple(game_notes(game)),
            race=race(game),
            colophon=Colophon((("the records", digest(records)),), tuple(rulesets), checkpoint),
        )
        shown.append(card)
    return shown


def _line(
    line: ScorecardLine, heads: tuple[SideHeading, ...], anchor: str, page: str, anonymous: bool
) -> HandLine:
    ruling, seating = line.ruling, line.ruling.replay.hand.seating
    speaker = speaker_of(ruling, anonymous=anonymous)
    nameless = speaker.without_names()
    result = "From the sheet; the cards were not recorded."
    if line.basis != "written":
        result = sentence(format_result(ruling, nameless))
    columns = []
    for team in range(len(seating.sides)):
        differs = team in line.differs or (line.basis == "open" and line.written_score[team] is not None)
        total = "" if line.counted is None else str(line.totals[team])
        extras = tuple(f"{name} {points[team]}" for name, points in line.extras.items() if points[team])
        sheet = f"sheet {line.written_score[team]}" if differs else ""
        columns.append(SideCells(line.marks[team], total, extras, sheet))
    left_out: Literal["open", "left-out"] = "open" if line.basis in ("open", "twice") else "left-out"
    return HandLine(
        number=format_hand_number(line),
        anchor=anchor,
        dealer=seating.seats[line.dealer],
        wrong_dealer=line.has_wrong_dealer,
        maker=ruling.maker or "",
        suit="" if ruling.replay.strain is None else ruling.replay.strain.name,
        columns=tuple(columns),
        notes=tuple(hand_notes(line, heads, speaker)),
        tone="counts" if line.counted is not None else left_out,
        result=result,
        arithmetic=arithmetic(ruling, nameless),
        page=page,
    )


_FORMAT: Final = "clabber-scorecard/1"
#: Columns of a game, of a hand, of each side of a hand. The headings are part of the format, for programs to read.
_OF_GAME: Final = ("league", "season", "round", "table", "game")
_OF_HAND: Final = ("number", "id", "dealer", "due_dealer", "maker", "trump", "outcome", "basis")
_OF_SIDE: Final = ("marks", "counted", "totals", "sheet")
_EXTRAS: Final = ("melds", "belle")
_HEADINGS: Final = {"number": "hand", "marks": "mark", "counted": "points", "totals": "total"}


def card_data(
    games: Sequence[ScoredGame], *, anonymous: bool = False, checkpoint: str | None = None
) -> dict[str, Any]:
    """Return games as data. Sides are named by their seats; None for unknown or not counted."""
    shown = [anonymize_game(game) for game in games] if anonymous else games
    data: dict[str, Any] = {"format": _FORMAT, "games": list(map(_game, shown))}
    return {**data, "checkpoint": checkpoint} if checkpoint else data


def card_json(games: Sequence[ScoredGame], *, anonymous: bool = False, checkpoint: str | None = None) -> str:
    return to_json_text(card_data(games, anonymous=anonymous, checkpoint=checkpoint))


def _game(game: ScoredGame) -> dict[str, Any]:
    key, totals = game.key, game.totals
    data = {
        "league": key.league or None,
        "season": key.season or None,
        "round": key.round,
        "table": key.table,
        "game": key.game,
        "sides": _map_by_side(game, [name or None for name in key.sides]),
        "state": game.state,
        "winner": None if game.winner is None else key.side_names[game.winner],
        "another_hand": game.another_hand,
        "totals": _map_by_side(game, totals),
        "written_totals": _map_by_side(game, game.written_totals),
        "order_matters": game.order_matters,
        "missing": list(game.missing),
        "hands": [_hand(game, line) for line in game.lines],
    }
    if game.standing.hickeys:
        data |= {
            "hickeys": _map_by_side(game, game.standing.hickeys),
            "sets": _map_by_side(game, game.standing.sets),
        }
    return {**data, "owed": game.purse.owed, "doubled": game.purse.doubled} if game.purse else data


def _map_by_side(game: ScoredGame, values: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(game.key.side_names, values, strict=True))


def _hand(game: ScoredGame, line: ScorecardLine) -> dict[str, Any]:
    ruling, sides = line.ruling, game.key.side_names
    seats, reneging = ruling.replay.hand.seating.seats, ruling.remedy.reneging_team
    data = {
        "number": line.number if line.numbered else None,
        "id": ruling.replay.hand.record.id,
        "given": line.given,
        "ruleset": ruling.law.ruleset.id,
        "dealer": seats[line.dealer],
        "due_dealer": None if line.due is None else seats[line.due],
        "maker": ruling.maker,
        "trump": None if ruling.replay.strain is None else ruling.replay.strain.name,
        "outcome": ruling.remedy.outcome,
        "reneging_team": None if reneging is None else sides[reneging],
        "basis": line.basis,
        "marks": _map_by_side(game, line.marks),
        **{name: _map_by_side(game, values) for name, values in line.extras.items()},
        "counted": None if line.counted is None else _map_by_side(game, line.counted),
        "totals": _map_by_side(game, line.totals),
        "sheet": _map_by_side(game, line.written_score),
        "sheet_differs": [sides[side] for side in line.differs],
        "sheet_adds_up": line.adds_up,
    }
    if line.misread:
        data["misread"] = [{**misread._asdict(), "side": sides[misread.side]} for misread in line.misread]
    return data


def card_rows(
    games: Sequence[ScoredGame], *, anonymous: bool = False, checkpoint: str | None = None
) -> list[list[CellSpreadsheet]]:
    """Return the table of hands: a heading, and a row for each; `state` and `winner` are those of the whole game.

    `card` numbers the games, which may have nothing else to tell them apart if anonymous. A `checkpoint` of an archive
    is the last column.
    """
    data, sides = card_data(games, anonymous=anonymous)["games"], _sides(games)
    extras = dict.fromkeys(name for game in games for line in game.lines for name in line.extras)
    of_side = (*(extras or _EXTRAS), *_OF_SIDE)
    of_sides = [f"{side}_{_HEADINGS.get(name, name)}" for side in sides for name in of_side]
    of_hand = (_HEADINGS.get(name, name) for name in _OF_HAND)
    rows: list[list[CellSpreadsheet]]
    rows = [["card", *_OF_GAME, *sides, *of_hand, *of_sides, "sheet_differs", "state", "winner"]]
    for number, game in enumerate(data, 1):
        for hand in game["hands"]:
            cells = [*_game_cells(number, game, sides), *(hand[name] for name in _OF_HAND)]
            cells += [(hand.get(name) or {}).get(side) for side in sides for name in of_side]
            rows.append([*cells, " ".join(hand["sheet_differs"]), game["state"], game["winner"]])
    return _with_checkpoint(rows, checkpoint)


def game_rows(
    games: Sequence[ScoredGame], *, anonymous: bool = False, checkpoint: str | None = None
) -> list[list[CellSpreadsheet]]:
    """Return the table of games: a heading, and a row for each with its result."""
    sides = _sides(games)
    rows: list[list[CellSpreadsheet]] = [
        ["card", *_OF_GAME, *sides, *(f"{side}_total" for side in sides), "state", "winner"]
    ]
    for number, game in enumerate(card_data(games, anonymous=anonymous)["games"], 1):
        totals = [game["totals"].get(side) for side in sides]
        rows.append([*_game_cells(number, game, sides), *totals, game["state"], game["winner"]])
    return _with_checkpoint(rows, checkpoint)


def _sides(games: Sequence[ScoredGame]) -> Sequence[str]:
    return list(dict.fromkeys(side for game in games for side in game.key.side_names)) or TEAMS


def _game_cells(number: int, game: dict[str, Any], sides: Sequence[str]) -> list[CellSpreadsheet]:
    return [number, *(game[name] for name in _OF_GAME), *(game["sides"].get(side) for side in sides)]


def _with_checkpoint(
    rows: list[list[CellSpreadsheet]], checkpoint: str | None
) -> list[list[CellSpreadsheet]]:
    if not checkpoint:
        return rows
    return [[*row, "checkpoint" if place == 0 else checkpoint] for place, row in enumerate(rows)]


def card_csv(games: Sequence[ScoredGame], *, anonymous: bool = False, checkpoint: str | None = None) -> str:
    """Return the table of hands as CSV in UTF-8, safe to open in a spreadsheet."""
    return csv_text(card_rows(games, anonymous=anonymous, checkpoint=checkpoint))


def card_xlsx(
    games: Sequence[ScoredGame], *, anonymous: bool = False, checkpoint: str | None = None
) -> bytes:
    """Return both tables as a workbook. Raise Unusable without the package that writes workbooks."""
    rows = {"Games": game_rows, "Hands": card_rows}
    return xlsx_bytes(
        {name: of(games, anonymous=anonymous, checkpoint=checkpoint) for name, of in rows.items()}
    )


#: The hand, its dealer and its maker.
_HEAD: Final = 16
#: The widest that a number of points or a total stands.
_NUMBER: Final = 6


def card_text(games: Sequence[ScoredGame], *, anonymous: bool = False, checkpoint: str | None = None) -> str:
    """Return the scorecards as text, one after the other, ending with a newline; empty without a game.

    A `checkpoint` of an archive is printed last.
    """
    shown = cards(games, anonymous=anonymous, checkpoint=checkpoint)
    return "\n\n".join(map(join_lines, map(_card_text, shown)))


def _card_text(shown: Card) -> Iterator[str]:
    column = (WIDTH - _HEAD) // len(shown.sides)
    narrow = min(_NUMBER, column // 2)
    wide = column - 2 * narrow

    def cells(extras: str, mark: str, total: str) -> str:
        return f"{extras:>{wide}}{mark:>{narrow}}{total:>{narrow}}"

    yield from head(f"Scorecard: {shown.title}", shown.context)
    yield from wrap(shown.verdict)
    yield ""
    names = [textwrap.wrap(side.name, column - 2, break_on_hyphens=False) for side in shown.sides]
    longest = max(map(len, names))
    names = [[""] * (longest - len(lines)) + lines for lines in names]
    seats = [side.seats for side in shown.sides]
    for line in [*zip(*names, strict=True), *([seats] if any(seats) else [])]:
        yield " " * _HEAD + "".join(f"{name:>{column}}" for name in line)
    # With many players the columns are narrow.
    labels = cells("", "hand", "total" if narrow >= _NUMBER else "all") * len(names)
    yield f"{'No.':>4} {'Deal':>4}  {'Made'}".ljust(_HEAD) + labels
    yield "-" * WIDTH
    for row in shown.rows:
        dealer = f"{row.dealer}!" if row.wrong_dealer else row.dealer
        made = f"{row.maker} {SUIT_SYMBOLS.get(row.suit, row.suit)}"
        start = f"{row.number:>4}    {dealer}".ljust(11) + made
        texts = []
        for cell in row.columns:
            # The sheet's score is in the notes too, and left out if there is no room.
            extras = [", ".join([*cell.extras, *filter(None, [cell.sheet])]), ", ".join(cell.extras)]
            fitting = next((text for text in extras if len(text) <= wide), "")
            texts.append(cells(fitting, cell.mark, cell.total))
        yield start.ljust(_HEAD) + "".join(texts)
        for note in row.notes:
            yield from wrap(note, "       ! ")
    yield "-" * WIDTH
    yield f"{'Total':<{_HEAD}}" + "".join(cells("", "", str(total)) for total in shown.totals)
    if shown.notes or shown.race:
        yield ""
    for note in (*shown.notes, *((shown.race.lead,) if shown.race else ())):
        yield from wrap(note, "  - ")
    yield from foot(shown.colophon)


def card_page(
    games: Sequence[ScoredGame],
    *,
    anonymous: bool = False,
    checkpoint: str | None = None,
    frame: PageFrame | None = None,
    pages: Mapping[str, str] = NOWHERE,
) -> str:
    """Return the scorecards as one HTML page, each on its own sheet of paper.

    A `checkpoint` of an archive is at the foot. A site puts its `frame` around the page; `pages` are its rulings by
    record id.
    """
    shown = cards(games, anonymous=anonymous, checkpoint=checkpoint, pages=pages)
    style = inline_styles("base.css", "scorecard.css", *(["frame.css"] if frame else []))
    return render("scorecard.html.j2", cards=shown, frame=frame, **style)
