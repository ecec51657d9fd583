"""Appeals: a ruling of a second person on the same record, with the chain of rulings before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from clabber_audit.core.errors import Unusable, UsageError, printable
from clabber_audit.judge.signed import APART, APPEAL, SIGNATURES, select_signed_part, signatures_in
from clabber_audit.records.formats import canonical, digest
from clabber_audit.rules.book import Book, BookInForce
from clabber_audit.rules.bound_ruleset import BoundRuleset, apply_answers, law
from clabber_audit.signing import RULED, Signature, sha256_of

#: Rulings in all, the first included (C5).
MOST_STEPS: Final = 3
#: Result of a step against the last one that decided (C3).
Result = Literal["affirmed", "changed_in_part", "reversed", "sent_back"]
#: Parts of a ruling that a later step keeps once, if they are its own.
_KEPT_ONCE: Final = ("record", "law")

_Words = Annotated[str, Field(min_length=1, max_length=2000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]+$")]


class Appeal(BaseModel):
    """Appeal that a ruling decides: by whom and why, the result, and the rulings before it, oldest first."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    by: Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]+$")]
    because: _Words
    on: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]
    result: Result
    of: Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$", description="digest of the ruling before it")]
    answers: dict[str, str | bool | int] = Field({}, description="readings of this appeal, by toggle")
    departs_from: list[str] = Field([], description="decisions of the club that these readings depart from")
    before: Annotated[list[dict[str, Any]], Field(max_length=MOST_STEPS - 1)] = Field(
        [], description="the rulings before it, without what this one has alike"
    )


class _Step(BaseModel):
    """Earlier ruling of a chain, with the fields that an appeal compares."""

    model_config = ConfigDict(strict=True)

    outcome: str
    reneging_team: str | None
    score: dict[str, int] | None
    marks: dict[str, str] | None
    appeal: Appeal | None = None
    record: dict[str, Any] | None = None
    law: dict[str, Any] | None = None


def appeal_in(ruling: Mapping[str, Any]) -> Appeal | None:
    """Return the appeal that a ruling decides, None for a first ruling. Raise Unusable if it is damaged."""
    if APPEAL not in ruling:
        return None
    whose = "the appeal"
    try:
        appeal = Appeal.model_validate(ruling[APPEAL])
        for number, step in enumerate((*appeal.before, ruling), 1):
            whose = f"ruling {number} of its chain"
            _Step.model_validate(step)
            signatures_in(step)
    except ValidationError as problem:
        raise _appeal_damage_error(_fault_of(problem, whose)) from None
    if not appeal.before:
        raise _appeal_damage_error("it has no ruling before it")
    return appeal


def _appeal_damage_error(why: str) -> Unusable:
    help = "give it as it was written, or rule on the appeal again, from the ruling before it"
    return Unusable("the appeal in the ruling is damaged", why, help)


#: What each field of an appeal, and of a ruling in its chain, should be.
_FIELDS: Final = {
    "by": "a name of 1 to 60 characters",
    "because": "a text of 1 to 2,000 characters",
    "on": "a day such as 2026-01-22",
    "result": "affirmed, changed_in_part, reversed or sent_back",
    "of": "the digest of the ruling before it: “sha256:” and 64 hexadecimal digits",
    "answers": "an object with an answer for each toggle",
    "departs_from": "a list of the numbers of decisions",
    "before": f"a list of at most {MOST_STEPS - 1} rulings",
    "outcome": "a text",
    "reneging_team": "a side, or null",
    "score": "an object with the points of each side, or null",
    "marks": "an object with the mark of each side, or null",
    "": "an object in { }",
}


def _fault_of(problem: ValidationError, whose: str) -> str:
    """Return which field of an appeal, or of a ruling in its chain, is at fault, and what it should be."""
    error = problem.errors(include_url=False)[0]
    path = [str(step) for step in error["loc"]]
    if path[:1] == [APPEAL] and len(path) > 1:
        whose, path = f"the appeal in {whose}", path[1:]
    field = printable(path[0], 40) if path else ""
    if error["type"] == "missing":
        return f"{whose} has no “{field}”"
    if error["type"] == "extra_forbidden":
        return f"{whose} has an unknown field “{field}”"
    return f"{f'“{field}” of {whose}' if field else whose} should be {_FIELDS.get(field, _FIELDS[''])}"


def steps_of(ruling: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rulings of a chain, oldest first and this one last, each whole."""
    appeal = appeal_in(ruling)
    before = appeal.before if appeal else []
    once = {key: ruling[key] for key in _KEPT_ONCE if key in ruling}
    return [*({**once, **step} for step in before), dict(ruling)]


def ruling_digest(ruling: Mapping[str, Any]) -> str:
    """Return the digest of the parts of a ruling that a signature covers."""
    parts = {key: sha256_of(ruling[key]) for key in _KEPT_ONCE}
    return sha256_of({**parts, "ruling": sha256_of(select_signed_part(ruling))})


def strip_step(ruling: Mapping[str, Any], later: Mapping[str, Any]) -> dict[str, Any]:
    """Return a ruling as a later one stores it: without side notes, proofs, chain, and the parts that are the same."""
    step = {
        key: value for key, value in ruling.items() if key not in APART or key in (SIGNATURES, *_KEPT_ONCE)
    }
    for key in _KEPT_ONCE:
        if digest(step[key]) == digest(later[key]):
            del step[key]
    if APPEAL in step:
        step[APPEAL] = {key: value for key, value in step[APPEAL].items() if key != "before"}
    return step


def result_of(before: Sequence[Mapping[str, Any]], now: Mapping[str, Any]) -> Result:
    """Return the result of a step against the last one before it that decided (C3)."""
    if not _is_decided(now):
        return "sent_back"
    last = next((step for step in reversed(before) if _is_decided(step)), before[-1])
    if (last["outcome"], last["reneging_team"]) != (now["outcome"], now["reneging_team"]):
        return "reversed"
    if (last["score"], last["marks"]) == (now["score"], now["marks"]):
        return "affirmed"
    if now["outcome"] == "scored" and _ahead_and_set(last) != _ahead_and_set(now):
        return "reversed"
    return "changed_in_part"


def _is_decided(ruling: Mapping[str, Any]) -> bool:
    return ruling["outcome"] != "undetermined" and not ruling.get("score_range")


def _ahead_and_set(ruling: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the sides with the most points, and those that were set."""
    score, marks = ruling["score"] or {}, ruling["marks"] or {}
    return (
        [side for side, points in score.items() if points == max(score.values())],
        [side for side, mark in marks.items() if not str(mark).lstrip("-").isdecimal()],
    )


def record_difference(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return how the record of an appeal is another one; nothing if only versions, tellers and findings changed (C1)."""
    keys = [key for key in {**before, **now} if key != "accounts" and before.get(key) != now.get(key)]
    if keys:
        return f"it differs in “{printable(keys[0])}”"
    theirs = now.get("accounts") or []
    for number, account in enumerate(before.get("accounts") or [], 1):
        other = theirs[number - 1] if number <= len(theirs) else {}
        told = {_change(version): {*version["told_by"]} for version in other.get("versions", ())}
        if account["about"] != other.get("about"):
            return f"account {number} is about something else"
        if any(
            not {*version["told_by"]} <= told.get(_change(version), set())
            for version in account["versions"]
            if version["told_by"]
        ):
            return f"a version or a teller of account {number} is gone"
    return ""


def _change(version: Mapping[str, Any]) -> str:
    return canonical({"set": version.get("set") or {}, "remove": version.get("remove") or []})


def arbiter_signatures(ruling: Mapping[str, Any]) -> list[Signature]:
    """Return the signatures of a ruling by which somebody gave it."""
    return [signature for signature in signatures_in(ruling) if signature.says == RULED]


def _arbiter_keys(ruling: Mapping[str, Any]) -> set[bytes]:
    return {signature.public.raw for signature in arbiter_signatures(ruling)}


def judges_of(ruling: Mapping[str, Any]) -> list[str]:
    """Return who gave a ruling: by its appeal, its signatures as arbiter, and findings of fact."""
    signed = [signature.name for signature in arbiter_signatures(ruling)]
    accounts = ruling["record"].get("accounts") or ()
    judges = [account["found"].get("by") for account in accounts if isinstance(account.get("found"), dict)]
    return [name for name in (ruling.get(APPEAL, {}).get("by"), *signed, *judges) if name]


def check_judge(steps: Sequence[Mapping[str, Any]], by: str, key: bytes | None) -> None:
    """Raise UsageError for an appeal to somebody who ruled before, or signed by a key of one (C2), or too late (C5)."""
    if len(steps) >= MOST_STEPS:
        raise UsageError(
            "there are three rulings at most, and this is the third", "", "the last ruling stands"
        )
    check_second_person(steps, by, key)


def check_second_person(steps: Sequence[Mapping[str, Any]], by: str | None, key: bytes | None) -> None:
    """Raise UsageError if somebody of this name gave one of the rulings before, or this key signed one (C2)."""
    for number, step in enumerate(steps, 1):
        if by is not None and by in judges_of(step):
            raise UsageError(
                f"{printable(by)} gave ruling {number}", "a second person rules on an appeal", "name another"
            )
        if key in _arbiter_keys(step):
            raise UsageError(
                f"this key signed ruling {number}", "a second person rules on an appeal", "use another key"
            )


def find_same_judge(step: Mapping[str, Any], later: Mapping[str, Any]) -> str:
    """Return the name, or “the same key”, that a ruling and a later one have in common; empty if none (C2)."""
    after, judges = arbiter_signatures(later), judges_of(step)
    for name in (later[APPEAL]["by"], *(signature.name for signature in after)):
        if name in judges:
            return printable(name)
    return "the same key" if _arbiter_keys(step) & _arbiter_keys(later) else ""


def build_law_on_appeal(before: BoundRuleset, answers: Mapping[str, Any]) -> BoundRuleset:
    """Return a law as an appeal reads it, with the decisions that it does not depart from."""
    if not answers:
        return before
    book = before.book or BookInForce(Book("", ()))
    kept = tuple(item for item in book.applied if not answers.keys() & item.decision.answers.keys())
    book = book._replace(applied=kept, departed=(*book.departed, *find_departures(before, answers)))
    numbers = {toggle: ["this appeal"] for toggle in answers}
    read = apply_answers(
        before.ruleset, answers, numbers, id_suffix="appeal", title_suffix="as read on appeal"
    )
    return law(read)._replace(book=book)


def find_departures(before: BoundRuleset, answers: Mapping[str, Any]) -> list[str]:
    """Return the numbers of the decisions that readings depart from (C4)."""
    applied = before.book.applied if before.book else ()
    decisions = [item.decision for item in applied]
    return [
        decision.number
        for decision in decisions
        if any(decision.answers.get(toggle, answer) != answer for toggle, answer in answers.items())
    ]


#: Remark on a ruling that no judge signed: the names in it may have been replaced.
UNSIGNED: Final = "is not signed, so nobody can know who gave it"


def list_signers(ruling: Mapping[str, Any]) -> list[str]:
    """Return the signers of a ruling as arbiter, in words."""
    return [
        f"{signature.name or 'unnamed'}, key {signature.public.fingerprint}"
        for signature in arbiter_signatures(ruling)
    ]
