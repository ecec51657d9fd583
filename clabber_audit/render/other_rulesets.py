"""Whether the other rulesets would rule otherwise, and which of their articles make the difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.law.infractions import infractions
from clabber_audit.render.outcome import result_with_marks
from clabber_audit.render.wording import Speaker, listed, sentence, verdict_on
from clabber_audit.rulesets.ruleset import Ruleset
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.other_rulesets import Comparison, Difference, other_verdicts

#: How many differences to spell out for one ruleset.
_MOST: Final = 3


class Because(NamedTuple):
    """One point on which two rulesets differ, in the words of their articles."""

    here: str
    there: str


class Other(NamedTuple):
    """What another ruleset makes of the hand."""

    id: str
    title: str
    same: bool
    #: What the ruling would be there; empty when it is the same.
    text: str
    because: tuple[Because, ...]
    #: How many more differences play a part.
    more: int


def otherwise(ruling: Ruling, comparisons: Sequence[Comparison], speaker: Speaker) -> list[Other]:
    """Each of the other rulesets with what it makes of the hand."""
    return [_other(ruling, comparison, speaker) for comparison in comparisons]


def _other(ours: Ruling, comparison: Comparison, speaker: Speaker) -> Other:
    theirs, ruleset = comparison.theirs, comparison.theirs.law.ruleset
    if comparison.same:
        return Other(ruleset.id, ruleset.title, True, "", (), 0)
    claims = len(ours.claims)
    verdicts = [verdict_on(claim.number, claims, claim.verdict) for claim in other_verdicts(ours, theirs)]
    text = "; ".join(filter(None, (result_with_marks(theirs, theirs.remedy, speaker), listed(verdicts))))
    because = [
        Because(_quoted(ours.law.ruleset, one, one.ours), _quoted(ruleset, one, one.theirs))
        for one in comparison.because[:_MOST]
    ]
    return Other(
        ruleset.id, ruleset.title, False, sentence(text), tuple(because), len(comparison.because) - len(because)
    )


def _quoted(ruleset: Ruleset, difference: Difference, answer: object) -> str:
    """The article that answers a question, quoted; or that there is none."""
    names = difference.answered_in(ruleset)
    if difference.penalty and not names:
        return f"no article on {infractions()[difference.question].title.lower()}"
    text = " ".join(ruleset.articles[name].text for name in names)
    return f"“{text}” ({', '.join(names)})" if names else str(answer)
