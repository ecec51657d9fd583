"""What people ask an archive for, in words and fields: `player:Ruth infraction:failure-to-follow round:3 evening`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final, NamedTuple, get_args
from unicodedata import normalize

from clabber_audit.archive.names import people, rulesets, seasons, teams, texts
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.reading import WORD, Sought
from clabber_audit.games.game import Outcome
from clabber_audit.ground.errors import UsageError, shown
from clabber_audit.record import words
from clabber_audit.record.bid_euchre.vocabulary import InfractionId as FamilyInfractionId
from clabber_audit.record.dates import impossible, understood
from clabber_audit.record.names import LookAlikes, folded

INFRACTIONS: Final = (*get_args(words.InfractionId), *get_args(FamilyInfractionId))
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
    for part in (part for text in told for part in _PART.finditer(text)):
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
