"""The play: trick lines, and what stands among their cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.notation.draft import MOST_ENTRIES, Draft
from clabber_audit.notation.melds import call_meld, settle
from clabber_audit.notation.slip import Slip, scan
from clabber_audit.notation.words import CARD, LEFT, SEAT
from clabber_audit.table.cards import SEATING, SEATS

#: How a trick line begins: its number and, with or without a blank, the seat of its first card.
HEADS: Final[dict[str, tuple[int, str | None]]] = {
    f"{number}{seat}": (number, SEAT[seat] if seat else None)
    for number in range(1, SEATING.trick_of(MOST_ENTRIES))
    for seat in ("", *SEATS, *SEATS.lower())
}


def read_trick(draft: Draft, tokens: list[str]) -> None:
    """`1N ahacjcjh`, or as typed `1 N  ah +dad ac E:kd jh > S`."""
    start = 0
    while tokens[start][0] in "{;":
        draft.comment(start, tokens[start], draft.moment)
        start += 1
    head = start
    number, leader = HEADS[tokens[head].rstrip(".:")]
    if leader is None:
        start += 1
        leader = draft.seat(tokens, start, "the seat that led")
    played = len(draft.plays)
    _begin(draft, number, leader, head)
    draft.moment = played
    try:
        _walk(draft, tokens, start + 1, leader, played + SEATING.width)
    finally:
        draft.moment = len(draft.plays)
    if len(draft.plays) == played:
        raise Slip(len(tokens), "expected a card", "a trick has one at least; `?` is one not known")


def read_calls_between(draft: Draft, tokens: list[str]) -> None:
    """`N:+dad`: calls on a line of their own."""
    _walk(draft, tokens, 0, "", len(draft.plays))


def _begin(draft: Draft, number: int, leader: str, token: int) -> None:
    """Compares a trick line's number with the cards before it, and its leader with the last `> S`."""
    tricks, over = divmod(len(draft.plays), SEATING.width)
    if len(draft.plays) >= MOST_ENTRIES:
        raise Slip(token, f"a hand takes {MOST_ENTRIES} plays at most")
    if (tricks + 1, 0) != (number, over) and not draft.miscounted:
        draft.miscounted = True
        what = f"expected trick {tricks + 1}, found trick {number}"
        if over:
            what = f"trick {number} begins, but trick {tricks + 1} has only {over} of its four cards"
        draft.fault(draft.here(token), what, "write `?` for a card that is not known")
    if draft.winner is not None:
        winner, mark = draft.winner
        draft.winner = None
        if winner != leader:
            what = f"the trick is marked as won by {winner}, but the next is led by {leader}"
            draft.fault(mark, what, "correct one of them, or leave out the mark: the cards say who won")


def _walk(draft: Draft, tokens: list[str], start: int, seat: str, limit: int) -> None:
    """Reads cards and what stands among them; `seat` plays next, and up to `limit` plays fit on the line."""
    plays = draft.plays
    rest = iter(range(start, len(tokens)))
    for token in rest:
        word = tokens[token]
        if word[0] == ">":
            _mark_winner(draft, tokens, next(rest, len(tokens)) if word == ">" else token, limit)
            continue
        pairs = (word,) if word in CARD else [word[at : at + 2] for at in range(0, len(word), 2)]
        codes = [CARD.get(pair, "") for pair in pairs]
        if "" in codes:
            seat = _read_unusual(draft, word, token, seat, limit)
            continue
        if draft.marks is not None or len(plays) + len(codes) > limit:
            seat = _play(draft, word, 0, token, seat, limit)
            continue
        if draft.pending:
            settle(draft, seat)
        for code in codes:
            plays.append({"seat": seat, "card": code})
            seat = LEFT[seat]


def _mark_winner(draft: Draft, tokens: list[str], token: int, limit: int) -> None:
    """`> S` or `>S`: who won the trick."""
    if token >= len(tokens):
        raise Slip(token, "expected the seat that won: N, E, S or W")
    seat = draft.seat_called(tokens[token].lstrip(">"), token, "the seat that won")
    if len(draft.plays) != limit:
        help = "the mark follows the four cards of its trick; `?` is a card that is not known"
        raise Slip(token, "a trick is marked as won before its fourth card", help)
    if draft.winner is not None and draft.winner[0] != seat:
        raise Slip(token, f"the trick is marked as won by {draft.winner[0]} and by {seat}", "keep one of the two")
    draft.winner = seat, draft.here(token)


def _read_unusual(draft: Draft, word: str, token: int, seat: str, limit: int) -> str:
    """Reads anything but plain pairs of cards; the seat whose card comes next."""
    if word[0] in "{;":
        draft.comment(token, word, len(draft.plays))
        return seat
    if word[0] == "+":
        call_meld(draft, word, 0, token, None)
        return seat
    named, colon, rest = word.partition(":")
    if colon:
        owner = draft.seat_called(named, token)
        if rest.startswith("+"):
            call_meld(draft, word, len(named) + 1, token, owner)
            return seat
        if not rest:
            raise Slip(token, "expected a card directly after the seat", "write for instance `E:kd`", len(word))
        return _play(draft, word, len(named) + 1, token, owner, limit)
    return _play(draft, word, 0, token, seat, limit)


def _play(draft: Draft, word: str, start: int, token: int, seat: str, limit: int) -> str:
    """Plays the cards of a word from a character on, clockwise from `seat`; the seat that plays next."""
    rest = word[start:]
    single = ((start, CARD[rest]),) if rest in CARD else None
    for offset, code in single or _scan_on(draft, word, start, token):
        if len(draft.plays) >= limit:
            help = "a trick line has four cards" if seat else "cards stand on trick lines, as in `1N ahac`"
            raise Slip(token, "expected no further card here", help, offset)
        if draft.pending:
            settle(draft, seat)
        draft.mark(("plays", len(draft.plays)), token, offset)
        draft.plays.append({"seat": seat, "card": code})
        seat = LEFT[seat]
    return seat


def _scan_on(draft: Draft, word: str, start: int, token: int) -> Iterator[tuple[int, str | None]]:
    """The cards of a word; what is none is noted as a fault and counts as a card, so that the seats go on."""
    while start < len(word):
        try:
            for offset, code in scan(word, start, token):
                yield offset, code
                start = offset
            return
        except Slip as slip:
            draft.slipped(slip)
            yield slip.offset, None
            start = slip.offset + 2
            if word[start : start + 2] not in CARD:
                return
