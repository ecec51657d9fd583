"""The verdict: each outcome with the sentences it has, and its colour by what changes for the table."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from clabber_audit.games.door import read
from clabber_audit.law.bound_ruleset import law_of
from clabber_audit.render.ruling_view import opinion
from clabber_audit.render.verdict import Verdict
from clabber_audit.ruling.dossier import dossier
from clabber_audit.ruling.judge import adjudicate
from tests import hands
from tests.family.book import book
from tests.hands import CLAIM, TEN_COMES_HOME, changed

Json = dict[str, Any]

TRUMPED: Final = "Ruth (North) trumped a diamond with 10♠ while still holding 10♦ (trick 2)."
CALLED: Final = "Carl (East) called failing to follow suit on Ruth (North) in trick 2."
SET: Final = "The makers, Eagles, have 86 to 96, so they are set."
#: West has 9♥ 10♥ J♥, which is a dad, and calls a fifty; North calls it a lower meld.
FIFTY: Final = {"seat": "W", "kind": "fifty", "cards": ["9H", "TH", "JH"]}
WRONG_NAME: Final = {"by": "N", "against": "W", "infraction": "lower-meld-shown", "at": 8, "reviewed": False}

#: A record, its colour, its first line, and the lines under it.
OUTCOMES: Final[dict[str, tuple[Json, str, str, tuple[str, ...]]]] = {
    "a renege, called in time": (
        hands.UPHELD, "pays", "RENEGE. Eagles 182, Owls 0.", (TRUMPED, "Carl (East) called it in time."),
    ),
    "one of two reneges": (
        hands.ONE_OF_TWO, "pays", "RENEGE. Eagles 162, Owls 0.",
        (
            "Ruth (North) failed to follow suit or failed to trump in trick 2; which of the two cannot be said.",
            "Carl (East) called it in time.",
        ),
    ),
    "talk": (
        hands.TALK, "pays", "RENEGE. Owls 182, Eagles 0.",
        ("Carl (East) answered or advised partner (after trick 2, card 1).", "Ruth (North) called it in time."),
    ),
    "called wrongly, tricks turned over": (
        hands.REFUTED, "pays", "NO RENEGE. Owls 162, Eagles 0.",
        (
            "Ruth (North) led A♣ to trick 3; any card may be led.",
            "Carl (East) called it wrongly after the tricks were turned over, so Eagles pay.",
        ),
    ),
    "called wrongly at no cost": (
        hands.REFUTED_FREE, "plain", "NO RENEGE. The score stands: Owls 91, Eagles 0.",
        (
            "Ruth (North) led A♣ to trick 3; any card may be led.",
            "Carl (East) called it wrongly, but that costs nothing.",
        ),
    ),
    "not proven, and that costs": (
        hands.PARTLY_KNOWN, "pays", "NOT PROVEN. Owls 162, Eagles 0.",
        (
            f"{CALLED} The cards written down do not settle it.",
            "Carl (East) could not show it after the tricks were turned over, so Eagles pay.",
        ),
    ),
    "not proven, and nobody pays": (
        changed(hands.PARTLY_KNOWN, "free", claims=[{**CLAIM, "at": 12, "reviewed": False}]),
        "open", "NOT PROVEN. Nobody pays. There is no score yet.",
        (
            f"{CALLED} The cards written down do not settle it.",
            "Carl (East) could not show it, but that costs nothing.",
        ),
    ),
    "taken back": (
        hands.WITHDRAWN, "plain", "TAKEN BACK. The score stands: Owls 91, Eagles 0.",
        (CALLED, "The claim was taken back, so it costs nothing."),
    ),
    "too late": (
        hands.OUT_OF_TIME, "plain", "TOO LATE. The score stands: Owls 91, Eagles 0.",
        (CALLED, "That was too late, after the last trick was turned, so it is not examined."),
    ),
    "called on one's own side": (
        hands.INADMISSIBLE, "plain", "NOT ALLOWED. The score stands: Owls 91, Eagles 0.",
        (
            "Dora (South) called failing to follow suit on Ruth (North) in trick 2.",
            "Dora (South) cannot call a renege on their own side, so it is not examined.",
        ),
    ),
    "called by a bystander": (
        changed(TEN_COMES_HOME, "bystander", claims=[{**CLAIM, "by": None}]),
        "plain", "NOT ALLOWED. The score stands: Owls 91, Eagles 0.",
        (
            "Somebody not at the table called failing to follow suit on Ruth (North) in trick 2.",
            "Somebody not at the table has no say in it, so it is not examined.",
        ),
    ),
    "both sides": (
        hands.BOTH, "pays", "BOTH SIDES RENEGED. The hand is dealt again.",
        (f"Carl (East) called a renege and did not prove it (after the last card). {TRUMPED}",),
    ),
    "a meld called by the wrong name": (
        changed(TEN_COMES_HOME, "fifty", melds=[FIFTY], claims=[WRONG_NAME]),
        "open", "THE MELD DOES NOT COUNT. Owls 91, Eagles 0.",
        (
            "Joe (West) announced a fifty and showed 9♥ 10♥ J♥ (after trick 2, card 1).",
            "Ruth (North) called it by the wrong name, but that costs nothing.",
        ),
    ),
    "a void deal": (
        hands.EXPOSED_IN_DEAL, "plain", "MISDEAL. Nobody scores; South deals.", ("A card was exposed in the deal.",),
    ),
    "a claim in a void deal": (
        changed(
            TEN_COMES_HOME, "moot", claims=[CLAIM], score=None,
            incidents=[{"kind": "exposed_in_deal", "seat": "S", "card": "KD"}],
        ),
        "plain", "MISDEAL. Nobody scores; South deals.",
        (
            "A card was exposed in the deal.",
            "Carl (East) called a renege, but the deal is void, so it changes nothing.",
        ),
    ),
    "passed out": (hands.PASSED_OUT, "plain", "PASSED OUT. Nobody scores; South deals.", ("Everybody passed.",)),
    "not finished, and a renege": (
        hands.UNFINISHED, "plain", "NOT FINISHED. There is no score yet.", (TRUMPED, "Nobody has called it."),
    ),
    "not finished": (
        changed(hands.BELLE_SETS, "stopped-early", plays=hands.BELLE_SETS["plays"][:4], melds=None),
        "plain", "NOT FINISHED. There is no score yet.",
        ("Play stopped after trick 1, card 4, and no claim explains why.",),
    ),
    "a score alone": (
        changed(hands.SHEET_ONLY, "newspaper", contract=None, sheet=None),
        "plain", "THE SHEET ALONE. There is no score yet.",
        ("The sheet has North-South 111, East-West XXX; nothing of the play was written down.",),
    ),
    "set": (hands.BELLE_SETS, "right", "SET. Owls 96, Eagles 0.", (SET,)),
    "a renege that nobody called": (
        TEN_COMES_HOME, "plain", "SET. Owls 91, Eagles 0.",
        (TRUMPED, "Nobody called it in time, so it costs nothing."),
    ),
    "a wrong sheet": (
        changed(hands.BELLE_SETS, "sheet", score={"NS": 116, "EW": "XXX"}),
        "open", "THE SHEET IS WRONG BY 20. Owls 96, Eagles 0.", (SET, "Owls: change 116 to 96."),
    ),
    "a sheet wrong for both": (
        changed(hands.BELLE_SETS, "sheets", score={"NS": 116, "EW": 86}),
        "open", "THE SHEET IS WRONG. Owls 96, Eagles 0.",
        (SET, "Owls: change 116 to 96.", "Eagles: change 86 to XXX."),
    ),
    "an open score": (
        hands.OPEN_SCORE, "open", "THE SCORE IS OPEN. Owls 77 to 91, Eagles 0 to 105.",
        (TRUMPED, "Nobody called it in time, so it costs nothing."),
    ),
}  # fmt: skip


def of(record: Json) -> Verdict:
    """The verdict on a record under the league's rules of 1992."""
    return opinion(dossier(*hands.ruled(record))).verdict


@pytest.mark.parametrize("name", OUTCOMES)
def test_each_outcome_has_its_sentences(name: str) -> None:
    record, tone, first, lines = OUTCOMES[name]
    found = of(record)
    assert (found.headline.tone, found.first, found.lines) == (tone, first, lines)


@pytest.mark.parametrize("record", [record for record, *_ in OUTCOMES.values()], ids=list(OUTCOMES))
def test_what_happened_is_told_in_25_words(record: Json) -> None:
    assert all(len(told.split()) <= 25 for told in of(record).happened.split(". "))


def test_a_message_is_the_first_two_lines_and_tells_hand_date_and_rules() -> None:
    """Whoever reads it in a message has no page beside it."""
    league = "Evansville Clabber League, with the revision of 10 December 1992"
    about = f"Hand upheld, 2026-01-22. Rules: {league}."
    assert of(hands.UPHELD).message == f"RENEGE. Eagles 182, Owls 0.\n{TRUMPED}\n{about}"


def drawn(record: Json) -> list[tuple[str, str]]:
    """What is drawn, by heading and trick."""
    return [(scene.heading, scene.title) for scene in opinion(dossier(*hands.ruled(record))).scenes]


@pytest.mark.parametrize(
    ("record", "shown"),
    [
        (hands.UPHELD, [("The trick in question", "Trick 2")]),
        (hands.BOTH, [("The trick in question", "Trick 2"), ("The trick in question", "Trick 3")]),
        (TEN_COMES_HOME, [("The trick in question", "Trick 2")]),
        (hands.LAID_DOWN, [("The hand laid down", "")]),
        (changed(TEN_COMES_HOME, "fifty", melds=[FIFTY], claims=[WRONG_NAME]), [("The cards in question", "")]),
        (hands.TALK, []),
        (hands.BELLE_SETS, []),
        (hands.UNKNOWN_PLAYS, [("The trick in question", "Trick 2")]),
    ],
    ids=["renege", "both", "uncalled", "laid-down", "meld", "talk", "no-dispute", "unknown-cards"],
)
def test_every_trick_in_dispute_is_drawn_and_no_other(record: Json, shown: list[tuple[str, str]]) -> None:
    assert drawn(record) == shown


def test_a_losing_line_is_drawn_and_told_once() -> None:
    """North lays down jack and queen of clubs against the ace: the line stands below the sentence, not in it."""
    said = opinion(dossier(*hands.ruled(hands.LAID_DOWN)))
    assert said.verdict.happened == (
        "Ruth (North) laid down too soon: a trick can still be lost (after trick 4, card 4)."
    )
    ((scene,),) = (said.scenes,)
    ((trick, moves),) = scene.line
    assert (trick, moves[0][0], dict(moves)["East"]) == ("Trick 5", "North", "AC")
    assert [card.code for card in scene.hands[0].cards] == ["JC", "QC"]
    assert not any("A♣" in step.text for step in said.reasoning)


def test_the_lines_of_a_wrong_sheet_are_drawn_and_told_once() -> None:
    """Owls have 96, and the sheet gives them 116."""
    said = opinion(dossier(*hands.ruled(OUTCOMES["a wrong sheet"][0])))
    (scene,) = said.scenes
    assert (scene.heading, scene.sides) == ("The sheet in question", ("North-South", "East-West"))
    assert scene.sheet == (
        ("On the sheet", (("116", True), ("XXX", False))),
        ("Correct score", (("96", False), ("XXX", False))),
    )
    assert (said.verdict.more, said.findings) == ("", ())


def test_a_line_that_no_hand_can_give_is_drawn_alone() -> None:
    """Melds for both sides, of which one alone can score (R-055); what is correct nobody can tell."""
    sheet = {"NS": {"cards": 61, "melds": 20}, "EW": {"cards": 91, "last_trick": 10, "melds": 20}}
    record = changed(hands.SHEET_ONLY, "melds", sheet=sheet, score={"NS": 81, "EW": 121})
    said = opinion(dossier(*hands.ruled(record)))
    (scene,) = said.scenes
    assert scene.sheet == (("Melds", (("20", True), ("20", True))),)
    assert said.verdict.headline.score == "It adds up to Eagles 121, Owls 81."
    assert {line.label for one in said.arithmetic.sums for line in one.lines}.isdisjoint({"Correct score"})


#: Hands of the other family, by the case that tells their rules: the first line, and the lines under it.
FAMILY: Final = {
    "BE01.1": ("SCORE. North-South 5, East-West 1.", ("North-South make four in spades.",)),
    "BE02.1": ("SET. East-West 3, North-South -6.", ("North-South fail to make four in clubs.",)),
    "BE07.1": ("PASSED OUT. Nobody scores; West deals.", ("Everybody passed.",)),
    "BE09.2": (
        "RENEGE. North-South 6, East-West -6.",
        ("West threw off 10♦ on a spade while still holding J♣ (trick 3).", "North called it in time."),
    ),
    "DC04.1": (
        "SET. P3 -2, P2 -1, P4 0, P1 5.",
        ("P1 fails to make three in hearts. P3 wins the game, 11 to 2 to 0 to 9.",),
    ),
    "DC04.3": ("THE BID, UNPLAYED. P1 -3, P2 0, P3 0, P4 0.", ("All others leave P1 the bid of three in hearts.",)),
    "DH01.1": ("SET. P2, P4 and P6 3; P1, P3 and P5 -6.", ("P1, P3 and P5 fail to make six in clubs.",)),
    "EC07.1": ("MISDEAL. Nobody scores; South deals.", ("North called Ace No Face.",)),
    "HP02.1": ("NO DEAL. Nobody scores; East deals.", ("Everybody passed, and the joker lies aside.",)),
    "OR12.1": (
        "BOTH SIDES RENEGED. The hand is dealt again.",
        (
            "West threw off 10♦ on a club while still holding Q♣ (trick 1). "
            "North threw off Q♥ on a club while still holding 10♣ (trick 1).",
        ),
    ),
}


@pytest.mark.parametrize("case", FAMILY)
def test_each_outcome_of_the_family_has_its_sentences(case: str) -> None:
    (record,) = [asked.block.record for asked in book() if asked.id == case]
    ruling = adjudicate(read(json.dumps(record).encode()), law_of(str(record and record["ruleset"])))
    found = opinion(dossier(ruling)).verdict
    assert (found.first, found.lines) == FAMILY[case]
