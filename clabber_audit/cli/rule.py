"""Command line: rule, replay and demo."""

from __future__ import annotations

import os
from datetime import date
from typing import Final

from clabber_audit.cli import options
from clabber_audit.cli.commands import check_signable, choose_format, load_asked_book, load_asked_law
from clabber_audit.cli.options import RulingFormat, TableFormat, flag, format_option, option, sign_option
from clabber_audit.cli.output import destination, echo, echo_err, write_output
from clabber_audit.cli.rulings import checkpoint_of, hand_of, read_one_record, rule_hands, ruling_on
from clabber_audit.core.errors import Exit, UsageError, printable
from clabber_audit.core.files import package_folder


def rule(
    record: options.Record,
    *,
    ruleset: options.Ruleset = None,
    format: RulingFormat | None = format_option(RulingFormat),
    output: options.Output = None,
    force: options.Force = False,
    anonymous: options.Anonymous = False,
    hand: options.Hand = None,
    sign: str | None = sign_option("the ruling"),
    name: options.Signer = None,
    on: options.SignedOn = None,
    effort: options.Effort = None,
    believe: options.Believe = None,
    because: str | None = option(None, "--because", "TEXT", "Why that version is believed."),
    by: str | None = option(
        None, "--by", "NAME", "Who decides whom to believe (default: the signer, or the arbiter)."
    ),
    as_of: options.AsOf = None,
    book: options.Book = None,
    no_book: options.NoBook = False,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Rule on a hand: the verdict, the reasons, the score.

    Example: clabber-audit rule hand.clab -o ruling.html
    """
    from clabber_audit import api
    from clabber_audit.inputs.records import believe_versions
    from clabber_audit.judge.signed import APPEAL

    format = choose_format(output, RulingFormat, format) or RulingFormat.text
    check_signable(format, sign)
    if sign is None and (name is not None or (on is not None and not believe)):
        raise UsageError("--name and --on need --sign", "", "add --sign and a key")
    if bool(believe) != (because is not None) or (by is not None and not believe):
        why = "whoever reads the ruling must know why one was believed"
        raise UsageError("--believe and --because go together", why, "give both, and --by if you like")
    if anonymous and name is not None:
        help = "leave one of them out"
        raise UsageError("--name cannot be used with --anonymous", "an anonymous ruling has no names", help)
    read = read_one_record(record, hand, allow_changed_rules=allow_changed_rules)
    hand_of(read)
    if APPEAL in (read.ruling or {}):
        new = "this is a new ruling, which leaves the appeal out"
        echo_err(f"{printable(record, 200)} decides an appeal; {new}")
    if believe and because is not None:
        day = date.today().isoformat() if on is None else on
        read = believe_versions(read, believe, by=by or name or "the arbiter", because=because, on=day)
    asked, club = load_asked_law(ruleset, allow_changed_rules, as_of), load_asked_book(book, no_book, record)
    if read.ruling is not None and (book is not None or no_book):
        why = "it keeps the decisions that it was given by"
        raise UsageError(f"{printable(record, 200)} is a ruling", why, "rule on the record instead")
    ruling = api.rule_by(read, asked, effort=effort, book=club)
    # An archive's name may be a club's.
    checkpoint = None if anonymous else checkpoint_of([record], allow_changed_rules=allow_changed_rules)
    signatures = []
    if sign is not None:
        from clabber_audit.cli.sign import sign_as_arbiter

        signatures.append(sign_as_arbiter(ruling, sign, name, on, anonymous=anonymous))
    page = api.written(
        ruling, format.value, anonymous=anonymous, checkpoint=checkpoint, signatures=signatures
    )
    write_output(output, page, force)
    undecided = ruling.remedy.outcome == "undetermined" or ruling.remedy.range is not None
    return Exit.UNDECIDED if undecided else Exit.DONE


def replay(
    record: options.Record,
    ruleset: options.Ruleset = None,
    anonymous: options.Anonymous = False,
    hand: options.Hand = None,
    allow_changed_rules: options.Changed = False,
) -> None:
    """Replay a hand card by card and mark what went wrong.

    Example: clabber-audit replay hand.clab
    """
    from clabber_audit.judge.dossier import dossier
    from clabber_audit.report.ruling import replay_text

    read = read_one_record(record, hand, allow_changed_rules=allow_changed_rules)
    ruling = ruling_on(read, load_asked_law(ruleset, allow_changed_rules))
    echo(replay_text(dossier(ruling, anonymous=anonymous, search=False)), end="")


#: Lines of the ruling that `demo` prints after the verdict: the trick in question.
_DEMO_LINES: Final = 10


def demo(
    output: str = option("clabber-demo.html", "-o --output", "FILE", "Write the ruling’s page to FILE."),
    scorecard: str | None = option(
        None, "--scorecard", "FILE", "Write the scorecard of an example game to FILE too."
    ),
    whole: bool = flag("--all", "Print the whole ruling, not only its first lines."),
    force: options.Force = False,
) -> None:
    """Rule on an example dispute: the verdict on the screen, and all of it as a page for your browser.

    Example: clabber-audit demo -o ruling.html
    """
    from clabber_audit.api import read
    from clabber_audit.api import rule as rule_api

    if (
        scorecard
        and "-" not in (output, scorecard)
        and os.path.realpath(output) == os.path.realpath(scorecard)
    ):
        raise UsageError("the ruling and the scorecard cannot be one file", "", "give each a name")
    choose_format(output, RulingFormat, None if output == "-" else RulingFormat.html)
    choose_format(scorecard, TableFormat)
    ruling = rule_api(read(package_folder("examples") / "ten-comes-home.clab"))
    page, text = ruling.html, ruling.text
    head, verdict, rest = text.split("\n\n", 2)
    lines = ["", *rest.splitlines()][:_DEMO_LINES]
    printed = text if whole else "\n".join([head, "", verdict, *lines]).rstrip() + "\n"
    # Both files are opened before anything is written: a name that will not do leaves nothing half done.
    with destination(output, force) as stream:
        if scorecard and scorecard != "-":
            _write_card(scorecard, force)
        echo(printed, end="")
        stream.write(page)
    if not whole:
        echo_err("`clabber-audit demo --all` prints the whole ruling.")
    if output != "-":
        echo_err(f"The ruling is in {printable(output, 200)}; open it in a browser.")
    if scorecard == "-":
        _write_card(scorecard, force)
    elif scorecard:
        echo_err(f"The scorecard is in {printable(scorecard, 200)}.")


def _write_card(path: str, force: bool) -> None:
    """Write the scorecard of the example game."""
    from clabber_audit.cli.score import write
    from clabber_audit.league.scorecard import games

    played = games(rule_hands([str(package_folder("examples") / "games" / "thursday.clab")], None, set()))
    write(played, choose_format(path, TableFormat) or TableFormat.text, path, force=force)
