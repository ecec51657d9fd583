"""Checkpoints, proofs and notes as they are given to commands: as files, or as a line from paper."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

if TYPE_CHECKING:
    from clabber_audit.archive.checkpoint import Checkpoint, Typed
    from clabber_audit.cli.screen import Output
    from clabber_audit.signing.note import Note

#: The most bytes of a note or a proof: a hundred signatures, and all that stands before.
_LARGEST: Final = 64 << 10

NotesOption = Annotated[
    list[str] | None,
    typer.Option("--checkpoint", metavar="FILE", help="A checkpoint kept as a note; may be repeated."),
]

Read = TypeVar("Read")


def text_in(path: str, parse: Callable[[str], Read], what: str) -> Read:
    """What a file of text holds, by what parses it; Unusable where it cannot be read or holds something else."""
    from clabber_audit.cli.screen import standard_input
    from clabber_audit.ground.errors import Unusable, shown
    from clabber_audit.ground.files import whole

    name = "standard input" if path == "-" else shown(path, 200)
    try:
        data = standard_input().read(_LARGEST + 1) if path == "-" else whole(path, _LARGEST)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot read {name}", why, "check the name and the file") from None
    try:
        if len(data) > _LARGEST:
            raise ValueError(f"it is larger than {_LARGEST >> 10} KiB")
        return parse(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise Unusable(f"{name} is not {what}", "it is not text", "give the file as it was written") from None
    except ValueError as problem:
        raise Unusable(f"{name} is not {what}", shown(str(problem), 200), "give the file as it was written") from None


def note_in(path: str) -> tuple[Note, Checkpoint]:
    """The checkpoint that a file holds as a note."""
    from clabber_audit.archive.proof_texts import checkpoint_in
    from clabber_audit.signing.note import note_of

    def both(text: str) -> tuple[Note, Checkpoint]:
        note = note_of(text)
        return note, checkpoint_in(note)

    return text_in(path, both, "a checkpoint")


def given(asked: str) -> Checkpoint | Typed:
    """A checkpoint: the file of its note, or the line from paper, in a file or typed."""
    from clabber_audit.archive.checkpoint import parse
    from clabber_audit.archive.proof_texts import checkpoint_in
    from clabber_audit.signing.note import note_of

    def either(text: str) -> Checkpoint | Typed:
        return checkpoint_in(note_of(text)) if len(text.strip().splitlines()) > 1 else parse(text)

    return text_in(asked, either, "a checkpoint") if os.path.isfile(asked) else parse(asked)


def put(stream: Output, text: str) -> None:
    """Write what other programs read: to the byte, whatever the screen can show."""
    stream.write_bytes(text.encode())
