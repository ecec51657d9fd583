"""Claims: who called what and when, whether in time, whether proven, and what an unproven one costs.

A claim is weighed against findings alone; nobody looks at cards here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from clabber_audit.evidence.finding import Finding
from clabber_audit.law.infraction import Calling, ClaimWeighed
from clabber_audit.law.infractions import infractions
from clabber_audit.ruling.court import Claim, Court, Hearing, Weighed
from clabber_audit.table.moments import SCORED, TURNED, number


class _Bench:
    """A hearing under way: what was asked once is not asked again."""

    def __init__(self, claims: Sequence[Claim], court: Court) -> None:
        self.claims, self.court = claims, court
        self.unproven: list[Finding] = []
        self.stop: int | None = None
        self.misdeal = False
        self._upheld: dict[tuple[Hashable, ...], bool] = {}
        #: The claims of each player, by moment and the team they are against.
        self._made: dict[tuple[int | str, str | None, int], list[int]] = {}
        for index, claim in enumerate(claims):
            self._made.setdefault((claim.at, claim.by, court.accused(claim)), []).append(index)

    def weigh(self, index: int) -> Weighed:
        """What a claim comes to as things stand."""
        court = self.court._replace(void=True) if self.misdeal else self.court
        return _weigh(index, self.claims[index], court, self.unproven, self.stop)

    def partner_upheld(self, index: int) -> bool:
        """Whether the partner's claim against the same team at the clock is upheld: a side is judged once (D-62)."""
        claim = self.claims[index]
        if claim.by is None:
            return False
        against = self.court.accused(claim)
        # Of claims not proven that are themselves claimed only the kind matters, and whose they are.
        state = self.stop, frozenset(finding.infraction for finding in self.unproven if finding.team == against)
        seating = self.court.seating
        own = seating.number[claim.by]
        return any(
            self._is_upheld((claim.at, seating.seats[other], against), state)
            for other in seating.seats_of(seating.side_of[own])
            if other != own
        )

    def _is_upheld(self, made: tuple[int | str, str, int], state: tuple[Hashable, ...]) -> bool:
        if (made, state) not in self._upheld:
            self._upheld[made, state] = any(self.weigh(other).verdict == "upheld" for other in self._made.get(made, ()))
        return self._upheld[made, state]


def hear(claims: Sequence[Claim], court: Court, charge: Callable[[ClaimWeighed], list[Finding]]) -> Hearing:
    """Weigh the claims by clock, then as listed; `charge` gives the findings about an unproven one."""
    bench = _Bench(claims, court)
    verdicts: dict[int, Weighed] = {}
    guilty: set[int] = set()
    for index in sorted(range(len(claims)), key=lambda index: number(claims[index].at)):
        claim, at = claims[index], number(claims[index].at)
        weighed = bench.weigh(index)
        costs = weighed.verdict != "upheld" and _may_cost(claim, weighed, court, bench.unproven, bench.stop)
        if costs and not bench.partner_upheld(index):
            found = charge(
                ClaimWeighed(index, court.seating.number[claim.by or ""], at, weighed.verdict, claim.reviewed)
            )
            bench.unproven += found
            weighed = weighed._replace(penal=next(iter(found), None))
        verdicts[index] = weighed
        if weighed.guilty is not None:
            guilty.add(weighed.guilty)
        elif weighed.verdict == "upheld" and _voids(weighed, court):
            bench.misdeal = True
            verdicts[index] = weighed._replace(misdeal=True)
        if weighed.guilty is not None or bench.misdeal:
            bench.stop = at if bench.stop is None else bench.stop
    ordered = tuple(verdicts[index] for index in range(len(claims)))
    return Hearing(ordered, tuple(bench.unproven), frozenset(guilty), bench.stop, bench.misdeal)


def _voids(weighed: Weighed, court: Court) -> bool:
    """Whether what is proven voids the deal once it is claimed."""
    claimed = infractions()[weighed.finding.infraction].once_claimed if weighed.finding else None
    return claimed is not None and claimed(court.toggles) == "redeal"


def _weigh(index: int, claim: Claim, court: Court, unproven: Sequence[Finding], stop: int | None) -> Weighed:
    """The first verdict that fits, in the order of the contract."""
    if claim.withdrawn:
        return Weighed(index, court.accused(claim), "withdrawn")
    if not _admissible(claim, court):
        return Weighed(index, court.accused(claim), "inadmissible")
    if not _in_time(claim, court, stop):
        return Weighed(index, court.accused(claim), "out_of_time")
    if court.void:
        return Weighed(index, court.accused(claim), "moot")
    return _examine(index, claim, court, unproven, stop)


def _opposed(claim: Claim, court: Court) -> bool:
    """Whether the claim is one player's against the other side: an admission is no claim (D-55)."""
    return claim.by is not None and court.seating.side_named(claim.by) != court.accused(claim)


def _admissible(claim: Claim, court: Court) -> bool:
    return _opposed(claim, court) and (claim.infraction is None or _claimable(claim.infraction, claim, court))


def _claimable(infraction: str, claim: Claim, court: Court) -> bool:
    """Whether a claim comes while an infraction can be claimed at all, as its own article has it."""
    window = infractions()[infraction].claimable
    calling = Calling(court.seating.number.get(claim.by or ""), number(claim.at), court.first_cards, court.maker)
    return window is None or window(calling, court.toggles)


def _in_time(claim: Claim, court: Court, stop: int | None) -> bool:
    """Before the last trick is turned; once play was stopped or the hand laid down, until the score is written."""
    at = number(claim.at)
    if stop is not None and court.rules.counterclaim_until == "stop" and at > stop:
        return False
    if at < TURNED or (court.rules.until == "scored" and at < SCORED):
        return True
    return at == TURNED and (stop is not None or court.laid_down)


def _examine(index: int, claim: Claim, court: Court, unproven: Sequence[Finding], stop: int | None) -> Weighed:
    accused, at = court.accused(claim), number(claim.at)
    if _names_nothing(claim, court):
        return Weighed(index, accused, "refuted")
    if any(team == accused and when > at for team, when in court.mixed):
        # Who mixes his tricks once a claim is made is ruled against (D-57).
        return Weighed(index, accused, "upheld")
    happened = [
        finding
        for finding in court.findings
        if finding.team == accused and finding.happened_by(at) and (stop is None or finding.happened_by(stop))
    ]
    if court.rules.on_claims:
        happened += [finding for finding in unproven if finding.team == accused and finding.at <= at]
    fitting = [finding for finding in happened if _names(claim, finding, court)]
    if not fitting and court.rules.incidental_find == "upholds" and claim.reviewed:
        fitting = [finding for finding in happened if finding.by_a_card]
    readable = [finding for finding in fitting if not _in_mixed_pile(finding.trick, finding, court, at)]
    proven = [finding for finding in readable if finding.verdict == "proven"]
    if proven:
        return Weighed(index, accused, "upheld", _linked(claim, proven, court))
    either = _either(readable, court)
    if either:
        return Weighed(index, accused, "upheld", _linked(claim, either, court), either)
    keeper = court.rules.disordered_pile == "keeper" and any(team == accused for team, _ in court.mixed)
    if len(readable) < len(fitting) or _about_mixed_pile(claim, court, at):
        return Weighed(index, accused, "upheld" if keeper else "not_proven")
    if readable or _unrecorded(claim, court):
        return Weighed(index, accused, "not_proven", meant=tuple(readable))
    return Weighed(index, accused, "refuted")


def _either(readable: Sequence[Finding], court: Court) -> tuple[Finding, ...]:
    """The findings about cards of which one at least is true: reneges alone if they do, else whatever fits."""
    of_cards = [finding for finding in readable if finding.by_a_card]
    for findings in ([finding for finding in of_cards if finding.penalty == "renege"], of_cards):
        if len(findings) > 1 and court.one_holds(findings):
            return tuple(findings)
    return ()


def _names_nothing(claim: Claim, court: Court) -> bool:
    """Whether a claim names what the ruleset has no article for; of a card the kind may be wrong (D-53)."""
    unbound = claim.infraction is not None and claim.infraction not in court.binding
    return unbound and not (court.rules.kind_may_be_wrong and infractions()[claim.infraction or ""].of_card)


def _names(claim: Claim, finding: Finding, court: Court) -> bool:
    """Whether a claim, as precise as it was made, means a finding (D-53)."""
    if not _claimable(finding.infraction, claim, court):
        return False
    specificity = court.rules.specificity
    named = claim.infraction
    if specificity == "team":
        return True
    if claim.trick is None or (named is not None and not infractions()[named].of_card):
        return named in (None, finding.infraction, _also_called(finding, court))
    if not finding.by_a_card or finding.trick != claim.trick:
        return False
    seat = court.seating.number.get(claim.against)
    if specificity in ("play", "kind") and seat not in (None, finding.seat):
        return False
    return specificity != "kind" or named is None or finding.infraction == named


def _also_called(finding: Finding, court: Court) -> str | None:
    """The name that covers a finding too, under the ruleset."""
    also_called = infractions()[finding.infraction].also_called
    return also_called(court.toggles) if also_called else None


def _linked(claim: Claim, proven: Sequence[Finding], court: Court) -> Finding:
    """The finding a claim is linked to: the named kind by the named seat, else a renege, else the first."""
    seat = court.seating.number.get(claim.against)
    for finding in proven:
        if finding.infraction == claim.infraction and (seat is None or finding.seat == seat):
            return finding
    return next((finding for finding in proven if finding.penalty == "renege"), proven[0])


def _in_mixed_pile(trick: int | None, finding: Finding | None, court: Court, at: int) -> bool:
    """Whether a card of a trick lay in a pile that had been mixed when the claim was made."""
    if trick is None or trick > len(court.piles) or (finding and not finding.by_a_card):
        return False
    complete = court.seating.clocks_of(trick).stop
    return any(team == court.piles[trick - 1] and complete <= when <= at for team, when in court.mixed)


def _about_mixed_pile(claim: Claim, court: Court, at: int) -> bool:
    """Whether a claim asks about cards that nobody can read in order any more."""
    if claim.infraction is not None and not infractions()[claim.infraction].of_card:
        return False
    tricks = [claim.trick] if claim.trick else range(1, len(court.piles) + 1)
    return any(_in_mixed_pile(trick, None, court, at) for trick in tricks)


def _unrecorded(claim: Claim, court: Court) -> bool:
    """Whether a claim names an infraction about which the record holds nothing either way."""
    if claim.infraction is None and court.rules.unnamed_asks_all:
        asked = court.unrecorded & court.binding
        return any(claim.trick is None or infractions()[name].of_card for name in asked)
    return claim.infraction in court.unrecorded


def _may_cost(claim: Claim, weighed: Weighed, court: Court, unproven: Sequence[Finding], stop: int | None) -> bool:
    """Whether an unproven claim can count against its side: made in time against the other side on a good deal.

    A claim taken back is not examined, unless tricks were turned or hands opened for it: what was looked at is looked
    at, and what it proves costs nothing (R-093, R-095, D-58).
    """
    if weighed.verdict != "withdrawn":
        return weighed.verdict in ("refuted", "not_proven")
    if court.void or not _admissible(claim, court) or not _in_time(claim, court, stop):
        return False
    return not claim.reviewed or _examine(weighed.number, claim, court, unproven, stop).finding is None
