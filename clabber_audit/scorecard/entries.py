"""The hands of a game in the order in which they are added up, each once, with what it counts and where from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, count
from typing import Literal, NamedTuple

from clabber_audit.record.canonical import digest, record_data
from clabber_audit.ruling.judge import Ruling
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

    ruling: Ruling
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


def points_of(ruling: Ruling, written: int | str | None) -> int | None:
    """A score as written in points; None where nothing is written, or a mark that does not tell."""
    return keeping_of(ruling.law.game).points_of(written) if isinstance(written, str) else written


def written(ruling: Ruling) -> Written:
    """What the sheet says for each side."""
    score = ruling.walk.hand.record.score
    return tuple(score.get(side) for side in ruling.walk.hand.seating.side_names)


def entries(rulings: Sequence[Ruling]) -> list[Entry]:
    """The hands in the order in which they are added up, each once."""
    given = _given(rulings)
    ordered = _ordered([ruling for ruling, _times in given])
    times = {id(ruling): often for ruling, often in given}
    numbers = [number for ruling in ordered if (number := _number(ruling)) is not None]
    further = count(max(numbers, default=0) + 1)
    found = []
    for ruling in ordered:
        number = _number(ruling)
        numbered = number is not None or not numbers
        place = next(further) if number is None else number
        found.append(Entry(ruling, place, numbered, times[id(ruling)], *counted(ruling)))
    held = Counter(entry.number for entry in found if entry.scores)
    return [
        entry._replace(counted=None, basis="twice") if entry.scores and held[entry.number] > 1 else entry
        for entry in found
    ]


def _given(rulings: Sequence[Ruling]) -> list[tuple[Ruling, int]]:
    """Every hand once, with how often its record was given."""
    found: dict[str, tuple[Ruling, int]] = {}
    ids = Counter(ruling.walk.hand.record.id for ruling in rulings)
    for ruling in rulings:
        record = ruling.walk.hand.record
        same = digest(record_data(record)) if ids[record.id] > 1 else f"id {record.id}"
        first, often = found.get(same, (ruling, 0))
        found[same] = (first, often + 1)
    return list(found.values())


def _ordered(rulings: Sequence[Ruling]) -> list[Ruling]:
    """Hands by their numbers, those without one behind the hand that they were given after."""
    groups: list[list[Ruling]] = [[]]
    for ruling in rulings:
        if _number(ruling) is None:
            groups[-1].append(ruling)
        else:
            groups.append([ruling])
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
    ruling = entries[0].ruling
    keeping, nothing = keeping_of(ruling.law.game), (0,) * len(ruling.walk.hand.seating.sides)
    begun = keeping.begins(ruling).totals
    total = list(map(sum, zip(begun, *(entry.counted or nothing for entry in telling), strict=True)))
    last = [*loose, *[entry for entry in telling if entry.numbered][-1:]]
    before = [tuple(whole - own for whole, own in zip(total, entry.counted or nothing, strict=True)) for entry in last]
    return any(keeping.reached(totals, ruling.law.toggles) for totals in before)


def _number(ruling: Ruling) -> int | None:
    context = ruling.walk.hand.record.context
    return context.hand if context else None


def counted(ruling: Ruling) -> tuple[Scores | None, Basis, tuple[str, ...]]:
    """What a hand counts, where that comes from, and the marks of the two columns."""
    remedy, record, said = ruling.remedy, ruling.walk.hand.record, written(ruling)
    if remedy.score is not None and remedy.marks is not None:
        return remedy.score, "sheet" if record.sheet and not record.plays else "cards", remedy.marks
    if remedy.outcome in ("redeal", "annulled", "passed_out"):
        return None, "nothing", ("",) * len(said)
    points = tuple(points_of(ruling, mark) for mark in said)
    if None not in points and (
        remedy.outcome == "unfinished" or (remedy.outcome == "undetermined" and not record.plays)
    ):
        return tuple(own or 0 for own in points), "written", tuple(map(str, said))
    return None, "unfinished" if remedy.outcome == "unfinished" else "open", remedy.marks or ("?",) * len(said)
