"""Tests of signed rulings and approvals: signing, verifying, and changed files."""

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
from clabber_audit.league.matches import statement_on
from clabber_audit.league.season_file import load
from tests.cli import GOOD, ROOT, Done, call, write_records
from tests.league.seasons import SEASON, encode_season, game
from tests.signing.people import AGNES, CARL, LOCKED, OPEN, public_key_file, read_secret_key
from tests.tables import rows
from tests.transcripts import carry_out, follow, transcripts

HAND = ROOT / "examples" / "ten-comes-home.clab"
OTHER = ROOT / "examples" / "both-sides-reneged.clab"
DAY = ("--on", "2026-11-20")
APPROVE = ("league", "approve", "season.json", "1", "hands.jsonl", "--on", "2026-01-20")


@cache
def make_ruling(form: str, *more: str) -> str:
    done = call("rule", HAND, "-f", form, *more)
    assert done.code == 0, done.err
    return done.out


@pytest.fixture
def workdir(workdir: Path) -> Path:
    """Return a folder with a ruling signed by Agnes, as page and JSON, and a season that she approved."""
    for form in ("html", "json"):
        text = make_ruling(form, "--sign", AGNES, "--name", "Agnes Example", *DAY)
        Path(f"r.{form}").write_text(text, encoding="utf-8")
    Path("season.json").write_bytes(encode_season(SEASON))
    write_records(Path("hands.jsonl"), game(1, ("Owls", "Eagles"), (512, 430)))
    assert call(*APPROVE, "--team", "Owls", "--by", "Agnes Example", "--sign", AGNES).code == 0
    return workdir


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("sessions.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """Commands about signatures, and their output; the head of `sessions.md` explains the lines."""
    keys = {"agnes": AGNES, "carl": CARL, "mini": OPEN}
    names = {
        **keys,
        **{f"{name}.pub": public_key_file(key) for name, key in keys.items()},
        "day": shlex.join(DAY),
    }
    names |= {"hand": str(HAND), "other": str(OTHER), "broken": shlex.quote("a\nb")}
    names["approve"] = shlex.join(APPROVE)
    for what, text in follow(lines, call, names, workdir / "r.html"):
        if what == "detached":
            file, key = text.split()
            signature = read_secret_key(keys[key]).detached(Path(file).read_bytes())
            Path(f"{file}.sig").write_text(signature, encoding="utf-8")
        else:
            carry_out(what, _insert_keys(text), {"record": GOOD})


def _insert_keys(text: str) -> str:
    """Return a text with public keys in place of names of keys in parentheses."""
    for name, key in (("(agnes.key)", AGNES), ("(carl.key)", CARL)):
        text = text.replace(name, str(read_secret_key(key).public))
    return text


@pytest.mark.parametrize(
    ("file", "place", "value", "code", "says"), rows(Path(__file__).with_name("changes.md"))
)
def test_changed_file_has_no_valid_signature(
    file: str, place: str, value: str, code: str, says: str, workdir: Path
) -> None:
    carry_out("set", _insert_keys(f"{file} {place} {value.strip('`')}"), {})
    log = ("league", "log", file)
    done = call(*(log if file == "season.json" else ("verify", file, "--signed-by", public_key_file(AGNES))))
    assert done.code == int(code)
    assert all(words in done.out + done.err for words in says.split(" / ")), done
    assert not re.search("signature 1.*: valid", done.out)


def test_approval_signed_without_team_names_is_reported(workdir: Path) -> None:
    season = load("season.json")
    text = statement_on(season, season.approvals[0], "1.0.0", named=False)
    data = json.loads(Path("season.json").read_text(encoding="utf-8"))
    data["approvals"][0]["signed"] |= {
        "program": "1.0.0",
        "signature": read_secret_key(AGNES).detached(text.encode()),
    }
    Path("season.json").write_bytes(encode_season(data))
    assert call("league", "log", "season.json").printed(1, "signed without the names of the teams")


def read_data(file: str) -> dict[str, Any]:
    text = Path(file).read_text(encoding="utf-8")
    data: dict[str, Any] = read_embedded_ruling(text) if file.endswith("html") else json.loads(text)
    return data


def verify_changed(**parts: Any) -> Done:
    Path("changed.json").write_text(json.dumps({**read_data("r.json"), **parts}), encoding="utf-8")
    return call("verify", "changed.json", "--signed-by", public_key_file(AGNES))


@pytest.mark.full
def test_signature_is_the_same_in_page_and_json(workdir: Path) -> None:
    assert read_data("r.html")["signatures"] == read_data("r.json")["signatures"]
    again = call("rule", HAND, "-f", "json", "--sign", AGNES, "--name", "Agnes Example", *DAY)
    assert again.out == Path("r.json").read_text(encoding="utf-8")
    TypeAdapter(RulingShape).validate_json(again.out)


def test_agreeing_and_disagreeing_with_one_key_cancel_out(workdir: Path) -> None:
    """Neither signature counts if one key signed both, in either order."""
    assert call("sign", "r.json", "--key", CARL, "--agree", "EW", "--on", "2026-11-20").code == 0
    (_, agreed) = read_data("r.json")["signatures"]
    assert call("sign", "r.json", "--key", CARL, "--disagree", "EW", "--on", "2026-11-21").code == 0
    ruled, disagreed = read_data("r.json")["signatures"]
    for both in ([ruled, agreed, disagreed], [disagreed, ruled, agreed]):
        done = verify_changed(signatures=both)
        assert (done.code, done.out.count("so neither counts")) == (1, 2), done.out
        by_carl = call("verify", "changed.json", "--signed-by", public_key_file(CARL))
        assert (by_carl.code, "nobody whose key is in" in by_carl.out) == (1, True)


@pytest.mark.full
def test_signature_moved_to_another_ruling_is_invalid(workdir: Path) -> None:
    other = json.loads(call("rule", OTHER, "-f", "json").out)
    Path("moved.json").write_text(
        json.dumps({**other, "signatures": read_data("r.json")["signatures"]}), encoding="utf-8"
    )
    done = call("verify", "moved.json", "--signed-by", public_key_file(AGNES))
    assert done.code == 1
    assert "or it was copied here from elsewhere" in done.out


@pytest.mark.skipif(
    not shutil.which("ssh-keygen"), reason="ssh-keygen is not there; its signatures lie in `foreign`"
)
def test_ssh_keygen_and_this_program_agree(workdir: Path) -> None:
    assert call("verify", "r.html", "--signatures-to", "apart").code == 0
    signer = "agnes@example " + Path(public_key_file(AGNES)).read_text(encoding="utf-8")
    Path("allowed").write_text(signer, encoding="utf-8")
    words = (
        "ssh-keygen -Y verify -f allowed -I agnes@example -n clabber-audit -s apart/r.html.1.statement.sig"
    )
    statement = Path("apart/r.html.1.statement").read_bytes()
    assert subprocess.run(words.split(), input=statement, capture_output=True).returncode == 0
    assert subprocess.run(words.split(), input=statement + b" ", capture_output=True).returncode != 0
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
    assert call("sign", "r.json", "--attach", "s").failed(5, "it was signed for “file”")


@pytest.mark.full
def test_passphrase_from_the_environment(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("sign", "r.json", "--key", LOCKED).failed(5, "set the variable CLABBER_PASSPHRASE")
    monkeypatch.setenv("CLABBER_PASSPHRASE", "good morning")
    assert call("sign", "r.json", "--key", LOCKED).code == 0
    monkeypatch.setenv("CLABBER_PASSPHRASE", "good evening")
    assert "the passphrase is wrong" in call("sign", "r.json", "--key", LOCKED).err


def test_passphrase_is_requested_at_a_terminal(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = []

    def answer(question: str) -> str:
        questions.append(question)
        if len(questions) > 1:
            raise EOFError
        return "good morning"

    monkeypatch.setattr("clabber_audit.cli.output.is_typed_by_a_person", lambda: True)
    monkeypatch.setattr("clabber_audit.cli.output.ask_secret", answer)
    assert call("sign", "r.json", "--key", LOCKED).code == 0
    assert questions == [f"Passphrase of {LOCKED}: "]
    assert call("sign", "r.json", "--key", LOCKED).failed(5, "no passphrase was typed")


def test_missing_packages_are_reported(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing, "find_spec", lambda _: None)
    monkeypatch.setattr("clabber_audit.core.errors.find_spec", lambda _: None)
    assert call("verify", "r.html").printed(4, "not checked: its 1 signature")
    for args in (
        ["verify", "r.html", "--signed-by", public_key_file(AGNES)],
        ["sign", "r.html", "--key", AGNES],
    ):
        assert call(*args).failed(5, "pip install 'clabber-audit[sign]'")
