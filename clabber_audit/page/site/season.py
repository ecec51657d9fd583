"""A season as a site: standings, schedule, teams, matches and audit, and below them the games and their hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized

from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.league.audit import Audit, audit
from clabber_audit.league.hand_matching import Given
from clabber_audit.league.played import AddedUp, PlayedMatch
from clabber_audit.league.players import Player, Players, Seen, of_seen
from clabber_audit.league.season import Season
from clabber_audit.league.season.entries import in_force
from clabber_audit.league.season.model import Approval, Lock
from clabber_audit.page.site import lists
from clabber_audit.page.site.book import Files, Played, Who, kept, people
from clabber_audit.page.site.feed import Result, feed
from clabber_audit.page.site.match import match_pages, told
from clabber_audit.page.site.packing import Histories, Packed, packed
from clabber_audit.page.site.plan import Page, Plan, between, written
from clabber_audit.page.site.rulings import Site, law_text, tasks
from clabber_audit.page.site.search import Entry, of_hand, search_pages
from clabber_audit.page.site.team import team_pages
from clabber_audit.render.frame import SEASON_SECTIONS, Clipping, Link
from clabber_audit.render.league import players_paper, report_paper, schedule_paper, standings_paper, wording
from clabber_audit.render.league.common import colophon
from clabber_audit.render.league.decisions import entered
from clabber_audit.render.league.names import Names, Pages
from clabber_audit.render.league.players.roll import Roll
from clabber_audit.render.scorecard import notes


def season_site(
    season: Season,
    records: Iterable[Packed],
    law: BoundRuleset,
    refused: Sized = (),
    *,
    anonymous: bool = False,
    clippings: Mapping[str, Clipping] | None = None,
    histories: Histories | None = None,
) -> tuple[Audit, Site]:
    """The site of a season by its hands, each of which is judged once for all lists; and by what archives know."""
    games, files = list[Played](), Files(anonymous)
    bare, seen = Names(season, anonymous), Seen(season)
    checked = _checked(bare)

    def look(added: AddedUp) -> None:
        seen.look(added)
        games.append(_played(added, bare, files, histories or {}, checked.get(added.match.id, ())))

    found = audit(season, Given((record.hand for record in records), law, refused), look)
    players = of_seen(seen, found.standings)
    plan = _plan(found, players, games, anonymous, clippings or {})
    pages = dict(_pages(found, players, plan, anonymous))
    text = {law.ruleset.digest(): law_text(law)}
    return found, Site(pages, list(tasks(plan, text, anonymous=anonymous)), list(plan.not_there()))


def _checked(names: Names) -> dict[str, list[str]]:
    """Who approved or locked the result of each match, in a sentence each, as far as that holds."""
    season, found = in_force(names.season), dict[str, list[str]]()
    signed: tuple[Approval | Lock, ...] = (*season.approvals, *season.locks)
    for entry in signed:
        found.setdefault(entry.match, []).append(entered(entry, names))
    return found


def _played(added: AddedUp, names: Names, files: Files, histories: Histories, checked: Sequence[str]) -> Played:
    match, number = added.match, added.game.number
    place = names.season.numbers()[match.id]
    several = names.season.games_of(match) > 1
    teams = tuple(reversed(match.teams)) if added.turned else tuple(match.teams)
    hands = tuple(
        kept(
            line.ruling,
            packed(line.ruling.walk.hand.record, histories),
            f"Hand {notes.number(line)}",
            files,
            anonymous=names.anonymous,
            checked=checked,
        )
        for line in added.card.lines
    )
    return Played(
        f"card-{place}-{number}.html",
        names.round(added.round),
        f"{names.pair(match)}{f', game {number}' if several else ''}",
        match.id,
        tuple(str(names.team(team)) for team in teams),
        teams,
        hands,
        notes.verdict(added.card),
    )


def _plan(
    found: Audit, players: Players, games: Sequence[Played], anonymous: bool, clippings: Mapping[str, Clipping]
) -> Plan:
    season, files = found.standings.season, Files(anonymous)
    names, roll = Names(season, anonymous), Roll(players, anonymous)
    numbers = season.numbers()
    people = [(one.person, Link(roll.player(one), files.new("player", _called(one)))) for one in players.everybody]
    return Plan(
        names.title,
        names.context,
        colophon(found.standings),
        SEASON_SECTIONS,
        tuple(games),
        {team.id: Link(names.team(team.id), f"team-{at}.html") for at, team in enumerate(season.teams, 1)},
        {
            match.match.id: Link(f"Match {numbers[match.match.id]}", f"match-{numbers[match.match.id]}.html")
            for match in found.standings.matches
        },
        {(key.name, key.team): link for person, link in people for key in person.keys},
        "hands.html",
        "results.atom" if _results(found, names, {}) else "",
        clippings,
    )


def _called(player: Player) -> str:
    """What tells a player apart from everybody else, season after season."""
    person = player.person
    return f"{person.name} ({person.keys[0].team})" if person.is_one_of_several else person.name


def _pages(found: Audit, players: Players, plan: Plan, anonymous: bool) -> Iterator[Page]:
    standings, season = found.standings, found.standings.season
    pages = Pages(
        {id: link.href for id, link in plan.teams.items()},
        {id: link.href for id, link in plan.matches.items()},
        {hand.id: hand.file for hand in plan.hands},
        {who: link.href for who, link in plan.players.items()},
    )
    names = Names(season, anonymous, pages)
    table = standings_paper(standings, anonymous=anonymous, pages=pages)
    # The schedule has the matches.
    parts = tuple(part for part in table.sections if part.id != "matches")
    papers = (
        ("index.html", table._replace(sections=parts)),
        ("schedule.html", schedule_paper(standings, anonymous=anonymous, pages=pages)),
        ("players.html", players_paper(players, anonymous=anonymous, pages=pages)),
        ("audit.html", report_paper(found, anonymous=anonymous, pages=pages)),
    )
    for file, paper in papers:
        yield from written(paper, file, plan.framed(file))
    yield from team_pages(found, plan, names)
    yield from match_pages(found, plan, names)
    yield from lists.hand_pages(plan, "hands.html")
    yield from _player_pages(players, plan, anonymous, pages)
    yield from search_pages(plan, _entries(found, plan, names))
    yield from _feeds(found, plan, names, pages)


def _player_pages(players: Players, plan: Plan, anonymous: bool, pages: Pages) -> Iterator[Page]:
    """A page for each player: the figures, then the hands."""
    hands = people(plan.games, by_team=True)
    links = [plan.players[one.person.keys[0]] for one in players.everybody]
    for place, player in enumerate(players.everybody):
        own = [sat for key in player.person.keys for sat in hands.get(key, [])]
        paper = players_paper(players._replace(chosen=player), anonymous=anonymous, pages=pages)
        paper = paper._replace(sections=(*paper.sections, *(part for part in lists.hands_of(own) if not part.empty)))
        teams = [plan.teams[share.team] for share in player.teams]
        yield from written(paper, links[place].href, between(plan.framed("players.html", *teams), links, place))


def _entries(found: Audit, plan: Plan, names: Names) -> Iterator[Entry]:
    for row in found.standings.rows:
        link = plan.teams[row.tally.team]
        roster = names.season.roster(row.tally.team, len(names.season.rounds))
        words = "" if names.anonymous else " ".join(roster)
        yield Entry(
            "team", link.text, f"Place {row.place}, {row.tally.won} won, {row.tally.points} points", link.href, words
        )
    for match in found.standings.matches:
        link, round = plan.matches[match.match.id], names.round(match.round)
        disputed = match.status == "in_dispute"
        line = f"{round}: {told(match, names)}"
        yield Entry("match", f"{names.pair(match.match)} ({link.text})", line, link.href, "", round, (), disputed)
    teams = {link: [plan.teams[team].text for _name, team in own] for link, own in _by_page(plan).items()}
    yield from (Entry("player", link.text, ", ".join(own), link.href) for link, own in teams.items())
    for game in plan.games:
        yield from (of_hand(plan, game, hand) for hand in game.hands)


def _by_page(plan: Plan) -> dict[Link, list[Who]]:
    found: dict[Link, list[Who]] = {}
    for who, link in plan.players.items():
        found.setdefault(link, []).append(who)
    return found


def _results(found: Audit, names: Names, pages: Mapping[str, str]) -> list[tuple[PlayedMatch, Result]]:
    """The results whose day is known, each with its match."""
    title = f"{names.season.league or ''}/{names.season.season or ''}/{names.title}"
    results = []
    for match in found.standings.matches:
        day = match.match.day or match.round.day
        if day and (match.counted or match.match.forfeited):
            said = f"{names.match(match.match.id)}: {wording.result(match) or wording.status(match, names)}"
            text = f"{wording.status(match, names)}."
            href = pages.get(match.match.id, "")
            id = f"{title if not names.anonymous else ''}/{names.match_id(match.match.id)}"
            latest = max(day, *_decided(found.standings.season, match.match.id))
            results.append((match, Result(id, latest, said, text[:1].upper() + text[1:], href)))
    return results


def _decided(season: Season, match: str) -> Iterator[str]:
    """The days on which the result of a match was set."""
    yield ""
    yield from (lock.when for lock in season.locks if lock.match == match)
    yield from (change.when for change in season.corrections if change.match == match)


def _feeds(found: Audit, plan: Plan, names: Names, pages: Pages) -> Iterator[Page]:
    """The feed of all results, and one for each team."""
    results = _results(found, names, pages.matches)
    author = names.context[0] if names.context else names.title
    about = "/".join([names.title, *names.context])
    if results:
        yield (
            plan.feed,
            feed(about, f"Results: {names.title}", author, plan.feed, [result for _match, result in results]),
        )
    for id, link in plan.teams.items():
        own = [result for match, result in results if id in match.match.teams]
        if own:
            file = link.href.replace(".html", ".atom")
            yield file, feed(f"{about}/{names.team_id(id)}", f"Results: {link.text}", author, file, own)
