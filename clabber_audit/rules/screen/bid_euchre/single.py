"""The screen of one hand of the family at a time: cards fall as for the judge, and the same laws are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from clabber_audit.cards.pack import Pack
from clabber_audit.records.bid_euchre_words import COMPASS
from clabber_audit.records.hand import Hand
from clabber_audit.replay.tricks import cards_fallen
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.screen.asking import objects_to_cards
from clabber_audit.rules.screen.bid_euchre.beside import Beside, CameTo, understood
from clabber_audit.rules.screen.bid_euchre.kinds import Kind, Table, laid_out
from clabber_audit.rules.screen.bid_euchre.lines import SCREENED, each_noted, matching, noted, pack_named, stand_ins
from clabber_audit.rules.screen.lines import keys_are_sorted, names

_HIDDEN: Final = (0,) * len(COMPASS)


class PlainHand(NamedTuple):
    """A plain hand; its parts are JSON texts, empty where nothing is noted."""

    #: The ruleset that it names, and the names of its players and teams.
    ruleset: bytes
    names: tuple[str, ...]
    #: What tells it apart before anybody looks at a player's cards.
    kind: Kind
    pack: Pack
    before: bytes
    score: bytes
    #: By seat the cards dealt, each one a bit.
    dealt: tuple[int, ...]
    #: Who played which face, and the suit that he named with it.
    plays: Sequence[tuple[int, int, str]]


class _Known(NamedTuple):
    """The cards and the plays of a pack as they stand between brackets, with what is made of them."""

    pack: Pack
    #: The copies of a face, as a mask.
    cards: Mapping[bytes, int]
    plays: Mapping[bytes, tuple[int, int, str]]


@lru_cache(maxsize=8)
def _known(name: bytes) -> _Known:
    pack = pack_named(name)
    plays = {}
    for (number, seat), (face, mask), named in product(enumerate(COMPASS), pack.mask.items(), ("", *pack.suit)):
        parts = {"seat": seat, "card": face, **({"named": named} if named else {})}
        for keys in (list(parts), sorted(parts)):
            plays[",".join(f'"{key}":"{parts[key]}"' for key in keys).encode()] = number, mask, named
    return _Known(pack, {f'"{face}"'.encode(): mask for face, mask in pack.mask.items()}, plays)


def plain_hand(line: bytes) -> PlainHand | None:
    """The plain hand in a line; None where there is none."""
    match = matching(keys_are_sorted(line))(line)
    if match is None or match[COMPASS[0]] is None:
        return None
    parts = map(noted, match.group(*SCREENED))
    ruleset, players, teams, name, cards_each, dealer, upcard, blind, calls, exchanges, before, score, plays = parts
    known = _known(name)
    try:
        dealt = [[known.cards[card] for card in text.split(b",")] for text in match.group(*COMPASS)]
        left_over = blind[1:-1].split(b",") if blind not in (b"", b"[]") else []
        aside = [known.cards[card] for card in left_over or filter(None, [upcard])]
        played = [] if plays == b"[]" else [known.plays[play] for play in plays[2:-2].split(b"},{")]
        up = upcard and stand_ins(name)[upcard]
    except KeyError:
        # A card that the pack does not have, or that nobody knows, or no play at all.
        return None
    hands = _each_once(known.pack, [*dealt, aside])
    if hands is None or (upcard and left_over and left_over[0] != upcard):
        return None
    each = each_noted(cards_each, name, ruleset)
    kind = Kind(Table(name, each, dealer, up, len(left_over)), calls, exchanges)
    return PlainHand(ruleset, names(players, teams), kind, known.pack, before, score, hands[:-1], played)


def _each_once(pack: Pack, held: Sequence[Sequence[int]]) -> tuple[int, ...] | None:
    """The faces that some hold as cards, each its own copy; None where there is none left."""
    if pack.copies == 1:
        hands = tuple(map(sum, held))
        # A sum of bits has as many ones as there are cards only while all of them differ.
        return hands if sum(hands).bit_count() == sum(map(len, held)) else None
    left, found = pack.all, []
    for faces in held:
        hand = 0
        for face in faces:
            card = face & left
            card &= -card
            if not card:
                return None
            left ^= card
            hand |= card
        found.append(hand)
    return tuple(found)


class SingleScreen:
    """The screen of one law."""

    def __init__(self, law: BoundRuleset, beside: Beside | None = None) -> None:
        self.law, self._beside = law, beside or Beside(law)

    def clean(self, hand: PlainHand) -> bool:
        """Whether a hand is certainly clean; one that is not may be all the same."""
        beside = self._beside
        came = beside.came_to(hand.kind, hand.before, hand.dealt)
        if came is None or any(own.bit_count() != came.playing.each for own in hand.dealt):
            return False
        if came.open and beside.objects_to_hands(came, hand.dealt):
            return False
        if came.unplayed:
            taken: tuple[int, ...] | None = None if hand.plays else (0,) * len(came.playing.sides)
        else:
            taken = self._taken(hand, came)
        if taken is None:
            return False
        agrees = beside.sheet_agrees(came, taken, None, hand.score)
        return bool(beside.sheet_agrees(came, taken, hand.before, hand.score) if agrees is None else agrees)

    def _taken(self, hand: PlainHand, came: CameTo) -> tuple[int, ...] | None:
        """How many tricks each side took of a hand that was played to its end; None where some law may object to it."""
        playing, held = came.playing, _into_play(hand, came)
        if held is None or len(hand.plays) != playing.end:
            return None
        left, seats, cards = [*held], [], []
        for seat, face, _ in hand.plays:
            # Of two equal cards it does not matter which one falls first.
            card = left[seat] & face
            card &= -card
            if not card:
                return None
            left[seat] ^= card
            seats.append(seat)
            cards.append(card)
        named = {at: suit for at, (_, _, suit) in enumerate(hand.plays) if suit}
        assert came.strain is not None
        fell = cards_fallen(
            Hand(laid_out(hand.kind.table), seats, cards, held, _HIDDEN, 0, (), table=playing,
                 leaders=(came.leader,), led_as=named),
            came.strain, True,
        )  # fmt: skip
        if fell.turns or objects_to_cards(self.law, fell):
            return None
        return tuple(map(fell.teams.count, range(len(playing.sides))))


def _into_play(hand: PlainHand, came: CameTo) -> tuple[int, ...] | None:
    """What each seat went into play with; None where somebody gave what he had not, or more than he was given."""
    if not came.handed:
        return hand.dealt
    held = [*hand.dealt]
    for giver, taker, face in came.handed:
        card = held[giver] & hand.pack.mask[face]
        card &= -card
        if not card:
            return None
        held[giver] ^= card
        held[taker] |= card
    return None if any(own.bit_count() != came.playing.each for own in held) else tuple(held)


def single_screen_of(law: BoundRuleset) -> SingleScreen | None:
    """The screen of a law; None where no screen understands it, or where it looks at leads, which the judge does."""
    return SingleScreen(law) if understood(law) and not law.leads else None
