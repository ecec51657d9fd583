"""`convert`: between JSON and the text notation, without loss; from score sheets to either."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.options import ChangedOption, ForceOption, form_of
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.cli.screen import Output
    from clabber_audit.record.formats import Record


class RecordForm(StrEnum):
    """How records are written."""

    json = "json"
    jsonl = "jsonl"
    clab = "clab"
    parquet = "parquet"


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="Records, a score sheet, a ruling or an archive; - is standard input.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="The format follows the file’s extension; - is standard output.")
    ],
    to: Annotated[
        RecordForm | None,
        typer.Option("--to", metavar="FORM", help="json, jsonl, clab or parquet; overrides OUT’s extension."),
    ] = None,
    force: ForceOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Convert records between JSON, .clab and Parquet, and score sheets (.csv) to any of them. Nothing is lost.

    Example: clabber-audit convert hands.clab hands.jsonl
    """
    from itertools import chain

    from clabber_audit.cli.errors import worst
    from clabber_audit.cli.output import destination
    from clabber_audit.ground.errors import UsageError

    usual = RecordForm.jsonl if source.endswith(".clab") else RecordForm.clab if target == "-" else None
    form = form_of(target, RecordForm, to) or usual
    if form is None:
        raise UsageError(
            f"{target} does not show which format to write",
            "it can be .json, .jsonl, .clab or .parquet",
            "rename it, or add --to",
        )
    codes = {Exit.DONE}
    records = _records(source, codes, changed)
    first = next(records, None)
    if first is None and Exit.REFUSED in codes:
        # No file at all rather than an empty one, and certainly not in place of another.
        return Exit.REFUSED
    with destination(target, force) as stream, writing(form, stream) as write:
        for number, record in enumerate(chain([first] if first else [], records)):
            if form is RecordForm.json and number:
                raise UsageError(
                    "a .json file holds one record", f"{source} has more than one", "write .jsonl or .clab"
                )
            write(record)
    return worst(codes)


def _records(source: str, codes: set[Exit], changed: bool) -> Iterator[Record]:
    """The records of a source; those refused are reported, and noted among the `codes`."""
    from clabber_audit.cli.errors import report
    from clabber_audit.cli.lookalikes import look
    from clabber_audit.cli.rulings import offered_of
    from clabber_audit.record.names import names_in

    for item in offered_of(source, changed=changed):
        if item.record is None:
            assert item.refused is not None
            report(item.refused)
            codes.add(Exit.REFUSED)
        else:
            look(names_in(item.record))
            yield item.record


@contextmanager
def writing(form: RecordForm, stream: Output) -> Iterator[Callable[[Record], None]]:
    """Write records in a form, one after the other: texts with a blank line between them, Parquet as a table."""
    if form is RecordForm.parquet:
        from clabber_audit.columns import parquet
        from clabber_audit.columns.hands import HANDS, row

        with parquet.writing(stream.write_bytes, HANDS) as add:
            yield lambda record: add(row(record))
        return
    text, before = writer(form), ""

    def write(record: Record) -> None:
        nonlocal before
        stream.write(before + text(record))
        before = "\n" if form is RecordForm.clab else ""

    yield write


def writer(form: RecordForm) -> Callable[[Record], str]:
    """How a record is written as text of a form, ending with a newline."""
    import json

    from clabber_audit.notation import write
    from clabber_audit.record.canonical import record_data, record_line

    if form is RecordForm.clab:
        return write
    if form is RecordForm.jsonl:
        return lambda record: record_line(record) + "\n"
    return lambda record: json.dumps(record_data(record), ensure_ascii=False, indent=2) + "\n"
