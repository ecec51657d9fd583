"""Tests of the prefilter of `check`: clean hands are passed over as they arrive, even with claims that cost nothing."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.bulk import prefilter
from clabber_audit.bulk.audit import audit_arriving
from clabber_audit.bulk.options import AuditFormat, Wanted
from clabber_audit.bulk.prefilter import find_clean_lines
from clabber_audit.core.errors import Refused
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge import judge
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import canonical, record_data
from clabber_audit.records.hand import Hand
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.damage import edit
from tests.cli import call
from tests.law.test_prefilter import simulate_lines
from tests.random_records import mutants
from tests.rules import OF_CLABBER
from tests.scale import at_random
from tests.tables import rows


@cache
def mix_hands() -> tuple[bytes, ...]:
    """Return clean, irregular and broken hands, and two with names that look alike."""
    hands = (
        simulate_lines(40)
        + simulate_lines(15, seed=6, irregular=0.4, claims=0.5)
        + list(mutants.lines(3, 40))
    )
    alike = hands[0].replace(b'"players":{"N":"', b'"players":{"N":"l')
    hands[20:20] = [b"", b"no record", alike, alike.replace(b'"N":"l', b'"N":"1'), hands[0][:300]]
    return tuple(hands)


OPTIONS: Final[list[list[str]]] = [
    [],
    ["--all", "--anonymous", "--ruleset", "wp"],
    ["-f", "jsonl", "--brief"],
]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A compressed file of such hands, an archive of the valid ones, and an archive damaged in its middle."""
    folder = tmp_path_factory.mktemp("places")
    text = b"\n".join(mix_hands())
    (folder / "hands.jsonl.gz").write_bytes(gzip.compress(text))
    (folder / "cut.jsonl.gz").write_bytes(gzip.compress(text)[:-2_000])
    whole = folder / "whole.jsonl"
    whole.write_bytes(b"\n".join(_drop_refused(mix_hands())))
    for name in ("season.db", "damaged.db"):
        assert call("archive", "init", folder / name).code == 0
        assert call("archive", "add", folder / name, whole).code in (0, 1, 3)
    assert edit(folder / "damaged.db", "UPDATE log SET entry = x'00' WHERE seq = 50")
    return folder


def _drop_refused(texts: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the hands that are not refused, each id once."""
    known = set[str]()
    for text in texts:
        try:
            record = parse_hand(text).record
        except Refused:
            continue
        if record.id not in known:
            known.add(record.id)
            yield text


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *(("hands.jsonl.gz", options) for options in OPTIONS),
        *zip(("cut.jsonl.gz", "season.db", "damaged.db", "-"), (*OPTIONS, []), strict=True),
    ],
)
def test_output_is_the_same_with_and_without_the_prefilter(
    places: Path, name: str, options: list[str]
) -> None:
    data = b"\n".join(mix_hands()) if name == "-" else b""
    path = name if name == "-" else places / name
    result = call("check", path, *options, stdin=data)
    assert result == call("check", path, "--thorough", *options, stdin=data)
    # Findings before the damage are reported.
    assert result.out
    assert (result.code == 5) == (name in ("cut.jsonl.gz", "damaged.db"))


@pytest.mark.parametrize("name", ["hands.jsonl.gz", "season.db", "-"])
def test_clean_hands_are_not_judged(places: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard, judged = list[Hand](), judge.adjudicate

    def record_and_judge(hand: Hand, law: BoundRuleset) -> judge.Ruling:
        heard.append(hand)
        return judged(hand, law)

    monkeypatch.setattr(judge, "adjudicate", record_and_judge)
    counts = []
    for options in ([], ["--thorough"]):
        heard.clear()
        call("check", name if name == "-" else places / name, *options, stdin=b"\n".join(mix_hands()))
        counts.append(len(heard))
    assert counts[1] - counts[0] > 40


DECISION: Final = """
[[decision]]
number = "{}"
date = {}
question = "D-50"
answer = {{ false_claim = "{}" }}
holding = "H."
because = "B."
by = ["Agnes Weber"]
"""
#: Before, between and after two decisions; of no day, or of one that leaves the law open.
DATES: Final = ("2026-03-11", "2026-03-12", "2026-05-02", "2026-03", "some Tuesday", None)


@pytest.mark.parametrize("options", [[], ["--ruleset", "ecl"], ["--all", "--anonymous", "-f", "github"]])
def test_hands_are_judged_by_the_decisions_of_their_dates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    """A book makes a fault of what is none without it, so it chooses the law of the prefilter, too."""
    decisions = (
        DECISION.format("2026-1", "2026-03-12", "any_unproven"),
        DECISION.format("2026-2", "2026-05-01", "reviewed_only") + 'overrules = "2026-1"\n',
    )
    head = 'format = "clabber-precedents/1"\nclub = "Corner Bar"\n'
    (tmp_path / "book.toml").write_text(head + "".join(decisions), encoding="utf-8")
    lines = [
        *[hand_with([CLAIM], id=f"called-{number}") for number in range(2 * len(DATES))],
        *simulate_lines(60),
        *simulate_lines(20, seed=6, irregular=0.3, claims=0.5),
    ]
    days = [{"context": {"date": day}} if day else {} for day in DATES]
    dated = [line_of({**json.loads(line), **day}) for line, day in zip(lines, cycle(days), strict=False)]
    (tmp_path / "hands.jsonl").write_bytes(b"\n".join(dated))
    monkeypatch.setattr(prefilter, "prefilter_pays", lambda _count: True)
    heard, judged = list[str](), judge.adjudicate

    def record_and_judge(hand: Hand, law: BoundRuleset) -> judge.Ruling:
        heard.append(hand.record.id)
        return judged(hand, law)

    monkeypatch.setattr(judge, "adjudicate", record_and_judge)
    asked = ["check", str(tmp_path / "hands.jsonl"), *options]
    book = ["--book", str(tmp_path)]
    result, count = call(*asked, *book), len(heard)
    assert {"called-1", "called-7"} <= {*heard}
    assert not {"called-0", "called-2", "called-4", "called-5"} & {*heard}
    assert result == call(*asked, *book, "--thorough")
    assert count < (len(heard) - count) / 2
    assert result.out.count("unproven-claim") > call(*asked).out.count("unproven-claim")


def test_hands_are_judged_while_the_writer_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with open(reading, "rb") as read_from, open(writing, "wb", buffering=0) as write_to:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(read_from))
        parts = audit_arriving("-", Wanted(AuditFormat.text), allow_changed_rules=False)
        for text in simulate_lines(3):
            write_to.write(text + b"\n")
            assert next(parts).hands == 1
        write_to.close()
        assert sum(part.hands for part in parts) == 0


HANDS: Final = at_random(30, 400)


def hand_with(claims: list[dict[str, Any]], **more: Any) -> bytes:
    """Return a legal hand with these claims, as a line."""
    (record,) = simulate_hands(8, 1, irregular=0, claims=0)
    return line_of({**record_data(record), "claims": claims, **more})


def line_of(data: dict[str, Any], sorted_keys: bool = False) -> bytes:
    """Return a record as a line, with keys in the order of the model or sorted."""
    ordered = {key: data[key] for key in HandRecord.model_fields if key in data}
    return json.dumps(ordered, separators=(",", ":"), sort_keys=sorted_keys).encode()


def find_passed_lines(
    monkeypatch: pytest.MonkeyPatch, lines: list[bytes], law: str | None = None
) -> set[int]:
    """Return the lines that the prefilter passes over."""
    monkeypatch.setattr(prefilter, "_MANY", 1)
    monkeypatch.setattr(prefilter, "_FEW", 1)
    return set(find_clean_lines(lines, law))


#: The third trick has fallen, and West says that North did not follow to the first.
CLAIM = {"by": "W", "against": "N", "at": 12, "infraction": "failure-to-follow", "trick": 1}


@pytest.mark.parametrize(("keys", "costs", "why"), rows(Path(__file__).with_name("claims.md")))
def test_claims_without_a_penalty_are_passed_over(
    monkeypatch: pytest.MonkeyPatch, keys: str, costs: str, why: str
) -> None:
    line = hand_with([{**CLAIM, **json.loads(keys.strip("`"))}])
    assert find_passed_lines(monkeypatch, [line]) == (set() if costs == "yes" else {0}), why


def test_claims_are_judged_if_every_unproven_claim_is_penalized(monkeypatch: pytest.MonkeyPatch) -> None:
    # R-094; one's own partner cannot be claimed against there, either.
    lines = [hand_with(claims, ruleset="wp") for claims in ([CLAIM], [{**CLAIM, "against": "E"}], [])]
    assert find_passed_lines(monkeypatch, lines) == {1, 2}


def test_claims_without_recorded_melds_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_passed_lines(monkeypatch, [hand_with([CLAIM], melds=None, score={})]) == set()
    assert find_passed_lines(monkeypatch, [hand_with([], melds=None, score={})]) == {0}


def test_malformed_claims_are_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    line = hand_with([CLAIM])
    text = line[line.index(b'"claims":') : line.index(b"]", line.index(b'"claims":')) + 1]
    twice = line.replace(text, text + b"," + text)
    inside = hand_with([], remarks=["x"]).replace(b'"x"', b'"x",' + text)
    assert find_passed_lines(monkeypatch, [line, twice, inside, line.replace(text, text[:-1])]) == {0}


@pytest.mark.parametrize("ruleset", OF_CLABBER)
def test_passed_claims_have_no_consequence_for_the_judge(
    monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    random = Random(f"idle claims {ruleset}")
    law, lines, bare = law_of(ruleset), list[bytes](), list[bytes]()
    for record in simulate_hands(random.randrange(1 << 30), HANDS, irregular=0, claims=0, ruleset=ruleset):
        claims = [draw_claim(random) for _ in range(random.randint(1, 3))]
        if record.plays:
            lines.append(line_of({**record_data(record), "claims": claims}, random.random() < 0.5))
            bare.append(line_of(record_data(record)))
    clean = find_passed_lines(monkeypatch, bare)
    rulings = [adjudicate(parse_hand(line), law) for line in lines]
    quiet = {number for number, ruling in enumerate(rulings) if not (ruling.findings or ruling.open)}
    assert find_passed_lines(monkeypatch, lines) == clean & quiet
    assert 0 < len(clean & quiet) < len(clean)
    assert find_passed_lines(monkeypatch, lines, canonical(law.ruleset.to_data())) == clean & quiet


def draw_claim(random: Random) -> dict[str, Any]:
    """Return a random claim."""
    one_of = partial(random.choice)
    claim_data = {"by": one_of((*"NESW", None)), "against": one_of((*"NESW", "NS", "EW"))}
    claim_data["at"] = one_of((*range(25), "deal", "declaring", "turned", "scored"))
    more = {
        "infraction": one_of(
            ("failure-to-follow", "false-meld", "play-out-of-turn", "early-belle", "exposed-card")
        ),
        "trick": random.randint(1, 6),
        "reviewed": True,
        "withdrawn": True,
    }
    return claim_data | {name: value for name, value in more.items() if random.random() < 0.5}
