"""An archive that others may change or replace is used, with a warning, and left as it is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clabber_audit.archive.database import doubts
from tests.archive.shelves import shelf
from tests.cli import GOOD, call


@pytest.fixture
def there(tmp_path: Path) -> Path:
    return shelf(tmp_path, [GOOD])


def warnings(path: Path) -> list[str]:
    before = [place.lstat().st_mode for place in (path, path.resolve(), path.parent, path.resolve().parent)]
    done = call("score", path)
    assert done.code == 0
    assert "otters 1 " in done.out
    assert before == [
        place.lstat().st_mode for place in (path, path.resolve(), path.parent, path.resolve().parent)
    ]
    return done.err.splitlines()


def test_p04_an_archive_of_ones_own_is_no_reason_to_warn(there: Path) -> None:
    assert warnings(there) == []


def test_p04_a_link(there: Path) -> None:
    link = there.parent / "link.db"
    link.symlink_to(there)
    [text] = warnings(link)
    assert text.startswith(f"warning: {link} is a link to {there}: ")


@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o703])
def test_p04_a_folder_that_anybody_may_write_to(there: Path, mode: int) -> None:
    """Also one like /tmp, where nobody can take away a file but anybody can put a journal beside it."""
    there.parent.chmod(mode)
    [text] = warnings(there)
    assert text.startswith(f"warning: {there} is in a folder that anyone may write to, ")


def test_p04_a_link_into_a_folder_that_anybody_may_write_to(there: Path, tmp_path: Path) -> None:
    safe, link = tmp_path / "safe", tmp_path / "safe" / "link.db"
    safe.mkdir()
    link.symlink_to(there)
    tmp_path.chmod(0o777)
    assert [" is a link " in text or " is in a folder " in text for text in warnings(link)] == [True, True]


def test_p04_an_archive_of_somebody_else(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(doubts(str(there))) == []
    monkeypatch.setattr(os, "geteuid", lambda: there.stat().st_uid + 1)
    [text] = doubts(str(there))
    assert text.startswith("belongs to someone else, who may change it")
    assert call("archive", "verify", there).code == 0


def test_p04_a_terminal_is_not_written_to_by_the_name_of_a_file(there: Path) -> None:
    link = there.parent / "a\x1b[31mb.db"
    link.symlink_to(there)
    assert "\x1b" not in "".join(warnings(link))
