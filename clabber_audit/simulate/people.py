"""Invented teams with invented players, as many as a season needs."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Final

from clabber_audit.league.season.model import Team

#: How many play in a team. Two of them sit down for a match.
ROSTER: Final = 4

# fmt: off
_TEAMS: Final = (
    "Badgers", "Bitterns", "Catbirds", "Coots", "Cranes", "Foxes", "Grebes", "Herons", "Larks", "Lynxes",
    "Martens", "Minks", "Muskrats", "Newts", "Otters", "Plovers", "Shrews", "Stoats", "Teals", "Terns", "Voles",
    "Weasels",
)
_FIRST: Final = (
    "Ada", "Alma", "Bert", "Clem", "Cora", "Dell", "Dora", "Edna", "Etta", "Finn", "Gus", "Hazel", "Hugh",
    "Ida", "Ines", "Jud", "Kate", "Lem", "Lena", "Mabel", "Milo", "Nell", "Olin", "Opal", "Perry", "Rhoda",
    "Rolf", "Selma", "Ted", "Vera", "Walt", "Zella",
)
#: Made of places and things at hand, so that nobody finds his own.
_LAST: Final = (
    "Applequay", "Ashrafter", "Barnsilver", "Bricklark", "Candlereed", "Clayferry", "Cobbleton", "Cornlantern",
    "Dockweather", "Elmskiff", "Fencemarrow", "Flintpasture", "Gravelwing", "Hayrudder", "Inkwillow",
    "Kettlemoor", "Lampharrow", "Mossanvil", "Nettlebarge", "Oatsteeple", "Pipethistle", "Quilltimber",
    "Rainshutter", "Reedhammer", "Saltorchard", "Stonebobbin", "Tallowbrook", "Thimblefield", "Wickerford",
    "Yarnbridge",
)
# fmt: on
#: As many as a season file holds; there are players for more.
MOST_TEAMS: Final = 200


def crowd(random: Random) -> list[str]:
    """Everybody there is, in an order of its own; no name stands twice."""
    players = [f"{first} {last}" for first, last in product(_FIRST, _LAST)]
    random.shuffle(players)
    return players


def entered(random: Random, count: int) -> list[Team]:
    """`count` teams with their players, at most `MOST_TEAMS`; no name stands twice."""
    players = crowd(random)
    names = random.sample(_TEAMS, min(count, len(_TEAMS)))
    clubs = [_numbered(names[number % len(names)], number // len(names)) for number in range(count)]
    return [
        Team(
            id=name.lower().replace(" ", "-"),
            name=name,
            captain=players[number * ROSTER],
            players=players[number * ROSTER : (number + 1) * ROSTER],
        )
        for number, name in enumerate(clubs)
    ]


def _numbered(name: str, before: int) -> str:
    """A club that enters several teams numbers them from the second."""
    return f"{name} {before + 1}" if before else name
