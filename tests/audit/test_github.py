"""`check --format github`: each finding as a workflow command, as GitHub's page on workflow commands has them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

from clabber_audit.rules.infractions import infractions
from tests import hands
from tests.cli import BAD, GOOD, PEPPER, RENEGE, call, copy_with, encode_record, write_records

#: A command as whoever reads it takes it apart: at the first two colons after the properties.
_COMMAND: Final = re.compile(r"::(?P<name>[a-z]+) (?P<properties>.*?)::(?P<message>.*)")
_BACK: Final = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))


class Command(NamedTuple):
    """A workflow command, read."""

    name: str
    properties: dict[str, str]
    message: str


def _unescape(text: str) -> str:
    for escape, char in _BACK:
        text = text.replace(escape, char)
    return text


def read(out: str) -> list[Command]:
    """Return the commands of an output; every line has to be one."""
    results = []
    for line in out.splitlines():
        match = _COMMAND.fullmatch(line)
        assert match, line
        pairs = (pair.partition("=") for pair in match["properties"].split(","))
        properties = {name: _unescape(value) for name, _, value in pairs}
        results.append(Command(match["name"], properties, _unescape(match["message"])))
    return results


def test_a_finding_stands_beside_its_card(here: Path) -> None:
    """North's ten of spades is the third card of the second trick."""
    text = write_records(here / "x.clab", [RENEGE]).read_text(encoding="utf-8").splitlines()
    (line,) = (number for number, line in enumerate(text, 1) if line.startswith("2S"))
    done = call("check", "./x.clab", "-f", "github")
    (told,) = read(done.out)
    assert told.name == "error"
    assert told.properties == {
        "file": "x.clab",
        "line": str(line),
        "col": str(text[line - 1].index("ts") + 1),
        "title": "Failing to follow suit",
    }
    first, *others = told.message.split("\n")
    assert first == "Ruth (North) trumped a diamond with 10♠ while holding 10♦ [renege]"
    assert others[0].startswith("hand renege, trick 2, card 3: ")
    assert others[-1] == f"help: {infractions()['failure-to-follow'].words.help}"
    assert done.code == 1
    assert "Checked 1 hand: 1 has findings" in done.err


def test_what_costs_nothing_is_a_warning_and_what_cannot_be_told_a_notice(here: Path) -> None:
    """Naming trumps for the bidder is only noted in the Bid Euchre family (B-014)."""
    named = [*PEPPER["declarations"][:4], {"seat": "N", "call": "trump", "trump": "H"}]
    write_records(here / "noted.json", [copy_with(PEPPER, declarations=named, plays=[])])
    (told,) = [
        command
        for command in read(call("check", "noted.json", "-f", "github").out)
        if "named" in command.message
    ]
    assert told.name == "warning"
    write_records(here / "open.json", [hands.PARTLY_KNOWN])
    result = read(call("check", "open.json", "-f", "github").out)
    listed = [command for command in result if command.message.startswith("we cannot tell whether")]
    assert listed
    assert {command.name for command in listed} == {"notice"}
    write_records(here / "open.json", [hands.UNKNOWN_PLAYS])
    result = read(call("check", "open.json", "-f", "github").out)
    (rest,) = [command for command in result if command.message.startswith("hand ")]
    assert rest.name == "notice"
    assert rest.message.endswith(" use --all to list them")
    every = read(call("check", "open.json", "-f", "github", "--all").out)
    assert len(every) > len(result)
    assert rest not in every


def test_files_and_names_are_escaped(here: Path) -> None:
    name = "50%, a:b\u2028%0A.json"
    write_records(here / name, [copy_with(RENEGE, players={"N": "50% ::error title=x::y"})])
    (told,) = read(call("check", name, "-f", "github").out)
    assert told.properties["file"] == "50%, a:b\\u2028%0A.json"
    assert told.message.startswith("50% ::error title=x::y (North) trumped")


def test_what_is_refused_stands_beside_its_line_and_nothing_is_said_that_could_be_a_command(
    here: Path,
) -> None:
    """GitHub reads standard error, too: a record that quotes commands gives none."""
    (here / "x.clab").write_text(
        "clabber 1\nhand good\n::add-mask::W\n::stop-commands::x ##[error]y\n", encoding="utf-8"
    )
    done = call("check", "x.clab", "missing.json", "-f", "github")
    *faults, missing = read(done.out)
    assert {
        (command.name, command.properties["file"], command.properties["title"]) for command in faults
    } == {("error", "x.clab", "Invalid record")}
    assert any(
        command.properties["line"] == "3" and "\n::add-mask::W\n" in command.message for command in faults
    )
    assert missing.name == "error"
    assert missing.properties == {"title": "Not done"}
    assert missing.message.startswith("cannot read missing.json")
    assert done.code == 5
    assert "::" not in done.err
    assert "##[" not in done.err


def test_a_fault_of_a_record_is_pointed_at(here: Path) -> None:
    write_records(here / "x.jsonl", [GOOD, BAD])
    done = call("check", "x.jsonl", "-f", "github")
    (told,) = read(done.out)
    column = (here / "x.jsonl").read_text(encoding="utf-8").splitlines()[1].index('"many"') + 1
    assert (told.properties["line"], told.properties["col"]) == ("2", str(column))
    assert done.code == 3


def test_names_that_look_alike_are_a_warning(here: Path) -> None:
    write_records(
        here / "x.jsonl",
        [copy_with(GOOD, players={"N": "Bob"}), copy_with(GOOD, id="b", players={"N": "B\u043eb"})],
    )
    done = call("check", "x.jsonl", "-f", "github")
    (told,) = read(done.out)
    assert told.name == "warning"
    assert "looks like “Bob”" in told.message
    assert "Bob" not in done.err


def test_standard_input_has_no_file_to_point_into() -> None:
    (told,) = read(call("check", "-", "-f", "github", stdin=encode_record(RENEGE)).out)
    assert told.properties == {"title": "Failing to follow suit"}
