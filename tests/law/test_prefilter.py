"""The prefilter passes no hand to which the judge objects, and its summary of a clean hand is that of the ruling."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import pytest

from clabber_audit.bulk import prefilter
from clabber_audit.bulk.prefilter import SeasonPrefilter, find_clean_lines
from clabber_audit.bulk.prefilter_clabber import (
    UNKNOWN,
    BoundedClock,
    Prefilter,
    UnknownError,
    decode,
    prefilter_of,
)
from clabber_audit.cards import BIT, CODES, DECK, PACK, SUIT
from clabber_audit.games.clabber.auction import Call
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.parse import parse_hand
from clabber_audit.inputs.records import START, InputRecord, UnreadRecord, text_record
from clabber_audit.judge.judge import CleanHand, Uncontested, adjudicate, summary
from clabber_audit.records.base import Context
from clabber_audit.records.formats import canonical, record_data
from clabber_audit.rules.bound_ruleset import BoundRuleset, bind, law_of
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions import infractions
from clabber_audit.simulate.seasons import simulate_hands
from tests.cli import call
from tests.law import leads
from tests.random_records import mutants
from tests.rules import OF_BID_EUCHRE, OF_CLABBER
from tests.scale import at_random
from tests.tables import rows
from tests.vocabulary import find_infractions

MUTANTS: Final = at_random(500, 20_000)
#: Number of mutants whose summaries are compared.
SUMMED_UP: Final = at_random(100, 10_000, share=50)
CONTEXT: Final = Context(league="Otter Creek", round=3, game=1, hand=4)


def simulate_lines(count: int, seed: int = 5, irregular: float = 0, claims: float = 0) -> list[bytes]:
    """Return the lines of simulated hands; without irregularities and claims all are clean."""
    records = simulate_hands(seed, count, irregular=irregular, claims=claims)
    return [json.dumps(record_data(one), separators=(",", ":")).encode() for one in records]


def make_lines(count: int) -> list[bytes]:
    """Return clean hands: every other one has sorted keys, two of three have a context."""
    numbered = enumerate(simulate_hands(5, count, irregular=0, claims=0))
    records = [
        record_data(one.model_copy(update={"context": CONTEXT} if at % 3 else {})) for at, one in numbered
    ]
    return [
        (canonical(data) if at % 2 else json.dumps(data, separators=(",", ":"))).encode()
        for at, data in enumerate(records)
    ]


def count_clean(tested: Prefilter | None, texts: list[bytes]) -> int:
    """Return the number of hands that a prefilter passes."""
    assert tested
    return len(tested.clean([hand for hand in map(decode, texts) if hand is not None]))


def make_unread(text: bytes) -> UnreadRecord:
    return UnreadRecord(text, lambda: text_record(text, "x", START))


def find_clean_in_season(texts: Sequence[bytes], ruleset: str) -> dict[int, CleanHand]:
    """Return the clean hands of a season by place; the others must be judged."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prefilter, "prefilter_pays", lambda _count: True)
        result = list(SeasonPrefilter(law_of(ruleset)).prefilter_hands(map(make_unread, texts)))
    assert len(result) == len(texts)
    assert all(isinstance(one, InputRecord | CleanHand) for one in result)
    return {place: one for place, one in enumerate(result) if isinstance(one, CleanHand)}


def change_call_law(law: BoundRuleset, offends: Callable[..., bool]) -> BoundRuleset:
    """Return a law with one infraction about calls, which offends as given."""
    return law._replace(others={**law.others, Call: (law.others[Call][0]._replace(offends=offends),)})


def test_no_hand_with_findings_is_passed() -> None:
    lines = list(mutants.lines(1, MUTANTS))
    passed = 0
    for start in range(0, MUTANTS, mutants.BLOCK):
        some = lines[start : start + mutants.BLOCK]
        count, wrong = mutants.find_wrongly_passed(some)
        assert wrong == []
        passed += count
    assert passed > MUTANTS // 10


@pytest.mark.parametrize("ruleset", OF_CLABBER)
def test_clean_hands_are_passed(ruleset: str) -> None:
    texts = make_lines(120)
    expected = texts
    if law_of(ruleset).toggles.must_declare_all:
        # The hand decides which melds had to be called, so every hand with a meld is judged.
        expected = [
            text for text in texts if {meld["kind"] for meld in json.loads(text)["melds"]} <= {"belle"}
        ]
    assert count_clean(prefilter_of(law_of(ruleset)), texts) == len(expected)


@pytest.mark.parametrize("ruleset", OF_CLABBER)
def test_summary_of_a_clean_hand_matches_its_ruling(ruleset: str) -> None:
    law = law_of(ruleset)
    texts = [*make_lines(60), *mutants.lines(13, SUMMED_UP)]
    clean_hands = find_clean_in_season(texts, ruleset)
    for place, hand in clean_hands.items():
        due, result = summary(adjudicate(parse_hand(texts[place]), law)), Uncontested(law).summary(hand)
        assert result._replace(behind=due.behind) == due
        assert result.digest == due.digest
    assert {hand.maker >= 0 for hand in clean_hands.values()} == {True, False}
    assert len(clean_hands) > len(texts) // 10


def test_ruling_of_a_clean_hand_is_made_on_demand() -> None:
    law, texts = law_of("ecl-1992"), make_lines(6)
    for place, hand in find_clean_in_season(texts, "ecl-1992").items():
        assert Uncontested(law).summary(hand).ruling == adjudicate(parse_hand(texts[place]), law)


def test_line_is_judged_by_its_own_or_the_given_ruleset() -> None:
    texts = make_lines(40)
    strange = [text.replace(b'"ecl-1992"', b'"corner-bar"') for text in texts]
    assert len(find_clean_lines(texts, None)) == len(texts)
    assert not find_clean_lines(strange, None)
    assert len(find_clean_lines(strange, canonical(law_of("wp").ruleset.to_data()))) == len(texts)
    assert not find_clean_lines(texts, canonical(law_of("pepper").ruleset.to_data()))


def test_hands_of_another_game_are_judged() -> None:
    assert prefilter_of(law_of(OF_BID_EUCHRE[0])) is None
    assert not find_clean_in_season(simulate_lines(2), OF_BID_EUCHRE[0])
    records = simulate_hands(5, 12, irregular=0, claims=0, ruleset="pepper")
    assert not find_clean_lines([json.dumps(record_data(one)).encode() for one in records], None)


def test_law_about_an_unknown_event_has_no_prefilter() -> None:
    class Whistle(Call):
        pass

    law = law_of("wp")
    game = law.game._replace(events=law.game.events | {Whistle})
    assert prefilter_of(law._replace(others={**law.others, Whistle: law.others[Call]}))
    ruleset: Any = SimpleNamespace(id=law.ruleset.id, game=game)
    strange = law._replace(ruleset=ruleset, others={**law.others, Whistle: law.others[Call]})
    assert prefilter_of(strange) is None


@pytest.mark.parametrize("law_on_leads", [leads.EARLY, leads.OPENING], ids=lambda one: one.id)
def test_prefilter_applies_a_law_on_leads_to_every_lead(
    law_on_leads: Infraction[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(infractions(), law_on_leads.id, law_on_leads)
    law, texts = leads.with_lead(law_on_leads), simulate_lines(120)
    passed = count_clean(prefilter_of(law), texts)
    assert 0 < passed < len(texts)
    assert passed == mutants.count_clean(texts, law)


#: Laws about a card played, in Clabber.
DUTIES: Final = [one for one in find_infractions() if one.place == "duty" and one.is_in_game(CLABBER)]
CARDS: Final = [BIT[code] for code in CODES]
#: Advice for a law that does not work on arrays.
FOR_ARRAYS: Final = (
    "write & for `and`, | for `or`, (x) == 0 for `not x`, (x) != 0 for `bool(x)`, no `if`, "
    "and `case.pack.all_cards & ~mask` for the other cards of the pack"
)


def draw_plays(count: int) -> Iterator[tuple[int, ...]]:
    """Yield random arguments of a law: card, hand, suit led or whole pack, trumps, trumps above, trick."""
    random = Random(5)
    for _ in range(count):
        held, (led, trump) = random.sample(CARDS, 6), random.choices([*SUIT.values()], k=2)
        above = sum(random.sample([card for card in CARDS if card & trump], random.choice((0, 1, 6))))
        yield held[0], sum(held), random.choice((led, DECK)), trump, above, random.randint(1, 6)


def check_on_arrays(infraction: Infraction[Any]) -> None:
    """Fail with advice if a law gives another answer for an array of plays than for each play."""
    offends = bind(infraction, "renege", law_of("ecl-1992").toggles).offends
    plays = list(draw_plays(200))
    each = [bool(offends(*play)) for play in plays]
    try:
        guilty = np.asarray(offends(*np.array(plays, np.uint32).T), bool)
    except (ValueError, TypeError, AttributeError, OverflowError):
        pytest.fail(f"{infraction.source}: offends() takes no arrays of masks: {FOR_ARRAYS}", pytrace=False)
    together = np.broadcast_to(guilty, len(plays)).tolist()
    assert together == each, f"{infraction.source}: offends() gives other answers for arrays: {FOR_ARRAYS}"


@pytest.mark.parametrize("infraction", [*DUTIES, leads.EARLY, leads.OPENING], ids=lambda one: one.id)
def test_card_law_works_on_arrays(infraction: Infraction[Any]) -> None:
    check_on_arrays(infraction)


@pytest.mark.parametrize(
    "offends",
    [
        lambda card, hand, led, trump, above, trick: bool(card & trump) and above == 0,
        lambda card, hand, led, trump, above, trick: not card & led,
        lambda card, hand, led, trump, above, trick: (hand & led) == 0 or (card & trump) != 0,
        lambda card, hand, led, trump, above, trick: hand.bit_count() == 6,
        lambda card, hand, led, trump, above, trick: (hand & ~PACK.rank["A"]) != 0,
    ],
)
def test_law_that_fails_on_arrays_gets_advice(offends: Callable[..., Any]) -> None:
    one = copy(leads.EARLY)
    one.offends = lambda case: offends(*case.event[1:])  # type: ignore[method-assign]
    with pytest.raises((pytest.fail.Exception, AssertionError), match="write & for `and`"):
        check_on_arrays(one)


def test_hands_are_judged_if_a_duty_is_not_a_mask_predicate() -> None:
    law, texts = law_of("wp"), [text for text in simulate_lines(40) if b'"card"' in text]
    hasty = law.off_suit[0]._replace(offends=lambda card, hand, led, trump, above: bool(card & led) and False)
    assert count_clean(prefilter_of(law._replace(off_suit=(hasty,))), texts) == 0


def test_hands_are_judged_if_a_law_reads_an_unknown_value() -> None:
    law, texts = law_of("wp"), simulate_lines(40)
    by_hand = change_call_law(law, lambda call, toggles: bool(call.hand.bit_count() > 99))
    by_word = change_call_law(law, lambda call, toggles: call.word == "never said")
    assert count_clean(prefilter_of(by_hand), texts) == 0
    assert count_clean(prefilter_of(by_word), texts) == len(texts)


def test_unknown_value_allows_no_operation() -> None:
    call = Call(0, 1, 0, 1, True, 2, "pass", 4, UNKNOWN)
    asking: list[Any] = [
        int,
        bool,
        lambda hand: hand == 0,
        lambda hand: hand & 1,
        lambda hand: ~hand,
        lambda hand: hand.x,
    ]
    for ask in asking:
        with pytest.raises(UnknownError):
            ask(call.hand)


def test_bounded_clock_compares_only_beyond_its_bounds() -> None:
    first, second = BoundedClock(0, 3), BoundedClock(4, 7)
    assert first < second <= 98
    assert second > first >= -1
    assert first == first
    assert first <= first
    assert not first > 3.5
    asking: list[Any] = [lambda: first < 3, lambda: first == BoundedClock(0, 3), lambda: first >= 2]
    for ask in asking:
        with pytest.raises(UnknownError):
            ask()


@pytest.mark.parametrize("package", ["numpy", "msgspec"])
def test_all_hands_are_judged_if_few_or_without_numpy_and_msgspec(
    monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    texts = simulate_lines(20)
    assert len(find_clean_lines(texts, None)) == len(texts)
    monkeypatch.delitem(sys.modules, "numpy")
    assert find_clean_lines(texts, None) == {}
    monkeypatch.setattr(prefilter, "find_spec", lambda name: None if name == package else name)
    assert find_clean_lines(texts * 60, None) == {}


@pytest.mark.parametrize(("text", "other"), rows(Path(__file__).with_name("lines.md")))
def test_no_refused_or_reinterpreted_line_is_passed(text: str, other: str) -> None:
    (line,) = simulate_lines(1, seed=8)
    old, new = (cell.strip("`").encode() for cell in (text, other))
    assert find_clean_lines([line] * 10, None)
    assert old in line
    assert not find_clean_lines([line.replace(old, new, 1)] * 10, None)


@pytest.mark.parametrize(
    "clean_hands",
    [lambda texts: find_clean_lines(texts, None), lambda texts: find_clean_in_season(texts, "ecl-1992")],
    ids=["lines", "a season"],
)
def test_every_hand_is_judged_if_the_prefilter_crashes(
    clean_hands: Callable[[list[bytes]], dict[int, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    texts = simulate_lines(20)
    assert clean_hands(texts)
    monkeypatch.setattr(Prefilter, "clean", fail)
    assert clean_hands(texts) == {}
    monkeypatch.setenv("CLABBER_DEBUG", "1")
    with pytest.raises(RuntimeError):
        clean_hands(texts)


def test_small_season_is_read_without_the_prefilter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prefilter, "prefilter_pays", lambda count: count >= 1_000)
    monkeypatch.setattr(
        SeasonPrefilter, "_clean", lambda *_: pytest.fail("a small season needs no prefilter")
    )
    items = list(map(make_unread, simulate_lines(2) * 149))
    assert all(
        isinstance(one, InputRecord) for one in SeasonPrefilter(law_of("ecl-1992")).prefilter_hands(items)
    )


@pytest.mark.full
def test_check_has_the_same_output_without_the_prefilter(tmp_path: Path) -> None:
    lines = (
        simulate_lines(60)
        + simulate_lines(20, seed=6, irregular=0.3, claims=0.5)
        + list(mutants.lines(2, 30))
    )
    alike = (
        simulate_lines(1)[0].replace(b'"players":{"N":"', b'"players":{"N":"l').replace(b'"E":"', b'"E":"I')
    )
    lines[40:40] = [
        b"",
        b"   ",
        b"no record",
        alike,
        alike.replace(b'"N":"l', b'"N":"1'),
        simulate_lines(1)[0][:300],
    ]
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(lines[:80]) + b"\r\n" + b"\n".join(lines[80:]))
    for options in ([], ["--all", "--anonymous", "--ruleset", "wp"], ["--format", "jsonl", "--brief"]):
        result = call("check", file, "--thorough", *options)
        assert call("check", file, *options) == result
