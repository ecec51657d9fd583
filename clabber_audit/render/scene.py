"""The trick in question as it lay on the table, and the hand of whoever is in question."""

from __future__ import annotations

from typing import Literal, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.render.wording import Speaker, bare, sentence, suit_of
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import BIT, CODE, SEATS, codes

State = Literal["known", "inferred", "unknown"]

_FALL = {0: "led", 1: "2nd", 2: "3rd", 3: "4th"}


class Laid(NamedTuple):
    """A card with the words that stand beside it; `code` is None when it is not known."""

    code: str | None
    state: State
    words: tuple[str, ...]
    #: Whether it is the card in question.
    marked: bool


class Place(NamedTuple):
    """A seat at the table and what it laid."""

    letter: str
    name: str
    words: tuple[str, ...]
    cards: tuple[Laid, ...]


class Held(NamedTuple):
    """A hand as it was at a moment."""

    title: str
    note: str
    cards: tuple[Laid, ...]


class Scene(NamedTuple):
    """The table with the trick in question, and the hands that matter."""

    title: str
    trump: str
    places: tuple[Place, ...]
    hands: tuple[Held, ...]

    @property
    def legend(self) -> str:
        """How cards that nobody wrote down look, in a sentence; empty where all are known."""
        laid = [place.cards for place in self.places] + [hand.cards for hand in self.hands]
        shown = [card.state for cards in laid for card in cards]
        inferred = "a dotted edge: not written down, but it can have been no other card"
        unknown = "a question mark: not known"
        parts = [text for state, text in (("inferred", inferred), ("unknown", unknown)) if state in shown]
        return sentence("; ".join(parts)) if parts else ""


def scene(file: Dossier, speaker: Speaker) -> Scene | None:
    """The trick in question; None while no card has fallen."""
    ruling, point = file.ruling, file.point
    if point.trick is None:
        return None
    title = f"Trick {point.trick}"
    trump = f"{suit_of(ruling.walk.trumps)} are trumps" if ruling.walk.trumps else "trumps not known"
    faults = [finding for finding in ruling.findings if finding.of_card and finding.trick == point.trick]
    places = tuple(_place(ruling, seat, point.trick, faults, speaker) for seat in range(len(SEATS)))
    hands = tuple(_held(file, seat, at) for seat, at in point.hands)
    return Scene(title, trump, places, hands)


def dealt(file: Dossier, speaker: Speaker) -> tuple[Held, ...]:
    """The four hands as they were dealt, as far as they are known."""
    hand = file.ruling.walk.hand
    hands = []
    for seat in range(len(SEATS)):
        known = [Laid(code, _state(file, seat, code), (), False) for code in codes(hand.dealt[seat])]
        blank = [Laid(None, "unknown", (), False)] * hand.hidden[seat]
        note = "rebuilt" if hand.rebuilt >> seat & 1 else ""
        hands.append(Held(speaker.seat(seat), note, (*known, *blank)))
    return tuple(hands)


def state_of(ruling: Ruling, at: int) -> State:
    """How a card that fell is known."""
    if not ruling.walk.cards[at]:
        return "unknown"
    return "inferred" if at in ruling.walk.hand.inferred else "known"


def _state(file: Dossier, seat: int, code: str) -> State:
    """How it is known that a seat had a card: written down, or because no other could have had it."""
    return "known" if file.stated[seat] & BIT[code] else "inferred"


def _place(ruling: Ruling, seat: int, trick: int, faults: list[Finding], speaker: Speaker) -> Place:
    walk = ruling.walk
    cards = []
    for at in ruling.walk.clocks_of(trick):
        if walk.hand.seats[at] != seat:
            continue
        marked = any(finding.at == at for finding in faults)
        words = [_FALL[ruling.walk.hand.seating.place_of(at)]]
        words += ["trump"] if walk.cards[at] & walk.trumps else []
        words += [] if state_of(ruling, at) == "known" else [state_of(ruling, at)]
        words += ["at fault" if _proven(faults, at) else "in question"] if marked else []
        cards.append(Laid(CODE.get(walk.cards[at]), state_of(ruling, at), tuple(words), marked))
    words = []
    if trick <= len(walk.tricks) and walk.tricks[trick - 1].winner == seat:
        words.append("wins")
    if walk.maker == seat:
        words.append("made trumps")
    return Place(SEATS[seat], speaker.seat(seat), tuple(words), tuple(cards))


def _proven(faults: list[Finding], at: int) -> bool:
    return any(finding.at == at and finding.verdict == "proven" for finding in faults)


def _held(file: Dossier, seat: int, at: int) -> Held:
    """What a seat held at a clock, before its card fell or its hand was laid down."""
    ruling, walk, hand = file.ruling, file.ruling.walk, file.ruling.walk.hand
    falls = at < len(walk.cards) and hand.seats[at] == seat
    faults = [finding for finding in ruling.findings if finding.at == at and finding.of_card]
    could = {code for finding in faults for code in finding.facts.get("could", ())}
    cards = []
    for code in codes(walk.held(seat, at)):
        played = falls and CODE.get(walk.cards[at]) == code
        words = ["played"] if played else ["could be played"] if code in could else []
        state = _state(file, seat, code)
        words += [] if state == "known" else [state]
        cards.append(Laid(code, state, tuple(words), played and bool(faults)))
    missing = max(_size(ruling, seat, at) - len(cards), 0)
    cards += [Laid(None, "unknown", ("unknown",), False)] * missing
    note = "as rebuilt from the other cards" if hand.rebuilt >> seat & 1 else ""
    title = "{seat}’s hand before this card" if falls else "{seat}’s hand at that moment"
    return Held(title.format(seat=bare(seat)), note, tuple(cards))


def _size(ruling: Ruling, seat: int, at: int) -> int:
    """How many cards a seat held at a moment, known or not."""
    hand = ruling.walk.hand
    return hand.dealt[seat].bit_count() + hand.hidden[seat] - sum(who == seat for who in hand.seats[:at])
