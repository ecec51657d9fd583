"""How the prompt leads through the head of a hand: a question after the other, each with what Enter answers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from clabber_audit.prompt.asking import Asked
from clabber_audit.prompt.draft import Draft, Typed
from clabber_audit.record.bid_euchre.words import TABLES
from clabber_audit.record.formats import Record

#: What may be left out, and is asked for before it is asked who dealt.
_ASKED: Final = {
    "seats": "Players, clockwise from North (for example Ann / Bob / Cy / Dee)",
    "source": "Source, such as scoresheet / sheet 12",
}
#: What is asked for once it is told who dealt, where the game turns a card.
_TURNED: Final = ("Up-card, such as 9s", "up")
#: What stays as it was from hand to hand.
_CARRIED: Final = ("rules", *_ASKED)
#: The answer that leaves out what need not be said, and the questions that take it.
NONE: Final = "none"
MAY_BE_NONE: Final = (*_ASKED, _TURNED[1])
#: The questions that any words answer, those too with which other lines begin: `sheet 12` is a source.
ANY_WORDS: Final = ("source",)


class Before(NamedTuple):
    """The hand before: its lines as typed, and its record."""

    typed: Typed
    record: Record


class Question(NamedTuple):
    """What is asked, the words its answer is read after, and the answer that Enter gives; empty where it gives none."""

    words: str
    head: str
    default: str

    @property
    def text(self) -> str:
        """The question with its default."""
        return f"{self.words} [{self.default}]" if self.default else self.words


def led(asked: Asked, draft: Draft | None, before: Before | None, passed: Collection[str], number: int) -> Question:
    """The next question, of a hand of which some parts were `passed` over; after its head few have a default."""
    if asked.head == "hand":
        return Question(*asked, _next_id(before, number))
    if draft is None:
        return Question(*asked, "")
    if "deal" not in draft.missing:
        unsaid = asked.head == "calls" and _is_unsaid(draft) and _TURNED[1] not in passed
        return Question(*_TURNED, NONE) if unsaid else Question(*asked, "")
    carried = dict(_carried(before))
    if asked.head == "rules" or ("rules" in carried and "ruleset" not in draft.record.model_fields_set):
        return Question("Rules" if "rules" in carried else asked.words, "rules", carried.get("rules", ""))
    typed = {"seats": draft.record.players or "seats" in draft.record.model_fields_set, "source": draft.record.source}
    for head in _ASKED:
        if not typed[head] and head not in passed:
            return Question(_ASKED[head], head, carried.get(head, NONE))
    return Question(*asked, _next_dealer(draft, before))


def _is_unsaid(draft: Draft) -> bool:
    """Whether the game turns a card and nothing yet tells which."""
    turns = draft.law.game.recording(draft.law.toggles).upcard is not None
    return turns and not draft.record.deal.upcard and not draft.record.declarations


def _next_id(before: Before | None, number: int) -> str:
    """The id of the hand before, counted on; else one by the number of the hand."""
    if before is None:
        return f"hand-{number}"
    found = re.fullmatch(r"(.*?)([0-9]+)", before.record.id)
    if found is None:
        return f"{before.record.id[:60]}-2"
    return f"{found[1]}{int(found[2]) + 1:0{len(found[2])}}"


def _next_dealer(draft: Draft, before: Before | None) -> str:
    """The player at the left of the last dealer, at the same table."""
    seats = draft.record.seating.seats
    if before is None or before.record.deal.dealer not in seats:
        return ""
    return str(seats[(seats.index(before.record.deal.dealer) + 1) % len(seats)])


def _carried(before: Before | None) -> Iterator[tuple[str, str]]:
    """What the lines of the hand before said that goes for the next one too."""
    for line in before.typed.lines if before else ():
        head, _, said = line.strip().partition(" ")
        if head in _CARRIED:
            yield head, said.strip()


def names_at_seats(answer: str) -> str | None:
    """Names alone, clockwise from North or from the first player, as a line says them; None where they are no table."""
    names = [" ".join(name.split()) for name in answer.split("/")]
    seats: Sequence[str] | None = next((table for table in TABLES if len(table) == len(names)), None)
    return " / ".join(f"{seat} {name or '-'}" for seat, name in zip(seats, names, strict=True)) if seats else None
