"""`verify`: certificates in rulings, pages and JSON, that hold, that do not, and what is none."""

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

EXAMPLES = ROOT / "examples"


@cache
def _ruling(name: str, form: str) -> str:
    return call("rule", EXAMPLES / f"{name}.clab", "-f", form).out


@pytest.fixture
def ruling_folder(tmp_path: Path) -> Path:
    """A folder with the rulings on two examples, as pages and as JSON."""
    for name in ("ten-comes-home", "partly-remembered"):
        for form in ("html", "json"):
            (tmp_path / f"{name}.{form}").write_text(_ruling(name, form), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("ending", [".html", pytest.param(".json", marks=pytest.mark.full)])
def test_certificates_hold(ruling_folder: Path, ending: str) -> None:
    """One proof in the first, what is open in the other, in the page as in the JSON."""
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


def test_standard_input(ruling_folder: Path) -> None:
    done = call("verify", "-", stdin=(ruling_folder / "ten-comes-home.json").read_bytes())
    assert done.code == 0
    assert done.out.splitlines() == [
        "-: proof 1 (failure to follow, North, trick 2): valid",
        "-: judged again from the same cards and rules: same result",
        "-: not checked: whether the cards were written down truthfully, and who wrote this ruling",
    ]


def test_a_ruling_without_certificates(tmp_path: Path) -> None:
    call("rule", EXAMPLES / "belle-sets.clab", "-o", tmp_path / "clean.json")
    done = call("verify", tmp_path / "clean.json")
    assert done.code == 4
    assert "no proof" in done.out


def test_a_folder_without_a_ruling(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("clabber-ruling/1")
    done = call("verify", tmp_path)
    assert (done.code, done.out) == (4, "")
    assert f"{tmp_path} holds no ruling: nothing was checked" in done.err


def test_what_is_no_ruling(tmp_path: Path) -> None:
    done = call("verify", EXAMPLES / "belle-sets.clab", tmp_path / "missing.html")
    assert done.code == 5
    assert "holds no ruling" in done.err
    assert "missing.html" in done.err


def _change_ruling(ruled: Path, parts: Mapping[str, object], name: str = "ten-comes-home") -> Path:
    """Write the ruling on an example with other parts and return its path; `...` takes a part out."""
    ruling = json.loads((ruled / f"{name}.json").read_text(encoding="utf-8"))
    kept = {key: value for key, value in {**ruling, **parts}.items() if value is not ...}
    (ruled / "changed.json").write_text(json.dumps(kept), encoding="utf-8")
    return ruled / "changed.json"


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"outcome": "scored"}, 'outcome: the ruling says "scored"; the cards give "renege"'),
        (
            {"score": {"NS": 182, "EW": 0}},
            "score: the ruling says East-West 0, North-South 182; the cards give East-West 182, North-South 0",
        ),
        ({"score": {"NS": "182"}}, 'score: the ruling says {"NS": "182"}; the cards give East-West 182'),
        ({"findings": []}, "finding 1 is missing"),
        ({"claims": [{"claim": 0, "verdict": "refuted", "finding": None}]}, "claim 1: the ruling says"),
        ({"trump": None}, "trump: the ruling says null"),
        ({"reneging_team": "EW"}, "reneging team: the ruling says"),
        ({"as_played": {}}, "as played: the ruling says"),
        ({"robustness": {"needed": 9}}, "robustness: the ruling says"),
        ({"sheet_agrees": 1}, "sheet agrees: the ruling says 1; the cards give true"),
        # A ruling written out has its side remarks, and says who deals next.
        *(
            ({key: ...}, f"its {key.replace('_', ' ')} is missing")
            for key in ("next_dealer", "instead", "robustness", "outcome")
        ),
    ],
)
def test_what_is_otherwise_when_it_is_ruled_again(
    ruling_folder: Path, parts: dict[str, object], told: str
) -> None:
    """The record and the law are the same: whatever else was changed in the ruling is named."""
    done = call("verify", _change_ruling(ruling_folder, parts))
    assert done.code == 1
    assert told in done.out
    assert "cards and rules: same result" not in done.out


@pytest.mark.parametrize(
    ("certificates", "codes", "told"),
    [
        ([], (4,), "no proof"),
        (3, (1, 5), ""),
        ("x", (1, 5), ""),
        ([3, None, {}], (1, 5), ""),
        ({"a": 1}, (1, 5), ""),
    ],
)
def test_certificates_that_are_none(
    ruling_folder: Path, certificates: object, codes: tuple[int, ...], told: str
) -> None:
    """Told as such, or as a damaged ruling; never a traceback, never "valid"."""
    done = call("verify", _change_ruling(ruling_folder, {"certificates": certificates}))
    assert done.code in codes
    assert told in done.out
    assert ": valid" not in done.out
    assert "Traceback" not in done.err


def test_certificates_that_do_not_hold(ruling_folder: Path) -> None:
    """A premise that was not played there; a proof of another finding; escapes that would look like a valid one."""
    ruling = json.loads((ruling_folder / "ten-comes-home.json").read_text(encoding="utf-8"))
    (certificate,) = ruling["certificates"]
    *premises, last = certificate["premises"]
    fault = {"infraction": "failure to follow, North, trick 2): valid\x1b[8m", "seat": "S", "at": 4}
    for parts, told in (
        ({"premises": [*premises, {**last, "card": "9D"}]}, ["the record does not say all that it rests on"]),
        ({"finding": 3}, ["nothing in the ruling needs it", "a proof is missing: failure to follow, North, trick 2"]),
        ({"any_of": [fault]}, []),
    ):  # fmt: skip
        done = call("verify", _change_ruling(ruling_folder, {"certificates": [{**certificate, **parts}]}))
        assert done.code == 1
        assert [text for text in told if text not in done.out] == []
        assert ": valid" not in done.out
        assert "\x1b" not in done.out


def test_a_certificate_left_out(ruling_folder: Path) -> None:
    """One that is missing is reported; of all, see above: then the ruling rests on itself alone."""
    ruling = json.loads((ruling_folder / "partly-remembered.json").read_text(encoding="utf-8"))
    done = call(
        "verify",
        _change_ruling(ruling_folder, {"certificates": ruling["certificates"][1:]}, "partly-remembered"),
    )
    assert (done.code, "a proof is missing" in done.out) == (1, True)


def test_a_record_changed_under_its_ruling(ruling_folder: Path) -> None:
    """North's last card becomes a spade, and South's ace of spades his diamond: then he had none to follow with."""
    record = json.loads((ruling_folder / "ten-comes-home.json").read_text(encoding="utf-8"))["record"]
    swap = {"TD": "AS", "AS": "TD"}
    plays = [{**play, "card": swap.get(play["card"], play["card"])} for play in record["plays"]]
    done = call("verify", _change_ruling(ruling_folder, {"record": {**record, "plays": plays}}))
    assert done.code in (1, 3)
    assert ": valid" not in done.out


def test_what_this_version_does_not_know_is_not_checked(ruling_folder: Path) -> None:
    done = call("verify", _change_ruling(ruling_folder, {"moral": "play better"}))
    assert (done.code, "not checked: moral" in done.out) == (4, True)


def test_a_ruling_of_check_has_no_side_remarks(ruling_folder: Path) -> None:
    """It has no certificates either, which is why it does not verify in full."""
    (line,) = json.loads(call("check", EXAMPLES / "ten-comes-home.clab", "-f", "json").out)
    (ruling_folder / "checked.json").write_text(json.dumps(line), encoding="utf-8")
    done = call("verify", ruling_folder / "checked.json")
    assert done.code == 4
    assert "same result, without its side notes" in done.out
    assert "it does not say" not in done.out
    del line["next_dealer"]
    (ruling_folder / "checked.json").write_text(json.dumps(line), encoding="utf-8")
    assert call("verify", ruling_folder / "checked.json").code == 1


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Eagles 182", "Eagles 162", "the page has “Eagles 162, Owls 0. Ruth (North)"),
        ("North", "South", "where it should have “Ruth (North)"),
        ("</style>", ".verdict::before{content:'Nobody'}</style>", "content:'Nobody'"),
        ("<main>", "<main hidden>", "the page has “<main hidden><section"),
        ("<footer>", "<p>All is well</p><footer>", "the page has “<p>All is well</p>"),
    ],
)
def test_a_page_whose_words_are_not_its_ruling(ruling_folder: Path, old: str, new: str, told: str) -> None:
    """The ruling inside is as it was; what people read or see is not."""
    text = (ruling_folder / "ten-comes-home.html").read_text(encoding="utf-8")
    assert old in text
    (ruling_folder / "forged.html").write_text(text.replace(old, new), encoding="utf-8")
    done = call("verify", ruling_folder / "forged.html")
    assert done.code == 1
    assert told in done.out
    assert "cards and rules: same result" in done.out


@pytest.mark.full
def test_no_forged_page_is_vouched_for(ruling_folder: Path) -> None:
    """Only a mark of the byte order, which every reader takes off, leaves a page what it is.

    `tests/browser/test_forgeries.py` has others of them verified, and looks at what they show.
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
def test_a_block_ends_where_a_browser_ends_it(ruling_folder: Path, block: str) -> None:
    """Every browser shows the text behind it (WHATWG, script data end tag name state); nobody signs such a page."""
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


def test_a_page_of_another_version(ruling_folder: Path) -> None:
    """It may read otherwise and mean the same: that it was not compared is said first, with a code of its own."""
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
    signed = call("sign", ruling_folder / "old.html", "--key", AGNES)
    assert (signed.code, "not signed" in signed.err) == (6, True)


def test_a_page_without_the_people(tmp_path: Path) -> None:
    call("rule", EXAMPLES / "ten-comes-home.clab", "--anonymous", "-o", tmp_path / "nobody.html")
    done = call("verify", tmp_path / "nobody.html")
    assert done.code == 0
    assert "the text of the page matches its ruling, character for character" in done.out
