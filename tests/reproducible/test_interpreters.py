"""Outputs do not depend on the environment: this interpreter gives the stored digests, and so do other processes.

`nox -s pythons` tests other installed versions.
"""

from __future__ import annotations

import json
import sys
import tomllib
from hashlib import sha256

import pytest

from clabber_audit.report.scorecard import card_csv, card_json, card_page, card_text, card_xlsx
from clabber_audit.rules.ruleset import load
from tests.app.hands import lines
from tests.cli import CLAIMED, ROOT, call, call_in_other_environment, encode_record
from tests.league.test_forms import KINDS, load_case, render
from tests.reproducible.making import SHARE, SHOWN, compute_digests, list_differences, read_digests
from tests.rules import OF_CLABBER
from tests.scale import at_scale
from tests.scorecard.games import DISPUTED, LONG, WON, score_games
from tests.simulate.test_seasons import simulate_season

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


def digest_outputs() -> str:
    """Return the digests of rulesets and of what commands write, as JSON."""
    simulated = call("simulate", "--seed", "7", "--hands", "30", "--irregular", "0.5").out
    games = score_games(*WON) + score_games(*DISPUTED) + score_games(*LONG)
    outputs = {
        "simulate": simulated,
        "check": call("check", "-", stdin=simulated.encode()).out,
        "rule": call("rule", "-", "--format", "html", stdin=encode_record(CLAIMED)).out,
        "season": json.dumps(simulate_season(7)),
        "rulesets": [load(name).digest() for name in OF_CLABBER],
        "papers": [render(*load_case(), kind, "html") for kind in KINDS],
        "scorecards": [str(write(games)) for write in (card_page, card_text, card_csv, card_json, card_xlsx)],
    }
    return json.dumps({name: sha256(repr(text).encode()).hexdigest() for name, text in outputs.items()})


@pytest.mark.full
def test_outputs_do_not_depend_on_the_environment() -> None:
    """A process with another hash seed, time zone and language writes the same bytes."""
    assert json.loads(call_in_other_environment(digest_outputs)) == json.loads(digest_outputs())


def test_rulesets_have_different_digests() -> None:
    assert len({load(name).digest() for name in OF_CLABBER}) == len(OF_CLABBER)


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
