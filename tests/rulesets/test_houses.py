"""Tests of houses with their own rules: the hands and results of `houses.md`, and games."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from clabber_audit.judge.judge import adjudicate
from clabber_audit.league.scorecard import ScoredGame, games
from clabber_audit.report.scorecard import verdict
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.ruleset import load, load_text
from tests import casebook
from tests.casebook import hands_of
from tests.rulesets.files import house, write_text
from tests.tables import tables

_HERE: Final = Path(__file__).parent
BLOCKS: Final = list(casebook.hand_blocks(_HERE / "houses.md"))
_TABLES: Final = tables(_HERE / "houses.md")
#: Files of the houses, by name.
HOUSES: Final = {block.words: "\n".join(block.lines) for block in BLOCKS if block.kind == "toml"}
#: The four hands of a game.
WEST_SIDE: Final = (_HERE / "west-side.clab").read_text(encoding="utf-8")
#: The same hands as another game.
AGAIN: Final = WEST_SIDE.replace("game 1", "game 2").replace("hand d1", "hand d2")


def load_house(name: str) -> BoundRuleset:
    """Return the law of a house of `houses.md`, of a shipped ruleset, or of a file in the checkout."""
    if name in HOUSES:
        return law(load_text(HOUSES[name], f"{name}.toml", {}))
    return casebook.law_by(name)


@pytest.mark.parametrize(
    "block",
    [block for block in BLOCKS if block.kind == "expect"],
    ids=lambda block: f"{block.title}: {block.words}",
)
def test_hand_has_the_expected_result(block: casebook.HandBlock) -> None:
    ruling = adjudicate(casebook.hand_of(block.hand), load_house(block.words))
    assert not block.failures(ruling), f"{block.title}, {block.words}"


def score_games(own: BoundRuleset, hands: str = WEST_SIDE) -> list[ScoredGame]:
    """Return the games of some hands under a law."""
    return games([adjudicate(hand, own) for hand in hands_of(hands)])


def league_with(parameters: str) -> BoundRuleset:
    """Return the law of the league with changed parameters."""
    return law(house("ecl-1992", f"[parameters]\n{parameters}"))


@pytest.mark.parametrize(("parameters", "totals", "state"), _TABLES["Results of the game of the West Side"])
def test_game_to_750_with_a_renege_for_fifty(parameters: str, totals: str, state: str) -> None:
    (game,) = score_games(league_with(parameters))
    assert (" ".join(map(str, game.standing.totals)), game.standing.state) == (totals, state)


@pytest.mark.parametrize(("name", "seats", "first", "second"), _TABLES["Ladders of a repeated renege"])
def test_repeated_renege_loses_the_game(name: str, seats: str, first: str, second: str) -> None:
    """One failure to follow in each of two games, in the second by the seats as they sit there."""
    again = AGAIN.replace("E Carl / S Ann / W Joe", seats)
    played = score_games(load_house(name), f"{WEST_SIDE}\n{again}")
    for game, expected in zip(played, (first, second), strict=True):
        assert verdict(game) == expected
        ended = (game.standing.state, game.standing.winner, game.standing.forfeited)
        assert ended == (("won", 0, 1) if expected.startswith("Owls won") else ("unfinished", None, None))


MISDEAL: Final = """
clabber 1
hand {name}
rules ecl-1992
context league House table 1 game 1 hand {number}
deal {dealer}
incident exposed_in_deal {dealer}
"""


OUT_OF_TURN: Final = MISDEAL.replace(
    "deal {dealer}\nincident exposed_in_deal {dealer}",
    "deal {dealer} due {due}\nincident dealt_out_of_turn {dealer} called deal",
)


@pytest.mark.parametrize(("parameter", "deals", "due"), _TABLES["Dealers after misdeals"])
def test_dealer_after_misdeals(parameter: str, deals: str, due: str) -> None:
    hands = []
    for number, deal in enumerate(deals.split(), 1):
        hand = MISDEAL if deal.endswith("!") else OUT_OF_TURN
        hands.append(hand.format(name=f"m{number}", number=number, dealer=deal[0], due=deal[1]))
    following = MISDEAL.format(name="last", number=len(hands) + 1, dealer=due)
    (game,) = score_games(league_with(parameter), "".join([*hands, following]))
    assert game.lines[-1].due == "NESW".index(due)
    assert not game.lines[-1].has_wrong_dealer


VOID_DEAL: Final = """
bid-euchre 1
hand m{number}
rules eau-claire-clubs
context league House table 1 game 1 hand {number}
deal {dealer}
incident {kind} {dealer}
"""


@pytest.mark.parametrize(("kind", "due"), [("exposed_in_deal", "W"), ("table_talk", "S")])
def test_table_talk_is_no_faulty_deal(kind: str, due: str) -> None:
    """The deal passes on after two faulty deals; after a misdeal for talk the same dealer deals (BD-76)."""
    parameters = '[parameters]\nmax_redeals = 1\ntable_talk = "misdeal"'
    own = law(house("eau-claire-clubs", parameters))
    hands = [VOID_DEAL.format(number=number, dealer="S", kind=kind) for number in (1, 2)]
    following = VOID_DEAL.format(number=3, dealer=due, kind=kind)
    (game,) = score_games(own, "".join([*hands, following]))
    assert game.lines[-1].due == "NESW".index(due)


@pytest.mark.parametrize(("name", "article", "has", "lacks"), _TABLES["Texts of articles"])
def test_articles_state_the_house_rule(name: str, article: str, has: str, lacks: str) -> None:
    text = load_house(name).ruleset.articles[article].text
    assert has in text
    assert lacks not in text


def test_club_overrides_an_article() -> None:
    text = """
[articles.unproven-claim]
text = "Here it is so."
penalties = { unproven-claim = "note" }
toggles = { false_claim = "any_unproven" }
"""
    club, parent = house("ecl-1992", text), load("ecl-1992")
    assert club.lineage == ("house", "ecl-1992", "ecl-1984", "wp")
    assert club.toggles == parent.toggles._replace(false_claim="any_unproven")
    assert club.penalties == {**parent.penalties, "unproven-claim": "note"}
    assert club.articles["unproven-claim"].text == "Here it is so."
    assert club.digest() != parent.digest()


def test_club_repeals_an_article() -> None:
    club, parent = house("ecl-1992", 'repeal = ["exposed-card"]'), load("ecl-1992")
    assert {**club.penalties, "exposed-card": parent.penalties["exposed-card"]} == parent.penalties
    assert "exposed-card" not in club.penalties
    assert club.toggles == parent.toggles


#: A lodge moves a question from the article of the league to one of its own, and a club moves it back.
PASSING: Final = """
[articles.passing]
topic = "play"
text = "Here it is so."
toggles = {{ {0} }}
[articles.all-pass]
text = "Here it is so."
toggles = {{ {1} }}
"""
NEXT: Final = 'all_pass_redeal = "next"'


def test_club_extends_another_club() -> None:
    lodge = write_text("lodge", "ecl-1992", PASSING.format(NEXT, ""))
    club = house("lodge.toml", PASSING.format("", NEXT), lodge=lodge)
    assert club.lineage == ("house", "lodge", "ecl-1992", "ecl-1984", "wp")
    assert club.toggles.all_pass_redeal == "next"
    assert club.articles["passing"].toggles == {}
