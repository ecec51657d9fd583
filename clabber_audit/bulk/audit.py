"""Audit of a record, of a share of them, of records as they arrive, and of record batches.

It runs in processes, or on a Dask cluster.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from select import select
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from clabber_audit.bulk.options import AuditFormat, Wanted
from clabber_audit.bulk.prefilter import Sifted, clean_rows, law_in, passes_over, prefilter_records
from clabber_audit.bulk.shares import SIZE, Share
from clabber_audit.core import __version__
from clabber_audit.core.errors import (
    ClabberError,
    Exit,
    Refused,
    TextPlace,
    Unusable,
    bug_lines,
    is_debugging,
    require,
)
from clabber_audit.core.files import atomic_path, unusable_if_fails
from clabber_audit.core.workers import WorkerPool
from clabber_audit.evidence.completions import searching
from clabber_audit.evidence.finding import Finding
from clabber_audit.inputs.readers import defer_row, read_unparsed
from clabber_audit.inputs.records import InputRecord, law_for, record_blocks
from clabber_audit.judge import judge
from clabber_audit.judge.judge import Ruling, anonymize
from clabber_audit.records import columns
from clabber_audit.records.formats import canonical, digest, names_in
from clabber_audit.report import lint
from clabber_audit.report.data import ruling_data, ruling_line
from clabber_audit.rules.bound_ruleset import BoundRuleset, load_law

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
    law = None if wanted.law is None else law_in(wanted.law)
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


def audit_arriving(path: str, wanted: Wanted, *, changed: bool) -> Iterator[ShareAudit]:
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

    before = 0
    for block in record_blocks(read_unparsed(path, changed=changed), SIZE, waits):
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


#: Time limit for an answer, in seconds.
_PATIENCE: Final = 10
#: Seconds without a result after which the workers are counted.
_LOOK: Final = 3
#: Seconds to wait for workers once the work has begun.
_LOST: Final = 60
_GO_ON: Final = (
    "start workers and check again; with --keep FOLDER it goes on where it ended, with --wait it waits longer"
)
_START: Final = "start one with: dask scheduler, and on each machine: dask worker tcp://HOST:8786"


def require_cluster() -> None:
    """Raise Unusable if the package that reaches clusters is not installed."""
    remedy = "install it, here and on each machine, with: pip install 'clabber-audit[cluster]'"
    require("distributed", "distributed", "cannot work on a cluster", remedy)


@contextmanager
def cluster(address: str, patience: float | None = None) -> Iterator[WorkerPool]:
    """Yield the pool of workers of the scheduler at an address.

    Raise Unusable if it is not there, if they cannot do the work, or if there is none for `patience` seconds; unless
    that is given, ten before the work begins and sixty afterwards.
    """
    require_cluster()
    import distributed
    from distributed.scheduler import KilledWorker

    # Silence its log of workers that come and go; the messages below replace it.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    begun: Any = distributed.Client
    try:
        client = begun(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise Unusable(f"there is no cluster at {address}", str(problem), _START) from None
    with client:
        threads = _count_task_slots(client, address, _PATIENCE if patience is None else patience)
        try:
            wait = partial(
                _await_result,
                client=client,
                address=address,
                patience=_LOST if patience is None else patience,
            )
            yield WorkerPool(client.get_executor(pure=False), 4 * threads + 1, wait)
        except KilledWorker:
            why = "its workers stopped one after another"
            raise Unusable(
                "part of the work could not be done", why, "give the workers more memory"
            ) from None


def _warn(what: str) -> None:
    logging.getLogger(__name__).warning(what)


def _await_result(task: Future[Any], client: Any, address: str, patience: float) -> Any:
    """Return the result of a task. Raise Unusable if no worker can do it for `patience` seconds."""
    alone_since: float | None = None
    while True:
        try:
            return task.result(_LOOK)
        except TimeoutError:
            if task.done():
                raise
        if client.nthreads():
            alone_since = None
        elif alone_since is None:
            alone_since = monotonic()
            _warn(f"no worker is left on the cluster at {address}: waiting {patience:g} seconds for one")
        elif monotonic() - alone_since >= patience:
            raise Unusable(f"no worker came to the cluster at {address} in {patience:g} seconds", "", _GO_ON)


def _count_task_slots(client: Any, address: str, patience: float) -> int:
    """Return how many tasks the workers can do at once.

    Raise Unusable if there are none, or if one has another program.
    """

    def find_version() -> str:
        try:
            from clabber_audit.core import __version__
        except ImportError:
            return ""
        return __version__

    if not client.nthreads() and patience > _LOOK:
        _warn(f"the cluster at {address} has no workers: waiting {patience:g} seconds for one")
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        raise Unusable(f"the cluster at {address} has no workers", "", _START) from None
    for worker, result in client.run(find_version).items():
        if result != __version__:
            has = f"has clabber-audit {result}" if result else "has no clabber-audit"
            help = f"install clabber-audit {__version__} on every worker"
            raise Unusable(f"the worker {worker} {has}", f"this is {__version__}", help)
    return sum(client.nthreads().values())
