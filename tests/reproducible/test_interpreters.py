"""This interpreter gives the stored digests; `nox -s pythons` tests other installed versions."""

from __future__ import annotations

import json
import sys
import tomllib

from tests.app.hands import lines
from tests.cli import ROOT, call_in_other_environment
from tests.reproducible.making import SHARE, SHOWN, compute_digests, list_differences, read_digests
from tests.scale import at_scale

_AGAIN = "where that is meant, write it again with .venv/bin/nox -s regen"


#: Number of hands: by default the first shares, more in CI.
COUNT = at_scale(SHARE, len(lines()), ci=4 * SHARE)


def digest_first_hands() -> str:
    """Return the digests of the first hands, as JSON."""
    return json.dumps(compute_digests(lines()[:COUNT]))


def test_digests_match_the_stored_ones() -> None:
    """Compute digests in a process with another hash seed, time zone and language."""
    expected, computed = read_digests(), json.loads(call_in_other_environment(digest_first_hands))
    if len(lines()) > COUNT:
        computed.pop("records")
    assert not list_differences(expected, computed), f"Python {sys.version.split()[0]}: {_AGAIN}"
    assert len(computed["rulings"]) == -(-COUNT // SHARE)
    assert len(computed["pages"]) == -(-COUNT // SHOWN)


def test_digests_differ_between_hands() -> None:
    """Different hands give different rulings, findings and pages."""
    one, other = compute_digests(lines()[:1]), compute_digests(lines()[1:2])
    assert {line.split()[0] for line in list_differences(one, other)} == set(one)


def test_every_supported_python_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    start = "Programming Language :: Python :: 3."
    promised = [one.rsplit(" ", 1)[1] for one in project["classifiers"] if one.startswith(start)]
    assert project["requires-python"] == f">={promised[0]}"
    listed = ", ".join(f'"{version}"' for version in promised)
    assert f"python-version: [{listed}]" in (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    assert f"python=[{listed}]" in (ROOT / "noxfile.py").read_text(encoding="utf-8")
