"""Tests of adding and amending hands: changes are shown and confirmed, and typed text is never lost."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("pty")

from clabber_audit.archive import hands as amending
from clabber_audit.archive.database import open_archive
from clabber_audit.archive.hands import Amendment, amend_batch
from clabber_audit.core.errors import Unusable
from tests.archive.archives import AT, CLIPPINGS, DATES, make_archive, read_checkpoint
from tests.cli import BAD, CLAIMED, GOOD, RENEGE, ROOT, Done, call, copy_with, write_records
from tests.prompt.terminal import CTRL_D, ENTER, Terminal
from tests.rules import rule_on

SIGNED = ("--by", "Ruth", "--why", "miscopied")
#: Four hands of November, amended in one batch.
MANY = ("--where", "date:1931-11", "--set", "source.citation=Courier and Press, p. 9")
DRAFT = "claimed.amending.clab"
#: Code that an editor runs on the text of a hand, the exit code, and the message.
EDITS = [
    ("pass", 0, "nothing was changed\n"),
    ("text = ''", 0, "nothing was changed\n"),
    ("text = ' \\n'", 0, "nothing was changed\n"),
    ("text = text.replace('\\n', '\\r\\n')", 0, "nothing was changed\n"),
    ("text += '\\n\\n'", 0, "nothing was changed\n"),
    ("text = '\\ufeff' + text", 0, "nothing was changed\n"),
    ("file.unlink(); sys.exit()", 0, "nothing was changed\n"),
    ("text = text.replace('deal S', 'deal Z')", 3, f"{DRAFT}:4:6: error: expected the dealer"),
    ("text = text.replace('hand claimed', 'hand good')", 3, "a hand keeps its id, claimed"),
    ("text = text + text.replace('hand claimed', 'hand other')", 2, "holds more than one hand"),
    ("text = 'x'", 3, f"{DRAFT}:1:1: error"),
    ("file.write_bytes(b'\\xff' + text.encode()); sys.exit()", 3, f"{DRAFT}:1:1: error"),
    ("file.write_text('x'); sys.exit(1)", 5, "the editor ended with an error"),
]


@pytest.fixture
def archive_path(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("VISUAL", raising=False)
    return make_archive(workdir, [GOOD, CLAIMED])


@pytest.fixture
def editor(archive_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Function that sets an editor which runs Python code on the `text` of the file."""

    def set_up(code: str) -> None:
        script = archive_path.parent / "editor.py"
        lines = (
            "import sys, pathlib\nfile = pathlib.Path(sys.argv[1])\ntext = file.read_text(encoding='utf-8')\n"
        )
        script.write_text(f"{lines}{code}\nfile.write_text(text, encoding='utf-8')\n", encoding="utf-8")
        monkeypatch.setenv("EDITOR", f"'{sys.executable}' -S -E '{script}'")

    return set_up


def amend(*args: str) -> Done:
    return call("archive", "amend", "otters.db", *args, *SIGNED)


@pytest.mark.parametrize("which", [("claimed",), ("--hand", "claimed")])
def test_amendment_is_shown_and_stored_as_a_new_version(
    archive_path: Path, editor: Callable[[str], None], which: tuple[str, ...]
) -> None:
    editor("text = text.replace('claim E', 'claim W')")
    done = amend(*which)
    assert (done.code, done.err) == (0, "claimed was amended; the old version is kept\n")
    assert done.out.splitlines() == [
        "- claim E against N trick 2 reviewed",
        "+ claim W against N trick 2 reviewed",
        "The ruling is unchanged: RENEGE: FAILED TO FOLLOW SUIT. East-West 162, North-South 0.",
    ]
    assert call("archive", "show", archive_path, "claimed", "--history").out.endswith(
        "amended by Ruth: miscopied\n"
    )
    assert not (archive_path.parent / DRAFT).exists()
    editor("text = ''.join(line for line in text.splitlines(True) if 'claim' not in line or 'hand' in line)")
    ruling = amend(*which).out.splitlines()[-2:]
    assert ruling[0] == "The ruling was: RENEGE: FAILED TO FOLLOW SUIT. East-West 162, North-South 0."
    assert ruling[1] == "The ruling is: RENEGE, NOT CALLED YET: FAILED TO FOLLOW SUIT. Hand not finished."


@pytest.mark.parametrize(("does", "code", "message"), EDITS)
def test_unchanged_and_refused_edits(
    archive_path: Path, editor: Callable[[str], None], does: str, code: int, message: str
) -> None:
    """A refused text stays in a named file, which a later edit does not overwrite."""
    before, draft = archive_path.read_bytes(), archive_path.parent / DRAFT
    editor(does)
    done = amend("claimed")
    assert (done.code, done.out, message in done.err) == (code, "", True), done.err
    assert archive_path.read_bytes() == before
    assert draft.exists() == (f"your typing is in {DRAFT}" in done.err) == bool(code)
    if code:
        typed = draft.read_bytes()
        assert amend("claimed").failed(5, f"{DRAFT} already exists")
        assert draft.read_bytes() == typed


def test_kept_draft_can_be_used_as_the_record(archive_path: Path, editor: Callable[[str], None]) -> None:
    editor("text = text.replace('deal S', 'deal Z')")
    assert amend("claimed").code == 3
    write_records(archive_path.parent / DRAFT, [copy_with(CLAIMED, remarks=["mended"])])
    assert amend(DRAFT).code == 0
    assert "mended" in call("archive", "show", archive_path, "claimed").out


def test_refused_edit_reopens_the_editor_at_a_terminal(
    archive_path: Path, editor: Callable[[str], None]
) -> None:
    editor("text = text.replace('deal Z', 'deal S').replace('E against', 'W against') if 'deal Z' in text "
           "else text.replace('deal S', 'deal Z')")  # fmt: skip
    with closing(
        Terminal(archive_path.parent, "archive", "amend", "otters.db", "claimed", *SIGNED)
    ) as terminal:
        assert "expected the dealer" in terminal.expect("Back to the editor? [Y/n] ")
        terminal.press(ENTER)
        assert "+ claim W against N" in terminal.expect("claimed was amended")
        assert terminal.end() == 0


def test_missing_editor_is_reported_with_advice(archive_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in (None, ""):
        monkeypatch.delenv("EDITOR", raising=False) if value is None else monkeypatch.setenv("EDITOR", value)
        assert amend("claimed").failed(2, "no editor is set")
    monkeypatch.setenv("EDITOR", "no-such-editor 'x")
    assert "the editor ended with an error" in amend("claimed").err
    assert not (archive_path.parent / DRAFT).exists()


def test_amended_hand_keeps_its_stored_ruleset(archive_path: Path, editor: Callable[[str], None]) -> None:
    rules = ROOT / "examples" / "house-rules.toml"
    name = write_records(
        archive_path.parent / "hall.json", [copy_with(GOOD, id="hall", ruleset="corner-bar")]
    )
    assert call("archive", "add", archive_path, name, "--ruleset", str(rules)).code == 0
    editor("text += 'remark read again\\n'")
    assert amend("hall").code == 0
    assert "read again" in call("archive", "show", archive_path, "hall").out
    editor("text = text.replace('rules corner-bar', 'rules nowhere')")
    assert "there is no ruleset “nowhere”" in amend("hall").err


def test_concurrent_amendment_is_not_overwritten(
    archive_path: Path, editor: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = write_records(archive_path.parent / "other.json", [copy_with(CLAIMED, remarks=["somebody else"])])
    mine = amending.amend

    def amend_meanwhile(*args: object, **more: object) -> bool:
        monkeypatch.setattr(amending, "amend", mine)
        assert amend(str(other)).code == 0
        return mine(*args, **more)  # type: ignore[arg-type]

    editor("text += 'remark mine\\n'")
    monkeypatch.setattr(amending, "amend", amend_meanwhile)
    before = read_checkpoint(archive_path)
    assert amend("claimed").failed(5, "was amended in the meantime")
    assert read_checkpoint(archive_path) != before
    assert "somebody else" in call("archive", "show", archive_path, "claimed").out
    assert "remark mine" in (archive_path.parent / DRAFT).read_text(encoding="utf-8")


@pytest.fixture
def clippings(workdir: Path) -> Path:
    return make_archive(workdir, CLIPPINGS)


def test_without_a_terminal_yes_is_required(clippings: Path) -> None:
    before = clippings.read_bytes()
    assert amend(*MANY).failed(2, "look with --dry-run, then add --yes")
    assert clippings.read_bytes() == before
    assert call("archive", "add", clippings, "nowhere", "--dry-run").code == 5


@pytest.mark.parametrize(("typed", "changes"), [("n", False), ("", False), ("y", True)])
def test_confirmation_at_a_terminal(clippings: Path, typed: str, changes: bool) -> None:
    before = clippings.read_bytes()
    command = ("archive", "amend", "otters.db", *MANY, *SIGNED)
    with closing(Terminal(clippings.parent, *command)) as terminal:
        assert "4 would change" in terminal.expect("Change them? [y/N] ")
        terminal.press(f"{typed}\r")
        terminal.expect("4 hands were amended" if changes else "nothing was changed")
        assert terminal.end() == 0
    assert (clippings.read_bytes() != before) == changes


def test_concurrent_amendment_stops_the_whole_batch(clippings: Path) -> None:
    with open_archive(str(clippings), write=True) as archive:
        mine = [Amendment(rule_on(copy_with(GOOD, id=name)), entry) for entry, name in enumerate(DATES)]
        amend_batch(
            archive, [Amendment(rule_on(copy_with(GOOD, id="month", remarks=["other"])))], AT, "Ann", "x"
        )
        line = read_checkpoint(clippings)
        with pytest.raises(Unusable, match="amended in the meantime"):
            amend_batch(archive, mine, AT, "Ruth", "y")
    assert read_checkpoint(clippings) == line


@pytest.fixture
def incoming(workdir: Path) -> Path:
    """Folder with an archive of two hands, and files: one hand is stored already, one differs, one is bad."""
    make_archive(workdir, [GOOD, RENEGE])
    (workdir / "in").mkdir()
    write_records(workdir / "in" / "a.jsonl", [CLAIMED, GOOD, BAD])
    write_records(workdir / "in" / "b.jsonl", [CLAIMED, copy_with(RENEGE, remarks=["another"])])
    write_records(workdir / "in" / "c.clab", [copy_with(GOOD, id="third")])
    (workdir / "in" / "d.clab").write_text("")
    return workdir


@pytest.mark.parametrize(
    ("answer", "options", "added"),
    [(ENTER, (), False), (CTRL_D, (), False), ("", ("--yes",), True)],
)
def test_adding_a_folder_is_confirmed_at_a_terminal(
    incoming: Path, answer: str, options: tuple[str, ...], added: bool
) -> None:
    before = read_checkpoint(incoming / "otters.db")
    with closing(Terminal(incoming, "archive", "add", "otters.db", "in", *options)) as terminal:
        if answer:
            shown = terminal.expect("Add them? [y/N] ")
            assert "2 hands would be added, 2 already there, 2 not added" in shown
            terminal.press(answer)
        terminal.expect("2 hands added" if added else "nothing was added")
        assert terminal.end() == (3 if added else 0)
    assert (read_checkpoint(incoming / "otters.db") != before) == added


def test_refusals_are_reported_once(incoming: Path) -> None:
    with closing(Terminal(incoming, "archive", "add", "otters.db", "in")) as terminal:
        assert terminal.expect("Add them? [y/N] ").count(": error: ") == 2
        terminal.line("yes")
        assert ": error: " not in terminal.expect("2 hands added")
        assert terminal.end() == 3


def test_no_confirmation_for_a_file_or_without_new_hands(incoming: Path) -> None:
    with closing(Terminal(incoming, "archive", "add", "otters.db", "in/c.clab")) as terminal:
        assert "?" not in terminal.expect("1 hand added")
        assert terminal.end() == 0
    (incoming / "in" / "a.jsonl").unlink()
    (incoming / "in" / "b.jsonl").unlink()
    with closing(Terminal(incoming, "archive", "add", "otters.db", "in")) as terminal:
        terminal.expect("0 hands would be added, 1 already there, 0 not added")
        assert terminal.end() == 0
