"""Side remarks: other rulesets, what-if lines, and the provenance of a record."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from clabber_audit.cards import CODE, TEAMS
from clabber_audit.core.text import inflect, join_words, number_word
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.comparison import (
    RulesetComparison,
    find_other_verdicts,
    quote_articles,
    ruling_parts,
)
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.side_remarks import CardPlace, LeftOut, Robustness, SideRemarks
from clabber_audit.records.base import Source, StoredVersion
from clabber_audit.records.formats import Record
from clabber_audit.report.claims import claim_name, claim_outcome, claim_words
from clabber_audit.report.phrases import PENALTIES, plain_seat, sentence, side
from clabber_audit.report.scores import format_contract, format_result, format_result_with_marks, game_outcome
from clabber_audit.report.wording import Speaker
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import Ruleset

#: Legal cards named one by one, at most.
_NAMED: Final = 3


def list_results_without(file: Dossier, speaker: Speaker) -> Iterator[str]:
    """Yield the score without each infraction of the verdict, a sentence each."""
    makers, covered = file.ruling.replay.makers, {finding.number for finding in file.point.findings}
    for item in file.remarks.instead if file.remarks else ():
        if item.finding.number not in covered:
            continue
        seat, cards = plain_seat(item.seat), [speaker.card(CODE[choice.card]) for choice in item.choices]
        played = join_words(cards, "or") if 0 < len(cards) <= _NAMED else "a legal card"
        done = f"if {seat} had played {played}"
        if not cards:
            yield sentence(f"{done}: not worked out, there are too many possibilities")
            continue
        if item.finding.led_for_another:
            done = f"if {seat} had led instead"
        points = []
        for team in range(len(TEAMS)):
            low, high = item.range(team)
            points.append(f"{low if low == high else f'{low} to {high}'} for {side(team)}")
        text = f"{done} and both sides had played their best from there: {join_words(points)}"
        if makers is not None:
            made = {True: "be set", False: "make it", None: "be set or not, depending on the card"}
            text += f"; {side(makers)}, who made trump, would {made[item.makers_set]}"
        yield sentence(text)


def format_robustness(ruling: Ruling, found: Robustness, speaker: Speaker) -> str:
    """Return how many misread cards would change the ruling; empty without cards."""
    if not found.singles:
        return ""
    text = inflect(found.singles, "we tried one such error; ", "we tried {count} such errors; ")
    if found.minimum == 1:
        it = "it" if found.singles == 1 else "all" if found.changing == found.singles else str(found.changing)
        text += f"{it} would change the ruling"
    else:
        text += "it would not change the ruling" if found.singles == 1 else "none would change the ruling"
        if found.minimum:
            text += ", but two together would"
        elif found.pairs:
            text += f", nor would any of {found.pairs} pairs of them"
    text = sentence(text)
    if found.cut:
        text = f"{text} More were not tried."
    if found.otherwise is None:
        return text
    changes = []
    for (one, other), (here, there) in zip(found.example, found.places, strict=True):
        place = _format_place(here, speaker)
        if there is None:
            changes.append(f"if {speaker.card(one)} ({place}) was really {speaker.card(other)}")
        else:
            swapped = f"{speaker.card(other)} ({_format_place(there, speaker)})"
            changes.append(f"if {speaker.card(one)} ({place}) and {swapped} were swapped")
    theirs = found.otherwise
    many, others = len(ruling.claims), find_other_verdicts(ruling, theirs)
    verdicts = [f"{claim_name(claim.number, many)} {claim_words(claim).clause}" for claim in others]
    then = join_words([*verdicts, format_result(theirs, speaker.without_names())])
    return f"{text} For instance, {join_words(changes)}, then {then}."


def format_left_out(remarks: SideRemarks | None) -> str:
    """Return the side notes that were not worked out, or nothing."""
    parts = [_LEFT_OUT[name] for name in remarks.left_out] if remarks else []
    why = "left out, or not finished, because there are too many possibilities"
    return sentence(f"{why}: {join_words(parts)}") if parts else ""


#: Names of the side notes that may be left out.
_LEFT_OUT: Final[dict[LeftOut, str]] = {
    "certificates": "why each finding is certain or open",
    "rulesets": "other rulesets",
    "instead": "what it would have been",
    "robustness": "what a misread card would change",
}


def _format_place(spot: CardPlace | None, speaker: Speaker) -> str:
    if spot is None or spot.at is None:
        return f"{plain_seat(spot.seat)}’s hand" if spot else ""
    fallen = spot.at - sum(stray < spot.at for stray in speaker.out_of_order)
    return f"trick {speaker.seating.trick_of(fallen)}"


#: Differences quoted for one ruleset, at most.
_MOST: Final = 3


class OtherRulesets(NamedTuple):
    """Rulesets under which a hand is ruled alike, with what differs from the ruling and why."""

    ids: tuple[str, ...]
    #: Their names, in a list.
    title: str
    same: bool
    #: Differences, to follow a colon; empty if there are none.
    text: str
    #: Articles of both rulesets on the difference, a sentence or two each.
    because: tuple[str, ...]


def format_other_rulesets(
    ruling: Ruling, comparisons: Sequence[RulesetComparison], speaker: Speaker
) -> list[OtherRulesets]:
    """Return the rulings under other rulesets, grouped by result and reasons; the group that rules the same comes last."""
    groups: dict[tuple[bool, str, tuple[str, ...]], list[Ruleset]] = {}
    for comparison in sorted(comparisons, key=lambda outcome: outcome.same):
        text = "" if comparison.same else f"{_format_difference(ruling, comparison.theirs, speaker)}."
        because = () if comparison.same else tuple(_reasons(ruling, comparison))
        groups.setdefault((comparison.same, text, because), []).append(comparison.theirs.law.ruleset)
    shown = []
    for (same, text, because), rules in groups.items():
        names = [ruleset.title.partition(", or ")[0] for ruleset in rules]
        title = "; ".join(names) if any("," in name for name in names) else join_words(names)
        shown.append(OtherRulesets(tuple(ruleset.id for ruleset in rules), title, same, text, because))
    return shown


def _format_difference(ours: Ruling, theirs: Ruling, speaker: Speaker) -> str:
    """Return the difference under another ruleset, a clause: another result, or what differs at the same score."""
    mine, its = ruling_parts(ours), ruling_parts(theirs)
    differences = list(_claims(ours, theirs))
    if mine.result != its.result:
        return "; ".join([format_result_with_marks(theirs, speaker), *differences])
    same = "the same score" if mine.result.score else "the same outcome"
    beyond = _differences_beyond_score(ours, theirs, speaker)
    differences = [*beyond, *differences, *_findings(ours, theirs, speaker)]
    if not differences:
        return f"{same}, reached in another way"
    more = len(differences) - _MOST
    if more > 0:
        differences[_MOST:] = [f"and {number_word(more)} more {'difference' if more == 1 else 'differences'}"]
    return f"{same}, but {'; '.join(differences)}"


def _differences_beyond_score(ours: Ruling, theirs: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the differences in contract, marks, game, hickeys and next dealer, a clause each."""
    mine, its = ruling_parts(ours), ruling_parts(theirs)
    if mine.contract != its.contract and ours.law.game.bids:
        maker, seated = theirs.replay.maker, speaker._replace(table=theirs.replay.hand.seating)
        if maker is not None and (contract := format_contract(theirs, seated)):
            yield f"{speaker.seat(maker)} has the contract: {contract}"
        else:
            yield "nobody has a bid"
    if mine.marks != its.marks:
        pairs = zip(ours.remedy.marks or (), theirs.remedy.marks or (), strict=False)
        for team, (here, there) in enumerate(pairs):
            if here != there:
                is_set = ours.makers_set and team == ours.replay.makers
                whose = "the set" if is_set else f"the score of {speaker.team(team)}"
                yield f"{whose} is written {there} instead of {here}"
    if mine.winner != its.winner:
        won = list(game_outcome(theirs, speaker._replace(table=theirs.replay.hand.seating)))
        yield won[0] if won else "nobody has won the game"
    elif mine.after != its.after and theirs.remedy.running:
        yield f"the totals are {' to '.join(map(str, theirs.remedy.running.after))}"
    if mine.hickeys != its.hickeys:
        counts = ((number, speaker.team(side)) for side, number in enumerate(its.hickeys) if number)
        named = [f"{inflect(number, 'one hickey', '{count} hickeys')} for {team}" for number, team in counts]
        yield f"there is {join_words(named)}" if named else "there are no hickeys"
    if mine.next_dealer != its.next_dealer and theirs.next_dealer is not None:
        yield f"{speaker.without_names().seat(theirs.next_dealer)} deals next"


def _claims(ours: Ruling, theirs: Ruling) -> Iterator[str]:
    """Yield the claims with another verdict or cost."""
    changed = {weighed.number for weighed in find_other_verdicts(ours, theirs)}
    for mine, its in zip(ours.claims, theirs.claims, strict=True):
        which = claim_name(its.number, len(theirs.claims))
        if its.number in changed:
            yield f"{which} {claim_outcome(its)}"
        elif mine.penalty != its.penalty:
            if its.penalty in (None, "note"):
                yield f"{which} costs nothing"
            elif its.penal:
                yield f"{which} itself is a renege"
            else:
                yield f"{which}: {PENALTIES[its.penalty].noun}"


def _findings(ours: Ruling, theirs: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the infractions found in only one of two rulings, or at another cost."""

    def index_findings(ruling: Ruling) -> dict[tuple[object, ...], Finding]:
        return {(one.infraction, one.seat, one.team, one.at, one.path): one for one in ruling.findings}

    mine, its = index_findings(ours), index_findings(theirs)
    gone = (infractions()[finding.infraction] for key, finding in mine.items() if key not in its)
    for title in dict.fromkeys(infraction.title_in(ours.law.game) for infraction in gone):
        yield f"nobody is noted for {title[:1].lower()}{title[1:]}"
    for key, finding in its.items():
        if key not in mine:
            yield f"{speaker.finding(finding)} ({PENALTIES[finding.penalty].noun})"
        elif (mine[key].penalty, mine[key].verdict) != (finding.penalty, finding.verdict):
            cost, our_cost = PENALTIES[finding.penalty].noun, PENALTIES[mine[key].penalty].noun
            yield f"{speaker.finding(finding)}: {cost}, not {our_cost}"


def _reasons(ours: Ruling, comparison: RulesetComparison) -> Iterator[str]:
    """Yield the articles of both rulesets that make the difference."""
    our_rules, their_rules = ours.law.ruleset.articles, comparison.theirs.law.ruleset.articles
    texts = []
    for articles in quote_articles(ours, comparison):
        mine = " ".join(our_rules[name].text for name in articles.ours)
        its = " ".join(their_rules[name].text for name in articles.theirs)
        if mine == its:
            continue
        said = f"Our rules say “{mine}”" if mine or not its else "Our rules don’t mention it."
        if not its and articles.question and articles.question.penalty:
            title = infractions()[articles.question.question].title_in(ours.law.game).lower()
            texts.append(f"{said} Theirs do not mention {title}.")
        else:
            texts.append(f"{said} {f'Theirs say “{its}”' if its else 'Theirs don’t mention it.'}")
    yield from texts[:_MOST]
    if (more := len(texts) - _MOST) > 0:
        yield f"There {'is one more difference' if more == 1 else f'are {number_word(more)} more differences'}."


#: Name of a file of the same site.
File = Annotated[str, Field(pattern=r"^[\w.-]*(#[\w-]+)?$")]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Link(NamedTuple):
    """Link to another page of the site."""

    text: str
    href: File


class Clipping(NamedTuple):
    """Source of a hand: a picture, with a transcription if there is one, or a text."""

    sha256: Sha256
    picture: File = ""
    text: str = ""


#: The sections of the site of an archive, and of a season.
ARCHIVE_SECTIONS: Final = (
    Link("Hands", "index.html"),
    Link("Years", "years.html"),
    Link("Teams", "teams.html"),
    Link("Players", "players.html"),
    Link("Search", "search.html"),
)
SEASON_SECTIONS: Final = (
    Link("Standings", "index.html"),
    Link("Schedule", "schedule.html"),
    Link("Teams", "teams.html"),
    Link("Players", "players.html"),
    Link("Hands", "hands.html"),
    Link("Audit", "audit.html"),
    Link("Search", "search.html"),
)


class Origin(NamedTuple):
    """Origin of a record: the archive or season that keeps it."""

    versions: tuple[StoredVersion, ...] = ()
    #: Approvals and locks of the result, a sentence each.
    checked: tuple[str, ...] = ()


class PageFrame(NamedTuple):
    """Navigation and origin of a page. Without sections it is a page of its own."""

    #: Name of the site, and its sections.
    title: str
    sections: tuple[Link, ...]
    #: The section that the page is in, by its file.
    section: str = ""
    #: Pages it belongs to: match, teams, players.
    beside: tuple[Link, ...] = ()
    before: Link | None = None
    after: Link | None = None
    #: The file of the feed, if there is one.
    feed: File = ""
    clippings: tuple[Clipping, ...] = ()
    #: Origin of the record; None if the page does not say.
    origin: Origin | None = None
    #: Decisions of the season on the hand and its match, each with its place on the page of the season.
    decisions: tuple[Link, ...] = ()


def frame_of(data: Any) -> PageFrame | None:
    """Return the frame that JSON holds, None if it is not one."""
    try:
        return _frames().validate_python(data)
    except ValidationError:
        return None


@lru_cache(maxsize=1)
def _frames() -> TypeAdapter[PageFrame]:
    return TypeAdapter(PageFrame)


class Linked(str):
    """Text with a link to another page."""

    href: str

    def __new__(cls, text: str, href: str) -> Linked:
        made = super().__new__(cls, text)
        made.href = href
        return made


def make_link(text: str, href: str | None) -> str:
    return Linked(text, href) if href else text


#: A clipping in the note of a source, and the name of whoever checked the record: `checked by A. Miller`.
_CLIPPING: Final = re.compile(r"\bsha256:([0-9a-f]{64})\b")
_CHECKED: Final = re.compile(r"(?:^|[;,.(])\s*checked by ((?:\b\w\.|[^;,.()])+)", re.IGNORECASE)
_DIGITS: Final = 16
#: Versions reported besides the first.
_LATEST: Final = 20


def clippings(source: Source | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_CLIPPING.findall((source and source.note) or "")))


def provenance(
    record: Record, origin: Origin | None, shown: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return the sentences on where a record comes from, none without an `origin`.

    On a page that shows clippings, `shown` are the hashes of those it has.
    """
    if origin is None:
        return ()
    source, texts, missing = record.source or Source(), list[str](), list[str]()
    if source.recorded_by:
        texts.append(sentence(f"recorded by {source.recorded_by}"))
    else:
        missing.append("who recorded it")
    if source.kind or source.citation:
        dated = f", dated {source.date_as_written}" if source.date_as_written else ""
        texts.append(sentence(f"from {': '.join(filter(None, (source.kind, source.citation)))}{dated}"))
    else:
        missing.append("what it was taken from")
    note = source.note or ""
    texts += [sentence(f"checked by {name.strip()}") for name in _CHECKED.findall(note)]
    texts += origin.checked
    if not origin.checked and "check" not in note.lower():
        missing.append("who checked it")
    if missing:
        texts.append(f"Not noted: {join_words(missing)}.")
    versions = origin.versions
    texts += [f"Entry {first.entry} of the log, added {_format_version(first)}." for first in versions[:1]]
    if left_out := len(versions[1:-_LATEST]):
        texts.append(f"{inflect(left_out, 'One more version lies', '{count} more versions lie')} between.")
    for before, version in list(pairwise(versions))[-_LATEST:]:
        by = f"{version.by}: {version.why}" if version.why else f"{version.by}"
        replaced = f"Entry {version.entry} took the place of entry {before.entry}"
        texts.append(sentence(f"{replaced}, {_format_version(version)}. {by}"))
    for sha256 in clippings(source):
        where = "" if shown is None else ", shown below" if sha256 in shown else ", not here"
        texts.append(f"Clipping sha256:{sha256}{where}.")
    return tuple(texts)


def _format_version(version: StoredVersion) -> str:
    """Return the time of a version, to the minute, and the hash of its record."""
    return f"{version.at[:10]} {version.at[11:16]} UTC (record SHA-256 {version.sha256[:_DIGITS]}…)"
