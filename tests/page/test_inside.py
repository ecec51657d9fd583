"""The ruling inside a page comes back."""

from __future__ import annotations

import base64
import bz2
import json
import re

import pytest

from clabber_audit.core.errors import Unusable
from clabber_audit.judge.certificates import certificates, certificates_data, certificates_of_point
from clabber_audit.judge.embedded import block_text, read_embedded_ruling
from clabber_audit.judge.focus import focus
from clabber_audit.report.data import ruling_data
from tests import hands
from tests.page.reading import evil, page_of


@pytest.mark.parametrize("name", hands.NAMES)
def test_ruling_comes_back(pages: dict[str, str], name: str) -> None:
    ruling, _ = hands.rule_on(hands.ALL[name])
    inside = read_embedded_ruling(pages[name])
    carried = inside.pop("certificates")
    assert inside == json.loads(json.dumps(ruling_data(ruling)))
    all_of_them = certificates(ruling)
    found, turned_on = (
        json.loads(json.dumps(certificates_data(some)))
        for some in (all_of_them, certificates_of_point(ruling, all_of_them, focus(ruling)))
    )
    # Where all of them make the page large, those that the ruling turns on; none where even these do.
    assert carried in (found, turned_on) or (name.startswith("many") and not carried)
    assert read_embedded_ruling(pages[name])["record"] == hands.ALL[name]


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
        2
        * '<script type="application/json" id="clabber-ruling">{"format": "clabber-ruling/1", "record": {}}</script>',
    ],
)
def test_page_without_a_ruling_is_refused(text: str) -> None:
    with pytest.raises(Unusable, match=r"ruling"):
        read_embedded_ruling(text)


def test_the_law_of_an_older_page_stood_in_the_ruling() -> None:
    ruling, _ = hands.rule_on(hands.UPHELD)
    text = f'<script type="application/json" id="clabber-ruling">{block_text(ruling_data(ruling))}</script>'
    assert read_embedded_ruling(text)["law"] == ruling.law.ruleset.to_data()


def encode_bz2(data: bytes) -> str:
    return base64.b64encode(bz2.compress(data)).decode()


@pytest.mark.parametrize(
    "law",
    [
        "",
        "QlpoOQ",
        base64.b64encode(b"no archive").decode(),
        encode_bz2(b"{}")[:-8],
        encode_bz2(b"{") + "!",
        encode_bz2(b'{"id": 1, "id": 2}'),
        encode_bz2(b"[" * 100_000),
        encode_bz2(b" " * (2 << 20)),
        encode_bz2(b"\xff"),
        f'{encode_bz2(b"{}")}</script><script type="application/x-bzip2;base64" id="clabber-law">{encode_bz2(b"{}")}',
    ],
)
def test_a_damaged_law_is_refused(pages: dict[str, str], law: str) -> None:
    start, end = re.split('(?<=id="clabber-law">)[^<]*', pages["upheld"])
    with pytest.raises(Unusable, match="the law inside the page is damaged"):
        read_embedded_ruling(f"{start}{law}{end}")
