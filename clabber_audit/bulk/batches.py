"""Record batches of hands to record batches of findings, for engines that handle large tables."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from clabber_audit.bulk.hand import audit_hand
from clabber_audit.bulk.options import AuditForm, Wanted
from clabber_audit.bulk.prefilter import clean_rows
from clabber_audit.core.errors import Exit, TextPlace
from clabber_audit.inputs.readers import of_row
from clabber_audit.records import columns
from clabber_audit.records.canonical import canonical
from clabber_audit.records.columns import FINDINGS
from clabber_audit.rules.bound_ruleset import BoundRuleset, load_law

if TYPE_CHECKING:
    import pyarrow as pa

_ROWS: Final = Wanted(AuditForm.parquet)


def audited(
    batches: Iterable[pa.RecordBatch], ruleset: str | os.PathLike[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """The findings in batches of hands, a batch for each, whose columns are those of docs/columns.md.

    The hands are judged by a ruleset, an id or a TOML file, else each by its own. One that is refused stops nothing: it
    has a row that says so in `verdict` and `message`, and so has one that shows a bug in the program.
    """
    law = None if ruleset is None else _law(os.fspath(ruleset))
    made = findings_schema()
    import pyarrow as pa

    asked = law and canonical(law.ruleset.as_data())
    for batch in batches:
        clean = clean_rows(batch, asked)
        heard = batch.take(
            pa.array([place for place in range(batch.num_rows) if place not in clean], pa.int64())
        )
        rows = [found for row in columns.rows_of(heard) for found in _found(row, law)]
        yield pa.RecordBatch.from_pylist(rows, made)


def findings_schema() -> pa.Schema:
    """Return the schema of the batches that `audited` yields."""
    return columns.schema(FINDINGS)


def _found(row: dict[str, Any], law: BoundRuleset | None) -> Iterator[dict[str, Any]]:
    told = audit_hand(of_row(row, "", TextPlace(1, 1)), _ROWS, law)
    for line in filter(None, told.out.split("\n")):
        # Which file and line it was, whoever made the batch knows alone.
        yield {**json.loads(line), "source": None, "line": None}
    if told.talk:
        verdict = "bug" if told.code is Exit.BUG else "refused"
        yield {"hand": row.get("id"), "verdict": verdict, "message": "\n".join(told.talk)}


_law = lru_cache(maxsize=4)(load_law)
