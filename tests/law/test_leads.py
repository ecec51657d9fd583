"""A law about leads: asked of whole hands, of every world of one that is not whole, and of who may lead what."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final

import pytest

from clabber_audit.evidence.double_dummy import DoubleDummy, Position
from clabber_audit.evidence.worlds import World
from clabber_audit.games.door import read
from clabber_audit.law.bound_ruleset import Bound, BoundRuleset, law_of, legal_cards, objections
from clabber_audit.law.infraction import described
from clabber_audit.law.infractions import infractions
from clabber_audit.ruling.certificates import certificates
from clabber_audit.ruling.certificates.certificate import Certificate
from clabber_audit.ruling.judge import Ruling, adjudicate
from clabber_audit.table.cards import BIT, CODE, DECK, SEATS, SUIT, SUIT_LETTER, codes
from tests.law.samples import leading_trumps_early
from tests.partial import completions, incomplete, size
from tests.scale import at_random
from tests.test_properties import Json

_FOUND: Final = described(leading_trumps_early)
BOUND: Final = Bound(_FOUND, "renege", ("D-99",), 99, _FOUND.offends)
LAW: Final = law_of("wp")._replace(leads=(BOUND,))
RECORDS: Final = at_random(60, 400)
#: How many completions one record may have.
MOST: Final = 60


@pytest.fixture(autouse=True)
def _among_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks an infraction up by its id finds this one too."""
    monkeypatch.setitem(infractions(), _FOUND.id, _FOUND)


def _early(record: Json, law: BoundRuleset = LAW) -> dict[int, str]:
    """The clocks at which a trump was led too early, with how sure that is."""
    ruling = adjudicate(read(json.dumps(record).encode()), law)
    return {finding.at: finding.verdict for finding in ruling.findings if finding.infraction == _FOUND.id}


def _naively(record: Json) -> set[int]:
    """The same of a whole record, told from the cards one by one."""
    trump, fell, found = record["contract"]["trump"], list[str](), set[int]()
    left = {seat: set(cards) for seat, cards in record["deal"]["hands"].items()}
    for at, play in enumerate(record["plays"]):
        held = left[play["seat"]]
        plain = {card for card in held if card[1] != trump}
        if at % 4 == 0 and play["card"][1] == trump and plain and not any(card[1] == trump for card in fell):
            found.add(at)
        held.remove(play["card"])
        fell.append(play["card"])
    return found


@cache
def _records() -> list[Json]:
    random, found = Random(11), list[Json]()
    while len(found) < RECORDS:
        record = incomplete(random)
        if "contract" in record and size(record) <= MOST:
            found.append(record)
    return found


def test_of_an_incomplete_record_it_says_what_all_completions_say() -> None:
    """Proven is what is so in every completion, open what is so in some; in none there is no finding."""
    verdicts = set[str]()
    for record in _records():
        worlds = [_naively(whole) for whole in completions(record)]
        wanted = {
            at: "proven" if all(at in world for world in worlds) else "undetermined" for at in set().union(*worlds)
        }
        assert _early(record) == wanted, json.dumps(record)
        verdicts |= set(wanted.values())
    assert verdicts == {"proven", "undetermined"}


def test_where_no_law_looks_at_leads_any_card_may_be_led() -> None:
    assert not any(_early(record, law_of("wp")) for record in _records()[:20])


@pytest.mark.parametrize(
    ("fallen", "hand", "legal"),
    [
        (0, ["KS", "9H"], ["9H"]),
        (BIT["QS"], ["KS", "9H"], ["KS", "9H"]),
        (BIT["QH"], ["KS", "9H"], ["9H"]),
        (0, ["KS", "9S"], ["KS", "9S"]),
    ],
)
def test_what_may_be_led(fallen: int, hand: list[str], legal: list[str]) -> None:
    """Spades are trumps: a plain card before one has fallen, any card once one has or where there is nothing else."""
    trump, held = SUIT["S"], sum(BIT[code] for code in hand)
    opened = trump if fallen & trump else 0
    assert codes(legal_cards(LAW, held, DECK, trump, opened)) == codes(sum(BIT[code] for code in legal))
    assert [one.id for one in objections(LAW, held, BIT["KS"], DECK, trump, opened)] == [_FOUND.id] * (
        "KS" not in legal
    )


def test_best_play_keeps_to_it() -> None:
    """South has a trump and a heart, and no trump has fallen: the heart is the only lead that is tried."""
    names = (["AS", "9D"], ["QD", "KD"], ["KS", "9H"], ["TD", "JD"])
    hands = tuple(sum(BIT[code] for code in hand) for hand in names)
    without = sum(BIT[code] for code in codes(SUIT["S"])) & ~sum(hands)
    search = DoubleDummy(SUIT["S"], lambda hand, led, above: legal_cards(LAW, hand, led, SUIT["S"], above))
    assert without, "a trump has fallen"
    assert set(search.after_each(Position(hands, 2))) == {BIT["KS"], BIT["9H"]}
    trumps = codes(SUIT["S"])
    whole = (trumps[:2], trumps[2:4], [trumps[4], "9H"], [trumps[5], "9D"])
    closed = tuple(sum(BIT[code] for code in hand) for hand in whole)
    search = DoubleDummy(SUIT["S"], lambda hand, led, above: legal_cards(LAW, hand, led, SUIT["S"], above))
    assert set(search.after_each(Position(closed, 2))) == {BIT["9H"]}


@pytest.mark.full
def test_a_certificate_about_a_lead_says_why_or_shows_two_hands() -> None:
    """A proven one rests on the card that was led; of an open one two hands of the record are shown, one of each."""
    seen = set[str]()
    for record in _records():
        ruling = adjudicate(read(json.dumps(record).encode()), LAW)
        certified = {one.number: one for one in certificates(ruling) if one.about == "finding"}
        for number, finding in enumerate(ruling.findings):
            if finding.infraction == _FOUND.id:
                _holds(certified[number], finding.at, ruling)
                seen.add(finding.verdict)
    assert seen == {"proven", "undetermined"}


def _holds(certificate: Certificate, at: int, ruling: Ruling) -> None:
    walk = ruling.walk
    if certificate.worlds:
        assert [at in _in_world(world, walk.hand.seats) for world in certificate.worlds] == [True, False]
        return
    named = [fact for fact in certificate.premises if fact.kind == "play"]
    assert [fact.cards for fact in named if fact.at == at] == [walk.cards[at]]


def _in_world(world: World, seats: Sequence[int]) -> set[int]:
    """The clocks of trumps led too early in a complete hand."""
    plays = [{"seat": SEATS[seat], "card": CODE[card]} for seat, card in zip(seats, world.cards, strict=True)]
    hands = {letter: codes(world.dealt[seat]) for seat, letter in enumerate(SEATS)}
    return _naively({
        "contract": {"trump": SUIT_LETTER[world.strain.trump]}, "deal": {"hands": hands}, "plays": plays,
    })  # fmt: skip
