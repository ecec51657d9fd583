"""What would decide what the record cannot: which hand, which card, which note is missing."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import gettext as _

from clabber_audit.adjudicate import Ruling
from clabber_audit.cards import SEATS
from clabber_audit.claims import Weighed
from clabber_audit.infraction import ORDER, Finding
from clabber_audit.infractions import infractions
from clabber_audit.render.focus import accused
from clabber_audit.render.wording import Speaker, bare, of_card

#: How many pieces of evidence to ask for.
_MOST = 4


def wanted(ruling: Ruling, speaker: Speaker) -> list[str]:
    """What would decide the open claims, else the open score, else the open findings; nothing when all is decided."""
    open_claims = [weighed for weighed in ruling.claims if weighed.verdict == "not_proven"]
    if open_claims:
        found = [piece for weighed in open_claims for piece in _for_claim(ruling, weighed)]
    elif ruling.remedy.outcome == "undetermined":
        found = list(_for_score(ruling))
    else:
        open_findings = [finding for finding in ruling.findings if finding.verdict == "undetermined"]
        found = [piece for finding in open_findings for piece in _for_finding(ruling, finding)]
    return list(dict.fromkeys(found))[:_MOST]


def _for_claim(ruling: Ruling, weighed: Weighed) -> Iterator[str]:
    record = ruling.walk.hand.record
    claim, team = record.claims[weighed.number], accused(ruling, weighed)
    if any(incident.kind == "pile_mixed" for incident in record.incidents):
        yield _("the tricks in the order in which they fell")
    place = infractions()[claim.infraction].place if claim.infraction else ORDER["duty"]
    if record.melds is None and place in (ORDER["meld"], ORDER["missed"]):
        yield _("a note of the melds called and shown")
    if record.declarations is None and record.contract is None and place == ORDER["declaration"]:
        yield _("a note of the calls that made trumps")
    for finding in ruling.findings:
        if finding.verdict == "undetermined" and finding.team == team and claim.trick in (None, finding.trick):
            yield from _for_finding(ruling, finding)


def _for_finding(ruling: Ruling, finding: Finding) -> Iterator[str]:
    """The cards not known on which a finding hangs."""
    hand = ruling.walk.hand
    if of_card(finding):
        start = finding.at - finding.at % 4
        for at in range(start, finding.at + 1):
            if not hand.cards[at]:
                yield _card(ruling, at)
    if finding.seat is not None and (hand.hidden[finding.seat] or not _all_known(ruling, finding.seat)):
        yield _("{seat}’s hand").format(seat=bare(finding.seat))
    if ruling.walk.trump is None:
        yield _("the trump suit")


def _all_known(ruling: Ruling, seat: int) -> bool:
    hand = ruling.walk.hand
    return all(card for who, card in zip(hand.seats, hand.cards, strict=True) if who == seat)


def _for_score(ruling: Ruling) -> Iterator[str]:
    hand = ruling.walk.hand
    if ruling.walk.trump is None:
        yield _("the trump suit")
    if ruling.walk.makers is None:
        yield _("who made trumps")
    for at, card in enumerate(hand.cards):
        if not card:
            yield _card(ruling, at)


def _card(ruling: Ruling, at: int) -> str:
    if at // 4 + 1 in ruling.walk.hand.record.disordered:
        return _("who played which card to trick {trick}").format(trick=at // 4 + 1)
    return _("the card that {seat} played to trick {trick}").format(
        seat=bare(SEATS[ruling.walk.hand.seats[at]]), trick=at // 4 + 1
    )
