"""What an answer about a game or a position says otherwise than is expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clabber_audit.conformance.comparing import ABSENT, Json, differs, is_list_of_objects, same
from clabber_audit.ground.errors import shown


def of_game(expect: Json, answer: Json) -> Iterator[str]:
    """What is wrong with a scorecard, which has one game here; an answer may also be that game by itself."""
    games = answer.get("games", [answer])
    if not is_list_of_objects(games) or len(games) != 1:
        yield "the answer is not about one game"
        return
    (game,) = games
    for key, wanted in expect.items():
        if key == "hands":
            yield from _hands(wanted, game.get("hands"))
        else:
            yield from differs(key, wanted, game.get(key, ABSENT))


def _hands(expected: Sequence[Json], found: object) -> Iterator[str]:
    if not is_list_of_objects(found):
        yield "the answer has no list “hands” of objects"
        return
    for wanted in expected:
        number = wanted["number"]
        hand = next((one for one in found if same(number, one.get("number"))), None)
        if hand is None:
            yield f"hand {number} is missing"
            continue
        for key, value in wanted.items():
            yield from differs(f"{key} of hand {number}", value, hand.get(key, ABSENT))


def of_position(part: str, wanted: object, answer: Json) -> Iterator[str]:
    """What is wrong with one part; cards that may be played are a set, and which of two equal ones does not matter."""
    found = answer.get(part, ABSENT)
    if isinstance(wanted, list) and isinstance(found, list) and all(isinstance(card, str) for card in found):
        if set(wanted) != set(found):
            yield f"{part}: {' '.join(wanted)} expected, {shown(' '.join(found)) or 'none'} answered"
    else:
        yield from differs(part, wanted, found)
