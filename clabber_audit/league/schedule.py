"""A new season: teams by name in, a schedule out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from typing import Any, Final

from clabber_audit.league.season.model import FORMAT
from clabber_audit.league.season.round_robin import round_robin
from clabber_audit.record.names import folded
from clabber_audit.record.parts import DAY

#: The longest id that is made of a name; a number may be added.
_LONGEST: Final = 56


def drawn(title: str, names: Sequence[str], seed: int, first: str | None = None, **more: Any) -> dict[str, Any]:
    """A season as data, `clabber-season/1`: a round robin of these teams, a round a week from the day `first` on.

    `more` are further keys of the season; those that are None are left out.
    """
    ids = _ids(names)
    rounds = [
        {
            "number": number,
            **({"day": str(date.fromisoformat(first) + timedelta(weeks=number - 1))} if first else {}),
            "matches": [
                {"id": f"r{number}-m{place}", "teams": list(pair), "home": pair[0], "table": place}
                for place, pair in enumerate(pairing.matches, 1)
            ],
            "byes": [pairing.bye] if pairing.bye else [],
        }
        for number, pairing in enumerate(round_robin(shuffled(ids, seed)), 1)
    ]
    return {
        "format": FORMAT,
        "title": title,
        **{key: value for key, value in more.items() if value is not None},
        "teams": [{"id": id, "name": name, "players": []} for id, name in zip(ids, names, strict=True)],
        "rounds": rounds,
    }


def is_day(text: str) -> bool:
    """Whether a text is a day of the calendar, written as a season writes it."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return re.fullmatch(DAY, text) is not None


def shuffled(ids: Sequence[str], seed: int) -> list[str]:
    """The ids in another order, the same one for the same seed, on every machine and however they were listed."""
    random = Random(seed)
    left, found = sorted(ids), []
    while left:
        # `random()` is the only method that promises the same numbers in every version.
        found.append(left.pop(int(random.random() * len(left))))
    return found


def _ids(names: Sequence[str]) -> list[str]:
    """An id for each name: its letters and digits as far as an id may hold them, with a number where it is taken."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        id = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST] or f"team-{number}"
        taken = {*found, *(folded(other) for other in names if other != name)}
        found.append(id if id not in taken else f"{id}-{number}")
    return found
