"""What cannot physically have happened: contradictions inside a record, all of them at once, each with its place.

Breaking a rule of the game is never among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from clabber_audit.ground.errors import Fault, Path
from clabber_audit.record.formats import Record
from clabber_audit.record.hand import hold, most_cards
from clabber_audit.record.mentions import (
    DROP,
    TOO_OFTEN,
    Hands,
    Mention,
    Placed,
    beyond,
    each_card,
    out_of_order,
    too_many_listed,
    too_many_plays,
)
from clabber_audit.record.piles import lost, not_shared_out, unordered
from clabber_audit.record.vocabulary import ABOUT_A_TRICK, MISCOUNTS, SHOWS_CARD
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import seat_name, spoken

if TYPE_CHECKING:
    from clabber_audit.record.bid_euchre import model as bid_euchre
    from clabber_audit.record.model import HandRecord, Incident


def _mentions(record: HandRecord) -> Iterator[Mention]:
    deal, piled = record.deal, lost(record)
    for seat, codes in deal.hands.items():
        for place, card in enumerate(codes):
            path: Path = ("deal", "hands", seat, place)
            yield Mention(card, seat, path, f"in {seat_name(seat)}’s hand", "hands")
    if deal.upcard:
        how = f"as the up-card of the dealer, {seat_name(deal.dealer)}"
        yield Mention(deal.upcard, deal.dealer, ("deal", "upcard"), how, "up-card")
    for place, play in enumerate(record.plays):
        if play.card and place not in piled:
            how = f"played by {seat_name(play.seat)} in trick {record.seating.trick_of(place)}"
            yield Mention(play.card, play.seat, ("plays", place), how, "plays")
    for number, meld in enumerate(record.melds or ()):
        if meld.shown != "never" and meld.kind != "belle":
            for place, card in enumerate(meld.cards):
                path = ("melds", number, "cards", place)
                yield Mention(card, meld.seat, path, f"shown by {seat_name(meld.seat)} in a meld", f"meld {number}")
    for number, incident in enumerate(record.incidents):
        if incident.kind in SHOWS_CARD and incident.card and incident.seat:
            how = f"exposed by {seat_name(incident.seat)}"
            yield Mention(incident.card, incident.seat, ("incidents", number, "card"), how, f"incident {number}")


def _laid_down(record: HandRecord) -> Iterator[Mention]:
    """Yield the cards of a lay-down's order that nothing else in the record contradicts (`laydown_contradictions`)."""
    laydown = record.laydown
    if not laydown:
        return
    refused = {fault.path for fault in laydown_contradictions(record)}
    for place, card in enumerate(laydown.order):
        path: Path = ("laydown", "order", place)
        if path not in refused:
            yield Mention(card, laydown.by, path, f"laid down by {seat_name(laydown.by)}", "laydown")


def card_contradictions(record: HandRecord) -> list[Fault]:
    """Cards in two places, cards named twice, cards that a known hand did not hold, and hands too large."""
    miscounted = any(incident.kind in MISCOUNTS for incident in record.incidents)
    each, seats, listed = record.seating.each, record.seating.seats, _hands(record)
    whole_deal = miscounted and len(listed) == len(seats)
    whole = [seat for seat, codes in listed.items() if whole_deal or len(codes) >= each]
    hands = Hands(seats, listed, whole, each, most_cards(record.seating) if miscounted else each)
    faults, placed = list(too_many_listed(hands)), Placed(record.pack, hands)
    faults += filter(None, map(placed.place, _mentions(record)))
    faults += filter(None, map(placed.place, _laid_down(record)))
    if record.disordered:
        faults += [*unordered(record), *_misplaced(record, placed)]
    sizes = {seat: len(listed[seat]) if miscounted and seat in whole else hands.most for seat in seats}
    faults += too_many_plays([play.seat for play in record.plays], sizes, record.pack.size)
    if record.disordered and not faults and hold(record) is None:
        known = {} if miscounted else {seat: codes for seat, codes in listed.items() if len(codes) == each}
        elsewhere = {
            seat: {face for face, copies in placed.copies.items() if placed.all_named(face) and not _has(copies, seat)}
            for seat in seats
        }
        return not_shared_out(record, elsewhere, known)
    return faults


def _has(copies: Sequence[Mention], seat: str) -> bool:
    return any(one.seat == seat for one in copies)


def _misplaced(record: HandRecord, placed: Placed) -> Iterator[Fault]:
    """Cards of tricks whose order is lost that lie elsewhere too, or with somebody who did not play to the trick."""
    lying: dict[str, list[int]] = {}
    played: dict[str, list[Mention]] = {}
    for mention in _mentions(record):
        if mention.group == "plays":
            played.setdefault(mention.card, []).append(mention)
    for place, trick in sorted(lost(record).items()):
        play = record.plays[place] if place < len(record.plays) else None
        if play is None or not play.card:
            continue
        seats = {record.plays[at].seat for at in record.seating.clocks_of(trick) if at < len(record.plays)}
        face, card, copies = play.card, spoken(play.card), len(record.pack.bits[play.card])
        before, fell = lying.setdefault(face, []), played.get(face, [])
        others = [one for one in placed.of(face) if one.seat not in seats]
        why, advice, path = each_card(record.pack, face), DROP[copies], ("plays", place)
        times = TOO_OFTEN[copies]
        if before and len(before) + len(fell) >= copies:
            what = f"the {card} appears {times}: in trick {before[0]} and again in trick {trick}"
            yield Fault(what, why, advice, None, path)
        elif len(fell) >= copies:
            what = f"the {card} appears {times}: {fell[-1].how} and in trick {trick}"
            yield Fault(what, why, advice, None, path)
        elif len(others) >= copies:
            what = f"the {card} appears {times}: {others[0].how} and in trick {trick}"
            yield Fault(what, f"{seat_name(others[0].seat or 'nobody')} did not play to that trick", advice, None, path)
        before.append(trick)


def _hands(record: HandRecord) -> dict[str, list[str]]:
    """The hands written down, by plain letters and codes."""
    return {str(seat): [str(code) for code in codes] for seat, codes in record.deal.hands.items()}


def clock_contradictions(record: HandRecord) -> list[Fault]:
    """Moments later than the last card recorded. The words for moments are never too late."""
    moments: list[tuple[Path, object]] = []
    for number, meld in enumerate(record.melds or ()):
        moments += [(("melds", number, "announced"), meld.announced), (("melds", number, "shown"), meld.shown)]
    if record.incidents:
        for number, incident in enumerate(record.incidents):
            moments += [(("incidents", number, "at"), incident.at), (("incidents", number, "called"), incident.called)]
    if record.claims:
        moments += [(("claims", number, "at"), claim.at) for number, claim in enumerate(record.claims)]
    if record.comments:
        moments += [(("comments", number, "at"), comment.at) for number, comment in enumerate(record.comments)]
    if record.laydown:
        moments.append((("laydown", "at"), record.laydown.at))
    return beyond(moments, len(record.plays)) if moments else []


def trick_contradictions(record: Record) -> list[Fault]:
    """Incidents about a trick whose cards had not all fallen by then."""
    faults = []
    incidents: Sequence[Incident | bid_euchre.Incident] = record.incidents
    for number, incident in enumerate(incidents):
        if incident.kind not in ABOUT_A_TRICK:
            continue
        trick, played = incident.trick or 1, len(record.plays)
        at = played if incident.at is None else min(clock.number(incident.at), played)
        last = record.seating.clocks_of(trick).stop
        if at < last:
            what = f"trick {trick} was not complete after {max(at, 0)} card{'' if at == 1 else 's'}"
            why = f"its last card is card {last} of the hand"
            key = "at" if incident.trick is None and incident.at is not None else "trick"
            advice = "correct the trick or the time"
            faults.append(Fault(what, why, advice, None, ("incidents", number, key)))
    return faults


def laydown_contradictions(record: HandRecord) -> Iterator[Fault]:
    """A lay-down order of cards that were not held."""
    laydown = record.laydown
    if not laydown:
        return
    at, piled = max(clock.number(laydown.at), 0), lost(record)
    # Of a trick whose order is lost it is not known what had fallen before it was complete.
    ends = {place: record.seating.clocks_of(trick).stop for place, trick in piled.items()}
    gone = {play.card for place, play in enumerate(record.plays[:at]) if ends.get(place, 0) <= at}
    holder = {mention.card: mention.seat for mention in _mentions(record)}
    yield from out_of_order(laydown.by, laydown.order, gone, holder)
