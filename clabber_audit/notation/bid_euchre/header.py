"""The lines of the table: the pack, the seats, running scores, the blind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from clabber_audit.ground.errors import Path
from clabber_audit.notation.bid_euchre.words import ANY_SEAT, vocabulary
from clabber_audit.notation.draft import Draft
from clabber_audit.notation.events import points
from clabber_audit.notation.header import only, parts
from clabber_audit.notation.slip import Slip, quote, scan
from clabber_audit.record.bid_euchre.leaving import Said, seats_out
from clabber_audit.record.bid_euchre.words import COMPASS, PACKS, TABLES, USUAL_PACK, dealt_each
from clabber_audit.table.seating import Seating

#: A table at which nothing has been said.
EMPTY: Final = Seating(COMPASS, 12)


def sit_down(draft: Draft) -> None:
    """Takes who plays, and so the width of a trick, from what has been said so far."""
    data = draft.data
    seats = tuple(data.get("seats", COMPASS))
    said = [
        Said(one["seat"], one["call"], one.get("alone", False), one.get("at")) for one in data.get("declarations", ())
    ]
    contract = data.get("contract")
    if contract and not said:
        said = [Said(contract.get("maker", ""), contract.get("kind", "bid"), contract.get("alone", False))]
    each = dealt_each(data.get("pack", USUAL_PACK), len(seats), data.get("cards_each"), data.get("ruleset", ""))
    seating = Seating(seats, each, out=0 if draft.seated else seats_out(seats, said))
    if draft.plays and seating.out != draft.seating.out:
        raise Slip(
            0,
            "the players are named after the first cards",
            "put the line before the cards, or add when it was, as in `@3`",
        )
    draft.sit_down(seating)


def read_pack(draft: Draft, tokens: list[str]) -> None:
    """`pack 48`, `pack 24 each 5`"""
    if len(tokens) < 2 or tokens[1] not in PACKS:
        raise Slip(1, "expected the deck", f"the deck is one of {', '.join(PACKS)}")
    if "pack" in draft.once:
        raise Slip(0, "`pack` is given twice", "keep one of the two")
    draft.once.add("pack")
    if tokens[1] != USUAL_PACK:
        draft.put(draft.data, ("pack",), tokens[1], 1)
    if len(tokens) > 2:
        if tokens[2].lower() != "each":
            raise Slip(2, f"expected `each`, but found {quote(tokens[2])}")
        draft.put(draft.data, ("cards_each",), draft.count(tokens, 3, "the number of cards dealt to each"), 3)
    only(tokens, 4)
    sit_down(draft)


def read_seats(draft: Draft, tokens: list[str]) -> None:
    """`seats N Ann / E Bob`; at other tables name every seat: `seats P1 Ann / P2 Bob / P3 -`."""
    players: dict[str, str] = draft.data.get("players", {})
    seats = []
    for start, stop in parts(tokens):
        seats.append(draft.word(tokens, start, ANY_SEAT, "a seat, N E S W or P1 to P6"))
        if tokens[start + 1 : stop] != ["-"]:
            draft.put(players, ("players", seats[-1]), draft.text(tokens, start + 1, stop), start + 1)
    if not set(seats) <= set(COMPASS):
        if tuple(seats) not in TABLES:
            raise Slip(1, "these seats do not make a table", "name all of them clockwise, starting with P1")
        if draft.deal or draft.plays or "declarations" in draft.data:
            raise Slip(0, "the `seats` line comes after lines that name seats", "move the `seats` line above them")
        draft.put(draft.data, ("seats",), seats)
        draft.known = vocabulary(tuple(seats))
    if players:
        draft.data["players"] = players
        draft.mark(("players",), 0)
    sit_down(draft)


def read_by_side(key: str) -> Callable[[Draft, list[str]], None]:
    """`before NS 12 EW 7`: a number for each side."""

    def read(draft: Draft, tokens: list[str]) -> None:
        draft.mark((key,), 0)
        told: dict[str, int] = draft.data.setdefault(key, {})
        token = 1
        while token < len(tokens) or token == 1:
            side = draft.team(tokens, token)
            number = points(draft, tokens, token + 1)
            if number is None:
                raise Slip(token + 1, "expected a number")
            draft.put(told, (key, side), number, token + 1)
            token += 2
        if key == "after":
            draft.moment = "scored"

    read.__doc__ = f"`{key} NS 12 EW 7`"
    return read


def cards_or_unknown(draft: Draft, tokens: list[str], start: int, stop: int, path: Path) -> list[str | None]:
    """The cards between two tokens, of which some may not be known; `-` for none."""
    found: list[str | None] = []
    if tokens[start:stop] == ["-"]:
        return found
    if start >= stop:
        raise Slip(start, "expected cards", "write `?` for an unknown card")
    for token in range(start, stop):
        for offset, card in scan(tokens[token], 0, token, draft.known):
            draft.mark((*path, len(found)), token, offset)
            found.append(card)
    return found


def read_blind(draft: Draft, tokens: list[str]) -> None:
    """`blind jdacjcas`: the undealt cards from the top; `blind -` if there are none."""
    path: Path = ("deal", "blind")
    draft.put(draft.deal, path, cards_or_unknown(draft, tokens, 1, len(tokens), path))


def said_so_far(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The calls read so far, each with its seat."""
    return [(one["seat"], one["call"]) for one in data.get("declarations", ())]
