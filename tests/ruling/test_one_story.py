"""Rulings that told two stories, each with its twin, and what must be noticed should they do so again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest

from clabber_audit.ruling.dossier import Dossier, dossier
from clabber_audit.ruling.judge import adjudicate
from tests import casebook
from tests.hands import DISORDERED, MIXED
from tests.ruling.consistency import Case, problems, wrong
from tests.ruling.statements import forms, names_in, read_text

_MISCOUNTED: Final = """clabber 1
hand x11b
rules ecl-1992
deal S
up ts
calls play
1W th 9h ah ts
2S qs as jd kh
incident wrong_card_count N @8
incident looked_at_trick E trick 1 @7
claim N against E looking-at-turned-trick @8
"""
_EXPOSED: Final = """clabber 1
hand y04b
rules ecl-1992
deal S
incident exposed_in_deal called deal @deal
calls play
"""
_BLANK: Final = """clabber 1
hand g25q
rules ecl-1992
deal S
up as
calls p p play
1W khjhahqh
2E 9hasthts
3S qckcksac
4N js9stdqs
5N ? ? ? ?
6S ? ? ? ?
claim E against N failure-to-follow trick 5 @22
"""
_DISORDERED: Final = f"{DISORDERED}claim W against N failure-to-overtrump trick 2 reviewed @24\n"
_MIXED: Final = MIXED.format(at=24)
_MELDS: Final = """clabber 1
hand c13
rules ecl-1992
deal S
N qdkdadjdac9h
E 9ctcjcqckc9s
S tskstdjsthas
W ahkhqhjhqs9d
up ts
calls play
1W +50=ahkhqhjh qh +dad=qdkdad 9h +dad=9ctcjc 9s th
2E 9c ts qs ac
3S td 9d qd kc
4S js ah kd tc
5S as kh ad jc
6S ks jh jd qc
"""
_NAMELESS: Final = """clabber 1
hand z16
rules ecl-1992
deal S
W qskhthkdkcjc
N ksjstsjhqd9d
E 9sah9hjdactc
S asqhadtdqc9c
up as
calls p p play
1W khjhahqh
2E 9hasthts
incident advice quote "lead spades" @8
"""
_MISNAMED: Final = """bid-euchre 1
hand m8
rules pepper
deal W
N khjcjdthahtd
E kdkcqhjhasqd
S 9hacjstsadks
W 9dtcqc9sqs9c
calls 5 p p p
trump N notrump
1N khqh9hqc
2N jd S:ad E:kd W:9d
claim W against S failure-to-follow trick 2
"""
#: South throws off the queen of hearts in trick 3 and holds trump, which East calls too late (case G03).
_LATE: Final = """clabber 1
hand late
rules ecl-1992
deal N
N js 9s ac jc ah jh
E qs qc 9c kd qd 9h
S as tc td kh qh th
W ks ts kc ad jd 9d
up 9s
calls play
1E kd td jd 9s
2N jh 9h kh ks
3W 9d js qd qh
4N jc 9c tc kc
5S th ts ah qs
6W ad ac qc as
claim E against S failure-to-trump trick 3 reviewed @turned
"""


def _file(text: str) -> Dossier:
    hand = casebook.hand_of(text)
    return dossier(adjudicate(hand, casebook._law("", str(hand.record.ruleset))))


def _said(text: str) -> dict[str, str]:
    """What the plain text of a ruling says, by section; no form of it may say two things."""
    file = _file(text)
    assert not problems(file)
    read = read_text(forms(file), names_in(file), len(file.ruling.walk.hand.seating.sides))
    sections = {"box": " ".join(read.box)}
    for name, sentence in read.sentences:
        sections[name] = f"{sections.get(name, '')} {sentence}".strip()
    return sections


def test_what_was_called_is_not_said_to_be_uncalled() -> None:
    """The hand is a misdeal, so North's claim is moot and East's look at trick 1 costs nothing: it was called."""
    said = _said(_MISCOUNTED)
    assert "obody called" not in str(said)
    assert "The hand is a misdeal, so it does not matter." in said["reasoning"]
    assert "A renege, but nobody scores the hand." in said["found"]
    twin = _said(_MISCOUNTED.replace("incident wrong_card_count N @8\n", ""))
    assert "North called it after trick 2. That was in time, and the record shows it." in twin["reasoning"]
    silent = _said(re.sub("incident wrong.*\n|claim.*\n", "", _MISCOUNTED))
    assert "Nobody has called it yet." in silent["reasoning"]


@pytest.mark.parametrize("text", [_EXPOSED, re.sub("incident looked.*\n|claim.*\n", "", _MISCOUNTED)])
def test_where_nobody_scores_nothing_is_asked(text: str) -> None:
    assert "What would decide it" not in _said(text)["box"]
    assert "What would decide it" in _said(re.sub("incident.*\n", "", text))["box"]


def test_reasons_and_proof_are_about_what_was_claimed() -> None:
    """The claim on trick 5 means any card of North's side in it (D-53): South's alone, since North led."""
    said = _said(_BLANK)
    assert "We cannot tell whether South " in said["reasoning"]
    assert "South failed to follow suit in trick 5" in said["proof"]
    assert "North failed to follow suit in trick 3" not in said["proof"]
    twin = _said(_BLANK.replace("trick 5 @22", "trick 3 @22"))
    assert "We cannot tell whether North " in twin["reasoning"]
    assert "North failed to follow suit in trick 3" in twin["proof"]


def test_reasons_are_about_the_accused_and_not_the_caller() -> None:
    assert _said(_DISORDERED)["reasoning"].startswith("We cannot tell whether North ")
    twin = _DISORDERED.replace("W against N", "N against W")
    assert _said(twin)["reasoning"].startswith("We cannot tell whether West ")


def test_tricks_mixed_after_a_claim_are_a_step() -> None:
    """Nothing is proven of the trick itself: mixing it is what counts (D-57)."""
    reasons = _said(_MIXED)["reasoning"]
    assert "That was in time, but North-South mixed up the tricks that would show it." in reasons
    assert "Mixing up tricks that would settle a claim counts as a renege. [mixed-pile]" in reasons
    assert "prove it" not in reasons
    assert "mixed up" not in _said(_MIXED.replace("incident pile_mixed N @24\n", ""))["reasoning"]


def test_one_meld_is_the_highest() -> None:
    file = _file(_MELDS)
    text = forms(file).text
    assert re.findall(r"(\w+)’s \w+ [^(\n]*\(the highest meld\)", text) == ["West"]
    assert re.findall(r"(\w+)’s \w+ [^(\n]*\(counts with the highest", text) == ["East"]
    assert "counts with" not in forms(_file(_MELDS.replace(" +dad=9ctcjc", ""))).text


def test_a_fault_of_nobody_in_particular_says_so() -> None:
    """Advice is a renege (R-096), but nobody wrote down whose; North failed to beat the ace, too (R-036)."""
    said = _said(_NAMELESS)
    assert "A player the record does not name told a partner something about the play" in said["box"]
    assert "The record does not say who did it, so it costs nothing." in said["reasoning"]
    assert "Nobody has called North’s renege in trick 2 yet." in said["reasoning"]
    twin = _said(_NAMELESS.replace("incident advice", "incident advice E"))
    assert "record does not" not in str(twin)
    assert (
        "Nobody has called North’s renege in trick 2 or East’s renege (answering or advising partner) yet."
        in twin["reasoning"]
    )


def test_a_claim_upheld_by_another_fault_says_so() -> None:
    """South played out of turn in trick 2 and had no diamond to follow with but the one played (D-53)."""
    said = _said(_MISNAMED)
    assert "it was not as named: what is proven is playing out of turn, by South in trick 2" in said["reasoning"]
    assert "no trump" in said["proof"]
    assert "unknown" not in said["proof"]
    twin = _said(_MISNAMED.replace("failure-to-follow", "play-out-of-turn"))["reasoning"]
    assert "not as named" not in twin
    assert "That was in time, and the cards prove it." in twin


def test_a_late_claim_is_late_and_the_card_at_fault() -> None:
    """The time for calling is over, and nobody looks into it (R-107, D-61); the fault is noted all the same (D-60)."""
    file = _file(_LATE)
    assert [weighed.verdict for weighed in file.ruling.claims] == ["out_of_time"]
    said = _said(_LATE)
    assert "East called it too late: the last trick had been turned." in said["reasoning"]
    assert "East called it too late: the last trick had been turned." in said["box"]
    assert "not examined" not in str(said)
    assert "Q♥ (4th, at fault)" in forms(file).text
    twin = _said(_LATE.replace("@turned", "@24"))
    assert "East called it after the last card. That was in time, and the cards prove it." in twin["reasoning"]


def _with_reason(sentence: str) -> Callable[[str], str]:
    return lambda text: text.replace("\nSOURCES: ", f"\nREASONING\n\n 9. {sentence}\n\nSOURCES: ", 1)


def _put(there: str, instead: str) -> Callable[[str], str]:
    return lambda text: text.replace(there, instead, 1)


#: A text with what it used to say, or something like it.
_SEEDED: Final = {
    "called and not called": (_MISCOUNTED, _with_reason("Nobody called East’s renege in time, so it costs nothing.")),
    "the caller": (_DISORDERED, _put("We cannot tell whether North", "We cannot tell whether West")),
    "another trick": (_BLANK, _put("failed to follow suit in trick 5", "failed to follow suit in trick 3")),
    "nothing is open": (_EXPOSED, _put("\n\nFACTS", "\nWhat would decide it: What was in West’s hand?\n\nFACTS")),
    "two highest": (_MELDS, _put("10♣ J♣ (counts with the", "10♣ J♣ (the            ")),
    "proved and not": (_MIXED, _with_reason("North did nothing wrong in trick 2.")),
    "another fault": (
        _MISNAMED,
        _with_reason("What is proven is slow play, by South in trick 2."),
    ),
    "not looked at": (_LATE, _with_reason("That was too late, so it is not examined.")),
    "a score": (_MELDS, _put("North-South 135", "North-South 145")),
    "a winner": (_MELDS, _put("Trick 2 (South wins", "Trick 2 (West wins")),
    "trump": (_BLANK, _put("spades are trump", "hearts are trump")),
    "a card": (_BLANK, _with_reason("North played 9♣ on Q♣ in trick 3.")),
    "a claim": (_BLANK, _with_reason("East said North failed to trump in trick 5.")),
    "somebody pays": (_MISNAMED, _with_reason("West could not prove it, so East-West pay.")),
}


@pytest.mark.parametrize("name", _SEEDED)
def test_a_second_story_is_noticed(name: str) -> None:
    text, change = _SEEDED[name]
    file = _file(text)
    made, case, sides = forms(file), Case(file), len(file.ruling.walk.hand.seating.sides)
    changed = made._replace(text=change(made.text))
    assert changed != made
    assert not list(wrong(read_text(made, names_in(file), sides), case))
    assert list(wrong(read_text(changed, names_in(file), sides), case))
