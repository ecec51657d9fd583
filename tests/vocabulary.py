"""Generator of `clabber_audit/records/incidents.py`: the incidents and infractions that a record may name.

`nox -s regen` writes it; a test fails if it is out of date. Ids, and the names of toggles, games and infractions that
infractions refer to, are checked here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from textwrap import wrap
from typing import Any, Final

from clabber_audit.core.errors import Unusable, unknown_error
from clabber_audit.games import GAMES, load_games
from clabber_audit.games.bid_euchre.game import BID_EUCHRE
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.game import Game
from clabber_audit.records import incidents
from clabber_audit.rules import infractions as folder
from clabber_audit.rules.answers import list_choices, types_of
from clabber_audit.rules.infraction import (
    Infraction,
    incident_kinds,
    incident_kinds_of,
    load_infraction,
)
from clabber_audit.rules.infractions import NotedInfraction

FILE: Final = Path(incidents.__file__)
_HEAD: Final = '''\
"""Incidents and infractions that a record may name.

Made from the infractions by `nox -s regen`, and not to be edited.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal
'''
#: Sets of incidents that records need, by the field of `IncidentKind` that makes one, each with its comment.
_SETS: Final = {
    "of_the_deal": "Incidents of the deal, which need no moment.",
    "about_a_trick": "Incidents about a trick whose cards have all fallen.",
    "shows_card": "Incidents that show everybody a card of the seat.",
    "in_play": "Incidents in which a card was being played.",
    "gathers": "Incidents in which a side took a trick off the table.",
    "mixes_upcard": "Incidents after which somebody else may have the up-card.",
    "miscounts": "Incidents after which a hand may have more or fewer cards than its share.",
}


def find_infractions() -> list[Infraction[Any]]:
    """Return the infractions of all files and rows, in the order of the contract.

    Raise Unusable if two have the same id, or one names a toggle, game or infraction that does not exist.
    """
    names = [f"{folder.__name__}.{file.name}" for file in iter_modules(folder.__path__)]
    noted = (NotedInfraction(kind) for kind in incident_kinds().values() if kind.infraction)
    by_id = dict[str, Infraction[Any]]()
    for one in (*map(load_infraction, map(import_module, names)), *noted):
        if (other := by_id.setdefault(one.id, one)) is not one:
            raise Unusable(
                f"{one.source}: “{one.id}” is the id of an infraction in {other.source}", "", "choose another"
            )
    for one in by_id.values():
        _check_references(one, by_id)
    return sorted(by_id.values(), key=lambda infraction: (infraction.number, infraction.id))


def _check_references(one: Infraction[Any], known: Collection[str]) -> None:
    """Raise Unusable for a toggle, answer, game or infraction that does not exist: it would do nothing, in silence."""
    where = one.source
    toggles = {name for game in load_games() for name in game.toggles._fields}
    references: dict[str, tuple[Iterable[str], Collection[str]]] = {
        "exempted_by": (one.exempted_by, toggles),
        "asked_by": ([one.asked_by], toggles),
        "bound_with": ([one.bound_with[0]], toggles),
        "taken_for": ([one.taken_for], known),
        "titles": (one.words.titles, [game.id for game in GAMES]),
    }
    if isinstance(one, NotedInfraction):
        where = f"incidents.toml: [{one.kind.word}.infraction]"
        if claim := one.row.on_claim:
            for game in filter(one.is_in_game, load_games()):
                answers = list_choices(types_of(game).get(claim.toggle))
                references[f"toggle of {game.name}"] = ([claim.toggle], game.toggles._fields)
                references["answer"] = ([claim.answer], [word for word in answers if isinstance(word, str)])
    for attribute, (names, existing) in references.items():
        for name in filter(None, names):
            if name not in existing:
                raise unknown_error(where, attribute, name, existing)


def can_be_claimed_in(game: Game, infraction: Infraction[Any]) -> bool:
    """Return True if a claim may name an infraction: the game has it, or a record of the game may note it.

    A card may be claimed as exposed in a game without such a rule; the ruling then says that nothing follows.
    """
    return infraction.is_in_game(game) or any(kind.is_in_game(game.id) for kind in infraction.kinds)


def vocabulary() -> str:
    """Return the text of the module."""
    kinds, infractions, parts = incident_kinds(), find_infractions(), [_HEAD]
    for game, prefix in ((CLABBER, ""), (BID_EUCHRE, "BidEuchre")):
        comment = f"Incidents of {game.name}, and infractions that a claim may name."
        parts.append(
            f"#: {comment}\n{prefix}IncidentKind = Literal[\n{_lines(incident_kinds_of(game))}]  # fmt: skip\n"
        )
        claimable = [infraction.id for infraction in infractions if can_be_claimed_in(game, infraction)]
        parts.append(f"{prefix}InfractionId = Literal[\n{_lines(claimable)}]  # fmt: skip\n")
    for field, comment in _SETS.items():
        words = [word for word, kind in kinds.items() if getattr(kind, field)]
        parts.append(_list(field.upper(), comment, words))
    comment = "Infractions that an article may bind, of any game."
    parts.append(_list("INFRACTIONS", comment, [infraction.id for infraction in infractions]))
    return "\n".join(parts)


def _list(name: str, comment: str, words: Iterable[str]) -> str:
    return f"#: {comment}\n{name}: Final[Sequence[str]] = [\n{_lines(words)}]  # fmt: skip\n"


def _lines(words: Iterable[str]) -> str:
    quoted = " ".join(f'"{word}",' for word in words)
    return "".join(f"    {line}\n" for line in wrap(quoted, 106, break_on_hyphens=False))


if __name__ == "__main__":
    FILE.write_text(vocabulary(), encoding="utf-8")
