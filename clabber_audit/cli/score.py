"""Command line: score and evening."""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any

from clabber_audit.cli import commands, options
from clabber_audit.cli.commands import check_workbook, choose_format, load_asked_law, worst_code
from clabber_audit.cli.options import TableFormat, argument, flag, format_option, option
from clabber_audit.cli.output import warn_of_lookalikes, write_output
from clabber_audit.cli.rulings import checkpoint_of, rule_hands
from clabber_audit.core.errors import Exit, RecordError, Refused, Unusable, UsageError
from clabber_audit.core.files import read_bounded

if TYPE_CHECKING:
    from clabber_audit.league.evening import Evening
    from clabber_audit.league.schedule import Scores
    from clabber_audit.league.scorecard import ScoredGame


def score(
    records: options.Records,
    *,
    ruleset: options.Ruleset = None,
    format: TableFormat | None = format_option(TableFormat),
    output: options.Output = None,
    force: options.Force = False,
    anonymous: options.Anonymous = False,
    as_of: options.AsOf = None,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Add up the hands of games: who won, and where the score sheet is wrong.

    Example: clabber-audit score sheet.csv -o card.html
    """
    from clabber_audit.league.scorecard import games

    format = choose_format(output, TableFormat, format) or TableFormat.text
    check_workbook(format, output)
    codes: set[Exit] = set()
    law = load_asked_law(ruleset, allow_changed_rules, as_of)
    played = games(rule_hands(records, law, codes, allow_changed_rules=allow_changed_rules))
    if not played:
        if not codes:
            raise Unusable("no hands to add up", f"found none in {', '.join(records)}", "check the name")
        return worst_code(codes)
    if any(game.state in ("disputed", "unclear") for game in played):
        codes.add(Exit.UNDECIDED)
    # An archive's name may be a club's.
    checkpoint = None if anonymous else checkpoint_of(records, allow_changed_rules=allow_changed_rules)
    write(played, format, output, force=force, anonymous=anonymous, checkpoint=checkpoint)
    return worst_code(codes)


def write(
    played: list[ScoredGame],
    format: TableFormat,
    output: str | None,
    *,
    force: bool,
    anonymous: bool = False,
    checkpoint: str | None = None,
) -> None:
    """Write scorecards in the requested format, whole or not at all."""
    from clabber_audit.report import scorecard

    writers: dict[TableFormat, Callable[..., str | bytes]] = {
        TableFormat.html: scorecard.card_page,
        TableFormat.text: scorecard.card_text,
        TableFormat.json: scorecard.card_json,
        TableFormat.csv: scorecard.card_csv,
        TableFormat.xlsx: scorecard.card_xlsx,
    }
    write_output(output, writers[format](played, anonymous=anonymous, checkpoint=checkpoint), force)


#: Output format of an evening.
EveningFormat = StrEnum("EveningFormat", "html text json csv")


def evening(
    paths: list[str] = argument(
        ...,
        "PATH...",
        "Tally sheets (.csv, columns: see `schema tallies`; - is standard input), or files of hands.",
    ),
    *,
    rotation: bool = flag("--rotation", "Players sat by a rotation: rank them by points a game."),
    codes: list[str] | None = option(
        None, "--code", "CODE", "Scores from a phone, or a file of them (repeatable)."
    ),
    ruleset: options.Ruleset = None,
    format: EveningFormat | None = format_option(EveningFormat),
    output: options.Output = None,
    force: options.Force = False,
    anonymous: bool = flag("--anonymous", "Show numbers instead of names."),
) -> Exit:
    """Add up an evening of Progressive Euchre, or of a rotation: each player’s tally, high and low score, who sat where.

    Example: clabber-audit evening tallies.csv
    """
    from clabber_audit.inputs.records import holds_tallies
    from clabber_audit.league.evening import evening as added_up
    from clabber_audit.league.evening import find_played_tables
    from clabber_audit.report.html import render_paper
    from clabber_audit.report.league import players as report

    format = choose_format(output, EveningFormat, format) or EveningFormat.text
    met: set[Exit] = set()
    sheets = [path for path in paths if holds_tallies(path)]
    if sheets and len(paths) > len(sheets):
        why = "an evening is added up from tally sheets, or from hands"
        help = "give one or the other"
        raise UsageError(f"{sheets[0]} is a tally sheet, and other files were given too", why, help)
    if (rotation or codes) and not sheets:
        help = "give the sheet that league rotation wrote"
        raise UsageError("a rotation is added up from a tally sheet", "", help)
    law = load_asked_law(ruleset)
    of_hands = () if sheets else find_played_tables(rule_hands(paths, law, met))
    evening = _evening_of_tallies(sheets, codes or [], met, rotation) if sheets else added_up(*of_hands)
    if not evening.tables:
        if met:
            return worst_code(met)
        raise Unusable("no tables to add up", f"found none in {', '.join(paths)}", "check the name")
    warn_of_lookalikes(line.player for line in evening.lines)
    if format is EveningFormat.csv:
        data = report.evening_csv(evening, anonymous=anonymous)
    else:
        data = render_paper(
            format,
            lambda: report.evening_paper(evening, anonymous=anonymous),
            lambda: report.evening_json(evening, anonymous=anonymous),
        )
    write_output(output, data, force)
    return worst_code(met | ({Exit.UNDECIDED} if evening.open else set()))


def _evening_of_tallies(paths: list[str], given: list[str], codes: set[Exit], rotation: bool) -> Evening:
    """Return the evening on tally sheets and in codes from phones; report refusals and note them in `codes`."""
    from clabber_audit.inputs.readers import read_tallies
    from clabber_audit.league.evening import evening as added_up
    from clabber_audit.league.evening import tables_of_sheet
    from clabber_audit.league.schedule import fill_in_scores

    scores = _scores(given)
    change = partial(fill_in_scores, scores=scores) if rotation or scores or len(paths) > 1 else bytes
    rows, first = [], dict[tuple[int, int], tuple[str, Any]]()
    for path in paths:
        for entry in read_tallies(path, change):
            if entry.refused is not None:
                commands.report(entry.refused)
                codes.add(entry.refused.exit_code)
                continue
            row = entry.record
            other, before = first.setdefault((row.game, row.table), (path, row))
            if other == path:
                rows.append(row)
            elif (before.players, before.score) != (row.players, row.score):
                what = f"game {row.game}, table {row.table} is otherwise in {other}"
                fault = RecordError(what, "", "ask the table, and correct one", place=entry.locate(()))
                refused = Refused([fault], path)
                commands.report(refused)
                codes.add(refused.exit_code)
    if not codes and (unknown := [key for key in scores if key not in first]):
        what = f"a code has a score for round {unknown[0][0]}, table {unknown[0][1]}"
        raise UsageError(what, "the sheet has no such table", "give the sheet of this evening")
    return added_up(tables_of_sheet(rows), rotation=rotation)


def _scores(given: list[str]) -> Scores:
    """Return the scores of codes, each of which is a text or a file. Raise UsageError where two differ."""
    from clabber_audit.league.schedule import scores_in

    scores: Scores = {}
    for path in given:
        text = read_bounded(path, 1 << 16).decode(errors="replace") if os.path.isfile(path) else path
        for line in filter(str.strip, text.splitlines()):
            for key, points in scores_in(line).items():
                if scores.setdefault(key, points) != points:
                    what = f"round {key[0]}, table {key[1]} has two scores in the codes"
                    raise UsageError(what, "", "ask the table, and leave one out")
    return scores
