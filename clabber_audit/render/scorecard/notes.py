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
    #: How a sentence names it: `the Owls`, `Ann and Cy`, `North-South`.
    spoken: str


def sides(game: Game) -> tuple[Side, ...]:
    """Return the heads of the columns."""
    teams = {*(game.lines[0].ruling.walk.hand.record.teams or {}).values()} if game.lines else set[str]()
    return tuple(
        Side(name or own, own if name else "", _spoken(name or own, name in teams))
        for name, own in zip(game.key.sides, map(side, game.key.side_names), strict=True)
    )


def _spoken(name: str, is_team: bool) -> str:
    return f"the {name}" if is_team and not name.lower().startswith("the ") else name


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
        yield _MISREAD[one.what].format(side=heads[one.side].spoken, written=one.written, due=one.due)
    if line.wrong_dealer and line.due is not None:
        yield f"{speaker.seat(line.dealer)} dealt, but {speaker.seat(line.due)} should have dealt."


def _standing(line: Line, heads: tuple[Side, ...]) -> Iterator[str]:
    """Whether and why a hand counts otherwise than by its cards."""
    remedy = line.ruling.remedy
    if line.basis == "after":
        yield "Played after the game was over; does not count."
    elif line.basis == "open":
        yield "In dispute. The record does not settle this hand’s score, so it is left out of the totals."
    elif line.basis == "twice":
        yield f"Another hand is also numbered {line.number}, so one of them is wrong. Neither counts."
    elif line.basis == "unfinished":
        yield _unfinished(line, heads)
    elif remedy.outcome == "passed_out":
        yield "Everyone passed; nobody scores."
    elif line.ruling.both_guilty:
        yield "Both sides reneged; nobody scores."
    elif remedy.outcome == "redeal":
        yield "Misdeal; nobody scores."
    elif remedy.outcome == "annulled":
        yield "The deal is annulled; nobody scores."
    elif remedy.outcome == "sat_out":
        yield "Everyone else dropped out; no card was played."
    if remedy.outcome == "renege" and remedy.reneging_team is not None:
        title = infractions()[line.offense.infraction].title if line.offense else ""
        deed = f": {title[:1].lower()}{title[1:]}" if title else ""
        yield f"Renege by {heads[remedy.reneging_team].name}{deed}."


def _unfinished(line: Line, heads: tuple[Side, ...]) -> str:
    """Why a hand has no score: at most one side's was written, and the cards do not tell it."""
    written = [(heads[team].name, mark) for team, mark in enumerate(line.written) if mark is not None]
    if len(written) == 1:
        team, mark = written[0]
        return f"Only one score was written ({team} {mark}), so the hand is left out of the totals."
    if not line.ruling.walk.hand.record.plays:
        return "Neither cards nor a score were written down, so the hand is left out of the totals."
    return "Play stopped and no score was written down, so the hand is left out of the totals."


def _sheet(line: Line, heads: tuple[Side, ...]) -> Iterator[str]:
    """Where the written sheet says otherwise than the ruling."""
    gives = "but the cards give" if line.ruling.remedy.outcome == "scored" else "but the ruling gives"
    gives = "but its parts add up to" if line.basis == "sheet" else gives
    for team in line.differs:
        given = line.ruling.remedy.known[team] or 0
        yield f"The sheet gives {heads[team].spoken} {line.written[team]}, {gives} {given}."


#: What was carried forward wrongly.
_MISREAD: Final = {
    "before": "Before this hand the sheet has {side} at {written}. It should be {due}.",
    "after": "After this hand the sheet has {side} at {written}. It should be {due}.",
    "hickeys": "Before this hand the sheet has {side} at {written} hickeys. It should be {due}.",
}

#: By which rule a sheet cannot be right.
_CANNOT_BE: Final = {
    "renege": "The sheet does not add up: after a renege the other side scores 162 plus its melds.",
    "nothing": "The sheet does not add up: if one side has 0, the other has at least 81.",
    "parts": "The sheet does not add up: cards and last trick come to 162, and melds to 20, 50, 100 or 200.",
}


def of_game(game: Game) -> Iterator[str]:
    """What is to be said about a game beside how it stands."""
    if game.missing:
        yield counted(
            len(game.missing),
            "Hand {hands} is missing and not in the totals.",
            "Hands {hands} are missing and not in the totals.",
            hands=numbers(game.missing),
        )
    yield from _of_hands(
        [line for line in game.lines if line.given > 1],
        "The same record of hand {hands} was given more than once; it counts once.",
        "The same records of hands {hands} were given more than once; each counts once.",
    )
    yield from _of_hands(
        game.loose,
        "The record {hands} has no number; it is listed after the hand given before it.",
        "The records {hands} have no number; each is listed after the hand given before it.",
    )
    yield from _of_hands(
        [line for line in game.lines if line.basis == "written"],
        "Hand {hands} counts as on the sheet; the cards were not recorded.",
        "Hands {hands} count as on the sheet; the cards were not recorded.",
    )
    if any(game.standing.hickeys):
        yield f"Hickeys: {_both(game, game.standing.hickeys)}."
    if game.purse:
        yield _settled(game, game.purse)
    if game.written_totals != game.totals:
        yield f"The totals on the sheet: {_both(game, game.written_totals)}."


def _settled(game: Game, purse: Purse) -> str:
    """What the losers of two sides pay, or are paid."""
    heads, winner = sides(game), game.winner or 0
    names = heads[1 - winner].spoken, heads[winner].spoken
    payer, paid = names if purse.owed >= 0 else names[::-1]
    why = ": the game pays double because the losers are at zero or below" if purse.doubled else " for the game"
    sets = f", and for sets: {_both(game, purse.sets)}" if any(purse.sets) else ""
    return f"{payer[0].upper()}{payer[1:]} owe {paid} {abs(purse.owed)}{why}{sets}."


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
        return f"Both have {totals[0]}, so another hand decides."
    return f"The game is not over: {_both(game, totals)}."


def _open(game: Game) -> str:
    """Why nobody can tell how a game ended, and by what the score that follows is one."""
    twice = sorted({line.number for line in game.lines if line.basis == "twice"})
    if game.state == "disputed":
        (said,) = _of_hands(
            [line for line in game.lines if line.basis == "open"],
            "We cannot tell who won while hand {hands} is in dispute; without it:",
            "We cannot tell who won while hands {hands} are in dispute; without them:",
        )
    elif twice:
        said = counted(
            len(twice),
            "We cannot tell who won while more than one hand is numbered {hands}; without them:",
            "We cannot tell who won while several hands share the numbers {hands}; without them:",
            hands=numbers(twice),
        )
    else:
        (said,) = _of_hands(
            game.loose,
            "We cannot tell how the game ended while the record {hands} has no number; in the order given:",
            "We cannot tell how the game ended while the records {hands} have no number; in the order given:",
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
