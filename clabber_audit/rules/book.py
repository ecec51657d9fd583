"""Book of a club: numbered decisions on open questions, which bind from their dates on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from clabber_audit.games import load_games
from clabber_audit.games.game import Game
from clabber_audit.rules.questions import rows_of, toggles_of

FORMAT: Final = "clabber-precedents/1"
#: Name of a book in its folder.
BOOK_FILE: Final = "book.toml"


class Decision(NamedTuple):
    """Numbered decision: a question, its answer by toggles or in words, its reasons, hands and deciders."""

    number: str
    date: date
    question: str
    answer: dict[str, str | bool | int] | str | bool | int | None = None
    text: str | None = None
    holding: str = ""
    because: str = ""
    hands: Sequence[str] = ()
    by: Sequence[str] = ()
    overrules: str | None = None

    @property
    def answers(self) -> dict[str, Any]:
        """Answers by toggle; none if the question is answered in words."""
        if self.answer is None:
            return {}
        if isinstance(self.answer, dict):
            return self.answer
        return {toggle.name: self.answer for toggle in toggles_of(self.question)[:1]}

    @property
    def game(self) -> Game | None:
        """Game of its row; None for a question of the club itself."""
        games = [toggle.game for toggle in toggles_of(self.question)]
        games += [game for game in load_games() if self.question in rows_of(game)]
        return next(iter(games), None)

    def data(self) -> dict[str, Any]:
        """Return the decision as JSON data without what it leaves out."""
        usual = self._field_defaults
        given = {
            key: one for key, one in self._asdict().items() if key not in usual or one not in (usual[key], [])
        }
        return {**given, "date": self.date.isoformat()}


class Book(NamedTuple):
    """Decisions of a club, oldest first."""

    club: str
    decisions: tuple[Decision, ...]
    source: str = ""
    #: Path of an archive that logs the decisions, relative to the folder of the book.
    archive: str | None = None
    #: Signatures by number of decision, as the file has them.
    signatures: Mapping[str, Sequence[Mapping[str, str]]] = {}

    def data(self) -> dict[str, Any]:
        """Return the club and its decisions as JSON data, the inverse of `book_from_data`."""
        return {
            "format": FORMAT,
            "club": self.club,
            "decisions": [decision.data() for decision in self.decisions],
        }

    def find_overruling(self, decision: Decision) -> Decision | None:
        """Return the decision that overrules another, None if it stands."""
        return next((one for one in self.decisions if one.overrules == decision.number), None)

    def find_decisions_in_force(self, day: date) -> list[Decision]:
        """Return the decisions in force on a day."""
        over = {decision.overrules for decision in self.decisions if decision.date <= day}
        return [
            decision for decision in self.decisions if decision.date <= day and decision.number not in over
        ]


class AppliedDecision(NamedTuple):
    """Decision that a ruleset follows, with the answers of the ruleset without it."""

    decision: Decision
    before: Mapping[str, Any]
    #: Article with another answer, if any; and if it is of the league or the house.
    against: str = ""
    whose: str = ""


class BookInForce(NamedTuple):
    """Book applied to a ruleset, with the decisions that the ruleset follows."""

    book: Book
    applied: tuple[AppliedDecision, ...] = ()
    #: Numbers of decisions in force from which an appeal departs.
    departed: tuple[str, ...] = ()


def sort_by_date(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return decisions by date, oldest first; those of a day as given."""
    return tuple(sorted(decisions, key=lambda decision: decision.date))
