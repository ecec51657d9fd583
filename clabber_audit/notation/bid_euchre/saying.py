"""The lines of what was said and handed over before the play: calls, trumps, who is out, exchanges, the contract."""

from __future__ import annotations

from typing import Any

from clabber_audit.ground.errors import Path
from clabber_audit.notation.bid_euchre.header import cards_or_unknown, said_so_far, sit_down
from clabber_audit.notation.bid_euchre.words import CALL, KIND, NO_TURN, STRAIN, whose_turn
from clabber_audit.notation.draft import Draft
from clabber_audit.notation.header import dealer_of, parts
from clabber_audit.notation.slip import Slip, quote, unknown
from clabber_audit.notation.words import MOST_ENTRIES, NONE


def _declare(draft: Draft, call: dict[str, Any], token: int) -> None:
    """One more thing said."""
    calls: list[dict[str, Any]] = draft.data.setdefault("declarations", [])
    if len(calls) >= MOST_ENTRIES:
        raise Slip(token, f"a hand can have at most {MOST_ENTRIES} calls")
    draft.mark(("declarations", len(calls)), token)
    calls.append(call)


def _begin(draft: Draft, tokens: list[str], expected: str) -> None:
    draft.moment = "declaring"
    draft.mark(("declarations",), 0)
    if len(tokens) == 1:
        raise Slip(1, f"expected {expected}")


def _when(draft: Draft, call: dict[str, Any], word: str, token: int) -> str:
    """Takes the clock from the end of a word, such as `@3`; what stands before it."""
    plain, at, moment = word.partition("@")
    if at:
        call["at"] = draft.clock(token, moment)
    return plain


def read_calls(draft: Draft, tokens: list[str]) -> None:
    """`calls p 2 3hc sp`: from the dealer's left; `E:4` out of turn; `E:bottoms=kckdks` and `E:anf` take no turn."""
    _begin(draft, tokens, "a call")
    if len(tokens) == 2 and tokens[1].lower() in NONE:
        draft.put(draft.data, ("declarations",), [])
        return
    turn = whose_turn(said_so_far(draft.data), dealer_of(draft), draft.known.left)
    for token in range(1, len(tokens)):
        call = _call(draft, tokens, token, turn)
        if call["call"] not in NO_TURN:
            turn = draft.known.left[call["seat"]]
        _declare(draft, call, token)
    sit_down(draft)


def _call(draft: Draft, tokens: list[str], token: int, turn: str) -> dict[str, Any]:
    """One call: `4`, `E:4` of another seat, `E:bottoms=kckdks`, `4@2` with its clock."""
    named, colon, word = tokens[token].rpartition(":")
    call: dict[str, Any] = {"seat": draft.seat_called(named, token) if colon else turn, "call": ""}
    word, equals, shown = _when(draft, call, word, token).partition("=")
    said = CALL.get(word.lower().rstrip(","))
    if said is None:
        raise unknown(token, tokens[token], CALL, "a call: `p`, a number or a word such as `pepper`")
    if said in NO_TURN and not colon:
        raise Slip(token, f"{quote(word)} is not part of the bidding order", f"add who called it, as in `E:{word}`")
    if (said == "bottoms") != bool(equals):
        raise Slip(token, "only Bottoms shows cards", "for example `E:bottoms=kckdks`")
    call["call"] = said
    if equals:
        path: Path = ("declarations", len(draft.data.get("declarations", ())), "cards")
        call["cards"] = cards = list[str]()
        if shown != "-":
            start = tokens[token].index("=") + 1
            draft.add_cards(cards, tokens[token][: start + len(shown)], token, path, start)
    return call


def read_trump(draft: Draft, tokens: list[str]) -> None:
    """`trump E spades alone @3`; `high`, `low`, `notrump`."""
    _begin(draft, tokens, "the seat that named trump")
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


def read_out(draft: Draft, tokens: list[str]) -> None:
    """`out P5 P2@1`"""
    _begin(draft, tokens, "the seat that left the hand")
    for token in range(1, len(tokens)):
        call: dict[str, Any] = {}
        seat = draft.seat_called(_when(draft, call, tokens[token], token), token)
        _declare(draft, {"seat": seat, "call": "out", **call}, token)
    sit_down(draft)


def read_give(draft: Draft, tokens: list[str]) -> None:
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
            raise Slip(start, "expected who passed cards to whom", "for example `S>N ts9s`")
        draft.mark(path, start)
        cards = cards_or_unknown(draft, tokens, start + 1, stop, (*path, "cards"))
        exchanges.append(
            {"from": draft.seat_called(giver, start), "to": draft.seat_called(taker, start), "cards": cards}
        )


def read_contract(draft: Draft, tokens: list[str]) -> None:
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
        elif word in KIND:
            draft.put(contract, (*path, "kind"), KIND[word], token)
        else:
            draft.put(contract, (*path, "trump"), draft.word(tokens, token, STRAIN, "what was named"), token)
    sit_down(draft)
