"""What is to be said about a hand and about a game, in sentences: the sheet, the dealer, what does not count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clabber_audit.ground.counted import counted
from clabber_audit.law.infractions import infractions
from clabber_audit.render.scorecard.sides import Side, sides
from clabber_audit.render.wording import Speaker, listed
from clabber_audit.scorecard.card import Game, Line


def of_hand(line: Line, heads: tuple[Side, Side], speaker: Speaker) -> Iterator[str]:
    """What is to be said about one hand."""
    yield from _standing(line, heads)
    yield from _sheet(line, heads)
    if line.basis == "sheet":
        yield from (_sentence(speaker.finding(slip)) for slip in line.slips)
    elif line.wrong_by:
        yield _CANNOT_BE[line.wrong_by]
    if line.wrong_dealer and line.due is not None:
        yield f"{speaker.seat(line.dealer)} dealt, but it was the turn of {speaker.seat(line.due)}."


def _standing(line: Line, heads: tuple[Side, Side]) -> Iterator[str]:
    """Whether and why a hand counts otherwise than by its cards."""
    outcome = line.ruling.remedy.outcome
    if line.basis == "after":
        yield "Played after the game was over: it does not count."
    elif line.basis == "open":
        yield "In dispute: the record cannot decide what this hand scores, and the totals leave it out."
    elif line.basis == "twice":
        yield f"Another hand that scores has the number {line.number} too, so one of them is wrong; neither counts."
    elif line.basis == "unfinished":
        yield _unfinished(line, heads)
    elif outcome == "passed_out":
        yield "Everybody passed; nobody scores."
    elif line.ruling.both_guilty:
        yield "Both sides reneged; nobody scores."
    elif outcome == "redeal":
        yield "The deal does not count; nobody scores."
    if outcome == "renege" and line.ruling.remedy.reneging_team is not None:
        yield _renege(line, heads[line.ruling.remedy.reneging_team])


def _unfinished(line: Line, heads: tuple[Side, Side]) -> str:
    """Why a hand has no score: at most one side's was written, and the cards do not tell it."""
    written = [(heads[team].name, mark) for team, mark in enumerate(line.written) if mark is not None]
    if len(written) == 1:
        team, mark = written[0]
        return f"Only the score of {team} was written, {mark}, not the other; the totals leave the hand out."
    if not line.ruling.walk.hand.record.plays:
        return "Neither cards nor a score were written; the totals leave the hand out."
    return "The play stopped and no score was written; the totals leave it out."


def _renege(line: Line, offenders: Side) -> str:
    told = [finding for finding in line.file.point.told if finding.team == line.ruling.remedy.reneging_team]
    if not told:
        return f"Renege by {offenders.name}."
    deed = infractions()[told[0].infraction].title
    return f"Renege by {offenders.name}: {deed[:1].lower() + deed[1:]}."


def _sheet(line: Line, heads: tuple[Side, Side]) -> Iterator[str]:
    """Where the written sheet says otherwise than the ruling."""
    for team in line.differs:
        given = line.ruling.remedy.known[team] or 0
        if line.basis == "sheet":
            clause = "The sheet says {sheet} for {team}, what it breaks down comes to {given}."
        elif line.ruling.remedy.outcome == "scored":
            clause = "The sheet says {sheet} for {team}, the cards give {given}."
        else:
            clause = "The sheet says {sheet} for {team}, the ruling gives {given}."
        yield clause.format(sheet=line.written[team], team=heads[team].name, given=given)


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."


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
    yield from _copies(game)
    yield from _without_number(game)
    as_written = [line for line in game.lines if line.basis == "written"]
    if as_written:
        yield counted(
            len(as_written),
            "Hand {hands} counts as the sheet has it; the cards that would tell its score were not recorded.",
            "Hands {hands} count as the sheet has them; the cards that would tell their scores were not recorded.",
            hands=_named(as_written),
        )
    if game.written_totals != game.totals:
        both = zip(sides(game), game.written_totals, strict=True)
        totals = ", ".join(f"{head.name} {total}" for head, total in both)
        yield f"By the written sheet the totals would be {totals}."


def _copies(game: Game) -> Iterator[str]:
    """Which hands were given more than once."""
    again = [line for line in game.lines if line.given > 1]
    if again:
        yield counted(
            len(again),
            "The same record of hand {hands} was given more than once; it counts once.",
            "The same records of hands {hands} were given more than once; each counts once.",
            hands=_named(again),
        )


def _without_number(game: Game) -> Iterator[str]:
    """Which hands have no number, and where they stand."""
    loose = [line for line in game.lines if not line.numbered]
    if loose:
        yield counted(
            len(loose),
            "The record {hands} has no number; it stands behind the hand that was given before it.",
            "The records {hands} have no number; each stands behind the hand that was given before it.",
            hands=_named(loose),
        )


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
    words = [f"{run[0]} to {run[-1]}" if len(run) > 2 else listed(list(map(str, run))) for run in runs]
    return listed(words) if len(words) > 1 else words[0]


def verdict(game: Game) -> str:
    """How the game stands, in a sentence."""
    heads, totals = sides(game), game.totals
    score: dict[str, str | int] = {
        "north_south": heads[0].name,
        "first": totals[0],
        "east_west": heads[1].name,
        "second": totals[1],
    }
    if game.winner is not None:
        return f"{heads[game.winner].name} won, {totals[game.winner]} to {totals[1 - game.winner]}."
    if game.state == "tied":
        return f"The game is tied: both have {totals[0]}."
    if game.state == "disputed":
        open_hands = [line for line in game.lines if line.basis == "open"]
        return counted(
            len(open_hands),
            "Who won cannot be told while hand {hands} is in dispute; without it {north_south} {first}, "
            "{east_west} {second}.",
            "Who won cannot be told while hands {hands} are in dispute; without them {north_south} {first}, "
            "{east_west} {second}.",
            hands=_named(open_hands),
            **score,
        )
    if game.state == "unclear":
        return _unclear(game, score)
    if game.another_hand:
        return f"Both have {totals[0]}: another hand decides."
    return "The game is not over: {north_south} {first}, {east_west} {second}.".format(**score)


def _unclear(game: Game, score: dict[str, str | int]) -> str:
    twice = sorted({line.number for line in game.lines if line.basis == "twice"})
    if twice:
        return counted(
            len(twice),
            "Who won cannot be told while the number {hands} stands on more than one hand; without them {north_south} "
            "{first}, {east_west} {second}.",
            "Who won cannot be told while the numbers {hands} stand on more than one hand each; without them "
            "{north_south} {first}, {east_west} {second}.",
            hands=numbers(twice),
            **score,
        )
    loose = [line for line in game.lines if not line.numbered]
    return counted(
        len(loose),
        "How the game ended cannot be told while the record {hands} has no number; in the order given {north_south} "
        "{first}, {east_west} {second}.",
        "How the game ended cannot be told while the records {hands} have no number; in the order given {north_south} "
        "{first}, {east_west} {second}.",
        hands=_named(loose),
        **score,
    )


def title(game: Game) -> str:
    """Who plays whom."""
    heads = sides(game)
    return f"{heads[0].name} against {heads[1].name}"


def context(game: Game) -> tuple[str, ...]:
    """League, season, round, table and game, as far as they were written down."""
    key = game.key
    counted = (("round {number}", key.round), ("table {number}", key.table), ("game {number}", key.game))
    texts = [text for text in (key.league, key.season, *_venue(game)) if text]
    return (*texts, *(label.format(number=number) for label, number in counted if number is not None))


def when(game: Game) -> str:
    """Round and game in a few letters, as far as they were written down."""
    counted = (("R{number}", game.key.round), ("G{number}", game.key.game))
    return " ".join(label.format(number=number) for label, number in counted if number is not None)


def _venue(game: Game) -> tuple[str, ...]:
    """Where and when, if the hands agree on it."""
    contexts = [line.ruling.walk.hand.record.context for line in game.lines]
    venues = {(context.venue or "", context.date or "") if context else ("", "") for context in contexts}
    return next(iter(venues)) if len(venues) == 1 else ()


def rulesets(game: Game) -> tuple[str, ...]:
    """The rulesets that the hands were judged by, in the order in which they first appear."""
    named = [line.ruling.law.ruleset for line in game.lines]
    return tuple(dict.fromkeys(f"{ruleset.title} ({ruleset.id})" for ruleset in named))
