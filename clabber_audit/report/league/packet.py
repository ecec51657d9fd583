"""Weekly packet and blank score sheets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from markupsafe import Markup

from clabber_audit.cards import TEAMS
from clabber_audit.core.text import escape
from clabber_audit.league.games import PlayedMatch
from clabber_audit.league.season import Season
from clabber_audit.league.waiting import Week, Weekly
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.dates import date_in_words
from clabber_audit.records.notation.writer import write
from clabber_audit.records.vocabulary import FORMAT
from clabber_audit.report.html import Item, Paper, Section, inline_styles, paper_page, paper_text, render
from clabber_audit.report.layout import PageTable
from clabber_audit.report.league import schedule, sections, standings
from clabber_audit.report.league.audit import describe_uncalled_renege
from clabber_audit.report.league.schedule import day_of, season_calendar
from clabber_audit.report.league.sections import MatchCells, SeasonNames
from clabber_audit.report.page import qr_drawing

#: Rows for hands on a sheet: as many as fit on a page, and more than nearly every game needs.
_ROWS: Final = 14
#: Columns of a hand, and of each side, headed as sheets are that can be read back.
COLUMNS: Final = ("No.", "Deal", "Made", "Trump")
OF_SIDE: Final = ("Cards", "Melds", "Belle", "Score", "Total")
#: Maximum number of sheets: those of a hundred matches of three games.
_MOST: Final = 300
#: Length of the match id within a hand id, which is limited.
_ID: Final = 50


class SheetSide(NamedTuple):
    """Team at the table."""

    name: str
    seats: tuple[str, str]
    #: Roster, if kept.
    players: tuple[str, ...]


class Sheet(NamedTuple):
    """Blank score sheet."""

    title: str
    context: tuple[str, ...]
    sides: tuple[SheetSide, SheetSide]
    #: Match as a QR code, if it fits into one.
    code: Markup | None


def score_sheets(week: Weekly) -> str | None:
    """Return the blank score sheets of the next matches as a page; None if there are none."""
    if week.next is None or not week.next.coming:
        return None
    names, season = SeasonNames(week.after.season), week.after.season
    sheets = [*islice((sheet for match in week.next.coming for sheet in _sheets(season, match)), _MOST)]
    return render(
        "score_sheets.html.j2",
        title=f"{names.title}, {names.round(week.next.round)}",
        sheets=sheets,
        all=sum(season.games_of(match.match) for match in week.next.coming),
        rows=_ROWS,
        columns=COLUMNS,
        of_side=OF_SIDE,
        **inline_styles("base.css", "scorecard.css", "score_sheets.css"),
    )


def _sheets(season: Season, played: PlayedMatch) -> Iterator[Sheet]:
    match = played.match
    names, games = SeasonNames(season), season.games_of(match)
    day = day_of(match, played.round)
    first, second = (_side(season, played, place) for place in (0, 1))
    for game in range(1, games + 1):
        context = [names.title, f"round {played.round.number}"]
        context += [date_in_words(day)] if day else []
        context += [f"match {season.numbers()[match.id]}"]
        context += [f"table {match.table}"] if match.table is not None else []
        context += [f"game {game} of {games}"] if games > 1 else []
        code = qr_drawing(record_start(season, played, game))
        yield Sheet(names.pair(match), tuple(context), (first, second), code)


def _side(season: Season, played: PlayedMatch, place: int) -> SheetSide:
    """Return the head of a side: the team named first sits North and South by default."""
    team = played.match.teams[place]
    here = (played.match.id, team)
    sit_in = [added.player for added in season.substitutions if (added.match, added.team) == here]
    players = (*season.roster(team, played.round.number), *sit_in)
    return SheetSide(season.name_of(team), (("North", "South"), ("East", "West"))[place], players)


def record_start(season: Season, played: PlayedMatch, game: int) -> str:
    """Return the start of a record of a game in the notation: all but the dealer and the play."""
    match = played.match
    where = {
        "league": season.league,
        "season": season.season,
        "date": day_of(match, played.round),
        "round": played.round.number,
        "table": match.table,
        "game": game,
        "hand": 1,
    }
    record = {
        "format": FORMAT,
        "id": f"{match.id[:_ID]}-g{game}-h01",
        "ruleset": season.ruleset,
        "teams": dict(zip(TEAMS, map(season.name_of, match.teams), strict=True)),
        "context": {key: value for key, value in where.items() if value is not None},
        "deal": {"dealer": "N"},
        "plays": [],
    }
    lines = write(HandRecord.model_validate(record)).splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("deal "))


def packet(week: Weekly, *, anonymous: bool = False) -> dict[str, bytes]:
    """Return the files of a packet by name, sheets and calendar only if there is anything in them.

    An anonymous packet has no sheets: they could not be assigned when they come back.
    """
    paper = packet_paper(week, anonymous=anonymous)
    texts = {
        "index.html": paper_page(paper),
        "mail.txt": paper_text(paper, signed=False),
        "sheets.html": "" if anonymous else score_sheets(week) or "",
    }
    files = {name: escape(text).encode() for name, text in texts.items()}
    files["season.ics"] = season_calendar(week.after.written, anonymous=anonymous) or b""
    return {name: data for name, data in files.items() if data}


def packet_paper(week: Weekly, *, anonymous: bool = False) -> Paper:
    """Return the report of a week as a paper."""
    after, names = week.after, SeasonNames(week.after.season, anonymous)
    title = f"Round {week.week.round.number}" if week.week else "Before the first round"
    table = standings.table(after, names, week.before)
    cells, results = sections.result_cells(names), tuple[PageTable, ...]()
    if week.week:
        of_round = sections.round_table(after, week.week.round, names, "Result", cells)
        results = (of_round, *_made_up_tables(week, week.week, names, "Result", cells))
    missed = tuple(Item(describe_uncalled_renege(renege, names)) for renege in week.uncalled)
    parts = (
        Section("results", "Results", tables=results),
        table._replace(title=f"Table after round {week.week.round.number}" if week.week else table.title),
        standings.ties(after, names),
        Section("uncalled", "Reneges that nobody called", items=missed, whole=True),
        _next_section(week, names),
        sections.notices(after, names),
    )
    return sections.season_paper(title, after, names, standings.lead(after, names), parts)


def _made_up_tables(
    week: Weekly, of: Week, names: SeasonNames, head: str, cells: MatchCells
) -> Iterator[PageTable]:
    """Yield the table of matches made up from other rounds, if there are any."""

    def with_round(match: PlayedMatch) -> tuple[str, str]:
        first, status = cells(match)
        return first, f"round {match.round.number}, {status}"

    if rows := tuple(sections.match_rows(week.after, of.made_up, names, with_round)):
        yield PageTable("Postponed from other rounds", sections.match_columns(head), rows, head=1)


def _next_section(week: Weekly, names: SeasonNames) -> Section:
    if week.next is None:
        return Section("next", "Next", "No round is left.")
    where = schedule.make_match_cells(week.after, names)
    tables = (
        sections.round_table(week.after, week.next.round, names, "Where", where),
        *_made_up_tables(week, week.next, names, "Where", where),
    )
    title = f"Next: {names.round(week.next.round)}"
    return Section("next", title, schedule.describe_home_team(week.after), tables)
