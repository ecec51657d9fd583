"""Line types of `.clab` and their readers, by game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple
from zlib import crc32

from pydantic import ValidationError

from clabber_audit.cards.cards import SEATING
from clabber_audit.cards.seating import Seating
from clabber_audit.core.errors import MOST_FAULTS, Fault, Path, Place, Refused, shown
from clabber_audit.core.text import counted
from clabber_audit.records import bid_euchre_words as bid_euchre
from clabber_audit.records import vocabulary as words
from clabber_audit.records.bid_euchre_words import (
    COMPASS,
    PACKS,
    TABLES,
    USUAL_PACK,
    Said,
    dealt_each,
    seats_out,
)
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.dates import impossible
from clabber_audit.records.formats import Record, model_of
from clabber_audit.records.notation import tokens as lexer
from clabber_audit.records.notation.draft import (
    MOST,
    HandText,
    Mark,
    PendingCall,
    RecordDraft,
    apply_explicit,
    frame_of,
    read_explicit,
    too_large,
)
from clabber_audit.records.notation.tokens import (
    ANY_SEAT,
    CALL,
    CALL_WORDS,
    CLABBER,
    CONFIDENCE,
    CONTEXT_NUMBER,
    HEADS,
    KIND,
    KIND_WORDS,
    MELD_CLOCK,
    MOST_ENTRIES,
    NO_TURN,
    NONE,
    SOURCE_KIND,
    SOURCE_TEXT,
    STRAIN,
    SUIT,
    UNWRITTEN,
    ParseError,
    Vocabulary,
    nearest,
    one_card,
    quote,
    scan,
    unknown,
    unquote,
    vocabulary,
    whose_turn,
)


def only(tokens: list[str], most: int) -> None:
    """Raise a Slip for a token after the last one that has a meaning."""
    if len(tokens) > most:
        raise ParseError(most, f"expected the end of the line, but found {quote(tokens[most])}")


def read_frame(draft: RecordDraft, tokens: list[str]) -> None:
    """`clabber 1`"""
    if "format" in draft.data:
        raise ParseError(0, "a second hand starts inside this one", "give the hands one at a time")
    draft.data["format"] = draft.format
    if len(tokens) < 2 or tokens[1] != "1":
        raise ParseError(1, "expected `1`, the version of the format")
    only(tokens, 2)


def read_hand_id(draft: RecordDraft, tokens: list[str]) -> None:
    """`hand owls-eagles-g1-h08`"""
    draft.put(draft.data, ("id",), draft.text(tokens, 1, len(tokens)), 1)


def read_rules(draft: RecordDraft, tokens: list[str]) -> None:
    """`rules ecl-1992`"""
    draft.put(draft.data, ("ruleset",), draft.text(tokens, 1, len(tokens)), 1)


def parts(tokens: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the first token and the end of each part of a line whose parts are separated by `/`."""
    start = 1
    for token, word in enumerate(tokens):
        if word == "/":
            yield start, token
            start = token + 1
        elif "/" in word and word[0] != '"' and token:
            help = "put spaces around a `/` that separates two entries, or put the text in quotes"
            raise ParseError(token, f"{quote(word)} contains a slash", help)
    yield start, len(tokens)


def read_seats(draft: RecordDraft, tokens: list[str]) -> None:
    """`seats N Ann / E Bob / S Cy / W Dee`"""
    _read_names(draft, tokens, "players", draft.seat)


def read_teams(draft: RecordDraft, tokens: list[str]) -> None:
    """`teams NS Owls / EW Eagles`"""
    _read_names(draft, tokens, "teams", draft.team)


def _read_names(
    draft: RecordDraft, tokens: list[str], key: str, whose: Callable[[list[str], int], str]
) -> None:
    names = draft.data.setdefault(key, {})
    draft.mark((key,), 0)
    for start, stop in parts(tokens):
        owner = whose(tokens, start)
        draft.put(names, (key, owner), draft.text(tokens, start + 1, stop), start + 1)


def read_context(draft: RecordDraft, tokens: list[str]) -> None:
    """`context 2025-10-14 league City League round 3 table 3 game 1 hand 8`; write the words in lower case."""
    context: dict[str, Any] = {}
    draft.put(draft.data, ("context",), context)
    key, start = "date", 1
    for token in range(1, len(tokens) + 1):
        word = tokens[token] if token < len(tokens) else None
        if word is not None and word not in draft.known.context:
            if start == 1 and word.lower() in draft.known.context:
                raise ParseError(
                    token, f"expected a date, but found {quote(word)}", f"write `{word.lower()}`, or quote it"
                )
            continue
        if token > start and key in CONTEXT_NUMBER:
            draft.put(
                context, ("context", key), draft.count(tokens, start, f"the number of the {key}"), start
            )
            _ends(draft, tokens, start + 1, token)
        elif token > start and key == "stakes":
            names = ("game", "set")
            stakes = {
                name: draft.count(tokens, start + at, f"the stake of a {name}")
                for at, name in enumerate(names)
            }
            draft.put(context, ("context", key), stakes, start)
            _ends(draft, tokens, start + 2, token)
        elif token > start and key == "moved":
            draft.put(context, ("context", key), draft.seat(tokens, start, "who changed seats"), start)
            _ends(draft, tokens, start + 1, token)
        elif token > start or start > 1:
            text = draft.text(tokens, start, token)
            if key == "date" and (why := impossible(text)):
                help = "correct it; if the source has it so, write it as `dated` in the `source` line"
                raise ParseError(start, f"there is no such date: {why}", help)
            draft.put(context, ("context", key), text, start)
        key, start = word or "", token + 1


def _ends(draft: RecordDraft, tokens: list[str], end: int, token: int) -> None:
    """Raise Slip for a word between the value of a key and the next key."""
    if token > end:
        raise unknown(end, tokens[end], draft.known.context, "a word such as `round`")


def read_source(draft: RecordDraft, tokens: list[str]) -> None:
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


def read_deal(draft: RecordDraft, tokens: list[str]) -> None:
    """`deal W cut 9 due N`"""
    draft.put(draft.deal, ("deal", "dealer"), draft.seat(tokens, 1, "the dealer"), 1)
    cut = _count("the number of cards in the smaller part of the cut")
    options: Options = {"cut": ("cut", cut), "due": ("due_dealer", _seat("who was due to deal"))}
    _read_options(draft, tokens, 2, draft.deal, ("deal",), options, expected="`cut` or `due`")


def read_hand(draft: RecordDraft, tokens: list[str]) -> None:
    """`N ksah9hjd9dtc`, or `N -` if none of its cards is known."""
    seat = draft.known.seat.get(tokens[0]) or draft.seat(tokens, 0)
    path: Path = ("deal", "hands", seat)
    hands = draft.deal.setdefault("hands", {})
    if len(tokens) == 1:
        raise ParseError(1, "expected the cards of the hand", "write `-` for no cards")
    if seat in hands:
        raise ParseError(0, f"the hand of {seat} is given twice", "keep one of the two")
    draft.mark(path, 0)
    hands[seat] = hand = list[str]()
    if tokens[1] != "-" or len(tokens) > 2:
        for token in range(1, len(tokens)):
            draft.add_cards(hand, tokens[token], token, path)


def read_upcard(draft: RecordDraft, tokens: list[str]) -> None:
    """`up 9c`, or `up ?` for an unknown up-card."""
    card = one_card(tokens, 1, "the card that was turned up", draft.known)
    draft.put(draft.deal, ("deal", "upcard"), card, 1)
    only(tokens, 2)


def read_contract(draft: RecordDraft, tokens: list[str]) -> None:
    """`contract W spades`"""
    draft.moment = "declaring"
    contract: dict[str, Any] = {}
    draft.put(draft.data, ("contract",), contract)
    draft.put(contract, ("contract", "maker"), draft.side(tokens, 1), 1)
    draft.put(contract, ("contract", "trump"), draft.word(tokens, 2, SUIT, "the trump suit"), 2)
    only(tokens, 3)


def read_disordered(draft: RecordDraft, tokens: list[str]) -> None:
    """`disordered 2 5`: tricks whose cards are known, but not who played which."""
    tricks: list[int] = []
    draft.put(draft.data, ("disordered",), tricks)
    if len(tokens) == 1:
        raise ParseError(1, "expected the number of a trick")
    for token in range(1, len(tokens)):
        draft.mark(("disordered", len(tricks)), token)
        tricks.append(draft.count(tokens, token, "the number of a trick"))


def read_calls(draft: RecordDraft, tokens: list[str]) -> None:
    """`calls p p play`: from the dealer's left, `/` before the second round, `S:p` for a call out of turn."""
    draft.moment = "declaring"
    calls: list[dict[str, Any]] = []
    draft.put(draft.data, ("declarations",), calls)
    if len(tokens) == 2 and tokens[1].lower() in NONE:
        return
    if len(tokens) == 1:
        raise ParseError(1, "expected a call", "write `none` if everyone is known to have said nothing")
    dealer = dealer_of(draft)
    seat, later = draft.known.left[dealer], False
    for token in range(1, len(tokens)):
        if tokens[token] == "/":
            if later:
                raise ParseError(token, "a second `/`", "there are only two rounds of calls")
            _turn_round(calls)
            later = len(calls) != first_round([call["seat"] for call in calls])
            continue
        call = _call(draft, tokens, token, seat)
        if later:
            call.setdefault("round", 2)
        draft.mark(("declarations", len(calls)), token)
        calls.append(call)
        seat = draft.known.left[call["seat"]]


def dealer_of(draft: RecordDraft) -> str:
    """Return the dealer, at whose left the calls begin; any seat if an error already reports it missing."""
    dealer = draft.deal.get("dealer", next(iter(draft.known.left)) if draft.faults else None)
    if dealer is None:
        help = "put the `deal` line first: the calls start at the dealer’s left"
        raise ParseError(0, "the `calls` line comes before the `deal` line", help)
    return str(dealer)


def _call(draft: RecordDraft, tokens: list[str], token: int, seat: str) -> dict[str, Any]:
    """Parse a call: `p`, `S:p` of another seat, `p.2` with its round."""
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
            raise ParseError(
                token, f"{quote(tokens[token])} is not a round", "the round is 1 or 2, as in `p.2`"
            )
        call["round"] = int(number)
    return call


def first_round(seats: list[str]) -> int | None:
    """Return the number of calls until all four seats have spoken, which ends the first round; None if too few."""
    spoken: set[str] = set()
    for count, seat in enumerate(seats, 1):
        spoken.add(seat)
        if len(spoken) == len(SEATING.seats):
            return count
    return None


def _turn_round(calls: list[dict[str, Any]]) -> None:
    """Fix the first round of calls that stand before a `/` later than its end."""
    end = first_round([call["seat"] for call in calls])
    for call in calls[end:] if end is not None else ():
        call.setdefault("round", 1)


#: Words of a line: the key of each, and its value or the parser of the next token. "@" stands for any clock and "" for
#: a number; their parsers read the word itself.
Options = Mapping[str, tuple[str, Any]]


def _read_options(
    draft: RecordDraft,
    tokens: list[str],
    token: int,
    into: dict[str, Any],
    path: Path,
    options: Options,
    *,
    expected: str,
) -> None:
    """Parse words that may come in any order into the keys of an object."""
    while token < len(tokens):
        word = tokens[token].lower()
        name = "@" if word[0] == "@" and word != "@-" else "" if word.isdecimal() else word
        if name not in options:
            known = [word for word in options if word and word[0] != "@" and word not in draft.known.seat]
            raise unknown(token, tokens[token], known, expected)
        key, value = options[name]
        if callable(value):
            token += name not in ("@", "")
            value = value(draft, tokens, token)
        draft.put(into, (*path, key), value, token)
        token += 1


def _count(expected: str) -> Callable[[RecordDraft, list[str], int], int]:
    return lambda draft, tokens, token: draft.count(tokens, token, expected)


def _seat(expected: str) -> Callable[[RecordDraft, list[str], int], str]:
    return lambda draft, tokens, token: draft.seat(tokens, token, expected)


def _clock(draft: RecordDraft, tokens: list[str], token: int) -> int | str:
    return draft.clock(token, tokens[token].removeprefix("@"))


def _called(draft: RecordDraft, tokens: list[str], token: int) -> int | str:
    if token == len(tokens):
        raise ParseError(token, "expected when it was called", "for example `called deal`")
    return _clock(draft, tokens, token)


def _card(draft: RecordDraft, tokens: list[str], token: int) -> str:
    card = one_card(tokens, token, "one card", draft.known)
    if card is None:
        raise ParseError(token, "expected one card", "leave out an unknown card")
    return card


def _quoted(_draft: RecordDraft, tokens: list[str], token: int) -> str:
    if token >= len(tokens) or tokens[token][0] != '"':
        raise ParseError(token, "expected what was said, in quotes")
    return unquote(tokens[token], token)


_TRICK: Final = _count("the number of the trick")


def read_incident(draft: RecordDraft, tokens: list[str]) -> None:
    """`incident advice E to N card ks trick 1 quote "who led?" called deal @5`; `@-` for no time."""
    path: Path = ("incidents", len(draft.incidents))
    draft.mark(path, 0)
    incident: dict[str, Any] = {
        "kind": draft.word(tokens, 1, draft.known.incident, "the kind of the incident")
    }
    options = {word: ("seat", seat) for word, seat in draft.known.seat.items()} | {
        "to": ("to", _seat("the seat it was said to")),
        "trick": ("trick", _TRICK),
        "card": ("card", _card),
        "quote": ("quote", _quoted),
        "called": ("called", _called),
        "@": ("at", _clock),
        # Stored until the line is read, so that no clock of its place is added.
        "@-": ("at", None),
    }
    _read_options(draft, tokens, 2, incident, path, options, expected="a seat, `trick` or a time such as @8")
    _set_default_clock(draft, incident)
    draft.incidents.append(incident)


def _set_default_clock(draft: RecordDraft, event: dict[str, Any]) -> None:
    """Give an event without a clock that of its place in the text."""
    if event.setdefault("at", draft.moment) is None:
        del event["at"]


def read_claim(draft: RecordDraft, tokens: list[str]) -> None:
    """`claim E against N failure-to-follow trick 2 reviewed withdrawn @24`; `claim -` by nobody at the table."""
    path: Path = ("claims", len(draft.claims))
    draft.mark(path, 0)
    by = None if tokens[1:2] == ["-"] else draft.seat(tokens, 1, "the seat that claims, or `-`")
    if len(tokens) < 3 or tokens[2].lower() not in ("against", "vs"):
        raise ParseError(2, "expected `against`")
    claim: dict[str, Any] = {"by": by, "against": draft.side(tokens, 3)}
    options = {word: ("infraction", name) for word, name in draft.known.infraction.items()} | {
        "trick": ("trick", _TRICK),
        "": ("trick", _TRICK),
        "reviewed": ("reviewed", True),
        "withdrawn": ("withdrawn", True),
        "@": ("at", _clock),
    }
    expected = "an infraction, `trick`, `reviewed`, `withdrawn` or a time such as @8"
    _read_options(draft, tokens, 4, claim, path, options, expected=expected)
    _set_default_clock(draft, claim)
    draft.claims.append(claim)


def read_laydown(draft: RecordDraft, tokens: list[str]) -> None:
    """`laydown S agreed order ksasqs @12`"""
    path: Path = ("laydown",)
    laydown: dict[str, Any] = {}
    draft.put(draft.data, path, laydown)
    draft.put(laydown, (*path, "by"), draft.seat(tokens, 1, "the seat that laid down"), 1)
    for token in range(2, len(tokens)):
        word = tokens[token]
        if word[0] == "@" and word != "@-":
            draft.put(laydown, (*path, "at"), draft.clock(token, word[1:]), token)
        elif "order" in laydown:
            draft.add_cards(laydown["order"], word, token, (*path, "order"))
        elif word.lower() == "agreed":
            draft.put(laydown, (*path, "agreed"), True, token)
        elif word.lower() == "order":
            draft.put(laydown, (*path, "order"), [], token)
        else:
            raise unknown(token, word, ("agreed", "order"), "`agreed`, `order` or a time such as @8")
    if laydown.get("order") == []:
        raise ParseError(len(tokens), "expected the cards in the stated order")
    _set_default_clock(draft, laydown)


def read_score(draft: RecordDraft, tokens: list[str]) -> None:
    """`score NS XXX EW 132`: points or a mark; `score NS -1 EW -4` where scores go below zero."""
    draft.moment = "scored"
    token = 1
    while token < len(tokens) or token == 1:
        token = _read_score(draft, tokens, token, draft.team(tokens, token))


def points(draft: RecordDraft, tokens: list[str], token: int) -> int | None:
    """Return the points that a token says; None when it says none."""
    word = tokens[token].lower().rstrip(",") if token < len(tokens) else ""
    sign = word[:1] if draft.known.signed and word[:1] in ("-", "+", "\u2212") else ""
    digits = word.removeprefix(sign)
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
        return None
    return int(digits) if sign in ("", "+") else -int(digits)


def _read_score(draft: RecordDraft, tokens: list[str], token: int, team: str) -> int:
    """Parse the score of a team; return the next token."""
    token += 1
    score = draft.data.setdefault("score", {})
    word = tokens[token].lower().rstrip(",") if token < len(tokens) else ""
    if (told := points(draft, tokens, token)) is not None:
        draft.put(score, ("score", team), told, token)
    elif [word, *(later.lower() for later in tokens[token + 1 : token + 2])] == ["turkey", "tracks"]:
        draft.put(score, ("score", team), "XXX", token)
        token += 1
    else:
        mark = draft.word(tokens, token, draft.known.mark, "points or a mark such as `XXX`")
        draft.put(score, ("score", team), mark, token)
    return token + 1


def read_sheet(draft: RecordDraft, tokens: list[str]) -> None:
    """`sheet NS cards 91 last 10 melds 20 belle 0 EW cards 71`; `sheet NS XXX EW 132` is read as the score."""
    draft.moment = "scored"
    token = 1
    while token < len(tokens) or token == 1:
        team = draft.team(tokens, token)
        following = tokens[token + 1].lower() if token + 1 < len(tokens) else None
        if following is not None and following not in draft.known.sheet and following not in draft.known.side:
            token = _read_score(draft, tokens, token, team)
            continue
        line: dict[str, int] = {}
        draft.put(draft.data.setdefault("sheet", {}), ("sheet", team), line, token)
        token += 1
        while token < len(tokens) and tokens[token].lower() in draft.known.sheet:
            key = draft.known.sheet[tokens[token].lower()]
            draft.put(line, ("sheet", team, key), draft.count(tokens, token + 1, "points"), token + 1)
            token += 2


def read_remark(draft: RecordDraft, tokens: list[str]) -> None:
    """`remark anything else worth keeping`"""
    draft.mark(("remarks", len(draft.remarks)), 1)
    draft.remarks.append(draft.text(tokens, 1, len(tokens)))


_CALLED: Final = {
    **{spelling: kind for name, kind in KIND.items() for spelling in (f"+{name}", name)},
    "+show": "show",
}


def read_melds(draft: RecordDraft, tokens: list[str]) -> None:
    """`melds W:+dad=9hthjh S:+belle@7`, or `melds none` if it is known that nothing was called."""
    if len(tokens) == 2 and tokens[1].lower() in NONE:
        draft.put(draft.data, ("melds",), [])
        draft.none_called = draft.here(0)
        return
    if len(tokens) == 1:
        raise ParseError(
            1, "expected a call such as `W:+dad`", "write `none` if it is known that nothing was called"
        )
    for token in range(1, len(tokens)):
        word = tokens[token]
        named, colon, call = word.partition(":")
        if not colon or not call:
            raise ParseError(
                token, f"expected a seat and a call, but found {quote(word)}", "for example `W:+dad`"
            )
        owner = draft.seat_called(named, token)
        meld, is_showing = _meld(draft, word, len(named) + 1, token)
        if is_showing:
            raise ParseError(
                token,
                "`+show` belongs among the cards of a trick",
                "here, add the cards to the call: `W:+dad=9hthjh`",
            )
        meld["seat"] = owner
        drop_default(meld, "announced")


def call_meld(draft: RecordDraft, word: str, start: int, token: int, owner: str | None) -> None:
    """Read a call or showing among the cards, of a named seat or of the seat that plays next."""
    if owner is None and isinstance(draft.moment, str):
        raise ParseError(
            token,
            "expected a seat before the call",
            "no card follows it, so add the seat, for example `N:+dad`",
        )
    meld, is_showing = _meld(draft, word, start, token)
    moment = draft.moment if isinstance(draft.moment, str) else len(draft.plays)
    draft.pending.append(PendingCall(meld, owner, is_showing, moment, draft.here(token)))
    if isinstance(moment, str):
        settle(draft, None)


def _meld(draft: RecordDraft, word: str, start: int, token: int) -> tuple[dict[str, Any], bool]:
    """Parse a call such as `+dad@5=9hthjh@9`, or `+show=9hthjh`; return True with it for a showing."""
    call, equals, _ = word[start:].partition("=")
    name, at, announced = call.partition("@")
    kind = _CALLED.get(name) or _CALLED.get(name.lower())
    meld: dict[str, Any] = {}
    is_showing = kind == "show"
    if kind is None:
        raise unknown(token, word, _CALLED, "a call such as `+dad`")
    if not is_showing:
        if len(draft.melds) == MOST_ENTRIES:
            raise ParseError(token, f"a hand can have at most {MOST_ENTRIES} melds")
        meld["kind"] = kind
        draft.mark(("melds", len(draft.melds)), token)
        draft.melds.append(meld)
    if at:
        meld["shown" if is_showing else "announced"] = _moment(draft, token, announced)
    if equals:
        _read_showing(draft, meld, word, start + len(call) + 1, token)
    return meld, is_showing


def _read_showing(draft: RecordDraft, meld: dict[str, Any], word: str, start: int, token: int) -> None:
    """Parse the part after the `=` of a call: cards, or `-` for never shown; `@` and a clock if not in turn."""
    cards, at, moment = word[start:].partition("@")
    if cards == "-":
        meld["shown"] = "never"
    elif cards:
        meld["cards"] = found = list[str]()
        path = ("melds", len(draft.melds) - 1, "cards") if "kind" in meld else ()
        draft.add_cards(found, word[: start + len(cards)], token, path, start)
    if at and "shown" in meld:
        raise ParseError(
            token,
            "expected one time of showing",
            "write `=-` (never shown), or the cards followed by a time, as in `=jhqhkh@5`",
            start,
        )
    if at:
        meld["shown"] = _moment(draft, token, moment)
        if "kind" in meld:
            drop_default(meld, "shown")
    elif not cards:
        raise ParseError(token, "expected cards after `=`", "write `=-` for a meld never shown", start)


def _moment(draft: RecordDraft, token: int, word: str) -> int | str | None:
    """Return the clock of a call or showing; None for `?`."""
    return None if word == UNWRITTEN else draft.clock(token, word, MELD_CLOCK)


def settle(draft: RecordDraft, player: str | None) -> None:
    """Give the waiting calls their seat and moment, now that `player` plays the next card, or None does."""
    waiting, draft.pending = draft.pending, []
    for call in waiting:
        owner = call.owner or player
        if owner is None:
            draft.fault(
                call.mark, "expected a card after the call", "or add the seat that called, as in `N:+dad`"
            )
            continue
        before = len([play for play in draft.plays if play["seat"] == owner]) if owner == player else None
        if call.is_showing:
            _show(draft, call, owner, in_turn=before == 1)
            continue
        meld = call.meld
        meld["seat"] = owner
        if "announced" not in meld and not (before == 0 and meld["kind"] != "belle"):
            meld["announced"] = call.moment
        drop_default(meld, "announced")


def _show(draft: RecordDraft, showing: PendingCall, owner: str, in_turn: bool) -> None:
    """Add a showing to the first call of its seat, belle apart, that has none."""
    for index, meld in enumerate(draft.melds):
        if meld.get("seat") != owner or meld["kind"] == "belle" or "cards" in meld or "shown" in meld:
            continue
        if not in_turn:
            meld["shown"] = showing.moment
        meld.update(showing.meld)
        drop_default(meld, "shown")
        if draft.marks is not None:
            draft.marks["melds", index, "cards"] = draft.marks["melds", index, "shown"] = showing.mark
        return
    help = f"for a meld shown but never called, write `{owner}:+dad@never=jhqhkh@5`"
    draft.fault(showing.mark, f"{owner} has not called a meld to show here", help)


def drop_default(meld: dict[str, Any], key: str) -> None:
    """`@turn` says what is so without it; that a default is written out is for the `explicit` line to say."""
    if meld.get(key) == "in_turn":
        del meld[key]


_ORDINALS: Final = ("last", "first", "second", "third", "fourth", "fifth", "sixth")


def read_trick(draft: RecordDraft, tokens: list[str]) -> None:
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
        _read_cards(draft, tokens, start + 1, leader)
    finally:
        draft.moment = len(draft.plays)
    if len(draft.plays) == played:
        draft.tricks, draft.room = draft.tricks - 1, 0
        raise ParseError(
            len(tokens), "expected a card", "a trick has at least one; write `?` for an unknown card"
        )


def read_calls_between(draft: RecordDraft, tokens: list[str]) -> None:
    """`N:+dad`: calls on a line of their own."""
    room, draft.room = draft.room, 0
    try:
        _read_cards(draft, tokens, 0, "")
    finally:
        draft.room = room


def _everybody_plays(draft: RecordDraft, words: list[str]) -> bool:
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


def _begin(draft: RecordDraft, number: int, leader: str, token: int) -> None:
    """Check the number of a trick line against the cards before it, and its leader against the last `> S`."""
    width, missing = draft.seating.width, draft.room if draft.tricks else 0
    if len(draft.plays) >= MOST_ENTRIES:
        raise ParseError(token, f"a hand can have at most {MOST_ENTRIES} plays")
    if (draft.tricks + 1 != number or missing) and not draft.miscounted:
        draft.miscounted = True
        what = f"expected trick {draft.tricks + 1}, but found trick {number}"
        if missing:
            has = counted(
                width - missing, "only one card", "only {spelled} cards", spelled=_spelled(width - missing)
            )
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


def _read_cards(draft: RecordDraft, tokens: list[str], start: int, seat: str) -> None:
    """Parse cards and the notes among them; `seat` plays next."""
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
            seat = _read_note(draft, word, token, seat)
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


def _mark_winner(draft: RecordDraft, tokens: list[str], token: int) -> None:
    """Parse `> S` or `>S`, the winner of the trick."""
    if token >= len(tokens):
        raise ParseError(token, f"expected the seat that won: {draft.known.seats_told}")
    seat, width = (
        draft.seat_called(tokens[token].lstrip(">"), token, "the seat that won"),
        draft.seating.width,
    )
    if draft.room:
        help = f"the mark follows the {_spelled(width)} cards of its trick; write `?` for an unknown card"
        raise ParseError(token, f"the trick is marked as won before its {_ORDINALS[width]} card", help)
    if draft.winner is not None and draft.winner[0] != seat:
        raise ParseError(
            token, f"the trick is marked as won by {draft.winner[0]} and by {seat}", "keep one of the two"
        )
    draft.winner = seat, draft.here(token)


def _read_note(draft: RecordDraft, word: str, token: int, seat: str) -> str:
    """Parse a word other than plain pairs of cards; return the seat that plays next."""
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
            raise ParseError(
                token, "expected a card directly after the seat", "for example `E:kd`", len(word)
            )
        return _play(draft, word, len(named) + 1, token, owner)
    return _play(draft, word, 0, token, seat)


def _play(draft: RecordDraft, word: str, start: int, token: int, seat: str) -> str:
    """Play the cards of a word from a character on, clockwise from `seat`; return the seat that plays next."""
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
            raise ParseError(token, "one card too many", help, offset)
        if draft.pending:
            settle(draft, seat)
        draft.mark(("plays", len(draft.plays)), token, offset)
        draft.plays.append({"seat": seat, "card": code})
        draft.room -= counts
        seat = draft.follows[seat]
    if suit is not None:
        draft.put(draft.plays[-1], ("plays", len(draft.plays) - 1, "named"), suit, token)
    return seat


def _plays(draft: RecordDraft, seat: str) -> bool:
    """Return True if a card of a seat belongs to its trick, which it does unless the seat sits out."""
    seating = draft.seating
    return not seating.out or not seating.out >> seating.seats.index(seat) & 1


def _scan_on(draft: RecordDraft, word: str, start: int, token: int) -> Iterator[tuple[int, str | None]]:
    """Yield the cards of a word; report an invalid one and count it as a card, so that the seats go on."""
    while start < len(word):
        try:
            for offset, code in scan(word, start, token, draft.known):
                yield offset, code
                start = offset
            return
        except ParseError as slip:
            draft.slipped(slip)
            yield slip.offset, None
            start = slip.offset + 2
            if word[start : start + 2] not in draft.known.card:
                return


#: A table at which nothing has been said.
EMPTY: Final = Seating(COMPASS, 12)


def sit_down(draft: RecordDraft) -> None:
    """Take who plays, and so the width of a trick, from what has been said so far."""
    data = draft.data
    seats = tuple(data.get("seats", COMPASS))
    said = [
        Said(one["seat"], one["call"], one.get("alone", False), one.get("at"))
        for one in data.get("declarations", ())
    ]
    contract = data.get("contract")
    if contract and not said:
        said = [Said(contract.get("maker", ""), contract.get("kind", "bid"), contract.get("alone", False))]
    each = dealt_each(
        data.get("pack", USUAL_PACK), len(seats), data.get("cards_each"), data.get("ruleset", "")
    )
    seating = Seating(seats, each, out=0 if draft.seated else seats_out(seats, said))
    if draft.plays and seating.out != draft.seating.out:
        raise ParseError(
            0,
            "the players are named after the first cards",
            "put the line before the cards, or add when it was, as in `@3`",
        )
    draft.sit_down(seating)


def read_pack(draft: RecordDraft, tokens: list[str]) -> None:
    """`pack 48`, `pack 24 each 5`"""
    if len(tokens) < 2 or tokens[1] not in PACKS:
        raise ParseError(1, "expected the deck", f"the deck is one of {', '.join(PACKS)}")
    if "pack" in draft.once:
        raise ParseError(0, "`pack` is given twice", "keep one of the two")
    draft.once.add("pack")
    if tokens[1] != USUAL_PACK:
        draft.put(draft.data, ("pack",), tokens[1], 1)
    if len(tokens) > 2:
        if tokens[2].lower() != "each":
            raise ParseError(2, f"expected `each`, but found {quote(tokens[2])}")
        draft.put(draft.data, ("cards_each",), draft.count(tokens, 3, "the number of cards dealt to each"), 3)
    only(tokens, 4)
    sit_down(draft)


def read_family_seats(draft: RecordDraft, tokens: list[str]) -> None:
    """`seats N Ann / E Bob`; at other tables name every seat: `seats P1 Ann / P2 Bob / P3 -`."""
    players: dict[str, str] = draft.data.get("players", {})
    seats = []
    for start, stop in parts(tokens):
        seats.append(draft.word(tokens, start, ANY_SEAT, "a seat, N E S W or P1 to P6"))
        if tokens[start + 1 : stop] != ["-"]:
            draft.put(players, ("players", seats[-1]), draft.text(tokens, start + 1, stop), start + 1)
    if not set(seats) <= set(COMPASS):
        if tuple(seats) not in TABLES:
            raise ParseError(
                1, "these seats do not make a table", "name all of them clockwise, starting with P1"
            )
        if draft.deal or draft.plays or "declarations" in draft.data:
            raise ParseError(
                0, "the `seats` line comes after lines that name seats", "move the `seats` line above them"
            )
        draft.put(draft.data, ("seats",), seats)
        draft.known = vocabulary(tuple(seats))
    if players:
        draft.data["players"] = players
        draft.mark(("players",), 0)
    sit_down(draft)


def read_by_side(key: str) -> Callable[[RecordDraft, list[str]], None]:
    """`before NS 12 EW 7`: a number for each side."""

    def read(draft: RecordDraft, tokens: list[str]) -> None:
        draft.mark((key,), 0)
        told: dict[str, int] = draft.data.setdefault(key, {})
        token = 1
        while token < len(tokens) or token == 1:
            side = draft.team(tokens, token)
            number = points(draft, tokens, token + 1)
            if number is None:
                raise ParseError(token + 1, "expected a number")
            draft.put(told, (key, side), number, token + 1)
            token += 2
        if key == "after":
            draft.moment = "scored"

    read.__doc__ = f"`{key} NS 12 EW 7`"
    return read


def cards_or_unknown(
    draft: RecordDraft, tokens: list[str], start: int, stop: int, path: Path
) -> list[str | None]:
    """Return the cards between two tokens, None for an unknown one; `-` stands for no cards."""
    found: list[str | None] = []
    if tokens[start:stop] == ["-"]:
        return found
    if start >= stop:
        raise ParseError(start, "expected cards", "write `?` for an unknown card")
    for token in range(start, stop):
        for offset, card in scan(tokens[token], 0, token, draft.known):
            draft.mark((*path, len(found)), token, offset)
            found.append(card)
    return found


def read_blind(draft: RecordDraft, tokens: list[str]) -> None:
    """`blind jdacjcas`: the undealt cards from the top; `blind -` if there are none."""
    path: Path = ("deal", "blind")
    draft.put(draft.deal, path, cards_or_unknown(draft, tokens, 1, len(tokens), path))


def calls_so_far(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the calls read so far, each with its seat."""
    return [(one["seat"], one["call"]) for one in data.get("declarations", ())]


def _declare(draft: RecordDraft, call: dict[str, Any], token: int) -> None:
    calls: list[dict[str, Any]] = draft.data.setdefault("declarations", [])
    if len(calls) >= MOST_ENTRIES:
        raise ParseError(token, f"a hand can have at most {MOST_ENTRIES} calls")
    draft.mark(("declarations", len(calls)), token)
    calls.append(call)


def _begin_declaring(draft: RecordDraft, tokens: list[str], expected: str) -> None:
    draft.moment = "declaring"
    draft.mark(("declarations",), 0)
    if len(tokens) == 1:
        raise ParseError(1, f"expected {expected}")


def _when(draft: RecordDraft, call: dict[str, Any], word: str, token: int) -> str:
    """Strip a clock such as `@3` from the end of a word."""
    plain, at, moment = word.partition("@")
    if at:
        call["at"] = draft.clock(token, moment)
    return plain


def read_family_calls(draft: RecordDraft, tokens: list[str]) -> None:
    """`calls p 2 3hc sp`: from the dealer's left; `E:4` out of turn; `E:bottoms=kckdks` and `E:anf` take no turn."""
    _begin_declaring(draft, tokens, "a call")
    if len(tokens) == 2 and tokens[1].lower() in NONE:
        draft.put(draft.data, ("declarations",), [])
        return
    turn = whose_turn(calls_so_far(draft.data), dealer_of(draft), draft.known.left)
    for token in range(1, len(tokens)):
        call = _family_call(draft, tokens, token, turn)
        if call["call"] not in NO_TURN:
            turn = draft.known.left[call["seat"]]
        _declare(draft, call, token)
    sit_down(draft)


def _family_call(draft: RecordDraft, tokens: list[str], token: int, turn: str) -> dict[str, Any]:
    """Parse a call: `4`, `E:4` of another seat, `E:bottoms=kckdks`, `4@2` with its clock."""
    named, colon, word = tokens[token].rpartition(":")
    call: dict[str, Any] = {"seat": draft.seat_called(named, token) if colon else turn, "call": ""}
    word, equals, shown = _when(draft, call, word, token).partition("=")
    said = CALL_WORDS.get(word.lower().rstrip(","))
    if said is None:
        raise unknown(token, tokens[token], CALL_WORDS, "a call: `p`, a number or a word such as `pepper`")
    if said in NO_TURN and not colon:
        raise ParseError(
            token, f"{quote(word)} is not part of the bidding order", f"add who called it, as in `E:{word}`"
        )
    if (said == "bottoms") != bool(equals):
        raise ParseError(token, "only Bottoms shows cards", "for example `E:bottoms=kckdks`")
    call["call"] = said
    if equals:
        path: Path = ("declarations", len(draft.data.get("declarations", ())), "cards")
        call["cards"] = cards = list[str]()
        if shown != "-":
            start = tokens[token].index("=") + 1
            draft.add_cards(cards, tokens[token][: start + len(shown)], token, path, start)
    return call


def read_trump(draft: RecordDraft, tokens: list[str]) -> None:
    """`trump E spades alone @3`; `high`, `low`, `notrump`."""
    _begin_declaring(draft, tokens, "the seat that named trump")
    call: dict[str, Any] = {"seat": draft.seat(tokens, 1, "the seat that named trump"), "call": "trump"}
    call["trump"] = draft.word(tokens, 2, STRAIN, "what was named: a suit, `notrump`, `high` or `low`")
    for token in range(3, len(tokens)):
        if tokens[token][0] == "@" and "at" not in call:
            _when(draft, call, tokens[token], token)
        elif tokens[token].lower() == "alone":
            call["alone"] = True
        else:
            raise unknown(token, tokens[token], ("alone",), "`alone` or a time such as @0")
    _declare(draft, call, 1)
    sit_down(draft)


def read_out(draft: RecordDraft, tokens: list[str]) -> None:
    """`out P5 P2@1`"""
    _begin_declaring(draft, tokens, "the seat that left the hand")
    for token in range(1, len(tokens)):
        call: dict[str, Any] = {}
        seat = draft.seat_called(_when(draft, call, tokens[token], token), token)
        _declare(draft, {"seat": seat, "call": "out", **call}, token)
    sit_down(draft)


def read_give(draft: RecordDraft, tokens: list[str]) -> None:
    """`give S>N ts9s / N>S asah`: cards passed, in order; `give none`."""
    draft.moment = "declaring"
    exchanges: list[dict[str, Any]] = []
    draft.put(draft.data, ("exchanges",), exchanges)
    if len(tokens) == 2 and tokens[1].lower() in NONE:
        return
    for start, stop in parts(tokens):
        path: Path = ("exchanges", len(exchanges))
        giver, arrow, taker = tokens[start].partition(">") if start < stop else ("", "", "")
        if not (giver and arrow and taker):
            raise ParseError(start, "expected who passed cards to whom", "for example `S>N ts9s`")
        draft.mark(path, start)
        cards = cards_or_unknown(draft, tokens, start + 1, stop, (*path, "cards"))
        exchanges.append(
            {"from": draft.seat_called(giver, start), "to": draft.seat_called(taker, start), "cards": cards}
        )


def read_family_contract(draft: RecordDraft, tokens: list[str]) -> None:
    """`contract S 4 hearts`, `contract NS 6 pfeffer spades alone forced`"""
    draft.moment = "declaring"
    contract: dict[str, Any] = {}
    path: Path = ("contract",)
    draft.put(draft.data, path, contract)
    draft.put(contract, (*path, "maker"), draft.side(tokens, 1), 1)
    draft.put(contract, (*path, "tricks"), draft.count(tokens, 2, "the number of tricks needed"), 2)
    for token in range(3, len(tokens)):
        word = tokens[token].lower()
        if word in ("alone", "forced"):
            draft.put(contract, (*path, word), True, token)
        elif word in KIND_WORDS:
            draft.put(contract, (*path, "kind"), KIND_WORDS[word], token)
        else:
            draft.put(contract, (*path, "trump"), draft.word(tokens, token, STRAIN, "what was named"), token)
    sit_down(draft)


def summed(text: str) -> str:
    """Return the text of a hand with its sum as the last line."""
    return f"{text}sum {_sum(text.splitlines())}\n"


def read_sum(draft: RecordDraft, tokens: list[str]) -> None:
    """`sum d9f870c7`, a checksum under a hand sent as a message: shows that no line is missing"""
    above = draft.lines[: draft.number]
    start = next((at for at, line in enumerate(above) if frame_of(line)), 0)
    if len(tokens) < 2:
        raise ParseError(1, "expected the checksum of the lines above")
    if tokens[1].lower() != _sum(above[start:]):
        what = f"{quote(tokens[1])} does not match the lines above: a line is missing, cut off or changed"
        raise ParseError(1, what, "copy the hand again; if you changed it yourself, delete this line")
    only(tokens, 2)


def _sum(lines: Iterable[str]) -> str:
    """Return the CRC-32 of the words of some lines."""
    said = (" ".join(line.split()) for line in lines)
    whole = "\n".join(filter(None, said))
    return f"{crc32(whole.encode()):08x}"


Reader = Callable[[RecordDraft, list[str]], None]


class Grammar(NamedTuple):
    """Grammar of one format: vocabulary and line parsers."""

    format: str
    known: Vocabulary
    #: The table, as long as nothing is said of it.
    seating: Seating
    #: The readers of lines by the first word; the first spelling is the canonical one.
    lines: Mapping[str, Reader]
    #: The readers of what happens at a moment.
    events: tuple[Reader, ...]
    #: The reader of what may stand alone between the tricks, beginning with a plus or a seat.
    between: Reader | None = None

    @property
    def names(self) -> list[str]:
        """The words that lines begin with."""
        return [word for word in self.lines if word.replace("-", "").isalpha() and len(word) > 1]

    def reader(self, word: str) -> Reader | None:
        """Return the reader of the lines that begin with a word, in any case, perhaps with a colon or full stop."""
        plain = word.lower().rstrip(".:")
        return self.lines.get(plain) or (self.between if "+" in word[:7] else None)


#: The lines of every game.
_COMMON: Final[dict[str, Reader]] = {
    "clabber": read_frame,
    "bid-euchre": read_frame,
    "hand": read_hand_id,
    "rules": read_rules,
    "ruleset": read_rules,
    "teams": read_teams,
    "context": read_context,
    "source": read_source,
    "explicit": read_explicit,
    "deal": read_deal,
    "dealer": read_deal,
    "up": read_upcard,
    "upcard": read_upcard,
    "disordered": read_disordered,
    "incident": read_incident,
    "claim": read_claim,
    "laydown": read_laydown,
    "lay-down": read_laydown,
    "score": read_score,
    "sheet": read_sheet,
    "remark": read_remark,
    "sum": read_sum,
}
_EVENTS: Final[tuple[Reader, ...]] = (read_incident, read_claim, read_laydown)

#: The order of the lines in canonical text, the seats at `N` and the tricks at `1`; beside each its other spellings.
_ORDER: Final = (
    "clabber", "bid-euchre", "hand", "rules", "ruleset", "pack", "seats", "players", "teams", "context", "source",
    "explicit", "before", "hickeys", "burns", "deal", "dealer", "N", "up", "upcard", "blind", "calls", "declarations",
    "trump", "trumps", "out", "give", "contract", "disordered", "1", "melds", "incident", "claim", "laydown",
    "lay-down", "score", "after", "sheet", "remark", "sum",
)  # fmt: skip


def _lines(seats: Iterable[str], heads: Iterable[str], own: Mapping[str, Reader]) -> dict[str, Reader]:
    """Return the line parsers of a language in canonical order."""
    hands: dict[str, Reader] = dict.fromkeys(seats, read_hand)
    played: dict[str, Reader] = dict.fromkeys(heads, read_trick)
    found: dict[str, Reader] = {**_COMMON, **own}
    groups = {"N": hands, "1": played}
    return {
        word: reader
        for first in _ORDER
        for word, reader in groups.get(first, {first: found[first]} if first in found else {}).items()
    }


GRAMMARS: Final = {
    "clabber": Grammar(
        words.FORMAT,
        CLABBER,
        SEATING,
        _lines(
            CLABBER.seat,
            CLABBER.head,
            {
                "seats": read_seats,
                "players": read_seats,
                "calls": read_calls,
                "declarations": read_calls,
                "contract": read_contract,
                "melds": read_melds,
            },
        ),
        (*_EVENTS, read_calls_between),
        read_calls_between,
    ),
    "bid-euchre": Grammar(
        bid_euchre.FORMAT,
        vocabulary(bid_euchre.COMPASS),
        EMPTY,
        _lines(
            ANY_SEAT,
            HEADS,
            {
                "pack": read_pack,
                "seats": read_family_seats,
                "players": read_family_seats,
                **{key: read_by_side(key) for key in ("before", "hickeys", "burns", "after")},
                "blind": read_blind,
                "calls": read_family_calls,
                "declarations": read_family_calls,
                "trump": read_trump,
                "trumps": read_trump,
                "out": read_out,
                "give": read_give,
                "contract": read_family_contract,
            },
        ),
        _EVENTS,
    ),
}


def language_of(passage: HandText) -> Grammar:
    """Return the language that a hand says it is written in; that of Clabber where it says none."""
    first, _, rest = passage.text.removeprefix("\ufeff").partition("\n")
    frame = frame_of(first) or next(filter(None, map(frame_of, rest.split("\n"))), "clabber")
    return GRAMMARS[frame]


_MISSING: Final = {
    "format": Fault(
        "the hand does not start with `clabber 1`", help="make its first line `clabber 1` or `bid-euchre 1`"
    ),
    "id": Fault("the hand has no id", help="add a line such as `hand owls-eagles-g1-h08`"),
    "ruleset": Fault("the hand does not say which game was played", help="add a line such as `rules pepper`"),
    "deal": Fault("the hand does not say who dealt", help="add a line such as `deal W`"),
}
_PATTERNS: Final = {
    "id": "an id has only lower-case letters, digits, `.`, `_` and `-`, at most 64",
    "ruleset": "the id of a ruleset has only lower-case letters, digits, `.`, `_` and `-`, at most 64",
}
_PLAIN: Final = "text cannot contain control, invisible or private-use characters, and a name cannot be blank"


def note(error: ValidationError, draft: RecordDraft) -> None:
    """Note the faults that a model found in the record of a draft read with marks, one for each path.

    What is missing is no fault of its own where a line could not be read: it may stand there.
    """
    faults: dict[Path, Fault] = {}
    untold: set[Path] = set()
    for found in error.errors(include_url=False):
        path = found["loc"]
        if found["type"] == "missing":
            if not draft.faults:
                known = _MISSING.get(str(path[0]), Fault(f"{'.'.join(map(str, path))} is missing"))
                faults[path] = known._replace(path=path, place=draft.nearest(path))
            continue
        path = _data_path(path, draft.data)
        if path not in faults and len(faults) + len(draft.faults) >= MOST_FAULTS:
            untold.add(path)
            continue
        if found["type"] == "too_long":
            # The first that is one too many stands on a line; the list as a whole stands on none.
            most = found["ctx"]["max_length"]
            where, name = draft.nearest((*path, most)), ".".join(map(str, path))
            faults[path] = Fault(f"{name} is too long", f"the limit is {most}", "shorten it", where, path)
            continue
        why = _reason(found["type"], str(found["loc"][0]), found["msg"])
        if path in faults:
            why = f"{faults[path].why}, or: {why}" if why not in faults[path].why else faults[path].why
        what = f"`{shown(found['input'], 40)}` is not a valid {'.'.join(map(str, path))}"
        faults[path] = Fault(what, why, place=draft.nearest(path), path=path)
    draft.faults += faults.values()
    draft.more += len(untold)


def _reason(kind: str, key: str, message: str) -> str:
    if kind == "string_pattern_mismatch":
        return _PATTERNS.get(key, _PLAIN)
    if kind == "string_unicode":
        return _PLAIN
    return message[:1].lower() + message[1:]


def _data_path(loc: Sequence[str | int], data: Any) -> Path:
    """Return a validator's location without the names of the alternatives tried."""
    path: list[str | int] = []
    for step in loc:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            continue
        path.append(step)
    return tuple(path)


#: A line of what happens at a moment may begin with it.
_CLOCK: Final = re.compile(r"@[\w.]+|[0-9]{1,2}\.[0-9]")


def parse(passage: HandText) -> HandRecord:
    """Return the record of one hand of Clabber; Refused with all the faults found, each with line and column."""
    record = parse_any(passage)
    if isinstance(record, HandRecord):
        return record
    place = locate(passage, ())
    raise Refused(
        [
            Fault(
                "this is a hand of another game, not of Clabber",
                help="the commands convert and fmt can read it",
                place=place,
            )
        ]
    )


def parse_any(passage: HandText) -> Record:
    """Return the record of one hand of any game; Refused with all the faults found, each with line and column."""
    if len(passage.text) > MOST:
        raise Refused([too_large(passage.line)])
    language = language_of(passage)
    draft = _read(passage, language, None)
    try:
        record = model_of(language.format).model_validate(draft.data)
    except ValidationError as error:
        marked = _read(passage, language, {})
        note(error, marked)
        raise _refused(marked) from None
    if draft.faults:
        raise _refused(draft)
    return record


def _refused(draft: RecordDraft) -> Refused:
    return Refused(draft.faults, more=draft.more, unread=draft.unread)


def locate(passage: HandText, path: Path) -> Place:
    """Return the place in the text of a path of the hand's record, or of its nearest enclosing path."""
    return _read(passage, language_of(passage), {}).nearest(path)


def _read(passage: HandText, language: Grammar, marks: dict[Path, Mark] | None) -> RecordDraft:
    """Parse all lines of a hand, collecting every error."""
    draft = RecordDraft(passage, language.format, language.known, language.seating, marks)
    lines = language.lines
    all_plain = lexer.is_plain(passage.text)
    for number, line in enumerate(draft.lines):
        plain = all_plain or lexer.is_plain(line)
        tokens = line.split() if plain else lexer.split(line)
        if not tokens:
            continue
        draft.number = number
        try:
            if tokens[0] in lines and (plain or not ("{" in line or ";" in line)):
                lines[tokens[0]](draft, tokens)
            else:
                _read_unusual(draft, language, tokens)
        except ParseError as slip:
            draft.slipped(slip)
        if len(draft.faults) >= MOST_FAULTS:
            draft.unread = sum(not line.isspace() for line in filter(None, draft.lines[number + 1 :]))
            break
    _finish(draft)
    return draft


def _read_unusual(draft: RecordDraft, language: Grammar, tokens: list[str]) -> None:
    """Parse a line with comments, a clock in front, or another spelling of its first word."""
    kept = [token for token, word in enumerate(tokens) if word[0] not in "{;"]
    if not kept:
        _read_comments(draft, tokens, kept)
        return
    reader = language.reader(tokens[kept[0]])
    if reader is read_trick:
        reader(draft, tokens)
        return
    moment = draft.moment
    if reader is None and len(kept) > 1 and _CLOCK.fullmatch(tokens[kept[0]]):
        reader = language.reader(tokens[kept[1]])
        if reader not in language.events:
            raise ParseError(kept[1], "expected an incident, a claim or a lay-down after the time")
        draft.moment = draft.clock(kept[0], tokens[kept[0]].lstrip("@"))
        del kept[0]
    if reader is None:
        raise ParseError(
            kept[0], f"unknown line {quote(tokens[kept[0]])}", nearest(tokens[kept[0]], language.names)
        )
    draft.kept = kept if len(kept) < len(tokens) else None
    try:
        reader(draft, [tokens[token] for token in kept])
    except ParseError as slip:
        draft.slipped(slip)
    draft.kept = None
    _read_comments(draft, tokens, kept)
    if reader in language.events:
        draft.moment = moment


def _read_comments(draft: RecordDraft, tokens: list[str], kept: list[int]) -> None:
    if len(kept) == len(tokens):
        return
    for token, word in enumerate(tokens):
        if word[0] in "{;":
            draft.comment(token, word, draft.moment)


def _finish(draft: RecordDraft) -> None:
    """Add what waited for the end of the hand."""
    if draft.pending:
        settle(draft, None)
    if draft.winner is not None:  # no next leader says who won: kept in words
        draft.comments.append({"at": len(draft.plays), "text": f"> {draft.winner[0]}"})
    data = draft.data
    if draft.deal:
        data["deal"] = draft.deal
    if draft.melds:
        if draft.none_called is not None:
            draft.fault(draft.none_called, "the hand says `melds none`, but a meld is called here")
        data["melds"] = draft.melds
    data["plays"] = draft.plays
    for key in ("incidents", "claims", "comments", "remarks"):
        if found := getattr(draft, key):
            data[key] = found
    if draft.explicit:
        apply_explicit(draft)
