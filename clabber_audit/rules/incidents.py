"""What no card shows, and a record may note: the kinds of incident, each as one file says all of it."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

#: The place of what a new file adds: after all that came before.
LAST: Final = 1000

#: What a record may say of an incident besides its kind, its seat and its moment.
Key = Literal["to", "card", "trick", "called"]


class IncidentKind(NamedTuple):
    """A kind of incident: its word in a record, the words for it, and what it means to whoever reads a record."""

    #: In a record, and in the text notation, there also with hyphens: `exposed_card`.
    word: str
    #: Said of whoever did it, as the recorder lists it: `exposed a card`.
    deed: str
    #: The moment in a ruling; it may have {seat} and {card}: `{seat} exposed {card}`.
    told: str
    #: What it says little without: the recorder asks for it, and the hands that are made up have it.
    needs: tuple[Key, ...] = ()
    #: Whether it belongs to the deal, and stands there where nobody noted its moment.
    of_the_deal: bool = False
    #: Whether it is about a trick all of whose cards have fallen: there is none before.
    about_a_trick: bool = False
    #: Whether the card that it names is one of the seat's, and everybody saw it.
    shows_card: bool = False
    #: Whether it says that hands may have had more or fewer than six cards.
    miscounts: bool = False
    #: Whether the tricks of the seat's side can no longer be read in order.
    mixes_tricks: bool = False
    #: Whether it was said to somebody, who may be noted: to partner, where nobody is.
    said_to_somebody: bool = False
    #: The button of the recorder that notes it, beside those for all others.
    button: Literal["exposed", "look", ""] = ""
    #: The game at whose tables alone it is noted, by its id; empty where at any.
    only: str = ""
    #: Its place among the words of a record.
    number: int = LAST

    def in_game(self, game: str) -> bool:
        """Whether a record of a game may note it."""
        return self.only in ("", game)


#: Incidents that are no offense, and matter to whoever weighs a claim.
LAWFUL: Final = (
    IncidentKind(
        "pile_mixed", "mixed the tricks of the side", "{seat} mixed up the side’s tricks", mixes_tricks=True, number=11
    ),
)
