"""Pictures that pages describe in Mermaid's words, drawn while the site is built: no script runs in the page."""

from __future__ import annotations

import mermaidx
from docutils import nodes


def draw(document: nodes.document) -> None:
    """Each block in Mermaid of a page becomes the picture that it describes."""
    for block in list(document.findall(nodes.literal_block)):
        if block.get("language") == "mermaid":
            picture = nodes.raw("", mermaidx.render(block.astext()).svg(), format="html")
            block.replace_self(nodes.container("", picture, classes=["picture"]))
