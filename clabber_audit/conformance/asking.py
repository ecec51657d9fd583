"""A program that is not ours, asked: one process for each question, or one that reads and writes a line each.

Whatever it does is an answer or a sentence about why there is none; it never stops the rest.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final, NamedTuple, Protocol

from clabber_audit.conformance.rules import house_file
from clabber_audit.conformance.suite import Question
from clabber_audit.ground.errors import Unusable, UsageError, shown
from clabber_audit.record.canonical import canonical, compact

Json = dict[str, Any]

#: The most bytes of an answer, and of what is kept of a program's talk.
MOST: Final = 4 << 20
_TALK: Final = 2_000
#: How many seconds a program may take to end once it has closed its output.
_ENDING: Final = 5.0
#: What stands for the files of a question in a command.
PLACES: Final = ("{record}", "{ruleset}", "{kind}")


class Answer(NamedTuple):
    """What a program gave: an object, or a sentence about why there is none."""

    data: Json | None
    trouble: str = ""
    #: Whether it took too long, so that others may as well.
    slow: bool = False


class Program(Protocol):
    """A program that can be asked."""

    def ask(self, question: Question, rules: str | Json | None) -> Answer:
        """Its answer to a question under a ruleset: the id of a shipped one, one as data, or each hand's own."""

    def close(self) -> None:
        """End it."""


def program(command: str, seconds: float, accepted: frozenset[int]) -> Program:
    """The program of a command: where `{record}` stands in it, a process for each question, else one for all.

    UsageError for a command that is none.
    """
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as problem:
        raise UsageError(f"the command “{shown(command)}” cannot be read", str(problem), "check its quotes") from None
    if not words:
        raise UsageError("the command is empty", "", "give one, such as --run “./judge {record} {ruleset}”")
    if any(PLACES[0] in word for word in words):
        return EachByItself(words, seconds, accepted)
    if any(place in word for place in PLACES for word in words):
        why = "without {record} the program reads a line for each question, with all of it"
        raise UsageError("the command has no {record}", why, "add {record}, or take the others out")
    return OneForAll(words, seconds)


def task(question: Question, rules: str | Json | None) -> Json:
    """A question as a line for a program that reads lines."""
    told = {"id": question.id, "kind": question.kind, **question.given}
    return told if rules is None else {**told, "ruleset": rules}


# A process for each question


class EachByItself:
    """A program that is begun for each question, with the files of the question among its words."""

    def __init__(self, words: Sequence[str], seconds: float, accepted: frozenset[int]) -> None:
        self._words, self._seconds, self._accepted = words, seconds, accepted
        self._all_kinds = any("{kind}" in word for word in words)
        self._folder = TemporaryDirectory(prefix="conformance-")

    def ask(self, question: Question, rules: str | Json | None) -> Answer:
        """Begin the program and read what it prints."""
        if question.kind != "hand" and not self._all_kinds:
            return Answer({"unsupported": "the command has no {kind}, so that it is asked about hands alone"})
        process = _begun(self._filled(question, rules), subprocess.DEVNULL)
        talk = _Talk(process.stderr)
        printed: list[bytes] = []
        reading = _beside(lambda: printed.append(_within(process.stdout, MOST + 1)))
        try:
            code = process.wait(self._seconds)
        except subprocess.TimeoutExpired:
            return Answer(None, _too_long(self._seconds), slow=True)
        finally:
            _end(process)
        if code not in self._accepted:
            return Answer(None, f"it ended with exit code {code}{talk.told()}")
        reading.join(self._seconds)
        return _parsed(printed[0]) if printed else Answer(None, "something that it began keeps its output open")

    def _filled(self, question: Question, rules: str | Json | None) -> list[str]:
        folder, given = Path(self._folder.name), question.given
        lines = given["records"] if "records" in given else [given.get("record", given.get("position"))]
        record = folder / ("records.jsonl" if "records" in given else f"{question.kind}.json")
        record.write_text("".join(canonical(line) + "\n" for line in lines), encoding="utf-8")
        ruleset = rules or ""
        if isinstance(ruleset, dict):
            file = folder / f"{ruleset['id']}.toml"
            file.write_text(house_file(ruleset), encoding="utf-8")
            ruleset = str(file)
        filled = dict(zip(PLACES, (str(record), ruleset, question.kind), strict=True))
        return [_replaced(word, filled) for word in self._words]

    def close(self) -> None:
        """Remove the files."""
        self._folder.cleanup()


def _replaced(word: str, filled: dict[str, str]) -> str:
    for place, text in filled.items():
        word = word.replace(place, text)
    return word


# One process for all


class OneForAll:
    """A program that reads a question a line and writes an answer a line; one that ends is begun again."""

    def __init__(self, words: Sequence[str], seconds: float) -> None:
        self._words, self._seconds = words, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._talk = _Talk(None)

    def ask(self, question: Question, rules: str | Json | None) -> Answer:
        """Write the question, wait for the answer to it."""
        process = self._running()
        assert process.stdin
        with suppress(OSError):
            process.stdin.write((compact(task(question, rules)) + "\n").encode())
            process.stdin.flush()
        try:
            line = self._lines.get(timeout=self._seconds)
        except queue.Empty:
            self.close()
            return Answer(None, _too_long(self._seconds), slow=True)
        if not line:
            told = "it closed its output before it answered"
            with suppress(subprocess.TimeoutExpired):
                told = f"it ended before it answered, with exit code {process.wait(_ENDING)}"
            self.close()
            return Answer(None, told + self._talk.told())
        answer = _parsed(line)
        if answer.data is not None and answer.data.get("id") != question.id:
            named = answer.data.get("id")
            said = "no “id”" if named is None else f"the “id” {shown(named)}"
            answer = Answer(None, f"the answer has {said}, where the question has {question.id}")
        if answer.data is None:
            # What it writes next may be about anything.
            self.close()
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = _begun(self._words, subprocess.PIPE)
            self._talk = _Talk(self._process.stderr)
            self._lines = queue.Queue()
            stream, lines = self._process.stdout, self._lines
            _beside(lambda: _told_by_line(stream, lines))
        return self._process

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            assert self._process.stdin
            with suppress(OSError):
                self._process.stdin.close()
            _end(self._process)
            self._process = None


def _told_by_line(stream: IO[bytes] | None, lines: queue.Queue[bytes]) -> None:
    """Hand each line on, and nothing when there are no more."""
    assert stream
    with stream, suppress(OSError, ValueError):
        while line := stream.readline(MOST + 1):
            lines.put(line)
            if len(line) > MOST:
                break
    lines.put(b"")


# Processes


def _begun(words: Sequence[str], stdin: int) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            words, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=os.name != "nt"
        )
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot run {shown(words[0])}", why, "check the command after --run") from None


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it began."""
    with suppress(ProcessLookupError, PermissionError):
        if os.name != "nt":
            os.killpg(process.pid, signal.SIGKILL)
        elif process.poll() is None:
            process.kill()
    process.wait()


def _beside(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def _within(stream: IO[bytes] | None, most: int) -> bytes:
    """What a stream holds, and no more than so much; the rest is read and forgotten, so that nobody waits."""
    assert stream
    with stream, suppress(OSError, ValueError):
        found = stream.read(most)
        while stream.read(1 << 16):
            pass
        return found
    return b""


class _Talk:
    """The last that a program says on its standard error."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        self._kept: deque[int] = deque(maxlen=_TALK)
        self._thread = _beside(lambda: self._listen(stream)) if stream else None

    def _listen(self, stream: IO[bytes]) -> None:
        with stream, suppress(OSError, ValueError):
            while part := os.read(stream.fileno(), 1 << 16):
                self._kept.extend(part)

    def told(self) -> str:
        """Its last line, as the end of a sentence."""
        if self._thread:
            self._thread.join(_ENDING)
        lines = bytes(self._kept).decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; the last that it said: “{shown(last, 200)}”" if last else ""


def _too_long(seconds: float) -> str:
    return f"it took longer than {seconds:g} s"


def _parsed(printed: bytes) -> Answer:
    if len(printed) > MOST:
        return Answer(None, f"the answer has more than {MOST >> 20} MiB")
    if not printed.strip():
        return Answer(None, "it printed nothing")
    try:
        data = json.loads(printed)
    except (ValueError, RecursionError):
        return Answer(None, f"the answer is not JSON: “{shown(printed.decode(errors='replace').strip())}”")
    if not isinstance(data, dict):
        return Answer(None, "the answer is not a JSON object")
    return Answer(data)
