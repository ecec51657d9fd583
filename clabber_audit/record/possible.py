"""What cannot physically have happened: contradictions inside a record, all of them at once, each with its place.

Breaking a rule of the game is never among them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Fault, Path
from clabber_audit.record.hand import hold, most_cards
from clabber_audit.record.model import HandRecord
from clabber_audit.record.piles import lost, not_shared_out, unordered
from clabber_audit.record.vocabulary import ABOUT_A_TRICK, MISCOUNTS, SHOWS_CARD
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import seat_name, spoken
from clabber_audit.table.pack import Pack


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
            yield _Mention(card, seat, path, f"was dealt to {seat_name(seat)}", "hands")
    if deal.upcard:
        how = f"was turned up for the dealer, {seat_name(deal.dealer)}"
        yield _Mention(deal.upcard, deal.dealer, ("deal", "upcard"), how, "up-card")
    for place, play in enumerate(record.plays):
        if play.card and place not in piled:
            how = f"is played by {seat_name(play.seat)} as card {place + 1}"
            yield _Mention(play.card, play.seat, ("plays", place), how, "plays")
    for number, meld in enumerate(record.melds or ()):
        if meld.shown != "never" and meld.kind != "belle":
            for place, card in enumerate(meld.cards):
                path = ("melds", number, "cards", place)
                yield _Mention(card, meld.seat, path, f"is shown by {seat_name(meld.seat)} in a meld", f"meld {number}")
    for number, incident in enumerate(record.incidents):
        if incident.kind in SHOWS_CARD and incident.card and incident.seat:
            how = f"is exposed by {seat_name(incident.seat)}"
            yield _Mention(incident.card, incident.seat, ("incidents", number, "card"), how, f"incident {number}")


class _Named(NamedTuple):
    """The copies of a face that a record names, one mention for each."""

    pack: Pack
    copies: dict[str, list[_Mention]]

    def of(self, face: str) -> list[_Mention]:
        """One mention for each copy of a face."""
        return self.copies.setdefault(face, [])

    def all_named(self, face: str, more: int = 0) -> bool:
        """Whether that is as often as the pack has it."""
        return len(self.of(face)) + more >= len(self.pack.bits[face])

    def once_more(self, face: str, mention: _Mention) -> Fault:
        """The fault of a mention that needs one more copy than there are."""
        before = self.of(face)
        told, (times, places) = ", ".join(one.how for one in before), _TOO_OFTEN[len(before)]
        if all(one.seat == mention.seat for one in before):
            what = f"the {spoken(face)} is named {times}: it {told} and again {mention.how}"
        else:
            what = f"the {spoken(face)} is in {places} places: it {told} and {mention.how}"
        return Fault(what, _each_card(self.pack, face), _DROP[len(before)], None, mention.path)


#: What is said of one copy more than one, or than two.
_TOO_OFTEN = {1: ("twice", "two"), 2: ("three times", "three")}
_DROP = {1: "correct one of the two", 2: "correct one of the three"}


def _each_card(pack: Pack, face: str) -> str:
    return "a pack holds each card once" if len(pack.bits[face]) == 1 else "the pack holds each card twice"


def card_contradictions(record: HandRecord) -> list[Fault]:
    """Cards in two places, cards named twice, cards that a known hand did not hold, and hands too large."""
    faults: list[Fault] = []
    miscounted = any(incident.kind in MISCOUNTS for incident in record.incidents)
    each, seats = record.seating.each, record.seating.seats
    most = most_cards(record.seating) if miscounted else each
    hands = _hands(record)
    for seat, codes in hands.items():
        if len(codes) > most:
            faults.append(_too_many(seat, len(codes), each, most, ("deal", "hands", seat)))
    named = _Named(record.pack, {})
    #: Each card that a seat is known to have, with the number of the copy.
    listed = {
        seat: {(card, codes[:place].count(card)) for place, card in enumerate(codes)} for seat, codes in hands.items()
    }
    held = {seat: set(listed.get(seat, ())) for seat in seats}
    times = Counter[tuple[str, str, str]]()
    for mention in _mentions(record):
        face, seat = mention.card, mention.seat
        own = sum(one.seat == seat for one in named.of(face))
        copy = times[mention.group, seat, face]
        times[mention.group, seat, face] += 1
        full = len(listed.get(seat, ())) >= each or (miscounted and len(hands) == len(seats))
        if copy >= own and named.all_named(face):
            faults.append(named.once_more(face, mention))
            continue
        if copy >= own:
            named.of(face).append(mention)
        if full and (face, copy) not in listed[seat]:
            what = f"the {spoken(face)} {mention.how}, whose known hand did not hold it"
            why = f"{seat_name(seat)} was dealt {' '.join(hands[seat])}"
            faults.append(Fault(what, why, "correct the hand or the card", None, mention.path))
        else:
            held[seat].add((face, copy))
            if len(held[seat]) == most + 1 and len(listed.get(seat, ())) <= most:
                faults.append(_too_many(seat, len(held[seat]), each, most, mention.path))
    if record.disordered:
        faults += [*unordered(record), *_misplaced(record, named)]
    faults += _too_many_plays(record, most, miscounted)
    if record.disordered and not faults and hold(record) is None:
        known = {} if miscounted else {seat: codes for seat, codes in hands.items() if len(codes) == each}
        elsewhere = {
            seat: {face for face, copies in named.copies.items() if named.all_named(face) and not _has(copies, seat)}
            for seat in seats
        }
        return not_shared_out(record, elsewhere, known)
    return faults


def _has(copies: Sequence[_Mention], seat: str) -> bool:
    return any(one.seat == seat for one in copies)


def _misplaced(record: HandRecord, named: _Named) -> Iterator[Fault]:
    """Cards of tricks whose order is lost that lie elsewhere too, or with somebody who did not play to the trick."""
    lying: dict[str, list[int]] = {}
    played: dict[str, list[_Mention]] = {}
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
        others = [one for one in named.of(face) if one.seat not in seats]
        why, advice, path = _each_card(record.pack, face), _DROP[copies], ("plays", place)
        times, places = _TOO_OFTEN[copies]
        if before and len(before) + len(fell) >= copies:
            what = f"the {card} is named {times}: it lies in trick {before[0]} and again in trick {trick}"
            yield Fault(what, why, advice, None, path)
        elif len(fell) >= copies:
            what = f"the {card} is in {places} places: it {fell[-1].how} and lies in trick {trick}"
            yield Fault(what, why, advice, None, path)
        elif len(others) >= copies:
            what = f"the {card} is in {places} places: it {others[0].how} and lies in trick {trick}"
            yield Fault(what, f"{seat_name(others[0].seat)} did not play to that trick", advice, None, path)
        before.append(trick)


def _hands(record: HandRecord) -> dict[str, list[str]]:
    """The hands written down, by plain letters and codes."""
    return {str(seat): [str(code) for code in codes] for seat, codes in record.deal.hands.items()}


def _too_many_plays(record: HandRecord, most: int, miscounted: bool) -> list[Fault]:
    faults = []
    hands = _hands(record)
    each, seats, pack = record.seating.each, record.seating.seats, record.pack.size
    for seat in seats:
        size = most
        hand = hands.get(seat)
        if miscounted and hand is not None and (len(hand) >= each or len(hands) == len(seats)):
            size = len(hand)
        clocks = [at for at, play in enumerate(record.plays) if play.seat == seat]
        if len(clocks) > size:
            fell = counted(len(clocks), "{count} card", "{count} cards")
            what = f"{seat_name(seat)} plays {fell} out of a hand of {size}"
            why = "nobody can play more cards than were dealt"
            faults.append(Fault(what, why, "check who played each card", None, ("plays", clocks[size])))
    if len(record.plays) > pack and not faults:
        # Only where a miscount lets every seat have more than its share.
        what = f"{len(record.plays)} cards are played"
        faults.append(Fault(what, f"a pack has {pack}", "drop what is too many", None, ("plays", pack)))
    return faults


def _too_many(seat: str, count: int, each: int, most: int, path: Path) -> Fault:
    what = f"{seat_name(seat)} has {count} cards"
    if most == each:
        advice = f"correct the cards, or note the miscount as an incident of kind {MISCOUNTS[0]}"
        return Fault(what, f"a hand has {each} cards", advice, None, path)
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
            who = seat_name(holder[card])
            what = f"the {spoken(card)} in the order was not held by {seat_name(laydown.by)}"
            yield Fault(what, f"it is {who}'s", "correct the order", None, path)
        seen.add(card)
