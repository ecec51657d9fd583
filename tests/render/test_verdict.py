"""The verdict: each outcome with the sentences it has, and its colour by what changes for the table."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from clabber_audit.games.parse import read
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.canonical import record_data
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse_any
from clabber_audit.report.ruling import ruling_text, ruling_view
from clabber_audit.report.verdict import Verdict
from clabber_audit.rules.bound_ruleset import law_of
from tests import casebook, hands
from tests.family.book import book
from tests.hands import CLAIM, TEN_COMES_HOME, changed

Json = dict[str, Any]

TRUMPED: Final = "Ruth (North) trumped a diamond with 10♠ while holding 10♦ (trick 2)."
CALLED: Final = "Carl (East) said Ruth (North) failed to follow suit in trick 2."
UNCALLED: Final = "Nobody called it in time, so it costs nothing."
SET: Final = "The Eagles made trump but lost, 86 to 96, so they are set."
LEVEL: Final = "It is 91 to 91; the Eagles made trump and needed more, so they are set."
#: Every card point of the deck and the last trick, 162 (R-008), and a dad, 20 (R-047).
MOST: Final = "162, the most a hand can bring (152 + 10)"
#: West has 9♥ 10♥ J♥, which is a dad, and calls a fifty; North calls it a lower meld.
FIFTY: Final = {"seat": "W", "kind": "fifty", "cards": ["9H", "TH", "JH"]}
WRONG_NAME: Final = {"by": "N", "against": "W", "infraction": "lower-meld-shown", "at": 8, "reviewed": False}
#: In `BELLE_SETS` nobody is at fault: North leads K♠ to trick 3.
ON_KING: Final = {**CLAIM, "trick": 3}
LED_KING: Final = (
    "Carl (East) said Ruth (North) failed to follow suit in trick 3. "
    "Ruth (North) led K♠ to trick 3, and the leader may play any card."
)
#: A side that was set is written with the mark of the rules (R-072); the sheet of `BELLE_SETS` is blank.
WRITE: Final = "Write: Owls 96, Eagles XXX."
#: Two spades and the ace of hearts are no run (R-046). North has king and queen of spades, and calls belle.
FALSE: Final = [{"seat": "W", "kind": "dad", "cards": ["JS", "TS", "AH"]}, {"seat": "N", "kind": "belle"}]

#: A record, its colour, its first line, and the lines under it.
OUTCOMES: Final[dict[str, tuple[Json, str, str, tuple[str, ...]]]] = {
    "a renege, called in time": (
        hands.UPHELD, "pays", "RENEGE: FAILED TO FOLLOW SUIT. Eagles 182, Owls 0.",
        (TRUMPED, f"Carl (East) called it in time: the Eagles get {MOST}, and 20 for the dad."),
    ),
    "one of two reneges": (
        hands.ONE_OF_TWO, "pays", "RENEGE: FAILED TO FOLLOW SUIT OR FAILED TO TRUMP. Eagles 162, Owls 0.",
        (
            "Ruth (North) failed to follow suit or failed to trump in trick 2. "
            "One of the two happened; we cannot tell which.",
            f"Carl (East) called it in time: the Eagles get {MOST}.",
            "Write: Eagles 162, Owls R.",
        ),
    ),
    "talk": (
        hands.TALK, "pays", "RENEGE: ADVISED PARTNER. Owls 182, Eagles 0.",
        (
            "Carl (East) told Joe something about the play: “spades” (after the first card of trick 2).",
            f"Ruth (North) called it in time: the Owls get {MOST}, and 20 for belle.",
            "Write: Owls 182, Eagles R.",
        ),
    ),
    "called wrongly, tricks turned over": (
        changed(hands.BELLE_SETS, "wrong", claims=[ON_KING]), "pays", "NO RENEGE: CALLER PAYS. Owls 182, Eagles 0.",
        (
            LED_KING,
            "Carl (East) was wrong after the tricks were turned over, so the Eagles pay: "
            f"the Owls get {MOST}, and 20 for belle.",
            "Write: Owls 182, Eagles R.",
        ),
    ),
    "called wrongly of another trick, tricks turned over": (
        hands.REFUTED, "pays", "CLAIM WRONG: CALLER PAYS. Owls 162, Eagles 0.",
        (
            LED_KING.replace("K♠", "A♣"),
            f"Carl (East) was wrong after the tricks were turned over, so the Eagles pay: the Owls get {MOST}.",
        ),
    ),
    "called wrongly at no cost": (
        changed(hands.BELLE_SETS, "free", claims=[{**ON_KING, "reviewed": False}]),
        "right", "NO RENEGE. The score stands: Owls 96, Eagles 0.",
        (LED_KING, "Carl (East) was wrong, but no trick was turned over, so it costs nothing.", SET, WRITE),
    ),
    "a renege beside a claim of another trick": (
        hands.REFUTED_FREE, "plain", "RENEGE, NOT CALLED: FAILED TO FOLLOW SUIT. Eagles set: Owls 91, Eagles 0.",
        (
            TRUMPED,
            UNCALLED,
            "Carl (East) said Ruth (North) failed to follow suit in trick 3. "
            "Ruth (North) led A♣ to trick 3, and the leader may play any card. "
            "Carl (East) was wrong, but no trick was turned over, so it costs nothing.",
            LEVEL,
        ),
    ),
    "not proven, and that costs": (
        hands.PARTLY_KNOWN, "pays", "CLAIM NOT PROVEN: CALLER PAYS. Owls 162, Eagles 0.",
        (
            f"{CALLED} The cards on record do not settle it.",
            f"The tricks were turned over and did not prove it, so the Eagles pay: the Owls get {MOST}.",
            "Write: Owls 162, Eagles R.",
        ),
    ),
    "not proven, and nobody pays": (
        changed(hands.PARTLY_KNOWN, "free", claims=[{**CLAIM, "at": 12, "reviewed": False}]),
        "open", "NOT PROVEN. Nobody pays. Hand not finished.",
        (f"{CALLED} The cards on record do not settle it.", "No trick was turned over, so it costs nothing."),
    ),
    "taken back": (
        hands.WITHDRAWN, "plain",
        "RENEGE, CLAIM WITHDRAWN: FAILED TO FOLLOW SUIT. The score stands: Owls 91, Eagles 0.",
        (TRUMPED, "Carl (East) withdrew the claim before any trick was turned over, so it costs nothing.", LEVEL),
    ),
    "taken back where nobody reneged": (
        changed(hands.BELLE_SETS, "back", claims=[{**ON_KING, "reviewed": False, "withdrawn": True}]),
        "right", "CLAIM WITHDRAWN. The score stands: Owls 96, Eagles 0.",
        (
            "Carl (East) said Ruth (North) failed to follow suit in trick 3.",
            "Carl (East) withdrew the claim before any trick was turned over, so it costs nothing.",
            SET,
            WRITE,
        ),
    ),
    "taken back after a review": (
        changed(hands.BELLE_SETS, "reviewed", claims=[{**ON_KING, "withdrawn": True}]),
        "pays", "CLAIM WITHDRAWN TOO LATE. Owls 182, Eagles 0.",
        (
            "Carl (East) said Ruth (North) failed to follow suit in trick 3. "
            "Ruth (North) led K♠ to trick 3, and the leader may play any card.",
            "Carl (East) withdrew it after the tricks were turned over, so the Eagles pay: "
            f"the Owls get {MOST}, and 20 for belle.",
            "Write: Owls 182, Eagles R.",
        ),
    ),
    "too late": (
        hands.OUT_OF_TIME, "plain",
        "RENEGE, CALLED TOO LATE: FAILED TO FOLLOW SUIT. The score stands: Owls 91, Eagles 0.",
        (TRUMPED, "Carl (East) called it too late: the last trick had been turned.", LEVEL),
    ),
    "too late where nobody reneged": (
        changed(hands.BELLE_SETS, "late", claims=[{**ON_KING, "at": "turned"}]),
        "right", "CALLED TOO LATE. The score stands: Owls 96, Eagles 0.",
        (
            "Carl (East) said Ruth (North) failed to follow suit in trick 3.",
            "That was too late: the last trick had been turned.",
            SET,
            WRITE,
        ),
    ),
    "called on one's own side": (
        hands.INADMISSIBLE, "plain",
        "RENEGE, CLAIM NOT ALLOWED: FAILED TO FOLLOW SUIT. The score stands: Owls 91, Eagles 0.",
        (TRUMPED, "Dora (South) cannot call a renege on Dora’s own side.", LEVEL),
    ),
    "called by a bystander": (
        changed(hands.BELLE_SETS, "bystander", claims=[{**ON_KING, "by": None}]),
        "right", "CLAIM NOT ALLOWED. The score stands: Owls 96, Eagles 0.",
        (
            "Somebody not at the table said Ruth (North) failed to follow suit in trick 3.",
            "Only a player in the game can call a renege.",
            SET,
            WRITE,
        ),
    ),
    "both sides": (
        hands.BOTH, "pays", "BOTH SIDES RENEGED. Nobody scores. South deals again.",
        (
            f"Carl (East) called a renege and could not prove it (after the last card). {TRUMPED}",
            "Both were called, so neither side gets the hand.",
        ),
    ),
    "a meld that was none": (
        changed(hands.BELLE_SETS, "false", melds=FALSE),
        "open", "MELD VOID: NOT A MELD. Eagles set: Owls 96, Eagles 0.",
        (
            "Joe (West) announced a dad that was not one (before the first card).",
            "The meld does not count. There is no other penalty.",
            SET,
            WRITE,
        ),
    ),
    "a meld called by the wrong name, and a renege nobody called": (
        changed(TEN_COMES_HOME, "fifty", melds=[FIFTY], claims=[WRONG_NAME]),
        "open", "RENEGE, NOT CALLED: FAILED TO FOLLOW SUIT. Eagles set: Owls 91, Eagles 0.",
        (
            TRUMPED,
            UNCALLED,
            "Joe (West) announced a fifty and showed only 9♥ 10♥ J♥ (after the first card of trick 2). "
            "Ruth (North) called the wrong fault, but that costs nothing.",
            "The Eagles made trump but lost, 71 to 91, so they are set.",
        ),
    ),
    "a void deal": (
        hands.EXPOSED_IN_DEAL, "plain", "MISDEAL: CARD EXPOSED IN THE DEAL. Nobody scores. South deals again.",
        ("A card was exposed in the deal.",),
    ),
    "a claim in a void deal": (
        changed(
            TEN_COMES_HOME, "moot", claims=[CLAIM], score=None,
            incidents=[{"kind": "exposed_in_deal", "seat": "S", "card": "KD"}],
        ),
        "plain", "MISDEAL: CARD EXPOSED IN THE DEAL. Nobody scores. South deals again.",
        (
            "A card was exposed in the deal.",
            "Carl (East) called a renege, but the hand is a misdeal, so it does not matter.",
        ),
    ),
    "passed out": (hands.PASSED_OUT, "plain", "PASSED OUT. Nobody scores. South deals again.", ("Everyone passed.",)),
    "not finished, and a renege": (
        hands.UNFINISHED, "plain", "RENEGE, NOT CALLED YET: FAILED TO FOLLOW SUIT. Hand not finished.",
        (TRUMPED, "No one has called it yet."),
    ),
    "not finished": (
        changed(hands.BELLE_SETS, "stopped-early", plays=hands.BELLE_SETS["plays"][:4], melds=None),
        "plain", "NO FAULT FOUND. Hand not finished.",
        ("Play stopped after trick 1, and the record does not say why.",),
    ),
    "a score alone": (
        changed(hands.SHEET_ONLY, "newspaper", contract=None, sheet=None),
        "plain", "NO CARDS WRITTEN DOWN. By the sheet: Owls 111, Eagles XXX.",
        ("Nothing of the play was written down, so the score is the one on the sheet.",),
    ),
    "a clipping with a score": (
        changed(hands.BELLE_SETS, "clipping", plays=hands.BELLE_SETS["plays"][:4], melds=None,
                 score={"NS": "R", "EW": 182}),
        "plain", "BY THE SHEET. Owls R, Eagles 182.",
        ("Only part of the play was written down, so the score is the one on the sheet.",),
    ),
    "set": (hands.BELLE_SETS, "right", "NO FAULT FOUND. Eagles set: Owls 96, Eagles 0.", (SET, WRITE)),
    "a renege that nobody called": (
        TEN_COMES_HOME, "plain", "RENEGE, NOT CALLED: FAILED TO FOLLOW SUIT. Eagles set: Owls 91, Eagles 0.",
        (TRUMPED, UNCALLED, LEVEL),
    ),
    "a wrong sheet": (
        changed(hands.BELLE_SETS, "sheet", score={"NS": 116, "EW": "XXX"}),
        "open", "THE SHEET IS WRONG BY 20. Eagles set: Owls 96, Eagles 0.", (SET, "Change the Owls from 116 to 96."),
    ),
    "a sheet wrong for both": (
        changed(hands.BELLE_SETS, "sheets", score={"NS": 116, "EW": 86}),
        "open", "THE SHEET IS WRONG. Eagles set: Owls 96, Eagles 0.",
        (SET, "Change the Owls from 116 to 96.", "Change the Eagles from 86 to XXX."),
    ),
    "a wrong sheet and a renege that nobody called": (
        changed(TEN_COMES_HOME, "sheet-too", score={"NS": 111, "EW": "XXX"}),
        "open", "RENEGE, NOT CALLED: FAILED TO FOLLOW SUIT. The sheet is wrong by 20: Owls 91, Eagles 0.",
        (TRUMPED, UNCALLED, LEVEL, "Change the Owls from 111 to 91."),
    ),
    "an open score": (
        hands.OPEN_SCORE, "open",
        "RENEGE, NOT CALLED: FAILED TO FOLLOW SUIT. Score undecided: Owls 77 to 91, Eagles 0 to 105.",
        (TRUMPED, UNCALLED),
    ),
}  # fmt: skip


def of(record: Json) -> Verdict:
    """The verdict on a record under the league's rules of 1992."""
    return ruling_view(dossier(*hands.ruled(record))).verdict


@pytest.mark.parametrize("name", OUTCOMES)
def test_each_outcome_has_its_sentences(name: str) -> None:
    record, tone, first, lines = OUTCOMES[name]
    found = of(record)
    assert (found.headline.tone, found.headline.line, found.lines) == (tone, first, lines)


@pytest.mark.parametrize("record", [record for record, *_ in OUTCOMES.values()], ids=list(OUTCOMES))
def test_what_happened_is_told_in_25_words(record: Json) -> None:
    assert all(len(told.split()) <= 25 for told in of(record).happened.split(". "))


def test_a_hand_laid_down_before_the_first_card_is_no_score_sheet() -> None:
    hand = {"format": "clabber-hand/1", "id": "laid", "contract": {"maker": "W", "trump": "S"}, "plays": [],
            "deal": {"dealer": "S", "hands": {"W": ["JS", "9S", "AS", "TS", "KS", "QS"]}}}  # fmt: skip
    laid = hand | {"laydown": {"by": "W", "at": 0, "agreed": True}}
    assert not of(laid).headline.line.startswith("NO CARDS WRITTEN DOWN")
    assert of(hand | {"score": {"NS": 0, "EW": 182}}).headline.line.startswith("NO CARDS WRITTEN DOWN")


def test_a_message_is_the_first_two_lines_and_tells_hand_date_and_rules() -> None:
    """Whoever reads it in a message has no page beside it."""
    league = "Evansville Clabber League, 1992 rules"
    about = f"Hand upheld, 2026-01-22. Rules: {league}."
    first = "RENEGE: FAILED TO FOLLOW SUIT. Eagles 182, Owls 0."
    assert of(hands.UPHELD).message == f"{first}\n{TRUMPED}\n{about}"


def drawn(record: Json) -> list[tuple[str, str]]:
    """Return the drawings, by heading and trick."""
    return [(scene.heading, scene.title) for scene in ruling_view(dossier(*hands.ruled(record))).scenes]


@pytest.mark.parametrize(
    ("record", "shown"),
    [
        (hands.UPHELD, [("The trick in question", "Trick 2")]),
        (hands.BOTH, [("The trick in question", "Trick 2"), ("The trick in question", "Trick 3")]),
        (TEN_COMES_HOME, [("The trick in question", "Trick 2")]),
        (hands.LAID_DOWN, [("The hand laid down", "")]),
        (changed(hands.BELLE_SETS, "false", melds=FALSE), [("The meld", "")]),
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
    said = ruling_view(dossier(*hands.ruled(hands.LAID_DOWN)))
    assert said.verdict.happened == (
        "Ruth (North) laid down, but could still lose a trick (one way is shown below)."
    )
    ((scene,),) = (said.scenes,)
    ((trick, moves),) = scene.line
    assert (trick, moves[0][0], dict(moves)["East"]) == ("Trick 5", "North", "AC")
    assert [card.code for card in scene.hands[0].cards] == ["JC", "QC"]
    assert not any("A♣" in step.text for step in said.reasoning)


def test_the_lines_of_a_wrong_sheet_are_drawn_and_told_once() -> None:
    """Owls have 96, and the sheet gives them 116."""
    said = ruling_view(dossier(*hands.ruled(OUTCOMES["a wrong sheet"][0])))
    (scene,) = said.scenes
    assert (scene.heading, scene.sides) == ("The score sheet", ("North-South", "East-West"))
    assert scene.sheet == (
        ("On the sheet", (("116", True), ("XXX", False))),
        ("Correct score", (("96", False), ("XXX", False))),
    )
    assert (said.verdict.more, said.findings) == ("", ())


def test_a_line_that_no_hand_can_give_is_drawn_alone() -> None:
    """Melds for both sides, of which one alone can score (R-055); what is correct nobody can tell."""
    sheet = {"NS": {"cards": 61, "melds": 20}, "EW": {"cards": 91, "last_trick": 10, "melds": 20}}
    record = changed(hands.SHEET_ONLY, "melds", sheet=sheet, score={"NS": 81, "EW": 121})
    said = ruling_view(dossier(*hands.ruled(record)))
    (scene,) = said.scenes
    assert scene.sheet == (("Melds", (("20", True), ("20", True))),)
    assert said.verdict.headline.score == "The sheet’s own numbers come to Eagles 121, Owls 81."
    assert {line.label for one in said.arithmetic.sums for line in one.lines}.isdisjoint({"Correct score"})


#: Hands of the other family, by the case that tells their rules: the first line, and the lines under it.
FAMILY: Final = {
    "BE01.1": ("NO FAULT FOUND. North-South 5, East-West 1.", ("North-South bid four in spades and made it.",)),
    "BE02.1": (
        "NO FAULT FOUND. North-South set: East-West 3, North-South -6.",
        ("North-South bid four in clubs and went set.",),
    ),
    "BE07.1": ("PASSED OUT. Nobody scores. West deals next.", ("Everyone passed.",)),
    "BE09.2": (
        "RENEGE: FAILED TO FOLLOW SUIT. North-South 6, East-West -6.",
        (
            "West threw off 10♦ on a spade while holding J♣ (trick 3).",
            "J♣ counts as a spade here: it is the left bower.",
            "North called it in time, so the hand is scored as if North-South had taken every trick.",
        ),
    ),
    "DC04.1": (
        "NO CARDS WRITTEN DOWN. P1 set: P3 -2, P2 -1, P4 0, P1 5.",
        (
            "P1 bid three in hearts and went set. P3 wins the game with 0. The others: P2 2, P4 9, P1 11. "
            "The first to get down to 0 wins. Low score wins in this game.",
        ),
    ),
    "DC04.3": (
        "BID NOT CONTESTED. P1 -3, P2 0, P3 0, P4 0.",
        ("Everyone else dropped out, so P1 scores the bid of three in hearts. Low score wins in this game.",),
    ),
    "DH01.1": (
        "NO FAULT FOUND. P1, P3 and P5 set: P2, P4 and P6 3; P1, P3 and P5 -6.",
        ("P1, P3 and P5 bid six in clubs and went set.",),
    ),
    "EC07.1": ("MISDEAL. Nobody scores. South deals again.", ("North called Ace No Face.",)),
    "HP02.1": (
        "THROWN IN. Nobody scores. East deals again.", ("Everyone passed, and the joker was the card left over.",),
    ),
    "OR12.1": (
        "BOTH SIDES RENEGED. Nobody scores. South deals again.",
        (
            "West threw off 10♦ on a club while holding Q♣ (trick 1). "
            "North threw off Q♥ on a club while holding 10♣ (trick 1).",
            "Both were called, so neither side gets the hand.",
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FAMILY)
def test_each_outcome_of_the_family_has_its_sentences(case: str) -> None:
    (record,) = [asked.block.record for asked in book() if asked.id == case]
    ruling = adjudicate(read(json.dumps(record).encode()), law_of(str(record and record["ruleset"])))
    found = ruling_view(dossier(ruling)).verdict
    assert (found.headline.line, found.lines) == FAMILY[case]


#: West lays down A♥ and 9♠, nine first. Of the trumps only the jack is out: six cards nobody wrote down.
LAID_DOWN: Final = """\
clabber 1
hand ld
rules ecl-1992
deal N
{dealt}up qc
calls p p p p / p p s
1E tcjcqsqc
2W jhthksas
3S ad9dtdkd
4S qdts9hjd
melds none
claim N against W failed-laydown
laydown W agreed order 9sah
"""
#: The answers to whose the jack of trump was (R-100, R-109): with North or South it beats the nine; with East, who is
#: West's partner, it depends on the other card, a club that North or South may beat or a heart that West's ace takes.
#: Where only the jack and K♣ are open East's other card is Q♥, so that either answer settles it; the last tells all.
ASKED_OF_LAYDOWN: Final = {
    "": ("Who had J♠? Two of the three possible answers settle it.", "What was in East’s hand?"),
    "N 9c\nE qh\nS kh ac\n": ("Who had J♠? Either answer settles it.",),
    "N 9c\nE qh js\nS kh ac\n": (),
}


@pytest.mark.parametrize("dealt", ASKED_OF_LAYDOWN)
def test_a_claim_on_a_laydown_asks_for_the_card_that_beats_it(dealt: str) -> None:
    """Ask about the lay-down alone: a claim that names no trick covers the kind it names (D-53)."""
    ruling = adjudicate(casebook.hand_of(LAID_DOWN.format(dealt=dealt)), law_of("ecl-1992"))
    assert ruling_view(dossier(ruling)).verdict.wanted == ASKED_OF_LAYDOWN[dealt]
    assert ruling.claims[0].verdict == ("not_proven" if ASKED_OF_LAYDOWN[dealt] else "refuted")


WEST_DEALS: Final = """\
clabber 1
hand wrong-deal
rules ecl-1992
deal W{due}
up ts
calls play
incident dealt_out_of_turn W{called}
"""
#: By what was written down: the fault and its price, what was done, and why the hand stands (R-018, R-019, record.md).
WRONG_DEALS: Final = {
    (" due S", " called @declaring"): (
        "Dealt out of turn, too late for a misdeal",
        "West dealt, but it was South’s deal.",
        "It was called too late, while trump was being made, so the hand stands.",
    ),
    ("", ""): (
        "Dealt out of turn, not called in time",
        "West dealt out of turn.",
        "Nothing on record shows that anyone called it in time, so the hand stands.",
    ),
    (" due S", " called @deal"): ("Misdeal: dealt out of turn", "West dealt, but it was South’s deal.", ""),
}


@pytest.mark.parametrize(("due", "called"), WRONG_DEALS)
def test_a_wrong_deal_says_whose_deal_it_was_and_when_it_was_called(due: str, called: str) -> None:
    ruling = adjudicate(casebook.hand_of(WEST_DEALS.format(due=due, called=called)), law_of("ecl-1992"))
    found = ruling_view(dossier(ruling)).verdict
    assert (found.headline.word, found.happened, found.called) == WRONG_DEALS[due, called]


#: North fails to follow suit in tricks 2 and 4; East called the second alone, and took the call back.
TWO_RENEGES: Final = """\
clabber 1
hand two
rules ecl-1992
deal S
N astsahqhtdac
E qsqdjdqctc9c
S 9skhkd9dkcjc
W ksjsjhth9had
up 9s
calls play
1W +dad=9hthjh ksasqs9s
2S kdadtsjd
3N acqckcjs
4W jhtd9ckh
5S jcthahtc
6E qd9d9hqh
claim E against N failure-to-follow trick 4 withdrawn
"""


def test_a_renege_that_somebody_called_is_not_among_those_that_nobody_called() -> None:
    """A withdrawn claim charges nothing (D-58); the renege of trick 2, another play (D-53), was never called (R-107)."""
    found = ruling_view(dossier(adjudicate(casebook.hand_of(TWO_RENEGES), law_of("ecl-1992")))).verdict
    assert found.called == "Nobody called the first in time, so it costs nothing."
    assert "withdrew the claim" in found.claim


#: North puts the ten of trump on South's diamond, takes it back and follows suit.
TAKEN_BACK: Final = """\
clabber 1
hand taken-back
rules ecl-1992
deal S
N astsahqhtdac
E qsqdjdqctc9c
S 9skhkd9dkcjc
W ksjsjhth9had
up 9s
calls play
1W ksasqs9s
2S kdadtdjd
incident card_retracted N card ts for td @6
claim E against N failure-to-follow trick 2
"""


def test_the_card_put_down_first_is_drawn_and_judged() -> None:
    """A card shown in the act of playing is played, and there is no correction (R-041, D-59)."""
    text = ruling_text(dossier(adjudicate(casebook.hand_of(TAKEN_BACK), law_of("ecl-1992"))))
    assert "North trumped a diamond with 10♠ while holding 10♦ (trick 2)." in text
    assert "  North: 10♠ (put down first, at fault), 10♦ (3rd)\n" in text
    assert "cards each and that North put down 10♠ first." in " ".join(text.split())


#: South has king and queen of trump, and plays the queen in trick 3, the king as the lead to trick 6.
BELLE_LED: Final = """\
clabber 1
hand belle
rules ecl-1992
deal S
N 9h9s9d9cjdqc
E qdqhtcjcthjh
S tsqstdkhkdks
W ahasadacjskc
up ts
calls play
1W +100=ahasadac ad +100=9h9s9d9c 9d qd td
2W ah 9h th kh
3W ac 9c tc qs
4S kd as jd qh
5W kc qc jc ts
6S {call}ks js 9s jh
"""


def test_belle_is_forgotten_with_its_second_card() -> None:
    """Belle may be called until the card after the second is played (D-34), here after the lead to trick 6."""
    found = {
        call: ruling_view(
            dossier(adjudicate(casebook.hand_of(BELLE_LED.format(call=call)), law_of("ecl-1992")))
        ).verdict
        for call in ("", "+belle ")
    }
    without = "South played the king and queen of trump without calling belle"
    assert found[""].happened == f"{without} (the second card fell in trick 6)."
    assert "belle" not in found["+belle "].happened
    assert found["+belle "].headline.word == "No fault found"


def test_belle_is_called_early_with_both_cards_in_hand() -> None:
    """Along with the dad it is tolerated (D-35); neither card has fallen before the first."""
    record = """\
clabber 1
hand early
rules ecl-1992
deal S
N acth9sqdqhah
E qc9htdjdjckd
S tsjh9d9caskh
W jsksqsadtckc
up ts
calls play
1W +dad=jsksqs {call}ks 9s kd as
2N qd jd 9d ad
3W {late}qs th qc ts
4S 9c kc ac jc
5N qh 9h jh js
6W tc ah td kh
claim N against W early-belle @5
"""
    told = []
    for call, late in (("+belle@0 ", ""), ("", "+belle ")):
        ruling = adjudicate(casebook.hand_of(record.format(call=call, late=late)), law_of("ecl-1992"))
        told.append(ruling_view(dossier(ruling)).verdict.happened)
    assert told[0] == "West called belle before playing its second card (before the first card)."
    assert told[1] != told[0]
    assert "second card" not in told[1]


#: West's lay-down fails: ace first, it loses to North's nine, the second best trump. South played belle.
LAID_DOWN_WHOLE: Final = """\
clabber 1
hand i02c
rules ecl-1992
deal S
N 9sqdahqh9dad
E 9ckctdqcjhjc
S actcqskdthks
W jsasts9hjdkh
up qs
calls play
1W kh ah jh th
2N qh jc qs 9h
3S kd jd ad td
4N 9d qc ks ts
{melds}laydown W agreed
claim N against W failed-laydown
"""


def test_an_open_score_is_asked_about_apart_from_the_claim() -> None:
    """A renege brings 162, and 20 more if belle was called (R-104, R-065); with no melds nothing is left to ask."""
    found = {
        melds: ruling_view(
            dossier(adjudicate(casebook.hand_of(LAID_DOWN_WHOLE.format(melds=melds)), law_of("ecl-1992")))
        )
        for melds in ("", "melds none\n")
    }
    open_one, settled = (one.verdict for one in found.values())
    assert (open_one.wanted, open_one.settling) == ((), ("Did South call belle? Yes: 182; no: 162.",))
    assert (settled.wanted, settled.settling) == ((), ())
    assert (open_one.headline.score, settled.headline.score) == (
        "North-South 162 to 182, East-West 0.", "North-South 162, East-West 0.",
    )  # fmt: skip


OUT_OF_TURN: Final = "\n".join(
    ("clabber 1", "hand turn", "rules ecl-1992", "deal S", "up ts", "calls {calls}", "")
)


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        ("E:play", "East said “play” on West’s turn"),
        ("E:pass W:pass N:pass S:pass", "East passed on West’s turn"),
        ("play", ""),
    ],
)
def test_a_call_out_of_turn_is_told_by_its_words(calls: str, told: str) -> None:
    """South dealt, so West calls first (R-020)."""
    record = record_data(parse_any(HandText(OUT_OF_TURN.format(calls=calls), 1)))
    shown = " ".join((of(record).headline.line, *of(record).lines))
    assert told in shown
    assert ("OUT OF TURN" in shown) == bool(told)
