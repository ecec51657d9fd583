"""A ruling held against the ruling given again on the same record by the same law: what differs, in what it says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from itertools import zip_longest
from typing import Any, Final

from clabber_audit.ground.errors import shown
from clabber_audit.ruling.data import SIGNATURES
from clabber_audit.ruling.page_payload import LAW, RULING
from clabber_audit.ruling.rewritten import rewritten

Json = dict[str, Any]

#: What is compared item by item, and what an item is called; everything else is compared as a whole.
_LISTS: Final = {"findings": "finding", "claims": "claim", "tricks": "trick"}
#: What was given, not ruled: the record as it was read, the law that was seen to, proofs and signatures, checked apart.
_GIVEN: Final = ("record", "law", "certificates", SIGNATURES)
#: What only a ruling written out has, with its certificates: the side remarks (`check` leaves all of them out).
_WRITTEN_OUT: Final = ("instead", "robustness", "left_out")
#: What a part of a ruling is called where its key says little.
_NAMES: Final = {
    "left_out": "side remarks that were left out",
    "rebuilt": "hands put together from other cards",
    "inferred": "cards that can only have been one",
}
#: The blocks with the ruling and its law, and the line of an archive, which are no words of the page's own.
_DATA: Final = re.compile(rf'(<script type="[^"]*" id="(?:{RULING.id}|{LAW.id})">).*?(</script>)', re.DOTALL)
_CHECKPOINT: Final = re.compile(r"<p>Checkpoint <code>([^<]*)</code></p>")
_VERSION: Final = re.compile(r"<footer>(?:(?!</footer>).)*?<p>clabber-audit ([^<]*)</p>", re.DOTALL)
_BLOCKS: Final = ("p", "li", "td", "th", "tr", "h1", "h2", "h3", "section", "summary", "dt", "dd", "title")
#: How much of what is said is quoted, in characters; and how much longer than it should be a page is still read.
_QUOTED: Final = 300
_LONGER: Final = 4
_UNSEEN: Final = ("script", "style")
_SPOKEN: Final = ("aria-label", "title", "alt")


def differences(said: Mapping[str, Any], again: Json) -> Iterator[str]:
    """What a ruling says otherwise than the same ruling given again, each in a few words."""
    for key, value in again.items():
        if key in _GIVEN or (key in _WRITTEN_OUT and is_without_remarks(said, again)):
            continue
        if key not in said:
            yield f"it does not say its {_words(key)}"
        elif key in _LISTS and isinstance(said[key], list):
            yield from _of_list(_LISTS[key], said[key], value)
        elif _text(said[key]) != _text(value):
            yield f"{_words(key)}: it says {_quoted(said[key])}, ruled on again {_quoted(value)}"


def is_without_remarks(said: Mapping[str, Any], again: Json) -> bool:
    """Return True if a ruling leaves out everything that only one written out has, as `check` writes it."""
    return not said.keys() & {*_WRITTEN_OUT, "certificates"} and not again.keys().isdisjoint(_WRITTEN_OUT)


def unchecked(said: Mapping[str, Any], again: Json) -> list[str]:
    """What a ruling says of which this version knows nothing."""
    return [key for key in said if key not in again and key not in _GIVEN]


def _of_list(name: str, said: Sequence[Any], again: Sequence[Any]) -> Iterator[str]:
    for number, (one, other) in enumerate(zip_longest(said, again), 1):
        if other is None:
            yield f"{name} {number} is not there when ruled on again: {_quoted(one)}"
        elif one is None:
            yield f"{name} {number} is missing: {_quoted(other)}"
        elif _text(one) != _text(other):
            parts = [key for key in other if not isinstance(one, dict) or _text(one.get(key)) != _text(other[key])]
            parts += [key for key in one if key not in other] if isinstance(one, dict) else []
            told = {key: one.get(key) for key in parts} if isinstance(one, dict) else one
            wanted = {key: other.get(key) for key in parts}
            yield f"{name} {number}: it says {_quoted(told)}, ruled on again {_quoted(wanted)}"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _quoted(value: Any) -> str:
    return shown(_text(value), _QUOTED)


def _words(key: str) -> str:
    return _NAMES.get(key, key.replace("_", " "))


def checkpoint_in(page: str) -> str | None:
    """The line of an archive at the foot of a page."""
    found = _CHECKPOINT.search(page)
    return found[1] if found else None


def version_in(page: str) -> str:
    """The version of the program that a page names."""
    found = _VERSION.search(page)
    return found[1] if found else ""


def page_differences(page: str, again: str) -> Iterator[str]:
    """Where a page reads otherwise than the page made again; where only its markup differs, that it does.

    A page that handed itself on stands there as its browser wrote it.
    """
    bare = _bare(page)
    if bare in (_bare(again), _bare(rewritten(again))):
        return
    if len(page) > _LONGER * len(again) or "<!--" in page:
        yield "the page holds what no page of this version does: it is far too long, or has comments"
        return
    for one, other in zip_longest(_seen(page), _seen(again), fillvalue=""):
        if one != other:
            yield f"the page reads “{shown(one, _QUOTED)}” where it should read “{shown(other, _QUOTED)}”"
            return
    yield "the page reads as it should, but its style, script or markup is another, so that it may look otherwise"


def _bare(page: str) -> str:
    return _DATA.sub(r"\1\2", page)


def _seen(page: str) -> list[str]:
    """What a page gives to read, block by block."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return [" ".join(line.split()) for line in "".join(reader.found).split("\n") if line.split()]


class _Reader(HTMLParser):
    """Gathers what can be read or heard."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        self.found += ["\n"] if tag in _BLOCKS else []
        self.found += [f" {value} " for name, value in attrs if name in _SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN
        self.found += ["\n"] if tag in _BLOCKS else []

    def handle_data(self, data: str) -> None:
        self.found += [] if self._unseen > 0 else [data]
