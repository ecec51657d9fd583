"""House rules from answers: the questions on which tables differ, a hand that turns on each, and the TOML file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import Refused, Unusable
from clabber_audit.core.files import package_folder
from clabber_audit.core.text import to_toml
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.comparison import Difference, law_with, with_answers
from clabber_audit.judge.judge import Ruling, adjudicate, judge_again
from clabber_audit.report.manual import answer_text
from clabber_audit.report.scores import game_outcome
from clabber_audit.report.verdict import first_line
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.answers import answer_words, is_number, list_other_answers, types_of
from clabber_audit.rules.articles import render
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
    cases = {case["id"]: case for case in _read_lines(suite / "cases.ndjson")}
    examples = []
    for game in ("clabber", "bid-euchre"):
        for row in _read_lines(suite / f"{game}.ndjson"):
            rules, *rest = str(row.get("ruleset")).split(".")
            case = cases[row["case"]]
            answers = {
                toggle: {"yes": True, "no": False}.get(word, int(word) if word.isdigit() else word)
                for toggle, word in zip(rest[::2], rest[1::2], strict=True)
            }
            id, why, record = row["case"], " ".join(case["why"].split()), row.get("record")
            examples.append(ExampleHand(id, game, case["title"], why, record, rules, answers))
    return examples


def _read_lines(file: Path) -> Iterator[dict[str, Any]]:
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
        unanswered = (example for example in _casebook() if not example.answers)
        own = [example for example in unanswered if example.rules in self.rules.lineage]
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
                alone = [f"In the casebook: {case.title}."]
                texts[item.question] = [f"{case.title}:", *lines] if lines else alone
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
                data = {**(example.record or {}), "ruleset": self.rules.id}
                try:
                    hand = parse_hand(json.dumps(data).encode())
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
    ends = [f"{text[:1].upper()}{text[1:]}." for text in [*game_outcome(ruling, speaker)][:1]]
    hickeys = zip(sides, getattr(settled, "hickeys", ()), strict=False)
    counts = ", ".join(f"{side} {count}" for side, count in hickeys if count)
    return " ".join([first_line(ruling), *ends, *([f"Hickeys: {counts}."] if counts else [])])


@cache
def _hands_under(rules: str) -> ExampleHands:
    return ExampleHands(load(rules))


Answer = str | bool | int
_ID: Final = re.compile(r"[^a-z0-9]+")


class HouseQuestion(NamedTuple):
    """Question that a house may answer otherwise than the rules it extends."""

    name: str
    text: str
    #: The answer of the rules that the house extends.
    usual: Answer
    #: Every answer in words, the usual one first; empty if only numbers will do.
    choices: tuple[Answer, ...]
    numeric: bool
    range: tuple[int, int] | None

    @property
    def table(self) -> str:
        """Table of the file that the answer belongs in."""
        return "parameters" if self.numeric else "toggles"

    def parse(self, typed: str) -> Answer:
        """Return the answer that a number of the list, its words or its value name. Raise ValueError otherwise."""
        word = typed.strip().lower().replace(" ", "_").strip("“”\"'")
        for answer in self.choices:
            if word in (str(answer).lower(), answer_words(answer).lower().replace(" ", "_")):
                return answer
        number = int(word) if re.fullmatch(r"-?\d{1,9}", word) else None
        if number is not None and self.numeric:
            least, most = self.range or (-(10**9), 10**9)
            if least <= number <= most:
                return number
            raise ValueError(f"{number} is out of range; give a number from {least} to {most}")
        if number is not None and 1 <= number <= len(self.choices):
            return self.choices[number - 1]
        words = ", ".join(map(answer_words, self.choices))
        if self.numeric:
            words = f"{words}{', or ' if words else ''}a whole number"
        raise ValueError(f"“{typed.strip()[:40]}” is not an answer; give {words}")


def imply(parent: Ruleset, name: str, answer: Answer) -> dict[str, Answer]:
    """Return the other answers that an answer brings along, such as `renege_penalty = "points"` with its points."""
    settled = parent.game.expand_answer(name, answer).items()
    return {toggle: value for toggle, value in settled if toggle != name}


def is_possible(parent: Ruleset, name: str, answer: Answer) -> bool:
    """Return True if an answer, with those that it brings along, goes with all others of some rules."""
    changed = parent.toggles._replace(**{name: answer}, **imply(parent, name, answer))
    return parent.game.find_unmet_need(changed) is None


def describe_choice(parent: Ruleset, name: str, answer: Answer) -> str:
    """Return an answer in a word, and the sentence that an article would give it, if there is one."""
    game, word = parent.game, answer_words(answer)
    values = game.values(parent.toggles._replace(**{name: answer}, **imply(parent, name, answer)))
    sentence = render(game.sentence(name, answer), values, game.sentence)
    return f"{word}: {sentence}" if sentence else word


def house_questions(parent: Ruleset) -> list[HouseQuestion]:
    """Return the questions that arise under some rules, numbers that a house sets first."""
    questions = []
    for name, toggle in parent.game.questions.items():
        usual = getattr(parent.toggles, name)
        numeric = is_number(types_of(parent.game)[name])
        others = [*list_other_answers(parent.game, name, usual)]
        choices = [answer for answer in (usual, *others) if not (numeric and isinstance(answer, int))]
        near = any(is_possible(parent, name, answer) for answer in others)
        if usual is not None and near and (numeric or len(choices) > 1):
            questions.append(HouseQuestion(name, toggle.text, usual, tuple(choices), numeric, toggle.range))
    return sorted(questions, key=lambda question: question.range is None)


def example_lines(hands: ExampleHands, question: HouseQuestion) -> list[str]:
    """Return a case that turns on a question, and the first line of the ruling on its hand under each answer."""

    def laws(base: BoundRuleset, tried: Mapping[str, Answer]) -> list[LabeledLaw]:
        usual, own = getattr(base.toggles, question.name), tried.get(question.name, question.usual)
        if own == usual and type(own) is int:
            own += 1
        others = {name: answer for name, answer in tried.items() if name != question.name}
        choices = question.choices if not question.numeric else (usual, own)
        return [
            (answer_words(answer), law_with(base, {**others, question.name: answer}))
            for answer in dict.fromkeys([usual, *choices])
        ]

    examples = hands.turning_on(question.name, laws)
    if examples is None:
        return [NO_HAND.get(question.name, "No hand of the casebook turns on it.")]
    return [str(examples[0]), *examples[1]]


def house_id(title: str) -> str:
    """Return the id of a ruleset from its title: `west-side-clabber`."""
    return _ID.sub("-", title.lower()).strip("-")[:60] or "house-rules"


#: First line of a file.
HEAD: Final = "# House rules. Everything that is not said here is as in the rules they extend."


def house_toml(parent: Ruleset, id: str, title: str, answers: Mapping[str, Answer]) -> str:
    """Return a file that gives only the answers that differ from those of the rules that it extends."""
    head = {"id": id, "title": title, "extends": parent.id}
    lines = [HEAD, *(f"{key} = {to_toml(value)}" for key, value in head.items())]
    changed = [
        question
        for question in house_questions(parent)
        if answers.get(question.name, question.usual) != question.usual
    ]
    for table in ("parameters", "toggles"):
        own = [question for question in changed if question.table == table]
        lines += ["", f"[{table}]"] if own else []
        for question in own:
            lines.append(f"# {question.text} (Usual: {answer_words(question.usual)})")
            lines.append(f"{question.name} = {to_toml(answers[question.name])}")
    return "\n".join(lines) + "\n"


def conflicts(parent: Ruleset) -> list[dict[str, Any]]:
    """Return for each condition of the game the choices that do not go together, for a page without a judge."""
    asked = {question.name: question.choices or (question.usual,) for question in house_questions(parent)}
    result = []
    for need in parent.game.needs:
        names = [name for name in need.toggles if asked.get(name)]
        for answers in product(*(asked[name] for name in names)):
            given = dict(zip(names, answers, strict=True))
            if problem := need.problem(parent.toggles._replace(**given)):
                result.append({"answers": given, "why": problem[0], "help": problem[1]})
    return result


class Interview:
    """Questions asked one by one, at a prompt."""

    HELP: Final = (
        "Press Enter to keep the usual answer. Type a number of the list, or the answer. Also: `e` an example hand, "
        "`b` back, `done` to write the file now, the name of a question to go there, Ctrl-C to stop and keep what "
        "you said."
    )

    def __init__(self, parent: Ruleset, say: Callable[[str], None], answers: Mapping[str, Answer]) -> None:
        self.parent, self.answers, self._say = parent, dict(answers), say
        self._asked, self._hands = house_questions(parent), ExampleHands(parent)

    def ask(self, read_line: Callable[[str], str]) -> None:
        """Ask every question; EOFError and KeyboardInterrupt go up, with `answers` as they are."""
        self._say(self.HELP)
        at, is_done = 0, False
        while True:
            if is_done or at >= len(self._asked):
                wrong = self._check_answers()
                if wrong is None:
                    return
                at, is_done = wrong, False
            question = self._asked[at]
            self._show_question(at)
            typed = read_line("> ").strip()
            word = typed.lower()
            if not typed:
                at += 1
            elif word == "done":
                is_done = True
            elif word in ("b", "back"):
                at = max(at - 1, 0)
            elif word in ("e", "example"):
                for line in example_lines(self._hands, question):
                    self._say(f"  {line}")
            elif word in ("?", "help"):
                self._say(self.HELP)
            elif (named := self._index_of(word)) is not None:
                at = named
            else:
                at = self._take_answer(at, typed)

    def _index_of(self, word: str) -> int | None:
        names = [question.name for question in self._asked]
        return names.index(word) if word in names else None

    def _show_question(self, at: int) -> None:
        """Show a question, its answers, and which of them holds now."""
        question = self._asked[at]
        now = self.answers.get(question.name, question.usual)
        self._say("")
        self._say(f"{at + 1} of {len(self._asked)} ({question.name}). {question.text}")
        for number, answer in enumerate(question.choices, 1):
            place = "-" if question.numeric else number
            words = describe_choice(self.parent, question.name, answer)
            self._say(f"  {place}  {words}{' (now)' if answer == now else ''}")
        if question.numeric:
            limits = " from {} to {}".format(*question.range) if question.range else ""
            self._say(f"  a number{limits}; now {answer_words(now)}")

    def _take_answer(self, at: int, typed: str) -> int:
        """Take an answer and return the question to go on with: one that it does not go with, else the next."""
        question = self._asked[at]
        try:
            self.answers[question.name] = question.parse(typed)
        except ValueError as problem:
            self._say(f"  {problem}.")
            return at
        brought = imply(self.parent, question.name, self.answers[question.name])
        self.answers.update(brought)
        for toggle, answer in brought.items():
            self._say(f"  So {toggle} is {answer_words(answer)}.")
        for other in [*self.answers]:
            needed = imply(self.parent, other, self.answers[other])
            if any(self.answers.get(toggle) != value for toggle, value in needed.items()):
                self._say(f"  So {other} no longer counts.")
                del self.answers[other]
        wrong = self._check_answers(question.name)
        return at + 1 if wrong is None else wrong

    def _check_answers(self, just: str = "") -> int | None:
        """Say which answers do not go together, and return the question to ask again; None if all do."""
        toggles = self.parent.toggles._replace(**self.answers)
        unmet = self.parent.game.find_unmet_need(toggles)
        if unmet is None:
            return None
        values = [(name, getattr(toggles, name)) for name in unmet.toggles]
        given = ", ".join(f"{name} = {to_toml(value)}" for name, value in values if value is not None)
        names = [name for name in unmet.toggles if self._index_of(name) is not None]
        self._say(f"  These do not go together: {given}. {unmet.why[:1].upper()}{unmet.why[1:]}.")
        self._say(f"  What to do: {unmet.help}.")
        others = [name for name in names if name != just] or names
        return self._index_of(others[0]) if others else 0


def draft_answers(text: str, parent: Ruleset, name: str) -> dict[str, Answer]:
    """Return the answers that a kept file gives. Raise Unusable if it cannot be read."""
    import tomllib

    try:
        data = tomllib.loads(text)
        given = {**data.get("parameters", {}), **data.get("toggles", {})}
        known = {question.name: question for question in house_questions(parent)}
        asked = ((toggle, answer) for toggle, answer in given.items() if toggle in known)
        return {toggle: known[toggle].parse(str(answer)) for toggle, answer in asked}
    except (tomllib.TOMLDecodeError, ValueError, AttributeError, TypeError) as problem:
        raise Unusable(f"cannot read {name}", str(problem), "delete it to begin anew") from None
