"""The hands of a game in the order in which they are added up, each once, with what it counts and where from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, count
from typing import Literal, NamedTuple

from clabber_audit.ruling.summary import Summary
from clabber_audit.scorecard.keeping import keeping_of
from clabber_audit.table.seating import Scores

#: The score of each side as somebody wrote it.
Written = tuple[int | str | None, ...]
#: Where what a hand counts comes from: its cards, the breakdown on its sheet, or the written score alone, where the
#: cards tell no score. "open" is a hand that the record cannot decide, "unfinished" one that was stopped and that no
#: claim and no score explains, "nothing" one that scores for nobody: dealt again or passed out; "after" one that was
#: played when the game was over, and "twice" one whose number another hand has that scores as well.
Basis = Literal["cards", "sheet", "written", "open", "unfinished", "nothing", "after", "twice"]


class Entry(NamedTuple):
    """A hand in its place, before it is added up."""

    hand: Summary
    number: int
    numbered: bool
    given: int
    counted: Scores | None
    basis: Basis
    marks: tuple[str, ...]

    @property
    def scores(self) -> bool:
        """Whether it brings anybody anything."""
        return self.counted is not None and any(self.counted)


def points_of(hand: Summary, written: int | str | None) -> int | None:
    """A score as written in points; None where nothing is written, or a mark that does not tell."""
    return keeping_of(hand.law.game).points_of(written) if isinstance(written, str) else written


def entries(hands: Sequence[Summary]) -> list[Entry]:
    """The hands in the order in which they are added up, each once."""
    given = _given(hands)
    ordered = _ordered([hand for hand, _times in given])
    times = {id(hand): often for hand, often in given}
    numbers = [number for hand in ordered if (number := _number(hand)) is not None]
    further = count(max(numbers, default=0) + 1)
    found = []
    for hand in ordered:
        number = _number(hand)
        numbered = number is not None or not numbers
        place = next(further) if number is None else number
        found.append(Entry(hand, place, numbered, times[id(hand)], *counted(hand)))
    held = Counter(entry.number for entry in found if entry.scores)
    return [
        entry._replace(counted=None, basis="twice") if entry.scores and held[entry.number] > 1 else entry
        for entry in found
    ]


def _given(hands: Sequence[Summary]) -> list[tuple[Summary, int]]:
    """Every hand once, with how often its record was given."""
    found: dict[str, tuple[Summary, int]] = {}
    ids = Counter(hand.noted.id for hand in hands)
    for hand in hands:
        same = hand.digest if ids[hand.noted.id] > 1 else f"id {hand.noted.id}"
        first, often = found.get(same, (hand, 0))
        found[same] = (first, often + 1)
    return list(found.values())


def _ordered(hands: Sequence[Summary]) -> list[Summary]:
    """Hands by their numbers, those without one behind the hand that they were given after."""
    groups: list[list[Summary]] = [[]]
    for hand in hands:
        if _number(hand) is None:
            groups[-1].append(hand)
        else:
            groups.append([hand])
    first, *numbered = groups
    numbered.sort(key=lambda group: _number(group[0]) or 0)
    return [*first, *chain.from_iterable(numbered)]


def order_matters(entries: Sequence[Entry]) -> bool:
    """Whether a hand without a number leaves it open how the game ended.

    It does not where only the very last hand can have ended the game, whichever that was: then all orders come to the
    same.
    """
    telling = [entry for entry in entries if entry.scores or entry.basis == "open"]
    loose = [entry for entry in telling if not entry.numbered]
    if not loose:
        return False
    first = entries[0].hand
    keeping, nothing = keeping_of(first.law.game), (0,) * len(first.seating.sides)
    begun = keeping.begins(first).totals
    total = list(map(sum, zip(begun, *(entry.counted or nothing for entry in telling), strict=True)))
    last = [*loose, *[entry for entry in telling if entry.numbered][-1:]]
    before = [tuple(whole - own for whole, own in zip(total, entry.counted or nothing, strict=True)) for entry in last]
    return any(keeping.reached(totals, first.law.toggles) for totals in before)


def _number(hand: Summary) -> int | None:
    context = hand.noted.context
    return context.hand if context else None


def counted(hand: Summary) -> tuple[Scores | None, Basis, tuple[str, ...]]:
    """What a hand counts, where that comes from, and the marks of the two columns."""
    remedy, said = hand.remedy, hand.written
    if remedy.score is not None and remedy.marks is not None:
        return remedy.score, "sheet" if hand.has_parts and not hand.has_cards else "cards", remedy.marks
    if remedy.outcome in ("redeal", "annulled", "passed_out"):
        return None, "nothing", ("",) * len(said)
    points = tuple(points_of(hand, mark) for mark in said)
    alone = remedy.outcome == "unfinished" or (remedy.outcome == "undetermined" and not hand.has_cards)
    if None not in points and alone:
        return tuple(own or 0 for own in points), "written", tuple(map(str, said))
    return None, "unfinished" if remedy.outcome == "unfinished" else "open", remedy.marks or ("?",) * len(said)
