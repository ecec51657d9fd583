"""A checker of certificates that knows nothing of the program that wrote them.

Taken for granted is what was said, who played when, and how many cards each had. A proof holds when no hand in which
its premises are true is otherwise; what is undetermined is shown by one complete hand of each kind. Cards are bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import product
from typing import Any

Json = dict[str, Any]
#: A place at the table: whose, when its card was played, the cards that may lie there.
Place = tuple[str, int, int]
#: Whether some seats have one of some cards in places with clocks after the first number and up to the second.
Atom = tuple[bool, str, int, int, int]
SEATS, SUITS, ALL, KEPT = "NESW", "CDHS", (1 << 24) - 1, 99
CLOCKS = {"deal": -2, "declaring": -1, "turned": 25, "scored": 26}
BIT = {rank + suit: 1 << 6 * m + n for m, suit in enumerate(SUITS) for n, rank in enumerate("9TJQKA")}
#: The seats from one on.
CLOCKWISE = {seat: (SEATS + SEATS)[n : n + 4] for n, seat in enumerate(SEATS)}
SUIT = {suit: sum(bit for card, bit in BIT.items() if card[1] == suit) for suit in ("", *SUITS)}
LAYDOWN, TURNS = "failed-laydown", ("lead-out-of-turn", "play-out-of-turn")
DUTIES = ("failure-to-follow", "failure-to-trump", "failure-to-overtrump")
#: How often cards are put in their places for one ruling; what would take more is not found out, nor what a law of
#: infractions has that nobody told the checker about.
STEPS, TOO_LONG, UNFAMILIAR = 60_000, "it would take too long", "the checker does not know such an infraction"


class Checker:
    """The record of a ruling, `clabber-ruling/1`, to hold its certificates against."""

    def __init__(self, ruling: Json) -> None:
        self.record, self.steps, self.known = ruling["record"], STEPS, dict[object, bool]()
        self.deal, self.seats = self.record["deal"], [play["seat"] for play in self.record["plays"]]
        self.melds, self.laydown = self.record.get("melds"), self.record.get("laydown") or {}
        articles = ruling["law"]["articles"].values()
        self.law = {name: value for each in articles for name, value in each.get("toggles", {}).items()}
        self.kinds = {name for each in articles for name in each.get("penalties", {})}
        hands, incidents = self.deal.get("hands") or {}, self.record.get("incidents") or []
        self.sizes = dict.fromkeys(SEATS, 6)
        if any(each["kind"] == "wrong_card_count" for each in incidents):
            # A miscounted hand was as large as it was written down, or was played where the whole pack fell.
            whole = self.seats if len(self.seats) == len(BIT) else [seat for seat in hands for _ in hands[seat]]
            self.sizes = {seat: whole.count(seat) for seat in SEATS if whole is self.seats or len(hands) == len(SEATS)}
        self.facts = list(self.stated(hands, [each for each in incidents if each["kind"] == "exposed_card"]))
        self.told = [atom for _, said in self.facts for atom in said]
        self.maker, self.trumps, self.round = self.declared()
        self.facts += [({"trump": suit}, []) for suit in self.trumps if len(self.trumps) == 1 and suit]

    def stated(self, hands: Json, exposed: Sequence[Json]) -> Iterator[tuple[Json, list[Atom]]]:
        """What the record says of the cards, fact by fact, each with what it says of the places."""
        lost, fell = self.record.get("disordered") or (), [play["card"] for play in self.record["plays"]]
        for trick in lost:
            start, pile = 4 * trick - 4, [card for card in BIT if card in fell[4 * trick - 4 : 4 * trick]]
            yield {"pile": trick, "cards": pile}, [(True, SEATS, start - 1, start + 3, BIT[card]) for card in pile]
        ordered = [(at, card) for at, card in enumerate(fell) if card and at // 4 + 1 not in lost]
        yield from (({"play": at, "card": card}, [self.fell(at, BIT[card])]) for at, card in ordered)
        had = [(self.deal["dealer"], self.deal.get("upcard"))]
        had += [(seat, card) for seat, cards in hands.items() for card in cards]
        shown = [meld for meld in self.melds or () if meld.get("shown") != "never" and meld["kind"] != "belle"]
        had += [(meld["seat"], card) for meld in shown for card in meld.get("cards") or ()]
        had += [(each.get("seat"), each.get("card")) for each in exposed]
        yield from (({"dealt": who, "card": one}, [(True, who, -1, KEPT, BIT[one])]) for who, one in had if who and one)

    def declared(self) -> tuple[str, Sequence[str], int]:
        """Who made trumps, the suits that may be trumps ("" where all passed), and in which round.

        It is 1 where a card was accepted that was not noted: of that suit the dealer took one; else 2 or 0.
        """
        contract, number, spoken = self.record.get("contract") or {}, 1, set[str]()
        trump, upcard = contract.get("trump", ""), self.deal.get("upcard")
        turned = upcard[1:] if upcard else [suit for suit in SUITS if self.sizes and any(self.hands(self.told, suit))]
        for call in self.record.get("declarations") or ():
            over, word = len(spoken) == len(SEATS), call["call"]
            if over and number == 2:
                break
            if (now := call.get("round") or max(number, 1 + over)) != number:
                number, spoken = now, set()
            if word == "play" and number == 1:
                return call["seat"], turned if len(turned) == 1 else trump or turned, int(not upcard)
            if word in SUITS and (number == 2 or word in turned):
                return call["seat"], word, 2 if number == 2 else int(not upcard)
            spoken.add(call["seat"])
        passed = number == 2 and len(spoken) == len(SEATS)
        return contract.get("maker", ""), [""] if passed else trump or SUITS, 2 * (trump not in turned)

    def complaint(self, certificate: Json) -> str:
        """Why what a certificate says does not hold; empty when it does.

        `TOO_LONG` or `UNFAMILIAR` when that is not found out.
        """
        try:
            faults, verdict, facts = certificate["any_of"], certificate["verdict"], [fact for fact, _ in self.facts]
            if not all(heard := [*map(self.heard, faults)]) or not self.sizes or not 0 < len(faults) <= len(BIT):
                return "the record has nothing of which it can be so" if False in heard or all(heard) else UNFAMILIAR
            if verdict == "undetermined":
                shown = self.against_world(faults, certificate["with"], False)
                return shown or self.against_world(faults, certificate["without"], True)
            premises, refuted = certificate["premises"], {"proven": False, "refuted": True}[verdict]
            if any(fact not in facts for fact in premises):
                return "the record does not say all of its premises"
            trumps = [fact["trump"] for fact in premises if "trump" in fact] or (SUITS if any(self.trumps) else [""])
            if len(trumps) > 1 and faults[0]["infraction"] == LAYDOWN:
                return "it does not say what is trumps"
            atoms = [atom for fact, said in self.facts if fact in premises for atom in said]
            return self.against_proof(faults, atoms, trumps, refuted)
        except TimeoutError:
            return TOO_LONG
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as problem:
            return f"it cannot be read: {problem!r}"

    def heard(self, fault: Json) -> bool | None:
        """Whether the law knows a fault, and the record has the card, call or lay-down that it is about.

        None of an infraction that the law knows, and the checker does not.
        """
        kind, seat, at, suit = fault["infraction"], fault["seat"], fault["at"], fault.get("suit", self.trumps)
        played = type(at) is int and 0 <= at < len(self.seats) and self.seats[at] == seat
        laid = bool(self.laydown.get("agreed")) and self.laydown["by"] == seat
        if kind not in self.kinds or kind in (*TURNS, *DUTIES):
            return kind in self.kinds and played and (at % 4 == 0) is (kind == TURNS[0])
        if kind == LAYDOWN:
            # Where somebody played out of turn it is not said who goes on.
            whole, trick = sorted(self.seats[: at - at % 4]), {*self.seats[at - at % 4 : at]}
            regular = whole == sorted(SEATS * (at // 4)) and len(trick) == at % 4 and {*self.sizes.values()} == {6}
            return laid and at == self.laydown["at"] and regular
        if kind == "declaring-without-trump":
            asked = self.round == 2 or self.law["round1_needs_trump"]
            return asked and (seat, at, suit) == (self.maker, "declaring", self.trumps)
        melds = [meld for meld in self.melds or () if meld["seat"] == seat]
        calls = [meld.get("announced", "in_turn") for meld in melds if meld["kind"] == "belle"]
        said = [CLOCKS.get(call, call) for call in calls if call not in ("in_turn", "never", None)]
        # A run shown with king or queen, and a call of which nobody knows when it came, say more than the cards.
        run = [card for meld in melds for card in meld.get("cards") or () if card[0] in "KQ" and card[1] in self.trumps]
        early = not run and at in calls and CLOCKS.get(at, at) == min(said) and not (laid and at == len(self.seats))
        due = self.law["belle_needs_call"] and self.melds is not None and "in_turn" not in calls and not run
        late = due and played and not any(self.law["belle_deadline"] == "scored" or call <= at + 1 for call in said)
        false = played and at == self.seats.index(seat) and {*calls, "never"} != {"never"}
        return {"early-belle": early, "forgotten-belle": late, "false-meld": false}.get(kind) and None not in calls

    def against_world(self, faults: Sequence[Json], world: Json, refuted: bool) -> str:
        """Why a complete hand is not one of the record in which a fault is true, or with `refuted` none is."""
        trump, told = world["trump"] or "", [self.fell(at, BIT[card]) for at, card in enumerate(world["plays"])]
        told += [(True, seat, -1, KEPT, BIT[card]) for seat in SEATS for card in world["dealt"][seat]]
        if trump not in [*self.trumps] or len(told) != len(self.seats) + sum(self.sizes.values()):
            return "a hand shown is none of the record"
        return self.against_proof(faults, [*self.told, *told], [trump], refuted)

    def against_proof(self, faults: Sequence[Json], told: Sequence[Atom], trumps: Sequence[str], refuted: bool) -> str:
        """Why what is told does not prove that one of the faults is true, or with `refuted` that none is."""
        hands = [(trump, places) for trump in trumps for places in self.hands(told, trump if self.round == 1 else "")]
        wrong = any(self.possible(places, trump, faults, refuted) for trump, places in hands)
        return "a hand that agrees with it is otherwise" if wrong else "" if hands else "no hand agrees with it"

    def hands(self, told: Sequence[Atom], turned: str) -> Iterator[list[Place]]:
        """The places at the table with what is told of them, where the dealer took a card of the suit turned up."""
        taken = [(True, self.deal["dealer"], -1, KEPT, SUIT[turned])] if turned else []
        left = [seat for seat in SEATS for _ in range(self.sizes[seat] - self.seats.count(seat))]
        spots = [*zip(self.seats, range(len(self.seats)), strict=True), *((seat, KEPT) for seat in left)]
        # The last places are of cards that nobody was dealt.
        table = [(*spot, ALL) for spot in [*spots, *[("-", KEPT)] * (len(BIT) - len(spots))]]
        yield from filter(self.fits, self.narrowings(table, [*told, *taken]))

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
            for way in true if guilty else product(*[[(not some, *rest) for some, *rest in parts] for parts in true]):
                for narrower in self.narrowings(places, [*before, *way]):
                    if self.fits(narrower) and (not others or self.possible(narrower, trump, others, guilty)):
                        return True
        return False

    def ways(self, fault: Json, trump: str) -> Iterator[tuple[list[Atom], list[list[Atom]]]]:
        """How the cards before may have fallen, each with the ways in which it then is a fault."""
        kind, seat, at = fault["infraction"], fault["seat"], CLOCKS.get(fault["at"]) or int(fault["at"])
        start, king, queen = at - at % 4, BIT.get("K" + trump, 0), BIT.get("Q" + trump, 0)
        if kind in TURNS:
            guilty = {seat: [list[Atom]()] * self.out_of_turn(kind, at, seat) for seat in SEATS}
            if not start:
                yield [], guilty[CLOCKWISE[self.deal["dealer"]][1]]
            for clock, _, before in self.topped(range(max(start - 4, 0), start), [*BIT], trump):
                yield before, guilty[self.seats[clock]]
        elif kind in DUTIES:
            tables, earlier, trumps = [(0, list[Atom]())], range(start, at), [card for card in BIT if card[1] == trump]
            if kind == DUTIES[2]:
                tables = [(SUIT[trump], [self.fell(clock, ALL & ~SUIT[trump]) for clock in earlier])]
                tables += [(above, rest) for _, above, rest in self.topped(earlier, trumps, trump)]
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
        return True, self.seats[at], at - 1, at, cards

    def topped(self, clocks: range, among: Sequence[str], trump: str) -> Iterator[tuple[int, int, list[Atom]]]:
        """Where a card fell that no other at some clocks beat, what would have beaten it, and that it was so."""
        for best, at in product(among, clocks):
            above, led = beaters(best, trump), self.fell(clocks[0], ALL if best[1] == trump else SUIT[best[1]])
            yield at, above, [led, *(self.fell(other, BIT[best] if other == at else ALL & ~above) for other in clocks)]

    def out_of_turn(self, kind: str, at: int, leader: str) -> bool:
        """Whether a card was led or played out of turn, where a seat was to lead its trick."""
        start, seat, strict = at - at % 4, self.seats[at], self.law["followers_guilty"]
        empty = [who for who in SEATS if self.seats[:start].count(who) >= self.sizes[who]]
        if at >= 20 and self.law["last_trick_out_of_turn_ok"]:
            return False

        def first(seat: str, gone: Sequence[str]) -> str:
            return next((who for who in CLOCKWISE[seat] if who not in [*gone, *empty]), "")

        played, rightful = self.seats[start:at], first(leader, ())
        if kind == TURNS[0] or (strict and rightful not in played):
            return bool(seat != rightful)
        excused = [] if strict else [rightful, first(CLOCKWISE[self.seats[at - 1]][1], ())]
        return seat != first(played[0], played) and (seat in played or seat not in excused)

    def beaten(self, places: list[Place], trump: str, at: int, whole: bool) -> bool | None:
        """Whether in some hand a trick laid down is lost; None where too little is known of it."""
        left = list[Place]()
        for n, (seat, when, may) in enumerate(places):
            fit = sum(BIT[a] for a in named(may) if self.fits([*places[:n], (seat, when, BIT[a]), *places[n + 1 :]]))
            left.append((seat, KEPT if when >= at else when, fit))
        trick = [(seat, card) for seat, when, may in left if at // 4 * 4 - 4 <= when < at for card in named(may)]
        free = [seat for seat in SEATS if held(left, seat).bit_count() > sum(each[:2] == (seat, KEPT) for each in left)]
        bound = self.laydown["by"] if self.laydown.get("order") else ""
        if len(trick) != min(at, at % 4 + 4) or (free and (whole or bound in free)):
            return None
        leader = winner(trick[:4], trump) if at > 3 else CLOCKWISE[self.deal["dealer"]][1]
        return self.lost(left, trump, leader, trick[4 * (at > 3) :])

    def lost(self, places: list[Place], trump: str, leader: str, trick: list[tuple[str, str]]) -> bool:
        """Whether in some hand a trick is lost from here, where `trick` lies on the table."""
        layer, standard, order = self.laydown["by"], self.law["laydown_standard"], self.laydown.get("order", [])
        if len(trick) == len(SEATS):
            leader, trick = winner(trick, trump), []
            if leader not in (layer, self.law["laydown_scope"] == "team" and CLOCKWISE[layer][2]):
                return True
        waiting = CLOCKWISE[trick[0][0] if trick else leader]
        seat = next((who for who in waiting if held(places, who) and who not in dict(trick)), "")
        mine, others = held(places, seat), held(places, SEATS.replace(seat, ""))
        over = {one: (others & (beaters(one, trump) | BIT[one])).bit_count() for one in named(mine)}
        here = (trump, leader, *trick, *sorted(place for place in places if place[1] >= 0))
        if here in self.known or (seat in (layer, "") and not trick and not any(over.values())):
            return self.known.get(here, False)
        outcome = chooses = standard == "best_line" and seat in (layer, CLOCKWISE[layer][2])
        # Of cards in one hand that are as good as each other one is tried, of those in the order stated the first.
        hand = sorted(over, key=[*order, *BIT].index, reverse=True)
        alike = {(one[not others & BIT[one] :], over[one], winner([*trick, (seat, one)], trump)): one for one in hand}
        own = sorted((may.bit_count(), n) for n, (who, at, may) in enumerate(places) if (who, at) == (seat, KEPT))
        high = (beaters(one, trump) for _, one in trick if one[1] == trump)
        above = min(high, key=int.bit_count, default=SUIT[trump])
        bound = duties(SUIT[trick[0][1][1]], SUIT[trump], above).values() if trick else ()
        for card in [one for one in reversed(hand) if one in alike.values()]:
            bit = BIT[card]
            barred = reduce(int.__or__, (had for broken, _, had in bound if bit & broken), bit)
            spot = next(n for _, n in own if bit & places[n][2])
            after = [(who, at, may & ~(barred if (who, at) == (seat, KEPT) else bit)) for who, at, may in places]
            after[spot] = (seat, -1, bit)
            if self.fits(after):
                outcome = self.lost(after, trump, leader, [*trick, (seat, card)])
                if outcome is not chooses or (standard == "stated_line" and seat == layer and card in order):
                    break
        return self.known.setdefault(here, outcome)

    def narrowings(self, places: list[Place], atoms: Sequence[Atom]) -> Iterator[list[Place]]:
        """The same places where all atoms are so, in every way."""
        for done, (some, seats, first, last, cards) in enumerate(atoms, 1):
            among, self.steps = some and last > first + 1, self.steps - 1
            if not all(may for _, _, may in places) or (among and cards.bit_count() != 1):
                for card in named(cards) if all(may for _, _, may in places) else ():
                    yield from self.narrowings(places, [(True, seats, first, last, BIT[card]), *atoms[done:]])
                return
            # A card that lies among several places lies in no other; else the places keep what can be there.
            can = ALL & ~cards if among or not some else cards
            free = [(who in seats and first < at <= last) is among for who, at, _ in places]
            places = [(*each[:2], each[2] & (ALL if here else can)) for here, each in zip(free, places, strict=True)]
        yield places

    def fits(self, places: Sequence[Place]) -> bool:
        """Whether each place can have a card of its own."""
        self.steps, owner = self.steps - 1, dict[int, int]()
        if self.steps < 0:
            raise TimeoutError

        def settle(number: int, tried: list[int]) -> bool:
            while free := places[number][2] & ~tried[0]:
                card = free & -free
                tried[0] |= card
                if card not in owner or settle(owner[card], tried):
                    owner[card] = number
                    return True
            return False

        return all(settle(number, [0]) for number in range(len(places)))


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
    high = [(who, card) for who, card in trick if card[1] in (trump, trick[0][1][1])]
    return next(who for who, card in high if not any(BIT[other] & beaters(card, trump) for _, other in trick))


def held(places: Sequence[Place], seats: str) -> int:
    """The cards that may still be in the hands of some seats."""
    return reduce(int.__or__, (may for who, at, may in places if at == KEPT and who in seats), 0)


def named(cards: int) -> list[str]:
    """The cards of a set, one by one."""
    return [card for card, bit in BIT.items() if bit & cards]
