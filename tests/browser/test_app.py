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
from typing import TYPE_CHECKING, NamedTuple

import pytest

from clabber_audit.core.files import package_folder
from clabber_audit.recorder import browser as building
from clabber_audit.records.notation.language import add_sum
from tests.app.hands import lines
from tests.app.test_judging import BOOK
from tests.browser.checks import PHONE, SHARING, assert_no_axe_violations, wait_until_truthy
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


class InstalledApp:
    """A phone with the folder installed from a host that is now unreachable."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.context = browser.new_context(viewport={"width": 390, "height": 844})
        self.page = self.open_page()

    def open_page(self) -> Page:
        page = self.context.new_page()
        page.goto(self.address)
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
    Desk(app.page).set_up().keys(RENEGE)
    yield app
    app.context.close()


def await_ruling(page: Page) -> None:
    """Wait for the ruling."""
    page.locator("#ruling-page").wait_for(timeout=PATIENCE)


def rule_here(app: InstalledApp) -> None:
    app.page.get_by_role("button", name="Rule on this hand").click()
    await_ruling(app.page)


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


def download_text(page: Page, button: str) -> str:
    with page.expect_download(timeout=PATIENCE) as download:
        page.get_by_role("button", name=button, exact=True).click()
    return download.value.path().read_text(encoding="utf-8")


def rule_by_command(tmp_path: Path, name: str, text: str, *options: str) -> str:
    """Return the command's output for the same file."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    return call("rule", str(tmp_path / name), "-f", "html", *options).out


def open_file(page: Page, name: str, text: str) -> None:
    """Open a file to be ruled on."""
    page.set_input_files("#rule-file", {"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def close_ruling(page: Page) -> None:
    page.get_by_role("button", name="Close", exact=True).click()


def test_pasted_hand_is_ruled_on_during_an_evening(app: InstalledApp, tmp_path: Path) -> None:
    """The hand has a spelling of its own; the hand on the table stays. The message names hand, date and rules."""
    desk = Desk(app.page)
    before = desk.json
    text = READ[1][1]
    desk.tap("Scan or paste")
    app.page.fill("#receive textarea", text)
    desk.tap("Rule on it only")
    await_ruling(app.page)
    ruling = download_text(app.page, "Save ruling")
    assert ruling == rule_by_command(tmp_path, "Text.clab", text)
    message = re.search(r'data-message="([^"]*)"', ruling)
    assert message
    assert message[1].splitlines()[-1] == "Hand v1, 2026-01-22. Rules: Clabber, Wikipedia."
    close_ruling(app.page)
    assert desk.json == before


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
    await_ruling(app.page)
    assert app.page.evaluate("window.works") > 0
    assert app.page.locator("#ruling-works").is_hidden()
    close_ruling(app.page)


def test_hand_is_ruled_on_offline(app: InstalledApp, tmp_path: Path, axe: str) -> None:
    """One tap gives the command's ruling on the saved hand, also after the page was closed and reopened."""
    before = measure_memory(app.browser)
    for _ in range(2):
        app.reopen()
        rule_here(app)
        assert download_text(app.page, "Save ruling") == rule_by_command(
            tmp_path, "hand.json", Desk(app.page).json
        )
        assert download_text(app.page, "Save hand") == Desk(app.page).text
    # For further rulings the judge is already loaded, and nothing is fetched.
    workers, asked = len(app.page.workers), list[str]()
    app.page.on("request", lambda request: asked.append(request.url))
    for _ in range(3):
        close_ruling(app.page)
        rule_here(app)
    assert (len(app.page.workers), workers) == (1, 1)
    assert [url for url in asked if not url.startswith(("blob:", "about:"))] == []
    assert measure_memory(app.browser) - before < MEMORY
    assert app.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert_no_axe_violations(app.page, axe)
    close_ruling(app.page)


def test_rulings_equal_those_of_the_command(app: InstalledApp, tmp_path: Path) -> None:
    """Both casebooks and the random hands: one file from the browser, one from the command."""
    hands = "".join(f"{line}\n" for line in lines())
    (tmp_path / "hands.jsonl").write_text(hands, encoding="utf-8")
    expected = call("check", str(tmp_path / "hands.jsonl"), "--format", "jsonl")
    open_file(app.page, "hands.jsonl", hands)
    text = download_text(app.page, "All of them, as a file")
    assert text.count("\n") == expected.out.count("\n") > 1000
    assert text == expected.out
    close_ruling(app.page)


def test_pages_equal_those_of_the_command(app: InstalledApp, tmp_path: Path) -> None:
    """Hands of every kind: undetermined facts, certificates and other rulesets included."""
    for number, line in enumerate(lines()[:: len(lines()) // 8]):
        open_file(app.page, f"{number}.json", line)
        await_ruling(app.page)
        assert download_text(app.page, "Save ruling") == rule_by_command(tmp_path, f"{number}.json", line), (
            line
        )
        close_ruling(app.page)


def test_opened_rulings_are_compared_with_their_record(app: InstalledApp, tmp_path: Path) -> None:
    ruling = rule_by_command(tmp_path, "hand.json", lines()[0])
    says = app.page.locator("#ruling-says")
    open_file(app.page, "ruling.html", ruling)
    await_ruling(app.page)
    assert says.inner_text() == "This record gives this ruling."
    close_ruling(app.page)
    open_file(app.page, "ruling.html", re.sub(r'"outcome":"\w+"', '"outcome":"redeal"', ruling, count=1))
    await_ruling(app.page)
    assert says.inner_text().startswith("This record gives another ruling")
    assert "redeal" in says.inner_text()
    close_ruling(app.page)


def test_refused_files_give_the_message_of_the_command(app: InstalledApp, workdir: Path) -> None:
    """The message includes the place in the file."""
    broken = "clabber 1\nhand x\nfoo\n"
    (workdir / "hand.clab").write_text(broken, encoding="utf-8")
    open_file(app.page, "hand.clab", broken)
    app.page.get_by_text("hand.clab:3:1").wait_for(timeout=PATIENCE)
    assert f"{app.page.locator('#ruling-says').text_content()}\n" == call("rule", "hand.clab").err
    close_ruling(app.page)


def test_long_searches_can_be_stopped(app: InstalledApp) -> None:
    """The judge is stopped while judging thousands of hands, and rules on the next one."""
    open_file(app.page, "hands.jsonl", "".join(f"{line}\n" for line in lines()) * 6)
    app.page.get_by_role("button", name="All of them, as a file").click()
    app.page.get_by_text("The judge has been at it").wait_for(timeout=PATIENCE)
    app.page.get_by_role("button", name="Stop", exact=True).click()
    assert app.page.locator("#ruling-says").inner_text() == "Stopped. The hand is as it was."
    close_ruling(app.page)
    app.page.get_by_role("button", name="Rule on this hand").click()
    await_ruling(app.page)


def test_playground_and_shared_links(app: InstalledApp, tmp_path: Path, axe: str) -> None:
    """Offline: the example is ruled on, then with a changed card, then by other rules; a link opens the same."""
    page = app.context.new_page()
    workers: list[object] = []
    page.on("worker", lambda worker: workers.append(worker))
    page.goto(f"{app.address}play.html")
    example = (package_folder("examples") / "ten-comes-home.clab").read_text(encoding="utf-8")
    assert page.input_value("#hand") == example
    frame, works = page.frame_locator("#ruling-page"), page.locator("#works")

    def save_ruling_with(words: str) -> str:
        frame.get_by_text(words).first.wait_for(timeout=PATIENCE)
        works.wait_for(state="hidden", timeout=PATIENCE)
        assert page.locator("#says").inner_text() == ""
        return download_text(page, "Save ruling")

    assert save_ruling_with("RENEGE: FAILED TO FOLLOW SUIT.") == rule_by_command(tmp_path, "1.clab", example)
    # North follows with the ten and keeps the trump, so Carl's claim is wrong.
    innocent = example.replace("2S kdadtsjd", "2S kdadtdjd").replace("6E qd9d9htd", "6E qd9d9hts")
    page.fill("#hand", innocent)
    frame.get_by_text("RENEGE: FAILED TO FOLLOW SUIT.").wait_for(state="detached", timeout=PATIENCE)
    works.wait_for(state="hidden", timeout=PATIENCE)
    ruling = download_text(page, "Save ruling")
    assert ruling == rule_by_command(tmp_path, "2.clab", innocent)
    page.select_option("#rules", "wp")
    assert save_ruling_with("Clabber, Wikipedia") == rule_by_command(
        tmp_path, "3.clab", innocent, "--ruleset", "wp"
    )
    assert len(workers) == 1
    page.evaluate("() => { navigator.share = async ({ url }) => { window.shared = url } }")
    page.get_by_role("button", name="Share this hand").click()
    link = wait_until_truthy(page, "window.shared")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert_no_axe_violations(page, axe)
    other = app.context.new_page()
    other.goto(link)
    other.frame_locator("#ruling-page").get_by_text("Clabber, Wikipedia").first.wait_for(timeout=PATIENCE)
    assert (other.input_value("#hand"), other.input_value("#rules")) == (innocent, "wp")
    assert download_text(other, "Save ruling") == rule_by_command(
        tmp_path, "3.clab", innocent, "--ruleset", "wp"
    )
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
    page, desk = app.page, Desk(app.page)
    page.evaluate(f"() => {{ {SHARING} }}")
    page.set_input_files("#file", tmp_path / "book.toml")
    page.get_by_text("Decisions of Corner Bar: 1.").wait_for(timeout=PATIENCE)
    desk.set_up(date="2026-04-02").argue()
    frame, versions = page.frame_locator("#ruling-page"), page.locator("#ruling-believe")
    desk.differ("Joe calls", "Owls")
    rule_here(app)
    frame.get_by_text("The same either way: it makes no difference").wait_for()
    frame.get_by_text("D-53 as decided in 2026-3").first.wait_for()
    assert versions.is_hidden()
    close_ruling(page)
    desk.differ("Carl calls", "It came after", "Owls")
    rule_here(app)
    frame.get_by_text("It depends on whom you believe.", exact=True).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert_no_axe_violations(page, axe)
    believe = page.get_by_role("button", name="Believe Carl and Joe (v1)")
    believe.click()
    assert page.locator("#ruling-says").inner_text().startswith("Enter your name and the reason first")
    page.get_by_label("Your reason").fill("the cards still lay there")
    page.get_by_label("Your name").fill("Agnes Weber")
    believe.click()
    frame.get_by_text("This rests on a finding of fact by Agnes Weber").wait_for(timeout=PATIENCE)
    ruling = download_text(page, "Save ruling")
    book = str(tmp_path / "book.toml")
    assert ruling == rule_by_command(tmp_path, "hand.json", desk.json, "--book", book)
    assert ' because "the cards still lay there"' in desk.text
    page.get_by_role("button", name="Share", exact=True).click()
    assert wait_until_truthy(page, "window.shared")["files"][0] == [f"{desk.record.id}.html", ruling]
    # The book and the decision stay on the phone; the recipient of the page signs it.
    app.reopen()
    rule_here(app)
    assert download_text(app.page, "Save ruling") == ruling
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
    context = browser.new_context(viewport={"width": 390, "height": 844}, offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.split(":")[0]))
    page.add_init_script(SHARING)
    page.goto(builds.file.as_uri())
    assert page.get_by_role("button", name="Rule on a file").is_visible(), (
        "it rules before anybody has sat down"
    )
    desk = Desk(page)
    house = package_folder("examples") / "house-rules.toml"
    page.set_input_files("#file", house)
    page.get_by_text("“Corner Bar house rules” can be chosen now.").wait_for(timeout=PATIENCE)
    desk.set_up().keys(RENEGE)
    page.reload()
    desk.tap("Claim")
    page.check("dialog [name=against][value=EW]")
    with page.expect_worker():
        desk.tap("Done")
    page.get_by_role("button", name="Rule on this hand").click()
    await_ruling(page)
    ruling = rule_by_command(tmp_path, "hand.json", desk.json, "--ruleset", str(house))
    assert download_text(page, "Save ruling") == ruling
    # It shares the saved file, the hand as text, and the message that the ruling copies.
    page.get_by_role("button", name="Share", exact=True).click()
    shared = wait_until_truthy(page, "window.shared")
    (name, html), (text_name, text) = shared["files"]
    assert (name, html) == (f"{desk.record.id}.html", download_text(page, "Save ruling"))
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
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto((builds.folder / "index.html").as_uri())
    desk = Desk(page).set_up()
    desk.keys(RENEGE)
    page.get_by_role("button", name="Rule on this hand").click()
    assert (
        page.locator("#ruling-says")
        .inner_text()
        .startswith("The judge does not run from a folder on a disk.")
    )
    context.add_init_script("delete window.WebAssembly")
    page.goto(builds.file.as_uri())
    page.get_by_role("button", name="Rule on this hand").click()
    assert page.locator("#ruling-says").inner_text().startswith("This browser is too old for the judge.")
    assert download_text(page, "Save hand") == desk.text
    context.close()
