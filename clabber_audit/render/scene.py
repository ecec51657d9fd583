"""The trick in question as it lay on the table, and the hand of whoever is in question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from clabber_audit.render import family
from clabber_audit.render.wording import Speaker, bare, sentence, suit_of
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.scene import Laid


class AtTable(NamedTuple):
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
    places: tuple[AtTable, ...]
    hands: tuple[Held, ...]

    @property
    def legend(self) -> str:
        """How cards that nobody wrote down look, in a sentence; empty where all are known."""
        laid = [place.cards for place in self.places] + [hand.cards for hand in self.hands]
        shown = {card.state for cards in laid for card in cards}
        inferred = "a dotted edge: not written down, but it can have been no other card"
        unknown = "a question mark: not known"
        parts = [text for state, text in (("inferred", inferred), ("unknown", unknown)) if state in shown]
        return sentence("; ".join(parts)) if parts else ""


def scene(file: Dossier, speaker: Speaker) -> Scene | None:
    """The trick in question; None while no card has fallen."""
    shown = file.scene
    if shown is None:
        return None
    places = [
        AtTable(
            letter,
            speaker.seat(seat),
            tuple(word for word, who in (("wins", shown.winner), ("made trumps", shown.maker)) if who == seat),
            shown.laid[seat],
        )
        for seat, letter in enumerate(speaker.seating.seats)
    ]
    hands = [
        Held(
            f"{bare(speaker.seating.seats[hand.seat])}’s hand {'before this card' if hand.falls else 'at that moment'}",
            "as rebuilt from the other cards" if hand.rebuilt else "",
            hand.cards,
        )
        for hand in shown.hands
    ]
    trump = _TRUMP[file.ruling.law.game.id](file.ruling)
    return Scene(f"Trick {shown.trick}", trump, tuple(places), tuple(hands))


def _trumps_made(ruling: Ruling) -> str:
    trumps = ruling.walk.trumps
    return f"{suit_of(trumps)} are trumps" if trumps else "trumps not known"


#: How each game tells what is trumps.
_TRUMP: Final[dict[str, Callable[[Ruling], str]]] = {"clabber": _trumps_made, "bid-euchre": family.trump}


def dealt(file: Dossier, speaker: Speaker) -> tuple[Held, ...]:
    """The four hands as they were dealt, as far as they are known."""
    return tuple(Held(speaker.seat(hand.seat), "rebuilt" if hand.rebuilt else "", hand.cards) for hand in file.dealt)
