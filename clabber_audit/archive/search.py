"""Search hands, and read them from the log."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache, partial
from itertools import groupby, islice
from typing import Any, Final, NamedTuple, get_args
from unicodedata import normalize

from clabber_audit.archive import database
from clabber_audit.archive.club import AT_THE_TABLE, PLAYERS, add_spellings, list_values, map_spellings
from clabber_audit.archive.database import Archive, with_archive_errors
from clabber_audit.archive.merkle import Checkpoint, Tree, text
from clabber_audit.core.errors import Unusable, UsageError, printable
from clabber_audit.games.game import Outcome
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records import vocabulary as words
from clabber_audit.records.base import StoredVersion
from clabber_audit.records.dates import date_problem, first_day, interpret_date, last_day, propose_edtf
from clabber_audit.records.formats import LookAlikes, fold_name
from clabber_audit.records.hand import Hand
from clabber_audit.records.incidents import BidEuchreInfractionId, InfractionId
from clabber_audit.rules.bound_ruleset import BoundRuleset

#: The first and the last day that the date of a hand can mean.
_WRITTEN: Final = "coalesce(nullif(date, ''), date_as_written)"
_FIRST, _LAST = f"first_day({_WRITTEN})", f"last_day({_WRITTEN})"
_DATED: Final = f"coalesce({_FIRST}, {_LAST}) IS NOT NULL"
#: By the first day, then the vaguest date first.
_DAY: Final = f"coalesce({_FIRST}, {_LAST}) NULLS LAST, {_LAST} DESC"
#: The order of play as recorded: by place, day and number, then by the order in which hands were added.
_ORDER: Final = ", ".join(
    [
        *(f"hands.{column} NULLS LAST" for column in ("season", "round", "table_no", "game")),
        _DAY,
        "hands.number NULLS LAST",
        "hands.hand",
    ]
)
#: By date, those without one last.
_BY_DAY: Final = f"{_DAY}, {_ORDER}"
#: The outcome; `by_sheet` if only the sheet has a score.
_OUTCOME: Final = """CASE WHEN outcome = 'unfinished' AND (coalesce(ns_sheet, ew_sheet) IS NOT NULL
    OR hands.hand IN (SELECT hand FROM sides WHERE sheet IS NOT NULL)) THEN 'by_sheet' ELSE outcome END"""
#: The columns of `Listed`.
_LISTED: Final = f"""
    id, season, round, table_no AS "table", game, number,
    coalesce(ns_team, north || ' and ' || south) AS ns, coalesce(ew_team, east || ' and ' || west) AS ew,
    date, {_OUTCOME} AS outcome, coalesce(ns_mark, ns_sheet) AS ns_mark, coalesce(ew_mark, ew_sheet) AS ew_mark,
    (SELECT count(*) FROM findings WHERE findings.hand = hands.hand) AS findings,
    (SELECT group_concat(coalesce(team, players, side) || coalesce(' ' || coalesce(mark, sheet), ''), ' / ')
        FROM (SELECT * FROM sides WHERE sides.hand = hands.hand ORDER BY side = 'EW', side)) AS sides"""
#: An undetermined score leaves its columns empty, as do sides other than NS and EW.
_MAY_BE_OPEN: Final = """(outcome IN ('undetermined', 'scored', 'renege') AND (ns_score IS NULL OR ew_score IS NULL)
    OR hands.hand IN (SELECT hand FROM claims WHERE verdict = 'not_proven')
    OR hands.hand IN (SELECT hand FROM findings WHERE verdict != 'proven'))"""
WORD: Final = re.compile(r"[^\W_]+")
#: True for a name in a JSON list.
_ANY: Final = "IN (SELECT value FROM json_each(?))"


class Sought(NamedTuple):
    """Conditions on hands; None for any. Names are compared as people read them."""

    #: One name, or several alternatives.
    season: str | Sequence[str] | None = None
    round: int | None = None
    table: int | None = None
    game: int | None = None
    team: str | Sequence[str] | None = None
    player: str | Sequence[str] | None = None
    #: An infraction, proven or not; with `player`, by that player.
    infraction: str | None = None
    outcome: str | None = None
    #: The sheet does not agree with the cards.
    differing: bool = False
    #: The ruling may depend on something unknown: a superset, since only the ruling knows.
    open: bool = False
    source: str | None = None
    #: Dates as written. A hand is found if any day that its date can mean lies between them.
    since: str | None = None
    until: str | None = None
    #: A date that holds every day of the hand’s, or is the same one.
    date: str | None = None
    id: str | None = None
    ruleset: str | Sequence[str] | None = None


_ALL: Final = Sought()
_ANYWHERE: Final[Mapping[str, str]] = {}


class Listed(NamedTuple):
    """Row of a list of hands."""

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
    #: Every side with its score, for games with running scores.
    sides: str | None


class StoredHand(NamedTuple):
    """Stored hand: the number of its log entry, the hand, and the law of its ruling."""

    entry: int
    hand: Hand
    law: BoundRuleset


@with_archive_errors
def list_hands(archive: Archive, sought: Sought, most: int = -1) -> Iterator[Listed]:
    """Yield matching hands by date; there is no limit if `most` is negative."""
    where, values = _condition(sought)
    query = f"SELECT {_LISTED} FROM hands WHERE {where} ORDER BY {_BY_DAY} LIMIT ?"
    for row in archive.rows(query, *values, most):
        yield Listed(*row)


@with_archive_errors
def search_hands(
    archive: Archive, words: str, most: int = -1, sought: Sought = _ALL, within: Mapping[str, str] = _ANYWHERE
) -> Iterator[tuple[str, str]]:
    """Yield the ids of matching hands whose names, sources or remarks contain all the words, with a snippet.

    Words are runs of letters and digits, as in O'Brien or 1931-10-14; `within` are words by column. A kind of source,
    such as `memory`, is found too.
    """
    parts = [("", words), *((f"{column} : ", text) for column, text in within.items())]
    terms = [f'{column}"{word}"' for column, text in parts for word in WORD.findall(normalize("NFC", text))]
    if not terms:
        return
    where, values = _condition(sought)
    containing = "SELECT rowid FROM words WHERE words MATCH ?"
    matches, given = [containing], [" AND ".join(terms)]
    for kind in SOURCES:
        rest = [term for term in terms if term.lower() != f'"{kind}"']
        if rest != terms:
            of_kind = "SELECT hand FROM hands WHERE source_kind = ?"
            matches.append(f"{of_kind} AND hand IN ({containing})" if rest else of_kind)
            given += [kind, " AND ".join(rest)] if rest else [kind]
    query = f"""
        SELECT id, (SELECT snippet(words, -1, '', '', ' … ', 16) FROM words WHERE words MATCH ? AND rowid = hands.hand)
        FROM hands WHERE hand IN ({" UNION ".join(matches)}) AND {where} ORDER BY {_BY_DAY} LIMIT ?"""
    shown = " AND ".join([term for term in terms if term.lower().strip('"') not in SOURCES] or terms)
    for name, snippet in archive.rows(query, shown, *given, *values, most):
        yield name, snippet or ""


@with_archive_errors
def history(archive: Archive, name: str) -> list[StoredVersion]:
    """Return the versions of a hand, oldest first. Raise Unusable if there is no such hand."""
    number = archive.value("SELECT hand FROM hands WHERE id = ?", name)
    if number is None:
        raise Unusable(f"{archive.path} has no hand “{printable(name, 64)}”", "", "see archive list")
    query = "SELECT seq, sha256, entry FROM log WHERE seq = ? OR (hand = ? AND hand <> seq) ORDER BY seq"
    return [_version(archive, *row) for row in archive.rows(query, number, number)]


@with_archive_errors
def histories(archive: Archive) -> dict[str, tuple[StoredVersion, ...]]:
    """Return the versions of every hand, oldest first, by the hash of its current record."""
    result = dict[str, tuple[StoredVersion, ...]]()
    query = """SELECT log.hand, log.seq, log.sha256, log.entry FROM log JOIN hands USING (hand)
        ORDER BY log.hand, log.seq"""
    for _hand, own in groupby(archive.rows(query), lambda row: row[0]):
        versions = tuple(_version(archive, *row[1:]) for row in own)
        result[versions[-1].sha256] = versions
    return result


def _version(archive: Archive, seq: int, sha256: bytes, packed: bytes) -> StoredVersion:
    entry = database.unpack_entry(archive, seq, packed)
    return StoredVersion(seq, sha256.hex(), entry.at, entry.by, entry.why)


def ruling_of(archive: Archive, name: str, entry: int | None = None) -> Ruling:
    """Judge a hand, or its version in an entry of the log."""
    stored = version_of(archive, name, entry)
    return adjudicate(stored.hand, stored.law)


@with_archive_errors
def version_of(archive: Archive, name: str, entry: int | None = None) -> StoredHand:
    """Return a hand, or its version in an entry of the log. Raise Unusable if there is none."""
    known = [version.entry for version in history(archive, name)]
    wanted = known[-1] if entry is None else entry
    if wanted not in known:
        what = f"entry {wanted} is not a version of “{printable(name, 64)}”"
        raise Unusable(what, f"its versions are {', '.join(map(str, known))}", "see archive show --history")
    packed = archive.value("SELECT entry FROM log WHERE seq = ?", wanted)
    digits = database.unpack_entry(archive, wanted, packed).law
    named = "SELECT ruleset FROM rulesets WHERE substr(sha256, 1, ?) = ?"
    ruleset = archive.value(named, database.LAW_DIGITS, digits)
    record = database.record_in(archive, wanted, packed)
    return StoredHand(wanted, database.hand_in(archive, wanted, record), load_law(archive, ruleset))


def rulings(archive: Archive, sought: Sought) -> Iterator[Ruling]:
    """Judge matching hands, in the order of play."""
    return (adjudicate(stored.hand, stored.law) for stored in hands(archive, sought))


def hands(archive: Archive, sought: Sought) -> Iterator[StoredHand]:
    """Yield matching hands in the order of play. Raise Unusable for a damaged one."""
    for entry, record, bound in records(archive, sought):
        yield StoredHand(entry, database.hand_in(archive, entry, record), bound)


@with_archive_errors
def records(archive: Archive, sought: Sought) -> Iterator[tuple[int, bytes, BoundRuleset]]:
    """Yield matching hands in the order of play, unparsed: log entry, record as canonical JSON, law."""
    where, values = _condition(sought)
    law_of = lru_cache(partial(load_law, archive))
    # Records are fetched one by one, since sorting holds its rows in memory.
    for seq, ruleset in archive.rows(
        f"SELECT entry, ruleset FROM hands WHERE {where} ORDER BY {_ORDER}", *values
    ):
        for (packed,) in archive.rows("SELECT entry FROM log WHERE seq = ?", seq):
            yield seq, database.record_in(archive, seq, packed), law_of(ruleset)


class WrittenDate(NamedTuple):
    """Date as written: in EDTF, with the number of its hands and the question that it leaves, if any."""

    written: str
    edtf: str | None
    hands: int
    question: str


@with_archive_errors
def dates(archive: Archive) -> Iterator[WrittenDate]:
    """Yield the dates of an archive as written, in their order, those that are not understood last."""
    query = f"""SELECT coalesce({_WRITTEN}, ''), count(*) FROM hands GROUP BY 1
        ORDER BY max(coalesce({_FIRST}, {_LAST})) NULLS LAST, max({_LAST}) DESC, 1"""
    for written, count in archive.rows(query):
        edtf, question = propose_edtf(written)
        yield WrittenDate(written, edtf, count, question)


@with_archive_errors
def statistics(archive: Archive) -> dict[str, Any]:
    """Return counts of hands, outcomes and infractions, and the checkpoint."""
    tables = ("hands", "findings", "claims", "decisions", "rulesets")
    counts = {table: archive.db.table(table).count for table in tables}
    by_outcome = f"SELECT {_OUTCOME} AS result, count(*) FROM hands GROUP BY result ORDER BY result"
    by_kind = "SELECT infraction, count(*) FROM findings GROUP BY infraction ORDER BY 2 DESC, 1"
    return {
        "origin": archive.origin,
        **counts,
        "amendments": archive.db.table("log").count_where("hand <> seq"),
        "sheets that differ": archive.db.table("hands").count_where("sheet_agrees = 0"),
        "outcomes": dict(archive.rows(by_outcome)),
        "infractions": dict(archive.rows(by_kind)),
        "checkpoint": checkpoint_line(archive),
    }


def checkpoint_line(archive: Archive) -> str:
    """Return the current checkpoint as a line for paper. Raise Unusable if it does not match the log."""
    return text(checkpoint_of(archive))


@with_archive_errors
def checkpoint_of(archive: Archive) -> Checkpoint:
    """Return the current checkpoint. Raise Unusable if it does not match the log."""
    last = "SELECT size, root, peaks, checkpoint FROM growth ORDER BY step DESC LIMIT 1"
    size, root, peaks, line = next(archive.rows(last), (-1, b"", b"", ""))
    entries = archive.value("SELECT coalesce(max(seq) + 1, 0) FROM log")
    checkpoint = Checkpoint(archive.origin, size, Tree(size, peaks).root())
    if size != entries or root != checkpoint.root or line != text(checkpoint):
        raise database.damage_error(archive.path, "its checkpoint does not match its log")
    return checkpoint


def load_law(archive: Archive, number: int) -> BoundRuleset:
    """Return a stored ruleset, bound. Raise Unusable if it is missing or damaged."""
    law_text = archive.value("SELECT law FROM rulesets WHERE ruleset = ?", number)
    if law_text is None:
        raise database.damage_error(archive.path, "it lacks a ruleset that a hand was judged by")
    try:
        return database.genuine_law(law_text, archive.path, archive.allow_changed_rules)
    except ValueError as problem:
        raise database.damage_error(archive.path, str(problem)) from None


def _condition(sought: Sought) -> tuple[str, list[Any]]:
    """Return a WHERE condition on `hands` and its values. Names are compared by the SQL function `folded`."""
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
    for condition, day in (
        (f"coalesce({_LAST}, '9999') >= ?", first_day(sought.since)),
        (f"coalesce({_FIRST}, '0000') <= ?", last_day(sought.until)),
    ):
        if day is not None:
            parts.append(f"{condition} AND {_DATED}")
            values.append(day)
    if sought.date is not None:
        condition, own = _build_date_condition(sought.date)
        parts.append(condition)
        values += own
    return " AND ".join(parts), values


def _build_date_condition(written: str) -> tuple[str, list[Any]]:
    """Return a condition for dates written so, for the same date in other words, and for dates within it.

    Nothing is within a rough or doubtful date.
    """
    date = interpret_date(written)
    if date is None:
        return f"folded({_WRITTEN}) = ?", [fold_name(written)]
    same = f"(folded({_WRITTEN}) = ? OR edtf({_WRITTEN}) = ?)"
    if date.approximate or date.uncertain:
        return same, [fold_name(written), date.text]
    within = f"coalesce({_FIRST}, '0000') >= ? AND coalesce({_LAST}, '9999') <= ? AND {_DATED}"
    bounds = [first_day(written) or "0000", last_day(written) or "9999"]
    return f"({same} OR {within})", [fold_name(written), date.text, *bounds]


def _names(sought: str | Sequence[str]) -> str:
    """Return names as a JSON list, which is one value of a query."""
    return json.dumps([fold_name(name) for name in ([sought] if isinstance(sought, str) else sought)])


def people_and_teams(archive: Archive) -> Iterator[str]:
    """Yield the players and teams, each once a column."""
    return list_values(archive, (*PLAYERS, *_TEAMS))


#: Columns that name teams, as pairs of column and table.
_TEAMS: Final = (("ns_team", "hands"), ("ew_team", "hands"), ("team", "sides"))
INFRACTIONS: Final = (*get_args(InfractionId), *get_args(BidEuchreInfractionId))
OUTCOMES: Final = (*get_args(Outcome), "by_sheet")
SOURCES: Final = get_args(words.SourceKind)

#: A field with its value, words in quotes, or a word. A value ends at the next field unless it is quoted, since a shell
#: removes quotes. Fields are in lower case: `Ann:Lee` may be a name.
_PART: Final = re.compile(
    r'(?P<field>[a-z]+):(?P<gap>\s*)(?:"(?P<quoted>[^"]*)"?|(?P<bare>[^\s"]\S*(?:\s+(?![a-z]+:)[^\s"]\S*)*))'
    r'|"(?P<words>[^"]*)"?|(?P<word>\S+)'
)
#: Similarity of a suggestion, and the most words with one.
_SIMILAR: Final = 0.7
_SUGGESTED: Final = 5


class Query(NamedTuple):
    """Search as typed: words, and values by field."""

    words: str
    fields: Mapping[str, str]


class ResolvedQuery(NamedTuple):
    """Search resolved against the names in an archive."""

    sought: Sought
    #: Words to be contained in one column, by its name.
    within: Mapping[str, str]
    #: A sentence for each value that matches no name, so that no hand can match.
    unknown: tuple[str, ...]


def parse_query(arguments: Iterable[str]) -> Query:
    """Parse words and fields. Raise UsageError for a field that is unknown or given twice."""
    free, fields = list[str](), dict[str, str]()
    for part in (part for argument in arguments for part in _PART.finditer(argument)):
        name = part["field"]
        if name is None or (part["gap"] and name not in FIELDS):
            free.append(part["words"] or part[0])
            continue
        if name not in FIELDS:
            close = get_close_matches(name, FIELDS, 1, 0.6)
            quote = f"put it in quotes to look for “{printable(name, 40)}” itself"
            help = f"did you mean “{close[0]}:”?" if close else quote
            why = f"the fields are {', '.join(FIELDS)}"
            raise UsageError(f"there is no field “{printable(name, 40)}”", why, help)
        if name in fields:
            why = "each field can be used once"
            raise UsageError(f"{name}: is given twice", why, "type the other one as a plain word")
        fields[name] = part["quoted"] if part["quoted"] is not None else part["bare"]
    return Query(" ".join(free), fields)


def resolve(archive: Archive, query: Query) -> ResolvedQuery:
    """Resolve names against an archive. Raise UsageError for a value that no hand can have."""
    sought, within, unknown = dict[str, Any](), dict[str, str](), list[str]()
    for name, value in query.fields.items():
        field = FIELDS[name]
        if field.column:
            within[field.key] = value
        elif field.names:
            matches = _find_matching(value, list_values(archive, field.names))
            if field.names is PLAYERS:
                spellings = map_spellings(archive)
                matches = add_spellings(matches or _find_matching(value, spellings.values()), spellings)
            if not matches:
                suggestion = _suggestion(value, list_values(archive, field.names))
                unknown.append(f"{field.unknown.format(name=name)} “{printable(value, 80)}”{suggestion}")
            sought[field.key] = matches
        else:
            sought[field.key] = field.read(name, value)
    return ResolvedQuery(Sought(**sought), within, tuple(unknown))


def suggestions(archive: Archive, text: str) -> Iterator[str]:
    """Yield a sentence for each word that no hand contains and that is similar to a name, place or source."""
    places = list_values(archive, ((column, "hands") for column in ("league", "season", "venue", "citation")))
    names = (*people_and_teams(archive), *places)
    known = dict.fromkeys(word for name in names for word in WORD.findall(name))
    for word in islice(dict.fromkeys(WORD.findall(text)), _SUGGESTED):
        quoted = f'"{normalize("NFC", word)}"'
        there = archive.value("SELECT 1 FROM words WHERE words MATCH ? LIMIT 1", quoted)
        if there is None and (suggestion := _suggestion(word, known)):
            yield f"no hand contains “{printable(word, 80)}”{suggestion}"


def check_word(what: str, word: str | None, vocabulary: Sequence[str]) -> str | None:
    """Return the word. Raise UsageError, with a suggestion, if it is not in the vocabulary."""
    if word is not None and word not in vocabulary:
        close = get_close_matches(word, vocabulary, 1)
        is_id = vocabulary is INFRACTIONS
        listed = "`clabber-audit explain` lists them" if is_id else f"choose from {', '.join(vocabulary)}"
        help = f"did you mean “{close[0]}”?" if close else listed
        raise UsageError(f"unknown {what}: “{printable(word, 40)}”", "", help)
    return word


def check_date(what: str, written: str | None) -> str | None:
    """Return a date as written. Raise UsageError if it is not a date, or if it is ambiguous."""
    if written is None:
        return None
    edtf, question = propose_edtf(written)
    if edtf is None or question:
        why, help = question or date_problem(written), "write 1931, 1931-10 or 1931-10-14"
        raise UsageError(f"{what}: “{printable(written, 40)}” is not a date", why, help)
    return edtf


def _find_matching(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the name itself, or else the names that contain all words, as `Ruth` in `Ruth Example`."""
    wanted, whole = set(WORD.findall(fold_name(text))), fold_name(text)
    known = {fold_name(name) for name in names}
    if whole in known:
        return (whole,)
    return tuple(sorted(name for name in known if wanted and wanted <= set(WORD.findall(name))))


def _suggestion(text: str, names: Iterable[str]) -> str:
    """Return a question that suggests similar names, or names with a similar word."""
    first: dict[str, str] = {}
    for name in islice(names, LookAlikes.MOST):
        for word in (fold_name(name), *WORD.findall(fold_name(name))):
            first.setdefault(word, name)
    similar = get_close_matches(fold_name(text), list(first), 3, _SIMILAR)
    close = dict.fromkeys(first[word] for word in similar)
    return f"; did you mean {' or '.join(f'“{printable(name, 80)}”' for name in close)}?" if close else ""


def _number(name: str, value: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", value):
        raise UsageError(f"{name}: “{printable(value, 40)}” is not a number", "", f"write {name}:3")
    return int(value)


class _Field(NamedTuple):
    """Search field: a key of `Sought`, or a column that contains the words."""

    key: str
    read: Callable[[str, str], Any] = lambda _name, value: value
    #: Columns with the names to match, as pairs of column and table.
    names: Sequence[tuple[str, str]] = ()
    column: bool = False
    #: The sentence if no name matches.
    unknown: str = "no {name} is called"


FIELDS: Final[Mapping[str, _Field]] = {
    "player": _Field("player", names=PLAYERS),
    "team": _Field("team", names=_TEAMS),
    "infraction": _Field("infraction", lambda name, value: check_word(name, value, INFRACTIONS)),
    "round": _Field("round", _number),
    "table": _Field("table", _number),
    "game": _Field("game", _number),
    "season": _Field("season", names=(("season", "hands"),)),
    "outcome": _Field("outcome", lambda name, value: check_word(name, value, OUTCOMES)),
    "ruleset": _Field(
        "ruleset", names=(("id", "rulesets"),), unknown="no hand was judged by a ruleset called"
    ),
    "from": _Field("since", check_date),
    "to": _Field("until", check_date),
    "date": _Field("date"),
    "id": _Field("id"),
    "source": _Field("source", lambda name, value: check_word(name, value, SOURCES)),
    "league": _Field("league", column=True),
    "venue": _Field("venue", column=True),
    "citation": _Field("citation", column=True),
    "recorder": _Field("recorded_by", column=True),
    "remark": _Field("remarks", column=True),
}
