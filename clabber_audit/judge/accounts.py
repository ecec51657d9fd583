"""Ruling on a hand that people tell differently: each combination of versions once, and the accounts to ask about.

A version is what somebody tells. Each combination is judged as a record of its own, in which `evidence` goes through
the completions of what nobody wrote down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import Scores
from clabber_audit.evidence.completions import Budget, BudgetExhausted, charge_to, is_exhausted
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.parse import account_combinations
from clabber_audit.judge.scoring import Range, Remedy
from clabber_audit.records.accounts import Combination
from clabber_audit.records.base import Account
from clabber_audit.records.hand import Hand
from clabber_audit.rules.bound_ruleset import BoundRuleset

#: Search budget that all combinations of a hand share, that of four hands.
_SHARED: Final = 200_000

#: How the versions bear on the ruling: all give the same; all give the same score, but not the same verdicts on claims;
#: only one is possible; a finding of fact decides; it depends on the version.
Kind = Literal["same", "same_score", "only", "found", "depends"]


class Row(NamedTuple):
    """Combinations that rule alike, with the ruling on the first."""

    versions: tuple[tuple[int, ...], ...]
    #: None if the search ended before it was settled.
    ruling: Any


class AccountQuestion(NamedTuple):
    """Account whose versions are ruled on differently, so that it must be asked about."""

    account: int
    #: The versions that rule alike, and a record of each.
    groups: tuple[tuple[int, ...], ...]
    records: tuple[tuple[Any, ...], ...]
    #: Account and versions on which the question still matters; None if always.
    after: tuple[int, tuple[int, ...]] | None = None


class JudgedAccounts(NamedTuple):
    """Accounts of a hand, ruled."""

    #: The record as written.
    record: Any
    kind: Kind
    #: All rows, and those that agree with the findings of fact.
    rows: tuple[Row, ...]
    believed: tuple[Row, ...]
    impossible: tuple[Combination, ...]
    #: The versions by which the ruling is given; None while it depends.
    ruled_by: tuple[int, ...] | None
    questions: tuple[AccountQuestion, ...]
    #: The rulings on all combinations that were settled.
    rulings: tuple[Any, ...]

    @property
    def is_open(self) -> bool:
        """True if the ruling depends on whom one believes."""
        return self.kind == "depends"

    @property
    def impossible_versions(self) -> dict[tuple[int, int], Combination]:
        """Versions, as account and version, that are possible in no combination, with one that says why."""
        possible = {pair for row in self.rows for version in row.versions for pair in enumerate(version)}
        impossible: dict[tuple[int, int], Combination] = {}
        for combined in self.impossible:
            for pair in enumerate(combined.versions):
                if pair not in possible:
                    impossible.setdefault(pair, combined)
        return impossible

    @property
    def clashing_combinations(self) -> list[Combination]:
        """Impossible combinations of versions that are possible by themselves."""
        alone = self.impossible_versions
        return [
            combination
            for combination in self.impossible
            if not any(pair in alone for pair in enumerate(combination.versions))
        ]

    def versions_in(self, row: Row, account: int) -> tuple[int, ...]:
        """Return the versions of an account that a row holds."""
        return tuple(sorted({version[account] for version in row.versions}))

    def matters_in(self, row: Row, account: int) -> bool:
        """Return True if a row does not hold every possible version of an account."""
        possible = {version[account] for other in self.rows for version in other.versions}
        return len(self.versions_in(row, account)) < len(possible)


def rule_accounts(hand: Hand, law: BoundRuleset, rule_once: Callable[[Hand, BoundRuleset], Any]) -> Any:
    """Return the ruling on a hand with accounts: on the versions believed, or an undetermined one."""
    record, combinations = hand.written, account_combinations(hand.written)
    budget = Budget(_SHARED)
    judged = {
        combination.versions: _run_within_shared_budget(
            budget, partial(rule_once, _make_single_hand(combination), law)
        )
        for combination in combinations.possible
    }
    keys = {versions: _key(ruling) for versions, ruling in judged.items()}
    rows = _group_alike(judged, keys)
    trusted = {combination.versions for combination in combinations.believed}
    believed = tuple(
        row._replace(versions=kept)
        for row in rows
        if (kept := tuple(v for v in row.versions if v in trusted))
    )
    chosen = combinations.first_combination.versions
    ruling, kind = judged[chosen], _find_kind(rows, believed, list(judged.values()))
    settled = {versions: ruling for versions, ruling in judged.items() if ruling is not None}
    accounts = JudgedAccounts(
        record,
        kind,
        rows,
        believed,
        impossible=combinations.impossible,
        ruled_by=None if kind == "depends" else chosen,
        questions=(),
        rulings=tuple(settled.values()),
    )
    possible = {
        combination.versions: combination.hand.record
        for combination in combinations.believed
        if combination.hand
    }
    if kind == "depends":
        accounts = accounts._replace(questions=tuple(_list_questions(possible, keys)))
        rulings = [row.ruling for row in believed if row.ruling is not None]
        base = rulings[0] if rulings else rule_once(_make_single_hand(combinations.first_combination), law)
        return _build_undetermined_ruling(base, list(settled.values()) or [base], believed, accounts)
    findings = ruling.findings
    if kind == "found":
        findings = tuple(_with_premises(finding, chosen, settled, record.accounts) for finding in findings)
        by_number = {finding.number: finding for finding in findings}
        ruling = ruling._replace(claims=tuple(claim.with_findings(by_number) for claim in ruling.claims))
    replay = ruling.replay._replace(hand=ruling.replay.hand._replace(written=record))
    return ruling._replace(replay=replay, findings=findings, accounts=accounts)


def _make_single_hand(combination: Combination) -> Hand:
    """Return the hand of a combination, as if it were a record of its own."""
    assert combination.hand is not None
    return combination.hand._replace(written=None)


def _run_within_shared_budget(budget: Budget, work: Callable[[], Any]) -> Any:
    """Return the result of some work, None if the shared budget runs out."""
    try:
        with charge_to(budget):
            return work()
    except BudgetExhausted:
        if is_exhausted():
            raise
        return None


def _key(ruling: Any) -> tuple[Any, ...]:
    """Return the parts of a ruling in which two versions that rule alike agree."""
    if ruling is None:
        return ("not settled",)
    remedy = ruling.remedy
    winner = remedy.running and remedy.running.winner
    return (
        *(remedy.outcome, remedy.reneging_team, remedy.score, remedy.marks, remedy.range),
        *(ruling.next_dealer, winner),
    )


def _group_alike(judged: dict[tuple[int, ...], Any], keys: dict[tuple[int, ...], Any]) -> tuple[Row, ...]:
    """Return a row for each ruling, with all versions that give it."""
    rows: dict[Any, Row] = {}
    for versions, ruling in judged.items():
        row = rows.get(keys[versions], Row((), ruling))
        rows[keys[versions]] = row._replace(versions=(*row.versions, versions))
    return tuple(rows.values())


def _find_kind(rows: Sequence[Row], believed: Sequence[Row], rulings: Sequence[Any]) -> Kind:
    if len(rulings) == 1 and rulings[0] is not None:
        return "only"
    if len(rows) == 1 and rows[0].ruling is not None:
        verdicts = {tuple((claim.verdict, claim.guilty) for claim in ruling.claims) for ruling in rulings}
        return "same" if len(verdicts) == 1 else "same_score"
    return "found" if len(believed) == 1 and believed[0].ruling is not None else "depends"


def _with_premises(
    finding: Finding,
    chosen: tuple[int, ...],
    rulings: dict[tuple[int, ...], Any],
    accounts: Sequence[Account],
) -> Finding:
    """Return a finding, with the accounts whose findings of fact it rests on among its facts."""
    rests = [
        f"account {place + 1}"
        for place, account in enumerate(accounts)
        if account.found
        and any(
            finding.identity not in (other.identity for other in ruling.findings)
            for versions, ruling in rulings.items()
            if versions[place] != chosen[place]
            and versions[:place] + versions[place + 1 :] == chosen[:place] + chosen[place + 1 :]
        )
    ]
    return finding._replace(facts={**finding.facts, "rests_on": ", ".join(rests)}) if rests else finding


def _build_undetermined_ruling(
    base: Any, rulings: Sequence[Any], believed: Sequence[Row], accounts: JudgedAccounts
) -> Any:
    """Return the undetermined ruling: the findings common to all versions, and the range of scores."""
    shared = set.intersection(*({finding.identity for finding in ruling.findings} for ruling in rulings))
    common = [finding for finding in base.findings if finding.identity in shared and not finding.of_claim]
    findings = tuple(finding._replace(number=number) for number, finding in enumerate(common))
    remedy = Remedy("undetermined", range=_join_ranges(believed), sides=base.remedy.sides)
    hand = base.replay.hand
    hand = hand._replace(record=hand.record.model_copy(update={"claims": []}), written=accounts.record)
    return base._replace(
        replay=base.replay._replace(hand=hand),
        findings=findings,
        claims=(),
        tally=base.tally._replace(points=None),
        remedy=remedy,
        unclaimed=remedy,
        stop=None,
        sheet_agrees=None,
        both_guilty=False,
        accounts=accounts,
    )


def _join_ranges(rows: Sequence[Row]) -> Range | None:
    """Return the least and the most of each side over some rows; None if one of them has no score."""
    scores, reached = list[Scores](), True
    for row in rows:
        remedy = row.ruling.remedy if row.ruling else None
        if remedy and remedy.range:
            scores += [remedy.range.low, remedy.range.high]
            reached = reached and remedy.range.reached
        elif remedy and None not in remedy.certain_scores:
            scores.append(remedy.certain_scores)
        else:
            return None
    return Range.over(scores, reached)


def _list_questions(
    records: dict[tuple[int, ...], Any], keys: dict[tuple[int, ...], Any]
) -> Iterator[AccountQuestion]:
    """Yield the accounts to ask about, best first: the answer leaves the fewest different rulings on average."""
    waiting: list[tuple[dict[tuple[int, ...], Any], tuple[int, tuple[int, ...]] | None]] = [(records, None)]
    asked = set[int]()
    while waiting:
        some, after = waiting.pop(0)
        best = _choose_account(some, keys, asked)
        if best is None:
            continue
        groups = _group_versions(some, best, keys)
        asked.add(best)
        example = {versions[best]: record for versions, record in reversed(some.items())}
        examples = tuple(tuple(map(example.__getitem__, alike)) for alike in groups)
        yield AccountQuestion(best, tuple(groups), examples, after)
        for group in groups:
            left = {versions: record for versions, record in some.items() if versions[best] in group}
            if len({keys[versions] for versions in left}) > 1:
                waiting.append((left, (best, group)))


def _choose_account(
    some: dict[tuple[int, ...], Any], keys: dict[tuple[int, ...], Any], asked: set[int]
) -> int | None:
    """Return the account to ask about next; None if none makes a difference."""
    scored = list[tuple[float, int]]()
    for account in range(len(next(iter(some)))):
        groups = _group_versions(some, account, keys)
        if account in asked or len(groups) < 2:
            continue
        left = [
            len({keys[versions] for versions in some if versions[account] == version})
            for group in groups
            for version in group
        ]
        scored.append((sum(left) / len(left), account))
    return min(scored, default=(0.0, None))[1]


def _group_versions(
    some: dict[tuple[int, ...], Any], account: int, keys: dict[tuple[int, ...], Any]
) -> list[tuple[int, ...]]:
    """Group the versions of an account that give the same ruling, whatever the versions of the others."""
    groups: dict[frozenset[Any], list[int]] = {}
    for version in dict.fromkeys(versions[account] for versions in some):
        rules = frozenset(
            (versions[:account] + versions[account + 1 :], keys[versions])
            for versions in some
            if versions[account] == version
        )
        groups.setdefault(rules, []).append(version)
    return [tuple(group) for group in groups.values()]
