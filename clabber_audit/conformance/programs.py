"""Programs under test: one process each, or one for all questions."""

from __future__ import annotations

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final, NamedTuple, Protocol

from clabber_audit.conformance.suite import SuiteQuestion, house_file, law_by
from clabber_audit.core.errors import ClabberError, Unusable, UsageError, printable
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.league.scorecard import games
from clabber_audit.records.formats import canonical, compact
from clabber_audit.records.hand import Hand
from clabber_audit.report.data import ruling_data
from clabber_audit.report.scorecard import card_data
from clabber_audit.rules.bound_ruleset import position
from clabber_audit.rules.ruleset import DEFAULT

Json = dict[str, Any]

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


def _parse(output: bytes) -> ProgramAnswer:
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
        self._listening = _start(self._listen)

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


def _start(work: Callable[[], object]) -> threading.Thread:
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
        process, output = _Process(self._arguments(question, rules), subprocess.DEVNULL), list[bytes]()
        reading = _start(lambda: output.append(_read_all(process.popen.stdout)))
        try:
            code = process.popen.wait(self._seconds)
        except subprocess.TimeoutExpired:
            return _timeout_answer(self._seconds)
        finally:
            process.kill()
        if code not in self._accepted:
            return ProgramAnswer(None, f"it ended with exit code {code}{process.last_error_line()}")
        reading.join(self._seconds)
        return (
            _parse(output[0])
            if output
            else ProgramAnswer(None, "something that it began keeps its output open")
        )

    def _arguments(self, question: SuiteQuestion, rules: str | Json | None) -> list[str]:
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
            _start(lambda: _read_lines(stream, lines))
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
        answer = _parse(line)
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


def program(command: str, seconds: float, accepted: frozenset[int]) -> Program:
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
        ruling = _judge(question["record"], rules)
        data, replay = ruling_data(ruling, whole=False), ruling.replay
        if not ruling.law.game.bids:
            return data
        # The suite asks for the leader, whom a published ruling shows only by the cards.
        leader = replay.declared.before.leader
        return {**data, "leader": None if leader is None else replay.hand.seating.seats[leader]}
    if question["kind"] == "game":
        return card_data(games(_judge(record, rules) for record in question["records"]))
    if question["kind"] == "position":
        law, given = law_by(rules or DEFAULT), question["position"]
        pack = law.game.recording(law.toggles).pack
        hand, trick, played = (given.get(key, []) for key in ("hand", "trick", "played"))
        result = position(law, law.order(pack).strains[given["trump"]], hand, trick, played)
        legal = [face for face, card in zip(hand, result.held, strict=True) if card & result.allowed]
        return {**({"legal": legal} if hand else {}), **({"winner": result.best + 1} if trick else {})}
    raise Unusable(f"there are no questions of kind {question['kind']!r}")


def _judge(record: Json, rules: str | Json | None) -> Ruling:
    hand: Hand = parse_hand(canonical(record).encode())
    return adjudicate(hand, law_by(rules or str(hand.record.ruleset)))
