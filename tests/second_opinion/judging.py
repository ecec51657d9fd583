"""Ruling on a hand: outcome, points, scores and the comparison with the sheet."""

from __future__ import annotations

from tests.family.opinion.findings import moment
from tests.family.opinion.weighing import is_dealt_again
from tests.second_opinion.cards import TEAMS
from tests.second_opinion.claims import (
    ClaimCase,
    Finding,
    insert_finding,
    is_deal_void,
    laydown_findings,
    settle_claims,
)
from tests.second_opinion.findings import find
from tests.second_opinion.hand import INCIDENT, Hand, Json, note
from tests.second_opinion.scoring import (
    count_points,
    list_possible_scores,
    range_of,
    score_hand,
    score_stopped_hand,
)

NOTHING = {"cards": 0, "last_trick": 0, "melds": 0, "belle": 0}
#: Possible sums of the melds of two hands; four jacks exclude a fifty, because every run of four has a jack.
MELD_SUMS = (0, 20, 40, 50, 60, 70, 80, 90, 100, 120, 140, 150, 200, 220, 240, 300)
PUBLIC = ("infraction", "seat", "team", "trick", "at", "verdict", "provable_from", "penalty")
OPEN = {"verdict": "undetermined", "provable_from": None}


def score_as_played(hand: Hand, points: dict[str, dict[str, int]] | None, findings: list[Finding]) -> Json:
    """Return the outcome, score and marks without any claims."""
    outcome, score, marks = "unfinished", None, None
    if is_deal_void(findings):
        outcome = "redeal"
    elif hand.passed_out:
        outcome = "passed_out"
    elif points and hand.maker is None:
        outcome = "undetermined"
    elif points:
        outcome = "scored"
        score, marks = score_hand({team: points[team]["total"] for team in TEAMS}, hand)
    return {"outcome": outcome, "score": score, "marks": marks}


def after_claims(case: ClaimCase, guilty: set[str]) -> Json | None:
    """Return the outcome, score and marks after upheld reneges (R-103 to R-106, D-46)."""
    if case.stop is None:
        return None
    law = case.hand.law
    if len(guilty) == 2:
        nothing: Json = {"outcome": "redeal", "reneging_team": None, "score": None, "marks": None}
        if law["both_renege"] == "zero_next":
            nothing |= {"score": dict.fromkeys(TEAMS, 0), "marks": dict.fromkeys(TEAMS, law["zero_mark"])}
        return nothing
    (team,) = guilty
    known = [finding for finding in case.findings if not case.is_cut_off(finding)]
    return {
        "outcome": "renege",
        "reneging_team": team,
        **score_stopped_hand(case.hand, team, moment(case.stop), known),
    }


def compare_sheet(record: Json, ruled: Json) -> dict[str, bool]:
    """Return for each team whether sheet and ruling agree; empty if nothing can be compared."""
    if ruled["outcome"] in ("unfinished", "undetermined"):
        return {}
    # A hand that is not scored is worth nothing to either side.
    score = ruled["score"] or {"NS": 0, "EW": 0}
    if "score_range" in ruled:
        # An open score is not compared.
        score = {team: least for team, (least, most) in ruled["score_range"].items() if least == most}
    written = record.get("score") or {}
    # Every mark except R stands for zero.
    return {
        team: ruled["reneging_team"] == team
        if written[team] == "R"
        else score[team] == points_of(written[team])
        for team in TEAMS
        if team in written and team in score
    }


def points_of(word: int | str) -> int:
    """Return the points that a score or a mark stands for."""
    return 0 if isinstance(word, str) else word


def explain_sheet(
    hand: Hand, points: dict[str, dict[str, int]] | None, ruled: Json
) -> dict[str, list[int]] | None:
    """Return the range of the score if unrecorded melds would explain the sheet."""
    written = hand.record.get("score") or {}
    if hand.melds is not None or ruled["outcome"] != "scored" or "R" in written.values() or not hand.plays:
        return None
    assert points is not None
    on_sheet = {team: points_of(word) for team, word in written.items()}
    wrong = [team for team in on_sheet if on_sheet[team] != ruled["score"][team]]
    may = list_possible_scores(hand, points)
    if not wrong or any(all(score[team] != on_sheet[team] for score in may) for team in wrong):
        return None
    whole = [score for score in may if all(score[team] == on_sheet[team] for team in on_sheet)]
    some = [score for score in may if any(score[team] == on_sheet[team] for team in wrong)]
    return range_of([ruled["score"], *(whole or some)])


def wrong_parts(hand: Hand) -> list[str | None]:
    """Return the team of each impossible part of the breakdown, None if both are wrong together."""
    record = hand.record
    lines = {team: {**NOTHING, **line} for team, line in (record.get("sheet") or {}).items()}
    wrong: list[str | None] = []
    for team, line in lines.items():
        wrong += [team] * (line["last_trick"] not in (0, 10)) + [team] * (line["belle"] not in (0, 20))
        wrong += [team] * (line["melds"] not in MELD_SUMS)
    if len(lines) < 2:
        return wrong
    for part in ("last_trick", "melds", "belle"):
        wrong += [None] * (lines["NS"][part] > 0 and lines["EW"][part] > 0)
    stopped = "R" in (record.get("score") or {}).values() or hand.claims or hand.laydown
    cards, tens = (lines["NS"][part] + lines["EW"][part] for part in ("cards", "last_trick"))
    if hand.is_sheet and not stopped and not (cards == 162 and tens == 0):
        wrong += [None] * (cards != 152) + [None] * (tens == 0)
    return wrong


def wrong_sums(record: Json, ruled: Json) -> list[str]:
    """Return the teams whose score is neither the sum of their breakdown nor zero, if no maker is known."""
    score = record.get("score") or {}
    if record["plays"] or "R" in score.values() or ruled["outcome"] not in ("unfinished", "undetermined"):
        return []
    sums = {team: sum(line.values()) for team, line in (record.get("sheet") or {}).items()}
    return [team for team in sums if isinstance(score.get(team), int) and score[team] not in (0, sums[team])]


def judge(record: Json, ruleset: str) -> Json:
    """Return the ruling on one record under one ruleset (contract: Ruling)."""
    hand = Hand(record, ruleset)
    findings = [] if hand.is_sheet else find(hand)
    for finding in laydown_findings(hand):
        insert_finding(findings, finding)
    points = count_points(hand, findings)
    plain = score_as_played(hand, points, findings)
    case = ClaimCase(record=record, hand=hand, findings=findings)
    results, guilty = settle_claims(case)
    ruled = after_claims(case, guilty) or {**plain, "reneging_team": None}
    findings = [finding for finding in findings if not case.is_cut_off(finding)]
    sheet = compare_sheet(record, ruled)
    charged = any(finding["infraction"] == "unproven-claim" for finding in findings)
    again = not charged and is_dealt_again(record, [verdict for verdict, _ in results.values()])
    if again and plain["outcome"] not in ("redeal", "passed_out"):
        # Nobody scores, and a sheet does not count unless the hand was complete (D-86).
        nothing = {"outcome": "redeal", "score": None, "marks": None}
        over = len(record["plays"]) == 24 or plain["outcome"] == "scored"
        plain, ruled = {**nothing, "by_agreement": True}, {**nothing, "reneging_team": None}
        sheet = compare_sheet(record, ruled) if over else {}

    def wrong_score(team: str | None) -> Finding:
        """Return the finding that the sheet differs from the ruling for a team (fine print)."""
        one = note("wrong-score", None, "scored", INCIDENT, "scored")
        return {**one, "team": team, "penalty": hand.costs["wrong-score"]}

    wrong = [wrong_score(team) for team, agrees in sheet.items() if not agrees]
    agrees = all(sheet.values()) if sheet else None
    if "score_range" in ruled:
        agrees = None if agrees else agrees
        for team, (least, most) in ruled["score_range"].items():
            on_sheet = (record.get("score") or {}).get(team)
            if isinstance(on_sheet, int) and least < on_sheet <= most:
                wrong.append({**wrong_score(team), **OPEN})
    if ends := explain_sheet(hand, points, ruled):
        wrong, agrees = [{**one, **OPEN} for one in wrong], None
        settled = {team for team, (least, most) in ends.items() if least == most}
        marks = {team: ruled["marks"][team] if team in settled else "?" for team in TEAMS}
        plain = {
            "outcome": "undetermined",
            "score": None,
            "marks": marks if settled else None,
            "score_range": ends,
        }
        ruled = {**ruled, **plain}
    findings += [*wrong, *map(wrong_score, wrong_parts(hand)), *map(wrong_score, wrong_sums(record, ruled))]
    places = {id(one): index for index, one in enumerate(findings)}
    claims = []
    for index in range(len(hand.claims)):
        verdict, result = results[index]
        claims.append(
            {"claim": index, "verdict": verdict, "finding": None if result is None else places[id(result)]}
        )
    return {
        "trump": hand.trump,
        "maker": hand.maker,
        "tricks": [{key: trick[key] for key in ("leader", "winner", "points")} for trick in hand.tricks],
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
