"""Site of a season."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from typing import Final

from clabber_audit.core.text import inflect, pluralize
from clabber_audit.league.audit import Audit, audit
from clabber_audit.league.decisions import apply_decisions, entries, match_at
from clabber_audit.league.games import CountedGame, GivenHands, PlayedMatch
from clabber_audit.league.players import PlayerCounts, Players, players_of_counts
from clabber_audit.league.season import Approval, Lock, ResultCorrection, Season
from clabber_audit.league.standings import Standings, TableRow
from clabber_audit.records.dates import date_in_words
from clabber_audit.records.formats import fold_name
from clabber_audit.report import scorecard
from clabber_audit.report.html import Item, Paper, Section, table_section
from clabber_audit.report.layout import PageRow, columns
from clabber_audit.report.league import sections
from clabber_audit.report.league.audit import describe_uncalled_renege, report_paper
from clabber_audit.report.league.players import Roll, players_paper
from clabber_audit.report.league.schedule import schedule_paper
from clabber_audit.report.league.sections import (
    TONES,
    Pages,
    SeasonNames,
    colophon,
    decision_anchor,
    entry_text,
    log_lines,
)
from clabber_audit.report.league.standings import format_place, standings_paper
from clabber_audit.report.phrases import sentence
from clabber_audit.report.remarks import SEASON_SECTIONS, Clipping, Link, make_link
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.sites import pages as lists
from clabber_audit.sites.pages import (
    FeedResult,
    FileNames,
    Histories,
    PackedRecord,
    Page,
    Plan,
    SearchEntry,
    Site,
    SiteGame,
    SiteLaw,
    feed,
    find_anchors,
    hand_entry,
    hand_table,
    law_hash,
    pack_law,
    pack_record,
    paper_pages,
    people,
    search_pages,
    site_hand,
    tasks,
)


def result_text(match: PlayedMatch, names: SeasonNames) -> str:
    """Return result and status of a match."""
    return ", ".join(filter(None, sections.result_cells(names)(match)))


def match_pages(audit: Audit, plan: Plan, names: SeasonNames) -> Iterator[Page]:
    """Yield a page for each match, in the order of the schedule."""
    order = audit.standings.matches
    own = [(plan.matches[match.match.id], names.pair(match.match)) for match in order]
    links = [Link(f"{link.text}, {pair}", link.href) for link, pair in own]
    for index, match in enumerate(order):
        link = plan.matches[match.match.id]
        teams = [plan.teams[team] for team in match.match.teams]
        frame = plan.frame_of("schedule.html", *teams, order=links, place=index)
        parts, pair = _match_sections(audit, plan, match, names), str(names.pair(match.match))
        paper = plan.paper(link.text, pair, sentence(result_text(match, names)), parts)
        context = [names.round(match.round)]
        context += [f"on {date_in_words(match.match.day)}"] if match.match.day else []
        context += [f"table {match.match.table}"] if match.match.table is not None else []
        paper = paper._replace(context=tuple(context), tone=TONES.get(match.status, ""))
        yield from paper_pages(paper, link.href, frame)


def _match_sections(audit: Audit, plan: Plan, match: PlayedMatch, names: SeasonNames) -> list[Section]:
    games = [game for game in plan.games if game.match == match.match.id]
    cards = {game.file: game for game in games}
    number = names.season.numbers()[match.match.id]
    teams = map(str, map(names.team, match.match.teams))
    heads, rows = (*columns("Game", numbers=teams), *columns("How it stands")), []
    for game in match.games:
        card = f"card-{number}-{game.number}.html"
        named = make_link(f"Game {game.number}: scorecard", card) if card in cards else f"Game {game.number}"
        cells = (named, *map(str, game.totals or ("–", "–")), sections.STATES[game.state])
        rows.append(PageRow(cells, tone="" if game.is_in_table else "open"))
    about = (notice for notice in audit.standings.notices if notice.match == match.match.id)
    notices = [Item(sections.notice(notice, names), "open") for notice in about]
    return [
        table_section("games", "Games", heads, rows),
        Section("notices", "Please check", items=tuple(notices)),
        Section("decisions", "Decisions", items=tuple(decisions(audit, names, match=match.match.id))),
        Section("hands", "Hands", tables=tuple(map(hand_table, games)), captioned=True),
    ]


def decisions(audit: Audit, names: SeasonNames, *, match: str = "", team: str = "") -> Iterator[Item]:
    """Yield the decisions about a match, or about a team and no match; none if anonymous."""
    if names.anonymous:
        return
    season = audit.standings.written
    undone = season.numbers_undone
    for path, entry in entries(season):
        own = match_at(season, path)
        about = own or getattr(entry, "match", None) or ""
        if (match and about == match) or (team and not about and team == getattr(entry, "team", None)):
            gone = " Undone." if entry.number in undone else ""
            yield Item(f"{entry_text(entry, names, own)}{gone}")


def team_pages(audit: Audit, plan: Plan, names: SeasonNames) -> Iterator[Page]:
    """Yield the list of the teams, and a page for each, in the order of the table."""
    order, rows = audit.standings.rows, []
    links = [plan.teams[row.tally.team] for row in order]
    for at, (row, link) in enumerate(zip(order, links, strict=True)):
        players = _players_of_team(plan, row.tally.team, names)
        captain = "" if names.anonymous else names.season.captain(row.tally.team) or ""
        rows.append(PageRow((make_link(link.text, link.href), captain, str(len(players)), format_place(row))))
        atom = link.href.replace(".html", ".atom") if plan.feed else ""
        frame = plan.frame_of("teams.html", order=links, place=at, feed=atom)
        place = f"Place {row.place}{', shared' if row.shared else ''}"
        games = f"{pluralize(row.tally.won, 'game')} won, {row.tally.lost} lost"
        lead = f"{place}: {games}, {row.tally.points} points."
        paper = plan.paper("Team", link.text, lead, _team_sections(audit, row, players, names))
        yield from paper_pages(paper, link.href, frame)
    section = table_section("teams", "Teams", columns("Team", "Captain", numbers=("Players", "Place")), rows)
    lead = f"{pluralize(len(rows), 'team')}, as the table has them."
    yield from plan.list_page("Teams", "teams.html", lead, section)


def _players_of_team(plan: Plan, team: str, names: SeasonNames) -> dict[str, Link]:
    """Return the roster, and others who played for the team."""
    if names.anonymous:
        return {}
    last = max((round.number for round in names.season.all_rounds), default=0)
    players: dict[str, Link] = {fold_name(name): Link(name, "") for name in names.season.roster(team, last)}
    for game in plan.games:
        named = (name for hand in game.hands for name, side in hand.players if game.team(side) == team)
        players |= {fold_name(name): link for name in named if (link := plan.player(name, team))}
    return players


def _team_sections(
    audit: Audit, row: TableRow, players: dict[str, Link], names: SeasonNames
) -> list[Section]:
    team = row.tally.team
    own, pages = audit.standings.figures[team], names.pages.hands
    facts = [
        f"{pluralize(own.matches_won, 'match')} won, {own.matches_lost} lost",
        f"{own.made} points made and {own.against} against",
        *([f"{own.average:.1f} points a game"] if own.average is not None else []),
        *([f"the latest {own.streak[1]} {own.streak[0]}"] if own.streak else []),
        inflect(own.sets, "set once as makers", "set {count} times as makers"),
    ]
    rows = []
    for match in audit.standings.matches:
        if team in match.match.teams:
            cells = (f"Round {match.round.number}", names.pair(match.match), result_text(match, names))
            rows.append(PageRow(cells, tone=TONES.get(match.status, "")))
    people = [Item(player.text, href=player.href) for player in players.values()]
    reneges = []
    for renege in audit.reneges:
        if renege.team == team:
            text = describe_uncalled_renege(renege, names) + (" It was called." if renege.called else "")
            reneges.append(Item(text, "fault", pages.get(renege.where.hand, "")))
    return [
        Section("figures", "Figures", f"{'; '.join(facts)}."),
        table_section("matches", "Matches", columns("Round", "Match", "Result"), rows, head=1),
        Section("players", "Players", items=tuple(people)),
        Section("reneges", "Reneges", "Proven by the records." if reneges else "", items=tuple(reneges)),
        Section("decisions", "Decisions", items=tuple(decisions(audit, names, team=team))),
    ]


def season_site(
    season: Season,
    records: Iterable[PackedRecord],
    law: BoundRuleset,
    refused: Sized = (),
    *,
    anonymous: bool = False,
    clippings: Mapping[str, Clipping] | None = None,
    histories: Histories | None = None,
) -> tuple[Audit, Site]:
    """Return the site of a season; each hand is judged once for all pages."""
    games, files, laws = list[SiteGame](), FileNames(anonymous), dict[str, SiteLaw]()
    bare, seen = SeasonNames(season, anonymous), PlayerCounts(season)
    now, checked = apply_decisions(season), dict[str, list[str]]()
    signed: tuple[Approval | Lock, ...] = (*now.approvals, *now.locks)
    for entry in signed:
        checked.setdefault(entry.match, []).append(entry_text(entry, bare))

    def add_game(added: CountedGame) -> None:
        seen.add_game(added)
        for line in added.card.lines:
            # By the dates of a house or of a club's book hands have laws of their own.
            own = line.hand.law
            laws.setdefault(law_hash(own), pack_law(own))
        games.append(_build_site_game(added, bare, files, histories or {}, checked.get(added.match.id, ())))

    found = audit(season, GivenHands((record.hand for record in records), law, refused), add_game)
    players = players_of_counts(seen, found.standings)
    plan = _plan(found, players, games, anonymous, clippings or {})
    index = _index_paper(found.standings, plan, anonymous)
    decided = _link_decisions(found.standings.written, bare, find_anchors(index, _INDEX))
    plan = plan._replace(decisions=decided)
    pages = dict(_pages(found, players, plan, index, anonymous))
    return found, Site(pages, list(tasks(plan, laws, anonymous=anonymous)), list(plan.missing_clippings()))


def _build_site_game(
    added: CountedGame, names: SeasonNames, files: FileNames, histories: Histories, checked: Sequence[str]
) -> SiteGame:
    match, number = added.match, added.game.number
    place = names.season.numbers()[match.id]
    several = names.season.games_of(match) > 1
    hands = tuple(
        site_hand(
            line.ruling,
            pack_record(line.ruling.replay.hand.original, histories),
            f"Hand {scorecard.format_hand_number(line)}",
            files,
            anonymous=names.anonymous,
            checked=checked,
        )
        for line in added.card.lines
    )
    return SiteGame(
        f"card-{place}-{number}.html",
        names.round(added.round),
        f"{names.pair(match)}{f', game {number}' if several else ''}",
        hands,
        scorecard.verdict(added.card),
        sides=tuple(str(names.team(team)) for team in added.teams),
        teams=added.teams,
        match=match.id,
    )


def _plan(
    audit: Audit,
    players: Players,
    games: Sequence[SiteGame],
    anonymous: bool,
    clippings: Mapping[str, Clipping],
) -> Plan:
    season, files = audit.standings.season, FileNames(anonymous)
    names, roll = SeasonNames(season, anonymous), Roll(players, anonymous)
    numbers = season.numbers()
    people = []
    for player in players.everybody:
        # The same key season after season.
        team = f" ({player.keys[0].team})" if player.is_one_of_several else ""
        file = files.make_name("player", f"{player.search_name}{team}")
        people.append((player, Link(roll.player(player), file)))
    ids, matches = [team.id for team in season.teams], [match.match.id for match in audit.standings.matches]
    return Plan(
        title=names.title,
        colophon=colophon(audit.standings),
        sections=SEASON_SECTIONS,
        games=tuple(games),
        teams={id: Link(names.team(id), f"team-{at}.html") for at, id in enumerate(ids, 1)},
        players={(key.name, key.team): link for player, link in people for key in player.keys},
        hands_file="hands.html",
        matches={id: Link(f"Match {numbers[id]}", f"match-{numbers[id]}.html") for id in matches},
        context=names.context,
        feed="results.atom" if _results(audit, names, {}) else "",
        clippings=clippings,
    )


_INDEX: Final = "index.html"


def _link_pages(plan: Plan) -> Pages:
    return Pages(
        {id: link.href for id, link in plan.teams.items()},
        {id: link.href for id, link in plan.matches.items()},
        {hand.id: hand.file for hand in plan.hands},
        {who: link.href for who, link in plan.players.items()},
    )


def _index_paper(standings: Standings, plan: Plan, anonymous: bool) -> Paper:
    """Return the standings without the matches, which the schedule has."""
    table = standings_paper(standings, anonymous=anonymous, pages=_link_pages(plan))
    return table._replace(sections=tuple(part for part in table.sections if part.id != "matches"))


def _link_decisions(
    season: Season, names: SeasonNames, anchors: Mapping[str, str]
) -> dict[tuple[str, str], list[Link]]:
    """Return the decisions by hand or match, each with its address on the page of the season."""
    links: dict[tuple[str, str], list[Link]] = {}
    for line in log_lines(season, names):
        if line.about is not None:
            address = anchors.get(decision_anchor(line.number), f"{_INDEX}#decisions")
            links.setdefault(line.about, []).append(Link(line.line, address))
    return links


def _pages(audit: Audit, players: Players, plan: Plan, index: Paper, anonymous: bool) -> Iterator[Page]:
    standings, season, pages = audit.standings, audit.standings.season, _link_pages(plan)
    names = SeasonNames(season, anonymous, pages)
    papers = (
        (_INDEX, index),
        ("schedule.html", schedule_paper(standings, anonymous=anonymous, pages=pages)),
        ("players.html", players_paper(players, anonymous=anonymous, pages=pages)),
        ("audit.html", report_paper(audit, anonymous=anonymous, pages=pages)),
    )
    for file, paper in papers:
        yield from paper_pages(paper, file, plan.frame_of(file))
    yield from team_pages(audit, plan, names)
    yield from match_pages(audit, plan, names)
    yield from lists.hand_pages(plan, "hands.html")
    yield from _player_pages(players, plan, anonymous, pages)
    yield from search_pages(plan, _entries(audit, plan, names))
    yield from _feeds(audit, plan, names, pages)


def _player_pages(players: Players, plan: Plan, anonymous: bool, pages: Pages) -> Iterator[Page]:
    """Yield a page for each player: figures, then hands."""
    hands = people(plan.games, by_team=True)
    links = [plan.players[player.keys[0]] for player in players.everybody]
    for index, player in enumerate(players.everybody):
        own = [played for key in player.keys for played in hands.get(key, [])]
        paper = players_paper(players._replace(chosen=player), anonymous=anonymous, pages=pages)
        more = (part for part in lists.hands_of(own) if not part.is_empty)
        paper = paper._replace(sections=(*paper.sections, *more))
        teams = [plan.teams[share.team] for share in player.teams]
        frame = plan.frame_of("players.html", *teams, order=links, place=index)
        yield from paper_pages(paper, links[index].href, frame)


def _entries(audit: Audit, plan: Plan, names: SeasonNames) -> Iterator[SearchEntry]:
    for row in audit.standings.rows:
        link = plan.teams[row.tally.team]
        roster = names.season.roster(row.tally.team, len(names.season.all_rounds))
        words = "" if names.anonymous else " ".join(roster)
        line = f"Place {row.place}, {row.tally.won} won, {row.tally.points} points"
        yield SearchEntry("team", link.text, line, link.href, words)
    for match in audit.standings.matches:
        link, round = plan.matches[match.match.id], names.round(match.round)
        disputed = match.status == "in_dispute"
        line = f"{round}: {result_text(match, names)}"
        title = f"{names.pair(match.match)} ({link.text})"
        yield SearchEntry("match", title, line, link.href, round=round, disputed=disputed)
    teams: dict[Link, list[str]] = {}
    for (_name, team), link in plan.players.items():
        teams.setdefault(link, []).append(plan.teams[team].text)
    yield from (SearchEntry("player", link.text, ", ".join(own), link.href) for link, own in teams.items())
    for game in plan.games:
        yield from (hand_entry(plan, game, hand) for hand in game.hands)


def _results(
    audit: Audit, names: SeasonNames, pages: Mapping[str, str]
) -> list[tuple[PlayedMatch, FeedResult]]:
    """Return the results with a known day, each with its match."""
    season, results = audit.standings.season, []
    decided: list[Lock | ResultCorrection] = [*season.locks, *season.corrections]
    prefix = "" if names.anonymous else f"{season.league or ''}/{season.season or ''}/{names.title}"
    for match in audit.standings.matches:
        day, own = match.match.day or match.round.day, match.match.id
        if day and (match.games_that_count or match.match.forfeited):
            status = sections.status(match, names)
            title = f"{names.match(own)}: {sections.result(match) or status}"
            latest = max([day, *(entry.when for entry in decided if entry.match == own)])
            id = f"{prefix}/{names.match_id(own)}"
            results.append((match, FeedResult(id, latest, title, sentence(status), pages.get(own, ""))))
    return results


def _feeds(audit: Audit, plan: Plan, names: SeasonNames, pages: Pages) -> Iterator[Page]:
    """Yield the feed of all results, and one for each team."""
    results = _results(audit, names, pages.matches)
    author = names.context[0] if names.context else names.title
    about = "/".join([names.title, *names.context])
    if results:
        every = [result for _match, result in results]
        yield plan.feed, feed(about, f"Results: {names.title}", author, plan.feed, every)
    for id, link in plan.teams.items():
        own = [result for match, result in results if id in match.match.teams]
        if own:
            file = link.href.replace(".html", ".atom")
            yield file, feed(f"{about}/{names.team_id(id)}", f"Results: {link.text}", author, file, own)
