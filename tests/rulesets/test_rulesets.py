"""The rulesets say what the contract says in `tests/second_opinion/rulesets.toml`."""

from __future__ import annotations

from typing import Final, get_args

import pytest

from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.records.incidents import InfractionId
from clabber_audit.rules.articles import Statute
from clabber_audit.rules.infractions import infractions_of
from clabber_audit.rules.ruleset import SHIPPED, load
from clabber_audit.rules.ruleset_file import parse_toml, statute_from
from tests.cli import ROOT, elsewhere
from tests.rules import OF_CLABBER
from tests.second_opinion.toggles import IDS, LISTED, TOGGLES, penalties

#: Infractions that a toggle switches off: the first in every shipped ruleset (D-29), the second in all but gamerules
#: (D-30).
CLUB_ONLY: Final = ("lower-meld-shown", "undeclared-meld")
#: What no published rules have, and was added since: what it costs, its case file says (`tests/law/test_coverage.py`).
ADDED: Final = tuple(name for name in infractions_of(CLABBER) if name not in (*LISTED, *CLUB_ONLY))


def test_the_five_rulesets_load() -> None:
    assert OF_CLABBER == IDS, "give a new one its row of TOGGLES, from its sources"
    for name in IDS:
        ruleset = load(name)
        assert ruleset.id == ruleset.lineage[0] == name
        assert ruleset.title
        assert ruleset.about
    assert load("ecl-1992").lineage == ("ecl-1992", "ecl-1984", "wp")


def test_the_tables_of_the_contract_are_complete() -> None:
    for name in IDS:
        assert sorted(TOGGLES[name]) == sorted({*Toggles._fields} - {*Toggles._field_defaults})
    assert sorted([*LISTED, *CLUB_ONLY, *ADDED]) == sorted(get_args(InfractionId))


@pytest.mark.parametrize("name", IDS)
def test_toggles_and_penalties_are_those_of_the_contract(name: str) -> None:
    assert load(name).toggles._asdict() == {**Toggles._field_defaults, **TOGGLES[name]}
    costs = {infraction: cost for infraction, cost in load(name).penalties.items() if infraction in LISTED}
    assert costs == penalties(name)


def test_what_is_shipped_would_be_admitted() -> None:
    """Shipped rulesets are not validated at start-up, so they are here; the result is the same."""
    folder = ROOT / "clabber_audit" / "rules" / "rulesets"
    names = [path.stem for path in folder.glob("*.toml") if path.stem not in ("sources", "earlier")]
    assert set(names) >= set(SHIPPED)
    for name in names:
        data = parse_toml((folder / f"{name}.toml").read_text(encoding="utf-8"), name)
        assert statute_from(data, name) == Statute.from_data(data)


def list_digests() -> str:
    return " ".join(load(name).digest() for name in IDS)


@pytest.mark.full
def test_the_digest_depends_on_nothing_but_the_ruleset() -> None:
    """A process with other string hashes gives the same."""
    assert elsewhere(list_digests) == list_digests()
    assert len({*list_digests().split()}) == len(IDS)
