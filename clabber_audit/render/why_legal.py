"""Why a card that was called a renege is none, in a clause."""

from __future__ import annotations

from collections.abc import Iterator

from clabber_audit.render.focus import Focus
from clabber_audit.render.wording import Speaker, of_card, suit_of
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import CODE


def lawful_plays(ruling: Ruling, point: Focus, speaker: Speaker) -> Iterator[tuple[int, str]]:
    """The cards that a refuted claim is about, by their clock, each with what makes it right."""
    if point.claim is None or point.claim.verdict != "refuted":
        return
    faults = {finding.at for finding in ruling.findings if of_card(finding)}
    for seat, at in point.hands:
        if at in faults or at >= len(ruling.walk.cards) or not all(ruling.walk.cards[at - at % 4 : at + 1]):
            continue
        why = _why(ruling, seat, at)
        if why:
            card = speaker.card(CODE[ruling.walk.cards[at]])
            led = suit_of(ruling.walk.ranking.suit_of[ruling.walk.cards[at - at % 4]])
            yield at, why.format(seat=speaker.seat(seat), card=card, led=led, trick=at // 4 + 1)


def _why(ruling: Ruling, seat: int, at: int) -> str:
    trump, card = ruling.walk.trumps, ruling.walk.cards[at]
    led, held = ruling.walk.ranking.suit_of[ruling.walk.cards[at - at % 4]], ruling.walk.held(seat, at)
    if at % 4 == 0:
        return "{seat} led {card} to trick {trick}, and any card may be led"
    if card & led:
        return "{seat} followed suit with {card} in trick {trick}"
    if card & trump and not held & led:
        return "{seat} held no {led} and trumped with {card} in trick {trick}"
    if not held & (led | trump):
        return "{seat} held neither {led} nor trumps and threw off {card} in trick {trick}"
    return ""
