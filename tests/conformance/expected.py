"""Expectations of the casebook as data: each line becomes a key.

An answer must have the keys of `expect`; it may omit those of `details`, but not contradict them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from clabber_audit.cards import TEAMS

Json = dict[str, Any]

_NUMBER = re.compile(r"-?\d+")
_ENDS = re.compile(r"(-?\d+)-(-?\d+)")
#: Parts of a side's points, in the order of the casebook.
_PARTS = ("cards", "last_trick", "melds", "belle")
#: Places of findings without a card, in the words of the family's casebook.
_PLACES = ("deal", "trump", "alone", "give", "out", "incident")


class Expected(NamedTuple):
    """Expected answer to a question."""

    expect: Json
    details: Json


def of_hand(lines: tuple[str, ...], family: str) -> Expected:
    """Return the expectation of an `expect` block about a hand."""
    expected = Expected({"findings": []}, {})
    for line in lines:
        words = line.split()
        if words[0] == "finding":
            expected.expect["findings"].append(_finding(words[1:], family))
        elif words != ["no", "finding"]:
            _line(words, expected)
    return expected


def _finding(words: list[str], family: str) -> Json:
    infraction, who, *rest = words
    known: Json = {"infraction": infraction}
    known["team" if who in TEAMS else "seat"] = None if who == "-" else who
    known["verdict"] = "proven"
    given = iter(rest)
    for word in given:
        if word == "trick":
            known["trick"] = int(next(given))
        elif word == "at":
            known["at"] = clock(next(given))
        elif word == "provable":
            known["provable_from"] = clock(next(given))
        elif word == "undetermined":
            known["verdict"] = word
        elif word == "void" and family == "clabber":
            known["penalty"] = "meld_void"
        elif word in ("renege", "redeal", "void", "note"):
            known["penalty"] = word
        elif word in _PLACES:
            known["place"] = word
        elif word in ("call", "claim"):
            known["place"] = f"{word} {next(given)}"
        else:
            raise ValueError(f"the casebook has no word “{word}” about a finding")
    return known


def clock(word: str) -> int | str | None:
    """Return a moment as in records: the number of cards played or a word; None for never."""
    return None if word == "never" else int(word) if word.isdigit() else word


def _line(words: list[str], expected: Expected) -> None:
    what, *rest = words
    if what == "claim":
        number, verdict, *linked = rest
        claim = {"claim": int(number), "verdict": verdict, **({"infraction": linked[0]} if linked else {})}
        expected.expect.setdefault("claims", []).append(claim)
    elif what in ("free", "excused"):
        # Only our own rulings have the reason why a claim costs nothing.
        pass
    elif what == "outcome":
        expected.expect["outcome"] = rest[0]
        if rest[1:]:
            expected.expect["reneging_team"] = rest[1]
    elif what == "score":
        _fill_score(rest, expected.expect, expected.details)
    elif what == "played" and len(rest) > 1:
        data: Json = {}
        _fill_score(rest, data, data)
        expected.details["as_played"] = data
    elif what == "played":
        expected.details["as_played"] = {"outcome": rest[0]}
    elif what == "range":
        expected.details["score_range"] = (
            None if rest == ["none"] else {side: _ends(ends) for side, ends in pairs(rest)}
        )
    elif what == "points":
        expected.details["points"] = (
            None if rest == ["none"] else {side: _sum(parts) for side, parts in pairs(rest)}
        )
    elif what == "melds":
        expected.details["points"] = {side: {"melds": int(points)} for side, points in pairs(rest)}
    elif what == "after":
        expected.details["after"] = _totals(rest)
    elif what == "trump":
        expected.details["trump"] = None if rest == ["none"] else rest[0]
    elif what == "win":
        expected.details["winner"] = None if rest == ["nobody"] else rest[0]
    elif what == "next":
        expected.details["next_dealer"] = rest[1]
    elif what == "leader":
        expected.details["leader"] = rest[0]
    elif what == "contract":
        expected.details["contract"] = _contract(*rest)
    elif what in ("count", "hickeys"):
        expected.details["tricks" if what == "count" else what] = _totals(rest)
    elif what == "won":
        expected.details["won"] = [{"winner": seat} for seat in rest]
    elif what == "trick":
        won = expected.details.setdefault("won", [])
        won += [{} for _ in range(len(won), int(rest[0]))]
        won[int(rest[0]) - 1] = {"winner": rest[1].rstrip(",")}
    elif what == "sheet":
        expected.details["sheet_agrees"] = {"agrees": True, "differs": False, "-": None}[rest[0]]
    else:
        raise ValueError(f"the casebook has no line “{' '.join(words)}”")


def _fill_score(words: list[str], score: Json, marks: Json) -> None:
    """Fill in the score in marks, as on a sheet, and in numbers: a mark counts zero, and `?` gives no score."""
    if words == ["none"]:
        score["score"] = None
        return
    written = dict(pairs(words))
    marks["marks"] = written
    if "?" not in written.values():
        score["score"] = {side: int(mark) if _NUMBER.fullmatch(mark) else 0 for side, mark in written.items()}


def _contract(maker: str, tricks: str, *more: str) -> Json:
    kind = next((word for word in more if word != "forced"), "bid")
    forced = {"forced": True} if "forced" in more else {}
    return {"maker": maker, "tricks": int(tricks), "kind": kind, **forced}


def _ends(text: str) -> list[int]:
    match = _ENDS.fullmatch(text)
    assert match, text
    return [int(match[1]), int(match[2])]


def _sum(text: str) -> Json:
    return dict(zip(_PARTS, map(int, text.split("+")), strict=True))


def pairs(words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of words such as `NS 5 EW 1`."""
    return zip(words[::2], words[1::2], strict=True)


def of_game(lines: tuple[str, ...]) -> Expected:
    """Return the expectation of an `expect` block about a game: keys of a scorecard."""
    expect: Json = {}
    hands: dict[int, Json] = {}
    for line in lines:
        words = line.split()
        what, *rest = words
        if what in ("total", "written") and "after" in rest:
            hands.setdefault(int(rest[-1]), {})["totals"] = _totals(rest[:-2])
        elif what in ("total", "written"):
            expect["totals" if what == "total" else "written_totals"] = _totals(rest)
        elif what == "hand":
            hands.setdefault(int(rest[0]), {}).update(_hand(rest[1:]))
        elif what == "missing":
            expect["missing"] = [] if rest == ["none"] else list(map(int, rest))
        elif what in ("hickeys", "sets"):
            expect[what] = _totals(rest)
        elif what == "owed":
            expect |= (
                {"owed": None} if rest == ["nothing"] else {"owed": int(rest[0]), "doubled": rest[1:] != []}
            )
        else:
            expect |= _standing(words)
    if hands:
        expect["hands"] = [{"number": number, **data} for number, data in sorted(hands.items())]
    return Expected(expect, {})


def _totals(words: list[str]) -> dict[str, int]:
    return {side: int(points) for side, points in pairs(words)}


def _hand(words: list[str]) -> Json:
    if words[0] == "differs":
        return {"sheet_differs": [] if words[1] == "nowhere" else words[1:]}
    if words[0] == "dealt":
        dealer, due = words[2], " ".join(words[4:])
        return {"dealer": dealer, "due_dealer": {"one_of": [dealer, None]} if due == "nobody else" else due}
    if words[0] == "misread":
        read = [one.split() for one in " ".join(words[1:]).split(", ")]
        return {
            "misread": None if words[1] == "nothing" else [
                {"what": what, "side": side, "written": int(written), "due": int(due)}
                for what, side, written, _for, due in read
            ]
        }  # fmt: skip
    return {"basis": words[0]}


def _standing(words: list[str]) -> Json:
    if words[0] == "won":
        return {"state": "won", "winner": words[1]}
    if words == ["another", "hand"]:
        return {"winner": None, "another_hand": True}
    if words == ["not", "over"]:
        return {"winner": None, "another_hand": False}
    if words in (["tied"], ["disputed"]):
        return {"state": words[0], "winner": None}
    raise ValueError(f"the casebook has no line “{' '.join(words)}” about a game")


def of_position(lines: tuple[str, ...]) -> tuple[Json, Expected]:
    """Return the position of a `legal` block, and the expected legal cards or winner."""
    parts = {word: rest.split() for word, _, rest in (line.partition(" ") for line in lines)}
    position: Json = {"trump": parts.get("trump", ["S"])[0], "trick": parts.get("trick", [])}
    position |= {key: parts[key] for key in ("hand", "played") if key in parts}
    return position, Expected(
        {"winner": int(parts["winner"][0])} if "winner" in parts else {"legal": parts["legal"]}, {}
    )


def of_family_hand(lines: tuple[str, ...], family: str) -> Expected:
    """Return the suite's expectation for a hand of the family's casebook, which is only a part of the casebook's."""
    expected = of_hand(lines, family)
    findings = [
        {key: one[key] for key in ("infraction", "seat", "verdict", "at") if key in one}
        for one in expected.expect["findings"]
    ]
    details = {key: value for key, value in expected.details.items() if key not in ("marks", "next_dealer")}
    return Expected({**expected.expect, "findings": findings}, details)
