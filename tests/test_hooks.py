"""Tests of the pre-commit hooks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli import BAD, GOOD, RENEGE, ROOT, call, write_records

_FILE: Final = ROOT / ".pre-commit-hooks.yaml"


@pytest.fixture(scope="module")
def hooks() -> dict[str, dict[str, Any]]:
    """Hooks by id, as pre-commit reads them."""
    from pre_commit.clientlib import load_manifest

    return {hook["id"]: hook for hook in load_manifest(str(_FILE))}


@pytest.mark.full
def test_hooks_run(hooks: dict[str, dict[str, Any]], workdir: Path) -> None:
    assert set(hooks) == {"clabber-fmt", "clabber-check"}
    write_records(workdir / "good.jsonl", [GOOD])
    write_records(workdir / "good.clab", [GOOD])
    write_records(workdir / "renege.clab", [RENEGE])
    (workdir / "bad.clab").write_text("clabber 1\nhand bad\ndeal Q\n", encoding="utf-8")
    write_records(workdir / "notes.json", [BAD])
    taken = {
        name: sorted(path.name for path in workdir.iterdir() if re.search(hook["files"], path.name))
        for name, hook in hooks.items()
    }
    assert taken["clabber-fmt"] == ["bad.clab", "good.clab", "renege.clab"]
    assert taken["clabber-check"] == ["bad.clab", "good.clab", "good.jsonl", "renege.clab"]
    commands = {}
    for name, hook in hooks.items():
        assert hook["language"] == "python"
        program, *commands[name] = hook["entry"].split()
        assert program == "clabber-audit"
    for command in commands.values():
        assert call(*command, "good.clab").code == 0
        assert call(*command, "bad.clab", "good.clab").code == 3
    assert call(*commands["clabber-check"], *taken["clabber-check"][1:]).code == 1
    (workdir / "good.clab").write_text(
        (workdir / "good.clab").read_text().replace(" ", "   "), encoding="utf-8"
    )
    assert call(*commands["clabber-fmt"], "good.clab").code == 0
    assert "   " not in (workdir / "good.clab").read_text(encoding="utf-8")


@pytest.mark.full
def test_documentation_lists_all_hooks(hooks: dict[str, dict[str, Any]]) -> None:
    page = (ROOT / "docs" / "how-to" / "developer" / "check-in-a-script.md").read_text(encoding="utf-8")
    assert re.findall(r"- id: (\S+)", page) == [*hooks]
