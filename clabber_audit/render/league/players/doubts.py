"""What the figures of players do not know, and the names that somebody has to look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.ground.counted import counted
from clabber_audit.league.players import Players
from clabber_audit.league.players.found import Unknown
from clabber_audit.record.names import folded
from clabber_audit.render.league.paper import Item, Section
from clabber_audit.render.league.players.roll import Roll
from clabber_audit.render.wording import listed

#: By what is lacking: what is said of one hand, and of more.
_LACKS: Final[dict[str, tuple[str, str]]] = {
    "written": (
        "Of {count} hand only the score was written down: it counts for hands and points, and for nothing else.",
        "Of {count} hands only the score was written down: they count for hands and points, and for nothing else.",
    ),
    "sheets": (
        "Of {count} hand there is a sheet and no cards: reneges, melds and lay-downs of players are not known there.",
        "Of {count} hands there is a sheet and no cards: reneges, melds and lay-downs of players are not known there.",
    ),
    "nameless": (
        "{count} hand does not tell all four players apart by name: whoever is not named gets nothing of it.",
        "{count} hands do not tell all four players apart by name: whoever is not named gets nothing of them.",
    ),
    "makerless": (
        "Of {count} hand it is not known which player made trumps: it is nobody’s, neither made nor set.",
        "Of {count} hands it is not known which player made trumps: they are nobody’s, neither made nor set.",
    ),
    "meldless": (
        "Of {count} hand with cards it is not known which melds counted: it is left out of melds and belle.",
        "Of {count} hands with cards it is not known which melds counted: they are left out of melds and belle.",
    ),
    "undecided": (
        "{count} hand cannot be decided and counts for nothing but reneges.",
        "{count} hands cannot be decided and count for nothing but reneges.",
    ),
    "doubtful": (
        "In {count} hand the record leaves a renege open: it is left out of the rate of whoever it would be.",
        "In {count} hands the record leaves a renege open: they are left out of the rate of whoever it would be.",
    ),
    "nobodys": (
        "{count} proven renege is no player’s: the record does not say whose it was.",
        "{count} proven reneges are no player’s: the record does not say whose they were.",
    ),
}


def unknown(found: Unknown) -> Section:
    """What cannot be known, and what is left out for it."""
    lacks = ((_LACKS[name], getattr(found, name)) for name in _LACKS)
    items = tuple(Item(counted(number, *words), "open") for words, number in lacks if number)
    return Section("unknown", "What these figures do not know", items=items, printed=True)


def names(found: Players, roll: Roll) -> Section:
    """The names that may be one person, or two."""
    return Section("names", "Names to look at", items=tuple(Item(text, "open") for text in _names(found, roll)))


def _names(found: Players, roll: Roll) -> Iterator[str]:
    for apart in found.apart:
        who, teams = _called(apart.name, found, roll), listed([roll.names.team(team) for team in apart.teams])
        yield (
            f"{who} played for {teams}. Nothing says that this is one person, so each has a line. If it is one, enter "
            "the substitution or the change of roster (`league substitute`, `league roster`); if not, give them "
            "different names in the records (`archive amend`)."
        )
    for name, other in found.look_alike:
        who, like = _called(name, found, roll), _called(other, found, roll)
        yield (
            f"{who} looks like {like} and is another name, so each has a line. If both are one person, correct the "
            "name in the records (`archive amend`)."
        )


def _called(name: str, found: Players, roll: Roll) -> str:
    """A name; where nobody is to be named, whoever has it, or that it was left out."""
    if not roll.names.anonymous:
        return f"“{name}”"
    return listed([roll.player(player) for player in found.called(folded(name))]) or roll.names.person(name)
