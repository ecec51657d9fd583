"""The recipes of `CONTRIBUTING.md`, carried out in a copy of the tree: its files are written, its commands run.

A guilty hand of each example is then ruled on, shown and converted with the copy's program. The suites about
infractions run in the copy too, also with the example bound by a shipped ruleset.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.records import incidents
from clabber_audit.rules.infraction import load_infraction
from clabber_audit.rules.infractions import NotedInfraction
from tests import recipe
from tests.recipe import ROOT, Copy

CALL: Final = recipe.incident("used_telephone")
TELEPHONE: Final = NotedInfraction(CALL)
EARLY: Final = load_infraction(recipe.example("leading_trumps_early"))
HOUSE: Final = "--ruleset examples/house-rules.toml"
SAID: Final = ("East used a telephone at the table", "North led 10♣ before a trump had fallen, holding")
PROGRAM: Final = ".venv/bin/clabber-audit"
#: Files that `regen` makes from the infractions.
MADE: Final = {
    str(Path(incidents.__file__).relative_to(ROOT)),
    *(f"schemas/{game}-{kind}-1.json" for game in ("clabber", "bid-euchre") for kind in ("hand", "ruling")),
    "schemas/clabber-conformance-question-1.json",
    "docs/editors/vscode/syntaxes/clab.tmLanguage.json",
    *(f"docs/man/clabber-audit-{command}.1" for command in ("appeal", "rule")),
    "tests/reproducible/digests.json",
    *(
        f"examples/conformance/{file}"
        for file in ("cases.ndjson", "clabber.ndjson", "rulesets.ndjson", "suite.toml")
    ),
}
#: Suites about infractions that the recipe does not name.
SUITES: Final = (
    "tests/notation/test_coloring.py",
    "tests/validation/test_values.py",
    "tests/evidence/test_unfamiliar.py",
)
#: Suites about the rulesets that bind them.
BINDING: Final = (
    "tests/test_casebook.py", "tests/law/test_coverage.py", "tests/rulesets/test_rulesets.py",
    "tests/test_second_opinion.py",
)  # fmt: skip


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """Return the tree after the recipe, with generated files up to date."""
    made = recipe.copy_tree(tmp_path_factory.mktemp("copy"))
    for file in recipe.files():
        made.write(file)
    regen, *_ = recipe.commands("Then")
    made.run(regen)
    for name, found in (("telephone", TELEPHONE), ("early", EARLY)):
        book = (made.folder / "tests" / "cases" / "infractions" / f"{found.id}.md").read_text(
            encoding="utf-8"
        )
        (made.folder / f"{name}.clab").write_text(
            book.split("```clab\n")[1].split("```")[0], encoding="utf-8"
        )
    return made


@pytest.mark.full
def test_the_recipe_names_every_changed_file(copy: Copy) -> None:
    """Its files by hand, the generated ones by the command."""
    named = {file.path for file in recipe.files() if (ROOT / file.path).parent != ROOT}
    assert copy.differing() - named == MADE


@pytest.mark.full
def test_the_additions_are_found_by_check_and_replay(copy: Copy) -> None:
    """An offense of each example; the lawful incident in the replay."""
    noted = (copy.folder / "early.clab").read_text(encoding="utf-8") + "incident spilled_drink E card qh @4\n"
    (copy.folder / "spilled.clab").write_text(noted, encoding="utf-8")
    assert "East spilled a drink on Q♥" in copy.run(f"{PROGRAM} replay spilled.clab")
    found = copy.run(f"{PROGRAM} check telephone.clab early.clab {HOUSE}", code=1)
    for infraction, text in zip((TELEPHONE, EARLY), SAID, strict=True):
        assert f"{infraction.id}: {text}" in found
        assert infraction.words.help in found


@pytest.mark.full
def test_the_additions_are_in_every_form_of_a_ruling(copy: Copy) -> None:
    """In every form of a ruling, by every command about infractions."""
    for name, infraction, said in zip(("telephone", "early"), (TELEPHONE, EARLY), SAID, strict=True):
        text = " ".join(copy.run(f"{PROGRAM} rule {name}.clab {HOUSE}").split())
        assert said in text
        page = copy.run(f"{PROGRAM} rule {name}.clab {HOUSE} -f html")
        assert said in re.sub(r"<[^>]*>", "", page)
        ruling = json.loads(copy.run(f"{PROGRAM} rule {name}.clab {HOUSE} -f json"))
        assert [each["infraction"] for each in ruling["findings"]] == [infraction.id]
        copy.run(f"{PROGRAM} convert {name}.clab {name}.json --force")
        copy.run(f"{PROGRAM} convert {name}.json {name}-again.clab --force")
        assert (
            copy.run(f"{PROGRAM} convert {name}-again.clab - --format json")
            == (copy.folder / f"{name}.json").read_text()
        )
        told = copy.run(f"{PROGRAM} explain {infraction.id} {HOUSE}")
        assert infraction.title in told
        assert infraction.manual.split("\n\n")[-1].split("\n")[0] in told
    assert CALL.word in copy.run(f"{PROGRAM} schema hand")
    assert CALL.deed in copy.run(f"{PROGRAM} recorder -o -")


@pytest.mark.full
def test_the_added_infraction_limits_the_leader(copy: Copy) -> None:
    command = next(each for each in recipe.commands("Then") if " legal " in each)
    assert copy.run(command) == "legal: J♥ Q♦\nnot 10♣: leading trumps too early; play J♥ or Q♦\n"
    assert copy.run(f'{command} --played "AD 9C"') == "legal: 10♣ J♥ Q♦\n"


@pytest.mark.full
def test_a_toggle_and_a_parameter_decide_what_a_house_says(copy: Copy) -> None:
    """A house of its own answers both; an answer out of its range is refused with the range."""
    house = (copy.folder / "examples" / "house-rules.toml").read_text(encoding="utf-8")
    answers = {"free": "trumps_kept = 0", "noted": 'telephone = "note"', "odd": "trumps_kept = 7"}
    for name, line in answers.items():
        text = house.replace('id = "corner-bar"', f'id = "{name}"')
        table = "toggles" if name == "noted" else "parameters"
        (copy.folder / f"{name}.toml").write_text(f"{text}\n[{table}]\n{line}\n", encoding="utf-8")
    assert "NO FAULT FOUND" in copy.run(f"{PROGRAM} rule early.clab --ruleset free.toml")
    copy.run(f"{PROGRAM} check early.clab --ruleset free.toml")
    early = (copy.folder / "early.clab").read_text(encoding="utf-8")
    claim = f"claim E against N {EARLY.id} trick 1\n"
    (copy.folder / "claimed.clab").write_text(early + claim, encoding="utf-8")
    told = " ".join(copy.run(f"{PROGRAM} rule claimed.clab --ruleset free.toml").split())
    assert "TRUE, BUT NO RENEGE" in told
    assert "to that trick any card may be led here" in told
    ruling = json.loads(copy.run(f"{PROGRAM} rule telephone.clab --ruleset noted.toml -f json"))
    assert [(each["infraction"], each["penalty"]) for each in ruling["findings"]] == [(TELEPHONE.id, "note")]
    told = copy.run(f"{PROGRAM} rule early.clab --ruleset odd.toml", code=5)
    assert "[parameters] trumps_kept = 7: it should be from 0 to 6" in told
    assert "For how many tricks is no trump led" in copy.run(
        f"{PROGRAM} rulesets free.toml --against {HOUSE.split()[1]}"
    )


@pytest.mark.full
def test_the_new_form_is_written(copy: Copy) -> None:
    assert copy.run(f"{PROGRAM} rule early.clab {HOUSE} -f line").startswith("early-1: ")


@pytest.mark.full
def test_certificates_of_unknown_infractions_are_not_checked(copy: Copy) -> None:
    """The checker knows only the published infractions, and says so."""
    copy.run(f"{PROGRAM} rule early.clab {HOUSE} -o early-ruling.json --force")
    text = copy.run(f"{PROGRAM} verify early-ruling.json", code=4)
    assert "not checked: the checker does not know this infraction" in text


@pytest.mark.full
def test_the_new_house_rule_is_one_file(copy: Copy) -> None:
    printed, shown, ruled = (copy.run(command) for command in recipe.commands("A new house rule"))
    assert "slow-play" in printed
    rulings, _, others = shown.partition("RULINGS DIFFER")[2].partition("ONLY WORDS DIFFER")
    difference, hand = rulings.split("note", 1)
    assert difference.split() == ["corner-store", "ecl-1992", "slow-play", "renege"]
    assert re.search(r"renege: .*\n *note: ", hand), "a hand that turns on it, ruled under both"
    assert others.split() == ["nothing", "ONLY", "SOURCES", "DIFFER", "nothing"]
    assert "Corner Store house rules" in " ".join(ruled.split())


@pytest.mark.full
def test_the_suites_are_green_where_it_was_carried_out(copy: Copy) -> None:
    _regen, tests, *others = recipe.commands("Then")
    copy.run(f"{tests} {' '.join(SUITES)} -n 0")
    for command in others:
        copy.run(command)
    copy.run(
        f".venv/bin/python -m ruff check {' '.join(file.path for file in recipe.files() if '.py' in file.path)}"
    )


@pytest.mark.full
def test_a_shipped_ruleset_may_bind_it_too(copy: Copy) -> None:
    """The same lines in a shipped ruleset, with a published source; the case file says what it costs there.

    Of what is noted: a law of cards changes what is found in the hands of the casebook, as it should. This test is the
    last on the copy, and changes it.
    """
    (bound,) = (file for file in recipe.files() if "[articles.telephone" in file.text and not file.line)
    copy.write(
        bound._replace(
            path="clabber_audit/rules/rulesets/gamerules.toml",
            text=bound.text.replace('["house"]', '["Y-CON"]'),
        )
    )
    case = copy.folder / "tests" / "cases" / "infractions" / f"{TELEPHONE.id}.md"
    case.write_text(
        case.read_text(encoding="utf-8").replace("examples/house-rules.toml", "gamerules"), encoding="utf-8"
    )
    copy.run(f".venv/bin/python -m pytest -n 0 {' '.join(BINDING)}")
    copy.run(
        ".venv/bin/python -m pytest tests/law/test_parity.py tests/law/test_mutations.py -k 'telephone or sound'"
    )


@pytest.mark.full
def test_a_skipped_step_is_named(tmp_path: Path) -> None:
    """Without a case file or regen, the suites name the file and the command."""
    short = recipe.copy_tree(tmp_path / "copy")
    for file in recipe.files():
        if "tests/cases" not in file.path:
            short.write(file)
    text = short.run(
        ".venv/bin/python -m pytest -n 0 tests/law/test_coverage.py tests/test_quality.py", code=1
    )
    assert f"tests/cases/infractions/{TELEPHONE.id}.md: add a hand" in text
    assert "nox -s regen" in text
