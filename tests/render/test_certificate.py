"""Tests of the texts and data of certificates; claims upheld by one of two faults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.cards import BIT, SEATS, SUIT
from clabber_audit.judge.certificates import certificates
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.embedded import read_embedded_ruling
from clabber_audit.judge.judge import anonymize
from clabber_audit.judge.model import RulingShape
from clabber_audit.judge.questions import Inquiry, make_answerable
from clabber_audit.report.data import ruling_data, ruling_json
from clabber_audit.report.grounds import Proof, proof
from clabber_audit.report.page import page
from clabber_audit.report.ruling import ruling_view
from clabber_audit.report.verdict import format_question
from clabber_audit.report.wording import Speaker
from tests import hands
from tests.tables import tables


def test_data_of_every_hand_matches_the_schema() -> None:
    for name in hands.NAMES:
        ruling, _ = hands.rule_on(hands.ALL[name])
        data = json.loads(ruling_json(ruling, proofs=certificates(ruling)))
        RulingShape.model_validate(data)
        assert "certificates" in data
        assert "certificates" not in ruling_data(ruling)


def test_anonymous_claim_keeps_its_numbers_of_findings() -> None:
    """The claim refers to findings by number, and the numbers do not change."""
    ruling, _ = hands.rule_on(hands.ALL["one-of-two"])
    (claim,) = ruling_data(ruling)["claims"]
    assert (claim["verdict"], claim["either"]) == ("upheld", [0, 1])
    assert ruling_data(anonymize(ruling))["claims"] == [claim]


def find_proofs(record: dict[str, Any]) -> tuple[Proof, ...]:
    """Return the proofs on the page of a record."""
    ruling, _ = hands.rule_on(record)
    return ruling_view(dossier(ruling)).proofs


def test_undetermined_finding_shows_two_hands() -> None:
    """North has another diamond in one hand and none in the other; the ten of spades is in question."""
    (shown,) = find_proofs(hands.PARTLY_KNOWN)
    assert shown.title == "Why we cannot tell"
    guilty, innocent = shown.hands
    assert (guilty.title, innocent.title) == (
        "In this hand North failed to follow suit",
        "In this hand North did not",
    )
    assert shown.close == "These are the hands at the start of trick 2."
    for hand in shown.hands:
        assert [row.name for row in hand.rows] == ["North", "East", "South", "West", "Trick 2"]
        assert [len(row.cards) for row in hand.rows] == [5, 5, 5, 5, 4]
        assert [card.code for card in hand.rows[-1].cards if card.asked] == ["TS"]
        assert {card.code for row in hand.rows[:4] for card in row.cards} >= {"KD", "AD", "TS", "JD"}
    north = [{card.code for card in hand.rows[0].cards} for hand in shown.hands]
    assert any(code[1] == "D" for code in north[0])
    assert not any(code[1] == "D" for code in north[1])
    for hand, other in (shown.hands, shown.hands[::-1]):
        for row, their in zip(hand.rows[:4], other.rows[:4], strict=True):
            there = {card.code for card in their.cards}
            assert all(card.differs == (card.code not in there) for card in row.cards)


def test_card_in_another_trick_is_marked() -> None:
    """North played the ace or the queen of hearts to trick 1: the same hands, another trick."""
    ruling, _ = hands.rule_on(hands.UNKNOWN_PLAYS)
    certificate = certificates(ruling)[0]
    guilty, innocent = proof(ruling, certificate, Speaker(ruling.replay.hand.record)).hands
    assert not any(card.differs for hand in (guilty, innocent) for row in hand.rows[:4] for card in row.cards)
    assert [(card.code, card.differs) for card in guilty.rows[4].cards][1] == ("QH", True)
    assert [(card.code, card.differs) for card in innocent.rows[4].cards][1] == ("AS", True)


@pytest.mark.parametrize("row", tables(Path(__file__).with_name("questions.md"))["Questions"])
def test_questions(row: tuple[str, ...]) -> None:
    kind, clock, seat, cards, answers, settling, words = row
    settled, _, deciding = settling.partition(" ")
    inquiry = Inquiry(kind, answers=int(answers), settled=int(settled), deciding=deciding)  # type: ignore[arg-type]
    if seat:
        mask = sum(SUIT.get(card) or BIT[card] for card in cards.split())
        inquiry = inquiry._replace(at=int(clock), seat=SEATS.index(seat), cards=mask)
    ruling, _ = hands.rule_on(hands.UPHELD)
    assert format_question(inquiry, ruling, Speaker(ruling.replay.hand.record)) == words


def test_question_about_a_disordered_trick() -> None:
    ruling, _ = hands.rule_on(hands.ORDER_LOST)
    inquiry = make_answerable(Inquiry("card", 1, 0, 0, 2, 2), ruling)
    assert inquiry == make_answerable(Inquiry("card", 2, 1, 0, 2, 2), ruling)
    text = format_question(inquiry, ruling, Speaker(ruling.replay.hand.record))
    assert text == "Who played which card to trick 1? Either answer settles it."


def test_legend_only_with_unrecorded_cards() -> None:
    known, _ = hands.rule_on(hands.UPHELD)
    assert ruling_view(dossier(known)).scenes[0].legend == ""
    open_, _ = hands.rule_on(hands.PARTLY_KNOWN)
    assert ruling_view(dossier(open_)).scenes[0].legend == "Question mark: unknown."
    inferred = hands.copy_as(hands.UPHELD, "inferred")
    inferred["plays"][6] = {"seat": "N", "card": None}
    (scene,) = ruling_view(dossier(hands.rule_on(inferred)[0])).scenes
    assert scene.legend == "Dotted edge: not written down, but it has to be that card."


def test_large_page_counts_certificates_in_the_json_only() -> None:
    ruling, comparisons = hands.rule_on(hands.MANY_CLAIMED)
    text = page(dossier(ruling, comparisons))
    carried = read_embedded_ruling(text)["certificates"]
    assert carried
    count = len(certificates(ruling)) - len(carried)
    assert f"{count} more certificates are in the ruling’s JSON only." in text
