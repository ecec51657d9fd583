"""Tests of keys, detached signatures and signed notes, compared with those of other programs."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clabber_audit.core.errors import Unusable
from clabber_audit.signing import (
    TIMED,
    PrivateKey,
    PublicKey,
    Signed,
    SignedNote,
    Verifier,
    add_signatures,
    cosignature,
    decode_base64,
    decode_envelope,
    is_name,
    parse_key,
    parse_note,
    parse_verifier,
    read_private_key,
    read_trusted_keys,
    signature,
    signature_error,
    signatures_by,
)
from tests.signing.people import AGNES, CARL, KEYS, LOCKED, MINI, OPEN, RSA, public_key_file, read_secret_key
from tests.tables import tables

#: A statement with signatures of OpenSSH 9.2 (`ssh-keygen -Y sign`) and minisign 0.11.
FOREIGN = Path(__file__).parent / "foreign"
STATEMENT = (FOREIGN / "statement").read_bytes()
TABLES = tables(Path(__file__).with_name("keys.md"))


def read_foreign(name: str) -> str:
    return (FOREIGN / name).read_text(encoding="utf-8")


def read_public_key(path: str) -> PublicKey:
    return read_trusted_keys(public_key_file(path))[0].key


@pytest.mark.parametrize(
    ("signature", "by"),
    [
        ("agnes.sig", AGNES), ("agnes-sha256.sig", AGNES), ("open.minisig", OPEN), ("open-legacy.minisig", OPEN),
    ],
)  # fmt: skip
def test_signatures_of_other_programs(signature: str, by: str) -> None:
    assert signature_error(STATEMENT, read_foreign(signature), read_public_key(by)) == ""
    assert "signature does not match" in signature_error(
        STATEMENT + b"\n", read_foreign(signature), read_public_key(by)
    )
    assert "signature does not match" in signature_error(
        STATEMENT[:-1], read_foreign(signature), read_public_key(by)
    )
    other = signature_error(STATEMENT, read_foreign(signature), read_public_key(CARL))
    assert "another key" in other or "minisign’s, the key is not" in other
    assert signature_error(STATEMENT, read_foreign(signature), read_public_key(MINI if by == OPEN else OPEN))


def test_signature_is_identical_to_that_of_ssh_keygen() -> None:
    """Ed25519 and the envelope are deterministic."""
    assert read_secret_key(AGNES).detached(STATEMENT) == read_foreign("agnes.sig")


def test_signature_with_a_minisign_key() -> None:
    signed = read_secret_key(OPEN).detached(STATEMENT)
    assert signature_error(STATEMENT, signed, read_public_key(OPEN)) == ""
    assert signed == read_secret_key(OPEN).detached(STATEMENT), "no time is written into it"


def test_signature_for_another_namespace_is_rejected() -> None:
    text = signature_error(STATEMENT, read_foreign("file.sig"), read_public_key(AGNES))
    assert text == "it was signed for “file”, not for “clabber-audit”"


def test_unsupported_kinds_of_keys_are_named() -> None:
    assert "ssh-rsa" in signature_error(STATEMENT, read_foreign("rsa.sig"), read_public_key(AGNES))
    with pytest.raises(Unusable, match="cannot sign with") as refused:
        read_secret_key(RSA)
    assert "not an ssh-ed25519 key" in refused.value.why
    with pytest.raises(Unusable) as refused:
        read_trusted_keys(public_key_file(RSA))
    assert "ssh-rsa" in refused.value.why


def test_fingerprints_match_those_of_other_programs() -> None:
    assert read_public_key(AGNES).fingerprint == "SHA256:CcLOQoOIwFak8747iBHDvj/m0lj6EkZ4R9Vvyd21Rsc"
    number = Path(public_key_file(OPEN)).read_text(encoding="utf-8").split("\n")[0].split()[-1]
    assert read_public_key(OPEN).fingerprint == f"minisign {number}"
    assert str(read_public_key(AGNES)) == " ".join(
        Path(public_key_file(AGNES)).read_text(encoding="utf-8").split()[:2]
    )
    assert (
        str(read_public_key(OPEN)) == Path(public_key_file(OPEN)).read_text(encoding="utf-8").split("\n")[1]
    )


@pytest.mark.parametrize(("file", "passphrase"), [(LOCKED, "good morning"), (MINI, "good evening")])
def test_passphrase_is_requested(file: str, passphrase: str) -> None:
    requested: list[str] = []

    def answer(path: str) -> str:
        requested.append(path)
        return passphrase

    private = read_private_key(file, answer)
    assert requested == [file]
    assert signature_error(STATEMENT, private.detached(STATEMENT), read_public_key(file)) == ""
    with pytest.raises(Unusable, match="cannot open the key") as refused:
        read_private_key(file, lambda _: "good night")
    assert refused.value.why.startswith("the passphrase is wrong")


@pytest.mark.parametrize("name", ["agnes.pub", "open.pub", "nowhere", "../foreign/statement", "."])
def test_invalid_private_key_is_refused(name: str) -> None:
    with pytest.raises(Unusable):
        read_secret_key(str(KEYS / name))


@pytest.mark.full
def test_damaged_private_key_is_refused(tmp_path: Path) -> None:
    for file in (AGNES, LOCKED, OPEN):
        whole = Path(file).read_bytes()
        for at in range(0, len(whole), 29 if file != LOCKED else 199):
            (tmp_path / "key").write_bytes(whole[:at] + b"A" + whole[at + 1 :])
            try:
                private = read_private_key(str(tmp_path / "key"), lambda _: "good morning")
            except Unusable:
                continue
            # The change hit a comment, or the letter was already an A.
            assert signature_error(STATEMENT, private.detached(STATEMENT), private.public) == ""


@pytest.mark.parametrize("signature", ["agnes.sig", "open.minisig"])
def test_damaged_signature_is_invalid(signature: str) -> None:
    whole = read_foreign(signature)
    of, errors = read_public_key(AGNES if signature == "agnes.sig" else OPEN), 0
    for at in range(0, len(whole), 3):
        for char in ("", "A", "é", "\n"):
            spoiled = whole[:at] + char + whole[at + 1 :]
            error = signature_error(STATEMENT, spoiled, of)
            # Minisign does not sign its first line; ssh-keygen reads lines of any length.
            alike = (
                [text.split("\n")[1:] for text in (spoiled, whole)],
                ["".join(text.split()) for text in (spoiled, whole)],
            )
            assert error or any(one == other for one, other in alike), (at, char)
            errors += bool(error)
    assert errors > 100


def test_malformed_envelope_is_refused() -> None:
    for wrong in (
        "",
        "-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----\n",
        read_foreign("agnes.sig").lower(),
    ):
        with pytest.raises(ValueError, match=r"not an SSH signature|base64"):
            decode_envelope(wrong)
    with pytest.raises(ValueError, match="damaged"):
        parse_key("ssh-ed25519 AAAA")


def write_keys_file(folder: Path, text: str) -> str:
    """Write a file of keys; return its path."""
    (folder / "keys").write_text(
        text.format(agnes=read_public_key(AGNES), carl=read_public_key(CARL)), encoding="utf-8"
    )
    return str(folder / "keys")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        *TABLES["Names of the keys"],
        ("\ufeff{agnes} Agnes\r\n", "Agnes"),
        ("# made\u2028agnes {agnes}\x85agnes {agnes}\nx {carl}\n", "x"),
    ],
)
def test_names_in_files_of_keys(tmp_path: Path, text: str, names: str) -> None:
    known_names = [known.name or "–" for known in read_trusted_keys(write_keys_file(tmp_path, text))]
    assert known_names == names.split(" / ")


@pytest.mark.parametrize(("text", "why"), TABLES["Refused files"])
def test_refused_files_of_keys(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(Unusable) as refused:
        read_trusted_keys(write_keys_file(tmp_path, text))
    assert all(words in str(refused.value) for words in why.split("… "))


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen is not there")
@pytest.mark.parametrize("options", [options for (options,) in TABLES["Options of a line"]])
def test_allowed_signers_options_agree_with_ssh_keygen(tmp_path: Path, options: str) -> None:
    """A line that ssh-keygen accepts is accepted, and one that it refuses is refused."""
    (tmp_path / "allowed").write_text(
        " ".join(["agnes@x", options, str(read_public_key(AGNES))]) + "\n", encoding="utf-8"
    )
    (tmp_path / "s.sig").write_text(read_secret_key(AGNES).detached(STATEMENT), encoding="utf-8")
    words = "ssh-keygen -Y verify -f allowed -I agnes@x -n clabber-audit -s s.sig"
    theirs = subprocess.run(words.split(), input=STATEMENT, capture_output=True, cwd=tmp_path).returncode == 0
    try:
        ours = bool(read_trusted_keys(str(tmp_path / "allowed")))
    except Unusable:
        ours = False
    assert ours == theirs


#: The example of Go's golang.org/x/mod/sumdb/note: its public and private key, and a note that Go signed.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETERS_SECRET = "AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
PETERS_NOTE = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
#: A checkpoint of a public certificate log, cosigned by a witness, and their published keys.
PUBLIC = (
    "arche2025h1.staging.ct.transparency.dev\n1432088532\nU7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=\n\n"
    "— arche2025h1.staging.ct.transparency.dev "
    "ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=\n"
    "— remora.n621.de "
    "2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==\n"
)
ARCHE = "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f"
REMORA = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"


def read_verifier(text: str) -> Verifier:
    verifier = parse_verifier(text)
    assert verifier
    assert str(verifier) == text
    return verifier


def find_signatures(note: str, of: str) -> list[Signed]:
    return list(signatures_by(parse_note(note), read_verifier(of).raw, read_verifier(of)))


def test_notes_signed_by_others_are_valid() -> None:
    assert find_signatures(PETERS_NOTE, PETER) == [Signed("PeterNeumann", None)]
    assert find_signatures(PUBLIC, ARCHE) == [Signed("arche2025h1.staging.ct.transparency.dev", None)]
    # The eight bytes after the four of the key, 6a122120 in hexadecimal, are seconds since 1970.
    assert find_signatures(PUBLIC, REMORA) == [Signed("remora.n621.de", 0x6A122120)]


def test_note_signature_is_identical_to_that_of_go() -> None:
    """Ed25519 signatures are deterministic."""
    private = Ed25519PrivateKey.from_private_bytes(decode_base64(PETERS_SECRET)[1:])
    peter = PrivateKey(PublicKey(private.public_key().public_bytes_raw()), private.sign, lambda _: "")
    text = parse_note(PETERS_NOTE).text
    assert str(SignedNote(text, (signature(text, "PeterNeumann", peter),))) == PETERS_NOTE


@pytest.mark.parametrize("note", [PETERS_NOTE, PUBLIC])
def test_note_round_trips(note: str) -> None:
    assert str(parse_note(note)) == note


def test_changed_note_is_invalid() -> None:
    assert find_signatures(PETERS_NOTE.replace("answer", "Answer"), PETER) == [
        Signed("PeterNeumann", None, is_valid=False)
    ]
    for of in (ARCHE, REMORA):
        assert [one.is_valid for one in find_signatures(PUBLIC.replace("1432088532", "1432088533"), of)] == [
            False
        ]
    # A second later than the witness signed.
    later = PUBLIC.replace("AAAABqEiEg", "AAAABqEiEh")
    assert [one.is_valid for one in find_signatures(later, REMORA)] == [False]
    assert find_signatures(
        PETERS_NOTE.replace("answer to your problem,\n", "answer to your problem,\n\n"), PETER
    ) != [Signed("PeterNeumann", None)]


def test_signatures_of_unknown_keys_are_ignored() -> None:
    """Signatures of unknown keys are ignored, even if they share a name with a known one (C2SP signed-note)."""
    assert find_signatures(PETERS_NOTE.replace("— PeterNeumann", "— PaulNeumann"), PETER) == []
    assert find_signatures(PETERS_NOTE, ARCHE) == []


@pytest.mark.parametrize("file", [AGNES, OPEN], ids=["ssh", "minisign"])
def test_own_signatures_and_cosignatures_are_valid(file: str) -> None:
    ours = read_secret_key(file)
    raw, text = ours.public.raw, "otters\n3\nAAAA\n"
    note = SignedNote(
        text, (signature(text, "otters", ours), cosignature(text, "otters", ours, 1_700_000_000))
    )
    again = parse_note(str(note))
    assert list(signatures_by(again, raw)) == [Signed("otters", None), Signed("otters", 1_700_000_000)]
    only = Verifier("otters", TIMED, raw)
    assert list(signatures_by(again, raw, only)) == [Signed("otters", 1_700_000_000)]
    assert list(signatures_by(again, read_secret_key(CARL).public.raw)) == []


def test_new_cosignature_replaces_the_old_one() -> None:
    agnes, carl, text = read_secret_key(AGNES), read_secret_key(CARL), "otters\n3\nAAAA\n"
    note = SignedNote(text, (cosignature(text, "w", agnes, 1), cosignature(text, "w", carl, 2)))
    later = add_signatures(note, [cosignature(text, "w", agnes, 3)])
    times = [list(signatures_by(later, one.public.raw)) for one in (carl, agnes)]
    assert times == [[Signed("w", 2)], [Signed("w", 3)]]


@pytest.mark.parametrize(
    "wrong",
    [
        "one\r\n\n— a AAAAAAAA\n", "one\n\na AAAAAAAA\n", "one\n\n— a  AAAAAAAA\n", "one\n\n— a+b AAAAAAAA\n",
        "one\n\n— a AAAA\n", "one\n\n— a AAAAAAA\n", "one\n\n— a AAAAAAB=\n", "one\n\n—\n",
        "one\n\n" + "— a AAAAAAAA\n" * 101,
    ],
)  # fmt: skip
def test_malformed_note_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"it has|something other than signatures|cut off|base64"):
        parse_note(wrong)


@pytest.mark.parametrize("at", range(len(PETER)))
def test_mistyped_verifier_is_rejected(at: int) -> None:
    slip = PETER[:at] + ("A" if PETER[at] != "A" else "B") + PETER[at + 1 :]
    try:
        verifier = parse_verifier(slip)
    except ValueError:
        return
    assert verifier is None


def test_valid_names() -> None:
    assert all(map(is_name, ("a", "witness.example/w1", "Grünfeld")))
    assert not any(map(is_name, ("", "a b", "a+b", "a\tb", "a\u2028b", "a\u202eb", "a\u00a0b")))
