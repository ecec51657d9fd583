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

from clabber_audit.conformance.suite import Question, house_file, law_by
from clabber_audit.core.errors import ClabberError, Unusable, UsageError, shown
from clabber_audit.games.bid_euchre.events import spoken_of
from clabber_audit.games.parse import read
from clabber_audit.judge.data import ruling_data
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.league.scorecard import games
from clabber_audit.records.canonical import canonical, compact
from clabber_audit.records.hand import Hand
from clabber_audit.report.scorecard import card_data
from clabber_audit.rules.bound_ruleset import BoundRuleset, position
from clabber_audit.rules.ruleset import DEFAULT

Json = dict[str, Any]

#: The most bytes of an answer.
MOST: Final = 4 << 20


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


def task(question: Question, rules: str | Json | None) -> Json:
    """A question as a line for a program that reads lines."""
    told = {"id": question.id, "kind": question.kind, **question.given}
    return told if rules is None else {**told, "ruleset": rules}


def too_long(seconds: float) -> str:
    """What is said of a program that did not answer in time."""
    return f"it took longer than {seconds:g} s"


def parsed(printed: bytes) -> Answer:
    """What a program printed, as its answer."""
    if len(printed) > MOST:
        return Answer(None, f"the answer is too large (limit {MOST >> 20} MiB)")
    if not printed.strip():
        return Answer(None, "it printed nothing")
    try:
        data = json.loads(printed)
    except (ValueError, RecursionError):
        return Answer(None, f"the answer is not JSON: “{shown(printed.decode(errors='replace').strip())}”")
    if not isinstance(data, dict):
        return Answer(None, "the answer is not a JSON object")
    return Answer(data)


#: The most bytes that are kept of a program's talk.
_TALK: Final = 2_000
#: How many seconds a program may take to end once it has closed its output.
ENDING: Final = 5.0


def begun(words: Sequence[str], stdin: int) -> subprocess.Popen[bytes]:
    """A process of a command, in a group of its own; Unusable where there is no such program."""
    try:
        return subprocess.Popen(
            words, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=os.name != "nt"
        )
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot run {shown(words[0])}", why, "check the command after --run") from None


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it began."""
    with suppress(ProcessLookupError, PermissionError):
        if os.name != "nt":
            os.killpg(process.pid, signal.SIGKILL)
        elif process.poll() is None:
            process.kill()
    process.wait()


def beside(work: Callable[[], object]) -> threading.Thread:
    """A thread that does some work while the program waits for something else."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def within(stream: IO[bytes] | None, most: int) -> bytes:
    """What a stream holds, and no more than so much; the rest is read and forgotten, so that nobody waits."""
    assert stream
    with stream, suppress(OSError, ValueError):
        found = stream.read(most)
        while stream.read(1 << 16):
            pass
        return found
    return b""


class Talk:
    """The last that a program says on its standard error."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        self._kept: deque[int] = deque(maxlen=_TALK)
        self._thread = beside(lambda: self._listen(stream)) if stream else None

    def _listen(self, stream: IO[bytes]) -> None:
        with stream, suppress(OSError, ValueError):
            while part := os.read(stream.fileno(), 1 << 16):
                self._kept.extend(part)

    def told(self) -> str:
        """Its last line, as the end of a sentence."""
        if self._thread:
            self._thread.join(ENDING)
        lines = bytes(self._kept).decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; the last that it said: “{shown(last, 200)}”" if last else ""


#: What stands for the files of a question in a command.
PLACES: Final = ("{record}", "{ruleset}", "{kind}")


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
        process = begun(self._filled(question, rules), subprocess.DEVNULL)
        talk = Talk(process.stderr)
        printed: list[bytes] = []
        reading = beside(lambda: printed.append(within(process.stdout, MOST + 1)))
        try:
            code = process.wait(self._seconds)
        except subprocess.TimeoutExpired:
            return Answer(None, too_long(self._seconds), slow=True)
        finally:
            end(process)
        if code not in self._accepted:
            return Answer(None, f"it ended with exit code {code}{talk.told()}")
        reading.join(self._seconds)
        return parsed(printed[0]) if printed else Answer(None, "something that it began keeps its output open")

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


def program(command: str, seconds: float, accepted: frozenset[int]) -> Program:
    """The program of a command: where `{record}` stands in it, a process for each question, else one for all.

    UsageError for a command that is none.
    """
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as problem:
        raise UsageError(f"the command “{shown(command)}” cannot be read", str(problem), "check its quotes") from None
    if not words:
        raise UsageError("the command is empty", "", "give one, such as --run “./judge”")
    if any(PLACES[0] in word for word in words):
        return EachByItself(words, seconds, accepted)
    if any(place in word for place in PLACES for word in words):
        why = "without {record} the program reads one line per question"
        raise UsageError("the command has no {record}", why, "add {record}, or take the others out")
    return OneForAll(words, seconds)


JsonAnswering = dict[str, Any]


def answers(lines: Iterable[bytes]) -> Iterator[str]:
    """The answer to each line as a line; what is no question is told under `error`."""
    for line in lines:
        if line.strip():
            yield compact(answer(line)) + "\n"


def answer(line: bytes) -> JsonAnswering:
    """The answer to a question."""
    asked: Any = None
    try:
        asked = json.loads(line)
        return {"id": asked["id"], **_answered(asked)}
    except ClabberError as problem:
        return {"id": asked["id"], "error": " ".join(line.strip() for line in problem.lines)}
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        known = asked.get("id") if isinstance(asked, dict) else None
        return {"id": known, "error": f"this is no question of the suite: {problem!r}"}


def _answered(asked: JsonAnswering) -> JsonAnswering:
    rules = asked.get("ruleset")
    if asked["kind"] == "hand":
        return _ruled(_adjudicated(asked["record"], rules))
    if asked["kind"] == "game":
        return card_data(games(_adjudicated(record, rules) for record in asked["records"]))
    if asked["kind"] == "position":
        return _position(law_by(rules or DEFAULT), asked["position"])
    raise Unusable(f"there are no questions of kind {asked['kind']!r}")


def _adjudicated(record: JsonAnswering, rules: str | JsonAnswering | None) -> Ruling:
    hand: Hand = read(canonical(record).encode())
    return adjudicate(hand, law_by(rules or str(hand.record.ruleset)))


def _ruled(ruling: Ruling) -> JsonAnswering:
    """The ruling as it is published, and who leads, which only the cards would say."""
    data, replay = ruling_data(ruling, whole=False), ruling.replay
    if ruling.law.game.id == "clabber":
        return data
    leader = spoken_of(replay).leader
    return {**data, "leader": None if leader is None else replay.hand.seating.seats[leader]}


def _position(law: BoundRuleset, given: JsonAnswering) -> JsonAnswering:
    """Which card wins a trick, and what may be played to it."""
    pack = law.game.recording(law.toggles).pack
    hand, trick, played = (given.get(key, []) for key in ("hand", "trick", "played"))
    found = position(law, pack, law.order(pack).strains[given["trump"]], hand, trick, played)
    legal = [face for face, card in zip(hand, found.held, strict=True) if card & found.allowed]
    return {**({"legal": legal} if hand else {}), **({"winner": found.best + 1} if trick else {})}
