"""What is in dispute as it lay on the table, and the hand of whoever is in question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from clabber_audit.render import family
from clabber_audit.render.arithmetic import CORRECT, PARTS, SHEET
from clabber_audit.render.wording import Speaker, sentence, side, suit_of
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.scene import Hand, Laid, Written
from clabber_audit.ruling.scene import Scene as Shown

#: What stands over the line on which a hand laid down loses a trick.
LINE: Final = "One way a trick is lost"


#: Where each player sits when so many sit at a table, clockwise: its sides by compass, its corners a, b, f and d.
AROUND: Final = {3: "wne", 4: "nesw", 5: "nefdw", 6: "anbfsd"}


class AtTable(NamedTuple):
    """A seat at the table and what it laid."""

    name: str
    words: tuple[str, ...]
    cards: tuple[Laid, ...]


class Held(NamedTuple):
    """A hand as it was at a moment."""

    title: str
    note: str
    cards: tuple[Laid, ...]


class Row(NamedTuple):
    """A line of the sheet, or what should stand there: what each side has, and whether it is wrong."""

    label: str
    cells: tuple[tuple[str, bool], ...]


class Scene(NamedTuple):
    """What is in dispute, with the hands that matter; `places` is the table, where it is a trick."""

    heading: str
    title: str
    trump: str
    places: tuple[AtTable, ...]
    hands: tuple[Held, ...]
    #: One way in which a trick is lost: each trick, and who plays what.
    line: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    #: The lines of the sheet in question, and whose columns it has.
    sheet: tuple[Row, ...] = ()
    sides: tuple[str, ...] = ()

    @property
    def legend(self) -> str:
        """How cards that nobody wrote down look, in a sentence; empty where all are known."""
        laid = [place.cards for place in self.places] + [hand.cards for hand in self.hands]
        shown = {card.state for cards in laid for card in cards}
        inferred = "dotted edge: not written down, but it has to be that card"
        unknown = "question mark: unknown"
        parts = [text for state, text in (("inferred", inferred), ("unknown", unknown)) if state in shown]
        return sentence("; ".join(parts)) if parts else ""


#: What the maker did, by the game.
_MAKER: Final = {"clabber": "made trump", "bid-euchre": "won the bid"}


def scenes(file: Dossier, speaker: Speaker) -> tuple[Scene, ...]:
    """What is in dispute; nothing where nobody disputes anything."""
    return tuple(_scene(file, shown, speaker) for shown in file.scenes)


def _scene(file: Dossier, shown: Shown, speaker: Speaker) -> Scene:
    if shown.sheet:
        sides = tuple(map(side, speaker.seating.side_names))
        return Scene("The score sheet", "", "", (), (), (), tuple(map(_row, shown.sheet)), sides)
    trump = trump_of(file.ruling)
    hands = tuple(_held(shown, hand, speaker) for hand in shown.hands)
    if shown.trick is None:
        done = next((hand.done for hand in shown.hands if hand.done), None)
        heading = {"showed": "The meld", "gave": "The cards passed", None: "The hand laid down"}[done]
        line = tuple(
            (f"Trick {trick}", tuple((speaker.short(seat), code) for seat, code in moves))
            for trick, moves in shown.line
        )
        return Scene(heading, "", trump, (), hands, line)
    places = [
        AtTable(
            speaker.seat(seat),
            (
                *(
                    word
                    for word, who in (("wins", shown.winner), (_MAKER[file.ruling.law.game.id], shown.maker))
                    if who == seat
                ),
                *(("out of the hand",) if speaker.seating.out >> seat & 1 else ()),
            ),
            shown.laid[seat],
        )
        for seat in range(len(speaker.seating.seats))
    ]
    return Scene("The trick in question", f"Trick {shown.trick}", trump, tuple(places), hands, ())


def _row(line: Written) -> Row:
    if line.part == "after":
        label = "Running total" if line.correct else "Running total on the sheet"
    else:
        label = PARTS[line.part] if line.part else CORRECT if line.correct else SHEET
    return Row(label, tuple(zip(line.cells, line.wrong, strict=True)))


def _held(shown: Shown, hand: Hand, speaker: Speaker) -> Held:
    whose = speaker.short(hand.seat)
    title = f"{whose}’s hand {'before this card' if hand.falls else 'at that moment'}"
    if hand.done:
        title = f"What {whose} {'passed' if hand.done == 'gave' else hand.done}"
    return Held(title, "worked out from the other cards" if hand.rebuilt else "", hand.cards)


def trump_of(ruling: Ruling) -> str:
    """Return what is trump, in a clause."""
    return _TRUMP[ruling.law.game.id](ruling)


def _trumps_made(ruling: Ruling) -> str:
    trumps = ruling.walk.trumps
    return f"{suit_of(trumps)} are trump" if trumps else "trump unknown"


#: What each game says of the seat that has the contract.


#: How each game tells what is trumps.
_TRUMP: Final[dict[str, Callable[[Ruling], str]]] = {"clabber": _trumps_made, "bid-euchre": family.trump}


def dealt(file: Dossier, speaker: Speaker) -> tuple[Held, ...]:
    """The hands as they were when play began, as far as they are known."""
    return tuple(Held(speaker.seat(hand.seat), "worked out" if hand.rebuilt else "", hand.cards) for hand in file.dealt)
