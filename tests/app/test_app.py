"""Tests of the build of the judge in the browser: downloads, cache, packed modules, and the policies of its pages."""

from __future__ import annotations

import ast
import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import compress, product
from pathlib import Path
from urllib.error import URLError

import pytest

from clabber_audit.core.errors import Unusable
from clabber_audit.core.files import package_folder as reports
from clabber_audit.core.files import package_text
from clabber_audit.recorder import browser
from clabber_audit.recorder.browser import (
    Files,
    Judge,
    build_folder,
    build_single_file,
    find_imported_modules,
    program,
    standard_library,
    zip_files,
)
from clabber_audit.recorder.page import words
from clabber_audit.report.page import PagePart, page_assets
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import SHIPPED, load
from tests.cli import call
from tests.page.reading import Page
from tests.recorder.test_page import check_quiet, digest, policy

#: Parts laid out like the published ones.
BROUGHT = {
    part.name: zip_files({f"{part.name}/licenses/LICENSE": b"Do as you like"}) for part in browser.parts()
}
FILES: Files = {
    "judge.js": b"judge",
    "interpreter.bin": b"wasm",
    "python_stdlib.zip": b"std",
    "program.bin": b"own",
}
MADE = Judge(BROUGHT, FILES)
SCRIPTS = "".join(package_text("reports", f"app/{name}.js") for name in ("judge", "ruling", "deeds"))
PLAY = package_text("reports", "app/play.js")
#: Modules that no ruling reaches: of archives, prefilters, processes and colors.
NEVER_REACHED = ("msgspec", "multiprocessing", "numpy", "pygments", "sqlite3", "sqlite_utils")


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Registry that publishes one part, with an empty cache; requests are answered from the returned dictionary."""
    data = b"an interpreter"
    one = browser.parts()[0]._replace(size=len(data), integrity=digest(data.decode()))
    answers = {one.url: data}

    @contextmanager
    def urlopen(url: str, timeout: float) -> Iterator[io.BytesIO]:
        if url not in answers:
            raise URLError("no route to host")
        yield io.BytesIO(answers[url])

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(browser, "parts", lambda: (one,))
    monkeypatch.setattr(browser, "urlopen", urlopen)
    monkeypatch.setattr(browser, "cache_folder", lambda: tmp_path / "cache")
    return answers


def test_fetched_files_are_announced_and_cached(registry: dict[str, bytes], tmp_path: Path) -> None:
    lines: list[str] = []
    found = browser.load_parts(lines.append)
    assert found == {"Pyodide": b"an interpreter"}
    (line,) = lines
    assert line.startswith("Fetching 0.0 MB, one file, once: Pyodide 314.0.7 from registry.npmjs.org.")
    assert str(tmp_path) in line
    # The next time no network is needed, and nothing is announced.
    registry.clear()
    assert browser.load_parts(lines.append) == found
    assert len(lines) == 1


def test_a_missing_network_is_reported_with_a_remedy(registry: dict[str, bytes], tmp_path: Path) -> None:
    registry.clear()
    assert call("recorder", "--judge", "-o", str(tmp_path / "recorder.html")).failed(
        5,
        "cannot fetch pyodide-314.0.7.tgz from registry.npmjs.org: no route to host",
        "connect to the network this once, or give a folder that has the files: --parts FOLDER",
    )
    assert call("site", str(tmp_path / "site")).code == 5
    assert list(tmp_path.iterdir()) == []


def test_files_with_another_digest_are_not_used(registry: dict[str, bytes], tmp_path: Path) -> None:
    """This holds for downloads and for cached files."""
    (url,) = registry
    registry[url] = b"another interpreter"
    with pytest.raises(Unusable, match="sent a different"):
        browser.load_parts(lambda line: None)
    registry[url] = b"an interpreter"
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "pyodide-314.0.7.tgz").write_bytes(b"spoiled")
    assert browser.load_parts(lambda line: None) == {"Pyodide": b"an interpreter"}


def test_local_parts_are_used_without_a_network(registry: dict[str, bytes], tmp_path: Path) -> None:
    """Nothing is downloaded or cached; a missing or changed file is named."""
    lines: list[str] = []
    (name,) = (part.file for part in browser.parts())
    place = tmp_path / "parts"
    place.mkdir()
    for data in (None, b"another interpreter"):
        if data is not None:
            (place / name).write_bytes(data)
        with pytest.raises(Unusable, match=f"does not have {re.escape(name)}"):
            browser.load_parts(lines.append, place)
        done = call("site", str(tmp_path / "site"), "--parts", str(place))
        assert done.code == 5
        assert f"{place} does not have {name}" in done.err
    registry.clear()
    (place / name).write_bytes(b"an interpreter")
    assert browser.load_parts(lines.append, place) == {"Pyodide": b"an interpreter"}
    assert lines == []
    assert not (tmp_path / "cache").exists()
    assert call("recorder", "--parts", str(place)).code == 2


def test_every_part_has_its_digest_and_its_license() -> None:
    assert [part.name for part in browser.parts()][0] == "Pyodide"
    for part in browser.parts():
        assert re.fullmatch(r"sha(256|512)-[A-Za-z0-9+/]+=*", part.integrity), part.name
        assert part.version in part.file, part.name
        assert part.url.startswith("https://")
        assert part.license
        assert part.source.startswith("https://")


def test_only_judging_modules_are_packed() -> None:
    names = {name for name in program() if name.endswith(".py")}
    rooms = {name.split("/")[1] for name in names}
    assert rooms.isdisjoint({"cli", "conformance", "sites"})
    assert {name for name in names if name.startswith("clabber_audit/recorder/")} == {
        "clabber_audit/recorder/__init__.py",
        "clabber_audit/recorder/judging.py",
    }
    assert {infraction.source for infraction in infractions().values()} <= set(program())
    assert not [name for name in find_imported_modules() if name.startswith("clabber_audit")]


def test_top_level_imports_of_the_program_are_kept() -> None:
    """After a new import, run `.venv/bin/nox -s modules`."""
    imported: dict[str, str] = {}
    for name, data in program().items():
        for line in ast.parse(data).body if name.endswith(".py") else ():
            if isinstance(line, ast.Import):
                imported.update((alias.name, name) for alias in line.names)
            elif isinstance(line, ast.ImportFrom) and line.module:
                imported[line.module] = name
    needed = {module: name for module, name in imported.items() if not module.startswith("clabber_audit")}
    missing = {
        module: name
        for module, name in needed.items()
        if module not in find_imported_modules() and module not in sys.builtin_module_names
    }
    assert {
        module: name for module, name in missing.items() if module.split(".")[0] not in NEVER_REACHED
    } == {}


def test_only_imported_modules_of_the_library_are_kept() -> None:
    library = zip_files(
        {"json/__init__.py": b"", "turtle.py": b"", "json/tool.py": b"", "json/decoder.py": b""}
    )
    assert set(standard_library(library, find_imported_modules())) == {"json/__init__.py", "json/decoder.py"}


def policy_and_hashes(html: str) -> tuple[str, str, str]:
    """Return the page's policy and the hashes it must allow: of its own style and script, and of all rulings shown."""
    found, style, script = policy(html)
    varied: tuple[PagePart, ...] = ("code", "worlds", "many", "accounts")
    shown = [page_assets([*compress(varied, present)]) for present in product((False, True), repeat=4)]
    styles = [style, *(one["style_hash"] for one in shown)]
    scripts = [script, shown[0]["script_hash"], shown[-1]["script_hash"]]
    return (
        found,
        "style-src " + " ".join(f"'{one}'" for one in styles),
        "script-src " + " ".join(f"'{one}'" for one in scripts),
    )


def test_policy_of_the_single_file_allows_no_requests() -> None:
    html = build_single_file(MADE)
    found, style, script = policy_and_hashes(html)
    expected = f"default-src 'none'; {style}; {script} 'wasm-unsafe-eval'; worker-src blob:"
    assert found == f"{expected}; base-uri 'none'; form-action 'none'"
    check_quiet(html)


def test_policy_of_the_folder_allows_only_its_own_host() -> None:
    files = build_folder(MADE)
    html = files["index.html"].decode()
    found, style, script = policy_and_hashes(html)
    own = "worker-src 'self'; connect-src 'self'; manifest-src 'self'; img-src 'self'"
    expected = f"default-src 'none'; {style}; {script} 'self' 'wasm-unsafe-eval'; {own}"
    assert found == f"{expected}; base-uri 'none'; form-action 'none'"
    keeper = files["keeper.js"].decode()
    for name in files.keys() - {"keeper.js"}:
        assert f'"{name}"' in keeper
    changed = build_folder(MADE._replace(files={**FILES, "program.bin": b"newer"}))
    assert changed["keeper.js"] != files["keeper.js"]


def test_policy_of_the_playground_allows_only_its_own_host() -> None:
    """The page offers every ruleset, a house's own first, and has the shipped examples."""
    own = load(str(reports("examples") / "house-rules.toml"))
    html = build_folder(MADE, [own])["play.html"].decode()
    allowed, style, script = policy(html)
    assert allowed.startswith(f"default-src 'none'; style-src '{style}'")
    assert f"script-src '{script}'" in allowed
    assert allowed.endswith(
        "'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'none'"
    )
    seen = Page(html)
    assert not seen.unbalanced
    assert set(seen.having("href")) == {"#ruling", "./", "icon.svg"}
    assert set(re.findall(r'<option value="?([a-z0-9-]+)', html)) == {*SHIPPED, "corner-bar"}
    (data,) = re.findall(r'id="?play-data"?>(.*?)</script>', html)
    play_data = json.loads(data)
    assert "\n".join(play_data["examples"]) == "\n".join(
        dict.fromkeys(["Ten comes home", *sorted(play_data["examples"])])
    )
    assert len(play_data["examples"]) == len([*reports("examples").glob("*.clab")])
    assert set(re.findall(r'say\("([^"]+)"', PLAY)) <= set(play_data["words"])
    assert not re.search(r"\b(eval|Function|innerHTML|XMLHttpRequest|WebSocket|sendBeacon)\b", PLAY)


def test_scripts_never_run_text_as_code() -> None:
    assert not re.search(r"\b(eval|Function|innerHTML|XMLHttpRequest|WebSocket|sendBeacon)\b", SCRIPTS)
    assert "unsafe-eval" not in policy(build_single_file(MADE))[0].replace("wasm-unsafe-eval", "")
    assert "//" not in re.sub(r"^\s*//.*$", "", SCRIPTS, flags=re.MULTILINE)


def test_licenses_are_included() -> None:
    html = build_single_file(MADE)
    assert "MPL-2.0. Its source: https://github.com/pyodide/pyodide" in html
    assert html.count("Do as you like") == len(browser.parts())


def test_every_message_of_the_scripts_has_a_text() -> None:
    assert set(re.findall(r'"([a-z]+(?:-[a-z]+)+|again|otherwise|judging|offline|believe)"', SCRIPTS)) >= set(
        words("judge")
    )
    assert set(re.findall(r'say\("([^"]+)"', SCRIPTS)) - {"nothing-yet", "the-text"} <= set(words("judge"))
