"""The text notation, any number of hands to a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from clabber_audit.games.door import admit
from clabber_audit.ground.errors import Path as RecordPath
from clabber_audit.ground.errors import Place, Refused
from clabber_audit.intake.offer import Offered, offer, refusal
from clabber_audit.notation import Passage, locate, parse_any, passages


def texts(lines: Iterable[bytes], source: str) -> Iterator[Offered]:
    """The hands of a file in the text notation."""
    for passage in passages(lines):
        if isinstance(passage, Refused):
            yield refusal(passage, source)
            continue
        try:
            where = _text_place(passage)
            yield offer(admit(parse_any(passage), where), source, where)
        except Refused as refused:
            yield refusal(refused, source, None, passage.text.split("\n"), passage.line)


def _text_place(passage: Passage) -> Callable[[RecordPath], Place]:
    return lambda path: locate(passage, path)
