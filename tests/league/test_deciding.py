"""Decisions by command: stored with author, day and reason, undone by another entry, never deleted."""

from __future__ import annotations

import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.cli.league.decide import Options, decide
from clabber_audit.cli.league.season import SeasonSource
from tests.cli import call, put
from tests.league.seasons import SEASON, SIGNED, Json, encoded, game, league

CAPTAINS = {"owls": "Ruth", "eagles": "Carl", "moose": "Ida", "lions": "Gus"}
#: Owls 512 and Eagles 430, Moose 470 and Lions 505.
HANDS = [*game(1, ("Owls", "Eagles"), (512, 430)), *game(1, ("Moose", "Lions"), (470, 505))]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a season whose teams have captains, and the hands of its first round."""
    monkeypatch.chdir(tmp_path)
    teams = [
        {**team, "captain": CAPTAINS[team["id"]], "players": [CAPTAINS[team["id"]]]}
        for team in SEASON["teams"]
    ]
    (tmp_path / "season.json").write_bytes(encoded({**SEASON, "teams": teams}))
    put(tmp_path / "hands.jsonl", HANDS)
    return tmp_path


def kept(here: Path) -> Json:
    data: Json = json.loads((here / "season.json").read_text(encoding="utf-8"))
    return data


def done(command: str, *args: str) -> str:
    """Return the message of a decision that is accepted."""
    found = league(command, *args)
    assert (found.code, found.out) == (0, ""), found
    return found.err


def rows(here: Path) -> dict[str, tuple[int, int, int]]:
    """Games won, games lost and points by team, from the standings."""
    table = json.loads(league("standings", "hands.jsonl", "-f", "json").out)["table"]
    return {row["team"]: (row["won"], row["lost"], row["points"]) for row in table}


def statuses() -> list[str]:
    data = json.loads(league("schedule", "hands.jsonl", "-f", "json").out)
    return [match["status"] for round in data["rounds"] for match in round["matches"]]


DECISIONS: dict[str, tuple[list[str], str, dict[str, Any]]] = {
    "approve": (["1", "hands.jsonl", "--by", "Ruth", "--on", "2026-01-20"], "approvals", {
        "match": "r1-a", "team": "owls", "results": [{"game": 1, "points": {"owls": 512, "eagles": 430}}],
        "who": "Ruth", "when": "2026-01-20"}),
    "lock": (["Moose - Lions", "hands.jsonl", *SIGNED], "locks", {
        "match": "r1-b", "results": [{"game": 1, "points": {"moose": 470, "lions": 505}}]}),
    "penalty": (["owls", "--points", "50", *SIGNED], "penalties", {"team": "owls", "points": 50}),
    "forfeit": (["Eagles", "--team", "Eagles", *SIGNED], "", {}),
    "postpone": (["3", "--until", "2026-02-02", *SIGNED], "postponements", {"match": "r2-a", "until": "2026-02-02"}),
    "substitute": (["1", "--team", "Owls", "--player", "Zoe", "--instead-of", "ruth", *SIGNED], "substitutions", {
        "match": "r1-a", "team": "owls", "player": "Zoe", "instead_of": "ruth"}),
    "roster": (["Owls", "--add", "Zoe", "--from-round", "2", *SIGNED], "roster_changes", {
        "team": "owls", "add": ["Zoe"], "since": 2}),
    "handicap": (["Eagles", "--points", "20", *SIGNED], "handicaps", {"team": "eagles", "points": 20}),
    "note": (["Dad shown late", "--match", "Owls – Eagles, round 1", "--protest", "--by", "Ruth", "--on", "2026-01-20"],
             "notes", {"match": "r1-a", "protest": True, "who": "Ruth", "when": "2026-01-20", "why": "Dad shown late"}),
}  # fmt: skip


@pytest.mark.parametrize("command", [name for name, (_args, key, _entry) in DECISIONS.items() if key])
def test_a_decision_is_kept_and_taken_back_by_another(here: Path, command: str) -> None:
    """The file holds it with who, when and why; taken back, the season is as before, and both entries stay."""
    args, key, entry = DECISIONS[command]
    before = kept(here), rows(here), statuses()
    assert done(command, *args).startswith("1. ")
    signed = {"who": "Agnes", "when": "2026-01-20", "why": "as agreed"}
    after = kept(here)
    assert after.pop(key) == [{"number": 1, **({} if "who" in entry else signed), **entry}]
    assert after == before[0]
    assert done("undo", "1", *SIGNED).startswith("2. Entry 1 is undone (Agnes, 2026-01-20: as agreed).")
    assert (rows(here), statuses()) == before[1:]
    assert len(kept(here)[key]) == 1
    assert "Undone by entry 2." in league("log").out.splitlines()[0]
    done("undo", "2", *SIGNED)
    assert "Taken back" not in league("log").out.splitlines()[0]


def test_what_decisions_do_to_the_table(here: Path) -> None:
    """512 less 50; 430 and 20; a match forfeited by the Lions is a game won for the Eagles, and no points."""
    done("penalty", "Owls", "--points", "50", *SIGNED)
    done("handicap", "Eagles", "--points", "20", *SIGNED)
    done("forfeit", "Eagles v Lions", "--team", "Lions", *SIGNED)
    assert rows(here) == {
        "owls": (1, 0, 462),
        "eagles": (1, 1, 450),
        "moose": (0, 1, 470),
        "lions": (1, 1, 505),
    }
    assert statuses()[3] == "forfeited"
    done("undo", "3", *SIGNED)
    done("forfeit", "4", "--team", "Eagles", *SIGNED)
    assert rows(here)["lions"] == (2, 0, 505)


def test_a_handicap_holds_from_its_round_on(here: Path) -> None:
    done("handicap", "Eagles", "--points", "20", "--from-round", "2", *SIGNED)
    assert rows(here)["eagles"][2] == 430


def test_from_draw_to_lock(here: Path) -> None:
    """Both captains approve what the hands give, and the secretary locks it; then nothing of that match waits."""
    done("approve", "1", "hands.jsonl", "--by", "Ruth", "--on", "2026-01-06")
    assert statuses()[0] == "provisional"
    waits = league("open", "hands.jsonl")
    assert waits.code == 0
    assert "clabber-audit league approve season.json 1 hands.jsonl --team Eagles --by Carl" in waits.out
    done("approve", "1", "hands.jsonl", "--by", "Carl", "--on", "2026-01-06")
    assert statuses()[0] == "approved"
    assert (
        "clabber-audit league lock season.json 1 hands.jsonl --by NAME" in league("open", "hands.jsonl").out
    )
    done("lock", "1", "hands.jsonl", "--by", "Agnes", "--on", "2026-01-07")
    assert statuses()[0] == "locked"
    assert "Match 1," not in league("open", "hands.jsonl").out


def test_a_correction_starts_from_what_stood(here: Path) -> None:
    done("lock", "1", "hands.jsonl", "--by", "Agnes", "--on", "2026-01-07")
    put(here / "hands.jsonl", [*game(1, ("Owls", "Eagles"), (512, 448)), *HANDS[5:]])
    waits = league("open", "hands.jsonl").out
    assert (
        "clabber-audit league correct season.json 1 --game 1 --result 512:448 --by NAME --why REASON" in waits
    )
    said = done("correct", "1", "--result", "512:448", *SIGNED)
    assert said.startswith(
        "2. Owls – Eagles, round 1, game 1: 512:430 becomes 512:448 (Agnes, 2026-01-20: as agreed)."
    )
    assert statuses()[0] == "corrected"
    assert kept(here)["corrections"][0]["was"] == {"owls": 512, "eagles": 430}


def test_the_table_goes_by_a_correction_and_says_so(here: Path) -> None:
    """Issue 25, point 9: what the command announces is what the table shows; nothing proposes to undo it."""
    done("lock", "1", "hands.jsonl", *SIGNED)
    said = done("correct", "1", "hands.jsonl", "--result", "512:448", *SIGNED)
    assert "Eagles: points 430 → 448." in said
    assert (rows(here)["owls"], rows(here)["eagles"]) == ((1, 0, 512), (0, 1, 448))
    paper = " ".join(league("standings", "hands.jsonl").out.split())
    assert (
        "corrected to 512:448 on 2026-01-20, and the table goes by that; the hands now give 512:430." in paper
    )
    assert "--result 512:430" not in league("open", "hands.jsonl").out
    done("correct", "1", "hands.jsonl", "--result", "498:505", *SIGNED)
    assert (rows(here)["owls"], rows(here)["eagles"]) == ((0, 1, 498), (1, 0, 505)), (
        "and the other team has won"
    )


def test_a_correction_by_which_the_game_is_not_over_is_refused(here: Path) -> None:
    """No team has 500 (R-076)."""
    done("lock", "1", "hands.jsonl", *SIGNED)
    found = league("correct", "1", "--result", "498:430", *SIGNED)
    assert (found.code, "at 498:430 the game is not over" in found.err) == (2, True)


def test_a_lock_after_a_correction_keeps_it(here: Path) -> None:
    for captain in ("Ruth", "Carl"):
        done("approve", "1", "hands.jsonl", "--by", captain, "--on", "2026-01-06")
    done("correct", "1", "hands.jsonl", "--result", "512:448", *SIGNED)
    assert "is locked at 512:448" in done("lock", "1", "hands.jsonl", *SIGNED)
    assert (statuses()[0], rows(here)["eagles"]) == ("corrected", (0, 1, 448))
    done("undo", "4", *SIGNED)
    done("undo", "3", *SIGNED)
    assert (statuses()[0], rows(here)["eagles"]) == ("approved", (0, 1, 430)), "the innocent twin"


def test_a_forfeit_of_what_was_played_announces_the_loss(here: Path) -> None:
    said = done("forfeit", "1", "hands.jsonl", "--team", "Owls", *SIGNED)
    assert "Owls: place 1 → 3, won 1 → 0, lost 0 → 1." in said, (
        "512 points are more than the 470 of the Moose"
    )
    assert "games that were played are not counted as won or lost. The points made in them stay." in said
    assert rows(here)["owls"] == (0, 1, 512)
    paper = " ".join(league("standings", "hands.jsonl").out.split())
    assert "By forfeit 1 lost (round 1, Eagles). The 512 points made in play stay." in paper
    assert "By forfeit +1 won, +0 points (round 1, Owls). The 430 points made in play stay." in paper
    done("undo", "1", *SIGNED)
    said = done("forfeit", "1", "hands.jsonl", "--team", "Owls", "--annul", *SIGNED)
    assert "Owls: place 1 → 4, won 1 → 0, lost 0 → 1, points 512 → 0." in said
    assert (rows(here)["owls"], rows(here)["eagles"]) == ((0, 1, 0), (1, 0, 0))


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (["postpone", "3"], ["forfeit", "3", "--team", "Owls"], "it is postponed by entry 1"),
        (["forfeit", "3", "--team", "Owls"], ["postpone", "3"], "it is forfeited by entry 1"),
        (["lock", "1", "hands.jsonl"], ["postpone", "1"], "it is locked by entry 1"),
        (["approve", "1", "hands.jsonl", "--team", "Owls"], ["postpone", "1"], "it is approved by entry 1"),
        (["forfeit", "1", "--team", "Owls"], ["lock", "1", "hands.jsonl"], "undo entry 1 first"),
        (["forfeit", "3", "--team", "Owls"], ["forfeit", "3", "--team", "Moose"], "the other is entry 1"),
        (["lock", "1", "hands.jsonl"], ["lock", "1", "hands.jsonl"], "the other is entry 1"),
    ],
    ids=" ".join,
)
def test_what_cannot_both_stand_is_refused(
    here: Path, first: list[str], second: list[str], told: str
) -> None:
    """Issue 25, point 9: with the number of the other; once that is undone, it goes through."""
    done(*first, *SIGNED)
    before = (here / "season.json").read_bytes()
    for more in ((), ("--dry-run",)):
        found = league(second[0], *second[1:], *SIGNED, *more)
        assert (found.code, told in found.err) == (2, True), found.err
    assert (here / "season.json").read_bytes() == before
    done("undo", "1", *SIGNED)
    done(*second, *SIGNED)
    # Taking the undoing back would make both stand.
    assert league("undo", "2", *SIGNED).code == 2 or second[0] == "lock"


def test_what_was_played_is_not_postponed(here: Path) -> None:
    found = league("postpone", "1", "hands.jsonl", *SIGNED)
    assert (found.code, "was played: its result is 512:430" in found.err) == (2, True)
    done("postpone", "3", "hands.jsonl", *SIGNED)


def test_what_was_postponed_and_then_played_is_locked(here: Path) -> None:
    done("postpone", "1", *SIGNED)
    done("lock", "1", "hands.jsonl", *SIGNED)


def test_open_lists_what_is_to_be_looked_at(here: Path) -> None:
    """Issue 25, point 7: hands left out for a misspelled team, and whatever else the standings tell."""
    wrong = [{**hand, "teams": {"NS": "Owels", "EW": "Eagles"}} for hand in HANDS[:5]]
    put(here / "hands.jsonl", [*wrong, *HANDS[5:]])
    standings = league("standings", "hands.jsonl").out
    section = standings[standings.index("TO BE LOOKED AT") :].split("\n\n")[1]
    listed = " ".join(league("open", "hands.jsonl").out.split())
    assert "No team of the season is called “Owels”" in listed
    for item in " ".join(section.split()).split(" - "):
        assert item.removeprefix("- ") in listed


def test_open_lists_what_was_played_and_not_locked(here: Path) -> None:
    """Also in a league that names no captains."""
    (here / "season.json").write_bytes(encoded(SEASON))
    listed = league("open", "hands.jsonl").out
    assert "Match 1, Owls – Eagles, round 1: played, but not locked." in listed
    assert "clabber-audit league lock season.json 1 hands.jsonl --by NAME" in listed


def test_an_approval_by_somebody_else_is_flagged_and_does_not_count(here: Path) -> None:
    said = done("approve", "1", "hands.jsonl", "--team", "Eagles", "--by", "Zoe", "--on", "2026-01-20")
    assert "look: Zoe is not the captain of Eagles, Carl is: this approval does not count" in said
    assert "approved for Eagles, whose captain is Carl" in league("standings", "hands.jsonl").out
    assert "the approval of Eagles by Zoe does not count" in league("open", "hands.jsonl").out
    done(
        "roster",
        "Eagles",
        "--captain",
        "Zoe",
        "--by",
        "Agnes",
        "--why",
        "Carl moved away",
        "--on",
        "2026-01-20",
    )
    assert "whose captain is" not in league("standings", "hands.jsonl").out


def test_a_protest_waits_for_its_answer(here: Path) -> None:
    done("note", "Dad shown late", "--match", "1", "--protest", "--by", "Ruth", "--on", "2026-01-06")
    assert "A protest waits for an answer, Owls – Eagles, round 1" in league("open", "hands.jsonl").out
    done("note", "It was shown in time", "--answers", "1", "--by", "Agnes", "--on", "2026-01-07")
    assert "protest" not in league("open", "hands.jsonl").out


def test_a_substitute_and_a_new_player_are_no_strangers(here: Path) -> None:
    players = dict(zip("NESW", ("Ruth", "Carl", "Zoe", "Carl"), strict=True))
    put(here / "hands.jsonl", [{**HANDS[0], "players": players}])
    stranger = "Zoe played for Owls but is not on its roster"
    assert stranger in league("open", "hands.jsonl").out
    for decision in (
        ("substitute", "1", "--team", "Owls", "--player", "Zoe"),
        ("roster", "Owls", "--add", "Zoe", "--from-round", "1"),
    ):
        done(*decision, *SIGNED)
        assert stranger not in league("open", "hands.jsonl").out
        entered = [*kept(here).get("substitutions", []), *kept(here).get("roster_changes", [])]
        number = max(entry["number"] for entry in entered)
        done("undo", str(number), *SIGNED)
        assert stranger in league("open", "hands.jsonl").out
    done("roster", "Owls", "--add", "Zoe", "--from-round", "2", *SIGNED)
    assert stranger in league("open", "hands.jsonl").out


def test_the_standings_list_notes_what_was_taken_back_and_the_rosters(here: Path) -> None:
    """Entries in force that are shown with their match are not listed again; an anonymous list has no names."""
    done("penalty", "Owls", "--points", "50", *SIGNED)
    done("undo", "1", *SIGNED)
    done("lock", "1", "hands.jsonl", *SIGNED)
    done("lock", "2", "hands.jsonl", *SIGNED)
    done("undo", "4", *SIGNED)
    done("note", "Dad shown late", "--match", "1", "--by", "Ruth", "--on", "2026-01-20")
    done("roster", "Owls", "--add", "Zoe", *SIGNED)
    paper = league("standings", "hands.jsonl").out
    text = " ".join(paper[paper.index("\nDECISIONS") :].split())
    for said in (
        "- 1. Owls loses 50 points (Agnes, 2026-01-20: as agreed). Undone by entry 2.",
        "- 2. Entry 1 is undone (Agnes, 2026-01-20: as agreed).",
        "- 4. Moose – Lions, round 1 is locked at 470:505 (Agnes, 2026-01-20: as agreed). Undone by entry 5.",
        "- 6. Note on Owls – Eagles, round 1 (Ruth, 2026-01-20: Dad shown late).",
        "Owls Ruth Ruth, Zoe Eagles Carl Carl",
    ):
        assert said in text
    assert "- 3. " not in text
    data = json.loads(league("standings", "hands.jsonl", "-f", "json").out)
    assert [(one["number"], one["taken_back_by"]) for one in data["decisions"]] == [
        *((1, 2), (2, None), (3, None), (4, 5), (5, None), (6, None), (7, None))
    ]
    assert data["teams"][0] == {"team": "owls", "captain": "Ruth", "players": ["Ruth", "Zoe"]}
    for form in ("text", "html", "json", "csv"):
        nameless = league("standings", "hands.jsonl", "-f", form, "--anonymous").out
        assert not re.search("Agnes|Ruth|Zoe|Dad|agreed|Owls", nameless), form


def test_a_dry_run_shows_the_table_and_writes_nothing(here: Path) -> None:
    """512 less 50 is 462, less than the 505 of the Lions, who won a game as well."""
    before = (here / "season.json").read_bytes()
    shown = league("penalty", "Owls", "hands.jsonl", "--points", "50", *SIGNED, "--dry-run")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.splitlines() == ["Lions: place 2 → 1.", "Owls: place 1 → 2, points 512 → 462."]
    shown = league("lock", "1", "hands.jsonl", *SIGNED, "--dry-run")
    assert shown.out.splitlines() == ["Owls – Eagles, round 1: provisional → locked."]
    assert (here / "season.json").read_bytes() == before
    assert sorted(os.listdir(here)) == ["hands.jsonl", "season.json"]


@pytest.mark.parametrize(
    ("args", "what", "help"),
    [
        (["lock", "9", "hands.jsonl", *SIGNED], "there is no match 9", "league schedule"),
        (
            ["lock", "Owls v Bears", "hands.jsonl", *SIGNED],
            "there is no team “Bears”",
            "Owls, Eagles, Moose, Lions",
        ),
        (
            ["lock", "Owls", "hands.jsonl", *SIGNED],
            "“Owls” fits more than one match: it could be match 1, 3, 5",
            "give",
        ),
        (["lock", "3", "hands.jsonl", *SIGNED], "is not complete: game 1: no hands", "add the missing hands"),
        (
            ["approve", "3", "hands.jsonl", "--by", "Ruth"],
            "is not complete: game 1: no hands",
            "add the missing hands",
        ),
        (["approve", "1", "--by", "Ruth"], "the hands of the match are needed", "after the match"),
        (
            ["approve", "1", "hands.jsonl", "--by", "Zoe"],
            "Zoe is not on record as captain of Owls or Eagles",
            "--team",
        ),
        (
            ["postpone", "3", "--until", "2062-02-02", *SIGNED],
            "2062-02-02 is outside the season",
            "check the year",
        ),
        (
            ["postpone", "3", "--until", "2026-02-30", *SIGNED],
            "there is no day 2026-02-30",
            "correct the day",
        ),
        (
            ["postpone", "3", "--by", "Agnes", "--why", "x", "--on", "soon"],
            "soon is not a date",
            "correct --on",
        ),
        (
            ["penalty", "Owls", "--points", "5", *SIGNED[:4], "--on", "2062-01-20"],
            "2062-01-20 is not in this",
            "in --on",
        ),
        (
            ["penalty", "Owls", "--points", "5", *SIGNED[:4], "--on", "2025-01-20"],
            "2025-01-20 is not in this",
            "in --on",
        ),
        (
            ["roster", "Owls", "--add", "Zoe", "--add", " ZOE", *SIGNED],
            "is on the roster of “owls” twice",
            "list each player",
        ),
        (
            ["roster", "Owls", "--add", "ruth", *SIGNED],
            "“ruth” is on the roster of “owls” twice",
            "list each player once",
        ),
        (
            ["roster", "Owls", "--remove", "Zoe", *SIGNED],
            "“Zoe” leaves Owls but is not on its roster",
            "Ruth",
        ),
        (["roster", "Owls", *SIGNED], "changes nothing", "fill in add, remove or captain"),
        (
            ["substitute", "1", "--team", "Owls", "--player", "Carl", *SIGNED],
            "on the roster of Eagles",
            "neither",
        ),
        (
            ["substitute", "1", "--team", "Moose", "--player", "Zoe", *SIGNED],
            "does not play in it",
            "owls or eagles",
        ),
        (["forfeit", "1", "--team", "Moose", *SIGNED], "Moose cannot forfeit", "owls or eagles"),
        (["penalty", "Owls", *SIGNED], "this penalty takes nothing away", "add points or games"),
        (
            ["correct", "1", "--result", "512:448", *SIGNED],
            "the result of game 1 of that match has not been locked",
            "lock the result",
        ),
        (["correct", "1", "--result", "512", *SIGNED], "has not been locked or approved", "lock the result"),
        (["undo", "1", *SIGNED], "there is no entry 1 to undo", "see league log"),
        (["note", "x", "--answers", "4", "--by", "Agnes"], "entry 4 is not a protest", "see league log"),
        (["penalty", "Owls", "--points", "5", "--by", "", "--why", "x"], "who is", ""),
    ],
)
def test_what_cannot_be_decided_is_said_and_changes_nothing(
    here: Path, args: list[str], what: str, help: str
) -> None:
    before = (here / "season.json").read_bytes()
    found = league(args[0], *args[1:])
    assert found.code == (4 if "not complete" in what else 2)
    assert what in found.err
    assert help in found.err
    assert (here / "season.json").read_bytes() == before


def test_twice_is_once_too_often(here: Path) -> None:
    for args in (
        ["lock", "1", "hands.jsonl", *SIGNED],
        ["approve", "1", "hands.jsonl", "--by", "Ruth"],
        ["forfeit", "2", "--team", "Moose", *SIGNED],
    ):
        done(*args)
        assert league(args[0], *args[1:]).code == 2
    done("undo", "1", *SIGNED)
    assert "undone twice" in league("undo", "1", *SIGNED).err
    done("lock", "1", "hands.jsonl", *SIGNED)


def test_entries_written_by_hand_are_numbered_and_can_be_taken_back(here: Path) -> None:
    """Also one that stands in its match: nothing of it is deleted, and it does not hold any more."""
    data = kept(here)
    match = data["rounds"][0]["matches"][0]
    match["forfeited"] = {"who": "Agnes", "when": "2026-01-06", "why": "nobody came", "by": ["eagles"]}
    (here / "season.json").write_text(json.dumps(data, indent=4), encoding="utf-8")
    # What was played of it brings points and no win of its own (issue 25, point 9).
    assert (rows(here)["owls"], rows(here)["eagles"]) == ((1, 0, 512), (0, 1, 430))
    done("note", "weather", *SIGNED[:2])
    assert kept(here)["rounds"][0]["matches"][0]["forfeited"]["number"] == 1
    assert (here / "season.json").read_text(encoding="utf-8").startswith('{\n    "format"')
    done("undo", "1", *SIGNED)
    assert rows(here)["owls"] == (1, 0, 512)


def test_two_secretaries_at_once_lose_nothing(here: Path) -> None:
    def enter(text: str) -> int:
        options = Options(SeasonSource("season.json", []), "Agnes", "2026-01-20", text)
        return decide(options, "notes", lambda _draft: {})

    texts = [f"note {number}" for number in range(8)]
    with ThreadPoolExecutor(4) as all_at_once:
        assert set(all_at_once.map(enter, texts)) == {0}
    notes = kept(here)["notes"]
    assert sorted(note["why"] for note in notes) == texts
    assert [note["number"] for note in notes] == [*range(1, 9)]


def test_a_lock_taken_away_between_two_calls_is_asked_for_again(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner removes it when done; seen once in a night of two secretaries."""
    touch, gone = Path.touch, list[str]()

    def touched(path: Path) -> None:
        touch(path)
        if path.name.endswith(".lock") and not gone:
            gone.append(path.name)
            path.unlink()

    monkeypatch.setattr(Path, "touch", touched)
    assert league("note", "x", "--by", "Agnes").code == 0
    assert gone
    assert [note["why"] for note in kept(here)["notes"]] == ["x"]


def test_what_cannot_be_written_leaves_the_season_as_it_was(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (here / "season.json").read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    found = league("note", "x", "--by", "Agnes")
    assert (found.code, found.err.split("\n")[0]) == (
        5,
        f"error: cannot write {here}/season.json: No space left on device",
    )
    assert (here / "season.json").read_bytes() == before
    assert sorted(os.listdir(here)) == ["hands.jsonl", "season.json"]


def test_permissions_and_links_stay(here: Path) -> None:
    (here / "season.json").chmod(0o640)
    (here / "link.json").symlink_to("season.json")
    assert call("league", "note", "link.json", "x", "--by", "Agnes").code == 0
    assert (here / "link.json").is_symlink()
    assert (here / "season.json").stat().st_mode & 0o777 == 0o640
    assert len(kept(here)["notes"]) == 1


def test_a_season_from_standard_input_cannot_be_written_to(here: Path) -> None:
    found = call("league", "note", "-", "x", "--by", "Agnes", stdin=b"{}")
    assert (found.code, "standard input cannot be written to" in found.err) == (2, True)
