"""`verify`: certificates in rulings, pages and JSON, that hold, that do not, and what is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli import ROOT, call

EXAMPLES = ROOT / "examples"


@pytest.fixture
def ruled(tmp_path: Path) -> Path:
    """A folder with the rulings on two examples, as pages and as JSON."""
    for name in ("ten-comes-home", "partly-remembered"):
        for ending in (".html", ".json"):
            assert call("rule", EXAMPLES / f"{name}.clab", "-o", tmp_path / f"{name}{ending}").code in (0, 4)
    return tmp_path


@pytest.mark.parametrize("ending", [".html", ".json"])
def test_certificates_hold(ruled: Path, ending: str) -> None:
    """One proof in the first, what is open in the other, in the page as in the JSON."""
    done = call("verify", ruled / f"ten-comes-home{ending}", ruled / f"partly-remembered{ending}")
    lines = done.out.splitlines()
    assert done.code == 0
    assert lines[0].endswith(": certificate 1, proven: failure-to-follow by N at 6: holds")
    assert len(lines) > 3
    assert all("undetermined" in line and line.endswith(": holds") for line in lines[1:])


def test_standard_input(ruled: Path) -> None:
    done = call("verify", "-", stdin=(ruled / "ten-comes-home.json").read_bytes())
    assert (done.code, done.out) == (0, "-: certificate 1, proven: failure-to-follow by N at 6: holds\n")


def test_one_that_does_not_hold(ruled: Path) -> None:
    """A premise changed into a card that was not played there."""
    ruling = json.loads((ruled / "ten-comes-home.json").read_text(encoding="utf-8"))
    ruling["certificates"][0]["premises"][-1]["card"] = "9D"
    (ruled / "bad.json").write_text(json.dumps(ruling), encoding="utf-8")
    done = call("verify", ruled / "bad.json")
    assert done.code == 1
    assert "the record does not say {'play': 23, 'card': '9D'}" in done.out


def test_a_record_changed_under_its_ruling(ruled: Path) -> None:
    """North's last card becomes a spade, and South's ace of spades his diamond: then he had none to follow with."""
    text = (ruled / "ten-comes-home.json").read_text(encoding="utf-8")
    ruling = json.loads(text)
    swap = {"TD": "AS", "AS": "TD"}
    for play in ruling["record"]["plays"]:
        play["card"] = swap.get(play["card"], play["card"])
    (ruled / "bad.json").write_text(json.dumps(ruling), encoding="utf-8")
    done = call("verify", ruled / "bad.json")
    assert done.code in (1, 3)
    assert "holds" not in done.out


def test_a_ruling_without_certificates(tmp_path: Path) -> None:
    call("rule", EXAMPLES / "belle-sets.clab", "-o", tmp_path / "clean.json")
    done = call("verify", tmp_path / "clean.json")
    assert done.code == 4
    assert "no certificate" in done.out


def test_what_is_no_ruling(tmp_path: Path) -> None:
    done = call("verify", EXAMPLES / "belle-sets.clab", tmp_path / "missing.html")
    assert done.code == 5
    assert "holds no ruling" in done.err
    assert "missing.html" in done.err


@pytest.mark.parametrize("rubbish", [3, "x", [3, None, {}], {"a": 1}])
def test_certificates_that_cannot_be_read(ruled: Path, rubbish: object) -> None:
    """Told as such, or as a damaged ruling; never a traceback, never "holds"."""
    ruling = json.loads((ruled / "ten-comes-home.json").read_text(encoding="utf-8"))
    (ruled / "bad.json").write_text(json.dumps({**ruling, "certificates": rubbish}), encoding="utf-8")
    done = call("verify", ruled / "bad.json")
    assert done.code in (1, 5)
    assert "holds" not in done.out
    assert "Traceback" not in done.err
