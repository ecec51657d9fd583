"""What whoever writes a hand down has to know of its game: who sits there, what is said, whose turn follows.

It judges nothing. All of it follows from the answers of a ruleset; what a hand is worth or who was wrong does not
stand here.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from clabber_audit.table.pack import Pack
from clabber_audit.table.strain import Strain

#: Who leads to the first trick.
Leader = Literal["bidder", "bidder_right", "dealer_left"]
#: A moment beside the cards that a game knows.
Moment = Literal["meld", "show", "belle", "trump", "give", "out", "special", "blind", "before"]


class Table(NamedTuple):
    """A table of so many players: the name of its pack, how many cards each is dealt, and whether a record says so."""

    pack: str
    each: int
    told: bool = False


class Bid(NamedTuple):
    """A bid, and what kind of contract it makes: for the number that it names, else for all tricks."""

    word: str
    kind: str


class Bidding(NamedTuple):
    """An auction in which each speaks once and bids higher than all before."""

    #: All that may be bid, lowest first.
    bids: tuple[Bid, ...]
    #: The least that is open to the dealer, and to a dealer who has to bid because nobody else did.
    dealer: int
    stuck: int
    #: The number at which he plays; None where nobody has to.
    forced: int | None
    #: The bid that ends the auction at once.
    ends: str | None
    #: What is played where nobody bids: "NT", the holder of the joker names it, or nothing.
    silence: Literal["NT", "joker"] | None


class Recording(NamedTuple):
    """A game, for whoever writes its hands down."""

    #: The tables there may be, by the number of players.
    tables: dict[int, Table]
    #: The largest pack of these tables, and how it ranks by what is named: a smaller one ranks alike.
    pack: Pack
    strains: dict[str, Strain]
    #: Whether each plays for himself.
    alone: bool
    #: With whom the turned card lies; None where none is turned.
    upcard: Literal["dealer", "aside"] | None
    #: The suit that is trumps without a word where a card of it is turned.
    turned: str | None
    #: None where the turned card is played, or a suit is named in the second round.
    bidding: Bidding | None
    #: What may be named, and what some kinds of bid have named already.
    names: tuple[str, ...]
    named: dict[str, str]
    #: Who leads, with trumps and without; where nobody bid it is the dealer's left.
    leads: tuple[Leader, Leader]
    #: Whether the bidder may choose to play alone.
    lone: bool
    #: What happens beside the cards in this game and not in each, in the order of the buttons.
    moments: tuple[Moment, ...]
    #: The special calls that take no turn.
    special: tuple[str, ...]
    #: What is counted from hand to hand, and written down as it stands before one.
    running: tuple[Literal["before", "hickeys", "burns"], ...] = ()
    #: Whether the deal passes on where nobody bid.
    passes: bool = False
    #: What the last trick counts besides its cards, and what is called beside them by its name.
    last: int = 0
    called: tuple[tuple[str, int], ...] = ()
    #: The score at which a game may end; None where none is.
    target: int | None = None
    #: The score a game begins with, and the score that a set raises nobody above.
    start: int = 0
    cap: int | None = None
