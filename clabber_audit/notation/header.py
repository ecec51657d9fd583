"""The lines before the play: who, where, from what source, the deal, the hands, the calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from clabber_audit.ground.errors import Path
from clabber_audit.notation.draft import Draft
from clabber_audit.notation.slip import Slip, one_card, quote, unknown
from clabber_audit.notation.words import (
    CALL,
    CONFIDENCE,
    CONTEXT_NUMBER,
    NONE,
    SOURCE_KIND,
    SOURCE_TEXT,
    SUIT,
)
from clabber_audit.record.dates import impossible
from clabber_audit.table.cards import SEATING


def only(tokens: list[str], most: int) -> None:
    """Raises a Slip for a token after the last one that has a meaning."""
    if len(tokens) > most:
        raise Slip(most, f"expected the end of the line, but found {quote(tokens[most])}")


def read_frame(draft: Draft, tokens: list[str]) -> None:
    """`clabber 1`"""
    if "format" in draft.data:
        raise Slip(0, "a second hand starts inside this one", "give the hands one at a time")
    draft.data["format"] = draft.format
    if len(tokens) < 2 or tokens[1] != "1":
        raise Slip(1, "expected `1`, the version of the format")
    only(tokens, 2)


def read_hand_id(draft: Draft, tokens: list[str]) -> None:
    """`hand owls-eagles-g1-h08`"""
    draft.put(draft.data, ("id",), draft.text(tokens, 1, len(tokens)), 1)


def read_rules(draft: Draft, tokens: list[str]) -> None:
    """`rules ecl-1992`"""
    draft.put(draft.data, ("ruleset",), draft.text(tokens, 1, len(tokens)), 1)


def parts(tokens: list[str]) -> Iterator[tuple[int, int]]:
    """The first token and the end of each part of a line whose parts are separated by `/`."""
    start = 1
    for token, word in enumerate(tokens):
        if word == "/":
            yield start, token
            start = token + 1
        elif "/" in word and word[0] != '"' and token:
            help = "put spaces around a `/` that separates two entries, or put the text in quotes"
            raise Slip(token, f"{quote(word)} contains a slash", help)
    yield start, len(tokens)


def read_seats(draft: Draft, tokens: list[str]) -> None:
    """`seats N Ann / E Bob / S Cy / W Dee`"""
    _read_names(draft, tokens, "players", draft.seat)


def read_teams(draft: Draft, tokens: list[str]) -> None:
    """`teams NS Owls / EW Eagles`"""
    _read_names(draft, tokens, "teams", draft.team)


def _read_names(draft: Draft, tokens: list[str], key: str, whose: Callable[[list[str], int], str]) -> None:
    names = draft.data.setdefault(key, {})
    draft.mark((key,), 0)
    for start, stop in parts(tokens):
        owner = whose(tokens, start)
        draft.put(names, (key, owner), draft.text(tokens, start + 1, stop), start + 1)


def read_context(draft: Draft, tokens: list[str]) -> None:
    """`context 2025-10-14 league City League round 3 table 3 game 1 hand 8`; write the words in lower case."""
    context: dict[str, Any] = {}
    draft.put(draft.data, ("context",), context)
    key, start = "date", 1
    for token in range(1, len(tokens) + 1):
        word = tokens[token] if token < len(tokens) else None
        if word is not None and word not in draft.known.context:
            if start == 1 and word.lower() in draft.known.context:
                raise Slip(token, f"expected a date, but found {quote(word)}", f"write `{word.lower()}`, or quote it")
            continue
        if token > start and key in CONTEXT_NUMBER:
            draft.put(context, ("context", key), draft.count(tokens, start, f"the number of the {key}"), start)
            _ends(draft, tokens, start + 1, token)
        elif token > start and key == "stakes":
            names = ("game", "set")
            stakes = {name: draft.count(tokens, start + at, f"the stake of a {name}") for at, name in enumerate(names)}
            draft.put(context, ("context", key), stakes, start)
            _ends(draft, tokens, start + 2, token)
        elif token > start and key == "moved":
            draft.put(context, ("context", key), draft.seat(tokens, start, "who changed seats"), start)
            _ends(draft, tokens, start + 1, token)
        elif token > start or start > 1:
            text = draft.text(tokens, start, token)
            if key == "date" and (why := impossible(text)):
                help = "correct it; if the source has it so, write it as `dated` in the `source` line"
                raise Slip(start, f"there is no such date: {why}", help)
            draft.put(context, ("context", key), text, start)
        key, start = word or "", token + 1


def _ends(draft: Draft, tokens: list[str], end: int, token: int) -> None:
    """Raises a Slip for a word between the end of what a key says and the next key."""
    if token > end:
        raise unknown(end, tokens[end], draft.known.context, "a word such as `round`")


def read_source(draft: Draft, tokens: list[str]) -> None:
    """`source scoresheet / sheet 12, second column / by jf / dated 14 Oct / likely / note washed out`"""
    source: dict[str, Any] = {}
    draft.put(draft.data, ("source",), source)
    if len(tokens) == 1:
        return
    for start, stop in parts(tokens):
        key, value, begin = "citation", None, start
        word = tokens[start].lower() if start < stop else ""
        if stop - start == 1 and word in SOURCE_KIND:
            key, value = "kind", word
        elif stop - start == 1 and word in CONFIDENCE:
            key, value = "confidence", word
        elif word in SOURCE_TEXT:
            key, begin = SOURCE_TEXT[word], start + 1
        draft.put(source, ("source", key), value or draft.text(tokens, begin, stop), begin)


def read_deal(draft: Draft, tokens: list[str]) -> None:
    """`deal W cut 9 due N`"""
    draft.put(draft.deal, ("deal", "dealer"), draft.seat(tokens, 1, "the dealer"), 1)
    token = 2
    while token < len(tokens):
        word = tokens[token].lower()
        if word == "cut":
            cut = draft.count(tokens, token + 1, "the number of cards in the smaller part of the cut")
            draft.put(draft.deal, ("deal", "cut"), cut, token + 1)
        elif word == "due":
            due = draft.seat(tokens, token + 1, "who was due to deal")
            draft.put(draft.deal, ("deal", "due_dealer"), due, token + 1)
        else:
            raise unknown(token, tokens[token], ("cut", "due"), "`cut` or `due`")
        token += 2


def read_hand(draft: Draft, tokens: list[str]) -> None:
    """`N ksah9hjd9dtc`, or `N -` if none of its cards is known."""
    seat = draft.known.seat.get(tokens[0]) or draft.seat(tokens, 0)
    path: Path = ("deal", "hands", seat)
    hands = draft.deal.setdefault("hands", {})
    if len(tokens) == 1:
        raise Slip(1, "expected the cards of the hand", "write `-` for no cards")
    if seat in hands:
        raise Slip(0, f"the hand of {seat} is given twice", "keep one of the two")
    draft.mark(path, 0)
    hands[seat] = hand = list[str]()
    if tokens[1] != "-" or len(tokens) > 2:
        for token in range(1, len(tokens)):
            draft.add_cards(hand, tokens[token], token, path)


def read_upcard(draft: Draft, tokens: list[str]) -> None:
    """`up 9c`, or `up ?` for an unknown up-card."""
    card = one_card(tokens, 1, "the card that was turned up", draft.known)
    draft.put(draft.deal, ("deal", "upcard"), card, 1)
    only(tokens, 2)


def read_contract(draft: Draft, tokens: list[str]) -> None:
    """`contract W spades`"""
    draft.moment = "declaring"
    contract: dict[str, Any] = {}
    draft.put(draft.data, ("contract",), contract)
    draft.put(contract, ("contract", "maker"), draft.side(tokens, 1), 1)
    draft.put(contract, ("contract", "trump"), draft.word(tokens, 2, SUIT, "the trump suit"), 2)
    only(tokens, 3)


def read_disordered(draft: Draft, tokens: list[str]) -> None:
    """`disordered 2 5`: tricks whose cards are known, but not who played which."""
    tricks: list[int] = []
    draft.put(draft.data, ("disordered",), tricks)
    if len(tokens) == 1:
        raise Slip(1, "expected the number of a trick")
    for token in range(1, len(tokens)):
        draft.mark(("disordered", len(tricks)), token)
        tricks.append(draft.count(tokens, token, "the number of a trick"))


def read_calls(draft: Draft, tokens: list[str]) -> None:
    """`calls p p play`: from the dealer's left, `/` before the second round, `S:p` for a call out of turn."""
    draft.moment = "declaring"
    calls: list[dict[str, Any]] = []
    draft.put(draft.data, ("declarations",), calls)
    if len(tokens) == 2 and tokens[1].lower() in NONE:
        return
    if len(tokens) == 1:
        raise Slip(1, "expected a call", "write `none` if everyone is known to have said nothing")
    dealer = dealer_of(draft)
    seat, later = draft.known.left[dealer], False
    for token in range(1, len(tokens)):
        if tokens[token] == "/":
            if later:
                raise Slip(token, "a second `/`", "there are only two rounds of calls")
            _turn_round(calls)
            later = len(calls) != first_round([call["seat"] for call in calls])
            continue
        call = _call(draft, tokens, token, seat)
        if later:
            call.setdefault("round", 2)
        draft.mark(("declarations", len(calls)), token)
        calls.append(call)
        seat = draft.known.left[call["seat"]]


def dealer_of(draft: Draft) -> str:
    """The dealer, at whose left the calls begin; any, where a fault tells already that there is none."""
    dealer = draft.deal.get("dealer", next(iter(draft.known.left)) if draft.faults else None)
    if dealer is None:
        help = "put the `deal` line first: the calls start at the dealer’s left"
        raise Slip(0, "the `calls` line comes before the `deal` line", help)
    return str(dealer)


def _call(draft: Draft, tokens: list[str], token: int, seat: str) -> dict[str, Any]:
    """One call: `p`, `S:p` of another seat, `p.2` with the round it is noted to belong to."""
    word = tokens[token]
    if word in CALL:
        return {"seat": seat, "call": CALL[word]}
    named, colon, word = word.rpartition(":")
    if colon:
        seat = draft.seat_called(named, token)
    word, dot, number = word.lower().rstrip(",").partition(".")
    if word not in CALL:
        raise unknown(token, tokens[token], CALL, "a call: `p`, `play` or a suit")
    call: dict[str, Any] = {"seat": seat, "call": CALL[word]}
    if dot:
        if number not in ("1", "2"):
            raise Slip(token, f"{quote(tokens[token])} is not a round", "the round is 1 or 2, as in `p.2`")
        call["round"] = int(number)
    return call


def first_round(seats: list[str]) -> int | None:
    """How many calls it takes until all four seats have spoken, which ends the first round; None: too few."""
    spoken: set[str] = set()
    for count, seat in enumerate(seats, 1):
        spoken.add(seat)
        if len(spoken) == len(SEATING.seats):
            return count
    return None


def _turn_round(calls: list[dict[str, Any]]) -> None:
    """A `/` later than the end of the first round keeps the calls before it in that round."""
    end = first_round([call["seat"] for call in calls])
    for call in calls[end:] if end is not None else ():
        call.setdefault("round", 1)
