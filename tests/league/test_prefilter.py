"""Tests of the prefilter in seasons: the output is the same as when the judge rules on every hand."""

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
#: With and without the prefilter.
WAYS: Final = (True, False)


def write_hands(path: Path, hands: list[Any], **layout: Any) -> None:
    """Write hands as JSON lines with the given layout."""
    path.write_text("".join(json.dumps(hand, **layout) + "\n" for hand in hands))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a season with wrong play, claims, wrong sheets and a protest; its hands are in an archive and in files."""
    folder = tmp_path_factory.mktemp("season")
    played = season(11, teams=4, irregular=0.15, claims=0.5, slips=0.2)
    data = played.season.model_dump(mode="json", exclude_unset=True)
    first = data["rounds"][0]["matches"][0]["id"]
    note = {"match": first, "who": "Agnes", "when": "2026-01-09", "why": "He looked", "protest": True}
    write_hands(folder / "season.json", [{**data, "notes": [note]}])
    hands = [record_data(hand) for hand in played.hands]
    write_hands(folder / "hands.jsonl", hands, separators=(",", ":"))
    some = len(hands) // 3
    write_hands(folder / "late.jsonl", hands[some:], separators=(",", ":"))
    # The same hands with explicit defaults or other layout; one with another score, one without teams.
    write_hands(
        folder / "again.jsonl",
        [{**hand, "claims": hand.get("claims", [])} for hand in hands[:some]],
        sort_keys=True,
    )
    twin, stranger = {**hands[0], "score": {"NS": 162, "EW": 0}}, {**hands[1], "id": "stranger", "teams": {}}
    write_hands(
        folder / "odd.jsonl",
        [*hands[:some], twin, stranger, {"id": "none"}],
        separators=(",", ":"),
        sort_keys=True,
    )
    assert call("archive", "init", str(folder / "season.db")).code == 0
    write_hands(folder / "early.jsonl", hands[:some], separators=(",", ":"))
    assert call("archive", "add", str(folder / "season.db"), str(folder / "early.jsonl")).code == 0
    return folder


def run_league(
    folder: Path, command: str, form: str, given: tuple[str, ...], *more: str, filtered: bool | None
) -> Done:
    """Run a command and return its output; without the prefilter the judge rules on every hand."""
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
    expected = run_league(folder, "report", "json", given, *more, filtered=None)
    assert expected.out
    for filtered in WAYS:
        assert run_league(folder, "report", "json", given, *more, filtered=filtered) == expected


@pytest.mark.full
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_with_and_without_the_prefilter(folder: Path, command: str, form: str) -> None:
    expected = run_league(folder, command, form, MIXED, filtered=None)
    assert expected.out
    assert run_league(folder, command, form, MIXED, filtered=True) == expected


def test_notices_about_clean_hands_are_kept(folder: Path) -> None:
    report = json.loads(run_league(folder, "report", "json", MIXED, filtered=True).out)
    kinds = {notice["kind"] for notice in report["notices"]}
    assert {"repeated", "same_id", "unnamed_team", "refused"} <= kinds


def test_a_hand_of_another_game_is_refused(folder: Path) -> None:
    first, *_ = map(json.loads, (folder / "hands.jsonl").read_bytes().splitlines())
    other = json.loads(call("simulate", "--hands", "1", "--ruleset", "pepper", "-f", "jsonl").out)
    other |= {"teams": first["teams"], "context": first["context"]}
    write_hands(folder / "pepper.jsonl", [other], separators=(",", ":"))
    for filtered in (*WAYS, None):
        result = run_league(folder, "report", "json", ("hands.jsonl", "pepper.jsonl"), filtered=filtered)
        assert result.code == 3
        assert (
            "pepper.jsonl:1:11: error: this is a hand of Bid Euchre; “ecl-1992” is for Clabber" in result.err
        )
        assert "refused" in {notice["kind"] for notice in json.loads(result.out)["notices"]}


@pytest.fixture(scope="module")
def clean_season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a season without irregularities."""
    folder = tmp_path_factory.mktemp("quiet")
    played = season(12, teams=2, games=3, irregular=0, claims=0, slips=0)
    write_hands(folder / "season.json", [played.season.model_dump(mode="json", exclude_unset=True)])
    write_hands(folder / "hands.jsonl", list(map(record_data, played.hands)), separators=(",", ":"))
    return folder


@pytest.mark.parametrize("command", ["report", "standings"])
def test_clean_hands_are_neither_parsed_nor_judged(
    clean_season: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = run_league(clean_season, command, "json", ("hands.jsonl",), filtered=None)
    assert expected.code == 0

    def fail(*_: object) -> None:
        raise AssertionError

    for module in (games, judge):
        monkeypatch.setattr(module, "adjudicate", fail)
    monkeypatch.setattr(prefilter, "parse_record", fail)
    assert run_league(clean_season, command, "json", ("hands.jsonl",), filtered=True) == expected


def test_every_hand_that_may_be_irregular_is_judged(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = list[str]()

    def record_and_judge(hand: Hand, law: BoundRuleset) -> Ruling:
        judged.append(hand.record.id)
        return adjudicate(hand, law)

    monkeypatch.setattr(games, "adjudicate", record_and_judge)
    expected = run_league(folder, "report", "json", ("hands.jsonl",), filtered=None)
    judged_without_prefilter = judged[:]
    judged.clear()
    assert run_league(folder, "report", "json", ("hands.jsonl",), filtered=True) == expected
    assert {*judged_without_prefilter} > {*judged}
    law, hands = law_of("ecl-1992"), (folder / "hands.jsonl").read_bytes().splitlines()
    rulings = [adjudicate(parse_hand(line), law) for line in hands]
    assert {*judged} >= {
        ruling.replay.hand.record.id for ruling in rulings if ruling.findings or ruling.claims
    }
