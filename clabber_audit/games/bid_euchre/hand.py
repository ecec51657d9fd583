"""A record of the family prepared for replay, with pack, seats and card order of its game, or refused.

It is refused for contradictions: what cannot have been. Breaking a rule of the game is never one, and no ruleset is
needed to see them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from clabber_audit.cards import SUITS, Pack, RankOrder, Strain, card_name, cards_in, seat_name, strain
from clabber_audit.core.errors import Path, RecordError
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.records.bid_euchre_words import ENDS, MOVES_CARDS, PACKS, partners
from clabber_audit.records.contradictions import (
    CardPlacements,
    Mention,
    event_contradictions,
    find_late_moments,
    find_unordered_trick_faults,
    laydown_order_faults,
    trick_contradictions,
)
from clabber_audit.records.formats import record_data
from clabber_audit.records.hand import (
    DealtHands,
    Hand,
    copies_by_seat,
    find_first_shown,
    find_unordered_plays,
    find_unordered_tricks,
    infer,
    is_miscounted,
)
from clabber_audit.records.incidents import MISCOUNTS, SHOWS_CARD

if TYPE_CHECKING:
    from clabber_audit.records.bid_euchre import BidEuchreRecord


#: Number of players -> the smallest pack that leaves a card to turn up when each is dealt five (B-084, BD-47).
_SMALLEST: Final = {3: "20", 4: "24", 5: "28", 6: "32"}
#: Possible numbers of players by the answer to `players`.
PLAYERS: Final = {"4": (4,), "4 or 6": (4, 6), "3 to 6": (3, 4, 5, 6)}


def seats_fit(players: int, toggles: BidEuchreToggles) -> bool:
    """Return True if a game can be played by that number of players (B-001, B-084, B-138)."""
    return players in PLAYERS[toggles.players]


def pack_of(players: int, toggles: BidEuchreToggles) -> str:
    """Return the name of the pack for a number of players."""
    return _SMALLEST[players] if toggles.pack == "smallest" else toggles.pack


def cards_each(players: int, toggles: BidEuchreToggles) -> int:
    """Return the number of cards each is dealt; a joker that does not go round is left over (B-068)."""
    each = toggles.cards_each
    return PACKS[pack_of(players, toggles)].size // players if each == "all" else each


def table_faults(record: BidEuchreRecord, toggles: BidEuchreToggles) -> list[RecordError]:
    """Return the faults of a record whose seats, pack, number of cards each or sides are not those of a ruleset."""
    players, pack, each = len(record.seats), record.pack_name, record.seating.each
    if not seats_fit(players, toggles):
        what, why = f"{players} players are at the table", f"these rules are for {toggles.players} players"
        return [RecordError(what, why, "correct the seats or the ruleset", ("seats",))]
    wanted = pack_of(players, toggles)
    if pack != wanted:
        what, why = f"the deck has {pack} cards", f"under these rules it has {wanted}"
        return [RecordError(what, why, "correct the deck or the ruleset", ("pack",))]
    dealt = cards_each(players, toggles)
    if each != dealt:
        what, why = f"each player is dealt {each} cards", f"under these rules it is {dealt}"
        return [RecordError(what, why, "correct the number of cards each or the ruleset", ("cards_each",))]
    return list(_check_side_names(record)) if toggles.partners == "no" else []


def _check_side_names(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Yield a fault for each claim or contract that names a pair although each plays alone (B-084)."""
    named: list[tuple[Path, str]] = [
        (("claims", at, "against"), claim.against) for at, claim in enumerate(record.claims)
    ]
    if record.contract:
        named.append((("contract", "maker"), record.contract.maker))
    for path, side in named:
        if side not in record.seating.seats:
            seats = [seat for seat in record.seating.seats if seat in side]
            what, why = f"{side} is not a side at this table", "under these rules everyone plays alone"
            yield RecordError(what, why, f"write {' or '.join(seats)}, or correct the ruleset", path)


#: The strains without trumps: two names for one order, and low, in which the lowest card wins.
HIGH: Final = ("NT", "HIGH")
LOW: Final = "LOW"
#: Strains other than suits that may be named, by the answer to `no_trump` (B-042, B-077, BD-16, BD-34).
NO_TRUMP: Final[dict[str, tuple[str, ...]]] = {"none": (), "high": HIGH, "high_low": (*HIGH, LOW)}

#: Plain suits, highest first (B-003); no card is worth anything but its trick.
_PLAIN: Final = tuple((rank, 0) for rank in "AKQJT987")
#: Trumps: the right bower, then the left, which the strain puts there, then the others (B-004).
_TRUMPS: Final = (("J", 0), *(face for face in _PLAIN if face[0] != "J"))


def strains(pack: Pack, toggles: BidEuchreToggles) -> dict[str, Strain]:
    """Return the order of a pack by all that may be named.

    The left bower is a trump in every respect (B-005, BD-03); a joker is the best trump, unless a house ranks it
    lower, and at no trump a suit of its own (BD-05). Low reverses the whole order (BD-04). Of two equal cards one
    wins (BD-06).
    """
    order = RankOrder(
        _PLAIN,
        _TRUMPS if toggles.bowers == "yes" else _PLAIN,
        left_bower=toggles.bowers == "yes",
        joker_wins=toggles.joker_nt != "dead",
        last_of_equals=toggles.equal_cards == "last",
        above_joker=_ABOVE_JOKER[toggles.joker_rank],
    )
    return _build_strains(pack, order)


@lru_cache(maxsize=64)
def _build_strains(pack: Pack, order: RankOrder) -> dict[str, Strain]:
    low = order._replace(plain=order.plain[::-1])
    return {name: strain(pack, name, low if name == LOW else order) for name in (*SUITS, *HIGH, LOW)}


#: Number of trumps above the joker.
_ABOVE_JOKER: Final = {"best": 0, "under_right": 1, "under_left": 2, "lowest": 99}


#: In place of a seat: the cards that nobody was dealt.
BLIND = "blind"


def mentions(record: BidEuchreRecord) -> Iterator[Mention]:
    """Yield the cards that the record places with a seat as dealt, or in the blind.

    A card that changed hands counts where it came from; one that leaves a hand which may hold unrecorded cards counts
    for no seat.
    """
    for seat, codes in record.deal.hands.items():
        for place, card in enumerate(codes):
            how = f"in {seat_name(seat)}’s hand"
            yield Mention(card, seat, ("deal", "hands", seat, place), how, "hands")
    if record.deal.upcard:
        yield Mention(record.deal.upcard, BLIND, ("deal", "upcard"), "as the up-card", "up-card")
    for place, blind in enumerate(record.deal.blind or ()):
        if blind:
            yield Mention(blind, BLIND, ("deal", "blind", place), "in the blind", "blind")
    received = _Received(record)
    for number, declaration in enumerate(record.declarations or ()):
        if declaration.call == "bottoms":
            how = f"shown by {seat_name(declaration.seat)} for Bottoms"
            for place, card in enumerate(declaration.cards or ()):
                yield Mention(
                    card, declaration.seat, ("declarations", number, "cards", place), how, f"call {number}"
                )
            # The right to them is judged elsewhere: the three under the up-card may be the caller's (B-121).
            for taken in (record.deal.blind or [])[1:4] if len(record.deal.blind or ()) > 3 else [None]:
                received.add(declaration.seat, taken)
    for number, exchange in enumerate(record.exchanges or ()):
        for place, handed in enumerate(exchange.cards):
            how = f"passed by {seat_name(exchange.giver)}"
            if handed:
                yield from received.mention(
                    exchange.giver, handed, ("exchanges", number, "cards", place), how
                )
            received.add(exchange.taker, handed, exchange.giver)
    for number, incident in enumerate(record.incidents):
        owner, shown = incident.seat, incident.card
        certain = owner and shown and owner not in received.unseen and not received.cards[owner, shown]
        if incident.kind in SHOWS_CARD and owner and shown and certain:
            how = f"exposed by {seat_name(owner)}"
            yield Mention(shown, owner, ("incidents", number, "card"), how, f"incident {number}")
    unordered = find_unordered_plays(record)
    for place, play in enumerate(record.plays):
        if play.card and place not in unordered:
            how = f"played by {seat_name(play.seat)} in trick {record.seating.trick_of(place)}"
            yield from received.mention(play.seat, play.card, ("plays", place), how)
        elif play.card:
            # The cards of an unordered trick may be anybody's.
            received.defer(record.seats, play.card, ("plays", place), f"in trick {unordered[place]}")
    for seats, mention in received.deferred:
        if not received.take(seats, mention.card):
            yield mention


class _Received:
    """Cards received after the deal, and the seats that received unrecorded ones."""

    def __init__(self, record: BidEuchreRecord) -> None:
        self.cards = Counter[tuple[str, str]]()
        #: Seat that received unrecorded cards -> seats that may have given them.
        self.unseen = find_unrecorded_exchanges(record)
        #: Cards that may be received ones until more is known, and the seats that may have received them.
        self.deferred: list[tuple[Sequence[str], Mention]] = []

    def add(self, seat: str, card: str | None, giver: str = BLIND) -> None:
        """Record a card that a seat received; None if it is unknown."""
        if card is None:
            self.unseen.setdefault(seat, set()).update((giver, *self.unseen.get(giver, ())))
        else:
            self.cards[seat, card] += 1

    def take(self, seats: Iterable[str], card: str) -> bool:
        """Return True if a card played was one received after the deal, and remove it."""
        holder = next((seat for seat in seats if self.cards[seat, card]), None)
        if holder is not None:
            self.cards[holder, card] -= 1
        return holder is not None

    def mention(self, seat: str, card: str, path: Path, how: str) -> Iterator[Mention]:
        """Yield the mention of a card that leaves a hand, unless it came there after the deal."""
        if self.take([seat], card):
            return
        if seat in self.unseen:
            self.defer(self.unseen[seat], card, path, how)
        else:
            yield Mention(card, seat, path, how, "left")

    def defer(self, seats: Iterable[str], card: str, path: Path, how: str) -> None:
        """Defer a card that may be a received one until more is known."""
        self.deferred.append((tuple(seats), Mention(card, None, path, how, "left")))


def find_unrecorded_exchanges(record: BidEuchreRecord) -> dict[str, set[str]]:
    """Return pairs of seats that may have exchanged cards without a record of it (BD-80).

    Partners do if one of them plays alone or for all the tricks; a caller of high or low does with the player at the
    left (B-078).
    """
    missing = dict[str, set[str]]()
    if record.exchanges is not None:
        return missing
    declarations = record.declarations or ()
    with_partner = {
        declaration.seat
        for declaration in declarations
        if declaration.alone or declaration.call in MOVES_CARDS
    }
    with_left = {declaration.seat for declaration in declarations if declaration.trump in ENDS}
    contract, seats = record.contract, record.seats
    if contract and contract.maker in seats:
        with_partner |= {contract.maker} if contract.alone or contract.kind in MOVES_CARDS else set()
        with_left |= {contract.maker} if contract.trump in ENDS else set()
    pairs = [(seat, other) for seat in with_partner for other in partners(seats, seat)]
    pairs += [(seat, seats[(seats.index(seat) + 1) % len(seats)]) for seat in with_left if seat in seats]
    for seat, other in pairs:
        missing.setdefault(seat, set()).add(other)
        missing.setdefault(other, set()).add(seat)
    return missing


#: Kinds of incident that tell more about a hand than its listed cards.
_MORE: frozenset[str] = frozenset((*SHOWS_CARD, *MISCOUNTS))


def build_complete_hand(record: BidEuchreRecord) -> Hand | None:
    """Return the hand of a completely recorded deal; None if a card is unknown or misplaced."""
    deal, seating, bits = record.deal, record.seating, record.pack.bits
    if record.disordered or any(incident.kind in _MORE for incident in record.incidents):
        return None
    if any(declaration.call == "bottoms" for declaration in record.declarations or ()):
        return None
    try:
        listed: dict[str, list[str]] = {seat: deal.hands[seat] for seat in seating.seats}  # type: ignore[index, misc]
        left = {face: [*copies] for face, copies in bits.items()}
        held: dict[str, dict[str, list[int]]] = {seat: {} for seat in listed}
        for seat, faces in listed.items():
            for face in faces:
                held[seat].setdefault(face, []).append(left[face].pop())
        aside = sum(left[card].pop() for card in deal.blind or [deal.upcard] if card)
        dealt = tuple(sum(map(sum, own.values())) for own in held.values())
        for exchange in record.exchanges or ():
            giver, taker = held[exchange.giver], held[exchange.taker]
            for card in exchange.cards:
                taker.setdefault(card or "", []).insert(0, giver[card or ""].pop(0))
        had = tuple(sum(map(sum, own.values())) for own in held.values())
        # Of two equal cards the first one dealt is played first.
        cards = [held[play.seat][play.card or ""].pop(0) for play in record.plays]
    except (KeyError, IndexError):
        return None
    sizes = set(map(int.bit_count, had))
    if any(len(cards) != seating.each for cards in listed.values()):
        return None
    nothing, number = (0,) * len(had), seating.number
    named = {at: play.named for at, play in enumerate(record.plays) if play.named}
    around = [number[play.seat] for play in record.plays]
    return Hand(
        record, around, cards, had, nothing, 0, (), len(sizes) == 1,
        aside=aside, before_exchanges=DealtHands(dealt, nothing), led_as=named, noted=had,
    )  # fmt: skip


class _Held:
    """Known cards of one seat, from the deal on."""

    def __init__(self, listed: Sequence[str], size: int) -> None:
        self.dealt, self.held = Counter(listed), Counter(listed)
        self.size = size
        #: Number of unrecorded cards: as dealt, and now.
        self.hidden = self.unseen = size - len(listed)
        #: True if an unrecorded card was given away.
        self.gave_unknown = False

    def give(self, card: str | None) -> bool:
        """Remove a card; return False if the seat cannot have had it."""
        self.size -= 1
        if card is None:
            self.gave_unknown = True
        elif self.held[card]:
            self.held[card] -= 1
        elif not self.show(Counter((card,))):
            return False
        else:
            self.held[card] -= 1
        return True

    def receive(self, card: str | None) -> None:
        """Add a received card."""
        self.size += 1
        if card is None:
            self.unseen += 1
        else:
            self.held[card] += 1

    def show(self, cards: Counter[str]) -> bool:
        """Record cards seen in the hand; return False if they cannot be there."""
        new = cards - self.held
        self.held |= cards
        if self.gave_unknown:
            # An unrecorded card was given away: only the cards seen are certainly still there.
            return True
        self.unseen -= new.total()
        fresh = Counter({card: count for card, count in new.items() if self.hidden})
        if fresh.total() <= self.hidden:
            self.dealt += fresh
            self.hidden -= fresh.total()
        return self.unseen >= 0


class Moved(NamedTuple):
    """Possible movement of cards: Bottoms carried out, by number of the call, and seats with unrecorded exchanges.

    None for the seats: those that the record allows.
    """

    bottoms: Collection[int]
    unsure: Collection[str] | None = None


def prepare_hand(
    record: BidEuchreRecord, moved: Moved | None = None, plain: Hand | None = None
) -> Hand | None:
    """Return the record as a hand, or None if its cards contradict each other.

    The law decides which cards moved; without it, any movement the record allows. `plain` is the hand of a complete
    record, if already built.
    """
    if moved is None:
        return next(
            (hand for way in _guess_moves(record) if (hand := prepare_hand(record, way, plain))), None
        )
    unsure = find_unrecorded_exchanges(record) if moved.unsure is None else moved.unsure
    if not (moved.bottoms or unsure) and (hand := plain or build_complete_hand(record)):
        return hand
    return _hand_after(record, moved, unsure)


def _hand_after(record: BidEuchreRecord, moved: Moved, unsure: Collection[str]) -> Hand | None:
    """Return the hand after some movements of cards, or None if its cards contradict each other.

    The hands of the `unsure` seats may have changed unrecorded.
    """
    listed = list_hands(record)
    sizes = dict.fromkeys(listed, record.seating.each)
    if is_miscounted(record):
        whole, plays = len(record.deal.hands) == len(listed), Counter[str](play.seat for play in record.plays)
        sizes = {
            seat: len(cards) if whole else max(record.seating.each, len(cards), plays[seat])
            for seat, cards in listed.items()
        }
    seats = {seat: _Held(cards, sizes[seat]) for seat, cards in listed.items()}
    unordered = find_unordered_plays(record)
    faces: list[str | None] = [None if at in unordered else play.card for at, play in enumerate(record.plays)]
    aside = _count_blind(record)
    if any(seat.hidden < 0 for seat in seats.values()) or not _carry_out(record, moved, seats, aside):
        return None
    noted = [
        Counter[str]() if one.gave_unknown or name in unsure else +one.held for name, one in seats.items()
    ]
    for name, one in seats.items():
        played = Counter(
            card for play, card in zip(record.plays, faces, strict=True) if play.seat == name and card
        )
        if name in unsure:
            one.gave_unknown = True
        if not one.show(played) or sum(play.seat == name for play in record.plays) > one.size:
            return None
        if one.gave_unknown:
            one.held = played
    exposed = [
        (incident.seat, incident.card)
        for incident in record.incidents
        if incident.kind in SHOWS_CARD and incident.card and incident.seat and incident.seat in seats
    ]
    if not all(seats[seat].show(Counter((card,))) for seat, card in exposed):
        return None
    aside -= sum((seat.held for seat in seats.values()), Counter[str]())
    open_ones = [seat for seat in seats.values() if seat.size > seat.held.total()]
    if len(open_ones) == 1 and not open_ones[0].gave_unknown:
        # The rest of the pack is in the only unknown hand.
        (last,) = open_ones
        pack = Counter(record.pack.face.values())
        rest = pack - sum((seat.held for seat in seats.values()), aside)
        if last.held.total() + rest.total() == last.size:
            last.show(last.held + rest)
    hand = _build_hand(record, seats, aside, faces)
    return hand and hand._replace(noted=_build_masks(hand, noted))


def _build_masks(hand: Hand, cards: Sequence[Counter[str]]) -> tuple[int, ...]:
    """Return the masks of some cards of each seat, by their faces: the first of its copies of each face."""
    face, twins = hand.pack.face, hand.pack.twins
    return tuple(
        sum(
            card
            for card in cards_in(dealt)
            if (twins[card] & dealt & (card - 1)).bit_count() < own[face[card]]
        )
        for own, dealt in zip(cards, hand.dealt, strict=True)
    )


def _count_blind(record: BidEuchreRecord) -> Counter[str]:
    return Counter(card for card in record.deal.blind or [record.deal.upcard] if card)


def _guess_moves(record: BidEuchreRecord) -> Iterator[Moved]:
    """Yield possible card movements, likeliest first: all Bottoms called, one of them, none; at last, anything."""
    called = [
        number
        for number, declaration in enumerate(record.declarations or ())
        if declaration.call == "bottoms"
    ]
    yield Moved(called)
    if called:
        yield from (Moved((number,)) for number in called)
        yield Moved(())
    yield Moved((), record.seating.seats)


def list_hands(record: BidEuchreRecord) -> dict[str, Sequence[str]]:
    """Return the hands as they are written down, by seat; nothing for one that is not."""
    noted: dict[str, Sequence[str]] = {str(seat): cards for seat, cards in record.deal.hands.items()}
    return {seat: noted.get(seat, ()) for seat in record.seating.seats}


def _carry_out(record: BidEuchreRecord, moved: Moved, seats: dict[str, _Held], aside: Counter[str]) -> bool:
    """Carry out the exchanges in order; return False if a seat gives a card it cannot have.

    Updates the known undealt cards.
    """
    blind = record.deal.blind or ()
    for number in moved.bottoms:
        declaration = (record.declarations or ())[number]
        if not all(map(seats[declaration.seat].give, declaration.cards or ())):
            return False
        # Three cards for three (B-121), of a blind of four.
        taken: Sequence[str | None] = blind[1:] if len(blind) == 4 else [None] * 3
        for card in taken:
            seats[declaration.seat].receive(card)
        aside.subtract(filter(None, blind[1:]))
        aside.update(declaration.cards or ())
    for exchange in record.exchanges or ():
        if not all(map(seats[exchange.giver].give, exchange.cards)):
            return False
        for handed in exchange.cards:
            seats[exchange.taker].receive(handed)
    return True


def _build_hand(
    record: BidEuchreRecord, seats: dict[str, _Held], left: Counter[str], faces: Sequence[str | None]
) -> Hand | None:
    pack, number = record.pack, record.seating.number
    held = [tuple(seat.held.elements()) for seat in seats.values()]
    around = [number[play.seat] for play in record.plays]

    def parts() -> Iterator[tuple[int, Sequence[str]]]:
        yield from enumerate(held)
        yield len(held), tuple(left.elements())

    copies = copies_by_seat(pack, parts)
    known = [copies.assign(seat, own) for seat, own in enumerate(held)]
    aside = copies.assign(len(held), tuple(left.elements()))
    apart = reduce(or_, known, aside).bit_count() == sum(map(len, held)) + left.total()
    hidden = [seat.size - seat.held.total() for seat in seats.values()]
    piles = find_unordered_tricks(record)
    if not apart or min(hidden) < 0 or piles is None:
        return None
    cards = copies.assign_plays(around, faces)
    inferred = infer(pack, around, cards, known, hidden) if 0 in cards and not piles else ()
    listed = [len(own) for own in list_hands(record).values()]
    rebuilt = sum(
        1 << seat for seat, held in enumerate(seats.values()) if not hidden[seat] and listed[seat] < held.size
    )
    sizes = {seat.size for seat in seats.values()}
    dealt = _reconstruct_deal(record, seats)
    named = {at: play.named for at, play in enumerate(record.plays) if play.named}
    return Hand(
        record, around, cards, tuple(known), tuple(hidden), rebuilt, inferred, len(sizes) == 1, piles,
        aside=aside, before_exchanges=dealt, led_as=named,
        first_shown=find_first_shown(record, around, cards, known) if record.incidents else {},
    )  # fmt: skip


def _reconstruct_deal(record: BidEuchreRecord, seats: dict[str, _Held]) -> DealtHands:
    """Return the deal before any exchange; the only unknown hand gets the rest of the pack."""
    left = Counter(record.pack.face.values()) - _count_blind(record)
    left -= sum((seat.dealt for seat in seats.values()), Counter[str]())
    hidden = [seat.hidden for seat in seats.values()]
    alone = hidden.count(0) == len(hidden) - 1 and left.total() == sum(hidden)
    faces = [
        tuple((seat.dealt + left if alone and seat.hidden else seat.dealt).elements())
        for seat in seats.values()
    ]
    copies = copies_by_seat(record.pack, lambda: enumerate(faces))
    known = tuple(copies.assign(seat, own) for seat, own in enumerate(faces))
    return DealtHands(known, (0,) * len(hidden) if alone else tuple(hidden))


#: Key of a record -> sort of its value, or of the items of its list.
_SORT: Final[dict[str, Literal["seat", "card", "moment"]]] = {
    **dict.fromkeys(
        (
            *("dealer", "due_dealer", "seat", "to", "from", "by", "moved", "maker", "against"),
            *("seen_by", "believed", "helped"),
        ),
        "seat",
    ),
    **dict.fromkeys(("card", "replaced_by", "upcard", "cards", "order", "blind", "hands"), "card"),
    **dict.fromkeys(("at", "called"), "moment"),
}
#: Fields with the cards of complete hands, to be excluded.
_CARDS: Final = {"plays": True, "deal": {"hands"}}
#: A seat, card or moment that a record names, with its path.
_Mention = tuple[str, Path, Any]
_BY_SIDE: Final = ("teams", "before", "hickeys", "burns", "score", "after", "sheet")
#: Fields whose keys are seats or sides.
_KEYED: Final = frozenset(("players", "hands", *_BY_SIDE))


def prepare(record: BidEuchreRecord) -> tuple[Hand | None, list[RecordError]]:
    """Return the record as a hand, None if a contradiction is lasting, and all contradictions."""
    plain = build_complete_hand(record)
    # Cards that are all where whole hands have them contradict nothing, and need not be looked through.
    named = _list_mentions(record_data(record, without=_CARDS if plain else None))
    # A hand known from its sheet alone may have had all its plays.
    most = record.seating.end if record.sheet and not record.plays else len(record.plays)
    lasting = _find_lasting(record, named, plain is not None)
    errors = [
        *lasting,
        *(trick_contradictions(record) if record.plays else ()),
        *find_late_moments([(path, value) for sort, path, value in named if sort == "moment"], most),
        *_find_sheet_faults(record),
        *event_contradictions(record),
    ]
    return None if lasting else prepare_hand(record, plain=plain), errors


def lasting_contradictions(record: BidEuchreRecord) -> list[RecordError]:
    """Return the contradictions that a longer record could not resolve, unlike a clock after the last card."""
    return _find_lasting(record, _list_mentions(record_data(record)), build_complete_hand(record) is not None)


def _find_lasting(record: BidEuchreRecord, named: Sequence[_Mention], plain: bool) -> list[RecordError]:
    return [
        *_find_unknown_names(record, named),
        *_find_pack_faults(record),
        *(() if plain else cards_in_places(record)),
        *find_unordered_trick_faults(record),
        *_find_exchange_faults(record),
        *_find_shared_seats(record),
        *_find_contract_faults(record),
        *_find_laydown_faults(record),
    ]


def _list_mentions(data: Any, path: Path = (), key: str = "") -> list[_Mention]:
    """Return the seats, cards and moments that some data names."""
    mentions: list[_Mention] = []
    for name, inner in data.items() if isinstance(data, dict) else enumerate(data):
        word = name if isinstance(name, str) and key != "hands" else key
        if key in _KEYED and isinstance(name, str):
            mentions.append(("seat", (*path, name), name))
        if isinstance(inner, dict | list):
            if inner:
                mentions += _list_mentions(inner, (*path, name), word)
        elif inner is not None and word in _SORT and not (word == "order" and isinstance(inner, int)):
            mentions.append((_SORT[word], (*path, name), inner))
    return mentions


def _find_unknown_names(record: BidEuchreRecord, named: Sequence[_Mention]) -> Iterator[RecordError]:
    """Yield seats that are not at the table, then cards that are not in the pack."""
    seats = record.seating.seats
    known = (*seats, *(record.seating.side_names if len(seats) % 2 == 0 else ()))
    why = f"the seats are {' '.join(seats)}"
    for sort, path, value in named:
        if sort == "seat" and value not in known:
            yield RecordError(f"{seat_name(value)} is not at this table", why, "correct one of the two", path)
    for sort, path, value in named:
        if sort == "card" and value not in record.pack.mask:
            what = f"there is no {card_name(value)} in the {record.pack_name}-card deck"
            yield RecordError(what, "", "correct one of the two", path)


def _find_pack_faults(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Yield a pack too small for the hands, too many cards in the blind, an up-card other than its top."""
    seating, deal = record.seating, record.deal
    left, players = seating.count_undealt(record.pack), len(seating.seats)
    why = f"{seating.each} cards to each of {players} leaves {max(left, 0)} of {record.pack.size}"
    if left < 0:
        why = f"{seating.each} cards to each of {players} is more than {record.pack.size}"
        where: Path = ("cards_each",) if record.cards_each else ("seats",)
        yield RecordError(
            "the deck is too small for these hands",
            why,
            "correct the deck, the seats or the number of cards each",
            where,
        )
    elif not is_miscounted(record):
        if deal.blind and len(deal.blind) > left:
            what = f"there are {len(deal.blind)} cards in the blind"
            yield RecordError(
                what, why, "correct the blind, the deck or the number of cards each", ("deal", "blind")
            )
        if deal.upcard and not left:
            yield RecordError(
                "a card is turned up, but no card is left over", why, "correct one of them", _UPCARD
            )
    if deal.upcard and deal.blind and deal.blind[0] not in (deal.upcard, None):
        what = f"the {card_name(deal.upcard)} is turned up, and the {card_name(deal.blind[0] or '')} is the top of the blind"
        yield RecordError(
            what, "the card turned up is the top of the blind", "correct one of the two", _UPCARD
        )


_UPCARD: Final[Path] = ("deal", "upcard")


def cards_in_places(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Yield cards in too many places, cards that a known hand did not hold, and hands too large."""
    placed = CardPlacements(record, (one for one in mentions(record) if one.card in record.pack.mask))
    yield from placed.faults
    for exchange in record.exchanges or ():
        for seat, more in ((exchange.giver, -len(exchange.cards)), (exchange.taker, len(exchange.cards))):
            placed.sizes[seat] = placed.sizes.get(seat, placed.each) + more
    yield from placed.surplus_plays(record)


def _find_exchange_faults(record: BidEuchreRecord) -> Iterator[RecordError]:
    for number, exchange in enumerate(record.exchanges or ()):
        if exchange.giver == exchange.taker:
            what = f"{seat_name(exchange.giver)} passes cards to the same seat"
            path: Path = ("exchanges", number, "to")
            yield RecordError(
                what, "cards are passed from one player to another", "correct who got them", path
            )


def _find_shared_seats(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Yield seats on two sides at once."""
    seats = record.seating.seats
    for key in _BY_SIDE:
        sides = list(getattr(record, key))
        named = [seat for side in sides for seat in _split_side(side) if seat in seats]
        if len(set(named)) == len(named):
            continue
        for seat, times in Counter(named).items():
            if times > 1:
                what = f"{seat_name(seat)} is on two sides of {key}"
                yield RecordError(what, f"the sides are {' '.join(sides)}", "name each seat once", (key,))


def _find_sheet_faults(record: BidEuchreRecord) -> Iterator[RecordError]:
    seats, each = record.seating.seats, record.seating.each
    if not record.sheet:
        return
    tricks = sum(line.tricks for line in record.sheet.values())
    everybody = set(seats) <= {seat for side in record.sheet for seat in _split_side(side)}
    # Where everybody but the bidder is out no trick is played.
    if tricks > each or (everybody and 0 < tricks < each):
        what = f"the sheet has {tricks} tricks"
        yield RecordError(
            what, f"a hand has {each} tricks", "correct the tricks or the number of cards each", ("sheet",)
        )


def _split_side(side: str) -> list[str]:
    """Return the seats in the id of a side: two characters each by number, one by the compass."""
    width = 2 if side.startswith("P") else 1
    return [side[place : place + width] for place in range(0, len(side), width)]


def _find_contract_faults(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Yield a contract whose trumps differ from those named, or for more tricks than there are."""
    contract = record.contract
    if contract is None:
        return
    if contract.tricks > record.seating.each:
        why = f"a hand has {record.seating.each} tricks"
        what = f"the contract is for {contract.tricks} tricks"
        yield RecordError(
            what, why, "correct the contract or the number of cards each", ("contract", "tricks")
        )
    named = [declaration.trump for declaration in record.declarations or () if declaration.trump]
    if contract.trump and named and contract.trump not in named:
        what = f"the contract says {contract.trump} is trump"
        yield RecordError(
            what, f"{' and '.join(named)} was named", "correct one of the two", ("contract", "trump")
        )


def _find_laydown_faults(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Yield cards of a lay-down order that were played before, or are named too often."""
    laydown = record.laydown
    if laydown is None:
        return
    at = (
        laydown.at
        if isinstance(laydown.at, int)
        else len(record.plays) * (laydown.at in ("turned", "scored"))
    )
    gone = Counter(play.card for play in record.plays[:at] if play.card)
    spent = {card for card, copies in gone.items() if copies >= len(record.pack.bits.get(card, ()))}
    yield from laydown_order_faults(laydown.by, laydown.order, spent, {}, record.pack.copies)
