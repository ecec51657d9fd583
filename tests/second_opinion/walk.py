"""Clabber hands replayed, and the moments at which cards are seen; nothing is judged."""

from __future__ import annotations

from typing import Any

from tests.family.opinion import table
from tests.family.opinion.findings import Clock, OutOfScope, moment
from tests.family.opinion.play import due_to_play, is_in_turn

SEATS = "NESW"
SUITS = "CDHS"
RANKS = "9TJQKA"
PLAIN_ORDER = "9JQKTA"
TRUMP_ORDER = "QKTA9J"
PLAIN_VALUE = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
TRUMP_VALUE = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
PACK = [rank + suit for suit in SUITS for rank in RANKS]


#: Four seats, as a hand of the family has them that names none.
TABLE: dict[str, Any] = {}


def left_of(seat: str) -> str:
    """Return the next seat clockwise (contract, Words: E sits at N's left)."""
    return table.left_of(seat, TABLE)


def round_from(seat: str) -> list[str]:
    """Return all four seats clockwise, beginning with the one given."""
    return table.round_from(seat, TABLE)


def seat_to_play(leader: str, played: list[str], left: dict[str, list[str]]) -> str | None:
    """Return the rightful leader, else the first seat from the one that led that has yet to play and has a card."""
    return due_to_play(played[0] if played else leader, played, counts(left), TABLE)


def counts(left: dict[str, list[str]]) -> dict[str, int]:
    """Return the number of cards that each seat still holds."""
    return {seat: len(cards) for seat, cards in left.items()}


def team_of(seat: str) -> str:
    """Return the partnership of a seat (R-001)."""
    return "NS" if seat in "NS" else "EW"


def strength(card: str, led: str, trump: str) -> int:
    """Rank of a card within its trick: trumps, then the suit led, then the rest (R-004, R-005, R-038)."""
    if card[1] == trump:
        return 100 + TRUMP_ORDER.index(card[0])
    if card[1] == led:
        return 50 + PLAIN_ORDER.index(card[0])
    return 0


def value(card: str, trump: str) -> int:
    """Card points (R-004, R-005)."""
    return TRUMP_VALUE[card[0]] if card[1] == trump else PLAIN_VALUE[card[0]]


def winner_of(table: list[tuple[str, str]], trump: str) -> str:
    """Return the seat that takes a complete trick: highest trump, else highest card of the suit led (R-038)."""
    led = table[0][1][1]
    best = max(table, key=lambda pair: strength(pair[1], led, trump))
    return best[0]


def dealt_hands(record: dict[str, Any]) -> dict[str, list[str]]:
    """Return the cards dealt to each seat, noted or else rebuilt from a whole hand of plays."""
    noted = record["deal"].get("hands") or {}
    hands = {seat: list(noted.get(seat, [])) for seat in SEATS}
    if sorted(sum(hands.values(), [])) == sorted(PACK):
        return hands
    plays = record["plays"]
    if len(plays) == 24 and all(play["card"] is not None for play in plays):
        return {seat: [play["card"] for play in plays if play["seat"] == seat] for seat in SEATS}
    raise OutOfScope("not all cards are known")


def is_valid_call(call: str, number: int, upcard: str | None) -> bool:
    """Return True if a call means something in its round (contract: declarations)."""
    if call == "pass":
        return True
    if call == "play":
        return number == 1
    return number == 2 or upcard is None or call == upcard[1]


def call_in_turn(seat: str, spoken: list[str], dealer: str) -> bool:
    """Calls go as cards: first seat yet to speak, or left neighbour of the last speaker (fine print 1)."""
    if seat in spoken:
        return False
    due = [other for other in round_from(left_of(dealer)) if other not in spoken][0]
    if seat == due:
        return True
    return bool(spoken) and seat == left_of(spoken[-1])


def spoken_calls(record: dict[str, Any]) -> tuple[list[dict[str, Any]], bool]:
    """Return the calls up to the one that fixed trumps, and whether all four passed twice (R-020 to R-023)."""
    upcard = record["deal"].get("upcard")
    spoken: dict[int, list[str]] = {1: [], 2: []}
    calls: list[dict[str, Any]] = []
    number = 1
    for entry in record.get("declarations") or []:
        if len(set(spoken[1])) == 4:
            number = 2
        number = entry.get("round") or number
        seat, call = entry["seat"], entry["call"]
        valid = is_valid_call(call, number, upcard)
        in_turn = call_in_turn(seat, spoken[number], record["deal"]["dealer"])
        calls.append({"seat": seat, "call": call, "round": number, "valid": valid, "in_turn": in_turn})
        spoken[number].append(seat)
        if valid and call != "pass":
            return calls, False
        if len(set(spoken[2])) == 4:
            return calls, True
    return calls, False


def trump_and_maker(record: dict[str, Any], calls: list[dict[str, Any]]) -> tuple[str | None, str | None]:
    """Trumps and their maker, from the call that fixed them or else from the noted contract."""
    contract = record.get("contract") or {}
    trump, maker = contract.get("trump"), contract.get("maker")
    last = calls[-1] if calls else None
    if last and last["valid"] and last["call"] != "pass":
        maker = last["seat"]
        upcard = record["deal"].get("upcard")
        if last["call"] in SUITS:
            trump = last["call"]
        elif upcard is not None:
            trump = upcard[1]
    return trump, maker


def nth_clock(plays: list[dict[str, Any]], seat: str, number: int) -> int | None:
    """Return the clock of a seat's first (1) or second (2) card."""
    clocks = [play["clock"] for play in plays if play["seat"] == seat]
    return clocks[number - 1] if len(clocks) >= number else None


def walk_cards(
    entries: list[dict[str, Any]], hands: dict[str, list[str]], trump: str, leader: str
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], str | None]:
    """Return every card as it fell, the complete tricks, and whose turn it is afterwards."""
    left = {seat: list(hands[seat]) for seat in SEATS}
    plays: list[dict[str, Any]] = []
    tricks: list[dict[str, Any]] = []
    on_table: list[tuple[str, str]] = []
    for clock, entry in enumerate(entries):
        seat, card = entry["seat"], entry["card"]
        if card is None or card not in left[seat]:
            raise OutOfScope("a card is not known")
        plays.append(
            {
                "clock": clock,
                "seat": seat,
                "card": card,
                "trick": clock // 4 + 1,
                "hand": list(left[seat]),
                "table": list(on_table),
                "turn_ok": is_in_turn(seat, on_table, leader, counts(left), TABLE),
                "lead": not on_table,
            }
        )
        left[seat].remove(card)
        on_table.append((seat, card))
        if len(on_table) == 4:
            leader = winner_of(on_table, trump)
            cards = [one for _, one in on_table]
            points = sum(value(card, trump) for card in cards)
            tricks.append({"leader": on_table[0][0], "winner": leader, "points": points, "cards": cards})
            on_table = []
    return plays, tricks, seat_to_play(leader, [other for other, _ in on_table], left)


def replay(record: dict[str, Any]) -> dict[str, Any]:
    """Return the whole hand laid out: hands, calls, trumps, cards, tricks and turns."""
    calls, passed_out = spoken_calls(record)
    trump, maker = trump_and_maker(record, calls)
    hands = dealt_hands(record)
    said = [one for one in record.get("melds") or [] if one["kind"] == "belle"]
    if (record["plays"] or said) and trump is None and not passed_out:
        raise OutOfScope("trumps are not known")
    leader = left_of(record["deal"]["dealer"])
    plays, tricks, next_turn = walk_cards(record["plays"], hands, trump or "", leader)
    return {
        "hands": hands,
        "trump": trump,
        "maker": maker,
        "passed_out": passed_out,
        "calls": calls,
        "plays": plays,
        "tricks": tricks,
        "next_turn": next_turn,
        "first": {seat: nth_clock(plays, seat, 1) for seat in SEATS},
        "second": {seat: nth_clock(plays, seat, 2) for seat in SEATS},
    }


SHOWING = ("exposed_card", "card_half_shown", "card_retracted")
DEAL_KINDS = {
    *("exposed_in_deal", "wrong_card_count", "dealt_out_of_turn", "not_dealt_singly"),
    "upcard_mixed",
}
# At one clock the fine print's last line gives the order.
DEAL, CALL, MELD, MISSING, INCIDENT, TURN, DUTY = range(7)


def later(one: Clock, other: Clock) -> Clock:
    """Return the later of two clocks."""
    return one if moment(one) > moment(other) else other


def note(
    infraction: str,
    seat: str | None,
    at: Clock,
    order: int,
    proved: Clock,
    *,
    trick: int | None = None,
    meld: int | None = None,
    falls: bool = False,
) -> dict[str, Any]:
    """Return one finding before its penalty is looked up; `order` is its place at its clock."""
    return {
        "infraction": infraction,
        "seat": seat,
        "team": team_of(seat) if seat else None,
        "trick": trick,
        "at": at,
        "verdict": "proven",
        "provable_from": proved,
        "penalty": None,
        "falls": falls,
        "meld": meld,
        "order": order,
    }


def announced_at(entry: dict[str, Any], hand: dict[str, Any]) -> Clock | None:
    said = entry.get("announced", "in_turn")
    if said == "never":
        return None
    return hand["first"][entry["seat"]] if said == "in_turn" else said


def shown_at(entry: dict[str, Any], hand: dict[str, Any]) -> Clock | None:
    """Clock at which a run or four was shown; no cards means never (fine print)."""
    said = entry.get("shown", "in_turn")
    if said == "never" or not entry.get("cards") or entry["kind"] == "belle":
        return None
    return hand["second"][entry["seat"]] if said == "in_turn" else said


def incident_at(incident: dict[str, Any], played: int) -> Clock:
    """Return an incident's clock; without one the deal, the end of its trick or of the first one, or the start of play."""
    if incident.get("at") is not None:
        return incident["at"]
    if incident["kind"] in DEAL_KINDS:
        return "deal"
    if incident["kind"] in ("looked_at_trick", "led_before_turned", "trick_gathered"):
        return 4 * incident.get("trick", 1)
    if incident.get("trick") is not None:
        return min(4 * incident["trick"], played)
    return 0


def cards_seen(record: dict[str, Any], hand: dict[str, Any]) -> dict[str, tuple[str, Clock]]:
    seen: dict[str, tuple[str, Clock]] = {}

    def see(seat: str | None, card: str, clock: Clock) -> None:
        if seat is None or card not in hand["hands"][seat]:
            return
        if card not in seen or moment(clock) < moment(seen[card][1]):
            seen[card] = (seat, clock)

    if record["deal"].get("upcard"):
        mixed = [one.get("seat") for one in record.get("incidents") or [] if one["kind"] == "upcard_mixed"]
        see((mixed or [record["deal"]["dealer"]])[0], record["deal"]["upcard"], "declaring")
    for play in hand["plays"]:
        see(play["seat"], play["card"], play["clock"] + 1)
    for entry in record.get("melds") or []:
        clock = shown_at(entry, hand)
        if clock is not None:
            for card in entry["cards"]:
                see(entry["seat"], card, clock)
    for incident in record.get("incidents") or []:
        if incident["kind"] in SHOWING and incident.get("card") and incident.get("seat"):
            if {team_of(seat) for seat in incident.get("seen_by") or SEATS} == {team_of(incident["seat"])}:
                # The other side knew nothing.
                continue
            see(incident["seat"], incident["card"], incident_at(incident, len(hand["plays"])))
    laydown = record.get("laydown")
    if laydown:
        for card in hand["hands"][laydown["by"]]:
            see(laydown["by"], card, laydown["at"])
    return seen
