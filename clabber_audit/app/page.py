"""The recorder's page with the judge: everything inside, or what is large beside it."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

from clabber_audit.app.packing import Files, licenses
from clabber_audit.app.parts import parts
from clabber_audit.app.words import words
from clabber_audit.ground.files import text
from clabber_audit.page.recorder.page import SCRIPTS, given
from clabber_audit.page.recorder.tables import tables
from clabber_audit.render.html import environment, look, slender
from clabber_audit.rulesets.ruleset import Ruleset

#: The judge's part of the script, before that which starts the page.
_SCRIPTS: Final = (*SCRIPTS[:-1], "app/judge", "app/ruling", "app/deeds", SCRIPTS[-1])
#: Of what a page that is one file has inside, what is not packed yet.
_LOOSE: Final = ("judge.js", "pyodide.asm.wasm")
#: The styles and scripts that a ruling may carry: with a code, with hands compared, at a large table.
_LOOKS: Final = tuple(product((False, True), repeat=3))
#: Where the judge finds its parts: beside its script, or, inside one file, at an address that nothing has.
_BESIDE: Final = 'self.location.protocol === "blob:" ? "https://nowhere.invalid/" : new URL("./", self.location).href'


def page(brought: Mapping[str, bytes], inside: Files | None = None, own: Sequence[Ruleset] = ()) -> str:
    """The page; with its judge inside it, or in the folder `judge` beside it, and with a house's own rules."""
    told = tables(own)
    told["words"] = {**told["words"], **words()}
    for ruleset in own:
        told["rulesets"][ruleset.id] |= {"name": f"{ruleset.id}.json", "text": json.dumps(ruleset.as_data())}
    made = (
        environment()
        .get_template("app.html.j2")
        .render(
            **given(told, _SCRIPTS, "app.css", notices=_notices(brought)),
            looks=[look(coded=coded, compared=compared, many=many) for coded, compared, many in _LOOKS],
            parts={name: _inside(name, data) for name, data in (inside or {}).items()},
        )
    )
    return slender(made)


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
            text("reports", "app/worker.js"),
        ]
    ).encode()


def _inside(name: str, data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0) if name in _LOOSE else data).decode()


def _notices(brought: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """Of each part its license and where its source is, with the texts that travel in it."""
    return [{**part._asdict(), "texts": licenses(brought[part.name])} for part in parts()]
