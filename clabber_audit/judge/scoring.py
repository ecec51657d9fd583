"""Outcomes and scores of hands, by game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.cards.cards import SEATING, TEAMS
from clabber_audit.cards.seating import Scores, Seating
from clabber_audit.cards.trick import Trick
from clabber_audit.evidence.evaluate import evaluate_events
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.bid_euchre.events import preliminaries_of, to_be_scored, totals_before
from clabber_audit.games.bid_euchre.scoring import (
    PlayedHand,
    SettledScore,
    capped,
    sat_out,
    sets_in,
    stands,
)
from clabber_audit.games.bid_euchre.scoring import charged as with_claims
from clabber_audit.games.bid_euchre.scoring import reneged as settle_reneged
from clabber_audit.games.bid_euchre.scoring import settle as settle_tricks
from clabber_audit.games.clabber.melds import melds_unrecorded
from clabber_audit.games.clabber.scoring import Tally, TeamPoints, mark, renege_price, reneged, settle, slips
from clabber_audit.games.game import Game
from clabber_audit.judge.possible_scores import (
    as_played,
    certain_points,
    entitled,
    explaining_calls,
    possible_tricks,
    scores,
    stopped_scores,
)
from clabber_audit.judge.remedies import OPEN, GameData, Progress, Range, Remedy, Running, Stopped
from clabber_audit.records.bid_euchre_words import SET_MARK
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.vocabulary import RENEGE_MARK
from clabber_audit.replay import Replay
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.events import ScoreCompared, SheetDoubted


class Scoring:
    """Scoring of a game: outcomes of its hands, and findings on its sheets."""

    def tally(self, replay: Replay, findings: Sequence[Finding], law: BoundRuleset) -> Any:
        """Return the points of each side in play, if they are the same in every completion."""
        raise NotImplementedError

    def unclaimed(self, replay: Replay, table: Progress, tally: Any, law: BoundRuleset) -> Remedy:
        """Return the outcome of a hand without claims."""
        raise NotImplementedError

    def stopped(self, replay: Replay, at: Stopped, law: BoundRuleset) -> Remedy:
        """Return the outcome if play was stopped for a renege of one side."""
        raise NotImplementedError

    def all_guilty(self, base: Remedy, law: BoundRuleset) -> Remedy:
        """Return the outcome if both sides are guilty."""
        raise NotImplementedError

    def data(self, ruling: Any) -> GameData:
        """Return the data of a ruling that only this game has."""
        raise NotImplementedError

    def reopened(self, replay: Replay, remedy: Remedy, tally: Any, law: BoundRuleset) -> Remedy:
        """Return the outcome with an open score if unrecorded calls explain the sheet."""
        return remedy

    def charged(
        self, replay: Replay, remedy: Remedy, unproven: Sequence[Finding], law: BoundRuleset
    ) -> Remedy:
        """Return the outcome with the costs of unproven claims, unless they are reneges already."""
        return remedy

    def score_of_mark(self, mark: str, side: int, remedy: Remedy) -> int | str | None:
        """Return the score that a mark on the sheet states, None if none. At Clabber every mark does (D-76, D-77)."""
        return mark

    def check_sheet_alone(self, replay: Replay, law: BoundRuleset) -> list[Finding]:
        """Return the findings on the score of a sheet if the cards do not decide it."""
        return []

    def check_breakdown(self, replay: Replay, law: BoundRuleset) -> list[Finding]:
        """Return the findings on the breakdown of a sheet."""
        return []

    def check_totals(self, replay: Replay, remedy: Remedy, law: BoundRuleset) -> list[Finding]:
        """Return the findings on the running totals."""
        return []


class ClabberScoring(Scoring):
    """Scoring of Clabber."""

    def tally(self, replay: Replay, findings: Sequence[Finding], law: BoundRuleset) -> Tally:
        """Return the points of each side as played, if they are the same in every completion."""
        tally = as_played(replay, findings, law)
        if replay.cards and not replay.complete:
            tally = tally._replace(points=certain_points(replay, law, tally.points))
        return tally

    def unclaimed(self, replay: Replay, table: Progress, tally: Tally, law: BoundRuleset) -> Remedy:
        """Return the outcome of a hand without claims."""
        if table.void:
            return Remedy("redeal")
        if table.unplayed:
            return Remedy("passed_out")
        if not table.finished:
            return Remedy("unfinished")
        if tally.points is None or table.makers is None:
            return uncertain(scores(replay, law), replay.makers, law)
        return scored(tuple(made.total for made in tally.points), table.makers, law)

    def reopened(self, replay: Replay, remedy: Remedy, tally: Tally, law: BoundRuleset) -> Remedy:
        """Return the outcome with an open score if unrecorded melds explain the sheet."""
        written = replay.hand.record.score
        unrecorded = replay.cards and replay.trumps and melds_unrecorded(replay)
        if not (written and unrecorded and replay.makers is not None):
            return remedy
        if remedy.outcome != "scored" or remedy.score is None or tally.points is None:
            return remedy
        if RENEGE_MARK in written.values():
            return remedy
        sheet = [written.get(name) for name in replay.hand.seating.side_names]
        numbers = [0 if isinstance(one, str) else one for one in sheet]
        result = explaining_calls(replay, law, tuple(made.total for made in tally.points), numbers)
        if not result:
            return remedy
        scores = [remedy.score, *(called.score for called in result)]
        low, high = (tuple(map(end, zip(*scores, strict=True))) for end in (min, max))
        return uncertain(Range(low, high), replay.makers, law)._replace(explained=tuple(result))

    def all_guilty(self, base: Remedy, law: BoundRuleset) -> Remedy:
        """Return the outcome if both sides are guilty: redeal, or nothing for either (R-105, R-106)."""
        if law.toggles.both_renege == "redeal_same":
            return Remedy("redeal")
        nothing, sides = law.toggles.zero_mark, len(SEATING.sides)
        return Remedy("redeal", (0,) * sides, (nothing,) * sides)

    def stopped(self, replay: Replay, at: Stopped, law: BoundRuleset) -> Remedy:
        """Return the outcome of a renege: its price and their melds for the opponents, nothing for the guilty (R-104, D-42).

        With unknown cards or unrecorded melds, melds are named as long as they make up the minimum.
        """
        (innocents,) = replay.hand.seating.others(at.guilty)
        price, has_melds = renege_price(law.toggles), law.toggles.renege_melds
        awarded = entitled(replay, at.findings, law, innocents, at.stop) if has_melds else ()
        certain = not has_melds or (replay.complete and not melds_unrecorded(replay))
        result = None if certain else stopped_scores(replay, law, at.guilty, at.stop)
        score = reneged(at.guilty, price + sum(item.points for item in awarded))
        if result and score[innocents] != result.low[innocents]:
            score, awarded = result.low, ()
        is_open = result is not None and not result.certain
        marks = [OPEN if is_open else str(own) for own in score]
        marks[at.guilty] = law.toggles.renege_mark
        return Remedy(
            "renege",
            None if is_open else score,
            tuple(marks),
            at.guilty,
            awarded,
            result if is_open else None,
            price=price,
        )

    def data(self, ruling: Any) -> GameData:
        """Return the tricks with their points, and the points of each side."""
        seating, points = ruling.replay.hand.seating, ruling.points
        made = points and seating.by_side([{**own._asdict(), "total": own.total} for own in points])
        tricks = [_trick(trick, seating, points=trick.points) for trick in ruling.replay.tricks]
        return GameData({"tricks": tricks}, {"points": made})

    def check_sheet_alone(self, replay: Replay, law: BoundRuleset) -> list[Finding]:
        """Return the findings on a score that contradicts its breakdown: a side scores the sum, or nothing if set."""
        record = replay.hand.record
        if record.plays or RENEGE_MARK in record.score.values():
            return []
        events = [
            ScoreCompared(team, written, own.total, reneged=False)
            for team, own in enumerate(_broken_down(record))
            if own is not None and isinstance(written := record.score.get(TEAMS[team]), int) and written
        ]
        return evaluate_events(events, replay, law)

    def check_breakdown(self, replay: Replay, law: BoundRuleset) -> list[Finding]:
        """Return the findings on a breakdown that no hand can give."""
        record = replay.hand.record
        stopped = RENEGE_MARK in record.score.values() or record.laydown or record.claims
        played_out = not record.plays and record.contract is not None and not stopped
        doubts = slips(_broken_down(record), played_out, law.toggles.melds)
        return evaluate_events([SheetDoubted(*slip) for slip in doubts], replay, law)


def scored(made: Scores, makers: int, law: BoundRuleset) -> Remedy:
    """Return the outcome of a finished hand, by the points of each side."""
    score = settle(made, makers, law.toggles)
    marks = [_mark(own, side, makers, law) for side, own in enumerate(score)]
    return Remedy("scored", score, tuple(marks))


def uncertain(found: Range | None, makers: int | None, law: BoundRuleset) -> Remedy:
    """Return the outcome of a hand with unknown cards, by its score range."""
    if found is None:
        return Remedy("undetermined")
    marks = tuple(
        _mark(found.low[team], team, makers, law) if found.low[team] == found.high[team] else OPEN
        for team in range(len(found.low))
    )
    if found.certain:
        return Remedy("scored", found.low, marks)
    return Remedy("undetermined", None, None if set(marks) == {OPEN} else marks, range=found)


def _mark(score: int, team: int, makers: int | None, law: BoundRuleset) -> str:
    known = mark(score, team, makers, law.toggles)
    return OPEN if known is None else known


def beyond(remedy: Remedy) -> tuple[int, int] | None:
    """Return the least and the most that innocents score beyond the price and the melds awarded, None if nothing.

    These are melds that some innocent has in every completion, but not the same ones.
    """
    if remedy.reneging_team is None:
        return None
    named = remedy.price + sum(item.points for item in remedy.awarded)
    side = remedy.innocents[0]
    if remedy.range:
        return remedy.range.low[side] - named, remedy.range.high[side] - named
    rest = remedy.score[side] - named if remedy.score else 0
    return (rest, rest) if rest else None


def _trick(trick: Trick, seating: Seating, **more: int | None) -> dict[str, Any]:
    """Return a trick as data: its leader and winner, `more`, and the side if it is not known which partner won."""
    winner = None if trick.winner is None else seating.seats[trick.winner]
    data = {"leader": seating.seats[trick.leader], "winner": winner, **more}
    if trick.winner is None and trick.team is not None:
        data["team"] = seating.side_names[trick.team]
    return data


def _broken_down(record: HandRecord) -> list[TeamPoints | None]:
    lines = [record.sheet.get(team) for team in TEAMS]
    return [
        None if line is None else TeamPoints(line.cards, line.last_trick, line.melds, line.belle)
        for line in lines
    ]


class Tricks(NamedTuple):
    """Tricks taken by each side: its points in play. None if the hand is not over or cards leave it open."""

    points: Scores | None


class BidEuchreScoring(Scoring):
    """Scoring of the Bid Euchre family."""

    def tally(self, replay: Replay, findings: Sequence[Finding], law: BoundRuleset) -> Tricks:
        """Return the tricks of each side: by the cards, else by the sheet."""
        record, sides = replay.hand.record, replay.hand.seating.side_names
        if record.sheet and not record.plays:
            taken = {side: line.tricks for side, line in record.sheet.items()}
            return Tricks(tuple(taken.get(side, 0) for side in sides))
        if not replay.over or None in replay.columns.teams:
            return Tricks(None)
        return Tricks(_counted(replay, len(replay.columns.teams)))

    def unclaimed(self, replay: Replay, table: Progress, tally: Tricks, law: BoundRuleset) -> Remedy:
        """Return the outcome of a hand without claims."""
        sides = len(replay.hand.seating.sides)
        if table.void or table.unplayed in ("redeal", "passed_out", "annulled"):
            return Remedy("redeal" if table.void else table.unplayed, sides=sides)  # type: ignore[arg-type]
        spoken, record = preliminaries_of(replay), replay.hand.record
        if table.unplayed == "sat_out":
            hand = _played(replay, (0,) * sides, law)
            return _settled(Remedy("sat_out", sides=sides), sat_out(hand, law.toggles), replay, hand, law)
        if spoken.contract is None and spoken.auction.how == "unknown":
            # Cards or tricks without a contract decide nothing; without either the hand only broke off.
            return Remedy("undetermined" if record.plays or record.sheet else "unfinished", sides=sides)
        if not (replay.over or (record.sheet and not record.plays)):
            return Remedy("unfinished", sides=sides)
        return _open(replay, law) if tally.points is None else _scored(replay, tally.points, law)

    def stopped(self, replay: Replay, at: Stopped, law: BoundRuleset) -> Remedy:
        """Return the outcome of a renege (BD-70, BD-78), by the tricks complete when play stopped."""
        complete = min(at.stop, len(replay.cards)) // replay.hand.seating.width
        hand = _played(replay, _counted(replay, complete), law)
        settled = settle_reneged(hand, at.guilty, law.toggles)
        remedy = Remedy("renege", reneging_team=at.guilty, sides=len(hand.taken))
        return _settled(remedy, settled, replay, hand, law, made=at.guilty != hand.bidders)

    def all_guilty(self, base: Remedy, law: BoundRuleset) -> Remedy:
        """Return the outcome if both sides are guilty: redeal, or no change (BD-74)."""
        return Remedy("redeal", sides=base.sides) if law.toggles.both_renege == "redeal_same" else base

    def charged(
        self, replay: Replay, remedy: Remedy, unproven: Sequence[Finding], law: BoundRuleset
    ) -> Remedy:
        """Return the outcome with the costs of unproven claims (BD-73)."""
        if not unproven or remedy.settled is None or remedy.running is None:
            return remedy
        settled: SettledScore = remedy.settled
        for finding in unproven:
            if finding.team is not None:
                settled = with_claims(settled, finding.team, law.toggles)
        hand = _played(replay, self.tally(replay, (), law).points or (0,) * remedy.sides, law)
        return _settled(remedy, settled, replay, hand, law)

    def data(self, ruling: Any) -> GameData:
        """Return the tricks, the contract, the arithmetic, the totals after the hand and the winner."""
        replay, remedy = ruling.replay, ruling.remedy
        seating, spoken = replay.hand.seating, preliminaries_of(replay)
        thrown_in = remedy.outcome in ("redeal", "annulled", "passed_out") and not ruling.both_guilty
        contract, running, taken = spoken.contract, remedy.running, ruling.points
        result = {
            "contract": contract
            and {
                "maker": seating.seats[contract.maker],
                "tricks": contract.tricks,
                "kind": contract.kind,
                "alone": spoken.named.alone,
                "forced": contract.forced,
            },
            "tricks": None if thrown_in or taken is None else seating.by_side(taken),
            "arithmetic": remedy.settled
            and seating.by_side([[addend._asdict() for addend in own] for own in remedy.settled.addends]),
            "after": running and seating.by_side(running.after),
            **({"hickeys": seating.by_side(running.hickeys)} if running and running.hickeys else {}),
            "winner": seating.side_names[running.winner]
            if running and isinstance(running.winner, int)
            else running and running.winner,
        }
        return GameData({"won": [_trick(trick, seating) for trick in replay.tricks]}, result)

    def check_totals(self, replay: Replay, remedy: Remedy, law: BoundRuleset) -> list[Finding]:
        """Return the findings about running totals that are not the total before the hand plus its score.

        A side without a recorded total before is skipped, as is a wrong score that is only carried on.
        """
        record, events = replay.hand.record, []
        for side, (name, added) in enumerate(zip(replay.hand.seating.side_names, remedy.known, strict=True)):
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


def _counted(replay: Replay, tricks: int) -> Scores:
    teams = list(replay.columns.teams[:tricks])
    return tuple(map(teams.count, range(len(replay.hand.seating.sides))))


def _played(replay: Replay, taken: Scores, law: BoundRuleset) -> PlayedHand:
    """Return a hand to be scored, by the tricks of each side."""
    hand = to_be_scored(preliminaries_of(replay), replay.hand.seating, taken)
    # The partner of a lone player who played to it lost it, at some tables (BD-77).
    lost = law.toggles.partner_plays == "lone_lost" and hand.alone and bool(replay.hand.extra_plays)
    return hand._replace(lost=lost)


def _scored(replay: Replay, taken: Scores, law: BoundRuleset) -> Remedy:
    """Return the outcome of a hand that was played out, by the tricks of each side."""
    hand, remedy = _played(replay, taken, law), Remedy("scored", sides=len(taken))
    return _settled(remedy, settle_tricks(hand, law.toggles), replay, hand, law, made=hand.made)


def _settled(
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
    settled = capped(settled, before, law.toggles)
    score = settled.points
    after = tuple(map(sum, zip(before, score, strict=True)))
    hickeys = tuple(
        record.hickeys.get(side, 0) + more
        for side, more in zip(seating.side_names, settled.hickeys, strict=False)
    )
    running = Running(after, hickeys, stands(after, hand, made, law.toggles))
    return remedy._replace(score=score, marks=tuple(map(str, score)), settled=settled, running=running)


def _open(replay: Replay, law: BoundRuleset) -> Remedy:
    """Return the score range of a hand in which unknown cards leave the tricks open."""
    result, whole = possible_tricks(replay)
    remedies = [_scored(one, taken, law) for one, taken in result]
    scores = [remedy.score for remedy in remedies if remedy.score is not None]
    if not scores or len(scores) < len(remedies):
        return Remedy("undetermined", sides=len(replay.hand.seating.sides))
    low, high = (tuple(map(end, zip(*scores, strict=True))) for end in (min, max))
    if low == high and whole:
        return remedies[0]
    marks = tuple(str(least) if least == most else OPEN for least, most in zip(low, high, strict=True))
    return Remedy("undetermined", None, marks, range=Range(low, high, whole), sides=len(low))


_SCORINGS: Final[dict[str, Scoring]] = {"clabber": ClabberScoring(), "bid-euchre": BidEuchreScoring()}


def scoring_of(game: Game) -> Scoring:
    """Return the scoring of a game."""
    return _SCORINGS[game.id]
