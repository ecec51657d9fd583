"""Calls and showings of melds: among the cards, on a line of their own, and on the `melds` line.

A call's seat is that of the next card unless the call names one. Its moment is where it stands. Only a run
or four called directly before its seat's first card, or shown directly before its second, is in turn without
more words; a belle's proper moment depends on trump, so a belle among the cards has the clock of its place.
"""

from __future__ import annotations

from typing import Any, Final

from clabber_audit.notation.draft import Draft, Waiting
from clabber_audit.notation.slip import Slip, quote, unknown
from clabber_audit.notation.words import KIND, MELD_CLOCK, MOST_ENTRIES, NONE, UNWRITTEN

_CALLED: Final = {
    **{spelling: kind for name, kind in KIND.items() for spelling in (f"+{name}", name)},
    "+show": "show",
}


def read_melds(draft: Draft, tokens: list[str]) -> None:
    """`melds W:+dad=9hthjh S:+belle@7`, or `melds none` if it is known that nothing was called."""
    if len(tokens) == 2 and tokens[1].lower() in NONE:
        draft.put(draft.data, ("melds",), [])
        draft.none_called = draft.here(0)
        return
    if len(tokens) == 1:
        raise Slip(1, "expected a call such as `W:+dad`", "write `none` if it is known that nothing was called")
    for token in range(1, len(tokens)):
        word = tokens[token]
        named, colon, call = word.partition(":")
        if not colon or not call:
            raise Slip(token, f"expected a seat and a call, but found {quote(word)}", "for example `W:+dad`")
        owner = draft.seat_called(named, token)
        meld, is_showing = _read(draft, word, len(named) + 1, token)
        if is_showing:
            raise Slip(
                token, "`+show` belongs among the cards of a trick", "here, add the cards to the call: `W:+dad=9hthjh`"
            )
        meld["seat"] = owner
        drop_default(meld, "announced")


def call_meld(draft: Draft, word: str, start: int, token: int, owner: str | None) -> None:
    """Reads a call or showing among the cards, of a named seat or of the seat that plays next."""
    if owner is None and isinstance(draft.moment, str):
        raise Slip(
            token,
            "expected a seat before the call",
            "no card follows it, so add the seat, for example `N:+dad`",
        )
    meld, is_showing = _read(draft, word, start, token)
    moment = draft.moment if isinstance(draft.moment, str) else len(draft.plays)
    draft.pending.append(Waiting(meld, owner, is_showing, moment, draft.here(token)))
    if isinstance(moment, str):
        settle(draft, None)


def _read(draft: Draft, word: str, start: int, token: int) -> tuple[dict[str, Any], bool]:
    """A call such as `+dad@5=9hthjh@9`, or `+show=9hthjh`; whether it is a showing."""
    call, equals, _ = word[start:].partition("=")
    name, at, announced = call.partition("@")
    kind = _CALLED.get(name) or _CALLED.get(name.lower())
    meld: dict[str, Any] = {}
    is_showing = kind == "show"
    if kind is None:
        raise unknown(token, word, _CALLED, "a call such as `+dad`")
    if not is_showing:
        if len(draft.melds) == MOST_ENTRIES:
            raise Slip(token, f"a hand can have at most {MOST_ENTRIES} melds")
        meld["kind"] = kind
        draft.mark(("melds", len(draft.melds)), token)
        draft.melds.append(meld)
    if at:
        meld["shown" if is_showing else "announced"] = _moment(draft, token, announced)
    if equals:
        _read_showing(draft, meld, word, start + len(call) + 1, token)
    return meld, is_showing


def _read_showing(draft: Draft, meld: dict[str, Any], word: str, start: int, token: int) -> None:
    """What stands after the `=` of a call: cards, or `-` for never shown; `@` and a clock if not in turn."""
    cards, at, moment = word[start:].partition("@")
    if cards == "-":
        meld["shown"] = "never"
    elif cards:
        meld["cards"] = found = list[str]()
        path = ("melds", len(draft.melds) - 1, "cards") if "kind" in meld else ()
        draft.add_cards(found, word[: start + len(cards)], token, path, start)
    if at and "shown" in meld:
        raise Slip(
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
        raise Slip(token, "expected cards after `=`", "write `=-` for a meld never shown", start)


def _moment(draft: Draft, token: int, word: str) -> int | str | None:
    """When a meld was called or shown: `?` where nobody wrote it down."""
    return None if word == UNWRITTEN else draft.clock(token, word, MELD_CLOCK)


def settle(draft: Draft, player: str | None) -> None:
    """Gives the waiting calls their seat and moment, now that `player` plays the next card, or None does."""
    waiting, draft.pending = draft.pending, []
    for call in waiting:
        owner = call.owner or player
        if owner is None:
            draft.fault(call.mark, "expected a card after the call", "or add the seat that called, as in `N:+dad`")
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


def _show(draft: Draft, showing: Waiting, owner: str, in_turn: bool) -> None:
    """Adds a showing to the first call of its seat, belle apart, that has none."""
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
