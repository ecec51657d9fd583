"""Hands into a game: the columns that players know, a side each, with running totals and who won.

What a hand scores was decided before; here it is only added up, compared with the written sheet, and the turn of the
dealer followed from hand to hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, TypeVar

from clabber_audit.record.dates import understood
from clabber_audit.record.noted import Noted
from clabber_audit.ruling.anonymous import anonymous
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.summary import Summary, summary
from clabber_audit.scorecard.entries import entries, order_matters
from clabber_audit.scorecard.keeping import keeping_of
from clabber_audit.scorecard.line import Line, as_written, line_of
from clabber_audit.scorecard.standing import Purse, Standing
from clabber_audit.table.seating import Scores, Seating

#: "unclear" is a game of which two hands cannot both be it, or whose end depends on when a hand without a number was
#: played.
State = Literal["won", "tied", "unfinished", "disputed", "unclear"]


Item = TypeVar("Item")


class GameKey(NamedTuple):
    """What tells games apart. Names are those of the teams, or of the players where no team is named."""

    league: str
    season: str
    round: int | None
    table: int | None
    game: int | None
    #: What each side is called, and by which name the table knows it.
    sides: tuple[str, ...]
    side_names: tuple[str, ...]
    #: What is played.
    kind: str
    #: The date, if it is all that tells the game from another one.
    date: str = ""


class Game(NamedTuple):
    """A game: its hands, its totals, and how it stands."""

    key: GameKey
    lines: tuple[Line, ...]
    totals: Scores
    #: The totals that the written sheet gives, hand by hand as written and else as ruled.
    written_totals: Scores
    #: How it stood before its first hand.
    begun: Standing
    state: State
    #: The side that won; None unless `state` is "won".
    winner: int | None
    #: The numbers of hands that are missing, from 1 to the last.
    missing: tuple[int, ...]
    #: Whether both have as many at 500 or more, and another hand decides (R-078).
    another_hand: bool
    #: Whether the game may have ended otherwise, had a hand without a number been played at another time.
    order_matters: bool = False
    #: What the losers owe.
    purse: Purse | None = None

    @property
    def standing(self) -> Standing:
        """How it stands after its last hand."""
        return self.lines[-1].standing if self.lines else self.begun

    @property
    def counted(self) -> list[Line]:
        """The hands that count."""
        return [line for line in self.lines if line.counted is not None]

    @property
    def race(self) -> list[Scores]:
        """The totals at the start and after each hand that counts."""
        return [self.begun.totals, *(line.totals for line in self.counted)]

    @property
    def ahead(self) -> tuple[int, int] | None:
        """The side that is ahead, and how many hands had counted before that which brought it there for good."""
        race = self.race
        most = max(race[-1])
        if race[-1].count(most) > 1:
            return None
        team = race[-1].index(most)
        others = [other for other in range(len(race[-1])) if other != team]
        return team, max(place for place, each in enumerate(race) if each[team] <= max(each[other] for other in others))

    @property
    def venue(self) -> tuple[str, ...]:
        """Where and when it was played, if the hands agree on it."""
        contexts = [line.hand.noted.context for line in self.lines]
        venues = {(context.venue or "", context.date or "") if context else ("", "") for context in contexts}
        return next(iter(venues)) if len(venues) == 1 else ()

    @property
    def loose(self) -> list[Line]:
        """The hands without a number among hands that have one."""
        return [line for line in self.lines if not line.numbered]

    @property
    def in_dispute(self) -> bool:
        """Whether a hand of the game cannot be decided."""
        return any(line.basis == "open" for line in self.lines)


def game_of(hand: Summary) -> GameKey:
    """The game that a hand belongs to, as far as its record says."""
    noted, seating = hand.noted, hand.seating
    context, kind = noted.context, hand.law.game.id
    sides = tuple(_called(noted, seating, side) for side in range(len(seating.sides)))
    if context is None:
        return GameKey("", "", None, None, None, sides, seating.side_names, kind)
    place = (context.league or "", context.season or "", context.round, context.table, context.game)
    return GameKey(*place, sides, seating.side_names, kind)


def _called(noted: Noted, seating: Seating, side: int) -> str:
    """What a side is called: its team, or its players; nothing where neither was written down."""
    seats = [seating.seats[seat] for seat in seating.seats_of(side)]
    named = " and ".join(noted.players[seat] for seat in seats if seat in noted.players)
    return noted.teams.get(seating.side_names[side]) or named


def games(rulings: Iterable[Ruling]) -> list[Game]:
    """The games that hands belong to, in the order in which they first appear."""
    return [scorecard(hands, key) for key, hands in by_game(map(summary, rulings), lambda hand: hand).items()]


def by_game(items: Iterable[Item], hand_of: Callable[[Item], Summary]) -> dict[GameKey, list[Item]]:
    """Return what belongs to each game, in the order in which the games first appear.

    Without a round and the number of a game, hands of different dates are of different games; a hand without a date is
    of the game before it.
    """
    found: dict[GameKey, list[tuple[str, Item]]] = {}
    for item in items:
        hand = hand_of(item)
        key, context = game_of(hand), hand.noted.context
        date = (context and context.date) or ""
        found.setdefault(key, []).append((understood(date) or " ".join(date.split()).casefold(), item))
    games: dict[GameKey, list[Item]] = {}
    for key, own in found.items():
        dates = list(dict.fromkeys(date for date, _item in own if date))
        several = len(dates) > 1 and None in (key.round, key.game)
        date = dates[0] if several else ""
        for said, item in own:
            date = (said or date) if several else ""
            games.setdefault(key._replace(date=date), []).append(item)
    return games


def scorecard(hands: Sequence[Summary], key: GameKey) -> Game:
    """The scorecard of one game (R-076 to R-079).

    Hands go by their numbers. One without a number comes after the hand it was given after; where none has one they go
    as given. A record that is given again is the same hand and counts once.
    """
    added, law = entries(hands), hands[0].law
    keeping = keeping_of(law.game)
    standing = begun = keeping.begins(added[0].hand)
    written_totals = begun.totals
    lines: list[Line] = []
    for entry in added:
        line = line_of(entry, lines[-1] if lines else None, standing)
        lines.append(line)
        missed = [now - then for now, then in zip(line.stood.totals, standing.totals, strict=True)]
        written_totals = tuple(map(sum, zip(written_totals, missed, as_written(line), strict=True)))
        standing = line.standing
    bases, doubt = {line.basis for line in lines}, order_matters(added)
    state: State = standing.state
    totals = standing.totals
    level = state == "unfinished" and keeping.reached(totals, law.toggles) and len(set(totals)) == 1
    if "twice" in bases or doubt:
        state = "unclear"
    elif "open" in bases:
        state = "disputed"
    winner = standing.winner if state == "won" else None
    present = {line.number for line in lines if line.numbered}
    missing = tuple(number for number in range(1, max(present, default=0)) if number not in present)
    purse = keeping.purse([line.hand for line in lines], standing) if state == "won" else None
    return Game(key, tuple(lines), totals, written_totals, begun, state, winner, missing, level, doubt, purse)


def without_people(game: Game) -> Game:
    """The game without whatever identifies people: numbers stay; league, season and all names go."""
    nobody = ("",) * len(game.key.sides)
    key = game.key._replace(league="", season="", sides=nobody)
    lines = (line._replace(hand=summary(anonymous(line.ruling))) for line in game.lines)
    return game._replace(key=key, lines=tuple(lines))
