"""What would decide an open score: questions to those who were there, and none whose answer changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from clabber_audit.evidence.verdicts import frame_of
from clabber_audit.games.clabber.beside import melds_unrecorded
from clabber_audit.replay import Walk
from clabber_audit.ruling.certificates.deciding import Inquiry
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.possible_scores import open_hands, scores
from clabber_audit.ruling.remedies import Range
from clabber_audit.ruling.unrecorded_melds import Call, options
from clabber_audit.table.cards import DECK_SIZE, TEAMS

#: What may be spent on weighing questions by all their answers: answers, times the square of the places left open.
_EFFORT: Final = 3_000


class _Answer(NamedTuple):
    """What the score can be before an answer, other things being known, and after it; None when it cannot be given."""

    before: Range | None
    after: Range | None


class _Weighed(NamedTuple):
    inquiry: Inquiry
    #: Whether some answer narrows the score down, and whether every one makes it certain.
    useful: bool
    settles: bool


def deciding_score(ruling: Ruling) -> list[Inquiry]:
    """The questions that bear on an open score, one alone where every answer to it makes the score certain."""
    if ruling.remedy.outcome == "renege" and ruling.remedy.reneging_team is not None and ruling.stop is not None:
        return _for_renege(ruling, ruling.remedy.reneging_team, ruling.stop)
    if ruling.remedy.explained:
        fewest = len(ruling.remedy.explained[0].calls)
        return _whether_called(
            [call for called in ruling.remedy.explained for call in called.calls if len(called.calls) == fewest]
        )
    known = ruling.walk.strain is not None
    weighed = [_weigh(inquiry, answers, known) for inquiry, answers in _inquiries(ruling)]
    enough = next((one for one in weighed if one.settles), None)
    useful = [one.inquiry for one in weighed if one.useful]
    # Where no answer tells anything by itself, several together do.
    return [enough.inquiry] if enough else useful or [one.inquiry for one in weighed]


def _for_renege(ruling: Ruling, reneging: int, stop: int) -> list[Inquiry]:
    walk = ruling.walk
    found = open_hands(walk, ruling.law, reneging, stop)
    closed = [one for one in found if walk.hand.hidden[one.seat]]
    if walk.strain is None and any(not one.melds for one in found):
        asked = [Inquiry("trump"), *(Inquiry("hand", seat=one.seat) for one in closed)]
    else:
        asked = [Inquiry("hand" if one.melds else "belle", seat=one.seat) for one in closed]
    if not melds_unrecorded(walk):
        return asked
    if closed:
        return [*asked, Inquiry("melds")]
    calls = [
        call for one in found for call in options(walk, ruling.law, one.seat) if (one.melds if call.meld else one.belle)
    ]
    return _whether_called(calls)


def _whether_called(calls: Sequence[Call]) -> list[Inquiry]:
    """Return the questions whether melds and belles that nobody recorded were called; one alone settles it."""
    kinds = dict.fromkeys((call.seat, call.meld.kind if call.meld else "belle") for call in calls)
    settled = 2 if len(kinds) == 1 else 0
    return [Inquiry("called", seat=seat, meld=meld, answers=settled, settled=settled) for seat, meld in kinds]


def _inquiries(ruling: Ruling) -> Iterator[tuple[Inquiry, Sequence[_Answer]]]:
    """The questions, each with the answers it can have; those about cards with none where that is too much to weigh."""
    walk, law, found = ruling.walk, ruling.law, ruling.unclaimed.range
    supposed = [(one, scores(one, law)) for one in walk.under_each_trump]
    if walk.strain is None:
        yield Inquiry("trump"), [_Answer(found, told) for _, told in supposed]
    if walk.makers is None:
        teams = [walk._replace(declared=walk.declared._replace(makers=team)) for team in range(len(TEAMS))]
        yield Inquiry("maker"), [_Answer(found, scores(made, law)) for made in teams]
    blanks = [at for at, card in enumerate(walk.cards) if not card]
    asked = [(at, card, one, told) for at in blanks for one, told in supposed for card in _possible(one, at)]
    cheap = len(asked) * len(frame_of(walk).places) ** 2 <= _EFFORT
    for at in blanks:
        here = [(card, one, told) for clock, card, one, told in asked if clock == at]
        answers = [_Answer(told, scores(one, law, (at, card))) for card, one, told in here] if cheap else []
        yield Inquiry("card", at, walk.hand.seats[at]), answers


def _possible(walk: Walk, at: int) -> Iterator[int]:
    """The cards that may have fallen at a clock."""
    asked = frame_of(walk)
    mask = asked.possible(at, list(asked.fits))
    yield from (1 << place for place in range(DECK_SIZE) if mask >> place & 1)


def _weigh(inquiry: Inquiry, answers: Sequence[_Answer], trump_known: bool) -> _Weighed:
    if not answers:
        return _Weighed(inquiry, useful=True, settles=False)
    given = [(before, after) for before, after in answers if after]
    certain = all(after.certain for _, after in given)
    # A card alone does not tell what was trumps.
    settles = certain and (trump_known or inquiry.kind != "card")
    return _Weighed(inquiry, any(after != before for before, after in given), settles)
