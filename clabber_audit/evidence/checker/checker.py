"""Certificate checker that shares no code with the program that wrote the certificates.

It takes for granted the calls, who played when, which card was shown first in the act of playing and taken back, and
how many cards each seat had. A proof is valid if no hand in which its premises hold contradicts it; an undetermined
verdict needs one complete hand of each kind. Card sets are bit masks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

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
