"""Tests of the public API against its documentation and the command line."""

from __future__ import annotations

import doctest
import gzip
import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import clabber_audit
from clabber_audit import api
from clabber_audit.api import load_ruleset, read, read_all, rule
from clabber_audit.core.errors import ClabberError
from tests.cli import call

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples/ten-comes-home.clab"


def test_docstring_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = doctest.testmod(api, optionflags=doctest.ELLIPSIS)
    assert done.attempted > 8
    assert not done.failed, "an example in clabber_audit/api.py says what is not so: see above"


def test_readme_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["ruling"].findings


def test_importing_the_package_loads_nothing_else() -> None:
    program = "import sys, clabber_audit; assert {*clabber_audit.__all__} <= {*dir(clabber_audit)}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "clabber_audit" in loaded
    assert not {"pydantic", "jinja2", "clabber_audit.api"} & {*loaded}


def test_every_public_name_exists() -> None:
    for name in clabber_audit.__all__:
        assert getattr(clabber_audit, name)
    with pytest.raises(AttributeError, match="judgment"):
        clabber_audit.judgment


@pytest.mark.parametrize("form", ["text", "html", "json"])
def test_api_and_command_write_the_same(form: str) -> None:
    ruling = rule(read(EXAMPLE), load_ruleset("wp"))
    done = call("rule", str(EXAMPLE), "--ruleset", "wp", "--format", form)
    assert done.out == getattr(ruling, form)


def test_notebooks_show_the_page() -> None:
    ruling = rule(read(EXAMPLE))
    shown = ruling._repr_html_()
    (page,) = re.findall(r'srcdoc="([^"]*)"', shown)
    assert unescape(page) == ruling.html
    assert repr(ruling) == "<Ruling on ten-comes-home: renege>"


def test_sources_of_a_record() -> None:
    """A path, an open file, a record as JSON data, a ruling on it."""
    from_path = read(EXAMPLE)
    ruling = rule(from_path)
    data = json.loads(ruling.json)["record"]
    with EXAMPLE.open("rb") as file:
        items = [read(str(EXAMPLE)), read(file), read(data)]
    assert {read.hand.record.id for read in items if read.hand} == {"ten-comes-home"}
    assert {rule(read).json for read in items} == {ruling.json}


def test_text_files_shared_by_phones(tmp_path: Path) -> None:
    """Phones only share files of known types, so the hand has the extension .txt."""
    file = tmp_path / "hand.clab.txt"
    file.write_bytes(EXAMPLE.read_bytes())
    assert read(file).record == read(EXAMPLE).record


def test_records_are_read_one_at_a_time(tmp_path: Path) -> None:
    """A refused record is returned in its place, with place and reason."""
    data = json.loads(rule(read(EXAMPLE)).json)["record"]
    lines = [json.dumps(record) for record in (data, {**data, "plays": 3}, {**data, "id": "second"})]
    file = tmp_path / "hands.jsonl.gz"
    file.write_bytes(gzip.compress("\n".join(lines).encode()))
    first, second, third = read_all(file)
    assert (first.refused, third.refused) == (None, None)
    with pytest.raises(ClabberError, match=r"(?s)hands\.jsonl\.gz:2:\d+: error: .*\n    help: "):
        rule(second)
    assert repr(rule(read(file, "second"))) == "<Ruling on second: renege>"
    with pytest.raises(ClabberError, match="more than one hand"):
        read(file)


def test_unknown_rulesets_raise_with_a_remedy() -> None:
    with pytest.raises(ClabberError, match=r"(?s)no ruleset.*help: give one of"):
        load_ruleset("hoyle")
    unknown = {**json.loads(rule(read(EXAMPLE)).json)["record"], "ruleset": "hoyle"}
    with pytest.raises(ClabberError, match=r"(?s)no ruleset.*help: correct the record"):
        rule(read(unknown))
