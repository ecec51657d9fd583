"""Games of a season as played."""

from __future__ import annotations

import marshal
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import closing, contextmanager
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import SEATS, TEAMS, Scores, team_of
from clabber_audit.core.errors import TextPlace, Unusable, UsageError
from clabber_audit.games.bid_euchre.game import BID_EUCHRE
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.parse import admit
from clabber_audit.judge.appeals import build_law_on_appeal
from clabber_audit.judge.judge import CleanHand, Summary, Uncontested, adjudicate, summary
from clabber_audit.league.scorecard import ScoredGame
from clabber_audit.league.season import AppealedHand, Round, Season, SeasonMatch, Team
from clabber_audit.records.base import Context, RecordNotes, notes_of
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import canonical, fold_name
from clabber_audit.records.hand import Hand
from clabber_audit.rules.bound_ruleset import BoundRuleset, ById, law_on
from clabber_audit.rules.ruleset import Ruleset

NoticeKind = Literal[
    "refused",
    "other_league",
    "other_season",
    "unnamed_team",
    "unknown_team",
    "no_round",
    "no_match",
    "no_game_number",
    "no_such_game",
    "other_ruleset",
    "other_table",
    "off_roster",
    "repeated",
    "same_id",
    "two_hands",
    "no_hand_number",
    "two_tables",
    "disputed",
    "stopped",
    "hands_missing",
    "hands_after",
    "unfinished",
    "another_hand",
    "games_missing",
    "no_hands",
    "result_otherwise",
    "played_though_forfeited",
    "locked_otherwise",
    "corrected_otherwise",
    "approved_otherwise",
    "approved_in_part",
    "approved_early",
    "not_captain",
    "second_bye",
    "idle",
    "uneven",
]
#: Kinds that change or may change a result, and so come first.
LOUD: Final[frozenset[NoticeKind]] = frozenset(
    {"refused", "result_otherwise", "locked_otherwise", "corrected_otherwise", "approved_otherwise"}
)


class Notice(NamedTuple):
    """Notice about a season."""

    kind: NoticeKind
    #: Match id, game number and round number, if it is about one.
    match: str = ""
    game: int | None = None
    round: int | None = None
    #: Whatever else its sentence needs: team ids, names as written, numbers, totals such as 512:430.
    facts: tuple[tuple[str, str | int], ...] = ()
    #: The ids of the hands that it is about.
    hands: tuple[str, ...] = ()

    @property
    def is_loud(self) -> bool:
        """True for a notice about a changed result or hands left out."""
        return self.kind in LOUD


class Notices:
    """Notices by kind and place; the same notice about many hands is kept once, with all of them."""

    def __init__(self) -> None:
        self._hands: dict[Notice, dict[str, None]] = {}

    def add(
        self,
        kind: NoticeKind,
        match: str = "",
        game: int | None = None,
        *,
        round: int | None = None,
        hands: Iterable[str] = (),
        **facts: str | int,
    ) -> None:
        """Add a notice, with the hands that it is about."""
        notice = Notice(kind, match, game, round, tuple(facts.items()))
        self._hands.setdefault(notice, {}).update(dict.fromkeys(hands))

    def list_all(self) -> list[Notice]:
        """Return all notices, refused hands first, in the order in which each first occurred."""
        notices = [notice._replace(hands=tuple(hands)) for notice, hands in self._hands.items()]
        return sorted(notices, key=lambda notice: notice.kind != "refused")


#: State of a game. Only "won" and "tied" count. "unclear" is a game of two versions that cannot both be right.
GameState = Literal["won", "tied", "unfinished", "disputed", "stopped", "incomplete", "unclear", "not_played"]
#: Status of a match. "played": all its games count, and this season approves no results. "approved_unwritten":
#: both captains approved, at least one without a written result, so that nothing can be compared with it.
MatchStatus = Literal[
    "scheduled",
    "postponed",
    "played",
    "provisional",
    "approved_unwritten",
    "approved",
    "locked",
    "corrected",
    "forfeited",
    "in_dispute",
]
#: Lock or correction of the result of a game.
Fixed = Literal["", "locked", "corrected"]


class PlayedGame(NamedTuple):
    """One game of a match, by the match's teams, as the standings need it."""

    number: int
    state: GameState = "not_played"
    #: None while nothing was played.
    totals: Scores | None = None
    #: The id of the winner; None unless `state` is "won".
    winner: str | None = None
    #: Hands that count by their written score alone, without cards or breakdown, and all hands.
    written_alone: tuple[int, int] = (0, 0)
    #: The hashes of the records that were added up.
    records: tuple[str, ...] = ()
    fixed: Fixed = ""

    @property
    def is_in_table(self) -> bool:
        """True if the game is in the table."""
        return self.state in ("won", "tied")


class CountedGame(NamedTuple):
    """A game with its scorecard, which is there only while the game is looked at."""

    round: Round
    match: SeasonMatch
    game: PlayedGame
    card: ScoredGame
    #: True if the second of the match's teams sits North and South.
    turned: bool

    @property
    def teams(self) -> tuple[str, str]:
        """The ids of the teams that sit North-South and East-West."""
        first, second = self.match.teams
        return (second, first) if self.turned else (first, second)


#: Callback for each game, called while its scorecard exists.
OnGame = Callable[[CountedGame], None]


class PlayedMatch(NamedTuple):
    """A match as it stands."""

    round: Round
    match: SeasonMatch
    games: tuple[PlayedGame, ...]
    status: MatchStatus
    #: The ids of the teams whose captains approved what the hands give, and of those among them that wrote down no
    #: result.
    approved_by: tuple[str, ...]
    unwritten: tuple[str, ...]

    @property
    def games_that_count(self) -> tuple[PlayedGame, ...]:
        """The games that are in the table: none of a forfeited match."""
        return () if self.match.forfeited else tuple(game for game in self.games if game.is_in_table)

    @property
    def open_games(self) -> tuple[PlayedGame, ...]:
        """The games that are not in the table yet."""
        return tuple(game for game in self.games if not game.is_in_table)

    @property
    def is_decided(self) -> bool:
        """True if it is forfeited, or all its games count."""
        return self.match.forfeited is not None or not self.open_games

    @property
    def results(self) -> list[dict[str, Any]]:
        """The totals of each game by team id, as approvals and locks list them."""
        return [
            {"game": game.number, "points": {team: self.total(game, team) for team in self.match.teams}}
            for game in self.games
        ]

    @property
    def winner(self) -> str | None:
        """Team that won most games, or did not forfeit; None for neither, and while the match is not decided."""
        if self.match.forfeited:
            others = [team for team in self.match.teams if team not in self.match.forfeited.by]
            return others[0] if len(others) == 1 else None
        won = [sum(game.winner == team for game in self.games_that_count) for team in self.match.teams]
        if not self.is_decided or won[0] == won[1]:
            return None
        return self.match.teams[won[1] > won[0]]

    def other_team(self, team: str) -> str:
        return self.match.teams[team == self.match.teams[0]]

    def total(self, game: PlayedGame, team: str) -> int:
        return game.totals[self.match.teams.index(team)] if game.totals else 0


#: Memory for the database, in KiB.
_CACHE: Final = 1_000
_LAYOUT: Final = """
    CREATE TABLE hands (
        place INTEGER PRIMARY KEY, match TEXT, game INTEGER, north_south TEXT, record BLOB, clean BLOB,
        id TEXT, content BLOB
    );
    CREATE INDEX by_game ON hands (match, game);
    CREATE UNIQUE INDEX by_id ON hands (id, content);
"""
_PUT: Final = """
    INSERT INTO hands (match, game, north_south, record, clean, id, content) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
"""
#: The first hand of an id, until it is compared with others.
_FIRST: Final = "SELECT place, record, content FROM hands WHERE id = ? ORDER BY content LIMIT 1"
#: Level of compression: records are much alike, and the fastest level removes most of what repeats.
_LEVEL: Final = 1


class GameOfHand(NamedTuple):
    """Game that a hand belongs to."""

    match: str
    game: int


class HandStore:
    """Hands of a season by game, stored on disk and judged by one law, or by its texts by date. Close it after use."""

    def __init__(self, law: BoundRuleset, appeals: Sequence[AppealedHand] = ()) -> None:
        self._appeals = {appeal.hand: appeal for appeal in appeals}
        self.law = law
        self._uncontested = lru_cache(_TEXTS)(lambda text: Uncontested(text.value))
        with _disk_errors():
            # Without a name it is a file that only this program sees, and that goes with it.
            self._db = sqlite3.connect("", isolation_level=None)
            self._db.execute(f"PRAGMA cache_size = -{_CACHE}")
            self._db.execute("PRAGMA journal_mode = OFF")
            self._db.executescript(_LAYOUT)
            self._db.execute("BEGIN")

    def close(self) -> None:
        self._db.close()

    def add(
        self, place: GameOfHand, north_south: str, hand: Hand | CleanHand
    ) -> Literal["repeated", "same_id"] | None:
        """Add a hand to its game; return the irregularity, if it is there already or shares its id."""
        if isinstance(hand, CleanHand):
            name, record, noted = hand.noted.id, zlib.compress(hand.text, _LEVEL), hand.noted
            context = noted.context and noted.context.model_dump(exclude_unset=True)
            notes: tuple[Any, ...] = tuple(noted._replace(context=context))
            clean = marshal.dumps((notes, hand.dealer, hand.maker, hand.made))
        else:
            name, record, clean = hand.record.id, pack_record(hand.original), None
        with _disk_errors():
            first = self._db.execute(_FIRST, (name,)).fetchone()
            content = None
            if first is not None:
                # Records of one id are told apart by their content, also that of the one stored first.
                place_of_first, other, known = first
                content = _content(unpack_record(record))
                if known is None:
                    update = "UPDATE hands SET content = ? WHERE place = ?"
                    self._db.execute(update, (_content(unpack_record(other)), place_of_first))
            added = self._db.execute(_PUT, (*place, north_south, record, clean, name, content)).rowcount
        return "repeated" if not added else None if first is None else "same_id"

    def hands_of_game(self, place: GameOfHand) -> list[tuple[Summary, str]]:
        """Return the hands of a game and their North-South teams, in the order in which they were added."""
        asked = "SELECT north_south, record, clean FROM hands WHERE match = ? AND game = ? ORDER BY place"
        with _disk_errors(), closing(self._db.execute(asked, place)) as rows:
            return [(self._summary(record, clean), north_south) for north_south, record, clean in rows]

    def _summary(self, record: bytes, clean: bytes | None) -> Summary:
        if clean is not None:
            noted, *outcome = marshal.loads(clean)
            notes = RecordNotes(*noted)
            if notes.context is not None:
                # It was valid when it was stored.
                notes = notes._replace(context=Context.model_construct(**notes.context))
            kept = CleanHand(zlib.decompress(record), notes, *outcome)
            if kept.noted.id in self._appeals:
                return self._judge_record(HandRecord.model_validate_json(kept.text))
            return self._uncontested(ById(law_on(self.law, _Dated(kept.noted.context)))).summary(kept)
        return self._judge_record(unpack_record(record))

    def _judge_record(self, record: HandRecord) -> Summary:
        """Judge a record, as the last appeal on it reads rules and tellers."""
        appeal, law = self._appeals.get(record.id), law_on(self.law, record)
        if appeal is not None:
            law = build_law_on_appeal(law, appeal.answers)
            accounts = {} if appeal.accounts is None else {"accounts": appeal.accounts}
            record = record.model_copy(update=accounts)
        return summary(adjudicate(admit(record, lambda _path: TextPlace(1, 1)), law))


#: Texts of a law whose clean hands are remembered.
_TEXTS: Final = 64


class _Dated(NamedTuple):
    """Date of a clean hand; its source is left out, because the hand has a date of its own."""

    context: Context | None
    source: None = None


def pack_record(record: HandRecord) -> bytes:
    """Pack a record into a few hundred bytes."""
    return zlib.compress(record.model_dump_json(exclude_unset=True).encode(), _LEVEL)


def unpack_record(data: bytes) -> HandRecord:
    """Return the packed record, with the same keys."""
    return HandRecord.model_validate_json(zlib.decompress(data))


def _content(record: HandRecord) -> bytes:
    """Return a form equal for records that say the same, whether or not they spell out defaults."""
    return sha256(canonical(record.model_dump(mode="json")).encode()).digest()


@contextmanager
def _disk_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as problem:
        what = "cannot store the hands of the season temporarily"
        raise Unusable(what, str(problem), "free some disk space for temporary files") from None


class GivenHands(NamedTuple):
    """The hands given for a season, which are taken one by one, and the law that all of them are judged by."""

    hands: Iterable[Hand | CleanHand]
    law: BoundRuleset
    #: Hands that were refused; complete once all others have been read.
    refused: Sized = ()


def store_hands(
    season: Season, hands: Iterable[Hand | CleanHand], store: HandStore, notices: Notices
) -> None:
    """Store the hands of the season by game; a hand without a place gets a notice."""
    schedule = _Schedule(season, notices)
    for hand in hands:
        noted = hand.noted if isinstance(hand, CleanHand) else notes_of(hand.record)
        found = schedule.place(noted)
        if found is None:
            continue
        place, north_south = found
        odd = store.add(place, north_south, hand)
        if odd == "repeated":
            notices.add("repeated", place.match, place.game, hands=[noted.id])
        elif odd == "same_id":
            notices.add("same_id", hands=[noted.id])


def is_scheduled(season: Season, record: HandRecord) -> bool:
    """Return True if a hand belongs to a match of the season."""
    return _Schedule(season, Notices()).place(notes_of(record)) is not None


class _Schedule:
    """Schedule in which the match of a hand is found."""

    def __init__(self, season: Season, notices: Notices) -> None:
        self.season, self.notices = season, notices
        self.teams = season.teams_by_name()
        self.substitutes = season.substitutes
        self.rosters: dict[tuple[str, int], frozenset[str]] = {}
        self.meetings: dict[frozenset[str], list[tuple[Round, SeasonMatch]]] = {}
        for round in season.all_rounds:
            for match in round.matches:
                self.meetings.setdefault(frozenset(match.teams), []).append((round, match))

    def place(self, noted: RecordNotes) -> tuple[GameOfHand, str] | None:
        """Return the game of a hand and its North-South team; None, and a notice why, if there is none."""
        season, context, hands = self.season, noted.context or Context(), [noted.id]
        compared: tuple[tuple[NoticeKind, str | None, str | None], ...] = (
            ("other_league", context.league, season.league),
            ("other_season", context.season, season.season),
        )
        for kind, here, ours in compared:
            if here and ours and fold_name(here) != fold_name(ours):
                self.notices.add(kind, hands=hands, said=here, ours=ours)
                return None
        teams = []
        for side in TEAMS:
            name = noted.teams.get(side)
            team = self.teams.get(fold_name(name)) if name else None
            if name is None:
                self.notices.add("unnamed_team", hands=hands, side=side)
            elif team is None:
                self.notices.add("unknown_team", hands=hands, name=name, side=side)
            else:
                teams.append(team)
        if len(teams) < len(TEAMS):
            return None
        one, other = (team.id for team in teams)
        meetings = self.meetings.get(frozenset((one, other)), [])
        if context.round is None and len(meetings) > 1:
            rounds = ", ".join(str(round.number) for round, _match in meetings)
            self.notices.add("no_round", hands=hands, one=one, other=other, rounds=rounds)
            return None
        met = next((meeting for meeting in meetings if context.round in (None, meeting[0].number)), None)
        if met is None:
            self.notices.add("no_match", round=context.round, hands=hands, one=one, other=other)
            return None
        round, match = met
        game, most = context.game, season.games_of(match)
        if game is None and most == 1:
            game = 1
        if game is None:
            self.notices.add("no_game_number", match.id, hands=hands, most=most)
            return None
        if not 1 <= game <= most:
            self.notices.add("no_such_game", match.id, game, hands=hands, most=most)
            return None
        place = GameOfHand(match.id, game)
        self._note_mismatches(noted, place, round, match, teams)
        return place, one

    def _note_mismatches(
        self, noted: RecordNotes, place: GameOfHand, round: Round, match: SeasonMatch, teams: Sequence[Team]
    ) -> None:
        """Add a notice for each part of a hand that differs from the season; the hand still counts."""
        hands, table = [noted.id], noted.context.table if noted.context else None
        if noted.ruleset not in (None, self.season.ruleset):
            said = noted.ruleset or ""
            self.notices.add("other_ruleset", *place, hands=hands, said=said, ours=self.season.ruleset)
        if table is not None and match.table is not None and table != match.table:
            self.notices.add("other_table", *place, hands=hands, said=table, ours=match.table)
        for seat, name in sorted(noted.players.items(), key=lambda player: SEATS.index(player[0])):
            team = teams[team_of(SEATS.index(seat))].id
            if (team, round.number) not in self.rosters:
                roster = frozenset(map(fold_name, self.season.roster(team, round.number)))
                self.rosters[team, round.number] = roster
            roster, player = self.rosters[team, round.number], fold_name(name)
            if roster and player not in roster and (match.id, team, player) not in self.substitutes:
                self.notices.add("off_roster", *place, hands=hands, player=name, team=team)


def is_for_evenings(ruleset: Ruleset) -> bool:
    """Return True if a game ends with ten games of an evening (B-051)."""
    return ruleset.game is BID_EUCHRE and bool(ruleset.toggles.end == "ten_games")


def require_season_rules(ruleset: Ruleset) -> None:
    """Raise UsageError unless the ruleset is for seasons."""
    if ruleset.game is CLABBER:
        return
    what = f"there are no leagues for {ruleset.title}"
    if is_for_evenings(ruleset):
        why = "a league is for teams, and here players change partners and keep their own tallies"
        raise UsageError(what, why, "add up the tallies of an evening with `clabber-audit evening`")
    raise UsageError(what, "leagues are for Clabber", "add up a game with `clabber-audit score`")


def require_evening_rules(ruleset: Ruleset) -> None:
    """Raise UsageError unless the ruleset is for evenings."""
    if not is_for_evenings(ruleset):
        why = "an evening is ten games in which players change partners"
        help = "give progressive-euchre, or rules that extend it; add up a game with `clabber-audit score`"
        raise UsageError(f"there are no evenings under {ruleset.id}", why, help)
