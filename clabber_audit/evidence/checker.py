"""Certificate checker that shares no code with the program that wrote the certificates.

It takes for granted the calls, who played when, which card was shown first in the act of playing and taken back, and
how many cards each seat had; in Bid Euchre the contract and the trump suit, too, since the auction does not depend on
hidden cards. A proof is valid if no hand in which its premises hold contradicts it; an undetermined verdict needs one
complete hand of each kind. Card sets are bit masks.

`Checker` is what both games share, `BidEuchreChecker` the Bid Euchre family, `LaydownChecker` the lay-downs of Clabber.
`record_by_versions` makes the record that a ruling with accounts goes by.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from typing import Any, Final

Json = dict[str, Any]
#: A place at the table: whose, when its card was played, the cards that may lie there.
Place = tuple[str, int, int]
#: True if some seats have one of some cards in places with clocks after the first number and up to the second.
Atom = tuple[bool, str, int, int, int]
SUITS, KEPT, ASIDE = "CDHS", 99, "aside"
CLOCKS = {"deal": -2, "declaring": -1, "turned": 25, "scored": 26}
LAYDOWN, TURNS = "failed-laydown", ("lead-out-of-turn", "play-out-of-turn")
DUTIES = ("failure-to-follow", "failure-to-trump", "failure-to-overtrump")
#: Infractions of Clabber that are not about leads. Under any other the legal leads are unknown.
KNOWN = {
    "advising-partner", "asking-partner", "calling-meld-for-partner", "dealing-out-of-turn", "dealt-unevenly",
    "declaring-out-of-turn", "declaring-passed-suit", "declaring-without-trump", "early-belle", "exposed-card",
    "exposed-in-deal", "failed-laydown", "failure-to-follow", "failure-to-overtrump", "failure-to-trump",
    "false-meld", "forgotten-belle", "invalid-declaration", "lead-out-of-turn", "leading-before-trick-turned",
    "looking-at-turned-trick", "lower-meld-shown", "meld-announced-late", "meld-announced-out-of-turn",
    "meld-shown-late", "meld-shown-out-of-turn", "mismatched-meld", "play-out-of-turn", "short-cut",
    "slow-play", "unagreed-laydown", "unannounced-meld-shown", "undeclared-meld", "unproven-claim",
    "unshown-meld", "wrong-card-count", "wrong-score",
}  # fmt: skip
#: Incidents that show a card.
SHOWN = ("exposed_card", "card_half_shown", "card_retracted")
#: Limit of placements tried for one ruling; the answer beyond it; the answer for an infraction that the checker lacks.
STEPS, TOO_LONG, UNFAMILIAR = 60_000, "it would take too long", "the checker does not know this infraction"


class Checker:
    """Checker for rulings of Clabber: holds certificates against the record."""

    #: The cards on the table, the seats clockwise, those who sit out, how many cards each has, what may be trumps.
    pack, table, out, each = [rank + suit for suit in SUITS for rank in "9TJQKA"], [*"NESW"], set[str](), 6
    strains: Sequence[str] = SUITS
    #: Key of a fact about a card in a hand; the versions by which the record is read, which a certificate names.
    word, versions = "dealt", list[Json]()

    def __init__(self, ruling: Json) -> None:
        self.record, self.steps = ruling["record"], STEPS
        self.deal, self.seats = self.record["deal"], [play["seat"] for play in self.record["plays"]]
        self.melds, self.laydown = self.record.get("melds"), self.record.get("laydown") or {}
        self.law = answers(ruling)
        self.kinds = {
            name for each in ruling["law"]["articles"].values() for name in each.get("penalties", {})
        }
        self.all, self.everybody = (1 << len(self.pack)) - 1, "".join(self.table)
        self.wide = len(self.seats_from(self.table[0]))
        self.bits = {
            face: sum(1 << n for n, card in enumerate(self.pack) if card == face) for face in self.pack
        }
        self.orders = {trump: self.order(trump) for trump in (*self.strains, "")}
        hands, incidents = self.deal.get("hands") or {}, self.record.get("incidents") or []
        self.sizes = dict.fromkeys(self.table, self.each)
        if any(each["kind"] == "wrong_card_count" for each in incidents):
            # A miscounted hand was as large as it was written down, or was played where the whole pack fell.
            full = len(self.seats) == len(self.pack)
            whole = self.seats if full else [seat for seat in hands for _ in hands[seat]]
            self.sizes = {
                seat: whole.count(seat) for seat in self.table if full or len(hands) == len(self.table)
            }
        self.laid = dict(self.list_retracted())
        self.granted = [(True, self.seats[at], at - 1, KEPT, bits) for at, bits in self.laid.items()]
        self.facts = list(self.list_facts())
        self.conditions = [atom for _, atoms in self.facts for atom in atoms]
        self.leader, (self.maker, self.trumps, self.round) = self.opening(), self.find_declaration()
        self.facts += [({"trump": suit}, []) for suit in self.trumps if len(self.trumps) == 1 and suit]

    def list_facts(self) -> Iterator[tuple[Json, list[Atom]]]:
        """Yield each fact of the record with the condition that it puts on the places."""
        lost, fell = self.record.get("disordered") or (), [play["card"] for play in self.record["plays"]]
        for trick in lost:
            last = self.wide * trick - 1
            pile = sorted(filter(None, fell[last + 1 - self.wide : last + 1]), key=self.pack.index)
            # Of a face that lies there twice each copy does; of one that lies there once any may.
            twice = [
                list_cards(self.bits[card]) if pile.count(card) > 1 else [self.bits[card]] for card in {*pile}
            ]
            lying = [
                (True, self.everybody, last - self.wide, last, bit) for copies in twice for bit in copies
            ]
            yield {"pile": trick, "cards": pile}, lying
        ordered = [(at, card) for at, card in enumerate(fell) if card and at // self.wide + 1 not in lost]
        yield from (({"play": at, "card": card}, [self.fell(at, self.bits[card])]) for at, card in ordered)
        # Where a pack has two of a face, each owner of one has another.
        given = Counter[str]()
        for (who, card), times in Counter(self.list_recorded_cards()).items():
            for bit in list_cards(self.bits[card])[given[card] :][:times] if who and card else ():
                yield {self.word: who, "card": card}, [(True, who, -1, KEPT, bit)]
            given[card] += times

    def list_recorded_cards(self) -> list[tuple[str, str]]:
        """Return the cards that each seat is recorded to have had, other than by plays."""
        hands, incidents = self.deal.get("hands") or {}, self.record.get("incidents") or ()
        shown = [
            meld for meld in self.melds or () if meld.get("shown") != "never" and meld["kind"] != "belle"
        ]
        exposed = [each for each in incidents if each["kind"] in SHOWN]
        upcard = next(
            (each.get("seat") for each in incidents if each["kind"] == "upcard_mixed"), self.deal["dealer"]
        )
        had = [(seat, card) for seat, cards in hands.items() for card in cards]
        had += [(meld["seat"], card) for meld in shown for card in meld.get("cards") or ()]
        had += [(each.get("seat"), each.get("card")) for each in exposed]
        had += [(self.laydown.get("by"), card) for card in self.laydown.get("order") or ()]
        return [(upcard, self.deal.get("upcard")), *had]

    def list_retracted(self) -> Iterator[tuple[int, int]]:
        """Yield the clock and the card for each card put down first where the record has another one."""
        incidents = sorted(self.record.get("incidents") or (), key=lambda each: each.get("order") or 0)
        for each in reversed(incidents):
            in_play = each["kind"] == "card_retracted" or (each.get("in_play") and each["kind"] in SHOWN)
            at, card = each.get("at"), each.get("card")
            if in_play and card and type(at) is int and at < len(self.seats):
                yield at, self.bits[card]

    def find_judged_card(self, at: int) -> int:
        """Return the card that is judged in place of the one that fell; 0 if there is none."""
        fell = self.record["plays"][at]["card"]
        same = not self.laid.get(at) or (fell and self.laid[at] == self.bits[fell])
        return 0 if same or self.law.get("correction", "none") != "none" else self.laid[at]

    def rank_suits(self, trump: str) -> dict[str, list[str]]:
        """Return suit -> its cards from low to high at a trump suit."""
        return {suit: [rank + suit for rank in ("QKTA9J" if suit == trump else "9JQKTA")] for suit in SUITS}

    def order(self, trump: str) -> tuple[dict[str, int], dict[str, int]]:
        """Return suit -> its cards, and card -> the cards that beat it, at a trump suit."""
        ranked, beaters = self.rank_suits(trump), dict[str, int]()
        suits = {suit: sum(self.bits[face] for face in faces) for suit, faces in ranked.items()}
        for suit, faces in ranked.items():
            above = 0 if suit == trump else suits.get(trump, 0)
            for face in reversed(faces):
                beaters[face], above = above, above | self.bits[face]
        return suits, beaters

    def seats_from(self, seat: str, step: int = 0) -> list[str]:
        """Return the seats in play, clockwise from the one some places after a seat."""
        place = (self.table.index(seat) + step) % len(self.table)
        return [seat for seat in [*self.table[place:], *self.table[:place]] if seat not in self.out]

    def opening(self) -> str:
        """Return the seat of the opening lead, empty if unknown."""
        return self.seats_from(self.deal["dealer"], 1)[0]

    def find_declaration(self) -> tuple[str, Sequence[str], int]:
        """Return the maker, the possible trumps ("" if all passed), and the round of the calls.

        The round is 1 if an up-card that was not recorded was accepted, which gives the dealer a card of that suit;
        else 2 or 0.
        """
        contract, number, spoken = self.record.get("contract") or {}, 1, set[str]()
        trump, upcard = contract.get("trump", ""), self.deal.get("upcard")
        turned = (
            upcard[1:]
            if upcard
            else [suit for suit in SUITS if self.sizes and any(self.hands(self.conditions, suit))]
        )
        for call in self.record.get("declarations") or ():
            over, word = len(spoken) == len(self.table), call["call"]
            if over and number == 2:
                break
            if (now := call.get("round") or max(number, 1 + over)) != number:
                number, spoken = now, set()
            if word == "play" and number == 1:
                return call["seat"], turned if len(turned) == 1 else trump or turned, int(not upcard)
            if word in SUITS and (number == 2 or word in turned):
                return call["seat"], word, 2 if number == 2 else int(not upcard)
            spoken.add(call["seat"])
        passed = number == 2 and len(spoken) == len(self.table)
        return contract.get("maker", ""), [""] if passed else trump or SUITS, 2 * (trump not in turned)

    def complaint(self, certificate: Json) -> str:
        """Return why a certificate is not valid, empty if it is; `TOO_LONG` or `UNFAMILIAR` if it cannot be checked."""
        try:
            faults, verdict, facts = (
                certificate["any_of"],
                certificate["verdict"],
                [fact for fact, _ in self.facts],
            )
            familiar = [certificate.get("told", []) == self.versions, *map(self.is_known, faults)]
            if not all(familiar) or not self.sizes or not 0 < len(faults) <= len(self.pack):
                why = "the record has no such card, call, lay-down or version"
                return why if False in familiar or all(familiar) else UNFAMILIAR
            if verdict == "undetermined":
                shown = self.refute_hand(faults, certificate["with"], False)
                return shown or self.refute_hand(faults, certificate["without"], True)
            premises, refuted = certificate["premises"], {"proven": False, "refuted": True}[verdict]
            known = [n for n, fact in enumerate(facts) if premises.count(fact) > facts[:n].count(fact)]
            if len(known) < len(premises):
                return "the record does not say all that it rests on"
            trumps = [fact["trump"] for fact in premises if "trump" in fact] or (
                self.strains if any(self.trumps) else [""]
            )
            atoms = [atom for n in known for atom in self.facts[n][1]]
            return self.refute_proof(faults, atoms, trumps, refuted)
        except TimeoutError:
            return TOO_LONG
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as problem:
            return f"it cannot be read: {problem!r}"

    def is_known(self, fault: Json) -> bool | None:
        """Return True if the law has the infraction and the record its card or call; None if the checker lacks it."""
        kind, seat, at, suit = fault["infraction"], fault["seat"], fault["at"], fault.get("suit", self.trumps)
        played = type(at) is int and 0 <= at < len(self.seats) and self.seats[at] == seat
        laid = bool(self.laydown.get("agreed")) and self.laydown["by"] == seat
        if kind not in self.kinds or kind in (*TURNS, *DUTIES):
            return kind in self.kinds and played and (at % self.wide == 0) is (kind == TURNS[0])
        if kind == "declaring-without-trump":
            asked = self.round == 2 or self.law["round1_needs_trump"]
            return asked and (seat, at, suit) == (self.maker, "declaring", self.trumps)
        melds = [meld for meld in self.melds or () if meld["seat"] == seat]
        calls = [meld.get("announced", "in_turn") for meld in melds if meld["kind"] == "belle"]
        clocks = [CLOCKS.get(call, call) for call in calls if call not in ("in_turn", "never", None)]
        # A run shown with king or queen, and a call of which nobody knows when it came, say more than the cards.
        run = [
            card
            for meld in melds
            for card in meld.get("cards") or ()
            if card[0] in "KQ" and card[1] in self.trumps
        ]
        early = (
            not run
            and at in calls
            and CLOCKS.get(at, at) == min(clocks)
            and not (laid and at == len(self.seats))
        )
        due = self.law["belle_needs_call"] and self.melds is not None and "in_turn" not in calls and not run
        last = max(CLOCKS.values()) if self.law["belle_deadline"] == "scored" else at + 1
        if (trick := self.law.get("belle_until", "any")) != "any":
            last = min(last, self.wide * int(trick[-1]))
        late = due and played and not any(call <= last for call in clocks)
        # A belle not held has no moment of its own: called in turn, it stands at the seat's first card.
        first = self.seats.index(seat) if seat in self.seats else None
        false = at in [first if call == "in_turn" else call for call in calls if call != "never"]
        return {"early-belle": early, "forgotten-belle": late, "false-meld": false}.get(
            kind
        ) and None not in calls

    def refute_hand(self, faults: Sequence[Json], hand: Json, refuted: bool) -> str:
        """Return why a complete hand is no counterexample that fits the record, empty if it is one."""
        trump = hand["trump"] or ""
        lying = [
            *(self.fell(at, self.bits[play]) for at, play in enumerate(hand["plays"])),
            *((True, seat, -1, KEPT, self.bits[card]) for seat in self.table for card in hand["dealt"][seat]),
        ]
        if trump not in [*self.trumps] or len(lying) != len(self.seats) + sum(self.sizes.values()):
            return "a hand that it shows does not fit the record"
        return self.refute_proof(faults, [*self.conditions, *lying], [trump], refuted)

    def refute_proof(
        self, faults: Sequence[Json], conditions: Sequence[Atom], trumps: Sequence[str], refuted: bool
    ) -> str:
        """Return why the premises do not prove the faults, or with `refuted` their absence; empty if they do."""
        hands = [
            (trump, places)
            for trump in trumps
            for places in self.hands(conditions, trump if self.round == 1 else "")
        ]
        wrong = any(self.is_possible(places, trump, faults, refuted) for trump, places in hands)
        return "another hand fits the same facts" if wrong else "" if hands else "no hand fits its facts"

    def hands(self, conditions: Sequence[Atom], turned: str) -> Iterator[list[Place]]:
        """Yield the places with all conditions, once for each up-card that the dealer may have taken."""
        taken = [(True, self.deal["dealer"], -1, KEPT, self.orders[turned][0][turned])] if turned else []
        left = [seat for seat in self.table for _ in range(self.sizes[seat] - self.seats.count(seat))]
        spots = [*zip(self.seats, range(len(self.seats)), strict=True), *((seat, KEPT) for seat in left)]
        # The last places are for undealt cards.
        table = [(*spot, self.all) for spot in [*spots, *[(ASIDE, KEPT)] * (len(self.pack) - len(spots))]]
        yield from filter(self.fits, self.narrowings(table, [*conditions, *self.granted, *taken]))

    def is_possible(self, places: list[Place], trump: str, faults: Sequence[Json], guilty: bool) -> bool:
        """Return True if some hand has one of the faults, or with `guilty` False none of them."""
        if guilty and len(faults) > 1:
            return any(self.is_possible(places, trump, [fault], True) for fault in faults)
        fault, *others = faults
        for before, true in self.ways(fault, trump):
            # A hand is without the fault if one condition fails in each way to commit it.
            for way in (
                true if guilty else product(*[[(not some, *rest) for some, *rest in parts] for parts in true])
            ):
                for narrower in self.narrowings(places, [*before, *way]):
                    if self.fits(narrower) and (
                        not others or self.is_possible(narrower, trump, others, guilty)
                    ):
                        return True
        return False

    def ways(self, fault: Json, trump: str) -> Iterator[tuple[list[Atom], list[list[Atom]]]]:
        """Yield the ways the trick may stand before a fault, each with the conditions under which it then is one."""
        kind, seat, at = fault["infraction"], fault["seat"], CLOCKS.get(fault["at"]) or int(fault["at"])
        start, suits = at - at % self.wide, self.orders[trump][0]
        king, queen = (self.bits.get(rank + trump, 0) for rank in "KQ")
        if kind in TURNS:
            guilty = {seat: [list[Atom]()] * self.is_out_of_turn(kind, at, seat) for seat in self.table}
            if not start:
                yield [], guilty[self.leader]
                return
            for clock, _, before in self.find_wins(range(start - self.wide, start), self.all, trump):
                yield before, guilty[self.seats[clock]]
        elif kind in DUTIES:
            tables, earlier, trumps = [(0, list[Atom]())], range(start, at), suits.get(trump, 0)
            if kind == DUTIES[2]:
                tables = [(trumps, [self.fell(clock, self.all & ~trumps) for clock in earlier])]
                tables += [(above, rest) for _, above, rest in self.find_wins(earlier, trumps, trump)]
            for (suit, led), (above, rest) in product(self.group_leads(start, trump).items(), tables):
                broken, lacked, had = self.duties(suits[suit], trumps, above)[kind]
                first, since = [self.fell(at, broken)], at
                if laid := self.find_judged_card(at):
                    # The whole hand is judged, the card that fell included.
                    first, since, broken = [], at - 1, broken & laid
                parts = [*first, (False, seat, since, KEPT, lacked), (True, seat, since, KEPT, had)]
                yield [self.fell(start, led), *rest], [parts] if broken else []
        elif kind == "declaring-without-trump":
            yield [], [[(False, seat, -1, KEPT, suits[fault.get("suit", trump)])]]
        elif kind == "false-meld":
            yield [], [[(False, seat, -1, KEPT, king)], [(False, seat, -1, KEPT, queen)]]
        else:
            last, other = (
                ((min(at, 24), KEPT), (-1, KEPT)) if kind == "early-belle" else ((at - 1, at), (-1, at - 1))
            )
            yield (
                [],
                [
                    [(True, seat, *last, a), (True, seat, *other, b)]
                    for a, b in ((king, queen), (queen, king))
                ],
            )

    def fell(self, at: int, cards: int) -> Atom:
        """Return the condition that one of some cards fell at a clock."""
        return True, self.seats[at], at - 1, at, cards

    def group_leads(self, at: int, trump: str) -> dict[str, int]:
        """Return suit led -> cards that lead it."""
        return self.orders[trump][0]

    def find_wins(self, clocks: range, among: int, trump: str) -> Iterator[tuple[int, int, list[Atom]]]:
        """Yield each way to win among some clocks: the clock, the cards that would beat it, and its conditions."""
        (suits, beaters), first = self.orders[trump], self.law.get("equal_cards") != "last"
        for (face, own), (suit, led), at in product(
            self.bits.items(), self.group_leads(clocks[0], trump).items(), clocks
        ):
            if own & suits[suit] & among:
                # Of equal cards the one that fell earlier wins, or the later one.
                lower = [
                    (clock, self.all & ~(beaters[face] | own * ((clock < at) is first)))
                    for clock in clocks
                    if clock != at
                ]
                lying = [(clocks[0], self.all if suit == trump else led), (at, own), *lower]
                yield at, beaters[face], [self.fell(*card) for card in lying]

    def is_out_of_turn(self, kind: str, at: int, leader: str) -> bool:
        """Return True if a card was led or played out of turn, given the seat that was to lead."""
        start, seat, strict = at - at % self.wide, self.seats[at], self.law.get("followers_guilty")
        empty = [who for who in self.table if self.seats[:start].count(who) >= self.sizes[who]]
        if at >= 20 and self.law.get("last_trick_out_of_turn_ok"):
            return False

        def first_in_turn(seat: str, gone: Sequence[str]) -> str:
            return next((who for who in self.seats_from(seat) if who not in [*gone, *empty]), "")

        played, rightful = self.seats[start:at], first_in_turn(leader, ())
        if kind == TURNS[0] or (strict and rightful not in played):
            return bool(seat != rightful)
        in_place = [who for who in self.seats_from(played[0]) if who not in empty][
            len(played) : len(played) + 1
        ]
        excused = (
            []
            if strict
            else [rightful, first_in_turn(self.seats_from(self.seats[at - 1], 1)[0], ()), *in_place]
        )
        return seat != first_in_turn(played[0], played) and (seat in played or seat not in excused)

    def narrowings(self, places: list[Place], atoms: Sequence[Atom]) -> Iterator[list[Place]]:
        """Yield every narrowing of the places in which all conditions hold."""
        for done, (some, seats, first, last, cards) in enumerate(atoms, 1):
            among, self.steps = some and last > first + 1, self.steps - 1
            if not all(may for _, _, may in places) or (among and cards.bit_count() != 1):
                for card in list_cards(cards) if all(may for _, _, may in places) else ():
                    yield from self.narrowings(places, [(True, seats, first, last, card), *atoms[done:]])
                return
            # Cards confined to as many places lie in no other place.
            can = self.all & ~cards if among or not some else cards
            free = [(who in seats and first < at <= last) is among for who, at, _ in places]
            places = [
                (*each[:2], each[2] & (self.all if here else can))
                for here, each in zip(free, places, strict=True)
            ]
        yield places

    def fits(self, places: Sequence[Place]) -> bool:
        """Return True if every place can hold a card of its own (bipartite matching)."""
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

    def duties(self, led: int, trumps: int, above: int) -> dict[str, tuple[int, int, int]]:
        """Return duty -> cards that break it, cards that the rest of the hand lacks, cards of which it holds one."""
        off = self.all & ~led
        parts = (off, 0, led), (off & ~trumps, led, trumps), (trumps & ~above, led & ~trumps, above)
        return dict(zip(DUTIES, parts, strict=True))


def list_cards(cards: int) -> list[int]:
    """Return the cards of a set, one by one."""
    return [1 << number for number in range(cards.bit_length()) if cards >> number & 1]


def answers(ruling: Json) -> Json:
    """Return toggle -> answer of the law of a ruling."""
    articles = ruling["law"]["articles"].values()
    return {name: value for each in articles for name, value in each.get("toggles", {}).items()}


#: Ranks of a pack, if not the usual ones, and the number of cards that each is dealt, if not the whole pack.
RANKS: Final = {"20": "TJQKA", "28": "89TJQKA", "32": "789TJQKA"}
EACH: Final = {"20": 5, "24": 6, "25": 6, "28": 5, "32": 5}
#: The other suit of the same color.
COLOR: Final = {"C": "S", "S": "C", "D": "H", "H": "D"}
JOKER: Final = "JK"


class BidEuchreChecker(Checker):
    """Checker for rulings of the format `bid-euchre-ruling/1`."""

    strains = (*SUITS, "NT", "LOW")
    #: Cards may change hands between deal and play; the hands at the first lead count.
    word = "held"

    def __init__(self, ruling: Json) -> None:
        record, law = ruling["record"], answers(ruling)
        pack, self.table = record.get("pack", "24"), [*record.get("seats", "NESW")]
        suited = [rank + suit for suit in SUITS for rank in RANKS.get(pack, "9TJQKA")]
        self.pack = [*suited * (1 + (pack == "48")), *[JOKER] * (pack == "25")]
        fixed = law.get("cards_each")
        usual = fixed if isinstance(fixed, int) else EACH.get(pack, 48 // len(self.table))
        self.each = record.get("cards_each") or usual
        self.bid, self.called = ruling["contract"] or {}, ruling["trump"] or ""
        self.out = self.find_leaving_seats(record.get("declarations") or (), law) if self.bid else set()
        self.out |= self.find_seats_out(record)
        super().__init__(ruling)
        self.orders["HIGH"] = self.orders["NT"]
        for each in record.get("exchanges") or ():
            self.sizes[each["from"]] -= len(each["cards"])
            self.sizes[each["to"]] += len(each["cards"])

    def find_leaving_seats(self, calls: Sequence[Json], law: Json) -> set[str]:
        """Return the seats that play no card: those that dropped out in time, and the partners of a lone player."""
        maker, step = self.bid["maker"], 2 if law["partners"] == "yes" else len(self.table)
        side = {seat: {*self.table[place % step :: step]} for place, seat in enumerate(self.table)}
        early = [call["seat"] for call in calls if call["call"] == "out" and clock(call.get("at")) <= 0]
        gone = [seat for seat in early if law["drop_out"] == "yes" and seat not in side[maker]]
        return {other for seat in gone for other in side[seat]} | (
            side[maker] - {maker} if self.bid["alone"] else set()
        )

    def find_seats_out(self, record: Json) -> set[str]:
        """Return the seats said to sit out, rightly or not, that played no card in a hand with plays."""
        calls, noted, played = record.get("declarations") or [], record.get("contract"), record["plays"]
        if noted and not calls:
            calls = [{"seat": noted["maker"], "call": noted.get("kind"), "alone": noted.get("alone")}]
        loners = [call["seat"] for call in calls if call.get("alone")]
        namers = {call["seat"] for call in calls if call["call"] == "trump"}
        bids = [call["seat"] for call in calls if call["call"] in ("pepper", "loner", "pfeffer")]
        loners += [seat for seat in reversed(bids) if not namers or seat in namers]
        gone = {call["seat"] for call in calls if call["call"] == "out" and clock(call.get("at")) <= 0}
        if loners and loners[0] in self.table and len(self.table) % 2 == 0:
            gone |= {*self.table[self.table.index(loners[0]) % 2 :: 2]} - {loners[0]}
        return gone - {play["seat"] for play in played} if played else set()

    def list_recorded_cards(self) -> list[tuple[str, str]]:
        """Return the known cards of each seat at the first lead, and those known to lie aside."""
        calls, given = self.record.get("declarations") or (), self.record.get("exchanges")
        hands, blind = self.deal.get("hands") or {}, self.deal.get("blind") or [self.deal.get("upcard")]
        held = Counter((seat, card) for seat, cards in {**hands, ASIDE: blind}.items() for card in cards)
        moves = [(exchange["from"], exchange["to"], exchange["cards"]) for exchange in given or ()]
        if bottoms := next(
            (call for call in calls if call["call"] == "bottoms" and self.is_entitled(call["cards"])), None
        ):
            moves = [(bottoms["seat"], ASIDE, bottoms["cards"]), (ASIDE, bottoms["seat"], blind[1:]), *moves]
        for giver, taker, cards in moves:
            held.subtract((giver, card) for card in cards)
            held.update((taker, card) for card in cards)
        # If the cards given are unknown, so are the cards kept.
        loose = {exchange["from"] for exchange in given or () if None in exchange["cards"]} | (
            self.find_unsure_seats() if given is None else set()
        )
        return [element for element in held.elements() if element[0] not in loose]

    def is_entitled(self, shown: Sequence[str]) -> bool:
        """Return True if the cards shown may be exchanged for the bottom cards."""
        club = self.law.get("upcard") == "club_is_trump" and (self.deal.get("upcard") or "")[1:] == "C"
        return (
            "call_window" in self.law
            and len(shown) == 3
            and len({card[0] for card in shown}) == 1
            and not club
        )

    def find_unsure_seats(self) -> set[str]:
        """Return the seats that may have exchanged cards, if no exchange was recorded."""
        if not self.bid:
            return set()
        maker, kind, way = self.bid["maker"], self.bid["kind"], self.law["exchange"]
        if way == "best_for_worst":
            left = self.table[(self.table.index(maker) + 1) % len(self.table)]
            return set() if self.called in COLOR or kind == "pfeffer" else {maker, left}
        alone = way == "any_two" and self.bid["alone"]
        passed = (way == "passed_card" and kind == "pepper") or (
            kind == "small_pepper" and self.law.get("pepper_play") == "alone"
        )
        return (
            {maker, self.table[(self.table.index(maker) + 2) % len(self.table)]} if alone or passed else set()
        )

    def rank_suits(self, trump: str) -> dict[str, list[str]]:
        """Return suit -> its cards from low to high, bowers and joker included."""
        ranks = "789TJQKA"[:: -1 if trump == "LOW" else 1]
        results = {suit: [rank + suit for rank in ranks if rank + suit in self.pack] for suit in SUITS}
        if trump in COLOR and self.law["bowers"] == "yes":
            for jack in ("J" + COLOR[trump], "J" + trump):
                results[jack[1]].remove(jack)
                results[trump].append(jack)
        if JOKER in self.pack:
            # Without trumps it is the only trump, where it beats all; else a suit of its own.
            beats = trump in COLOR or self.law.get("joker_nt") != "dead"
            suit = results.setdefault(trump if beats else "", [])
            above = {"under_right": 1, "under_left": 2, "lowest": len(suit)}.get(
                self.law.get("joker_rank", ""), 0
            )
            suit.insert(len(suit) - above * (trump in COLOR), JOKER)
        return results

    def opening(self) -> str:
        """Return the seat of the opening lead, empty if unknown."""
        maker, way = self.bid.get("maker"), self.law["leader"]
        if not self.called and (way == "pfeffer" or not maker):
            return ""
        if maker and way == "pfeffer" and self.called not in COLOR:
            return self.seats_from(maker, -1)[0]
        return self.seats_from(maker)[0] if maker and way == "bidder" else super().opening()

    def find_declaration(self) -> tuple[str, Sequence[str], int]:
        """Return the maker, the possible trumps, and the round of an unrecorded up-card (0)."""
        return self.bid.get("maker", ""), [self.called] if self.called else self.strains, 0

    def is_known(self, fault: Json) -> bool | None:
        """Return True if the law has the infraction and the record has its card.

        None if the checker does not know the infraction, or somebody played who was out of the hand.
        """
        kind, result = fault["infraction"], super().is_known(fault)
        known = kind == DUTIES[0] or (kind in TURNS and (self.leader or fault["at"] >= self.wide))
        return None if result and not (known and self.out.isdisjoint(self.seats)) else result

    def group_leads(self, at: int, trump: str) -> dict[str, int]:
        """Return suit led -> cards that lead it; a joker led without trumps counts for the suit named with it."""
        suits, named = super().group_leads(at, trump), self.record["plays"][at].get("named")
        if not named or trump in COLOR:
            return suits
        joker = self.bits[JOKER]
        return {suit: cards & ~joker | joker * (suit == named) for suit, cards in suits.items()}

    def find_wins(self, clocks: range, among: int, trump: str) -> Iterator[tuple[int, int, list[Atom]]]:
        """Yield each way to win among some clocks: the clock, the cards that would beat it, and its conditions."""
        if joker := among & self.orders[trump][0].get("", 0):
            # A card that beats nothing wins if it was led and no card followed suit.
            above = (
                next(cards for cards in self.group_leads(clocks[0], trump).values() if cards & joker) & ~joker
            )
            lower = [self.fell(clock, self.all & ~above) for clock in clocks[1:]]
            yield clocks[0], above, [self.fell(clocks[0], joker), *lower]
        yield from super().find_wins(clocks, among & ~joker, trump)

    def refute_hand(self, faults: Sequence[Json], hand: Json, refuted: bool) -> str:
        """Return why a complete hand is no counterexample that fits the record, empty if it is one.

        Equal cards are interchangeable, so they are counted.
        """
        trump, fell, hands = hand["trump"] or "", hand["plays"], hand["held"]
        held, rest = Counter((seat, card) for seat in self.table for card in hands[seat]), Counter(self.pack)
        rest.subtract(card for _, card in held.elements())
        held.update((ASIDE, card) for card in rest.elements())
        played = Counter(zip(self.seats, fell, strict=True))
        sized = all(len(hands[seat]) == size for seat, size in self.sizes.items())
        agreed = trump in [*self.trumps] and sized and min(rest.values()) >= 0 and not played - held
        if not agreed or not all(self.agrees(fact, trump, fell, held) for fact, _ in self.facts):
            return "a hand that it shows does not fit the record"
        lying = [*zip(self.seats, range(len(fell)), fell, strict=True)]
        lying += [(seat, KEPT, card) for seat, card in (held - played).elements()]
        places = [(seat, at, self.bits[card]) for seat, at, card in lying]
        return "another hand fits the same facts" if self.is_possible(places, trump, faults, refuted) else ""

    def agrees(self, fact: Json, trump: str, fell: Sequence[str], held: Counter[tuple[str, str]]) -> bool:
        """Return True if a fact of the record holds in a complete hand."""
        if "pile" in fact:
            pile = fell[self.wide * (fact["pile"] - 1) : self.wide * fact["pile"]]
            return bool(sorted(pile, key=self.pack.index) == fact["cards"])
        if "held" in fact:
            times: int = [premise for premise, _ in self.facts].count(fact)
            return times <= held[fact["held"], fact["card"]]
        return bool(fact["trump"] == trump if "trump" in fact else fell[fact["play"]] == fact["card"])


def clock(at: int | str | None) -> int:
    """Return a moment as a number, 0 if none was recorded."""
    return 0 if at is None else at if isinstance(at, int) else CLOCKS[at]


class LaydownChecker(Checker):
    """Checker for rulings of the format `clabber-ruling/1`, lay-downs included."""

    def __init__(self, ruling: Json) -> None:
        super().__init__(ruling)
        self.known = dict[object, bool]()

    def is_known(self, fault: Json) -> bool | None:
        """Return True if the law knows a fault and the record has what it is about; None if the law is not known."""
        if fault["infraction"] != LAYDOWN or LAYDOWN not in self.kinds:
            return super().is_known(fault)
        if self.kinds - KNOWN:
            return None
        at, laid = fault["at"], bool(self.laydown.get("agreed")) and self.laydown["by"] == fault["seat"]
        # After a play out of turn the next leader is not recorded.
        whole, trick = sorted(self.seats[: at - at % 4]), {*self.seats[at - at % 4 : at]}
        regular = (
            whole == sorted(self.table * (at // 4)) and len(trick) == at % 4 and {*self.sizes.values()} == {6}
        )
        return laid and at == self.laydown["at"] and regular

    def refute_proof(
        self, faults: Sequence[Json], conditions: Sequence[Atom], trumps: Sequence[str], refuted: bool
    ) -> str:
        """Return why the premises do not prove the faults, or with `refuted` their absence; empty if they do."""
        if len(trumps) > 1 and faults[0]["infraction"] == LAYDOWN:
            return "it does not say what is trumps"
        return super().refute_proof(faults, conditions, trumps, refuted)

    def is_possible(self, places: list[Place], trump: str, faults: Sequence[Json], guilty: bool) -> bool:
        """Return True if some hand has one of the faults, or with `guilty` False none of them."""
        fault = faults[0]
        if fault["infraction"] != LAYDOWN or (guilty and len(faults) > 1):
            return super().is_possible(places, trump, faults, guilty)
        whole = not guilty or "all_hands" in fault or self.law["laydown_standard"] == "best_line"
        return self.can_be_beaten(places, trump, fault["at"], whole) is not (not guilty)

    def can_be_beaten(self, places: list[Place], trump: str, at: int, whole: bool) -> bool | None:
        """Return True if some hand loses a trick of the lay-down; None if too little is known."""
        left = list[Place]()
        for n, (seat, when, may) in enumerate(places):
            fit = sum(
                card
                for card in list_cards(may)
                if self.fits([*places[:n], (seat, when, card), *places[n + 1 :]])
            )
            left.append((seat, KEPT if when >= at else when, fit))
        trick = [
            (seat, card)
            for seat, when, may in left
            if at // 4 * 4 - 4 <= when < at
            for card in self.faces_of(may)
        ]
        free = [
            seat
            for seat in self.table
            if find_cards(left, seat).bit_count() > sum(each[:2] == (seat, KEPT) for each in left)
        ]
        bound = self.laydown["by"] if self.laydown.get("order") else ""
        if len(trick) != min(at, at % 4 + 4) or (free and (whole or bound in free)):
            return None
        leader = self.winner(trick[:4], trump) if at > 3 else self.leader
        return self.is_lost(left, trump, leader, trick[4 * (at > 3) :])

    def is_lost(self, places: list[Place], trump: str, leader: str, trick: list[tuple[str, str]]) -> bool:
        """Return True if some hand loses a trick from here, with `trick` on the table."""
        layer, order = self.laydown["by"], self.laydown.get("order", [])
        standard = self.law["laydown_standard"]
        if len(trick) == self.wide:
            leader, trick = self.winner(trick, trump), []
            if leader not in (layer, self.law["laydown_scope"] == "team" and self.seats_from(layer, 2)[0]):
                return True
        waiting = self.seats_from(trick[0][0] if trick else leader)
        seat = next((who for who in waiting if find_cards(places, who) and who not in dict(trick)), "")
        mine, others = find_cards(places, seat), find_cards(places, self.everybody.replace(seat, ""))
        suits, beaters = self.orders[trump]
        over = {
            card: (others & (beaters[card] | self.bits[card])).bit_count() for card in self.faces_of(mine)
        }
        here = (trump, leader, *trick, *sorted(place for place in places if place[1] >= 0))
        if here in self.known or (seat in (layer, "") and not trick and not any(over.values())):
            return self.known.get(here, False)
        outcome = chooses = standard == "best_line" and seat in (layer, self.seats_from(layer, 2)[0])
        # Of cards in one hand that are as good as each other one is tried, of those in the order stated the first.
        hand = sorted(over, key=[*order, *self.pack].index, reverse=True)
        alike = {
            (
                card[not others & self.bits[card] :],
                over[card],
                self.winner([*trick, (seat, card)], trump),
            ): card
            for card in hand
        }
        own = sorted(
            (may.bit_count(), n) for n, (who, at, may) in enumerate(places) if (who, at) == (seat, KEPT)
        )
        high = (beaters[card] for _, card in trick if card[1] == trump)
        above = min(high, key=int.bit_count, default=suits[trump])
        bound = self.duties(suits[trick[0][1][1]], suits[trump], above).values() if trick else ()
        for card in [card for card in reversed(hand) if card in alike.values()]:
            bit = self.bits[card]
            barred = reduce(int.__or__, (had for broken, _, had in bound if bit & broken), bit)
            spot = next(n for _, n in own if bit & places[n][2])
            after = [
                (who, at, may & ~(barred if (who, at) == (seat, KEPT) else bit)) for who, at, may in places
            ]
            after[spot] = (seat, -1, bit)
            if self.fits(after):
                outcome = self.is_lost(after, trump, leader, [*trick, (seat, card)])
                if outcome is not chooses or (standard == "stated_line" and seat == layer and card in order):
                    break
        return self.known.setdefault(here, outcome)

    def winner(self, trick: Sequence[tuple[str, str]], trump: str) -> str:
        """Return the seat that is winning a trick."""
        high = [(who, card) for who, card in trick if card[1] in (trump, trick[0][1][1])]
        beaters = self.orders[trump][1]
        return next(
            who for who, card in high if not any(self.bits[other] & beaters[card] for _, other in trick)
        )

    def faces_of(self, cards: int) -> list[str]:
        """Return the faces of a set of cards."""
        return [self.pack[card.bit_length() - 1] for card in list_cards(cards)]


def find_cards(places: Sequence[Place], seats: str) -> int:
    """Return the cards that may still be in some hands."""
    return reduce(int.__or__, (may for who, at, may in places if at == KEPT and who in seats), 0)


def record_by_versions(ruling: Json) -> tuple[Json, list[Json]]:
    """Return the record by the versions that a ruling goes by, and these versions; as written without accounts."""
    written = ruling["record"]
    versions = (ruling.get("accounts") or {}).get("ruled_by") or []
    record: Json = json.loads(json.dumps({key: value for key, value in written.items() if key != "accounts"}))
    changes, removed, added = list[Any](), list[list[str]](), list[Any]()
    for account, version in zip(written.get("accounts") or (), versions, strict=True) if versions else ():
        own = account["versions"][version - 1]
        removed += [steps(path) for path in own.get("remove", ())]
        for path, value in own.get("set", {}).items():
            where = steps(path) if path.startswith("/") else [path]
            (added if where[-1] == "-" else changes).append((where, value))
    for where, value in changes:
        find_parent(record, where)[key(record, where)] = value
    for where in sorted(
        removed, key=lambda path: [(step.isdigit() and int(step), step) for step in path], reverse=True
    ):
        del find_parent(record, where)[key(record, where)]
    for where, value in added:
        find_parent(record, where).append(value)
    chosen = [{"account": number, "version": version} for number, version in enumerate(versions, 1)]
    return record, chosen


def steps(path: str) -> list[str]:
    """Return the steps of a JSON pointer."""
    return [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:]]


def find_parent(record: Json, where: list[str]) -> Any:
    """Return the object or list that the last step is in."""
    value: Any = record
    for step in where[:-1]:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def key(record: Json, where: list[str]) -> Any:
    return int(where[-1]) if isinstance(find_parent(record, where), list) else where[-1]


def checker_of(ruling: Json) -> Checker:
    """Return the certificate checker for the format of a ruling."""
    record, versions = record_by_versions(ruling)
    kind = BidEuchreChecker if ruling.get("format") == "bid-euchre-ruling/1" else LaydownChecker
    checker: Checker = kind({**ruling, "record": record})
    checker.versions = versions
    return checker
