"""A ruling in plain text: for terminals, messages and screen readers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from clabber_audit.render.arithmetic import Sum
from clabber_audit.render.certificate import Proof
from clabber_audit.render.moments import Moment, Tone
from clabber_audit.render.plain import WIDTH, foot, head, joined, wrapped
from clabber_audit.render.ruling_view import Opinion, opinion, tale
from clabber_audit.render.scene import LINE, Held, Scene
from clabber_audit.render.story import Story
from clabber_audit.render.wording import sentence
from clabber_audit.ruling.certificates.exhibits import Lying
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.scene import Laid
from clabber_audit.table.cards import pretty

#: What stands before something found.
_MARKS: Final[dict[Tone, str]] = {"fault": "! ", "open": "? ", "said": ""}


def ruling_text(
    file: Dossier, *, symbols: bool = True, checkpoint: str | None = None, provenance: Sequence[str] = ()
) -> str:
    """The ruling as text, 78 columns wide, ending with a newline.

    Without `symbols` our own words are plain ASCII; names and remarks stay as they were written. A `checkpoint`, a line
    that an archive prints, stands last; `provenance` is where the record comes from, as an archive knows it.
    """
    said = opinion(file, symbols=symbols, checkpoint=checkpoint)
    parts: list[Iterable[str]] = [
        _head(said),
        *(_scene(each, symbols) for each in said.scenes),
        *(_proof(each, symbols) for each in said.proofs),
        _section("Facts", (f"{fact.text} [{fact.source}]" for fact in said.facts)),
        _section("Reasoning", (_cited(step.text, step.articles) for step in said.reasoning), numbered=True),
        _section("Also found", _findings(said)),
        _section("Sources: the rules we applied", _articles(said)),
        _score(said),
        _section("Under other rules", _others(said)),
        _section("Side notes, not part of the ruling", _aside(said)),
        _section("Source and remarks", [text for text in (said.source, *said.remarks) if text]),
        _section("Where the record comes from", provenance),
        _signatures(said),
        foot(said.colophon),
    ]
    return joined(chain.from_iterable(parts), symbols)


def replay_text(file: Dossier, *, symbols: bool = True) -> str:
    """The hand card by card as text, each call, meld, claim and finding at its moment; ends with a newline."""
    told = tale(file, symbols=symbols)
    lines = [*wrapped(told.title), *_hands(told.hands, symbols), *_story(told.story, symbols)]
    return joined([*lines, "", *wrapped(told.result)], symbols)


def _title(text: str) -> list[str]:
    return ["", text.upper(), ""]


def _section(title: str, items: Iterable[str], numbered: bool = False) -> list[str]:
    lines = [
        line for number, item in enumerate(items, 1) for line in wrapped(item, f"{number:>2}. " if numbered else "  - ")
    ]
    return [*_title(title), *lines] if lines else []


def _head(said: Opinion) -> Iterator[str]:
    yield from head(said.title, said.context)
    found = said.verdict
    yield from wrapped(found.first)
    for text in found.lines:
        yield from wrapped(text)
    if found.wanted:
        yield from wrapped(f"What would decide it: {' '.join(found.wanted)}")
    if found.settling:
        yield from wrapped(f"What would settle the score: {' '.join(found.settling)}")
    yield from wrapped(found.more) if found.more else ()
    yield from wrapped(f"{found.rules}. Sources below.")


def _card(code: str | None, symbols: bool) -> str:
    return "??" if code is None else pretty(code, symbols)


def _laid(cards: Iterable[Laid], symbols: bool) -> str:
    tagged = ((_card(card.code, symbols), ", ".join(card.tags)) for card in cards)
    return ", ".join(f"{text} ({tags})" if tags else text for text, tags in tagged)


def _noted(hand: Held) -> str:
    return f"{hand.title} ({hand.note})" if hand.note else hand.title


def _scene(shown: Scene, symbols: bool) -> Iterator[str]:
    yield from _title(shown.heading)
    if shown.trump:
        yield from wrapped(f"{shown.title}; {shown.trump}." if shown.title else sentence(shown.trump), "  ")
    for place in shown.places:
        words = f" [{', '.join(place.words)}]" if place.words else ""
        yield from wrapped(f"{place.name}{words}: {_laid(place.cards, symbols) or 'no card'}", "  ", "      ")
    for hand in shown.hands:
        yield from wrapped(f"{_noted(hand)}: {_laid(hand.cards, symbols)}", "  ", "      ")
    for row in shown.sheet:
        cells = zip(shown.sides, row.cells, strict=True)
        told = ", ".join(f"{side} {text or 'nothing'}{' (wrong)' if wrong else ''}" for side, (text, wrong) in cells)
        yield from wrapped(f"{row.label}: {told}", "  ")
    if shown.line:
        yield from wrapped(f"{LINE}:", "  ")
    for trick, moves in shown.line:
        told = ", ".join(f"{seat} {_card(code, symbols)}" for seat, code in moves)
        yield from wrapped(f"{trick}: {told}", "    ", "      ")


def _proof(proof: Proof, symbols: bool) -> Iterator[str]:
    yield from _title(proof.title)
    yield from wrapped(proof.subject, "  ")
    for premise in proof.premises:
        yield from wrapped(f"{premise.text} [{premise.source}]", "  - ")
    for hand in proof.hands:
        yield from wrapped(f"{hand.title}:", "  ")
        for row in hand.rows:
            cards = " ".join(_lying(card, symbols) for card in row.cards)
            yield from wrapped(f"{row.name}: {cards}" if cards else row.name, "    ", "      ")
        yield ""
    legend = "A star marks a card that differs, brackets the card in question."
    yield from wrapped(f"{proof.close} {legend}" if proof.hands else proof.close, "  ")


def _lying(card: Lying, symbols: bool) -> str:
    """A card, in brackets where the question is about it, with a star where it lies elsewhere in the other hand."""
    text = pretty(card.code, symbols)
    return (f"[{text}]" if card.asked else text) + ("*" if card.differs else "")


def _cited(text: str, articles: Iterable[str]) -> str:
    """A sentence with the articles that it rests on."""
    named = ", ".join(articles)
    return f"{text} [{named}]" if named else text


def _findings(said: Opinion) -> Iterator[str]:
    for found in said.findings:
        told = " ".join(filter(None, (found.text, found.verdict, found.since)))
        yield f"{found.place}: {_cited(told, found.articles)}"
    yield from said.claims


def _articles(said: Opinion) -> Iterator[str]:
    for article in said.sources.articles:
        cited = f"{article.grade}; {' '.join(article.sources)}; {' '.join(article.rows)}"
        yield f"{article.id}, {article.why}: “{article.text}” ({cited})"
    for code, what in said.sources.keys:
        yield f"{code}: {what}"


def _score(said: Opinion) -> Iterator[str]:
    if not said.arithmetic.sums and not said.arithmetic.conclusions:
        return
    yield from _title("The score")
    for total in said.arithmetic.sums:
        yield from _sum(total)
    for conclusion in (*said.arithmetic.conclusions, *said.notes):
        yield from wrapped(conclusion, "  ")


def _sum(total: Sum) -> Iterator[str]:
    """A sum as columns: what, then each side, such as North-South and East-West."""
    column = 12 if len(total.sides) == 2 else 7
    wide = WIDTH - 2 - column * len(total.sides)
    yield f"  {total.caption:<{wide}}{_row(total.sides, column)}"
    for line in total.lines:
        remark = line.detail or line.row
        label = f"{line.label} ({remark})" if remark else line.label
        rows = textwrap.wrap(label, wide - 2, break_on_hyphens=False) or [""]
        yield from (f"    {row}" for row in rows[:-1])
        yield f"    {rows[-1]:<{wide - 2}}{_row(line.amounts, column)}".rstrip(" " if column < 12 else "")
    yield ""


def _row(cells: Iterable[str], column: int) -> str:
    return "".join(f"{cell if len(cell) <= column else f'{cell[: column - 2]}…':>{column}}" for cell in cells)


def _others(said: Opinion) -> Iterator[str]:
    for other in said.others:
        if other.same:
            continue
        yield " ".join([f"Under {other.title}: {other.text}", *other.because])
    if said.agreeing:
        yield f"Same ruling under: {said.agreeing}."


def _aside(said: Opinion) -> Iterator[str]:
    yield from said.instead
    if said.sure:
        yield f"What if a card was written down wrong? {said.sure}"
    if said.left_out:
        yield said.left_out


def _hands(hands: Iterable[Held], symbols: bool) -> Iterator[str]:
    yield ""
    for hand in hands:
        yield from wrapped(f"{_noted(hand)}: {' '.join(_card(card.code, symbols) for card in hand.cards)}", "  ")
    yield ""


def _story(told: Story, symbols: bool) -> Iterator[str]:
    yield from (line for moment in told.opening for line in wrapped(moment.text, "  "))
    for chapter in told.chapters:
        yield ""
        yield from wrapped(chapter.title)
        for card in chapter.cards:
            yield from _moments(card.before, "       ")
            known = "" if card.state == "known" else f"  ({card.state})"
            yield f"  {card.number}  {_card(card.code, symbols):>3}  {card.seat}{known}"
            for fault in card.faults:
                yield from wrapped(fault.text, f"       {_MARKS[fault.tone]}")
    if told.closing:
        yield ""
    yield from _moments(told.closing, "  ")


def _moments(moments: Iterable[Moment], first: str) -> Iterator[str]:
    for moment in moments:
        yield from wrapped(moment.text, f"{first}{_MARKS[moment.tone]}")


def _signatures(said: Opinion) -> Iterator[str]:
    yield from _title("Signatures")
    for name in ("Arbiter", *said.sides):
        yield from wrapped(name, "  ")
        yield "    agreed [ ]   not agreed [ ]   ____________________________________"
