"""Tests of the judge in the browser: rulings equal to the command's byte for byte, offline, and stoppable.

The two builds are made once; browser state is kept from test to test.
"""

from __future__ import annotations

import functools
import gzip
import http.server
import json
import os
import re
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import pytest

from clabber_audit.core.files import package_folder
from clabber_audit.recorder import browser as building
from clabber_audit.records.notation.language import add_sum
from tests.app.hands import lines
from tests.app.test_judging import BOOK
from tests.browser.checks import PHONE, SHARING, assert_no_axe_violations, download, wait_until_truthy
from tests.browser.recorder import Desk
from tests.cli import ELSEWHERE, call
from tests.recorder.test_texts import READ
from tests.reproducible.test_builds import clone_repository
from tests.signing.people import AGNES, public_key_file

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.full
#: Time limit of a ruling in milliseconds, on a busy machine.
PATIENCE = 60_000
#: Memory limit of the judge in bytes.
MEMORY = 200 << 20
#: A spade hand in which South reneges at once, and West says so.
RENEGE = "9s y ks as 9h qs"


class Builds(NamedTuple):
    """The folder build and the single-file build."""

    folder: Path
    file: Path


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Builds:
    place = tmp_path_factory.mktemp("app")
    lines: list[str] = []
    build = building.build_judge(lines.append)
    assert not [line for line in lines if "Node" in line]
    for name, data in building.build_folder(build).items():
        path = place / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (place / "recorder.html").write_text(building.build_single_file(build), encoding="utf-8")
    return Builds(place / "site", place / "recorder.html")


def test_builds_are_reproducible(builds: Builds, tmp_path: Path) -> None:
    """Build in another folder, with another hash seed, time zone and language."""
    other = clone_repository(tmp_path / "a clone")
    command = [sys.executable, "-m", "clabber_audit", "site", str(tmp_path / "site")]
    environment = {**os.environ, **ELSEWHERE, "PYTHONPATH": str(other)}
    subprocess.run(command, cwd=other, env=environment, check=True, capture_output=True)
    made, here = (
        {
            str(path.relative_to(place)): sha256(path.read_bytes()).hexdigest()
            for path in place.rglob("*")
            if path.is_file()
        }
        for place in (tmp_path / "site", builds.folder)
    )
    assert made == here
    assert len(made) > 5


class QuietStaticHost(http.server.SimpleHTTPRequestHandler):
    """A static host that logs nothing."""

    def log_message(self, *args: object) -> None:
        """Log nothing."""


class JudgeDesk(Desk):
    """The recorder page with the judge."""

    def rule(self) -> None:
        self.page.get_by_role("button", name="Rule on this hand").click()
        self.await_ruling()

    def await_ruling(self) -> None:
        self.page.locator("#ruling-page").wait_for(timeout=PATIENCE)

    def open_file(self, name: str, text: str) -> None:
        """Open a file to be ruled on."""
        self.page.set_input_files(
            "#rule-file", {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        )

    def save(self, button: str = "Save ruling") -> str:
        """Return the text of a saved file."""
        return download(self.page, button, timeout=PATIENCE).path().read_text(encoding="utf-8")

    def close_ruling(self) -> None:
        self.page.get_by_role("button", name="Close", exact=True).click()

    @property
    def says(self) -> str:
        return self.page.locator("#ruling-says").inner_text()

    def check_looks(self, axe: str) -> None:
        """Assert that the page is as wide as the phone, and accessible."""
        assert self.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert_no_axe_violations(self.page, axe)


class InstalledApp(JudgeDesk):
    """A phone with the folder installed from a host that is now unreachable."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.context = browser.new_context(viewport=PHONE)
        super().__init__(self.open_page())

    def open_page(self, name: str = "") -> Page:
        page = self.context.new_page()
        page.goto(f"{self.address}{name}")
        return page

    def reopen(self) -> None:
        """Close the page and open it again."""
        self.page.close()
        self.page = self.open_page()


@pytest.fixture(scope="module")
def app(browser: Browser, builds: Builds) -> Iterator[InstalledApp]:
    handler = functools.partial(QuietStaticHost, directory=str(builds.folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        app = InstalledApp(browser, f"http://127.0.0.1:{server.server_port}/")
        app.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    app.context.set_offline(True)
    app.reopen()
    app.set_up().keys(RENEGE)
    yield app
    app.context.close()


def measure_memory(browser: Browser) -> int:
    """Return the memory that the largest page uses, in bytes."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [one["id"] for one in found if one["type"] == "renderer"]
    status = [Path(f"/proc/{process}/status").read_text() for process in pages]
    return max(
        int(size) << 10
        for text in status
        for size in re.findall(r"^RssAnon:\s+(\d+) kB$", text, re.MULTILINE)
    )


def rule_by_command(tmp_path: Path, name: str, text: str, *options: str) -> str:
    """Return the command's output for the same file."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    return call("rule", str(tmp_path / name), "-f", "html", *options).out


def test_pasted_hand_is_ruled_on_during_an_evening(app: InstalledApp, tmp_path: Path) -> None:
    """The hand has a spelling of its own; the hand on the table stays. The message names hand, date and rules."""
    before, text = app.json, READ[1][1]
    app.paste(text, "Rule on it only")
    app.await_ruling()
    ruling = app.save()
    assert ruling == rule_by_command(tmp_path, "Text.clab", text)
    message = re.search(r'data-message="([^"]*)"', ruling)
    assert message
    assert message[1].splitlines()[-1] == "Hand v1, 2026-01-22. Rules: Clabber, Wikipedia."
    app.close_ruling()
    assert app.json == before


def test_app_works_offline_and_can_be_installed(app: InstalledApp, builds: Builds) -> None:
    assert app.page.locator("#offline").inner_text().startswith("Ready offline")
    manifest = json.loads((builds.folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    for icon in manifest["icons"][1:]:
        data = (builds.folder / icon["src"]).read_bytes()
        width, height = struct.unpack(">II", data[16:24])
        assert (data[:8], f"{width}x{height}") == (b"\x89PNG\r\n\x1a\n", icon["sizes"])
    assert app.page.locator("#install").is_hidden()
    offered = "Object.assign(new Event('beforeinstallprompt'), { prompt: () => { window.prompted = true } })"
    app.page.evaluate(f"dispatchEvent({offered})")
    app.page.get_by_role("button", name="Install on this phone").click()
    assert app.page.evaluate("window.prompted")


def test_rule_button_has_a_key_and_shows_progress(app: InstalledApp) -> None:
    app.page.evaluate(
        "window.works = 0; new MutationObserver(() => { window.works += 1 })"
        ".observe(byId('ruling-works'), { attributes: true })"
    )
    app.page.keyboard.press("!")
    app.await_ruling()
    assert app.page.evaluate("window.works") > 0
    assert app.page.locator("#ruling-works").is_hidden()
    app.close_ruling()


def test_hand_is_ruled_on_offline(app: InstalledApp, tmp_path: Path, axe: str) -> None:
    """One tap gives the command's ruling on the saved hand, also after the page was closed and reopened."""
    before = measure_memory(app.browser)
    for _ in range(2):
        app.reopen()
        app.rule()
        assert app.save() == rule_by_command(tmp_path, "hand.json", app.json)
        assert app.save("Save hand") == app.text
    # For further rulings the judge is already loaded, and nothing is fetched.
    workers, asked = len(app.page.workers), list[str]()
    app.page.on("request", lambda request: asked.append(request.url))
    for _ in range(3):
        app.close_ruling()
        app.rule()
    assert (len(app.page.workers), workers) == (1, 1)
    assert [url for url in asked if not url.startswith(("blob:", "about:"))] == []
    assert measure_memory(app.browser) - before < MEMORY
    app.check_looks(axe)
    app.close_ruling()


def test_rulings_equal_those_of_the_command(app: InstalledApp, tmp_path: Path) -> None:
    """Both casebooks and the random hands: one file from the browser, one from the command."""
    hands = "".join(f"{line}\n" for line in lines())
    (tmp_path / "hands.jsonl").write_text(hands, encoding="utf-8")
    expected = call("check", str(tmp_path / "hands.jsonl"), "--format", "jsonl")
    app.open_file("hands.jsonl", hands)
    text = app.save("All of them, as a file")
    assert text.count("\n") == expected.out.count("\n") > 1000
    assert text == expected.out
    app.close_ruling()


def test_pages_equal_those_of_the_command(app: InstalledApp, tmp_path: Path) -> None:
    """Hands of every kind: undetermined facts, certificates and other rulesets included."""
    for number, line in enumerate(lines()[:: len(lines()) // 8]):
        app.open_file(f"{number}.json", line)
        app.await_ruling()
        assert app.save() == rule_by_command(tmp_path, f"{number}.json", line), line
        app.close_ruling()


def test_opened_rulings_are_compared_with_their_record(app: InstalledApp, tmp_path: Path) -> None:
    ruling = rule_by_command(tmp_path, "hand.json", lines()[0])
    app.open_file("ruling.html", ruling)
    app.await_ruling()
    assert app.says == "This record gives this ruling."
    app.close_ruling()
    app.open_file("ruling.html", re.sub(r'"outcome":"\w+"', '"outcome":"redeal"', ruling, count=1))
    app.await_ruling()
    assert app.says.startswith("This record gives another ruling")
    assert "redeal" in app.says
    app.close_ruling()


def test_refused_files_give_the_message_of_the_command(app: InstalledApp, workdir: Path) -> None:
    """The message includes the place in the file."""
    broken = "clabber 1\nhand x\nfoo\n"
    (workdir / "hand.clab").write_text(broken, encoding="utf-8")
    app.open_file("hand.clab", broken)
    app.page.get_by_text("hand.clab:3:1").wait_for(timeout=PATIENCE)
    assert f"{app.page.locator('#ruling-says').text_content()}\n" == call("rule", "hand.clab").err
    app.close_ruling()


def test_long_searches_can_be_stopped(app: InstalledApp) -> None:
    """The judge is stopped while judging thousands of hands, and rules on the next one."""
    app.open_file("hands.jsonl", "".join(f"{line}\n" for line in lines()) * 6)
    app.page.get_by_role("button", name="All of them, as a file").click()
    app.page.get_by_text("The judge has been at it").wait_for(timeout=PATIENCE)
    app.page.get_by_role("button", name="Stop", exact=True).click()
    assert app.says == "Stopped. The hand is as it was."
    app.close_ruling()
    app.rule()


def test_playground_and_shared_links(app: InstalledApp, tmp_path: Path, axe: str) -> None:
    """Offline: the example is ruled on, then with a changed card, then by other rules; a link opens the same."""
    workers: list[object] = []
    app.context.on("page", lambda page: page.on("worker", lambda worker: workers.append(worker)))
    desk = JudgeDesk(app.open_page("play.html"))
    page, frame, works = desk.page, desk.page.frame_locator("#ruling-page"), desk.page.locator("#works")
    example = (package_folder("examples") / "ten-comes-home.clab").read_text(encoding="utf-8")
    assert page.input_value("#hand") == example

    def save_ruling_with(words: str, state: Literal["visible", "detached"] = "visible") -> str:
        frame.get_by_text(words).first.wait_for(state=state, timeout=PATIENCE)
        works.wait_for(state="hidden", timeout=PATIENCE)
        assert page.locator("#says").inner_text() == ""
        return desk.save()

    renege = "RENEGE: FAILED TO FOLLOW SUIT."
    assert save_ruling_with(renege) == rule_by_command(tmp_path, "1.clab", example)
    # North follows with the ten and keeps the trump, so Carl's claim is wrong.
    innocent = example.replace("2S kdadtsjd", "2S kdadtdjd").replace("6E qd9d9htd", "6E qd9d9hts")
    page.fill("#hand", innocent)
    assert save_ruling_with(renege, "detached") == rule_by_command(tmp_path, "2.clab", innocent)
    page.select_option("#rules", "wp")
    by_wp = rule_by_command(tmp_path, "3.clab", innocent, "--ruleset", "wp")
    assert save_ruling_with("Clabber, Wikipedia") == by_wp
    assert len(workers) == 1
    page.evaluate("() => { navigator.share = async ({ url }) => { window.shared = url } }")
    page.get_by_role("button", name="Share this hand").click()
    link = wait_until_truthy(page, "window.shared")
    desk.check_looks(axe)
    other = app.context.new_page()
    other.goto(link)
    other.frame_locator("#ruling-page").get_by_text("Clabber, Wikipedia").first.wait_for(timeout=PATIENCE)
    assert (other.input_value("#hand"), other.input_value("#rules")) == (innocent, "wp")
    assert JudgeDesk(other).save() == by_wp
    # A text that is not a hand gives the message of the command, a damaged link a plain message.
    other.fill("#hand", "clabber 1\nhand x\nfoo\n")
    other.get_by_text("Text:3:1").wait_for(timeout=PATIENCE)
    assert other.locator("#ruling-page").is_hidden()
    page.goto(f"{link[:-9]}")
    page.get_by_text("This link is broken").wait_for(timeout=PATIENCE)
    for opened in (page, other):
        opened.close()


def test_arbiter_chooses_an_account_and_shares_the_ruling(
    app: InstalledApp, tmp_path: Path, axe: str
) -> None:
    """Offline. By the club's decision the dad does not matter; the arbiter decides the moment of the claim.

    D-53 as decided: naming Ann does not cover Ruth. Carl's side pays if he spoke in time (R-095), else nobody does.
    """
    (tmp_path / "book.toml").write_text(BOOK, encoding="utf-8")
    app.page.evaluate("localStorage.clear()")
    app.reopen()
    page = app.page
    page.evaluate(f"() => {{ {SHARING} }}")
    page.set_input_files("#file", tmp_path / "book.toml")
    page.get_by_text("Decisions of Corner Bar: 1.").wait_for(timeout=PATIENCE)
    app.set_up(date="2026-04-02").argue()
    frame, versions = page.frame_locator("#ruling-page"), page.locator("#ruling-believe")
    app.differ("Joe calls", "Owls")
    app.rule()
    frame.get_by_text("The same either way: it makes no difference").wait_for()
    frame.get_by_text("D-53 as decided in 2026-3").first.wait_for()
    assert versions.is_hidden()
    app.close_ruling()
    app.differ("Carl calls", "It came after", "Owls")
    app.rule()
    frame.get_by_text("It depends on whom you believe.", exact=True).wait_for()
    app.check_looks(axe)
    believe = page.get_by_role("button", name="Believe Carl and Joe (v1)")
    believe.click()
    assert app.says.startswith("Enter your name and the reason first")
    page.get_by_label("Your reason").fill("the cards still lay there")
    page.get_by_label("Your name").fill("Agnes Weber")
    believe.click()
    frame.get_by_text("This rests on a finding of fact by Agnes Weber").wait_for(timeout=PATIENCE)
    ruling, book = app.save(), str(tmp_path / "book.toml")
    assert ruling == rule_by_command(tmp_path, "hand.json", app.json, "--book", book)
    assert ' because "the cards still lay there"' in app.text
    page.get_by_role("button", name="Share", exact=True).click()
    assert wait_until_truthy(page, "window.shared")["files"][0] == [f"{app.record.id}.html", ruling]
    # The book and the decision stay on the phone; the recipient of the page signs it.
    app.reopen()
    app.rule()
    assert app.save() == ruling
    (tmp_path / "ruling.html").write_text(ruling, encoding="utf-8")
    page_file = str(tmp_path / "ruling.html")
    assert call("sign", page_file, "--key", AGNES, "--name", "Agnes Weber").code == 0
    result = call("verify", page_file, "--signed-by", public_key_file(AGNES))
    assert result.code != 1
    assert "valid; its key is" in result.out


def test_downloads_are_at_most_ten_megabytes(builds: Builds) -> None:
    """The playground and its judge, from a host that compresses scripts and pages."""
    sizes = {
        file.name: len(gzip.compress(file.read_bytes()))
        if file.suffix in (".html", ".js")
        else file.stat().st_size
        for file in builds.folder.rglob("*")
        if file.is_file()
    }
    assert sum(sizes.values()) <= 10_000_000, sizes


def test_single_file_gives_the_same_rulings(browser: Browser, builds: Builds, tmp_path: Path) -> None:
    """House rules included. The page makes no request, and loads the judge when a claim is recorded."""
    context = browser.new_context(viewport=PHONE, offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.split(":")[0]))
    page.add_init_script(SHARING)
    page.goto(builds.file.as_uri())
    # It rules before anybody has sat down.
    assert page.get_by_role("button", name="Rule on a file").is_visible()
    desk = JudgeDesk(page)
    house = package_folder("examples") / "house-rules.toml"
    page.set_input_files("#file", house)
    page.get_by_text("“Corner Bar house rules” can be chosen now.").wait_for(timeout=PATIENCE)
    desk.set_up().keys(RENEGE)
    page.reload()
    desk.tap("Claim")
    page.check("dialog [name=against][value=EW]")
    with page.expect_worker():
        desk.tap("Done")
    desk.rule()
    ruling = rule_by_command(tmp_path, "hand.json", desk.json, "--ruleset", str(house))
    assert desk.save() == ruling
    # It shares the saved file, the hand as text, and the message that the ruling copies.
    page.get_by_role("button", name="Share", exact=True).click()
    shared = wait_until_truthy(page, "window.shared")
    (name, html), (text_name, text) = shared["files"]
    assert (name, html) == (f"{desk.record.id}.html", desk.save())
    assert (text_name, text) == (f"{desk.record.id}.clab.txt", add_sum(desk.text))
    assert f'data-message="{shared["text"]}"' in html
    # An anchor of the ruling is looked up there.
    shown = page.frame_locator("#ruling-page")
    shown.get_by_role("link", name="Sources").first.click()
    shown.locator("#articles:target").wait_for(state="attached")
    assert asked == ["file", "blob", "file", "blob"]
    context.close()


def test_hand_can_be_saved_if_the_judge_cannot_run(browser: Browser, builds: Builds) -> None:
    """The judge needs WebAssembly, and does not run from a folder on a disk."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto((builds.folder / "index.html").as_uri())
    desk = JudgeDesk(page)
    desk.set_up().keys(RENEGE)
    page.get_by_role("button", name="Rule on this hand").click()
    assert desk.says.startswith("The judge does not run from a folder on a disk.")
    context.add_init_script("delete window.WebAssembly")
    page.goto(builds.file.as_uri())
    page.get_by_role("button", name="Rule on this hand").click()
    assert desk.says.startswith("This browser is too old for the judge.")
    assert desk.save("Save hand") == desk.text
    context.close()
