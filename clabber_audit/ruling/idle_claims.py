"""Claims about a hand of Clabber in which nobody did wrong: whether they come to nothing.

They are heard as the judge hears them, by a court that has found nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NoReturn

from pydantic import TypeAdapter

from clabber_audit.evidence.finding import Finding
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.law.infraction import ClaimWeighed
from clabber_audit.record.model import Claim
from clabber_audit.ruling.claims import hear
from clabber_audit.ruling.court import Court
from clabber_audit.table.cards import SEATING, SEATS

_CLAIMS: Final = TypeAdapter(list[Claim])


class _CostsError(Exception):
    """A claim that nobody proved is an infraction itself."""


def come_to_nothing(claims: bytes, dealer: int, maker: int, law: BoundRuleset) -> bool:
    """Whether claims, as their JSON text, are neither upheld nor cost anything.

    The hand was written down in full, calls and melds among it, and no law objects to anything in it. Where it was not
    played to its end, which makes the `maker` -1, nothing is said of claims.
    """
    if maker < 0:
        return False
    court = Court(
        law.toggles,
        law.game.hearing(law.toggles),
        findings=(),
        void=False,
        laid_down=False,
        first_cards=_FIRST_CARDS[dealer],
        maker=maker,
        piles=(),
        seating=SEATING,
        mixed=(),
        binding=law.binding,
        unrecorded=frozenset(),
        deeds=_nothing,
        wrong_claim=_nothing,
        recorded=None,
        dealer=dealer,
        one_holds=_none_holds,
    )
    try:
        hearing = hear(_CLAIMS.validate_json(claims), court, partial(_charged, law))
    except _CostsError:
        return False
    return not hearing.guilty and not hearing.misdeal


#: By dealer the clock of each seat's first card.
_FIRST_CARDS: Final = tuple(
    tuple((seat - SEATING.left_of(dealer)) % len(SEATS) for seat in range(len(SEATS))) for dealer in range(len(SEATS))
)


def _charged(law: BoundRuleset, claim: ClaimWeighed) -> list[Finding]:
    """What an unproven claim comes to, if it is nothing."""
    if any(bound.offends(claim, law.toggles) for bound in law.others.get(ClaimWeighed, ())):
        raise _CostsError
    return []


def _nothing(_asked: object) -> list[Finding]:
    """Leave true claims without a penalty to the judge: unheard, they only look worse than they are."""
    return []


def _none_holds(found: Sequence[Finding]) -> NoReturn:
    raise AssertionError("nothing was found")
