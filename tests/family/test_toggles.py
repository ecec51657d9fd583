"""Answers of the rulesets: as the rules have them, each with an effect, each with its article."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

from clabber_audit.games.bid_euchre.toggles import COSTS, PENALTIES, BidEuchreToggles
from tests.family.book import book
from tests.family.makers.records import records
from tests.family.opinion.findings import LONE_PEPPER
from tests.family.opinion.judging import rule
from tests.family.opinion.laws import COMMON, OFFENSES, answers, law_of
from tests.family.rules import FAMILY, NAMES, ROOT, answers_of, articles_of

#: What a house may set, and every ruleset has as its way of scoring has it; `tests/rulesets/test_numbers.py` tries each.
NUMBERS: Final = frozenset(BidEuchreToggles._fields[BidEuchreToggles._fields.index("joker_rank") :])


#: What a house may say of any game, and no ruleset has to; `tests/cases` tries it.
AT_ANY_TABLE: Final = frozenset({"agreements"})


@pytest.mark.parametrize("name", NAMES)
def test_every_question_is_answered_as_the_rules_have_it(name: str) -> None:
    nothing = {**dict.fromkeys(BidEuchreToggles._fields), **BidEuchreToggles._field_defaults}
    assert {**answers_of(name)._asdict(), "game": answers(name)["game"]} == {**nothing, **answers(name)}


def test_every_question_arises_somewhere() -> None:
    """None of them is a word without a game, and what is asked of all is answered by all."""
    asked = {question for name in NAMES for question in answers(name)} - {"game"}
    assert set(BidEuchreToggles._fields) == {*asked, *NUMBERS}
    assert set(COMMON) - AT_ANY_TABLE | {"scoring"} == set(BidEuchreToggles._fields) - set(
        BidEuchreToggles._field_defaults
    )


@pytest.mark.parametrize("name", NAMES)
def test_what_is_an_offense_and_what_it_costs(name: str) -> None:
    found: dict[str, set[str]] = {}
    for article in articles_of(name).values():
        for infraction, cost in article.penalties.items():
            found.setdefault(infraction, set()).add(cost)
    game = answers(name)["game"]
    wanted = {
        infraction: {offense["cost"]}
        for infraction, offense in OFFENSES.items()
        if game in offense.get("in", [game])
    }
    if game == "be":
        wanted |= {infraction: {"pepper_play"} for infraction in LONE_PEPPER}
    assert found == wanted


@pytest.mark.parametrize(
    ("question", "answer", "cost"),
    [
        ("bad_bid", "pass", "void"),  # BD-10: it counts for nothing
        ("bad_bid", "stands", "note"),
        ("out_of_turn_bid", "stands", "note"),  # BD-18
        ("out_of_turn_bid", "pass", "void"),
        ("renege_penalty", "lose_hand", "renege"),  # BD-70
        ("renege_penalty", "plus_minus_four", "renege"),
        ("renege_penalty", "two_points", "renege"),
        ("renege_penalty", "points", "renege"),
        ("renege_penalty", "note", "note"),
        ("out_of_turn", "note", "note"),  # BD-72
        ("out_of_turn", "renege", "renege"),
        ("wrong_exchange", "renege", "renege"),  # BD-80
        ("deal_faults", "redeal", "redeal"),  # BD-20
        ("deal_faults", "note", "note"),
        ("false_claim", "none", "none"),  # BD-73: no article
        ("false_claim", "minus_two", "note"),
        ("table_talk", "misdeal_on_claim", "note"),  # BD-76
        ("table_talk", "misdeal", "redeal"),
        ("pepper_play", "partner", "none"),  # BD-14: nobody is out
        ("pepper_play", "alone", "note"),
    ],
)
def test_what_an_answer_costs(question: str, answer: str, cost: str) -> None:
    assert question in BidEuchreToggles._fields
    assert COSTS[answer] == cost


def test_an_answer_costs_what_an_infraction_can_cost() -> None:
    costs = {offense["cost"] for offense in OFFENSES.values()} - set(BidEuchreToggles._fields)
    assert costs | set(COSTS.values()) == {*PENALTIES, "none"}


#: B-001 to B-147 and BD-01 to BD-81.
RULES: Final = tuple(f"B-{number:03}" for number in range(1, 148))
OPEN: Final = tuple(f"BD-{number:02}" for number in range(1, 82))
#: What is no rule: the table's words for a set, the bottom cards, playing on and taking no trick.
NO_RULE: Final = ("B-131",)
#: Words that belong to Clabber alone.
CLABBER: Final = re.compile(r"clabber|meld|belle|162|last trick|overtrump|\bdad\b", re.IGNORECASE)


def collect_rows() -> set[str]:
    """Return the rows in any article of the family."""
    return {row for name in NAMES for article in articles_of(name).values() for row in article.rules}


def test_every_rule_stands_in_an_article() -> None:
    assert set(RULES) - collect_rows() == set(NO_RULE)


def test_every_open_reading_stands_in_an_article() -> None:
    assert set(OPEN) <= collect_rows()


def test_no_article_cites_what_does_not_exist() -> None:
    assert collect_rows() <= {*RULES, *OPEN}


#: Articles of which no hand shows anything.
NOT_SHOWN: Final = {
    "written-score": "what a sheet says is no part of a block",
    "burns": "they change nothing",
    "close-calls": "it leaves them to the players",
}


def test_every_article_about_what_happens_is_reached_by_a_case() -> None:
    """A case cites one of its rows, or expects a finding that it binds."""
    rows = {row for asked in book() for row in asked.rows}
    found = {one[0] for asked in book() for one in asked.block.expected["findings"]}
    unreached = {
        article_id
        for name in NAMES
        for article_id, article in articles_of(name).items()
        if article.topic not in ("table", "deal")
        # An evening of Progressive is no hand: see `test_evenings`.
        and not (article.topic == "game" and answers_of(name).end == "ten_games")
        and not set(article.rules) & rows
        and not set(article.penalties) & found
    }
    assert unreached == set(NOT_SHOWN)


@pytest.mark.parametrize("name", NAMES)
def test_each_article_has_a_source_and_its_own_words(name: str) -> None:
    for article_id, article in articles_of(name).items():
        where = f"{name}: {article_id}"
        assert all(re.fullmatch(r"S2 l\.\d+(-\d+)?|O-[A-Z0-9]+", source) for source in article.sources), where
        assert article.rules, where
        assert not CLABBER.search(article.text), where
        assert article.text.endswith("."), where
        assert len(article.text) < 420, where
        if article.grade == "outside source":
            assert any(source.startswith("O-") for source in article.sources), where


def test_a_text_stands_once() -> None:
    """No two articles of different rulesets say the same in the same words: what is shared lies in what they extend."""
    files = [
        (ROOT / "clabber_audit" / "rules" / "rulesets" / f"{name}.toml").read_text()
        for name in (FAMILY, *NAMES)
    ]
    texts = [text for file in files for text in re.findall(r'^text = "(.*)"$', file, re.MULTILINE)]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize(
    ("file", "parent", "changed"),
    [
        ("progressive-with-no-trumps", "progressive-euchre", {"no_trump": "high"}),
        ("double-deck-to-32", "double-deck", {"target": 32}),
    ],
)
def test_a_house_rule_is_five_lines(file: str, parent: str, changed: dict[str, Any]) -> None:
    path = ROOT / "examples" / f"{file}.toml"
    assert len(path.read_text(encoding="utf-8").splitlines()) == 5
    ours, theirs = answers_of(str(path))._asdict(), answers_of(parent)._asdict()
    assert ours == {**theirs, **changed} != theirs
    assert bound(str(path)) == bound(parent)


def bound(name: str) -> set[str]:
    return {infraction for article in articles_of(name).values() for infraction in article.penalties}


@pytest.mark.parametrize(
    ("question", "answer", "name"),
    [
        ("wrong_exchange", "renege", "buckenpeffer"),
        ("partner_plays", "lone_lost", "double-hasenpfeffer"),
        ("misdeal_until", "first_card", "eau-claire-clubs"),
    ],
)
def test_what_no_case_turns_on_changes_a_random_record(question: str, answer: str, name: str) -> None:
    """In the second opinion; `test_program` has the answers that change a case."""
    assert any(rule(record, {question: answer}) != rule(record) for record in records(5, 150, (name,)))


def test_an_answer_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="no reading"):
        law_of("bid-euchre", {"equal_cards": "both"})
    with pytest.raises(ValueError, match="no question"):
        law_of("bid-euchre", {"buck_set": "bid"})
