"""The table of a simulated hand: what was dealt, and what has been said, handed over and played so far."""

from __future__ import annotations

from random import Random
from typing import Any

from clabber_audit.games.bid_euchre.contract import Deal
from clabber_audit.games.bid_euchre.held import hold
from clabber_audit.games.bid_euchre.steps import Spoken
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.record.bid_euchre.model import BidEuchreRecord
from clabber_audit.record.bid_euchre.words import FORMAT, PACKS, TABLES, USUAL_PACK, dealt_each
from clabber_audit.replay import Declared
from clabber_audit.table.seating import Seating


class Table:
    """One table, from the deal on. Cards are masks and seats numbers, until they are written down."""

    def __init__(self, random: Random, law: BoundRuleset, number: int, players: int | None = None) -> None:
        self.random, self.law, self.toggles = random, law, law.toggles
        self.recording = law.game.recording(law.toggles)
        players = players or random.choice(sorted(self.recording.tables))
        table = self.recording.tables[players]
        seats = next(seats for seats in TABLES if len(seats) == players)
        self.pack_name = table.pack
        #: Whether a record has to say how many cards each was dealt, under whatever ruleset it is read.
        self.told = table.told or dealt_each(table.pack, players, None, law.ruleset.id) != table.each
        self.pack = PACKS[table.pack]
        self.seating = Seating(seats, table.each, alone=self.recording.alone)
        self.dealer = number % players
        cards = list(self.pack.face)
        random.shuffle(cards)
        dealt = [cards[seat * table.each : (seat + 1) * table.each] for seat in range(players)]
        #: The cards left over, from the top.
        self.blind = cards[players * table.each :]
        self.upcard = self.blind[0] if self.recording.upcard else 0
        self.deal = Deal(
            self.pack,
            self.seating,
            self.dealer,
            tuple(map(sum, dealt)),
            (0,) * players,
            self.upcard,
            sum(self.blind),
        )
        #: What each holds by now: the hand dealt to him, with Bottoms taken.
        self.hands = self.deal.hands
        self.before = self._before()
        self.trouble: list[str] = []
        self.declarations: list[dict[str, Any]] = []
        #: None while nothing was handed over, in a game that hands nothing over.
        self.exchanges: list[dict[str, Any]] | None = None
        self.plays: list[dict[str, Any]] = []
        self.incidents: list[dict[str, Any]] = []

    @property
    def declared(self) -> Declared:
        """What all that was said and handed over so far comes to, as a ruling would have it."""
        so_far = {"format": FORMAT, "id": "so-far", "ruleset": self.law.ruleset.id, **self.written()}
        hand = hold(BidEuchreRecord.model_validate(so_far))
        assert hand is not None, "nobody gives what he has not"
        order = self.law.order(self.pack)
        return order.declared(hand, order, None)

    @property
    def spoken(self) -> Spoken:
        """The same, step by step."""
        told = self.declared.before
        assert isinstance(told, Spoken)
        return told

    def slips(self, kind: str) -> bool:
        """Whether something goes wrong now; once it has, it is used up."""
        if kind not in self.trouble:
            return False
        self.trouble.remove(kind)
        return True

    def say(self, seat: int, call: str, **more: Any) -> None:
        """Somebody says something."""
        self.declarations.append({"seat": self.seating.seats[seat], "call": call, **more})

    def faces(self, cards: int) -> list[str]:
        """The cards of a mask by name."""
        return [face for bit, face in self.pack.face.items() if bit & cards]

    def written(self) -> dict[str, Any]:
        """The hand as record data, without anything about who played it where."""
        seats, data = self.seating.seats, dict[str, Any]()
        if self.pack_name != USUAL_PACK:
            data["pack"] = self.pack_name
        if self.told:
            data["cards_each"] = self.seating.each
        if seats != TABLES[0]:
            data["seats"] = list(seats)
        if self.before:
            data["before"] = self.before
        data["deal"] = {
            "dealer": seats[self.dealer],
            "hands": {seat: self.faces(cards) for seat, cards in zip(seats, self.deal.hands, strict=True)},
        }
        if self.upcard:
            data["deal"]["upcard"] = self.pack.face[self.upcard]
        if self.blind:
            data["deal"]["blind"] = [self.pack.face[card] for card in self.blind]
        data["declarations"] = self.declarations
        if self.exchanges is not None:
            data["exchanges"] = self.exchanges
        if self.incidents:
            data["incidents"] = self.incidents
        return {**data, "plays": self.plays}

    def _before(self) -> dict[str, int]:
        """Return running scores from the middle of a game; none if no score ends one."""
        start, target = self.recording.start, self.toggles.target
        if target is None:
            return {}
        low, high = (target + 1, start) if start > target else (min(start, -12, target - 1), target - 1)
        return {side: self.random.randint(low, high) for side in self.seating.side_names}
