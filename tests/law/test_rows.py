"""Tests of infractions and rows of `incidents.toml`: facts in texts, and misspelled keys, names and words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from clabber_audit.core.errors import Unusable
from clabber_audit.judge.dossier import dossier
from clabber_audit.replay import Lead
from clabber_audit.report.ruling import ruling_text
from clabber_audit.rules.bound_ruleset import law
from clabber_audit.rules.infraction import Infraction, Words, incident_kinds, load_infraction, read_kind
from clabber_audit.rules.infractions import MeldInfraction, NotedInfraction, infractions
from clabber_audit.rules.ruleset import load
from tests.casebook import cases, hand_of
from tests.rules import rule_on
from tests.tables import tables
from tests.vocabulary import find_infractions

#: A row like that of `slow_play`, with different words.
ROW: Final[dict[str, Any]] = {
    "deed": "bent a card",
    "text": "{seat} bent {card}",
    "needs": ["card"],
    "infraction": {
        "id": "slow-play",
        "title": "Bending a card",
        "manual": "Nobody bends a card.\n\nExample: East bends the queen of hearts.\n",
        "message": "{seat} bent {card}",
        "fault": "bent a card",
        "help": "do not",
    },
}


def make_row(
    *, without: str = "", infraction: dict[str, Any] | None = None, **changed: Any
) -> dict[str, Any]:
    """Return the row with changed keys, of the kind or of its infraction."""
    own = {key: value for key, value in ROW["infraction"].items() if key != without} | (infraction or {})
    return {**{key: value for key, value in ROW.items() if key != without}, **changed, "infraction": own}


def make_claim(**changed: str) -> dict[str, str]:
    """Return the `on_claim` of a row with changed keys."""
    return {"toggle": "table_talk", "answer": "misdeal_on_claim", "penalty": "redeal", **changed}


def refusal(act: Callable[..., object], *args: object) -> str:
    """Return what a call refuses, and its advice."""
    with pytest.raises(Unusable) as refused:
        act(*args)
    return "; ".join(filter(None, [refused.value.what, refused.value.help]))


def ruling_on(noted: str, monkeypatch: pytest.MonkeyPatch, **changed: Any) -> str:
    """Return the ruling on a hand with an incident, under the row with changed texts of its infraction."""
    kind = read_kind("slow_play", make_row(infraction=changed))
    monkeypatch.setitem(infractions(), "slow-play", NotedInfraction(kind))
    case = next(case for case in cases() if case.id == "slow-play-1")
    text = case.questions[0].text.replace("incident slow_play S @8", noted)
    return " ".join(ruling_text(dossier(rule_on(hand_of(text).record, law(load("ecl-1992"))))).split())


@pytest.mark.parametrize(
    "texts",
    [{}, {"message": "{seat} bent a card", "messages": {"card": "{seat} bent {card}"}}],
    ids=["in the message", "if it is known"],
)
def test_recorded_card_is_in_the_text(texts: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    text = ruling_on('incident slow_play E card qh quote "oops" @8', monkeypatch, **texts)
    assert "East bent Q♥: “oops”" in text
    assert "East bent Q♥" in ruling_on("incident slow_play E card qh @8", monkeypatch, **texts)


def test_unrecorded_card_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "East bent an unknown card" in ruling_on("incident slow_play E @8", monkeypatch)


MISTAKES: Final = tables(Path(__file__).with_name("rows.md"))["Mistakes"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        *((make_row(**json.loads(changes)), message) for changes, message in MISTAKES),
        ("bent", "card_bent is not a table; write [card_bent] above its keys"),
        ({**ROW, "infraction": "bent"}, "[card_bent] infraction = 'bent'; write a table of its keys"),
    ],
)
def test_row_with_an_error_is_refused_with_its_place(typed: dict[str, Any], expected: str) -> None:
    assert refusal(read_kind, "card_bent", typed) == f"incidents.toml: {expected}"


def test_name_of_a_row_is_refused_with_a_simple_one() -> None:
    expected = "incidents.toml: [Card bent] has the name “Card bent”; write card_bent"
    assert refusal(read_kind, "Card bent", ROW) == expected


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({"place": "dutty"}, "unknown place “dutty”; did you mean “duty”?"),
        ({"game": "claber"}, "unknown game “claber”; did you mean “clabber”?"),
        ({"incidents": ("slow_paly",)}, "unknown incident “slow_paly”; did you mean “slow_play”?"),
    ],
)
def test_misspelled_class_is_refused_with_its_file(attributes: dict[str, Any], expected: str) -> None:
    module = ModuleType("clabber_audit.rules.infractions.bent_card")
    shape = {"place": "duty", "words": Words(message="{seat} bent a card", help="do not"), **attributes}
    kind = type("BentCard", (Infraction,), {**shape, "events": (Lead,), "__module__": module.__name__})
    module.__dict__["BentCard"] = kind
    assert refusal(load_infraction, module) == f"clabber_audit/rules/infractions/bent_card.py {expected}"


@pytest.mark.parametrize(
    ("name", "help"),
    [
        ("penality_if_claimed", "did you mean “penalty_if_claimed”?"),
        ("offend", "did you mean “offends”?"),
        ("exemted_by", "did you mean “exempted_by”?"),
        ("zzz", "a name that only this class has begins with an underscore"),
    ],
)
@pytest.mark.parametrize("base", [Infraction, MeldInfraction])
def test_misspelled_attribute_is_refused_when_the_class_is_made(
    name: str, help: str, base: type[Infraction[Any]]
) -> None:
    own = {name: None, "__module__": "clabber_audit.rules.infractions.bent_card"}
    expected = f"clabber_audit/rules/infractions/bent_card.py unknown attribute “{name}”; {help}"
    assert refusal(type, "BentCard", (base,), own) == expected


def test_own_name_with_an_underscore_is_accepted() -> None:
    type("BentCard", (Infraction,), {"_bent": None, "offends": None, "traits": None, "source": ""})


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        (
            {"exempted_by": ("belle_with_dat",)},
            "exempted_by “belle_with_dat”; did you mean “belle_with_dad”?",
        ),
        ({"asked_by": "belle_neds_call"}, "asked_by “belle_neds_call”; did you mean “belle_needs_call”?"),
        ({"bound_with": ("al_pass", ())}, "bound_with “al_pass”; did you mean “all_pass”?"),
        ({"taken_for": "late-cal"}, "taken_for “late-cal”; did you mean “late-call”?"),
        (
            {"words": Words(message="", help="", titles={"bid_euchre": "Late"})},
            "titles “bid_euchre”; did you mean “bid-euchre”?",
        ),
    ],
)
def test_unknown_reference_of_a_class_is_refused(
    attributes: dict[str, Any], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A misspelled toggle, game or infraction would exempt, rename and explain nothing, in silence."""
    kind = type(infractions()["early-belle"])
    for name, value in attributes.items():
        monkeypatch.setattr(kind, name, value)
    file = "clabber_audit/rules/infractions/early_belle.py"
    assert refusal(find_infractions) == f"{file} unknown {expected}"


@pytest.mark.parametrize(
    ("infraction", "expected"),
    [
        ({"taken_for": "late-cal"}, "taken_for “late-cal”; did you mean “late-call”?"),
        (
            {"game": "bid-euchre", "on_claim": make_claim(toggle="table_tlak")},
            "toggle of Bid Euchre “table_tlak”; did you mean “table_talk”?",
        ),
        (
            {"game": "bid-euchre", "on_claim": make_claim(answer="misdeal_on_clam")},
            "answer “misdeal_on_clam”; did you mean “misdeal_on_claim”?",
        ),
        ({"on_claim": make_claim()}, "toggle of Clabber “table_talk”; it may be all_pass_redeal"),
    ],
)
def test_unknown_reference_of_a_row_is_refused(
    infraction: dict[str, Any], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The toggle of `on_claim` is one of each game in which a record may note the kind."""
    kind = read_kind("card_bent", make_row(infraction={"id": "bending-a-card", **infraction}))
    monkeypatch.setitem(incident_kinds(), "card_bent", kind)
    unknown = f"incidents.toml: [card_bent.infraction] unknown {expected}"
    assert refusal(find_infractions).startswith(unknown)


def test_duplicate_id_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = read_kind("card_bent", make_row(infraction={"id": "late-call"}))
    monkeypatch.setitem(incident_kinds(), "card_bent", kind)
    expected = r"incidents.toml: “late-call” is the id of an infraction in .*/late_call.py"
    assert re.search(expected, refusal(find_infractions))
