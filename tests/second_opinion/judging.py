"""The ruling on a hand: outcome, points, scores and the comparison with the sheet."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.findings import OutOfScope, moment
from tests.second_opinion.claiming import (
    ClaimCase,
    Finding,
    laydown_findings,
    put_in,
    settle_claims,
    void_deal,
)
from tests.second_opinion.finding import find
from tests.second_opinion.scoring import (
    TEAMS,
    ends_of,
    may_have_scored,
    melds_within,
    points_as_played,
    scored,
    sheet_level,
    stopped_score,
)
from tests.second_opinion.toggles import PENALTIES, TOGGLES
from tests.second_opinion.walk import replay

NOTHING = {"cards": 0, "last_trick": 0, "melds": 0, "belle": 0}
#: What two hands can come to in melds; four jacks leave nobody a fifty, for every run of four has a jack.
MELD_SUMS = (0, 20, 40, 50, 60, 70, 80, 90, 100, 120, 140, 150, 200, 220, 240, 300)
PUBLIC = ("infraction", "seat", "team", "trick", "at", "verdict", "provable_from", "penalty")


def as_played(
    record: dict[str, Any],
    hand: dict[str, Any],
    points: dict[str, dict[str, int]] | None,
    findings: list[Finding],
    ruleset: str,
) -> dict[str, Any]:
    outcome, score, marks = "unfinished", None, None
    if void_deal(findings):
        outcome = "redeal"
    elif hand["passed_out"]:
        outcome = "passed_out"
    elif points and hand["maker"] is None:
        outcome = "undetermined"
    elif points:
        outcome = "scored"
        totals = {team: points[team]["total"] for team in TEAMS}
        score, marks = scored(totals, hand["maker"], TOGGLES[ruleset])
    return {"outcome": outcome, "score": score, "marks": marks}


def after_claims(case: ClaimCase, guilty: set[str]) -> dict[str, Any] | None:
    """Outcome, score and marks when reneges were upheld (R-103 to R-106, D-46)."""
    if case.stop is None:
        return None
    law = TOGGLES[case.ruleset]
    if len(guilty) == 2:
        nothing: dict[str, Any] = {"outcome": "redeal", "reneging_team": None, "score": None, "marks": None}
        if law["both_renege"] == "zero_next":
            nothing |= {"score": dict.fromkeys(TEAMS, 0), "marks": dict.fromkeys(TEAMS, law["zero_mark"])}
        return nothing
    team = next(iter(guilty))
    known = [finding for finding in case.findings if not case.is_cut_off(finding)]
    score = stopped_score(case.record, case.hand, team, moment(case.stop), known, law)
    return {"outcome": "renege", "reneging_team": team, **score}


def written_agrees(written: int | str, team: str, ruled: dict[str, Any]) -> bool:
    """Return True if what the sheet says for a team is what was ruled; every mark but R is a nought."""
    if written == "R":
        return bool(ruled["reneging_team"] == team)
    return bool(ruled["score"][team] == (0 if isinstance(written, str) else written))


def compare_sheet(record: dict[str, Any], ruled: dict[str, Any]) -> dict[str, bool]:
    """For each team whether sheet and ruling agree; empty while nothing can be compared."""
    if ruled["outcome"] in ("unfinished", "undetermined"):
        return {}
    written = record.get("score") or {}
    if "score_range" in ruled:
        # What is open is not compared.
        known = {team: least for team, (least, most) in ruled["score_range"].items() if least == most}
        ruled = {**ruled, "score": known}
        return {team: written_agrees(written[team], team, ruled) for team in known if team in written}
    # A hand that is not scored gives nothing to either side.
    ruled = {**ruled, "score": ruled["score"] or {"NS": 0, "EW": 0}}
    return {team: written_agrees(written[team], team, ruled) for team in TEAMS if team in written}


def explained(
    record: dict[str, Any],
    hand: dict[str, Any],
    points: dict[str, dict[str, int]] | None,
    ruled: dict[str, Any],
    ruleset: str,
) -> dict[str, list[int]] | None:
    written = record.get("score") or {}
    if (
        record.get("melds") is not None
        or ruled["outcome"] != "scored"
        or "R" in written.values()
        or not record["plays"]
    ):
        return None
    assert points is not None
    told = {team: 0 if isinstance(word, str) else word for team, word in written.items()}
    wrong = [team for team in told if told[team] != ruled["score"][team]]
    may = may_have_scored(record, hand, points, TOGGLES[ruleset])
    if not wrong or any(all(score[team] != told[team] for score in may) for team in wrong):
        return None
    whole = [score for score in may if all(score[team] == told[team] for team in told)]
    some = [score for score in may if any(score[team] == told[team] for team in wrong)]
    return ends_of([ruled["score"], *(whole or some)])


def wrong_parts(record: dict[str, Any]) -> list[str | None]:
    """For each part of the breakdown that no hand can give, its team, or None where both are wrong together."""
    lines = {team: {**NOTHING, **line} for team, line in (record.get("sheet") or {}).items()}
    wrong: list[str | None] = []
    for team, line in lines.items():
        wrong += [team] * (line["last_trick"] not in (0, 10)) + [team] * (line["belle"] not in (0, 20))
        wrong += [team] * (line["melds"] not in MELD_SUMS)
    if len(lines) < 2:
        return wrong
    for part in ("last_trick", "melds", "belle"):
        wrong += [None] * (lines["NS"][part] > 0 and lines["EW"][part] > 0)
    stopped = "R" in (record.get("score") or {}).values() or record.get("claims") or record.get("laydown")
    cards, tens = (lines["NS"][part] + lines["EW"][part] for part in ("cards", "last_trick"))
    if sheet_level(record) and not stopped and not (cards == 162 and tens == 0):
        wrong += [None] * (cards != 152) + [None] * (tens == 0)
    return wrong


def wrong_beside(record: dict[str, Any], ruled: dict[str, Any]) -> list[str]:
    """Return the teams whose score is neither the sum of their breakdown nor nothing, where no maker is known."""
    score = record.get("score") or {}
    if record["plays"] or "R" in score.values() or ruled["outcome"] not in ("unfinished", "undetermined"):
        return []
    sums = {team: sum(line.values()) for team, line in (record.get("sheet") or {}).items()}
    return [team for team in sums if isinstance(score.get(team), int) and score[team] not in (0, sums[team])]


def wrong_score(team: str | None, ruleset: str) -> Finding:
    """The sheet differs from the ruling for a team (fine print)."""
    return {
        "infraction": "wrong-score",
        "seat": None,
        "team": team,
        "trick": None,
        "at": "scored",
        "verdict": "proven",
        "provable_from": "scored",
        "penalty": PENALTIES[ruleset]["wrong-score"],
        "falls": False,
        "meld": None,
    }


def lay_out(record: dict[str, Any], ruleset: str) -> tuple[dict[str, Any], list[Finding]]:
    """The hand walked through and what was found in it, lay-downs included."""
    if sheet_level(record):
        if record.get("claims") or record.get("incidents") or record.get("laydown") or record.get("melds"):
            raise OutOfScope("a hand at sheet level with more than its sheet")
        contract = record["contract"]
        return {
            "trump": contract["trump"],
            "maker": contract["maker"],
            "passed_out": False,
            "plays": [],
            "tricks": [],
        }, []
    hand = replay(record)
    findings = list(find(record, ruleset))
    for finding in laydown_findings(record, hand, ruleset):
        put_in(findings, finding)
    return hand, findings


def when(word: Any, due: int | None) -> int:
    """Return a call or showing as a number, by the clock of its proper moment; what never was comes last."""
    if word == "in_turn":
        return 100 if due is None else due
    return 101 if word == "never" else moment(word)


def same_meld(one: dict[str, Any], other: dict[str, Any], hand: dict[str, Any]) -> bool:
    """Return True if two entries are one meld called twice: the same cards, or no cards and not at the same moment."""
    if one["kind"] == "belle" or (one["seat"], one["kind"]) != (other["seat"], other["kind"]):
        return False
    if one.get("cards") and other.get("cards"):
        return sorted(one["cards"]) == sorted(other["cards"])
    said = [when(entry.get("announced", "in_turn"), hand["first"][one["seat"]]) for entry in (one, other)]
    if 101 in said or said[0] == said[1]:
        return False
    held = [
        set(meld["cards"]) for meld in melds_within(hand["hands"][one["seat"]]) if meld["kind"] == one["kind"]
    ]
    return all(first & second for first in held for second in held)


def called_once(record: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the melds with those called early and again in turn as one: its first call and its first showing count."""
    if not record.get("melds") or sheet_level(record):
        return record.get("melds")
    hand = replay(record)
    kept: list[dict[str, Any]] = []
    for entry in record["melds"]:
        place = next((at for at, one in enumerate(kept) if same_meld(entry, one, hand)), None)
        if place is None:
            kept.append(entry)
            continue
        first, second = hand["first"][entry["seat"]], hand["second"][entry["seat"]]
        pair = (kept[place], entry)
        shown = [one.get("shown", "in_turn") if one.get("cards") else "never" for one in pair]
        kept[place] = {
            **entry,
            "cards": kept[place].get("cards") or entry.get("cards") or [],
            "announced": min(
                (one.get("announced", "in_turn") for one in pair), key=lambda word: when(word, first)
            ),
            "shown": min(shown, key=lambda word: when(word, second)),
        }
    return kept


def deal_again(record: dict[str, Any], results: dict[int, tuple[str, Finding | None]]) -> bool:
    """Return True if all agreed to deal again and no claim had to be decided (D-86)."""
    all_agreed = [
        one
        for one in record.get("agreements") or []
        if one["what"] == "redeal" and (not one.get("by") or {*one["by"]} == {*"NESW"})
    ]
    verdicts = {verdict for verdict, _ in results.values()}
    return bool(all_agreed) and not verdicts & {"upheld", "refuted", "not_proven"}


def judge(record: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """Return the ruling on one record under one ruleset (contract: Ruling)."""
    record = {**record, "melds": called_once(record)}
    hand, findings = lay_out(record, ruleset)
    points = points_as_played(record, hand, findings, TOGGLES[ruleset])
    plain = as_played(record, hand, points, findings, ruleset)
    case = ClaimCase(record=record, hand=hand, ruleset=ruleset, findings=findings)
    results, guilty = settle_claims(case)
    ruled = after_claims(case, guilty) or {**plain, "reneging_team": None}
    findings = [finding for finding in findings if not case.is_cut_off(finding)]
    sheet = compare_sheet(record, ruled)
    charged = any(finding["infraction"] == "unproven-claim" for finding in findings)
    if not charged and deal_again(record, results) and plain["outcome"] not in ("redeal", "passed_out"):
        # Nobody scores, and a sheet counts for nothing unless the hand was whole (D-86).
        nothing = {"outcome": "redeal", "score": None, "marks": None}
        whole = plain["outcome"] == "scored"
        plain, ruled = {**nothing, "by_agreement": True}, {**nothing, "reneging_team": None}
        over = len(record["plays"]) == 24 or whole
        sheet = compare_sheet(record, ruled) if over else {}
    wrong = [wrong_score(team, ruleset) for team, agrees in sheet.items() if not agrees]
    agrees = all(sheet.values()) if sheet else None
    if "score_range" in ruled:
        agrees = None if agrees else agrees
        for team, (least, most) in ruled["score_range"].items():
            told = (record.get("score") or {}).get(team)
            if isinstance(told, int) and least < told <= most:
                wrong.append({**wrong_score(team, ruleset), "verdict": "undetermined", "provable_from": None})
    ends = explained(record, hand, points, ruled, ruleset)
    if ends:
        wrong, agrees = [{**one, "verdict": "undetermined", "provable_from": None} for one in wrong], None
        settled = {team: least for team, (least, most) in ends.items() if least == most}
        marks = {team: ruled["marks"][team] if team in settled else "?" for team in TEAMS}
        open_one: dict[str, Any] = {
            "outcome": "undetermined",
            "score": None,
            "marks": marks if settled else None,
        }
        plain = {**open_one, "score_range": ends}
        ruled = {**ruled, **plain}
    findings += wrong
    findings += [wrong_score(team, ruleset) for team in (*wrong_parts(record), *wrong_beside(record, ruled))]
    places = {id(one): index for index, one in enumerate(findings)}
    claims = []
    for index in range(len(record.get("claims") or [])):
        verdict, result = results[index]
        claims.append(
            {"claim": index, "verdict": verdict, "finding": None if result is None else places[id(result)]}
        )
    return {
        "trump": hand["trump"],
        "maker": hand["maker"],
        "tricks": [{key: trick[key] for key in ("leader", "winner", "points")} for trick in hand["tricks"]],
        "findings": [{key: finding[key] for key in PUBLIC} for finding in findings],
        "claims": claims,
        "outcome": ruled["outcome"],
        "reneging_team": ruled["reneging_team"],
        "points": points,
        "score": ruled["score"],
        "marks": ruled["marks"],
        "as_played": plain,
        "sheet_agrees": agrees,
        **({"score_range": ruled["score_range"]} if "score_range" in ruled else {}),
    }
