"""A hand that is still being typed: what its lines say so far, and what cannot stand among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.games import game_of
from clabber_audit.games.clabber.contradictions import contract_contradictions
from clabber_audit.games.door import admit
from clabber_audit.ground.errors import Fault, Path, Place, Refused
from clabber_audit.law.bound_ruleset import law_of
from clabber_audit.notation import Passage, locate, parse
from clabber_audit.record.hand import Hand, hold
from clabber_audit.record.model import HandRecord, Incident
from clabber_audit.record.possible import card_contradictions, laydown_contradictions
from clabber_audit.record.vocabulary import MISCOUNTS
from clabber_audit.replay import Walk, replay
from clabber_audit.rulesets.ruleset import DEFAULT, SHIPPED

_FRAME: Final = "clabber 1"
#: Stand-ins for what every record has, until it is typed.
_STAND_INS: Final = {"id": "hand unnamed", "deal": "deal N"}
#: With this, hands of up to eight cards are possible.
_MISCOUNT: Final = Incident.model_validate({"kind": MISCOUNTS[0]})


class Draft(NamedTuple):
    """What the lines of an unfinished hand say."""

    record: HandRecord
    #: The record at the table; None until it is known who dealt.
    hand: Hand | None
    #: Whether it has its id.
    named: bool
    #: What cannot stay so, and lines that are still to come may explain: a miscount, a clock that lies ahead.
    doubts: tuple[Fault, ...] = ()

    def walked(self) -> Walk | None:
        """The hand walked through as far as it goes, its cards ranking as by its rules if these are shipped."""
        ruleset = self.record.ruleset if self.record.ruleset in SHIPPED else DEFAULT
        return replay(self.hand, law_of(ruleset).order(self.hand.pack)) if self.hand else None


def read(lines: Sequence[str]) -> Draft:
    """The hand as far as it is typed; Refused with what cannot be read or cannot have happened.

    Places are counted in lines typed, from 1. What is still missing is no fault.
    """
    said = ["" if _is_explicit(line) else line for line in lines]
    missing: set[str] = set()
    try:
        record = parse(_passage(said))
    except Refused as refused:
        if real := [fault for fault in refused.faults if not _is_to_come(fault)]:
            raise Refused(real) from None
        missing = {str(fault.path[0]) for fault in refused.faults}
        record = parse(_passage([*said, *(_STAND_INS[key] for key in sorted(missing))]))
    named = "id" not in missing
    if "deal" in missing:
        return Draft(record, None, named)
    so_far = _so_far(record)
    doubts = _placed(game_of(record.format).contradictions(so_far), lines)
    if not doubts:
        return Draft(record, hold(so_far), named)
    tolerant = so_far
    if card_contradictions(so_far):
        # Of a miscounted hand all that is listed is the whole of it, so that this is supposed only where it may help.
        tolerant = so_far.model_copy(update={"incidents": [*record.incidents, _MISCOUNT]})
    beside = [*contract_contradictions(tolerant), *laydown_contradictions(tolerant)]
    if faults := [*card_contradictions(tolerant), *beside]:
        raise Refused(_placed(faults, lines))
    return Draft(record, hold(tolerant), named, tuple(doubts))


def _is_to_come(fault: Fault) -> bool:
    """Whether something is at fault only for not being typed yet: it stands nowhere, which is told as the frame."""
    return fault.place is not None and fault.place.line == 0 and fault.path[0] in _STAND_INS


def _so_far(record: HandRecord) -> HandRecord:
    """The record without the marks of tricks that are still to be typed."""
    typed = [trick for trick in record.disordered if record.seating.clocks_of(trick).stop <= len(record.plays)]
    return record if typed == record.disordered else record.model_copy(update={"disordered": typed})


def _is_explicit(line: str) -> bool:
    """Whether a line speaks of keys that other lines may still bring; it is read with the whole hand."""
    return line.lower().split()[:1] == ["explicit"]


def finish(lines: Sequence[str]) -> HandRecord:
    """The whole hand; Refused when something is missing, or cannot have happened."""
    record = parse(_passage(lines))
    admit(record, lambda path: where(lines, path))
    return record


def where(lines: Sequence[str], path: Path) -> Place:
    """Where a part of the record stands, in lines typed."""
    return locate(_passage(lines), path)


def _placed(faults: Sequence[Fault], lines: Sequence[str]) -> list[Fault]:
    return [fault._replace(place=where(lines, fault.path)) for fault in faults]


def text(lines: Sequence[str]) -> str:
    """The lines as a hand of the notation, as they were typed."""
    return "\n".join([_FRAME, *lines, ""])


def _passage(lines: Sequence[str]) -> Passage:
    return Passage(text(lines), 0)
