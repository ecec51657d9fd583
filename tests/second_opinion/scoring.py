"""Score of a hand: melds, belle, sets, marks and the innocents' score of a stopped hand."""

from __future__ import annotations

from itertools import product

from tests.family.opinion.findings import WORDS, moment
from tests.second_opinion.cards import (
    SEATS,
    TEAMS,
    Meld,
    belle_cards,
    best_of_kind,
    meld_rank,
    meld_sets,
    team_of,
    value,
    worth,
)
from tests.second_opinion.findings import run_holds
from tests.second_opinion.hand import Hand, Json
from tests.second_opinion.toggles import SUBJECTS

Finding = Json
VOIDING = SUBJECTS["voiding"]


def other_team(team: str) -> str:
    """Return the opponents."""
    return "EW" if team == "NS" else "NS"


# The hand as played


def is_in_time(at: int | str, due: int | None) -> bool:
    """Return True if something was done at its proper moment or before (contract: Melds)."""
    if at == "never":
        return False
    if at == "in_turn":
        return due is not None
    return due is None or moment(at) <= due


def is_called_in_time(entry: Json, due: int | None) -> bool:
    """Return True if an entry was called at its proper moment or before."""
    return is_in_time(entry.get("announced", "in_turn"), due)


def is_shown(entry: Json) -> bool:
    """Return True if an entry has cards that were shown at some time (fine print: no cards is never shown)."""
    return bool(entry.get("cards")) and entry.get("shown", "in_turn") != "never"


def void_entries(findings: list[Finding], kinds: tuple[str, ...]) -> set[int]:
    """Return the meld entries that a finding of one of these kinds keeps from scoring."""
    melds = {finding.get("meld") for finding in findings if finding["infraction"] in kinds}
    return {meld for meld in melds if meld is not None}


def due_clocks(hand: Hand, seat: str, laydown: Json | None) -> tuple[int | None, int | None]:
    """Return the clocks of a seat's first and second card; a lay-down replaces cards not played."""
    due = hand.first[seat], hand.second[seat]
    if not laydown or laydown["by"] != seat:
        return due
    first, second = (laydown["at"] if clock is None else clock for clock in due)
    return first, second


def find_valid_melds(hand: Hand, findings: list[Finding]) -> dict[str, list[Meld]]:
    """Return the melds of each seat that were announced and shown properly (R-057, R-058)."""
    void = void_entries(findings, VOIDING)
    counted: dict[str, list[Meld]] = {seat: [] for seat in SEATS}
    for index, entry in enumerate(hand.melds or []):
        seat = entry["seat"]
        first, second = due_clocks(hand, seat, hand.ending_laydown)
        if entry["kind"] == "belle" or index in void or not is_called_in_time(entry, first):
            continue
        used = [card for meld in counted[seat] for card in meld["cards"]]
        # A meld that another entry called does not count here.
        for other in hand.melds or []:
            if other["seat"] == seat and other["kind"] != "belle" and is_called_in_time(other, first):
                used += other.get("cards") or []
        was_shown = is_shown(entry) and is_in_time(entry.get("shown", "in_turn"), second)
        if hand.law["show_required"] and not was_shown:
            continue
        cards = entry.get("cards") or [card for card in hand.hands[seat] if card not in used]
        meld = best_of_kind(entry["kind"], cards, hand.trump, hand.law["run_tiebreak"])
        if meld:
            counted[seat].append(meld)
    return counted


def second_belle_clock(hand: Hand, seat: str) -> int | None:
    """Return the clock of the second of trump king and queen, if one seat was dealt and played both."""
    clocks = hand.belle_clocks(seat)
    return max(clocks) if len(clocks) == 2 else None


def scores_belle(hand: Hand, seat: str, findings: list[Finding], end: int, laydown: Json | None) -> bool:
    """Return True if a seat called belle in time, early or by showing a run, up to some clock (R-065, D-34)."""
    due = second_belle_clock(hand, seat)
    if due is None and laydown and laydown["by"] == seat:
        due = laydown["at"]
    second = due_clocks(hand, seat, laydown)[1]
    own = [(index, entry) for index, entry in enumerate(hand.melds or []) if entry["seat"] == seat]
    false = void_entries(findings, ("false-meld",))
    if any(index in false and entry["kind"] == "belle" for index, entry in own):
        # Its cards are used by another meld.
        return False
    for _, entry in own:
        at = entry.get("announced", "in_turn")
        if entry["kind"] == "belle" and at == "in_turn":
            if due is not None and due < end:
                return True
        elif entry["kind"] == "belle" and at != "never":
            if moment(at) <= end and (due is None or moment(at) <= due + 1):
                return True
        elif hand.law["belle_in_run"] and run_holds(entry, hand.trump):
            shown = entry.get("shown", "in_turn") in ("in_turn", second)
            if shown and second is not None and second < end:
                return True
    return False


def highest_side(counted: dict[str, list[Meld]], hand: Hand) -> str | None:
    """Return the team with the highest meld; None without melds or with a tie at the top (R-053, R-055)."""
    best: dict[str, tuple[int, ...]] = {}
    for seat, melds in counted.items():
        for meld in melds:
            rank = meld_rank(meld, hand.trump, hand.law["run_tiebreak"])
            best[team_of(seat)] = max(best.get(team_of(seat), (0,)), rank)
    if len(best) == 2 and best["NS"] == best["EW"]:
        return None
    return max(best, key=lambda team: best[team]) if best else None


def count_points(hand: Hand, findings: list[Finding]) -> dict[str, dict[str, int]] | None:
    """Return cards, last trick, melds and belle of both teams, None unless all six tricks are known (R-068)."""
    parts = ("cards", "last_trick", "melds", "belle")
    points = {team: dict.fromkeys(parts, 0) for team in TEAMS}
    laydown = hand.ending_laydown
    if hand.is_sheet:
        points = {team: {**points[team], **hand.record["sheet"][team]} for team in TEAMS}
    elif len(hand.tricks) < 6 and not laydown:
        return None
    else:
        for trick in hand.tricks:
            points[team_of(trick["winner"])]["cards"] += trick["points"]
        side = team_of(laydown["by"] if laydown else hand.tricks[-1]["winner"])
        points[side]["last_trick"] = 10
        if laydown:
            taken = [card for trick in hand.tricks for card in trick["cards"]]
            left = [card for seat in SEATS for card in hand.hands[seat] if card not in taken]
            points[side]["cards"] += sum(value(card, hand.trump) for card in left)
        counted = find_valid_melds(hand, findings)
        best = highest_side(counted, hand)
        for seat in SEATS:
            if team_of(seat) == best:
                points[best]["melds"] += worth(counted[seat])
            if hand.belle_of(seat) and scores_belle(hand, seat, findings, WORDS["turned"], laydown):
                points[team_of(seat)]["belle"] = 20
    return {team: {**points[team], "total": sum(points[team].values())} for team in TEAMS}


def score_hand(totals: dict[str, int], hand: Hand) -> tuple[dict[str, int], dict[str, str]]:
    """Return the score and marks of a hand that was not stopped: the makers must be ahead (R-069 to R-073)."""
    makers = team_of(hand.maker)
    is_set = totals[makers] <= totals[other_team(makers)]
    score = {**totals, makers: 0} if is_set else totals
    marks = {team: str(score[team]) if score[team] else hand.law["zero_mark"] for team in TEAMS}
    if is_set:
        marks[makers] = hand.law["set_mark"]
    return score, marks


# A stopped hand


def find_declared_melds(hand: Hand, seat: str, stop: int, findings: list[Finding]) -> list[Meld]:
    """Return the melds that a seat had announced in time and shown, or could still show in time (D-41)."""
    void = void_entries(findings, VOIDING)
    undeclared = void_entries(findings, ("undeclared-meld",))
    first, second = hand.first[seat], hand.second[seat]
    must_show = hand.law["show_required"]
    showing_over = second is not None and second < stop
    own = [
        (index, entry)
        for index, entry in enumerate(hand.melds or [])
        if entry["seat"] == seat and is_called_in_time(entry, first)
    ]
    counted: list[Meld] = []
    for index, entry in own:
        if entry["kind"] == "belle":
            continue
        used = [card for meld in counted for card in meld["cards"]]
        if not must_show:
            used += [card for at, one in own if at not in void for card in one.get("cards") or []]
        at = entry.get("shown", "in_turn")
        if must_show and showing_over and not (is_shown(entry) and is_in_time(at, second)):
            continue
        was_shown = is_shown(entry) and (showing_over if at == "in_turn" else moment(at) <= stop)
        known = was_shown if must_show else bool(entry.get("cards"))
        if (index in void and (known or showing_over)) or index in undeclared:
            continue
        cards = entry["cards"] if known else [card for card in hand.hands[seat] if card not in used]
        meld = best_of_kind(entry["kind"], cards, hand.trump, hand.law["run_tiebreak"])
        if meld:
            counted.append(meld)
    return counted


def compute_seat_points(
    hand: Hand, seat: str, stop: int, findings: list[Finding], *, all_called: bool = False
) -> int:
    """Return the points that an innocent seat adds to the 162 if play stops at a clock (D-38, D-40, D-41).

    With `all_called`, the most that it can add if melds are not recorded.
    """
    # Belle of an innocent: both cards dealt, and the second not yet played or called in time (D-38).
    due = second_belle_clock(hand, seat)
    belle = bool(hand.belle_of(seat)) and (
        all_called or due is None or due >= stop or scores_belle(hand, seat, findings, stop, None)
    )
    first = hand.first[seat]
    if all_called or first is None or first >= stop:
        choices = meld_sets(hand.hands[seat])
    else:
        choices = [find_declared_melds(hand, seat, stop, findings)]
    return max(worth(melds) + 20 * (belle and leaves_belle(melds, hand)) for melds in choices)


def leaves_belle(melds: list[Meld], hand: Hand) -> bool:
    """Return True if a belle may be called in addition to some melds of the same hand (D-21)."""
    used = {card for meld in melds for card in meld["cards"]}
    return hand.law["belle_in_run"] or not used & {*belle_cards(hand.trump)}


def score_stopped_hand(hand: Hand, guilty: str, stop: int, findings: list[Finding]) -> Json:
    """Return the score and marks after one team's renege: nothing against 162 and the innocents' melds (R-104).

    If melds are not recorded, the innocents' melds are open.
    """
    innocent = other_team(guilty)
    seats = [seat for seat in SEATS if team_of(seat) == innocent]
    total = 162 + sum(compute_seat_points(hand, seat, stop, findings) for seat in seats)
    most = total
    if hand.melds is None:
        most = 162 + sum(compute_seat_points(hand, seat, stop, findings, all_called=True) for seat in seats)
    if most > total:
        ends = {guilty: [0, 0], innocent: [total, most]}
        return {"score": None, "marks": {guilty: "R", innocent: "?"}, "score_range": ends}
    return {"score": {guilty: 0, innocent: total}, "marks": {guilty: "R", innocent: str(total)}}


# Melds that nobody recorded


def list_possible_scores(hand: Hand, points: dict[str, dict[str, int]]) -> list[dict[str, int]]:
    """Return the scores for every possible choice of melds and belle."""
    laydown = hand.ending_laydown
    choices = []
    for seat in SEATS:
        in_time = due_clocks(hand, seat, laydown)[1 if hand.law["show_required"] else 0] is not None
        sets = meld_sets(hand.hands[seat]) if in_time else [[]]
        if hand.law["must_declare_all"]:
            most = max(map(worth, sets))
            sets = [melds for melds in sets if worth(melds) in (0, most)]
        choices.append(sets)
    owner = [seat for seat in SEATS if hand.belle_of(seat)]
    if not (laydown and [laydown["by"]] == owner):
        owner = [seat for seat in owner if second_belle_clock(hand, seat) is not None]
    results = []
    for called in product(*choices):
        counted = dict(zip(SEATS, called, strict=True))
        best = highest_side(counted, hand)
        totals = {team: points[team]["total"] for team in TEAMS}
        for seat in SEATS:
            if team_of(seat) == best:
                totals[best] += worth(counted[seat])
        results.append(totals)
        for seat in owner:
            if leaves_belle(counted[seat], hand):
                results.append({**totals, team_of(seat): totals[team_of(seat)] + 20})
    return [score_hand(totals, hand)[0] for totals in results]


def range_of(scores: list[dict[str, int]]) -> dict[str, list[int]]:
    """Return the least and the most for each team."""
    return {team: [end(score[team] for score in scores) for end in (min, max)] for team in TEAMS}
