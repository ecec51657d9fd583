"""What cannot physically have happened: contradictions inside a record, all of them at once, each with its place.

Breaking a rule of the game is never among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Fault, Path
from clabber_audit.record.hand import hold
from clabber_audit.record.model import HandRecord
from clabber_audit.record.piles import lost, not_shared_out, unordered
from clabber_audit.record.vocabulary import ABOUT_A_TRICK, MISCOUNTS, SHOWS_CARD
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import DECK_SIZE, HAND_SIZE, SEAT_NAMES, SEATS, spoken

_MOST_CARDS = 8


class _Mention(NamedTuple):
    """A card placed with a seat by one part of the record."""

    card: str
    seat: str
    path: Path
    how: str
    #: Mentions of one group name different cards: a hand, the plays, one meld.
    group: str


def _mentions(record: HandRecord) -> Iterator[_Mention]:
    deal, piled = record.deal, lost(record)
    for seat, codes in deal.hands.items():
        for place, card in enumerate(codes):
            path: Path = ("deal", "hands", seat, place)
            yield _Mention(card, seat, path, f"was dealt to {SEAT_NAMES[seat]}", "hands")
    if deal.upcard:
        how = f"was turned up for the dealer, {SEAT_NAMES[deal.dealer]}"
        yield _Mention(deal.upcard, deal.dealer, ("deal", "upcard"), how, "up-card")
    for place, play in enumerate(record.plays):
        if play.card and place not in piled:
            how = f"is played by {SEAT_NAMES[play.seat]} as card {place + 1}"
            yield _Mention(play.card, play.seat, ("plays", place), how, "plays")
    for number, meld in enumerate(record.melds or ()):
        if meld.shown != "never" and meld.kind != "belle":
            for place, card in enumerate(meld.cards):
                path = ("melds", number, "cards", place)
                yield _Mention(
                    card, meld.seat, path, f"is shown by {SEAT_NAMES[meld.seat]} in a meld", f"meld {number}"
                )
    for number, incident in enumerate(record.incidents):
        if incident.kind in SHOWS_CARD and incident.card and incident.seat:
            how = f"is exposed by {SEAT_NAMES[incident.seat]}"
            yield _Mention(incident.card, incident.seat, ("incidents", number, "card"), how, f"incident {number}")


def card_contradictions(record: HandRecord) -> list[Fault]:
    """Cards in two places, cards named twice, cards that a known hand did not hold, and hands too large."""
    faults: list[Fault] = []
    miscounted = any(incident.kind in MISCOUNTS for incident in record.incidents)
    most = _MOST_CARDS if miscounted else HAND_SIZE
    hands = _hands(record)
    for seat, codes in hands.items():
        if len(codes) > most:
            faults.append(_too_many(seat, len(codes), most, ("deal", "hands", seat)))
    first: dict[str, _Mention] = {}
    listed: dict[str, set[str]] = {seat: set(codes) for seat, codes in hands.items()}
    held: dict[str, set[str]] = {seat: set(listed.get(seat, ())) for seat in SEATS}
    named: set[tuple[str, str]] = set()
    for mention in _mentions(record):
        before = first.setdefault(mention.card, mention)
        card, seat = spoken(mention.card), mention.seat
        full = len(listed.get(seat, ())) >= HAND_SIZE or (miscounted and len(hands) == len(SEATS))
        if before.seat != seat:
            what = f"the {card} is in two places: it {before.how} and {mention.how}"
            faults.append(Fault(what, "a pack holds each card once", "correct one of the two", None, mention.path))
        elif (mention.group, mention.card) in named:
            what = f"the {card} is named twice: it {before.how} and again {mention.how}"
            faults.append(Fault(what, "a pack holds each card once", "correct one of the two", None, mention.path))
        elif full and mention.card not in listed[seat]:
            what = f"the {card} {mention.how}, whose known hand did not hold it"
            why = f"{SEAT_NAMES[seat]} was dealt {' '.join(hands[seat])}"
            faults.append(Fault(what, why, "correct the hand or the card", None, mention.path))
        else:
            held[seat].add(mention.card)
            if len(held[seat]) == most + 1 and len(listed.get(seat, ())) <= most:
                faults.append(_too_many(seat, len(held[seat]), most, mention.path))
        named.add((mention.group, mention.card))
    if record.disordered:
        faults += [*unordered(record), *_misplaced(record, first)]
    faults += _too_many_plays(record, most, miscounted)
    if record.disordered and not faults and hold(record) is None:
        known = {} if miscounted else {seat: codes for seat, codes in hands.items() if len(codes) == HAND_SIZE}
        return not_shared_out(record, {card: mention.seat for card, mention in first.items()}, known)
    return faults


def _misplaced(record: HandRecord, first: dict[str, _Mention]) -> Iterator[Fault]:
    """Cards of tricks whose order is lost that lie elsewhere too, or with somebody who did not play to the trick."""
    lying = dict[str, int]()
    played = {mention.card: mention for mention in _mentions(record) if mention.group == "plays"}
    for place, trick in sorted(lost(record).items()):
        play = record.plays[place] if place < len(record.plays) else None
        if play is None or not play.card:
            continue
        seats = {record.plays[at].seat for at in record.seating.clocks_of(trick) if at < len(record.plays)}
        before, card = played.get(play.card, first.get(play.card)), spoken(play.card)
        why, advice, path = "a pack holds each card once", "correct one of the two", ("plays", place)
        if play.card in lying:
            what = f"the {card} is named twice: it lies in trick {lying[play.card]} and again in trick {trick}"
            yield Fault(what, why, advice, None, path)
        elif before and before.group == "plays":
            what = f"the {card} is in two places: it {before.how} and lies in trick {trick}"
            yield Fault(what, why, advice, None, path)
        elif before and before.seat not in seats:
            what = f"the {card} is in two places: it {before.how} and lies in trick {trick}"
            yield Fault(what, f"{SEAT_NAMES[before.seat]} did not play to that trick", advice, None, path)
        lying.setdefault(play.card, trick)


def _hands(record: HandRecord) -> dict[str, list[str]]:
    """The hands written down, by plain letters and codes."""
    return {str(seat): [str(code) for code in codes] for seat, codes in record.deal.hands.items()}


def _too_many_plays(record: HandRecord, most: int, miscounted: bool) -> list[Fault]:
    faults = []
    hands = _hands(record)
    for seat in SEATS:
        size = most
        hand = hands.get(seat)
        if miscounted and hand is not None and (len(hand) >= HAND_SIZE or len(record.deal.hands) == len(SEATS)):
            size = len(hand)
        clocks = [at for at, play in enumerate(record.plays) if play.seat == seat]
        if len(clocks) > size:
            fell = counted(len(clocks), "{count} card", "{count} cards")
            what = f"{SEAT_NAMES[seat]} plays {fell} out of a hand of {size}"
            why = "nobody can play more cards than were dealt"
            faults.append(Fault(what, why, "check who played each card", None, ("plays", clocks[size])))
    if len(record.plays) > DECK_SIZE and not faults:
        # Only where a miscount lets every seat have more than its share.
        what = f"{len(record.plays)} cards are played"
        faults.append(Fault(what, f"a pack has {DECK_SIZE}", "drop what is too many", None, ("plays", DECK_SIZE)))
    return faults


def _too_many(seat: str, count: int, most: int, path: Path) -> Fault:
    what = f"{SEAT_NAMES[seat]} has {count} cards"
    if most == HAND_SIZE:
        advice = f"correct the cards, or note the miscount as an incident of kind {MISCOUNTS[0]}"
        return Fault(what, f"a hand has {HAND_SIZE} cards", advice, None, path)
    return Fault(what, f"even a miscounted hand has at most {most} cards", "correct the cards", None, path)


def clock_contradictions(record: HandRecord) -> list[Fault]:
    """Moments later than the last card recorded. The words for moments are never too late."""
    played = len(record.plays)
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
    if not moments:
        return []
    return [
        Fault(
            f"clock {moment} is beyond the cards played",
            counted(played, "the record holds {count} card", "the record holds {count} cards"),
            "correct the clock, or write down the cards that are missing (null where not known)",
            None,
            path,
        )
        for path, moment in moments
        if isinstance(moment, int) and moment > played
    ]


def trick_contradictions(record: HandRecord) -> list[Fault]:
    """Incidents about a trick whose four cards had not fallen by then."""
    faults = []
    for number, incident in enumerate(record.incidents):
        if incident.kind not in ABOUT_A_TRICK:
            continue
        trick, played = incident.trick or 1, len(record.plays)
        at = played if incident.at is None else min(clock.number(incident.at), played)
        last = record.seating.clocks_of(trick).stop
        if at < last:
            what = f"trick {trick} was not complete after {max(at, 0)} card{'' if at == 1 else 's'}"
            why = f"its last card is card {last}"
            key = "at" if incident.trick is None and incident.at is not None else "trick"
            advice = "correct the trick or the clock"
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
    seen: set[str] = set()
    for place, card in enumerate(laydown.order):
        path: Path = ("laydown", "order", place)
        if card in gone:
            yield Fault(f"the {spoken(card)} in the order was already played", "", "correct the order", None, path)
        elif card in seen:
            yield Fault(f"the {spoken(card)} stands twice in the order", "", "correct the order", None, path)
        elif holder.get(card, laydown.by) != laydown.by:
            who = SEAT_NAMES[holder[card]]
            what = f"the {spoken(card)} in the order was not held by {SEAT_NAMES[laydown.by]}"
            yield Fault(what, f"it is {who}'s", "correct the order", None, path)
        seen.add(card)
