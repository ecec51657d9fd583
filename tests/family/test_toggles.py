"""Answers of the rulesets: as the rules have them, each with an effect, each with its article."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import pytest

from clabber_audit.games.bid_euchre.toggles import COSTS, PENALTIES, BidEuchreToggles
from tests.family.book import book, sourced
from tests.family.makers.records import records
from tests.family.opinion.cards import winning_card
from tests.family.opinion.judging import Ruling, rule
from tests.family.opinion.laws import RULESETS, VALUES, law_of
from tests.family.opinion.table import Record
from tests.family.rules import FAMILY, NAMES, ROOT, answers_of, articles_of
from tests.scale import scaled

#: What all of them answer alike, unless the table below says otherwise: the defaults of section 2.
COMMON: Final[dict[str, Any]] = {
    "players": "4",  # B-001
    "partners": "yes",  # B-001
    "pack": "24",  # B-002, BD-02
    "cards_each": "all",  # B-008, BD-21
    "bowers": "yes",  # B-004
    "equal_cards": "first",  # BD-06
    "no_trump": "high",  # BD-16
    "leader": "bidder",  # B-018, BD-08
    "upcard": "none",
    "special_bids": "none",
    "min_bid": 1,  # BD-11
    "rounds": "once",  # B-013, BD-39, BD-49
    "two_bid": "free",
    "all_pass": "redeal_next",  # BD-09
    "bad_bid": "pass",  # BD-10
    "out_of_turn_bid": "stands",  # BD-18
    "naming": "before_play",  # BD-19
    "alone": "by_bid",
    "exchange": "none",
    "drop_out": "no",  # BD-51
    "start": 0,
    "end": "target",
    "win_on": "any",
    "both_reach": "bidder",  # BD-46
    "deal_faults": "redeal",  # BD-20
    "misdeal_until": "scored",  # BD-62
    "out_of_turn": "note",  # BD-72
    "correction": "none",  # BD-75
    "agreements": "told",  # BD-81
    "partner_plays": "note",  # BD-77
    "wrong_exchange": "note",  # BD-80
    "renege_penalty": "lose_hand",  # BD-70
    "claim_until": "scored",  # BD-71
    "false_claim": "none",  # BD-73
    "both_renege": "redeal_same",  # BD-74
}

BID_EUCHRE: Final[dict[str, Any]] = {
    "dealing": "singly",  # B-008
    "special_bids": "peppers",  # B-016
    "two_bid": "signal",  # BD-12
    "two_can_win": "yes",  # BD-13
    "pepper_play": "partner",  # BD-14
    "scoring": "pepper",
    "small_pepper": 12,  # B-029, B-030
    "big_pepper": 14,
    "target": 42,  # B-032
    "win_on": "made_bid",  # BD-17
}
DIRTY_CLUBS: Final[dict[str, Any]] = {
    "players": "3 to 6",  # B-084
    "partners": "no",
    "pack": "smallest",  # BD-47
    "cards_each": 5,
    "no_trump": "none",  # BD-16
    "upcard": "club_is_trump",  # BD-48
    "scoring": "dirty_clubs",
    "start": 15,  # B-086
    "target": 0,
    "bump_no_tricks": "no",  # BD-50
    "all_dropped": "bid",  # BD-52
    "both_reach": "equal_bidder",  # BD-53
}
EAU_CLAIRE: Final[dict[str, Any]] = {
    "cards_each": 5,  # B-095
    "dealing": "packets",
    "no_trump": "none",  # BD-16: only by a bid at High Card
    "upcard": "club_is_trump",  # B-097
    "special_bids": "high_card",  # B-100
    "ec_order": "suit_over_hc",  # BD-55
    "call_window": "first_call",  # BD-58
    "ace_no_face": "one_plus",  # BD-59
    "table_talk": "misdeal_on_claim",  # BD-76
    "drop_out": "yes",  # B-104
    "sit_out_forbidden": "club",  # BD-56
    "all_dropped": "bid",  # B-104
    "scoring": "eau_claire",
    "start": 15,  # B-113
    "cap": 20,  # B-112
    "target": 0,  # B-118
}
DOUBLE_HASENPFEFFER: Final[dict[str, Any]] = {
    "players": "4 or 6",  # B-138
    "pack": "48",
    "bowers": "no",  # B-139
    "min_bid": 6,  # B-141
    "all_pass": "dealer_6",  # B-142
    "alone": "by_choice",  # B-143
    "exchange": "any_two",
    "scoring": "double_pepper",  # B-144
    "dh_loss": "six",  # BD-65
    "alone_doubles": "bidder",  # BD-69
    "target": 42,  # BD-68
    "win_on": "made_bid",
}
#: Section 3, and the rows behind it.
OWN: Final[dict[str, dict[str, Any]]] = {
    "bid-euchre": BID_EUCHRE,
    "pepper": BID_EUCHRE,
    "hawsy": {**BID_EUCHRE, "target": 32},  # B-032
    "timed": {**BID_EUCHRE, "end": "time_limit", "target": None, "win_on": "any"},  # B-033
    "progressive-euchre": {
        "special_bids": "pepper_loner",  # B-036, B-039
        "no_trump": "none",  # B-042
        "naming": "with_lead",  # B-040
        "exchange": "passed_card",  # B-037
        "scoring": "progressive",
        "prog_scale": "literal",  # BD-22
        "prog_pepper": 2,  # BD-23
        "prog_defence": "no",  # BD-25
        "end": "ten_games",  # B-051
        "table_tie": "record",  # BD-27
        "passed_hand_counts": "yes",  # BD-28
    },
    "pfeffer": {
        "special_bids": "pfeffer",  # B-055
        "two_bid": "signal",  # BD-30
        "two_can_win": "yes",
        "dealer_least": 4,  # B-053
        "all_pass": "dealer_4",  # B-052
        "leader": "pfeffer",  # B-057, B-058
        "scoring": "pfeffer",
        "zero_doubles": "game",  # BD-35
        "target": 42,  # B-066
        "both_reach": "equal_bidder",  # BD-33
    },
    "hasenpfeffer": {
        "pack": "25",  # B-068
        "dealing": "threes",
        "joker_nt": "beats_all",  # BD-05
        "all_pass": "joker_3",  # B-070
        "annulled_deal": "same",  # BD-37
        "scoring": "hasenpfeffer",
        "hasen_opponents": "none",  # BD-38
        "target": 10,  # B-074
    },
    "buckenpeffer": {
        "min_bid": 3,  # B-075
        "special_bids": "pfeffer",  # B-079
        "two_bid": "off",  # B-076
        "all_pass": "dealer_4",  # B-075
        "no_trump": "high_low",  # B-077
        "exchange": "best_for_worst",  # B-078
        "scoring": "buck",
        "buck_set": "bid",  # BD-43
        "target": 25,  # B-082
    },
    "dirty-clubs": DIRTY_CLUBS,
    "dirty-clubs-bumped": {
        **DIRTY_CLUBS,
        "all_pass": "no_trump",  # B-091
        "bump_no_tricks": "yes",  # B-089
        "drop_out": "yes",  # B-090
    },
    "eau-claire-clubs": EAU_CLAIRE,
    "eau-claire-third-ward": {**EAU_CLAIRE, "ace_no_face": "rigid"},  # B-127
    "eau-claire-study-hall": {**EAU_CLAIRE, "ace_no_face": "no_face"},
    "double-deck": {
        "pack": "48",  # B-132
        "min_bid": 3,  # B-133
        "scoring": "double_deck",
        "target": 50,  # B-137, BD-64
    },
    "double-hasenpfeffer": DOUBLE_HASENPFEFFER,
    "double-hasenpfeffer-bauers": {**DOUBLE_HASENPFEFFER, "bowers": "yes"},  # B-139
}

_ALL: Final = NAMES
_PEPPER: Final = ("bid-euchre", "pepper", "hawsy", "timed")
_CLUBS: Final = ("eau-claire-clubs", "eau-claire-third-ward", "eau-claire-study-hall")
_DIRTY: Final = ("dirty-clubs", "dirty-clubs-bumped")
_DOUBLE: Final = ("double-hasenpfeffer", "double-hasenpfeffer-bauers")
#: Which offense exists in which game, and what its article says it costs: a penalty, or the question that decides.
BOUND: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "failure-to-follow": (_ALL, "renege_penalty"),
    "lead-out-of-turn": (_ALL, "out_of_turn"),
    "play-out-of-turn": (_ALL, "out_of_turn"),
    "playing-when-out": (
        ("progressive-euchre", "pfeffer", "buckenpeffer", *_DIRTY, *_CLUBS, *_DOUBLE),
        "note",
    ),
    "bid-out-of-turn": (_ALL, "out_of_turn_bid"),
    "insufficient-bid": (_ALL, "bad_bid"),
    "invalid-bid": (_ALL, "bad_bid"),
    "false-two-bid": ((*_PEPPER, "pfeffer"), "note"),
    "forced-bid-refused": (("pfeffer", "buckenpeffer"), "note"),
    "declaring-out-of-turn": (_ALL, "note"),
    "invalid-declaration": (_ALL, "note"),
    "trump-named-late": (_ALL, "note"),
    "wrong-exchange-card": (("progressive-euchre", "buckenpeffer"), "wrong_exchange"),
    "missed-exchange": (("progressive-euchre", "buckenpeffer"), "wrong_exchange"),
    "unentitled-exchange": (_ALL, "wrong_exchange"),
    "seen-before-giving": (("progressive-euchre",), "note"),
    "forbidden-drop-out": ((*_DIRTY, *_CLUBS), "note"),
    "late-drop-out": ((*_DIRTY, *_CLUBS), "note"),
    "late-call": (_CLUBS, "note"),
    "unentitled-call": (_CLUBS, "void"),
    "table-talk": (_CLUBS, "table_talk"),
    "exposed-in-deal": (_ALL, "deal_faults"),
    "wrong-card-count": (_ALL, "deal_faults"),
    "dealt-out-of-order": (_ALL, "deal_faults"),
    "faulty-pack": (_ALL, "deal_faults"),
    "dealing-out-of-turn": (_ALL, "redeal"),
    "dealt-unevenly": ((*_PEPPER, "hasenpfeffer", *_CLUBS), "note"),
    "unproven-claim": (_ALL, "false_claim"),
    "wrong-score": (_ALL, "note"),
}
#: Peppers played alone bring two of them to Bid Euchre (BD-14).
WITH_LONE_PEPPERS: Final = ("playing-when-out", "missed-exchange")


#: What a house may set, and every ruleset has as its way of scoring has it; `tests/rulesets/test_numbers.py` tries each.
NUMBERS: Final = frozenset(BidEuchreToggles._fields[BidEuchreToggles._fields.index("joker_rank") :])


#: What a house may say of any game, and no ruleset has to; `tests/cases` tries it.
AT_ANY_TABLE: Final = frozenset({"agreements"})


@pytest.mark.parametrize("name", NAMES)
def test_every_question_is_answered_as_the_rules_have_it(name: str) -> None:
    nothing = {**dict.fromkeys(BidEuchreToggles._fields), **BidEuchreToggles._field_defaults}
    assert answers_of(name)._asdict() == {**nothing, **COMMON, **OWN[name]}


def test_every_question_arises_somewhere() -> None:
    """None of them is a word without a game, and what is asked of all is answered by all."""
    asked = {key for answers in OWN.values() for key, answer in answers.items() if answer is not None}
    assert set(BidEuchreToggles._fields) == {*COMMON, *asked, *NUMBERS}
    assert set(COMMON) - AT_ANY_TABLE | {"scoring"} == set(BidEuchreToggles._fields) - set(
        BidEuchreToggles._field_defaults
    )


@pytest.mark.parametrize("name", NAMES)
def test_what_is_an_offense_and_what_it_costs(name: str) -> None:
    found: dict[str, set[str]] = {}
    for article in articles_of(name).values():
        for infraction, cost in article.penalties.items():
            found.setdefault(infraction, set()).add(cost)
    wanted = {infraction: {cost} for infraction, (games, cost) in BOUND.items() if name in games}
    if name in _PEPPER:
        wanted |= {infraction: {"pepper_play"} for infraction in WITH_LONE_PEPPERS}
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
    costs = {cost for _, cost in BOUND.values()} - set(BidEuchreToggles._fields)
    assert costs | set(COSTS.values()) == {*PENALTIES, "none"}


#: B-001 to B-147 and BD-01 to BD-81.
RULES: Final = tuple(f"B-{number:03}" for number in range(1, 148))
OPEN: Final = tuple(f"BD-{number:02}" for number in range(1, 82))
#: What is no rule: the table's words for a set, the bottom cards, playing on and taking no trick.
NO_RULE: Final = ("B-131",)
#: Words that belong to Clabber alone.
CLABBER: Final = re.compile(r"clabber|meld|belle|162|last trick|overtrump|\bdad\b", re.IGNORECASE)


def cited() -> set[str]:
    """The rows in any article of the family."""
    return {row for name in NAMES for article in articles_of(name).values() for row in article.rules}


def test_every_rule_stands_in_an_article() -> None:
    assert set(RULES) - cited() == set(NO_RULE)


def test_every_open_reading_stands_in_an_article() -> None:
    assert set(OPEN) <= cited()


def test_no_article_cites_what_does_not_exist() -> None:
    assert cited() <= {*RULES, *OPEN}


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


#: Where a question is asked that not every ruleset can be asked sensibly.
ASKED_OF: dict[str, tuple[str, ...]] = {
    "joker_nt": ("hasenpfeffer",),
    "min_bid": ("bid-euchre",),
    "two_bid": ("bid-euchre", "pfeffer"),
    "two_can_win": ("bid-euchre", "pfeffer"),
    "pepper_play": ("bid-euchre",),
    "upcard": ("dirty-clubs",),
    "drop_out": ("dirty-clubs", "dirty-clubs-bumped"),
    "table_talk": ("eau-claire-clubs",),
    "misdeal_until": ("eau-claire-clubs",),
    "partner_plays": ("progressive-euchre", "double-hasenpfeffer"),
    "wrong_exchange": ("buckenpeffer", "progressive-euchre"),
    "out_of_turn": ("bid-euchre",),
    "win_on": ("bid-euchre",),
    "both_reach": ("pfeffer",),
    "both_renege": ("double-deck", "bid-euchre"),
    "target": ("bid-euchre",),
    "end": ("double-deck",),
    "equal_cards": ("double-deck",),
    "bowers": ("double-hasenpfeffer", "bid-euchre"),
    "no_trump": ("bid-euchre", "progressive-euchre", "buckenpeffer"),
    "annulled_deal": ("hasenpfeffer",),
    "deal_faults": ("bid-euchre",),
    "leader": ("pfeffer", "bid-euchre"),
}
#: Answers that only some games can live by.
ONLY_FOR: dict[tuple[str, Any], tuple[str, ...]] = {
    ("all_pass", "joker_3"): ("hasenpfeffer",),
    ("all_pass", "no_trump"): ("dirty-clubs", "eau-claire-clubs"),
    ("all_pass", "dealer_6"): ("double-hasenpfeffer", "double-deck"),
}


def asked_of(question: str, answer: Any) -> list[str]:
    """The rulesets to look at: those that do not give this answer anyhow."""
    names = ONLY_FOR.get((question, answer)) or ASKED_OF.get(question) or tuple(RULESETS)
    return [name for name in names if question in law_of(name, {}) and law_of(name, {})[question] != answer]


@cache
def by_default(ruleset: str) -> tuple[tuple[Record, Ruling], ...]:
    """Records of a ruleset and the rulings on them under its own answers."""
    return tuple((record, rule(record)) for record in records(5, 150, (ruleset,)))


def changes_a_case(question: str, answer: Any, names: list[str]) -> bool:
    """Return True if some block of the book comes out otherwise."""
    for asked in sourced():
        block = asked.block
        if block.ruleset not in names or question in block.toggles:
            continue
        changed = {**block.toggles, question: answer}
        if block.record is not None:
            if rule(block.record, changed) != rule(block.record, block.toggles):
                return True
        elif block.position is not None and "winner" in block.expected:
            table, trump = block.position["table"], block.position["trump"]
            winners = [
                winning_card(table, trump, law_of(block.ruleset, law)) for law in (changed, block.toggles)
            ]
            if winners[0] != winners[1]:
                return True
    return False


def changes_a_made_record(question: str, answer: Any, names: list[str]) -> bool:
    """Return True if some random record comes out otherwise."""
    return any(
        rule(record, {question: answer}) != ruling
        for ruleset in names
        for record, ruling in by_default(ruleset)
    )


#: The answer everybody gives changes nothing by itself: that another one does, shows what it means.
ANSWERS = [
    (question, one) for question, answers in VALUES.items() for one in answers if asked_of(question, one)
]


def test_every_question_is_asked() -> None:
    assert {question for question, _ in ANSWERS} == VALUES.keys()
    for question, answers in VALUES.items():
        assert len([one for asked, one in ANSWERS if asked == question]) >= len(answers) - 1


@pytest.mark.parametrize(("question", "answer"), ANSWERS[:: scaled(3, 1)], ids=lambda value: str(value))
def test_every_answer_changes_something(question: str, answer: Any) -> None:
    names = asked_of(question, answer)
    assert changes_a_case(question, answer, names) or changes_a_made_record(question, answer, names)


def test_an_answer_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="no reading"):
        law_of("bid-euchre", {"equal_cards": "both"})
    with pytest.raises(ValueError, match="no question"):
        law_of("bid-euchre", {"buck_set": "bid"})
