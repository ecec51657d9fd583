"""Lines of what comes before the first card: calls, contract, trumps; in Bid Euchre also pack, seats, exchanges."""

from __future__ import annotations

from typing import Any, Final

from clabber_audit.cards.cards import SEATING
from clabber_audit.cards.seating import Seating
from clabber_audit.core.errors import Path
from clabber_audit.records import bid_euchre_words as bid_euchre
from clabber_audit.records import vocabulary as words
from clabber_audit.records.notation import tokens as lexer
from clabber_audit.records.notation.draft import RecordDraft
from clabber_audit.records.notation.tokens import ParseError, find_turn, quote, vocabulary, word_error


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
    if draft.says_none:
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
        raise word_error(token, text, lexer.CALL, "a call: `p`, `play` or a suit")
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
        draft.require_end()
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
    if draft.says_none:
        draft.put(draft.data, ("declarations",), [], 0)
        return
    calls = [(one["seat"], one["call"]) for one in draft.data.get("declarations", ())]
    turn = find_turn(calls, _dealer_of(draft), draft.known.left)
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
        raise word_error(token, text, lexer.CALL_WORDS, "a call: `p`, a number or a word such as `pepper`")
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
            raise word_error(draft.at, word, ("alone",), "`alone` or a time such as @0")
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
    for stop in () if draft.says_none else draft.parts():
        path: Path = ("exchanges", len(exchanges))
        start = draft.at
        giver, arrow, taker = draft.peek().partition(">") if start < stop else ("", "", "")
        if not (giver and arrow and taker):
            raise ParseError(start, "expected who passed cards to whom", "for example `S>N ts9s`")
        draft.mark(path, start)
        draft.at += 1
        cards = draft.cards_or_unknown(stop, (*path, "cards"))
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
    each = bid_euchre.hand_size(pack, len(seats), data.get("cards_each"), ruleset)
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
    draft.require_end()
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
