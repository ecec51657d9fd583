"""Weigh claims: in time or not, proven or not, and the cost of unproven ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from clabber_audit.cards import SCORED, TURNED, Seating, clock_of
from clabber_audit.evidence.finding import Finding, Verdict
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.infraction import Calling, FailedClaim, Trait
from clabber_audit.rules.infractions import claimable_in, infractions

if TYPE_CHECKING:
    from clabber_audit.records import bid_euchre, clabber

#: A claim, as the records of a format have it.
Claim: TypeAlias = "clabber.Claim | bid_euchre.BidEuchreClaim"
WhyNotExcused = Literal["same player", "another moment"]
ClaimVerdict = Literal["withdrawn", "inadmissible", "out_of_time", "moot", "upheld", "refuted", "not_proven"]


#: Verdicts on claims that had to be decided.
_EXAMINED: Final = ("upheld", "refuted", "not_proven")


class ClaimNotExcused(NamedTuple):
    """Upheld claim of the same side that does not excuse a wrong one (D-62), and why not."""

    claim: int
    because: WhyNotExcused


class WeighedClaim(NamedTuple):
    """Claim with its verdict, and the finding that upholds it, if any."""

    number: int
    #: The claim as the record has it.
    made: Claim
    #: The team that it is against.
    accused: int
    verdict: ClaimVerdict
    finding: Finding | None = None
    #: The findings of which one at least is true, though none of them is proven by itself, when these uphold it.
    either: tuple[Finding, ...] = ()
    #: The finding that it brought on its own side, when it was not proven.
    penal: Finding | None = None
    #: The findings that it may mean and that are not proven, when it was not proven.
    undecided: tuple[Finding, ...] = ()
    #: Faults without a penalty here that leave it open.
    open_faults: tuple[Finding, ...] = ()
    #: True if it makes the deal void, as what it proves does once it is claimed (BD-76).
    misdeal: bool = False
    #: The fault that makes it true although the ruleset has no article for that, or exempts it. Such a claim is upheld
    #: unless something else that it may mean is undetermined.
    unpenalized: Finding | None = None
    #: The partner's claim of the same moment that is upheld, so that this one costs nothing (D-62).
    excused_by: int | None = None
    #: True if the table had agreed to let it go, or to play on, and is bound by that.
    waived: bool = False
    #: A claim of the same side that is upheld, and does not excuse this one.
    not_excused_by: ClaimNotExcused | None = None

    def with_findings(self, findings: Mapping[int, Finding]) -> WeighedClaim:
        """Return the claim with its findings replaced by number."""
        return self._replace(
            finding=self.finding and findings[self.finding.number],
            penal=self.penal and findings[self.penal.number],
            either=tuple(findings[finding.number] for finding in self.either),
            undecided=tuple(findings[finding.number] for finding in self.undecided),
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings that it is about."""
        return (*self.either, *self.undecided, *filter(None, (self.finding, self.penal)))

    def can_name(self, finding: Finding) -> bool:
        """Return True if its words fit a finding, by the trick or else by the kind (D-53).

        Neither time nor the ruleset matters here; `_ClaimWeigher._covers` asks how exact the ruleset wants a claim.
        """
        if self.accused != finding.team:
            return False
        named, trick = self.made.infraction, self.made.trick
        if trick and (named is None or infractions()[named].of_card):
            return finding.of_card and finding.trick == trick
        return named in (None, finding.infraction)

    def can_mean(self, finding: Finding) -> bool:
        """Return True if it was decided by a finding, or if its words fit one that came before it."""
        return finding in self.findings or (
            finding.precedes(clock_of(self.made.at)) and self.can_name(finding)
        )

    @property
    def open_causes(self) -> tuple[Finding, ...]:
        """Findings and faults that leave it open."""
        return self.undecided or self.open_faults

    @property
    def missing_answer(self) -> Verdict | None:
        """`not_settled` or `not_supported` if not the record but this program leaves the claim open."""
        words = [finding.verdict for finding in self.open_causes if finding.is_open]
        return words[0] if self.verdict == "not_proven" and words and "undetermined" not in words else None

    @property
    def is_for_mixed_tricks(self) -> bool:
        """True if it is upheld only because the accused mixed the tricks (D-57)."""
        return self.verdict == "upheld" and self.finding is None and self.unpenalized is None

    @property
    def penalty(self) -> Penalty | None:
        """The penalty for what it proves, or for itself; mixing tricks is a renege."""
        if self.is_for_mixed_tricks:
            return "renege"
        if self.misdeal:
            return "redeal"
        if self.verdict == "upheld" and (proof := self.finding or self.unpenalized):
            return proof.penalty
        return self.penal.penalty if self.penal else None

    @property
    def guilty(self) -> int | None:
        """The team that it makes guilty of a renege, the accused or its own, if any."""
        if self.penalty != "renege":
            return None
        return self.accused if self.penal is None else self.penal.team


class ClaimsResult(NamedTuple):
    """Result of weighing the claims: verdicts in record order, and the teams guilty of a renege."""

    weighed: tuple[WeighedClaim, ...] = ()
    #: The findings of claims that were not proven.
    unproven: tuple[Finding, ...] = ()
    guilty: frozenset[int] = frozenset()
    #: The clock of the first claim that stopped the play; None when none did.
    stop: int | None = None
    #: True if the deal is void, as one claimed what makes it so.
    misdeal: bool = False


#: Clock of an event, and its place among those of the clock; 0 where none is recorded.
Moment: TypeAlias = tuple[int, int]


def moment_of(event: Any) -> Moment:
    """Return the moment of a claim or an agreement."""
    return clock_of(event.at), event.order or 0


class ClaimFacts(NamedTuple):
    """Facts of a hand that bear on its claims. Teams and seats are indices."""

    law: BoundRuleset
    seating: Seating
    #: Seats of the dealer and the maker.
    dealer: int
    maker: int | None
    #: The clock of each seat's first card; later than any clock while it has not fallen.
    first_cards: tuple[int, ...]
    #: Evaluates infractions by name as if nothing penalized them, bound by the ruleset or not.
    evaluate_unpenalized: Callable[[frozenset[str]], Sequence[Finding]]
    #: Returns the findings against a failed claim that costs nothing; others may claim these in turn.
    evaluate_free_claim: Callable[[FailedClaim], Sequence[Finding]]
    #: True if at least one of some findings about cards is certainly true.
    one_holds: Callable[[Sequence[Finding]], bool]
    findings: Sequence[Finding] = ()
    #: True if the deal is void, or the hand was passed out: then no claim matters.
    void: bool = False
    #: True if play ended with a lay-down, so that no last trick was turned.
    laid_down: bool = False
    #: Team that won each complete trick; None if undetermined.
    piles: Sequence[int | None] = ()
    #: Team and moment of each mixing of tricks.
    mixed: Sequence[tuple[int, Moment]] = ()
    #: The place of each incident among the events of its moment; 0 where none is recorded.
    orders: Sequence[int] = ()
    #: Agreements of the whole table, each with its moment.
    agreed: Sequence[tuple[str, Moment]] = ()
    #: The infractions about which nothing was recorded.
    unrecorded_infractions: frozenset[str] = frozenset()
    #: Number of cards recorded if more were to fall; None if the hand is over.
    recorded_cards: int | None = None


def is_unanimous(agreement: Any, seating: Seating) -> bool:
    """Return True if everybody at the table agreed."""
    return not agreement.by or set(agreement.by) >= set(seating.seats)


def is_redeal_agreed(record: Any, result: ClaimsResult, seating: Seating) -> bool:
    """Return True if the table agreed to deal again, and no claim had to be decided (D-86, BD-81)."""
    examined = any(claim.verdict in _EXAMINED or claim.penal for claim in result.weighed)
    unanimous = (
        agreement.what == "redeal" and is_unanimous(agreement, seating) for agreement in record.agreements
    )
    return not examined and any(unanimous)


def weigh_claims(
    claims: Sequence[Claim], facts: ClaimFacts, charge: Callable[[FailedClaim], list[Finding]]
) -> ClaimsResult:
    """Weigh the claims by clock, then in record order; `charge` returns the findings against an unproven one."""
    return _ClaimWeigher(claims, facts, charge).weigh_all()


class _ClaimWeigher:
    """Weighs the claims of a hand one after the other: those before bear on those after."""

    def __init__(
        self,
        claims: Sequence[Claim],
        facts: ClaimFacts,
        charge: Callable[[FailedClaim], list[Finding]],
    ) -> None:
        self.claims, self.facts, self.charge = claims, facts, charge
        self.rules = facts.law.game.claim_rules(facts.law.toggles)
        #: Findings against failed claims, with and without a penalty.
        self.charged, self.free = list[Finding](), list[Finding]()
        self.stop: int | None = None
        self.misdeal = False
        #: Cache of `_find_upheld_of_partner`.
        self._upheld: dict[tuple[Hashable, ...], int | None] = {}
        #: The claims of each player, by moment and the team they are against.
        self._made: dict[tuple[int | str, str | None, int], list[int]] = {}
        for index, claim in enumerate(claims):
            self._made.setdefault((claim.at, claim.by, self._find_accused_side(claim)), []).append(index)

    def weigh_all(self) -> ClaimsResult:
        """Weigh every claim, charge those that fail, and stop the hand at the first that makes a side guilty."""
        verdicts: dict[int, WeighedClaim] = {}
        guilty: set[int] = set()
        for index in sorted(range(len(self.claims)), key=lambda index: moment_of(self.claims[index])):
            weighed = self.weigh(index)
            if weighed.verdict != "upheld" and self.can_cost(weighed):
                weighed = self.charge_claim(weighed)
            if weighed.guilty is not None:
                guilty.add(weighed.guilty)
            elif self._makes_deal_void(weighed):
                self.misdeal, weighed = True, weighed._replace(misdeal=True)
            verdicts[index] = weighed
            if (weighed.guilty is not None or self.misdeal) and self.stop is None:
                self.stop = clock_of(self.claims[index].at)
        in_order = tuple(
            self.note_not_excused(verdicts[index], verdicts) for index in range(len(self.claims))
        )
        return ClaimsResult(in_order, tuple(self.charged), frozenset(guilty), self.stop, self.misdeal)

    def _makes_deal_void(self, weighed: WeighedClaim) -> bool:
        """Return True if a claim is upheld for a fault that calls for a new deal once it is claimed (BD-76)."""
        if weighed.verdict != "upheld" or weighed.finding is None:
            return False
        infraction = infractions()[weighed.finding.infraction]
        return infraction.penalty_if_claimed(self.facts.law.toggles) == "redeal"

    def weigh(self, index: int) -> WeighedClaim:
        """Return the first verdict that applies at this point, in the order of the contract."""
        claim = self.claims[index]
        verdict: ClaimVerdict = "moot"
        if claim.withdrawn:
            verdict = "withdrawn"
        elif not self._is_admissible(claim):
            verdict = "inadmissible"
        elif not self._is_in_time(claim):
            verdict = "out_of_time"
        elif not self._is_deal_over(claim):
            weighed = self._examine(index)
            proof = weighed.finding or weighed.unpenalized
            # The table had agreed to let it go, or to play on.
            agreed = self._find_agreements_before(claim)
            let_go = [agreed[what][0] for what in ("waive", "play_on") if what in agreed]
            if weighed.verdict == "upheld" and proof and any(map(proof.precedes, let_go)):
                return WeighedClaim(index, claim, self._find_accused_side(claim), "moot", waived=True)
            return weighed
        return WeighedClaim(index, claim, self._find_accused_side(claim), verdict)

    def _is_deal_over(self, claim: Claim) -> bool:
        """Return True if the deal no longer counts: it is void, by a claim or by itself, or all agreed to deal again."""
        return self.facts.void or self.misdeal or "redeal" in self._find_agreements_before(claim)

    def _find_agreements_before(self, claim: Claim) -> Mapping[str, Moment]:
        """Return what the table had agreed on before a claim, where that binds it (D-86, BD-81)."""
        agreed = self.facts.agreed if self.rules.agreements_bind else ()
        return {what: at for what, at in agreed if at < moment_of(claim)}

    def _is_reviewed(self, claim: Claim) -> bool:
        """Return True if tricks were turned over for a claim, as the table counts it (D-84)."""
        side_named, by = self.facts.seating.side_named, claim.reviewed_by
        accused = by in self.facts.seating.number and side_named(by) == self._find_accused_side(claim)
        return claim.reviewed and (self.rules.accused_review or not accused)

    def charge_claim(self, weighed: WeighedClaim) -> WeighedClaim:
        """Charge a failed claim to its side, unless it costs nothing or a claim of the partner excuses it."""
        index, claim = weighed.number, weighed.made
        by = self.facts.seating.number[claim.by or ""]
        failed = FailedClaim(index, by, clock_of(claim.at), weighed.verdict, self._is_reviewed(claim))
        findings = self.charge(failed)
        excused = self._find_upheld_of_partner(index) if findings else None
        if findings and excused is None:
            self.charged.extend(findings)
            return weighed._replace(penal=findings[0])
        self.free.extend(self.facts.evaluate_free_claim(failed))
        return weighed._replace(excused_by=excused)

    def note_not_excused(self, weighed: WeighedClaim, verdicts: Mapping[int, WeighedClaim]) -> WeighedClaim:
        """Note an upheld claim of the same side that does not excuse a wrong one."""
        claim, side_named = weighed.made, self.facts.seating.side_named
        if weighed.penal is None or claim.by is None:
            return weighed
        for index, other in enumerate(self.claims):
            good = verdicts[index].verdict == "upheld" and verdicts[index].accused == weighed.accused
            if good and other.by is not None and side_named(other.by) == side_named(claim.by):
                why: WhyNotExcused = "same player" if other.by == claim.by else "another moment"
                return weighed._replace(not_excused_by=ClaimNotExcused(index, why))
        return weighed

    def can_cost(self, weighed: WeighedClaim) -> bool:
        """Return True if an unproven claim may be charged: in time, against the other side, on a good deal.

        A claim that this program leaves open, not the record, costs nothing.

        A withdrawn claim is not examined, unless tricks were turned or hands opened for it; then it costs nothing if
        it is true (R-093, R-095, D-58).
        """
        claim = weighed.made
        if weighed.verdict != "withdrawn":
            return weighed.verdict in ("refuted", "not_proven") and not (
                weighed.unpenalized or weighed.missing_answer
            )
        if self._is_deal_over(claim) or not self._is_admissible(claim) or not self._is_in_time(claim):
            return False
        if not self._is_reviewed(claim):
            return True
        proof = self._examine(weighed.number)
        return proof.finding is None and proof.unpenalized is None

    def _find_upheld_of_partner(self, index: int) -> int | None:
        """Return a partner's claim of the same clock against the same team that is upheld, if any (D-62).

        It is weighed as matters stand at `index`, even if its own turn has not come. Claims weighed before can change
        its verdict in two ways: they may have stopped the hand, and those that failed are faults that it may mean. A
        claim names such a fault by its kind and its side alone, so the cache need not tell two of them apart.
        """
        claim, seating = self.claims[index], self.facts.seating
        if claim.by is None:
            return None
        against, own = self._find_accused_side(claim), seating.number[claim.by]
        # A misdeal changes the verdict too, but needs no place in the key: once the deal is over no claim can cost
        # anything (`can_cost`), so that none is charged and this is never called again.
        state = (
            self.stop,
            *(
                frozenset(finding.infraction for finding in findings if finding.team == against)
                for findings in (self.charged, self.free)
            ),
        )
        for other in seating.seats_of(seating.side_of[own]):
            made = (claim.at, seating.seats[other], against)
            if other != own and (made, state) not in self._upheld:
                upheld = (one for one in self._made.get(made, ()) if self.weigh(one).verdict == "upheld")
                self._upheld[made, state] = next(upheld, None)
            if other != own and (result := self._upheld[made, state]) is not None:
                return result
        return None

    def _find_accused_side(self, claim: Claim) -> int:
        return self.facts.seating.side_named(claim.against)

    def _is_admissible(self, claim: Claim) -> bool:
        """Return True if a player claims against the other side, in the time limit of the infraction.

        An admission is no claim (D-55).
        """
        if claim.by is None or self.facts.seating.side_named(claim.by) == self._find_accused_side(claim):
            return False
        return claim.infraction is None or self._is_claimable(claim.infraction, claim)

    def _is_claimable(self, infraction: str, claim: Claim) -> bool:
        """Return True if a claim comes within the time limit of its infraction."""
        facts = self.facts
        by = facts.seating.number.get(claim.by or "")
        calling = Calling(by, clock_of(claim.at), facts.first_cards, facts.maker)
        return infractions()[infraction].is_claimable(facts.law.case_of(infraction, calling))

    def _is_in_time(self, claim: Claim) -> bool:
        """Return True until the deadline of the ruleset; after a stop or a lay-down, until the score is written.

        Where a stop ends the claims, none after it is in time.
        """
        at, rules = clock_of(claim.at), self.rules
        if self.stop is not None and rules.counterclaim_until == "stop" and at > self.stop:
            return False
        if at < TURNED or (rules.until == "scored" and at < SCORED):
            return True
        return at == TURNED and (self.stop is not None or self.facts.laid_down)

    def _examine(self, index: int) -> WeighedClaim:
        """Return the verdict on what a claim says, by the findings that it may mean."""
        claim = self.claims[index]
        accused, now = self._find_accused_side(claim), moment_of(claim)
        weighed = partial(WeighedClaim, index, claim, accused)
        has_article = self._has_article(claim)
        if has_article and any(team == accused and when > now for team, when in self.facts.mixed):
            # Who mixes his tricks once a claim is made is ruled against (D-57).
            return weighed("upheld")
        meant = self._find_penalized(claim)
        checkable = [finding for finding in meant if not self._is_in_mixed_pile(finding.trick, finding, now)]
        if proven := [finding for finding in checkable if self._is_proof_against(finding, accused)]:
            return weighed("upheld", self._choose_finding(claim, proven))
        if alternatives := self._find_alternatives(checkable):
            return weighed("upheld", self._choose_finding(claim, alternatives), alternatives)
        unpenalized = self._find_unpenalized(claim)
        proven = [finding for finding in unpenalized if self._is_proof_against(finding, accused)]
        true_without_penalty = self._choose_finding(claim, proven) if proven else None
        if true_without_penalty and not checkable:
            return weighed("upheld", unpenalized=true_without_penalty)
        if has_article and (len(checkable) < len(meant) or self._is_about_mixed_pile(claim)):
            mixed = any(team == accused for team, _ in self.facts.mixed)
            keeper = self.rules.disordered_pile == "keeper" and mixed
            return weighed("upheld" if keeper else "not_proven")
        if checkable or unpenalized or self._is_unrecorded(claim):
            # Who says what is true pays nothing, though it is undetermined if it was an offense.
            return weighed(
                "not_proven",
                undecided=tuple(finding for finding in checkable if finding.team == accused),
                open_faults=tuple(
                    finding for finding in unpenalized if finding.is_open and finding.team == accused
                ),
                unpenalized=true_without_penalty,
            )
        return weighed("refuted")

    def _has_article(self, claim: Claim) -> bool:
        """Return True unless a claim names an infraction that the ruleset does not have.

        For a card the kind may be wrong, where the ruleset says so (D-53).
        """
        named = claim.infraction
        if named is None or named in self.facts.law.binding:
            return True
        return self.rules.kind_may_be_wrong and infractions()[named].of_card

    def _find_penalized(self, claim: Claim) -> list[Finding]:
        """Return the findings under articles of the ruleset that a claim may mean, in mixed piles too.

        If it covers none, it may mean any card out of order that a review turned up, where the ruleset says so.
        """
        accused, clock = self._find_accused_side(claim), clock_of(claim.at)
        earlier = [
            finding
            for finding in self.facts.findings
            if self._came_before(finding, claim) and (self.stop is None or finding.precedes(self.stop))
        ]
        if self.rules.on_claims:
            earlier += [finding for finding in self.charged if finding.at <= clock]
        earlier = [finding for finding in earlier if self._find_responsible_side(finding) in (accused, None)]
        covered = (
            [finding for finding in earlier if self._covers(claim, finding)]
            if self._has_article(claim)
            else []
        )
        if not covered and self.rules.incidental_find == "upholds" and self._is_reviewed(claim):
            return [finding for finding in earlier if finding.of_card]
        return covered

    def _came_before(self, finding: Finding, claim: Claim) -> bool:
        """Return True if it had happened by a claim; of incidents of its moment only those that came before it."""
        at, order = moment_of(claim)
        part, *place = finding.path or ("",)
        if part == "incidents" and finding.at == at and 0 < order < self.facts.orders[int(place[0])]:
            return False
        return finding.precedes(at)

    def _find_responsible_side(self, finding: Finding) -> int | None:
        """Return the side responsible, None if not recorded; for a fault of the deal, the dealer's side."""
        if finding.team is None and any(kind.of_the_deal for kind in infractions()[finding.infraction].kinds):
            return self.facts.seating.side_of[self.facts.dealer]
        return finding.team

    def _is_proof_against(self, finding: Finding, accused: int) -> bool:
        """Return True if a finding proves a claim against a side.

        No side answers for an act of an outsider: that it happened makes the claim true, whoever is accused.
        """
        by_outsider = "by_other" in finding.facts and finding.team is None
        return finding.verdict == "proven" and (
            by_outsider or self._find_responsible_side(finding) == accused
        )

    def _find_unpenalized(self, claim: Claim) -> list[Finding]:
        """Return the faults that a claim may mean and that no article penalizes, except those in mixed piles."""
        known, names = infractions(), self._list_possible_infractions(claim)
        wider = frozenset(
            name
            for name in names
            if name not in self.facts.law.binding
            or known[name].is_narrowed
            or Trait.BY_SILENCE in known[name].traits
        )
        failed_claims = (finding for finding in (*self.free, *self.charged) if finding.infraction in names)
        return [
            finding
            for finding in (*self.facts.evaluate_unpenalized(wider), *failed_claims)
            if self._came_before(finding, claim)
            and (self.stop is None or finding.of_claim or finding.precedes(self.stop))
            and self._find_responsible_side(finding) in (self._find_accused_side(claim), None)
            and self._covers(claim, finding)
            and not self._is_in_mixed_pile(finding.trick, finding, moment_of(claim))
        ]

    def _list_possible_infractions(self, claim: Claim) -> frozenset[str]:
        """Return the infractions that a claim may mean where no article covers them.

        A claim that names nothing may mean incidents, a hand laid down, and whatever the ruleset exempts.
        """
        named, known = claim.infraction, infractions()
        if named is None:
            noted = (
                name
                for name, infraction in claimable_in(self.facts.law.game).items()
                if infraction.kinds or infraction.place == "laydown"
            )
            binding = self.facts.law.binding
            exempt = (name for name in binding if known[name].is_narrowed and known[name].place != "claim")
            return frozenset((*noted, *exempt))
        if claim.trick and self.rules.kind_may_be_wrong and known[named].place == "turn":
            # In a trick a wrong kind is no defect (D-53).
            return frozenset(name for name, infraction in known.items() if infraction.place == "turn")
        return frozenset((named,))

    def _find_alternatives(self, meant: Sequence[Finding]) -> tuple[Finding, ...]:
        """Return findings of which one is certainly true: the reneges by a card if possible, else all by a card."""
        of_cards = [finding for finding in meant if finding.of_card]
        for findings in ([finding for finding in of_cards if finding.penalty == "renege"], of_cards):
            if len(findings) > 1 and self.facts.one_holds(findings):
                return tuple(findings)
        return ()

    def _covers(self, claim: Claim, finding: Finding) -> bool:
        """Return True if a claim is exact enough for a finding, as the ruleset wants it, and not too late (D-53).

        Unlike `WeighedClaim.can_name`, which goes by the words of the claim alone.
        """
        if not self._is_claimable(finding.infraction, claim):
            return False
        specificity, named, known = self.rules.specificity, claim.infraction, infractions()
        if specificity == "team":
            return True
        if claim.trick is None or (named is not None and not known[named].of_card):
            also = known[finding.infraction].claim_alias(self.facts.law.toggles) or None
            return named in (None, finding.infraction, also)
        if not finding.of_card or finding.trick != claim.trick:
            return False
        seat = self.facts.seating.number.get(claim.against)
        if specificity in ("play", "kind") and seat not in (None, finding.seat):
            return False
        return specificity != "kind" or named is None or finding.infraction == named

    def _choose_finding(self, claim: Claim, proven: Sequence[Finding]) -> Finding:
        """Return the finding linked to a claim: the named kind by the named seat, else a renege, else the first."""
        seat = self.facts.seating.number.get(claim.against)
        for finding in proven:
            if finding.infraction == claim.infraction and (seat is None or finding.seat == seat):
                return finding
        return next((finding for finding in proven if finding.penalty == "renege"), proven[0])

    def _is_in_mixed_pile(self, trick: int | None, finding: Finding | None, at: Moment) -> bool:
        """Return True if a card of a trick lay in a pile that was mixed by then."""
        piles = self.facts.piles
        if trick is None or trick > len(piles) or (finding and not finding.of_card):
            return False
        complete = (self.facts.seating.clocks_of(trick).stop, 0)
        return any(team == piles[trick - 1] and complete <= when <= at for team, when in self.facts.mixed)

    def _is_about_mixed_pile(self, claim: Claim) -> bool:
        """Return True if a claim asks about cards whose order is lost."""
        if claim.infraction is not None and not infractions()[claim.infraction].of_card:
            return False
        tricks = [claim.trick] if claim.trick else range(1, len(self.facts.piles) + 1)
        return any(self._is_in_mixed_pile(trick, None, moment_of(claim)) for trick in tricks)

    def _is_unrecorded(self, claim: Claim) -> bool:
        """Return True if the record says nothing about what a claim names, or the cards were never written down."""
        facts, named, known = self.facts, claim.infraction, infractions()
        if facts.recorded_cards is not None and (named is None or known[named].of_card):
            at = clock_of(claim.at) if self.stop is None else min(clock_of(claim.at), self.stop)
            begins = facts.seating.clocks_of(claim.trick).start if claim.trick else 0
            if at >= TURNED or (claim.trick is not None and min(at, begins) >= facts.recorded_cards):
                return True
        if named is None:
            unrecorded = facts.unrecorded_infractions & facts.law.binding
            return any(claim.trick is None or known[name].of_card for name in unrecorded)
        return named in facts.unrecorded_infractions
