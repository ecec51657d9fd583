"""The rulesets say what the contract says, every row of the catalogue went somewhere, and a bad file is refused.

The tables are written out from the contract's page on infractions and toggles and from the catalogue's section 2; the
rows are the catalogue's own, R-001 to R-114 with R-107a, D-01 to D-83.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from clabber_audit.games import CLABBER
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.games.door import read
from clabber_audit.ground.errors import Unusable, UsageError
from clabber_audit.law.bound_ruleset import BoundRuleset, law
from clabber_audit.law.infractions import infractions_of
from clabber_audit.record.words import InfractionId
from clabber_audit.rulesets import reading
from clabber_audit.rulesets.articles import Grade, Statute
from clabber_audit.rulesets.ruleset import SHIPPED, Ruleset, load
from clabber_audit.rulesets.shape import statute_from
from clabber_audit.rulesets.sources import source
from clabber_audit.ruling.data import ruling_data
from clabber_audit.ruling.judge import adjudicate
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
    assert sorted([*DIFFERING, *DEFAULTS]) == sorted(Toggles._fields)
    assert sorted([*PENALTIES, *CLUB_ONLY, *ADDED]) == sorted(get_args(InfractionId))


@pytest.mark.parametrize("name", IDS)
def test_toggles_are_those_of_the_contract(name: str) -> None:
    column = {toggle: answers[IDS.index(name)] for toggle, answers in DIFFERING.items()}
    assert load(name).toggles._asdict() == {**DEFAULTS, **column}


@pytest.mark.parametrize("name", IDS)
def test_penalties_are_those_of_the_contract(name: str) -> None:
    column = {infraction: costs[IDS.index(name)] for infraction, costs in PENALTIES.items()}
    found = {infraction: cost for infraction, cost in load(name).penalties.items() if infraction in PENALTIES}
    assert found == {infraction: cost for infraction, cost in column.items() if cost}


# Where every row of the catalogue went.

R_ROWS: Final = [f"R-{number:03}" for number in range(1, 115)] + ["R-107a"]
D_ROWS: Final = [f"D-{number:02}" for number in range(1, 84)]


def _rows() -> dict[str, Any]:
    return tomllib.loads((ROOT / "tests" / "catalogue_rows.toml").read_text(encoding="utf-8"))


def _cited(letter: str) -> set[str]:
    articles = [article for name in IDS for article in load(name).articles.values()]
    return {row for article in articles for row in article.rules if row.startswith(letter)}


def test_every_rule_of_the_catalogue_stands_in_an_article_or_says_why_not() -> None:
    cited, excused = _cited("R-"), _rows()["not_in_an_article"]
    assert cited | set(excused) == set(R_ROWS)
    assert not cited & set(excused)
    assert all(len(reason) > 20 for reason in excused.values())


def test_every_disagreement_of_the_catalogue_is_answered_once() -> None:
    found = _rows()["d_rows"]
    articles = {article for name in IDS for article in load(name).articles}
    assert sorted(found) == D_ROWS
    assert _cited("D-") <= set(D_ROWS)
    for row, answer in found.items():
        assert len(answer) == 1, row
        if "toggle" in answer:
            assert set(answer["toggle"]) <= set(Toggles._fields), row
        elif "article" in answer:
            assert answer["article"] in articles, row
        else:
            assert len(answer["reason"]) > 20, row


def test_every_toggle_answers_a_disagreement() -> None:
    asked = {toggle for answer in _rows()["d_rows"].values() for toggle in answer.get("toggle", ())}
    assert asked == set(Toggles._fields)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_source_code_says_what_it_stands_for(name: str) -> None:
    assert all(source(code) for article in load(name).articles.values() for code in article.sources)


_SOURCE: Final = re.compile(r"S[013]|L([1-9]|1[0-3])|R92|X-SP|Y-[A-Z0-9-]+")


def test_what_is_shipped_would_be_admitted() -> None:
    """The door for rules is spared at each start: what lies here has to be as it asks, and says the same by it."""
    folder = ROOT / "clabber_audit" / "rulesets"
    names = [path.stem for path in folder.glob("*.toml") if path.stem != "sources"]
    assert set(names) >= set(SHIPPED)
    for name in names:
        data = reading.read(folder / f"{name}.toml")
        assert statute_from(data, name) == Statute.from_data(data)


@pytest.mark.parametrize("name", IDS)
def test_every_article_has_a_source_and_a_grade(name: str) -> None:
    for id, article in load(name).articles.items():
        assert article.sources, id
        assert all(_SOURCE.fullmatch(source) for source in article.sources), id
        assert article.grade in get_args(Grade), id
        assert article.text.endswith("."), id
        of_the_league = any(source == "R92" or source[0] == "L" for source in article.sources)
        assert article.grade != "league text" or of_the_league, id
        assert all(re.fullmatch(r"R-\d{3}a?|D-\d{2}", row) for row in article.rules), id


@pytest.mark.parametrize("name", IDS)
def test_every_penalty_cites_a_row(name: str) -> None:
    """A ruling cites rules: what an infraction costs never comes from nowhere."""
    found = load(name)
    without = {infraction for infraction in found.penalties if not found.rows[infraction]}
    # On the two house rules the catalogue has D-rows only, and on what was added none.
    assert without <= {*CLUB_ONLY, *ADDED}


#: Toggles that no code reads, with the reason; the first seven are read by the articles that name them as a penalty.
READ_BY_ARTICLES: Final = (
    *("unlisted_infraction", "show_unannounced", "late_meld", "false_meld", "meld_mismatch"),
    *("question_is_renege", "laydown_unagreed"),
)


def test_every_toggle_is_used() -> None:
    files = [file for file in (ROOT / "clabber_audit").rglob("*.py") if file.name != "toggles.py"]
    used = {word for file in files for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))}
    words = {word for name in IDS for article in load(name).articles.values() for word in article.penalties.values()}
    unused = {*Toggles._fields} - used
    assert unused <= set(READ_BY_ARTICLES)
    assert set(READ_BY_ARTICLES) <= words


# Rulesets that cannot be used.

_ARTICLE: Final = """
[articles.{id}]
topic = "play"
sources = ["the club"]
rules = []
grade = "practice"
text = "Here it is so."
{what}
"""


def _file(folder: Path, name: str, extends: str = "", *articles: tuple[str, str], more: str = "") -> str:
    text = f'id = "{Path(name).stem}"\ntitle = "A club"\n' + (f'extends = "{extends}"\n' if extends else "") + more
    (folder / name).write_text(text + "".join(_ARTICLE.format(id=id, what=what) for id, what in articles))
    return str(folder / name)


def _refusal(file: str) -> str:
    with pytest.raises(Unusable) as caught:
        load(file)
    return " ".join([caught.value.what, caught.value.why, caught.value.help])


@pytest.mark.parametrize(
    ("what", "named"),
    [
        ('toggles = { look_back = "until_turned" }', ["looking-back", "look_back"]),
        ('penalties = { failure-to-follow = "note" }', ["follow-suit", "failure-to-follow"]),
        ("toggles = { house_limit = true }", ["house_limit"]),
        ('toggles = { look_back = "never" }', ["look_back", "never"]),
        ('toggles = { four_tens = "yes" }', ["four_tens", "yes"]),
        ('penalties = { cheating = "renege" }', ["cheating"]),
        ('penalties = { lower-meld-shown = "fine" }', ["lower-meld-shown", "fine"]),
        ('penalties = { lower-meld-shown = "look_back" }', ["lower-meld-shown", "look_back"]),
        ('penalties = { lower-meld-shown = "count" }', ["lower-meld-shown", "count"]),
        ('penalties = { lower-meld-shown = "_field_defaults" }', ["lower-meld-shown", "_field_defaults"]),
    ],
)
def test_an_article_in_conflict_is_refused(tmp_path: Path, what: str, named: list[str]) -> None:
    message = _refusal(_file(tmp_path, "club.toml", "wp", ("our-article", what)))
    for word in ("club.toml", "our-article", *named):
        assert word in message


@pytest.mark.parametrize(
    ("what", "named"),
    [("fine = 5", "fine"), ('grade = "rumour"', "grade"), ("topic = 3", "topic"), ("sources = []", "sources")],
)
def test_an_article_of_another_shape_is_refused(tmp_path: Path, what: str, named: str) -> None:
    file = _file(tmp_path, "club.toml", "wp", ("our-article", "penalties = {}"))
    text = Path(file).read_text()
    key = what.partition(" ")[0]
    changed = re.sub(rf"^{key} = .*$", what, text, flags=re.MULTILINE)
    Path(file).write_text(changed if changed != text else text + what + "\n")
    message = _refusal(file)
    for word in ("club.toml", "our-article", named):
        assert word in message


def test_a_ruleset_must_answer_everything(tmp_path: Path) -> None:
    message = _refusal(_file(tmp_path, "bare.toml"))
    assert "bare.toml" in message
    assert "look_back" in message
    message = _refusal(_file(tmp_path, "club.toml", "wp", more='repeal = ["looking-back"]\n'))
    assert "look_back" in message
    assert "tie_scope" not in message


def test_only_what_is_there_can_be_repealed(tmp_path: Path) -> None:
    message = _refusal(_file(tmp_path, "club.toml", "wp", more='repeal = ["exposed-card"]\n'))
    assert "club.toml" in message
    assert "exposed-card" in message


def test_rulesets_do_not_extend_each_other_in_a_circle(tmp_path: Path) -> None:
    _file(tmp_path, "one.toml", "two.toml")
    _file(tmp_path, "two.toml", "one.toml")
    assert "circle" in _refusal(str(tmp_path / "one.toml"))
    assert "own.toml" in _refusal(_file(tmp_path, "own.toml", "own.toml"))


def test_what_is_extended_must_exist(tmp_path: Path) -> None:
    message = _refusal(_file(tmp_path, "club.toml", "hoyle"))
    assert "hoyle" in message
    assert "club.toml" in message
    for name in IDS:
        assert name in message
    assert "gone.toml" in _refusal(_file(tmp_path, "other.toml", "gone.toml"))


@pytest.mark.parametrize("content", [b"id = ", b"id = 1", b'id = "\xff"', b"\xff\xfe", b"title = 'no id'"])
def test_a_broken_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "broken.toml").write_bytes(content)
    assert "broken.toml" in _refusal(str(tmp_path / "broken.toml"))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert "none.toml" in _refusal(str(tmp_path / "none.toml"))
    (tmp_path / "folder.toml").mkdir()
    assert "folder.toml" in _refusal(str(tmp_path / "folder.toml"))


def test_an_unknown_id_is_a_mistake_in_the_command() -> None:
    with pytest.raises(UsageError) as caught:
        load("hoyle")
    assert all(name in caught.value.why for name in IDS)


# A club's own rules.


def _club(folder: Path, *articles: tuple[str, str], extends: str = "ecl-1992", name: str = "club.toml") -> Ruleset:
    return load(_file(folder, name, extends, *articles))


def test_a_club_overrides_an_article(tmp_path: Path) -> None:
    lenient = ("unproven-claim", 'penalties = { unproven-claim = "note" }\ntoggles = { false_claim = "any_unproven" }')
    club, parent = _club(tmp_path, lenient), load("ecl-1992")
    assert club.lineage == ("club", "ecl-1992", "ecl-1984", "wp")
    assert club.toggles == parent.toggles._replace(false_claim="any_unproven")
    assert club.penalties == {**parent.penalties, "unproven-claim": "note"}
    assert club.articles["unproven-claim"].text == "Here it is so."
    assert club.digest() != parent.digest()


def test_a_club_repeals_an_article(tmp_path: Path) -> None:
    file = _file(tmp_path, "club.toml", "ecl-1992", more='repeal = ["exposed-card"]\n')
    parent = load("ecl-1992")
    assert load(file).penalties == {key: cost for key, cost in parent.penalties.items() if key != "exposed-card"}
    assert load(file).toggles == parent.toggles


def test_a_club_builds_on_another_club(tmp_path: Path) -> None:
    _club(tmp_path, ("passing", 'toggles = { all_pass_redeal = "next" }'), ("all-pass", ""), name="lodge.toml")
    second = _club(
        tmp_path, ("passing", ""), ("all-pass", 'toggles = { all_pass_redeal = "next" }'), extends="lodge.toml"
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


def _ruled(judged: BoundRuleset, *melds: dict[str, Any], claims: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
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


@pytest.mark.full
def test_the_digest_depends_on_nothing_but_the_ruleset() -> None:
    """Two processes that hash strings otherwise, and a ruleset read again, give the same."""
    script = f"from clabber_audit.rulesets.ruleset import load\nprint(*[load(name).digest() for name in {IDS}])"
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
