"""The audit of a season: what its hands show that the table does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from typing import NamedTuple

from clabber_audit.adjudicate import Ruling
from clabber_audit.cards import TEAMS
from clabber_audit.infraction import Finding
from clabber_audit.league.matches import PlayedGame, PlayedMatch
from clabber_audit.league.otherwise import Outcome, by_the_sheet, had_it_been_called, outcome
from clabber_audit.league.standings import Standings, standings
from clabber_audit.scorecard import Line
from clabber_audit.season import Season


class Where(NamedTuple):
    """A hand of a match."""

    match: PlayedMatch
    game: PlayedGame
    line: Line

    @property
    def hand(self) -> str:
        """The id of the hand's record."""
        return self.line.ruling.walk.hand.record.id

    def team(self, index: int) -> str:
        """The id of the team that is North-South (0) or East-West (1)."""
        return self.match.match.teams[index ^ self.game.turned]


class Reneged(NamedTuple):
    """A proven renege."""

    where: Where
    finding: Finding
    #: The id of the team that committed it, and whether a claim of it was upheld.
    team: str
    called: bool


class WrongSheet(NamedTuple):
    """A score on the sheet that the ruling does not bear out."""

    where: Where
    team: str
    written: int | str
    #: What the cards give, or the ruling; None where nothing is scored.
    ruled: int | None


class Otherwise(NamedTuple):
    """A game that would have ended otherwise, and through which hand; None where it is the sheet as a whole."""

    match: PlayedMatch
    game: PlayedGame
    where: Where | None
    finding: Finding | None
    #: How the game stands, and how it would have; points by the match's teams.
    now: Outcome
    then: Outcome


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

    def counts(self) -> list[tuple[str, str, int, int]]:
        """Reneges by kind and team: infraction, team id, called, uncalled; by kind, then as the season lists teams."""
        order = [team.id for team in self.standings.season.teams]
        found: dict[tuple[str, str], list[int]] = {}
        for reneged in self.reneges:
            found.setdefault((reneged.finding.infraction, reneged.team), [0, 0])[not reneged.called] += 1
        listed = sorted(found.items(), key=lambda item: (item[0][0], order.index(item[0][1])))
        return [(kind, team, called, uncalled) for (kind, team), (called, uncalled) in listed]


def audit(season: Season, rulings: Iterable[Ruling], refused: Sized = ()) -> Audit:
    """The audit of a season by the rulings on its hands; `refused` is as for `standings`."""
    table = standings(season, rulings, refused)
    hands = [
        Where(match, game, line)
        for match in table.matches
        for game in match.games
        if game.card
        for line in game.card.lines
    ]
    return Audit(
        table,
        len(hands),
        tuple(found for where in hands for found in _reneges(where)),
        tuple(found for where in hands for found in _sheets(where)),
        tuple(where for where in hands if not where.line.adds_up),
        tuple(_otherwise(table.matches)),
        tuple(where for where in hands if where.line.basis in ("open", "unfinished")),
        tuple(where for where in hands if where.line.wrong_dealer),
    )


def _reneges(where: Where) -> Iterator[Reneged]:
    ruling = where.line.ruling
    upheld = [weighed.finding for weighed in ruling.claims if weighed.verdict == "upheld"]
    for finding in ruling.findings:
        if finding.penalty == "renege" and finding.verdict == "proven" and finding.team is not None:
            # An unproven claim costs by itself: nobody has to call it.
            called = finding in upheld or finding.infraction == "unproven-claim"
            yield Reneged(where, finding, where.team(finding.team), called)


def _sheets(where: Where) -> Iterator[WrongSheet]:
    line = where.line
    for team in line.differs:
        written = line.written[team]
        remedy = line.ruling.remedy
        ruled = remedy.known[team] if remedy.score or remedy.range else None
        assert written is not None
        yield WrongSheet(where, where.team(team), written, ruled)


def _otherwise(played: Iterable[PlayedMatch]) -> Iterator[Otherwise]:
    """Games whose result hangs on a renege that nobody called, or on a sheet that was taken for right."""
    for match in played:
        for game in match.counted:
            assert game.card is not None
            now = _turned(game, outcome(game.card))
            for place, line in enumerate(game.card.lines):
                for finding in line.ruling.findings:
                    if finding.penalty != "renege" or finding.verdict != "proven":
                        continue
                    called = had_it_been_called(game.card, place, finding)
                    if called is not None and (then := _turned(game, called)).differs(now):
                        yield Otherwise(match, game, Where(match, game, line), finding, now, then)
            if (then := _turned(game, by_the_sheet(game.card))).differs(now):
                yield Otherwise(match, game, None, None, now, then)


def _turned(game: PlayedGame, found: Outcome) -> Outcome:
    """An outcome by the match's teams instead of by seats."""
    if not game.turned:
        return found
    winner = None if found.winner is None else len(TEAMS) - 1 - found.winner
    return found._replace(totals=(found.totals[1], found.totals[0]), winner=winner)
