"""Command line: rulesets, explain and legal."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from clabber_audit.cli import options
from clabber_audit.cli.commands import load_asked_law
from clabber_audit.cli.options import argument, flag, infraction_ids, option, rules_option, ruleset_ids
from clabber_audit.cli.output import echo, echo_err, write_output
from clabber_audit.core.errors import ClabberError, Unusable, UsageError, printable
from clabber_audit.core.text import join_words

if TYPE_CHECKING:
    from clabber_audit.rules.bound_ruleset import BoundRuleset, TrickPosition
    from clabber_audit.rules.infraction import Infraction
    from clabber_audit.rules.ruleset import Ruleset


def rulesets(
    ruleset: str | None = argument(
        None,
        "[ID|FILE|new]",
        "Ruleset to print; `new` asks for house rules; omit to list all.",
        autocompletion=ruleset_ids,
    ),
    *,
    against: str | None = option(
        None, "--against", "RULES", "Show only where the two differ.", autocompletion=ruleset_ids
    ),
    as_json: bool = flag("--json", "Print the whole ruleset as JSON."),
    questions: bool = flag(
        "--questions", "Show every question that a table may answer, and the answer here."
    ),
    extends: str = option(
        "ecl-1992", "--extends", "RULES", "Rules that `new` begins with.", autocompletion=ruleset_ids
    ),
    output: options.Output = None,
    force: options.Force = False,
    timeline: bool = flag(
        "--timeline", "Show the texts of a line, such as ecl, by date, and what each changed."
    ),
    as_of: options.AsOf = None,
    allow_changed_rules: options.Changed = False,
) -> None:
    """List the rulesets, print one, compare two, or write house rules from answers to questions.

    `rulesets new -o west-side.toml` asks at the terminal; `rulesets new -o west-side.html` writes a page that asks.

    Example: clabber-audit rulesets ecl-1992 --against wp
    """
    from clabber_audit.judge.comparison import differences
    from clabber_audit.recorder.house_rules import ExampleHands
    from clabber_audit.report import manual
    from clabber_audit.rules.bound_ruleset import load_law
    from clabber_audit.rules.lines import load_history
    from clabber_audit.rules.ruleset import LINES, SHIPPED, load

    def load_asked(name: str) -> Ruleset:
        law = load_asked_law(name, allow_changed_rules, as_of)
        assert law is not None
        return law.ruleset

    if ruleset == "new":
        _write_house_rules(load_law(extends, allow_changed_rules=allow_changed_rules).ruleset, output, force)
        return
    if output is not None or force:
        raise UsageError("-o and --force are for `rulesets new`", "", "leave them out, or say `new`")
    if ruleset is None:
        if against:
            help = "try `rulesets ID --against OTHER`"
            raise UsageError("--against compares two rulesets", "only one was given", help)
        echo(manual.ruleset_list([load(name) for name in SHIPPED]), end="")
    elif timeline:
        texts = load_history(ruleset, allow_changed_rules=allow_changed_rules)
        if texts is None:
            help = f"lines are {', '.join(LINES)}"
            raise UsageError(f"{ruleset} has one text", "a timeline needs dates", help)
        echo(manual.ruleset_timeline(texts), end="")
    elif against:
        one, other = load_asked(ruleset), load_law(against, allow_changed_rules=allow_changed_rules).ruleset
        if one.game is not other.game:
            what = f"{one.id} is for {one.game.name}, {other.id} for {other.game.name}"
            raise UsageError(what, "different games have different settings", "compare rulesets of one game")
        found = differences(one, other)
        echo(manual.ruleset_difference(one, other, found, ExampleHands(one).find_examples(found)), end="")
    elif questions:
        echo(manual.ruleset_questions(load_asked(ruleset)), end="")
    elif as_json:
        echo(json.dumps(load_asked(ruleset).to_data(), ensure_ascii=False, indent=2))
    else:
        echo(manual.ruleset_page(load_asked(ruleset)), end="")


def _write_house_rules(parent: Ruleset, output: str | None, force: bool) -> None:
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
        return
    if os.path.lexists(output) and not force:
        raise Unusable(f"{output} already exists", "", "give another name, or --force to replace it")
    _ask_house_rules(parent, output, force)


def _ask_house_rules(parent: Ruleset, output: str, force: bool) -> None:
    """Ask at the terminal; after Ctrl-C or the end of input the answers are kept in a draft beside the file."""
    from clabber_audit.recorder.house_rules import Interview, draft_answers, house_id, house_toml
    from clabber_audit.rules.ruleset import load_text

    kept = Path(f"{output}.draft")
    before = draft_answers(kept.read_text(encoding="utf-8"), parent, str(kept)) if kept.exists() else {}
    if before:
        echo_err(f"Going on with {kept}, where your last answers are.")
    echo_err(f"House rules that begin as {parent.display_title}.")
    interview, title = Interview(parent, echo_err, before), "House rules"
    try:
        title = _ask_title(parent)
        interview.ask(_read_line)
    except (KeyboardInterrupt, EOFError):
        kept.write_text(house_toml(parent, house_id(title), title, interview.answers), encoding="utf-8")
        echo_err("")
        echo_err(f"Stopped. What you said is kept in {kept}; the same command goes on with it.")
        raise KeyboardInterrupt from None
    text = house_toml(parent, house_id(title), title, interview.answers)
    articles = load_text(text, output, {}).articles
    changed = [name for name, article in articles.items() if article != parent.articles.get(name)]
    echo_err("")
    echo_err("Your rules now say:" if changed else "Nothing differs from the rules they begin with.")
    for name in changed:
        echo_err(f"  {name}: {articles[name].text}")
    write_output(output, text, force)
    kept.unlink(missing_ok=True)
    echo_err(f"{output} is written. Rule by it: clabber-audit rule hand.clab --ruleset {output}")


def _ask_title(parent: Ruleset) -> str:
    """Ask for a name until it is one that no shipped rules have."""
    from clabber_audit.recorder.house_rules import house_id, house_toml
    from clabber_audit.rules.ruleset import load_text

    while True:
        echo_err("What are your rules called? For instance West Side Clabber.")
        title = _read_line("> ").strip()
        if not title:
            continue
        try:
            load_text(house_toml(parent, house_id(title), title, {}), "the name", {})
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


def explain(
    word: str | None = argument(
        None,
        "[WORD]",
        "An infraction, such as failure-to-follow, or any words of the rules; omit to list them all.",
        autocompletion=infraction_ids,
    ),
    ruleset: str | None = rules_option("Ruleset to quote"),
    allow_changed_rules: options.Changed = False,
) -> None:
    """Explain an infraction and its penalty, or find a word in the rules.

    Example: clabber-audit explain renege
    """
    from clabber_audit.report.manual import infraction_list, infraction_page
    from clabber_audit.rules.bound_ruleset import load_law
    from clabber_audit.rules.infractions import infractions
    from clabber_audit.rules.ruleset import DEFAULT, load

    asked = load_law(ruleset, allow_changed_rules=allow_changed_rules).ruleset if ruleset else None
    name = "-".join((word or "").lower().replace("_", " ").split())
    if not name:
        echo(infraction_list(asked or load(DEFAULT)), end="")
    elif name in infractions():
        echo(infraction_page(infractions()[name], asked or _default_ruleset(name)), end="")
    else:
        echo(_find_in_rules(word or "", asked), end="")


def _default_ruleset(infraction: str) -> Ruleset:
    """Return the ruleset to quote by default: the league’s, or the first that binds it, or the first of its game."""
    from clabber_audit.rules.infractions import infractions_of
    from clabber_audit.rules.ruleset import DEFAULT, SHIPPED, load

    usual = load(DEFAULT)
    if infraction in infractions_of(usual.game):
        return usual
    binding = (rules for rules in map(load, SHIPPED) if infraction in rules.penalties)
    of_game = (rules for rules in map(load, SHIPPED) if infraction in infractions_of(rules.game))
    return next(chain(binding, of_game))


def _find_in_rules(word: str, asked: Ruleset | None) -> str:
    """Return the places of a word in the given ruleset, else in the shipped ones, or raise UsageError."""
    from clabber_audit.report.manual import search_page
    from clabber_audit.rules.lookup import closest_word, search, search_words
    from clabber_audit.rules.ruleset import SHIPPED, load

    def rulesets() -> Iterator[Ruleset]:
        return iter([asked]) if asked else map(load, SHIPPED)

    if results := search(word, rulesets()):
        return search_page(results)
    close = closest_word(word, rulesets())
    # A misspelled id is no question.
    if not close and (results := search_words(word, rulesets())):
        return search_page(results)
    advice = f"did you mean “{close}”?" if close else "`clabber-audit explain` lists all infractions"
    raise UsageError(f"no infraction or article is about “{printable(word)}”", "", advice)


def _list_objections(
    rules: BoundRuleset, position: TrickPosition, trumps: int
) -> list[list[Infraction[object]]]:
    """Return, for each card of the hand, the duties that playing it would break."""
    from clabber_audit.rules.bound_ruleset import find_objections

    hand, number = sum(position.held), position.trick
    return [
        find_objections(rules, hand, card, position.led, trumps, position.above, trick=number)
        for card in position.held
    ]


def legal(
    *,
    hand: str = option(
        ...,
        "--cards",
        "CARDS",
        "The hand, such as “9S QS AD” or “9♠ Q♠ A♦”; before a lead, how many there are says which trick.",
    ),
    trump: str = option(..., "--trump", "SUIT", "Trump: C, D, H or S, a symbol or a name; or NT, HIGH, LOW."),
    trick: str = option("", "--trick", "CARDS", "The cards on the table, in the order they fell."),
    played: str = option("", "--played", "CARDS", "Cards of earlier tricks, if they matter for a lead."),
    players: int | None = option(
        None, "--players", "N", "Number of players, if it matters for a lead.", min=1
    ),
    named: str = option("", "--named", "SUIT", "The suit named when the joker is led at no trump."),
    ruleset: str = rules_option("Ruleset to apply", default="ecl-1992"),
    allow_changed_rules: options.Changed = False,
) -> None:
    """List the cards that may be played to a trick, and why the others may not.

    Example: clabber-audit legal --trump S --trick "AH KS" --cards "9S QS AD"
    """
    from clabber_audit.cards import JOKER, prettify
    from clabber_audit.records.notation.tokens import read_cards, read_suit
    from clabber_audit.rules.bound_ruleset import fitting_tables, load_law, position

    rules = load_law(ruleset, allow_changed_rules=allow_changed_rules)
    recording = rules.game.recording(rules.toggles)
    pack = recording.pack
    if players and players not in recording.tables:
        known = join_words(map(str, recording.tables), "or")
        raise UsageError(f"{rules.ruleset.id} is not for {players} players", "", f"say --players {known}")
    strains = rules.order(pack).strains
    word = trump.strip().upper()
    strain = strains[word if word and word in strains else read_suit(trump)]
    held, table, fallen = (read_cards(cards, pack) for cards in (hand, trick, played))
    if any(count > len(pack.bits[face]) for face, count in Counter([*held, *table, *fallen]).items()):
        often = "twice" if pack.copies == 1 else "three times"
        why = "the deck has one of each card" if pack.copies == 1 else "the deck has two of each card"
        raise UsageError(f"a card is named {often}", why, "check --cards, --trick and --played")
    if not held:
        raise UsageError("the hand is empty", "", "give its cards, such as --cards “9S QS AD”")
    if len(table) >= (seats := players or max(recording.tables)):
        most = {4: "three", 6: "five"}.get(seats, str(seats - 1))
        help = "check --trick"
        raise UsageError("the trick is complete", f"at most {most} cards are on the table before yours", help)
    trumps = strain.trump
    if named:
        suit = read_suit(named)
        if table[:1] != [JOKER] or suit not in strain.joker_led:
            why = "a suit is named only when the joker is led at no trump"
            raise UsageError("--named does not apply here", why, "omit it")
        strain = strain.joker_led[suit]
    # Before a lead, the number of players tells which trick it is.
    fitting = [] if players or table else fitting_tables(rules, len(held))
    sizes: list[int | None] = [*fitting] or [players]
    positions = [position(rules, strain, held, table, fallen, size) for size in sizes]
    objections, *others = (_list_objections(rules, one, trumps) for one in positions)
    if any(other != objections for other in others):
        which = [f"{one.trick} with {size} players" for one, size in zip(positions, sizes, strict=True)]
        why = f"with {len(held)} cards left it is a lead to trick {join_words(which)}"
        help = f"say --players {join_words(map(str, fitting), 'or')}"
        raise UsageError("the answer depends on the number of players", why, help)
    by_card = list(zip(map(prettify, held), objections, strict=True))
    may = list(dict.fromkeys(card for card, broken in by_card if not broken))
    echo(f"legal: {' '.join(may)}")
    for card, broken in by_card:
        for objection in broken:
            rows = rules.ruleset.rows[objection.id]
            cited = f" ({', '.join(rows)})" if rows else ""
            title = objection.title_in(rules.game).lower()
            echo(f"not {card}: {title}{cited}; play {' or '.join(may)}")
