"""Figures of the players of a season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from clabber_audit.cards import SEATS, TEAMS, team_of
from clabber_audit.core.errors import UsageError, printable
from clabber_audit.judge.judge import Ruling
from clabber_audit.league.audit import is_called
from clabber_audit.league.games import CountedGame, GivenHands
from clabber_audit.league.scorecard import ScorecardLine
from clabber_audit.league.season import Season
from clabber_audit.league.standings import Standings, standings
from clabber_audit.records.formats import LookAlikes, fold_name
from clabber_audit.replay import find_laydown_seat


class Rate(NamedTuple):
    """Ratio of two counts."""

    number: int
    of: int

    @property
    def share(self) -> float | None:
        return self.number / self.of if self.of else None


@dataclass(slots=True)
class Sums:
    """Counts over the hands of a player or a pair, each with the number of hands in which it is known."""

    #: Hands that count in a game, and points of the player’s side in them.
    hands: int = 0
    points: int = 0
    #: Of those played to the end: hands made as maker, and set as maker.
    made: int = 0
    set: int = 0
    #: Hands with known melds; the player’s melds, points of melds and belles, and belles.
    noted: int = 0
    melds: int = 0
    meld_points: int = 0
    belles: int = 0
    #: Hands in which a renege is proven or excluded, and those in which it is undetermined.
    judged: int = 0
    open: int = 0
    #: Proven reneges: called in time, and uncalled.
    caught: int = 0
    uncalled: int = 0
    #: Claims not withdrawn, and claims upheld.
    claims: int = 0
    upheld: int = 0
    #: Lay-downs; good ones, and those in which a trick could be lost.
    laid: int = 0
    laid_well: int = 0
    laid_badly: int = 0

    def add(self, other: Sums) -> None:
        for name in NAMES:
            if number := getattr(other, name):
                setattr(self, name, getattr(self, name) + number)

    @property
    def average(self) -> Rate:
        """Points a hand."""
        return Rate(self.points, self.hands)

    @property
    def success(self) -> Rate:
        """Rate of hands made as maker."""
        return Rate(self.made, self.made + self.set)

    @property
    def reneges(self) -> Rate:
        """Proven reneges, called or not, by the hands in which one could be seen."""
        return Rate(self.caught + self.uncalled, self.judged)


#: Names of all counts.
NAMES = tuple(field.name for field in fields(Sums))
#: Counts that apply to pairs.
OF_PAIRS = ("hands", "points", "made", "set")


def count_by_seat(line: ScorecardLine) -> list[Sums]:
    """Return the counts of a hand for each seat."""
    ruling, melded = line.ruling, _find_counted_melds(line)
    suspects = set(_suspects(ruling))
    rows = []
    for seat in range(len(SEATS)):
        sums = _score(line, team_of(seat), ruling.replay.maker == seat)
        if melded is not None:
            own_melds = [item for item in melded if item.seat == seat]
            sums.noted, sums.meld_points = 1, sum(item.points for item in own_melds)
            sums.melds = sum(item.meld is not None for item in own_melds)
            sums.belles = len(own_melds) - sums.melds
        proven = [finding for finding in ruling.reneges if finding.seat == seat]
        sums.caught = sum(is_called(ruling, finding) for finding in proven)
        sums.uncalled = len(proven) - sums.caught
        sums.open = int(not proven and seat in suspects)
        sums.judged = int(bool(proven) or (has_cards(ruling) and not sums.open))
        verdicts = [claim.verdict for claim in ruling.claims if claim.made.by == SEATS[seat]]
        sums.claims, sums.upheld = len(verdicts) - verdicts.count("withdrawn"), verdicts.count("upheld")
        if ruling.laydown is not None and ruling.laydown.seat == seat:
            sums.laid, good = 1, ruling.laydown.is_good
            sums.laid_well, sums.laid_badly = int(good is True), int(good is False)
        rows.append(sums)
    return rows


def _score(line: ScorecardLine, side: int, makers: bool) -> Sums:
    """Return the counts of hands, points and trump; `makers` for the player or the side that made trump."""
    sums = Sums()
    if line.counted is not None:
        sums.hands, sums.points = 1, line.counted[side]
    if makers and is_decided(line):
        failed = line.ruling.makers_set
        sums.made, sums.set = int(not failed), int(failed)
    return sums


def is_decided(line: ScorecardLine) -> bool:
    """Return True if a hand counts and was played to the end, so that the makers made it or were set."""
    return line.counted is not None and line.ruling.remedy.outcome == "scored"


def has_cards(ruling: Ruling) -> bool:
    """Return True if plays or a lay-down were recorded."""
    return bool(ruling.replay.cards) or find_laydown_seat(ruling.replay.hand) is not None


def _find_counted_melds(line: ScorecardLine) -> Sequence[Any] | None:
    """Return the melds and belles that counted; None if not known."""
    ruling = line.ruling
    if line.counted is None or line.basis != "cards" or ruling.replay.hand.record.melds is None:
        return None
    if ruling.remedy.outcome == "renege":
        # With unknown cards, only the melds of the lowest score are known.
        return ruling.remedy.awarded if ruling.replay.is_complete else None
    if ruling.remedy.outcome != "scored":
        return ()
    return None if ruling.points is None else [item for item in ruling.tally.melds if item.scores]


def _suspects(ruling: Ruling) -> Iterator[int]:
    """Yield the seats that may have reneged: both partners if the record names no seat."""
    for finding in ruling.findings:
        if finding.penalty == "renege" and finding.is_open:
            seats = range(len(SEATS)) if finding.seat is None else (finding.seat,)
            yield from (seat for seat in seats if finding.team in (None, team_of(seat)))


class PlayerKey(NamedTuple):
    """Player of a season: folded name and team id."""

    name: str
    team: str


class PlayerReneges(NamedTuple):
    """Number of reneges of a kind by a player."""

    infraction: str
    caught: int
    uncalled: int


class PlayerCounts:
    """Counts over the games so far."""

    def __init__(self, season: Season) -> None:
        self._substitutes = season.substitutes
        self.sums: dict[PlayerKey, Sums] = {}
        #: Two partners in the order of their names.
        self.pairs: dict[tuple[PlayerKey, PlayerKey], Sums] = {}
        self.rounds: dict[PlayerKey, dict[int, Sums]] = {}
        #: Reneges of each player, by infraction and whether it was called.
        self.kinds: dict[PlayerKey, Counter[tuple[str, bool]]] = {}
        #: Each name as it was first written.
        self.written: dict[str, str] = {}
        #: Players on a team in their own right; and by player the hands that count, as a substitute.
        self.regulars: set[PlayerKey] = set()
        self.as_substitute = Counter[PlayerKey]()
        #: Number of hands with each gap, named as in `Unknown`.
        self.unknown = Counter[str]()

    def add_game(self, added: CountedGame) -> None:
        """Count a game; hands of a forfeited match do not belong to the season."""
        if added.match.forfeited:
            return
        for line in added.card.lines:
            ruling, keys = line.ruling, self._keys(line.ruling, added.teams)
            for key, sums in zip(keys, count_by_seat(line), strict=True):
                if key is None:
                    continue
                self.sums.setdefault(key, Sums()).add(sums)
                if sums.hands:
                    self.rounds.setdefault(key, {}).setdefault(added.round.number, Sums()).add(sums)
                if (added.match.id, key.team, key.name) in self._substitutes:
                    self.as_substitute[key] += sums.hands
                else:
                    self.regulars.add(key)
            for side in range(len(TEAMS)):
                sums = _score(line, side, ruling.replay.makers == side)
                one, other = keys[side], keys[side + len(TEAMS)]
                if one is not None and other is not None and sums.hands:
                    pair = (one, other) if one <= other else (other, one)
                    self.pairs.setdefault(pair, Sums()).add(sums)
            for finding in ruling.reneges:
                key = None if finding.seat is None else keys[finding.seat]
                if key is None:
                    self.unknown["nobodys"] += 1
                else:
                    kind = finding.infraction, is_called(ruling, finding)
                    self.kinds.setdefault(key, Counter())[kind] += 1
            self.unknown.update(_find_gaps(line, keys))

    def _keys(self, ruling: Ruling, teams: Sequence[str]) -> list[PlayerKey | None]:
        """Return the player of each seat; None for no name, or the same name for both partners."""
        players = ruling.replay.hand.record.players
        for name in players.values():
            self.written.setdefault(fold_name(name), name)
        keys = [
            PlayerKey(fold_name(players[seat]), teams[team_of(number)]) if seat in players else None
            for number, seat in enumerate(SEATS)
        ]
        return [key if keys.count(key) == 1 else None for key in keys]


def _find_gaps(line: ScorecardLine, keys: list[PlayerKey | None]) -> list[str]:
    """Return the gaps of a hand, named as in `Unknown`."""
    ruling = line.ruling
    unknown = {
        "undecided": line.basis in ("open", "unfinished"),
        "doubtful": any(finding.penalty == "renege" and finding.is_open for finding in ruling.findings),
        "hands": line.counted is not None,
    }
    if line.counted is not None:
        unknown |= {
            "written": line.basis == "written",
            "sheets": line.basis == "sheet",
            "nameless": None in keys,
            "makerless": is_decided(line) and ruling.replay.maker is None,
            "meldless": has_cards(ruling) and _find_counted_melds(line) is None,
        }
    return [name for name, holds in unknown.items() if holds]


class AmbiguousName(NamedTuple):
    """A name that sat for several teams and is counted apart, as nothing says that it is one person."""

    name: str
    teams: tuple[str, ...]


class TeamShare(NamedTuple):
    """Hands of a player for one team, and how many of them as a substitute."""

    team: str
    hands: int
    as_substitute: int


class Player(NamedTuple):
    """A player, with all teams."""

    keys: tuple[PlayerKey, ...]
    #: True if others have the same name, so that the team is shown with it.
    is_one_of_several: bool
    name: str
    #: Most hands first.
    teams: tuple[TeamShare, ...]
    sums: Sums
    #: Counts by round number.
    rounds: dict[int, Sums]
    kinds: tuple[PlayerReneges, ...]

    @property
    def search_name(self) -> str:
        """The name as names are compared."""
        return self.keys[0].name


def find_players(season: Season, seen: PlayerCounts) -> tuple[list[Player], list[AmbiguousName]]:
    """Return the players of a season, and names that may be one person."""
    keys: dict[str, list[PlayerKey]] = {}
    for key in seen.sums:
        keys.setdefault(key.name, []).append(key)
    numbers = [round.number for round in season.all_rounds]

    @cache
    def rounds_of(team: str) -> Mapping[str, set[int]]:
        """Return the rounds in which each folded name is on the roster of a team."""
        found: dict[str, set[int]] = {}
        for number in numbers:
            for name in season.roster(team, number):
                found.setdefault(fold_name(name), set()).add(number)
        return found

    players: list[Player] = []
    apart: list[AmbiguousName] = []
    for name, own in keys.items():
        homes = [rounds_of(key.team).get(name, set()) for key in own if key in seen.regulars]
        # Who is on the rosters of all these teams, and never on two in one round, has moved.
        has_moved = all(homes) and not any(one & other for one, other in combinations(homes, 2))
        if len(homes) <= 1 or has_moved:
            players.append(_player(tuple(own), False, seen))
        else:
            players += [_player((key,), True, seen) for key in own]
            apart.append(AmbiguousName(seen.written[name], tuple(key.team for key in own)))
    return players, apart


class Partners(NamedTuple):
    """Two players at one side of a table."""

    players: tuple[Player, Player]
    team: str
    sums: Sums


class Unknown(NamedTuple):
    """Number of hands with each gap."""

    #: Hands that count; of these, hands kept only as a score, and only as a sheet.
    hands: int
    written: int
    sheets: int
    #: Hands that count and do not name all four players, or the one who made trump.
    nameless: int
    makerless: int
    #: Hands with cards where it is unknown which melds counted.
    meldless: int
    #: Hands that cannot be decided, and those in which the record leaves a renege open.
    undecided: int
    doubtful: int
    #: Proven reneges that belong to no player.
    nobodys: int


class Players(NamedTuple):
    """The players of a season."""

    standings: Standings
    #: All players, by points a hand.
    everybody: tuple[Player, ...]
    pairs: tuple[Partners, ...]
    unknown: Unknown
    #: Names that several people share, and names that look alike.
    apart: tuple[AmbiguousName, ...]
    look_alike: tuple[tuple[str, str], ...]
    #: Number of hands a player or a pair needs to be listed.
    least: int
    #: The one player who was asked for; None for all of them.
    chosen: Player | None = None
    #: Other seasons, for comparison.
    others: tuple[Players, ...] = ()

    def find_players(self, name: str) -> list[Player]:
        """Return all players with a folded name."""
        return [player for player in self.everybody if player.search_name == name]

    @property
    def players_to_list(self) -> list[Player]:
        """Players with enough hands; or the one who was asked for."""
        if self.chosen is not None:
            return [self.chosen]
        return [player for player in self.everybody if player.sums.hands >= self.least]

    @property
    def partners(self) -> list[Partners]:
        """The pairs with as many hands; or those of the one player, most hands first."""
        if self.chosen is not None:
            own = [pair for pair in self.pairs if any(player is self.chosen for player in pair.players)]
            return sorted(own, key=lambda pair: -pair.sums.hands)
        return [pair for pair in self.pairs if pair.sums.hands >= self.least]

    @property
    def kinds(self) -> tuple[PlayerReneges, ...]:
        """The reneges of everybody, listed or not; or those of the one player."""
        if self.chosen is not None:
            return self.chosen.kinds
        return _counts(count for player in self.everybody for count in player.kinds)


def players(season: Season, given: GivenHands, least: int = 1) -> Players:
    """Return the players of a season by its hands; those with fewer hands than `least` are not listed."""
    seen = PlayerCounts(season)
    return players_of_counts(seen, standings(season, given, seen.add_game), least)


def players_of_counts(seen: PlayerCounts, table: Standings, least: int = 1) -> Players:
    """Return the players of a season from its counts."""

    def points_key(sums: Sums) -> tuple[float, int]:
        return -(sums.average.share or 0), -sums.hands

    persons, apart = find_players(table.season, seen)
    everybody = sorted(persons, key=lambda one: (*points_key(one.sums), one.name, one.teams[0].team))
    by_key = {key: player for player in everybody for key in player.keys}
    together = seen.pairs.items()
    pairs = [Partners((by_key[one], by_key[other]), one.team, sums) for (one, other), sums in together]
    pairs.sort(key=lambda pair: points_key(pair.sums))
    alike = tuple(LookAlikes().find_among(sorted({*seen.written.values(), *table.season.names()})))
    unknown = Unknown(**{name: seen.unknown[name] for name in Unknown._fields})
    return Players(table, tuple(everybody), tuple(pairs), unknown, tuple(apart), alike, least)


def _player(keys: tuple[PlayerKey, ...], is_one_of_several: bool, seen: PlayerCounts) -> Player:
    total, rounds = Sums(), dict[int, Sums]()
    for key in keys:
        total.add(seen.sums[key])
        for number, sums in seen.rounds.get(key, {}).items():
            rounds.setdefault(number, Sums()).add(sums)
    shares = [TeamShare(key.team, seen.sums[key].hands, seen.as_substitute[key]) for key in keys]
    kinds = _counts(
        PlayerReneges(infraction, number * called, number * (not called))
        for key in keys
        for (infraction, called), number in seen.kinds.get(key, {}).items()
    )
    teams = tuple(sorted(shares, key=lambda share: (-share.hands, share.team)))
    name = seen.written[keys[0].name]
    return Player(keys, is_one_of_several, name, teams, total, dict(sorted(rounds.items())), kinds)


def _counts(counts: Iterable[PlayerReneges]) -> tuple[PlayerReneges, ...]:
    """Add up counts by kind."""
    caught, uncalled = Counter[str](), Counter[str]()
    for count in counts:
        caught[count.infraction] += count.caught
        uncalled[count.infraction] += count.uncalled
    return tuple(PlayerReneges(kind, caught[kind], uncalled[kind]) for kind in sorted({*caught, *uncalled}))


def label(season: Season, player: Player) -> str:
    """Return the name of a player; with the team if others have the same name."""
    if player.is_one_of_several:
        return f"{player.name} ({season.name_of(player.teams[0].team)})"
    return player.name


def select_player(players: Players, text: str) -> Players:
    """Reduce to the player with that name. Raise UsageError if there is none, or several."""
    asked, season = fold_name(text), players.standings.season
    labels = [(player, fold_name(label(season, player))) for player in players.everybody]
    own = [player for player, name in labels if asked in (player.search_name, name)]
    if len(own) == 1:
        return players._replace(chosen=own[0])
    name = printable(text.strip(), 80)
    if own:
        why = "this name played for several teams, and we cannot tell if it is one person"
        raise UsageError(f"“{name}” is more than one player", why, f"give one of: {_labels(season, own)}")
    by_name = {player.search_name: player for player in players.everybody}
    close = [by_name[name] for name in get_close_matches(asked, list(by_name), 3, 0.6)]
    help = f"did you mean {_labels(season, close)}?" if close else "league players lists the names"
    raise UsageError(f"no one called “{name}” played a hand this season", "", help)


def _labels(season: Season, players: Sequence[Player]) -> str:
    return " or ".join(f"“{printable(label(season, player), 80)}”" for player in players)
