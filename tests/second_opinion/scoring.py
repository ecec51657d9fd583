"""Worth of a hand: melds, belle, sets, marks and the innocents' score of a stopped hand."""

from __future__ import annotations

from itertools import product
from typing import Any

from tests.family.opinion.findings import WORDS, moment
from tests.second_opinion.walk import SEATS, team_of, value

TEAMS = ("NS", "EW")
RUN_ORDER = "9TJQKA"
FOURS_FROM_THE_TOP = "J9ATKQ"
MELD_POINTS = {"dad": 20, "fifty": 50, "hundred": 100, "two_hundred": 200}
RUN_KINDS = {3: "dad", 4: "fifty", 5: "hundred", 6: "hundred"}
VOIDING = (
    "meld-announced-late",
    "meld-shown-late",
    "unannounced-meld-shown",
    "unshown-meld",
    "false-meld",
    "mismatched-meld",
    "undeclared-meld",
)


def other_team(team: str) -> str:
    """Return the opponents."""
    return "EW" if team == "NS" else "NS"


def team_named(name: str) -> str:
    """Return the team of a seat, or the team itself."""
    return team_of(name) if len(name) == 1 else name


# Melds within a set of cards


def melds_within(cards: list[str]) -> list[dict[str, Any]]:
    """Return every four of a kind and every run of three to six among some cards (R-044 to R-049)."""
    results: list[dict[str, Any]] = []
    for rank in RUN_ORDER:
        four = [rank + suit for suit in "CDHS"]
        if all(card in cards for card in four):
            results.append({"kind": "two_hundred" if rank == "J" else "hundred", "cards": four, "run": False})
    for suit in "CDHS":
        for start in range(6):
            for length in range(3, 7 - start):
                run = [rank + suit for rank in RUN_ORDER[start : start + length]]
                if all(card in cards for card in run):
                    results.append({"kind": RUN_KINDS[length], "cards": run, "run": True})
    return results


def meld_rank(meld: dict[str, Any], trump: str, tiebreak: str) -> tuple[int, ...]:
    """From the top: fours in table order, runs by length, top card, trumps (R-050 to R-052, D-14 to D-18)."""
    card = meld["cards"][-1]
    if not meld["run"]:
        return (2, -FOURS_FROM_THE_TOP.index(card[0]))
    is_trump = int(card[1] == trump)
    if tiebreak == "trump_only":
        return (1, len(meld["cards"]), is_trump)
    return (1, len(meld["cards"]), RUN_ORDER.index(card[0]), is_trump)


def best_of_kind(kind: str, cards: list[str], trump: str, tiebreak: str) -> dict[str, Any] | None:
    """Return the highest meld of the announced kind among some cards (fine print on more than was announced)."""
    fitting = [meld for meld in melds_within(cards) if meld["kind"] == kind]
    if not fitting:
        return None
    return max(fitting, key=lambda meld: (meld_rank(meld, trump, tiebreak), meld_rank(meld, trump, "")))


def belle_cards(trump: str | None) -> list[str]:
    """King and queen of trumps (R-063)."""
    return ["K" + (trump or "-"), "Q" + (trump or "-")]


# The hand as played


def said_by(at: int | str, due: int | None) -> bool:
    """Return True if something was done at its proper moment or before (contract: Melds)."""
    if at == "never":
        return False
    if at == "in_turn":
        return due is not None
    return due is None or moment(at) <= due


def shows(entry: dict[str, Any]) -> bool:
    """Return True if an entry has cards that were shown at some time (fine print: no cards is never shown)."""
    return bool(entry.get("cards")) and entry.get("shown", "in_turn") != "never"


def void_entries(findings: list[dict[str, Any]], kinds: tuple[str, ...]) -> set[int]:
    """Return the meld entries that a finding of one of these kinds keeps from scoring."""
    return {
        finding["meld"]
        for finding in findings
        if finding.get("meld") is not None and finding["infraction"] in kinds
    }


def due_clocks(
    hand: dict[str, Any], laydown: dict[str, Any] | None
) -> dict[str, tuple[int | None, int | None]]:
    """Return the clocks of each seat's first and second card; laying down stands for the cards not played."""
    due = {}
    for seat in SEATS:
        first, second = hand["first"][seat], hand["second"][seat]
        if laydown and laydown["by"] == seat:
            first = laydown["at"] if first is None else first
            second = laydown["at"] if second is None else second
        due[seat] = (first, second)
    return due


def melds_as_played(
    record: dict[str, Any],
    hand: dict[str, Any],
    findings: list[dict[str, Any]],
    law: dict[str, Any],
    laydown: dict[str, Any] | None,
) -> dict[str, list[dict[str, Any]]]:
    """Return the melds of each seat that were announced and shown as they had to be (R-057, R-058)."""
    void = void_entries(findings, VOIDING)
    due = due_clocks(hand, laydown)
    counted: dict[str, list[dict[str, Any]]] = {seat: [] for seat in SEATS}
    for index, entry in enumerate(record.get("melds") or []):
        seat = entry["seat"]
        if entry["kind"] == "belle" or index in void:
            continue
        if not said_by(entry.get("announced", "in_turn"), due[seat][0]):
            continue
        used = [card for meld in counted[seat] for card in meld["cards"]]
        # What another entry called names is no meld of this one's.
        for other in record.get("melds") or []:
            if (
                other["seat"] == seat
                and other["kind"] != "belle"
                and said_by(other.get("announced", "in_turn"), due[seat][0])
            ):
                used += other.get("cards") or []
        was_shown = shows(entry) and said_by(entry.get("shown", "in_turn"), due[seat][1])
        if law["show_required"] and not was_shown:
            continue
        cards = entry.get("cards") or [card for card in hand["hands"][seat] if card not in used]
        meld = best_of_kind(entry["kind"], cards, hand["trump"], law["run_tiebreak"])
        if meld:
            counted[seat].append(meld)
    return counted


def card_clock(hand: dict[str, Any], card: str) -> int | None:
    """Return the clock of a card, if it fell."""
    fallen = [play["card"] for play in hand["plays"]]
    return fallen.index(card) if card in fallen else None


def second_belle_clock(hand: dict[str, Any]) -> int | None:
    """Return the clock of the second of trump king and queen, if both fell."""
    clocks = [card_clock(hand, card) for card in belle_cards(hand["trump"])]
    return None if None in clocks else max(clock for clock in clocks if clock is not None)


def holds_belle_run(entry: dict[str, Any], trump: str) -> bool:
    """Return True if the cards of an entry hold a run with both trump king and queen (R-067)."""
    runs = [meld["cards"] for meld in melds_within(entry.get("cards") or []) if meld["run"]]
    return any(all(card in run for card in belle_cards(trump)) for run in runs)


def shown_in_turn(entry: dict[str, Any], second: int | None) -> bool:
    """Return True if an entry's cards were shown at exactly their proper moment."""
    if not shows(entry) or second is None:
        return False
    return entry.get("shown", "in_turn") in ("in_turn", second)


def belle_called(
    record: dict[str, Any],
    hand: dict[str, Any],
    seat: str,
    findings: list[dict[str, Any]],
    law: dict[str, Any],
    *,
    end: int,
    laydown: dict[str, Any] | None,
) -> bool:
    """Return True if a seat called belle in time, early or by showing a run, up to some clock (R-065, D-34)."""
    void = void_entries(findings, ("false-meld",))
    due = second_belle_clock(hand)
    if due is None and laydown and laydown["by"] == seat:
        due = laydown["at"]
    second = due_clocks(hand, laydown)[seat][1]
    if any(
        record["melds"][index]["kind"] == "belle" and record["melds"][index]["seat"] == seat for index in void
    ):
        # Its cards serve another meld.
        return False
    for index, entry in enumerate(record.get("melds") or []):
        if entry["seat"] != seat:
            continue
        if entry["kind"] == "belle":
            at = entry.get("announced", "in_turn")
            if index in void or at == "never":
                continue
            if at == "in_turn" and due is not None and due < end:
                return True
            if at != "in_turn" and moment(at) <= end and (due is None or moment(at) <= due + 1):
                return True
        elif law["belle_in_run"] and holds_belle_run(entry, hand["trump"]):
            in_turn = shown_in_turn(entry, second)
            if in_turn and second is not None and second < end:
                return True
    return False


def holds_belle(hand: dict[str, Any], seat: str) -> bool:
    """Return True if one seat was dealt both trump king and queen (R-063, D-33)."""
    return all(card in hand["hands"][seat] for card in belle_cards(hand["trump"]))


def highest_side(counted: dict[str, list[dict[str, Any]]], trump: str, tiebreak: str) -> str | None:
    """Team with the highest meld; None without melds or with a tie at the top (R-053, R-055)."""
    best: dict[str, tuple[int, ...]] = {}
    for seat, melds in counted.items():
        for meld in melds:
            rank = meld_rank(meld, trump, tiebreak)
            best[team_of(seat)] = max(best.get(team_of(seat), (0,)), rank)
    if len(best) == 2 and best["NS"] == best["EW"]:
        return None
    return max(best, key=lambda team: best[team]) if best else None


def points_as_played(
    record: dict[str, Any], hand: dict[str, Any], findings: list[dict[str, Any]], law: dict[str, Any]
) -> dict[str, dict[str, int]] | None:
    """Cards, last trick, melds and belle of both teams, when all six tricks are accounted for (R-068)."""
    if sheet_level(record):
        return sheet_points(record)
    laydown = ending_laydown(record, hand)
    if len(hand["tricks"]) < 6 and not laydown:
        return None
    points = {team: {"cards": 0, "last_trick": 0, "melds": 0, "belle": 0} for team in TEAMS}
    for trick in hand["tricks"]:
        points[team_of(trick["winner"])]["cards"] += trick["points"]
    if laydown:
        side = team_of(laydown["by"])
        taken = [card for trick in hand["tricks"] for card in trick["cards"]]
        left = [card for seat in SEATS for card in hand["hands"][seat] if card not in taken]
        points[side]["cards"] += sum(value(card, hand["trump"]) for card in left)
    else:
        side = team_of(hand["tricks"][-1]["winner"])
    points[side]["last_trick"] = 10
    counted = melds_as_played(record, hand, findings, law, laydown)
    best = highest_side(counted, hand["trump"], law["run_tiebreak"])
    for seat in SEATS:
        if team_of(seat) == best:
            points[best]["melds"] += sum(MELD_POINTS[meld["kind"]] for meld in counted[seat])
        if holds_belle(hand, seat) and belle_called(
            record, hand, seat, findings, law, end=WORDS["turned"], laydown=laydown
        ):
            points[team_of(seat)]["belle"] = 20
    return {team: with_total(points[team]) for team in TEAMS}


def with_total(parts: dict[str, int]) -> dict[str, int]:
    """Return the parts of one team's score with their sum (R-068)."""
    return {**parts, "total": sum(parts.values())}


def ending_laydown(record: dict[str, Any], hand: dict[str, Any]) -> dict[str, Any] | None:
    """Return an agreed lay-down after which no card fell (fine print: it ends the play)."""
    laydown = record.get("laydown")
    if not laydown or not laydown.get("agreed") or not hand["trump"]:
        return None
    return laydown if laydown["at"] == len(hand["plays"]) < 24 else None


def sheet_level(record: dict[str, Any]) -> bool:
    """Return True if only contract and sheet are known (contract: sheet)."""
    sheet = record.get("sheet") or {}
    return not record["plays"] and bool(record.get("contract")) and all(team in sheet for team in TEAMS)


def sheet_points(record: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Return the points that the score sheet breaks down."""
    parts = ("cards", "last_trick", "melds", "belle")
    sheet = record["sheet"]
    return {team: with_total({part: sheet[team].get(part, 0) for part in parts}) for team in TEAMS}


# Sets and marks


def scored(totals: dict[str, int], maker: str, law: dict[str, Any]) -> tuple[dict[str, int], dict[str, str]]:
    """Score and marks when nothing stopped the hand: the makers must be ahead (R-069 to R-073)."""
    makers = team_named(maker)
    is_set = totals[makers] <= totals[other_team(makers)]
    score = dict(totals)
    if is_set:
        score[makers] = 0
    marks = {team: str(score[team]) if score[team] else law["zero_mark"] for team in TEAMS}
    if is_set:
        marks[makers] = law["set_mark"]
    return score, marks


# A stopped hand


def meld_sets(cards: list[str]) -> list[list[dict[str, Any]]]:
    """Return every choice of melds that share no card (R-056); six cards never hold three."""
    melds = melds_within(cards)
    choices: list[list[dict[str, Any]]] = [[]] + [[meld] for meld in melds]
    for index, one in enumerate(melds):
        choices += [[one, two] for two in melds[index + 1 :] if not set(one["cards"]) & set(two["cards"])]
    return choices


def declared_melds(
    record: dict[str, Any],
    hand: dict[str, Any],
    seat: str,
    stop: int,
    findings: list[dict[str, Any]],
    law: dict[str, Any],
) -> list[dict[str, Any]]:
    """Melds of a seat that had begun: announced in time and shown, or still in time to be shown (D-41)."""
    void = void_entries(findings, VOIDING)
    first, second = hand["first"][seat], hand["second"][seat]
    showing_over = second is not None and second < stop
    counted: list[dict[str, Any]] = []
    for index, entry in enumerate(record.get("melds") or []):
        if entry["seat"] != seat or entry["kind"] == "belle":
            continue
        if not said_by(entry.get("announced", "in_turn"), first):
            continue
        used = [card for meld in counted for card in meld["cards"]]
        if not law["show_required"]:
            others = enumerate(record.get("melds") or [])
            used += [
                card
                for number, one in others
                if one["seat"] == seat
                and number not in void
                and said_by(one.get("announced", "in_turn"), first)
                for card in one.get("cards") or []
            ]
        unused = [card for card in hand["hands"][seat] if card not in used]
        at = entry.get("shown", "in_turn")
        if law["show_required"] and showing_over and not (shows(entry) and said_by(at, second)):
            continue
        was_shown = shows(entry) and (showing_over if at == "in_turn" else moment(at) <= stop)
        known = was_shown if law["show_required"] else bool(entry.get("cards"))
        if index in void and (known or showing_over):
            continue
        if index in void_entries(findings, ("undeclared-meld",)):
            continue
        cards = entry["cards"] if known else unused
        meld = best_of_kind(entry["kind"], cards, hand["trump"], law["run_tiebreak"])
        if meld:
            counted.append(meld)
    return counted


def belle_entitled(
    record: dict[str, Any],
    hand: dict[str, Any],
    seat: str,
    stop: int,
    findings: list[dict[str, Any]],
    law: dict[str, Any],
) -> bool:
    """Belle of an innocent: both cards dealt, and the second not yet played or called in time (D-38)."""
    if not holds_belle(hand, seat):
        return False
    due = second_belle_clock(hand)
    return (
        due is None or due >= stop or belle_called(record, hand, seat, findings, law, end=stop, laydown=None)
    )


# Melds that nobody recorded


def may_have_scored(
    record: dict[str, Any], hand: dict[str, Any], points: dict[str, dict[str, int]], law: dict[str, Any]
) -> list[dict[str, int]]:
    laydown = ending_laydown(record, hand)
    due = due_clocks(hand, laydown)
    choices = []
    for seat in SEATS:
        in_time = due[seat][1 if law["show_required"] else 0] is not None
        sets = meld_sets(hand["hands"][seat]) if in_time else [[]]
        if law["must_declare_all"]:
            most = max(map(worth, sets))
            sets = [melds for melds in sets if worth(melds) in (0, most)]
        choices.append(sets)
    second = second_belle_clock(hand)
    owner = [seat for seat in SEATS if holds_belle(hand, seat)]
    if second is None and not (laydown and [laydown["by"]] == owner):
        owner = []
    results = []
    for called in product(*choices):
        counted = dict(zip(SEATS, called, strict=True))
        best = highest_side(counted, hand["trump"], law["run_tiebreak"])
        totals = {team: points[team]["total"] for team in TEAMS}
        for seat in SEATS:
            if team_of(seat) == best:
                totals[team_of(seat)] += worth(counted[seat])
        results.append(totals)
        for seat in owner:
            used = [card for meld in counted[seat] for card in meld["cards"]]
            if law["belle_in_run"] or not set(used) & set(belle_cards(hand["trump"])):
                results.append({**totals, team_of(seat): totals[team_of(seat)] + 20})
    return [scored(totals, hand["maker"], law)[0] for totals in results]


def worth(melds: list[dict[str, Any]]) -> int:
    """Return the points of some melds."""
    return sum(MELD_POINTS[meld["kind"]] for meld in melds)


def ends_of(scores: list[dict[str, int]]) -> dict[str, list[int]]:
    """Return the least and the most for each team."""
    return {team: [end(score[team] for score in scores) for end in (min, max)] for team in TEAMS}


def seat_entitled(
    record: dict[str, Any],
    hand: dict[str, Any],
    seat: str,
    stop: int,
    findings: list[dict[str, Any]],
    law: dict[str, Any],
    *,
    all_called: bool = False,
) -> int:
    """Points that an innocent seat adds to the 162 when the play stops at some clock (D-38, D-40, D-41).

    With `all_called` the most that it can be where nobody recorded melds.
    """
    belle = holds_belle(hand, seat) if all_called else belle_entitled(record, hand, seat, stop, findings, law)
    first = hand["first"][seat]
    if all_called or first is None or first >= stop:
        choices = meld_sets(hand["hands"][seat])
    else:
        choices = [declared_melds(record, hand, seat, stop, findings, law)]
    totals = []
    for melds in choices:
        total = sum(MELD_POINTS[meld["kind"]] for meld in melds)
        used = [card for meld in melds for card in meld["cards"]]
        blocked = not law["belle_in_run"] and any(card in used for card in belle_cards(hand["trump"]))
        totals.append(total + (20 if belle and not blocked else 0))
    return max(totals)


def stopped_score(
    record: dict[str, Any],
    hand: dict[str, Any],
    guilty: str,
    stop: int,
    findings: list[dict[str, Any]],
    law: dict[str, Any],
) -> dict[str, Any]:
    """Score and marks after one team's renege: nothing against 162 and the innocents' melds (R-104).

    Where nobody recorded melds, what the innocents may have called is open.
    """
    innocent = other_team(guilty)
    seats = [seat for seat in SEATS if team_of(seat) == innocent]
    total = 162 + sum(seat_entitled(record, hand, seat, stop, findings, law) for seat in seats)
    most = total
    if record.get("melds") is None:
        most = 162 + sum(
            seat_entitled(record, hand, seat, stop, findings, law, all_called=True) for seat in seats
        )
    if most > total:
        ends = {guilty: [0, 0], innocent: [total, most]}
        return {"score": None, "marks": {guilty: "R", innocent: "?"}, "score_range": ends}
    return {"score": {guilty: 0, innocent: total}, "marks": {guilty: "R", innocent: str(total)}}
