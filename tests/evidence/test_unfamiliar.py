"""Tests of infractions that the searches do not know: new types of event, and facts that no card decides."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple, get_args

import pytest

from clabber_audit.cards import PACK, SEAT, SUIT
from clabber_audit.evidence.completions import Budget, charge_to, frame_of
from clabber_audit.evidence.evaluate import evaluate_record
from clabber_audit.evidence.finding import Finding
from clabber_audit.evidence.unknown_events import EventQuery, evaluate_event
from clabber_audit.games.clabber.melds import RANKINGS
from clabber_audit.judge.certificates import certificates
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.formats import record_data
from clabber_audit.records.incidents import IncidentKind
from clabber_audit.replay import replay_hand
from clabber_audit.report.data import ruling_json
from clabber_audit.report.grounds import facts
from clabber_audit.report.page import page
from clabber_audit.report.ruling import ruling_text
from clabber_audit.report.wording import Speaker
from clabber_audit.rules.bound_ruleset import bind, law_of
from clabber_audit.rules.infraction import Infraction, LawCase, Words
from tests.casebook import hand_of
from tests.random_records.unknowns import draw_with_unknowns
from tests.rules import rule_on
from tests.scale import at_random
from tests.tables import hand_text

Json = dict[str, Any]
LAW = law_of("ecl-1992")
UNKNOWN_LEAD = hand_text("An unknown lead")


class Sneeze(NamedTuple):
    """Event that no game knows."""

    seat: int
    at: int
    loud: bool


class LoudSneeze(Infraction[Sneeze]):
    id, title, manual = "loud-sneeze", "Sneezing", "Nobody may sneeze loudly."
    events = (Sneeze,)
    place = "incident"
    words = Words(message="{seat} sneezed", help="do not")

    def offends(self, case: LawCase[Sneeze]) -> bool:
        return case.event.loud


@pytest.mark.parametrize("loud", [True, False])
def test_unknown_kind_of_event_is_not_supported(loud: bool) -> None:
    """No search knows what cards have to do with it, so it is not undetermined: there are no examples."""
    replay = replay_hand(hand_of(f"{UNKNOWN_LEAD}contract N clubs\n"), LAW.order(PACK))
    bound = bind(LoudSneeze(), "note", None, ("D-99",), 99)
    query = EventQuery(bound, Sneeze(0, 3, loud), replay, frame_of(replay), LAW)
    ((_event, answer),) = evaluate_event(query)
    assert answer is not None
    assert (answer.verdict, answer.guilty, answer.innocent) == ("not_supported", None, None)


def write_all_formats(ruling: Ruling) -> str:
    """Write a ruling in every format; return its text."""
    proofs = certificates(ruling)
    ruling_json(ruling, proofs=proofs)
    file = dossier(ruling, proofs=proofs)
    page(file)
    return " ".join(ruling_text(file).split())


def test_card_owed_to_an_unknown_lead_is_not_named() -> None:
    """East has hearts and diamonds, so East could follow either lead (R-033), but which card was owed is unknown."""
    text = write_all_formats(adjudicate(hand_of(UNKNOWN_LEAD), LAW))
    assert "East played Q♣ off suit while holding a card that had to be played" in text
    assert "?" not in text.split("REASONING")[1].split("SOURCES")[0]


def test_card_owed_is_named_when_other_cards_are_unknown() -> None:
    """East leads 9♠, South trumps with 10♥ and North with K♥, holding J♥ (R-036); West is irrelevant."""
    text = """\
clabber 1
hand under
deal N
N khjhqcjckckd
E 9sqsas9ctcac
S thah9dtdjdqd
W ks
contract N hearts
1E 9sthkskh
"""
    findings = adjudicate(hand_of(text), LAW).findings
    (finding,) = [finding for finding in findings if finding.infraction == "failure-to-overtrump"]
    assert finding.facts == {"could": ["JH"], "played": "KH", "highest": "TH"}


def test_second_incident_of_a_kind_is_cited_by_its_number() -> None:
    """Two cards are exposed, by North and by East; East's is incident 2."""
    more = "incident exposed_card N @3\nincident exposed_card E @5\nclaim S against E exposed-card @6\n"
    ruling = adjudicate(hand_of(UNKNOWN_LEAD + more), LAW)
    listed = facts(dossier(ruling), Speaker(ruling.replay.hand.record), proved=False)
    assert [fact.source for fact in listed if "be seen" in fact.text] == ["incident 2"]


@pytest.mark.full
def test_findings_point_at_their_place_in_the_record() -> None:
    """The path of a finding exists in the record and is about its seat."""
    seen = set[str]()
    for record in draw_with_unknowns("places", at_random(12, 150)):
        ruling = rule_on(record)
        for finding in ruling.findings:
            assert finding.path, finding
            _check_path(record, finding)
            seen.add(str(finding.path[0]))
    assert {"plays", "incidents", "melds", "claims", "declarations", "score", "deal", "laydown"} <= seen


def _check_path(record: Json, finding: Finding) -> None:
    """Check that the entry exists, with the seat and the moment of the finding."""
    part, *number = finding.path
    if part == "declarations":
        part = "declarations" if "declarations" in record else "contract"
    entry = record[str(part)]
    if number:
        entry = entry[number[0]]
        seat = entry["by"] if part == "claims" else entry.get("seat")
        others = "unproven-claim", "dealing-out-of-turn", "exposed-in-deal", "wrong-card-count"
        own = finding.infraction not in others
        assert not own or seat is None or finding.seat is None or "NESW"[finding.seat] == seat, finding


#: Required keys of an incident by kind.
REQUIRED: Final[dict[str, Json]] = {
    "card_retracted": {"seat": "E", "at": 5, "card": "JD", "replaced_by": "QC"},
    "trick_gathered": {"trick": 1, "by": "EW"},
    "upcard_mixed": {"seat": "N", "card": "JC"},
}


@pytest.mark.full
@pytest.mark.parametrize(
    "more",
    [{}, {"seat": "E", "at": 5, "trick": 1, "card": "JD", "quote": "oh", "called": 5}],
    ids=["bare", "with all"],
)
def test_every_kind_of_incident_has_text(more: Json) -> None:
    """Each kind is written with every optional key and with none."""
    incidents = [{"kind": kind, **more, **REQUIRED.get(kind, {})} for kind in get_args(IncidentKind)]
    record = record_data(hand_of(UNKNOWN_LEAD).record)
    deal = {**record["deal"], "upcard": "9C"}
    assert "None" not in write_all_formats(rule_on({**record, "deal": deal, "incidents": incidents}))


@pytest.mark.full
def test_partial_records_are_written_in_every_format() -> None:
    """Unknown parts cause no error, and every number has the right singular or plural."""
    counted = [f"1 {word}" for word in ("cards", "reneges", "corrections", "claims", "findings", "hands")]
    for record in draw_with_unknowns("written out", at_random(2, 60, share=20)):
        record.pop("laydown", None)
        text = write_all_formats(rule_on(record))
        wrong = [word for word in (*counted, "something unknown", "None") if f" {word} " in text]
        assert not wrong, json.dumps(record)


def test_pass_is_not_undetermined_after_an_exhausted_search() -> None:
    """A pass names no suit, so an exhausted search does not concern it (R-024)."""
    hand = hand_of(UNKNOWN_LEAD.replace("deal S\n", "deal S\ncalls p play\n"))
    replay = replay_hand(hand, LAW.order(PACK), RANKINGS[SUIT["S"]])
    with charge_to(Budget(0)):
        findings = evaluate_record(replay, LAW)
    assert not [
        finding
        for finding in findings
        if finding.infraction == "declaring-without-trump" and finding.seat == SEAT["W"]
    ]
