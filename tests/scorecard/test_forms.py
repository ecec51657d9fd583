"""Tests of scorecards in every format: page, text, JSON, CSV and workbook agree and are safe."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.cli.output import PLAIN
from clabber_audit.inputs.readers import read_records
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import adjudicate
from clabber_audit.league.scorecard import ScorecardShape, ScoredGame, games
from clabber_audit.report.page import page as ruling_page
from clabber_audit.report.ruling import ruling_text
from clabber_audit.report.scorecard import card_csv, card_json, card_page, card_text, card_xlsx, side_headings
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.bound_ruleset import law_of
from tests import hands
from tests.cli import Json, csv_rows
from tests.page.reading import EVIL, Page, check_own_style_alone, check_page
from tests.scorecard.games import (
    DISPUTED,
    LONG,
    PLACE,
    PLAYERS,
    TEAMS,
    WON,
    hand,
    make_itemized_hand,
    read_hands,
    score_games,
    score_one_game,
    without_number,
)
from tests.scorecard.test_cells import workbook
from tests.tables import tables

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
CHECKPOINT = "otters-2026 1284 7KQ2M-9XTRA-0ZB4C-HJ5NW-C"
LEVEL = (hand(1, "N", 432, 410), make_itemized_hand(2, "E", "E", "H", 70, 0, 0, 0, 82, 10, 0, 0))
TWICE = (WON[0], {**hand(1, "E", 82, 80), "id": "other"}, WON[1], WON[1])
LOOSE = (*WON, without_number(hand(7, "S", 82, 80)))
GAMES = {
    "twice": TWICE,
    "loose": LOOSE,
    "won": WON,
    "disputed": DISPUTED,
    "long": LONG,
    "level": LEVEL,
    "first": WON[:1],
}


def words(text: str) -> str:
    """Return the words of a text or page, separated by single blanks."""
    return " ".join(re.sub(r"<[^>]*>", " ", text.split("<body>")[-1]).replace("\ufe0e", "").split())


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {name: card_page([score_one_game(*records)]) for name, records in GAMES.items()}


# Content.


@pytest.mark.parametrize(
    ("team", "words"),
    [
        ("Herons", "the Herons"),
        ("The Herons", "the Herons"),
        ("Lucky Seven", "Lucky Seven"),
        ("St. Louis", "St. Louis"),
        ("Indianapolis", "Indianapolis"),
        ("Columbus", "Columbus"),
        ("Loch Ness", "Loch Ness"),
    ],
)
def test_only_plural_names_of_teams_have_an_article(team: str, words: str) -> None:
    """Notes on a scorecard name a team as the text of a ruling does."""
    teams = {"NS": team, "EW": "Foxes"}
    game = score_one_game({**LONG[4], "teams": teams})
    ruling = game.lines[0].ruling
    assert side_headings(game)[0].within_sentence == words
    assert speaker_of(ruling).the_side("NS") == words


SAID = tables(Path(__file__).with_name("games.md"))


@pytest.mark.parametrize(("game", "sentence"), SAID["How the game stands"])
def test_state_of_the_game_comes_first(game: str, sentence: str) -> None:
    scored = score_one_game(*read_hands(game))
    for text in (card_page([scored]), card_text([scored])):
        assert sentence in words(text)
        assert words(text).index(sentence) < words(text).index("No. Deal Made")


@pytest.mark.parametrize(("game", "sentence"), SAID["Said on the page and in the text"])
def test_notes_about_a_game(game: str, sentence: str) -> None:
    scored = score_one_game(*read_hands(game))
    assert sentence in words(card_text([scored]))
    assert sentence in words(card_page([scored]))


def test_incomplete_written_scores_are_not_added() -> None:
    """188 and 156 after two hands; the third has a score for one side only, so the sheet's total ends there."""
    text = card_text([score_one_game(*WON[:2], {**hand(3, "S", 0, 0), "score": {"NS": 100}})])
    assert "The game is not over: Herons 188, Foxes 156." in text
    assert "By the written sheet" not in text
    assert "no score was written" not in text


def test_a_plain_game_has_no_notes() -> None:
    text = card_text([score_one_game(*WON[:2])])
    assert "!" not in text
    assert text.count("  - ") == 1, "only who leads"


@pytest.mark.parametrize(("name", "kind"), [("won", "counts"), ("disputed", "open")])
def test_rows_show_the_marks_of_the_players(pages: dict[str, str], name: str, kind: str) -> None:
    found = re.findall(rf'<tr class="hand {kind}">.*?</tr>', pages[name], re.DOTALL)
    expected = [
        row
        for game, *rest, row in SAID["Rows with the marks of the players"]
        if [game, *rest] == [name, kind]
    ]
    assert list(map(words, found)) == expected


def test_text_of_a_game() -> None:
    """The columns are written out by hand; the tests above cover the notes."""
    lines = card_text([score_one_game(*WON)]).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(" No."))
    assert lines[start - 2 : start + 6] == [
        "                                         Herons                          Foxes",
        "                                    North-South                      East-West",
        " No. Deal  Made                      hand total                     hand total",
        "-" * 78,
        "   1    N  E ♥                         61    61                      101   101",
        "   2    E  N ♣             melds 20   127   188                       55   156",
        "   3    S  W ♠                          R   188           melds 20   182   338",
        "       ! Renege by Herons: failing to follow suit.",
    ]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_text_fits_its_width(name: str) -> None:
    text = card_text([score_one_game(*GAMES[name])])
    assert max(map(len, text.splitlines())) <= 78
    assert text.endswith("\n")
    assert not [line for line in text.splitlines() if line != line.rstrip()]
    if name == "disputed":
        assert "4 W W ♦ sheet 90 ? sheet XXX ?" in words(text)


def test_date_is_in_words() -> None:
    record = {**WON[0], "context": {**WON[0]["context"], "date": "2026-02-05"}}
    scored = score_one_game(record)
    for text in (card_page([scored]), card_text([scored])):
        assert "February 5, 2026" in words(text)
        assert "2026-02-05" not in words(text)


def test_text_is_printable_on_every_console() -> None:
    text = "".join(PLAIN.get(char, char) for char in card_text([score_one_game(*WON)]))
    assert text.isascii()
    assert "E H" in text


def test_drawing_of_totals_has_a_text_alternative(pages: dict[str, str]) -> None:
    """The text has the same totals as the columns."""
    seen = Page(pages["won"])
    (label,) = [attrs["aria-label"] for tag, attrs in seen.elements if tag == "svg" and "aria-label" in attrs]
    assert label == (
        "Herons and Foxes: after hand 1 61 and 101; after hand 2 188 and 156; after hand 3 188 and 338; "
        "after hand 4 278 and 338; after hand 5 410 and 388; after hand 6 510 and 470."
    )
    tracks = [
        attrs["points"]
        for tag, attrs in seen.elements
        if tag == "polyline" and "," in (attrs["points"] or "")
    ]
    points = [
        [int(pair.split(",")[1]) for pair in (track or "").split()]
        for track in tracks
        if len((track or "").split()) == 7
    ]
    # A smaller number is higher on paper: the Herons never go down, and are higher than the Foxes only at the end.
    assert all(before >= after for track in points for before, after in pairwise(track))
    assert points[0][-1] < points[1][-1]
    assert points[0][4] > points[1][4]


def test_every_hand_links_to_its_arithmetic(pages: dict[str, str]) -> None:
    seen = Page(pages["won"])
    assert [tag for tag, _ in seen.elements].count("details") == 6
    linked = {target.removeprefix("#") for target in seen.having("href")}
    assert {f"g1h{number}" for number in range(1, 7)} <= linked
    assert "162" in seen.texts["details"][2], "what a renege brings"
    assert "North-South score 0" in seen.texts["summary"][2]


# Several games.


def score_two_games() -> list[ScoredGame]:
    second = [
        {**record, "context": {**PLACE, "game": 2, "hand": number}} for number, record in enumerate(LEVEL, 1)
    ]
    return score_games(*WON, *second)


def test_several_games_in_order() -> None:
    page, text = card_page(score_two_games()), card_text(score_two_games())
    assert words(page).startswith("Skip to the score Scorecards of 2 games")
    assert page.index("510 to 470") < page.index("Both have 502")
    assert text.index("510 to 470") < text.index("Both have 502")
    seen = Page(page)
    assert len(set(seen.having("id"))) == len(seen.having("id"))
    rows = csv_rows(card_csv(score_two_games()))
    assert [row["card"] for row in rows] == ["1"] * 6 + ["2"] * 2
    assert [(row["game"], row["hand"]) for row in rows] == [
        *(("1", str(n)) for n in range(1, 7)),
        ("2", "1"),
        ("2", "2"),
    ]
    assert len(json.loads(card_json(score_two_games()))["games"]) == 2


def test_index_of_games() -> None:
    """One line each: the first game ended 510 to 470; the second is level, so another hand decides it."""
    (index,) = re.findall(r"<nav.*?</nav>", card_page(score_two_games()), re.DOTALL)
    entries = [words(entry) for entry in re.findall(r"<li>.*?</li>", index, re.DOTALL)]
    assert entries == ["R2 G1 Herons – Foxes 510:470", "R2 G2 Herons – Foxes 502:502 ?"]
    assert "<nav" not in card_page([score_one_game(*WON)])


# Data.


def test_json_is_complete() -> None:
    data = json.loads(card_json([score_one_game(*WON)], checkpoint=CHECKPOINT))
    assert (data["format"], data["checkpoint"]) == ("clabber-scorecard/1", CHECKPOINT)
    (game,) = data["games"]
    assert (game["state"], game["winner"], game["totals"]) == ("won", "NS", {"NS": 510, "EW": 470})
    assert (game["sides"], game["written_totals"]) == (TEAMS, {"NS": 520, "EW": 470})
    assert game["hands"][2] == {
        "number": 3, "given": 1,
        "id": "h3", "ruleset": "ecl-1992", "dealer": "S", "due_dealer": "S", "maker": "W", "trump": "S",
        "outcome": "renege", "reneging_team": "NS", "basis": "cards", "marks": {"NS": "R", "EW": "182"},
        "melds": {"NS": 0, "EW": 20}, "belle": {"NS": 0, "EW": 0}, "counted": {"NS": 0, "EW": 182},
        "totals": {"NS": 188, "EW": 338}, "sheet": {"NS": 0, "EW": 182}, "sheet_differs": [],
        "sheet_adds_up": True,
    }  # fmt: skip
    assert "checkpoint" not in json.loads(card_json([score_one_game(*WON)]))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_json_matches_the_schema(name: str) -> None:
    for anonymous in (False, True):
        data = json.loads(
            card_json([score_one_game(*GAMES[name])], anonymous=anonymous, checkpoint=CHECKPOINT)
        )
        assert ScorecardShape.model_validate(data).model_dump(exclude_unset=True) == data


def test_csv_has_the_same_content() -> None:
    rows = csv_rows(card_csv([score_one_game(*WON)]))
    assert [row["NS_total"] for row in rows] == ["61", "188", "188", "278", "410", "510"]
    assert [row["EW_mark"] for row in rows] == ["101", "55", "182", "XXX", "50", "82"]
    assert [row["sheet_differs"] for row in rows] == ["", "", "", "", "", "NS"]
    assert {(row["NS"], row["EW"], row["state"], row["winner"]) for row in rows} == {
        ("Herons", "Foxes", "won", "NS")
    }
    assert (rows[4]["NS_belle"], rows[1]["NS_melds"], rows[3]["EW_melds"]) == ("20", "20", "0")


def test_c01_names_and_marks_are_text_in_spreadsheets() -> None:
    """A mark that begins with a minus is text, so it is guarded too; points never are."""
    named = {"teams": {"NS": "=SUM(A1:A9)", "EW": '@x, "y"'}}
    game = score_one_game({**hand(1, "N", "--", 82), **named})
    (row,) = csv_rows(card_csv([game]))
    assert (row["NS"], row["EW"], row["NS_mark"], row["EW_points"]) == (
        "'=SUM(A1:A9)",
        '\'@x, "y"',
        "'--",
        "82",
    )
    inside = workbook(card_xlsx([game]))
    assert "<f>" not in inside["xl/worksheets/sheet1.xml"] + inside["xl/worksheets/sheet2.xml"]
    assert "=SUM(A1:A9)</t>" in inside["xl/sharedStrings.xml"]


def test_workbook_has_a_row_for_each_game_and_each_hand() -> None:
    inside = workbook(card_xlsx(score_two_games()))
    assert re.findall(r'<sheet name="(\w+)"', inside["xl/workbook.xml"]) == ["Games", "Hands"]
    games_sheet, hands_sheet = (inside[f"xl/worksheets/sheet{number}.xml"] for number in (1, 2))
    assert [sheet.count("<row ") for sheet in (games_sheet, hands_sheet)] == [3, 9]
    # 510 to 470, then level at 502.
    assert [games_sheet.count(f"<v>{points}</v>") for points in (510, 470, 502)] == [1, 1, 2]


# Escaping and network requests.


def hostile_hand() -> Json:
    """Return a hand with hostile text in every text that a scorecard shows."""
    texts = iter(EVIL * 5)
    return {
        **WON[2],
        "teams": {"NS": next(texts), "EW": next(texts)},
        "players": {seat: next(texts) for seat in "NESW"},
        "context": {**{key: next(texts) for key in ("league", "season", "venue", "date")}, "hand": 1},
    }


def test_texts_are_escaped_in_pages() -> None:
    text = card_page([score_one_game(hostile_hand())], checkpoint=EVIL[0])
    seen = check_page(text)
    assert "script" not in seen.texts
    shown = "".join(seen.texts["body"])
    for payload in (*EVIL[:2], EVIL[0]):
        assert payload in shown


@pytest.mark.parametrize("name", sorted(GAMES))
def test_pages_are_well_formed_and_load_nothing(pages: dict[str, str], name: str) -> None:
    seen = check_page(pages[name])
    assert pages[name].count("<table") == pages[name].count("<caption>")
    levels = [int(tag[1]) for tag, _ in seen.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert len(pages[name].encode()) < 64 * 1024


def test_policy_allows_exactly_our_own_style(pages: dict[str, str]) -> None:
    check_own_style_alone(pages["won"])


# Anonymity and checkpoints.


def test_anonymous_scorecards_name_nobody() -> None:
    game = score_one_game(*WON)
    for text in (
        card_page([game], anonymous=True),
        card_text([game], anonymous=True),
        card_csv([game], anonymous=True),
        card_json([game], anonymous=True),
        "".join(workbook(card_xlsx([game], anonymous=True)).values()),
    ):
        for name in (
            *TEAMS.values(),
            *PLAYERS.values(),
            "Harbor",
            "Net Loft",
            "1 May",
            ">h3<",
            '"h3"',
            ",h3,",
        ):
            assert name not in text, name
    assert "North-South won, 510 to 470." in card_text([game], anonymous=True)
    assert json.loads(card_json([game], anonymous=True))["games"][0]["totals"] == {"NS": 510, "EW": 470}


def test_checkpoint_is_printed_last() -> None:
    game = score_one_game(*WON)
    assert f"Checkpoint {CHECKPOINT}" in words(card_page([game], checkpoint=CHECKPOINT))
    assert card_text([game], checkpoint=CHECKPOINT).endswith(f"Checkpoint\n  {CHECKPOINT}\n")
    assert {row["checkpoint"] for row in csv_rows(card_csv([game], checkpoint=CHECKPOINT))} == {CHECKPOINT}
    assert f"{CHECKPOINT}</t>" in workbook(card_xlsx([game], checkpoint=CHECKPOINT))["xl/sharedStrings.xml"]
    assert "checkpoint" not in card_csv([game])
    assert "Checkpoint" not in card_page([game])
    assert "Checkpoint" not in card_text([game])


def test_checkpoint_of_rulings() -> None:
    ruled = dossier(*hands.rule_on(hands.UPHELD))
    assert f"Checkpoint {CHECKPOINT}" in words(ruling_page(ruled, checkpoint=CHECKPOINT))
    assert ruling_text(ruled, checkpoint=CHECKPOINT) == ruling_text(ruled) + f"Checkpoint\n  {CHECKPOINT}\n"
    assert ruling_page(ruled, checkpoint=None) == ruling_page(ruled)
    assert "Checkpoint" not in ruling_page(ruled)


# The example.


def example(path: Path) -> list[ScoredGame]:
    found: list[Any] = [item.hand for item in read_records(str(path))]
    return games(adjudicate(each, law_of(each.record.ruleset)) for each in found)


@pytest.mark.parametrize(
    "path", sorted([*EXAMPLES.glob("*.clab"), EXAMPLES / "friday.csv"]), ids=lambda path: path.stem
)
def test_example_scorecards_are_up_to_date(path: Path) -> None:
    written = path.with_suffix(".txt")
    command = f"clabber-audit score examples/games/{path.name} -o examples/games/{written.name} --force"
    assert written.read_text(encoding="utf-8") == card_text(example(path)), (
        f"stale; write it again: {command}"
    )
