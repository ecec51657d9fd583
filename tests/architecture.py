"""`python -m tests.architecture`: the picture of the rooms in docs/architecture.md, drawn from the imports there are.

An arrow is drawn from a room to each room it imports that it does not also reach through another.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import grimp

PAGE: Final = Path(__file__).parent.parent / "docs" / "architecture.md"
_PICTURE: Final = re.compile(r"```mermaid\nflowchart TD.*?```", re.DOTALL)


def arrows() -> dict[str, set[str]]:
    """The rooms each room imports, as the whole of its modules do; imports in functions and for types count."""
    graph = grimp.build_graph("clabber_audit", include_external_packages=False, cache_dir=None)
    found: dict[str, set[str]] = {
        child.rpartition(".")[2]: set() for child in graph.find_children("clabber_audit")
    }
    del found["__main__"]
    for room, others in found.items():
        for module in {f"clabber_audit.{room}", *graph.find_descendants(f"clabber_audit.{room}")}:
            for imported in graph.find_modules_directly_imported_by(module):
                _, _, rest = imported.partition(".")
                other = rest.split(".")[0]
                if other and other != room:
                    others.add(other)
    return found


def direct(found: dict[str, set[str]]) -> dict[str, set[str]]:
    """The arrows that no other way implies."""

    def reached(room: str) -> set[str]:
        return found[room].union(*(reached(other) for other in found[room]))

    return {
        room: others - set().union(*(reached(other) for other in others)) for room, others in found.items()
    }


def picture() -> str:
    """The picture, in Mermaid's words."""
    lines = [
        f"    {room} --> {other}"
        for room, others in sorted(direct(arrows()).items())
        for other in sorted(others)
    ]
    return "\n".join(["```mermaid", "flowchart TD", "    accTitle: Which room imports which", *lines, "```"])


def drawn() -> str:
    """The page with the picture as it is now."""
    return _PICTURE.sub(lambda _: picture(), PAGE.read_text(encoding="utf-8"), count=1)


if __name__ == "__main__":
    PAGE.write_text(drawn(), encoding="utf-8")
