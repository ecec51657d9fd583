"""Pictures of the trick, hand or sheet in dispute."""

from __future__ import annotations

from typing import Final, NamedTuple

from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.scene import Hand, Laid, Written
from clabber_audit.judge.scene import Scene as Shown
from clabber_audit.report.arithmetic import CORRECT, PARTS, SHEET
from clabber_audit.report.phrases import GAMES, sentence, side
from clabber_audit.report.results import format_trump
from clabber_audit.report.wording import Speaker

#: The heading of a line of play that loses a trick.
LINE: Final = "One way a trick is lost"
#: The places of so many players, clockwise: sides by compass, corners a, b, f and d.
AROUND: Final = {3: "wne", 4: "nesw", 5: "nefdw", 6: "anbfsd"}


class AtTable(NamedTuple):
    """Seat at the table and its cards in the trick."""

    name: str
    words: tuple[str, ...]
    cards: tuple[Laid, ...]


class Held(NamedTuple):
    """Hand at one moment."""

    title: str
    note: str
    cards: tuple[Laid, ...]


class Row(NamedTuple):
    """Line of the score sheet, or its correction: a cell for each side, marked if wrong."""

    label: str
    cells: tuple[tuple[str, bool], ...]


class Scene(NamedTuple):
    """Dispute as a picture: a trick, a lay-down, or lines of the sheet, with the hands that matter."""

    heading: str
    title: str
    trump: str
    places: tuple[AtTable, ...]
    hands: tuple[Held, ...]
    #: A line of play that loses a trick: each trick with its seats and cards.
    line: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    #: The lines of the sheet, and its columns.
    sheet: tuple[Row, ...] = ()
    sides: tuple[str, ...] = ()
    #: True if the paper leaves it out, so that a ruling stays on one page.
    on_screen_only: bool = False

    @property
    def legend(self) -> str:
        """Legend of the cards not written down; empty if all are known."""
        laid = [place.cards for place in self.places] + [hand.cards for hand in self.hands]
        shown = {card.state for cards in laid for card in cards}
        inferred = "dotted edge: not written down, but it has to be that card"
        unknown = "question mark: unknown"
        parts = [text for state, text in (("inferred", inferred), ("unknown", unknown)) if state in shown]
        return sentence("; ".join(parts)) if parts else ""


def scenes(file: Dossier, speaker: Speaker) -> tuple[Scene, ...]:
    """Return the pictures of everything in dispute."""
    return tuple(
        _scene(file, shown, speaker)._replace(on_screen_only=shown.is_minor) for shown in file.scenes
    )


def _scene(file: Dossier, shown: Shown, speaker: Speaker) -> Scene:
    if shown.sheet:
        sides = tuple(map(side, speaker.seating.side_names))
        return Scene("The score sheet", "", "", (), (), (), tuple(map(_row, shown.sheet)), sides)
    trump = format_trump(file.ruling)
    hands = tuple(_held(shown, hand, speaker) for hand in shown.hands)
    if shown.trick is None:
        done = next((hand.done for hand in shown.hands if hand.done), None)
        heading = {"showed": "The meld", "gave": "The cards passed", None: "The hand laid down"}[done]
        line = tuple(
            (f"Trick {trick}", tuple((speaker.short(seat), code) for seat, code in moves))
            for trick, moves in shown.line
        )
        return Scene(heading, "", trump, (), hands, line)
    maker = GAMES[file.ruling.law.game.id].maker
    places = []
    for seat in range(len(speaker.seating.seats)):
        words = [word for word, who in (("wins", shown.winner), (maker, shown.maker)) if who == seat]
        words += ["out of the hand"] if speaker.seating.out >> seat & 1 else []
        places.append(AtTable(speaker.seat(seat), tuple(words), shown.laid[seat]))
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


def dealt(file: Dossier, speaker: Speaker) -> tuple[Held, ...]:
    """Return the known hands when play began."""
    return tuple(
        Held(speaker.seat(hand.seat), "worked out" if hand.rebuilt else "", hand.cards) for hand in file.dealt
    )
