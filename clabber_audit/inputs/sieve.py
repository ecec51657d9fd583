"""The hands of a season on their way to its table: those that are certainly clean are neither read nor judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from clabber_audit.core.errors import one_by_one_pays, screen_pays
from clabber_audit.inputs.records import InputRecord, Unread, blocks, read_in
from clabber_audit.judge.clean import CleanHand
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.screen.silence import unless_buggy
from clabber_audit.rules.screen.single import SingleScreen, plain_hand, single_screen_of

if TYPE_CHECKING:
    from clabber_audit.rules.screen.hands import Screen

#: So many bytes of lines are looked at at once.
_SIZE: Final = 1 << 18


class Sieve:
    """What finds the hands that are certainly clean under a law, block by block."""

    def __init__(self, law: BoundRuleset) -> None:
        self._law, self._seen = law, 0

    def sifted(self, items: Iterable[InputRecord | Unread]) -> Iterator[InputRecord | CleanHand]:
        """What is offered, in its order: hands that are certainly clean, and all else as it is read."""
        for block in blocks(items, _SIZE):
            self._seen += len(block)
            clean = unless_buggy(self._clean([item.text or b"" if isinstance(item, Unread) else b"" for item in block]))
            for place, item in enumerate(block):
                yield clean.get(place) or read_in(item)

    def _clean(self, lines: Sequence[bytes]) -> Iterator[tuple[int, CleanHand]]:
        """The hands that are certainly clean, with their places among some lines; of few hands none are sought."""
        if screen_pays(self._seen):
            from clabber_audit.judge.clean import clean_in_columns

            yield from clean_in_columns(lines, self._screen) if self._screen else ()
        elif one_by_one_pays(self._seen):
            yield from self._one_by_one(lines)

    @cached_property
    def _screen(self) -> Screen | None:
        from clabber_audit.rules.screen.hands import screen_of

        return screen_of(self._law)

    @cached_property
    def _single(self) -> SingleScreen | None:
        return single_screen_of(self._law)

    def _one_by_one(self, lines: Sequence[bytes]) -> Iterator[tuple[int, CleanHand]]:
        """The same without numpy, the extra `fast`."""
        for place, line in enumerate(lines) if self._single else ():
            hand = plain_hand(line)
            settled = hand and self._single and self._single.settled(hand)
            if hand and settled:
                name, context, players, teams, *_ = hand.beside
                around = name, hand.ruleset or None, context, players, teams, hand.score or None
                yield place, CleanHand(line, around, hand.dealer, *settled)
