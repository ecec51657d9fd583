"""A hand in its order."""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.cards.cards import CODE
from clabber_audit.cards.seating import Seating
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.scene import State, state_of
from clabber_audit.report.phrases import Speaker, bare, sentence
from clabber_audit.report.reasoning import Moment, Tone, moments, tone_of, trump_of
from clabber_audit.rules.infractions import infractions


class Charge(NamedTuple):
    """A finding about a card: the whole sentence, and the kind of infraction alone."""

    text: str
    title: str
    tone: Tone
    proven: bool


class Fallen(NamedTuple):
    """One card as it fell, with what happened just before it and what is found about it."""

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
        """Whether the card is marked."""
        return any(fault.tone == "fault" for fault in self.faults)

    @property
    def titles(self) -> list[tuple[Tone, str]]:
        """What is found about the card, in a few words each; all that cannot be told as one."""
        found = [(fault.tone, fault.title) for fault in self.faults if fault.proven]
        unsure = [fault for fault in self.faults if not fault.proven]
        if unsure:
            told = ", ".join(fault.title.lower() for fault in unsure)
            found.append((min(fault.tone for fault in unsure), f"Unclear: {told}"))
        return found


class Chapter(NamedTuple):
    """A trick, complete or not."""

    number: int
    title: str
    cards: tuple[Fallen, ...]


class Story(NamedTuple):
    """The whole hand; what lies before the first card and after the last stands by itself."""

    #: Which hands stand before it, and what is trumps.
    hands: str
    trump: str

    opening: tuple[Moment, ...]
    chapters: tuple[Chapter, ...]
    closing: tuple[Moment, ...]


def anchor(seating: Seating, at: int) -> str:
    """The permalink of a card: `t3c2`."""
    return f"t{seating.trick_of(at)}c{seating.place_of(at) + 1}"


def story(file: Dossier, speaker: Speaker) -> Story:
    """The hand from the deal to the score."""
    ruling, told = file.ruling, moments(file, speaker)
    count = len(ruling.replay.cards)
    cards = [_fallen(ruling, at, told, speaker) for at in range(count)]
    chapters = [
        Chapter(number, _title(ruling, number), tuple(cards[at] for at in ruling.replay.clocks_of(number)))
        for number in range(1, ruling.replay.hand.seating.trick_of(count - 1) + 1)
    ]
    opening = tuple(moment for moment in told if moment.at < 0)
    hands = "The hands as play began" if ruling.replay.hand.before_exchanges else "The hands as dealt"
    return Story(
        hands, trump_of(ruling), opening, tuple(chapters), tuple(moment for moment in told if moment.at >= count)
    )


def _fallen(ruling: Ruling, at: int, told: list[Moment], speaker: Speaker) -> Fallen:
    code, seat = CODE.get(ruling.replay.cards[at]), ruling.replay.hand.seats[at]
    return Fallen(
        anchor(ruling.replay.hand.seating, at),
        ruling.replay.hand.seating.place_of(at) + 1,
        bare(ruling.replay.hand.seating.seats[seat]),
        code,
        state_of(ruling, at),
        bool(ruling.replay.cards[at] & ruling.replay.trumps),
        tuple(moment for moment in told if moment.at == at),
        tuple(_charge(ruling, finding, speaker) for finding in ruling.findings if finding.falls and finding.at == at),
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
