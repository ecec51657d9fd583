"""Questions whose answers would settle a ruling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Final, NamedTuple

from clabber_audit.cards.cards import SEAT
from clabber_audit.evidence.budget import Effort, Spent, exhausted, within
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.events import noted_melds
from clabber_audit.judge.certificates import Certificate, Inquiry, deciding, deciding_score, deciding_tricks, fault_of
from clabber_audit.judge.claims import Weighed
from clabber_audit.judge.focus import Focus, is_named
from clabber_audit.judge.judge import Ruling
from clabber_audit.rules.infractions import incident_kinds, infractions

#: The questions whose answers would decide a score, by the game.
_DECIDING: Final[dict[str, Callable[[Ruling], Iterable[Inquiry]]]] = {
    "clabber": deciding_score,
    "bid-euchre": deciding_tricks,
}
#: How many pieces of evidence to ask for, and how many faults to ask about at once.
_MOST: Final = 3
_FAULTS: Final = 4
#: The outcomes for which nobody scores.
_UNSCORED: Final = ("redeal", "passed_out", "annulled")
#: For all questions about one ruling.
_EFFORT: Final = 15_000


class Questions(NamedTuple):
    """Questions that would settle the ruling, best first."""

    asked: tuple[Inquiry, ...] = ()
    #: What would settle the score, where something else is the point of the ruling.
    of_score: tuple[Inquiry, ...] = ()
    #: Whether there may be more, since not all was looked at.
    more: bool = False


def questions(ruling: Ruling, point: Focus) -> Questions:
    """Return the questions for the open claims, else the open score, else the open findings."""
    found: dict[Inquiry, bool] = {}
    apart = bool(ruling.claims or point.leads)
    with suppress(Spent):
        for inquiry, of_score in chain(
            ((one, False) for one in _inquiries(ruling, point)), ((one, apart) for one in _on_score(ruling))
        ):
            found.setdefault(as_put(inquiry, ruling), of_score)
            if len(found) == _MOST:
                break
    asked = tuple(one for one, of_score in found.items() if not of_score)
    return Questions(asked, tuple(one for one, of_score in found.items() if of_score), exhausted())


def all_questions(ruling: Ruling, point: Focus) -> Questions:
    """Return the questions, within the usual budget."""
    with within(Effort(_EFFORT)):
        return questions(ruling, point)


def as_put(inquiry: Inquiry, ruling: Ruling) -> Inquiry:
    """Return a question as players can answer it: about the trick, if its order is lost."""
    hand = ruling.replay.hand
    if inquiry.kind == "card" and hand.seating.trick_of(inquiry.at) in hand.record.disordered:
        return inquiry._replace(kind="order", at=hand.seating.lead_of(inquiry.at), seat=-1)
    return inquiry


def _inquiries(ruling: Ruling, point: Focus) -> Iterator[Inquiry]:
    for weighed in ruling.claims:
        if weighed.verdict == "not_proven":
            yield from _for_claim(ruling, weighed)
    if not ruling.claims and ruling.remedy.outcome not in (*_UNSCORED, "undetermined"):
        some = [finding for finding in ruling.findings if finding.verdict == "undetermined"]
        some.sort(key=lambda finding: finding.trick != point.trick)
        yield from _for_findings(ruling, some[:1])


def _on_score(ruling: Ruling) -> Iterator[Inquiry]:
    """Yield the questions that bear on an open score; none if nobody scores."""
    remedy = ruling.remedy
    if remedy.outcome not in _UNSCORED and (remedy.outcome == "undetermined" or remedy.range):
        yield from _moments(ruling, range(len(noted_melds(ruling.replay) or ())))
        yield from _DECIDING[ruling.law.game.id](ruling)


def _for_claim(ruling: Ruling, weighed: Weighed) -> Iterator[Inquiry]:
    record = ruling.replay.hand.record
    claim = record.claims[weighed.number]
    if any(incident_kinds()[incident.kind].mixes_tricks for incident in record.incidents):
        yield Inquiry("tricks")
    place = infractions()[claim.infraction].place if claim.infraction else "duty"
    # A claim that names nothing may be about melds and calls too.
    anything = claim.infraction is None and claim.trick is None
    if ruling.law.game.melds and record.melds is None and (anything or place in ("meld", "missed")):
        yield Inquiry("melds")
    if record.declarations is None and record.contract is None and (anything or place == "declaration"):
        yield Inquiry("calls")
    open_ones = [one for one in ruling.findings if one.verdict == "undetermined" and is_named(ruling, weighed, one)]
    yield from _for_findings(ruling, weighed.meant or open_ones)


def _moments(ruling: Ruling, numbers: Iterable[int]) -> Iterator[Inquiry]:
    """Yield the questions about unrecorded moments of melds."""
    for number in numbers:
        meld = (noted_melds(ruling.replay) or ())[number]
        if None in (meld.announced, meld.shown):
            yield Inquiry("moment", seat=SEAT[meld.seat], meld=meld.kind)


def _for_findings(ruling: Ruling, findings: Sequence[Finding]) -> Iterator[Inquiry]:
    """Yield the questions whose answers settle some findings; a hand if no single card does."""
    if any(infractions()[finding.infraction].settled_by == "upcard" for finding in findings):
        yield Inquiry("upcard")
        return
    moments = list(_moments(ruling, [finding.meld for finding in findings if finding.meld is not None]))
    yield from moments
    faults = tuple(filter(None, (fault_of(finding, ruling.replay) for finding in findings)))[:_FAULTS]
    laid_down = [one for one in findings if infractions()[one.infraction].certified == "laydown"]
    found = deciding(ruling, Certificate(ruling.replay.hand, "claim", 0, "undetermined", faults)) if faults else []
    if laid_down:
        # The search is loaded for a lay-down alone.
        from clabber_audit.judge.certificates.laydowns import deciding_laydown

        found += deciding_laydown(ruling)
    if len(faults) + len(laid_down) < len(findings) or (faults and laid_down) or moments:
        # What was weighed is not all that is open, so no answer is known to settle it.
        found = [inquiry._replace(answers=0, settled=0) for inquiry in found]
    yield from found
    if faults or found:
        return
    for seat in dict.fromkeys(finding.seat for finding in findings if finding.seat is not None):
        if ruling.replay.hand.hidden[seat]:
            yield Inquiry("all_cards", seat=seat)
