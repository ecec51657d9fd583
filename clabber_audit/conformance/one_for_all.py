"""One process for all questions: the program reads a question a line, and writes an answer a line."""

from __future__ import annotations

import queue
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from clabber_audit.conformance.answers import MOST, Answer, Json, parsed, task, too_long
from clabber_audit.conformance.processes import ENDING, Talk, begun, beside, end
from clabber_audit.conformance.suite import Question
from clabber_audit.ground.errors import shown
from clabber_audit.record.canonical import compact


class OneForAll:
    """A program that reads a question a line and writes an answer a line; one that ends is begun again."""

    def __init__(self, words: Sequence[str], seconds: float) -> None:
        self._words, self._seconds = words, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._talk = Talk(None)

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
            return Answer(None, too_long(self._seconds), slow=True)
        if not line:
            told = "it closed its output before it answered"
            with suppress(subprocess.TimeoutExpired):
                told = f"it ended before it answered, with exit code {process.wait(ENDING)}"
            self.close()
            return Answer(None, told + self._talk.told())
        answer = parsed(line)
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
            self._process = begun(self._words, subprocess.PIPE)
            self._talk = Talk(self._process.stderr)
            self._lines = queue.Queue()
            stream, lines = self._process.stdout, self._lines
            beside(lambda: _told_by_line(stream, lines))
        return self._process

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            assert self._process.stdin
            with suppress(OSError):
                self._process.stdin.close()
            end(self._process)
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
