"""The casebook of the family, and how any adjudicator is held against it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from tests.family.blocks import Block, read_block

FOLDER = Path(__file__).parents[1] / "cases" / "bid_euchre"

Ruling = dict[str, Any]


class Adjudicator(Protocol):
    """Whoever judges: hands as `bid-euchre-hand/1` records, and positions.

    A ruling has the keys `findings` (each with `infraction`, `seat`, `place`), `contract`, `leader`, `trump`, `won`,
    `tricks`, `outcome`, `score`, `after`, `hickeys`, `winner` and `claims`, as `opinion/judging.py` gives them.
    """

    def rule(self, record: dict[str, Any], toggles: dict[str, Any]) -> Ruling:
        """The ruling on a hand."""

    def legal(self, ruleset: str, toggles: dict[str, Any], trump: str, table: list[str], hand: list[str]) -> list[str]:
        """What may be played."""

    def winner(self, ruleset: str, toggles: dict[str, Any], trump: str, table: list[str]) -> int:
        """Which card of a trick wins, counted from one."""


class Asked(NamedTuple):
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
    found = []
    for file in sorted(FOLDER.glob("*.md")):
        if file.name == "README.md":
            continue
        for part in re.split(r"^## ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            heading, _, text = part.partition("\n")
            found.append((file.name, heading, text))
    return tuple(found)


def cited(text: str) -> Iterator[str]:
    """The rows that a text cites, those between two as well."""
    yield from re.findall(r"\bBD?-\d{2,3}\b", text)
    for kind, first, last in re.findall(r"\b(BD?)-(\d{2,3}) to \1-(\d{2,3})\b", text):
        yield from (f"{kind}-{number:0{len(first)}}" for number in range(int(first), int(last)))


@cache
def book() -> tuple[Asked, ...]:
    """Every block of the book."""
    found = []
    for file, heading, text in sections():
        case, _, title = heading.partition(" ")
        rows = frozenset(cited(text))
        for number, (kind, content) in enumerate(re.findall(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M), start=1):
            if kind != "case":
                raise ValueError(f"{file}: a block of kind {kind!r}")
            block = read_block(content, f"{case.lower()}-{number}")
            found.append(Asked(case, title, file, number, block, rows))
    return tuple(found)


def disagreements(block: Block, judge: Adjudicator) -> list[str]:
    """What an adjudicator sees otherwise than the block says."""
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
    return [f"{key}: wanted {wanted}, ruled {ruled}" for key, (wanted, ruled) in pairs.items() if wanted != ruled]


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
    return [] if str(number) == expected["winner"] else [f"winner: wanted {expected['winner']}, ruled {number}"]
