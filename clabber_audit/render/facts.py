"""The facts on which a ruling rests, each with where it stands in the record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.ground.counted import counted
from clabber_audit.render.moments import moments
from clabber_audit.render.verdict import placed
from clabber_audit.render.wording import Speaker, bare, card_at, kind, sentence, side, suit_of
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import BIT, CODE, SEATS, TEAMS, codes


class Fact(NamedTuple):
    """One thing that the record says."""

    text: str
    #: Where it stands in the record, or what it follows from.
    source: str


def facts(file: Dossier, speaker: Speaker) -> list[Fact]:
    """What was recorded about the point in question, in the order of the hand."""
    ruling = file.ruling
    found = [*_contract(ruling, speaker), *_hands(ruling, speaker)]
    for finding in _in_question(file):
        found += _of_play(ruling, finding, speaker) if finding.of_card else _of_moment(ruling, finding, speaker)
    found += [Fact(speaker.lawful(play), _where(ruling, play.at)) for play in file.lawful]
    found += [*_melds(file, speaker), *_claims(file, speaker), *_sheet(ruling)]
    return [Fact(sentence(fact.text), fact.source) for fact in dict.fromkeys(found)]


def _in_question(file: Dossier) -> list[Finding]:
    decisive = [finding for finding in file.point.told if not finding.of_claim]
    return decisive or ([file.offence] if file.offence else [])


def _contract(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    walk, record = ruling.walk, ruling.walk.hand.record
    upcard = f" and turned up {speaker.card(record.deal.upcard)}" if record.deal.upcard else ""
    yield Fact(f"{speaker.seat(record.deal.dealer)} dealt{upcard}", "deal")
    if not walk.trumps:
        return
    made = f"{suit_of(walk.trumps)} are trumps"
    if walk.maker is not None:
        made = f"{speaker.seat(walk.maker)} made {suit_of(walk.trumps)} trumps"
    elif walk.makers is not None:
        made = f"{speaker.team(walk.makers)} made {suit_of(walk.trumps)} trumps"
    count = len(walk.auction.calls)
    spoken = walk.auction.trump is not None
    yield Fact(made, f"declaration {count}" if spoken else "contract")


def _hands(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    hand = ruling.walk.hand
    if not any(hand.dealt):
        yield Fact("no card was written down", "not recorded")
        return
    for seat in range(len(SEATS)):
        if hand.rebuilt >> seat & 1:
            yield Fact(
                f"{bare(seat)}’s hand was not written down whole and follows from the other cards",
                "rebuilt from the cards played and shown",
            )
        elif hand.hidden[seat]:
            yield Fact(
                counted(
                    hand.hidden[seat],
                    "one card of {seat}’s hand is not known",
                    "of {seat}’s hand {count} cards are not known",
                    seat=bare(seat),
                ),
                "not recorded",
            )
    for trick in sorted(hand.record.disordered):
        yield Fact(speaker.pile(hand.record, trick), "not recorded")
    for at in hand.inferred:
        text = f"the card at {card_at(at)} can only have been {speaker.card(CODE[hand.cards[at]])}"
        in_pile = at // 4 + 1 in hand.record.disordered
        yield Fact(text, "inferred: so in every order" if in_pile else "inferred: the only card left")


def _of_play(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[Fact]:
    """The lead, the highest trump, the card in question and the cards that could have been played."""
    walk, start = ruling.walk, finding.at - finding.at % 4
    seats = walk.hand.seats
    if finding.at > start:
        led = "{seat} led {card} to trick {trick}"
        yield Fact(_told(led, speaker, seats[start], CODE.get(walk.cards[start]), start), _where(ruling, start))
    highest = finding.facts.get("highest")
    if highest:
        at = walk.cards.index(BIT[highest], start) if BIT[highest] in walk.cards[start : finding.at] else start
        yield Fact(
            _told("{seat} played {card}, the highest trump so far", speaker, seats[at], highest, at),
            _where(ruling, at),
        )
    for code in finding.facts.get("could", ()):
        yield Fact(
            _told("{seat} held {card}", speaker, seats[finding.at], code, start),
            _held_where(ruling, seats[finding.at], code),
        )
    played = CODE.get(walk.cards[finding.at])
    yield Fact(_told("{seat} played {card}", speaker, seats[finding.at], played, start), _where(ruling, finding.at))
    if finding.provable_from is not None and finding.provable_from > finding.at + 1:
        text = f"the table could know it {speaker.moment(finding.provable_from)}"
        yield Fact(text, _where(ruling, finding.provable_from - 1))


def _told(text: str, speaker: Speaker, seat: int, code: str | None, at: int) -> str:
    return text.format(seat=speaker.seat(seat), card=speaker.card(code), trick=at // 4 + 1)


def _where(ruling: Ruling, at: int) -> str:
    """A card by its number in the hand and its place: `card 6 = trick 2, card 2`."""
    if not 0 <= at < len(ruling.walk.cards):
        return f"clock {clock.on_paper(at + 1)}"
    place = f"card {at + 1} = {card_at(at)}"
    if at in ruling.walk.hand.inferred:
        return f"{place}, inferred"
    if ruling.walk.cards[at]:
        return place
    unknown = "{place}, order lost" if at // 4 + 1 in ruling.walk.hand.record.disordered else "{place}, not recorded"
    return unknown.format(place=place)


def _held_where(ruling: Ruling, seat: int, code: str) -> str:
    """From where it is known that a seat held a card: all places, the deal first."""
    record, hand = ruling.walk.hand.record, ruling.walk.hand
    places = []
    if code in record.deal.hands.get(SEATS[seat], ()):  # type: ignore[call-overload]
        places.append(f"deal, {bare(seat)}’s hand")
    if code == record.deal.upcard and record.deal.dealer == SEATS[seat]:
        places.append("deal, the up-card")
    places += [_where(ruling, at) for at, card in enumerate(hand.cards) if hand.seats[at] == seat and card == BIT[code]]
    for number, meld in enumerate(record.melds or ()):
        if meld.seat == SEATS[seat] and code in meld.cards and meld.shown != "never":
            places.append(f"meld {number + 1}")
    return "; ".join(places) or "rebuilt from the cards played and shown"


def _of_moment(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[Fact]:
    """What a finding that is no card's states, with the entry it comes from."""
    yield Fact(placed(finding, speaker), _entry_of(finding))


def _entry_of(finding: Finding) -> str:
    """Where in the record a finding stands, by the number of its entry."""
    part, *number = finding.path or ("",)
    text = _PARTS.get(str(part), "the record")
    return f"{text} {int(number[0]) + 1}" if number else text


#: The parts of a record that findings are about; of those that are lists the name of one of its entries.
_PARTS: Final = {
    "claims": "claim",
    "contract": "contract",
    "deal": "deal",
    "declarations": "declarations",
    "incidents": "incident",
    "laydown": "lay-down",
    "melds": "meld",
    "plays": "card",
    "score": "score",
}


def _melds(file: Dossier, speaker: Speaker) -> Iterator[Fact]:
    ruling = file.ruling
    if ruling.walk.hand.record.melds is None and ruling.walk.cards:
        yield Fact("nothing is known of melds", "not recorded")
        return
    for entry in ruling.walk.entries:
        cards = speaker.cards(codes(entry.cards))
        said = "{seat} announced a {kind}" if entry.announced <= clock.SCORED else "{seat} had a {kind}"
        text = said.format(seat=speaker.seat(entry.seat), kind=kind(entry.kind))
        if entry.shown <= clock.SCORED:
            text = f"{text} and showed {cards}"
        yield Fact(text, f"meld {entry.number + 1}")
    for moment in moments(file, speaker):
        if moment.belle is not None:
            yield Fact(moment.text, f"meld {moment.belle + 1}")


def _claims(file: Dossier, speaker: Speaker) -> Iterator[Fact]:
    claims = file.ruling.walk.hand.record.claims
    for weighed in file.heard:
        claim = claims[weighed.number]
        text = f"{speaker.claimed(weighed)}, {speaker.moment(clock.number(claim.at))}"
        if claim.reviewed:
            text = f"{text}, and tricks or hands were opened to settle it"
        if claim.withdrawn:
            text = f"{text}, and took it back"
        yield Fact(text, f"claim {weighed.number + 1}")


def _sheet(ruling: Ruling) -> Iterator[Fact]:
    record = ruling.walk.hand.record
    if record.score:
        written = ", ".join(f"{side(team)} {record.score[team]}" for team in TEAMS if team in record.score)
        yield Fact(f"the score sheet says {written}", "score")
