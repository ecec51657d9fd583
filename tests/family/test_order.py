"""Card order, tricks and legal cards compared with the second opinion; jokers led."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from clabber_audit.cards import JOKER, SUITS, Pack, Strain, trick_of
from clabber_audit.games.bid_euchre.hand import strains
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.bid_euchre_words import PACKS
from clabber_audit.rules.bound_ruleset import legal_cards
from tests.cli import call
from tests.family.makers.lawful import pack as faces_of
from tests.family.opinion.cards import legal_cards as naive_legal_cards
from tests.family.opinion.cards import suit_of, winning_card
from tests.family.opinion.judging import rule
from tests.family.opinion.laws import law_of
from tests.family.program import answers_of, change_law, parse_record
from tests.random_records.partial import bits_of
from tests.rules import rule_on
from tests.scale import at_scale

#: Pack, ruleset and changed toggles: every pack, and both answers to each question about the order of cards.
TABLES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("20", "dirty-clubs", {}),
    ("24", "bid-euchre", {}),
    ("24", "buckenpeffer", {"bowers": "no"}),
    ("25", "hasenpfeffer", {}),
    ("25", "hasenpfeffer", {"joker_nt": "dead"}),
    ("28", "dirty-clubs", {}),
    ("32", "dirty-clubs", {}),
    ("48", "double-deck", {}),
    ("48", "double-deck", {"equal_cards": "last"}),
    ("48", "double-hasenpfeffer", {}),
    ("48", "double-hasenpfeffer-bauers", {"equal_cards": "last"}),
)
NAMED = (*SUITS, "NT", "HIGH", "LOW")


def winner_of(table: list[str], pack: Pack, strain: Strain) -> int | None:
    """Return the place of the card that wins a trick."""
    return trick_of(bits_of(pack, table), strain).winner


@pytest.mark.parametrize(("pack", "name", "changed"), TABLES[:: at_scale(3, 1)])
def test_suits_and_heights(pack: str, name: str, changed: dict[str, Any]) -> None:
    """The same one of any two cards wins, in either order of play."""
    law, cards = law_of(name, changed), PACKS[pack]
    order = strains(cards, answers_of(name, **changed))
    for named, one, other in product(NAMED, cards.faces, cards.faces):
        if one == other and cards.copies == 1:
            continue
        ours = winner_of([one, other], cards, order[named])
        assert ours == winning_card([one, other], named, law), (named, one)
    for named, one in product(NAMED, cards.faces):
        suit = suit_of(one, named, law)
        fellows = {face for bit, face in cards.face.items() if order[named].suit_of[cards.bits[one][0]] & bit}
        assert fellows == {face for face in cards.faces if suit_of(face, named, law) == suit}
        assert bool(order[named].trump & cards.bits[one][0]) is (suit == named)


@pytest.mark.parametrize(("pack", "name", "changed"), TABLES[:: at_scale(3, 1)])
def test_tricks_and_legal_cards(pack: str, name: str, changed: dict[str, Any]) -> None:
    ours, theirs, cards = change_law(name, changed), law_of(name, changed), PACKS[pack]
    order, random = strains(cards, ours.toggles), Random(f"{pack} {name} {changed}")
    for _ in range(1500):
        dealt = random.sample(faces_of(pack), 10)
        named, table, hand = random.choice(NAMED), dealt[: random.randint(1, 6)], dealt[6:]
        assert winner_of(table, cards, order[named]) == winning_card(table, named, theirs), (named, table)
        if table[0] != JOKER or named in SUITS:
            bits = bits_of(cards, [*hand, *table])
            trick = trick_of(bits[len(hand) :], order[named])
            held = sum(bits[: len(hand)])
            allowed = legal_cards(ours, held, trick.led, order[named].trump, trick.above)
            legal = [face for face, bit in zip(hand, bits, strict=False) if bit & allowed]
            assert legal == naive_legal_cards(hand, table, named, theirs), (named, table, hand)


def test_order_of_trumps_with_bowers() -> None:
    """Rows B-003 to B-006, B-077 and BD-04."""
    cards = PACKS["24"]
    order = strains(cards, answers_of("buckenpeffer"))

    def ranked(named: str, face: str) -> list[str]:
        strain = order[named]
        mask = strain.suit_of[cards.bits[face][0]]
        fellows = [bit for bit in cards.face if bit & mask]
        return [
            cards.face[bit]
            for bit in sorted(fellows, key=lambda bit: (strain.beaters[bit] & mask).bit_count())
        ]

    assert ranked("H", "9H") == ["JH", "JD", "AH", "KH", "QH", "TH", "9H"]
    assert ranked("H", "9D") == ["AD", "KD", "QD", "TD", "9D"]
    assert ranked("H", "9C") == ranked("NT", "9C") == ["AC", "KC", "QC", "JC", "TC", "9C"]
    assert ranked("LOW", "9C") == ["9C", "TC", "JC", "QC", "KC", "AC"]


def record_joker_lead(south: str = "", west: str = "") -> dict[str, Any]:
    """Return a hand that South plays without trumps: North leads the joker for spades to the last trick.

    East follows with the queen. The last cards of South and West are known if given.
    """
    last = f"{south} {west}" if south else "? ?"
    return parse_record(
        f"rules hasenpfeffer\npack 25\ndeal N\nN as9dkhacjdjk\nE jhqs9skskdkc\nS 9hqdadtsth{south}\nW qhtd9cahjc{west}\n"
        "blind qc\ncalls 3 6 p p\ntrump S NT\n1S thahkhjh\n2W qh9dkd9h\n3W 9cackcad\n4N jdksqdtd\n5S tsjcas9s\n"
        f"6N jk=s qs {last}\n"
    )


def rule_with_joker(record: dict[str, Any], joker: str) -> Ruling:
    return rule_on(record, change_law("hasenpfeffer", {"joker_nt": joker}))


@pytest.mark.parametrize(("joker", "winner"), [("beats_all", "N"), ("dead", "E")])
def test_winner_of_a_trick_led_with_a_joker(joker: str, winner: str) -> None:
    """A dead joker is beaten by any card of the suit named; the other seats have lower spades (BD-05).

    Only the jack of spades and the ten of clubs are left for South and West.
    """
    ruling = rule_with_joker(record_joker_lead(), joker)
    assert ruling.replay.hand.seating.seats[ruling.replay.plays.winners[-1] or 0] == winner
    for ends in (("js", "tc"), ("tc", "js")):
        assert rule(record_joker_lead(*ends), {"joker_nt": joker})["won"][-1] == winner


def test_following_the_suit_named_with_a_joker_is_undetermined() -> None:
    """West leads the joker for spades. South holds the king of spades and plays an unknown card."""
    record = parse_record(
        "rules hasenpfeffer\npack 25\ndeal S\nN qststhtcadas\nE kdqhkhqc\nS ks9htdjc\nW jk9dacjd9sjs\nblind jh\n"
        "calls p p 2\ntrump E NT\n1E qh9hjdth\n2E qcjcactc\n3W jk=s qs kd ?\n"
    )
    verdicts = [
        (finding.infraction, finding.at, finding.verdict)
        for finding in rule_with_joker(record, "beats_all").findings
        if finding.seat == 2
    ]
    assert verdicts == [("failure-to-follow", 11, "undetermined")]


@pytest.mark.parametrize(
    ("trump", "named", "message"),
    [
        ("NT", ("--named", "spades"), "legal: Q♠\nnot A♦: failing to follow suit"),
        ("NT", (), "legal: Q♠ A♦\n"),
        ("H", ("--named", "S"), "--named does not apply here"),
        ("NT", ("--named", "Z"), "`Z` is not a suit"),
    ],
)
def test_legal_cards_on_a_joker_led(trump: str, named: tuple[str, ...], message: str) -> None:
    """The suit named with the joker must be followed (BD-40); otherwise the joker is a suit of its own (BD-05)."""
    done = call("legal", "-r", "hasenpfeffer", "--trump", trump, "--trick", "JK", "--cards", "QS AD", *named)
    assert message in (done.err if done.code else done.out)
