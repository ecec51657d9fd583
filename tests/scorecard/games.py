"""Games to score: hands with their written scores, and invented teams."""

from __future__ import annotations

import re
from typing import Any, Final

from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import adjudicate
from clabber_audit.league.scorecard import ScoredGame, games
from clabber_audit.rules.bound_ruleset import law_of
from tests import hands
from tests.cli import Json, encode_record

TEAMS: Final = {"NS": "Herons", "EW": "Foxes"}
PLAYERS: Final = {"N": "Ida", "E": "Gus", "S": "Hazel", "W": "Finn"}
PLACE: Final = {
    "league": "Harbor League",
    "season": "2026",
    "venue": "Net Loft",
    "date": "1 May",
    "round": 2,
    "game": 1,
}


def hand(number: int, dealer: str, north_south: int | str, east_west: int | str, **more: Any) -> Json:
    """Return a hand with only its written score."""
    return {
        "format": "clabber-hand/1",
        "id": f"h{number}",
        "teams": TEAMS,
        "players": PLAYERS,
        "context": {**PLACE, "hand": number},
        "deal": {"dealer": dealer},
        "plays": [],
        "score": {"NS": north_south, "EW": east_west},
        **more,
    }


def make_itemized_hand(number: int, dealer: str, maker: str, trump: str, *parts: int, **more: Any) -> Json:
    """Return a hand whose sheet lists cards, last trick, melds and belle of North-South, then of East-West."""
    names = ("cards", "last_trick", "melds", "belle")
    sheet = {
        "NS": dict(zip(names, parts[:4], strict=True)),
        "EW": dict(zip(names, parts[4:], strict=True)),
    }
    record = hand(number, dealer, 0, 0, contract={"maker": maker, "trump": trump}, sheet=sheet)
    del record["score"]
    return {**record, **more}


def move_into_game(number: int, record: Json) -> Json:
    """Return a hand with its cards, moved into the game."""
    context = {**PLACE, "hand": number}
    return {**record, "id": f"h{number}", "teams": TEAMS, "players": PLAYERS, "context": context}


def without_number(record: Json) -> Json:
    """Return a hand of the game without its number."""
    return {**record, "context": {name: value for name, value in record["context"].items() if name != "hand"}}


def read_hands(text: str) -> list[Json]:
    """Return the hands of a game written as in `games.md`."""
    return [record for part in text.split(";") for record in _read_part(part.split())]


def _read_part(words: list[str]) -> list[Json]:
    known = {"won": WON, "long": LONG, "disputed": DISPUTED}.get(words[0]) if words[0].isalpha() else None
    if known is not None:
        picked = [dict(known[int(word) - 1]) for word in words[1:] if word.isdecimal()] or [*map(dict, known)]
    else:
        picked = [_read_hand(*words)]
    options = dict(zip(words, [*words[1:], ""], strict=True))
    for record in picked:
        if "unknown" in options:
            record["plays"] = [{"seat": seat, "card": None} for seat in "NESW" * 6]
        if "due" in options:
            record["deal"] = {**record["deal"], "due_dealer": options["due"]}
        if "id" in options:
            record["id"] = options["id"]
    return [without_number(record) if "loose" in options else record for record in picked]


def _read_hand(number: str, name: str, *words: str) -> Json:
    parts = [int(part) for word in words if "+" in word for part in re.findall(r"\d+", word)]
    if name in hands.ALL:
        record = move_into_game(int(number), hands.ALL[name])
    elif parts:
        record = make_itemized_hand(int(number), name, words[0], words[1], *parts)
    else:
        contract = {"contract": {"maker": words[0], "trump": words[1]}} if ":" not in words[0] else {}
        record = hand(int(number), name, 0, 0, **contract)
    scores = [_read_score(word) for word in words if ":" in word and "+" not in word]
    return {**record, "score": scores[0]} if scores else record


def _read_score(marks: str) -> dict[str, int | str]:
    sides = zip(("NS", "EW"), marks.split(":"), strict=True)
    return {side: int(mark) if mark.isdecimal() else mark for side, mark in sides if mark}


def score_games(*records: Json, ruleset: str = "ecl-1992") -> list[ScoredGame]:
    """Return the games of these hands."""
    return games(
        adjudicate(parse_hand(encode_record(record).rstrip()), law_of(ruleset)) for record in records
    )


def score_one_game(*records: Json, ruleset: str = "ecl-1992") -> ScoredGame:
    """Return the only game of these hands."""
    (found,) = score_games(*records, ruleset=ruleset)
    return found


#: Six hands that Herons win with 510 to 470, one of them by a renege and one with a slip on the sheet. By hand:
#: 61 + 127 + 0 + 90 + 132 + 100 = 510 and 101 + 55 + 182 + 0 + 50 + 82 = 470.
WON: Final = (
    make_itemized_hand(1, "N", "E", "H", 61, 0, 0, 0, 91, 10, 0, 0, score={"NS": 61, "EW": 101}),
    make_itemized_hand(2, "E", "N", "C", 97, 10, 20, 0, 55, 0, 0, 0, score={"NS": 127, "EW": 55}),
    move_into_game(3, hands.UPHELD),
    make_itemized_hand(4, "W", "W", "D", 80, 10, 0, 0, 72, 0, 0, 0, score={"NS": 90, "EW": "XXX"}),
    make_itemized_hand(5, "N", "S", "S", 102, 10, 0, 20, 50, 0, 0, 0, score={"NS": 132, "EW": 50}),
    make_itemized_hand(6, "E", "N", "H", 70, 10, 20, 0, 82, 0, 0, 0, score={"NS": 110, "EW": 82}),
)
#: The same without the third hand, and with the fourth in dispute: its cards are not known.
DISPUTED: Final = (
    *WON[:2],
    hand(
        4,
        "W",
        90,
        "XXX",
        contract={"maker": "W", "trump": "D"},
        plays=[{"seat": s, "card": None} for s in "NESW" * 6],
    ),
    *WON[4:],
)


def _make_set_hand(number: int) -> Json:
    """Return a hand whose makers, North-South and East-West in turn, are set by 82 to 80."""
    lower, higher = (80, 0, 0, 0), (72, 10, 0, 0)
    parts = (*lower, *higher) if number % 2 else (*higher, *lower)
    return make_itemized_hand(number, "NESW"[(number - 1) % 4], "EN"[number % 2], "CDHS"[number % 4], *parts)


#: As long as a game gets. Twelve hands with a set in each leave both at 6 times 82, 492; the thirteenth brings 70 and
#: 92; two more were played although it was over.
LONG: Final = (
    *map(_make_set_hand, range(1, 13)),
    make_itemized_hand(13, "N", "E", "H", 70, 0, 0, 0, 82, 10, 0, 0, score={"NS": 70, "EW": 102}),
    *map(_make_set_hand, (14, 15)),
)
