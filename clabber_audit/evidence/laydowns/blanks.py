"""A trick that is lost for certain: hands of which some cards are known, and the others are blanks.

A blank is any card that its hand may hold. Who plays for a loss may count only on what is so whatever the blanks are:
on a card known that the law lets him play beside any of them, or on a blank that loses a trick whichever card it turns
out to be. Nothing is learnt from what falls. So what is found lost is lost in every deal, and on every line that those
choose who play to win; what is not found lost may be so all the same.
"""

from __future__ import annotations

from functools import reduce
from typing import Final

from clabber_audit.evidence.effort import spend
from clabber_audit.evidence.laydowns.deals import single
from clabber_audit.evidence.laydowns.duties import ELSE, Duties, kinds_under
from clabber_audit.evidence.laydowns.order import choices, masters, order
from clabber_audit.evidence.laydowns.position import Laid, Position, follower, next_to_play
from clabber_audit.table.cards import DECK, SEATS, SUIT_OF

#: For each set of kinds that the blanks may be: the kinds of known cards and of blanks that may fall.
_Ways = tuple[tuple[int, int], ...]
_SEATS: Final = tuple(range(len(SEATS)))


class TooLong(Exception):
    """More turns than were allowed: it was not found out."""


class Blanks:
    """The search for a certain loss. An order stated may bind only a hand without blanks."""

    def __init__(self, laid: Laid, law: Duties) -> None:
        self._laid, self._law, self._most = laid, law, 0
        self._order, self._friends = order(laid.trump), laid.friends
        self._binding = tuple(self._order.place[card] for card in laid.binding)
        self._ways: dict[object, _Ways] = {}
        self._may: tuple[int, ...] = ()
        self._known: dict[object, bool] = {}
        #: How many turns were looked at for the last question.
        self.looked_at = 0

    def lost(self, here: Position, blanks: tuple[int, ...], may: tuple[int, ...], most: int) -> bool:
        """Whether a trick is lost from a position, in the order of tricks, of which the hands hold known cards.

        `blanks` is how many more each seat holds, `may` what each may be. False where more than `most` turns
        would have to be looked at.
        """
        self._may, self._known, self._most, self.looked_at = may, {}, most, 0
        try:
            return self._lost(here, blanks)
        except TooLong:
            return False
        finally:
            spend(self.looked_at)

    def _lost(self, here: Position, blanks: tuple[int, ...]) -> bool:
        if here.fallen:
            return self._searched(here, blanks)
        name = here.hands, blanks, here.turn
        found = self._known.get(name)
        if found is None:
            found = self._outnumbered(here, blanks) or (
                not self._all_masters(here, blanks) and self._searched(here, blanks)
            )
            self._known[name] = found
        return found

    def _outnumbered(self, here: Position, blanks: tuple[int, ...]) -> bool:
        """Whether the other side wins a trick by its trumps alone, before a lead.

        Each trump of one hand falls to another trick, where it wins unless a higher one falls too.
        """
        friends, trump = self._friends, self._laid.trump
        ours = may_be_ours = more = 0
        for seat in _SEATS:
            if friends >> seat & 1:
                ours |= here.hands[seat] & trump
                may_be_ours |= self._may[seat] & trump if blanks[seat] else 0
                more += blanks[seat]
        for seat in _SEATS:
            theirs, count = here.hands[seat] & trump, 0
            while theirs and not friends >> seat & 1:
                higher = -1 << theirs.bit_length()
                theirs ^= 1 << theirs.bit_length() - 1
                count += 1
                if (ours & higher).bit_count() + min(more, (may_be_ours & higher).bit_count()) < count:
                    return True
        return False

    def _all_masters(self, here: Position, blanks: tuple[int, ...]) -> bool:
        """Whether the layer is to lead, and nothing that others may hold beats any card of his."""
        layer, trump = self._laid.seat, self._laid.trump
        if here.turn != layer or blanks[layer]:
            return False
        mine, others = here.hands[layer], sum(here.hands) ^ here.hands[layer]
        for seat in _SEATS:
            others |= self._may[seat] if blanks[seat] else 0
        most = max(map(sum, zip(blanks, map(int.bit_count, here.hands), strict=True)))
        return (not others & trump or not mine & ~trump) and most <= mine.bit_count() and masters(mine, others)

    def _searched(self, here: Position, blanks: tuple[int, ...]) -> bool:
        self.looked_at += 1
        if self.looked_at > self._most:
            raise TooLong
        turn = here.turn
        held, may, live = here.hands[turn], self._may[turn] if blanks[turn] else 0, self._live(here, blanks)
        if not (held or may):
            # Where hands are uneven those left in the trick may all have run out.
            return False
        if here.winner >= 0 and not self._friends >> here.winner & 1 and not self._friends_wait(here, blanks):
            return True
        kinds = kinds_under(here.led, self._laid.trump, here.winning & self._laid.trump)
        answers: dict[tuple[int, bool], bool] = {}

        def loses(card: int, blank: bool) -> bool:
            if (card, blank) not in answers:
                answers[card, blank] = self._after(here, blanks, card, blank)
            return answers[card, blank]

        def some_blank(kind: int) -> bool:
            # Others may hold cards between any two that it may be, so no two that take the trick are alike.
            cards = may & kinds[kind]
            taking = single(cards & here.winning)[: 1 if here.fallen == len(_SEATS) - 1 else None]
            return all(loses(card, True) for card in ([0] if cards & ~here.winning else []) + taking)

        def known(allowed: int) -> list[int]:
            cards = held & sum(kinds[kind] for kind in kinds if kind & allowed)
            bound = self._bound(turn, cards)
            return [bound] if bound else choices(self._order, cards, live, here.winning)

        ways = self._allowed(here.led, kinds, held, may, blanks[turn])
        if self._laid.choosing >> turn & 1:
            fall, blank = (reduce(int.__or__, column) for column in zip(*ways, strict=True))
            return all(some_blank(kind) for kind in kinds if kind & blank) and all(
                loses(card, False) for card in known(fall)
            )
        return all(
            any(some_blank(kind) for kind in kinds if kind & blank) or any(loses(card, False) for card in known(fall))
            for fall, blank in ways
        )

    def _live(self, here: Position, blanks: tuple[int, ...]) -> int:
        """All cards that may be in somebody's hand."""
        return reduce(int.__or__, (may for may, count in zip(self._may, blanks, strict=True) if count), sum(here.hands))

    def _friends_wait(self, here: Position, blanks: tuple[int, ...]) -> bool:
        """Whether one whose trick counts as won has still to play to the trick."""
        waiting = self._friends & ~here.gone
        return any(waiting >> seat & 1 and (here.hands[seat] or blanks[seat]) for seat in _SEATS)

    def _bound(self, turn: int, cards: int) -> int:
        """The card that the order stated demands of a seat; 0 where it demands none."""
        return next((card for card in self._binding if card & cards), 0) if turn == self._laid.seat else 0

    def _allowed(self, led: int, kinds: dict[int, int], held: int, may: int, blanks: int) -> _Ways:
        """What the law lets a hand play, for each set of kinds that its blanks may be of."""
        known = sum(kind for kind, cards in kinds.items() if held & cards)
        if led == DECK:
            return ((known, ELSE if blanks else 0),)
        unknown = sum(kind for kind, cards in kinds.items() if may & cards)
        name = led == self._laid.trump, known, unknown, blanks
        if name not in self._ways:
            law = self._law[led == self._laid.trump]
            sets = [some for some in range(unknown + 1) if not some & ~unknown and some.bit_count() <= blanks]
            fall = {(law[known | some], some & law[known | some]) for some in sets if some or not blanks}
            self._ways[name] = tuple(sorted(fall))
        return self._ways[name]

    def _after(self, here: Position, blanks: tuple[int, ...], card: int, blank: bool) -> bool:
        """Whether a trick is lost once a card has fallen, known or `blank`; of a blank that takes nothing it is 0."""
        turn, hands = here.turn, here.hands
        if blank:
            blanks = (*blanks[:turn], blanks[turn] - 1, *blanks[turn + 1 :])
        else:
            hands = (*hands[:turn], hands[turn] ^ card, *hands[turn + 1 :])
        takes = card & here.winning
        winning, winner = (self._order.beaters[card], turn) if takes else (here.winning, here.winner)
        led = here.led if here.fallen else SUIT_OF[card]
        gone, fallen = here.gone | 1 << turn, here.fallen + 1
        sizes = [hand.bit_count() + count for hand, count in zip(hands, blanks, strict=True)]
        following = follower(sizes, turn, fallen, gone)
        if following is not None:
            return self._lost(Position(hands, following, led, winning, winner, fallen, gone), blanks)
        if not self._friends >> winner & 1:
            return True
        leader = next_to_play(sizes, winner, 0)
        return leader is not None and self._lost(Position(hands, leader, DECK, DECK, -1, 0, 0), blanks)
