"""The recorder as one HTML file: no request, style and script inside and allowed by their hashes, always the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from markupsafe import Markup

from clabber_audit.ground import __version__
from clabber_audit.ground.files import text
from clabber_audit.page.recorder.tables import choices, tables
from clabber_audit.render.html import environment, scripted, slender, styled
from clabber_audit.rulesets.ruleset import Ruleset
from clabber_audit.ruling.page_payload import block_text

#: The parts of the script, each one concern, in the order in which they need each other.
SCRIPTS: Final = (
    "tables",
    "leanqr",
    "cards",
    "winner",
    "calls",
    "leaving",
    "seen",
    "hand",
    "correcting",
    "record",
    "clabberform",
    "bidform",
    "clab",
    "reading",
    "readingplay",
    "readingevents",
    "spelling",
    "night",
    "rules",
    "loading",
    "handing",
    "store",
    "page",
    "words",
    "layout",
    "view",
    "panels",
    "panelparts",
    "panelkeys",
    "scoring",
    "entering",
    "doing",
    "keys",
    "start",
)

#: What others wrote of the page's script.
#: What others made and the pages carry.
LEAN_QR: Final = {
    "name": "Lean QR",
    "version": "2.7.4",
    "license": "MIT",
    "source": "https://github.com/davidje13/lean-qr",
}


def page(own: Sequence[Ruleset] = ()) -> str:
    """The page, ready to be opened from disk; with a house's own rules to choose as well."""
    return slender(environment().get_template("recorder.html.j2").render(given(tables(own), SCRIPTS)))


def given(
    tables: dict[str, Any], scripts: Iterable[str], *styles: str, notices: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """What the template of the page is given: what its script reads, the script's parts, and further styles.

    The notices are of what others wrote besides what every such page has inside.
    """
    return {
        "version": __version__,
        "notices": [{**LEAN_QR, "texts": [text("reports", "recorder/leanqr.txt")]}, *notices],
        "tables": Markup(block_text(tables)),
        **choices(),
        **styled("base.css", "recorder.css", *styles),
        **scripted(*(f"{name if '/' in name else f'recorder/{name}'}.js" for name in scripts)),
    }
