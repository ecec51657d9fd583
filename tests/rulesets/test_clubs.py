"""A club’s own rules: articles overridden, repealed and added, on the rules of others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from clabber_audit.games.parse import read
from clabber_audit.judge.judge import adjudicate
from clabber_audit.report.data import ruling_data
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.ruleset import Ruleset, load
from tests.rulesets.files import written


def _club(
    folder: Path, *articles: tuple[str, str], extends: str = "ecl-1992", name: str = "club.toml"
) -> Ruleset:
    return load(written(folder, name, extends, *articles))


def test_a_club_overrides_an_article(tmp_path: Path) -> None:
    lenient = (
        "unproven-claim",
        'penalties = { unproven-claim = "note" }\ntoggles = { false_claim = "any_unproven" }',
    )
    club, parent = _club(tmp_path, lenient), load("ecl-1992")
    assert club.lineage == ("club", "ecl-1992", "ecl-1984", "wp")
    assert club.toggles == parent.toggles._replace(false_claim="any_unproven")
    assert club.penalties == {**parent.penalties, "unproven-claim": "note"}
    assert club.articles["unproven-claim"].text == "Here it is so."
    assert club.digest() != parent.digest()


def test_a_club_repeals_an_article(tmp_path: Path) -> None:
    file = written(tmp_path, "club.toml", "ecl-1992", more='repeal = ["exposed-card"]\n')
    parent = load("ecl-1992")
    assert load(file).penalties == {
        key: cost for key, cost in parent.penalties.items() if key != "exposed-card"
    }
    assert load(file).toggles == parent.toggles


def test_a_club_builds_on_another_club(tmp_path: Path) -> None:
    _club(
        tmp_path, ("passing", 'toggles = { all_pass_redeal = "next" }'), ("all-pass", ""), name="lodge.toml"
    )
    second = _club(
        tmp_path,
        ("passing", ""),
        ("all-pass", 'toggles = { all_pass_redeal = "next" }'),
        extends="lodge.toml",
    )
    assert second.lineage == ("club", "lodge", "ecl-1992", "ecl-1984", "wp")
    assert second.toggles.all_pass_redeal == "next"
    assert second.articles["passing"].toggles == {}


#: Trumps are spades. West leads trick 1, East wins it; in trick 2 West shows before North.
_MELDS: Final[dict[str, Any]] = {
    "format": "clabber-hand/1",
    "id": "club",
    "deal": {
        "dealer": "S",
        "upcard": "KS",
        "hands": {
            "N": ["AC", "KC", "QC", "AS", "TS", "9D"],
            "E": ["JS", "QS", "TH", "AD", "QD", "TD"],
            "S": ["KS", "9H", "KD", "JD", "JC", "TC"],
            "W": ["AH", "KH", "QH", "JH", "9S", "9C"],
        },
    },
    "declarations": [{"seat": "W", "call": "play"}],
    "plays": [
        *({"seat": seat, "card": card} for seat, card in zip("WNES", ["9S", "TS", "JS", "KS"], strict=True)),
        *({"seat": seat, "card": card} for seat, card in zip("ESWN", ["AD", "KD", "9C", "9D"], strict=True)),
    ],
}
_FIFTY: Final = {"seat": "W", "kind": "fifty", "cards": ["AH", "KH", "QH", "JH"]}
_DAD: Final = {"seat": "N", "kind": "dad", "cards": ["AC", "KC", "QC"]}


def _ruled(
    judged: BoundRuleset, *melds: dict[str, Any], claims: tuple[dict[str, Any], ...] = ()
) -> dict[str, Any]:
    record = {**_MELDS, "melds": list(melds), "claims": list(claims)}
    return ruling_data(adjudicate(read(json.dumps(record).encode()), judged))


def test_a_club_may_forbid_showing_a_lower_meld(tmp_path: Path) -> None:
    """North shows a dad after West's fifty (C24): nothing in the league, a renege at such a club (D-29)."""
    rule = (
        "what-to-call",
        'penalties = { lower-meld-shown = "show_lower_is_renege" }\n'
        "toggles = { must_declare_all = false, show_lower_is_renege = true }",
    )
    club, league = law(_club(tmp_path, rule)), law(load("ecl-1992"))
    claim = {"by": "W", "against": "N", "infraction": "lower-meld-shown", "at": 8}
    guilty = _ruled(club, _FIFTY, _DAD, claims=(claim,))
    found = [(finding["infraction"], finding["seat"], finding["at"]) for finding in guilty["findings"]]
    assert found == [("lower-meld-shown", "N", 7)]
    assert guilty["findings"][0]["penalty"] == "renege"
    assert guilty["claims"] == [{"claim": 0, "verdict": "upheld", "finding": 0}]
    assert (guilty["outcome"], guilty["score"]) == ("renege", {"NS": 0, "EW": 212})
    # The higher after the lower is no fault, nor is the lower where nothing lay on the table.
    smaller = {**_FIFTY, "kind": "dad", "cards": ["QH", "KH", "JH"]}
    for melds in ([smaller, _DAD], [_DAD], [_FIFTY]):
        innocent = _ruled(club, *melds, claims=(claim,))
        assert innocent["findings"] == []
        assert innocent["claims"][0]["verdict"] == "refuted"
    assert _ruled(league, _FIFTY, _DAD)["findings"] == []


def test_a_club_may_ask_for_every_meld(tmp_path: Path) -> None:
    """West holds a fifty and announces a dad: allowed in the league (D-32), void where all must be declared (D-30)."""
    rule = (
        "what-to-call",
        'penalties = { undeclared-meld = "meld_void" }\n'
        "toggles = { must_declare_all = true, show_lower_is_renege = false }",
    )
    club, league = law(_club(tmp_path, rule)), law(load("ecl-1992"))
    for cards in (["AH", "KH", "QH"], ["AH", "KH", "QH", "JH"]):
        less = {**_FIFTY, "kind": "dad", "cards": cards}
        guilty = _ruled(club, less, _DAD)
        found = [(finding["infraction"], finding["seat"], finding["at"]) for finding in guilty["findings"]]
        assert found == [("undeclared-meld", "W", 0)]
        assert guilty["findings"][0]["penalty"] == "meld_void"
        assert [guilty["points"][team]["melds"] for team in ("NS", "EW")] == [20, 0]
        allowed = _ruled(league, less)
        assert allowed["findings"] == []
        assert allowed["points"]["EW"]["melds"] == 20
    innocent = _ruled(club, _FIFTY, _DAD)
    assert innocent["findings"] == []
    assert [innocent["points"][team]["melds"] for team in ("NS", "EW")] == [0, 50]
