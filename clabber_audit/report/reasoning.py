"""Reasons of a ruling, with the facts and articles they rest on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from typing import Final, Literal, NamedTuple

from clabber_audit.cards import cards as clock
from clabber_audit.cards.cards import BIT, CODE, SUIT_NAMES, TEAMS, codes, team_of
from clabber_audit.cards.pack import JOKER
from clabber_audit.cards.seating import Seating
from clabber_audit.core.text import counted
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.events import melds_of
from clabber_audit.games.clabber.ranking import CARD_POINTS, LAST_TRICK
from clabber_audit.games.clabber.scoring import RENEGE
from clabber_audit.judge.certificates import Certificate, Lying, Premise, exhibit, of_laydown, premises, start
from clabber_audit.judge.claims import Weighed
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.focus import is_misnamed, is_own_side
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.remedies import Remedy
from clabber_audit.judge.scene import Hand, Laid, Written, lawful_plays
from clabber_audit.judge.scene import Scene as Shown
from clabber_audit.judge.scoring import beyond
from clabber_audit.judge.summary import Account, Melded
from clabber_audit.records.partial_deal import Completion
from clabber_audit.report import phrases
from clabber_audit.report.claims import (
    COSTS,
    NAMELESS,
    calling,
    denied,
    exception,
    is_excepted,
    moot,
    not_excused,
    unsettled,
)
from clabber_audit.report.phrases import (
    ORDINALS,
    Fact,
    Speaker,
    as_written,
    bare,
    came_to,
    deeds,
    kind,
    listed,
    number,
    one_of,
    renege_sum,
    result,
    result_with_marks,
    said,
    sentence,
    side,
    standing,
    suit,
    suit_of,
    unrecorded,
)
from clabber_audit.report.surprises import surprise_of_lawful
from clabber_audit.report.verdict import is_wrong_deal, placed
from clabber_audit.rules.incidents import incident_kinds
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import source

#: How many claims to reason about one by one.
_MOST: Final = 6


class Step(NamedTuple):
    """One step: what is so, and by which articles."""

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
    """Return the findings to reason about one by one: those of which only one is true are told with their claim."""
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
    """Return since when the table could see a fault by a card, in a clause."""
    clock_of, replay = finding.provable_from, ruling.replay
    if clock_of is None:
        return "nothing played on the table gave it away; the recorded hands do"
    if clock_of == len(replay.hand.seats):
        return "it showed only when the last card fell" if clock_of > finding.at + 1 else "it showed at once"
    if not 0 < clock_of < len(replay.hand.seats):
        return f"it could first be seen {speaker.moment(clock_of)}"
    if clock_of == finding.at + 1:
        return "the table could see it at once"
    seat, card = speaker.seat(replay.hand.seats[clock_of - 1]), speaker.card(CODE.get(replay.cards[clock_of - 1]))
    trick = replay.hand.seating.trick_of(clock_of - 1)
    return f"the table could first see it in trick {trick}, when {seat} played {card}"


def _duty(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[str]:
    """Yield what was owed, where it is a duty and the cards on the table are known."""
    text, facts = infractions()[finding.infraction].words.owed, finding.facts
    if not text or not facts.get("could") or None in (facts.get("led", ""), facts.get("highest", "")):
        return
    yield text.format(
        who=speaker.seat(finding.seat or 0),
        held=listed([speaker.card(code) for code in facts["could"]], "or"),
        led=suit(facts["led"]) if "led" in facts else "",
        highest=speaker.card(facts.get("highest")),
        trump=suit_of(ruling.replay.trumps),
    )


def articles_on(ruling: Ruling, infraction: str) -> tuple[str, ...]:
    """Return the articles that make something an infraction."""
    return tuple(sorted(ruling.law.ruleset.binding(infraction)))


def _on_claim(file: Dossier, weighed: Weighed, speaker: Speaker) -> Iterator[Step]:
    ruling = file.ruling
    hand = ruling.replay.hand
    moment = speaker.moment(hand.played_by(clock.number(hand.record.claims[weighed.number].at)))
    told = weighed.finding in reasoned(file) and len(file.heard) == 1 and not is_misnamed(ruling, weighed)
    called = f"{speaker.caller(weighed)} called it {moment}" if told else f"{moment}, {speaker.claimed(weighed)}"
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
        why = exception(ruling, weighed.deed) if is_excepted(ruling, weighed.deed) else COSTS["note"]
        yield Step(why, ruling.law.articles_without_penalty(weighed.deed.infraction))
    elif weighed.penalty:
        yield Step(COSTS[weighed.penalty])


def _looked_at(file: Dossier, weighed: Weighed, speaker: Speaker) -> list[str]:
    """Return what the record shows about a claim that failed, a clause each."""
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
    """Return the articles by which a claim that is not upheld costs something or nothing."""
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


_PASSED: Final = {"clabber": "all four passed twice", "bid-euchre": "everyone passed"}


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
        yield _PASSED[ruling.law.game.id]
    yield result(ruling, remedy, speaker)


def _awarded(remedy: Remedy) -> str:
    """Return what the innocents score, each addend with its name: `162 + 20 for the dad = 182`."""
    if remedy.range or not remedy.awarded or beyond(remedy):
        return renege_sum(remedy)
    melds = [f"{item.points} for {f'the {kind(item.meld.kind)}' if item.meld else 'belle'}" for item in remedy.awarded]
    return f"{' + '.join([str(RENEGE), *melds])} = {RENEGE + sum(item.points for item in remedy.awarded)}"


def _on_the_rest(file: Dossier, speaker: Speaker) -> Iterator[str]:
    """Say why reneges that no upheld claim covers cost nothing, those of one reason together."""
    told = {finding.number for finding in reasoned(file)}
    fates: dict[str, list[Finding]] = {}
    for finding in file.ruling.reneges:
        if not finding.of_claim:
            fates.setdefault(file.fate(finding), []).append(finding)
    for fate, found in fates.items():
        if fate not in _REST:
            continue
        if len(found) == 1 and told == {found[0].number} and not file.heard:
            whose = "it"
        elif len(found) > _NAMED:
            whose = f"any of the {len(found)} reneges in the hand"
        else:
            whose = listed([_whose(finding, speaker) for finding in found], "or" if fate in _NOBODY else "and")
        they = "it costs" if len(found) == 1 else "they cost"
        yield _REST[fate].format(whose=whose, they=they)


#: How many reneges that cost nothing to name one by one.
_NAMED: Final = 3
#: What is said of reneges that cost nothing, by why; those of claims are told with the claims.
_REST: Final = {
    "silent": "nobody called {whose} in time, so {they} nothing",
    "not_yet": "nobody has called {whose} yet",
    "void": "nobody scores the hand, so {whose} changes nothing",
    "withdrawn": "the claim was withdrawn, so {whose} goes without a penalty",
    "inadmissible": "nobody who may call {whose} did, so {they} nothing",
}
_NOBODY: Final = ("silent", "not_yet", "inadmissible")


def _whose(finding: Finding, speaker: Speaker) -> str:
    """Return a renege by whose it is, and its trick: `North’s renege in trick 2`."""
    title = infractions()[finding.infraction].title
    where = f" in trick {finding.trick}" if finding.of_card else f" ({title[:1].lower()}{title[1:]})"
    return f"{bare(speaker.seating.seats[finding.seat or 0])}’s renege{where}"


#: Where a card comes from that is written down nowhere.
_REBUILT: Final = "from the cards played and shown"


def facts(file: Dossier, speaker: Speaker, proved: bool) -> list[Fact]:
    """Return what was recorded about the point in question, in order; where it is `proved`, what is unknown.

    The proof tells the rest.
    """
    found = _unknown(file.ruling, speaker) if proved else _known(file, speaker)
    return [Fact(sentence(fact.text), fact.source) for fact in dict.fromkeys(found)]


def _known(file: Dossier, speaker: Speaker) -> Iterator[Fact]:
    ruling = file.ruling
    yield from _contract(ruling, speaker)
    yield from _unknown(ruling, speaker)
    for finding in file.in_question:
        if finding.of_card:
            yield from _of_play(ruling, finding, speaker)
        else:
            yield Fact(placed(finding, speaker), phrases.of_finding(finding))
    yield from (Fact(speaker.lawful(play), phrases.of_play(ruling, play.at)) for play in file.lawful)
    yield from _melds(file, speaker)
    yield from _claims(file, speaker)
    yield from _sheet(ruling)


def _contract(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    record = ruling.replay.hand.record
    upcard = f" and turned up {speaker.card(record.deal.upcard)}" if record.deal.upcard else ""
    dealer = record.deal.dealer
    wrong = {one.seat for one in ruling.findings if is_wrong_deal(one)} - {None, speaker.seating.number[dealer]}
    dealt = f"the record has {speaker.seat(dealer)} as dealer" if wrong else f"{speaker.seat(dealer)} dealt"
    yield Fact(f"{dealt}{upcard}", "deal")
    yield from _MADE[ruling.law.game.id](ruling, speaker)


def _trumps_made(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    replay = ruling.replay
    if not replay.trumps:
        return
    made = f"{suit_of(replay.trumps)} are trump"
    if replay.maker is not None:
        made = f"{speaker.seat(replay.maker)} made {suit_of(replay.trumps)} trump"
    elif replay.makers is not None:
        made = f"{speaker.team(replay.makers)} made {suit_of(replay.trumps)} trump"
    yield Fact(made, phrases.of_trump(ruling))


def _contract_bid(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    yield from (Fact(*told) for told in phrases.facts(ruling, speaker))


#: How each game tells what is played for.
_MADE: Final[dict[str, Callable[[Ruling, Speaker], Iterator[Fact]]]] = {
    "clabber": _trumps_made,
    "bid-euchre": _contract_bid,
}


def _unknown(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    hand = ruling.replay.hand
    if not any(hand.dealt):
        yield Fact("no cards were written down", "not recorded")
        return
    miscounted = any(incident_kinds()[incident.kind].miscounts for incident in hand.record.incidents)
    for seat, name in enumerate(hand.seating.seats):
        whose, hidden = f"{bare(name)}’s hand", hand.hidden[seat]
        if hand.rebuilt >> seat & 1:
            yield Fact(f"{whose} was worked out from the other cards", _REBUILT)
        elif hidden and miscounted:
            # How many cards a player had is what went wrong.
            yield Fact(f"not all of {bare(name)}’s cards were written down", "not recorded")
        elif hidden:
            one, many = "one of {whose} cards is unknown", "{number} of {whose} cards are unknown"
            text = counted(hidden, one, many, whose=f"{bare(name)}’s", number=number(hidden))
            yield Fact(text, "not recorded")
    for trick in sorted(hand.record.disordered):
        yield Fact(speaker.pile(hand.record, trick), "not recorded")
    for at in hand.inferred:
        place = ORDINALS[hand.seating.place_of(at)]
        card = speaker.card(CODE[hand.cards[at]])
        text = f"the {place} card of trick {hand.seating.trick_of(at)} must have been {card}"
        in_pile = hand.seating.trick_of(at) in hand.record.disordered
        yield Fact(text, "inferred: true whichever order they fell" if in_pile else "inferred: the only card left")
    if ruling.law.game.melds and hand.record.melds is None and ruling.replay.cards:
        yield Fact("no melds were written down", "not recorded")


def _of_play(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[Fact]:
    """The lead, the highest trump, the card in question and the cards that could have been played."""
    replay, at = ruling.replay, finding.at
    start = replay.hand.seating.lead_of(at)

    def laid(deed: str, at: int) -> Fact:
        seat, card = speaker.seat(replay.hand.seats[at]), speaker.card(CODE.get(replay.cards[at]))
        return Fact(deed.format(seat=seat, card=card), phrases.of_play(ruling, at))

    if at > start:
        yield laid(f"{{seat}} led {{card}} to trick {replay.hand.seating.trick_of(at)}", start)
    if highest := finding.facts.get("highest"):
        if BIT[highest] in replay.cards[start:at]:
            yield laid("{seat} played {card}, the highest trump so far", replay.cards.index(BIT[highest], start))
        else:
            text = f"{speaker.seat(replay.hand.seats[start])} played {speaker.card(highest)}, the highest trump so far"
            yield Fact(text, phrases.of_play(ruling, start))
    for code in finding.facts.get("could", ()):
        seat = replay.hand.seats[at]
        yield Fact(f"{speaker.seat(seat)} held {speaker.card(code)}", _held_where(ruling, seat, code))
    yield laid("{seat} played {card}", at)
    if finding.provable_from is not None and finding.provable_from > at + 1:
        yield Fact(shown_since(ruling, finding, speaker), phrases.of_play(ruling, finding.provable_from - 1))


def _held_where(ruling: Ruling, seat: int, code: str) -> str:
    """From where it is known that a seat held a card: all places, the deal first."""
    hand = ruling.replay.hand
    fell = [at for at, card in enumerate(hand.cards) if hand.seats[at] == seat and CODE.get(card) == code]
    named = phrases.held(hand.record, seat, code)
    found = [*named["deal"], *(phrases.of_play(ruling, at) for at in fell), *named["melds"]]
    return "; ".join(found) or _REBUILT


def _melds(file: Dossier, speaker: Speaker) -> Iterator[Fact]:
    ruling = file.ruling
    told = [(one.meld, speaker.finding(one)) for one in file.in_question]
    for entry in melds_of(ruling.replay).entries:
        said = "announced" if entry.announced <= clock.SCORED else "had"
        deeds = [f"{said} a {kind(entry.kind)}"]
        if any(meld == entry.number and f" {deeds[0]} " in text for meld, text in told):
            # The fault names the call already.
            deeds = []
        if entry.shown <= clock.SCORED:
            deeds.append(f"showed {speaker.cards(codes(entry.cards))}")
        if deeds:
            yield Fact(f"{speaker.seat(entry.seat)} {' and '.join(deeds)}", f"meld {entry.number + 1}")
    for call in melds_of(ruling.replay).belle_calls:
        if call.said <= clock.SCORED:
            yield Fact(f"{speaker.seat(call.seat)} called belle", f"meld {call.number + 1}")


def _claims(file: Dossier, speaker: Speaker) -> Iterator[Fact]:
    claims = file.ruling.replay.hand.record.claims
    for weighed in file.heard:
        claim = claims[weighed.number]
        opened = ". Tricks were turned over for it" if claim.reviewed else ""
        back = ". The claim was then withdrawn" if claim.withdrawn else ""
        moment = speaker.recorded(clock.number(claim.at))
        yield Fact(f"{moment}, {speaker.claimed(weighed)}{opened}{back}", f"claim {weighed.number + 1}")


def _sheet(ruling: Ruling) -> Iterator[Fact]:
    if ruling.replay.hand.record.score:
        yield Fact(f"on the sheet: {as_written(ruling)}", "score")


#: What each game counts as its hand is played.
_PLAYED: Final = {"clabber": "Points as played", "bid-euchre": "Tricks as played"}
#: What is called a score: what was written, what should be, and what would be had nobody claimed anything.
SHEET: Final = "On the sheet"
CORRECT: Final = "Correct score"
_ADDED: Final = "What it adds up to"
_UNCLAIMED: Final = "If nobody had called it"
#: What a sheet breaks down.
PARTS: Final = {"cards": "Cards", "last_trick": "Last trick", "melds": "Melds", "belle": "Belle"}


class Line(NamedTuple):
    """One line of a sum: an addend, something that does not count, the total, the mark."""

    label: str
    detail: str
    #: What each team gets, North-South first; empty for nothing.
    amounts: tuple[str, ...]
    kind: Literal["addend", "void", "total", "mark"] = "addend"
    #: The row of the rules that gives it, where one does.
    row: str = ""


class Sum(NamedTuple):
    """A sum with its heading."""

    caption: str
    lines: tuple[Line, ...]
    #: The sides, as their columns are headed.
    sides: tuple[str, ...] = ("North-South", "East-West")
    #: Whether the score is made of it: not of the play where a renege or a misdeal stopped it.
    counts: bool = True


class Arithmetic(NamedTuple):
    """The sums of a ruling and what they come to."""

    sums: tuple[Sum, ...]
    #: What the sums do not say, in sentences: the score without the claim, the sheet.
    conclusions: tuple[str, ...]

    @property
    def counting(self) -> list[Sum]:
        """What the score is made of."""
        return [one for one in self.sums if one.counts]

    @property
    def stopped(self) -> list[Sum]:
        """What was played before something stopped it."""
        return [one for one in self.sums if not one.counts]


def arithmetic(ruling: Ruling, parts: Account, speaker: Speaker) -> Arithmetic:
    """The sums of a ruling, by the parts of its score, and what follows from them."""
    sums = list(_SUMS[ruling.law.game.id](ruling, parts, speaker))
    return Arithmetic(tuple(sums), tuple(sentence(clause) for clause in _conclusions(ruling, sums, speaker)))


def _is_stopped(ruling: Ruling) -> bool:
    return ruling.remedy.outcome != ruling.unclaimed.outcome


def _of_points(ruling: Ruling, parts: Account, speaker: Speaker) -> Iterator[Sum]:
    if ruling.remedy.outcome == "renege":
        yield _renege(ruling, ruling.remedy, speaker)
    if ruling.replay.tricks or ruling.replay.hand.record.sheet:
        yield _played(ruling, parts, speaker)


def _of_tricks(ruling: Ruling, parts: Account, speaker: Speaker) -> Iterator[Sum]:
    names = _heads(ruling)
    for caption, rows, counts in (
        (_PLAYED["bid-euchre"], phrases.tricks(ruling, speaker), not _is_stopped(ruling)),
        ("What each side scores", phrases.brought(ruling, ruling.remedy), True),
    ):
        if rows:
            written = _written(ruling) if any(row.label == "Score" for row in rows) else []
            yield Sum(caption, (*(Line(*row) for row in rows), *written), names, counts)


def _heads(ruling: Ruling) -> tuple[str, ...]:
    """Return what heads the column of each side: its seats, or of numbered seats and of who plays alone the name."""
    record, seating = ruling.replay.hand.record, ruling.replay.hand.seating
    teams = {name: team for name, team in record.teams.items() if name.startswith("P")}
    return tuple(record.players.get(name) or teams.get(name) or side(name) for name in seating.side_names)


#: How each game tells its score.
_SUMS: Final[dict[str, Callable[[Ruling, Account, Speaker], Iterator[Sum]]]] = {
    "clabber": _of_points,
    "bid-euchre": _of_tricks,
}


def _for(teams: Collection[int], amount: str | int, other: str = "") -> tuple[str, ...]:
    """What some teams get, and the others nothing."""
    return tuple(str(amount) if team in teams else other for team in range(len(TEAMS)))


def _written(ruling: Ruling) -> list[Line]:
    """What was written on the sheet, below the score that it is held against."""
    score, sides = ruling.replay.hand.record.score, ruling.replay.hand.seating.side_names
    if not score:
        return []
    agrees = "cannot be compared" if ruling.sheet_agrees is None else "agrees"
    if ruling.wrong_either_way:
        agrees = "wrong either way"
    if any("part" not in wrong.facts for wrong in ruling.wrong_sheet):
        agrees = "wrong"
    return [Line(SHEET, agrees, tuple(str(score.get(side, "")) for side in sides), "mark")]


def _renege(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> Sum:
    innocents = remedy.innocents
    detail = f"{CARD_POINTS} in cards + {LAST_TRICK} for the last trick"
    lines = [Line("For the renege", detail, _for(innocents, RENEGE))]
    for item in remedy.awarded:
        lines.append(Line(f"{bare(item.seat)}’s {speaker.meld(item.meld)}", "", _for(innocents, item.points)))
    unnamed = beyond(remedy)
    if unnamed:
        least, most = unnamed
        range_of = str(least) if least == most else f"{least}–{most}"
        why = "nobody wrote down the melds" if ruling.replay.told else "cards unknown"
        lines.append(Line("Melds and belle", why, _for(innocents, range_of)))
    lines.append(Line("Score", "", _for(innocents, _amount(remedy, innocents[0]), "0"), "total"))
    if remedy.marks:
        lines.append(Line(CORRECT, "", remedy.marks, "mark"))
    return Sum("What the renege costs", (*lines, *_written(ruling)))


def _amount(remedy: Remedy, team: int) -> str:
    """What a team scores: a number, or where that is open the least and the most."""
    known = remedy.known[team]
    if known is not None or remedy.range is None:
        return "?" if known is None else str(known)
    return f"{remedy.range.low[team]}–{remedy.range.high[team]}"


def _played(ruling: Ruling, parts: Account, speaker: Speaker) -> Sum:
    points = ruling.tally.points
    lines = [*_trick_lines(ruling), *_last_lines(parts), *_sheet_lines(ruling)]
    lines += [_meld_line(meld, speaker) for meld in parts.melds]
    finished = ruling.unclaimed.outcome == "scored"
    totals = _for((), "", "?") if points is None else tuple(str(made.total) for made in points)
    void = ruling.remedy.outcome == "redeal"
    label = (
        "Total"
        if finished
        else "As played, not scored"
        if void
        else "Without melds"
        if ruling.unclaimed.explained
        else "Points so far"
    )
    lines.append(Line(label, "", totals, "total"))
    if ruling.unclaimed.range:
        lines.append(Line("Score", "", tuple(_amount(ruling.unclaimed, team) for team in range(len(TEAMS))), "total"))
    stopped = _is_stopped(ruling)
    if ruling.unclaimed.score and ruling.unclaimed.marks:
        label = _UNCLAIMED if stopped else CORRECT if ruling.adds_up else _ADDED
        lines.append(Line(label, standing(ruling, speaker), ruling.unclaimed.marks, "mark"))
    caption = _PLAYED["clabber"] if ruling.replay.cards else "What the sheet lists"
    return Sum(caption, (*lines, *([] if stopped else _written(ruling))), counts=not stopped)


def _trick_lines(ruling: Ruling) -> Iterator[Line]:
    replay = ruling.replay
    for index, trick in enumerate(replay.tricks):
        name = f"Trick {index + 1}"
        if trick.team is None:
            yield Line(name, "cards unknown", _for((), "", "?"))
            continue
        cards = [replay.cards[at] for at in replay.clocks_of(index + 1)]
        detail = f"{side(trick.team)} win" if trick.winner is None else f"{bare(trick.winner)} wins"
        if replay.trumps and all(cards):
            value = replay.ranking.value
            detail += ": " + " + ".join(str(value[card]) for card in cards)
        if trick.points is None:
            detail += "; cards unknown"
        yield Line(name, detail, _for((trick.team,), "?" if trick.points is None else trick.points))


def _last_lines(parts: Account) -> Iterator[Line]:
    if parts.last_trick is None:
        return
    if parts.laid_down is not None:
        yield Line("Laid down", "the cards that are left", _for((parts.last_trick,), parts.laid_down))
    detail = "" if parts.laid_down is None else "comes with the lay-down"
    yield Line("Last trick", detail, _for((parts.last_trick,), LAST_TRICK))


#: Why a meld scores, or does not.
_MELDS: Final = {
    "highest": "the highest meld",
    "level_partners": "the highest, level with {partner}’s",
    "beside_highest": "counts with the highest meld",
    "belle": "king and queen of trump",
    "denied": "does not count: {denied}",
    "outranked": "does not count: the other side had a better meld",
    "level": "does not count: the two best melds tie",
    "unannounced": "does not count: never announced",
    "unshown": "does not count: not shown",
    "uncalled": "does not count: belle was never called",
    "late": "does not count: called too late",
    "open": "does not count",
}


def _meld_line(meld: Melded, speaker: Speaker) -> Line:
    label = f"{bare(meld.seat)}’s {kind(meld.kind)} {speaker.cards(codes(meld.cards))}".rstrip()
    nameless = speaker.nameless()
    denied = meld.denied.format(seat=bare(meld.seat), kind=kind(meld.kind))
    detail = _MELDS[meld.reason].format(denied=denied, partner=nameless.partner(meld.seat))
    if meld.points is None:
        return Line(label, detail, _for((), ""), "void")
    return Line(label, detail, _for((team_of(meld.seat),), meld.points))


def _sheet_lines(ruling: Ruling) -> Iterator[Line]:
    """What the score sheet breaks down, where it is all there is."""
    points = ruling.tally.points
    if ruling.replay.cards or points is None:
        return
    for label, *written in zip(PARTS.values(), *points, strict=True):
        if any(written):
            yield Line(label, "", tuple(map(str, written)))


def _conclusions(ruling: Ruling, sums: Sequence[Sum], speaker: Speaker) -> Iterator[str]:
    """What the sums do not say themselves."""
    unclaimed, labels = ruling.unclaimed, {line.label for one in sums for line in one.lines}
    if ruling.claims and _UNCLAIMED not in labels:
        told = result_with_marks(ruling._replace(remedy=unclaimed), unclaimed, speaker)
        same = (unclaimed.outcome, unclaimed.score) == (ruling.remedy.outcome, ruling.remedy.score)
        yield "the claim makes no difference to the score" if same else f"without the claim: {told}"
    if ruling.replay.hand.record.score and SHEET not in labels:
        yield f"the sheet has {as_written(ruling)}"


#: What stands over the line on which a hand laid down loses a trick.
LINE: Final = "One way a trick is lost"


#: Where each player sits when so many sit at a table, clockwise: its sides by compass, its corners a, b, f and d.
AROUND: Final = {3: "wne", 4: "nesw", 5: "nefdw", 6: "anbfsd"}


class AtTable(NamedTuple):
    """A seat at the table and what it laid."""

    name: str
    words: tuple[str, ...]
    cards: tuple[Laid, ...]


class Held(NamedTuple):
    """A hand as it was at a moment."""

    title: str
    note: str
    cards: tuple[Laid, ...]


class Row(NamedTuple):
    """A line of the sheet, or what should stand there: what each side has, and whether it is wrong."""

    label: str
    cells: tuple[tuple[str, bool], ...]


class Scene(NamedTuple):
    """What is in dispute, with the hands that matter; `places` is the table, where it is a trick."""

    heading: str
    title: str
    trump: str
    places: tuple[AtTable, ...]
    hands: tuple[Held, ...]
    #: One way in which a trick is lost: each trick, and who plays what.
    line: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    #: The lines of the sheet in question, and whose columns it has.
    sheet: tuple[Row, ...] = ()
    sides: tuple[str, ...] = ()

    @property
    def legend(self) -> str:
        """How cards that nobody wrote down look, in a sentence; empty where all are known."""
        laid = [place.cards for place in self.places] + [hand.cards for hand in self.hands]
        shown = {card.state for cards in laid for card in cards}
        inferred = "dotted edge: not written down, but it has to be that card"
        unknown = "question mark: unknown"
        parts = [text for state, text in (("inferred", inferred), ("unknown", unknown)) if state in shown]
        return sentence("; ".join(parts)) if parts else ""


#: What the maker did, by the game.
_MAKER: Final = {"clabber": "made trump", "bid-euchre": "won the bid"}


def scenes(file: Dossier, speaker: Speaker) -> tuple[Scene, ...]:
    """What is in dispute; nothing where nobody disputes anything."""
    return tuple(_scene(file, shown, speaker) for shown in file.scenes)


def _scene(file: Dossier, shown: Shown, speaker: Speaker) -> Scene:
    if shown.sheet:
        sides = tuple(map(side, speaker.seating.side_names))
        return Scene("The score sheet", "", "", (), (), (), tuple(map(_row, shown.sheet)), sides)
    trump = trump_of(file.ruling)
    hands = tuple(_held(shown, hand, speaker) for hand in shown.hands)
    if shown.trick is None:
        done = next((hand.done for hand in shown.hands if hand.done), None)
        heading = {"showed": "The meld", "gave": "The cards passed", None: "The hand laid down"}[done]
        line = tuple(
            (f"Trick {trick}", tuple((speaker.short(seat), code) for seat, code in moves))
            for trick, moves in shown.line
        )
        return Scene(heading, "", trump, (), hands, line)
    places = [
        AtTable(
            speaker.seat(seat),
            (
                *(
                    word
                    for word, who in (("wins", shown.winner), (_MAKER[file.ruling.law.game.id], shown.maker))
                    if who == seat
                ),
                *(("out of the hand",) if speaker.seating.out >> seat & 1 else ()),
            ),
            shown.laid[seat],
        )
        for seat in range(len(speaker.seating.seats))
    ]
    return Scene("The trick in question", f"Trick {shown.trick}", trump, tuple(places), hands, ())


def _row(line: Written) -> Row:
    if line.part == "after":
        label = "Running total" if line.correct else "Running total on the sheet"
    else:
        label = PARTS[line.part] if line.part else CORRECT if line.correct else SHEET
    return Row(label, tuple(zip(line.cells, line.wrong, strict=True)))


def _held(shown: Shown, hand: Hand, speaker: Speaker) -> Held:
    whose = speaker.short(hand.seat)
    title = f"{whose}’s hand {'before this card' if hand.falls else 'at that moment'}"
    if hand.done:
        title = f"What {whose} {'passed' if hand.done == 'gave' else hand.done}"
    return Held(title, "worked out from the other cards" if hand.rebuilt else "", hand.cards)


def trump_of(ruling: Ruling) -> str:
    """Return what is trump, in a clause."""
    return _TRUMP[ruling.law.game.id](ruling)


def _trumps_made_scene(ruling: Ruling) -> str:
    trumps = ruling.replay.trumps
    return f"{suit_of(trumps)} are trump" if trumps else "trump unknown"


#: What each game says of the seat that has the contract.


#: How each game tells what is trumps.
_TRUMP: Final[dict[str, Callable[[Ruling], str]]] = {"clabber": _trumps_made_scene, "bid-euchre": phrases.trump}


def dealt(file: Dossier, speaker: Speaker) -> tuple[Held, ...]:
    """The hands as they were when play began, as far as they are known."""
    return tuple(Held(speaker.seat(hand.seat), "worked out" if hand.rebuilt else "", hand.cards) for hand in file.dealt)


class Spread(NamedTuple):
    """The cards of a seat, or those of a trick in the order in which they fell."""

    name: str
    cards: tuple[Lying, ...]
    trick: bool = False

    @property
    def suits(self) -> list[tuple[str, list[Lying]]]:
        """The cards of each suit, with its letter; the joker with none."""

        def letter(card: Lying) -> str:
            return "" if card.code == JOKER else card.code[1]

        return [(name, list(cards)) for name, cards in groupby(self.cards, letter)]


class Possible(NamedTuple):
    """A complete hand that agrees with the record, as far as it matters."""

    title: str
    rows: tuple[Spread, ...]


class Proof(NamedTuple):
    """A certificate, ready to be printed."""

    title: str
    #: What is certain, refuted or open, in a sentence.
    subject: str
    premises: tuple[phrases.Fact, ...]
    #: What would be without one of the premises; or of which moment the hands are.
    close: str
    hands: tuple[Possible, ...]


def proof(ruling: Ruling, certificate: Certificate, speaker: Speaker) -> Proof:
    """Return a certificate of a ruling in words."""
    faults, seating = certificate.faults, ruling.replay.hand.seating
    speaker = speaker._replace(table=seating)
    if certificate.worlds:
        subject = f"both hands below fit everything on record, and they differ on whether {said(faults, speaker)}"
        guilty, innocent = certificate.worlds
        seat = speaker.seat(faults[0].seat)
        hands = (
            _possible(f"In this hand {seat} {deeds(faults)}", certificate, guilty, innocent, speaker),
            _possible(f"In this hand {seat} did not", certificate, innocent, guilty, speaker),
        )
        return Proof("Why we cannot tell", sentence(subject), (), _reading(certificate, seating), hands)
    title = "Why it did not happen" if certificate.verdict == "refuted" else "How we know"
    if certificate.verdict == "proven":
        subject = said(faults, speaker) + (": at least one of these, we cannot tell which" if len(faults) > 1 else "")
    elif of_laydown(certificate):
        subject = f"the hand that {speaker.seat(faults[0].seat)} laid down wins every trick, no matter what is played"
    else:
        teams = dict.fromkeys(speaker.team(seating.side_of[fault.seat]) for fault in faults)
        tricks = dict.fromkeys(str(seating.trick_of(fault.at)) for fault in faults)
        where, whose = listed(list(tricks)), listed(list(teams))
        subject = f"{whose} did nothing wrong in trick {where}: nobody on that side {deeds(faults)}"
    told = tuple(_premise(ruling, premise, speaker) for premise in premises(certificate))
    return Proof(title, sentence(subject), told, _without(certificate, seating), ())


def _without(certificate: Certificate, seating: Seating) -> str:
    if certificate.faults[0].all_hands:
        return "Every card is known, so every way of playing on was tried."
    assumed = f"We assume the order of play and {phrases.number(seating.each)} cards each."
    if not certificate.premises:
        return "The order of play alone proves it, whatever the cards were."
    if len(certificate.premises) == 1:
        return f"It takes this fact. {assumed}"
    return f"It takes all of these facts. {assumed}"


def _premise(ruling: Ruling, premise: Premise, speaker: Speaker) -> phrases.Fact:
    facts, first, seating = premise.facts, premise.facts[0], ruling.replay.hand.seating
    cards = listed([speaker.card(code) for fact in facts for code in codes(fact.cards)])
    trick = f"trick {seating.trick_of(first.at)}"
    seat = speaker.seat(first.seat)
    played = "played" if seating.place_of(first.at) else "led"
    fell = listed(list(dict.fromkeys(f"trick {seating.trick_of(fact.at)}" for fact in facts)))
    if premise.kind == "trump":
        text, where = trump_of(ruling), phrases.of_trump(ruling)
    elif premise.kind == "aside":
        text, where = f"{cards} lay aside, in nobody’s hand", "deal"
    elif premise.kind == "pile":
        text, where = f"{cards} were played to {trick}, in unknown order", "not recorded"
    elif premise.kind == "dealt":
        text, where = f"{seat} was dealt {cards}", phrases.of_dealt(ruling, first.seat, facts)
    elif premise.kind == "kept":
        text = f"{seat} had {cards} all along: {'it' if len(facts) == 1 else 'they'} fell in {fell}"
        where = "; ".join(dict.fromkeys(phrases.of_play(ruling, fact.at) for fact in facts))
    elif len(facts) > 1:
        text, where = f"{seat} led, and {cards} fell", trick
    else:
        text, where = f"{seat} {played} {cards}", phrases.of_play(ruling, first.at)
    return phrases.Fact(sentence(text), where)


def _named(strain: str) -> str:
    """Return what was named, in a clause; `NT`, `HIGH` and `LOW` make nothing trump."""
    if strain in SUIT_NAMES:
        return f"{SUIT_NAMES[strain]} were trumps"
    return "the hand was played at no trump" if strain == "NT" else f"{phrases.named(strain)} was named"


def _reading(certificate: Certificate, seating: Seating) -> str:
    """Return the moment of the two hands, in a sentence."""
    clock = start(certificate)
    if clock is None:
        return "These are the hands as dealt."
    if of_laydown(certificate):
        return "These are the hands when one was laid down."
    return f"These are the hands at the start of trick {seating.trick_of(clock)}."


def _possible(title: str, certificate: Certificate, world: Completion, other: Completion, speaker: Speaker) -> Possible:
    """Return the hands and the tricks that matter; trump where the two differ in it."""
    shown = exhibit(certificate, world, other)
    named = f"{'Trump' if shown.trump in SUIT_NAMES else 'Named'}: {phrases.named(shown.trump)}" if shown.trump else ""
    rows = [Spread(named, ())] if named else []
    rows += [Spread(speaker.seat(seat), held) for seat, held in enumerate(shown.held)]
    rows += [Spread(f"Trick {number}", fell, trick=True) for number, fell in shown.tricks]
    return Possible(title, tuple(rows))


class Quoted(NamedTuple):
    """An article with the reason why it applies."""

    id: str
    text: str
    grade: str
    sources: tuple[str, ...]
    rows: tuple[str, ...]
    why: str


class Sources(NamedTuple):
    """What a ruling cites."""

    articles: tuple[Quoted, ...]
    #: Each source with what it is.
    keys: tuple[tuple[str, str], ...]

    def anchor(self, code: str) -> str:
        """Where the text of an article, a row or a source stands; empty where it is not quoted."""
        for place, article in enumerate(self.articles, 1):
            if code == article.id or code in article.rows:
                return f"a{place}"
        named = source(code)
        return f"s{self.keys.index(named) + 1}" if named in self.keys else ""


def sources(file: Dossier) -> Sources:
    """The articles on which a ruling rests, and their sources."""
    given = file.ruling.law.ruleset.articles
    articles = []
    for name, why in file.citations:
        article = given[name]
        told = sentence(article.text)
        articles.append(Quoted(name, told, article.grade, tuple(article.sources), tuple(article.rules), why))
    keys = [source(code) for article in articles for code in article.sources]
    return Sources(tuple(articles), tuple(dict.fromkeys(filter(None, keys))))


#: What is marked: a fault, and what somebody claimed; not what was said, nor what is merely open.
Tone = Literal["fault", "open", "said"]


class Moment(NamedTuple):
    """One thing said, seen or found; `at` is its clock."""

    at: int
    tone: Tone
    text: str


def moments(file: Dossier, speaker: Speaker) -> list[Moment]:
    """Everything beside the cards in the order of the clock; at one clock calls, melds, incidents, claims."""
    ruling = file.ruling
    told = [
        *_deal(ruling, speaker),
        *_calls(ruling, speaker),
        *_melds_moments(ruling, speaker),
        *_incidents(file, speaker),
        *_claims_moments(ruling, speaker),
        *_comments(ruling),
        *_findings(ruling, speaker),
        *_piles(ruling, speaker),
    ]
    return sorted(told, key=lambda moment: moment.at)


def _said(at: int, text: str) -> Moment:
    return Moment(at, "said", sentence(text))


def _piles(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    """The tricks whose order is lost, each before its cards."""
    record = ruling.replay.hand.record
    for trick in record.disordered:
        yield _said(ruling.replay.hand.seating.clocks_of(trick).start, speaker.pile(record, trick))


def _deal(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    deal = ruling.replay.hand.record.deal
    turned = f" and turns up {speaker.card(deal.upcard)}" if deal.upcard else ""
    yield _said(clock.DEAL, f"{speaker.seat(deal.dealer)} deals{turned}")


def _calls(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    yield from _CALLS[ruling.law.game.id](ruling, speaker)


def _said_in_the_auction(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    yield from (_said(at, text) for at, text in phrases.said_family(ruling, speaker))


def _called(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    for call in ruling.replay.declared.calls:
        if call.word == "pass":
            said = "{seat} passes"
        elif not call.valid:
            said = "{seat} says “{word}”, which is not allowed and counts as a pass"
        elif call.word == "play":
            said = "{seat} says “play”: {suit} are trump" if call.suit else "{seat} says “play”"
        else:
            said = "{seat} names {suit}"
        named = suit_of(call.suit) if call.suit else ""
        yield _said(clock.DECLARING, said.format(seat=speaker.seat(call.seat), suit=named, word=call.word))
    contract = ruling.replay.hand.record.contract
    if contract and not ruling.replay.declared.calls:
        who = speaker.whom(contract.maker)
        yield _said(clock.DECLARING, f"{who} made {SUIT_NAMES[contract.trump]} trump")


#: How each game tells what was said before the first card.
_CALLS: Final[dict[str, Callable[[Ruling, Speaker], Iterator[Moment]]]] = {
    "clabber": _called,
    "bid-euchre": _said_in_the_auction,
}


def _melds_moments(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    runs = melds_of(ruling.replay).entries
    for entry in runs:
        seat, named = speaker.seat(entry.seat), kind(entry.kind)
        if entry.announced <= clock.SCORED:
            yield _said(entry.announced, f"{seat} announces a {named}")
        if entry.shown <= clock.SCORED:
            cards = speaker.cards(codes(entry.cards))
            yield _said(entry.shown, f"{seat} shows a {named}: {cards}")
    for call in melds_of(ruling.replay).belle_calls:
        if call.said <= clock.SCORED:
            yield _said(call.said, f"{speaker.seat(call.seat)} calls belle")


def _incidents(file: Dossier, speaker: Speaker) -> Iterator[Moment]:
    record = file.ruling.replay.hand.record
    for incident, noted in zip(file.incidents, record.incidents, strict=True):
        seat = "a player the record does not name" if incident.seat is None else speaker.seat(incident.seat)
        text = incident_kinds()[incident.kind].text.format(seat=seat, card=speaker.card(noted.card))
        if noted.quote and not speaker.anonymous:
            text = f"{text}: “{noted.quote}”"
        yield _said(incident.at, text)
    laydown = record.laydown
    if laydown:
        text = f"{speaker.seat(laydown.by)} lays the hand down"
        order = speaker.cards(laydown.order)
        yield _said(clock.number(laydown.at), f"{text}: {order}" if order else text)
        if not file.ruling.law.game.laydowns:
            yield _said(clock.number(laydown.at), "this game has no rule for lay-downs, so nothing follows")


def _claims_moments(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    claims = ruling.replay.hand.record.claims
    for weighed in ruling.claims:
        at = ruling.replay.hand.played_by(clock.number(claims[weighed.number].at))
        yield _said(at, f"{speaker.claimed(weighed)}: the claim {came_to(weighed)}")


def _comments(ruling: Ruling) -> Iterator[Moment]:
    for comment in ruling.replay.hand.record.comments:
        at = ruling.replay.hand.played_by(clock.number(comment.at))
        yield Moment(at, "said", f"Noted: “{comment.text}”")


def _findings(ruling: Ruling, speaker: Speaker) -> Iterator[Moment]:
    for finding in ruling.findings:
        if not finding.falls:
            at = ruling.replay.hand.played_by(finding.recorded_at(ruling.replay.hand))
            yield Moment(at, tone_of(ruling, finding), sentence(speaker.finding(finding)))


def tone_of(ruling: Ruling, finding: Finding) -> Tone:
    """How a finding is marked."""
    return "open" if finding in ruling.unasked else "fault"
