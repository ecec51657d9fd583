"""Proofs, signed checkpoints and witnesses, as people use them: what holds, and each way in which something may not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from clabber_audit.archive.add import add, prepare_ruling
from clabber_audit.archive.database import open_archive
from clabber_audit.signing.signatures import add_signatures, cosignature, parse_note
from tests import codes
from tests.archive.shelves import line_of, ruled, shelf
from tests.cli import CLAIMED, GOOD, OPEN, PEPPER, RENEGE, call, changed, put
from tests.signing.people import AGNES, CARL, public, secret

HANDS = [GOOD, CLAIMED, changed(RENEGE, score={"NS": 12, "EW": 20})]
LATER = [OPEN, PEPPER]
#: When the second lot is added, an hour after the first.
AFTER = "2026-11-21T21:15:00Z"


def grow(path: Path, at: str = AFTER) -> None:
    with open_archive(str(path), write=True) as archive:
        add(archive, [prepare_ruling(ruled(record), archive, at) for record in LATER])


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of three hands, the note of its checkpoint signed by Agnes, and a record of each hand beside it."""
    monkeypatch.chdir(tmp_path)
    found = shelf(tmp_path, HANDS)
    for record in (*HANDS, *LATER):
        put(tmp_path / f"{record['id']}.jsonl", [record])
    assert call("archive", "checkpoint", "otters.db", "--sign", AGNES, "-o", "three.note").code == 0
    return found


def proven(*args: str | Path) -> str:
    done = call("archive", "prove", "otters.db", *args)
    assert done.code == 0, done.err
    return done.out


def test_a_hand_is_proven_to_whoever_has_it_and_a_checkpoint(there: Path) -> None:
    Path("p").write_text(proven("claimed"), encoding="utf-8")
    line = line_of(there)
    there.unlink()
    for trusted in (["--checkpoint", line], ["--checkpoint", "three.note"]):
        done = call("archive", "check-proof", "p", "--record", "claimed.jsonl", *trusted)
        assert done.code == 0, done.out + done.err
        assert "p: “claimed” is entry 1 of the 3 of otters" in done.out
        assert "its checkpoint is the one given" in done.out
    root = Path("three.note").read_text(encoding="utf-8").splitlines()[2]
    assert call("archive", "check-proof", "p", "--record", "claimed.jsonl", "--root", root).code == 0
    # By itself it shows that something is somewhere.
    done = call("archive", "check-proof", "p")
    assert done.code == 4
    assert done.out.count("not checked") == 2


def test_a_signed_proof_needs_the_key_alone(there: Path) -> None:
    signed = proven("good", "--sign", AGNES)
    done = call(
        "archive",
        "check-proof",
        "-",
        "--record",
        "good.jsonl",
        "--signed-by",
        public(AGNES),
        stdin=signed.encode(),
    )
    assert done.code == 0
    assert "signed by otters, key SHA256:" in done.out
    assert "(agnes@example)" in done.out
    assert signed == proven("good", "--checkpoint", "three.note"), (
        "the note was signed alike when it was made"
    )
    wrong = call(
        "archive",
        "check-proof",
        "-",
        "--record",
        "good.jsonl",
        "--signed-by",
        public(CARL),
        stdin=signed.encode(),
    )
    assert wrong.code == 1
    assert "nobody whose key is in" in wrong.out


def test_what_does_not_fit_is_told(there: Path) -> None:
    whole = proven("claimed")
    Path("p").write_text(whole, encoding="utf-8")
    line, lines = line_of(there), whole.split("\n")
    other = call("archive", "check-proof", "p", "--record", "renege.jsonl", "--checkpoint", line)
    assert other.code == 1
    assert "the record is not entry 1 of the 3 of otters" in other.out
    for at in (2, 3, 4, 8):
        slip = [
            *lines[:at],
            lines[at].replace("1", "0") if at == 2 else "A" + lines[at][1:],
            *lines[at + 1 :],
        ]
        Path("slip").write_text("\n".join(slip), encoding="utf-8")
        done = call("archive", "check-proof", "slip", "--record", "claimed.jsonl", "--checkpoint", line)
        assert done.code == 1, (at, done.out)
    assert call("archive", "check-proof", "p", "--record", "claimed.jsonl", "--root", "00" * 32).code == 1
    # A checkpoint of another moment says nothing; one of another archive is told.
    grow(there)
    later = call("archive", "check-proof", "p", "--record", "claimed.jsonl", "--checkpoint", line_of(there))
    assert later.code == 4
    assert "have the proof made for it" in later.out
    herons = line_of(shelf(there.parent, HANDS, "herons.db"))
    assert call("archive", "check-proof", "p", "--record", "claimed.jsonl", "--checkpoint", herons).code == 1


def test_an_earlier_version_is_proven_as_such(there: Path) -> None:
    put(there.parent / "again.jsonl", [changed(GOOD, remarks=["the sheet was miscopied"])])
    done = call("archive", "amend", "otters.db", "again.jsonl", "--by", "Ruth", "--why", "miscopied")
    assert done.code == 0, done.err
    line = line_of(there)
    for entry, file, whose in (("0", "good.jsonl", ""), ("3", "again.jsonl", ", by Ruth")):
        proof = proven("good", "--entry", entry).encode()
        done = call("archive", "check-proof", "-", "--record", file, "--checkpoint", line, stdin=proof)
        assert done.code == 0, done.out
        assert f"is entry {entry} of the 4 of otters" in done.out
        assert done.out.split("\n")[0].endswith(f"Z{whose}")
    refused = call("archive", "prove", "otters.db", "good", "--checkpoint", "three.note")
    assert refused.code == 5
    assert "was added after this checkpoint" in refused.err


def test_growth_is_proven_to_whoever_kept_a_checkpoint(there: Path) -> None:
    line = line_of(there)
    grow(there)
    Path("g").write_text(proven("--grown-from", "three.note", "--sign", AGNES), encoding="utf-8")
    for since in ("three.note", line):
        done = call("archive", "check-proof", "g", "--grown-from", since, "--signed-by", public(AGNES))
        assert done.code == 0, done.out + done.err
        assert "the 5 entries of otters begin with the 3 of then" in done.out
    assert call("archive", "check-proof", "g", "--grown-from", "three.note").code == 4
    assert call("archive", "check-proof", "g").code == 4
    forged = Path("three.note").read_text(encoding="utf-8").split("\n")
    forged[2] = "A" + forged[2][1:]
    Path("forged.note").write_text("\n".join(forged), encoding="utf-8")
    done = call("archive", "check-proof", "g", "--grown-from", "forged.note", "--signed-by", public(AGNES))
    assert done.code == 1
    assert "does not begin with the earlier one" in done.out


def test_paper_of_a_power_of_two_cannot_tell_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = shelf(tmp_path, [GOOD, RENEGE])
    line, note = line_of(path), call("archive", "checkpoint", "otters.db", "--note").out
    Path("two.note").write_text(note, encoding="utf-8")
    grow(path)
    Path("g").write_text(proven("--grown-from", line), encoding="utf-8")
    now = line_of(path)
    assert call("archive", "check-proof", "g", "--grown-from", "two.note", "--checkpoint", now).code == 0
    done = call("archive", "check-proof", "g", "--grown-from", line, "--checkpoint", now)
    assert done.code == 4
    assert "give that checkpoint as a note" in done.out


def test_a_witness_cosigns_what_only_grew(there: Path) -> None:
    witness = [
        "--key",
        CARL,
        "--name",
        "witness.example",
        "--last",
        "last.note",
        "--signed-by",
        public(AGNES),
    ]
    first = call("archive", "cosign", "three.note", *witness, "-o", "cosigned.note")
    assert first.code == 0, first.err
    assert "the first checkpoint of otters" in first.err
    grow(there)
    # Without the proof it is not known whether the log only grew.
    call("archive", "checkpoint", "otters.db", "--sign", AGNES, "-o", "five.note")
    assert call("archive", "cosign", "five.note", *witness).code == 2
    Path("g").write_text(proven("--grown-from", "last.note", "--checkpoint", "five.note"), encoding="utf-8")
    assert call("archive", "cosign", "g", *witness, "-o", "two.note").code == 0
    assert (
        call("archive", "cosign", "five.note", *witness, "--archive", "otters.db", "-o", "again.note").code
        == 0
    )
    both = ["--signed-by", public(CARL), "--signed-by", public(AGNES)]
    done = call("archive", "verify", "otters.db", "--checkpoint", "two.note", *both)
    assert done.code == 0, done.out
    assert "two.note: cosigned on 20" in done.err
    assert "two.note: signed by otters" in done.err
    back = call("archive", "cosign", "three.note", *witness)
    assert back.code == 1
    assert "entries are missing" in back.err


def test_a_witness_does_not_cosign_another_past(there: Path) -> None:
    witness = ["--key", CARL, "--name", "witness.example", "--last", "last.note"]
    assert call("archive", "cosign", "three.note", *witness, "-o", "-").code == 0
    there.unlink()
    rewritten = shelf(there.parent, [changed(GOOD, remarks=["rewritten"]), *HANDS[1:]])
    call("archive", "checkpoint", "otters.db", "--sign", AGNES, "-o", "other.note")
    done = call("archive", "cosign", "other.note", *witness)
    assert done.code == 1
    assert "and others" in done.err
    grow(rewritten)
    call("archive", "checkpoint", "otters.db", "--sign", AGNES, "-o", "longer.note")
    forged = proven("--grown-from", "other.note", "--checkpoint", "longer.note")
    Path("g").write_text(forged, encoding="utf-8")
    done = call("archive", "cosign", "g", *witness)
    assert done.code == 1
    assert "does not begin with the 3 entries" in done.err
    # What a witness remembers is what it signed itself.
    Path("last.note").write_text(Path("other.note").read_text(encoding="utf-8"), encoding="utf-8")
    done = call("archive", "cosign", "g", *witness)
    assert done.code == 5
    assert "did not cosign what stands in it" in done.err
    unsigned = call("archive", "cosign", "g", *witness, "--signed-by", public(CARL))
    assert unsigned.code == 1
    assert "nobody whose key is in" in unsigned.err


def test_a_signed_checkpoint_of_another_log_does_not_fit(there: Path) -> None:
    good = call("archive", "verify", "otters.db", "--checkpoint", "three.note", "--signed-by", public(AGNES))
    assert good.code == 0
    assert "matches its log, and matches 1 checkpoint" in good.err
    assert (
        "not checked: who signed it"
        in call("archive", "verify", "otters.db", "--checkpoint", "three.note").err
    )
    there.unlink()
    shelf(there.parent, [changed(GOOD, remarks=["rewritten"]), *HANDS[1:]])
    done = call("archive", "verify", "otters.db", "--checkpoint", "three.note", "--signed-by", public(AGNES))
    assert done.code == 1
    assert "not those that the checkpoint was written for" in done.out
    # The last bits of the root, which paper does not have, count as well.
    lines = call("archive", "checkpoint", "otters.db", "--note").out.split("\n")
    lines[2] = lines[2][:-2] + ("A=" if lines[2][-2] != "A" else "E=")
    Path("bits.note").write_text("\n".join(lines), encoding="utf-8")
    assert call("archive", "verify", "otters.db", "--checkpoint", "bits.note").code == 1


def test_a_clock_that_was_set_back_is_told_and_forges_nothing(there: Path) -> None:
    grow(there, "2026-11-21T19:00:00Z")
    done = call("archive", "verify", "otters.db")
    assert done.code == 0, done.out
    said = "says it was added on 2026-11-21T19:00:00Z, and entry 2 before it on 2026-11-21T20:15:00Z"
    assert done.err.count(said) == 2
    assert "a clock was wrong, or was set back" in done.err
    assert "matches its log" in done.err


def test_times_in_order_are_not_mentioned(there: Path) -> None:
    grow(there)
    assert "look:" not in call("archive", "verify", "otters.db").err


def test_a_proof_is_small_enough_for_a_code(there: Path) -> None:
    """Written as a drawing beside the text; with more signatures than a code holds it says that it is too long."""
    svg = call("archive", "prove", "otters.db", "good", "--sign", AGNES, "--qr", "p.svg", "-o", "p")
    assert svg.code == 0, svg.err
    assert ElementTree.parse("p.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert call("archive", "prove", "otters.db", "good", "--qr", "p.png", "-o", "q").code == 0
    assert Path("p.png").read_bytes().startswith(b"\x89PNG")
    assert call("archive", "prove", "otters.db", "good", "--qr", "p.gif").code == 2
    assert call("archive", "prove", "otters.db", "good", "--qr", "p.png").code == 5, "it is there already"
    note, key = parse_note(Path("three.note").read_text(encoding="utf-8")), secret(CARL)
    many = add_signatures(
        note, [cosignature(note.text, f"witness-{number}.example", key, 1) for number in range(8)]
    )
    Path("many.note").write_text(str(many), encoding="utf-8")
    done = call(
        "archive", "prove", "otters.db", "good", "--checkpoint", "many.note", "--qr", "m.svg", "-o", "m"
    )
    assert done.code == 5
    assert "too long for a QR code" in done.err


@pytest.mark.full
def test_the_code_is_the_proof(there: Path) -> None:
    assert (
        call("archive", "prove", "otters.db", "claimed", "--sign", AGNES, "--qr", "p.svg", "-o", "p").code
        == 0
    )
    ((width, path),) = re.findall(
        r'width="(\d+)".*<path [^>]*d="([^"]+)"', Path("p.svg").read_text(encoding="utf-8")
    )
    assert codes.told(int(width) // 4, path) == Path("p").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (["prove", "otters.db"], 2, "nothing to prove"),
        (["prove", "otters.db", "good", "--grown-from", "three.note"], 2, "nothing to prove"),
        (["prove", "otters.db", "nobody"], 5, "nobody"),
        (["prove", "otters.db", "good", "--checkpoint", "good.jsonl"], 5, "is not a checkpoint"),
        (["prove", "otters.db", "good", "--checkpoint", "otters.db"], 5, "is not a checkpoint"),
        (["prove", "otters.db", "good", "--sign", "good.jsonl"], 5, "cannot sign with"),
        (["prove", "otters.db", "good", "--sign", "nowhere"], 5, "cannot read the key"),
        (["prove", "otters.db", "--grown-from", "rubbish"], 5, "mistyped"),
        (["check-proof", "three.note"], 5, "is not a proof"),
        (["check-proof", "nowhere"], 5, "cannot read nowhere"),
        (["check-proof", "."], 5, "it is a folder"),
        (["verify", "otters.db", "--signed-by", "three.note"], 5, "no usable key"),
        (["verify", "otters.db", "--signed-by", public(AGNES)], 2, "there is no signature to check"),
        (["cosign", "three.note", "--key", AGNES, "--name", "a b", "--last", "l"], 2, "not a valid name for a witness"),
        (["checkpoint", "otters.db", "--sign", public(AGNES)], 5, "this is a public key"),
    ],
)  # fmt: skip
def test_rubbish_is_told_as_such(there: Path, args: list[str], code: int, told: str) -> None:
    done = call("archive", *args)
    assert (done.code, told in done.err) == (code, True), done.err
    assert json.dumps(done.out) == '""'


@pytest.mark.full
def test_a_proof_with_anything_spoiled_in_it_is_never_a_bug(there: Path) -> None:
    whole = proven("claimed", "--sign", AGNES)
    asked = ["archive", "check-proof", "-", "--record", "claimed.jsonl", "--signed-by", public(AGNES)]
    for at in range(0, len(whole), 9):
        for char in ("", "\n", "é", "9"):
            spoiled = whole[:at] + char + whole[at + 1 :]
            done = call(*asked, stdin=spoiled.encode())
            assert done.code in (1, 4, 5) or spoiled == whole, (at, char, done)
