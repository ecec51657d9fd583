"""`python -m tests.architecture` draws the packages in docs/architecture.md from their imports.

An arrow goes from a package to each that it imports and does not also reach through another.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import grimp

PAGE: Final = Path(__file__).parent.parent / "docs" / "architecture.md"
_PICTURE: Final = re.compile(r"```mermaid\nflowchart TD.*?```", re.DOTALL)


def find_imports() -> dict[str, set[str]]:
    """Return the packages that each package's modules import; imports in functions and for types count."""
    graph = grimp.build_graph("clabber_audit", include_external_packages=False, cache_dir=None)
    found: dict[str, set[str]] = {
        child.rpartition(".")[2]: set() for child in graph.find_children("clabber_audit")
    }
    del found["__main__"]
    for package, others in found.items():
        for module in {f"clabber_audit.{package}", *graph.find_descendants(f"clabber_audit.{package}")}:
            for imported in graph.find_modules_directly_imported_by(module):
                _, _, rest = imported.partition(".")
                other = rest.split(".")[0]
                if other and other != package:
                    others.add(other)
    return found


def drop_implied(found: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return the arrows that no longer path implies."""

    def find_reachable(package: str) -> set[str]:
        return found[package].union(*(find_reachable(other) for other in found[package]))

    return {
        package: others - set().union(*(find_reachable(other) for other in others))
        for package, others in found.items()
    }


def draw_packages() -> str:
    """Draw the imports between packages as a Mermaid flowchart."""
    lines = [
        f"    {package} --> {other}"
        for package, others in sorted(drop_implied(find_imports()).items())
        for other in sorted(others)
    ]
    return "\n".join(
        ["```mermaid", "flowchart TD", "    accTitle: Which package imports which", *lines, "```"]
    )


def redraw_page() -> str:
    """Return the page with its picture redrawn from the imports."""
    return _PICTURE.sub(lambda _: draw_packages(), PAGE.read_text(encoding="utf-8"), count=1)


if __name__ == "__main__":
    PAGE.write_text(redraw_page(), encoding="utf-8")
