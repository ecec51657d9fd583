"""Which records of the Bid Euchre family are certainly clean, each by the place of its line, with the names in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clabber_audit.audit.laws import made_of_law
from clabber_audit.law.screen.bid_euchre.single import plain_hand, single_screen_of

#: Lines by their places, and what is found of them.
Lines = Sequence[tuple[int, bytes]]
Found = Iterator[tuple[int, tuple[str, ...]]]


def clean_in_columns(lines: Lines, law: str | None) -> Found:
    """All that stand alike at once, under a law given as JSON or each under its own; the others one by one."""
    from clabber_audit.law.screen.bid_euchre.hands import screen_of
    from clabber_audit.law.screen.bid_euchre.plain_lines import plain_lines

    found, others = plain_lines(lines)
    for plain in found:
        for number, name in enumerate(plain.rulesets.texts):
            screen = made_of_law(screen_of, law, name)
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
        screen = hand and made_of_law(single_screen_of, law, hand.ruleset)
        if hand and screen and screen.clean(hand):
            yield place, hand.names
