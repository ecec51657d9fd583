"""The auction as it was spoken: what each call counts as, whose turn it was, and the contract that comes of it.

What a call costs is not decided here; what becomes of one that is out of turn or too low is, as the toggles have it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from clabber_audit.games.bid_euchre.bids import (
    PASS,
    PREEMPTS,
    TWO,
    Rank,
    can_win,
    exists,
    means_something,
    pairs_of_jacks,
    rank_of,
)
from clabber_audit.games.bid_euchre.contract import Contract, Deal, How, contract_of, forced_number, joker_obliges
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.table import moments as clock

#: The bid to which the holder of the joker is held when all have passed (B-070).
OBLIGED: Final = "3"


class Call(NamedTuple):
    """One call: what was said, and how it stood."""

    #: Its place among all that was said before the first card, from 0.
    number: int
    seat: int
    word: str
    #: Seats (as bits) whose turn it was: the first not to have spoken, and the left neighbor of the last speaker.
    turn: int
    #: Whether the seat had a call left; else it counts for nothing (B-013, B-039, BD-18).
    counts: bool
    #: What it counts as, where it counts: itself or a pass.
    taken_for: str
    #: Whether it is a bid of the game for this seat, and whether it is above every bid before it (B-011).
    exists: bool
    higher: bool
    #: Whether the seat is the dealer, who has to bid as nobody else did (B-052, B-075).
    stuck: bool
    hand: int
    #: How many of the caller's cards are not known.
    hidden: int
    #: What a bid of two shows, one pair or the other; empty where it shows nothing (B-017).
    shows: tuple[int, ...] = ()
    #: Whether it is the three that the holder of the joker owes after all have passed (B-070); None where nobody knows
    #: who holds it.
    owed: bool | None = False
    #: 1 if the seat had had its one call before, or had passed where the bidding goes round and round.
    again: int = 0

    @property
    def at(self) -> int:
        """The clock of all calls."""
        return clock.DECLARING

    @property
    def open(self) -> bool:
        """Whether what it shows hangs on cards that are not known."""
        return bool(self.shows) and self.hidden > 0

    @property
    def readings(self) -> list[Call]:
        """Return what the call may have been where nobody knows who holds the joker."""
        owed = self._replace(counts=True, turn=1 << self.seat, taken_for=self.word, owed=True)
        return [self] if self.owed is not None else [owed, self._replace(owed=False)]

    @property
    def true(self) -> bool | None:
        """Whether the hand holds what the call shows; None where that is not known."""
        if not self.shows or any(self.hand & pair == pair for pair in self.shows):
            return True
        return None if self.hidden else False


class Bid(NamedTuple):
    """A bid that stands."""

    rank: Rank
    seat: int
    word: str


class Auction(NamedTuple):
    """What the auction came to."""

    calls: tuple[Call, ...]
    contract: Contract | None
    how: How
    #: The seats, as bits, of which one has to bid as it holds the joker, where nobody knows which (B-070).
    joker: int = 0


class _Spoken:
    """What has been said so far."""

    def __init__(self, deal: Deal, toggles: Toggles) -> None:
        self.deal, self.toggles = deal, toggles
        self.seating = deal.seating
        #: Seats, as bits, that have spoken, and whose last call was a pass.
        self.spoken = self.passed = 0
        #: Who spoke last, whether or not his call counted.
        self.last: int | None = None
        self.bids: list[Bid] = []
        self.over = deal.is_club_hand(toggles)
        #: Seats, as bits, that said three after all had passed, as the holder of the joker has to, once.
        self.three_said = 0

    def turn(self) -> int:
        """Whose call it is, as bits: as with cards, the left neighbor of the last speaker is not out of turn either.

        Where calls go round until all have passed there is one turn alone: the next who has not.
        """
        first = self.seating.left_of(self.deal.dealer)
        after = None if self.last is None else self.seating.left_of(self.last)
        if self.toggles.rounds == "until_passed":
            return self.seating.turn[first if after is None else after][self.passed]
        beside = 0 if after is None else 1 << after & ~self.spoken
        return self.seating.turn[first][self.spoken] | beside

    def has_a_call(self, seat: int) -> bool:
        """One call each (B-013), or round and round until all others have passed (BD-39)."""
        if self.over:
            return False
        if self.toggles.rounds == "once":
            return not self.spoken >> seat & 1
        others = self.seating.everybody & ~(1 << seat)
        return not self.passed >> seat & 1 and not (self.bids and self.passed & others == others)

    def is_stuck(self, seat: int) -> bool:
        """Whether a seat is the dealer who has to bid: all others spoke, and no bid can win (B-052, B-075)."""
        others = self.seating.everybody & ~(1 << seat)
        return (
            seat == self.deal.dealer
            and forced_number(self.toggles) is not None
            and self.spoken & others == others
            and not any(can_win(bid.word, self.toggles) for bid in self.bids)
        )

    def least_for(self, seat: int, stuck: bool) -> int:
        """The least number open to a seat; a dealer may have another, above all a stuck one (B-053, B-075)."""
        least = self.toggles.min_bid
        if seat == self.deal.dealer:
            least = max(least, self.toggles.dealer_least or 0, (forced_number(self.toggles) or 0) if stuck else 0)
        return least

    def owes_three(self, seat: int) -> bool | None:
        """Return True if all passed and the seat holds the joker, so that it must say three (B-070, BD-36).

        None where nobody knows who holds it, and this seat may.
        """
        if self.toggles.all_pass != "joker_3" or self.passed != self.seating.everybody:
            return False
        if self.three_said >> seat & 1:
            return False
        contract, how = joker_obliges(self.deal)
        if contract is None and how == "unknown" and self.deal.hidden[seat]:
            return None
        return contract is not None and contract.maker == seat

    def call(self, number: int, seat: int, word: str) -> Call:
        """Return a call as it stands when it is made."""
        owed = self.owes_three(seat) if word == OBLIGED else False
        if owed:
            hand, hidden = self.deal.hands[seat], self.deal.hidden[seat]
            return Call(number, seat, word, 1 << seat, True, word, True, True, False, hand, hidden, owed=True)
        turn, stuck = self.turn(), self.is_stuck(seat)
        counts = self.has_a_call(seat)
        heard = word if turn >> seat & 1 or self.toggles.out_of_turn_bid == "stands" else PASS
        highest = max((bid.rank for bid in self.bids), default=None)
        known = heard == PASS or exists(heard, self.least_for(seat, stuck), self.seating.each, self.toggles)
        higher = heard == PASS or highest is None or rank_of(heard, self.toggles) > highest
        # A bad bid is a pass, or stands as far as it means something (BD-10).
        stands = self.toggles.bad_bid == "stands" and (known or means_something(heard, self.toggles))
        taken_for = heard if (known and higher) or stands else PASS
        hand, hidden = self.deal.hands[seat], self.deal.hidden[seat]
        shows = pairs_of_jacks(self.deal.pack) if heard == TWO and self.toggles.two_bid == "signal" else ()
        again = self.spoken if self.toggles.rounds == "once" else self.passed
        return Call(
            number,
            seat,
            word,
            turn,
            counts,
            taken_for,
            known,
            higher,
            stuck,
            hand,
            hidden,
            shows,
            owed,
            again >> seat & 1,
        )

    def add(self, call: Call) -> None:
        """Go on after a call."""
        self.last = call.seat
        if call.owed is not False:
            self.three_said |= 1 << call.seat
        if call.owed:
            # The bid is his at three whether he says it or not.
            return
        if not call.counts:
            return
        self.spoken |= 1 << call.seat
        if call.taken_for == PASS:
            self.passed |= 1 << call.seat
            return
        self.bids.append(Bid(rank_of(call.taken_for, self.toggles), call.seat, call.taken_for))
        self.over = self.over or call.taken_for == PREEMPTS

    def best(self) -> Bid | None:
        """The highest bid, the first of equals (B-014), that can win; None where there is none."""
        winning = [bid for bid in self.bids if can_win(bid.word, self.toggles)]
        return max(winning, key=lambda bid: bid.rank, default=None)

    def came_to(self) -> tuple[Contract | None, How]:
        """The contract, and how it came about."""
        deal, toggles, best = self.deal, self.toggles, self.best()
        if deal.is_club_hand(toggles):
            return None, "club"
        dealer, number = deal.dealer, forced_number(toggles)
        silent = self.seating.everybody & ~self.spoken
        only_dealer = silent & ~(1 << dealer) == 0
        if best is not None:
            contract = contract_of(best.seat, best.word, self.seating.each)
            others = any(bid.seat != dealer and can_win(bid.word, toggles) for bid in self.bids)
            at_forced = contract.kind == "bid" and contract.tricks == number
            forced = best.seat == dealer and not others and at_forced and only_dealer
            return contract._replace(forced=forced), "bid"
        if not self.spoken:
            return None, "unknown"
        if number is not None and only_dealer:
            # He has the bid at that number, whether he passed, said nothing or spoke amiss (BD-31, B-142).
            return Contract(dealer, number, forced=True), "bid"
        if silent:
            return None, "unknown"
        if toggles.all_pass == "joker_3":
            return joker_obliges(deal)
        return None, "no_bid" if toggles.all_pass == "no_trump" else "passed_out"


#: A call as it was spoken: its place among all that was said, the seat, the word.
Said = tuple[int, int, str]


def auction(said: Iterable[Said], deal: Deal, toggles: Toggles) -> Auction:
    """Read the calls in the order spoken. Whoever has had his call, or speaks after the end, counts for nothing."""
    spoken, calls = _Spoken(deal, toggles), []
    for number, seat, word in said:
        call = spoken.call(number, seat, word)
        calls.append(call)
        spoken.add(call)
    contract, how = spoken.came_to()
    joker = 0
    if how == "unknown" and spoken.spoken == deal.seating.everybody:
        joker = sum(1 << seat for seat, hidden in enumerate(deal.hidden) if hidden)
    return Auction(tuple(calls), contract, how, joker)
