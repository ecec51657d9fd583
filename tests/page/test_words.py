"""Tests of the text of pages, of anonymous pages, and of names in right-to-left scripts."""

from __future__ import annotations

import io
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from clabber_audit.cli.output import Output
from clabber_audit.core.errors import Refused
from clabber_audit.core.text import isolate_right_to_left
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.embedded import read_embedded_ruling
from clabber_audit.judge.judge import anonymize
from clabber_audit.records.formats import digest, record_data
from clabber_audit.report.data import ruling_data
from clabber_audit.report.page import page
from clabber_audit.report.ruling import replay_text, ruling_text
from clabber_audit.report.scores import arithmetic
from clabber_audit.report.wording import Speaker
from clabber_audit.rules.bound_ruleset import law
from clabber_audit.rules.ruleset import from_data, load
from tests import hands
from tests.cli import CLAIMED, call, copy_with, write_records
from tests.league.seasons import SEASON
from tests.page.reading import EVIL, Page, page_of
from tests.random_records import irregular
from tests.render.test_hostile_text import mix_texts
from tests.rules import OF_CLABBER, rule_on
from tests.scale import at_scale
from tests.tables import tables

SHOWN = tables(Path(__file__).with_name("words.md"))


def test_verdict_comes_first(pages: dict[str, str]) -> None:
    lead = re.sub(r"<[^>]*>", "", pages["upheld"].split("<p class=lead>")[1].split("</p>")[0]).replace(
        "\ufe0e", ""
    )
    assert lead == "Renege: failed to follow suit. Eagles 182, Owls 0."
    body = pages["upheld"].split("<main>")[1]
    assert body.lstrip().startswith("<section id=verdict ")


@pytest.mark.parametrize(("name", "words"), SHOWN["Text on a page"])
def test_text_on_a_page(pages: dict[str, str], name: str, words: str) -> None:
    assert words in pages[name]


@pytest.mark.parametrize(("name", "words"), SHOWN["Text not on a page"])
def test_text_not_on_a_page(pages: dict[str, str], name: str, words: str) -> None:
    assert words not in pages[name]


def test_facts_name_their_place_in_the_record() -> None:
    """Facts are listed if nothing is disputed."""
    back = {**hands.CLAIM, "reviewed": False, "withdrawn": True}
    undisputed = page_of(
        hands.copy_as(hands.BELLE_SETS, "back", claims=[back], score={"NS": 96, "EW": "XXX"})
    )
    for source in ("deal", "call 1", "meld 1", "claim 1", "score"):
        assert f"<span class=source>{source}</span>" in undisputed


def test_refuted_claim_is_explained(pages: dict[str, str]) -> None:
    plain = re.sub(r"<[^>]*>", "", pages["refuted"])
    assert plain.count("Ruth (North) led A♣ to trick 3, and the leader may play any card.") == 2
    for trick, against, why in (
        (1, "NS", "Dora (South) followed suit with 9♠ in trick 1"),
        (3, "W", "Joe (West) had no clubs and trumped with J♠ in trick 3"),
        (6, "W", "Joe (West) had no diamonds and no trump left, and threw off 9♥ in trick 6"),
    ):
        claim = {**hands.CLAIM, "by": "E" if against == "NS" else "N", "against": against, "trick": trick}
        record = hands.copy_as(hands.TEN_COMES_HOME, "right", claims=[claim], score=None)
        assert why in re.sub(r"<[^>]*>", "", page_of(record))


def test_articles_are_quoted_with_their_grade(pages: dict[str, str]) -> None:
    ruling, _ = hands.rule_on(hands.UPHELD)
    for name in ("follow-suit", "renege-called", "renege", "renege-melds"):
        article = ruling.law.ruleset.articles[name]
        assert f"<h3>{name} " in pages["upheld"]
        assert article.text in pages["upheld"]
        assert article.grade in pages["upheld"]


def test_renamed_article_is_found_by_its_row() -> None:
    ours = hands.rule_on(hands.UPHELD)[0].law.ruleset
    articles = {
        ("house-" + name if name == "renege" else name): article for name, article in ours.articles.items()
    }
    house = law(
        from_data(
            {
                **ours.to_data(),
                "id": "house",
                "articles": {name: article.to_data() for name, article in articles.items()},
            }
        )
    )
    ruling = rule_on(hands.UPHELD, house)
    assert "<h3>house-renege " in page(dossier(ruling))


def test_remarks_on_other_rulesets(pages: dict[str, str]) -> None:
    same = pages["upheld"].split("Same ruling under:</b>")[1].split("</li>")[0]
    assert all(load(name).title in same for name in OF_CLABBER if name != "ecl-1992")
    # The four others agree, for the same reason.
    assert pages["refuted-free"].count("<b>Under ") == 1


def test_each_card_has_a_permalink(pages: dict[str, str]) -> None:
    for trick in range(1, 7):
        for card in range(1, 5):
            assert f"id=t{trick}c{card}>" in pages["upheld"]
            assert f"href=#t{trick}c{card}>" in pages["upheld"]


def test_cards_have_color_symbol_and_name(pages: dict[str, str]) -> None:
    for symbol, name, letter in (
        ("♠", "spades", "S"),
        ("♥", "hearts", "H"),
        ("♦", "diamonds", "D"),
        ("♣", "clubs", "C"),
    ):
        assert re.search(
            rf'<b class="face {letter}">\w+<i role=img aria-label="of {name}">{symbol}', pages["upheld"]
        )


def test_inferred_card_is_marked() -> None:
    inferred = hands.copy_as(hands.UPHELD, "inferred")
    inferred["plays"][8] = {"seat": "N", "card": None}
    assert "face inferred" in page_of(inferred)


@pytest.mark.full
def test_sums_add_up() -> None:
    """In each column the addends add up to the total."""
    for record in [*[*hands.ALL.values()][:: at_scale(4, 1)], *irregular.records(5, at_scale(12, 60))]:
        try:
            ruling = rule_on(record, hands.rule_on(hands.UPHELD)[0].law)
        except Refused:
            continue
        for total in arithmetic(ruling, Speaker(ruling.replay.hand.record)).sums:
            for team in (0, 1):
                addends = [line.amounts[team] for line in total.lines if line.kind == "addend"]
                if "?" not in addends:
                    # The possible scores are below the total if unrecorded melds leave it open.
                    written, *scores = [line.amounts[team] for line in total.lines if line.kind == "total"]
                    assert not scores or ruling.unclaimed.range
                    assert written in (str(sum(int(text or 0) for text in addends)), "?"), record["id"]


def test_headings_in_order_and_tables_labeled(pages: dict[str, str]) -> None:
    for text in pages.values():
        levels = [int(tag[1]) for tag, _ in Page(text).elements if re.fullmatch("h[1-6]", tag)]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert text.count("<table") == text.count("<caption>")
        assert "<th " not in text
        assert "</td><th>" not in text, "a head among cells does not say whose it is"
        assert "<html lang=en>" in text


def test_footer_names_version_record_and_ruleset(pages: dict[str, str]) -> None:
    ruling, _ = hands.rule_on(hands.UPHELD)
    footer = pages["upheld"].split("<footer>")[1]
    assert "clabber-audit" in footer
    assert digest(record_data(ruling.replay.hand.record)) in footer
    assert ruling.law.ruleset.digest() in footer


def test_every_code_links_to_its_text(pages: dict[str, str]) -> None:
    """An application links to its article, and an article to its source, on the same page (R92, follow-suit)."""
    text = pages["upheld"]
    anchor = re.search(r"holding <b[^>]*>10.*? <small><a href=#(a\d)>follow-suit</a></small>", text)
    assert anchor
    assert f"<li id={anchor[1]}><h3>follow-suit " in text
    cited = re.search(r"follow-suit .*?<blockquote>.*?R-033.*?(<a href.*?)</p>", text)
    assert cited
    for code, what in (("S0", "Wikipedia"), ("S1", "gamerules.com"), ("S3", "Wikipedia")):
        named = re.search(rf"<a href=#(s\d)>{code}</a>", cited[1])
        assert named
        assert re.search(rf"<dt id={named[1]}>{code}</dt><dd>{what}", text)


def test_sentences_contain_no_row_numbers(pages: dict[str, str]) -> None:
    for text in pages.values():
        body = text.split("<main>")[1].split("<details id=articles>")[0]
        assert not re.search(r"\b(?:R|D)-\d{2,3}", body)


PEOPLE = (
    *hands.PLAYERS.values(),
    *hands.TEAMS.values(),
    "Riverside",
    "Turners",
    "2026-01-22",
    "Agnes",
    "sheet 12",
    "bell of the bar",
    "captains",
    "trumps?",
    "spades”",
)


@pytest.mark.parametrize("name", sorted({*hands.NAMES, "talk"}))
def test_anonymous_ruling_names_nobody(name: str) -> None:
    """The page, the text and the replay do not quote anybody's words either."""
    file = dossier(*hands.rule_on(hands.ALL[name]), anonymous=True)
    for text in (page(file), ruling_text(file), replay_text(file)):
        assert not [word for word in (*PEOPLE, f"hand {name}") if word in text]
        assert "North" in text


def test_anonymous_page_has_no_hostile_text() -> None:
    text = page_of(mix_texts(EVIL, 0), anonymous=True)
    assert not [
        payload for payload in EVIL if payload in text or payload in json.dumps(read_embedded_ruling(text))
    ]
    assert "onerror" not in text


@pytest.mark.parametrize("name", hands.NAMES)
@pytest.mark.full
def test_anonymous_ruling_is_the_same_ruling(name: str) -> None:
    ruling, _ = hands.rule_on(hands.ALL[name])
    inside = read_embedded_ruling(page_of(hands.ALL[name], anonymous=True))
    again = rule_on(inside["record"], law(from_data(inside["law"])))
    assert again.remedy == ruling.remedy
    del inside["certificates"]
    assert json.loads(json.dumps(ruling_data(again))) == inside
    assert ruling_data(anonymize(ruling))["claims"] == ruling_data(ruling)["claims"]


ALONE = re.compile(
    r"<bdi>[^<]*</bdi>|\u2068[^\u2069]*\u2069|<title>.*?</title>|<(script|style|svg)\b.*?</\1>|<[^>]*>",
    re.DOTALL,
)
RIGHT_TO_LEFT = {"N": "שלום", "E": "محمد علي", "S": "Bob", "W": "נ"}
TEAMS = {"NS": "ינשופים", "EW": "Eagles"}
RECORD = copy_with(
    CLAIMED,
    players=RIGHT_TO_LEFT,
    teams=TEAMS,
    remarks=["said שלום 20"],
    context={"league": "ליגה", "round": 1},
)


@pytest.fixture
def right_to_left_pages(workdir: Path) -> list[str]:
    write_records(workdir / "x.json", [RECORD])
    teams = [{**team, "name": "ינשופים"} if team["id"] == "owls" else team for team in SEASON["teams"]]
    write_records(workdir / "season.json", [{**SEASON, "teams": teams}])
    assert call("archive", "init", "a.db").code == call("archive", "add", "a.db", "x.json").code == 0
    assert call("archive", "export", "a.db", "site").code == 0
    assert call("rule", "x.json", "-o", "x.html").code == 0
    assert call("score", "x.json", "-o", "card.html").code == 0
    assert call("league", "schedule", "season.json", "-o", "season.html").code == 0
    return [path.read_text(encoding="utf-8") for path in workdir.rglob("*.html")]


def test_every_page_isolates_right_to_left_names(right_to_left_pages: list[str]) -> None:
    assert len(right_to_left_pages) == 16
    for text in right_to_left_pages:
        assert "<bdi>" in text or "\u2068" in text
        assert not re.search("[\u0590-\u08ff]", ALONE.sub("", text))


def test_pages_without_right_to_left_names_have_no_isolation(tmp_path: Path) -> None:
    write_records(tmp_path / "x.json", [CLAIMED])
    assert "<bdi>" not in call("rule", tmp_path / "x.json", "-f", "html").out


class TerminalOutput(io.StringIO):
    """Output stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_text_is_isolated_on_a_terminal_only() -> None:
    terminal, pipe = TerminalOutput(), io.StringIO()
    for stream in (terminal, pipe):
        Output(stream).write("North (שלום) 20\n")
    assert terminal.getvalue() == "North (\u2068שלום\u2069) 20\n"
    assert pipe.getvalue() == "North (שלום) 20\n"
    assert isolate_right_to_left("\ufb1d" + " " * 100_000) == "\u2068\ufb1d\u2069" + " " * 100_000
