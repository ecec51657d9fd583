"""Certificates of lay-downs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clabber_audit.cards.cards import HAND_SIZE, SEAT
from clabber_audit.evidence.completions import Exhausted
from clabber_audit.evidence.laydowns.evaluate import heard, moment
from clabber_audit.evidence.laydowns.search import single
from clabber_audit.evidence.laydowns.weigh import Effort
from clabber_audit.judge.certificates import Certificate, Fact, Inquiry, Offense, facts_of, fewest, hand_of, needed
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.partial_deal import Completion
from clabber_audit.replay import Replay, replay_hand
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.infraction import LaydownSearched
from clabber_audit.rules.infractions import infractions

#: For each set of facts that is tried, and for the one found: a proof that takes more is not short.
_EFFORT: Final = Effort(10_000, 300, 3_000, 20_000)
_SHORT: Final = Effort(1_000, 100, 1_000, 2_000)


def laydown_certificates(ruling: Ruling) -> Iterator[Certificate]:
    """Yield the certificate of an agreed lay-down.

    The premises of a good one are the minimal facts with which nothing can be lost, of a failed one all hands; an
    open one has a completion of either kind.
    """
    laydown, replay = ruling.replay.hand.record.laydown, ruling.replay
    if not (laydown and laydown.agreed and isinstance(laydown.at, int) and LaydownSearched in ruling.law.others):
        return
    if replay.fell.turns or not replay.hand.even or replay.declared.unplayed:
        # Where somebody played out of turn it is not said who goes on, nor in a miscounted deal.
        return
    name = next(name for name, one in infractions().items() if one.certified == "laydown")
    fault = Offense(name, SEAT[laydown.by], moment(replay))
    found = [(number, finding) for number, finding in enumerate(ruling.findings) if finding.infraction == name]
    for number, finding in found:
        if finding.verdict == "undetermined" and finding.worlds[0] and finding.worlds[1]:
            yield Certificate(
                replay.hand, "finding", number, "undetermined", (fault,), worlds=(finding.worlds[0], finding.worlds[1])
            )
        elif finding.verdict == "proven":
            yield from _with_all_hands(Certificate(replay.hand, "finding", number, "proven", (fault,)), replay)
    # What a claim had cut off is not found, good or not.
    if not found and ruling.laydown and ruling.laydown.good:
        good = Certificate(replay.hand, "laydown", 0, "refuted", (fault,))
        # The best line may be another one for every deal.
        premises = None if ruling.law.toggles.laydown_standard == "best_line" else _enough(replay, ruling.law)
        if premises:
            yield good._replace(premises=tuple(premises))
        else:
            yield from _with_all_hands(good, replay)


def deciding_laydown(ruling: Ruling) -> list[Inquiry]:
    """Return the question whose card would decide an open lay-down, then the hands to ask for if it is not enough."""
    replay = ruling.replay
    if not replay.trumps:
        return [Inquiry("trump")]
    unknown = [seat for seat, count in enumerate(replay.hand.hidden) if count]
    found: list[tuple[Inquiry, list[int]]] = []
    for card in single(replay.hand.pool):
        told = {seat: heard(_placed(replay, seat, card), ruling.law, _SHORT) for seat in unknown}
        possible = [seat for seat, one in told.items() if one.bad or one.fine or one.exhausted]
        left_open = [seat for seat in possible if told[seat].good is None]
        asked = Inquiry("whose", cards=card, answers=len(possible), settled=len(possible) - len(left_open))
        if asked.settled and asked.answers > 1:
            found.append((asked, left_open))
    if not found:
        return []
    # Of cards worth the same a trump is what people remember.
    best, left_open = min(
        found, key=lambda each: (len(each[1]) / each[0].answers, each[0].answers, not each[0].cards & replay.trumps)
    )
    return [best, *(Inquiry("all_cards", seat=seat) for seat in left_open)]


def _placed(replay: Replay, seat: int, card: int) -> Replay:
    hand = replay.hand
    dealt, hidden = list(hand.dealt), list(hand.hidden)
    dealt[seat] |= card
    hidden[seat] -= 1
    return replay_hand(hand._replace(dealt=tuple(dealt), hidden=tuple(hidden)), replay.order, replay.strain)


def _with_all_hands(certificate: Certificate, replay: Replay) -> Iterator[Certificate]:
    """Yield the certificate with all hands as premises, unless a card is only derived."""
    premises = _whereabouts(replay)
    if premises:
        faults = tuple(fault._replace(all_hands=True) for fault in certificate.faults)
        yield certificate._replace(faults=faults, premises=tuple(premises))


def _enough(replay: Replay, law: BoundRuleset) -> list[Fact] | None:
    """Return the lead, the hand laid down and the minimal other facts with which no trick can be lost.

    None if one of them is not recorded, or the search was not settled.
    """
    trick, laid_down = _lead(replay), _laid_down(replay)
    if trick is None or laid_down is None:
        return None
    facts = facts_of(replay)
    (trump, *fell) = trick
    others = [fact for fact in facts if fact != trump and not any(fact.cards & one.cards for one in fell + laid_down)]

    def losing(known: Sequence[Fact], effort: Effort = _EFFORT) -> Completion | None:
        found = heard(
            replay_hand(hand_of(replay, [*trick, *known]), replay.order, replay.strain), law, effort, only_bad=True
        )
        if found.exhausted:
            raise Exhausted
        return found.bad

    try:
        more = fewest(others, lambda some: losing([*laid_down, *some]))
        if more is None:
            return None
        # What was laid down may follow from the rest, but not where an order binds that hand as a whole.
        found = [*more, *laid_down] if _order(replay) else needed([*more, *laid_down], losing)
        if found is None or losing(found, _SHORT):
            return None
    except Exhausted:
        return None
    return [fact for fact in facts if fact in trick or fact in found]


def _lead(replay: Replay) -> list[Fact] | None:
    """Return the trump suit and the cards of this trick and the one before, None if one is not recorded."""
    at = moment(replay)
    seating = replay.hand.seating
    start = max(seating.lead_of(at) - seating.width, 0)
    facts = facts_of(replay)
    found = [fact for fact in facts if fact.kind == "trump" or (fact.kind == "play" and start <= fact.at < at)]
    return found if len(found) == 1 + at - start else None


def _laid_down(replay: Replay) -> list[Fact] | None:
    """Return the hand laid down, with a stated order the cards already played too; None if one is not recorded."""
    at, facts, seat = moment(replay), facts_of(replay), _layer(replay)
    own = _said(facts, seat, replay.held(seat, at))
    played = [fact for fact in facts if fact.kind == "play" and fact.seat == seat and fact.at < at]
    gone = replay.hand.seats[:at].count(seat)
    if own is None or len(own) + gone < HAND_SIZE:
        return None
    if not _order(replay):
        return own
    return [*own, *played] if len(played) == gone else None


def _layer(replay: Replay) -> int:
    assert replay.hand.record.laydown is not None
    return SEAT[replay.hand.record.laydown.by]


def _order(replay: Replay) -> Sequence[str]:
    assert replay.hand.record.laydown is not None
    stated: Sequence[str] = replay.hand.record.laydown.order
    return stated


def _whereabouts(replay: Replay) -> list[Fact] | None:
    """Return trumps, the cards that fell before the lay-down, and three of the hands; None if one is not recorded.

    The fourth hand, one of the largest, is the rest of the pack.
    """
    facts, at = facts_of(replay), moment(replay)
    found = [fact for fact in facts if fact.kind == "trump" or (fact.kind == "play" and fact.at < at)]
    if not replay.certain or len([fact for fact in found if fact.kind == "play"]) < at:
        return None
    held = [replay.held(seat, at) for seat in range(len(replay.hand.dealt))]
    most = max(range(len(held)), key=lambda seat: (held[seat].bit_count(), seat != _layer(replay)))
    for seat, cards in enumerate(held):
        said = _said(facts, seat, cards) if seat != most else []
        if said is None:
            return None
        found += said
    return found


def _said(facts: Sequence[Fact], seat: int, cards: int) -> list[Fact] | None:
    """Return the facts that deal some cards to a seat, None if one is not recorded."""
    said = {fact.cards: fact for fact in facts if fact.seat == seat and fact.cards & cards}
    return list(said.values()) if sum(said) == cards else None
