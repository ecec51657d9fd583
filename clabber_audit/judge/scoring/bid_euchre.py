"""Outcomes and scores of hands of Bid Euchre."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from clabber_audit.cards import Scores
from clabber_audit.evidence.completions import (
    Budget,
    BudgetExhausted,
    CompletionQuestion,
    SideTakesTrick,
    TrumpFrame,
    charge_to,
    find_completion,
    frame_of,
)
from clabber_audit.evidence.evaluate import evaluate_events
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.bid_euchre.preliminaries import Preliminaries, totals_before
from clabber_audit.games.bid_euchre.scoring import (
    PlayedHand,
    SettledScore,
    cap_set,
    charge_claim,
    find_game_winner,
    score_renege,
    score_sat_out,
    sets_in,
    settle_hand,
)
from clabber_audit.games.game import UNSCORED
from clabber_audit.judge.scoring import OPEN, Range, Remedy, Running, Scoring, trick_data
from clabber_audit.records.bid_euchre_words import SET_MARK
from clabber_audit.replay import Replay
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.infraction import ScoreCompared


class TrickTally(NamedTuple):
    """Tricks taken by each side: its points in play. None if the hand is not over or cards leave it open."""

    points: Scores | None


class BidEuchreScoring(Scoring):
    """Scoring of the Bid Euchre family."""

    def tally(self, replay: Replay, findings: Sequence[Finding], law: BoundRuleset) -> TrickTally:
        """Return the tricks of each side: by the cards, else by the sheet."""
        record, sides = replay.hand.record, replay.hand.seating.side_names
        if record.sheet and not record.plays:
            taken = {side: line.tricks for side, line in record.sheet.items()}
            return TrickTally(tuple(taken.get(side, 0) for side in sides))
        if not replay.is_over or None in replay.plays.teams:
            return TrickTally(None)
        return TrickTally(_count_tricks(replay, len(replay.plays.teams)))

    def score_unclaimed(self, replay: Replay, tally: TrickTally, law: BoundRuleset, *, void: bool) -> Remedy:
        sides, unplayed = len(replay.hand.seating.sides), replay.declared.unplayed
        if void or unplayed in UNSCORED:
            return Remedy("redeal" if void else unplayed, sides=sides)  # type: ignore[arg-type]
        preliminaries: Preliminaries = replay.declared.preliminaries
        record = replay.hand.record
        if unplayed == "sat_out":
            hand = _build_played_hand(replay, (0,) * sides, law)
            return _settle_remedy(
                Remedy("sat_out", sides=sides), score_sat_out(hand, law.toggles), replay, hand, law
            )
        if preliminaries.contract is None and preliminaries.auction.how == "unknown":
            # Cards or tricks without a contract decide nothing; without either the hand only broke off.
            return Remedy("undetermined" if record.plays or record.sheet else "unfinished", sides=sides)
        if not (replay.is_over or (record.sheet and not record.plays)):
            return Remedy("unfinished", sides=sides)
        return (
            _score_open_tricks(replay, law)
            if tally.points is None
            else _score_played_hand(replay, tally.points, law)
        )

    def score_stopped(
        self, replay: Replay, guilty: int, stop: int, findings: Sequence[Finding], law: BoundRuleset
    ) -> Remedy:
        """Return the outcome of a renege (BD-70, BD-78), by the tricks complete when play stopped."""
        complete = min(stop, len(replay.cards)) // replay.hand.seating.width
        hand = _build_played_hand(replay, _count_tricks(replay, complete), law)
        settled = score_renege(hand, guilty, law.toggles)
        remedy = Remedy("renege", reneging_team=guilty, sides=len(hand.taken))
        return _settle_remedy(remedy, settled, replay, hand, law, made=guilty != hand.bidders)

    def score_all_guilty(self, base: Remedy, law: BoundRuleset) -> Remedy:
        """Return the outcome if both sides are guilty: redeal, or no change (BD-74)."""
        return Remedy("redeal", sides=base.sides) if law.toggles.both_renege == "redeal_same" else base

    def charge(
        self, replay: Replay, remedy: Remedy, unproven: Sequence[Finding], law: BoundRuleset
    ) -> Remedy:
        """Return the outcome with the costs of unproven claims (BD-73)."""
        if not unproven or remedy.settled is None or remedy.running is None:
            return remedy
        settled: SettledScore = remedy.settled
        for finding in unproven:
            if finding.team is not None:
                settled = charge_claim(settled, finding.team, law.toggles)
        hand = _build_played_hand(replay, self.tally(replay, (), law).points or (0,) * remedy.sides, law)
        return _settle_remedy(remedy, settled, replay, hand, law)

    def data_of_tricks(self, ruling: Any) -> dict[str, Any]:
        """Return the tricks."""
        return {"won": [trick_data(trick, ruling.replay.hand.seating) for trick in ruling.replay.tricks]}

    def data_of_result(self, ruling: Any) -> dict[str, Any]:
        """Return the contract, the tricks of each side, the arithmetic, the totals after the hand and the winner."""
        replay, remedy = ruling.replay, ruling.remedy
        seating, preliminaries = replay.hand.seating, replay.declared.preliminaries
        thrown_in = remedy.outcome in UNSCORED and not ruling.both_guilty
        contract, running, taken = preliminaries.contract, remedy.running, ruling.points
        return {
            "contract": contract
            and {
                "maker": seating.seats[contract.maker],
                "tricks": contract.tricks,
                "kind": contract.kind,
                "alone": preliminaries.alone,
                "forced": contract.forced,
            },
            "tricks": None if thrown_in or taken is None else seating.map_by_side(taken),
            "arithmetic": remedy.settled
            and seating.map_by_side([[addend._asdict() for addend in own] for own in remedy.settled.addends]),
            "after": running and seating.map_by_side(running.after),
            **({"hickeys": seating.map_by_side(running.hickeys)} if running and running.hickeys else {}),
            "winner": seating.side_names[running.winner]
            if running and isinstance(running.winner, int)
            else running and running.winner,
        }

    def check_totals(self, replay: Replay, remedy: Remedy, law: BoundRuleset) -> list[Finding]:
        """Return the findings about running totals that are not the total before the hand plus its score.

        A side without a recorded total before is skipped, as is a wrong score that is only carried on.
        """
        record, events = replay.hand.record, []
        for side, (name, added) in enumerate(
            zip(replay.hand.seating.side_names, remedy.certain_scores, strict=True)
        ):
            before, after, written = record.before.get(name), record.after.get(name), record.score.get(name)
            if before is None or after is None or added is None or after == before + added:
                continue
            if not (isinstance(written, int) and written != added and after == before + written):
                events.append(ScoreCompared(side, after, before + added, reneged=False, total=True))
        return evaluate_events(events, replay, law)

    def score_of_mark(self, mark: str, side: int, remedy: Remedy) -> int | str | None:
        """Return the score that a mark states: that a side was set, if it was; else None."""
        if mark != SET_MARK or remedy.settled is None or remedy.score is None:
            return None
        return remedy.score[side] if sets_in(remedy.settled)[side] else mark


def _count_tricks(replay: Replay, tricks: int) -> Scores:
    teams = list(replay.plays.teams[:tricks])
    return tuple(map(teams.count, range(len(replay.hand.seating.sides))))


def _build_played_hand(replay: Replay, taken: Scores, law: BoundRuleset) -> PlayedHand:
    """Return a hand to be scored, by the tricks of each side."""
    preliminaries: Preliminaries = replay.declared.preliminaries
    seating, contract = replay.hand.seating, preliminaries.contract
    out = sum(side for side in seating.sides if side & preliminaries.left) if seating.alone else 0
    bidders = None if contract is None else seating.side_of[contract.maker]
    hand = PlayedHand(taken, seating.each, contract, bidders, preliminaries.alone, out)
    # The partner of a lone player who played to it lost it, at some tables (BD-77).
    lost = law.toggles.partner_plays == "lone_lost" and hand.alone and bool(replay.hand.extra_plays)
    return hand._replace(lost=lost)


def _score_played_hand(replay: Replay, taken: Scores, law: BoundRuleset) -> Remedy:
    """Return the outcome of a hand that was played out, by the tricks of each side."""
    hand, remedy = _build_played_hand(replay, taken, law), Remedy("scored", sides=len(taken))
    return _settle_remedy(remedy, settle_hand(hand, law.toggles), replay, hand, law, made=hand.is_made)


def _settle_remedy(
    remedy: Remedy,
    settled: SettledScore | None,
    replay: Replay,
    hand: PlayedHand,
    law: BoundRuleset,
    *,
    made: bool = True,
) -> Remedy:
    """Return a remedy with its score and the state of the game after it; `made` tells if the bid counts as made."""
    if settled is None:
        return Remedy("undetermined", sides=remedy.sides)
    record, seating = replay.hand.record, replay.hand.seating
    before = totals_before(record, seating, law.toggles)
    settled = cap_set(settled, before, law.toggles)
    score = settled.points
    after = tuple(map(sum, zip(before, score, strict=True)))
    hickeys = tuple(
        record.hickeys.get(side, 0) + more
        for side, more in zip(seating.side_names, settled.hickeys, strict=False)
    )
    running = Running(after, hickeys, find_game_winner(after, hand, made, law.toggles))
    return remedy._replace(score=score, marks=tuple(map(str, score)), settled=settled, running=running)


#: Budget for the tricks of one hand.
_EFFORT: Final = 60_000


def _score_open_tricks(replay: Replay, law: BoundRuleset) -> Remedy:
    """Return the score range of a hand in which unknown cards leave the tricks open, over their possible shares.

    If the search is given up, shares not known to be impossible count too.
    """
    remedies, whole, sides = list[Remedy](), True, len(replay.hand.seating.sides)
    with charge_to(Budget(_EFFORT)):
        for one in replay.replays_by_trump:
            teams, frame = one.plays.teams, frame_of(one)
            left = [trick for trick, team in enumerate(teams) if team is None]
            for more in _list_shares(len(left), sides):
                answer = _is_possible(frame, left, more)
                if answer is not False:
                    taken = tuple(teams.count(side) + more[side] for side in range(sides))
                    remedies.append(_score_played_hand(one, taken, law))
                    whole = whole and answer is True
    scores = [remedy.score for remedy in remedies if remedy.score is not None]
    if not scores or len(scores) < len(remedies):
        return Remedy("undetermined", sides=sides)
    reach = Range.over(scores, whole)
    if reach.is_certain and whole:
        return remedies[0]
    remedy = Remedy("undetermined", range=reach, sides=sides)
    return remedy._replace(marks=tuple(OPEN if own is None else str(own) for own in remedy.certain_scores))


def _list_shares(count: int, sides: int) -> Iterator[tuple[int, ...]]:
    if sides == 1:
        yield (count,)
        return
    for own in range(count + 1):
        for rest in _list_shares(count - own, sides - 1):
            yield (own, *rest)


def _is_possible(frame: TrumpFrame, tricks: Sequence[int], share: tuple[int, ...]) -> bool | None:
    """Return True if a completion shares the open tricks so, None if not settled."""
    given_up = False
    for sides in _assign_tricks(len(tricks), share):
        asked: list[tuple[CompletionQuestion, bool]] = [
            (SideTakesTrick(trick, side), True) for trick, side in zip(tricks, sides, strict=True)
        ]
        try:
            if find_completion([frame], asked):
                return True
        except BudgetExhausted:
            given_up = True
    return None if given_up else False


def _assign_tricks(count: int, share: tuple[int, ...], first: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield the assignments of tricks to sides, each with its share."""
    if first == len(share) - 1:
        yield (first,) * count
        return
    for own in combinations(range(count), share[first]):
        rest = [place for place in range(count) if place not in own]
        for others in _assign_tricks(len(rest), share, first + 1):
            given = [first] * count
            for place, side in zip(rest, others, strict=True):
                given[place] = side
            yield tuple(given)
