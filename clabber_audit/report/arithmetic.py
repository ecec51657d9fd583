"""Arithmetic of a score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from clabber_audit.cards.cards import TEAMS, codes, team_of
from clabber_audit.games.bid_euchre.scoring import Addend
from clabber_audit.games.clabber.ranking import CARD_POINTS, LAST_TRICK
from clabber_audit.games.clabber.scoring import RENEGE
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.remedies import Remedy
from clabber_audit.judge.scoring import beyond
from clabber_audit.judge.summary import Account, Melded
from clabber_audit.report.phrases import GAMES, bare, kind, sentence, side
from clabber_audit.report.results import result_with_marks, standing
from clabber_audit.report.wording import Speaker

#: What an addend is for.
_WHY: Final = {
    "tricks": "Tricks taken",
    "set": "Went set",
    "undertricks": "Tricks short",
    "no_tricks": "Went set without a trick",
    "pepper": "All the tricks, as bid",
    "loner": "All the tricks, alone",
    "listed": "From the score table",
    "stopped": "For setting the bidders",
    "sweep": "All the tricks",
    "skunk": "Skunked",
    "bid": "The bid, for all the tricks",
    "forced_half": "Half back: the dealer was stuck",
    "alone": "Doubled: played alone",
    "bumped": "Bumped",
    "sat_out": "The bid: everyone else dropped out",
    "out": "Out of the hand",
    "cap": "Capped",
    "renege": "For the renege",
    "taken": "Tricks taken until then",
    "unproven_claim": "Failed claim",
}


def trick_rows(ruling: Ruling, speaker: Speaker) -> list[Line]:
    """Return a line for each trick with its winner, and the tricks of each side."""
    replay, sides = ruling.replay, range(len(ruling.replay.hand.seating.sides))
    rows = []
    for number, trick in enumerate(replay.tricks, 1):
        if trick.team is None:
            rows.append(Line(f"Trick {number}", "cards unknown", tuple("?" for _ in sides)))
            continue
        seats = replay.hand.seating.seats
        detail = f"{speaker.short(seats[trick.winner])} wins" if trick.winner is not None else ""
        rows.append(
            Line(f"Trick {number}", detail, tuple("1" if side == trick.team else "" for side in sides))
        )
    taken = ruling.tally.taken
    if taken is not None:
        rows.append(
            Line("Tricks", "" if replay.tricks else "from the score sheet", tuple(map(str, taken)), "total")
        )
    return rows


def score_rows(ruling: Ruling, remedy: Remedy) -> list[Line]:
    """Return a line for each addend with its row of the rules, then the score and the running total."""
    if remedy.settled is None or remedy.score is None or remedy.running is None:
        return []
    given: tuple[tuple[Addend, ...], ...] = remedy.settled.addends
    amounts: dict[tuple[str, str, int], dict[int, int]] = {}
    for team, own in enumerate(given):
        nth: Counter[tuple[str, str]] = Counter()
        for addend in own:
            reason = (addend.why, addend.row)
            nth[reason] += 1
            amounts.setdefault((*reason, nth[reason]), {})[team] = addend.points
    rows = [
        Line(
            _WHY[why],
            "",
            tuple(f"{by[side]:+d}" if side in by else "" for side in range(len(given))),
            row=row,
        )
        for (why, row, _), by in amounts.items()
    ]
    rows.append(Line("Score", "", tuple(f"{points:+d}" for points in remedy.score), "total"))
    if remedy.settled.hickeys and any(remedy.settled.hickeys):
        rows.append(Line("Hickeys", "", tuple(map(str, remedy.settled.hickeys)), "mark"))
    if ruling.replay.hand.record.before:
        rows.append(Line("Running total", "", tuple(map(str, remedy.running.after)), "mark"))
    if ruling.replay.hand.record.after:
        told = [
            ruling.replay.hand.record.after.get(side, "") for side in ruling.replay.hand.seating.side_names
        ]
        wrong = any(one.facts.get("part") == "after" for one in ruling.wrong_sheet)
        rows.append(Line("Total on the sheet", "wrong" if wrong else "", tuple(map(str, told)), "mark"))
    return rows


#: What is called a score: what was written, what should be, and what would be had nobody claimed anything.
SHEET: Final = "On the sheet"
CORRECT: Final = "Correct score"


_ADDED: Final = "What it adds up to"
_UNCLAIMED: Final = "If nobody had called it"


#: What a sheet breaks down.
PARTS: Final = {"cards": "Cards", "last_trick": "Last trick", "melds": "Melds", "belle": "Belle"}


class Line(NamedTuple):
    """Line of a sum: an addend, a void item, the total or the mark."""

    label: str
    detail: str
    #: What each team gets, North-South first; empty for nothing.
    amounts: tuple[str, ...]
    kind: Literal["addend", "void", "total", "mark"] = "addend"
    #: The row of the rules that gives it, where one does.
    row: str = ""


class Sum(NamedTuple):
    """Sum with its caption."""

    caption: str
    lines: tuple[Line, ...]
    #: The sides, as their columns are headed.
    sides: tuple[str, ...] = ("North-South", "East-West")
    #: Whether the score is made of it: not of the play where a renege or a misdeal stopped it.
    counts: bool = True


class Arithmetic(NamedTuple):
    """Sums of a ruling, and conclusions from them."""

    sums: tuple[Sum, ...]
    #: What the sums do not say, in sentences: the score without the claim, the sheet.
    conclusions: tuple[str, ...]

    @property
    def counting(self) -> list[Sum]:
        """Sums that make up the score."""
        return [one for one in self.sums if one.counts]

    @property
    def stopped(self) -> list[Sum]:
        """Sums of play that was stopped."""
        return [one for one in self.sums if not one.counts]


def arithmetic(ruling: Ruling, parts: Account, speaker: Speaker) -> Arithmetic:
    """Return the sums of a ruling, from the parts of its score, and conclusions from them."""
    by_game = {"clabber": _of_points, "bid-euchre": _of_tricks}
    sums = list(by_game[ruling.law.game.id](ruling, parts, speaker))
    return Arithmetic(tuple(sums), tuple(sentence(clause) for clause in _conclusions(ruling, sums, speaker)))


def _is_stopped(ruling: Ruling) -> bool:
    return ruling.remedy.outcome != ruling.unclaimed.outcome


def _of_points(ruling: Ruling, parts: Account, speaker: Speaker) -> Iterator[Sum]:
    if ruling.remedy.outcome == "renege":
        yield _renege(ruling, ruling.remedy, speaker)
    if ruling.replay.tricks or ruling.replay.hand.record.sheet:
        yield _played(ruling, parts, speaker)


def _of_tricks(ruling: Ruling, parts: Account, speaker: Speaker) -> Iterator[Sum]:
    names = _heads(ruling)
    for caption, rows, counts in (
        (GAMES["bid-euchre"].as_played, trick_rows(ruling, speaker), not _is_stopped(ruling)),
        ("What each side scores", score_rows(ruling, ruling.remedy), True),
    ):
        if rows:
            written = _written(ruling) if any(row.label == "Score" for row in rows) else []
            yield Sum(caption, (*rows, *written), names, counts)


def _heads(ruling: Ruling) -> tuple[str, ...]:
    """Return what heads the column of each side: its seats, or of numbered seats and of who plays alone the name."""
    record, seating = ruling.replay.hand.record, ruling.replay.hand.seating
    teams = {name: team for name, team in record.teams.items() if name.startswith("P")}
    return tuple(record.players.get(name) or teams.get(name) or side(name) for name in seating.side_names)


def _for(teams: Collection[int], amount: str | int, other: str = "") -> tuple[str, ...]:
    """Return an amount for some teams, and another for the rest."""
    return tuple(str(amount) if team in teams else other for team in range(len(TEAMS)))


def _written(ruling: Ruling) -> list[Line]:
    """Return the line of the written sheet, to compare with the score above it."""
    score, sides = ruling.replay.hand.record.score, ruling.replay.hand.seating.side_names
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
        why = "nobody wrote down the melds" if ruling.replay.told else "cards unknown"
        lines.append(Line("Melds and belle", why, _for(innocents, range_of)))
    lines.append(Line("Score", "", _for(innocents, _amount(remedy, innocents[0]), "0"), "total"))
    if remedy.marks:
        lines.append(Line(CORRECT, "", remedy.marks, "mark"))
    return Sum("What the renege costs", (*lines, *_written(ruling)))


def _amount(remedy: Remedy, team: int) -> str:
    """Return the score of a team, or its range: `162–182`."""
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
        lines.append(
            Line("Score", "", tuple(_amount(ruling.unclaimed, team) for team in range(len(TEAMS))), "total")
        )
    stopped = _is_stopped(ruling)
    if ruling.unclaimed.score and ruling.unclaimed.marks:
        label = _UNCLAIMED if stopped else CORRECT if ruling.adds_up else _ADDED
        lines.append(Line(label, standing(ruling, speaker), ruling.unclaimed.marks, "mark"))
    caption = GAMES["clabber"].as_played if ruling.replay.cards else "What the sheet lists"
    return Sum(caption, (*lines, *([] if stopped else _written(ruling))), counts=not stopped)


def _trick_lines(ruling: Ruling) -> Iterator[Line]:
    replay = ruling.replay
    for index, trick in enumerate(replay.tricks):
        name = f"Trick {index + 1}"
        if trick.team is None:
            yield Line(name, "cards unknown", _for((), "", "?"))
            continue
        cards = [replay.cards[at] for at in replay.clocks_of(index + 1)]
        detail = f"{side(trick.team)} win" if trick.winner is None else f"{bare(trick.winner)} wins"
        if replay.trumps and all(cards):
            value = replay.ranking.value
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
    "denied": "does not count: {denied}",
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
    nameless = speaker.nameless()
    denied = meld.denied.format(seat=bare(meld.seat), kind=kind(meld.kind))
    detail = _MELDS[meld.reason].format(denied=denied, partner=nameless.partner(meld.seat))
    if meld.points is None:
        return Line(label, detail, _for((), ""), "void")
    return Line(label, detail, _for((team_of(meld.seat),), meld.points))


def _sheet_lines(ruling: Ruling) -> Iterator[Line]:
    """Yield the lines of the score sheet of a hand without cards."""
    points = ruling.tally.points
    if ruling.replay.cards or points is None:
        return
    for label, *written in zip(PARTS.values(), *points, strict=True):
        if any(written):
            yield Line(label, "", tuple(map(str, written)))


def _conclusions(ruling: Ruling, sums: Sequence[Sum], speaker: Speaker) -> Iterator[str]:
    """Yield the score without the claim and the score on the sheet, if no sum has them."""
    unclaimed, labels = ruling.unclaimed, {line.label for one in sums for line in one.lines}
    if ruling.claims and _UNCLAIMED not in labels:
        told = result_with_marks(ruling._replace(remedy=unclaimed), unclaimed, speaker)
        same = (unclaimed.outcome, unclaimed.score) == (ruling.remedy.outcome, ruling.remedy.score)
        yield "the claim makes no difference to the score" if same else f"without the claim: {told}"
    if ruling.replay.hand.record.score and SHEET not in labels:
        yield f"the sheet has {speaker.nameless().written}"
