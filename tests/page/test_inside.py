"""The ruling inside a page comes back."""

from __future__ import annotations

import json

import pytest

from clabber_audit.ground.errors import Unusable
from clabber_audit.render.html import embedded
from clabber_audit.ruling.certificates import certificates, certificates_data
from clabber_audit.ruling.data import ruling_data
from tests import hands
from tests.page.reading import evil, page_of


@pytest.mark.parametrize("name", hands.NAMES)
def test_ruling_comes_back(pages: dict[str, str], name: str) -> None:
    ruling, _ = hands.ruled(hands.ALL[name])
    inside = embedded(pages[name])
    carried = inside.pop("certificates")
    assert inside == json.loads(json.dumps(ruling_data(ruling)))
    found = json.loads(json.dumps(certificates_data(certificates(ruling))))
    assert carried == found or (name.startswith("many") and all(one in found for one in carried))
    assert embedded(pages[name])["record"] == hands.ALL[name]


def test_block_holds_nothing_that_could_end_it(pages: dict[str, str]) -> None:
    block = page_of(evil()).split('id="clabber-ruling">')[1].split("</script>")[0]
    assert not set("<>&\u2028\u2029") & set(block)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<p>a page</p>",
        '<script type="application/json" id="clabber-ruling">{</script>',
        '<script type="application/json" id="clabber-ruling">[]</script>',
        '<script type="application/json" id="clabber-ruling">{"format": "other/1", "record": {}}</script>',
        '<script type="application/json" id="clabber-ruling">{"format": "clabber-ruling/1"}</script>',
        '<script type="application/json" id="clabber-ruling">{"format": 1, "format": 2}</script>',
        '<script type="application/json" id="clabber-ruling">{"format": NaN}</script>',
        '<script type="application/json" id="clabber-ruling">' + "[" * 100_000 + "</script>",
        '<script id="clabber-ruling">{"format": "clabber-ruling/1", "record": {}}</script>',
        2 * '<script type="application/json" id="clabber-ruling">{"format": "clabber-ruling/1", "record": {}}</script>',
    ],
)
def test_page_without_a_ruling_is_refused(text: str) -> None:
    with pytest.raises(Unusable, match=r"ruling"):
        embedded(text)
