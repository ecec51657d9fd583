"""The side remarks in words: what it would have been, and how sure the ruling is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.ground.counted import counted
from clabber_audit.render.outcome import result
from clabber_audit.render.wording import VERDICTS, Speaker, bare, card_at, listed, sentence, side
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
    played = f"had {seat} played {listed(cards, 'or') if 0 < len(cards) <= _NAMED else 'a legal card'} instead"
    if not cards:
        return f"{played}: not worked out, there are too many ways to go on"
    done = f"had {seat} had the lead" if item.finding.led_for_another else played
    points = listed([_points(item, team) for team in range(len(TEAMS))])
    return f"{done}, with best play by both sides from there: {points}{_makers(ruling, item)}"


def _points(item: Instead, team: int) -> str:
    least, most = item.range(team)
    return f"{least if least == most else f'{least} to {most}'} for {side(team)}"


def _makers(ruling: Ruling, item: Instead) -> str:
    if ruling.walk.makers is None:
        return ""
    answers = {True: "be set", False: "not be set", None: "be set or not, by the card"}
    return f"; the makers, {side(ruling.walk.makers)}, would {answers[item.makers_set]}"


def how_sure(ruling: Ruling, found: Robustness, speaker: Speaker) -> str:
    """How many corrections would change the ruling, in a sentence or two; empty where there are no cards to correct."""
    if not found.singles:
        return ""
    tried = counted(found.singles, "the one case tried", "the {count} cases tried")
    if found.needed == 1:
        said = f"in {found.changing} of {tried}" if found.singles > 1 else f"in {tried}"
        said = f"the ruling would change {said}"
    else:
        said = f"the ruling would change in none of {tried}" if found.singles > 1 else f"it would stand in {tried}"
        if found.needed:
            said += ", but with two together it would"
        elif found.pairs:
            said += f", nor in any of {found.pairs} with two together"
    said = sentence(said)
    if found.cut:
        said = f"{said} More were not tried."
    if found.otherwise is None:
        return said
    changes = listed(list(_corrections(found, speaker)))
    then = _then(ruling, found.otherwise, speaker)
    return f"{said} For instance {changes}: then {then}."


def left_out(found: SideRemarks) -> str:
    """What was not worked out, in a sentence; empty where all was."""
    if not found.left_out:
        return ""
    parts = listed([_LEFT_OUT[name] for name in found.left_out])
    return sentence(f"left out in whole or in part, since there are too many ways to look at: {parts}")


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
            yield f"{speaker.card(other)} for {speaker.card(one)} ({_where(here, speaker)})"
        else:
            places = [_where(here, speaker), _where(there, speaker)]
            yield f"{speaker.card(one)} ({places[0]}) and {speaker.card(other)} ({places[1]}) exchanged"


def _where(spot: Spot | None, speaker: Speaker) -> str:
    if spot is None or spot.at is None:
        return f"{bare(spot.seat)}’s hand" if spot else ""
    place = card_at(speaker.seating, spot.at - sum(stray < spot.at for stray in speaker.strays))
    return place.partition(",")[0] if spot.piled else place


def _then(ours: Ruling, theirs: Ruling, speaker: Speaker) -> str:
    """What the ruling would be, with the verdicts on claims that would be others."""
    verdicts = [f"claim {claim.number + 1} {VERDICTS[claim.verdict]}" for claim in other_verdicts(ours, theirs)]
    return listed([*verdicts, result(theirs, theirs.remedy, speaker.nameless())])
