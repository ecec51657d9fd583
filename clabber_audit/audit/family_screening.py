"""Which records of the Bid Euchre family are certainly clean, each by the place of its line, with the names in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from clabber_audit.audit.laws import law_asked
from clabber_audit.law.screen.bid_euchre.single import SingleScreen, plain_hand, single_screen_of

if TYPE_CHECKING:
    from clabber_audit.law.screen.bid_euchre.hands import Screen

#: Lines by their places, and what is found of them.
Lines = Sequence[tuple[int, bytes]]
Found = Iterator[tuple[int, tuple[str, ...]]]


def clean_in_columns(lines: Lines, law: str | None) -> Found:
    """All that stand alike at once, under a law given as JSON or each under its own; the others one by one."""
    from clabber_audit.law.screen.bid_euchre.plain_lines import plain_lines

    found, others = plain_lines(lines)
    for plain in found:
        for number, name in enumerate(plain.rulesets.texts):
            screen = _screen(law, name)
            rows = (plain.rulesets.at == number).nonzero()[0]
            if screen is not None and len(rows):
                for row in rows[screen.clean(plain.hands.only(rows))].tolist():
                    yield int(plain.rows[row]), plain.names[row]
    if others:
        texts = dict(lines)
        yield from clean_one_by_one([(place, texts[place]) for place in others], law)


def clean_one_by_one(lines: Lines, law: str | None) -> Found:
    """The same without numpy, the extra `fast`."""
    for place, line in lines:
        hand = plain_hand(line)
        screen = hand and _single_screen(law, hand.ruleset)
        if hand and screen and screen.clean(hand):
            yield place, hand.names


@lru_cache(maxsize=16)
def _screen(law: str | None, name: bytes) -> Screen | None:
    from clabber_audit.law.screen.bid_euchre.hands import screen_of

    asked = law_asked(law, name)
    return screen_of(asked) if asked else None


@lru_cache(maxsize=16)
def _single_screen(law: str | None, name: bytes) -> SingleScreen | None:
    asked = law_asked(law, name)
    return single_screen_of(asked) if asked else None
