"""Tests that version, changelog, workflow and compatibility promises agree."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from typing import Any, Final

from clabber_audit.core import HOME, __version__
from tests.cli import ROOT

_PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
_CHANGES: Final = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_changelog_has_and_links_every_version() -> None:
    headings = re.findall(r"^## \[([^\]]+)\](?: - (\S+))?$", _CHANGES, re.MULTILINE)
    (unreleased, none), *released = headings
    assert (unreleased, none) == ("Unreleased", "")
    assert released[0][0] == __version__
    days = [date.fromisoformat(day) for _, day in released]
    assert days == sorted(days, reverse=True)
    links = dict(re.findall(r"^\[([^\]]+)\]: (\S+)$", _CHANGES, re.MULTILINE))
    assert set(links) == {name for name, _ in headings}
    assert links["Unreleased"] == f"{HOME}/compare/v{__version__}...HEAD"
    assert all(f"v{name}" in links[name] for name, _ in released)


def test_project_urls() -> None:
    assert _PROJECT["urls"]["Source"] == HOME
    assert all(
        url.startswith(("https://github.com/clabber-audit/", "https://pypi.org/"))
        for url in _PROJECT["urls"].values()
    )
    major = int(__version__.split(".")[0])
    assert ("Development Status :: 5 - Production/Stable" in _PROJECT["classifiers"]) == (major > 0)


def test_release_workflow_is_pinned() -> None:
    """Every action is pinned by commit; only one job may publish, without a password."""
    workflow = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    used = re.findall(r"uses: (\S+)(.*)", workflow)
    assert len(used) == 5
    for action, version in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action)
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", version)
    assert "\npermissions: {}\n" in workflow
    assert workflow.count("id-token: write") == 1
    assert workflow.index("id-token: write") > workflow.index("  publish:")
    assert "secrets." not in workflow
    assert "password" not in workflow.split("jobs:")[1]
