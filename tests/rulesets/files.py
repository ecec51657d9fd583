"""House rulesets, as text and in files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from clabber_audit.rules.ruleset import Ruleset, load_text

#: Parameters that give other answers too: a price in points also says that it is in points.
OF_SEVERAL: Final = {"renege_points", "renege_minus", "renege_alone", "unproven_claim"}


def write_text(name: str, extends: str, text: str = "") -> str:
    """Return the text of a house that extends another ruleset, from the lines after its title."""
    parent = f'extends = "{extends}"\n' if extends else ""
    return f'id = "{name}"\ntitle = "A club"\n{parent}{text}\n'


def house(extends: str, text: str, **others: str) -> Ruleset:
    """Return the ruleset of a house; `others` are texts of rulesets that it may extend, by name."""
    files = {f"{name}.toml": other for name, other in others.items()}
    return load_text(write_text("house", extends, text), "house.toml", files)


def write_ruleset(folder: Path, name: str, extends: str = "", text: str = "") -> str:
    """Write the file of a house; return its name."""
    (folder / name).write_text(write_text(Path(name).stem, extends, text), encoding="utf-8")
    return str(folder / name)
