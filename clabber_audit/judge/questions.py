"""Questions to the players whose answers would settle a ruling.

Asked about the open claims, else about the open score, else about the open findings. A question about cards is tried
with each of its answers: it settles the matter if all completions with that answer agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import chain, combinations, islice, product
from operator import or_
from typing import Final, Literal, NamedTuple

from clabber_audit.cards import DECK, SEAT, SUIT, TEAMS, cards_in
from clabber_audit.evidence.completions import (
    Budget,
    BudgetExhausted,
    CompletionQuestion,
    StillHeld,
    TrumpFrame,
    charge_to,
    find_completion,
    frame_of,
    is_exhausted,
    limit,
)
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import find_noted_melds, melds_unrecorded
from clabber_audit.games.clabber.scoring import Counted
from clabber_audit.games.game import UNSCORED
from clabber_audit.judge.certificates import Fault, fault_of, fault_questions
from clabber_audit.judge.claims import WeighedClaim
from clabber_audit.judge.focus import Focus
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.scoring import Range
from clabber_audit.judge.scoring.clabber import best_calls
from clabber_audit.judge.scoring.clabber_ranges import open_hands, range_as_played
from clabber_audit.records.hand import Candidates
from clabber_audit.replay import Replay, replay_hand
from clabber_audit.rules.infraction import Trait, incident_kinds
from clabber_audit.rules.infractions import infractions

#: Limits: questions returned, faults per question, questions combined, combinations tried.
_MOST: Final = 3
_FAULTS: Final = 4
_TOGETHER: Final = 2
_SETS: Final = 60
#: Budget of all questions about one ruling.
_EFFORT: Final = 15_000
#: Limit on weighing the cards that may have fallen: answers times the square of the open places.
_WEIGHED: Final = 3_000


class Inquiry(NamedTuple):
    """Question to the players.

    `card`: which card did a seat play at a clock. `held`: did it hold one of some cards when its card at that clock
    fell. `whose`: who had a card. `trump`: what was trumps. `upcard`: which card was turned up. `maker`: who made
    trumps. `hand`: which cards was a seat dealt. `belle`: did it have king and queen of trumps. `order`: who played
    which card to the trick that begins at the clock. `moment`: when did it call and show its meld. `called`: did it
    call such a meld. Or written evidence: the `tricks` in their order, the `melds`, the `calls`, `all_cards` of a seat.
    """

    kind: Literal[
        "card", "held", "whose", "trump", "upcard", "maker", "hand", "belle", "order", "moment",
        "called", "tricks", "melds", "calls", "all_cards",
    ]  # fmt: skip
    at: int = -1
    seat: int = -1
    #: Cards asked for, as a mask.
    cards: int = 0
    #: Number of possible answers, and of those that settle the question by themselves.
    answers: int = 0
    settled: int = 0
    #: The answer that settles a question of yes or no if only one does.
    deciding: Literal["", "yes", "no"] = ""
    #: Kind of the meld asked about.
    meld: str = ""


class Questions(NamedTuple):
    """Questions that would settle the ruling, best first."""

    asked: tuple[Inquiry, ...] = ()
    #: Questions that would settle the score, if the ruling is about something else.
    of_score: tuple[Inquiry, ...] = ()
    #: True if the budget ran out, so that there may be more.
    more: bool = False


def list_questions(ruling: Ruling, point: Focus) -> Questions:
    """Return the questions for the open claims, else the open score, else the open findings."""
    inquiries: dict[Inquiry, bool] = {}
    with charge_to(Budget(_EFFORT)):
        with suppress(BudgetExhausted):
            for inquiry, of_score in _order_questions(ruling, point):
                inquiries.setdefault(make_answerable(inquiry, ruling), of_score)
                if len(inquiries) == _MOST:
                    break
        asked = tuple(inquiry for inquiry, of_score in inquiries.items() if not of_score)
        return Questions(
            asked, tuple(inquiry for inquiry, of_score in inquiries.items() if of_score), is_exhausted()
        )


def make_answerable(inquiry: Inquiry, ruling: Ruling) -> Inquiry:
    """Return a question as players can answer it: about the trick, if its order is lost."""
    hand = ruling.replay.hand
    if inquiry.kind == "card" and hand.seating.trick_of(inquiry.at) in hand.record.disordered:
        return inquiry._replace(kind="order", at=hand.seating.lead_of(inquiry.at), seat=-1)
    return inquiry


def _order_questions(ruling: Ruling, point: Focus) -> Iterator[tuple[Inquiry, bool]]:
    """Yield the questions, best first, each with True if it is only about the score."""
    remedy = ruling.remedy
    for weighed in ruling.claims:
        if weighed.verdict == "not_proven":
            yield from ((inquiry, False) for inquiry in _ask_about_claim(ruling, weighed))
    if not ruling.claims and remedy.outcome not in (*UNSCORED, "undetermined"):
        some = [finding for finding in ruling.findings if finding.is_open]
        some.sort(key=lambda finding: finding.trick != point.trick)
        yield from ((inquiry, False) for inquiry in _ask_about_findings(ruling, some[:1]))
    if remedy.outcome == "undetermined" or (remedy.range and remedy.outcome not in UNSCORED):
        apart = bool(ruling.claims or point.leads)
        yield from (
            (inquiry, apart)
            for inquiry in _ask_about_moments(ruling, range(len(find_noted_melds(ruling.replay) or ())))
        )
        yield from ((inquiry, apart) for inquiry in _ASK_ABOUT_RESULT[ruling.law.game.id](ruling))


def _ask_about_claim(ruling: Ruling, weighed: WeighedClaim) -> Iterator[Inquiry]:
    record = ruling.replay.hand.record
    claim = weighed.made
    if any(incident_kinds()[incident.kind].mixes_tricks for incident in record.incidents):
        yield Inquiry("tricks")
    place = infractions()[claim.infraction].place if claim.infraction else "duty"
    # A claim that names nothing may be about melds and calls too.
    anything = claim.infraction is None and claim.trick is None
    if ruling.law.game.melds and record.melds is None and (anything or place in ("meld", "missed")):
        yield Inquiry("melds")
    if record.declarations is None and record.contract is None and (anything or place == "declaration"):
        yield Inquiry("calls")
    open_ones = [finding for finding in ruling.findings if finding.is_open and weighed.can_name(finding)]
    yield from _ask_about_findings(ruling, weighed.undecided or open_ones)


def _ask_about_moments(ruling: Ruling, numbers: Iterable[int]) -> Iterator[Inquiry]:
    """Yield the questions about unrecorded moments of melds."""
    for number in numbers:
        meld = (find_noted_melds(ruling.replay) or ())[number]
        if None in (meld.announced, meld.shown):
            yield Inquiry("moment", seat=SEAT[meld.seat], meld=meld.kind)


def _ask_about_findings(ruling: Ruling, findings: Sequence[Finding]) -> Iterator[Inquiry]:
    """Yield the questions whose answers settle some findings; a hand if no single card does."""
    if any(Trait.BY_UPCARD in infractions()[finding.infraction].traits for finding in findings):
        yield Inquiry("upcard")
        return
    moments = list(
        _ask_about_moments(ruling, [finding.meld for finding in findings if finding.meld is not None])
    )
    yield from moments
    faults = [fault for finding in findings if (fault := fault_of(finding, ruling.replay))][:_FAULTS]
    laid_down = [finding for finding in findings if infractions()[finding.infraction].certified == "laydown"]
    results = _ask_about_faults(ruling, faults) if faults else []
    if laid_down:
        results += _ask_about_laydown(ruling)
    if len(faults) + len(laid_down) < len(findings) or (faults and laid_down) or moments:
        # Other findings are undetermined too, so no answer is known to settle the claim.
        results = [inquiry._replace(answers=0, settled=0, deciding="") for inquiry in results]
    yield from results
    if faults or results:
        return
    for seat in dict.fromkeys(finding.seat for finding in findings if finding.seat is not None):
        if ruling.replay.hand.hidden[seat]:
            yield Inquiry("all_cards", seat=seat)


class _CardFell(NamedTuple):
    """Question: did a card fall at a clock?"""

    clock: int
    card: int

    def narrow(self, frame: TrumpFrame, fits: Candidates, answer: bool) -> Iterator[Candidates]:
        if not frame.cards[self.clock]:
            yield limit(fits, [frame.place_at(self.clock)], self.card if answer else DECK & ~self.card)
        elif (frame.cards[self.clock] == self.card) is answer:
            yield fits


class _SuitIsTrumps(NamedTuple):
    """Question: was a suit trumps?"""

    suit: int

    def narrow(self, frame: TrumpFrame, fits: Candidates, answer: bool) -> Iterator[Candidates]:
        if (frame.strain.trump == self.suit) is answer:
            yield fits


_Answer = tuple[CompletionQuestion, bool]


def _ask_about_faults(ruling: Ruling, faults: Sequence[Fault]) -> list[Inquiry]:
    """Return the smallest set of questions that settles some faults under every answer, the likeliest first.

    If no two questions do, return those that settle them under most of their answers. Empty if none helps or the
    budget runs out.
    """
    replay = ruling.replay
    frames = [frame_of(supposed) for supposed in replay.replays_by_trump]
    asked = fault_questions(faults, replay, ruling.law)

    def possible(answers: Sequence[_Answer]) -> bool:
        """Return True if the answers are compatible."""
        return find_completion(frames, answers) is not None

    def is_settled(answers: Sequence[_Answer]) -> bool:
        """Return True if the answers decide it: all completions with them agree."""
        none = [(question, False) for question in asked]
        return not possible([*answers, *none]) or not any(
            possible([*answers, (question, True)]) for question in asked
        )

    try:
        weighed = []
        for inquiry in _list_inquiries(replay, faults):
            answers = [answer for answer in _answers(inquiry, frames) if possible([answer])]
            if len(answers) > 1:
                settling = [answer for answer in answers if is_settled([answer])]
                inquiry = inquiry._replace(answers=len(answers), settled=len(settling))
                if inquiry.kind == "held" and len(settling) == 1:
                    inquiry = inquiry._replace(deciding="yes" if settling[0][1] else "no")
                weighed.append((inquiry, answers))
        weighed.sort(key=lambda each: (-each[0].settled / each[0].answers, each[0].answers))
        if weighed and weighed[0][0].settled == weighed[0][0].answers:
            return [weighed[0][0]]
        for together in islice(combinations(weighed, _TOGETHER), _SETS):
            sets = product(*(answers for _, answers in together))
            if all(is_settled(answers) or not possible(answers) for answers in sets):
                return [inquiry for inquiry, _ in together]
        return [inquiry for inquiry, _ in weighed if inquiry.settled]
    except BudgetExhausted:
        return []


def _list_inquiries(replay: Replay, faults: Sequence[Fault]) -> list[Inquiry]:
    """Return the questions that bear on the faults: hands, cards, the trump suit."""
    seating, seats, cards = replay.hand.seating, replay.hand.seats, replay.cards
    result = [] if replay.trumps else [Inquiry("trump")]
    for fault in faults:
        if not fault.of_card:
            continue
        start = seating.lead_of(fault.at)
        if infractions()[fault.infraction].place == "turn":
            clocks = range(max(start - seating.width, 0), start)
        else:
            # A law on leads depends on every card before.
            clocks = range(start if fault.at > start else 0, fault.at + 1)
            # The masks that a duty looks at: the suit led, trumps, trumps above the highest.
            led = [replay.follow(fault.at).led] if fault.at > start and cards[start] else [*SUIT.values()]
            if trumps := replay.trumps:
                above = [
                    replay.ranking.beaters[card] & trumps for card in cards[start : fault.at] if card & trumps
                ]
                led += [trumps, min(above, default=trumps)]
            masks = [mask for mask in dict.fromkeys(led) if mask]
            result += [Inquiry("held", fault.at, fault.seat, mask) for mask in masks]
        result += [Inquiry("card", at, seats[at]) for at in clocks if not cards[at]]
        later = range(fault.at + 1, len(cards))
        result += [
            Inquiry("card", at, fault.seat) for at in later if seats[at] == fault.seat and not cards[at]
        ]
    return list(dict.fromkeys(result))


def _answers(inquiry: Inquiry, frames: Sequence[TrumpFrame]) -> list[_Answer]:
    """Return the answers to a question, possible or not."""
    if inquiry.kind == "trump":
        return [(_SuitIsTrumps(frame.strain.trump), True) for frame in frames]
    if inquiry.kind == "held":
        held = StillHeld(inquiry.at, inquiry.seat, inquiry.cards)
        return [(held, True), (held, False)]
    may_be = reduce(or_, (frame.possible_cards(inquiry.at, frame.fits) for frame in frames), 0)
    return [(_CardFell(inquiry.at, card), True) for card in cards_in(may_be)]


def _ask_about_laydown(ruling: Ruling) -> list[Inquiry]:
    """Return the question whose card would decide an open lay-down, then the hands to ask for if it is not enough."""
    # The search is imported for a lay-down only.
    from clabber_audit.evidence.laydowns.evaluate import SHORT_LIMITS, search_completions

    replay = ruling.replay
    if not replay.trumps:
        return [Inquiry("trump")]
    unknown = [seat for seat, count in enumerate(replay.hand.hidden) if count]
    inquiries: list[tuple[Inquiry, list[int]]] = []
    for card in cards_in(replay.hand.pool):
        results = {}
        for seat in unknown:
            dealt, hidden = list(replay.hand.dealt), list(replay.hand.hidden)
            dealt[seat], hidden[seat] = dealt[seat] | card, hidden[seat] - 1
            hand = replay.hand._replace(dealt=tuple(dealt), hidden=tuple(hidden))
            given = replay_hand(hand, replay.order, replay.strain)
            results[seat] = search_completions(given, ruling.law, SHORT_LIMITS)
        possible = [
            seat
            for seat, answer in results.items()
            if answer.bad or answer.fine or answer.exhausted or not answer.supported
        ]
        left_open = [seat for seat in possible if results[seat].is_good is None]
        asked = Inquiry("whose", cards=card, answers=len(possible), settled=len(possible) - len(left_open))
        if asked.settled and asked.answers > 1:
            inquiries.append((asked, left_open))
    if not inquiries:
        return []
    # Players remember trumps best.
    best, left_open = min(
        inquiries,
        key=lambda each: (len(each[1]) / each[0].answers, each[0].answers, not each[0].cards & replay.trumps),
    )
    return [best, *(Inquiry("all_cards", seat=seat) for seat in left_open)]


def ask_about_score(ruling: Ruling) -> list[Inquiry]:
    """Return the questions that bear on an open score, only one if every answer to it settles the score."""
    remedy = ruling.remedy
    if remedy.outcome == "renege" and remedy.reneging_team is not None and ruling.stop is not None:
        return _ask_about_renege(ruling, remedy.reneging_team, ruling.stop)
    if remedy.explained:
        fewest = len(remedy.explained[0].calls)
        simplest = (called.calls for called in remedy.explained if len(called.calls) == fewest)
        return _ask_about_calls([*chain.from_iterable(simplest)])
    inquiries, useful = [], []
    for inquiry, answers in list(_try_score_inquiries(ruling)):
        possible = [(before, after) for before, after in answers if after]
        # A card alone does not reveal the trumps.
        enough = ruling.replay.strain is not None or inquiry.kind != "card"
        if answers and enough and all(after.is_certain for _, after in possible):
            return [inquiry]
        inquiries.append(inquiry)
        if not answers or any(after != before for before, after in possible):
            useful.append(inquiry)
    # If no answer narrows the score by itself, several together do.
    return useful or inquiries


def _ask_about_renege(ruling: Ruling, reneging: int, stop: int) -> list[Inquiry]:
    replay = ruling.replay
    hands = open_hands(replay, ruling.law, reneging, stop)
    closed = [hand for hand in hands if replay.hand.hidden[hand.seat]]
    if replay.strain is None and any(not hand.melds for hand in hands):
        asked = [Inquiry("trump"), *(Inquiry("hand", seat=hand.seat) for hand in closed)]
    else:
        asked = [Inquiry("hand" if hand.melds else "belle", seat=hand.seat) for hand in closed]
    if not melds_unrecorded(replay):
        return asked
    if closed:
        return [*asked, Inquiry("melds")]
    calls = [
        call
        for hand in hands
        for call in best_calls(replay, ruling.law, hand.seat)
        if (hand.melds if call.meld else hand.belle)
    ]
    return _ask_about_calls(calls)


def _ask_about_calls(calls: Sequence[Counted]) -> list[Inquiry]:
    """Return the questions about unrecorded calls of melds and belles; a single one settles the score."""
    kinds = dict.fromkeys((call.seat, call.meld.kind if call.meld else "belle") for call in calls)
    settled = 2 if len(kinds) == 1 else 0
    return [Inquiry("called", seat=seat, meld=meld, answers=settled, settled=settled) for seat, meld in kinds]


#: Score range before and after an answer; None if that answer is impossible.
_Change = tuple[Range | None, Range | None]


def _try_score_inquiries(ruling: Ruling) -> Iterator[tuple[Inquiry, Sequence[_Change]]]:
    """Yield the questions with their possible answers; those about cards with none if they are too many to weigh."""
    replay, law, now = ruling.replay, ruling.law, ruling.unclaimed.range
    supposed = [(one, range_as_played(one, law)) for one in replay.replays_by_trump]
    if replay.strain is None:
        yield Inquiry("trump"), [(now, after) for _, after in supposed]
    if replay.makers is None:
        made_by = (replay.declared._replace(makers=team) for team in range(len(TEAMS)))
        yield (
            Inquiry("maker"),
            [(now, range_as_played(replay._replace(declared=declared), law)) for declared in made_by],
        )
    blanks = [at for at, card in enumerate(replay.cards) if not card]
    frames = [frame_of(one) for one, _ in supposed]
    cards = {at: [cards_in(frame.possible_cards(at, frame.fits) & DECK) for frame in frames] for at in blanks}
    asked = sum(len(each) for possible in cards.values() for each in possible)
    cheap = asked * len(frame_of(replay).places) ** 2 <= _WEIGHED
    for at in blanks:
        here = zip(supposed, cards[at], strict=True) if cheap else ()
        answers = [
            (before, range_as_played(one, law, (at, card)))
            for (one, before), possible in here
            for card in possible
        ]
        yield Inquiry("card", at, replay.hand.seats[at]), answers


def ask_about_tricks(ruling: Ruling) -> Iterator[Inquiry]:
    """Yield the questions on trump, maker and each unknown card in an open trick."""
    replay, seating = ruling.replay, ruling.replay.hand.seating
    if replay.strain is None:
        yield Inquiry("trump")
    if replay.makers is None:
        yield Inquiry("maker")
    for at, card in enumerate(replay.cards):
        trick = seating.trick_of(at)
        if not card and (trick > len(replay.plays.teams) or replay.plays.teams[trick - 1] is None):
            yield Inquiry("card", at, replay.hand.seats[at])


#: Questions whose answers would settle a score, by game.
_ASK_ABOUT_RESULT: Final[dict[str, Callable[[Ruling], Iterable[Inquiry]]]] = {
    "clabber": ask_about_score,
    "bid-euchre": ask_about_tricks,
}
