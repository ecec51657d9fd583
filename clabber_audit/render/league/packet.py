"""The packet of a week: results, table, uncalled reneges and pairings on a page and as a text, sheets, the calendar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from clabber_audit.ground.characters import visible
from clabber_audit.league.played import PlayedMatch
from clabber_audit.league.weeks import Week, Weekly
from clabber_audit.render.league import common, schedule, standings, wording
from clabber_audit.render.league.calendar import season_calendar
from clabber_audit.render.league.names import Names
from clabber_audit.render.league.paper import Item, Paper, Section, paper_page, paper_text
from clabber_audit.render.league.report import uncalled
from clabber_audit.render.league.score_sheets import score_sheets
from clabber_audit.render.table import Table

_Told = Callable[[PlayedMatch], tuple[str, str]]


def packet(week: Weekly, *, anonymous: bool = False) -> dict[str, bytes]:
    """The files of a packet by their names; sheets and calendar where there is anything to put in them.

    Where nobody is named there are no sheets: whose they are could not be told when they come back.
    """
    paper = packet_paper(week, anonymous=anonymous)
    texts = {
        "index.html": paper_page(paper),
        "mail.txt": paper_text(paper, signed=False),
        "sheets.html": "" if anonymous else score_sheets(week) or "",
    }
    files = {name: visible(text).encode() for name, text in texts.items()}
    files["season.ics"] = season_calendar(week.after.written, anonymous=anonymous) or b""
    return {name: data for name, data in files.items() if data}


def packet_paper(week: Weekly, *, anonymous: bool = False) -> Paper:
    """What is read out and pinned up after a week."""
    after, names = week.after, Names(week.after.season, anonymous)
    round = f"Round {week.week.round.number}" if week.week else "Before the first round"
    table = standings.table(after, names, week.before)
    parts = (
        Section("results", "Results", tables=tuple(_results(week, names))),
        table._replace(title=f"Table after round {week.week.round.number}" if week.week else table.title),
        standings.ties(after, names),
        Section("uncalled", "Reneges that nobody called", items=_uncalled(week, names), whole=True),
        _next(week, names),
        common.told(after, names),
    )
    return common.paper(round, after, names, standings.lead(after, names), common.tone(after, names), parts)


def _results(week: Weekly, names: Names) -> Iterator[Table]:
    def told(match: PlayedMatch) -> tuple[str, str]:
        return wording.result(match), wording.status(match, names)

    if week.week:
        yield common.met(week.after, week.week.round, names, "Result", told)
        yield from _made_up(week, week.week, names, "Result", told)


def _made_up(week: Weekly, of: Week, names: Names, head: str, told: _Told) -> Iterable[Table]:
    """The matches of other rounds, each with its own."""

    def with_round(match: PlayedMatch) -> tuple[str, str]:
        first, status = told(match)
        return first, f"round {match.round.number}, {status}"

    rows = tuple(common.listed_matches(week.after, of.made_up, names, with_round))
    return [Table("Postponed from other rounds", common.match_columns(head), rows, head=1)] if rows else []


def _uncalled(week: Weekly, names: Names) -> tuple[Item, ...]:
    return tuple(Item(uncalled(reneged, names)) for reneged in week.uncalled)


def _next(week: Weekly, names: Names) -> Section:
    if week.next is None:
        return Section("next", "Next", "No round is left.")
    where = schedule.where(week.after, names)
    tables = (
        common.met(week.after, week.next.round, names, "Where", where),
        *_made_up(week, week.next, names, "Where", where),
    )
    return Section("next", f"Next: {names.round(week.next.round)}", schedule.at_home(week.after), tables=tables)
