"""Why a card that was called a renege is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from clabber_audit.law.infractions import infractions
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.focus import cards_of_accused, hands_of, is_misnamed
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import letter_of


class Lawful(NamedTuple):
    """A card that was played as it had to be: its clock, who played it, the suit led, and what makes it right."""

    at: int
    seat: int
    card: int
    led: int
    reason: Literal["led", "led_in_order", "followed", "trumped", "threw_off", "no_trump", "joker_led"]


def lawful_plays(ruling: Ruling, claim: Weighed | None) -> Iterator[Lawful]:
    """Yield the cards that a claim is about that is refuted, or costs something, each with what makes it right.

    So for a claim of a duty that is upheld for a card out of turn alone: the cards that it names were right.
    """
    if claim is None:
        return
    faults, walk = {finding.at for finding in ruling.findings if finding.of_card}, ruling.walk
    made = walk.hand.record.claims[claim.number]
    named = infractions()[made.infraction] if made.infraction else None
    hands = list[tuple[int, int]]()
    if claim.verdict == "refuted" or (claim.verdict == "withdrawn" and claim.penal):
        hands = hands_of(ruling, claim)
    elif claim.guilty is None and is_misnamed(ruling, claim) and made.trick and named and named.place == "duty":
        faults = {one.at for one in ruling.findings if one.of_card and infractions()[one.infraction].place == "duty"}
        hands = [*cards_of_accused(ruling, claim, made.trick)]
    # In the games of bidding for tricks nobody has to trump (B-020).
    owed = walk.trumps if ruling.law.game.id == "clabber" else 0
    for seat, at in hands:
        lead = walk.hand.seating.lead_of(at)
        if at in faults or at >= len(walk.cards) or not all(walk.cards[lead : at + 1]):
            continue
        card, led, held, trump = (
            walk.cards[at],
            walk.suit_led(lead),
            walk.held(seat, at),
            walk.trumps,
        )
        if at == lead:
            yield Lawful(at, seat, card, led, "led_in_order" if ruling.law.leads else "led")
        elif card & led:
            yield Lawful(at, seat, card, led, "followed")
        elif card & trump and not held & led:
            yield Lawful(at, seat, card, led, "trumped")
        elif letter_of(led) is None:
            # A joker led without trumps, for which no suit was named: nobody is bound (BD-40).
            yield Lawful(at, seat, card, led, "joker_led")
        elif not held & (led | owed):
            yield Lawful(at, seat, card, led, "threw_off" if owed else "no_trump")
