"""Checkpoints, proofs and notes as they are given to commands: as files, or as a line from paper."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.texts import text_in

if TYPE_CHECKING:
    from clabber_audit.archive.checkpoint import Checkpoint, Typed
    from clabber_audit.cli.screen import Output
    from clabber_audit.signing.note import Note

NotesOption = Annotated[
    list[str] | None,
    typer.Option("--checkpoint", metavar="FILE", help="A checkpoint stored as a note (repeatable)."),
]


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
