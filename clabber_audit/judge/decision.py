"""Parts of a ruling that are compared with those of another: under other rules, of another version, of a misread card."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from clabber_audit.judge.judge import Ruling


class Result(NamedTuple):
    """Outcome, side and score of a hand, by which rulings are compared for a club's book (B6)."""

    outcome: str
    reneging_team: int | None
    score: Any
    #: The least and the most of each side, where the score is open.
    range: Any


class Decision(NamedTuple):
    """Everything that a ruling decides."""

    result: Result
    marks: Any
    #: Contract; in Clabber, the makers and the trump suit.
    contract: tuple[Any, ...]
    #: Verdict, penalty and guilty side of each claim.
    claims: tuple[tuple[Any, ...], ...]
    #: Each finding: infraction, seat, side, clock, verdict, penalty, path.
    findings: tuple[tuple[Any, ...], ...]
    #: The totals after the hand, who has won the game, hickeys brought, who deals next.
    after: Any
    winner: Any
    hickeys: Any
    next_dealer: int | None

    @property
    def decisive_parts(self) -> object:
        """Findings, verdicts on claims, result and winner: a ruling turns on a question that changes one of them."""
        findings = tuple(finding[:-1] for finding in self.findings)
        return self.result, findings, [verdict for verdict, *_ in self.claims], self.winner


def result(ruling: Ruling) -> Result:
    """Return outcome, side and score of a ruling."""
    remedy = ruling.remedy
    return Result(remedy.outcome, remedy.reneging_team, remedy.score, remedy.range)


def decision(ruling: Ruling) -> Decision:
    """Return what a ruling decides."""
    remedy, running = ruling.remedy, ruling.remedy.running
    preliminaries = ruling.replay.declared.before
    contract: tuple[Any, ...] = ruling.replay.maker, ruling.replay.makers
    if preliminaries is not None:
        # That a dealer had to bid it is the same contract.
        bid = preliminaries.contract
        contract = bid and (bid.maker, bid.tricks, bid.kind), preliminaries.alone
    findings = (
        (
            finding.infraction,
            finding.seat,
            finding.team,
            finding.at,
            finding.verdict,
            finding.penalty,
            finding.path,
        )
        for finding in ruling.findings
    )
    hickeys = tuple(getattr(remedy.settled, "hickeys", ()))
    return Decision(
        result(ruling),
        remedy.marks,
        (ruling.replay.strain and ruling.replay.strain.name, *contract),
        tuple((claim.verdict, claim.penalty, claim.guilty) for claim in ruling.claims),
        tuple(sorted(findings, key=repr)),
        running and running.after,
        running and running.winner,
        hickeys if any(hickeys) else (),
        ruling.next_dealer,
    )


def map_by_version(ruling: Ruling, part: Callable[[Ruling], object]) -> object:
    """Return a part of a ruling; while it depends on whom one believes, that of each version."""
    if ruling.accounts and ruling.accounts.is_open:
        return tuple((row.versions, row.ruling and part(row.ruling)) for row in ruling.accounts.rows)
    return part(ruling)


def verdict(ruling: Ruling) -> object:
    """Return what a misread card must not change: outcome, reneging side, set makers, verdicts on claims."""
    remedy = ruling.remedy
    went_set = remedy.outcome == "scored" and ruling.makers_set
    return remedy.outcome, remedy.reneging_team, went_set, [weighed.verdict for weighed in ruling.claims]
