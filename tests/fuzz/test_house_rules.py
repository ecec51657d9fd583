"""Tests of random house rules: no crash, and judge, `legal`, prefilter and pages agree.

At full scale every pair of answers is tried; at a desk one set of house rules for some rulesets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.bulk.prefilter import find_clean_lines
from clabber_audit.cards import JOKER, trick_of
from clabber_audit.core.errors import Unusable
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.recorder.house_rules import Answer, HouseQuestion, house_questions, house_toml, imply
from clabber_audit.recorder.page import tables
from clabber_audit.records.formats import canonical, record_data
from clabber_audit.report.data import ruling_json
from clabber_audit.report.manual import infraction_page, ruleset_page, ruleset_questions
from clabber_audit.report.ruling import ruling_text
from clabber_audit.rules.bound_ruleset import BoundRuleset, law, legal_cards, load_law
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import SHIPPED, Ruleset, load, load_text
from clabber_audit.simulate.seasons import simulate_hands
from tests.casebook import hand_of
from tests.rules import rule_on
from tests.rulesets.test_houses import BLOCKS
from tests.scale import DESK, at_random

LAWS: Final = at_random(1, 100, share=50)
HANDS: Final = at_random(1, 6)
#: Number of plays for which all other cards of the hand are tried.
TRIES: Final = at_random(2, 24)
#: At a desk one ruleset of each way of scoring.
PARENTS: Final = ("ecl-1992", "wp", "pepper", "eau-claire-clubs", "double-hasenpfeffer") if DESK else SHIPPED
Json = dict[str, Any]


def _values_to_try(question: HouseQuestion) -> list[Answer]:
    """Return the answers to try: all choices, and the ends of a range."""
    near = (question.usual - 1, question.usual + 1) if isinstance(question.usual, int) else ()
    return [*question.choices, *((question.range or near) if question.numeric else ())]


def draw_answers(parent: Ruleset, random: Random, share: float) -> dict[str, Answer]:
    """Return random compatible answers: each one is added only if all conditions still hold."""
    questions, answers = house_questions(parent), dict[str, Answer]()
    random.shuffle(questions)
    for question in questions:
        if random.random() < share:
            tried = {**answers, question.name: random.choice(_values_to_try(question))}
            tried |= imply(parent, question.name, tried[question.name])
            brought = [imply(parent, name, answer) for name, answer in tried.items()]
            agree = all(tried[name] == answer for one in brought for name, answer in one.items())
            if agree and parent.game.find_unmet_need(parent.toggles._replace(**tried)) is None:
                answers = tried
    return answers


def _draw_law(name: str, number: int, place: Path) -> BoundRuleset:
    """Write house rules that extend a shipped ruleset and return them as read back."""
    parent, random = load(name), Random(f"{name} {number}")
    answers = draw_answers(parent, random, random.choice((0.1, 0.5, 1.0)))
    place.write_text(house_toml(parent, "own", "Own rules", answers), encoding="utf-8")
    own = load_law(str(place))
    assert own.toggles == parent.toggles._replace(**answers)
    return own


#: Parts of a record that judging a card does not need.
_BESIDE: Final = ("melds", "incidents", "claims", "laydown", "score", "sheet", "after")


def _held_and_legal(ruling: Ruling, clock: int) -> tuple[int, int] | None:
    """Return the cards held before a play and the legal ones, or None if a joker leads a suit of its own."""
    replay, seating = ruling.replay, ruling.replay.hand.seating
    lead = seating.lead_of(clock)
    on_table, held = replay.cards[lead:clock], replay.hand_at(replay.hand.seats[clock], clock)
    if replay.strain is None or any(card in replay.hand.pack.bits.get(JOKER, ()) for card in on_table):
        return None
    state = trick_of(on_table, replay.strain)._replace(fallen=sum(replay.cards[:lead]))
    number = seating.trick_of(clock) if clock == lead else 0
    return held, legal_cards(ruling.law, held, state.led, replay.strain.trump, state.above, trick=number)


def disagreements(record: Json, own: BoundRuleset, random: Random, tries: int) -> Iterator[str]:
    """Yield each card on which `legal` and `check` disagree: the one played, and all others held."""
    ruling, plain = rule_on(record, own), {key: value for key, value in record.items() if key not in _BESIDE}
    # A record truncated at a card must not have later calls.
    lists = [calls for calls in plain.values() if isinstance(calls, list)]
    called = [call.get("at") for calls in lists for call in calls if isinstance(call, dict)]
    first = max([0, *(at - 1 for at in called if isinstance(at, int))])
    clocks = range(first, len(record["plays"]))
    for clock in random.sample(clocks, min(tries, len(clocks))):
        found = _held_and_legal(ruling, clock)
        if found is None or ruling.replay.hand.extra_plays:
            continue
        held, allowed = found
        for face, bits in ruling.replay.hand.pack.bits.items():
            own_bits = [bit for bit in bits if bit & held]
            if not own_bits:
                continue
            played = {**record["plays"][clock], "card": face}
            other = rule_on({**plain, "plays": [*record["plays"][:clock], played]}, own)
            faults = [
                finding.infraction
                for finding in other.findings
                if finding.at == clock
                and infractions()[finding.infraction].place == "duty"
                and not finding.is_open
            ]
            if bool(faults) is bool(own_bits[0] & allowed):
                yield f"{own.ruleset.id}: {face} at {clock}: legal {bool(own_bits[0] & allowed)}, found {faults}"


@pytest.mark.parametrize("name", PARENTS)
def test_random_house_rules(name: str, tmp_path: Path) -> None:
    """Random hands are judged under them; `legal` and `check` agree, and the prefilter passes over no fault."""
    for number in range(LAWS):
        place, random = tmp_path / "own.toml", Random(number)
        own = _draw_law(name, number, place)
        text = place.read_text(encoding="utf-8")
        data, page = tables([own.ruleset]), ruleset_page(own.ruleset) + ruleset_questions(own.ruleset)
        assert "own" in data["rulesets"], text
        assert "{" not in page, text
        for one in random.sample(sorted(own.ruleset.penalties), 3):
            assert infraction_page(infractions()[one], own.ruleset), text
        for seed in range(HANDS):
            (simulated,) = simulate_hands(number * HANDS + seed, 1, 0.7, 0.7, str(place))
            record = record_data(simulated)
            ruling = rule_on(record, own)
            assert ruling.remedy.outcome != "undetermined", (text, json.dumps(record))
            assert not any(finding.is_open for finding in ruling.findings), (text, json.dumps(record))
            assert ruling_text(dossier(ruling, search=False)), text
            assert json.loads(ruling_json(ruling))["law"]["id"] == "own", text
            line = json.dumps(record, separators=(",", ":")).encode()
            if find_clean_lines([line], canonical(own.ruleset.to_data())):
                assert not ruling.findings, (text, json.dumps(record))
            assert list(disagreements(record, own, random, TRIES)) == [], (text, json.dumps(record))


@pytest.mark.full
@pytest.mark.parametrize("name", SHIPPED)
def test_every_pair_of_answers_loads_or_is_refused(name: str) -> None:
    """A pair reads back as written, or is refused with the reason of the condition that it breaks."""
    parent = load(name)
    pairs = [
        {question.name: answer, other.name: second}
        for question, other in combinations(house_questions(parent), 2)
        for answer in _values_to_try(question)
        for second in _values_to_try(other)
    ]
    for answers in Random(name).sample(pairs, min(len(pairs), at_random(20, 2_000, share=100))):
        if any(imply(parent, question, answer) for question, answer in answers.items()):
            continue
        unmet = parent.game.find_unmet_need(parent.toggles._replace(**answers))
        text = house_toml(parent, "own", "Own rules", answers)
        if unmet is None:
            assert load_text(text, "own.toml", {}).toggles == parent.toggles._replace(**answers), text
        else:
            with pytest.raises(Unusable, match=re.escape(unmet.why[:30])):
                load_text(text, "own.toml", {})


def test_recorder_encodes_large_negative_scores() -> None:
    """A failed Pfeffer that costs a hundred (B-064) gets a letter of its own; the shipped ten letters stay."""
    parent = load("pfeffer")
    own = load_text(house_toml(parent, "own", "Own rules", {"pfeffer_loss": 100}), "own.toml", {})
    data = tables([own])
    ours, theirs = (data["scores"][data["rulesets"][name]["scores"]] for name in ("own", "pfeffer"))
    letters = {letter for word in ours["6"].split() for letter in word.replace(",", "")}
    assert min(map(ord, letters)) - ours["zero"] == -100
    assert "zero" not in theirs


@pytest.mark.parametrize("minus", [0, 3])
def test_cost_of_a_renege_in_points_is_reported(minus: int) -> None:
    """North throws a spade on diamonds with the ten in hand: five points to the others (BD-70), `minus` off his own."""
    start, _, _ = next(block.hand for block in BLOCKS if "rules pepper" in block.hand).partition("1E ")
    hand = hand_of(f"{start}1E jdadkdts\nclaim E against N failure-to-follow trick 1 @4\n")
    answers: dict[str, Answer] = {"renege_penalty": "points", "renege_points": 5, "renege_minus": minus}
    own = law(load_text(house_toml(load("pepper"), "own", "Own rules", answers), "own.toml", {}))
    ruling = adjudicate(hand, own)
    assert ruling.remedy.score == (-minus, 5)
    assert "5 points to East-West" in " ".join(ruling_text(dossier(ruling, search=False)).split())
    assert ("off for North-South" in ruling_text(dossier(ruling, search=False))) is bool(minus)
