"""The way from the facts through the articles to the outcome, in short steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.evidence.finding import Finding
from clabber_audit.ground.counted import counted
from clabber_audit.law.infractions import infractions
from clabber_audit.render.infraction_phrases import one_of
from clabber_audit.render.outcome import renege_sum, result, standing
from clabber_audit.render.wording import PENALTIES, VERDICTS, Speaker, listed, sentence, side, suit, suit_of
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.dossier import Dossier
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table import moments as clock

#: How many claims to reason about one by one.
_MOST: Final = 6


def reasoning(file: Dossier, speaker: Speaker) -> list[str]:
    """The steps, each a sentence."""
    ruling = file.ruling
    steps = list[str]()
    for finding in _decisive(file):
        steps += _on_finding(ruling, finding, speaker)
    steps += [speaker.lawful(play) for play in file.lawful]
    for weighed in file.heard[:_MOST]:
        steps += _on_claim(ruling, weighed, speaker)
    steps += _on_outcome(ruling, speaker)
    steps += _on_the_rest(file)
    return [sentence(step) for step in steps]


def _decisive(file: Dossier) -> list[Finding]:
    """The findings to reason about one by one: those of which only one is true are told with their claim."""
    return [finding for finding in file.in_question if finding.number not in file.either]


def _on_finding(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[str]:
    articles = _articles(ruling, finding.infraction)
    if finding.verdict != "proven":
        yield f"{speaker.finding(finding)} ({articles})"
        return
    yield from _duty(ruling, finding, speaker)
    yield f"{speaker.finding(finding)} ({articles})"
    if finding.of_card and finding.provable_from is not None:
        yield f"the cards on the table proved it {speaker.moment(finding.provable_from)}"
    elif finding.of_card:
        yield "no card on the table proved it; the hands as recorded do"


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


def _articles(ruling: Ruling, infraction: str) -> str:
    names = sorted(ruling.law.ruleset.binding(infraction))
    rows = ruling.law.ruleset.rows.get(infraction, ())
    return f"article {', '.join(names)}; {', '.join(rows)}"


def _on_claim(ruling: Ruling, weighed: Weighed, speaker: Speaker) -> Iterator[str]:
    claim = ruling.walk.hand.record.claims[weighed.number]
    moment = speaker.moment(clock.number(claim.at))
    yield f"{speaker.claimed(weighed)} {moment}: {_WHY[weighed.verdict]}"
    if weighed.either:
        articles = dict.fromkeys(_articles(ruling, finding.infraction) for finding in weighed.either)
        yield f"{one_of(weighed.either, speaker)} ({'; '.join(articles)})"
    if weighed.verdict == "upheld" and weighed.penalty:
        yield f"under this ruleset that is {PENALTIES[weighed.penalty]}"
    elif weighed.verdict in ("refuted", "not_proven", "withdrawn"):
        costs = "costs its side nothing"
        if penal := weighed.penal:
            cited = _articles(ruling, penal.infraction)
            costs = f"is {PENALTIES[penal.penalty]} by the claimant’s side ({cited})"
        yield f"under this ruleset such a claim {costs}"


#: Why a claim ended as it did.
_WHY: Final = {
    **VERDICTS,
    "upheld": "in time, and upheld",
    "out_of_time": "too late, so it is not examined",
    "inadmissible": "not a claim that can be heard",
    "withdrawn": "taken back, so it is not examined",
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
    told = {finding.number for finding in _decisive(file)}
    silent = file.unclaimed
    if any(finding.number in told for finding in silent) and len(silent) == 1:
        yield "no claim that counts covers that renege, so it changes nothing"
    elif silent:
        one = "one proven renege that no claim covers changes nothing"
        yield counted(len(silent), one, "{count} proven reneges that no claim covers change nothing")
