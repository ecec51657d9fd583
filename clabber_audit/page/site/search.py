"""The search of a site: a page, and an index of words in files of script, so that it works from disk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from clabber_audit.ground.characters import isolated
from clabber_audit.page.site.book import Kept, Played
from clabber_audit.page.site.plan import Page, Plan
from clabber_audit.record.names import folded
from clabber_audit.render.html import rendered, scripted, styled
from clabber_audit.ruling.page_payload import block_text

#: About how many bytes of the index are in one file.
_LARGEST: Final = 120_000
_WORD: Final = re.compile(r"\w+")


class Entry(NamedTuple):
    """A page as it is found."""

    kind: str
    title: str
    #: What stands below the title.
    line: str
    href: str
    #: What it is found by beside its title and line.
    words: str = ""
    round: str = ""
    infractions: tuple[str, ...] = ()
    disputed: bool = False


def of_hand(plan: Plan, game: Played, hand: Kept) -> Entry:
    """A hand as it is found."""
    own = " ".join([hand.shown_id, hand.day, hand.source, *(name for name, _side in hand.players)])
    marks = f" ({hand.marks})" if hand.marks else ""
    infractions = tuple(dict.fromkeys(fault.title for fault in hand.faults))
    title = f"{game.title}, {hand.name}"
    return Entry("hand", title, hand.result + marks, hand.file, own, game.heading, infractions, hand.open)


def search_pages(plan: Plan, entries: Iterable[Entry]) -> Iterator[Page]:
    """The page to search on, and the files of the index."""
    found = list(entries)
    files = []
    for number, part in enumerate(_parts([_row(entry) for entry in found]), 1):
        files.append(f"search-{number}.js")
        yield files[-1], f"found([\n{','.join(part)}]);\n"
    # An option of a list holds no element to set words apart, so that signs do, there and in the index.
    kinds = list(dict.fromkeys(entry.kind for entry in found))
    rounds = list(dict.fromkeys(isolated(entry.round) for entry in found if entry.round))
    infractions = sorted({title for entry in found for title in entry.infractions})
    given = {"frame": plan.framed("search.html"), "title": plan.title, "files": files, "count": len(found)}
    choices = {"kinds": kinds, "rounds": rounds, "infractions": infractions}
    look = {**styled("base.css", "league.css", "frame.css", "search.css"), **scripted("search.js")}
    yield "search.html", rendered("search.html.j2", **given, **choices, **look)


def _row(entry: Entry) -> str:
    """A row of the index; words that its title or line has are not said again."""
    seen = set(_WORD.findall(folded(f"{entry.title} {entry.line}")))
    more = dict.fromkeys(word for word in _WORD.findall(folded(entry.words)) if word not in seen)
    title, line, round = map(isolated, (entry.title, entry.line, entry.round))
    row = [entry.kind, title, line, entry.href, " ".join(more), round]
    return block_text([*row, list(entry.infractions), int(entry.disputed)]) + "\n"


def _parts(rows: Sequence[str]) -> Iterator[list[str]]:
    part, size = list[str](), 0
    for row in rows:
        if part and size + len(row.encode()) > _LARGEST:
            yield part
            part, size = [], 0
        part.append(row)
        size += len(row.encode())
    yield part
