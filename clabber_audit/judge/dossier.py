"""Everything that a written ruling shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.anonymous import anonymous as without_people
from clabber_audit.judge.certificates import Certificate, certificates, decisive, facts_of
from clabber_audit.judge.citations import Citation, citations
from clabber_audit.judge.claims import Weighed
from clabber_audit.judge.focus import Focus, focus, heard, is_meant, is_own_side
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.other_rulesets import RulesetComparison, others
from clabber_audit.judge.questions import Questions, all_questions
from clabber_audit.judge.scene import Lawful, Scene, SceneHand, dealt, lawful_plays, scenes
from clabber_audit.judge.side_remarks import SideRemarks, told_beside
from clabber_audit.judge.summary import Account, account
from clabber_audit.replay.events import IncidentEvent, incidents

#: Why a proven renege costs nothing: nobody called it in time, or has yet; nobody scores the hand; the record does not
#: say whose it is; or the verdict on a claim that called it.
Fate = Literal[
    "silent", "not_yet", "void", "nobody", "out_of_time", "inadmissible", "withdrawn", "not_proven", "called"
]
#: The outcomes of a hand that nobody scores.
_VOID: Final = ("redeal", "passed_out", "annulled")
#: Of several claims that called one renege, the verdict that says most about it.
_CALLED: Final[dict[str, Fate]] = {
    "upheld": "called",
    "moot": "void",
    "not_proven": "not_proven",
    "out_of_time": "out_of_time",
    "withdrawn": "withdrawn",
    "inadmissible": "inadmissible",
}


class Dossier(NamedTuple):
    """Ruling with all notes about it."""

    ruling: Ruling
    #: True if the people were left out; then nobody is to be named.
    anonymous: bool
    point: Focus
    #: The claims in the order they were heard.
    heard: tuple[Weighed, ...]
    #: The first card of the accused at fault in the trick in question, or of anybody where nobody is accused.
    offense: Finding | None
    comparisons: tuple[RulesetComparison, ...]
    #: All certificates, and those of what the ruling turns on.
    proofs: tuple[Certificate, ...]
    decisive: tuple[Certificate, ...]
    #: Questions that would settle what is open.
    questions: Questions
    citations: tuple[Citation, ...]
    lawful: tuple[Lawful, ...]
    #: What is in dispute, and the hands that matter; the hands when play began.
    scenes: tuple[Scene, ...]
    dealt: tuple[SceneHand, ...]
    account: Account
    #: The incidents of the record, each with its clock.
    incidents: tuple[IncidentEvent, ...]
    #: What it would have been, and how sure the ruling is; None where that was not worked out.
    aside: SideRemarks | None

    @property
    def in_question(self) -> list[Finding]:
        """Findings to explain: those of the verdict except on claims, else the card at fault in the trick."""
        told = [finding for finding in self.point.told if not finding.of_claim]
        return told or ([self.offense] if self.offense else [])

    @property
    def either(self) -> frozenset[int]:
        """Numbers of the findings of which only one of several is known to be true."""
        return frozenset(finding.number for weighed in self.ruling.claims for finding in weighed.either)

    def fate(self, finding: Finding) -> Fate:
        """Return why a proven renege costs nothing, or that a claim that was upheld covers it."""
        ruling = self.ruling
        if ruling.remedy.outcome in _VOID and not ruling.both_guilty:
            return "void"
        if finding.team is None:
            return "nobody"
        verdicts = {
            # Whoever calls it on the own side has made no claim, withdrawn or not (D-55).
            "inadmissible" if is_own_side(ruling, weighed) else weighed.verdict
            for weighed in self.heard
            if is_meant(ruling, weighed, finding)
        }
        # A claim that fails although it means what is proven was too late for it.
        if verdicts - {"refuted"}:
            return next(fate for verdict, fate in _CALLED.items() if verdict in verdicts)
        return "not_yet" if ruling.remedy.outcome == "unfinished" else "silent"


def dossier(
    ruling: Ruling,
    comparisons: Sequence[RulesetComparison] = (),
    *,
    proofs: Sequence[Certificate] | None = None,
    aside: SideRemarks | None = None,
    anonymous: bool = False,
    search: bool = True,
) -> Dossier:
    """Return the dossier of a ruling; certificates are searched unless given.

    Without `search` nothing is searched, which is enough to show a hand card by card.
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
        _offense(ruling, point),
        tuple(comparisons),
        found,
        tuple(decisive(ruling, found, point)),
        all_questions(ruling, point) if search else Questions(),
        citations(ruling, point, search=search),
        tuple(lawful_plays(ruling, point.claim)),
        scenes(ruling, point, stated),
        dealt(ruling, stated),
        account(ruling),
        tuple(incidents(ruling.replay.hand)),
        aside,
    )


def full_dossier(ruling: Ruling, rulesets: tuple[str, ...], *, anonymous: bool = False) -> Dossier:
    """Return the dossier with all side notes and the result under each of some rulesets."""
    told = told_beside(ruling, rulesets)
    return dossier(ruling, told.comparisons, proofs=told.proofs, aside=told.aside, anonymous=anonymous)


def compared_dossier(ruling: Ruling, rulesets: tuple[str, ...], *, anonymous: bool = False) -> Dossier:
    """Return the dossier with the result under each of some rulesets and no other side note, as in a site."""
    return dossier(ruling, others(ruling, rulesets), anonymous=anonymous)


def _offense(ruling: Ruling, point: Focus) -> Finding | None:
    """Return the card at fault that a claim may mean: of the accused seat before its partner's, proven before open."""
    if point.trick is None:
        return None
    found = [finding for finding in ruling.findings if finding.of_card and finding.trick == point.trick]
    if point.claim is None:
        return min(found, key=lambda finding: finding.verdict != "proven", default=None)
    against = ruling.replay.hand.record.claims[point.claim.number].against
    seat = ruling.replay.hand.seating.number.get(against)
    meant = [finding for finding in found if finding.team == point.claim.accused]
    return min(meant, key=lambda one: (seat not in (None, one.seat), one.verdict != "proven"), default=None)


def _stated(ruling: Ruling) -> tuple[int, ...]:
    """Return the recorded cards of each seat, as masks; other cards of it were derived."""
    stated = [0] * len(ruling.replay.hand.dealt)
    for fact in facts_of(ruling.replay):
        if fact.seat >= 0:
            stated[fact.seat] |= fact.cards
    return tuple(stated)
