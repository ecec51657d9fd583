"""Answers by which no hand can be dealt, bid, played or written down are refused when a ruleset is loaded."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import pytest

from clabber_audit.conformance.suite import house_file
from clabber_audit.core.errors import Unusable
from clabber_audit.rules.ruleset import SHIPPED, Ruleset, load
from tests.cli import call
from tests.scale import at_random, in_share

#: Numbers at the ends of what there is, and far beyond them.
_NUMBERS: Final = [-(10**30), -1001, -500, -12, -1, *range(14), 20, 42, 500, 501, 1001, 10**8, 10**18]
_MARKS: Final = ["X", "", "XX", "XXX", "-", "--", "R", "0", "7", "ＸＸ"]


def house(folder: Path, extends: str, **answers: object) -> str:
    """Return the name of a file that gives other answers than a shipped ruleset."""
    articles: dict[str, Any] = {}
    for name, article in load(extends).articles.items():
        own = {toggle: answers[toggle] for toggle in article.toggles if toggle in answers}
        if own:
            articles[name] = {**article.to_data(), "toggles": {**article.toggles, **own}}
    new = {
        name: answer
        for name, answer in answers.items()
        if not any(name in article["toggles"] for article in articles.values())
    }
    if new:
        articles["more"] = {"topic": "game", "text": "Our own.", "toggles": new}
    file = folder / "house.toml"
    data = {"id": "house", "title": "House", "extends": extends, "articles": articles}
    file.write_text(house_file(data), encoding="utf-8")
    return str(file)


#: By the ruleset that is extended: impossible answers, what is said of them, and a change that makes them possible.
_IMPOSSIBLE: Final[list[tuple[str, dict[str, object], str, dict[str, object]]]] = [
    # B-002, B-095: four hands come out of the pack; 4 x 6 = 24, 4 x 7 = 28.
    ("pfeffer", {"cards_each": 7}, "4 players with 7 cards each need 28, of 24", {"cards_each": 6}),
    ("eau-claire-clubs", {"cards_each": 20}, "1 to 12 cards", {"cards_each": 5}),
    ("eau-claire-clubs", {"cards_each": 10**8}, "1 to 12 cards", {"cards_each": 5}),
    ("eau-claire-clubs", {"cards_each": 10**30}, "1 to 12 cards", {"cards_each": 5}),
    ("eau-claire-clubs", {"cards_each": 0}, "1 to 12 cards", {"cards_each": 5}),
    ("progressive-euchre", {"cards_each": -1}, "1 to 12 cards", {"cards_each": 1}),
    # B-138: 48 cards for three are sixteen each, more than a record holds; for six they are eight.
    (
        "dirty-clubs",
        {"pack": "48", "cards_each": "all", "upcard": "none"},
        "each of 3 players gets 16 cards",
        {"cards_each": 8},
    ),
    # B-097: 4 x 6 of 24 leave nothing to turn up; 4 x 5 leave four.
    ("dirty-clubs", {"players": "4", "cards_each": 6}, "no card can be turned up", {"cards_each": 5}),
    # B-097: a club turned up is trump without a bid, and only the Clubs games score a hand that nobody bid on.
    ("pepper", {"upcard": "club_is_trump", "cards_each": 5}, "needs a bidder", {"upcard": "none"}),
    # B-121: Bottoms are the three cards under the one turned up.
    ("eau-claire-third-ward", {"upcard": "none"}, "Bottoms", {"upcard": "club_is_trump"}),
    ("eau-claire-third-ward", {"pack": "25", "joker_nt": "dead"}, "leave 5", {"pack": "24"}),
    # BD-11: six tricks are all there are at four players with 24 cards.
    ("buckenpeffer", {"min_bid": 42}, "1 to 12 tricks", {"min_bid": 6}),
    ("buckenpeffer", {"min_bid": 7}, "nobody can bid 7 where a hand has 6 cards", {"min_bid": 6}),
    ("buckenpeffer", {"min_bid": 0}, "1 to 12 tricks", {"min_bid": 1}),
    ("buckenpeffer", {"dealer_least": 12}, "nobody can bid 12", {"dealer_least": 6}),
    # B-138: eight tricks for six players, twelve for four.
    ("double-hasenpfeffer", {"min_bid": 9}, "nobody can bid 9 where a hand has 8", {"min_bid": 8}),
    ("double-hasenpfeffer", {"cards_each": 5, "min_bid": 5}, "nobody can bid 6", {"all_pass": "dealer_5"}),
    # B-070: the holder of the joker bids; the pack of 25 has one (B-068).
    ("double-hasenpfeffer", {"all_pass": "joker_3"}, "no joker", {"all_pass": "dealer_3"}),
    # BD-05: two answers, and none is given.
    ("pepper", {"pack": "25"}, "what a joker does without trump", {"joker_nt": "dead"}),
    # B-094: bids at High Card go up to the five tricks of Eau Claire.
    ("double-hasenpfeffer-bauers", {"special_bids": "high_card"}, "up to 5", {"special_bids": "none"}),
    # B-036: with six players the seat across is an opponent's.
    ("progressive-euchre", {"players": "4 or 6"}, "on the other side", {"players": "4"}),
    # B-104: only the Clubs games score a hand that players left.
    ("pepper", {"drop_out": "yes"}, "only the Clubs games", {"drop_out": "no"}),
    # B-036, B-055, B-087: a bid, and what hangs on it, belongs to a way of scoring that has a price for it.
    ("pepper", {"special_bids": "pepper_loner"}, "no price for such a bid", {"scoring": "progressive"}),
    ("pfeffer", {"scoring": "double_pepper"}, "no price for such a bid", {"scoring": "buck"}),
    ("pepper", {"exchange": "passed_card"}, "a bid that this game does not have", {"exchange": "none"}),
    ("buckenpeffer", {"no_trump": "none"}, "hands without trump", {"no_trump": "high"}),
    ("pepper", {"bump_no_tricks": "yes"}, "only the Clubs games have bumps", {"bump_no_tricks": "no"}),
    ("pepper", {"all_pass": "no_trump"}, "needs a bidder", {"all_pass": "redeal_next"}),
    # B-032, B-033: a game that ends at a score has one.
    ("timed", {"end": "target"}, "would never end", {"target": 42}),
    # B-032, B-086: up to the target, or in the Clubs games down to it.
    ("pepper", {"target": 10**18}, "from -500 to 500", {"target": 500}),
    ("pepper", {"target": 0}, "the score goes up", {"target": 1}),
    ("dirty-clubs", {"target": 15}, "the score goes down", {"target": 14}),
    ("eau-claire-clubs", {"cap": 14}, "cap = 15 or more", {"cap": 15}),
    ("pepper", {"small_pepper": 1001}, "0 to 500", {"small_pepper": 12}),
    # D-43, D-76, D-77: the marks of a record.
    ("wp", {"set_mark": "X"}, "a record could not hold that mark", {"set_mark": "XX"}),
    ("wp", {"zero_mark": "7"}, "a record could not hold that mark", {"zero_mark": "0"}),
    ("ecl-1992", {"renege_mark": "X"}, "a record could not hold that mark", {"renege_mark": "XX"}),
    # D-23, D-29, D-30: what need not be shown neither blocks nor is too low.
    ("gamerules", {"unshown_blocks": True}, "melds need not be shown", {"show_required": True}),
    ("gamerules", {"show_lower_is_renege": True}, "melds need not be shown", {"show_required": True}),
    # D-21, D-35: belle with a run, where a run holds none.
    ("gamerules", {"belle_with_dad": "strict"}, "are no belle", {"belle_in_run": True}),
    # D-08, D-09: a time that nobody’s card ends.
    ("wp", {"passed_suit_whose": "maker"}, "nobody’s card ends", {"passed_suit_window": "own_first_card"}),
    # D-34: no deadline without a call.
    (
        "ecl-1992",
        {"belle_needs_call": False, "belle_deadline": "scored"},
        "without being called",
        {"belle_deadline": "next_card"},
    ),
]


@pytest.mark.parametrize(("extends", "answers", "told", "change"), _IMPOSSIBLE)
def test_answers_that_cannot_be_are_refused_with_reason_value_and_advice(
    extends: str, answers: dict[str, object], told: str, change: dict[str, object], tmp_path: Path
) -> None:
    file = house(tmp_path, extends, **answers)
    with pytest.raises(Unusable) as caught:
        load(file)
    message = "\n".join(caught.value.lines)
    assert told in message
    assert "house.toml" in message
    assert caught.value.help
    assert any(toggle in caught.value.what for toggle in answers), message
    tried = in_share(f"{extends} {told}")
    commands = ("simulate", "-r", file, "--hands", "1"), ("rulesets", file), ("check", "-r", file, "-")
    for command in commands if tried else ():
        done = call(*command)
        assert (done.code, done.out) == (5, ""), done.err
    played = house(tmp_path, extends, **{**answers, **change})
    assert load(played)
    if tried:
        assert call("simulate", "-r", played, "--hands", "4", "--irregular", "1").code == 0


@pytest.mark.parametrize("number", ["0x" + "f" * 5000, "9" * 5000])
def test_numbers_that_python_cannot_write_out_are_refused(number: str, tmp_path: Path) -> None:
    file = Path(house(tmp_path, "pepper", target=43))
    file.write_text(file.read_text().replace("43", number))
    done = call("rulesets", str(file))
    assert (done.code, done.out) == (5, "")
    assert "help:" in done.err


def test_what_ships_can_be_dealt() -> None:
    for name in SHIPPED:
        ruleset = load(name)
        assert ruleset.game.find_unmet_need(ruleset.toggles) is None, name


@pytest.mark.parametrize("extends", ["wp", "eau-claire-study-hall"])
def test_where_nothing_is_forbidden_nobody_claims(extends: str, tmp_path: Path) -> None:
    """Hands are simulated all the same; no claim can name an infraction."""
    articles = {
        name: {**article.to_data(), "penalties": {}}
        for name, article in load(extends).articles.items()
        if article.penalties
    }
    file = tmp_path / "house.toml"
    data = {"id": "house", "title": "House", "extends": extends, "articles": articles}
    file.write_text(house_file(data), encoding="utf-8")
    made = call("simulate", "-r", str(file), "--hands", "60", "--irregular", "1", "--claims", "1")
    assert (made.code, made.out.count("\n"), '"claims"' in made.out) == (0, 60, False)


def _choices(question: Any) -> list[Any]:
    """Return answers that a question may be given, sensible or not."""
    if question is bool:
        return [True, False]
    if question is int:
        return _NUMBERS
    if question is str:
        return _MARKS
    if get_origin(question) is Literal:
        return list(get_args(question))
    return [choice for part in get_args(question) for choice in _choices(part)]


def _drawn(random: Random) -> tuple[Ruleset, dict[str, object]]:
    """Draw a shipped ruleset and other answers to two or three of its questions."""
    ruleset = load(random.choice(SHIPPED))
    questions = get_type_hints(ruleset.game.toggles)
    names = random.sample(sorted(questions), random.choice((2, 2, 3)))
    return ruleset, {name: random.choice(_choices(questions[name])) for name in names}


@pytest.fixture
def _bounded() -> Iterator[None]:
    """Let nothing take more than four gigabytes."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.usefixtures("_bounded")
@pytest.mark.full
def test_whatever_answers_are_drawn_nothing_crashes(tmp_path: Path) -> None:
    """A ruleset is refused, or its hands are dealt, written down, read again and ruled on."""
    played = 0
    for number in range(at_random(60, 3000, share=30)):
        random = Random(f"answers {number}")
        ruleset, answers = _drawn(random)
        file, hands = house(tmp_path, ruleset.id, **answers), str(tmp_path / "hands.jsonl")
        text = f"{number}: {ruleset.id} {answers}"
        made = call(
            "simulate",
            "-r",
            file,
            "--hands",
            "5",
            "--seed",
            str(number),
            "--irregular",
            "0.7",
            "-o",
            hands,
            "--force",
        )
        assert made.code in (0, 5), f"{text}\n{made.err}"
        if made.code == 5:
            assert "help:" in made.err, text
            continue
        played += 1
        assert call("check", "-r", file, hands).code in (0, 1, 4), text
        ruled = call("rule", "-r", file, hands, "--hand", f"sim-{number}-000001")
        assert ruled.code in (0, 4), f"{text}\n{ruled.err}"
    assert played > 20
