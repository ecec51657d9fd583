"""Cards played: mostly lawful, now and then not followed, out of turn, twice in a trick, or by somebody who is out."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.family.opinion.cards import JOKER, SUITS, legal_cards, winning_card
from tests.family.opinion.laws import Law
from tests.family.opinion.play import who_plays
from tests.family.opinion.table import Record, round_from


def play_all(
    record: Record, held: dict[str, list[str]], trump: str, leader: str, gone: list[str], law: Law, random: Random
) -> None:
    """A whole hand."""
    staying = who_plays(record, gone)
    clumsy = random.choice((0.0, 0.03, 0.12))
    rightful = leader
    table: list[tuple[str, str]] = []
    named: str | None = None
    while any(held[seat] for seat in staying):
        idle = [seat for seat in gone if held[seat]]
        if idle and random.random() < clumsy / 3:
            seat = random.choice(idle)
            record["plays"].append({"seat": seat, "card": held[seat].pop()})
        seat = who_next(rightful, [other for other, _ in table], held, staying, record, clumsy, random)
        cards = legal_cards(held[seat], [card for _, card in table], trump, law, named)
        card = random.choice(held[seat] if random.random() < clumsy else cards)
        play: dict[str, Any] = {"seat": seat, "card": card}
        if not table:
            named = random.choice(SUITS) if card == JOKER and trump not in SUITS and random.random() < 0.6 else None
            if named is not None:
                play["named"] = named
        record["plays"].append(play)
        held[seat].remove(card)
        table.append((seat, card))
        if len(table) == len(staying):
            rightful = table[winning_card([one for _, one in table], trump, law, named)][0]
            table = []


def who_next(
    rightful: str,
    laid: list[str],
    held: dict[str, list[str]],
    staying: list[str],
    record: Record,
    clumsy: float,
    random: Random,
) -> str:
    """Whose card falls next; somebody's at random when the table is clumsy."""
    able = [seat for seat in staying if held[seat]]
    if random.random() < clumsy / 2:
        return random.choice(able)
    begins = laid[0] if laid else rightful
    waiting = [seat for seat in round_from(begins, record) if seat in able and seat not in laid]
    return waiting[0] if waiting else able[0]
