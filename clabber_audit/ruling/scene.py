"""The trick in question as it lay on the table, and the hands that matter: which cards, and how each is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.record.hand import Dealt
from clabber_audit.ruling.focus import Focus
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import CODE, codes

State = Literal["known", "inferred", "unknown"]
#: What is to be known of a card beside its face.
Tag = Literal[
    "led",
    "2nd",
    "3rd",
    "4th",
    "5th",
    "6th",
    "trump",
    "at fault",
    "in question",
    "played",
    "could be played",
    "inferred",
    "unknown",
]

_FALL: Final[tuple[Tag, ...]] = ("led", "2nd", "3rd", "4th", "5th", "6th")


class Laid(NamedTuple):
    """A card; `code` is None when it is not known."""

    code: str | None
    state: State
    tags: tuple[Tag, ...] = ()
    #: Whether it is the card in question.
    marked: bool = False


class Hand(NamedTuple):
    """What a seat held at a moment."""

    seat: int
    cards: tuple[Laid, ...]
    #: Whether nobody wrote the hand down, so that it follows from the other cards.
    rebuilt: bool
    #: Whether the moment is that at which its next card fell.
    falls: bool = False


class Scene(NamedTuple):
    """The trick in question, and the hands that matter."""

    trick: int
    #: What each seat laid, who won the trick, and who made trumps.
    laid: tuple[tuple[Laid, ...], ...]
    winner: int | None
    maker: int | None
    hands: tuple[Hand, ...]


def scene(ruling: Ruling, point: Focus, stated: Sequence[int]) -> Scene | None:
    """The trick in question; None while no card has fallen. `stated` are the cards written down as each seat's."""
    if point.trick is None:
        return None
    walk = ruling.walk
    faults = [finding for finding in ruling.findings if finding.of_card and finding.trick == point.trick]
    clocks = walk.clocks_of(point.trick)
    laid = tuple(
        tuple(_laid(ruling, at, faults) for at in clocks if walk.hand.seats[at] == seat)
        for seat in range(len(walk.hand.dealt))
    )
    winner = walk.tricks[point.trick - 1].winner if point.trick <= len(walk.tricks) else None
    return Scene(point.trick, laid, winner, walk.maker, tuple(_held(ruling, *hand, stated) for hand in point.hands))


def dealt(ruling: Ruling, stated: Sequence[int]) -> tuple[Hand, ...]:
    """The hands as they were dealt, as far as they are known."""
    hand, hands = ruling.walk.hand, []
    dealt = hand.before_exchanges or hand
    for seat, cards in enumerate(dealt.hands if isinstance(dealt, Dealt) else dealt.dealt):
        sure = stated[seat] if dealt is hand else cards
        known = [Laid(code, _state(sure, code)) for code in sorted(codes(cards), key=hand.pack.faces.index)]
        blank = [Laid(None, "unknown")] * dealt.hidden[seat]
        hands.append(Hand(seat, (*known, *blank), bool(hand.rebuilt >> seat & 1)))
    return tuple(hands)


def state_of(ruling: Ruling, at: int) -> State:
    """How a card that fell is known."""
    if not ruling.walk.cards[at]:
        return "unknown"
    return "inferred" if at in ruling.walk.hand.inferred else "known"


def _state(stated: int, code: str) -> State:
    """How it is known that a seat had a card: written down, or because no other could have had it."""
    return "known" if code in codes(stated) else "inferred"


def _laid(ruling: Ruling, at: int, faults: Sequence[Finding]) -> Laid:
    walk, state = ruling.walk, state_of(ruling, at)
    here = [finding for finding in faults if finding.at == at]
    tags = [_FALL[walk.hand.seating.place_of(at)]]
    tags += ["trump"] if walk.cards[at] & walk.trumps else []
    tags += [] if state == "known" else [state]
    if here:
        tags.append("at fault" if any(finding.verdict == "proven" for finding in here) else "in question")
    return Laid(CODE.get(walk.cards[at]), state, tuple(tags), bool(here))


def _held(ruling: Ruling, seat: int, at: int, stated: Sequence[int]) -> Hand:
    """What a seat held at a clock, before its card fell or its hand was laid down."""
    walk, hand = ruling.walk, ruling.walk.hand
    falls = at < len(walk.cards) and hand.seats[at] == seat
    faults = [finding for finding in ruling.findings if finding.at == at and finding.of_card]
    could = {code for finding in faults for code in finding.facts.get("could", ())}
    cards = []
    for code in sorted(codes(walk.held(seat, at)), key=hand.pack.faces.index):
        played = falls and CODE.get(walk.cards[at]) == code
        tags: list[Tag] = ["played"] if played else ["could be played"] if code in could else []
        state = _state(stated[seat], code)
        tags += [] if state == "known" else [state]
        cards.append(Laid(code, state, tuple(tags), played and bool(faults)))
    size = hand.dealt[seat].bit_count() + hand.hidden[seat] - sum(who == seat for who in hand.seats[:at])
    cards += [Laid(None, "unknown", ("unknown",))] * max(size - len(cards), 0)
    return Hand(seat, tuple(cards), bool(hand.rebuilt >> seat & 1), falls)
