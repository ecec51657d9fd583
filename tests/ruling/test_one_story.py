"""Rulings that told two stories, each with its twin, and what must be noticed should they do so again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest

from clabber_audit.judge.dossier import Dossier, dossier
from clabber_audit.judge.judge import adjudicate
from clabber_audit.report.wording import speaker_of
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
#: West has the king of trump and East the queen (case D05).
_BELLE: Final = """clabber 1
hand d05
rules ecl-1992
deal S
N jsjdadkh9cjh
E qs9hqckdahjc
S tstcactd9dqd
W ksth9sqhkcas
up ts
calls play
1W kc 9c jc tc
2S 9d ks jd kd
3W th jh ah ts
4S td 9s ad qs
5W qh kh 9h ac
6N js qc qd as
melds W:+belle
"""
#: Two tricks without a fault.
_FOLLOWED: Final = """clabber 1
hand z07
rules ecl-1992
deal S
W qskhthkdkcjc
N ksjstsjhqd9d
E 9sah9hjdactc
S asqhadtdqc9c
up as
calls p p play
1W khjhahqh
2E 9hasthjs
"""
#: Nobody knows who played which card to trick 2 (case Z09).
_PILE: Final = """clabber 1
hand z09
rules ecl-1992
deal S
up as
calls p p play
disordered 2
1W khjhahqh
2E 9hasthts
3S qckcksac
4N js9stdqs
5N qdjdadkd
6S 9cjc9dtc
{}claim W against N failure-to-overtrump trick 2 @23
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
_LAST: Final = """clabber 1
hand g13
rules ecl-1992
deal S
N jhjsadjdkcac
E 9ckdkstdqdtc
S tsahaskh9dqs
W qhqc9s9hjcth
up ts
calls play
1W 9h jh ks ah
2E kd 9d 9s jd
3W qh js 9c kh
4N ad qd qs jc
5S ts qc kc td
6S as N:ac W:th E:tc
claim W against N play-out-of-turn trick 6 @22
"""
_LAST_LED: Final = """clabber 1
hand last-lead-exempt-1984
rules ecl-1984
context 2026-01-22
deal S
N astsahqhtdac
E qsqdjdqctc9c
S 9skhkd9dkcjc
W ksjsjhth9had
up 9s
calls play
1W +dad=9hthjh ks as qs 9s
2S kd ad td jd
3W js ts 9c 9d
4W jh ah qd kh
5N ac tc kc 9h
6W th qh qc jc
claim N against W lead-out-of-turn trick 6 @21
"""
_WITH_DAD: Final = """clabber 1
hand y12c
rules ecl-1992
deal S
N acth9sqdqhah
E qc9htdjdjckd
S tsjh9d9caskh
W jsksqsadtckc
up ts
calls play
1W +dad=jsksqs +belle@0 ks 9s kd as
2N qd jd 9d ad
3W qs th qc ts
4S 9c kc ac jc
5N qh 9h jh js
6W tc ah td kh
claim N against W early-belle @5
"""
_LOOKED: Final = """clabber 1
hand look-allowed-1984
rules ecl-1984
context 2026-01-22
deal S
N astsahqhtdac
E qsqdjdqctc9c
S 9skhkd9dkcjc
W ksjsjhth9had
up 9s
calls play
1W +dad=9hthjh ks as qs 9s
2S kd ad td jd
3W js ts 9c 9d
4W jh ah qd kh
5N ac tc kc 9h
6N qh qc jc th
incident looked_at_trick E trick 1 @4
claim N against E looking-at-turned-trick @4
"""
#: South plays the queen of trump in trick 3, the king in trick 6, and says nothing.
_NO_BELLE: Final = """clabber 1
hand c07
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
6S ks js 9s jh
"""
#: North was dealt Q♣ K♣ A♣ and no meld is on record: 98 wants the dad, 84 wants none.
_EITHER_WAY: Final = """clabber 1
hand x13b
rules ecl-1992
deal S
N ackcqcjdjc9h
E 9dtcadkhahqh
S tskdtd9sqs9c
W jsthasksqdjh
up ts
calls play
1W th 9h ah ts
2S qs as jd kh
3W ks ac qh 9s
4S td qd jc 9d
5S 9c js kc tc
6W jh qc ad kd
sheet NS cards 78 last 0 melds 20 EW cards 74 last 10
score NS 98 EW 84
"""
#: East looks at the trick of which East claims a renege, and North calls that look; two claims, of which one is good.
_REVIEW: Final = """clabber 1
hand review
rules ecl-1992
deal S
N astsahqhtdac
E qsqdjdqctc9c
S 9skhkd9dkcjc
W ksjsjhth9had
up 9s
calls play
1W +dad=9hthjh ks as qs 9s
2S kd ad ts jd
3N ac qc kc js
4W jh qh 9c kh
5S jc th ah tc
6E qd 9d 9h td
incident looked_at_trick E trick 2 @24
claim E against N failure-to-follow trick 2 reviewed @24
claim N against E looking-at-turned-trick @24
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
    """Return the plain text of a ruling by section."""
    file = _file(text)
    assert not problems(file)
    read = read_text(forms(file), names_in(file), len(file.ruling.replay.hand.seating.sides))
    sections = {"box": " ".join(read.box)}
    for name, sentence in read.sentences:
        sections[name] = f"{sections.get(name, '')} {sentence}".strip()
    return sections


_COUNTERCLAIM: Final = """clabber 1
hand z02
rules ecl-1992
deal S
W jh9hkdjdtdkc
N ksts9sahkhqc
E asqsqdactc9c
S jsqhthad9djc
up js
calls play
1W td9sqd9d
2N tsasjsjh
3S jckdah9c
4S adjdksqs
5N qcacqhkc
6E tcth9hkh
claim E against N failure-to-follow trick 3 @23
claim N against W failure-to-follow trick 3 {at}
"""


def test_a_counterclaim_is_in_time_although_the_last_trick_was_turned() -> None:
    """Before that it needs no reason (R-107); after it East's claim, which had stopped play, is the reason (D-48)."""
    said, twin = (_said(_COUNTERCLAIM.format(at=at))["reasoning"] for at in ("@turned", "@23"))
    why = "That was in time, because a claim had already stopped play, and the cards prove it."
    assert said.count(why) == 1
    assert said.count("That was in time, and the cards prove it.") == 1
    assert why not in twin
    assert twin.count("That was in time, and the cards prove it.") == 2


def test_what_was_called_is_not_said_to_be_uncalled() -> None:
    """The hand is a misdeal, so North's claim is moot and East's look at trick 1 costs nothing: it was called."""
    said = _said(_MISCOUNTED)
    assert "obody called" not in str(said)
    assert "The hand is a misdeal, so it does not matter." in said["reasoning"]
    assert "A renege, but nobody scores the hand." in said["found"]
    wrong_count = "A player was dealt the wrong number of cards"
    assert said["reasoning"].startswith(f"{wrong_count}.")
    assert f"{wrong_count} (found after trick 2)." in said["facts"]
    twin = _said(_MISCOUNTED.replace("incident wrong_card_count N @8\n", ""))
    assert "North called it after trick 2. That was in time, and the record shows it." in twin["reasoning"]
    assert wrong_count not in str(twin)
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
    assert (
        "it was not as named: what is proven is playing out of turn, by South in trick 2" in said["reasoning"]
    )
    # The box says what was claimed, that it did not happen, and what did (BD-72: a card out of turn costs nothing).
    assert said["box"].startswith("NO RENEGE, BUT PLAYED OUT OF TURN.")
    assert (
        "West said South failed to follow suit in trick 2. South followed suit with A♦ in trick 2."
        in said["box"]
    )
    assert "South played A♦ on East’s turn (trick 2)." in said["box"]
    assert "West was right" not in said["box"]
    assert "no trump" in said["proof"]
    assert "unknown" not in said["proof"]
    twin = _said(_MISNAMED.replace("failure-to-follow", "play-out-of-turn"))
    assert "not as named" not in twin["reasoning"]
    assert "That was in time, and the cards prove it." in twin["reasoning"]
    assert "TRUE, BUT NO PENALTY HERE: PLAYED OUT OF TURN." in twin["box"]


@pytest.mark.parametrize(
    ("text", "headline", "exception"),
    [
        (
            _LAST,
            "TRUE, BUT NO RENEGE: PLAYED OUT OF TURN.",
            "on the last trick, playing out of turn is no renege",
        ),
        (
            _LAST_LED,
            "TRUE, BUT NO RENEGE: LED OUT OF TURN.",
            "on the last trick, leading out of turn is no renege",
        ),
        (
            _WITH_DAD,
            "TRUE, BUT NO RENEGE: BELLE CALLED EARLY.",
            "belle may be called along with the run that holds both its cards",
        ),
        (
            _LOOKED,
            "TRUE, BUT NO RENEGE: LOOKED AT A TURNED TRICK.",
            "nobody had played to the next trick yet, so looking was allowed",
        ),
    ],
    ids=["last trick (R-088, L11)", "last lead (R-088)", "belle with dad (D-35)", "look (R-091)"],
)
def test_an_exception_is_said_and_not_that_there_is_no_penalty(
    text: str, headline: str, exception: str
) -> None:
    """The rules have a penalty for it, and make an exception; the exception is what the table wants to hear."""
    said = _said(text)
    assert said["box"].startswith(headline)
    assert f"was right that it happened, but {exception}." in said["box"]
    assert f"{exception[0].upper()}{exception[1:]}." in said["reasoning"]
    assert "no penalty for it" not in said["reasoning"]


def test_a_look_that_is_a_review_is_allowed() -> None:
    """A turned trick may be looked at to settle a claim (R-092), and at no other time."""
    said = _said(_REVIEW)
    called = "Also: North said East looked at a turned trick, and that claim is true, but "
    assert f"{called}looking at turned tricks to settle a claim is allowed." in said["box"]
    assert "Looking at turned tricks to settle a claim is allowed." in said["reasoning"]
    twin = _said(_REVIEW.replace("looked_at_trick E trick 2", "looked_at_trick E trick 1"))
    assert "allowed" not in f"{twin['box']} {twin['reasoning']}"


def test_belle_with_a_card_of_a_dad_is_none_by_gamerules() -> None:
    """There no card counts for both (D-21), so that nobody is told that belle goes along with the dad."""
    box = _said(_WITH_DAD.replace("rules ecl-1992", "rules gamerules"))["box"]
    assert "here those cards count in the other meld and not as belle." in box
    assert "along with" not in box


def test_the_twin_of_an_exception_is_a_renege() -> None:
    """One trick earlier a card out of turn is a renege (R-087); a card later a look is one (R-091)."""
    earlier = _LAST.replace("5S ts qc kc td\n6S as N:ac W:th E:tc", "5S ts N:kc W:qc E:td\n6S as th ac tc")
    assert _said(earlier.replace("trick 6 @22", "trick 5 @18"))["box"].startswith(
        "RENEGE: PLAYED OUT OF TURN."
    )
    assert _said(_LOOKED.replace("@4", "@6"))["box"].startswith("RENEGE: LOOKED AT A TURNED TRICK.")


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
    assert (
        "East called it after the last card. That was in time, and the cards prove it." in twin["reasoning"]
    )


def test_who_led_did_not_fail_to_follow() -> None:
    """North led trick 5, and a claim in a trick covers the partner as well (D-53), whose card is not known."""
    covered = (
        "North led trick 5, so it was not North; the claim covers South too, and the cards on record do not"
    )
    said = _said(_BLANK)
    assert f"{covered} settle that." in said["box"]
    assert f"{covered} settle that." in said["reasoning"]
    twin = _said(_BLANK.replace("E against N failure-to-follow", "E against S failure-to-follow"))
    assert "it was not North" not in str(twin)
    assert "The cards on record do not settle it." in twin["box"]


def test_the_play_in_dispute_is_no_further_finding() -> None:
    """North's ten on the ace is certain (R-036), and of four plays that stay open the claim disputes one."""
    reviewed = _said(_BLANK.replace("trick 5 @22", "trick 5 reviewed @22"))["box"]
    assert "Also: North put 10♠ on A♠ while holding J♠ (a renege, not called)." in reviewed
    assert "We also cannot tell about three other plays (listed below)." in reviewed
    rows = [row for row in forms(_file(_BLANK)).text.splitlines() if row.startswith("  - trick 5, card 3")]
    assert rows == []
    unnamed = _said(_BLANK.replace("failure-to-follow trick 5 @22", "failure-to-follow @22"))["box"]
    assert "We also cannot tell about four other plays (listed below)." in unnamed


def test_belle_that_was_not_called_is_no_20() -> None:
    """Belle is no meld that is shown, and costs its side the 20 alone (R-065, D-34)."""
    assert _said(_NO_BELLE)["box"].startswith("BELLE NOT CALLED: NO 20.")
    assert "BELLE" not in _said(_NO_BELLE.replace("6S ks", "6S +belle ks"))["box"].partition(". ")[0]


@pytest.mark.parametrize(
    ("rules", "calls", "headline", "told"),
    [
        ("double-deck\npack 48", "3 p p 4 E:5", "CALLED TWICE: IT DOES NOT COUNT.", "East called again."),
        (
            "progressive-euchre",
            "5 loner 6",
            "CALLED WHEN THE BIDDING WAS OVER: IT DOES NOT COUNT.",
            "West called when the bidding was over.",
        ),
        ("bid-euchre", "N:3 p", "BID OUT OF TURN, NO PENALTY HERE.", "North spoke on East’s turn"),
    ],
    ids=["twice (B-013)", "after a loner (B-039)", "out of turn (B-012)"],
)
def test_a_call_too_many_says_why(rules: str, calls: str, headline: str, told: str) -> None:
    said = _said(f"bid-euchre 1\nhand calls\nrules {rules}\ndeal N\ncalls {calls}\n")
    assert said["box"].startswith(headline)
    assert told in said["box"]


def test_what_nobody_can_call_is_not_waiting_to_be_called() -> None:
    """Of advice the record does not say whose it was (R-096), so one renege alone can still be called (D-60)."""
    box = _said(_NAMELESS)["box"]
    assert "told a partner something about the play: “lead spades” (after trick 2)." in box
    assert (
        "The record does not say who did it, so it costs nothing. No one has called North’s renege yet."
        in box
    )
    assert "called them" not in box
    twin = _said(_NAMELESS.replace("advice", "advice E"))["box"]
    assert "No one has called them yet." in twin


def test_a_question_is_no_advice() -> None:
    """Asking is no renege, only answering or advising (R-096, D-66); what was asked is quoted."""
    asked = f"{_NAMELESS.replace('incident advice', 'incident question E')}claim N against E advising-partner @8\n"
    box = _said(asked)["box"]
    assert (
        "East asked West about the play: “lead spades”; asking is no renege, only answering or advising is."
        in box
    )
    assert "shows no advice" not in box
    twin = _said(asked.replace("question E", "advice E"))["box"]
    assert twin.startswith("RENEGE: ADVISED PARTNER.")


def test_a_call_on_the_own_side_is_no_claim() -> None:
    """Only the other side may call a renege (D-55); what a partner called and withdrew never counted."""
    own = f"{_NAMELESS}claim S against N failure-to-overtrump trick 2 withdrawn @8\n"
    said, cited = _said(own), " ".join(forms(_file(own)).text.split())
    assert "South called it on South’s own side, which is no claim, and withdrew it." in said["box"]
    assert "Nobody who may call North’s renege in trick 2 did, so it costs nothing." in said["reasoning"]
    assert "The claim was withdrawn" not in said["reasoning"]
    assert "withdrew it. [claimant]" in cited
    assert "- claimant, on who may claim:" in cited
    twin = _said(own.replace("claim S", "claim E"))
    assert "East withdrew the claim before any trick was turned over, so it costs nothing." in twin["box"]
    assert (
        "The claim was withdrawn, so North’s renege in trick 2 goes without a penalty." in twin["reasoning"]
    )
    assert "own side" not in twin["reasoning"]


@pytest.mark.parametrize(
    ("against", "infraction", "told"),
    [
        ("E", "advising-partner", "East told West something about the play"),
        ("E", "asking-partner", "East asked West about the play"),
        ("E", "calling-meld-for-partner", "East called a meld that was West’s to call"),
        ("EW", "advising-partner", "East-West told a partner something about the play"),
    ],
)
def test_a_claim_names_the_partner(against: str, infraction: str, told: str) -> None:
    """What a player says to the partner (R-096) names the partner, where the claim is on one player."""
    said = _said(f"{_NAMELESS}claim N against {against} {infraction} @8\n")
    assert f"North said {told}" in said["reasoning"]


@pytest.mark.parametrize(
    ("text", "told", "reason"),
    [
        (_BELLE, "West’s belle (does not count: West did not have it)", ""),
        (
            _BELLE.replace("as", "x").replace("qs", "as").replace("x", "qs"),
            "West’s belle (king and queen of trump)",
            "",
        ),
        (
            _MELDS.replace("+dad=9ctcjc", "+dad=9ctcqc"),
            "East’s dad 9♣ 10♣ Q♣ (does not count: not a dad)",
            "",
        ),
        (
            _MELDS.replace("50=ahkhqhjh", "50=ahkhqhjh +dad=ahkhqh"),
            "West’s dad Q♥ K♥ A♥ (does not count: a card counts in only one meld)",
            "A card counts in only one meld.",
        ),
        (_MELDS, "East’s dad 9♣ 10♣ J♣ (counts with the highest meld)", ""),
    ],
    ids=["king alone (R-063)", "king and queen", "no run (R-044)", "cards of another meld (R-056)", "a run"],
)
def test_a_meld_that_is_none_says_why(text: str, told: str, reason: str) -> None:
    ruling = " ".join(forms(_file(text)).text.split())
    assert told in ruling
    assert ("A card counts in only one meld." in ruling) == bool(reason)
    assert "a meld you do not have" not in ruling.split("THE SCORE")[1]


def test_a_second_card_to_a_trick_is_told_as_one_out_of_turn() -> None:
    """North led the queen of diamonds and plays again on South's turn; the twin is South's own card (R-087)."""
    again = _said(f"{_FOLLOWED}3N qd jd N:9d W:kd\n")["box"]
    assert "North played 9♦ on South’s turn (trick 3)." in again
    assert "North had already played Q♦ to that trick, so 9♦ was a second card." in again
    assert "second card" not in _said(f"{_FOLLOWED}3N qd jd S:td W:kd\n")["box"]


def test_one_card_that_may_be_two_faults_is_one_play() -> None:
    """Of trick 2 West's and North's cards are open; North's may not follow or not beat the ace (R-033, R-036)."""
    box = _said(_PILE.format("incident pile_mixed N @24\n"))["box"]
    assert "We also cannot tell about two other plays (listed below)." in box
    assert "other plays" not in _said(_PILE.format("").replace("disordered 2\n", ""))["box"]


def test_one_player_dealt() -> None:
    """Where the deal and the note of a wrong deal (R-018) name two players, the facts do not say that both dealt."""
    wrong = "clabber 1\nhand md\nrules ecl-1992\ndeal S\nincident dealt_out_of_turn {}\n"
    facts = _said(wrong.format("E"))["facts"]
    assert "The record has South as dealer." in facts
    assert "East dealt out of turn." in facts
    assert "South dealt." not in facts
    assert "South dealt." in _said(wrong.format("S"))["facts"]


def test_a_miscounted_deal_has_no_number_of_unknown_cards() -> None:
    """With a wrong number of cards (D-05) nobody knows how many are missing; with six each four are."""
    facts = _said(_MISCOUNTED)["facts"]
    assert "Not all of North’s cards were written down." in facts
    assert "cards are unknown" not in facts
    twin = _said(_MISCOUNTED.replace("incident wrong_card_count N @8\n", ""))["facts"]
    assert "Four of North’s cards are unknown." in twin


def test_a_sheet_that_no_call_explains_is_wrong_either_way() -> None:
    """With North's dad East-West, who made trump, are behind by 84 to 98 and set; without it 78 is right (R-069)."""
    said = _said(_EITHER_WAY)
    assert said["box"].startswith(
        "THE SHEET IS WRONG EITHER WAY. Score undecided: North-South 78 to 98, East-West 0 to 84."
    )
    assert "if none was called, the score is North-South 78 and East-West 84." in said["box"]
    assert "If North called a dad, the score is North-South 98 and East-West 0." in said["box"]
    assert "cannot tell whether the sheet is wrong" not in said["box"]
    assert "cannot be compared" not in forms(_file(_EITHER_WAY)).text
    twin = _said(_EITHER_WAY.replace("NS 98 EW 84", "NS 98 EW 0"))
    assert twin["box"].startswith("SCORE UNDECIDED.")
    assert "Whatever was called" not in twin["reasoning"]


def _with_reason(sentence: str) -> Callable[[str], str]:
    return lambda text: text.replace("\nSOURCES: ", f"\nREASONING\n\n 9. {sentence}\n\nSOURCES: ", 1)


def _put(there: str, instead: str) -> Callable[[str], str]:
    return lambda text: text.replace(there, instead, 1)


#: A text with what it used to say, or something like it.
_SEEDED: Final = {
    "called and not called": (
        _MISCOUNTED,
        _with_reason("Nobody called East’s renege in time, so it costs nothing."),
    ),
    "the caller": (_DISORDERED, _put("We cannot tell whether North", "We cannot tell whether West")),
    "another trick": (_BLANK, _put("failed to follow suit in trick 5", "failed to follow suit in trick 3")),
    "nothing is open": (
        _EXPOSED,
        _put("\n\nFACTS", "\nWhat would decide it: What was in West’s hand?\n\nFACTS"),
    ),
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
    made, case, sides = forms(file), Case(file), len(file.ruling.replay.hand.seating.sides)
    changed = made._replace(text=change(made.text))
    assert changed != made
    assert not list(wrong(read_text(made, names_in(file), sides), case))
    assert list(wrong(read_text(changed, names_in(file), sides), case))


_PASSED_WRONG: Final = """bid-euchre 1
hand wrong-exchange-card-1
rules progressive-euchre
deal E
N asahqhkdqdjd
E tskhth9hacjc
S ks9sjh9dkc9c
W qsjsadtdqctc
calls p p pepper p
trump N diamonds
give S>N {given} / N>S qh
"""


@pytest.mark.parametrize(("given", "places"), [("9d", ["when cards were passed"]), ("jh", [])])
def test_cards_are_passed_after_the_bidding(given: str, places: list[str]) -> None:
    """A pepper bidder asks for the best card of the suit named: the left bower, not the nine (B-036, BD-24)."""
    ruling = _file(_PASSED_WRONG.format(given=given)).ruling
    assert [speaker_of(ruling).place(one) for one in ruling.findings] == places


_DAD: Final = """clabber 1
hand x02b
rules ecl-1992
deal S
N ackcqcjdjc9h
E 9dtcadkhahqh
S tskdtd9sqs9c
W jsthasksqdjh
up ts
calls play
1W {early}th {due}9h ah ts
2S qs as jd kh
3W ks ac qh 9s
4S td qd jc 9d
5S 9c js kc tc
6W jh qc ad kd
"""


def test_a_call_is_listed_once_among_the_facts() -> None:
    """North calls the dad before the first card, which is too soon (R-057, R-060); the twin calls in time."""
    early = _said(_DAD.format(early="N:+dad=ackcqc ", due="+dad=ackcqc "))["facts"]
    assert early.count("announced") == 1
    assert "North announced a dad too soon (before the first card)." in early
    assert "North showed Q♣ K♣ A♣." in early
    twin = _said(_DAD.format(early="", due="+dad=ackcqc "))["facts"]
    assert "North announced a dad and showed Q♣ K♣ A♣." in twin
