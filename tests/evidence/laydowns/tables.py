"""Lay-downs of the plain search as the program has them."""

from __future__ import annotations

from clabber_audit.cards import BIT, CODE, DECK, RANK, SEAT, SEATS, SUIT, mask_of, trick_of
from clabber_audit.evidence.laydowns.position import ClaimedLaydown, Duties, LaydownPosition, Line, duties
from clabber_audit.games.clabber.melds import RANKINGS
from clabber_audit.rules.bound_ruleset import BoundRuleset, bind, law_of, legal_cards
from tests.evidence.laydowns import plain
from tests.law.leads import EARLY


def law_under(trump: int) -> Duties:
    """Return the legal plays of the league's rules."""
    law = law_of("ecl-1992")
    return duties(lambda hand, led, above: legal_cards(law, hand, led, trump, above), trump)


def _no_ace(card: int, hand: int, led: int, trump: int, opened: int, trick: int) -> bool:
    return ((card & RANK["A"]) != 0) & ((hand & ~RANK["A"]) != 0)


def law_on_leads(laid: plain.Laid) -> BoundRuleset:
    """Return the league's rules with the law on leads of a lay-down, if it has one."""
    league = law_of("ecl-1992")
    if not laid.leads:
        return league
    on_leads = bind(EARLY, "renege", None, ("D-99",), 99)
    return league._replace(leads=(on_leads if laid.leads == "trump" else on_leads._replace(offends=_no_ace),))


def question(laid: plain.Laid) -> ClaimedLaydown:
    order = tuple(BIT[card] for card in laid.order)
    trump = SUIT[laid.trump]
    return ClaimedLaydown(SEAT[laid.by], trump, order, laid.standard, laid.scope, law_under(trump))  # type: ignore[arg-type]


def position(laid: plain.Laid) -> LaydownPosition:
    hands = tuple(mask_of(laid.hands[seat]) for seat in SEATS)
    turn = SEAT[laid.turn]
    if not laid.table:
        return LaydownPosition(hands, turn, DECK, DECK, -1, 0, 0)
    trick = trick_of([BIT[card] for _, card in laid.table], RANKINGS[SUIT[laid.trump]])
    assert trick.winner is not None
    winner = SEAT[laid.table[trick.winner][0]]
    gone = sum(1 << SEAT[seat] for seat, _ in laid.table)
    return LaydownPosition(hands, turn, trick.led, trick.winning, winner, len(laid.table), gone)


def write_line(line: Line | None) -> plain.Table | None:
    return None if line is None else tuple((SEATS[seat], CODE[card]) for seat, card in line)
