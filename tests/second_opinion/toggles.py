"""The five rulesets of Clabber by the contract's tables, which `rulesets.toml` has."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

_TABLE: Final = tomllib.loads(Path(__file__).with_name("rulesets.toml").read_text(encoding="utf-8"))
IDS: Final = tuple(_TABLE["rulesets"])
#: The infractions in the contract's table.
LISTED: Final = tuple(_TABLE["penalties"])


def column(rows: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """A column of a table: what each row says of one ruleset."""
    at = IDS.index(ruleset)
    return {name: row[at] if isinstance(row, list) else row for name, row in rows.items()}


def penalties(ruleset: str) -> dict[str, str]:
    """The penalties of a ruleset, leaving out what it has no article for."""
    costs = column(_TABLE["penalties"], ruleset)
    return {infraction: cost for infraction, cost in costs.items() if cost != "none"}


TOGGLES: Final = {name: column(_TABLE["toggles"], name) for name in IDS}
#: To these the opinion adds a toggle's infraction (D-30); dealing out of turn is a re-deal only if called in time.
PENALTIES: Final[dict[str, dict[str, str]]] = {
    name: {
        **penalties(name),
        **({"undeclared-meld": "meld_void"} if TOGGLES[name]["must_declare_all"] else {}),
        "dealing-out-of-turn": "note",
    }
    for name in IDS
}
