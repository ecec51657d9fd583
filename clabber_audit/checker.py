"""A checker of certificates that knows nothing of the program that wrote them.

Taken for granted is what was said, who played when, and how many cards each had. A proof holds when no hand in which
its premises are true is otherwise; what is undetermined is shown by one complete hand of each kind. Cards are bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import product
from operator import or_
from typing import Any

Json = dict[str, Any]
#: A place at the table: whose, when its card was played, the cards that may lie there.
Place = tuple[str, int, int]
#: Whether some seats have one of some cards in places with clocks after the first number and up to the second.
Atom = tuple[bool, str, int, int, int]
SEATS, SUITS, KEPT, CLOCKS = "NESW", "CDHS", 99, {"deal": -2, "declaring": -1, "turned": 25, "scored": 26}
BIT = {rank + suit: 1 << 6 * m + n for m, suit in enumerate(SUITS) for n, rank in enumerate("9TJQKA")}
SUIT = {suit: sum(bit for card, bit in BIT.items() if card[1] == suit) for suit in ("", *SUITS)}
ALL = sum(BIT.values())
LAYDOWN, TURNS = "failed-laydown", ("lead-out-of-turn", "play-out-of-turn")
DUTIES = ("failure-to-follow", "failure-to-trump", "failure-to-overtrump")
#: How often it is asked, of one ruling, whether cards can lie so; what would take more is not found out.
STEPS, TOO_LONG = 60_000, "it would take too long"


class TooLong(Exception):
    """The steps have been used up."""


class Checker:
    """The record of a ruling, `clabber-ruling/1`, to hold its certificates against."""

    def __init__(self, ruling: Json) -> None:
        self.record, self.steps, self.known = ruling["record"], STEPS, dict[object, bool]()
        self.deal, self.seats = self.record["deal"], [play["seat"] for play in self.record["plays"]]
        self.melds, self.laydown = self.record.get("melds"), self.record.get("laydown") or {}
        articles = ruling["law"]["articles"].values()
        self.law = {name: value for each in articles for name, value in each.get("toggles", {}).items()}
        self.kinds = {name for each in articles for name in each.get("penalties", {})}
        self.facts, self.sizes = list(self.stated()), self.dealt()
        self.maker, self.trumps, self.round = self.declared()
        self.facts += [{"trump": suit} for suit in self.trumps if len(self.trumps) == 1 and suit]

    def stated(self) -> Iterator[Json]:
        """What the record says of the cards, fact by fact."""
        fell, lost = [play["card"] for play in self.record["plays"]], self.record.get("disordered") or ()
        piles = [(trick, fell[4 * trick - 4 : 4 * trick]) for trick in lost]
        yield from ({"pile": trick, "cards": [card for card in BIT if card in pile]} for trick, pile in piles)
        yield from ({"play": at, "card": card} for at, card in enumerate(fell) if card and at // 4 + 1 not in lost)
        dealt = [(self.deal["dealer"], self.deal.get("upcard"))]
        dealt += [(seat, card) for seat, cards in (self.deal.get("hands") or {}).items() for card in cards]
        shown = [meld for meld in self.melds or () if meld.get("shown") != "never" and meld["kind"] != "belle"]
        dealt += [(meld["seat"], card) for meld in shown for card in meld.get("cards") or ()]
        dealt += [(each.get("seat"), each.get("card")) for each in self.noted("exposed_card")]
        yield from ({"dealt": seat, "card": card} for seat, card in dealt if seat and card)

    def noted(self, kind: str) -> list[Json]:
        """The incidents of a kind."""
        return [each for each in self.record.get("incidents") or () if each["kind"] == kind]

    def dealt(self) -> dict[str, int]:
        """How many cards each seat had; nothing where nobody knows."""
        hands = self.deal.get("hands") or {}
        if not self.noted("wrong_card_count"):
            return dict.fromkeys(SEATS, 6)
        if len(hands) == len(SEATS):
            return {seat: len(hands[seat]) for seat in SEATS}
        return {seat: self.seats.count(seat) for seat in SEATS if len(self.seats) == len(BIT)}

    def declared(self) -> tuple[str, Sequence[str], int]:
        """Who made trumps, the suits that may be trumps ("" where all passed), and in which round, 0 if not known."""
        contract, number, spoken = self.record.get("contract") or {}, 1, set[str]()
        trump, turned = contract.get("trump", ""), (self.deal.get("upcard") or "")[1:]
        for call in self.record.get("declarations") or ():
            over, word = len(spoken) == len(SEATS), call["call"]
            if over and number == 2:
                break
            if (now := call.get("round") or max(number, 1 + over)) != number:
                number, spoken = now, set()
            if word == "play" and number == 1:
                return call["seat"], turned or trump or SUITS, number
            if word in SUITS and (number == 2 or turned in ("", word)):
                return call["seat"], word, number
            spoken.add(call["seat"])
        passed = number == 2 and len(spoken) == len(SEATS)
        return contract.get("maker", ""), [""] if passed else trump or SUITS, 2 * (turned not in ("", trump))

    def complaint(self, certificate: Json) -> str:
        """Why what a certificate says does not hold; empty when it does. `TOO_LONG` when that is not found out."""
        try:
            faults, verdict = certificate["any_of"], certificate["verdict"]
            if not self.sizes or not 0 < len(faults) <= len(BIT) or not all(map(self.heard, faults)):
                return "the record has nothing of which it can be so"
            if verdict == "undetermined":
                shown = self.against_world(faults, certificate["with"], False)
                return shown or self.against_world(faults, certificate["without"], True)
            premises, refuted = certificate["premises"], {"proven": False, "refuted": True}[verdict]
            if any(fact not in self.facts for fact in premises):
                return "the record does not say all of its premises"
            trumps = [fact["trump"] for fact in premises if "trump" in fact] or (SUITS if any(self.trumps) else [""])
            return self.against_proof(faults, premises, trumps, refuted)
        except TooLong:
            return TOO_LONG
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as problem:
            return f"it cannot be read: {problem!r}"

    def heard(self, fault: Json) -> bool:
        """Whether the law knows a fault, and the record has the card, call or lay-down that it is about."""
        kind, seat, at, suit = fault["infraction"], fault["seat"], fault["at"], fault.get("suit", self.trumps)
        played = type(at) is int and 0 <= at < len(self.seats) and self.seats[at] == seat
        if kind in (*TURNS, *DUTIES):
            return kind in self.kinds and played and (at % 4 == 0) is (kind == TURNS[0])
        laid = bool(self.laydown.get("agreed")) and self.laydown["by"] == seat
        if kind == LAYDOWN:
            # Where somebody played out of turn it is not said who goes on.
            whole, trick = self.seats[: at - at % 4], self.seats[at - at % 4 : at]
            regular = sorted(whole) == sorted(SEATS * (at // 4)) and len({*trick}) == len(trick) == at % 4
            return (
                kind in self.kinds and laid and self.laydown["at"] == at and regular and {*self.sizes.values()} == {6}
            )
        if kind == "declaring-without-trump":
            named = (seat, at, suit) == (self.maker, "declaring", self.trumps)
            return kind in self.kinds and named and (self.round == 2 or self.law["round1_needs_trump"])
        melds = [meld for meld in self.melds or () if meld["seat"] == seat]
        calls = [meld.get("announced", "in_turn") for meld in melds if meld["kind"] == "belle"]
        said = [CLOCKS.get(call, call) for call in calls if call not in ("in_turn", "never")]
        run = [card for meld in melds for card in meld.get("cards") or () if card[0] in "KQ" and card[1] in self.trumps]
        early = at in calls and CLOCKS.get(at, at) == min(said) and not (laid and at == len(self.seats))
        missed = played and "in_turn" not in calls and self.melds is not None and min([KEPT, *said]) > at + 1
        false = played and at == self.seats.index(seat) and {*calls, "never"} != {"never"}
        # A run shown with king or queen, and a call of which nobody knows when it came, say more than the cards.
        belle = {"early-belle": early and not run, "forgotten-belle": missed and not run, "false-meld": false}[kind]
        return kind in self.kinds and belle and None not in calls

    def against_world(self, faults: Sequence[Json], world: Json, refuted: bool) -> str:
        """Why a complete hand is not one of the record in which a fault is true, or with `refuted` none is."""
        trump, told = world["trump"] or "", [{"play": at, "card": card} for at, card in enumerate(world["plays"])]
        told += [{"dealt": seat, "card": card} for seat in SEATS for card in world["dealt"][seat]]
        if trump not in [*self.trumps] or len(told) != len(self.seats) + sum(self.sizes.values()):
            return "a hand shown is none of the record"
        return self.against_proof(faults, [*self.facts, *told], [trump], refuted)

    def against_proof(self, faults: Sequence[Json], facts: Sequence[Json], trumps: Sequence[str], refuted: bool) -> str:
        """Why some facts do not prove that one of the faults is true, or with `refuted` that none is."""
        left = [seat for seat in SEATS for _ in range(self.sizes[seat] - self.seats.count(seat))]
        spots = [*zip(self.seats, range(len(self.seats)), strict=True), *((seat, KEPT) for seat in left)]
        # The last places are of cards that nobody was dealt.
        table = [(*spot, ALL) for spot in [*spots, *[("-", KEPT)] * (len(BIT) - len(spots))]]
        agrees, told = False, [atom for fact in facts for atom in atoms(fact)]
        for trump, places in product(trumps, narrowings(table, told)):
            agrees = agrees or self.fits(places)
            if self.possible(places, trump, faults, refuted):
                return "a hand that agrees with it is otherwise"
        return "" if agrees else "no hand agrees with it"

    def possible(self, places: list[Place], trump: str, faults: Sequence[Json], guilty: bool) -> bool:
        """Whether the places can be filled so that some fault is true or, with `guilty` false, that none is."""
        if guilty and len(faults) > 1:
            return any(self.possible(places, trump, [fault], True) for fault in faults)
        fault, *others = faults
        if fault["infraction"] == LAYDOWN:
            whole = not guilty or "all_hands" in fault or self.law["laydown_standard"] == "best_line"
            return self.beaten(places, trump, fault["at"], whole) is not (not guilty)
        for before, true in self.ways(fault, trump):
            # It is not so where a part of each way in which it is so is denied.
            for way in true if guilty else product(*[map(denied, parts) for parts in true]):
                for narrower in narrowings(places, [*before, *way]):
                    if self.fits(narrower) and (not others or self.possible(narrower, trump, others, guilty)):
                        return True
        return False

    def ways(self, fault: Json, trump: str) -> Iterator[tuple[list[Atom], list[list[Atom]]]]:
        """How the cards before may have fallen, each with the ways in which it then is a fault."""
        kind, seat, at = fault["infraction"], fault["seat"], CLOCKS.get(fault["at"]) or int(fault["at"])
        start, king, queen = at - at % 4, BIT.get("K" + trump, 0), BIT.get("Q" + trump, 0)
        if kind in TURNS:
            leaders = self.seats[start - 4 : start] if start else clockwise(self.deal["dealer"])[1]
            guilty = {leader: [list[Atom]()] * self.out_of_turn(kind, at, leader) for leader in leaders}
            if len({*map(len, guilty.values())}) == 1:
                yield [], guilty[leaders[0]]
                return
            for best, clock, rest in self.topped(range(start - 4, start), [*BIT], trump):
                led = self.fell(start - 4, ALL if best[1] == trump else SUIT[best[1]])
                yield [led, *rest], guilty[self.seats[clock]]
        elif kind in DUTIES:
            trumps, earlier, tables = [card for card in BIT if card[1] == trump], range(start, at), [(0, list[Atom]())]
            if kind == DUTIES[2]:
                tables = [(SUIT[trump], [self.fell(clock, ALL & ~SUIT[trump]) for clock in earlier])]
                tables += [(beaters(best, trump), rest) for best, _, rest in self.topped(earlier, trumps, trump)]
            for suit, (above, rest) in product(SUITS, tables):
                broken, lacked, had = duties(SUIT[suit], SUIT[trump], above)[kind]
                parts = [self.fell(at, broken), (False, seat, at, KEPT, lacked), (True, seat, at, KEPT, had)]
                yield [self.fell(start, SUIT[suit]), *rest], [parts] if broken else []
        elif kind == "declaring-without-trump":
            yield [], [[(False, seat, -1, KEPT, SUIT[fault.get("suit", trump)])]]
        elif kind == "false-meld":
            yield [], [[(False, seat, -1, KEPT, king)], [(False, seat, -1, KEPT, queen)]]
        else:
            last, other = ((min(at, 24), KEPT), (-1, KEPT)) if kind == "early-belle" else ((at - 1, at), (-1, at - 1))
            yield [], [[(True, seat, *last, a), (True, seat, *other, b)] for a, b in ((king, queen), (queen, king))]

    def fell(self, at: int, cards: int) -> Atom:
        """That one of some cards fell at a clock."""
        return False, self.seats[at], at - 1, at, ALL & ~cards

    def topped(self, clocks: range, among: Sequence[str], trump: str) -> Iterator[tuple[str, int, list[Atom]]]:
        """Each card that none at some clocks may have beaten, where it fell, and that it was so."""
        for best, at in product(among, clocks):
            rest = ALL & ~beaters(best, trump)
            yield best, at, [self.fell(clock, BIT[best] if clock == at else rest) for clock in clocks]

    def out_of_turn(self, kind: str, at: int, leader: str) -> bool:
        """Whether a card was led or played out of turn, where a seat was to lead its trick."""
        start, seat, strict = at - at % 4, self.seats[at], self.law["followers_guilty"]
        empty = [who for who in SEATS if self.seats[:start].count(who) >= self.sizes[who]]
        if at >= 20 and self.law["last_trick_out_of_turn_ok"]:
            return False

        def first(seat: str, gone: Sequence[str]) -> str:
            return next((who for who in clockwise(seat) if who not in [*gone, *empty]), "")

        played, rightful = self.seats[start:at], first(leader, ())
        if kind == TURNS[0] or (strict and rightful not in played):
            return bool(seat != rightful)
        excused = [] if strict else [rightful, first(clockwise(self.seats[at - 1])[1], ())]
        return seat != first(played[0], played) and (seat in played or seat not in excused)

    def beaten(self, places: list[Place], trump: str, at: int, whole: bool) -> bool | None:
        """Whether in some hand a trick laid down is lost; None where too little is known of it."""
        left = list[Place]()
        for number, (seat, when, may) in enumerate(places):
            can = sum(BIT[card] for card in named(may) if self.fits(places, number, BIT[card]))
            left.append((seat, KEPT if when >= at else when, can))
        trick = [(seat, card) for seat, when, may in left if at // 4 * 4 - 4 <= when < at for card in named(may)]
        free = [seat for seat in SEATS if held(left, seat).bit_count() > sum(each[:2] == (seat, KEPT) for each in left)]
        layer = self.laydown["by"] if self.laydown.get("order") else ""
        if len(trick) != min(at, at % 4 + 4) or any(whole or seat == layer for seat in free):
            return None
        leader = winner(trick[:4], trump) if at > 3 else clockwise(self.deal["dealer"])[1]
        return self.lost(left, trump, leader, trick[4 * (at > 3) :])

    def lost(self, places: list[Place], trump: str, leader: str, trick: list[tuple[str, str]]) -> bool:
        """Whether in some hand a trick is lost from here, where `trick` lies on the table."""
        layer, standard = self.laydown["by"], self.law["laydown_standard"]
        order = self.laydown.get("order", []) if standard == "stated_line" else []
        if len(trick) == len(SEATS):
            leader, trick = winner(trick, trump), []
            if leader not in (layer, self.law["laydown_scope"] == "team" and clockwise(layer)[2]):
                return True
        first = trick[0][0] if trick else leader
        seat = next((who for who in clockwise(first) if held(places, who) and who not in dict(trick)), "")
        mine, others = held(places, seat), held(places, SEATS.replace(seat, ""))
        over = {one: (others & (beaters(one, trump) | BIT[one])).bit_count() for one in named(mine)}
        here = (trump, leader, *trick, *sorted(place for place in places if place[1] >= 0))
        if here in self.known or (seat in (layer, "") and not trick and not any(over.values())):
            return self.known.get(here, False)
        outcome = chooses = standard == "best_line" and seat in (layer, clockwise(layer)[2])
        # Of cards in one hand that are as good as each other one is tried, of those in the order stated the first.
        hand = sorted(over, key=[*order, *BIT].index, reverse=True)
        alike = {(one[not others & BIT[one] :], over[one], winner([*trick, (seat, one)], trump)): one for one in hand}
        own = sorted((may.bit_count(), n) for n, (who, at, may) in enumerate(places) if (who, at) == (seat, KEPT))
        above = SUIT[trump]
        for _, fallen in trick:
            above &= beaters(fallen, trump) if fallen[1] == trump else ALL
        bound = duties(SUIT[trick[0][1][1]], SUIT[trump], above).values() if trick else ()
        for card in [one for one in reversed(hand) if one in alike.values()]:
            barred = bit = BIT[card]
            for broken, _, had in bound:
                barred |= had if bit & broken else 0
            spot = next(n for _, n in own if bit & places[n][2])
            after = [(who, at, may & ~(barred if (who, at) == (seat, KEPT) else bit)) for who, at, may in places]
            after[spot] = (seat, -1, bit)
            if self.fits(after):
                outcome = self.lost(after, trump, leader, [*trick, (seat, card)])
                if outcome is not chooses or (seat == layer and card in order):
                    break
        self.known[here] = outcome
        return outcome

    def fits(self, places: Sequence[Place], fixed: int = -1, there: int = 0) -> bool:
        """Whether each place can have a card of its own, `there` lying in the place numbered `fixed`."""
        owner, tried, self.steps = {there: fixed}, there, self.steps - 1
        if self.steps < 0:
            raise TooLong

        def settle(number: int) -> bool:
            nonlocal tried
            while free := places[number][2] & ~tried:
                card = free & -free
                tried |= card
                if card not in owner or settle(owner[card]):
                    owner[card] = number
                    return True
            return False

        for number in range(len(places)):
            tried = there
            if number != fixed and not settle(number):
                return False
        return True


def atoms(fact: Json) -> Iterator[Atom]:
    """What a fact says of the places."""
    if "pile" in fact:
        yield from ((True, SEATS, 4 * fact["pile"] - 5, 4 * fact["pile"] - 1, BIT[card]) for card in fact["cards"])
    elif "play" in fact:
        yield True, SEATS, fact["play"] - 1, fact["play"], BIT[fact["card"]]
    elif "dealt" in fact:
        yield True, fact["dealt"], -1, KEPT, BIT[fact["card"]]


def narrowings(places: list[Place], atoms: Sequence[Atom]) -> Iterator[list[Place]]:
    """The same places where all atoms are so, in every way."""
    if not atoms:
        yield places
    for some, seats, first, last, cards in atoms[:1] if all(may for _, _, may in places) else ():
        # A card that must be in those places is in no other; cards that must not be there are taken out of them.
        spared = [(who in seats and first < at <= last) is some for who, at, _ in places]
        for gone in [BIT[card] for card in named(cards)] if some else [cards]:
            kept = [(*each[:2], each[2] & ~(0 if here else gone)) for here, each in zip(spared, places, strict=True)]
            yield from narrowings(kept, atoms[1:])


def denied(atom: Atom) -> Atom:
    """What is so when an atom is not; of a card at one clock, that it is one of the others."""
    some, seats, first, last, cards = atom
    alone = not some and last == first + 1
    return alone is some, seats, first, last, ALL & ~cards if alone else cards


def duties(led: int, trumps: int, above: int) -> dict[str, tuple[int, int, int]]:
    """Of each duty the cards that break it, those that the rest of the hand lacks, and those of which it has one."""
    off = (ALL & ~led, 0, led), (ALL & ~led & ~trumps, led, trumps), (trumps & ~above, led & ~trumps, above)
    return dict(zip(DUTIES, off, strict=True))


@cache
def beaters(card: str, trump: str) -> int:
    """The cards that beat one that is a trump or of the suit led."""
    ranks = "QKTA9J" if card[1] == trump else "9JQKTA"
    higher = sum(BIT[rank + card[1]] for rank in ranks[ranks.index(card[0]) + 1 :])
    return higher if card[1] == trump else higher | SUIT[trump]


def winner(trick: Sequence[tuple[str, str]], trump: str) -> str:
    """Who wins a trick as far as it has come."""
    best = trick[0]
    for played in trick:
        best = played if BIT[played[1]] & beaters(best[1], trump) else best
    return best[0]


def held(places: Sequence[Place], seats: str) -> int:
    """The cards that may still be in the hands of some seats."""
    return reduce(or_, (may for who, at, may in places if at == KEPT and who in seats), 0)


def named(cards: int) -> list[str]:
    """The cards of a set, one by one."""
    return [card for card, bit in BIT.items() if bit & cards]


def clockwise(seat: str) -> str:
    """The seats from one on."""
    return (SEATS + SEATS)[SEATS.index(seat) :][:4]
