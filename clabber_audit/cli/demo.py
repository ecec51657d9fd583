"""`demo`: an example dispute, ruled on, and the scorecard of an example game."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from clabber_audit.cli.options import ForceOption
from clabber_audit.ground.errors import Exit


def demo(
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Write the ruling’s page to FILE.")
    ] = "clabber-demo.html",
    scorecard: Annotated[
        str | None,
        typer.Option("--scorecard", metavar="FILE", help="Write the scorecard of an example game to FILE too."),
    ] = None,
    force: ForceOption = False,
) -> Exit:
    """Rule on an example dispute: as text on the screen, and as a page for your browser.

    Example: clabber-audit demo -o ruling.html
    """
    from clabber_audit import read, rule
    from clabber_audit.cli.options import form_of
    from clabber_audit.cli.output import destination
    from clabber_audit.cli.rule import RulingForm
    from clabber_audit.cli.score import CardForm
    from clabber_audit.cli.screen import say, tell
    from clabber_audit.ground.errors import UsageError, shown
    from clabber_audit.ground.files import folder

    if scorecard and "-" not in (output, scorecard) and os.path.realpath(output) == os.path.realpath(scorecard):
        raise UsageError("the ruling and the scorecard cannot be one file", "", "give each a name")
    form_of(output, RulingForm, None if output == "-" else RulingForm.html)
    form_of(scorecard, CardForm)
    ruling = rule(read(folder("examples") / "ten-comes-home.clab"))
    page, text = ruling.html, ruling.text
    # Both files are opened before anything is written: a name that will not do leaves nothing half done.
    with destination(output, force) as stream:
        if scorecard and scorecard != "-":
            _write_card(scorecard, force)
        tell(text, end="")
        stream.write(page)
    if output != "-":
        say(f"The ruling is in {shown(output, 200)}; open it in a browser.")
    if scorecard == "-":
        _write_card(scorecard, force)
    elif scorecard:
        say(f"The scorecard is in {shown(scorecard, 200)}.")
    return Exit.DONE


def _write_card(path: str, force: bool) -> None:
    """The scorecard of the example game, in the form that the file's ending asks for."""
    from clabber_audit.cli.options import form_of
    from clabber_audit.cli.rulings import ruled
    from clabber_audit.cli.score import CardForm, write
    from clabber_audit.ground.files import folder
    from clabber_audit.scorecard.card import games

    played = games(ruled([str(folder("examples") / "games" / "thursday.clab")], None, set()))
    write(played, form_of(path, CardForm) or CardForm.text, path, force=force)
