"""Tests of the words for an open question: undetermined, not settled and not supported, in every form of a ruling."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.api import Ruling, read, rule
from clabber_audit.evidence.completions import searching
from clabber_audit.inputs.records import InputRecord
from clabber_audit.judge.judge import adjudicate
from clabber_audit.recorder import judging
from clabber_audit.records.hand import Completion
from clabber_audit.report.lint import FORMATS, diagnose_finding
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.rules.infractions import infractions
from clabber_audit.verification import verify_ruling
from tests.casebook import hand_of
from tests.cli import call, copy_with, read_text
from tests.law import leads
from tests.law.test_leads import BEFORE_ANY_TRUMP

#: East plays the nine of diamonds on a spade; one of his cards is unknown and may be a spade (R-033).
STORY: Final = "clabber 1\nhand story\ndeal W\nE 9d9cactdjd\ncontract NS spades\n1N ks9dtcjs\n"
OPEN: Final = read_text(STORY)
ENDED: Final = copy_with(OPEN, id="ended")
#: The same hand with every card known: East had no spade.
CLOSED: Final = read_text(STORY.replace("9cactdjd", "9cactdjdqd"))
WORDS: Final = {
    "undetermined": r"we cannot tell|undetermined|not clear",
    "not_settled": r"not[ _]settled",
    "not_supported": r"not[ _]supported",
}


def _forms(ruling: Ruling) -> dict[str, str]:
    """Return the text, page, JSON and lint formats, without the record's and the rules' own words."""
    number, finding = next(
        (place, finding)
        for place, finding in enumerate(ruling.findings)
        if finding.infraction in ("failure-to-follow", "failed-laydown")
    )
    data = json.loads(ruling.json)
    place = read(OPEN).locate(())
    lint = {
        name: write(diagnose_finding(ruling, finding, "hand.json", place)) for name, write in FORMATS.items()
    }
    shown = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", ruling.html, flags=re.DOTALL)
    return {"json": json.dumps(data["findings"][number]), "page": shown, "ruling": ruling.text, **lint}


def _findings_about_east(ruling: Ruling) -> list[Any]:
    """Return the findings that East failed to follow suit with the second card."""
    return [one for one in ruling.findings if (one.infraction, one.at) == ("failure-to-follow", 1)]


def _says_only(form: str, word: str) -> bool:
    """Return True if a form says this word of the three and neither of the others."""
    names = {name for name, pattern in WORDS.items() if re.search(pattern, " ".join(form.split()), re.I)}
    return names == {word}


def test_undetermined_shows_a_guilty_and_an_innocent_hand() -> None:
    ruling = rule(read(OPEN))
    (finding,) = _findings_about_east(ruling)
    assert finding.verdict == "undetermined"
    assert all(isinstance(world, Completion) for world in finding.completions)
    for name, form in _forms(ruling).items():
        assert _says_only(form, "undetermined"), (name, form)
    # The innocent twin with the card known: East had no spade.
    assert not _findings_about_east(rule(read(CLOSED)))


def test_not_settled_states_the_steps_and_the_effort_option(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The search for the two hands may take one step; a hundred times as many find them."""
    monkeypatch.setattr("clabber_audit.evidence.completions.BUDGET", 1)
    # Rulings are cached by id; a new id makes a new search.
    ruling = rule(read(ENDED))
    (finding,) = _findings_about_east(ruling)
    assert (finding.verdict, finding.searched) == ("not_settled", 1)
    for name, form in _forms(ruling).items():
        assert _says_only(form, "not_settled"), (name, form)
        if name not in ("json", "page", "sarif"):
            assert re.search("after 1(?: step|\n)", form), (name, form)
            assert "--effort 10" in " ".join(form.split()), (name, form)
    page = judging.rule(json.dumps(ENDED).encode(), "hand.json")["page"]
    assert "not settled" in page
    # With more effort the same question is undetermined, and both hands are shown.
    more = rule(read({**ENDED, "id": "with-effort"}), effort=100)
    (settled,) = _findings_about_east(more)
    assert (settled.verdict, settled.searched) == ("undetermined", 0)
    assert json.loads(more.json)["effort"] == 100
    place = tmp_path / "ruling.json"
    place.write_text(more.json, encoding="utf-8")
    assert not [text for text, code in verify_ruling(read(place)) if code]


def test_check_and_rule_take_an_effort(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    place = tmp_path / "hand.json"
    place.write_text(json.dumps(OPEN), encoding="utf-8")
    assert call("check", str(place)).failed(4, "1 cannot be decided from the record")
    monkeypatch.setattr("clabber_audit.evidence.completions.BUDGET", 1)
    by_search = call("check", str(place))
    assert (by_search.code, "1 not settled by this program" in by_search.err) == (4, True)
    assert "cannot be decided from the record" not in by_search.err
    assert "cannot be decided from the record" in call("check", "--effort", "100", str(place)).err
    assert "not settled" not in call("rule", "--effort", "100", str(place)).out
    assert call("rule", "--effort", "0", str(place)).code == 2


def test_not_supported_names_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a miscounted deal a trump that no hand holds may have been played: a law on leads has no search."""
    monkeypatch.setitem(infractions(), leads.EARLY.id, leads.EARLY)
    text = BEFORE_ANY_TRUMP.replace("9c9d9h", "9c9d").replace("3W th9hjhqh\n", "")
    text = text.replace("melds none", "incident wrong_card_count N @scored\nmelds none")
    hand, bound = hand_of(text), leads.with_lead(leads.EARLY, "ecl-1992")
    ruling = Ruling(*adjudicate(hand, bound))
    assert _laydowns(ruling) == ["not_supported"]
    for name, form in _forms(ruling).items():
        if name != "page":
            assert _says_only(form, "not_supported"), (name, form)
            assert name in ("json", "ruling") or "leading-trumps-early" in form, (name, form)
    assert ruling.text.startswith("Ruling on hand led-and-laid-down")
    assert "NOT SUPPORTED. Nobody pays." in ruling.text
    assert "under the rule “leading-trumps-early”" in " ".join(ruling.text.split())
    assert _claims(ruling) == [("not_proven", "not_supported")]
    # The twin, under a law that allows any lead: the search has an answer.
    assert _laydowns(adjudicate(hand, law_of("ecl-1992"))) != ["not_supported"]
    with searching(100):
        assert _laydowns(adjudicate(hand, bound)) == ["not_supported"]


def test_claim_not_settled_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A caller pays for a claim that the cards do not prove (R-094, R-095), not for a search that ended early."""
    claim = "claim N against E failure-to-follow trick 1 reviewed @4\n"
    record: InputRecord = read(read_text(STORY + claim))
    assert _claims(rule(record)) == [("not_proven", None)]
    assert rule(record).remedy.outcome == "renege"
    monkeypatch.setattr("clabber_audit.evidence.completions.BUDGET", 1)
    ended = rule(record)
    assert _claims(ended) == [("not_proven", "not_settled")]
    assert ended.remedy.outcome == "unfinished"
    assert "NOT SETTLED. Nobody pays." in ended.text


def _claims(ruling: Any) -> list[tuple[str, str | None]]:
    return [(claim.verdict, claim.missing_answer) for claim in ruling.claims]


def _laydowns(ruling: Any) -> list[str]:
    return [finding.verdict for finding in ruling.findings if finding.infraction == "failed-laydown"]
