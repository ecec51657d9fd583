"""The tutorial and the how-tos are followed, step by step, in an empty folder."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli import ROOT
from tests.handbook.shown import CONSOLE, DOCS, Typed, follow, steps, understood

#: The tutorial is followed at a desk, too; the others are left to CI.
FIRST = "tutorial.md"
LATER = [
    "handbook/sessions.md",
    "columns.md",
    "hosting.md",
    *sorted(str(page.relative_to(DOCS)) for page in DOCS.glob("how-to/**/*.md")),
]

#: Pages that show how, and are not followed: their files are somebody else's, or more machines than one are needed.
OTHERS = [
    "README.md",
    *sorted(
        f"docs/{page.relative_to(DOCS)}"
        for page in DOCS.rglob("*.md")
        # What is made whole while the site is built is tried where it is made.
        if str(page.relative_to(DOCS)) not in LATER
        and not {"how-to", "commands", "infractions", "articles"} & {*page.parts}
    ),
]


@pytest.mark.parametrize("page", [FIRST, *(pytest.param(page, marks=pytest.mark.full) for page in LATER)])
def test_a_page_tells_the_truth(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples that the page uses come with the program."""
    text = (DOCS / page).read_text(encoding="utf-8")
    if "examples/" in text:
        shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    follow(text)


def test_the_readme_tells_the_truth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its commands, on the files of a fresh clone, print what it shows."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    follow("\n".join(CONSOLE.findall(text)))


@pytest.mark.parametrize(
    "lie",
    [
        "```console\n$ clabber-audit --version\nclabber-audit of the day before\n```",
        "```console\n$ clabber-audit chekc x.clab\n$ clabber-audit --version\n```",
        "```console\n$ clabber-audit check nowhere.clab\n```",
        "```console\n$ clabber-audit --version > printed\n$ grep nothing-of-the-kind printed\n$ echo $?\n0\n```",
        "```sh\npip install clabber-audit[nonsense]\n```",
    ],
)
def test_a_page_that_lies_is_found(lie: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssertionError):
        follow(f"{lie}\n")


@pytest.mark.parametrize("page", OTHERS)
def test_every_command_that_is_shown_is_one(page: str) -> None:
    """Its arguments and options are those that there are."""
    shown = [
        step.command for step in steps((ROOT / page).read_text(encoding="utf-8")) if isinstance(step, Typed)
    ]
    for command in shown:
        words = shlex.split(command, comments=True)
        if words[:1] == ["clabber-audit"] and not {">", "<", "|", "&&"} & {*words}:
            understood(words[1:])
