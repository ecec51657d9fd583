"""Claims at Clabber, faults that are no infraction, and lay-downs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.family.opinion.findings import moment
from tests.family.opinion.weighing import Claim, Weighing, when
from tests.second_opinion.finding import (
    INCIDENTS,
    call_findings,
    is_exposure,
    meld_findings,
    most_points,
    pair_clocks,
    pair_of,
    to_partner,
)
from tests.second_opinion.scoring import TEAMS, ending_laydown, meld_rank, melds_within, team_named
from tests.second_opinion.toggles import PENALTIES, TOGGLES
from tests.second_opinion.walk import (
    INCIDENT,
    MELD,
    MISSING,
    SEATS,
    TURN,
    announced_at,
    incident_at,
    left_of,
    note,
    seat_to_play,
    shown_at,
    strength,
    team_of,
    winner_of,
)

Finding = dict[str, Any]
Pairs = tuple[tuple[str, str], ...]
Hands = tuple[tuple[str, ...], ...]


def legal_cards(cards: tuple[str, ...], table: Pairs, trump: str) -> list[str]:
    """Cards that may be played: follow, else trump, and beat the highest trump when trumping (R-032 to R-037)."""
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
    """Return True if every card of a leader beats whatever the other three could put on it."""
    mine = hands[SEATS.index(seat)]
    others = [card for place, cards in enumerate(hands) if SEATS[place] != seat for card in cards]
    return all(
        strength(card, card[1], trump) > strength(other, card[1], trump) for card in mine for other in others
    )


def may_lose(record: dict[str, Any], hand: dict[str, Any]) -> bool:
    """Return True if the lay-down could lose a trick to the opponents on some line (R-109, D-72, D-73)."""
    laydown = record["laydown"]
    side, trump = team_of(laydown["by"]), hand["trump"]

    @cache
    def lost_from(hands: Hands, leader: str, order: tuple[str, ...]) -> bool:
        """Return True if some line from the beginning of a trick gives the opponents one."""
        if not any(hands) or (leader == laydown["by"] and wins_everything(leader, hands, trump)):
            return False
        return lost_within(hands, (), leader, order)

    def lost_within(hands: Hands, table: Pairs, leader: str, order: tuple[str, ...]) -> bool:
        """Return the same from the middle of a trick, with its first cards on the table."""
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
                after,
                (*table, (seat, card)),
                leader,
                tuple(left_card for left_card in order if left_card != card),
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
    """Return a proven finding that stands on no card."""
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
    """Return the lay-down without agreement, or the agreed one that could lose a trick (R-108, R-109, D-71)."""
    laydown = record.get("laydown")
    if not laydown:
        return []
    if not laydown.get("agreed"):
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


Json = dict[str, Any]
#: Infractions with exceptions in some rules: out of turn to the last trick, belle with its dad, the round of a call.
EXCEPTED = (
    "lead-out-of-turn",
    "play-out-of-turn",
    "early-belle",
    "forgotten-belle",
    "declaring-without-trump",
    "unshown-meld",
    "unannounced-meld-shown",
)


def unpenalized_incidents(record: Json, hand: Json) -> list[Json]:
    """Return every incident, allowed or not; one said to the other side was not said to partner."""
    results = []
    for incident in record.get("incidents") or []:
        kind, shows = incident["kind"], is_exposure(incident, record, hand)
        if shows or (
            shows is None
            and kind in INCIDENTS
            and (
                kind not in ("question", "advice") or to_partner({"seat": incident.get("helped"), **incident})
            )
        ):
            at = incident_at(incident, len(hand["plays"]))
            whose = incident.get("seat") or incident.get("helped")
            one = note(
                INCIDENTS.get(kind, "exposed-card"), whose, at, INCIDENT, at, trick=incident.get("trick")
            )
            one |= {"at_order": incident.get("order"), "outsider": "by_other" in incident}
            results.append(one)
    return results


def unpenalized_turns(hand: Json) -> list[Json]:
    """Return every card out of turn, those of the last trick too."""
    return [
        note(
            "lead-out-of-turn" if play["lead"] else "play-out-of-turn",
            play["seat"],
            play["clock"],
            TURN,
            play["clock"] + 1,
            trick=play["trick"],
            falls=True,
        )
        for play in hand["plays"]
        if not play["turn_ok"]
    ]


def unpenalized_melds(record: Json, hand: Json, toggles: Json) -> list[Json]:
    """Return melds not shown, not announced or kept back, and belle called early or never."""
    melds = record.get("melds")
    if melds is None:
        return []
    result = meld_findings(record, hand, {**toggles, "must_declare_all": True})
    for index, entry in enumerate(melds):
        seat = entry["seat"]
        called, shown, second = announced_at(entry, hand), shown_at(entry, hand), hand["second"][seat]
        never = entry.get("shown", "in_turn") == "never" or not entry.get("cards")
        if entry["kind"] == "belle":
            result += unpenalized_belle(index, entry, hand)
            continue
        if never and called is not None and second is not None and moment(called) <= second:
            result.append(note("unshown-meld", seat, second, MISSING, second + 1, meld=index, falls=True))
        if shown is not None and entry.get("announced", "in_turn") == "never":
            result.append(note("unannounced-meld-shown", seat, shown, MELD, shown, meld=index))
    for seat in SEATS:
        called = [
            meld for meld in melds if meld["kind"] != "belle" and meld.get("announced", "in_turn") != "never"
        ]
        first = hand["first"][seat]
        if (
            first is not None
            and seat not in [one["seat"] for one in called]
            and most_points(hand["hands"][seat])
        ):
            # Who called nothing declared not all he held either.
            result.append(note("undeclared-meld", seat, first, MELD, None))
        result += silent_belle(seat, melds, hand, toggles)
    return result + beaten_melds(melds, hand, toggles)


def beaten_melds(melds: list[Json], hand: Json, toggles: Json) -> list[Json]:
    """Return each showing of a meld below one that the other side had put on the table before (D-29)."""

    def best(cards: list[str]) -> tuple[int, ...]:
        ranks = [meld_rank(meld, hand["trump"], toggles["run_tiebreak"]) for meld in melds_within(cards)]
        return max(ranks, default=())

    shown = [(index, one, at) for index, one in enumerate(melds) if (at := shown_at(one, hand)) is not None]
    return [
        note("lower-meld-shown", one["seat"], at, MELD, at, meld=index)
        for index, one, at in shown
        if (own := best(one["cards"]))
        and any(
            best(other["cards"]) > own
            for _, other, before in shown
            if moment(before) < moment(at) and team_of(other["seat"]) != team_of(one["seat"])
        )
    ]


def unpenalized_belle(index: int, entry: Json, hand: Json) -> list[Json]:
    """Return a belle called before its second card fell, by a seat that was dealt both."""
    said, fallen = (
        entry.get("announced", "in_turn"),
        pair_clocks(entry["seat"], pair_of(entry["seat"], hand), hand),
    )
    if said in ("in_turn", "never") or not pair_of(entry["seat"], hand):
        return []
    early = len(fallen) < 2 or moment(said) < max(fallen)
    return [note("early-belle", entry["seat"], said, MELD, said, meld=index)] if early else []


def silent_belle(seat: str, melds: list[Json], hand: Json, toggles: Json) -> list[Json]:
    """Return a belle never called though both cards fell, in rules that let no meld share its cards (D-21)."""
    fallen = pair_clocks(seat, pair_of(seat, hand), hand)
    if toggles["belle_in_run"] or len(fallen) < 2:
        return []
    words = [
        meld.get("announced", "in_turn") for meld in melds if meld["seat"] == seat and meld["kind"] == "belle"
    ]
    if any(word == "in_turn" or (word != "never" and moment(word) <= max(fallen) + 1) for word in words):
        return []
    return [note("forgotten-belle", seat, max(fallen), MISSING, None, falls=True)]


def unpenalized_laydowns(record: Json, hand: Json) -> list[Json]:
    """Return a lay-down without agreement, and one that can lose a trick, agreed or not."""
    laydown = record.get("laydown")
    if not laydown:
        return []
    names = [] if laydown.get("agreed") else ["unagreed-laydown"]
    names += ["failed-laydown"] if hand["trump"] and may_lose(record, hand) else []
    return [note(name, laydown["by"], laydown["at"], INCIDENT, None) for name in names]


def unpenalized(record: Json, hand: Json, ruleset: str) -> list[Json]:
    """Return every deed, as if no rule penalized or excepted any."""
    toggles = TOGGLES[ruleset]
    result = (
        unpenalized_incidents(record, hand)
        + unpenalized_turns(hand)
        + unpenalized_melds(record, hand, toggles)
    )
    result += call_findings(record, hand, {**toggles, "round1_needs_trump": True}, {})
    return result + unpenalized_laydowns(record, hand)


def is_meant(name: str, claim: Json, ruleset: str) -> bool:
    """Return True if a claim means the named fault.

    An unnamed claim means recorded incidents, lay-downs and exceptions.
    """
    named = claim.get("infraction")
    if named is None:
        noted = name in INCIDENTS.values() or name in ("unagreed-laydown", "failed-laydown")
        return noted or (name in EXCEPTED and name in PENALTIES[ruleset])
    out_of_turn = ("lead-out-of-turn", "play-out-of-turn")
    if claim.get("trick") is not None and named in out_of_turn:
        return name in out_of_turn
    return bool(name == named)


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
    "undeclared-meld",
    "lower-meld-shown",
)
OF_THE_DEAL = ("exposed-in-deal", "wrong-card-count", "dealing-out-of-turn", "dealt-unevenly")
#: Finding of a claim that is true without an infraction: nothing follows.
TRUE_AND_FREE: Finding = {"penalty": "none"}
CALL_KINDS = ("declaring-passed-suit", "declaring-out-of-turn", "invalid-declaration")


@dataclass(kw_only=True)
class ClaimCase(Weighing):
    """Claims of a hand of Clabber being settled."""

    hand: dict[str, Any]
    ruleset: str

    of_cards = CARD_KINDS

    def side_of(self, seat: str) -> str:
        return team_of(seat)

    def side_named(self, name: str) -> str:
        return team_named(name)

    def side(self, finding: Finding) -> str | None:
        team: str | None = finding["team"]
        return team

    def falls(self, finding: Finding) -> bool:
        return bool(finding.get("falls"))

    def side_unsaid(self, deed: Finding, claim: Claim) -> str | None:
        """Return the dealer's side for a fault of the deal."""
        if deed["infraction"] in OF_THE_DEAL:
            return team_of(self.record["deal"]["dealer"])
        return super().side_unsaid(deed, claim)

    def fits(self, claim: Claim, finding: Finding) -> bool:
        """Return True if a finding fits; in League rule 7 a meld out of turn is a late one too (fine print, L7)."""
        name = claim.get("infraction") or ""
        if TOGGLES[self.ruleset]["late_meld"] == "renege" and name.startswith(
            ("meld-announced", "meld-shown")
        ):
            late = {**claim, "infraction": name.replace("out-of-turn", "late")}
            return super().fits(claim, finding) or super().fits(late, finding)
        return super().fits(claim, finding)


def void_deal(findings: list[Finding]) -> bool:
    """Return True if a re-deal is due whatever anybody claims (R-016 to R-019, D-05)."""
    return any(
        finding["penalty"] == "redeal"
        and finding["verdict"] == "proven"
        and moment(finding["at"]) < moment("scored")
        for finding in findings
    )


def too_late_for_passed_suit(claim: dict[str, Any], hand: dict[str, Any], ruleset: str) -> bool:
    """Return True if the claimant has already played his own first card (R-027, D-08, D-09)."""
    if TOGGLES[ruleset]["passed_suit_window"] != "own_first_card":
        return False
    first = hand["first"][claim["by"]]
    return first is not None and first < moment(claim["at"])


def in_time(claim: dict[str, Any], case: ClaimCase) -> bool:
    """Return True before the last trick is turned, or until the score if play ended otherwise (R-107, D-48, D-75)."""
    if claim["at"] == "scored":
        return False
    if claim["at"] == "turned":
        return case.stop is not None or ending_laydown(case.record, case.hand) is not None
    return True


def mixings(team: str, record: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the clocks at which a side mixed its pile, each with its place in that moment (D-57)."""
    return [
        (moment(incident["at"]), incident.get("order") or 0)
        for incident in record.get("incidents") or []
        if incident["kind"] == "pile_mixed"
        and "at" in incident
        and "seat" in incident
        and team_of(incident["seat"]) == team
    ]


def mixed_tricks(claim: dict[str, Any], record: dict[str, Any], hand: dict[str, Any]) -> set[int]:
    """Return the tricks in either side's pile when it was mixed before the claim (D-57)."""
    return {
        number
        for number, trick in enumerate(hand["tricks"], start=1)
        if any((4 * number, 0) <= clock <= when(claim) for clock in mixings(team_of(trick["winner"]), record))
    }


def not_recorded(claim: dict[str, Any], record: dict[str, Any]) -> bool:
    """Return True if the record has nothing of the kind that was claimed (contract: Melds)."""
    name = claim.get("infraction")
    if name is None and claim.get("trick") is None:
        # It may mean a meld or a call.
        return record.get("melds") is None or "declarations" not in record
    if name in MELD_KINDS:
        return record.get("melds") is None
    if name == "declaring-without-trump" and "declarations" not in record:
        # A contract that names a team does not say who of the two declared.
        return record.get("contract", {}).get("maker") in TEAMS
    return name in CALL_KINDS and "declarations" not in record


def is_beyond_the_record(claim: dict[str, Any], case: ClaimCase) -> bool:
    record, name = case.record, claim.get("infraction")
    played = len(record["plays"])
    if (
        played == 24
        or ending_laydown(record, case.hand) is not None
        or (name is not None and name not in CARD_KINDS)
    ):
        return False
    # A hand of which only the sheet is kept was played, and no card of it is known.
    return bool(record.get("sheet") and not played) or case.is_beyond(claim, played, 4)


def true_all_the_same(claim: dict[str, Any], case: ClaimCase) -> list[str | None]:
    """Return the sides that did what was claimed and is no infraction; None if the record does not say who."""
    mixed = mixed_tricks(claim, case.record, case.hand)
    return case.done_by(
        claim,
        [
            one
            for one in [*unpenalized(case.record, case.hand, case.ruleset), *case.lost]
            if is_meant(one["infraction"], claim, case.ruleset)
            and not (one["infraction"] in CARD_KINDS and one["trick"] in mixed)
        ],
    )


def about_mixed_tricks(claim: dict[str, Any], mixed: set[int], case: ClaimCase) -> bool:
    """Return True if a claim may be about a card of a trick that can no longer be read."""
    trick, name = case.named_trick(claim), claim.get("infraction")
    if trick is not None:
        return trick in mixed
    return bool(mixed) and (name is None or name in CARD_KINDS)


def examine(claim: dict[str, Any], case: ClaimCase) -> tuple[str, Finding | None]:
    """Return the first verdict that fits a claim, and what it is linked to (contract: claims[].verdict)."""
    if claim.get("withdrawn"):
        return "withdrawn", None
    return weighed(claim, case)


def weighed(claim: dict[str, Any], case: ClaimCase) -> tuple[str, Finding | None]:
    """Return the verdict on a claim that is insisted on."""
    record, hand, ruleset = case.record, case.hand, case.ruleset
    if claim["by"] is None:
        # By nobody at the table (contract: claims[].verdict).
        return "inadmissible", None
    name, late = claim.get("infraction"), too_late_for_passed_suit(claim, hand, ruleset)
    if team_named(claim["against"]) == team_of(claim["by"]) or (late and name == "declaring-passed-suit"):
        return "inadmissible", None
    if not in_time(claim, case):
        return "out_of_time", None
    if hand["passed_out"] or void_deal(case.findings):
        return "moot", None
    known = name is None or name in PENALTIES[ruleset]
    if known and any(clock > when(claim) for clock in mixings(team_named(claim["against"]), record)):
        return "upheld", None
    seen = case.seen(claim) if known else []
    if late:
        seen = [one for one in seen if one["infraction"] != "declaring-passed-suit"]
    mixed = mixed_tricks(claim, record, hand)
    clear = [one for one in seen if one["infraction"] not in CARD_KINDS or one["trick"] not in mixed]
    proven = [one for one in clear if one["verdict"] == "proven"]
    if proven:
        return "upheld", case.linked(claim, proven)
    true = true_all_the_same(claim, case)
    if team_named(claim["against"]) in true:
        return "upheld", TRUE_AND_FREE
    if clear or None in true or (known and about_mixed_tricks(claim, mixed, case)):
        return "not_proven", None
    if not_recorded(claim, record) or is_beyond_the_record(claim, case):
        return "not_proven", None
    return "refuted", None


def has_proved_nothing(claim: dict[str, Any], verdict: str, case: ClaimCase) -> bool:
    """Return True if a renege was called on an opponent in time, and not proved."""
    if claim["by"] is None:
        return False
    if verdict != "withdrawn":
        return verdict in ("refuted", "not_proven")
    if team_named(claim["against"]) == team_of(claim["by"]):
        # A claim is one against an opponent: taking back an admission costs nothing.
        return False
    text, proof = weighed(claim, case)
    # What was looked at may have proved what was said (fine print: reviewed and withdrawn).
    return text not in ("inadmissible", "out_of_time", "moot") and not (
        claim.get("reviewed") and proof is not None
    )


def is_charged(claim: dict[str, Any], case: ClaimCase) -> bool:
    """Return True if a claim that proved nothing costs its maker's side (R-094, R-095, D-50, D-62)."""
    always = TOGGLES[case.ruleset]["false_claim"] == "any_unproven"
    if not (always or claim.get("reviewed")):
        return False
    if any(examine(other, case)[0] == "upheld" for _, other in case.by_partner(claim)):
        return False
    return "unproven-claim" in PENALTIES[case.ruleset]


def settle_claims(case: ClaimCase) -> tuple[dict[int, tuple[str, Finding | None]], set[str]]:
    """Settle all claims in their order: return verdicts and guilty teams."""
    results: dict[int, tuple[str, Finding | None]] = {}
    guilty: set[str] = set()
    for index, claim in case.claims():
        verdict, result = examine(claim, case)
        results[index] = (verdict, None if result is TRUE_AND_FREE else result)
        culprit = None
        if verdict == "upheld" and (result is None or result["penalty"] == "renege"):
            culprit = team_named(claim["against"])
        elif has_proved_nothing(claim, verdict, case):
            wrong = new_finding("unproven-claim", claim["by"], claim["at"], case.ruleset)
            if not is_charged(claim, case):
                case.lost.append(wrong)
                continue
            put_in(case.findings, wrong)
            if wrong["penalty"] == "renege":
                culprit = wrong["team"]
        if culprit:
            guilty.add(culprit)
            case.stop = claim["at"] if case.stop is None else case.stop
    return results, guilty
