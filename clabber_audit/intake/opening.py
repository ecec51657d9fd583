"""What a path offers: each file opened and read as its kind. What reads texts or sheets is loaded for these."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO

from clabber_audit.archive import is_archive
from clabber_audit.ground.errors import Unusable, UsageError
from clabber_audit.intake.archives import kept
from clabber_audit.intake.kinds import ENDINGS, TABLE, NotRead, ending, instead, survey
from clabber_audit.intake.lines import json_lines, lines
from clabber_audit.intake.offer import START, Offered, Unread, read_in, refusal
from clabber_audit.intake.packed import Unpacked
from clabber_audit.intake.rulings import LARGEST_RULING, document, page, with_law


def offered(path: str, *, changed: bool = False) -> Iterator[Offered]:
    """The hands that a path offers; Unusable for what cannot be opened or read, UsageError for an unknown kind.

    The laws that come with hands are `genuine`, or `changed` ones are let through.
    """
    return map(read_in, unread(path, changed=changed))


def unread(path: str, *, changed: bool = False) -> Iterator[Offered | Unread]:
    """The same hands, those that stand in lines or in an archive not read yet.

    A file of a folder that was meant to hold hands and cannot be read is one refusal.
    """
    for file in survey(path):
        if isinstance(file, NotRead):
            if file.fault:
                yield refusal(file.fault, file.path)
            continue
        try:
            if file != "-" and is_archive(file):
                yield from kept(file, changed=changed)
            elif file.lower().endswith(TABLE):
                from clabber_audit.intake.tables import table

                with Path(file).open("rb") as opened:
                    yield from table(opened, file)
            else:
                yield from (_with_law(item, changed) for item in _offered(file))
        except (OSError, EOFError, zlib.error) as problem:
            reason = getattr(problem, "strerror", None) or str(problem)
            raise Unusable(f"cannot read {file}", reason, "check the name and the file") from None


def streamed(file: IO[bytes], source: str, *, changed: bool = False) -> Iterator[Offered]:
    """Everything that an open file offers, as `offered` has it."""
    from clabber_audit.intake.stream import stream

    return (read_in(_with_law(item, changed)) for item in stream(file, source))


def _with_law(item: Offered | Unread, changed: bool) -> Offered | Unread:
    """What is offered, with the law that its ruling carries; no ruling stands in a line."""
    return item if isinstance(item, Unread) else with_law(item, changed)


def _offered(path: str) -> Iterator[Offered | Unread]:
    if path == "-":
        from clabber_audit.intake.stream import stream

        yield from stream(sys.stdin.buffer, "-")
        return
    place = Path(path)
    kind = ending(place.name)
    if not (kind or place.exists()):
        raise Unusable(f"cannot read {path}", "there is no such file", "check the name")
    if not kind:
        raise UsageError(
            f"{path} has an unsupported file type",
            f"supported are {', '.join((*ENDINGS, TABLE))} and archives",
            instead(place.name),
        )
    if place.exists() and not (place.is_file() or place.is_fifo()):
        raise Unusable(f"cannot read {path}", "it is neither a file nor a folder", "name a file with hands")
    with place.open("rb") as file:
        yield from _of_kind(kind, file, path)


def one(path: str, name: str | None = None, *, changed: bool = False) -> Offered:
    """The only record that a path offers, or the one of that id; Refused when it was refused."""
    if name is not None and is_archive(path):
        return only(map(read_in, kept(path, name, changed=changed)), path, name)
    return only(offered(path, changed=changed), path, name)


def only(items: Iterator[Offered], source: str, name: str | None = None) -> Offered:
    """The only record of those offered by a source, or the one of that id; Refused when it was refused."""
    found = list(islice(items, 2)) if name is None else _called(items, name)
    if not found:
        what = f"{source} has no hand" + (f" “{name}”" if name else "")
        raise Unusable(what, "", "check the file" if name is None else "check the id")
    if len(found) > 1:
        raise UsageError(f"{source} holds more than one hand", "", "choose with --hand ID")
    if found[0].refused:
        raise found[0].refused
    return found[0]


def _called(items: Iterator[Offered], name: str) -> list[Offered]:
    """What is offered under an id; something refused may be it only where it is all there is."""
    found = [item for item in items if item.hand is None or item.hand.record.id == name]
    return found if len(found) == 1 else [item for item in found if item.hand is not None]


def _of_kind(kind: str, file: IO[bytes], source: str) -> Iterator[Offered | Unread]:
    if kind == ".json":
        yield document(file.read(LARGEST_RULING + 1), source, START)
    elif kind == ".jsonl":
        yield from json_lines(file, source)
    elif kind == ".jsonl.gz":
        yield from json_lines(Unpacked(file, source), source)
    elif kind == ".clab":
        from clabber_audit.intake.texts import texts

        yield from texts(lines(file), source)
    elif kind == ".csv":
        from clabber_audit.intake.sheets import LARGEST_SHEET, sheet

        yield from sheet(file.read(LARGEST_SHEET + 1), source, Path(source).name)
    else:
        yield page(file.read(LARGEST_RULING + 1), source, START)
