"""The page of a match: its games with their hands, how it stands, and what was decided about it."""

from __future__ import annotations

from collections.abc import Iterator

from clabber_audit.league.audit import Audit
from clabber_audit.league.played import PlayedMatch
from clabber_audit.league.season.entries import entries, taken_back
from clabber_audit.league.season.model import Entry
from clabber_audit.page.site.lists import hand_table
from clabber_audit.page.site.plan import Page, Plan, between, written
from clabber_audit.record.dates import in_words
from clabber_audit.render.frame import Link, linked
from clabber_audit.render.league import wording
from clabber_audit.render.league.common import TONES
from clabber_audit.render.league.decisions import entered
from clabber_audit.render.league.names import Names
from clabber_audit.render.league.paper import Item, Section
from clabber_audit.render.table import Column, Row, Table
from clabber_audit.render.wording import sentence


def told(match: PlayedMatch, names: Names) -> str:
    """The result of a match, and how it stands."""
    return ", ".join(filter(None, (wording.result(match), wording.status(match, names))))


def match_pages(found: Audit, plan: Plan, names: Names) -> Iterator[Page]:
    """A page for each match, in the order of the schedule."""
    order = found.standings.matches
    own = [(plan.matches[one.match.id], names.pair(one.match)) for one in order]
    links = [Link(f"{link.text}, {pair}", link.href) for link, pair in own]
    for place, match in enumerate(order):
        link = plan.matches[match.match.id]
        teams = [plan.teams[team] for team in match.match.teams]
        frame = between(plan.framed("schedule.html", *teams), links, place)
        parts, pair = _parts(found, plan, match, names), str(names.pair(match.match))
        paper = plan.paper(link.text, pair, sentence(told(match, names)), parts)
        paper = paper._replace(context=tuple(_context(match, names)), tone=TONES.get(match.status, ""))
        yield from written(paper, link.href, frame)


def _context(match: PlayedMatch, names: Names) -> Iterator[str]:
    """Round, day and table, as far as they are said."""
    yield names.round(match.round)
    if match.match.day:
        yield f"on {in_words(match.match.day)}"
    if match.match.table is not None:
        yield f"table {match.match.table}"


def _parts(found: Audit, plan: Plan, match: PlayedMatch, names: Names) -> list[Section]:
    games = [game for game in plan.games if game.match == match.match.id]
    cards = {game.file: game for game in games}
    number = names.season.numbers()[match.match.id]
    first, second = (str(names.team(team)) for team in match.match.teams)
    columns = (Column("Game"), Column(first, numeric=True), Column(second, numeric=True), Column("How it stands"))
    rows = []
    for game in match.games:
        card = f"card-{number}-{game.number}.html"
        named = linked(f"Game {game.number}: scorecard", card) if card in cards else f"Game {game.number}"
        totals = [str(total) for total in game.totals] if game.totals else ["–", "–"]
        rows.append(Row((named, *totals, wording.STATES[game.state]), tone="" if game.counts else "open"))
    notices = [
        Item(wording.notice(one, names), "open") for one in found.standings.notices if one.match == match.match.id
    ]
    return [
        Section("games", "Games", tables=(Table("Games", columns, tuple(rows)),)),
        Section("notices", "To be looked at", items=tuple(notices)),
        Section("decisions", "Decisions", items=tuple(decisions(found, names, match=match.match.id))),
        Section("hands", "Hands", tables=tuple(map(hand_table, games)), captioned=True),
    ]


def decisions(found: Audit, names: Names, *, match: str = "", team: str = "") -> Iterator[Item]:
    """What was decided about a match, or about a team apart from any match; nothing where nobody is named."""
    if names.anonymous:
        return
    season = found.standings.written
    back = taken_back(season)
    for path, entry in entries(season):
        own = season.rounds[int(path[1])].matches[int(path[3])].id if path[0] == "rounds" else ""
        about = own or getattr(entry, "match", None) or ""
        if (match and about == match) or (team and not about and team == getattr(entry, "team", None)):
            yield Item(_entered(entry, names, own, back))


def _entered(entry: Entry, names: Names, match: str, back: set[int]) -> str:
    gone = " Taken back." if entry.number in back else ""
    return f"{entered(entry, names, match)}{gone}"
