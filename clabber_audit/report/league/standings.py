"""Standings, schedule and figures of a season; the schedule as iCalendar, too."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.core.text import escape_line, inflect, pluralize
from clabber_audit.league.decisions import apply_decisions, entries, match_at
from clabber_audit.league.games import PlayedMatch
from clabber_audit.league.season import FORMAT, Round, Season, SeasonEntry, SeasonMatch
from clabber_audit.league.standings import (
    ComparedTeam,
    Figures,
    Standings,
    TableRow,
    TeamTally,
    TieBreak,
    add_up_games,
    history,
    select_regular,
)
from clabber_audit.records.dates import date_in_words
from clabber_audit.report.layout import (
    PageRow,
    PageTable,
    Series,
    TableColumn,
    columns,
    lines,
    places,
)
from clabber_audit.report.league import sections
from clabber_audit.report.league.sections import NOWHERE, MatchCells, Pages, SeasonNames, decisions
from clabber_audit.report.paper import Fold, Paper, Section
from clabber_audit.report.phrases import join_words, sentence

#: Maximum octets in a line, without its end.
_LONGEST: Final = 75
_ESCAPES: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,"})
#: Namespace of the UIDs of matches; it must not change.
_SPACE: Final = uuid.uuid5(uuid.NAMESPACE_URL, FORMAT)
#: The entries by which a match is moved or called off.
_MOVING: Final = ("rounds", "postponements", "forfeits")


class _Event(NamedTuple):
    """A match on its day."""

    #: Number in the schedule, from 1.
    number: int
    round: Round
    match: SeasonMatch
    day: str
    #: Entries that moved it or called it off, undone or not, in the order of the file.
    moved: Sequence[SeasonEntry]

    @property
    def is_off(self) -> str:
        """Reason why the match does not take place, in a word, or empty."""
        if self.match.forfeited:
            return "forfeited"
        return "postponed" if self.match.postponed and not self.match.postponed.until else ""


def season_calendar(season: Season, team: str | None = None, *, anonymous: bool = False) -> bytes | None:
    """Return the matches of a season, or of one team by its id; None if none of them has a day.

    A postponed match is on its new day; if that is not known, on the old one, canceled.
    """
    events = list(_events(season))
    wanted = [event for event in events if team is None or team in event.match.teams]
    if not wanted:
        return None
    # The time stamp of a match that no decision moved.
    drawn = min(event.round.day or event.day for event in events)
    names = SeasonNames(season, anonymous)
    title = _text(names.title if team is None else f"{names.team(team)}, {names.title}")
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//clabber-audit//season//EN", "CALSCALE:GREGORIAN"),
        # The first of these two is of RFC 7986, the second what most programs read.
        *(f"NAME:{title}", f"X-WR-CALNAME:{title}"),
        *(line for event in wanted for line in _event(event, names, drawn)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_fold(line)}\r\n" for line in lines).encode()


def _events(season: Season) -> Iterator[_Event]:
    moved, numbers = _find_moving_entries(season), season.numbers()
    for round in apply_decisions(season).all_rounds:
        for match in round.matches:
            if day := day_of(match, round):
                yield _Event(numbers[match.id], round, match, day, moved.get(match.id, ()))


def day_of(match: SeasonMatch, round: Round) -> str | None:
    """Return the day of a match, the new one if it was postponed; None if it is not known."""
    return (match.postponed and match.postponed.until) or match.day or round.day


def _find_moving_entries(season: Season) -> dict[str, list[SeasonEntry]]:
    """Return by match id the entries that moved it or called it off, and those that undid them."""
    moved: dict[str, list[SeasonEntry]] = {}
    match_of: dict[int | None, str] = {}
    for path, entry in entries(season):
        if path[0] in _MOVING:
            match: str | None = match_at(season, path) or getattr(entry, "match", None)
        else:
            match = match_of.get(getattr(entry, "of", None)) if path[0] == "withdrawals" else None
        if match is not None:
            moved.setdefault(match, []).append(entry)
            if entry.number is not None:
                match_of[entry.number] = match
    return moved


def _event(event: _Event, names: SeasonNames, drawn: str) -> Iterator[str]:
    match, season = event.match, names.season
    off = f"{event.is_off}: " if event.is_off else ""
    # The id of a match stays the same while the title, or an anonymous first day, does.
    called = (
        (names.title, drawn) if names.anonymous else (season.title, season.league or "", season.season or "")
    )
    id = "\n".join((*called, names.match_id(match.id)))
    yield "BEGIN:VEVENT"
    yield f"UID:{uuid.uuid5(_SPACE, id)}"
    # The day of the last decision, not the current time: the same season gives the same file.
    changed = max((entry.when for entry in event.moved), default=drawn)
    yield f"DTSTAMP:{changed.replace('-', '')}T000000Z"
    yield f"SEQUENCE:{len(event.moved)}"
    yield f"DTSTART;VALUE=DATE:{event.day.replace('-', '')}"
    yield f"SUMMARY:{_text(f'{off.capitalize()}{names.pair(match)}')}"
    yield f"DESCRIPTION:{_text(_description(event, names))}"
    yield f"STATUS:{'CANCELLED' if event.is_off else 'CONFIRMED'}"
    # A match does not block the day.
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _description(event: _Event, names: SeasonNames) -> str:
    match = event.match
    parts = [f"Round {event.round.number}, match {event.number}"]
    parts += [f"table {match.table}"] if match.table is not None else []
    parts += [f"at home: {names.team(match.home)}"] if match.home else []
    sentences = [", ".join(parts)]
    if match.forfeited:
        sentences.append(f"Forfeited by {join_words([names.team(team) for team in match.forfeited.by])}")
    elif match.postponed:
        was = match.day or event.round.day
        sentences.append(
            f"Postponed from {date_in_words(was)}"
            if match.postponed.until and was
            else "Postponed, no new day yet"
        )
    return "".join(f"{sentence}. " for sentence in sentences).strip()


def _text(text: str) -> str:
    """Escape a text as a value, without invisible characters."""
    return escape_line(text).translate(_ESCAPES)


def _fold(line: str) -> str:
    """Fold a line by octets, without cutting a character."""
    if len(line.encode()) <= _LONGEST:
        return line
    parts, length = [""], 0
    for character in line:
        octets = len(character.encode())
        if length + octets > _LONGEST:
            parts.append(" ")
            length = 1
        parts[-1] += character
        length += octets
    return "\r\n".join(parts)


#: Fewest rounds whose places are drawn.
_FEWEST_ROUNDS = 2


def season(standings: Standings, names: SeasonNames) -> Section:
    """Return the section of places and points after each round; empty before the second."""
    past = history(standings.season, standings.matches)
    if len(past.rounds) < _FEWEST_ROUNDS:
        return Section("season", "Round by round")
    text = "A match counts in its scheduled round, whenever it was played."
    if standings.season.penalties:
        text += " Penalties are taken off from the first round on."
    when = f"after rounds {past.rounds[0]} to {past.rounds[-1]}"
    rounds, by_team = [*map(str, past.rounds)], [past.places_of(last.tally.team) for last in past.tables[-1]]
    called = [names.team(own[-1].tally.team) for own in by_team]
    order = [[row.tally.team for row in table] for table in past.tables]
    ends = [f"{place(own[-1])} {name}" for name, own in zip(called, by_team, strict=True)]
    words = f"Places of {len(ends)} teams {when}, from first at the top to last; the numbers stand below."
    # Totals alone would lie on one line, so that the points ahead of the lowest team are drawn.
    fewest = [min(row.tally.points for row in table) for table in past.tables]
    ahead = [
        Series(
            f"{own[-1].tally.points} {name}",
            tuple(row.tally.points - least for row, least in zip(own, fewest, strict=True)),
        )
        for name, own in zip(called, by_team, strict=True)
    ]
    many = f"By how many points {len(ahead)} teams were ahead {when}; the points stand below."
    pictures = (
        places("Places", words, order, rounds, ends),
        lines("Points ahead of the lowest", many, ahead, rounds),
    )

    def fold(head: str, text_of: Callable[[TableRow], str]) -> Fold:
        rows = (
            PageRow((name, ", ".join(map(text_of, own)))) for name, own in zip(called, by_team, strict=True)
        )
        return Fold(head, PageTable(head, columns("Team", head), tuple(rows)))

    folds = (fold(f"Places {when}", place), fold(f"Points {when}", lambda row: str(row.tally.points)))
    return Section("season", "Round by round", text, pictures=pictures, folds=folds)


def figures(standings: Standings, names: SeasonNames) -> Section:
    """Return the section of matches, points and form of every team, in the order of the table."""
    own = [standings.figures[row.tally.team] for row in standings.rows]
    if not any(team.games for team in own):
        return Section("figures", "Figures")
    hands, games = (
        sum(one) // 2 for one in zip(*((each.unseen, each.unseen_games) for each in own), strict=True)
    )
    unseen = [
        *([inflect(hands, "{count} hand has no cards", "{count} hands have no cards")] if hands else []),
        *([inflect(games, "{count} game has no hands", "{count} games have no hands")] if games else []),
    ]
    many = "them are" if hands + games > 1 else "it are"
    text = ""
    if unseen:
        text = f"{', '.join(unseen)}, so sets and reneges in {many} unknown. A + marks numbers that may be higher."
    points = "Matches won and lost, points at the table, points a game"
    form = "atest games, times set as makers, proven reneges, place before the latest round"
    if standings.season.ranking == "games_won":
        tables = (
            _table_of(points, _POINTS, own, names),
            _table_of(f"Games behind, l{form}", _FORM, own, names),
        )
    else:
        without = {head: of for head, of in _FORM.items() if head != "Behind"}
        tables = (_table_of(points, _POINTS, own, names), _table_of(f"L{form}", without, own, names))
    return Section("figures", "Figures", text, tables=tables, printed=False)


#: Headings and figures of a table.
_POINTS: Final[Mapping[str, Callable[[Figures], str]]] = {
    "Matches": lambda figures: "–".join(
        map(
            str,
            [
                figures.matches_won,
                figures.matches_lost,
                *([figures.matches_tied] if figures.matches_tied else []),
            ],
        )
    ),
    "For": lambda figures: str(figures.made),
    "Against": lambda figures: str(figures.against),
    "Average": lambda figures: "–" if figures.average is None else f"{figures.average:.1f}",
}
_FORM: Final[Mapping[str, Callable[[Figures], str]]] = {
    # Half games, as games.
    "Behind": lambda figures: f"{figures.behind / 2:g}" if figures.behind > 0 else "–",
    "Streak": lambda figures: f"{figures.streak[1]} {figures.streak[0]}" if figures.streak else "–",
    "Sets": lambda figures: f"{figures.sets}{'+' if figures.unseen or figures.unseen_games else ''}",
    "Reneges": lambda figures: f"{figures.reneges}{'+' if figures.unseen or figures.unseen_games else ''}",
    "Before": lambda figures: "–" if figures.before is None else str(figures.before),
}


def _table_of(
    caption: str, figures: Mapping[str, Callable[[Figures], str]], own: list[Figures], names: SeasonNames
) -> PageTable:
    rows = (PageRow((names.team(one.team), *(of(one) for of in figures.values()))) for one in own)
    return PageTable(caption, columns("Team", numbers=figures), tuple(rows))


def head_to_head(standings: Standings, names: SeasonNames) -> Section:
    """Return the section of games won by team and opponent; forfeits count as in the table."""
    ids = [row.tally.team for row in standings.rows]
    if not any(row.tally.parts for row in standings.rows):
        return Section("grid", "Head to head")
    heads = columns("Team", numbers=map(str, range(1, len(ids) + 1)))
    rows = []
    for number, row in enumerate(standings.rows, 1):
        won = {other: count_wins_against(row.tally, other) for other in ids if other != row.tally.team}
        cells = ("·" if other not in won else "" if won[other] is None else str(won[other]) for other in ids)
        rows.append(PageRow((f"{number}. {names.team(row.tally.team)}", *cells)))
    text = (
        "Games won by the team of each row against each other team; the columns are numbered like the rows."
    )
    return Section(
        "grid", "Head to head", text, tables=(PageTable("Head to head", heads, tuple(rows)),), printed=False
    )


def count_wins_against(tally: TeamTally, other: str) -> int | None:
    """Return the games won against a team; None if they have not met."""
    met = [part for part in tally.parts if part.opponent == other]
    return sum(part.won for part in met) if met else None


def rosters(standings: Standings, names: SeasonNames) -> list[dict[str, Any]]:
    """Return captain and players of each team, with every change so far."""
    season = standings.season
    return [
        {"team": team.id, "captain": season.captain(team.id), "players": season.roster(team.id)}
        for team in season.teams
        if not names.anonymous
    ]


def teams(standings: Standings, names: SeasonNames) -> Section:
    """Return the section of rosters and captains."""
    rows = tuple(
        PageRow((names.team(team["team"]), team["captain"] or "–", ", ".join(team["players"]) or "–"))
        for team in rosters(standings, names)
        if team["captain"] or team["players"]
    )
    heads = columns("Team", "Captain", "Players")
    tables = (PageTable("Captains and rosters", heads, rows),) if rows else ()
    text = "The captain and the players of each team, with every change so far." if rows else ""
    return Section("rosters", "Teams", text, tables=tables, printed=False)


#: Number of lines that leave room for pictures on one sheet.
_ROOM: Final = 20


def standings_paper(standings: Standings, *, anonymous: bool = False, pages: Pages = NOWHERE) -> Paper:
    """Return the standings as a paper."""
    names = SeasonNames(standings.season, anonymous, pages)
    cells, rounds = sections.result_cells(names), standings.season.all_rounds
    matches = tuple(sections.round_table(standings, round, names, "Result", cells) for round in rounds)
    above = (
        playoffs(standings, names),
        table(standings, names),
        ties(standings, names),
        sections.notices(standings, names),
    )
    below = (
        figures(standings, names),
        head_to_head(standings, names),
        sections.corrections(standings, names),
        decisions(standings, names),
        teams(standings, names),
        sections.written_scores_section(standings, names),
        Section("matches", "Matches", tables=matches, printed=False),
    )
    room = sum(part.lines for part in (*above, *below)) <= _ROOM
    parts = (*above, season(standings, names)._replace(printed=room), *below)
    return sections.season_paper("Standings", standings, names, lead(standings, names), parts)


def lead(standings: Standings, names: SeasonNames) -> str:
    """Return the leader or winner of the season, in a sentence."""
    played = select_regular(standings.matches)
    done = sum(match.is_decided for match in played)
    if (final := standings.champion) and final.winner:
        loser = names.team(final.other_team(final.winner))
        return sentence(f"Season won by {names.team(final.winner)}, in the final against {loser}")
    progress = f"After {done} of {len(played)} matches"
    first = [row for row in standings.rows if row.place == 1]
    if not any(row.tally.parts for row in standings.rows):
        return sentence(f"{progress} no game has been decided")
    tally = first[0].tally
    if len(first) > 1:
        teams = join_words([names.team(row.tally.team) for row in first])
        return sentence(f"{progress} {teams} share first place")
    score = (pluralize(tally.won, "win"), f"{tally.points:,} points")
    ordered = score if standings.season.ranking == "games_won" else score[::-1]
    results, protests = len(standings.provisional_matches), len(standings.protests)
    open = (
        [inflect(results, "{count} result is not final", "{count} results are not final")] if results else []
    )
    open += [inflect(protests, "{count} protest is open", "{count} protests are open")] if protests else []
    unsure = sentence(", ".join(open)) if open else ""
    # A table of results has what was played, not what is to come.
    is_won = done == len(played) and not unsure and not standings.season.results
    stands = "Season won by" if is_won else f"In the lead after {done} of {len(played)} matches:"
    if is_won and (standings.season.playoffs or len(played) < len(standings.matches)):
        stands = "First before the play-offs:"
    first_line = sentence(f"{stands} {names.team(tally.team)}, with {' and '.join(ordered)}")
    return " ".join(filter(None, (first_line, unsure)))


#: Names of the comparisons that rank teams.
_BY: Final = {"games_won": "games won", "game_points": "points", "head_to_head": "head-to-head"}


def playoffs(standings: Standings, names: SeasonNames) -> Section:
    """Return the section of the play-offs, a table for each stage."""

    def cells(played: PlayedMatch) -> tuple[str, str]:
        won = f"{names.team(played.winner)} won" if played.winner else ""
        return sections.result(played), ", ".join(filter(None, (won, sections.status(played, names))))

    stages = [round for round in standings.season.all_rounds if round.stage is not None]
    tables = tuple(sections.round_table(standings, round, names, "Result", cells) for round in stages)
    # A table that is alone in its section is printed without its caption.
    text = f"{tables[0].caption}." if len(tables) == 1 else ""
    return Section("playoffs", "Play-offs", text, tables=tables)


def table(standings: Standings, names: SeasonNames, before: Sequence[TableRow] = ()) -> Section:
    """Return the table; with the places of the week `before`, if given."""
    ranking = "games_won" if standings.season.ranking == "games_won" else "game_points"
    by = [_BY[name] for name in (ranking, *standings.season.ties_broken_by)]
    text = f"Ranked by {', then '.join(by)}."
    if standings.season.game_points_cap is not None:
        text += f" A game counts at most {standings.season.game_points_cap} points."
    by_games = standings.season.ranking == "games_won"
    has_ties = any(row.tally.tied for row in standings.rows)
    heads = (
        TableColumn("Place", numeric=True),
        TableColumn("Team"),
        TableColumn("Played", numeric=True),
        TableColumn("Won", numeric=True, leading=by_games),
        TableColumn("Lost", numeric=True),
        *([TableColumn("Tied", numeric=True)] if has_ties else []),
        TableColumn("Points", numeric=True, leading=not by_games),
        *([TableColumn("Last week", numeric=True)] if before else []),
    )
    uneven = len({row.tally.played + row.tally.forfeited for row in standings.rows}) > 1
    last_week = {row.tally.team: place(row) for row in before}
    rows = []
    for row in standings.rows:
        tally = row.tally
        numbers = [tally.played, tally.won, tally.lost, *([tally.tied] if has_ties else []), tally.points]
        was = [last_week[tally.team]] if before else []
        cells = (place(row), names.team(tally.team), *map(str, numbers), *was)
        notes, anchor = tuple(_notes(tally, uneven, names)), f"t-{names.team_id(tally.team)}"
        rows.append(PageRow(cells, notes, anchor=anchor))
    return Section("table", "Table", text, tables=(PageTable("Standings", heads, tuple(rows), head=1),))


def ties(standings: Standings, names: SeasonNames) -> Section:
    """Return the section of tie-breaks, each with the games of the teams compared."""
    folds = []
    for tie in standings.tie_breaks:
        rows = (
            PageRow(
                (
                    names.team(compared.team),
                    format_sum(compared, tie, standings, names),
                    str(compared.won),
                    str(compared.points),
                )
            )
            for compared in tie.compared
        )
        games = PageTable("The sum", columns("Team", "Games", numbers=("Won", "Points")), tuple(rows))
        folds.append(Fold(_summary(tie, standings, names), games))
    return Section("ties", "How ties were broken", folds=tuple(folds))


def place(row: TableRow) -> str:
    """Return a place, marked if shared."""
    return f"={row.place}" if row.shared else str(row.place)


def _notes(tally: TeamTally, uneven: bool, names: SeasonNames) -> Iterator[str]:
    """Yield notes on forfeits, penalties, caps, disputes, byes and postponements."""
    if tally.games_by_forfeit or tally.penalties:
        won, points = add_up_games(tally.games_at_table)
        yield f"At the table {won} won, {points} points."
    for part in tally.games_by_forfeit:
        where, given = f"round {part.round}, {names.team(part.opponent)}", part.points - part.stay
        stay = f" The {part.stay} points made in play stay." if part.stay else ""
        if part.won or given > 0:
            yield f"By forfeit +{part.won} won, +{given} points ({where}).{stay}"
        else:
            yield f"By forfeit {part.lost} lost ({where}).{stay}"
    for penalty in tally.penalties:
        taken = [f"−{penalty.games} games won"] if penalty.games else []
        taken += [f"−{penalty.points} points"] if penalty.points else []
        yield f"Penalty {join_words(taken)} ({names.format_decision(penalty)})."
    handicap = sum(part.handicap for part in tally.parts)
    if handicap:
        yield f"{handicap} points are handicap."
    capped = sum(part.made + part.handicap - part.points for part in tally.parts)
    if capped:
        yield f"{capped} points above the cap do not count."
    if tally.disputed:
        yield inflect(
            tally.disputed,
            "{count} game is in dispute and not counted.",
            "{count} games are in dispute and not counted.",
        )
    if tally.byes and uneven:
        rounds = join_words([str(number) for number in tally.byes])
        yield inflect(len(tally.byes), "Bye in round {rounds}.", "Byes in rounds {rounds}.", rounds=rounds)
    if tally.postponed:
        yield inflect(tally.postponed, "{count} match is postponed.", "{count} matches are postponed.")


def _summary(tie: TieBreak, standings: Standings, names: SeasonNames) -> str:
    """Return a tie-break in a sentence."""
    teams = join_words([names.team(compared.team) for compared in tie.compared])
    if tie.by != "head_to_head":
        ranking = "games_won" if standings.season.ranking == "games_won" else "game_points"
        is_first = standings.season.ties_broken_by[0] == tie.by
        level = f"{teams} are tied in {_BY[ranking]}" if is_first else f"{teams} are still tied"
        scores = ", ".join(
            str(compared.points if tie.by == "game_points" else compared.won) for compared in tie.compared
        )
        if tie.result == "level":
            return sentence(f"{level}, and in {_BY[tie.by]}: {scores}")
        return sentence(f"{level}; by {_BY[tie.by]}: {scores}")
    if tie.result == "not_met":
        return sentence(f"{teams} stay tied: they have not all met")
    if tie.result == "unevenly_met":
        return sentence(f"{teams} stay tied: they have not met equally often")
    by_games = standings.season.ranking == "games_won"
    scores = ", ".join(
        f"{compared.won} won, {compared.points}" if by_games else str(compared.points)
        for compared in tie.compared
    )
    if tie.result == "level":
        return sentence(f"{teams} are tied head-to-head too: {scores}")
    return sentence(f"{teams} by head-to-head: {scores}")


def format_sum(one: ComparedTeam, tie: TieBreak, standings: Standings, names: SeasonNames) -> str:
    """Return a sum: `512 Eagles (round 1) + 490 Moose (round 2) − 50 penalty = 952`."""
    addends = []
    for part in one.parts:
        forfeit = "forfeit " if part.game is None else ""
        own = (
            f"{part.points - part.handicap} + {part.handicap} handicap" if part.handicap else str(part.points)
        )
        addends.append(f"{own} {forfeit}{names.team(part.opponent)} (round {part.round})")
    text = " + ".join(addends) or "0"
    if tie.by == "game_points":
        fines = [
            penalty.points
            for penalty in standings.season.penalties
            if penalty.team == one.team and penalty.points
        ]
        text += "".join(f" − {points} penalty" for points in fines)
    return f"{text} = {one.points}"


def schedule_paper(standings: Standings, *, anonymous: bool = False, pages: Pages = NOWHERE) -> Paper:
    """Return the schedule as a paper."""
    names = SeasonNames(standings.season, anonymous, pages)
    cells = make_match_cells(standings, names)
    tables = (
        sections.round_table(standings, round, names, "Where", cells) for round in standings.season.all_rounds
    )
    parts = (
        Section("rounds", "Rounds", describe_home_team(standings), tables=tuple(tables)),
        sections.notices(standings, names),
        sections.corrections(standings, names),
    )
    counts = (
        pluralize(len(standings.season.teams), "team"),
        pluralize(len(standings.season.all_rounds), "round"),
        inflect(len(standings.matches), "{count} match", "{count} matches"),
    )
    return sections.season_paper("Schedule", standings, names, f"{', '.join(counts)}.", parts)


def _has_first_team_at_home(standings: Standings) -> bool:
    return all(played.match.home in (None, played.match.teams[0]) for played in standings.matches)


def describe_home_team(standings: Standings) -> str:
    """Return a sentence if the home team is always the first."""
    home = any(played.match.home for played in standings.matches)
    return "The first team is at home." if home and _has_first_team_at_home(standings) else ""


def make_match_cells(standings: Standings, names: SeasonNames) -> MatchCells:
    """Return a function for two cells of a match: home, table and day; result and status."""
    first_at_home = _has_first_team_at_home(standings)

    def cells(played: PlayedMatch) -> tuple[str, str]:
        match = played.match
        parts = [f"at home: {names.team(match.home)}"] if match.home and not first_at_home else []
        parts += [match.venue] if match.venue and not names.anonymous else []
        parts += [f"table\u00a0{match.table}"] if match.table is not None else []
        parts += [match.day] if match.day else []
        return ", ".join(parts), " ".join(
            filter(None, (sections.result(played), sections.status(played, names)))
        )

    return cells
