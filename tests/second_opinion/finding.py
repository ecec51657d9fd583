"""Irregularities of a Clabber hand apart from claims, lay-downs and the score sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.family.opinion.claims import COMMON_INCIDENTS
from tests.family.opinion.findings import Clock, moment
from tests.second_opinion.scoring import MELD_POINTS, meld_sets, melds_within
from tests.second_opinion.toggles import PENALTIES, TOGGLES
from tests.second_opinion.walk import (
    CALL,
    DEAL,
    DEAL_KINDS,
    DUTY,
    INCIDENT,
    MELD,
    MISSING,
    PACK,
    RANKS,
    SEATS,
    SHOWING,
    SUITS,
    TRUMP_ORDER,
    TURN,
    announced_at,
    cards_seen,
    incident_at,
    later,
    left_of,
    note,
    replay,
    shown_at,
    team_of,
)

RUN_LENGTH = {"dad": 3, "fifty": 4, "hundred": 5}


def longest_run(cards: list[str]) -> int:
    """Length of the longest sequence in one suit, in the order 9 T J Q K A without a wrap (R-006)."""
    best = 0
    for suit in SUITS:
        length = 0
        for rank in RANKS:
            length = length + 1 if rank + suit in cards else 0
            best = max(best, length)
    return best


def four_ranks(cards: list[str]) -> list[str]:
    """Ranks held four times (R-044 to R-046)."""
    return [rank for rank in RANKS if all(rank + suit in cards for suit in SUITS)]


def contains_kind(cards: list[str], kind: str) -> bool:
    """Return True if cards hold a meld of the kind announced (D-27); more than that is no fault."""
    fours = four_ranks(cards)
    if kind == "two_hundred":
        return "J" in fours
    if kind == "hundred" and any(rank != "J" for rank in fours):
        return True
    return longest_run(cards) >= RUN_LENGTH[kind]


def is_some_meld(cards: list[str]) -> bool:
    """Return True if cards hold any run of three or any four of a kind."""
    return longest_run(cards) >= 3 or bool(four_ranks(cards))


def timing(at: Clock, due: int | None, may_be_now: bool, played: int) -> str:
    """A call or showing against the card it belongs to; with that card to come, only now can be in turn."""
    if due is None:
        return "in_turn" if may_be_now and at == played else "early"
    if moment(at) == due:
        return "in_turn"
    return "early" if moment(at) < due else "late"


def shares_a_card(index: int, melds: list[dict[str, Any]]) -> bool:
    """Return True if an earlier run or four of the record uses one of this entry's cards (R-056)."""
    mine = set(melds[index].get("cards") or [])
    return any(meld["kind"] != "belle" and mine & set(meld.get("cards") or []) for meld in melds[:index])


def is_false(index: int, melds: list[dict[str, Any]], hand: dict[str, Any], toggles: dict[str, Any]) -> bool:
    """Return True if the cards are no meld at all, or one is used already; unlisted, only where none are shown."""
    entry = melds[index]
    cards = entry.get("cards") or []
    if not cards:
        return not toggles["show_required"] and not contains_kind(hand["hands"][entry["seat"]], entry["kind"])
    return not is_some_meld(cards) or shares_a_card(index, melds)


def is_bluff(index: int, melds: list[dict[str, Any]], hand: dict[str, Any]) -> bool:
    """Return True if the dealt hand does not hold what was announced, which a claim may ask (fine print, D-26)."""
    entry = melds[index]
    asked = any(
        team_of(claim["against"][0]) == team_of(entry["seat"])
        and (claim.get("infraction") == "false-meld" or ("infraction" not in claim and "trick" not in claim))
        for claim in hand["claims"]
    )
    return asked and not contains_kind(hand["hands"][entry["seat"]], entry["kind"])


def most_points(cards: list[str]) -> int:
    """Return the most that the melds of a hand are worth together, no card used twice (R-056)."""
    return max(sum(MELD_POINTS[meld["kind"]] for meld in melds) for melds in meld_sets(cards))


def worth_called(seat: str, melds: list[dict[str, Any]]) -> int:
    called = [meld["kind"] for meld in melds if meld["seat"] == seat and meld.get("announced") != "never"]
    return sum(MELD_POINTS[kind] for kind in called if kind != "belle")


def undeclared(seat: str, melds: list[dict[str, Any]], hand: dict[str, Any], toggles: dict[str, Any]) -> bool:
    """Return True if the seat called less than its hand held, where all melds must be declared (R-059)."""
    if not toggles["must_declare_all"] or hand["first"][seat] is None:
        return False
    return worth_called(seat, melds) < most_points(hand["hands"][seat])


def seen_by(
    hand: dict[str, Any], seat: str, at: Clock, known: Callable[[list[str], list[str]], bool]
) -> Clock | None:
    """Return the first clock from `at` on at which the cards seen of a seat, and of the others, make something known."""
    clocks: list[Clock] = [at, *(clock for _, clock in hand["seen"].values())]
    for clock in sorted(clocks, key=moment):
        if moment(clock) < moment(at):
            continue
        face_up = [(card, who) for card, (who, when) in hand["seen"].items() if moment(when) <= moment(clock)]
        if known(
            [card for card, who in face_up if who == seat], [card for card, who in face_up if who != seat]
        ):
            return clock
    return None


def may_hold(kind: str, own: list[str], gone: list[str], size: int) -> bool:
    """Return True if a hand of which some cards were seen may hold a meld of a kind, others being elsewhere."""
    melds = [meld["cards"] for meld in melds_within(PACK) if meld["kind"] == kind]
    return any(
        not set(cards) & set(gone) and len([card for card in cards if card not in own]) <= size - len(own)
        for cards in melds
    )


def run_or_four(
    index: int, melds: list[dict[str, Any]], hand: dict[str, Any], toggles: dict[str, Any]
) -> list[dict[str, Any]]:
    """Faults of one run or four: its call, its showing, its cards (contract: Melds)."""
    entry = melds[index]
    seat, kind, cards = entry["seat"], entry["kind"], entry.get("cards") or []
    first, second, played = hand["first"][seat], hand["second"][seat], len(hand["plays"])
    called, shown = announced_at(entry, hand), shown_at(entry, hand)
    turn_now = hand["next_turn"] == seat
    results = []
    call_time = show_time = None
    false = False
    if called is not None:
        call_time = timing(called, first, turn_now, played)
        if call_time == "early":
            results.append(note("meld-announced-out-of-turn", seat, called, MELD, called, meld=index))
        if call_time == "late":
            results.append(note("meld-announced-late", seat, called, MELD, called, meld=index))
        false = is_false(index, melds, hand, toggles)
        if false and cards:
            # What is none is seen to be none once its cards lie open.
            results.append(note("false-meld", seat, called, MELD, shown, meld=index))
        elif false or is_bluff(index, melds, hand):
            size = len(hand["hands"][seat])
            seen = seen_by(hand, seat, called, lambda own, gone: not may_hold(kind, own, gone, size))
            results.append(note("false-meld", seat, called, MELD, seen, meld=index))
        if undeclared(seat, melds, hand, toggles):
            worth = worth_called(seat, melds)
            seen = seen_by(hand, seat, first, lambda own, gone: most_points(own) > worth)
            results.append(note("undeclared-meld", seat, first, MELD, seen, meld=index))
    if shown is not None:
        show_time = timing(shown, second, turn_now and first is not None, played)
        if show_time == "early":
            results.append(note("meld-shown-out-of-turn", seat, shown, MELD, shown, meld=index))
        if show_time == "late":
            results.append(note("meld-shown-late", seat, shown, MELD, shown, meld=index))
        if entry.get("announced", "in_turn") == "never" and show_time != "late":
            results.append(note("unannounced-meld-shown", seat, shown, MELD, shown, meld=index))
    compared = shown if toggles["show_required"] or shown is not None else called
    if called is not None and compared is not None and cards and not false and not contains_kind(cards, kind):
        results.append(note("mismatched-meld", seat, compared, MELD, compared, meld=index))
    never = entry.get("shown", "in_turn") == "never" or not cards
    if never and second is not None and call_time in ("early", "in_turn") and not false:
        results.append(note("unshown-meld", seat, second, MISSING, second + 1, meld=index, falls=True))
    return results


def pair_of(seat: str, hand: dict[str, Any]) -> list[str]:
    """King and queen of trumps if the seat was dealt both (R-063), else nothing."""
    if hand["trump"] is None:
        return []
    pair = ["K" + hand["trump"], "Q" + hand["trump"]]
    return pair if all(card in hand["hands"][seat] for card in pair) else []


def pair_clocks(seat: str, pair: list[str], hand: dict[str, Any]) -> list[int]:
    """Return the clocks at which the pair's cards have fallen."""
    return [play["clock"] for play in hand["plays"] if play["seat"] == seat and play["card"] in pair]


def run_holds(entry: dict[str, Any], pair: list[str]) -> bool:
    """Return True if a recorded run has both cards of the pair and the jack or ace that makes it a run."""
    cards = entry.get("cards") or []
    if entry["kind"] == "belle" or not pair or not all(card in cards for card in pair):
        return False
    trump = pair[0][1]
    return "J" + trump in cards or "A" + trump in cards


def belle_by_showing(
    seat: str, pair: list[str], melds: list[dict[str, Any]], hand: dict[str, Any], toggles: dict[str, Any]
) -> Clock | None:
    """Return the clock of a run with both cards shown in its turn, which is itself the call (R-065, R-067)."""
    if not toggles["belle_in_run"]:
        return None
    for entry in melds:
        if entry["seat"] == seat and run_holds(entry, pair):
            shown = shown_at(entry, hand)
            now = hand["next_turn"] == seat and hand["first"][seat] is not None
            if shown is not None:
                if timing(shown, hand["second"][seat], now, len(hand["plays"])) == "in_turn":
                    return shown
    return None


def pair_used_up(seat: str, pair: list[str], melds: list[dict[str, Any]], toggles: dict[str, Any]) -> bool:
    """Return True if an announced meld already uses the pair, and one card makes one meld only (D-21)."""
    if toggles["belle_in_run"]:
        return False
    for entry in melds:
        if entry["seat"] == seat and entry["kind"] != "belle" and entry.get("announced") != "never":
            if any(card in pair for card in entry.get("cards") or []):
                return True
    return False


def lack_proved(seat: str, hand: dict[str, Any], first: int) -> Clock | None:
    seen, proofs = hand["seen"], []
    for card in ("K" + hand["trump"], "Q" + hand["trump"]):
        if card in seen and seen[card][0] != seat:
            proofs.append(later(first, seen[card][1]))
    if all(card in seen for card in hand["hands"][seat]):
        whole: Clock = first
        for card in hand["hands"][seat]:
            whole = later(whole, seen[card][1])
        proofs.append(whole)
    return min(proofs, key=moment) if proofs else None


def called_before(index: int, said: int, melds: list[dict[str, Any]]) -> bool:
    """Return True if the seat had called belle already: once called, repeating is nothing (fine print)."""
    for place, other in enumerate(melds):
        if other["seat"] == melds[index]["seat"] and other["kind"] == "belle" and place != index:
            word = other.get("announced", "in_turn")
            if word not in ("in_turn", "never") and (moment(word), place) < (said, index):
                return True
    return False


def belle_entry(
    index: int, melds: list[dict[str, Any]], hand: dict[str, Any], toggles: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return a belle called without its cards, or before the second of them is played (R-066, D-35)."""
    entry = melds[index]
    seat, said = entry["seat"], entry.get("announced", "in_turn")
    if said == "never" or hand["trump"] is None:
        return []
    pair = pair_of(seat, hand)
    if not pair or pair_used_up(seat, pair, melds, toggles):
        first, fallen = hand["first"][seat], pair_clocks(seat, pair, hand) if pair else []
        # It stands at the call; in turn is with the second card, or where there is none with the seat's first card.
        at = said if said != "in_turn" else max(fallen) if len(fallen) == 2 else first
        if at is None or called_before(index, moment(at), melds):
            return []
        return [note("false-meld", seat, at, MELD, at if pair else lack_proved(seat, hand, at), meld=index)]
    if said == "in_turn":
        return []
    fallen = pair_clocks(seat, pair, hand)
    if len(fallen) == 2 and moment(said) >= max(fallen):
        return []
    if called_before(index, moment(said), melds):
        return []
    shown = belle_by_showing(seat, pair, melds, hand, toggles)
    if shown is not None and moment(said) >= moment(shown):
        return []
    for other in melds:
        if other["seat"] == seat and run_holds(other, pair) and announced_at(other, hand) == said:
            return []
    return [note("early-belle", seat, said, MELD, said, meld=index)]


def belle_called(seat: str, deadline: int, melds: list[dict[str, Any]]) -> bool:
    """Return True if a belle entry was said by the time the next card was played (D-34); early still counts."""
    for entry in melds:
        if entry["seat"] == seat and entry["kind"] == "belle":
            said = entry.get("announced", "in_turn")
            if said == "in_turn" or (said != "never" and moment(said) <= deadline):
                return True
    return False


def forgotten(
    seat: str, melds: list[dict[str, Any]], hand: dict[str, Any], toggles: dict[str, Any]
) -> list[dict[str, Any]]:
    """Both cards played and belle not called in time (D-34)."""
    pair = pair_of(seat, hand)
    fallen = pair_clocks(seat, pair, hand)
    if len(fallen) < 2 or pair_used_up(seat, pair, melds, toggles):
        return []
    clock = max(fallen)
    if belle_called(seat, clock + 1, melds) or belle_by_showing(seat, pair, melds, hand, toggles) is not None:
        return []
    mine = [i for i, one in enumerate(melds) if one["seat"] == seat and one["kind"] == "belle"]
    meld = mine[0] if mine else None
    return [
        note(
            "forgotten-belle",
            seat,
            clock,
            MISSING,
            clock + 2 if clock < 23 else "turned",
            meld=meld,
            falls=True,
        )
    ]


def said_with_laydown(seat: str, said: Clock, record: dict[str, Any]) -> bool:
    """Return True if belle was said with the seat's own agreed lay-down (D-74)."""
    laydown = record.get("laydown") or {}
    return (
        bool(laydown.get("agreed"))
        and laydown["by"] == seat
        and laydown["at"] == said == len(record["plays"])
    )


def meld_findings(
    record: dict[str, Any], hand: dict[str, Any], toggles: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return all findings about melds; without the key nothing is known to have been forgotten (contract: Melds)."""
    melds = record.get("melds")
    if melds is None:
        return []
    results: list[dict[str, Any]] = []
    hand["seen"] = cards_seen(record, hand)
    hand["claims"] = record.get("claims") or []
    for index, entry in enumerate(melds):
        if entry["kind"] == "belle":
            one = belle_entry(index, melds, hand, toggles)
            early = one and one[0]["infraction"] == "early-belle"
            if not (early and said_with_laydown(entry["seat"], one[0]["at"], record)):
                results += one
        else:
            results += run_or_four(index, melds, hand, toggles)
    for seat in SEATS:
        results += forgotten(seat, melds, hand, toggles)
    return results


INCIDENTS = {
    "exposed_in_deal": "exposed-in-deal",
    "wrong_card_count": "wrong-card-count",
    "dealt_out_of_turn": "dealing-out-of-turn",
    "not_dealt_singly": "dealt-unevenly",
    "meld_called_for_partner": "calling-meld-for-partner",
    **COMMON_INCIDENTS,
}


def deal_findings(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a short cut (R-012) and a dealer who was not due (fine print), both from the deal itself."""
    deal = record["deal"]
    dealer = deal["dealer"]
    results = []
    if deal.get("cut") is not None and deal["cut"] < 4:
        cutter = left_of(left_of(left_of(dealer)))
        results.append(note("short-cut", cutter, "deal", DEAL, "deal"))
    called = [one for one in record.get("incidents") or [] if one["kind"] == "dealt_out_of_turn"]
    if deal.get("due_dealer", dealer) != dealer and not called:
        results.append(note("dealing-out-of-turn", dealer, "deal", DEAL, "deal"))
    return results


def void_proved(maker: str, hand: dict[str, Any], seen: dict[str, tuple[str, Clock]]) -> Clock | None:
    trumps = [card for card in PACK if card[1] == hand["trump"]]
    proofs: list[Clock] = []
    for cards in (hand["hands"][maker], trumps):
        if all(card in seen for card in cards):
            clock: Clock = "declaring"
            for card in cards:
                clock = later(seen[card][1], clock)
            proofs.append(clock)
    return min(proofs, key=moment) if proofs else None


def call_findings(
    record: dict[str, Any], hand: dict[str, Any], toggles: dict[str, Any], seen: dict[str, tuple[str, Clock]]
) -> list[dict[str, Any]]:
    """Calls out of turn or void of meaning, a suit not held (R-024, D-07), the suit passed (R-026)."""
    upcard = record["deal"].get("upcard")
    results = []
    fixed_in = None
    for call in hand["calls"]:
        seat = call["seat"]
        if not call["in_turn"]:
            results.append(note("declaring-out-of-turn", seat, "declaring", CALL, "declaring"))
        if not call["valid"]:
            results.append(note("invalid-declaration", seat, "declaring", CALL, "declaring"))
        elif call["call"] != "pass":
            fixed_in = call["round"]
    maker, trump = hand["maker"], hand["trump"]
    if fixed_in is None and upcard is not None and trump is not None:
        fixed_in = 1 if trump == upcard[1] else 2
    if maker in tuple(SEATS) and trump and not any(card[1] == trump for card in hand["hands"][maker]):
        if fixed_in == 2 or toggles["round1_needs_trump"]:
            proved = void_proved(maker, hand, seen)
            results.append(note("declaring-without-trump", maker, "declaring", CALL, proved))
    if fixed_in == 2 and upcard is not None and trump == upcard[1]:
        results.append(note("declaring-passed-suit", maker, "declaring", CALL, "declaring"))
    return results


def to_partner(incident: dict[str, Any]) -> bool:
    """Return True if something was said to the partner, as it is unless the record names another (fine print, D-67)."""
    return "to" not in incident or incident["to"] == left_of(left_of(incident["seat"]))


def nobody_learns(incident: dict[str, Any], at: Clock, record: dict[str, Any]) -> bool:
    """Return True if the card was the up-card, or had been played by then: no exposure (fine print, D-68)."""
    played = [play["card"] for play in record["plays"][: max(moment(at), 0)]]
    return "card" in incident and incident["card"] in [record["deal"].get("upcard"), *played]


def laid_first(record: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Return the incident by clock of the card first seen in the act of playing, which is played (R-041, D-69)."""
    found: dict[int, dict[str, Any]] = {}
    for one in sorted(record.get("incidents") or [], key=lambda one: one.get("order") or 0):
        if one["kind"] == "card_retracted" or (one.get("in_play") and one["kind"] in SHOWING):
            if one.get("card"):
                found.setdefault(one["at"], one)
    return found


def exchanged(incident: dict[str, Any], record: dict[str, Any]) -> bool:
    """Return True if a card was taken back and another one played, so that this one was shown (D-85)."""
    other = incident.get("replaced_by") or incident.get("card")
    return bool(incident.get("in_play") or incident["kind"] == "card_retracted") and other != incident.get(
        "card"
    )


def is_exposure(incident: dict[str, Any], record: dict[str, Any], hand: dict[str, Any]) -> bool | None:
    """Return True if a card was seen that was not being played (R-042); None if the incident is of another kind."""
    if incident["kind"] not in SHOWING:
        return None
    if not (incident["kind"] == "card_retracted" or incident.get("in_play")):
        return "card" in incident or incident["kind"] == "exposed_card"
    return exchanged(incident, record)


def is_own_review(incident: dict[str, Any], at: Clock, record: dict[str, Any]) -> bool:
    """Return True if the side looked to settle its own claim."""
    return any(
        claim.get("reviewed")
        and claim["by"] is not None
        and "seat" in incident
        and team_of(claim["by"]) == team_of(incident["seat"])
        and moment(claim["at"]) == moment(at)
        and claim.get("trick") in (None, incident.get("trick"))
        and (incident.get("order") or 64) >= (claim.get("order") or 0)
        for claim in record.get("claims") or []
    )


def incident_findings(
    record: dict[str, Any], hand: dict[str, Any], toggles: dict[str, Any]
) -> list[dict[str, Any]]:
    """Findings from incidents; looking back depends on the moment (D-51)."""
    results = []
    for incident in record.get("incidents") or []:
        kind, trick = incident["kind"], incident.get("trick")
        shows = is_exposure(incident, record, hand)
        if (kind not in INCIDENTS and shows is None) or shows is False:
            continue
        if "by_other" in incident and kind not in DEAL_KINDS:
            # Nobody who plays did it.
            continue
        at = incident_at(incident, len(hand["plays"]))
        if kind == "looked_at_trick" and toggles["look_back"] == "until_next_card":
            if trick is None or moment(at) <= 4 * trick:
                continue
        if kind in ("question", "advice") and not to_partner(incident):
            continue
        if kind == "looked_at_trick" and is_own_review(incident, at, record):
            continue
        in_play = kind == "card_retracted" or incident.get("in_play")
        if shows and not in_play and nobody_learns(incident, at, record):
            continue
        if shows and in_play:
            (play,) = (play for play in hand["plays"] if play["clock"] == at)
            first = laid_first(record)[at]
            judged = {**play, "card": first["card"]}
            if (
                first is not incident
                or not turn_is_right(play, toggles)
                or duty_broken(judged, hand["trump"] or "")
            ):
                # One turn, one finding.
                continue
        one = note(INCIDENTS.get(kind, "exposed-card"), incident.get("seat"), at, INCIDENT, at, trick=trick)
        if kind == "dealt_out_of_turn" and incident.get("called") == "deal":
            one["penalty"] = "redeal"
        if at == "scored" and kind in ("exposed_in_deal", "wrong_card_count"):
            # Only a hand not yet scored is dealt again.
            one["penalty"] = "note"
        one["at_order"] = incident.get("order")
        results.append(one)
    return results


def turn_is_right(play: dict[str, Any], toggles: dict[str, Any]) -> bool:
    """Return True for a card in turn, or to a last trick that is exempt (R-088)."""
    return bool(play["turn_ok"] or (play["trick"] == 6 and toggles["last_trick_out_of_turn_ok"]))


def highest_trump(table: list[tuple[str, str]], trump: str) -> int:
    """Place of the highest trump on the table in the trump order, -1 if there is none (R-004)."""
    return max([TRUMP_ORDER.index(card[0]) for _, card in table if card[1] == trump], default=-1)


def duty_broken(play: dict[str, Any], trump: str) -> tuple[str, list[str]] | None:
    """Return the one duty a card breaks and the cards whose holding proves it (R-033, R-034, R-036)."""
    if play["lead"]:
        return None
    card, held = play["card"], play["hand"]
    led = play["table"][0][1][1]
    same_suit = [one for one in held if one[1] == led]
    trumps = [one for one in held if one[1] == trump]
    if same_suit and card[1] != led:
        return "failure-to-follow", same_suit
    if not same_suit and trumps and card[1] != trump:
        return "failure-to-trump", trumps
    if card[1] == trump:
        top = highest_trump(play["table"], trump)
        better = [trump for trump in trumps if TRUMP_ORDER.index(trump[0]) > top]
        if TRUMP_ORDER.index(card[0]) < top and better:
            return "failure-to-overtrump", better
    return None


def duty_proved(play: dict[str, Any], wanted: list[str], seen: dict[str, tuple[str, Clock]]) -> Clock | None:
    """Return the first clock, once the card has fallen, at which one of the wanted cards has been seen."""
    clocks = [later(seen[card][1], play["clock"] + 1) for card in wanted if card in seen]
    return min(clocks, key=moment) if clocks else None


def card_findings(
    hand: dict[str, Any],
    toggles: dict[str, Any],
    seen: dict[str, tuple[str, Clock]],
    laid: dict[int, dict[str, Any]],
) -> list[dict[str, Any]]:
    """Cards out of turn (R-086 to R-088) and cards against a duty, those first shown in place of those that fell."""
    results = []
    for play in hand["plays"]:
        seat, clock, trick = play["seat"], play["clock"], play["trick"]
        exempt = trick == 6 and toggles["last_trick_out_of_turn_ok"]
        if not play["turn_ok"] and not exempt:
            name = "lead-out-of-turn" if play["lead"] else "play-out-of-turn"
            results.append(note(name, seat, clock, TURN, clock + 1, trick=trick, falls=True))
        card = laid[clock]["card"] if clock in laid else play["card"]
        broken = duty_broken({**play, "card": card}, hand["trump"] or "")
        if broken:
            name, wanted = broken
            proved = duty_proved(play, wanted, seen)
            results.append(note(name, seat, clock, DUTY, proved, trick=trick, falls=True))
    return results


def find(record: dict[str, Any], ruleset: str) -> list[dict[str, Any]]:
    """Return all findings of a hand but those about claims, lay-downs and the score, in the contract's order."""
    toggles, penalties = TOGGLES[ruleset], PENALTIES[ruleset]
    hand = replay(record)
    seen = cards_seen(record, hand)
    results = deal_findings(record)
    results += call_findings(record, hand, toggles, seen)
    results += meld_findings(record, hand, toggles)
    results += incident_findings(record, hand, toggles)
    results += card_findings(hand, toggles, seen, laid_first(record))
    results = [result for result in results if result["infraction"] in penalties]
    results.sort(key=lambda one: (moment(one["at"]), one["order"]))
    for result in results:
        result["penalty"] = result["penalty"] or penalties[result["infraction"]]
        del result["order"]
    return results
