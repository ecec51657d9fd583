"""What happened beside the cards, each at its moment: calls, melds, incidents, claims, remarks, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.beside import melds_of
from clabber_audit.law.infractions import incident_kinds
from clabber_audit.render import family
from clabber_audit.render.wording import Speaker, came_to, kind, sentence, suit_of
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import SUIT_NAMES, codes

#: What is marked: a fault, and what somebody claimed; not what was said, nor what is merely open.
Tone = Literal["fault", "open", "said"]


class Moment(NamedTuple):
    """One thing said, seen or found; `at` is its clock."""

    at: int
    tone: Tone
    text: str
    #: The number of the belle in the record's melds, for a call of belle.
    belle: int | None = None


def moments(file: Dossier, speaker: Speaker) -> list[Moment]:
    """Everything beside the cards in the order of the clock; at one clock calls, melds, incidents, claims."""
    ruling = file.ruling
    told = [
        *_deal(ruling, speaker),
        *_calls(ruling, speaker),
        *_melds(ruling, speaker),
        *_incidents(file, speaker),
        *_claims(ruling, speaker),
        *_comments(ruling),
        *_findings(ruling, speaker),
        *_piles(ruling, speaker),
    ]
    return sorted(told, key=lambda moment: moment.at)


def _said(at: int, text: str) -> Moment:
    return Moment(at, "said", sentence(text))


def _piles(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    """The tricks whose order is lost, each before its cards."""
    record = ruling.walk.hand.record
    for trick in record.disordered:
        yield _said(ruling.walk.hand.seating.clocks_of(trick).start, speaker.pile(record, trick))


def _deal(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    deal = ruling.walk.hand.record.deal
    turned = f" and turns up {speaker.card(deal.upcard)}" if deal.upcard else ""
    yield _said(clock.DEAL, f"{speaker.seat(deal.dealer)} deals{turned}")


def _calls(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    yield from _CALLS[ruling.law.game.id](ruling, speaker)


def _said_in_the_auction(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    yield from (_said(at, text) for at, text in family.said(ruling, speaker))


def _called(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    for call in ruling.walk.declared.calls:
        if call.word == "pass":
            said = "{seat} passes"
        elif not call.valid:
            said = "{seat} says “{word}”, which is not allowed and counts as a pass"
        elif call.word == "play":
            said = "{seat} says “play”: {suit} are trump" if call.suit else "{seat} says “play”"
        else:
            said = "{seat} names {suit}"
        named = suit_of(call.suit) if call.suit else ""
        yield _said(clock.DECLARING, said.format(seat=speaker.seat(call.seat), suit=named, word=call.word))
    contract = ruling.walk.hand.record.contract
    if contract and not ruling.walk.declared.calls:
        who = speaker.whom(contract.maker)
        yield _said(clock.DECLARING, f"{who} made {SUIT_NAMES[contract.trump]} trump")


#: How each game tells what was said before the first card.
_CALLS: Final[dict[str, Callable[[Ruling, Speaker], Iterator[Moment]]]] = {
    "clabber": _called,
    "bid-euchre": _said_in_the_auction,
}


def _melds(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    runs = melds_of(ruling.walk).entries
    for entry in runs:
        seat, named = speaker.seat(entry.seat), kind(entry.kind)
        if entry.announced <= clock.SCORED:
            yield _said(entry.announced, f"{seat} announces a {named}")
        if entry.shown <= clock.SCORED:
            cards = speaker.cards(codes(entry.cards))
            yield _said(entry.shown, f"{seat} shows a {named}: {cards}")
    for call in melds_of(ruling.walk).belle_calls:
        if call.said <= clock.SCORED:
            text = sentence(f"{speaker.seat(call.seat)} calls belle")
            yield Moment(call.said, "said", text, call.number)


def _incidents(file: Dossier, speaker: Speaker) -> Iterator[Moment]:
    record = file.ruling.walk.hand.record
    for incident, noted in zip(file.incidents, record.incidents, strict=True):
        seat = "a player the record does not name" if incident.seat is None else speaker.seat(incident.seat)
        text = incident_kinds()[incident.kind].told.format(seat=seat, card=speaker.card(noted.card))
        if noted.quote and not speaker.anonymous:
            text = f"{text}: “{noted.quote}”"
        yield _said(incident.at, text)
    laydown = record.laydown
    if laydown:
        text = f"{speaker.seat(laydown.by)} lays the hand down"
        order = speaker.cards(laydown.order)
        yield _said(clock.number(laydown.at), f"{text}: {order}" if order else text)
        if not file.ruling.law.game.laydowns:
            yield _said(clock.number(laydown.at), "this game has no rule for lay-downs, so nothing follows")


def _claims(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    claims = ruling.walk.hand.record.claims
    for weighed in ruling.claims:
        at = ruling.walk.hand.played_by(clock.number(claims[weighed.number].at))
        yield _said(at, f"{speaker.claimed(weighed)}: the claim {came_to(weighed)}")


def _comments(ruling: Ruling) -> Iterator[Moment]:
    for comment in ruling.walk.hand.record.comments:
        at = ruling.walk.hand.played_by(clock.number(comment.at))
        yield Moment(at, "said", f"Noted: “{comment.text}”")


def _findings(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    for finding in ruling.findings:
        if not finding.falls:
            at = ruling.walk.hand.played_by(finding.recorded_at(ruling.walk.hand))
            yield Moment(at, tone_of(ruling, finding), sentence(speaker.finding(finding)))


def tone_of(ruling: Ruling, finding: Finding) -> Tone:
    """How a finding is marked."""
    return "open" if finding in ruling.unasked else "fault"
