"""The screen of one hand at a time, which needs no numpy: cards fall as for the judge, and the same laws are asked.

It takes lines as `plain_lines` does, and passes over the same hands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, cast

from clabber_audit.cards.cards import BIT, CARDS_IN_SUIT, CODES, DECK, HAND_SIZE, PACK, RANKS, SEATS, SUIT, TEAMS
from clabber_audit.cards.pack import SUITS
from clabber_audit.games.clabber.melds import belle_cards
from clabber_audit.games.clabber.ranking import LAST_TRICK
from clabber_audit.replay.tricks import cards_fallen
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.screen.asking import objects_to_cards
from clabber_audit.rules.screen.clabber import KINDS, Beside, Called, Spoken, played_out, quiet_hand, understood
from clabber_audit.rules.screen.lines import BESIDE, NAMED, SCREENED, Match, keys_are_sorted, matching, names
from clabber_audit.rules.screen.withheld import asked

_BITS: Final[Mapping[bytes, int]] = {code.encode(): BIT[code] for code in CODES}
_NUMBERS: Final = {f'"{code}"'.encode(): number for number, code in enumerate(CODES)}
_SEATS: Final = {seat.encode(): number for number, seat in enumerate(SEATS)}
_DEALERS: Final = {f'"{seat}"'.encode(): number for number, seat in enumerate(SEATS)}
_TRUMPS: Final = tuple(SUIT.values())
_BELLES: Final = tuple(map(belle_cards, _TRUMPS))
#: Each play as it stands between brackets, whichever key comes first, with its seat and its card.
_PLAYS: Final = {
    text.encode(): (_SEATS[seat.encode()], BIT[code])
    for seat, code in product(SEATS, CODES)
    for text in (f'"seat":"{seat}","card":"{code}"', f'"card":"{code}","seat":"{seat}"')
}


class PlainHand(NamedTuple):
    """A plain hand as `columns.Columns` has many; cards are masks, those dealt by seat."""

    #: The ruleset that it names, as its JSON text, and the parts that no law speaks of; None for what is left out.
    ruleset: bytes
    beside: tuple[bytes | None, ...]
    dealer: int
    #: The number of the card turned up.
    upcard: int
    dealt: tuple[int, ...]
    #: Who played each card, and which it was; nothing where none fell.
    seats: Sequence[int]
    cards: Sequence[int]
    #: Empty where nothing is noted.
    calls: bytes
    melds: bytes
    score: bytes

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its players and teams."""
        return names(*self.beside[NAMED])


class SettledHand(NamedTuple):
    """What a hand came to that is certainly clean."""

    #: The maker’s seat, -1 where all passed, and what each side made.
    maker: int
    made: tuple[int, int]


class _Layout(NamedTuple):
    """How a plain hand is laid out in a line, and by seat where in it the cards are that were dealt to it."""

    match: Match
    dealt: Sequence[slice]


@lru_cache(maxsize=2)
def _layout(sorted_keys: bool) -> _Layout:
    card = f"[{RANKS}][{SUITS}]"
    six, order = ",".join([f'"{card}"'] * HAND_SIZE), sorted(SEATS) if sorted_keys else SEATS
    hands = ",".join(rf'"{seat}":\[{six}\]' for seat in order)
    places = [HAND_SIZE * order.index(seat) for seat in SEATS]
    # What stands between the brackets of the plays is looked at play by play.
    instead = {"deal_hands": rf"\{{{hands}\}}", "plays": r"\[\]|\[\{[^]]*\}\]"}
    return _Layout(matching(sorted_keys, instead).fullmatch, [slice(at, at + HAND_SIZE) for at in places])


_codes_in: Final = re.compile(f"[{RANKS}][{SUITS}]".encode()).findall


def plain_hand(line: bytes) -> PlainHand | None:
    """The plain hand in a line; None where there is none."""
    layout = _layout(keys_are_sorted(line))
    match = layout.match(line)
    if match is None:
        return None
    ruleset, dealer, upcard, hands, *said = match.group(*SCREENED)
    if upcard is None or hands is None:
        return None
    calls, melds, plays, score = (b"" if text is None or text == b"null" else text for text in said)
    try:
        played = [] if plays == b"[]" else [_PLAYS[play] for play in plays[2:-2].split(b"},{")]
    except KeyError:
        # A card that nobody knows, or no play at all.
        return None
    cards = [_BITS[code] for code in _codes_in(hands)]
    return PlainHand(
        ruleset or b"",
        match.group(*BESIDE),
        _DEALERS[dealer],
        _NUMBERS[upcard],
        tuple([sum(cards[own]) for own in layout.dealt]),
        [seat for seat, _ in played],
        [card for _, card in played],
        calls,
        melds,
        score,
    )


class SingleScreen:
    """The screen of one law."""

    def __init__(self, law: BoundRuleset) -> None:
        self.law, beside = law, Beside(law)
        strains = law.order(PACK).strains
        self._strains = [strains[suit] for suit in SUIT]
        self._spoken = lru_cache(KINDS)(beside.spoken)
        self._called = lru_cache(KINDS)(beside.called)
        self._melds_count = lru_cache(KINDS)(beside.melds_count)
        self._agrees = lru_cache(KINDS)(beside.agrees)
        self._belle = beside.belle
        #: What a belle is worth, by its kind.
        self._belles: dict[tuple[int, ...], int | None] = {}

    def clean(self, hand: PlainHand) -> bool:
        """Whether a hand is certainly clean; one that is not may be all the same."""
        return self.settled(hand) is not None

    def settled(self, hand: PlainHand) -> SettledHand | None:
        """What a hand came to that is certainly clean; None for others, and some that are."""
        if not _dealt(hand):
            return None
        spoken = self._declaring(hand)
        if spoken is None or bool(hand.cards) != (spoken.trump >= 0) or self._objects_to_calls(spoken, hand):
            return None
        if hand.cards:
            made, makers = self._made(hand, spoken.trump), spoken.maker % len(TEAMS)
        else:
            made, makers = (0, 0) if hand.melds in (b"", b"[]") else None, -1
        agrees = made is not None and self._sheet_agrees(hand, made, makers)
        return SettledHand(spoken.maker, made) if made is not None and agrees else None

    def maker(self, hand: PlainHand) -> int:
        """The seat that made trumps in a clean hand; -1 where all passed."""
        spoken = self._declaring(hand)
        return spoken.maker if spoken else -1

    def _declaring(self, hand: PlainHand) -> Spoken | None:
        # Calls are judged by the suit turned up, whatever its rank.
        return self._spoken(hand.dealer, hand.upcard - hand.upcard % CARDS_IN_SUIT, hand.calls)

    def _objects_to_calls(self, spoken: Spoken, hand: PlainHand) -> bool:
        """Whether some law objects to a call about which it has to know the caller's hand."""
        for bound, seat, call in spoken.open:
            objects, open_ = asked([bound], call._replace(hand=hand.dealt[seat]), self.law.toggles)
            if objects or open_:
                return True
        return False

    def _made(self, hand: PlainHand, trump: int) -> tuple[int, int] | None:
        """What the sides made in a hand that was played to its end; None where some law may object to it."""
        called = self._called(hand.melds or b"[]")
        if called is None or any(map(_beyond, called.shown, hand.dealt)):
            return None
        fell = cards_fallen(quiet_hand(hand.dealer, hand.seats, hand.cards, hand.dealt), self._strains[trump], True)
        if fell.turns or objects_to_cards(self.law, fell):
            return None
        winners, points = cast("list[int]", fell.winners), cast("list[int]", fell.points)
        made = list(self._melds_count(called.melds, _TRUMPS[trump]))
        for winner, worth in zip(winners, points, strict=True):
            made[winner % len(TEAMS)] += worth
        made[winners[-1] % len(TEAMS)] += LAST_TRICK
        both = _BELLES[trump]
        holders = [seat for seat, own in enumerate(hand.dealt) if own & both == both]
        if called.belle & ~sum(1 << seat for seat in holders):
            return None
        if holders and hand.melds:
            belle = self._belle_of(hand, trump, holders[0], called, winners[0])
            if belle is None:
                return None
            made[holders[0] % len(TEAMS)] += belle
        return made[0], made[1]

    def _belle_of(self, hand: PlainHand, trump: int, seat: int, called: Called, winner: int) -> int | None:
        """What the belle of a seat counts, asked once of each kind as `melds` has them; None where a law may object."""
        both = _BELLES[trump]
        second = next(clock for clock in reversed(range(PACK.size)) if hand.cards[clock] & both)
        used = (called.shown[seat] & both).bit_count()
        then = (seat - winner) % len(SEATS) if used > 1 else 0
        kind = called.belle >> seat & 1, used, then, second
        if kind not in self._belles:
            played = played_out(hand.melds, hand.seats, hand.cards, hand.dealt)
            self._belles[kind] = self._belle(played, _TRUMPS[trump])
        return self._belles[kind]

    def _sheet_agrees(self, hand: PlainHand, made: tuple[int, int], makers: int) -> bool:
        return not hand.score or self._agrees(hand.score, made, makers)


def _beyond(shown: int, dealt: int) -> bool:
    """Whether cards are shown that were not dealt."""
    return bool(shown & ~dealt)


def _dealt(hand: PlainHand) -> bool:
    """Whether the whole pack was dealt, the up-card to the dealer, and each played that or nobody played."""
    if sum(hand.dealt) != DECK or any(own.bit_count() != HAND_SIZE for own in hand.dealt):
        return False
    if not hand.dealt[hand.dealer] >> hand.upcard & 1:
        return False
    played = [0] * len(SEATS)
    for seat, card in zip(hand.seats, hand.cards, strict=True):
        played[seat] |= card
    return not hand.cards or (len(hand.cards) == PACK.size and tuple(played) == hand.dealt)


def single_screen_of(law: BoundRuleset) -> SingleScreen | None:
    """The screen of a law; None where no screen understands it, or where it looks at leads, which the judge does."""
    return SingleScreen(law) if understood(law) and not law.leads else None
