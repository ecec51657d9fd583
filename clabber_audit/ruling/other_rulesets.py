"""Whether another ruleset would rule otherwise, and on which of its answers that depends."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from clabber_audit.evidence.effort import Effort, within, worked_out
from clabber_audit.law.bound_ruleset import BoundRuleset, law, law_of
from clabber_audit.rulesets.articles import Penalty
from clabber_audit.rulesets.resolving import other_answers
from clabber_audit.rulesets.ruleset import Ruleset
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.judge import Ruling, judged_anew


class Difference(NamedTuple):
    """One question that two rulesets answer differently: a toggle, or what an infraction costs (None: nothing)."""

    question: str
    ours: object
    theirs: object
    #: Whether it is an infraction's penalty rather than a toggle.
    penalty: bool

    def answered_in(self, ruleset: Ruleset) -> list[str]:
        """The ids of the articles of a ruleset that answer it."""
        if self.penalty:
            return sorted(ruleset.binding(self.question))
        return sorted(name for name, article in ruleset.articles.items() if self.question in article.toggles)


class Comparison(NamedTuple):
    """The same hand under another ruleset."""

    theirs: Ruling
    #: Whether outcome, score, marks and verdicts on the claims are the same.
    same: bool
    #: The differences that by themselves change this ruling; all that together do where none does alone.
    because: tuple[Difference, ...]


def compare(ours: Ruling, other: BoundRuleset) -> Comparison:
    """Rule on the same hand under `other` and find out which differences matter."""
    theirs = judged_anew(ours, other)
    if _decision(theirs) == _decision(ours):
        return Comparison(theirs, True, ())
    differing = differences(ours.law.ruleset, other.ruleset)
    alone = tuple(
        difference
        for difference in differing
        if _decision(judged_anew(ours, _with(ours.law, difference))) != _decision(ours)
    )
    return Comparison(theirs, False, alone or tuple(differing))


def _decision(ruling: Ruling) -> object:
    remedy = ruling.remedy
    verdicts = [weighed.verdict for weighed in ruling.claims]
    return remedy.outcome, remedy.score, remedy.marks, verdicts


def differences(ours: Ruleset, theirs: Ruleset) -> list[Difference]:
    """Every question that two rulesets answer differently."""
    found = [
        Difference(name, mine, other, penalty=False)
        for name, mine, other in zip(ours.toggles._fields, ours.toggles, theirs.toggles, strict=True)
        if mine != other
    ]
    costs, prices = ours.penalties, theirs.penalties
    for name in sorted({*costs, *prices}):
        if costs.get(name) != prices.get(name):
            found.append(Difference(name, costs.get(name), prices.get(name), penalty=True))
    return found


#: Work that may go into trying other answers to the questions of a ruleset; it ends early only where hardly a card is
#: known.
_TRIED: Final = 20_000


def deciding_questions(ruling: Ruling) -> list[str]:
    """Return the toggles of which another answer changes the findings, the claims, the score or what follows from it.

    Each is tried by itself, as far as the effort goes; those about the play first, which unknown cards leave open.
    """
    law, decided = ruling.law, _turns_on(ruling)
    answers, found = law.ruleset.toggles._asdict(), list[str]()
    about_play = {toggle for one in law.ruleset.articles.values() if one.topic == "play" for toggle in one.toggles}
    with within(Effort(_TRIED)):
        for toggle in sorted(answers, key=lambda toggle: toggle not in about_play):
            for other in other_answers(law.game, toggle, answers[toggle]):
                bound = _bound_otherwise(_Itself(law), toggle, other)
                if bound is None or law.game.strange(ruling.walk.hand.record, bound.toggles):
                    continue
                tried = worked_out(lambda bound=bound: judged_anew(ruling, bound))  # type: ignore[misc]
                if tried is None:
                    return found
                if _turns_on(tried) != decided:
                    found.append(toggle)
                    break
    return found


def _turns_on(ruling: Ruling) -> object:
    remedy = ruling.remedy
    findings = [(one.infraction, one.seat, one.team, one.at, one.verdict, one.penalty) for one in ruling.findings]
    verdicts = [weighed.verdict for weighed in ruling.claims]
    winner = remedy.running and remedy.running.winner
    return findings, verdicts, remedy.outcome, remedy.reneging_team, remedy.score, remedy.range, winner


class _Itself(NamedTuple):
    """A law that is the same as itself alone: to compare what is in two takes longer than to bind one."""

    law: BoundRuleset

    def __hash__(self) -> int:
        return id(self.law)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.law is other.law


def _with(base: BoundRuleset, difference: Difference) -> BoundRuleset:
    """A law that differs in one answer."""
    return _answering(_Itself(base), difference)


@lru_cache(maxsize=256)
def _answering(base: _Itself, difference: Difference) -> BoundRuleset:
    ruleset = base.law.ruleset
    if not difference.penalty:
        answers = {**ruleset.toggles._asdict(), difference.question: difference.theirs}
        return law(ruleset._replace(toggles=ruleset.game.toggles(**answers)))
    penalties: dict[str, Penalty] = dict(ruleset.penalties)
    if difference.theirs is None:
        penalties.pop(difference.question, None)
    else:
        penalties[difference.question] = difference.theirs  # type: ignore[assignment]
    rows = {name: ruleset.rows.get(name, ()) for name in penalties}
    return law(ruleset._replace(penalties=penalties, rows=rows))


@lru_cache(maxsize=512)
def _bound_otherwise(base: _Itself, toggle: str, answer: object) -> BoundRuleset | None:
    """Return the law with another answer to one question, and with the penalties that follow; None if it is at odds."""
    ruleset, game = base.law.ruleset, base.law.game
    toggles = ruleset.toggles._replace(**{toggle: answer})
    if game.unmet(toggles):
        return None
    costs, price = dict(ruleset.penalties), game.costs(answer)
    for article in ruleset.articles.values():
        for infraction in [name for name, word in article.penalties.items() if word == toggle]:
            costs.pop(infraction, None)
            if price not in (None, "none"):
                costs[infraction] = price  # type: ignore[assignment]
    rows = {name: ruleset.rows.get(name, ()) for name in costs}
    return law(ruleset._replace(toggles=toggles, penalties=costs, rows=rows))


def others(ours: Ruling, names: tuple[str, ...]) -> list[Comparison]:
    """The hand under each other ruleset, as far as the effort goes."""
    found = []
    for name in names:
        if name != ours.law.ruleset.id and _fits(ours, law_of(name)):
            comparison = worked_out(lambda name=name: compare(ours, law_of(name)))  # type: ignore[misc]
            if comparison is None:
                break
            found.append(comparison)
    return found


def _fits(ours: Ruling, other: BoundRuleset) -> bool:
    """Whether a hand can be one of another ruleset: of the same game, table and partners."""
    game, record = ours.law.game, ours.walk.hand.record
    if other.game is not game or game.strange(record, other.toggles):
        return False
    return game.recording(other.toggles).alone == game.recording(ours.law.toggles).alone


def other_verdicts(ours: Ruling, theirs: Ruling) -> list[Weighed]:
    """The claims of which another ruling on the hand, or on one much like it, says otherwise; as that has them."""
    pairs = zip(ours.claims, theirs.claims, strict=True)
    return [its for mine, its in pairs if mine.verdict != its.verdict]
