"""Double-dummy solver: points of North-South under best play with all hands face up.

Every legal line is searched, trick by trick. Touching cards are not merged as in bridge solvers: no two cards of a
suit have the same value here (R-004, R-005), so merging would not be exact. Forced play (R-033 to R-036) keeps the
search small.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from clabber_audit.cards import DECK, HAND_SIZE, SEATS, TURN, cards_in, team_of, trumps_if_fallen
from clabber_audit.evidence.completions import spend
from clabber_audit.games.clabber.melds import CARD_POINTS, LAST_TRICK, RANKINGS

#: Legal cards of a hand: cards held, suit led, trumps above the highest on the table, and the number of the trick for
#: a lead, else 0 -> cards allowed. All masks but the number, and before a lead as `Lead` has them.
Legal = Callable[[int, int, int, int], int]

#: How many positions to look at before giving up, over all positions given to one `DoubleDummy`: eight times what an
#: ordinary deal takes from its first card, and forty times what it takes from the second trick on.
BUDGET: Final = 250_000

#: Positions per unit of work.
_POSITIONS: Final = 4

_PLAYERS: Final = len(SEATS)
_EVERYBODY: Final = (1 << _PLAYERS) - 1
_ALL: Final = CARD_POINTS + LAST_TRICK


class TooLarge(Exception):
    """Raised when the position budget runs out."""


class Position(NamedTuple):
    """Position with all hands known."""

    #: Hands, as masks.
    hands: tuple[int, ...]
    #: Seat to play.
    turn: int
    #: The trick under way: seats and cards, the lead first. Empty before a lead.
    trick: tuple[tuple[int, int], ...] = ()

    @property
    def is_even(self) -> bool:
        """True if all seats have equally many cards left, those in the trick included."""
        played = [seat for seat, _card in self.trick]
        counts = {hand.bit_count() + played.count(seat) for seat, hand in enumerate(self.hands)}
        return len(counts) == 1 and len(set(played)) == len(played) and self.turn not in played


class _Trick(NamedTuple):
    """Trick in progress. Before the lead any card can win it, and the whole pack stands for the suit led."""

    leader: int
    led: int = DECK
    #: The cards that would now win it, and who is winning it.
    winning: int = DECK
    best: int = -1
    points: int = 0
    #: Seats that have played to it, as bits.
    gone: int = 0


class _Bounds(NamedTuple):
    """Bounds on the points of North-South from a lead, and the card that reached them."""

    least: int = 0
    most: int = _ALL
    card: int = 0


class DoubleDummy:
    """Solver for one hand under one law; its transposition table serves every later question."""

    def __init__(self, trump: int, legal: Legal, budget: int = BUDGET) -> None:
        """`trump` is the mask of the trump suit, `legal` the law about the cards that fall."""
        #: Positions left in the budget.
        self.left = budget
        self._legal = legal
        self._ranking = RANKINGS[trump]
        self._held = [0] * _PLAYERS
        self._allowed: dict[tuple[int, int, int, int], Sequence[int]] = {}
        self._known: dict[tuple[int, ...], _Bounds] = {}

    def value_each_card(self, position: Position) -> dict[int, int]:
        """Return legal card -> points of North-South under best play after it.

        Points (0 to 162) include the trick in progress and the ten for the last trick (R-008), not earlier tricks.
        The position must be even. Raise TooLarge beyond the budget.
        """
        trick = _Trick(position.trick[0][0] if position.trick else position.turn)
        for seat, card in position.trick:
            trick = self._with(trick, seat, card)
        self._held = list(position.hands)
        cards = self._choices(position.turn, trick)
        return {card: self._value_after(position.turn, card, trick, 0, _ALL) for card in cards}

    def _choices(self, seat: int, trick: _Trick) -> Sequence[int]:
        """Return the legal cards of a seat, the strongest first; any card if the law forbids all."""
        trump = self._ranking.trump
        above = trick.winning & trump if trick.gone else trumps_if_fallen(trump, DECK & ~sum(self._held))
        held = self._held[seat]
        key = (held, trick.led, above, 0 if trick.gone else HAND_SIZE - held.bit_count() + 1)
        if key not in self._allowed:
            mask = self._legal(*key) or held
            self._allowed[key] = sorted(
                cards_in(mask), key=lambda card: self._ranking.beaters[card].bit_count()
            )
        return self._allowed[key]

    def _with(self, trick: _Trick, seat: int, card: int) -> _Trick:
        # As `cards.trick.Trick.play` does, which takes a fifth longer.
        leader, led, winning, best, points, gone = trick
        if card & winning:
            winning, best = self._ranking.beaters[card], seat
        led = led if gone else self._ranking.suit_of[card]
        return _Trick(leader, led, winning, best, points + self._ranking.value[card], gone | 1 << seat)

    def _value_after(self, seat: int, card: int, trick: _Trick, low: int, high: int) -> int:
        """Return the points of North-South from the trick in progress on, once a card falls (alpha-beta).

        Exact between `low` and `high`, else a bound on that side.
        """
        trick = self._with(trick, seat, card)
        self._held[seat] ^= card
        if trick.gone != _EVERYBODY:
            turn = TURN[trick.leader][trick.gone].bit_length() - 1
            result, _ = self._best(turn, self._choices(turn, trick), trick, low, high)
        else:
            won = 0 if team_of(trick.best) else trick.points
            result = won + self._value_from_lead(trick.best, low - won, high - won)
        self._held[seat] ^= card
        return result

    def _best(self, seat: int, cards: Sequence[int], trick: _Trick, low: int, high: int) -> tuple[int, int]:
        """Return the best value for the side of a seat and the card that reaches it; bounded as in `_value_after`."""
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        if self.left % _POSITIONS == 0:
            spend()
        theirs = team_of(seat)
        result, best = (_ALL + 1 if theirs else -1), 0
        for card in cards:
            value = self._value_after(seat, card, trick, low, high)
            if value < result if theirs else value > result:
                result, best = value, card
                low, high = (low, min(high, result)) if theirs else (max(low, result), high)
                if low >= high:
                    break
        return result, best

    def _value_from_lead(self, leader: int, low: int, high: int) -> int:
        """Return the points of North-South from a lead on; bounded as in `_value_after`."""
        held = self._held
        if not held[leader]:
            # It is who won the last trick that would lead.
            return 0 if team_of(leader) else LAST_TRICK
        key = (*held, leader)
        least, most, first = self._known.get(key, _Bounds())
        if least == most or least >= high:
            return least
        if most <= low:
            return most
        low, high = max(low, least), min(high, most)
        trick = _Trick(leader)
        cards = self._choices(leader, trick)
        result, best = self._best(leader, sorted(cards, key=lambda card: card != first), trick, low, high)
        # A value within the bounds is exact; one beyond them is a bound itself.
        self._known[key] = _Bounds(result if result > low else least, result if result < high else most, best)
        return result
