"""Evaluate the lay-down of a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from clabber_audit.cards.cards import BIT, CODE, DECK, DECK_SIZE, SEAT, SEATS, number
from clabber_audit.evidence.budget import Effort as Work
from clabber_audit.evidence.budget import Spent, within
from clabber_audit.evidence.completions import frame, world_with
from clabber_audit.evidence.laydowns.position import Duties, Laid, Leads, Line, Position, Unplaced, duties
from clabber_audit.evidence.laydowns.search import Hands, OpenPosition, losing_line, single
from clabber_audit.evidence.laydowns.weigh import EFFORT, Effort, Play, Weighed, weigh
from clabber_audit.games.clabber.ranking import RANKINGS, hands_with_upcard
from clabber_audit.records.hand import Hand
from clabber_audit.records.partial_deal import Completion
from clabber_audit.replay import Replay, replay_hand
from clabber_audit.replay.tricks import standing
from clabber_audit.rules.bound_ruleset import BoundRuleset, legal_cards
from clabber_audit.rules.infraction import LaydownResult, LaydownSearched

_PLAYERS: Final = len(SEATS)
#: How many tables are looked at for one lay-down.
_MOST: Final = 96
_NOBODY: Final = (0,) * _PLAYERS
#: The table once the last card has fallen, whatever it was.
_NOTHING_LEFT: Final = OpenPosition(
    Position(_NOBODY, 0, DECK, DECK, -1, 0, 0), Unplaced(0, _NOBODY, _NOBODY, _NOBODY, _NOBODY)
)


def tables(replay: Replay, at: int) -> Iterator[tuple[Hand, OpenPosition]]:
    """Yield every position of the lay-down that a replay with known or assumed trumps allows, with its hand.

    Raise `Spent` if there are too many, or if it is unknown how many cards a seat was dealt.
    """
    hand = replay.hand
    if not any(_left(hand, at)):
        yield hand, _NOTHING_LEFT
        return
    if hand.pool.bit_count() < sum(hand.hidden):
        raise Spent
    trick = hand.seating.lead_of(at)
    deciding = [clock for clock in range(trick, at) if not hand.cards[clock]]
    if not _one_seat(replay.turn_at(at)):
        deciding += [clock for clock in range(max(trick - hand.seating.width, 0), trick) if not hand.cards[clock]]
    fillings = product(*[_possible(hand, clock) for clock in deciding])
    for count, filling in enumerate(filling for filling in fillings if len(set(filling)) == len(filling)):
        if count == _MOST:
            raise Spent
        filled = _filled(hand, deciding, filling) if deciding else hand
        if filled and _held(filled, at)[1].possible:
            yield filled, _table(replay if filled is hand else replay_hand(filled, replay.order, replay.strain), at)


def _left(hand: Hand, at: int) -> list[int]:
    """Return the number of cards that each seat held at a clock."""
    gone = hand.seats[:at]
    return [
        dealt.bit_count() + hidden - gone.count(seat)
        for seat, (dealt, hidden) in enumerate(zip(hand.dealt, hand.hidden, strict=True))
    ]


def _stated(hand: Hand) -> int:
    assert hand.record.laydown is not None
    return sum(BIT[card] for card in hand.record.laydown.order)


def _one_seat(turn: int) -> bool:
    return turn.bit_count() <= 1


def _possible(hand: Hand, clock: int) -> list[int]:
    """Return the cards, as bits, that may have fallen at a clock."""
    seat = hand.seats[clock]
    mask = (hand.dealt[seat] | (hand.pool if hand.hidden[seat] else 0)) & ~_stated(hand)
    for start, stop, cards in hand.piles:
        mask &= cards if start <= clock < stop else ~cards
    return [1 << place for place in range(DECK_SIZE) if mask >> place & 1 and 1 << place not in hand.cards]


def _filled(hand: Hand, clocks: list[int], filling: tuple[int, ...]) -> Hand | None:
    """Return the hand with cards filled in at some clocks, None if a seat would have been dealt too many."""
    cards, dealt, hidden = list(hand.cards), list(hand.dealt), list(hand.hidden)
    for clock, card in zip(clocks, filling, strict=True):
        seat = hand.seats[clock]
        cards[clock] = card
        if not card & dealt[seat]:
            dealt[seat] |= card
            hidden[seat] -= 1
    return hand._replace(cards=cards, dealt=tuple(dealt), hidden=tuple(hidden)) if min(hidden) >= 0 else None


def _table(replay: Replay, at: int) -> OpenPosition:
    hand = replay.hand
    fallen = hand.seating.place_of(at)
    turn = replay.turn_at(at)
    known, unplaced = _held(hand, at)
    if turn.bit_count() != 1 and (any(known) or any(unplaced.need)):
        # Who goes on is not said, or whoever still holds cards has played to this trick.
        raise Spent
    seat = max(turn.bit_length() - 1, 0)
    if not fallen:
        return OpenPosition(Position(known, seat, DECK, DECK, -1, 0, 0), unplaced)
    lead = at - fallen
    trick = standing(replay.cards[lead:at], replay.ranking)
    gone = sum({1 << who for who in hand.seats[lead:at]})
    position = Position(known, seat, trick.led, trick.winning, hand.seats[lead + trick.best], fallen, gone)
    return OpenPosition(position, unplaced)


def _held(hand: Hand, at: int) -> tuple[tuple[int, ...], Unplaced]:
    """Return the certain cards of each seat at a clock, and the unknown rest."""
    pool, hidden = hand.pool, list(hand.hidden)
    left, later, played = [0] * _PLAYERS, [0] * _PLAYERS, [0] * _PLAYERS
    in_piles = _in_piles(hand, at)
    stated = _stated(hand)
    for seat, cards in enumerate(hand.dealt):
        later[seat], left[seat] = cards & stated, cards & ~stated
    for clock, (seat, card) in enumerate(zip(hand.seats, hand.cards, strict=True)):
        left[seat] &= ~card
        if clock >= at:
            later[seat] |= card
        elif not card and clock in in_piles:
            # One of the cards of the trick: one that the seat is known to have been dealt, else one not known.
            own = left[seat] & in_piles[clock]
            left[seat] ^= own & -own
            hidden[seat] -= not own
        elif not card:
            played[seat] += 1
    for cards in in_piles.values():
        pool &= ~cards
    certain = tuple(more if gone else more | rest for more, rest, gone in zip(later, left, played, strict=True))
    loose = tuple(rest if gone else 0 for rest, gone in zip(left, played, strict=True))
    need = tuple(rest.bit_count() + more - gone for rest, more, gone in zip(loose, hidden, played, strict=True))
    if min(need) < 0:
        raise Spent
    return certain, Unplaced(pool, loose, need, tuple(played), (0,) * _PLAYERS)


def _in_piles(hand: Hand, at: int) -> dict[int, int]:
    """Return clock -> candidates, for the cards of complete tricks whose order is lost."""
    found = {}
    for start, stop, cards in hand.piles:
        blanks = [clock for clock in range(start, stop) if not hand.cards[clock]]
        rest = cards & ~sum(hand.cards[start:stop])
        if blanks and (stop > at or len(blanks) != rest.bit_count()):
            raise Spent
        found.update(dict.fromkeys(blanks, rest))
    return found


class Heard(NamedTuple):
    """Result of a lay-down search over all trump suits and positions that the record allows."""

    line: Line | None = None
    bad: Completion | None = None
    fine: Completion | None = None
    exhausted: bool = False

    @property
    def good(self) -> bool | None:
        """True if no trick can be lost, False if one always can; None if undetermined."""
        if self.exhausted or bool(self.bad) == bool(self.fine):
            return None
        return self.bad is None


def searched(replay: Replay, law: BoundRuleset, *, claimed: bool = False) -> LaydownSearched:
    """Search a lay-down for a trick that it can lose, over all that the record leaves unknown.

    Without an agreement or a law about it, search only if it is `claimed` to lose a trick.
    """
    laydown = replay.hand.record.laydown
    assert laydown is not None
    asked = LaydownSearched(SEAT[laydown.by], number(laydown.at), laydown.agreed, LaydownResult.NOT_ASKED)
    if not (claimed or (laydown.agreed and LaydownSearched in law.others)):
        return asked
    if law.leads and not replay.hand.even:
        # In a miscounted deal it is not known if a trump that no hand holds fell, or was never dealt.
        return asked._replace(result=LaydownResult.NOT_SUPPORTED)
    if not (replay.hand.whole and replay.trumps):
        return _heard(replay, law, asked)
    try:
        ((_, table),) = tables(replay, moment(replay))
        leads = leads_of(law, replay.trumps)
        # Without a law on leads so many lines are one and the same that the search always comes to its end.
        most = _LINES if leads else None
        line = losing_line(table.here, laid(replay, law, replay.trumps), duties_of(law, replay.trumps), leads, most)
    except Spent:
        return asked._replace(result=LaydownResult.NOT_SETTLED)
    return asked._replace(result=LaydownResult.FAILS if line else LaydownResult.GOOD, line=_written(line))


def _heard(replay: Replay, law: BoundRuleset, asked: LaydownSearched) -> LaydownSearched:
    """Search the lay-down of a hand with unknown cards or trumps."""
    found = heard(replay, law)
    if found.exhausted or (found.good is None and not found.bad):
        # Half an answer is none: what was found before the search was given up depends on where it began.
        return asked._replace(result=LaydownResult.NOT_SETTLED)
    if found.good is not None:
        result = LaydownResult.GOOD if found.good else LaydownResult.FAILS
        return asked._replace(result=result, line=_written(found.line))
    return asked._replace(result=LaydownResult.OPEN, line=_written(found.line), worlds=(found.bad, found.fine))


#: How many positions between tricks are looked at under a law on leads.
_LINES: Final = 20_000


def heard(replay: Replay, law: BoundRuleset, effort: Effort = EFFORT, only_bad: bool = False) -> Heard:
    """Search the lay-down of a hand with unknown cards or trumps; with `only_bad` seek losing deals only."""
    found = Heard()
    if replay.declared.unplayed:
        return found
    asked: list[tuple[int, Hand, OpenPosition]] = []
    for one in replay.under_each_trump:
        assert one.trumps
        for dealt in hands_with_upcard(one.hand, one.declared.turned_up):
            here = one if dealt is one.hand else replay_hand(dealt, one.order, one.strain)
            try:
                asked += [(one.trumps, hand, table) for hand, table in tables(here, moment(one))]
            except Spent:
                found = found._replace(exhausted=True)
    # An equal part for each, so that nothing depends on which comes first.
    effort = effort.shared(max(len(asked), 1))
    whole = Work(effort.work)
    for trump, hand, table in asked:
        try:
            with within(whole):
                play = Play(duties_of(law, trump), leads_of(law, trump))
                weighed = weigh(table, laid(replay, law, trump), play, effort, only_bad)
        except Spent:
            if not whole.spent:
                raise
            return found._replace(exhausted=True)
        found = _joined(found, weighed, hand, trump, moment(replay))
        if found.bad and found.fine:
            break
    return found


def _joined(found: Heard, weighed: Weighed, hand: Hand, trump: int, at: int) -> Heard:
    """Return the result so far joined with that of one more position."""
    line, bad, fine = found.line, found.bad, found.fine
    if weighed.bad and not bad:
        line, bad = weighed.line, world_at(hand, trump, at, weighed.bad)
    if weighed.fine and not fine:
        fine = world_at(hand, trump, at, weighed.fine)
    return Heard(line, bad, fine, not (bad and fine) and (found.exhausted or weighed.exhausted))


def world_at(hand: Hand, trump: int, at: int, hands: Hands) -> Completion | None:
    """Return the completion in which the seats hold these cards at a clock."""
    asked = frame(hand, RANKINGS[trump])
    here = [place.seat >= 0 and place.clock >= at for place in asked.places]
    masks = [hands[place.seat] if held else ~sum(hands) for place, held in zip(asked.places, here, strict=True)]
    return world_with([asked.within(masks)], [])


def laid(replay: Replay, law: BoundRuleset, trump: int) -> Laid:
    """Return the lay-down of a record under a law and a trump suit."""
    laydown, toggles = replay.hand.record.laydown, law.toggles
    assert laydown is not None
    order = tuple(BIT[card] for card in laydown.order)
    return Laid(SEAT[laydown.by], trump, order, toggles.laydown_standard, toggles.laydown_scope)


def duties_of(law: BoundRuleset, trump: int) -> Duties:
    """Return the duties of a law under a trump suit."""
    return duties(lambda hand, led, above: legal_cards(law, hand, led, trump, above), trump)


def leads_of(law: BoundRuleset, trump: int) -> Leads | None:
    """Return the law on leads under a trump suit, None if any card may be led."""
    return _leads(tuple(bound.offends for bound in law.leads if bound.infraction.place == "duty"), trump)


@lru_cache(maxsize=64)
def _leads(offends: tuple[Callable[..., Any], ...], trump: int) -> Leads | None:
    """Return one function for equal laws, so that cached results apply."""
    if not offends:
        return None

    def allowed(hand: int, fallen: int) -> int:
        return sum(card for card in single(hand) if not any(one(card, hand, DECK, trump, fallen) for one in offends))

    return allowed


def moment(replay: Replay) -> int:
    """Return the clock of the lay-down, within the cards that fell."""
    assert replay.hand.record.laydown is not None
    return max(0, min(number(replay.hand.record.laydown.at), len(replay.cards)))


def _written(line: Line | None) -> tuple[str, ...]:
    return tuple(f"{SEATS[who]}:{CODE[card]}" for who, card in line or ())
