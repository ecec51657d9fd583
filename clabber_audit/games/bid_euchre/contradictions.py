"""Contradictions in a record of the Bid Euchre family, each with its place.

Breaking a rule of the game is never one, and no ruleset is needed to see them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from clabber_audit.cards import card_name, seat_name
from clabber_audit.core.errors import Path, RecordError
from clabber_audit.games.bid_euchre.hand import build_complete_hand, mentions, prepare_hand
from clabber_audit.records.contradictions import (
    CardPlacements,
    event_contradictions,
    find_late_moments,
    find_unordered_trick_faults,
    laydown_order_faults,
    trick_contradictions,
)
from clabber_audit.records.formats import record_data
from clabber_audit.records.hand import Hand, is_miscounted

if TYPE_CHECKING:
    from clabber_audit.records.bid_euchre import BidEuchreRecord

#: Key of a record -> sort of its value, or of the items of its list.
_SORT: Final[dict[str, Literal["seat", "card", "moment"]]] = {
    **dict.fromkeys(
        (
            *("dealer", "due_dealer", "seat", "to", "from", "by", "moved", "maker", "against"),
            *("seen_by", "believed", "helped"),
        ),
        "seat",
    ),
    **dict.fromkeys(("card", "replaced_by", "upcard", "cards", "order", "blind", "hands"), "card"),
    **dict.fromkeys(("at", "called"), "moment"),
}
#: Fields with the cards of complete hands, to be excluded.
_CARDS: Final = {"plays": True, "deal": {"hands"}}
#: A seat, card or moment that a record names, with its path.
_Mention = tuple[str, Path, Any]
_BY_SIDE: Final = ("teams", "before", "hickeys", "burns", "score", "after", "sheet")
#: Fields whose keys are seats or sides.
_KEYED: Final = frozenset(("players", "hands", *_BY_SIDE))


def prepare(record: BidEuchreRecord) -> tuple[Hand | None, list[RecordError]]:
    """Return the record as a hand, None if a contradiction is lasting, and all contradictions."""
    plain = build_complete_hand(record)
    # Cards that are all where whole hands have them contradict nothing, and need not be looked through.
    named = _mentions(record_data(record, without=_CARDS if plain else None))
    # A hand known from its sheet alone may have had all its plays.
    most = record.seating.end if record.sheet and not record.plays else len(record.plays)
    lasting = _find_lasting(record, named, plain is not None)
    errors = [
        *lasting,
        *(trick_contradictions(record) if record.plays else ()),
        *find_late_moments([(path, value) for sort, path, value in named if sort == "moment"], most),
        *_tricks_of_the_sheet(record),
        *event_contradictions(record),
    ]
    return None if lasting else prepare_hand(record, plain=plain), errors


def lasting_contradictions(record: BidEuchreRecord) -> list[RecordError]:
    """Return the contradictions that a longer record could not resolve, unlike a clock after the last card."""
    return _find_lasting(record, _mentions(record_data(record)), build_complete_hand(record) is not None)


def _find_lasting(record: BidEuchreRecord, named: Sequence[_Mention], plain: bool) -> list[RecordError]:
    return [
        *_find_unknown_names(record, named),
        *_find_pack_faults(record),
        *(() if plain else cards_in_places(record)),
        *find_unordered_trick_faults(record),
        *_exchanges(record),
        *_sides(record),
        *_contract(record),
        *_laydown(record),
    ]


def _sides_of(record: BidEuchreRecord) -> tuple[str, ...]:
    """Return the seats of a table, and its possible sides."""
    seating = record.seating
    return (*seating.seats, *(seating.side_names if len(seating.seats) % 2 == 0 else ()))


def _mentions(data: Any, path: Path = (), key: str = "") -> list[_Mention]:
    """Return the seats, cards and moments that some data names."""
    mentions: list[_Mention] = []
    for name, inner in data.items() if isinstance(data, dict) else enumerate(data):
        word = name if isinstance(name, str) and key != "hands" else key
        if key in _KEYED and isinstance(name, str):
            mentions.append(("seat", (*path, name), name))
        if isinstance(inner, dict | list):
            if inner:
                mentions += _mentions(inner, (*path, name), word)
        elif inner is not None and word in _SORT and not (word == "order" and isinstance(inner, int)):
            mentions.append((_SORT[word], (*path, name), inner))
    return mentions


def _find_unknown_names(record: BidEuchreRecord, named: Sequence[_Mention]) -> Iterator[RecordError]:
    """Yield seats that are not at the table, then cards that are not in the pack."""
    known, why = _sides_of(record), f"the seats are {' '.join(record.seating.seats)}"
    for sort, path, value in named:
        if sort == "seat" and value not in known:
            yield RecordError(f"{seat_name(value)} is not at this table", why, "correct one of the two", path)
    for sort, path, value in named:
        if sort == "card" and value not in record.pack.mask:
            what = f"there is no {card_name(value)} in the {record.pack_name}-card deck"
            yield RecordError(what, "", "correct one of the two", path)


def _find_pack_faults(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Yield a pack too small for the hands, too many cards in the blind, an up-card other than its top."""
    seating, deal = record.seating, record.deal
    left, players = seating.count_undealt(record.pack), len(seating.seats)
    why = f"{seating.each} cards to each of {players} leaves {max(left, 0)} of {record.pack.size}"
    if left < 0:
        why = f"{seating.each} cards to each of {players} is more than {record.pack.size}"
        where: Path = ("cards_each",) if record.cards_each else ("seats",)
        yield RecordError(
            "the deck is too small for these hands",
            why,
            "correct the deck, the seats or the number of cards each",
            where,
        )
    elif not is_miscounted(record):
        if deal.blind and len(deal.blind) > left:
            what = f"there are {len(deal.blind)} cards in the blind"
            yield RecordError(
                what, why, "correct the blind, the deck or the number of cards each", ("deal", "blind")
            )
        if deal.upcard and not left:
            yield RecordError(
                "a card is turned up, but no card is left over", why, "correct one of them", _UPCARD
            )
    if deal.upcard and deal.blind and deal.blind[0] not in (deal.upcard, None):
        what = f"the {card_name(deal.upcard)} is turned up, and the {card_name(deal.blind[0] or '')} is the top of the blind"
        yield RecordError(
            what, "the card turned up is the top of the blind", "correct one of the two", _UPCARD
        )


_UPCARD: Final[Path] = ("deal", "upcard")


def cards_in_places(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Yield cards in too many places, cards that a known hand did not hold, and hands too large."""
    placed = CardPlacements(record, (one for one in mentions(record) if one.card in record.pack.mask))
    yield from placed.faults
    for exchange in record.exchanges or ():
        for seat, more in ((exchange.giver, -len(exchange.cards)), (exchange.taker, len(exchange.cards))):
            placed.sizes[seat] = placed.sizes.get(seat, placed.each) + more
    yield from placed.surplus_plays(record)


def _exchanges(record: BidEuchreRecord) -> Iterator[RecordError]:
    for number, exchange in enumerate(record.exchanges or ()):
        if exchange.giver == exchange.taker:
            what = f"{seat_name(exchange.giver)} passes cards to the same seat"
            path: Path = ("exchanges", number, "to")
            yield RecordError(
                what, "cards are passed from one player to another", "correct who got them", path
            )


def _sides(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Yield seats on two sides at once."""
    seats = record.seating.seats
    for key in _BY_SIDE:
        sides = list(getattr(record, key))
        named = [seat for side in sides for seat in _seats_of(side) if seat in seats]
        if len(set(named)) == len(named):
            continue
        for seat, times in Counter(named).items():
            if times > 1:
                what = f"{seat_name(seat)} is on two sides of {key}"
                yield RecordError(what, f"the sides are {' '.join(sides)}", "name each seat once", (key,))


def _tricks_of_the_sheet(record: BidEuchreRecord) -> Iterator[RecordError]:
    seats, each = record.seating.seats, record.seating.each
    if not record.sheet:
        return
    tricks = sum(line.tricks for line in record.sheet.values())
    everybody = set(seats) <= {seat for side in record.sheet for seat in _seats_of(side)}
    # Where everybody but the bidder is out no trick is played.
    if tricks > each or (everybody and 0 < tricks < each):
        what = f"the sheet has {tricks} tricks"
        yield RecordError(
            what, f"a hand has {each} tricks", "correct the tricks or the number of cards each", ("sheet",)
        )


def _seats_of(side: str) -> list[str]:
    """Return the seats in the id of a side: two characters each by number, one by the compass."""
    width = 2 if side.startswith("P") else 1
    return [side[place : place + width] for place in range(0, len(side), width)]


def _contract(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Yield a contract whose trumps differ from those named, or for more tricks than there are."""
    contract = record.contract
    if contract is None:
        return
    if contract.tricks > record.seating.each:
        why = f"a hand has {record.seating.each} tricks"
        what = f"the contract is for {contract.tricks} tricks"
        yield RecordError(
            what, why, "correct the contract or the number of cards each", ("contract", "tricks")
        )
    named = [declaration.trump for declaration in record.declarations or () if declaration.trump]
    if contract.trump and named and contract.trump not in named:
        what = f"the contract says {contract.trump} is trump"
        yield RecordError(
            what, f"{' and '.join(named)} was named", "correct one of the two", ("contract", "trump")
        )


def _laydown(record: BidEuchreRecord) -> Iterator[RecordError]:
    """Yield cards of a lay-down order that were played before, or are named too often."""
    laydown = record.laydown
    if laydown is None:
        return
    at = (
        laydown.at
        if isinstance(laydown.at, int)
        else len(record.plays) * (laydown.at in ("turned", "scored"))
    )
    gone = Counter(play.card for play in record.plays[:at] if play.card)
    spent = {card for card, copies in gone.items() if copies >= len(record.pack.bits.get(card, ()))}
    yield from laydown_order_faults(laydown.by, laydown.order, spent, {}, record.pack.copies)
