"""Standings and figures of a season: page, JSON and rows for spreadsheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from clabber_audit.core.text import agree, join_words, pluralize
from clabber_audit.league.games import PlayedMatch
from clabber_audit.league.standings import (
    ComparedTeam,
    Figures,
    Standings,
    TableRow,
    TeamGame,
    TeamTally,
    TieBreak,
    add_up_games,
    history,
    select_regular,
)
from clabber_audit.records.sheets.headings import Cells, CellSpreadsheet
from clabber_audit.report.html import Fold, Paper, Section, table_section
from clabber_audit.report.layout import PageRow, PageTable, Series, TableColumn, columns, line_chart, places
from clabber_audit.report.league import sections
from clabber_audit.report.league.schedule import rounds_data
from clabber_audit.report.league.sections import (
    NOWHERE,
    Pages,
    SeasonNames,
    attributes,
    decisions,
    list_rows,
    log_lines,
    season_json,
)
from clabber_audit.report.phrases import sentence
from clabber_audit.report.wording import with_article

#: Fewest rounds whose places are drawn.
_FEWEST_ROUNDS = 2


def round_by_round(standings: Standings, names: SeasonNames) -> Section:
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
    named = list(zip(called, by_team, strict=True))
    ends = [f"{format_place(own[-1])} {name}" for name, own in named]
    words = f"Places of {len(ends)} teams {when}, from first at the top to last; the numbers stand below."
    # Totals alone would lie on one line, so that the points ahead of the lowest team are drawn.
    fewest = [min(row.tally.points for row in table) for table in past.tables]
    ahead = []
    for name, own in named:
        leads = (row.tally.points - least for row, least in zip(own, fewest, strict=True))
        ahead.append(Series(f"{own[-1].tally.points} {name}", tuple(leads)))
    many = f"By how many points {len(ahead)} teams were ahead {when}; the points stand below."
    pictures = (
        places("Places", words, order, rounds, ends),
        line_chart("Points ahead of the lowest", many, ahead, rounds),
    )

    def fold(head: str, text_of: Callable[[TableRow], str]) -> Fold:
        rows = (PageRow((name, ", ".join(map(text_of, own)))) for name, own in named)
        return Fold(head, PageTable(head, columns("Team", head), tuple(rows)))

    folds = (fold(f"Places {when}", format_place), fold(f"Points {when}", lambda row: str(row.tally.points)))
    return Section("season", "Round by round", text, pictures=pictures, folds=folds)


def figures(standings: Standings, names: SeasonNames) -> Section:
    """Return the section of matches, points and form of every team, in the order of the table."""
    own = [standings.figures[row.tally.team] for row in standings.rows]
    if not any(team.games for team in own):
        return Section("figures", "Figures")
    # Each is counted by both of its teams.
    hands, games = (sum(team.unseen for team in own) // 2, sum(team.unseen_games for team in own) // 2)
    unseen = [agree(hands, "{count} hand{|s} {has|have} no cards")] if hands else []
    unseen += [agree(games, "{count} game{|s} {has|have} no hands")] if games else []
    many = "them are" if hands + games > 1 else "it are"
    text = ""
    if unseen:
        text = f"{', '.join(unseen)}, so sets and reneges in {many} unknown. A + marks numbers that may be higher."
    points = "Matches won and lost, points at the table, points a game"
    form = "latest games, times set as makers, proven reneges, place before the latest round"
    shown = {head: of for head, of in _FORM.items() if head != "Behind"}
    if standings.season.ranking == "games_won":
        form, shown = f"games behind, {form}", dict(_FORM)
    tables = (_table_of(points, _POINTS, own, names), _table_of(form.capitalize(), shown, own, names))
    return Section("figures", "Figures", text, tables=tables, printed=False)


#: Headings and figures of a table.
_POINTS: Final[Mapping[str, Callable[[Figures], str]]] = {
    "Matches": lambda figures: (
        f"{figures.matches_won}–{figures.matches_lost}"
        + (f"–{figures.matches_tied}" if figures.matches_tied else "")
    ),
    "For": lambda figures: str(figures.made),
    "Against": lambda figures: str(figures.against),
    "Average": lambda figures: "–" if figures.average is None else f"{figures.average:.1f}",
}
_FORM: Final[Mapping[str, Callable[[Figures], str]]] = {
    # Half games, as games.
    "Behind": lambda figures: f"{figures.behind / 2:g}" if figures.behind > 0 else "–",
    "Streak": lambda figures: _format_streak(figures) or "–",
    "Sets": lambda figures: f"{figures.sets}{'+' if figures.unseen or figures.unseen_games else ''}",
    "Reneges": lambda figures: f"{figures.reneges}{'+' if figures.unseen or figures.unseen_games else ''}",
    "Before": lambda figures: "–" if figures.before is None else str(figures.before),
}


def _format_streak(figures: Figures) -> str:
    """Return how many of the latest games ended alike: `3 won`; empty before the first."""
    return f"{figures.streak[1]} {figures.streak[0]}" if figures.streak else ""


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
    return table_section("grid", "Head to head", heads, rows, text, printed=False)


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
    rows = (
        PageRow((names.team(team["team"]), team["captain"] or "–", ", ".join(team["players"]) or "–"))
        for team in rosters(standings, names)
        if team["captain"] or team["players"]
    )
    heads, caption = columns("Team", "Captain", "Players"), "Captains and rosters"
    text = "The captain and the players of each team, with every change so far."
    return table_section("rosters", "Teams", heads, rows, text, caption=caption, printed=False)


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
    parts = (*above, round_by_round(standings, names)._replace(printed=room), *below)
    return sections.season_paper("Standings", standings, names, lead(standings, names), parts)


def lead(standings: Standings, names: SeasonNames) -> str:
    """Return the leader or winner of the season, in a sentence."""
    played = select_regular(standings.matches)
    done = sum(match.is_decided for match in played)
    if (final := standings.champion) and final.winner:
        loser = names.team(final.other_team(final.winner))
        won = names.subject(final.winner, "won")
        return sentence(f"{won} the season, in the final against {with_article(loser, loser)}")
    progress = f"After {done} of {len(played)} matches"
    first = [row for row in standings.rows if row.place == 1]
    if not any(row.tally.parts for row in standings.rows):
        return sentence(f"{progress} no game has been decided")
    tally = first[0].tally
    if len(first) > 1:
        teams = join_words(names.team(row.tally.team) for row in first)
        return sentence(f"{progress} {teams} share first place")
    score = (pluralize(tally.won, "win"), f"{tally.points:,} points")
    ordered = score if standings.season.ranking == "games_won" else score[::-1]
    results, protests = len(standings.provisional_matches), len(standings.protests)
    open = [agree(results, "{count} result{|s} {is|are} not final")] if results else []
    open += [agree(protests, "{count} protest{|s} {is|are} open")] if protests else []
    unsure = sentence(", ".join(open)) if open else ""
    # A table of results has what was played, not what is to come.
    is_won = done == len(played) and not unsure and not standings.season.results
    if not is_won:
        stands = f"In the lead after {done} of {len(played)} matches: {names.team(tally.team)}"
    elif standings.season.playoffs or len(played) < len(standings.matches):
        stands = f"First before the play-offs: {names.team(tally.team)}"
    else:
        stands = f"{names.subject(tally.team, 'won')} the season"
    first_line = sentence(f"{stands}, with {' and '.join(ordered)}")
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
    by = [_BY[standings.season.ranking], *(_BY[name] for name in standings.season.ties_broken_by)]
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
    last_week = {row.tally.team: format_place(row) for row in before}
    rows = []
    for row in standings.rows:
        tally = row.tally
        numbers = [tally.played, tally.won, tally.lost, *([tally.tied] if has_ties else []), tally.points]
        was = [last_week[tally.team]] if before else []
        cells = (format_place(row), names.team(tally.team), *map(str, numbers), *was)
        notes, anchor = tuple(_notes(tally, uneven, names)), f"t-{names.team_id(tally.team)}"
        rows.append(PageRow(cells, notes, anchor=anchor))
    return table_section("table", "Table", heads, rows, text, caption="Standings", head=1)


def ties(standings: Standings, names: SeasonNames) -> Section:
    """Return the section of tie-breaks, each with the games of the teams compared."""
    folds = []
    for tie in standings.tie_breaks:
        rows = []
        for compared in tie.compared:
            numbers, total = (compared.won, compared.points), format_sum(compared, tie, standings, names)
            rows.append(PageRow((names.team(compared.team), total, *map(str, numbers))))
        games = PageTable("The sum", columns("Team", "Games", numbers=("Won", "Points")), tuple(rows))
        folds.append(Fold(_summary(tie, standings, names), games))
    return Section("ties", "How ties were broken", folds=tuple(folds))


def format_place(row: TableRow) -> str:
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
        yield agree(tally.disputed, "{count} game{|s} {is|are} in dispute and not counted.")
    if tally.byes and uneven:
        rounds = join_words(map(str, tally.byes))
        yield agree(len(tally.byes), "Bye{|s} in round{|s} {rounds}.", rounds=rounds)
    if tally.postponed:
        yield agree(tally.postponed, "{count} match{|es} {is|are} postponed.")


def _summary(tie: TieBreak, standings: Standings, names: SeasonNames) -> str:
    """Return a tie-break in a sentence."""
    teams = join_words(names.team(compared.team) for compared in tie.compared)
    is_level = tie.result == "level"
    if tie.by != "head_to_head":
        is_first = standings.season.ties_broken_by[0] == tie.by
        tied = f"are tied in {_BY[standings.season.ranking]}" if is_first else "are still tied"
        by_points = tie.by == "game_points"
        scores = ", ".join(str(compared.points if by_points else compared.won) for compared in tie.compared)
        return sentence(f"{teams} {tied}{', and in' if is_level else '; by'} {_BY[tie.by]}: {scores}")
    if tie.result == "not_met":
        return sentence(f"{teams} stay tied: they have not all met")
    if tie.result == "unevenly_met":
        return sentence(f"{teams} stay tied: they have not met equally often")
    by_games = standings.season.ranking == "games_won"
    scores = ", ".join(f"{f'{one.won} won, ' if by_games else ''}{one.points}" for one in tie.compared)
    return sentence(f"{teams} {'are tied head-to-head too' if is_level else 'by head-to-head'}: {scores}")


def format_sum(one: ComparedTeam, tie: TieBreak, standings: Standings, names: SeasonNames) -> str:
    """Return a sum: `512 against the Eagles (round 1) + 490 against Moose (round 2) − 50 penalty = 952`."""
    addends = []
    for part in one.parts:
        handicap = f" + {part.handicap} handicap" if part.handicap else ""
        forfeit = "by forfeit " if part.game is None else ""
        own, opponent = f"{part.points - part.handicap}{handicap} {forfeit}", str(names.team(part.opponent))
        addends.append(f"{own}against {with_article(opponent, opponent)} (round {part.round})")
    text = " + ".join(addends) or "0"
    if tie.by == "game_points":
        fines = (penalty.points for penalty in standings.season.penalties if penalty.team == one.team)
        text += "".join(f" − {points} penalty" for points in fines if points)
    # One number is its own sum.
    is_sum = len(addends) != 1 or not text.startswith(f"{one.points} against ")
    return f"{text} = {one.points}" if is_sum else text


def standings_json(standings: Standings, *, anonymous: bool = False) -> str:
    """Return the standings as JSON, ending with a newline."""
    names = SeasonNames(standings.season, anonymous)
    ranked = {
        **attributes(standings.season, "ranking", "game_points_cap"),
        "table": [_row_data(row, standings.figures[row.tally.team], names) for row in standings.rows],
        "tie_breaks": [_tie_data(tie, standings, names) for tie in standings.tie_breaks],
        "head_to_head": [
            {
                "team": names.team_id(row.tally.team),
                "won": {
                    names.team_id(other.tally.team): count_wins_against(row.tally, other.tally.team)
                    for other in standings.rows
                    if other is not row
                },
            }
            for row in standings.rows
        ],
        "decisions": [
            attributes(line, "number", "key", "text", "taken_back_by")
            for line in log_lines(standings.written, names)
        ],
        "teams": rosters(standings, names),
        "rounds": rounds_data(standings, names),
    }
    return season_json("clabber-standings/1", standings, names, ranked)


def _row_data(row: TableRow, figures: Figures, names: SeasonNames) -> dict[str, Any]:
    tally = row.tally
    return {
        **attributes(row, "place", "shared"),
        "team": names.team_id(tally.team),
        "name": names.team(tally.team),
        **attributes(tally, "played", "won", "lost", "tied", "points"),
        "games": [_part_data(part, names) for part in tally.parts],
        "penalties": [
            {**attributes(penalty, "games", "points"), "decided": names.format_decision(penalty)}
            for penalty in tally.penalties
        ],
        **attributes(tally, "byes", "disputed", "postponed"),
        "figures": {
            **{key: value for key, value in figures._asdict().items() if key not in ("team", "behind")},
            "average": figures.average,
            "games_behind": figures.behind / 2,
        },
    }


def _part_data(part: TeamGame, names: SeasonNames) -> dict[str, Any]:
    return {**part._asdict(), "match": names.match_id(part.match), "opponent": names.team_id(part.opponent)}


def _tie_data(tie: TieBreak, standings: Standings, names: SeasonNames) -> dict[str, Any]:
    compared = [
        {
            "team": names.team_id(compared.team),
            **attributes(compared, "won", "points"),
            "games": [_part_data(part, names) for part in compared.parts],
            "sum": format_sum(compared, tie, standings, names),
        }
        for compared in tie.compared
    ]
    return {**attributes(tie, "by", "result"), "compared": compared}


def standings_rows(standings: Standings, *, anonymous: bool = False) -> list[Cells]:
    """Return the rows of the table, first the heading; every part of a total has its own column."""
    names = SeasonNames(standings.season, anonymous)
    teams = [row.tally.team for row in standings.rows]

    def join_sums(team: str, by: str) -> str | None:
        """Return the sums of a team in all tie-breaks of a kind."""
        compared = [(tie, one) for tie in standings.tie_breaks if tie.by == by for one in tie.compared]
        sums = [format_sum(one, tie, standings, names) for tie, one in compared if one.team == team]
        return "; ".join(sums) or None

    rows: list[dict[str, CellSpreadsheet]] = []
    for row in standings.rows:
        tally, own = row.tally, standings.figures[row.tally.team]
        won, points = add_up_games(tally.games_at_table)
        given_won, given_points = add_up_games(tally.games_by_forfeit)
        rows.append(
            {
                "place": row.place,
                "shared": "yes" if row.shared else "no",
                "team": names.team_id(tally.team),
                "name": names.team(tally.team),
                "played": tally.played,
                "forfeited": tally.forfeited,
                "byes": len(tally.byes),
                "disputed": tally.disputed,
                "postponed": tally.postponed,
                "won at the table": won,
                "won by forfeit": given_won,
                "penalty games": -tally.fines[0],
                "won": tally.won,
                "lost": tally.lost,
                "tied": tally.tied,
                "points at the table": points,
                "points by forfeit": given_points,
                "penalty points": -tally.fines[1],
                "points": tally.points,
                "matches won": own.matches_won,
                "matches lost": own.matches_lost,
                "matches tied": own.matches_tied,
                "made": own.made,
                "against": own.against,
                "average": None if own.average is None else round(own.average, 1),
                # Half games.
                "games behind": own.behind / 2,
                "streak": _format_streak(own) or None,
                "sets": own.sets,
                "reneges": own.reneges,
                "hands without cards": own.unseen,
                "place before": own.before,
                **{f"won against {names.team(team)}": count_wins_against(tally, team) for team in teams},
                "tie broken by points": join_sums(tally.team, "game_points"),
                "tie broken head to head": join_sums(tally.team, "head_to_head"),
            }
        )
    return list_rows([*rows[0]], rows)
