"""Casebook of the family: blocks, their lines and their readers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

STRAINS = ("C", "D", "H", "S", "NT", "HIGH", "LOW")
SHORT_CALLS = {
    "p": "pass",
    "sp": "small_pepper",
    "bp": "big_pepper",
    "pepper": "pepper",
    "loner": "loner",
    "pfeffer": "pfeffer",
}
NO_TURN = {"anf": "ace_no_face", "four": "four_of_a_kind"}


def token_cards(text: str) -> list[str]:
    """`9sjk` as cards; anything else is refused."""
    pairs = [text[place : place + 2].upper() for place in range(0, len(text), 2)]
    for card in pairs:
        if card != "JK" and (len(card) != 2 or card[0] not in "789TJQKA" or card[1] not in "CDHS"):
            raise ValueError(f"{text!r} is no run of cards")
    return pairs


def spoken(word: str) -> tuple[dict[str, Any], bool]:
    """One call and whether it takes a turn."""
    if word in SHORT_CALLS:
        return {"call": SHORT_CALLS[word]}, True
    if word in NO_TURN:
        return {"call": NO_TURN[word]}, False
    name, _, cards = word.partition("=")
    if name == "bottoms":
        return {"call": name, "cards": token_cards(cards)}, False
    number = word.removesuffix("hc")
    if number.isdigit():
        return {"call": word.upper()}, True
    raise ValueError(f"{word!r} is no call")


def seat_list(words: list[str]) -> list[str]:
    """Seats, each known."""
    for seat in words:
        if seat not in ("N", "E", "S", "W", "P1", "P2", "P3", "P4", "P5", "P6"):
            raise ValueError(f"{seat!r} is no seat")
    return words


def ints(words: list[str]) -> dict[str, int]:
    """`NS 5 EW 1` as numbers by side."""
    names, numbers = words[::2], words[1::2]
    return {name: int(number) for name, number in zip(names, numbers, strict=True)}


def pack_of(ruleset: str, seats: list[str]) -> dict[str, Any]:
    """The pack a block leaves unsaid: the ruleset's own (section 3 of the rules, BD-47)."""
    if ruleset.startswith("double"):
        return {"pack": "48"}
    if ruleset == "hasenpfeffer":
        return {"pack": "25"}
    if ruleset.startswith("dirty-clubs"):
        return {"pack": {3: "20", 4: "24", 5: "28", 6: "32"}[len(seats)], "cards_each": 5}
    return {"cards_each": 5} if ruleset.startswith("eau-claire") else {}


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


class BlockReader:
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
            self.record["deal"].setdefault("hands", {})[word] = [
                card for one in rest for card in token_cards(one)
            ]
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
        kind, seat, *more = rest
        entry: dict[str, Any] = {"kind": kind, "seat": seat}
        for word, key in zip(more[::2], more[1::2], strict=True):
            if word not in ("card", "for", "at"):
                raise NotUnderstood(f"an incident {rest}")
            value = int(key) if word == "at" else token_cards(key)[0]
            entry["replaced_by" if word == "for" else word] = value
        self.record.setdefault("incidents", []).append(entry)

    def read_agreed(self, rest: list[str]) -> None:
        (what,) = rest
        entry = {"what": what, "at": len(self.record["plays"])}
        self.record.setdefault("agreements", []).append(entry)

    def read_claim(self, rest: list[str]) -> None:
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
        """The seat that named trumps where the block does not say: whose contract it expects, else who bid last."""
        if "contract" in self.expected:
            return str(self.expected["contract"][0])
        bids = [one for one in self.record["declarations"] if one["call"] not in ("pass", "trump", "out")]
        if not bids:
            raise NotUnderstood("trumps named by nobody")
        return str(bids[-1]["seat"])


def read_block(text: str, name: str) -> Block:
    """One block read to the end."""
    reader = BlockReader(name)
    for line in text.splitlines():
        if line.strip():
            reader.line(line)
    return reader.finish()


FOLDER = Path(__file__).parents[1] / "cases" / "bid_euchre"

Ruling = dict[str, Any]


class Adjudicator(Protocol):
    """Judge under test: hands as `bid-euchre-hand/1` records, and positions.

    A ruling has the keys `findings` (each with `infraction`, `seat`, `place`), `contract`, `leader`, `trump`, `won`,
    `tricks`, `outcome`, `score`, `after`, `hickeys`, `winner` and `claims`, as `opinion/judging.py` gives them.
    """

    def rule(self, record: dict[str, Any], toggles: dict[str, Any]) -> Ruling:
        """The ruling on a hand."""

    def legal(
        self, ruleset: str, toggles: dict[str, Any], trump: str, table: list[str], hand: list[str]
    ) -> list[str]:
        """Cards that may be played."""

    def winner(self, ruleset: str, toggles: dict[str, Any], trump: str, table: list[str]) -> int:
        """Number of the winning card of a trick, from one."""


class FamilyCase(NamedTuple):
    """One block of one case."""

    case: str
    title: str
    file: str
    number: int
    block: Block
    #: The rows the case's words cite.
    rows: frozenset[str]

    @property
    def id(self) -> str:
        """For instance `PF05.2`: the second block of the case."""
        return f"{self.case}.{self.number}"


@cache
def sections() -> tuple[tuple[str, str, str], ...]:
    """Every case: its file, its heading, its text."""
    results = []
    for file in sorted(FOLDER.glob("*.md")):
        if file.name == "README.md":
            continue
        for part in re.split(r"^## ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            heading, _, text = part.partition("\n")
            results.append((file.name, heading, text))
    return tuple(results)


def cited(text: str) -> Iterator[str]:
    """The rows that a text cites, those between two as well."""
    yield from re.findall(r"\bBD?-\d{2,3}\b", text)
    for kind, first, last in re.findall(r"\b(BD?)-(\d{2,3}) to \1-(\d{2,3})\b", text):
        yield from (f"{kind}-{number:0{len(first)}}" for number in range(int(first), int(last)))


@cache
def book() -> tuple[FamilyCase, ...]:
    """Every block of the book."""
    results = []
    for file, heading, text in sections():
        case, _, title = heading.partition(" ")
        rows = frozenset(cited(text))
        for number, (kind, content) in enumerate(
            re.findall(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M), start=1
        ):
            if kind != "case":
                raise ValueError(f"{file}: a block of kind {kind!r}")
            block = read_block(content, f"{case.lower()}-{number}")
            results.append(FamilyCase(case, title, file, number, block, rows))
    return tuple(results)


#: Chapters of our own, beside those of the sources.
OWN = ("readings.md", "numbers.md")


def sourced() -> list[FamilyCase]:
    """Every block under answers of the sources; of the numbers of houses the second opinion knows nothing."""
    return [asked for asked in book() if asked.file != "numbers.md"]


def disagreements(block: Block, judge: Adjudicator) -> list[str]:
    if block.position is not None:
        return position_disagreements(block, judge)
    assert block.record is not None
    ruling = judge.rule(block.record, block.toggles)
    expected = block.expected
    pairs: dict[str, tuple[Any, Any]] = {
        "findings": (
            sorted(expected["findings"]),
            sorted((one["infraction"], one["seat"], one["place"]) for one in ruling["findings"]),
        )
    }
    for key, ruled in (("score", "score"), ("after", "after"), ("hickeys", "hickeys"), ("count", "tricks")):
        if key in expected:
            pairs[key] = (expected[key], ruling[ruled])
    for key in ("won", "claims", "leader", "trump", "outcome"):
        if key in expected:
            pairs[key] = (expected[key], ruling[key])
    for trick, winner in expected.get("won_by_trick", {}).items():
        pairs[f"trick {trick}"] = (winner, next(iter(ruling["won"][trick - 1 :]), None))
    if "win" in expected:
        pairs["win"] = (expected["win"], ruling["winner"] or "nobody")
    if "score" in expected and "outcome" not in expected and "claims" not in expected:
        # A hand with a score and nothing said of its end was played out and scored.
        pairs["outcome"] = ("scored", ruling["outcome"])
    if "contract" in expected:
        pairs["contract"] = (expected["contract"], contract_words(ruling["contract"], expected["contract"]))
    return [
        f"{key}: wanted {wanted}, ruled {ruled}" for key, (wanted, ruled) in pairs.items() if wanted != ruled
    ]


def contract_words(contract: dict[str, Any] | None, wanted: list[str]) -> list[str]:
    """A contract as a block writes it; whether it was forced stands only where it matters."""
    if contract is None:
        return []
    kind = [] if contract["kind"] == "bid" else [contract["kind"]]
    forced = ["forced"] if contract["forced"] and "forced" in wanted else []
    return [contract["maker"], str(contract["tricks"]), *kind, *forced]


def position_disagreements(block: Block, judge: Adjudicator) -> list[str]:
    """The same of a position."""
    position, expected = block.position or {}, block.expected
    trump, table = position["trump"], position["table"]
    if "legal" in expected:
        ruled = sorted(judge.legal(block.ruleset, block.toggles, trump, table, position["holds"]))
        return [] if ruled == expected["legal"] else [f"legal: wanted {expected['legal']}, ruled {ruled}"]
    number = judge.winner(block.ruleset, block.toggles, trump, table)
    return (
        [] if str(number) == expected["winner"] else [f"winner: wanted {expected['winner']}, ruled {number}"]
    )
