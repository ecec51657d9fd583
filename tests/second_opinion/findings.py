"""Irregularities of a Clabber hand, apart from claims, lay-downs and the score sheet."""

from __future__ import annotations

from collections.abc import Callable

from tests.family.opinion.claims import COMMON_INCIDENTS
from tests.family.opinion.findings import Clock, moment
from tests.family.opinion.play import SHOWING
from tests.second_opinion.cards import (
    MELD_POINTS,
    PACK,
    SEATS,
    belle_cards,
    holds_kind,
    legal_cards,
    melds_within,
    most_points,
    team_of,
)
from tests.second_opinion.hand import (
    CALL,
    DEAL,
    DEAL_KINDS,
    DUTY,
    INCIDENT,
    MELD,
    MISSING,
    TURN,
    Hand,
    Json,
    left_of,
    note,
)


def timing(at: Clock, due: int | None, may_be_now: bool, played: int) -> str:
    """Return whether a call or showing is early, in turn or late for its card.

    If that card is still to be played, only the present moment can be in turn.
    """
    if due is None:
        return "in_turn" if may_be_now and at == played else "early"
    if moment(at) == due:
        return "in_turn"
    return "early" if moment(at) < due else "late"


def is_false(index: int, melds: list[Json], hand: Hand) -> bool:
    """Return True if the cards are not a meld, or one is already used; without a list, if none were shown."""
    entry = melds[index]
    cards = entry.get("cards") or []
    if not cards:
        return not hand.law["show_required"] and not holds_kind(hand.hands[entry["seat"]], entry["kind"])
    earlier = [one for one in melds[:index] if one["kind"] != "belle"]
    # A card makes one run or four only.
    return not melds_within(cards) or any({*cards} & {*(one.get("cards") or [])} for one in earlier)


def is_bluff(entry: Json, hand: Hand) -> bool:
    """Return True if the dealt hand lacks the announced meld and a claim may mean that (fine print, D-26)."""
    is_claimed = any(
        team_of(claim["against"]) == team_of(entry["seat"])
        and (claim.get("infraction") == "false-meld" or ("infraction" not in claim and "trick" not in claim))
        for claim in hand.claims
    )
    return is_claimed and not holds_kind(hand.hands[entry["seat"]], entry["kind"])


def find_proof_clock(
    hand: Hand, seat: str, at: Clock, known: Callable[[list[str], list[str]], bool]
) -> Clock | None:
    """Return the first clock from `at` on at which the cards seen make `known` true."""
    clocks: list[Clock] = [at, *(clock for _, clock in hand.seen.values())]
    for clock in sorted(clocks, key=moment):
        face_up = [(card, who) for card, (who, when) in hand.seen.items() if moment(when) <= moment(clock)]
        own = [card for card, who in face_up if who == seat]
        if moment(clock) >= moment(at) and known(own, [card for card, who in face_up if who != seat]):
            return clock
    return None


def may_hold(kind: str, own: list[str], gone: list[str], size: int) -> bool:
    """Return True if a partly seen hand may hold a meld of a kind, given cards seen elsewhere."""
    melds = [meld["cards"] for meld in melds_within(PACK) if meld["kind"] == kind]
    return any(
        not set(cards) & set(gone) and len([card for card in cards if card not in own]) <= size - len(own)
        for cards in melds
    )


def run_or_four(index: int, melds: list[Json], hand: Hand) -> list[Json]:
    """Return the faults of one run or four: its call, its showing, its cards (contract: Melds)."""
    entry = melds[index]
    seat, kind, cards = entry["seat"], entry["kind"], entry.get("cards") or []
    first, second, played = hand.first[seat], hand.second[seat], len(hand.plays)
    called, shown = hand.find_announcement(entry), hand.find_showing(entry)
    turn_now = hand.next_turn == seat
    results = []
    call_time = show_time = None
    false = False
    if called is not None:
        call_time = timing(called, first, turn_now, played)
        if call_time == "early":
            results.append(note("meld-announced-out-of-turn", seat, called, MELD, called, meld=index))
        if call_time == "late":
            results.append(note("meld-announced-late", seat, called, MELD, called, meld=index))
        false = is_false(index, melds, hand)
        if false and cards:
            # A false meld is proven once its cards lie open.
            results.append(note("false-meld", seat, called, MELD, shown, meld=index))
        elif false or is_bluff(entry, hand):
            size = len(hand.hands[seat])
            seen = find_proof_clock(hand, seat, called, lambda own, gone: not may_hold(kind, own, gone, size))
            results.append(note("false-meld", seat, called, MELD, seen, meld=index))
        if hand.law["must_declare_all"] and first is not None:
            # All melds must be declared; the seat may have called less than its hand held.
            own_calls = [one for one in melds if one["seat"] == seat and one.get("announced") != "never"]
            worth = sum(MELD_POINTS.get(one["kind"], 0) for one in own_calls)
            if worth < most_points(hand.hands[seat]):
                seen = find_proof_clock(hand, seat, first, lambda own, gone: most_points(own) > worth)
                results.append(note("undeclared-meld", seat, first, MELD, seen, meld=index))
    if shown is not None:
        show_time = timing(shown, second, turn_now and first is not None, played)
        if show_time == "early":
            results.append(note("meld-shown-out-of-turn", seat, shown, MELD, shown, meld=index))
        if show_time == "late":
            results.append(note("meld-shown-late", seat, shown, MELD, shown, meld=index))
        if entry.get("announced", "in_turn") == "never" and show_time != "late":
            results.append(note("unannounced-meld-shown", seat, shown, MELD, shown, meld=index))
    compared = shown if hand.law["show_required"] or shown is not None else called
    if called is not None and compared is not None and cards and not false and not holds_kind(cards, kind):
        results.append(note("mismatched-meld", seat, compared, MELD, compared, meld=index))
    never = entry.get("shown", "in_turn") == "never" or not cards
    if never and second is not None and call_time in ("early", "in_turn") and not false:
        results.append(note("unshown-meld", seat, second, MISSING, second + 1, meld=index, falls=True))
    return results


def run_holds(entry: Json, trump: str) -> bool:
    """Return True if the cards of an entry contain a run with both king and queen of trumps (R-067)."""
    runs = [meld["cards"] for meld in melds_within(entry.get("cards") or []) if meld["run"]]
    return entry["kind"] != "belle" and any({*belle_cards(trump)} <= {*run} for run in runs)


def belle_by_showing(seat: str, melds: list[Json], hand: Hand) -> Clock | None:
    """Return the clock of a run with both cards shown in turn, which counts as the call (R-065, R-067)."""
    now = hand.next_turn == seat and hand.first[seat] is not None
    for entry in melds if hand.law["belle_in_run"] else ():
        shown = hand.find_showing(entry)
        if entry["seat"] == seat and shown is not None and run_holds(entry, hand.trump):
            if timing(shown, hand.second[seat], now, len(hand.plays)) == "in_turn":
                return shown
    return None


def is_pair_used(seat: str, melds: list[Json], hand: Hand) -> bool:
    """Return True if an announced meld already uses the pair; a card makes only one meld (D-21)."""
    pair = hand.belle_of(seat)
    return not hand.law["belle_in_run"] and any(
        entry["seat"] == seat
        and entry["kind"] != "belle"
        and entry.get("announced") != "never"
        and any(card in pair for card in entry.get("cards") or [])
        for entry in melds
    )


def find_proof_of_lack(seat: str, hand: Hand, first: Clock) -> Clock | None:
    """Return the clock at which a seat is seen to lack king or queen of trumps.

    The proof is one of the two elsewhere, or all cards of the seat.
    """
    seen = hand.seen
    proofs = [
        [first, seen[card][1]] for card in belle_cards(hand.trump) if card in seen and seen[card][0] != seat
    ]
    if all(card in seen for card in hand.hands[seat]):
        proofs.append([first, *(seen[card][1] for card in hand.hands[seat])])
    return min((max(clocks, key=moment) for clocks in proofs), key=moment, default=None)


def has_called_before(index: int, called_at: int, melds: list[Json]) -> bool:
    """Return True if the seat had already called belle; repeating it is no fault (fine print)."""
    for place, other in enumerate(melds):
        if other["seat"] == melds[index]["seat"] and other["kind"] == "belle" and place != index:
            word = other.get("announced", "in_turn")
            if word not in ("in_turn", "never") and (moment(word), place) < (called_at, index):
                return True
    return False


def belle_entry(index: int, melds: list[Json], hand: Hand) -> list[Json]:
    """Return a belle called without its cards, or before the second of them is played (R-066, D-35)."""
    entry = melds[index]
    seat, announced = entry["seat"], entry.get("announced", "in_turn")
    if announced == "never" or hand.trump is None:
        return []
    pair, fallen = hand.belle_of(seat), hand.belle_clocks(seat)
    if not pair or is_pair_used(seat, melds, hand):
        # The clock is that of the call; `in_turn` means with the second card, else with the seat's first card.
        at = announced if announced != "in_turn" else max(fallen) if len(fallen) == 2 else hand.first[seat]
        if at is None or has_called_before(index, moment(at), melds):
            return []
        return [
            note("false-meld", seat, at, MELD, at if pair else find_proof_of_lack(seat, hand, at), meld=index)
        ]
    if announced == "in_turn" or (len(fallen) == 2 and moment(announced) >= max(fallen)):
        return []
    if has_called_before(index, moment(announced), melds):
        return []
    shown = belle_by_showing(seat, melds, hand)
    if shown is not None and moment(announced) >= moment(shown):
        return []
    laydown = hand.laydown or {}
    if laydown.get("agreed") and laydown["by"] == seat and laydown["at"] == announced == len(hand.plays):
        # Belle was called with the seat's own agreed lay-down (D-74).
        return []
    for other in melds:
        if (
            other["seat"] == seat
            and run_holds(other, hand.trump)
            and hand.find_announcement(other) == announced
        ):
            return []
    return [note("early-belle", seat, announced, MELD, announced, meld=index)]


def is_belle_called(seat: str, deadline: int, melds: list[Json]) -> bool:
    """Return True if belle was called by the time the next card was played (D-34); an early call counts."""
    words = [
        one.get("announced", "in_turn") for one in melds if (one["seat"], one["kind"]) == (seat, "belle")
    ]
    return any(word == "in_turn" or (word != "never" and moment(word) <= deadline) for word in words)


def find_forgotten_belle(seat: str, melds: list[Json], hand: Hand) -> list[Json]:
    """Return a finding if both cards were played and belle was not called in time (D-34)."""
    fallen = hand.belle_clocks(seat)
    if len(fallen) < 2 or is_pair_used(seat, melds, hand):
        return []
    clock = max(fallen)
    if is_belle_called(seat, clock + 1, melds) or belle_by_showing(seat, melds, hand) is not None:
        return []
    meld = next((at for at, one in enumerate(melds) if (one["seat"], one["kind"]) == (seat, "belle")), None)
    proved = clock + 2 if clock < 23 else "turned"
    return [note("forgotten-belle", seat, clock, MISSING, proved, meld=meld, falls=True)]


def meld_findings(hand: Hand) -> list[Json]:
    """Return all findings about melds; a record without `melds` shows none forgotten (contract: Melds)."""
    melds = hand.melds
    if melds is None:
        return []
    results: list[Json] = []
    for index, entry in enumerate(melds):
        results += (belle_entry if entry["kind"] == "belle" else run_or_four)(index, melds, hand)
    return results + [one for seat in SEATS for one in find_forgotten_belle(seat, melds, hand)]


INCIDENTS = {
    "exposed_in_deal": "exposed-in-deal",
    "wrong_card_count": "wrong-card-count",
    "dealt_out_of_turn": "dealing-out-of-turn",
    "not_dealt_singly": "dealt-unevenly",
    "meld_called_for_partner": "calling-meld-for-partner",
    **COMMON_INCIDENTS,
}


def deal_findings(hand: Hand) -> list[Json]:
    """Return findings for a short cut (R-012) and a wrong dealer (fine print)."""
    deal, results = hand.record["deal"], []
    if deal.get("cut") is not None and deal["cut"] < 4:
        cutter = left_of(left_of(left_of(hand.dealer)))
        results.append(note("short-cut", cutter, "deal", DEAL, "deal"))
    called = any(one["kind"] == "dealt_out_of_turn" for one in hand.incidents)
    if deal.get("due_dealer", hand.dealer) != hand.dealer and not called:
        results.append(note("dealing-out-of-turn", hand.dealer, "deal", DEAL, "deal"))
    return results


def call_findings(hand: Hand) -> list[Json]:
    """Return calls out of turn or without effect, a suit not held (R-024, D-07), the suit passed (R-026)."""
    results = []
    fixed_in = None
    for call in hand.calls:
        seat = call["seat"]
        if not call["in_turn"]:
            results.append(note("declaring-out-of-turn", seat, "declaring", CALL, "declaring"))
        if not call["valid"]:
            results.append(note("invalid-declaration", seat, "declaring", CALL, "declaring"))
        elif call["call"] != "pass":
            fixed_in = call["round"]
    maker, trump, upcard = hand.maker, hand.trump, hand.upcard
    if fixed_in is None and upcard is not None and trump is not None:
        fixed_in = 1 if trump == upcard[1] else 2
    if maker in tuple(SEATS) and trump and not any(card[1] == trump for card in hand.hands[maker]):
        if fixed_in == 2 or hand.law["round1_needs_trump"]:
            # Proven once all the maker's cards, or all trumps, are seen.
            wholes = (hand.hands[maker], [card for card in PACK if card[1] == trump])
            proofs = [
                max(["declaring", *(hand.seen[card][1] for card in cards)], key=moment)
                for cards in wholes
                if all(card in hand.seen for card in cards)
            ]
            proved = min(proofs, key=moment, default=None)
            results.append(note("declaring-without-trump", maker, "declaring", CALL, proved))
    if fixed_in == 2 and upcard is not None and trump == upcard[1]:
        results.append(note("declaring-passed-suit", maker, "declaring", CALL, "declaring"))
    return results


def is_to_partner(incident: Json) -> bool:
    """Return True if the words were for the partner, as they are unless recorded otherwise (D-67)."""
    return "to" not in incident or incident["to"] == left_of(left_of(incident["seat"]))


def is_exposure(incident: Json) -> bool | None:
    """Return True if a card was seen that was not being played (R-042); None for another kind of incident."""
    if incident["kind"] not in SHOWING:
        return None
    if incident["kind"] == "card_retracted" or incident.get("in_play"):
        # The card was taken back and another one played, so it was exposed (D-85).
        return (incident.get("replaced_by") or incident.get("card")) != incident.get("card")
    return "card" in incident or incident["kind"] == "exposed_card"


def is_own_review(incident: Json, at: Clock, hand: Hand) -> bool:
    """Return True if the side looked to settle its own claim."""
    return any(
        claim.get("reviewed")
        and claim["by"] is not None
        and "seat" in incident
        and team_of(claim["by"]) == team_of(incident["seat"])
        and moment(claim["at"]) == moment(at)
        and claim.get("trick") in (None, incident.get("trick"))
        and (incident.get("order") or 64) >= (claim.get("order") or 0)
        for claim in hand.claims
    )


def is_no_exposure_there(incident: Json, at: Clock, hand: Hand) -> bool:
    """Return True if the card tells nobody anything, or if its turn already has a finding."""
    if incident["kind"] != "card_retracted" and not incident.get("in_play"):
        # The up-card, or a card that had been played by then (fine print, D-68).
        played = [play["card"] for play in hand.plays[: max(moment(at), 0)]]
        return "card" in incident and incident["card"] in [hand.upcard, *played]
    (play,) = (play for play in hand.plays if play["clock"] == at)
    first = hand.laid[at]
    exempt = play["trick"] == 6 and hand.law["last_trick_out_of_turn_ok"]
    in_turn = play["turn_ok"] or exempt
    return first is not incident or not in_turn or bool(duty_broken(first["card"], play, hand.trump or ""))


def incident_findings(hand: Hand) -> list[Json]:
    """Return findings from incidents; looking back depends on the moment (D-51)."""
    results = []
    for incident in hand.incidents:
        kind, trick = incident["kind"], incident.get("trick")
        shows = is_exposure(incident)
        if (kind not in INCIDENTS and shows is None) or shows is False:
            continue
        if "by_other" in incident and kind not in DEAL_KINDS:
            # No player caused it.
            continue
        at = hand.incident_at(incident)
        if kind == "looked_at_trick":
            until_next = hand.law["look_back"] == "until_next_card"
            if until_next and (trick is None or moment(at) <= 4 * trick):
                continue
            if is_own_review(incident, at, hand):
                continue
        if kind in ("question", "advice") and not is_to_partner(incident):
            continue
        if shows and is_no_exposure_there(incident, at, hand):
            continue
        one = note(INCIDENTS.get(kind, "exposed-card"), incident.get("seat"), at, INCIDENT, at, trick=trick)
        if kind == "dealt_out_of_turn" and incident.get("called") == "deal":
            one["penalty"] = "redeal"
        if at == "scored" and kind in ("exposed_in_deal", "wrong_card_count"):
            # Only a hand that is not yet scored is dealt again.
            one["penalty"] = "note"
        one["at_order"] = incident.get("order")
        results.append(one)
    return results


def duty_broken(card: str, play: Json, trump: str) -> tuple[str, list[str]] | None:
    """Return the duty that a card breaks, with the cards whose holding proves it (R-033, R-034, R-036)."""
    legal = legal_cards(play["hand"], play["table"], trump)
    if card in legal:
        return None
    led = play["table"][0][1][1]
    if card[1] != led and any(one[1] == led for one in play["hand"]):
        return "failure-to-follow", [one for one in play["hand"] if one[1] == led]
    if card[1] != trump:
        return "failure-to-trump", [one for one in play["hand"] if one[1] == trump]
    return "failure-to-overtrump", [*legal]


def card_findings(hand: Hand) -> list[Json]:
    """Return cards out of turn (R-086 to R-088) and cards against a duty; first shown cards replace those played."""
    results = []
    for play in hand.plays:
        seat, clock, trick = play["seat"], play["clock"], play["trick"]
        exempt = trick == 6 and hand.law["last_trick_out_of_turn_ok"]
        if not play["turn_ok"] and not exempt:
            name = "lead-out-of-turn" if play["lead"] else "play-out-of-turn"
            results.append(note(name, seat, clock, TURN, clock + 1, trick=trick, falls=True))
        laid = hand.laid.get(clock, play)
        if broken := duty_broken(laid["card"], play, hand.trump or ""):
            name, proof_cards = broken
            clocks = [
                max(hand.seen[card][1], clock + 1, key=moment) for card in proof_cards if card in hand.seen
            ]
            proved = min(clocks, key=moment, default=None)
            results.append(note(name, seat, clock, DUTY, proved, trick=trick, falls=True))
    return results


def find(hand: Hand) -> list[Json]:
    """Return all findings of a hand except those about claims, lay-downs and the score, in the contract's order."""
    results = deal_findings(hand) + call_findings(hand) + meld_findings(hand)
    results += incident_findings(hand) + card_findings(hand)
    results = [result for result in results if result["infraction"] in hand.costs]
    results.sort(key=lambda one: (moment(one["at"]), one["order"]))
    for result in results:
        result["penalty"] = result["penalty"] or hand.costs[result["infraction"]]
    return results
