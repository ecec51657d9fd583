"""What an infraction that cards decide is called when it is said of somebody: the deed in a few words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from clabber_audit.evidence.finding import Finding
from clabber_audit.law.infractions import infractions
from clabber_audit.render.wording import Speaker, listed, suit
from clabber_audit.ruling.certificates import Fault
from clabber_audit.table.cards import SUIT_LETTER
from clabber_audit.table.moments import trick_of

_DEEDS: Final = {
    "lead-out-of-turn": "led out of turn",
    "play-out-of-turn": "played out of turn",
    "failure-to-follow": "failed to follow suit",
    "failure-to-trump": "failed to trump",
    "failure-to-overtrump": "failed to beat the highest trump",
    "declaring-without-trump": "called {suit} without holding any",
    "forgotten-belle": "forgot to call belle",
    "early-belle": "called belle too early",
    "failed-laydown": "laid down a hand that can lose a trick",
    "false-meld": "called a belle without holding both cards",
}


def deed(fault: Fault) -> str:
    """The deed without who did it: `failed to trump`."""
    words = _DEEDS.get(fault.infraction, "broke the rule on {title}")
    title = infractions()[fault.infraction].title.lower()
    return words.format(title=title, suit=suit(SUIT_LETTER[fault.suit]) if fault.suit else "")


def deeds(faults: Iterable[Fault]) -> str:
    """Several deeds of which one is meant: `failed to follow suit or failed to trump`."""
    return listed(list(dict.fromkeys(map(deed, faults))), "or")


def said(faults: Sequence[Fault], speaker: Speaker) -> str:
    """Who did what and in which trick, each seat and trick once: `North failed to trump in trick 2`."""
    places = dict.fromkeys((fault.seat, fault.at if fault.of_card else -1) for fault in faults)
    clauses = []
    for seat, at in places:
        here = deeds(fault for fault in faults if fault.seat == seat and at in (fault.at, -1))
        text = "{seat} {deeds} in trick {trick}" if at >= 0 else "{seat} {deeds}"
        clauses.append(text.format(seat=speaker.seat(seat), deeds=here, trick=trick_of(at)))
    return listed(clauses, "or")


def one_of(findings: Sequence[Finding], speaker: Speaker) -> str:
    """That one of some findings about cards is true, and that nobody can say which, in a clause."""
    faults = [Fault(finding.infraction, finding.seat, finding.at) for finding in findings if finding.seat is not None]
    which = "{deeds}; which of the two cannot be said" if len(faults) == 2 else "{deeds}; which cannot be said"
    return which.format(deeds=said(faults, speaker))
