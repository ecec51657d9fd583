"""Evaluate the lay-down of a record, over every trump suit, position and deal that it allows.

One search seeks a deal in which it loses a trick, another a deal in which it loses none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, reduce
from itertools import chain, islice, permutations, product
from operator import or_
from typing import Any, Final, Generic, NamedTuple, TypeVar

from clabber_audit.cards import (
    BIT,
    CARDS_IN_SUIT,
    CODE,
    DECK,
    HAND_SIZE,
    SEAT,
    SEATS,
    SUIT,
    SUITS,
    cards_in,
    clock_of,
    trick_of,
)
from clabber_audit.evidence.completions import (
    Budget,
    BudgetExhausted,
    Unsupported,
    build_frame,
    charge_own_budget,
    charge_to,
    effort,
    find_completion,
    spend,
)
from clabber_audit.evidence.laydowns.position import (
    ClaimedLaydown,
    LaydownPosition,
    Leads,
    Line,
    PlayInference,
    Unplaced,
    tabulate_duties,
    trick_order,
)
from clabber_audit.evidence.laydowns.search import (
    DealSearch,
    HandLiteral,
    Hands,
    HiddenSearch,
    OpenPosition,
    Reason,
    Reasons,
    Search,
    TooMany,
    climb,
    equivalent_deals,
    whole_deal,
    wins_by_drawing_trumps,
)
from clabber_audit.games.clabber.melds import RANKINGS, hands_with_upcard
from clabber_audit.records.hand import Completion, Hand
from clabber_audit.replay import Replay, replay_hand
from clabber_audit.rules.bound_ruleset import BoundRuleset, legal_cards
from clabber_audit.rules.infraction import LaydownResult, LaydownSearched

Deal = TypeVar("Deal")
_FIRST_SUITS = SUIT[SUITS[0]]


def canonical_suits(table: OpenPosition, laid: ClaimedLaydown) -> tuple[int, ...]:
    """Return for each suit of the pack the number of the suit whose name it takes.

    Suits are sorted by the layer's cards before others', so that equal positions have equal names.
    """
    here, unplaced = table
    around = [
        column[(laid.seat + step) % len(SEATS)]
        for column in (here.hands, unplaced.loose, unplaced.banned)
        for step in range(len(SEATS))
    ]
    masks = (laid.trump, here.led, here.winning, *around, unplaced.pool, *laid.order)
    suits = sorted(range(len(SUITS)), key=lambda suit: [_extract_suit(mask, suit) for mask in masks])
    return tuple(suits.index(suit) for suit in range(len(SUITS)))


def _rename_suits(cards: int, names: Sequence[int]) -> int:
    """Return a set of cards with each suit under another name."""
    return sum(_extract_suit(cards, suit) << CARDS_IN_SUIT * name for suit, name in enumerate(names))


def _extract_suit(mask: int, suit: int) -> int:
    """Return the cards of one suit, as if it were the first."""
    return mask >> CARDS_IN_SUIT * suit & _FIRST_SUITS


class Limits(NamedTuple):
    """Limits of a lay-down search."""

    #: Cards tried over lines and deals together.
    cards: int
    #: Deals looked at one by one, and positions between tricks in them.
    deals: int
    positions: int
    #: Work of the whole search, in the units of `clabber_audit.evidence.completions`.
    work: int = sys.maxsize

    def share(self, among: int) -> Limits:
        """Return an equal part for each of several positions, except the work, which they share.

        The effort multiplies all of them, the work as the budget is made.
        """
        cards, deals, positions = (count * effort() // among for count in self[:3])
        return Limits(cards, deals, positions, self.work)


#: For one lay-down, over all trump suits and positions: about a second.
LIMITS: Final = Limits(30_000, 1_000, 10_000, 50_000)
#: For each set of facts tried as a proof, and for the minimal one, so that proofs stay short.
PROOF_LIMITS: Final = Limits(10_000, 300, 3_000, 20_000)
SHORT_LIMITS: Final = Limits(1_000, 100, 1_000, 2_000)
#: Size of the result cache.
_KEPT: Final = 512
#: Deals tried one by one before other methods: if each is quick to try, and else.
_FIRST: Final = 250
_FEW: Final = 4
#: Number of deals from which hill climbing starts.
_CLIMBS: Final = 6
#: Orders tried in search of one that wins in every deal.
_ORDERS: Final = 24


class LaydownAnswer(NamedTuple, Generic[Deal]):
    """Result of a lay-down search: a losing line with its deal, and a deal that loses nothing, if found."""

    line: Line | None = None
    bad: Deal | None = None
    fine: Deal | None = None
    #: True if the budget ran out, so that a missing deal may still exist.
    exhausted: bool = False
    #: Number of steps after which the search was given up.
    searched: int = 0
    #: False if a position is of a kind that the search does not handle.
    supported: bool = True

    @property
    def is_good(self) -> bool | None:
        """True if no trick can be lost, False if one always is; None if it depends on the deal or was not settled."""
        if self.exhausted or not self.supported or bool(self.bad) == bool(self.fine):
            return None
        return self.bad is None


def search_position(
    table: OpenPosition, laid: ClaimedLaydown, limits: Limits = LIMITS, only_bad: bool = False
) -> LaydownAnswer[Hands]:
    """Search a lay-down in one position; with `only_bad` seek losing deals only."""
    # A law on leads may distinguish plain suits.
    suits = tuple(range(len(SUITS)))
    names = canonical_suits(table, laid) if laid.leads is None else suits
    back = [names.index(suit) for suit in suits]
    laid = laid._replace(
        trump=_rename_suits(laid.trump, names), order=tuple(_rename_suits(card, names) for card in laid.order)
    )
    known, here = trick_order(laid.trump), table.here

    def arrange(cards: int) -> int:
        return known.arrange(_rename_suits(cards, names))

    def cards(hands: Hands | None) -> Hands | None:
        return hands and tuple(_rename_suits(known.cards(hand), back) for hand in hands)

    here = here._replace(
        hands=tuple(map(arrange, here.hands)), led=arrange(here.led), winning=arrange(here.winning)
    )
    position = OpenPosition(here, table.open.rename(arrange))
    result, count = _search_position(position, laid, limits, only_bad)
    spend(count, (position, laid, limits, only_bad))
    line = result.line and tuple((seat, _rename_suits(known.card[card], back)) for seat, card in result.line)
    return LaydownAnswer(line, cards(result.bad), cards(result.fine), result.exhausted)


@lru_cache(maxsize=_KEPT)
def _search_position(
    placed: OpenPosition, laid: ClaimedLaydown, limits: Limits, only_bad: bool
) -> tuple[LaydownAnswer[Hands], int]:
    """Return the result in trick order and the work it took; other rulesets and corrections repeat the question."""
    with charge_own_budget(limits.work) as own:
        search = _PositionSearch(placed, laid, limits)
        every_seen = search.find_bad()
        every_seen = (only_bad or search.find_fine()) and every_seen
    result = search.found
    return result._replace(exhausted=not (every_seen or (result.bad and result.fine))), own.done


class _PositionSearch:
    """Search for a losing and a winning deal of one lay-down, in trick order; each may find the other's deal."""

    def __init__(self, table: OpenPosition, laid: ClaimedLaydown, limits: Limits) -> None:
        self._read_position, self._laid, self._limits, self._bind_leads = (
            table,
            laid,
            limits,
            laid.leads is not None,
        )
        self._search = Search(laid, limits.positions)
        self._inference = PlayInference(laid.duties, laid.trump)
        self.found = LaydownAnswer[Hands]()
        # From the layer on, so that nothing depends on the seat.
        self._seats = [(laid.seat + step) % len(SEATS) for step in range(len(SEATS))]
        layer, left, partner, right = self._seats
        self._reasons = Reasons(table, laid, [partner, left, right, layer])
        #: True if the legality of a line depends only on kinds of cards, not on whole hands.
        own = laid.binding and table.open.need[laid.seat]
        # Nor does it under a law on leads, which may look at all of a hand: then each deal is tried by itself.
        self._lines_tell = (
            laid.standard != "best_line" and self._inference.simple and not own and not self._bind_leads
        )

    def find_bad(self) -> bool:
        """Seek a line that loses a trick with a deal that allows it; return False if the search was given up."""
        if self._lines_tell:
            try:
                beaten = self._find_losing_line(self._laid, self._limits.cards)
            except BudgetExhausted:
                return False
            if beaten:
                line, (after, rest) = beaten
                filled = rest.fill(self._seats) or ()
                hands = [hand | more for hand, more in zip(after.hands, filled, strict=True)]
                for seat, card in line:
                    hands[seat] |= card
                self.found = self.found._replace(line=line, bad=tuple(hands))
            return True
        if not self._bind_leads:
            if self._laid.standard == "best_line" and wins_by_drawing_trumps(self._read_position, self._laid):
                return True
            if self._find_bad(_FIRST) or self._has_winning_order():
                return True
        return self._find_bad(self._limits.deals)

    def _find_bad(self, most: int) -> bool:
        """Seek a deal that loses a trick, one by one; return False if the search was given up."""
        layer, left, partner, right = self._seats
        here, unplaced = self._read_position
        deals = DealSearch(here.hands, unplaced, [left, right, partner, layer], self._laid.trump)
        try:
            deals.find(lambda deal: None if self._losing_line(deal) else self._make_whole_reason(deal), most)
        except BudgetExhausted:
            return False
        return True

    def _has_winning_order(self) -> bool:
        """Return True if one order of the layer's cards never loses, whatever the deal."""
        here, unplaced = self._read_position
        if self._laid.standard != "best_line" or not self._inference.simple or unplaced.need[self._laid.seat]:
            return False
        known = trick_order(self._laid.trump)
        mine = sorted(known.card, key=lambda card: (bool(card & known.trump), card), reverse=True)
        mine = [known.card[card] for card in mine if card & here.hands[self._laid.seat]]
        for stated in islice(permutations(mine), _ORDERS):
            laid = self._laid._replace(standard="stated_line", order=stated)
            with suppress(BudgetExhausted):
                if self._find_losing_line(laid, self._limits.cards // _ORDERS) is None:
                    return True
        return False

    def _find_losing_line(self, laid: ClaimedLaydown, cards: int) -> tuple[Line, OpenPosition] | None:
        return HiddenSearch(laid, self._inference, cards).find_losing_line(self._read_position)

    def find_fine(self) -> bool:
        """Seek a deal in which no line loses a trick; return False if the search was given up."""
        if self.found.fine:
            return True
        layer, left, partner, right = self._seats
        here, unplaced = self._read_position
        seats = [partner, layer, left, right]

        def explain_loss(deal: Hands) -> Reason | None:
            if not self._losing_line(deal):
                return None
            return self._make_whole_reason(deal) if self._bind_leads else self._reasons.find_reason(deal)

        def explain_line(deal: Hands) -> Reason | None:
            line = self._losing_line(deal)
            return self._reason_of_line(line, deal) if line else None

        deals = DealSearch(here.hands, unplaced, seats, self._laid.trump)
        for one in equivalent_deals(self._read_position, self._laid) if not self._bind_leads else ():
            deals.leave_out(one)
        try:
            if self._laid.scope == "team" or not self._lines_tell:
                # Often some deals are fine, and it is quicker to look at many than to find out why each is not.
                with suppress(TooMany):
                    deals.find(*((explain_line, _FIRST) if self._lines_tell else (explain_loss, _FEW)))
                    return True
                # The longer the losing line of a deal, the nearer it is to a fine one.
                if climb(
                    lambda deal: len(self._losing_line(deal) or ()) or None,
                    here.hands,
                    unplaced,
                    seats,
                    _CLIMBS,
                ):
                    return True
            deals.find(explain_loss, self._limits.deals)
        except BudgetExhausted:
            return False
        return True

    def _losing_line(self, deal: Hands) -> Line | None:
        """Return the losing line of a deal, if any, and note the deal."""
        line = self._search.line(self._read_position.here._replace(hands=deal))
        if line is None:
            self.found = self.found._replace(fine=deal)
        elif not self.found.bad:
            self.found = self.found._replace(line=line, bad=deal)
        return line

    def _make_whole_reason(self, deal: Hands) -> Reason:
        return whole_deal(deal, self._read_position.open, self._seats)

    def _reason_of_line(self, line: Line, deal: Hands) -> Reason:
        """Return the literals that a line needs: the cards that each seat plays and those that it must not hold."""
        here, unplaced = self._read_position
        table = here._replace(hands=deal)
        results: dict[HandLiteral, None] = {}
        for seat, card in line:
            if card & unplaced.cards:
                results[HandLiteral(seat, card)] = None
            others = self._inference.exclude(card, table.led, table.winning & self._laid.trump)
            lacking = others & unplaced.possible_cards(seat) & ~sum(one for who, one in line if who == seat)
            results.update({HandLiteral(seat, one, there=False): None for one in cards_in(lacking)})
            after = self._search.play(table, card)
            if isinstance(after, bool):
                break
            table = after
        return tuple(results)


_PLAYERS: Final = len(SEATS)
#: Limit of positions for one lay-down.
_MOST: Final = 96
_NOBODY: Final = (0,) * _PLAYERS
#: The position once all cards have fallen.
_NOTHING_LEFT: Final = OpenPosition(
    LaydownPosition(_NOBODY, 0), Unplaced(0, _NOBODY, _NOBODY, _NOBODY, _NOBODY)
)


def open_positions(replay: Replay, at: int) -> Iterator[tuple[Hand, OpenPosition]]:
    """Yield every position of the lay-down that a replay with known or assumed trumps allows, with its hand.

    Raise `BudgetExhausted` if there are too many, `Unsupported` if it is unknown how many cards a seat holds or who is
    to play.
    """
    hand = replay.hand
    if sum(map(int.bit_count, hand.dealt)) + sum(hand.hidden) == len(hand.seats[:at]):
        yield hand, _NOTHING_LEFT
        return
    if hand.pool.bit_count() < sum(hand.hidden):
        raise Unsupported
    trick = hand.seating.lead_of(at)
    unknown = [clock for clock in range(trick, at) if not hand.cards[clock]]
    if replay.turn_at(at).bit_count() > 1:
        unknown += [
            clock for clock in range(max(trick - hand.seating.width, 0), trick) if not hand.cards[clock]
        ]
    fillings = product(*[_possible_cards(hand, clock) for clock in unknown])
    for count, filling in enumerate(filling for filling in fillings if len(set(filling)) == len(filling)):
        if count == _MOST * effort():
            raise BudgetExhausted(count)
        filled = _fill_in(hand, unknown, filling) if unknown else hand
        if filled and _split_cards(filled, at)[1].is_possible:
            yield (
                filled,
                _read_position(
                    replay if filled is hand else replay_hand(filled, replay.order, replay.strain), at
                ),
            )


def _find_stated_cards(hand: Hand) -> int:
    assert hand.record.laydown is not None
    return sum(BIT[card] for card in hand.record.laydown.order)


def _possible_cards(hand: Hand, clock: int) -> list[int]:
    """Return the cards, as bits, that may have fallen at a clock."""
    seat = hand.seats[clock]
    mask = (hand.dealt[seat] | (hand.pool if hand.hidden[seat] else 0)) & ~_find_stated_cards(hand)
    for start, stop, cards in hand.piles:
        mask &= cards if start <= clock < stop else ~cards
    return [card for card in cards_in(mask & DECK) if card not in hand.cards]


def _fill_in(hand: Hand, clocks: list[int], filling: tuple[int, ...]) -> Hand | None:
    """Return the hand with cards filled in at some clocks, None if a seat would have been dealt too many."""
    cards, dealt, hidden = list(hand.cards), list(hand.dealt), list(hand.hidden)
    for clock, card in zip(clocks, filling, strict=True):
        seat = hand.seats[clock]
        cards[clock] = card
        if not card & dealt[seat]:
            dealt[seat] |= card
            hidden[seat] -= 1
    return hand._replace(cards=cards, dealt=tuple(dealt), hidden=tuple(hidden)) if min(hidden) >= 0 else None


def _read_position(replay: Replay, at: int) -> OpenPosition:
    hand = replay.hand
    fallen = hand.seating.place_of(at)
    turn = replay.turn_at(at)
    known, unplaced = _split_cards(hand, at)
    if turn.bit_count() != 1 and (any(known) or any(unplaced.need)):
        # Who goes on is not said, or whoever still holds cards has played to this trick.
        raise Unsupported
    seat = max(turn.bit_length() - 1, 0)
    if not fallen:
        return OpenPosition(LaydownPosition(known, seat), unplaced)
    lead = at - fallen
    trick = trick_of(replay.cards[lead:at], replay.ranking, hand.seats[lead:at])
    gone = reduce(or_, (1 << who for who in hand.seats[lead:at]), 0)
    winner = -1 if trick.winner is None else trick.winner
    position = LaydownPosition(known, seat, trick.led, trick.winning, winner, fallen, gone)
    return OpenPosition(position, unplaced)


def _split_cards(hand: Hand, at: int) -> tuple[tuple[int, ...], Unplaced]:
    """Return the certain cards of each seat at a clock, and the unknown rest."""
    pool, hidden = hand.pool, list(hand.hidden)
    left, later, played = [0] * _PLAYERS, [0] * _PLAYERS, [0] * _PLAYERS
    in_piles = _find_pile_candidates(hand, at)
    stated = _find_stated_cards(hand)
    for seat, cards in enumerate(hand.dealt):
        later[seat], left[seat] = cards & stated, cards & ~stated
    for clock, (seat, card) in enumerate(zip(hand.seats, hand.cards, strict=True)):
        left[seat] &= ~card
        if clock >= at:
            later[seat] |= card
        elif not card and clock in in_piles:
            # One of the cards of the trick: one that the seat is known to have been dealt, else one not known.
            own = left[seat] & in_piles[clock]
            left[seat] ^= own & -own
            hidden[seat] -= not own
        elif not card:
            played[seat] += 1
    for cards in in_piles.values():
        pool &= ~cards
    certain = tuple(
        more if gone else more | rest for more, rest, gone in zip(later, left, played, strict=True)
    )
    loose = tuple(rest if gone else 0 for rest, gone in zip(left, played, strict=True))
    need = tuple(
        rest.bit_count() + more - gone for rest, more, gone in zip(loose, hidden, played, strict=True)
    )
    if min(need) < 0:
        raise Unsupported
    return certain, Unplaced(pool, loose, need, tuple(played), (0,) * _PLAYERS)


def _find_pile_candidates(hand: Hand, at: int) -> dict[int, int]:
    """Return clock -> candidates, for the cards of complete tricks whose order is lost."""
    results = {}
    for start, stop, cards in hand.piles:
        blanks = [clock for clock in range(start, stop) if not hand.cards[clock]]
        rest = cards & ~sum(hand.cards[start:stop])
        if blanks and (stop > at or len(blanks) != rest.bit_count()):
            raise Unsupported
        results.update(dict.fromkeys(blanks, rest))
    return results


def search_laydown(replay: Replay, law: BoundRuleset, *, claimed: bool = False) -> LaydownSearched:
    """Search a lay-down for a trick that it can lose, over all that the record leaves unknown.

    Without an agreement or a law about it, search only if it is `claimed` to lose a trick.
    """
    laydown = replay.hand.record.laydown
    assert laydown is not None
    asked = LaydownSearched(SEAT[laydown.by], clock_of(laydown.at), laydown.agreed, LaydownResult.NOT_ASKED)
    if not (claimed or (laydown.agreed and LaydownSearched in law.others)):
        return asked
    # In a miscounted deal it is not known if a trump that no hand holds fell, or was never dealt.
    unknown = law.leads if not replay.hand.even else ()
    # The search takes cards that follow a lead by their kinds: of the suit led, higher and lower trumps, and others.
    if unsearched := (*unknown, *(bound for bound in law.duties if bound.infraction.looks_at)):
        articles = (law.articles.get(bound.infraction.id, (bound.infraction.id,)) for bound in unsearched)
        return asked._replace(
            result=LaydownResult.NOT_SUPPORTED, asks=tuple(dict.fromkeys(chain.from_iterable(articles)))
        )
    if not (replay.hand.is_whole and replay.trumps):
        answer = search_completions(replay, law)
        asked = asked._replace(line=_format_line(answer.line))
        if answer.exhausted and answer.supported:
            # Half an answer is none: what was found before the search was given up depends on where it began.
            return asked._replace(result=LaydownResult.NOT_SETTLED, searched=answer.searched, line=())
        if answer.is_good is not None:
            return asked._replace(result=LaydownResult.GOOD if answer.is_good else LaydownResult.FAILS)
        if not (answer.bad and answer.fine):
            return asked._replace(result=LaydownResult.NOT_SUPPORTED, line=())
        return asked._replace(result=LaydownResult.OPEN, completions=(answer.bad, answer.fine))
    try:
        ((_, table),) = open_positions(replay, replay.hand.laydown_clock)
        laid = read_laydown(replay, law, replay.trumps)
        # Without a law on leads equivalent cards are merged, so that the search always finishes.
        line = Search(laid, _LINES * effort() if laid.leads else None).losing_line(table.here)
    except Unsupported:
        return asked._replace(result=LaydownResult.NOT_SUPPORTED)
    except BudgetExhausted as ended:
        return asked._replace(result=LaydownResult.NOT_SETTLED, searched=ended.steps)
    return asked._replace(result=LaydownResult.FAILS if line else LaydownResult.GOOD, line=_format_line(line))


#: Limit of positions between tricks under a law on leads.
_LINES: Final = 20_000


def search_completions(
    replay: Replay, law: BoundRuleset, limits: Limits = LIMITS, only_bad: bool = False
) -> LaydownAnswer[Completion]:
    """Search the lay-down of a hand with unknown cards or trumps; with `only_bad` seek losing deals only."""
    result = LaydownAnswer[Completion]()
    if replay.declared.unplayed:
        return result
    positions: list[tuple[int, Hand, OpenPosition]] = []
    for one in replay.replays_by_trump:
        assert one.trumps
        for dealt in hands_with_upcard(one.hand, one.declared.turned_up):
            here = one if dealt is one.hand else replay_hand(dealt, one.order, one.strain)
            try:
                positions += [
                    (one.trumps, hand, table) for hand, table in open_positions(here, one.hand.laydown_clock)
                ]
            except Unsupported:
                result = result._replace(supported=False)
            except BudgetExhausted as ended:
                result = result._replace(exhausted=True, searched=ended.steps)
    # An equal part for each, so that nothing depends on which comes first.
    limits = limits.share(max(len(positions), 1))
    whole = Budget(limits.work)
    for trump, hand, table in positions:
        try:
            with charge_to(whole):
                answer = search_position(table, read_laydown(replay, law, trump), limits, only_bad)
        except BudgetExhausted:
            if not whole.is_spent:
                raise
            return result._replace(exhausted=True, searched=whole.most)
        at = replay.hand.laydown_clock
        if answer.bad and not result.bad:
            result = result._replace(line=answer.line, bad=completion_at(hand, trump, at, answer.bad))
        if answer.fine and not result.fine:
            result = result._replace(fine=completion_at(hand, trump, at, answer.fine))
        if result.bad and result.fine:
            return result._replace(exhausted=False)
        result = result._replace(exhausted=result.exhausted or answer.exhausted)
    return result._replace(searched=max(result.searched, whole.done, 1)) if result.exhausted else result


def completion_at(hand: Hand, trump: int, at: int, hands: Hands) -> Completion | None:
    """Return the completion in which the seats hold these cards at a clock."""
    frame = build_frame(hand, RANKINGS[trump])
    here = [place.seat >= 0 and place.clock >= at for place in frame.places]
    masks = [
        hands[place.seat] if held else ~sum(hands) for place, held in zip(frame.places, here, strict=True)
    ]
    return find_completion([frame.limit_to(masks)], [])


def read_laydown(replay: Replay, law: BoundRuleset, trump: int) -> ClaimedLaydown:
    """Return the lay-down of a record under a law and a trump suit."""
    laydown, toggles = replay.hand.record.laydown, law.toggles
    assert laydown is not None
    return ClaimedLaydown(
        SEAT[laydown.by],
        trump,
        tuple(BIT[card] for card in laydown.order),
        toggles.laydown_standard,
        toggles.laydown_scope,
        duties=tabulate_duties(lambda hand, led, above: legal_cards(law, hand, led, trump, above), trump),
        leads=leads_of(law, trump),
    )


def leads_of(law: BoundRuleset, trump: int) -> Leads | None:
    """Return the law on leads under a trump suit, None if any card may be led."""
    return _bind_leads(tuple(bound.offends for bound in law.leads if bound.infraction.place == "duty"), trump)


@lru_cache(maxsize=64)
def _bind_leads(offends: tuple[Callable[..., Any], ...], trump: int) -> Leads | None:
    """Return one function for equal laws, so that cached results apply."""
    if not offends:
        return None

    def legal_leads(hand: int, fallen: int) -> int:
        trick = HAND_SIZE - hand.bit_count() + 1
        return sum(
            card
            for card in cards_in(hand)
            if not any(offend(card, hand, DECK, trump, fallen, trick) for offend in offends)
        )

    return legal_leads


def _format_line(line: Line | None) -> tuple[str, ...]:
    return tuple(f"{SEATS[who]}:{CODE[card]}" for who, card in line or ())
