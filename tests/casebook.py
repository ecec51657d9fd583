"""The casebook: Markdown files of cases, each with prose, hands in the text notation and what is expected of them.

A case begins with `## ID Title`. Its blocks, in order:

* ```` ```clab ```` a hand; ```` ```clab twin ```` one that differs from the one before in exactly one line;
* ```` ```expect ```` or ```` ```expect RULESET ```` what the hand before it must give, under its own ruleset or
  another one: the id of a shipped one or a TOML file of the checkout, such as `examples/house-rules.toml`; it may be
  followed by toggles, `ecl-1992 look_back=until_next_card`;
* ```` ```game ```` the hands of one game, one after the other; the `expect` after it is about the game, under the
  hands' own rulesets or the one named;
* ```` ```legal ```` a question about legal cards: lines `trump`, `trick`, `hand`, `legal`, before a lead `played` in
  place of `trick`; or `trump`, `trick`, `winner N` where N counts the cards of the trick from 1.

Lines of an `expect` block:

* `finding INFRACTION SEAT|TEAM|- [trick N] at CLOCK [undetermined] [provable CLOCK|never] [renege|redeal|void|note]`
* `no finding`. Every finding must be listed: one that is missing fails, one that is not expected fails.
* `claim N VERDICT [INFRACTION]` with claims counted from 0 and the infraction of the linked finding
* `free N INFRACTION SEAT ARTICLE...`: what of claim N is true and no finding, and the articles that make it free
* `excused N by M`, `excused N not by M, same player` (or `another moment`): whether claim M saves the wrong claim N
* `outcome WORD [TEAM]`, `score NS 91 EW XXX` (the marks), `score none`, `played NS 91 EW XXX` (without claims)
* `range NS 0-0 EW 162-182` (what each can score where that is open), `range none`
* `points NS 81+10+0+0 EW 71+0+20+0` (cards, last trick, melds, belle), `melds NS 0 EW 20`, `next dealer S`,
  `sheet agrees`, `sheet differs`; `after NS 29 EW 30` and `win EW` of a running score; `trump H`; and those of
  `tests/cases/bid_euchre/README.md`
* `answer TOGGLE yes|no: SENTENCE`: the ruling shows this answer to a question of yes and no, whose sentence in
  `questions.toml` says the same

Lines of an `expect` block about a game:

* `total NS 570 EW 542`, `written NS 570 EW 552` (as the sheet has it), each also for what stands after one hand:
  `total NS 499 EW 300 after 4`
* `won EW`, `tied`, `another hand`, `not over` or `disputed`
* `hand 4 after|nothing|open|unfinished|cards|sheet|written` (where what it counts comes from), `hand 4 differs NS`,
  `hand 4 agrees yes|no|-` (whether its score does), `hand 4 misread before EW 11 for 12` (what was carried forward),
  `hand 4 dealt by N for E` (the wrong dealer), `missing 2 3`
* `hickeys NS 1 EW 3`, `sets NS 3 EW 0`, `owed 6 doubled` or `owed nothing`; `says` words of the scorecard
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

from clabber_audit.core.errors import Refused
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.parse import admit
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.league.scorecard import games
from clabber_audit.records.hand import Hand
from clabber_audit.records.notation.draft import HandText, split_hands
from clabber_audit.records.notation.language import locate, parse
from clabber_audit.report.data import ruling_data
from clabber_audit.report.scorecard import card_data, card_text
from clabber_audit.rules.bound_ruleset import BoundRuleset, law, law_of, position
from clabber_audit.rules.ruleset import Ruleset, from_data, load
from tests.conformance.expected import of_game, of_hand

FOLDER = Path(__file__).parent / "cases"
#: Cases of another family of games.
OTHER_FAMILY = FOLDER / "bid_euchre"
_BLOCK = re.compile(r"```(clab|game|expect|legal)([^\n]*)\n(.*?)```", re.DOTALL)
#: Advice in the message of a failed case.
_TO_DO = """Where the prose is right, the program is wrong; `clabber-audit rule` on the hand says why it rules so.
Where a source says otherwise, change the prose and what is expected by hand, and cite it; never copy what came out."""
#: Keys shown of an unexpected finding.
_OF_FINDINGS = ("infraction", "seat", "trick", "at", "verdict", "provable_from", "penalty")
#: Place of findings that are not about a card, by infraction.
_PLACES = {
    "declaring-out-of-turn": "trump",
    "trump-named-late": "trump",
    "wrong-exchange-card": "give",
    "missed-exchange": "give",
    "unentitled-exchange": "give",
    "forbidden-drop-out": "out",
    "late-drop-out": "out",
    "wrong-score": "score",
}
_AGREES = {"yes": True, "no": False, "-": None}
_ROW = re.compile(r"\b[RD]-\d{2,3}a?\b")


class Question(NamedTuple):
    """One question of a case: a hand with its expectation, or a question about legal cards."""

    kind: str
    text: str
    ruleset: str
    expected: tuple[str, ...]
    line: int
    #: Its lines `answer`.
    answers: tuple[str, ...] = ()


class Case(NamedTuple):
    """A case of the casebook."""

    id: str
    title: str
    file: str
    questions: tuple[Question, ...]
    #: The rows of the catalog that its prose cites.
    rows: frozenset[str]
    #: Pairs of hands of which the second is the twin of the first.
    twins: tuple[tuple[str, str], ...]
    #: Reason for the expectation.
    prose: str

    def failures(self) -> list[str]:
        """Return each difference from the expectations."""
        return [failure for question in self.questions for failure in failures(question)]

    def message(self, failures: list[str]) -> str:
        """Return the message for a case that fails."""
        return "\n".join(
            [
                f"{self.id} {self.title}",
                self.prose,
                "",
                *(f"tests/cases/{self.file}, {failure}" for failure in failures),
                "",
                _TO_DO,
            ]
        )


@cache
def cases() -> tuple[Case, ...]:
    """Return every case of Clabber and of single infractions, in order of files."""
    return _cases_in(file for file in FOLDER.rglob("*.md") if OTHER_FAMILY not in file.parents)


@cache
def family_cases() -> tuple[Case, ...]:
    """Return every case of the Bid Euchre family, in order of files."""
    return _cases_in(file for file in OTHER_FAMILY.glob("*.md") if file.name != "README.md")


def _cases_in(files: Iterable[Path]) -> tuple[Case, ...]:
    found: list[Case] = []
    for file in sorted(files):
        text = file.read_text(encoding="utf-8")
        parts = re.split(r"^## ", text, flags=re.MULTILINE)
        line = parts[0].count("\n") + 1
        for part in parts[1:]:
            found.append(_case(part, str(file.relative_to(FOLDER)), line))
            line += part.count("\n")
    return tuple(found)


def _case(text: str, file: str, line: int) -> Case:
    head, _, body = text.partition("\n")
    name, _, title = head.partition(" ")
    questions, twins = [], []
    asked, hand = "hand", ""
    for block in _BLOCK.finditer(body):
        kind, more, content = block[1], block[2].strip(), block[3]
        at = line + 1 + body[: block.start()].count("\n")
        rows = [row.strip() for row in content.splitlines() if row.strip()]
        answers = tuple(row for row in rows if row.startswith("answer "))
        lines = tuple(row for row in rows if row not in answers)
        if kind == "clab":
            if more == "twin":
                twins.append((hand, content))
            asked, hand = "hand", content
        elif kind == "game":
            asked, hand = "game", content
        elif kind == "expect":
            questions.append(Question(asked, hand, more, lines, at, answers))
        else:
            questions.append(Question("legal", "", more, lines, at, answers))
    prose = re.sub(r"\n{3,}", "\n\n", _BLOCK.sub("", body)).strip()
    return Case(name, title, file, tuple(questions), frozenset(_ROW.findall(body)), tuple(twins), prose)


@cache
def hand_of(text: str) -> Hand:
    """Return the hand in a block of text notation."""
    passage = HandText(text, 1)
    return admit(parse(passage), lambda path: locate(passage, path))


def ruleset_of(question: Question) -> str:
    """Return the ruleset of a question: the one it names, else the hand's own."""
    if question.ruleset or question.kind == "legal":
        return question.ruleset or "ecl-1992"
    return str(hands_of(question.text)[0].record.ruleset)


def hands_in(file: str) -> dict[str, Hand]:
    """Return the hands of a file of the casebook, by id."""
    blocks = re.findall(r"```clab\n(.*?)```", (FOLDER / file).read_text(encoding="utf-8"), re.DOTALL)
    return {hand.record.id: hand for hand in map(hand_of, blocks)}


def law_of_hand(question: Question, hand: Hand) -> BoundRuleset:
    """Return the law for one hand of a question, such as a hand of a game."""
    return law_by(question.ruleset or str(hand.record.ruleset))


@cache
def hands_of(text: str) -> list[Hand]:
    """Return the hands in a block of a game."""
    found = list(split_hands(text.splitlines()))
    assert not any(isinstance(passage, Refused) for passage in found)
    return [hand_of(passage.text) for passage in found if isinstance(passage, HandText)]


@cache
def law_by(words: str) -> BoundRuleset:
    """Return the law of a ruleset with changed answers, as a question names it."""
    name, *changes = words.split() or ["ecl-1992"]
    found = law(load(str(FOLDER.parents[1] / name))) if name.endswith(".toml") else law_of(name)
    answers: dict[str, object] = {}
    for change in changes:
        toggle, _, word = change.partition("=")
        answers[toggle] = parse_answer(found.ruleset, toggle, word)
    return with_answers(found, answers) if answers else found


def parse_answer(base: Ruleset, toggle: str, word: str) -> str | bool | int:
    """Return an answer written in a casebook as the value of its toggle."""
    hint = get_type_hints(base.game.toggles)[toggle]
    if hint is bool:
        return word == "yes"
    is_number = isinstance(getattr(base.toggles, toggle), int) or int in (hint, *get_args(hint))
    return int(word) if word.isdecimal() and is_number else word


def with_answers(base: BoundRuleset, answers: dict[str, object]) -> BoundRuleset:
    """Return a law with changed answers and the penalties that follow from them."""
    data, new = base.ruleset.to_data(), dict(answers)
    for article in data["articles"].values():
        for toggle in answers.keys() & article.get("toggles", {}).keys():
            article["toggles"][toggle] = answers[toggle]
            new.pop(toggle, None)
    if new:
        data["articles"]["other-answers"] = {"topic": "game", "text": "Other answers.", "toggles": new}
    return law(from_data(data))


def failures(question: Question, judged: BoundRuleset | None = None) -> Iterator[str]:
    """Yield each difference from the expectation of a question, under its own law or the one given."""
    if question.kind == "legal":
        found = _legal(question, judged or law_by(question.ruleset))
    else:
        rulings = [
            adjudicate(hand, judged or law_of_hand(question, hand)) for hand in hands_of(question.text)
        ]
        found = (
            compare_game(question.expected, rulings)
            if question.kind == "game"
            else compare(question.expected, *rulings)
        )
    yield from (f"line {question.line}: {failure}" for failure in found)


def compare_game(expected: tuple[str, ...], rulings: list[Ruling]) -> Iterator[str]:
    """Yield each difference between a game and its expectation."""
    scored = games(rulings)
    if len(scored) != 1:
        yield f"the hands are of {len(scored)} games"
        return
    (played,) = card_data(scored)["games"]
    hands = {hand["number"]: hand for hand in played["hands"]}
    agrees = {line.number: line.ruling.sheet_agrees for line in scored[0].lines}
    for line in expected:
        what, *words = line.split()
        if what == "says":
            text = " ".join(card_text(scored).split())
            yield from _difference("says", line.removeprefix("says ") in text, True, f"{line} in {text}")
        elif words[1:2] == ["agrees"]:
            yield from _difference("agrees", agrees[int(words[0])], _AGREES[words[2]], line)
        else:
            for key, value in of_game((line,)).expect.items():
                found = [hands.get(one["number"]) for one in value] if key == "hands" else played.get(key)
                yield from _difference(key, found, value, line)


def _difference(key: str, found: object, expected: object, line: str) -> Iterator[str]:
    if not _matches(found, expected):
        yield f"{key} {_expected_part(found, expected)}, expected {line}"


def _matches(found: object, expected: object) -> bool:
    """Return True if a value is as expected; sides must be complete, other objects may have further keys."""
    if isinstance(expected, dict):
        if expected.keys() == {"one_of"}:
            return found in expected["one_of"]
        if not isinstance(found, dict) or (
            any(map(str.isupper, expected)) and expected.keys() != found.keys()
        ):
            return False
        return all(_matches(found.get(key), value) for key, value in expected.items())
    if isinstance(expected, list):
        return (
            isinstance(found, list | tuple)
            and len(found) == len(expected)
            and all(map(_matches, found, expected))
        )
    return found == expected


def _expected_part(found: object, expected: object) -> object:
    """Return the part of a value whose keys are expected."""
    if isinstance(found, dict) and isinstance(expected, dict) and expected.keys() != {"one_of"}:
        return {key: _expected_part(found.get(key), value) for key, value in expected.items()}
    return found


def _legal(question: Question, judged: BoundRuleset) -> Iterator[str]:
    given = read_position(question.expected)
    strain = judged.order(judged.game.recording(judged.toggles).pack).strains[given.trump]
    found = position(judged, strain, given.hand, given.trick, given.played)
    legal = [face for face, card in zip(given.hand, found.held, strict=True) if card & found.allowed]
    yield from compare_position(question.expected, legal, found.best + 1)


class Position(NamedTuple):
    """Cards of a question about legal cards."""

    trump: str
    trick: list[str]
    hand: list[str]
    played: list[str]


def read_position(expected: tuple[str, ...]) -> Position:
    parts = {word: rest.split() for word, _, rest in (line.partition(" ") for line in expected)}
    return Position(
        parts.get("trump", ["S"])[0], *(parts.get(key, []) for key in ("trick", "hand", "played"))
    )


def compare_position(expected: tuple[str, ...], legal: list[str], winner: int) -> Iterator[str]:
    """Yield the difference from the expected legal cards, or from the expected number of the winning card."""
    parts = {word: rest.split() for word, _, rest in (line.partition(" ") for line in expected)}
    if "winner" in parts:
        if [str(winner)] != parts["winner"]:
            yield f"card {winner} wins, not card {parts['winner'][0]}"
    elif sorted(legal) != sorted(parts["legal"]):
        yield f"legal are {' '.join(legal)}, not {' '.join(parts['legal'])}"


def as_data(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling as data with the place of each finding and, for games with bids, the leader."""
    data = ruling_data(ruling, whole=False)
    findings = zip(data["findings"], ruling.findings, strict=True)
    data["findings"] = [{**known, "place": _place(finding)} for known, finding in findings]
    if ruling.law.game.bids:
        leader = ruling.replay.declared.preliminaries.leader
        data["leader"] = None if leader is None else ruling.replay.hand.seating.seats[leader]
    return data


def _place(finding: Finding) -> str:
    """Return the casebook's word for the place of a finding, None for a card, which has its trick and clock."""
    part, *number = finding.path
    if part == "plays":
        return ""
    if finding.infraction == "invalid-declaration":
        return "trump" if "named" in finding.facts else "alone"
    if finding.infraction in _PLACES:
        return _PLACES[finding.infraction]
    if part in ("declarations", "claims") and number:
        return f"{'call' if part == 'declarations' else 'claim'} {int(number[0]) + 1}"
    return "deal" if finding.path == ("deal",) else "incident"


def compare(expected: tuple[str, ...], ruling: Ruling) -> Iterator[str]:
    """Yield each difference between a ruling and its expectation."""
    yield from compare_data(expected, as_data(ruling), ruling.law.game.id)


def compare_data(expected: tuple[str, ...], data: dict[str, Any], family: str) -> Iterator[str]:
    """Yield each difference between a ruling as data and its expectation."""
    left = list(data["findings"])
    for line in expected:
        if line.startswith("finding "):
            (known,) = _read_expectation(line, family)["findings"]
            match = next((finding for finding in left if _matches(finding, known)), None)
            if match is None:
                yield f"missing: {line.removeprefix('finding ')}"
            else:
                left.remove(match)
    for finding in left:
        yield f"not expected: {', '.join(f'{key} {finding.get(key)}' for key in _OF_FINDINGS)}"
    for line in expected:
        what, *words = line.split()
        if what in ("free", "excused"):
            actual = (
                f"{words[0]} {(_free if what == 'free' else _describe_excuse)(data['claims'][int(words[0])])}"
            )
            if actual.split() != words:
                yield f"{what} {actual}, expected {line}"
        elif what == "claim":
            claim = data["claims"][int(words[0])]
            linked = (
                None if claim.get("finding") is None else data["findings"][claim["finding"]]["infraction"]
            )
            yield from _difference(
                "claims", [{**claim, "infraction": linked}], _read_expectation(line, family)["claims"], line
            )
        elif what == "trick":
            won = _read_expectation(line, family)["won"]
            yield from _difference("won", data["won"][: len(won)], won, line)
        elif what not in ("finding", "no"):
            for key, value in _read_expectation(line, family).items():
                # A second opinion gives no marks.
                if key != "findings" and (key in data or key != "marks"):
                    yield from _difference(key, data.get(key), value, line)


@cache
def _read_expectation(line: str, family: str) -> dict[str, Any]:
    """Return the keys and values of a ruling that a line is about."""
    found = of_hand((line,), family)
    return {**found.expect, **found.details}


def _free(claim: dict[str, Any]) -> str:
    """Return the deed that makes a claim true but unpenalized, and its articles."""
    deed = claim.get("deed")
    return f"{deed['infraction']} {deed['seat']} {' '.join(deed['articles'])}" if deed else "nothing"


def _describe_excuse(claim: dict[str, Any]) -> str:
    """Return the claim that excuses a wrong one, or the reason why none does."""
    apart = claim.get("not_excused")
    if apart:
        return f"not by {apart['claim']}, {apart['because']}"
    return f"by {claim['excused']['claim']}" if "excused" in claim else "by nobody"


class HandBlock(NamedTuple):
    """Block of a Markdown file about a hand: its kind, the words after the kind, and its lines."""

    title: str
    hand: str
    kind: str
    words: str
    lines: tuple[str, ...]

    def failures(self, ruling: Ruling) -> list[str]:
        """Return each difference of a ruling from the expectation.

        Unlisted findings count only if the block has a line about findings.
        """
        findings = any("finding" in line for line in self.lines)
        return [
            failure
            for failure in compare(self.lines, ruling)
            if findings or not failure.startswith("not expected: ")
        ]


def hand_blocks(file: Path) -> Iterator[HandBlock]:
    """Yield the blocks about each hand of a file; those after a `twin` are about the twin.

    A twin replaces words of the hand (`- old`, then `+ new`); a `+` line alone is added at the end.
    """
    for section in file.read_text(encoding="utf-8").split("\n## ")[1:]:
        title, base, hand = section.partition("\n")[0], "", ""
        for kind, words, block in re.findall(
            r"^```(\w+)([^\n]*)\n(.*?)^```$", section, re.DOTALL | re.MULTILINE
        ):
            if kind in ("clab", "game"):
                base = hand = block
            elif kind == "twin":
                hand = make_twin(base, block)
            else:
                yield HandBlock(title, hand, kind, words.strip(), tuple(block.splitlines()))


def make_twin(hand: str, changes: str) -> str:
    """Return a hand with lines replaced or added; `hand_blocks` says how."""
    for old, new in re.findall(r"^(?:- (.*)\n)?(?:\+ (.*)\n)?", changes, re.MULTILINE):
        if old:
            assert old in hand, old
            hand = hand.replace(old, new)
        elif new:
            hand += f"{new}\n"
    return re.sub(r"^\n", "", hand, flags=re.MULTILINE)
