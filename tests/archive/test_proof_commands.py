"""Tests of the commands for proofs, signed checkpoints and witnesses: valid ones, and each way to fail."""

from __future__ import annotations

import re
import shlex
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from clabber_audit.archive.database import open_archive
from clabber_audit.archive.hands import add, prepare_ruling
from clabber_audit.signing import add_signatures, cosignature, parse_note
from tests import qr_codes
from tests.archive.archives import make_archive, read_checkpoint
from tests.cli import CLAIMED, GOOD, OPEN, PEPPER, RENEGE, call, copy_with, write_records
from tests.rules import rule_on
from tests.signing.people import AGNES, CARL, public_key_file, read_secret_key
from tests.transcripts import carry_out, follow, transcripts

HANDS = [GOOD, CLAIMED, copy_with(RENEGE, score={"NS": 12, "EW": 20})]
LATER = [OPEN, PEPPER]
#: Time of the second batch, an hour after the first.
AFTER = "2026-11-21T21:15:00Z"


def add_later_hands(path: Path, at: str = AFTER) -> None:
    with open_archive(str(path), write=True) as archive:
        add(archive, [prepare_ruling(rule_on(record), archive, at) for record in LATER])


@pytest.fixture
def archive_path(workdir: Path) -> Path:
    """Archive of three hands, with the note of its checkpoint signed by Agnes, and a record of each hand as a file."""
    found = make_archive(workdir, HANDS)
    for record in (*HANDS, *LATER):
        write_records(workdir / f"{record['id']}.jsonl", [record])
    assert call("archive", "checkpoint", "otters.db", "--sign", AGNES, "-o", "three.note").code == 0
    return found


def prove(*args: str | Path) -> str:
    done = call("archive", "prove", "otters.db", *args)
    assert done.code == 0, done.err
    return done.out


def _forge_note(note: str) -> None:
    """Write a note with another root, unsigned."""
    lines = Path(note).read_text(encoding="utf-8").split("\n")
    lines[2] = "A" + lines[2][1:]
    Path("forged.note").write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("proofs.md")))
def test_transcript(title: str, lines: list[str], archive_path: Path) -> None:
    """Run commands about proofs and compare their output; the head of `proofs.md` explains the lines."""
    names = {
        "agnes": AGNES,
        "carl": CARL,
        "agnes.pub": public_key_file(AGNES),
        "carl.pub": public_key_file(CARL),
    }
    names["witness"] = f"--key {CARL} --name witness.example --last last.note"
    names["root"] = Path("three.note").read_text(encoding="utf-8").splitlines()[2]
    for what, text in follow(lines, partial(call, "archive"), names, archive_path):
        if what == "line":
            names["line"] = shlex.quote(read_checkpoint(archive_path))
        elif what == "grow":
            add_later_hands(archive_path, text or AFTER)
        elif what == "again":
            write_records(
                archive_path.parent / "again.jsonl", [copy_with(GOOD, remarks=["the sheet was miscopied"])]
            )
        elif what == "forged":
            _forge_note(text)
        elif what == "rewritten":
            archive_path.unlink()
            make_archive(archive_path.parent, [copy_with(GOOD, remarks=["rewritten"]), *HANDS[1:]])
        else:
            carry_out(what, text, {})


def test_mistyped_and_foreign_proofs_fail(archive_path: Path) -> None:
    whole = prove("claimed")
    Path("p").write_text(whole, encoding="utf-8")
    line, lines = read_checkpoint(archive_path), whole.split("\n")
    for at in (2, 3, 4, 8):
        slip = [
            *lines[:at],
            lines[at].replace("1", "0") if at == 2 else "A" + lines[at][1:],
            *lines[at + 1 :],
        ]
        Path("slip").write_text("\n".join(slip), encoding="utf-8")
        done = call("archive", "check-proof", "slip", "--record", "claimed.jsonl", "--checkpoint", line)
        assert done.code == 1, (at, done.out)
    herons = read_checkpoint(make_archive(archive_path.parent, HANDS, "herons.db"))
    assert call("archive", "check-proof", "p", "--record", "claimed.jsonl", "--checkpoint", herons).code == 1


def test_last_bits_of_a_root_count(archive_path: Path) -> None:
    """These bits are not printed on paper."""
    lines = call("archive", "checkpoint", "otters.db", "--note").out.split("\n")
    lines[2] = lines[2][:-2] + ("A=" if lines[2][-2] != "A" else "E=")
    Path("bits.note").write_text("\n".join(lines), encoding="utf-8")
    assert call("archive", "verify", "otters.db", "--checkpoint", "bits.note").code == 1


def test_proofs_fit_a_qr_code(archive_path: Path) -> None:
    """The code is drawn next to the text; with too many signatures for a code, the command says so."""
    svg = call("archive", "prove", "otters.db", "good", "--sign", AGNES, "--qr", "p.svg", "-o", "p")
    assert svg.code == 0, svg.err
    assert ElementTree.parse("p.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert call("archive", "prove", "otters.db", "good", "--qr", "p.png", "-o", "q").code == 0
    assert Path("p.png").read_bytes().startswith(b"\x89PNG")
    assert call("archive", "prove", "otters.db", "good", "--qr", "p.gif").code == 2
    assert call("archive", "prove", "otters.db", "good", "--qr", "p.png").code == 5, "it is there already"
    note, key = parse_note(Path("three.note").read_text(encoding="utf-8")), read_secret_key(CARL)
    many = add_signatures(
        note, [cosignature(note.text, f"witness-{number}.example", key, 1) for number in range(8)]
    )
    Path("many.note").write_text(str(many), encoding="utf-8")
    assert call(
        "archive", "prove", "otters.db", "good", "--checkpoint", "many.note", "--qr", "m.svg", "-o", "m"
    ).failed(5, "too long for a QR code")


@pytest.mark.full
def test_qr_code_reads_back_as_the_proof(archive_path: Path) -> None:
    assert (
        call("archive", "prove", "otters.db", "claimed", "--sign", AGNES, "--qr", "p.svg", "-o", "p").code
        == 0
    )
    ((width, path),) = re.findall(
        r'width="(\d+)".*<path [^>]*d="([^"]+)"', Path("p.svg").read_text(encoding="utf-8")
    )
    assert qr_codes.decode_svg(int(width) // 4, path) == Path("p").read_text(encoding="utf-8")


@pytest.mark.full
def test_damaged_proofs_never_cause_a_bug(archive_path: Path) -> None:
    whole = prove("claimed", "--sign", AGNES)
    command = [
        "archive",
        "check-proof",
        "-",
        "--record",
        "claimed.jsonl",
        "--signed-by",
        public_key_file(AGNES),
    ]
    for at in range(0, len(whole), 9):
        for char in ("", "\n", "é", "9"):
            spoiled = whole[:at] + char + whole[at + 1 :]
            done = call(*command, stdin=spoiled.encode())
            assert done.code in (1, 4, 5) or spoiled == whole, (at, char, done)
