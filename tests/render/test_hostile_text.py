"""Tests of hostile text in records (H rows): it is shown and stored unchanged, and never interpreted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.cli import (
    RENEGE,
    Json,
    call,
    copy_with,
    encode_record,
    read_text,
    unprintable_chars,
    write_records,
)
from tests.page.reading import Page
from tests.scale import DESK, at_scale, in_share
from tests.tables import hand_text

PAYLOADS = (
    "</script><img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "{{7*7}}",
    "'",
    "=cmd",
    "<!--<script>",
    "{% raw %}&lt;",
    "javascript:alert(1)//",
    "%s%n$(id)`id`",
    "\\u003c/script>\\x1b[31m",
    "]]></style><base href=//x>",
    "[bold red]\\[/]",
)
#: The first five together, which is the longest possible name.
TOGETHER = "".join(PAYLOADS[:5])

#: Path of every text of a record.
FIELDS: tuple[tuple[str | int, ...], ...] = (
    *(("players", seat) for seat in "NESW"),
    *(("teams", team) for team in ("NS", "EW")),
    *(("context", key) for key in ("league", "season", "venue", "date")),
    *(("source", key) for key in ("citation", "date_as_written", "recorded_by", "note")),
    ("incidents", 0, "quote"),
    ("incidents", 1, "quote"),
    ("incidents", 2, "by_other"),
    ("claims", 0, "reviewed_by"),
    ("claims", 0, "witnesses", 0),
    ("agreements", 0, "text"),
    ("accounts", 0, "about"),
    ("accounts", 0, "versions", 0, "told_by", 0),
    ("accounts", 0, "found", "by"),
    ("accounts", 0, "found", "because"),
    ("comments", 0, "text"),
    ("comments", 1, "text"),
    ("remarks", 0),
    ("remarks", 1),
)


PLAIN = read_text(hand_text("Plain words"))


def fill_record(texts: dict[tuple[str | int, ...], str]) -> Json:
    """Return the plain record with changed texts."""
    record = deepcopy(PLAIN)
    for path, text in texts.items():
        part: Any = record
        for step in path[:-1]:
            part = part[step]
        # Names of spectators differ from those of players; names of tellers are shorter.
        watches = path[-1] == "by_other" or path[0] == "claims" or "told_by" in path
        part[path[-1]] = f"{text[: 59 if 'told_by' in path else 79]}2" if watches else text
    return record


def mix_texts(texts: Sequence[str], start: int) -> Json:
    """Return a record with the texts in turn in its fields."""
    return fill_record({field: texts[(start + at) % len(texts)] for at, field in enumerate(FIELDS)})


#: Each payload in some field; at full scale in every field.
MIXED = [mix_texts(PAYLOADS, start) for start in range(0, len(PAYLOADS), at_scale(len(PAYLOADS), 1, ci=4))]
ALL_AT_ONCE = fill_record(dict.fromkeys(FIELDS, TOGETHER))
#: One hostile field each; CI takes a third of the fields, because another record fills all of them.
ONE_AT_A_TIME = [
    fill_record({field: TOGETHER})
    for field in FIELDS[: at_scale(1, len(FIELDS))]
    if DESK or in_share(str(field))
]
RECORDS = [*MIXED, *ONE_AT_A_TIME, ALL_AT_ONCE]

#: Elements of a page with a code to scan, which a page of a hand too long for a code lacks.
CODE = Counter({
    ("figure", ("id", "hidden")): 1,
    ("canvas", ("width", "height", "data-bits", "role", "aria-label")): 1,
    ("figcaption", ()): 1,
})  # fmt: skip


def extract_skeleton(page: str) -> tuple[Counter[tuple[str, tuple[str, ...]]], list[str | None]]:
    """Return the elements of a page with the names of their attributes, and the values of links and styles."""
    elements = Page(page).elements
    followed = ("href", "src", "action", "style")
    values = [value for _, attrs in elements for name, value in attrs.items() if name in followed]
    return Counter((tag, tuple(attrs)) for tag, attrs in elements), values


def test_fields_has_every_text_of_a_record() -> None:
    """Add new texts of the schema to `FIELDS`."""
    schema = json.loads(call("schema", "hand").out)

    def texts(part: Any) -> int:
        if isinstance(part, list):
            return sum(map(texts, part))
        if not isinstance(part, dict):
            return 0
        return ("maxLength" in part) + sum(map(texts, part.values()))

    # Two names, five kinds of texts of eight keys, a quote, an outsider, who turned tricks, who watched, words agreed
    # on, a comment, a remark; of an account what it is about, who tells it, who found and why, and two kinds of pointers.
    assert texts(schema) == 2 + 4 + 4 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 4 + 2


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the page of the same hand with plain texts."""
    return call(
        "rule",
        str(write_records(tmp_path_factory.mktemp("plain") / "plain.json", [PLAIN])),
        "--format",
        "html",
    ).out


@pytest.mark.parametrize("record", RECORDS, ids=range(len(RECORDS)))
def test_h01_h06_on_the_page(workdir: Path, plain: str, record: Json) -> None:
    write_records(workdir / "x.json", [record])
    assert call("rule", "x.json", "-o", "x.html").code == 0
    page = (workdir / "x.html").read_text(encoding="utf-8")
    (seen, followed), (expected, links) = extract_skeleton(page), extract_skeleton(plain)
    if "for a code to scan" in page:
        expected += Counter({("p", ()): 1})
        expected -= CODE
        expected -= Counter({("button", ("type", "id", "data-name", "data-hand", "hidden")): 1})
        expected += Counter({("button", ("type", "id", "data-name", "hidden")): 1})
    assert seen == expected
    assert followed == links
    # The page contains the texts unchanged.
    (again,) = json.loads(call("check", "--format", "json", "x.html").out)
    assert again["record"] == record


@pytest.mark.parametrize("record", RECORDS, ids=range(len(RECORDS)))
def test_h01_on_the_terminal(workdir: Path, record: Json) -> None:
    write_records(workdir / "x.json", [record])
    for args in (["check", "x.json"], ["rule", "x.json"], ["replay", "x.json"]):
        done = call(*args)
        assert done.code == (1 if args[0] == "check" else 0), done
        assert not unprintable_chars(done.out + done.err)


def test_h01_in_json(workdir: Path) -> None:
    write_records(workdir / "x.jsonl", RECORDS)
    write_records(workdir / "x.clab", RECORDS)
    for name in ("x.jsonl", "x.clab"):
        for form in ("json", "jsonl"):
            out = call("check", name, "--format", form).out
            assert not unprintable_chars(out)
            rulings = json.loads(out) if form == "json" else list(map(json.loads, out.splitlines()))
            assert [ruling["record"] for ruling in rulings] == RECORDS
    write_records(workdir / "x.json", [ALL_AT_ONCE])
    assert json.loads(call("rule", "x.json", "--format", "json").out)["record"] == ALL_AT_ONCE


def test_h06_nothing_is_calculated(workdir: Path) -> None:
    write_records(workdir / "x.json", [fill_record(dict.fromkeys(FIELDS, "{{7*7}}"))])
    for form in ("text", "html", "json"):
        assert "{{7*7}}" in call("rule", "x.json", "--format", form).out
    assert "{{7*7}}" in call("replay", "x.json").out


def test_texts_survive_conversion(workdir: Path) -> None:
    write_records(workdir / "x.jsonl", RECORDS)
    assert call("convert", "x.jsonl", "x.clab").code == 0
    assert call("convert", "x.clab", "again.jsonl").code == 0
    again = (workdir / "again.jsonl").read_text(encoding="utf-8")
    assert list(map(json.loads, again.splitlines())) == RECORDS
    before = (workdir / "x.clab").read_bytes()
    assert call("fmt", "x.clab").code == 0
    assert (workdir / "x.clab").read_bytes() == before


def test_h01_in_refusals(workdir: Path) -> None:
    """Unreadable input is quoted as text, too."""
    for payload in (*PAYLOADS, TOGETHER):
        for record in (
            copy_with(RENEGE, id=payload),
            copy_with(RENEGE, ruleset=payload),
            {**RENEGE, payload: payload},
            copy_with(RENEGE, score={"NS": payload}),
        ):
            done = call("rule", "-", "--format", "html", stdin=encode_record(record))
            assert done.code == 3
            assert not done.out
            assert not unprintable_chars(done.err)


def test_unusual_characters_are_plain_text(workdir: Path) -> None:
    """Quotes of other scripts, right-to-left letters, look-alikes and combining marks."""
    texts = (
        "‹›«»„“”",
        "שלום",
        "Воb",
        "e\u0301\u0323",
        "＝1＋1",
        "＜script＞",
        "🂡🎉",
        "a\u00a0b",
        "ﷺ",
        "a" * 80,
    )
    for start in range(0, len(texts), at_scale(len(texts), 1, ci=3)):
        record = mix_texts(texts, start)
        write_records(workdir / "x.json", [record])
        assert call("rule", "x.json", "-o", "x.html", "--force").code == 0
        (again,) = json.loads(call("check", "--format", "json", "x.html").out)
        assert again["record"] == record
