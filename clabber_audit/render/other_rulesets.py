"""The hand under other rulesets, in sentences: which agree, what differs, and the articles that make the difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.ground.counted import counted
from clabber_audit.law.infractions import infractions
from clabber_audit.render import calls, family
from clabber_audit.render.outcome import result_with_marks
from clabber_audit.render.wording import PENALTIES, Speaker, came_to, claim_of, listed
from clabber_audit.rulesets.ruleset import Ruleset
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.other_rulesets import Comparison, Decision, Quoted, decision, other_verdicts, quoted

#: How many differences to quote for one ruleset.
_MOST: Final = 3
#: What two rulings can differ in and still give the same score.
_BESIDE_SCORE: Final = ("marks", "claims", "findings", "after", "winner", "hickeys", "next_dealer")


class Other(NamedTuple):
    """Rulesets that make the same of the hand, for the same reasons."""

    ids: tuple[str, ...]
    #: Their names, in a list.
    title: str
    same: bool
    #: What differs there, as a sentence goes on after a colon; empty when nothing does.
    text: str
    #: What our rules and theirs say about it, a sentence or two each.
    because: tuple[str, ...]


def otherwise(ruling: Ruling, comparisons: Sequence[Comparison], speaker: Speaker) -> list[Other]:
    """Return what the other rulesets make of the hand, those together that agree; last those that decide the same."""
    groups: dict[tuple[bool, str, tuple[str, ...]], list[Ruleset]] = {}
    for comparison in sorted(comparisons, key=lambda one: one.same):
        text = "" if comparison.same else f"{_differs(ruling, comparison.theirs, speaker)}."
        because = () if comparison.same else tuple(_reasons(ruling, comparison))
        groups.setdefault((comparison.same, text, because), []).append(comparison.theirs.law.ruleset)
    return [
        Other(tuple(one.id for one in rules), _named(rules), same, text, because)
        for (same, text, because), rules in groups.items()
    ]


def _named(rules: Sequence[Ruleset]) -> str:
    """The names of some rulesets, without the other names of their games."""
    names = [one.title.partition(", or ")[0] for one in rules]
    return "; ".join(names) if any("," in name for name in names) else listed(names)


def _differs(ours: Ruling, theirs: Ruling, speaker: Speaker) -> str:
    """Return the difference under another ruleset in a clause: its result, or what differs at the same score."""
    mine, its = decision(ours), decision(theirs)
    told = list(_claims(ours, theirs))
    if _scored(mine) != _scored(its):
        return "; ".join([result_with_marks(theirs, theirs.remedy, speaker), *told])
    same = "the same score" if mine.score else "the same outcome"
    told = [*_beside_score(ours, theirs, speaker), *told, *_findings(ours, theirs, speaker)]
    if not told:
        return f"{same}, reached in another way"
    more = len(told) - _MOST
    if more > 0:
        told[_MOST:] = [f"and {calls.number(more)} more {'difference' if more == 1 else 'differences'}"]
    return f"{same}, but {'; '.join(told)}"


def _scored(one: Decision) -> object:
    """All of a decision but what can differ beside the same score."""
    return [value for name, value in one._asdict().items() if name not in (*_BESIDE_SCORE, "contract")]


def _beside_score(ours: Ruling, theirs: Ruling, speaker: Speaker) -> Iterator[str]:
    """The contract, marks, game, hickeys and next dealer that differ, a clause each."""
    mine, its = decision(ours), decision(theirs)
    if mine.contract != its.contract and ours.law.game.id == "bid-euchre":
        maker, told = theirs.walk.maker, family.contract(theirs, speaker._replace(table=theirs.walk.hand.seating))
        yield f"{speaker.seat(maker)} has the contract: {told}" if maker is not None and told else "nobody has a bid"
    if mine.marks != its.marks:
        yield from _marks(ours, theirs, speaker)
    if mine.winner != its.winner:
        won = list(family.won(theirs, theirs.remedy, speaker._replace(table=theirs.walk.hand.seating)))
        yield won[0] if won else "nobody has won the game"
    elif mine.after != its.after and theirs.remedy.running:
        yield f"the totals are {' to '.join(map(str, theirs.remedy.running.after))}"
    if mine.hickeys != its.hickeys:
        sides = [
            counted(count, "one hickey for {side}", "{count} hickeys for {side}", side=speaker.team(side))
            for side, count in enumerate(its.hickeys)
            if count
        ]
        yield f"there is {listed(sides)}" if sides else "there are no hickeys"
    if mine.next_dealer != its.next_dealer and theirs.next_dealer is not None:
        yield f"{speaker.nameless().seat(theirs.next_dealer)} deals next"


def _marks(ours: Ruling, theirs: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the marks of the same points that another ruleset writes differently."""
    pairs = zip(ours.remedy.marks or (), theirs.remedy.marks or (), strict=False)
    for side, (mine, its) in enumerate(pairs):
        if mine != its:
            whose = "the set" if ours.makers_set and side == ours.walk.makers else f"the score of {speaker.team(side)}"
            yield f"{whose} is written {its} instead of {mine}"


def _claims(ours: Ruling, theirs: Ruling) -> Iterator[str]:
    """The verdicts on claims that differ, and what those cost that have the same verdict."""
    changed = {weighed.number for weighed in other_verdicts(ours, theirs)}
    for mine, its in zip(ours.claims, theirs.claims, strict=True):
        which = claim_of(its.number, len(theirs.claims))
        if its.number in changed:
            yield f"{which} {came_to(its)}"
        elif mine.penalty != its.penalty:
            if its.penalty in (None, "note"):
                yield f"{which} costs nothing"
            else:
                yield f"{which} itself is a renege" if its.penal else f"{which}: {PENALTIES[its.penalty]}"


def _findings(ours: Ruling, theirs: Ruling, speaker: Speaker) -> Iterator[str]:
    """The infractions found in one of two rulings alone, or at another cost."""

    def by_what(ruling: Ruling) -> dict[tuple[object, ...], Finding]:
        return {(one.infraction, one.seat, one.team, one.at, one.path): one for one in ruling.findings}

    mine, its = by_what(ours), by_what(theirs)
    gone = [infractions()[one.infraction].title_in(ours.law.game) for key, one in mine.items() if key not in its]
    for title in dict.fromkeys(gone):
        yield f"nobody is noted for {title[:1].lower()}{title[1:]}"
    for key, one in its.items():
        if key not in mine:
            yield f"{speaker.finding(one)} ({PENALTIES[one.penalty]})"
        elif (mine[key].penalty, mine[key].verdict) != (one.penalty, one.verdict):
            yield f"{speaker.finding(one)}: {PENALTIES[one.penalty]}, not {PENALTIES[mine[key].penalty]}"


def _reasons(ours: Ruling, comparison: Comparison) -> Iterator[str]:
    """Return the articles of both rulesets that make the difference."""
    told = [text for one in quoted(ours, comparison) if (text := _both(ours, comparison.theirs, one))]
    yield from told[:_MOST]
    if (more := len(told) - _MOST) > 0:
        yield f"There {'is one more difference' if more == 1 else f'are {calls.number(more)} more differences'}."


def _both(ours: Ruling, theirs: Ruling, one: Quoted) -> str:
    """Quote both rulesets on one question; return nothing if their words agree."""
    mine, its = _words(ours.law.ruleset, one.ours), _words(theirs.law.ruleset, one.theirs)
    if mine == its:
        return ""
    if not its and one.question and one.question.penalty:
        title = infractions()[one.question.question].title_in(ours.law.game).lower()
        return f"Our rules say “{mine}” Theirs do not mention {title}."
    if not its:
        return f"Our rules say “{mine}” Theirs don’t mention it."
    return f"Our rules say “{mine}” Theirs say “{its}”" if mine else f"Our rules don’t mention it. Theirs say “{its}”"


def _words(ruleset: Ruleset, names: Sequence[str]) -> str:
    return " ".join(ruleset.articles[name].text for name in names)
