"""Published suite: questions, rulesets and hashes. Programs under test: one process each, or one for all questions."""

from __future__ import annotations

import hashlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import tomllib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final, Literal, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field

from clabber_audit.core.errors import ClabberError, Unusable, UsageError, printable
from clabber_audit.core.files import package_folder
from clabber_audit.core.text import to_toml
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.league.scorecard import games
from clabber_audit.records.base import or_none
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.bid_euchre_words import Card, Seat, Side, Strain
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import canonical, compact
from clabber_audit.records.hand import Hand
from clabber_audit.report.data import ruling_data
from clabber_audit.report.scorecard import card_data
from clabber_audit.rules.articles import Grade
from clabber_audit.rules.bound_ruleset import BoundRuleset, law, law_of, position
from clabber_audit.rules.ruleset import DEFAULT, SHIPPED, load_text

Json = dict[str, Any]

FORMAT: Final = "clabber-conformance/1"
#: The files that the hash is over, in its order.
FILES: Final = ("ambiguities", "bid-euchre", "cases", "clabber", "rulesets")
#: The files of questions: a family of games each.
FAMILIES: Final = ("clabber", "bid-euchre")
MANIFEST: Final = "suite.toml"
#: Keys of a question that a program is given.
_GIVEN: Final = ("record", "records", "position")


class SuiteCase(NamedTuple):
    """Case of the casebook, shared by its questions."""

    id: str
    title: str
    chapter: str
    #: The rows of the catalog on which it rests.
    rows: tuple[str, ...]
    #: Reasons for the expected answer.
    why: str


class SuiteQuestion(NamedTuple):
    """Question to a program."""

    id: str
    case: SuiteCase
    family: str
    #: `hand`, `game` or `position`.
    kind: str
    #: The id of a ruleset; None for a game whose hands name their own.
    ruleset: str | None
    #: Further input, under `record`, `records` or `position`.
    given: Json
    #: Required parts of an answer, and optional ones that must be right if given.
    expect: Json
    details: Json
    #: Grade of the articles behind its rows; None without rows.
    grade: str | None
    #: Other answers that the sources allow: a toggle, and the question under a variant that expects it.
    otherwise: tuple[tuple[str, str], ...]

    @property
    def is_variant(self) -> bool:
        """True if the rules come with the question as data, not as a published text."""
        return self.ruleset is not None and self.ruleset not in SHIPPED


class Ambiguity(NamedTuple):
    """Open question of the sources, and the answer that this suite prefers."""

    row: str
    toggle: str
    kind: str
    question: str
    ruleset: str
    preferred: object
    answers: tuple[object, ...]


class Suite(NamedTuple):
    """Conformance suite."""

    version: str
    sha256: str
    chapters: Mapping[str, str]
    questions: tuple[SuiteQuestion, ...]
    ambiguities: tuple[Ambiguity, ...]
    #: The rulesets as data, by their ids: the shipped ones, and those made of them for some questions.
    rulesets: Mapping[str, Json]

    @property
    def by_id(self) -> dict[str, SuiteQuestion]:
        return {question.id: question for question in self.questions}

    def choose_questions(self, words: Sequence[str], family: str | None = None) -> tuple[SuiteQuestion, ...]:
        """Return the questions of a family selected by words: ids, cases, chapters, kinds, rulesets.

        UsageError for a word that names none.
        """
        within = [question for question in self.questions if family in (None, question.family)]
        names = {
            word.lower(): [question for question in within if word.lower() in _names(question)]
            for word in words
        }
        for word, questions in names.items():
            if not questions:
                known = {name for question in within for name in _names(question)}
                close = get_close_matches(word, sorted(known), 1)
                listed = "`clabber-audit conformance --list` lists them all"
                advice = f"did you mean “{close[0]}”?" if close else listed
                raise UsageError(f"no question of the suite is called “{printable(word)}”", "", advice)
        wanted = {question.id for name in names.values() for question in name}
        return tuple(question for question in within if not words or question.id in wanted)


def _names(question: SuiteQuestion) -> tuple[str, ...]:
    """Return the words that select a question."""
    case = question.case
    names = (question.id.lower(), case.id.lower(), case.chapter, question.kind, question.ruleset)
    return tuple(name for name in names if name)


def find_folder() -> Path:
    return package_folder("examples") / "conformance"


def load() -> Suite:
    """Load the installed suite. Raise Unusable if its files do not match its hash."""
    read = {name: (find_folder() / f"{name}.ndjson").read_bytes() for name in FILES}
    manifest = tomllib.loads((find_folder() / MANIFEST).read_text(encoding="utf-8"))
    digest = hash_of(read[name] for name in FILES)
    if digest != manifest["sha256"]:
        why = f"the hash of its files is {digest[:16]}…, and it should be {manifest['sha256'][:16]}…"
        raise Unusable("the conformance suite is not the published one", why, "reinstall clabber-audit")
    lines = {name: [json.loads(line) for line in data.splitlines()] for name, data in read.items()}
    cases = {line["id"]: SuiteCase(**{**line, "rows": tuple(line["rows"])}) for line in lines["cases"]}
    return Suite(
        manifest["version"],
        digest,
        manifest["chapters"],
        tuple(_read_question(line, family, cases) for family in FAMILIES for line in lines[family]),
        tuple(Ambiguity(**{**line, "answers": tuple(line["answers"])}) for line in lines["ambiguities"]),
        {line["id"]: line for line in lines["rulesets"]},
    )


def hash_of(files: Iterable[bytes]) -> str:
    """Return the SHA-256 of concatenated files, in hexadecimal."""
    total = hashlib.sha256()
    for data in files:
        total.update(data)
    return total.hexdigest()


def _read_question(line: Json, family: str, cases: Mapping[str, SuiteCase]) -> SuiteQuestion:
    return SuiteQuestion(
        line["id"],
        cases[line["case"]],
        family,
        line["kind"],
        line.get("ruleset"),
        {key: line[key] for key in _GIVEN if key in line},
        line["expect"],
        line.get("details", {}),
        line.get("grade"),
        tuple((answer["toggle"], answer["other"]) for answer in line.get("otherwise", ())),
    )


Kind = Literal["hand", "game", "position"]
Record = HandRecord | BidEuchreRecord


class SuitePart(BaseModel):
    """Base of the parts of a suite: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid")


class _Answer(BaseModel):
    model_config = ConfigDict(extra="allow")


class CardPosition(SuitePart):
    """Cards on a table."""

    trump: Strain
    trick: list[Card] = Field(description="the cards on the table, in the order they fell")
    hand: list[Card] = Field([], description="the hand of whoever is next")
    played: list[Card] = Field([], description="cards of earlier tricks, where a lead depends on them")


class Otherwise(SuitePart):
    """Another answer that the sources allow: what is expected of another question."""

    other: str = Field(description="the question that is the same under a variant of the ruleset")
    toggle: str = Field(description="the question of the catalog that the variant answers otherwise")


class QuestionShape(SuitePart):
    """A line of `clabber.ndjson` or `bid-euchre.ndjson`."""

    model_config = ConfigDict(title="Conformance question", extra="forbid")

    id: str = Field(description="never given to another question")
    case: str = Field(description="its case in `cases.ndjson`: title, rows, why")
    kind: Kind
    ruleset: str | None = or_none("in `rulesets.ndjson`; without it each hand of a game names its own")
    record: Record | None = None
    records: list[Record] | None = None
    position: CardPosition | None = None
    expect: dict[str, Any] = Field(
        description="what an answer must say: as the answer, each part as far as it is known"
    )
    details: dict[str, Any] = Field({}, description="what it may leave out, and not say otherwise")
    grade: Grade | None = or_none("the least grade of the articles that carry the rows of its case")
    otherwise: list[Otherwise] = []


class ExpectedFinding(_Answer):
    """An infraction found."""

    infraction: str
    seat: Seat | None
    team: Side | None = or_none("needed where no seat is to blame")
    at: int | str = Field(
        description="when: cards on the table before it, or deal, declaring, turned, scored"
    )
    verdict: Literal["proven", "undetermined"]
    penalty: str | None = or_none("renege, redeal, meld_void (Clabber), void, note")


class ExpectedClaim(_Answer):
    """A claim weighed."""

    claim: int = Field(description="its place in the record, from 0")
    verdict: str
    finding: int | None = or_none("the place in `findings` of what upholds it")


class AnswerShape(_Answer):
    """The least that is asked of an answer; everything else in it is read only where `details` speak of it."""

    model_config = ConfigDict(title="Conformance answer", extra="allow")

    id: str | None = or_none("the question’s, needed of a program that answers line by line")
    unsupported: str | None = or_none("why the program does not answer; then nothing else is needed")
    error: str | None = or_none("why it failed; the question counts as failed")
    findings: list[ExpectedFinding] | None = or_none("of a hand: all of them, and no other")
    claims: list[ExpectedClaim] | None = or_none("of a hand with claims")
    outcome: str | None = None
    reneging_team: Side | None = None
    score: dict[Side, int] | None = None
    games: list[dict[str, Any]] | None = or_none("of a game: as clabber-scorecard/1 has it, one")
    legal: list[Card] | None = or_none("of a position: what may be played")
    winner: Any = or_none("of a position: which card wins, from 1")


class QuestionCounts(SuitePart):
    """Number of questions by verdict."""

    asked: int
    passed: int
    failed: int
    unsupported: int


class ChapterShape(QuestionCounts):
    """A chapter, without ambiguities and other rules."""

    chapter: str
    title: str


class SuiteShape(SuitePart):
    """Version and hash of the suite."""

    version: str
    sha256: str
    whole: bool = Field(description="whether every question was asked")


class DetailsShape(SuitePart):
    """Numbers of details given as expected and left out."""

    given: int
    left_out: int


class PartShape(SuitePart):
    """Numbers of supported questions whose answers have a part right or wrong."""

    right: int
    wrong: int = Field(description="or missing")


class InfractionShape(SuitePart):
    """Numbers of times an infraction was found as expected, missing, and unexpected."""

    found: int
    missing: int
    unexpected: int


class AmbiguitiesShape(SuitePart):
    """The questions on which the sources allow several answers."""

    preferred: int
    allowed: int
    neither: int
    unsupported: int


class JudgedShape(SuitePart):
    """Result of a question."""

    id: str
    verdict: Literal["passed", "failed", "unsupported"]
    why: list[str]
    took: str | None = or_none("of an ambiguity: preference, the question whose answer it is, or null")


class ConformanceScoreShape(QuestionCounts):
    """Score of a program."""

    model_config = ConfigDict(title="Conformance score", extra="forbid")

    format: Literal["clabber-conformance/1"]
    suite: SuiteShape
    command: str
    verdict: str
    details: DetailsShape
    parts: dict[str, PartShape] = Field(description="findings, claims, outcome, score, game, legal, winner")
    infractions: dict[str, InfractionShape]
    ambiguities: AmbiguitiesShape
    variants: QuestionCounts = Field(description="questions under other rules, which come with them as data")
    chapters: list[ChapterShape]
    questions: list[JudgedShape]


#: Keys of a house file before its articles.
HEAD: Final = ("id", "title", "about", "extends", "repeal")


def house_file(rules: Json) -> str:
    """Return a variant as a house file in TOML: its parent, and the articles that it replaces."""
    lines = [f"{key} = {to_toml(rules[key])}" for key in HEAD if key in rules]
    for name, article in rules["articles"].items():
        lines += [
            "",
            f"[articles.{to_toml(name)}]",
            *(f"{key} = {to_toml(value)}" for key, value in article.items()),
        ]
    return "\n".join(lines) + "\n"


def law_by(rules: str | Json) -> BoundRuleset:
    """Return the bound ruleset of a question: a shipped id, or data."""
    return law_of(rules) if isinstance(rules, str) else _bind_variant(canonical(rules))


@lru_cache(maxsize=128)
def _bind_variant(rules: str) -> BoundRuleset:
    data = json.loads(rules)
    return law(load_text(house_file(data), f"{data['id']}.toml", {}))


#: The most bytes of an answer.
MOST: Final = 4 << 20
#: The last bytes of standard error that are reported.
_STDERR: Final = 2_000
_CHUNK: Final = 1 << 16
#: Seconds that a program has to exit once it has closed its output.
ENDING: Final = 5.0
#: Placeholders for the files and the kind of a question in a command.
PLACEHOLDERS: Final = ("{record}", "{ruleset}", "{kind}")


class ProgramAnswer(NamedTuple):
    """Answer of a tested program: a JSON object, or the error that replaced it."""

    data: Json | None
    trouble: str = ""
    #: True if it took too long.
    slow: bool = False


class Program(Protocol):
    """Program under test."""

    def ask(self, question: SuiteQuestion, rules: str | Json | None) -> ProgramAnswer:
        """Answer a question under a shipped ruleset, one given as data, or each hand's own."""

    def close(self) -> None:
        """End it."""


def question_line(question: SuiteQuestion, rules: str | Json | None) -> Json:
    """Return a question as a line of input."""
    data = {"id": question.id, "kind": question.kind, **question.given}
    return data if rules is None else {**data, "ruleset": rules}


def _parse_answer(output: bytes) -> ProgramAnswer:
    if len(output) > MOST:
        return ProgramAnswer(None, f"the answer is too large (limit {MOST >> 20} MiB)")
    if not output.strip():
        return ProgramAnswer(None, "it printed nothing")
    try:
        data = json.loads(output)
    except (ValueError, RecursionError):
        return ProgramAnswer(
            None, f"the answer is not JSON: “{printable(output.decode(errors='replace').strip())}”"
        )
    if not isinstance(data, dict):
        return ProgramAnswer(None, "the answer is not a JSON object")
    return ProgramAnswer(data)


class _Process:
    """Process of a command, in a group of its own, with the end of its standard error."""

    def __init__(self, words: Sequence[str], stdin: int) -> None:
        try:
            self.popen = subprocess.Popen(
                words,
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name != "nt",
            )
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", None) or str(problem)
            raise Unusable(
                f"cannot run {printable(words[0])}", why, "check the command after --run"
            ) from None
        self._stderr: deque[int] = deque(maxlen=_STDERR)
        self._listening = _start_thread(self._listen)

    def _listen(self) -> None:
        assert self.popen.stderr
        with self.popen.stderr as stream, suppress(OSError, ValueError):
            while part := os.read(stream.fileno(), _CHUNK):
                self._stderr.extend(part)

    def last_error_line(self) -> str:
        """Return the last line of standard error, as the end of a sentence."""
        self._listening.join(ENDING)
        lines = bytes(self._stderr).decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; the last that it said: “{printable(last, 200)}”" if last else ""

    def kill(self) -> None:
        """Kill it and all that it started."""
        with suppress(ProcessLookupError, PermissionError):
            if os.name != "nt":
                os.killpg(self.popen.pid, signal.SIGKILL)
            elif self.popen.poll() is None:
                self.popen.kill()
        self.popen.wait()


def _start_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def _timeout_answer(seconds: float) -> ProgramAnswer:
    return ProgramAnswer(None, f"it took longer than {seconds:g} s", slow=True)


class ProcessRunner:
    """Program that is started for each question, with the files of the question among its arguments."""

    def __init__(self, words: Sequence[str], seconds: float, accepted: frozenset[int]) -> None:
        self._words, self._seconds, self._accepted = words, seconds, accepted
        self._folder = TemporaryDirectory(prefix="conformance-")

    def ask(self, question: SuiteQuestion, rules: str | Json | None) -> ProgramAnswer:
        """Start the program and read its output."""
        if question.kind != "hand" and not any("{kind}" in word for word in self._words):
            return ProgramAnswer(
                {"unsupported": "the command has no {kind}, so that it is asked about hands alone"}
            )
        process, output = _Process(self._write_arguments(question, rules), subprocess.DEVNULL), list[bytes]()
        reading = _start_thread(lambda: output.append(_read_all(process.popen.stdout)))
        try:
            code = process.popen.wait(self._seconds)
        except subprocess.TimeoutExpired:
            return _timeout_answer(self._seconds)
        finally:
            process.kill()
        if code not in self._accepted:
            return ProgramAnswer(None, f"it ended with exit code {code}{process.last_error_line()}")
        reading.join(self._seconds)
        if output:
            return _parse_answer(output[0])
        return ProgramAnswer(None, "something that it began keeps its output open")

    def _write_arguments(self, question: SuiteQuestion, rules: str | Json | None) -> list[str]:
        """Write the files of a question, and fill in their names."""
        folder, given = Path(self._folder.name), question.given
        lines = given["records"] if "records" in given else [given.get("record", given.get("position"))]
        record = folder / ("records.jsonl" if "records" in given else f"{question.kind}.json")
        record.write_text("".join(canonical(line) + "\n" for line in lines), encoding="utf-8")
        ruleset = rules or ""
        if isinstance(ruleset, dict):
            file = folder / f"{ruleset['id']}.toml"
            file.write_text(house_file(ruleset), encoding="utf-8")
            ruleset = str(file)
        arguments = []
        for word in self._words:
            for placeholder, text in zip(PLACEHOLDERS, (str(record), ruleset, question.kind), strict=True):
                word = word.replace(placeholder, text)
            arguments.append(word)
        return arguments

    def close(self) -> None:
        self._folder.cleanup()


def _read_all(stream: IO[bytes] | None) -> bytes:
    """Read an answer, and discard what is too much, so that the program is not blocked."""
    assert stream
    with stream, suppress(OSError, ValueError):
        output = stream.read(MOST + 1)
        while stream.read(_CHUNK):
            pass
        return output
    return b""


class StreamRunner:
    """Program that answers line by line; one that ends is started again."""

    def __init__(self, words: Sequence[str], seconds: float) -> None:
        self._words, self._seconds = words, seconds
        self._process: _Process | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()

    def ask(self, question: SuiteQuestion, rules: str | Json | None) -> ProgramAnswer:
        """Write the question and wait for the answer."""
        if self._process is None:
            self._process = _Process(self._words, subprocess.PIPE)
            self._lines = queue.Queue()
            stream, lines = self._process.popen.stdout, self._lines
            _start_thread(lambda: _read_lines(stream, lines))
        process = self._process
        assert process.popen.stdin
        with suppress(OSError):
            process.popen.stdin.write((compact(question_line(question, rules)) + "\n").encode())
            process.popen.stdin.flush()
        try:
            line = self._lines.get(timeout=self._seconds)
        except queue.Empty:
            self.close()
            return _timeout_answer(self._seconds)
        if not line:
            trouble = "it closed its output before it answered"
            with suppress(subprocess.TimeoutExpired):
                trouble = f"it ended before it answered, with exit code {process.popen.wait(ENDING)}"
            self.close()
            return ProgramAnswer(None, trouble + process.last_error_line())
        answer = _parse_answer(line)
        if answer.data is not None and answer.data.get("id") != question.id:
            id = answer.data.get("id")
            actual = "no “id”" if id is None else f"the “id” {printable(id)}"
            answer = ProgramAnswer(None, f"the answer has {actual}, where the question has {question.id}")
        if answer.data is None:
            # Its next line may be about anything.
            self.close()
        return answer

    def close(self) -> None:
        if self._process is not None:
            assert self._process.popen.stdin
            with suppress(OSError):
                self._process.popen.stdin.close()
            self._process.kill()
            self._process = None


def _read_lines(stream: IO[bytes] | None, lines: queue.Queue[bytes]) -> None:
    """Queue each line, and an empty one at the end."""
    assert stream
    with stream, suppress(OSError, ValueError):
        while line := stream.readline(MOST + 1):
            lines.put(line)
            if len(line) > MOST:
                break
    lines.put(b"")


def start_program(command: str, seconds: float, accepted: frozenset[int]) -> Program:
    """Return the program of a command: a process for each question if it has `{record}`, else one for all.

    UsageError for an invalid command.
    """
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as problem:
        raise UsageError(
            f"the command “{printable(command)}” cannot be read", str(problem), "check its quotes"
        ) from None
    if not words:
        raise UsageError("the command is empty", "", "give one, such as --run “./judge”")
    if any(PLACEHOLDERS[0] in word for word in words):
        return ProcessRunner(words, seconds, accepted)
    if any(placeholder in word for placeholder in PLACEHOLDERS for word in words):
        why = "without {record} the program reads one line per question"
        raise UsageError("the command has no {record}", why, "add {record}, or take the others out")
    return StreamRunner(words, seconds)


def answers(lines: Iterable[bytes]) -> Iterator[str]:
    """Answer questions line by line, as a program under test does."""
    yield from (compact(answer(line)) + "\n" for line in lines if line.strip())


def answer(line: bytes) -> Json:
    """Answer a question; a line that is none is answered with an `error`."""
    question: Any = None
    try:
        question = json.loads(line)
        return {"id": question["id"], **_answer_to(question)}
    except ClabberError as problem:
        return {"id": question["id"], "error": " ".join(text.strip() for text in problem.lines)}
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        id = question.get("id") if isinstance(question, dict) else None
        return {"id": id, "error": f"this is no question of the suite: {problem!r}"}


def _answer_to(question: Json) -> Json:
    rules = question.get("ruleset")
    if question["kind"] == "hand":
        ruling = _judge_record(question["record"], rules)
        data, replay = ruling_data(ruling, whole=False), ruling.replay
        if not ruling.law.game.bids:
            return data
        # The suite asks for the leader, whom a published ruling shows only by the cards.
        leader = replay.declared.preliminaries.leader
        return {**data, "leader": None if leader is None else replay.hand.seating.seats[leader]}
    if question["kind"] == "game":
        return card_data(games(_judge_record(record, rules) for record in question["records"]))
    if question["kind"] == "position":
        law, given = law_by(rules or DEFAULT), question["position"]
        pack = law.game.recording(law.toggles).pack
        hand, trick, played = (given.get(key, []) for key in ("hand", "trick", "played"))
        result = position(law, law.order(pack).strains[given["trump"]], hand, trick, played)
        legal = [face for face, card in zip(hand, result.held, strict=True) if card & result.allowed]
        return {**({"legal": legal} if hand else {}), **({"winner": result.best + 1} if trick else {})}
    raise Unusable(f"there are no questions of kind {question['kind']!r}")


def _judge_record(record: Json, rules: str | Json | None) -> Ruling:
    hand: Hand = parse_hand(canonical(record).encode())
    return adjudicate(hand, law_by(rules or str(hand.record.ruleset)))
