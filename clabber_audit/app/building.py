"""The two builds: one file to be opened from disk, and a folder for a static host that phones install."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from clabber_audit.app.compiling import compiled
from clabber_audit.app.packing import Files, interpreter, kept_modules, packages, program, standard_library, zipped
from clabber_audit.app.page import page, worker
from clabber_audit.app.parts import brought
from clabber_audit.ground.files import folder as reports
from clabber_audit.ground.files import text
from clabber_audit.rulesets.ruleset import Ruleset


class Judge(NamedTuple):
    """What both builds are made of: the parts that others publish, and what the worker runs, by name."""

    parts: dict[str, bytes]
    files: Files


def judge(tell: Callable[[str], None]) -> Judge:
    """The judge for the browser. What is fetched for it is told before, and what it will lack."""
    parts = brought(tell)
    python = interpreter(parts["Pyodide"])
    others = {name: data for name, data in parts.items() if name != "Pyodide"}
    kept = kept_modules()
    modules = {**packages(others, kept), **program()}
    sources = [zipped(standard_library(python["python_stdlib.zip"], kept)), zipped(modules)]
    archives = compiled(python, sources)
    if archives is None:
        tell("Node was not found, so the judge will take a few seconds longer to start.")
    library, own = archives or sources
    wasm = "pyodide.asm.wasm"
    files = {"judge.js": worker(python), wasm: python[wasm], "python_stdlib.zip": library, "program.zip": own}
    return Judge(parts, files)


def one_file(made: Judge, own: Sequence[Ruleset] = ()) -> str:
    """The recorder with the judge inside, to be opened from disk; with a house's own rules to choose as well."""
    return page(made.parts, made.files, own)


def folder(made: Judge, own: Sequence[Ruleset] = ()) -> Files:
    """The files of a folder for a static host by their paths, in the same way; phones install it."""
    files = {f"judge/{name}": data for name, data in made.files.items()}
    files["index.html"] = page(made.parts, own=own).encode()
    for name in ("manifest.webmanifest", "icon.svg"):
        files[name] = text("reports", f"app/{name}").encode()
    for size in (192, 512):
        files[f"icon-{size}.png"] = (reports("reports") / f"app/icon-{size}.png").read_bytes()
    # A phone keeps these until any of them changes.
    digest = hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:16]
    kept = json.dumps(["./", *sorted(files)])
    keeper = text("reports", "app/keeper.js").replace("{{ version }}", digest).replace("{{ files }}", kept)
    return {**files, "keeper.js": keeper.encode()}
