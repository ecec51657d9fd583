"""What of a season waits for somebody to decide it, and the command that does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from clabber_audit.league.notices import Notice
from clabber_audit.league.played import PlayedMatch
from clabber_audit.league.standings import Standings

Kind = Literal[
    "protest",
    "in_dispute",
    "no_day",
    "no_hands",
    "not_over",
    "approval",
    "other_approval",
    "lock",
    "lock_unwritten",
    "not_locked",
    "changed",
    "forfeited_and_played",
    "stranger",
]
#: What is said of a match that can be locked, by its status.
_TO_LOCK: Final[dict[str, Kind]] = {"approved": "lock", "approved_unwritten": "lock_unwritten", "played": "not_locked"}
#: The notices of which a decision disposes.
_DECIDED: Final[dict[str, Kind]] = {
    "locked_otherwise": "changed",
    "played_though_forfeited": "forfeited_and_played",
    "off_roster": "stranger",
}
#: What somebody has to fill in.
NAME: Final = "NAME"
DAY: Final = "DATE"
REASON: Final = "REASON"


class Waiting(NamedTuple):
    """Something that waits."""

    kind: Kind
    #: The id of the match; empty where it is about none.
    match: str
    #: The id of the team, where it is about one, and whatever else there is to say: a player, what a protest says.
    team: str
    said: str
    #: The command of `league` that decides it, with everything but the files.
    command: tuple[str, ...]
    #: Whether the command takes the hands.
    by_hands: bool = False


def waiting(found: Standings) -> Iterator[Waiting]:
    """Everything that waits: protests first, then match by match."""
    numbers = found.season.numbers()
    for note in found.protests:
        at = ("--match", str(numbers[note.match])) if note.match else ()
        command = ("note", REASON, *at, "--answers", str(note.number or "N"), "--by", NAME)
        yield Waiting("protest", note.match or "", "", f"{note.who}, {note.when}: {note.why}", command)
    told: dict[str, list[Notice]] = {}
    for notice in found.notices:
        told.setdefault(notice.match, []).append(notice)
    begun = max((match.round.number for match in found.matches if _is_begun(match)), default=0)
    for match in found.matches:
        yield from _of_match(found, match, str(numbers[match.match.id]), begun)
        for notice in told.get(match.match.id, ()):
            yield from _of_notice(found, match, notice, str(numbers[match.match.id]))


def looked_at(found: Standings, items: Sequence[Waiting]) -> list[Notice]:
    """Return the notices of which none of the `items` disposes, the loud ones first."""
    there = {(item.kind, item.match) for item in items}
    left = [notice for notice in found.notices if (_DECIDED.get(notice.kind), notice.match) not in there]
    return sorted(left, key=lambda notice: not notice.loud)


def _is_begun(match: PlayedMatch) -> bool:
    return any(game.state != "not_played" for game in match.games)


def _of_match(found: Standings, played: PlayedMatch, number: str, begun: int) -> Iterator[Waiting]:
    match, signed = played.match, ("--by", NAME, "--why", REASON)
    if played.status == "in_dispute":
        yield Waiting("in_dispute", match.id, "", "", ("report",), True)
    elif played.status == "postponed" and match.postponed and match.postponed.until is None:
        yield Waiting("no_day", match.id, "", "", ("postpone", number, "--until", DAY, *signed))
    elif played.status == "scheduled" and played.round.number < begun:
        yield Waiting("no_hands", match.id, "", "", ("postpone", number, "--until", DAY, *signed))
    elif played.status == "provisional" and not played.decided:
        yield Waiting("not_over", match.id, "", "", ("report",), True)
    elif played.status == "provisional":
        for team in (team for team in match.teams if team not in played.approved_by):
            yield _approval(found, match.id, team, number)
    elif kind := _TO_LOCK.get(played.status):
        yield Waiting(kind, match.id, "", "", ("lock", number, "--by", NAME), True)


def _approval(found: Standings, match: str, team: str, number: str) -> Waiting:
    """The approval of a team; one that does not count has to be taken back before there can be another."""
    there = [one for one in found.season.approvals if (one.match, one.team) == (match, team)]
    if there:
        entry = there[-1]
        command = ("undo", str(entry.number or "N"), "--by", NAME, "--why", REASON)
        return Waiting("other_approval", match, team, entry.who, command)
    captain = found.season.captain(team) or NAME
    command = ("approve", number, "--team", found.season.name_of(team), "--by", captain)
    return Waiting("approval", match, team, "", command, True)


def _of_notice(found: Standings, played: PlayedMatch, notice: Notice, number: str) -> Iterator[Waiting]:
    said, signed = dict(notice.facts), ("--by", NAME, "--why", REASON)
    if notice.kind == "locked_otherwise" and played.games[(notice.game or 1) - 1].counts:
        was, now = str(said["was"]), str(said["now"])
        again = ("correct", number, "--game", str(notice.game), "--to", now, *signed)
        yield Waiting("changed", notice.match, "", f"{was} → {now}", again)
    elif notice.kind == "played_though_forfeited" and played.match.forfeited:
        back = ("undo", str(played.match.forfeited.number or "N"), *signed)
        yield Waiting("forfeited_and_played", notice.match, "", "", back)
    elif notice.kind == "off_roster":
        player, team = str(said["player"]), str(said["team"])
        name = found.season.name_of(team)
        sits_in = ("substitute", number, "--team", name, "--player", player, *signed)
        yield Waiting("stranger", notice.match, team, player, sits_in)
