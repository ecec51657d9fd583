"""Side notes of a ruling: legal alternatives, and sensitivity to a misread card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Final, Literal, NamedTuple

from clabber_audit.cards import CODE, CODES, DECK_SIZE, SEAT, TEAMS, Scores, team_of
from clabber_audit.evidence.completions import (
    Budget,
    BudgetExhausted,
    charge_to,
    run_within_budget,
    searching,
)
from clabber_audit.evidence.double_dummy import BUDGET as DOUBLE_DUMMY_BUDGET
from clabber_audit.evidence.double_dummy import DoubleDummy, Position, TooLarge
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.hand import build_possible_hand
from clabber_audit.games.clabber.melds import CARD_POINTS, LAST_TRICK, find_best_side
from clabber_audit.games.clabber.scoring import is_set, list_entitled_melds
from clabber_audit.judge.certificates import Certificate, certificates
from clabber_audit.judge.comparison import RulesetComparison, outcome_and_verdicts, rule_by_others
from clabber_audit.judge.judge import Ruling, adjudicate, judge_laydown
from clabber_audit.judge.scoring.clabber_ranges import find_denied_melds
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.hand import find_unordered_plays
from clabber_audit.replay import Replay, find_laydown_seat
from clabber_audit.rules.bound_ruleset import legal_cards
from clabber_audit.rules.infractions import infractions


class Choice(NamedTuple):
    """Legal card, and the result of best play after it."""

    #: The card's bit.
    card: int
    #: All points by team: tricks, the ten for the last, melds and belle (R-068).
    totals: Scores
    #: True if the makers would be set (R-070); None where it is not known who they are.
    makers_set: bool | None


class Instead(NamedTuple):
    """Result of the hand without one infraction."""

    finding: Finding
    #: Who would have played: the offender; of a lead out of turn, the rightful leader.
    seat: int
    #: Every legal card, in the order of the pack; empty if there were too many positions to search.
    choices: tuple[Choice, ...]

    def range(self, team: int) -> Scores:
        """Return the least and the most points of a team over the legal cards."""
        totals = [choice.totals[team] for choice in self.choices]
        return min(totals), max(totals)

    @property
    def makers_set(self) -> bool | None:
        """True or False if the makers would be set, or not, by every legal card; else None."""
        answers = {choice.makers_set for choice in self.choices}
        return answers.pop() if len(answers) == 1 else None


def find_results_without(ruling: Ruling, budget: int = DOUBLE_DUMMY_BUDGET) -> tuple[Instead, ...]:
    """Return the results of the hand without each card proven to offend, one at a time.

    For a failure to follow, trump or overtrump every legal card is tried; for a lead out of turn, every lead of the
    rightful leader. A card played out of turn is left out: it may have been legal a moment later, so no card would
    replace it. Hands not fully known, void deals and uneven hands are left out too.
    """
    replay = ruling.replay
    open_meld = any(finding.meld is not None and finding.is_open for finding in ruling.findings)
    if not replay.trumps or any(replay.hand.hidden) or ruling.unclaimed.outcome == "redeal" or open_meld:
        return ()
    law, trump = ruling.law, replay.trumps
    search = DoubleDummy(
        trump,
        lambda hand, led, above, trick: legal_cards(law, hand, led, trump, above, trick=trick),
        budget,
    )
    extra = _score_melds(ruling)
    # The latest first: these are quick and fill the table for the earlier ones.
    findings = [
        _find_result_without(finding, replay, search, extra)
        for finding in reversed(ruling.findings)
        if finding.verdict == "proven"
        and (infractions()[finding.infraction].place == "duty" or finding.led_for_another)
    ]
    return tuple(item for item in reversed(findings) if item)


def _find_result_without(
    finding: Finding, replay: Replay, search: DoubleDummy, extra: Scores
) -> Instead | None:
    """Return the result of the hand without a card at fault; None if the position before it is unknown or uneven."""
    at, seats = finding.at, [finding.seat]
    if finding.led_for_another:
        seats = [SEAT[letter] for letter in finding.facts["turn"]]
    if 0 in replay.cards[:at] or len(seats) != 1 or seats[0] is None:
        return None
    lead = replay.hand.seating.lead_of(at)
    trick = tuple(zip(replay.hand.seats[lead:at], replay.cards[lead:at], strict=True))
    hands = tuple(replay.hand_at(who, at) for who in range(len(replay.hand.dealt)))
    position = Position(hands, seats[0], trick)
    if not position.is_even:
        return None
    try:
        after = search.value_each_card(position)
    except (TooLarge, BudgetExhausted):
        return Instead(finding, position.turn, ())
    tricks, choices = replay.hand.seating.trick_of(finding.at) - 1, []
    pairs = zip(replay.plays.winners[:tricks], replay.plays.points[:tricks], strict=True)
    before = sum(points or 0 for winner, points in pairs if winner is not None and not team_of(winner))
    for card, points in sorted(after.items()):
        north_south = before + points
        totals = (north_south + extra[0], CARD_POINTS + LAST_TRICK - north_south + extra[1])
        makers_set = None if replay.makers is None else is_set(totals, replay.makers)
        choices.append(Choice(card, totals, makers_set))
    return Instead(finding, position.turn, tuple(choices))


def _score_melds(ruling: Ruling) -> Scores:
    """Return the points of melds and belles by team.

    Melds of a finished hand count as called; those of a stopped hand, of either side, as an innocent side's do.
    Only the side with the highest meld scores its runs and fours.
    """
    replay, toggles, teams = ruling.replay, ruling.law.toggles, range(len(TEAMS))
    if replay.is_over or find_laydown_seat(replay.hand) is not None:
        counted = [item for item in ruling.tally.melds if item.scores]
    else:
        stop = len(replay.cards) if ruling.stop is None else ruling.stop
        denied = find_denied_melds(ruling.findings, toggles, stop)
        sides = [list_entitled_melds(replay, denied, toggles, team, stop) for team in teams]
        best = find_best_side(
            [[item.meld for item in side if item.meld] for side in sides], replay.trumps, toggles
        )
        counted = [item for side in sides for item in side if item.meld is None or item.team == best]
    return tuple(sum(item.points for item in counted if item.team == team) for team in teams)


#: Most corrected records judged for one answer: all single corrections, 276 at most, and then pairs.
BUDGET: Final = 600
#: The same if a hand was laid down, or divided by the number of unknown cards: each judgment is then a search, which
#: takes longer the more is unknown.
OPEN_BUDGET: Final = 400
_FEWEST_TRIED: Final = 10
_FEWEST_OPEN: Final = 4


class CardExchange(NamedTuple):
    """Exchange of two cards in the record."""

    one: str
    #: Another card of the record, or one that nobody has: then the first was misread for it.
    other: str


class CardPlace(NamedTuple):
    """Place of a card in a record."""

    #: The clock of its play, None for a card in a hand.
    at: int | None
    #: Whose hand.
    seat: str = ""


class Robustness(NamedTuple):
    """Number of corrections needed to change the outcome or a verdict."""

    #: Number of single corrections that were possible and judged, and of those that change it.
    singles: int
    changing: int
    #: Number of pairs judged, if no single correction was enough.
    pairs: int
    #: A smallest change: one correction or two; empty when none was found.
    example: tuple[CardExchange, ...]
    #: The ruling after the example.
    otherwise: Ruling | None
    #: True if the budget ended before every single correction was judged.
    cut: bool
    #: Where the cards of the example stand, of each correction in the record as those before it leave it.
    places: tuple[tuple[CardPlace | None, CardPlace | None], ...] = ()

    @property
    def minimum(self) -> int | None:
        """Minimum number of corrections that change it, None if none was found."""
        return len(self.example) or None


class _TriedCorrection(NamedTuple):
    """Possible correction with the ruling on the corrected record."""

    corrections: tuple[CardExchange, ...]
    ruling: Ruling


def robustness(ruling: Ruling, budget: int | None = None) -> Robustness:
    """Try every single correction, and if none changes `outcome_and_verdicts`, pairs within the budget.

    The nearest cards are tried first: cards at fault, then tricks that a claim names, then the rest. Nothing is tried
    if the trump suit is unknown.
    """
    ours = outcome_and_verdicts(ruling)
    budget = _choose_budget(ruling.replay) if budget is None else budget
    corrections = _list_exchanges(ruling)
    tried = list(_judge_corrections(ruling, [(single,) for single in corrections[:budget]]))
    cut = len(corrections) > budget
    changing = [item for item in tried if outcome_and_verdicts(item.ruling) != ours]
    first, pairs = next(iter(changing), None), 0
    if not (changing or cut):
        for item in _judge_corrections(ruling, islice(_list_pairs(tried, ruling), budget - len(corrections))):
            pairs += 1
            if outcome_and_verdicts(item.ruling) != ours:
                first = item
                break
    example, otherwise = first or ((), None)
    places = card_places(ruling.replay.hand.record, example)
    return Robustness(len(tried), len(changing), pairs, example, otherwise, cut, places)


def _choose_budget(replay: Replay) -> int:
    hand = replay.hand
    if replay.strain is None:
        return 0
    if replay.certain and hand.record.laydown is None:
        return BUDGET
    unknown = sum(hand.hidden) + hand.cards.count(0)
    return max(_FEWEST_TRIED, OPEN_BUDGET // max(_FEWEST_OPEN, unknown))


def card_places(
    record: HandRecord, corrections: Sequence[CardExchange]
) -> tuple[tuple[CardPlace | None, CardPlace | None], ...]:
    """Return the places of the cards of each correction, after those before it; None for a card that is nowhere."""
    results = []
    for number, (one, other) in enumerate(corrections):
        before = correct_record(record, corrections[:number])
        results.append((_find_place(before, one), _find_place(before, other)))
    return tuple(results)


def _find_place(record: HandRecord, code: str) -> CardPlace | None:
    """Return the play of a card, else the hand that has it."""
    for at, play in enumerate(record.plays):
        if play.card == code:
            return CardPlace(at)
    return next((CardPlace(None, seat) for seat, codes in record.deal.hands.items() if code in codes), None)


def _judge_corrections(
    ruling: Ruling, tries: Iterable[tuple[CardExchange, ...]]
) -> Iterator[_TriedCorrection]:
    """Yield the rulings on the corrected records, skipping impossible ones."""
    for corrections in tries:
        if hand := build_possible_hand(correct_record(ruling.replay.hand.record, corrections)):
            yield _TriedCorrection(corrections, adjudicate(hand, ruling.law))


def correct_record(record: HandRecord, corrections: Sequence[CardExchange]) -> HandRecord:
    """Return the record with cards exchanged in plays and deal, one correction after the other."""
    names: dict[str | None, str] = {}
    for one, other in corrections:
        swapped = {one: other, other: one}
        names = {code: swapped.get(name, name) for code, name in {one: one, other: other, **names}.items()}
    plays = [
        play.model_copy(update={"card": names[play.card]}) if play.card in names else play
        for play in record.plays
    ]
    changes: dict[str, object] = {"plays": plays}
    if record.deal.hands:
        hands = {seat: [names.get(code, code) for code in codes] for seat, codes in record.deal.hands.items()}
        changes["deal"] = record.deal.model_copy(update={"hands": hands})
    return record.model_copy(update=changes)


def _list_exchanges(ruling: Ruling) -> list[CardExchange]:
    """Return every exchange of two cards that changes the record, the likeliest first."""
    record = ruling.replay.hand.record
    clocks = {str(play.card): at for at, play in enumerate(record.plays) if play.card}
    holders = {str(code): str(seat) for seat, codes in record.deal.hands.items() for code in codes}
    holders |= {str(play.card): str(play.seat) for play in record.plays if play.card}
    suspects = _rank_suspects(ruling)

    def key(correction: CardExchange) -> tuple[int, bool, int, int]:
        one, other = correction
        elsewhere = holders.get(other, holders[one]) != holders[one]
        nearest = min(suspects.get(one, DECK_SIZE), suspects.get(other, DECK_SIZE))
        return nearest, elsewhere, clocks.get(one, DECK_SIZE), clocks.get(other, DECK_SIZE)

    placed = sorted(holders, key=lambda code: (clocks.get(code, DECK_SIZE), CODES.index(code)))
    results = [CardExchange(*pair) for pair in combinations(placed, 2)]
    results += [CardExchange(code, other) for code in placed for other in CODES if other not in holders]
    telling = [pair for pair in results if not _is_unchanged_by(pair, record, clocks, holders)]
    return sorted(telling, key=key)


def _is_unchanged_by(
    pair: CardExchange, record: HandRecord, clocks: Mapping[str, int], holders: Mapping[str, str]
) -> bool:
    """Return True if an exchange leaves the record the same.

    That holds for two unplayed cards of one hand, and for two of a trick whose order is lost.
    """
    one, other = pair
    if one not in clocks and other not in clocks:
        return holders[one] == holders.get(other)
    piled = find_unordered_plays(record)
    listed = {code for codes in record.deal.hands.values() for code in codes}
    if not piled or one in listed or other in listed:
        return False
    # A card that the record does not name, and one of no such trick, are alike with no other.
    return piled.get(clocks.get(one, -1), 0) == piled.get(clocks.get(other, -1), -1)


def _rank_suspects(ruling: Ruling) -> dict[str, int]:
    """Return card -> distance from the point of the ruling: cards at fault, then tricks that a claim names."""
    cards = ruling.replay.hand.cards
    claimed = [claim.trick for claim in ruling.replay.hand.record.claims if claim.trick]
    named = [at for trick in claimed for at in ruling.replay.clocks_of(trick)]
    near = {CODE[cards[at]]: 1 for at in named if cards[at]}
    fallen = [finding.at for finding in ruling.findings if finding.falls and 0 <= finding.at < len(cards)]
    return near | {CODE[cards[at]]: 0 for at in fallen if cards[at]}


def _list_pairs(tried: Sequence[_TriedCorrection], ruling: Ruling) -> Iterator[tuple[CardExchange, ...]]:
    """Yield pairs of corrections: cards at fault first, then those that bring the points nearest to level."""
    suspects = _rank_suspects(ruling)

    def key(item: _TriedCorrection) -> tuple[bool, int]:
        ((one, other),) = item.corrections
        # How far the makers are ahead or behind, where points decide.
        points = item.ruling.points if item.ruling.remedy.outcome == "scored" else None
        margin = 0 if points is None else abs(points[0].total - points[1].total)
        return suspects.get(one, 1) > 0 and suspects.get(other, 1) > 0, margin

    likely = [item.corrections[0] for item in sorted(tried, key=key)]
    for places in range(1, 2 * len(likely) - 2):
        for one in range(max(0, places - len(likely) + 1), (places + 1) // 2):
            yield likely[one], likely[places - one]


LeftOut = Literal["certificates", "rulesets", "instead", "robustness"]

#: Search budget of all remarks together, and the most that each may take; they are made in this order.
EFFORT: Final = 60_000
_PARTS: Final[dict[LeftOut, int]] = {
    "certificates": 20_000,
    "rulesets": 20_000,
    "instead": 20_000,
    "robustness": 40_000,
}
#: Robustness that was not computed.
_NOT_TRIED: Final = Robustness(0, 0, 0, (), None, cut=True)


class SideRemarks(NamedTuple):
    """The side remarks on a ruling."""

    instead: tuple[Instead, ...]
    robustness: Robustness
    #: Parts left out, in whole or part, because they would take too long.
    left_out: tuple[LeftOut, ...] = ()


class SideNotes(NamedTuple):
    """Certificates, comparisons and side remarks of a ruling."""

    proofs: Sequence[Certificate]
    comparisons: Sequence[RulesetComparison]
    #: None where the game has none.
    remarks: SideRemarks | None


def side_notes(ruling: Ruling, rulesets: tuple[str, ...], effort: int = EFFORT) -> SideNotes:
    """Work out the side notes of a ruling, with its comparison with each of some rulesets."""
    with searching(ruling.effort):
        before = Budget()
        if ruling.laydown:
            with charge_to(before):
                judge_laydown(ruling.replay, ruling.law)
        whole = Budget(effort, before)
        parts = {name: Budget(part, before) for name, part in _PARTS.items()}
        with charge_to(whole):
            with charge_to(parts["certificates"]):
                proofs = run_within_budget(lambda: certificates(ruling)) or []
            with charge_to(parts["rulesets"]):
                comparisons = rule_by_others(ruling, rulesets)
            if not ruling.law.game.best_play:
                return SideNotes(proofs, comparisons, None)
            with charge_to(parts["instead"]):
                instead = find_results_without(ruling)
            with charge_to(parts["robustness"]):
                sure = run_within_budget(lambda: robustness(ruling))
        # The part that exhausted the whole budget was not necessarily too large itself.
        left_out = [name for name, part in parts.items() if part.is_spent]
        if whole.is_spent and "robustness" not in left_out:
            left_out.append("robustness")
        return SideNotes(proofs, comparisons, SideRemarks(instead, sure or _NOT_TRIED, tuple(left_out)))
