"""Lines that hold plain hands, read straight into columns: the fast lane of the door."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

import numpy as np

from clabber_audit.intake.plain import NOTHING, Form, Letters, Plain, cards_of, fell, seats_of, words
from clabber_audit.law.screen import Columns
from clabber_audit.record.model import HandRecord, Play
from clabber_audit.record.recognizer import Wanted, recognizer
from clabber_audit.table.cards import DECK_SIZE, HAND_SIZE, SEATS

_PLAY: Final = Play.model_construct(seat="?", card="??").model_dump_json()  # type: ignore[arg-type]
#: 24 plays; four hands of six cards.
_PLAYS: Final = Form(f"[{','.join([_PLAY] * DECK_SIZE)}]")
_HAND: Final = ",".join(['"??"'] * HAND_SIZE)
_HANDS: Final = Form("{" + ",".join(f'"{seat}":[{_HAND}]' for seat in SEATS) + "}")

_GROUPS: Final = (
    *("ruleset", "players", "teams", "deal_dealer", "deal_upcard", "deal_hands"),
    *("declarations", "melds", "plays", "score"),
)


@lru_cache(maxsize=1)
def _line() -> re.Pattern[bytes]:
    """The line of a plain hand; plays and hands are looked at once more, all at once."""
    whole = {
        "plays": rf"\[[^]]{{{len(_PLAYS.text) - 2}}}\]|\[\]",
        "deal_hands": rf"\{{[^}}]{{{len(_HANDS.text) - 2}}}\}}",
    }
    return re.compile(recognizer(HandRecord, Wanted(_GROUPS, {**NOTHING, **whole})).encode())


def plain_lines(lines: Sequence[bytes]) -> Plain | None:
    """The plain hands among some lines; None where there is none."""
    fullmatch = _line().fullmatch
    found = []
    for row, line in enumerate(lines):
        match = fullmatch(line)
        if match is not None:
            parts = match.group(*_GROUPS)
            if parts[4] is not None and parts[5] is not None:
                found.append((row, *parts))
    if not found:
        return None
    rows, rulesets, players, teams, dealer, upcard, hands, calls, melds, plays, score = zip(*found, strict=True)
    played = np.array([play != b"[]" for play in plays])
    holes, in_form = _PLAYS.filled_in(_letters([play if play != b"[]" else _PLAYS.text for play in plays]))
    seats, cards, known = fell(holes)
    holes, whole = _HANDS.filled_in(_letters(hands))
    dealt = cards_of(holes)
    turned_up = cards_of(_letters(upcard)[:, 1:3])[:, 0]
    whole &= (dealt < DECK_SIZE).all(axis=1) & (turned_up < DECK_SIZE)
    keep = np.flatnonzero(whole & (in_form & known | ~played))
    dealers = seats_of(_letters(dealer)[:, 1])
    columns = Columns(dealers, turned_up, dealt, played, seats, cards, words(calls), words(melds), words(score))
    names = [_names(players[row], teams[row]) for row in keep.tolist()]
    return Plain(np.array(rows)[keep], words(rulesets).only(keep), columns.only(keep), names)


def _letters(texts: Sequence[bytes]) -> Letters:
    """(n, length): the letters of n texts of one length."""
    return np.frombuffer(b"".join(texts), np.uint8).reshape(len(texts), -1)


@lru_cache(maxsize=1 << 12)
def _names(*texts: bytes | None) -> tuple[str, ...]:
    """The names in the texts of players and teams."""
    return tuple(chain.from_iterable(text.decode().split('"')[3::4] for text in texts if text))
