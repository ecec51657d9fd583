"""Readers of the texts of a ruling: what each states about cards, seats, tricks, claims and costs.

Two readers, of the plain text and of the page, return one shape: the lines of the verdict box, the sentences of each
section, the pictures, the sums and the hand card by card. They do not know how a sentence is made.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from clabber_audit.cards import seat_name
from clabber_audit.judge.dossier import Dossier
from clabber_audit.report import layout
from clabber_audit.report.page import page
from clabber_audit.report.ruling import replay_text, ruling_text

#: Words of the texts: sections by heading, and the meaning of phrases.
WORDS: Final = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
SECTIONS: Final[dict[str, str]] = WORDS["sections"]
_SCENES: Final = (
    "the trick in question",
    "the hand laid down",
    "the meld",
    "the cards passed",
    "the score sheet",
)
#: A card in a text; a question mark is an unknown card.
CARD: Final = r"(?:(?:10|[2-9JQKA])[♣♦♥♠]|\?\??|★|joker)"
#: A hand below a picture, and a seat in a picture.
_SHOWN: Final = r"(.*?hand (?:before this card|at that moment)|What \w+ (?:showed|passed))[^:]*: (.*)"
_PLACE: Final = r"(\S[^:\[]*?)(?: \[([^\]]*)\])?: (.*)"


class PicturedCard(NamedTuple):
    """Card in a picture, with the words beside it."""

    card: str
    tags: tuple[str, ...]


class PicturedSeat(NamedTuple):
    """Seat of a picture, or hand below it: title, words beside it, and cards."""

    title: str
    words: tuple[str, ...]
    cards: tuple[PicturedCard, ...]


class Picture(NamedTuple):
    """Picture of a disputed trick."""

    title: str
    places: tuple[PicturedSeat, ...]
    hands: tuple[PicturedSeat, ...]


class SumRow(NamedTuple):
    """Row of a sum: a label, and a cell for each side."""

    label: str
    cells: tuple[str, ...]


class SumTable(NamedTuple):
    """Sum with its caption and the sides of its columns."""

    caption: str
    sides: tuple[str, ...]
    rows: tuple[SumRow, ...]


class PlayedCard(NamedTuple):
    """Card in the hand card by card."""

    trick: int
    place: int
    seat: str
    card: str
    marks: tuple[str, ...]


class Reading(NamedTuple):
    """Everything that one form of a ruling states, in order."""

    form: str
    #: The first lines, then the section and text of each sentence or row of the other sections.
    box: tuple[str, ...]
    sentences: tuple[tuple[str, str], ...]
    pictures: tuple[Picture, ...]
    tables: tuple[SumTable, ...]
    story: tuple[PlayedCard, ...]


class Forms(NamedTuple):
    """Printed forms of one ruling."""

    text: str
    replayed: str
    page: str
    message: str


def forms(file: Dossier, whole: bool = True) -> Forms:
    """Return the texts of a ruling, or only the plain ones; their paragraphs are not wrapped."""
    from clabber_audit.report.verdict import verdict
    from clabber_audit.report.wording import speaker_of

    with patch.object(layout, "WIDTH", 100_000):
        text, replayed = ruling_text(file), replay_text(file)
    if not whole:
        return Forms(text, replayed, "", "")
    speaker = speaker_of(file.ruling, anonymous=file.anonymous)
    return Forms(text, replayed, page(file), verdict(file, speaker).message)


class Names(NamedTuple):
    """Names of the people and teams of a hand."""

    seats: dict[str, str]
    sides: dict[str, str]

    def replace_full_names(self, text: str) -> str:
        """Return a text with seats and sides in place of names."""
        for name, seat in self.seats.items():
            text = text.replace(f"{name} ({seat})", seat)
        for name, side in self.sides.items():
            text = re.sub(rf"(?:[Tt]he )?{re.escape(name)} \({side}\)", side, text)
        return (
            self.replace_bare_names(text)
            if any(seat.startswith("P") for seat in self.seats.values())
            else text
        )

    def replace_all(self, text: str) -> str:
        """Return a text without any names."""
        return self.replace_bare_names(self.replace_full_names(text))

    def replace_bare_names(self, text: str) -> str:
        """Return a text with names that stand alone replaced by seats and sides."""
        for name, who in sorted({**self.sides, **self.seats}.items(), key=lambda pair: -len(pair[0])):
            text = re.sub(rf"(?<!\w)(?:[Tt]he )?{re.escape(name)}(?!\w)", who, text)
        return text


def names_in(file: Dossier) -> Names:
    """Return the names of a record; empty for an anonymous ruling."""
    from clabber_audit.report.phrases import side

    record = file.ruling.replay.hand.record
    if file.anonymous:
        return Names({}, {})
    seats = {name: seat_name(seat) for seat, name in record.players.items() if name}
    return Names(seats, {name: side(team) for team, name in record.teams.items() if name})


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph."""
    return [one for one in re.split(r"(?<=[.?!”])\s+(?=[A-Z“\d])", text.strip()) if one]


def read_text(forms: Forms, names: Names, sides: int) -> Reading:
    """Read the plain text, with the hand card by card."""
    lines = forms.text.replace("\ufe0e", "").splitlines()
    box: list[str] = []
    sections: list[tuple[str, list[str]]] = [("box", [])]
    for line in lines:
        is_heading = re.fullmatch(r"[A-Z][A-Z ,:’]+", line) and not line.startswith(" ")
        if line == line.upper() and line.lower() in (*SECTIONS, *_SCENES):
            sections.append((line.lower(), []))
        elif is_heading:
            sections.append(("other", []))
        else:
            sections[-1][1].append(line)
    sentences: list[tuple[str, str]] = []
    pictures: list[Picture] = []
    tables: list[SumTable] = []
    for title, body in sections:
        nonblank = [line for line in body if line.strip()]
        if title == "the score sheet":
            sentences += [("sheet", names.replace_full_names(line.strip())) for line in nonblank]
        elif title == "box":
            start = next(i for i, line in enumerate(body) if not line) + 1
            box = [names.replace_all(line) for line in body[start:] if line]
        elif title in _SCENES:
            pictures.append(_text_picture(nonblank, names))
        elif title == "the score":
            tables += _text_tables(nonblank, sides)
            ended = [
                names.replace_full_names(line)
                for line in nonblank
                if line.startswith("  ") and line.endswith(".")
            ]
            sentences += [("score", one) for line in ended for one in split_sentences(line)]
        elif title in SECTIONS:
            for line in nonblank:
                text = names.replace_all(re.sub(r"^\s*(?:-|\d+\.)\s", "", line).strip())
                # Rows with a source or penalty are kept whole; other text is split into sentences.
                whole = SECTIONS[title] == "found" or re.search(r"\. \[trick \d", text)
                sentences += [(SECTIONS[title], one) for one in ([text] if whole else split_sentences(text))]
    story, moments = _text_story(forms.replayed, names)
    return Reading("text", tuple(box), (*sentences, *moments), tuple(pictures), tuple(tables), tuple(story))


def _cards(text: str) -> tuple[PicturedCard, ...]:
    match = re.findall(rf"({CARD})(?: \(([^)]*)\))?", text)
    return tuple(PicturedCard(card, tuple(tags.split(", ")) if tags else ()) for card, tags in match)


def _text_picture(lines: list[str], names: Names) -> Picture:
    title, places, hands = "", [], []
    for line in map(str.strip, lines):
        if re.match(r"Trick \d+;|[A-Z]\w+ are trump|Played at|Trump unknown", line):
            title = line
        elif match := re.match(_SHOWN, line):
            hands.append(PicturedSeat(names.replace_full_names(match[1]), (), _cards(match[2])))
        elif not line.startswith(("Trick", "One")) and (match := re.match(_PLACE, line)):
            words = tuple(match[2].split(", ")) if match[2] else ()
            places.append(PicturedSeat(names.replace_full_names(match[1]), words, _cards(match[3])))
    return Picture(title, tuple(places), tuple(hands))


def _text_tables(lines: list[str], sides: int) -> Iterator[SumTable]:
    """Yield the sums: a caption with the sides, then rows whose last columns are theirs."""
    column = 12 if sides == 2 else 7
    wide = 78 - column * sides
    heading: list[str] = []
    rows: list[SumRow] = []
    label = ""
    for line in lines:
        cells = tuple(line[at : at + column].strip() for at in range(wide, 78, column))
        if re.match(r"    \S", line):
            label = f"{label} {line[:wide].strip()}".strip()
            if label.count("(") == label.count(")"):
                rows.append(SumRow(re.sub(r"\s+", " ", label), cells))
                label = ""
        elif re.match(r"  \S", line) and any(cells) and not line.endswith("."):
            if heading:
                yield SumTable(heading[0], tuple(heading[1:]), tuple(rows))
            heading, rows = [line[:wide].strip(), *cells], []
    if heading:
        yield SumTable(heading[0], tuple(heading[1:]), tuple(rows))


def _text_story(text: str, names: Names) -> tuple[list[PlayedCard], list[tuple[str, str]]]:
    story: list[PlayedCard] = []
    sentences: list[tuple[str, str]] = []
    trick = 0
    for line in text.replace("\ufe0e", "").splitlines():
        if match := re.match(r"Trick (\d+)", line):
            trick = int(match[1])
            sentences.append(("story", names.replace_all(line)))
        elif trick and (match := re.match(rf"  (\d)\s+({CARD})\s+(\w+)", line)):
            story.append(PlayedCard(trick, int(match[1]), match[3], match[2], ()))
        elif line.startswith("  "):
            sentences += [
                ("story", one) for one in split_sentences(names.replace_all(re.sub(r"^[\s!?]*", "", line)))
            ]
    return story, sentences


class _Node:
    """Element of a page."""

    def __init__(self, tag: str, attrs: dict[str, str]) -> None:
        self.tag, self.attrs = tag, attrs
        self.parts: list[_Node | str] = []

    def all(self, tag: str, kind: str = "") -> Iterator[_Node]:
        for part in self.parts:
            if isinstance(part, _Node):
                if part.tag == tag and (not kind or kind in part.attrs.get("class", "").split()):
                    yield part
                yield from part.all(tag, kind)

    @property
    def text(self) -> str:
        parts = (
            part for part in self.parts if not (isinstance(part, _Node) and part.tag in ("script", "style"))
        )
        shown = "".join(part if isinstance(part, str) else part.text for part in parts)
        is_inline = self.tag in ("b", "i", "span", "em")
        return shown if is_inline else re.sub(r"\s+", " ", shown).replace("\ufe0e", "")

    @property
    def words(self) -> str:
        return _clean(self.text)

    def id(self, value: str) -> _Node | None:
        if self.attrs.get("id") == value:
            return self
        for part in self.parts:
            if isinstance(part, _Node) and (result := part.id(value)):
                return result
        return None


class _Tree(HTMLParser):
    VOID: Final = ("meta", "br", "link", "img", "input", "hr", "col")

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = _Node("", {})
        self.open = [self.root]
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = _Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].parts.append(node)
        if tag not in self.VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if len(self.open) > 1 and self.open[-1].tag == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].parts.append(data)


def _clean(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("\ufe0e", "")).strip()


def read_page(forms: Forms, names: Names) -> Reading:
    """Read what a page shows, folded parts included."""
    root = _Tree(forms.page).root
    verdict = root.id("verdict")
    assert verdict is not None, "a page shows its verdict"
    box = [names.replace_all(node.words) for node in verdict.all("p")]
    sentences: list[tuple[str, str]] = []

    def say(section: str, text: str) -> None:
        sentences.extend((section, one) for one in split_sentences(text))

    for section, name in (("why", "proof"), ("reasoning", "reasoning"), ("facts", "facts")):
        if result := root.id(section):
            for node in [*(result.all("p") if name == "proof" else ()), *result.all("li")]:
                if not (name == "reasoning" and list(node.all("p"))):
                    say(name, names.replace_all(node.words))
            for node in result.all("h2") if name == "proof" else ():
                say(name, node.words)
    scenes = list(root.all("section", "scene"))
    for sheet in (_page_table(table) for scene in scenes for table in scene.all("table", "sum")):
        for line in sheet.rows:
            amounts = ", ".join(f"{side} {cell}" for side, cell in zip(sheet.sides, line.cells, strict=True))
            sentences.append(("sheet", f"{line.label}: {amounts}"))
    if others := root.id("findings"):
        for row in others.all("li"):
            text = names.replace_all(row.words)
            if row.attrs.get("class"):
                say("brief", text)
            else:
                sentences.append(("found", text))
    scores = [at for part in ("score", "played") if (at := root.id(part))]
    tables = [_page_table(node) for at in scores for node in at.all("table", "sum")]
    for node in (node for at in scores for node in at.all("li")):
        say("score", names.replace_full_names(node.words))
    story: list[PlayedCard] = []
    if replayed := root.id("replay"):
        for table in replayed.all("table", "trick"):
            sentences.append(("story", next(table.all("caption")).words))
            for row in table.all("tr"):
                anchor, cells = re.fullmatch(r"t(\d+)c(\d+)", row.attrs.get("id", "")), list(row.all("td"))
                if anchor and cells:
                    marks = tuple(em.words for em in row.all("em"))
                    card = next(iter(cells[2].all("b"))).words
                    story.append(PlayedCard(int(anchor[1]), int(anchor[2]), cells[1].words, card, marks))
                else:
                    say("story", names.replace_all(row.words))
        for li in (li for moments in replayed.all("ul", "moments") for li in moments.all("li")):
            say("story", names.replace_all(li.words))
    pictures = tuple(_page_picture(node, names) for node in scenes)
    return Reading("page", tuple(box), tuple(sentences), pictures, tuple(tables), tuple(story))


def _page_laid(node: _Node) -> PicturedCard:
    card = next(iter(node.all("b")), None)
    tags = " ".join(node.words for node in node.all("span", "tags"))
    return PicturedCard(card.words if card else "?", tuple(tags.split(", ")) if tags else ())


def _page_picture(node: _Node, names: Names) -> Picture:
    centre = [node.words for node in node.all("li", "centre")]
    places = []
    for seat in node.all("li", "seat"):
        who = names.replace_full_names(next(seat.all("span", "who")).words)
        cards = tuple(_page_laid(node) for node in seat.all("span", "laid"))
        own = [part for part in seat.parts if isinstance(part, _Node) and part.attrs.get("class") == "tags"]
        words = tuple(word for node in own for word in node.words.split(", "))
        places.append(PicturedSeat(who, words, cards))
    titles = [names.replace_full_names(re.sub(r"\(.*\)", "", node.words).strip()) for node in node.all("h3")]
    held = [tuple(map(_page_laid, node.all("li"))) for node in node.all("ul", "hand")]
    hands = tuple(PicturedSeat(title, (), cards) for title, cards in zip(titles, held, strict=True))
    title = (re.sub(r"^(Trick \d+) ", r"\1; ", centre[0]) + ".") if centre else ""
    return Picture(title, tuple(places), hands)


def _page_table(node: _Node) -> SumTable:
    head, *rows = list(node.all("tr"))
    results = []
    for row in rows:
        label = next(row.all("th"))
        small = [node.words for node in label.all("small")]
        parts = (part for part in label.parts if isinstance(part, str) or part.tag != "small")
        text = _clean("".join(part if isinstance(part, str) else part.text for part in parts))
        detail = f" ({'; '.join(small)})" if small else ""
        results.append(SumRow(f"{text}{detail}", tuple(node.words for node in row.all("td"))))
    sides = tuple(node.words for node in list(head.all("th"))[1:])
    return SumTable(next(node.all("caption")).words, sides, tuple(results))
