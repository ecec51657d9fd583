"""Season model `clabber-season/1`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field

from clabber_audit.core.errors import UsageError, printable
from clabber_audit.records.base import Account, Count, Day, Identifier, Name, Part, Text
from clabber_audit.records.formats import fold_name
from clabber_audit.records.vocabulary import DEFAULT_RULESET

FORMAT: Final = "clabber-season/1"

#: Maximum length of every list of a season.
_MANY: Final = 2000
#: Ranking: by games won, then points (R-111), or by points (R-112).
Ranking = Literal["games_won", "game_points"]
#: Comparisons that break ties in the ranking, in order.
TieBreaker = Literal["games_won", "game_points", "head_to_head"]
Reason = Annotated[Text, Field(min_length=1)]
Number = Annotated[int, Field(ge=1, le=1000)]
Games = Annotated[int, Field(ge=1, le=100)]
#: Most points of a result, a penalty and the like.
MOST_POINTS: Final = 9999
GamePoints = Annotated[int, Field(ge=0, le=MOST_POINTS)]


class Team(Part):
    """A team, and who plays in it."""

    id: Identifier
    name: Name
    captain: Name | None = None
    division: Name | None = Field(None, description="the group it plays in, if the league has several")
    players: Annotated[list[Name], Field(max_length=100)] = Field(
        default=[], description="the roster; empty if none is kept"
    )


class SeasonEntry(Part):
    """Entry of a season: author and day. Entries are only added; undoing one is an entry of its own."""

    number: Annotated[int, Field(ge=1, le=100_000)] | None = Field(
        None, description="by which it is taken back; the commands number every entry"
    )
    who: Name
    when: Day


class SeasonDecision(SeasonEntry):
    """Decision with author, day and reason."""

    why: Reason


class Postponement(SeasonDecision):
    """A match that is not played in its round."""

    until: Day | None = Field(None, description="the new day, once it is known")


class Forfeit(SeasonDecision):
    """A match that a team, or both, gave up."""

    by: Annotated[list[Identifier], Field(min_length=1, max_length=2)] = Field(
        description="the ids of those who did"
    )
    games: Count | None = Field(
        None, description="games given to the other team; left out: all games of the match"
    )
    points: GamePoints = Field(0, description="game points given to the other team")
    annul: bool = Field(False, description="whether the points made in games already played are lost too")


class SeasonMatch(Part):
    """Two teams that meet in a round."""

    id: Identifier
    teams: Annotated[list[Identifier], Field(min_length=2, max_length=2)] = Field(
        description="the ids of the two"
    )
    home: Identifier | None = Field(None, description="which of the two is at home, if it matters")
    venue: Name | None = None
    table: Count | None = None
    games: Games | None = Field(None, description="if not the season’s number")
    day: Day | None = Field(None, description="if not the day of the round")
    postponed: Postponement | None = None
    forfeited: Forfeit | None = None


class Round(Part):
    """One evening of the schedule."""

    number: Number = Field(description="as the hands name it")
    stage: Name | None = Field(None, description="of a play-off, such as semifinal; it counts for no table")
    day: Day | None = None
    matches: Annotated[list[SeasonMatch], Field(max_length=200)] = Field(default=[])
    byes: Annotated[list[Identifier], Field(max_length=200)] = Field(
        default=[], description="the ids of the teams that do not play"
    )


class GameResult(Part):
    """Result of a game as locked or approved."""

    game: Number
    points: dict[Identifier, GamePoints] = Field(description="the total of each of the two teams, by id")


class ResultWithoutHands(GameResult):
    """Result of a game of which no hand was kept. Hands of the game count in its place."""

    match: Identifier


class Penalty(SeasonDecision):
    """Penalty against a team."""

    team: Identifier
    points: GamePoints = Field(0, description="game points taken away")
    games: Count = Field(0, description="games won taken away")


#: A key or a signature, as ssh-keygen or minisign writes it.
Signing = Annotated[str, Field(max_length=4096, pattern=r"^[\t\n -~]*$")]


class SignedApproval(Part):
    """A signature of what was approved."""

    key: Signing = Field(description="the public key, as OpenSSH or minisign writes it")
    program: Name = Field(description="the version of the program that made the statement")
    signature: Signing = Field(
        description="the detached signature of the statement, by ssh-keygen or minisign"
    )


class Approval(SeasonEntry):
    """A captain who approves the result of a match."""

    match: Identifier
    team: Identifier
    why: Reason | None = None
    results: Annotated[list[GameResult], Field(max_length=100)] = Field(
        default=[], description="what was approved, where written down"
    )
    signed: SignedApproval | None = None


class Lock(SeasonEntry):
    """The result of a match as it was locked. What the hands give later is compared with it."""

    match: Identifier
    why: Reason | None = None
    results: Annotated[list[GameResult], Field(min_length=1, max_length=100)]


class ResultCorrection(SeasonDecision):
    """Change to a locked or approved result."""

    match: Identifier
    game: Number
    was: dict[Identifier, GamePoints] = Field(description="the totals until now, by team id")
    now: dict[Identifier, GamePoints] = Field(
        description="the totals from now on: what the amended hands give"
    )


class PostponedMatch(Postponement):
    """A match that is put off, be it for the second time: the last of these holds."""

    match: Identifier


class ForfeitedMatch(Forfeit):
    """A match that is given up."""

    match: Identifier


class Substitution(SeasonDecision):
    """A player who sits in for a team in one match and is not on its roster."""

    match: Identifier
    team: Identifier
    player: Name
    instead_of: Name | None = Field(None, description="who could not come, if that is noted")


class RosterChange(SeasonDecision):
    """Players who join or leave a team, and its captain from then on."""

    team: Identifier
    add: Annotated[list[Name], Field(max_length=100)] = Field(default=[])
    remove: Annotated[list[Name], Field(max_length=100)] = Field(default=[])
    captain: Name | None = None
    since: Number | None = Field(
        None, description="the first round for which it holds; left out: all of them"
    )


class Handicap(SeasonDecision):
    """Game points that a team is given for every game it plays. Who won the game is for the cards to say."""

    team: Identifier
    points: Annotated[int, Field(ge=1, le=MOST_POINTS)]
    since: Number | None = Field(
        None, description="the first round for which it holds; left out: all of them"
    )


class SeasonNote(SeasonDecision):
    """Note on file, such as a protest; `why` is its text."""

    match: Identifier | None = None
    protest: bool = Field(False, description="whether it waits for an answer")
    answers: int | None = Field(None, description="the number of the protest that this is the answer to")


_DIGEST = r"^sha256:[0-9a-f]{64}$"


class AppealedHand(SeasonDecision):
    """Appeal that was decided on a hand: the last one of a hand decides how it counts."""

    hand: Reason = Field(description="the id of the hand")
    result: Literal["affirmed", "changed_in_part", "reversed", "sent_back"]
    chain: Annotated[list[Annotated[str, Field(pattern=_DIGEST)]], Field(min_length=2, max_length=3)] = Field(
        description="the digests of its rulings, the first first"
    )
    judges: Annotated[list[Reason], Field(max_length=9)] = Field(
        default=[], description="who gave and signed these rulings"
    )
    answers: dict[str, str | bool | int] = Field(
        default={}, description="how it reads open questions, by toggle"
    )
    accounts: list[Account] | None = Field(
        None, description="what is told differently and who was believed, in place of what the hand has"
    )
    protest: int | None = Field(None, description="the number of the protest that it decides")


class Withdrawal(SeasonDecision):
    """An entry taken back. Both stay; taking back this one makes the other hold again."""

    of: int = Field(description="the number of the entry")


class Playoffs(Part):
    """Play-offs among the first teams of the table. The bracket is drawn from it, stage by stage."""

    teams: Annotated[int, Field(ge=2, le=64)] = Field(
        description="how many teams reach them; the best have a bye if it is not 2, 4, 8, ..."
    )
    best_of: Games = Field(1, description="games of a match at most; who has won most of them wins it")
    final_best_of: Games | None = Field(None, description="the same of the final, if it differs")


class PlayoffDraw(SeasonEntry):
    """A stage of the play-offs as it was drawn. Its round comes after the rounds of the schedule."""

    seeds: Annotated[list[Identifier], Field(min_length=2, max_length=64)] = Field(
        description="the ids of all teams of the play-offs, the best of the table first"
    )
    round: Round


class Season(Part):
    """A season of a league: its teams, its schedule, and what was decided away from the cards."""

    model_config = ConfigDict(title="Clabber season")

    format: Annotated[str, Field(pattern=r"^clabber-season/1$")] = Field(description=f"always {FORMAT}")
    title: Name
    archive: Reason | None = Field(
        None,
        description="the archive whose log keeps the decisions too, as seen from the folder of this file",
    )
    league: Text | None = Field(None, description="as the hands name it")
    season: Text | None = Field(None, description="as the hands name it")
    ruleset: Identifier = Field(DEFAULT_RULESET, description="the ruleset for its hands")
    ranking: Ranking = Field("games_won", description="games won, then game points; or game points alone")
    game_points_cap: Annotated[int, Field(ge=1, le=9999)] | None = Field(
        None, description="the most points one game can count for a team; left out: no limit"
    )
    tie_breaks: Annotated[list[TieBreaker], Field(max_length=3)] | None = Field(
        None,
        description="how ties are broken, in order; left out: by points where games rank, then head-to-head",
    )
    forfeit_points: GamePoints = Field(
        0, description="game points for each game of a forfeited match, unless the forfeit says otherwise"
    )
    playoffs: Playoffs | None = None
    games_per_match: Games = 1
    teams: Annotated[list[Team], Field(min_length=2, max_length=200)]
    rounds: Annotated[list[Round], Field(max_length=400)] = Field(default=[])
    results: Annotated[list[ResultWithoutHands], Field(max_length=_MANY)] = Field(
        default=[], description="results of games without hands, as written in a table of results"
    )
    penalties: Annotated[list[Penalty], Field(max_length=_MANY)] = Field(default=[])
    approvals: Annotated[list[Approval], Field(max_length=2 * _MANY)] = Field(default=[])
    locks: Annotated[list[Lock], Field(max_length=_MANY)] = Field(default=[])
    corrections: Annotated[list[ResultCorrection], Field(max_length=_MANY)] = Field(default=[])
    postponements: Annotated[list[PostponedMatch], Field(max_length=_MANY)] = Field(default=[])
    forfeits: Annotated[list[ForfeitedMatch], Field(max_length=_MANY)] = Field(default=[])
    substitutions: Annotated[list[Substitution], Field(max_length=_MANY)] = Field(default=[])
    roster_changes: Annotated[list[RosterChange], Field(max_length=_MANY)] = Field(default=[])
    handicaps: Annotated[list[Handicap], Field(max_length=_MANY)] = Field(default=[])
    notes: Annotated[list[SeasonNote], Field(max_length=_MANY)] = Field(default=[])
    appeals: Annotated[list[AppealedHand], Field(max_length=_MANY)] = Field(default=[])
    draws: Annotated[list[PlayoffDraw], Field(max_length=100)] = Field(default=[])
    withdrawals: Annotated[list[Withdrawal], Field(max_length=2 * _MANY)] = Field(default=[])
    remarks: Annotated[list[Text], Field(max_length=256)] = Field(
        default=[], description="kept as it is, never interpreted"
    )

    @property
    def all_rounds(self) -> list[Round]:
        """Rounds of the schedule, then those drawn for the play-offs; none in a season of entries alone."""
        undone = self.numbers_undone if self.draws and self.teams else None
        drawn = [] if undone is None else [draw.round for draw in self.draws if draw.number not in undone]
        return [*self.rounds, *drawn]

    @property
    def numbers_undone(self) -> set[int]:
        """Numbers of the entries that are undone."""
        numbers: set[int] = set()
        for withdrawal in sorted(self.withdrawals, key=lambda entry: entry.number or 0, reverse=True):
            if withdrawal.number not in numbers:
                numbers.add(withdrawal.of)
        return numbers

    @property
    def ties_broken_by(self) -> Sequence[TieBreaker]:
        """Comparisons of teams that are level in the ranking, in order."""
        by_games: tuple[TieBreaker, ...] = ("game_points", "head_to_head")
        if self.tie_breaks is None:
            return by_games if self.ranking == "games_won" else by_games[1:]
        return self.tie_breaks

    def games_of(self, match: SeasonMatch) -> int:
        return match.games or self.games_per_match

    def teams_by_name(self) -> dict[str, Team]:
        """Return the teams by folded name and id."""
        return {fold_name(name): team for team in self.teams for name in (team.id, team.name)}

    def names(self) -> Iterator[str]:
        """Yield all names of teams and people."""
        for team in self.teams:
            yield team.name
            yield from filter(None, (team.captain, *team.players))
        for change in self.roster_changes:
            yield from filter(None, (change.captain, *change.add))
        yield from (substitution.player for substitution in self.substitutions)

    def find_round(self, match: str) -> tuple[Round, SeasonMatch] | None:
        """Return a match by its id, with its round."""
        places = ((round, match) for round in self.all_rounds for match in round.matches)
        return next((place for place in places if place[1].id == match), None)

    @property
    def matches(self) -> dict[str, SeasonMatch]:
        """Matches by id, in the order of the schedule."""
        return {match.id: match for round in self.all_rounds for match in round.matches}

    def numbers(self) -> dict[str, int]:
        """Return the numbers of the matches by id: from 1, in the order of the schedule."""
        ids = (match.id for round in self.all_rounds for match in round.matches)
        return {id: number for number, id in enumerate(ids, 1)}

    def match_label(self, match: str) -> str:
        """Return the number that people type for a match, and its id."""
        return f"match {self.numbers().get(match, '?')} (“{match}”)"

    def name_of(self, team: str) -> str:
        """Return the name of a team by its id; the id itself for an unknown team."""
        return next((other.name for other in self.teams if other.id == team), team)

    @property
    def has_approvals(self) -> bool:
        """True if results are approved in this league: it names captains, or has approvals or locks."""
        captains = [team.captain for team in self.teams] + [change.captain for change in self.roster_changes]
        return any(captains) or bool(self.approvals or self.locks)

    @property
    def substitutes(self) -> set[tuple[str, str, str]]:
        """Match, team and folded name of each substitute."""
        return {(entry.match, entry.team, fold_name(entry.player)) for entry in self.substitutions}

    def captain(self, team: str, day: str | None = None) -> str | None:
        """Return the captain of a team on a day, or at last, by its id; None if none is named."""
        own = (change for change in self.roster_changes if change.team == team)
        named = [change.captain for change in own if day is None or change.when <= day]
        first = next(other.captain for other in self.teams if other.id == team)
        return next((captain for captain in reversed(named) if captain), first)

    def roster(self, team: str, round: int | None = None) -> list[str]:
        """Return the roster of a team in a round, or at last; empty if none is kept."""
        players = list(next(other.players for other in self.teams if other.id == team))
        for change in self.roster_changes:
            if change.team == team and (round is None or (change.since or 0) <= round):
                gone = {fold_name(name) for name in change.remove}
                players = [name for name in players if fold_name(name) not in gone] + change.add
        return players


#: `Owls – Eagles, round 3`, as every page has it.
_ROUND: Final = re.compile(r"^(.*?),?\s+round\s+([0-9]{1,4})$", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\s+(?:–|-|—|vs?\.?|and|:)\s+|\s*,\s*", re.IGNORECASE)


def find_match(season: Season, text: str) -> SeasonMatch:
    """Return the match with a number of the schedule, an id, or its team names.

    Raise UsageError if there is none, or several.
    """
    numbers = season.numbers()
    listed = [(numbers[match.id], round, match) for round in season.all_rounds for match in round.matches]
    asked = text.strip()
    for number, _round, match in listed:
        if asked in (str(number), match.id):
            return match
    if asked.isdigit():
        why = f"the schedule has {len(listed)}"
        help = "league schedule shows the numbers"
        raise UsageError(f"there is no match {printable(asked, 20)}", why, help)
    with_round = _ROUND.match(asked)
    names, round = (with_round[1], int(with_round[2])) if with_round else (asked, None)
    # A name may contain what separates two names.
    is_one = fold_name(names) in season.teams_by_name()
    several = [] if is_one else [*filter(str.strip, _BETWEEN.split(names))]
    teams = {find_team(season, name).id for name in several or [names]}
    matches = [
        (number, match)
        for number, of, match in listed
        if teams <= set(match.teams) and round in (None, of.number)
    ]
    if len(matches) == 1:
        return matches[0][1]
    if not matches:
        help = "league schedule lists the matches"
        raise UsageError(f"there is no match “{printable(asked, 80)}”", "", help)
    why = f"it could be match {', '.join(str(number) for number, _match in matches)}"
    raise UsageError(f"“{printable(asked, 80)}” fits more than one match", why, "give one of these numbers")


def find_team(season: Season, text: str) -> Team:
    """Return the team with a name or an id, case folded. Raise UsageError if there is none."""
    called = season.teams_by_name()
    found = called.get(fold_name(text))
    if found is None:
        close = get_close_matches(fold_name(text), list(called), 1, 0.6)
        teams = printable(", ".join(team.name for team in season.teams), 200)
        help = f"did you mean “{called[close[0]].name}”?" if close else f"the teams are {teams}"
        raise UsageError(f"there is no team “{printable(text.strip(), 80)}”", "", help)
    return found
