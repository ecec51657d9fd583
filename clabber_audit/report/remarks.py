"""Side remarks: other rulesets, what-if lines, signatures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from clabber_audit.cards.cards import CODE, TEAMS
from clabber_audit.core.text import counted
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.other_rulesets import (
    Decision,
    DifferingArticles,
    RulesetComparison,
    decision,
    other_verdicts,
    quoted,
)
from clabber_audit.judge.side_remarks import CardPlace, Instead, LeftOut, Robustness, SideRemarks
from clabber_audit.report.layout import american
from clabber_audit.report.phrases import PENALTIES, bare, claim_of, listed, number, sentence, side
from clabber_audit.report.results import format_contract, game_outcome, result, result_with_marks
from clabber_audit.report.wording import Speaker, claim_outcome, claim_words
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import Ruleset
from clabber_audit.signing.statement import AGREED, DISAGREED, RULED, Signature

#: How many legal cards to name one by one.
_NAMED: Final = 3


def what_instead(file: Dossier, speaker: Speaker) -> tuple[str, ...]:
    """Return the score without each infraction of the verdict, a sentence each."""
    found = file.aside.instead if file.aside else ()
    told = {finding.number for finding in file.point.findings}
    return tuple(
        sentence(_without(file.ruling, item, speaker)) for item in found if item.finding.number in told
    )


def _without(ruling: Ruling, item: Instead, speaker: Speaker) -> str:
    seat, cards = bare(item.seat), [speaker.card(CODE[choice.card]) for choice in item.choices]
    played = f"if {seat} had played {listed(cards, 'or') if 0 < len(cards) <= _NAMED else 'a legal card'}"
    if not cards:
        return f"{played}: not worked out, there are too many possibilities"
    done = f"if {seat} had led instead" if item.finding.led_for_another else played
    points = listed([_points(item, team) for team in range(len(TEAMS))])
    return f"{done} and both sides had played their best from there: {points}{_makers(ruling, item)}"


def _points(item: Instead, team: int) -> str:
    least, most = item.range(team)
    return f"{least if least == most else f'{least} to {most}'} for {side(team)}"


def _makers(ruling: Ruling, item: Instead) -> str:
    if ruling.replay.makers is None:
        return ""
    answers = {True: "be set", False: "make it", None: "be set or not, depending on the card"}
    return f"; {side(ruling.replay.makers)}, who made trump, would {answers[item.makers_set]}"


def how_sure(ruling: Ruling, found: Robustness, speaker: Speaker) -> str:
    """Return how many misread cards would change the ruling; empty without cards."""
    if not found.singles:
        return ""
    said = counted(found.singles, "we tried one such error; ", "we tried {count} such errors; ")
    if found.needed == 1:
        it = "it" if found.singles == 1 else "all" if found.changing == found.singles else str(found.changing)
        said += f"{it} would change the ruling"
    else:
        said += "it would not change the ruling" if found.singles == 1 else "none would change the ruling"
        if found.needed:
            said += ", but two together would"
        elif found.pairs:
            said += f", nor would any of {found.pairs} pairs of them"
    said = sentence(said)
    if found.cut:
        said = f"{said} More were not tried."
    if found.otherwise is None:
        return said
    changes = listed(list(_corrections(found, speaker)))
    then = _then(ruling, found.otherwise, speaker)
    return f"{said} For instance, {changes}, then {then}."


def left_out(found: SideRemarks) -> str:
    """Return the side notes that were not worked out, or nothing."""
    if not found.left_out:
        return ""
    parts = listed([_LEFT_OUT[name] for name in found.left_out])
    return sentence(f"left out, or not finished, because there are too many possibilities: {parts}")


#: What each of the things that may be left out is called.
_LEFT_OUT: Final[dict[LeftOut, str]] = {
    "certificates": "why each finding is certain or open",
    "rulesets": "other rulesets",
    "instead": "what it would have been",
    "robustness": "what a misread card would change",
}


def _corrections(found: Robustness, speaker: Speaker) -> Iterator[str]:
    for (one, other), (here, there) in zip(found.example, found.spots, strict=True):
        if there is None:
            yield f"if {speaker.card(one)} ({_where(here, speaker)}) was really {speaker.card(other)}"
        else:
            places = [_where(here, speaker), _where(there, speaker)]
            yield f"if {speaker.card(one)} ({places[0]}) and {speaker.card(other)} ({places[1]}) were swapped"


def _where(spot: CardPlace | None, speaker: Speaker) -> str:
    if spot is None or spot.at is None:
        return f"{bare(spot.seat)}’s hand" if spot else ""
    fallen = spot.at - sum(stray < spot.at for stray in speaker.strays)
    return f"trick {speaker.seating.trick_of(fallen)}"


def _then(ours: Ruling, theirs: Ruling, speaker: Speaker) -> str:
    """Return the ruling after a correction, with the verdicts on claims that would differ."""
    claims = len(ours.claims)
    verdicts = [
        f"{claim_of(claim.number, claims)} {claim_words(claim).clause}"
        for claim in other_verdicts(ours, theirs)
    ]
    return listed([*verdicts, result(theirs, theirs.remedy, speaker.nameless())])


#: How many differences to quote for one ruleset.
_MOST: Final = 3
#: What two rulings can differ in and still give the same score.
_BESIDE_SCORE: Final = ("marks", "claims", "findings", "after", "winner", "hickeys", "next_dealer")


class Other(NamedTuple):
    """Rulesets that give the same different ruling for the same reasons."""

    ids: tuple[str, ...]
    #: Their names, in a list.
    title: str
    same: bool
    #: What differs there, as a sentence goes on after a colon; empty when nothing does.
    text: str
    #: What our rules and theirs say about it, a sentence or two each.
    because: tuple[str, ...]


def otherwise(ruling: Ruling, comparisons: Sequence[RulesetComparison], speaker: Speaker) -> list[Other]:
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
    """Return the titles of rulesets, without their alternatives."""
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
        told[_MOST:] = [f"and {number(more)} more {'difference' if more == 1 else 'differences'}"]
    return f"{same}, but {'; '.join(told)}"


def _scored(one: Decision) -> object:
    """Return a decision without the parts that may differ at the same score."""
    return [value for name, value in one._asdict().items() if name not in (*_BESIDE_SCORE, "contract")]


def _beside_score(ours: Ruling, theirs: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the differences in contract, marks, game, hickeys and next dealer, a clause each."""
    mine, its = decision(ours), decision(theirs)
    if mine.contract != its.contract and ours.law.game.id == "bid-euchre":
        maker, told = (
            theirs.replay.maker,
            format_contract(theirs, speaker._replace(table=theirs.replay.hand.seating)),
        )
        yield (
            f"{speaker.seat(maker)} has the contract: {told}"
            if maker is not None and told
            else "nobody has a bid"
        )
    if mine.marks != its.marks:
        yield from _marks(ours, theirs, speaker)
    if mine.winner != its.winner:
        won = list(game_outcome(theirs, theirs.remedy, speaker._replace(table=theirs.replay.hand.seating)))
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
    for team, (mine, its) in enumerate(pairs):
        if mine != its:
            whose = (
                "the set"
                if ours.makers_set and team == ours.replay.makers
                else f"the score of {speaker.team(team)}"
            )
            yield f"{whose} is written {its} instead of {mine}"


def _claims(ours: Ruling, theirs: Ruling) -> Iterator[str]:
    """Yield the claims with another verdict or cost."""
    changed = {weighed.number for weighed in other_verdicts(ours, theirs)}
    for mine, its in zip(ours.claims, theirs.claims, strict=True):
        which = claim_of(its.number, len(theirs.claims))
        if its.number in changed:
            yield f"{which} {claim_outcome(its)}"
        elif mine.penalty != its.penalty:
            if its.penalty in (None, "note"):
                yield f"{which} costs nothing"
            else:
                yield (
                    f"{which} itself is a renege" if its.penal else f"{which}: {PENALTIES[its.penalty].noun}"
                )


def _findings(ours: Ruling, theirs: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the infractions found in only one of two rulings, or at another cost."""

    def by_what(ruling: Ruling) -> dict[tuple[object, ...], Finding]:
        return {(one.infraction, one.seat, one.team, one.at, one.path): one for one in ruling.findings}

    mine, its = by_what(ours), by_what(theirs)
    gone = [
        infractions()[one.infraction].title_in(ours.law.game) for key, one in mine.items() if key not in its
    ]
    for title in dict.fromkeys(gone):
        yield f"nobody is noted for {title[:1].lower()}{title[1:]}"
    for key, one in its.items():
        if key not in mine:
            yield f"{speaker.finding(one)} ({PENALTIES[one.penalty].noun})"
        elif (mine[key].penalty, mine[key].verdict) != (one.penalty, one.verdict):
            yield f"{speaker.finding(one)}: {PENALTIES[one.penalty].noun}, not {PENALTIES[mine[key].penalty].noun}"


def _reasons(ours: Ruling, comparison: RulesetComparison) -> Iterator[str]:
    """Return the articles of both rulesets that make the difference."""
    told = [text for one in quoted(ours, comparison) if (text := _both(ours, comparison.theirs, one))]
    yield from told[:_MOST]
    if (more := len(told) - _MOST) > 0:
        yield f"There {'is one more difference' if more == 1 else f'are {number(more)} more differences'}."


def _both(ours: Ruling, theirs: Ruling, one: DifferingArticles) -> str:
    """Return both rulesets' articles on one question, or nothing if they agree."""
    mine, its = _words(ours.law.ruleset, one.ours), _words(theirs.law.ruleset, one.theirs)
    if mine == its:
        return ""
    if not its and one.question and one.question.penalty:
        title = infractions()[one.question.question].title_in(ours.law.game).lower()
        return f"Our rules say “{mine}” Theirs do not mention {title}."
    if not its:
        return f"Our rules say “{mine}” Theirs don’t mention it."
    return (
        f"Our rules say “{mine}” Theirs say “{its}”"
        if mine
        else f"Our rules don’t mention it. Theirs say “{its}”"
    )


def _words(ruleset: Ruleset, names: Sequence[str]) -> str:
    return " ".join(ruleset.articles[name].text for name in names)


_SAID: Final = {
    RULED: "{name} signed this ruling on {date}.",
    AGREED: "{name} agreed for {side} on {date}.",
    DISAGREED: "{name} did not agree for {side} on {date}.",
}
_NOBODY: Final = "The owner of this key"


class SignedLine(NamedTuple):
    """Signature on a page: statement and key."""

    text: str
    key: str


def signed_lines(signatures: Sequence[Signature], sides: dict[str, str]) -> tuple[SignedLine, ...]:
    """Return the signatures in words, given what each side is called."""
    return tuple(_line(one, sides.get(one.side or "", one.side or "")) for one in signatures)


def _line(one: Signature, side: str) -> SignedLine:
    said = _SAID.get(one.says, "{name} signed on {date}.")
    return SignedLine(
        said.format(name=one.name or _NOBODY, side=side, date=american(one.date)), one.public.fingerprint
    )
