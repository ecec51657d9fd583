"""Digests of this interpreter, of the browser, and of the stored file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from clabber_audit.core import __version__
from tests.app.hands import lines
from tests.app.modules import in_node
from tests.reproducible import making
from tests.reproducible.making import SHOWN, Made, compute_digests

FILE: Final = Path(__file__).with_name("digests.json")
#: How the browser's interpreter is asked; of what is dear it shows less.
_ASKING: Final = f"""
import json, sys
sys.path.insert(0, "/asked")
from making import compute_digests
lines = open("/asked/hands.jsonl", encoding="utf-8").read().split("\\n")
json.dumps([sys.version.split()[0], compute_digests(lines, {SHOWN})])
"""


def here() -> Made:
    return compute_digests(lines())


def in_the_browser() -> tuple[str, Made]:
    asked = {"hands.jsonl": "\n".join(lines()).encode(), "making.py": Path(making.__file__).read_bytes()}
    name, found = json.loads(in_node(_ASKING, asked))
    return name, found


def read_digests() -> Made:
    found = json.loads(FILE.read_text(encoding="utf-8"))
    assert found.pop("version") == __version__, (
        "of another version; write it again with .venv/bin/nox -s regen"
    )
    return {kind: list(digests) for kind, digests in found.items()}


def dump_digests(found: Made) -> str:
    """Return digests as the text of the stored file."""
    return json.dumps({"version": __version__, **found}, indent=1) + "\n"
