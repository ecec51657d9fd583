"""Recorder page as one HTML file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any, Final, get_args

from markupsafe import Markup

from clabber_audit.cards import ANY_RANK, SEAT_NAMES, SUIT_NAMES, SUIT_SYMBOLS
from clabber_audit.core import __version__
from clabber_audit.core.files import package_text
from clabber_audit.core.text import NAMED, PLAIN, RIGHT_TO_LEFT
from clabber_audit.games import load_games
from clabber_audit.judge.embedded import block_text
from clabber_audit.recorder import house_rules
from clabber_audit.recorder.judging import Json, find_recorder_toggles, games
from clabber_audit.records import bid_euchre_words as bid_euchre
from clabber_audit.records import vocabulary as record_words
from clabber_audit.records.incidents import IN_PLAY, MISCOUNTS, SHOWS_CARD
from clabber_audit.records.notation import tokens
from clabber_audit.report.html import form_page, inline_scripts, inline_styles
from clabber_audit.report.phrases import meld_name
from clabber_audit.report.wording import AGREED
from clabber_audit.rules.answers import answer_words
from clabber_audit.rules.infraction import incident_kinds, incident_kinds_of
from clabber_audit.rules.infractions import claimable_in, infractions
from clabber_audit.rules.ruleset import Ruleset

#: The suits as players sort them on the screen: the two colors take turns.
SUITS: Final = ("S", "H", "D", "C")


def tables(rulesets: Sequence[Ruleset] = ()) -> dict[str, Any]:
    """Return the data block of the script; the first of the house rules is preselected."""
    return {
        **games(rulesets),
        "begins": rulesets[0].id if rulesets else None,
        "packs": {
            name: {"ranks": pack.ranks, "copies": pack.copies, "joker": pack.joker}
            for name, pack in bid_euchre.PACKS.items()
        },
        "formats": _formats(),
        "seatings": {str(len(table)): list(table) for table in (*bid_euchre.TABLES[1:], bid_euchre.COMPASS)},
        "seatNames": {**SEAT_NAMES, **{seat: f"Player {seat[1:]}" for seat in bid_euchre.TABLES[-1]}},
        "sides": get_args(bid_euchre.Side),
        "suits": list(SUITS),
        "suitNames": SUIT_NAMES,
        "suitSigns": SUIT_SYMBOLS,
        "rankNames": ANY_RANK,
        "kinds": {kind: meld_name(kind) for kind in get_args(record_words.Kind)},
        "strains": tokens.STRAIN_SHORT,
        "callsShort": tokens.CALL_SHORT,
        "noTurn": sorted(tokens.NO_TURN),
        "withoutPartner": sorted(bid_euchre.WITHOUT_PARTNER),
        "contextWords": {
            "clabber 1": sorted(tokens.CLABBER.context),
            "bid-euchre 1": sorted(_BID_EUCHRE.context),
        },
        "sheet": _SHEET,
        "moments": _MOMENTS,
        "incidents": incidents(),
        "infractions": {name: infraction.title for name, infraction in infractions().items()},
        "ofTheDeal": [kind.word for kind in incident_kinds().values() if kind.of_the_deal],
        "saidToSomebody": [kind.word for kind in incident_kinds().values() if kind.said_to_somebody],
        "buttons": {kind.button: kind.word for kind in incident_kinds().values() if kind.button},
        "showsCard": SHOWS_CARD,
        "inPlay": IN_PLAY,
        "told": [kind.word for kind in incident_kinds().values() if kind.told],
        "needs": {kind.word: kind.needs for kind in incident_kinds().values() if kind.needs},
        "agreed": {what: f"the table agreed {deed}" for what, deed in AGREED.items()},
        "claimWords": sorted(tokens.RESERVED),
        "noNames": sorted(tokens.NO_NAMES),
        "miscounts": MISCOUNTS,
        "sourceWords": [*get_args(record_words.SourceKind), *get_args(record_words.Confidence)],
        "confidence": get_args(record_words.Confidence),
        "calls": tokens.SPOKEN,
        "contractKinds": get_args(bid_euchre.ContractKind),
        "plain": PLAIN,
        "named": NAMED,
        "rightToLeft": RIGHT_TO_LEFT,
        "words": words(*TEXTS),
    }


#: Tables of `words.toml` that every page carries; the page with a judge has one more.
TEXTS: Final = ("prompts", "lines", "table", "questions", "notices", "remarks")


def words(*tables: str) -> dict[str, str]:
    """Return the texts of some tables of `words.toml` by name."""
    data = tomllib.loads(files("clabber_audit.recorder").joinpath("words.toml").read_text(encoding="utf-8"))
    return {name: text for table in tables for name, text in data[table].items()}


_BID_EUCHRE: Final = tokens.vocabulary(bid_euchre.COMPASS)
_KIND_KEYS: Final = (("dad", "D"), ("fifty", "F"), ("hundred", "H"), ("two_hundred", "T"))
#: Parts of a Clabber sheet, and their words in the notation.
_SHEET: Final = (("cards", "cards"), ("last_trick", "last"), ("melds", "melds"), ("belle", "belle"))


#: Format -> marks on a sheet, parts of a sheet, and True if scores fall below zero.
_SHEETS: Final[dict[str, Json]] = {
    record_words.FORMAT: {
        "marks": get_args(record_words.Mark),
        "parts": [
            ("cards", "card points"),
            ("last_trick", "last trick"),
            ("melds", "melds"),
            ("belle", "belle"),
        ],
    },
    bid_euchre.FORMAT: {
        "marks": get_args(bid_euchre.Mark),
        "parts": [("tricks", "tricks"), ("after", "score after it")],
        "signed": True,
    },
}


def _formats() -> dict[str, Json]:
    """Return the score sheet, incidents and claimable infractions of each format."""
    return {
        game.format: {
            "name": game.name,
            **_SHEETS[game.format],
            # A house may write `meld.dad` for `meld_dad`, or a table of melds.
            "asked": "|".join(
                dict.fromkeys(
                    re.sub("^meld_.*", r"meld[\\w.]*", name) for name in find_recorder_toggles(game)
                )
            ),
            "incidents": [at for at, word in enumerate(incidents()) if word in incident_kinds_of(game)],
            "infractions": [list(infractions()).index(name) for name in claimable_in(game)],
            "titles": {
                name: infraction.title_in(game)
                for name, infraction in claimable_in(game).items()
                if game.id in infraction.words.titles
            },
        }
        for game in load_games()
    }


def incidents() -> dict[str, str]:
    """Return the sentence of each incident kind."""
    kinds = sorted(incident_kinds().values(), key=lambda kind: kind.of_the_deal)
    return {kind.word: kind.deed for kind in kinds}


#: Labels of the sources of a record.
_SOURCES: Final = {
    "table": "the table",
    "video": "a video",
    "scoresheet": "a score sheet",
    "newspaper": "a newspaper",
    "memory": "memory",
    "tricks": "the tricks taken",
}
#: Buttons for events other than plays: deed, key, words, and True if every game has it.
_MOMENTS: Final = (
    ("meld", "M", "Meld", False),
    ("show", "W", "Show", False),
    ("belle", "B", "Belle", False),
    ("trump", "", "Trump", False),
    ("give", "", "Pass cards", False),
    ("out", "", "Drop out", False),
    ("special", "", "Special call", False),
    ("blind", "", "Left over", False),
    ("before", "", "Scores", False),
    ("claim", "R", "Claim", True),
    ("look", "L", "Looked back", True),
    ("exposed", "E", "Exposed", True),
    ("laydown", "G", "Lay down", True),
    ("held", "V", "Hand shown", True),
    ("incident", "I", "Other", True),
    ("note", "N", "Note", True),
)


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
    "accounts",
    "readingaccounts",
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


def house_page(parent: Ruleset) -> str:
    """Return the page that asks for house rules and writes their file, ready to be opened from disk."""
    asked, hands = house_rules.house_questions(parent), house_rules.ExampleHands(parent)
    questions = [
        {
            **question._asdict(),
            "table": question.table,
            "words": answer_words(question.usual),
            "choices": [
                {"value": choice, "words": house_rules.describe_choice(parent, question.name, choice)}
                for choice in question.choices
            ],
            "number": question.numeric,
            "implies": house_rules.imply(parent, question.name, question.range[1]) if question.range else {},
        }
        for question in asked
    ]
    examples = {question.name: house_rules.example_lines(hands, question) for question in asked}
    tables = {
        "parent": parent.id,
        "head": house_rules.HEAD,
        "questions": questions,
        "conflicts": house_rules.conflicts(parent),
    }
    return form_page(
        "house.html.j2",
        version=__version__,
        title=parent.display_title,
        questions=[{**question, "example": examples[question["name"]]} for question in questions],
        tables=Markup(block_text(tables)),
        **inline_styles("base.css", "recorder.css", "house.css"),
        **inline_scripts("house.js"),
    )


#: Third-party code inside every page.
LEAN_QR: Final = {
    "name": "Lean QR",
    "version": "2.7.4",
    "license": "MIT",
    "source": "https://github.com/davidje13/lean-qr",
}


def page(rulesets: Sequence[Ruleset] = ()) -> str:
    """Return the recorder page, which also offers the rulesets of a house."""
    return form_page("recorder.html.j2", **template_values(tables(rulesets), SCRIPTS))


def template_values(
    tables: dict[str, Any], scripts: Iterable[str], *styles: str, notices: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """Return the values of the page template; `notices` are of third-party code that not every page has inside."""
    return {
        "version": __version__,
        "notices": [{**LEAN_QR, "texts": [package_text("reports", "recorder/leanqr.txt")]}, *notices],
        "tables": Markup(block_text(tables)),
        "sources": _SOURCES,
        "kinds": [(kind, key, meld_name(kind)) for kind, key in _KIND_KEYS],
        **inline_styles("base.css", "recorder.css", *styles),
        **inline_scripts(*(f"{name if '/' in name else f'recorder/{name}'}.js" for name in scripts)),
    }
