"""Summaries of clean hands equal those of the judge."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest

from clabber_audit.bulk import prefilter
from clabber_audit.bulk.prefilter import SeasonPrefilter
from clabber_audit.bulk.prefilter_clabber import Prefilter
from clabber_audit.games.parse import parse_hand
from clabber_audit.inputs.records import START, InputRecord, UnreadRecord, text_record
from clabber_audit.judge.judge import adjudicate
from clabber_audit.judge.summary import CleanHand, Uncontested, summary
from clabber_audit.records.canonical import canonical, record_data
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.simulate.seasons import simulate_hands
from tests import mutants
from tests.rules import OF_BID_EUCHRE, OF_CLABBER
from tests.scale import at_random

MUTANTS: Final = at_random(100, 10_000, share=50)
CONTEXT: Final = {"league": "Otter Creek", "round": 3, "game": 1, "hand": 4}


def lines(count: int, irregular: float = 0) -> list[bytes]:
    """Hands with and without what only some say; every other line has its keys sorted."""
    results = list[bytes]()
    for number, made in enumerate(simulate_hands(7, count, irregular=irregular, claims=irregular)):
        data: dict[str, Any] = {**record_data(made), **({"context": CONTEXT} if number % 3 else {})}
        text = canonical(data) if number % 2 else json.dumps(data, separators=(",", ":"))
        results.append(text.encode())
    return results


def sifted(texts: Sequence[bytes], ruleset: str) -> Iterator[tuple[int, CleanHand]]:
    """Yield the clean hands by place; the others must be offered to the judge."""

    def offer(text: bytes) -> UnreadRecord:
        return UnreadRecord(text, lambda: text_record(text, "x", START))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prefilter, "prefilter_pays", lambda _count: True)
        result = list(SeasonPrefilter(law_of(ruleset)).prefilter_hands(map(offer, texts)))
    assert len(result) == len(texts)
    assert all(isinstance(one, InputRecord | CleanHand) for one in result)
    return ((place, one) for place, one in enumerate(result) if isinstance(one, CleanHand))


@pytest.mark.parametrize("ruleset", OF_CLABBER)
def test_a_clean_hand_comes_to_what_its_ruling_comes_to(ruleset: str) -> None:
    law = law_of(ruleset)
    texts = [*lines(60), *mutants.lines(13, MUTANTS)]
    made = dict(sifted(texts, ruleset))
    for place, hand in made.items():
        due, result = summary(adjudicate(parse_hand(texts[place]), law)), Uncontested(law).summary(hand)
        assert result._replace(behind=due.behind) == due
        assert result.digest == due.digest
    assert {hand.maker >= 0 for hand in made.values()} == {True, False}
    assert len(made) > len(texts) // 10


def test_whoever_asks_for_the_ruling_has_it() -> None:
    law, texts = law_of("ecl-1992"), lines(6)
    for place, hand in sifted(texts, "ecl-1992"):
        assert Uncontested(law).summary(hand).ruling == adjudicate(parse_hand(texts[place]), law)


def test_few_hands_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setenv("CLABBER_DEBUG", "1")
    monkeypatch.setattr(prefilter, "prefilter_pays", lambda count: count >= 1_000)
    monkeypatch.setattr(SeasonPrefilter, "_clean", fail)
    items = [UnreadRecord(text, lambda text=text: text_record(text, "x", START)) for text in lines(2) * 149]  # type: ignore[misc]
    assert all(
        isinstance(one, InputRecord) for one in SeasonPrefilter(law_of("ecl-1992")).prefilter_hands(items)
    )


def test_other_games_have_no_clean_hands() -> None:
    assert not dict(sifted(lines(2), OF_BID_EUCHRE[0]))


def test_where_the_prefilter_crashes_the_judge_hears_every_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Prefilter, "clean", fail)
    assert not dict(sifted(lines(4), "ecl-1992"))
    monkeypatch.setenv("CLABBER_DEBUG", "1")
    with pytest.raises(RuntimeError):
        sifted(lines(4), "ecl-1992")
