"""The cards that a record places with somebody, and where two such places contradict each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Fault, Path
from clabber_audit.record.vocabulary import MISCOUNTS
from clabber_audit.table.cards import seat_name, spoken
from clabber_audit.table.pack import Pack

#: How often a card appears that appears once too often, by the number of its copies.
TOO_OFTEN = {1: "twice", 2: "three times"}
DROP = {1: "correct one of the two", 2: "correct one of the three"}


class Mention(NamedTuple):
    """A card placed with a seat by one part of the record; with none where it may be anybody's."""

    card: str
    seat: str | None
    path: Path
    how: str
    #: Mentions of one group name different cards: a hand, the plays, one meld.
    group: str


class Hands(NamedTuple):
    """What is known of the hands before anybody looks at the rest of a record."""

    #: Those who hold cards.
    seats: Collection[str]
    #: By seat the cards written down.
    listed: Mapping[str, Sequence[str]]
    #: The seats that held what is written down and nothing else.
    whole: Collection[str]
    #: How many cards each is dealt, and the most that a hand can hold.
    each: int
    most: int


class Placed:
    """The mentions of a record, placed one after the other."""

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
        """Whether that is as often as the pack has it."""
        return len(self.of(face)) >= len(self.pack.bits[face])

    def place(self, mention: Mention) -> Fault | None:
        """What contradicts that a card lay where it is said to have lain; None when nothing does."""
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
        """The fault of a mention that needs one more copy than there are."""
        face, copies = mention.card, len(self.pack.bits[mention.card])
        told, times = ", ".join(one.how for one in before[:copies]), TOO_OFTEN[copies]
        if all(one.seat == mention.seat for one in before):
            what = f"the {spoken(face)} appears {times}: {told}, and again {mention.how}"
        else:
            what = f"the {spoken(face)} appears {times}: {told} and {mention.how}"
        return Fault(what, each_card(self.pack, face), DROP[copies], None, mention.path)


def each_card(pack: Pack, face: str) -> str:
    """How often a pack holds a card."""
    return "the deck has one of each card" if len(pack.bits[face]) == 1 else "the deck has two of each card"


def too_many(hands: Hands, seat: str, count: int, path: Path) -> Fault:
    """The fault of a hand that holds more cards than any can."""
    what = f"{seat_name(seat)} has {count} cards"
    if hands.most == hands.each:
        advice = f"correct the cards, or record the wrong count as an incident: {MISCOUNTS[0]}"
        return Fault(what, f"a hand has {hands.each} cards", advice, None, path)
    return Fault(what, f"even a hand dealt wrong has at most {hands.most}", "correct the cards", None, path)


def too_many_listed(hands: Hands) -> Iterator[Fault]:
    """The hands that are written down with more cards than any can hold."""
    for seat, codes in hands.listed.items():
        if len(codes) > hands.most:
            yield too_many(hands, seat, len(codes), ("deal", "hands", seat))


def too_many_plays(played: Sequence[str], sizes: Mapping[str, int], pack: int) -> list[Fault]:
    """The seats that play more cards than their hands have; or more plays than the pack has cards."""
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
    """The cards of a lay-down's order that were played before, stand there twice, or are known to be another's."""
    for place, card in enumerate(order):
        path: Path = ("laydown", "order", place)
        if card in gone:
            yield Fault(
                f"the {spoken(card)} in the stated order was already played", "", "correct the order", None, path
            )
        elif order[:place].count(card) >= copies:
            often = "twice" if copies == 1 else "three times"
            yield Fault(f"the {spoken(card)} is {often} in the stated order", "", "correct the order", None, path)
        elif (who := holder.get(card, by)) != by:
            what = f"the {spoken(card)} in the stated order is not {seat_name(by)}’s"
            yield Fault(what, f"it is {seat_name(who or '')}’s", "correct the order", None, path)
