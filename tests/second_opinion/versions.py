"""Records of disputed hands, one for each choice of versions."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Any

Json = dict[str, Any]


def apply_versions(record: Json) -> Iterator[tuple[tuple[int, ...], Json]]:
    """Yield each choice of versions, counted from 1, with the record in which they are true."""
    accounts = record["accounts"]
    for choice in product(*(range(len(account["versions"])) for account in accounts)):
        result = deepcopy({key: value for key, value in record.items() if key != "accounts"})
        versions = [account["versions"][one] for account, one in zip(accounts, choice, strict=True)]
        # Removals go from the end, so that earlier indexes stay valid; additions come last.
        for version in versions:
            for where, value in version.get("set", {}).items():
                if not where.endswith("/-"):
                    _set_value(result, where, value)
        gone = [where.split("/")[1:] for version in versions for where in version.get("remove", ())]
        for first, *rest in sorted(
            gone, key=lambda where: int(where[-1]) if where[-1].isdecimal() else 0, reverse=True
        ):
            if rest:
                del result[first][int(rest[0]) if isinstance(result[first], list) else rest[0]]
            else:
                del result[first]
        for version in versions:
            for where, value in version.get("set", {}).items():
                if where.endswith("/-"):
                    result[where.split("/")[1]].append(deepcopy(value))
        yield tuple(one + 1 for one in choice), result


def _set_value(record: Json, where: str, value: Any) -> None:
    if not where.startswith("/"):
        record[where] = deepcopy(value)
        return
    inner: Any = record
    *path, last = where.split("/")[1:]
    for step in path:
        inner = inner[int(step)] if isinstance(inner, list) else inner[step]
    inner[int(last) if isinstance(inner, list) else last] = deepcopy(value)
