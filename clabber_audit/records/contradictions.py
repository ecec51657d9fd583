"""Physical contradictions inside a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clabber_audit.cards import cards as clock
from clabber_audit.cards.cards import Pack, card_name, seat_name
from clabber_audit.core.errors import Path, RecordError
from clabber_audit.core.text import inflect
from clabber_audit.records.hand import (
    find_unordered_plays,
    is_miscounted,
    most_cards,
    prepare_hand,
    upcard_holder,
)
from clabber_audit.records.incidents import (
    ABOUT_A_TRICK,
    GATHERS,
    IN_PLAY,
    MISCOUNTS,
    MIXES_UPCARD,
    SHOWS_CARD,
)

if TYPE_CHECKING:
    from clabber_audit.records import bid_euchre
    from clabber_audit.records.clabber import HandRecord, Incident
    from clabber_audit.records.formats import Record

#: Words for one appearance too many, by the number of copies.
TOO_OFTEN = {1: "twice", 2: "three times"}
DROP = {1: "correct one of the two", 2: "correct one of the three"}


class Mention(NamedTuple):
    """Card that one part of the record places with a seat; with None if it may be anybody's."""

    card: str
    seat: str | None
    path: Path
    how: str
    #: Mentions of one group name different cards: a hand, the plays, one meld.
    group: str


class Hands(NamedTuple):
    """Known hands before the rest of a record is read."""

    #: The seats of the table.
    seats: Collection[str]
    #: Recorded cards by seat.
    listed: Mapping[str, Sequence[str]]
    #: Seats with a completely recorded hand.
    whole: Collection[str]
    #: Number of cards each is dealt, and the most that a hand can hold.
    each: int
    most: int

    @property
    def sizes(self) -> dict[str, int]:
        """Hand sizes by seat: those of whole hands of a miscounted deal, else the most."""
        counted = self.whole if self.most > self.each else ()
        return {seat: len(self.listed[seat]) if seat in counted else self.most for seat in self.seats}


class CardPlacements:
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

    def find_mentions(self, face: str) -> list[Mention]:
        """Return one mention for each copy of a face."""
        return self.copies.setdefault(face, [])

    def has_all_copies(self, face: str) -> bool:
        """Return True if all copies of the card are placed."""
        return len(self.find_mentions(face)) >= len(self.pack.bits[face])

    def place(self, mention: Mention) -> RecordError | None:
        """Return the contradiction of placing a card, or None."""
        face, seat = mention.card, mention.seat
        together = self._together.setdefault((mention.group, face), [])
        anybodys = seat is None or any(other.seat is None for other in together)
        if anybodys and len(together) >= len(self.pack.bits[face]):
            return self._surplus_copy_fault(together, mention)
        together.append(mention)
        if seat is None:
            return None
        own = sum(other.seat == seat for other in self.find_mentions(face))
        copy = self._times[mention.group, seat, face]
        self._times[mention.group, seat, face] += 1
        if copy >= own and self.has_all_copies(face):
            return self._surplus_copy_fault(self.find_mentions(face), mention)
        if copy >= own:
            self.find_mentions(face).append(mention)
        if seat in self.hands.whole and (face, copy) not in self._listed[seat]:
            what = f"the {card_name(face)} cannot be {mention.how}: that hand does not have it"
            why = f"{seat_name(seat)} was dealt {' '.join(self.hands.listed[seat])}"
            return RecordError(what, why, "correct the hand or the card", mention.path)
        if seat not in self._held:
            return None
        held, most = self._held[seat], self.hands.most
        held.add((face, copy))
        if len(held) == most + 1 and len(self._listed.get(seat, ())) <= most:
            return too_many_cards_fault(self.hands, seat, len(held), mention.path)
        return None

    def _surplus_copy_fault(self, before: Sequence[Mention], mention: Mention) -> RecordError:
        """Return the contradiction of a mention that needs one copy more than there are."""
        face, copies = mention.card, len(self.pack.bits[mention.card])
        places, times = ", ".join(earlier.how for earlier in before[:copies]), TOO_OFTEN[copies]
        again = ", and again" if all(one.seat == mention.seat for one in before) else " and"
        what = f"the {card_name(face)} appears {times}: {places}{again} {mention.how}"
        return RecordError(what, describe_copies(self.pack, face), DROP[copies], mention.path)


def describe_copies(pack: Pack, face: str) -> str:
    """Return the number of copies of a card in the pack."""
    return "the deck has one of each card" if len(pack.bits[face]) == 1 else "the deck has two of each card"


def too_many_cards_fault(hands: Hands, seat: str, count: int, path: Path) -> RecordError:
    """Return the fault of a hand with too many cards."""
    what = f"{seat_name(seat)} has {count} cards"
    if hands.most == hands.each:
        advice = f"correct the cards, or record the wrong count as an incident: {MISCOUNTS[0]}"
        return RecordError(what, f"a hand has {hands.each} cards", advice, path)
    return RecordError(what, f"even a hand dealt wrong has at most {hands.most}", "correct the cards", path)


def find_oversized_hands(hands: Hands) -> Iterator[RecordError]:
    """Yield the recorded hands with too many cards."""
    for seat, codes in hands.listed.items():
        if len(codes) > hands.most:
            yield too_many_cards_fault(hands, seat, len(codes), ("deal", "hands", seat))


def find_surplus_plays(played: Sequence[str], sizes: Mapping[str, int], pack: int) -> list[RecordError]:
    """Return the seats that play more cards than their hands have; or more plays than the pack has cards."""
    faults = []
    for seat, size in sizes.items():
        clocks = [at for at, who in enumerate(played) if who == seat]
        if len(clocks) > size:
            cards = inflect(len(clocks), "{count} card", "{count} cards")
            what = f"{seat_name(seat)} plays {cards} from a hand of {size}"
            why = "nobody can play more cards than were dealt"
            faults.append(RecordError(what, why, "check who played each card", ("plays", clocks[size])))
    if len(played) > pack and not faults:
        # Possible only in a miscounted deal, in which every seat may have more than its share.
        what = f"{len(played)} cards are played"
        faults.append(RecordError(what, f"the deck has {pack}", "remove the extra cards", ("plays", pack)))
    return faults


def find_late_moments(moments: Iterable[tuple[Path, object]], played: int) -> list[RecordError]:
    """Return the moments later than the last card recorded. The words for moments are never too late."""
    why = inflect(played, "only {count} card is recorded", "only {count} cards are recorded")
    help = "correct the time, or add the missing cards (unknown ones as null, or `?` in text)"
    return [
        RecordError(
            f"time @{moment} is after the last card played",
            why if played else "no cards are recorded",
            help,
            path,
        )
        for path, moment in moments
        if isinstance(moment, int) and moment > played
    ]


def laydown_order_faults(
    by: str,
    order: Sequence[str],
    gone: Collection[str | None],
    holder: Mapping[str, str | None],
    copies: int = 1,
) -> Iterator[RecordError]:
    """Yield the cards of a lay-down's order that were played before, occur twice, or are another's."""
    for place, card in enumerate(order):
        what, why = f"the {card_name(card)} in the stated order", ""
        if card in gone:
            what += " was already played"
        elif order[:place].count(card) >= copies:
            what = f"the {card_name(card)} is {TOO_OFTEN[copies]} in the stated order"
        elif (who := holder.get(card, by)) != by:
            what, why = f"{what} is not {seat_name(by)}’s", f"it is {seat_name(who or '')}’s"
        else:
            continue
        yield RecordError(what, why, "correct the order", ("laydown", "order", place))


def find_unordered_trick_faults(record: Record) -> Iterator[RecordError]:
    """Yield the unordered tricks that are listed twice or lack plays."""
    for place, trick in enumerate(record.disordered):
        path: Path = ("disordered", place)
        plays = sum(at < len(record.plays) for at in record.seating.clocks_of(trick))
        if trick in record.disordered[:place]:
            what = f"trick {trick} is listed twice among the tricks whose order is unknown"
            yield RecordError(what, "", "remove one of the two", path)
        elif plays < record.seating.width:
            what = f"trick {trick} cannot be listed as a trick whose order is unknown"
            why = f"only {plays} of its {record.seating.width} plays are recorded"
            advice = "correct the number, or add its plays (unknown cards as null, or `?` in text)"
            yield RecordError(what, why, advice, path)


def unassignable_tricks(
    record: HandRecord, elsewhere: Mapping[str, Collection[str]], hands: Mapping[str, Collection[str]]
) -> list[RecordError]:
    """Return unordered tricks whose cards cannot be assigned to plays; called if there is no other contradiction.

    `elsewhere` has the cards certainly held by other seats, `hands` the completely known hands.
    """
    found = []
    for place, trick in enumerate(record.disordered):
        clocks = record.seating.clocks_of(trick)
        plays = record.plays[clocks.start : clocks.stop]
        cards = [str(play.card) for play in plays if play.card]
        may = {seat: set(cards) - set(others) for seat, others in elsewhere.items()}
        for seat, own in hands.items():
            may[seat] &= set(own)
        seats = [str(play.seat) for play in plays]
        orders = (zip(order, cards, strict=False) for order in permutations(seats))
        if not any(all(card in may[seat] for seat, card in order) for order in orders):
            what = f"the cards of trick {trick} do not fit the players: not everyone could have played one of them"
            named = {
                seat: " or the ".join(map(card_name, sorted(may[seat]))) for seat in dict.fromkeys(seats)
            }
            played = [
                f"{seat_name(seat)} {f'may have played the {own}' if own else 'could have played none of them'}"
                for seat, own in named.items()
            ]
            why = f"by the known cards, {'; '.join(played)}"
            found.append(RecordError(what, why, _ADVICE, ("disordered", place)))
    if not found:
        tricks = ", ".join(map(str, sorted(record.disordered)))
        what = f"the cards of trick{'s' if len(record.disordered) > 1 else ''} {tricks} do not fit the hands"
        why = f"no deal of {record.seating.each} cards to each player allows these plays"
        found.append(RecordError(what, why, _ADVICE, ("disordered",)))
    return found


_ADVICE = "correct the cards of the trick, the hands, or who played to it"


def _mentions(record: HandRecord) -> Iterator[Mention]:
    deal, piled = record.deal, find_unordered_plays(record)
    for seat, codes in deal.hands.items():
        for place, card in enumerate(codes):
            path: Path = ("deal", "hands", seat, place)
            yield Mention(card, seat, path, f"in {seat_name(seat)}’s hand", "hands")
    if deal.upcard and (holder := upcard_holder(record)):
        whose = "of the dealer" if holder == deal.dealer else "that was taken by"
        how = f"as the up-card {whose}, {seat_name(holder)}".replace("by, ", "by ")
        yield Mention(deal.upcard, holder, ("deal", "upcard"), how, "up-card")
    for place, play in enumerate(record.plays):
        if play.card and place not in piled:
            how = f"played by {seat_name(play.seat)} in trick {record.seating.trick_of(place)}"
            yield Mention(play.card, play.seat, ("plays", place), how, "plays")
    for number, meld in enumerate(record.melds or ()):
        if meld.shown != "never" and meld.kind != "belle":
            how = f"shown by {seat_name(meld.seat)} in a meld"
            for place, card in enumerate(meld.cards):
                yield Mention(card, meld.seat, ("melds", number, "cards", place), how, f"meld {number}")
    for number, incident in enumerate(record.incidents):
        if incident.kind in SHOWS_CARD and incident.card and incident.seat:
            path, how = ("incidents", number, "card"), f"exposed by {seat_name(incident.seat)}"
            yield Mention(incident.card, incident.seat, path, how, f"incident {number}")


def card_contradictions(record: HandRecord) -> list[RecordError]:
    """Return cards in two places, cards named twice, cards that a known hand did not hold, and hands too large."""
    hands = find_recorded_hands(record)
    faults, placed = list(find_oversized_hands(hands)), CardPlacements(record.pack, hands)
    faults += filter(None, map(placed.place, _mentions(record)))
    if laydown := record.laydown:
        # Only the cards of its order that nothing else contradicts.
        refused = {fault.path for fault in laydown_contradictions(record)}
        for place, card in enumerate(laydown.order):
            path: Path = ("laydown", "order", place)
            how = f"laid down by {seat_name(laydown.by)}"
            if path not in refused and (
                fault := placed.place(Mention(card, laydown.by, path, how, "laydown"))
            ):
                faults.append(fault)
    if record.disordered:
        faults += [*find_unordered_trick_faults(record), *_find_misplaced_cards(record, placed)]
    faults += find_surplus_plays([play.seat for play in record.plays], hands.sizes, record.pack.size)
    if record.disordered and not faults and prepare_hand(record) is None:
        whole = {seat: codes for seat, codes in hands.listed.items() if len(codes) == hands.each}
        elsewhere = {
            seat: {
                face
                for face, copies in placed.copies.items()
                if placed.has_all_copies(face) and all(mention.seat != seat for mention in copies)
            }
            for seat in hands.seats
        }
        return unassignable_tricks(record, elsewhere, {} if hands.most > hands.each else whole)
    return faults


def _find_misplaced_cards(record: HandRecord, placed: CardPlacements) -> Iterator[RecordError]:
    """Yield cards of unordered tricks that are elsewhere too, or with a seat that did not play to the trick."""
    tricks_of: dict[str, list[int]] = {}
    played: dict[str, list[Mention]] = {}
    for mention in _mentions(record):
        if mention.group == "plays":
            played.setdefault(mention.card, []).append(mention)
    for place, trick in sorted(find_unordered_plays(record).items()):
        play = record.plays[place] if place < len(record.plays) else None
        if play is None or not play.card:
            continue
        seats = {record.plays[at].seat for at in record.seating.clocks_of(trick) if at < len(record.plays)}
        face, card, copies = play.card, card_name(play.card), len(record.pack.bits[play.card])
        before, plays = tricks_of.setdefault(face, []), played.get(face, [])
        others = [mention for mention in placed.find_mentions(face) if mention.seat not in seats]
        why = describe_copies(record.pack, face)
        if before and len(before) + len(plays) >= copies:
            where = f"in trick {before[0]} and again"
        elif len(plays) >= copies:
            where = f"{plays[-1].how} and"
        elif len(others) >= copies:
            where = f"{others[0].how} and"
            why = f"{seat_name(others[0].seat or 'nobody')} did not play to that trick"
        else:
            where = ""
        if where:
            what = f"the {card} appears {TOO_OFTEN[copies]}: {where} in trick {trick}"
            yield RecordError(what, why, DROP[copies], ("plays", place))
        before.append(trick)


def find_recorded_hands(record: Record) -> Hands:
    """Return the recorded hands of any game."""
    miscounted = is_miscounted(record)
    each, seats = record.seating.each, record.seating.seats
    listed = {str(seat): [str(code) for code in codes] for seat, codes in record.deal.hands.items()}
    whole_deal = miscounted and len(listed) == len(seats)
    whole = [seat for seat, codes in listed.items() if whole_deal or len(codes) >= each]
    return Hands(seats, listed, whole, each, most_cards(record.seating) if miscounted else each)


#: The fields of the parts of a record that are moments.
_MOMENTS: Final = {
    "melds": ("announced", "shown"), "incidents": ("at", "called"), "claims": ("at",), "agreements": ("at",),
    "comments": ("at",),
}  # fmt: skip


def clock_contradictions(record: HandRecord) -> list[RecordError]:
    """Return the moments later than the last card recorded. The words for moments are never too late."""
    moments: list[tuple[Path, object]] = [
        ((key, number, name), getattr(part, name))
        for key, names in _MOMENTS.items()
        for number, part in enumerate(getattr(record, key) or ())
        for name in names
    ]
    if record.laydown:
        moments.append((("laydown", "at"), record.laydown.at))
    return find_late_moments(moments, len(record.plays)) if moments else []


def trick_contradictions(record: Record) -> list[RecordError]:
    """Return incidents about a trick whose cards had not all fallen by then."""
    faults = []
    incidents: Sequence[Incident | bid_euchre.BidEuchreIncident] = record.incidents
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
            faults.append(RecordError(what, why, advice, ("incidents", number, key)))
    return faults


def event_contradictions(record: Any) -> list[RecordError]:
    """Return incidents, claims and agreements that cannot have happened as they are written down."""
    return [*_find_wrongly_shown_cards(record), *_find_odd_events(record), *_find_order_faults(record)]


def _find_wrongly_shown_cards(record: Any) -> Iterator[RecordError]:
    """Yield cards shown in the act of playing that do not fit the card then played."""
    piled = find_unordered_plays(record)
    for number, incident in enumerate(record.incidents):
        if not (
            incident.kind in IN_PLAY or (incident.in_play and incident.card and incident.kind in SHOWS_CARD)
        ):
            continue
        path: Path = ("incidents", number)
        at = incident.at if isinstance(incident.at, int) and incident.at >= 0 else None
        if incident.seat is None or incident.card is None or at is None:
            key = "seat" if incident.seat is None else "card" if incident.card is None else "at"
            what = f"a card that was shown in the act of playing needs a {'time' if key == 'at' else key}"
            yield RecordError(what, "", "write who showed which card, and after how many cards", (*path, key))
            continue
        if at >= len(record.plays):
            what = f"no card is recorded after the {card_name(incident.card)} was taken back"
            help = (
                "if nothing replaced it, it is the card played: write it as the last card; else add the card"
            )
            yield RecordError(what, "", help, (*path, "at"))
            continue
        play, stays = (
            record.plays[at],
            incident.replaced_by or (incident.card if incident.kind in IN_PLAY else None),
        )
        mine = [place for place, each in enumerate(record.plays) if each.seat == incident.seat]
        if at in piled:
            what = f"trick {piled[at]} has no order, so nobody can say which card was taken back in it"
            yield RecordError(what, "", "correct the time", (*path, "at"))
        elif play.seat != incident.seat:
            what = (
                f"card {at + 1} of the hand is not {seat_name(incident.seat)}’s, but {seat_name(play.seat)}’s"
            )
            near = min(mine, key=lambda place: abs(place - at), default=None)
            help = "correct the seat or the time" + (f": @{near} is the nearest" if near is not None else "")
            yield RecordError(what, "@0 is the time of the first card", help, (*path, "at"))
        elif stays and play.card and stays != play.card:
            what = f"the {card_name(play.card)} was played then, not the {card_name(stays)}"
            key = "replaced_by" if incident.replaced_by else "card"
            help = "correct the card, or name the one that replaced it"
            yield RecordError(what, "", help, (*path, key))
        elif sum(record.plays[place].card == incident.card for place in mine if place < at) >= len(
            record.pack.bits.get(incident.card, ())
        ):
            what = f"the {card_name(incident.card)} had been played before"
            yield RecordError(what, "", "correct the card or the time", (*path, "card"))


def _find_odd_events(record: Any) -> Iterator[RecordError]:
    """Yield incidents without their required fields, and people named in two ways."""
    seats, players = record.seating.seats, {name: seat for seat, name in record.players.items()}
    people: list[tuple[Path, str]] = []
    for number, incident in enumerate(record.incidents):
        path: Path = ("incidents", number)
        missing = next((key for key in ("trick", "by") if getattr(incident, key) is None), None)
        if incident.kind in GATHERS and missing:
            what = f"a gathered trick needs its {'side' if missing == 'by' else missing}"
            help = "add the trick and the side, as in `trick 4 by EW`"
            yield RecordError(what, "", help, (*path, missing))
        if incident.kind in MIXES_UPCARD and record.deal.upcard is None:
            help = "add the card that was turned up, as in `up 9c`"
            yield RecordError("an up-card was mixed up, and the record has none", "", help, path)
        if incident.by_other is not None:
            people.append(((*path, "by_other"), incident.by_other))
            if incident.seat is not None and incident.kind not in SHOWS_CARD:
                what = f"both {incident.by_other} and {seat_name(incident.seat)} are said to have done it"
                help = "leave out the seat, and name with `helped` whom it helped"
                yield RecordError(what, "", help, (*path, "seat"))
            if incident.by_other in seats:
                what = f"{seat_name(incident.by_other)} is no outsider"
                yield RecordError(what, "", "write the seat as that of any incident", (*path, "by_other"))
    for number, claim in enumerate(record.claims):
        people += [(("claims", number, "witnesses", at), name) for at, name in enumerate(claim.witnesses)]
        if claim.reviewed_by is not None:
            people.append((("claims", number, "reviewed_by"), claim.reviewed_by))
            if not claim.reviewed:
                what = f"{claim.reviewed_by} turned the tricks over, but no review is recorded"
                help = "set `reviewed`, or leave out who turned them"
                yield RecordError(what, "", help, ("claims", number, "reviewed_by"))
    for place, name in people:
        if name in players:
            what = f"{name} sits at the table"
            yield RecordError(what, "", f"write the seat instead: {players[name]}", place)


def _find_order_faults(record: Any) -> Iterator[RecordError]:
    """Yield events of one clock of which only some have an order, or two the same."""
    moments: dict[int | str, list[tuple[Path, int | None]]] = {}
    for key in ("incidents", "claims", "agreements"):
        for number, item in enumerate(getattr(record, key)):
            if item.at is not None:
                moments.setdefault(item.at, []).append(((key, number, "order"), item.order))
            elif item.order is not None:
                what = "an event without a time has a place among those of its moment"
                yield RecordError(what, "", "add the time, or remove the order", (key, number, "order"))
    for at, events in moments.items():
        orders = [order for _, order in events]
        if not any(orders):
            continue
        for place, (path, order) in enumerate(events):
            if order is None:
                what = f"of the events at @{at} only some have an order"
                yield RecordError(what, "", "give it to all of them, or to none", path)
            elif order in orders[:place]:
                what = f"two events at @{at} have order {order}"
                yield RecordError(what, "", "number them 1, 2, ... in the order they happened", path)


def laydown_contradictions(record: HandRecord) -> Iterator[RecordError]:
    """Yield the cards of a lay-down's order that the seat cannot have held."""
    laydown = record.laydown
    if not laydown:
        return
    at, piled = max(clock.number(laydown.at), 0), find_unordered_plays(record)
    # It is unknown which cards of an unordered trick had fallen before it was complete.
    ends = {place: record.seating.clocks_of(trick).stop for place, trick in piled.items()}
    gone = {play.card for place, play in enumerate(record.plays[:at]) if ends.get(place, 0) <= at}
    holder = {mention.card: mention.seat for mention in _mentions(record)}
    yield from laydown_order_faults(laydown.by, laydown.order, gone, holder)
