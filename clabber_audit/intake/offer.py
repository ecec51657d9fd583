"""What a place of the input offers, and where it stands in its source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.games import game_of
from clabber_audit.games.door import read
from clabber_audit.ground.errors import Fault, Place, Refused
from clabber_audit.ground.errors import Path as RecordPath
from clabber_audit.ground.excerpts import quoted
from clabber_audit.law.bound_ruleset import BoundRuleset, law_of
from clabber_audit.record.door import too_large
from clabber_audit.record.formats import Record
from clabber_audit.record.hand import Hand
from clabber_audit.record.positions import place_of
from clabber_audit.rulesets.ruleset import SHIPPED

#: What some programs put before a text to say that it is UTF-8.
BOM: Final = b"\xef\xbb\xbf"
START: Final = Place(1, 1)


class Offered(NamedTuple):
    """What one place of the input offered: a hand, or the reason why it was refused."""

    source: str
    hand: Hand | None
    refused: Refused | None
    #: Where a part of the record stands in its source.
    locate: Callable[[RecordPath], Place]
    #: The ruling that the record was found in, if it was.
    ruling: dict[str, Any] | None = None
    #: The page that the ruling was found in, if it was a page.
    page: str = ""
    #: The law that an archive keeps for the hand, or that the ruling carries, if it is from one.
    law: BoundRuleset | None = None

    @property
    def record(self) -> Record | None:
        """The record offered, of whatever game."""
        return self.hand.record if self.hand else None

    def __repr__(self) -> str:
        return f"<{'refused' if self.record is None else self.record.id} from {self.source}>"


class Unread(NamedTuple):
    """A record as a line of JSON that nobody has read yet."""

    #: The line without its end; None where it is longer than any record.
    text: bytes | None
    #: What it offers, once it is read; Unusable where an archive holds it and it is damaged.
    read: Callable[[], Offered]
    #: The law that an archive keeps for the hand, if it is from one.
    law: BoundRuleset | None = None


def read_in(item: Offered | Unread) -> Offered:
    """What is offered, read where it is not yet."""
    return item.read() if isinstance(item, Unread) else item


def offer(found: Hand, source: str, locate: Callable[[RecordPath], Place]) -> Offered:
    """What was read, and where its parts stand."""
    return Offered(source, found, None, locate)


def law_for(item: Offered, override: BoundRuleset | None) -> BoundRuleset:
    """The law that a hand is judged by: the one asked for, else the one that its archive keeps or its ruling carries.

    Where there is none of these it is the one that the record names. Refused when there is no ruleset of that name, and
    where the hand is one of another game, or of another table.
    """
    assert item.hand is not None
    law = override or item.law or _named(item)
    _fits(item, law)
    return law


def _named(item: Offered) -> BoundRuleset:
    """The law of the ruleset that a record names."""
    assert item.hand is not None
    name = item.hand.record.ruleset
    if name not in SHIPPED:
        fault = Fault(
            f"there is no ruleset “{name}”",
            f"the built-in rulesets are {', '.join(SHIPPED)}",
            "correct the record, or name the rules with --ruleset FILE",
            item.locate(("ruleset",)),
        )
        raise Refused([fault], item.source)
    return law_of(name)


def _fits(item: Offered, law: BoundRuleset) -> None:
    """Refused where a hand is of another game than a law, or of another table than it has."""
    assert item.hand is not None
    record, game = item.hand.record, law.game
    if record.format != game.format:
        played = game_of(record.format).name
        what, why = f"this is a hand of {played}", f"“{law.ruleset.id}” is for {game.name}"
        raise Refused([Fault(what, why, f"give rules for {played}", item.locate(("format",)))], item.source)
    strange = game.strange(record, law.toggles)
    if strange:
        faults = [fault._replace(place=item.locate(fault.path)) for fault in strange]
        raise Refused(faults, item.source)


def record(data: bytes, source: str, base: Place) -> Offered:
    """The record in a text that begins at `base` in its source."""
    try:
        return offer(read(data), source, lambda path: moved(place_of(path, data.removeprefix(BOM).decode()), base))
    except Refused as refused:
        return refusal(refused, source, base, lines_of(data))


def moved(place: Place, base: Place) -> Place:
    """Where a place of a text is in the source, in which the text begins at `base`."""
    return Place(place.line + base.line - 1, place.column + (base.column - 1 if place.line == 1 else 0))


def oversized(source: str, base: Place) -> Offered:
    """The refusal of a record that is larger than any can be."""
    return refusal(Refused([too_large()._replace(place=base)]), source)


def lines_of(data: bytes) -> list[str]:
    """The lines of a text that may be none, to quote from."""
    return data.decode("utf-8-sig", "replace").split("\n")


def refusal(
    refused: Refused, source: str, base: Place | None = None, lines: Sequence[str] = (), first: int = 1
) -> Offered:
    """What was refused, with the name of its source and the lines of the text, the `first` of which has that number.

    `base` is where the text begins in its source, if its faults are counted from its own beginning.
    """
    faults = quoted(refused.faults, lines, first)
    if base is not None:
        faults = [fault._replace(place=moved(fault.place or START, base)) for fault in faults]
    refused = Refused(faults, source, refused.more, refused.unread)
    return Offered(source, None, refused, lambda _path: START)
