"""The hand in its order: tricks, cards, and what was said, shown, claimed or found at each moment."""

from __future__ import annotations

from typing import Literal, NamedTuple

from gettext import gettext as _

from clabber_audit.adjudicate import Ruling
from clabber_audit.cards import CODE, SEATS, spoken
from clabber_audit.infraction import Finding
from clabber_audit.render.moments import Moment, moments
from clabber_audit.render.scene import State, state_of
from clabber_audit.render.wording import Speaker, bare, card_at, sentence

Tone = Literal["said", "fault"]


class Fallen(NamedTuple):
    """One card as it fell, with what happened just before it and what is found about it."""

    anchor: str
    number: int
    letter: str
    seat: str
    code: str | None
    state: State
    #: The position in words, for whoever listens.
    say: str
    before: tuple[Moment, ...]
    faults: tuple[str, ...]


class Chapter(NamedTuple):
    """A trick, complete or not."""

    number: int
    title: str
    cards: tuple[Fallen, ...]


class Story(NamedTuple):
    """The whole hand; what lies before the first card and after the last stands by itself."""

    opening: tuple[Moment, ...]
    chapters: tuple[Chapter, ...]
    closing: tuple[Moment, ...]


def anchor(at: int) -> str:
    """The permalink of a card: `t3c2`."""
    return f"t{at // 4 + 1}c{at % 4 + 1}"


def story(ruling: Ruling, speaker: Speaker) -> Story:
    """The hand from the deal to the score."""
    told = moments(ruling, speaker)
    count = len(ruling.walk.cards)
    faults: dict[int, list[Finding]] = {}
    for finding in ruling.findings:
        if finding.falls:
            faults.setdefault(finding.at, []).append(finding)
    cards = [_fallen(ruling, at, told, faults.get(at, []), speaker) for at in range(count)]
    chapters = [
        Chapter(start // 4 + 1, _title(ruling, start // 4), tuple(cards[start : start + 4])) for start in range(0, count, 4)
    ]
    opening = tuple(moment for moment in told if moment.at < 0)
    closing = tuple(moment for moment in told if moment.at >= count and moment.at >= 0)
    return Story(opening, tuple(chapters), closing)


def _fallen(ruling: Ruling, at: int, told: list[Moment], faults: list[Finding], speaker: Speaker) -> Fallen:
    code, seat = CODE.get(ruling.walk.cards[at]), ruling.walk.hand.seats[at]
    place = card_at(at)
    say = _("{place}: {seat}, {card}").format(
        place=place[:1].upper() + place[1:], seat=speaker.seat(seat), card=spoken(code) if code else _("an unknown card")
    )
    return Fallen(
        anchor(at),
        at % 4 + 1,
        SEATS[seat],
        speaker.seat(seat),
        code,
        state_of(ruling, at),
        say,
        tuple(moment for moment in told if moment.at == at),
        tuple(sentence(speaker.finding(finding)) for finding in faults),
    )


def _title(ruling: Ruling, index: int) -> str:
    number = index + 1
    if index >= len(ruling.walk.tricks):
        return _("Trick {trick}, not finished").format(trick=number)
    trick = ruling.walk.tricks[index]
    if trick.winner is None:
        return _("Trick {trick}: {leader} leads, the winner is not known").format(trick=number, leader=bare(trick.leader))
    points = _("points not known") if trick.points is None else str(trick.points)
    return _("Trick {trick}: {leader} leads, {winner} wins {points}").format(
        trick=number, leader=bare(trick.leader), winner=bare(trick.winner), points=points
    )
