"""Signed notes and cosignatures against notes that others signed, and against what may be wrong with one."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

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
    is_name,
    parse_note,
    parse_verifier,
    signature,
    signatures_by,
)
from tests.signing.people import AGNES, CARL, OPEN, secret

#: The example of Go's golang.org/x/mod/sumdb/note: its key, the private one, and what Go signed with it.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETERS_SECRET = "AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
PETERS_NOTE = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
#: A checkpoint of a public log of certificates, which a witness cosigned, and the keys that both publish.
PUBLIC = (
    "arche2025h1.staging.ct.transparency.dev\n1432088532\nU7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=\n\n"
    "— arche2025h1.staging.ct.transparency.dev "
    "ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=\n"
    "— remora.n621.de "
    "2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==\n"
)
ARCHE = "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f"
REMORA = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"


def key(text: str) -> Verifier:
    found = parse_verifier(text)
    assert found
    assert str(found) == text
    return found


def find_signatures(note: str, of: str) -> list[Signed]:
    return list(signatures_by(parse_note(note), key(of).raw, key(of)))


def test_what_others_signed_holds() -> None:
    assert find_signatures(PETERS_NOTE, PETER) == [Signed("PeterNeumann", None)]
    assert find_signatures(PUBLIC, ARCHE) == [Signed("arche2025h1.staging.ct.transparency.dev", None)]
    # The eight bytes behind the key's four, 6a122120 in hexadecimal, are seconds since 1970.
    assert find_signatures(PUBLIC, REMORA) == [Signed("remora.n621.de", 0x6A122120)]


def test_what_others_sign_is_signed_alike() -> None:
    """Ed25519 signs the same the same way, so that Go's signature is ours."""
    private = Ed25519PrivateKey.from_private_bytes(decode_base64(PETERS_SECRET)[1:])
    peter = PrivateKey(PublicKey(private.public_key().public_bytes_raw()), private.sign, lambda _: "")
    text = parse_note(PETERS_NOTE).text
    assert str(SignedNote(text, (signature(text, "PeterNeumann", peter),))) == PETERS_NOTE


@pytest.mark.parametrize("note", [PETERS_NOTE, PUBLIC])
def test_a_note_comes_back_to_the_letter(note: str) -> None:
    assert str(parse_note(note)) == note


def test_what_was_changed_does_not_hold() -> None:
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


def test_whose_name_or_key_is_another_is_passed_over() -> None:
    """Signatures of unknown keys are ignored, also where they share a name with a known one (C2SP signed-note)."""
    assert find_signatures(PETERS_NOTE.replace("— PeterNeumann", "— PaulNeumann"), PETER) == []
    assert find_signatures(PETERS_NOTE, ARCHE) == []


@pytest.mark.parametrize("file", [AGNES, OPEN], ids=["ssh", "minisign"])
def test_what_is_signed_here_holds_here(file: str) -> None:
    ours = secret(file)
    raw, text = ours.public.raw, "otters\n3\nAAAA\n"
    note = SignedNote(
        text, (signature(text, "otters", ours), cosignature(text, "otters", ours, 1_700_000_000))
    )
    again = parse_note(str(note))
    assert list(signatures_by(again, raw)) == [Signed("otters", None), Signed("otters", 1_700_000_000)]
    only = Verifier("otters", TIMED, raw)
    assert list(signatures_by(again, raw, only)) == [Signed("otters", 1_700_000_000)]
    assert list(signatures_by(again, secret(CARL).public.raw)) == []


def test_who_signs_again_signs_in_place_of_before() -> None:
    agnes, carl, text = secret(AGNES), secret(CARL), "otters\n3\nAAAA\n"
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
def test_what_is_no_note_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"it has|something other than signatures|cut off|base64"):
        parse_note(wrong)


@pytest.mark.parametrize("at", range(len(PETER)))
def test_a_published_key_with_a_slip_in_it_is_none(at: int) -> None:
    slip = PETER[:at] + ("A" if PETER[at] != "A" else "B") + PETER[at + 1 :]
    try:
        found = parse_verifier(slip)
    except ValueError:
        return
    assert found is None


def test_names() -> None:
    assert all(map(is_name, ("a", "witness.example/w1", "Grünfeld")))
    assert not any(map(is_name, ("", "a b", "a+b", "a\tb", "a\u2028b", "a\u202eb", "a\u00a0b")))
