"""Driver of the recorder page: it enters keys and taps and returns the records that the program reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clabber_audit.core.errors import Refused
from clabber_audit.games.parse import parse_hand
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import Record, record_data
from clabber_audit.records.notation.draft import HandText, split_hands
from clabber_audit.records.notation.language import parse
from clabber_audit.records.notation.writer import write
from clabber_audit.records.parse import parse_record

if TYPE_CHECKING:
    from playwright.sync_api import Page

Json = dict[str, Any]

PLAYERS = {"N": "Ruth", "E": "Carl", "S": "Ann", "W": "Joe"}
TEAMS = {"NS": "Owls", "EW": "Eagles"}
_KEYS = re.compile(r"Enter|Backspace|Tab|Escape|Space|\S")


def key_presses(text: str) -> list[str]:
    """Split a list of keys; blanks separate keys and `;` begins a comment."""
    return _KEYS.findall(re.sub(r";.*", "", text))


class Desk:
    """The recorder page, with helpers to set up a night and record hands."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open_window(self) -> Desk:
        """Open the same page in another window of the same browser."""
        page = self.page.context.new_page()
        page.goto(self.page.url)
        return Desk(page)

    def sit_down(self, ruleset: str, dealer: str, seats: int = 4, **texts: str) -> Desk:
        """Fill in the set-up for a game: number of players, dealer, and other named fields."""
        self.page.select_option("#setup [name=ruleset]", ruleset)
        if seats != 4:
            self.page.check(f"#setup [name=seats][value='{seats}']")
        return self._start(dealer, texts)

    def unfold(self) -> None:
        """Open the folded part of the set-up: names, teams and place."""
        if not self.page.locator("#setup details[open]").count():
            self.page.get_by_text("Names, teams, place").click()

    def set_up(self, dealer: str = "S", way: str = "table", **texts: str) -> Desk:
        """Fill in the set-up: four players, two teams, a fixed date, the dealer, and other named fields."""
        self.unfold()
        self.page.check(f"#setup [name=way][value={way}]")
        names = {f"player-{seat}": name for seat, name in PLAYERS.items()}
        names |= {f"team-{team}": name for team, name in TEAMS.items()}
        return self._start(dealer, {**names, **texts})

    def _start(self, dealer: str, texts: dict[str, str]) -> Desk:
        self.unfold()
        for name, text in {"date": "2026-01-22", **texts}.items():
            self.page.fill(f"#setup [name={name}]", text)
        self.page.check(f"#setup [name=dealer][value={dealer}]")
        self.page.get_by_role("button", name="Start recording").click()
        return self

    def paste(self, text: str, *buttons: str) -> None:
        """Paste a text instead of scanning a code; open it, or tap other buttons."""
        self.tap("Scan or paste")
        self.page.fill("#receive textarea", text)
        self.tap(*(buttons or ["Open it"]))

    def keys(self, text: str) -> Desk:
        """Press keys one by one."""
        for key in key_presses(text):
            self.page.keyboard.press(key)
        return self

    def tap(self, *names: str) -> None:
        """Tap buttons by name, on the page or in the dialog if one is open."""
        for name in names:
            place = (
                self.page.locator("dialog[open]") if self.page.locator("dialog[open]").count() else self.page
            )
            place.get_by_role("button", name=name).first.click()

    def argue(self) -> None:
        """Enter a hand in which Ruth trumps the second trick while holding a diamond, and Carl claims that Ann did."""
        self.keys(
            "9s y m d ks as qs 9s kd w 9h 0h jh ad 0s jd ac qc kc js jh qh 9c kh jc 0h ah 0c qd 9d 9h Enter"
        )
        self.keys("r e s 2 r")
        self.page.select_option("dialog [name=infraction]", "failure-to-follow")
        self.tap("Done")

    def differ(self, about: str, *chips: str) -> None:
        """Note that accounts of an entry of the list differ, and tap chips of the dialog."""
        self.page.locator("#steps").get_by_role("button", name=f"They tell it differently: {about}").click()
        for chip in chips:
            self.page.locator("dialog[open] .chip:visible", has_text=chip).click()

    def say(self, *calls: str) -> None:
        """Tap calls, and names that belong to them, on the keypad."""
        for call in calls:
            self.page.locator("#calls").get_by_role("button", name=call, exact=True).click()

    def cards(self, codes: str) -> None:
        """Tap cards of the grid, given as in `KS AS`."""
        for code in codes.split():
            self.page.locator(f"#cards [data-card='{code}']").click()

    @property
    def prompt(self) -> str:
        return self.page.locator("#prompt").inner_text()

    @property
    def notice(self) -> str:
        return self.page.locator("#notice").inner_text()

    @property
    def json(self) -> str:
        return self.page.locator("#json").input_value()

    @property
    def text(self) -> str:
        return self.page.locator("#text").input_value()

    @property
    def written(self) -> list[Record]:
        """Hands as the program reads them; JSON and text agree, and the text is canonical."""
        found = [parse_record(line.encode()) for line in self.json.splitlines()]
        from_text = [
            parse(_assert_text(passage)) for passage in split_hands(self.text.splitlines(keepends=True))
        ]
        assert from_text == found
        assert self.text == "\n".join(map(write, found))
        return found

    @property
    def records(self) -> list[HandRecord]:
        """Hands of Clabber."""
        return [record for record in self.written if isinstance(record, HandRecord)]

    @property
    def hand(self) -> Json:
        """The only hand of the Bid Euchre family, as data; its record is accepted as possible."""
        (found,) = self.written
        assert isinstance(found, BidEuchreRecord)
        assert parse_hand(self.json.encode()).record == found
        data: Json = record_data(found)
        return data

    @property
    def record(self) -> HandRecord:
        """The only hand of Clabber; its record is accepted as possible."""
        (found,) = self.records
        return parse_hand(self.json.encode()).record if found else found


def _assert_text(passage: HandText | Refused) -> HandText:
    assert isinstance(passage, HandText)
    return passage
