"""Scoring, by game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from clabber_audit.games.clabber.events import melds_unrecorded
from clabber_audit.games.clabber.scoring import Tally, TeamPoints, mark, renege_price, reneged, settle, slips
from clabber_audit.games.game import Game, Outcome
from clabber_audit.judge.possible_scores import (
    as_played,
    certain_points,
    entitled,
    explaining,
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


def made(replay: Replay, findings: Sequence[Finding], law: BoundRuleset) -> Tally:
    """Return the points of each side as played, if they are the same in every completion."""
    tally = as_played(replay, findings, law)
    if replay.cards and not replay.complete:
        tally = tally._replace(points=certain_points(replay, law, tally.points))
    return tally


def unclaimed(replay: Replay, table: Progress, tally: Tally, law: BoundRuleset) -> Remedy:
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
    said = mark(score, team, makers, law.toggles)
    return OPEN if said is None else said


def reopened(replay: Replay, remedy: Remedy, tally: Tally, law: BoundRuleset) -> Remedy:
    """Return the outcome with an open score if unrecorded melds explain the sheet."""
    written = replay.hand.record.score
    if not (
        written and melds_unrecorded(replay) and replay.cards and replay.trumps and replay.makers is not None
    ):
        return remedy
    if remedy.outcome != "scored" or tally.points is None or RENEGE_MARK in written.values():
        return remedy
    sheet = [written.get(name) for name in replay.hand.seating.side_names]
    numbers = [0 if isinstance(one, str) else one for one in sheet]
    result = explaining(replay, law, tuple(made.total for made in tally.points), numbers)
    if not result or remedy.score is None:
        return remedy
    scores = [remedy.score, *(called.score for called in result)]
    low, high = (tuple(map(end, zip(*scores, strict=True))) for end in (min, max))
    return uncertain(Range(low, high), replay.makers, law)._replace(explained=tuple(result))


def all_guilty(base: Remedy, law: BoundRuleset) -> Remedy:
    """Return the outcome if both sides are guilty: redeal, or nothing for either (R-105, R-106)."""
    if law.toggles.both_renege == "redeal_same":
        return Remedy("redeal")
    nothing, sides = law.toggles.zero_mark, len(SEATING.sides)
    return Remedy("redeal", (0,) * sides, (nothing,) * sides)


def stopped(replay: Replay, at: Stopped, law: BoundRuleset) -> Remedy:
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


def own_data(ruling: Any) -> GameData:
    """Return the tricks with their points, and the points of each side."""
    seating, points = ruling.replay.hand.seating, ruling.points
    made = points and seating.by_side([{**own._asdict(), "total": own.total} for own in points])
    tricks = [_trick(trick, seating, points=trick.points) for trick in ruling.replay.tricks]
    return GameData({"tricks": tricks}, {"points": made})


def _trick(trick: Trick, seating: Seating, **more: int | None) -> dict[str, Any]:
    """Return a trick as data: its leader and winner, `more`, and the side if it is not known which partner won."""
    winner = None if trick.winner is None else seating.seats[trick.winner]
    data = {"leader": seating.seats[trick.leader], "winner": winner, **more}
    if trick.winner is None and trick.team is not None:
        data["team"] = seating.side_names[trick.team]
    return data


class Tricks(NamedTuple):
    """Tricks taken by each side, None if the hand is not over or cards leave it open."""

    taken: Scores | None

    @property
    def points(self) -> Scores | None:
        """Tricks of each side."""
        return self.taken


def made_by_tricks(replay: Replay, findings: Sequence[Finding], law: BoundRuleset) -> Tricks:
    """Return the tricks of each side: by the cards, else by the sheet."""
    record, sides = replay.hand.record, replay.hand.seating.side_names
    if record.sheet and not record.plays:
        taken = {side: line.tricks for side, line in record.sheet.items()}
        return Tricks(tuple(taken.get(side, 0) for side in sides))
    if not replay.over or None in replay.columns.teams:
        return Tricks(None)
    return Tricks(_counted(replay, len(replay.columns.teams)))


def _counted(replay: Replay, tricks: int) -> Scores:
    teams = list(replay.columns.teams[:tricks])
    return tuple(map(teams.count, range(len(replay.hand.seating.sides))))


def unclaimed_by_tricks(replay: Replay, table: Progress, made: Tricks, law: BoundRuleset) -> Remedy:
    """Return the outcome of a hand without claims."""
    nothing = _side_count(replay)
    if table.void or table.unplayed in ("redeal", "passed_out", "annulled"):
        return Remedy("redeal" if table.void else table.unplayed, sides=nothing)  # type: ignore[arg-type]
    spoken, record = preliminaries_of(replay), replay.hand.record
    if table.unplayed == "sat_out":
        return _ended("sat_out", replay, played(replay, (0,) * nothing), sat_out, law)
    if spoken.contract is None and spoken.auction.how == "unknown":
        # Cards or tricks without a contract decide nothing; without either the hand only broke off.
        return Remedy("undetermined" if record.plays or record.sheet else "unfinished", sides=nothing)
    if not (replay.over or (record.sheet and not record.plays)):
        return Remedy("unfinished", sides=nothing)
    if made.taken is not None:
        return _ended("scored", replay, played(replay, made.taken), settle_tricks, law)
    return _open(replay, law)


def _side_count(replay: Replay) -> int:
    return len(replay.hand.seating.sides)


def played(replay: Replay, taken: Scores) -> PlayedHand:
    """Return a hand to be scored, by the tricks of each side."""
    return to_be_scored(preliminaries_of(replay), replay.hand.seating, taken)


def _ended(
    outcome: Outcome,
    replay: Replay,
    hand: PlayedHand,
    settling: object,
    law: BoundRuleset,
    guilty: int | None = None,
) -> Remedy:
    """Return the outcome of a finished hand, settled by a given function."""
    # The partner of a lone player who played to it lost it, at some tables (BD-77).
    lost = law.toggles.partner_plays == "lone_lost" and hand.alone and bool(replay.hand.extra_plays)
    hand = hand._replace(lost=lost)
    settled: SettledScore | None = settling(hand, law.toggles)  # type: ignore[operator]
    if settled is None:
        return Remedy("undetermined", sides=len(hand.taken))
    made = (
        outcome == "sat_out"
        or (guilty is not None and guilty != hand.bidders)
        or (guilty is None and hand.made)
    )
    return _settled(
        Remedy(outcome, reneging_team=guilty, sides=len(hand.taken)), settled, replay, hand, made, law
    )


def _settled(
    remedy: Remedy, settled: SettledScore, replay: Replay, hand: PlayedHand, made: bool, law: BoundRuleset
) -> Remedy:
    """Return a remedy with its score and the state of the game after it."""
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
    remedies = [_ended("scored", one, played(one, taken), settle_tricks, law) for one, taken in result]
    scores = [remedy.score for remedy in remedies]
    if not scores or None in scores:
        return Remedy("undetermined", sides=_side_count(replay))
    known = [score for score in scores if score is not None]
    low, high = tuple(map(min, *known, known[0])), tuple(map(max, *known, known[0]))
    if low == high and whole:
        return remedies[0]
    marks = tuple(str(least) if least == most else OPEN for least, most in zip(low, high, strict=True))
    return Remedy("undetermined", None, marks, range=Range(low, high, whole), sides=len(low))


def stopped_by_tricks(replay: Replay, at: Stopped, law: BoundRuleset) -> Remedy:
    """Return the outcome of a renege (BD-70, BD-78), by the tricks complete when play stopped."""
    complete = min(at.stop, len(replay.cards)) // replay.hand.seating.width
    hand = played(replay, _counted(replay, complete))
    return _ended(
        "renege", replay, hand, lambda one, toggles: settle_reneged(one, at.guilty, toggles), law, at.guilty
    )


def all_guilty_by_tricks(base: Remedy, law: BoundRuleset) -> Remedy:
    """Return the outcome if both sides are guilty: redeal, or no change (BD-74)."""
    return Remedy("redeal", sides=base.sides) if law.toggles.both_renege == "redeal_same" else base


def charged_by_tricks(
    replay: Replay, remedy: Remedy, unproven: Sequence[Finding], law: BoundRuleset
) -> Remedy:
    """Return the outcome with the costs of unproven claims (BD-73)."""
    if not unproven or remedy.settled is None or remedy.running is None:
        return remedy
    settled: SettledScore = remedy.settled
    for finding in unproven:
        if finding.team is not None:
            settled = with_claims(settled, finding.team, law.toggles)
    hand = played(replay, made_by_tricks(replay, (), law).taken or (0,) * remedy.sides)
    return _settled(remedy, settled, replay, hand, True, law)


def data_by_tricks(ruling: Any) -> GameData:
    """Return the tricks, the contract, the arithmetic, the totals after the hand and the winner."""
    replay, remedy = ruling.replay, ruling.remedy
    seating, spoken = replay.hand.seating, preliminaries_of(replay)
    thrown_in = remedy.outcome in ("redeal", "annulled", "passed_out") and not ruling.both_guilty
    contract, running, taken = spoken.contract, remedy.running, ruling.tally.taken
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


def totals(replay: Replay, remedy: Remedy, law: BoundRuleset) -> list[Finding]:
    """Return the findings about running totals that are not the total before the hand plus its score.

    A side without a recorded total before is skipped, as is a wrong score that is only carried on.
    """
    record, steps = replay.hand.record, []
    for side, (name, added) in enumerate(zip(replay.hand.seating.side_names, remedy.known, strict=True)):
        before, after, written = record.before.get(name), record.after.get(name), record.score.get(name)
        if before is None or after is None or added is None or after == before + added:
            continue
        if not (isinstance(written, int) and written != added and after == before + written):
            steps.append(ScoreCompared(side, after, before + added, reneged=False, total=True))
    return evaluate_events(steps, replay, law)


def marked_by_tricks(mark: str, side: int, remedy: Remedy) -> int | str | None:
    """Return the score that a mark states: that a side was set, if it was; else None."""
    if mark != SET_MARK or remedy.settled is None or remedy.score is None:
        return None
    return remedy.score[side] if sets_in(remedy.settled)[side] else mark


def score_against_breakdown(replay: Replay, law: BoundRuleset) -> list[Finding]:
    """Return the findings on a score that contradicts its breakdown: a side scores the sum, or nothing if set."""
    record = replay.hand.record
    if record.plays or RENEGE_MARK in record.score.values():
        return []
    steps = [
        ScoreCompared(team, written, own.total, reneged=False)
        for team, own in enumerate(_broken_down(record))
        if own is not None and isinstance(written := record.score.get(TEAMS[team]), int) and written
    ]
    return evaluate_events(steps, replay, law)


def broken_down_wrongly(replay: Replay, law: BoundRuleset) -> list[Finding]:
    """Return the findings on a breakdown that no hand can give."""
    record = replay.hand.record
    stopped = RENEGE_MARK in record.score.values() or record.laydown or record.claims
    played_out = not record.plays and record.contract is not None and not stopped
    doubts = slips(_broken_down(record), played_out, law.toggles.melds)
    return evaluate_events([SheetDoubted(*slip) for slip in doubts], replay, law)


def _broken_down(record: HandRecord) -> list[TeamPoints | None]:
    lines = [record.sheet.get(team) for team in TEAMS]
    return [
        None if line is None else TeamPoints(line.cards, line.last_trick, line.melds, line.belle)
        for line in lines
    ]


class Scoring(NamedTuple):
    """Scoring functions of a game."""

    #: Points of each side in play, if known.
    made: Callable[[Replay, Sequence[Finding], BoundRuleset], Any]
    #: Outcome without claims, by the progress of the hand and the points.
    unclaimed: Callable[[Replay, Progress, Any, BoundRuleset], Remedy]
    #: Outcome if one side is guilty, and if all are.
    stopped: Callable[[Replay, Stopped, BoundRuleset], Remedy]
    all_guilty: Callable[[Remedy, BoundRuleset], Remedy]
    #: Data of a ruling that only this game has.
    data: Callable[[Any], GameData]
    #: Outcome if unrecorded calls explain the sheet.
    reopened: Callable[[Replay, Remedy, Any, BoundRuleset], Remedy] = lambda _replay, remedy, _tally, _law: (
        remedy
    )
    #: Outcome with the costs of unproven claims; where they cost anything, they are reneges already.
    charged: Callable[[Replay, Remedy, Sequence[Finding], BoundRuleset], Remedy] = (
        lambda _replay, remedy, *_: remedy
    )
    #: Score that a mark on the sheet states, None if it states none. At Clabber every mark does (D-76, D-77).
    marked: Callable[[str, int, Remedy], int | str | None] = lambda mark, _side, _remedy: mark
    #: Findings on the sheet alone: on its score if the cards do not decide it, and on its breakdown.
    alone: Callable[[Replay, BoundRuleset], list[Finding]] = lambda _replay, _law: []
    parts: Callable[[Replay, BoundRuleset], list[Finding]] = lambda _replay, _law: []
    #: Findings on the running totals.
    totals: Callable[[Replay, Remedy, BoundRuleset], list[Finding]] = lambda _replay, _remedy, _law: []


_SCORINGS: Final[dict[str, Scoring]] = {
    "clabber": Scoring(
        made,
        unclaimed,
        stopped,
        all_guilty,
        own_data,
        reopened=reopened,
        alone=score_against_breakdown,
        parts=broken_down_wrongly,
    ),
    "bid-euchre": Scoring(
        made_by_tricks,
        unclaimed_by_tricks,
        stopped_by_tricks,
        all_guilty_by_tricks,
        data_by_tricks,
        charged=charged_by_tricks,
        marked=marked_by_tricks,
        totals=totals,
    ),
}


def scoring_of(game: Game) -> Scoring:
    """Return the scoring functions of a game."""
    return _SCORINGS[game.id]
