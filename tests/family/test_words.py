"""Texts of one game contain no word of another game."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.archive.database import open_archive
from clabber_audit.games import load_games
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.judge.comparison import rule_by_others
from clabber_audit.judge.dossier import dossier
from clabber_audit.league.evening import EveningTable, evening
from clabber_audit.league.scorecard import games
from clabber_audit.report.html import paper_page, paper_text
from clabber_audit.report.league.players import evening_csv, evening_json, evening_paper
from clabber_audit.report.manual import infraction_list, infraction_page, ruleset_page
from clabber_audit.report.page import page
from clabber_audit.report.ruling import replay_text, ruling_text
from clabber_audit.report.scorecard import card_csv, card_page, card_text
from clabber_audit.rules.infraction import incident_kinds_of
from clabber_audit.rules.infractions import infractions, infractions_of
from clabber_audit.rules.ruleset import SHIPPED, load
from tests.archive.archives import make_archive
from tests.cli import call
from tests.family.book import book
from tests.rules import OF_BID_EUCHRE, rule_on
from tests.scale import at_random, at_scale
from tests.sites import render_archive

FAMILY: Final = next(game for game in load_games() if game.id == "bid-euchre")
#: Words of Clabber alone, and the rows of its catalog.
WORDS_OF_CLABBER: Final = re.compile(
    r"clabber(?!-audit)|\bmelds?\b|\bbelle|\bdads?\b|\bhick\b|last trick(?!\s+(was|is|had\s+been)\s+turned)"
    r"|overtrump|\b162\b|\b152\b|sixth card|dealer[’']s up-card|\bR-\d|\bD-\d",
    re.IGNORECASE,
)
WORDS_OF_THE_FAMILY: Final = re.compile(
    r"Bid Euchre|\bbowers?\b|\bB-\d|\bBD-\d|pepper|pfeffer|Bottoms", re.IGNORECASE
)


def find_words_of_clabber(text: str) -> list[str]:
    """Return the words of Clabber in a text or a page, each with its context."""
    plain = unescape(re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", text)))
    return [
        plain[max(0, match.start() - 30) : match.end() + 30] for match in WORDS_OF_CLABBER.finditer(plain)
    ]


def test_search_finds_words_of_clabber() -> None:
    rules = load("wp")
    assert find_words_of_clabber(infraction_page(infractions()["early-belle"], rules))
    assert find_words_of_clabber(infraction_page(infractions()["failure-to-follow"], rules))
    assert find_words_of_clabber("<style>x</style><p title='x'>The last trick brings <b>ten</b></p>")
    assert not find_words_of_clabber(
        "<script>belle</script>clabber-audit 0.1, after the last trick was turned"
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_handbook_has_no_words_of_another_game(name: str) -> None:
    """The list of infractions, the page of each, and in the family the page of the rules."""
    rules = load(name)
    pages = [infraction_list(rules)]
    pages += [infraction_page(infraction, rules) for infraction in infractions_of(rules.game).values()]
    if rules.game is CLABBER:
        assert not [match[0] for page in pages for match in WORDS_OF_THE_FAMILY.finditer(page)]
    else:
        assert not [words for page in [*pages, ruleset_page(rules)] for words in find_words_of_clabber(page)]


@pytest.mark.parametrize("name", OF_BID_EUCHRE[:: at_scale(3, 1)])
def test_rulings_of_the_family_have_no_words_of_clabber(name: str) -> None:
    """Ruling, replay and scorecard as text and page; the first ruling with remarks on other rules.

    The ruling names the row of each part of the score.
    """
    records = [question.record for question in book() if question.record and question.ruleset == name]
    for number, record in enumerate(records[: at_random(1, 100, share=20)]):
        ruling = rule_on(record)
        file, card = dossier(ruling, () if number else rule_by_others(ruling, OF_BID_EUCHRE)), games([ruling])
        text = ruling_text(file)
        cards = (card_page(card), card_text(card), card_csv(card))
        assert not [
            words
            for one in (text, replay_text(file), page(file), *cards)
            for words in find_words_of_clabber(one)
        ]
        for addends in ruling.remedy.settled.addends if ruling.remedy.settled else ():
            assert all(addend.row in text for addend in addends)


def test_evenings_and_archives_have_no_words_of_clabber(tmp_path: Path) -> None:
    result = evening(
        [
            EveningTable(1, 1, (("Ann", "Bob"), ("Cy", "Dee")), (9, 7)),
            EveningTable(2, 1, (("Ann", "Cy"), ("Bob", "Eve")), None),
        ]
    )
    paper = evening_paper(result)
    records = [record for question in book() if (record := question.record) and record["plays"]]
    with open_archive(str(make_archive(tmp_path, records[:3]))) as archive:
        site = [text for name, text in render_archive(archive).items() if name.endswith(".html")]
    data = evening_json(result).replace("clabber-", "")
    texts = (paper_text(paper), paper_page(paper), evening_csv(result), data, *site)
    assert not [words for text in texts for words in find_words_of_clabber(text)]


@pytest.mark.parametrize("name", OF_BID_EUCHRE)
def test_legal_has_no_words_of_clabber(name: str) -> None:
    done = call("legal", "-r", name, "--trump", "H", "--trick", "KH", "--cards", "QH AD KC")
    assert done.out.startswith("legal: Q♥\nnot A♦: failing to follow suit")
    assert not find_words_of_clabber(done.out)


def test_infractions_and_incidents_have_no_words_of_clabber() -> None:
    """Every sentence and piece of advice for the family."""
    for name, infraction in infractions_of(FAMILY).items():
        words = infraction.words
        lines = [infraction.title_in(FAMILY), words.help, words.doubt, words.owed, words.deed]
        lines += [] if name in infractions_of(CLABBER) else [words.message]
        assert not find_words_of_clabber(" ".join(lines)), name
    for kind in incident_kinds_of(FAMILY).values():
        assert not find_words_of_clabber(f"{kind.deed} {kind.text}"), kind.word


def test_each_game_has_its_own_infractions() -> None:
    """The family has no duty to trump or to beat (B-020, B-021) and no melds; Clabber has no bids."""
    own, others = {*infractions_of(FAMILY)}, {*infractions_of(CLABBER)}
    of_clabber = {"failure-to-trump", "failure-to-overtrump", "false-meld", "early-belle", "failed-laydown"}
    of_family = {"bid-out-of-turn", "unentitled-call", "table-talk", "dealt-out-of-order"}
    assert of_clabber <= others - own
    assert of_family <= own - others
    assert {"failure-to-follow", "lead-out-of-turn", "wrong-score"} <= own & others
    assert own | others == infractions().keys()
