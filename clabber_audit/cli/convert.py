"""Command line: convert, fmt, schema and simulate."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clabber_audit.cli import options
from clabber_audit.cli.commands import choose_format, report, worst_code
from clabber_audit.cli.options import argument, flag, format_option, option, rules_option
from clabber_audit.cli.output import Output, destination, echo, echo_err, warn_of_lookalikes, write_output
from clabber_audit.cli.rulings import input_records
from clabber_audit.core.errors import ClabberError, Exit, Unusable, UsageError, printable
from clabber_audit.core.files import package_text, unusable_if_fails
from clabber_audit.core.text import inflect, pluralize

if TYPE_CHECKING:
    from clabber_audit.records.formats import Record
    from clabber_audit.simulate.seasons import SimulatedSeason


#: Output format of records.
RecordFormat = StrEnum("RecordFormat", "json jsonl clab parquet")


def convert(
    source: str = argument(..., "IN", "Records, a score sheet, a ruling or an archive; - is standard input."),
    target: str | None = argument(
        None,
        "OUT",
        "The format follows the file’s extension; - is standard output. Without it a workbook is only looked at.",
    ),
    map: str | None = option(
        None,
        "--map",
        "KEY=VALUE,...",
        "Say what the headings of a workbook name, such as Bid=trump; kept in a file beside it.",
    ),
    to: RecordFormat | None = format_option(RecordFormat, "from OUT’s extension"),
    force: options.Force = False,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Convert records between JSON, .clab and Parquet, and score sheets (.csv, .xlsx, .ods) to any of them.

    Nothing is lost. Every row of a workbook that cannot be read is listed with its address. If a heading is not certain,
    the command asks, with a proposal, and keeps your answers in a file beside the workbook, such as night.xlsx.map.

    Example: clabber-audit convert hands.clab hands.jsonl
    """
    if map is not None:
        _store_answers(source, map)
    if target is None:
        return _show_workbook(source)
    usual = RecordFormat.jsonl if source.endswith(".clab") else RecordFormat.clab if target == "-" else None
    format = choose_format(target, RecordFormat, to) or usual
    if format is None:
        why = "it can be .json, .jsonl, .clab or .parquet"
        raise UsageError(f"{target} does not show which format to write", why, "rename it, or add --format")
    codes = {Exit.DONE}
    records = _records(source, codes, allow_changed_rules)
    first = next(records, None)
    if first is None and Exit.REFUSED in codes:
        # No file at all rather than an empty one, and certainly not in place of another.
        return Exit.REFUSED
    with destination(target, force) as stream, record_writer(format, stream) as write:
        for number, record in enumerate(chain([first] if first else [], records)):
            if format is RecordFormat.json and number:
                help = "write .jsonl or .clab"
                raise UsageError("a .json file holds one record", f"{source} has more than one", help)
            write(record)
    return worst_code(codes)


def _store_answers(source: str, text: str) -> None:
    """Add answers to those in the file beside a workbook. Raise UsageError for one that answers nothing."""
    from clabber_audit.inputs.records import MAPPING
    from clabber_audit.inputs.workbooks import mapping_of, workbook_reading

    answers: dict[str, str] = {}
    for part in text.split(","):
        key, equals, value = part.rpartition("=")
        if not (equals and key.strip() and value.strip()):
            help = 'write it as in --map "Bid=trump, Us=ns_score"'
            raise UsageError(f"“{part.strip()}” is no answer", "", help)
        answers[key.strip()] = value.strip()
    known = mapping_of(source) | answers
    reading = workbook_reading(source, known)
    if unused := [key for key in answers if key not in reading.used]:
        from clabber_audit.records.sheets.workbook import COLUMNS

        headings = dict.fromkeys(heading for table in reading.tables for heading in table.headings if heading)
        why = f"the headings are {', '.join(headings)}"
        help = f"a heading gets one of {', '.join(COLUMNS)}"
        raise UsageError(f"“{unused[0]}={answers[unused[0]]}” answers nothing in {source}", why, help)
    write_output(source + MAPPING, "".join(f"{key}={value}\n" for key, value in known.items()), force=True)
    echo_err(f"kept in {source}{MAPPING}")


def _show_workbook(source: str) -> Exit:
    """Print what is read from a workbook, and what is asked."""
    from clabber_audit.inputs.workbooks import mapping_of, workbook_reading

    reading = workbook_reading(source, mapping_of(source))
    for table in reading.tables:
        echo(f"{table.address}: {table.kind}: {', '.join(heading or '-' for heading in table.headings)}")
    for line in reading.remarks:
        echo(line)
    for question in reading.questions:
        if not question.sure:
            gap = " " if question.what.endswith(("?", ")")) else ": "
            echo(f"{question.where}: {question.what}{gap}{question.answer}")
    echo(pluralize(len(reading.hands), "hand"))
    if reading.results:
        echo(pluralize(len(reading.results), "result"))
    if not reading.mandatory_questions:
        return Exit.DONE
    answers = ", ".join(dict.fromkeys(question.answer for question in reading.mandatory_questions))
    echo(f"If all of it is so: clabber-audit convert {shlex.quote(source)} --map {shlex.quote(answers)}")
    return Exit.REFUSED


def _records(source: str, codes: set[Exit], allow_changed_rules: bool) -> Iterator[Record]:
    """Yield the records of a source; report those refused and note it among the `codes`."""
    from clabber_audit.records.formats import names_in

    for item in input_records(source, allow_changed_rules=allow_changed_rules):
        if item.record is None:
            assert item.refused is not None
            report(item.refused)
            codes.add(Exit.REFUSED)
        else:
            warn_of_lookalikes(names_in(item.record))
            yield item.record


@contextmanager
def record_writer(format: RecordFormat, stream: Output) -> Iterator[Callable[[Record], None]]:
    """Yield a function that writes records one by one in a format.

    Texts have a blank line between them; Parquet is one table.
    """
    from clabber_audit.records.formats import record_data, record_line
    from clabber_audit.records.notation.writer import write

    if format is RecordFormat.parquet:
        from clabber_audit.records import columns
        from clabber_audit.records.columns import HANDS, row

        with columns.row_writer(stream.write_bytes, HANDS) as add_row:
            yield lambda record: add_row(row(record))
        return
    before = ""

    def add(record: Record) -> None:
        nonlocal before
        if format is RecordFormat.clab:
            stream.write(before + write(record))
            before = "\n"
        elif format is RecordFormat.jsonl:
            stream.write(record_line(record) + "\n")
        else:
            stream.write(json.dumps(record_data(record), ensure_ascii=False, indent=2) + "\n")

    yield add


def fmt(
    paths: list[str] = argument(
        ..., "FILE...", ".clab files, rewritten in place; - reads standard input and prints."
    ),
) -> Exit:
    """Tidy .clab files: the same hands, neatly spaced. A file with an invalid hand is left unchanged.

    Example: clabber-audit fmt hands.clab
    """
    codes = {Exit.DONE}
    for path in paths:
        try:
            codes.add(_format_file(path))
        except ClabberError as problem:
            report(problem)
            codes.add(problem.exit_code)
    return worst_code(codes)


def _format_file(path: str) -> Exit:
    """Bring the hands of a `.clab` file into the usual form; write nothing if one of them is refused."""
    from clabber_audit.archive import is_archive
    from clabber_audit.inputs.readers import read_records
    from clabber_audit.records.notation.writer import write

    if path != "-" and (not path.endswith(".clab") or is_archive(path)):
        help = "use convert for other files"
        raise UsageError(f"{path} is not a .clab file", "fmt only tidies hands written as text", help)
    if path != "-" and os.path.isdir(path):
        help = f"name its files: {path.rstrip('/')}/*.clab"
        raise UsageError(f"{path} is a folder", "fmt only tidies files", help)
    items = list(read_records(path))
    refused = [item.refused for item in items if item.refused]
    for refusal in refused:
        report(refusal)
    if refused:
        return Exit.REFUSED
    text = "\n".join(write(item.record) for item in items if item.record)
    if path == "-":
        echo(text, end="")
        return Exit.DONE
    with open(path, encoding="utf-8", newline="") as file:
        before = file.read()
    if before != text:
        write_output(path, text, force=True)
        echo_err(f"{printable(path, 200)}: formatted")
    return Exit.DONE


#: Files by the name that `schema` takes.
_FILES: Final = {
    "hand": "clabber-hand-1.json",
    "bid-euchre-hand": "bid-euchre-hand-1.json",
    "ruling": "clabber-ruling-1.json",
    "bid-euchre-ruling": "bid-euchre-ruling-1.json",
    "scorecard": "clabber-scorecard-1.json",
    "season": "clabber-season-1.json",
    "conformance-question": "clabber-conformance-question-1.json",
    "conformance-answer": "clabber-conformance-answer-1.json",
    "conformance-score": "clabber-conformance-score-1.json",
    "clab": "clab.md",
    "bid-euchre": "bid-euchre.md",
    "sheet": "sheet.md",
    "tallies": "tallies.md",
    "datasette": "datasette.json",
}


def _names(incomplete: str) -> list[str]:
    return [name for name in _FILES if name.startswith(incomplete)]


def schema(
    name: str | None = argument(
        None, "NAME", f"{', '.join(_FILES)}; omit to list all.", autocompletion=_names
    ),
) -> None:
    """Print a format’s definition: a JSON Schema, the .clab grammar or a sheet’s columns.

    Example: clabber-audit schema hand
    """
    if name is None:
        echo("\n".join(f"{key:<22}{file}" for key, file in _FILES.items()))
        return
    key = name.removeprefix("clabber-").removesuffix("/1")
    if key not in _FILES:
        help = "choose one"
        raise UsageError(f"there is no schema “{printable(name)}”", f"there are {', '.join(_FILES)}", help)
    echo(package_text("schemas", _FILES[key]), end="")


_HANDS: Final = 10
#: Limit of hands in one run.
_MOST: Final = 1_000_000_000
_TABLES: Final = 4
_TEAMS: Final = 6
_GAMES: Final = 1
_SLIPS: Final = 0.03
#: Limit of digits of a seed, which is part of the ids of the hands.
_SEED_DIGITS: Final = 18


def simulate(
    *,
    seed: int = option(1, "--seed", "N", "The same seed gives the same hands on every machine."),
    hands: int | None = option(
        None, "--hands", "N", f"Number of hands (default: {_HANDS}).", min=0, max=_MOST
    ),
    ruleset: str | None = rules_option("Ruleset to play by"),
    evening: bool = flag("--evening", "An evening of Progressive Euchre: ten games, ended by the bell."),
    tables: int | None = option(
        None, "--tables", "N", f"Number of tables in the evening (default: {_TABLES}).", min=1, max=100
    ),
    season: bool = flag("--whole-season", "A whole season: its hands and its season.json, in folder FILE."),
    teams: int | None = option(
        None, "--teams", "N", f"Number of teams in the season (default: {_TEAMS}).", min=2, max=200
    ),
    games: int | None = option(
        None, "--games", "N", f"Games in a match of the season (default: {_GAMES}).", min=1, max=100
    ),
    irregular: float = option(
        0.02, "--irregular", "P", "How often players break a rule, from 0 to 1.", min=0, max=1
    ),
    claims: float = option(0.3, "--claims", "P", "How often a renege is called, from 0 to 1.", min=0, max=1),
    events: float | None = option(
        None,
        "--events",
        "P",
        "How often a card is taken back, an outsider speaks or the like, from 0 to 1 (default: 0).",
        min=0,
        max=1,
    ),
    slips: float | None = option(
        None,
        "--slips",
        "P",
        f"How often a season’s sheet is wrong, from 0 to 1 (default: {_SLIPS}).",
        min=0,
        max=1,
    ),
    format: RecordFormat | None = format_option(RecordFormat, "from FILE’s extension, or jsonl"),
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Generate random hands, with infractions and claims, for any game; or a season, or an evening.

    Example: clabber-audit simulate --hands 3 --ruleset pepper --format clab
    """
    from clabber_audit.records.vocabulary import DEFAULT_RULESET
    from clabber_audit.simulate import seasons

    if len(str(abs(seed))) > _SEED_DIGITS:
        help = "give a shorter one"
        raise UsageError("the seed is too long", f"it has more than {_SEED_DIGITS} digits", help)
    format = choose_format(output, RecordFormat, format) or RecordFormat.jsonl
    if not evening:
        _refuse("without --evening", {"--tables": tables})
    if season:
        others = {"--hands": hands, "--events": events, "--ruleset": ruleset, "--evening": evening or None}
        _refuse("with --whole-season", others | {"--format json": format is RecordFormat.json or None})
        if not output or output == "-":
            help = "name a folder for them with -o FOLDER"
            raise UsageError("a season is two files", "hands and season.json", help)
        slip = _SLIPS if slips is None else slips
        teams, games = teams or _TEAMS, games or _GAMES
        played = seasons.season(seed, teams, games, irregular=irregular, claims=claims, slips=slip)
        _write_season(played, format, output, force)
        return
    _refuse("without --whole-season", {"--teams": teams, "--games": games, "--slips": slips})
    if evening:
        _refuse("with --evening", {"--hands": hands, "--events": events})
        made = seasons.evening(seed, tables or _TABLES, irregular, claims, ruleset or seasons.RULESET)
    else:
        count = _HANDS if hands is None else hands
        made = seasons.simulate_hands(seed, count, irregular, claims, ruleset or DEFAULT_RULESET, events or 0)
    with destination(output, force) as stream:
        _write(made, format, stream)


def _refuse(when: str, given: Mapping[str, object]) -> None:
    """Raise UsageError for an option that does not apply."""
    for name, value in given.items():
        if value is not None:
            raise UsageError(f"{name} does not apply {when}", "", "leave one of them out")


def _write_season(played: SimulatedSeason, format: RecordFormat, output: str, force: bool) -> None:
    with _folder(output) as folder:
        season, hands = folder / "season.json", folder / f"hands.{format}"
        with destination(str(season), force) as plan, destination(str(hands), force) as stream:
            data = played.season.model_dump(mode="json", exclude_unset=True)
            plan.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
            count = _write(played.hands, format, stream)
    name = printable(hands, 200)
    where = inflect(count, "{count} hand is in {hands}", "{count} hands are in {hands}", hands=name)
    echo_err(f"{where}, the season in {printable(season, 200)}.")


def _write(records: Iterable[Record], format: RecordFormat, stream: Output) -> int:
    """Write records one by one; return their number."""
    count = 0
    with record_writer(format, stream) as write:
        for count, record in enumerate(records, 1):  # noqa: B007
            write(record)
    return count


@contextmanager
def _folder(path: str) -> Iterator[Path]:
    """Make a folder unless it exists; remove a new one if the block fails."""
    folder = Path(path)
    made = not os.path.isdir(folder)
    if made:
        with unusable_if_fails(f"cannot make the folder {path}", "check the parent folder"):
            try:
                folder.mkdir()
            except FileExistsError:
                raise Unusable(f"cannot write into {path}", "it is not a folder", "give a folder") from None
    try:
        yield folder
    except BaseException:
        if made:
            with suppress(OSError):
                folder.rmdir()
        raise
