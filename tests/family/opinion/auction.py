"""Calls before the cards: special calls, bids, contracts and the naming of trumps."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.cards import JOKER, SUITS
from tests.family.opinion.findings import Finding, finding, moment
from tests.family.opinion.laws import Law
from tests.family.opinion.table import Hands, Record, cards_each, club_hand, left_of, round_from, seats_of

Rank = tuple[int, int]
SPECIAL_CALLS = ("bottoms", "four_of_a_kind", "ace_no_face")
# Small below big (BD-15), pepper below loner (B-038); above all numbers.
WORD_RANK = {"small_pepper": 100, "big_pepper": 101, "pepper": 100, "loner": 101, "pfeffer": 100}


def is_spoken_bid(call: str) -> bool:
    """Return True if a declaration is a call of the auction: a pass, a number, High Card, or a word."""
    return call not in (*SPECIAL_CALLS, "trump", "out")


def number_of(call: str) -> int | None:
    """Return the number of tricks in a bid, None for a word."""
    digits = call.removesuffix("HC")
    return int(digits) if digits.isdigit() else None


def rank_of(call: str, law: Law) -> Rank:
    """Return the rank of a bid: by number (B-011), words above; in Eau Claire suits above High Card (BD-55)."""
    number = number_of(call)
    if number is None:
        return (WORD_RANK[call], 0)
    in_suit = 0 if call.endswith("HC") else 1
    if not law["high_card_bids"]:
        return (number, 0)
    return (in_suit, number) if law["ec_order"] == "suit_over_hc" else (number, 1 - in_suit)


def exists(call: str, law: Law, most: int, least: int) -> bool:
    """Return True if the game has such a bid (infractions: `invalid-bid`).

    A "two" that shows jacks is a bid whatever the least number is (B-017, BD-11); as a plain bid it is bound by it.
    """
    number = number_of(call)
    if number is None:
        return call in law["words"]
    if call.endswith("HC") and not law["high_card_bids"]:
        return False
    if number == 2:
        if law["two_bid"] == "off":
            return False
        if law["two_bid"] == "signal" and least <= law["min_bid"]:
            return True
    return least <= number <= most


def can_win(call: str, law: Law) -> bool:
    """Return True unless the bid is a "two" that only shows jacks (BD-13)."""
    return call != "2" or law["two_can_win"] == "yes"


Contract = dict[str, Any]


class Auction:
    def __init__(self) -> None:
        self.spoken: list[str] = []
        self.passed: list[str] = []
        self.last: str | None = None
        # (rank, seat, call) of every bid that counts
        self.bids: list[tuple[Rank, str, str]] = []
        self.over = False
        self.findings: list[Finding] = []
        #: Seats that bid three after all had passed, as the joker's holder must.
        self.threes: list[str] = []
        #: Seats that bid two with an unrecorded hand, in games where two shows jacks.
        self.open_twos: list[str] = []


def find_forced_bid(law: Law) -> int | None:
    word, _, number = law["all_pass"].partition("_")
    return int(number) if word == "dealer" else None


def in_turn(seat: str, auction: Auction, record: Record, law: Law) -> bool:
    """Return True if a call is in turn: the first seat yet to speak, or the left neighbor of the last speaker.

    The last speaker counts even if the call was out of turn or did not count.
    """
    begins = left_of(record["deal"]["dealer"], record)
    if law["rounds"] == "until_passed":
        begins = left_of(auction.last, record) if auction.last else begins
        return seat == next(one for one in round_from(begins, record) if one not in auction.passed)
    due = [other for other in round_from(begins, record) if other not in auction.spoken]
    return seat == due[0] or (auction.last is not None and seat == left_of(auction.last, record))


def is_stuck(seat: str, auction: Auction, record: Record, law: Law) -> bool:
    """Return True if the dealer has to bid because all others have passed (B-052, B-075)."""
    others = [other for other in seats_of(record) if other != seat]
    nobody = not any(can_win(call, law) for _, _, call in auction.bids)
    everybody = all(other in auction.spoken for other in others)
    return seat == record["deal"]["dealer"] and nobody and everybody and find_forced_bid(law) is not None


def add_call(
    place: str,
    seat: str,
    call: str,
    auction: Auction,
    *,
    hands: dict[str, list[str] | None],
    record: Record,
    law: Law,
) -> None:
    """Add a call that counts: a pass, no bid of the game, a bid that is too low, or a bid."""

    def note(infraction: str) -> None:
        auction.findings.append(finding(infraction, seat, place, "declaring", law))

    if call == "pass":
        if is_stuck(seat, auction, record, law):
            note("forced-bid-refused")
        return
    highest = max((rank for rank, _, _ in auction.bids), default=None)
    # A dealer of Pfeffer, or one stuck in Buck, starts at four (B-053, B-075).
    is_dealer = seat == record["deal"]["dealer"]
    stuck = law["game"] == "bp" and is_stuck(seat, auction, record, law)
    least = max(law["min_bid"], law["dealer_least"] if is_dealer else 0, (find_forced_bid(law) or 0) * stuck)
    if not exists(call, law, cards_each(record), least):
        # A call that is both invalid and too low is invalid (infractions: fine print).
        note("invalid-bid")
        # An invalid number can stand (`bad_bid=stands`); an invalid word cannot.
        word = number_of(call) is None or (call.endswith("HC") and not law["high_card_bids"])
        if law["bad_bid"] == "pass" or word:
            return
    elif highest is not None and rank_of(call, law) <= highest:
        note("insufficient-bid")
        if law["bad_bid"] == "pass":
            return
    if call == "2" and law["two_bid"] == "signal":
        hand = hands[seat]
        if hand is None:
            auction.open_twos.append(seat)
        elif not ({"JC", "JS"} <= {*hand} or {"JD", "JH"} <= {*hand}):
            # A two shows both black jacks or both red ones (B-017).
            note("false-two-bid")
    auction.bids.append((rank_of(call, law), seat, call))
    # A loner is pre-emptive: nobody speaks after it (B-039).
    auction.over = auction.over or call == "loner"


def owes_three(
    seat: str, auction: Auction, record: Record, hands: dict[str, list[str] | None], law: Law
) -> bool:
    """Return True if all have passed and the seat holds the joker, so that it owes a three (B-070, BD-36).

    A seat that may or may not have held the joker did not certainly speak out of turn.
    """
    if law["all_pass"] != "joker_3" or seat in auction.threes:
        return False
    elsewhere = [
        *(record["deal"].get("blind") or []),
        *(card for other in hands.values() for card in other or []),
    ]
    own = hands[seat]
    may = "JK" not in elsewhere if own is None else "JK" in own
    return may and all(other in auction.passed for other in seats_of(record))


def hold_auction(record: Record, hands: dict[str, list[str] | None], law: Law) -> Auction:
    """Return the auction of every call in order; a second call, or one after the end, does not count (BD-18)."""
    auction = Auction()
    auction.over = club_hand(record, law)
    for number, entry in enumerate(record.get("declarations") or [], start=1):
        seat, call = entry["seat"], entry["call"]
        if not is_spoken_bid(call):
            continue
        place = f"call {number}"
        if call == "3" and owes_three(seat, auction, record, hands, law):
            auction.last = seat
            auction.threes.append(seat)
            continue
        # A seat has one call (B-013), or speaks until it or all others passed (`rounds=until_passed`, BD-39).
        counts = not auction.over and seat not in auction.spoken
        if law["rounds"] == "until_passed":
            others_passed = all(other in auction.passed for other in seats_of(record) if other != seat)
            over = auction.over or (others_passed and auction.bids)
            counts = not over and seat not in auction.passed
        orderly = counts and in_turn(seat, auction, record, law)
        if not orderly:
            auction.findings.append(finding("bid-out-of-turn", seat, place, "declaring", law))
        if counts:
            bids_before = len(auction.bids)
            heard = call if orderly or law["out_of_turn_bid"] == "stands" else "pass"
            add_call(place, seat, heard, auction, hands=hands, record=record, law=law)
            auction.spoken.append(seat)
            if len(auction.bids) == bids_before:
                auction.passed.append(seat)
        auction.last = seat
    return auction


def new_contract(seat: str, tricks: int, kind: str = "bid", forced: bool = False) -> Contract:
    """Return a contract before trumps are named."""
    return {"maker": seat, "tricks": tricks, "kind": kind, "trump": None, "alone": False, "forced": forced}


def settle_contract(
    record: Record, auction: Auction, hands: dict[str, list[str] | None], law: Law
) -> tuple[Contract | None, str]:
    """Return the contract, and the kind of auction that made it.

    The kind is `bid`, `club` (clubs turned: nobody bids), `none` (nobody bid and the hand is played without trumps,
    B-091), `passed_out`, `annulled` (B-071) or `unknown`.
    """
    if club_hand(record, law):
        return None, "club"
    winning = [bid for bid in auction.bids if can_win(bid[2], law)]
    dealer, forced_at = record["deal"]["dealer"], find_forced_bid(law)
    silent = [seat for seat in seats_of(record) if seat not in auction.spoken]
    if winning:
        # The highest bid, the first of equal ones (B-014); a word means all tricks.
        _, seat, call = max(winning, key=lambda bid: bid[0])
        number = number_of(call)
        kind = call if number is None else "hc" if call.endswith("HC") else "bid"
        alone_bid = all(other == dealer for _, other, _ in winning)
        forced = alone_bid and kind == "bid" and number == forced_at and silent in ([], [dealer])
        return new_contract(seat, number or cards_each(record), kind, forced), "bid"
    if not auction.spoken:
        return read_contract(record)
    if forced_at is not None and silent in ([], [dealer]):
        # The dealer has the bid at that number, even after a pass, no call or a wrong call (B-052, B-075, B-142, BD-31).
        return new_contract(dealer, forced_at, forced=True), "bid"
    if silent:
        return None, "unknown"
    if law["all_pass"] == "joker_3":
        return joker_contract(record, hands)
    return None, "none" if law["all_pass"] == "no_trump" else "passed_out"


def read_contract(record: Record) -> tuple[Contract | None, str]:
    """Return the recorded contract of a hand without calls and the state of its auction."""
    if "contract" not in record:
        return None, "unknown"
    noted = record["contract"]
    contract = new_contract(
        noted["maker"], noted["tricks"], noted.get("kind", "bid"), noted.get("forced", False)
    )
    contract["trump"] = noted.get("trump")
    contract["alone"] = noted.get("alone", False)
    return contract, "bid"


def joker_contract(record: Record, hands: dict[str, list[str] | None]) -> tuple[Contract | None, str]:
    """Return the three that the joker's holder must bid; out of play, it annuls the deal (B-070, B-071, BD-36)."""
    for seat in seats_of(record):
        if JOKER in (hands[seat] or []):
            return new_contract(seat, 3, forced=True), "bid"
    everything_known = all(hands[seat] is not None for seat in seats_of(record))
    if JOKER in (record["deal"].get("blind") or []) or everything_known:
        return None, "annulled"
    return None, "unknown"


def is_entitled(entry: dict[str, Any], hand: list[str] | None, bottoms_taken: bool, law: Law) -> bool | None:
    """Return True if the cards give the right to the call; None when the hand is not known."""
    if entry["call"] == "bottoms":
        # The bottom three lie face up after the first time (BD-60). Three of one rank, shown (B-121).
        shown = entry["cards"]
        return not bottoms_taken and len(shown) == 3 and len({card[0] for card in shown}) == 1
    if entry["call"] == "ace_no_face" and law["ace_no_face"] == "off":
        return False
    if hand is None:
        return None
    ranks = sorted(card[0] for card in hand)
    if entry["call"] == "four_of_a_kind":
        return any(ranks.count(rank) == 4 for rank in ranks)
    # An Ace No Face by definition, or by the rules of two tables (B-126, B-127, BD-59).
    if law["ace_no_face"] == "rigid":
        return ranks == ["9", "9", "A", "T", "T"]
    return not {*"JQK"} & {*ranks} and (law["ace_no_face"] == "no_face" or "A" in ranks)


def is_late(seat: str, spoken: list[str], law: Law) -> bool:
    """Return True after any bid or pass; in the loose reading, after one by the caller (B-122, BD-58)."""
    return bool(spoken) if law["call_window"] == "first_call" else seat in spoken


def special_calls(record: Record, hands: Hands, law: Law) -> tuple[list[Finding], bool, list[Finding]]:
    """Return the findings, whether a misdeal was rightly called, and the offenses a missing hand leaves open.

    Bottoms that were carried out change the caller's hand, even if late (BD-58). A call without the right cards is
    void, Bottoms included. Each fault gives one finding: without the right, the time does not matter; if the right is
    open, so is the lateness.
    """
    findings: list[Finding] = []
    may_be: list[Finding] = []
    misdeal, bottoms_taken, spoken = False, False, list[str]()
    for number, entry in enumerate(record.get("declarations") or [], start=1):
        seat, call = entry["seat"], entry["call"]
        if is_spoken_bid(call):
            spoken.append(seat)
        if call not in SPECIAL_CALLS or law["game"] != "ec":
            continue
        place, late = f"call {number}", is_late(seat, spoken, law)
        right = not club_hand(record, law) and is_entitled(entry, hands[seat], bottoms_taken, law)
        if right is None:
            names = ["unentitled-call", *(["late-call"] if late else [])]
            may_be += [finding(name, seat, place, "declaring", law) for name in names]
            continue
        if not right:
            findings.append(finding("unentitled-call", seat, place, "declaring", law))
            continue
        if late:
            penalty = "note" if call == "bottoms" else "void"
            findings.append(finding("late-call", seat, place, "declaring", law, penalty=penalty))
        if call == "bottoms":
            take_bottoms(entry, record, hands)
            bottoms_taken = True
        elif right and not late:
            misdeal = True
    return findings, misdeal, may_be


def take_bottoms(entry: dict[str, Any], record: Record, hands: Hands) -> None:
    """Swap three cards for the bottom three, under the up-card (B-121); if those are unknown, so is the hand."""
    hand, blind = hands[entry["seat"]], record["deal"].get("blind") or []
    if hand is None:
        return
    if len(blind) != 4:
        hands[entry["seat"]] = None
        return
    remaining = list(hand)
    for card in entry["cards"]:
        remaining.remove(card)
    hands[entry["seat"]] = remaining + blind[1:]


WITHOUT_TRUMPS = ("NT", "HIGH")


def namings(record: Record) -> list[dict[str, Any]]:
    """Return every naming of trumps in the order spoken."""
    return [entry for entry in record.get("declarations") or [] if entry["call"] == "trump"]


def lone_by_bid(contract: Contract, law: Law) -> bool:
    """Return True if the bid itself means playing alone (B-037, B-039, B-055, B-079, BD-14)."""
    lone_peppers = ("small_pepper", "big_pepper") if law["pepper_play"] == "alone" else ()
    return contract["kind"] in ("pepper", "loner", "pfeffer", *lone_peppers)


def may_play_alone(contract: Contract, record: Record, law: Law) -> bool:
    """Return True if the bid means playing alone, and in Double Hasenpfeffer of four (B-143)."""
    return lone_by_bid(contract, law) or (law["game"] == "dh" and len(seats_of(record)) == 4)


def name_trumps(
    record: Record, contract: Contract | None, how: str, law: Law
) -> tuple[str | None, list[Finding]]:
    """Return the strain of the hand and the faults of its naming; fill in the contract.

    The bidder's own first naming counts; otherwise, if nobody undoes it, the first by anybody (noted, scored as
    played: BD-16). A hand with clubs turned, or without a bid, leaves nothing to name (B-091, B-097).
    """
    # If the calls do not show who won the bid, no naming is out of turn.
    named = [] if contract is None and how == "unknown" else namings(record)
    results = [fault for entry in named for fault in faults(entry, record, contract, law)]
    if how == "club":
        return "C", results
    if how == "none":
        return "NT", results
    if contract is None:
        return None, results
    own = [entry for entry in namings(record) if entry["seat"] == contract["maker"]]
    alone = contract["alone"] or any(entry.get("alone") for entry in own)
    contract["alone"] = lone_by_bid(contract, law) or (alone and may_play_alone(contract, record, law))
    if contract["kind"] == "hc" and not own:
        # The bid itself named the trumps (B-094).
        contract["trump"] = "NT"
    elif namings(record):
        contract["trump"] = (own or namings(record))[0]["trump"]
    return contract["trump"], results


def faults(entry: dict[str, Any], record: Record, contract: Contract | None, law: Law) -> list[Finding]:
    seat, at = entry["seat"], entry.get("at", "declaring")
    stranger = contract is None or seat != contract["maker"]
    # Another seat has the right to name (B-014, B-056, B-103).
    findings = [finding("declaring-out-of-turn", seat, "trump", at, law)] if stranger else []
    if contract is None:
        return findings
    # Another seat's naming counts if it is the first, and the bid did not name trumps (BD-16, B-094).
    spoken = namings(record)
    by_bidder = any(one["seat"] == contract["maker"] for one in spoken)
    if stranger and (contract["kind"] == "hc" or by_bidder or entry is not spoken[0]):
        return findings
    # A High Card bid already named no-trump; the game limits other namings (B-042, B-077, BD-16, BD-34).
    allowed = {"none": (), "high": WITHOUT_TRUMPS, "high_low": (*WITHOUT_TRUMPS, "LOW")}[law["no_trump"]]
    if entry["trump"] not in (WITHOUT_TRUMPS if contract["kind"] == "hc" else (*SUITS, *allowed)):
        findings.append(finding("invalid-declaration", seat, "trump", at, law))
    if not stranger and entry.get("alone") and not may_play_alone(contract, record, law):
        findings.append(finding("invalid-declaration", seat, "alone", at, law))
    # Before the first card (B-072); in Progressive the bidder names trumps "as he leads" (B-040).
    latest = 1 if law["game"] == "pe" else 0
    if moment(at) > latest:
        findings.append(finding("trump-named-late", seat, "trump", at, law))
    return findings
