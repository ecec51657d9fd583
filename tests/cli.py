"""Helpers to run commands as users do, and to write files for them."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final, NamedTuple

from clabber_audit.cli import program
from clabber_audit.cli.output import replace_unencodable
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import record_data
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from clabber_audit.records.notation.writer import write
from tests.process import begin

PROGRAM: Final = program
ROOT: Final = Path(__file__).parent.parent
COMMAND: Final = (sys.executable, "-m", "clabber_audit")
Json = dict[str, Any]


class Done(NamedTuple):
    """Result of a command."""

    code: int
    out: str
    err: str

    def failed(self, code: int, *messages: str) -> bool:
        """Return True if the command exited with this code and these messages in its errors."""
        return self.code == code and all(message in self.err for message in messages)

    def printed(self, code: int, *texts: str) -> bool:
        """Return True if the command exited with this code and these texts in its output."""
        return self.code == code and all(text in self.out for text in texts)


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment of a child process: ours without variables that change output, with the package's path."""
    ours = {
        key: value for key, value in os.environ.items() if key not in ("CLABBER_DEBUG", "PYTHONIOENCODING")
    }
    return {**ours, "PYTHONPATH": str(ROOT), **(more or {})}


def run(
    *args: str | Path, stdin: bytes = b"", env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> Done:
    """Run a command in a process of its own; if an environment is given, in a new interpreter, which is slow.

    Its output is decoded as UTF-8, or in the encoding that `env` sets.
    """
    if env is None:
        return _run_forked(args, stdin, cwd)
    done = subprocess.run(
        [*COMMAND, *map(str, args)],
        input=stdin,
        capture_output=True,
        env=environment(env),
        cwd=cwd,
        timeout=60,
    )
    encoding = env.get("PYTHONIOENCODING", "utf-8")
    return Done(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def _run_forked(args: Sequence[str | Path], stdin: bytes, cwd: Path | None) -> Done:
    with TemporaryFile() as out, TemporaryFile() as err:
        with begin(args, (None, out.fileno(), err.fileno()), cwd=cwd, env=environment()) as process:
            assert process.stdin
            # The command need not read all of its input.
            with suppress(BrokenPipeError):
                process.stdin.write(stdin)
        for stream in (out, err):
            stream.seek(0)
        return Done(process.wait().code, out.read().decode(), err.read().decode())


#: Another order of hashes, another time zone and another language than those of the tests.
ELSEWHERE: Final = {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"}


def call_in_other_environment(find: Callable[[], str]) -> str:
    """Call a function in a process with another hash seed and time zone; return its result."""
    code = f"import sys; from {find.__module__} import {find.__name__} as find; sys.stdout.write(find())"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(ELSEWHERE), capture_output=True, text=True, check=True
    )
    return done.stdout


def csv_rows(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV as dictionaries by column heading."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def call(*args: str | Path, stdin: bytes = b"", encoding: str = "utf-8") -> Done:
    """Run a command within this process, faster than `run`."""
    code, out, err = call_as_main([*map(str, args)], stdin, encoding)
    return Done(code, *(printed.decode(encoding).replace("\r\n", "\n") for printed in (out, err)))


def call_as_main(args: Sequence[str], stdin: bytes, encoding: str = "utf-8") -> tuple[int, bytes, bytes]:
    """Run a command as `main` does, in this process with its streams captured; return its exit code and output."""
    out, err = io.BytesIO(), io.BytesIO()
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin)), encoding="utf-8")
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(stream, encoding=encoding, write_through=True) for stream in (out, err)
    )
    try:
        replace_unencodable()
        PROGRAM.main([*args], prog_name="clabber-audit")
        code = 0
    except SystemExit as ended:
        code = int(ended.code or 0)
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
            stream.detach()
        sys.stdin, sys.stdout, sys.stderr = before
    return code, out.getvalue(), err.getvalue()


def unprintable_chars(text: str) -> set[str]:
    """Return the characters that must not be printed on a terminal: control, format and similar ones."""
    return {char for char in text if not char.isprintable() and char not in "\n\u00a0\u3000"}


def encode_record(record: Json) -> bytes:
    """Encode a record as a line of JSON."""
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def text_of(record: Json) -> str:
    """Write a record in the text notation."""
    return write(HandRecord.model_validate(record))


def write_records(path: Path, records: Sequence[Json]) -> Path:
    """Write records to a file, in the format given by its name."""
    lines = b"".join(map(encode_record, records))
    if path.name.endswith(".gz"):
        path.write_bytes(gzip.compress(lines, mtime=0))
    elif path.suffix == ".clab":
        path.write_text("\n".join(map(text_of, records)), encoding="utf-8")
    else:
        path.write_bytes(lines)
    return path


def copy_with(record: Json, **changes: Any) -> Json:
    """Return a copy of a record with some keys set."""
    return {**deepcopy(record), **changes}


_DEAL: Final = """\
seats N Ruth / E Carl / S Dora / W Joe
deal S
N astsahqhtdac
E qsqdjdqctc9c
S 9skhkd9dkcjc
W ksjsjhth9had
"""


def read_text(text: str) -> Json:
    """Return the record of a hand in the text notation."""
    return record_data(parse(HandText(text, 1)))


#: A whole hand without a fault, spades trumps.
GOOD: Final = read_text(f"clabber 1\nhand good\n{_DEAL}up 9s\ncalls play\n1W ksasqs9s\n2S kdadtdjd\n")
#: A hand of Pepper with the same cards: South names hearts for three.
PEPPER: Final = read_text(
    f"bid-euchre 1\nhand pepper\nrules pepper\n{_DEAL}calls p p p 3\ntrump S hearts\n1S khjhahjd\n2W ksasqs9s\n"
)
#: The good hand, but North throws the ten of spades on diamonds with the ten of diamonds in hand.
RENEGE: Final[Json] = copy_with(
    GOOD, id="renege", plays=[*GOOD["plays"][:6], {"seat": "N", "card": "TS"}, {"seat": "E", "card": "JD"}]
)
#: The same, claimed and proven by the cards.
CLAIMED: Final[Json] = copy_with(
    RENEGE,
    id="claimed",
    melds=[],
    claims=[{"by": "E", "against": "N", "at": 8, "trick": 2, "reviewed": True}],
)
#: The same, claimed, but with unknown hands: undetermined.
OPEN: Final[Json] = copy_with(CLAIMED, id="open", deal={"dealer": "S", "upcard": "9S"})
#: Malformed in one place.
BAD: Final[Json] = copy_with(GOOD, id="bad", score={"NS": "many"})


def rulings(out: str) -> list[Json]:
    """Parse the rulings of an output in JSON Lines."""
    return [json.loads(line) for line in out.splitlines()]
