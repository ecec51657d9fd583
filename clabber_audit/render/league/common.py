"""Sections that several papers share: matches, what has to be told, what was decided, and the foot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    items = []
    for match in found.matches:
        for game in match.counted:
            written, hands = game.written_alone
            if written:
                words = {"match": names.match(match.match.id), "game": game.number, "written": written, "hands": hands}
                items.append(Item("{match}, game {game}: {written} of {hands} hands.".format(**words)))
    text = "No cards and no breakdown stand behind these hands: they count as they were written." if items else ""
    return Section("written", "Games by written scores alone", text, items=tuple(items), printed=False)


def matches(found: Standings, names: Names) -> Section:
    """All matches by round."""
    tables = tuple(
        _round(round, [played for played in found.matches if played.round is round], names)
        for round in found.season.rounds
    )
    return Section("matches", "Matches", tables=tables, printed=False)


def _round(round: Round, played: Sequence[PlayedMatch], names: Names) -> Table:
    columns = (Column("Match"), Column("Result"), Column("Status"))
    rows = [
        Row(
            (names.pair(match.match), wording.result(match), wording.status(match, names)),
            anchor=f"m-{names.match_id(match.match.id)}",
            tone=TONES.get(match.status, ""),
            notes=tuple(why(match, names)),
        )
        for match in played
    ]
    rows += [Row((names.team(team), "", "bye")) for team in round.byes]
    return Table(names.round(round), columns, tuple(rows))


def why(played: PlayedMatch, names: Names) -> list[str]:
    """Why a match was not played, or not when it should have been."""
    match = played.match
    notes = []
    if match.forfeited:
        who = listed([names.team(team) for team in match.forfeited.by])
        notes.append(f"Forfeited by {who} ({names.decided(match.forfeited)}).")
    if match.postponed:
        until = match.postponed.until
        decided = names.decided(match.postponed)
        notes.append(f"Postponed until {until} ({decided})." if until else f"Postponed, no new day yet ({decided}).")
    return notes


def corrections(found: Standings, names: Names) -> Section:
    """The history of corrected results, as they were added."""
    played = {match.match.id: match.match for match in found.matches}
    items = []
    for change in found.season.corrections:
        match = played[change.match]
        was, now = (":".join(str(points[team]) for team in match.teams) for points in (change.was, change.now))
        text = f"{names.match(change.match)}, game {change.game}: {was} became {now} ({names.decided(change)})."
        items.append(Item(text))
    return Section("corrections", "Corrections", items=tuple(items))


def colophon(found: Standings) -> Colophon:
    """By what a paper was made, and of what. The digest over the records does not depend on their order."""
    season = found.season
    records = sorted(record for match in found.matches for game in match.games for record in game.records)
    ruleset = found.law.ruleset
    judged_by = f"{ruleset.title} ({ruleset.id})" if records else season.ruleset
    data = season.model_dump(mode="json", exclude_unset=True)
    return Colophon((("the season", digest(data)), ("the records", digest(records))), (judged_by,))
