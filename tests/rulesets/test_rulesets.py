"""The rulesets say what the contract says.

The tables are written out from the contract's page on infractions and toggles and from the catalogue's section 2.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final, get_args

import pytest

from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.clabber.toggles import MeldValues, Toggles
from clabber_audit.records.incidents import InfractionId
from clabber_audit.rules import ruleset
from clabber_audit.rules.articles import Statute
from clabber_audit.rules.infractions import infractions_of
from clabber_audit.rules.ruleset import SHIPPED, load
from clabber_audit.rules.ruleset_file import statute_from
from tests.rules import OF_CLABBER

ROOT: Final = Path(__file__).parents[2]
IDS: Final = ("ecl-1992", "ecl-1984", "wp", "wp-old", "gamerules")

#: The contract's table of toggles in which the rulesets differ, in the order of `IDS`.
DIFFERING: Final[dict[str, tuple[object, ...]]] = {
    "false_claim": ("reviewed_only", *["any_unproven"] * 4),  # D-50
    # D-51; gamerules has no article that makes looking back an infraction
    "look_back": ("until_turned", *["until_next_card"] * 4),
    "late_meld": ("renege", "renege", "void", "void", "void"),  # D-25
    "show_unannounced": ("renege", "renege", "void", "void", "void"),  # D-24
    "show_required": (True, True, True, True, False),  # D-30
    "must_declare_all": (False, False, False, False, True),  # D-30; R-059, which S1 alone has
    "passed_suit_window": ("own_first_card", "own_first_card", *["last_trick"] * 3),  # D-08
    "last_trick_out_of_turn_ok": (True, True, False, False, False),  # D-63
    "run_tiebreak": (*["top_then_trump"] * 4, "trump_only"),  # D-14
    "round1_needs_trump": (True, True, True, True, False),  # D-07
    "belle_in_run": (True, True, True, True, False),  # D-21
    "all_pass_redeal": (*["same"] * 4, "next"),  # D-01
    "both_renege": (*["redeal_same"] * 4, "zero_next"),  # D-46
    "tie_at_500": (*["extra_hand"] * 4, "tie"),  # D-78
    "set_mark": ("XXX", "XXX", "XXX", "XX", "0"),  # D-76
    "zero_mark": ("--", "--", "--", "-", "0"),  # D-77
}
#: All others are the defaults of the catalogue's section 2, the same for all.
DEFAULTS: Final[dict[str, object]] = {
    "rotation_after_wrong_deal": "actual",  # D-03
    "bad_deal_after_play": "redeal",  # D-05
    "passed_suit_whose": "caller",  # D-09
    "unlisted_infraction": "note",  # D-12, D-44
    "tie_scope": "highest",  # D-15
    "fours_rank": "table",  # D-16
    "four_vs_five": "four",  # D-17
    "six_run_rank": "longer",  # D-18
    "four_tens": True,  # D-19
    "unshown_blocks": False,  # D-23
    "false_meld": "void",  # D-26
    "meld_mismatch": "void",  # D-27
    "show_lower_is_renege": False,  # D-29
    "belle_needs_call": True,  # D-34
    "belle_deadline": "next_card",  # D-34
    "belle_with_dad": "tolerated",  # D-35
    "renege_belle": "held",  # D-38
    "renege_outranked_meld": "count",  # D-40
    "renege_meld": "entitled",  # D-41
    "renege_mark": "R",  # D-43
    "counterclaim_until": "scored",  # D-48
    "claim_specificity": "trick",  # D-53, and the contract's "what a claim names"
    "incidental_find": "separate",  # D-54
    "disordered_pile": "claimant",  # D-57: mixed before a claim, not proven
    "followers_guilty": False,  # D-64
    "question_is_renege": False,  # D-66
    "laydown_unagreed": "renege",  # D-71
    "laydown_standard": "stated_line",  # D-72
    "laydown_scope": "team",  # D-73
}

_RENEGE: Final = ("renege",) * 5
_LEAGUE: Final = ("renege", "renege", None, None, None)
_NOTE: Final = ("note",) * 5
_VOID: Final = ("meld_void",) * 5
_LATE: Final = ("renege", "renege", "meld_void", "meld_void", "meld_void")
#: The contract's table of infractions, each with its penalty in the order of `IDS`; None where a ruleset has no
#: article for it: L8, L9, L10, L12, L13 outside the league, looking back and all about showing in gamerules.
PENALTIES: Final[dict[str, tuple[str | None, ...]]] = {
    "failure-to-follow": _RENEGE,
    "failure-to-trump": _RENEGE,
    "failure-to-overtrump": _RENEGE,
    "lead-out-of-turn": _RENEGE,
    "play-out-of-turn": _RENEGE,
    "leading-before-trick-turned": _LEAGUE,
    "looking-at-turned-trick": (*_RENEGE[:4], None),
    "exposed-card": _LEAGUE,
    "advising-partner": _RENEGE,
    "calling-meld-for-partner": _LEAGUE,
    "declaring-without-trump": _RENEGE,
    "declaring-passed-suit": _RENEGE,
    "meld-announced-out-of-turn": _RENEGE,
    "meld-shown-out-of-turn": (*_RENEGE[:4], None),
    "early-belle": _RENEGE,
    "meld-announced-late": _LATE,
    "meld-shown-late": (*_LATE[:4], None),
    "unannounced-meld-shown": (*_LATE[:4], None),
    "unproven-claim": _RENEGE,
    "failed-laydown": _LEAGUE,
    "unagreed-laydown": _LEAGUE,
    "declaring-out-of-turn": _NOTE,
    "invalid-declaration": _NOTE,
    "asking-partner": _NOTE,
    "slow-play": ("note", "note", None, None, None),
    "unshown-meld": (*_VOID[:4], None),
    "false-meld": _VOID,
    "mismatched-meld": _VOID,
    "forgotten-belle": _VOID,
    "exposed-in-deal": ("redeal",) * 5,
    "wrong-card-count": ("redeal",) * 5,
    "dealing-out-of-turn": ("redeal",) * 5,
    "short-cut": _NOTE,
    "dealt-unevenly": _NOTE,
    "wrong-score": _NOTE,
}
#: Infractions that a toggle switches off: the first in every shipped ruleset (D-29), the second in all but gamerules
#: (D-30).
CLUB_ONLY: Final = ("lower-meld-shown", "undeclared-meld")
#: What no published rules have, and was added since: what it costs, its case file says (`test_coverage_of_law`).
ADDED: Final = tuple(name for name in infractions_of(CLABBER) if name not in (*PENALTIES, *CLUB_ONLY))


def test_the_five_rulesets_load() -> None:
    assert OF_CLABBER == IDS
    for name in IDS:
        found = load(name)
        assert found.id == found.lineage[0] == name
        assert found.title
        assert found.about
    assert load("ecl-1992").lineage == ("ecl-1992", "ecl-1984", "wp")


def test_the_tables_of_this_file_are_complete() -> None:
    assert sorted([*DIFFERING, *DEFAULTS]) == sorted({*Toggles._fields} - {*Toggles._field_defaults})
    assert sorted([*PENALTIES, *CLUB_ONLY, *ADDED]) == sorted(get_args(InfractionId))


@pytest.mark.parametrize("name", IDS)
def test_toggles_are_those_of_the_contract(name: str) -> None:
    column = {toggle: answers[IDS.index(name)] for toggle, answers in DIFFERING.items()}
    assert load(name).toggles._asdict() == {**Toggles._field_defaults, **DEFAULTS, **column}


@pytest.mark.parametrize("name", IDS)
def test_penalties_are_those_of_the_contract(name: str) -> None:
    column = {infraction: costs[IDS.index(name)] for infraction, costs in PENALTIES.items()}
    found = {infraction: cost for infraction, cost in load(name).penalties.items() if infraction in PENALTIES}
    assert found == {infraction: cost for infraction, cost in column.items() if cost}


def test_what_is_shipped_would_be_admitted() -> None:
    """Shipped rulesets are not validated at start-up, so they are here; the result is the same."""
    folder = ROOT / "clabber_audit" / "rules" / "rulesets"
    names = [path.stem for path in folder.glob("*.toml") if path.stem not in ("sources", "earlier")]
    assert set(names) >= set(SHIPPED)
    for name in names:
        data = ruleset.read(folder / f"{name}.toml")
        assert statute_from(data, name) == Statute.from_data(data)


#: Toggles that no code reads, with the reason; the first seven are read by the articles that name them as a penalty.
READ_BY_ARTICLES: Final = (
    *("unlisted_infraction", "show_unannounced", "late_meld", "false_meld", "meld_mismatch"),
    *("question_is_renege", "laydown_unagreed"),
)


def test_every_toggle_is_used() -> None:
    files = [file for file in (ROOT / "clabber_audit").rglob("*.py") if file.name != "toggles.py"]
    used = {word for file in files for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))}
    words = {
        word
        for name in IDS
        for article in load(name).articles.values()
        for word in article.penalties.values()
    }
    values = {f"meld_{name}" for name in MeldValues._fields}
    unused = {*Toggles._fields} - used - (values if "melds" in used else set())
    assert unused <= set(READ_BY_ARTICLES)
    assert set(READ_BY_ARTICLES) <= words


@pytest.mark.full
def test_the_digest_depends_on_nothing_but_the_ruleset() -> None:
    """Two processes with different string hashes give the same, and so does a ruleset loaded again."""
    script = f"from clabber_audit.rules.ruleset import load\nprint(*[load(name).digest() for name in {IDS}])"
    digests = [
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout.split()
        for seed in ("1", "2")
    ]
    assert digests[0] == digests[1] == [load(name).digest().encode() for name in IDS]
    assert len(set(digests[0])) == len(IDS)
