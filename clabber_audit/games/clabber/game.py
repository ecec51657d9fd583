"""Definition of Clabber."""

from __future__ import annotations

from typing import Any, Final

from clabber_audit.cards import DECK_SIZE, HAND_SIZE, PACK, SUIT, SUITS
from clabber_audit.core.errors import Path
from clabber_audit.games import GAMES
from clabber_audit.games.clabber.auction import Call, calls, declare
from clabber_audit.games.clabber.hand import lasting_contradictions, prepare
from clabber_audit.games.clabber.melds import (
    LAST_TRICK,
    RANKINGS,
    Belle,
    BelleCall,
    MeldEntry,
    holdings,
    meld_events,
    next_dealer,
    team_sums,
)
from clabber_audit.games.clabber.scoring import WHOLE, find_game_end, renege_price
from clabber_audit.games.clabber.toggles import COSTS, NEEDS, Toggles, expand_answer
from clabber_audit.games.game import ClaimRules, Game, Need, Phrase, Recording, TableSize
from clabber_audit.replay import CardOrder, OffSuit, TrumpPlayed, Turn


def claim_rules(toggles: Toggles) -> ClaimRules:
    """Return the claim rules that the answers of a ruleset give (R-090, D-48, D-53, D-54, D-57, D-84, D-86)."""
    return ClaimRules(
        until=toggles.claim_until,
        counterclaim_until=toggles.counterclaim_until,
        specificity=toggles.claim_specificity,
        kind_may_be_wrong=True,
        incidental_find=toggles.incidental_find,
        disordered_pile=toggles.disordered_pile,
        on_claims=True,
        agreements_bind=toggles.agreements == "binding",
        accused_review=toggles.accused_turns == "review",
    )


#: Most points of a side that a record of one hand can hold.
_MOST: Final = 1000


def _find_points_problem(toggles: Toggles) -> tuple[str, str] | None:
    """Return the problem of a hand that brings a side more points than a record can hold; None if there is none."""
    price, melds = renege_price(toggles), toggles.melds._replace(four_tens=True)
    others = toggles.meld_belle if toggles.set_pays == "all" else 0

    def points_with(melded: int) -> int:
        return max(WHOLE + melded + others, price + melded * toggles.renege_melds)

    # Two hands have at most twice the melds of one; only if that is too much is each pair of hands looked at.
    if points_with(2 * max(holdings(melds).values())) <= _MOST:
        return None
    points = points_with(max(team_sums(melds)))
    if points <= _MOST:
        return None
    why = f"a hand could bring a side {points} points, and a record of one holds at most {_MOST}"
    return why, "lower the points of melds or of a renege"


def find_unrecorded_events(record: Any) -> frozenset[type]:
    """Return the events that a record omits: melds, calls, and the cards of a hand known from its sheet."""
    events: list[type] = []
    if record.melds is None:
        events += [MeldEntry, BelleCall, Belle]
    if record.declarations is None:
        events.append(Call)
    if record.sheet and not record.plays:
        events += [OffSuit, TrumpPlayed, Turn]
    return frozenset(events)


def path_of(event: Call | MeldEntry | BelleCall | Belle) -> Path:
    """Return the path of an event in the record."""
    if isinstance(event, Belle):
        return ("plays", event.second) if event.second < DECK_SIZE else ("melds",)
    return ("declarations",) if isinstance(event, Call) else ("melds", event.number)


#: The same under every ruleset: the up-card is the dealer's sixth, and the dealer's left leads.
_RECORDING: Final = Recording(
    tables={4: TableSize("24", HAND_SIZE)},
    pack=PACK,
    strains={suit: RANKINGS[SUIT[suit]] for suit in SUITS},
    alone=False,
    upcard="dealer",
    turned=None,
    bidding=None,
    names=tuple(SUITS),
    named={},
    leads=("dealer_left", "dealer_left"),
    lone=False,
    moments=("meld", "show", "belle"),
    special=(),
    last=LAST_TRICK,
    target=None,
)


def recording(toggles: Toggles) -> Recording:
    """Return the prompts needed to record a hand."""
    called = (
        ("dad", toggles.meld_dad),
        ("fifty", toggles.meld_fifty),
        ("hundred", toggles.meld_hundred),
        ("two_hundred", toggles.meld_jacks),
        ("belle", toggles.meld_belle),
    )
    return _RECORDING._replace(target=toggles.target, called=called)


#: The cards rank alike under every ruleset.
_ORDER: Final = CardOrder(
    {strain.name: strain for strain in RANKINGS.values()}, RANKINGS[0], declare, calls, meld_events
)


def _renege_sum(toggles: Toggles) -> str:
    """Return what the other side scores on a renege: 162 plus its melds."""
    return f"{renege_price(toggles)}{' plus its melds' if toggles.renege_melds else ', without melds'}"


def _renege_scores(toggles: Toggles) -> str:
    """Return what the other side scores on a renege, as the article on it has it."""
    is_most = (renege_price(toggles), toggles.renege_melds) == (WHOLE, True)
    return _renege_sum(toggles) + (", the most it could have made" if is_most else "")


_PHRASES: Final = (
    Phrase("renege", ("renege_points", "renege_melds"), _renege_scores),
    Phrase("renege_sum", ("renege_points", "renege_melds"), _renege_sum),
    Phrase(
        "dad_with_belle",
        ("meld_dad", "meld_belle"),
        lambda toggles: str(toggles.meld_dad + toggles.meld_belle),
    ),
)


CLABBER: Final = Game(
    *GAMES[0],
    toggles=Toggles,
    penalties=("renege", "redeal", "meld_void", "note"),
    renege=lambda toggles: (
        f"{renege_price(toggles)}{' and meld' if toggles.renege_melds else ''} to the opponents"
    ),
    costs=COSTS.get,
    events=frozenset((Call, MeldEntry, BelleCall, Belle)),
    path_of=path_of,
    order=lambda _toggles, _pack: _ORDER,
    recording=recording,
    prepare=prepare,
    lasting_contradictions=lasting_contradictions,
    table_faults=lambda _record, _toggles: [],
    unrecorded_events=find_unrecorded_events,
    claim_rules=claim_rules,
    best_play=True,
    next_dealer=next_dealer,
    melds=True,
    laydowns=True,
    must_trump=True,
    stands=find_game_end,
    needs=(*NEEDS, Need(("renege_points", "meld_jacks"), _find_points_problem)),
    expand_answer=expand_answer,
    phrases=_PHRASES,
)
