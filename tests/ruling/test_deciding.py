"""A ruling cites every article whose answer decides it.

The other answers are tried one by one, under laws that are read anew from their data, and the published rulings are
compared. A fixed table of citations could fail this test, and so could a search for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args, get_type_hints

import pytest

from clabber_audit.core.errors import Unusable
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.hand import Hand
from clabber_audit.report.data import ruling_data
from clabber_audit.report.grounds import reasoning
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of
from tests import casebook
from tests.rules import list_answers
from tests.scale import in_share
from tests.tables import tables

#: Questions about the table itself. A record of another table is refused, so no ruling turns on them.
TABLE: Final = ("players", "partners", "pack", "cards_each")


class CaseHand(NamedTuple):
    """Hand of a casebook with the law by which it is judged."""

    case: str
    hand: Hand
    law: BoundRuleset


#: Cases of both casebooks, except those about numbers that a house sets.
CASES: Final = (
    *casebook.cases(),
    *(case for case in casebook.family_cases() if not case.file.endswith("numbers.md")),
)
FILES: Final = tuple(dict.fromkeys(case.file for case in CASES))


@cache
def list_hands(file: str) -> list[CaseHand]:
    """Return the hands of a casebook file, each once under each law."""
    results: dict[tuple[str, str], CaseHand] = {}
    for case in CASES:
        for number, question in enumerate(case.questions if case.file == file else (), 1):
            if question.kind != "legal":
                for hand in casebook.hands_of(question.text):
                    law = casebook.law_of_hand(question, hand)
                    key = question.text, f"{question.ruleset} {hand.record.id}"
                    results[key] = CaseHand(f"{file}::{case.id}.{number}", hand, law)
    return list(results.values())


def list_other_answers(question: Any, current: Any) -> Iterator[Any]:
    """Yield every answer that a question allows; for a number, also one less and one more."""
    if int in (question, *get_args(question)) and isinstance(current, int):
        yield from (current - 1, current + 1)
    yield from list_answers(question)


_LAWS: Final[dict[tuple[int, str, Any], BoundRuleset | None]] = {}


def change_answer(law: BoundRuleset, toggle: str, answer: Any) -> BoundRuleset | None:
    """Return the law with one answer changed; None if the answers are incompatible."""
    key = (id(law), toggle, answer)
    if key not in _LAWS:
        try:
            _LAWS[key] = casebook.with_answers(law, {toggle: answer})
        except Unusable:
            _LAWS[key] = None
    return _LAWS[key]


def extract_published(ruling: Ruling) -> Any:
    """Return the published findings, claims and score of a ruling."""
    data = ruling_data(ruling, whole=False)
    findings = [
        {key: one[key] for key in ("infraction", "seat", "at", "verdict", "penalty")}
        for one in data["findings"]
    ]
    claims = [claim["verdict"] for claim in data["claims"]]
    return (
        findings,
        claims,
        *(data.get(key) for key in ("outcome", "reneging_team", "score", "score_range", "winner")),
    )


#: A hand with hardly a known card: trying all other answers takes a hundred times the limit.
GIVEN_UP: Final = "::L04."


@pytest.mark.full
@pytest.mark.parametrize("file", FILES)
def test_deciding_articles_are_cited(file: str) -> None:
    for case, hand, law in list_hands(file):
        if GIVEN_UP in case or not in_share(case, share=10):
            continue
        ruling, articles = adjudicate(hand, law), law.ruleset.articles
        questions = get_type_hints(law.game.toggles)
        cited = {citation.article for citation in dossier(ruling, proofs=()).citations}
        for toggle, current in law.ruleset.toggles._asdict().items():
            owners = {name for name, article in articles.items() if toggle in article.toggles}
            if current is None or toggle in TABLE or not owners or owners & cited:
                continue
            for answer in list_other_answers(questions[toggle], current):
                other = change_answer(law, toggle, answer) if answer != current else None
                if other is not None:
                    assert extract_published(adjudicate(hand, other)) == extract_published(ruling), (
                        case,
                        law.ruleset.id,
                        toggle,
                        answer,
                    )


def _find_sources(case: str) -> set[str]:
    one = next(one for one in list_hands(case.partition("::")[0]) if one.case == case)
    return {citation.article for citation in dossier(adjudicate(one.hand, one.law), proofs=()).citations}


PAGE: Final = Path(__file__).with_name("deciding.md")


@pytest.mark.parametrize(("case", "quoted", "beside", "rows"), tables(PAGE)["Cases"])
def test_case_cites_its_deciding_article(case: str, quoted: str, beside: str, rows: str) -> None:
    assert set(quoted.split()) <= _find_sources(case), rows
    assert beside not in _find_sources(case)


@pytest.mark.parametrize("block", [*casebook.hand_blocks(PAGE)], ids=lambda block: block.words)
def test_mixed_tricks_are_a_step_of_the_reasoning(block: casebook.HandBlock) -> None:
    file = dossier(adjudicate(casebook.hand_of(block.hand), law_of("ecl-1992")))
    steps = [one.text for one in reasoning(file, speaker_of(file.ruling)) if one.articles == ("mixed-pile",)]
    assert steps == [*block.lines]
    assert [weighed.verdict for weighed in file.ruling.claims] == [block.words]
