"""Independent checker of certificates, by game, and of the versions that a ruling with accounts goes by."""

from __future__ import annotations

import json
from typing import Any

from clabber_audit.evidence.checker.bid_euchre import BidEuchreChecker
from clabber_audit.evidence.checker.checker import Checker, Json
from clabber_audit.evidence.checker.laydowns import LaydownChecker


def record_by_versions(ruling: Json) -> tuple[Json, list[Json]]:
    """Return the record by the versions that a ruling goes by, and these versions; as written without accounts."""
    written = ruling["record"]
    versions = (ruling.get("accounts") or {}).get("ruled_by") or []
    record: Json = json.loads(json.dumps({key: value for key, value in written.items() if key != "accounts"}))
    changes, removed, added = list[Any](), list[list[str]](), list[Any]()
    for account, version in zip(written.get("accounts") or (), versions, strict=True) if versions else ():
        own = account["versions"][version - 1]
        removed += [steps(path) for path in own.get("remove", ())]
        for path, value in own.get("set", {}).items():
            where = steps(path) if path.startswith("/") else [path]
            (added if where[-1] == "-" else changes).append((where, value))
    for where, value in changes:
        find_parent(record, where)[key(record, where)] = value
    for where in sorted(
        removed, key=lambda path: [(step.isdigit() and int(step), step) for step in path], reverse=True
    ):
        del find_parent(record, where)[key(record, where)]
    for where, value in added:
        find_parent(record, where).append(value)
    chosen = [{"account": number, "version": version} for number, version in enumerate(versions, 1)]
    return record, chosen


def steps(path: str) -> list[str]:
    """Return the steps of a JSON pointer."""
    return [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:]]


def find_parent(record: Json, where: list[str]) -> Any:
    """Return the object or list that the last step is in."""
    value: Any = record
    for step in where[:-1]:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def key(record: Json, where: list[str]) -> Any:
    return int(where[-1]) if isinstance(find_parent(record, where), list) else where[-1]


def checker_of(ruling: Json) -> Checker:
    """Return the certificate checker for the format of a ruling."""
    record, versions = record_by_versions(ruling)
    kind = BidEuchreChecker if ruling.get("format") == "bid-euchre-ruling/1" else LaydownChecker
    checker: Checker = kind({**ruling, "record": record})
    checker.versions = versions
    return checker
