"""Arithmetic of a score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final, Literal, NamedTuple

from clabber_audit.cards.cards import TEAMS, codes, team_of
from clabber_audit.games.clabber.ranking import CARD_POINTS, LAST_TRICK
from clabber_audit.games.clabber.scoring import WHOLE
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.remedies import Remedy
from clabber_audit.judge.scoring import beyond
from clabber_audit.judge.summary import Account, Melded
from clabber_audit.report.phrases import GAMES, bare, kind, sentence, side
from clabber_audit.report.results import result_with_marks, standing
from clabber_audit.report.wording import Speaker

#: Labels of scores: the one written, the correct one, the sum of a sheet, and the one without claims.
SHEET: Final = "On the sheet"
CORRECT: Final = "Correct score"
_ADDED: Final = "What it adds up to"
_UNCLAIMED: Final = "If nobody had called it"
#: Parts of a score that a sheet breaks down.
PARTS: Final = {"cards": "Cards", "last_trick": "Last trick", "melds": "Melds", "belle": "Belle"}
#: Labels of addends.
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
#: Reasons why a meld scores or does not.
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


class Line(NamedTuple):
    """Line of a sum: an addend, a void item, the total or the mark."""

    label: str
    detail: str
    #: Amount of each side; empty for nothing.
    amounts: tuple[str, ...]
    kind: Literal["addend", "void", "total", "mark"] = "addend"
    #: Row of the rules that gives it.
    row: str = ""


class Sum(NamedTuple):
    """Sum with its caption."""

    caption: str
    lines: tuple[Line, ...]
    #: Heads of the columns.
    sides: tuple[str, ...] = ("North-South", "East-West")
    #: True if it makes up the score, unlike play that a renege or a misdeal stopped.
    counts: bool = True


class Arithmetic(NamedTuple):
    """Sums of a ruling, and conclusions from them."""

    sums: tuple[Sum, ...]
    #: The score without the claim, and the sheet, if no sum has them.
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
    sums = tuple(by_game[ruling.law.game.id](ruling, parts, speaker))
    unclaimed, labels = ruling.unclaimed, {line.label for one in sums for line in one.lines}
    conclusions = []
    if ruling.claims and _UNCLAIMED not in labels:
        text = result_with_marks(ruling._replace(remedy=unclaimed), unclaimed, speaker)
        same = (unclaimed.outcome, unclaimed.score) == (ruling.remedy.outcome, ruling.remedy.score)
        conclusions.append(
            "the claim makes no difference to the score" if same else f"without the claim: {text}"
        )
    if ruling.replay.hand.record.score and SHEET not in labels:
        conclusions.append(f"the sheet has {speaker.nameless().written}")
    return Arithmetic(sums, tuple(map(sentence, conclusions)))


def _is_stopped(ruling: Ruling) -> bool:
    return ruling.remedy.outcome != ruling.unclaimed.outcome


def _written(ruling: Ruling) -> list[Line]:
    """Return the line of the written sheet, to compare with the score above it."""
    score, sides = ruling.replay.hand.record.score, ruling.replay.hand.seating.side_names
    if not score:
        return []
    agrees = "cannot be compared" if ruling.sheet_agrees is None else "agrees"
    if any("part" not in wrong.facts for wrong in ruling.wrong_sheet):
        agrees = "wrong"
    elif ruling.wrong_either_way:
        agrees = "wrong either way"
    return [Line(SHEET, agrees, tuple(str(score.get(side, "")) for side in sides), "mark")]


def _of_tricks(ruling: Ruling, parts: Account, speaker: Speaker) -> Iterator[Sum]:
    """Yield the sums of a Bid Euchre hand."""
    record, names = ruling.replay.hand.record, ruling.replay.hand.seating.side_names
    # A column is headed by the seats, or by the name of a numbered seat or of a player alone.
    teams = {name: team for name, team in record.teams.items() if name.startswith("P")}
    heads = tuple(record.players.get(name) or teams.get(name) or side(name) for name in names)
    if tricks := _trick_rows(ruling, speaker):
        yield Sum(GAMES["bid-euchre"].as_played, tuple(tricks), heads, not _is_stopped(ruling))
    if score := _score_rows(ruling):
        yield Sum("What each side scores", (*score, *_written(ruling)), heads)


def _trick_rows(ruling: Ruling, speaker: Speaker) -> list[Line]:
    """Return a line for each trick with its winner, and the tricks of each side."""
    replay, rows = ruling.replay, list[Line]()
    sides, seats = range(len(replay.hand.seating.sides)), replay.hand.seating.seats
    for number, trick in enumerate(replay.tricks, 1):
        detail = "" if trick.winner is None else f"{speaker.short(seats[trick.winner])} wins"
        amounts = tuple("1" if side == trick.team else "" for side in sides)
        if trick.team is None:
            detail, amounts = "cards unknown", tuple("?" for _ in sides)
        rows.append(Line(f"Trick {number}", detail, amounts))
    if ruling.tally.taken is not None:
        detail = "" if replay.tricks else "from the score sheet"
        rows.append(Line("Tricks", detail, tuple(map(str, ruling.tally.taken)), "total"))
    return rows


def _score_rows(ruling: Ruling) -> list[Line]:
    """Return a line for each addend with its row of the rules, then the score and the running total."""
    remedy, hand = ruling.remedy, ruling.replay.hand
    if remedy.settled is None or remedy.score is None or remedy.running is None:
        return []
    amounts: dict[tuple[str, str, int], dict[int, int]] = {}
    for team, own in enumerate(remedy.settled.addends):
        nth: Counter[tuple[str, str]] = Counter()
        for addend in own:
            reason = (addend.why, addend.row)
            nth[reason] += 1
            amounts.setdefault((*reason, nth[reason]), {})[team] = addend.points
    rows = []
    for (why, row, _), by in amounts.items():
        cells = tuple(f"{by[side]:+d}" if side in by else "" for side in range(len(remedy.score)))
        rows.append(Line(_WHY[why], "", cells, row=row))
    rows.append(Line("Score", "", tuple(f"{points:+d}" for points in remedy.score), "total"))
    if remedy.settled.hickeys and any(remedy.settled.hickeys):
        rows.append(Line("Hickeys", "", tuple(map(str, remedy.settled.hickeys)), "mark"))
    if hand.record.before:
        rows.append(Line("Running total", "", tuple(map(str, remedy.running.after)), "mark"))
    if after := hand.record.after:
        wrong = any(one.facts.get("part") == "after" for one in ruling.wrong_sheet)
        cells = tuple(str(after.get(side, "")) for side in hand.seating.side_names)
        rows.append(Line("Total on the sheet", "wrong" if wrong else "", cells, "mark"))
    return rows


def _of_points(ruling: Ruling, parts: Account, speaker: Speaker) -> Iterator[Sum]:
    """Yield the sums of a Clabber hand."""
    if ruling.remedy.outcome == "renege":
        yield _renege(ruling, ruling.remedy, speaker)
    if ruling.replay.tricks or ruling.replay.hand.record.sheet:
        yield _played(ruling, parts, speaker)


def _for(teams: Collection[int], amount: str | int, other: str = "") -> tuple[str, ...]:
    """Return an amount for some teams, and another for the rest."""
    return tuple(str(amount) if team in teams else other for team in range(len(TEAMS)))


def _amount(remedy: Remedy, team: int) -> str:
    """Return the score of a team, or its range: `162–182`."""
    known = remedy.known[team]
    if known is not None or remedy.range is None:
        return "?" if known is None else str(known)
    return f"{remedy.range.low[team]}–{remedy.range.high[team]}"


def _renege(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> Sum:
    innocents = remedy.innocents
    detail = f"{CARD_POINTS} in cards + {LAST_TRICK} for the last trick" if remedy.price == WHOLE else ""
    lines = [Line("For the renege", detail, _for(innocents, remedy.price))]
    for item in remedy.awarded:
        lines.append(Line(f"{bare(item.seat)}’s {speaker.meld(item.meld)}", "", _for(innocents, item.points)))
    if unnamed := beyond(remedy):
        least, most = unnamed
        why = "nobody wrote down the melds" if ruling.replay.complete else "cards unknown"
        amount = str(least) if least == most else f"{least}–{most}"
        lines.append(Line("Melds and belle", why, _for(innocents, amount)))
    lines.append(Line("Score", "", _for(innocents, _amount(remedy, innocents[0]), "0"), "total"))
    if remedy.marks:
        lines.append(Line(CORRECT, "", remedy.marks, "mark"))
    return Sum("What the renege costs", (*lines, *_written(ruling)))


def _played(ruling: Ruling, parts: Account, speaker: Speaker) -> Sum:
    points, unclaimed, stopped = ruling.tally.points, ruling.unclaimed, _is_stopped(ruling)
    lines = list(_trick_lines(ruling))
    if parts.last_trick is not None:
        last, detail = (parts.last_trick,), ""
        if parts.laid_down is not None:
            lines.append(Line("Laid down", "the cards that are left", _for(last, parts.laid_down)))
            detail = "comes with the lay-down"
        lines.append(Line("Last trick", detail, _for(last, LAST_TRICK)))
    if points is not None and not ruling.replay.cards:
        rows = zip(PARTS.values(), *points, strict=True)
        lines += [Line(label, "", tuple(map(str, own))) for label, *own in rows if any(own)]
    lines += [_meld_line(meld, speaker) for meld in parts.melds]
    label = "Without melds" if unclaimed.explained else "Points so far"
    if unclaimed.outcome == "scored":
        label = "Total"
    elif ruling.remedy.outcome == "redeal":
        label = "As played, not scored"
    totals = _for((), "", "?") if points is None else tuple(str(made.total) for made in points)
    lines.append(Line(label, "", totals, "total"))
    if unclaimed.range:
        scores = tuple(_amount(unclaimed, team) for team in range(len(TEAMS)))
        lines.append(Line("Score", "", scores, "total"))
    if unclaimed.score and unclaimed.marks:
        label = _UNCLAIMED if stopped else CORRECT if ruling.adds_up else _ADDED
        lines.append(Line(label, standing(ruling, speaker), unclaimed.marks, "mark"))
    caption = GAMES["clabber"].as_played if ruling.replay.cards else "What the sheet lists"
    return Sum(caption, (*lines, *([] if stopped else _written(ruling))), counts=not stopped)


def _trick_lines(ruling: Ruling) -> Iterator[Line]:
    replay = ruling.replay
    for number, trick in enumerate(replay.tricks, 1):
        if trick.team is None:
            yield Line(f"Trick {number}", "cards unknown", _for((), "", "?"))
            continue
        cards = [replay.cards[at] for at in replay.clocks_of(number)]
        detail = f"{side(trick.team)} win" if trick.winner is None else f"{bare(trick.winner)} wins"
        if replay.trumps and all(cards):
            detail += ": " + " + ".join(str(replay.ranking.value[card]) for card in cards)
        if trick.points is None:
            detail += "; cards unknown"
        points = "?" if trick.points is None else trick.points
        yield Line(f"Trick {number}", detail, _for((trick.team,), points))


def _meld_line(meld: Melded, speaker: Speaker) -> Line:
    label = f"{bare(meld.seat)}’s {kind(meld.kind)} {speaker.cards(codes(meld.cards))}".rstrip()
    denied = meld.denied.format(seat=bare(meld.seat), kind=kind(meld.kind))
    partner = speaker.nameless().partner(meld.seat)
    detail = _MELDS[meld.reason].format(denied=denied, partner=partner)
    if meld.points is None:
        return Line(label, detail, _for((), ""), "void")
    return Line(label, detail, _for((team_of(meld.seat),), meld.points))
