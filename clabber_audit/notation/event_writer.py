"""The lines after the tricks that every hand may have: incidents, claims, a lay-down, remarks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from clabber_audit.notation.tokens import cards, quoted, written
from clabber_audit.notation.trick_writer import late_comments
from clabber_audit.record.formats import Record

if TYPE_CHECKING:
    from clabber_audit.record import model as clabber
    from clabber_audit.record.bid_euchre import model as bid_euchre

Incident: TypeAlias = "clabber.Incident | bid_euchre.Incident"
Claim: TypeAlias = "clabber.Claim | bid_euchre.Claim"
Laydown: TypeAlias = "clabber.Laydown | bid_euchre.Laydown"


def events(record: Record, said: bool) -> Iterable[str]:
    """What happened at a moment; whether anything was `said` tells at which one a hand without plays stands."""
    here: int | str = len(record.plays)
    if not record.plays:
        here = "declaring" if said else "deal"
    for incident in record.incidents:
        yield _incident(incident, here)
    for claim in record.claims:
        yield _claim(claim, here)
    if record.laydown is not None:
        yield _laydown(record.laydown, here)
    yield from late_comments(record)


def _clock(at: int | str | None, here: int | str) -> str:
    if at is None:
        return " @-"
    return "" if at == here else f" @{at}"


def _incident(incident: Incident, here: int | str) -> str:
    words = ["incident", incident.kind]
    if incident.seat is not None:
        words.append(incident.seat)
    if incident.to is not None:
        words.append(f"to {incident.to}")
    if incident.card is not None:
        words.append(f"card {cards([incident.card])}")
    if incident.trick is not None:
        words.append(f"trick {incident.trick}")
    if incident.quote is not None:
        words.append(f"quote {quoted(incident.quote)}")
    if incident.called is not None:
        words.append(f"called {incident.called}")
    return " ".join(words) + _clock(incident.at, here)


def _claim(claim: Claim, here: int | str) -> str:
    words = ["claim", claim.by or "-", "against", claim.against]
    if claim.infraction is not None:
        words.append(claim.infraction)
    if claim.trick is not None:
        words.append(f"trick {claim.trick}")
    words += [word for word in ("reviewed", "withdrawn") if getattr(claim, word)]
    return " ".join(words) + _clock(claim.at, here)


def _laydown(laydown: Laydown, here: int | str) -> str:
    agreed = " agreed" if laydown.agreed else ""
    order = f" order {cards(laydown.order)}" if laydown.order else ""
    return f"laydown {laydown.by}{agreed}{order}{_clock(laydown.at, here)}"


def remarks(record: Record) -> Iterable[str]:
    """The remarks, kept and never interpreted."""
    for remark in record.remarks:
        yield f"remark {written(remark)}"
