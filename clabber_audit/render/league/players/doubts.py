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
        "{count} hand has only a score: it counts for hands and points only.",
        "{count} hands have only a score: they count for hands and points only.",
    ),
    "sheets": (
        "{count} hand has a sheet but no cards, so the players’ reneges, melds and lay-downs are unknown.",
        "{count} hands have a sheet but no cards, so the players’ reneges, melds and lay-downs are unknown.",
    ),
    "nameless": (
        "{count} hand does not name all four players: it counts only for those named.",
        "{count} hands do not name all four players: they count only for those named.",
    ),
    "makerless": (
        "In {count} hand we cannot tell who made trump, so no player is credited with it.",
        "In {count} hands we cannot tell who made trump, so no player is credited with them.",
    ),
    "meldless": (
        "In {count} hand with cards we cannot tell which melds counted, so it is left out of melds and belle.",
        "In {count} hands with cards we cannot tell which melds counted, so they are left out of melds and belle.",
    ),
    "undecided": (
        "{count} hand cannot be decided and counts only for reneges.",
        "{count} hands cannot be decided and count only for reneges.",
    ),
    "doubtful": (
        "In {count} hand we cannot tell if there was a renege, so it is left out of that player’s rate.",
        "In {count} hands we cannot tell if there was a renege, so they are left out of those players’ rates.",
    ),
    "nobodys": (
        "{count} proven renege is not counted for any player: the record does not say whose it was.",
        "{count} proven reneges are not counted for any player: the record does not say whose they were.",
    ),
}


def unknown(found: Unknown) -> Section:
    """What cannot be known, and what is left out for it."""
    lacks = ((_LACKS[name], getattr(found, name)) for name in _LACKS)
    items = tuple(Item(counted(number, *words), "open") for words, number in lacks if number)
    return Section("unknown", "What these figures leave out", items=items, printed=True)


def names(found: Players, roll: Roll) -> Section:
    """The names that may be one person, or two."""
    return Section("names", "Names to look at", items=tuple(Item(text, "open") for text in _names(found, roll)))


def _names(found: Players, roll: Roll) -> Iterator[str]:
    for apart in found.apart:
        who, teams = _called(apart.name, found, roll), listed([roll.names.team(team) for team in apart.teams])
        yield (
            f"{who} played for {teams}. We cannot tell if this is one person, so each has a line. If it is, enter "
            "the substitution or the change of roster (`league substitute`, `league roster`); if not, give them "
            "different names in the records (`archive amend`)."
        )
    for name, other in found.look_alike:
        who, like = _called(name, found, roll), _called(other, found, roll)
        yield (
            f"{who} looks like {like} but is spelled differently, so each has a line. If both are one person, "
            "correct the name in the records (`archive amend`)."
        )


def _called(name: str, found: Players, roll: Roll) -> str:
    """A name; where nobody is to be named, whoever has it, or that it was left out."""
    if not roll.names.anonymous:
        return f"“{name}”"
    return listed([roll.player(player) for player in found.called(folded(name))]) or roll.names.person(name)
