"""Five rulesets of Clabber, from the contract's tables in `rulesets.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

_TABLE: Final = tomllib.loads(Path(__file__).with_name("rulesets.toml").read_text(encoding="utf-8"))
IDS: Final = tuple(_TABLE["rulesets"])
#: Infractions in the contract's table.
LISTED: Final = tuple(_TABLE["penalties"])
#: Infractions by what they are about.
SUBJECTS: Final = {subject: tuple(names) for subject, names in _TABLE["subjects"].items()}


def column(rows: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """Return a column of a table: the value of each row for one ruleset."""
    at = IDS.index(ruleset)
    return {name: row[at] if isinstance(row, list) else row for name, row in rows.items()}


def penalties(ruleset: str) -> dict[str, str]:
    """Return the penalties of a ruleset, without infractions that no article binds."""
    costs = column(_TABLE["penalties"], ruleset)
    return {infraction: cost for infraction, cost in costs.items() if cost != "none"}


TOGGLES: Final = {name: column(_TABLE["toggles"], name) for name in IDS}
#: Penalties of the table, of a toggle's infraction (D-30), and of dealing out of turn, a re-deal only if called in time.
PENALTIES: Final[dict[str, dict[str, str]]] = {
    name: {
        **penalties(name),
        **({"undeclared-meld": "meld_void"} if TOGGLES[name]["must_declare_all"] else {}),
        "dealing-out-of-turn": "note",
    }
    for name in IDS
}
