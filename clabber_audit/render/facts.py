"""The facts on which a ruling rests, each with where it stands in the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.beside import melds_of
from clabber_audit.ground.counted import counted
from clabber_audit.render import family, places
from clabber_audit.render.calls import number
from clabber_audit.render.moments import moments
from clabber_audit.render.outcome import as_written
from clabber_audit.render.places import Fact
from clabber_audit.render.reasoning import shown_since
from clabber_audit.render.verdict import placed
from clabber_audit.render.wording import ORDINALS, Speaker, bare, kind, sentence, suit_of
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import BIT, CODE, codes

#: Where a card comes from that is written down nowhere.
_REBUILT: Final = "from the cards played and shown"


def facts(file: Dossier, speaker: Speaker, proved: bool) -> list[Fact]:
    """Return what was recorded about the point in question, in order; where it is `proved`, what is unknown.

    The proof tells the rest.
    """
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
            yield Fact(placed(finding, speaker), places.of_finding(finding))
    yield from (Fact(speaker.lawful(play), places.of_play(ruling, play.at)) for play in file.lawful)
    yield from _melds(file, speaker)
    yield from _claims(file, speaker)
    yield from _sheet(ruling)


def _contract(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    record = ruling.walk.hand.record
    upcard = f" and turned up {speaker.card(record.deal.upcard)}" if record.deal.upcard else ""
    yield Fact(f"{speaker.seat(record.deal.dealer)} dealt{upcard}", "deal")
    yield from _MADE[ruling.law.game.id](ruling, speaker)


def _trumps_made(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    walk = ruling.walk
    if not walk.trumps:
        return
    made = f"{suit_of(walk.trumps)} are trump"
    if walk.maker is not None:
        made = f"{speaker.seat(walk.maker)} made {suit_of(walk.trumps)} trump"
    elif walk.makers is not None:
        made = f"{speaker.team(walk.makers)} made {suit_of(walk.trumps)} trump"
    yield Fact(made, places.of_trump(ruling))


def _contract_bid(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    yield from (Fact(*told) for told in family.facts(ruling, speaker))


#: How each game tells what is played for.
_MADE: Final[dict[str, Callable[[Ruling, Speaker], Iterator[Fact]]]] = {
    "clabber": _trumps_made,
    "bid-euchre": _contract_bid,
}


def _unknown(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    hand = ruling.walk.hand
    if not any(hand.dealt):
        yield Fact("no cards were written down", "not recorded")
        return
    for seat, name in enumerate(hand.seating.seats):
        whose, hidden = f"{bare(name)}’s hand", hand.hidden[seat]
        if hand.rebuilt >> seat & 1:
            yield Fact(f"{whose} was worked out from the other cards", _REBUILT)
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
        yield Fact(text, "inferred: true whichever order they fell" if in_pile else "inferred: the only card left")
    if ruling.law.game.melds and hand.record.melds is None and ruling.walk.cards:
        yield Fact("no melds were written down", "not recorded")


def _of_play(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[Fact]:
    """The lead, the highest trump, the card in question and the cards that could have been played."""
    walk, at = ruling.walk, finding.at
    start = walk.hand.seating.lead_of(at)

    def laid(deed: str, at: int) -> Fact:
        seat, card = speaker.seat(walk.hand.seats[at]), speaker.card(CODE.get(walk.cards[at]))
        return Fact(deed.format(seat=seat, card=card), places.of_play(ruling, at))

    if at > start:
        yield laid(f"{{seat}} led {{card}} to trick {walk.hand.seating.trick_of(at)}", start)
    if highest := finding.facts.get("highest"):
        if BIT[highest] in walk.cards[start:at]:
            yield laid("{seat} played {card}, the highest trump so far", walk.cards.index(BIT[highest], start))
        else:
            text = f"{speaker.seat(walk.hand.seats[start])} played {speaker.card(highest)}, the highest trump so far"
            yield Fact(text, places.of_play(ruling, start))
    for code in finding.facts.get("could", ()):
        seat = walk.hand.seats[at]
        yield Fact(f"{speaker.seat(seat)} held {speaker.card(code)}", _held_where(ruling, seat, code))
    yield laid("{seat} played {card}", at)
    if finding.provable_from is not None and finding.provable_from > at + 1:
        yield Fact(shown_since(ruling, finding, speaker), places.of_play(ruling, finding.provable_from - 1))


def _held_where(ruling: Ruling, seat: int, code: str) -> str:
    """From where it is known that a seat held a card: all places, the deal first."""
    hand = ruling.walk.hand
    fell = [at for at, card in enumerate(hand.cards) if hand.seats[at] == seat and CODE.get(card) == code]
    named = places.held(hand.record, seat, code)
    found = [*named["deal"], *(places.of_play(ruling, at) for at in fell), *named["melds"]]
    return "; ".join(found) or _REBUILT


def _melds(file: Dossier, speaker: Speaker) -> Iterator[Fact]:
    ruling = file.ruling
    told = [(one.meld, speaker.finding(one)) for one in file.in_question]
    for entry in melds_of(ruling.walk).entries:
        said = "announced" if entry.announced <= clock.SCORED else "had"
        deeds = [f"{said} a {kind(entry.kind)}"]
        if any(meld == entry.number and f" {deeds[0]} " in text for meld, text in told):
            # The fault names the call already.
            deeds = []
        if entry.shown <= clock.SCORED:
            deeds.append(f"showed {speaker.cards(codes(entry.cards))}")
        if deeds:
            yield Fact(f"{speaker.seat(entry.seat)} {' and '.join(deeds)}", f"meld {entry.number + 1}")
    for moment in moments(file, speaker):
        if moment.belle is not None:
            yield Fact(moment.text, f"meld {moment.belle + 1}")


def _claims(file: Dossier, speaker: Speaker) -> Iterator[Fact]:
    claims = file.ruling.walk.hand.record.claims
    for weighed in file.heard:
        claim = claims[weighed.number]
        opened = ". Tricks were turned over for it" if claim.reviewed else ""
        back = ". The claim was then withdrawn" if claim.withdrawn else ""
        moment = speaker.recorded(clock.number(claim.at))
        yield Fact(f"{moment}, {speaker.claimed(weighed)}{opened}{back}", f"claim {weighed.number + 1}")


def _sheet(ruling: Ruling) -> Iterator[Fact]:
    if ruling.walk.hand.record.score:
        yield Fact(f"on the sheet: {as_written(ruling)}", "score")
