"""Conversion of lay-downs of the plain search to those of the program."""

from __future__ import annotations

from clabber_audit.cards import BIT, CODE, DECK, RANK, SEAT, SEATS, SUIT, mask_of, trick_of
from clabber_audit.evidence.laydowns.evaluate import leads_of
from clabber_audit.evidence.laydowns.position import ClaimedLaydown, LaydownPosition, Line, tabulate_duties
from clabber_audit.games.clabber.melds import RANKINGS
from clabber_audit.rules.bound_ruleset import bind, law_of, legal_cards
from tests.evidence.laydowns import plain
from tests.law.leads import EARLY


def _no_ace(card: int, hand: int, led: int, trump: int, opened: int, trick: int) -> bool:
    return ((card & RANK["A"]) != 0) & ((hand & ~RANK["A"]) != 0)


def to_claim(laid: plain.Laid) -> ClaimedLaydown:
    """Return the claim of a lay-down under the league's rules, with its law on leads if any."""
    law, trump, order = law_of("ecl-1992"), SUIT[laid.trump], tuple(BIT[card] for card in laid.order)
    if laid.leads:
        on_leads = bind(EARLY, "renege", None, ("D-99",), 99)
        law = law._replace(leads=(on_leads if laid.leads == "trump" else on_leads._replace(offends=_no_ace),))
    legal = tabulate_duties(lambda hand, led, above: legal_cards(law, hand, led, trump, above), trump)
    claim = ClaimedLaydown(SEAT[laid.by], trump, order, laid.standard, laid.scope, legal)  # type: ignore[arg-type]
    return claim._replace(leads=leads_of(law, trump))


def to_position(laid: plain.Laid) -> LaydownPosition:
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
