"""Rulesets of a house, as text and in files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from clabber_audit.rules.ruleset import Ruleset, load_text

_ARTICLE: Final = """
[articles.{id}]
topic = "play"
sources = ["the club"]
rules = []
grade = "practice"
text = "Here it is so."
{what}
"""


def house(extends: str, text: str) -> Ruleset:
    """Return the ruleset of a house that extends another one, from the lines of its file after the first three."""
    return load_text(f'id = "house"\ntitle = "House"\nextends = "{extends}"\n{text}\n', "house.toml", {})


def write_ruleset(
    folder: Path, name: str, extends: str = "", *articles: tuple[str, str], more: str = ""
) -> str:
    """Write a ruleset with an article for each id, and return the name of the file."""
    text = (
        f'id = "{Path(name).stem}"\ntitle = "A club"\n'
        + (f'extends = "{extends}"\n' if extends else "")
        + more
    )
    (folder / name).write_text(text + "".join(_ARTICLE.format(id=id, what=what) for id, what in articles))
    return str(folder / name)
