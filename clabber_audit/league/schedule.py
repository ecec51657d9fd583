"""Schedules: round robins and new seasons."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from typing import Any, Final, NamedTuple

from clabber_audit.league.season import FORMAT
from clabber_audit.records.base import DAY
from clabber_audit.records.formats import folded


class Pairing(NamedTuple):
    """One round."""

    #: Pairings; the first team is at home.
    matches: tuple[tuple[str, str], ...]
    #: Team with a bye; None for an even number of teams.
    bye: str | None


def round_robin(teams: Sequence[str]) -> list[Pairing]:
    """Return the rounds for two or more distinct teams.

    One round for each opponent; with an odd number one more, and every team has one bye. Home and away matches of a
    team differ by one at most.
    """
    circle: list[str | None] = [*teams] + [None] * (len(teams) % 2)
    rounds: list[Pairing] = []
    for number in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        if number % 2:
            # The team that stays in its place would be at home every time.
            pairs[0] = (pairs[0][1], pairs[0][0])
        matches = tuple((home, away) for home, away in pairs if home is not None and away is not None)
        bye = next((home or away for home, away in pairs if home is None or away is None), None)
        rounds.append(Pairing(matches, bye))
        # Everybody but the first moves one place around the circle.
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


#: The longest id that is made of a name; a number may be added.
_LONGEST: Final = 56


def drawn(
    title: str, names: Sequence[str], seed: int, first: str | None = None, **more: Any
) -> dict[str, Any]:
    """Return a season as data, `clabber-season/1`: a round robin, one round a week from the day `first` on.

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
    """Return True for a day of the calendar such as 2026-01-22."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return re.fullmatch(DAY, text) is not None


def shuffled(ids: Sequence[str], seed: int) -> list[str]:
    """Return the ids in the order drawn with a seed, the same on every machine and for any order of input."""
    random = Random(seed)
    left, found = sorted(ids), []
    while left:
        # `random()` is the only method that promises the same numbers in every version.
        found.append(left.pop(int(random.random() * len(left))))
    return found


def _ids(names: Sequence[str]) -> list[str]:
    """Return an id for each name: its letters and digits, with a number if it is taken."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        id = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST] or f"team-{number}"
        taken = {*found, *(folded(other) for other in names if other != name)}
        found.append(id if id not in taken else f"{id}-{number}")
    return found
