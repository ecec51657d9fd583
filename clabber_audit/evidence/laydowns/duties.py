"""What a law lets a hand play, learnt once by asking it, so that a search need not ask again at every card.

Every duty about a card that falls is a question about the suit led, about trumps and about the highest trump on the
table (R-033 to R-036). So the cards of a hand fall into four kinds of which a law allows each as a whole or not at
all, and what it allows depends only on which kinds the hand holds.
"""

from __future__ import annotations

from typing import Final

from clabber_audit.evidence.laydowns.position import Legal
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.table.cards import DECK, RANK, SUIT

#: The kinds: of the plain suit led, trumps above the highest on the table, other trumps, all else.
LED, ABOVE, BELOW, ELSE = 1, 2, 4, 8
KINDS: Final = (LED, ABOVE, BELOW, ELSE)
#: Kinds held -> kinds allowed, on a plain lead and on a lead of trumps.
Duties = tuple[tuple[int, ...], tuple[int, ...]]


def duties(legal: Legal, trump: int) -> Duties:
    """What a law allows under a trump suit, by the kinds of cards held; all of them where it would allow nothing."""
    plain, other = [suit for suit in SUIT.values() if suit != trump][:2]
    samples = {
        LED: plain & RANK["A"],
        ABOVE: trump & RANK["J"],
        BELOW: trump & RANK["K"],
        ELSE: other & RANK["A"],
    }
    over = RANKINGS[trump].beaters[trump & RANK["T"]]

    def allowed(held: int, led: int) -> int:
        if led == trump and held & LED:
            return 0
        found = legal(sum(samples[kind] for kind in KINDS if held & kind), led, over)
        return sum(kind for kind in KINDS if samples[kind] & found) or held

    on_plain, on_trumps = (tuple(allowed(held, led) for held in range(1 << len(KINDS))) for led in (plain, trump))
    return on_plain, on_trumps


def kinds_under(led: int, trump: int, above: int) -> dict[int, int]:
    """The cards of the pack by their kinds; before a lead all are of one that is always allowed."""
    if led == DECK:
        return {ELSE: DECK}
    return {LED: led & ~trump, ABOVE: trump & above, BELOW: trump & ~above, ELSE: DECK & ~(led | trump)}


def playable(law: Duties, hand: int, led: int, trump: int, above: int) -> int:
    """The cards of a hand that may fall, as a mask; `above` are the trumps above the highest in the trick."""
    if led == DECK:
        return hand
    trumps = hand & trump
    over = trumps & above
    under = trumps ^ over
    following = hand & led & ~trump
    rest = hand & ~(trumps | following)
    held = (following and LED) | (over and ABOVE) | (under and BELOW) | (rest and ELSE)
    kinds = law[led == trump][held]
    if kinds == held:
        return hand
    return (
        (following if kinds & LED else 0)
        | (over if kinds & ABOVE else 0)
        | (under if kinds & BELOW else 0)
        | (rest if kinds & ELSE else 0)
    )


class Telling:
    """What a card that falls legally says of the rest of the hand: the kinds of cards that it does not hold."""

    def __init__(self, law: Duties, trump: int) -> None:
        """`simple` is false for a law under which holding one kind of card excuses from playing another."""
        self._trump = trump
        told = {(kind, led): _excluded(law, kind, led) for led in (False, True) for kind in KINDS}
        self.simple = None not in told.values()
        self._told = {key: kinds or 0 for key, kinds in told.items()}

    def excluded(self, card: int, led: int, above: int) -> int:
        """The cards that a hand cannot hold when `card` falls legally from it; none before a lead."""
        if led == DECK:
            return 0
        trump = self._trump
        plain = LED if card & led else ELSE
        kind = (ABOVE if card & above else BELOW) if card & trump else plain
        kinds = self._told[kind, led == trump]
        return (
            (led & ~trump if kinds & LED else 0)
            | (trump & above if kinds & ABOVE else 0)
            | (trump & ~above if kinds & BELOW else 0)
            | (DECK & ~(led | trump) if kinds & ELSE else 0)
        )


def _excluded(law: Duties, kind: int, led_trumps: bool) -> int | None:
    """The kinds that a hand cannot hold when a card of `kind` falls legally from it, if it may hold any others."""
    kinds = [other for other in KINDS if not (led_trumps and other == LED)]
    holdings = [held for held in range(1 << len(KINDS)) if held & kind and (not led_trumps or not held & LED)]
    legal = [held for held in holdings if law[led_trumps][held] & kind]
    barred = sum(other for other in kinds if not any(held & other for held in legal))
    return barred if legal == [held for held in holdings if not held & barred] else None
