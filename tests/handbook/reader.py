"""Follow a documentation page as a reader would: write its files, run its commands, compare the output.

A file is a bold name followed by a block, as in `CONTRIBUTING.md`. Commands are in blocks of `console`, after a `$` and
followed by their output, or in blocks of `sh`. Blocks of `python` run one after the other, except those marked with
the name of an engine, which have their own test. `...` stands for omitted output. A command must exit with an answer
(0, 1, 4); `echo $?` shows another exit code.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from doctest import ELLIPSIS, OutputChecker
from importlib.metadata import metadata
from pathlib import Path
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from tests.cli import PROGRAM, ROOT, call

DOCS: Final = ROOT / "docs"
_STEP: Final = re.compile(
    r"^(?:\*\*`(?P<path>[^`\n]+)`\*\*(?:, (?P<where>at its end|before|in place of)(?: `(?P<line>[^\n]+)`)?)?\n\n)?"
    r"(?P<fence>`{3,})(?P<language>\w+)(?P<engine>[^\n]*)\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
#: Blocks that show commands with their output.
CONSOLE: Final = re.compile(r"^```console\n.*?^```\n", re.MULTILINE | re.DOTALL)
_ANSWERS: Final = (0, 1, 4)
#: Commands that download or need several machines: only their arguments are checked.
_FAR: Final = ({"site"}, {"recorder", "--judge"}, {"check", "--cluster"})
#: Commands that create the environment of these tests, or run them; not run here.
_SET_UP: Final = (["python3", "-m", "venv"], ["python", "-m", "pytest"])
#: Shell syntax and commands.
_OF_SHELL: Final = re.compile(r"\| |\$\(|\*")


class FileStep(NamedTuple):
    """A file that the reader writes, or a text added at its end, before a line, or in place of a line."""

    path: str
    text: str
    where: str
    line: str


class CommandStep(NamedTuple):
    """A command that the reader types, and the output shown by the page, None if it shows none."""

    command: str
    shown: str | None


class PythonStep(NamedTuple):
    """Python code that the reader runs, with the names of the code run before."""

    code: str


def steps(page: str) -> Iterator[FileStep | CommandStep | PythonStep]:
    """Return the steps of a page in order."""
    for match in _STEP.finditer(page):
        text = match["text"]
        if match["path"]:
            yield FileStep(match["path"], text, match["where"] or "", match["line"] or "")
        elif match["language"] == "console":
            first, *typed = re.split(r"^\$ ", text, flags=re.MULTILINE)
            assert not first, f"a block of console begins with `$ `: {text}"
            yield from (CommandStep(*_split_command(part)) for part in typed)
        elif match["language"] == "sh":
            yield from (CommandStep(line, None) for line in text.splitlines() if line)
        elif match["language"] == "python" and not match["engine"]:
            yield PythonStep(text)


def _split_command(part: str) -> tuple[str, str]:
    command, _, shown = part.partition("\n")
    return command, shown


def follow(page: str, program: Path | None = None) -> None:
    """Follow all steps of a page in the current folder; raise AssertionError if the page is wrong."""
    reader = Reader(program)
    for step in steps(page):
        reader.do(step)
    reader.assert_ended_well()


class Reader:
    """A reader who follows a page in the current folder."""

    def __init__(self, program: Path | None = None) -> None:
        #: An installed program to run instead of the one of these tests.
        self._program = program
        self._code = 0
        self._names: dict[str, object] = {}

    def do(self, step: FileStep | CommandStep | PythonStep) -> None:
        """Carry out one step of the page: run code, write a file, or type a command and compare its output."""
        if isinstance(step, PythonStep):
            exec(step.code, self._names)
            return
        if isinstance(step, FileStep):
            with Path(step.path).open("a" if step.where else "w", encoding="utf-8") as file:
                file.write(step.text)
            return
        printed = self.type_command(step.command)
        if step.shown is not None:
            same = OutputChecker().check_output(_plain(step.shown), _plain(printed), ELLIPSIS)
            assert same, f"$ {step.command}\nprints\n{printed}\nand the page shows\n{step.shown}"

    def type_command(self, command: str) -> str:
        """Run a command and return its output."""
        if command == "echo $?":
            code, self._code = self._code, 0
            return f"{code}\n"
        if "&&" in command:
            return "".join(map(self.type_command, command.split("&&")))
        assert self._code in _ANSWERS, f"the command before `{command}` ended with {self._code}"
        words = shlex.split(command, comments=True)
        if not words:
            return ""
        if _OF_SHELL.search(command) and words[0] != "clabber-audit":
            return self._run_other(["sh", "-c", command])
        *words, into = words if words[-2:-1] == [">"] else [*words, ""]
        words = [word for word in words if word != ">" or not into]
        *words, given = words if words[-2:-1] == ["<"] else [*words, ""]
        words = [word for word in words if word != "<" or not given]
        printed = self._run(words, Path(given).read_bytes() if given else b"")
        if into:
            Path(into).write_text(printed, encoding="utf-8")
        return "" if into else printed

    def _run(self, words: list[str], given: bytes) -> str:
        program, *rest = words = [words[0].removeprefix(".venv/bin/"), *words[1:]]
        if words[:3] in _SET_UP:
            return ""
        if program == "clabber-audit" and self._program is None:
            if any(rest[0] in far and far <= {*rest} for far in _FAR):
                assert_valid_command(rest)
                return ""
            done = call(*rest, stdin=given)
            self._code = done.code
            return done.out + done.err
        if words[:2] == ["pip", "install"]:
            check_install(rest[-1])
            return ""
        if program == "dask":
            helped = self._run_other([program, rest[0], "--help"])
            assert all(word in helped for word in rest if word.startswith("--")), helped
            return ""
        if program == "ssh-keygen" and "-t" in rest:
            make_key(Path(rest[rest.index("-f") + 1]), words)
            return ""
        if program == "clabber-audit":
            words = [str(self._program), *rest]
        return self._run_other(words, given)

    def _run_other(self, words: list[str], given: bytes = b"") -> str:
        """Run another program."""
        assert shutil.which(words[0]), f"{words[0]} is not on this machine"
        other = subprocess.run(words, capture_output=True, text=True, check=False, input=given.decode())
        self._code = other.returncode
        return other.stdout + other.stderr

    def assert_ended_well(self) -> None:
        """Assert that the last command ended with an answer."""
        assert self._code in _ANSWERS


def assert_valid_command(words: list[str]) -> None:
    """Raise if there is no command with these arguments and options."""
    command = PROGRAM
    while hasattr(command, "commands"):
        name, *words = words
        command = command.commands[name]
    command.make_context("clabber-audit", [*words])


def check_install(what: str) -> None:
    """Assert that a pip command installs this program, with existing extras."""
    name, _, extras = what.partition("[")
    assert name in ("clabber-audit", ".")
    expected = {extra for extra in extras.rstrip("]").split(",") if extra}
    assert expected <= {*metadata("clabber-audit").get_all("Provides-Extra", [])}, what


def make_key(secret: Path, words: list[str]) -> None:
    """Create a key without a passphrase by the command; without ssh-keygen, write an equivalent key."""
    if shutil.which(words[0]):
        subprocess.run([*words, "-N", "", "-q"], check=True, stdin=subprocess.DEVNULL)
        return
    key = Ed25519PrivateKey.generate()
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
    public = key.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
    secret.with_suffix(".pub").write_bytes(public + b" tester\n")


def _plain(text: str) -> str:
    """Strip blanks at line ends and blank lines at the end, which pages do not show."""
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines()) + "\n"
