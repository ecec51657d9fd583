"""Coverage of the law by the casebook: every article, and a guilty and an innocent hand of every infraction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, get_args

import pytest

from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.incidents import InfractionId
from clabber_audit.rules.infraction import IncidentKind, Infraction, incident_kinds
from clabber_audit.rules.ruleset import load
from tests.casebook import FOLDER, Case, cases, family_cases, hands_of, law_of_hand, ruleset_of
from tests.family.book import find_cited_rows
from tests.rules import ADDED, CLUB_ONLY, OF_BID_EUCHRE, OF_CLABBER
from tests.rulesets.test_rulesets import D_ROWS, R_ROWS
from tests.second_opinion.toggles import LISTED
from tests.vocabulary import find_infractions

#: Penalty -> its word in the casebook.
PRICES: Final = {"renege": "renege", "redeal": "redeal", "void": "meld_void", "note": "note"}
#: Infractions of all files and rows, listed by regen or not, and those of Clabber.
ALL_INFRACTIONS: Final = find_infractions()
IN_CLABBER: Final = [infraction for infraction in ALL_INFRACTIONS if infraction.is_in_game(CLABBER)]
MODULES: Final = Path(__file__).parents[2] / "clabber_audit" / "rules" / "infractions"


def _list_expected(case: Case) -> set[str]:
    """Return the infractions that a case expects somewhere."""
    lines = [line.split() for question in case.questions for line in question.expected]
    return {words[1] for words in lines if words[0] == "finding"}


CITED: Final = frozenset(row for case in cases() for row in case.rows)
#: Articles that no hand can show: the words of a sheet, burns, and close calls, which are left to the players.
NOT_SHOWN: Final = {"written-score", "burns", "close-calls"}


def _find_unreached(rulesets: Sequence[str], cases: Iterable[Case]) -> set[str]:
    """Return the articles without a case that cites a row or expects a finding."""
    cited = {row for case in cases for row in (*case.rows, *find_cited_rows(case.prose))}
    expected = {name for case in cases for name in _list_expected(case)}
    return {
        name
        for ruleset in map(load, rulesets)
        for name, article in ruleset.articles.items()
        if article.topic not in ("table", "deal")
        # Articles about an evening are tested in `tests/league`.
        and not (article.topic == "game" and getattr(ruleset.toggles, "end", "") == "ten_games")
        and not (set(article.rules) & cited or set(article.penalties) & expected)
    }


def test_every_article_has_a_case() -> None:
    assert not _find_unreached(OF_CLABBER, cases())
    assert _find_unreached(OF_BID_EUCHRE, family_cases()) == NOT_SHOWN


def test_cases_cite_rows_that_exist() -> None:
    assert {*R_ROWS, *D_ROWS} >= CITED


def _count_guilty_and_innocent(infraction: str) -> tuple[int, int]:
    """Return the number of guilty hands in an infraction's case file, and of their innocent twins."""
    guilty = innocent = 0
    for case in cases():
        if case.file != f"infractions/{infraction}.md":
            continue
        expected: dict[str, bool] = {}
        for question in case.questions:
            has_finding = any(line.split()[:2] == ["finding", infraction] for line in question.expected)
            expected[question.text] = expected.get(question.text, False) or has_finding
        guilty += sum(expected.values())
        innocent += sum(expected.get(one, False) != expected.get(other, False) for one, other in case.twins)
    return guilty, innocent


@pytest.mark.parametrize("infraction", [infraction.id for infraction in ALL_INFRACTIONS])
def test_every_infraction_has_a_guilty_case_and_an_innocent_twin(infraction: str) -> None:
    guilty, innocent = _count_guilty_and_innocent(infraction)
    file = f"tests/cases/infractions/{infraction}.md"
    assert guilty >= 1, f"{file}: add a hand of which `finding {infraction} …` is expected"
    assert innocent >= 1, f"{file}: add a `clab twin` of a guilty hand, one line away, without the finding"


def _costs(infraction: str, ruleset: str) -> set[str]:
    """Return the penalties of an infraction under a ruleset in its case file."""
    lines = [
        line.split()
        for case in cases()
        for question in case.questions
        if case.file == f"infractions/{infraction}.md" and ruleset_of(question) == ruleset
        for line in question.expected
    ]
    return {PRICES.get(words[-1], "") for words in lines if words[:2] == ["finding", infraction]}


def test_case_files_state_the_penalties_of_added_infractions() -> None:
    """Under a ruleset that does not bind the infraction there is no finding."""
    for infraction in ADDED:
        for ruleset in OF_CLABBER:
            cost = load(ruleset).penalties.get(infraction)
            assert _costs(infraction, ruleset) == ({cost} if cost else set()), (
                f"{infraction} costs “{cost}” under {ruleset}: in tests/cases/infractions/{infraction}.md expect it "
                f"under `{ruleset}`, with its price at the end of the line"
                if cost
                else f"{ruleset} does not bind {infraction}, and its case file expects it there"
            )


def test_names_of_infractions_agree_everywhere() -> None:
    """The words of a record, the table of contents, the modules or rows and the case files agree."""
    names, own = (sorted(infraction.id for infraction in some) for some in (ALL_INFRACTIONS, IN_CLABBER))
    assert sorted(get_args(InfractionId)) == own, "out of date; write it again with .venv/bin/nox -s regen"
    modules = [file.stem.replace("_", "-") for file in MODULES.glob("*.py") if file.stem != "__init__"]
    rows = [kind.infraction.id for kind in incident_kinds().values() if kind.infraction]
    assert sorted([*modules, *rows]) == names
    assert sorted(file.stem for file in (FOLDER / "infractions").glob("*.md")) == names, (
        "each infraction has one file in tests/cases/infractions/, by its id"
    )


def test_infractions_are_in_the_order_of_the_contract() -> None:
    """Findings of one clock follow this order; added infractions come last, by name."""
    own = [infraction.id for infraction in IN_CLABBER]
    assert own == list(get_args(InfractionId)) == [*LISTED, *CLUB_ONLY, *sorted(ADDED)]


#: Placeholders of texts other than findings, of any finding, and of findings with a certain fact.
_OF_TEXTS: Final = {
    "claimed": ("whom", "partner", "title"),
    "denied": ("whom",),
    "owed": ("who", "held", "led", "highest", "trump"),
    "deed": ("title", "suit"),
    "help": (),
}
_OF_FINDINGS: Final = ("seat", "partner", "team")
_NEEDING: Final = {"could": "choice", "led": "led_card", "trump": "trump_card", "turn": "turn_of"}


@cache
def _stated_facts(name: str) -> set[str]:
    """Return the facts of an infraction's findings in the hands of its case file."""
    return {
        fact
        for case in cases()
        for question in case.questions
        if case.file == f"infractions/{name}.md" and question.kind != "legal"
        for hand in hands_of(question.text)
        for finding in adjudicate(hand, law_of_hand(question, hand)).findings
        if finding.infraction == name
        for fact in finding.facts
    }


def _find_unknown(where: str, text: str, known: Sequence[str]) -> Iterator[str]:
    """Yield advice on each unknown placeholder of a text."""
    for _, name, _, _ in Formatter().parse(text):
        if name is not None and name not in known:
            close = get_close_matches(name, known, 1)
            advice = (
                f"did you mean {{{close[0]}}}?" if close else f"the facts are {', '.join(known) or 'none'}"
            )
            yield f"{where} has {{{name}}}: {advice}"


def find_unknown_placeholders(infraction: Infraction[Any]) -> Iterator[str]:
    """Yield advice on each placeholder in an infraction's words for which a ruling has no value."""
    words, where = infraction.words, f"{infraction.source}: “{infraction.id}”"
    for field, known in _OF_TEXTS.items():
        yield from _find_unknown(f"{where} {field}", getattr(words, field), known)
    facts = sorted(_stated_facts(infraction.id))
    known = (*_OF_FINDINGS, *facts, *(word for fact, word in _NEEDING.items() if fact in facts))
    texts = {"message": words.message, "fault": words.fault, "doubt": words.doubt}
    for field, text in (*texts.items(), *words.messages.items(), *words.faults.items()):
        yield from _find_unknown(f"{where} {field}", text, known)


def find_unknown_in_kind(kind: IncidentKind) -> Iterator[str]:
    """Yield advice on each placeholder of a kind of incident that a record does not fill."""
    yield from _find_unknown(
        f"incidents.toml: [{kind.word}] text", kind.text, ("seat", "card", "trick", "by")
    )
    yield from _find_unknown(f"incidents.toml: [{kind.word}] deed", kind.deed, ())


@pytest.mark.parametrize("infraction", ALL_INFRACTIONS, ids=lambda infraction: infraction.id)
def test_words_of_an_infraction_have_no_unknown_placeholder(infraction: Infraction[Any]) -> None:
    """A finding states each fact that its texts name, in some hand of its case file."""
    unknown = list(find_unknown_placeholders(infraction))
    assert not unknown, "\n".join(unknown)


def test_kinds_of_incidents_have_no_unknown_placeholder() -> None:
    unknown = [line for kind in incident_kinds().values() for line in find_unknown_in_kind(kind)]
    assert not unknown, "\n".join(unknown)


def test_misspelled_placeholder_is_reported() -> None:
    bad = copy(next(infraction for infraction in ALL_INFRACTIONS if infraction.id == "failure-to-follow"))
    bad.words = replace(
        bad.words, message="{seat} kept {coud}", claimed="{whon} did", messages={"trumped": "{lead}"}
    )
    kind = next(iter(incident_kinds().values()))._replace(word="card_bent", text="{seat} bent {crad}")
    where = "clabber_audit/rules/infractions/failure_to_follow.py: “failure-to-follow”"
    assert [*find_unknown_placeholders(bad), *find_unknown_in_kind(kind)] == [
        f"{where} claimed has {{whon}}: did you mean {{whom}}?",
        f"{where} message has {{coud}}: did you mean {{could}}?",
        f"{where} trumped has {{lead}}: did you mean {{led}}?",
        "incidents.toml: [card_bent] text has {crad}: did you mean {card}?",
    ]
