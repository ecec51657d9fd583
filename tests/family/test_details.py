"""Details: recorder prompts, evenings, words of Clabber that must not appear."""

from __future__ import annotations

import re
from html import unescape
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.archive.database import open_archive
from clabber_audit.games import load_games
from clabber_audit.games.bid_euchre.game import recording
from clabber_audit.games.bid_euchre.scoring import HandStakes, compute_payment
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.game import Recording, TableSize
from clabber_audit.judge.comparison import rule_by_others
from clabber_audit.judge.dossier import dossier
from clabber_audit.league.evening import EveningTable, evening
from clabber_audit.league.scorecard import games
from clabber_audit.report.league.evening import evening_csv, evening_json, evening_paper
from clabber_audit.report.manual import infraction_list, infraction_page, ruleset_page
from clabber_audit.report.page import page
from clabber_audit.report.paper import paper_page, paper_text
from clabber_audit.report.ruling import replay_text, ruling_text
from clabber_audit.report.scorecard import card_csv, card_page, card_text
from clabber_audit.rules.incidents import incident_kinds_of
from clabber_audit.rules.infractions import infractions, infractions_of
from clabber_audit.rules.ruleset import SHIPPED, load
from tests.archive.shelves import shelf
from tests.cli import call
from tests.family.book import book
from tests.family.opinion.judging import rule
from tests.family.opinion.scoring import BellTable, after_the_bell, charge_loser, find_undecided, tallies
from tests.family.rules import answers_of, answers_otherwise
from tests.rules import OF_BID_EUCHRE, rule_on
from tests.scale import at_random, at_scale
from tests.sites import pages_of


def test_a_claimed_renege_may_win_the_game() -> None:
    """The innocent bidders have all six tricks, and so have made their bid (BD-17, BD-70)."""
    record = next(asked.block.record for asked in book() if asked.id == "BE09.2")
    for before, winner in ((38, "NS"), (35, None)):
        assert rule({**(record or {}), "before": {"NS": before, "EW": 0}})["winner"] == winner


def prompts(name: str) -> Recording:
    return recording(answers_of(name))


@pytest.mark.parametrize(
    ("name", "bids"),
    [
        ("pepper", "1 2 3 4 5 6 small_pepper big_pepper"),  # B-015, B-016, BD-15
        ("progressive-euchre", "1 2 3 4 5 6 pepper loner"),  # B-035 to B-039
        ("pfeffer", "1 2 3 4 5 6 pfeffer"),  # B-055, BD-30
        ("hasenpfeffer", "1 2 3 4 5 6"),  # B-069
        ("buckenpeffer", "3 4 5 6 pfeffer"),  # B-075, B-076
        ("dirty-clubs", "1 2 3 4 5"),  # BD-49
        ("eau-claire-clubs", "1HC 2HC 3HC 4HC 5HC 1 2 3 4 5"),  # B-102, BD-55
        ("double-deck", "3 4 5 6 7 8 9 10 11 12"),  # B-133
        ("double-hasenpfeffer", "6 7 8 9 10 11 12"),  # B-140, B-141
    ],
)
def test_the_ladder_of_bids(name: str, bids: str) -> None:
    bidding = prompts(name).bidding
    assert bidding
    assert [bid.word for bid in bidding.bids] == bids.split()


def test_who_has_to_bid() -> None:
    """B-052, B-053, B-070, B-075, B-091, B-142."""
    results = {
        name: prompts(name).bidding for name in ("pepper", "pfeffer", "buckenpeffer", "double-hasenpfeffer")
    }
    least = {name: (one.dealer, one.stuck, one.forced) for name, one in results.items() if one}
    assert least == {
        "pepper": (1, 1, None),
        "pfeffer": (4, 4, 4),
        "buckenpeffer": (3, 4, 4),
        "double-hasenpfeffer": (6, 6, 6),
    }
    silent = {name: prompts(name).bidding for name in ("hasenpfeffer", "dirty-clubs", "dirty-clubs-bumped")}
    assert [one.silence for one in silent.values() if one] == ["joker", None, "NT"]


def test_the_tables() -> None:
    """B-002, B-068, B-084, B-095, B-138, BD-47; a record says how many cards each has where the pack does not."""
    assert prompts("pepper").tables == {4: TableSize("24", 6)}
    assert prompts("hasenpfeffer").tables == {4: TableSize("25", 6)}
    assert prompts("eau-claire-clubs").tables == {4: TableSize("24", 5, told=True)}
    clubs = {
        3: TableSize("20", 5),
        4: TableSize("24", 5, told=True),
        5: TableSize("28", 5),
        6: TableSize("32", 5),
    }
    assert prompts("dirty-clubs").tables == clubs
    assert prompts("double-hasenpfeffer").tables == {4: TableSize("48", 12), 6: TableSize("48", 8)}


def test_what_is_named_and_who_leads() -> None:
    """B-018, B-042, B-057, B-058, B-077, B-094, BD-16."""
    besides = {
        name: prompts(name).names[4:]
        for name in ("pepper", "progressive-euchre", "buckenpeffer", "dirty-clubs")
    }
    assert besides == {
        "pepper": ("NT",),
        "progressive-euchre": (),
        "buckenpeffer": ("HIGH", "LOW"),
        "dirty-clubs": (),
    }
    assert prompts("eau-claire-clubs").named == {"hc": "NT"}
    assert prompts("pfeffer").leads == ("dealer_left", "bidder_right")
    assert prompts("pepper").leads == ("bidder", "bidder")


def test_what_happens_beside_the_cards() -> None:
    """B-036, B-070, B-078, B-086, B-090, B-097, B-104, B-112, B-121, B-143."""
    assert prompts("pepper").moments == ("trump", "before")
    assert prompts("progressive-euchre").moments == ("trump", "give", "before")
    assert prompts("dirty-clubs-bumped").moments == ("trump", "out", "blind", "before")
    assert prompts("eau-claire-clubs").moments == ("trump", "out", "special", "blind", "before")
    assert prompts("double-hasenpfeffer").lone
    assert [(prompts(name).start, prompts(name).cap) for name in ("pepper", "eau-claire-clubs")] == [
        (0, None),
        (15, 20),
    ]


FAMILY: Final = next(game for game in load_games() if game.id == "bid-euchre")
#: What only Clabber has, and the rows of its catalog.
WORDS_OF_CLABBER: Final = re.compile(
    r"clabber(?!-audit)|\bmelds?\b|\bbelle|\bdads?\b|\bhick\b|last trick(?!\s+(was|is|had\s+been)\s+turned)"
    r"|\b162\b|\b152\b|sixth card"
    r"|dealer[’']s up-card|\bR-\d|\bD-\d",
    re.IGNORECASE,
)
WORDS_OF_THE_FAMILY: Final = re.compile(
    r"Bid Euchre|\bbowers?\b|\bB-\d|\bBD-\d|pepper|pfeffer|Bottoms", re.IGNORECASE
)


def words_of_clabber(text: str) -> list[str]:
    """Return the words of Clabber in a text, each with what stands around it."""
    return [
        text[max(0, result.start() - 30) : result.end() + 30] for result in WORDS_OF_CLABBER.finditer(text)
    ]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_handbook_of_a_game_has_no_word_of_another(name: str) -> None:
    """The list of infractions, the manual of each, and in the family the page of the rules."""
    rules = load(name)
    pages = [infraction_list(rules)]
    pages += [infraction_page(infraction, rules) for infraction in infractions_of(rules.game).values()]
    if rules.game is CLABBER:
        assert not [result[0] for page in pages for result in WORDS_OF_THE_FAMILY.finditer(page)]
    else:
        assert not [words for page in [*pages, ruleset_page(rules)] for words in words_of_clabber(page)]


def strip_tags(page: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", page)))


@pytest.mark.parametrize("name", OF_BID_EUCHRE[:: at_scale(3, 1)])
def test_what_is_told_of_a_hand_has_no_word_of_clabber(name: str) -> None:
    """Its ruling and replay, as text and as a page, and its scorecard; the first one beside what other rules say.

    The ruling names the row of each part of the score.
    """
    told_of = [
        case.block.record for case in book() if case.block.record and case.block.record["ruleset"] == name
    ]
    for number, record in enumerate(told_of[: at_random(1, 100, share=20)]):
        ruling = rule_on(record)
        said = dossier(ruling, () if number else rule_by_others(ruling, OF_BID_EUCHRE))
        card = games([ruling])
        texts = (
            ruling_text(said),
            replay_text(said),
            page(said),
            card_page(card),
            card_text(card),
            card_csv(card),
        )
        assert not [words for text in texts for words in words_of_clabber(strip_tags(text))]
        for addends in ruling.remedy.settled.addends if ruling.remedy.settled else ():
            assert all(addend.row in texts[0] for addend in addends)


def test_an_evening_and_the_pages_of_an_archive_have_no_word_of_clabber(tmp_path: Path) -> None:
    result = evening(
        [
            EveningTable(1, 1, (("Ann", "Bob"), ("Cy", "Dee")), (9, 7)),
            EveningTable(2, 1, (("Ann", "Cy"), ("Bob", "Eve")), None),
        ]
    )
    paper = evening_paper(result)
    records = [case.block.record for case in book() if case.block.record and case.block.record["plays"]]
    with open_archive(str(shelf(tmp_path, records[:3]))) as archive:
        site = [text for name, text in pages_of(archive).items() if name.endswith(".html")]
    texts = (
        paper_text(paper),
        paper_page(paper),
        evening_csv(result),
        evening_json(result).replace("clabber-", ""),
        *site,
    )
    assert not [words for text in texts for words in words_of_clabber(strip_tags(text))]


@pytest.mark.parametrize("name", OF_BID_EUCHRE)
def test_what_may_be_played_is_told_without_a_word_of_clabber(name: str) -> None:
    done = call("legal", "-r", name, "--trump", "H", "--trick", "KH", "--cards", "QH AD KC")
    assert done.out.startswith("legal: Q♥\nnot A♦: failing to follow suit")
    assert not words_of_clabber(done.out)


@pytest.mark.parametrize("name", infractions_of(FAMILY))
def test_what_is_said_of_an_infraction_has_no_word_of_clabber(name: str) -> None:
    """Every sentence and piece of advice the family can produce."""
    infraction = infractions()[name]
    shared = name in infractions_of(CLABBER)
    words = infraction.words
    lines = [infraction.title_in(FAMILY), words.help, words.doubt, words.owed, words.deed]
    lines += [] if shared else [words.message]
    assert not words_of_clabber(" ".join(lines))


def test_what_may_be_noted_has_no_word_of_clabber() -> None:
    for kind in incident_kinds_of(FAMILY).values():
        assert not words_of_clabber(f"{kind.deed} {kind.text}"), kind.word


def test_each_game_has_its_own_infractions() -> None:
    """There is no duty to trump or to beat in the family (B-020, B-021), and no meld; there is no bid in Clabber."""
    own, others = infractions_of(FAMILY), infractions_of(CLABBER)
    assert (
        not {"failure-to-trump", "failure-to-overtrump", "false-meld", "early-belle", "failed-laydown"}
        & own.keys()
    )
    assert not {"bid-out-of-turn", "unentitled-call", "table-talk", "dealt-out-of-order"} & others.keys()
    assert {"failure-to-follow", "lead-out-of-turn", "wrong-score"} <= own.keys() & others.keys()
    assert own.keys() | others.keys() == infractions().keys()


def test_the_search_finds_what_it_looks_for() -> None:
    rules = load("wp")
    assert words_of_clabber(infraction_page(infractions()["early-belle"], rules))
    assert words_of_clabber(infraction_page(infractions()["failure-to-follow"], rules))
    assert words_of_clabber(strip_tags("<style>x</style><p title='x'>The last trick brings <b>ten</b></p>"))
    assert not words_of_clabber(
        strip_tags("<script>belle</script>clabber-audit 0.1, after the last trick was turned")
    )


@pytest.mark.parametrize(
    ("winner", "after", "zero_doubles", "owed"),
    [
        # Case PF07: four for the game, two for two sets; and the same game lost at three points.
        ("NS", {"NS": 44, "EW": -3}, "game", 6),
        ("NS", {"NS": 44, "EW": 3}, "game", 4),
        ("NS", {"NS": 44, "EW": -3}, "all", 8),
        # The winner owes as many sets.
        ("EW", {"NS": 10, "EW": 43}, "game", 0),
    ],
)
def test_what_the_loser_pays(winner: str, after: dict[str, int], zero_doubles: str, owed: int) -> None:
    """Below zero double for the game, and at some tables for the sets."""
    hickeys = {"NS": 1, "EW": 3}
    assert charge_loser(winner, after, hickeys, 2, 1, zero_doubles) == owed


@pytest.mark.parametrize("zero_doubles", ["game", "all"])
def test_the_program_settles_as_the_second_opinion(zero_doubles: str) -> None:
    toggles = answers_otherwise("pfeffer", {"zero_doubles": zero_doubles})
    for winner, score, own, other in product(range(2), (-3, 0, 7), range(4), range(4)):
        after, sets = (43, score)[:: 1 - 2 * winner], (own, other)
        totals, hickeys = (dict(zip(("NS", "EW"), pair, strict=True)) for pair in (after, sets))
        wanted = charge_loser(("NS", "EW")[winner], totals, hickeys, 2, 1, zero_doubles)
        assert compute_payment(after, sets, winner, HandStakes(2, 1), toggles) == wanted


def test_nothing_is_doubled_where_nobody_says_so() -> None:
    """Eau Claire has stakes for the game and for each set, and counts down (B-129)."""
    eau_claire = answers_otherwise("eau-claire-clubs", {})
    assert compute_payment((-1, 8), (1, 3), 0, HandStakes(2, 1), eau_claire) == 4
    assert compute_payment((0, -2), (0, 0), 0, HandStakes(2, 1), eau_claire) == 2


TABLES = [
    BellTable((("A", "B"), ("C", "D")), (9, 7)),
    BellTable((("E", "F"), ("G", "H")), (6, 5)),
    BellTable((("I", "J"), ("K", "L")), (8, 3)),
    BellTable((("M", "N"), ("O", "P")), (7, 6)),
]


def test_the_bell() -> None:
    """Case PE06."""
    assert [set(pairs) for pairs in after_the_bell(TABLES)] == [
        {("A", "B"), ("E", "F")},
        {("G", "H"), ("I", "J")},
        {("K", "L"), ("M", "N")},
        {("O", "P"), ("C", "D")},
    ]
    assert {player: tallies(TABLES)[player] for player in "ABCD"} == {"A": 9, "B": 9, "C": 7, "D": 7}


def test_a_tied_table_is_for_the_record_to_tell() -> None:
    tied = [*TABLES[:2], TABLES[2]._replace(points=(8, 8)), TABLES[3]]
    assert find_undecided(tied) == [3]
    with pytest.raises(ValueError, match="tables"):
        after_the_bell(tied)
