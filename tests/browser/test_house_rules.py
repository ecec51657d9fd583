"""Test of the page that asks for house rules, on a phone: answers, errors, reloading, and the saved file."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.api import load_ruleset
from clabber_audit.recorder.page import house_page
from clabber_audit.rules.ruleset import load
from tests.browser.checks import PHONE, assert_no_axe_violations
from tests.browser.conftest import Visit


def _write_page(folder: Path, rules: str) -> str:
    place = folder / f"{rules}.html"
    place.write_text(house_page(load(rules)), encoding="utf-8")
    return place.as_uri()


@pytest.mark.full
def test_answers_are_checked_kept_and_saved(visit: Visit, tmp_path: Path, axe: str) -> None:
    page = visit(_write_page(tmp_path, "ecl-1992"), viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.is_disabled("#save")
    page.fill("#name", "West Side")
    page.fill("[name=target-number]", "40")
    assert "Give a whole number from 50 to 5000." in page.inner_text("#q-target")
    assert page.is_disabled("#save")
    page.fill("[name=target-number]", "750")
    page.check("#q-late_meld [value='1']")
    page.click("#q-late_meld summary")
    assert "Void: MELD VOID: MELD CALLED LATE." in page.inner_text("#q-late_meld")
    assert page.inner_text("#count") == "2 answers are your own."
    assert_no_axe_violations(page, axe)
    page.reload()
    assert page.input_value("#name") == "West Side"
    with page.expect_download() as saving:
        page.click("#save")
    assert saving.value.suggested_filename == "west-side.toml"
    saved = tmp_path / "west-side.toml"
    saving.value.save_as(saved)
    own = load_ruleset(saved)
    assert (own.title, own.toggles.target, own.toggles.late_meld) == ("West Side", 750, "void")
    page.fill("#find", "belle")
    assert page.is_visible("#q-meld_belle")
    assert not page.is_visible("#q-target")


@pytest.mark.full
def test_incompatible_answers_are_reported_and_not_saved(visit: Visit, tmp_path: Path) -> None:
    """A pack of 24 has no joker (B-070); a pack of 25 is another answer, and its joker another question."""
    page = visit(_write_page(tmp_path, "pepper"), viewport=PHONE)
    page.fill("#name", "Our Pepper")
    page.check("#q-all_pass label:has-text('Joker 3') input")
    assert "These do not go together" in page.inner_text("#q-all_pass")
    assert page.is_disabled("#save")
    page.check("#q-all_pass label:has-text('Dealer 3') input")
    assert not page.is_disabled("#save")
    assert 'all_pass = "dealer_3"' in page.input_value("#file")
