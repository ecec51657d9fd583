"""Tests that follow the tutorial and the how-tos step by step in an empty folder."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli import ROOT, call
from tests.handbook.reader import DOCS, CommandStep, assert_valid_command, follow, make_key, steps
from tests.league.seasons import SEASON, encode_season, make_scored_hand


def _set_up_judge() -> None:
    """Create a judge that supports nothing, and an environment with the Python of these tests."""
    answer = "{'id': json.loads(line)['id'], 'unsupported': 'all of it'}"
    loop = f"for line in sys.stdin:\n    print(json.dumps({answer}), flush=True)\n"
    write_program("judge", f"#!{sys.executable}\nimport json, sys\n{loop}")
    Path(".venv/bin").mkdir(parents=True)
    write_program(".venv/bin/python", f'#!/bin/sh\nexec {sys.executable} "$@"\n')


def write_program(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")
    Path(name).chmod(0o755)


def _set_up_club() -> None:
    """Create the keys, the archive and the season of a club."""
    for name in ("agnes", "carl", "ruth", "witness"):
        make_key(Path(name), ["ssh-keygen", "-t", "ed25519", "-f", name])
    example = (ROOT / "examples" / "ten-comes-home.clab").read_text(encoding="utf-8")
    Path("hand.clab").write_text(
        example.replace("hand ten-comes-home", "hand otters-2026-r3-h1"), encoding="utf-8"
    )
    call("archive", "init", "otters.db")
    call("archive", "add", "otters.db", "hand.clab")
    teams = [
        {**team, "captain": "Ruth Example"} if team["id"] == "owls" else team for team in SEASON["teams"]
    ]
    Path("season.json").write_bytes(encode_season({**SEASON, "teams": teams}))
    Path("captains").write_text(f"ruth@home {Path('ruth.pub').read_text(encoding='utf-8')}", encoding="utf-8")
    Path("h.json").write_text(
        json.dumps(make_scored_hand("h1", ("Owls", "Moose"), (512, 430), round=2)), encoding="utf-8"
    )
    call("archive", "init", "season.db")
    call("archive", "add", "season.db", "h.json")


def _set_up_many_hands() -> None:
    call("simulate", "--hands", "20", "-o", "hands.jsonl")


#: Pages that use the reader’s own files, and the function that creates such files.
PREPARED = {"conformance.md": _set_up_judge, "large.md": _set_up_many_hands, "signatures.md": _set_up_club}
#: The tutorial is followed at a desk, too; the others are left to CI.
FIRST = "tutorial.md"
LATER = [
    *PREPARED,
    "handbook/sessions.md",
    "columns.md",
    "hosting.md",
    *sorted(str(page.relative_to(DOCS)) for page in DOCS.glob("how-to/**/*.md")),
]

#: Pages that are not followed, since they need third-party files or several machines.
OTHERS = [
    "README.md",
    *sorted(
        f"docs/{page.relative_to(DOCS)}"
        for page in DOCS.rglob("*.md")
        # Pages generated with the site are tested with their generator.
        if str(page.relative_to(DOCS)) not in LATER
        and not {"how-to", "commands", "infractions", "articles"} & {*page.parts}
    ),
]


@pytest.mark.parametrize("page", [FIRST, *(pytest.param(page, marks=pytest.mark.full) for page in LATER)])
def test_commands_of_a_page(page: str, workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples used by the page come with the program."""
    text = (DOCS / page).read_text(encoding="utf-8")
    if "examples/" in text:
        shutil.copytree(ROOT / "examples", workdir / "examples")
    monkeypatch.setenv("NO_COLOR", "1")
    # Programs started by the page's commands find this program.
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    PREPARED.get(page, lambda: None)()
    follow(text)


def test_commands_of_the_readme(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They run on the files of a fresh clone."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    shutil.copytree(ROOT / "examples", workdir / "examples")
    monkeypatch.setenv("NO_COLOR", "1")
    follow(text)


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
def test_wrong_pages_are_detected(lie: str, workdir: Path) -> None:
    with pytest.raises(AssertionError):
        follow(f"{lie}\n")


@pytest.mark.parametrize("page", OTHERS)
def test_every_command_shown_is_valid(page: str) -> None:
    """Its arguments and options exist."""
    shown = [
        step.command
        for step in steps((ROOT / page).read_text(encoding="utf-8"))
        if isinstance(step, CommandStep)
    ]
    for command in shown:
        words = shlex.split(command, comments=True)
        if words[:1] == ["clabber-audit"] and not {">", "<", "|", "&&"} & {*words}:
            assert_valid_command(words[1:])
