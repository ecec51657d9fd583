"""Certificates: facts that prove the verdict on a finding, a claim or a lay-down.

The facts of a record (`RecordedFact`) leave completions open. A fault that cards decide (`Fault`) is proven if it is in
every completion of some facts, refuted if in none, and the certificate has the fewest facts that do (`minimal_facts`).
It is undetermined if completions of both kinds exist, and the certificate has one of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial, reduce
from operator import or_
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import (
    BIT,
    CODE,
    HAND_SIZE,
    RANK,
    SEAT,
    SUIT_LETTER,
    cards_in,
    codes,
    to_recorded_clock,
)
from clabber_audit.evidence.completions import (
    BelleOffends,
    BudgetExhausted,
    CompletionQuestion,
    HandOffends,
    TrumpFrame,
    build_frame,
    find_completion,
)
from clabber_audit.evidence.evaluate import card_questions
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.hand import upcard_holder
from clabber_audit.games.clabber.melds import belle_cards
from clabber_audit.judge.claims import WeighedClaim
from clabber_audit.judge.focus import Focus
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.hand import Completion, Hand, UnorderedTrick
from clabber_audit.replay import Replay, replay_hand
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.infraction import LaydownSearched, Trait, incident_kinds
from clabber_audit.rules.infractions import infractions, infractions_of


class RecordedFact(NamedTuple):
    """Recorded fact: a card played or dealt, a card aside, the trump suit, the cards of a trick whose order is lost.

    Card sets are bit masks. If cards may change hands before the play, the hands at the first lead stand for those
    dealt, and cards known to lie aside are facts too.
    """

    kind: Literal["play", "dealt", "aside", "trump", "pile"]
    cards: int
    #: Clock of a card played, or of the first card of a trick.
    at: int = -1
    #: Seat that played it, or was dealt it.
    seat: int = -1
    #: Name of the trump.
    name: str = ""
    #: Rank among equal cards of its kind and seat.
    times: int = 1

    def holds(self, completion: Completion) -> bool:
        """Return True if it holds in a completion; equal cards are interchangeable."""
        if self.kind == "trump":
            return completion.strain.name == self.name
        if self.kind == "play":
            return CODE[completion.cards[self.at]] == CODE[self.cards]
        if self.kind == "dealt":
            return codes(completion.dealt[self.seat]).count(CODE[self.cards]) >= self.times
        if self.kind == "aside":
            left = completion.strain.all & ~reduce(or_, completion.dealt)
            return codes(left).count(CODE[self.cards]) >= self.times
        fell = completion.cards[self.at : self.at + self.cards.bit_count()]
        return sorted(codes(self.cards)) == sorted(CODE[card] for card in fell)


def facts_of(replay: Replay) -> list[RecordedFact]:
    """Return the facts of a record, the most public first: trumps, plays, piles, cards dealt, cards aside.

    Derived cards are no facts, and the seats of the plays are given.
    """
    hand = replay.hand
    result = (
        [RecordedFact("trump", replay.trumps, name=replay.strain.name)]
        if replay.strain and replay.strain.name
        else []
    )
    result += [
        RecordedFact("play", card, at, seat)
        for at, (seat, card) in enumerate(zip(hand.seats, hand.cards, strict=True))
        if card and at not in hand.inferred
    ]
    result += [RecordedFact("pile", pile.cards, pile.start) for pile in hand.piles]
    if hand.noted is None:
        owners = dict.fromkeys((card.seat, card.code) for card in list_cards(hand.record))
        return [*result, *(RecordedFact("dealt", BIT[code], seat=SEAT[name]) for name, code in owners)]
    for seat, cards in enumerate(hand.noted):
        result += [
            RecordedFact("dealt", card, seat=seat, times=times) for card, times in _rank_equals(hand, cards)
        ]
    return [
        *result,
        *(RecordedFact("aside", card, times=times) for card, times in _rank_equals(hand, hand.aside)),
    ]


def _rank_equals(hand: Hand, cards: int) -> Iterator[tuple[int, int]]:
    """Yield each card with its rank among equal cards."""
    for card, twins in hand.pack.twins.items():
        if card & cards:
            yield card, (twins & cards & (card - 1)).bit_count() + 1


class ListedCard(NamedTuple):
    """Card that a record names as one of a seat's, other than by a play."""

    seat: str
    code: str
    part: Literal["deal", "upcard", "melds", "incidents", "laydown"]
    #: The number of the meld or incident, from 1.
    number: int = 0


def list_cards(record: HandRecord) -> Iterator[ListedCard]:
    """Yield each card listed as dealt, turned up, shown in a meld, exposed or laid down."""
    for seat, cards in record.deal.hands.items():
        yield from (ListedCard(seat, code, "deal") for code in cards)
    if record.deal.upcard and (holder := upcard_holder(record)):
        yield ListedCard(holder, record.deal.upcard, "upcard")
    for number, meld in enumerate(getattr(record, "melds", None) or (), 1):
        if meld.shown != "never" and meld.kind != "belle":
            yield from (ListedCard(meld.seat, code, "melds", number) for code in meld.cards)
    for number, incident in enumerate(record.incidents, 1):
        if incident_kinds()[incident.kind].shows_card and incident.seat and incident.card:
            yield ListedCard(incident.seat, incident.card, "incidents", number)
    if record.laydown:
        yield from (ListedCard(record.laydown.by, code, "laydown") for code in record.laydown.order)


def frames_of(replay: Replay, facts: Iterable[RecordedFact]) -> list[TrumpFrame]:
    """Return the frames in which only some facts, the seats of the plays and the hand sizes are known."""
    given = list(facts)
    less = hand_of(replay, given)
    # Whoever accepted an unrecorded card shows of which suit the dealer took one.
    accepted = any(
        suit and suit == each.trumps for each in replay.replays_by_trump if (suit := each.declared.turned_up)
    )
    strains = [replay.order.strains[fact.name] for fact in given if fact.kind == "trump"]
    if not strains:
        # All possible trumps, the recorded one first; synonyms once.
        for one in sorted(replay.order.strains.values(), key=lambda one: one.name != replay.ranking.name):
            if one.name and all((one.trump, one.beaters) != (two.trump, two.beaters) for two in strains):
                strains.append(one)
    return [build_frame(less, strain, strain.trump if accepted else 0) for strain in strains]


def hand_of(replay: Replay, facts: Sequence[RecordedFact]) -> Hand:
    """Return the hand with only some facts known."""
    hand = replay.hand
    sizes = [known.bit_count() + more for known, more in zip(hand.dealt, hand.hidden, strict=True)]
    cards, dealt, aside = [0] * len(hand.cards), [0] * len(hand.dealt), 0
    for fact in facts:
        if fact.kind == "play":
            cards[fact.at] = fact.cards
            dealt[fact.seat] |= fact.cards
        elif fact.kind == "aside":
            aside |= fact.cards
    had = Counter((fact.seat, hand.pack.twins[fact.cards]) for fact in facts if fact.kind == "dealt")
    for (seat, twins), times in had.items():
        # A card that fell is one of those that he is known to have had.
        for card in cards_in(hand.dealt[seat] & twins):
            if (dealt[seat] & twins).bit_count() < times:
                dealt[seat] |= card
    # Nobody disputes what lay on the table and was taken back.
    for at, card in hand.first_shown.items():
        dealt[hand.seats[at]] |= card
    hidden = tuple(size - mask.bit_count() for size, mask in zip(sizes, dealt, strict=True))
    piles = tuple(
        UnorderedTrick(fact.at, fact.at + hand.seating.width, fact.cards)
        for fact in facts
        if fact.kind == "pile"
    )
    return hand._replace(
        cards=cards, dealt=tuple(dealt), hidden=hidden, inferred=(), piles=piles, aside=aside
    )


class Fault(NamedTuple):
    """Infraction that cards decide, with its seat and clock."""

    infraction: str
    seat: int
    at: int
    #: The suit that was called without holding it, as a mask; 0 elsewhere.
    suit: int = 0
    #: True for a lay-down proven by all hands, whose lines can be followed one by one.
    all_hands: bool = False

    @property
    def of_card(self) -> bool:
        """True if it is about the card at its clock."""
        return infractions()[self.infraction].of_card


def fault_of(finding: Finding, replay: Replay) -> Fault | None:
    """Return the offense of a finding, None if cards do not decide it."""
    if finding.seat is None:
        return None
    if finding.in_trick:
        return Fault(finding.infraction, finding.seat, finding.at)
    infraction = infractions()[finding.infraction]
    if infraction.certified == "suit":
        # Where it is open which suit was accepted, it is not the cards alone that decide.
        return Fault(finding.infraction, finding.seat, finding.at, replay.trumps) if replay.trumps else None
    if infraction.certified.startswith("belle") and not _is_decided_by_calls(finding, replay):
        return Fault(finding.infraction, finding.seat, finding.at)
    return None


def _is_decided_by_calls(finding: Finding, replay: Replay) -> bool:
    """Return True if calls decide a belle too: another meld shown with king or queen, or an undated call."""
    recorded = replay.hand.record.melds or ()
    own = [meld for meld in recorded if SEAT[meld.seat] == finding.seat]
    if any(meld.kind == "belle" and meld.announced is None for meld in own):
        return True
    if infractions()[finding.infraction].certified == "belle held":
        return finding.meld is None or recorded[finding.meld].kind != "belle"
    both = belle_cards(replay.trumps) if replay.trumps else RANK["K"] | RANK["Q"]
    return any(BIT[card] & both for meld in own for card in meld.cards)


def fault_questions(faults: Sequence[Fault], replay: Replay, law: BoundRuleset) -> list[CompletionQuestion]:
    """Return the faults as questions about completions, those of one clock as one."""
    questions = card_questions(
        [(fault.infraction, fault.at) for fault in faults if fault.of_card], replay, law
    )
    for fault in faults:
        if infractions()[fault.infraction].certified.startswith("belle"):
            questions.append(
                BelleOffends(fault.seat, partial(infractions()[fault.infraction].has_happened_at, fault.at))
            )
        elif fault.suit:
            questions.append(HandOffends(fault.seat, fault.suit, _is_void_in(fault.suit)))
    return questions


def _is_void_in(suit: int) -> Callable[[int], bool]:
    return lambda hand: not hand & suit


class Certificate(NamedTuple):
    """Proof that one of some faults is true or that none is, or that it is undetermined."""

    hand: Hand
    about: Literal["finding", "claim", "laydown"]
    #: The number of the finding or claim in the ruling; 0 of a lay-down without a fault.
    number: int
    verdict: Literal["proven", "refuted", "undetermined"]
    faults: tuple[Fault, ...]
    #: Minimal facts that decide it; empty if undetermined.
    premises: tuple[RecordedFact, ...] = ()
    #: A completion of each kind, if undetermined.
    completions: tuple[Completion, Completion] | None = None


def certificates_data(found: Sequence[Certificate], versions: Sequence[int] = ()) -> list[dict[str, Any]]:
    """Return the certificates of a ruling as JSON data.

    Each has its subject, its verdict on `any_of` some faults, and the premises or the two completions; with accounts
    also, as `told`, the version of each that it takes for true.
    """
    told = [{"account": number, "version": version + 1} for number, version in enumerate(versions, 1)]
    return [_certificate_data(certificate) | ({"told": told} if told else {}) for certificate in found]


def _certificate_data(certificate: Certificate) -> dict[str, Any]:
    hand = certificate.hand
    data: dict[str, Any] = {
        certificate.about: certificate.number,
        "verdict": certificate.verdict,
        "any_of": [
            {
                "infraction": fault.infraction,
                "seat": hand.seating.seats[fault.seat],
                "at": to_recorded_clock(fault.at),
                **({"suit": SUIT_LETTER[fault.suit]} if fault.suit else {}),
                **({"all_hands": True} if fault.all_hands else {}),
            }
            for fault in certificate.faults
        ],
    }
    if certificate.completions is None:
        data["premises"] = [_fact_data(fact, hand) for fact in certificate.premises]
    else:
        data["with"], data["without"] = (
            _completion_data(completion, hand) for completion in certificate.completions
        )
    return data


def _fact_data(fact: RecordedFact, hand: Hand) -> dict[str, Any]:
    if fact.kind == "trump":
        return {"trump": fact.name}
    if fact.kind == "pile":
        return {
            "pile": hand.seating.trick_of(fact.at),
            "cards": sorted(codes(fact.cards), key=hand.pack.faces.index),
        }
    card = {"card": CODE[fact.cards]}
    if fact.kind == "play":
        return {"play": fact.at, **card}
    return {_choose_word(hand): "aside" if fact.kind == "aside" else hand.seating.seats[fact.seat], **card}


def _completion_data(completion: Completion, hand: Hand) -> dict[str, Any]:
    dealt = {name: codes(completion.dealt[seat]) for seat, name in enumerate(hand.seating.seats)}
    plays = [CODE[card] for card in completion.cards]
    return {"trump": completion.strain.name or None, _choose_word(hand): dealt, "plays": plays}


def _choose_word(hand: Hand) -> str:
    """Return "dealt", or "held" if cards may have changed hands before the play."""
    return "dealt" if hand.noted is None else "held"


#: Search for a counterexample: a completion with some facts in which the statement is false, None if there is none.
_FindCounterexample = Callable[[Sequence[RecordedFact]], Completion | None]


#: Number of counterexamples after which an irreducible proof is accepted as minimal.
_MOST: Final = 40


def minimal_facts(facts: Sequence[RecordedFact], counter: _FindCounterexample) -> list[RecordedFact] | None:
    """Return a minimal set of facts without a counterexample, None if all facts together have one.

    Minimum hitting sets: every counterexample breaks some facts, and the proof needs one of these. A minimum choice
    with one for each is a proof or yields the next counterexample. Earlier facts are preferred. If that takes too
    long, return an irreducible set.
    """
    broken: list[list[int]] = []
    while len(broken) < _MOST:
        chosen = minimum_hitting_set(broken)
        completion = counter([facts[number] for number in chosen])
        if completion is None:
            return [facts[number] for number in chosen]
        breaks = [number for number, fact in enumerate(facts) if not fact.holds(completion)]
        if not breaks:
            return None
        broken.append(breaks)
    return irreducible_facts(facts, counter)


def irreducible_facts(
    facts: Sequence[RecordedFact], counter: _FindCounterexample
) -> list[RecordedFact] | None:
    """Return an irreducible set of facts without a counterexample, None if there is none; later facts go first."""
    if counter(facts) is not None:
        return None
    left = list(facts)
    for fact in reversed(facts):
        rest = [other for other in left if other is not fact]
        if counter(rest) is None:
            left = rest
    return left


def minimum_hitting_set(sets: Sequence[Collection[int]]) -> list[int]:
    """Return the first minimum hitting set, in order."""
    for size in range(len(sets) + 1):
        result = _hitting_set(sets, frozenset(), size)
        if result is not None:
            return sorted(result)
    raise AssertionError("one of each set always meets them all")


def _hitting_set(sets: Sequence[Collection[int]], chosen: frozenset[int], size: int) -> frozenset[int] | None:
    """Return the chosen numbers with at most `size` more that hit all sets."""
    left = [each for each in sets if chosen.isdisjoint(each)]
    if not left:
        return chosen
    # A greedy packing of disjoint sets is a lower bound.
    used, disjoint = set[int](), 0
    for each in sorted(left, key=len):
        if used.isdisjoint(each):
            used.update(each)
            disjoint += 1
    if size < 1 or disjoint > size:
        return None
    for number in min(left, key=len):
        results = _hitting_set(left, chosen | {number}, size - 1)
        if results is not None:
            return results
    return None


def certificates(ruling: Ruling) -> list[Certificate]:
    """Return the certificates of a ruling: of findings that cards decide, of claims about a trick, of a lay-down.

    There is none if the search would exceed its budget, a deal was miscounted and hand sizes are unknown, or somebody
    played who was out of the hand.
    """
    hand = ruling.replay.hand
    miscounted = any(incident_kinds()[incident.kind].miscounts for incident in hand.record.incidents)
    sized = len(hand.record.deal.hands) == len(hand.dealt) or len(hand.seats) == hand.pack.size
    if hand.extra_plays or (miscounted and not sized):
        return []
    items = []
    for finding in ruling.findings:
        fault = fault_of(finding, ruling.replay)
        if fault and finding.verdict == "proven":
            items += _certify_certain(ruling, "finding", finding.number, (fault,))
        elif fault:
            items += _certify_undetermined(finding, fault, hand)
    for weighed in ruling.claims:
        if weighed.either:
            faults = [fault_of(finding, ruling.replay) for finding in weighed.either]
            items += _certify_certain(ruling, "claim", weighed.number, [fault for fault in faults if fault])
        elif weighed.verdict == "refuted":
            items += _certify_certain(
                ruling, "claim", weighed.number, list(_list_faults_of_claim(ruling, weighed)), denied=True
            )
    if hand.record.laydown:
        items += _laydown_certificates(ruling)
    return items


def _certify_undetermined(finding: Finding, fault: Fault, hand: Hand) -> Iterator[Certificate]:
    """Yield the certificate of an open finding that has a completion of either kind."""
    guilty, innocent = finding.completions
    if guilty and innocent:
        kinds = (guilty, innocent)
        yield Certificate(hand, "finding", finding.number, "undetermined", (fault,), completions=kinds)


def _certify_certain(
    ruling: Ruling,
    about: Literal["finding", "claim"],
    number: int,
    faults: Sequence[Fault],
    denied: bool = False,
) -> list[Certificate]:
    """Return the certificate that one of some faults is true, or with `denied` that none is; none beyond the budget."""
    replay, facts = ruling.replay, facts_of(ruling.replay)

    def counterexample(some: Sequence[RecordedFact]) -> Completion | None:
        frames, asked = frames_of(replay, some), fault_questions(faults, replay, ruling.law)
        if not denied:
            return find_completion(frames, [(question, False) for question in asked], like)
        completions = (find_completion(frames, [(question, True)], like) for question in asked)
        return next((completion for completion in completions if completion), None)

    try:
        like = find_completion(frames_of(replay, facts), [])
        premises = minimal_facts(facts, counterexample) if faults else None
    except BudgetExhausted:
        return []
    if premises is None:
        return []
    verdict: Literal["proven", "refuted"] = "refuted" if denied else "proven"
    return [Certificate(replay.hand, about, number, verdict, tuple(faults), tuple(premises))]


def _list_faults_of_claim(ruling: Ruling, weighed: WeighedClaim) -> Iterator[Fault]:
    """Yield every fault that a claim about a trick can mean: any by a card of that side in it (D-53)."""
    hand, law = ruling.replay.hand, ruling.law
    claim, seats = weighed.made, hand.seats
    if claim.trick is None:
        return
    seating = hand.seating
    side = seating.side_named(claim.against)
    for at in seating.clocks_of(claim.trick):
        if at < len(seats) and seating.side_of[seats[at]] == side:
            lead = at == seating.lead_of(at)
            bounds = [bound for bound in law.turns if (Trait.ABOUT_LEADS in bound.infraction.traits) is lead]
            bounds += law.duties_at(at, seating)
            yield from (Fault(bound.infraction.id, seats[at], at) for bound in bounds)


def _laydown_certificates(ruling: Ruling) -> Iterator[Certificate]:
    """Yield the certificate of an agreed lay-down.

    The premises of a good one are the minimal facts with which nothing can be lost, of a failed one all hands; an
    open one has a completion of either kind.
    """
    laydown, replay = ruling.replay.hand.record.laydown, ruling.replay
    if not (
        laydown and laydown.agreed and isinstance(laydown.at, int) and LaydownSearched in ruling.law.others
    ):
        return
    if replay.plays.turns or not replay.hand.even or replay.declared.unplayed:
        # After a play out of turn or a misdeal it is not recorded who leads next.
        return
    name = next(
        name
        for name, infraction in infractions_of(ruling.law.game).items()
        if infraction.certified == "laydown"
    )
    fault = Fault(name, SEAT[laydown.by], replay.hand.laydown_clock)
    findings = [finding for finding in ruling.findings if finding.infraction == name]
    for finding in findings:
        if finding.verdict == "undetermined":
            yield from _certify_undetermined(finding, fault, replay.hand)
        elif finding.verdict == "proven":
            proven = Certificate(replay.hand, "finding", finding.number, "proven", (fault,))
            yield from _with_all_hands(proven, replay)
    # There is no finding if a claim stopped the play before.
    if not findings and ruling.laydown and ruling.laydown.is_good:
        good = Certificate(replay.hand, "laydown", 0, "refuted", (fault,))
        # Each deal may have another best line.
        premises = (
            None
            if ruling.law.toggles.laydown_standard == "best_line"
            else _find_sufficient_facts(replay, ruling.law)
        )
        if premises:
            yield good._replace(premises=tuple(premises))
        else:
            yield from _with_all_hands(good, replay)


def _with_all_hands(certificate: Certificate, replay: Replay) -> Iterator[Certificate]:
    """Yield the certificate with trumps, the cards that fell before the lay-down, and three of the hands as premises.

    The fourth hand, one of the largest, is the rest of the pack. None if a card of these is only derived.
    """
    facts, at, laydown = facts_of(replay), replay.hand.laydown_clock, replay.hand.record.laydown
    assert laydown is not None
    items = [fact for fact in facts if fact.kind == "trump" or (fact.kind == "play" and fact.at < at)]
    if not replay.certain or len([fact for fact in items if fact.kind == "play"]) < at:
        return
    held = [replay.hand_at(seat, at) for seat in range(len(replay.hand.dealt))]
    largest = max(range(len(held)), key=lambda seat: (held[seat].bit_count(), seat != SEAT[laydown.by]))
    for seat, cards in enumerate(held):
        hand = _find_dealt_facts(seat, cards, facts) if seat != largest else []
        if hand is None:
            return
        items += hand
    if items:
        faults = tuple(fault._replace(all_hands=True) for fault in certificate.faults)
        yield certificate._replace(faults=faults, premises=tuple(items))


def _find_sufficient_facts(replay: Replay, law: BoundRuleset) -> list[RecordedFact] | None:
    """Return the lead, the hand laid down and the minimal other facts with which no trick can be lost.

    None if one of them is not recorded, or the search was not settled.
    """
    # The search is imported for a lay-down only.
    from clabber_audit.evidence.laydowns.evaluate import (
        PROOF_LIMITS,
        SHORT_LIMITS,
        Limits,
        search_completions,
    )

    facts = facts_of(replay)
    trick, laid_down = _find_last_tricks(facts, replay), _find_laydown_facts(facts, replay)
    if trick is None or laid_down is None:
        return None
    (trump, *fell) = trick
    others = [
        fact
        for fact in facts
        if fact != trump and not any(fact.cards & one.cards for one in fell + laid_down)
    ]

    def find_losing_deal(known: Sequence[RecordedFact], limits: Limits = PROOF_LIMITS) -> Completion | None:
        partial_hand = replay_hand(hand_of(replay, [*trick, *known]), replay.order, replay.strain)
        result = search_completions(partial_hand, law, limits, only_bad=True)
        if result.exhausted or not result.supported:
            raise BudgetExhausted
        return result.bad

    try:
        more = minimal_facts(others, lambda some: find_losing_deal([*laid_down, *some]))
        if more is None:
            return None
        # The hand laid down may follow from the rest, but a stated order binds that hand as a whole.
        ordered = replay.hand.record.laydown.order
        result = [*more, *laid_down] if ordered else irreducible_facts([*more, *laid_down], find_losing_deal)
        if result is None or find_losing_deal(result, SHORT_LIMITS):
            return None
    except BudgetExhausted:
        return None
    return [fact for fact in facts if fact in trick or fact in result]


def _find_last_tricks(facts: Sequence[RecordedFact], replay: Replay) -> list[RecordedFact] | None:
    """Return the trump suit and the cards of this trick and the one before, None if one is not recorded."""
    at, seating = replay.hand.laydown_clock, replay.hand.seating
    start = max(seating.lead_of(at) - seating.width, 0)
    results = [
        fact for fact in facts if fact.kind == "trump" or (fact.kind == "play" and start <= fact.at < at)
    ]
    return results if len(results) == 1 + at - start else None


def _find_laydown_facts(facts: Sequence[RecordedFact], replay: Replay) -> list[RecordedFact] | None:
    """Return the hand laid down, with a stated order the cards already played too; None if one is not recorded."""
    laydown, at = replay.hand.record.laydown, replay.hand.laydown_clock
    assert laydown is not None
    seat = SEAT[laydown.by]
    own = _find_dealt_facts(seat, replay.hand_at(seat, at), facts)
    played = [fact for fact in facts if fact.kind == "play" and fact.seat == seat and fact.at < at]
    gone = replay.hand.seats[:at].count(seat)
    if own is None or len(own) + gone < HAND_SIZE:
        return None
    if not laydown.order:
        return own
    return [*own, *played] if len(played) == gone else None


def _find_dealt_facts(seat: int, cards: int, facts: Sequence[RecordedFact]) -> list[RecordedFact] | None:
    """Return the facts that deal some cards to a seat, None if one is not recorded."""
    results = {fact.cards: fact for fact in facts if fact.seat == seat and fact.cards & cards}
    return list(results.values()) if sum(results) == cards else None


def certificates_of_point(ruling: Ruling, found: Sequence[Certificate], point: Focus) -> list[Certificate]:
    """Return the certificates of the point of the ruling.

    For an undecided claim, of the first finding that it means; without a claim, of the open finding nearest to the
    trick in question; for claims not examined, none.
    """
    named = point.claim.made.infraction if point.claim else None
    unsettled = point.claim is not None and point.claim.verdict == "not_proven"
    of_point = {("finding", finding.number) for finding in point.findings}
    of_point |= {("claim", weighed.number) for weighed in ruling.claims if weighed.penal in point.findings}
    if point.claim and (
        point.claim.verdict == "upheld" or (point.claim.verdict == "refuted" and not point.leads)
    ):
        of_point.add(("claim", point.claim.number))
        if any(
            certificate.about == "laydown" and certificate.faults[0].infraction == named
            for certificate in found
        ):
            of_point.add(("laydown", 0))
    certain = [
        certificate
        for certificate in found
        if (certificate.about, certificate.number) in of_point and certificate.verdict != "undetermined"
    ]
    if not unsettled and (certain or point.claim):
        return certain
    some = [
        certificate
        for certificate in found
        if certificate.about == "finding" and certificate.verdict == "undetermined"
    ]
    if point.claim:
        undecided = {finding.number for finding in point.claim.undecided}
        some = [certificate for certificate in some if certificate.number in undecided]
    against = point.claim.made.against if point.claim else None

    def unlike(certificate: Certificate) -> tuple[bool, bool, bool]:
        """Return how far an open finding is from the claim, or else from the trick in question."""
        finding = ruling.findings[certificate.number]
        return (
            named is not None and finding.infraction != named,
            against in SEAT and finding.seat != SEAT[against],
            finding.trick != point.trick,
        )

    return [*certain, *([min(some, key=unlike)] if some else [])]
