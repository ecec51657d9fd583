"""Lay-down search over known and unknown hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from random import Random
from typing import Final, NamedTuple

from clabber_audit.cards import DECK, DECK_SIZE, SEATS, SUIT, cards_in
from clabber_audit.evidence.completions import BudgetExhausted, spend
from clabber_audit.evidence.laydowns.position import (
    ELSE,
    CardLocation,
    ClaimedLaydown,
    LaydownPosition,
    Line,
    Order,
    PlayInference,
    Unplaced,
    card_falls,
    choose_one_of_equals,
    group_by_hand,
    is_unbeatable,
    kinds_under,
    playable,
    position_key,
    trick_order,
)

_SUITS = tuple(SUIT.values())
#: Work per card tried, which includes the check that a deal is left.
_CARD = 8


class OpenPosition(NamedTuple):
    """Position with unknown cards; its hands are the cards known to lie in them."""

    here: LaydownPosition
    open: Unplaced


def wins_the_rest(
    here: LaydownPosition, laid: ClaimedLaydown, may: Sequence[int], sizes: Sequence[int]
) -> bool:
    """Return True if the layer, on lead, wins every trick: no card of another hand beats any of theirs, and none has more.

    `may` are the cards that each hand may hold besides those known, `sizes` the sizes of all hands.
    """
    mine, trump = here.hands[laid.seat], laid.trump
    others = reduce(or_, may, sum(here.hands) ^ mine)
    if others & trump and mine & ~trump:
        return False
    return max(sizes) <= mine.bit_count() and is_unbeatable(mine, others)


class HiddenSearch:
    """Search for a losing line together with a deal. A stated order may bind only a known hand."""

    def __init__(self, laid: ClaimedLaydown, inference: PlayInference, budget: int) -> None:
        """Try at most `budget` cards over all lines."""
        self.laid = laid
        self.order: Order = trick_order(laid.trump)
        self._inference = inference
        self._binding = laid.binding
        self._budget = budget
        self.tried = 0
        self._won: set[object] = set()

    def find_losing_line(self, table: OpenPosition) -> tuple[Line, OpenPosition] | None:
        """Return a losing line in trick order with the position at its end, None if every line of every deal wins."""
        here, unplaced = table
        if not here.fallen:
            may = [unplaced.possible_cards(seat) for seat in range(len(here.hands))]
            alone = here.turn == self.laid.seat and not unplaced.need[self.laid.seat]
            if alone and wins_the_rest(here, self.laid, may, _sizes(here, unplaced)):
                return None
            banned = tuple(unplaced.cards & cards for cards in unplaced.banned)
            known = here.hands, here.turn, unplaced.need, unplaced.pool, banned
            if known in self._won:
                return None
            self._won.add(known)
        for card in self._list_cards_to_try(here, unplaced):
            self.tried += 1
            if self.tried > self._budget:
                raise BudgetExhausted
            spend(_CARD)
            after = self._play(here, unplaced, card)
            if after is None:
                continue
            move = ((here.turn, card),)
            if after.here.turn < 0:
                return move, after
            result = self.find_losing_line(after) if any(_sizes(after.here, after.open)) else None
            if result:
                return move + result[0], result[1]
        return None

    def _list_cards_to_try(self, here: LaydownPosition, unplaced: Unplaced) -> list[int]:
        """Return the cards to try, one of each group of equivalent cards."""
        turn = here.turn
        candidates = here.hands[turn] | unplaced.possible_cards(turn)
        if turn == self.laid.seat and self._binding:
            for card in self._binding:
                if card & candidates and self._play(here, unplaced, card):
                    return [card]
        cards = _drop_equivalent(here, unplaced, candidates)
        # Opponents try winning cards first, the layer's side losing ones.
        if self.laid.friends >> turn & 1:
            return cards
        return sorted(cards, key=lambda card: not card & here.winning)

    def _play(self, here: LaydownPosition, unplaced: Unplaced, card: int) -> OpenPosition | None:
        """Return the position after a card, with turn -1 once a trick is lost; None if no deal allows the card."""
        turn, trump, hands = here.turn, self.laid.trump, list(here.hands)
        if card & hands[turn]:
            hands[turn] ^= card
        else:
            unplaced = unplaced.place(turn, card)
        others = self._inference.exclude(card, here.led, here.winning & trump)
        if hands[turn] & others:
            return None
        unplaced = unplaced.exclude(turn, others)
        if not unplaced.is_possible:
            return None
        here = here._replace(hands=tuple(hands))
        after = card_falls(here, card, _sizes(here, unplaced), self.order, self.laid.friends)
        if isinstance(after, bool):
            return OpenPosition(here._replace(turn=-1) if after else here, unplaced)
        return OpenPosition(after, unplaced)


def _sizes(here: LaydownPosition, unplaced: Unplaced) -> list[int]:
    return [hand.bit_count() + more for hand, more in zip(here.hands, unplaced.need, strict=True)]


def _drop_equivalent(here: LaydownPosition, unplaced: Unplaced, candidates: int) -> list[int]:
    """Return one of each group of equivalent candidates, highest suit and card first.

    Cards that may lie with another seat are not equivalent while they could win the trick, since the higher might
    then fall on the lower.
    """
    live = unplaced.cards
    for hand in here.hands:
        live |= hand
    own, last = here.hands[here.turn], here.fallen == len(here.hands) - 1
    results = []
    for suit in _SUITS:
        before: object = None
        rest = live & suit
        while rest:
            card = rest & -rest
            rest ^= card
            sort: object = None
            if card & candidates:
                wins = bool(card & here.winning)
                if card & own:
                    sort = wins
                elif wins and not last:
                    sort = card
                else:
                    sort = (
                        bool(card & unplaced.pool),
                        wins,
                        *[bool(card & banned) for banned in unplaced.banned],
                    )
                if sort != before:
                    results.append(card)
            before = sort
    results.reverse()
    return results


Hands = tuple[int, ...]
#: Work per search step and per deal tried, besides the reasons checked.
_DEAL: Final = 6
_TRIED: Final = 30
#: Reasons checked per unit of work.
_REASONS: Final = 40


class HandLiteral(NamedTuple):
    """Literal: a hand holds a card, or does not."""

    seat: int
    card: int
    there: bool = True


Reason = tuple[HandLiteral, ...]
#: Return the reason why a deal is not the one sought, None if it is.
FindReason = Callable[[Hands], Reason | None]


def whole_deal(hands: Hands, unplaced: Unplaced, seats: Sequence[int]) -> Reason:
    """Return the whole deal as a reason: the holder of every unknown card, seat by seat."""
    return tuple(HandLiteral(seat, card) for seat in seats for card in cards_in(hands[seat] & unplaced.cards))


class TooMany(BudgetExhausted):
    """Raised when the budget of deals runs out."""


class DealSearch:
    """Search over deals with learned reasons (conflict clauses); high cards go to the first of `seats` first."""

    def __init__(self, hands: Hands, unplaced: Unplaced, seats: Sequence[int], trump: int) -> None:
        self._hands, self._open, self._seats, self._trump = hands, unplaced, seats, trump
        self._reasons: list[Reason] = []
        #: The same as cards that hands hold, and cards that they do not.
        self._masks: list[tuple[int, int]] = []
        self._left = 0

    def leave_out(self, reason: Reason) -> None:
        """Exclude every deal for which a reason is true."""
        self._reasons.append(reason)
        self._masks.append((_mask_of(reason, there=True), _mask_of(reason, there=False)))

    def find(self, find_reason: FindReason, most: int) -> Hands | None:
        """Return a deal without a reason against it, None if every deal has one; raise TooMany after `most` deals.

        Reasons learned earlier still apply.
        """
        self._left = most
        return self._search(find_reason, self._hands, self._open)

    def _search(self, find_reason: FindReason, hands: Hands, unplaced: Unplaced) -> Hands | None:
        settled = self._propagate(hands, unplaced)
        if settled is None:
            return None
        hands, unplaced = settled
        filled = unplaced.fill(self._seats, self._trump)
        if filled is None:
            return None
        deal = tuple(known | more for known, more in zip(hands, filled, strict=True))
        reason = self._find_learned_reason(deal, hands)
        if reason is None:
            self._left -= 1
            if self._left < 0:
                raise TooMany
            spend(_TRIED)
            reason = find_reason(deal)
            if reason is None:
                return deal
            self.leave_out(reason)
        for literal in reason:
            if _value(literal, hands, unplaced) is not None:
                continue
            other = _with(literal._replace(there=not literal.there), hands, unplaced)
            result = self._search(find_reason, *other) if other[1].is_possible else None
            if result:
                return result
            hands, unplaced = _with(literal, hands, unplaced)
            if not unplaced.is_possible:
                return None
        return None

    def _propagate(self, hands: Hands, unplaced: Unplaced) -> tuple[Hands, Unplaced] | None:
        """Return hands and unknowns after unit propagation, None if no deal is left."""
        left: Sequence[int] = range(len(self._reasons))
        follows: HandLiteral | None = None
        while True:
            spend(_DEAL + len(left) // _REASONS)
            here = _pack_hands(hands)
            may = _pack_hands([unplaced.possible_cards(seat) for seat in range(len(hands))])
            some, left, follows = left, [], None
            for number in some:
                there, elsewhere = self._masks[number]
                if there & ~(here | may) or elsewhere & here:
                    continue
                left.append(number)
                count = (there & ~here).bit_count() + (elsewhere & may).bit_count()
                if not count:
                    return None
                if count == 1 and not follows:
                    follows = next(
                        literal
                        for literal in self._reasons[number]
                        if _value(literal, hands, unplaced) is None
                    )
            if not follows:
                return hands, unplaced
            hands, unplaced = _with(follows._replace(there=not follows.there), hands, unplaced)
            if not unplaced.is_possible:
                return None

    def _find_learned_reason(self, deal: Hands, hands: Hands) -> Reason | None:
        """Return the learned reason true of a deal that has the fewest cards not known to lie in `hands`."""
        dealt, here = _pack_hands(deal), _pack_hands(hands)
        true = [
            ((there & ~here).bit_count() + elsewhere.bit_count(), number)
            for number, (there, elsewhere) in enumerate(self._masks)
            if not (there & ~dealt or elsewhere & dealt)
        ]
        return self._reasons[min(true)[1]] if true else None


def _pack_hands(hands: Sequence[int]) -> int:
    return sum(hand << DECK_SIZE * seat for seat, hand in enumerate(hands))


def _mask_of(reason: Reason, there: bool) -> int:
    return sum({literal.card << DECK_SIZE * literal.seat for literal in reason if literal.there is there})


def _value(literal: HandLiteral, hands: Hands, unplaced: Unplaced) -> bool | None:
    """Return True or False if a literal is decided, else None."""
    if literal.card & hands[literal.seat]:
        return literal.there
    return None if literal.card & unplaced.possible_cards(literal.seat) else not literal.there


def _with(literal: HandLiteral, hands: Hands, unplaced: Unplaced) -> tuple[Hands, Unplaced]:
    """Return hands and unknowns with a literal made true."""
    if not literal.there:
        return hands, unplaced.exclude(literal.seat, literal.card)
    more = tuple(hand | literal.card if seat == literal.seat else hand for seat, hand in enumerate(hands))
    return more, unplaced.place(literal.seat, literal.card)


#: Value of a deal; None if it is a solution.
Worth = Callable[[Hands], int | None]
#: Exchanges tried in one climb, and random ones before the next.
_STEPS: Final = 300
_AWAY: Final = 60
#: Work per exchange, besides that of the deal.
_EXCHANGE: Final = 2


def climb(worth: Worth, known: Hands, unplaced: Unplaced, seats: Sequence[int], climbs: int) -> Hands | None:
    """Return a deal found by hill climbing, None if none was found.

    It starts with high cards in the hands of the first of `seats`.
    """
    places = unplaced.lay_out(seats)
    if not places:
        return None
    spots = [(number, spot) for number, place in enumerate(places) for spot in range(len(place.lying))]
    # Chance, but the same everywhere: no other method gives the same numbers in every Python.
    chance = Random(0).random

    def try_exchange() -> list[tuple[int, int]] | None:
        pair = [spots[int(chance() * len(spots))] for _ in range(2)]
        spend(_EXCHANGE)
        return pair if _exchange(places, *pair) else None

    def deal() -> Hands:
        return tuple(hand | more for hand, more in zip(known, group_by_hand(places), strict=True))

    for attempt in range(climbs):
        for _ in range(_AWAY if attempt else 0):
            try_exchange()
        best = worth(deal())
        for _ in range(_STEPS):
            if best is None:
                return deal()
            pair = try_exchange()
            if pair:
                new = worth(deal())
                if new is None or new >= best:
                    best = new
                else:
                    _exchange(places, *pair)
    return None


def _exchange(places: Sequence[CardLocation], one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Swap two cards; return False if they may not lie there, or lie in one place."""
    (here, first), (there, second) = one, other
    mine, yours = places[here].lying[first], places[there].lying[second]
    if here == there or not mine & places[there].fitting or not yours & places[here].fitting:
        return False
    places[here].lying[first], places[there].lying[second] = yours, mine
    return True


def wins_by_drawing_trumps(table: OpenPosition, laid: ClaimedLaydown) -> bool:
    """Return True if the layer is on lead and wins every trick by drawing trumps, then cashing the rest.

    That holds if no seat may have more trumps than the layer has above all others, and no other card of the layer can
    be beaten. In trick order.
    """
    here, unplaced = table
    layer, trump = laid.seat, laid.trump
    if here.fallen or here.turn != layer or unplaced.need[layer]:
        return False
    mine, size = here.hands[layer], here.hands[layer].bit_count()
    others = most = 0
    for seat, known in enumerate(here.hands):
        if seat == layer:
            continue
        more = unplaced.possible_cards(seat)
        if known.bit_count() + unplaced.need[seat] > size:
            return False
        others |= known | more
        most = max(most, (known & trump).bit_count() + min((more & trump).bit_count(), unplaced.need[seat]))
    above = mine & trump & -1 << (others & trump).bit_length()
    return above.bit_count() >= most and is_unbeatable(mine & ~trump, others & ~trump)


#: Work per position between tricks, its trick included.
_POSITION: Final = 8


class Search:
    """Search for a losing line with all hands known; its transposition table serves every later question.

    A law on leads may look at any card, so under one no cards or suits are merged.
    """

    def __init__(self, laid: ClaimedLaydown, budget: int | None = None) -> None:
        """Look at no more than `budget` positions between tricks over all questions."""
        self._leads = laid.leads
        self.laid = laid
        self.order = trick_order(laid.trump)
        self._duties, self._binding = laid.duties, laid.binding
        self._choosing = laid.choosing
        self._trump_place = list(SUIT.values()).index(laid.trump)
        self._budget = budget
        self._known: dict[object, bool] = {}

    @property
    def positions_searched(self) -> int:
        """Number of different positions between tricks that were searched."""
        return len(self._known)

    def losing_line(self, position: LaydownPosition) -> Line | None:
        """Return the first legal line, as seats and card bits, on which a trick is lost; None if there is none.

        Lines are compared card by card in pack order and end with the lost trick. Raise `BudgetExhausted`
        at the end of the budget.
        """
        line = self.line(self.order.position(position))
        return line and tuple((seat, self.order.card[card]) for seat, card in line)

    def line(self, here: LaydownPosition | bool) -> Line | None:
        """Return the first losing line from a position in trick order, in trick order."""
        line = []
        while not isinstance(here, bool) and self.is_lost(here):
            card = next(card for card in self.list_cards_to_try(here) if self.is_lost(self.play(here, card)))
            line.append((here.turn, card))
            here = self.play(here, card)
        return tuple(line) or None

    def is_lost(self, here: LaydownPosition | bool) -> bool:
        """Return True if a trick is lost from a position in trick order, or already was."""
        if isinstance(here, bool):
            return here
        if here.fallen:
            return self._search_cards(here)
        settled = self._settle_before_lead(here)
        if settled is not None:
            return settled
        known = self._key(here)
        answer = self._known.get(known)
        if answer is None:
            if self._budget is not None and len(self._known) >= self._budget:
                raise BudgetExhausted(self._budget)
            spend(_POSITION)
            answer = self._known[known] = self._search_cards(here)
        return answer

    def legal_cards(self, here: LaydownPosition) -> int:
        """Return the legal cards, as a mask; a stated order binds its seat if it is legal."""
        trump, hand = self.laid.trump, here.hands[here.turn]
        result = playable(self._duties, hand, here.led, trump, here.winning & trump)
        if self._leads and not here.fallen and hand & (hand - 1):
            # Every trump that no hand holds has fallen, to an earlier trick since this is a lead.
            out = trump & ~reduce(or_, here.hands)
            led = self._leads(self.order.cards(hand), self.order.cards(trump) if out else 0)
            result = self.order.arrange(led) or hand
        if here.turn == self.laid.seat:
            for card in self._binding:
                if card & result:
                    return card
        return result

    def list_cards_to_try(self, here: LaydownPosition) -> list[int]:
        """Return the legal cards, one of each group of equivalent cards."""
        if self._leads:
            return sorted(cards_in(self.legal_cards(here)), key=self.order.card.__getitem__)
        north, east, south, west = here.hands
        return choose_one_of_equals(
            self.order, self.legal_cards(here), north | east | south | west, here.winning
        )

    def play(self, here: LaydownPosition, card: int) -> LaydownPosition | bool:
        """Return the position after a card; True once a trick is lost, False once all are won."""
        hands = list(here.hands)
        hands[here.turn] ^= card
        return card_falls(here._replace(hands=tuple(hands)), card, hands, self.order, self.laid.friends)

    def _search_cards(self, here: LaydownPosition) -> bool:
        if not here.hands[here.turn]:
            # Where hands are uneven those left in the trick may all have run out: nothing more is lost in it.
            return False
        chooses = bool(self._choosing >> here.turn & 1)
        for card in self.list_cards_to_try(here):
            if self.is_lost(self.play(here, card)) != chooses:
                return not chooses
        return chooses

    def _settle_before_lead(self, here: LaydownPosition) -> bool | None:
        """Return the result before a lead if no search is needed, else None: the highest trump always wins a trick."""
        hands, trump = here.hands, self.laid.trump
        trumps = sum(hands) & trump
        for seat, hand in enumerate(hands):
            if (hand & trump) << 1 > trumps and not self.laid.friends >> seat & 1:
                return True
        if here.turn != self.laid.seat:
            return None
        return False if wins_the_rest(here, self.laid, (), list(map(int.bit_count, hands))) else None

    def _key(self, here: LaydownPosition) -> object:
        if self._leads:
            return here.turn, here.hands
        suits = position_key(here.hands)
        if not self._binding:
            trumps = self._trump_place
            return here.turn, suits[trumps], tuple(sorted(suits[:trumps] + suits[trumps + 1 :]))
        hands = here.hands
        live, mine = hands[0] | hands[1] | hands[2] | hands[3], hands[self.laid.seat]
        return (
            here.turn,
            suits,
            tuple((live & (card - 1)).bit_count() for card in self._binding if card & mine),
        )


#: For each set of kinds that the blanks may be: the kinds of known cards and of blanks that may fall.
_LegalKinds = tuple[tuple[int, int], ...]
_SEATS: Final = tuple(range(len(SEATS)))


class TooLong(Exception):
    """Raised when the turn budget runs out."""


class Blanks:
    """Search for a loss that is certain whatever the blanks are. A stated order may bind only a hand without blanks."""

    def __init__(self, laid: ClaimedLaydown) -> None:
        self._laid, self._most = laid, 0
        self._order, self._friends = trick_order(laid.trump), laid.friends
        self._binding = laid.binding
        self._legal_kinds: dict[object, _LegalKinds] = {}
        self._may: tuple[int, ...] = ()
        self._known: dict[object, bool] = {}
        #: Turns searched for the last question.
        self.looked_at = 0

    def is_lost(
        self, here: LaydownPosition, blanks: tuple[int, ...], may: tuple[int, ...], most: int
    ) -> bool:
        """Return True if a trick is certainly lost from a position in trick order; False beyond `most` turns.

        The hands hold the known cards; `blanks` is how many more each seat holds, `may` the candidates for each.
        """
        self._may, self._known, self._most, self.looked_at = may, {}, most, 0
        try:
            return self._search_position(here, blanks)
        except TooLong:
            return False
        finally:
            spend(self.looked_at)

    def _search_position(self, here: LaydownPosition, blanks: tuple[int, ...]) -> bool:
        if here.fallen:
            return self._search_cards(here, blanks)
        name = here.hands, blanks, here.turn
        result = self._known.get(name)
        if result is None:
            result = self._is_outnumbered(here, blanks)
            if not result and not self._wins_the_rest(here, blanks):
                result = self._search_cards(here, blanks)
            self._known[name] = result
        return result

    def _wins_the_rest(self, here: LaydownPosition, blanks: tuple[int, ...]) -> bool:
        if here.turn != self._laid.seat or blanks[self._laid.seat]:
            return False
        may = [cards if count else 0 for cards, count in zip(self._may, blanks, strict=True)]
        sizes = [hand.bit_count() + count for hand, count in zip(here.hands, blanks, strict=True)]
        return wins_the_rest(here, self._laid, may, sizes)

    def _is_outnumbered(self, here: LaydownPosition, blanks: tuple[int, ...]) -> bool:
        """Return True if the other side wins a trick by its trumps alone, before a lead.

        Each trump of one hand falls to another trick, where it wins unless a higher one falls too.
        """
        friends, trump = self._friends, self._laid.trump
        ours = may_be_ours = more = 0
        for seat in _SEATS:
            if friends >> seat & 1:
                ours |= here.hands[seat] & trump
                may_be_ours |= self._may[seat] & trump if blanks[seat] else 0
                more += blanks[seat]
        for seat in _SEATS:
            theirs, count = here.hands[seat] & trump, 0
            while theirs and not friends >> seat & 1:
                higher = -1 << theirs.bit_length()
                theirs ^= 1 << theirs.bit_length() - 1
                count += 1
                if (ours & higher).bit_count() + min(more, (may_be_ours & higher).bit_count()) < count:
                    return True
        return False

    def _search_cards(self, here: LaydownPosition, blanks: tuple[int, ...]) -> bool:
        self.looked_at += 1
        if self.looked_at > self._most:
            raise TooLong
        turn = here.turn
        held, may = here.hands[turn], self._may[turn] if blanks[turn] else 0
        if not (held or may):
            # Where hands are uneven those left in the trick may all have run out.
            return False
        if here.winner >= 0 and not self._friends >> here.winner & 1:
            waiting = self._friends & ~here.gone
            if not any(waiting >> seat & 1 and (here.hands[seat] or blanks[seat]) for seat in _SEATS):
                return True
        # Cards that may be in some hand.
        live = reduce(
            or_, (cards for cards, count in zip(self._may, blanks, strict=True) if count), sum(here.hands)
        )
        kinds = kinds_under(here.led, self._laid.trump, here.winning & self._laid.trump)
        answers: dict[tuple[int, bool], bool] = {}

        def loses(card: int, blank: bool) -> bool:
            if (card, blank) not in answers:
                answers[card, blank] = self._is_lost_after(here, blanks, card, blank)
            return answers[card, blank]

        def can_fill_blank(kind: int) -> bool:
            # Others may hold cards between any two that it may be, so no two that take the trick are alike.
            cards = may & kinds[kind]
            taking = cards_in(cards & here.winning)[: 1 if here.fallen == len(_SEATS) - 1 else None]
            return all(loses(card, True) for card in ([0] if cards & ~here.winning else []) + taking)

        def choose_known_cards(allowed: int) -> list[int]:
            cards = held & sum(kinds[kind] for kind in kinds if kind & allowed)
            # A stated order demands its first card.
            bound = [card for card in self._binding if card & cards and turn == self._laid.seat]
            return bound[:1] or choose_one_of_equals(self._order, cards, live, here.winning)

        legal = self._find_legal_kinds(here.led, kinds, held, may, blanks[turn])
        if self._laid.choosing >> turn & 1:
            fall, blank = (reduce(or_, column) for column in zip(*legal, strict=True))
            return all(can_fill_blank(kind) for kind in kinds if kind & blank) and all(
                loses(card, False) for card in choose_known_cards(fall)
            )
        return all(
            any(can_fill_blank(kind) for kind in kinds if kind & blank)
            or any(loses(card, False) for card in choose_known_cards(fall))
            for fall, blank in legal
        )

    def _find_legal_kinds(
        self, led: int, kinds: dict[int, int], held: int, may: int, blanks: int
    ) -> _LegalKinds:
        """Return the legal kinds of known cards and blanks, for each set of kinds that the blanks may be."""
        known = sum(kind for kind, cards in kinds.items() if held & cards)
        if led == DECK:
            return ((known, ELSE if blanks else 0),)
        unknown = sum(kind for kind, cards in kinds.items() if may & cards)
        name = led == self._laid.trump, known, unknown, blanks
        if name not in self._legal_kinds:
            law = self._laid.duties[led == self._laid.trump]
            sets = [some for some in range(unknown + 1) if not some & ~unknown and some.bit_count() <= blanks]
            fall = {(law[known | some], some & law[known | some]) for some in sets if some or not blanks}
            self._legal_kinds[name] = tuple(sorted(fall))
        return self._legal_kinds[name]

    def _is_lost_after(self, here: LaydownPosition, blanks: tuple[int, ...], card: int, blank: bool) -> bool:
        """Return True if a trick is lost once a known card or a blank has fallen; 0 is a blank that takes nothing."""
        turn, hands = here.turn, here.hands
        if blank:
            blanks = (*blanks[:turn], blanks[turn] - 1, *blanks[turn + 1 :])
        else:
            hands = (*hands[:turn], hands[turn] ^ card, *hands[turn + 1 :])
        sizes = [hand.bit_count() + count for hand, count in zip(hands, blanks, strict=True)]
        after = card_falls(here._replace(hands=hands), card, sizes, self._order, self._friends)
        return after if isinstance(after, bool) else self._search_position(after, blanks)


#: Turns searched for one question; a reason that would take more stays longer than necessary.
_TURNS: Final = 150
#: Turns allowed beyond twice those of the last proof.
_MORE: Final = 30
_Masks = tuple[int, ...]


class Reasons:
    """Reasons for losses in one position."""

    def __init__(self, table: OpenPosition, laid: ClaimedLaydown, seats: Sequence[int]) -> None:
        """Prepare to shorten reasons: the cards of the last seat in `seats` are dropped last."""
        self._here, self._open = table
        self._blanks = Blanks(laid)
        self._most = _TURNS
        self._bound = bool(laid.binding and table.open.need[laid.seat])
        self._seats = [seat for seat in seats if table.open.need[seat]]

    def find_reason(self, deal: Hands) -> Reason:
        """Return a short reason why a deal loses; the whole deal if none is found."""
        cards = tuple(hand & ~known for hand, known in zip(deal, self._here.hands, strict=True))
        lacks = tuple(self._open.possible_cards(seat) & ~hand for seat, hand in enumerate(deal))
        self._most = _TURNS
        if self._bound or not self._is_certain(cards, lacks):
            return whole_deal(deal, self._open, self._seats)
        for seat in self._seats:
            if self._is_certain(_remove_cards(cards, seat, DECK), _remove_cards(lacks, seat, DECK)):
                cards, lacks = _remove_cards(cards, seat, DECK), _remove_cards(lacks, seat, DECK)
        for seat in self._seats:
            for suit in SUIT.values():
                cards = self._drop_held_cards(cards, lacks, seat, suit)
            lacks = self._drop_lacked_cards(cards, lacks, seat)
        there = [HandLiteral(seat, card) for seat in self._seats for card in cards_in(cards[seat])]
        return (
            *there,
            *(HandLiteral(seat, card, there=False) for seat in self._seats for card in cards_in(lacks[seat])),
        )

    def _is_certain(self, cards: _Masks, lacks: _Masks) -> bool:
        """Return True if a trick is lost under these cards held and lacked, whatever the rest."""
        hands = tuple(known | more for known, more in zip(self._here.hands, cards, strict=True))
        blanks = tuple(need - more.bit_count() for need, more in zip(self._open.need, cards, strict=True))
        others = ~sum(cards)
        may = tuple(self._open.possible_cards(seat) & others & ~lacking for seat, lacking in enumerate(lacks))
        lost = self._blanks.is_lost(self._here._replace(hands=hands), blanks, may, self._most)
        if lost:
            # The fewer cards are known, the longer it takes, but not by much.
            self._most = min(_TURNS, _MORE + 2 * self._blanks.looked_at)
        return lost

    def _drop_held_cards(self, cards: _Masks, lacks: _Masks, seat: int, suit: int) -> _Masks:
        """Drop the cards of a seat in a suit that the reason does not need."""
        here = cards[seat] & suit
        for some in [here, *cards_in(here)] if here & (here - 1) else [here]:
            if some & cards[seat] and self._is_certain(_remove_cards(cards, seat, some), lacks):
                cards = _remove_cards(cards, seat, some)
        return cards

    def _drop_lacked_cards(self, cards: _Masks, lacks: _Masks, seat: int) -> _Masks:
        """Drop the cards that a seat lacks, suit by suit, that the reason does not need."""
        for suit in (DECK, *SUIT.values()):
            if lacks[seat] & suit and self._is_certain(cards, _remove_cards(lacks, seat, suit)):
                lacks = _remove_cards(lacks, seat, suit)
        return lacks


def equivalent_deals(table: OpenPosition, laid: ClaimedLaydown) -> list[Reason]:
    """Return reasons that exclude all but one of each set of equivalent deals (symmetry breaking).

    If only the layer's own tricks count and the layer leads, it does not matter which opponent holds which of two
    cards that beat the same cards of the layer: once they fall otherwise, a trick is lost. So the lower card need not
    lie with a later seat than the higher one.
    """
    here, unplaced = table
    if laid.scope != "hand" or here.fallen or here.turn != laid.seat or unplaced.need[laid.seat]:
        return []
    results: list[Reason] = []
    others = [seat for seat in range(len(unplaced.need)) if unplaced.need[seat]]
    for suit in SUIT.values():
        own = here.hands[laid.seat] & suit
        cards = cards_in(unplaced.pool & suit)
        for lower, higher in combinations(cards, 2):
            between = (higher - 1) & ~(lower - 1)
            same = all(bool(lower & banned) == bool(higher & banned) for banned in unplaced.banned)
            if same and not own & between:
                results += [
                    (HandLiteral(late, lower), HandLiteral(early, higher))
                    for early, late in combinations(others, 2)
                ]
    return results


def _remove_cards(masks: _Masks, seat: int, cards: int) -> _Masks:
    return (*masks[:seat], masks[seat] & ~cards, *masks[seat + 1 :])
