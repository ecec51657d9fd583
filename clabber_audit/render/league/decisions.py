"""Decisions in sentences: what was entered, what it changes, and what still waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from clabber_audit.ground.counted import counted
from clabber_audit.league.season.entries import entries, taken_back
from clabber_audit.league.season.model import (
    Approval,
    Correction,
    Decision,
    Entry,
    Forfeit,
    ForfeitedMatch,
    GameResult,
    Handicap,
    Lock,
    Note,
    Penalty,
    PostponedMatch,
    Postponement,
    RosterChange,
    Season,
    Substitution,
    Withdrawal,
)
from clabber_audit.league.standings import Standing, Standings
from clabber_audit.league.waiting import Kind, Waiting
from clabber_audit.render.league import wording
from clabber_audit.render.league.names import Names
from clabber_audit.render.league.paper import Item, Section
from clabber_audit.render.wording import listed

_WAITING: Final[dict[Kind, str]] = {
    "protest": "A protest waits for an answer{at} ({said}).",
    "in_dispute": "{match}: in dispute. The report shows which hands; amending a hand settles it.",
    "no_day": "{match}: postponed without a new day.",
    "no_hands": "{match}: there are no hands of it. Add them, or postpone or forfeit the match.",
    "not_over": "{match}: not complete. The report shows which hands are missing.",
    "approval": "{match}: waiting for the captain of {team} to approve.",
    "other_approval": "{match}: the approval of {team} by {said} does not count. Undo it, then approve again.",
    "lock": "{match}: approved by both captains, but not locked.",
    "lock_unwritten": "{match}: approved without a written result, and not locked.",
    "not_locked": "{match}: played, but not locked.",
    "changed": "{match}: the hands now give a different result ({said}).",
    "forfeited_and_played": "{match}: forfeited, but there are hands of it. Undo the forfeit if they should count.",
    "stranger": "{match}: {said} played for {team} but is not on its roster.",
}


def waits(one: Waiting, names: Names) -> str:
    """What waits, in a sentence."""
    number = f"Match {names.season.numbers()[one.match]}, {names.match(one.match)}" if one.match else ""
    team = names.team(one.team) if one.team else ""
    at = f", {names.match(one.match)}" if one.match else ""
    return _WAITING[one.kind].format(match=number, team=team, said=one.said, at=at)


class Logged(NamedTuple):
    """An entry as it is listed."""

    number: int | None
    #: The list of the season, or the key of the match, that it stands in.
    key: str
    text: str
    #: The number of the entry that took it back; None where it holds.
    taken_back_by: int | None

    @property
    def line(self) -> str:
        """All of it in one line."""
        gone = f" Undone by entry {self.taken_back_by}." if self.taken_back_by else ""
        return f"{self.number or '–'}. {self.text}{gone}"


def logged(season: Season, names: Names) -> list[Logged]:
    """Everything that was entered, by number; first what was written without one."""
    back = taken_back(season)
    by = {entry.of: entry.number for entry in season.withdrawals if entry.number not in back}
    found = []
    for path, entry in sorted(entries(season), key=lambda one: one[1].number or 0):
        match = season.rounds[int(path[1])].matches[int(path[3])].id if path[0] == "rounds" else ""
        key = str(path[-1] if match else path[0])
        found.append(Logged(entry.number, key, entered(entry, names, match), by.get(entry.number or 0)))
    return found


#: What is told with its match, or in a section of its own, as long as it holds.
_TOLD: Final = ("approvals", "locks", "corrections")


def decisions(found: Standings, names: Names) -> Section:
    """What was decided, and what of it was taken back."""
    own = [one for one in logged(found.written, names) if one.key not in _TOLD or one.taken_back_by]
    items = tuple(Item(one.line) for one in own)
    text = "Approvals, locks and corrections in force are listed with the matches." if items else ""
    return Section("decisions", "Decisions", text, items=items, printed=False)


def entered(entry: Entry, names: Names, match: str = "") -> str:
    """An entry in a sentence, with who, when and why; `match` is the id of the one that holds it itself."""
    why = entry.why if isinstance(entry, Decision | Approval | Lock) else None
    signed = f"{entry.who}, {entry.when}: {why}" if why else f"{entry.who}, {entry.when}"
    return f"{_said(entry, names, match)} ({entry.when if names.anonymous else signed})."


def _said(entry: Entry, names: Names, match: str) -> str:
    match entry:
        case Approval():
            results = _results(entry.match, entry.results, names)
            return f"{names.team(entry.team)} approved {names.match(entry.match)}{results}"
        case Lock():
            return f"{names.match(entry.match)} is locked{_results(entry.match, entry.results, names)}"
        case Correction():
            was, now = (_totals(entry.match, points, names) for points in (entry.was, entry.now))
            return f"{names.match(entry.match)}, game {entry.game}: {was} becomes {now}"
        case Forfeit():
            at = entry.match if isinstance(entry, ForfeitedMatch) else match
            return f"{names.match(at)} is forfeited by {listed([names.team(team) for team in entry.by])}"
        case Postponement():
            at = entry.match if isinstance(entry, PostponedMatch) else match
            until = f"until {entry.until}" if entry.until else "without a new day yet"
            return f"{names.match(at)} is postponed {until}"
        case Penalty():
            taken = [counted(entry.games, "{count} game won", "{count} games won")] if entry.games else []
            taken += [counted(entry.points, "{count} point", "{count} points")] if entry.points else []
            return f"{names.team(entry.team)} loses {listed(taken)}"
        case Handicap():
            points = counted(entry.points, "{count} point", "{count} points")
            return f"{names.team(entry.team)} is given {points} a game{_since(entry.since)}"
        case Substitution():
            instead = f" instead of {names.person(entry.instead_of)}" if entry.instead_of else ""
            player = names.person(entry.player)
            return f"{player} plays for {names.team(entry.team)}{instead} in {names.match(entry.match)}"
        case RosterChange():
            parts = [f"{listed([*map(names.person, entry.add)])} joined"] if entry.add else []
            parts += [f"{listed([*map(names.person, entry.remove)])} left"] if entry.remove else []
            parts += [f"the captain is {names.person(entry.captain)}"] if entry.captain else []
            return f"{names.team(entry.team)}: {', '.join(parts)}{_since(entry.since)}"
        case Note():
            kind = "Protest" if entry.protest else "Note"
            kind = f"Answer to protest {entry.answers}" if entry.answers is not None else kind
            return f"{kind} on {names.match(entry.match)}" if entry.match else kind
        case Withdrawal():
            return f"Entry {entry.of} is undone"
    raise AssertionError(f"no words for {type(entry).__name__}")


def _since(round: int | None) -> str:
    return f" from round {round} on" if round is not None else ""


def _results(match: str, results: list[GameResult], names: Names) -> str:
    """The games as they were set: ` at 512:430, 498:502`."""
    scores = ", ".join(_totals(match, result.points, names) for result in results)
    return f" at {scores}" if scores else ""


def _totals(match: str, points: Mapping[str, int], names: Names) -> str:
    if found := names.season.scheduled(match):
        return ":".join(str(points[team]) for team in found[0].matches[found[1]].teams)
    # Without the schedule nobody knows whose points come first.
    return " – ".join(f"{names.team(team)} {points[team]}" for team in sorted(points))


def changes(before: Standings, after: Standings) -> list[str]:
    """What a decision changes in the table and among the matches, a sentence each."""
    names, then = Names(after.season), {row.tally.team: row for row in before.rows}
    found = [line for row in after.rows if (line := _moved(then[row.tally.team], row, names))]
    for one, other in zip(before.matches, after.matches, strict=True):
        was, now = (wording.status(played, names) for played in (one, other))
        if was != now:
            found.append(f"{names.match(other.match.id)}: {was} → {now}.")
    found += [wording.notice(one, names) for one in after.notices if one not in before.notices]
    return found


def _moved(was: Standing, now: Standing, names: Names) -> str:
    """What changes of a row: `Owls: place 1 → 2, points 512 → 462.`"""
    numbers = (
        ("place", was.place, now.place),
        ("won", was.tally.won, now.tally.won),
        ("lost", was.tally.lost, now.tally.lost),
        ("points", was.tally.points, now.tally.points),
    )
    parts = [f"{what} {one} → {other}" for what, one, other in numbers if one != other]
    return f"{names.team(now.tally.team)}: {', '.join(parts)}." if parts else ""
