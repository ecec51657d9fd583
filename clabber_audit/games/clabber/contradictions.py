"""Contradictions in a Clabber record other than cards in two places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from clabber_audit.cards.cards import SEAT_NAMES, SEATS, SUIT, SUIT_NAMES, TEAMS, card_name, team_of
from clabber_audit.core.errors import RecordError
from clabber_audit.games.clabber.auction import read_declarations
from clabber_audit.records.contradictions import (
    card_contradictions,
    clock_contradictions,
    event_contradictions,
    laydown_contradictions,
    trick_contradictions,
)
from clabber_audit.records.hand import Hand, find_shown_in_play, prepare_hand

if TYPE_CHECKING:
    from clabber_audit.records.clabber import HandRecord


def build_possible_hand(record: HandRecord) -> Hand | None:
    """Return the record as a hand, None if it contradicts itself; `prepare` also says why, and takes longer."""
    hand = prepare_hand(record)
    return None if hand is None or _find_other_contradictions(record) else hand


def prepare(record: HandRecord) -> tuple[Hand | None, list[RecordError]]:
    """Return the record as a hand, None if its cards contradict each other, and all contradictions."""
    hand, others = prepare_hand(record), _find_other_contradictions(record)
    return hand, contradictions(record) if hand is None or others else []


def contradictions(record: HandRecord) -> list[RecordError]:
    """Return all contradictions of a record."""
    errors = [*card_contradictions(record), *_find_other_contradictions(record)]
    return errors or list(_find_cards_shown_too_late(record) if prepare_hand(record) is None else ())


def _find_cards_shown_too_late(record: HandRecord) -> Iterator[RecordError]:
    """Yield the cards taken back that must have fallen before, as no other card is left for an earlier clock."""
    for number, incident in enumerate(record.incidents):
        if incident in find_shown_in_play(record).values():
            what = f"the {card_name(incident.card or '')} must have been played before it was taken back"
            why = "by the known cards nothing else can have fallen earlier"
            yield RecordError(what, why, "correct the card or the time", ("incidents", number, "card"))


def lasting_contradictions(record: HandRecord) -> list[RecordError]:
    """Return the contradictions that a longer record could not resolve, unlike a clock after the last card."""
    return [*card_contradictions(record), *contract_contradictions(record), *laydown_contradictions(record)]


def _find_other_contradictions(record: HandRecord) -> list[RecordError]:
    """Return contradictions that concern no cards."""
    errors = clock_contradictions(record)
    if record.incidents or record.claims or record.agreements:
        errors += [*trick_contradictions(record), *event_contradictions(record)]
    if record.contract:
        errors += contract_contradictions(record)
    return [*errors, *laydown_contradictions(record)] if record.laydown else errors


def contract_contradictions(record: HandRecord) -> list[RecordError]:
    """Return the ways in which the contract differs from the calls."""
    faults: list[RecordError] = []
    contract = record.contract
    if contract and record.declarations:
        auction = read_declarations(record, prepare_hand(record))
        if auction.passed_out:
            why = "all four passed twice, so nobody made trump"
            faults.append(
                RecordError(
                    "the contract does not match the calls", why, "remove one of the two", ("contract",)
                )
            )
        if auction.maker is not None:
            seat, team = SEATS[auction.maker], TEAMS[team_of(auction.maker)]
            if contract.maker not in (seat, team):
                why = f"by the calls, {SEAT_NAMES[seat]} made trump"
                what = f"the contract says {contract.maker} made trump"
                faults.append(RecordError(what, why, "correct one of the two", ("contract", "maker")))
        if auction.trump is not None and auction.trump != SUIT[contract.trump]:
            made = next(name for letter, name in SUIT_NAMES.items() if SUIT[letter] == auction.trump)
            what = f"the contract says trump is {SUIT_NAMES[contract.trump]}"
            why = f"by the calls, it is {made}"
            faults.append(RecordError(what, why, "correct one of the two", ("contract", "trump")))
        if auction.maker is not None and auction.trump is None:
            # An unrecorded up-card was accepted, and the dealer cannot have held a card of that suit.
            suit, dealer = SUIT_NAMES[contract.trump], SEAT_NAMES[record.deal.dealer]
            what = f"the contract says trump is {suit}, and the up-card was accepted"
            why = f"the up-card is the dealer's, and {dealer} held no {suit}"
            faults.append(RecordError(what, why, "correct the contract or the hand", ("contract", "trump")))
    return faults
