"""Tests of syntax coloring: what Pygments and editors make of every text, compared with what the reader reads."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import entry_points
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from pygments.token import Comment, Keyword, Literal, Name, Number, String, Token

from clabber_audit.core.errors import Refused
from clabber_audit.records.formats import Record
from clabber_audit.records.notation import tokens
from clabber_audit.records.notation.draft import split_hands
from clabber_audit.records.notation.highlight import LINES, ClabLexer
from clabber_audit.records.notation.language import GRAMMARS, parse
from clabber_audit.records.notation.writer import write
from clabber_audit.simulate.seasons import simulate_hands
from tests import editors
from tests.cli import ROOT
from tests.scale import at_scale

Lines = list[list[tuple[Any, str]]]


def _code_blocks(page: Path) -> list[str]:
    return re.findall(r"```clab\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


TEXTS: Final = {
    str(path.relative_to(ROOT)): path.read_text("utf-8") for path in ROOT.glob("examples/**/*.clab")
} | {
    f"{path.name} {number}": block
    for path in ROOT.glob("schemas/*.md")
    for number, block in enumerate(_code_blocks(path))
}


NAMES: Final = {name for grammar in GRAMMARS.values() for name in grammar.names}


def color_lines(text: str) -> Lines:
    """Return the words of each line with their tokens, without blanks."""
    lines: Lines = [[]]
    for token, value in ClabLexer(stripnl=False).get_tokens(text):
        first, *others = value.split("\n")
        for number, part in enumerate([first, *others]):
            if number:
                lines.append([])
            if part.strip():
                lines[-1].append((token, part.strip()))
    return lines


def _records(text: str) -> Iterator[Record]:
    for passage in split_hands(text.splitlines(keepends=True)):
        assert not isinstance(passage, Refused)
        yield parse(passage)


def _count_cards(record: Record) -> int:
    return sum(len(hand) for hand in (record.deal.hands or {}).values()) + len(record.plays)


@pytest.mark.parametrize("name", TEXTS)
def test_lines_start_with_the_right_token(name: str) -> None:
    """A word of the notation, the number of a trick, a seat or a clock; no text is lost, and no token is an error."""
    lines = TEXTS[name].split("\n")
    for line, found in zip(lines, color_lines(TEXTS[name]), strict=False):
        assert Token.Error not in {token for token, _ in found}
        assert "".join(value for _, value in found).replace(" ", "") == "".join(line.split()), line
        words = tokens.split(line)
        if not words:
            assert not found
        elif words[0][0] in "{;":
            assert found[0][0] is Comment
        elif words[0].lower() in NAMES and len(words[0]) > 1:
            assert found[0] == (Keyword, words[0]), line
        else:
            assert found[0][0] in (Number, Name.Variable, Literal.Date), line


@pytest.mark.parametrize("rules", ["ecl-1992", "pepper", "double-deck", "dirty-clubs"])
def test_cards_are_colored_as_cards(rules: str) -> None:
    for record in simulate_hands(8, at_scale(5, 20), 0.6, ruleset=rules):
        text = write(record)
        held = [line for line in color_lines(text) if line and line[0][0] in (Number, Name.Variable)]
        # The cards of a meld, and the suit that the joker names, follow a sign.
        words = ((sign, token, value) for line in held for (_, sign), (token, value) in pairwise(line))
        cards = [value for sign, token, value in words if token is Name.Constant and sign != "="]
        assert sum(len(re.findall(r"\?\?|..", value)) for value in cards) == _count_cards(record), text


def test_tokens_of_a_line() -> None:
    text = """\
clabber 1 ; a comment
remark jd against N {a "comment"} claim
seats N Ann / E "Bob; jr."
context 2026-01-22 league City League game 2
calls p s / S:play.2
1N +dad@?=jckcqc ah E:10d ??
2.3 claim E against NS failure-to-follow trick 2 withdrawn
incident looked_at_trick W card ks @-
bid-euchre 1
give S>N ts??
1 P4 jk=s 7h
"""
    counted = [Counter(token for token, _ in line) for line in color_lines(text)]
    words = [{value: token for token, value in line} for line in color_lines(text)]
    assert words[0]["; a comment"] is Comment
    assert counted[1][Name.Constant] == counted[1][Name.Variable] == counted[1][Keyword.Pseudo] == 0
    assert words[2]['"Bob; jr."'] is String
    assert (words[3]["league"], words[3]["League"]) == (Keyword.Pseudo, Token.Text)
    assert (words[4]["s"], words[4]["S"], words[4]["play"]) == (Name.Builtin, Name.Variable, Name.Builtin)
    assert words[5]["dad"] is Name.Function
    assert words[5]["@?"] is Literal.Date
    assert [words[5][card] for card in ("jckcqc", "ah", "10d", "??")] == [Name.Constant] * 4
    assert (words[6]["2.3"], words[6]["claim"]) == (Literal.Date, Keyword)
    assert (words[6]["failure-to-follow"], words[6]["NS"]) == (Name.Exception, Name.Variable)
    assert (words[7]["looked_at_trick"], words[7]["@-"]) == (Name.Label, Literal.Date)
    assert words[9]["ts??"] is words[10]["7h"] is Name.Constant
    assert counted[9][Name.Variable] == 2


def test_editor_grammar_is_up_to_date() -> None:
    published = editors.FILE.read_text(encoding="utf-8")
    assert published == editors.grammar(), "out of date; write it again with .venv/bin/nox -s regen"
    grammar = json.loads(published)
    named = {rule["include"].removeprefix("#") for rule in grammar["patterns"]}
    for part in grammar["repository"].values():
        named |= {rule["include"].removeprefix("#") for rule in part.get("patterns", ())}
        for key in ("match", "begin"):
            # Python's engine and Oniguruma must read it alike: no names, no possessive or atomic groups.
            assert not re.search(r"\(\?[P>]|[+*?]\+|\\[pPhRXgk]", part.get(key, ""))
            re.compile(part.get(key, ""))
    assert named == set(grammar["repository"])
    assert len(grammar["patterns"]) == len(LINES)


def test_extension_files_exist() -> None:
    folder = editors.FILE.parent.parent
    contributed = json.loads((folder / "package.json").read_text(encoding="utf-8"))["contributes"]
    (language,), (grammar,) = contributed["languages"], contributed["grammars"]
    assert language["extensions"] == [".clab"]
    assert (folder / language["configuration"]).is_file()
    assert (folder / grammar["path"]).resolve() == editors.FILE
    assert grammar["scopeName"] == json.loads(editors.FILE.read_text(encoding="utf-8"))["scopeName"]


def test_pygments_finds_the_language() -> None:
    (found,) = entry_points(group="pygments.lexers", name="clab")
    assert found.load() is ClabLexer
    assert "*.clab" in ClabLexer.filenames
    assert Path(editors.FILE).suffixes == [".tmLanguage", ".json"]
