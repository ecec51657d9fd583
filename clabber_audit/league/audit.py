"""The audit of a season: what its hands show that the table does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.league.hand_matching import Given
from clabber_audit.league.played import AddedUp, Look
from clabber_audit.league.season import Season
from clabber_audit.league.season.model import Match, Round
from clabber_audit.league.shelf import packed, unpacked
from clabber_audit.league.standings import Standings, standings
from clabber_audit.league.what_if import Outcome, by_the_sheet, had_it_been_called, outcome
from clabber_audit.record.model import HandRecord
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.summary import Summary
from clabber_audit.scorecard.entries import Basis, Written
from clabber_audit.scorecard.line import Line
from clabber_audit.table.cards import TEAMS
from clabber_audit.table.seating import Scores


class Where(NamedTuple):
    """A hand of a match, with what its line of the scorecard says."""

    round: Round
    match: Match
    game: int
    #: The ids of the teams that sit North-South and East-West.
    teams: tuple[str, str]
    #: The number of the hand, and the id of its record.
    number: int
    hand: str
    basis: Basis
    counted: Scores | None
    written: Written
    dealer: int
    due: int | None


class Reneged(NamedTuple):
    """A proven renege."""

    where: Where
    finding: Finding
    #: The id of the team that committed it, and whether a claim of it was upheld.
    team: str
    called: bool
    trumps: int
    packed: bytes

    @property
    def record(self) -> HandRecord:
        """The record of the hand."""
        return unpacked(self.packed)


class WrongSheet(NamedTuple):
    """A score on the sheet that the ruling does not bear out."""

    where: Where
    team: str
    written: int | str
    #: What the cards give, or the ruling, and which of them; None where nothing is scored.
    ruled: int | None
    by_cards: bool


class Otherwise(NamedTuple):
    """A game that would have ended otherwise, and through which hand; None where it is the sheet as a whole."""

    round: Round
    match: Match
    game: int
    where: Where | None
    finding: Finding | None
    #: How the game stands, and how it would have; points by the match's teams.
    now: Outcome
    then: Outcome


class Count(NamedTuple):
    """How many reneges of a kind a team committed."""

    #: The infraction, and the team's id.
    kind: str
    team: str
    called: int
    uncalled: int


class Audit(NamedTuple):
    """What the hands of a season show."""

    standings: Standings
    #: How many hands were looked at: those that belong to the season.
    hands: int
    reneges: tuple[Reneged, ...]
    sheets: tuple[WrongSheet, ...]
    #: Hands of which the sheet is all there is, and says what no hand can come to.
    impossible: tuple[Where, ...]
    otherwise: tuple[Otherwise, ...]
    disputed: tuple[Where, ...]
    #: Hands that another seat dealt than should have.
    dealers: tuple[Where, ...]

    @property
    def uncalled(self) -> list[Reneged]:
        """The reneges that nobody called."""
        return [reneged for reneged in self.reneges if not reneged.called]

    def counts(self) -> list[Count]:
        """Reneges by kind and team; by kind, then as the season lists teams."""
        order = [team.id for team in self.standings.season.teams]
        found: dict[tuple[str, str], list[int]] = {}
        for reneged in self.reneges:
            found.setdefault((reneged.finding.infraction, reneged.team), [0, 0])[not reneged.called] += 1
        listed = sorted(found.items(), key=lambda item: (item[0][0], order.index(item[0][1])))
        return [Count(*of, *numbers) for of, numbers in listed]


def audit(season: Season, given: Given, look: Look = lambda _added: None) -> Audit:
    """The audit of a season by its hands; `look` is shown every game while its hands are at hand."""
    found = _Found(look)
    table = standings(season, given, found.look)
    return Audit(
        table,
        found.hands,
        tuple(found.reneges),
        tuple(found.sheets),
        tuple(found.impossible),
        tuple(found.otherwise),
        tuple(found.disputed),
        tuple(found.dealers),
    )


class _Found:
    """What was found in the games looked at so far."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self.hands = 0
        self.reneges: list[Reneged] = []
        self.sheets: list[WrongSheet] = []
        self.impossible: list[Where] = []
        self.otherwise: list[Otherwise] = []
        self.disputed: list[Where] = []
        self.dealers: list[Where] = []

    def look(self, added: AddedUp) -> None:
        """Look at a game."""
        self._look(added)
        for line in added.card.lines:
            where = _where(added, line)
            self.hands += 1
            self.reneges += _reneges(where, line.hand)
            self.sheets += _sheets(where, line)
            self.impossible += [] if line.adds_up else [where]
            self.disputed += [where] if line.basis in ("open", "unfinished") else []
            self.dealers += [where] if line.wrong_dealer else []
        if added.game.counts and not added.match.forfeited:
            self.otherwise += _otherwise(added)


def _where(added: AddedUp, line: Line) -> Where:
    first, second = added.match.teams
    teams = (second, first) if added.turned else (first, second)
    game, hand = added.game.number, line.hand.noted.id
    written = (line.number, hand, line.basis, line.counted, line.written, line.dealer, line.due)
    return Where(added.round, added.match, game, teams, *written)


def was_called(ruling: Ruling, finding: Finding) -> bool:
    """Whether a claim of a renege was upheld. An unproven claim costs by itself: nobody has to call it."""
    upheld = (weighed.finding for weighed in ruling.claims if weighed.verdict == "upheld")
    return finding.of_claim or finding in upheld


def _reneges(where: Where, hand: Summary) -> Iterator[Reneged]:
    for finding in hand.reneges:
        if finding.team is not None:
            ruling = hand.ruling
            called, kept = was_called(ruling, finding), packed(ruling.walk.hand.record)
            yield Reneged(where, finding, where.teams[finding.team], called, ruling.walk.trumps, kept)


def _sheets(where: Where, line: Line) -> Iterator[WrongSheet]:
    remedy = line.hand.remedy
    for team in line.differs:
        written = line.written[team]
        assert written is not None
        ruled = remedy.known[team] if remedy.score or remedy.range else None
        yield WrongSheet(where, where.teams[team], written, ruled, remedy.outcome == "scored" and line.basis == "cards")


def _otherwise(added: AddedUp) -> Iterator[Otherwise]:
    """Whether the result of a game hangs on a renege that nobody called, or on a sheet that was taken for right."""
    card, here = added.card, (added.round, added.match, added.game.number)
    now = _turned(added, outcome(card))
    for place, line in enumerate(card.lines):
        for finding in line.hand.reneges:
            called = had_it_been_called(card, place, finding)
            if called is not None and (then := _turned(added, called)).differs(now):
                yield Otherwise(*here, _where(added, line), finding, now, then)
    if (then := _turned(added, by_the_sheet(card))).differs(now):
        yield Otherwise(*here, None, None, now, then)


def _turned(added: AddedUp, found: Outcome) -> Outcome:
    """An outcome by the match's teams instead of by seats."""
    if not added.turned:
        return found
    winner = None if found.winner is None else len(TEAMS) - 1 - found.winner
    return found._replace(totals=(found.totals[1], found.totals[0]), winner=winner)
