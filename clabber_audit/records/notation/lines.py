"""Lines of a hand: what comes before the first card, and the tricks with their melds.

The clauses of a line are words with values, in any order, each declared once for reading and writing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from clabber_audit.cards import SEATING, Seating
from clabber_audit.core.errors import Path
from clabber_audit.core.text import inflect, number_word, ordinal
from clabber_audit.records import bid_euchre_words as bid_euchre
from clabber_audit.records.notation import tokens as lexer
from clabber_audit.records.notation.draft import PendingCall, RecordDraft
from clabber_audit.records.notation.tokens import ParseError, quote, word_error


class Clause(NamedTuple):
    """Clause: its word, its key in the record, and how its value is read and written.

    Without a reader it is a flag. The words `@` and `0` stand for any clock and any number: their readers read the word
    itself, and it is not written again.
    """

    word: str
    key: str
    read: Callable[[RecordDraft], Any] = lambda _draft: True
    write: Callable[[Any], str] = str


def read_clauses(
    draft: RecordDraft,
    into: dict[str, Any],
    path: Path,
    clauses: Sequence[Clause],
    expected: str,
    **bare: Mapping[str, str],
) -> None:
    """Read clauses to the end of the line into the keys of an object.

    `bare` has, by key, the words that need no clause and their values: `seat` those of the seats.
    """
    options = {clause.word.split()[0]: clause for clause in clauses}
    values = {word: (key, value) for key, words in bare.items() for word, value in words.items()}
    while word := draft.peek():
        name = "@" if word[0] == "@" and word != "@-" else "0" if word.isdecimal() else word.lower()
        if name in values:
            draft.at += 1
            key, value = values[name]
        elif name in options:
            clause = options[name]
            draft.at += name not in ("@", "0")
            for rest in clause.word.split()[1:]:
                if draft.take_token(f"`{clause.word}`").lower() != rest:
                    raise ParseError(draft.at - 1, f"expected `{clause.word}`")
            key, value = clause.key, clause.read(draft)
        elif word[0] == '"' and "quote" in options:
            raise ParseError(draft.at, "expected `quote` before what was said", f"write `quote {word}`")
        elif word in draft.known.card and "card" in options:
            raise ParseError(draft.at, "expected `card` before a card", f"write `card {word}`")
        else:
            known = [one for one in (*values, *options) if one[0] not in "@0" and one not in draft.known.seat]
            raise word_error(draft.at, word, known, expected)
        draft.put(into, (*path, key), value)


def format_clauses(part: Any, clauses: Sequence[Clause]) -> str:
    """Return the clauses of a part of a record without its time, each with a blank before it."""
    found = [(clause, getattr(part, clause.key)) for clause in clauses if clause.word[0] not in "@0"]
    words = [
        (one.word, "" if value is True else one.write(value))
        for one, value in found
        if value is not None and value is not False and value != []
    ]
    return "".join(f" {word}" for pair in words for word in pair if word)


def _clock(draft: RecordDraft) -> int | str:
    draft.at += 1
    return draft.clock(draft.at - 1, draft.tokens[draft.at - 1].removeprefix("@"))


def _parse_call_time(draft: RecordDraft) -> int | str:
    if not draft.peek():
        raise ParseError(draft.at, "expected when it was called", "for example `called deal`")
    return _clock(draft)


def _card(draft: RecordDraft) -> str:
    card = lexer.read_one_card(draft.tokens, draft.at, "one card", draft.known)
    if card is None:
        raise ParseError(draft.at, "expected one card", "leave out an unknown card")
    draft.at += 1
    return card


def parse_quotation(draft: RecordDraft) -> str:
    if draft.peek()[:1] != '"':
        raise ParseError(draft.at, "expected what was said, in quotes")
    draft.at += 1
    return lexer.unquote(draft.tokens[draft.at - 1], draft.at - 1)


def _person(draft: RecordDraft) -> str:
    """Return a seat, or the name of a person: one word, or several in quotes."""
    word = draft.take_token("a seat or a name")
    return lexer.unquote(word, draft.at - 1) if word[0] == '"' else draft.known.seat.get(word, word)


def _people(draft: RecordDraft) -> list[str]:
    """Return the seats and names up to a time, a number or a word of the line."""
    found = [_person(draft)]
    ends = {*lexer.RESERVED, *draft.known.infraction}
    while (word := draft.peek()) and not (word.lower() in ends or word[0] == "@" or word.isdecimal()):
        found.append(_person(draft))
    return found


def _seats(draft: RecordDraft) -> list[str]:
    found = [draft.read_seat("the seats")]
    while draft.peek() in draft.known.seat:
        found.append(draft.read_seat())
    return found


def _seat(word: str, key: str, expected: str) -> Clause:
    return Clause(word, key, lambda draft: draft.read_seat(expected))


def _number(word: str, key: str, expected: str) -> Clause:
    return Clause(word, key, lambda draft: draft.read_count(expected))


_TRICK: Final = _number("trick", "trick", "the number of the trick")
_ORDER: Final = _number("order", "order", "its place among the events of that moment")
_AT: Final = Clause("@", "at", _clock)

#: In the order of canonical text.
DEAL_CLAUSES: Final = (
    _number("cut", "cut", "the number of cards in the smaller part of the cut"),
    _seat("due", "due_dealer", "who was due to deal"),
)
INCIDENT: Final = (
    _seat("to", "to", "the seat it was said to"),
    Clause("card", "card", _card, str.lower),
    _TRICK,
    Clause("quote", "quote", parse_quotation, lexer.quote_text),
    Clause("called", "called", _parse_call_time),
    Clause("for", "replaced_by", _card, str.lower),
    Clause("seen", "seen_by", _seats, " ".join),
    Clause("by", "by", RecordDraft.read_team),
    Clause("by", "by_other", _person, lexer.person),
    _seat("believed", "believed", "who was thought to have won the trick"),
    _seat("helped", "helped", "whom it helped"),
    Clause("in play", "in_play"),
    _ORDER,
    _AT,
    # No clock: stored until the line is read, so that none of its place is added.
    Clause("@-", "at", lambda _draft: None),
)
CLAIM: Final = (
    _TRICK,
    _TRICK._replace(word="0"),
    Clause("reviewed", "reviewed"),
    Clause("by", "reviewed_by", _person, lexer.person),
    Clause("withdrawn", "withdrawn"),
    Clause("watched", "witnesses", _people, lambda people: " ".join(map(lexer.person, people))),
    _ORDER,
    _AT,
)
AGREEMENT: Final = (Clause("by", "by", _seats, " ".join), _ORDER, _AT)


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
    contract = _begin_contract(draft)
    draft.put(contract, ("contract", "trump"), draft.read_word(lexer.SUIT, "the trump suit"))
    draft.require_end()


def read_family_contract(draft: RecordDraft) -> None:
    """`contract S 4 hearts`, `contract NS 6 pfeffer spades alone forced`"""
    contract = _begin_contract(draft)
    draft.put(contract, ("contract", "tricks"), draft.read_count("the number of tricks needed"))
    while word := draft.peek().lower():
        if word in ("alone", "forced") or word in lexer.KIND_WORDS:
            draft.at += 1
            key, value = ("kind", lexer.KIND_WORDS[word]) if word in lexer.KIND_WORDS else (word, True)
            draft.put(contract, ("contract", key), value)
        else:
            draft.put(contract, ("contract", "trump"), draft.read_word(lexer.STRAIN, "what was named"))
    set_seating(draft)


def _begin_contract(draft: RecordDraft) -> dict[str, Any]:
    """Return the contract of the hand with its maker, to which the rest of the line is added."""
    draft.moment = "declaring"
    contract: dict[str, Any] = {}
    draft.put(draft.data, ("contract",), contract)
    draft.put(contract, ("contract", "maker"), draft.read_side())
    return contract


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
    turn = lexer.find_turn(calls, _dealer_of(draft), draft.known.left)
    for token, text in enumerate(draft.tokens[1:], 1):
        call = _family_call(draft, text, token, turn)
        if call["call"] not in lexer.NO_TURN:
            turn = draft.known.left[call["seat"]]
        _declare(draft, call, token)
    set_seating(draft)


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
    call: dict[str, Any] = {"seat": draft.read_seat("the seat that named trump"), "call": "trump"}
    call["trump"] = draft.read_word(lexer.STRAIN, "what was named: a suit, `notrump`, `high` or `low`")
    while word := draft.peek():
        if word[0] == "@" and "at" not in call:
            _strip_clock(draft, call, word, draft.at)
        elif word.lower() == "alone":
            call["alone"] = True
        else:
            raise word_error(draft.at, word, ("alone",), "`alone` or a time such as @0")
        draft.at += 1
    _declare(draft, call, 1)
    set_seating(draft)


def read_out(draft: RecordDraft) -> None:
    """`out P5 P2@1`"""
    _begin_declaring(draft, "the seat that left the hand")
    for token, word in enumerate(draft.tokens[1:], 1):
        call: dict[str, Any] = {"seat": "", "call": "out"}
        call["seat"] = draft.seat_called(_strip_clock(draft, call, word, token), token)
        _declare(draft, call, token)
    set_seating(draft)


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


def set_seating(draft: RecordDraft) -> None:
    """Set who plays, and so the width of a trick, from the lines read so far."""
    data = draft.data
    seats = tuple(data.get("seats", bid_euchre.COMPASS))
    calls = [
        bid_euchre.SeatCall(one["seat"], one["call"], one.get("alone", False), one.get("at"))
        for one in data.get("declarations", ())
    ]
    contract = data.get("contract")
    if contract and not calls:
        maker, kind = contract.get("maker", ""), contract.get("kind", "bid")
        calls = [bid_euchre.SeatCall(maker, kind, contract.get("alone", False))]
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
        draft.put(draft.data, ("cards_each",), draft.read_count("the number of cards dealt to each"))
    draft.require_end()
    set_seating(draft)


def read_family_seats(draft: RecordDraft) -> None:
    """`seats N Ann / E Bob`; at other tables name every seat: `seats P1 Ann / P2 Bob / P3 -`."""
    players: dict[str, str] = draft.data.get("players", {})
    seats = []
    for stop in draft.parts():
        seats.append(draft.read_word(lexer.ANY_SEAT, "a seat, N E S W or P1 to P6"))
        start = draft.at
        if draft.tokens[start:stop] != ["-"]:
            draft.put(players, ("players", seats[-1]), draft.read_text(stop), start)
    if not set(seats) <= set(bid_euchre.COMPASS):
        if tuple(seats) not in bid_euchre.TABLES:
            help = "name all of them clockwise, starting with P1"
            raise ParseError(1, "these seats do not make a table", help)
        if draft.deal or draft.plays or "declarations" in draft.data:
            what = "the `seats` line comes after lines that name seats"
            raise ParseError(0, what, "move the `seats` line above them")
        draft.put(draft.data, ("seats",), seats, 0)
        draft.known = lexer.vocabulary(tuple(seats))
    if players:
        draft.data["players"] = players
        draft.mark(("players",), 0)
    if strangers := set(players) - set(draft.data.get("seats", bid_euchre.COMPASS)):
        help = f"the seats are {' '.join(draft.data['seats'])}; name players only for these"
        raise ParseError(1, f"there is no seat {min(strangers)} at this table", help)
    set_seating(draft)


_CALLED: Final = {
    **{spelling: kind for name, kind in lexer.KIND.items() for spelling in (f"+{name}", name)},
    "+show": "show",
}


def read_melds(draft: RecordDraft) -> None:
    """`melds W:+dad=9hthjh S:+belle@7`, or `melds none` if it is known that nothing was called."""
    if draft.says_none:
        draft.put(draft.data, ("melds",), [], 0)
        draft.none_called = draft.mark_of(0)
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
    draft.pending.append(PendingCall(meld, owner, is_showing, moment, draft.mark_of(token)))
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
        raise word_error(token, word, _CALLED, "a call such as `+dad`")
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


def settle(draft: RecordDraft, player: str | None) -> None:
    """Give the pending calls their seat and moment: `player` plays the next card, None if there is none."""
    waiting, draft.pending = draft.pending, []
    for call in waiting:
        owner, meld = call.owner or player, call.meld
        if owner is None:
            help = "or add the seat that called, as in `N:+dad`"
            draft.add_fault(call.mark, "expected a card after the call", help)
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
    draft.add_fault(showing.mark, f"{owner} has not called a meld to show here", help)


# Tricks


def read_trick(draft: RecordDraft) -> None:
    """`1N ahacjcjh`, or with calls `1 N  ah +dad ac E:kd jh > S`."""
    tokens, head = draft.tokens, 0
    while tokens[head][0] in "{;":
        draft.add_comment(head, tokens[head], draft.moment)
        head += 1
    number, leader = draft.known.head[tokens[head].rstrip(".:")]
    draft.at = head + 1
    if leader is not None and leader not in draft.seating.follows:
        draft.seat_called(leader, head, "the seat that led")
    if leader is None:
        leader = draft.read_seat("the seat that led")
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
            cards = inflect(has, "only one card", "only {spelled} cards", spelled=number_word(has))
            what = f"trick {number} starts, but trick {draft.tricks} has {cards}"
        draft.add_fault(draft.mark_of(token), what, "write `?` for an unknown card")
    draft.tricks, draft.room = draft.tricks + 1, width
    if draft.winner is not None:
        winner, mark = draft.winner
        draft.winner = None
        if winner != leader:
            what = f"the trick is marked as won by {winner}, but {leader} leads the next one"
            draft.add_fault(mark, what, "correct one of them, or leave out the mark: the cards show who won")


def _read_cards(draft: RecordDraft, start: int, seat: str) -> None:
    """Parse cards and the notes among them; `seat` plays next."""
    rest = iter(range(start, len(draft.tokens)))
    for token in rest:
        word = draft.tokens[token]
        named, colon, said = word.partition(":")
        if word[0] == ">":
            _mark_winner(draft, next(rest, len(draft.tokens)) if word == ">" else token)
        elif word[0] in "{;":
            draft.add_comment(token, word, len(draft.plays))
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
        help = f"the mark follows the {number_word(width)} cards of its trick; write `?` for an unknown card"
        raise ParseError(token, f"the trick is marked as won before its {ordinal(width)} card", help)
    if draft.winner is not None and draft.winner[0] != seat:
        what = f"the trick is marked as won by {draft.winner[0]} and by {seat}"
        raise ParseError(token, what, "keep one of the two")
    draft.winner = seat, draft.mark_of(token)


def _play(draft: RecordDraft, word: str, start: int, token: int, seat: str) -> str:
    """Play the cards of a word from a character on, clockwise from `seat`; return the seat that plays next."""
    suit, seating = None, draft.seating
    if draft.known.names_suits:
        word, equals, name = word.partition("=")
        suit = lexer.SUIT.get(name.lower()) if equals else None
        if equals and (suit is None or start == len(word)):
            raise word_error(token, name, lexer.SUIT, "a card and the suit named with it, as in `jk=s`")
    for offset, code in _scan_on(draft, word, start, token):
        # The card of a seat that sits out belongs to no trick.
        counts = not seating.out or not seating.out >> seating.seats.index(seat) & 1
        if counts and draft.room <= 0:
            width = number_word(seating.width)
            help = f"a trick line has {width} cards" if seat else "cards go on trick lines, as in `1N ahac`"
            raise ParseError(token, "one card too many", help, offset)
        if draft.pending:
            settle(draft, seat)
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
            for offset, code in lexer.scan(word, start, token, draft.known):
                yield offset, code
                start = offset
            return
        except ParseError as error:
            draft.add_parse_error(error)
            yield error.offset, None
            start = error.offset + 2
            if word[start : start + 2] not in draft.known.card:
                return
