"""Property tests of reading random records and random texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from clabber_audit.cards import CODES, SEATS
from clabber_audit.core.errors import Refused, TextPlace
from clabber_audit.games.clabber.hand import (
    card_contradictions,
    laydown_contradictions,
    prepare,
    prepare_hand,
)
from clabber_audit.games.parse import admit
from clabber_audit.records.clabber import HandRecord
from tests.cli import Json, unprintable_chars
from tests.family.makers.records import draw_records
from tests.random_records import every_key, irregular
from tests.scale import at_random
from tests.validation.refusals import MARK, assert_refused_at, find_errors, record_of


def disturb(data: Json, random: Random, changes: int) -> Json:
    """Replace a few cards of a record by others, add some, or miscount them."""
    data = deepcopy(data)
    for _ in range(changes):
        places: list[tuple[Any, Any]] = [(play, "card") for play in data["plays"]]
        lists: list[Any] = [
            *data["deal"].get("hands", {}).values(),
            *(meld.get("cards", []) for meld in data.get("melds") or ()),
        ]
        places += [(cards, place) for cards in lists for place in range(len(cards))]
        places += [(incident, "card") for incident in data.get("incidents", ()) if incident.get("card")]
        places += [(data["deal"], "upcard")]
        where, key = random.choice(places)
        where[key] = random.choice(CODES)
        if random.random() < 0.3 and lists:
            random.choice(lists).append(random.choice(CODES))
        if random.random() < 0.15:
            data["plays"].append({"seat": random.choice(SEATS), "card": random.choice((None, *CODES))})
        if random.random() < 0.15:
            data.setdefault("incidents", []).append({"kind": "wrong_card_count"})
    return data


def disturbed_records() -> Iterator[HandRecord]:
    random = Random(5)
    for data in (*irregular.records(5, at_random(30, 500)), *every_key.many(at_random(40, 700), 5)):
        for changes in (0, 1, 2):
            yield record_of(disturb(data, random, changes))


def test_hand_is_refused_if_and_only_if_cards_contradict() -> None:
    outcomes = set()
    for record in disturbed_records():
        contradict = bool(card_contradictions(record))
        # A card that was played before it was to be laid down is a fault of the lay-down.
        impossible = contradict or any(laydown_contradictions(record))
        is_read = prepare_hand(record) is not None
        assert is_read or impossible, record.model_dump_json(exclude_unset=True)
        assert not (is_read and contradict), record.model_dump_json(exclude_unset=True)
        assert _is_refused(record) == bool(prepare(record)[1])
        outcomes.add(contradict)
    assert outcomes == {True, False}


def _is_refused(record: HandRecord) -> bool:
    try:
        admit(record, lambda _path: TextPlace(1, 1))
    except Refused:
        return True
    return False


_ODD = (
    '"\\u001b"', "NaN", "1e999", "9" * 30, "null", "[[]]", '{"a":1,"a":2}', '"' + "x" * 90 + '"', "-0", "true",
    "\ufeff", "}", "'", '"', "7",
)  # fmt: skip


def mutate_text(text: str, random: Random) -> str:
    """Delete, double, move or replace a few pieces of a text."""
    pieces = re.findall(r'"[^"]*"|[^"\w]|\w+', text)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        place = random.randrange(len(pieces))
        kind = random.randrange(4)
        if kind == 0:
            del pieces[place]
        elif kind == 1:
            pieces.insert(place, random.choice(pieces))
        elif kind == 2:
            pieces[place] = random.choice(pieces)
        else:
            pieces[place] = random.choice(_ODD)
    return "".join(pieces)


def test_mutated_texts_are_read_or_refused_with_places() -> None:
    random, hands = Random(6), at_random(20, 300)
    refused = 0
    for data in (*irregular.records(6, hands), *every_key.many(hands, 6), *draw_records(5, hands)):
        for _ in range(4):
            text = mutate_text(json.dumps(data, ensure_ascii=False, indent=random.choice((None, 1))), random)
            errors = find_errors(text)
            refused += bool(errors)
            rows = text.split("\n")
            for fault in errors:
                assert fault.place
                assert not unprintable_chars(fault.what + fault.why + fault.help)
                assert 1 <= fault.place.line <= len(rows)
                assert 1 <= fault.place.column <= len(rows[fault.place.line - 1]) + 1
    assert refused > 3 * hands


def test_wrong_values_are_reported_at_their_place() -> None:
    """A wrong value put anywhere into a record is reported exactly there."""
    random = Random(7)
    for data in every_key.many(at_random(20, 150), 7):
        text = json.dumps(data, ensure_ascii=False, indent=random.choice((None, 2)))
        keys = re.finditer(r'"(seat|kind|dealer|by|against|call|card|upcard)": ', text)
        places = [match.end() for match in keys]
        if not places:
            continue
        start = random.choice(places)
        end = start + len(re.match(r'"\w*"|null', text[start:])[0])  # type: ignore[index]
        assert_refused_at(text[:start] + MARK + '"東 wrong"' + text[end:], "東 wrong")
