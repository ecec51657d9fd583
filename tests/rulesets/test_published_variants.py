"""Published variants in `examples/variants`: each loads, a hand worked by hand turns on it, and what is missing is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.core.errors import Unusable
from clabber_audit.games.bid_euchre.auction import Obligation
from clabber_audit.games.bid_euchre.scoring import PlayedHand, reneged, settle
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.rules.bound_ruleset import BoundRuleset, law, law_of, load_law
from clabber_audit.rules.ruleset import load_text
from tests.casebook import hand_of
from tests.cli import ROOT

FOLDER: Final = ROOT / "examples" / "variants"
#: East bids three in diamonds and makes it: tricks E, S, S, W, N, W, three for each side.
PEPPER: Final = """\
bid-euchre 1
hand d3
rules pepper
before NS 26 EW {east_west}
deal N
N tcjctdthtsks
E acjdqd9hkhah
S 9ckc9dadjh9s
W qckdqhjsqsas
calls 3 p p p
trump E diamonds
1E jdadkdtd
2E kh9dqhth
3S jhasjcqd
4S 9sqstsac
5W jsks9hkc
6N tcah9cqc
"""
#: West bids three without trumps: four tricks for East-West, eight for North-South, so 50 to 51.
DOUBLE_DECK: Final = """\
bid-euchre 1
hand d5-twin
rules double-deck
pack 48
before NS 43 EW 46
deal W
N 9ctcqcqctdjd9hqhjsqsasas
E jcjckckc9dqdadjhkhah9sjs
S acjdkdkdad9hthjhqh9sqsks
W 9ctcac9dtdqdthkhahtstsks
calls p p p 3
trump W notrump
1W kh9hkhjh
2W ksqsjsqs
3W thqhahth
4E jcactcqc
5S kdqdjdqd
6S qhahasjh
7W tsas9s9s
8N jsjcksts
9S ad9dtdad
10S kdtd9c9d
11S jd9ctckc
12S 9hacqckc
"""
#: North bids three in hearts; South's joker, the best trump, takes the last trick for the third: 8 + 3 = 11.
HASENPFEFFER: Final = """\
bid-euchre 1
hand d4
rules hasenpfeffer
pack 25
before NS 8 EW 4
deal E
N tcactdjdad9s
E jc9hthqhqsks
S kdjhkhtsasjk
W qckc9dqdahjs
blind 9c
calls 2 p 3 p
trump N hearts
1N tcjcaskc
2W qdtdthkd
3E 9hkhahjd
4N 9skstsjs
5E qsjh9dad
6S jkqcacqh
"""


def _ruled(text: str, own: BoundRuleset) -> Ruling:
    return adjudicate(hand_of(text), own)


def _result(text: str, own: BoundRuleset) -> tuple[str, Any, Any]:
    """Return the outcome, the totals after the hand and the winner."""
    remedy = _ruled(text, own).remedy
    running = remedy.running
    return remedy.outcome, running and running.after, running and running.winner


def _variant(name: str) -> BoundRuleset:
    return load_law(str(FOLDER / f"{name}.toml"))


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.toml")), ids=lambda file: file.stem)
def test_a_variant_is_short_and_loads(file: Path) -> None:
    lines = [
        line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]
    assert 5 <= len(lines) <= 15
    assert file.read_text(encoding="utf-8").startswith("# ")
    own = load_law(str(file))
    assert not own.ruleset.is_shipped
    assert own.toggles != law_of(own.ruleset.lineage[1]).toggles


@pytest.mark.parametrize(
    ("name", "before"), [("pepper-to-30", 27), ("double-pepper-to-31", 28), ("cincinnati-euchre", 29)]
)
def test_three_made_points_reach_the_target(name: str, before: int) -> None:
    """East-West come home with their made bid (B-032), one point short of it they do not, nor ever at forty-two."""
    home = PEPPER.format(east_west=before)
    assert _result(home, _variant(name)) == ("scored", (29, before + 3), 1)
    assert _result(home, law_of("pepper")) == ("scored", (29, before + 3), None)
    assert _result(PEPPER.format(east_west=before - 1), _variant(name))[2] is None


def test_a_bid_of_three_is_too_low_where_four_is_the_least() -> None:
    """It counts as a pass (BD-10), so everybody passed."""
    hand = PEPPER.format(east_west=0)
    assert _result(hand, _variant("moon-and-double-moon"))[0] == "passed_out"
    assert _result(hand, law_of("pepper"))[0] == "scored"


def test_a_wrong_call_costs_two() -> None:
    """Everybody followed to the jack of diamonds led; North’s call is wrong, and costs two of the three points (BD-73)."""
    hand = PEPPER.format(east_west=0) + "claim N against W failure-to-follow trick 1 reviewed\n"
    assert _ruled(hand, _variant("a-wrong-call-costs-two")).remedy.score == (1, 3)
    assert _ruled(hand, law_of("pepper")).remedy.score == (3, 3)


def test_fifty_is_not_fifty_two() -> None:
    """Both at fifty, the bidders win (B-137, BD-33); to fifty-two the game goes on."""
    assert _result(DOUBLE_DECK, law_of("double-deck")) == ("scored", (51, 50), 1)
    assert _result(DOUBLE_DECK, _variant("double-deck-to-52")) == ("scored", (51, 50), None)


def test_railroad_goes_on_to_sixty_four() -> None:
    assert _result(HASENPFEFFER, law_of("hasenpfeffer")) == ("scored", (11, 4), 0)
    assert _result(HASENPFEFFER, _variant("railroad-euchre")) == ("scored", (11, 4), None)


def test_five_hundred_is_not_five_hundred_and_one() -> None:
    own, parent = _variant("klaberjass-to-501"), law_of("wp")
    assert parent.game.stands((500, 100), parent.toggles) == "won"
    assert own.game.stands((500, 100), own.toggles) == "unfinished"
    assert own.game.stands((501, 100), own.toggles) == "won"


def _settled(rules: BoundRuleset, bid: int, ours: int, theirs: int, forced: bool = False) -> tuple[int, ...]:
    contract = Obligation(0, bid, "bid", forced=forced)
    found = settle(PlayedHand((ours, theirs), ours + theirs, contract, 0), rules.toggles)
    assert found is not None
    return found.points


def test_a_renege_for_two() -> None:
    """The bidders renege: all six for the other side are four (B-046, BD-70), and the house takes two, or four."""
    parent, own = law_of("progressive-euchre"), _variant("progressive-renege-for-two")
    for rules, alone, points in ((parent, False, (0, 4)), (own, False, (0, 2)), (own, True, (0, 4))):
        played = PlayedHand((1, 1), 6, Obligation(0, 3, "bid"), 0, alone=alone)
        found = reneged(played, 0, rules.toggles)
        assert found is not None
        assert found.points == points


def test_double_hasenpfeffer_from_three() -> None:
    """Seven bid and five taken cost six (B-144), by the book of games the seven; a dealer stuck for three loses two."""
    parent, own = law_of("double-hasenpfeffer"), _variant("double-hasenpfeffer-from-three")
    assert (_settled(parent, 7, 5, 7), _settled(own, 7, 5, 7)) == ((-6, 7), (-7, 7))
    assert _settled(own, 3, 2, 10, forced=True) == (-2, 10)
    assert _settled(parent, 7, 7, 5) == _settled(own, 7, 7, 5)


DIRTY_CLUBS: Final = """\
bid-euchre 1
hand dirty-clubs
rules dirty-clubs
pack 24 each 5
seats P1 - / P2 - / P3 - / P4 -
deal P4
up 9h
calls {calls}
trump {maker} spades
"""


def test_buck_euchre_from_25() -> None:
    """Two is too low, so that it counts as a pass (BD-10)."""
    own, parent = _variant("dirty-clubs-from-25"), law_of("dirty-clubs-bumped")
    assert (own.game.recording(own.toggles).start, parent.game.recording(parent.toggles).start) == (25, 15)
    hand = DIRTY_CLUBS.format(calls="2 p p p", maker="P1")
    assert [one.infraction for one in _ruled(hand, own).findings][:1] == ["invalid-bid"]
    assert "invalid-bid" not in [one.infraction for one in _ruled(hand, parent).findings]


def test_buck_euchre_around_twice() -> None:
    """The first player bids two, the second three, and the first four: his second call."""
    hand = DIRTY_CLUBS.format(calls="2 3 p p 4 p p p", maker="P1")
    own, parent = _variant("dirty-clubs-around-twice"), law_of("dirty-clubs")
    assert not _ruled(hand, own).findings
    assert "bid-out-of-turn" in [one.infraction for one in _ruled(hand, parent).findings]


@pytest.mark.parametrize(
    ("parent", "line"),
    [
        ("hasenpfeffer", "jokers = 2"),
        ("hasenpfeffer", "slam = 2"),
        ("hasenpfeffer", 'laps = "yes"'),
        ("hasenpfeffer", 'defend_alone = "yes"'),
        ("pepper", "jokers = 1"),
        ("pepper", 'must_hold = "yes"'),
        ("pepper", "trump_first_hands = 4"),
        ("dirty-clubs", 'order_up = "yes"'),
        ("dirty-clubs", "first_trick_needed = 1"),
        ("ecl-1992", "jokers = 2"),
        ("ecl-1992", 'pack = "32"'),
        ("ecl-1992", "capot = 250"),
        ("ecl-1992", 'wrong_deal_deadline = "own_first_card"'),
        ("ecl-1992", 'dealing = "threes"'),
        ("ecl-1992", 'first_instance_only = "yes"'),
        ("ecl-1992", "unproven_claim = 2"),
        ("ecl-1992", 'duty.trump_partner = "no"'),
        ("ecl-1992", 'set_level = "hangs"'),
        ("pepper", 'dealer_steals = "yes"'),
        ("pepper", "defense_of_special = 7"),
        ("pepper", "misdeal_price = 1"),
        ("dirty-clubs", "maker_must = 3"),
    ],
)
def test_what_no_record_can_hold_is_refused_by_name(parent: str, line: str) -> None:
    text = f'id = "own"\ntitle = "Own"\nextends = "{parent}"\n\n[parameters]\n{line}\n'
    with pytest.raises(Unusable, match="not supported") as refused:
        law(load_text(text, "own.toml", {}))
    assert line.partition(" ")[0] in str(refused.value)
