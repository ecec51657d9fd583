"""Command line: rulesets new."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from clabber_audit.cli.output import echo_err, write_output
from clabber_audit.core.errors import ClabberError, Exit, Unusable, UsageError

if TYPE_CHECKING:
    from clabber_audit.rules.ruleset import Ruleset


def new_house_rules(parent: Ruleset, output: str | None, force: bool) -> Exit:
    """Ask for house rules and write their file, or write the page that asks."""
    from clabber_audit.recorder.page import house_page

    suffix = Path(output or "").suffix
    if suffix not in (".toml", ".html"):
        help = "add -o west-side.toml, or -o west-side.html for a page"
        raise UsageError("`rulesets new` writes a file", "its name ends in .toml or .html", help)
    assert output is not None
    if not parent.is_shipped:
        known = "`clabber-audit rulesets` lists the shipped ones"
        raise UsageError(f"--extends {parent.id} is not a shipped ruleset", "", known)
    if suffix == ".html":
        write_output(output, house_page(parent), force)
        echo_err(f"The questions are in {output}; open it in a browser on a laptop or a phone.")
        return Exit.DONE
    if os.path.lexists(output) and not force:
        raise Unusable(f"{output} already exists", "", "give another name, or --force to replace it")
    return _at_prompt(parent, output, force)


def _at_prompt(parent: Ruleset, output: str, force: bool) -> Exit:
    """Ask at the terminal; what was answered before Ctrl-C or the end of the input is kept beside the file."""
    from clabber_audit.recorder.house_rules import Interview, draft_answers, house_id, house_toml

    kept = Path(f"{output}.draft")
    before = draft_answers(kept.read_text(encoding="utf-8"), parent, str(kept)) if kept.exists() else {}
    if before:
        echo_err(f"Going on with {kept}, where your last answers are.")
    echo_err(f"House rules that begin as {parent.shown_title}.")
    interview, title = Interview(parent, echo_err, before), "House rules"
    try:
        title = _title(parent)
        interview.ask(_read_line)
    except (KeyboardInterrupt, EOFError):
        kept.write_text(house_toml(parent, house_id(title), title, interview.answers), encoding="utf-8")
        echo_err("")
        echo_err(f"Stopped. What you said is kept in {kept}; the same command goes on with it.")
        raise KeyboardInterrupt from None
    text = house_toml(parent, house_id(title), title, interview.answers)
    for line in _changed_articles(text, output, parent):
        echo_err(line)
    write_output(output, text, force)
    kept.unlink(missing_ok=True)
    echo_err(f"{output} is written. Rule by it: clabber-audit rule hand.clab --ruleset {output}")
    return Exit.DONE


def _title(parent: Ruleset) -> str:
    """Ask for a name until it is one that no shipped rules have."""
    from clabber_audit.recorder.house_rules import house_id, house_toml

    while True:
        echo_err("What are your rules called? For instance West Side Clabber.")
        title = _read_line("> ").strip()
        if not title:
            continue
        try:
            _loaded(house_toml(parent, house_id(title), title, {}), "the name")
        except ClabberError as problem:
            for line in problem.lines:
                echo_err(f"  {line}")
        else:
            return title


def _read_line(prompt: str) -> str:
    echo_err(prompt, end="")
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def _loaded(text: str, name: str) -> Ruleset:
    from clabber_audit.rules.ruleset import load_text

    return load_text(text, name, {})


def _changed_articles(text: str, name: str, parent: Ruleset) -> list[str]:
    """Return the articles that now read otherwise, as the table will read them."""
    articles = _loaded(text, name).articles
    changed = [one for one, article in articles.items() if article != parent.articles.get(one)]
    lines = [f"  {article}: {articles[article].text}" for article in changed]
    return (
        ["", "Your rules now say:", *lines]
        if lines
        else ["", "Nothing differs from the rules they begin with."]
    )
