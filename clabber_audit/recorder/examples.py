"""Hands of the casebook whose ruling turns on one question."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import Refused
from clabber_audit.core.files import package_folder
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.comparison import Difference, law_with, with_answers
from clabber_audit.judge.judge import Ruling, adjudicate, judge_again
from clabber_audit.report.manual import answer_text
from clabber_audit.report.scores import game_outcome
from clabber_audit.report.verdict import first_line
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.ruleset import SHIPPED, Ruleset, load

_OF_A_TABLE: Final = "It decides which hands can be dealt and written down, not how one is ruled."
_OF_A_SUM: Final = "It counts in the sum of a game or an evening, not in the ruling on a hand."
#: Reason why no hand turns on a question.
NO_HAND: Final = {
    **dict.fromkeys(("players", "pack", "cards_each", "upcard"), _OF_A_TABLE),
    **dict.fromkeys(("start", "end", "table_tie", "passed_hand_counts", "zero_doubles"), _OF_A_SUM),
    **dict.fromkeys(("max_redeals", "repeat"), _OF_A_SUM),
}

#: An answer in words and the law with it; None if it does not go with the other answers.
LabeledLaw = tuple[str, BoundRuleset | None]
#: Function from some rules, and the answers that a case changes in them, to a law for each answer to one question.
Laws = Callable[[BoundRuleset, Mapping[str, Any]], Sequence[LabeledLaw]]


class ExampleHand(NamedTuple):
    """Case of the casebook, with its rules and the answers that it changes in them."""

    #: The id; that of a case of an infraction begins with the id of the infraction.
    case: str
    game: str
    title: str
    why: str
    record: Mapping[str, Any] | None
    rules: str
    answers: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.title}. {self.why}"


@cache
def _casebook() -> list[ExampleHand]:
    """Return the casebook as it is published."""
    suite = package_folder("examples") / "conformance"
    cases = {case["id"]: case for case in _lines(suite / "cases.ndjson")}
    examples = []
    for game in ("clabber", "bid-euchre"):
        for row in _lines(suite / f"{game}.ndjson"):
            rules, *rest = str(row.get("ruleset")).split(".")
            case = cases[row["case"]]
            answers = {
                toggle: {"yes": True, "no": False}.get(word, int(word) if word.isdigit() else word)
                for toggle, word in zip(rest[::2], rest[1::2], strict=True)
            }
            examples.append(
                ExampleHand(
                    case=row["case"],
                    game=game,
                    title=case["title"],
                    why=" ".join(case["why"].split()),
                    record=row.get("record"),
                    rules=rules,
                    answers=answers,
                )
            )
    return examples


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, file.read_text(encoding="utf-8").splitlines())


class ExampleHands:
    """Hands of the casebook, ruled by one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.law = rules, law(rules)
        self._rulings: dict[int, Ruling | None] = {}

    def turning_on(self, question: str, laws: Laws) -> tuple[ExampleHand, list[str]] | None:
        """Return a case that turns on a question, with the first line of the ruling under each law; None without one.

        Cases of the question come first, each under these rules and then under its own; if there are none, the cases of
        these rules. The lines are empty if no hand of such a case is ruled differently.
        """
        cases = [
            example
            for example in _casebook()
            if question in example.answers or example.case.rpartition("-")[0] == question
        ]
        own = [
            example for example in _casebook() if example.rules in self.rules.lineage and not example.answers
        ]
        for example in cases or own:
            for hands in (self, *map(_hands_under, {example.rules} & {*SHIPPED})):
                lines = hands._list_first_lines(example, laws)
                if len({line.partition(": ")[2] for line in lines}) > 1:
                    return example, [*([f"Under {hands.rules.id}:"] if hands is not self else []), *lines]
        return (cases[0], []) if cases else None

    def find_examples(self, found: Sequence[Difference]) -> dict[str, list[str]]:
        """Return by question the title of a case that turns on a difference, and the two rulings on it."""
        texts: dict[str, list[str]] = {}
        for item in found:
            if item.question in NO_HAND:
                texts[item.question] = [NO_HAND[item.question]]
            elif turning := self.turning_on(item.question, partial(_build_laws, item)):
                case, lines = turning
                texts[item.question] = (
                    [f"{case.title}:", *lines] if lines else [f"In the casebook: {case.title}."]
                )
        return texts

    def _list_first_lines(self, example: ExampleHand, laws: Laws) -> list[str]:
        ruling, game = self._rule_on(example), self.rules.game
        if ruling is None:
            return []
        record = ruling.replay.hand.record
        bound = [(label, law) for label, law in laws(self.law, example.answers) if law]
        fitting = [(label, law) for label, law in bound if not game.table_faults(record, law.toggles)]
        return [f"{label}: {_summarize_ruling(judge_again(ruling, law))}" for label, law in fitting]

    def _rule_on(self, example: ExampleHand) -> Ruling | None:
        """Return the ruling on a hand by the rules; None if it is of another game or table."""
        key, game = id(example), self.rules.game
        if key not in self._rulings:
            self._rulings[key] = None
            if (example.record or {}).get("format") == game.format:
                try:
                    hand = parse_hand(
                        json.dumps({**(example.record or {}), "ruleset": self.rules.id}).encode()
                    )
                except Refused:
                    return None
                if not game.table_faults(hand.record, self.law.toggles):
                    self._rulings[key] = adjudicate(hand, self.law)
        return self._rulings[key]


def _build_laws(item: Difference, base: BoundRuleset, tried: Mapping[str, Any]) -> list[LabeledLaw]:
    """Return a law with each of two answers to a question, or prices of an infraction."""
    others = {name: answer for name, answer in tried.items() if name != item.question}
    return [
        (
            answer_text(answer, of_penalty=item.penalty),
            with_answers(base, (item._replace(theirs=answer),))
            if item.penalty
            else law_with(base, {**others, item.question: answer}),
        )
        for answer in (item.ours, item.theirs)
    ]


def _summarize_ruling(ruling: Ruling) -> str:
    """Return the first line of a ruling, the winner of the game and the hickeys."""
    settled, speaker, sides = ruling.remedy.settled, speaker_of(ruling), ruling.replay.hand.seating.side_names
    ends = [f"{text[:1].upper()}{text[1:]}." for text in [*game_outcome(ruling, ruling.remedy, speaker)][:1]]
    hickeys = zip(sides, getattr(settled, "hickeys", ()), strict=False)
    counts = ", ".join(f"{side} {count}" for side, count in hickeys if count)
    return " ".join([first_line(ruling), *ends, *([f"Hickeys: {counts}."] if counts else [])])


@cache
def _hands_under(rules: str) -> ExampleHands:
    return ExampleHands(load(rules))
