"""Everything that a ruling written out needs, made once: whoever writes it decides nothing and searches nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.replay import Incident, incidents
from clabber_audit.ruling.account import Account, account
from clabber_audit.ruling.anonymous import anonymous as without_people
from clabber_audit.ruling.certificates import Certificate, certificates
from clabber_audit.ruling.certificates.decisive import decisive
from clabber_audit.ruling.certificates.facts import facts_of
from clabber_audit.ruling.citations import Citation, citations
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.focus import Focus, focus, heard, offense_in
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.lawful import Lawful, lawful_plays
from clabber_audit.ruling.other_rulesets import Comparison, others
from clabber_audit.ruling.questions import Questions, all_questions
from clabber_audit.ruling.scene import Hand, Scene, dealt, scenes
from clabber_audit.ruling.side_remarks import SideRemarks, told_beside


class Dossier(NamedTuple):
    """A ruling with all that is said about it."""

    ruling: Ruling
    #: Whether the people were left out; then nobody is to be named.
    anonymous: bool
    point: Focus
    #: The claims in the order they were heard.
    heard: tuple[Weighed, ...]
    #: The first card at fault in the trick in question.
    offense: Finding | None
    comparisons: tuple[Comparison, ...]
    #: All certificates, and those of what the ruling turns on.
    proofs: tuple[Certificate, ...]
    decisive: tuple[Certificate, ...]
    #: What would decide what is open.
    questions: Questions
    citations: tuple[Citation, ...]
    lawful: tuple[Lawful, ...]
    #: What is in dispute, and the hands that matter; the hands when play began.
    scenes: tuple[Scene, ...]
    dealt: tuple[Hand, ...]
    account: Account
    #: The incidents of the record, each with its clock.
    incidents: tuple[Incident, ...]
    #: What it would have been, and how sure the ruling is; None where that was not worked out.
    aside: SideRemarks | None

    @property
    def in_question(self) -> list[Finding]:
        """The findings to explain: those of the verdict but on claims, else the card at fault in the trick."""
        told = [finding for finding in self.point.told if not finding.of_claim]
        return told or ([self.offense] if self.offense else [])

    @property
    def either(self) -> frozenset[int]:
        """The numbers of findings of which it is only known that one of several is true."""
        return frozenset(finding.number for weighed in self.ruling.claims for finding in weighed.either)

    @property
    def unclaimed(self) -> list[Finding]:
        """The proven reneges that no claim covers."""
        claimed = {weighed.finding.number for weighed in self.ruling.claims if weighed.finding}
        return [one for one in self.ruling.reneges if one.number not in claimed and not one.of_claim]


def dossier(
    ruling: Ruling,
    comparisons: Sequence[Comparison] = (),
    *,
    proofs: Sequence[Certificate] | None = None,
    aside: SideRemarks | None = None,
    anonymous: bool = False,
    search: bool = True,
) -> Dossier:
    """The dossier of a ruling, with what was worked out beside it; certificates are sought where none are given.

    Without `search` nothing is sought at all, which is enough to tell a hand card by card.
    """
    found = tuple(certificates(ruling) if proofs is None and search else proofs or ())
    if anonymous:
        ruling = without_people(ruling)
    point, stated = focus(ruling), _stated(ruling)
    return Dossier(
        ruling,
        anonymous,
        point,
        tuple(heard(ruling)),
        offense_in(ruling, point.trick) if point.trick else None,
        tuple(comparisons),
        found,
        tuple(decisive(ruling, found, point)),
        all_questions(ruling, point) if search else Questions(),
        citations(ruling, point, search=search),
        tuple(lawful_plays(ruling, point)),
        scenes(ruling, point, stated),
        dealt(ruling, stated),
        account(ruling),
        tuple(incidents(ruling.walk.hand)),
        aside,
    )


def full_dossier(ruling: Ruling, rulesets: tuple[str, ...], *, anonymous: bool = False) -> Dossier:
    """The dossier with all that can be said beside a ruling, and what each of some rulesets makes of the hand."""
    told = told_beside(ruling, rulesets)
    return dossier(ruling, told.comparisons, proofs=told.proofs, aside=told.aside, anonymous=anonymous)


def compared_dossier(ruling: Ruling, rulesets: tuple[str, ...], *, anonymous: bool = False) -> Dossier:
    """The dossier with what each of some rulesets makes of the hand, and no other side remark, as in a site."""
    return dossier(ruling, others(ruling, rulesets), anonymous=anonymous)


def _stated(ruling: Ruling) -> tuple[int, ...]:
    """The cards that somebody wrote down as a seat's, by seat, as masks; others that it has were inferred."""
    stated = [0] * len(ruling.walk.hand.dealt)
    for fact in facts_of(ruling.walk):
        if fact.seat >= 0:
            stated[fact.seat] |= fact.cards
    return tuple(stated)
