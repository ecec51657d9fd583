"""Prompt session."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from clabber_audit.cards.cards import pretty, seat_name
from clabber_audit.core.errors import RecordError, Refused, printable
from clabber_audit.recorder.prompt import draft
from clabber_audit.recorder.prompt.draft import (
    ANY_WORDS,
    MAY_BE_NONE,
    NONE,
    Asked,
    Before,
    Draft,
    PromptQuestion,
    TypedHand,
    expected,
    led,
    names_at_seats,
    told,
)
from clabber_audit.records.formats import Record
from clabber_audit.records.notation.draft import FRAMES
from clabber_audit.records.notation.language import GRAMMARS, Grammar, LineKind
from clabber_audit.records.notation.tokens import STRAIN_SHORT, suggest
from clabber_audit.replay import Replay
from clabber_audit.rules.incidents import incident_kinds
from clabber_audit.rules.ruleset import SHIPPED_OF

#: The words that are no lines of a hand, and what each does.
WORDS: Final[Mapping[str, str]] = {
    "undo": "take back the last line; `undo 3` takes back three, and may reach into the hand before",
    "edit": "retype a line of this hand: `edit 4`; `edit` alone lists the lines with their numbers",
    "show": "show the table: what each has played, the tricks so far, who is next",
    "next": "finish this hand and start another (`clabber 1` and `bid-euchre 1` do the same)",
    "done": "save all hands as text and JSON, and quit",
    "quit": "quit without saving to the file; your typing is kept for next time",
    "help": "show this list; `help claim` explains one kind of line",
}
#: What a kind of line is called where it begins with a number or a letter.
_CALLED: Final = {"1": "trick", "N": "seat"}
#: How wide the first words stand.
_WIDTH: Final = 12
_LAST: Final = (
    "Type `?` for an unknown card. Illegal plays are accepted: enter what was played. For a game other than Clabber, "
    "start with its rules, such as `rules pepper`. For the whole format, see `clabber-audit schema clab` and `schema "
    "bid-euchre`."
)


def helped(words: Sequence[str], language: Grammar) -> list[str]:
    """Return the help for one word or for all, in a language of the notation."""
    kinds = _kinds(language)
    if not words:
        lines = [f"  {name:<{_WIDTH}}{kind.example}" for name, kind in kinds.items()]
        return [*lines, "", *(f"  {word:<{_WIDTH}}{does}" for word, does in WORDS.items()), "", _LAST]
    word = words[0].lower()
    if word in WORDS:
        return [f"  {word:<{_WIDTH}}{WORDS[word]}"]
    kind = kinds.get(word) or language.lines.get(words[0]) or language.lines.get(word)
    if kind:
        return [f"  {word:<{_WIDTH}}{kind.example}", *_named_in(word, language)]
    known = [*kinds, *WORDS]
    return [
        f"no line starts with `{printable(word, 40)}`",
        f"    help: {suggest(word, known) or 'type help'}",
    ]


def _named_in(word: str, language: Grammar) -> list[str]:
    """Return the words that a line of this kind may name: infractions in a claim, kinds in an incident."""
    listed = {"claim": language.known.infraction, "incident": language.known.incident}.get(word, {})
    return [f"  {'':<{_WIDTH}}one of: {', '.join(dict.fromkeys(listed.values()))}"] if listed else []


def _kinds(language: Grammar) -> dict[str, LineKind]:
    """The kinds of lines, each under its first spelling; the frame is typed by the prompt."""
    kinds: dict[str, LineKind] = {}
    for word, kind in language.lines.items():
        if kind not in kinds.values() and word not in FRAMES:
            kinds[_CALLED.get(word, word)] = kind
    return kinds


_WIDTH_TABLE: Final = 8
_KINDS: Final = {"two_hundred": "two hundred"}


def table(draft: Draft | None, number: int) -> list[str]:
    """The hand so far, which is hand `number` of the session, in lines."""
    if draft is None:
        return [f"Nothing typed yet for hand {number}."]
    lines = [_title(draft)]
    record = draft.record
    lines += [
        f"  {seat_name(seat):<{_WIDTH_TABLE}}{' '.join(map(pretty, cards)) or '-'}"
        for seat in record.seating.seats
        if (cards := record.deal.hands.get(seat)) is not None
    ]
    replayed = draft.replayed()
    if replayed and record.plays:
        lines += ["", *_tricks(replayed)]
    lines += [f"  {said}" for said in _said(record)]
    return [*lines, f"  next: {expected(draft, number).words}"]


def _title(draft: Draft) -> str:
    record = draft.record
    title = f"hand {record.id if draft.named else 'without a name'}"
    if "deal" in draft.missing:
        return title
    title += f", {seat_name(record.deal.dealer)} deals"
    if record.deal.upcard:
        title += f", up-card {pretty(record.deal.upcard)}"
    replayed = draft.replayed()
    if replayed and replayed.strain is not None and not replayed.declared.unplayed:
        maker = f" by {seat_name(record.seating.seats[replayed.maker])}" if replayed.maker is not None else ""
        title += f", {STRAIN_SHORT[replayed.strain.name]} made{maker}"
    return title


def _tricks(replayed: Replay) -> Iterator[str]:
    """A row for each trick: who led, what each seat played as far as that is known, who won."""
    hand = replayed.hand
    seating, seats = hand.seating, hand.seating.seats
    yield "  trick  led     " + "".join(f"{seat_name(seat):<{_WIDTH_TABLE}}" for seat in seats) + "won"
    for start in range(0, len(hand.seats), seating.width):
        clocks = range(start, min(start + seating.width, len(hand.seats)))
        row = f"  {seating.trick_of(start):<7}{seat_name(seats[hand.seats[start]]):<{_WIDTH_TABLE}}"
        for seat in range(len(seats)):
            mine = [replayed.cards[at] for at in clocks if hand.seats[at] == seat]
            cards = [pretty(hand.pack.face[card]) if card else "?" for card in mine]
            row += f"{' '.join(cards) or '-':<{_WIDTH_TABLE}}"
        if len(clocks) == seating.width:
            winner = replayed.columns.winners[seating.trick_of(start) - 1]
            row += "?" if winner is None else seat_name(seats[winner])
        yield row.rstrip()


def _said(record: Any) -> Iterator[str]:
    """Yield the events other than plays."""
    for trick in record.disordered:
        clocks = record.seating.clocks_of(trick)
        cards = [pretty(play.card) if play.card else "?" for play in record.plays[clocks.start : clocks.stop]]
        yield f"trick {trick}, order unknown: {' '.join(cards)}"
    noted = record.model_fields_set
    for meld in (record.melds or ()) if "melds" in noted else ():
        kind = _KINDS.get(meld.kind, meld.kind)
        shown = f": {' '.join(map(pretty, meld.cards))}" if meld.cards else ""
        yield f"{seat_name(meld.seat)} calls {kind}{shown}"
    for given in (record.exchanges or ()) if "exchanges" in noted else ():
        cards = [pretty(card) if card else "?" for card in given.cards]
        yield f"{seat_name(given.giver)} passes {seat_name(given.taker)} {' '.join(cards)}"
    for incident in record.incidents:
        who = seat_name(incident.seat) if incident.seat else "someone"
        yield f"noted: {who} {incident_kinds()[incident.kind].deed}"
    for claim in record.claims:
        by = seat_name(claim.by) if claim.by else "someone"
        yield f"{by} calls a renege on {seat_name(claim.against)}"
    if record.laydown:
        yield f"{seat_name(record.laydown.by)} lays down"
    if record.score:
        yield "score: " + ", ".join(f"{team} {points}" for team, points in record.score.items())


#: The words by which somebody says which rules a hand was played by, and with them which game it was.
_RULES: Final = ("rules", "ruleset")
#: How a fault begins that says that a word cannot be read at all.
_NOT_UNDERSTOOD: Final = ("expected", "`")


class Session:
    """Hands as they are typed, line by line. What there is to say comes back as lines to show."""

    def __init__(self, leads: bool = False) -> None:
        self.hands: list[Before] = []
        #: Whether whoever types is led through the head of a hand, and Enter gives the answer in brackets.
        self.leads = leads
        #: What was asked of the hand at hand and left out.
        self.passed: set[str] = set()
        #: The number of the line that is typed anew, from 1; 0 where none is.
        self.edited = 0
        #: The lines of the hand at hand, and the language that they are in: that of the hand before, until another is
        #: said.
        self.lines: list[str] = []
        self.frame = FRAMES[0]
        #: `done` or `quit`, once that was said and nothing stands against it.
        self.ended = ""
        #: Whether the last line was taken; one that was not is asked again.
        self.taken = True

    @property
    def asks(self) -> str:
        """Next prompt."""
        if self.edited:
            return f"line {self.edited} [{self.lines[self.edited - 1]}]"
        return self._question().text if self.leads else self._asked().words

    def _asked(self) -> Asked:
        return expected(self._draft(), len(self.hands) + 1, self.frame)

    def _head(self) -> str:
        """Return the word that a bare answer is read with, such as `1W` for the cards of trick 1."""
        return self._question().head if self.leads else self._asked().head

    def _question(self) -> PromptQuestion:
        number = len(self.hands) + 1
        return led(self._asked(), self._draft(), self.hands[-1] if self.hands else None, self.passed, number)

    @property
    def typed(self) -> TypedHand:
        """The hand at hand as it is typed."""
        return TypedHand(self.frame, self.lines)

    @property
    def records(self) -> list[Record]:
        """The hands that are whole."""
        return [hand.record for hand in self.hands]

    def kept(self) -> str:
        """All lines taken, as a text of the notation that `restore` takes back; empty when there are none."""
        hands = [hand.typed for hand in self.hands] + ([self.typed] if self.lines else [])
        return "\n".join(hand.text for hand in hands)

    def restore(self, text: str) -> list[str]:
        """Take the lines of a text that was kept; what there is to say of those that cannot be taken."""
        return [
            said for line in text.split("\n") if line.strip() for said in self._line(line) if not self.taken
        ]

    def take(self, line: str) -> list[str]:
        """Take a line of the hand, or do what a word such as `undo` asks for."""
        words = line.split()
        self.taken = True
        if self.edited:
            return self._retyped(line)
        if not words:
            return self._entered() if self.leads else []
        command = _COMMANDS.get(words[0].lower())
        if words[0] == "?" and len(words) > 1 and self._head()[:1].isdigit():
            # `? ? kd ?` is a trick with one card known; `? claim` asks for help.
            said = self._answer(line)
            if self.taken:
                return said
            self.taken = True
        return command(self, words) if command else self._answer(line)

    def _entered(self) -> list[str]:
        """Enter alone: the answer that stands in brackets, where one does."""
        question = self._question()
        if question.default:
            return self._answer(question.default)
        if question.head == "deal" and (draft := self._draft()):
            return [_who_dealt(draft)]
        return ["Type an answer, or `help`."]

    def _answer(self, line: str) -> list[str]:
        """A line as it is typed; where it is none, what it says to the question."""
        words, head = line.split(), self._head()
        if head in MAY_BE_NONE and words[0].lower() == NONE:
            self.passed.add(head)
            return []
        said = self._line(line)
        named = words[0].lower().rstrip(".:") in GRAMMARS[self.frame].names
        if self.taken or not head or (named and head not in ANY_WORDS):
            return said
        seated = names_at_seats(line) if head == "seats" else None
        for answer in filter(None, (line, seated)):
            whole = f"{head} {answer.strip()}"
            found = self._line(whole)
            if self.taken:
                return [f"read as: {printable(whole, 60)}", *found] if named else found
            if not found[0].startswith(
                tuple(f"column {len(head) + 2}: {words}" for words in _NOT_UNDERSTOOD)
            ):
                said = [f"read as: {printable(whole, 60)}", *found]
        if head == "deal" and not named and (found_so_far := self._draft()):
            return [*said[:-1], _who_dealt(found_so_far), said[-1]]
        return said

    def _draft(self) -> draft.Draft | None:
        return draft.read(self.typed) if self.lines else None

    def _line(self, line: str) -> list[str]:
        self.taken = True
        line = line.rstrip()
        words = line.lower().split()
        if words[0] in FRAMES:
            return self._begin(words)
        return self._changed(TypedHand(self._frame_for(words), [*self.lines, line]), len(self.lines) + 1)

    def _changed(self, typed: TypedHand, now: int) -> list[str]:
        """Take lines of which one is new; when they cannot stand together, all stays as it was."""
        before = self._draft()
        try:
            found = draft.read(typed)
            self._refuse_twin(found, typed)
        except Refused as refused:
            self.taken = False
            return [*told(refused, typed.lines, now=now), "Not added. Fix the line and try again."]
        self.frame, self.lines = typed.frame, list(typed.lines)
        known = {fault.path for fault in before.doubts} if before else set()
        new = [fault for fault in found.doubts if fault.path not in known]
        said = told(Refused(new), self.lines, now=now)
        if not before or before.record.score != found.record.score:
            said += draft.misfit_of_score(found)
        if not before or before.record.context != found.record.context:
            said += draft.open_date(found)
        return ["Added, with a warning:", *said] if said else []

    def edit(self, words: Sequence[str]) -> list[str]:
        """`edit 4`, `edit 4 calls play`: type a line anew; `edit` alone shows the lines with their numbers."""
        if len(words) == 1:
            return [f"  {number:>3}  {line}" for number, line in enumerate(self.lines, 1)] or ["no lines yet"]
        number, *instead = words[1:]
        if not (number.isascii() and number.isdigit() and len(number) < 5):
            return self._misunderstood(words)
        if not 0 < int(number) <= len(self.lines):
            self.taken = False
            return [f"this hand has no line {int(number)}; type `edit` to list them"]
        self.edited = int(number)
        return self._retyped(" ".join(instead)) if instead else []

    def _retyped(self, line: str) -> list[str]:
        """The line that `edit` asked for; nothing typed leaves it as it is."""
        number, self.edited = self.edited, 0
        if not line.strip():
            return [f"Line {number} unchanged."]
        lines = [*self.lines[: number - 1], line.rstrip(), *self.lines[number:]]
        return self._changed(TypedHand(self._frame_for(line.lower().split()), lines), number)

    def _begin(self, words: Sequence[str]) -> list[str]:
        """A line such as `clabber 1`, which begins a hand in its language."""
        frame, *rest = words
        if rest != ["1"]:
            self.taken = False
            return [f"`{frame} 1` starts a hand and must be the only thing on its line"]
        said = self.next(words[:1]) if self.lines else []
        if self.taken:
            self.frame = frame
        return said

    def _frame_for(self, words: Sequence[str]) -> str:
        """The language of the game whose rules a line names, where it does."""
        named = words[1] if len(words) == 2 and words[0].rstrip(":") in _RULES else ""
        return next((game for game, shipped in SHIPPED_OF.items() if named in shipped), self.frame)

    def _refuse_twin(self, found: draft.Draft, typed: TypedHand) -> None:
        if found.named and any(hand.record.id == found.record.id for hand in self.hands):
            place = typed.where(("id",))
            raise Refused(
                [RecordError("that name is already used", "each hand has its own", "give another", place)]
            )

    def next(self, words: Sequence[str]) -> list[str]:
        """`next`: the hand at hand is whole, and another begins."""
        if len(words) > 1:
            return self._misunderstood(words)
        if not self.lines:
            self.taken = False
            return ["this hand has no lines yet"]
        try:
            record = draft.finish(self.typed)
        except Refused as refused:
            self.taken = False
            return told(refused, self.lines, now=None)
        self.hands.append(Before(self.typed, record))
        self.lines = []
        self.passed.clear()
        return [f"Hand {record.id} is complete."]

    def done(self, words: Sequence[str]) -> list[str]:
        """`done`: all hands are whole, and may be written."""
        if len(words) > 1:
            return self._misunderstood(words)
        said = self.next(words) if self.lines else []
        if not self.hands:
            said = said or ["No hand entered yet. Type `quit` to stop."]
            self.taken = False
        if self.taken:
            self.ended = "done"
        return said

    def quit(self, words: Sequence[str]) -> list[str]:
        """`quit`: nothing is written, and what is typed is kept."""
        if len(words) > 1:
            return self._misunderstood(words)
        self.ended = "quit"
        return []

    def undo(self, words: Sequence[str]) -> list[str]:
        """`undo`, `undo 3`: take back the last lines. A hand that was whole is opened again, which counts as one."""
        count = words[1] if len(words) == 2 else "1"
        if len(words) > 2 or not (count.isascii() and count.isdigit() and len(count) < 5):
            return self._misunderstood(words)
        said = [self._undone() for _ in range(min(int(count), self._steps))]
        return said or ["Nothing to take back."]

    @property
    def _steps(self) -> int:
        """Number of entries that can be undone."""
        return len(self.lines) + sum(len(hand.typed.lines) + 1 for hand in self.hands)

    def _undone(self) -> str:
        if self.lines:
            return f"Taken back: {printable(self.lines.pop(), 200)}"
        whole = self.hands.pop()
        self.frame, self.lines = whole.typed.frame, list(whole.typed.lines)
        return f"Back in hand {whole.record.id}."

    def show(self, words: Sequence[str]) -> list[str]:
        """`show`: the table."""
        return table(self._draft(), len(self.hands) + 1) if len(words) == 1 else self._misunderstood(words)

    def help(self, words: Sequence[str]) -> list[str]:
        """`help`, `help claim`: what may be typed."""
        return helped(words[1:], GRAMMARS[self.frame])

    def _misunderstood(self, words: Sequence[str]) -> list[str]:
        self.taken = False
        return [
            f"unknown command `{printable(' '.join(words), 40)}`",
            *helped(words[:1], GRAMMARS[self.frame]),
        ]


def _who_dealt(found: draft.Draft) -> str:
    """Return the advice for an answer that names no dealer."""
    return f"Type who dealt: {', '.join(found.record.seating.seats)}."


_COMMANDS: Final[Mapping[str, Callable[[Session, Sequence[str]], list[str]]]] = {
    "undo": Session.undo,
    "edit": Session.edit,
    "show": Session.show,
    "next": Session.next,
    "done": Session.done,
    "quit": Session.quit,
    "exit": Session.quit,
    "help": Session.help,
    "?": Session.help,
}
