"""Everything that a written ruling shows, and the articles on which it rests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.evidence.completions import searching
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.game import UNSCORED
from clabber_audit.judge.certificates import Certificate, certificates, certificates_of_point, facts_of
from clabber_audit.judge.claims import WeighedClaim
from clabber_audit.judge.comparison import RulesetComparison, rule_by_others, toggles_that_matter
from clabber_audit.judge.focus import (
    Focus,
    Lawful,
    claims_in_order,
    focus,
    is_own_side,
    lawful_plays,
    offense_in,
    offenses_in,
)
from clabber_audit.judge.judge import Ruling, anonymize
from clabber_audit.judge.precedents import Precedents, anonymize_precedents, precedents
from clabber_audit.judge.questions import Questions, list_questions
from clabber_audit.judge.side_remarks import SideRemarks, side_notes
from clabber_audit.replay import IncidentEvent, incident_events
from clabber_audit.rules.infraction import FailedClaim, Trait, incident_kinds
from clabber_audit.rules.infractions import infractions, infractions_of

#: Further findings to cite articles for, besides those of the verdict.
_MOST: Final = 4


class Citation(NamedTuple):
    """An article of the ruleset that applies, by its name, and the reason why."""

    article: str
    why: str


class _Ground(NamedTuple):
    """A reason to cite: the article's usual id, the catalog's row that it carries in any ruleset, and the reason."""

    article: str
    row: str
    why: str


#: The reason to cite an article whose answer decides, by its topic.
_DECIDES: Final = {
    "table": "on the cards",
    "deal": "on the deal",
    "declaring": "on making trump",
    "bidding": "on the bids",
    "exchange": "on passing cards",
    "play": "on the play",
    "melds": "on melds",
    "belle": "on belle",
    "scoring": "on the score",
    "reneges": "on reneges",
    "claims": "on claims",
    "laydown": "on laying down",
    "game": "on the end of the game",
}


def citations(ruling: Ruling, point: Focus, *, search: bool = True) -> tuple[Citation, ...]:
    """Return the articles that bind: on the findings, on claims, on penalties and scores, and others that decide.

    An article decides if another answer to its question would change the ruling. That is tried only with `search`. While
    a ruling depends on whom one believes, these are the articles that bind in any version.
    """
    if ruling.accounts and ruling.depends:
        found: dict[str, Citation] = {}
        for version in [row.ruling for row in ruling.accounts.rows if row.ruling is not None]:
            for one in citations(version, focus(version), search=False):
                found.setdefault(one.article, one)
        return tuple(found.values())
    ruleset = ruling.law.ruleset
    reasons: dict[str, str] = {}
    for finding in _findings_to_cite(ruling, point):
        title = infractions()[finding.infraction].title_in(ruling.law.game).lower()
        for name in sorted(ruleset.find_binding_articles(finding.infraction)):
            reasons.setdefault(name, f"on {title}")
    for weighed in ruling.claims:
        if weighed.unpenalized:
            for name in ruling.law.articles_without_penalty(weighed.unpenalized.infraction):
                reasons.setdefault(name, "on a true call that costs nothing")
        if weighed.excused_by is not None or weighed.not_excused_by:
            for name in ruleset.find_carrying_articles("D-62"):
                reasons.setdefault(name, "on calls by partners")
    about_claims, about_outcome = _GROUNDS[ruling.law.game.id]
    on_claims, on_outcome = list(about_claims(ruling, point)), list(about_outcome(ruling))
    if ruling.replay.hand.record.agreements:
        on_claims.append(_Ground("agreements", "D-86", "on what a table agrees on"))
    void = ruling.remedy.outcome in ("passed_out", "annulled")
    for ground in on_outcome + on_claims if void else on_claims + on_outcome:
        # The article of the usual id, else the first that carries the row, since houses choose their own ids.
        carrying = ruleset.find_carrying_articles(ground.row)
        cited = ground.article if ground.article in ruleset.articles else min(carrying, default=None)
        if cited:
            reasons.setdefault(cited, ground.why)
    for question in toggles_that_matter(ruling) if search else ():
        for name in ruleset.find_answering_articles(question):
            reasons.setdefault(name, _DECIDES[ruleset.articles[name].topic])
    return tuple(Citation(name, why) for name, why in reasons.items())


def _findings_to_cite(ruling: Ruling, point: Focus) -> list[Finding]:
    """Return the findings to cite for: those of the verdict, then the first of each other kind up to a limit."""
    shown = {finding.infraction for finding in point.findings}
    others = {
        finding.infraction: finding
        for finding in reversed(ruling.findings)
        if finding.infraction not in shown
    }
    return [
        *point.findings,
        *sorted(others.values(), key=lambda finding: (finding.at, finding.order))[:_MOST],
    ]


def _list_clabber_claim_grounds(ruling: Ruling, point: Focus) -> Iterator[_Ground]:
    verdicts = {weighed.verdict for weighed in ruling.claims}
    guilty = any(weighed.guilty is not None for weighed in ruling.claims)
    if "inadmissible" in verdicts or any(is_own_side(ruling, weighed) for weighed in ruling.claims):
        yield _Ground("claimant", "D-55", "on who may claim")
        claimed = [claim.infraction for claim in ruling.replay.hand.record.claims if claim.infraction]
        if any(infractions()[name].has_window for name in claimed):
            yield _Ground("passed-suit", "R-090", "on how long a passed suit can be called")
    if verdicts & {"upheld", "out_of_time"}:
        yield _Ground("renege-called", "R-107", "on the time of a claim")
    if "out_of_time" in verdicts:
        yield _Ground("turned", "D-52", "on when a trick is turned")
    if verdicts & {"refuted", "not_proven", "withdrawn"}:
        # The usual id of the article is that of the infraction it makes.
        of_claims = next(
            name
            for name, infraction in infractions_of(ruling.law.game).items()
            if FailedClaim in infraction.events
        )
        yield _Ground(of_claims, "R-094", "on a claim not proven")
    if "withdrawn" in verdicts:
        yield _Ground("withdrawn-claim", "D-58", "on a claim that is withdrawn")
    if "out_of_time" in verdicts or (
        not guilty and any(finding.penalty == "renege" for finding in ruling.findings)
    ):
        yield _Ground("uncalled", "D-61", "on a renege nobody called in time")
    if _costs_nothing(ruling):
        yield _Ground("uncalled", "D-61", "on a true call that costs nothing")
    if verdicts & {"upheld", "refuted", "not_proven"} and point.claim:
        yield _Ground("claim-names", "D-53", "on what a claim covers")
    if "not_proven" in verdicts:
        yield _Ground("proof", "D-56", "on proof")
    if any(incident_kinds()[incident.kind].mixes_tricks for incident in ruling.replay.hand.record.incidents):
        yield _Ground("mixed-pile", "D-57", "on mixed tricks")
    if len(ruling.claims) > 1:
        yield _Ground("order-of-claims", "D-48", "on several claims")


def _list_clabber_outcome_grounds(ruling: Ruling) -> Iterator[_Ground]:
    outcome, record = ruling.remedy.outcome, ruling.replay.hand.record
    if outcome == "renege":
        yield _Ground("renege", "R-104", "on what a renege costs")
        yield _Ground("offenders", "D-42", "on the side that reneged")
        if ruling.remedy.awarded or ruling.remedy.range:
            yield _Ground("renege-melds", "D-41", "on the melds of the innocent")
    guilty = {weighed.guilty for weighed in ruling.claims} - {None}
    if len(guilty) > 1:
        yield _Ground("both-renege", "R-105", "on reneges by both sides")
    if outcome == "passed_out":
        yield _Ground("all-pass", "R-028", "on a hand passed out")
    if ruling.remedy.explained:
        yield _Ground("makers", "R-069", "on who scores")
        yield _Ground("meld-scores", "R-055", "on whose melds score")
        if any(call.meld is None for called in ruling.remedy.explained for call in called.calls):
            yield _Ground("belle", "R-063", "on belle")
    if outcome == "scored":
        yield _Ground("makers", "R-069", "on who scores")
        yield _Ground("counting", "R-068", "on what counts")
        if any(item.meld for item in ruling.tally.melds):
            yield _Ground("meld-scores", "R-055", "on whose melds score")
            yield from _list_grounds_of_rank(ruling)
        if any(item.meld is None for item in ruling.tally.melds):
            yield _Ground("belle", "R-063", "on belle")
        found = [infractions()[finding.infraction] for finding in ruling.findings]
        # What is called or shown at a wrong moment may count all the same.
        if any(one.place == "meld" and Trait.DENIES_MELD not in one.traits for one in found):
            yield _Ground("early-calls", "D-60", "on what was called or shown too early")
        if ruling.makers_set or 0 in (ruling.remedy.score or ()):
            yield _Ground("marks", "D-76", "on the marks")
    if record.laydown:
        yield _Ground("laydown", "D-70", "on laying down")


def _costs_nothing(ruling: Ruling) -> bool:
    """Return True if a claim was upheld and no side pays."""
    upheld = [weighed for weighed in ruling.claims if weighed.verdict == "upheld"]
    return ruling.remedy.outcome != "redeal" and any(weighed.guilty is None for weighed in upheld)


def _list_grounds_of_rank(ruling: Ruling) -> Iterator[_Ground]:
    """Yield the grounds that decide between the melds of two sides."""
    counted = [item for item in ruling.tally.melds if item.meld]
    if len({ruling.replay.hand.seating.side_of[item.seat] for item in counted}) < 2:
        return
    if not any(item.scores for item in counted):
        yield _Ground("meld-tie", "R-053", "on best melds of the same rank")
    elif any(not item.meld.run for item in counted):
        yield _Ground("fours-rank", "R-050", "on which meld is higher")
    else:
        yield _Ground("run-rank", "R-051", "on which meld is higher")


def _list_bid_euchre_claim_grounds(ruling: Ruling, point: Focus) -> Iterator[_Ground]:
    verdicts = {weighed.verdict for weighed in ruling.claims}
    if verdicts & {"upheld", "out_of_time", "inadmissible"}:
        yield _Ground("claiming", "BD-71", "on the time of a claim")
    if _costs_nothing(ruling):
        yield _Ground("uncalled", "BD-79", "on a true call that costs nothing")
    if verdicts & {"refuted", "not_proven", "withdrawn"}:
        for name, infraction in infractions_of(ruling.law.game).items():
            if infraction.place == "claim":
                yield _Ground(name, "BD-73", "on a claim that proves nothing")


def _list_bid_euchre_outcome_grounds(ruling: Ruling) -> Iterator[_Ground]:
    """Yield the grounds of each addend, or of an unscored hand."""
    remedy = ruling.remedy
    if remedy.outcome == "renege":
        yield _Ground("renege", "BD-70", "on what a renege costs")
    if len({weighed.guilty for weighed in ruling.claims} - {None}) > 1:
        yield _Ground("both-renege", "BD-74", "on reneges by both sides")
    if remedy.outcome == "passed_out":
        yield _Ground("all-pass", "BD-09", "on a hand nobody bids for")
    if remedy.outcome == "annulled":
        yield _Ground("annulled", "B-071", "on a deal that does not count")
    if remedy.settled is not None:
        rows = dict.fromkeys(addend.row for own in remedy.settled.addends for addend in own)
        yield from (_Ground("", row, "on what counts") for row in rows)
    if remedy.running and remedy.running.winner is not None:
        yield _Ground("target", "B-032", "on who wins the game")


#: The grounds of a ruling by game: on claims, and on the outcome.
_GROUNDS: Final[
    dict[str, tuple[Callable[[Ruling, Focus], Iterator[_Ground]], Callable[[Ruling], Iterator[_Ground]]]]
] = {
    "clabber": (_list_clabber_claim_grounds, _list_clabber_outcome_grounds),
    "bid-euchre": (_list_bid_euchre_claim_grounds, _list_bid_euchre_outcome_grounds),
}


#: Why a proven renege costs nothing: nobody called it in time, or has yet; nobody scores the hand; the record does not
#: say whose it is; or the verdict on a claim that called it.
Fate = Literal[
    "uncalled",
    "not_yet",
    "void",
    "waived",
    "nobody",
    "out_of_time",
    "inadmissible",
    "withdrawn",
    "not_proven",
    "called",
]
#: Of several claims that called one renege, the verdict that says most about it.
_CALLED: Final[dict[str, Fate]] = {
    "upheld": "called",
    "moot": "void",
    "waived": "waived",
    "not_proven": "not_proven",
    "out_of_time": "out_of_time",
    "withdrawn": "withdrawn",
    "inadmissible": "inadmissible",
}


class Dossier(NamedTuple):
    """Ruling with all notes about it."""

    ruling: Ruling
    #: True if personal names were removed.
    anonymous: bool
    point: Focus
    #: The claims in the order in which they were weighed.
    claims: tuple[WeighedClaim, ...]
    #: The first card at fault in the trick in question, of the accused if there is a claim.
    offense: Finding | None
    comparisons: tuple[RulesetComparison, ...]
    #: All certificates, and those of the point in question.
    proofs: tuple[Certificate, ...]
    proofs_of_point: tuple[Certificate, ...]
    #: Questions that would settle the ruling.
    questions: Questions
    citations: tuple[Citation, ...]
    lawful: tuple[Lawful, ...]
    #: The recorded cards of each seat, as masks; other cards of it were derived.
    stated: tuple[int, ...]
    #: The incidents of the record, each with its clock.
    incidents: tuple[IncidentEvent, ...]
    #: Alternatives and robustness; None if not computed.
    remarks: SideRemarks | None
    #: Decisions of the club's book, and open questions; None without a book.
    precedents: Precedents | None = None
    #: The appeal that the ruling decides, as its data has it.
    appeal: Mapping[str, Any] | None = None

    @property
    def findings_in_question(self) -> list[Finding]:
        """Findings to explain: those of the verdict except on claims, else the card at fault in the trick."""
        named = [finding for finding in self.point.findings if not finding.of_claim]
        return named or ([self.offense] if self.offense else [])

    @property
    def alternative_findings(self) -> frozenset[int]:
        """Numbers of the findings of which at least one is true."""
        return frozenset(finding.number for weighed in self.ruling.claims for finding in weighed.either)

    def fate(self, finding: Finding) -> Fate:
        """Return why a proven renege costs nothing, or that a claim that was upheld covers it."""
        ruling = self.ruling
        if ruling.remedy.outcome in UNSCORED and not ruling.both_guilty:
            return "void"
        if finding.team is None:
            return "nobody"
        verdicts = {
            # A call on one's own side is no claim, withdrawn or not (D-55).
            "inadmissible"
            if is_own_side(ruling, weighed)
            else "waived"
            if weighed.waived
            else weighed.verdict
            for weighed in self.claims
            if weighed.can_mean(finding)
        }
        # A claim that fails although its finding is proven came too late for it.
        if verdicts - {"refuted"}:
            return next(fate for verdict, fate in _CALLED.items() if verdict in verdicts)
        return "not_yet" if ruling.remedy.outcome == "unfinished" else "uncalled"


def dossier(
    ruling: Ruling,
    comparisons: Sequence[RulesetComparison] = (),
    *,
    proofs: Sequence[Certificate] | None = None,
    remarks: SideRemarks | None = None,
    anonymous: bool = False,
    search: bool = True,
) -> Dossier:
    """Return the dossier of a ruling; certificates are searched unless given.

    Without `search` nothing is searched, which is enough to show a hand card by card.
    """
    with searching(ruling.effort):
        cited = find_cited_precedents(ruling, anonymous=anonymous) if search else None
        search = search and not ruling.depends
        all_proofs = tuple(certificates(ruling) if proofs is None and search else proofs or ())
        if anonymous:
            ruling = anonymize(ruling)
        point = focus(ruling)
        return Dossier(
            ruling,
            anonymous,
            point,
            claims=tuple(claims_in_order(ruling)),
            offense=_find_offense(ruling, point),
            comparisons=tuple(comparisons),
            proofs=all_proofs,
            proofs_of_point=tuple(certificates_of_point(ruling, all_proofs, point)),
            questions=list_questions(ruling, point) if search else Questions(),
            citations=citations(ruling, point, search=search),
            lawful=tuple(lawful_plays(ruling, point.claim)),
            stated=_find_stated_cards(ruling),
            incidents=tuple(incident_events(ruling.replay.hand)),
            remarks=remarks,
            precedents=cited,
        )


def find_cited_precedents(ruling: Ruling, *, anonymous: bool = False) -> Precedents | None:
    """Return the decisions that a ruling cites and its open questions; None without a book."""
    if ruling.law.book is None:
        return None
    articles = ruling.law.ruleset.articles
    cited = citations(ruling, focus(ruling), search=False)
    rows = [row for citation in cited for row in articles[citation.article].rules]
    found = precedents(anonymize(ruling) if anonymous else ruling, rows)
    return anonymize_precedents(found) if anonymous else found


def full_dossier(ruling: Ruling, rulesets: tuple[str, ...], *, anonymous: bool = False) -> Dossier:
    """Return the dossier with all side notes and the result under each of some rulesets."""
    if ruling.depends:
        return dossier(ruling, anonymous=anonymous)
    notes = side_notes(ruling, rulesets)
    return dossier(ruling, notes.comparisons, proofs=notes.proofs, remarks=notes.remarks, anonymous=anonymous)


def site_dossier(ruling: Ruling, rulesets: tuple[str, ...], *, anonymous: bool = False) -> Dossier:
    """Return the dossier with the result under each of some rulesets and no other side note, as in a site."""
    return dossier(ruling, () if ruling.depends else rule_by_others(ruling, rulesets), anonymous=anonymous)


def _find_offense(ruling: Ruling, point: Focus) -> Finding | None:
    """Return the card at fault that a claim may mean: of the accused seat before its partner's, proven before open."""
    if point.trick is None or point.claim is None:
        return None if point.trick is None else offense_in(ruling, point.trick)
    against = point.claim.made.against
    seat = ruling.replay.hand.seating.number.get(against)
    meant = [finding for finding in offenses_in(ruling, point.trick) if finding.team == point.claim.accused]
    return min(
        meant,
        key=lambda finding: (seat not in (None, finding.seat), finding.verdict != "proven"),
        default=None,
    )


def _find_stated_cards(ruling: Ruling) -> tuple[int, ...]:
    """Return the recorded cards of each seat, as masks, without derived ones."""
    stated = [0] * len(ruling.replay.hand.dealt)
    for fact in facts_of(ruling.replay):
        if fact.seat >= 0:
            stated[fact.seat] |= fact.cards
    return tuple(stated)
