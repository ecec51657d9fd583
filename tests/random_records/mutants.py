"""Lines of records mutated as data or as bytes; most can be read, and many are still clean."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from clabber_audit.bulk.prefilter import find_clean_lines
from clabber_audit.core.errors import Refused
from clabber_audit.games.parse import parse_hand
from clabber_audit.inputs.records import START, InputRecord, law_for
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.formats import names_in, record_data
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.simulate.seasons import simulate_hands
from tests.random_records import irregular
from tests.rules import OF_CLABBER

#: Number of lines checked together.
BLOCK: Final = 1_000

_CARD: Final = re.compile(rb'(?<=")(?:[789TJQKA][CDHS]|JK)(?=")')

Change = Callable[[Any, Random], None]


def lines(seed: int, count: int) -> Iterator[bytes]:
    """Yield `count` lines, the same for the same seed."""
    for block in range(0, count, BLOCK):
        random = Random(f"mutants {seed} {block}")
        records = _draw_records(random, BLOCK)
        for _ in range(min(BLOCK, count - block)):
            yield _mutate(random.choice(records), random)


def _draw_records(random: Random, count: int) -> list[dict[str, Any]]:
    trouble, claims = random.choice((0, 0.3)), random.choice((0, 0.5))
    simulated = [
        record_data(one)
        for one in simulate_hands(random.randrange(1 << 30), count // 10, irregular=trouble, claims=claims)
    ]
    return [*simulated, *irregular.records(random.randrange(1 << 30), count // 50)]


def find_wrongly_passed(lines: Sequence[bytes]) -> tuple[int, list[bytes]]:
    """Return the number of lines that the prefilter passes over, and those that it wrongly passes over."""
    clean = find_clean_lines(lines, None)
    wrong = [lines[row] for row, names in clean.items() if not _is_clean(lines[row], names)]
    return len(clean), wrong


def _is_clean(line: bytes, names: Sequence[str]) -> bool:
    """Return True if the judge finds nothing in a line, by its own law, and these names in its record."""
    try:
        hand = parse_hand(line)
        ruling = adjudicate(hand, law_for(InputRecord("", hand, None, lambda _path: START), None))
    except Refused:
        return False
    return not (ruling.findings or ruling.open) and names == tuple(names_in(hand.record))


def count_clean(lines: Sequence[bytes], law: BoundRuleset) -> int:
    """Count the hands in which the judge finds nothing under a law."""
    rulings = [adjudicate(parse_hand(line), law) for line in lines]
    return sum(not (ruling.findings or ruling.open) for ruling in rulings)


def _mutate(data: dict[str, Any], random: Random) -> bytes:
    data = json.loads(json.dumps(data))
    if random.random() < 0.3:
        data["ruleset"] = random.choice(OF_CLABBER)
    for change in random.choices(_CHANGES, k=random.choice((0, 1, 1, 1, 2))):
        change(data, random)
    line = json.dumps(data, separators=(",", ":"), sort_keys=random.random() < 0.3).encode()
    return _mutate_bytes(line, random) if random.random() < 0.3 else line


def _mutate_bytes(line: bytes, random: Random) -> bytes:
    text, draw = bytearray(line), random.random()
    cards = [found.start() for found in _CARD.finditer(line)]
    if draw < 0.4 and len(cards) > 1:
        # Swap two cards, once or everywhere.
        first, other = (line[at : at + 2] for at in random.sample(cards, 2))
        if random.random() < 0.5:
            return line.replace(first, b"??").replace(other, first).replace(b"??", other)
        at, place = random.sample(cards, 2)
        text[at : at + 2], text[place : place + 2] = text[place : place + 2], text[at : at + 2]
    elif draw < 0.6:
        text[random.randrange(len(text))] = random.choice(b'"\\,:[]{} 09ATNESWxXC-\x00\xff')
    elif draw < 0.8:
        at = random.randrange(len(text))
        del text[at : at + random.choice((1, 1, 2, 20))]
    else:
        keys = [found.start() for found in re.finditer(rb'"\w+":', line)]
        at, place = sorted(random.sample(keys, 2))
        text[place:place] = text[at:place]
    return bytes(text).replace(b"\n", b" ")


def _change_seat(data: Any, random: Random) -> None:
    """Let another seat play a random card."""
    if data["plays"]:
        random.choice(data["plays"])["seat"] = random.choice("NESW")


def _swap_cards(data: Any, random: Random) -> None:
    """Swap two plays of one player, and drop the score, so that it does not reveal the swap."""
    seat = random.choice("NESW")
    own = [play for play in data["plays"] if play["seat"] == seat]
    if len(own) > 1:
        one, other = random.sample(own, 2)
        one["card"], other["card"] = other["card"], one["card"]
        data.pop("score", None)


def _shift_seats(data: Any, random: Random) -> None:
    """Move all plays by one seat, or change the dealer or the up-card."""
    draw = random.random()
    if draw < 0.4:
        data["deal"]["dealer"] = random.choice("NESW")
    elif draw < 0.7:
        hands = data["deal"].get("hands") or {"N": ["9C"]}
        data["deal"]["upcard"] = random.choice(random.choice([*hands.values()]) or ["9C"])
    else:
        for play in data["plays"]:
            play["seat"] = "NESW"["NESW".index(play["seat"]) - 1]


def _change_call(data: Any, random: Random) -> None:
    calls = data.get("declarations") or []
    draw = random.random()
    if calls and draw < 0.4:
        random.choice(calls)["call"] = random.choice(("pass", "play", *"CDHS"))
    elif calls and draw < 0.6:
        random.choice(calls)["seat"] = random.choice("NESW")
    elif calls and draw < 0.8:
        del calls[random.randrange(len(calls)) :]
    else:
        data.pop("declarations", None)


def _change_meld(data: Any, random: Random) -> None:
    melds = data.get("melds") or []
    draw = random.random()
    if draw < 0.15:
        data.pop("melds", None)
    elif draw < 0.3:
        data["melds"] = [*melds, {"seat": random.choice("NESW"), "kind": "belle"}]
    elif not melds:
        hand = data["deal"].get("hands", {}).get("N", [])
        data["melds"] = [{"seat": "N", "kind": random.choice(("dad", "fifty", "hundred")), "cards": hand[:3]}]
    elif draw < 0.5:
        melds.remove(random.choice(melds))
    elif draw < 0.65:
        random.choice(melds)["kind"] = random.choice(("dad", "fifty", "hundred", "two_hundred", "belle"))
    elif draw < 0.8:
        random.choice(melds)["seat"] = random.choice("NESW")
    else:
        random.choice(melds)[random.choice(("announced", "shown"))] = random.choice(
            ("never", "in_turn", 3, None)
        )


def _change_score(data: Any, random: Random) -> None:
    draw = random.random()
    score = data.setdefault("score", {})
    if draw < 0.2:
        score.clear()
    elif draw < 0.8:
        score[random.choice(("NS", "EW"))] = random.choice((0, 10, 82, 101, 162, "XXX", "XX", "-", "--", "R"))
    elif {"NS", "EW"} <= set(score):
        score["NS"], score["EW"] = score["EW"], score["NS"]


def _make_claims(data: Any, random: Random) -> None:
    """Add claims with little evidence."""
    data["claims"] = [
        {
            "by": random.choice(("N", "E", "S", "W", None)),
            "against": random.choice(("N", "E", "S", "W", "NS", "EW")),
            "at": random.choice((0, 4, 11, 20, 24, "declaring", "turned", "scored")),
            **random.choice(
                ({}, {"infraction": random.choice(("failure-to-follow", "false-meld", "slow-play"))})
            ),
            **random.choice(({}, {}, {"trick": random.randint(1, 6)})),
            **random.choice(
                ({}, {"reviewed": True}, {"withdrawn": True}, {"reviewed": True, "withdrawn": True})
            ),
        }
        for _ in range(random.choice((1, 1, 2)))
    ]


def _add_details(data: Any, random: Random) -> None:
    """Add a detail that plain hands lack."""
    more = {
        "incidents": [{"kind": "slow_play", "seat": "N"}],
        "claims": [{"by": "N", "against": "EW", "at": 0}],
        "comments": [{"at": random.choice((0, 24)), "text": "so"}],
        "remarks": ["kept as it is"],
        "laydown": {"by": "N", "at": 0, "agreed": True},
        "disordered": [random.choice((1, 6))],
        "contract": {"maker": "N", "trump": "S"},
        "context": None,
        "sheet": {"NS": {"cards": 1}},
    }
    name = random.choice(list(more))
    data[name] = more[name]
    data["deal"][random.choice(("cut", "due_dealer"))] = random.choice((None, None, None, 2, "N"))


def _remove_details(data: Any, random: Random) -> None:
    draw = random.random()
    if draw < 0.3:
        del data["plays"][random.randrange(len(data["plays"]) + 1) :]
    elif draw < 0.5:
        data.pop(random.choice([key for key in data if key not in ("plays", "deal")]))
    elif draw < 0.7:
        data["deal"].pop(random.choice(("cut", "due_dealer", "upcard", "hands")), None)
    elif data["plays"]:
        random.choice(data["plays"])["card"] = None


_CHANGES: Final[Sequence[Change]] = (
    *[_swap_cards] * 3,
    _change_seat,
    _shift_seats,
    *[_change_call] * 2,
    *[_change_meld] * 3,
    _change_score,
    _add_details,
    _remove_details,
    _make_claims,
)
