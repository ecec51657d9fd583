"""Play of the cards: exchanges, departures, tricks, turns and the duty to follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.family.opinion.auction import Contract
from tests.family.opinion.cards import (
    SUITS,
    height,
    suit_led,
    suit_of,
    winning_card,
)
from tests.family.opinion.findings import Finding, finding, moment
from tests.family.opinion.laws import Law
from tests.family.opinion.table import (
    Hands,
    Record,
    cards_each,
    incident_at,
    left_of,
    list_played_cards,
    partners_of,
    right_of,
    round_from,
    seats_of,
    side_of,
)

SHOWING = ("card_retracted", "card_half_shown", "exposed_card")
# giver, taker, number of cards, and the choice: "best", "best_trump", "worst" or "any"
Duty = tuple[str, str, int, str]


def duties(record: Record, contract: Contract | None, law: Law) -> tuple[list[Duty], bool]:
    if contract is None:
        return [], False
    maker, strain = contract["maker"], contract["trump"]
    if law["game"] == "pe" and contract["kind"] == "pepper":
        # The best card of the suit asked for, against any (B-036, B-037).
        partner = partners_of(maker, record, law)[0]
        return [(partner, maker, 1, "best_trump"), (maker, partner, 1, "any")], True
    if law["game"] == "bp" and strain is not None and strain not in SUITS and contract["kind"] != "pfeffer":
        # The caller's best against the worst card of the left neighbor (B-078, B-079).
        left = left_of(maker, record)
        return [(maker, left, 1, "best"), (left, maker, 1, "worst")], True
    if law["game"] == "be" and contract["kind"] == "small_pepper" and law["pepper_play"] == "alone":
        # One card each way, any (BD-14).
        partner = partners_of(maker, record, law)[0]
        return [(partner, maker, 1, "any"), (maker, partner, 1, "any")], True
    if law["game"] == "dh" and contract["alone"] and len(seats_of(record)) == 4:
        # Optionally any two against any two (B-143, BD-67).
        partner = partners_of(maker, record, law)[0]
        return [(maker, partner, 2, "any"), (partner, maker, 2, "any")], False
    return [], False


def right_cards(hand: list[str], which: str, strain: str, law: Law) -> list[str]:
    """Return the cards of a hand that satisfy a duty, judged before any exchange (BD-24, BD-41)."""
    if which == "best_trump" and strain in SUITS:
        trumps = [card for card in hand if suit_of(card, strain, law) == strain]
        best = max((height(card, strain, law) for card in trumps), default=None)
        return [card for card in trumps if height(card, strain, law) == best] or hand
    if which in ("best", "worst"):
        extreme = (max if which == "best" else min)(height(card, strain, law) for card in hand)
        return [card for card in hand if height(card, strain, law) == extreme]
    return hand


def is_sure(card: str, which: str, strain: str, record: Record, law: Law) -> bool | None:
    """Return True if the card satisfies the duty in every possible hand, False if in none, None if in some.

    It satisfies the duty in none if too few cards are as low, or as high.
    """
    if which not in ("best", "worst"):
        return None
    own, copies = height(card, strain, law), 2 if record.get("pack") == "48" else 1
    ranks = "9TJQKA"
    heights = [height(rank + suit, strain, law) for rank in ranks for suit in SUITS] * copies
    fitting = [other for other in heights if (other <= own if which == "best" else other >= own)]
    if len(fitting) == len(heights):
        return True
    return False if len(fitting) < cards_each(record) else None


def exchange_findings(
    record: Record, contract: Contract | None, hands: Hands, law: Law
) -> tuple[list[Finding], list[Finding], list[str]]:
    """Return the findings, the open ones, and the infractions open for all if exchanges are unrecorded.

    A wrong kind of exchange (direction, number, a second time) is unentitled, and not missing besides.
    """
    if "exchanges" not in record:
        return [], [], ["wrong-exchange-card", "missed-exchange", "unentitled-exchange"]
    findings: list[Finding] = []
    may_be: list[Finding] = []
    owed, must = duties(record, contract, law)
    ways = [(one["from"], one["to"]) for one in record["exchanges"]]
    for index, one in enumerate(record["exchanges"]):
        giver, cards = one["from"], one["cards"]
        fitting = [duty for duty in owed if duty[:3] == (giver, one["to"], len(cards))]
        if not fitting or (giver, one["to"]) in ways[:index]:
            findings.append(finding("unentitled-exchange", giver, "give", "declaring", law))
            continue
        hand, which = hands[giver], fitting[0][3]
        strain = None if contract is None else contract["trump"]
        if which == "any":
            continue
        wrong = finding("wrong-exchange-card", giver, "give", "declaring", law)
        if strain is None:
            may_be.append(wrong)
        elif hand is None:
            sure = [is_sure(card, which, strain, record, law) for card in cards]
            if False in sure:
                findings.append(wrong)
            elif None in sure:
                may_be.append(wrong)
        elif any(card not in right_cards(hand, which, strain, law) for card in cards):
            findings.append(wrong)
    for giver, taker, _, _ in owed:
        if must and (giver, taker) not in ways:
            findings.append(finding("missed-exchange", giver, "give", "declaring", law))
    return findings, may_be, []


def after_exchanges(record: Record, contract: Contract | None, hands: Hands, law: Law) -> Hands:
    """Return the hands as they are played; cards handed over stay (BD-80).

    If the record does not say whether an exchange of the game was made, the plays show the two hands.
    """
    held = {seat: None if cards is None else list(cards) for seat, cards in hands.items()}
    if "exchanges" not in record:
        for giver, _, _, _ in duties(record, contract, law)[0]:
            played = list_played_cards(giver, record)
            held[giver] = played if len(played) == cards_each(record) else None
    for one in record.get("exchanges") or []:
        exchange_cards(one, held)
    return held


def exchange_cards(one: dict[str, Any], held: Hands) -> None:
    """Carry out one exchange."""
    giver, taker = held[one["from"]], held[one["to"]]
    for card in one["cards"]:
        if giver is not None:
            giver.remove(card)
        if taker is not None:
            taker.append(card)


def is_forbidden(seat: str, record: Record, contract: Contract | None, law: Law) -> bool:
    """Return True if the seat may not leave (BD-51, B-104).

    Nobody leaves a hand without a bidder, or in a game that has no rule for it, nor does the bidder or a partner.
    """
    if law["drop_out"] == "no" or contract is None:
        return True
    bidders = side_of(contract["maker"], record, law)
    if side_of(seat, record, law) == bidders:
        return True
    # Nobody leaves if the bid alone wins the game for the bidders (`sit_out_forbidden=club_and_game`, BD-56).
    left = (record.get("before") or {}).get(bidders, law["start"]) - contract["tricks"]
    return bool(law["game"] == "ec" and law["sit_out_forbidden"] == "club_and_game" and left <= 0)


def drop_outs(record: Record, contract: Contract | None, law: Law) -> tuple[list[str], list[Finding]]:
    """Return the seats that left the hand, and findings for wrong attempts, which leave a seat in (BD-77).

    In Eau Claire the word of either defender holds for both (BD-57). A seat that is already out adds nothing.
    """
    gone: list[str] = []
    findings: list[Finding] = []
    for entry in record.get("declarations") or []:
        seat, at = entry["seat"], entry.get("at", "declaring")
        if entry["call"] != "out" or law["game"] not in ("dc", "ec") or seat in gone:
            continue
        if is_forbidden(seat, record, contract, law):
            findings.append(finding("forbidden-drop-out", seat, "out", at, law))
        elif moment(at) > 0:
            findings.append(finding("late-drop-out", seat, "out", at, law))
        else:
            gone += [seat, *partners_of(seat, record, law)]
    return gone, findings


def lone_partners(record: Record, contract: Contract | None, law: Law) -> list[str]:
    """Return the seat that lays down because his partner plays alone (B-037, B-055, B-143)."""
    if contract is None or not contract["alone"]:
        return []
    return partners_of(contract["maker"], record, law)


def find_seats_out(record: Record) -> list[str]:
    """Return the seats whose words take them out of the hand, valid or not (record: who plays).

    Words are `out` before the first card, `alone`, and a pepper, loner or Pfeffer of the seat that named trumps.
    """
    declarations = record.get("declarations") or []
    if not declarations and "contract" in record:
        noted = record["contract"]
        declarations = [
            {"seat": noted["maker"], "call": noted.get("kind", "bid"), "alone": noted.get("alone", False)}
        ]
    gone = [
        one["seat"]
        for one in declarations
        if one["call"] == "out" and moment(one.get("at", "declaring")) <= 0
    ]
    lone = [one["seat"] for one in declarations if one.get("alone")][:1]
    namers = [one["seat"] for one in declarations if one["call"] == "trump"]
    by_bid = [one["seat"] for one in declarations if one["call"] in ("pepper", "loner", "pfeffer")]
    lone = lone or [seat for seat in by_bid if not namers or seat in namers][-1:]
    seats = seats_of(record)
    if len(seats) % 2 == 0:
        for seat in lone:
            gone += [other for other in seats[seats.index(seat) % 2 :: 2] if other != seat]
    return [seat for seat in seats if seat in gone]


def find_absent_seats(record: Record, gone: list[str]) -> list[str]:
    """Return the seats that words, but not the rules, take out of the hand, and that play no card.

    A hand without a card shows nothing (record: who plays).
    """
    shown = {play["seat"] for play in record["plays"]}
    return [seat for seat in find_seats_out(record) if shown and seat not in gone and seat not in shown]


def who_plays(record: Record, gone: list[str]) -> list[str]:
    """Return the seats in the hand, clockwise."""
    return [seat for seat in seats_of(record) if seat not in gone]


class Replay:
    def __init__(self) -> None:
        self.winners: list[str] = []
        #: The clock at which each trick was complete.
        self.ends: list[int] = []
        self.findings: list[Finding] = []
        #: Clocks of cards that may or may not have followed suit.
        self.open_clocks: list[int] = []
        self.complete = False


def first_leader(record: Record, contract: Contract | None, gone: list[str], law: Law) -> str | None:
    """Return the first leader: the bidder, or by rule another (BD-08); seats that are out are skipped (BD-32)."""
    dealer = record["deal"]["dealer"]
    seat = left_of(dealer, record)
    if contract is not None and law["leader"] == "bidder":
        seat = contract["maker"]
    elif contract is not None and law["leader"] == "pfeffer":
        if contract["trump"] is None:
            return None
        if contract["trump"] in ("NT", "HIGH", "LOW"):
            # At no-trump the player at the declarer's right (B-058).
            seat = right_of(contract["maker"], record)
    staying = who_plays(record, gone)
    return next((one for one in round_from(seat, record) if one in staying), None)


def due_to_play(leader: str, laid: list[str], left: Mapping[str, Any], record: Record) -> str | None:
    """Return the first seat from the leader that has cards in `left` and has not played to the trick."""
    for seat in round_from(leader, record):
        if seat in left and seat not in laid and left[seat]:
            return seat
    return None


def is_in_turn(
    seat: str, table: list[tuple[str, str]], rightful: str, left: Mapping[str, Any], record: Record
) -> bool:
    """Return True if a card is in turn (record: Whose turn). Only the rightful leader may lead.

    Later cards: the first seat from the one that led that has not played, the left neighbor of the last player, the
    rightful leader, or the k-th seat from the one that led for the k-th card, unless that seat has played already.
    """
    laid = [other for other, _ in table]
    if not laid:
        return seat == due_to_play(rightful, [], left, record)
    if seat in laid:
        return False
    due = due_to_play(laid[0], laid, left, record)
    places = [other for other in round_from(laid[0], record) if left.get(other) or other in laid]
    in_place = places[len(laid)] if len(laid) < len(places) else None
    # The left neighbor, skipping seats that are out or have no card.
    after = [*round_from(laid[-1], record)[1:], laid[-1]]
    neighbor = next((other for other in after if left.get(other)), None)
    return seat in (due, neighbor, rightful, in_place)


def find_later_proof(
    seat: str, suit: str, clock: int, *, strain: str, record: Record, law: Law, held: list[str]
) -> int | None:
    """Return the clock at which a later card proves that the seat could follow (infractions: fine print)."""
    mine = [
        (at + 1, play["card"])
        for at, play in enumerate(record["plays"])
        if at >= clock and play["seat"] == seat
    ]
    for one in record.get("incidents") or []:
        known = one.get("seen_by") or seats_of(record)
        if one["kind"] in SHOWING and one.get("card") in held and one.get("seat") == seat:
            if any(side_of(who, record, law) != side_of(seat, record, law) for who in known):
                mine.append((max(clock + 1, moment(incident_at(one))), one["card"]))
    return min((at for at, card in mine if suit_of(card, strain, law) == suit), default=None)


def first_shown(record: Record) -> dict[int, Record]:
    """Return, by clock, the incident of the card first seen in the act of playing (R-041, D-69, BD-75)."""
    incidents: dict[int, Record] = {}
    for one in sorted(record.get("incidents") or [], key=lambda one: one.get("order") or 0):
        in_play = one["kind"] == "card_retracted" or (one.get("in_play") and one["kind"] in SHOWING)
        if in_play and one.get("card"):
            incidents.setdefault(one["at"], one)
    return incidents


def replay(record: Record, hands: Hands, strain: str, leader: str, gone: list[str], law: Law) -> Replay:
    """Replay every card in order; a card of a seat that is out is not part of the trick (BD-77)."""
    result = Replay()
    staying = who_plays(record, gone)
    held: Hands = {seat: None if cards is None else list(cards) for seat, cards in hands.items()}
    left = dict.fromkeys(staying, cards_each(record))
    rightful, judged = leader, first_shown(record) if law["correction"] == "none" else {}
    table: list[tuple[str, str]] = []
    named: str | None = None
    for clock, play in enumerate(record["plays"]):
        seat, card = play["seat"], play["card"]
        trick = len(result.winners) + 1
        hand = held[seat]
        if hand is not None and card not in hand:
            raise ValueError(f"{seat} plays {card} without holding it")
        before = None if hand is None else list(hand)
        if hand is not None:
            hand.remove(card)
        if seat not in staying:
            result.findings.append(finding("playing-when-out", seat, "", clock, law, trick=trick))
            continue
        if not is_in_turn(seat, table, rightful, left, record):
            name = "play-out-of-turn" if table else "lead-out-of-turn"
            result.findings.append(finding(name, seat, "", clock, law, trick=trick))
        laid = judged.get(clock, play)["card"]
        if table:
            led = suit_led([one for _, one in table], strain, law, named)
            could = [one for one in before or [] if suit_of(one, strain, law) == led]
            if suit_of(laid, strain, law) != led and before is None:
                result.open_clocks.append(clock)
            elif suit_of(laid, strain, law) != led and could:
                proved = find_later_proof(seat, led, clock, strain=strain, record=record, law=law, held=could)
                result.findings.append(
                    finding("failure-to-follow", seat, "", clock, law, trick=trick, proved=proved)
                )
        else:
            named = play.get("named")
        left[seat] = max(0, left[seat] - 1)
        table.append((seat, card))
        if len(table) == len(staying):
            rightful = table[winning_card([one for _, one in table], strain, law, named)][0]
            result.winners.append(rightful)
            result.ends.append(clock + 1)
            table = []
    result.complete = len(result.winners) == cards_each(record)
    return result
