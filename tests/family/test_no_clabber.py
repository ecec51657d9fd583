"""Nothing of Clabber is said of the other games: no meld, no belle, no last trick to score, none of its rows."""

from __future__ import annotations

import re
from typing import Final

import pytest

from clabber_audit.games import CLABBER, GAMES
from clabber_audit.law.infractions import incident_kinds_of, infractions, infractions_of
from clabber_audit.render.manual import infraction_list, infraction_page, ruleset_page
from clabber_audit.rulesets.ruleset import SHIPPED_OF, load

FAMILY: Final = next(game for game in GAMES if game.id == "bid-euchre")
#: What only Clabber has, and the rows of its catalog.
OF_CLABBER: Final = re.compile(
    r"clabber|\bmelds?\b|\bbelle|\bdads?\b|last trick|\b162\b|\b152\b|sixth card|dealer[’']s up-card|\bR-\d|\bD-\d",
    re.IGNORECASE,
)
OF_THE_FAMILY: Final = re.compile(r"Bid Euchre|\bbowers?\b|\bB-\d|\bBD-\d|pepper|pfeffer|Bottoms", re.IGNORECASE)


def told(text: str) -> list[str]:
    """The words of Clabber in a text, each with what stands around it."""
    return [text[max(0, found.start() - 30) : found.end() + 30] for found in OF_CLABBER.finditer(text)]


@pytest.mark.parametrize("name", SHIPPED_OF["bid-euchre"])
def test_the_handbook_of_a_game_has_no_word_of_clabber(name: str) -> None:
    """The list of infractions, the manual of each, and the page of the rules."""
    rules = load(name)
    pages = [infraction_list(rules), ruleset_page(rules)]
    pages += [infraction_page(one, rules) for one in infractions_of(rules.game).values()]
    assert not [words for page in pages for words in told(page)]


def test_the_handbook_of_clabber_has_no_word_of_the_others() -> None:
    for name in SHIPPED_OF["clabber"]:
        rules = load(name)
        pages = [infraction_list(rules), *(infraction_page(one, rules) for one in infractions_of(rules.game).values())]
        assert not [found[0] for page in pages for found in OF_THE_FAMILY.finditer(page)]


@pytest.mark.parametrize("name", infractions_of(FAMILY))
def test_what_is_said_of_an_infraction_has_no_word_of_clabber(name: str) -> None:
    """Its sentences, whichever of them the family can come to, and what to do."""
    one = infractions()[name]
    shared = name in infractions_of(CLABBER)
    said = [one.title_in(FAMILY), one.help, one.doubt, one.owed, one.deed, *([] if shared else [one.message])]
    assert not told(" ".join(said))


def test_what_may_be_noted_has_no_word_of_clabber() -> None:
    for kind in incident_kinds_of(FAMILY).values():
        assert not told(f"{kind.deed} {kind.told}"), kind.word


def test_each_game_has_its_own_infractions() -> None:
    """There is no duty to trump or to beat in the family (B-020, B-021), and no meld; nobody bids in Clabber."""
    own, others = infractions_of(FAMILY), infractions_of(CLABBER)
    assert not {"failure-to-trump", "failure-to-overtrump", "false-meld", "early-belle", "failed-laydown"} & own.keys()
    assert not {"bid-out-of-turn", "unentitled-call", "table-talk", "dealt-out-of-order"} & others.keys()
    assert {"failure-to-follow", "lead-out-of-turn", "wrong-score"} <= own.keys() & others.keys()
    assert own.keys() | others.keys() == infractions().keys()


def test_the_search_finds_what_it_looks_for() -> None:
    rules = load("wp")
    assert told(infraction_page(infractions()["early-belle"], rules))
    assert told(infraction_page(infractions()["failure-to-follow"], rules))
