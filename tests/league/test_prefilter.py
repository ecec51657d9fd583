"""Seasons look the same whether the judge rules on all hands or only on those the prefilter leaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.bulk import prefilter
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge import judge
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.league import games
from clabber_audit.records.formats import record_data
from clabber_audit.records.hand import Hand
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of
from clabber_audit.simulate.seasons import season
from tests.cli import ROOT, Done, call

HOUSE: Final = str(ROOT / "examples" / "house-rules.toml")
FORMS: Final = ("json", "csv", "html", "text")
COMMANDS: Final = ("report", "standings", "schedule", "players")
#: Whether there is a prefilter.
WAYS: Final = (True, False)


def write(path: Path, hands: list[Any], **layout: Any) -> None:
    """Records as lines, laid out as is wanted."""
    path.write_text("".join(json.dumps(hand, **layout) + "\n" for hand in hands))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A season with wrong play, claims, wrong sheets and a protest; its hands in an archive, in lines and in part."""
    folder = tmp_path_factory.mktemp("season")
    played = season(11, teams=4, irregular=0.15, claims=0.5, slips=0.2)
    data = played.season.model_dump(mode="json", exclude_unset=True)
    first = data["rounds"][0]["matches"][0]["id"]
    note = {"match": first, "who": "Agnes", "when": "2026-01-09", "why": "He looked", "protest": True}
    write(folder / "season.json", [{**data, "notes": [note]}])
    hands = [record_data(hand) for hand in played.hands]
    write(folder / "hands.jsonl", hands, separators=(",", ":"))
    some = len(hands) // 3
    write(folder / "late.jsonl", hands[some:], separators=(",", ":"))
    # The same hands again, spelled out or with blanks; one with another score, and one of nobody's.
    write(
        folder / "again.jsonl",
        [{**hand, "claims": hand.get("claims", [])} for hand in hands[:some]],
        sort_keys=True,
    )
    twin, stranger = {**hands[0], "score": {"NS": 162, "EW": 0}}, {**hands[1], "id": "stranger", "teams": {}}
    write(
        folder / "odd.jsonl",
        [*hands[:some], twin, stranger, {"id": "none"}],
        separators=(",", ":"),
        sort_keys=True,
    )
    assert call("archive", "init", str(folder / "season.db")).code == 0
    write(folder / "early.jsonl", hands[:some], separators=(",", ":"))
    assert call("archive", "add", str(folder / "season.db"), str(folder / "early.jsonl")).code == 0
    return folder


def league(
    folder: Path, command: str, form: str, given: tuple[str, ...], *more: str, filtered: bool | None
) -> Done:
    """Return the output of a command; without the prefilter the judge rules on all hands."""
    options = ["--thorough"] if filtered is None else []
    hands = [str(folder / name) for name in given]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prefilter, "prefilter_pays", lambda _count: bool(filtered))
        return call("league", command, str(folder / "season.json"), *hands, "-f", form, *more, *options)


MIXED: Final = ("season.db", "late.jsonl", "again.jsonl", "odd.jsonl")


@pytest.mark.parametrize("given", [("hands.jsonl",), MIXED], ids=["lines", "mixed"])
@pytest.mark.parametrize(
    "more", [(), ("--ruleset", HOUSE), ("--anonymous",)], ids=["own", "house", "nameless"]
)
def test_a_report_is_the_same_with_and_without_the_prefilter(
    folder: Path, given: tuple[str, ...], more: tuple[str, ...]
) -> None:
    wanted = league(folder, "report", "json", given, *more, filtered=None)
    assert wanted.out
    for filtered in WAYS:
        assert league(folder, "report", "json", given, *more, filtered=filtered) == wanted


@pytest.mark.full
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_with_and_without_the_prefilter(folder: Path, command: str, form: str) -> None:
    wanted = league(folder, command, form, MIXED, filtered=None)
    assert wanted.out
    assert league(folder, command, form, MIXED, filtered=True) == wanted


def test_notices_about_clean_hands_are_kept(folder: Path) -> None:
    told = json.loads(league(folder, "report", "json", MIXED, filtered=True).out)
    kinds = {notice["kind"] for notice in told["notices"]}
    assert {"repeated", "same_id", "unnamed_team", "refused"} <= kinds


def test_a_hand_of_another_game_is_refused(folder: Path) -> None:
    first, *_ = map(json.loads, (folder / "hands.jsonl").read_bytes().splitlines())
    other = json.loads(call("simulate", "--hands", "1", "--ruleset", "pepper", "-f", "jsonl").out)
    other |= {"teams": first["teams"], "context": first["context"]}
    write(folder / "pepper.jsonl", [other], separators=(",", ":"))
    for filtered in (*WAYS, None):
        result = league(folder, "report", "json", ("hands.jsonl", "pepper.jsonl"), filtered=filtered)
        assert result.code == 3
        assert (
            "pepper.jsonl:1:11: error: this is a hand of Bid Euchre; “ecl-1992” is for Clabber" in result.err
        )
        assert "refused" in {notice["kind"] for notice in json.loads(result.out)["notices"]}


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a season without irregularities."""
    folder = tmp_path_factory.mktemp("quiet")
    played = season(12, teams=2, games=3, irregular=0, claims=0, slips=0)
    write(folder / "season.json", [played.season.model_dump(mode="json", exclude_unset=True)])
    write(folder / "hands.jsonl", list(map(record_data, played.hands)), separators=(",", ":"))
    return folder


@pytest.mark.parametrize("command", ["report", "standings"])
def test_no_clean_hand_is_read_or_judged(quiet: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = league(quiet, command, "json", ("hands.jsonl",), filtered=None)
    assert wanted.code == 0

    def fail(*_: object) -> None:
        raise AssertionError

    for module in (games, judge):
        monkeypatch.setattr(module, "adjudicate", fail)
    monkeypatch.setattr(prefilter, "parse_record", fail)
    assert league(quiet, command, "json", ("hands.jsonl",), filtered=True) == wanted


def test_the_judge_rules_on_every_hand_that_may_not_be_clean(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = list[str]()

    def hear(hand: Hand, law: BoundRuleset) -> Ruling:
        heard.append(hand.record.id)
        return adjudicate(hand, law)

    monkeypatch.setattr(games, "adjudicate", hear)
    wanted = league(folder, "report", "json", ("hands.jsonl",), filtered=None)
    every = heard[:]
    heard.clear()
    assert league(folder, "report", "json", ("hands.jsonl",), filtered=True) == wanted
    assert {*every} > {*heard}
    law, hands = law_of("ecl-1992"), (folder / "hands.jsonl").read_bytes().splitlines()
    rulings = [adjudicate(parse_hand(line), law) for line in hands]
    assert {*heard} >= {
        ruling.replay.hand.record.id for ruling in rulings if ruling.findings or ruling.claims
    }
