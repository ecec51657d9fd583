"""What cannot have happened about tricks whose order is lost: cards known, and no longer who played which."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import permutations
from typing import TYPE_CHECKING

from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Fault, Path
from clabber_audit.record.formats import Record
from clabber_audit.table.cards import seat_name, spoken

if TYPE_CHECKING:
    from clabber_audit.record.model import HandRecord, Play


def lost(record: HandRecord) -> dict[int, int]:
    """The clocks of the plays of tricks whose order is lost, each with the number of its trick."""
    return {at: trick for trick in record.disordered for at in record.seating.clocks_of(trick)}


def _plays(record: HandRecord, trick: int) -> list[Play]:
    clocks = record.seating.clocks_of(trick)
    return record.plays[clocks.start : clocks.stop]


def unordered(record: Record) -> Iterator[Fault]:
    """Numbers of tricks that cannot be marked: a number named twice, a trick that does not have its four plays."""
    for place, trick in enumerate(record.disordered):
        path: Path = ("disordered", place)
        plays = sum(at < len(record.plays) for at in record.seating.clocks_of(trick))
        if trick in record.disordered[:place]:
            what = f"trick {trick} is listed twice among the tricks whose order is unknown"
            yield Fault(what, "", "remove one of the two", None, path)
        elif plays < record.seating.width:
            what = f"trick {trick} cannot be listed as a trick whose order is unknown"
            why = f"only {plays} of its {record.seating.width} plays are recorded"
            advice = "correct the number, or add its plays (unknown cards as null, or `?` in text)"
            yield Fault(what, why, advice, None, path)


def not_shared_out(
    record: HandRecord, elsewhere: Mapping[str, Collection[str]], hands: Mapping[str, Collection[str]]
) -> list[Fault]:
    """Tricks of which the cards cannot be shared out so that each play gets one; no other contradiction is left.

    `elsewhere` says which cards others than a seat are known to have, `hands` which ones a hand known whole has.
    """
    found = []
    for place, trick in enumerate(record.disordered):
        plays = _plays(record, trick)
        cards = [str(play.card) for play in plays if play.card]
        may = {seat: set(cards) - set(others) for seat, others in elsewhere.items()}
        for seat, own in hands.items():
            may[seat] &= set(own)
        seats = [str(play.seat) for play in plays]
        if not any(
            all(card in may[seat] for seat, card in zip(order, cards, strict=False)) for order in permutations(seats)
        ):
            what = f"the cards of trick {trick} do not fit the players: not everyone could have played one of them"
            told = [f"{seat_name(seat)} {_named(may[seat])}" for seat in dict.fromkeys(seats)]
            why = f"by the known cards, {'; '.join(told)}"
            found.append(Fault(what, why, _ADVICE, None, ("disordered", place)))
    if not found:
        told = [str(trick) for trick in sorted(record.disordered)]
        what = counted(
            len(told),
            "the cards of trick {told} do not fit the hands",
            "the cards of tricks {told} do not fit the hands",
            told=", ".join(told),
        )
        each = record.seating.each
        why = f"no deal of {each} cards to each player allows these plays"
        found.append(Fault(what, why, _ADVICE, None, ("disordered",)))
    return found


_ADVICE = "correct the cards of the trick, the hands, or who played to it"


def _named(cards: Collection[str]) -> str:
    return (
        f"may have played the {' or the '.join(map(spoken, sorted(cards)))}"
        if cards
        else "could have played none of them"
    )
