"""Audit of a season, and the verdict on printed standings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from clabber_audit.cards import SEATS, to_recorded_clock
from clabber_audit.core.text import agree, pluralize
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
from clabber_audit.league.table_check import CheckedTable, NumberBounds
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
    season_json,
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

    def section(
        id: str,
        title: str,
        found: Iterable[Any],
        describe: Callable[[Any, SeasonNames], str],
        tone: Tone = "",
    ) -> Section:
        items = (Item(describe(one, names), tone, _page(one, pages)) for one in found)
        return Section(id, title, items=tuple(items))

    proven = "Proven by the records. A renege that nobody called in time changes no score."
    counts = [(kind, list(own)) for kind, own in groupby(audit.counts(), lambda count: count.kind)]
    tables = _tables(audit, counts, names)
    pictures = kinds_picture((kind, *_add_up(own)) for kind, own in counts)
    uncalled = audit.uncalled_reneges
    parts = [
        section("otherwise", "Games with a different winner", audit.otherwise, _describe_outcomes, "fault"),
        Section("reneges", "Reneges by kind and team", proven if tables else "", tables=tables),
        Section("kinds", "Reneges by kind", pictures=pictures, printed=False),
        section("uncalled", "Reneges that nobody called", uncalled, describe_uncalled_renege),
        section("sheets", "Sheets that do not agree", audit.sheets, _describe_wrong_sheet),
        section("impossible", "Sheets that do not add up", audit.impossible, _describe_impossible, "fault"),
        section("disputed", "Hands in dispute", audit.disputed, _describe_dispute, "open"),
        section("dealers", "Dealers out of turn", audit.dealers, _describe_wrong_dealer),
        sections.notices(standings, names),
        sections.corrections(standings, names),
        sections.written_scores_section(standings, names),
    ]
    if all(part.is_empty for part in parts):
        parts = [parts[1]._replace(text="Nothing was found.")]
    tone: Tone = "open" if audit.otherwise or audit.disputed else ""
    return sections.season_paper("Audit of the season", standings, names, _lead(audit), parts, tone)


def _lead(audit: Audit) -> str:
    sheets, impossible = len({sheet.where.hand for sheet in audit.sheets}), len(audit.impossible)
    counts = (
        f"{pluralize(len(audit.uncalled_reneges), 'renege')} that nobody called",
        agree(sheets, "{count} sheet{|s} that {does|do} not agree"),
        agree(impossible, "{count} sheet{|s} that {does|do} not add up"),
        f"{pluralize(len(audit.disputed), 'hand')} in dispute",
    )
    return f"{pluralize(audit.hands, 'hand')} looked at: {', '.join(counts)}."


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
    return PageRow((name, *map(str, _add_up(counts))), notes)


def _add_up(counts: Sequence[RenegeCount]) -> tuple[int, int]:
    """Return how many reneges were called, and how many were not."""
    return sum(count.called for count in counts), sum(count.uncalled for count in counts)


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


def _describe_wrong_sheet(sheet: WrongSheet, names: SeasonNames) -> str:
    says = f"{_hand(sheet.where, names)}: the sheet says {sheet.written} for {names.team(sheet.team)}"
    if sheet.ruled is None:
        return f"{says}; nobody scores in this hand."
    return f"{says}, but {'the cards give' if sheet.by_cards else 'the ruling gives'} {sheet.ruled}."


def _describe_impossible(where: HandPlace, names: SeasonNames) -> str:
    """Return the sentence about an impossible score: as written, else as counted."""
    sides = zip(where.teams, where.written, where.counted or (0, 0), strict=True)
    scores = (f"{made if mark is None else mark} for {names.team(team)}" for team, mark, made in sides)
    why = "no cards and melds add up to that"
    if where.basis == "sheet":
        why = "no hand can have the breakdown on the sheet"
    return f"{_hand(where, names)}: {', '.join(scores)}; {why}."


def _describe_dispute(where: HandPlace, names: SeasonNames) -> str:
    why = "play stopped, and the record does not say why"
    if where.basis == "open":
        why = "the record does not settle the score"
    return f"{_hand(where, names)}: {why}."


def _describe_wrong_dealer(where: HandPlace, names: SeasonNames) -> str:
    assert where.due is not None
    dealer, due = plain_seat(where.dealer), plain_seat(where.due)
    return f"{_hand(where, names)}: {dealer} dealt, and it was {due}’s deal."


def _describe_outcomes(one: OtherOutcome, names: SeasonNames) -> str:
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

    def outcome_data(outcome: GameOutcome, match: SeasonMatch) -> dict[str, Any]:
        winner = None if outcome.winner is None else names.team_id(match.teams[outcome.winner])
        return {**attributes(outcome, "state", "totals"), "winner": winner}

    data = {
        "hands": audit.hands,
        "otherwise": [
            {
                "match": names.match_id(one.match.id),
                "game": one.game,
                "hand": None if one.where is None else _place_data(one.where, names),
                "infraction": one.finding.infraction if one.finding else None,
                "now": outcome_data(one.now, one.match),
                "then": outcome_data(one.then, one.match),
            }
            for one in audit.otherwise
        ],
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
                "written": dict(zip(map(names.team_id, where.teams), where.written, strict=True)),
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
    return season_json("clabber-audit/1", audit.standings, names, data)


def _place_data(where: HandPlace, names: SeasonNames) -> dict[str, Any]:
    return {
        "round": where.round.number,
        "match": names.match_id(where.match.id),
        "game": where.game,
        "number": where.number,
        "hand": None if names.anonymous else where.hand,
    }


_HEADS: Final = (
    *("what", "round", "match", "game", "hand", "record", "team", "infraction"),
    *("called", "sheet", "ruled", "as it stands", "otherwise"),
)


def report_rows(audit: Audit, *, anonymous: bool = False) -> list[Cells]:
    """Return the rows of the audit, first the heading, then one a finding."""
    return list_rows(_HEADS, _rows(audit, SeasonNames(audit.standings.season, anonymous)))


def _rows(audit: Audit, names: SeasonNames) -> Iterator[dict[str, CellSpreadsheet]]:
    place: dict[str, CellSpreadsheet]
    for one in audit.otherwise:
        now, then = (":".join(map(str, outcome.totals)) for outcome in (one.now, one.then))
        place = {"round": one.round.number, "match": names.match_id(one.match.id), "game": one.game}
        hand = _csv_place(one.where, names) if one.where else {}
        deed = {"infraction": one.finding.infraction if one.finding else None}
        yield {"what": "different winner", **place, **hand, **deed, "as it stands": now, "otherwise": then}
    for reneged in audit.reneges:
        deed = {"infraction": reneged.finding.infraction, "called": "yes" if reneged.called else "no"}
        place, team = _csv_place(reneged.where, names), names.team(reneged.team)
        yield {"what": "renege", **place, "team": team, **deed}
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
        condition = " if it has played as many games as most others" if bound.level else ""
        lines.append(f"  Missing: {bound.what}: {_format_bounds(bound)}{condition}.")
    if checked.season:
        matches = pluralize(len(checked.season), "match")
        lines.append(f"  The season found has {matches}; counted again from its scores, it gives the table.")
    for match in checked.season if season else ():
        home, away = f"{match.home} {match.won_by(0)}", f"{match.away} {match.won_by(1)}"
        scores = "  ".join(f"{one}:{other}" for one, other in match.games)
        lines.append(f"    {home}, {away}   {scores}")
    lines.append("  Taken for granted: " + "; ".join(checked.assumptions) + ".")
    return "\n".join(lines) + "\n"


def _format_bounds(bound: NumberBounds) -> str:
    if bound.least is None:
        return "not settled" if bound.most is None else f"at most {bound.most}, the least is not settled"
    if bound.most is None:
        return f"at least {bound.least}, the most is not settled"
    return f"{bound.least}" if bound.least == bound.most else f"{bound.least} to {bound.most}"


def table_check_json(checked: CheckedTable, name: str) -> str:
    """Return the verdict on a table as JSON, `clabber-table-check/1`."""
    data: dict[str, Any] = {
        "format": "clabber-table-check/1",
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
        "season": [attributes(match, "home", "away", "games") for match in checked.season],
        "unsettled": checked.unsettled,
        "assumptions": checked.assumptions,
    }
    return to_json_text(data)
