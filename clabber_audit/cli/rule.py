"""`rule`: one record in, its ruling out."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from clabber_audit.cli.options import (
    AnonymousOption,
    ChangedOption,
    ForceOption,
    HandOption,
    OutOption,
    RulesetOption,
    asked_law,
    form_of,
)
from clabber_audit.ground.errors import Exit


class Form(StrEnum):
    """How a ruling is written."""

    html = "html"
    text = "text"
    json = "json"


def rule(
    record: Annotated[
        str, typer.Argument(metavar="RECORD", help="A record, a ruling or an archive; - is standard input.")
    ],
    ruleset: RulesetOption = None,
    form: Annotated[
        Form | None, typer.Option("--format", "-f", help="By default what FILE ends in, else text.")
    ] = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: AnonymousOption = False,
    hand: HandOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Rule on a hand: the verdict, the reasons, the score."""
    from clabber_audit.cli.output import destination
    from clabber_audit.cli.rulings import checkpoint_of, ruling_on
    from clabber_audit.intake import one

    form = form_of(output, Form, form) or Form.text
    ruling = ruling_on(one(record, hand, changed=changed), asked_law(ruleset, changed))
    # An archive's name may be a club's.
    checkpoint = None if anonymous else checkpoint_of([record], changed=changed)
    text = written(ruling, form, anonymous, checkpoint)
    with destination(output, force) as stream:
        stream.write(text)
    undecided = ruling.remedy.outcome == "undetermined" or ruling.remedy.range is not None
    return Exit.UNDECIDED if undecided else Exit.DONE


def written(ruling: object, form: Form, anonymous: bool, checkpoint: str | None = None) -> str:
    """A ruling in the form asked for, with the checkpoint of the archive that it comes from at its foot."""
    from clabber_audit.render.data import ruling_json
    from clabber_audit.rulesets.ruleset import SHIPPED
    from clabber_audit.ruling.anonymous import anonymous as without_people
    from clabber_audit.ruling.dossier import full_dossier
    from clabber_audit.ruling.judge import Ruling
    from clabber_audit.ruling.side_remarks import beside

    assert isinstance(ruling, Ruling)
    if form is Form.json:
        told = beside(ruling, ())
        return ruling_json(without_people(ruling) if anonymous else ruling, aside=told.aside, proofs=told.proofs)
    file = full_dossier(ruling, SHIPPED, anonymous=anonymous)
    from clabber_audit.render.html import page
    from clabber_audit.render.text import ruling_text

    return (ruling_text if form is Form.text else page)(file, checkpoint=checkpoint)
