"""One hand on a scorecard: what it counts from where the game stands, what the sheet says, who deals next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.game import Deals
from clabber_audit.ruling.account import Account, account
from clabber_audit.ruling.focus import focus
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.summary import Summary
from clabber_audit.scorecard.entries import Basis, Entry, Written, counted, points_of
from clabber_audit.scorecard.keeping import keeping_of
from clabber_audit.scorecard.standing import Misread, Standing
from clabber_audit.table.seating import Scores


class Line(NamedTuple):
    """One hand on the scorecard. Seats and sides are indices."""

    hand: Summary
    #: The number of the hand as noted; counted on from the last where this one has none, from 1 where no hand has one.
    number: int
    dealer: int
    #: Who should have dealt by the hand before; None where that is not known.
    due: int | None
    #: What the hand counts in the game; None where it counts nothing.
    counted: Scores | None
    basis: Basis
    #: The marks of the columns.
    marks: tuple[str, ...]
    #: How the game stood before the hand, and stands after it.
    stood: Standing
    standing: Standing
    #: What the written sheet says, where it says anything, and what that is in points.
    written: Written
    #: The sides for which the sheet says otherwise than the ruling, as its findings about the score have it.
    differs: tuple[int, ...]
    #: Who deals next; None where that is not known.
    next_dealer: int | None
    #: False for a hand without a number among hands that have one: when it was played is not known.
    numbered: bool = True
    #: How often the same record was given; it counts once.
    given: int = 1
    #: What was written of totals and is otherwise.
    misread: tuple[Misread, ...] = ()

    @property
    def ruling(self) -> Ruling:
        """The ruling on the hand."""
        return self.hand.ruling

    @property
    def totals(self) -> Scores:
        """The running totals after the hand."""
        return self.standing.totals

    @property
    def wrong_dealer(self) -> bool:
        """Whether another seat dealt than the hand before asks for."""
        return self.due is not None and self.due != self.dealer

    @property
    def adds_up(self) -> bool:
        """Whether what the sheet alone tells can be; of a hand with its cards there is nothing to doubt."""
        return not self.slips if self.basis == "sheet" else self.wrong_by is None

    @property
    def wrong_by(self) -> Literal["renege", "nothing", "parts"] | None:
        """By which rule a score that is written alone cannot be."""
        if self.basis != "written" or self.counted is None:
            return None
        return keeping_of(self.hand.law.game).cannot_be(self.counted, self.written)

    @property
    def account(self) -> Account:
        """The parts of what was made in the hand."""
        return account(self.ruling)

    @property
    def offense(self) -> Finding | None:
        """The renege that the score of the hand is owed to; None where it is none that cards or calls show."""
        found = (one for one in focus(self.ruling).told if one.team == self.ruling.remedy.reneging_team)
        return next(found, None) if self.ruling.remedy.outcome == "renege" else None

    @property
    def extras(self) -> Mapping[str, Scores]:
        """What else the game counts of the hand, by its name: points among those scored, or hickeys."""
        return keeping_of(self.hand.law.game).extras(self.hand, self.counted, self.basis == "written")

    @property
    def slips(self) -> list[Finding]:
        """What the sheet breaks down and no hand can give."""
        return [one for one in self.hand.findings if one.of_breakdown]


def as_written(line: Line) -> Scores:
    """What a hand comes to by the sheet, where nothing is written as ruled.

    Half a score beside a hand that scores nothing is no score: who sees the sheet could not add it up either.
    """
    points = [points_of(line.hand, mark) for mark in line.written]
    part, nothing = 0 < points.count(None) < len(points), (0,) * len(points)
    if line.basis in ("after", "twice") or (part and line.basis in ("open", "unfinished")):
        return nothing
    made = line.counted or nothing
    return tuple(own if said is None else said for said, own in zip(points, made, strict=True))


def line_of(entry: Entry, before: Line | None, standing: Standing) -> Line:
    """The line of a hand, in a game that stands so."""
    keeping, over = keeping_of(entry.hand.law.game), standing.state in ("won", "tied")
    if not over and _is_picked_up(entry, before):
        standing = keeping.noted(entry.hand) or standing
    hand, made, basis, marks = entry.hand, entry.counted, entry.basis, entry.marks
    if not over and (again := keeping.from_there(hand, standing)) is not hand:
        hand = again
        made, basis, marks = (made, basis, marks) if basis == "twice" else counted(again)
    due = _due(entry, before)
    following = _next_dealer(hand, basis, hand.dealer if due is None else due)
    if over:
        made, basis = None, "after"
    after = keeping.goes_on(standing, hand, made) if made else standing
    compared = [one for one in hand.findings if one.of_score and "part" not in one.facts]
    differs = tuple(sorted({finding.team for finding in compared if finding.team is not None}))
    misread = () if over else tuple(keeping.misread(entry.hand, standing, after))
    return Line(
        hand, entry.number, hand.dealer, due, made, basis, marks, standing, after, hand.written, differs, following,
        entry.numbered, entry.given, misread,
    )  # fmt: skip


def _is_picked_up(entry: Entry, before: Line | None) -> bool:
    """Whether what was written of the totals is all there is to go on from: a hand before this one is not known."""
    if before is None:
        return False
    gap = entry.numbered and before.numbered and entry.number > before.number + 1
    return gap or before.basis in ("open", "unfinished", "twice")


def _due(entry: Entry, before: Line | None) -> int | None:
    """Who should deal: as the record has it, else as the hand just before leaves it."""
    if entry.hand.due_dealer is not None:
        return entry.hand.due_dealer
    if before is None or not (entry.numbered and before.numbered) or entry.number > before.number + 1:
        return None
    return before.next_dealer


def _next_dealer(hand: Summary, basis: Basis, due: int) -> int | None:
    """Who deals after a hand: known also of one of which nothing but the score was written."""
    law, deals = hand.law, Deals(hand.dealer, due, False, hand.seating)
    if basis == "written":
        return law.game.next_dealer("scored", False, deals, law.toggles)
    if due != deals.dealer and hand.remedy.outcome in ("scored", "renege"):
        return law.game.next_dealer(hand.remedy.outcome, False, deals, law.toggles)
    return hand.next_dealer
