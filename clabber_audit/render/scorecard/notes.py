"""What is to be said about a hand and about a game, in sentences: the sheet, the dealer, what does not count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from clabber_audit.ground.counted import counted
from clabber_audit.law.infractions import infractions
from clabber_audit.render.wording import Speaker, listed, side
from clabber_audit.scorecard.card import Game
from clabber_audit.scorecard.line import Line
from clabber_audit.scorecard.standing import Purse


class Side(NamedTuple):
    """The head of a column."""

    #: The team, or the players, or the seats where neither was written down.
    name: str
    #: The seats, where the name is another.
    seats: str


def sides(game: Game) -> tuple[Side, ...]:
    """The heads of the columns."""
    seats = map(side, game.key.side_names)
    return tuple(Side(name or own, own if name else "") for name, own in zip(game.key.sides, seats, strict=True))


def of_hand(line: Line, heads: tuple[Side, ...], speaker: Speaker) -> Iterator[str]:
    """What is to be said about one hand."""
    yield from _standing(line, heads)
    yield from _sheet(line, heads)
    if line.basis == "sheet":
        clauses = map(speaker.finding, line.slips)
        yield from (f"{clause[:1].upper()}{clause[1:]}." for clause in clauses)
    elif line.wrong_by:
        yield _CANNOT_BE[line.wrong_by]
    for one in line.misread:
        yield _MISREAD[one.what].format(side=heads[one.side].name, written=one.written, due=one.due)
    if line.wrong_dealer and line.due is not None:
        yield f"{speaker.seat(line.dealer)} dealt, but it was the turn of {speaker.seat(line.due)}."


def _standing(line: Line, heads: tuple[Side, ...]) -> Iterator[str]:
    """Whether and why a hand counts otherwise than by its cards."""
    remedy = line.ruling.remedy
    if line.basis == "after":
        yield "Played after the game was over: it does not count."
    elif line.basis == "open":
        yield "In dispute: the record cannot decide what this hand scores, and the totals leave it out."
    elif line.basis == "twice":
        yield f"Another hand that scores has the number {line.number} too, so one of them is wrong; neither counts."
    elif line.basis == "unfinished":
        yield _unfinished(line, heads)
    elif remedy.outcome == "passed_out":
        yield "Everybody passed; nobody scores."
    elif line.ruling.both_guilty:
        yield "Both sides reneged; nobody scores."
    elif remedy.outcome == "redeal":
        yield "The deal does not count; nobody scores."
    elif remedy.outcome == "annulled":
        yield "The deal is annulled; nobody scores."
    elif remedy.outcome == "sat_out":
        yield "All others left the hand; no card was played."
    if remedy.outcome == "renege" and remedy.reneging_team is not None:
        title = infractions()[line.offense.infraction].title if line.offense else ""
        deed = f": {title[:1].lower()}{title[1:]}" if title else ""
        yield f"Renege by {heads[remedy.reneging_team].name}{deed}."


def _unfinished(line: Line, heads: tuple[Side, ...]) -> str:
    """Why a hand has no score: at most one side's was written, and the cards do not tell it."""
    written = [(heads[team].name, mark) for team, mark in enumerate(line.written) if mark is not None]
    if len(written) == 1:
        team, mark = written[0]
        return f"Only the score of {team} was written, {mark}, not the other; the totals leave the hand out."
    if not line.ruling.walk.hand.record.plays:
        return "Neither cards nor a score were written; the totals leave the hand out."
    return "The play stopped and no score was written; the totals leave it out."


def _sheet(line: Line, heads: tuple[Side, ...]) -> Iterator[str]:
    """Where the written sheet says otherwise than the ruling."""
    gives = "the cards give" if line.ruling.remedy.outcome == "scored" else "the ruling gives"
    gives = "what it breaks down comes to" if line.basis == "sheet" else gives
    for team in line.differs:
        given = line.ruling.remedy.known[team] or 0
        yield f"The sheet says {line.written[team]} for {heads[team].name}, {gives} {given}."


#: What was carried forward wrongly.
_MISREAD: Final = {
    "before": "The sheet has {side} at {written} before this hand; it is {due}.",
    "after": "The sheet has {side} at {written} after this hand; it is {due}.",
    "hickeys": "The sheet has {side} at {written} hickeys before this hand; it is {due}.",
}

#: By which rule a sheet cannot be right.
_CANNOT_BE: Final = {
    "renege": "The sheet does not add up: a renege brings the other side 162 and its melds.",
    "nothing": "The sheet does not add up: where one side has nothing, the other has 81 at least.",
    "parts": "The sheet does not add up: cards and last trick make 162, and melds bring 20, 50, 100 or 200.",
}


def of_game(game: Game) -> Iterator[str]:
    """What is to be said about a game beside how it stands."""
    if game.missing:
        yield counted(
            len(game.missing),
            "Hand {hands} is missing; the totals do without it.",
            "Hands {hands} are missing; the totals do without them.",
            hands=numbers(game.missing),
        )
    yield from _of_hands(
        [line for line in game.lines if line.given > 1],
        "The same record of hand {hands} was given more than once; it counts once.",
        "The same records of hands {hands} were given more than once; each counts once.",
    )
    yield from _of_hands(
        game.loose,
        "The record {hands} has no number; it stands behind the hand that was given before it.",
        "The records {hands} have no number; each stands behind the hand that was given before it.",
    )
    yield from _of_hands(
        [line for line in game.lines if line.basis == "written"],
        "Hand {hands} counts as the sheet has it; the cards that would tell its score were not recorded.",
        "Hands {hands} count as the sheet has them; the cards that would tell their scores were not recorded.",
    )
    if any(game.standing.hickeys):
        yield f"Hickeys: {_both(game, game.standing.hickeys)}."
    if game.purse:
        yield _settled(game, game.purse)
    if game.written_totals != game.totals:
        yield f"By the written sheet the totals would be {_both(game, game.written_totals)}."


def _settled(game: Game, purse: Purse) -> str:
    """What the losers of two sides pay, or are paid."""
    heads, winner = sides(game), game.winner or 0
    names = heads[1 - winner].name, heads[winner].name
    payer, paid = names if purse.owed >= 0 else names[::-1]
    why = f"the game{', twice, as the losers have nothing' if purse.doubled else ''}"
    sets = f", and for sets: {_both(game, purse.sets)}" if any(purse.sets) else ""
    return f"{payer} owe {paid} {abs(purse.owed)} for {why}{sets}."


def _of_hands(lines: Sequence[Line], one: str, many: str) -> Iterator[str]:
    """What is to be said of some hands, if there are any."""
    if lines:
        yield counted(len(lines), one, many, hands=_named(lines))


def _both(game: Game, totals: Sequence[int]) -> str:
    return ", ".join(f"{head.name} {total}" for head, total in zip(sides(game), totals, strict=True))


def number(line: Line) -> str:
    """The number of a hand as it is shown."""
    return str(line.number) if line.numbered else "?"


def _named(lines: Sequence[Line]) -> str:
    """Hands by their numbers, those without one by the ids of their records."""
    known = [line.number for line in lines if line.numbered]
    loose = [line.ruling.walk.hand.record.id for line in lines if not line.numbered]
    return listed([*([numbers(known)] if known else []), *loose]) if loose else numbers(known)


def numbers(hands: Sequence[int]) -> str:
    """The numbers of hands, those that follow each other drawn together: `1 to 4, 6 and 9`."""
    runs: list[list[int]] = []
    for number in sorted(set(hands)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed([f"{run[0]} to {run[-1]}" if len(run) > 2 else listed(list(map(str, run))) for run in runs])


def verdict(game: Game) -> str:
    """How the game stands, in a sentence."""
    heads, totals = sides(game), game.totals
    if game.winner is not None:
        others = listed([str(total) for side, total in enumerate(totals) if side != game.winner])
        return f"{heads[game.winner].name} won, {totals[game.winner]} to {others}."
    if game.state == "tied":
        return f"The game is tied: {f'both have {totals[0]}' if len(totals) == 2 else _both(game, totals)}."
    if game.state in ("disputed", "unclear"):
        return f"{_open(game)} {_both(game, totals)}."
    if game.another_hand:
        return f"Both have {totals[0]}: another hand decides."
    return f"The game is not over: {_both(game, totals)}."


def _open(game: Game) -> str:
    """Why nobody can tell how a game ended, and by what the score that follows is one."""
    twice = sorted({line.number for line in game.lines if line.basis == "twice"})
    if game.state == "disputed":
        (said,) = _of_hands(
            [line for line in game.lines if line.basis == "open"],
            "Who won cannot be told while hand {hands} is in dispute; without it",
            "Who won cannot be told while hands {hands} are in dispute; without them",
        )
    elif twice:
        said = counted(
            len(twice),
            "Who won cannot be told while the number {hands} stands on more than one hand; without them",
            "Who won cannot be told while the numbers {hands} stand on more than one hand each; without them",
            hands=numbers(twice),
        )
    else:
        (said,) = _of_hands(
            game.loose,
            "How the game ended cannot be told while the record {hands} has no number; in the order given",
            "How the game ended cannot be told while the records {hands} have no number; in the order given",
        )
    return said


def context(game: Game) -> tuple[str, ...]:
    """League, season, round, table and game, as far as they were written down."""
    key = game.key
    numbered = (("round", key.round), ("table", key.table), ("game", key.game))
    texts = [text for text in (key.league, key.season, *game.venue) if text]
    return (*texts, *(f"{label} {number}" for label, number in numbered if number is not None))


def when(game: Game) -> str:
    """Round and game in a few letters, as far as they were written down."""
    numbered = (("R", game.key.round), ("G", game.key.game))
    return " ".join(f"{letter}{number}" for letter, number in numbered if number is not None)
