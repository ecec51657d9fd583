"""Find hands and read them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache, partial
from itertools import groupby, islice
from typing import Any, Final, NamedTuple, get_args
from unicodedata import normalize

from clabber_audit.archive.database import (
    LAW_DIGITS,
    Archive,
    Checkpoint,
    damaged,
    genuine_in,
    hand_in,
    record_in,
    ruleset_in,
    text,
    told,
    unpacked,
)
from clabber_audit.archive.merkle import Tree
from clabber_audit.core.errors import Unusable, UsageError, shown
from clabber_audit.games.game import Outcome
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records import vocabulary as words
from clabber_audit.records.bid_euchre_vocabulary import InfractionId as FamilyInfractionId
from clabber_audit.records.clabber_vocabulary import InfractionId
from clabber_audit.records.dates import impossible, understood
from clabber_audit.records.formats import LookAlikes, folded
from clabber_audit.records.hand import Hand
from clabber_audit.records.parse import Version
from clabber_audit.rules.bound_ruleset import BoundRuleset, law

#: When a hand was played, as far as that is known: `about 1929` is in 1929.
_DAY: Final = "coalesce(date_understood, roughly(coalesce(date, date_as_written)))"
#: The order in which hands are read: as they were played, as far as that is noted, then as they were added. Those of
#: the same place, or of none, come night by night.
_ORDER: Final = ", ".join(
    [
        *(f"hands.{column} NULLS LAST" for column in ("season", "round", "table_no", "game")),
        f"{_DAY} NULLS LAST",
        "hands.number NULLS LAST",
        "hands.hand",
    ]
)
#: The order in which hands are listed: by date, those without one last.
_BY_DAY: Final = f"{_DAY} NULLS LAST, {_ORDER}"
#: The outcome of a hand; of one that is known by the score on its sheet, that.
_OUTCOME: Final = """CASE WHEN outcome = 'unfinished' AND (coalesce(ns_sheet, ew_sheet) IS NOT NULL
    OR hands.hand IN (SELECT hand FROM sides WHERE sheet IS NOT NULL)) THEN 'by_sheet' ELSE outcome END"""
#: What is told of a hand in a list, by the names of `Listed`.
_LISTED: Final = f"""
    id, season, round, table_no AS "table", game, number,
    coalesce(ns_team, north || ' and ' || south) AS ns, coalesce(ew_team, east || ' and ' || west) AS ew,
    date, {_OUTCOME} AS outcome, coalesce(ns_mark, ns_sheet) AS ns_mark, coalesce(ew_mark, ew_sheet) AS ew_mark,
    (SELECT count(*) FROM findings WHERE findings.hand = hands.hand) AS findings,
    (SELECT group_concat(coalesce(team, players, side) || coalesce(' ' || coalesce(mark, sheet), ''), ' / ')
        FROM (SELECT * FROM sides WHERE sides.hand = hands.hand ORDER BY side = 'EW', side)) AS sides"""
#: What is open of a score leaves its columns empty; sides that have none there are looked at as well.
_MAY_BE_OPEN: Final = """(outcome IN ('undetermined', 'scored', 'renege') AND (ns_score IS NULL OR ew_score IS NULL)
    OR hands.hand IN (SELECT hand FROM claims WHERE verdict = 'not_proven')
    OR hands.hand IN (SELECT hand FROM findings WHERE verdict = 'undetermined'))"""
#: What is looked for: letters and digits.
WORD: Final = re.compile(r"[^\W_]+")
#: Whether a name is among those of a list.
_ANY: Final = "IN (SELECT value FROM json_each(?))"
#: The columns of those who sit at a table.
AT_THE_TABLE: Final = ("north", "east", "south", "west", "p1", "p2", "p3", "p4", "p5", "p6")


class Sought(NamedTuple):
    """Which hands are wanted; None for whatever. Names are compared as people read them."""

    #: A name, or any of several.
    season: str | Sequence[str] | None = None
    round: int | None = None
    table: int | None = None
    game: int | None = None
    team: str | Sequence[str] | None = None
    player: str | Sequence[str] | None = None
    #: An infraction found, proven or not; with `player`, that player's.
    infraction: str | None = None
    outcome: str | None = None
    #: Hands whose sheet does not agree with the cards.
    differing: bool = False
    #: Hands of which something may be open that would change the ruling: whether it is, the ruling tells.
    open: bool = False
    source: str | None = None
    #: The first and the last day, month or year, as understood.
    since: str | None = None
    until: str | None = None
    #: The hand of this id, which is one or none.
    id: str | None = None
    #: The ruleset that hands were ruled by, which says what was played.
    ruleset: str | Sequence[str] | None = None


#: Every hand, and words in any column.
_ALL: Final = Sought()
_ANYWHERE: Final[Mapping[str, str]] = {}


class Listed(NamedTuple):
    """A hand as it is listed."""

    id: str
    season: str | None
    round: int | None
    table: int | None
    game: int | None
    number: int | None
    ns: str | None
    ew: str | None
    date: str | None
    outcome: str
    ns_mark: str | None
    ew_mark: str | None
    findings: int
    #: Of a game with running scores: every side and what it scored.
    sides: str | None


class Shelved(NamedTuple):
    """A hand as the archive keeps it: the entry of the log that holds it, and the law that it was ruled by."""

    entry: int
    hand: Hand
    law: BoundRuleset


@told
def listed(archive: Archive, sought: Sought, most: int = -1) -> Iterator[Listed]:
    """The hands that are wanted, in the order in which they were played."""
    where, values = _condition(sought)
    for row in archive.found("hands", where, values, _LISTED, _BY_DAY, most):
        yield Listed(**row)


@told
def searched(
    archive: Archive, words: str, most: int = -1, sought: Sought = _ALL, within: Mapping[str, str] = _ANYWHERE
) -> Iterator[tuple[str, str]]:
    """The ids of the wanted hands in whose names, sources or remarks all the words stand, with the text where they do.

    Words are letters and digits: what stands between them, in O'Brien or 1931-10-14, only parts them. `within` are
    words that have to stand in one column, by its name.
    """
    told = [("", words), *((f"{column} : ", text) for column, text in within.items())]
    found = [f'{where}"{word}"' for where, text in told for word in WORD.findall(unicodedata.normalize("NFC", text))]
    if not found:
        return
    where, values = _condition(sought)
    query = f"""
        SELECT id, snippet(words, -1, '', '', ' … ', 16) FROM words JOIN hands ON hands.hand = words.rowid
        WHERE words MATCH ? AND hands.hand IN (SELECT hand FROM hands WHERE {where}) ORDER BY {_BY_DAY} LIMIT ?"""
    for name, found_in in archive.rows(query, " AND ".join(found), *values, most):
        yield name, found_in or ""


@told
def history(archive: Archive, name: str) -> list[Version]:
    """The versions of a hand, the first first; Unusable when there is no such hand."""
    number = archive.value("SELECT hand FROM hands WHERE id = ?", name)
    if number is None:
        raise Unusable(f"{archive.path} has no hand “{shown(name, 64)}”", "", "see archive list")
    found = archive.rows(
        "SELECT seq, sha256, entry FROM log WHERE seq = ? OR (hand = ? AND hand <> seq) ORDER BY seq", number, number
    )
    return [_version(archive, *row) for row in found]


@told
def histories(archive: Archive) -> dict[str, tuple[Version, ...]]:
    """The versions of every hand, the first first, by the hash of the record that stands."""
    found = dict[str, tuple[Version, ...]]()
    query = """SELECT log.hand, log.seq, log.sha256, log.entry FROM log JOIN hands USING (hand)
        ORDER BY log.hand, log.seq"""
    for _hand, own in groupby(archive.rows(query), lambda row: row[0]):
        versions = tuple(_version(archive, *row[1:]) for row in own)
        found[versions[-1].sha256] = versions
    return found


def _version(archive: Archive, seq: int, sha256: bytes, packed: bytes) -> Version:
    entry = unpacked(archive, seq, packed)
    return Version(seq, sha256.hex(), entry.at, entry.by, entry.why)


def ruling_of(archive: Archive, name: str, entry: int | None = None) -> Ruling:
    """The ruling on a hand, or on the version of it that an entry of the log holds."""
    shelved = version_of(archive, name, entry)
    return adjudicate(shelved.hand, shelved.law)


@told
def version_of(archive: Archive, name: str, entry: int | None = None) -> Shelved:
    """A hand as it stands, or the version of it that an entry of the log holds; Unusable when there is no such."""
    known = [version.entry for version in history(archive, name)]
    wanted = known[-1] if entry is None else entry
    if wanted not in known:
        what = f"entry {wanted} is not a version of “{shown(name, 64)}”"
        raise Unusable(what, f"its versions are {', '.join(map(str, known))}", "see archive show --history")
    packed = archive.value("SELECT entry FROM log WHERE seq = ?", wanted)
    kept = unpacked(archive, wanted, packed)
    ruleset = archive.value("SELECT ruleset FROM rulesets WHERE substr(sha256, 1, ?) = ?", LAW_DIGITS, kept.law)
    record = record_in(archive, wanted, packed)
    return Shelved(wanted, hand_in(archive, wanted, record), law_kept(archive, ruleset))


def rulings(archive: Archive, sought: Sought) -> Iterator[Ruling]:
    """The rulings on the hands that are wanted, in the order in which they were played."""
    return (adjudicate(shelved.hand, shelved.law) for shelved in hands(archive, sought))


def hands(archive: Archive, sought: Sought) -> Iterator[Shelved]:
    """The hands that are wanted, in the order in which they were played; Unusable for one that is damaged."""
    for entry, record, kept in records(archive, sought):
        yield Shelved(entry, hand_in(archive, entry, record), kept)


@told
def records(archive: Archive, sought: Sought) -> Iterator[tuple[int, bytes, BoundRuleset]]:
    """The same hands, none of them read yet: the entry of the log, the record as canonical JSON, and the law."""
    where, values = _condition(sought)
    law_of = lru_cache(partial(law_kept, archive))
    # Records are fetched one by one: what is sorted is held in memory, or written to the disk.
    for seq, ruleset in archive.rows(f"SELECT entry, ruleset FROM hands WHERE {where} ORDER BY {_ORDER}", *values):
        for (packed,) in archive.rows("SELECT entry FROM log WHERE seq = ?", seq):
            yield seq, record_in(archive, seq, packed), law_of(ruleset)


@told
def statistics(archive: Archive) -> dict[str, Any]:
    """How much an archive holds."""
    db = archive.db
    counts = {table: db.table(table).count for table in ("hands", "findings", "claims", "decisions", "rulesets")}
    outcomes = dict(archive.rows(f"SELECT {_OUTCOME} AS came, count(*) FROM hands GROUP BY came ORDER BY came"))
    by_kind = dict(archive.rows("SELECT infraction, count(*) FROM findings GROUP BY infraction ORDER BY 2 DESC, 1"))
    return {
        "origin": archive.origin,
        **counts,
        "amendments": db.table("log").count_where("hand <> seq"),
        "sheets that differ": db.table("hands").count_where("sheet_agrees = 0"),
        "outcomes": outcomes,
        "infractions": by_kind,
        "checkpoint": checkpoint_line(archive),
    }


def checkpoint_line(archive: Archive) -> str:
    """The line for paper: what the archive holds now; Unusable where it does not fit the log and its tree."""
    return text(checkpoint_of(archive))


@told
def checkpoint_of(archive: Archive) -> Checkpoint:
    """What the archive holds now; Unusable where it does not fit the log and its tree."""
    size, root, peaks, line = next(
        archive.rows("SELECT size, root, peaks, checkpoint FROM growth ORDER BY step DESC LIMIT 1"), (-1, b"", b"", "")
    )
    entries = archive.value("SELECT coalesce(max(seq) + 1, 0) FROM log")
    made = Checkpoint(archive.origin, size, Tree(size, peaks).root())
    if size != entries or root != made.root or line != text(made):
        raise damaged(archive.path, "its checkpoint does not match its log")
    return made


def law_kept(archive: Archive, number: int) -> BoundRuleset:
    """The law of a ruleset as the archive keeps it; Unusable when it does not, or it is damaged."""
    kept = archive.value("SELECT law FROM rulesets WHERE ruleset = ?", number)
    if kept is None:
        raise damaged(archive.path, "it lacks a ruleset that a hand was judged by")
    return _law(kept, archive.path, archive.changed)


@lru_cache(maxsize=64)
def _law(text: str, path: str, changed: bool) -> BoundRuleset:
    try:
        ruleset_in(text)
    except (Unusable, ValueError, RecursionError) as problem:
        raise damaged(path, f"a ruleset in it cannot be read: {problem}") from None
    return law(genuine_in(text, path, changed))


def _condition(sought: Sought) -> tuple[str, list[Any]]:
    """A condition on `hands` and its values; what people wrote is only ever a value.

    Names are compared as people read them, by the function `folded` of the connection.
    """
    parts, values = ["1"], list[Any]()
    same: dict[str, str | int | None] = {"round": sought.round, "table_no": sought.table, "game": sought.game}
    same |= {_OUTCOME: sought.outcome, "source_kind": sought.source, "id": sought.id}
    for column, value in same.items():
        if value is not None:
            parts.append(f"{column} = ?")
            values.append(value)
    if sought.season is not None:
        parts.append(f"folded(season) {_ANY}")
        values.append(_names(sought.season))
    if sought.team is not None:
        others = f"hands.hand IN (SELECT hand FROM sides WHERE folded(team) {_ANY})"
        parts.append(f"(folded(ns_team) {_ANY} OR folded(ew_team) {_ANY} OR {others})")
        values += [_names(sought.team)] * 3
    if sought.ruleset is not None:
        parts.append(f"hands.ruleset IN (SELECT ruleset FROM rulesets WHERE folded(id) {_ANY})")
        values.append(_names(sought.ruleset))
    if sought.infraction is not None:
        whose = f"AND folded(player) {_ANY}" if sought.player else ""
        parts.append(f"hands.hand IN (SELECT hand FROM findings WHERE infraction = ? {whose})")
        values += [sought.infraction, *([_names(sought.player)] if sought.player else [])]
    elif sought.player is not None:
        parts.append(f"({' OR '.join(f'folded({seat}) {_ANY}' for seat in AT_THE_TABLE)})")
        values += [_names(sought.player)] * len(AT_THE_TABLE)
    if sought.open:
        parts.append(_MAY_BE_OPEN)
    if sought.differing:
        parts.append("sheet_agrees = 0")
    for sign, day in ((">=", sought.since), ("<=", sought.until and f"{sought.until}~")):
        if day is not None:
            parts.append(f"{_DAY} {sign} ?")
            values.append(day)
    return " AND ".join(parts), values


def _names(sought: str | Sequence[str]) -> str:
    """Names as a list that a query takes for one value."""
    return json.dumps([folded(name) for name in ([sought] if isinstance(sought, str) else sought)])


def named(archive: Archive) -> Iterator[str]:
    """The people and teams that an archive names, each once a seat."""
    yield from people(archive)
    yield from teams(archive)


def people(archive: Archive) -> Iterator[str]:
    """The people that an archive names, each once a seat."""
    yield from _distinct(archive, ((seat, "hands") for seat in AT_THE_TABLE))


def teams(archive: Archive) -> Iterator[str]:
    """The teams that an archive names, each once a side."""
    yield from _distinct(archive, (("ns_team", "hands"), ("ew_team", "hands"), ("team", "sides")))


def seasons(archive: Archive) -> Iterator[str]:
    """The seasons that an archive has hands of."""
    yield from _distinct(archive, [("season", "hands")])


def rulesets(archive: Archive) -> Iterator[str]:
    """The rulesets that the hands of an archive were judged by."""
    yield from _distinct(archive, [("id", "rulesets")])


def texts(archive: Archive) -> Iterator[str]:
    """All names in an archive, and where and when its hands were played and are from."""
    yield from named(archive)
    yield from _distinct(archive, ((column, "hands") for column in ("league", "season", "venue", "citation")))


@told
def _distinct(archive: Archive, columns: Iterable[tuple[str, str]]) -> Iterator[str]:
    for column, table in columns:
        for (name,) in archive.rows(f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL"):
            yield str(name)


INFRACTIONS: Final = (*get_args(InfractionId), *get_args(FamilyInfractionId))
#: How hands ended; those of which only the sheet has a score are told apart from those that were not finished.
OUTCOMES: Final = (*get_args(Outcome), "by_sheet")
SOURCES: Final = get_args(words.SourceKind)

#: A field with its value, words in quotes, or a word. A value goes on until the next field, or has quotes itself: a
#: shell takes them away. A field is written small: `Ann:Lee` may be somebody's name.
_PART: Final = re.compile(
    r'(?P<field>[a-z]+):(?P<gap>\s*)(?:"(?P<quoted>[^"]*)"?|(?P<bare>[^\s"]\S*(?:\s+(?![a-z]+:)[^\s"]\S*)*))'
    r'|"(?P<words>[^"]*)"?|(?P<word>\S+)'
)
#: How like another a word has to be for that to be asked about.
_NEAR: Final = 0.7
#: How many words are asked about.
_FEW: Final = 5


class Asked(NamedTuple):
    """What was asked for."""

    #: Words that may stand anywhere.
    words: str
    fields: Mapping[str, str]


class Understood(NamedTuple):
    """The same, by what the archive holds."""

    sought: Sought
    #: Words that have to stand in one column, by its name.
    within: Mapping[str, str]
    #: What nothing in the archive is called, with what is called nearly so: there is nothing to be found then.
    unknown: tuple[str, ...]


def asked(told: Iterable[str]) -> Asked:
    """Words and fields as people type them; UsageError for a field that there is not, and for one given twice."""
    free, fields = list[str](), dict[str, str]()
    for part in (part for typed in told for part in _PART.finditer(typed)):
        name = part["field"]
        if name is None or (part["gap"] and name not in FIELDS):
            free.append(part["words"] or part[0])
            continue
        if name not in FIELDS:
            close = get_close_matches(name, FIELDS, 1, 0.6)
            help = (
                f"did you mean “{close[0]}:”?" if close else f"put it in quotes to look for “{shown(name, 40)}” itself"
            )
            raise UsageError(f"there is no field “{shown(name, 40)}”", f"the fields are {', '.join(FIELDS)}", help)
        if name in fields:
            raise UsageError(
                f"{name}: is given twice", "each field can be used once", "type the other one as a plain word"
            )
        fields[name] = part["quoted"] if part["quoted"] is not None else part["bare"]
    return Asked(" ".join(free), fields)


def understanding(archive: Archive, asked: Asked) -> Understood:
    """What was asked for, by what the archive holds; UsageError for what no hand can have."""
    sought, within, unknown = dict[str, Any](), dict[str, str](), list[str]()
    for name, value in asked.fields.items():
        field = FIELDS[name]
        if field.column:
            within[field.key] = value
        elif field.named:
            called = _called(value, field.named(archive))
            if not called:
                near = _near(value, field.named(archive))
                unknown.append(f"{field.unknown.format(name=name)} “{shown(value, 80)}”{near}")
            sought[field.key] = called
        else:
            sought[field.key] = field.read(name, value)
    return Understood(Sought(**sought), within, tuple(unknown))


def nearest(archive: Archive, text: str) -> Iterator[str]:
    """Of a few words those that stand in no hand, each with what is nearly the same in a name, a place or a source."""
    known = dict.fromkeys(word for name in texts(archive) for word in WORD.findall(name))
    for word in islice(dict.fromkeys(WORD.findall(text)), _FEW):
        there = archive.value("SELECT 1 FROM words WHERE words MATCH ? LIMIT 1", f'"{normalize("NFC", word)}"')
        if there is None and (near := _near(word, known)):
            yield f"no hand contains “{shown(word, 80)}”{near}"


def known(what: str, word: str | None, vocabulary: Sequence[str]) -> str | None:
    """The word; UsageError for one that stands for nothing, with the nearest that does."""
    if word is not None and word not in vocabulary:
        close = get_close_matches(word, vocabulary, 1)
        listed = (
            "`clabber-audit explain` lists them"
            if vocabulary is INFRACTIONS
            else f"choose from {', '.join(vocabulary)}"
        )
        help = f"did you mean “{close[0]}”?" if close else listed
        raise UsageError(f"unknown {what}: “{shown(word, 40)}”", "", help)
    return word


def day(what: str, written: str | None) -> str | None:
    """A day, month or year as archives compare them; UsageError for a date that is not understood."""
    date = understood(written)
    if written is not None and date is None:
        raise UsageError(
            f"{what}: “{shown(written, 40)}” is not a date", impossible(written), "write 1931, 1931-10 or 1931-10-14"
        )
    return date


def _called(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names in which all the words of a text stand, as `Ruth` in `Ruth Example`; that alone, where it is a name."""
    wanted, whole = set(WORD.findall(folded(text))), folded(text)
    found = {folded(name) for name in names}
    if whole in found:
        return (whole,)
    return tuple(sorted(name for name in found if wanted and wanted <= set(WORD.findall(name))))


def _near(text: str, names: Iterable[str]) -> str:
    """A question after the names that are nearly written so, or in which a word is."""
    first: dict[str, str] = {}
    for name in islice(names, LookAlikes.MOST):
        for word in (folded(name), *WORD.findall(folded(name))):
            first.setdefault(word, name)
    close = dict.fromkeys(first[word] for word in get_close_matches(folded(text), list(first), 3, _NEAR))
    return f"; did you mean {' or '.join(f'“{shown(name, 80)}”' for name in close)}?" if close else ""


def _number(name: str, value: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", value):
        raise UsageError(f"{name}: “{shown(value, 40)}” is not a number", "", f"write {name}:3")
    return int(value)


class _Field(NamedTuple):
    """What a field stands for: a key of `Sought`, or a column in which words stand."""

    key: str
    read: Callable[[str, str], Any] = lambda _name, value: value
    #: The names in the archive of which it means those that have its words.
    named: Callable[[Archive], Iterable[str]] | None = None
    column: bool = False
    #: How it is said that none of these is called so.
    unknown: str = "no {name} is called"


FIELDS: Final[Mapping[str, _Field]] = {
    "player": _Field("player", named=people),
    "team": _Field("team", named=teams),
    "infraction": _Field("infraction", lambda name, value: known(name, value, INFRACTIONS)),
    "round": _Field("round", _number),
    "table": _Field("table", _number),
    "game": _Field("game", _number),
    "season": _Field("season", named=seasons),
    "outcome": _Field("outcome", lambda name, value: known(name, value, OUTCOMES)),
    "ruleset": _Field("ruleset", named=rulesets, unknown="no hand was judged by a ruleset called"),
    "from": _Field("since", day),
    "to": _Field("until", day),
    "source": _Field("source", lambda name, value: known(name, value, SOURCES)),
    "league": _Field("league", column=True),
    "venue": _Field("venue", column=True),
    "citation": _Field("citation", column=True),
    "recorder": _Field("recorded_by", column=True),
    "remark": _Field("remarks", column=True),
}
