"""A checker of certificates that knows nothing of the program that wrote them.

Taken for granted is only who played when, and six cards for each. A proof holds when no hand in which its premises are
true is otherwise; what is undetermined is shown by one complete hand of each kind. Cards are written as in records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

Json = dict[str, Any]
#: A place at the table: whose, when its card was played, the cards that may lie there.
Place = tuple[str, int, set[str]]
#: Whether a seat has one of some cards in its places with clocks after the first number and up to the second.
Atom = tuple[bool, str, int, int, set[str]]
SEATS, RANKS, SUITS, KEPT = "NESW", "9TJQKA", "CDHS", 24
PACK = [rank + suit for suit in SUITS for rank in RANKS]
TURNS = ("lead-out-of-turn", "play-out-of-turn")
DUTIES = ("failure-to-follow", "failure-to-trump", "failure-to-overtrump")


class Checker:
    """The record of a ruling, `clabber-ruling/1`, to hold its certificates against."""

    def __init__(self, ruling: Json) -> None:
        self.ruling, self.record, self.known = ruling, ruling["record"], dict[tuple[object, ...], bool]()
        self.seats, self.facts = [play["seat"] for play in self.record["plays"]], list(self.stated())
        articles = ruling["law"]["articles"].values()
        self.toggles = {name: value for article in articles for name, value in article.get("toggles", {}).items()}

    def stated(self) -> Iterator[Json]:
        """What the record says of the cards, fact by fact."""
        record, lost = self.record, self.record.get("disordered", [])
        deal, turned = record["deal"], record["deal"].get("upcard") or ""
        calls = {call["call"] for call in record.get("declarations") or []}
        named = calls | {(record.get("contract") or {}).get("trump"), turned[1:] if "play" in calls else ""}
        yield from ({"trump": suit} for suit in SUITS if suit == self.ruling["trump"] and suit in named)
        fell = [play["card"] for play in record["plays"]]
        piles = [(trick, fell[4 * trick - 4 : 4 * trick]) for trick in lost]
        yield from ({"pile": trick, "cards": [card for card in PACK if card in pile]} for trick, pile in piles)
        yield from ({"play": at, "card": card} for at, card in enumerate(fell) if card and at // 4 + 1 not in lost)
        hands = deal.get("hands", {}).items()
        dealt = [(deal["dealer"], turned), *((seat, card) for seat, cards in hands for card in cards)]
        shown = [meld for meld in record.get("melds") or [] if meld.get("shown") != "never" and meld["kind"] != "belle"]
        dealt += [(meld["seat"], card) for meld in shown for card in meld.get("cards", [])]
        noted = [each for each in record.get("incidents", []) if each["kind"] == "exposed_card"]
        dealt += [(each.get("seat"), each.get("card")) for each in noted]
        yield from ({"dealt": seat, "card": card} for seat, card in dealt if seat and card)

    def complaint(self, certificate: Json) -> str:
        """Why a certificate does not hold; empty when it does."""
        try:
            faults, verdict = certificate["any_of"], certificate["verdict"]
            if verdict == "undetermined":
                return self.against_world(certificate, "with") or self.against_world(certificate, "without")
            return self.against_proof(faults, certificate["premises"], verdict == "refuted")
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as problem:
            return f"it cannot be read: {problem!r}"

    def against_world(self, certificate: Json, name: str) -> str:
        """Why a complete hand does not show what it should."""
        world = certificate[name]
        told: list[Json] = [{"dealt": seat, "card": card} for seat in SEATS for card in world["dealt"][seat]]
        told += [{"play": at, "card": card} for at, card in enumerate(world["plays"])]
        places = self.table([*self.facts, *told])
        if not fillable(places) or self.ruling["trump"] not in (None, world["trump"]):
            return f"the hand “{name}” does not agree with the record"
        wrong = self.possible(places, world["trump"], certificate["any_of"], guilty=name == "without")
        return f"in the hand “{name}” it is otherwise" if wrong else ""

    def against_proof(self, faults: Sequence[Json], premises: Sequence[Json], refuted: bool) -> str:
        """Why some premises do not prove that one of the faults is true, or with `refuted` that none is."""
        places = self.table(premises)
        trumps = [fact["trump"] for fact in premises if "trump" in fact] or SUITS
        if trumps == SUITS and faults[0]["infraction"] == "failed-laydown":
            return "it does not say what is trumps"
        if any(self.possible(places, trump, faults, guilty=refuted) for trump in trumps):
            return "a hand agrees with the premises in which it is otherwise"
        return next((f"the record does not say {fact}" for fact in premises if fact not in self.facts), "")

    def table(self, facts: Sequence[Json]) -> list[Place]:
        """Every place at the table with the cards that may lie there when only some facts are known."""
        spots = [*enumerate(self.seats), *((KEPT, seat) for seat in SEATS for _ in range(6 - self.seats.count(seat)))]
        if len(spots) != len(PACK):
            raise ValueError("a miscounted deal")
        return [(seat, at, {card for card in PACK if allowed(facts, seat, at, card)}) for at, seat in spots]

    def possible(self, places: list[Place], trump: str, faults: Sequence[Json], guilty: bool) -> bool:
        """Whether the places can be filled so that some fault is true or, with `guilty` false, that none is."""
        if guilty and len(faults) > 1:
            return any(self.possible(places, trump, [fault], True) for fault in faults)
        kind, at = faults[0]["infraction"], faults[0]["at"]
        if kind == "failed-laydown":
            whole = not guilty or "all_hands" in faults[0] or self.toggles["laydown_standard"] == "best_line"
            return self.beaten(places, trump, at, whole) is not (not guilty)
        # The cards that have to be known to weigh it: those of the trick before, or of its own trick up to its own.
        start = at // 4 * 4 if kind in TURNS + DUTIES else 0
        # Who had no other card left broke no duty, whatever it was.
        last = kind in DUTIES and not any(who == faults[0]["seat"] and when > at for who, when, _ in places)
        clocks = [] if last or kind not in DUTIES else [start, at] if kind in DUTIES[:2] else [*range(start, at + 1)]
        if kind in TURNS and len({self.out_of_turn(faults[0], leader) for leader in self.leaders(start)}) > 1:
            clocks = list(range(start - 4, start))
        for fallen in product(*[sorted(places[clock][2]) for clock in clocks]):
            cards = dict(zip(clocks, fallen, strict=True))
            for atoms in self.ways(faults[0], cards, trump, guilty) if len(set(fallen)) == len(fallen) else ():
                settled = [(who, when, {cards.get(when, "")} & may or may - set(fallen)) for who, when, may in places]
                for narrower in narrowings(settled, atoms):
                    if fillable(narrower) and (not faults[1:] or self.possible(narrower, trump, faults[1:], guilty)):
                        return True
        return False

    def ways(self, fault: Json, cards: dict[int, str], trump: str, guilty: bool) -> Iterable[Sequence[Atom]]:
        """The ways in which a fault is true, or is not: in each, all of its atoms are so."""
        kind, seat, at = fault["infraction"], fault["seat"], fault["at"]
        if kind in TURNS:
            before = [(self.seats[clock], card) for clock, card in sorted(cards.items())]
            leader = winner(before, trump) if before else self.leaders(at // 4 * 4)[0]
            return [()] if self.out_of_turn(fault, leader) is guilty else []
        king, queen = {"K" + trump}, {"Q" + trump}
        if kind in DUTIES:
            true = duty(kind, seat, at, cards, trump) if cards else []
        elif kind == "declaring-without-trump":
            true = [[(False, seat, -1, KEPT, {rank + fault["suit"] for rank in RANKS})]]
        elif kind == "false-meld":
            true = [[(False, seat, -1, KEPT, king)], [(False, seat, -1, KEPT, queen)]]
        else:
            last, other = ((at, KEPT), (-1, KEPT)) if kind == "early-belle" else ((at - 1, at), (-1, at - 1))
            true = [[(True, seat, *last, a), (True, seat, *other, b)] for a, b in ((king, queen), (queen, king))]
        return true if guilty else product(*[[(not atom[0], *atom[1:]) for atom in atoms] for atoms in true])

    def beaten(self, places: list[Place], trump: str, at: int, whole: bool) -> bool | None:
        """Whether in some hand a trick laid down is lost; None where too little is known of it."""
        trick = [(seat, card) for seat, when, may in places if at // 4 * 4 - 4 <= when < at for card in sorted(may)]
        left = [(who, KEPT if when >= at else when, may) for who, when, may in tight(places)]
        free = [seat for seat in SEATS if len(held(left, seat)) > sum(place[:2] == (seat, KEPT) for place in left)]
        layer = self.record["laydown"]["by"] if self.record["laydown"].get("order") else ""
        if len(trick) != min(at, at % 4 + 4) or any(whole or seat == layer for seat in free):
            return None
        return self.lost(left, trump, winner(trick[:4], trump) if at > 3 else self.leaders(0), trick[4 * (at > 3) :])

    def lost(self, places: list[Place], trump: str, leader: str, trick: list[tuple[str, str]]) -> bool:
        """Whether in some hand a trick is lost from here, where `trick` lies on the table."""
        layer, standard = self.record["laydown"]["by"], self.toggles["laydown_standard"]
        order = self.record["laydown"].get("order", []) if standard == "stated_line" else []
        if len(trick) == len(SEATS):
            leader, trick = winner(trick, trump), []
            if leader not in (layer, self.toggles["laydown_scope"] == "team" and clockwise(layer)[2]):
                return True
        seat = next((who for who in clockwise(leader) if held(places, who) and who not in dict(trick)), "")
        mine, others = held(places, seat), held(places, SEATS.replace(seat, ""))
        over = {one: sum(strength(each, one, trump) >= strength(one, one, trump) for each in others) for one in mine}
        here = (trump, leader, *trick, *sorted((who, when, *sorted(may)) for who, when, may in places if when >= 0))
        if here in self.known or (seat in (layer, "") and not trick and not any(over.values())):
            return self.known.get(here, False)
        outcome = chooses = standard == "best_line" and seat in (layer, clockwise(layer)[2])
        # Of cards in one hand that are as good as each other one is tried, of those in the order stated the first.
        hand = sorted(mine, key=[*order, *PACK].index)
        alike = {(one[one not in others :], over[one], winner([*trick, (seat, one)], trump)): one for one in hand[::-1]}
        own = sorted((len(may), number) for number, (who, at, may) in enumerate(places) if (who, at) == (seat, KEPT))
        for card in [one for one in hand if one in alike.values()]:
            barred = {card}.union(*lacking([one for _, one in trick], card, trump).values())
            spot = next(number for _, number in own if card in places[number][2])
            after = [(*place[:2], place[2] - (barred if place[:2] == (seat, KEPT) else {card})) for place in places]
            after[spot] = (seat, -1, {card})
            if fillable(after):
                outcome = self.lost(after, trump, leader, [*trick, (seat, card)])
                if outcome is not chooses or (seat == layer and card in order):
                    break
        self.known[here] = outcome
        return outcome

    def leaders(self, start: int) -> str:
        """Who may have been to lead at a clock."""
        return "".join(self.seats[start - 4 : start]) or clockwise(self.record["deal"]["dealer"])[1]

    def out_of_turn(self, fault: Json, leader: str) -> bool:
        """Whether a card was led or played out of turn, where a seat was to lead its trick."""
        at, start = fault["at"], fault["at"] // 4 * 4
        exempt = at >= 20 and self.toggles["last_trick_out_of_turn_ok"]
        if exempt or (at == start) is not (fault["infraction"] == TURNS[0]):
            return False

        def first(seat: str, gone: Sequence[str]) -> str:
            return next((who for who in clockwise(seat) if who not in gone and self.seats[:start].count(who) < 6), "")

        played, rightful = self.seats[start:at], first(leader, ())
        if not played or (self.toggles.get("followers_guilty") and rightful not in played):
            return bool(fault["seat"] != rightful)
        allowed = {first(played[0], played)}
        if not self.toggles.get("followers_guilty"):
            allowed |= {first(clockwise(self.seats[at - 1])[1], ()), rightful} - set(played)
        return fault["seat"] not in allowed


def allowed(facts: Sequence[Json], seat: str, at: int, card: str) -> bool:
    """Whether a card may lie in a place when some facts are true."""
    for fact in facts:
        if "play" in fact and (at == fact["play"]) is not (card == fact["card"]):
            return False
        if "dealt" in fact and card == fact["card"] and seat != fact["dealt"]:
            return False
        inside = "pile" in fact and at // 4 + 1 == fact["pile"]
        # Where only three of its four cards are known, another may lie in the trick too.
        if "pile" in fact and inside is not (card in fact["cards"]) and not (inside and len(fact["cards"]) < 4):
            return False
    return True


def fillable(places: Sequence[Place], fixed: int = -1, there: str = "") -> bool:
    """Whether each place can have a card of its own, `there` lying in the place numbered `fixed`."""
    owner = {there: fixed}

    def settle(number: int, tried: set[str]) -> bool:
        for card in sorted(places[number][2]):
            if card not in tried:
                tried.add(card)
                if card not in owner or settle(owner[card], tried):
                    owner[card] = number
                    return True
        return False

    return all(number == fixed or settle(number, {there}) for number in range(len(places)))


def tight(places: list[Place]) -> list[Place]:
    """The same with only the cards that can lie in a place while every other has one of its own."""
    return [(who, at, {card for card in may if fillable(places, n, card)}) for n, (who, at, may) in enumerate(places)]


def narrowings(places: list[Place], atoms: Sequence[Atom]) -> Iterator[list[Place]]:
    """The same places where all atoms are so, in every way."""
    if not atoms:
        yield places
    for some, seat, first, last, cards in atoms[:1]:
        for gone in [{card} for card in sorted(cards)] if some else [cards]:
            # A card that must be in those places is in no other; cards that must not be there are taken out of them.
            spared = [(who == seat and first < at <= last) is some for who, at, _ in places]
            kept = [(*each[:2], each[2] - (set() if here else gone)) for here, each in zip(spared, places, strict=True)]
            yield from narrowings(kept, atoms[1:])


def held(places: Sequence[Place], seats: str) -> set[str]:
    """The cards that may still be in the hands of some seats."""
    return set[str]().union(*(may for who, at, may in places if at == KEPT and who in seats))


def duty(kind: str, seat: str, at: int, cards: dict[int, str], trump: str) -> list[list[Atom]]:
    """What the rest of a hand must be for its card to break a duty; nothing when the card by itself breaks none."""
    lacks = lacking([cards[clock] for clock in sorted(cards) if clock < at], cards[at], trump)
    void = [(False, seat, at, KEPT, cards) for name, cards in lacks.items() if name == DUTIES[0] != kind]
    return [[(True, seat, at, KEPT, lacks[kind]), *void]] if kind in lacks else []


def lacking(trick: Sequence[str], card: str, trump: str) -> dict[str, set[str]]:
    """For each duty that a card may break the cards of which one in hand means that it does."""
    suit, trumps = ({rank + name for rank in RANKS if trick} for name in ("".join(trick)[1:2], trump))
    highest = max((strength(one, trick[0], trump) for one in trick), default=0)
    above = {one for one in trumps if strength(one, trick[0], trump) > highest}
    broken = (card not in suit, card not in suit | trumps, card in trumps - above)
    return {kind: cards for kind, cards, so in zip(DUTIES, (suit, trumps, above), broken, strict=True) if so}


def clockwise(seat: str) -> str:
    """The seats from one on."""
    return (SEATS + SEATS)[SEATS.index(seat) :][:4]


def winner(trick: list[tuple[str, str]], trump: str) -> str:
    """Who wins a trick."""
    return max(trick, key=lambda played: strength(played[1], trick[0][1], trump))[0]


def strength(card: str, lead: str, trump: str) -> int:
    """How high a card stands in a trick; 0 when it cannot win."""
    return 20 - "J9ATKQ".index(card[0]) if card[1] == trump else (10 - "ATKQJ9".index(card[0])) * (card[1] == lead[1])
