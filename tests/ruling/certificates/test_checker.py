"""Every certificate passes a checker that knows nothing of the program, and without any of its premises it fails.

At full scale there are hundreds of rulings of each kind. The checker's search of lay-downs is held against the program's.
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
from clabber_audit.replay import laydown_clock, replay_hand
from clabber_audit.report.data import ruling_data
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of
from clabber_audit.simulate.seasons import simulate_hands
from tests import casebook, mischief
from tests import records as odd
from tests.casebook import hands_in
from tests.cli import read_text
from tests.events import with_events
from tests.family.completing import whole, with_holes
from tests.family.opinion.laws import RULESETS
from tests.partial import draw_disordered, incomplete
from tests.rules import OF_CLABBER, rule_on
from tests.scale import at_random, at_scale, in_share
from tests.tables import tables
from tests.test_properties import Json, Table, many

#: Whole hands and records with parts missing; lay-downs, which are the dearest, are a share of the latter.
WHOLE: Final = at_random(4, 300)
PARTIAL: Final = at_random(6, 75)
#: Records in which anything is odd, and hands of each ruleset of the family.
ODD: Final = at_random(8, 250)
OF_EACH: Final = at_random(2, 60)


def _rulings() -> Iterator[Ruling]:
    """Hands in which somebody errs and claims, and records with cards, hands, orders or trumps left out."""
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
    """Yield rulings on faulty records, laid down at any moment.

    What follows a claim may not be judged at all.
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
    """Yield rulings on lawful, fully known hands, laid down with two or three cards left or in mid-trick."""
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


def _odd() -> Iterator[Ruling]:
    """Records in which anything is odd, anything goes wrong, or much is left out."""
    random = Random("own certificates")
    records = [*odd.many(ODD // 3, 9), *mischief.records(9, ODD // 3)]
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


def _of_the_family(ruleset: str) -> Iterator[Ruling]:
    """Whole hands and hands with cards left out."""
    made = 0
    for number in count(1):
        random = Random(f"own {ruleset} {number}")
        one = whole(ruleset, random)
        with suppress(Refused):
            yield _rule_on(one.record if number % 2 else with_holes(one, random, 3, 4), ruleset)
            made += 1
        if made == OF_EACH:
            return


def _rule_on(record: Json, ruleset: str = "ecl-1992") -> Ruling:
    return rule_on(record, law_of(ruleset))


def certify(ruling: Ruling) -> tuple[Json, list[Json]]:
    """Return a ruling and its certificates, read back from JSON."""
    data: Json = json.loads(json.dumps(ruling_data(ruling)))
    return data, json.loads(json.dumps(certificates_data(certificates(ruling))))


#: The kinds of rulings: with errors and claims, odd ones, and those of each ruleset of the family.
KINDS: Final = ("played", "odd", *RULESETS)


@cache
def certify_all(kind: str) -> tuple[tuple[Ruling, Json, list[Json]], ...]:
    made = _rulings() if kind == "played" else _odd() if kind == "odd" else _of_the_family(kind)
    return tuple((ruling, *certify(ruling)) for ruling in made)


@pytest.mark.parametrize("kind", [*KINDS[:2], *KINDS[2 :: at_scale(3, 1)]])
def test_every_certificate_passes(kind: str) -> None:
    """With few of the steps that are granted; and every finding about cards of a plain record has one."""
    for ruling, data, result in certify_all(kind):
        checker = checker_of(data)
        for certificate in result:
            assert not checker.complaint(certificate), json.dumps([certificate, data["record"]])
        assert checker.steps > STEPS // (4 if kind in RULESETS else 10)
        # Of an odd record some findings have none, and nothing is certified if somebody played who was out of the hand.
        if kind != "odd" and all(one["infraction"] != "playing-when-out" for one in data["findings"]):
            about = {certificate["finding"] for certificate in result if "finding" in certificate}
            assert {number for number, finding in enumerate(ruling.findings) if finding.of_card} <= about


def test_there_are_many_of_each_verdict() -> None:
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
        each["verdict"] for *_, result in certify_all("played") for each in result if of_laydown(each)
    )
    assert min(laid["proven"], laid["refuted"], laid["undetermined"]) >= at_random(1, 4), laid


def of_laydown(certificate: Json) -> bool:
    return bool(certificate["any_of"][0]["infraction"] == "failed-laydown")


@pytest.mark.full
@pytest.mark.parametrize(("kinds", "least"), [(KINDS[:1], 5 * PARTIAL), (KINDS[2:], 2 * OF_EACH)])
def test_without_any_premise_it_fails(kinds: tuple[str, ...], least: int) -> None:
    """The fewest facts: none of them can be spared."""
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


#: South leads the king of diamonds to trick 2, North throws the ten of spades on it and shows the ten of diamonds in
#: the last trick (public casebook, F3).
COMES_HOME: Final = Path(__file__).parents[3] / "examples" / "ten-comes-home.clab"


def _comes_home() -> tuple[Json, Json]:
    from clabber_audit.inputs.readers import read_one_record

    hand = read_one_record(str(COMES_HOME)).hand
    assert hand is not None
    data, result = certify(adjudicate(hand, law_of("ecl-1992")))
    (certificate,) = result
    return data, certificate


def test_the_fewest_facts_of_a_failure_to_follow() -> None:
    """Three facts prove it under any trumps and deal: the lead, the card played, a later card of the suit (R-033)."""
    _, certificate = _comes_home()
    assert certificate["verdict"] == "proven"
    assert certificate["any_of"] == [{"infraction": "failure-to-follow", "seat": "N", "at": 6}]
    assert certificate["premises"] == [
        {"play": 4, "card": "KD"}, {"play": 6, "card": "TS"}, {"play": 23, "card": "TD"},
    ]  # fmt: skip


@pytest.mark.full
def test_no_two_facts_would_do() -> None:
    data, certificate = _comes_home()
    checker = checker_of(data)
    pairs = list(combinations([fact for fact, _ in checker.facts], 2))
    assert len(pairs) > 1_000
    assert all(checker.complaint({**certificate, "premises": pair}) for pair in pairs)


@pytest.mark.parametrize(
    "rubbish", [{}, {"verdict": "proven"}, {"any_of": 3, "verdict": "proven", "premises": []}, []]
)
def test_rubbish_does_not_pass(rubbish: Any) -> None:
    data, _ = _comes_home()
    assert "cannot be read" in checker_of(data).complaint(rubbish)


@pytest.mark.parametrize("verdict", ["proven", "refuted"])
@pytest.mark.parametrize(
    ("infraction", "seat", "at", "why"), tables(Path(__file__).with_name("statements.md"))["Faults"]
)
def test_what_the_record_does_not_have_is_neither_proven_nor_refuted(
    infraction: str, seat: str, at: str, why: str, verdict: str
) -> None:
    """With every fact for a premise: what a statement is about is looked up before any card is."""
    data, _ = _comes_home()
    checker = checker_of(data)
    fault = {"infraction": infraction, "seat": seat, "at": json.loads(at)}
    premises = [fact for fact, _ in checker.facts]
    assert checker.complaint({"verdict": verdict, "any_of": [fault], "premises": premises}), why


def test_trumps_are_what_the_record_says() -> None:
    """Whatever the ruling calls trumps: West accepted the nine of spades (R-021)."""
    data, _ = _comes_home()
    wrong = checker_of({**data, "trump": None})
    assert wrong.trumps == "S"
    assert checker_of({**data, "trump": "H"}).facts == wrong.facts


def test_what_takes_too_long_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond its steps the checker has found nothing out, and says so."""
    data, certificate = _comes_home()
    monkeypatch.setattr(checker_module, "STEPS", 0)
    assert checker_of(data).complaint(certificate) == checker_module.TOO_LONG


def test_the_left_bower_follows_trumps() -> None:
    """West leads hearts, which are trumps; North throws a spade and later plays the jack of diamonds (B-005, BD-03)."""
    text = "bid-euchre 1\nhand left-bower\nrules bid-euchre\ndeal S\ncalls 4\ntrump W hearts\n"
    record = read_text(f"{text}1W ah9s9hth\n2W acjd9ctc\n")
    data, result = certify(_rule_on(record, "bid-euchre"))
    (certificate,) = [one for one in result if one["any_of"][0]["at"] == 1]
    assert certificate["verdict"] == "proven"
    assert {"trump": "H"} in certificate["premises"]
    assert {"play": 5, "card": "JD"} in certificate["premises"]
    assert not checker_of(data).complaint(certificate)
    # Were diamonds no color of trumps, the jack would be a diamond.
    assert checker_of({**data, "trump": "S"}).complaint(certificate)


#: Nine cards known by name, five of fifteen not known at all, two tricks of which the order is lost; two claims. The
#: lead to trick 3 has to be told from the few facts that prove it, each trick before it open.
MUCH_OPEN: Final = """\
clabber 1
hand much-open
deal W
N kcjsadtc9cas
E kstdackd9sjh
S kh9dthtsqcjc
W 9hqsqdjdahqh
calls p play
contract E diamonds
disordered 2 3
1N ??ks????
2S 9dqd????
3N tcac??ah
4W ????jh
"""


def test_what_is_wide_open_is_checked_in_few_steps() -> None:
    """A trick of which nothing is known need not be gone through card by card."""
    data, result = certify(_rule_on(read_text(MUCH_OPEN)))
    checker = checker_of(data)
    assert len(result) > 10
    assert not any(map(checker.complaint, result))
    assert checker.steps > STEPS // 2


MISCOUNTED: Final = [{"kind": "wrong_card_count"}]


def test_nothing_is_certified_where_nobody_knows_how_many_cards_each_had() -> None:
    """A miscounted deal of which three hands are written down; with all four, or all the pack played, there is."""
    ruled = _comes_home()[0]["record"]
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


def test_the_checker_is_small_and_alone() -> None:
    """Fewer than 560 statements, docstrings among them, and nothing of the program in it."""
    tree = ast.parse(Path(checker_module.__file__).read_text(encoding="utf-8"))
    assert sum(isinstance(node, ast.stmt) for node in ast.walk(tree)) < 560
    for node in ast.walk(tree):
        assert not isinstance(node, ast.ImportFrom) or str(node.module) in sys.stdlib_module_names | {
            "collections.abc"
        }
        assert not isinstance(node, ast.Import) or node.names[0].name in sys.stdlib_module_names


HANDS: Final = at_random(10, 100)


def test_two_searches_agree_on_what_is_not_known() -> None:
    """Hands laid down with up to six facts left out: four questions of each whether a trick can be lost."""
    random, seen = Random("left out"), Counter[bool]()
    law = law_of("ecl-1992")
    for ruling in draw_whole_laydowns(HANDS, law):
        replay = ruling.replay
        laydown, facts = replay.hand.record.laydown, facts_of(replay)
        assert laydown
        at, seat = laydown_clock(replay.hand), SEATS.index(laydown.by)
        # Who was to lead has to be known, and the whole hand of who states an order.
        given = [fact for fact in facts if fact.kind == "trump" or at - at % 4 - 4 <= fact.at < at]
        given += [fact for fact in facts if laydown.order and fact.seat == seat]
        others = [fact for fact in facts if fact not in given]
        checker = checker_of(json.loads(json.dumps(ruling_data(ruling))))
        for _ in range(4):
            gone = {fact.cards for fact in random.sample(others, min(len(others), random.randint(0, 6)))}
            kept = [fact for fact in facts if fact in given or fact.cards not in gone]
            less = replay_hand(hand_of(replay, kept), replay.order, replay.strain)
            result = search_completions(less, law, Limits(2_000, 200, 2_000), only_bad=True)
            if result.exhausted:
                continue
            fault = Fault("failed-laydown", seat, at)
            (data,) = certificates_data(
                [Certificate(ruling.replay.hand, "laydown", 0, "refuted", (fault,), tuple(kept))]
            )
            assert bool(checker.complaint(data)) is bool(result.bad), json.dumps(
                [data, record_data(replay.hand.record)]
            )
            seen[bool(result.bad)] += 1
    assert min(seen.values()) > HANDS // 4, seen


def test_jack_and_nine_of_trumps_are_enough() -> None:
    """Case I-01: nothing can beat them (R-005), so it need only be known that West led and held nothing else."""
    _, result = certify(adjudicate(hands_in("i-laydowns.md")["i01-jack-nine"], law_of("ecl-1992")))
    (certificate,) = [each for each in result if of_laydown(each)]
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


def test_six_trumps_need_nobody_elses_hand() -> None:
    """All six trumps are in one hand and it is on lead: each wins whatever falls to it (R-038)."""
    cards = ["JS", "9S", "AS", "TS", "KS", "QS"]
    text = "clabber 1\nhand six-trumps\ndeal N\nE js9sastsksqs\ncontract E spades\nlaydown E agreed @0\n"
    data, (certificate,) = certify(_rule_on(read_text(text)))
    assert certificate["verdict"] == "refuted"
    assert certificate["premises"] == [{"trump": "S"}, *[{"dealt": "E", "card": card} for card in cards]]
    assert not checker_of(data).complaint(certificate)
