"""Claims, deeds without a penalty, and lay-downs at Clabber."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from tests.family.opinion.findings import moment
from tests.family.opinion.weighing import Claim, Weighing, when
from tests.second_opinion.cards import (
    SEATS,
    TEAMS,
    legal_cards,
    meld_rank,
    melds_within,
    most_points,
    strength,
    team_of,
    winner_of,
)
from tests.second_opinion.findings import (
    INCIDENTS,
    call_findings,
    is_belle_called,
    is_exposure,
    is_to_partner,
    meld_findings,
)
from tests.second_opinion.hand import INCIDENT, MELD, MISSING, TURN, Hand, Json, left_of, note, seat_to_play
from tests.second_opinion.toggles import SUBJECTS

Finding = Json
Pairs = tuple[tuple[str, str], ...]
Hands = tuple[tuple[str, ...], ...]


def may_lose(hand: Hand, laydown: Json) -> bool:
    """Return True if the lay-down could lose a trick to the opponents on some line (R-109, D-72, D-73)."""
    by, trump = laydown["by"], hand.trump or ""

    def wins_everything(hands: Hands) -> bool:
        """Return True if every card of the leader, who laid down, beats all that the other three can play on it."""
        others = [card for place, cards in enumerate(hands) if SEATS[place] != by for card in cards]
        mine = hands[SEATS.index(by)]
        return all(
            strength(card, card[1], trump) > strength(other, card[1], trump)
            for card in mine
            for other in others
        )

    @cache
    def can_lose_from(hands: Hands, leader: str, order: tuple[str, ...]) -> bool:
        """Return True if some line from the beginning of a trick gives the opponents one."""
        if not any(hands) or (leader == by and wins_everything(hands)):
            return False
        return can_lose_within(hands, (), leader, order)

    def can_lose_within(hands: Hands, table: Pairs, leader: str, order: tuple[str, ...]) -> bool:
        """Return True if some line from the middle of a trick gives the opponents a trick."""
        left = {seat: list(cards) for seat, cards in zip(SEATS, hands, strict=True)}
        seat = seat_to_play(leader, [other for other, _ in table], left)
        if len(table) == 4 or seat is None:
            taker = winner_of(table, trump)
            return team_of(taker) != team_of(by) or can_lose_from(hands, taker, order)
        place = SEATS.index(seat)
        legal = legal_cards(hands[place], table, trump)
        # The layer must play the next stated card that is legal.
        stated = [card for card in order if card in legal][:1] if seat == by else []
        for card in stated or legal:
            rest = tuple(other for other in hands[place] if other != card)
            after = (*hands[:place], rest, *hands[place + 1 :])
            unplayed = tuple(other for other in order if other != card)
            if can_lose_within(after, (*table, (seat, card)), leader, unplayed):
                return True
        return False

    clock = hand.laydown_clock
    done, fallen = clock // 4, hand.plays[:clock]
    gone = [play["card"] for play in fallen]
    hands = tuple(tuple(card for card in hand.hands[seat] if card not in gone) for seat in SEATS)
    table = tuple((play["seat"], play["card"]) for play in fallen[4 * done :])
    leader = hand.tricks[done - 1]["winner"] if done else left_of(hand.dealer)
    order = tuple(card for card in laydown.get("order") or [] if card in hands[SEATS.index(by)])
    return can_lose_within(hands, table, leader, order) if table else can_lose_from(hands, leader, order)


def new_finding(infraction: str, seat: str, at: int | str, hand: Hand) -> Finding:
    """Return a proven finding that is not about a card."""
    return {**note(infraction, seat, at, INCIDENT, at), "penalty": hand.costs[infraction]}


def laydown_findings(hand: Hand) -> list[Finding]:
    """Return the lay-down without agreement, or the agreed one that could lose a trick (R-108, R-109, D-71)."""
    laydown = hand.laydown
    if not laydown:
        return []
    kind = "failed-laydown" if laydown.get("agreed") else "unagreed-laydown"
    if kind not in hand.costs:
        return []
    one = new_finding(kind, laydown["by"], laydown["at"], hand)
    if kind == "failed-laydown":
        if not hand.trump or not may_lose(hand, laydown):
            return []
        # The closed hands decide, not the cards on the table.
        one["provable_from"] = None
    return [one]


def insert_finding(findings: list[Finding], one: Finding) -> None:
    """Insert a finding as the last of its clock."""
    later = [index for index, other in enumerate(findings) if moment(other["at"]) > moment(one["at"])]
    findings.insert(later[0] if later else len(findings), one)


#: Infractions with exceptions.
EXCEPTED = SUBJECTS["excepted"]


def find_incident_deeds(hand: Hand) -> list[Json]:
    """Return every incident, allowed or not; words to an opponent do not count as words to the partner."""
    results = []
    for incident in hand.incidents:
        kind, shows = incident["kind"], is_exposure(incident)
        whose = incident.get("seat") or incident.get("helped")
        if shows is False or (shows is None and kind not in INCIDENTS):
            continue
        if kind in ("question", "advice") and not is_to_partner({**incident, "seat": whose}):
            continue
        at = hand.incident_at(incident)
        one = note(INCIDENTS.get(kind, "exposed-card"), whose, at, INCIDENT, at, trick=incident.get("trick"))
        results.append({**one, "at_order": incident.get("order"), "outsider": "by_other" in incident})
    return results


def find_meld_deeds(hand: Hand, melds: list[Json]) -> list[Json]:
    """Return melds not shown, not announced or kept back, and belle called early or never."""
    result = meld_findings(hand)
    called = {one["seat"] for one in melds if one["kind"] != "belle" and one.get("announced") != "never"}
    for index, entry in enumerate(melds):
        seat, announced = entry["seat"], entry.get("announced", "in_turn")
        if entry["kind"] == "belle":
            # Called before its second card fell, by a seat that was dealt both.
            fallen = hand.belle_clocks(seat)
            early = hand.belle_of(seat) and announced not in ("in_turn", "never")
            if early and (len(fallen) < 2 or moment(announced) < max(fallen)):
                result.append(note("early-belle", seat, announced, MELD, announced, meld=index))
            continue
        at, shown, second = hand.find_announcement(entry), hand.find_showing(entry), hand.second[seat]
        never = entry.get("shown", "in_turn") == "never" or not entry.get("cards")
        if never and at is not None and second is not None and moment(at) <= second:
            result.append(note("unshown-meld", seat, second, MISSING, second + 1, meld=index, falls=True))
        if shown is not None and announced == "never":
            result.append(note("unannounced-meld-shown", seat, shown, MELD, shown, meld=index))
    for seat in SEATS:
        first, fallen = hand.first[seat], hand.belle_clocks(seat)
        if first is not None and seat not in called and most_points(hand.hands[seat]):
            # A seat that called nothing did not declare everything either.
            result.append(note("undeclared-meld", seat, first, MELD, None))
        if (
            not hand.law["belle_in_run"]
            and len(fallen) == 2
            and not is_belle_called(seat, max(fallen) + 1, melds)
        ):
            # Never called although both cards were played, under rules in which melds share no cards (D-21).
            result.append(note("forgotten-belle", seat, max(fallen), MISSING, None, falls=True))
    return result + beaten_melds(hand, melds)


def beaten_melds(hand: Hand, melds: list[Json]) -> list[Json]:
    """Return each showing of a meld lower than one that the other side had already shown (D-29)."""

    def best(cards: list[str]) -> tuple[int, ...]:
        ranks = [meld_rank(one, hand.trump, hand.law["run_tiebreak"]) for one in melds_within(cards)]
        return max(ranks, default=())

    shown = [
        (index, one, at) for index, one in enumerate(melds) if (at := hand.find_showing(one)) is not None
    ]
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


def find_all_deeds(hand: Hand) -> list[Json]:
    """Return every deed, as if no rule penalized or excepted any."""
    strict = hand.under(must_declare_all=True, round1_needs_trump=True)
    result = find_incident_deeds(hand) + call_findings(strict)
    for play in hand.plays:
        if not play["turn_ok"]:
            # Cards of the last trick too.
            name, clock = "lead-out-of-turn" if play["lead"] else "play-out-of-turn", play["clock"]
            result.append(note(name, play["seat"], clock, TURN, clock + 1, trick=play["trick"], falls=True))
    if hand.melds is not None:
        result += find_meld_deeds(strict, hand.melds)
    if hand.laydown:
        names = [] if hand.laydown.get("agreed") else ["unagreed-laydown"]
        names += ["failed-laydown"] if hand.trump and may_lose(hand, hand.laydown) else []
        result += [note(name, hand.laydown["by"], hand.laydown["at"], INCIDENT, None) for name in names]
    return result


CARD_KINDS = SUBJECTS["cards"]
MELD_KINDS = SUBJECTS["melds"]
OF_THE_DEAL = SUBJECTS["deal"]
#: Finding for a true claim without an infraction.
TRUE_AND_FREE: Finding = {"penalty": "none"}
CALL_KINDS = SUBJECTS["calls"]


@dataclass(kw_only=True)
class ClaimCase(Weighing):
    """Claims of a Clabber hand being settled."""

    hand: Hand

    of_cards = CARD_KINDS

    def side_of(self, seat: str) -> str:
        return team_of(seat)

    def side_named(self, name: str) -> str:
        return team_of(name)

    def side(self, finding: Finding) -> str | None:
        team: str | None = finding["team"]
        return team

    def falls(self, finding: Finding) -> bool:
        return bool(finding.get("falls"))

    def side_unsaid(self, deed: Finding, claim: Claim) -> str | None:
        """Return the dealer's side for a fault of the deal."""
        if deed["infraction"] in OF_THE_DEAL:
            return team_of(self.hand.dealer)
        return super().side_unsaid(deed, claim)

    def fits(self, claim: Claim, finding: Finding) -> bool:
        """Return True if a finding fits; under League rule 7 a meld out of turn is also late (fine print, L7)."""
        name = claim.get("infraction") or ""
        late = {**claim, "infraction": name.replace("out-of-turn", "late")}
        of_a_meld = name.startswith(("meld-announced", "meld-shown"))
        if of_a_meld and self.hand.law["late_meld"] == "renege" and super().fits(late, finding):
            return True
        return super().fits(claim, finding)

    @cached_property
    def deeds(self) -> list[Finding]:
        """Every deed of the hand, penalized or not."""
        return find_all_deeds(self.hand)

    def is_meant(self, name: str, claim: Claim) -> bool:
        """Return True if a claim means the named fault; a claim without a name means noted faults and exceptions."""
        named = claim.get("infraction")
        if named is None:
            noted = name in INCIDENTS.values() or name in ("unagreed-laydown", "failed-laydown")
            return noted or (name in EXCEPTED and name in self.hand.costs)
        out_of_turn = ("lead-out-of-turn", "play-out-of-turn")
        if claim.get("trick") is not None and named in out_of_turn:
            return name in out_of_turn
        return bool(name == named)

    def mixings(self, team: str) -> list[tuple[int, int]]:
        """Return the clocks at which a side mixed its pile, each with its place in that moment (D-57)."""
        return [
            when(incident)
            for incident in self.hand.incidents
            if incident["kind"] == "pile_mixed" and "at" in incident
            if "seat" in incident and team_of(incident["seat"]) == team
        ]

    def find_mixed_tricks(self, claim: Claim) -> set[int]:
        """Return the tricks of either side's pile mixed before the claim (D-57)."""
        return {
            number
            for number, trick in enumerate(self.hand.tricks, start=1)
            if any((4 * number, 0) <= at <= when(claim) for at in self.mixings(team_of(trick["winner"])))
        }


def is_deal_void(findings: list[Finding]) -> bool:
    """Return True if a re-deal is due regardless of claims (R-016 to R-019, D-05)."""
    return any(
        finding["penalty"] == "redeal"
        and finding["verdict"] == "proven"
        and moment(finding["at"]) < moment("scored")
        for finding in findings
    )


def is_unrecorded(claim: Claim, case: ClaimCase) -> bool:
    """Return True if the record has nothing of the claimed kind (contract: Melds), or ends before it."""
    record, hand, name = case.record, case.hand, claim.get("infraction")
    silent = "declarations" not in record
    if name is None and claim.get("trick") is None:
        # The claim may mean a meld or a call.
        missing = hand.melds is None or silent
    elif name in MELD_KINDS:
        missing = hand.melds is None
    elif name == "declaring-without-trump" and silent:
        # A contract that names a team does not say who of the two declared.
        missing = record.get("contract", {}).get("maker") in TEAMS
    else:
        missing = name in CALL_KINDS and silent
    played = len(hand.plays)
    ended = played == 24 or hand.ending_laydown is not None
    if missing or ended or (name is not None and name not in CARD_KINDS):
        return missing
    # A hand with only a sheet was played, but none of its cards is known.
    return bool(record.get("sheet") and not played) or case.is_beyond(claim, played, 4)


def examine(claim: Claim, case: ClaimCase) -> tuple[str, Finding | None]:
    """Return the first verdict that fits a claim, and the finding that it means (contract: claims[].verdict)."""
    return ("withdrawn", None) if claim.get("withdrawn") else weigh(claim, case)


def weigh(claim: Claim, case: ClaimCase) -> tuple[str, Finding | None]:
    """Return the verdict on a claim that was not withdrawn."""
    hand, name = case.hand, claim.get("infraction")
    if claim["by"] is None or team_of(claim["against"]) == team_of(claim["by"]):
        # By somebody not at the table, or against the partner (contract: claims[].verdict).
        return "inadmissible", None
    # The claimant has already played his own first card (R-027, D-08, D-09).
    first, until_first = hand.first[claim["by"]], hand.law["passed_suit_window"] == "own_first_card"
    late = until_first and first is not None and first < moment(claim["at"])
    if late and name == "declaring-passed-suit":
        return "inadmissible", None
    # In time is before the last trick is turned, or until the score if play ended otherwise (R-107, D-48, D-75).
    stopped = case.stop is not None or hand.ending_laydown is not None
    if claim["at"] == "scored" or (claim["at"] == "turned" and not stopped):
        return "out_of_time", None
    if hand.passed_out or is_deal_void(case.findings):
        return "moot", None
    accused, known = team_of(claim["against"]), name is None or name in hand.costs
    if known and any(clock > when(claim) for clock in case.mixings(accused)):
        return "upheld", None
    seen = case.find_candidates(claim) if known else []
    if late:
        seen = [one for one in seen if one["infraction"] != "declaring-passed-suit"]
    mixed = case.find_mixed_tricks(claim)

    def is_readable(one: Finding) -> bool:
        return one["infraction"] not in CARD_KINDS or one["trick"] not in mixed

    clear = [one for one in seen if is_readable(one)]
    if proven := [one for one in clear if one["verdict"] == "proven"]:
        return "upheld", case.pick_finding(claim, proven)
    # Sides of claimed deeds that are not an infraction; None for an unknown side.
    deeds = [*case.deeds, *case.lost]
    meant = [one for one in deeds if case.is_meant(one["infraction"], claim) and is_readable(one)]
    true = case.find_doers(claim, meant)
    if accused in true:
        return "upheld", TRUE_AND_FREE
    if clear or None in true or is_unrecorded(claim, case):
        return "not_proven", None
    # A card of a trick that can no longer be read may be meant.
    trick = case.get_claimed_trick(claim)
    of_cards = name is None or name in CARD_KINDS
    unreadable = trick in mixed if trick is not None else bool(mixed) and of_cards
    return ("not_proven" if known and unreadable else "refuted"), None


def is_unproven(claim: Claim, verdict: str, case: ClaimCase) -> bool:
    """Return True if a renege was called on an opponent in time, and was not proven."""
    if claim["by"] is None:
        return False
    if verdict != "withdrawn":
        return verdict in ("refuted", "not_proven")
    # A claim is one against an opponent: taking back an admission costs nothing.
    text, proof = weigh(claim, case)
    # The review may have proven the claim (fine print: reviewed and withdrawn).
    return text not in ("inadmissible", "out_of_time", "moot") and not (
        claim.get("reviewed") and proof is not None
    )


def is_charged(claim: Claim, case: ClaimCase) -> bool:
    """Return True if an unproven claim costs the caller's side (R-094, R-095, D-50, D-62)."""
    always = case.hand.law["false_claim"] == "any_unproven"
    if not (always or claim.get("reviewed")):
        return False
    if any(examine(other, case)[0] == "upheld" for _, other in case.by_partner(claim)):
        return False
    return "unproven-claim" in case.hand.costs


def settle_claims(case: ClaimCase) -> tuple[dict[int, tuple[str, Finding | None]], set[str]]:
    """Settle all claims in order; return verdicts and guilty teams."""
    results: dict[int, tuple[str, Finding | None]] = {}
    guilty: set[str] = set()
    for index, claim in case.claims():
        verdict, result = examine(claim, case)
        results[index] = (verdict, None if result is TRUE_AND_FREE else result)
        culprit = None
        if verdict == "upheld" and (result is None or result["penalty"] == "renege"):
            culprit = team_of(claim["against"])
        elif is_unproven(claim, verdict, case):
            wrong = new_finding("unproven-claim", claim["by"], claim["at"], case.hand)
            if not is_charged(claim, case):
                case.lost.append(wrong)
                continue
            insert_finding(case.findings, wrong)
            if wrong["penalty"] == "renege":
                culprit = wrong["team"]
        if culprit:
            guilty.add(culprit)
            case.stop = claim["at"] if case.stop is None else case.stop
    return results, guilty
