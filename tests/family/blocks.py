"""Reads one `case` block: a few lines that tell a hand or a position, and what is expected of it.

Every line is understood or refused; nothing is skipped. What a line says stands in `tests/cases/bid_euchre/README.md`.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from tests.family.blocks_words import STRAINS, ints, pack_of, seat_list, spoken, token_cards

Record = dict[str, Any]


class NotUnderstood(ValueError):
    """A line of a block that the reader does not know."""


class Block(NamedTuple):
    """One block: a hand (`record`) or a position (`position`), and what is expected."""

    ruleset: str
    toggles: dict[str, Any]
    record: Record | None
    position: dict[str, Any] | None
    expected: dict[str, Any]


class Reader:
    """The lines of a block, taken one by one."""

    def __init__(self, name: str) -> None:
        self.ruleset = ""
        self.toggles: dict[str, Any] = {}
        self.position: dict[str, Any] = {}
        self.out: list[str] = []
        self.unnamed_trump: dict[str, Any] | None = None
        self.expected: dict[str, Any] = {"findings": []}
        self.record: Record = {"format": "bid-euchre-hand/1", "id": name, "deal": {}, "plays": []}

    @property
    def seats(self) -> list[str]:
        """The seats of this hand."""
        return list(self.record.get("seats") or "NESW")

    def left_of(self, seat: str) -> str:
        """The next seat clockwise."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def line(self, text: str) -> None:
        """One line of a block."""
        text, _, comment = text.partition("#")
        word, *rest = text.split()
        trick = re.fullmatch(r"(\d+)([NESW]|P[1-6])", word)
        if trick:
            self.trick(int(trick[1]), trick[2], rest, comment)
        elif comment:
            raise NotUnderstood(f"a remark behind {word!r}")
        elif word in self.seats:
            self.record["deal"].setdefault("hands", {})[word] = [card for one in rest for card in token_cards(one)]
        elif hasattr(self, f"read_{word}"):
            getattr(self, f"read_{word}")(rest)
        else:
            raise NotUnderstood(f"the line {text!r}")

    def trick(self, number: int, leader: str, rest: list[str], comment: str) -> None:
        """`2S kh 9h W:js th`: cards clockwise from the leader, seats that are out passed over; `# S` who wins."""
        seat = leader
        for count, token in enumerate(rest):
            who, colon, card = token.rpartition(":")
            if colon:
                seat = who
            elif count:
                seat = self.left_of(seat)
                while seat in self.out:
                    seat = self.left_of(seat)
            self.record["plays"].append({"seat": seat, "card": token_cards(card)[0]})
        if comment:
            winner = re.match(r" ([NESW]|P[1-6])\b", comment)
            if winner is None:
                raise NotUnderstood(f"who wins by {comment!r}")
            self.expected.setdefault("won_by_trick", {})[number] = winner[1]

    # The hand

    def read_rules(self, rest: list[str]) -> None:
        (self.ruleset,) = rest
        self.record["ruleset"] = self.ruleset

    def read_toggles(self, rest: list[str]) -> None:
        for one in rest:
            question, answer = one.split("=")
            self.toggles[question] = int(answer) if answer.isdigit() else answer

    def read_seats(self, rest: list[str]) -> None:
        self.record["seats"] = seat_list(rest)

    def read_deal(self, rest: list[str]) -> None:
        (self.record["deal"]["dealer"],) = rest

    def read_up(self, rest: list[str]) -> None:
        (self.record["deal"]["upcard"],) = token_cards(rest[0])

    def read_blind(self, rest: list[str]) -> None:
        self.record["deal"]["blind"] = [card for one in rest for card in token_cards(one)]

    def read_calls(self, rest: list[str]) -> None:
        """Clockwise from the dealer's left; a seat before a colon speaks wherever the turn was."""
        last = self.record["deal"]["dealer"]
        for token in rest:
            who, colon, word = token.rpartition(":")
            entry, takes_turn = spoken(word)
            seat = who if colon else self.left_of(last)
            last = seat if takes_turn else last
            self.declare({"seat": seat, **entry})

    def declare(self, entry: dict[str, Any]) -> None:
        """One more thing said."""
        self.record.setdefault("declarations", []).append(entry)

    def read_trump(self, rest: list[str]) -> None:
        """`trump C S alone @3`; without a seat the bidder names, who is known at the end of the block."""
        strain, *more = rest
        if strain not in STRAINS:
            raise NotUnderstood(f"trumps {strain!r}")
        if "deal" not in self.record or "dealer" not in self.record["deal"]:
            self.position["trump"] = strain
            return
        entry: dict[str, Any] = {"seat": None, "call": "trump", "trump": strain}
        for one in more:
            if one in self.seats:
                entry["seat"] = one
            elif one == "alone":
                entry["alone"] = True
            elif one.startswith("@"):
                entry["at"] = int(one[1:])
            else:
                raise NotUnderstood(f"{one!r} behind trumps")
        if entry["seat"] is None:
            self.unnamed_trump = entry
        self.declare(entry)

    def read_give(self, rest: list[str]) -> None:
        exchanges = self.record.setdefault("exchanges", [])
        if rest == ["none"]:
            return
        way, cards = rest
        giver, taker = way.split(">")
        exchanges.append({"from": giver, "to": taker, "cards": token_cards(cards)})

    def read_out(self, rest: list[str]) -> None:
        for one in rest:
            seat, _, clock = one.partition("@")
            self.declare({"seat": seat, "call": "out", **({"at": int(clock)} if clock else {})})
            if not clock:
                self.out.append(seat)

    def read_idle(self, rest: list[str]) -> None:
        """Follows from what was said, and stands here for the eye: the partner of a lone player."""
        self.out += seat_list(rest)

    def read_tricks(self, rest: list[str]) -> None:
        self.record["sheet"] = {side: {"tricks": number} for side, number in ints(rest).items()}

    def read_before(self, rest: list[str]) -> None:
        self.record["before"] = ints(rest)

    def read_incident(self, rest: list[str]) -> None:
        kind, seat = rest
        self.record.setdefault("incidents", []).append({"kind": kind, "seat": seat})

    def read_claim(self, rest: list[str]) -> None:
        """`claim N against W failure-to-follow 3`, made when the hand had come as far as the block tells it."""
        by, against, accused, infraction, *trick = rest
        if against != "against":
            raise NotUnderstood(f"a claim {rest}")
        at = "turned" if "sheet" in self.record else len(self.record["plays"])
        entry: dict[str, Any] = {"by": by, "against": accused, "infraction": infraction, "at": at}
        if trick:
            entry["trick"] = int(trick[0])
        self.record.setdefault("claims", []).append(entry)

    # A position

    def read_table(self, rest: list[str]) -> None:
        self.position["table"] = [card for one in rest for card in token_cards(one)]

    def read_holds(self, rest: list[str]) -> None:
        self.position["holds"] = [card for one in rest for card in token_cards(one)]

    # What is expected

    def read_expect(self, rest: list[str]) -> None:
        what, *more = rest
        if what == "finding":
            infraction, seat, *place = more
            self.expected["findings"].append((infraction, seat, " ".join(place)))
        elif what in ("score", "after", "hickeys", "count"):
            self.expected[what] = ints(more)
        elif what in ("won", "claims", "contract"):
            self.expected[what] = more
        elif what == "legal":
            self.expected[what] = sorted(card for one in more for card in token_cards(one))
        elif what in ("winner", "outcome", "leader", "trump", "win") and len(more) == 1:
            self.expected[what] = more[0]
        else:
            raise NotUnderstood(f"the expectation {rest}")

    def finish(self) -> Block:
        """The block as a whole."""
        if self.position:
            if set(self.record) - {"format", "id", "deal", "plays", "ruleset"} or self.record["deal"]:
                raise NotUnderstood("a position inside a hand")
            return Block(self.ruleset, self.toggles, None, self.position, self.expected)
        if self.unnamed_trump is not None:
            self.unnamed_trump["seat"] = self.bidder()
        self.record |= pack_of(self.ruleset, self.seats)
        return Block(self.ruleset, self.toggles, self.record, None, self.expected)

    def bidder(self) -> str:
        """Who named trumps where the block does not say: whose contract it expects, else who bid last."""
        if "contract" in self.expected:
            return str(self.expected["contract"][0])
        bids = [one for one in self.record["declarations"] if one["call"] not in ("pass", "trump", "out")]
        if not bids:
            raise NotUnderstood("trumps named by nobody")
        return str(bids[-1]["seat"])


def read_block(text: str, name: str) -> Block:
    """One block read to the end."""
    reader = Reader(name)
    for line in text.splitlines():
        if line.strip():
            reader.line(line)
    return reader.finish()
