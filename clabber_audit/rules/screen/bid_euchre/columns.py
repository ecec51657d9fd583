"""Many hands of the family as columns: what the screen looks at, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clabber_audit.cards.pack import Pack
from clabber_audit.rules.screen.bid_euchre.kinds import Kind
from clabber_audit.rules.screen.columns import Masks, Numbers, Places, Words


class Columns(NamedTuple):
    """Plain hands, n of them, of one pack, with as many cards to each seat and as many that fell."""

    #: The pack by its name, as a JSON text, and how many cards each was dealt.
    name: bytes
    pack: Pack
    each: int
    #: Every kind of hand that there is, and (n) which of them a hand is.
    kinds: Sequence[Kind]
    at: Places
    #: (4, n): what each was dealt.
    dealt: Masks
    #: (clocks, n): who played each card, and which it was, by its place in the pack.
    seats: Numbers
    cards: Numbers
    #: (n): the running scores before the hand, and what the sheet says, as JSON texts.
    before: Sequence[bytes | None]
    score: Words

    def only(self, rows: Places) -> Columns:
        """Some of the hands."""
        if len(rows) == len(self.at):
            return self
        return self._replace(
            at=self.at[rows],
            dealt=self.dealt[:, rows],
            seats=self.seats[:, rows],
            cards=self.cards[:, rows],
            before=[self.before[row] for row in rows.tolist()],
            score=self.score.only(rows),
        )
