"""The calls of Eau Claire that take no turn: Bottoms, four of a kind, Ace No Face."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple

from clabber_audit.games.bid_euchre.contract import Deal
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.table import moments as clock
from clabber_audit.table.pack import Pack

BOTTOMS: Final = "bottoms"
FOUR_OF_A_KIND: Final = "four_of_a_kind"
ACE_NO_FACE: Final = "ace_no_face"
_THREE: Final = 3
_FOUR: Final = 4


#: Whether one of them may be made: it may not, whatever one holds, or that hangs on the hand.
Right = bool | Callable[[int], bool]


class SpecialCall(NamedTuple):
    """One of them, as somebody made it."""

    #: Its place among all that was said, from 0.
    number: int
    seat: int
    word: str
    #: The cards shown for Bottoms.
    cards: int
    #: Whether a hand gives the right to it; True or False where none is asked (B-106, B-121, B-125, B-126).
    right: Right
    #: Whether it was early enough (B-122, BD-58).
    in_time: bool
    #: What the caller is known to hold, and how many more cards.
    hand: int
    hidden: int
    #: Whether he had taken Bottoms before, so that it is not the hand dealt to him.
    changed: bool = False

    @property
    def at(self) -> int:
        """The clock of all calls."""
        return clock.DECLARING

    @property
    def open(self) -> bool:
        """Whether the right to it hangs on cards that are not known."""
        return self.hidden > 0 and not isinstance(self.right, bool)

    @property
    def entitled(self) -> bool | None:
        """Whether he had the right to it; None where that hangs on cards that are not known."""
        if isinstance(self.right, bool):
            return self.right
        return None if self.hidden else self.right(self.hand)

    @property
    def misdeals(self) -> bool:
        """Whether the deal is void by it; a late misdeal call is not."""
        return self.word != BOTTOMS and bool(self.entitled) and self.in_time

    @property
    def carried_out(self) -> bool:
        """Whether cards were exchanged: late Bottoms stay as they happened (BD-58)."""
        return self.word == BOTTOMS and self.entitled is not False


#: What was said: its place, the seat, the word, and the cards shown; a bid or pass has another word.
Said = tuple[int, int, str, int]


def special_calls(said: Iterable[Said], deal: Deal, toggles: Toggles) -> tuple[list[SpecialCall], Deal]:
    """Return how each stood, and the deal with Bottoms carried out; where the game has none, nobody has a right to one.

    Bids and passes are among what was said, for they close the time to call. One fault, one finding: without the right
    to a call its hour does not matter.
    """
    found: list[SpecialCall] = []
    spoken, own = False, 0
    for number, seat, word, cards in said:
        if word not in (BOTTOMS, FOUR_OF_A_KIND, ACE_NO_FACE):
            spoken, own = True, own | 1 << seat
            continue
        taken = any(call.carried_out for call in found)
        none = toggles.call_window is None or deal.is_club_hand(toggles)
        right = False if none else _right(word, cards, taken, deal.pack, toggles)
        late = bool(own >> seat & 1) if toggles.call_window == "own_call" else spoken
        changed = any(call.carried_out and call.seat == seat for call in found)
        held, hidden = deal.hands[seat], deal.hidden[seat]
        call = SpecialCall(number, seat, word, cards, right, not late, held, hidden, changed)
        found.append(call)
        if call.carried_out:
            deal = _with_bottoms(deal, seat, cards)
    return found, deal


def _right(word: str, cards: int, taken: bool, pack: Pack, toggles: Toggles) -> Right:
    if word == BOTTOMS:
        # Three of one rank, shown; the bottom three lie face up after the first time (B-121, BD-60).
        alike = any(cards & ~rank == 0 for rank in pack.rank.values())
        return not taken and cards.bit_count() == _THREE and alike
    if word == FOUR_OF_A_KIND:
        return lambda hand: any((hand & rank).bit_count() == _FOUR for rank in pack.rank.values())
    return toggles.ace_no_face != "off" and partial(is_ace_no_face, pack=pack, toggles=toggles)


def is_ace_no_face(hand: int, pack: Pack, toggles: Toggles) -> bool:
    """Whether a hand is one by the definition, or by the house rules of two tables (B-126, B-127, BD-59)."""
    counts = {rank: (hand & mask).bit_count() for rank, mask in pack.rank.items()}
    faces = counts["J"] + counts["Q"] + counts["K"]
    if toggles.ace_no_face == "rigid":
        return (counts["A"], counts["T"], counts["9"]) == (1, 2, 2)
    return not faces and (toggles.ace_no_face == "no_face" or counts["A"] > 0)


def _with_bottoms(deal: Deal, seat: int, cards: int) -> Deal:
    """Three cards go under the up-card, the bottom three into the hand (B-121); not known, nor is the hand."""
    bottom = deal.blind & ~deal.upcard
    hands, hidden = list(deal.hands), list(deal.hidden)
    hands[seat] = deal.hands[seat] & ~cards | (bottom if bottom.bit_count() == _THREE else 0)
    hidden[seat] = deal.seating.each - hands[seat].bit_count()
    return deal._replace(hands=tuple(hands), hidden=tuple(hidden))
