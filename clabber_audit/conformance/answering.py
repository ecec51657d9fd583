"""This program's own answers to the questions of the suite, as those that read lines give them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from clabber_audit.conformance.rules import law_by
from clabber_audit.games.bid_euchre.declaring import spoken_of
from clabber_audit.games.door import read
from clabber_audit.ground.errors import ClabberError, Unusable
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.law.positions import position
from clabber_audit.record.canonical import canonical, compact
from clabber_audit.record.hand import Hand
from clabber_audit.render.scorecard.data import card_data
from clabber_audit.rulesets.ruleset import DEFAULT
from clabber_audit.ruling.data import ruling_data
from clabber_audit.ruling.judge import Ruling, adjudicate
from clabber_audit.scorecard.card import games

Json = dict[str, Any]


def answers(lines: Iterable[bytes]) -> Iterator[str]:
    """The answer to each line as a line; what is no question is told under `error`."""
    for line in lines:
        if line.strip():
            yield compact(answer(line)) + "\n"


def answer(line: bytes) -> Json:
    """The answer to a question."""
    asked: Any = None
    try:
        asked = json.loads(line)
        return {"id": asked["id"], **_answered(asked)}
    except ClabberError as problem:
        return {"id": asked["id"], "error": " ".join(line.strip() for line in problem.lines)}
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        known = asked.get("id") if isinstance(asked, dict) else None
        return {"id": known, "error": f"this is no question of the suite: {problem!r}"}


def _answered(asked: Json) -> Json:
    rules = asked.get("ruleset")
    if asked["kind"] == "hand":
        return _ruled(_adjudicated(asked["record"], rules))
    if asked["kind"] == "game":
        return card_data(games(_adjudicated(record, rules) for record in asked["records"]))
    if asked["kind"] == "position":
        return _position(law_by(rules or DEFAULT), asked["position"])
    raise Unusable(f"there are no questions of kind {asked['kind']!r}")


def _adjudicated(record: Json, rules: str | Json | None) -> Ruling:
    hand: Hand = read(canonical(record).encode())
    return adjudicate(hand, law_by(rules or str(hand.record.ruleset)))


def _ruled(ruling: Ruling) -> Json:
    """The ruling as it is published, and who leads, which only the cards would say."""
    data, walk = ruling_data(ruling, whole=False), ruling.walk
    if ruling.law.game.id == "clabber":
        return data
    leader = spoken_of(walk).leader
    return {**data, "leader": None if leader is None else walk.hand.seating.seats[leader]}


def _position(law: BoundRuleset, given: Json) -> Json:
    """Which card wins a trick, and what may be played to it."""
    pack = law.game.recording(law.toggles).pack
    hand, trick, played = (given.get(key, []) for key in ("hand", "trick", "played"))
    found = position(law, pack, law.order(pack).strains[given["trump"]], hand, trick, played)
    legal = [face for face, card in zip(hand, found.held, strict=True) if card & found.allowed]
    return {**({"legal": legal} if hand else {}), **({"winner": found.best + 1} if trick else {})}
