"""Every irregularity of one hand that does not come from a claim, a lay-down or the score sheet."""

from __future__ import annotations

from typing import Any

from .toggles import PENALTIES, TOGGLES
from .walk import PACK, RANKS, SEATS, SUITS, TRUMP_ORDER, left_of, team_of, walk

Clock = Any  # an integer from 0 to 24, or one of the four words below
WORDS = {"deal": -2, "declaring": -1, "turned": 25, "scored": 26}

# At one clock the fine print's last line gives the order.
DEAL, CALL, MELD, MISSING, INCIDENT, TURN, DUTY = range(7)

INCIDENTS = {
    "exposed_in_deal": "exposed-in-deal",
    "wrong_card_count": "wrong-card-count",
    "dealt_out_of_turn": "dealing-out-of-turn",
    "not_dealt_singly": "dealt-unevenly",
    "question": "asking-partner",
    "advice": "advising-partner",
    "meld_called_for_partner": "calling-meld-for-partner",
    "exposed_card": "exposed-card",
    "looked_at_trick": "looking-at-turned-trick",
    "led_before_turned": "leading-before-trick-turned",
    "slow_play": "slow-play",
}
DEAL_KINDS = {"exposed_in_deal", "wrong_card_count", "dealt_out_of_turn", "not_dealt_singly"}
RUN_LENGTH = {"dad": 3, "fifty": 4, "hundred": 5}


def moment(clock: Clock) -> int:
    """A clock as a number, the words placed around 0..24 (contract, Words)."""
    return WORDS[clock] if isinstance(clock, str) else clock


def later(one: Clock, other: Clock) -> Clock:
    """The later of two clocks."""
    return one if moment(one) > moment(other) else other


def note(
    infraction: str,
    seat: str | None,
    at: Clock,
    order: int,
    proved: Clock,
    trick: int | None = None,
    meld: int | None = None,
    falls: bool = False,
) -> dict[str, Any]:
    """One finding before its penalty is looked up; `order` is its place at its clock."""
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


# What can be seen


def announced_at(entry: dict[str, Any], hand: dict[str, Any]) -> Clock | None:
    """When a run or four was announced, None if never or if the hand did not get that far."""
    said = entry.get("announced", "in_turn")
    if said == "never":
        return None
    return hand["first"][entry["seat"]] if said == "in_turn" else said


def shown_at(entry: dict[str, Any], hand: dict[str, Any]) -> Clock | None:
    """When a run or four was shown; no cards means never (fine print)."""
    said = entry.get("shown", "in_turn")
    if said == "never" or not entry.get("cards") or entry["kind"] == "belle":
        return None
    return hand["second"][entry["seat"]] if said == "in_turn" else said


def cards_seen(record: dict[str, Any], hand: dict[str, Any]) -> dict[str, tuple[str, Clock]]:
    """Each card that was ever face up: whose it was and the first clock it was seen."""
    seen: dict[str, tuple[str, Clock]] = {}

    def see(seat: str, card: str, clock: Clock) -> None:
        if card not in hand["hands"][seat]:
            return
        if card not in seen or moment(clock) < moment(seen[card][1]):
            seen[card] = (seat, clock)

    if record["deal"].get("upcard"):
        see(record["deal"]["dealer"], record["deal"]["upcard"], "declaring")
    for play in hand["plays"]:
        see(play["seat"], play["card"], play["clock"] + 1)
    for entry in record.get("melds") or []:
        clock = shown_at(entry, hand)
        if clock is not None:
            for card in entry["cards"]:
                see(entry["seat"], card, clock)
    for incident in record.get("incidents") or []:
        if incident["kind"] == "exposed_card" and incident.get("card") and incident.get("seat"):
            see(incident["seat"], incident["card"], incident_at(incident, len(hand["plays"])))
    laydown = record.get("laydown")
    if laydown:
        for card in hand["hands"][laydown["by"]]:
            see(laydown["by"], card, laydown["at"])
    return seen


# Deal and declaring


def deal_findings(record: dict[str, Any]) -> list[dict[str, Any]]:
    """A short cut (R-012) and a dealer who was not due (fine print), both from the deal itself."""
    deal = record["deal"]
    dealer = deal["dealer"]
    found = []
    if deal.get("cut") is not None and deal["cut"] < 4:
        cutter = left_of(left_of(left_of(dealer)))
        found.append(note("short-cut", cutter, "deal", DEAL, "deal"))
    called = [one for one in record.get("incidents") or [] if one["kind"] == "dealt_out_of_turn"]
    if deal.get("due_dealer", dealer) != dealer and not called:
        found.append(note("dealing-out-of-turn", dealer, "deal", DEAL, "deal"))
    return found


def void_proved(maker: str, hand: dict[str, Any], seen: dict[str, tuple[str, Clock]]) -> Clock | None:
    """When a declarer's lack of trumps is seen: his whole hand, or every trump elsewhere."""
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
    found = []
    fixed_in = None
    for call in hand["calls"]:
        seat = call["seat"]
        if not call["in_turn"]:
            found.append(note("declaring-out-of-turn", seat, "declaring", CALL, "declaring"))
        if not call["valid"]:
            found.append(note("invalid-declaration", seat, "declaring", CALL, "declaring"))
        elif call["call"] != "pass":
            fixed_in = call["round"]
    maker, trump = hand["maker"], hand["trump"]
    if fixed_in is None and upcard is not None and trump is not None:
        fixed_in = 1 if trump == upcard[1] else 2
    if maker in tuple(SEATS) and trump and not any(card[1] == trump for card in hand["hands"][maker]):
        if fixed_in == 2 or toggles["round1_needs_trump"]:
            proved = void_proved(maker, hand, seen)
            found.append(note("declaring-without-trump", maker, "declaring", CALL, proved))
    if fixed_in == 2 and upcard is not None and trump == upcard[1]:
        found.append(note("declaring-passed-suit", maker, "declaring", CALL, "declaring"))
    return found


# Melds


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
    """The ranks of which all four are there (R-044 to R-046)."""
    return [rank for rank in RANKS if all(rank + suit in cards for suit in SUITS)]


def contains_kind(cards: list[str], kind: str) -> bool:
    """Whether cards hold a meld of the kind announced (D-27); more than that is no fault."""
    fours = four_ranks(cards)
    if kind == "two_hundred":
        return "J" in fours
    if kind == "hundred" and any(rank != "J" for rank in fours):
        return True
    return longest_run(cards) >= RUN_LENGTH[kind]


def is_some_meld(cards: list[str]) -> bool:
    """Whether cards hold any run of three or any four of a kind."""
    return longest_run(cards) >= 3 or bool(four_ranks(cards))


def timing(at: Clock, due: int | None, may_be_now: bool, played: int) -> str:
    """A call or showing against the card it belongs to; with that card to come, only now can be in turn."""
    if due is None:
        return "in_turn" if may_be_now and at == played else "early"
    if moment(at) == due:
        return "in_turn"
    return "early" if moment(at) < due else "late"


def shares_a_card(index: int, melds: list[dict[str, Any]]) -> bool:
    """Whether an earlier run or four of the record uses one of this entry's cards (R-056)."""
    mine = set(melds[index].get("cards") or [])
    return any(one["kind"] != "belle" and mine & set(one.get("cards") or []) for one in melds[:index])


def is_false(index: int, melds: list[dict[str, Any]], hand: dict[str, Any], toggles: dict[str, Any]) -> bool:
    """Whether the cards are no meld at all, or one is used already; unlisted, only where none are shown."""
    entry = melds[index]
    cards = entry.get("cards") or []
    if not cards:
        return not toggles["show_required"] and not contains_kind(hand["hands"][entry["seat"]], entry["kind"])
    return not is_some_meld(cards) or shares_a_card(index, melds)


def run_or_four(
    index: int, melds: list[dict[str, Any]], hand: dict[str, Any], toggles: dict[str, Any]
) -> list[dict[str, Any]]:
    """What is wrong with one run or four: its call, its showing, its cards (contract: Melds)."""
    entry = melds[index]
    seat, kind, cards = entry["seat"], entry["kind"], entry.get("cards") or []
    first, second, played = hand["first"][seat], hand["second"][seat], len(hand["plays"])
    called, shown = announced_at(entry, hand), shown_at(entry, hand)
    turn_now = hand["next_turn"] == seat
    found = []
    call_time = show_time = None
    false = False
    if called is not None:
        call_time = timing(called, first, turn_now, played)
        if call_time == "early":
            found.append(note("meld-announced-out-of-turn", seat, called, MELD, called, meld=index))
        if call_time == "late":
            found.append(note("meld-announced-late", seat, called, MELD, called, meld=index))
        false = is_false(index, melds, hand, toggles)
        if false:
            # What is none is seen to be none once its cards lie open.
            found.append(note("false-meld", seat, called, MELD, shown, meld=index))
    if shown is not None:
        show_time = timing(shown, second, turn_now and first is not None, played)
        if show_time == "early":
            found.append(note("meld-shown-out-of-turn", seat, shown, MELD, shown, meld=index))
        if show_time == "late":
            found.append(note("meld-shown-late", seat, shown, MELD, shown, meld=index))
        if entry.get("announced", "in_turn") == "never" and show_time != "late":
            found.append(note("unannounced-meld-shown", seat, shown, MELD, shown, meld=index))
    compared = shown if toggles["show_required"] or shown is not None else called
    if called is not None and compared is not None and cards and not false and not contains_kind(cards, kind):
        found.append(note("mismatched-meld", seat, compared, MELD, compared, meld=index))
    never = entry.get("shown", "in_turn") == "never" or not cards
    if never and second is not None and call_time in ("early", "in_turn") and not false:
        found.append(note("unshown-meld", seat, second, MISSING, second + 1, meld=index, falls=True))
    return found


def pair_of(seat: str, hand: dict[str, Any]) -> list[str]:
    """King and queen of trumps if the seat was dealt both (R-063), else nothing."""
    if hand["trump"] is None:
        return []
    pair = ["K" + hand["trump"], "Q" + hand["trump"]]
    return pair if all(card in hand["hands"][seat] for card in pair) else []


def pair_clocks(seat: str, pair: list[str], hand: dict[str, Any]) -> list[int]:
    """The clocks at which the pair's cards have fallen."""
    return [play["clock"] for play in hand["plays"] if play["seat"] == seat and play["card"] in pair]


def run_holds(entry: dict[str, Any], pair: list[str]) -> bool:
    """Whether a recorded run has both cards of the pair and the jack or ace that makes it a run."""
    cards = entry.get("cards") or []
    if entry["kind"] == "belle" or not pair or not all(card in cards for card in pair):
        return False
    trump = pair[0][1]
    return "J" + trump in cards or "A" + trump in cards


def belle_by_showing(
    seat: str, pair: list[str], melds: list[dict[str, Any]], hand: dict[str, Any], toggles: dict[str, Any]
) -> Clock | None:
    """The clock of a run with both cards shown in its turn, which is itself the call (R-065, R-067)."""
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
    """Where one card makes one meld only (D-21), whether an announced meld uses the pair already."""
    if toggles["belle_in_run"]:
        return False
    for entry in melds:
        if entry["seat"] == seat and entry["kind"] != "belle" and entry.get("announced") != "never":
            if any(card in pair for card in entry.get("cards") or []):
                return True
    return False


def lack_proved(seat: str, hand: dict[str, Any], first: int) -> Clock | None:
    """When the table saw that a seat lacks king or queen of trumps: one of them elsewhere, or the whole hand."""
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
    """Whether the seat had called belle already: once called, repeating is nothing (fine print)."""
    for place, other in enumerate(melds):
        if other["seat"] == melds[index]["seat"] and other["kind"] == "belle" and place != index:
            word = other.get("announced", "in_turn")
            if word not in ("in_turn", "never") and (moment(word), place) < (said, index):
                return True
    return False


def belle_entry(
    index: int, melds: list[dict[str, Any]], hand: dict[str, Any], toggles: dict[str, Any]
) -> list[dict[str, Any]]:
    """A belle called without its cards, or before the second of them is played (R-066, D-35)."""
    entry = melds[index]
    seat, said = entry["seat"], entry.get("announced", "in_turn")
    if said == "never" or hand["trump"] is None:
        return []
    pair = pair_of(seat, hand)
    if not pair or pair_used_up(seat, pair, melds, toggles):
        first = hand["first"][seat]
        if first is None:
            return []
        if not pair:
            proved = lack_proved(seat, hand, first)
        else:
            fallen = pair_clocks(seat, pair, hand)
            proved = said if said != "in_turn" else max(fallen) if len(fallen) == 2 else first
        return [note("false-meld", seat, first, MELD, proved, meld=index)]
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
    """Whether a belle entry was said by the time the next card was played (D-34); early still counts."""
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
    return [note("forgotten-belle", seat, clock, MISSING, clock + 2 if clock < 23 else "turned", meld=meld, falls=True)]


def said_with_laydown(seat: str, said: Clock, record: dict[str, Any]) -> bool:
    """Whether belle was said with the seat's own agreed lay-down (D-74)."""
    laydown = record.get("laydown") or {}
    return bool(laydown.get("agreed")) and laydown["by"] == seat and laydown["at"] == said == len(record["plays"])


def meld_findings(record: dict[str, Any], hand: dict[str, Any], toggles: dict[str, Any]) -> list[dict[str, Any]]:
    """All findings about melds; without the key nothing is known to have been forgotten (contract: Melds)."""
    melds = record.get("melds")
    if melds is None:
        return []
    found = []
    hand["seen"] = cards_seen(record, hand)
    for index, entry in enumerate(melds):
        if entry["kind"] == "belle":
            one = belle_entry(index, melds, hand, toggles)
            early = one and one[0]["infraction"] == "early-belle"
            if not (early and said_with_laydown(entry["seat"], one[0]["at"], record)):
                found += one
        else:
            found += run_or_four(index, melds, hand, toggles)
    for seat in SEATS:
        found += forgotten(seat, melds, hand, toggles)
    return found


# Incidents


def incident_at(incident: dict[str, Any], played: int) -> Clock:
    """An incident's clock; without one, the deal, the end of its trick, or the start of play."""
    if incident.get("at") is not None:
        return incident["at"]
    if incident["kind"] in DEAL_KINDS:
        return "deal"
    if incident.get("trick") is not None:
        return min(4 * incident["trick"], played)
    return 0


def incident_findings(record: dict[str, Any], hand: dict[str, Any], toggles: dict[str, Any]) -> list[dict[str, Any]]:
    """What no card shows, each incident for what it is; looking back depends on the moment (D-51)."""
    found = []
    for incident in record.get("incidents") or []:
        kind, trick = incident["kind"], incident.get("trick")
        if kind not in INCIDENTS:
            continue
        at = incident_at(incident, len(hand["plays"]))
        if kind == "looked_at_trick" and toggles["look_back"] == "until_next_card":
            if trick is None or moment(at) <= 4 * trick:
                continue
        one = note(INCIDENTS[kind], incident.get("seat"), at, INCIDENT, at, trick=trick)
        if kind == "dealt_out_of_turn" and incident.get("called") == "deal":
            one["penalty"] = "redeal"
        if at == "scored" and kind in ("exposed_in_deal", "wrong_card_count"):
            # Only a hand not yet scored is dealt again.
            one["penalty"] = "note"
        found.append(one)
    return found


# Cards


def highest_trump(table: list[tuple[str, str]], trump: str) -> int:
    """Place of the highest trump on the table in the trump order, -1 if there is none (R-004)."""
    return max([TRUMP_ORDER.index(card[0]) for _, card in table if card[1] == trump], default=-1)


def duty_broken(play: dict[str, Any], trump: str) -> tuple[str, list[str]] | None:
    """The one duty a card breaks and the cards whose holding proves it (R-033, R-034, R-036)."""
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
        better = [one for one in trumps if TRUMP_ORDER.index(one[0]) > top]
        if TRUMP_ORDER.index(card[0]) < top and better:
            return "failure-to-overtrump", better
    return None


def duty_proved(play: dict[str, Any], wanted: list[str], seen: dict[str, tuple[str, Clock]]) -> Clock | None:
    """The first clock, once the card has fallen, at which one of the wanted cards has been seen."""
    clocks = [later(seen[card][1], play["clock"] + 1) for card in wanted if card in seen]
    return min(clocks, key=moment) if clocks else None


def card_findings(
    hand: dict[str, Any], toggles: dict[str, Any], seen: dict[str, tuple[str, Clock]]
) -> list[dict[str, Any]]:
    """Cards out of turn (R-086 to R-088) and cards against a duty."""
    found = []
    for play in hand["plays"]:
        seat, clock, trick = play["seat"], play["clock"], play["trick"]
        exempt = trick == 6 and toggles["last_trick_out_of_turn_ok"]
        if not play["turn_ok"] and not exempt:
            name = "lead-out-of-turn" if play["lead"] else "play-out-of-turn"
            found.append(note(name, seat, clock, TURN, clock + 1, trick=trick, falls=True))
        broken = duty_broken(play, hand["trump"] or "")
        if broken:
            name, wanted = broken
            proved = duty_proved(play, wanted, seen)
            found.append(note(name, seat, clock, DUTY, proved, trick=trick, falls=True))
    return found


def find(record: dict[str, Any], ruleset: str) -> list[dict[str, Any]]:
    """All findings of a hand but those about claims, lay-downs and the score, in the contract's order."""
    toggles, penalties = TOGGLES[ruleset], PENALTIES[ruleset]
    hand = walk(record)
    seen = cards_seen(record, hand)
    found = deal_findings(record)
    found += call_findings(record, hand, toggles, seen)
    found += meld_findings(record, hand, toggles)
    found += incident_findings(record, hand, toggles)
    found += card_findings(hand, toggles, seen)
    found = [one for one in found if one["infraction"] in penalties]
    found.sort(key=lambda one: (moment(one["at"]), one["order"]))
    for one in found:
        one["penalty"] = one["penalty"] or penalties[one["infraction"]]
        del one["order"]
    return found
