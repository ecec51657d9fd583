"""The score as sums in which every addend shows: the hand as it was played, and what the ruling makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from clabber_audit.games.clabber.ranking import CARD_POINTS, LAST_TRICK
from clabber_audit.games.clabber.scoring import RENEGE
from clabber_audit.render.meld_lines import meld_lines
from clabber_audit.render.outcome import is_set, marks, result, standing
from clabber_audit.render.sums import Line, Sum, line
from clabber_audit.render.wording import Speaker, bare, sentence, side
from clabber_audit.replay import laid_down_by
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.remedies import Remedy
from clabber_audit.table.cards import TEAMS


class Arithmetic(NamedTuple):
    """The sums of a ruling and what they come to."""

    sums: tuple[Sum, ...]
    #: What follows from the sums, in sentences: ahead or set, the score without the claim, the sheet.
    conclusions: tuple[str, ...]


def arithmetic(ruling: Ruling, speaker: Speaker) -> Arithmetic:
    """The sums of a ruling and what follows from them."""
    sums = []
    if ruling.remedy.outcome == "renege":
        sums.append(_renege(ruling, speaker))
    if ruling.walk.tricks or ruling.walk.hand.record.sheet:
        sums.append(_played(ruling, speaker))
    return Arithmetic(tuple(sums), tuple(sentence(clause) for clause in _conclusions(ruling, speaker)))


def _renege(ruling: Ruling, speaker: Speaker) -> Sum:
    remedy = ruling.remedy
    offenders = remedy.reneging_team or 0
    innocents = 1 - offenders
    lines = [line("For the renege", f"{CARD_POINTS} + {LAST_TRICK}", innocents, RENEGE)]
    for item in remedy.awarded:
        lines.append(
            line(
                f"{bare(item.seat)}’s {speaker.meld(item.meld)}",
                "",
                innocents,
                item.points,
            )
        )
    total = ["0", "0"]
    total[innocents] = _amount(remedy, innocents)
    named = RENEGE + sum(item.points for item in remedy.awarded)
    if remedy.range or (remedy.score and remedy.score[innocents] != named):
        amounts = ["", ""]
        amounts[innocents] = _beyond(remedy, innocents, named)
        lines.append(Line("Melds and belle", "the cards are not known", (amounts[0], amounts[1]), "addend"))
    lines.append(Line("Score", "", (total[0], total[1]), "total"))
    if remedy.marks:
        lines.append(Line("On the sheet", "", remedy.marks, "mark"))
    return Sum("What the renege brings", tuple(lines))


def _amount(remedy: Remedy, team: int) -> str:
    """What a team scores: a number, or where that is open the least and the most."""
    known = remedy.known[team]
    if known is not None or remedy.range is None:
        return "?" if known is None else str(known)
    return f"{remedy.range.low[team]}–{remedy.range.high[team]}"


def _beyond(remedy: Remedy, team: int, named: int) -> str:
    """What a team scores beyond what can be named."""
    if remedy.range:
        return f"{remedy.range.low[team] - named}–{remedy.range.high[team] - named}"
    return str((remedy.known[team] or 0) - named)


def _played(ruling: Ruling, speaker: Speaker) -> Sum:
    points = ruling.tally.points
    lines = [*_trick_lines(ruling), *_last_lines(ruling), *_sheet_lines(ruling), *meld_lines(ruling, speaker)]
    finished = ruling.unclaimed.outcome == "scored"
    totals = ("?", "?") if points is None else (str(points[0].total), str(points[1].total))
    lines.append(Line("Total" if finished else "So far", "", totals, "total"))
    if ruling.unclaimed.range:
        lines.append(Line("Score", "", (_amount(ruling.unclaimed, 0), _amount(ruling.unclaimed, 1)), "total"))
    if ruling.unclaimed.score and ruling.unclaimed.marks:
        note = "the makers are set" if is_set(ruling) else "the makers are ahead"
        lines.append(Line("On the sheet", note, ruling.unclaimed.marks, "mark"))
    return Sum("The hand as it was played", tuple(lines))


def _trick_lines(ruling: Ruling) -> Iterator[Line]:
    walk = ruling.walk
    for index, trick in enumerate(walk.tricks):
        name = f"Trick {index + 1}"
        if trick.team is None:
            yield Line(name, "cards not known", ("?", "?"), "addend")
            continue
        cards = walk.cards[4 * index : 4 * index + 4]
        detail = f"{side(trick.team)} win" if trick.winner is None else f"{bare(trick.winner)} wins"
        if walk.trumps and all(cards):
            value = walk.ranking.value
            detail += ": " + " + ".join(str(value[card]) for card in cards)
        if trick.points is None:
            amounts = ["", ""]
            amounts[trick.team] = "?"
            detail = f"{detail}; cards not known"
            yield Line(name, detail, (amounts[0], amounts[1]), "addend")
            continue
        yield line(name, detail, trick.team, trick.points)


def _last_lines(ruling: Ruling) -> Iterator[Line]:
    walk = ruling.walk
    layer = laid_down_by(walk.hand)
    if layer is not None:
        if all(trick.team is not None and trick.points is not None for trick in walk.tricks):
            taken = sum(trick.points or 0 for trick in walk.tricks)
            yield line("Laid down", "the cards that are left", layer & 1, CARD_POINTS - taken)
            yield line("Last trick", "goes with the lay-down", layer & 1, LAST_TRICK)
    elif walk.over and (team := walk.tricks[-1].team) is not None:
        yield line("Last trick", "", team, LAST_TRICK)


def _sheet_lines(ruling: Ruling) -> Iterator[Line]:
    """What the score sheet breaks down, where it is all there is."""
    points = ruling.tally.points
    if ruling.walk.cards or points is None:
        return
    for name, label in (
        ("cards", "Cards"),
        ("last_trick", "Last trick"),
        ("melds", "Melds"),
        ("belle", "Belle"),
    ):
        both = (getattr(points[0], name), getattr(points[1], name))
        if any(both):
            yield Line(label, "from the score sheet", (str(both[0]), str(both[1])), "addend")


def _conclusions(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    unclaimed = ruling.unclaimed
    if stands := standing(ruling):
        yield stands
    if ruling.claims:
        told = result(ruling._replace(remedy=unclaimed), unclaimed, speaker)
        same = (unclaimed.outcome, unclaimed.score) == (ruling.remedy.outcome, ruling.remedy.score)
        yield ("without the claim it would be the same: {result}" if same else "without the claim: {result}").format(
            result=_with_marks(told, marks(unclaimed))
        )
    record = ruling.walk.hand.record
    if record.score:
        sheet = ", ".join(f"{side(team)} {record.score[team]}" for team in TEAMS if team in record.score)
        agrees = {True: "that agrees", False: "that does not agree", None: "which cannot be compared"}
        yield f"the score sheet says {sheet}; {agrees[ruling.sheet_agrees]}"


def _with_marks(told: str, written: str) -> str:
    return f"{told} (written {written})" if written else told
