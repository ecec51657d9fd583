"""Articles and statutes of a ruleset, with the values of their parameters: `The game is {target}.` reads `The game is 500.`

One value is a ladder of prices for an infraction committed again and again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from string import Formatter
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.core.errors import printable
from clabber_audit.core.text import ORDINALS, ordinal
from clabber_audit.games.game import Topic
from clabber_audit.records.dates import parse_edtf

#: Cost of an infraction: the hand, the deal, a meld, the call that it is about, or nothing.
Penalty = Literal["renege", "redeal", "meld_void", "void", "note"]
Grade = Literal[
    "league text", "published description", "published example", "published variation", "practice", "outside source",
    "our reading",
]  # fmt: skip


class Article(NamedTuple):
    """Article. `penalties` binds infractions by id; `toggles` answers questions of the catalog's D-rows.

    In the file of a ruleset the text may hold parameters, such as `{target}`; in a resolved ruleset it has their values.
    """

    topic: Topic
    text: str
    #: A house's own article by default.
    sources: Sequence[str] = ("house",)
    rules: Sequence[str] = ()
    grade: Grade = "practice"
    penalties: Mapping[str, str] = {}
    toggles: Mapping[str, str | bool | int] = {}
    #: First and last day of an article that is not always in force, `from` and `until`.
    in_force: Mapping[str, str] = {}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Article:
        """Return an article from valid data."""
        data = {**data}
        days: dict[str, str] = {key: str(data.pop(key)) for key in ("from", "until") if key in data}
        cited: dict[str, Any] = {
            key: [join_lines(code) for code in data[key]] for key in ("sources", "rules") if key in data
        }
        own: dict[str, Any] = {"topic": data.get("topic"), "text": join_lines(data.get("text") or "")}
        fields: dict[str, Any] = {**data, **cited, **own, "in_force": days}
        return cls(**fields)

    def to_data(self) -> dict[str, Any]:
        """Return the article as plain data, always with its sources."""
        cited = {"sources": list(self.sources), "rules": list(self.rules)}
        sets = {"penalties": dict(self.penalties), "toggles": dict(self.toggles)}
        return {
            "topic": self.topic,
            **cited,
            "grade": self.grade,
            "text": self.text,
            **{key: set_by for key, set_by in sets.items() if set_by},
        }


class GivenAnswer(NamedTuple):
    """Answer that a file gives by `[toggles]` or `[parameters]`."""

    table: Literal["toggles", "parameters"]
    name: str
    value: Any
    #: First day on which it is in force; empty for one that always was.
    since: str = ""

    def __str__(self) -> str:
        return f"[{self.table}] {printable(self.name)}"


class Statute(NamedTuple):
    """Ruleset as its file defines it: only the differences from its parent."""

    id: str
    title: str
    about: str = ""
    #: Id of the game, if it extends nothing; by default that of Clabber.
    game: str | None = None
    extends: str | None = None
    repeal: Sequence[str] = ()
    articles: Mapping[str, Article] = {}
    #: Answers in `[toggles]` and `[parameters]`; those with a first day last, oldest first.
    answers: Sequence[GivenAnswer] = ()
    #: Who gave an answer, as articles say it, by name; `House rule` if left out.
    decided: Mapping[str, str] = {}
    #: Line to which it belongs, the text it succeeds, and its first and last day, `from` and `until`.
    line: str | None = None
    succeeds: str | None = None
    in_force: Mapping[str, str] = {}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Statute:
        """Return a ruleset from valid data; `ruleset_file` validates other people’s files."""
        lines = {key: join_lines(data[key]) for key in ("title", "about") if key in data}
        articles = {
            join_lines(name): Article.from_data(article) for name, article in data.get("articles", {}).items()
        }
        parameters = dict(data.get("parameters", {}))
        changes = [dict(row) for row in parameters.pop("from", ())]
        dated = sorted(((str(one.pop("date")), flatten(one)) for one in changes), key=lambda item: item[0])
        days = {key: str(day) for key, day in data.get("in_force", {}).items()}
        answers = [
            *(GivenAnswer("toggles", *item) for item in data.get("toggles", {}).items()),
            *(
                GivenAnswer("parameters", *item, since)
                for since, new in [("", flatten(parameters)), *dated]
                for item in new.items()
            ),
        ]
        known = {key: data[key] for key in data if key in cls._fields}
        own = {"articles": articles, "answers": answers, "in_force": days}
        return cls(**{**known, **lines, **own})

    def as_of(self, day: date) -> Statute:
        """Return the file with only the articles and answers in force on a day."""
        articles = {
            name: article for name, article in self.articles.items() if _includes(article.in_force, day)
        }
        answers = [
            answer for answer in self.answers if not answer.since or _includes({"from": answer.since}, day)
        ]
        return self._replace(articles=articles, answers=answers)


def _includes(span: Mapping[str, str], day: date) -> bool:
    """Return True if a day is one of a span, whose ends are days, months or years."""
    begins, ends = (parse_edtf(span[key]) if key in span else None for key in ("from", "until"))
    after = begins is None or begins.earliest is None or begins.earliest <= day
    return after and (ends is None or ends.latest is None or day <= ends.latest)


def flatten(parameters: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Return nested tables as one: `meld = { dad = 30 }` as `meld.dad`."""
    values: dict[str, Any] = {}
    for name, value in parameters.items():
        key = f"{before}{name}"
        values |= flatten(value, f"{key}.") if isinstance(value, Mapping) else {key: value}
    return values


def join_lines(text: str) -> str:
    """Return a text without the line breaks of its file."""
    return " ".join(text.split())


#: The sentence that an article has for an answer to a question.
Sentences = Callable[[str, Any], str]

_UNITS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
#: Melds named by their points.
_NAMED: Final = {"fifty": 50, "hundred": 100}
_TIMES: Final = {1: "once", 2: "twice"}
_WORD: Final = "|".join(sorted([*_UNITS, *_TENS[2:], "hundred", "thousand"], key=len, reverse=True))
_NUMBER: Final = re.compile(
    rf"(?<![\w-])(?:\d{{1,3}}(?:,\d{{3}})+|\d+|(?:{_WORD})(?:(?:[\s-]|\sand\s)(?:{_WORD}))*)\b", re.IGNORECASE
)


#: Who commits the infractions of a ladder -> the words after the infraction; and in which time.
REPEATED_BY: Final = {"side": "", "player": " of one player"}
REPEATED_WITHIN: Final[tuple[Literal["game", "night"], ...]] = ("game", "night")


class Ladder(NamedTuple):
    """Price of an infraction committed again and again: the last one of a game or a night costs the game."""

    #: Id of the infraction.
    of: str
    within: Literal["game", "night"]
    #: Number of the one that costs the game; each before it costs what its article says.
    last: int
    #: Who has to commit all of them.
    by: Literal["side", "player"] = "side"

    def __str__(self) -> str:
        return f"{self.of}{REPEATED_BY[self.by]}, {ordinal(self.last)} of a {self.within}"

    @property
    def last_offense(self) -> str:
        """The offense that costs the game, in words: `third unproven claim in one night`."""
        by = " by one player" if self.by == "player" else ""
        return f"{ordinal(self.last)} {self.of.replace('-', ' ')}{by} in one {self.within}"

    @classmethod
    def parse(cls, text: str) -> Ladder | None:
        """Return the ladder of an answer; None for the empty answer. Raises ValueError for other texts."""
        of = text.partition(", ")[0]
        by: Literal["side", "player"] = "player" if of.endswith(REPEATED_BY["player"]) else "side"
        for within in REPEATED_WITHIN:
            for last in range(1, len(ORDINALS) + 1):
                ladder = cls(of.removesuffix(REPEATED_BY[by]), within, last, by)
                if str(ladder) == text:
                    return ladder
        if text:
            raise ValueError(f"{text} is no ladder")
        return None


#: Forms of a value; any other text after the colon is the article's own words for its own answer.
_FORMS: Final = ("", "words", "amount", "times", "ladder", *_NAMED)
_SPACES: Final = re.compile(" {2,}")


class Condition(NamedTuple):
    """Answers on which words of an article depend: `late_meld=void|renege`, or with `~` all but these."""

    parameter: str
    answers: Sequence[str]
    excludes: bool

    @classmethod
    def parse(cls, name: str) -> Condition | None:
        """Return the condition in front of a colon; None for the name of a parameter."""
        match = re.fullmatch(r"(\w+)([=~])(.+)", name)
        return cls(match[1], match[3].split("|"), match[2] == "~") if match else None

    def holds(self, answer: Any) -> bool:
        """Return True if the words stand under an answer."""
        return (spell_answer(answer) in self.answers) is not self.excludes


def spell_answer(answer: Any) -> str:
    """Return an answer as conditions write it: yes, no, none, a number, or the word of a choice."""
    if answer is None or isinstance(answer, bool):
        return {None: "none", True: "yes", False: "no"}[answer]
    return str(answer)


def list_fields(template: str) -> Iterator[tuple[str, Condition | None]]:
    """Yield the parameters of an article, each with its condition; None for one whose value is put in.

    Raises ValueError for an unbalanced brace.
    """
    for _, name, form, _ in Formatter().parse(template):
        if name is not None:
            condition = Condition.parse(name)
            yield (condition.parameter if condition else name), condition
            yield from list_fields(form or "")


def parameters_in(template: str) -> list[str]:
    """Return the names of the parameters that an article carries. Raises ValueError for an unbalanced brace."""
    return list(dict.fromkeys(name for name, _ in list_fields(template)))


def has_words_for(template: str, names: Collection[str], answer: Any) -> bool:
    """Return True if an article has words for an answer, by the name of the question or of a phrase."""
    return any(
        name in names and (condition is None or condition.holds(answer))
        for name, condition in list_fields(template)
    )


def depends_on(template: str, names: Collection[str], before: Any, after: Any) -> bool:
    """Return True if an article reads otherwise when the answer to a question changes."""
    return any(
        name in names and (condition is None or condition.holds(before) != condition.holds(after))
        for name, condition in list_fields(template)
    )


def sentences_in(template: str) -> set[str]:
    """Return the parameters for whose answer a template has a sentence of its own."""
    found = set()
    for _, name, form, _ in Formatter().parse(template):
        condition = Condition.parse(name) if name is not None else None
        if condition and form and form.endswith("."):
            found.add(condition.parameter)
        elif name and not condition and form not in _FORMS:
            found.add(name)
    return found


def render(template: str, values: Mapping[str, Any], sentence: Sentences) -> str:
    """Return an article with its values: `{target}` in digits, `{target:words}` in words, `{of:times}` as twice.

    `{meld_fifty:fifty}` is the name of a meld, with its worth where that is another; `{meld_hundred:amount}` a hundred.
    `{all_pass:If everyone passes, nobody scores.}` reads as it is written, and `{all_pass}` as the sentence of its answer.
    `{win_by=reach:The higher total wins.}` stands under that answer only, and `{win_by~reach:...}` under any other; words
    in braces within braces belong to a combination of answers.

    Raises KeyError for a name that is no parameter.
    """
    parts = []
    for text, name, form, _ in Formatter().parse(template):
        parts.append(text)
        if name is None:
            continue
        if condition := Condition.parse(name):
            stands = condition.holds(values[condition.parameter])
            parts.append(render(form or "", values, sentence) if stands else "")
            continue
        value, own = values[name], ""
        if form and form not in _FORMS:
            own = form
        elif not form and isinstance(value, str | bool):
            own = sentence(name, value)
            # A sentence that would put in the answer itself is none.
            own = "" if name in parameters_in(own) else own
        parts.append(render(own, values, sentence) if own else _format_value(value, form or ""))
    # Words left out leave the spaces around them.
    return _SPACES.sub(" ", "".join(parts))


def compile_pattern(template: str) -> str:
    """Return the regular expression of a sentence that was rendered from a template."""
    parts = [*Formatter().parse(template)]
    pattern = "".join(re.escape(text) + (".*?" if name is not None else "") for text, name, _, _ in parts)
    # A field at the end would match nothing; its words end with a period.
    return pattern + (r"\." if parts and parts[-1][1] is not None else "")


def switch_sentence(template: str, parameter: str, sentence: str) -> str:
    """Return an article with another sentence in place of its own words for the answer to a question."""
    parts = []
    for text, name, form, _ in Formatter().parse(template):
        parts.append(escape(text))
        if name == parameter and form not in _FORMS:
            parts.append(own_words(parameter, sentence))
        elif name is not None:
            inner = switch_sentence(form or "", parameter, sentence) if form not in _FORMS else form
            parts.append(f"{{{name}:{inner}}}" if inner else f"{{{name}}}")
    return "".join(parts)


def own_words(parameter: str, sentence: str) -> str:
    """Return a sentence as an article's own words for an answer, which a later ruleset may switch again."""
    return f"{{{parameter}:{sentence}}}" if sentence else ""


def escape(text: str) -> str:
    """Return a text as a template that renders as the text itself."""
    return text.replace("{", "{{").replace("}", "}}")


def _format_value(value: Any, form: str) -> str:
    if form == "words" and isinstance(value, int | str):
        # A phrase may have several numbers: 8 or 12.
        return re.sub(r"-?\d+", lambda number: spell_number(int(number[0])), str(value))
    if form == "amount" and value == 100:
        return "a hundred"
    if form in _NAMED:
        return f"a {form}" if value == _NAMED[form] else f"a {form}, worth {value}"
    if form == "ladder" and isinstance(value, str):
        ladder = Ladder.parse(value)
        return ladder.last_offense if ladder else "none"
    if form == "times" and isinstance(value, int):
        return _TIMES.get(value, f"{spell_number(value)} times")
    return "none" if value is None else str(value)


def spell_number(number: int) -> str:
    """Return a number below a million in words: forty-two, one hundred and five."""
    if number < 0:
        return f"minus {spell_number(-number)}"
    if number < len(_UNITS):
        return _UNITS[number]
    if number < 100:
        tens, unit = divmod(number, 10)
        return _TENS[tens] + (f"-{_UNITS[unit]}" if unit else "")
    size, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    times, rest = divmod(number, size)
    joint = " and " if rest < 100 else " "
    return f"{spell_number(times)} {name}" + (joint + spell_number(rest) if rest else "")


def numbers_in(text: str) -> Iterator[tuple[str, int]]:
    """Yield the numbers of a text from two up, as it writes them and by value: ("seven hundred", 700)."""
    for match in _NUMBER.finditer(text):
        written = match[0]
        value = int(written.replace(",", "")) if written[0].isdecimal() else _parse_words(written.lower())
        # "one" is an article of speech more often than a number.
        if value > 1:
            yield written, value


def _parse_words(words: str) -> int:
    total = current = 0
    for word in re.split(r"[\s-]+", words):
        if word in _UNITS:
            current += _UNITS.index(word)
        elif word in _TENS:
            current += 10 * _TENS.index(word)
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word == "thousand":
            total, current = total + max(current, 1) * 1000, 0
    return total + current
