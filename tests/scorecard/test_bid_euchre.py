"""Games of the Bid Euchre family added up: running scores, who won, hickeys, sets and stakes, all by hand."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import adjudicate
from clabber_audit.league.scorecard import ScorecardShape, ScoredGame, games
from clabber_audit.report.scorecard import card_csv, card_data, card_page, card_text
from clabber_audit.rules.bound_ruleset import law_of
from tests.cli import Json, encoded
from tests.page.reading import Page
from tests.scorecard.games import WON

TEAMS = {"NS": "Herons", "EW": "Foxes"}


def hand(number: int, ruleset: str, calls: str, tricks: str, **more: Any) -> Json:
    """A hand known from its sheet: the calls from the dealer's left, North dealing, and the tricks of North-South.

    What is named is the last of the calls, as `4 p p p N:H`.
    """
    *lines, named = calls.split()
    seat, trump = named.split(":")
    told = [
        {"seat": one, "call": "pass" if call == "p" else call}
        for one, call in zip("ESWN", lines, strict=True)
    ]
    each = 5 if ruleset.startswith("eau") else 6
    context = {"league": "Cellar", "game": 1, "hand": number, **more.pop("context", {})}
    return {
        "format": "bid-euchre-hand/1",
        "id": f"h{number}",
        "ruleset": ruleset,
        **({"cards_each": 5} if each == 5 else {}),
        "teams": TEAMS,
        "context": context,
        "deal": {"dealer": "N", **({"upcard": "9D"} if each == 5 else {})},
        "declarations": [*told, {"seat": seat, "call": "trump", "trump": trump}],
        "plays": [],
        "sheet": {"NS": {"tricks": int(tricks)}, "EW": {"tricks": each - int(tricks)}},
        **more,
    }


def scored(*records: Json) -> list[ScoredGame]:
    return games(
        adjudicate(hand := parse_hand(encoded(record).rstrip()), law_of(hand.record.ruleset))
        for record in records
    )


def only(*records: Json) -> ScoredGame:
    (game,) = scored(*records)
    return game


STAKES = {"context": {"stakes": {"game": 2, "set": 1}}}
#: Herons stand at 38 and Foxes at 2; Herons bid four and take all (B-061).
LAST = hand(
    9, "pfeffer", "p 4 p p S:H", "6", before={"NS": 38, "EW": 2}, hickeys={"NS": 1, "EW": 2}, **STAKES
)


def test_who_has_nothing_pays_the_game_twice() -> None:
    """Settled as PF07 has it: 44 to -3, hickeys 1 and 3; the game twice is 4, and two sets more: 6."""
    game = only(LAST)
    assert (game.totals, game.state, game.winner) == ((44, -3), "won", 0)
    assert game.standing.hickeys == (1, 3)
    assert game.purse is not None
    assert (game.purse.owed, game.purse.doubled) == (6, True)
    assert "The Foxes owe the Herons 6: the game pays double" in " ".join(card_text([game]).split())


def test_the_page_of_a_game_tells_what_its_text_tells() -> None:
    """44 to -3 with hickeys 1 and 3, the six that are owed, and each addend of the hand with its row."""
    page = card_page([only(LAST)])
    assert not Page(page).unbalanced
    text = " ".join(unescape(re.sub(r"<[^>]+>", " ", page.split("<main", 1)[1])).split())
    for words in (
        "Herons won, 44 to -3.",
        "The Foxes owe the Herons 6: the game pays double",
        "Hickeys: Herons 1, Foxes 3.",
    ):
        assert words in text
    assert re.search(r"Tricks taken B-060 \+6 .*Went set without a trick B-061 -5 Score \+6 -5", text)
    assert "nothing to add up" not in text
    assert "Foxes" not in card_page([only(LAST)], anonymous=True)


def test_who_has_something_pays_it_once() -> None:
    """With 44 to 3 they pay the game and two sets: 4."""
    game = only({**LAST, "before": {"NS": 38, "EW": 8}})
    assert game.totals == (44, 3)
    assert game.purse is not None
    assert (game.purse.owed, game.purse.doubled) == (4, False)


def test_nothing_is_owed_where_nobody_said_for_what_or_nobody_has_won() -> None:
    assert only({**LAST, "context": {"hand": 9}}).purse is None
    assert only({**LAST, "before": {"NS": 20, "EW": 2}}).purse is None


def test_hands_are_added_up_from_where_a_game_begins() -> None:
    """Four bid and made with four: 4 and 2 (B-060, B-065). Five bid, three taken: 3, and -5 with a hickey."""
    game = only(hand(1, "pfeffer", "p 4 p p S:H", "4"), hand(2, "pfeffer", "5 p p p E:S", "3"))
    assert [line.totals for line in game.lines] == [(4, 2), (7, -3)]
    assert game.standing.hickeys == (0, 1)
    assert game.state == "unfinished"


#: Eau Claire counts down from 15 (B-113). A bid of four with two taken is a set, which adds five (B-116), to no more
#: than 20 (B-112); the others subtract their three (B-114).
SET = ("eau-claire-clubs", "p 4 p p S:H", "2")
DOWN = (hand(1, *SET), hand(2, *SET, score={"NS": 0, "EW": -3}), hand(3, *SET))


def test_a_set_adds_no_more_than_the_cap_from_where_the_game_stands() -> None:
    """15 + 5 = 20, and nothing more; 15 - 3 - 3 - 3 = 6. What the sheet has for the second hand is right."""
    game = only(*DOWN)
    assert [line.totals for line in game.lines] == [(20, 12), (20, 9), (20, 6)]
    assert game.standing.sets == (3, 0)
    assert not any(line.differs for line in game.lines)


def test_a_score_that_forgot_the_cap_is_told() -> None:
    game = only(DOWN[0], {**DOWN[1], "score": {"NS": 5, "EW": -3}})
    assert game.lines[1].differs == (0,)
    assert game.totals == (20, 9)
    assert "The sheet gives the Herons 5" in card_text([game])


def test_totals_that_were_carried_forward_wrongly_are_told_and_not_followed() -> None:
    game = only(DOWN[0], {**DOWN[1], "before": {"NS": 20, "EW": 11}, "after": {"NS": 20, "EW": 8}}, DOWN[2])
    assert game.totals == (20, 6)
    told = [
        (misread.what, misread.side, misread.written, misread.due)
        for line in game.lines
        for misread in line.misread
    ]
    assert told == [("before", 1, 11, 12), ("after", 1, 8, 9)]
    text = card_text([game])
    assert "Before this hand the sheet has the Foxes at 11. It should be 12." in text
    assert "After this hand the sheet has the Foxes at 8. It should be 9." in text


def test_hickeys_that_were_carried_forward_wrongly_are_told() -> None:
    first, second = (
        hand(1, "pfeffer", "5 p p p E:S", "3"),
        hand(2, "pfeffer", "p 4 p p S:H", "4", hickeys={"EW": 2}),
    )
    told = [
        (misread.what, misread.side, misread.written, misread.due)
        for line in only(first, second).lines
        for misread in line.misread
    ]
    assert told == [("hickeys", 1, 2, 1)]


def test_what_is_written_is_gone_on_from_where_hands_are_missing() -> None:
    """The points of the second hand are not known; before the third the score was 18 and 4."""
    game = only(DOWN[0], {**DOWN[2], "before": {"NS": 18, "EW": 4}})
    assert game.missing == (2,)
    assert (game.totals, game.written_totals) == ((20, 1), (20, 1))
    assert not game.lines[1].misread


def test_whoever_is_down_first_has_won_and_what_follows_does_not_count() -> None:
    """3 - 3 = 0 (B-118)."""
    game = only({**DOWN[0], "before": {"NS": 9, "EW": 3}}, DOWN[1])
    assert (game.state, game.winner, game.totals) == ("won", 1, (14, 0))
    assert game.lines[1].basis == "after"


def test_the_bidders_win_where_both_are_there() -> None:
    """2 to 1, a bid of two made with three: -1 and -1; the bidders (B-119)."""
    game = only({**hand(1, "eau-claire-clubs", "2 p p p E:S", "2"), "before": {"NS": 1, "EW": 2}})
    assert (game.state, game.winner, game.totals) == ("won", 1, (-1, -1))


def test_nobody_wins_who_did_not_make_a_bid() -> None:
    """Pepper is won on offense: 40 and three tricks of the others' made bid are 43, and the game goes on (B-032)."""
    game = only({**hand(1, "bid-euchre", "3 p p p E:S", "3"), "before": {"NS": 40, "EW": 12}})
    assert (game.state, game.totals) == ("unfinished", (43, 15))
    game = only({**hand(1, "bid-euchre", "p 3 p p S:S", "3"), "before": {"NS": 40, "EW": 12}})
    assert (game.state, game.winner, game.totals) == ("won", 0, (43, 15))


CLUBS: Json = {
    "format": "bid-euchre-hand/1",
    "id": "five",
    "ruleset": "dirty-clubs-bumped",
    "pack": "28",
    "seats": ["P1", "P2", "P3", "P4", "P5"],
    "players": {"P1": "Ann", "P2": "Bob", "P3": "Cy", "P4": "Dee"},
    "before": {"P1": 11, "P2": 8, "P3": 3, "P4": 6, "P5": 9},
    "deal": {"dealer": "P2", "upcard": "9S"},
    "declarations": [
        {"seat": "P3", "call": "1"},
        {"seat": "P4", "call": "2"},
        {"seat": "P5", "call": "pass"},
        {"seat": "P1", "call": "pass"},
        {"seat": "P2", "call": "pass"},
        {"seat": "P4", "call": "trump", "trump": "D"},
        {"seat": "P5", "call": "out"},
    ],
    "plays": [],
    "sheet": {
        "P1": {"tricks": 0},
        "P2": {"tricks": 0},
        "P3": {"tricks": 4},
        "P4": {"tricks": 1},
        "P5": {"tricks": 0},
    },
}


def test_five_who_play_each_for_himself_have_a_column_each() -> None:
    """Without a trick: five more (B-089), but not who left (B-090). Short of two: five more (B-088). 3 - 4 = -1."""
    game = only(CLUBS)
    assert game.totals == (16, 13, -1, 11, 9)
    assert (game.state, game.winner) == ("won", 2)
    text = card_text([game])
    assert "Cy won, -1 to 16, 13, 11 and 9." in text
    assert all(len(line) <= 78 for line in text.splitlines())
    assert game.purse is None


def test_games_of_both_kinds_stand_on_one_card_each() -> None:
    found = scored(*WON, LAST, CLUBS)
    assert [game.key.kind for game in found] == ["clabber", "bid-euchre", "bid-euchre"]
    data = card_data(found)
    assert ScorecardShape.model_validate(data).model_dump(exclude_unset=True) == data
    assert data["games"][0]["hands"][0]["melds"] == {"NS": 0, "EW": 0}
    assert "melds" not in data["games"][1]["hands"][0]
    assert data["games"][1]["hands"][0]["hickeys"] == {"NS": 0, "EW": 1}
    rows = card_csv(found).splitlines()
    assert rows[0].startswith("card,league,season,round,table,game,NS,EW,P1,P2,P3,P4,P5,hand,")
    assert len({row.count(",") for row in rows}) == 1


def test_without_names_nobody_is_named() -> None:
    text = card_text([only(CLUBS), only(LAST)], anonymous=True)
    assert not any(name in text for name in ("Ann", "Cy", "Dee", "Herons", "Foxes", "Cellar"))


@pytest.mark.parametrize("outcome", ["redeal", "passed_out"])
def test_a_deal_that_counts_for_nothing_changes_nothing(outcome: str) -> None:
    passed = {**hand(1, "pfeffer", "p 4 p p S:H", "4"), "ruleset": "bid-euchre"}
    passed |= {"declarations": [{"seat": seat, "call": "pass"} for seat in "ESWN"], "sheet": {}}
    if outcome == "redeal":
        passed = {**DOWN[0], "incidents": [{"kind": "exposed_in_deal", "seat": "N", "card": "AS"}]}
    game = only(passed)
    assert game.totals == ((0, 0) if outcome == "passed_out" else (15, 15))
    assert game.lines[0].basis == "nothing"


@pytest.mark.parametrize(
    ("written", "agrees"),
    [
        ({"NS": "set"}, True),
        ({"NS": "set", "EW": -3}, True),
        ({"NS": 5}, True),
        ({"EW": "set"}, False),
        ({"NS": "set", "EW": 5}, False),
        ({"NS": "XX"}, None),
        ({"NS": "-", "EW": "R"}, None),
    ],
)
def test_a_mark_is_right_where_the_side_was_set_and_no_other_mark_tells_anything(
    written: Json, agrees: bool
) -> None:
    """Four bid, two taken: Herons are set and Foxes subtract three (B-114, B-116)."""
    (line,) = only({**DOWN[0], "score": written}).lines
    assert line.ruling.sheet_agrees is agrees
    assert bool(line.differs) is (agrees is False)
