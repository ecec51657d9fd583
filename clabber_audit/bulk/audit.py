"""Audit of a record, of shares of a large file, of records as they arrive, and of record batches."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import BufferedReader, BytesIO
from itertools import chain
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from clabber_audit.bulk.options import AuditFormat, Wanted
from clabber_audit.bulk.prefilter import Sifted, clean_rows, passes_over, prefilter_records
from clabber_audit.core import __version__
from clabber_audit.core.errors import (
    ClabberError,
    Exit,
    Refused,
    TextPlace,
    Unusable,
    bug_lines,
    is_debugging,
)
from clabber_audit.core.files import atomic_path, unusable_if_fails
from clabber_audit.evidence.completions import searching
from clabber_audit.evidence.finding import Finding
from clabber_audit.inputs.readers import defer_row, read_unparsed, table_blocks
from clabber_audit.inputs.records import (
    TABLE,
    InputRecord,
    UnreadRecord,
    find_ending,
    json_lines,
    law_for,
    record_blocks,
)
from clabber_audit.judge import judge
from clabber_audit.judge.judge import Ruling, anonymize
from clabber_audit.records import columns
from clabber_audit.records.formats import canonical, digest, names_in
from clabber_audit.records.parse import LARGEST
from clabber_audit.report import lint
from clabber_audit.report.data import ruling_data, ruling_line
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_from_text, load_law

if TYPE_CHECKING:
    import pyarrow as pa


class AuditMessage(NamedTuple):
    """Text for standard output, a message, or a name that may look like another."""

    what: Literal["out", "talk", "name"]
    text: str


class ShareAudit(NamedTuple):
    """Result of the audit of one or more records."""

    #: In the order of the hands.
    messages: tuple[AuditMessage, ...]
    #: Number of hands by exit code.
    codes: dict[Exit, int]
    #: Number of open questions.
    open: int = 0
    #: Number of hands in which all that is open is not settled or not supported.
    unanswered: int = 0

    @property
    def hands(self) -> int:
        return sum(self.codes.values())

    def texts(self, what: Literal["out", "talk"]) -> list[str]:
        """Return the texts for standard output, or the messages."""
        return [message.text for message in self.messages if message.what == what]


def audit_hand(item: InputRecord, wanted: Wanted, law: BoundRuleset | None) -> ShareAudit:
    """Audit one record, good or refused, under `law` or else its own. A bug does not stop the other records."""
    try:
        return _audit_hand(item, wanted, law)
    except ClabberError as problem:
        return report_trouble(problem, wanted)
    except Exception as problem:
        if is_debugging():
            raise
        return _report_failure(bug_lines(problem, item.source), wanted, Exit.BUG)


def report_trouble(problem: ClabberError, wanted: Wanted) -> ShareAudit:
    """Return the result for a refused record or an unusable file."""
    diagnostics = list(lint.diagnose_refused(problem)) if isinstance(problem, Refused) else None
    return _report_failure(problem.lines, wanted, problem.exit_code, diagnostics)


def _report_failure(
    lines: list[str], wanted: Wanted, code: Exit, diagnostics: Sequence[lint.Diagnostic] | None = None
) -> ShareAudit:
    """Return a result that failed, with these diagnostics; by default one that holds all the lines."""
    messages = list[AuditMessage]()
    if write := lint.FORMATS.get(wanted.format):
        shown = [lint.diagnose_failure(lines)] if diagnostics is None else diagnostics
        messages += [AuditMessage("out", text)] if (text := "".join(map(write, shown))) else []
    # GitHub would read commands in a record from standard error.
    if wanted.format is not AuditFormat.github:
        messages += [AuditMessage("talk", line) for line in lines]
    return ShareAudit(tuple(messages), {code: 1})


def _audit_hand(item: InputRecord, wanted: Wanted, law: BoundRuleset | None) -> ShareAudit:
    if item.hand is None:
        assert item.refused is not None
        raise item.refused
    book = None
    if wanted.book is not None:
        from clabber_audit.rules.book_file import book_from_text

        book = book_from_text(wanted.book)
    with searching(wanted.effort or item.effort):
        ruling = judge.adjudicate(item.hand, law_for(item, law, book))
    code = Exit.DONE
    if ruling.open:
        code = Exit.UNDECIDED
    elif ruling.findings:
        code = Exit.FINDINGS
    altered = False
    if law is None and item.ruling is not None:
        # The ruling that holds the record may differ from a fresh one.
        fresh = ruling_data(ruling, whole=False)
        altered = any(item.ruling.get(key) != value for key, value in fresh.items())
    if altered and code is Exit.DONE:
        code = Exit.FINDINGS
    questions = sum(finding.is_open for finding in ruling.findings)
    unanswered = int(code is Exit.UNDECIDED and ruling.unanswered)
    text = _format_ruling(item, ruling, wanted, altered)
    messages = (AuditMessage("out", text),) if text else ()
    return ShareAudit(messages, {code: 1}, questions, unanswered)


def _format_ruling(item: InputRecord, ruling: Ruling, wanted: Wanted, altered: bool) -> str:
    if wanted.anonymous:
        ruling = anonymize(ruling)
    if wanted.format is AuditFormat.parquet:
        rows = (
            lint.finding_row(ruling, finding, item.source, item.locate(finding.path))
            for finding in ruling.findings
        )
        return "".join(canonical(row) + "\n" for row in rows)
    write = lint.FORMATS.get(wanted.format)
    if write is None:
        return ruling_line(ruling, whole=not wanted.brief)
    source, unlisted = item.source, list[Finding]()
    if not wanted.every:
        unlisted = [finding for finding in ruling.unasked if finding.verdict == "undetermined"]
    findings = [
        lint.diagnose_finding(ruling, finding, source, item.locate(finding.path))
        for finding in ruling.findings
        if finding not in unlisted
    ]
    if unlisted:
        findings.append(lint.diagnose_open(ruling, unlisted, source, item.locate(())))
    if altered:
        findings.append(lint.diagnose_altered(ruling, source, item.locate(())))
    return "".join(map(write, findings))


#: Bytes of a share; about two thousand hands.
SHARE_SIZE: Final = 2 << 20

#: Bytes read at once in search of the end of a line.
_PIECE: Final = 1 << 16


class Share(NamedTuple):
    """Range of the bytes of a file: whole lines, or a row group of a table."""

    #: Absolute path of the file.
    path: str
    #: Name of the file in messages.
    source: str
    start: int
    end: int
    #: Number of the first line or row.
    first: int
    #: Number of the row group.
    group: int | None = None

    def blocks(self) -> Iterator[list[UnreadRecord]]:
        """Yield the records of the share in blocks, unparsed. Raise Unusable if the file can no longer be read."""
        with _open_file(self.path, self.source) as file:
            if self.group is not None:
                yield from table_blocks(file, self.source, self.group, self.first, columns.GROUP)
                return
            file.seek(self.start)
            text = BufferedReader(BytesIO(file.read(self.end - self.start)))
        yield list(json_lines(text, self.source, self.first))

    def digest(self) -> str:
        """Return the SHA-256 of its bytes in hexadecimal digits; for rows, with the footer of the table."""
        result = hashlib.sha256()
        with _open_file(self.path, self.source) as file:
            file.seek(self.start)
            for start in range(self.start, self.end, _PIECE):
                result.update(file.read(min(_PIECE, self.end - start)))
            if self.group is not None:
                result.update(columns.footer(file))
        return result.hexdigest()


@contextmanager
def _open_file(path: str, source: str) -> Iterator[BufferedReader]:
    advice = "check the name and the file"
    with unusable_if_fails(f"cannot read {source}", advice), Path(path).open("rb") as file:
        yield file


def shares_of(source: str) -> Iterator[Share] | None:
    """Yield the shares of a file; None if it cannot be cut and has to be read from its beginning to its end."""
    if not os.path.isfile(source):
        return None
    if source.lower().endswith(TABLE):
        return row_groups(source)
    return shares(source) if find_ending(source) == ".jsonl" else None


def row_groups(source: str) -> Iterator[Share]:
    """Cut a table into its row groups."""
    path, first = os.path.abspath(source), 1
    with _open_file(path, source) as file:
        result = columns.groups(file, source)
    for number, group in enumerate(result):
        yield Share(path, source, group.start, group.end, first, number)
        first += group.rows


def shares(source: str, size: int = SHARE_SIZE) -> Iterator[Share]:
    """Cut a file into ranges of whole lines, each of about `size` bytes."""
    path, start, line = os.path.abspath(source), 0, 1
    with _open_file(path, source) as file:
        while block := file.read(size):
            rest = 0 if block.endswith(b"\n") else _count_rest_of_line(file)
            end = start + len(block) + rest
            file.seek(end)
            if rest > LARGEST:
                # Of a line longer than any record, read only enough to show that.
                begin, before = start + block.rfind(b"\n") + 1, line
                line += block.count(b"\n")
                if begin > start:
                    yield Share(path, source, start, begin, before)
                yield Share(path, source, begin, begin + LARGEST + 2, line)
                start, line = end, line + 1
                continue
            yield Share(path, source, start, end, line)
            start, line = end, line + block.count(b"\n") + bool(rest)


def _count_rest_of_line(file: BufferedReader) -> int:
    """Return the number of bytes to the end of the line, which is never held whole."""
    piece, passed = bytearray(_PIECE), 0
    while count := file.readinto(piece):
        if end := piece.find(b"\n", 0, count) + 1:
            return passed + end
        passed += count
    return passed


def audit_partition(share: Share, wanted: Wanted) -> ShareAudit:
    """Audit a share; the result depends on its bytes and the options alone.

    Unusable if another version of the program asked for it.
    """
    if wanted.version != __version__:
        what = f"clabber-audit {__version__} was asked to work for clabber-audit {wanted.version}"
        raise Unusable(what, "their results may differ", "install the same version everywhere")
    records = chain.from_iterable(prefilter_records(block, wanted) for block in share.blocks())
    part, error = _audit(records, wanted)
    if error:
        raise error
    return part


def _audit(items: Iterable[Sifted], wanted: Wanted) -> tuple[ShareAudit, ClabberError | None]:
    """Judge records and pass over clean ones; return the result, and the error that ended it, if any."""
    law = None if wanted.law is None else law_from_text(wanted.law)
    messages, met, error = list[AuditMessage](), set[str](), None
    codes, questions, unanswered = Counter[Exit](), 0, 0

    def note_names(names: Iterable[str]) -> None:
        new = [name for name in dict.fromkeys(names) if name not in met]
        met.update(new)
        messages.extend(AuditMessage("name", name) for name in new)

    try:
        for item in items:
            if isinstance(item, list):
                for names in dict.fromkeys(item):
                    note_names(names)
                codes[Exit.DONE] += len(item)
                continue
            if item.record:
                note_names(names_in(item.record))
            one = audit_hand(item, wanted, law)
            messages += one.messages
            codes.update(one.codes)
            questions += one.open
            unanswered += one.unanswered
    except ClabberError as problem:
        error = problem
    return ShareAudit(tuple(messages), dict(codes), questions, unanswered), error


def audit_arriving(path: str, wanted: Wanted, *, allow_changed_rules: bool) -> Iterator[ShareAudit]:
    """Audit the records of a path as they arrive, a part for each block; errors as in `read_unparsed`, after what came before.

    No hand waits for others if nothing is passed over, or if the writer may pause, as that of a named pipe always may.
    """

    def waits() -> bool:
        if not passes_over(wanted):
            return True
        if path != "-":
            return not os.path.isfile(path)
        try:
            return not select([sys.stdin.buffer], [], [], 0)[0]
        except (OSError, ValueError):
            return False

    before, records = 0, read_unparsed(path, allow_changed_rules=allow_changed_rules)
    for block in record_blocks(records, SHARE_SIZE, waits):
        part, error = _audit(prefilter_records(block, wanted, before), wanted)
        yield part
        if error:
            raise error
        before += len(block)


def audit_share_once(share: Share, wanted: Wanted, folder: str) -> ShareAudit:
    """Return the audit of a share as stored in a folder, else audit it and store the result.

    A result that shows a bug is not stored. Unusable if the folder cannot be written to.
    """
    asked = wanted._replace(law=wanted.law or _digest_shipped_rulesets())
    key = digest([asked, share.source, share.first, share.group, share.digest()])[:32]
    place = Path(folder) / f"{share.start:015}-{share.end:015}-{key}.part"
    part = _load_part(place)
    if part is None:
        part = audit_partition(share, wanted)
        if Exit.BUG not in part.codes:
            _store(part, place)
    return part


def folder_of_parts(name: str) -> str:
    """Create the folder for parts if it does not exist, and return its absolute path."""
    with unusable_if_fails(f"cannot save progress in {name}", "give a folder"):
        Path(name).mkdir(exist_ok=True)
    return os.path.abspath(name)


@lru_cache(maxsize=1)
def _digest_shipped_rulesets() -> str:
    """Return one digest of the files from which the shipped rulesets are made: statutes, incidents and questions."""
    from importlib.resources import files

    result = hashlib.sha256()
    folders = [files("clabber_audit.rules"), files("clabber_audit.games")]
    while folders:
        for file in sorted(folders.pop().iterdir(), key=lambda file: file.name):
            if file.is_dir():
                folders.append(file)
            elif file.name.endswith(".toml"):
                result.update(f"{file.name}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return result.hexdigest()


def _load_part(place: Path) -> ShareAudit | None:
    """Return the part stored in a file; None if it is missing or damaged."""
    try:
        sha256, text = place.read_text(encoding="utf-8").split("\n", 1)
    except (OSError, ValueError):
        return None
    if sha256 != hashlib.sha256(text.encode()).hexdigest():
        return None
    messages, codes, questions, unanswered = json.loads(text)
    return ShareAudit(
        tuple(AuditMessage(*message) for message in messages),
        {Exit(int(code)): count for code, count in codes.items()},
        questions,
        unanswered,
    )


def _store(part: ShareAudit, place: Path) -> None:
    text = canonical(part)
    data = f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}".encode()
    with (
        unusable_if_fails(f"cannot save progress in {place.parent}", "check the folder"),
        atomic_path(place) as temporary,
        open(temporary, "xb") as file,
    ):
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


_ROWS: Final = Wanted(AuditFormat.parquet)


def audited(
    batches: Iterable[pa.RecordBatch], ruleset: str | os.PathLike[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield the findings in batches of hands, one batch for each, with the columns of docs/columns.md.

    The hands are judged by a ruleset, given as an id or a TOML file, else each by its own. A refused hand does not stop
    the others: its row says so in `verdict` and `message`, as does that of a hand that shows a bug in the program.
    """
    law = None if ruleset is None else _law(os.fspath(ruleset))
    schema = findings_schema()
    import pyarrow as pa

    law_text = law and law.text()
    for batch in batches:
        clean = clean_rows(batch, law_text)
        judged = batch.take(
            pa.array([place for place in range(batch.num_rows) if place not in clean], pa.int64())
        )
        rows = [finding for row in columns.rows_of(judged) for finding in _list_rows(row, law)]
        yield pa.RecordBatch.from_pylist(rows, schema)


def findings_schema() -> pa.Schema:
    """Return the schema of the batches that `audited` yields."""
    return columns.schema(columns.FINDINGS)


def _list_rows(row: dict[str, Any], law: BoundRuleset | None) -> Iterator[dict[str, Any]]:
    audit = audit_hand(defer_row(row, "", TextPlace(1, 1)).read(), _ROWS, law)
    for line in filter(None, "".join(audit.texts("out")).split("\n")):
        # Only the maker of the batch knows file and line.
        yield {**json.loads(line), "source": None, "line": None}
    if talk := audit.texts("talk"):
        verdict = "bug" if Exit.BUG in audit.codes else "refused"
        yield {"hand": row.get("id"), "verdict": verdict, "message": "\n".join(talk)}


_law = lru_cache(maxsize=4)(load_law)
