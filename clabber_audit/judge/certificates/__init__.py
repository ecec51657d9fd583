"""Certificates: minimal facts that prove a verdict."""

from __future__ import annotations

from collections import Counter as Counter_collections
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import combinations, groupby, product
from operator import or_
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards.cards import BIT, CODE, DECK, DECK_SIZE, RANK, SEAT, SUIT, SUIT_LETTER, TEAMS, codes, on_paper
from clabber_audit.cards.strain import Strain
from clabber_audit.evidence.completions import (
    BellePlaced,
    CardFell,
    Exhausted,
    Frame,
    HandDealt,
    Question,
    StillHeld,
    TurnCame,
    frame,
    only,
    world_with,
)
from clabber_audit.evidence.evaluate import frame_of
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.events import melds_unrecorded
from clabber_audit.games.clabber.melds import belle_cards
from clabber_audit.judge.claims import Weighed
from clabber_audit.judge.focus import Focus
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.possible_scores import Call, open_hands, options, scores
from clabber_audit.judge.remedies import Range
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.hand import Hand
from clabber_audit.records.partial_deal import Completion, Fits, Pile
from clabber_audit.replay import Replay
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.infractions import incident_kinds, infractions


class Fact(NamedTuple):
    """Recorded fact: a card played or dealt, a card aside, the trump suit, the cards of a trick whose order is lost.

    Card sets are bit masks. If cards may change hands before the play, the hands at the first lead stand for those
    dealt, and cards known to lie aside are facts too.
    """

    kind: Literal["play", "dealt", "aside", "trump", "pile"]
    cards: int
    #: The clock of a card played, or of the first card of a trick.
    at: int = -1
    #: Who played it, or was dealt it.
    seat: int = -1
    #: What was named.
    name: str = ""
    #: How many cards of its face this one makes with the facts of its kind and seat before it.
    times: int = 1

    def holds(self, world: Completion) -> bool:
        """Return True if it holds in a completion; equal cards are interchangeable."""
        if self.kind == "trump":
            return world.strain.name == self.name
        if self.kind == "play":
            return CODE[world.cards[self.at]] == CODE[self.cards]
        if self.kind == "dealt":
            return codes(world.dealt[self.seat]).count(CODE[self.cards]) >= self.times
        if self.kind == "aside":
            left = world.strain.all & ~reduce(or_, world.dealt)
            return codes(left).count(CODE[self.cards]) >= self.times
        fell = world.cards[self.at : self.at + self.cards.bit_count()]
        return sorted(codes(self.cards)) == sorted(CODE[card] for card in fell)


def facts_of(replay: Replay) -> list[Fact]:
    """Return the facts of a record, the most public first: trumps, plays, piles, cards dealt.

    Derived cards are no facts, and who played when is taken for granted.
    """
    piles = [Fact("pile", pile.cards, pile.start) for pile in replay.hand.piles]
    return [*_trump(replay), *_plays(replay), *piles, *_dealt(replay)]


def _trump(replay: Replay) -> Iterator[Fact]:
    if replay.strain is not None and replay.strain.name:
        yield Fact("trump", replay.trumps, name=replay.strain.name)


def _plays(replay: Replay) -> Iterator[Fact]:
    hand = replay.hand
    for at, (seat, card) in enumerate(zip(hand.seats, hand.cards, strict=True)):
        if card and at not in hand.inferred:
            yield Fact("play", card, at, seat)


def _dealt(replay: Replay) -> Iterator[Fact]:
    """Yield the cards of `named`, each once; or the hands at the first lead and the cards aside."""
    hand = replay.hand
    if hand.noted is None:
        for name, code in dict.fromkeys((one.seat, one.code) for one in named(hand.record)):
            yield Fact("dealt", BIT[code], seat=SEAT[name])
        return
    for seat, cards in enumerate(hand.noted):
        yield from (Fact("dealt", card, seat=seat, times=times) for card, times in _counted_facts(hand, cards))
    yield from (Fact("aside", card, times=times) for card, times in _counted_facts(hand, hand.aside))


def _counted_facts(hand: Hand, cards: int) -> Iterator[tuple[int, int]]:
    """Yield each card with its rank among equal cards."""
    for card, twins in hand.pack.twins.items():
        if card & cards:
            yield card, (twins & cards & (card - 1)).bit_count() + 1


class Named(NamedTuple):
    """Card that a record names as one of a seat's, other than by a play."""

    seat: str
    code: str
    part: Literal["deal", "upcard", "melds", "incidents", "laydown"]
    #: The number of the meld or incident, from 1.
    number: int = 0


def named(record: HandRecord) -> Iterator[Named]:
    """Yield each card listed as dealt, turned up, shown in a meld, exposed or laid down."""
    for seat, cards in record.deal.hands.items():
        yield from (Named(seat, code, "deal") for code in cards)
    if record.deal.upcard:
        yield Named(record.deal.dealer, record.deal.upcard, "upcard")
    for number, meld in enumerate(getattr(record, "melds", None) or (), 1):
        if meld.shown != "never" and meld.kind != "belle":
            yield from (Named(meld.seat, code, "melds", number) for code in meld.cards)
    for number, incident in enumerate(record.incidents, 1):
        if incident_kinds()[incident.kind].shows_card and incident.seat and incident.card:
            yield Named(incident.seat, incident.card, "incidents", number)
    if record.laydown:
        yield from (Named(record.laydown.by, code, "laydown") for code in record.laydown.order)


def known_by(replay: Replay, facts: Iterable[Fact]) -> list[Frame]:
    """Return the frames in which only some facts, the seats of the plays and the hand sizes are known."""
    given = list(facts)
    less = hand_of(replay, given)
    # Who accepted a card that was not noted told of which suit the dealer took one.
    accepted = any(told and told == one.trumps for one in replay.under_each_trump if (told := one.declared.turned_up))
    strains = [replay.order.strains[fact.name] for fact in given if fact.kind == "trump"] or _strains(replay)
    return [frame(less, strain, strain.trump if accepted else 0) for strain in strains]


def hand_of(replay: Replay, facts: Sequence[Fact]) -> Hand:
    """Return the hand with only some facts known."""
    hand = replay.hand
    sizes = [dealt.bit_count() + hidden for dealt, hidden in zip(hand.dealt, hand.hidden, strict=True)]
    cards, dealt, aside = [0] * len(hand.cards), [0] * len(hand.dealt), 0
    for fact in facts:
        if fact.kind == "play":
            cards[fact.at] = fact.cards
            dealt[fact.seat] |= fact.cards
        elif fact.kind == "aside":
            aside |= fact.cards
    had = Counter_collections((fact.seat, hand.pack.twins[fact.cards]) for fact in facts if fact.kind == "dealt")
    for (seat, twins), times in had.items():
        # A card that fell is one of those that he is known to have had.
        for card in _single(hand.dealt[seat] & twins):
            if (dealt[seat] & twins).bit_count() < times:
                dealt[seat] |= card
    hidden = tuple(size - mask.bit_count() for size, mask in zip(sizes, dealt, strict=True))
    piles = tuple(Pile(fact.at, fact.at + hand.seating.width, fact.cards) for fact in facts if fact.kind == "pile")
    return hand._replace(cards=cards, dealt=tuple(dealt), hidden=hidden, inferred=(), piles=piles, aside=aside)


def _single(cards: int) -> Iterator[int]:
    while cards:
        yield cards & -cards
        cards &= cards - 1


def _strains(replay: Replay) -> list[Strain]:
    """Return the possible trumps, the recorded one first; synonyms once."""
    found: list[Strain] = []
    for strain in sorted(replay.order.strains.values(), key=lambda strain: strain.name != replay.ranking.name):
        if strain.name and all((strain.trump, strain.beaters) != (one.trump, one.beaters) for one in found):
            found.append(strain)
    return found


class Offense(NamedTuple):
    """Infraction that cards decide, with its seat and clock."""

    infraction: str
    seat: int
    at: int
    #: The suit that was called without holding it, as a mask; 0 elsewhere.
    suit: int = 0
    #: Of a lay-down, whether what every seat still held is stated, so that line by line may be followed.
    all_hands: bool = False

    @property
    def of_card(self) -> bool:
        """True if it is about the card at its clock."""
        return infractions()[self.infraction].of_card


def fault_of(finding: Finding, replay: Replay) -> Offense | None:
    """Return the offense of a finding, None if cards do not decide it."""
    if finding.seat is None:
        return None
    if finding.of_card:
        return Offense(finding.infraction, finding.seat, finding.at)
    infraction = infractions()[finding.infraction]
    if infraction.certified == "suit":
        # Where it is open which suit was accepted, it is not the cards alone that decide.
        return Offense(finding.infraction, finding.seat, finding.at, replay.trumps) if replay.trumps else None
    if infraction.lay and not _decided_by_calls(finding, replay):
        return Offense(finding.infraction, finding.seat, finding.at)
    return None


def _decided_by_calls(finding: Finding, replay: Replay) -> bool:
    """Return True if calls decide a belle too: another meld shown with king or queen, or an undated call."""
    recorded = replay.hand.record.melds or ()
    own = [meld for meld in recorded if SEAT[meld.seat] == finding.seat]
    if any(meld.kind == "belle" and meld.announced is None for meld in own):
        return True
    if infractions()[finding.infraction].certified == "belle held":
        return finding.meld is None or recorded[finding.meld].kind != "belle"
    both = belle_cards(replay.trumps) if replay.trumps else RANK["K"] | RANK["Q"]
    return any(BIT[card] & both for meld in own for card in meld.cards)


def questions(faults: Sequence[Offense], replay: Replay, law: BoundRuleset) -> list[Question]:
    """Return the faults as questions about completions, those of one clock as one."""
    found: list[Question] = []
    for clock in sorted({fault.at for fault in faults if fault.of_card}):
        here = {fault.infraction for fault in faults if fault.at == clock}
        turns = tuple(_turn_law(bound.offends, law) for bound in law.turns if bound.infraction.id in here)
        duties = tuple(
            bound.offends for bound in law.duties_at(clock, replay.hand.seating) if bound.infraction.id in here
        )
        found += [TurnCame(clock, turns)] if turns else []
        found += [CardFell(clock, duties)] if duties else []
    for fault in faults:
        if lay := infractions()[fault.infraction].lay:
            found.append(BellePlaced(fault.seat, partial(lay, fault.at)))
        elif fault.suit:
            found.append(HandDealt(fault.seat, fault.suit, _lacks(fault.suit)))
    return found


def _turn_law(offends: Any, law: BoundRuleset) -> Any:
    return lambda turn: offends(turn, law.toggles)


def _lacks(suit: int) -> Any:
    return lambda hand: not hand & suit


class Statement(NamedTuple):
    """Statement that at least one of some faults is true, or with `denied` that none is."""

    faults: tuple[Offense, ...]
    denied: bool
    replay: Replay
    law: BoundRuleset

    def counter(self, facts: Sequence[Fact], like: Completion | None = None) -> Completion | None:
        """Return a completion in which some facts hold and the statement is false, None if there is none."""
        frames, asked = known_by(self.replay, facts), questions(self.faults, self.replay, self.law)
        if not self.denied:
            return world_with(frames, [(question, False) for question in asked], like)
        worlds = (world_with(frames, [(question, True)], like) for question in asked)
        return next((world for world in worlds if world), None)


class Certificate(NamedTuple):
    """Proof that one of some faults is true or that none is, or that it is undetermined."""

    hand: Hand
    about: Literal["finding", "claim", "laydown"]
    #: The number of the finding or claim in the ruling; 0 of a lay-down without a fault.
    number: int
    verdict: Literal["proven", "refuted", "undetermined"]
    faults: tuple[Offense, ...]
    #: The fewest facts that decide it; empty when it is undetermined.
    premises: tuple[Fact, ...] = ()
    #: A world in which it is so and one in which it is not, when it is undetermined.
    worlds: tuple[Completion, Completion] | None = None


def certificates_data(found: Sequence[Certificate]) -> list[dict[str, Any]]:
    """Return the certificates of a ruling as JSON data."""
    return [certificate_data(certificate) for certificate in found]


def certificate_data(certificate: Certificate) -> dict[str, Any]:
    """Return a certificate as JSON data: subject, verdict on `any_of` some faults, premises or the two completions."""
    hand = certificate.hand
    data: dict[str, Any] = {
        certificate.about: certificate.number,
        "verdict": certificate.verdict,
        "any_of": [_fault(fault, hand) for fault in certificate.faults],
    }
    if certificate.worlds is None:
        data["premises"] = [_fact(fact, hand) for fact in certificate.premises]
    else:
        data["with"], data["without"] = (_world(world, hand) for world in certificate.worlds)
    return data


def _fault(fault: Offense, hand: Hand) -> dict[str, Any]:
    data = {"infraction": fault.infraction, "seat": hand.seating.seats[fault.seat], "at": on_paper(fault.at)}
    suit = {"suit": SUIT_LETTER[fault.suit]} if fault.suit else {}
    return {**data, **suit, **({"all_hands": True} if fault.all_hands else {})}


def _fact(fact: Fact, hand: Hand) -> dict[str, Any]:
    if fact.kind == "trump":
        return {"trump": fact.name}
    if fact.kind == "pile":
        return {"pile": hand.seating.trick_of(fact.at), "cards": sorted(codes(fact.cards), key=hand.pack.faces.index)}
    card = {"card": CODE[fact.cards]}
    if fact.kind == "play":
        return {"play": fact.at, **card}
    return {_had(hand): "aside" if fact.kind == "aside" else hand.seating.seats[fact.seat], **card}


def _world(world: Completion, hand: Hand) -> dict[str, Any]:
    had = {name: codes(world.dealt[seat]) for seat, name in enumerate(hand.seating.seats)}
    return {"trump": world.strain.name or None, _had(hand): had, "plays": [CODE[card] for card in world.cards]}


def _had(hand: Hand) -> str:
    """Return "dealt", or "held" if cards may have changed hands before the play."""
    return "dealt" if hand.noted is None else "held"


#: A world in which some facts hold and what is to be proven is not so; None when there is none.
Counter = Callable[[Sequence[Fact]], Completion | None]


#: After how many counter-worlds a proof of which nothing can be spared is taken for the smallest.
_MOST: Final = 40


def fewest(facts: Sequence[Fact], counter: Counter) -> list[Fact] | None:
    """Return a minimal set of facts without a counterexample, None if all facts together have one.

    Minimum hitting sets: every counterexample breaks some facts, of which the proof needs one. A smallest choice with
    one for each is a proof or yields the next counterexample. Earlier facts are preferred. If that takes too long,
    return a set of which no fact can be spared.
    """
    broken: list[list[int]] = []
    while len(broken) < _MOST:
        chosen = smallest(broken)
        world = counter([facts[number] for number in chosen])
        if world is None:
            return [facts[number] for number in chosen]
        breaks = [number for number, fact in enumerate(facts) if not fact.holds(world)]
        if not breaks:
            return None
        broken.append(breaks)
    return needed(facts, counter)


def needed(facts: Sequence[Fact], counter: Counter) -> list[Fact] | None:
    """Return an irreducible set of facts without a counterexample, None if there is none; later facts go first."""
    if counter(facts) is not None:
        return None
    left = list(facts)
    for fact in reversed(facts):
        rest = [other for other in left if other is not fact]
        if counter(rest) is None:
            left = rest
    return left


def smallest(sets: Sequence[Collection[int]]) -> list[int]:
    """Return the first minimum hitting set, in order."""
    for size in range(len(sets) + 1):
        found = _within(sets, frozenset(), size)
        if found is not None:
            return sorted(found)
    raise AssertionError("one of each set always meets them all")


def _within(sets: Sequence[Collection[int]], chosen: frozenset[int], size: int) -> frozenset[int] | None:
    """Return the chosen numbers with at most `size` more that hit all sets."""
    left = [each for each in sets if chosen.isdisjoint(each)]
    if not left:
        return chosen
    if size < 1 or _apart(left) > size:
        return None
    for number in min(left, key=len):
        found = _within(left, chosen | {number}, size - 1)
        if found is not None:
            return found
    return None


def _apart(sets: Sequence[Collection[int]]) -> int:
    """Return the size of a greedy packing of disjoint sets, a lower bound on the hitting set."""
    used: set[int] = set()
    count = 0
    for each in sorted(sets, key=len):
        if used.isdisjoint(each):
            used.update(each)
            count += 1
    return count


__all__ = ["Certificate", "Completion", "Fact", "Offense", "Statement", "certificates", "certificates_data"]


def certificates(ruling: Ruling) -> list[Certificate]:
    """Return the certificates of a ruling: of findings that cards decide, of claims about a trick, of a lay-down.

    There is none if the search would exceed its budget, a deal was miscounted and hand sizes are unknown, or somebody
    played who was out of the hand.
    """
    if not _counted(ruling.replay.hand):
        return []
    found = []
    for number, finding in enumerate(ruling.findings):
        fault = fault_of(finding, ruling.replay)
        if fault is None:
            continue
        if finding.verdict == "proven":
            found += _decided(ruling, "finding", number, (fault,))
        elif finding.worlds[0] and finding.worlds[1]:
            worlds = (finding.worlds[0], finding.worlds[1])
            found.append(Certificate(ruling.replay.hand, "finding", number, "undetermined", (fault,), worlds=worlds))
    for weighed in ruling.claims:
        if weighed.either:
            faults = [fault_of(finding, ruling.replay) for finding in weighed.either]
            found += _decided(ruling, "claim", weighed.number, [fault for fault in faults if fault])
        elif weighed.verdict == "refuted":
            found += _decided(ruling, "claim", weighed.number, list(_claimed(ruling, weighed)), denied=True)
    if ruling.replay.hand.record.laydown:
        from clabber_audit.judge.certificates.laydowns import laydown_certificates

        found += laydown_certificates(ruling)
    return found


def _counted(hand: Hand) -> bool:
    """Return True if all hand sizes are known and every card that fell belongs to a trick."""
    record = hand.record
    miscounted = any(incident_kinds()[incident.kind].miscounts for incident in record.incidents)
    if hand.strays:
        return False
    return not miscounted or len(record.deal.hands) == len(hand.dealt) or len(hand.seats) == hand.pack.size


def _decided(
    ruling: Ruling, about: Literal["finding", "claim"], number: int, faults: Sequence[Offense], denied: bool = False
) -> list[Certificate]:
    """Return the certificate of what the record decides, none beyond the budget."""
    statement = Statement(tuple(faults), denied, ruling.replay, ruling.law)
    facts = facts_of(ruling.replay)
    try:
        like = world_with(known_by(ruling.replay, facts), [])
        premises = fewest(facts, lambda some: statement.counter(some, like)) if faults else None
    except Exhausted:
        return []
    if premises is None:
        return []
    verdict: Literal["proven", "refuted"] = "refuted" if denied else "proven"
    return [Certificate(ruling.replay.hand, about, number, verdict, tuple(faults), tuple(premises))]


def _claimed(ruling: Ruling, weighed: Weighed) -> Iterator[Offense]:
    """Yield every fault that a claim about a trick can mean: any by a card of that side in it (D-53)."""
    hand, law = ruling.replay.hand, ruling.law
    claim, seats = hand.record.claims[weighed.number], hand.seats
    if claim.trick is None:
        return
    seating = ruling.replay.hand.seating
    side = seating.side_named(claim.against)
    for at in hand.seating.clocks_of(claim.trick):
        if at < len(seats) and seating.side_of[seats[at]] == side:
            lead = at == hand.seating.lead_of(at)
            bounds = [bound for bound in law.turns if bound.infraction.of_leads is lead]
            bounds += law.duties_at(at, ruling.replay.hand.seating)
            yield from (Offense(bound.infraction.id, seats[at], at) for bound in bounds)


def decisive(ruling: Ruling, found: Sequence[Certificate], point: Focus) -> list[Certificate]:
    """Return the certificates of the point of the ruling.

    For an undecided claim, of the first finding that it means; without a claim, of the open finding nearest to the
    trick in question; for claims not examined, none.
    """
    unsettled = point.claim is not None and point.claim.verdict == "not_proven"
    told = {("finding", finding.number) for finding in point.told}
    told |= {("claim", weighed.number) for weighed in ruling.claims if weighed.penal in point.told}
    if point.claim and (point.claim.verdict == "upheld" or (point.claim.verdict == "refuted" and not point.leads)):
        told.add(("claim", point.claim.number))
        if any(one.about == "laydown" and one.faults[0].infraction == _named(ruling, point) for one in found):
            told.add(("laydown", 0))
    certain = [one for one in found if (one.about, one.number) in told and one.verdict != "undetermined"]
    if not unsettled and (certain or point.claim):
        return certain
    some = [one for one in found if one.about == "finding" and one.verdict == "undetermined"]
    if point.claim:
        meant = {finding.number for finding in point.claim.meant}
        some = [one for one in some if one.number in meant]
    return [*certain, *([min(some, key=lambda one: _unlike(ruling, point, one))] if some else [])]


def _named(ruling: Ruling, point: Focus) -> str | None:
    return ruling.replay.hand.record.claims[point.claim.number].infraction if point.claim else None


def _unlike(ruling: Ruling, point: Focus, certificate: Certificate) -> tuple[bool, bool, bool]:
    """Return a sort key: the distance of an open finding from the claim, or else from the trick in question."""
    finding, named = ruling.findings[certificate.number], _named(ruling, point)
    seat = SEAT.get(ruling.replay.hand.record.claims[point.claim.number].against) if point.claim else None
    return (
        named is not None and finding.infraction != named,
        seat is not None and finding.seat != seat,
        finding.trick != point.trick,
    )


class Premise(NamedTuple):
    """Facts that are printed together."""

    #: "trick" is one whose cards all fell before what is in question, "kept" what was left in a hand after it.
    kind: Literal["trump", "pile", "trick", "dealt", "aside", "kept", "play"]
    facts: tuple[Fact, ...]


class Lying(NamedTuple):
    """Card of a possible hand."""

    code: str
    #: Whether it lies elsewhere in the other hand, and whether the question is about it.
    differs: bool = False
    asked: bool = False


class Exhibit(NamedTuple):
    """Relevant part of a completion of the record."""

    #: The trump suit, where the two hands differ in it; else empty.
    trump: str
    #: What each seat had at the moment of which the hands are.
    held: tuple[tuple[Lying, ...], ...]
    #: The tricks that matter, by number, in the order in which their cards fell.
    tricks: tuple[tuple[int, tuple[Lying, ...]], ...]


def of_laydown(certificate: Certificate) -> bool:
    """Return True if it is about a lay-down."""
    return infractions()[certificate.faults[0].infraction].certified == "laydown"


def premises(certificate: Certificate) -> Iterator[Premise]:
    """Yield the facts in order, those of one seat's hand together."""
    laid_down, seating = certificate.faults[0].at if of_laydown(certificate) else 0, certificate.hand.seating
    played = {fact.at for fact in certificate.premises if fact.kind == "play"}

    def told(fact: Fact) -> tuple[Literal["trump", "pile", "trick", "dealt", "aside", "kept", "play"], int, int]:
        if fact.kind != "play":
            return fact.kind, fact.seat, -1 if fact.kind == "dealt" else fact.at
        trick = seating.clocks_of(seating.trick_of(fact.at))
        if fact.at < laid_down and played.issuperset(range(trick.start, min(trick.stop, laid_down))):
            return "trick", -1, trick.start
        return ("kept", fact.seat, -1) if _kept(fact, certificate) else ("play", fact.seat, fact.at)

    for (kind, *_where), facts in groupby(certificate.premises, told):
        yield Premise(kind, tuple(facts))


def _kept(fact: Fact, certificate: Certificate) -> bool:
    """Return True if a play shows what was left in a hand after its card in question."""
    if of_laydown(certificate):
        return fact.at >= certificate.faults[0].at
    return any(
        fault.seat == fact.seat and fault.at < fact.at and infractions()[fault.infraction].place == "duty"
        for fault in certificate.faults
    )


def start(certificate: Certificate) -> int | None:
    """Return the clock of the hands shown: the lead of the trick, or of the one before for a turn; None if as dealt."""
    (fault, *_more) = certificate.faults
    if of_laydown(certificate):
        return fault.at
    if not fault.of_card:
        return None
    seating = certificate.hand.seating
    lead = seating.lead_of(fault.at)
    return max(lead - seating.width, 0) if infractions()[fault.infraction].place == "turn" else lead


def exhibit(certificate: Certificate, world: Completion, other: Completion) -> Exhibit:
    """Return one of the two completions of a certificate, compared with the other."""
    held = [
        tuple(Lying(code, code not in theirs) for code in own)
        for own, theirs in zip(_held(certificate, world), _held(certificate, other), strict=True)
    ]
    asked = certificate.faults[0].at if certificate.faults[0].of_card else None
    tricks, seating = [], certificate.hand.seating
    for lead in _leads(certificate, world, other):
        clocks = range(lead, min(lead + seating.width, len(world.cards)))
        fell = [Lying(CODE[world.cards[at]], world.cards[at] != other.cards[at], at == asked) for at in clocks]
        tricks.append((seating.trick_of(lead), tuple(fell)))
    trump = "" if world.strain is other.strain else world.strain.name
    return Exhibit(trump, tuple(held), tuple(tricks))


def _held(certificate: Certificate, world: Completion) -> list[list[str]]:
    """Return the hands at the clock of the exhibit."""
    fell = sum(world.cards[: start(certificate) or 0])
    return [codes(dealt & ~fell) for dealt in world.dealt]


def _leads(certificate: Certificate, world: Completion, other: Completion) -> list[int]:
    """Return the leads of the tricks shown: those in question, else those in which the two differ."""
    begin, seating = start(certificate), certificate.hand.seating
    if of_laydown(certificate):
        return []
    if begin is not None:
        return list(range(begin, certificate.faults[0].at + 1, seating.width))
    clocks = [at for at, (one, two) in enumerate(zip(world.cards, other.cards, strict=True)) if one != two]
    return list(dict.fromkeys(map(seating.lead_of, clocks)))


#: How many questions are put together at most, and how many sets of questions are weighed.
_TOGETHER: Final = 2
_SETS: Final = 60


class Inquiry(NamedTuple):
    """Question to the players.

    `card`: which card did a seat play at a clock. `held`: did it hold one of some cards when its card at that clock
    fell. `whose`: who had a card. `trump`: what was trumps. `upcard`: which card was turned up. `maker`: who made
    trumps. `hand`: which cards was a seat dealt. `belle`: did it have king and queen of trumps. `order`: who played
    which card to the trick that begins at the clock. `moment`: when did it call and show its meld. `called`: did it
    call such a meld. Or written evidence: the `tricks` in their order, the `melds`, the `calls`, `all_cards` of a
    seat.
    """

    kind: Literal[
        "card", "held", "whose", "trump", "upcard", "maker", "hand", "belle", "order", "moment",
        "called", "tricks", "melds", "calls", "all_cards",
    ]  # fmt: skip
    at: int = -1
    seat: int = -1
    #: The cards asked for, as a mask.
    cards: int = 0
    #: How many answers are possible, and how many of them settle the matter by themselves.
    answers: int = 0
    settled: int = 0
    #: The kind of the meld that is asked about.
    meld: str = ""


class _Fell(NamedTuple):
    """Question: did a card fall at a clock?"""

    clock: int
    card: int

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """Yield the candidates that give the answer."""
        if frame.cards[self.clock]:
            if (frame.cards[self.clock] == self.card) is answer:
                yield fits
            return
        yield only(fits, [frame.place_at(self.clock)], self.card if answer else DECK & ~self.card)


class _Trump(NamedTuple):
    """Question: was a suit trumps?"""

    suit: int

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """Yield the candidates that give the answer."""
        if (frame.strain.trump == self.suit) is answer:
            yield fits


#: An answer: a question about worlds and how it was answered.
_Answer = tuple[Question, bool]


class _Matter(NamedTuple):
    """Undetermined matter and the frames in which it may be decided."""

    asked: Sequence[Question]
    frames: Sequence[Frame]

    def possible(self, answers: Sequence[_Answer]) -> bool:
        """Return True if the answers are compatible."""
        return world_with(self.frames, answers) is not None

    def settled(self, answers: Sequence[_Answer]) -> bool:
        """Return True if the answers decide it: all completions with them agree."""
        if world_with(self.frames, [*answers, *((question, False) for question in self.asked)]) is None:
            return True
        return all(world_with(self.frames, [*answers, (question, True)]) is None for question in self.asked)


def deciding(ruling: Ruling, certificate: Certificate) -> list[Inquiry]:
    """Return the smallest set of questions that settles a matter under every answer, the likeliest first.

    If no two questions do, return those that settle it under most of their answers. Empty if none helps or the budget
    runs out.
    """
    replay = ruling.replay
    matter = _Matter(
        questions(certificate.faults, replay, ruling.law), [frame_of(one) for one in replay.under_each_trump]
    )
    try:
        known = [(inquiry, _answers(inquiry, matter)) for inquiry in _inquiries(replay, certificate)]
        weighed = [
            (inquiry._replace(answers=len(answers), settled=sum(matter.settled([one]) for one in answers)), answers)
            for inquiry, answers in known
            if len(answers) > 1
        ]
        weighed.sort(key=lambda each: (-each[0].settled / each[0].answers, each[0].answers))
        return _smallest(matter, weighed)
    except Exhausted:
        return []


def _smallest(matter: _Matter, weighed: Sequence[tuple[Inquiry, list[_Answer]]]) -> list[Inquiry]:
    if weighed and weighed[0][0].settled == weighed[0][0].answers:
        return [weighed[0][0]]
    for together in list(combinations(weighed, _TOGETHER))[:_SETS]:
        sets = product(*(answers for _, answers in together))
        if all(matter.settled(answers) or not matter.possible(answers) for answers in sets):
            return [inquiry for inquiry, _ in together]
    return [inquiry for inquiry, _ in weighed if inquiry.settled]


def _inquiries(replay: Replay, certificate: Certificate) -> list[Inquiry]:
    """Return the questions that bear on the faults: hands, cards, the trump suit."""
    seating = replay.hand.seating
    found = [] if replay.trumps else [Inquiry("trump")]
    for fault in certificate.faults:
        if not fault.of_card:
            continue
        start = seating.lead_of(fault.at)
        if infractions()[fault.infraction].place == "turn":
            start -= seating.width
            clocks = range(max(start, 0), start + seating.width)
        else:
            # What may be led hangs on all that fell before.
            clocks = range(start if fault.at > start else 0, fault.at + 1)
            found += [Inquiry("held", fault.at, fault.seat, cards) for cards in _asked_for(replay, fault.at)]
        seats, cards = replay.hand.seats, replay.cards
        found += [Inquiry("card", at, seats[at]) for at in clocks if not cards[at]]
        later = range(fault.at + 1, len(cards))
        found += [Inquiry("card", at, fault.seat) for at in later if seats[at] == fault.seat and not cards[at]]
    return list(dict.fromkeys(found))


def _asked_for(replay: Replay, at: int) -> list[int]:
    """Return the masks to ask about when a card fell: suit led, trumps, trumps above the highest."""
    follow = replay.follow(at)
    start = replay.hand.seating.lead_of(at)
    lead = replay.cards[start] if at > start else 0
    asked = [follow.led] if lead else list(SUIT.values())
    if trumps := replay.trumps:
        fell = [card for card in replay.cards[start:at] if card & trumps]
        highest = min((replay.ranking.beaters[card] & trumps for card in fell), default=trumps)
        asked += [trumps, highest]
    return [mask for mask in dict.fromkeys(asked) if mask]


def _answers(inquiry: Inquiry, matter: _Matter) -> list[_Answer]:
    """Return the possible answers."""
    found: list[_Answer]
    if inquiry.kind == "trump":
        found = [(_Trump(frame.strain.trump), True) for frame in matter.frames]
    elif inquiry.kind == "held":
        question = StillHeld(inquiry.at, inquiry.seat, inquiry.cards)
        found = [(question, True), (question, False)]
    else:
        may = 0
        for frame in matter.frames:
            may |= frame.possible(inquiry.at, frame.fits)
        found = [(_Fell(inquiry.at, 1 << place), True) for place in range(may.bit_length()) if may >> place & 1]
    return [answer for answer in found if matter.possible([answer])]


#: What may be spent on weighing questions by all their answers: answers, times the square of the places left open.
_EFFORT: Final = 3_000


class _AnswerDecidingScore(NamedTuple):
    """Score range before and after an answer; None after an impossible one."""

    before: Range | None
    after: Range | None


class _Weighed(NamedTuple):
    inquiry: Inquiry
    #: Whether some answer narrows the score down, and whether every one makes it certain.
    useful: bool
    settles: bool


def deciding_score(ruling: Ruling) -> list[Inquiry]:
    """Return the questions that bear on an open score, only one if every answer to it settles the score."""
    if ruling.remedy.outcome == "renege" and ruling.remedy.reneging_team is not None and ruling.stop is not None:
        return _for_renege(ruling, ruling.remedy.reneging_team, ruling.stop)
    if ruling.remedy.explained:
        fewest = len(ruling.remedy.explained[0].calls)
        return _whether_called(
            [call for called in ruling.remedy.explained for call in called.calls if len(called.calls) == fewest]
        )
    known = ruling.replay.strain is not None
    weighed = [_weigh(inquiry, answers, known) for inquiry, answers in _inquiries_deciding_score(ruling)]
    enough = next((one for one in weighed if one.settles), None)
    useful = [one.inquiry for one in weighed if one.useful]
    # Where no answer tells anything by itself, several together do.
    return [enough.inquiry] if enough else useful or [one.inquiry for one in weighed]


def _for_renege(ruling: Ruling, reneging: int, stop: int) -> list[Inquiry]:
    replay = ruling.replay
    found = open_hands(replay, ruling.law, reneging, stop)
    closed = [one for one in found if replay.hand.hidden[one.seat]]
    if replay.strain is None and any(not one.melds for one in found):
        asked = [Inquiry("trump"), *(Inquiry("hand", seat=one.seat) for one in closed)]
    else:
        asked = [Inquiry("hand" if one.melds else "belle", seat=one.seat) for one in closed]
    if not melds_unrecorded(replay):
        return asked
    if closed:
        return [*asked, Inquiry("melds")]
    calls = [
        call
        for one in found
        for call in options(replay, ruling.law, one.seat)
        if (one.melds if call.meld else one.belle)
    ]
    return _whether_called(calls)


def _whether_called(calls: Sequence[Call]) -> list[Inquiry]:
    """Return the questions about unrecorded calls of melds and belles; a single one settles the score."""
    kinds = dict.fromkeys((call.seat, call.meld.kind if call.meld else "belle") for call in calls)
    settled = 2 if len(kinds) == 1 else 0
    return [Inquiry("called", seat=seat, meld=meld, answers=settled, settled=settled) for seat, meld in kinds]


def _inquiries_deciding_score(ruling: Ruling) -> Iterator[tuple[Inquiry, Sequence[_AnswerDecidingScore]]]:
    """Yield the questions with their possible answers; those about cards with none if they are too many to weigh."""
    replay, law, found = ruling.replay, ruling.law, ruling.unclaimed.range
    supposed = [(one, scores(one, law)) for one in replay.under_each_trump]
    if replay.strain is None:
        yield Inquiry("trump"), [_AnswerDecidingScore(found, told) for _, told in supposed]
    if replay.makers is None:
        teams = [replay._replace(declared=replay.declared._replace(makers=team)) for team in range(len(TEAMS))]
        yield Inquiry("maker"), [_AnswerDecidingScore(found, scores(made, law)) for made in teams]
    blanks = [at for at, card in enumerate(replay.cards) if not card]
    asked = [(at, card, one, told) for at in blanks for one, told in supposed for card in _possible(one, at)]
    cheap = len(asked) * len(frame_of(replay).places) ** 2 <= _EFFORT
    for at in blanks:
        here = [(card, one, told) for clock, card, one, told in asked if clock == at]
        answers = (
            [_AnswerDecidingScore(told, scores(one, law, (at, card))) for card, one, told in here] if cheap else []
        )
        yield Inquiry("card", at, replay.hand.seats[at]), answers


def _possible(replay: Replay, at: int) -> Iterator[int]:
    """Yield the cards that may have fallen at a clock."""
    asked = frame_of(replay)
    mask = asked.possible(at, list(asked.fits))
    yield from (1 << place for place in range(DECK_SIZE) if mask >> place & 1)


def _weigh(inquiry: Inquiry, answers: Sequence[_AnswerDecidingScore], trump_known: bool) -> _Weighed:
    if not answers:
        return _Weighed(inquiry, useful=True, settles=False)
    given = [(before, after) for before, after in answers if after]
    certain = all(after.certain for _, after in given)
    # A card alone does not tell what was trumps.
    settles = certain and (trump_known or inquiry.kind != "card")
    return _Weighed(inquiry, any(after != before for before, after in given), settles)


def deciding_tricks(ruling: Ruling) -> Iterator[Inquiry]:
    """Yield the questions on trump, maker and each unknown card in an open trick."""
    replay, seating = ruling.replay, ruling.replay.hand.seating
    if replay.strain is None:
        yield Inquiry("trump")
    if replay.makers is None:
        yield Inquiry("maker")
    for at, card in enumerate(replay.cards):
        trick = seating.trick_of(at)
        if not card and (trick > len(replay.fell.teams) or replay.fell.teams[trick - 1] is None):
            yield Inquiry("card", at, replay.hand.seats[at])
