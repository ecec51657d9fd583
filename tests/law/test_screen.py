"""The screen: it passes over no hand that the judge objects to, and says of no law more than it understands."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from clabber_audit.bulk import prefilter
from clabber_audit.bulk.prefilter import Clean, certainly_clean
from clabber_audit.core import errors
from clabber_audit.games.clabber.auction import Call
from clabber_audit.records.canonical import canonical, record_data
from clabber_audit.rules.bound_ruleset import Bound, BoundRuleset, bind, law_of
from clabber_audit.rules.infraction import described
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.screen import kinds
from clabber_audit.rules.screen.hands import Screen, screen_of
from clabber_audit.rules.screen.plain_lines import plain_lines
from clabber_audit.rules.screen.single import single_screen_of
from clabber_audit.rules.screen.withheld import Sometime, WithheldError, told_only, withheld
from clabber_audit.simulate.seasons import simulated
from tests import mutants
from tests.cli import call, environment
from tests.law.samples import leading_trumps_early
from tests.rules import OF_BID_EUCHRE, OF_CLABBER
from tests.scale import at_random

MUTANTS: Final = at_random(500, 20_000)
_EARLY: Final = described(leading_trumps_early)


def lines(count: int, seed: int = 5, irregular: float = 0, claims: float = 0) -> list[bytes]:
    """The lines of some hands; without trouble all of them are clean."""
    made = simulated(seed, count, irregular=irregular, claims=claims)
    return [json.dumps(record_data(one), separators=(",", ":")).encode() for one in made]


def clean(screen: Screen | None, texts: list[bytes]) -> int:
    """How many of some hands a screen passes over."""
    assert screen
    return sum(int(np.count_nonzero(screen.clean(plain.hands))) for plain in plain_lines(texts))


def one_by_one(texts: Sequence[bytes], law: str | None = None) -> Mapping[int, Clean]:
    """The clean ones of some hands as they are found where there is no numpy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prefilter, "screen_pays", lambda _count: False)
        patch.setattr(prefilter, "one_by_one_pays", lambda _count: True)
        return certainly_clean(texts, law)


def bound(law: BoundRuleset, **changed: Any) -> Bound:
    """A law about calls, changed."""
    return law.others[Call][0]._replace(**changed)


def test_no_hand_is_passed_over_to_which_the_judge_objects() -> None:
    made = list(mutants.lines(1, MUTANTS))
    passed = 0
    for start in range(0, MUTANTS, mutants.BLOCK):
        some = made[start : start + mutants.BLOCK]
        count, wrong = mutants.wrongly_passed(some)
        assert wrong == []
        assert one_by_one(some) == certainly_clean(some, None)
        passed += count
    assert passed > MUTANTS // 10


@pytest.mark.parametrize("ruleset", OF_CLABBER)
def test_hands_without_trouble_are_passed_over(ruleset: str) -> None:
    texts = lines(120)
    expected = texts
    if law_of(ruleset).toggles.must_declare_all:
        # The hand decides what had to be called, and the judge hears whoever calls a meld.
        expected = [text for text in texts if {meld["kind"] for meld in json.loads(text)["melds"]} <= {"belle"}]
    assert clean(screen_of(law_of(ruleset)), texts) == len(expected)


def test_a_line_is_judged_by_its_own_law_or_by_the_one_asked_for() -> None:
    texts = lines(40)
    strange = [text.replace(b'"ecl-1992"', b'"corner-bar"') for text in texts]
    assert len(certainly_clean(texts, None)) == len(texts)
    assert not certainly_clean(strange, None)
    assert len(certainly_clean(strange, canonical(law_of("wp").ruleset.as_data()))) == len(texts)
    assert not certainly_clean(texts, canonical(law_of("pepper").ruleset.as_data()))
    assert one_by_one(texts) == certainly_clean(texts, None)
    assert not one_by_one(strange)
    assert len(one_by_one(strange, canonical(law_of("wp").ruleset.as_data()))) == len(texts)
    assert not one_by_one(texts, canonical(law_of("pepper").ruleset.as_data()))


@pytest.mark.parametrize("ruleset", OF_BID_EUCHRE[:2])
def test_another_game_has_no_screen(ruleset: str) -> None:
    assert screen_of(law_of(ruleset)) is None


def test_a_law_about_a_step_that_nobody_knows_has_no_screen() -> None:
    class Whistle(Call):
        pass

    law = law_of("wp")
    game = law.game._replace(steps=law.game.steps | {Whistle})
    assert screen_of(law._replace(others={**law.others, Whistle: law.others[Call]}))
    strange = law._replace(ruleset=replace_game(law, game), others={**law.others, Whistle: law.others[Call]})
    assert screen_of(strange) is None


def replace_game(law: BoundRuleset, game: Any) -> Any:
    """A ruleset of another game."""

    class Other:
        id = law.ruleset.id

    Other.game = game  # type: ignore[attr-defined]
    return Other()


def test_a_law_about_leads_is_asked_of_every_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(infractions(), _EARLY.id, _EARLY)
    law = law_of("wp")._replace(leads=(bind(_EARLY, "renege", ("D-99",), 99),))
    texts = lines(120)
    passed = clean(screen_of(law), texts)
    assert 0 < passed < len(texts)
    # One by one nothing is known of leads, and the judge hears all.
    assert single_screen_of(law) is None
    judged = mutants.without_findings(texts, law)
    assert passed == judged


def test_a_duty_that_is_no_predicate_over_masks_leaves_all_to_the_judge() -> None:
    law = law_of("wp")
    one = law.off_suit[0]
    hasty = one._replace(offends=lambda card, hand, led, trump, above: bool(card & led) and False)
    assert clean(screen_of(law._replace(off_suit=(hasty,))), [text for text in lines(40) if b'"card"' in text]) == 0


def test_a_law_that_asks_for_what_a_call_does_not_tell_leaves_it_to_the_judge() -> None:
    law, texts = law_of("wp"), lines(40)
    by_hand = bound(law, offends=lambda call, toggles: bool(call.hand.bit_count() > 99))
    assert clean(screen_of(law._replace(others={**law.others, Call: (by_hand,)})), texts) == 0
    by_word = bound(law, offends=lambda call, toggles: call.word == "never said")
    assert clean(screen_of(law._replace(others={**law.others, Call: (by_word,)})), texts) == len(texts)


def test_what_is_withheld_cannot_be_asked_for() -> None:
    call = Call(0, 1, 0, 1, True, 2, "pass", 4)
    assert withheld(call, "hand").seat == 1
    with pytest.raises(WithheldError):
        _ = withheld(call, "hand").hand
    with pytest.raises(WithheldError):
        _ = told_only(call, "hand").seat


def test_a_moment_known_by_its_bounds_compares_only_as_far_as_they_tell() -> None:
    first, second = Sometime(0, 3), Sometime(4, 7)
    assert first < second <= 98
    assert first == first
    assert not first > 3.5
    with pytest.raises(WithheldError):
        _ = first < 3
    with pytest.raises(WithheldError):
        _ = first == Sometime(0, 3)


def test_few_hands_are_not_worth_it_and_without_numpy_hands_are_screened_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = lines(20)
    assert len(certainly_clean(texts, None)) == len(texts)
    monkeypatch.delitem(sys.modules, "numpy")
    assert certainly_clean(texts, None) == {}
    monkeypatch.setattr(errors, "find_spec", lambda _name: None)
    monkeypatch.setattr(Screen, "settled", None)
    assert len(certainly_clean(texts * 60, None)) == 60 * len(texts)


def test_one_by_one_needs_no_numpy() -> None:
    code = "import sys; sys.modules['numpy'] = None; import clabber_audit.rules.screen.single"
    subprocess.run([sys.executable, "-c", code], env=environment(), check=True)


def test_only_so_much_of_what_is_said_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    texts, asked = lines(120), list[int]()
    learn = kinds.Told._learn

    def learned(told: kinds.Told, *texts: Sequence[bytes]) -> None:
        learn(told, *texts)
        asked.append(len(told._places))

    monkeypatch.setattr(kinds, "KINDS", 25)
    monkeypatch.setattr(kinds.Told, "_learn", learned)
    screen = screen_of(law_of("wp"))
    assert sum(clean(screen, texts[start : start + 10]) for start in range(0, 120, 10)) == len(texts)
    assert 10 < max(asked) <= 25


def test_a_bug_in_the_screen_leaves_all_to_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    texts = lines(20)
    monkeypatch.setattr(Screen, "settled", fail)
    assert certainly_clean(texts, None) == {}
    monkeypatch.setenv("CLABBER_DEBUG", "1")
    with pytest.raises(RuntimeError):
        certainly_clean(texts, None)


@pytest.mark.full
def test_check_says_the_same_with_the_screen_and_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = lines(60) + lines(20, seed=6, irregular=0.3, claims=0.5) + list(mutants.lines(2, 30))
    alike = lines(1)[0].replace(b'"players":{"N":"', b'"players":{"N":"l').replace(b'"E":"', b'"E":"I')
    made[40:40] = [b"", b"   ", b"no record", alike, alike.replace(b'"N":"l', b'"N":"1'), lines(1)[0][:300]]
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(made[:80]) + b"\r\n" + b"\n".join(made[80:]))
    for options in ([], ["--all", "--anonymous", "--ruleset", "wp"], ["--format", "jsonl", "--brief"]):
        told = call("check", file, "--thorough", *options)
        assert call("check", file, *options) == told
        with monkeypatch.context() as patch:
            patch.setattr(prefilter, "screen_pays", lambda _count: False)
            patch.setattr(prefilter, "one_by_one_pays", lambda _count: True)
            assert call("check", file, *options) == told
