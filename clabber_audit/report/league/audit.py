"""Audit of a season, and the verdict on printed standings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from clabber_audit.cards import SEATS, to_recorded_clock
from clabber_audit.core.text import inflect
from clabber_audit.league.audit import (
    Audit,
    GameOutcome,
    HandPlace,
    OtherOutcome,
    RenegeCount,
    Reneged,
    WrongSheet,
)
from clabber_audit.league.season import SeasonMatch
from clabber_audit.league.table_check import CheckedTable
from clabber_audit.records.sheets.headings import Cells, CellSpreadsheet
from clabber_audit.report.html import Item, Paper, Section
from clabber_audit.report.layout import (
    CountBar,
    PageRow,
    PageTable,
    Picture,
    Tone,
    bars,
    columns,
    to_json_text,
)
from clabber_audit.report.league import sections
from clabber_audit.report.league.sections import (
    NOWHERE,
    Pages,
    SeasonNames,
    attributes,
    list_rows,
    notices_data,
    season_head,
)
from clabber_audit.report.phrases import plain_seat
from clabber_audit.report.wording import Speaker
from clabber_audit.rules.infractions import infractions


def kinds_picture(counts: Iterable[tuple[str, int, int]]) -> tuple[Picture, ...]:
    """Draw the reneges by infraction, called and uncalled; nothing if there are none."""
    ordered = sorted(counts, key=lambda count: -(count[1] + count[2]))
    rows = [
        CountBar(infractions()[kind].title, called, uncalled, f"{called} called, {uncalled} not")
        for kind, called, uncalled in ordered
    ]
    words = f"Reneges by kind: {'; '.join(f'{row.name}, {row.text}' for row in rows)}."
    return (bars("Called (full) and uncalled (hollow)", words, rows),) if rows else ()


def report_paper(audit: Audit, *, anonymous: bool = False, pages: Pages = NOWHERE) -> Paper:
    """Return the audit as a paper."""
    standings = audit.standings
    names = SeasonNames(standings.season, anonymous, pages)

    def list_section(
        id: str, title: str, found: Iterable[Any], text: Callable[[Any, SeasonNames], str], tone: Tone = ""
    ) -> Section:
        items = (Item(text(one, names), tone, _page(one, pages)) for one in found)
        return Section(id, title, items=tuple(items))

    proven = "Proven by the records. A renege that nobody called in time changes no score."
    counts = [(kind, list(own)) for kind, own in groupby(audit.counts(), lambda count: count.kind)]
    tables = _tables(audit, counts, names)
    pictures = kinds_picture(
        (kind, sum(count.called for count in own), sum(count.uncalled for count in own))
        for kind, own in counts
    )
    parts = [
        list_section(
            "otherwise", "Games with a different winner", audit.otherwise, _describe_other_outcome, "fault"
        ),
        Section("reneges", "Reneges by kind and team", proven if tables else "", tables=tables),
        Section("kinds", "Reneges by kind", pictures=pictures, printed=False),
        list_section(
            "uncalled", "Reneges that nobody called", audit.uncalled_reneges, describe_uncalled_renege
        ),
        list_section("sheets", "Sheets that do not agree", audit.sheets, _sheet),
        list_section(
            "impossible", "Sheets that do not add up", audit.impossible, _describe_impossible_score, "fault"
        ),
        list_section("disputed", "Hands in dispute", audit.disputed, _describe_dispute, "open"),
        list_section("dealers", "Dealers out of turn", audit.dealers, _dealer),
        sections.notices(standings, names),
        sections.corrections(standings, names),
        sections.written_scores_section(standings, names),
    ]
    if all(part.is_empty for part in parts):
        parts = [parts[1]._replace(text="Nothing was found.")]
    tone: Tone = "open" if audit.otherwise or audit.disputed else ""
    return sections.season_paper("Audit of the season", standings, names, _lead(audit), parts, tone)


def _lead(audit: Audit) -> str:
    hands = inflect(audit.hands, "{count} hand looked at", "{count} hands looked at")
    sheets = len({sheet.where.hand for sheet in audit.sheets})
    counts = (
        inflect(
            len(audit.uncalled_reneges),
            "{count} renege that nobody called",
            "{count} reneges that nobody called",
        ),
        inflect(sheets, "{count} sheet that does not agree", "{count} sheets that do not agree"),
        inflect(
            len(audit.impossible), "{count} sheet that does not add up", "{count} sheets that do not add up"
        ),
        inflect(len(audit.disputed), "{count} hand in dispute", "{count} hands in dispute"),
    )
    return f"{hands}: {', '.join(counts)}."


def _tables(
    audit: Audit, by_kind: Sequence[tuple[str, Sequence[RenegeCount]]], names: SeasonNames
) -> tuple[PageTable, ...]:
    """Return the reneges by kind, with the teams under each, and by team."""
    if not by_kind:
        return ()
    numbers, kinds, teams = ("Called", "Uncalled"), list[PageRow](), list[PageRow]()
    for kind, own in by_kind:
        note = []
        for count in own:
            parts = ((count.called, "called"), (count.uncalled, "uncalled"))
            words = ", ".join(f"{number} {word}" for number, word in parts if number)
            note.append(f"{names.team(count.team)} {words}")
        kinds.append(_row(infractions()[kind].title, own, f"{'; '.join(note)}."))
    for team in audit.standings.season.teams:
        if counts := [count for _kind, own in by_kind for count in own if count.team == team.id]:
            teams.append(_row(names.team(team.id), counts))
    return (
        PageTable("By kind", columns("Renege", numbers=numbers), tuple(kinds)),
        PageTable("By team", columns("Team", numbers=numbers), tuple(teams)),
    )


def _row(name: str, counts: Sequence[RenegeCount], *notes: str) -> PageRow:
    called, uncalled = sum(count.called for count in counts), sum(count.uncalled for count in counts)
    return PageRow((name, str(called), str(uncalled)), notes)


def _page(outcome: Reneged | WrongSheet | HandPlace | OtherOutcome, pages: Pages) -> str:
    """Return the page of the hand, or of the match if it is about no single hand."""
    if isinstance(outcome, OtherOutcome) and outcome.where is None:
        return pages.matches.get(outcome.match.id, "")
    where = outcome if isinstance(outcome, HandPlace) else outcome.where
    return pages.hands.get(where.hand, "") if where else ""


def _hand(where: HandPlace, names: SeasonNames) -> str:
    """Return a hand by its match, game and number, with its id."""
    place = f"{names.match(where.match.id)}, game {where.game}, hand {where.number}"
    return place if names.anonymous else f"{place} [{where.hand}]"


def describe_uncalled_renege(reneged: Reneged, names: SeasonNames) -> str:
    """Return the sentence about an uncalled renege."""
    where, finding = _hand(reneged.where, names), reneged.finding
    speaker = Speaker(reneged.record, anonymous=names.anonymous, trumps=reneged.trumps or None)
    return f"{where}: {names.team(reneged.team)}, {speaker.place(finding)}: {speaker.finding(finding)}."


def _sheet(sheet: WrongSheet, names: SeasonNames) -> str:
    says = f"{_hand(sheet.where, names)}: the sheet says {sheet.written} for {names.team(sheet.team)}"
    if sheet.ruled is None:
        return f"{says}; nobody scores in this hand."
    return f"{says}, but {'the cards give' if sheet.by_cards else 'the ruling gives'} {sheet.ruled}."


def _describe_impossible_score(where: HandPlace, names: SeasonNames) -> str:
    """Return the sentence about an impossible score: as written, else as counted."""
    sides = zip(where.teams, where.written, where.counted or (0, 0), strict=True)
    score = ", ".join(
        f"{made if mark is None else mark} for {names.team(team)}" for team, mark, made in sides
    )
    breakdown = "no hand can have the breakdown on the sheet"
    why = breakdown if where.basis == "sheet" else "no cards and melds add up to that"
    return f"{_hand(where, names)}: {score}; {why}."


def _describe_dispute(where: HandPlace, names: SeasonNames) -> str:
    stopped = "play stopped, and the record does not say why"
    why = "the record does not settle the score" if where.basis == "open" else stopped
    return f"{_hand(where, names)}: {why}."


def _dealer(where: HandPlace, names: SeasonNames) -> str:
    assert where.due is not None
    return (
        f"{_hand(where, names)}: {plain_seat(where.dealer)} dealt, and it was {plain_seat(where.due)}’s deal."
    )


def _describe_other_outcome(one: OtherOutcome, names: SeasonNames) -> str:
    now, then = (_outcome(outcome, one.match, names) for outcome in (one.now, one.then))
    if one.where is None or one.finding is None:
        return f"{names.match(one.match.id)}, game {one.game}: {now}. By the score sheet: {then}."
    deed = infractions()[one.finding.infraction].title
    return f"{_hand(one.where, names)}: {now}. If “{deed}” had been called there: {then}."


def _outcome(outcome: GameOutcome, match: SeasonMatch, names: SeasonNames) -> str:
    """Return the end of a game as a clause."""
    score = f"{outcome.totals[0]}:{outcome.totals[1]}"
    if outcome.state == "won" and outcome.winner is not None:
        return f"won by {names.team(match.teams[outcome.winner])}, {score}"
    if outcome.state == "tied":
        return f"a tie, {score}"
    return f"not over, {score}"


def audit_json(audit: Audit, *, anonymous: bool = False) -> str:
    """Return the audit as JSON, ending with a newline."""
    names = SeasonNames(audit.standings.season, anonymous)
    data = {
        "hands": audit.hands,
        "otherwise": [_other_outcome_data(outcome, names) for outcome in audit.otherwise],
        "reneges": [
            {
                **_place_data(reneged.where, names),
                "infraction": reneged.finding.infraction,
                "team": names.team_id(reneged.team),
                "at": to_recorded_clock(reneged.finding.at),
                "called": reneged.called,
            }
            for reneged in audit.reneges
        ],
        "sheets": [
            {
                **_place_data(sheet.where, names),
                "team": names.team_id(sheet.team),
                **attributes(sheet, "written", "ruled"),
            }
            for sheet in audit.sheets
        ],
        "impossible": [
            {
                **_place_data(where, names),
                "written": {
                    names.team_id(team): score for team, score in zip(where.teams, where.written, strict=True)
                },
            }
            for where in audit.impossible
        ],
        "written_alone": [
            {"match": names.match_id(match.match.id), "game": game.number, "written": written, "hands": hands}
            for match, game in audit.standings.games_by_written_score
            for written, hands in (game.written_alone,)
        ],
        "disputed": [_place_data(where, names) for where in audit.disputed],
        "dealers": [
            {**_place_data(where, names), "dealer": SEATS[where.dealer], "due": SEATS[where.due]}
            for where in audit.dealers
            if where.due is not None
        ],
    }
    return to_json_text(
        {
            **season_head("clabber-audit/1", audit.standings, names),
            **data,
            "notices": notices_data(audit.standings, names),
        }
    )


def _place_data(where: HandPlace, names: SeasonNames) -> dict[str, Any]:
    return {
        "round": where.round.number,
        "match": names.match_id(where.match.id),
        "game": where.game,
        "number": where.number,
        "hand": None if names.anonymous else where.hand,
    }


def _other_outcome_data(outcome: OtherOutcome, names: SeasonNames) -> dict[str, Any]:
    return {
        "match": names.match_id(outcome.match.id),
        "game": outcome.game,
        "hand": None if outcome.where is None else _place_data(outcome.where, names),
        "infraction": outcome.finding.infraction if outcome.finding else None,
        "now": _outcome_data(outcome.now, outcome.match, names),
        "then": _outcome_data(outcome.then, outcome.match, names),
    }


def _outcome_data(outcome: GameOutcome, match: SeasonMatch, names: SeasonNames) -> dict[str, Any]:
    winner = None if outcome.winner is None else names.team_id(match.teams[outcome.winner])
    return {**attributes(outcome, "state", "totals"), "winner": winner}


_HEADS: Final = (
    *("what", "round", "match", "game", "hand", "record", "team", "infraction"),
    *("called", "sheet", "ruled", "as it stands", "otherwise"),
)


def report_rows(audit: Audit, *, anonymous: bool = False) -> list[Cells]:
    """Return the rows of the audit, first the heading, then one a finding."""
    return list_rows(_HEADS, _rows(audit, SeasonNames(audit.standings.season, anonymous)))


def _rows(audit: Audit, names: SeasonNames) -> Iterator[dict[str, CellSpreadsheet]]:
    for one in audit.otherwise:
        now, then = (":".join(map(str, outcome.totals)) for outcome in (one.now, one.then))
        place: dict[str, CellSpreadsheet] = {
            "round": one.round.number,
            "match": names.match_id(one.match.id),
            "game": one.game,
        }
        place |= _csv_place(one.where, names) if one.where else {}
        deed = {"infraction": one.finding.infraction if one.finding else None}
        yield {"what": "different winner", **place, **deed, "as it stands": now, "otherwise": then}
    for reneged in audit.reneges:
        called = {"infraction": reneged.finding.infraction, "called": "yes" if reneged.called else "no"}
        yield {
            "what": "renege",
            **_csv_place(reneged.where, names),
            "team": names.team(reneged.team),
            **called,
        }
    for sheet in audit.sheets:
        scores = {"team": names.team(sheet.team), "sheet": sheet.written, "ruled": sheet.ruled}
        yield {"what": "sheet does not agree", **_csv_place(sheet.where, names), **scores}
    for where in audit.impossible:
        for team, written in zip(where.teams, where.written, strict=True):
            score = {"team": names.team(team), "sheet": written}
            yield {"what": "sheet does not add up", **_csv_place(where, names), **score}
    for where in audit.disputed:
        yield {"what": "in dispute", **_csv_place(where, names)}
    for where in audit.dealers:
        due = None if where.due is None else f"turn of {SEATS[where.due]}"
        dealt = {"as it stands": f"{SEATS[where.dealer]} dealt", "otherwise": due}
        yield {"what": "dealer out of turn", **_csv_place(where, names), **dealt}
    for match, game in audit.standings.games_by_written_score:
        place = {"round": match.round.number, "match": names.match_id(match.match.id), "game": game.number}
        stands = "{} of {} hands".format(*game.written_alone)
        yield {"what": "by written scores alone", **place, "as it stands": stands}


def _csv_place(where: HandPlace, names: SeasonNames) -> dict[str, CellSpreadsheet]:
    """Return the place of a hand, under the headings of the table."""
    place = _place_data(where, names)
    return {**place, "hand": place["number"], "record": place["hand"]}


FORMAT: Final = "clabber-table-check/1"

_VERDICTS: Final = {
    "impossible": "impossible: no season gives this table",
    "out of order": "out of order: these rows do not stand in this order",
    "a season fits": "a season fits",
    "not settled": "not settled",
}


def table_check_text(checked: CheckedTable, name: str, *, season: bool = False) -> str:
    """Return the verdict on a table as text; with `season`, every game of the season that fits."""
    lines = [f"{name}: {_VERDICTS[checked.verdict]}"]
    for contradiction in checked.contradictions:
        subject = ", ".join(contradiction.rows) or "; ".join(map(str, contradiction.results))
        lines.append(f"  {subject}: {contradiction.why}")
    if checked.unsettled:
        lines.append(f"  {checked.unsettled}")
    for above, below in checked.misplaced:
        by = "points" if checked.table.by_points else "games won first, then points"
        lines.append(f"  Order: {below} belongs above {above} ({by}).")
    lines += [f"  Very unlikely, not impossible: {sentence}." for sentence in checked.unlikely]
    for bound in checked.bounds:
        numbers = f"{bound.least}" if bound.least == bound.most else f"{bound.least} to {bound.most}"
        condition = " if it has played as many games as most others" if bound.level else ""
        lines.append(f"  Missing: {bound.what}: {numbers}{condition}.")
    if checked.season:
        matches = inflect(len(checked.season), "1 match", "{count} matches")
        lines.append(f"  The season found has {matches}; counted again from its scores, it gives the table.")
    for match in checked.season if season else ():
        home, away = f"{match.home} {match.home_wins}", f"{match.away} {len(match.games) - match.home_wins}"
        scores = "  ".join(f"{game.home}:{game.away}" for game in match.games)
        lines.append(f"    {home}, {away}   {scores}")
    lines.append("  Taken for granted: " + "; ".join(checked.assumptions) + ".")
    return "\n".join(lines) + "\n"


def table_check_json(checked: CheckedTable, name: str) -> str:
    """Return the verdict on a table as JSON, `clabber-table-check/1`."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "file": name,
        "verdict": checked.verdict,
        "contradictions": [
            {
                "rows": contradiction.rows,
                "results": [str(result) for result in contradiction.results],
                "why": contradiction.why,
            }
            for contradiction in checked.contradictions
        ],
        "misplaced": [{"above": above, "below": below} for above, below in checked.misplaced],
        "unlikely": checked.unlikely,
        "missing": [bound._asdict() for bound in checked.bounds],
        "season": [match._asdict() for match in checked.season],
        "unsettled": checked.unsettled,
        "assumptions": checked.assumptions,
    }
    return to_json_text(data)
