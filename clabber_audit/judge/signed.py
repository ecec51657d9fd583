"""Signatures of a ruling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from clabber_audit.core.errors import Exit, Unusable, printable
from clabber_audit.core.text import inflect
from clabber_audit.signing import (
    DISAGREED,
    INSTALL,
    RULED,
    Signature,
    is_installed,
    parse_signature,
    sha256_of,
    statement,
)

if TYPE_CHECKING:
    from clabber_audit.signing import PrivateKey, Signers


#: The key that signatures stand under.
SIGNATURES: Final = "signatures"
#: The key of the appeal that a ruling decides.
APPEAL: Final = "appeal"

#: Result line and its exit code.
Check = tuple[str, Exit]

#: More signatures than any ruling gathers.
_MOST: Final = 50
#: Keys signed separately or not at all.
APART: Final = (
    *("record", "law", "certificates", "instead", "robustness", "left_out", "open_questions"),
    SIGNATURES,
)
_TWICE: Final = "the same key also signed something else on the same matter, so neither counts"
_UNCHECKED: Final = (
    "not checked: whose keys these are; give those that you got from their owners with --signed-by"
)


def statement_on(ruling: Mapping[str, Any], signature: Signature) -> str:
    """Return the statement to sign about a ruling. Raise ValueError if a word of it does not fit in a line."""
    ruled = select_signed_part(ruling)
    about = (
        ("of", f"{ruling['format']} {ruling['record']['id']}"),
        ("record", sha256_of(ruling["record"])),
        ("law", sha256_of(ruling["law"])),
        ("ruling", sha256_of(ruled)),
    )
    return statement(signature, about)


def select_signed_part(ruling: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a ruling that is signed with its record and law, without the rulings before an appeal."""
    ruled = {key: value for key, value in ruling.items() if key not in APART}
    if isinstance(ruling.get(APPEAL), dict):
        ruled[APPEAL] = {key: value for key, value in ruling[APPEAL].items() if key != "before"}
    return ruled


def sign_ruling(ruling: Mapping[str, Any], who: Signature, key: PrivateKey) -> Signature:
    """Return the signature of a ruling by a key. Raise Unusable if the ruling cannot be signed."""
    return who._replace(key=str(key.public), signature=key.detached(format_statement(ruling, who).encode()))


def format_statement(ruling: Mapping[str, Any], who: Signature) -> str:
    """Return the statement to sign. Raise Unusable if the ruling cannot be signed."""
    try:
        return statement_on(ruling, who)
    except ValueError as problem:
        raise Unusable(
            "the ruling cannot be signed", str(problem), "rule on the hand again, and sign that"
        ) from None


def signatures_in(ruling: Mapping[str, Any]) -> list[Signature]:
    """Return the signatures of a ruling. Raise Unusable if one is damaged."""
    entries = ruling.get(SIGNATURES, [])
    if not isinstance(entries, list) or len(entries) > _MOST:
        raise Unusable(
            "the signatures of the ruling are damaged", "they are not a list, or there are too many"
        )
    try:
        return [parse_signature(entry) for entry in entries]
    except ValueError as problem:
        raise Unusable(
            "a signature of the ruling is damaged", str(problem), "give it as it was written"
        ) from None


def with_signature(signatures: Sequence[Signature], new: Signature) -> list[Signature]:
    """Return the signatures with one more, which replaces the same key's earlier one on the matter.

    Raise Unusable if the earlier one has a later date.
    """
    before = [signature for signature in signatures if _matter(signature) == _matter(new)]
    if any(signature.date > new.date for signature in before):
        why = f"the same key {before[-1].says} on {before[-1].date}"
        raise Unusable(f"a signature of {new.date} is too old", why, "sign again with today’s date")
    return [*(signature for signature in signatures if signature not in before), new]


def _matter(signature: Signature) -> tuple[bool, str | None, bytes]:
    """Return the matter that a key can sign once: the ruling as arbiter, or the agreement of a side."""
    return signature.says == RULED, signature.side, signature.public.raw


def check_signatures(ruling: Mapping[str, Any], signers: Sequence[Signers]) -> Iterator[Check]:
    """Yield for each signature if it is valid and whose it is, then the missing signers.

    A key with two statements on one matter counts for neither.
    """
    signatures = signatures_in(ruling)
    if signatures and not is_installed():
        count = inflect(len(signatures), "its {count} signature", "its {count} signatures")
        yield f"not checked: {count}; {INSTALL}", Exit.UNDECIDED
        return
    valid = []
    complaints = [_find_complaint(ruling, signature) for signature in signatures]
    matters = Counter(
        _matter(signature)
        for signature, complaint in zip(signatures, complaints, strict=True)
        if not complaint
    )
    for number, (signature, complaint) in enumerate(zip(signatures, complaints, strict=True), 1):
        wrong = complaint or (_TWICE if matters[_matter(signature)] > 1 else "")
        yield (
            f"signature {number}, {format_signature(signature)}: {wrong or 'valid'}{_name_signer(signature, signers)}",
            Exit.FINDINGS if wrong else Exit.DONE,
        )
        valid += [] if wrong else [signature]
    for file in signers:
        theirs = [signature for signature in valid if file.owner_of(signature.public)]
        name = printable(file.path, 200)
        if not theirs:
            yield f"nobody whose key is in {name} signed it", Exit.FINDINGS
        elif all(signature.says == DISAGREED for signature in theirs):
            yield f"whoever has the key in {name} signed that they do not agree", Exit.FINDINGS
    if signatures and not signers:
        yield _UNCHECKED, Exit.DONE


def format_signature(signature: Signature) -> str:
    """Return a signature in words: `ruled, Agnes Example, 2026-11-23, key SHA256:…`."""
    whom = f" for {signature.side}" if signature.side else ""
    named = f", {signature.name}" if signature.name else ""
    return f"{signature.says}{whom}{named}, {signature.date}, key {signature.public.fingerprint}"


def _find_complaint(ruling: Mapping[str, Any], signature: Signature) -> str:
    from clabber_audit.signing import signature_error

    if signature.says == RULED and signature.side is not None:
        return "an arbiter does not sign for a side"
    try:
        text = statement_on(ruling, signature)
    except ValueError as problem:
        return str(problem)
    return signature_error(text.encode(), signature.signature, signature.public)


def _name_signer(signature: Signature, signers: Sequence[Signers]) -> str:
    for file in signers:
        if known := file.owner_of(signature.public):
            where = printable(file.path, 100)
            if known.name:
                return f"; its key is {printable(known.name, 80)}’s, according to {where}"
            return f"; its key is in {where}"
    return "; its key is in none of the files given" if signers else ""
