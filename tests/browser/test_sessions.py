"""Tests of sessions at the recorder (`sessions.md`) in a real browser: what the page shows and writes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.core.files import package_folder
from clabber_audit.games.parse import parse_hand
from clabber_audit.records.notation.draft import HandText, split_hands
from clabber_audit.records.notation.language import parse
from tests.browser.conftest import OpenDesk
from tests.browser.recorder import Desk
from tests.hands import TEN_COMES_HOME_TRICKS
from tests.transcripts import transcripts

NIGHT: Final = {"league": "Example League", "round": "3", "table": "4", "hand": "7"}
#: The hand of `examples/ten-comes-home.clab` as the page should write it, its deal left to be rebuilt from the tricks.
TEN: Final = f"""\
clabber 1
hand 2026-01-22-owls-eagles-r3-t4-g1-h07
rules ecl-1992
seats N Ruth / E Carl / S Ann / W Joe
teams NS Owls / EW Eagles
context 2026-01-22 league Example League round 3 table 4 game 1 hand 7
source table
deal S
up 9s
calls play
{TEN_COMES_HOME_TRICKS}score NS R EW 182
"""
#: Sessions by their titles, each with its lines.
SESSIONS: Final = dict(transcripts(Path(__file__).with_name("sessions.md")))
#: Texts of the page, by their ids.
PLACES: Final = (
    *("prompt", "notice", "panel-title", "panel-wrong", "panel-says", "score-wrong", "tally", "place"),
    *("trump", "setup", "counted"),
)


class Session:
    """A session at the page; the verbs of `sessions.md` are methods named `do_…`."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.page = desk, desk.page
        self.is_possible = True

    def do_set(self, rest: str) -> None:
        words = (word.split("=") for word in rest.split() if "=" in word)
        texts = {name: text.encode().decode("unicode_escape") for name, text in words}
        self.desk.set_up(**(NIGHT if rest == "up night" else texts))

    def do_sit(self, rest: str) -> None:
        _, ruleset, dealer, *seats = rest.split()
        self.desk.sit_down(ruleset, dealer, *map(int, seats))

    def do_keys(self, rest: str) -> None:
        self.desk.keys(rest)

    def do_tap(self, rest: str) -> None:
        self.desk.tap(*rest.split(" / "))

    def do_say(self, rest: str) -> None:
        self.desk.say(*rest.split(" / "))

    def do_cards(self, rest: str) -> None:
        self.desk.cards(rest)

    def do_fill(self, rest: str) -> None:
        name, _, text = rest.partition(" ")
        self.page.fill(f"[name='{name}']:visible", text)

    def do_check(self, rest: str) -> None:
        name, *value = rest.split(" ")
        self.page.check(f"dialog [name={name}]" + "".join(f"[value='{one.strip('{}')}']" for one in value))

    def do_select(self, rest: str) -> None:
        name, value = rest.split()
        self.page.select_option(f"dialog [name={name}]", value)

    def do_rules(self, rest: str) -> None:
        self.page.select_option("#setup [name=ruleset]", rest)

    def do_paste(self, rest: str) -> None:
        self.desk.paste(rest.replace("\\n", "\n"))

    def do_file(self, rest: str) -> None:
        name, _, text = rest.partition(" ")
        data = text.encode() or (package_folder("examples") / name).read_bytes()
        self.page.set_input_files("#file", {"name": name, "mimeType": "text/plain", "buffer": data})

    def do_wait(self, rest: str) -> None:
        self.page.get_by_text(rest).wait_for()

    def do_label(self, rest: str) -> None:
        self.page.get_by_label(rest).check()

    def do_hidden(self, rest: str) -> None:
        assert not self.page.get_by_text(rest).is_visible()

    def do_unfold(self, rest: str) -> None:
        if rest:
            self.page.get_by_text(rest).click()
        else:
            self.desk.unfold()

    def do_open(self, rest: str) -> None:
        self.page.locator("#sheet").get_by_role("button", name=rest).click()

    def do_reload(self, _: str) -> None:
        before = self.desk.json
        self.page.reload()
        assert self.desk.json == before or self.page.locator("#setup").is_visible()

    def do_contradictory(self, _: str) -> None:
        self.is_possible = False

    def do_example(self, _: str) -> None:
        (passage,) = split_hands(TEN.splitlines(keepends=True))
        assert isinstance(passage, HandText)
        assert self.desk.record == parse(passage)

    def do_again(self, _: str) -> None:
        """Reopen the hand from its record."""
        again = "sorted(recordOf(handOf(recordsOf(night)[0]))) === sorted(recordsOf(night)[0])"
        assert self.page.evaluate(again)

    def look_up(self, what: str) -> Any:
        """Return what the page shows or has written under a name."""
        if what in PLACES:
            return self.page.locator(f"#{what}").inner_text()
        if what == "steps":
            return " | ".join(self.page.locator("#steps button").all_inner_texts())
        if what == "boxes":
            return " ".join(box.input_value() or "_" for box in self.page.locator("#scores input").all())
        if what == "offered":
            return " | ".join(self.page.evaluate("[...named.options].map((one) => one.value)"))
        if what == "slots":
            return " ".join(self.page.locator(".slot b").all_inner_texts())
        if what == "questions":
            return " | ".join(self.page.locator("dialog legend:visible").all_inner_texts())
        if what == "answers":
            answers = self.page.locator("dialog button:visible").all_inner_texts()
            return " | ".join(answer.split("\n")[0].strip() for answer in answers)
        if what.startswith(("choices ", "closed ")):
            kind, name = what.split()
            options = f"[name={name}]:visible option{'[disabled]' * (kind == 'closed')}"
            return " ".join(self.page.locator(options).evaluate_all("all => all.map((one) => one.value)"))
        if what.startswith("field "):
            return self.page.locator(f"[name='{what[6:]}']").input_value()
        number, _, path = what.rpartition(" ")
        hands: list[Any] = [
            hand.model_dump(mode="json", by_alias=True, exclude_defaults=True) for hand in self.desk.written
        ]
        if self.is_possible:
            for line in self.desk.json.splitlines():
                parse_hand(line.encode())
        if what == "hands":
            return len(hands)
        hand = hands[int(number or 0) - 1]
        if path == "plays":
            return " ".join(f"{play['seat']} {play.get('card') or '?'}" for play in hand["plays"])
        if path in ("calls", "callers"):
            return " ".join(call["call" if path == "calls" else "seat"] for call in hand["declarations"])
        for key in path.split("."):
            parts = dict(enumerate(hand)) if isinstance(hand, list) else hand or {}
            hand = parts.get(int(key) if key.isdigit() else key)
        return hand


@pytest.mark.parametrize(
    "title",
    [
        title if title == "A hand by taps" else pytest.param(title, marks=pytest.mark.full)
        for title in SESSIONS
    ],
)
def test_transcript(open_desk: OpenDesk, title: str) -> None:
    session = Session(open_desk())
    for line in SESSIONS[title]:
        verb, _, rest = line.partition(" ")
        if hasattr(session, f"do_{verb}"):
            getattr(session, f"do_{verb}")(rest)
            continue
        what, sign, expected = re.fullmatch(
            r"((?:\d |field |choices |closed )?[\w.-]+) ([=~≁≠]) ?(.*)", line
        ).groups()  # type: ignore[union-attr]
        shown = session.look_up(what)
        if sign == "~":
            assert expected in shown, line
        elif sign in "≁≠":
            assert expected not in shown if sign == "≁" else shown != expected, line
        else:
            assert shown == (
                expected if isinstance(shown, str) and not expected.startswith('"') else json.loads(expected)
            ), line
