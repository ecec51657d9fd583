"""Search for physical contradictions inside a record, fed by its game (`games/*/contradictions.py`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from clabber_audit.cards import Pack, card_name, clock_of, seat_name
from clabber_audit.core.errors import Path, RecordError
from clabber_audit.core.text import agree, inflect, number_word
from clabber_audit.records.hand import find_unordered_plays, is_miscounted, most_cards
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
    from clabber_audit.records.clabber import Incident
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


class CardPlacements:
    """Cards that a record names, each placed with its seat; `faults` are those that cannot be there."""

    def __init__(self, record: Record, mentions: Iterable[Mention]) -> None:
        self.pack, self.seats, self.each = record.pack, record.seating.seats, record.seating.each
        miscounted = is_miscounted(record)
        #: The most cards that a hand can hold.
        self.most = most_cards(record.seating) if miscounted else self.each
        #: Recorded hands by seat, and the seats with a completely recorded one.
        self.listed = {str(seat): [str(code) for code in codes] for seat, codes in record.deal.hands.items()}
        whole_deal = miscounted and len(self.listed) == len(self.seats)
        self.whole = [seat for seat, codes in self.listed.items() if whole_deal or len(codes) >= self.each]
        #: Hand sizes by seat: those of whole hands of a miscounted deal, else the most.
        counted = self.whole if miscounted else ()
        self.sizes = {seat: len(self.listed[seat]) if seat in counted else self.most for seat in self.seats}
        #: One mention for each copy of a face that a record names.
        self.copies: dict[str, list[Mention]] = {}
        #: Each card that a seat is known to have, with the number of the copy.
        self._listed = {
            seat: {(card, codes[:place].count(card)) for place, card in enumerate(codes)}
            for seat, codes in self.listed.items()
        }
        self._held = {seat: set(self._listed.get(seat, ())) for seat in self.seats}
        self._times = Counter[tuple[str, str, str]]()
        self._together: dict[tuple[str, str], list[Mention]] = {}
        self.faults = [
            self._too_many_cards_fault(seat, len(codes), ("deal", "hands", seat))
            for seat, codes in self.listed.items()
            if len(codes) > self.most
        ]
        self.faults += filter(None, map(self._place, mentions))

    def find_mentions(self, face: str) -> list[Mention]:
        """Return one mention for each copy of a face."""
        return self.copies.setdefault(face, [])

    def has_all_copies(self, face: str) -> bool:
        """Return True if all copies of the card are placed."""
        return len(self.find_mentions(face)) >= len(self.pack.bits[face])

    def _place(self, mention: Mention) -> RecordError | None:
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
        if seat in self.whole and (face, copy) not in self._listed[seat]:
            what = f"the {card_name(face)} cannot be {mention.how}: that hand does not have it"
            why = f"{seat_name(seat)} was dealt {' '.join(self.listed[seat])}"
            return RecordError(what, why, "correct the hand or the card", mention.path)
        if seat not in self._held:
            return None
        held, most = self._held[seat], self.most
        held.add((face, copy))
        if len(held) == most + 1 and len(self._listed.get(seat, ())) <= most:
            return self._too_many_cards_fault(seat, len(held), mention.path)
        return None

    def _surplus_copy_fault(self, before: Sequence[Mention], mention: Mention) -> RecordError:
        """Return the contradiction of a mention that needs one copy more than there are."""
        face, copies = mention.card, len(self.pack.bits[mention.card])
        places, times = ", ".join(earlier.how for earlier in before[:copies]), TOO_OFTEN[copies]
        again = ", and again" if all(one.seat == mention.seat for one in before) else " and"
        what = f"the {card_name(face)} appears {times}: {places}{again} {mention.how}"
        return RecordError(what, describe_copies(self.pack, face), DROP[copies], mention.path)

    def _too_many_cards_fault(self, seat: str, count: int, path: Path) -> RecordError:
        what = f"{seat_name(seat)} has {count} cards"
        if self.most == self.each:
            advice = f"correct the cards, or record the wrong count as an incident: {MISCOUNTS[0]}"
            return RecordError(what, f"a hand has {self.each} cards", advice, path)
        help = "correct the cards"
        return RecordError(what, f"even a hand dealt wrong has at most {self.most}", help, path)

    def surplus_plays(self, record: Record) -> Iterator[RecordError]:
        """Yield the seats that play more cards than their hands have; or more plays than the pack has cards."""
        plays: Sequence[Any] = record.plays
        surplus = False
        for seat, size in self.sizes.items():
            clocks = [at for at, play in enumerate(plays) if play.seat == seat]
            if len(clocks) > size:
                cards, surplus = inflect(len(clocks), "{count} card", "{count} cards"), True
                what = f"{seat_name(seat)} plays {cards} from a hand of {size}"
                why = "nobody can play more cards than were dealt"
                yield RecordError(what, why, "check who played each card", ("plays", clocks[size]))
        if len(plays) > self.pack.size and not surplus:
            # Possible only in a miscounted deal, in which every seat may have more than its share.
            what, why = f"{len(plays)} cards are played", f"the deck has {self.pack.size}"
            yield RecordError(what, why, "remove the extra cards", ("plays", self.pack.size))


def describe_copies(pack: Pack, face: str) -> str:
    """Return the number of copies of a card in the pack."""
    return "the deck has one of each card" if len(pack.bits[face]) == 1 else "the deck has two of each card"


def find_late_moments(moments: Iterable[tuple[Path, object]], played: int) -> list[RecordError]:
    """Return the moments later than the last card recorded. The words for moments are never too late."""
    counted = agree(played, "only {number} card{|s} {is|are} recorded", number=number_word(played))
    why = counted if played else "no cards are recorded"
    help = "correct the time, or add the missing cards (unknown ones as null, or `?` in text)"
    late = ((path, moment) for path, moment in moments if isinstance(moment, int) and moment > played)
    what = "time @{} is after the last card played"
    return [RecordError(what.format(moment), why, help, path) for path, moment in late]


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


def trick_contradictions(record: Record) -> list[RecordError]:
    """Return incidents about a trick whose cards had not all fallen by then."""
    faults = []
    incidents: Sequence[Incident | bid_euchre.BidEuchreIncident] = record.incidents
    for number, incident in enumerate(incidents):
        if incident.kind not in ABOUT_A_TRICK:
            continue
        trick, played = incident.trick or 1, len(record.plays)
        at = played if incident.at is None else min(clock_of(incident.at), played)
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
            played = "it is the card played: write it as the last card"
            help = f"if nothing replaced it, {played}; else add the card"
            yield RecordError(what, "", help, (*path, "at"))
            continue
        play = record.plays[at]
        stays = incident.replaced_by or (incident.card if incident.kind in IN_PLAY else None)
        mine = [place for place, each in enumerate(record.plays) if each.seat == incident.seat]
        if at in piled:
            what = f"trick {piled[at]} has no order, so nobody can say which card was taken back in it"
            yield RecordError(what, "", "correct the time", (*path, "at"))
        elif play.seat != incident.seat:
            said, own = seat_name(incident.seat), seat_name(play.seat)
            what = f"card {at + 1} of the hand is not {said}’s, but {own}’s"
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
