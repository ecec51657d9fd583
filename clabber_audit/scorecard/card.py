"""Hands into a game: the two columns that players know, with running totals to 500 and who won.

What a hand scores was decided before; here it is only added up, compared with the written sheet, and the turn of the
dealer followed from hand to hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import BELLE, team_sums
from clabber_audit.games.clabber.scoring import GAME, RENEGE
from clabber_audit.games.game import Deals
from clabber_audit.record.words import RENEGE_MARK
from clabber_audit.ruling.account import Account, account
from clabber_audit.ruling.anonymous import anonymous
from clabber_audit.ruling.focus import focus
from clabber_audit.ruling.judge import Ruling
from clabber_audit.scorecard.entries import Basis, Entry, Written, entries, order_matters, points_of, written
from clabber_audit.table.cards import SEAT, SEATING, TEAMS
from clabber_audit.table.seating import Scores

#: "unclear" is a game of which two hands cannot both be it, or whose end depends on when a hand without a number was
#: played.
State = Literal["won", "tied", "unfinished", "disputed", "unclear"]


class GameKey(NamedTuple):
    """What tells games apart. Names are those of the teams, or of the players where no team is named."""

    league: str
    season: str
    round: int | None
    table: int | None
    game: int | None
    #: Who sits North and South, and who East and West.
    sides: tuple[str, str]


class Line(NamedTuple):
    """One hand on the scorecard. Pairs are by team, seats and teams are indices."""

    ruling: Ruling
    #: The number of the hand as noted; counted on from the last where this one has none, from 1 where no hand has one.
    number: int
    dealer: int
    #: Who should have dealt by the hand before; None where that is not known.
    due: int | None
    #: What the hand counts in the game; None where it counts nothing.
    counted: Scores | None
    basis: Basis
    #: The marks of the two columns.
    marks: tuple[str, ...]
    #: The running totals after the hand.
    totals: Scores
    #: What the written sheet says, where it says anything, and what that is in points.
    written: Written
    #: The teams for which the sheet says otherwise than the ruling, as its findings about the score have it.
    differs: tuple[int, ...]
    #: Who deals next; None where that is not known.
    next_dealer: int | None
    #: False for a hand without a number among hands that have one: when it was played is not known.
    numbered: bool = True
    #: How often the same record was given; it counts once.
    given: int = 1

    @property
    def wrong_dealer(self) -> bool:
        """Whether another seat dealt than the hand before asks for."""
        return self.due is not None and self.due != self.dealer

    @property
    def adds_up(self) -> bool:
        """Whether what the sheet alone tells can be; of a hand with its cards there is nothing to doubt."""
        return not self.slips if self.basis == "sheet" else self.wrong_by is None

    @property
    def wrong_by(self) -> Literal["renege", "nothing", "parts"] | None:
        """By which rule a score that is written alone cannot be (R-008, R-068, R-070, R-104)."""
        if self.basis != "written" or self.counted is None or _can_be(self.counted, self.written):
            return None
        if RENEGE_MARK in self.written:
            return "renege"
        return "parts" if all(self.counted) else "nothing"

    @property
    def account(self) -> Account:
        """The parts of what was made in the hand."""
        return account(self.ruling)

    @property
    def offense(self) -> Finding | None:
        """The renege that the score of the hand is owed to; None where it is none that cards or calls show."""
        found = (one for one in focus(self.ruling).told if one.team == self.ruling.remedy.reneging_team)
        return next(found, None) if self.ruling.remedy.outcome == "renege" else None

    def melded(self, team: int) -> tuple[int, int]:
        """The points for melds and for belle that are among what a team scored."""
        if self.counted is None or not self.counted[team]:
            return 0, 0
        remedy, points = self.ruling.remedy, self.ruling.points
        if remedy.outcome == "renege":
            own = [item for item in remedy.awarded if item.team == team]
            return sum(item.points for item in own if item.meld), sum(item.points for item in own if not item.meld)
        if self.basis == "written" or points is None:
            return 0, 0
        return points[team].melds, points[team].belle

    @property
    def slips(self) -> list[Finding]:
        """What the sheet breaks down and no hand can give."""
        return [one for one in self.ruling.findings if one.of_score and "part" in one.facts]


class Game(NamedTuple):
    """A game: its hands, its totals, and how it stands."""

    key: GameKey
    lines: tuple[Line, ...]
    totals: Scores
    #: The totals that the written sheet gives, hand by hand as written and else as ruled.
    written_totals: Scores
    state: State
    #: The team that won; None unless `state` is "won".
    winner: int | None
    #: The numbers of hands that are missing, from 1 to the last.
    missing: tuple[int, ...]
    #: Whether both have as many at 500 or more, and another hand decides (R-078).
    another_hand: bool
    #: Whether the game may have ended otherwise, had a hand without a number been played at another time.
    order_matters: bool = False

    @property
    def counted(self) -> list[Line]:
        """The hands that count."""
        return [line for line in self.lines if line.counted is not None]

    @property
    def race(self) -> list[Scores]:
        """The totals at the start and after each hand that counts."""
        return [(0, 0), *(line.totals for line in self.counted)]

    @property
    def ahead(self) -> tuple[int, int] | None:
        """The team that is ahead, and how many hands had counted before that which brought it there for good."""
        race = self.race
        most = max(race[-1])
        if race[-1].count(most) > 1:
            return None
        team = race[-1].index(most)
        others = SEATING.others(team)
        return team, max(place for place, each in enumerate(race) if each[team] <= max(each[other] for other in others))

    @property
    def venue(self) -> tuple[str, ...]:
        """Where and when it was played, if the hands agree on it."""
        contexts = [line.ruling.walk.hand.record.context for line in self.lines]
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


def _can_be(made: Scores, written: Written) -> bool:
    """Whether a written score can be, going by it alone.

    Both sides together make 162 and melds (R-008, R-068). A side that reneged leaves 162 and melds to the other
    (R-104), and nothing where both did (R-105). A side with nothing otherwise was set, or took nothing: the other has
    half of the 162 at least (R-069, R-070).
    """
    reneged = [mark == RENEGE_MARK for mark in written]
    if all(reneged):
        return True
    if min(made) == 0 and not any(reneged):
        return max(made) * 2 >= RENEGE
    melds = sum(made) - RENEGE
    return not team_sums().isdisjoint((melds, melds - BELLE))


def game_of(ruling: Ruling) -> GameKey:
    """The game that a hand belongs to, as far as its record says."""
    record, context = ruling.walk.hand.record, ruling.walk.hand.record.context
    players = record.players
    partners = (("N", "S"), ("E", "W"))
    names = [
        record.teams.get(team) or " and ".join(players[seat] for seat in pair if seat in players)
        for team, pair in zip(TEAMS, partners, strict=True)
    ]
    sides = (names[0], names[1])
    if context is None:
        return GameKey("", "", None, None, None, sides)
    return GameKey(context.league or "", context.season or "", context.round, context.table, context.game, sides)


def games(rulings: Iterable[Ruling]) -> list[Game]:
    """The games that hands belong to, in the order in which they first appear."""
    found: dict[GameKey, list[Ruling]] = {}
    for ruling in rulings:
        found.setdefault(game_of(ruling), []).append(ruling)
    return [scorecard(hands, key) for key, hands in found.items()]


def scorecard(rulings: Sequence[Ruling], key: GameKey) -> Game:
    """The scorecard of one game (R-076 to R-079).

    Hands go by their numbers. One without a number comes after the hand it was given after; where none has one they go
    as given. A record that is given again is the same hand and counts once.
    """
    added = entries(rulings)
    lines: list[Line] = []
    written_totals = (0, 0)
    state: State = "unfinished"
    for entry in added:
        line = _line(entry, lines[-1] if lines else None, over=state in ("won", "tied"))
        lines.append(line)
        as_written = _as_written(line)
        written_totals = (written_totals[0] + as_written[0], written_totals[1] + as_written[1])
        if state == "unfinished":
            state = line.ruling.law.game.stands(line.totals, line.ruling.law.toggles)
    totals = lines[-1].totals if lines else (0, 0)
    level = state == "unfinished" and max(totals) >= GAME
    bases, doubt = {line.basis for line in lines}, order_matters(added)
    if "twice" in bases or doubt:
        state = "unclear"
    elif "open" in bases:
        state = "disputed"
    winner = int(totals[1] > totals[0]) if state == "won" else None
    present = {line.number for line in lines if line.numbered}
    missing = tuple(number for number in range(1, max(present, default=0)) if number not in present)
    return Game(key, tuple(lines), totals, written_totals, state, winner, missing, level, doubt)


def _as_written(line: Line) -> Scores:
    """What a hand comes to by the sheet, where nothing is written as ruled.

    Half a score beside a hand that scores nothing is no score: who sees the sheet could not add it up either.
    """
    first, second = points_of(line.written[0]), points_of(line.written[1])
    half = (first is None) != (second is None)
    if line.basis in ("after", "twice") or (half and line.basis in ("open", "unfinished")):
        return (0, 0)
    counted = line.counted or (0, 0)
    return (counted[0] if first is None else first, counted[1] if second is None else second)


def _line(entry: Entry, before: Line | None, *, over: bool) -> Line:
    ruling, counted, basis = entry.ruling, entry.counted, entry.basis
    dealer, due = SEAT[ruling.walk.hand.record.deal.dealer], _due(entry, before)
    after = _next_dealer(ruling, basis, dealer if due is None else due)
    if over:
        counted, basis = None, "after"
    held = before.totals if before else (0, 0)
    totals = (held[0] + counted[0], held[1] + counted[1]) if counted else held
    compared = [one for one in ruling.findings if one.of_score and "part" not in one.facts]
    wrong = {finding.team for finding in compared}
    differs = tuple(team for team in range(len(TEAMS)) if team in wrong)
    return Line(
        ruling, entry.number, dealer, due, counted, basis, entry.marks, totals, written(ruling), differs, after,
        entry.numbered, entry.given,
    )  # fmt: skip


def _due(entry: Entry, before: Line | None) -> int | None:
    """Who should deal: as the record has it, else as the hand just before leaves it."""
    noted = entry.ruling.walk.hand.record.deal.due_dealer
    if noted:
        return SEAT[noted]
    if before is None or not (entry.numbered and before.numbered) or entry.number > before.number + 1:
        return None
    return before.next_dealer


def _next_dealer(ruling: Ruling, basis: Basis, due: int) -> int | None:
    """Who deals after a hand: known also of one of which nothing but the score was written."""
    seating = ruling.walk.hand.seating
    deals = Deals(SEAT[ruling.walk.hand.record.deal.dealer], due, False, seating)
    if basis == "written":
        return ruling.law.game.next_dealer("scored", False, deals, ruling.law.toggles)
    if due != deals.dealer and ruling.remedy.outcome in ("scored", "renege"):
        return ruling.law.game.next_dealer(ruling.remedy.outcome, False, deals, ruling.law.toggles)
    return ruling.next_dealer


def without_people(game: Game) -> Game:
    """The game without whatever identifies people: numbers stay; league, season and all names go."""
    key = GameKey("", "", game.key.round, game.key.table, game.key.game, ("", ""))
    return game._replace(key=key, lines=tuple(line._replace(ruling=anonymous(line.ruling)) for line in game.lines))
