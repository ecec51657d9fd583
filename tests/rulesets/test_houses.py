"""Six houses with a rule of their own, each with a hand that turns on it and a twin that does not.

The scores are worked out by hand from the rules of the house and of its parent; no program made them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.league.scorecard import ScoredGame, games
from clabber_audit.report.scorecard import verdict
from clabber_audit.rules.bound_ruleset import BoundRuleset, law, load_law
from clabber_audit.rules.ruleset import load_text
from tests.casebook import hands_of

HOUSES: Final = Path(__file__).parent / "houses"


def rulings(file: str, rules: BoundRuleset) -> list[Ruling]:
    text = (HOUSES / f"{file}.clab").read_text(encoding="utf-8")
    return [adjudicate(hand, rules) for hand in hands_of(text)]


def house(name: str) -> BoundRuleset:
    return load_law(str(HOUSES / f"{name}.toml"))


def score(ruling: Ruling) -> dict[str, int]:
    """Return the points of each side of a hand that scores."""
    assert ruling.remedy.score is not None
    return dict(zip(ruling.replay.hand.seating.side_names, ruling.remedy.score, strict=True))


def winner(ruling: Ruling) -> object:
    running = ruling.remedy.running
    assert running is not None
    return running.winner if not isinstance(running.winner, int) else ("NS", "EW")[running.winner]


#: House or parent, its hand, and the points of both sides.
SCORES: Final = (
    # Each trick of the defense counts two: three of them six (B-028 has one).
    ("two-a-trick", "two-a-trick", {"NS": 6, "EW": 3}),
    ("pepper", "two-a-trick", {"NS": 3, "EW": 3}),
    # The joker under the nine loses the sixth trick to the queen: two of three bid, one short (B-073).
    ("low-joker", "low-joker", {"NS": -1, "EW": 0}),
    ("hasenpfeffer", "low-joker", {"NS": 3, "EW": 0}),
    # 71 and a dad of thirty is 101, above 91; with twenty it is level, and set.
    ("dads-thirty", "dads-thirty", {"NS": 101, "EW": 91}),
    ("ecl-1992", "dads-thirty", {"NS": 0, "EW": 91}),
    ("dads-thirty", "dads-thirty-twin", {"NS": 178, "EW": 34}),
    ("ecl-1992", "dads-thirty-twin", {"NS": 178, "EW": 34}),
    # Belle in the fourth trick is too late after the second: 76 against 86 is set; with belle 96 makes it.
    ("early-belle-only", "early-belle-only", {"NS": 0, "EW": 86}),
    ("ecl-1992", "early-belle-only", {"NS": 96, "EW": 86}),
    ("early-belle-only", "early-belle-only-twin", {"NS": 44, "EW": 138}),
    ("ecl-1992", "early-belle-only-twin", {"NS": 44, "EW": 138}),
    # A dealer stuck at three makes four tricks; one who says three himself does the same.
    ("owensboro", "owensboro", {"NS": 8, "EW": 4}),
    ("owensboro", "owensboro-twin", {"NS": 8, "EW": 4}),
    ("double-deck", "owensboro-twin", {"NS": 8, "EW": 4}),
    # Nobody calls the renege.
    ("west-side", "west-side-twin", {"NS": 103, "EW": 59}),
    ("ecl-1992", "west-side-twin", {"NS": 103, "EW": 59}),
)


@pytest.mark.parametrize(("rules", "hand", "points"), SCORES)
def test_a_hand_scores_as_worked_out(rules: str, hand: str, points: dict[str, int]) -> None:
    own = load_law(rules) if not (HOUSES / f"{rules}.toml").exists() else house(rules)
    (ruling,) = rulings(hand, own)
    assert score(ruling) == points


@pytest.mark.parametrize(
    ("rules", "hand", "won"),
    [
        # 37 and 6 is past 42, but only a made bid goes out (B-032).
        ("two-a-trick", "two-a-trick", None),
        ("low-joker", "low-joker", None),
        ("hasenpfeffer", "low-joker", "NS"),
        # 50 and 51: both at fifty, the bidders win (BD-64).
        ("owensboro", "owensboro", "EW"),
        ("double-deck", "owensboro-twin", "EW"),
    ],
)
def test_a_game_is_over_as_worked_out(rules: str, hand: str, won: str | None) -> None:
    own = load_law(rules) if not (HOUSES / f"{rules}.toml").exists() else house(rules)
    (ruling,) = rulings(hand, own)
    assert winner(ruling) == won


def test_all_passed_is_thrown_in_without_the_house_rule() -> None:
    (ours,), (theirs,) = (
        rulings("owensboro", house("owensboro")),
        rulings("owensboro", load_law("double-deck")),
    )
    assert [finding.infraction for finding in ours.findings] == ["forced-bid-refused"]
    assert (theirs.remedy.outcome, theirs.remedy.score) == ("passed_out", None)


def test_a_late_belle_is_void_and_no_renege() -> None:
    (ours,) = rulings("early-belle-only", house("early-belle-only"))
    assert [(one.infraction, one.penalty) for one in ours.findings] == [("forgotten-belle", "meld_void")]
    (theirs,) = rulings("early-belle-only", load_law("ecl-1992"))
    assert not theirs.findings


def west_side(parameters: str) -> ScoredGame:
    """Return the game of four hands under the league's rules with these parameters."""
    head = 'id = "west-side"\ntitle = "West Side"\nextends = "ecl-1992"\n[parameters]\n'
    (game,) = games(rulings("west-side", law(load_text(head + parameters, "west-side.toml", {}))))
    return game


@pytest.mark.parametrize(
    ("parameters", "totals", "state"),
    [
        # 171 + 130 + 155 and 50 for the renege; the Eagles have 11, 32 and 67.
        (
            "target = 750\nrenege = { points = 50, to = 'opponents', melds = false, play = 'ends' }",
            (506, 110),
            "unfinished",
        ),
        ("target = 750", (618, 110), "unfinished"),
        ("renege = { points = 50, melds = false }", (506, 110), "won"),
        ("renege = 50", (506, 110), "won"),
        # Half of 162 is 81.
        ("renege = 'half the hand'", (537, 110), "won"),
        ("target = 500", (618, 110), "won"),
    ],
)
def test_a_game_to_750_and_a_renege_for_fifty(parameters: str, totals: tuple[int, int], state: str) -> None:
    game = west_side(parameters)
    assert (game.standing.totals, game.standing.state) == (totals, state)


LADDER: Final = """
[[parameters.repeat]]
of = "failure-to-follow"
within = "{within}"
steps = [{steps}]
"""


@pytest.mark.parametrize(
    ("steps", "state", "winner"),
    [
        # The Eagles fail to follow in the fourth hand alone; without a ladder 618 has not reached 750.
        ('"game"', "won", 0),
        ('"note", "game"', "unfinished", None),
    ],
)
def test_a_side_that_does_it_again_loses_the_game(steps: str, state: str, winner: int | None) -> None:
    game = west_side("target = 750" + LADDER.format(within="game", steps=steps))
    assert (game.standing.state, game.standing.winner) == (state, winner)


@pytest.mark.parametrize(("within", "state"), [("night", "won"), ("game", "unfinished")])
def test_a_night_has_several_games(within: str, state: str) -> None:
    """Once in the first game and once in the second is twice in the night."""
    text = 'id = "x"\ntitle = "X"\nextends = "ecl-1992"\n[parameters]\ntarget = 750'
    own = law(load_text(text + LADDER.format(within=within, steps='"note", "game"'), "x.toml", {}))
    lines = (HOUSES / "west-side.clab").read_text(encoding="utf-8")
    again = lines.replace("game 1", "game 2").replace("hand d1", "hand d2")
    played = [adjudicate(one, own) for one in hands_of(f"{lines}\n{again}")]
    first, second = games(played)
    assert first.standing.state == "unfinished"
    assert (second.standing.state, second.standing.forfeited) == (state, 1 if state == "won" else None)
    assert ("second failure to follow of the night" in verdict(second)) is (state == "won")


@pytest.mark.parametrize(
    ("by", "seats", "state"),
    [
        ("player", "E Carl / S Ann / W Joe", "won"),
        # Joe and Carl have changed seats: each has failed to follow once, their side twice.
        ("player", "E Joe / S Ann / W Carl", "unfinished"),
        ("side", "E Joe / S Ann / W Carl", "won"),
    ],
)
def test_a_ladder_may_count_a_player(by: str, seats: str, state: str) -> None:
    ladder = LADDER.format(within="night", steps='"note", "game"') + f'by = "{by}"\n'
    own = law(
        load_text(
            'id = "x"\ntitle = "X"\nextends = "ecl-1992"\n[parameters]\ntarget = 750' + ladder, "x.toml", {}
        )
    )
    lines = (HOUSES / "west-side.clab").read_text(encoding="utf-8")
    again = lines.replace("game 1", "game 2").replace("hand d1", "hand d2")
    again = again.replace("E Carl / S Ann / W Joe", seats)
    first, second = games([adjudicate(one, own) for one in hands_of(lines + "\n" + again)])
    assert (first.standing.state, second.standing.state) == ("unfinished", state)
    assert ("one player’s second failure to follow of the night" in verdict(second)) is (
        (by, state) == ("player", "won")
    )


MISDEAL: Final = """
clabber 1
hand {name}
rules ecl-1992
context league House table 1 game 1 hand {number}
deal {dealer}
incident exposed_in_deal {dealer}
"""


@pytest.mark.parametrize(
    ("parameter", "due"),
    [
        # However often, by the league’s rules (D-04).
        ("", "N"),
        ("max_redeals = 1", "E"),
        ("max_redeals = 2", "N"),
        ('[[parameters.repeat]]\nof = "misdeal"\nby = "dealer"\nsteps = ["note", "deal"]', "E"),
    ],
)
def test_a_dealer_who_misdeals_again_loses_the_deal(parameter: str, due: str) -> None:
    own = law(
        load_text(f'id = "x"\ntitle = "X"\nextends = "ecl-1992"\n[parameters]\n{parameter}\n', "x.toml", {})
    )
    deals = [MISDEAL.format(name=f"m{number}", number=number, dealer="N") for number in (1, 2, 3)]
    (game,) = games([adjudicate(one, own) for one in hands_of("".join(deals))])
    assert [line.due for line in game.lines] == [None, 0, "NESW".index(due)]


#: Articles of each house that say its rule, and words that they must have, or must no longer have.
TEXTS: Final = (
    ("west-side", "game", "A game is 750 points.", "500"),
    ("west-side", "past-500", "If both sides reach 750", "500"),
    ("west-side", "renege", "The other side scores 50, without melds.", "most"),
    ("dads-thirty", "meld-values", "a dad, worth 30", "dad, worth 20"),
    ("dads-thirty", "belle-in-run", "a dad with belle is worth 50", "40"),
    ("two-a-trick", "defense", "The other side scores two for each trick.", "one point"),
    ("low-joker", "joker", "the joker is the lowest trump", "highest"),
    ("low-joker", "joker", "takes no trick", "beats every card"),
    ("low-joker", "all-pass", "the dealer has the bid at three", "joker"),
    ("owensboro", "all-pass", "the dealer has the bid at three", "thrown in"),
    (
        "early-belle-only",
        "forgotten-belle",
        "by the end of the second trick",
        "before the next card is played",
    ),
)


@pytest.mark.parametrize(("name", "article", "has", "lacks"), TEXTS)
def test_the_articles_say_the_rule_of_the_house(name: str, article: str, has: str, lacks: str) -> None:
    text = house(name).ruleset.articles[article].text
    assert has in text
    assert lacks not in text
