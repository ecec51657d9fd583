"""Physical contradictions inside a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from clabber_audit.cards import cards as clock
from clabber_audit.cards.cards import seat_name, spoken
from clabber_audit.cards.pack import Pack
from clabber_audit.core.errors import Fault, Path
from clabber_audit.core.text import counted
from clabber_audit.records.clabber_vocabulary import ABOUT_A_TRICK, MISCOUNTS, SHOWS_CARD
from clabber_audit.records.hand import hold, most_cards

if TYPE_CHECKING:
    from clabber_audit.records import bid_euchre
    from clabber_audit.records.clabber import HandRecord, Incident, Play
    from clabber_audit.records.formats import Record

#: How often a card appears that appears once too often, by the number of its copies.
TOO_OFTEN = {1: "twice", 2: "three times"}
DROP = {1: "correct one of the two", 2: "correct one of the three"}


class Mention(NamedTuple):
    """Card placed with a seat by one part of the record; with none where it may be anybody's."""

    card: str
    seat: str | None
    path: Path
    how: str
    #: Mentions of one group name different cards: a hand, the plays, one meld.
    group: str


class Hands(NamedTuple):
    """Known hands before the rest of a record is read."""

    #: Those who hold cards.
    seats: Collection[str]
    #: By seat the cards written down.
    listed: Mapping[str, Sequence[str]]
    #: The seats that held what is written down and nothing else.
    whole: Collection[str]
    #: Number of cards each is dealt, and the most that a hand can hold.
    each: int
    most: int

    @property
    def sizes(self) -> dict[str, int]:
        """Hand sizes by seat: those of whole hands of a miscounted deal, else the most."""
        counted = self.whole if self.most > self.each else ()
        return {seat: len(self.listed[seat]) if seat in counted else self.most for seat in self.seats}


class Placed:
    """Mentions of a record, placed one after the other."""

    def __init__(self, pack: Pack, hands: Hands) -> None:
        self.pack, self.hands = pack, hands
        #: One mention for each copy of a face that a record names.
        self.copies: dict[str, list[Mention]] = {}
        #: Each card that a seat is known to have, with the number of the copy.
        self._listed = {
            seat: {(card, codes[:place].count(card)) for place, card in enumerate(codes)}
            for seat, codes in hands.listed.items()
        }
        self._held = {seat: set(self._listed.get(seat, ())) for seat in hands.seats}
        self._times = Counter[tuple[str, str, str]]()
        self._together: dict[tuple[str, str], list[Mention]] = {}

    def of(self, face: str) -> list[Mention]:
        """One mention for each copy of a face."""
        return self.copies.setdefault(face, [])

    def all_named(self, face: str) -> bool:
        """True if all copies of the card are placed."""
        return len(self.of(face)) >= len(self.pack.bits[face])

    def place(self, mention: Mention) -> Fault | None:
        """Return the contradiction of placing a card, or None."""
        face, seat = mention.card, mention.seat
        together = self._together.setdefault((mention.group, face), [])
        anybodys = seat is None or any(one.seat is None for one in together)
        if anybodys and len(together) >= len(self.pack.bits[face]):
            return self._once_more(together, mention)
        together.append(mention)
        if seat is None:
            return None
        own = sum(one.seat == seat for one in self.of(face))
        copy = self._times[mention.group, seat, face]
        self._times[mention.group, seat, face] += 1
        if copy >= own and self.all_named(face):
            return self._once_more(self.of(face), mention)
        if copy >= own:
            self.of(face).append(mention)
        if seat in self.hands.whole and (face, copy) not in self._listed[seat]:
            what = f"the {spoken(face)} cannot be {mention.how}: that hand does not have it"
            why = f"{seat_name(seat)} was dealt {' '.join(self.hands.listed[seat])}"
            return Fault(what, why, "correct the hand or the card", None, mention.path)
        return self._holds(seat, face, copy, mention.path) if seat in self._held else None

    def _holds(self, seat: str, face: str, copy: int, path: Path) -> Fault | None:
        held, most = self._held[seat], self.hands.most
        held.add((face, copy))
        if len(held) == most + 1 and len(self._listed.get(seat, ())) <= most:
            return too_many(self.hands, seat, len(held), path)
        return None

    def _once_more(self, before: Sequence[Mention], mention: Mention) -> Fault:
        """Return the contradiction of a mention that needs one copy more than there are."""
        face, copies = mention.card, len(self.pack.bits[mention.card])
        told, times = ", ".join(one.how for one in before[:copies]), TOO_OFTEN[copies]
        if all(one.seat == mention.seat for one in before):
            what = f"the {spoken(face)} appears {times}: {told}, and again {mention.how}"
        else:
            what = f"the {spoken(face)} appears {times}: {told} and {mention.how}"
        return Fault(what, each_card(self.pack, face), DROP[copies], None, mention.path)


def each_card(pack: Pack, face: str) -> str:
    """Return the number of copies of a card in the pack."""
    return "the deck has one of each card" if len(pack.bits[face]) == 1 else "the deck has two of each card"


def too_many(hands: Hands, seat: str, count: int, path: Path) -> Fault:
    """Return the fault of a hand that holds more cards than any can."""
    what = f"{seat_name(seat)} has {count} cards"
    if hands.most == hands.each:
        advice = f"correct the cards, or record the wrong count as an incident: {MISCOUNTS[0]}"
        return Fault(what, f"a hand has {hands.each} cards", advice, None, path)
    return Fault(what, f"even a hand dealt wrong has at most {hands.most}", "correct the cards", None, path)


def too_many_listed(hands: Hands) -> Iterator[Fault]:
    """Yield the hands that are written down with more cards than any can hold."""
    for seat, codes in hands.listed.items():
        if len(codes) > hands.most:
            yield too_many(hands, seat, len(codes), ("deal", "hands", seat))


def too_many_plays(played: Sequence[str], sizes: Mapping[str, int], pack: int) -> list[Fault]:
    """Return the seats that play more cards than their hands have; or more plays than the pack has cards."""
    faults = []
    for seat, size in sizes.items():
        clocks = [at for at, who in enumerate(played) if who == seat]
        if len(clocks) > size:
            fell = counted(len(clocks), "{count} card", "{count} cards")
            what = f"{seat_name(seat)} plays {fell} from a hand of {size}"
            why = "nobody can play more cards than were dealt"
            faults.append(Fault(what, why, "check who played each card", None, ("plays", clocks[size])))
    if len(played) > pack and not faults:
        # Only where a miscount lets every seat have more than its share.
        what = f"{len(played)} cards are played"
        faults.append(Fault(what, f"the deck has {pack}", "remove the extra cards", None, ("plays", pack)))
    return faults


def beyond(moments: Iterable[tuple[Path, object]], played: int) -> list[Fault]:
    """Moments later than the last card recorded. The words for moments are never too late."""
    return [
        Fault(
            f"time @{moment} is after the last card played",
            counted(played, "only {count} card is recorded", "only {count} cards are recorded")
            if played
            else "no cards are recorded",
            "correct the time, or add the missing cards (unknown ones as null, or `?` in text)",
            None,
            path,
        )
        for path, moment in moments
        if isinstance(moment, int) and moment > played
    ]


def out_of_order(
    by: str,
    order: Sequence[str],
    gone: Collection[str | None],
    holder: Mapping[str, str | None],
    copies: int = 1,
) -> Iterator[Fault]:
    """Yield the cards of a lay-down's order that were played before, occur twice, or are another's."""
    for place, card in enumerate(order):
        path: Path = ("laydown", "order", place)
        if card in gone:
            yield Fault(
                f"the {spoken(card)} in the stated order was already played",
                "",
                "correct the order",
                None,
                path,
            )
        elif order[:place].count(card) >= copies:
            often = "twice" if copies == 1 else "three times"
            yield Fault(
                f"the {spoken(card)} is {often} in the stated order", "", "correct the order", None, path
            )
        elif (who := holder.get(card, by)) != by:
            what = f"the {spoken(card)} in the stated order is not {seat_name(by)}’s"
            yield Fault(what, f"it is {seat_name(who or '')}’s", "correct the order", None, path)


def lost(record: HandRecord) -> dict[int, int]:
    """Return the clocks of the plays of tricks whose order is lost, each with the number of its trick."""
    return {at: trick for trick in record.disordered for at in record.seating.clocks_of(trick)}


def _plays(record: HandRecord, trick: int) -> list[Play]:
    clocks = record.seating.clocks_of(trick)
    return record.plays[clocks.start : clocks.stop]


def unordered(record: Record) -> Iterator[Fault]:
    """Numbers of tricks that cannot be marked: a number named twice, a trick that does not have its four plays."""
    for place, trick in enumerate(record.disordered):
        path: Path = ("disordered", place)
        plays = sum(at < len(record.plays) for at in record.seating.clocks_of(trick))
        if trick in record.disordered[:place]:
            what = f"trick {trick} is listed twice among the tricks whose order is unknown"
            yield Fault(what, "", "remove one of the two", None, path)
        elif plays < record.seating.width:
            what = f"trick {trick} cannot be listed as a trick whose order is unknown"
            why = f"only {plays} of its {record.seating.width} plays are recorded"
            advice = "correct the number, or add its plays (unknown cards as null, or `?` in text)"
            yield Fault(what, why, advice, None, path)


def unassignable_tricks(
    record: HandRecord, elsewhere: Mapping[str, Collection[str]], hands: Mapping[str, Collection[str]]
) -> list[Fault]:
    """Yield tricks whose cards cannot be assigned to plays; called if no other contradiction is left.

    `elsewhere` has the cards certainly held by other seats, `hands` the cards of each hand known whole.
    """
    found = []
    for place, trick in enumerate(record.disordered):
        plays = _plays(record, trick)
        cards = [str(play.card) for play in plays if play.card]
        may = {seat: set(cards) - set(others) for seat, others in elsewhere.items()}
        for seat, own in hands.items():
            may[seat] &= set(own)
        seats = [str(play.seat) for play in plays]
        if not any(
            all(card in may[seat] for seat, card in zip(order, cards, strict=False))
            for order in permutations(seats)
        ):
            what = f"the cards of trick {trick} do not fit the players: not everyone could have played one of them"
            told = [f"{seat_name(seat)} {_named(may[seat])}" for seat in dict.fromkeys(seats)]
            why = f"by the known cards, {'; '.join(told)}"
            found.append(Fault(what, why, _ADVICE, None, ("disordered", place)))
    if not found:
        told = [str(trick) for trick in sorted(record.disordered)]
        what = counted(
            len(told),
            "the cards of trick {told} do not fit the hands",
            "the cards of tricks {told} do not fit the hands",
            told=", ".join(told),
        )
        each = record.seating.each
        why = f"no deal of {each} cards to each player allows these plays"
        found.append(Fault(what, why, _ADVICE, None, ("disordered",)))
    return found


_ADVICE = "correct the cards of the trick, the hands, or who played to it"


def _named(cards: Collection[str]) -> str:
    return (
        f"may have played the {' or the '.join(map(spoken, sorted(cards)))}"
        if cards
        else "could have played none of them"
    )


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
                yield Mention(
                    card, meld.seat, path, f"shown by {seat_name(meld.seat)} in a meld", f"meld {number}"
                )
    for number, incident in enumerate(record.incidents):
        if incident.kind in SHOWS_CARD and incident.card and incident.seat:
            how = f"exposed by {seat_name(incident.seat)}"
            yield Mention(
                incident.card, incident.seat, ("incidents", number, "card"), how, f"incident {number}"
            )


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
    hands = recorded_hands(record)
    faults, placed = list(too_many_listed(hands)), Placed(record.pack, hands)
    faults += filter(None, map(placed.place, _mentions(record)))
    faults += filter(None, map(placed.place, _laid_down(record)))
    if record.disordered:
        faults += [*unordered(record), *_misplaced(record, placed)]
    faults += too_many_plays([play.seat for play in record.plays], hands.sizes, record.pack.size)
    if record.disordered and not faults and hold(record) is None:
        whole = {seat: codes for seat, codes in hands.listed.items() if len(codes) == hands.each}
        elsewhere = {
            seat: {
                face
                for face, copies in placed.copies.items()
                if placed.all_named(face) and not _has(copies, seat)
            }
            for seat in hands.seats
        }
        return unassignable_tricks(record, elsewhere, {} if hands.most > hands.each else whole)
    return faults


def _has(copies: Sequence[Mention], seat: str) -> bool:
    return any(one.seat == seat for one in copies)


def _misplaced(record: HandRecord, placed: Placed) -> Iterator[Fault]:
    """Yield cards of out-of-order tricks that lie elsewhere too, or with a seat that did not play to the trick."""
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
            yield Fault(
                what,
                f"{seat_name(others[0].seat or 'nobody')} did not play to that trick",
                advice,
                None,
                path,
            )
        before.append(trick)


def recorded_hands(record: Record) -> Hands:
    """Return the recorded hands of any game."""
    miscounted = any(incident.kind in MISCOUNTS for incident in record.incidents)
    each, seats = record.seating.each, record.seating.seats
    listed = {str(seat): [str(code) for code in codes] for seat, codes in record.deal.hands.items()}
    whole_deal = miscounted and len(listed) == len(seats)
    whole = [seat for seat, codes in listed.items() if whole_deal or len(codes) >= each]
    return Hands(seats, listed, whole, each, most_cards(record.seating) if miscounted else each)


def clock_contradictions(record: HandRecord) -> list[Fault]:
    """Moments later than the last card recorded. The words for moments are never too late."""
    moments: list[tuple[Path, object]] = []
    for number, meld in enumerate(record.melds or ()):
        moments += [
            (("melds", number, "announced"), meld.announced),
            (("melds", number, "shown"), meld.shown),
        ]
    if record.incidents:
        for number, incident in enumerate(record.incidents):
            moments += [
                (("incidents", number, "at"), incident.at),
                (("incidents", number, "called"), incident.called),
            ]
    if record.claims:
        moments += [(("claims", number, "at"), claim.at) for number, claim in enumerate(record.claims)]
    if record.comments:
        moments += [
            (("comments", number, "at"), comment.at) for number, comment in enumerate(record.comments)
        ]
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
    """Yield a lay-down order of cards that were not held."""
    laydown = record.laydown
    if not laydown:
        return
    at, piled = max(clock.number(laydown.at), 0), lost(record)
    # Of a trick whose order is lost it is not known what had fallen before it was complete.
    ends = {place: record.seating.clocks_of(trick).stop for place, trick in piled.items()}
    gone = {play.card for place, play in enumerate(record.plays[:at]) if ends.get(place, 0) <= at}
    holder = {mention.card: mention.seat for mention in _mentions(record)}
    yield from out_of_order(laydown.by, laydown.order, gone, holder)
