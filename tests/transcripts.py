"""Transcripts in Markdown: blocks indented by four blanks, each a session of its own under a heading.

`$` begins a command, in which a name in parentheses, such as `(signed)`, stands for a value. The lines below it:

* `exit N` is its exit code; 0 without such a line
* `= TEXT` is in standard output, `=/ TEXT` is not; `! TEXT` is in standard error, `!1 TEXT` just once, `!/ TEXT` is not
* `| TEXT` is a line of standard output, and such lines together are all of it; `first WORDS` are the first words of its lines
* `json PLACE VALUE`: standard output is JSON with this value at a place such as `table/0/points`; `table/#` is how many there are
* `cells HEADING CELL...` are the cells below a heading of the CSV in standard output
* `same`: the command exits and prints as the one before it; `quiet`: nothing is in standard error
* `< FILE` is its standard input, `> FILE` writes standard output to a file, `save NAME` keeps it as the value of a name
* `unchanged`: the command leaves the file of the test as it was; `written`: it need not, though it fails

Blanks and line ends count as one blank. All other lines belong to the test that follows the transcript, mostly those of
`carry_out`:

* `write FILE TEXT` makes a file (`\\n` is the end of a line), `put FILE NAME...` one of these records, `line FILE TEXT` adds a
  line, `empty FILE` and `folder NAME` make one, `copy FILE FILE`, `link FILE FILE` and `gone FILE` do as they say
* `replace FILE OLD -> NEW` puts one text for another wherever it stands; `set FILE PLACE VALUE` sets a value of a file of JSON,
  and takes it out without a value
* `holds FILE TEXT`, `lacks FILE TEXT`, `text FILE TEXT` (all of it), `begins FILE TEXT`, `equal FILE FILE`, `no FILE`,
  `files NAME...` (all that there are, or `files FOLDER/ NAME...`) and `names FILE...` (those in folders too) compare
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.cli import Done, Json, csv_rows, write_records

_CHECKS = ("=", "=/", "!", "!1", "!/", "cells", "|", "first", "same", "quiet", "json", "<", "exit")


def transcripts(file: Path) -> list[tuple[str, list[str]]]:
    """Return the sessions of a file, each with its heading and lines."""
    return [
        (section.partition("\n")[0], [line.removeprefix("    ") for line in block.splitlines()])
        for section in file.read_text(encoding="utf-8").split("\n## ")[1:]
        for block in re.findall(r"(?:^    .*\n?)+", section, re.MULTILINE)
    ]


def follow(
    lines: list[str], run: Callable[..., Done], names: dict[str, str], kept: Path
) -> Iterator[tuple[str, str]]:
    """Run the commands and compare their results; yield every other line in order, for the test to carry out.

    A command that exits with 2, 3 or 5 must leave the `kept` file unchanged, unless the session says `written`; one
    that exits with 2 or 5 must print nothing.
    """
    starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
    yield from (_split(line) for line in lines[: starts[0]])
    done: Done | None = None
    for start, after in zip(starts, [*starts[1:], len(lines)], strict=True):
        words = lines[start].removeprefix("$ ")
        for name, value in names.items():
            words = words.replace(f"({name})", value)
        before, last = kept.read_bytes() if kept.exists() else b"", done
        more = [_split(line) for line in lines[start + 1 : after]]
        expected = {
            check: [" ".join(text.split()) for mark, text in more if mark == check] for check in _CHECKS
        }
        options = {"stdin": Path(expected["<"][0]).read_bytes()} if expected["<"] else {}
        done = run(*shlex.split(words), **options)
        out, err = (" ".join(text.split()) for text in (done.out, done.err))
        assert done.code == int((expected["exit"] or ["0"])[0]), (words, done)
        assert all(text in out for text in expected["="]), (words, done, expected["="])
        assert all(text in err for text in expected["!"]), (words, done, expected["!"])
        assert [err.count(text) for text in expected["!1"]] == [1] * len(expected["!1"]), (words, done)
        assert not [text for text in expected["=/"] if text in out], (words, done)
        assert not [text for text in expected["!/"] if text in err], (words, done)
        assert (
            not expected["|"] or [" ".join(line.split()) for line in done.out.splitlines()] == expected["|"]
        ), done
        first = " ".join(line.split()[0] for line in done.out.splitlines() if line.split())
        assert expected["first"] in ([], [first]), (words, first)
        for place, _, value in (line.partition(" ") for line in expected["json"]):
            assert find_value(json.loads(done.out), place) == json.loads(value), (words, place)
        for heading, *cells in map(shlex.split, expected["cells"]):
            assert [row[heading] for row in csv_rows(done.out)] == cells, (words, heading)
        assert not expected["quiet"] or not done.err, (words, done)
        assert not expected["same"] or (last and done[:2] == last[:2]), (words, done, last)
        assert not done.out or done.code not in (2, 5), (words, done)
        if ("written", "") not in more and (done.code in (2, 3, 5) or ("unchanged", "") in more):
            assert (kept.read_bytes() if kept.exists() else b"") == before, words
        for mark, text in more:
            if mark == ">":
                Path(text).write_text(done.out, encoding="utf-8")
            elif mark == "save":
                names[text] = shlex.quote(done.out.strip())
            elif mark not in (*_CHECKS, "unchanged", "written"):
                yield mark, text


def carry_out(what: str, text: str, records: dict[str, Json]) -> None:
    """Write, change or compare a file as a line says."""
    name, _, rest = text.partition(" ")
    file = Path(name)
    if what == "line":
        with file.open("a", encoding="utf-8") as opened:
            opened.write(f"{rest}\n")
    elif what == "put":
        file.parent.mkdir(exist_ok=True)
        write_records(file, [records[one] for one in rest.split()])
    elif what == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(rest.replace("\\n", "\n"), encoding="utf-8")
    elif what == "copy":
        shutil.copyfile(file, rest)
    elif what == "link":
        Path(rest).symlink_to(file)
    elif what == "gone":
        file.unlink()
    elif what == "empty":
        file.touch()
    elif what == "folder":
        file.mkdir()
    elif what == "no":
        assert not file.exists(), text
    elif what == "holds":
        assert " ".join(rest.split()) in _read_flat(file), text
    elif what == "lacks":
        assert " ".join(rest.split()) not in _read_flat(file), text
    elif what == "text":
        assert _read_flat(file) == rest
    elif what == "begins":
        assert file.read_text(encoding="utf-8").startswith(rest)
    elif what == "names":
        assert sorted(str(path) for path in Path().rglob("*") if path.is_file()) == sorted(text.split())
    elif what == "replace":
        old, _, new = rest.partition(" ->")
        before = file.read_text(encoding="utf-8")
        assert old in before, text
        file.write_text(before.replace(old, new.removeprefix(" ")), encoding="utf-8")
    elif what == "set":
        place, _, value = rest.partition(" ")
        data = json.loads(file.read_text(encoding="utf-8"))
        inside, _, last = place.rpartition("/")
        part = find_value(data, inside)
        key = int(last) if isinstance(part, list) else last
        if value:
            part[key] = json.loads(value)
        else:
            del part[key]
        file.write_text(json.dumps(data), encoding="utf-8")
    elif what == "equal":
        assert file.read_bytes() == Path(rest).read_bytes()
    else:
        assert what == "files", what
        folder, names = (file, rest) if name.endswith("/") else (Path(), text)
        assert sorted(path.name for path in folder.iterdir()) == names.split()


def _read_flat(file: Path) -> str:
    return " ".join(file.read_text(encoding="utf-8").split())


def find_value(data: Any, place: str) -> Any:
    """Return the value at a place of JSON, such as `table/0/points`; for an empty place the whole."""
    for step in filter(None, place.split("/")):
        data = len(data) if step == "#" else data[int(step) if isinstance(data, list) else step]
    return data


def _split(line: str) -> tuple[str, str]:
    mark, _, text = line.partition(" ")
    return mark, text
