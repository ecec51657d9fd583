"""Verify a ruling: certificates, ruling, signatures and page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from itertools import islice, pairwise, zip_longest
from typing import TYPE_CHECKING, Any, Final

from clabber_audit.api import rule, written
from clabber_audit.archive.merkle import is_checkpoint
from clabber_audit.cards import Seating, seat_name
from clabber_audit.core import __version__
from clabber_audit.core.errors import Exit, Unusable, printable
from clabber_audit.core.text import join_words
from clabber_audit.evidence.checker import TOO_LONG, UNFAMILIAR, Checker, checker_of, record_by_versions
from clabber_audit.inputs.readers import ruling_record
from clabber_audit.inputs.records import InputRecord
from clabber_audit.judge import appeals
from clabber_audit.judge.appeals import Appeal
from clabber_audit.judge.dossier import full_dossier, site_dossier
from clabber_audit.judge.embedded import read_embedded_frame, read_embedded_ruling
from clabber_audit.judge.signed import APPEAL, SIGNATURES, check_signatures, signatures_in
from clabber_audit.records.formats import digest, record_data
from clabber_audit.report import remarks
from clabber_audit.report.data import ruling_data
from clabber_audit.report.layout import to_json_text
from clabber_audit.report.page import page as ruling_page
from clabber_audit.report.remarks import Origin, PageFrame
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import SHIPPED_OF, Wording, earlier_wording, from_data

if TYPE_CHECKING:
    from clabber_audit.signing import Signature, Signers

#: Limits of checked certificates, far more than a ruling needs, and of other messages.
_MOST: Final = 1_000
_FEW: Final = 20

#: No proof against tampering: the ruling inside and the page can be altered alike. Only a signature proves that.
_MATCHES: Final = "the text of the page matches its ruling, character for character"

#: Line on a part of a ruling, and the exit code that it calls for.
Check = tuple[str, Exit]


def verify_ruling(item: InputRecord, signers: Sequence[Signers] = ()) -> list[Check]:
    """Return the results of checking a ruling. Raise ClabberError if it is not a ruling, or is damaged.

    Each of the `signers` must have signed it with a key in their file.
    """
    if item.refused:
        raise item.refused
    if item.ruling is None:
        raise Unusable(f"{item.source} holds no ruling", "it is a record", "rule on it first")
    try:
        record_by_versions(item.ruling)
    except (LookupError, TypeError, ValueError, AttributeError):
        what = f"{item.source}: the accounts in the ruling are damaged"
        why = "“ruled_by” should have one version of each account of its record, or be null"
        raise Unusable(what, why, "rule again on the record inside") from None
    try:
        checker, found = checker_of(item.ruling), list(item.ruling.get("certificates", ()))
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        help = "give it as it was written"
        raise Unusable(f"{item.source}: the ruling is damaged", f"{problem!r}", help) from None
    try:
        chain = list(_check_chain(item.ruling))
    except Unusable as problem:
        raise Unusable(f"{item.source}: {problem.what}", problem.why, problem.help) from None
    again, checks = _rule_again(item)
    checks += chain
    checks += _check_signatures(item.ruling, signers)
    # A page that was not read says so before anything else.
    first = [check for check in checks if check[1] is Exit.OTHER_VERSION]
    rest = [check for check in checks if check[1] is not Exit.OTHER_VERSION]
    assert item.hand is not None
    proofs = _check_certificates(checker, found, again, item.hand.seating)
    return [*first, *proofs, *_ruleset_notes(item), *_compare_rulings(item.ruling, again), *rest]


def _find_earlier_wording(item: InputRecord) -> Wording | None:
    """Return the earlier wording of a shipped ruleset that a ruling was given by, if any."""
    return earlier_wording(from_data(item.ruling["law"])) if item.ruling and "law" in item.ruling else None


def _ruleset_notes(item: InputRecord) -> Iterator[Check]:
    """Yield a line for rules that are an earlier wording of a shipped ruleset, or not a shipped ruleset at all."""
    if not item.law:
        return
    ruleset = item.law.ruleset
    if wording := _find_earlier_wording(item):
        yield f"its rules are {ruleset.id} {wording}", Exit.DONE
    elif not ruleset.is_shipped:
        name = printable(f"{ruleset.title} ({ruleset.id})", 200)
        yield f"its rules are house rules, not a shipped ruleset: {name}", Exit.DONE


def _check_chain(ruling: dict[str, Any]) -> Iterator[Check]:
    """Yield the results of checking each ruling before an appeal: its digest, and the same ruling given again."""
    appeal = appeals.appeal_in(ruling)
    if appeal is None:
        return
    steps = appeals.steps_of(ruling)
    if len(steps) > appeals.MOST_STEPS:
        yield f"its chain has {len(steps)} rulings, and {appeals.MOST_STEPS} are the most", Exit.FINDINGS
    for number, (step, following) in enumerate(pairwise(steps), 1):
        is_last = following is steps[-1]
        later = appeals.appeal_in(ruling) if is_last else Appeal.model_validate(following[APPEAL])
        assert later is not None
        wrong = list(_step_faults(steps, number, later))
        yield from ((f"ruling {number} of its chain: {why}", Exit.FINDINGS) for why in wrong)
        if not wrong:
            holds = f"the one that ruling {number + 1} names; judged again: same result"
            yield f"ruling {number} of its chain: {holds}", Exit.DONE
        if not appeals.arbiter_signatures(step):
            yield f"ruling {number} of its chain {appeals.UNSIGNED}", Exit.DONE
        for text, code in _check_signatures(step, ()):
            yield f"ruling {number} of its chain: {text}", code


def _step_faults(steps: Sequence[dict[str, Any]], number: int, later: Appeal) -> Iterator[str]:
    """Yield the faults of a ruling of a chain, and of the next as an appeal from it."""
    step, following = steps[number - 1], steps[number]
    if appeals.ruling_digest(step) != later.of:
        yield f"its digest is not the one that ruling {number + 1} names"
    item = ruling_record(step, f"ruling {number}")
    if item.hand is None or item.law is None:
        yield "it cannot be read"
        return
    again = ruling_data(rule(item))
    yield from islice(differences(step, {key: value for key, value in again.items() if key in step}), _FEW)
    result = appeals.result_of(steps[:number], following)
    if result != later.result:
        yield f"ruling {number + 1} says {later.result.replace('_', ' ')}; it is {result.replace('_', ' ')}"
    for place, other in enumerate(steps[number:], number + 1):
        if judge := appeals.find_same_judge(step, other):
            yield f"{judge} gave it, and ruling {place} too"
    ruleset = appeals.build_law_on_appeal(item.law, later.answers).ruleset
    if digest(ruleset.to_data()) != digest(following["law"]):
        yield f"ruling {number + 1} is by other rules"
    departs = appeals.find_departures(item.law, later.answers)
    if departs != later.departs_from:
        both = (later.departs_from, departs)
        says, does = (printable(join_words(numbers), 200) or "none" for numbers in both)
        yield f"ruling {number + 1} says that it departs from these decisions: {says}; it departs from {does}"
    if why := appeals.record_difference(step["record"], following["record"]):
        yield f"ruling {number + 1} is on another record: {why}"


def _check_signatures(ruling: dict[str, Any], signers: Sequence[Signers]) -> Iterator[Check]:
    if signers or SIGNATURES in ruling:
        yield from check_signatures(ruling, signers)


def with_signatures(item: InputRecord, signatures: Sequence[Signature]) -> str:
    """Return a ruling with these signatures, as a page or as JSON; it must have no `signing_obstacles`."""
    assert item.ruling is not None
    if not item.page:
        return to_json_text({**item.ruling, SIGNATURES: [signature.data() for signature in signatures]})
    page = _Page(item)
    return page.render(bool(page.difference([page.render(anonymous=False)])), signatures)


def signing_obstacles(item: InputRecord) -> list[Check]:
    """Return why a ruling cannot be signed: what does not hold, and words on its page that no signature covers."""
    checks = [check for check in verify_ruling(item) if check[1] in (Exit.FINDINGS, Exit.OTHER_VERSION)]
    if item.page and read_embedded_frame(item.page) is not None:
        around = "no signature covers the text that a site or an archive adds; rule on the hand and sign that ruling"
        checks.append((around, Exit.UNDECIDED))
    return checks


def _rule_again(item: InputRecord) -> tuple[dict[str, Any], list[Check]]:
    """Return the data of the same ruling given again, and the results for the page that it is on."""
    if not item.page:
        return json.loads(written(rule(item), "json")), []
    page, due = _Page(item), list[str]()
    for anonymous in (False, True):
        due.append(page.render(anonymous))
        if not page.difference(due):
            return read_embedded_ruling(due[-1]), [(_MATCHES, Exit.DONE), *page.find_unvouched()]
    # An untouched page names one version.
    versions = _VERSION.findall(item.page)
    if not versions or (__version__ in versions and not _find_earlier_wording(item)):
        return read_embedded_ruling(due[0]), [(page.difference(due), Exit.FINDINGS)]
    text = f"another version wrote this page (clabber-audit {printable(versions[-1])}): its text was not compared"
    return read_embedded_ruling(due[0]), [(text, Exit.OTHER_VERSION)]


class _Page:
    """Page of a ruling, and the same page as this version writes it."""

    def __init__(self, item: InputRecord) -> None:
        self.text, self.ruling, self.signatures = item.page, rule(item), signatures_in(item.ruling or {})
        self.appeal = (item.ruling or {}).get(APPEAL)
        self.frame = remarks.frame_of(read_embedded_frame(item.page))
        lines = _CHECKPOINT.findall(item.page)
        self.checkpoint = lines[-1] if lines and lines[-1] and is_checkpoint(lines[-1]) else None

    def render(self, anonymous: bool, signatures: Sequence[Signature] | None = None) -> str:
        """Return the page as this version writes it, with its own signatures or others."""
        ruling, frame = self.ruling, self.frame
        made = site_dossier if frame and frame.sections else full_dossier
        shown = made(ruling, SHIPPED_OF[ruling.law.game.id], anonymous=anonymous)._replace(appeal=self.appeal)
        return ruling_page(
            shown,
            checkpoint=self.checkpoint,
            frame=frame,
            signatures=self.signatures if signatures is None else signatures,
        )

    def difference(self, due: Sequence[str]) -> str:
        """Return the first difference from all of these; empty for one of them, also as a browser writes it again."""
        return page_difference(self.text, (form for text in due for form in (text, reserialize(text))))

    def find_unvouched(self) -> Iterator[Check]:
        """Yield the errors and the unchecked texts of a page around its ruling."""
        frame, record = self.frame or PageFrame("", ()), self.ruling.replay.hand.original
        if frame.sections not in ((), remarks.ARCHIVE_SECTIONS, remarks.SEASON_SECTIONS):
            yield "the page has sections that no site of this program has", Exit.FINDINGS
        versions, checked = frame.origin or Origin()
        if versions and digest(record_data(record)) not in (version.sha256 for version in versions):
            yield "the page lists versions of another record", Exit.FINDINGS
        named = remarks.clippings(record.source)
        for clipping in frame.clippings:
            is_text = clipping.text and not clipping.picture
            changed = is_text and sha256(clipping.text.encode()).hexdigest() != clipping.sha256
            if changed or clipping.sha256 not in named:
                yield "the page has a clipping that is not one of its record", Exit.FINDINGS
        links = (*frame.beside, *filter(None, (frame.before, frame.after)))
        own = {"", "Scorecard", *(getattr(record, "teams", None) or {}).values(), *record.players.values()}
        texts = [
            *(text for text in (frame.title, *(link.text for link in links)) if text not in own),
            *checked,
            *(decision.text for decision in frame.decisions),
            *(f"{version.by}: {version.why}" for version in versions if version.by or version.why),
            *(
                f"the picture {clipping.picture}{', with its transcription' if clipping.text else ''}"
                for clipping in frame.clippings
                if clipping.picture
            ),
        ]
        for text in texts[:_FEW]:
            yield f"not checked, free text of its site or archive: “{printable(text, 200)}”", Exit.UNDECIDED
        if len(texts) > _FEW:
            yield f"not checked: {len(texts) - _FEW} more texts like these", Exit.UNDECIDED
        if versions:
            text = "the entries of the log that it names; `archive show --history` has them"
            yield f"not checked: {text}", Exit.UNDECIDED
        if self.checkpoint:
            text = f"not checked: the checkpoint “{printable(self.checkpoint)}”; `archive verify --checkpoint` checks it"
            yield text, Exit.UNDECIDED


def _check_certificates(
    checker: Checker, certificates: list[Any], again: dict[str, Any], seating: Seating
) -> Iterator[Check]:
    """Yield a line for each certificate, valid and needed or not, and for each one missing."""
    needed = {_subject(certificate): certificate for certificate in again["certificates"]}
    if len(certificates) > _MOST:
        many = f"{len(certificates)} proofs, more than a ruling can need"
        yield f"{many}: only the first {_MOST} are checked", Exit.FINDINGS
    for number, certificate in enumerate(certificates[:_MOST], 1):
        complaint = checker.complaint(certificate)
        wanted = needed.pop(_subject(certificate), None)
        if complaint in ("", UNFAMILIAR) and (wanted is None or _claim(wanted) != _claim(certificate)):
            complaint = "nothing in the ruling needs it"
        text = f"proof {number} ({_certificate_text(certificate, seating)}): "
        if complaint in (TOO_LONG, UNFAMILIAR):
            yield f"{text}not checked: {complaint}", Exit.UNDECIDED
        else:
            text += f"not valid: {complaint}" if complaint else "valid"
            yield text, Exit.FINDINGS if complaint else Exit.DONE
    if not certificates:
        yield "no proof: no card decides anything in this ruling, or its proofs were left out", Exit.UNDECIDED
        return
    for one in needed.values():
        yield f"a proof is missing: {_certificate_text(one, seating)}", Exit.FINDINGS


def _compare_rulings(ruling: dict[str, Any], again: dict[str, Any]) -> Iterator[Check]:
    """Yield the differences between a ruling and the same ruling given again."""
    wrong = list(differences(ruling, again))
    yield from ((text, Exit.FINDINGS) for text in wrong[:_FEW])
    if len(wrong) > _FEW:
        yield f"and {len(wrong) - _FEW} more differences", Exit.FINDINGS
    if not wrong:
        less = ", without its side notes" if _is_without_remarks(ruling, again) else ""
        yield f"judged again from the same cards and rules: same result{less}", Exit.DONE
    if unknown := [key for key in ruling if key not in again and key not in _GIVEN]:
        keys = ", ".join(map(printable, unknown[:_FEW]))
        yield f"not checked: {keys}{' …' * (len(unknown) > _FEW)}, unknown to this version", Exit.UNDECIDED


def _subject(certificate: Any) -> tuple[str, int] | None:
    """Return the subject of a certificate: finding, claim or lay-down, with its number."""
    known = certificate if isinstance(certificate, dict) else {}
    abouts = [about for about in ("finding", "claim", "laydown") if about in known]
    number = certificate[abouts[0]] if len(abouts) == 1 else None
    return (abouts[0], number) if type(number) is int else None


def _claim(certificate: Any) -> tuple[str, frozenset[tuple[Any, ...]]]:
    """Return the verdict of a certificate and its infractions."""
    faults = ((fault["infraction"], fault["seat"], fault["at"]) for fault in certificate["any_of"])
    return certificate["verdict"], frozenset(faults)


#: The verdict of a certificate before the infraction that it is about, and that on several infractions behind it.
_VERDICTS: Final = {
    "proven": ("", "or {count} others"),
    "refuted": ("no ", "nor {count} others"),
    "undetermined": ("undetermined: ", "or {count} others"),
}


def _certificate_text(certificate: Any, seating: Seating) -> str:
    """Return the first infraction, player and trick of a certificate, in words of the program alone."""
    try:
        (first, *others), (verdict, more) = certificate["any_of"], _VERDICTS[certificate["verdict"]]
        words = [verdict + infractions()[first["infraction"]].id.replace("-", " ")]
        words += [{seat: seat_name(seat) for seat in seating.seats}[first["seat"]]]
        if type(first["at"]) is int and 0 <= first["at"] < seating.end:
            words.append(f"trick {seating.trick_of(first['at'])}")
        return ", ".join([*words, *([more.format(count=len(others))] if others else [])])
    except (KeyError, TypeError, ValueError):
        return "unknown"


Json = dict[str, Any]

_SIDES: Final = {"EW": "East-West", "NS": "North-South"}
#: Lists compared item by item, with the name of an item; all else is compared as a whole.
_LISTS: Final = {"findings": "finding", "claims": "claim", "tricks": "trick"}
#: Keys that are not compared: record and law are inputs; proofs, signatures and an appeal are checked separately.
_GIVEN: Final = ("record", "law", "certificates", "signatures", "appeal")
#: Key of the facts that people tell differently.
_ACCOUNTS: Final = "accounts"
#: Keys of the side remarks, which `check` leaves out.
_WRITTEN_OUT: Final = ("instead", "robustness", "left_out", "open_questions")
#: Names of parts whose key says little.
_NAMES: Final = {
    "left_out": "side remarks that were left out",
    "open_questions": "questions that nobody has decided",
    "rebuilt": "hands put together from other cards",
    "inferred": "cards that can only have been one",
}
#: Where a page names the checkpoint of an archive, and the version of the program.
_CHECKPOINT: Final = re.compile(r"<p>Checkpoint <code>([^<]*)</code></p>")
_VERSION: Final = re.compile(r"<p>clabber-audit ([^<]*)</p>")
_TAG: Final = re.compile(r"<[^>]*(>|$)")
#: Characters quoted of a value, and of a page.
_QUOTED: Final = 300
_EXCERPT: Final = 160


def differences(given: Mapping[str, Any], again: Json) -> Iterator[str]:
    """Yield the differences between a ruling and the same ruling given again, each in a few words."""
    for key, value in again.items():
        if key in _GIVEN or (key in _WRITTEN_OUT and _is_without_remarks(given, again)):
            continue
        if key not in given:
            yield f"its {_words(key)} {'are' if key == _ACCOUNTS else 'is'} missing"
        elif key == _ACCOUNTS:
            yield from _account_differences(given[key], value)
        elif key in _LISTS and isinstance(given[key], list):
            yield from _list_differences(_LISTS[key], given[key], value)
        elif _text(given[key]) != _text(value):
            yield f"{_words(key)}: {_describe_texts(given[key], value)}"


def _is_without_remarks(given: Mapping[str, Any], again: Json) -> bool:
    """Return True if a ruling leaves out everything that only one written out has, as `check` writes it."""
    return not given.keys() & {*_WRITTEN_OUT, "certificates"} and not again.keys().isdisjoint(_WRITTEN_OUT)


def _list_differences(name: str, given: Sequence[Any], again: Sequence[Any]) -> Iterator[str]:
    for number, (one, other) in enumerate(zip_longest(given, again), 1):
        if other is None:
            yield f"{name} {number} is not there when judged again: {_quote_value(one)}"
        elif one is None:
            yield f"{name} {number} is missing: {_quote_value(other)}"
        elif _text(one) != _text(other):
            parts = [
                key for key in other if not isinstance(one, dict) or _text(one.get(key)) != _text(other[key])
            ]
            parts += [key for key in one if key not in other] if isinstance(one, dict) else []
            ours = {key: one.get(key) for key in parts} if isinstance(one, dict) else one
            wanted = {key: other.get(key) for key in parts}
            yield f"{name} {number}: {_describe_texts(ours, wanted)}"


def _account_differences(given: Any, again: Json) -> Iterator[str]:
    """Yield the differences between the accounts of two rulings, by version and question."""
    theirs = given if isinstance(given, dict) else {}
    found = list[str]()
    if theirs.get("same") is not again["same"]:
        alike = ("alike", "differently") if again["same"] else ("differently", "alike")
        found.append(f"judged again, its versions are ruled {alike[0]}, not {alike[1]}")
    if _text(theirs.get("ruled_by")) != _text(again["ruled_by"]):
        both = theirs.get("ruled_by"), again["ruled_by"]
        by = [_versions([one]) if one else "no version" for one in both]
        found.append(f"the ruling goes by {by[0]}; judged again, by {by[1]}")
    for key, name in _ENTRIES.items():
        entries = theirs.get(key)
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            found.append(f"“{key}” is damaged")
            continue
        own = {printable(name(entry), _EXCERPT): entry for entry in entries}
        wanted = {printable(name(one), _EXCERPT): one for one in again[key]}
        found += (f"{one} is missing" for one in wanted if one not in own)
        found += (f"{one} is not there when judged again" for one in own if one not in wanted)
        for one in (one for one in wanted if one in own):
            found += (f"{one}: {difference}" for difference in differences(own[one], wanted[one]))
    if not found and _text(given) != _text(again):
        found.append("entries are repeated, in another order, or have unknown fields")
    yield from (f"accounts: {one}" for one in found)
    if found:
        yield "accounts: rule again on the record inside to get them right"


def _versions(combinations: Any) -> str:
    """Return combinations of versions in words; those of a damaged ruling as JSON."""
    if not (
        isinstance(combinations, list) and all(isinstance(combination, list) for combination in combinations)
    ):
        return _text(combinations)
    return " or ".join(
        " with ".join(
            f"version {version} of account {account}" for account, version in enumerate(combination, 1)
        )
        for combination in combinations
    )


def _impossible(entry: Json) -> str:
    if "version" in entry:
        return f"version {entry['version']} of account {entry.get('account')} as impossible"
    return f"{_versions([entry.get('versions')])} as impossible"


#: Lists of the accounts of a ruling, with the words for an entry.
_ENTRIES: Final[Mapping[str, Callable[[Json], str]]] = {
    "rows": lambda entry: _versions(entry.get("versions")),
    "impossible": _impossible,
    "asks": lambda entry: f"the question about account {entry.get('account')}",
}


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _describe_texts(given: Any, again: Any) -> str:
    return f"the ruling says {_quote_value(given)}; the cards give {_quote_value(again)}"


def _quote_value(value: Any) -> str:
    """Return points by side in words, everything else as JSON."""
    if (
        isinstance(value, dict)
        and value
        and all(side in _SIDES and type(value[side]) is int for side in value)
    ):
        return ", ".join(f"{_SIDES[side]} {value[side]}" for side in _SIDES if side in value)
    return printable(_text(value), _QUOTED)


def _words(key: str) -> str:
    return _NAMES.get(key, key.replace("_", " "))


def page_difference(page: str, due: Iterable[str]) -> str:
    """Return the first place where a page differs from all that are due, empty if it is one of them.

    The text is compared by character, since browsers may parse HTML differently.
    """
    known = list(due)
    if page in known:
        return ""
    # The body first: the head differs as soon as anything around the ruling does.
    body, *others = ((one[at:] if (at := one.find("<body>")) >= 0 else one) for one in (page, *known))
    if body in others:
        body, others = page, known
    at, nearest = max((_agreement(body, one), one) for one in others)
    # From the end of the last tag on, so that the words around the place are there to be recognized.
    start = max(body.rfind(">", 0, at) + 1, at - _EXCERPT // 2)
    markup = [text[start : start + _EXCERPT] for text in (body, nearest)]
    words = [" ".join(_TAG.sub(" ", text).split()) for text in markup]
    differ = _agreement(*words) < min(map(len, words))
    there, due_there = (printable(text, _EXCERPT) for text in (words if differ else markup))
    return f"the page has “{there}” where it should have “{due_there}”"


def _agreement(one: str, other: str) -> int:
    """Return the length of the common beginning of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


#: Elements without an end tag, elements without children, and row groups of a table.
_VOID: Final = ("br", "col", "hr", "img", "input", "link", "meta", "wbr")
_RAW: Final = ("script", "style")
_GROUPS: Final = ("thead", "tbody", "tfoot")


def reserialize(page: str) -> str:
    """Return a page of ours as browsers serialize it: attributes quoted, rows in a group, characters escaped."""
    writer = _Writer()
    writer.feed(page.rstrip("\n"))
    writer.close()
    return "".join(writer.written) + "\n"


class _Writer(HTMLParser):
    """Serializer of HTML in the form of browsers."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.written: list[str] = []
        self._open: list[str] = []

    def handle_decl(self, decl: str) -> None:
        self.written.append(f"<!{decl}>")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr" and self._open[-1] == "table":
            self.handle_starttag("tbody", [])
        elif tag in _GROUPS:
            self._leave_group()
        attributes = "".join(f' {name}="{_escape_html(value or "", quote=True)}"' for name, value in attrs)
        self.written.append(f"<{tag}{attributes}>")
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._leave_group()
        if self._open[-1:] == [tag]:
            self._open.pop()
            self.written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        # Between the first tags of a page blanks are nothing.
        if self._open[1:]:
            self.written.append(data if self._open[-1] in _RAW else _escape_html(data, quote=False))

    def _leave_group(self) -> None:
        if self._open[-1:] and self._open[-1] in _GROUPS:
            self.handle_endtag(self._open[-1])


def _escape_html(text: str, *, quote: bool) -> str:
    return escape(text, quote=False).replace("\xa0", "&nbsp;").replace('"', "&quot;" if quote else '"')
