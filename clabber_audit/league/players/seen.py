"""What the hands of a season show of everybody who sat at a table, game by game; no hand is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from clabber_audit.league.audit import was_called
from clabber_audit.league.played import AddedUp
from clabber_audit.league.players.hand import by_seat, by_side, has_cards, is_decided, melds_are_known
from clabber_audit.league.players.sums import Sums
from clabber_audit.league.season import Season
from clabber_audit.record.names import folded
from clabber_audit.ruling.judge import Ruling
from clabber_audit.scorecard.line import Line
from clabber_audit.table.cards import SEATS, TEAMS, team_of


class Key(NamedTuple):
    """Somebody at a table: a name, as names are compared, and the id of the team that he sat for."""

    name: str
    team: str


class Kind(NamedTuple):
    """An infraction, and whether it was called."""

    infraction: str
    called: bool


class Pair(NamedTuple):
    """Two partners, by their compared names in order, and the id of their team."""

    names: tuple[str, str]
    team: str


class Seen:
    """What was seen in the games looked at so far."""

    def __init__(self, season: Season) -> None:
        self._substitutes = {(one.match, one.team, folded(one.player)) for one in season.substitutions}
        self.sums: dict[Key, Sums] = {}
        self.pairs: dict[Pair, Sums] = {}
        self.rounds: dict[Key, dict[int, Sums]] = {}
        self.kinds: dict[Key, Counter[Kind]] = {}
        #: Each name as it was first written.
        self.written: dict[str, str] = {}
        #: Who sat for a team in his own right; and of everybody the hands that count and were played as a substitute.
        self.regulars: set[Key] = set()
        self.as_substitute = Counter[Key]()
        #: How many hands lack what, by what `Unknown` calls it.
        self.unknown = Counter[str]()

    def look(self, added: AddedUp) -> None:
        """Look at a game; hands of a forfeited match are no part of the season."""
        if added.match.forfeited:
            return
        teams = added.match.teams[::-1] if added.turned else added.match.teams
        for line in added.card.lines:
            keys = self._keys(line.ruling, teams)
            self._add(line, keys, added.round.number, added.match.id)
            self._pair(line, keys)
            self._reneges(line.ruling, keys)
            self.unknown.update(_unknown(line, keys))

    def _keys(self, ruling: Ruling, teams: Sequence[str]) -> list[Key | None]:
        """Who sat where, by seat; None where no name was written down, or the same one for both partners."""
        players = ruling.walk.hand.record.players
        for name in players.values():
            self.written.setdefault(folded(name), name)
        keys = [
            Key(folded(players[seat]), teams[team_of(number)]) if seat in players else None
            for number, seat in enumerate(SEATS)
        ]
        return [key if keys.count(key) == 1 else None for key in keys]

    def _add(self, line: Line, keys: list[Key | None], round: int, match: str) -> None:
        for key, sums in zip(keys, by_seat(line), strict=True):
            if key is None:
                continue
            self.sums.setdefault(key, Sums()).add(sums)
            if sums.hands:
                self.rounds.setdefault(key, {}).setdefault(round, Sums()).add(sums)
            if (match, key.team, key.name) in self._substitutes:
                self.as_substitute[key] += sums.hands
            else:
                self.regulars.add(key)

    def _pair(self, line: Line, keys: list[Key | None]) -> None:
        for side, sums in enumerate(by_side(line)):
            one, other = keys[side], keys[side + len(TEAMS)]
            if one is not None and other is not None and sums.hands:
                first, second = sorted((one.name, other.name))
                self.pairs.setdefault(Pair((first, second), one.team), Sums()).add(sums)

    def _reneges(self, ruling: Ruling, keys: list[Key | None]) -> None:
        for finding in ruling.reneges:
            key = None if finding.seat is None else keys[finding.seat]
            if key is None:
                self.unknown["nobodys"] += 1
            else:
                kind = Kind(finding.infraction, was_called(ruling, finding))
                self.kinds.setdefault(key, Counter())[kind] += 1


def _unknown(line: Line, keys: list[Key | None]) -> list[str]:
    """What a hand leaves out, each as `Unknown` calls it."""
    ruling = line.ruling
    found = {
        "undecided": line.basis in ("open", "unfinished"),
        "doubtful": any(one.penalty == "renege" and one.verdict == "undetermined" for one in ruling.findings),
        "hands": line.counted is not None,
    }
    if line.counted is not None:
        found |= {
            "written": line.basis == "written",
            "sheets": line.basis == "sheet",
            "nameless": None in keys,
            "makerless": is_decided(line) and ruling.walk.maker is None,
            "meldless": has_cards(ruling) and not melds_are_known(line),
        }
    return [name for name, holds in found.items() if holds]
