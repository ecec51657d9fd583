"""Every certificate passes the independent checker, and fails without any one of its premises.

At full scale there are hundreds of rulings of each kind. The checker's search of lay-downs is compared with the
program's.
"""

from __future__ import annotations

import ast
import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations, count
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.cards import CODES, SEATS, TEAMS
from clabber_audit.core.errors import Refused
from clabber_audit.evidence import checker as checker_module
from clabber_audit.evidence.checker import STEPS, checker_of
from clabber_audit.evidence.laydowns.evaluate import Limits, search_completions
from clabber_audit.judge.certificates import (
    Certificate,
    Fault,
    certificates,
    certificates_data,
    facts_of,
    hand_of,
)
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.formats import record_data
from clabber_audit.replay import replay_hand
from clabber_audit.report.data import ruling_data
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of
from clabber_audit.simulate.seasons import simulate_hands
from tests import casebook
from tests.casebook import hands_in
from tests.cli import read_text
from tests.family.completing import draw_complete, leave_out
from tests.family.opinion.laws import RULESETS
from tests.random_records import every_key as odd
from tests.random_records import irregular
from tests.random_records.events import with_events
from tests.random_records.partial import draw_disordered, incomplete
from tests.rules import OF_CLABBER, rule_on
from tests.scale import at_random, at_scale, in_share
from tests.tables import hand_text, tables
from tests.test_properties import Json, Table, many

#: Complete hands and partial records. A share of the latter are lay-downs, which take longest.
WHOLE: Final = at_random(4, 300)
PARTIAL: Final = at_random(6, 75)
#: Irregular records, and hands of each ruleset of the Bid Euchre family.
ODD: Final = at_random(8, 250)
OF_EACH: Final = at_random(2, 60)


def _rule_on_simulated_hands() -> Iterator[Ruling]:
    """Yield rulings on complete hands with errors and claims, and on partial records."""
    for number, record in enumerate(simulate_hands(5, WHOLE, 0.05, 0.6)):
        yield _rule_on(record_data(record), OF_CLABBER[number % len(OF_CLABBER)])
    for number in range(PARTIAL):
        yield _rule_on(incomplete(Random(f"certified {number}")), OF_CLABBER[number % len(OF_CLABBER)])
    for number in range(3 * PARTIAL):
        # Cards taken back and half shown.
        random = Random(f"noted {number}")
        record = with_events(incomplete(random), random)
        if any(one["kind"] in ("card_retracted", "card_half_shown") for one in record.get("incidents", ())):
            yield _rule_on(record, OF_CLABBER[number % len(OF_CLABBER)])
    for hand in [*hands_in("i-laydowns.md").values()][:: at_scale(5, 1)]:
        yield adjudicate(hand, law_of("ecl-1992"))
    yield from _draw_laydowns(PARTIAL)
    yield from _draw_odd_laydowns(PARTIAL // 2)
    for law in (law_of("ecl-1992"), _best_line()):
        yield from draw_whole_laydowns(PARTIAL // 3, law)


def _draw_laydowns(count: int) -> Iterator[Ruling]:
    """Yield rulings on incomplete records that end with a lay-down, of at most three tricks."""
    for number in range(count):
        random = Random(f"laid down {number}")
        record = incomplete(random)
        if 12 <= len(record["plays"]) < len(CODES):
            laydown = {"by": random.choice("NESW"), "at": len(record["plays"]), "agreed": True}
            yield _rule_on({**record, "laydown": laydown})


def _draw_odd_laydowns(count: int) -> Iterator[Ruling]:
    """Yield rulings on faulty records with a lay-down at a random moment.

    Events after a claim may not be judged at all.
    """
    random = Random("laid down somewhere")
    for number, (record, ruleset) in enumerate(many()[:: len(many()) // (2 * count)]):
        at = random.randint(0, len(record.get("plays", ())))
        laydown = {"by": random.choice(SEATS), "at": at, "agreed": True}
        with suppress(Refused):
            yield _rule_on({**record, "laydown": laydown}, ruleset)
        if number == count:
            return


def draw_whole_laydowns(count: int, law: BoundRuleset) -> Iterator[Ruling]:
    """Yield rulings on lawful, complete hands laid down with two or three cards left or in the middle of a trick."""
    random = Random("laid down whole")
    for _ in range(count):
        table = Table(random, random.choice((12, 16, 16, 17)))
        by = SEATS[table.turn] if random.random() < 0.7 else random.choice(SEATS)
        order = random.sample(table.hands[by], random.choice((0, len(table.hands[by]))))
        laydown = {"by": by, "at": len(table.record["plays"]), "agreed": True, "order": order}
        yield rule_on({**table.record, "laydown": laydown}, law)


def _best_line() -> BoundRuleset:
    """Return the default ruleset with best-line lay-downs (D-72)."""
    return casebook.law_by("ecl-1992 laydown_standard=best_line")


def _rule_on_odd_records() -> Iterator[Ruling]:
    """Yield rulings on irregular, damaged and partial records."""
    random = Random("own certificates")
    records = [*odd.many(ODD // 3, 9), *irregular.records(9, ODD // 3)]
    for _ in range(ODD // 3):
        record = draw_disordered(random) if random.random() < 0.3 else incomplete(random)
        moments = range(len(record["plays"]) + 1)
        if random.random() < 0.3:
            record["laydown"] = {"by": random.choice(SEATS), "at": random.choice(moments), "agreed": True}
        if random.random() < 0.4:
            words = random.choices(("in_turn", "never", *moments), k=2)
            record["melds"] = [
                {"seat": random.choice(SEATS), "kind": "belle", "announced": word} for word in words
            ]
        if random.random() < 0.4:
            against = random.choice((*SEATS, *TEAMS))
            claim = {"by": random.choice(SEATS), "against": against, "at": random.choice(moments)}
            record["claims"] = [{**claim, "trick": random.randint(1, 6)}]
        if random.random() < 0.2:
            del record["deal"]["hands"]
        if random.random() < 0.1:
            record["incidents"] = [{"kind": "wrong_card_count"}]
        records.append(record)
    for number, record in enumerate(records):
        with suppress(Refused):
            yield _rule_on(record, OF_CLABBER[number % len(OF_CLABBER)])


def _rule_on_family_hands(ruleset: str) -> Iterator[Ruling]:
    """Yield rulings on complete and partial hands of a ruleset of the Bid Euchre family."""
    drawn = 0
    for number in count(1):
        random = Random(f"own {ruleset} {number}")
        one = draw_complete(ruleset, random)
        with suppress(Refused):
            yield _rule_on(one.record if number % 2 else leave_out(one, random, 3, 4), ruleset)
            drawn += 1
        if drawn == OF_EACH:
            return


def _rule_on(record: Json, ruleset: str = "ecl-1992") -> Ruling:
    return rule_on(record, law_of(ruleset))


def certify(ruling: Ruling) -> tuple[Json, list[Json]]:
    """Return a ruling and its certificates, read back from JSON."""
    data: Json = json.loads(json.dumps(ruling_data(ruling)))
    return data, json.loads(json.dumps(certificates_data(certificates(ruling))))


#: Kinds of rulings: with errors and claims, odd ones, and those of each ruleset of the family.
KINDS: Final = ("played", "odd", *RULESETS)


@cache
def certify_all(kind: str) -> tuple[tuple[Ruling, Json, list[Json]], ...]:
    """Return the rulings of a kind, each with its JSON and its certificates."""
    draw = {"played": _rule_on_simulated_hands, "odd": _rule_on_odd_records}.get(kind)
    rulings = draw() if draw else _rule_on_family_hands(kind)
    return tuple((ruling, *certify(ruling)) for ruling in rulings)


@pytest.mark.parametrize("kind", [*KINDS[:2], *KINDS[2 :: at_scale(3, 1)]])
def test_every_certificate_passes(kind: str) -> None:
    """Every card finding of a regular record has a certificate; each passes in a fraction of the steps."""
    for ruling, data, result in certify_all(kind):
        checker = checker_of(data)
        for certificate in result:
            assert not checker.complaint(certificate), json.dumps([certificate, data["record"]])
        assert checker.steps > STEPS // (4 if kind in RULESETS else 10)
        # Some findings of odd records have no certificate; a hand in which a player who was out played has none at all.
        if kind != "odd" and all(one["infraction"] != "playing-when-out" for one in data["findings"]):
            about = {certificate["finding"] for certificate in result if "finding" in certificate}
            assert {number for number, finding in enumerate(ruling.findings) if finding.in_trick} <= about


def test_certificates_of_each_verdict_are_drawn() -> None:
    seen = {
        kind: Counter(each["verdict"] for *_, result in certify_all(kind) for each in result)
        for kind in KINDS
    }
    family = sum((seen[kind] for kind in RULESETS), Counter[str]())
    least = ((seen["played"], PARTIAL), (seen["odd"], ODD // 2), (family, OF_EACH * len(RULESETS) // 4))
    for verdicts, number in least:
        assert min(verdicts["proven"], verdicts["undetermined"]) > number, seen
    assert seen["odd"]["refuted"] > ODD // 50, seen
    laid = Counter(
        each["verdict"] for *_, result in certify_all("played") for each in result if is_about_laydown(each)
    )
    assert min(laid["proven"], laid["refuted"], laid["undetermined"]) >= at_random(1, 4), laid


def is_about_laydown(certificate: Json) -> bool:
    return bool(certificate["any_of"][0]["infraction"] == "failed-laydown")


@pytest.mark.full
@pytest.mark.parametrize(("kinds", "least"), [(KINDS[:1], 5 * PARTIAL), (KINDS[2:], 2 * OF_EACH)])
def test_certificate_fails_without_any_premise(kinds: tuple[str, ...], least: int) -> None:
    """No premise can be spared."""
    tried = 0
    for kind in kinds:
        for number, (_, data, result) in enumerate(certify_all(kind)):
            checker = checker_of(data)
            for certificate in result if in_share(f"{kind} {number}", share=2) else ():
                premises = certificate.get("premises", ())
                for place in range(len(premises)):
                    rest = [*premises[:place], *premises[place + 1 :]]
                    assert checker.complaint({**certificate, "premises": rest}), json.dumps(certificate)
                    tried += 1
    assert tried > least


#: South leads the king of diamonds to trick 2; North discards the ten of spades and plays the ten of diamonds in the
#: last trick (public casebook, F3).
COMES_HOME: Final = Path(__file__).parents[3] / "examples" / "ten-comes-home.clab"


def _certify_example() -> tuple[Json, Json]:
    from clabber_audit.inputs.readers import read_one_record

    hand = read_one_record(str(COMES_HOME)).hand
    assert hand is not None
    data, result = certify(adjudicate(hand, law_of("ecl-1992")))
    (certificate,) = result
    return data, certificate


def test_three_facts_prove_a_failure_to_follow() -> None:
    """The lead, the card played and a later card of the suit prove it under any trumps and deal (R-033)."""
    _, certificate = _certify_example()
    assert certificate["verdict"] == "proven"
    assert certificate["any_of"] == [{"infraction": "failure-to-follow", "seat": "N", "at": 6}]
    assert certificate["premises"] == [
        {"play": 4, "card": "KD"}, {"play": 6, "card": "TS"}, {"play": 23, "card": "TD"},
    ]  # fmt: skip


@pytest.mark.full
def test_no_two_facts_prove_it() -> None:
    data, certificate = _certify_example()
    checker = checker_of(data)
    pairs = list(combinations([fact for fact, _ in checker.facts], 2))
    assert len(pairs) > 1_000
    assert all(checker.complaint({**certificate, "premises": pair}) for pair in pairs)


@pytest.mark.parametrize(
    "rubbish", [{}, {"verdict": "proven"}, {"any_of": 3, "verdict": "proven", "premises": []}, []]
)
def test_malformed_certificate_does_not_pass(rubbish: Any) -> None:
    data, _ = _certify_example()
    assert "cannot be read" in checker_of(data).complaint(rubbish)


@pytest.mark.parametrize("verdict", ["proven", "refuted"])
@pytest.mark.parametrize(
    ("infraction", "seat", "at", "why"), tables(Path(__file__).with_name("statements.md"))["Faults"]
)
def test_fault_absent_from_the_record_is_neither_proven_nor_refuted(
    infraction: str, seat: str, at: str, why: str, verdict: str
) -> None:
    """The checker looks up the event of a statement before any card; here every fact is a premise."""
    data, _ = _certify_example()
    checker = checker_of(data)
    fault = {"infraction": infraction, "seat": seat, "at": json.loads(at)}
    premises = [fact for fact, _ in checker.facts]
    assert checker.complaint({"verdict": verdict, "any_of": [fault], "premises": premises}), why


def test_trumps_come_from_the_record() -> None:
    """The trumps of the ruling are ignored: West accepted the nine of spades (R-021)."""
    data, _ = _certify_example()
    wrong = checker_of({**data, "trump": None})
    assert wrong.trumps == "S"
    assert checker_of({**data, "trump": "H"}).facts == wrong.facts


def test_checker_rejects_what_exceeds_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once its steps are used up, the checker reports that it took too long."""
    data, certificate = _certify_example()
    monkeypatch.setattr(checker_module, "STEPS", 0)
    assert checker_of(data).complaint(certificate) == checker_module.TOO_LONG


def test_left_bower_follows_trumps() -> None:
    """West leads hearts, which are trumps; North throws a spade and later plays the jack of diamonds (B-005, BD-03)."""
    text = "bid-euchre 1\nhand left-bower\nrules bid-euchre\ndeal S\ncalls 4\ntrump W hearts\n"
    record = read_text(f"{text}1W ah9s9hth\n2W acjd9ctc\n")
    data, result = certify(_rule_on(record, "bid-euchre"))
    (certificate,) = [one for one in result if one["any_of"][0]["at"] == 1]
    assert certificate["verdict"] == "proven"
    assert {"trump": "H"} in certificate["premises"]
    assert {"play": 5, "card": "JD"} in certificate["premises"]
    assert not checker_of(data).complaint(certificate)
    # If the trumps were black, the jack would be a diamond.
    assert checker_of({**data, "trump": "S"}).complaint(certificate)


MUCH_OPEN: Final = hand_text("Much open")


def test_mostly_unknown_hand_is_checked_in_few_steps() -> None:
    """The checker does not try every card of a trick of which nothing is known."""
    data, result = certify(_rule_on(read_text(MUCH_OPEN)))
    checker = checker_of(data)
    assert len(result) > 10
    assert not any(map(checker.complaint, result))
    assert checker.steps > STEPS // 2


MISCOUNTED: Final = [{"kind": "wrong_card_count"}]


def test_miscounted_deal_with_unknown_hands_has_no_certificates() -> None:
    """A miscounted deal with three recorded hands has no certificates, with four it has."""
    ruled = _certify_example()[0]["record"]
    three = {seat: cards for seat, cards in ruled["deal"]["hands"].items() if seat != "E"}
    some = {
        **ruled,
        "incidents": MISCOUNTED,
        "deal": {**ruled["deal"], "hands": three},
        "plays": ruled["plays"][:20],
    }
    assert not certify(_rule_on({**some, "claims": []}))[1]
    for known in ({**some, "plays": ruled["plays"]}, {**ruled, "incidents": MISCOUNTED}):
        data, result = certify(_rule_on({**known, "claims": []}))
        assert result
        assert not any(map(checker_of(data).complaint, result))


def test_checker_is_small_and_imports_only_the_standard_library() -> None:
    """The checker has fewer than 560 statements, docstrings included."""
    tree = ast.parse(Path(checker_module.__file__).read_text(encoding="utf-8"))
    assert sum(isinstance(node, ast.stmt) for node in ast.walk(tree)) < 560
    for node in ast.walk(tree):
        assert not isinstance(node, ast.ImportFrom) or str(node.module) in sys.stdlib_module_names | {
            "collections.abc"
        }
        assert not isinstance(node, ast.Import) or node.names[0].name in sys.stdlib_module_names


HANDS: Final = at_random(10, 100)


def test_checker_and_program_agree_on_open_laydowns() -> None:
    """Hands laid down with up to six facts left out: four questions each about whether a trick can be lost."""
    random, seen = Random("left out"), Counter[bool]()
    law = law_of("ecl-1992")
    for ruling in draw_whole_laydowns(HANDS, law):
        replay = ruling.replay
        laydown, facts = replay.hand.record.laydown, facts_of(replay)
        assert laydown
        at, seat = replay.hand.laydown_clock, SEATS.index(laydown.by)
        # The seat on lead must be known, and the whole hand of a player who states an order.
        required = [fact for fact in facts if fact.kind == "trump" or at - at % 4 - 4 <= fact.at < at]
        required += [fact for fact in facts if laydown.order and fact.seat == seat]
        others = [fact for fact in facts if fact not in required]
        checker = checker_of(json.loads(json.dumps(ruling_data(ruling))))
        for _ in range(4):
            gone = {fact.cards for fact in random.sample(others, min(len(others), random.randint(0, 6)))}
            remaining = [fact for fact in facts if fact in required or fact.cards not in gone]
            less = replay_hand(hand_of(replay, remaining), replay.order, replay.strain)
            result = search_completions(less, law, Limits(2_000, 200, 2_000), only_bad=True)
            if result.exhausted:
                continue
            fault = Fault("failed-laydown", seat, at)
            (data,) = certificates_data(
                [Certificate(ruling.replay.hand, "laydown", 0, "refuted", (fault,), tuple(remaining))]
            )
            assert bool(checker.complaint(data)) is bool(result.bad), json.dumps(
                [data, record_data(replay.hand.record)]
            )
            seen[bool(result.bad)] += 1
    assert min(seen.values()) > HANDS // 4, seen


def test_jack_and_nine_of_trumps_prove_a_laydown() -> None:
    """Case I-01: nothing beats them (R-005), so the premises only show that West led and held nothing else."""
    _, result = certify(adjudicate(hands_in("i-laydowns.md")["i01-jack-nine"], law_of("ecl-1992")))
    (certificate,) = [each for each in result if is_about_laydown(each)]
    assert certificate["verdict"] == "refuted"
    # West had played his ace of hearts, queen of clubs, jack of diamonds and, to the trick he won, ten of diamonds.
    assert certificate["premises"] == [
        {"trump": "S"},
        {"play": 0, "card": "AH"},
        {"play": 4, "card": "QC"},
        {"play": 11, "card": "JD"},
        {"play": 12, "card": "QD"},
        {"play": 13, "card": "KD"},
        {"play": 14, "card": "JH"},
        {"play": 15, "card": "TD"},
        {"dealt": "W", "card": "JS"},
        {"dealt": "W", "card": "9S"},
    ]


def test_six_trumps_on_lead_prove_a_laydown() -> None:
    """All six trumps are in one hand, which is on lead, so each wins whatever is played to it (R-038)."""
    cards = ["JS", "9S", "AS", "TS", "KS", "QS"]
    text = "clabber 1\nhand six-trumps\ndeal N\nE js9sastsksqs\ncontract E spades\nlaydown E agreed @0\n"
    data, (certificate,) = certify(_rule_on(read_text(text)))
    assert certificate["verdict"] == "refuted"
    assert certificate["premises"] == [{"trump": "S"}, *[{"dealt": "E", "card": card} for card in cards]]
    assert not checker_of(data).complaint(certificate)
