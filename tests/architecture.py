"""`python -m tests.architecture` draws the rooms in docs/architecture.md from the imports of the package.

An arrow goes from a room to each room that it imports and does not also reach through another.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import grimp

PAGE: Final = Path(__file__).parent.parent / "docs" / "architecture.md"
_PICTURE: Final = re.compile(r"```mermaid\nflowchart TD.*?```", re.DOTALL)


def find_imports() -> dict[str, set[str]]:
    """Return the rooms that each room's modules import; imports in functions and for types count."""
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


def drop_implied(found: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return the arrows that no longer path implies."""

    def find_reachable(room: str) -> set[str]:
        return found[room].union(*(find_reachable(other) for other in found[room]))

    return {
        room: others - set().union(*(find_reachable(other) for other in others))
        for room, others in found.items()
    }


def draw_rooms() -> str:
    """Draw the imports between rooms as a Mermaid flowchart."""
    lines = [
        f"    {room} --> {other}"
        for room, others in sorted(drop_implied(find_imports()).items())
        for other in sorted(others)
    ]
    return "\n".join(["```mermaid", "flowchart TD", "    accTitle: Which room imports which", *lines, "```"])


def redraw_page() -> str:
    """Return the page with its picture redrawn from the imports."""
    return _PICTURE.sub(lambda _: draw_rooms(), PAGE.read_text(encoding="utf-8"), count=1)


if __name__ == "__main__":
    PAGE.write_text(redraw_page(), encoding="utf-8")
