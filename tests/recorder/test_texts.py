"""Tests, on the program's side, of the texts that the program and the recorder page must read alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.core.errors import Refused
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from tests.cli import read_text

#: Records, written from the two pages of the notation in `schemas`, each with spellings; and texts that are no hand.
VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("texts.json").read_text(encoding="utf-8"))
READ = [(one["record"], text) for one in VECTORS["read"] for text in one["texts"]]


@pytest.mark.parametrize(("record", "text"), READ)
def test_spellings_of_the_same_record(record: dict[str, Any], text: str) -> None:
    assert read_text(text) == record


@pytest.mark.parametrize("text", VECTORS["refused"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        parse(HandText(text, 1))
