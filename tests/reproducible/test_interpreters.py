"""This interpreter makes the bytes that are kept, as others do; `nox -s pythons` tries those that are here."""

from __future__ import annotations

import json
import sys
import tomllib

from tests.app.hands import lines
from tests.cli import ROOT, call_in_other_environment
from tests.reproducible.making import SHARE, SHOWN, compute_digests, differences, read_digests
from tests.scale import at_scale

_AGAIN = "where that is meant, write it again with .venv/bin/nox -s regen"


#: At a desk the first shares of the hands, more in CI.
COUNT = at_scale(2 * SHARE, len(lines()), ci=4 * SHARE)


def first_hands() -> str:
    """Digests of the first hands, as JSON."""
    return json.dumps(compute_digests(lines()[:COUNT]))


def test_this_interpreter_makes_what_others_make() -> None:
    """In another order of hashes, another time zone and another language than those in which they were kept."""
    expected, found = read_digests(), json.loads(call_in_other_environment(first_hands))
    if len(lines()) > COUNT:
        found.pop("records")
    assert not differences(expected, found), f"Python {sys.version.split()[0]}: {_AGAIN}"
    assert len(found["rulings"]) == -(-COUNT // SHARE)
    assert len(found["pages"]) == -(-COUNT // SHOWN)


def test_digests_differ_between_hands() -> None:
    """A hand that is another gives another ruling, other findings and another page."""
    one, other = compute_digests(lines()[:1]), compute_digests(lines()[1:2])
    assert {line.split()[0] for line in differences(one, other)} == set(one)


def test_every_python_that_is_promised_is_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    start = "Programming Language :: Python :: 3."
    promised = [one.rsplit(" ", 1)[1] for one in project["classifiers"] if one.startswith(start)]
    assert project["requires-python"] == f">={promised[0]}"
    listed = ", ".join(f'"{version}"' for version in promised)
    assert f"python-version: [{listed}]" in (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    assert f"python=[{listed}]" in (ROOT / "noxfile.py").read_text(encoding="utf-8")
