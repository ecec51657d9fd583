"""Outcome of a hand, as games and seasons need it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, Protocol

from clabber_audit.cards.cards import SCORED
from clabber_audit.cards.seating import Seating
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.events import melds_of
from clabber_audit.games.clabber.melds import BelleCall, MeldEntry, rank
from clabber_audit.games.clabber.ranking import CARD_POINTS
from clabber_audit.games.clabber.scoring import Counted
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.possible_scores import denies_belle
from clabber_audit.judge.remedies import Remedy
from clabber_audit.records.base import Noted, noted_in
from clabber_audit.records.canonical import digest, record_data
from clabber_audit.replay.events import laid_down_by
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.infraction import LawCase, Trait
from clabber_audit.rules.infractions import infractions


class Whole(Protocol):
    """Protocol for objects that carry the full ruling behind a summary."""

    @property
    def ruling(self) -> Ruling:
        """The ruling."""

    @property
    def digest(self) -> str:
        """The hash of the record."""


class Summary(NamedTuple):
    """Result of a hand. Seats and sides are indices."""

    noted: Noted
    seating: Seating
    law: BoundRuleset
    dealer: int
    #: Who should have dealt, where the record says so.
    due_dealer: int | None
    #: True if cards were written down as they fell, and if the sheet breaks its score down.
    has_cards: bool
    has_parts: bool
    findings: tuple[Finding, ...]
    remedy: Remedy
    makers: int | None
    makers_set: bool
    next_dealer: int | None
    whole: Whole

    @property
    def ruling(self) -> Ruling:
        """Full ruling; a hand that was not judged is judged now."""
        return self.whole.ruling

    @property
    def digest(self) -> str:
        """SHA-256 of the record, hexadecimal."""
        return self.whole.digest

    @property
    def written(self) -> tuple[int | str | None, ...]:
        """Scores on the sheet, by side."""
        return tuple(map(self.noted.score.get, self.seating.side_names))

    @property
    def reneges(self) -> list[Finding]:
        """Proven reneges, called or not."""
        return [finding for finding in self.findings if finding.is_renege]


class _Judged(NamedTuple):
    """Ruling already given."""

    ruling: Ruling

    @property
    def digest(self) -> str:
        return digest(record_data(self.ruling.replay.hand.record))


def summary(ruling: Ruling) -> Summary:
    """Return the summary of a ruling."""
    record, seating = ruling.replay.hand.record, ruling.replay.hand.seating
    due = record.deal.due_dealer
    return Summary(
        noted_in(record),
        seating,
        ruling.law,
        seating.number[record.deal.dealer],
        seating.number[due] if due else None,
        bool(record.plays),
        bool(record.sheet),
        ruling.findings,
        ruling.remedy,
        ruling.replay.makers,
        ruling.makers_set,
        ruling.next_dealer,
        _Judged(ruling),
    )


#: Why a meld scores, or why it does not.
Reason = Literal[
    "highest",
    "level_partners",
    "beside_highest",
    "belle",
    "denied",
    "outranked",
    "level",
    "unannounced",
    "unshown",
    "uncalled",
    "late",
    "open",
]


class Melded(NamedTuple):
    """Meld or belle that was recorded, or forgotten."""

    seat: int
    kind: str
    cards: int
    #: What it scores; None where it does not.
    points: int | None
    reason: Reason
    #: What denies it, a clause with {seat} and {kind}.
    denied: str = ""


class Account(NamedTuple):
    """Components of a score. Teams are indices."""

    #: In the order of the record, then the belles; none where nobody noted melds.
    melds: tuple[Melded, ...]
    #: Who has the last trick, and what a lay-down brings in cards; None where that is open or there was none.
    last_trick: int | None
    laid_down: int | None


def account(ruling: Ruling) -> Account:
    """Return the components of the score as played."""
    replay, layer = ruling.replay, laid_down_by(ruling.replay.hand)
    if not ruling.law.game.melds:
        return Account((), None, None)
    melds = () if replay.hand.record.melds is None else (*_runs(ruling), *_belles(ruling))
    if layer is None:
        return Account(melds, replay.tricks[-1].team if replay.over else None, None)
    if any(trick.team is None or trick.points is None for trick in replay.tricks):
        return Account(melds, None, None)
    return Account(
        melds,
        replay.hand.seating.side_of[layer],
        CARD_POINTS - sum(trick.points or 0 for trick in replay.tricks),
    )


def _runs(ruling: Ruling) -> Iterator[Melded]:
    counted = [item for item in ruling.tally.melds if item.meld]
    ranks = [rank(item.meld, ruling.replay.trumps, ruling.law.toggles) for item in counted if item.meld]
    for entry in melds_of(ruling.replay).entries:
        item = next((item for item in counted if _is(item, entry)), None)
        if item:
            counted.remove(item)
        denied, found = _denied(ruling, entry), Melded(entry.seat, entry.kind, entry.cards, None, "open")
        if denied:
            yield found._replace(reason="denied", denied=denied)
        elif item and item.scores:
            yield found._replace(points=item.points, reason=_why(ruling, item, ranks))
        else:
            yield found._replace(reason=_why_not(ruling, entry, item))


def _why(ruling: Ruling, item: Counted, ranks: Sequence[tuple[int, ...]]) -> Reason:
    """Return why a meld scores: as the highest of the hand, level with its partner's, or beside it."""
    own = rank(item.meld, ruling.replay.trumps, ruling.law.toggles) if item.meld else ()
    if own != max(ranks):
        return "beside_highest"
    return "highest" if ranks.count(own) == 1 else "level_partners"


def _is(item: Counted, entry: MeldEntry) -> bool:
    """Return True if a counted meld is that of an entry."""
    if item.meld is None or item.seat != entry.seat or item.meld.kind != entry.kind:
        return False
    return not entry.cards or item.meld.cards & ~entry.cards == 0


def _denied(ruling: Ruling, call: MeldEntry | BelleCall) -> str:
    """Return the reason why a meld does not score, in the words of the infraction; empty if none."""
    proven = [one for one in ruling.findings if one.meld == call.number and one.verdict == "proven"]
    named = [infractions()[one.infraction] for one in proven]
    found = next((one for one in named if Trait.DENIES_MELD in one.traits), None)
    return (found.unscored(LawCase(call, ruling.law.toggles)) or found.title.lower()) if found else ""


def _why_not(ruling: Ruling, entry: MeldEntry, item: Counted | None) -> Reason:
    if item:
        return "outranked" if any(other.meld and other.scores for other in ruling.tally.melds) else "level"
    if entry.announced > SCORED:
        return "unannounced"
    return "unshown" if entry.shown > SCORED else "open"


def _belles(ruling: Ruling) -> Iterator[Melded]:
    """Yield one row for each seat that called belle or forgot to."""
    scoring = {item.seat: item.points for item in ruling.tally.melds if item.meld is None}
    forgotten = {one.seat: one for one in ruling.findings if denies_belle(infractions()[one.infraction])}
    for seat, points in scoring.items():
        yield Melded(seat, "belle", 0, points, "belle")
    for call in melds_of(ruling.replay).belle_calls:
        if call.seat not in scoring and call.seat not in forgotten and not call.again:
            denied = _denied(ruling, call)
            yield Melded(call.seat, "belle", 0, None, "denied" if denied else "open", denied)
    for seat, finding in forgotten.items():
        if seat is not None:
            yield Melded(seat, "belle", 0, None, "late" if "called" in finding.facts else "uncalled")
