"""Tests of `verify`: valid and invalid certificates, changed rulings and forged pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from clabber_audit.core import __version__
from tests.cli import ROOT, call
from tests.forgeries import forge_pages
from tests.scale import in_share
from tests.signing.people import AGNES
from tests.tables import tables

EXAMPLES = ROOT / "examples"


@cache
def _ruling(name: str, form: str) -> str:
    return call("rule", EXAMPLES / f"{name}.clab", "-f", form).out


@pytest.fixture
def ruling_folder(tmp_path: Path) -> Path:
    """Return a folder with the rulings on two examples, as pages and as JSON."""
    for name in ("ten-comes-home", "partly-remembered"):
        for form in ("html", "json"):
            (tmp_path / f"{name}.{form}").write_text(_ruling(name, form), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("ending", [".html", pytest.param(".json", marks=pytest.mark.full)])
def test_certificates_hold(ruling_folder: Path, ending: str) -> None:
    """One ruling has a proof, the other open questions; pages and JSON give the same answer."""
    done = call(
        "verify", ruling_folder / f"ten-comes-home{ending}", ruling_folder / f"partly-remembered{ending}"
    )
    lines = done.out.splitlines()
    assert done.code == 0
    assert lines[0].endswith(": proof 1 (failure to follow, North, trick 2): valid")
    held = [line for line in lines if ": proof " in line]
    assert len(held) > 3
    assert all("(undetermined: " in line and line.endswith(": valid") for line in held[1:])
    assert len([line for line in lines if line.endswith("cards and rules: same result")]) == 2
    assert len([line for line in lines if "matches its ruling" in line]) == 2 * (ending == ".html")


def _change_ruling(ruled: Path, parts: Mapping[str, object], name: str = "ten-comes-home") -> Path:
    """Write the ruling on an example with some parts changed and return its path; `...` removes a part."""
    ruling = json.loads((ruled / f"{name}.json").read_text(encoding="utf-8"))
    remaining = {key: value for key, value in {**ruling, **parts}.items() if value is not ...}
    (ruled / "changed.json").write_text(json.dumps(remaining), encoding="utf-8")
    return ruled / "changed.json"


#: The head of `verify.md` explains the columns.
CHANGED = tables(Path(__file__).with_name("verify.md"))


@pytest.mark.parametrize(("sets", "message"), CHANGED["Parts of a ruling"])
def test_changed_parts_of_a_ruling_are_named(ruling_folder: Path, sets: str, message: str) -> None:
    """Record and law are unchanged; the hand is judged again."""
    parts = {key: ... if value == "..." else value for key, value in json.loads(sets).items()}
    done = call("verify", _change_ruling(ruling_folder, parts))
    assert done.printed(1, message)
    assert "cards and rules: same result" not in done.out


@pytest.mark.parametrize(("certificates", "codes", "message"), CHANGED["Certificates that are none"])
def test_broken_certificates_are_never_valid(
    ruling_folder: Path, certificates: str, codes: str, message: str
) -> None:
    """They are reported as invalid, or as a damaged ruling, without a traceback."""
    done = call("verify", _change_ruling(ruling_folder, {"certificates": json.loads(certificates)}))
    assert str(done.code) in codes.split()
    assert message in done.out
    assert ": valid" not in done.out
    assert "Traceback" not in done.err


def test_invalid_certificates(ruling_folder: Path) -> None:
    """A premise that was not played, a proof of another finding, and escapes that would make a line look valid."""
    ruling = json.loads((ruling_folder / "ten-comes-home.json").read_text(encoding="utf-8"))
    (certificate,) = ruling["certificates"]
    *premises, last = certificate["premises"]
    fault = {"infraction": "failure to follow, North, trick 2): valid\x1b[8m", "seat": "S", "at": 4}
    for parts, messages in (
        ({"premises": [*premises, {**last, "card": "9D"}]}, ["the record does not say all that it rests on"]),
        ({"finding": 3}, ["nothing in the ruling needs it", "a proof is missing: failure to follow, North, trick 2"]),
        ({"any_of": [fault]}, []),
    ):  # fmt: skip
        done = call("verify", _change_ruling(ruling_folder, {"certificates": [{**certificate, **parts}]}))
        assert done.code == 1
        assert [text for text in messages if text not in done.out] == []
        assert ": valid" not in done.out
        assert "\x1b" not in done.out


@pytest.mark.full
@pytest.mark.parametrize(("written", "instead", "message"), CHANGED["Words of a page"])
def test_page_text_that_contradicts_its_ruling(
    ruling_folder: Path, written: str, instead: str, message: str
) -> None:
    text = (ruling_folder / "ten-comes-home.html").read_text(encoding="utf-8")
    assert written in text
    (ruling_folder / "forged.html").write_text(text.replace(written, instead), encoding="utf-8")
    assert call("verify", ruling_folder / "forged.html").printed(1, message, "cards and rules: same result")


@pytest.mark.full
def test_forged_pages_never_verify(ruling_folder: Path) -> None:
    """Only a byte order mark, which every reader removes, leaves a page valid.

    `tests/browser/test_forgeries.py` verifies more forged pages and looks at what they show.
    """
    page = (ruling_folder / "ten-comes-home.html").read_text(encoding="utf-8")
    pages = dict(forge_pages(page))
    assert len(pages) > 400
    assert page not in pages.values()
    passed = []
    for name, text in pages.items():
        if not in_share(name, share=10):
            continue
        (ruling_folder / "forged.html").write_bytes(text.encode())
        passed += [name] if call("verify", ruling_folder / "forged.html").code == 0 else []
    assert passed == []
    (ruling_folder / "marked.html").write_bytes(b"\xef\xbb\xbf" + page.encode())
    assert call("verify", ruling_folder / "marked.html").code == 0


@pytest.mark.parametrize("block", ["ruling", "law"])
def test_data_blocks_end_where_a_browser_ends_them(ruling_folder: Path, block: str) -> None:
    """A browser would show the text after it (WHATWG, script data end tag name state); such a page is not signed."""
    text = (ruling_folder / "ten-comes-home.html").read_text(encoding="utf-8")
    before, after = text.split(f'id="clabber-{block}">')
    inside, rest = after.split("</script>", 1)
    for close in ("</SCRIPT>", "</script >", "</script/>", "</script\n>", "<!--</script>"):
        lie = f"{close}<h1>The score stands.</h1><script type=x></script>"
        forgery = f'{before}id="clabber-{block}">{inside}{lie}{rest}'
        (ruling_folder / "forged.html").write_text(forgery, encoding="utf-8")
        done = call("verify", ruling_folder / "forged.html")
        assert done.code in (1, 3)
        assert "matches its ruling" not in done.out
        assert call("sign", ruling_folder / "forged.html", "--key", AGNES).code in (1, 3)
        assert (ruling_folder / "forged.html").read_text(encoding="utf-8") == forgery


def test_page_of_another_version(ruling_folder: Path) -> None:
    """Its text may differ without a change of meaning; the exit code and the first line say it was not compared."""
    text = (ruling_folder / "ten-comes-home.html").read_text(encoding="utf-8")
    (ruling_folder / "old.html").write_text(
        text.replace("<p>clabber-audit ", "<p>clabber-audit 0.0.0-"), encoding="utf-8"
    )
    done = call("verify", ruling_folder / "old.html")
    assert done.code == 6
    assert (
        f"another version wrote this page (clabber-audit 0.0.0-{__version__}): its text was not compared"
        in done.out.splitlines()[0]
    )
    named = f"<p>clabber-audit {__version__}</p>"
    for words in ("", f"<p>clabber-audit 0.0.0</p>{named}"):
        (ruling_folder / "none.html").write_text(text.replace(named, words), encoding="utf-8")
        assert call("verify", ruling_folder / "none.html").code == 1
    assert call("sign", ruling_folder / "old.html", "--key", AGNES).failed(6, "not signed")
