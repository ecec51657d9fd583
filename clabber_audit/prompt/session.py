"""A session: hands that are whole, the hand at hand, and what may be said instead of a line of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from clabber_audit.ground.errors import Fault, Refused, shown
from clabber_audit.notation.language import LANGUAGES
from clabber_audit.notation.passage import FRAMES
from clabber_audit.prompt import draft
from clabber_audit.prompt.asking import Asked, expected
from clabber_audit.prompt.draft import Typed
from clabber_audit.prompt.helping import helped
from clabber_audit.prompt.leading import ANY_WORDS, MAY_BE_NONE, NONE, Before, Question, led, names_at_seats
from clabber_audit.prompt.table import table
from clabber_audit.prompt.telling import told
from clabber_audit.record.formats import Record
from clabber_audit.rulesets.ruleset import SHIPPED_OF

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
        """What is expected next."""
        if self.edited:
            return f"line {self.edited} [{self.lines[self.edited - 1]}]"
        return self._question().text if self.leads else self._asked().words

    def _asked(self) -> Asked:
        return expected(self._draft(), len(self.hands) + 1, self.frame)

    def _question(self) -> Question:
        number = len(self.hands) + 1
        return led(self._asked(), self._draft(), self.hands[-1] if self.hands else None, self.passed, number)

    @property
    def typed(self) -> Typed:
        """The hand at hand as it is typed."""
        return Typed(self.frame, self.lines)

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
        return [said for line in text.split("\n") if line.strip() for said in self._line(line) if not self.taken]

    def take(self, line: str) -> list[str]:
        """Take a line of the hand, or do what a word such as `undo` asks for."""
        words = line.split()
        self.taken = True
        if self.edited:
            return self._retyped(line)
        if not words:
            return self._entered() if self.leads else []
        command = _COMMANDS.get(words[0].lower())
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
        words, head = line.split(), self._question().head if self.leads else self._asked().head
        if head in MAY_BE_NONE and words[0].lower() == NONE:
            self.passed.add(head)
            return []
        said = self._line(line)
        named = words[0].lower().rstrip(".:") in LANGUAGES[self.frame].names
        if self.taken or not head or (named and head not in ANY_WORDS):
            return said
        seated = names_at_seats(line) if head == "seats" else None
        for answer in filter(None, (line, seated)):
            whole = f"{head} {answer.strip()}"
            found = self._line(whole)
            if self.taken:
                return [f"read as: {shown(whole, 60)}", *found] if named else found
            if not found[0].startswith(tuple(f"column {len(head) + 2}: {words}" for words in _NOT_UNDERSTOOD)):
                said = [f"read as: {shown(whole, 60)}", *found]
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
        return self._changed(Typed(self._frame_for(words), [*self.lines, line]), len(self.lines) + 1)

    def _changed(self, typed: Typed, now: int) -> list[str]:
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
        return self._changed(Typed(self._frame_for(line.lower().split()), lines), number)

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

    def _refuse_twin(self, found: draft.Draft, typed: Typed) -> None:
        if found.named and any(hand.record.id == found.record.id for hand in self.hands):
            place = typed.where(("id",))
            raise Refused([Fault("that name is already used", "each hand has its own", "give another", place)])

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
        """How many times something can be taken back."""
        return len(self.lines) + sum(len(hand.typed.lines) + 1 for hand in self.hands)

    def _undone(self) -> str:
        if self.lines:
            return f"Taken back: {shown(self.lines.pop(), 200)}"
        whole = self.hands.pop()
        self.frame, self.lines = whole.typed.frame, list(whole.typed.lines)
        return f"Back in hand {whole.record.id}."

    def show(self, words: Sequence[str]) -> list[str]:
        """`show`: the table."""
        return table(self._draft(), len(self.hands) + 1) if len(words) == 1 else self._misunderstood(words)

    def help(self, words: Sequence[str]) -> list[str]:
        """`help`, `help claim`: what may be typed."""
        return helped(words[1:], LANGUAGES[self.frame])

    def _misunderstood(self, words: Sequence[str]) -> list[str]:
        self.taken = False
        return [f"unknown command `{shown(' '.join(words), 40)}`", *helped(words[:1], LANGUAGES[self.frame])]


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
