"""`rule`: one record in, its ruling out."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from clabber_audit.cli.keys import SignedOnOption, SignerOption, sign_option
from clabber_audit.cli.options import (
    AnonymousOption,
    ChangedOption,
    ForceOption,
    HandOption,
    OutOption,
    RecordArgument,
    RulesetOption,
    form_of,
    form_option,
)
from clabber_audit.ground.errors import Exit


class RulingForm(StrEnum):
    """How a ruling is written."""

    html = "html"
    text = "text"
    json = "json"


def rule(
    record: RecordArgument,
    ruleset: RulesetOption = None,
    form: Annotated[RulingForm | None, form_option(RulingForm)] = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: AnonymousOption = False,
    hand: HandOption = None,
    sign: Annotated[str | None, sign_option("the ruling")] = None,
    name: SignerOption = None,
    on: SignedOnOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Rule on a hand: the verdict, the reasons, the score.

    Example: clabber-audit rule hand.clab -o ruling.html
    """
    from clabber_audit import api
    from clabber_audit.cli.output import destination
    from clabber_audit.cli.rulings import checkpoint_of, hand_of, one_of
    from clabber_audit.cli.signatures import as_arbiter
    from clabber_audit.ground.errors import UsageError

    form = form_of(output, RulingForm, form) or RulingForm.text
    if sign is not None and form is RulingForm.text:
        raise UsageError("a text ruling cannot be signed", "", "write to a .html or .json file")
    if sign is None and (name is not None or on is not None):
        raise UsageError("--name and --on need --sign", "", "add --sign and a key")
    if anonymous and name is not None:
        raise UsageError(
            "--name cannot be used with --anonymous", "an anonymous ruling has no names", "leave one of them out"
        )
    read = one_of(record, hand, changed=changed)
    hand_of(read)
    ruling = api.rule(read, api.load_ruleset(ruleset, changed=changed) if ruleset else None)
    # An archive's name may be a club's.
    checkpoint = None if anonymous else checkpoint_of([record], changed=changed)
    signatures = [] if sign is None else [as_arbiter(ruling, sign, name, on, anonymous=anonymous)]
    with destination(output, force) as stream:
        page = api.written(ruling, form.value, anonymous=anonymous, checkpoint=checkpoint, signatures=signatures)
        stream.write(page)
    undecided = ruling.remedy.outcome == "undetermined" or ruling.remedy.range is not None
    return Exit.UNDECIDED if undecided else Exit.DONE
