"""Command line: appeal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from clabber_audit.cli.commands import worst_code
from clabber_audit.cli.options import (
    BelieveOption,
    ChangedOption,
    ForceOption,
    OutOption,
    argument,
    form_of,
    form_option,
    load_private_key,
    option,
    parse_day,
    sign_option,
)
from clabber_audit.cli.output import destination, echo_err
from clabber_audit.cli.rule import RulingForm
from clabber_audit.cli.sign import make_statement, ruling_obstacles
from clabber_audit.core.errors import Exit, RecordError, Refused, Unusable, UsageError

if TYPE_CHECKING:
    from clabber_audit.inputs.records import InputRecord


def appeal(
    ruling: str = argument(..., "RULING", "The ruling (.json or .html); - is standard input."),
    *,
    by: str = option(
        ..., "--by", "NAME", "Who rules on the appeal: somebody who has not ruled on it before."
    ),
    because: str = option(..., "--because", "TEXT", "Why the appeal is decided this way."),
    answer: list[str] | None = option(
        None, "--answer", "ROW=ANSWER", "Answer an open question this way: D-53=play (repeatable)."
    ),
    believe: BelieveOption = None,
    unbelieve: list[int] | None = option(
        None, "--unbelieve", "ACCOUNT", "Set aside the finding of fact on this account (repeatable).", min=1
    ),
    record_file: str | None = option(
        None, "--record", "FILE", "The record with more versions or witnesses; nothing else may change."
    ),
    on: str | None = option(None, "--on", "DATE", "Day of the appeal (default: today)."),
    form: RulingForm | None = form_option(RulingForm),
    output: OutOption = None,
    force: ForceOption = False,
    sign: str | None = sign_option("the ruling"),
    changed: ChangedOption = False,
) -> Exit:
    """Rule on an appeal: a second person rules on the same record, and says if the first ruling stands.

    It is affirmed, changed in part, reversed, or sent back. The rulings before it stay inside; three are the most.

    Example: clabber-audit appeal ruling.html --by "Carl Vogel" --because "..." --answer D-53=play -o second.html
    """
    from clabber_audit import api
    from clabber_audit.inputs.readers import read_one_record
    from clabber_audit.inputs.records import believe_versions
    from clabber_audit.judge import appeals
    from clabber_audit.judge.signed import APPEAL, sign_ruling
    from clabber_audit.rules.book_file import parse_answer
    from clabber_audit.signing.statement import RULED

    form = form_of(output, RulingForm, form) or RulingForm.text
    if sign is not None and form is RulingForm.text:
        raise UsageError("a text ruling cannot be signed", "", "write to a .html or .json file")
    day, key = parse_day(on) or str(date.today()), load_private_key(sign) if sign is not None else None
    item = read_one_record(ruling, None, changed=changed)
    if codes := ruling_obstacles(item, "not appealed"):
        return worst_code(codes)
    assert item.ruling is not None
    assert item.law is not None
    steps = appeals.steps_of(item.ruling)
    appeals.check_judge(steps, by, key.public.raw if key else None)
    answers: dict[str, Any] = {}
    for one in answer or ():
        help = "leave it out, and say in --because how you read it"
        answers |= parse_answer(one, "--answer", help, item.law.game).answers
    law = appeals.build_law_on_appeal(item.law, answers)
    appealed = _read_appealed_record(item, record_file, unbelieve or [])
    if believe:
        appealed = believe_versions(appealed, believe, by=by, because=because, on=day)
    second = api.rule_by(appealed._replace(law=law), None)
    data: dict[str, Any] = json.loads(api.written(second, "json"))
    steps_before = [appeals.strip_step(step, data) for step in steps]
    entry: dict[str, Any] = {
        "by": by,
        "because": because,
        "on": day,
        "result": appeals.result_of(steps, data),
        "of": appeals.ruling_digest(steps[-1]),
        **({"answers": answers} if answers else {}),
        **({"departs_from": numbers} if (numbers := appeals.find_departures(item.law, answers)) else {}),
        "before": steps_before,
    }
    try:
        appeals.appeal_in(data | {APPEAL: entry})
    except Unusable as problem:
        raise UsageError("the appeal cannot be written", problem.why, "correct --by or --because") from None
    signatures = (
        []
        if key is None
        else [sign_ruling(data | {APPEAL: entry}, make_statement(RULED, None, by, day), key)]
    )
    with destination(output, force) as stream:
        stream.write(api.written(second, form.value, signatures=signatures, appeal=entry))
    echo_err(f"{entry['result'].replace('_', ' ').capitalize()}: ruling {len(steps)}, in {item.source}")
    return Exit.UNDECIDED if entry["result"] == "sent_back" else Exit.DONE


def _read_appealed_record(
    item: InputRecord, record_file: str | None, unbelieve: Sequence[int]
) -> InputRecord:
    """Return the ruling with the record of --record, and without the findings of fact of --unbelieve."""
    from clabber_audit.inputs.readers import read_one_record
    from clabber_audit.inputs.records import with_record
    from clabber_audit.judge.appeals import record_difference
    from clabber_audit.records.accounts import unbelieve as without
    from clabber_audit.records.formats import record_data

    record = item.record
    assert record is not None
    if record_file is not None:
        given = read_one_record(record_file, None)
        if given.refused is not None:
            raise given.refused
        assert given.record is not None
        if why := record_difference(record_data(record), record_data(given.record)):
            what = f"this is another record than that of the ruling: {why}"
            help = "an appeal may bring versions and tellers; on another record, rule anew"
            raise Refused([RecordError(what, "", help)], given.source)
        record = given.record
    record = without(record, unbelieve) if unbelieve else record
    return item if record is item.record else with_record(item, record)
