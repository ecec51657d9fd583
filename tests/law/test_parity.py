"""Every infraction and kind of incident has its words in every form; a failure names the file that lacks them.

A guilty hand of each infraction, from its case file, is ruled on and written in every form. Each kind of incident is
recorded, and read, written and shown by every part of the program.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache
from typing import Any, Final, get_args

import pytest

from clabber_audit.cards import prettify, seat_name
from clabber_audit.core.errors import TextPlace
from clabber_audit.evidence.finding import Finding
from clabber_audit.games import load_games
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.game import Game
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.judge.model import BidEuchreRulingShape, RulingShape
from clabber_audit.recorder import prompt as draft
from clabber_audit.recorder.page import page as recorder_page
from clabber_audit.recorder.page import tables
from clabber_audit.recorder.prompt import table
from clabber_audit.records import incidents
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from clabber_audit.records.notation.writer import write
from clabber_audit.replay import Follow, IncidentEvent
from clabber_audit.report import lint
from clabber_audit.report.data import ruling_json
from clabber_audit.report.manual import infraction_list, infraction_page
from clabber_audit.report.page import page
from clabber_audit.report.phrases import sentence, side
from clabber_audit.report.ruling import replay_text, ruling_text, ruling_view
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of
from clabber_audit.rules.infraction import Infraction, Words, incident_kinds_of
from clabber_audit.rules.infractions import claimable_in, infractions, infractions_of
from tests import casebook
from tests.cli import GOOD, PEPPER
from tests.scale import at_scale


def find_missing_words(one: Infraction[Any]) -> Iterator[str]:
    """Yield advice on each text that an infraction lacks."""
    words = one.words
    needed = {
        "manual with an “Example:”": ("Example:" in one.manual, True),
        "message": (words.message, True),
        "help": (words.help, True),
        "doubt": (words.doubt, one.of_card),
        "fault": (words.fault, True),
        "claimed": ("{title}" not in words.claimed, True),
        "denied": (words.denied != Words.denied, True),
        "deed": ("{title}" not in words.deed, one.of_card or one.certified),
        "owed": (words.owed, one.place == "duty"),
        "incident": (one.incidents, IncidentEvent in one.events),
    }
    for what, (text, has_to) in needed.items():
        if has_to and not text:
            yield f"{one.id} has no {what}: add it in {one.source}"
    if Follow in one.events:
        yield f"{one.id} is never asked: a card falls as OffSuit, TrumpPlayed or Lead; say which in {one.source}"


#: Every infraction and every kind of incident, by game.
_INFRACTIONS_BY_GAME: Final = [(game, name) for game in load_games() for name in infractions_of(game)]
_INCIDENTS_BY_GAME: Final = [(game, word) for game in load_games() for word in incident_kinds_of(game)]


def _names(part: Any) -> str:
    return part if isinstance(part, str) else str(part.id)


@cache
def _find_guilty(game: Game, name: str) -> tuple[Ruling, Finding]:
    """Return a ruling with the infraction, on a hand of its case file or of the game's casebook, and the finding."""
    own = (case for case in casebook.cases() if case.file == f"infractions/{name}.md")
    for case in (*own, *(() if game is CLABBER else casebook.family_cases())):
        for ruling in _rulings(case.id):
            for finding in ruling.findings if ruling.law.game is game else ():
                if finding.infraction == name and finding.verdict == "proven":
                    return ruling, finding
    pytest.fail(f"{name} is proven in no hand of {game.id}: add one in tests/cases/infractions/{name}.md")


_CASES: Final = {case.id: case for case in (*casebook.cases(), *casebook.family_cases())}


@cache
def _rulings(case: str) -> list[Ruling]:
    return [
        adjudicate(hand, casebook.law_of_hand(question, hand))
        for question in _CASES[case].questions
        if question.kind == "hand"
        for hand in casebook.hands_of(question.text)
    ]


def _plain_hand(game: Game) -> tuple[dict[str, Any], BoundRuleset]:
    """Return an uneventful hand of a game, and its law."""
    record = GOOD if game is CLABBER else PEPPER
    return record, law_of(record.get("ruleset", "ecl-1992"))


def _plain(page: str) -> str:
    """Return the text of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", page)).split())


def _texts(ruling: Ruling) -> tuple[str, str]:
    """Return the text and the page of a ruling."""
    file = dossier(ruling, proofs=())
    return ruling_text(file), page(file)


@cache
def _guilty_texts(game: Game, name: str) -> tuple[str, str]:
    return _texts(_find_guilty(game, name)[0])


def _find_silent_forms(forms: Mapping[str, str], sentence: str) -> list[str]:
    """Return the forms that lack a text."""
    return [
        form for form, text in forms.items() if sentence.casefold() not in " ".join(text.split()).casefold()
    ]


@pytest.mark.parametrize("name", infractions())
def test_infraction_file_has_all_words(name: str) -> None:
    missing = list(find_missing_words(infractions()[name]))
    assert not missing, "\n".join(missing)


def test_missing_words_are_reported_with_their_file() -> None:
    bare = copy(infractions()["failure-to-trump"])
    bare.id, bare.manual, bare.events = "bare-duty", "", (Follow,)
    bare.words = Words(message="{seat} did it", help="do not")
    assert list(find_missing_words(bare)) == [
        f"bare-duty has no {what}: add it in clabber_audit/rules/infractions/bare_duty.py"
        for what in ("manual with an “Example:”", "doubt", "fault", "claimed", "denied", "deed", "owed")
    ] + [
        "bare-duty is never asked: a card falls as OffSuit, TrumpPlayed or Lead; "
        "say which in clabber_audit/rules/infractions/bare_duty.py"
    ]


@pytest.mark.parametrize(("game", "name"), _INFRACTIONS_BY_GAME[:: at_scale(4, 1)], ids=_names)
def test_infraction_is_in_every_form(game: Game, name: str) -> None:
    """Its sentence is in text, page and lint, its id in JSON; the same for an undetermined finding."""
    ruling, finding = _find_guilty(game, name)
    open_one = finding._replace(verdict="undetermined", provable_from=None)
    doubted = ruling._replace(findings=tuple(open_one if one == finding else one for one in ruling.findings))
    for variant, one, (text, shown) in (
        (ruling, finding, _guilty_texts(game, name)),
        (doubted, open_one, _texts(doubted)),
    ):
        sentence = speaker_of(variant).finding(one)
        assert not re.search(r"[{}]|something unknown|None", sentence), (
            f"{sentence}: see {infractions()[name].source}"
        )
        diagnostic = lint.diagnose_finding(variant, one, "hand.clab", TextPlace(1, 1))
        forms = {
            "text": text,
            "page": _plain(shown),
            "check": lint.format_text(diagnostic),
            "GitHub": lint.format_github(diagnostic),
            "SARIF": json.loads(lint.format_sarif(diagnostic))["message"]["text"],
        }
        assert not _find_silent_forms(forms, sentence), (
            f"{name}: “{sentence}” is missing in {_find_silent_forms(forms, sentence)}"
        )
        data = _SHAPES[game.id].model_validate_json(ruling_json(variant, proofs=()))
        assert (name, one.verdict) in {(each.infraction, each.verdict) for each in data.findings}
        assert infractions()[name].words.help in forms["check"]


@pytest.mark.parametrize(("game", "name"), _INFRACTIONS_BY_GAME, ids=_names)
def test_first_two_lines_name_the_fault_and_the_player(game: Game, name: str) -> None:
    """In every form: the fault in capitals, then sentences of 50 words at most, without the pronoun `he`."""
    ruling, finding = _find_guilty(game, name)
    text, shown = _guilty_texts(game, name)
    verdict, speaker = ruling_view(dossier(ruling, proofs=())).verdict, speaker_of(ruling)
    forms = {
        "text": text.split("\n\n")[1],
        "page": _plain("</p>".join(shown.split("<p class=lead>")[1].split("</p>")[:2])),
        "message": verdict.message,
    }
    # A wrong sheet and a failed claim have other first lines; the text below them states the fault.
    own = "the sheet is wrong" if finding.of_score else "caller pays" if finding.of_claim else ""
    fault, deed = speaker.fault(finding), sentence(speaker.finding(finding))[:-1]
    for form, lines in forms.items():
        joined = " ".join(lines.split())
        assert (own or fault).lower() in joined.lower(), f"{form}: {joined}"
        assert own or deed in joined, f"{form}: {joined}"
    word, _, score = verdict.headline.line.partition(". ")
    assert word == word.upper()
    assert score.endswith(".")
    lines = " ".join((verdict.headline.line, *verdict.lines))
    assert not re.search(r"\b(he|she|his|her|him|trumps)\b", lines)
    assert len(verdict.happened.split()) <= 27


def _claim(game: Game, name: str) -> str:
    """Claim an infraction in a plain hand, check every way to record the claim, and return the text of the ruling."""
    plain, law = _plain_hand(game)
    record = {**plain, "claims": [{"by": "E", "against": "N", "infraction": name, "at": 8}]}
    claimed = parse_hand(json.dumps(record).encode())
    lines = write(claimed.record)
    assert f"claim E against N {name}" in lines
    assert parse(HandText(lines, 1)) == claimed.record
    typed = draft.read_draft(draft.TypedHand(game.id, lines.splitlines()[1:]))
    assert typed.record.claims == claimed.record.claims
    assert list(_tables()["infractions"]).index(name) in _tables()["formats"][game.format]["infractions"]
    return " ".join(ruling_text(dossier(adjudicate(claimed, law), search=False)).split())


@pytest.mark.parametrize(("game", "name"), _INFRACTIONS_BY_GAME, ids=_names)
def test_infraction_is_explained_and_can_be_claimed(game: Game, name: str) -> None:
    """In the manual, in a record in both written forms, and in the recorder's list."""
    one, rules = infractions()[name], _find_guilty(game, name)[0].law.ruleset
    manual, title = infraction_page(one, rules), one.title_in(game)
    assert title in manual
    assert one.words.help in manual
    assert rules.articles[rules.find_binding_articles(name)[0]].text.split()[0] in manual
    assert f"{name} " in infraction_list(rules)
    regen = f"{name} is not a word of records: run .venv/bin/nox -s regen"
    assert name in get_args(_INFRACTIONS[game.id]), regen
    assert one.words.claimed.format(whom="Ruth (North)", partner="Dora") in _claim(game, name)
    titles = _tables()["infractions"] | _tables()["formats"][game.format]["titles"]
    assert titles[name] == title
    assert f'"{name}"' in _recorder()


_WITHOUT_ARTICLE: Final = [
    (game, name) for game in load_games() for name in claimable_in(game) if name not in infractions_of(game)
]


def test_common_complaints_can_be_claimed_without_an_article() -> None:
    """Infractions whose incident a record may have (issue 24, point 17), but no duty that the game lacks."""
    of_family = {name for game, name in _WITHOUT_ARTICLE if game.id == "bid-euchre"}
    seen = {"exposed-card", "looking-at-turned-trick", "leading-before-trick-turned", "slow-play"}
    assert of_family >= seen
    assert "failure-to-overtrump" not in of_family


@pytest.mark.parametrize(("game", "name"), _WITHOUT_ARTICLE, ids=_names)
def test_claim_without_an_article_can_be_recorded(game: Game, name: str) -> None:
    """In both written forms of a record, in the recorder's list and in the prompt; it can also be ruled on."""
    text = infractions()[name].words.claimed.removeprefix("{whom} ").partition("{")[0].strip()
    assert text in _claim(game, name)


@cache
def _recorder() -> str:
    return recorder_page()


@cache
def _tables() -> dict[str, Any]:
    """Return the tables of the recorder's page, which take long to build."""
    return tables()


@pytest.mark.parametrize(("game", "word"), _INCIDENTS_BY_GAME, ids=_names)
def test_kind_of_incident_can_be_recorded_and_shown(game: Game, word: str) -> None:
    """In both written forms of a record, in the replay and on the page, in the recorder and in the prompt."""
    kind = incident_kinds_of(game)[word]
    assert word in get_args(_INCIDENTS[game.id]), (
        f"{word} is not a word of records: run .venv/bin/nox -s regen"
    )
    plain, law = _plain_hand(game)
    noted: dict[str, Any] = {"kind": word, "seat": "E", "at": 8}
    noted |= {key: value for key, value in _MORE.items() if key in kind.needs}
    if "by" in noted:
        # The side that did not win the trick.
        noted["by"] = "NS" if game is CLABBER else "EW"
    if kind.mixes_upcard:
        noted["seat"] = plain["deal"]["dealer"]
    if kind.in_play:
        mine = [(at, play["card"]) for at, play in enumerate(plain["plays"]) if play["seat"] == "E"]
        (at, stays), (_, shown) = mine[-2:]
        noted |= {"at": at, "card": shown, "replaced_by": stays}
    hand = parse_hand(json.dumps({**plain, "incidents": [noted]}).encode())
    lines = write(hand.record)
    assert parse(HandText(lines, 1)) == hand.record
    file = dossier(adjudicate(hand, law), search=False)
    card = prettify(noted.get("card") or "QC")
    text = kind.text.format(seat="Carl (East)", card=card, trick=2, by=side(noted.get("by") or "NS"))
    if kind.mixes_upcard:
        text = f"it should have been {card}"
    forms = {"replay": replay_text(file), "page": _plain(page(file))}
    assert not _find_silent_forms(forms, text), f"“{text}” is missing in {_find_silent_forms(forms, text)}"
    assert _tables()["incidents"][word] == kind.deed
    assert list(_tables()["incidents"]).index(word) in _tables()["formats"][game.format]["incidents"]
    assert f'"{word}"' in _recorder()
    assert f"noted: {seat_name(noted['seat'])} {kind.deed}" in "\n".join(
        table(draft.read_draft(draft.TypedHand(game.id, lines.splitlines()[1:])), 1)
    )


#: Incidents, infractions and ruling shape of each format.
_INCIDENTS: Final = {"clabber": incidents.IncidentKind, "bid-euchre": incidents.BidEuchreIncidentKind}
_INFRACTIONS: Final = {"clabber": incidents.InfractionId, "bid-euchre": incidents.BidEuchreInfractionId}
_SHAPES: Final[dict[str, Any]] = {"clabber": RulingShape, "bid-euchre": BidEuchreRulingShape}
#: Optional keys of an incident, for the hand played here.
_MORE: Final[dict[str, Any]] = {"to": "W", "card": "QC", "trick": 2, "called": "deal", "by": "NS"}
