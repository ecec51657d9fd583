"""Nothing of Clabber is said of the other games: no meld, no belle, no last trick to score, none of its rows."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.archive.database import open_archive
from clabber_audit.games import GAMES
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.parse import read
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import adjudicate
from clabber_audit.judge.other_rulesets import others
from clabber_audit.league.evening import EveningTable, evening
from clabber_audit.league.scorecard import games
from clabber_audit.report.league.evening import evening_csv, evening_json, evening_paper
from clabber_audit.report.league.paper import paper_page, paper_text
from clabber_audit.report.manual import infraction_list, infraction_page, ruleset_page
from clabber_audit.report.page import page
from clabber_audit.report.ruling import replay_text, ruling_text
from clabber_audit.report.scorecard import card_csv, card_page, card_text
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.rules.infractions import incident_kinds_of, infractions, infractions_of
from clabber_audit.rules.ruleset import SHIPPED_OF, load
from tests.archive.shelves import shelf
from tests.cli import call, encoded
from tests.family.book import book
from tests.scale import scaled
from tests.sites import pages_of

FAMILY: Final = next(game for game in GAMES if game.id == "bid-euchre")
#: What only Clabber has, and the rows of its catalog.
OF_CLABBER: Final = re.compile(
    r"clabber(?!-audit)|\bmelds?\b|\bbelle|\bdads?\b|last trick(?!\s+(was|is|had\s+been)\s+turned)"
    r"|\b162\b|\b152\b|sixth card"
    r"|dealer[’']s up-card|\bR-\d|\bD-\d",
    re.IGNORECASE,
)
OF_THE_FAMILY: Final = re.compile(r"Bid Euchre|\bbowers?\b|\bB-\d|\bBD-\d|pepper|pfeffer|Bottoms", re.IGNORECASE)


def told(text: str) -> list[str]:
    """The words of Clabber in a text, each with what stands around it."""
    return [text[max(0, found.start() - 30) : found.end() + 30] for found in OF_CLABBER.finditer(text)]


@pytest.mark.parametrize("name", SHIPPED_OF["bid-euchre"])
def test_the_handbook_of_a_game_has_no_word_of_clabber(name: str) -> None:
    """The list of infractions, the manual of each, and the page of the rules."""
    rules = load(name)
    pages = [infraction_list(rules), ruleset_page(rules)]
    pages += [infraction_page(one, rules) for one in infractions_of(rules.game).values()]
    assert not [words for page in pages for words in told(page)]


def test_the_handbook_of_clabber_has_no_word_of_the_others() -> None:
    for name in SHIPPED_OF["clabber"]:
        rules = load(name)
        pages = [infraction_list(rules), *(infraction_page(one, rules) for one in infractions_of(rules.game).values())]
        assert not [found[0] for page in pages for found in OF_THE_FAMILY.finditer(page)]


def seen(page: str) -> str:
    """What of a page is to be read."""
    return unescape(re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", page)))


@pytest.mark.parametrize("name", SHIPPED_OF["bid-euchre"][:: scaled(3, 1)])
def test_what_is_told_of_a_hand_has_no_word_of_clabber(name: str) -> None:
    """Its ruling and replay, as text and as a page, and its scorecard; the first one beside what other rules say."""
    told_of = [one.block.record for one in book() if one.block.record and one.block.record["ruleset"] == name]
    for number, record in enumerate(told_of[: scaled(1, 100)]):
        ruling = adjudicate(read(encoded(record).rstrip()), law_of(name))
        said = dossier(ruling, () if number else others(ruling, SHIPPED_OF["bid-euchre"]))
        card = games([ruling])
        texts = (ruling_text(said), replay_text(said), page(said), card_page(card), card_text(card), card_csv(card))
        assert not [words for text in texts for words in told(seen(text))]


def test_an_evening_and_the_pages_of_an_archive_have_no_word_of_clabber(tmp_path: Path) -> None:
    found = evening(
        [
            EveningTable(1, 1, (("Ann", "Bob"), ("Cy", "Dee")), (9, 7)),
            EveningTable(2, 1, (("Ann", "Cy"), ("Bob", "Eve")), None),
        ]
    )
    paper = evening_paper(found)
    records = [one.block.record for one in book() if one.block.record and one.block.record["plays"]]
    with open_archive(str(shelf(tmp_path, records[:3]))) as archive:
        site = [text for name, text in pages_of(archive).items() if name.endswith(".html")]
    texts = (
        paper_text(paper),
        paper_page(paper),
        evening_csv(found),
        evening_json(found).replace("clabber-", ""),
        *site,
    )
    assert not [words for text in texts for words in told(seen(text))]


@pytest.mark.parametrize("name", SHIPPED_OF["bid-euchre"])
def test_what_may_be_played_is_told_without_a_word_of_clabber(name: str) -> None:
    done = call("legal", "-r", name, "--trump", "H", "--trick", "KH", "--hand", "QH AD KC")
    assert done.out.startswith("legal: Q♥\nnot A♦: failing to follow suit")
    assert not told(done.out)


@pytest.mark.parametrize("name", infractions_of(FAMILY))
def test_what_is_said_of_an_infraction_has_no_word_of_clabber(name: str) -> None:
    """Its sentences, whichever of them the family can come to, and what to do."""
    one = infractions()[name]
    shared = name in infractions_of(CLABBER)
    said = [one.title_in(FAMILY), one.help, one.doubt, one.owed, one.deed, *([] if shared else [one.message])]
    assert not told(" ".join(said))


def test_what_may_be_noted_has_no_word_of_clabber() -> None:
    for kind in incident_kinds_of(FAMILY).values():
        assert not told(f"{kind.deed} {kind.told}"), kind.word


def test_each_game_has_its_own_infractions() -> None:
    """There is no duty to trump or to beat in the family (B-020, B-021), and no meld; nobody bids in Clabber."""
    own, others = infractions_of(FAMILY), infractions_of(CLABBER)
    assert not {"failure-to-trump", "failure-to-overtrump", "false-meld", "early-belle", "failed-laydown"} & own.keys()
    assert not {"bid-out-of-turn", "unentitled-call", "table-talk", "dealt-out-of-order"} & others.keys()
    assert {"failure-to-follow", "lead-out-of-turn", "wrong-score"} <= own.keys() & others.keys()
    assert own.keys() | others.keys() == infractions().keys()


def test_the_search_finds_what_it_looks_for() -> None:
    rules = load("wp")
    assert told(infraction_page(infractions()["early-belle"], rules))
    assert told(infraction_page(infractions()["failure-to-follow"], rules))
    assert told(seen("<style>x</style><p title='x'>The last trick brings <b>ten</b></p>"))
    assert not told(seen("<script>belle</script>clabber-audit 0.1, after the last trick was turned"))
