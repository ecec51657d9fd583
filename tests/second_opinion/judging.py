"""The ruling on a hand: lay-downs, claims, outcome, points, scores and the comparison with the sheet."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.second_opinion.finding import find
from tests.second_opinion.scoring import (
    TEAMS,
    ending_laydown,
    moment,
    points_as_played,
    scored,
    sheet_level,
    stopped_score,
    team_named,
)
from tests.second_opinion.toggles import PENALTIES, TOGGLES
from tests.second_opinion.walk import (
    SEATS,
    OutOfScope,
    left_of,
    seat_to_play,
    strength,
    team_of,
    walk,
    winner_of,
)

CARD_KINDS = (
    "failure-to-follow",
    "failure-to-trump",
    "failure-to-overtrump",
    "lead-out-of-turn",
    "play-out-of-turn",
)
MELD_KINDS = (
    "meld-announced-out-of-turn",
    "meld-shown-out-of-turn",
    "early-belle",
    "meld-announced-late",
    "meld-shown-late",
    "unannounced-meld-shown",
    "unshown-meld",
    "false-meld",
    "mismatched-meld",
    "forgotten-belle",
)
CALL_KINDS = ("declaring-passed-suit", "declaring-out-of-turn", "invalid-declaration")
PUBLIC = ("infraction", "seat", "team", "trick", "at", "verdict", "provable_from", "penalty")

Finding = dict[str, Any]
Pairs = tuple[tuple[str, str], ...]
Hands = tuple[tuple[str, ...], ...]


# Lay-downs


def legal_cards(cards: tuple[str, ...], table: Pairs, trump: str) -> list[str]:
    """What may be played: follow, else trump, and beat the highest trump when trumping (R-032 to R-037)."""
    if not table:
        return list(cards)
    led = table[0][1][1]
    following = [card for card in cards if card[1] == led]
    if following and led != trump:
        return following
    trumps = [card for card in cards if card[1] == trump]
    if not trumps:
        return list(cards)
    highest = max(strength(card, led, trump) for _, card in table if card[1] == trump or card[1] == led)
    beating = [card for card in trumps if strength(card, led, trump) > highest]
    return beating or trumps


def wins_everything(seat: str, hands: Hands, trump: str) -> bool:
    """Whether every card of a leader beats whatever the other three could put on it."""
    mine = hands[SEATS.index(seat)]
    others = [card for place, cards in enumerate(hands) if SEATS[place] != seat for card in cards]
    return all(strength(card, card[1], trump) > strength(other, card[1], trump) for card in mine for other in others)


def may_lose(record: dict[str, Any], hand: dict[str, Any]) -> bool:
    """Whether the lay-down could lose a trick to the opponents on some line (R-109, D-72, D-73)."""
    laydown = record["laydown"]
    side, trump = team_of(laydown["by"]), hand["trump"]

    @cache
    def lost_from(hands: Hands, leader: str, order: tuple[str, ...]) -> bool:
        """Whether some line from the beginning of a trick gives the opponents one."""
        if not any(hands) or (leader == laydown["by"] and wins_everything(leader, hands, trump)):
            return False
        return lost_within(hands, (), leader, order)

    def lost_within(hands: Hands, table: Pairs, leader: str, order: tuple[str, ...]) -> bool:
        """The same with some cards of the trick on the table."""
        left = {seat: list(cards) for seat, cards in zip(SEATS, hands, strict=True)}
        seat = seat_to_play(leader, [other for other, _ in table], left)
        if len(table) == 4 or seat is None:
            taker = winner_of(list(table), trump)
            return team_of(taker) != side or lost_from(hands, taker, order)
        place = SEATS.index(seat)
        legal = legal_cards(hands[place], table, trump)
        # The order binds the one who laid down as far as it is legal: the next stated card that may be played.
        stated = [card for card in order if card in legal][:1] if seat == laydown["by"] else []
        for card in stated or legal:
            rest = tuple(other for other in hands[place] if other != card)
            after = (*hands[:place], rest, *hands[place + 1 :])
            if lost_within(
                after, (*table, (seat, card)), leader, tuple(left_card for left_card in order if left_card != card)
            ):
                return True
        return False

    clock = laydown["at"]
    fallen = hand["plays"][:clock]
    gone = [play["card"] for play in fallen]
    hands = tuple(tuple(card for card in hand["hands"][seat] if card not in gone) for seat in SEATS)
    table = tuple((play["seat"], play["card"]) for play in fallen[clock - clock % 4 :])
    done = clock // 4
    leader = hand["tricks"][done - 1]["winner"] if done else left_of(record["deal"]["dealer"])
    held = hands[SEATS.index(laydown["by"])]
    order = tuple(card for card in laydown.get("order") or [] if card in held)
    return lost_within(hands, table, leader, order) if table else lost_from(hands, leader, order)


def new_finding(infraction: str, seat: str, at: int | str, ruleset: str) -> Finding:
    """A proven finding that stands on no card."""
    return {
        "infraction": infraction,
        "seat": seat,
        "team": team_of(seat),
        "trick": None,
        "at": at,
        "verdict": "proven",
        "provable_from": at,
        "penalty": PENALTIES[ruleset][infraction],
        "falls": False,
        "meld": None,
    }


def laydown_findings(record: dict[str, Any], hand: dict[str, Any], ruleset: str) -> list[Finding]:
    """The lay-down without agreement, or the agreed one that could lose a trick (R-108, R-109, D-71)."""
    laydown = record.get("laydown")
    if not laydown:
        return []
    if not laydown["agreed"]:
        kind = "unagreed-laydown"
    elif "failed-laydown" in PENALTIES[ruleset] and hand["trump"] and may_lose(record, hand):
        kind = "failed-laydown"
    else:
        return []
    if kind not in PENALTIES[ruleset]:
        return []
    one = new_finding(kind, laydown["by"], laydown["at"], ruleset)
    if kind == "failed-laydown":
        # Closed hands decide it, not the cards on the table.
        one["provable_from"] = None
    return [one]


def put_in(findings: list[Finding], one: Finding) -> None:
    """Insert a finding as the last of its clock."""
    later = [index for index, other in enumerate(findings) if moment(other["at"]) > moment(one["at"])]
    findings.insert(later[0] if later else len(findings), one)


# Claims


def before(finding: Finding, clock: int) -> bool:
    """Whether something had happened at a clock: cards need a smaller one (contract: What a claim names)."""
    if finding.get("falls"):
        return moment(finding["at"]) < clock
    return moment(finding["at"]) <= clock


def void_deal(findings: list[Finding]) -> bool:
    """Whether a re-deal is due whatever anybody claims (R-016 to R-019, D-05)."""
    return any(
        one["penalty"] == "redeal" and one["verdict"] == "proven" and moment(one["at"]) < moment("scored")
        for one in findings
    )


def too_late_for_passed_suit(claim: dict[str, Any], hand: dict[str, Any], ruleset: str) -> bool:
    """Whether the claimant has already played his own first card (R-027, D-08, D-09)."""
    if TOGGLES[ruleset]["passed_suit_window"] != "own_first_card":
        return False
    first = hand["first"][claim["by"]]
    return first is not None and first < moment(claim["at"])


def in_time(claim: dict[str, Any], stop: int | None, record: dict[str, Any], hand: dict[str, Any]) -> bool:
    """Before the last trick is turned; until the score once play is over otherwise (R-107, D-48, D-75)."""
    if claim["at"] == "scored":
        return False
    if claim["at"] == "turned":
        return stop is not None or ending_laydown(record, hand) is not None
    return True


def mixings(team: str, record: dict[str, Any]) -> list[int]:
    """When a side mixed its pile (D-57)."""
    return [
        moment(incident["at"])
        for incident in record.get("incidents") or []
        if incident["kind"] == "pile_mixed"
        and "at" in incident
        and "seat" in incident
        and team_of(incident["seat"]) == team
    ]


def mixed_tricks(claim: dict[str, Any], record: dict[str, Any], hand: dict[str, Any]) -> set[int]:
    """The tricks that lay in a pile when it was mixed, before the claim, whoever kept it (D-57)."""
    return {
        number
        for number, trick in enumerate(hand["tricks"], start=1)
        if any(4 * number <= clock <= moment(claim["at"]) for clock in mixings(team_of(trick["winner"]), record))
    }


def claimed_trick(claim: dict[str, Any]) -> int | None:
    """The trick a claim names, ignored when the named infraction is no card's (fine print)."""
    name = claim.get("infraction")
    return claim.get("trick") if name is None or name in CARD_KINDS else None


def fits(claim: dict[str, Any], finding: Finding) -> bool:
    """Whether a finding is among what the claim names (contract: What a claim names; D-53)."""
    if finding["team"] != team_named(claim["against"]):
        return False
    trick, name = claimed_trick(claim), claim.get("infraction")
    if trick is not None:
        return finding["infraction"] in CARD_KINDS and finding["trick"] == trick
    return name is None or finding["infraction"] == name


def linked(claim: dict[str, Any], fitting: list[Finding]) -> Finding:
    """The named kind by the named seat, else a renege, else the first (fine print)."""
    for one in fitting:
        if one["infraction"] == claim.get("infraction") and claim["against"] in (one["seat"], one["team"]):
            return one
    for one in fitting:
        if one["penalty"] == "renege":
            return one
    return fitting[0]


def not_recorded(claim: dict[str, Any], record: dict[str, Any]) -> bool:
    """Whether the record is silent about the kind of thing that was claimed (contract: Melds)."""
    name = claim.get("infraction")
    if name in MELD_KINDS:
        return "melds" not in record
    if name == "declaring-without-trump" and "declarations" not in record:
        # A contract that names a team does not say who of the two declared.
        return record.get("contract", {}).get("maker") in TEAMS
    return name in CALL_KINDS and "declarations" not in record


def about_mixed_tricks(claim: dict[str, Any], mixed: set[int]) -> bool:
    """Whether a claim may be about a card of a trick that can no longer be read."""
    trick, name = claimed_trick(claim), claim.get("infraction")
    if trick is not None:
        return trick in mixed
    return bool(mixed) and (name is None or name in CARD_KINDS)


def examine(
    claim: dict[str, Any],
    findings: list[Finding],
    stop: int | None,
    record: dict[str, Any],
    hand: dict[str, Any],
    ruleset: str,
) -> tuple[str, Finding | None]:
    """The first verdict that fits a claim, and what it is linked to (contract: claims[].verdict)."""
    name, late = claim.get("infraction"), too_late_for_passed_suit(claim, hand, ruleset)
    if claim.get("withdrawn"):
        return "withdrawn", None
    if team_named(claim["against"]) == team_of(claim["by"]) or (late and name == "declaring-passed-suit"):
        return "inadmissible", None
    if not in_time(claim, stop, record, hand):
        return "out_of_time", None
    if hand["passed_out"] or void_deal(findings):
        return "moot", None
    if name is not None and name not in PENALTIES[ruleset]:
        return "refuted", None
    if any(clock > moment(claim["at"]) for clock in mixings(team_named(claim["against"]), record)):
        return "upheld", None
    until = moment(claim["at"])
    seen = [one for one in findings if before(one, until) and fits(claim, one)]
    seen = [one for one in seen if not cut_off(one, stop)]
    if late:
        seen = [one for one in seen if one["infraction"] != "declaring-passed-suit"]
    mixed = mixed_tricks(claim, record, hand)
    clear = [one for one in seen if one["infraction"] not in CARD_KINDS or one["trick"] not in mixed]
    proven = [one for one in clear if one["verdict"] == "proven"]
    if proven:
        return "upheld", linked(claim, proven)
    if clear or about_mixed_tricks(claim, mixed) or not_recorded(claim, record):
        return "not_proven", None
    return "refuted", None


def cut_off(finding: Finding, stop: int | None) -> bool:
    """Whether a finding lies after the stop; claims and the sheet are no play (contract: A stopped hand)."""
    if stop is None or finding["infraction"] in ("unproven-claim", "wrong-score"):
        return False
    return not before(finding, stop)


def costs(
    index: int,
    verdict: str,
    findings: list[Finding],
    stop: int | None,
    record: dict[str, Any],
    hand: dict[str, Any],
    ruleset: str,
) -> bool:
    """Whether a claim leaves its maker with an unproven one (R-094, R-095, D-50, D-62)."""
    claim = record["claims"][index]
    always = TOGGLES[ruleset]["false_claim"] == "any_unproven"
    if verdict == "withdrawn":
        if team_named(claim["against"]) == team_of(claim["by"]):
            # A claim is one against an opponent: taking back an admission costs nothing.
            return False
        late = claim.get("infraction") == "declaring-passed-suit" and too_late_for_passed_suit(claim, hand, ruleset)
        if not always or late or not in_time(claim, stop, record, hand):
            return False
        if hand["passed_out"] or void_deal(findings):
            return False
    elif verdict not in ("refuted", "not_proven") or not (always or claim.get("reviewed")):
        return False
    for other in record["claims"]:
        partner = other["by"] != claim["by"] and team_of(other["by"]) == team_of(claim["by"])
        same = team_named(other["against"]) == team_named(claim["against"])
        if not (partner and same and moment(other["at"]) == moment(claim["at"])):
            continue
        if examine(other, findings, stop, record, hand, ruleset)[0] == "upheld":
            return False
    return "unproven-claim" in PENALTIES[ruleset]


def settle_claims(
    findings: list[Finding], record: dict[str, Any], hand: dict[str, Any], ruleset: str
) -> tuple[dict[int, tuple[str, Finding | None]], set[str], int | None]:
    """All claims by clock, then as listed: verdicts, guilty teams and when the play stopped."""
    claims = record.get("claims") or []
    results: dict[int, tuple[str, Finding | None]] = {}
    guilty: set[str] = set()
    stop: int | None = None
    for index in sorted(range(len(claims)), key=lambda one: moment(claims[one]["at"])):
        claim = claims[index]
        verdict, found = examine(claim, findings, stop, record, hand, ruleset)
        results[index] = (verdict, found)
        culprit = None
        if verdict == "upheld" and (found is None or found["penalty"] == "renege"):
            culprit = team_named(claim["against"])
        elif costs(index, verdict, findings, stop, record, hand, ruleset):
            wrong = new_finding("unproven-claim", claim["by"], claim["at"], ruleset)
            put_in(findings, wrong)
            if wrong["penalty"] == "renege":
                culprit = wrong["team"]
        if culprit:
            guilty.add(culprit)
            stop = moment(claim["at"]) if stop is None else stop
    return results, guilty, stop


# The ruling


def as_played(
    record: dict[str, Any],
    hand: dict[str, Any],
    points: dict[str, dict[str, int]] | None,
    findings: list[Finding],
    ruleset: str,
) -> dict[str, Any]:
    """Outcome, score and marks had nobody claimed anything."""
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


def after_claims(
    record: dict[str, Any],
    hand: dict[str, Any],
    findings: list[Finding],
    guilty: set[str],
    stop: int | None,
    ruleset: str,
) -> dict[str, Any] | None:
    """Outcome, score and marks when reneges were upheld (R-103 to R-106, D-46)."""
    if stop is None:
        return None
    law = TOGGLES[ruleset]
    if len(guilty) == 2:
        nothing: dict[str, Any] = {"outcome": "redeal", "reneging_team": None, "score": None, "marks": None}
        if law["both_renege"] == "zero_next":
            nothing |= {"score": dict.fromkeys(TEAMS, 0), "marks": dict.fromkeys(TEAMS, law["mark_nothing"])}
        return nothing
    team = next(iter(guilty))
    known = [one for one in findings if not cut_off(one, stop)]
    score, marks = stopped_score(record, hand, team, stop, known, law)
    return {"outcome": "renege", "reneging_team": team, "score": score, "marks": marks}


def written_agrees(written: int | str, team: str, ruled: dict[str, Any]) -> bool:
    """Whether what the sheet says for a team is what was ruled; every mark but R is a nought."""
    if written == "R":
        return bool(ruled["reneging_team"] == team)
    return bool(ruled["score"][team] == (0 if isinstance(written, str) else written))


def compare_sheet(record: dict[str, Any], ruled: dict[str, Any]) -> dict[str, bool]:
    """For each team whether sheet and ruling agree; empty while nothing can be compared."""
    if ruled["outcome"] in ("unfinished", "undetermined"):
        return {}
    # A hand that is not scored gives nothing to either side.
    ruled = {**ruled, "score": ruled["score"] or {"NS": 0, "EW": 0}}
    written = record.get("score") or {}
    return {team: written_agrees(written[team], team, ruled) for team in TEAMS if team in written}


def wrong_score(team: str, ruleset: str) -> Finding:
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
    hand = walk(record)
    findings = list(find(record, ruleset))
    for one in laydown_findings(record, hand, ruleset):
        put_in(findings, one)
    return hand, findings


def judge(record: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """The ruling on one record under one ruleset (contract: Ruling)."""
    hand, findings = lay_out(record, ruleset)
    points = points_as_played(record, hand, findings, TOGGLES[ruleset])
    plain = as_played(record, hand, points, findings, ruleset)
    results, guilty, stop = settle_claims(findings, record, hand, ruleset)
    ruled = after_claims(record, hand, findings, guilty, stop, ruleset) or {**plain, "reneging_team": None}
    findings = [one for one in findings if not cut_off(one, stop)]
    sheet = compare_sheet(record, ruled)
    findings += [wrong_score(team, ruleset) for team, agrees in sheet.items() if not agrees]
    places = {id(one): index for index, one in enumerate(findings)}
    claims = []
    for index in range(len(record.get("claims") or [])):
        verdict, found = results[index]
        claims.append({"claim": index, "verdict": verdict, "finding": None if found is None else places[id(found)]})
    return {
        "trump": hand["trump"],
        "maker": hand["maker"],
        "tricks": [{key: trick[key] for key in ("leader", "winner", "points")} for trick in hand["tricks"]],
        "findings": [{key: one[key] for key in PUBLIC} for one in findings],
        "claims": claims,
        "outcome": ruled["outcome"],
        "reneging_team": ruled["reneging_team"],
        "points": points,
        "score": ruled["score"],
        "marks": ruled["marks"],
        "as_played": plain,
        "sheet_agrees": all(sheet.values()) if sheet else None,
    }
