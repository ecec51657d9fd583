"""How large a page is, and whether it is the same every time."""

from __future__ import annotations

import hashlib
import json
import re

import pytest

from clabber_audit.games.door import read
from clabber_audit.law.bound_ruleset import law
from clabber_audit.render.html import embedded, page
from clabber_audit.rulesets.ruleset import from_data
from clabber_audit.ruling.dossier import dossier
from clabber_audit.ruling.judge import adjudicate
from tests import hands
from tests.cli import elsewhere
from tests.page.reading import page_of

LARGEST = 64 * 1024
TYPICAL = 45_000


@pytest.mark.parametrize("name", hands.NAMES)
def test_size(pages: dict[str, str], name: str) -> None:
    size = len(pages[name].encode())
    assert size <= (LARGEST if name.startswith("many") else TYPICAL)


def digest() -> str:
    return hashlib.sha256("".join(page_of(hands.ALL[name]) for name in hands.NAMES).encode()).hexdigest()


@pytest.mark.full
def test_same_bytes_every_time() -> None:
    """Whatever the order of hashes and the time zone of the machine."""
    assert elsewhere(digest) == digest()


def test_same_page_from_the_page() -> None:
    """A page audited again from itself gives the same page."""
    for record in (hands.UPHELD, hands.REFUTED, hands.MANY_CLAIMED, hands.BELLE_SETS):
        first = page(dossier(hands.ruled(record)[0]))
        inside = embedded(first)
        again = adjudicate(read(json.dumps(inside["record"]).encode()), law(from_data(inside["law"])))
        assert page(dossier(again)) == first


@pytest.mark.full
def test_a_page_with_next_to_nothing_known_stays_within_its_size() -> None:
    """Three hands, all they played after the first trick and the trump suit are not known: 35 findings are open."""
    record = hands.changed(
        hands.TEN_COMES_HOME,
        "blank",
        claims=[{"by": "W", "against": "NS", "at": 24}],
        declarations=None,
        melds=None,
        score=None,
    )
    record["deal"]["hands"] = {"W": record["deal"]["hands"]["W"]}
    for play in record["plays"][4:]:
        if play["seat"] != "W":
            play["card"] = None
    text = page_of(record)
    assert len(text.encode()) <= LARGEST
    assert re.search(r"\d+ more certificates are in the ruling’s JSON only", text)
    assert "each stands at its moment in the hand card by card" in text
