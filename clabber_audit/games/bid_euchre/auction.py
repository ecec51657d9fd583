"""Calls: bids, special calls and the contract they make."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import product
from typing import Final, Literal, NamedTuple

from clabber_audit.cards import DECLARING, JOKER, Pack, Seating
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.records.bid_euchre_words import HIGH_CARD, number_of

PASS: Final = "pass"
#: A bid of two, which may show two jacks of one color (B-017).
TWO: Final = "2"

#: Bids in words by the answer to `special_bids`, lowest first; they undertake all tricks (BD-15, B-038, BD-30).
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "none": (),
    "peppers": ("small_pepper", "big_pepper"),
    "pepper_loner": ("pepper", "loner"),
    "pfeffer": ("pfeffer",),
    "high_card": (),
}
#: The bid that ends the auction at once (B-039).
PREEMPTS: Final = "loner"

#: Rank of a bid: its kind, then its height within the kind.
Rank = tuple[int, int]
_WORD: Final = 100


def kind_of(bid: str) -> str:
    """Return the kind of contract that a bid makes: "bid", "hc" for High Card, or the word itself."""
    return bid if number_of(bid) is None else "hc" if bid.endswith(HIGH_CARD) else "bid"


def is_possible_bid(bid: str, least: int, most: int, toggles: BidEuchreToggles) -> bool:
    """Return True if the game has a bid, given the least number that the bidder may bid.

    A two that shows jacks is a bid whatever the least number of the game is (B-017, BD-11), but not for a seat
    that has to bid more than others (B-053, B-075).
    """
    number = number_of(bid)
    if number is None:
        return bid in WORDS[toggles.special_bids]
    if bid.endswith(HIGH_CARD) and toggles.special_bids != "high_card":
        return False
    if bid == TWO and toggles.two_bid == "off":
        return False
    if bid == TWO and toggles.two_bid == "signal" and least <= toggles.min_bid:
        return True
    return least <= number <= most


def can_win(bid: str, toggles: BidEuchreToggles) -> bool:
    """Return True if a bid makes a contract when no bid goes above it (BD-13)."""
    return bid != TWO or toggles.two_can_win != "no"


def rank_of(bid: str, toggles: BidEuchreToggles) -> Rank:
    """Return the rank of a bid: by number (B-011), words above.

    Where there are bids at High Card, any bid in suit is above them, or they go just above the same number (BD-55).
    """
    number, suited = number_of(bid), not bid.endswith(HIGH_CARD)
    if number is None:
        words = WORDS[toggles.special_bids]
        return _WORD, words.index(bid) if bid in words else 0
    if toggles.ec_order == "suit_over_hc":
        return int(suited), number
    return number, int(not suited)


def pairs_of_jacks(pack: Pack) -> tuple[int, ...]:
    """Return the pairs of jacks of one color, as masks, one of which a bid of two shows (B-017)."""
    return tuple(
        one | other for pair in _PAIRS for one, other in product(*(pack.bits[face] for face in pair))
    )


_PAIRS: Final = (("JC", "JS"), ("JD", "JH"))


class BidEuchreCall(NamedTuple):
    """One call, as spoken and as it counts."""

    #: Its place among the calls of the record, from 0.
    number: int
    seat: int
    word: str
    #: Seats (as bits) whose turn it was: the first not to have spoken, and the left neighbor of the last speaker.
    turn: int
    #: True if the seat had a call left; else it counts for nothing (B-013, B-039, BD-18).
    counts: bool
    #: The call it counts as: itself or a pass.
    taken_for: str
    #: True if the game has the bid for this seat, and if it is above every earlier bid (B-011).
    exists: bool
    higher: bool
    #: True if the seat is the dealer, who has to bid as nobody else did (B-052, B-075).
    stuck: bool
    hand: int
    #: Number of the caller's unknown cards.
    hidden: int
    #: Pairs of jacks one of which the bid shows; empty if it shows none (B-017).
    shows: tuple[int, ...] = ()
    #: True if it is the three that the holder of the joker owes after all have passed (B-070); None if it is unknown
    #: who holds it.
    owed: bool | None = False
    #: 1 if the seat had used its call before, or had passed for good.
    again: int = 0

    @property
    def at(self) -> int:
        return DECLARING

    @property
    def open(self) -> bool:
        """True if the pair it shows depends on unknown cards."""
        return bool(self.shows) and self.hidden > 0

    @property
    def readings(self) -> list[BidEuchreCall]:
        """The forms the call may have while the holder of the joker is unknown."""
        return [self] if self.owed is not None else [self.as_owed(), self._replace(owed=False)]

    def as_owed(self) -> BidEuchreCall:
        """Return the call as the bid that its seat owes: in turn, and counting as spoken."""
        return self._replace(counts=True, turn=1 << self.seat, taken_for=self.word, owed=True)

    @property
    def holds_promised_cards(self) -> bool | None:
        """True if the caller holds the jacks that the call promises, or it promises none; None if unknown."""
        if not self.shows or any(self.hand & pair == pair for pair in self.shows):
            return True
        return None if self.hidden else False


BOTTOMS: Final = "bottoms"
FOUR_OF_A_KIND: Final = "four_of_a_kind"
ACE_NO_FACE: Final = "ace_no_face"

#: The right to a call: fixed, or a function of the hand.
Right = bool | Callable[[int], bool]


class SpecialCall(NamedTuple):
    """Special call made by a seat."""

    #: Its place among the calls of the record, from 0.
    number: int
    seat: int
    word: str
    #: The cards shown for Bottoms.
    cards: int
    #: Predicate of a hand that gives the right to it; True or False if the hand does not matter (B-106, B-121, B-125,
    #: B-126).
    right: Right
    #: True if it was early enough (B-122, BD-58).
    in_time: bool
    #: The caller's known cards, and the number unknown.
    hand: int
    hidden: int
    #: True if the caller had taken Bottoms before, so that the hand is not the one dealt.
    changed: bool = False

    @property
    def at(self) -> int:
        return DECLARING

    @property
    def open(self) -> bool:
        """True if the right to it depends on unknown cards."""
        return self.hidden > 0 and not isinstance(self.right, bool)

    @property
    def is_entitled(self) -> bool | None:
        """True if the caller had the right to it; None if that depends on unknown cards."""
        if isinstance(self.right, bool):
            return self.right
        return None if self.hidden else self.right(self.hand)

    @property
    def is_misdeal(self) -> bool:
        """True if it voids the deal; a late misdeal call does not."""
        return self.word != BOTTOMS and bool(self.is_entitled) and self.in_time

    @property
    def is_carried_out(self) -> bool:
        """True if cards were exchanged: late Bottoms stay as they happened (BD-58)."""
        return self.word == BOTTOMS and self.is_entitled is not False


#: Outcome of the auction: a bid; a club turned up, which is trumps without a bid (B-097); no bid, played without trumps
#: (B-091); passed out (BD-09); annulled, as the joker is left over (B-071); unknown.
How = Literal["bid", "club", "no_bid", "passed_out", "annulled", "unknown"]


class BidContract(NamedTuple):
    """Contract of the winner of the bid, before trumps are named."""

    maker: int
    tricks: int
    #: "bid", "hc" or the word that was bid.
    kind: str = "bid"
    #: True if the dealer had to bid after all passed.
    forced: bool = False


class KnownCards(NamedTuple):
    """Known cards of a hand before the auction. Cards are masks, seats numbers."""

    pack: Pack
    seating: Seating
    dealer: int
    #: Known cards dealt to each seat, and the number of unknown ones.
    hands: tuple[int, ...]
    hidden: tuple[int, ...]
    #: The card turned up, and all that were not dealt.
    upcard: int = 0
    blind: int = 0

    def is_club_hand(self, toggles: BidEuchreToggles) -> bool:
        """Return True if a club was turned and all pass (B-097, B-106, BD-48)."""
        return toggles.upcard == "club_is_trump" and bool(self.upcard & self.pack.suit["C"])


def contract_of(seat: int, bid: str, each: int) -> BidContract:
    """Return the contract of a bid: its number of tricks; a word undertakes all of them."""
    number = number_of(bid)
    return BidContract(seat, each if number is None else number, kind_of(bid))


def joker_obliges(deal: KnownCards) -> tuple[BidContract | None, How]:
    """Return the contract of the joker's holder after all have passed (B-070, BD-36); left over, it annuls (B-071)."""
    joker = deal.pack.mask[JOKER]
    for seat, hand in enumerate(deal.hands):
        if hand & joker:
            return BidContract(seat, 3, forced=True), "bid"
    return None, "unknown" if any(deal.hidden) and not deal.blind & joker else "annulled"


#: The bid that the holder of the joker owes when all have passed (B-070).
OBLIGED: Final = "3"


class StandingBid(NamedTuple):
    """Valid bid."""

    rank: Rank
    seat: int
    word: str


class BidAuction(NamedTuple):
    """Result of the auction."""

    calls: tuple[BidEuchreCall, ...]
    contract: BidContract | None
    how: How
    #: Seats, as bits, that may hold the joker and so owe a bid, if the holder is unknown; else 0 (B-070).
    joker: int = 0


class _AuctionState:
    """State of the auction so far."""

    def __init__(self, deal: KnownCards, toggles: BidEuchreToggles) -> None:
        self.deal, self.toggles = deal, toggles
        self.seating = deal.seating
        #: Seats, as bits, that have spoken, have had all their calls, and have passed for good.
        self.spoken = self.done = self.passed = 0
        #: The last seat that spoke, even if its call did not count.
        self.last: int | None = None
        self.bids: list[StandingBid] = []
        self.over = deal.is_club_hand(toggles)
        #: Seats, as bits, that bid three after all had passed, as the holder of the joker owes once.
        self.three_said = 0

    def turn(self) -> int:
        """Return the seats in turn to call, as bits; the left neighbor of the last speaker is not out of turn either.

        If calls go round until all have passed, only the next seat that has not is in turn.
        """
        first = self.seating.left_neighbor(self.deal.dealer)
        after = None if self.last is None else self.seating.left_neighbor(self.last)
        if self.toggles.rounds == "until_passed":
            return self.seating.turn[first if after is None else after][self.passed]
        had = self.spoken if self.spoken != self.seating.all_seats else self.done
        neighbor = 0 if after is None else 1 << after & ~had
        return self.seating.turn[first][had] | neighbor

    def has_a_call(self, seat: int) -> bool:
        """Return True if a seat may still call: once (B-013), twice, or until all others passed (BD-39, BD-49)."""
        if self.over:
            return False
        if self.toggles.rounds != "until_passed":
            return not self.done >> seat & 1
        others = self.seating.all_seats & ~(1 << seat)
        return not self.passed >> seat & 1 and not (self.bids and self.passed & others == others)

    def is_stuck(self, seat: int) -> bool:
        """Return True if a seat is the dealer who must bid: all others are done, and no bid can win (B-052, B-075)."""
        others = self.seating.all_seats & ~(1 << seat)
        return (
            seat == self.deal.dealer
            and self.toggles.forced_number is not None
            and self.done & others == others
            and not any(can_win(bid.word, self.toggles) for bid in self.bids)
        )

    def least_bid_of(self, seat: int, stuck: bool) -> int:
        """Return the least number open to a seat; a dealer may have another, above all a stuck one (B-053, B-075)."""
        least, forced = self.toggles.min_bid, self.toggles.forced_number
        if seat != self.deal.dealer:
            return least
        own = self.toggles.dealer_least or 0
        return max(own, forced) if stuck and forced else max(own, least)

    def owes_three(self, seat: int) -> bool | None:
        """Return True if all passed and the seat holds the joker, so that it must say three (B-070, BD-36).

        None if the holder is unknown and may be this seat.
        """
        if self.toggles.all_pass != "joker_3" or self.passed != self.seating.all_seats:
            return False
        if self.three_said >> seat & 1:
            return False
        contract, how = joker_obliges(self.deal)
        if contract is None and how == "unknown" and self.deal.hidden[seat]:
            return None
        return contract is not None and contract.maker == seat

    def call(self, number: int, seat: int, word: str) -> BidEuchreCall:
        """Judge a call at the moment when it is made."""
        owed = self.owes_three(seat) if word == OBLIGED else False
        turn, stuck = self.turn(), self.is_stuck(seat)
        counts = self.has_a_call(seat)
        heard = word if turn >> seat & 1 or self.toggles.out_of_turn_bid == "stands" else PASS
        highest = max((bid.rank for bid in self.bids), default=None)
        most = min(self.seating.each, self.toggles.max_bid or self.seating.each)
        known = heard == PASS or is_possible_bid(heard, self.least_bid_of(seat, stuck), most, self.toggles)
        higher = heard == PASS or highest is None or rank_of(heard, self.toggles) > highest
        # A bad bid is a pass, or stands if it can be understood: a number can, another game's word cannot (BD-10).
        has_high_card = self.toggles.special_bids == "high_card"
        understood = number_of(heard) is not None and (has_high_card or not heard.endswith(HIGH_CARD))
        stands = self.toggles.bad_bid == "stands" and (known or understood)
        taken_for = heard if (known and higher) or stands else PASS
        shows = pairs_of_jacks(self.deal.pack) if heard == TWO and self.toggles.two_bid == "signal" else ()
        again = self.passed if self.toggles.rounds == "until_passed" else self.done
        call = BidEuchreCall(
            number=number,
            seat=seat,
            word=word,
            turn=turn,
            counts=counts,
            taken_for=taken_for,
            exists=known,
            higher=higher,
            stuck=stuck,
            hand=self.deal.hands[seat],
            hidden=self.deal.hidden[seat],
            shows=shows,
            owed=owed,
            again=again >> seat & 1,
        )
        return call.as_owed()._replace(exists=True, higher=True, stuck=False, again=0) if owed else call

    def add(self, call: BidEuchreCall) -> None:
        """Record a call."""
        self.last = call.seat
        if call.owed is not False:
            self.three_said |= 1 << call.seat
        if call.owed:
            # The seat has the bid at three in any case.
            return
        if not call.counts:
            return
        own = 1 << call.seat
        self.done |= own if self.toggles.rounds != "twice" else self.spoken & own
        self.spoken |= own
        if call.taken_for == PASS:
            self.passed |= self.done & own
            return
        self.bids.append(StandingBid(rank_of(call.taken_for, self.toggles), call.seat, call.taken_for))
        self.over = self.over or call.taken_for == PREEMPTS

    def best(self) -> StandingBid | None:
        """Return the highest bid, the first of equals (B-014), that can win; None where there is none."""
        winning = [bid for bid in self.bids if can_win(bid.word, self.toggles)]
        return max(winning, key=lambda bid: bid.rank, default=None)

    def result(self) -> tuple[BidContract | None, How]:
        """Return the contract, and how it came about."""
        deal, toggles, best = self.deal, self.toggles, self.best()
        if deal.is_club_hand(toggles):
            return None, "club"
        dealer, number = deal.dealer, toggles.forced_number
        silent = self.seating.all_seats & ~self.done
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
            # A forced dealer has the bid at that number, whatever he called (BD-31, B-142).
            return BidContract(dealer, number, forced=True), "bid"
        if silent:
            return None, "unknown"
        if toggles.all_pass == "joker_3":
            return joker_obliges(deal)
        return None, "no_bid" if toggles.all_pass == "no_trump" else "passed_out"


#: Bid or pass as recorded: place among the calls, seat, word.
RecordedBid = tuple[int, int, str]


def judge_calls(recorded: Iterable[RecordedBid], deal: KnownCards, toggles: BidEuchreToggles) -> BidAuction:
    """Judge the calls in the order stated. A second call of a seat, or one after the end, counts for nothing."""
    state, calls = _AuctionState(deal, toggles), []
    for number, seat, word in recorded:
        call = state.call(number, seat, word)
        calls.append(call)
        state.add(call)
    contract, how = state.result()
    joker = 0
    if how == "unknown" and state.spoken == deal.seating.all_seats:
        joker = sum(1 << seat for seat, hidden in enumerate(deal.hidden) if hidden)
    return BidAuction(tuple(calls), contract, how, joker)


#: Call of any kind as recorded: place among the calls, seat, word, cards shown.
RecordedCall = tuple[int, int, str, int]


def special_calls(
    recorded: Iterable[RecordedCall], deal: KnownCards, toggles: BidEuchreToggles
) -> tuple[list[SpecialCall], KnownCards]:
    """Judge the special calls; return them, and the deal after the Bottoms that were carried out.

    The calls include bids and passes, which end the time for special calls.
    """
    calls: list[SpecialCall] = []
    spoken, own = False, 0
    for number, seat, word, cards in recorded:
        if word not in (BOTTOMS, FOUR_OF_A_KIND, ACE_NO_FACE):
            spoken, own = True, own | 1 << seat
            continue
        taken = any(call.is_carried_out for call in calls)
        none = toggles.call_window is None or deal.is_club_hand(toggles)
        right = False if none else _find_right(word, cards, taken, deal.pack, toggles)
        late = bool(own >> seat & 1) if toggles.call_window == "own_call" else spoken
        changed = any(call.is_carried_out and call.seat == seat for call in calls)
        held, hidden = deal.hands[seat], deal.hidden[seat]
        call = SpecialCall(number, seat, word, cards, right, not late, held, hidden, changed)
        calls.append(call)
        if call.is_carried_out:
            deal = _with_bottoms(deal, seat, cards)
    return calls, deal


def _find_right(word: str, cards: int, taken: bool, pack: Pack, toggles: BidEuchreToggles) -> Right:
    if word == BOTTOMS:
        # Three of one rank, shown; the bottom three lie face up after the first time (B-121, BD-60).
        alike = any(cards & ~rank == 0 for rank in pack.rank.values())
        return not taken and cards.bit_count() == 3 and alike
    if word == FOUR_OF_A_KIND:
        return lambda hand: any((hand & rank).bit_count() == 4 for rank in pack.rank.values())
    return toggles.ace_no_face != "off" and partial(is_ace_no_face, pack=pack, toggles=toggles)


def is_ace_no_face(hand: int, pack: Pack, toggles: BidEuchreToggles) -> bool:
    """Return True if a hand is ace-no-face by the definition, or by two house rules (B-126, B-127, BD-59)."""
    counts = {rank: (hand & mask).bit_count() for rank, mask in pack.rank.items()}
    faces = counts["J"] + counts["Q"] + counts["K"]
    if toggles.ace_no_face == "rigid":
        return (counts["A"], counts["T"], counts["9"]) == (1, 2, 2)
    return not faces and (toggles.ace_no_face == "no_face" or counts["A"] > 0)


def _with_bottoms(deal: KnownCards, seat: int, cards: int) -> KnownCards:
    """Return the deal with Bottoms carried out: three cards under the up-card, the bottom three in the hand (B-121)."""
    bottom = deal.blind & ~deal.upcard
    hands, hidden = list(deal.hands), list(deal.hidden)
    hands[seat] = deal.hands[seat] & ~cards | (bottom if bottom.bit_count() == 3 else 0)
    hidden[seat] = deal.seating.each - hands[seat].bit_count()
    return deal._replace(hands=tuple(hands), hidden=tuple(hidden))
