"""Point in question of a ruling: what its first lines are about, what is drawn for it, and why plays were legal.

`focus` picks the claim or finding that matters most. Its spots are the parts of the hand to draw. `find_other_disputes`
has those of the other claims, `lawful_plays` the cards of a failed claim that were legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from clabber_audit.cards import clock_of, letter_of
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.claims import WeighedClaim, moment_of
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

    claim: WeighedClaim | None
    #: That of the claim, that against its own side, or the one that voids the deal.
    finding: Finding | None
    #: Where both sides are guilty, the finding against each.
    both: tuple[Finding, ...]
    #: The gravest proven finding that no claim covers, where nothing else decides the score.
    uncalled: Finding | None
    #: The other proven findings of that weight that no claim covers.
    others: tuple[Finding, ...]
    #: The finding that voids a meld or call of the accused, whatever kind the claim named.
    voided: Finding | None
    #: The claim that meant `uncalled` but was too late, withdrawn or not allowed.
    failed_call: WeighedClaim | None
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
            return self.uncalled or self.finding
        if self.uncalled is None or self.failed_call or self.claim.guilty is not None:
            return None
        proved = self.voided or (self.claim.finding if self.claim.verdict == "upheld" else None)
        weight = _GRAVITY[proved.penalty] if proved else _GRAVITY["note"]
        return self.uncalled if _GRAVITY[self.uncalled.penalty] < weight else None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that the verdict names."""
        if self.both:
            return self.both
        result = [self.voided] if self.voided and not self.finding else []
        result += [*(self.claim.either if self.claim else ())] or [
            finding for finding in (self.finding,) if finding
        ]
        result += [finding for finding in (self.uncalled, *self.others[:1]) if finding]
        return tuple({finding.number: finding for finding in result}.values())


def focus(ruling: Ruling) -> Focus:
    """Return the gravest point of a ruling."""
    claims = claims_in_order(ruling)
    guilty = [weighed for weighed in claims if weighed.guilty is not None]
    claim = guilty[0] if guilty else min(claims, key=lambda each: _WEIGHT.index(each.verdict), default=None)
    if claim and claim.verdict != "moot":
        finding = claim.finding or claim.penal
    else:
        finding = next((finding for finding in ruling.findings if finding.penalty == "redeal"), None)
    against: dict[int | None, Finding] = {}
    for weighed in guilty:
        if proof := weighed.finding or weighed.penal:
            against.setdefault(weighed.guilty, proof)
    both = tuple(against.values()) if len(against) > 1 else ()
    voided = _find_voided(ruling, claim)
    is_settled = (
        bool(guilty)
        or (finding is not None and finding.penalty == "redeal")
        or ruling.remedy.outcome == "redeal"
    )
    uncovered = [] if is_settled else _find_uncovered(ruling, voided)
    uncalled, others = next(iter(uncovered), None), uncovered[1:]
    failed_call = next(
        (
            weighed
            for weighed in claims
            if uncalled and weighed.verdict in _NOT_EXAMINED and weighed.can_mean(uncalled)
        ),
        None,
    )
    if failed_call and claim and claim.verdict in ("refuted", "not_proven", *_NOT_EXAMINED):
        claim = failed_call
    claims_to_draw = (
        [weighed for weighed in guilty if weighed.finding in both or weighed.penal in both]
        if both
        else [claim]
    )
    findings_to_draw = [] if both else [item for item in (finding, uncalled, *others[:1]) if item]
    point = Focus(claim, finding, both, uncalled, tuple(others), voided, failed_call, ())
    if point.leads and claim and claim.verdict in ("refuted", *_NOT_EXAMINED):
        # A sentence is enough for a claim that failed below a graver fault.
        claims_to_draw = []
    spots = [
        spot
        for weighed in claims_to_draw
        if weighed
        for spot in _find_spots_of_claim(ruling, weighed, voided)
    ]
    spots += [spot for item in findings_to_draw if (spot := _find_spot(ruling, item))]
    spots += [Spot(sheet=tuple(ruling.wrong_sheet))] if ruling.wrong_sheet and not (claim or finding) else []
    return point._replace(spots=tuple(_merge_spots(spots)))


def find_other_disputes(ruling: Ruling, point: Focus) -> Iterator[tuple[Spot, WeighedClaim]]:
    """Yield the tricks that other claims dispute than the one in question, each once, with its claim."""
    drawn = {spot.trick for spot in point.spots}
    for weighed in [] if point.leads else claims_in_order(ruling):
        if weighed.verdict not in _NOT_EXAMINED and weighed.verdict != "moot":
            for spot in _merge_spots(list(_find_spots_of_claim(ruling, weighed, None))):
                if spot.trick and spot.trick not in drawn:
                    drawn.add(spot.trick)
                    yield spot, weighed


#: Verdicts on claims that are not examined.
_NOT_EXAMINED: Final = ("out_of_time", "inadmissible", "withdrawn")


def _find_uncovered(ruling: Ruling, voided: Finding | None) -> list[Finding]:
    """Return the gravest proven findings that no claim covers, in the order of the hand, those without a known seat last."""
    covered = {
        finding.number
        for weighed in ruling.claims
        for finding in (*weighed.either, weighed.finding, voided)
        if finding
    }
    findings = [
        finding
        for finding in ruling.findings
        if finding.verdict == "proven"
        and not (finding.of_claim or finding.of_score)
        and finding.number not in covered
    ]
    gravest = min((_GRAVITY[finding.penalty] for finding in findings), default=0)
    # A finding without a known side cannot be claimed, so it comes last.
    return sorted(
        (finding for finding in findings if _GRAVITY[finding.penalty] == gravest),
        key=lambda finding: finding.team is None,
    )


def is_misnamed(ruling: Ruling, weighed: WeighedClaim) -> bool:
    """Return True if a claim is upheld for another fault than the one that it names (D-53)."""
    claim, finding = weighed.made, weighed.finding
    if weighed.verdict != "upheld" or finding is None or weighed.either:
        return False
    also = infractions()[finding.infraction].claim_alias(ruling.law.toggles)
    if claim.infraction not in (None, finding.infraction, also):
        return True
    seats = ruling.replay.hand.seating.number
    return claim.against in seats and finding.seat not in (None, seats[claim.against])


def is_own_side(ruling: Ruling, claim: WeighedClaim) -> bool:
    """Return True if a claim is against the claimant's own side, which does not count as a claim (D-55)."""
    by = claim.made.by
    return by is not None and ruling.replay.hand.seating.side_named(by) == claim.accused


def claims_in_order(ruling: Ruling) -> list[WeighedClaim]:
    """Return the claims in the order in which they are weighed."""
    ordered = sorted(ruling.claims, key=lambda weighed: (moment_of(weighed.made), weighed.number))
    return [weighed._replace(finding=_find_plainest(ruling, weighed)) for weighed in ordered]


def _find_plainest(ruling: Ruling, weighed: WeighedClaim) -> Finding | None:
    """Return the finding that upholds a claim.

    If the claim names no trick, prefer a finding that is not about a second card to one trick.
    """
    first, made = weighed.finding, weighed.made
    if first is None or weighed.either or made.trick or not is_second_card(ruling, first):
        return first
    alike = (
        finding
        for finding in ruling.findings
        if (finding.infraction, finding.seat) == (first.infraction, first.seat)
    )
    certain = (
        finding for finding in alike if finding.verdict == "proven" and finding.precedes(clock_of(made.at))
    )
    return next((finding for finding in certain if not is_second_card(ruling, finding)), first)


def is_second_card(ruling: Ruling, finding: Finding) -> bool:
    """Return True if a finding is about a card whose player had a card in that trick already."""
    hand = ruling.replay.hand
    return finding.in_trick and finding.seat in hand.seats[hand.seating.lead_of(finding.at) : finding.at]


def _find_voided(ruling: Ruling, claim: WeighedClaim | None) -> Finding | None:
    if claim is None or claim.unpenalized or claim.verdict not in ("upheld", "refuted"):
        return None
    may_void = (
        [claim.finding]
        if claim.finding
        else [finding for finding in ruling.findings if finding.team == claim.accused]
    )
    return next(
        (
            finding
            for finding in may_void
            if finding.verdict == "proven" and finding.penalty in ("meld_void", "void")
        ),
        None,
    )


def hands_of(ruling: Ruling, claim: WeighedClaim) -> list[tuple[int, int]]:
    """Return the seats that a claim is about, each with its clock."""
    spots = _merge_spots(list(_find_spots_of_claim(ruling, claim, _find_voided(ruling, claim))))
    return [hand for spot in spots for hand in spot.hands]


def _find_spots_of_claim(ruling: Ruling, claim: WeighedClaim, voided: Finding | None) -> Iterator[Spot]:
    """Yield the spots of a claim: of its findings, else the trick it names, else the first undecided finding."""
    free = claim.unpenalized if claim.unpenalized and claim.unpenalized.in_trick else None
    proved = [finding for finding in (claim.finding, *claim.either, voided, free) if finding]
    results = [spot for finding in proved if (spot := _find_spot(ruling, finding))]
    trick = claim.made.trick
    if not results and trick and trick <= ruling.replay.hand.seating.trick_of(len(ruling.replay.cards) - 1):
        # The hand before the card at fault, else those of the accused before their cards.
        fault = offense_in(ruling, trick)
        if fault and fault.seat is not None and fault.team == claim.accused:
            results = [Spot(trick, ((fault.seat, fault.at),))]
        else:
            results = [Spot(trick, cards_of_accused(ruling, claim, trick))]
    yield from results or [spot for finding in claim.undecided[:1] if (spot := _find_spot(ruling, finding))]


def _find_spot(ruling: Ruling, finding: Finding) -> Spot | None:
    """Return the spot of a finding; None where there is nothing to draw."""
    if finding.in_trick and finding.seat is not None:
        return Spot(finding.trick, ((finding.seat, finding.at),))
    if finding.of_laydown and finding.seat is not None:
        return Spot(None, ((finding.seat, ruling.replay.hand.laydown_clock),), finding)
    return Spot(finding=finding) if finding.seat is not None and finding.facts.get("cards") else None


def cards_of_accused(ruling: Ruling, claim: WeighedClaim, trick: int) -> tuple[tuple[int, int], ...]:
    """Return the cards of the accused in a trick, each as its seat and clock."""
    against = claim.made.against
    seating = ruling.replay.hand.seating
    fallen = [(ruling.replay.hand.seats[at], at) for at in ruling.replay.clocks_of(trick)]
    return tuple(
        (seat, at)
        for seat, at in fallen
        if seating.seats[seat] == against
        or (against in seating.side_names and seating.side_of[seat] == claim.accused)
    )


def _merge_spots(spots: Sequence[Spot]) -> Iterator[Spot]:
    """Yield each trick once, with all its hands."""
    for trick in sorted({spot.trick for spot in spots if spot.trick}):
        here = [hand for spot in spots if spot.trick == trick for hand in spot.hands]
        yield Spot(trick, tuple(dict.fromkeys(here)))
    yield from [spot for at, spot in enumerate(spots) if not spot.trick and spot not in spots[:at]]


def offenses_in(ruling: Ruling, trick: int) -> list[Finding]:
    """Return the findings about cards in a trick."""
    return [finding for finding in ruling.findings if finding.in_trick and finding.trick == trick]


def offense_in(ruling: Ruling, trick: int) -> Finding | None:
    """Return the first card at fault in a trick, a proven one before an undetermined one."""
    return min(offenses_in(ruling, trick), key=lambda finding: finding.verdict != "proven", default=None)


LegalReason = Literal["led", "led_in_order", "followed", "trumped", "threw_off", "no_trump", "joker_led"]


class Lawful(NamedTuple):
    """Legal play: clock, seat, suit led and the reason."""

    at: int
    seat: int
    card: int
    led: int
    reason: LegalReason


def lawful_plays(ruling: Ruling, claim: WeighedClaim | None) -> Iterator[Lawful]:
    """Yield the legal plays of a claim that is refuted or penalized, each with the reason.

    Also of a duty claim upheld only for a card out of turn: the cards that it names were legal.
    """
    if claim is None:
        return
    faults, replay = {finding.at for finding in ruling.findings if finding.in_trick}, ruling.replay
    made = claim.made
    named = infractions()[made.infraction] if made.infraction else None
    hands = list[tuple[int, int]]()
    if claim.verdict == "refuted" or (claim.verdict == "withdrawn" and claim.penal):
        hands = hands_of(ruling, claim)
    elif (
        claim.guilty is None and is_misnamed(ruling, claim) and made.trick and named and named.place == "duty"
    ):
        faults = {
            finding.at
            for finding in ruling.findings
            if finding.in_trick and infractions()[finding.infraction].place == "duty"
        }
        hands = [*cards_of_accused(ruling, claim, made.trick)]
    owed = replay.trumps if ruling.law.game.must_trump else 0
    for seat, at in hands:
        lead = replay.hand.seating.lead_of(at)
        if at in faults or at >= len(replay.cards) or not all(replay.cards[lead : at + 1]):
            continue
        card, led, held = replay.cards[at], replay.suit_led(lead), replay.hand_at(seat, at)
        reason: LegalReason | None = None
        if at == lead:
            reason = "led_in_order" if ruling.law.leads else "led"
        elif card & led:
            reason = "followed"
        elif card & replay.trumps and not held & led:
            reason = "trumped"
        elif letter_of(led) is None:
            # A joker led at no trump without a named suit binds no seat (BD-40).
            reason = "joker_led"
        elif not held & (led | owed):
            # A trump led leaves no second duty.
            reason = "threw_off" if owed & ~led else "no_trump"
        if reason:
            yield Lawful(at, seat, card, led, reason)
