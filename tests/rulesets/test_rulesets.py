"""The shipped rulesets agree with the contract and the catalog.

The contract is `tests/second_opinion/rulesets.toml`. The rows of the catalog are R-001 to R-114 with R-107a, and
D-01 to D-86; of the family B-001 to B-147, and BD-01 to BD-81.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any, Final, get_args

import pytest

from clabber_audit.games import load_games
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.games.game import Game
from clabber_audit.rules.articles import Grade, Statute
from clabber_audit.rules.ruleset import SHIPPED, find_source, load
from clabber_audit.rules.ruleset_file import parse_toml, statute_from
from tests.cli import ROOT
from tests.rules import ADDED, CLUB_ONLY, OF_BID_EUCHRE, OF_CLABBER
from tests.second_opinion.toggles import IDS, LISTED, TOGGLES, penalties

R_ROWS: Final = [f"R-{number:03}" for number in range(1, 115)] + ["R-107a"]
D_ROWS: Final = [f"D-{number:02}" for number in range(1, 87)]
#: Rows of the family; B-131 is not a rule but words of the table for a set, the bottom cards and other things.
B_ROWS: Final = {f"B-{number:03}" for number in range(1, 148)} - {"B-131"}
BD_ROWS: Final = {f"BD-{number:02}" for number in range(1, 82)}


def _rows() -> dict[str, Any]:
    return tomllib.loads((ROOT / "tests" / "catalog_rows.toml").read_text(encoding="utf-8"))


def _find_cited_rows(names: Sequence[str], letter: str = "") -> set[str]:
    articles = [article for name in names for article in load(name).articles.values()]
    return {row for article in articles for row in article.rules if row.startswith(letter)}


def test_every_rule_has_an_article_or_a_reason() -> None:
    cited, excused = _find_cited_rows(IDS, "R-"), _rows()["not_in_an_article"]
    assert cited | set(excused) == set(R_ROWS)
    assert not cited & set(excused)
    assert all(len(reason) > 20 for reason in excused.values())


def test_every_row_of_the_family_has_an_article() -> None:
    assert _find_cited_rows(OF_BID_EUCHRE) == B_ROWS | BD_ROWS


def test_every_disagreement_is_answered_once() -> None:
    """Each has a toggle, an article, or a reason for neither."""
    rows = {row for question in CLABBER.questions.values() for row in question.rows.split(", ")}
    by_toggle = {row for row in rows if row.startswith("D-")} - {"D-42"}
    answers = _rows()["d_rows"]
    articles = {article for name in IDS for article in load(name).articles}
    assert sorted([*by_toggle, *answers]) == D_ROWS
    assert _find_cited_rows(IDS, "D-") <= set(D_ROWS)
    for row, answer in answers.items():
        assert answer.get("article") in articles or len(answer["reason"]) > 20, row


@pytest.mark.parametrize("game", load_games(), ids=lambda game: game.id)
def test_every_toggle_is_declared_with_its_question_and_rows(game: Game) -> None:
    assert [*game.questions] == [*game.toggles._fields]
    for question in game.questions.values():
        assert question.text.endswith("?")
        assert all(re.fullmatch(r"(D|BD|B|R)-\d{2,3}|house", row) for row in question.rows.split(", "))


#: Sources that an article may name, and rows that it may cite, by game.
_SOURCES: Final = {
    "clabber": r"S[013]|L([1-9]|1[0-3])|R92|X-SP|Y-[A-Z0-9-]+",
    "bid-euchre": r"S2 l\.\d+(-\d+)?|O-[A-Z0-9]+",
}
_CITED: Final = {"clabber": r"R-\d{3}a?|D-\d{2}", "bid-euchre": r"B-\d{3}|BD-\d{2}"}
#: Grade -> pattern of a source that it requires.
_GRADED: Final = {"league text": r"R92|L.*", "outside source": r"O-.*|[XY]-.*"}


@pytest.mark.parametrize("name", SHIPPED)
def test_every_article_has_a_source_and_a_grade(name: str) -> None:
    """Each source has an explanation; an article of the family cites a row, and is short."""
    ruleset = load(name)
    game = ruleset.game.id
    for id, article in ruleset.articles.items():
        assert article.sources, id
        assert all(re.fullmatch(_SOURCES[game], code) and find_source(code) for code in article.sources), id
        assert article.grade in get_args(Grade), id
        needed = _GRADED.get(article.grade, ".*")
        assert any(re.fullmatch(needed, code) for code in article.sources), id
        assert article.text.endswith("."), id
        assert all(re.fullmatch(_CITED[game], row) for row in article.rules), id
        if game == "bid-euchre":
            assert article.rules, id
            assert len(article.text) < 420, id


def test_texts_of_the_family_are_distinct() -> None:
    """Texts common to several rulesets are in a ruleset that they extend."""
    folder = ROOT / "clabber_audit" / "rules" / "rulesets"
    files = [(folder / f"{name}.toml").read_text() for name in ("bid-euchre-family", *OF_BID_EUCHRE)]
    texts = [text for file in files for text in re.findall(r'^text = "(.*)"$', file, re.MULTILINE)]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("name", IDS)
def test_every_penalty_cites_a_row(name: str) -> None:
    """A ruling cites rules, so every penalty needs a row."""
    ruleset = load(name)
    without = {infraction for infraction in ruleset.penalties if not ruleset.rows[infraction]}
    # For the two house rules the catalog has only D-rows, and for added infractions none.
    assert without <= {*CLUB_ONLY, *ADDED}


def test_five_rulesets_load() -> None:
    assert OF_CLABBER == IDS, (
        "give a new one its answers in tests/second_opinion/rulesets.toml, from its sources"
    )
    for name in IDS:
        ruleset = load(name)
        assert ruleset.id == ruleset.lineage[0] == name
        assert ruleset.title
        assert ruleset.about
    assert load("ecl-1992").lineage == ("ecl-1992", "ecl-1984", "wp")


@pytest.mark.parametrize("name", IDS)
def test_toggles_and_penalties_match_the_contract(name: str) -> None:
    assert {*TOGGLES[name]} == {*Toggles._fields} - {*Toggles._field_defaults}
    assert load(name).toggles._asdict() == {**Toggles._field_defaults, **TOGGLES[name]}
    costs = {infraction: cost for infraction, cost in load(name).penalties.items() if infraction in LISTED}
    assert costs == penalties(name)


def test_shipped_rulesets_pass_validation() -> None:
    """They are not validated at start-up, but the result of validation is the same."""
    folder = ROOT / "clabber_audit" / "rules" / "rulesets"
    names = [path.stem for path in folder.glob("*.toml") if path.stem not in ("sources", "earlier")]
    assert set(names) >= set(SHIPPED)
    for name in names:
        data = parse_toml((folder / f"{name}.toml").read_text(encoding="utf-8"), name)
        assert statute_from(data, name) == Statute.from_data(data)
