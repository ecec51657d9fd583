"""Definition of the Bid Euchre family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from clabber_audit.cards import SUITS
from clabber_audit.core.errors import Path
from clabber_audit.core.text import join_words
from clabber_audit.games import GAMES
from clabber_audit.games.bid_euchre.auction import (
    PREEMPTS,
    WORDS,
    BidEuchreCall,
    SpecialCall,
    is_possible_bid,
    kind_of,
    rank_of,
)
from clabber_audit.games.bid_euchre.hand import (
    HIGH,
    LOW,
    PLAYERS,
    cards_each,
    lasting_contradictions,
    pack_of,
    prepare,
    seats_fit,
    strains,
    table_faults,
)
from clabber_audit.games.bid_euchre.needs import LONE_BIDS, NEEDS
from clabber_audit.games.bid_euchre.preliminaries import CardsExchanged, Leaving, Missing, order
from clabber_audit.games.bid_euchre.scoring import counts_down, find_end_by_totals, next_dealer
from clabber_audit.games.bid_euchre.toggles import (
    COSTS,
    PENALTIES,
    RENEGE,
    BidEuchreToggles,
    expand_answer,
)
from clabber_audit.games.game import (
    Bidding,
    BidRung,
    ClaimRules,
    Game,
    GoingAlone,
    Leader,
    Moment,
    Naming,
    Phrase,
    Recording,
    TableSize,
)
from clabber_audit.records.bid_euchre_words import HIGH_CARD, PACKS, OutOfTurn, hand_size
from clabber_audit.replay import ExtraPlay, OffSuit, Turn

if TYPE_CHECKING:
    from clabber_audit.records.bid_euchre import BidEuchreRecord


def claim_rules(toggles: BidEuchreToggles) -> ClaimRules:
    """Return the claim rules that the answers of a ruleset give (BD-71, BD-81)."""
    return ClaimRules(
        until=toggles.claim_until,
        counterclaim_until="scored",
        specificity="trick",
        kind_may_be_wrong=False,
        incidental_find="separate",
        disordered_pile="claimant",
        on_claims=False,
        agreements_bind=toggles.agreements == "binding",
    )


def find_unrecorded_events(record: BidEuchreRecord) -> frozenset[type]:
    """Return the events that a record omits: calls, exchanges (BD-80) and cards."""
    events: list[type] = []
    if record.declarations is None:
        events += [BidEuchreCall, SpecialCall, Naming, GoingAlone, Leaving]
    if record.exchanges is None:
        events += [CardsExchanged, Missing]
    if record.sheet and not record.plays:
        events += [OffSuit, Turn, ExtraPlay]
    return frozenset(events)


def path_of(event: Any) -> Path:
    """Return the path of an event in the record."""
    if isinstance(event, Missing):
        return ("exchanges",)
    part = {CardsExchanged: "exchanges", ExtraPlay: "plays"}.get(type(event), "declarations")
    return part, event.number


#: Strains other than suits that the recorder offers: records have two names for no trumps (B-006, B-077, BD-16).
_OFFERED: Final = {"none": (), "high": HIGH[:1], "high_low": (HIGH[1], LOW)}
#: The leader with trumps, and without (B-018, B-057, B-058).
_LEADS: Final[dict[str, tuple[Leader, Leader]]] = {
    "bidder": ("bidder", "bidder"),
    "dealer_left": ("dealer_left", "dealer_left"),
    "pfeffer": ("dealer_left", "bidder_right"),
}
#: Counters besides scores (B-061, B-083).
_COUNTS: Final[dict[str, tuple[Literal["hickeys", "burns"], ...]]] = {
    "pfeffer": ("hickeys",),
    "buck": ("burns",),
}
#: Number of players that may sit at a table of the family.
_PLAYERS: Final = range(3, 7)


def recording(toggles: BidEuchreToggles) -> Recording:
    """Return the prompts that the answers of a ruleset require."""
    tables = {players: _build_table(players, toggles) for players in _PLAYERS if seats_fit(players, toggles)}
    turned = toggles.upcard == "club_is_trump"
    pack = max((PACKS[table.pack] for table in tables.values()), key=lambda pack: pack.size)
    return Recording(
        tables=tables,
        pack=pack,
        strains=strains(pack, toggles),
        alone=toggles.partners == "no",
        upcard="aside" if turned else None,
        turned="C" if turned else None,
        bidding=_build_bidding(max(table.each for table in tables.values()), toggles),
        names=(*SUITS, *_OFFERED[toggles.no_trump]),
        named={"hc": HIGH[0]} if toggles.special_bids == "high_card" else {},
        leads=_LEADS[toggles.leader],
        lone=toggles.alone == "by_choice",
        moments=tuple(_list_moments(toggles)),
        special=get_args(OutOfTurn) if toggles.call_window else (),
        running=("before", *_COUNTS.get(toggles.scoring, ())),
        passes=toggles.all_pass != "redeal_same",
        target=toggles.target if toggles.end == "target" else None,
        start=toggles.start,
        cap=toggles.cap,
    )


def _build_table(players: int, toggles: BidEuchreToggles) -> TableSize:
    pack = pack_of(players, toggles)
    each = cards_each(players, toggles)
    return TableSize(pack, each, told=each != hand_size(pack, players, None))


def _build_bidding(most: int, toggles: BidEuchreToggles) -> Bidding:
    """Return the ladder of bids (B-011, B-016, B-100, BD-15, BD-55)."""
    most = min(most, toggles.max_bid or most)
    numbers = [str(number) for number in range(1, most + 1)]
    words = [*numbers, *(number + HIGH_CARD for number in numbers), *WORDS[toggles.special_bids]]
    known = [word for word in words if is_possible_bid(word, toggles.min_bid, most, toggles)]
    known.sort(key=lambda word: rank_of(word, toggles))
    least, forced = max(toggles.min_bid, toggles.dealer_least or 0), toggles.forced_number
    return Bidding(
        bids=tuple(BidRung(word, kind_of(word)) for word in known),
        dealer=least,
        stuck=max(toggles.dealer_least or 0, forced) if forced else least,
        forced=forced,
        ends=PREEMPTS if PREEMPTS in known else None,
        silence={"no_trump": "NT", "joker_3": "joker"}.get(toggles.all_pass),  # type: ignore[arg-type]
    )


def _list_moments(toggles: BidEuchreToggles) -> list[Moment]:
    moments: list[Moment] = ["trump"]
    if toggles.exchange != "none" or toggles.pepper_play == "alone":
        moments.append("give")
    if toggles.drop_out == "yes":
        moments.append("out")
    if toggles.call_window:
        moments.append("special")
    if toggles.upcard != "none" or toggles.joker_nt:
        moments.append("blind")
    return [*moments, "before"]


def _count_cards(toggles: BidEuchreToggles) -> int | str:
    """Return the number of cards in a hand; if tables differ, all numbers."""
    counts = {cards_each(players, toggles) for players in PLAYERS[toggles.players]}
    return counts.pop() if len(counts) == 1 else join_words([*map(str, sorted(counts))], "or")


def _has_lone_hands(toggles: BidEuchreToggles) -> bool:
    """Return True if a hand can be played alone, by choice or by the bid."""
    lone_peppers = toggles.special_bids == "peppers" and toggles.pepper_play == "alone"
    return toggles.alone == "by_choice" or toggles.special_bids in LONE_BIDS or lone_peppers


_CARDS: Final = ("cards_each", "pack", "players")
_PHRASES: Final = (
    Phrase("hand_size", _CARDS, _count_cards),
    Phrase("highest_bid", ("max_bid", *_CARDS), lambda toggles: toggles.max_bid or _count_cards(toggles)),
    Phrase("lone_hands", (), lambda toggles: "yes" if _has_lone_hands(toggles) else "no"),
)

BID_EUCHRE: Final = Game(
    *GAMES[1],
    toggles=BidEuchreToggles,
    penalties=PENALTIES,
    renege=lambda toggles: RENEGE[toggles.renege_penalty].format(**toggles._asdict()),
    costs=COSTS.get,
    events=frozenset(
        (BidEuchreCall, SpecialCall, Naming, GoingAlone, Leaving, CardsExchanged, Missing, ExtraPlay)
    ),
    path_of=path_of,
    order=order,
    recording=recording,
    prepare=prepare,
    lasting_contradictions=lasting_contradictions,
    table_faults=table_faults,
    unrecorded_events=find_unrecorded_events,
    claim_rules=claim_rules,
    best_play=False,
    next_dealer=next_dealer,
    stands=find_end_by_totals,
    played_down=counts_down,
    needs=NEEDS,
    expand_answer=expand_answer,
    phrases=_PHRASES,
    bids=True,
)
