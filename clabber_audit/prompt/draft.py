"""A hand that is still being typed: what its lines say so far, and what cannot stand among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.games import game_of
from clabber_audit.games.door import admit
from clabber_audit.ground.errors import Fault, Path, Place, Refused
from clabber_audit.law.bound_ruleset import BoundRuleset, law_of
from clabber_audit.notation import Passage, locate, parse_any
from clabber_audit.record.canonical import record_data
from clabber_audit.record.formats import Record, model_of
from clabber_audit.record.hand import Hand
from clabber_audit.record.vocabulary import MISCOUNTS
from clabber_audit.replay import Walk, replay
from clabber_audit.rulesets.ruleset import SHIPPED_OF
from clabber_audit.ruling.judge import adjudicate

#: With this, hands of a card or two more than usual are possible.
_MISCOUNT: Final = {"kind": MISCOUNTS[0]}
#: The lines that name the seats of a table.
_SEATS: Final = ("seats", "players")


class Typed(NamedTuple):
    """The lines of a hand, and the word of the frame that says in which language they are: `clabber`, `bid-euchre`."""

    frame: str
    lines: Sequence[str]

    @property
    def text(self) -> str:
        """The lines as a hand of the notation, as they were typed."""
        return "\n".join([f"{self.frame} 1", *self.lines, ""])

    def where(self, path: Path) -> Place:
        """Where a part of the record stands, in lines typed, from 1."""
        return locate(Passage(self.text, 0), path)

    def placed(self, faults: Sequence[Fault]) -> list[Fault]:
        """Faults with their places."""
        return [fault._replace(place=self.where(fault.path)) for fault in faults]


class Draft(NamedTuple):
    """What the lines of an unfinished hand say."""

    record: Any
    #: The record at the table; None until it is known who dealt.
    hand: Hand | None
    #: What every record has and is still to come: its id, its ruleset, its deal.
    missing: frozenset[str]
    #: What cannot stay so, and lines that are still to come may explain: a miscount, a clock that lies ahead.
    doubts: tuple[Fault, ...] = ()

    @property
    def named(self) -> bool:
        """Whether it has its id."""
        return "id" not in self.missing

    @property
    def law(self) -> BoundRuleset:
        """Its rules if these are shipped and of its game, else the first ones of its game."""
        shipped = SHIPPED_OF[game_of(self.record.format).id]
        return law_of(self.record.ruleset if self.record.ruleset in shipped else shipped[0])

    def walked(self) -> Walk | None:
        """The hand walked through as far as it goes; None where it is not at a table of its rules."""
        law = self.law
        if self.hand is None or law.game.strange(self.record, law.toggles):
            return None
        return replay(self.hand, law.order(self.hand.pack))


def read(typed: Typed) -> Draft:
    """The hand as far as it is typed; Refused with what cannot be read or cannot have happened.

    Places are counted in lines typed, from 1. What is still missing is no fault.
    """
    said = ["" if _is_explicit(line) else line for line in typed.lines]
    missing: set[str] = set()
    stand_ins = _stand_ins(said)
    try:
        record = _parsed(typed.frame, said)
    except Refused as refused:
        if real := [fault for fault in refused.faults if not _is_to_come(fault, stand_ins)]:
            raise Refused(real) from None
        missing = {str(fault.path[0]) for fault in refused.faults}
        record = _parsed(typed.frame, [*said, *(stand_ins[key] for key in sorted(missing))])
    if "deal" in missing:
        return Draft(record, None, frozenset(missing))
    so_far, game = _so_far(record), game_of(record.format)
    doubts, tolerant = game.contradictions(so_far), so_far
    if doubts and game.lasting(so_far):
        tolerant = _miscounted(so_far)
        if faults := game.lasting(tolerant):
            raise Refused(typed.placed(faults))
    draft = Draft(record, game.held(tolerant)[0], frozenset(missing))
    law = draft.law
    strange = game.strange(record, law.toggles) if law.ruleset.id == record.ruleset else []
    return draft._replace(doubts=tuple(typed.placed([*doubts, *strange])))


def misfit_of_score(found: Draft) -> list[str]:
    """Return a warning if the score typed is not the one that the hand gives, by shipped rules; else nothing."""
    record = found.record
    if not record.score or found.doubts or found.law.ruleset.id != record.ruleset or found.walked() is None:
        return []
    ruling = adjudicate(found.hand, found.law) if found.hand else None
    if ruling is None or ruling.sheet_agrees is not False or ruling.remedy.marks is None:
        return []
    sides = zip(ruling.walk.hand.seating.side_names, ruling.remedy.marks, strict=True)
    return [f"this score does not fit the hand, which gives {' '.join(f'{side} {mark}' for side, mark in sides)}"]


def _parsed(frame: str, lines: Sequence[str]) -> Record:
    return parse_any(Passage(Typed(frame, lines).text, 0))


def _stand_ins(lines: Sequence[str]) -> dict[str, str]:
    """Lines that stand in for what every record has, until it is typed."""
    seats = [words[1] for words in map(str.split, lines) if len(words) > 1 and words[0].lower() in _SEATS]
    numbered = any(seat.lower() == "p1" for seat in seats)
    return {"id": "hand unnamed", "ruleset": "rules unnamed", "deal": f"deal {'P1' if numbered else 'N'}"}


def _is_to_come(fault: Fault, stand_ins: dict[str, str]) -> bool:
    """Whether something is at fault only for not being typed yet: it stands nowhere, which is told as the frame."""
    return fault.place is not None and fault.place.line == 0 and fault.path[0] in stand_ins


def _so_far(record: Record) -> Record:
    """The record without the marks of tricks that are still to be typed."""
    typed = [trick for trick in record.disordered if record.seating.clocks_of(trick).stop <= len(record.plays)]
    return record if typed == record.disordered else record.model_copy(update={"disordered": typed})


def _miscounted(record: Record) -> Record:
    """The record with the word that hands may be too large.

    Of a miscounted hand all that is listed is the whole of it, so that this is supposed only where it may help.
    """
    data = record_data(record)
    return model_of(record.format).model_validate({**data, "incidents": [*data.get("incidents", []), _MISCOUNT]})


def _is_explicit(line: str) -> bool:
    """Whether a line speaks of keys that other lines may still bring; it is read with the whole hand."""
    return line.lower().split()[:1] == ["explicit"]


def finish(typed: Typed) -> Record:
    """The whole hand; Refused when something is missing, or cannot have happened."""
    record = _parsed(typed.frame, typed.lines)
    admit(record, typed.where)
    return record
