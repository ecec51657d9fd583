"""`score`: the hands of a game in, its scorecard out."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from clabber_audit.cli.options import (
    AnonymousOption,
    ChangedOption,
    ForceOption,
    OutOption,
    RecordsArgument,
    RulesetOption,
    form_option,
)
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.scorecard.card import Game


class CardForm(StrEnum):
    """How a scorecard is written."""

    html = "html"
    text = "text"
    json = "json"
    csv = "csv"
    xlsx = "xlsx"


def score(
    records: RecordsArgument,
    ruleset: RulesetOption = None,
    form: Annotated[CardForm | None, form_option(CardForm)] = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: AnonymousOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Add up the hands of games: who won, and where the score sheet is wrong.

    Example: clabber-audit score sheet.csv -o card.html
    """
    from clabber_audit.cli.errors import worst
    from clabber_audit.cli.options import asked_law, form_of
    from clabber_audit.cli.rulings import checkpoint_of, ruled
    from clabber_audit.cli.screen import is_read_by_a_person
    from clabber_audit.ground.errors import Unusable, UsageError
    from clabber_audit.scorecard.card import games
    from clabber_audit.sheet.spreadsheet import require_workbooks

    form = form_of(output, CardForm, form) or CardForm.text
    if form is CardForm.xlsx and output in (None, "-") and is_read_by_a_person():
        raise UsageError("a workbook cannot be shown on the screen", "", "give a file with -o")
    if form is CardForm.xlsx:
        require_workbooks()
    codes: set[Exit] = set()
    played = games(ruled(records, asked_law(ruleset, changed), codes, changed=changed))
    if not played:
        if not codes:
            raise Unusable("no hands to add up", f"found none in {', '.join(records)}", "check the name")
        return worst(codes)
    if any(game.state in ("disputed", "unclear") for game in played):
        codes.add(Exit.UNDECIDED)
    # An archive's name may be a club's.
    checkpoint = None if anonymous else checkpoint_of(records, changed=changed)
    write(played, form, output, force=force, anonymous=anonymous, checkpoint=checkpoint)
    return worst(codes)


def write(
    played: list[Game],
    form: CardForm,
    output: str | None,
    *,
    force: bool,
    anonymous: bool = False,
    checkpoint: str | None = None,
) -> None:
    """Write scorecards in the form asked for, whole or not at all."""
    from clabber_audit.cli.output import destination
    from clabber_audit.render import scorecard

    if form is CardForm.xlsx:
        book = scorecard.card_xlsx(played, anonymous=anonymous, checkpoint=checkpoint)
        with destination(output, force) as stream:
            stream.write_bytes(book)
        return
    forms: dict[CardForm, Callable[..., str]] = {
        CardForm.html: scorecard.card_page,
        CardForm.text: scorecard.card_text,
        CardForm.json: scorecard.card_json,
        CardForm.csv: scorecard.card_csv,
    }
    written = forms[form](played, anonymous=anonymous, checkpoint=checkpoint)
    with destination(output, force) as stream:
        stream.write(written)
