"""Appeals in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from clabber_audit.judge.appeals import judges_of, ruling_digest, signed_by, steps_of
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.signed import APPEAL, signatures_in
from clabber_audit.records.dates import date_in_words
from clabber_audit.report.data import ruling_data
from clabber_audit.report.phrases import listed, sentence
from clabber_audit.rules.answers import as_written

#: Results of an appeal, as readers see them.
RESULTS: Final = {
    "affirmed": "Affirmed",
    "changed_in_part": "Changed in part",
    "reversed": "Reversed",
    "sent_back": "Sent back",
}
_DIGITS: Final = len("sha256:") + 16


def format_appeal(ruling: Ruling, appeal: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Return the result of an appeal and the rulings before it, a sentence each; nothing for a first ruling."""
    if appeal is None:
        return ()
    return tuple(_lines(ruling, appeal))


def _lines(ruling: Ruling, appeal: Mapping[str, Any]) -> Iterator[str]:
    *before, _ = steps_of({**ruling_data(ruling), APPEAL: appeal})
    day = date_in_words(appeal["on"])
    yield f"{RESULTS[appeal['result']]} by {appeal['by']}, {day}: {sentence(appeal['because'])}"
    for number, step in enumerate(before, 1):
        yield f"Ruling {number}{_by(step)}: {points_said(step)} Its digest is {ruling_digest(step)[:_DIGITS]}…"
    if answers := appeal.get("answers"):
        yield _reading(ruling, answers)
    if numbers := appeal.get("departs_from"):
        yield f"This departs from what the club decided in {listed(numbers, 'and')}."
    if appeal["result"] == "sent_back":
        yield "No score stands until what is open is found out; the next ruling decides anew."


def _reading(ruling: Ruling, answers: Mapping[str, Any]) -> str:
    rows = dict.fromkeys(ruling.law.game.questions[toggle].row for toggle in answers)
    said = listed([f"{toggle} = {as_written(answer)}" for toggle, answer in answers.items()], "and")
    return f"On another reading of {listed([*rows], 'and')} ({said}), not on other facts. It is no precedent by itself."


def _by(step: Mapping[str, Any]) -> str:
    appeal = step.get(APPEAL)
    result = f", {RESULTS[appeal['result']].lower()}" if appeal else ""
    names = listed([*dict.fromkeys(judges_of(step))], "and")
    signed = f" (signed by {listed(signed_by(signatures_in(step)), 'and')})" if step.get("signatures") else ""
    return f"{f', by {names}' if names else ''}{result}{signed}"


def points_said(said: Mapping[str, Any]) -> str:
    """Return the score of a ruling as data, or its outcome: NS 77, EW 105."""
    points = said["marks"] or said["score"]
    if points is None:
        return f"{str(said['outcome']).replace('_', ' ')}."
    return f"{_sides(points)}."


def _sides(points: Mapping[str, Any]) -> str:
    return ", ".join(f"{side} {own}" for side, own in points.items())
