"""The side remarks in words: what it would have been, and how sure the ruling is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.ground.counted import counted
from clabber_audit.render.outcome import result
from clabber_audit.render.wording import Speaker, bare, listed, sentence, side, verdict_on
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.other_rulesets import other_verdicts
from clabber_audit.ruling.sensitivity import Robustness, Spot
from clabber_audit.ruling.side_remarks import LeftOut, SideRemarks
from clabber_audit.ruling.what_if import Instead
from clabber_audit.table.cards import CODE, TEAMS

#: How many legal cards to name one by one.
_NAMED: Final = 3


def what_instead(file: Dossier, speaker: Speaker) -> tuple[str, ...]:
    """What the hand would have been without each infraction that the verdict speaks of, a sentence each."""
    found = file.aside.instead if file.aside else ()
    told = {finding.number for finding in file.point.told}
    return tuple(sentence(_without(file.ruling, item, speaker)) for item in found if item.finding.number in told)


def _without(ruling: Ruling, item: Instead, speaker: Speaker) -> str:
    seat, cards = bare(item.seat), [speaker.card(CODE[choice.card]) for choice in item.choices]
    played = f"if {seat} had played {listed(cards, 'or') if 0 < len(cards) <= _NAMED else 'a legal card'}"
    if not cards:
        return f"{played}: not worked out, there are too many possibilities"
    done = f"if {seat} had led instead" if item.finding.led_for_another else played
    points = listed([_points(item, team) for team in range(len(TEAMS))])
    return f"{done} and both sides had played their best from there: {points}{_makers(ruling, item)}"


def _points(item: Instead, team: int) -> str:
    least, most = item.range(team)
    return f"{least if least == most else f'{least} to {most}'} for {side(team)}"


def _makers(ruling: Ruling, item: Instead) -> str:
    if ruling.walk.makers is None:
        return ""
    answers = {True: "be set", False: "make it", None: "be set or not, depending on the card"}
    return f"; {side(ruling.walk.makers)}, who made trump, would {answers[item.makers_set]}"


def how_sure(ruling: Ruling, found: Robustness, speaker: Speaker) -> str:
    """Return how many corrections would change the ruling, in a sentence or two; empty without cards to correct."""
    if not found.singles:
        return ""
    said = counted(found.singles, "we tried one such error; ", "we tried {count} such errors; ")
    if found.needed == 1:
        it = "it" if found.singles == 1 else "all" if found.changing == found.singles else str(found.changing)
        said += f"{it} would change the ruling"
    else:
        said += "it would not change the ruling" if found.singles == 1 else "none would change the ruling"
        if found.needed:
            said += ", but two together would"
        elif found.pairs:
            said += f", nor would any of {found.pairs} pairs of them"
    said = sentence(said)
    if found.cut:
        said = f"{said} More were not tried."
    if found.otherwise is None:
        return said
    changes = listed(list(_corrections(found, speaker)))
    then = _then(ruling, found.otherwise, speaker)
    return f"{said} For instance, {changes}, then {then}."


def left_out(found: SideRemarks) -> str:
    """What was not worked out, in a sentence; empty where all was."""
    if not found.left_out:
        return ""
    parts = listed([_LEFT_OUT[name] for name in found.left_out])
    return sentence(f"left out, or not finished, because there are too many possibilities: {parts}")


#: What each of the things that may be left out is called.
_LEFT_OUT: Final[dict[LeftOut, str]] = {
    "certificates": "why each finding is certain or open",
    "rulesets": "other rulesets",
    "instead": "what it would have been",
    "robustness": "what a misread card would change",
}


def _corrections(found: Robustness, speaker: Speaker) -> Iterator[str]:
    """Each correction of the example in words."""
    for (one, other), (here, there) in zip(found.example, found.spots, strict=True):
        if there is None:
            yield f"if {speaker.card(one)} ({_where(here, speaker)}) was really {speaker.card(other)}"
        else:
            places = [_where(here, speaker), _where(there, speaker)]
            yield f"if {speaker.card(one)} ({places[0]}) and {speaker.card(other)} ({places[1]}) were swapped"


def _where(spot: Spot | None, speaker: Speaker) -> str:
    if spot is None or spot.at is None:
        return f"{bare(spot.seat)}’s hand" if spot else ""
    fallen = spot.at - sum(stray < spot.at for stray in speaker.strays)
    return f"trick {speaker.seating.trick_of(fallen)}"


def _then(ours: Ruling, theirs: Ruling, speaker: Speaker) -> str:
    """Return the ruling after a correction, with the verdicts on claims that would differ."""
    claims = len(ours.claims)
    verdicts = [verdict_on(claim.number, claims, claim.verdict) for claim in other_verdicts(ours, theirs)]
    return listed([*verdicts, result(theirs, theirs.remedy, speaker.nameless())])
