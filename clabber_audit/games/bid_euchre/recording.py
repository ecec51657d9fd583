"""A game of the family, for whoever writes its hands down."""

from __future__ import annotations

from typing import Final, Literal, get_args

from clabber_audit.games.bid_euchre.bids import HIGH_CARD, PREEMPTS, WORDS, exists, kind_of, rank_of
from clabber_audit.games.bid_euchre.contract import forced_number
from clabber_audit.games.bid_euchre.order import HIGH, LOW, strains
from clabber_audit.games.bid_euchre.table import PACKS, pack_of, seating_of, seats_fit
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.games.recording import Bid, Bidding, Leader, Moment, Recording, Table
from clabber_audit.record.bid_euchre.words import COMPASS, OutOfTurn, dealt_each
from clabber_audit.table.pack import SUITS

#: Beside a suit what is offered to be named: records have two names for no trumps (B-006, B-077, BD-16).
_BESIDES: Final = {"none": (), "high": HIGH[:1], "high_low": (HIGH[1], LOW)}
#: Who leads with trumps, and without (B-018, B-057, B-058).
_LEADS: Final[dict[str, tuple[Leader, Leader]]] = {
    "bidder": ("bidder", "bidder"),
    "dealer_left": ("dealer_left", "dealer_left"),
    "pfeffer": ("dealer_left", "bidder_right"),
}
#: What a game counts besides scores (B-061, B-083).
_COUNTS: Final[dict[str, tuple[Literal["hickeys", "burns"], ...]]] = {"pfeffer": ("hickeys",), "buck": ("burns",)}
#: How many may sit at a table of the family.
_PLAYERS: Final = range(3, 7)


def recording(toggles: Toggles) -> Recording:
    """What is to be known of a hand under the answers of a ruleset."""
    tables = {players: _table(players, toggles) for players in _PLAYERS if seats_fit(players, toggles)}
    turned = toggles.upcard == "club_is_trump"
    pack = max((PACKS[table.pack] for table in tables.values()), key=lambda pack: pack.size)
    return Recording(
        tables=tables,
        pack=pack,
        strains=strains(pack, toggles),
        alone=toggles.partners == "no",
        upcard="aside" if turned else None,
        turned="C" if turned else None,
        bidding=_bidding(max(table.each for table in tables.values()), toggles),
        names=(*SUITS, *_BESIDES[toggles.no_trump]),
        named={"hc": HIGH[0]} if toggles.special_bids == "high_card" else {},
        leads=_LEADS[toggles.leader],
        lone=toggles.alone == "by_choice",
        moments=tuple(_moments(toggles)),
        special=get_args(OutOfTurn) if toggles.call_window else (),
        running=("before", *_COUNTS.get(toggles.scoring, ())),
        passes=toggles.all_pass != "redeal_same",
        target=toggles.target if toggles.end == "target" else None,
        start=toggles.start,
        cap=toggles.cap,
    )


def _table(players: int, toggles: Toggles) -> Table:
    pack = pack_of(players, toggles)
    each = seating_of(COMPASS if players == len(COMPASS) else ("P",) * players, toggles).each
    return Table(pack, each, told=each != dealt_each(pack, players, None))


def _bidding(most: int, toggles: Toggles) -> Bidding:
    """The ladder of bids as the auction has it (B-011, B-016, B-100, BD-15, BD-55)."""
    numbers = [str(number) for number in range(1, most + 1)]
    words = [*numbers, *(number + HIGH_CARD for number in numbers), *WORDS[toggles.special_bids]]
    known = [word for word in words if exists(word, toggles.min_bid, most, toggles)]
    known.sort(key=lambda word: rank_of(word, toggles))
    least, forced = max(toggles.min_bid, toggles.dealer_least or 0), forced_number(toggles)
    return Bidding(
        bids=tuple(Bid(word, kind_of(word)) for word in known),
        dealer=least,
        stuck=max(least, forced or 0),
        forced=forced,
        ends=PREEMPTS if PREEMPTS in known else None,
        silence={"no_trump": "NT", "joker_3": "joker"}.get(toggles.all_pass),  # type: ignore[arg-type]
    )


def _moments(toggles: Toggles) -> list[Moment]:
    found: list[Moment] = ["trump"]
    if toggles.exchange != "none" or toggles.pepper_play == "alone":
        found.append("give")
    if toggles.drop_out == "yes":
        found.append("out")
    if toggles.call_window:
        found.append("special")
    if toggles.upcard != "none" or toggles.joker_nt:
        found.append("blind")
    return [*found, "before"]
