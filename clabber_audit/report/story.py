"""Hand card by card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from clabber_audit.cards import cards as clock
from clabber_audit.cards.cards import CODE, SUIT_NAMES, codes
from clabber_audit.cards.seating import Seating
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.events import melds_of
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.scene import State, state_of
from clabber_audit.report.phrases import SPECIAL, bare, bid, kind, listed, named, sentence, suit_of
from clabber_audit.report.results import format_contract, format_trump
from clabber_audit.report.wording import Speaker, claim_outcome
from clabber_audit.rules.incidents import incident_kinds
from clabber_audit.rules.infractions import infractions

#: Faults and claims are marked; calls and open findings are not.
Tone = Literal["fault", "open", "said"]


class Moment(NamedTuple):
    """Call, meld, incident, claim or finding at a clock."""

    at: int
    tone: Tone
    text: str


def moments(file: Dossier, speaker: Speaker) -> list[Moment]:
    """Return all but the cards in the order of the clock; at one clock calls, melds, incidents, claims."""
    return sorted(_moments(file, speaker), key=lambda moment: moment.at)


def _moments(file: Dossier, speaker: Speaker) -> Iterator[Moment]:
    ruling, hand = file.ruling, file.ruling.replay.hand
    deal = hand.record.deal
    turned = f" and turns up {speaker.card(deal.upcard)}" if deal.upcard else ""
    yield _moment(clock.DEAL, f"{speaker.seat(deal.dealer)} deals{turned}")
    yield from {"clabber": _clabber_calls, "bid-euchre": _auction}[ruling.law.game.id](ruling, speaker)
    yield from _melds(ruling, speaker)
    yield from _incidents(file, speaker)
    for weighed in ruling.claims:
        at = hand.played_by(clock.number(hand.record.claims[weighed.number].at))
        yield _moment(at, f"{speaker.claimed(weighed)}: the claim {claim_outcome(weighed)}")
    for comment in hand.record.comments:
        yield Moment(hand.played_by(clock.number(comment.at)), "said", f"Noted: “{comment.text}”")
    for finding in ruling.findings:
        if not finding.falls:
            at = hand.played_by(finding.recorded_at(hand))
            yield Moment(at, tone_of(ruling, finding), sentence(speaker.finding(finding)))
    for trick in hand.record.disordered:
        yield _moment(hand.seating.clocks_of(trick).start, speaker.pile(hand.record, trick))


def _moment(at: int, clause: str) -> Moment:
    return Moment(at, "said", sentence(clause))


def _clabber_calls(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    for call in ruling.replay.declared.calls:
        if call.word == "pass":
            deed = "passes"
        elif not call.valid:
            deed = f"says “{call.word}”, which is not allowed and counts as a pass"
        elif call.word == "play":
            deed = f"says “play”: {suit_of(call.suit)} are trump" if call.suit else "says “play”"
        else:
            deed = f"names {suit_of(call.suit) if call.suit else ''}"
        yield _moment(clock.DECLARING, f"{speaker.seat(call.seat)} {deed}")
    contract = ruling.replay.hand.record.contract
    if contract and not ruling.replay.declared.calls:
        yield _moment(
            clock.DECLARING, f"{speaker.whom(contract.maker)} made {SUIT_NAMES[contract.trump]} trump"
        )


def _auction(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    """Yield the calls and exchanges of a Bid Euchre hand."""
    record = ruling.replay.hand.record
    void = {
        call.number for call in ruling.replay.declared.calls if not call.counts or call.taken_for != call.word
    }
    for number, one in enumerate(record.declarations or ()):
        if one.call == "pass":
            deed = "passes"
        elif one.call == "trump":
            deed = f"names {named(one.trump or '')}{' and goes alone' if one.alone else ''}"
        elif one.call == "out":
            deed = "drops out"
        elif one.call in SPECIAL:
            deed = f"calls {SPECIAL[one.call]}{f': {speaker.cards(one.cards)}' if one.cards else ''}"
        else:
            deed = f"bids {bid(one.call)}{', which does not count' if number in void else ''}"
        at = clock.DECLARING if one.at is None else ruling.replay.hand.played_by(clock.number(one.at))
        yield _moment(at, f"{speaker.seat(one.seat)} {deed}")
    if record.contract and not record.declarations and (contract := format_contract(ruling, speaker)):
        yield _moment(clock.DECLARING, f"{speaker.whom(record.contract.maker)} won the bid: {contract}")
    for exchange in record.exchanges or ():
        cards = listed([speaker.card(card) for card in exchange.cards])
        text = f"{speaker.seat(exchange.giver)} passes {speaker.seat(exchange.taker)} {cards}"
        yield _moment(clock.DECLARING, text)


def _melds(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    melds = melds_of(ruling.replay)
    for entry in melds.entries:
        seat, meld = speaker.seat(entry.seat), kind(entry.kind)
        if entry.announced <= clock.SCORED:
            yield _moment(entry.announced, f"{seat} announces a {meld}")
        if entry.shown <= clock.SCORED:
            yield _moment(entry.shown, f"{seat} shows a {meld}: {speaker.cards(codes(entry.cards))}")
    for call in melds.belle_calls:
        if call.said <= clock.SCORED:
            yield _moment(call.said, f"{speaker.seat(call.seat)} calls belle")


def _incidents(file: Dossier, speaker: Speaker) -> Iterator[Moment]:
    record = file.ruling.replay.hand.record
    for incident, noted in zip(file.incidents, record.incidents, strict=True):
        seat = "a player the record does not name" if incident.seat is None else speaker.seat(incident.seat)
        text = incident_kinds()[incident.kind].text.format(seat=seat, card=speaker.card(noted.card))
        quote = f": “{noted.quote}”" if noted.quote and not speaker.anonymous else ""
        yield _moment(incident.at, f"{text}{quote}")
    if record.laydown:
        at, order = clock.number(record.laydown.at), speaker.cards(record.laydown.order)
        yield _moment(
            at, f"{speaker.seat(record.laydown.by)} lays the hand down{f': {order}' if order else ''}"
        )
        if not file.ruling.law.game.laydowns:
            yield _moment(at, "this game has no rule for lay-downs, so nothing follows")


def tone_of(ruling: Ruling, finding: Finding) -> Tone:
    """Return the mark of a finding."""
    return "open" if finding in ruling.unasked else "fault"


class Charge(NamedTuple):
    """Finding about a card, as a sentence and as a title."""

    text: str
    title: str
    tone: Tone
    proven: bool


class Fallen(NamedTuple):
    """Card played, with the moments just before it and its findings."""

    anchor: str
    number: int
    seat: str
    code: str | None
    state: State
    trump: bool
    before: tuple[Moment, ...]
    faults: tuple[Charge, ...]

    @property
    def guilty(self) -> bool:
        """True if the card is marked."""
        return any(fault.tone == "fault" for fault in self.faults)

    @property
    def titles(self) -> list[tuple[Tone, str]]:
        """Titles of the findings, all undetermined ones as one."""
        found = [(fault.tone, fault.title) for fault in self.faults if fault.proven]
        unsure = [fault for fault in self.faults if not fault.proven]
        if unsure:
            told = ", ".join(fault.title.lower() for fault in unsure)
            found.append((min(fault.tone for fault in unsure), f"Unclear: {told}"))
        return found


class Chapter(NamedTuple):
    """Trick, complete or not."""

    number: int
    title: str
    cards: tuple[Fallen, ...]


class Story(NamedTuple):
    """Whole hand: the moments before the first card, the tricks, the moments after the last."""

    #: The heading of the hands, and trump in a clause.
    hands: str
    trump: str
    opening: tuple[Moment, ...]
    chapters: tuple[Chapter, ...]
    closing: tuple[Moment, ...]


def anchor(seating: Seating, at: int) -> str:
    """Return the permalink of a card: `t3c2`."""
    return f"t{seating.trick_of(at)}c{seating.place_of(at) + 1}"


def story(file: Dossier, speaker: Speaker) -> Story:
    """Return the hand from the deal to the score."""
    ruling, replay, every = file.ruling, file.ruling.replay, moments(file, speaker)
    count, seating = len(replay.cards), replay.hand.seating
    cards = [
        Fallen(
            anchor(seating, at),
            seating.place_of(at) + 1,
            bare(seating.seats[replay.hand.seats[at]]),
            CODE.get(card),
            state_of(ruling, at),
            bool(card & replay.trumps),
            tuple(moment for moment in every if moment.at == at),
            tuple(_charge(ruling, one, speaker) for one in ruling.findings if one.falls and one.at == at),
        )
        for at, card in enumerate(replay.cards)
    ]
    chapters = [
        Chapter(number, _title(ruling, number), tuple(cards[at] for at in replay.clocks_of(number)))
        for number in range(1, seating.trick_of(count - 1) + 1)
    ]
    return Story(
        "The hands as play began" if replay.hand.before_exchanges else "The hands as dealt",
        format_trump(ruling),
        tuple(moment for moment in every if moment.at < 0),
        tuple(chapters),
        tuple(moment for moment in every if moment.at >= count),
    )


def _charge(ruling: Ruling, finding: Finding, speaker: Speaker) -> Charge:
    title, proven = infractions()[finding.infraction].title_in(ruling.law.game), finding.verdict == "proven"
    return Charge(sentence(speaker.finding(finding)), title, tone_of(ruling, finding), proven)


def _title(ruling: Ruling, number: int) -> str:
    if number > len(ruling.replay.tricks):
        return f"Trick {number} (unfinished)"
    trick = ruling.replay.tricks[number - 1]
    seats = ruling.replay.hand.seating.seats
    leads = f"Trick {number}: {bare(seats[trick.leader])} leads"
    if trick.winner is None:
        return f"{leads}; winner unknown"
    wins = f"{leads}, {bare(seats[trick.winner])} wins"
    if not any(ruling.replay.ranking.value.values()):
        return wins
    points = "points unknown" if trick.points is None else str(trick.points)
    return f"{wins} {points}"
