"""Tests of a law on leads: complete and partial records, legal cards, searches and lay-downs."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Final

import pytest

from clabber_audit.cards import BIT, DECK, SUIT, mask_of
from clabber_audit.evidence.double_dummy import DoubleDummy, Position
from clabber_audit.judge.certificates import certificates
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import adjudicate
from clabber_audit.report.ruling import ruling_text
from clabber_audit.rules.bound_ruleset import (
    BoundRuleset,
    find_objections,
    law_of,
    legal_cards,
    position,
)
from clabber_audit.rules.infraction import LaydownResult
from clabber_audit.rules.infractions import infractions
from tests.casebook import cases, hand_of
from tests.law import leads
from tests.random_records.partial import combine_verdicts, completions, incomplete, size, write_completion
from tests.rules import rule_on
from tests.scale import at_random
from tests.tables import hand_text
from tests.test_properties import Json

LAW, OPENING, JACK = (leads.with_lead(one) for one in (leads.EARLY, leads.OPENING, leads.JACK))
RECORDS: Final = at_random(60, 400)
#: Most completions of one record.
MOST: Final = 60


@pytest.fixture(autouse=True)
def _register_infractions(monkeypatch: pytest.MonkeyPatch) -> None:
    for infraction in (leads.EARLY, leads.OPENING, leads.JACK):
        monkeypatch.setitem(infractions(), infraction.id, infraction)


def _verdicts(record: Json, law: BoundRuleset) -> dict[int, str]:
    """Return the verdicts on leads, by clock."""
    ruling = rule_on(record, law)
    names = (leads.EARLY.id, leads.OPENING.id, leads.JACK.id)
    return {finding.at: finding.verdict for finding in ruling.findings if finding.infraction in names}


def _find_early_leads(record: Json) -> set[int]:
    """Return the clocks of trumps led too early in a complete record, card by card."""
    trump, fell, clocks = record["contract"]["trump"], list[str](), set[int]()
    left = {seat: set(cards) for seat, cards in record["deal"]["hands"].items()}
    for at, play in enumerate(record["plays"]):
        held = left[play["seat"]]
        plain = {card for card in held if card[1] != trump}
        if at % 4 == 0 and play["card"][1] == trump and plain and not any(card[1] == trump for card in fell):
            clocks.add(at)
        held.remove(play["card"])
        fell.append(play["card"])
    return clocks


def _find_jack_kept_back(record: Json) -> set[int]:
    """Return 0 if the first card led is not the jack of trumps, from a hand that has it."""
    jack, first = f"J{record['contract']['trump']}", record["plays"][:1]
    return {0 for play in first if play["card"] != jack and jack in record["deal"]["hands"][play["seat"]]}


@cache
def _records() -> list[Json]:
    random, rows = Random(11), list[Json]()
    while len(rows) < RECORDS:
        record = incomplete(random)
        if "contract" in record and size(record) <= MOST:
            rows.append(record)
    return rows


@pytest.mark.parametrize(
    ("law", "guilty"),
    # The first two laws agree about the first lead; the second allows any later lead.
    [
        (LAW, _find_early_leads),
        (OPENING, lambda whole: _find_early_leads(whole) & {0}),
        (JACK, _find_jack_kept_back),
    ],
    ids=["any lead", "the first lead", "a rank"],
)
def test_verdicts_on_leads_agree_with_every_completion(
    law: BoundRuleset, guilty: Callable[[Json], set[int]]
) -> None:
    """A finding is proven if true in every completion, undetermined if true in some."""
    verdicts = set[str]()
    for record in _records():
        expected = combine_verdicts([guilty(whole) for whole in completions(record)])
        assert _verdicts(record, law) == expected, json.dumps(record)
        verdicts |= set(expected.values())
    assert verdicts == {"proven", "undetermined"}


def test_any_card_may_be_led_without_a_law_on_leads() -> None:
    assert not any(_verdicts(record, law_of("wp")) for record in _records()[:20])


@pytest.mark.parametrize(
    ("fallen", "hand", "legal"),
    [
        (0, ["KS", "9H"], ["9H"]),
        (BIT["QS"], ["KS", "9H"], ["KS", "9H"]),
        (BIT["QH"], ["KS", "9H"], ["9H"]),
        (0, ["KS", "9S"], ["KS", "9S"]),
    ],
)
def test_legal_leads(fallen: int, hand: list[str], legal: list[str]) -> None:
    """Spades are trumps: plain cards only before a trump was played, unless the hand has none."""
    trump, held = SUIT["S"], mask_of(hand)
    opened = trump if fallen & trump else 0
    assert legal_cards(LAW, held, DECK, trump, opened, trick=1) == mask_of(legal)
    objecting = find_objections(LAW, held, BIT["KS"], DECK, trump, opened, trick=1)
    assert [one.id for one in objecting] == [leads.EARLY.id] * ("KS" not in legal)


def test_best_play_obeys_a_law_on_leads() -> None:
    """South has a trump and a heart, and no trump was played: only the heart is tried."""
    search = DoubleDummy(
        SUIT["S"], lambda hand, led, above, trick: legal_cards(LAW, hand, led, SUIT["S"], above, trick=trick)
    )
    all_trumps = (["JS", "9S"], ["AS", "TS"], ["KS", "9H"], ["QS", "9D"])
    some_fallen = (["AS", "9D"], ["QD", "KD"], ["KS", "9H"], ["TD", "JD"])
    for hands, tried in ((all_trumps, ["9H"]), (some_fallen, ["9H", "KS"])):
        masks = tuple(map(mask_of, hands))
        assert set(search.value_each_card(Position(masks, 2))) == {BIT[code] for code in tried}


def test_text_of_a_lead_from_a_hand_with_unknown_plain_cards() -> None:
    """North leads the ten of trumps, South and West play trumps, so North holds some plain card."""
    text = """clabber 1
hand unknown-plain-card
deal W
up qc
calls play
1N tcqhjcqc
"""
    file = dossier(adjudicate(hand_of(text), LAW), search=False)
    finding, *_ = file.ruling.findings
    assert (finding.infraction, finding.verdict, finding.facts["could"]) == (leads.EARLY.id, "proven", [])
    assert "before a trump had fallen, holding a card that had to be played" in " ".join(
        ruling_text(file).split()
    )


@pytest.mark.full
def test_certificates_about_leads() -> None:
    """A proven finding rests on the card led; an undetermined one shows a guilty and an innocent hand."""
    seen = set[str]()
    for record in _records():
        ruling = rule_on(record, LAW)
        certified = {one.number: one for one in certificates(ruling) if one.about == "finding"}
        for number, finding in enumerate(ruling.findings):
            if finding.infraction != leads.EARLY.id:
                continue
            at = finding.at
            seen.add(finding.verdict)
            if shown := certified[number].completions:
                assert [at in _find_early_leads(write_completion(record, one)) for one in shown] == [
                    True,
                    False,
                ]
            else:
                named = [fact for fact in certified[number].premises if (fact.kind, fact.at) == ("play", at)]
                assert [fact.cards for fact in named] == [ruling.replay.cards[at]]
    assert seen == {"proven", "undetermined"}


BEFORE_ANY_TRUMP: Final = hand_text("Led and laid down")


def test_laydown_obeys_a_law_on_leads() -> None:
    """Jack and nine draw the trumps, then the ace is good (D-72): the claim is refuted under the league's rules.

    If no trump may be led before one was played, the ace has to go first. East, void in hearts, must ruff it with the
    queen, and South must go over that (R-034, R-036): a trick is lost.
    """
    free = adjudicate(hand_of(BEFORE_ANY_TRUMP), law_of("ecl-1992"))
    assert [weighed.verdict for weighed in free.claims] == ["refuted"]
    bound = adjudicate(hand_of(BEFORE_ANY_TRUMP), leads.with_lead(leads.EARLY, "ecl-1992"))
    assert bound.laydown
    assert bound.laydown.result is LaydownResult.FAILS
    assert bound.laydown.line[:4] == ("W:AH", "N:KH", "E:QS", "S:TS")
    assert [weighed.verdict for weighed in bound.claims] == ["upheld"]
    assert (bound.remedy.outcome, bound.remedy.score) == ("renege", (162, 0))


@pytest.mark.parametrize(("order", "verdict"), [("", "upheld"), (" order tdas", "refuted")])
def test_law_on_leads_ends_after_the_first_trump(order: str, verdict: str) -> None:
    """Case failed-laydown-1 and its twin: trumps were played to tricks 3 and 4, so any lead is legal."""
    (case,) = (case for case in cases() if case.id == "failed-laydown-1")
    text = case.questions[0].text.replace("laydown E agreed", f"laydown E agreed{order}")
    ruling = adjudicate(hand_of(text), leads.with_lead(leads.EARLY, "ecl-1992"))
    assert [weighed.verdict for weighed in ruling.claims] == [verdict]


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        (["KS", "9H", "9C", "TC", "9D", "TD"], ["9H", "9C", "TC", "9D", "TD"]),
        (["KS", "QS", "JS", "AS", "TS", "9S"], ["KS", "QS", "JS", "AS", "TS", "9S"]),
        (["KS", "9H", "9C"], ["KS", "9H", "9C"]),
    ],
)
def test_size_of_the_hand_gives_the_trick(hand: list[str], legal: list[str]) -> None:
    """Six cards lead to the first trick; three to the fourth, to which the law does not apply."""
    pack = OPENING.game.recording(OPENING.toggles).pack
    lead = position(OPENING, OPENING.order(pack).strains["S"], hand, [])
    assert lead.trick == 7 - len(hand)
    assert lead.allowed == mask_of(legal)


def test_laydown_before_the_first_card_obeys_a_law_on_leads() -> None:
    """North has the four highest trumps with ace and ten of hearts; East and West have a trump each.

    The jack draws both trumps, and all other cards are good (D-72). If a plain card has to be led first, East, void
    in hearts, must ruff it with the queen (R-034): a trick is lost.
    """
    text = """clabber 1
hand laid-down-at-once
deal W
N js9sastsahth
E qs9cacjcqckc
S 9dtdjdqdkdad
W kstcjh9hqhkh
up ks
calls play
melds none
laydown N agreed order js9sastsahth
"""
    free = adjudicate(hand_of(text), law_of("ecl-1992"))
    assert free.laydown
    bound = adjudicate(hand_of(text), leads.with_lead(leads.OPENING, "ecl-1992"))
    assert bound.laydown
    assert (free.laydown.result, bound.laydown.result) == (LaydownResult.GOOD, LaydownResult.FAILS)
