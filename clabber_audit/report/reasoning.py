"""Reasoning of a ruling, with the articles it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from clabber_audit.cards import cards as clock
from clabber_audit.cards.cards import CODE
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.scoring import RENEGE
from clabber_audit.judge.claims import Weighed
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.focus import is_misnamed, is_own_side
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.remedies import Remedy
from clabber_audit.judge.scene import lawful_plays
from clabber_audit.judge.scoring import beyond
from clabber_audit.report.phrases import (
    FATES,
    GAMES,
    NAMELESS,
    PENALTIES,
    bare,
    kind,
    listed,
    named,
    sentence,
    side,
    suit_of,
)
from clabber_audit.report.results import renege_sum, result, standing, unrecorded
from clabber_audit.report.surprises import surprise_of_lawful
from clabber_audit.report.verdict import (
    calling,
    denied,
    exception,
    is_excepted,
    moot,
    not_excused,
    unsettled,
)
from clabber_audit.report.wording import Speaker, one_of
from clabber_audit.rules.infractions import infractions

#: How many claims to reason about one by one.
_MOST: Final = 6


class Step(NamedTuple):
    """Step of the reasoning, with its articles."""

    text: str
    articles: tuple[str, ...] = ()


def reasoning(file: Dossier, speaker: Speaker) -> list[Step]:
    """Return the steps, each a sentence."""
    ruling = file.ruling
    steps = list[Step]()
    for finding in reasoned(file):
        steps += _on_finding(ruling, finding, speaker)
    for weighed in file.heard[:_MOST]:
        steps += _on_claim(file, weighed, speaker)
    steps += map(Step, unrecorded(ruling, speaker))
    if ruling.wrong_either_way:
        steps.append(Step("whatever was called, one number on the sheet is wrong"))
    steps += map(Step, _on_outcome(ruling, speaker))
    for wrong in ruling.wrong_sheet:
        steps += _on_finding(ruling, wrong, speaker)
    steps += map(Step, _on_the_rest(file, speaker))
    return [Step(sentence(step.text), step.articles) for step in steps]


def reasoned(file: Dossier) -> list[Finding]:
    """Return the findings to explain one by one; alternatives are explained with their claim."""
    return [finding for finding in file.in_question if finding.number not in file.either]


def _on_finding(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[Step]:
    if finding.verdict == "proven":
        yield from map(Step, _duty(ruling, finding, speaker))
    yield Step(speaker.finding(finding), articles_on(ruling, finding.infraction))
    if finding.verdict == "proven" and finding.of_card:
        yield Step(shown_since(ruling, finding, speaker))
    elif finding.verdict == "proven" and finding.is_renege and finding.team is None:
        yield Step(NAMELESS)


def shown_since(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return since when the table could see a fault by a card."""
    clock_of, replay = finding.provable_from, ruling.replay
    if clock_of is None:
        return "nothing played on the table gave it away; the recorded hands do"
    if clock_of == len(replay.hand.seats):
        return "it showed only when the last card fell" if clock_of > finding.at + 1 else "it showed at once"
    if not 0 < clock_of < len(replay.hand.seats):
        return f"it could first be seen {speaker.moment(clock_of)}"
    if clock_of == finding.at + 1:
        return "the table could see it at once"
    seat, card = (
        speaker.seat(replay.hand.seats[clock_of - 1]),
        speaker.card(CODE.get(replay.cards[clock_of - 1])),
    )
    trick = replay.hand.seating.trick_of(clock_of - 1)
    return f"the table could first see it in trick {trick}, when {seat} played {card}"


def _duty(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[str]:
    """Yield the duty that was broken, if the cards on the table are known."""
    text, facts = infractions()[finding.infraction].words.owed, finding.facts
    if not text or not facts.get("could") or None in (facts.get("led", ""), facts.get("highest", "")):
        return
    yield text.format(
        who=speaker.seat(finding.seat or 0),
        held=listed([speaker.card(code) for code in facts["could"]], "or"),
        led=named(facts["led"]) if "led" in facts else "",
        highest=speaker.card(facts.get("highest")),
        trump=suit_of(ruling.replay.trumps),
    )


def articles_on(ruling: Ruling, infraction: str) -> tuple[str, ...]:
    """Return the articles that define an infraction."""
    return tuple(sorted(ruling.law.ruleset.binding(infraction)))


def _on_claim(file: Dossier, weighed: Weighed, speaker: Speaker) -> Iterator[Step]:
    ruling = file.ruling
    hand = ruling.replay.hand
    moment = speaker.moment(hand.played_by(clock.number(hand.record.claims[weighed.number].at)))
    told = weighed.finding in reasoned(file) and len(file.heard) == 1 and not is_misnamed(ruling, weighed)
    called = (
        f"{speaker.caller(weighed)} called it {moment}" if told else f"{moment}, {speaker.claimed(weighed)}"
    )
    if weighed.verdict == "upheld":
        yield Step(f"{called}. {sentence(_proof(ruling, weighed, speaker))}")
        yield from _upheld(file, weighed, speaker)
        return
    yield Step(called)
    yield from map(Step, _looked_at(file, weighed, speaker))
    if weighed.verdict == "moot":
        yield Step(moot(ruling))
        return
    articles = _on_costs(ruling, weighed)
    if weighed.penal:
        itself = ". That is itself a renege" if weighed.penal.penalty == "renege" else ""
        yield Step(f"{speaker.finding(weighed.penal)}{itself}", articles)
    yield Step(calling(ruling, file.point, weighed, speaker), articles)
    if good := not_excused(ruling, weighed, speaker):
        yield Step(good, ruling.law.ruleset.carrying("D-62"))


def _upheld(file: Dossier, weighed: Weighed, speaker: Speaker) -> Iterator[Step]:
    ruling = file.ruling
    if weighed == file.point.claim:
        yield from (Step(speaker.lawful(play)) for play in file.lawful)
    if weighed.either:
        names = dict.fromkeys(name for one in weighed.either for name in articles_on(ruling, one.infraction))
        yield Step(one_of(weighed.either, speaker), tuple(names))
    if weighed.mixed:
        carrying = ruling.law.ruleset.carrying("D-57")
        yield Step("mixing up tricks that would settle a claim counts as a renege", carrying)
    elif weighed.deed:
        yield Step(speaker.finding(weighed.deed))
        why = (
            exception(ruling, weighed.deed) if is_excepted(ruling, weighed.deed) else PENALTIES["note"].clause
        )
        yield Step(why, ruling.law.articles_without_penalty(weighed.deed.infraction))
    elif weighed.penalty:
        yield Step(PENALTIES[weighed.penalty].clause)


def _looked_at(file: Dossier, weighed: Weighed, speaker: Speaker) -> list[str]:
    """Return the evidence on a failed claim, a clause each."""
    if weighed.verdict == "not_proven":
        untold = [one for one in weighed.meant if one not in reasoned(file)]
        return [*map(speaker.finding, untold[:1]), unsettled(file.ruling, weighed, speaker)]
    if weighed.verdict == "upheld" or (weighed == file.point.claim and file.point.voided):
        return []
    lawful = list(lawful_plays(file.ruling, weighed))
    reasons = filter(None, (surprise_of_lawful(file.ruling, play, speaker) for play in lawful))
    told = [*map(speaker.lawful, lawful), *dict.fromkeys(reasons)]
    return told or ([denied(file.ruling, weighed, speaker)] if weighed.verdict == "refuted" else [])


def _on_costs(ruling: Ruling, weighed: Weighed) -> tuple[str, ...]:
    """Return the articles on the cost of a claim that is not upheld."""
    if is_own_side(ruling, weighed):
        return ruling.law.ruleset.carrying("D-55")
    if weighed.deed:
        return ruling.law.articles_without_penalty(weighed.deed.infraction)
    if weighed.excused_by is not None:
        return ruling.law.ruleset.carrying("D-62")
    if weighed.verdict not in ("refuted", "not_proven") and not weighed.penal:
        return ()
    names = [one.id for one in infractions().values() if one.place == "claim"]
    return tuple(name for one in names for name in articles_on(ruling, one))


def _proof(ruling: Ruling, weighed: Weighed, speaker: Speaker) -> str:
    """Return why a claim is upheld, in a clause or two."""
    found, timely = weighed.finding, _in_time(ruling, weighed)
    if weighed.mixed:
        return f"{timely}, but {speaker.the_side(weighed.accused)} mixed up the tricks that would show it"
    if weighed.either:
        return f"{timely}, and one of these at least is certain"
    if found and is_misnamed(ruling, weighed):
        where = f" in trick {found.trick}" if found.trick else ""
        kind = infractions()[found.infraction].title_in(ruling.law.game).lower()
        whose = "" if found.seat is None else f", by {bare(speaker.seating.seats[found.seat])}"
        return f"{timely}, but it was not as named: what is proven is {kind}{whose}{where}"
    proof = found or weighed.deed
    return f"{timely}, and {'the cards prove it' if proof and proof.by_a_card else 'the record shows it'}"


def _in_time(ruling: Ruling, weighed: Weighed) -> str:
    """Return that a claim was in time, and why where the last trick had been turned (R-107, D-48)."""
    at = clock.number(ruling.replay.hand.record.claims[weighed.number].at)
    if at < clock.TURNED or ruling.law.game.hearing(ruling.law.toggles).until == "scored":
        return "that was in time"
    stopped = ruling.stop is not None and ruling.stop < at
    return f"that was in time, because {'a claim had already stopped play' if stopped else 'the hand was laid down'}"


def _on_outcome(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    remedy = ruling.remedy
    if remedy.outcome == "renege" and remedy.reneging_team is not None and remedy.settled is None:
        offenders, innocents = side(remedy.reneging_team), ", ".join(map(side, remedy.innocents))
        yield f"the hand ends. {innocents} score {_awarded(remedy)}; {offenders} score 0"
        return
    if len({weighed.guilty for weighed in ruling.claims} - {None}) > 1:
        yield f"both sides reneged: {result(ruling, remedy, speaker)}"
        return
    if stands := standing(ruling, speaker):
        yield stands
    if remedy.outcome == "passed_out":
        yield GAMES[ruling.law.game.id].passed_out
    yield result(ruling, remedy, speaker)


def _awarded(remedy: Remedy) -> str:
    """Return what the innocents score, each addend with its name: `162 + 20 for the dad = 182`."""
    if remedy.range or not remedy.awarded or beyond(remedy):
        return renege_sum(remedy)
    melds = [
        f"{item.points} for {f'the {kind(item.meld.kind)}' if item.meld else 'belle'}"
        for item in remedy.awarded
    ]
    return f"{' + '.join([str(RENEGE), *melds])} = {RENEGE + sum(item.points for item in remedy.awarded)}"


def _on_the_rest(file: Dossier, speaker: Speaker) -> Iterator[str]:
    """Yield why reneges without an upheld claim cost nothing, grouped by reason."""
    told = {finding.number for finding in reasoned(file)}
    fates: dict[str, list[Finding]] = {}
    for finding in file.ruling.reneges:
        if not finding.of_claim:
            fates.setdefault(file.fate(finding), []).append(finding)
    for fate, found in fates.items():
        words = FATES[fate]
        if not words.clause:
            continue
        if len(found) == 1 and told == {found[0].number} and not file.heard:
            whose = "it"
        elif len(found) > _NAMED:
            whose = f"any of the {len(found)} reneges in the hand"
        else:
            whose = listed([_whose(finding, speaker) for finding in found], words.conjunction)
        they = "it costs" if len(found) == 1 else "they cost"
        yield words.clause.format(whose=whose, they=they)


#: How many reneges that cost nothing to name one by one.
_NAMED: Final = 3


def _whose(finding: Finding, speaker: Speaker) -> str:
    """Return a renege by whose it is, and its trick: `North’s renege in trick 2`."""
    title = infractions()[finding.infraction].title
    where = f" in trick {finding.trick}" if finding.of_card else f" ({title[:1].lower()}{title[1:]})"
    return f"{bare(speaker.seating.seats[finding.seat or 0])}’s renege{where}"
