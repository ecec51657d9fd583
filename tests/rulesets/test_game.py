"""Tests of the game of a ruleset: its infractions, and the card order with which a replay was made."""

from __future__ import annotations

import json
from typing import Final

import pytest

from clabber_audit.cards import PACK, RankOrder, strain
from clabber_audit.core.errors import Unusable
from clabber_audit.games import game_of, load_games
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.clabber.scoring import format_mark
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import adjudicate, judge_again, judge_replay
from clabber_audit.rules.bound_ruleset import law, law_of
from clabber_audit.rules.infractions import infractions_of
from clabber_audit.rules.ruleset import SHIPPED, SHIPPED_OF, from_data, load
from tests.hands import TEN_COMES_HOME
from tests.rulesets.files import house

LAW: Final = law_of("ecl-1992")
#: Cards in reverse order, in trumps and in plain suits.
_LOW: Final = tuple((rank, 0) for rank in PACK.ranks)
ORDER: Final = LAW.order(PACK)
_UPSIDE_DOWN: Final = ORDER._replace(
    strains={name: strain(PACK, name, RankOrder(_LOW, _LOW)) for name in ORDER.strains},
    plain=strain(PACK, "", RankOrder(_LOW, _LOW)),
)
UPSIDE_DOWN: Final = LAW._replace(
    ruleset=LAW.ruleset._replace(game=LAW.game._replace(order=lambda _toggles, _pack: _UPSIDE_DOWN))
)
HAND: Final = parse_hand(json.dumps(TEN_COMES_HOME).encode())


def test_default_game_is_clabber() -> None:
    assert {name: load(name).game.id for name in SHIPPED} == {
        name: game for game, names in SHIPPED_OF.items() for name in names
    }
    ruleset = house("wp", 'game = "clabber"')
    assert ruleset.game is CLABBER
    assert from_data(ruleset.to_data()).game is CLABBER
    assert game_of(HAND.record.format) in load_games()


def test_unknown_game_is_refused() -> None:
    with pytest.raises(Unusable) as refused:
        house("", 'game = "whist"')
    for word in ("house.toml", "there is no game “whist”", "clabber", "correct `game`"):
        assert word in str(refused.value)


def test_infractions_of_another_game_are_refused() -> None:
    """A game without calls and melds has no wrong ones; infractions of any game, such as a revoke, remain."""
    ruleset = load("ecl-1992")
    cards_alone = CLABBER._replace(name="Whist", events=frozenset())
    of_clabber = infractions_of(CLABBER).keys() - infractions_of(cards_alone).keys()
    assert {"false-meld", "early-belle", "declaring-out-of-turn"} < of_clabber
    for name in sorted(of_clabber & set(ruleset.penalties)):
        costs = {name: ruleset.penalties[name], "failure-to-follow": "renege"}
        with pytest.raises(Unusable) as refused:
            law(ruleset._replace(game=cards_alone, penalties=costs))
        message = str(refused.value)
        for word in ("ecl-1992", *ruleset.find_binding_articles(name), name, "Whist", "repeal"):
            assert word in message
    remaining = {name: cost for name, cost in ruleset.penalties.items() if name not in of_clabber}
    bound = law(ruleset._replace(game=cards_alone, penalties=remaining))
    assert bound.binding == LAW.binding - of_clabber


def test_replay_is_judged_with_its_own_card_order() -> None:
    ruling = adjudicate(HAND, LAW)
    with pytest.raises(AssertionError, match="another order"):
        judge_replay(ruling.replay, UPSIDE_DOWN)
    assert judge_again(ruling, law_of("wp")).replay is ruling.replay


def test_card_order_comes_from_the_law() -> None:
    """If the nine beats the ace, other seats win tricks, and play is out of turn."""
    ours = adjudicate(HAND, LAW)
    theirs = judge_again(ours, UPSIDE_DOWN)
    assert theirs.replay.order is _UPSIDE_DOWN
    assert theirs.replay.plays.winners != ours.replay.plays.winners
    trick = ours.replay.cards[:4]
    led = ORDER.strains[ours.replay.ranking.name].suit_of[trick[0]]
    trumps = [card for card in trick if card & ours.replay.trumps] or [card for card in trick if card & led]
    # Within a suit the bits rise from the nine, so that the lowest bit is now the best card.
    assert theirs.replay.plays.winners[0] == ours.replay.hand.seats[list(trick).index(min(trumps))]
    assert theirs.replay.plays.turns
    assert not ours.replay.plays.turns


def test_mark_may_be_empty() -> None:
    """An empty mark is a mark; a mark is open only if the maker is unknown."""
    ruling = adjudicate(HAND, LAW)
    assert ruling.remedy.score
    silent = LAW._replace(toggles=LAW.toggles._replace(zero_mark="", set_mark=""))
    marks = judge_again(ruling, silent).remedy.marks
    assert marks == tuple(str(points) if points else "" for points in ruling.remedy.score)
    assert "" in marks
    assert format_mark(0, 0, None, LAW.toggles) is None
