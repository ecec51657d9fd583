"""The score as sums in which every addend shows: the hand as it was played, and what the ruling makes of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from clabber_audit.games.clabber.ranking import CARD_POINTS, LAST_TRICK
from clabber_audit.games.clabber.scoring import RENEGE
from clabber_audit.law.infractions import infractions
from clabber_audit.render import family
from clabber_audit.render.outcome import as_written, result_with_marks, standing
from clabber_audit.render.wording import Speaker, bare, kind, sentence, side
from clabber_audit.ruling.account import Account, Melded
from clabber_audit.ruling.by_points import beyond
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.remedies import Remedy
from clabber_audit.table.cards import TEAMS, codes, team_of

#: What each game counts as its hand is played.
_PLAYED: Final = {"clabber": "Points as played", "bid-euchre": "Tricks as played"}
#: What is called a score: what was written, what should be, and what would be had nobody claimed anything.
SHEET: Final = "On the sheet"
CORRECT: Final = "Correct score"
_ADDED: Final = "What it adds up to"
_UNCLAIMED: Final = "If nobody had called it"
#: What a sheet breaks down.
PARTS: Final = {"cards": "Cards", "last_trick": "Last trick", "melds": "Melds", "belle": "Belle"}


class Line(NamedTuple):
    """One line of a sum: an addend, something that does not count, the total, the mark."""

    label: str
    detail: str
    #: What each team gets, North-South first; empty for nothing.
    amounts: tuple[str, ...]
    kind: Literal["addend", "void", "total", "mark"] = "addend"
    #: The row of the rules that gives it, where one does.
    row: str = ""


class Sum(NamedTuple):
    """A sum with its heading."""

    caption: str
    lines: tuple[Line, ...]
    #: The sides, as their columns are headed.
    sides: tuple[str, ...] = ("North-South", "East-West")
    #: Whether the score is made of it: not of the play where a renege or a misdeal stopped it.
    counts: bool = True


class Arithmetic(NamedTuple):
    """The sums of a ruling and what they come to."""

    sums: tuple[Sum, ...]
    #: What the sums do not say, in sentences: the score without the claim, the sheet.
    conclusions: tuple[str, ...]

    @property
    def counting(self) -> list[Sum]:
        """What the score is made of."""
        return [one for one in self.sums if one.counts]

    @property
    def stopped(self) -> list[Sum]:
        """What was played before something stopped it."""
        return [one for one in self.sums if not one.counts]


def arithmetic(ruling: Ruling, parts: Account, speaker: Speaker) -> Arithmetic:
    """The sums of a ruling, by the parts of its score, and what follows from them."""
    sums = list(_SUMS[ruling.law.game.id](ruling, parts, speaker))
    return Arithmetic(tuple(sums), tuple(sentence(clause) for clause in _conclusions(ruling, sums, speaker)))


def _is_stopped(ruling: Ruling) -> bool:
    return ruling.remedy.outcome != ruling.unclaimed.outcome


def _of_points(ruling: Ruling, parts: Account, speaker: Speaker) -> Iterator[Sum]:
    if ruling.remedy.outcome == "renege":
        yield _renege(ruling, ruling.remedy, speaker)
    if ruling.walk.tricks or ruling.walk.hand.record.sheet:
        yield _played(ruling, parts, speaker)


def _of_tricks(ruling: Ruling, parts: Account, speaker: Speaker) -> Iterator[Sum]:
    names = _heads(ruling)
    for caption, rows, counts in (
        (_PLAYED["bid-euchre"], family.tricks(ruling, speaker), not _is_stopped(ruling)),
        ("What each side scores", family.brought(ruling, ruling.remedy), True),
    ):
        if rows:
            written = _written(ruling) if any(row.label == "Score" for row in rows) else []
            yield Sum(caption, (*(Line(*row) for row in rows), *written), names, counts)


def _heads(ruling: Ruling) -> tuple[str, ...]:
    """Return what heads the column of each side: its seats, or of numbered seats and of who plays alone the name."""
    record, seating = ruling.walk.hand.record, ruling.walk.hand.seating
    teams = {name: team for name, team in record.teams.items() if name.startswith("P")}
    return tuple(record.players.get(name) or teams.get(name) or side(name) for name in seating.side_names)


#: How each game tells its score.
_SUMS: Final[dict[str, Callable[[Ruling, Account, Speaker], Iterator[Sum]]]] = {
    "clabber": _of_points,
    "bid-euchre": _of_tricks,
}


def _for(teams: Collection[int], amount: str | int, other: str = "") -> tuple[str, ...]:
    """What some teams get, and the others nothing."""
    return tuple(str(amount) if team in teams else other for team in range(len(TEAMS)))


def _written(ruling: Ruling) -> list[Line]:
    """What was written on the sheet, below the score that it is held against."""
    score, sides = ruling.walk.hand.record.score, ruling.walk.hand.seating.side_names
    if not score:
        return []
    agrees = "cannot be compared" if ruling.sheet_agrees is None else "agrees"
    if ruling.wrong_either_way:
        agrees = "wrong either way"
    if any("part" not in wrong.facts for wrong in ruling.wrong_sheet):
        agrees = "wrong"
    return [Line(SHEET, agrees, tuple(str(score.get(side, "")) for side in sides), "mark")]


def _renege(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> Sum:
    innocents = remedy.innocents
    detail = f"{CARD_POINTS} in cards + {LAST_TRICK} for the last trick"
    lines = [Line("For the renege", detail, _for(innocents, RENEGE))]
    for item in remedy.awarded:
        lines.append(Line(f"{bare(item.seat)}’s {speaker.meld(item.meld)}", "", _for(innocents, item.points)))
    unnamed = beyond(remedy)
    if unnamed:
        least, most = unnamed
        range_of = str(least) if least == most else f"{least}–{most}"
        why = "nobody wrote down the melds" if ruling.walk.told else "cards unknown"
        lines.append(Line("Melds and belle", why, _for(innocents, range_of)))
    lines.append(Line("Score", "", _for(innocents, _amount(remedy, innocents[0]), "0"), "total"))
    if remedy.marks:
        lines.append(Line(CORRECT, "", remedy.marks, "mark"))
    return Sum("What the renege costs", (*lines, *_written(ruling)))


def _amount(remedy: Remedy, team: int) -> str:
    """What a team scores: a number, or where that is open the least and the most."""
    known = remedy.known[team]
    if known is not None or remedy.range is None:
        return "?" if known is None else str(known)
    return f"{remedy.range.low[team]}–{remedy.range.high[team]}"


def _played(ruling: Ruling, parts: Account, speaker: Speaker) -> Sum:
    points = ruling.tally.points
    lines = [*_trick_lines(ruling), *_last_lines(parts), *_sheet_lines(ruling)]
    lines += [_meld_line(meld, speaker) for meld in parts.melds]
    finished = ruling.unclaimed.outcome == "scored"
    totals = _for((), "", "?") if points is None else tuple(str(made.total) for made in points)
    void = ruling.remedy.outcome == "redeal"
    label = (
        "Total"
        if finished
        else "As played, not scored"
        if void
        else "Without melds"
        if ruling.unclaimed.explained
        else "Points so far"
    )
    lines.append(Line(label, "", totals, "total"))
    if ruling.unclaimed.range:
        lines.append(Line("Score", "", tuple(_amount(ruling.unclaimed, team) for team in range(len(TEAMS))), "total"))
    stopped = _is_stopped(ruling)
    if ruling.unclaimed.score and ruling.unclaimed.marks:
        label = _UNCLAIMED if stopped else CORRECT if ruling.adds_up else _ADDED
        lines.append(Line(label, standing(ruling, speaker), ruling.unclaimed.marks, "mark"))
    caption = _PLAYED["clabber"] if ruling.walk.cards else "What the sheet lists"
    return Sum(caption, (*lines, *([] if stopped else _written(ruling))), counts=not stopped)


def _trick_lines(ruling: Ruling) -> Iterator[Line]:
    walk = ruling.walk
    for index, trick in enumerate(walk.tricks):
        name = f"Trick {index + 1}"
        if trick.team is None:
            yield Line(name, "cards unknown", _for((), "", "?"))
            continue
        cards = [walk.cards[at] for at in walk.clocks_of(index + 1)]
        detail = f"{side(trick.team)} win" if trick.winner is None else f"{bare(trick.winner)} wins"
        if walk.trumps and all(cards):
            value = walk.ranking.value
            detail += ": " + " + ".join(str(value[card]) for card in cards)
        if trick.points is None:
            detail += "; cards unknown"
        yield Line(name, detail, _for((trick.team,), "?" if trick.points is None else trick.points))


def _last_lines(parts: Account) -> Iterator[Line]:
    if parts.last_trick is None:
        return
    if parts.laid_down is not None:
        yield Line("Laid down", "the cards that are left", _for((parts.last_trick,), parts.laid_down))
    detail = "" if parts.laid_down is None else "comes with the lay-down"
    yield Line("Last trick", detail, _for((parts.last_trick,), LAST_TRICK))


#: Why a meld scores, or does not.
_MELDS: Final = {
    "highest": "the highest meld",
    "level_partners": "the highest, level with {partner}’s",
    "beside_highest": "counts with the highest meld",
    "belle": "king and queen of trump",
    "denied": "does not count: {infraction}",
    "outranked": "does not count: the other side had a better meld",
    "level": "does not count: the two best melds tie",
    "unannounced": "does not count: never announced",
    "unshown": "does not count: not shown",
    "uncalled": "does not count: belle was never called",
    "late": "does not count: called too late",
    "open": "does not count",
}


def _meld_line(meld: Melded, speaker: Speaker) -> Line:
    label = f"{bare(meld.seat)}’s {kind(meld.kind)} {speaker.cards(codes(meld.cards))}".rstrip()
    title = infractions()[meld.infraction].title.lower() if meld.infraction else ""
    nameless = speaker.nameless()
    detail = _MELDS[meld.reason].format(infraction=title, partner=nameless.partner(meld.seat))
    if meld.points is None:
        return Line(label, detail, _for((), ""), "void")
    return Line(label, detail, _for((team_of(meld.seat),), meld.points))


def _sheet_lines(ruling: Ruling) -> Iterator[Line]:
    """What the score sheet breaks down, where it is all there is."""
    points = ruling.tally.points
    if ruling.walk.cards or points is None:
        return
    for label, *written in zip(PARTS.values(), *points, strict=True):
        if any(written):
            yield Line(label, "", tuple(map(str, written)))


def _conclusions(ruling: Ruling, sums: Sequence[Sum], speaker: Speaker) -> Iterator[str]:
    """What the sums do not say themselves."""
    unclaimed, labels = ruling.unclaimed, {line.label for one in sums for line in one.lines}
    if ruling.claims and _UNCLAIMED not in labels:
        told = result_with_marks(ruling._replace(remedy=unclaimed), unclaimed, speaker)
        same = (unclaimed.outcome, unclaimed.score) == (ruling.remedy.outcome, ruling.remedy.score)
        yield "the claim makes no difference to the score" if same else f"without the claim: {told}"
    if ruling.walk.hand.record.score and SHEET not in labels:
        yield f"the sheet has {as_written(ruling)}"
