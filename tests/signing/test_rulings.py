"""Rulings that are signed: as people sign and check them, and the ways in which one may not be what it seems."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from clabber_audit import signing
from clabber_audit.judge.embedded import read_embedded_ruling
from clabber_audit.judge.model import RulingShape
from tests.cli import GOOD, ROOT, Done, call, encode_record
from tests.signing.people import AGNES, CARL, LOCKED, OPEN, public, secret
from tests.signing.test_approvals import APPROVE, approve_match
from tests.transcripts import carry_out, follow, transcripts

HAND = ROOT / "examples" / "ten-comes-home.clab"
OTHER = ROOT / "examples" / "both-sides-reneged.clab"
DAY = ("--on", "2026-11-20")


@cache
def make_ruling(form: str, *more: str) -> str:
    done = call("rule", HAND, "-f", form, *more)
    assert done.code == 0, done.err
    return done.out


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder with the ruling on an example, signed by Agnes as arbiter, as a page and as JSON."""
    monkeypatch.chdir(tmp_path)
    for form in ("html", "json"):
        text = make_ruling(form, "--sign", AGNES, "--name", "Agnes Example", *DAY)
        Path(f"r.{form}").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("sessions.md")))
def test_a_transcript(title: str, lines: list[str], here: Path) -> None:
    """Commands about signatures, and their output; the head of `sessions.md` explains the lines."""
    keys = {"agnes": AGNES, "carl": CARL, "mini": OPEN}
    names = {**keys, **{f"{name}.pub": public(key) for name, key in keys.items()}, "day": shlex.join(DAY)}
    names |= {"hand": str(HAND), "other": str(OTHER), "broken": shlex.quote("a\nb")}
    names["approve"] = shlex.join(APPROVE)
    names |= {f"{name}.key": str(secret(keys[name]).public) for name in ("agnes", "carl")}
    Path("record.json").write_bytes(encode_record(GOOD))
    approve_match()
    for what, text in follow(lines, call, names, here / "r.html"):
        for name, value in names.items():
            text = text.replace(f"({name})", value)
        file, _, rest = text.partition(" ")
        if what == "detached":
            signature = secret(rest).detached(Path(file).read_bytes())
            Path(f"{file}.sig").write_text(signature, encoding="utf-8")
        elif what == "write":
            carry_out(what, text, {})
        else:
            assert what == "replace", what
            old, _, new = rest.partition("|")
            before = Path(file).read_text(encoding="utf-8")
            assert old in before
            Path(file).write_text(before.replace(old, new), encoding="utf-8")


def data(file: str) -> dict[str, Any]:
    text = Path(file).read_text(encoding="utf-8")
    data: dict[str, Any] = read_embedded_ruling(text) if file.endswith("html") else json.loads(text)
    return data


def verify_changed(**parts: Any) -> Done:
    Path("changed.json").write_text(json.dumps({**data("r.json"), **parts}), encoding="utf-8")
    return call("verify", "changed.json", "--signed-by", public(AGNES))


@pytest.mark.full
def test_a_signature_is_the_same_in_page_and_json_and_every_time(here: Path) -> None:
    assert data("r.html")["signatures"] == data("r.json")["signatures"]
    again = call("rule", HAND, "-f", "json", "--sign", AGNES, "--name", "Agnes Example", *DAY)
    assert again.out == Path("r.json").read_text(encoding="utf-8")
    TypeAdapter(RulingShape).validate_json(again.out)


def test_a_page_says_who_signed_and_what_it_cannot_show(here: Path) -> None:
    page = Path("r.html").read_text(encoding="utf-8")
    assert "Agnes Example signed this ruling on November 20, 2026." in page
    assert "SHA256:CcLOQoOIwFak8747iBHDvj/m0lj6EkZ4R9Vvyd21Rsc" in page
    assert "No page can show whose keys these are" in page
    assert "No page can show" not in make_ruling("html")
    assert call("sign", "r.html", "--key", CARL, "--agree", "EW", "--name", "Carl Example", *DAY).code == 0
    assert call("sign", "r.html", "--key", OPEN, "--agree", "NS", *DAY).code == 0
    page = Path("r.html").read_text(encoding="utf-8")
    assert "Carl Example agreed for Eagles" in page
    assert "The owner of this key agreed for Owls" in page


def test_who_agreed_and_disagrees_has_done_neither(here: Path) -> None:
    """Neither signature counts if one key signed both, in either order."""
    assert call("sign", "r.json", "--key", CARL, "--agree", "EW", "--on", "2026-11-20").code == 0
    (_, agreed) = data("r.json")["signatures"]
    assert call("sign", "r.json", "--key", CARL, "--disagree", "EW", "--on", "2026-11-21").code == 0
    ruled, disagreed = data("r.json")["signatures"]
    for both in ([ruled, agreed, disagreed], [disagreed, ruled, agreed]):
        done = verify_changed(signatures=both)
        assert (done.code, done.out.count("so neither counts")) == (1, 2), done.out
        asked = call("verify", "changed.json", "--signed-by", public(CARL))
        assert (asked.code, "nobody whose key is in" in asked.out) == (1, True)


@pytest.mark.parametrize(
    "part",
    [
        *("record", "score"),
        *(
            pytest.param(part, marks=pytest.mark.full)
            for part in ("law", "findings", "claims", "marks", "hand", "as_played")
        ),
    ],
)
def test_whatever_is_signed_cannot_be_changed(here: Path, part: str) -> None:
    said = data("r.json")[part]
    other = (
        {**said, "id": "x"}
        if isinstance(said, dict) and "id" in said
        else []
        if isinstance(said, list)
        else "x"
    )
    done = verify_changed(**{part: other})
    assert done.code in (1, 3, 5), done.out
    if part not in ("record", "law"):
        assert "signature 1" in done.out
        assert "signature does not match" in done.out


@pytest.mark.full
def test_a_ruling_without_its_rules_is_not_signed(here: Path) -> None:
    said = {key: value for key, value in data("r.json").items() if key != "law"}
    Path("bare.json").write_text(json.dumps(said), encoding="utf-8")
    for args in (["verify"], ["sign", "--key", CARL], ["sign", "--statement", "s"]):
        done = call(args[0], "bare.json", *args[1:])
        assert (done.code, "the ruling is damaged" in done.err) == (5, True)


def test_a_record_that_still_rules_alike_is_another(here: Path) -> None:
    """A remark changes nothing in the ruling, and is signed like all of the record."""
    done = verify_changed(record={**data("r.json")["record"], "remarks": ["Ruth said she was sorry."]})
    assert done.code == 1
    assert "judged again from the same cards and rules: same result" in done.out
    assert "signature does not match" in done.out


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("name", "Ruth Example"),
        ("name", None),
        ("date", "2026-11-21"),
        ("says", "agreed"),
        ("program", "9.9"),
        ("side", "NS"),
    ],
)
def test_nobody_signs_in_the_name_of_another(here: Path, part: str, value: str | None) -> None:
    (one,) = data("r.json")["signatures"]
    found = {key: said for key, said in {**one, part: value}.items() if said is not None}
    done = verify_changed(signatures=[found])
    assert done.code == 1
    assert "nobody whose key is in" in done.out
    assert ": valid" not in "".join(line for line in done.out.splitlines() if "signature 1" in line)


@pytest.mark.full
def test_a_signature_moved_to_another_ruling_does_not_hold(here: Path) -> None:
    other = json.loads(call("rule", OTHER, "-f", "json").out)
    Path("moved.json").write_text(
        json.dumps({**other, "signatures": data("r.json")["signatures"]}), encoding="utf-8"
    )
    done = call("verify", "moved.json", "--signed-by", public(AGNES))
    assert done.code == 1
    assert "or it was copied here from elsewhere" in done.out


@pytest.mark.full
def test_another_key_under_a_signature_is_told(here: Path) -> None:
    (one,) = data("r.json")["signatures"]
    done = verify_changed(signatures=[{**one, "key": str(secret(CARL).public)}])
    assert done.code == 1
    assert "the signature is by another key, SHA256:CcLOQoOIwFak" in done.out


@pytest.mark.parametrize(
    "rubbish", [3, {}, [3], [{}], [[]], [{"says": "ruled"}], "x", [{"says": 1, "date": 2}], [None] * 60]
)
def test_damaged_signatures_are_told_as_such(here: Path, rubbish: Any) -> None:
    done = verify_changed(signatures=rubbish)
    assert done.code == 5 if rubbish else 1
    assert "damaged" in done.err or not rubbish


@pytest.mark.parametrize(
    "part", [{"name": "Agnes\nsays agreed"}, {"key": "ssh-rsa AAAA"}, {"date": "someday"}, {"more": "x"}]
)
def test_a_damaged_part_of_a_signature_is_refused(here: Path, part: dict[str, str]) -> None:
    (one,) = data("r.json")["signatures"]
    assert verify_changed(signatures=[{**one, **part}]).code == 5


def test_an_anonymous_page_that_is_signed_names_nobody(here: Path) -> None:
    page = make_ruling("html", "--anonymous", "--sign", AGNES, *DAY)
    assert not re.search("Ruth|Owls|Eagles", page)
    assert read_embedded_ruling(page)["signatures"][0]["signature"] not in Path("r.html").read_text("utf-8")


def test_a_statement_says_what_is_signed(here: Path) -> None:
    signed = ("--agree", "EW", "--name", "Carl Example", *DAY)
    assert call("sign", "r.html", "--statement", "s", *signed).code == 0
    head = "clabber-statement/1\nsays agreed\nside EW\nname Carl Example\ndate 2026-11-20\nof "
    assert Path("s").read_text(encoding="utf-8").startswith(head)


@pytest.mark.skipif(
    not shutil.which("ssh-keygen"), reason="ssh-keygen is not there; its signatures lie in `foreign`"
)
def test_ssh_keygen_and_this_program_agree(here: Path) -> None:
    assert call("verify", "r.html", "--signatures-to", "apart").code == 0
    signer = "agnes@example " + Path(public(AGNES)).read_text(encoding="utf-8")
    Path("allowed").write_text(signer, encoding="utf-8")
    words = (
        "ssh-keygen -Y verify -f allowed -I agnes@example -n clabber-audit -s apart/r.html.1.statement.sig"
    )
    asked = Path("apart/r.html.1.statement").read_bytes()
    assert subprocess.run(words.split(), input=asked, capture_output=True).returncode == 0
    assert subprocess.run(words.split(), input=asked + b" ", capture_output=True).returncode != 0
    assert call("verify", "r.html", "--signed-by", "allowed").code == 0
    assert call("sign", "r.html", "--statement", "s", "--agree", "EW").code == 0
    shutil.copy(CARL, "carl")
    Path("carl").chmod(0o600)
    subprocess.run(
        ["ssh-keygen", "-q", "-Y", "sign", "-n", "clabber-audit", "-f", "carl", "s"],
        check=True,
        capture_output=True,
    )
    assert call("sign", "r.html", "--attach", "s").code == 0
    Path("s.sig").unlink()
    subprocess.run(
        ["ssh-keygen", "-q", "-Y", "sign", "-n", "file", "-f", "carl", "s"], check=True, capture_output=True
    )
    refused = call("sign", "r.json", "--attach", "s")
    assert refused.code == 5
    assert "it was signed for “file”" in refused.err


@pytest.mark.full
def test_a_passphrase_comes_from_the_environment(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = call("sign", "r.json", "--key", LOCKED)
    assert refused.code == 5
    assert "set the variable CLABBER_PASSPHRASE" in refused.err
    monkeypatch.setenv("CLABBER_PASSPHRASE", "good morning")
    assert call("sign", "r.json", "--key", LOCKED).code == 0
    monkeypatch.setenv("CLABBER_PASSPHRASE", "good evening")
    assert "the passphrase is wrong" in call("sign", "r.json", "--key", LOCKED).err


def test_a_passphrase_is_asked_for_at_a_terminal(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def answer(question: str) -> str:
        asked.append(question)
        if len(asked) > 1:
            raise EOFError
        return "good morning"

    monkeypatch.setattr("clabber_audit.cli.options.is_typed_by_a_person", lambda: True)
    monkeypatch.setattr("clabber_audit.cli.options.ask_secret", answer)
    assert call("sign", "r.json", "--key", LOCKED).code == 0
    assert asked == [f"Passphrase of {LOCKED}: "]
    refused = call("sign", "r.json", "--key", LOCKED)
    assert (refused.code, "no passphrase was typed" in refused.err) == (5, True)


def test_without_the_packages_it_is_said_what_was_not_checked(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing, "find_spec", lambda _: None)
    monkeypatch.setattr("clabber_audit.core.errors.find_spec", lambda _: None)
    done = call("verify", "r.html")
    assert done.code == 4
    assert "not checked: its 1 signature" in done.out
    for args in (["verify", "r.html", "--signed-by", public(AGNES)], ["sign", "r.html", "--key", AGNES]):
        done = call(*args)
        assert done.code == 5
        assert "pip install 'clabber-audit[sign]'" in done.err
