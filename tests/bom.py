"""`python -m tests.bom FILE PYTHON` writes a CycloneDX bill of materials of the program.

It lists the required packages that are installed for the given interpreter, the version of this program, and the
third-party files that the wheel contains.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from clabber_audit.core import __version__
from clabber_audit.recorder.page import LEAN_QR

_PROJECT: Final = Path(__file__).parent.parent / "pyproject.toml"
#: Without times and random numbers; checked against the schema of the standard.
_ASKED: Final = (
    "--output-reproducible",
    "--validate",
    "--mc-type",
    "application",
    "--pyproject",
    str(_PROJECT),
)


def bom(python: str) -> dict[str, Any]:
    """Build the bill of materials from the packages installed for an interpreter."""
    command = [sys.executable, "-m", "cyclonedx_py", "environment", *_ASKED, python]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    root = found["metadata"]["component"]
    root |= {"version": __version__, "purl": f"pkg:pypi/{root['name']}@{__version__}"}
    own = f"{LEAN_QR['name']}=={LEAN_QR['version']}"
    carried = {
        "bom-ref": own,
        "type": "library",
        "name": LEAN_QR["name"],
        "version": LEAN_QR["version"],
        "purl": f"pkg:npm/lean-qr@{LEAN_QR['version']}",
        "licenses": [{"license": {"id": LEAN_QR["license"]}}],
        "externalReferences": [{"type": "vcs", "url": LEAN_QR["source"]}],
        "properties": [
            {"name": "clabber-audit:file", "value": "clabber_audit/_shipped/reports/recorder/leanqr.js"}
        ],
    }
    needs = {one["ref"]: one.get("dependsOn", []) for one in found["dependencies"]}
    coming = _required(needs, root["bom-ref"]) - {root["bom-ref"]}
    found["components"] = [*(part for part in found["components"] if part["bom-ref"] in coming), carried]
    found["dependencies"] = [one for one in found["dependencies"] if one["ref"] in coming]
    found["dependencies"] += [
        {"ref": root["bom-ref"], "dependsOn": [*needs[root["bom-ref"]], own]},
        {"ref": own},
    ]
    return dict(found)


def _required(needs: dict[str, list[str]], first: str) -> set[str]:
    """Return a component and all that it needs; an environment holds more, such as build tools."""
    names, waiting = set[str](), [first]
    while waiting:
        one = waiting.pop()
        if one not in names:
            names.add(one)
            waiting += needs[one]
    return names


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(
        json.dumps(bom(sys.argv[2]), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
