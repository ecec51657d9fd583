"""The screen of the Bid Euchre family: it passes over no hand that the judge objects to, and ordinary clean ones."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.bulk import prefilter
from clabber_audit.bulk.prefilter import certainly_clean
from clabber_audit.games.bid_euchre.auction import Call
from clabber_audit.records.canonical import canonical, record_data
from clabber_audit.rules.bound_ruleset import BoundRuleset, bind, law_of
from clabber_audit.rules.infraction import described
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.screen.bid_euchre.beside import Beside
from clabber_audit.rules.screen.bid_euchre.hands import screen_of
from clabber_audit.rules.screen.bid_euchre.plain_lines import plain_lines
from clabber_audit.rules.screen.bid_euchre.single import plain_hand, single_screen_of
from clabber_audit.rules.screen.withheld import Partly, WithheldError
from clabber_audit.simulate.seasons import simulated
from tests import mutants
from tests.cli import call
from tests.family.mutants import OF_THE_FAMILY
from tests.family.opinion.laws import VALUES
from tests.family.rules import law_otherwise
from tests.law.samples import leading_trumps_early
from tests.rules import OF_BID_EUCHRE
from tests.scale import at_random

MUTANTS: Final = at_random(300, 20_000, share=8)
#: So many under each ruleset.
HOUSES: Final = at_random(60, 3_000)
SPECIAL: Final = {"bottoms", "four_of_a_kind", "ace_no_face"}


@pytest.fixture(autouse=True)
def some_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of few lines none are screened, where nobody asks for it."""
    monkeypatch.setattr(prefilter, "one_by_one_pays", lambda _count: True)
    monkeypatch.setenv("CLABBER_DEBUG", "1")


def hands(ruleset: str, count: int, seed: int = 5, irregular: float = 0) -> list[dict[str, Any]]:
    """Some hands as data; without trouble all of them are clean."""
    return [record_data(one) for one in simulated(seed, count, irregular=irregular, claims=0, ruleset=ruleset)]


def lines(records: Sequence[dict[str, Any]]) -> list[bytes]:
    """Records as lines, their keys in the order of the model."""
    return [json.dumps(one, separators=(",", ":")).encode() for one in records]


def one_by_one(texts: Sequence[bytes], law: BoundRuleset) -> list[int]:
    """The places of the lines that the screen of a law passes over, each looked at by itself."""
    screen = single_screen_of(law)
    assert screen
    return [place for place, text in enumerate(texts) if (hand := plain_hand(text)) and screen.clean(hand)]


def in_columns(texts: Sequence[bytes], law: BoundRuleset) -> list[int]:
    """The same of many lines at once, and of those alone that are no columns."""
    screen = screen_of(law)
    assert screen
    found, others = plain_lines(enumerate(texts))
    clean = [place for plain in found for place in plain.rows[screen.clean(plain.hands)].tolist()]
    return sorted([*clean, *(others[place] for place in one_by_one([texts[other] for other in others], law))])


def test_no_hand_is_passed_over_to_which_the_judge_objects() -> None:
    passed = 0
    made = list(mutants.lines(1, MUTANTS, OF_THE_FAMILY))
    for start in range(0, MUTANTS, mutants.BLOCK):
        some = made[start : start + mutants.BLOCK]
        count, wrong = mutants.wrongly_passed(some)
        assert wrong == []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(prefilter, "screen_pays", lambda _count: False)
            assert len(certainly_clean(some, None)) == count
        passed += count
    assert passed > MUTANTS // 12


def test_so_it_is_under_houses_rules() -> None:
    random, passed = Random("houses"), 0
    made = list(mutants.lines(2, HOUSES, OF_THE_FAMILY))
    for ruleset in OF_BID_EUCHRE:
        otherwise = {name: random.choice(VALUES[name]) for name in random.sample(sorted(VALUES), 4)}
        if ruleset != "hasenpfeffer" and otherwise.get("all_pass") == "joker_3":
            # Nobody holds a joker there.
            del otherwise["all_pass"]
        law = law_otherwise(ruleset, otherwise)
        clean = one_by_one(made, law)
        assert in_columns(made, law) == clean
        assert [made[place] for place in clean if not mutants.is_clean(made[place], law)] == []
        passed += len(clean)
    assert passed


@pytest.mark.parametrize("ruleset", OF_BID_EUCHRE)
def test_hands_of_four_without_trouble_are_passed_over(ruleset: str) -> None:
    made = hands(ruleset, 20)
    # Whoever takes Bottoms or calls a misdeal is heard by the judge, and so is every table of three, five or six.
    ordinary = [
        place
        for place, one in enumerate(made)
        if "seats" not in one and SPECIAL.isdisjoint(said["call"] for said in one["declarations"])
    ]
    for texts in (lines(made), [canonical(one).encode() for one in made]):
        assert sorted(certainly_clean(texts, None)) == ordinary
        assert one_by_one(texts, law_of(ruleset)) == ordinary


def test_a_line_is_judged_by_its_own_law_or_by_the_one_asked_for() -> None:
    texts = lines(hands("pepper", 20))
    strange = [text.replace(b'"pepper"', b'"corner-bar"') for text in texts]
    assert not certainly_clean(strange, None)
    assert len(certainly_clean(strange, law_of("hawsy").text())) == len(texts)
    assert not certainly_clean(texts, law_of("double-deck").text())
    assert not certainly_clean(texts, law_of("wp").text())
    assert not certainly_clean(lines([record_data(one) for one in simulated(1, 5)]), law_of("pepper").text())


def test_hands_of_both_families_may_come_mixed() -> None:
    clabber = lines([record_data(one) for one in simulated(3, 12, irregular=0, claims=0)])
    pepper = lines(hands("pepper", 12))
    mixed = [line for both in zip(clabber, pepper, strict=True) for line in both]
    assert sorted(certainly_clean(mixed, None)) == list(range(len(mixed)))


def test_of_clabber_nothing_of_the_family_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clabber_audit.rules.screen.bid_euchre.single", None)
    monkeypatch.setitem(sys.modules, "clabber_audit.rules.screen.bid_euchre.plain_lines", None)
    texts = lines([record_data(one) for one in simulated(3, 12, irregular=0, claims=0)])
    assert len(certainly_clean(texts, None)) == len(texts)
    with pytest.raises(ImportError):
        certainly_clean(lines(hands("pepper", 1)), None)


def test_a_law_of_another_game_about_leads_or_about_a_step_that_nobody_knows_has_no_screen() -> None:
    class Whistle(Call):
        pass

    law = law_of("pepper")
    assert single_screen_of(law_of("wp")) is None
    assert screen_of(law_of("wp")) is None
    # One by one nothing is known of leads, and the judge hears all.
    assert single_screen_of(law._replace(leads=law.off_suit)) is None
    assert single_screen_of(law._replace(others={**law.others, Whistle: law.others[Call]})) is not None
    game = law.game._replace(steps=law.game.steps | {Whistle})
    other = law._replace(ruleset=law.ruleset._replace(game=game), others={**law.others, Whistle: law.others[Call]})
    assert single_screen_of(other) is None


def test_a_law_about_leads_is_asked_of_every_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    early = described(leading_trumps_early)
    law = law_of("dirty-clubs")._replace(leads=(bind(early, "renege", ("B-99",), 99),))
    monkeypatch.setitem(infractions(), early.id, early)
    texts = lines([one for one in hands("dirty-clubs", 70) if "seats" not in one])
    found, others = plain_lines(enumerate(texts))
    screen = screen_of(law)
    assert screen
    passed = sorted(place for plain in found for place in plain.rows[screen.clean(plain.hands)].tolist())
    assert not others
    assert passed == [place for place, text in enumerate(texts) if mutants.is_clean(text, law)]
    assert 0 < len(passed) < len(texts)


def test_a_bug_in_the_screen_leaves_all_to_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    texts = lines(hands("pepper", 5))
    monkeypatch.setattr(Beside, "sheet_agrees", fail)
    with pytest.raises(RuntimeError):
        certainly_clean(texts, None)
    monkeypatch.delenv("CLABBER_DEBUG")
    assert certainly_clean(texts, None) == {}


def test_of_a_hand_told_in_part_nobody_learns_more() -> None:
    assert Partly(0b0110, 0b0010) & 0b0100 == 0
    assert Partly(0b0110, 0b0010) & 0b0010 == 0b0010
    with pytest.raises(WithheldError) as refused:
        _ = Partly(0b0110, 0b0010) & 0b1010
    assert refused.value.cards == 0b1010
    for ask in (int, bool, lambda hand: hand == 0, lambda hand: hand | 1, lambda hand: ~hand):
        with pytest.raises(WithheldError):
            ask(Partly(0b0110, 0b0010))


@pytest.mark.full
def test_check_says_the_same_with_the_screen_and_without(tmp_path: Path) -> None:
    made = [line for name in ("pepper", "hasenpfeffer", "double-deck") for line in lines(hands(name, 20))]
    made += [*lines(hands("buckenpeffer", 20, irregular=0.5)), *mutants.lines(3, 60, OF_THE_FAMILY), b"", b"no record"]
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b"\n".join(made))
    for options in ([], ["--all", "--anonymous", "--ruleset", "pepper"]):
        assert call("check", file, *options) == call("check", file, "--thorough", *options)
