"""Positions in which a lay-down may have been made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple

from clabber_audit.cards import (
    BIT,
    CARDS_IN_SUIT,
    DECK,
    RANK,
    SEATS,
    SUIT,
    SUIT_OF,
    SUITS,
    TURN,
    left_of,
    partner_of,
)
from clabber_audit.games.clabber.melds import RANKINGS

#: Law of plays: held cards, suit led, trumps above the highest on the table -> cards allowed. All masks.
Legal = Callable[[int, int, int], int]
#: Law of leads: held cards, all trumps if one has fallen to an earlier trick, else 0 -> cards allowed. All masks.
Leads = Callable[[int, int], int]
#: A line of play, as seats and card bits.
Line = tuple[tuple[int, int], ...]
Standard = Literal["any_line", "stated_line", "best_line"]
Scope = Literal["team", "hand"]


class LaydownPosition(NamedTuple):
    """Position in the middle of play: hands, turn, trick in progress."""

    hands: tuple[int, ...]
    turn: int
    #: The suit led, the cards that would now win the trick, and who is winning it. The pack and -1 before a lead.
    led: int = DECK
    winning: int = DECK
    winner: int = -1
    #: How many cards lie in the trick under way, and which seats, as bits, have played to it.
    fallen: int = 0
    gone: int = 0


class ClaimedLaydown(NamedTuple):
    """Lay-down to be tested, and the law of the plays after it."""

    seat: int
    trump: int
    #: The order stated, as card bits; empty when none was stated.
    order: tuple[int, ...]
    #: What it must stand up to (D-72): any line of legal play, any that keeps the order stated, or the best line that
    #: the side of the one who laid down can choose.
    standard: Standard
    #: True if a trick won by the partner counts as won (D-73).
    scope: Scope
    #: Legal cards to a trick already led, and on leads (None: any card).
    duties: Duties
    leads: Leads | None = None

    @property
    def binding(self) -> tuple[int, ...]:
        """The stated order, in trick order, if it binds, else empty."""
        place = trick_order(self.trump).place
        return tuple(place[card] for card in self.order) if self.standard == "stated_line" else ()

    @property
    def friends(self) -> int:
        """Seats, as bits, whose tricks count as won."""
        own = 1 << self.seat
        return own | 1 << partner_of(self.seat) if self.scope == "team" else own

    @property
    def choosing(self) -> int:
        """Seats, as bits, that choose the line in favor of the lay-down."""
        return 0b101 << (self.seat & 1) if self.standard == "best_line" else 0


def find_next_to_play(hands: Sequence[int], start: int, gone: int) -> int | None:
    """Return the first seat clockwise from `start` that holds cards and is not in `gone`, None if there is none."""
    for seat, hand in enumerate(hands):
        if not hand:
            gone |= 1 << seat
    bit = TURN[start][gone]
    return bit.bit_length() - 1 if bit else None


_WIDTH: Final = CARDS_IN_SUIT
_ALL: Final = (1 << _WIDTH) - 1
_STARTS: Final = tuple(range(0, _WIDTH * len(SUITS), _WIDTH))


class Order(NamedTuple):
    """Trick order of the pack under a trump suit, as a bijection card <-> place."""

    trump: int
    place: dict[int, int]
    card: dict[int, int]
    #: The cards that win from each one, by its place.
    beaters: dict[int, int]

    def arrange(self, cards: int) -> int:
        """Return a set of cards in trick order."""
        return cards if cards == DECK else _move_bits(cards, self.place)

    def cards(self, placed: int) -> int:
        """Return the cards of a set in trick order."""
        return placed if placed == DECK else _move_bits(placed, self.card)

    def position(self, here: LaydownPosition) -> LaydownPosition:
        """Return a position in trick order."""
        hands = tuple(self.arrange(hand) for hand in here.hands)
        return here._replace(hands=hands, winning=self.arrange(here.winning))


def _move_bits(cards: int, to: dict[int, int]) -> int:
    result = 0
    while cards:
        low = cards & -cards
        result |= to[low]
        cards ^= low
    return result


@cache
def trick_order(trump: int) -> Order:
    """Return the trick order under a trump suit, given as its mask."""
    beaters = RANKINGS[trump].beaters
    place = {}
    for start, suit in zip(_STARTS, SUITS, strict=True):
        cards = [card for card in BIT.values() if card & SUIT[suit]]
        for rank, card in enumerate(
            sorted(cards, key=lambda card: -(beaters[card] & SUIT[suit]).bit_count())
        ):
            place[card] = 1 << start + rank
    result = Order(trump, place, {there: card for card, there in place.items()}, {})
    result.beaters.update({place[card]: result.arrange(higher) for card, higher in beaters.items() if card})
    return result


def card_falls(
    here: LaydownPosition, card: int, sizes: Sequence[int], known: Order, friends: int
) -> LaydownPosition | bool:
    """Return the position after a card; True once a trick is lost, False once all are won.

    The card has left the hands of `here` already; `sizes` are not 0 for the seats that still hold cards. A trick has
    four cards, or fewer if hands are uneven; no seat plays to it twice.
    """
    hands, turn, led, winning, winner, fallen, gone = here
    if not fallen:
        led = SUIT_OF[card]
    if card & winning:
        winning, winner = known.beaters[card], turn
    fallen, gone = fallen + 1, gone | 1 << turn
    following = None if fallen == len(sizes) else find_next_to_play(sizes, left_of(turn), gone)
    if following is not None:
        return LaydownPosition(hands, following, led, winning, winner, fallen, gone)
    if not friends >> winner & 1:
        return True
    leader = find_next_to_play(sizes, winner, 0)
    return leader is not None and LaydownPosition(hands, leader)


def choose_one_of_equals(known: Order, allowed: int, live: int, winning: int) -> list[int]:
    """Return one allowed card of each group of equivalent cards, the first in pack order.

    `live` are the cards in all hands, `winning` those that would now win the trick.
    """
    results: list[int] = []
    for start in _STARTS:
        own = allowed >> start & _ALL
        if own:
            results += _group_equivalent(
                known.trump, start, own, live >> start & _ALL, winning >> start & _ALL
            )
    return results


@cache
def _group_equivalent(trump: int, start: int, own: int, live: int, winning: int) -> tuple[int, ...]:
    back = trick_order(trump).card
    groups: list[list[int]] = []
    before = -1
    for rank in range(_WIDTH):
        if not live >> rank & 1:
            continue
        if own >> rank & 1:
            joined = before >= 0 and own >> before & 1 and (winning >> before & 1) == (winning >> rank & 1)
            if not joined:
                groups.append([])
            groups[-1].append(1 << start + rank)
        before = rank
    return tuple(sorted((min(group, key=back.__getitem__) for group in groups), key=back.__getitem__))


def position_key(hands: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cache key of a position: the hands suit by suit, with cards out of play closed up."""
    north, east, south, west = hands
    return tuple(
        close_up(north >> start & _ALL, east >> start & _ALL, south >> start & _ALL, west >> start & _ALL)
        for start in _STARTS
    )


def is_unbeatable(mine: int, others: int) -> bool:
    """Return True if each card of `mine` beats all `others` of its suit."""
    for start in _STARTS:
        own = mine & _ALL << start
        if own and (others & _ALL << start) > own & -own:
            return False
    return True


@cache
def close_up(north: int, east: int, south: int, west: int) -> int:
    """Return the hands of one suit with cards out of play removed."""
    live = north | east | south | west
    result = 0
    for hand in (north, east, south, west):
        packed, place = 0, 0
        for rank in range(_WIDTH):
            if live >> rank & 1:
                packed |= (hand >> rank & 1) << place
                place += 1
        result = result << _WIDTH | packed
    return result


#: The kinds: of the plain suit led, trumps above the highest on the table, other trumps, all else.
LED, ABOVE, BELOW, ELSE = 1, 2, 4, 8
KINDS: Final = (LED, ABOVE, BELOW, ELSE)
#: Kinds held -> kinds allowed, on a plain lead and on a lead of trumps.
Duties = tuple[tuple[int, ...], tuple[int, ...]]


def tabulate_duties(legal: Legal, trump: int) -> Duties:
    """Return the cards that a law allows under a trump suit, by the kinds of cards held; all if it allows none."""
    plain, other = [suit for suit in SUIT.values() if suit != trump][:2]
    samples = {
        LED: plain & RANK["A"],
        ABOVE: trump & RANK["J"],
        BELOW: trump & RANK["K"],
        ELSE: other & RANK["A"],
    }
    over = RANKINGS[trump].beaters[trump & RANK["T"]]

    def legal_kinds(held: int, led: int) -> int:
        if led == trump and held & LED:
            return 0
        result = legal(sum(samples[kind] for kind in KINDS if held & kind), led, over)
        return sum(kind for kind in KINDS if samples[kind] & result) or held

    on_plain, on_trumps = (
        tuple(legal_kinds(held, led) for held in range(1 << len(KINDS))) for led in (plain, trump)
    )
    return on_plain, on_trumps


def kinds_under(led: int, trump: int, above: int) -> dict[int, int]:
    """Return the cards of the pack by kind; before a lead all are ELSE."""
    if led == DECK:
        return {ELSE: DECK}
    return {LED: led & ~trump, ABOVE: trump & above, BELOW: trump & ~above, ELSE: DECK & ~(led | trump)}


def playable(law: Duties, hand: int, led: int, trump: int, above: int) -> int:
    """Return the legal cards of a hand, as a mask; `above` are the trumps above the highest in the trick."""
    if led == DECK:
        return hand
    trumps = hand & trump
    over = trumps & above
    under = trumps ^ over
    following = hand & led & ~trump
    rest = hand & ~(trumps | following)
    held = (following and LED) | (over and ABOVE) | (under and BELOW) | (rest and ELSE)
    kinds = law[led == trump][held]
    if kinds == held:
        return hand
    return (
        (following if kinds & LED else 0)
        | (over if kinds & ABOVE else 0)
        | (under if kinds & BELOW else 0)
        | (rest if kinds & ELSE else 0)
    )


class PlayInference:
    """Inference from a legal play: the kinds of cards that the rest of the hand cannot hold."""

    def __init__(self, law: Duties, trump: int) -> None:
        self._trump = trump
        excluded = {
            (kind, led): _find_excluded_kinds(law, kind, led) for led in (False, True) for kind in KINDS
        }
        #: False for a law under which holding one kind excuses from playing another.
        self.simple = None not in excluded.values()
        self._excluded = {key: kinds or 0 for key, kinds in excluded.items()}

    def exclude(self, card: int, led: int, above: int) -> int:
        """Return the cards that a hand cannot hold if it plays `card` legally; none before a lead."""
        if led == DECK:
            return 0
        trump = self._trump
        plain = LED if card & led else ELSE
        kind = (ABOVE if card & above else BELOW) if card & trump else plain
        excluded = self._excluded[kind, led == trump]
        return sum(cards for kind, cards in kinds_under(led, trump, above).items() if kind & excluded)


def _find_excluded_kinds(law: Duties, kind: int, led_trumps: bool) -> int | None:
    """Return the kinds excluded by a legal play, None if no set of kinds describes it exactly."""
    kinds = [other for other in KINDS if not (led_trumps and other == LED)]
    holdings = [held for held in range(1 << len(KINDS)) if held & kind and (not led_trumps or not held & LED)]
    legal = [held for held in holdings if law[led_trumps][held] & kind]
    barred = sum(other for other in kinds if not any(held & other for held in legal))
    return barred if legal == [held for held in holdings if not held & barred] else None


class CardLocation(NamedTuple):
    """Hand or undealt pile: its candidates and the cards that lie there."""

    #: Seat of the hand; -1 for the undealt pile.
    seat: int
    fitting: int
    lying: list[int]


class Unplaced(NamedTuple):
    """Unknown cards at a lay-down. Tuples are indexed by seat; card sets are bit masks."""

    #: Cards that may lie anywhere, and of each seat those it was dealt and may have played.
    pool: int
    loose: tuple[int, ...]
    #: How many of them each hand still holds, and how many each seat has played.
    need: tuple[int, ...]
    played: tuple[int, ...]
    #: Cards that a hand cannot hold any more.
    banned: tuple[int, ...]

    def rename(self, cards: Callable[[int], int]) -> Unplaced:
        """Return the same with the cards mapped to other bits."""
        loose, banned = tuple(map(cards, self.loose)), tuple(map(cards, self.banned))
        return self._replace(pool=cards(self.pool), loose=loose, banned=banned)

    @property
    def cards(self) -> int:
        """All unknown cards."""
        north, east, south, west = self.loose
        return self.pool | north | east | south | west

    @property
    def spare(self) -> int:
        """Number of unknown undealt cards."""
        return self.cards.bit_count() - sum(self.need) - sum(self.played)

    def possible_cards(self, seat: int) -> int:
        """Return the unknown cards that may each lie in a hand."""
        return (self.pool | self.loose[seat]) & ~self.banned[seat] if self.need[seat] else 0

    def place(self, seat: int, card: int) -> Unplaced:
        """Return the same with a card placed in a hand."""
        need = _replace_at(self.need, seat, self.need[seat] - 1)
        if card & self.pool:
            return self._replace(pool=self.pool ^ card, need=need)
        return self._replace(loose=_replace_at(self.loose, seat, self.loose[seat] ^ card), need=need)

    def exclude(self, seat: int, cards: int) -> Unplaced:
        """Return the same with cards excluded from a hand."""
        cards &= self.cards & ~self.banned[seat]
        return (
            self._replace(banned=_replace_at(self.banned, seat, self.banned[seat] | cards)) if cards else self
        )

    @property
    def is_possible(self) -> bool:
        """True if all places can be filled, a different card in each (Hall's condition)."""
        groups = [(0, 0)]
        places = [(need, self.possible_cards(seat)) for seat, need in enumerate(self.need) if need]
        places += [(count, self.pool | self.loose[seat]) for seat, count in enumerate(self.played) if count]
        places += [(self.spare, self.pool)] if self.spare > 0 else []
        for count, fitting in places:
            groups += [(total + count, cards | fitting) for total, cards in groups]
        return all(total <= cards.bit_count() for total, cards in groups)

    def fill(self, seats: Sequence[int], first: int = 0) -> tuple[int, ...] | None:
        """Return one possible deal of the unknown cards, None if there is none. `first` as in `lay_out`."""
        places = self.lay_out(seats, first)
        return None if places is None else group_by_hand(places)

    def lay_out(self, seats: Sequence[int], first: int = 0) -> list[CardLocation] | None:
        """Return a place for every unknown card, None if no deal is left.

        The cards of `first`, then the highest others, lie with the first of `seats` if possible.
        """
        hands = [(seat, self.need[seat], self.possible_cards(seat)) for seat in seats]
        beyond = [(-1, self.played[seat], self.pool | self.loose[seat]) for seat in seats]
        counted = [each for each in [*hands, *beyond, (-1, max(self.spare, 0), self.pool)] if each[1]]
        places = [CardLocation(seat, fitting, []) for seat, _count, fitting in counted]

        def settle(card: int, tried: set[int]) -> bool:
            for number, (_seat, fitting, lying) in enumerate(places):
                if not fitting & card or number in tried:
                    continue
                tried.add(number)
                if len(lying) < counted[number][1]:
                    lying.append(card)
                    return True
                for other in tuple(lying):
                    if settle(other, tried):
                        lying.remove(other)
                        lying.append(card)
                        return True
            return False

        for cards in (self.cards & first, self.cards & ~first):
            while cards:
                card = 1 << cards.bit_length() - 1
                cards ^= card
                if not settle(card, set()):
                    return None
        return places


def group_by_hand(places: Sequence[CardLocation]) -> tuple[int, ...]:
    """Return the cards that lie in each hand."""
    result = [0] * len(SEATS)
    for seat, _fitting, lying in places:
        if seat >= 0:
            result[seat] |= sum(lying)
    return tuple(result)


def _replace_at(column: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*column[:seat], value, *column[seat + 1 :])
