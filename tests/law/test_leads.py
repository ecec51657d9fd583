"""A law about leads, on complete and incomplete records, in legal cards and in searches."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import pytest

from clabber_audit.cards.cards import BIT, CODE, DECK, SEATS, SUIT, SUIT_LETTER, codes
from clabber_audit.evidence.double_dummy import DoubleDummy, Position
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.certificates import Certificate, certificates
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.partial_deal import Completion
from clabber_audit.report.claims import explain_unproven
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.bound_ruleset import BoundRuleset, bind, law_of, legal_cards, objections, position
from clabber_audit.rules.events import LaydownResult
from clabber_audit.rules.infraction import load_infraction
from clabber_audit.rules.infractions import infractions
from tests.casebook import hand_of
from tests.law.samples import leading_trumps_early, opening_with_a_trump
from tests.partial import completions, incomplete, size
from tests.scale import at_random
from tests.test_properties import Json

_FOUND: Final = load_infraction(leading_trumps_early)
BOUND: Final = bind(_FOUND, "renege", None, ("D-99",), 99)
LAW: Final = law_of("wp")._replace(leads=(BOUND,))
#: A law on the first lead alone.
_OPENING: Final = load_infraction(opening_with_a_trump)
OPENING: Final = law_of("wp")._replace(leads=(bind(_OPENING, "renege", None, ("D-99",), 99),))
_CASES: Final = Path(__file__).parents[1] / "cases" / "infractions" / "failed-laydown.md"
RECORDS: Final = at_random(60, 400)
#: How many completions one record may have.
MOST: Final = 60


@pytest.fixture(autouse=True)
def _among_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the samples to the infractions."""
    monkeypatch.setitem(infractions(), _FOUND.id, _FOUND)
    monkeypatch.setitem(infractions(), _OPENING.id, _OPENING)


def _early(record: Json, law: BoundRuleset = LAW) -> dict[int, str]:
    """Return the verdicts on trumps led too early, by clock."""
    ruling = adjudicate(parse_hand(json.dumps(record).encode()), law)
    return {finding.at: finding.verdict for finding in ruling.findings if finding.infraction == _FOUND.id}


def _naively(record: Json) -> set[int]:
    """Return the clocks of trumps led too early in a complete record, card by card."""
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
    random, rows = Random(11), list[Json]()
    while len(rows) < RECORDS:
        record = incomplete(random)
        if "contract" in record and size(record) <= MOST:
            rows.append(record)
    return rows


def test_of_an_incomplete_record_it_says_what_all_completions_say() -> None:
    """Proven if true in every completion, undetermined if true in some, else no finding."""
    verdicts = set[str]()
    for record in _records():
        worlds = [_naively(whole) for whole in completions(record)]
        wanted = {
            at: "proven" if all(at in world for world in worlds) else "undetermined"
            for at in set().union(*worlds)
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
    assert codes(legal_cards(LAW, held, DECK, trump, opened, trick=1)) == codes(
        sum(BIT[code] for code in legal)
    )
    assert [
        infraction.id for infraction in objections(LAW, held, BIT["KS"], DECK, trump, opened, trick=1)
    ] == [_FOUND.id] * ("KS" not in legal)


def test_best_play_keeps_to_it() -> None:
    """South has a trump and a heart, and no trump has fallen: the heart is the only lead that is tried."""
    names = (["AS", "9D"], ["QD", "KD"], ["KS", "9H"], ["TD", "JD"])
    hands = tuple(sum(BIT[code] for code in hand) for hand in names)
    without = sum(BIT[code] for code in codes(SUIT["S"])) & ~sum(hands)
    search = DoubleDummy(
        SUIT["S"], lambda hand, led, above, trick: legal_cards(LAW, hand, led, SUIT["S"], above, trick=trick)
    )
    assert without, "a trump has fallen"
    assert set(search.value_each_card(Position(hands, 2))) == {BIT["KS"], BIT["9H"]}
    trumps = codes(SUIT["S"])
    whole = (trumps[:2], trumps[2:4], [trumps[4], "9H"], [trumps[5], "9D"])
    closed = tuple(sum(BIT[code] for code in hand) for hand in whole)
    search = DoubleDummy(
        SUIT["S"], lambda hand, led, above, trick: legal_cards(LAW, hand, led, SUIT["S"], above, trick=trick)
    )
    assert set(search.value_each_card(Position(closed, 2))) == {BIT["9H"]}


@pytest.mark.full
def test_a_certificate_about_a_lead_says_why_or_shows_two_hands() -> None:
    """A proven one rests on the card that was led; of an open one two hands of the record are shown, one of each."""
    seen = set[str]()
    for record in _records():
        ruling = adjudicate(parse_hand(json.dumps(record).encode()), LAW)
        certified = {
            certificate.number: certificate
            for certificate in certificates(ruling)
            if certificate.about == "finding"
        }
        for number, finding in enumerate(ruling.findings):
            if finding.infraction == _FOUND.id:
                _holds(certified[number], finding.at, ruling)
                seen.add(finding.verdict)
    assert seen == {"proven", "undetermined"}


def _holds(certificate: Certificate, at: int, ruling: Ruling) -> None:
    replay = ruling.replay
    if certificate.completions:
        assert [at in _in_world(world, replay.hand.seats) for world in certificate.completions] == [
            True,
            False,
        ]
        return
    named = [fact for fact in certificate.premises if fact.kind == "play"]
    assert [fact.cards for fact in named if fact.at == at] == [replay.cards[at]]


def _in_world(world: Completion, seats: Sequence[int]) -> set[int]:
    """Return the clocks of trumps led too early in a completion."""
    plays = [{"seat": SEATS[seat], "card": CODE[card]} for seat, card in zip(seats, world.cards, strict=True)]
    hands = {letter: codes(world.dealt[seat]) for seat, letter in enumerate(SEATS)}
    return _naively({
        "contract": {"trump": SUIT_LETTER[world.strain.trump]}, "deal": {"hands": hands}, "plays": plays,
    })  # fmt: skip


#: No trump has fallen. Spades are trumps, West keeps jack, nine and the ace of hearts, South ace, ten and a club.
BEFORE_ANY_TRUMP: Final = """clabber 1
hand led-and-laid-down
deal S
N kskhtc9c9d9h
E qstdkdjcjdjh
S astskcqcqdqh
W js9sahacadth
up as
calls play
1W ac9cjcqc
2W ad9djdqd
3W th9hjhqh
melds none
claim N against W failed-laydown
laydown W agreed order js9sah
"""


def _laid(text: str, law: BoundRuleset) -> Ruling:
    return adjudicate(hand_of(text), law)


def test_a_lay_down_obeys_it() -> None:
    """Jack and nine draw the trumps, then the ace is good (D-72): the claim is refuted under the league's rules.

    Where no trump is led before one has fallen, the ace has to go first. East, void in hearts, must ruff it with the
    queen, and South must go over that (R-034, R-036): a trick is lost.
    """
    league = law_of("ecl-1992")
    free = _laid(BEFORE_ANY_TRUMP, league)
    assert [weighed.verdict for weighed in free.claims] == ["refuted"]
    bound = _laid(BEFORE_ANY_TRUMP, league._replace(leads=(BOUND,)))
    assert bound.laydown
    assert bound.laydown.result is LaydownResult.FAILS
    assert bound.laydown.line[:4] == ("W:AH", "N:KH", "E:QS", "S:TS")
    assert [weighed.verdict for weighed in bound.claims] == ["upheld"]
    assert (bound.remedy.outcome, bound.remedy.score) == ("renege", (162, 0))


@pytest.mark.parametrize(("order", "verdict"), [("", "upheld"), (" order tdas", "refuted")])
def test_it_changes_nothing_once_a_trump_has_fallen(order: str, verdict: str) -> None:
    """Case failed-laydown-1 and its twin: trumps fell in the third trick and the fourth, so any card may be led."""
    (text,) = re.findall(r"```clab\n(.*?)```", _CASES.read_text(encoding="utf-8"), re.DOTALL)[:1]
    ruling = _laid(
        text.replace("laydown E agreed", f"laydown E agreed{order}"),
        law_of("ecl-1992")._replace(leads=(BOUND,)),
    )
    assert [weighed.verdict for weighed in ruling.claims] == [verdict]


def test_what_is_not_searched_is_said_not_to_be_supported() -> None:
    """In a miscounted deal nobody knows if a trump that no hand holds fell: no answer, and not the cards' fault."""
    text = (
        BEFORE_ANY_TRUMP.replace("9c9d9h", "9c9d")
        .replace("1W ac9cjcqc", "1W ac9cjcqc")
        .replace("3W th9hjhqh\n", "")
    )
    text = text.replace("melds none", "incident wrong_card_count N @scored\nmelds none")
    ruling = _laid(text, law_of("ecl-1992")._replace(leads=(BOUND,)))
    assert ruling.laydown
    assert ruling.laydown.result is LaydownResult.NOT_SUPPORTED
    assert [weighed.verdict for weighed in ruling.claims] == ["not_proven"]
    assert "under the rule “leading-trumps-early”" in explain_unproven(
        ruling, ruling.claims[0], speaker_of(ruling)
    )
    free = _laid(text, law_of("ecl-1992"))
    assert free.laydown
    assert free.laydown.result is not LaydownResult.NOT_SUPPORTED


def _opened_with_a_trump(record: Json) -> bool:
    """Return True if the first card of a complete record is a trump, led from a hand with plain cards."""
    trump, first = record["contract"]["trump"], record["plays"][0] if record["plays"] else {"card": "--"}
    return first["card"][1] == trump and any(
        card[1] != trump for card in record["deal"]["hands"][first["seat"]]
    )


def test_a_law_on_the_first_lead_looks_at_the_first_trick_alone() -> None:
    """On complete and incomplete records: proven if true in every completion, undetermined if true in some."""
    verdicts = set[str]()
    for record in _records():
        answers = [_opened_with_a_trump(whole) for whole in completions(record)]
        wanted = {"proven"} if all(answers) else {"undetermined"} if any(answers) else set()
        ruling = adjudicate(parse_hand(json.dumps(record).encode()), OPENING)
        findings = [finding for finding in ruling.findings if finding.infraction == _OPENING.id]
        assert {finding.verdict for finding in findings} == wanted, json.dumps(record)
        assert all(finding.at == 0 for finding in findings)
        verdicts |= wanted
    assert verdicts == {"proven", "undetermined"}


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        (["KS", "9H", "9C", "TC", "9D", "TD"], ["9H", "9C", "TC", "9D", "TD"]),
        (["KS", "QS", "JS", "AS", "TS", "9S"], ["KS", "QS", "JS", "AS", "TS", "9S"]),
        (["KS", "9H", "9C"], ["KS", "9H", "9C"]),
    ],
)
def test_the_hand_tells_which_trick_is_led_to(hand: list[str], legal: list[str]) -> None:
    """Six cards lead to the first trick, three to the fourth, which the law leaves alone."""
    pack = OPENING.game.recording(OPENING.toggles).pack
    found = position(OPENING, OPENING.order(pack).strains["S"], hand, [])
    assert found.trick == 7 - len(hand)
    assert codes(found.allowed) == codes(sum(BIT[code] for code in legal))


def test_a_lay_down_before_the_first_card_obeys_a_law_on_the_first_lead() -> None:
    """North has the four highest trumps with ace and ten of hearts; East and West have a trump each.

    The jack draws both trumps, and all the rest is good (D-72). Where a plain card has to be led first, East, void in
    hearts, must ruff it with the queen (R-034): a trick is lost.
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
    league = law_of("ecl-1992")
    free = _laid(text, league)
    assert free.laydown
    bound = _laid(text, league._replace(leads=OPENING.leads))
    assert bound.laydown
    assert (free.laydown.result, bound.laydown.result) == (LaydownResult.GOOD, LaydownResult.FAILS)
