"""What would decide an open score: questions to those who were there, and none whose answer changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from clabber_audit.adjudicate import Ruling
from clabber_audit.cards import DECK_SIZE, TEAMS
from clabber_audit.certificates.deciding import Inquiry
from clabber_audit.doubt import frame_of
from clabber_audit.possible_scores import Range, open_hands, scores
from clabber_audit.replay import Replay

#: How many questions about cards are weighed by all their answers, and how many answers one of them may have.
_WEIGHED: Final = 8
_ANSWERS: Final = 12

#: What the score can be after one answer; None when that cannot be the answer.
_Answer = Callable[[], Range | None]


class _Weighed(NamedTuple):
    inquiry: Inquiry
    #: Whether some answer narrows the score down, and whether every one makes it certain.
    useful: bool
    settles: bool


def deciding_score(ruling: Ruling) -> list[Inquiry]:
    """The questions that bear on an open score, one alone where every answer to it makes the score certain."""
    if ruling.remedy.outcome == "renege" and ruling.remedy.reneging_team is not None and ruling.stop is not None:
        return _for_renege(ruling, ruling.remedy.reneging_team, ruling.stop)
    found = ruling.unclaimed.range
    weighed = [_weigh(inquiry, answers, found) for inquiry, answers in _inquiries(ruling)]
    enough = next((one for one in weighed if one.settles), None)
    return [enough.inquiry] if enough else [one.inquiry for one in weighed if one.useful]


def _for_renege(ruling: Ruling, reneging: int, stop: int) -> list[Inquiry]:
    walk = ruling.walk
    seats = open_hands(walk, ruling.law, reneging, stop)
    if walk.trump is None and any(belle for _, belle in seats):
        return [Inquiry("trump"), *(Inquiry("hand", seat=seat) for seat, _ in seats if walk.hand.hidden[seat])]
    return [Inquiry("belle" if belle else "hand", seat=seat) for seat, belle in seats if walk.hand.hidden[seat]]


def _inquiries(ruling: Ruling) -> Iterator[tuple[Inquiry, Sequence[_Answer]]]:
    """The questions, each with the answers it can have; none where they are too many to weigh."""
    walk, law = ruling.walk, ruling.law
    if walk.trump is None:
        yield Inquiry("trump"), [partial(scores, one, law) for one in walk.under_each_trump]
    if walk.makers is None:
        yield Inquiry("maker"), [partial(scores, walk._replace(makers=team), law) for team in range(len(TEAMS))]
    blanks = [at for at, card in enumerate(walk.cards) if not card]
    for at in blanks:
        cards = list(_possible(walk, at))
        few = len(blanks) <= _WEIGHED and len(cards) <= _ANSWERS
        answers = [partial(scores, walk, law, (at, card)) for card in cards] if few else []
        yield Inquiry("card", at, walk.hand.seats[at]), answers


def _possible(walk: Replay, at: int) -> Iterator[int]:
    """The cards that may have fallen at a clock."""
    mask = 0
    for one in walk.under_each_trump:
        asked = frame_of(one)
        mask |= asked.possible(at, list(asked.fits))
    yield from (1 << place for place in range(DECK_SIZE) if mask >> place & 1)


def _weigh(inquiry: Inquiry, answers: Sequence[_Answer], found: Range | None) -> _Weighed:
    if not answers or found is None:
        return _Weighed(inquiry, useful=True, settles=False)
    ranges = [told for told in (answer() for answer in answers) if told]
    return _Weighed(inquiry, any(told != found for told in ranges), all(told.certain for told in ranges))
