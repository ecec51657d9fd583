"""The play: trick lines, and what stands among their cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.ground.counted import counted
from clabber_audit.notation.draft import Draft
from clabber_audit.notation.melds import call_meld, settle
from clabber_audit.notation.slip import Slip, scan, unknown
from clabber_audit.notation.words import MOST_ENTRIES, SUIT

_ORDINALS: Final = ("last", "first", "second", "third", "fourth", "fifth", "sixth")


def read_trick(draft: Draft, tokens: list[str]) -> None:
    """`1N ahacjcjh`, or with calls `1 N  ah +dad ac E:kd jh > S`."""
    start = 0
    while tokens[start][0] in "{;":
        draft.comment(start, tokens[start], draft.moment)
        start += 1
    head = start
    number, leader = draft.known.head[tokens[head].rstrip(".:")]
    if leader is not None and leader not in draft.follows:
        draft.seat_called(leader, head, "the seat that led")
    if leader is None:
        start += 1
        leader = draft.seat(tokens, start, "the seat that led")
    played = len(draft.plays)
    if draft.seating.out and not draft.tricks and _everybody_plays(draft, tokens[start + 1 :]):
        draft.stay_seated()
    _begin(draft, number, leader, head)
    draft.moment = played
    try:
        _walk(draft, tokens, start + 1, leader)
    finally:
        draft.moment = len(draft.plays)
    if len(draft.plays) == played:
        draft.tricks, draft.room = draft.tricks - 1, 0
        raise Slip(len(tokens), "expected a card", "a trick has at least one; write `?` for an unknown card")


def read_calls_between(draft: Draft, tokens: list[str]) -> None:
    """`N:+dad`: calls on a line of their own."""
    room, draft.room = draft.room, 0
    try:
        _walk(draft, tokens, 0, "")
    finally:
        draft.room = room


def _everybody_plays(draft: Draft, words: list[str]) -> bool:
    """Return True if the first trick has a card for each seat, those included that were said to sit out.

    Where the game has no such call they play on, as the cards show; a card by a named seat says itself whose it is.
    """
    cards = 0
    for word in words:
        if ":" in word:
            return False
        if word[0] not in "{;>+":
            plain = word.partition("=")[0]
            cards += 1 if plain in draft.known.card else len(plain) // 2
    return cards == len(draft.seating.seats)


def _begin(draft: Draft, number: int, leader: str, token: int) -> None:
    """Compares a trick line's number with the cards before it, and its leader with the last `> S`."""
    width, missing = draft.seating.width, draft.room if draft.tricks else 0
    if len(draft.plays) >= MOST_ENTRIES:
        raise Slip(token, f"a hand can have at most {MOST_ENTRIES} plays")
    if (draft.tricks + 1 != number or missing) and not draft.miscounted:
        draft.miscounted = True
        what = f"expected trick {draft.tricks + 1}, but found trick {number}"
        if missing:
            has = counted(width - missing, "only one card", "only {spelled} cards", spelled=_spelled(width - missing))
            what = f"trick {number} starts, but trick {draft.tricks} has {has}"
        draft.fault(draft.here(token), what, "write `?` for an unknown card")
    draft.tricks, draft.room = draft.tricks + 1, width
    if draft.winner is not None:
        winner, mark = draft.winner
        draft.winner = None
        if winner != leader:
            what = f"the trick is marked as won by {winner}, but {leader} leads the next one"
            draft.fault(mark, what, "correct one of them, or leave out the mark: the cards show who won")


def _spelled(width: int) -> str:
    return ("no", "one", "two", "three", "four", "five", "six")[width]


def _walk(draft: Draft, tokens: list[str], start: int, seat: str) -> None:
    """Reads cards and what stands among them; `seat` plays next."""
    plays, card, follows = draft.plays, draft.known.card, draft.follows
    rest = iter(range(start, len(tokens)))
    for token in rest:
        word = tokens[token]
        if word[0] == ">":
            _mark_winner(draft, tokens, next(rest, len(tokens)) if word == ">" else token)
            continue
        pairs = (word,) if word in card else [word[at : at + 2] for at in range(0, len(word), 2)]
        codes = [card.get(pair, "") for pair in pairs]
        if "" in codes:
            seat = _read_unusual(draft, word, token, seat)
            continue
        if draft.marks is not None or len(codes) > draft.room or draft.seating.out:
            seat = _play(draft, word, 0, token, seat)
            continue
        if draft.pending:
            settle(draft, seat)
        draft.room -= len(codes)
        for code in codes:
            plays.append({"seat": seat, "card": code})
            seat = follows[seat]


def _mark_winner(draft: Draft, tokens: list[str], token: int) -> None:
    """`> S` or `>S`: who won the trick."""
    if token >= len(tokens):
        raise Slip(token, f"expected the seat that won: {draft.known.seats_told}")
    seat, width = draft.seat_called(tokens[token].lstrip(">"), token, "the seat that won"), draft.seating.width
    if draft.room:
        help = f"the mark follows the {_spelled(width)} cards of its trick; write `?` for an unknown card"
        raise Slip(token, f"the trick is marked as won before its {_ORDINALS[width]} card", help)
    if draft.winner is not None and draft.winner[0] != seat:
        raise Slip(token, f"the trick is marked as won by {draft.winner[0]} and by {seat}", "keep one of the two")
    draft.winner = seat, draft.here(token)


def _read_unusual(draft: Draft, word: str, token: int, seat: str) -> str:
    """Reads anything but plain pairs of cards; the seat whose card comes next."""
    if word[0] in "{;":
        draft.comment(token, word, len(draft.plays))
        return seat
    if word[0] == "+" and draft.known.melds:
        call_meld(draft, word, 0, token, None)
        return seat
    named, colon, rest = word.partition(":")
    if colon:
        owner = draft.seat_called(named, token)
        if rest.startswith("+") and draft.known.melds:
            call_meld(draft, word, len(named) + 1, token, owner)
            return seat
        if not rest:
            raise Slip(token, "expected a card directly after the seat", "for example `E:kd`", len(word))
        return _play(draft, word, len(named) + 1, token, owner)
    return _play(draft, word, 0, token, seat)


def _play(draft: Draft, word: str, start: int, token: int, seat: str) -> str:
    """Plays the cards of a word from a character on, clockwise from `seat`; the seat that plays next."""
    suit = None
    if draft.known.names_suits:
        word, equals, name = word.partition("=")
        suit = SUIT.get(name.lower()) if equals else None
        if equals and (suit is None or start == len(word)):
            raise unknown(token, name, SUIT, "a card and the suit named with it, as in `jk=s`")
    rest = word[start:]
    single = ((start, draft.known.card[rest]),) if rest in draft.known.card else None
    for offset, code in single or _scan_on(draft, word, start, token):
        counts = _plays(draft, seat)
        if counts and draft.room <= 0:
            width = _spelled(draft.seating.width)
            help = f"a trick line has {width} cards" if seat else "cards go on trick lines, as in `1N ahac`"
            raise Slip(token, "one card too many", help, offset)
        if draft.pending:
            settle(draft, seat)
        draft.mark(("plays", len(draft.plays)), token, offset)
        draft.plays.append({"seat": seat, "card": code})
        draft.room -= counts
        seat = draft.follows[seat]
    if suit is not None:
        draft.put(draft.plays[-1], ("plays", len(draft.plays) - 1, "named"), suit, token)
    return seat


def _plays(draft: Draft, seat: str) -> bool:
    """Whether a card of a seat is a part of its trick: whoever sits the hand out adds nothing to it."""
    seating = draft.seating
    return not seating.out or not seating.out >> seating.seats.index(seat) & 1


def _scan_on(draft: Draft, word: str, start: int, token: int) -> Iterator[tuple[int, str | None]]:
    """The cards of a word; what is none is noted as a fault and counts as a card, so that the seats go on."""
    while start < len(word):
        try:
            for offset, code in scan(word, start, token, draft.known):
                yield offset, code
                start = offset
            return
        except Slip as slip:
            draft.slipped(slip)
            yield slip.offset, None
            start = slip.offset + 2
            if word[start : start + 2] not in draft.known.card:
                return
