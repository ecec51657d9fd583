"""A hand while it is typed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.cards.cards import seat_name
from clabber_audit.core.errors import Path, RecordError, Refused, TextPlace, printable
from clabber_audit.games import GAMES, game_of
from clabber_audit.games.game import Recording
from clabber_audit.games.parse import admit
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.bid_euchre_words import TABLES
from clabber_audit.records.canonical import record_data
from clabber_audit.records.clabber_vocabulary import MISCOUNTS
from clabber_audit.records.edtf import propose_edtf
from clabber_audit.records.formats import Record, model_of
from clabber_audit.records.hand import Hand
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import locate, parse_any
from clabber_audit.replay import Replay, replay_hand
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of
from clabber_audit.rules.ruleset import SHIPPED_OF

#: With this, hands of a card or two more than usual are possible.
_MISCOUNT: Final = {"kind": MISCOUNTS[0]}
#: The lines that name the seats of a table.
_SEATS: Final = ("seats", "players")


class TypedHand(NamedTuple):
    """The lines of a hand, and the word of the frame that says in which language they are: `clabber`, `bid-euchre`."""

    frame: str
    lines: Sequence[str]

    @property
    def text(self) -> str:
        """The lines as a hand of the notation, as they were typed."""
        return "\n".join([f"{self.frame} 1", *self.lines, ""])

    def where(self, path: Path) -> TextPlace:
        """Return the place of a part of the record, in typed lines from 1."""
        return locate(HandText(self.text, 0), path)

    def placed(self, faults: Sequence[RecordError]) -> list[RecordError]:
        """Faults with their places."""
        return [fault._replace(place=self.where(fault.path)) for fault in faults]


class Draft(NamedTuple):
    """Unfinished hand as read from its lines."""

    record: Any
    #: The record at the table; None until it is known who dealt.
    hand: Hand | None
    #: What every record has and is still to come: its id, its ruleset, its deal.
    missing: frozenset[str]
    #: What cannot stay so, and lines that are still to come may explain: a miscount, a clock that lies ahead.
    doubts: tuple[RecordError, ...] = ()

    @property
    def named(self) -> bool:
        """True if the hand has its id."""
        return "id" not in self.missing

    @property
    def law(self) -> BoundRuleset:
        """Its rules if these are shipped and of its game, else the first ones of its game."""
        shipped = SHIPPED_OF[game_of(self.record.format).id]
        return law_of(self.record.ruleset if self.record.ruleset in shipped else shipped[0])

    def replayed(self) -> Replay | None:
        """The hand walked through as far as it goes; None where it is not at a table of its rules."""
        law = self.law
        if self.hand is None or law.game.strange(self.record, law.toggles):
            return None
        return replay_hand(self.hand, law.order(self.hand.pack))


def read(typed: TypedHand) -> Draft:
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
    if not record.score or found.doubts or found.law.ruleset.id != record.ruleset or found.replayed() is None:
        return []
    ruling = adjudicate(found.hand, found.law) if found.hand else None
    if ruling is None or ruling.sheet_agrees is not False or ruling.remedy.marks is None:
        return []
    sides = zip(ruling.replay.hand.seating.side_names, ruling.remedy.marks, strict=True)
    return [
        f"this score does not fit the hand, which gives {' '.join(f'{side} {mark}' for side, mark in sides)}"
    ]


def open_date(found: Draft) -> list[str]:
    """Return a warning if the date of a hand may be one of several days or years; else nothing."""
    context = found.record.context
    date, question = propose_edtf(context.date) if context and context.date else (None, "")
    counts = f" It counts as {date} until you say." if date and question else ""
    return [f"of this date one cannot tell: {question}{counts}"] if question else []


def _parsed(frame: str, lines: Sequence[str]) -> Record:
    return parse_any(HandText(TypedHand(frame, lines).text, 0))


def _stand_ins(lines: Sequence[str]) -> dict[str, str]:
    """Lines that stand in for what every record has, until it is typed."""
    seats = [words[1] for words in map(str.split, lines) if len(words) > 1 and words[0].lower() in _SEATS]
    numbered = any(seat.lower() == "p1" for seat in seats)
    return {"id": "hand unnamed", "ruleset": "rules unnamed", "deal": f"deal {'P1' if numbered else 'N'}"}


def _is_to_come(fault: RecordError, stand_ins: dict[str, str]) -> bool:
    """Return True if a fault is only a part not typed yet; its place is the frame."""
    return fault.place is not None and fault.place.line == 0 and fault.path[0] in stand_ins


def _so_far(record: Record) -> Record:
    """The record without the marks of tricks that are still to be typed."""
    typed = [
        trick for trick in record.disordered if record.seating.clocks_of(trick).stop <= len(record.plays)
    ]
    return record if typed == record.disordered else record.model_copy(update={"disordered": typed})


def _miscounted(record: Record) -> Record:
    """The record with the word that hands may be too large.

    Of a miscounted hand all that is listed is the whole of it, so that this is supposed only where it may help.
    """
    data = record_data(record)
    return model_of(record.format).model_validate(
        {**data, "incidents": [*data.get("incidents", []), _MISCOUNT]}
    )


def _is_explicit(line: str) -> bool:
    """Return True for an `explicit` line, which is read only with the whole hand."""
    return line.lower().split()[:1] == ["explicit"]


def finish(typed: TypedHand) -> Record:
    """The whole hand; Refused when something is missing, or cannot have happened."""
    record = _parsed(typed.frame, typed.lines)
    admit(record, typed.where)
    return record


_ENDING: Final = "`next` or `done`"
_SCORE: Final = "score"


class Asked(NamedTuple):
    """Prompt, and the first word that a bare answer is read with; none if several kinds of line may follow."""

    words: str
    head: str = ""


def expected(draft: Draft | None, number: int, frame: str = GAMES[0].id) -> Asked:
    """Return the prompt after the lines of hand `number` of the session."""
    if draft is None or not draft.named:
        game = next(game for game in GAMES if game.id == frame)
        return Asked(f"Name for hand {number}{'' if game is GAMES[0] else f' of {game.name}'}", "hand")
    if "ruleset" in draft.missing:
        return Asked("Rules, such as pepper", "rules")
    record, recording = draft.record, draft.law.game.recording(draft.law.toggles)
    if "deal" in draft.missing:
        return Asked(_sentence([*_of_the_table(draft, recording), "dealer"]), "deal")
    replayed = draft.replayed()
    if record.score:
        return Asked(_ENDING)
    if replayed is None:
        return Asked(_sentence([*_of_the_table(draft, recording), f"score, {_ENDING}"]), _SCORE)
    if record.sheet or replayed.declared.unplayed:
        return Asked(f"Score, {_ENDING}", _SCORE)
    if not record.plays and (said := _before_the_cards(draft, replayed, recording)):
        return said
    seating, fallen = replayed.hand.seating, len(replayed.cards)
    tricks, over = divmod(fallen, seating.width)
    if fallen >= seating.end or record.laydown:
        return Asked(f"Claim, score, {_ENDING}", _SCORE)
    if over:
        what = f"Trick {tricks + 1} has {over} of {seating.width} cards. Type a claim, the score, {_ENDING}"
        return Asked(what, _SCORE)
    leader = leading(replayed)
    trick = f"trick {tricks + 1}, {seat_name(leader)} leads" if leader else f"trick {tricks + 1}"
    beside = [] if record.plays else _beside(draft, replayed, recording)
    return Asked(_sentence([*beside, trick]), f"{tricks + 1}{leader}" if leader else "")


def _sentence(parts: list[str]) -> str:
    """Return the parts as one prompt that starts with a capital letter."""
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def leading(replayed: Replay) -> str:
    """The seat that leads next, where that is known."""
    turn = replayed.columns.next_turn
    return replayed.hand.seating.seats[turn.bit_length() - 1] if turn.bit_count() == 1 else ""


def _of_the_table(draft: Draft, recording: Recording) -> Iterator[str]:
    """Yield what a record still has to say of the table, as the rules want another than it has: seats, or the pack."""
    record = draft.record
    fields = record.model_fields_set
    if len(recording.tables) > 1 and "seats" not in fields:
        yield "seats"
        return
    table = recording.tables.get(len(record.seating.seats))
    told = fields & {"pack", "pack_name", "cards_each"}
    if table and not told and game_of(record.format).strange(record, draft.law.toggles):
        yield f"pack {table.pack}" + (f" each {table.each}" if table.told else "")


def _before_the_cards(draft: Draft, replayed: Replay, recording: Recording) -> Asked | None:
    """Return the prompt for missing calls or trump before the first card, None if all are there."""
    record, seating = draft.record, replayed.hand.seating
    if record.contract is None and not record.declarations:
        turned = recording.turned is not None and (record.deal.upcard or "")[1:] == recording.turned
        first = seat_name(seating.seats[seating.left_of(seating.number[record.deal.dealer])])
        return None if turned else Asked(f"Calls, {first} first", "calls")
    if replayed.strain is not None or recording.bidding is None:
        return None
    silent = (
        {*seating.seats} - {said.seat for said in record.declarations or ()}
        if record.contract is None
        else ()
    )
    calls = ["More calls"] if silent or replayed.maker is None else []
    if replayed.maker is None:
        return Asked("; ".join(calls), "calls") if calls else None
    maker = seating.seats[replayed.maker]
    return Asked("; ".join([*calls, f"{seat_name(maker)} names trump"]), "" if calls else f"trump {maker}")


def _beside(draft: Draft, replayed: Replay, recording: Recording) -> Iterator[str]:
    """Yield the other lines a game may have before the first card, once the bid is won."""
    record = draft.record
    if replayed.maker is None:
        return
    if "give" in recording.moments and "exchanges" not in record.model_fields_set:
        yield "give"
    if "out" in recording.moments and all(said.call != "out" for said in record.declarations or ()):
        yield "out"


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

    typed: TypedHand
    record: Record


class PromptQuestion(NamedTuple):
    """Prompt, first word of its answer, and the default answer; empty if there is none."""

    words: str
    head: str
    default: str

    @property
    def text(self) -> str:
        """The question with its default."""
        return f"{self.words} [{self.default}]" if self.default else self.words


def led(
    asked: Asked, draft: Draft | None, before: Before | None, passed: Collection[str], number: int
) -> PromptQuestion:
    """The next question, of a hand of which some parts were `passed` over; after its head few have a default."""
    if asked.head == "hand":
        return PromptQuestion(*asked, _next_id(before, number))
    if draft is None:
        return PromptQuestion(*asked, "")
    if "deal" not in draft.missing:
        unsaid = asked.head == "calls" and _is_unsaid(draft) and _TURNED[1] not in passed
        return PromptQuestion(*_TURNED, NONE) if unsaid else PromptQuestion(*asked, "")
    carried = dict(_carried(before))
    if asked.head == "rules" or ("rules" in carried and "ruleset" not in draft.record.model_fields_set):
        return PromptQuestion(
            "Rules" if "rules" in carried else asked.words, "rules", carried.get("rules", "")
        )
    typed = {
        "seats": draft.record.players or "seats" in draft.record.model_fields_set,
        "source": draft.record.source,
    }
    for head in _ASKED:
        if not typed[head] and head not in passed:
            return PromptQuestion(_ASKED[head], head, carried.get(head, NONE))
    return PromptQuestion(*asked, _next_dealer(draft, before))


def _is_unsaid(draft: Draft) -> bool:
    """Return True if the game turns a card and it is not recorded yet."""
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
    """Yield the lines of the previous hand that carry over to the next."""
    for line in before.typed.lines if before else ():
        head, _, said = line.strip().partition(" ")
        if head in _CARRIED:
            yield head, said.strip()


def names_at_seats(answer: str) -> str | None:
    """Names alone, clockwise from North or from the first player, as a line says them; None where they are no table."""
    names = [" ".join(name.split()) for name in answer.split("/")]
    seats: Sequence[str] | None = next((table for table in TABLES if len(table) == len(names)), None)
    return (
        " / ".join(f"{seat} {name or '-'}" for seat, name in zip(seats, names, strict=True))
        if seats
        else None
    )


#: More than these of one line are not told: the first ones are the slip, the others follow from it.
_MOST: Final = 5


def told(refused: Refused, lines: Sequence[str], now: int | None) -> list[str]:
    """The faults of typed lines; those in line `now`, counted from 1, by their column alone."""
    said = [line for fault in refused.faults[:_MOST] for line in _fault(fault, lines, now)]
    more = len(refused.faults) - _MOST
    return [*said, f"and {more} more"] if more > 0 else said


def _fault(fault: RecordError, lines: Sequence[str], now: int | None) -> Iterator[str]:
    place = fault.place
    where = ""
    if place is not None and place.line == now:
        where = f"column {place.column}: "
    elif place is not None and 0 < place.line <= len(lines):
        where = f"line {place.line} ({printable(lines[place.line - 1], 40)}), column {place.column}: "
    yield f"{where}{fault.what}" + (f"; {fault.why}" if fault.why else "")
    # A line that was taken cannot be typed a second time.
    again = ""
    if now is not None and place is not None and 0 < place.line != now:
        again = f"`edit {place.line}` to retype that line"
    elif "twice" in fault.what:
        again = "`edit` lists the lines so far, so that you can retype one; `undo` takes back the last"
    if said := "; ".join(filter(None, (fault.help, again))):
        yield f"    help: {said}"
