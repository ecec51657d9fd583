"""Facts of a ruling, with their place in the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from clabber_audit.cards import cards as clock
from clabber_audit.cards.cards import BIT, CODE, codes
from clabber_audit.core.text import counted
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.bid_euchre.events import Spoken, preliminaries_of
from clabber_audit.games.bid_euchre.naming import laid_down
from clabber_audit.games.clabber.events import melds_of
from clabber_audit.judge.certificates import Fact as CardFact
from clabber_audit.judge.certificates import named as named_certificates
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.clabber import HandRecord
from clabber_audit.report.phrases import ORDINALS, bare, kind, listed, number, sentence, suit_of
from clabber_audit.report.reasoning import shown_since
from clabber_audit.report.results import format_contract, format_trump
from clabber_audit.report.verdict import is_wrong_deal, placed
from clabber_audit.report.wording import Speaker, card_at
from clabber_audit.rules.incidents import incident_kinds


def contract_facts(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    """Yield the contract and the cards exchanged in a Bid Euchre hand."""
    told = format_contract(ruling, speaker)
    replay, record = ruling.replay, ruling.replay.hand.record
    if told and replay.maker is not None:
        source = "calls" if record.declarations else "contract"
        yield Fact(f"{speaker.seat(replay.maker)} won the bid: {told}", source)
    elif preliminaries_of(replay).auction.how in ("club", "no_bid"):
        club = preliminaries_of(replay).auction.how == "club"
        told = (
            f"a club was turned up, so {format_trump(ruling)} and there is no bidding"
            if club
            else f"nobody bid: {format_trump(ruling)}"
        )
        yield Fact(told, "deal" if club or not record.declarations else "calls")
    spoken = preliminaries_of(replay)
    unasked = spoken.out & ~spoken.left & ~laid_down(spoken.contract, spoken.named.alone, spoken.deal.seating)
    for seat in range(len(spoken.deal.seating.seats)):
        if unasked >> seat & 1:
            yield Fact(f"{speaker.seat(seat)} played no cards", "plays")
    for place, exchange in enumerate(record.exchanges or (), 1):
        cards = listed([speaker.card(card) for card in exchange.cards])
        text = f"{speaker.seat(exchange.giver)} passed {speaker.seat(exchange.taker)} {cards}"
        yield Fact(text, f"exchange {place}")


#: The parts of a record that findings are about; of those that are lists the name of one of its entries.
_PARTS: Final = {
    "after": "totals after it",
    "claims": "claim",
    "contract": "contract",
    "deal": "deal",
    "declarations": "call",
    "incidents": "incident",
    "laydown": "lay-down",
    "melds": "meld",
    "plays": "card",
    "score": "score",
    "sheet": "sheet",
}


#: Where a card is named as a seat's.
_NAMED_PLACES: Final = {
    "deal": "deal, {seat}’s hand",
    "melds": "meld {number}",
    "incidents": "incident {number}",
    "laydown": "lay-down",
}


class Fact(NamedTuple):
    """Statement of the record, or a consequence of it."""

    text: str
    #: Where it stands in the record, or what it follows from.
    source: str


def locate_trump(ruling: Ruling) -> str:
    """Return the entry of the record that names trump."""
    declared = ruling.replay.declared
    if isinstance(declared.before, Spoken):
        namings = declared.before.named.namings
        counts = next((one for one in namings if one.his), namings[0] if namings else None)
        noted = "calls" if ruling.replay.hand.record.declarations else "contract"
        return noted if counts is None else f"call {counts.number + 1}"
    return f"call {len(declared.calls)}" if declared.called else "contract"


def locate_card(ruling: Ruling, at: int) -> str:
    """Return the place of a card: `trick 2, card 2`."""
    if not 0 <= at < len(ruling.replay.cards):
        return "before the first card" if at < 0 else "after the last card"
    place = card_at(ruling.replay.hand.seating, at)
    if at in ruling.replay.hand.inferred:
        return f"{place}, inferred"
    if ruling.replay.cards[at]:
        return place
    lost = ruling.replay.hand.seating.trick_of(at) in ruling.replay.hand.record.disordered
    return f"{place}, {'order lost' if lost else 'not recorded'}"


def locate_dealt(ruling: Ruling, seat: int, facts: Iterable[CardFact]) -> str:
    """Name the parts of the record that show some cards of a seat: deal or up-card, else melds, incidents, lay-down."""
    found: list[str] = []
    for code in (CODE[fact.cards] for fact in facts):
        named = places_named(ruling.replay.hand.record, seat, code)
        found += named["deal"][:1] or named["melds"] or named["incidents"] or named["laydown"][:1]
    return "; ".join(dict.fromkeys(found))


def places_named(record: HandRecord, seat: int, code: str) -> dict[str, list[str]]:
    """Return the places where a record names a card as a seat's, apart from plays, by part of the record."""
    found: dict[str, list[str]] = {"deal": [], "melds": [], "incidents": [], "laydown": []}
    for one in named_certificates(record):
        if (one.seat, one.code) == (record.seating.seats[seat], code):
            text = _NAMED_PLACES.get(one.part, "deal, the up-card").format(
                seat=bare(one.seat), number=one.number
            )
            found["deal" if one.part == "upcard" else one.part].append(text)
    return found


def locate_finding(finding: Finding) -> str:
    """Return the entry of the record that a finding is about: `claim 2`."""
    part, *number = finding.path or ("",)
    text = _PARTS.get(str(part), "the record")
    return f"{text} {number[0] + 1}" if number and isinstance(number[0], int) else text


#: Where a card comes from that is written down nowhere.
_REBUILT: Final = "from the cards played and shown"


def facts(file: Dossier, speaker: Speaker, proved: bool) -> list[Fact]:
    """Return the recorded facts of the point in question; if it is `proved`, only the unknowns."""
    found = _unknown(file.ruling, speaker) if proved else _known(file, speaker)
    return [Fact(sentence(fact.text), fact.source) for fact in dict.fromkeys(found)]


def _known(file: Dossier, speaker: Speaker) -> Iterator[Fact]:
    ruling = file.ruling
    yield from _contract(ruling, speaker)
    yield from _unknown(ruling, speaker)
    for finding in file.in_question:
        if finding.of_card:
            yield from _of_play(ruling, finding, speaker)
        else:
            yield Fact(placed(finding, speaker), locate_finding(finding))
    yield from (Fact(speaker.lawful(play), locate_card(ruling, play.at)) for play in file.lawful)
    yield from _melds(file, speaker)
    yield from _claims(file, speaker)
    yield from _sheet(ruling, speaker)


def _contract(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    record = ruling.replay.hand.record
    upcard = f" and turned up {speaker.card(record.deal.upcard)}" if record.deal.upcard else ""
    dealer = record.deal.dealer
    wrong = {one.seat for one in ruling.findings if is_wrong_deal(one)} - {
        None,
        speaker.seating.number[dealer],
    }
    dealt = f"the record has {speaker.seat(dealer)} as dealer" if wrong else f"{speaker.seat(dealer)} dealt"
    yield Fact(f"{dealt}{upcard}", "deal")
    made = {"clabber": _trumps_made, "bid-euchre": contract_facts}[ruling.law.game.id]
    yield from made(ruling, speaker)


def _trumps_made(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    replay = ruling.replay
    if not replay.trumps:
        return
    made = f"{suit_of(replay.trumps)} are trump"
    if replay.maker is not None:
        made = f"{speaker.seat(replay.maker)} made {suit_of(replay.trumps)} trump"
    elif replay.makers is not None:
        made = f"{speaker.team(replay.makers)} made {suit_of(replay.trumps)} trump"
    yield Fact(made, locate_trump(ruling))


def _unknown(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    hand = ruling.replay.hand
    if not any(hand.dealt):
        yield Fact("no cards were written down", "not recorded")
        return
    miscounted = any(incident_kinds()[incident.kind].miscounts for incident in hand.record.incidents)
    for seat, name in enumerate(hand.seating.seats):
        whose, hidden = f"{bare(name)}’s hand", hand.hidden[seat]
        if hand.rebuilt >> seat & 1:
            yield Fact(f"{whose} was worked out from the other cards", _REBUILT)
        elif hidden and miscounted:
            # How many cards a player had is what went wrong.
            yield Fact(f"not all of {bare(name)}’s cards were written down", "not recorded")
        elif hidden:
            one, many = "one of {whose} cards is unknown", "{number} of {whose} cards are unknown"
            text = counted(hidden, one, many, whose=f"{bare(name)}’s", number=number(hidden))
            yield Fact(text, "not recorded")
    for trick in sorted(hand.record.disordered):
        yield Fact(speaker.pile(hand.record, trick), "not recorded")
    for at in hand.inferred:
        place = ORDINALS[hand.seating.place_of(at)]
        card = speaker.card(CODE[hand.cards[at]])
        text = f"the {place} card of trick {hand.seating.trick_of(at)} must have been {card}"
        in_pile = hand.seating.trick_of(at) in hand.record.disordered
        yield Fact(
            text, "inferred: true whichever order they fell" if in_pile else "inferred: the only card left"
        )
    if ruling.law.game.melds and hand.record.melds is None and ruling.replay.cards:
        yield Fact("no melds were written down", "not recorded")


def _of_play(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[Fact]:
    """Yield the lead, the highest trump, the legal cards and the card in question."""
    replay, at = ruling.replay, finding.at
    start = replay.hand.seating.lead_of(at)

    def laid(deed: str, at: int) -> Fact:
        seat, card = speaker.seat(replay.hand.seats[at]), speaker.card(CODE.get(replay.cards[at]))
        return Fact(deed.format(seat=seat, card=card), locate_card(ruling, at))

    if at > start:
        yield laid(f"{{seat}} led {{card}} to trick {replay.hand.seating.trick_of(at)}", start)
    if highest := finding.facts.get("highest"):
        if BIT[highest] in replay.cards[start:at]:
            yield laid(
                "{seat} played {card}, the highest trump so far", replay.cards.index(BIT[highest], start)
            )
        else:
            text = f"{speaker.seat(replay.hand.seats[start])} played {speaker.card(highest)}, the highest trump so far"
            yield Fact(text, locate_card(ruling, start))
    for code in finding.facts.get("could", ()):
        seat = replay.hand.seats[at]
        yield Fact(f"{speaker.seat(seat)} held {speaker.card(code)}", _held_where(ruling, seat, code))
    yield laid("{seat} played {card}", at)
    if finding.provable_from is not None and finding.provable_from > at + 1:
        yield Fact(shown_since(ruling, finding, speaker), locate_card(ruling, finding.provable_from - 1))


def _held_where(ruling: Ruling, seat: int, code: str) -> str:
    """Return every place that shows a seat held a card, the deal first."""
    hand = ruling.replay.hand
    fell = [at for at, card in enumerate(hand.cards) if hand.seats[at] == seat and CODE.get(card) == code]
    named = places_named(hand.record, seat, code)
    found = [*named["deal"], *(locate_card(ruling, at) for at in fell), *named["melds"]]
    return "; ".join(found) or _REBUILT


def _melds(file: Dossier, speaker: Speaker) -> Iterator[Fact]:
    ruling = file.ruling
    told = [(one.meld, speaker.finding(one)) for one in file.in_question]
    for entry in melds_of(ruling.replay).entries:
        said = "announced" if entry.announced <= clock.SCORED else "had"
        deeds = [f"{said} a {kind(entry.kind)}"]
        if any(meld == entry.number and f" {deeds[0]} " in text for meld, text in told):
            # The fault names the call already.
            deeds = []
        if entry.shown <= clock.SCORED:
            deeds.append(f"showed {speaker.cards(codes(entry.cards))}")
        if deeds:
            yield Fact(f"{speaker.seat(entry.seat)} {' and '.join(deeds)}", f"meld {entry.number + 1}")
    for call in melds_of(ruling.replay).belle_calls:
        if call.said <= clock.SCORED:
            yield Fact(f"{speaker.seat(call.seat)} called belle", f"meld {call.number + 1}")


def _claims(file: Dossier, speaker: Speaker) -> Iterator[Fact]:
    claims = file.ruling.replay.hand.record.claims
    for weighed in file.heard:
        claim = claims[weighed.number]
        opened = ". Tricks were turned over for it" if claim.reviewed else ""
        back = ". The claim was then withdrawn" if claim.withdrawn else ""
        moment = speaker.recorded(clock.number(claim.at))
        yield Fact(f"{moment}, {speaker.claimed(weighed)}{opened}{back}", f"claim {weighed.number + 1}")


def _sheet(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    if ruling.replay.hand.record.score:
        yield Fact(f"on the sheet: {speaker.nameless().written}", "score")
