"""An archive as a folder of pages: an index, and one page a hand with its ruling. It needs no server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from clabber_audit.archive.opening import Archive
from clabber_audit.archive.reading import Sought, checkpoint_line, rulings
from clabber_audit.render.html import page, rendered, styled
from clabber_audit.render.outcome import result
from clabber_audit.render.wording import speaker_of
from clabber_audit.rulesets.ruleset import SHIPPED_OF
from clabber_audit.ruling.anonymous import anonymous as without_people
from clabber_audit.ruling.dossier import dossier
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.other_rulesets import others


class Shelved(NamedTuple):
    """A hand in the index: the file of its page, and what is said of it."""

    file: str
    id: str
    when: str
    place: str
    sides: str
    result: str
    findings: int
    source: str


def pages(archive: Archive, *, anonymous: bool = False) -> Iterator[tuple[str, str]]:
    """The pages, each with the name of its file: the hands in the order of play, and at the end `index.html`.

    Files are numbered; what people wrote never becomes a file's name.
    """
    # The name of an archive may be that of a club.
    line, origin = (None, None) if anonymous else (checkpoint_line(archive), archive.origin)
    shelf: list[Shelved] = []
    for number, ruling in enumerate(rulings(archive, Sought()), 1):
        file = f"hand-{number:06}.html"
        shelf.append(_shelved(file, without_people(ruling) if anonymous else ruling, anonymous))
        yield (
            file,
            page(dossier(ruling, others(ruling, SHIPPED_OF[ruling.law.game.id]), anonymous=anonymous), checkpoint=line),
        )
    style = styled("base.css", "site.css")
    yield "index.html", rendered("site.html.j2", origin=origin, checkpoint=line, hands=shelf, **style)


def _shelved(file: str, ruling: Ruling, anonymous: bool) -> Shelved:
    record, speaker = ruling.walk.hand.record, speaker_of(ruling, True, anonymous)
    context, source = record.context, record.source
    numbers = (
        [
            ("round", context.round),
            ("table", context.table),
            ("game", context.game),
            ("hand", context.hand),
        ]
        if context
        else []
    )
    parts = [f"{word} {number}" for word, number in numbers if number is not None]
    return Shelved(
        file,
        record.id,
        (context and context.date) or (source and source.date_as_written) or "",
        ", ".join(([context.season] if context and context.season else []) + parts),
        " / ".join(speaker.team(side) for side in range(len(ruling.walk.hand.seating.sides))),
        result(ruling, ruling.remedy, speaker.nameless()),
        len(ruling.findings),
        ": ".join(part for part in (source.kind, source.citation) if part) if source else "",
    )
