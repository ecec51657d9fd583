"""Gravest point of a ruling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from clabber_audit.cards.cards import number
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.claims import Weighed
from clabber_audit.judge.judge import Ruling
from clabber_audit.rules.infractions import infractions

#: Weight of a penalty, the gravest first.
_GRAVITY: Final = {"renege": 0, "redeal": 1, "meld_void": 2, "void": 2, "note": 3}
#: Claims that changed nothing, the weightiest verdict first.
_WEIGHT: Final = ("upheld", "not_proven", "refuted", "moot", "out_of_time", "inadmissible", "withdrawn")


class Spot(NamedTuple):
    """Part of a hand to draw: a trick, a hand laid down, cards shown or given, or lines of the sheet."""

    trick: int | None = None
    #: Relevant seats, each with its clock.
    hands: tuple[tuple[int, int], ...] = ()
    #: The finding about a hand laid down, or about cards shown or given.
    finding: Finding | None = None
    #: Errors on the sheet.
    sheet: tuple[Finding, ...] = ()


class Focus(NamedTuple):
    """The point in question. Tricks count from 1, seats are indices."""

    claim: Weighed | None
    #: The finding that decides: what the claim proved, what it cost its side, or what voids the deal.
    finding: Finding | None
    #: Where both sides are guilty, the finding against each.
    both: tuple[Finding, ...]
    #: The gravest proven finding that no claim covers, where nothing else decides the score.
    silent: Finding | None
    #: The other proven findings of that weight that no claim covers.
    beside: tuple[Finding, ...]
    #: The finding that takes away what the accused called, whatever name the claim gave it.
    voided: Finding | None
    #: The claim that meant `silent` but was too late, withdrawn or not allowed.
    in_vain: Weighed | None
    #: Disputed parts, in the order of the claims.
    spots: tuple[Spot, ...]

    @property
    def trick(self) -> int | None:
        """The first trick in dispute."""
        return next((spot.trick for spot in self.spots if spot.trick), None)

    @property
    def hands(self) -> list[tuple[int, int]]:
        """The seats whose hands matter, each with its clock."""
        return [hand for spot in self.spots for hand in spot.hands]

    @property
    def leads(self) -> Finding | None:
        """The finding that the first line names instead of the claim: the graver of both; None where the claim is."""
        if self.claim is None:
            return self.silent or self.finding
        if self.silent is None or self.in_vain or self.claim.guilty is not None:
            return None
        proved = self.voided or (self.claim.finding if self.claim.verdict == "upheld" else None)
        weight = _GRAVITY[proved.penalty] if proved else _GRAVITY["note"]
        return self.silent if _GRAVITY[self.silent.penalty] < weight else None

    @property
    def told(self) -> tuple[Finding, ...]:
        """The findings of which the verdict speaks."""
        if self.both:
            return self.both
        found = [self.voided] if self.voided and not self.finding else []
        found += [*(self.claim.either if self.claim else ())] or [one for one in (self.finding,) if one]
        found += [one for one in (self.silent, *self.beside[:1]) if one]
        return tuple({one.number: one for one in found}.values())


def focus(ruling: Ruling) -> Focus:
    """Return the gravest point of a ruling."""
    claims = heard(ruling)
    guilty = [weighed for weighed in claims if weighed.guilty is not None]
    claim = guilty[0] if guilty else min(claims, key=lambda each: _WEIGHT.index(each.verdict), default=None)
    if claim and claim.verdict != "moot":
        finding = claim.finding or claim.penal
    else:
        finding = next((finding for finding in ruling.findings if finding.penalty == "redeal"), None)
    against: dict[int | None, Finding] = {}
    for weighed in guilty:
        if found := weighed.finding or weighed.penal:
            against.setdefault(weighed.guilty, found)
    both = tuple(against.values()) if len(against) > 1 else ()
    voided = _voided(ruling, claim)
    decided = (
        bool(guilty)
        or (finding is not None and finding.penalty == "redeal")
        or ruling.remedy.outcome == "redeal"
    )
    uncovered = [] if decided else _uncovered(ruling, voided)
    silent, beside = next(iter(uncovered), None), uncovered[1:]
    in_vain = next(
        (one for one in claims if silent and one.verdict in _IN_VAIN and is_meant(ruling, one, silent)), None
    )
    if in_vain and claim and claim.verdict in ("refuted", "not_proven", *_IN_VAIN):
        claim = in_vain
    decisive = (
        [weighed for weighed in guilty if weighed.finding in both or weighed.penal in both]
        if both
        else [claim]
    )
    told = [finding for finding in (finding, silent, *beside[:1]) if finding and not both]
    point = Focus(claim, finding, both, silent, tuple(beside), voided, in_vain, ())
    if point.leads and claim and claim.verdict in ("refuted", *_IN_VAIN):
        # A sentence is enough for a claim that failed below a graver fault.
        decisive = []
    spots = [spot for weighed in decisive if weighed for spot in _claimed(ruling, weighed, voided)]
    spots += [spot for one in told if (spot := _found(ruling, one))]
    spots += [Spot(sheet=tuple(ruling.wrong_sheet))] if ruling.wrong_sheet and not (claim or finding) else []
    return point._replace(spots=tuple(_merged(spots)))


def disputed_beside(ruling: Ruling, point: Focus) -> Iterator[tuple[Spot, Weighed]]:
    """Yield the tricks that other claims dispute than the one in question, each once, with its claim."""
    drawn = {spot.trick for spot in point.spots}
    for weighed in [] if point.leads else heard(ruling):
        if weighed.verdict not in _IN_VAIN and weighed.verdict != "moot":
            for spot in _merged(list(_claimed(ruling, weighed, None))):
                if spot.trick and spot.trick not in drawn:
                    drawn.add(spot.trick)
                    yield spot, weighed


#: Verdicts on a claim under which nobody looks at what it says.
_IN_VAIN: Final = ("out_of_time", "inadmissible", "withdrawn")


def _uncovered(ruling: Ruling, voided: Finding | None) -> list[Finding]:
    """Return the gravest proven findings that no claim covers, in the order of the hand, those of nobody last."""
    covered = {
        one.number for weighed in ruling.claims for one in (*weighed.either, weighed.finding, voided) if one
    }
    found = [
        one
        for one in ruling.findings
        if one.verdict == "proven" and not (one.of_claim or one.of_score) and one.number not in covered
    ]
    gravest = min((_GRAVITY[one.penalty] for one in found), default=0)
    # What the record lays at nobody's door cannot be called, so it is told after what can.
    return sorted(
        (one for one in found if _GRAVITY[one.penalty] == gravest), key=lambda one: one.team is None
    )


def is_meant(ruling: Ruling, weighed: Weighed, finding: Finding) -> bool:
    """Return True if a claim called what a finding says, and that had happened."""
    made = ruling.replay.hand.record.claims[weighed.number]
    return finding in weighed.told or (
        finding.happened_by(number(made.at)) and is_named(ruling, weighed, finding)
    )


def is_named(ruling: Ruling, weighed: Weighed, finding: Finding) -> bool:
    """Return True if a claim names what a finding says: by its trick, or else by its kind (D-53)."""
    made = ruling.replay.hand.record.claims[weighed.number]
    if weighed.accused != finding.team:
        return False
    if made.trick and (made.infraction is None or infractions()[made.infraction].of_card):
        return finding.by_a_card and finding.trick == made.trick
    return made.infraction in (None, finding.infraction)


def is_misnamed(ruling: Ruling, weighed: Weighed) -> bool:
    """Return True if a claim is upheld for another fault than the one that it names (D-53)."""
    claim, found = ruling.replay.hand.record.claims[weighed.number], weighed.finding
    if weighed.verdict != "upheld" or found is None or weighed.either:
        return False
    also = infractions()[found.infraction].also_called(ruling.law.toggles)
    if claim.infraction not in (None, found.infraction, also):
        return True
    seats = ruling.replay.hand.seating.number
    return claim.against in seats and found.seat not in (None, seats[claim.against])


def is_own_side(ruling: Ruling, claim: Weighed) -> bool:
    """Return True if a claim is against its maker's own side, which is no claim (D-55)."""
    by = ruling.replay.hand.record.claims[claim.number].by
    return by is not None and ruling.replay.hand.seating.side_named(by) == claim.accused


def heard(ruling: Ruling) -> list[Weighed]:
    """Return the claims in the order in which they are weighed."""
    claims = ruling.replay.hand.record.claims
    ordered = sorted(ruling.claims, key=lambda weighed: (number(claims[weighed.number].at), weighed.number))
    return [weighed._replace(finding=_plainest(ruling, weighed)) for weighed in ordered]


def _plainest(ruling: Ruling, weighed: Weighed) -> Finding | None:
    """Return what upholds a claim of no trick: another such card of that player before a second one to one trick."""
    first, made = weighed.finding, ruling.replay.hand.record.claims[weighed.number]
    if first is None or weighed.either or made.trick or not is_second_card(ruling, first):
        return first
    alike = (one for one in ruling.findings if (one.infraction, one.seat) == (first.infraction, first.seat))
    certain = (one for one in alike if one.verdict == "proven" and one.happened_by(number(made.at)))
    return next((one for one in certain if not is_second_card(ruling, one)), first)


def is_second_card(ruling: Ruling, finding: Finding) -> bool:
    """Return True if a finding is about a card whose player had a card in that trick already."""
    seats, lead = (
        ruling.replay.hand.seats,
        ruling.replay.hand.seating.lead_of(finding.at) if finding.of_card else 0,
    )
    return finding.of_card and finding.seat in seats[lead : finding.at]


def _voided(ruling: Ruling, claim: Weighed | None) -> Finding | None:
    if claim is None or claim.deed or claim.verdict not in ("upheld", "refuted"):
        return None
    told = [claim.finding] if claim.finding else [one for one in ruling.findings if one.team == claim.accused]
    return next(
        (one for one in told if one.verdict == "proven" and one.penalty in ("meld_void", "void")), None
    )


def hands_of(ruling: Ruling, claim: Weighed) -> list[tuple[int, int]]:
    """Return the seats that a claim is about, each with its clock."""
    spots = _merged(list(_claimed(ruling, claim, _voided(ruling, claim))))
    return [hand for spot in spots for hand in spot.hands]


def _claimed(ruling: Ruling, claim: Weighed, voided: Finding | None) -> Iterator[Spot]:
    """Yield the spots of a claim: what it proved, else the trick it names, else the first it may mean."""
    deed = claim.deed if claim.deed and claim.deed.of_card else None
    proved = [one for one in (claim.finding, *claim.either, voided, deed) if one]
    found = [spot for one in proved if (spot := _found(ruling, one))]
    trick: int | None = ruling.replay.hand.record.claims[claim.number].trick
    if not found and trick and trick <= ruling.replay.hand.seating.trick_of(len(ruling.replay.cards) - 1):
        found = [Spot(trick, _accused(ruling, claim, trick))]
    yield from found or [spot for one in claim.meant[:1] if (spot := _found(ruling, one))]


def _found(ruling: Ruling, finding: Finding) -> Spot | None:
    """Return the spot of a finding; None where there is nothing to draw."""
    if finding.of_card and finding.seat is not None:
        return Spot(finding.trick, ((finding.seat, finding.at),))
    if finding.of_laydown and finding.seat is not None:
        return Spot(None, ((finding.seat, finding.at),), finding)
    return Spot(finding=finding) if finding.seat is not None and finding.facts.get("cards") else None


def _accused(ruling: Ruling, claim: Weighed, trick: int) -> tuple[tuple[int, int], ...]:
    """Return the hand before the card at fault in a trick, else those of the accused before their cards."""
    fault = offense_in(ruling, trick)
    if fault and fault.seat is not None and fault.team == claim.accused:
        return ((fault.seat, fault.at),)
    return cards_of_accused(ruling, claim, trick)


def cards_of_accused(ruling: Ruling, claim: Weighed, trick: int) -> tuple[tuple[int, int], ...]:
    """Return the cards of the accused in a trick, each as its seat and clock."""
    against = ruling.replay.hand.record.claims[claim.number].against
    seating = ruling.replay.hand.seating
    fallen = [(ruling.replay.hand.seats[at], at) for at in ruling.replay.clocks_of(trick)]
    return tuple(
        (seat, at)
        for seat, at in fallen
        if seating.seats[seat] == against
        or (against in seating.side_names and seating.side_of[seat] == claim.accused)
    )


def _merged(spots: Sequence[Spot]) -> Iterator[Spot]:
    """Yield each trick once, with all its hands."""
    for trick in sorted({spot.trick for spot in spots if spot.trick}):
        here = [hand for spot in spots if spot.trick == trick for hand in spot.hands]
        yield Spot(trick, tuple(dict.fromkeys(here)))
    yield from [spot for at, spot in enumerate(spots) if not spot.trick and spot not in spots[:at]]


def offense_in(ruling: Ruling, trick: int) -> Finding | None:
    """Return the first card at fault in a trick, a proven one before an undetermined one."""
    found = [finding for finding in ruling.findings if finding.of_card and finding.trick == trick]
    return min(found, key=lambda finding: finding.verdict != "proven", default=None)
