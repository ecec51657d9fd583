"""Sections that several papers share: matches, what has to be told, what was decided, and the foot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from clabber_audit.league.played import PlayedMatch
from clabber_audit.league.season.model import Round
from clabber_audit.league.standings import Standings
from clabber_audit.record.canonical import digest
from clabber_audit.render.league import wording
from clabber_audit.render.league.names import Names
from clabber_audit.render.league.paper import Item, Paper, Section
from clabber_audit.render.plain import Colophon
from clabber_audit.render.table import Column, Row, Table, Tone
from clabber_audit.render.wording import listed

#: How the status of a match is set off.
TONES: Final[dict[str, Tone]] = {"in_dispute": "open", "postponed": "open", "forfeited": "open", "locked": "fair"}


def alerts(found: Standings, names: Names) -> tuple[str, ...]:
    """What must not be overlooked: hands that were refused, and signed results that the hands no longer give."""
    return tuple(wording.notice(told, names) for told in found.notices if told.loud)


def tone(found: Standings, names: Names) -> Tone:
    """How a paper is set off whose numbers are not what somebody set a name to."""
    return "fault" if alerts(found, names) else ""


def paper(kind: str, found: Standings, names: Names, lead: str, tone: Tone, parts: Iterable[Section]) -> Paper:
    """A paper of those parts that have anything in them, below what must not be overlooked."""
    return Paper(
        kind,
        names.title,
        names.context,
        lead,
        tone,
        alerts(found, names),
        tuple(part for part in parts if not part.empty),
        colophon(found),
    )


def told(found: Standings, names: Names) -> Section:
    """Everything else that has to be told."""
    items = tuple(Item(wording.notice(one, names), "open") for one in found.notices if not one.loud)
    return Section("notices", "To be looked at", items=items)


def written_alone(found: Standings, names: Names) -> Section:
    """Games that count and rest, in part or in whole, on scores that nothing but the writing of them bears out."""
    items = tuple(
        Item(f"{names.match(match.match.id)}, game {game.number}: {written} of {hands} hands.")
        for match, game in found.written_alone
        for written, hands in (game.written_alone,)
    )
    text = "These hands have no cards and no breakdown: they count as written." if items else ""
    return Section("written", "Games by written scores alone", text, items=items, printed=False)


def matches(
    found: Standings, names: Names, head: str, told: Callable[[PlayedMatch], tuple[str, str]]
) -> tuple[Table, ...]:
    """The matches of each round with what is told of them, a word on it and how they stand; then the byes."""
    return tuple(met(found, round, names, head, told) for round in found.season.rounds)


def met(
    found: Standings, round: Round, names: Names, head: str, told: Callable[[PlayedMatch], tuple[str, str]]
) -> Table:
    """The matches of a round, and its byes."""
    rows = (*listed_matches(found, found.in_round(round), names, told), *_byes(round, names))
    return Table(names.round(round), match_columns(head), rows, head=1)


def match_columns(head: str) -> tuple[Column, ...]:
    """The columns of a table of matches."""
    return Column("No."), Column("Match"), Column(head), Column("Status")


def listed_matches(
    found: Standings, played: Iterable[PlayedMatch], names: Names, told: Callable[[PlayedMatch], tuple[str, str]]
) -> Iterator[Row]:
    """A row for each match."""
    numbers = found.season.numbers()
    for match in played:
        anchor = f"m-{names.match_id(match.match.id)}"
        yield Row(
            (f"{numbers[match.match.id]}.", names.pair(match.match), *told(match)),
            tuple(_why(match, names)),
            TONES.get(match.status, ""),
            anchor,
        )


def _byes(round: Round, names: Names) -> Iterator[Row]:
    yield from (Row(("", names.team(team), "", "bye")) for team in round.byes)


def _why(played: PlayedMatch, names: Names) -> Iterator[str]:
    """Why a match was not played, or not when it should have been."""
    match = played.match
    if match.forfeited:
        who = listed([names.team(team) for team in match.forfeited.by])
        yield f"Forfeited by {who} ({names.decided(match.forfeited)})."
    if match.postponed:
        until, decided = match.postponed.until, names.decided(match.postponed)
        yield f"Postponed until {until} ({decided})." if until else f"Postponed, no new day yet ({decided})."


def corrections(found: Standings, names: Names) -> Section:
    """The history of corrected results, as they were added."""
    played = {match.match.id: match.match for match in found.matches}
    items = []
    for change in found.season.corrections:
        match = played[change.match]
        was, now = (":".join(str(points[team]) for team in match.teams) for points in (change.was, change.now))
        items.append(
            Item(f"{names.match(change.match)}, game {change.game}: {was} became {now} ({names.decided(change)}).")
        )
    return Section("corrections", "Corrections", items=tuple(items))


def colophon(found: Standings) -> Colophon:
    """By what a paper was made, and of what. The digest over the records does not depend on their order."""
    season = found.season
    records = sorted(record for match in found.matches for game in match.games for record in game.records)
    ruleset = found.law.ruleset
    judged_by = ruleset.caption if records else season.ruleset
    data = found.written.model_dump(mode="json", exclude_unset=True)
    return Colophon((("the season", digest(data)), ("the records", digest(records))), (judged_by,))
