"""Compare a ruling and its page with the ruling given again."""

from __future__ import annotations

import base64
import bz2
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from html.parser import HTMLParser
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import Unusable, printable
from clabber_audit.core.text import counted
from clabber_audit.games import GAMES
from clabber_audit.records.canonical import canonical, compact

Json = dict[str, Any]

_SIDES: Final = {"EW": "East-West", "NS": "North-South"}
#: Lists compared item by item, with the name of an item; all else is compared as a whole.
_LISTS: Final = {"findings": "finding", "claims": "claim", "tricks": "trick"}
#: Keys that are not compared: record and law are inputs; proofs, signatures and an appeal are checked separately.
_GIVEN: Final = ("record", "law", "certificates", "signatures", "appeal")
#: Key of the facts that people tell differently.
_ACCOUNTS: Final = "accounts"
#: Keys of the side remarks, which `check` leaves out.
_WRITTEN_OUT: Final = ("instead", "robustness", "left_out", "open_questions")
#: Names of parts whose key says little.
_NAMES: Final = {
    "left_out": "side remarks that were left out",
    "open_questions": "questions that nobody has decided",
    "rebuilt": "hands put together from other cards",
    "inferred": "cards that can only have been one",
}
#: Where a page names the checkpoint of an archive, and the version of the program.
_CHECKPOINT: Final = re.compile(r"<p>Checkpoint <code>([^<]*)</code></p>")
_VERSION: Final = re.compile(r"<p>clabber-audit ([^<]*)</p>")
_TAG: Final = re.compile(r"<[^>]*(>|$)")
#: Characters quoted of a value, and of a page.
_QUOTED: Final = 300
_EXCERPT: Final = 160


def differences(given: Mapping[str, Any], again: Json) -> Iterator[str]:
    """Yield the differences between a ruling and the same ruling given again, each in a few words."""
    for key, value in again.items():
        if key in _GIVEN or (key in _WRITTEN_OUT and is_without_remarks(given, again)):
            continue
        if key not in given:
            yield f"its {_words(key)} {'are' if key == _ACCOUNTS else 'is'} missing"
        elif key == _ACCOUNTS:
            yield from _account_differences(given[key], value)
        elif key in _LISTS and isinstance(given[key], list):
            yield from _list_differences(_LISTS[key], given[key], value)
        elif _text(given[key]) != _text(value):
            yield f"{_words(key)}: {_both_texts(given[key], value)}"


def is_without_remarks(given: Mapping[str, Any], again: Json) -> bool:
    """Return True if a ruling leaves out everything that only one written out has, as `check` writes it."""
    return not given.keys() & {*_WRITTEN_OUT, "certificates"} and not again.keys().isdisjoint(_WRITTEN_OUT)


def unchecked(given: Mapping[str, Any], again: Json) -> list[str]:
    """Return the keys of a ruling unknown to this version."""
    return [key for key in given if key not in again and key not in _GIVEN]


def _list_differences(name: str, given: Sequence[Any], again: Sequence[Any]) -> Iterator[str]:
    for number, (one, other) in enumerate(zip_longest(given, again), 1):
        if other is None:
            yield f"{name} {number} is not there when judged again: {_quoted(one)}"
        elif one is None:
            yield f"{name} {number} is missing: {_quoted(other)}"
        elif _text(one) != _text(other):
            parts = [
                key for key in other if not isinstance(one, dict) or _text(one.get(key)) != _text(other[key])
            ]
            parts += [key for key in one if key not in other] if isinstance(one, dict) else []
            ours = {key: one.get(key) for key in parts} if isinstance(one, dict) else one
            wanted = {key: other.get(key) for key in parts}
            yield f"{name} {number}: {_both_texts(ours, wanted)}"


def _account_differences(given: Any, again: Json) -> Iterator[str]:
    """Yield the differences between the accounts of two rulings, by version and question."""
    theirs = given if isinstance(given, dict) else {}
    found = list[str]()
    if theirs.get("same") is not again["same"]:
        alike = ("alike", "differently") if again["same"] else ("differently", "alike")
        found.append(f"judged again, its versions are ruled {alike[0]}, not {alike[1]}")
    if _text(theirs.get("ruled_by")) != _text(again["ruled_by"]):
        by = [
            _versions([one]) if one else "no version" for one in (theirs.get("ruled_by"), again["ruled_by"])
        ]
        found.append(f"the ruling goes by {by[0]}; judged again, by {by[1]}")
    for key, name in _ENTRIES.items():
        entries = theirs.get(key)
        if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
            found.append(f"“{key}” is damaged")
            continue
        own = {printable(name(one), _EXCERPT): one for one in entries}
        wanted = {printable(name(one), _EXCERPT): one for one in again[key]}
        found += (f"{one} is missing" for one in wanted if one not in own)
        found += (f"{one} is not there when judged again" for one in own if one not in wanted)
        for one in (one for one in wanted if one in own):
            found += (f"{one}: {difference}" for difference in differences(own[one], wanted[one]))
    if not found and _text(given) != _text(again):
        found.append("entries are repeated, in another order, or have unknown fields")
    yield from (f"accounts: {one}" for one in found)
    if found:
        yield "accounts: rule again on the record inside to get them right"


def _versions(combinations: Any) -> str:
    """Return combinations of versions in words; those of a damaged ruling as JSON."""
    if not (isinstance(combinations, list) and all(isinstance(one, list) for one in combinations)):
        return _text(combinations)
    return " or ".join(
        " with ".join(f"version {version} of account {account}" for account, version in enumerate(one, 1))
        for one in combinations
    )


def _impossible(entry: Json) -> str:
    if "version" in entry:
        return f"version {entry['version']} of account {entry.get('account')} as impossible"
    return f"{_versions([entry.get('versions')])} as impossible"


#: Lists of the accounts of a ruling, with the words for an entry.
_ENTRIES: Final[Mapping[str, Callable[[Json], str]]] = {
    "rows": lambda entry: _versions(entry.get("versions")),
    "impossible": _impossible,
    "asks": lambda entry: f"the question about account {entry.get('account')}",
}


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _both_texts(given: Any, again: Any) -> str:
    return f"the ruling says {_quoted(given)}; the cards give {_quoted(again)}"


def _quoted(value: Any) -> str:
    """Return points by side in words, everything else as JSON."""
    if (
        isinstance(value, dict)
        and value
        and all(side in _SIDES and type(value[side]) is int for side in value)
    ):
        return ", ".join(f"{_SIDES[side]} {value[side]}" for side in _SIDES if side in value)
    return printable(_text(value), _QUOTED)


def _words(key: str) -> str:
    return _NAMES.get(key, key.replace("_", " "))


def checkpoint_in(page: str) -> str | None:
    """Return the line of an archive at the foot of a page."""
    result = _CHECKPOINT.findall(page)
    return result[-1] if result else None


def versions_in(page: str) -> list[str]:
    """Return the versions of the program that a page names; an untouched page names one."""
    return _VERSION.findall(page)


def page_difference(page: str, due: Iterable[str]) -> str:
    """Return the first place where a page differs from all that are due, empty if it is one of them.

    The text is compared by character, since browsers may parse HTML differently.
    """
    known = list(due)
    if page in known:
        return ""
    # The body first: the head differs as soon as anything around the ruling does.
    body, *others = ((one[at:] if (at := one.find("<body>")) >= 0 else one) for one in (page, *known))
    if body in others:
        body, others = page, known
    at, nearest = max((_agreement(body, one), one) for one in others)
    # From the end of the last tag on, so that the words around the place are there to be recognized.
    start = max(body.rfind(">", 0, at) + 1, at - _EXCERPT // 2)
    markup = [text[start : start + _EXCERPT] for text in (body, nearest)]
    words = [" ".join(_TAG.sub(" ", text).split()) for text in markup]
    differ = _agreement(*words) < min(map(len, words))
    there, due_there = (printable(text, _EXCERPT) for text in (words if differ else markup))
    return f"the page has “{there}” where it should have “{due_there}”"


def _agreement(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


#: Elements without an end tag, elements without children, and row groups of a table.
_VOID: Final = ("br", "col", "hr", "img", "input", "link", "meta", "wbr")
_RAW: Final = ("script", "style")
_GROUPS: Final = ("thead", "tbody", "tfoot")


def rewritten(page: str) -> str:
    """Return a page of ours as browsers serialize it: attributes quoted, rows in a group, characters escaped."""
    writer = _Writer()
    writer.feed(page.rstrip("\n"))
    writer.close()
    return "".join(writer.written) + "\n"


class _Writer(HTMLParser):
    """Serializer of HTML in the form of browsers."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.written: list[str] = []
        self._open: list[str] = []

    def handle_decl(self, decl: str) -> None:
        self.written.append(f"<!{decl}>")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr" and self._open[-1] == "table":
            self.handle_starttag("tbody", [])
        elif tag in _GROUPS:
            self._leave_group()
        attributes = "".join(f' {name}="{_escaped(value or "", quote=True)}"' for name, value in attrs)
        self.written.append(f"<{tag}{attributes}>")
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._leave_group()
        if self._open[-1:] == [tag]:
            self._open.pop()
            self.written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        # Between the first tags of a page blanks are nothing.
        if self._open[1:]:
            self.written.append(data if self._open[-1] in _RAW else _escaped(data, quote=False))

    def _leave_group(self) -> None:
        if self._open[-1:] and self._open[-1] in _GROUPS:
            self.handle_endtag(self._open[-1])


def _escaped(text: str, *, quote: bool) -> str:
    return escape(text, quote=False).replace("\xa0", "&nbsp;").replace('"', "&quot;" if quote else '"')


#: Ruling formats, by game.
FORMATS: Final = tuple(game.ruling for game in GAMES)


class Block(NamedTuple):
    """A block of script that no browser runs, by the marks of its tag."""

    id: str
    type: str

    @property
    def tag(self) -> str:
        """The start tag, as pages and the browsers that save them write it."""
        return f'<script type="{self.type}" id="{self.id}">'


#: The block that holds the ruling, and the one that holds its law where the ruling itself does not.
RULING: Final = Block("clabber-ruling", "application/json")
LAW: Final = Block("clabber-law", "application/x-bzip2;base64")
#: Block of the frame that a site puts around the ruling.
FRAME: Final = Block("clabber-frame", "application/json")
#: The most bytes of a law, unpacked: as many as a file of rules may have, and the names of their keys.
_LARGEST_LAW: Final = 1 << 20

#: Characters that a script block must not contain, with their JSON escapes.
_ESCAPES: Final = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


def block_texts(data: dict[str, Any]) -> dict[Block, str]:
    """Return the text of each script block of a ruling with its law, safe to embed."""
    law = data["law"]
    return {
        RULING: block_text({key: value for key, value in data.items() if key != "law"}),
        LAW: base64.b64encode(bz2.compress(canonical(law).encode())).decode(),
    }


def block_text(data: Any) -> str:
    """Return data as JSON that cannot end its script block."""
    return compact(data).translate(_ESCAPES)


def embedded(page: str) -> dict[str, Any]:
    """Return the ruling in a page, with its law; raise Unusable if there is none or it is damaged."""
    return _checked(embedded_text(page)) | embedded_law(page)


def embedded_text(page: str) -> str:
    """Return the JSON text of the ruling in a page; raise Unusable if there is none, several, or a damaged one."""
    blocks = _blocks(page, RULING)
    if len(blocks) != 1:
        count = len(blocks)
        raise Unusable(
            counted(count, "the page holds one ruling", "the page holds {count} rulings")
            if count
            else "the page holds no ruling",
            "a page written by this program holds one, inside",
            "give the page as it was written, or the record itself",
        )
    _checked(blocks[0])
    return blocks[0]


def embedded_law(page: str) -> dict[str, Any]:
    """Return the law in a page under its key, or an empty dict."""
    blocks = _blocks(page, LAW)
    if not blocks:
        return {}
    if len(blocks) > 1:
        raise _damaged_law(f"it stands there {len(blocks)} times")
    unpacking = bz2.BZ2Decompressor()
    try:
        text = unpacking.decompress(base64.b64decode(blocks[0], validate=True), _LARGEST_LAW)
        if not unpacking.eof or unpacking.unused_data:
            raise _damaged_law("it is cut short, or goes on too long")
        return {"law": json.loads(text, object_pairs_hook=_once, parse_constant=_refuse)}
    except (ValueError, OSError, RecursionError) as problem:
        raise _damaged_law(str(problem)) from None


def embedded_frame(page: str) -> Any:
    """Return the JSON that a site or an archive put around the ruling, None if unreadable."""
    blocks = _blocks(page, FRAME)
    try:
        return json.loads(blocks[0]) if len(blocks) == 1 else None
    except (ValueError, RecursionError):
        return None


def _damaged_law(why: str) -> Unusable:
    return Unusable(
        "the law inside the page is damaged", why, "give the page as it was written, or the record itself"
    )


def _checked(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError) as problem:
        raise Unusable(
            f"the ruling inside the page is damaged: {problem}", "", "give the page as it was written"
        ) from None
    if (
        not isinstance(data, dict)
        or data.get("format") not in FORMATS
        or not isinstance(data.get("record"), dict)
    ):
        raise Unusable(
            "the page holds no ruling that this version can read",
            f"it should say {' or '.join(FORMATS)} and hold the record",
        )
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    results = dict(pairs)
    if len(results) != len(pairs):
        raise ValueError("duplicate key")
    return results


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


def _blocks(page: str, block: Block) -> list[str]:
    """Return the text of each such block, up to the first `<`; raise Unusable if not followed by the end tag.

    Blocks of ours contain no `<`, so that every browser ends them there too.
    """
    parts = [part.partition("<") for part in page.split(block.tag)[1:]]
    if not all(rest.startswith("/script>") for _, _, rest in parts):
        why = "a block in it holds what ends it elsewhere in a browser"
        raise Unusable("the ruling inside the page is damaged", why, "give the page as it was written")
    return [text for text, _, _ in parts]
