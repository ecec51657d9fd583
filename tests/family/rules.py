"""The rulesets of the family as the program reads them: their articles, and the answers these give together."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from clabber_audit.games import CLABBER
from clabber_audit.games.bid_euchre.toggles import COSTS, PENALTIES, Toggles
from clabber_audit.rulesets import reading, ruleset
from clabber_audit.rulesets.articles import Article, statute_from
from clabber_audit.rulesets.resolving import answers

ROOT: Final = Path(__file__).parents[2]
#: The sixteen, and what they stand on.
NAMES: Final = (
    "bid-euchre",
    "pepper",
    "hawsy",
    "timed",
    "progressive-euchre",
    "pfeffer",
    "hasenpfeffer",
    "buckenpeffer",
    "dirty-clubs",
    "dirty-clubs-bumped",
    "eau-claire-clubs",
    "eau-claire-third-ward",
    "eau-claire-study-hall",
    "double-deck",
    "double-hasenpfeffer",
    "double-hasenpfeffer-bauers",
)
FAMILY: Final = "bid-euchre-family"
#: What reading the answers needs of a game.
_GAME: Final = CLABBER._replace(
    id="bid-euchre", name="Bid Euchre", toggles=Toggles, penalties=PENALTIES, costs=COSTS.get
)


@cache
def articles_of(name: str) -> dict[str, Article]:
    """The articles that bind under a shipped ruleset, or under a house's in a file."""
    if not name.endswith(".toml"):
        return ruleset.in_force(ruleset._chain(name), name)
    own = statute_from(reading.read(Path(name)), name)
    assert own.extends is not None
    return ruleset.in_force([own, *ruleset._chain(own.extends)], name)


@cache
def answers_of(name: str) -> Toggles:
    """Every question answered."""
    found = answers(articles_of(name), _GAME, name)
    assert isinstance(found, Toggles)
    return found


def answered_otherwise(name: str, changed: dict[str, Any]) -> Toggles:
    """The answers of a ruleset, some of them changed."""
    return answers_of(name)._replace(**changed)
