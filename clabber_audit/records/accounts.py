"""Accounts: facts of a hand that people tell differently, and the hand that each version makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from pydantic import ValidationError

from clabber_audit.core.errors import Path, RecordError, Refused, UsageError, printable
from clabber_audit.records import bid_euchre_words, vocabulary
from clabber_audit.records.base import AccountVersion, FindingOfFact
from clabber_audit.records.formats import canonical, record_data
from clabber_audit.records.parse import parse_record

if TYPE_CHECKING:
    from clabber_audit.records.formats import Record
    from clabber_audit.records.hand import Hand

MOST_COMBINATIONS: Final = 64
#: Seats of all tables.
_SEATS: Final = frozenset({*get_args(vocabulary.Seat), *get_args(bid_euchre_words.Seat)})
#: A teller that is no person.
SHEET: Final = "sheet"
#: Keys about which nobody can tell another version.
_COMMON_KEYS: Final = ("format", "id", "ruleset", "accounts", "source", "context", "players", "teams")
#: The step of a pointer that appends to a list.
_END: Final = "-"


class Edit(NamedTuple):
    """Change to a record: the path that is set or removed, and the place where the change is written."""

    path: Path
    value: Any
    removes: bool
    where: Path
    #: The key or pointer as written.
    key: str


class Combination(NamedTuple):
    """One version of each account, and the hand that they make."""

    #: The version of each account, from 0.
    versions: tuple[int, ...]
    #: None if there can be no such hand.
    hand: Hand | None
    impossible: tuple[RecordError, ...] = ()
    edits: tuple[Edit, ...] = ()

    @property
    def faults_at_changes(self) -> Iterator[RecordError]:
        """Contradictions, each at the change that makes it."""
        return (_locate_at_edit(fault, self.edits) for fault in self.impossible)


def tellers(version: AccountVersion, seats: Sequence[str], players: dict[Any, str]) -> list[str]:
    """Return who tells a version, players by their names."""
    return [players.get(name, name) if name in seats else name for name in version.told_by]


def believe(record: Any, beliefs: Sequence[str], by: str, because: str, on: str | None) -> Any:
    """Return a record with findings of fact, each as `1=E`: account 1, whoever tells a version, or `v2`.

    UsageError for an account or a version that is not there.
    """
    accounts, decided = list(record.accounts), set[int]()
    choices = "; ".join(
        f"{number}={version.told_by[0] if version.told_by else f'v{place}'}"
        for number, account in enumerate(accounts, 1)
        for place, version in enumerate(account.versions, 1)
    )
    for belief in beliefs:
        number, _, who = belief.partition("=")
        what, help = f"--believe {printable(belief)}", f"give one of {choices}"
        place = int(number) - 1 if number.isascii() and number.isdigit() and len(number) < 3 else -1
        if not 0 <= place < len(accounts):
            why = f"there is no account {printable(number)}" if number else "it does not say which account"
            raise UsageError(what, why, help if choices else "the record has no accounts")
        if place in decided:
            raise UsageError(what, f"account {place + 1} is decided already", "believe one version of it")
        decided.add(place)
        named = []
        for count, version in enumerate(accounts[place].versions, 1):
            names = (*version.told_by, *tellers(version, record.seating.seats, record.players), f"v{count}")
            named += [count] if who.casefold() in map(str.casefold, names) else []
        if not named:
            why = f"nobody called {printable(who)} tells a version of account {place + 1}"
            raise UsageError(what, why if who else "it does not say whom", help)
        data = {"version": named[0], "by": by, "because": because, **({"on": on} if on else {})}
        try:
            finding = FindingOfFact.model_validate(data)
        except ValidationError as problem:
            key = problem.errors()[0]["loc"][0]
            why = "it is empty, too long, or has invisible characters"
            if key == "on":
                why = "dates look like 2026-01-22"
            raise UsageError(f"--{key} “{printable(data[str(key)])}”", why, f"correct --{key}") from None
        accounts[place] = accounts[place].model_copy(update={"found": finding})
    written = record_data(record)
    written["accounts"] = [account.model_dump(mode="json", exclude_unset=True) for account in accounts]
    return type(record).model_validate(written)


def unbelieve(record: Any, numbers: Sequence[int]) -> Any:
    """Return a record without the findings of fact of some accounts. Raise UsageError for one that has none."""
    written = record_data(record)
    for number in numbers:
        accounts = written.get("accounts") or []
        if not 1 <= number <= len(accounts) or accounts[number - 1].pop("found", None) is None:
            help = "give the number of an account with a finding of fact"
            raise UsageError(f"--unbelieve {number}", "nobody was believed on that account", help)
    return type(record).model_validate(written)


def account_faults(record: Record) -> list[RecordError]:
    """Return everything that is malformed in the accounts of a record: tellers, pointers, overlaps, numbers."""
    data = record_data(record, without={"accounts"})
    faults, edited = list[RecordError](), list[tuple[int, int, Edit]]()
    count, seats_of = 1, {name: seat for seat, name in record.players.items()}
    for number, account in enumerate(record.accounts):
        count *= len(account.versions)
        at: Path = ("accounts", number)
        version_of: dict[str, int] = {}
        for place, version in enumerate(account.versions):
            for token, teller in enumerate(version.told_by):
                path: Path = (*at, "versions", place, "told_by", token)
                if teller in seats_of:
                    what = f"“{printable(teller)}” is the name of a player"
                    why = "a player who tells a version is named by seat"
                    faults.append(RecordError(what, why, f"write {seats_of[teller]}", path))
                elif teller in version_of:
                    what = f"“{printable(teller)}” tells version {version_of[teller] + 1} and version {place + 1} of one account"
                    help = "leave out one of the two"
                    faults.append(RecordError(what, "nobody tells a fact two ways", help, path))
                version_of.setdefault(teller, place)
        if account.found and account.found.version > len(account.versions):
            what = f"version {account.found.version} is believed, and there are {len(account.versions)}"
            help = "correct the number"
            faults.append(RecordError(what, "versions count from 1", help, (*at, "found", "version")))
        for place, version in enumerate(account.versions):
            for edit in edits_of(version, (*at, "versions", place)):
                fault = _pointer_fault(edit, data, record)
                faults += [fault] if fault else []
                edited += [] if fault else [(number, place, edit)]
    if count > MOST_COMBINATIONS:
        what = f"the accounts have {count} combinations of versions"
        why = f"the limit is {MOST_COMBINATIONS}"
        faults.append(RecordError(what, why, "leave out what makes no difference", ("accounts",)))
    return [*faults, *_overlaps(edited)]


def edits_of(version: AccountVersion, at: Path) -> Iterator[Edit]:
    """Yield the changes of a version that stands at a path."""
    for key, value in version.set.items():
        path = _steps(key) if key.startswith("/") else (key,)
        yield Edit(path, value, False, (*at, "set", key), key)
    for number, pointer in enumerate(version.remove):
        path = _steps(pointer) if pointer.startswith("/") else ()
        yield Edit(path, None, True, (*at, "remove", number), pointer)


def _steps(pointer: str) -> Path:
    """Return the steps of a JSON pointer (RFC 6901)."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/"))


def pointer(path: Sequence[str | int]) -> str:
    """Return the JSON pointer of a path."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _pointer_fault(edit: Edit, data: dict[str, Any], record: Record) -> RecordError | None:
    """Return why an edit has no place in a record; None if it has one."""
    first, last, parent = edit.path[0] if edit.path else "", edit.path[-1] if edit.path else "", data
    for step in edit.path[:-1]:
        parent = _member(parent, step)
    known = [field.alias or name for name, field in type(record).model_fields.items()]
    whole, in_list = len(edit.path) == 1, isinstance(parent, list)
    if edit.path in ((), ("",)):
        what, why = "this is no pointer into the record", "a pointer begins with “/”"
        help = "write such as “/melds/2”"
    elif first in _COMMON_KEYS:
        what, why = f"“{first}” cannot be told differently", f"{', '.join(_COMMON_KEYS)} are the same for all"
        help = "leave it out"
    elif whole and not edit.removes and first in known:
        return None
    elif whole and not edit.removes:
        what, help = f"the record has no field “{printable(first)}”", "correct the name"
        why = f"the fields are {', '.join(name for name in known if name not in _COMMON_KEYS)}"
    elif first == "plays" and (
        (len(edit.path) == 2 and (edit.removes or last == _END)) or (whole and edit.removes)
    ):
        what, help = "plays are not added or taken out one by one", "set “plays” whole"
        why = "every moment after them would mean something else"
    elif _member(parent, last) is not _ABSENT or (
        not edit.removes and (last == _END if in_list else isinstance(parent, dict))
    ):
        return None
    else:
        what = f"the record as written has nothing at {printable(pointer(edit.path))}"
        why = "pointers speak of the record as written, and lists count from 0"
        help = "correct the pointer" if edit.removes else "correct the pointer, or set the whole field"
    return RecordError(what, why, help, edit.where)


_ABSENT: Final = object()


def _member(inside: Any, step: str | int) -> Any:
    """Return the member of data at a step, `_ABSENT` if there is none."""
    if isinstance(inside, dict):
        return inside.get(step, _ABSENT)
    if isinstance(inside, list) and _is_index(step) and int(step) < len(inside):
        return inside[int(step)]
    return _ABSENT


def _is_index(step: str | int) -> bool:
    text = str(step)
    return text.isascii() and text.isdigit() and len(text) < 5 and (text == "0" or text[0] != "0")


def _overlaps(edited: Sequence[tuple[int, int, Edit]]) -> Iterator[RecordError]:
    """Yield the edits that lie under others: of another account, or of the same version."""
    for place, (account, version, edit) in enumerate(edited):
        for other_account, other_version, other in edited[:place]:
            if account == other_account and version != other_version:
                continue
            size = min(len(edit.path), len(other.path))
            appends = edit.path == other.path and edit.path[-1] == _END
            if edit.path[:size] == other.path[:size] and not appends:
                one, two = pointer(other.path), pointer(edit.path)
                if account == other_account:
                    what = f"one version changes {printable(one)} and {printable(two)}"
                    why, help = "one of the two lies under the other", "keep the larger change"
                else:
                    what = f"accounts {other_account + 1} and {account + 1} both change {printable(one)}"
                    what += "" if one == two else f" and {printable(two)}"
                    why = "two accounts of one thing are one account"
                    help = "make them one, with all its versions"
                yield RecordError(what, why, help, other.where)
                yield RecordError(what, why, help, edit.where)
                break


def combinations(
    record: Record, hand_of: Callable[[Any], tuple[Hand | None, Sequence[RecordError]]]
) -> list[Combination]:
    """Return every combination of versions of a record without `account_faults`.

    Raise Refused for one that is not a record.

    `hand_of` returns the hand of a record, or its contradictions.
    """
    data = record_data(record, without={"accounts"})
    result = list[Combination]()
    for versions in product(*(range(len(account.versions)) for account in record.accounts)):
        edits = tuple(
            edit
            for number, place in enumerate(versions)
            for edit in edits_of(
                record.accounts[number].versions[place], ("accounts", number, "versions", place)
            )
        )
        try:
            one = parse_record(canonical(apply_edits(data, edits)).encode())
        except Refused as refused:
            found = [_locate_at_edit(fault, edits) for fault in refused.faults]
            raise Refused(found, more=refused.more) from None
        hand, faults = hand_of(one)
        result.append(Combination(versions, None if faults else hand, tuple(faults), edits))
    return result


def _locate_at_edit(fault: RecordError, edits: Sequence[Edit]) -> RecordError:
    """Return a fault of the record that edits make, at the longest edit behind it."""
    path = tuple(map(str, fault.path))
    behind = [edit for edit in edits if path[: len(edit.path)] == tuple(map(str, edit.path))]
    near = max(behind, key=lambda edit: len(edit.path), default=None)
    near = near or next((edit for edit in edits if edit.path[:1] == path[:1]), edits[0] if edits else None)
    return fault._replace(path=near.where if near else ("accounts",), place=None)


def apply_edits(data: dict[str, Any], edits: Sequence[Edit]) -> dict[str, Any]:
    """Return the data of a record as written, changed by edits that all speak of it as written."""
    changed = deepcopy(data)
    for edit in edits:
        if not edit.removes and edit.path[-1] != _END:
            parent, last = _parent(changed, edit.path), edit.path[-1]
            parent[int(last) if isinstance(parent, list) else last] = edit.value
    # Later members of a list are taken out first.
    gone = [edit.path for edit in edits if edit.removes]
    for path in sorted(
        gone, key=lambda path: [(int(step) if _is_index(step) else -1, str(step)) for step in path]
    )[::-1]:
        parent = _parent(changed, path)
        del parent[int(path[-1]) if isinstance(parent, list) else path[-1]]
    for edit in edits:
        if not edit.removes and edit.path[-1] == _END:
            _parent(changed, edit.path).append(edit.value)
    return changed


def _parent(data: Any, path: Path) -> Any:
    for step in path[:-1]:
        data = data[int(step)] if isinstance(data, list) else data[step]
    return data


#: Keys of free text and names that a version may set.
_TEXTS: Final = ("quote", "comments", "remarks", "text")


#: Keys that name people who do not sit at the table, or seats.
_PERSONS: Final = ("by_other", "reviewed_by", "witnesses")


def nameless_accounts(accounts: Sequence[dict[str, Any]], bystanders: dict[str, str]) -> list[dict[str, Any]]:
    """Return the data of accounts without names and free text: bystanders get numbers, and reasons are left out."""
    found = []
    for number, account in enumerate(accounts, 1):
        versions = []
        for version in account["versions"]:
            own = dict(version)
            if "told_by" in own:
                own["told_by"] = _number_bystanders(own["told_by"], bystanders)
            if "set" in own:
                kept = {}
                for key, value in own["set"].items():
                    steps = key.split("/")
                    if not any(step in _TEXTS for step in steps):
                        # The part of a pointer that names people, else its last.
                        named = next((step for step in steps if step in _PERSONS), steps[-1])
                        kept[key] = remove_texts({named: value}, bystanders)[named]
                own["set"] = kept
            versions.append(own)
        changed = {**account, "about": f"account {number}", "versions": versions}
        if changed.get("found"):
            version = changed["found"]["version"]
            changed["found"] = {"version": version, "by": "the arbiter", "because": "left out"}
        found.append(changed)
    return found


def remove_texts(value: Any, bystanders: dict[str, str]) -> Any:
    """Return data without free text, and with numbers for the names of people who do not sit at the table."""
    if isinstance(value, dict):
        return {
            key: _number_bystanders(inner, bystanders) if key in _PERSONS else remove_texts(inner, bystanders)
            for key, inner in value.items()
            if key not in _TEXTS
        }
    return [remove_texts(item, bystanders) for item in value] if isinstance(value, list) else value


def _number_bystanders(people: Any, bystanders: dict[str, str]) -> Any:
    """Return seats as they are, and names as those of bystanders by number."""
    if isinstance(people, list):
        return [_number_bystanders(person, bystanders) for person in people]
    if people is None or people == SHEET or people in _SEATS:
        return people
    return bystanders.setdefault(people, f"bystander {len(bystanders) + 1}")
