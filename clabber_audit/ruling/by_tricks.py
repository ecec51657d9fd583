"""The score of a game of tricks: a contract made or not, a hand left to the bidders, a hand lost for a renege."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from clabber_audit.evidence.asking import put
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.bid_euchre.arithmetic import Addend, Played, Settled
from clabber_audit.games.bid_euchre.declaring import spoken_of
from clabber_audit.games.bid_euchre.ending import capped, reneged, sat_out, stands
from clabber_audit.games.bid_euchre.ending import charged as with_claims
from clabber_audit.games.bid_euchre.scoring import settle
from clabber_audit.games.bid_euchre.spoken import totals_before
from clabber_audit.games.bid_euchre.stakes import sets_in
from clabber_audit.games.bid_euchre.steps import to_be_scored
from clabber_audit.games.game import Outcome
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.law.infraction import ScoreCompared
from clabber_audit.record.bid_euchre.words import SET_MARK
from clabber_audit.replay import Walk
from clabber_audit.ruling.possible_tricks import possible_tricks
from clabber_audit.ruling.remedies import OPEN, Progress, Range, Remedy, Running, Stopped, Told
from clabber_audit.table.seating import Scores


class Tricks(NamedTuple):
    """How many tricks each side took; None while a hand is not played out, or cards leave it open."""

    taken: Scores | None

    @property
    def points(self) -> Scores | None:
        """What each side made in play: its tricks."""
        return self.taken


def made(walk: Walk, findings: Sequence[Finding], law: BoundRuleset) -> Tricks:
    """The tricks of each side: by the cards, else as the sheet has them."""
    record, sides = walk.hand.record, walk.hand.seating.side_names
    if record.sheet and not record.plays:
        told = {side: line.tricks for side, line in record.sheet.items()}
        return Tricks(tuple(told.get(side, 0) for side in sides))
    if not walk.over or None in walk.fell.teams:
        return Tricks(None)
    return Tricks(_counted(walk, len(walk.fell.teams)))


def _counted(walk: Walk, tricks: int) -> Scores:
    teams = list(walk.fell.teams[:tricks])
    return tuple(map(teams.count, range(len(walk.hand.seating.sides))))


def unclaimed(walk: Walk, table: Progress, made: Tricks, law: BoundRuleset) -> Remedy:
    """The outcome of a hand when no claim changes it."""
    nothing = _nothing(walk)
    if table.void or table.unplayed in ("redeal", "passed_out", "annulled"):
        return Remedy("redeal" if table.void else table.unplayed, sides=nothing)  # type: ignore[arg-type]
    spoken, record = spoken_of(walk), walk.hand.record
    if table.unplayed == "sat_out":
        return _ended("sat_out", walk, played(walk, (0,) * nothing), sat_out, law)
    if spoken.contract is None and spoken.auction.how == "unknown":
        # Cards or tricks without a contract decide nothing; without either the hand only broke off.
        return Remedy("undetermined" if record.plays or record.sheet else "unfinished", sides=nothing)
    if not (walk.over or (record.sheet and not record.plays)):
        return Remedy("unfinished", sides=nothing)
    if made.taken is not None:
        return _ended("scored", walk, played(walk, made.taken), settle, law)
    return _open(walk, law)


def _nothing(walk: Walk) -> int:
    return len(walk.hand.seating.sides)


def played(walk: Walk, taken: Scores) -> Played:
    """A hand to be scored, by the tricks that each side took."""
    return to_be_scored(spoken_of(walk), walk.hand.seating, taken)


def _ended(
    outcome: Outcome, walk: Walk, hand: Played, settling: object, law: BoundRuleset, guilty: int | None = None
) -> Remedy:
    """A hand that is over, settled in one way or another."""
    # The partner of a lone player who played to it lost it, at some tables (BD-77).
    lost = law.toggles.partner_plays == "lone_lost" and hand.alone and bool(walk.hand.strays)
    hand = hand._replace(lost=lost)
    settled: Settled | None = settling(hand, law.toggles)  # type: ignore[operator]
    if settled is None:
        return Remedy("undetermined", sides=len(hand.taken))
    made = outcome == "sat_out" or (guilty is not None and guilty != hand.bidders) or (guilty is None and hand.made)
    return _settled(Remedy(outcome, reneging_team=guilty, sides=len(hand.taken)), settled, walk, hand, made, law)


def _settled(remedy: Remedy, settled: Settled, walk: Walk, hand: Played, made: bool, law: BoundRuleset) -> Remedy:
    """A remedy with its score, and what that makes of the game."""
    record, seating = walk.hand.record, walk.hand.seating
    before = totals_before(record, seating, law.toggles)
    settled = capped(settled, before, law.toggles)
    score = settled.points
    after = tuple(map(sum, zip(before, score, strict=True)))
    hickeys = tuple(
        record.hickeys.get(side, 0) + more for side, more in zip(seating.side_names, settled.hickeys, strict=False)
    )
    running = Running(after, hickeys, stands(after, hand, made, law.toggles))
    return remedy._replace(score=score, marks=tuple(map(str, score)), settled=settled, running=running)


def _open(walk: Walk, law: BoundRuleset) -> Remedy:
    """A hand of which cards not known leave open who took how many tricks: all that it may score."""
    found, whole = possible_tricks(walk)
    remedies = [_ended("scored", one, played(one, taken), settle, law) for one, taken in found]
    scores = [remedy.score for remedy in remedies]
    if not scores or None in scores:
        return Remedy("undetermined", sides=_nothing(walk))
    known = [score for score in scores if score is not None]
    low, high = tuple(map(min, *known, known[0])), tuple(map(max, *known, known[0]))
    if low == high and whole:
        return remedies[0]
    marks = tuple(str(least) if least == most else OPEN for least, most in zip(low, high, strict=True))
    return Remedy("undetermined", None, marks, range=Range(low, high, whole), sides=len(low))


def stopped(walk: Walk, at: Stopped, law: BoundRuleset) -> Remedy:
    """One side guilty (BD-70, BD-78): the tricks complete by then count, as far as they count at all."""
    complete = min(at.stop, len(walk.cards)) // walk.hand.seating.width
    hand = played(walk, _counted(walk, complete))
    return _ended("renege", walk, hand, lambda one, toggles: reneged(one, at.guilty, toggles), law, at.guilty)


def all_guilty(base: Remedy, law: BoundRuleset) -> Remedy:
    """Both sides guilty: dealt again, or the two cancel each other and nothing is changed (BD-74)."""
    return Remedy("redeal", sides=base.sides) if law.toggles.both_renege == "redeal_same" else base


def charged(walk: Walk, remedy: Remedy, unproven: Sequence[Finding], law: BoundRuleset) -> Remedy:
    """With what claims cost that proved nothing (BD-73)."""
    if not unproven or remedy.settled is None or remedy.running is None:
        return remedy
    settled: Settled = remedy.settled
    for finding in unproven:
        if finding.team is not None:
            settled = with_claims(settled, finding.team, law.toggles)
    hand = played(walk, made(walk, (), law).taken or (0,) * remedy.sides)
    return _settled(remedy, settled, walk, hand, True, law)


def told(ruling: Any) -> Told:
    """Who won each trick, the tricks of each side, the contract; the arithmetic, the totals after it, who has won."""
    walk, remedy = ruling.walk, ruling.remedy
    seating, spoken = walk.hand.seating, spoken_of(walk)
    thrown_in = remedy.outcome in ("redeal", "annulled", "passed_out") and not ruling.both_guilty
    sides, contract, running = seating.side_names, spoken.contract, remedy.running
    won = [
        {
            "leader": seating.seats[trick.leader],
            "winner": None if trick.winner is None else seating.seats[trick.winner],
            **({} if trick.winner is not None or trick.team is None else {"team": sides[trick.team]}),
        }
        for trick in walk.tricks
    ]
    made = {
        "contract": contract
        and {
            "maker": seating.seats[contract.maker],
            "tricks": contract.tricks,
            "kind": contract.kind,
            "alone": spoken.named.alone,
            "forced": contract.forced,
        },
        "tricks": None if thrown_in else _by_side(sides, ruling.tally.taken),
        "arithmetic": remedy.settled
        and {
            side: [addend._asdict() for addend in own] for side, own in zip(sides, remedy.settled.addends, strict=True)
        },
        "after": running and _by_side(sides, running.after),
        **({"hickeys": _by_side(sides, running.hickeys)} if running and running.hickeys else {}),
        "winner": sides[running.winner] if running and isinstance(running.winner, int) else running and running.winner,
    }
    return Told({"won": won}, made)


def _addend(addend: Addend) -> dict[str, Any]:
    return addend._asdict()


def _by_side(sides: Sequence[str], values: Sequence[Any] | None) -> dict[str, Any] | None:
    return None if values is None else dict(zip(sides, values, strict=True))


def totals(walk: Walk, remedy: Remedy, law: BoundRuleset) -> list[Finding]:
    """Return the findings about running totals that are not the total before the hand and what it adds.

    Nothing is said of a side of which the total before is not noted, nor where a wrong score is only carried on.
    """
    record, steps = walk.hand.record, []
    for side, (name, added) in enumerate(zip(walk.hand.seating.side_names, remedy.known, strict=True)):
        before, after, written = record.before.get(name), record.after.get(name), record.score.get(name)
        if before is None or after is None or added is None or after == before + added:
            continue
        if not (isinstance(written, int) and written != added and after == before + written):
            steps.append(ScoreCompared(side, after, before + added, reneged=False, total=True))
    return put(steps, walk, law)


def marked(mark: str, side: int, remedy: Remedy) -> int | str | None:
    """That a side was set is right where it was, whatever that costs; no other mark tells anything."""
    if mark != SET_MARK or remedy.settled is None or remedy.score is None:
        return None
    return remedy.score[side] if sets_in(remedy.settled)[side] else mark
