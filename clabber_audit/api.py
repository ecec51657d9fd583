"""Public API: read a record, rule on it, and write the ruling as text, HTML or JSON.

>>> from clabber_audit import load_ruleset, read, rule
>>> record = read("examples/ten-comes-home.clab")
>>> ruling = rule(record, load_ruleset("wp"))
>>> print(ruling.text)  # doctest: +ELLIPSIS
Ruling on hand ten-comes-home
...
RENEGE: FAILED TO FOLLOW SUIT. Eagles 182, Owls 0.
Ruth (North) trumped a diamond with 10♠ while holding 10♦ (trick 2).
Carl (East) called it in time: the Eagles get 162, the most a hand can bring
(152 + 10), and 20 for the dad.
...
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any, Literal

from clabber_audit.core.errors import ClabberError, UsageError
from clabber_audit.evidence.completions import searching
from clabber_audit.evidence.finding import MOST_EFFORT, Finding
from clabber_audit.inputs.readers import read_one_record, read_records, stream_records, take_only_record
from clabber_audit.inputs.records import InputRecord, believe_versions, law_for
from clabber_audit.judge import judge
from clabber_audit.judge.dossier import Dossier, find_cited_precedents, full_dossier
from clabber_audit.judge.judge import anonymize
from clabber_audit.judge.side_remarks import side_notes
from clabber_audit.report.data import ruling_json
from clabber_audit.rules.book import Book
from clabber_audit.rules.bound_ruleset import BoundRuleset, law, load_law
from clabber_audit.rules.ruleset import SHIPPED_OF, Ruleset

if TYPE_CHECKING:
    from clabber_audit.report.remarks import PageFrame
    from clabber_audit.signing import Signature

__all__ = [
    "ClabberError",
    "Finding",
    "Ruling",
    "believe",
    "load_book",
    "load_ruleset",
    "read",
    "read_all",
    "rule",
    "written",
]

#: A path, a file open for reading bytes, or a record as JSON has it.
Source = str | os.PathLike[str] | IO[bytes] | Mapping[str, Any]
Form = Literal["html", "text", "json"]


class Ruling(judge.Ruling):
    """Ruling that can also render itself as `text`, `html` and `json`.

    >>> ruling = rule(read("examples/ten-comes-home.clab"))
    >>> [(found.infraction, found.verdict) for found in ruling.findings]
    [('failure-to-follow', 'proven')]
    >>> ruling.remedy.outcome
    'renege'
    """

    def __repr__(self) -> str:
        return f"<Ruling on {self.replay.hand.record.id}: {self.remedy.outcome}>"

    @cached_property
    def _dossier(self) -> Dossier:
        return _dossier(self)

    @cached_property
    def text(self) -> str:
        """Ruling as text for a terminal."""
        return _render(self._dossier, "text")

    @cached_property
    def html(self) -> str:
        """Ruling as one self-contained page."""
        return _render(self._dossier, "html")

    @cached_property
    def json(self) -> str:
        """Ruling as JSON, in the published schema `ruling`."""
        return written(self, "json")

    def _repr_html_(self) -> str:
        """Return the page in a frame, for notebooks."""
        from html import escape

        page = escape(self.html)
        style = "width: 100%; height: 45rem; border: 0"
        return f'<iframe title="Ruling" srcdoc="{page}" style="{style}"></iframe>'


def read(source: Source, hand: str | None = None, *, changed: bool = False) -> InputRecord:
    """Return the record in a file of any kind that holds hands, or the one of them with the id `hand`.

    A ruling and an archive hold records too. They bring the law by which these were judged, which has to read as its
    name promises unless `changed` lets it differ.

    ClabberError, which says where, what, why and what to do, for a file that cannot be read or holds no hand or
    several, and for a record that is refused.

        >>> read("no-such-file.clab")
        Traceback (most recent call last):
        clabber_audit.core.errors.Unusable: error: cannot read no-such-file.clab: No such file or directory
            help: check the name and the file
    """
    if isinstance(source, str | os.PathLike):
        return read_one_record(os.fspath(source), hand, allow_changed_rules=changed)
    return take_only_record(read_all(source, changed=changed), "the source", hand)


def read_all(source: Source, *, changed: bool = False) -> Iterator[InputRecord]:
    """Yield all records of a source in their order, one at a time. Of one that was refused, `refused` says why.

    >>> [record.hand.record.id for record in read_all("examples/games/thursday.clab")][:2]
    ['thursday-h01', 'thursday-h02']
    """
    if isinstance(source, str | os.PathLike):
        return read_records(os.fspath(source), allow_changed_rules=changed)
    file = BytesIO(json.dumps(dict(source)).encode()) if isinstance(source, Mapping) else source
    return stream_records(file, "the source", allow_changed_rules=changed)


def believe(record: InputRecord, *beliefs: str, by: str, because: str, on: str | None = None) -> InputRecord:
    """Return a record with findings of fact: of what people tell differently, whom somebody believes, and why.

    Each belief is an account, from 1, and a teller of the version believed, or its number: `1=E`, `2=v1`. `on` is a day.

    ClabberError for an account or teller that is not there, and for a version that cannot be.

        >>> believe(read("examples/ten-comes-home.clab"), "1=E", by="Agnes Weber", because="both neighbors heard it")
        Traceback (most recent call last):
        clabber_audit.core.errors.UsageError: error: --believe 1=E: there is no account 1
            help: the record has no accounts
    """
    return believe_versions(record, beliefs, by=by, because=because, on=on)


def load_ruleset(name: str | os.PathLike[str], *, changed: bool = False) -> Ruleset:
    """Return a shipped ruleset by its id, or house rules from a TOML file. Raise ClabberError for anything else.

    Rules called as shipped ones have to read like these, unless `changed` lets them differ.

        >>> load_ruleset("wp").title
        'Clabber, Wikipedia'
    """
    return load_law(os.fspath(name), allow_changed_rules=changed).ruleset


def load_book(path: str | os.PathLike[str]) -> Book:
    """Return the decisions of a club from the file of its book, or the folder with it.

    Raise ClabberError if invalid.
    """
    from clabber_audit.rules.book_file import read_book

    return read_book(os.fspath(path))


def rule(
    record: InputRecord,
    ruleset: Ruleset | None = None,
    *,
    effort: int | None = None,
    book: Book | None = None,
) -> Ruling:
    """Return the ruling on a record by a ruleset, else by the law that came with it or that it names.

    The decisions of a `book` are law from their dates on.

    The search limits are multiplied by `effort`, from 1 to 100; a ruling judged again keeps the one that it had.

    ClabberError for a record that was refused or names a ruleset that does not exist.
    """
    return rule_by(record, ruleset and law(ruleset), effort=effort, book=book)


def rule_by(
    record: InputRecord, given: BoundRuleset | None, *, effort: int | None = None, book: Book | None = None
) -> Ruling:
    """Return the ruling as `rule` does, by a law or the line of texts that it belongs to."""
    if record.hand is None:
        assert record.refused is not None
        raise record.refused
    if effort is not None and not 1 <= effort <= MOST_EFFORT:
        raise UsageError(f"an effort of {effort}", f"it is a whole number from 1 to {MOST_EFFORT}", "say 10")
    with searching(effort or record.effort):
        return Ruling(*judge.adjudicate(record.hand, law_for(record, given, book)))


def written(
    ruling: judge.Ruling,
    form: Form,
    *,
    anonymous: bool = False,
    checkpoint: str | None = None,
    frame: PageFrame | None = None,
    signatures: Sequence[Signature] = (),
    appeal: Mapping[str, Any] | None = None,
) -> str:
    """Return a ruling in a form, with seats instead of names if `anonymous` and its archive's checkpoint at the foot.

    Text and page say where the record comes from if the `frame` has its origin. Page and JSON carry the signatures.
    """
    if form == "json":
        signed = [signature.data() for signature in signatures]
        shown = anonymize(ruling) if anonymous else ruling
        decided = find_cited_precedents(ruling, anonymous=anonymous)
        if ruling.depends:
            return ruling_json(shown, None, (), signed, decided, appeal)
        notes = side_notes(ruling, ())
        return ruling_json(shown, notes.remarks, notes.proofs, signed, decided, appeal)
    file = _dossier(ruling, anonymous=anonymous)._replace(appeal=appeal)
    return _render(file, form, checkpoint, frame, signatures)


def _dossier(ruling: judge.Ruling, *, anonymous: bool = False) -> Dossier:
    return full_dossier(ruling, SHIPPED_OF[ruling.law.game.id], anonymous=anonymous)


def _render(
    file: Dossier,
    form: Literal["html", "text"],
    checkpoint: str | None = None,
    frame: PageFrame | None = None,
    signatures: Sequence[Signature] = (),
) -> str:
    """Return a ruling as text or as a page; the modules of pages are imported for a page only."""
    if form == "text":
        from clabber_audit.report.remarks import provenance
        from clabber_audit.report.ruling import ruling_text

        origin = provenance(file.ruling.replay.hand.record, frame.origin) if frame else ()
        return ruling_text(file, checkpoint=checkpoint, provenance=origin)
    from clabber_audit.report.page import page

    return page(file, checkpoint=checkpoint, frame=frame, signatures=signatures)
