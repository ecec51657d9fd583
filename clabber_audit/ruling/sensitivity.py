"""How sure a ruling is: the fewest corrections to the record that would change what it decides, with an example.

A correction exchanges the names of two cards wherever the plays and the deal name them. That covers a card misread for
one that stands nowhere in the record, a player's card written down for another of his, and two plays exchanged, the
deal following each time. Up-cards, melds shown and cards exposed lay face up for all to see: they stay as written, and
what contradicts them is no possible correction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Final, NamedTuple

from clabber_audit.games.clabber.contradictions import possible
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.record.model import HandRecord
from clabber_audit.record.piles import lost
from clabber_audit.replay import Walk
from clabber_audit.ruling.judge import Ruling, adjudicate
from clabber_audit.table.cards import CODE, CODES, DECK_SIZE

#: How many corrected records to judge for one answer: all single corrections of a record, 276 at most, and then pairs.
BUDGET: Final = 600
#: The same where cards are not known, divided by their number, and where a hand was laid down: then each judgment is a
#: search of its own, and the longer the more is open.
OPEN_BUDGET: Final = 400
_FEWEST_TRIED: Final = 10
_FEWEST_OPEN: Final = 4


class Correction(NamedTuple):
    """Two cards that would have to be exchanged in the record."""

    one: str
    #: It stands in the record too, or nowhere: then the first was misread for it.
    other: str


class Spot(NamedTuple):
    """Where a card stands in a record."""

    #: The clock of its play, and whether it is known of its trick alone; None where it stands in a hand.
    at: int | None
    piled: bool = False
    #: Whose hand.
    seat: str = ""


class Robustness(NamedTuple):
    """How many corrections it takes to change what a ruling decides."""

    #: How many single corrections were possible and judged, and how many of them change it.
    singles: int
    changing: int
    #: How many pairs of them were judged, where no single one was enough.
    pairs: int
    #: A smallest change: one correction or two; empty when none was found.
    example: tuple[Correction, ...]
    #: What the ruling would be after the example.
    otherwise: Ruling | None
    #: Whether the budget ended before every single correction was judged.
    cut: bool
    #: Where the cards of the example stand, of each correction in the record as those before it leave it.
    spots: tuple[tuple[Spot | None, Spot | None], ...] = ()

    @property
    def needed(self) -> int | None:
        """The smallest number of corrections that change the decision; None when none was found."""
        return len(self.example) or None


class _Tried(NamedTuple):
    """A possible correction with the ruling on the record corrected."""

    corrections: tuple[Correction, ...]
    ruling: Ruling


def robustness(ruling: Ruling, budget: int | None = None) -> Robustness:
    """Try every single correction, and where none changes the decision, pairs of them within the budget.

    The decision is the outcome, the reneging team, whether the makers are set, and the verdict on each claim. What is
    tried first is what lies nearest: cards at fault, then tricks that a claim names, then the rest as they fell. Where
    it is not known what was trumps nothing is tried: that is open before any card.
    """
    decided = decision(ruling)
    budget = _budget(ruling.walk) if budget is None else budget
    corrections = _singles(ruling)
    tried = list(_judged(ruling, [(single,) for single in corrections[:budget]]))
    cut = len(corrections) > budget
    changing = [item for item in tried if decision(item.ruling) != decided]
    if changing or cut:
        return _answer(ruling, len(tried), len(changing), 0, changing, cut)
    pairs = 0
    for item in _judged(ruling, islice(_pairs(tried, ruling), budget - len(corrections))):
        pairs += 1
        if decision(item.ruling) != decided:
            return _answer(ruling, len(tried), 0, pairs, [item], cut)
    return _answer(ruling, len(tried), 0, pairs, [], cut)


def _budget(walk: Walk) -> int:
    hand = walk.hand
    if walk.strain is None:
        return 0
    if walk.certain and hand.record.laydown is None:
        return BUDGET
    unknown = sum(hand.hidden) + hand.cards.count(0)
    return max(_FEWEST_TRIED, OPEN_BUDGET // max(_FEWEST_OPEN, unknown))


def decision(ruling: Ruling) -> object:
    """What a ruling decides, apart from the points."""
    remedy = ruling.remedy
    went_set = remedy.outcome == "scored" and ruling.makers_set
    return remedy.outcome, remedy.reneging_team, went_set, [weighed.verdict for weighed in ruling.claims]


def _answer(ruling: Ruling, singles: int, changing: int, pairs: int, found: Sequence[_Tried], cut: bool) -> Robustness:
    example, otherwise = found[0] if found else ((), None)
    return Robustness(singles, changing, pairs, example, otherwise, cut, spots(ruling.walk.hand.record, example))


def spots(record: HandRecord, corrections: Sequence[Correction]) -> tuple[tuple[Spot | None, Spot | None], ...]:
    """Where the cards of each correction stand, once those before it are made; None for one that stands nowhere."""
    before = [corrected(record, corrections[:number]) for number in range(len(corrections))]
    return tuple((_spot(left, one), _spot(left, other)) for left, (one, other) in zip(before, corrections, strict=True))


def _spot(record: HandRecord, code: str) -> Spot | None:
    """The play of a card, else the hand that has it."""
    for at, play in enumerate(record.plays):
        if play.card == code:
            return Spot(at, at in lost(record))
    return next((Spot(None, seat=seat) for seat, codes in record.deal.hands.items() if code in codes), None)


def _judged(ruling: Ruling, tries: Iterable[tuple[Correction, ...]]) -> Iterator[_Tried]:
    """The rulings on the record corrected in each way; what cannot have happened is passed over."""
    for corrections in tries:
        judged = _judge(corrected(ruling.walk.hand.record, corrections), ruling.law)
        if judged:
            yield _Tried(corrections, judged)


def _judge(record: HandRecord, law: BoundRuleset) -> Ruling | None:
    hand = possible(record)
    return adjudicate(hand, law) if hand else None


def corrected(record: HandRecord, corrections: Sequence[Correction]) -> HandRecord:
    """The record with cards exchanged in its plays and its deal, one correction after the other."""
    names: dict[str | None, str] = {}
    for one, other in corrections:
        swapped = {one: other, other: one}
        names = {code: swapped.get(name, name) for code, name in {one: one, other: other, **names}.items()}
    plays = [
        play.model_copy(update={"card": names[play.card]}) if play.card in names else play for play in record.plays
    ]
    changes: dict[str, object] = {"plays": plays}
    if record.deal.hands:
        hands = {seat: [names.get(code, code) for code in codes] for seat, codes in record.deal.hands.items()}
        changes["deal"] = record.deal.model_copy(update={"hands": hands})
    return record.model_copy(update=changes)


def _singles(ruling: Ruling) -> list[Correction]:
    """Every exchange of two cards that changes the record, the likeliest first."""
    record = ruling.walk.hand.record
    clocks = {str(play.card): at for at, play in enumerate(record.plays) if play.card}
    holders = {str(code): str(seat) for seat, codes in record.deal.hands.items() for code in codes}
    holders |= {str(play.card): str(play.seat) for play in record.plays if play.card}
    suspects = _suspects(ruling)

    def key(correction: Correction) -> tuple[int, bool, int, int]:
        one, other = correction
        elsewhere = holders.get(other, holders[one]) != holders[one]
        nearest = min(suspects.get(one, DECK_SIZE), suspects.get(other, DECK_SIZE))
        return nearest, elsewhere, clocks.get(one, DECK_SIZE), clocks.get(other, DECK_SIZE)

    placed = sorted(holders, key=lambda code: (clocks.get(code, DECK_SIZE), CODES.index(code)))
    found = [Correction(*pair) for pair in combinations(placed, 2)]
    found += [Correction(code, other) for code in placed for other in CODES if other not in holders]
    telling = [pair for pair in found if not _same_again(pair, record, clocks, holders)]
    return sorted(telling, key=key)


def _same_again(pair: Correction, record: HandRecord, clocks: Mapping[str, int], holders: Mapping[str, str]) -> bool:
    """Whether exchanging two cards leaves the record saying the same.

    So it is with two cards of one hand that nobody played, and with two of a trick whose order is lost anyway.
    """
    one, other = pair
    if one not in clocks and other not in clocks:
        return holders[one] == holders.get(other)
    piled = lost(record)
    listed = {code for codes in record.deal.hands.values() for code in codes}
    if not piled or one in listed or other in listed:
        return False
    # A card that stands nowhere, and one of no such trick, each lie apart from all others.
    return piled.get(clocks.get(one, -1), 0) == piled.get(clocks.get(other, -1), -1)


def _suspects(ruling: Ruling) -> dict[str, int]:
    """The cards at fault, and those of tricks that a claim names, with how near they lie to the matter."""
    cards = ruling.walk.hand.cards
    claimed = [claim.trick for claim in ruling.walk.hand.record.claims if claim.trick]
    named = [at for trick in claimed for at in ruling.walk.clocks_of(trick)]
    near = {CODE[cards[at]]: 1 for at in named if cards[at]}
    fallen = [finding.at for finding in ruling.findings if finding.falls and 0 <= finding.at < len(cards)]
    return near | {CODE[cards[at]]: 0 for at in fallen if cards[at]}


def _pairs(tried: Sequence[_Tried], ruling: Ruling) -> Iterator[tuple[Correction, ...]]:
    """The possible corrections two by two, first of cards at fault, and those that come nearest to level points."""
    suspects = _suspects(ruling)

    def key(item: _Tried) -> tuple[bool, int]:
        ((one, other),) = item.corrections
        return suspects.get(one, 1) > 0 and suspects.get(other, 1) > 0, _margin(item.ruling)

    likely = [item.corrections[0] for item in sorted(tried, key=key)]
    for places in range(1, 2 * len(likely) - 2):
        for one in range(max(0, places - len(likely) + 1), (places + 1) // 2):
            yield likely[one], likely[places - one]


def _margin(ruling: Ruling) -> int:
    """How far the makers are ahead or behind; nothing where it is not the points that decide."""
    if ruling.remedy.outcome != "scored" or ruling.points is None:
        return 0
    return int(abs(ruling.points[0].total - ruling.points[1].total))
