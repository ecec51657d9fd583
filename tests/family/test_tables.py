"""Seats and packs of each game, and the prompts of its recorder: the rows of `tables.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.cards import Seating
from clabber_audit.games.bid_euchre.game import recording
from clabber_audit.games.bid_euchre.hand import cards_each, pack_of, seats_fit
from clabber_audit.games.game import Recording
from clabber_audit.records.bid_euchre_words import PACKS
from tests.casebook import law_by
from tests.family.program import answers_of
from tests.rules import OF_BID_EUCHRE
from tests.tables import tables

_ROWS: Final = tables(Path(__file__).with_name("tables.md"))
_TABLES: Final = {name: told for names, told in _ROWS["Players and cards"] for name in names.split()}


@pytest.mark.parametrize("name", OF_BID_EUCHRE)
def test_seats_packs_and_cards_each(name: str) -> None:
    answers = answers_of(name)
    offered, lines = recording(answers).tables, []
    for players in (players for players in range(2, 8) if seats_fit(players, answers)):
        pack, each = pack_of(players, answers), cards_each(players, answers)
        seats = tuple(f"P{number}" for number in range(1, players + 1))
        seating = Seating(seats, each, answers.partners == "no")
        assert len(seating.sides) == (players if seating.alone else 2)
        table = offered[players]
        assert (table.pack, table.each) == (pack, seating.each)
        left = seating.count_undealt(PACKS[pack])
        more = f"{', alone' * seating.alone}{', told' * table.told}"
        lines.append(f"{players}: {pack}, {each} each, {left} left{more}")
    assert "; ".join(lines) == _TABLES[name]
    assert len(offered) == len(lines)


def _words(values: Any) -> str:
    return " ".join(values) or "none"


def _offered(what: str, prompts: Recording) -> str:
    """Return a part of the recorder's prompts in the notation of `tables.md`."""
    bidding = prompts.bidding
    assert bidding
    parts = {
        "bids": _words(bid.word for bid in bidding.bids),
        "least": f"dealer {bidding.dealer}, stuck {bidding.stuck}, forced {bidding.forced or 'none'}",
        "all pass": bidding.silence or "none",
        "without trumps": _words(prompts.names[4:]),
        "named by the bid": _words(f"{kind} {strain}" for kind, strain in prompts.named.items()),
        "leads": _words(prompts.leads),
        "moments": _words(prompts.moments),
        "alone": "yes" if prompts.lone else "no",
        "scores": f"from {prompts.start}, at most {prompts.cap or 'none'}",
    }
    return parts[what]


@pytest.mark.parametrize(("name", "what", "offered", "rows"), _ROWS["Prompts of the recorder"])
def test_recorder_prompts_match_the_rules(name: str, what: str, offered: str, rows: str) -> None:
    toggles: Any = law_by(name).toggles
    assert _offered(what, recording(toggles)) == offered, rows
