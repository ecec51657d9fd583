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
  `sheet agrees`, `sheet differs`; `after NS 29 EW 30` and `win EW` of a running score; `trump H`

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
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from clabber_audit.cards.cards import HAND_SIZE, SEATS, SUIT, TEAMS, codes, mask_of
from clabber_audit.cards.trick import trick_of
from clabber_audit.core.errors import Refused
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.games.parse import admit
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.league.scorecard import ScorecardLine, ScoredGame, games
from clabber_audit.records.hand import Hand
from clabber_audit.records.notation.draft import HandText, split_hands
from clabber_audit.records.notation.language import locate, parse
from clabber_audit.report.data import ruling_data
from clabber_audit.report.scorecard import card_text
from clabber_audit.rules.bound_ruleset import BoundRuleset, law, law_of, legal_cards
from clabber_audit.rules.ruleset import from_data, load

FOLDER = Path(__file__).parent / "cases"
#: Cases of another family of games, of which other things are expected (`tests/family/book.py`).
OTHER_FAMILY = FOLDER / "bid_euchre"
_BLOCK = re.compile(r"```(clab|game|expect|legal)([^\n]*)\n(.*?)```", re.DOTALL)
#: What to do about a case that fails.
_TO_DO = """Where the prose is right, the program is wrong; `clabber-audit rule` on the hand says why it rules so.
Where a source says otherwise, change the prose and what is expected by hand, and cite it; never copy what came out."""
_ROW = re.compile(r"\b[RD]-\d{2,3}a?\b")

Change = Callable[[BoundRuleset], BoundRuleset]


class Question(NamedTuple):
    """One thing a case asks: a hand with its expectation, or a question about legal cards."""

    kind: str
    text: str
    ruleset: str
    wanted: tuple[str, ...]
    line: int


class Case(NamedTuple):
    """One case of the book."""

    id: str
    title: str
    file: str
    questions: tuple[Question, ...]
    #: The rows of the catalogue that its prose cites.
    rows: frozenset[str]
    #: Pairs of hands of which the second is the twin of the first.
    twins: tuple[tuple[str, str], ...]
    #: Why what it expects must be so.
    prose: str

    def failures(self, change: Change | None = None) -> list[str]:
        """Return each difference from what is expected, under the law or a changed one."""
        return [failure for question in self.questions for failure in _ask(question, change)]

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
    """Every case of the book, in the order of the files."""
    return cases_in(file for file in FOLDER.rglob("*.md") if OTHER_FAMILY not in file.parents)


def cases_in(files: Iterable[Path]) -> tuple[Case, ...]:
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
        lines = tuple(row.strip() for row in content.splitlines() if row.strip())
        if kind == "clab":
            if more == "twin":
                twins.append((hand, content))
            asked, hand = "hand", content
        elif kind == "game":
            asked, hand = "game", content
        elif kind == "expect":
            questions.append(Question(asked, hand, more, lines, at))
        else:
            questions.append(Question("legal", "", more, lines, at))
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
    """Return the hands of a file of the book, by id."""
    blocks = re.findall(r"```clab\n(.*?)```", (FOLDER / file).read_text(encoding="utf-8"), re.DOTALL)
    return {hand.record.id: hand for hand in map(hand_of, blocks)}


def law_for(question: Question) -> BoundRuleset:
    """Return the law by which a question has its hand judged, with the toggles that the question changes."""
    return law_of_hand(question, hand_of(question.text))


def law_of_hand(question: Question, hand: Hand) -> BoundRuleset:
    """Return the law by which a question has one of its hands judged, such as a hand of a game."""
    return _law(question.ruleset, str(hand.record.ruleset))


@cache
def hands_of(text: str) -> list[Hand]:
    """Return the hands in a block of a game."""
    found = list(split_hands(text.splitlines()))
    assert not any(isinstance(passage, Refused) for passage in found)
    return [hand_of(passage.text) for passage in found if isinstance(passage, HandText)]


@cache
def _law(words: str, default: str) -> BoundRuleset:
    name, *changes = words.split() or [default]
    found = law(load(str(FOLDER.parents[1] / name))) if name.endswith(".toml") else law_of(name)
    hints = get_type_hints(found.game.toggles)
    answers: dict[str, object] = {}
    for change in changes:
        toggle, _, value = change.partition("=")
        answers[toggle] = (
            value == "yes" if hints[toggle] is bool else int(value) if value.isdecimal() else value
        )
    if not answers:
        return found
    return _with_toggles(found, answers)


def _with_toggles(base: BoundRuleset, answers: dict[str, object]) -> BoundRuleset:
    """Return a law with other answers, and the penalties that follow from them."""
    data, new = base.ruleset.to_data(), dict(answers)
    for article in data["articles"].values():
        for toggle in answers.keys() & article.get("toggles", {}).keys():
            article["toggles"][toggle] = answers[toggle]
            new.pop(toggle, None)
    if new:
        data["articles"]["other-answers"] = {"topic": "game", "text": "Other answers.", "toggles": new}
    return law(from_data(data))


def flipped(base: BoundRuleset, toggle: str, answer: object) -> BoundRuleset:
    """Return a law with another answer to one toggle."""
    return _with_toggles(base, {toggle: answer})


def _ask(question: Question, change: Change | None) -> Iterator[str]:
    where = f"line {question.line}"
    if question.kind == "legal":
        judged = _law(question.ruleset, "ecl-1992")
        yield from (
            f"{where}: {failure}" for failure in _legal(question, change(judged) if change else judged)
        )
        return
    hands = hands_of(question.text)
    laws = [_law(question.ruleset, hand.record.ruleset) for hand in hands]
    rulings = [
        adjudicate(hand, change(judged) if change else judged)
        for hand, judged in zip(hands, laws, strict=True)
    ]
    if question.kind == "game":
        yield from (f"{where}: {failure}" for failure in compare_game(question.wanted, rulings))
    else:
        (ruling,) = rulings
        yield from (f"{where}: {failure}" for failure in compare(question.wanted, ruling))


def compare_game(wanted: tuple[str, ...], rulings: list[Ruling]) -> Iterator[str]:
    """Yield each difference between a game and what is expected of it."""
    played = games(rulings)
    if len(played) != 1:
        yield f"the hands are of {len(played)} games"
        return
    for line in wanted:
        actual = _of_game(line.split(), line, played[0])
        if actual.split() != line.split():
            yield f"{actual}, expected {line}"


def _of_game(words: list[str], line: str, game: ScoredGame) -> str:
    """Return the game's answer to an expected line."""
    names = game.lines[0].ruling.replay.hand.seating.side_names

    def each(values: Iterable[int]) -> str:
        return " ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))

    if words[0] in ("total", "written"):
        totals = game.totals if words[0] == "total" else game.written_totals
        after = ""
        if "after" in words:
            totals, after = _numbered(game, words[-1]).totals, f" after {words[-1]}"
        return f"{words[0]} {each(totals)}{after}"
    if words[0] == "hand":
        return f"hand {words[1]} {_of_hand(words[2], _numbered(game, words[1]), names)}"
    if words[0] == "missing":
        return f"missing {' '.join(map(str, game.missing)) or 'none'}"
    if words[0] in ("hickeys", "sets"):
        return f"{words[0]} {each(game.standing.hickeys if words[0] == 'hickeys' else game.standing.sets)}"
    if words[0] == "owed":
        return f"owed {game.purse.owed}{' doubled' * game.purse.doubled}" if game.purse else "owed nothing"
    if words[0] == "says":
        text = " ".join(card_text([game]).split())
        return line if line.removeprefix("says ") in text else text
    if words[0] in ("won", "tied", "another", "not", "disputed"):
        if game.winner is not None:
            return f"won {names[game.winner]}"
        if game.another_hand:
            return "another hand"
        return {"tied": "tied", "disputed": "disputed"}.get(game.state, "not over")
    raise ValueError(f"the casebook has no line “{line}” about a game")


def _numbered(game: ScoredGame, number: str) -> ScorecardLine:
    return next(line for line in game.lines if line.number == int(number))


def _of_hand(about: str, found: ScorecardLine, names: Sequence[str]) -> str:
    if about == "differs":
        return f"differs {' '.join(names[side] for side in found.differs) or 'nowhere'}"
    if about == "agrees":
        agrees = found.ruling.sheet_agrees
        return f"agrees {'-' if agrees is None else 'yes' if agrees else 'no'}"
    if about == "misread":
        wrong = [f"{one.what} {names[one.side]} {one.written} for {one.due}" for one in found.misread]
        return f"misread {', '.join(wrong) or 'nothing'}"
    if about == "dealt":
        due = SEATS[found.due] if found.has_wrong_dealer and found.due is not None else "nobody else"
        return f"dealt by {SEATS[found.dealer]} for {due}"
    return found.basis


def _legal(question: Question, judged: BoundRuleset) -> Iterator[str]:
    given = {word: rest for word, _, rest in (line.partition(" ") for line in question.wanted)}
    trump = SUIT[given.get("trump", "S")]
    trick = given.get("trick", "").split()
    fallen = mask_of(given.get("played", "").split())
    on_table = trick_of([mask_of([code]) for code in trick], RANKINGS[trump])._replace(fallen=fallen)
    if "winner" in given:
        winner = int(given["winner"]) - 1
        if on_table.winner != winner:
            yield f"card {on_table.winner} (from 0) wins, not card {given['winner']}"
        return
    hand = given["hand"].split()
    number = 0 if trick else HAND_SIZE - len(hand) + 1
    held = mask_of(hand)
    allowed = codes(legal_cards(judged, held, on_table.led, trump, on_table.above, trick=number))
    if set(allowed) != set(given["legal"].split()):
        yield f"legal are {' '.join(allowed)}, not {given['legal']}"


def compare(wanted: tuple[str, ...], ruling: Ruling) -> Iterator[str]:
    """Yield each difference between a ruling and what is expected of it."""
    data = ruling_data(ruling, whole=False)
    expected = [line.split() for line in wanted if line.startswith("finding ")]
    yield from _findings(expected, data["findings"])
    if "no finding" in wanted and data["findings"]:
        yield "there are findings"
    for line in wanted:
        words = line.split()
        if words[0] not in ("finding", "no"):
            yield from _line(words, line, data)


def _findings(expected: list[list[str]], found: list[dict[str, object]]) -> Iterator[str]:
    left = list(found)
    for words in expected:
        match = next((finding for finding in left if _fits(words[1:], finding)), None)
        if match is None:
            yield f"missing: {' '.join(words)}"
        else:
            left.remove(match)
    for finding in left:
        yield "not expected: " + ", ".join(
            f"{key} {finding[key]}"
            for key in ("infraction", "seat", "trick", "at", "verdict", "provable_from", "penalty")
        )


def _fits(words: list[str], finding: dict[str, object]) -> bool:
    infraction, who, *rest = words
    if finding["infraction"] != infraction:
        return False
    if who != "-" and who not in (finding["seat"], finding["team"]):
        return False
    if who == "-" and finding["seat"] is not None:
        return False
    given = iter(rest)
    wanted_verdict = "proven"
    for word in given:
        if word == "trick" and str(finding["trick"]) != next(given):
            return False
        if word == "at" and str(finding["at"]) != next(given):
            return False
        if word == "provable" and str(finding["provable_from"]).replace("None", "never") != next(given):
            return False
        if word == "undetermined":
            wanted_verdict = "undetermined"
        if (
            word in ("renege", "redeal", "void", "note")
            and str(finding["penalty"]).replace("meld_", "") != word
        ):
            return False
    return finding["verdict"] == wanted_verdict


def _line(words: list[str], line: str, data: dict[str, object]) -> Iterator[str]:
    """Yield the difference from an expectation other than a finding, if there is one."""
    claims: list[dict[str, object]] = data["claims"]  # type: ignore[assignment]
    findings: list[dict[str, object]] = data["findings"]  # type: ignore[assignment]
    if words[0] == "claim":
        claim = claims[int(words[1])]
        linked = None if claim["finding"] is None else findings[int(str(claim["finding"]))]["infraction"]
        actual = f"claim {words[1]} {claim['verdict']}" + (f" {linked}" if linked and len(words) > 3 else "")
    elif words[0] in ("free", "excused"):
        actual = f"{words[0]} {words[1]} {(_free if words[0] == 'free' else _excused)(claims[int(words[1])])}"
    elif words[0] == "outcome":
        actual = f"outcome {data['outcome']}" + (f" {data['reneging_team']}" if len(words) > 2 else "")
    elif words[0] == "score":
        actual = f"score {_marks(data['marks'])}"
    elif words[0] == "played":
        played: dict[str, object] = data["as_played"]  # type: ignore[assignment]
        actual = f"played {_marks(played['marks'])}" if len(words) > 2 else f"played {played['outcome']}"
    elif words[0] == "range":
        actual = f"range {_range(data.get('score_range'))}"
    elif words[0] == "points":
        actual = f"points {_points(data['points'])}"
    elif words[0] == "melds":
        points: dict[str, dict[str, object]] = data["points"]  # type: ignore[assignment]
        actual = f"melds {_marks({team: own['melds'] for team, own in points.items()})}"
    elif words[0] == "after":
        actual = f"after {_marks(data['after'])}"
    elif words[0] == "trump":
        actual = f"trump {data['trump'] or 'none'}"
    elif words[0] == "win":
        actual = f"win {data['winner'] or 'nobody'}"
    elif words[0] == "next":
        actual = f"next dealer {data['next_dealer']}"
    elif words[0] == "sheet":
        actual = {True: "sheet agrees", False: "sheet differs", None: "sheet -"}[data["sheet_agrees"]]  # type: ignore[index]
    else:
        raise ValueError(f"the casebook has no line “{line}”")
    if actual.split() != words:
        yield f"{actual}, expected {line}"


def _free(claim: dict[str, Any]) -> str:
    """Return the deed that makes a claim true without a penalty, and its articles."""
    deed = claim.get("deed")
    return f"{deed['infraction']} {deed['seat']} {' '.join(deed['articles'])}" if deed else "nothing"


def _excused(claim: dict[str, Any]) -> str:
    """Return the claim that excuses a wrong one, or the reason why none does."""
    apart = claim.get("not_excused")
    if apart:
        return f"not by {apart['claim']}, {apart['because']}"
    return f"by {claim['excused']['claim']}" if "excused" in claim else "by nobody"


def _marks(marks: object) -> str:
    return "none" if marks is None else " ".join(f"{team} {mark}" for team, mark in marks.items())  # type: ignore[attr-defined]


def _range(ends: object) -> str:
    if ends is None:
        return "none"
    return " ".join(f"{team} {ends[team][0]}-{ends[team][1]}" for team in TEAMS)  # type: ignore[index]


def _points(points: object) -> str:
    if points is None:
        return "none"
    parts = ("cards", "last_trick", "melds", "belle")
    return " ".join(f"{team} {'+'.join(str(own[part]) for part in parts)}" for team, own in points.items())  # type: ignore[attr-defined]


class HandBlock(NamedTuple):
    """Block about a hand in a Markdown file: its kind, the words after the kind, and its lines."""

    title: str
    hand: str
    kind: str
    words: str
    lines: tuple[str, ...]

    def failures(self, ruling: Ruling) -> list[str]:
        """Return each difference of a ruling from what is expected.

        Findings that are not listed count only if the block has a line about findings.
        """
        findings = any("finding" in line for line in self.lines)
        return [
            failure
            for failure in compare(self.lines, ruling)
            if findings or not failure.startswith("not expected: ")
        ]


def hand_blocks(file: Path) -> Iterator[HandBlock]:
    """Yield the blocks about each hand of a file; those after a `twin` are about the twin.

    A twin replaces words of the hand (`- old`, then `+ new`); a `+` line by itself is added at the end.
    """
    for section in file.read_text(encoding="utf-8").split("\n## ")[1:]:
        title, base, hand = section.partition("\n")[0], "", ""
        for kind, words, block in re.findall(
            r"^```(\w+)([^\n]*)\n(.*?)^```$", section, re.DOTALL | re.MULTILINE
        ):
            if kind in ("clab", "game"):
                base = hand = block
            elif kind == "twin":
                hand = _twin(base, block)
            else:
                yield HandBlock(title, hand, kind, words.strip(), tuple(block.splitlines()))


def _twin(hand: str, changes: str) -> str:
    for old, new in re.findall(r"^(?:- (.*)\n)?(?:\+ (.*)\n)?", changes, re.MULTILINE):
        if old:
            assert old in hand, old
            hand = hand.replace(old, new)
        elif new:
            hand += f"{new}\n"
    return re.sub(r"^\n", "", hand, flags=re.MULTILINE)
