"""Grammar of `.clab` by game, and its parser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple
from zlib import crc32

from pydantic import ValidationError

from clabber_audit.cards.cards import SEATING
from clabber_audit.cards.seating import Seating
from clabber_audit.core.errors import MOST_FAULTS, Path, RecordError, Refused, TextPlace, printable
from clabber_audit.core.text import counted
from clabber_audit.records import bid_euchre_words as bid_euchre
from clabber_audit.records import vocabulary as words
from clabber_audit.records.dates import date_problem
from clabber_audit.records.formats import Record, model_of
from clabber_audit.records.notation import tokens as lexer
from clabber_audit.records.notation.accounts import finish_accounts, read_account, read_account_line
from clabber_audit.records.notation.clauses import (
    AGREEMENT,
    CLAIM,
    DEAL,
    INCIDENT,
    quoted_text,
    read_clauses,
)
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
    ParseError,
    Vocabulary,
    one_card,
    quote,
    scan,
    suggest,
    unknown_word,
    vocabulary,
    whose_turn,
)
from clabber_audit.records.parse import limits_at


def read_frame(draft: RecordDraft) -> None:
    """`clabber 1`"""
    if "format" in draft.data:
        raise ParseError(0, "a second hand starts inside this one", "give the hands one at a time")
    draft.data["format"] = draft.format
    if draft.peek() != "1":
        raise ParseError(1, "expected `1`, the version of the format")
    draft.at += 1
    draft.end()


def read_text(key: str, draft: RecordDraft) -> None:
    draft.put(draft.data, (key,), draft.text(), 1)


def read_names(key: str, owner_of: Callable[[RecordDraft], str], draft: RecordDraft) -> None:
    """Read the names of the seats or of the teams."""
    names = draft.data.setdefault(key, {})
    draft.mark((key,), 0)
    for stop in draft.parts():
        owner = owner_of(draft)
        start = draft.at
        draft.put(names, (key, owner), draft.text(stop), start)


def read_context(draft: RecordDraft) -> None:
    """`context 2025-10-14 league City League round 3 table 3 game 1 hand 8`; write the words in lower case."""
    context: dict[str, Any] = {}
    draft.put(draft.data, ("context",), context)
    known, key, start = draft.known.context, "date", 1
    for stop, word in enumerate([*draft.tokens[1:], None], 1):
        if word is not None and word not in known:
            if start == 1 and word.lower() in known:
                help = f"write `{word.lower()}`, or quote it"
                raise ParseError(stop, f"expected a date, but found {quote(word)}", help)
            continue
        draft.at = start
        if stop > start or start > 1:
            value = _context_value(draft, key if stop > start else "", stop)
            if key == "date" and (why := date_problem(value)):
                help = "correct it; if the source has it so, write it as `dated` in the `source` line"
                raise ParseError(start, f"there is no such date: {why}", help)
            draft.put(context, ("context", key), value, start)
            if draft.at < stop:
                raise unknown_word(draft.at, draft.tokens[draft.at], known, "a word such as `round`")
        key, start = word or "", stop + 1


def _context_value(draft: RecordDraft, key: str, stop: int) -> Any:
    if key in lexer.CONTEXT_NUMBER:
        return draft.count(f"the number of the {key}")
    if key == "stakes":
        return {name: draft.count(f"the stake of a {name}") for name in ("game", "set")}
    return draft.seat("who changed seats") if key == "moved" else draft.text(stop)


def read_source(draft: RecordDraft) -> None:
    """`source scoresheet / sheet 12, second column / by jf / dated 14 Oct / likely / note washed out`"""
    source: dict[str, Any] = {}
    draft.put(draft.data, ("source",), source)
    for stop in draft.parts() if len(draft.tokens) > 1 else ():
        key, value, start = "citation", None, draft.at
        word = draft.peek().lower() if start < stop else ""
        if stop - start == 1 and word in lexer.SOURCE_KIND:
            key, value = "kind", word
        elif stop - start == 1 and word in lexer.CONFIDENCE:
            key, value = "confidence", word
        elif word in lexer.SOURCE_TEXT:
            key, draft.at, start = lexer.SOURCE_TEXT[word], start + 1, start + 1
        draft.put(source, ("source", key), value or draft.text(stop), start)


def read_deal(draft: RecordDraft) -> None:
    """`deal W cut 9 due N`"""
    draft.put(draft.deal, ("deal", "dealer"), draft.seat("the dealer"))
    read_clauses(draft, draft.deal, ("deal",), DEAL, "`cut` or `due`")


def _set_default_clock(draft: RecordDraft, event: dict[str, Any]) -> None:
    """Give an event without a clock that of its place in the text."""
    if event.setdefault("at", draft.moment) is None:
        del event["at"]


def read_incident(draft: RecordDraft) -> None:
    """`incident advice E to N card ks trick 1 quote "who led?" called deal @5`; `@-` for no time.

    `incident card_retracted N card ts for td @6`, `incident trick_gathered W trick 1 by EW @4`,
    `incident advice by Gus helped N`, `incident card_half_shown N card td in play seen E W order 1`
    """
    path: Path = ("incidents", len(draft.incidents))
    draft.mark(path, 0)
    incident: dict[str, Any] = {"kind": draft.word(draft.known.incident, "the kind of the incident")}
    # The side that gathered a trick, or an outsider.
    after = next((after for word, after in pairwise(draft.tokens) if word.lower() == "by"), "")
    unlike = "by_other" if after in draft.known.side else "by"
    clauses = [one for one in INCIDENT if one.key != unlike]
    expected = "a seat, `trick` or a time such as @8"
    read_clauses(draft, incident, path, clauses, expected, seat=draft.known.seat)
    _set_default_clock(draft, incident)
    draft.incidents.append(incident)


def read_claim(draft: RecordDraft) -> None:
    """`claim E against N failure-to-follow trick 2 reviewed by N watched Gus withdrawn @24`; `claim -` by nobody at the table."""
    path: Path = ("claims", len(draft.claims))
    draft.mark(path, 0)
    by = None
    if draft.peek() == "-":
        draft.at += 1
    else:
        by = draft.seat("the seat that claims, or `-`")
    if draft.peek().lower() not in ("against", "vs"):
        raise ParseError(draft.at, "expected `against`")
    draft.at += 1
    claim: dict[str, Any] = {"by": by, "against": draft.side()}
    expected = "an infraction, `trick`, `reviewed`, `withdrawn` or a time such as @8"
    read_clauses(draft, claim, path, CLAIM, expected, infraction=draft.known.infraction)
    _set_default_clock(draft, claim)
    draft.claims.append(claim)


def read_agreed(draft: RecordDraft) -> None:
    """`agreed waive "let it go" by N E S W @24`; to let a fault go, to `redeal`, or to `play_on`."""
    path: Path = ("agreements", len(draft.agreements))
    draft.mark(path, 0)
    agreed: dict[str, Any] = {
        "what": draft.word(lexer.AGREED, "what was agreed: `waive`, `redeal` or `play_on`")
    }
    if draft.peek()[:1] == '"':
        draft.put(agreed, (*path, "text"), quoted_text(draft))
    read_clauses(draft, agreed, path, AGREEMENT, "`by`, `order` or a time such as @8")
    _set_default_clock(draft, agreed)
    draft.agreements.append(agreed)


def read_laydown(draft: RecordDraft) -> None:
    """`laydown S agreed order ksasqs @12`"""
    path: Path = ("laydown",)
    laydown: dict[str, Any] = {}
    draft.put(draft.data, path, laydown)
    draft.put(laydown, (*path, "by"), draft.seat("the seat that laid down"))
    while word := draft.peek():
        draft.at += 1
        if word[0] == "@" and word != "@-":
            draft.put(laydown, (*path, "at"), draft.clock(draft.at - 1, word[1:]))
        elif "order" in laydown:
            draft.add_cards(laydown["order"], word, draft.at - 1, (*path, "order"))
        elif word.lower() == "agreed":
            draft.put(laydown, (*path, "agreed"), True)
        elif word.lower() == "order":
            draft.put(laydown, (*path, "order"), [])
        else:
            raise unknown_word(
                draft.at - 1, word, ("agreed", "order"), "`agreed`, `order` or a time such as @8"
            )
    if laydown.get("order") == []:
        raise ParseError(draft.at, "expected the cards in the stated order")
    _set_default_clock(draft, laydown)


def read_hand(draft: RecordDraft) -> None:
    """`N ksah9hjd9dtc`, or `N -` if none of its cards is known."""
    seat = draft.known.seat.get(draft.tokens[0]) or draft.seat_called(draft.tokens[0], 0)
    path: Path = ("deal", "hands", seat)
    hands = draft.deal.setdefault("hands", {})
    if len(draft.tokens) == 1:
        raise ParseError(1, "expected the cards of the hand", "write `-` for no cards")
    if seat in hands:
        raise ParseError(0, f"the hand of {seat} is given twice", "keep one of the two")
    draft.mark(path, 0)
    hands[seat] = hand = list[str]()
    if draft.tokens[1:] != ["-"]:
        for token in range(1, len(draft.tokens)):
            draft.add_cards(hand, draft.tokens[token], token, path)


def read_upcard(draft: RecordDraft) -> None:
    """`up 9c`, or `up ?` for an unknown up-card."""
    card = one_card(draft.tokens, 1, "the card that was turned up", draft.known)
    draft.put(draft.deal, ("deal", "upcard"), card, 1)
    draft.at += 1
    draft.end()


def _cards_or_unknown(draft: RecordDraft, stop: int, path: Path) -> list[str | None]:
    """Return the cards up to a token, None for an unknown one; `-` stands for no cards."""
    found: list[str | None] = []
    if draft.tokens[draft.at : stop] == ["-"]:
        return found
    if draft.at >= stop:
        raise ParseError(draft.at, "expected cards", "write `?` for an unknown card")
    for token in range(draft.at, stop):
        for offset, card in scan(draft.tokens[token], 0, token, draft.known):
            draft.mark((*path, len(found)), token, offset)
            found.append(card)
    return found


def read_blind(draft: RecordDraft) -> None:
    """`blind jdacjcas`: the undealt cards from the top; `blind -` if there are none."""
    path: Path = ("deal", "blind")
    draft.put(draft.deal, path, _cards_or_unknown(draft, len(draft.tokens), path), 0)


def read_disordered(draft: RecordDraft) -> None:
    """`disordered 2 5`: tricks whose cards are known, but not who played which."""
    tricks: list[int] = []
    draft.put(draft.data, ("disordered",), tricks)
    while draft.peek() or not tricks:
        draft.mark(("disordered", len(tricks)), draft.at)
        tricks.append(draft.count("the number of a trick"))


# Calls and contracts


def _is_none(draft: RecordDraft) -> bool:
    return len(draft.tokens) == 2 and draft.tokens[1].lower() in lexer.NONE


def _dealer_of(draft: RecordDraft) -> str:
    """Return the dealer, at whose left the calls begin; any seat if an error already reports it missing."""
    dealer = draft.deal.get("dealer", next(iter(draft.known.left)) if draft.faults else None)
    if dealer is None:
        help = "put the `deal` line first: the calls start at the dealer’s left"
        raise ParseError(0, "the `calls` line comes before the `deal` line", help)
    return str(dealer)


def read_calls(draft: RecordDraft) -> None:
    """`calls p p play`: from the dealer's left, `/` before the second round, `S:p` for a call out of turn."""
    draft.moment = "declaring"
    calls: list[dict[str, Any]] = []
    draft.put(draft.data, ("declarations",), calls)
    if _is_none(draft):
        return
    if len(draft.tokens) == 1:
        raise ParseError(1, "expected a call", "write `none` if everyone is known to have said nothing")
    seat, later = draft.known.left[_dealer_of(draft)], False
    for token, word in enumerate(draft.tokens[1:], 1):
        if word == "/":
            if later:
                raise ParseError(token, "a second `/`", "there are only two rounds of calls")
            end = first_round([call["seat"] for call in calls])
            for call in calls[end:] if end is not None else ():
                call.setdefault("round", 1)
            later = len(calls) != end
            continue
        call = _call(draft, word, token, seat)
        if later:
            call.setdefault("round", 2)
        draft.mark(("declarations", len(calls)), token)
        calls.append(call)
        seat = draft.known.left[call["seat"]]


def _call(draft: RecordDraft, text: str, token: int, seat: str) -> dict[str, Any]:
    """Parse a call: `p`, `S:p` of another seat, `p.2` with its round."""
    named, colon, word = text.rpartition(":")
    if colon:
        seat = draft.seat_called(named, token)
    word, dot, number = word.lower().rstrip(",").partition(".")
    if word not in lexer.CALL:
        raise unknown_word(token, text, lexer.CALL, "a call: `p`, `play` or a suit")
    if dot and number not in ("1", "2"):
        raise ParseError(token, f"{quote(text)} is not a round", "the round is 1 or 2, as in `p.2`")
    return {"seat": seat, "call": lexer.CALL[word], **({"round": int(number)} if dot else {})}


def first_round(seats: list[str]) -> int | None:
    """Return the number of calls until all four seats have spoken, which ends the first round; None if too few."""
    spoken: set[str] = set()
    for count, seat in enumerate(seats, 1):
        spoken.add(seat)
        if len(spoken) == len(SEATING.seats):
            return count
    return None


def read_contract(draft: RecordDraft) -> None:
    """`contract W spades`"""
    draft.moment = "declaring"
    contract: dict[str, Any] = {}
    draft.put(draft.data, ("contract",), contract)

    def put(key: str, value: object) -> None:
        draft.put(contract, ("contract", key), value)

    put("maker", draft.side())
    if draft.format == words.FORMAT:
        put("trump", draft.word(lexer.SUIT, "the trump suit"))
        draft.end()
        return
    put("tricks", draft.count("the number of tricks needed"))
    while word := draft.peek().lower():
        if word in ("alone", "forced") or word in lexer.KIND_WORDS:
            draft.at += 1
            put(*(("kind", lexer.KIND_WORDS[word]) if word in lexer.KIND_WORDS else (word, True)))
        else:
            put("trump", draft.word(lexer.STRAIN, "what was named"))
    sit_down(draft)


def _declare(draft: RecordDraft, call: dict[str, Any], token: int) -> None:
    calls: list[dict[str, Any]] = draft.data.setdefault("declarations", [])
    if len(calls) >= lexer.MOST_ENTRIES:
        raise ParseError(token, f"a hand can have at most {lexer.MOST_ENTRIES} calls")
    draft.mark(("declarations", len(calls)), token)
    calls.append(call)


def _begin_declaring(draft: RecordDraft, expected: str) -> None:
    draft.moment = "declaring"
    draft.mark(("declarations",), 0)
    if len(draft.tokens) == 1:
        raise ParseError(1, f"expected {expected}")


def _strip_clock(draft: RecordDraft, call: dict[str, Any], word: str, token: int) -> str:
    """Move a clock such as `@3` from the end of a word to its call."""
    plain, at, moment = word.partition("@")
    if at:
        call["at"] = draft.clock(token, moment)
    return plain


def read_family_calls(draft: RecordDraft) -> None:
    """`calls p 2 3hc sp`: from the dealer's left; `E:4` out of turn; `E:bottoms=kckdks` and `E:anf` take no turn."""
    _begin_declaring(draft, "a call")
    if _is_none(draft):
        draft.put(draft.data, ("declarations",), [], 0)
        return
    calls = [(one["seat"], one["call"]) for one in draft.data.get("declarations", ())]
    turn = whose_turn(calls, _dealer_of(draft), draft.known.left)
    for token, text in enumerate(draft.tokens[1:], 1):
        call = _family_call(draft, text, token, turn)
        if call["call"] not in lexer.NO_TURN:
            turn = draft.known.left[call["seat"]]
        _declare(draft, call, token)
    sit_down(draft)


def _family_call(draft: RecordDraft, text: str, token: int, turn: str) -> dict[str, Any]:
    """Parse a call: `4`, `E:4` of another seat, `E:bottoms=kckdks`, `4@2` with its clock."""
    named, colon, word = text.rpartition(":")
    call: dict[str, Any] = {"seat": draft.seat_called(named, token) if colon else turn, "call": ""}
    word, equals, shown = _strip_clock(draft, call, word, token).partition("=")
    call["call"] = kind = lexer.CALL_WORDS.get(word.lower().rstrip(","))
    if kind is None:
        raise unknown_word(token, text, lexer.CALL_WORDS, "a call: `p`, a number or a word such as `pepper`")
    if kind in lexer.NO_TURN and not colon:
        help = f"add who called it, as in `E:{word}`"
        raise ParseError(token, f"{quote(word)} is not part of the bidding order", help)
    if (kind == "bottoms") != bool(equals):
        raise ParseError(token, "only Bottoms shows cards", "for example `E:bottoms=kckdks`")
    if equals:
        path: Path = ("declarations", len(draft.data.get("declarations", ())), "cards")
        call["cards"] = cards = list[str]()
        if shown != "-":
            start = text.index("=") + 1
            draft.add_cards(cards, text[: start + len(shown)], token, path, start)
    return call


def read_trump(draft: RecordDraft) -> None:
    """`trump E spades alone @3`; `high`, `low`, `notrump`."""
    _begin_declaring(draft, "the seat that named trump")
    call: dict[str, Any] = {"seat": draft.seat("the seat that named trump"), "call": "trump"}
    call["trump"] = draft.word(lexer.STRAIN, "what was named: a suit, `notrump`, `high` or `low`")
    while word := draft.peek():
        if word[0] == "@" and "at" not in call:
            _strip_clock(draft, call, word, draft.at)
        elif word.lower() == "alone":
            call["alone"] = True
        else:
            raise unknown_word(draft.at, word, ("alone",), "`alone` or a time such as @0")
        draft.at += 1
    _declare(draft, call, 1)
    sit_down(draft)


def read_out(draft: RecordDraft) -> None:
    """`out P5 P2@1`"""
    _begin_declaring(draft, "the seat that left the hand")
    for token, word in enumerate(draft.tokens[1:], 1):
        call: dict[str, Any] = {"seat": "", "call": "out"}
        call["seat"] = draft.seat_called(_strip_clock(draft, call, word, token), token)
        _declare(draft, call, token)
    sit_down(draft)


def read_give(draft: RecordDraft) -> None:
    """`give S>N ts9s / N>S asah`: cards passed, in order; `give none`."""
    draft.moment = "declaring"
    exchanges: list[dict[str, Any]] = []
    draft.put(draft.data, ("exchanges",), exchanges)
    for stop in () if _is_none(draft) else draft.parts():
        path: Path = ("exchanges", len(exchanges))
        start = draft.at
        giver, arrow, taker = draft.peek().partition(">") if start < stop else ("", "", "")
        if not (giver and arrow and taker):
            raise ParseError(start, "expected who passed cards to whom", "for example `S>N ts9s`")
        draft.mark(path, start)
        draft.at += 1
        cards = _cards_or_unknown(draft, stop, (*path, "cards"))
        sides = {"from": draft.seat_called(giver, start), "to": draft.seat_called(taker, start)}
        exchanges.append({**sides, "cards": cards})


# The table of the Bid Euchre family

#: Table of a hand without calls so far.
EMPTY: Final = Seating(bid_euchre.COMPASS, 12)


def sit_down(draft: RecordDraft) -> None:
    """Set who plays, and so the width of a trick, from the lines read so far."""
    data = draft.data
    seats = tuple(data.get("seats", bid_euchre.COMPASS))
    calls = [
        bid_euchre.SeatCall(one["seat"], one["call"], one.get("alone", False), one.get("at"))
        for one in data.get("declarations", ())
    ]
    contract = data.get("contract")
    if contract and not calls:
        calls = [
            bid_euchre.SeatCall(
                contract.get("maker", ""), contract.get("kind", "bid"), contract.get("alone", False)
            )
        ]
    pack, ruleset = data.get("pack", bid_euchre.USUAL_PACK), data.get("ruleset", "")
    each = bid_euchre.dealt_each(pack, len(seats), data.get("cards_each"), ruleset)
    seating = Seating(seats, each, out=0 if draft.seated else bid_euchre.seats_out(seats, calls))
    if draft.plays and seating.out != draft.seating.out:
        help = "put the line before the cards, or add when it was, as in `@3`"
        raise ParseError(0, "the players are named after the first cards", help)
    draft.seating = seating


def read_pack(draft: RecordDraft) -> None:
    """`pack 48`, `pack 24 each 5`"""
    pack = draft.peek()
    if pack not in bid_euchre.PACKS:
        raise ParseError(1, "expected the deck", f"the deck is one of {', '.join(bid_euchre.PACKS)}")
    if draft.has_pack:
        raise ParseError(0, "`pack` is given twice", "keep one of the two")
    draft.has_pack = True
    draft.at += 1
    if pack != bid_euchre.USUAL_PACK:
        draft.put(draft.data, ("pack",), pack)
    if word := draft.peek():
        if word.lower() != "each":
            raise ParseError(2, f"expected `each`, but found {quote(word)}")
        draft.at += 1
        draft.put(draft.data, ("cards_each",), draft.count("the number of cards dealt to each"))
    draft.end()
    sit_down(draft)


def read_family_seats(draft: RecordDraft) -> None:
    """`seats N Ann / E Bob`; at other tables name every seat: `seats P1 Ann / P2 Bob / P3 -`."""
    players: dict[str, str] = draft.data.get("players", {})
    seats = []
    for stop in draft.parts():
        seats.append(draft.word(lexer.ANY_SEAT, "a seat, N E S W or P1 to P6"))
        start = draft.at
        if draft.tokens[start:stop] != ["-"]:
            draft.put(players, ("players", seats[-1]), draft.text(stop), start)
    if not set(seats) <= set(bid_euchre.COMPASS):
        if tuple(seats) not in bid_euchre.TABLES:
            help = "name all of them clockwise, starting with P1"
            raise ParseError(1, "these seats do not make a table", help)
        if draft.deal or draft.plays or "declarations" in draft.data:
            what = "the `seats` line comes after lines that name seats"
            raise ParseError(0, what, "move the `seats` line above them")
        draft.put(draft.data, ("seats",), seats, 0)
        draft.known = vocabulary(tuple(seats))
    if players:
        draft.data["players"] = players
        draft.mark(("players",), 0)
    if strangers := set(players) - set(draft.data.get("seats", bid_euchre.COMPASS)):
        help = f"the seats are {' '.join(draft.data['seats'])}; name players only for these"
        raise ParseError(1, f"there is no seat {min(strangers)} at this table", help)
    sit_down(draft)


# Scores, remarks and the checksum


def _points(draft: RecordDraft) -> int | None:
    """Return the points in the next token; None if it is no number."""
    word = draft.peek().lower().rstrip(",")
    sign = word[:1] if draft.known.signed and word[:1] in ("-", "+", "\u2212") else ""
    digits = word.removeprefix(sign)
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
        return None
    draft.at += 1
    return int(digits) if sign in ("", "+") else -int(digits)


def read_by_side(key: str, draft: RecordDraft) -> None:
    """Read a number for each side."""
    draft.mark((key,), 0)
    numbers: dict[str, int] = draft.data.setdefault(key, {})
    while draft.peek() or draft.at == 1:
        side = draft.team()
        number = _points(draft)
        if number is None:
            raise ParseError(draft.at, "expected a number")
        draft.put(numbers, (key, side), number)
    if key == "after":
        draft.moment = "scored"


def read_score(draft: RecordDraft) -> None:
    """`score NS XXX EW 132`: points or a mark; `score NS -1 EW -4` where scores go below zero."""
    draft.moment = "scored"
    while draft.peek() or draft.at == 1:
        _read_score(draft, draft.team())


def _read_score(draft: RecordDraft, team: str) -> None:
    token = draft.at
    score: int | str | None = _points(draft)
    if score is None and [word.lower() for word in draft.tokens[token : token + 2]] == ["turkey", "tracks"]:
        score, draft.at = "XXX", token + 2
    elif score is None:
        score = draft.word(draft.known.mark, "points or a mark such as `XXX`")
    draft.put(draft.data.setdefault("score", {}), ("score", team), score, token)


def read_sheet(draft: RecordDraft) -> None:
    """`sheet NS cards 91 last 10 melds 20 belle 0 EW cards 71`; `sheet NS XXX EW 132` is read as the score."""
    draft.moment, known = "scored", draft.known
    while draft.peek() or draft.at == 1:
        team = draft.team()
        following = draft.peek().lower()
        if following and following not in known.sheet and following not in known.side:
            _read_score(draft, team)
            continue
        line: dict[str, int] = {}
        draft.put(draft.data.setdefault("sheet", {}), ("sheet", team), line)
        while (word := draft.peek().lower()) in known.sheet:
            draft.at += 1
            draft.put(line, ("sheet", team, known.sheet[word]), draft.count("points"))


def read_remark(draft: RecordDraft) -> None:
    """`remark anything else worth keeping`"""
    draft.mark(("remarks", len(draft.remarks)), 1)
    draft.remarks.append(draft.text())


def summed(text: str) -> str:
    """Return the text of a hand with its sum as the last line."""
    return f"{text}sum {_sum(text.splitlines())}\n"


def read_sum(draft: RecordDraft) -> None:
    """`sum d9f870c7`, a checksum under a hand sent as a message: shows that no line is missing"""
    above = draft.lines[: draft.number]
    start = next((at for at, line in enumerate(above) if frame_of(line)), 0)
    word = draft.next("the checksum of the lines above")
    if word.lower() != _sum(above[start:]):
        what = f"{quote(word)} does not match the lines above: a line is missing, cut off or changed"
        raise ParseError(1, what, "copy the hand again; if you changed it yourself, delete this line")
    draft.end()


def _sum(lines: Iterable[str]) -> str:
    whole = "\n".join(filter(None, (" ".join(line.split()) for line in lines)))
    return f"{crc32(whole.encode()):08x}"


# Melds

_CALLED: Final = {
    **{spelling: kind for name, kind in lexer.KIND.items() for spelling in (f"+{name}", name)},
    "+show": "show",
}


def read_melds(draft: RecordDraft) -> None:
    """`melds W:+dad=9hthjh S:+belle@7`, or `melds none` if it is known that nothing was called."""
    if _is_none(draft):
        draft.put(draft.data, ("melds",), [], 0)
        draft.none_called = draft.here(0)
        return
    if len(draft.tokens) == 1:
        help = "write `none` if it is known that nothing was called"
        raise ParseError(1, "expected a call such as `W:+dad`", help)
    for token, word in enumerate(draft.tokens[1:], 1):
        named, _, call = word.partition(":")
        if not call:
            what = f"expected a seat and a call, but found {quote(word)}"
            raise ParseError(token, what, "for example `W:+dad`")
        owner = draft.seat_called(named, token)
        meld, is_showing = _meld(draft, word, len(named) + 1, token)
        if is_showing:
            help = "here, add the cards to the call: `W:+dad=9hthjh`"
            raise ParseError(token, "`+show` belongs among the cards of a trick", help)
        meld["seat"] = owner
        _drop_default(meld, "announced")


def _call_meld(draft: RecordDraft, word: str, start: int, token: int, owner: str | None) -> None:
    """Read a call or showing among the cards, of a named seat or of the seat that plays next."""
    if owner is None and isinstance(draft.moment, str):
        help = "no card follows it, so add the seat, for example `N:+dad`"
        raise ParseError(token, "expected a seat before the call", help)
    meld, is_showing = _meld(draft, word, start, token)
    moment = draft.moment if isinstance(draft.moment, str) else len(draft.plays)
    draft.pending.append(PendingCall(meld, owner, is_showing, moment, draft.here(token)))
    if isinstance(moment, str):
        _settle(draft, None)


def _meld(draft: RecordDraft, word: str, start: int, token: int) -> tuple[dict[str, Any], bool]:
    """Parse a call such as `+dad@5=9hthjh@9`, or `+show=9hthjh`; return True with it for a showing."""
    call, equals, _ = word[start:].partition("=")
    name, at, announced = call.partition("@")
    kind = _CALLED.get(name) or _CALLED.get(name.lower())
    meld: dict[str, Any] = {}
    is_showing = kind == "show"
    if kind is None:
        raise unknown_word(token, word, _CALLED, "a call such as `+dad`")
    if not is_showing:
        if len(draft.melds) == lexer.MOST_ENTRIES:
            raise ParseError(token, f"a hand can have at most {lexer.MOST_ENTRIES} melds")
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
        help = "write `=-` (never shown), or the cards followed by a time, as in `=jhqhkh@5`"
        raise ParseError(token, "expected one time of showing", help, start)
    if at:
        meld["shown"] = _moment(draft, token, moment)
        if "kind" in meld:
            _drop_default(meld, "shown")
    elif not cards:
        raise ParseError(token, "expected cards after `=`", "write `=-` for a meld never shown", start)


def _moment(draft: RecordDraft, token: int, word: str) -> int | str | None:
    """Return the clock of a call or showing; None for `?`."""
    return None if word == lexer.UNWRITTEN else draft.clock(token, word, lexer.MELD_CLOCK)


def _drop_default(meld: dict[str, Any], key: str) -> None:
    """Remove `in_turn`: the `explicit` line alone writes out a default."""
    if meld.get(key) == "in_turn":
        del meld[key]


def _settle(draft: RecordDraft, player: str | None) -> None:
    """Give the pending calls their seat and moment: `player` plays the next card, None if there is none."""
    waiting, draft.pending = draft.pending, []
    for call in waiting:
        owner, meld = call.owner or player, call.meld
        if owner is None:
            help = "or add the seat that called, as in `N:+dad`"
            draft.fault(call.mark, "expected a card after the call", help)
            continue
        before = sum(play["seat"] == owner for play in draft.plays) if owner == player else None
        if call.is_showing:
            _show(draft, call, owner, in_turn=before == 1)
            continue
        meld["seat"] = owner
        if "announced" not in meld and not (before == 0 and meld["kind"] != "belle"):
            meld["announced"] = call.moment
        _drop_default(meld, "announced")


def _show(draft: RecordDraft, showing: PendingCall, owner: str, in_turn: bool) -> None:
    """Add a showing to the first call of its seat, belle apart, that has none."""
    for index, meld in enumerate(draft.melds):
        if meld.get("seat") != owner or meld["kind"] == "belle" or "cards" in meld or "shown" in meld:
            continue
        if not in_turn:
            meld["shown"] = showing.moment
        meld.update(showing.meld)
        _drop_default(meld, "shown")
        if draft.marks is not None:
            draft.marks["melds", index, "cards"] = draft.marks["melds", index, "shown"] = showing.mark
        return
    help = f"for a meld shown but never called, write `{owner}:+dad@never=jhqhkh@5`"
    draft.fault(showing.mark, f"{owner} has not called a meld to show here", help)


# Tricks

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")
_ORDINALS: Final = ("last", "first", "second", "third", "fourth", "fifth", "sixth")


def read_trick(draft: RecordDraft) -> None:
    """`1N ahacjcjh`, or with calls `1 N  ah +dad ac E:kd jh > S`."""
    tokens, head = draft.tokens, 0
    while tokens[head][0] in "{;":
        draft.comment(head, tokens[head], draft.moment)
        head += 1
    number, leader = draft.known.head[tokens[head].rstrip(".:")]
    draft.at = head + 1
    if leader is not None and leader not in draft.seating.follows:
        draft.seat_called(leader, head, "the seat that led")
    if leader is None:
        leader = draft.seat("the seat that led")
    played = len(draft.plays)
    if draft.seating.out and not draft.tricks and _everybody_plays(draft):
        # All play, against the calls.
        draft.seated = True
        draft.seating = replace(draft.seating, out=0)
    _begin_trick(draft, number, leader, head)
    draft.moment = played
    try:
        _read_cards(draft, draft.at, leader)
    finally:
        draft.moment = len(draft.plays)
    if len(draft.plays) == played:
        draft.tricks, draft.room = draft.tricks - 1, 0
        help = "a trick has at least one; write `?` for an unknown card"
        raise ParseError(len(tokens), "expected a card", help)


def read_calls_between(draft: RecordDraft) -> None:
    """Read melds on a line of their own between the tricks."""
    room, draft.room = draft.room, 0
    try:
        _read_cards(draft, 0, "")
    finally:
        draft.room = room


def _everybody_plays(draft: RecordDraft) -> bool:
    """Return True if the first trick has a card for each seat, including seats that the calls leave out.

    They may play on in a game that lacks such a call. A card of a named seat proves nothing.
    """
    cards = 0
    for word in draft.tokens[draft.at :]:
        if ":" in word:
            return False
        if word[0] not in "{;>+":
            plain = word.partition("=")[0]
            cards += 1 if plain in draft.known.card else len(plain.replace("10", "t")) // 2
    return cards == len(draft.seating.seats)


def _begin_trick(draft: RecordDraft, number: int, leader: str, token: int) -> None:
    """Check the number of a trick line against the cards before it, and its leader against the last `> S`."""
    width, missing = draft.seating.width, draft.room if draft.tricks else 0
    if len(draft.plays) >= lexer.MOST_ENTRIES:
        raise ParseError(token, f"a hand can have at most {lexer.MOST_ENTRIES} plays")
    if (draft.tricks + 1 != number or missing) and not draft.miscounted:
        draft.miscounted = True
        what = f"expected trick {draft.tricks + 1}, but found trick {number}"
        if missing:
            has = width - missing
            cards = counted(has, "only one card", "only {spelled} cards", spelled=_NUMBERS[has])
            what = f"trick {number} starts, but trick {draft.tricks} has {cards}"
        draft.fault(draft.here(token), what, "write `?` for an unknown card")
    draft.tricks, draft.room = draft.tricks + 1, width
    if draft.winner is not None:
        winner, mark = draft.winner
        draft.winner = None
        if winner != leader:
            what = f"the trick is marked as won by {winner}, but {leader} leads the next one"
            draft.fault(mark, what, "correct one of them, or leave out the mark: the cards show who won")


def _read_cards(draft: RecordDraft, start: int, seat: str) -> None:
    """Parse cards and the notes among them; `seat` plays next."""
    rest = iter(range(start, len(draft.tokens)))
    for token in rest:
        word = draft.tokens[token]
        named, colon, said = word.partition(":")
        if word[0] == ">":
            _mark_winner(draft, next(rest, len(draft.tokens)) if word == ">" else token)
        elif word[0] in "{;":
            draft.comment(token, word, len(draft.plays))
        elif word[0] == "+" and draft.known.melds:
            _call_meld(draft, word, 0, token, None)
        elif not colon:
            seat = _play(draft, word, 0, token, seat)
        else:
            owner = draft.seat_called(named, token)
            if said.startswith("+") and draft.known.melds:
                _call_meld(draft, word, len(named) + 1, token, owner)
            elif said:
                seat = _play(draft, word, len(named) + 1, token, owner)
            else:
                help = "for example `E:kd`"
                raise ParseError(token, "expected a card directly after the seat", help, len(word))


def _mark_winner(draft: RecordDraft, token: int) -> None:
    """Parse `> S` or `>S`, the winner of the trick."""
    if token >= len(draft.tokens):
        raise ParseError(token, f"expected the seat that won: {draft.known.seats_text}")
    seat = draft.seat_called(draft.tokens[token].lstrip(">"), token, "the seat that won")
    width = draft.seating.width
    if draft.room:
        help = f"the mark follows the {_NUMBERS[width]} cards of its trick; write `?` for an unknown card"
        raise ParseError(token, f"the trick is marked as won before its {_ORDINALS[width]} card", help)
    if draft.winner is not None and draft.winner[0] != seat:
        what = f"the trick is marked as won by {draft.winner[0]} and by {seat}"
        raise ParseError(token, what, "keep one of the two")
    draft.winner = seat, draft.here(token)


def _play(draft: RecordDraft, word: str, start: int, token: int, seat: str) -> str:
    """Play the cards of a word from a character on, clockwise from `seat`; return the seat that plays next."""
    suit, seating = None, draft.seating
    if draft.known.names_suits:
        word, equals, name = word.partition("=")
        suit = lexer.SUIT.get(name.lower()) if equals else None
        if equals and (suit is None or start == len(word)):
            raise unknown_word(token, name, lexer.SUIT, "a card and the suit named with it, as in `jk=s`")
    for offset, code in _scan_on(draft, word, start, token):
        # The card of a seat that sits out belongs to no trick.
        counts = not seating.out or not seating.out >> seating.seats.index(seat) & 1
        if counts and draft.room <= 0:
            width = _NUMBERS[seating.width]
            help = f"a trick line has {width} cards" if seat else "cards go on trick lines, as in `1N ahac`"
            raise ParseError(token, "one card too many", help, offset)
        if draft.pending:
            _settle(draft, seat)
        draft.mark(("plays", len(draft.plays)), token, offset)
        draft.plays.append({"seat": seat, "card": code})
        draft.room -= counts
        seat = seating.follows[seat]
    if suit is not None:
        draft.put(draft.plays[-1], ("plays", len(draft.plays) - 1, "named"), suit, token)
    return seat


def _scan_on(draft: RecordDraft, word: str, start: int, token: int) -> Iterator[tuple[int, str | None]]:
    """Yield the cards of a word; report an invalid one and count it as a card, so that the seats go on."""
    while start < len(word):
        try:
            for offset, code in scan(word, start, token, draft.known):
                yield offset, code
                start = offset
            return
        except ParseError as error:
            draft.failed(error)
            yield error.offset, None
            start = error.offset + 2
            if word[start : start + 2] not in draft.known.card:
                return


# The grammars

Reader = Callable[[RecordDraft], None]


_SEATS: Final = partial(read_names, "players", RecordDraft.seat)
_TEAMS: Final = partial(read_names, "teams", RecordDraft.team)
_FAMILY_CONTRACT: Final = "contract S 4 hearts, contract NS 6 pfeffer spades alone forced"
_SAYS: Final = 'says N S: as written, says E "Gus Ott": melds none / 2.3 td, says E: claim 1 @turned'
_BELIEVED: Final = 'believed E by "Agnes Weber" on 2026-01-22 because "both neighbors heard no call"'


class LineKind(NamedTuple):
    """Kind of line: the words it may begin with, the canonical one first, and its reader."""

    words: str
    read: Reader
    #: Parts that may follow, by the name that `highlight` has for them.
    within: str = "played"
    #: The only game that has it; empty for any.
    game: str = ""
    #: Its syntax, if not the docstring of the reader.
    syntax: str = ""

    @property
    def example(self) -> str:
        """Syntax by example, for help."""
        return (self.syntax or self.read.__doc__ or "").rstrip(".").replace("`", "")


def _by_side(key: str) -> LineKind:
    return LineKind(key, partial(read_by_side, key), game="bid-euchre", syntax=f"{key} NS 12 EW 7")


#: The kinds of lines in the order of canonical text; `N` and `1` stand for the seats and the tricks.
LINE_KINDS: Final = (
    LineKind("clabber", read_frame),
    LineKind("bid-euchre", read_frame),
    LineKind("hand", partial(read_text, "id"), "text", syntax="hand owls-eagles-g1-h08"),
    LineKind("rules ruleset", partial(read_text, "ruleset"), "text", syntax="rules ecl-1992"),
    LineKind("pack", read_pack, game="bid-euchre"),
    LineKind("seats players", _SEATS, "names", "clabber", "seats N Ann / E Bob / S Cy / W Dee"),
    LineKind("seats players", read_family_seats, "names", "bid-euchre"),
    LineKind("teams", _TEAMS, "names", syntax="teams NS Owls / EW Eagles"),
    LineKind("context", read_context, "context"),
    LineKind("source", read_source, "source"),
    LineKind("explicit", read_explicit, "text"),
    _by_side("before"),
    _by_side("hickeys"),
    _by_side("burns"),
    LineKind("deal dealer", read_deal),
    LineKind("N", read_hand),
    LineKind("up upcard", read_upcard),
    LineKind("blind", read_blind, game="bid-euchre"),
    LineKind("calls declarations", read_calls, "calls", "clabber"),
    LineKind("calls declarations", read_family_calls, "calls", "bid-euchre"),
    LineKind("trump trumps", read_trump, game="bid-euchre"),
    LineKind("out", read_out, game="bid-euchre"),
    LineKind("give", read_give, game="bid-euchre"),
    LineKind("contract", read_contract, game="clabber"),
    LineKind("contract", read_contract, "played", "bid-euchre", _FAMILY_CONTRACT),
    LineKind("disordered", read_disordered),
    LineKind("1", read_trick),
    LineKind("melds", read_melds, game="clabber"),
    LineKind("incident", read_incident),
    LineKind("claim", read_claim),
    LineKind("agreed", read_agreed),
    LineKind("laydown lay-down", read_laydown),
    LineKind("account", read_account, "text"),
    LineKind("says", read_account_line, syntax=_SAYS),
    LineKind("believed", read_account_line, syntax=_BELIEVED),
    LineKind("score", read_score),
    _by_side("after"),
    LineKind("sheet", read_sheet),
    LineKind("remark", read_remark, "text"),
    LineKind("sum", read_sum, "text"),
)
#: Lines of events, which may have a clock in front.
EVENTS: Final[tuple[Reader, ...]] = (read_incident, read_claim, read_agreed, read_laydown)


class Grammar(NamedTuple):
    """Grammar of one format: vocabulary and kinds of lines."""

    format: str
    known: Vocabulary
    #: The table of a hand that does not name one.
    seating: Seating
    #: The kinds of lines by first word, in canonical order.
    lines: Mapping[str, LineKind]

    @property
    def names(self) -> list[str]:
        return [word for word in self.lines if word.replace("-", "").isalpha() and len(word) > 1]

    def reader(self, word: str) -> Reader | None:
        """Return the reader of the lines that begin with a word, in any case, perhaps with a colon or full stop."""
        if kind := self.lines.get(word.lower().rstrip(".:")):
            return kind.read
        return read_calls_between if self.known.melds and "+" in word[:7] else None


def _lines(game: str, seats: Iterable[str], heads: Iterable[str]) -> dict[str, LineKind]:
    lines: dict[str, LineKind] = {}
    for kind in LINE_KINDS:
        if kind.game in ("", game):
            spelled = {"N": seats, "1": heads}.get(kind.words, kind.words.split())
            lines |= dict.fromkeys(spelled, kind)
    return lines


GRAMMARS: Final = {
    "clabber": Grammar(
        words.FORMAT, lexer.CLABBER, SEATING, _lines("clabber", lexer.CLABBER.seat, lexer.CLABBER.head)
    ),
    "bid-euchre": Grammar(
        bid_euchre.FORMAT,
        vocabulary(bid_euchre.COMPASS),
        EMPTY,
        _lines("bid-euchre", lexer.ANY_SEAT, lexer.HEADS),
    ),
}


def grammar_of(format: str) -> Grammar:
    return next(grammar for grammar in GRAMMARS.values() if grammar.format == format)


# From text to record


def parse(passage: HandText) -> Record:
    """Return the record of one hand of any game; Refused with all the faults found, each with line and column."""
    if len(passage.text) > MOST:
        raise Refused([too_large(passage.line)])
    draft = _read(passage, None)
    try:
        record = model_of(draft.format).model_validate(draft.data)
    except ValidationError as error:
        draft = _read(passage, {})
        _note_invalid(error, draft)
        record = None
    if record is None or draft.faults:
        raise Refused(draft.faults, more=draft.more, unread=draft.unread) from None
    return record


def locate(passage: HandText, path: Path) -> TextPlace:
    """Return the place in the text of a path of the hand's record, or of its nearest enclosing path."""
    return _read(passage, {}).nearest(path)


#: Clock in front of an event.
_CLOCK: Final = re.compile(r"@[\w.]+|[0-9]{1,2}\.[0-9]")


def _read(passage: HandText, marks: dict[Path, Mark] | None) -> RecordDraft:
    """Parse all lines of a hand, in the grammar that it names or else that of Clabber, collecting every error."""
    first, _, rest = passage.text.removeprefix("\ufeff").partition("\n")
    grammar = GRAMMARS[frame_of(first) or next(filter(None, map(frame_of, rest.split("\n"))), "clabber")]
    draft = RecordDraft(passage, grammar.format, grammar.known, grammar.seating, marks)
    lines = grammar.lines
    for number, line in enumerate(draft.lines):
        tokens = lexer.split(line)
        if not tokens:
            continue
        draft.number, draft.tokens, draft.at = number, tokens, 1
        try:
            if tokens[0] in lines and not ("{" in line or ";" in line):
                lines[tokens[0]].read(draft)
            else:
                _read_unusual(draft, grammar)
        except ParseError as error:
            draft.failed(error)
        if len(draft.faults) >= MOST_FAULTS:
            draft.unread = sum(not line.isspace() for line in filter(None, draft.lines[number + 1 :]))
            break
    _finish(draft)
    return draft


def _read_unusual(draft: RecordDraft, grammar: Grammar) -> None:
    """Parse a line with comments, a clock in front, or another spelling of its first word."""
    tokens, moment = draft.tokens, draft.moment
    places = [token for token, word in enumerate(tokens) if word[0] not in "{;"]
    reader = grammar.reader(tokens[places[0]]) if places else None
    if reader is read_trick:
        read_trick(draft)
        return
    if places and reader is None:
        if len(places) > 1 and _CLOCK.fullmatch(tokens[places[0]]):
            reader = grammar.reader(tokens[places[1]])
            if reader not in EVENTS and reader is not read_calls_between:
                what = "expected an incident, a claim, an agreement or a lay-down after the time"
                raise ParseError(places[1], what)
            draft.moment = draft.clock(places[0], tokens[places[0]].lstrip("@"))
            del places[0]
        else:
            word = tokens[places[0]]
            raise ParseError(places[0], f"unknown line {quote(word)}", suggest(word, grammar.names))
    if reader is not None:
        draft.places = places if len(places) < len(tokens) else None
        draft.tokens = [tokens[token] for token in places]
        try:
            reader(draft)
        except ParseError as error:
            draft.failed(error)
        draft.places, draft.tokens = None, tokens
    for token, word in enumerate(tokens):
        if word[0] in "{;":
            draft.comment(token, word, draft.moment)
    if reader in EVENTS or reader is read_calls_between:
        draft.moment = moment


def _finish(draft: RecordDraft) -> None:
    """Complete the data at the end of the hand."""
    if draft.pending:
        _settle(draft, None)
    if draft.winner is not None:  # no next leader confirms it: store a comment
        draft.comments.append({"at": len(draft.plays), "text": f"> {draft.winner[0]}"})
    data = draft.data
    if draft.deal:
        data["deal"] = draft.deal
    if draft.melds:
        if draft.none_called is not None:
            draft.fault(draft.none_called, "the hand says `melds none`, but a meld is called here")
        data["melds"] = draft.melds
    data["plays"] = draft.plays
    for key in ("incidents", "claims", "agreements", "comments", "remarks"):
        if found := getattr(draft, key):
            data[key] = found
    if draft.accounts:
        data["accounts"] = [account for account, _, _ in draft.accounts]
    if draft.explicit:
        apply_explicit(draft)
    if draft.accounts:
        # Versions speak of the record as written, its defaults included.
        finish_accounts(draft, grammar_of(draft.format).reader)


_MISSING: Final = {
    "format": RecordError(
        "the hand does not start with `clabber 1`", help="make its first line `clabber 1` or `bid-euchre 1`"
    ),
    "id": RecordError("the hand has no id", help="add a line such as `hand owls-eagles-g1-h08`"),
    "ruleset": RecordError(
        "the hand does not say which game was played", help="add a line such as `rules pepper`"
    ),
    "deal": RecordError("the hand does not say who dealt", help="add a line such as `deal W`"),
}
_PATTERNS: Final = {
    "id": "an id has only lower-case letters, digits, `.`, `_` and `-`, at most 64",
    "ruleset": "the id of a ruleset has only lower-case letters, digits, `.`, `_` and `-`, at most 64",
}
_PLAIN: Final = "text cannot contain control, invisible or private-use characters, and a name cannot be blank"


def _note_invalid(error: ValidationError, draft: RecordDraft) -> None:
    """Note the faults that a model found in the record of a draft read with marks, one for each path.

    A missing field is no fault if a line could not be read: that line may hold it.
    """
    faults: dict[Path, RecordError] = {}
    unreported: set[Path] = set()
    for found in error.errors(include_url=False):
        kind, key = found["type"], str(found["loc"][0])
        path = found["loc"] if kind == "missing" else _data_path(found["loc"], draft.data)
        name = ".".join(map(str, path))
        if kind == "missing":
            if not draft.faults:
                known = _MISSING.get(key, RecordError(f"{name} is missing"))
                faults[path] = known._replace(path=path, place=draft.nearest(path))
        elif path not in faults and len(faults) + len(draft.faults) >= MOST_FAULTS:
            unreported.add(path)
        elif kind == "too_long":
            # Point at the first entry beyond the limit: the list as a whole is on no line.
            most = found["ctx"]["max_length"]
            where = draft.nearest((*path, most))
            faults[path] = RecordError(
                f"{name} is too long", f"the limit is {most}", "shorten it", path, where
            )
        else:
            noun = "name" if key in ("players", "teams") else str(path[-1]).replace("_", " ")
            what, help = f"`{printable(found['input'], 40)}` is not a valid {noun}", ""
            why = found["msg"][:1].lower() + found["msg"][1:]
            if kind in ("greater_than_equal", "less_than_equal"):
                steps = map(str, reversed(path))
                number = next((_COUNTS[step] for step in steps if step in _COUNTS), "a number")
                least, most = limits_at(model_of(draft.format), path)
                what = f"expected {number} from {least} to {most}, but found `{found['input']}`"
                why = ""
            elif path in faults and not faults[path].why:
                continue  # The other forms that the value might have.
            elif kind == "string_too_long":
                what = f"`{printable(found['input'], 40)}` is too long"
                why, help = f"the limit is {found['ctx']['max_length']} characters", "shorten it"
            if kind in ("string_pattern_mismatch", "string_unicode"):
                why = _PATTERNS.get(key, _PLAIN) if kind == "string_pattern_mismatch" else _PLAIN
            if path in faults:
                before = faults[path].why
                why = before if why in before else f"{before}, or: {why}"
            faults[path] = RecordError(what, why, help, path, draft.nearest(path))
    draft.faults += faults.values()
    draft.more += len(unreported)


#: Numbers in words, by their key.
_COUNTS: Final = {
    "trick": "a trick",
    "order": "a place in the order",
    "score": "points",
    "tricks": "a number of tricks",
    "cut": "a number of cards",
    "cards_each": "a number of cards for each",
}


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
