"""From a record of the Bid Euchre family to the lines of its canonical text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, get_args

from clabber_audit.notation.bid_euchre.words import CALL_SHORT, NO_TURN, STRAIN_SHORT, vocabulary, whose_turn
from clabber_audit.notation.event_writer import events, remarks
from clabber_audit.notation.frame_writer import around, dealt, declaring, named
from clabber_audit.notation.tokens import cards, quoted, written
from clabber_audit.notation.trick_writer import trick_lines
from clabber_audit.record.bid_euchre.words import COMPASS, USUAL_PACK, Side

if TYPE_CHECKING:
    from clabber_audit.record.bid_euchre.model import BidEuchreRecord, Context, Contract, Declaration, Exchange

_SIDES: Final = get_args(Side)


def lines(record: BidEuchreRecord) -> Iterable[str]:
    """The lines of a hand, in their order."""
    yield "bid-euchre 1"
    yield f"hand {record.id}"
    yield f"rules {record.ruleset}"
    yield from _table(record)
    if record.teams:
        yield f"teams {named(_plain(record.teams), _SIDES)}"
    yield from around(record, vocabulary(tuple(record.seats)).context, _of_context(record.context))
    for key in ("before", "hickeys", "burns"):
        if numbers := getattr(record, key):
            yield _by_side(key, numbers)
    yield from dealt(record, record.seats)
    if record.deal.blind is not None:
        yield f"blind {cards(record.deal.blind) or '-'}"
    said = list(_said(record))
    yield from declaring(record, said)
    yield from trick_lines(record, {})
    yield from events(record, bool(said))
    yield from _sheet(record)


def _plain(by_side: Mapping[Side, str]) -> dict[str, str]:
    return {str(side): name for side, name in by_side.items()}


def _of_context(context: Context | None) -> Iterable[str]:
    """What was played for, and who moved."""
    if context and context.stakes is not None:
        yield f"stakes {context.stakes.game} {context.stakes.set}"
    if context and context.moved is not None:
        yield f"moved {context.moved}"


def _table(record: BidEuchreRecord) -> Iterable[str]:
    """The pack and the seats, with the names of the players."""
    each = "" if record.cards_each is None else f" each {record.cards_each}"
    if record.pack_name != USUAL_PACK or each:
        yield f"pack {record.pack_name}{each}"
    players = {str(seat): _name(name) for seat, name in record.players.items()}
    if tuple(record.seats) != COMPASS:
        yield "seats " + " / ".join(f"{seat} {players.get(seat, '-')}" for seat in record.seats)
    elif players:
        yield "seats " + " / ".join(f"{seat} {players[seat]}" for seat in COMPASS if seat in players)


def _name(name: str) -> str:
    """A name; a bare hyphen would say that there is none."""
    return quoted(name) if name == "-" else written(name)


def _by_side(key: str, numbers: Mapping[Side, int | str]) -> str:
    return " ".join([key, *(f"{side} {numbers[side]}" for side in _SIDES if side in numbers)])


def _said(record: BidEuchreRecord) -> Iterable[str]:
    """What was said and handed over."""
    if record.declarations is not None:
        yield from _declarations(record, record.declarations)
    if record.exchanges is not None:
        yield "give " + (" / ".join(map(_exchange, record.exchanges)) or "none")
    if record.contract is not None:
        yield _contract(record.contract)


def _declarations(record: BidEuchreRecord, said: Sequence[Declaration]) -> Iterable[str]:
    """The lines of calls, of trumps and of those who are out, in the order in which all was said."""
    if not said:
        yield "calls none"
    before: list[tuple[str, str]] = []
    for line, group in groupby(said, lambda one: one.call if one.call in ("trump", "out") else "calls"):
        if line == "calls":
            yield f"calls {' '.join(_calls(record, list(group), before))}"
        elif line == "out":
            yield f"out {' '.join(f'{one.seat}{_at(one)}' for one in group)}"
        else:
            yield from map(_trump, group)


def _calls(record: BidEuchreRecord, said: Sequence[Declaration], before: list[tuple[str, str]]) -> Iterable[str]:
    """Some calls in a row, after those `before`, to which they are added.

    The seat is named where it is not the one whose turn it is; and, for the eye, after a call that takes no turn.
    """
    left = vocabulary(tuple(record.seats)).left
    for one in said:
        in_turn = one.seat == whose_turn(before, record.deal.dealer, left)
        aside = one.call in NO_TURN or (bool(before) and before[-1][1] in NO_TURN)
        owner = "" if in_turn and not aside else f"{one.seat}:"
        shown = "" if one.cards is None else f"={cards(one.cards) or '-'}"
        before.append((one.seat, one.call))
        yield f"{owner}{CALL_SHORT.get(one.call, one.call.lower())}{shown}{_at(one)}"


def _at(said: Declaration) -> str:
    return "" if said.at is None else f"@{said.at}"


def _trump(said: Declaration) -> str:
    alone, at = " alone" if said.alone else "", f" {_at(said)}" if said.at is not None else ""
    return f"trump {said.seat} {STRAIN_SHORT[said.trump or 'NT']}{alone}{at}"


def _exchange(exchange: Exchange) -> str:
    return f"{exchange.giver}>{exchange.taker} {cards(exchange.cards)}"


def _contract(contract: Contract) -> str:
    parts = ["contract", contract.maker, str(contract.tricks)]
    if contract.kind != "bid":
        parts.append(CALL_SHORT.get(contract.kind, contract.kind))
    if contract.trump is not None:
        parts.append(STRAIN_SHORT[contract.trump])
    parts += [word for word in ("alone", "forced") if getattr(contract, word)]
    return " ".join(parts)


def _sheet(record: BidEuchreRecord) -> Iterable[str]:
    """The score, the totals after it, the tricks of the sheet, and the remarks."""
    if record.score:
        yield _by_side("score", record.score)
    if record.after:
        yield _by_side("after", record.after)
    if record.sheet:
        yield _by_side("sheet", {side: f"tricks {line.tricks}" for side, line in record.sheet.items()})
    yield from remarks(record)
