"""What a record says around its cards: where, when and who."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Noted(NamedTuple):
    """What a record says around its cards."""

    id: str
    #: The ruleset that it names; None where it names none.
    ruleset: str | None
    #: A `record.parts.Context`; None where nobody noted any.
    context: Any
    #: Names by seat and by side.
    players: Mapping[str, str]
    teams: Mapping[str, str]
    #: The score of each side as somebody wrote it, by the name of the side.
    score: Mapping[str, int | str]


def noted_in(record: Any) -> Noted:
    """What a record of any game says around its cards."""
    named = record.ruleset if "ruleset" in record.model_fields_set else None
    return Noted(record.id, named, record.context, record.players, record.teams, record.score)
