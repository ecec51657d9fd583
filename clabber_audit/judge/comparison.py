"""Rulings compared: with those under other rulesets or answers, and those after a change of the rules.

What two rulings are compared in depends on the question:

* `RulingParts`: all that a ruling decides, to compare rulesets and to revise hands;
* `RulingParts.main`: without details, to find the toggles that matter (`toggles_that_matter`);
* `Result`: outcome, side and score, to tell what a decision of a club changes (B6);
* `outcome_and_verdicts`: to tell if a misread card would change the ruling (`side_remarks`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from clabber_audit.evidence.completions import Budget, charge_to, run_within_budget
from clabber_audit.judge.claims import WeighedClaim
from clabber_audit.judge.judge import Ruling, adjudicate, judge_again
from clabber_audit.records.hand import Hand
from clabber_audit.rules.answers import list_other_answers
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.bound_ruleset import BoundRuleset, ById, law, law_of
from clabber_audit.rules.lines import period_of
from clabber_audit.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from clabber_audit.games.bid_euchre.scoring import Addend


class Result(NamedTuple):
    """Outcome, side and score of a hand."""

    outcome: str
    reneging_team: int | None
    score: Any
    #: The least and the most of each side, where the score is open.
    range: Any


class RulingParts(NamedTuple):
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
    def main(self) -> object:
        """Result, findings without their paths, verdicts on claims and winner."""
        findings = tuple(finding[:-1] for finding in self.findings)
        return self.result, findings, [verdict for verdict, *_ in self.claims], self.winner


def result_of(ruling: Ruling) -> Result:
    """Return outcome, side and score of a ruling."""
    remedy = ruling.remedy
    return Result(remedy.outcome, remedy.reneging_team, remedy.score, remedy.range)


def ruling_parts(ruling: Ruling) -> RulingParts:
    """Return what a ruling decides."""
    remedy, running = ruling.remedy, ruling.remedy.running
    preliminaries = ruling.replay.declared.preliminaries
    contract: tuple[Any, ...] = ruling.replay.maker, ruling.replay.makers
    if preliminaries is not None:
        # That a dealer had to bid it is the same contract.
        bid = preliminaries.contract
        contract = bid and (bid.maker, bid.tricks, bid.kind), preliminaries.alone
    findings = ((*finding.identity, finding.path) for finding in ruling.findings)
    hickeys = tuple(getattr(remedy.settled, "hickeys", ()))
    return RulingParts(
        result_of(ruling),
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
    if ruling.accounts and ruling.depends:
        return tuple((row.versions, row.ruling and part(row.ruling)) for row in ruling.accounts.rows)
    return part(ruling)


def outcome_and_verdicts(ruling: Ruling) -> object:
    """Return the outcome, the reneging side, True if the makers went set, and the verdicts on claims."""
    remedy = ruling.remedy
    went_set = remedy.outcome == "scored" and ruling.makers_set
    return remedy.outcome, remedy.reneging_team, went_set, [weighed.verdict for weighed in ruling.claims]


class Difference(NamedTuple):
    """Question that two rulesets answer differently: a toggle, or the penalty of an infraction (None: none)."""

    question: str
    ours: object
    theirs: object
    #: True if it is an infraction's penalty rather than a toggle.
    penalty: bool

    def find_articles(self, ruleset: Ruleset) -> list[str]:
        """Return the ids of the articles of a ruleset that answer it."""
        if self.penalty:
            return sorted(ruleset.find_binding_articles(self.question))
        return sorted(ruleset.find_answering_articles(self.question))


class RulesetComparison(NamedTuple):
    """Ruling on the same hand under another ruleset."""

    theirs: Ruling
    #: True if both decide the same.
    same: bool
    #: The fewest differences that together make this ruling theirs: without any one of them it is another.
    because: tuple[Difference, ...]


#: Cache: some of the others' answers -> the ruling under them.
_Known: TypeAlias = "dict[frozenset[Difference], RulingParts]"


def compare(ours: Ruling, other: BoundRuleset, known: _Known | None = None) -> RulesetComparison:
    """Rule on the same hand under `other` and find the differences that matter; `known` caches earlier tries."""
    known = {} if known is None else known
    theirs = judge_again(ours, other)

    def comparable(parts: RulingParts) -> RulingParts:
        """Return the parts without marks if ours has none: how theirs are written makes no difference then."""
        return parts if ours.remedy.marks is not None else parts._replace(marks=None)

    target = comparable(ruling_parts(theirs))
    if target == ruling_parts(ours):
        return RulesetComparison(theirs, True, ())
    ruleset = ours.law.ruleset
    # Drop from the front, first the questions without an article in one of the two.
    needed = tuple(
        sorted(
            differences(ruleset, other.ruleset),
            key=lambda difference: (
                bool(difference.find_articles(ruleset)) + bool(difference.find_articles(other.ruleset))
            ),
        )
    )
    size = max(len(needed) // 2, 1)
    while size:
        # Many are dropped together before they are tried one by one, until none can be spared.
        before, start = len(needed), 0
        while start < len(needed):
            fewer = needed[:start] + needed[start + size :]
            key = frozenset(fewer)
            if fewer and key not in known:
                known[key] = ruling_parts(judge_again(ours, with_answers(ours.law, fewer)))
            if fewer and comparable(known[key]) == target:
                needed = fewer
            else:
                start += size
        size = size if size == 1 and len(needed) < before else size // 2
    return RulesetComparison(theirs, False, needed)


class DifferingArticles(NamedTuple):
    """Ids of the articles of both rulesets that make the difference."""

    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    #: The question; None where it is how the tricks are scored, which several articles say together.
    question: Difference | None


def quote_articles(ours: Ruling, comparison: RulesetComparison) -> list[DifferingArticles]:
    """Return the articles that make the difference: those of each question, and those behind the points that differ."""
    theirs = comparison.theirs
    ruleset, other = ours.law.ruleset, theirs.law.ruleset
    points = _compare_addends(ours, theirs)
    results = []
    # Questions with articles in both first, calls before the score.
    both = sorted(
        comparison.because,
        key=lambda difference: not (difference.find_articles(ruleset) and difference.find_articles(other)),
    )
    for difference in sorted(both, key=lambda difference: difference.penalty):
        here, there = tuple(difference.find_articles(ruleset)), tuple(difference.find_articles(other))
        articles = [*(ruleset.articles[name] for name in here), *(other.articles[name] for name in there)]
        if points and not difference.penalty and all(article.topic == "scoring" for article in articles):
            results += [points] if points not in results else []
        elif not any({*here} <= {*known.ours} and {*there} <= {*known.theirs} for known in results):
            results.append(DifferingArticles(here, there, difference))
    return results


def _compare_addends(ours: Ruling, theirs: Ruling) -> DifferingArticles | None:
    """Return the articles behind the addends of each side that gets other points; None where none is known."""
    mine, its = ours.remedy.settled, theirs.remedy.settled
    if mine is None or its is None or not hasattr(mine, "addends"):
        return None

    def find_articles(ruleset: Ruleset, addend: Addend) -> list[str]:
        """Return the article that carries the row of an addend: on ordinary bids rather than on lone ones."""
        names = ruleset.find_carrying_articles(addend.row)
        lone = addend.why in ("pepper", "loner", "alone")
        return sorted(names, key=lambda name: (name.startswith("lone") is not lone, name))[:1]

    none = (0,) * len(mine.points)
    got, there = ([*zip(ruling.points, ruling.hickeys or none, strict=True)] for ruling in (mine, its))
    sides = [side for side in range(len(none)) if got[side] != there[side]]
    here, other = (
        tuple(
            dict.fromkeys(
                name
                for side in sides
                for addend in settled.addends[side]
                for name in find_articles(rules, addend)
            )
        )
        for rules, settled in ((ours.law.ruleset, mine), (theirs.law.ruleset, its))
    )
    return DifferingArticles(here, other, None) if sides else None


def differences(ours: Ruleset, theirs: Ruleset) -> list[Difference]:
    """Return every question that two rulesets answer differently."""
    items = [
        Difference(name, mine, other, penalty=False)
        for name, mine, other in zip(ours.toggles._fields, ours.toggles, theirs.toggles, strict=True)
        if mine != other
    ]
    costs, prices = ours.penalties, theirs.penalties
    for name in sorted({*costs, *prices}):
        if costs.get(name) != prices.get(name):
            items.append(Difference(name, costs.get(name), prices.get(name), penalty=True))
    return items


#: Work that may go into trying other answers to the questions of a ruleset; it ends early only where hardly a card is
#: known.
_TRIED: Final = 20_000


def toggles_that_matter(ruling: Ruling) -> list[str]:
    """Return the toggles of which another answer changes findings, claims or score.

    Each is tried by itself within the budget, those about the play first.
    """

    def main_parts(ruling: Ruling) -> object:
        return map_by_version(ruling, lambda version: ruling_parts(version).main)

    law, ours = ruling.law, main_parts(ruling)
    answers, results = law.ruleset.toggles._asdict(), list[str]()
    about_play = {
        toggle
        for article in law.ruleset.articles.values()
        if article.topic == "play"
        for toggle in article.toggles
    }
    with charge_to(Budget(_TRIED)):
        for toggle in sorted(answers, key=lambda toggle: toggle not in about_play):
            for other in list_other_answers(law.game, toggle, answers[toggle]):
                bound = law_with(law, {toggle: other})
                if bound is None or law.game.table_faults(ruling.replay.hand.record, bound.toggles):
                    continue
                tried = run_within_budget(lambda bound=bound: judge_again(ruling, bound))  # type: ignore[misc]
                if tried is None:
                    return results
                if main_parts(tried) != ours:
                    results.append(toggle)
                    break
    return results


def with_answers(base: BoundRuleset, some: Sequence[Difference]) -> BoundRuleset:
    """Return a law with the others' answers to some questions."""
    answers = tuple((difference.question, difference.theirs) for difference in some if not difference.penalty)
    return _change_law(
        ById(base),
        answers,
        tuple((difference.question, difference.theirs) for difference in some if difference.penalty),
    )


def law_with(base: BoundRuleset, answers: Mapping[str, object]) -> BoundRuleset | None:
    """Return a law with other answers and the penalties that follow from them, None if they do not go with the rest."""
    ruleset, game = base.ruleset, base.game
    if game.find_unmet_need(ruleset.toggles._replace(**answers), admit_idle=True):
        return None
    prices = [
        (infraction, None if game.costs(answer) in (None, "none") else game.costs(answer))
        for article in ruleset.articles.values()
        for toggle, answer in answers.items()
        for infraction, word in article.penalties.items()
        if word == toggle
    ]
    return _change_law(ById(base), tuple(answers.items()), tuple(prices))


@lru_cache(maxsize=512)
def _change_law(
    base: ById[BoundRuleset],
    answers: tuple[tuple[str, object], ...],
    prices: tuple[tuple[str, object], ...],
) -> BoundRuleset:
    """Return a law with other answers, and with other penalties by infraction; None lifts a penalty."""
    ruleset = base.value.ruleset
    changed: dict[str, Any] = {**ruleset.penalties, **dict(prices)}
    penalties: dict[str, Penalty] = {name: price for name, price in changed.items() if price is not None}
    rows = {name: ruleset.rows.get(name, ()) for name in penalties}
    toggles = ruleset.toggles._replace(**dict(answers))
    return law(ruleset._replace(toggles=toggles, penalties=penalties, rows=rows))


def rule_by_others(ours: Ruling, names: tuple[str, ...]) -> list[RulesetComparison]:
    """Return the rulings under each other ruleset, within the budget."""
    comparisons = []
    known: _Known = {}
    game, record = ours.law.game, ours.replay.hand.record
    for other in (law_of(name) for name in names if name != ours.law.ruleset.id):
        # Of the same game, table and partners.
        if other.game is not game or game.table_faults(record, other.toggles):
            continue
        if game.recording(other.toggles).alone != game.recording(ours.law.toggles).alone:
            continue
        comparison = run_within_budget(lambda other=other: compare(ours, other, known))  # type: ignore[misc]
        if comparison is None:
            break
        comparisons.append(comparison)
    return comparisons


def find_other_verdicts(ours: Ruling, theirs: Ruling) -> list[WeighedClaim]:
    """Return the claims that another ruling on the hand, or on one like it, decides differently."""
    pairs = zip(ours.claims, theirs.claims, strict=True)
    return [its for mine, its in pairs if mine.verdict != its.verdict]


class RevisedHand(NamedTuple):
    """Hand that two rulesets decide differently."""

    before: Ruling
    comparison: RulesetComparison
    #: Id of the ruleset that the hand is kept under.
    own: str

    @property
    def articles(self) -> list[str]:
        """Ids of the articles that make the difference, those of the new rules where they have any."""
        found = [
            articles.theirs or articles.ours for articles in quote_articles(self.before, self.comparison)
        ]
        return list(dict.fromkeys(name for names in found for name in names))


class Revision(NamedTuple):
    """Hands tried under two rulesets."""

    before: Ruleset
    after: Ruleset
    #: Number of hands tried, and of hands of another game or table.
    tried: int
    skipped: int
    changed: tuple[RevisedHand, ...]


def revise(hands: Iterable[tuple[Hand, str]], before: BoundRuleset, after: BoundRuleset) -> Revision:
    """Judge hands, each with the id of its own ruleset, under two rulesets; a difference in marks alone does not count."""
    tried = skipped = 0
    changed: list[RevisedHand] = []
    for hand, own in hands:
        record = hand.record
        if record.format != before.game.format or before.game.table_faults(record, before.toggles):
            skipped += 1
            continue
        tried += 1
        ruling = adjudicate(hand, before)
        comparison = compare(ruling, after)
        ours, theirs = (ruling_parts(ruling)._replace(marks=None) for ruling in (ruling, comparison.theirs))
        if ours != theirs:
            changed.append(RevisedHand(ruling, comparison, own))
    return Revision(before.ruleset, after.ruleset, tried, skipped, tuple(changed))


class TriedHand(NamedTuple):
    """Hand that a decision changes: its ruling without it, and with it."""

    before: Ruling
    after: Ruling
    #: True if it was played since the decision.
    since: bool


class Trial(NamedTuple):
    """Hands on which a decision was tried (B6)."""

    #: Number of hands tried, and of those of another game.
    tried: int
    skipped: int
    #: Those with another outcome, side or score; those that only read otherwise; those that cannot be ruled.
    changed: tuple[TriedHand, ...]
    worded: tuple[TriedHand, ...]
    unruled: tuple[TriedHand, ...]


def try_answers(
    rulings: Iterable[Ruling], answers: Mapping[str, Any], game: str, day: date | None = None
) -> Trial:
    """Try answers on hands of any date, with everything else that was in force when each was played."""
    tried = skipped = 0
    changed, worded, unruled = list[TriedHand](), list[TriedHand](), list[TriedHand]()
    for before in rulings:
        record, law = before.replay.hand.record, None
        if before.law.game.id == game:
            law = law_with(before.law, answers)
        if law is None or law.game.table_faults(record, law.toggles):
            skipped += 1
            continue
        tried += 1
        when = period_of(record)
        hand = TriedHand(before, judge_again(before, law), bool(day and when and day <= when.first))
        pair = (hand.before, hand.after)
        if any(ruling.remedy.outcome == "undetermined" or ruling.remedy.range is not None for ruling in pair):
            unruled.append(hand)
        elif map_by_version(hand.before, result_of) != map_by_version(hand.after, result_of):
            changed.append(hand)
        elif ruling_parts(hand.before) != ruling_parts(hand.after):
            worded.append(hand)
    return Trial(tried, skipped, tuple(changed), tuple(worded), tuple(unruled))
