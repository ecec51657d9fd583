"""Whether a ruling holds: its certificates, what is ruled again from its record, and how its page reads.

The certificates are held against the record by a checker that shares nothing with what wrote them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from clabber_audit.api import rule, written
from clabber_audit.evidence.checker import TOO_LONG, UNFAMILIAR, Checker
from clabber_audit.evidence.checkers import checker_of
from clabber_audit.ground.errors import Exit, Unusable, shown
from clabber_audit.intake import Offered
from clabber_audit.render.frame import Frame, frame_of
from clabber_audit.render.html import page
from clabber_audit.rulesets.ruleset import SHIPPED_OF, Wording, earlier_wording, from_data
from clabber_audit.ruling.again import (
    checkpoint_in,
    differences,
    is_without_remarks,
    page_differences,
    unchecked,
    version_in,
)
from clabber_audit.ruling.data import SIGNATURES, data_json
from clabber_audit.ruling.dossier import compared_dossier
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.page_payload import embedded, embedded_frame

if TYPE_CHECKING:
    from clabber_audit.signing.statement import Signature
    from clabber_audit.signing.vouching import Signers

#: How many certificates are held against the record, far more than a ruling needs; how many other things are told.
_MOST: Final = 1_000
_FEW: Final = 20

#: What is said of each thing, and the exit code that it deserves.
Told = tuple[str, Exit]


def verified(item: Offered, signers: Sequence[Signers] = ()) -> list[Told]:
    """What holds of a ruling and what does not; ClabberError for what is no ruling, or a damaged one.

    Each of the `signers` is to have signed it with a key that their file has.
    """
    if item.refused:
        raise item.refused
    if item.ruling is None:
        raise Unusable(f"{item.source} holds no ruling", "a record has no certificates", "rule on it first")
    try:
        checker, found = checker_of(item.ruling), list(item.ruling.get("certificates", ()))
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        raise Unusable(f"{item.source}: the ruling is damaged", f"{problem!r}", "give it as it was written") from None
    again, told = _made_again(item)
    ruled = [*_certified(checker, found, again), *_reworded(item.ruling), *_ruled(item.ruling, again), *told]
    return [*ruled, *_signed(item.ruling, signers)]


def _earlier(said: dict[str, Any]) -> Wording | None:
    """Return the earlier wording of a shipped ruleset by which a ruling was given, if it was."""
    return earlier_wording(from_data(said["law"])) if "law" in said else None


def _reworded(said: dict[str, Any]) -> Iterator[Told]:
    if wording := _earlier(said):
        yield f"its rules are {shown(said['law']['id'])} {wording}", Exit.DONE


def _signed(said: dict[str, Any], signers: Sequence[Signers]) -> Iterator[Told]:
    if signers or SIGNATURES in said:
        from clabber_audit.ruling.signed import told_of

        yield from told_of(said, signers)


def with_signatures(item: Offered, signatures: Sequence[Signature]) -> str:
    """A ruling that holds, written as it is but with these signatures: its page where it is one, or its JSON.

    Unusable for a page that another version wrote.
    """
    assert item.ruling is not None
    if not item.page:
        return data_json({**item.ruling, SIGNATURES: [one.data() for one in signatures]})
    ruling, checkpoint, frame = rule(item), checkpoint_in(item.page), frame_of(embedded_frame(item.page))
    before = _signatures(item)
    for anonymous in (False, True):
        made = partial(_page, ruling, checkpoint, frame, anonymous=anonymous)
        if not list(page_differences(item.page, made(before))):
            return made(signatures)
    why = "another version wrote it, or it was changed"
    raise Unusable(f"{item.source}: the page cannot be written again", why, "rule on it again, and sign that")


def _signatures(item: Offered) -> list[Signature]:
    """The signatures of a ruling."""
    if SIGNATURES not in (item.ruling or {}):
        return []
    from clabber_audit.ruling.signed import signatures_in

    return signatures_in(item.ruling or {})


def _made_again(item: Offered) -> tuple[dict[str, Any], list[Told]]:
    """The ruling given again on the same record by the same law, in the form of the one at hand; how its page reads."""
    ruling = rule(item)
    if not item.page:
        return json.loads(written(ruling, "json")), []
    checkpoint, frame = checkpoint_in(item.page), frame_of(embedded_frame(item.page))
    signatures = _signatures(item)
    made = _page(ruling, checkpoint, frame, signatures, anonymous=False)
    again, unlike = embedded(made), list(page_differences(item.page, made))
    if version_in(item.page) != version_in(made) or _earlier(item.ruling or {}):
        return again, [("not checked: the wording of the page, which another version wrote", Exit.UNDECIDED)]
    if unlike:
        # A page without the people has seats for names.
        nameless = _page(ruling, checkpoint, frame, signatures, anonymous=True)
        if not list(page_differences(item.page, nameless)):
            again, unlike = embedded(nameless), []
    told = [(what, Exit.FINDINGS) for what in unlike] or [("the page reads as this version writes it", Exit.DONE)]
    if frame:
        around = "its site put around it, links, clippings and where it comes from"
        where = around if frame.sections else "its archive says of where it comes from"
        told.append((f"not checked: what {where}", Exit.DONE))
    if checkpoint:
        told.append(("not checked: the checkpoint at its foot; `archive verify --against` does that", Exit.DONE))
    return again, told


def _page(
    ruling: Ruling, checkpoint: str | None, frame: Frame | None, signatures: Sequence[Signature], *, anonymous: bool
) -> str:
    if frame is None or not frame.sections:
        said = frame.provenance if frame else ()
        return written(
            ruling, "html", anonymous=anonymous, checkpoint=checkpoint, provenance=said, signatures=signatures
        )
    told = compared_dossier(ruling, SHIPPED_OF[ruling.law.game.id], anonymous=anonymous)
    return page(told, checkpoint=checkpoint, frame=frame, signatures=signatures)


def _certified(checker: Checker, found: list[Any], again: dict[str, Any]) -> Iterator[Told]:
    """Of each certificate whether it holds, and is for what the ruling needs one for; and which are missing."""
    needed = {_for(one): one for one in again["certificates"]}
    if len(found) > _MOST:
        yield f"{len(found)} certificates, more than a ruling can need: the first {_MOST} are checked", Exit.FINDINGS
    for number, certificate in enumerate(found[:_MOST], 1):
        complaint = checker.complaint(certificate)
        wanted = needed.pop(_for(certificate), None)
        if complaint in ("", UNFAMILIAR) and (wanted is None or _claim(wanted) != _claim(certificate)):
            complaint = "nothing in the ruling needs it"
        told = f"certificate {number}, {_about(certificate)}: "
        if complaint in (TOO_LONG, UNFAMILIAR):
            yield f"{told}not checked: {complaint}", Exit.UNDECIDED
        else:
            yield told + (complaint or "holds"), Exit.FINDINGS if complaint else Exit.DONE
    if not found:
        yield "no certificate: no card decides anything in it, or it was left out", Exit.UNDECIDED
        return
    for one in needed.values():
        yield f"a certificate is missing: {_about(one)}", Exit.FINDINGS


def _ruled(said: dict[str, Any], again: dict[str, Any]) -> Iterator[Told]:
    """What a ruling says otherwise than the same ruling given again."""
    wrong = list(differences(said, again))
    yield from ((told, Exit.FINDINGS) for told in wrong[:_FEW])
    if len(wrong) > _FEW:
        yield f"and {len(wrong) - _FEW} more differences", Exit.FINDINGS
    if not wrong:
        less = ", without its side remarks" if is_without_remarks(said, again) else ""
        yield f"ruled on again from its record and rules: the same{less}", Exit.DONE
    unknown = unchecked(said, again)
    if unknown:
        keys = ", ".join(map(shown, unknown[:_FEW]))
        yield f"not checked: {keys}{' …' * (len(unknown) > _FEW)}, unknown to this version", Exit.UNDECIDED


def _for(certificate: Any) -> tuple[str, int] | None:
    """What a certificate is for: a finding, a claim or the lay-down, by its number."""
    abouts = [
        about for about in ("finding", "claim", "laydown") if isinstance(certificate, dict) and about in certificate
    ]
    number = certificate[abouts[0]] if len(abouts) == 1 else None
    return (abouts[0], number) if type(number) is int else None


def _claim(certificate: Any) -> tuple[str, frozenset[tuple[Any, ...]]]:
    """What a certificate that can be read says: its verdict, and of which infractions."""
    faults = ((fault["infraction"], fault["seat"], fault["at"]) for fault in certificate["any_of"])
    return certificate["verdict"], frozenset(faults)


def _about(certificate: Any) -> str:
    """What a certificate says, as far as it can be read."""
    try:
        first = certificate["any_of"][0]
        others = f" or {len(certificate['any_of']) - 1} more" if len(certificate["any_of"]) > 1 else ""
        words = [shown(part, 30) for part in (certificate["verdict"], first["infraction"], first["seat"], first["at"])]
        return "{}: {} by {} at {}".format(*words) + others
    except (KeyError, TypeError, IndexError):
        return "of no known form"
