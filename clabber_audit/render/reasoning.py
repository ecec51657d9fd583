"""The way from the facts through the articles to the outcome, in short steps, each with its articles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.scoring import settle
from clabber_audit.ground.counted import counted
from clabber_audit.law.infractions import infractions
from clabber_audit.render.free_calls import taken_back, why_free, why_not_excused
from clabber_audit.render.infraction_phrases import one_of
from clabber_audit.render.outcome import renege_sum, result, standing
from clabber_audit.render.wording import (
    DENIED,
    PENALTIES,
    Speaker,
    kind,
    listed,
    sentence,
    side,
    suit,
    suit_of,
    unsettled,
)
from clabber_audit.ruling.citations import article_on
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table import moments as clock

#: How many claims to reason about one by one.
_MOST: Final = 6


class Step(NamedTuple):
    """One step: what is so, and by which articles."""

    text: str
    articles: tuple[str, ...] = ()


def reasoning(file: Dossier, speaker: Speaker) -> list[Step]:
    """The steps, each a sentence."""
    ruling = file.ruling
    steps = list[Step]()
    for finding in reasoned(file):
        steps += _on_finding(ruling, finding, speaker)
    steps += [Step(speaker.lawful(play)) for play in file.lawful]
    for weighed in file.heard[:_MOST]:
        steps += _on_claim(ruling, weighed, speaker)
    steps += map(Step, _on_unrecorded(ruling, speaker))
    steps += map(Step, _on_outcome(ruling, speaker))
    for wrong in ruling.wrong_sheet:
        steps += _on_finding(ruling, wrong, speaker)
    steps += map(Step, _on_the_rest(file))
    return [Step(sentence(step.text), step.articles) for step in steps]


def reasoned(file: Dossier) -> list[Finding]:
    """The findings to reason about one by one: those of which only one is true are told with their claim."""
    return [finding for finding in file.in_question if finding.number not in file.either]


def told(file: Dossier) -> list[Finding]:
    """The findings that the steps tell: those reasoned about, what the sheet has wrong, what a claim cost or left."""
    steps = [*reasoned(file), *file.ruling.wrong_sheet]
    for weighed in file.heard[:_MOST]:
        steps += [*weighed.either, *([weighed.penal] if weighed.penal else [])]
    return steps


def _on_unrecorded(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Say how calls that nobody wrote down explain a sheet, and if no calls explain all of it."""
    if not ruling.remedy.explained or ruling.points is None or ruling.walk.makers is None:
        return
    first = ruling.remedy.explained[0]
    sides, written = ruling.walk.hand.seating.side_names, ruling.walk.hand.record.score
    plain = settle(tuple(made.total for made in ruling.points), ruling.walk.makers)

    def scores(numbers: Sequence[int]) -> str:
        return listed([f"{speaker.team(side)} {number}" for side, number in enumerate(numbers)])

    named = [
        f"{speaker.seat(call.seat)} called {f'a {kind(call.meld.kind)}' if call.meld else 'belle'}"
        for call in first.calls
    ]
    yield f"nobody wrote down the melds; if none was called, the score is {scores(plain)}"
    yield f"if {listed(named)}, the score is {scores(first.score)}"
    told = [written.get(side) for side in sides]
    numbers = [0 if isinstance(one, str) else one for one in told]
    fits = any(
        all(number in (None, own) for number, own in zip(numbers, called.score, strict=True))
        for called in ruling.remedy.explained
    )
    if not fits:
        yield "whatever was called, one number on the sheet is wrong"


def _on_finding(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[Step]:
    if finding.verdict == "proven":
        yield from map(Step, _duty(ruling, finding, speaker))
    yield Step(speaker.finding(finding), articles_on(ruling, finding.infraction))
    if finding.verdict == "proven" and finding.of_card:
        known = finding.provable_from is not None
        when = f"it could first be proved {speaker.moment(finding.provable_from or 0)}"
        yield Step(when if known else "no card on the table proved it; the hands as recorded do")


def _duty(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[str]:
    """What was owed, where it is a duty and the cards on the table are known."""
    text, facts = infractions()[finding.infraction].owed, finding.facts
    if not text or not facts.get("could") or None in (facts.get("led", ""), facts.get("highest", "")):
        return
    yield text.format(
        who=speaker.seat(finding.seat or 0),
        held=listed([speaker.card(code) for code in facts["could"]], "or"),
        led=suit(facts["led"]) if "led" in facts else "",
        highest=speaker.card(facts.get("highest")),
        trump=suit_of(ruling.walk.trumps),
    )


def articles_on(ruling: Ruling, infraction: str) -> tuple[str, ...]:
    """The articles that make something an infraction."""
    return tuple(sorted(ruling.law.ruleset.binding(infraction)))


def _on_claim(ruling: Ruling, weighed: Weighed, speaker: Speaker) -> Iterator[Step]:
    claim = ruling.walk.hand.record.claims[weighed.number]
    moment = speaker.recorded(clock.number(claim.at))
    if weighed.mixed:
        mixed = article_on(ruling.law.ruleset, "mixed-pile", "D-57")
        yield Step(f"{speaker.claimed(weighed)} {moment}: that was in time")
        told = f"{side(weighed.accused)} mixed up their tricks after that, and so the claim is upheld"
        yield Step(told, (mixed,) if mixed else ())
    else:
        why = unsettled(weighed) if weighed.verdict == "not_proven" else _WHY[weighed.verdict]
        yield Step(f"{speaker.claimed(weighed)} {moment}: {taken_back(ruling, weighed) or why}")
    if weighed.either:
        names = dict.fromkeys(name for one in weighed.either for name in articles_on(ruling, one.infraction))
        yield Step(one_of(weighed.either, speaker), tuple(names))
    if free := why_free(ruling, weighed, speaker):
        yield from (Step(text, articles) for text, articles in free)
    elif weighed.verdict == "upheld" and weighed.penalty:
        yield Step(f"under these rules {_COSTS[weighed.penalty]}")
    elif weighed.verdict in ("refuted", "not_proven", "withdrawn") and weighed.penal:
        costs = f"{speaker.finding(weighed.penal)}; under these rules {_COSTS[weighed.penal.penalty]}"
        yield Step(costs, articles_on(ruling, weighed.penal.infraction))
        yield from (Step(text, articles) for text, articles in why_not_excused(ruling, weighed, speaker))
    elif weighed.verdict in ("refuted", "not_proven", "withdrawn"):
        yield Step("under these rules a claim like that costs nothing")


#: What an offense costs, in a clause of its own.
_COSTS: Final = {**PENALTIES, "renege": "that is a renege", "note": "there is no penalty"}


#: Why a claim ended as it did.
_WHY: Final = {
    "upheld": "that was in time, and it is proved",
    "refuted": DENIED,
    "out_of_time": "that was too late, so it is not examined",
    "inadmissible": "that is not one that can be heard",
    "withdrawn": "it was taken back, so it is not examined",
    "moot": "the deal is void, so it changes nothing",
}


_PASSED: Final = {"clabber": "all four passed in both rounds", "bid-euchre": "everybody passed"}


def _on_outcome(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    remedy = ruling.remedy
    if remedy.outcome == "renege" and remedy.reneging_team is not None and remedy.settled is None:
        offenders, innocents = side(remedy.reneging_team), ", ".join(map(side, remedy.innocents))
        yield f"play ends there; {innocents} score {renege_sum(remedy)}, {offenders} nothing"
        return
    if len({weighed.guilty for weighed in ruling.claims} - {None}) > 1:
        yield f"both sides are guilty: {result(ruling, remedy, speaker)}"
        return
    if stands := standing(ruling, speaker):
        yield stands
    if remedy.outcome == "passed_out":
        yield _PASSED[ruling.law.game.id]
    yield result(ruling, remedy, speaker)


def _on_the_rest(file: Dossier) -> Iterator[str]:
    told = {finding.number for finding in reasoned(file)}
    silent = file.unclaimed
    if any(finding.number in told for finding in silent) and len(silent) == 1:
        yield "nobody called it in time, so it costs nothing"
    elif silent:
        one = "nobody called the one renege in it in time, so it costs nothing"
        yield counted(len(silent), one, "nobody called the {count} reneges in it in time, so they cost nothing")
