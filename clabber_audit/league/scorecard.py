"""Scorecards: hands into games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Any, Final, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from clabber_audit.cards.seating import Scores, Seating
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.bid_euchre.events import totals_before
from clabber_audit.games.bid_euchre.scoring import (
    TIE,
    HandStakes,
    PlayedHand,
    paid_by_losers,
    reaches,
    sets_in,
)
from clabber_audit.games.bid_euchre.scoring import stands as family_stands
from clabber_audit.games.clabber.melds import team_sums
from clabber_audit.games.clabber.scoring import WHOLE, renege_price, stands, winner
from clabber_audit.games.game import DealersOfHand, GameEnd, Ladder, Outcome
from clabber_audit.games.game import Game as GameRules
from clabber_audit.judge.anonymous import anonymous
from clabber_audit.judge.focus import focus
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.judge.summary import ScoreParts, Summary, score_parts, summary
from clabber_audit.records.base import Count, Identifier, RecordNotes
from clabber_audit.records.bid_euchre import Points
from clabber_audit.records.bid_euchre_words import Mark, Seat, Side, Strain
from clabber_audit.records.dates import parse_date
from clabber_audit.records.vocabulary import RENEGE_MARK


class GameStanding(NamedTuple):
    """Totals by side, and the state of the game."""

    totals: Scores
    state: GameEnd = "unfinished"
    winner: int | None = None
    #: Hickeys by side, in games that count them.
    hickeys: Scores = ()
    #: Sets by side, which may be paid for.
    sets: Scores = ()
    #: The side that lost the game by doing the same thing again, as the house has it.
    forfeited: int | None = None


class Misread(NamedTuple):
    """Running score that was written down wrong."""

    side: int
    what: Literal["before", "after", "hickeys"]
    written: int
    due: int


class Purse(NamedTuple):
    """Settled stakes of a game."""

    #: Amount that the losers pay as one purse; below 0 they are paid.
    owed: int
    sets: Scores
    #: True if the game is paid twice, by losers who have nothing (B-067).
    doubled: bool


#: Score of each side as written.
WrittenScore = tuple[int | str | None, ...]


class Scorekeeper:
    """Scorekeeping rules that differ between games."""

    def goal(self, toggles: Any) -> int | None:
        """Return the total to which the race of a game is drawn; None for no drawing."""
        return None

    def standing_at_start(self, hand: Summary) -> GameStanding:
        """Return the standing before the first hand."""
        return GameStanding((0,) * len(hand.seating.sides))

    def recorded_standing(self, hand: Summary) -> GameStanding | None:
        """Return the standing before a hand by its record; None unless it is recorded for every side."""
        return None

    def judged_from(self, hand: Summary, standing: GameStanding) -> Summary:
        """Return the hand judged from this standing, if its score depends on that."""
        return hand

    def standing_after(self, standing: GameStanding, hand: Summary, counted: Scores) -> GameStanding:
        """Return the standing after a hand that counts."""
        raise NotImplementedError

    def misread(self, hand: Summary, before: GameStanding, after: GameStanding) -> list[Misread]:
        """Return the running scores of the record that differ from these standings."""
        return []

    def reached(self, totals: Scores, toggles: Any) -> bool:
        """Return True if a total is reached that ends the game."""
        raise NotImplementedError

    def points_of(self, mark: str) -> int | None:
        """Return the points that a mark stands for; None if it does not say."""
        return None

    def broken_rule(
        self, made: Scores, written: WrittenScore, toggles: Any
    ) -> Literal["renege", "nothing", "parts"] | None:
        """Return the rule that a score written alone breaks, if any."""
        return None

    def extras(self, hand: Summary, counted: Scores | None, alone: bool) -> Mapping[str, Scores]:
        """Return what else is counted of a hand, by name; `alone` if only its score was written."""
        return {}

    def purse(self, hands: Sequence[Summary], standing: GameStanding) -> Purse | None:
        """Return the settled stakes of a game that is over; None unless the records name them."""
        return None


class ClabberScorekeeper(Scorekeeper):
    """Scorekeeping of Clabber: records carry no totals forward."""

    def goal(self, toggles: Any) -> int | None:
        return int(toggles.target)

    def standing_after(self, standing: GameStanding, hand: Summary, counted: Scores) -> GameStanding:
        totals = tuple(map(sum, zip(standing.totals, counted, strict=True)))
        toggles, makers = hand.law.toggles, hand.makers
        made = makers is not None and counted[makers] > 0
        won_by = winner(totals, makers, made, toggles)
        if won_by is not None:
            return GameStanding(totals, "won", won_by)
        return GameStanding(totals, "tied" if stands(totals, toggles) == "tied" else "unfinished")

    def reached(self, totals: Scores, toggles: Any) -> bool:
        return bool(max(totals) >= toggles.target)

    def points_of(self, mark: str) -> int:
        """Return 0: every mark is nothing (D-76, D-77)."""
        return 0

    def broken_rule(
        self, made: Scores, written: WrittenScore, toggles: Any
    ) -> Literal["renege", "nothing", "parts"] | None:
        """Return the rule that a score written alone breaks.

        Both sides together make 162 and melds (R-008, R-068). A side that reneged leaves 162 and melds to the other
        (R-104), and nothing if both did (R-105). A side with nothing otherwise was set, or took nothing: the other
        has half of the 162 at least (R-069, R-070).
        """
        reneged = [mark == RENEGE_MARK for mark in written]
        if all(reneged):
            return None
        if min(made) == 0 and not any(reneged):
            return None if max(made) * 2 >= WHOLE else "nothing"
        melds = sum(made) - (renege_price(toggles) if any(reneged) else WHOLE)
        if not team_sums(toggles.melds).isdisjoint((melds, melds - toggles.meld_belle)):
            return None
        return "renege" if any(reneged) else "parts"

    def extras(self, hand: Summary, counted: Scores | None, alone: bool) -> Mapping[str, Scores]:
        """Return the points for melds and for belle among those scored."""
        remedy, points = hand.remedy, hand.ruling.points
        pairs = [(0, 0), (0, 0)]
        for side, scored in enumerate(counted or ()):
            if not scored or alone:
                continue
            if remedy.outcome == "renege":
                own = [item for item in remedy.awarded if item.team == side]
                melds = sum(item.points for item in own if item.meld)
                pairs[side] = melds, sum(item.points for item in own) - melds
            elif points is not None:
                pairs[side] = points[side].melds, points[side].belle
        melds_of, belle_of = zip(*pairs, strict=True)
        return {"melds": melds_of, "belle": belle_of}


class BidEuchreScorekeeper(Scorekeeper):
    """Scorekeeping of the Bid Euchre family: records may name totals, hickeys and stakes."""

    def standing_at_start(self, hand: Summary) -> GameStanding:
        """Return the standing before the first hand, by its record if that has it."""
        record, seating = hand.ruling.replay.hand.record, hand.seating
        hickeys = tuple(record.hickeys.get(side, 0) for side in seating.side_names)
        return GameStanding(totals_before(record, seating, hand.law.toggles), hickeys=hickeys, sets=hickeys)

    def recorded_standing(self, hand: Summary) -> GameStanding | None:
        known = all(side in hand.ruling.replay.hand.record.before for side in hand.seating.side_names)
        return self.standing_at_start(hand) if known else None

    def judged_from(self, hand: Summary, standing: GameStanding) -> Summary:
        """Return the hand judged from this standing: caps on sets and sitting out depend on it (B-105, B-112)."""
        recorded = hand.ruling.replay.recorded
        if totals_before(recorded.record, hand.seating, hand.law.toggles) == standing.totals:
            return hand
        before = dict(zip(hand.seating.side_names, standing.totals, strict=True))
        record = recorded.record.model_copy(update={"before": before})
        written = recorded.written and recorded.written.model_copy(update={"before": before})
        return summary(adjudicate(recorded._replace(record=record, written=written), hand.law))

    def standing_after(self, standing: GameStanding, hand: Summary, counted: Scores) -> GameStanding:
        remedy, seating = hand.remedy, hand.seating
        totals = tuple(map(sum, zip(standing.totals, counted, strict=True)))
        winner: int | str | None
        if remedy.settled is None or remedy.running is None:
            # Only the score is known, not who bid, so that no side wins by its bid.
            winner = family_stands(
                totals, PlayedHand((0,) * len(totals), seating.each), False, hand.law.toggles
            )
            after = standing._replace(totals=totals)
        else:
            winner = remedy.running.winner
            hickeys, sets = (
                tuple(map(sum, zip(before, added, strict=True))) if added else before
                for before, added in (
                    (standing.hickeys, remedy.settled.hickeys),
                    (standing.sets, sets_in(remedy.settled)),
                )
            )
            after = standing._replace(totals=totals, hickeys=hickeys, sets=sets)
        if isinstance(winner, int):
            return after._replace(state="won", winner=winner)
        return after._replace(state="tied") if winner == TIE else after

    def misread(self, hand: Summary, before: GameStanding, after: GameStanding) -> list[Misread]:
        record = hand.ruling.replay.recorded.record
        compared: tuple[tuple[Literal["before", "after", "hickeys"], Any, Scores], ...] = (
            ("before", record.before, before.totals),
            ("hickeys", record.hickeys, before.hickeys),
            ("after", record.after, after.totals),
        )
        return [
            Misread(side, what, written[name], due[side])
            for what, written, due in compared
            for side, name in enumerate(hand.seating.side_names)
            if name in written and written[name] != due[side]
        ]

    def reached(self, totals: Scores, toggles: Any) -> bool:
        return reaches(totals, toggles) != "unfinished"

    def extras(self, hand: Summary, counted: Scores | None, alone: bool) -> Mapping[str, Scores]:
        """Return the hickeys of the hand, in games that have them."""
        settled = hand.remedy.settled
        if hand.law.toggles.scoring != "pfeffer":
            return {}
        nothing = (0,) * len(hand.seating.sides)
        return {"hickeys": settled.hickeys or nothing if counted and settled else nothing}

    def purse(self, hands: Sequence[Summary], standing: GameStanding) -> Purse | None:
        """Return what the losers of two sides owe; None unless the records agree on the stakes."""
        contexts = [hand.noted.context for hand in hands]
        named = {context.stakes for context in contexts if context and context.stakes}
        if len(named) != 1 or standing.winner is None or len(standing.totals) != 2:
            return None
        (stakes,), toggles = named, hands[-1].law.toggles
        owed = paid_by_losers(
            standing.totals, standing.sets, standing.winner, HandStakes(stakes.game, stakes.set), toggles
        )
        doubled = toggles.zero_doubles is not None and standing.totals[1 - standing.winner] <= 0
        return Purse(owed, standing.sets, doubled)


_SCOREKEEPERS: Final[dict[str, Scorekeeper]] = {
    "clabber": ClabberScorekeeper(),
    "bid-euchre": BidEuchreScorekeeper(),
}


def scorekeeper_of(game: GameRules) -> Scorekeeper:
    """Return the scorekeeping rules of a game."""
    return _SCOREKEEPERS[game.id]


#: Source of the points of a hand: its cards, the breakdown on its sheet, or the written score alone. "open" is a hand
#: that the record cannot decide, "unfinished" one that stopped without a claim or a score, "nothing" one that scores
#: for no side (redealt, passed out), "after" one played when the game was over, "twice" one that shares its number.
Basis = Literal["cards", "sheet", "written", "open", "unfinished", "nothing", "after", "twice"]


class ScorecardEntry(NamedTuple):
    """A hand in its place, before it is added up."""

    hand: Summary
    number: int
    numbered: bool
    given: int
    counted: Scores | None
    basis: Basis
    marks: tuple[str, ...]

    @property
    def scores(self) -> bool:
        """True if it brings any side a score."""
        return self.counted is not None and any(self.counted)


def points_written(hand: Summary, written: int | str | None) -> int | None:
    """Return a written score in points; None for nothing, or a mark of unknown value."""
    return scorekeeper_of(hand.law.game).points_of(written) if isinstance(written, str) else written


def ordered_entries(hands: Sequence[Summary]) -> list[ScorecardEntry]:
    """Return the hands in the order in which they are added up, each once."""
    given = _given(hands)
    ordered = _ordered([hand for hand, _times in given])
    times = {id(hand): often for hand, often in given}
    numbers = [number for hand in ordered if (number := _number(hand)) is not None]
    further = count(max(numbers, default=0) + 1)
    found = []
    for hand in ordered:
        number = _number(hand)
        numbered = number is not None or not numbers
        place = next(further) if number is None else number
        found.append(ScorecardEntry(hand, place, numbered, times[id(hand)], *counted(hand)))
    held = Counter(entry.number for entry in found if entry.scores)
    return [
        entry._replace(counted=None, basis="twice") if entry.scores and held[entry.number] > 1 else entry
        for entry in found
    ]


def _given(hands: Sequence[Summary]) -> list[tuple[Summary, int]]:
    """Return every hand once, with the number of times its record was given."""
    found: dict[str, tuple[Summary, int]] = {}
    ids = Counter(hand.noted.id for hand in hands)
    for hand in hands:
        same = hand.digest if ids[hand.noted.id] > 1 else f"id {hand.noted.id}"
        first, often = found.get(same, (hand, 0))
        found[same] = (first, often + 1)
    return list(found.values())


def _ordered(hands: Sequence[Summary]) -> list[Summary]:
    """Sort hands by their numbers; those without one stay behind the hand they were given after."""
    groups: list[list[Summary]] = [[]]
    for hand in hands:
        if _number(hand) is None:
            groups[-1].append(hand)
        else:
            groups.append([hand])
    first, *numbered = groups
    numbered.sort(key=lambda group: _number(group[0]) or 0)
    return [*first, *chain.from_iterable(numbered)]


def order_matters(entries: Sequence[ScorecardEntry]) -> bool:
    """Return True if a hand without a number leaves the result of the game open.

    It does not if only the very last hand can have ended the game: then all orders give the same result.
    """
    telling = [entry for entry in entries if entry.scores or entry.basis == "open"]
    loose = [entry for entry in telling if not entry.numbered]
    if not loose:
        return False
    first = entries[0].hand
    scorekeeper, nothing = scorekeeper_of(first.law.game), (0,) * len(first.seating.sides)
    begun = scorekeeper.standing_at_start(first).totals
    total = list(map(sum, zip(begun, *(entry.counted or nothing for entry in telling), strict=True)))
    last = [*loose, *[entry for entry in telling if entry.numbered][-1:]]
    before = [
        tuple(whole - own for whole, own in zip(total, entry.counted or nothing, strict=True))
        for entry in last
    ]
    return any(scorekeeper.reached(totals, first.law.toggles) for totals in before)


def _number(hand: Summary) -> int | None:
    context = hand.noted.context
    return context.hand if context else None


def counted(hand: Summary) -> tuple[Scores | None, Basis, tuple[str, ...]]:
    """Return the points of a hand, their source, and the marks of the columns."""
    remedy, written = hand.remedy, hand.written
    if remedy.score is not None and remedy.marks is not None:
        return remedy.score, "sheet" if hand.has_parts and not hand.has_cards else "cards", remedy.marks
    if remedy.outcome in ("redeal", "annulled", "passed_out"):
        return None, "nothing", ("",) * len(written)
    points = tuple(points_written(hand, mark) for mark in written)
    alone = remedy.outcome == "unfinished" or (remedy.outcome == "undetermined" and not hand.has_cards)
    if None not in points and alone:
        return tuple(own or 0 for own in points), "written", tuple(map(str, written))
    return (
        None,
        "unfinished" if remedy.outcome == "unfinished" else "open",
        remedy.marks or ("?",) * len(written),
    )


class ScorecardLine(NamedTuple):
    """One hand on the scorecard. Seats and sides are indices."""

    hand: Summary
    #: Recorded number; counted on from the last if this hand has none, from 1 if no hand has one.
    number: int
    dealer: int
    #: Seat that should have dealt; None if not known.
    due: int | None
    #: Points of the hand in the game; None if it does not count.
    counted: Scores | None
    basis: Basis
    #: The marks of the columns.
    marks: tuple[str, ...]
    #: Standing before and after the hand.
    stood: GameStanding
    standing: GameStanding
    #: Written score.
    written: WrittenScore
    #: Sides for which the sheet differs from the ruling.
    differs: tuple[int, ...]
    #: Next dealer; None if not known.
    next_dealer: int | None
    #: False for a hand without a number among hands that have one.
    numbered: bool = True
    #: Number of times the same record was given; it counts once.
    given: int = 1
    #: Running scores that were written down wrong.
    misread: tuple[Misread, ...] = ()
    #: Number of faulty deals of this dealer in a row, with this one.
    misdeals: int = 0

    @property
    def ruling(self) -> Ruling:
        return self.hand.ruling

    @property
    def totals(self) -> Scores:
        return self.standing.totals

    @property
    def wrong_dealer(self) -> bool:
        """True if another seat dealt than should have."""
        return self.due is not None and self.due != self.dealer

    @property
    def adds_up(self) -> bool:
        """True if a score known from the sheet alone is possible."""
        return not self.slips if self.basis == "sheet" else self.wrong_by is None

    @property
    def wrong_by(self) -> Literal["renege", "nothing", "parts"] | None:
        """Rule that a score written alone breaks, if any."""
        if self.basis != "written" or self.counted is None:
            return None
        return scorekeeper_of(self.hand.law.game).broken_rule(
            self.counted, self.written, self.hand.law.toggles
        )

    @property
    def score_parts(self) -> ScoreParts:
        """The parts of what was made in the hand."""
        return score_parts(self.ruling)

    @property
    def offense(self) -> Finding | None:
        """Renege that decided the score of the hand; None if no card or call shows one."""
        found = (one for one in focus(self.ruling).findings if one.team == self.ruling.remedy.reneging_team)
        return next(found, None) if self.ruling.remedy.outcome == "renege" else None

    @property
    def extras(self) -> Mapping[str, Scores]:
        """Further counts of the hand by name: points among those scored, or hickeys."""
        return scorekeeper_of(self.hand.law.game).extras(self.hand, self.counted, self.basis == "written")

    @property
    def slips(self) -> list[Finding]:
        """Findings about an impossible breakdown on the sheet."""
        return [one for one in self.hand.findings if one.of_breakdown]


def sheet_score(line: ScorecardLine) -> Scores:
    """Return the score of a hand by the sheet; as ruled if nothing is written.

    A score of one side alone does not count in a hand that scores nothing.
    """
    points = [points_written(line.hand, mark) for mark in line.written]
    part, nothing = 0 < points.count(None) < len(points), (0,) * len(points)
    if line.basis in ("after", "twice") or (part and line.basis in ("open", "unfinished")):
        return nothing
    made = line.counted or nothing
    return tuple(own if mark is None else mark for mark, own in zip(points, made, strict=True))


def make_line(entry: ScorecardEntry, before: ScorecardLine | None, standing: GameStanding) -> ScorecardLine:
    """Return the line of a hand, in a game with this standing."""
    scorekeeper, over = scorekeeper_of(entry.hand.law.game), standing.state in ("won", "tied")
    if not over and _is_picked_up(entry, before):
        standing = scorekeeper.recorded_standing(entry.hand) or standing
    hand, made, basis, marks = entry.hand, entry.counted, entry.basis, entry.marks
    if not over and (again := scorekeeper.judged_from(hand, standing)) is not hand:
        hand = again
        made, basis, marks = (made, basis, marks) if basis == "twice" else counted(again)
    due = _due(entry, before)
    following = _next_dealer(hand, basis, hand.dealer if due is None else due)
    misdeals = _misdeals(hand, before)
    if misdeals > (hand.law.toggles.max_redeals or misdeals):
        following = hand.seating.left_of(hand.dealer)
    if over:
        made, basis = None, "after"
    after = scorekeeper.standing_after(standing, hand, made) if made else standing
    compared = [one for one in hand.findings if one.of_score and "part" not in one.facts]
    differs = tuple(sorted({finding.team for finding in compared if finding.team is not None}))
    misread = () if over else tuple(scorekeeper.misread(entry.hand, standing, after))
    return ScorecardLine(
        hand,
        number=entry.number,
        dealer=hand.dealer,
        due=due,
        counted=made,
        basis=basis,
        marks=marks,
        stood=standing,
        standing=after,
        written=hand.written,
        differs=differs,
        next_dealer=following,
        numbered=entry.numbered,
        given=entry.given,
        misread=misread,
        misdeals=misdeals,
    )


def _misdeals(hand: Summary, before: ScorecardLine | None) -> int:
    """Return how many faulty deals in a row this dealer has made with this hand; 0 if it is none."""
    faulty = any(one.penalty == "redeal" and one.verdict == "proven" for one in hand.findings)
    if hand.remedy.outcome != "redeal" or not faulty:
        return 0
    return 1 + (before.misdeals if before and before.dealer == hand.dealer else 0)


def _is_picked_up(entry: ScorecardEntry, before: ScorecardLine | None) -> bool:
    """Return True if the recorded totals are the only basis: a hand before this one is not known."""
    if before is None:
        return False
    gap = entry.numbered and before.numbered and entry.number > before.number + 1
    return gap or before.basis in ("open", "unfinished", "twice")


def _due(entry: ScorecardEntry, before: ScorecardLine | None) -> int | None:
    """Return the seat that should deal: by the record, else by the hand just before."""
    if entry.hand.due_dealer is not None:
        return entry.hand.due_dealer
    if before is None or not (entry.numbered and before.numbered) or entry.number > before.number + 1:
        return None
    return before.next_dealer


def _next_dealer(hand: Summary, basis: Basis, due: int) -> int | None:
    """Return the next dealer, known even for a hand with only a written score."""
    law, deals = hand.law, DealersOfHand(hand.dealer, due, False, hand.seating)
    if basis == "written":
        return law.game.next_dealer("scored", False, deals, law.toggles)
    if due != deals.dealer and hand.remedy.outcome in ("scored", "renege"):
        return law.game.next_dealer(hand.remedy.outcome, False, deals, law.toggles)
    return hand.next_dealer


#: "unclear" is a game with two hands of one number, or with an end that depends on a hand without a number.
CardState = Literal["won", "tied", "unfinished", "disputed", "unclear"]


Item = TypeVar("Item")


class GameKey(NamedTuple):
    """Identity of a game. Names are those of the teams, or of the players if no team is named."""

    league: str
    season: str
    round: int | None
    table: int | None
    game: int | None
    #: Name of each side, and its seats.
    sides: tuple[str, ...]
    side_names: tuple[str, ...]
    #: Id of the game played.
    kind: str
    #: Date, if needed to distinguish games.
    date: str = ""


class ScoredGame(NamedTuple):
    """A game: its hands, its totals, and how it stands."""

    key: GameKey
    lines: tuple[ScorecardLine, ...]
    totals: Scores
    #: Totals by the sheet, hand by hand as written, else as ruled.
    written_totals: Scores
    #: Standing before the first hand.
    begun: GameStanding
    state: CardState
    #: The side that won; None unless `state` is "won".
    winner: int | None
    #: The numbers of hands that are missing, from 1 to the last.
    missing: tuple[int, ...]
    #: True if all are level at 500 or more, and another hand decides (R-078).
    another_hand: bool
    #: True if the result depends on when a hand without a number was played.
    order_matters: bool = False
    #: Settled stakes.
    purse: Purse | None = None

    @property
    def standing(self) -> GameStanding:
        """Standing after the last hand."""
        return self.lines[-1].standing if self.lines else self.begun

    @property
    def counted(self) -> list[ScorecardLine]:
        """The hands that count."""
        return [line for line in self.lines if line.counted is not None]

    @property
    def race(self) -> list[Scores]:
        """The totals at the start and after each hand that counts."""
        return [self.begun.totals, *(line.totals for line in self.counted)]

    @property
    def ahead(self) -> tuple[int, int] | None:
        """Side in the lead, and the number of hands counted before it took the lead for good; None if level."""
        race = self.race
        most = max(race[-1])
        if race[-1].count(most) > 1:
            return None
        team = race[-1].index(most)
        others = [other for other in range(len(race[-1])) if other != team]
        return team, max(
            place for place, each in enumerate(race) if each[team] <= max(each[other] for other in others)
        )

    @property
    def venue(self) -> tuple[str, ...]:
        """Place and date, if the hands agree on it."""
        contexts = [line.hand.noted.context for line in self.lines]
        venues = {(context.venue or "", context.date or "") if context else ("", "") for context in contexts}
        return next(iter(venues)) if len(venues) == 1 else ()

    @property
    def loose(self) -> list[ScorecardLine]:
        """The hands without a number among hands that have one."""
        return [line for line in self.lines if not line.numbered]

    @property
    def in_dispute(self) -> bool:
        """True if a hand of the game is undecided."""
        return any(line.basis == "open" for line in self.lines)


def game_of(hand: Summary) -> GameKey:
    """Return the game that a hand belongs to by its record."""
    noted, seating = hand.noted, hand.seating
    context, kind = noted.context, hand.law.game.id
    sides = tuple(_side_name(noted, seating, side) for side in range(len(seating.sides)))
    if context is None:
        return GameKey("", "", None, None, None, sides, seating.side_names, kind)
    place = (context.league or "", context.season or "", context.round, context.table, context.game)
    return GameKey(*place, sides, seating.side_names, kind)


def _side_name(noted: RecordNotes, seating: Seating, side: int) -> str:
    """Return the name of a side: its team or its players; empty if neither is recorded."""
    seats = [seating.seats[seat] for seat in seating.seats_of(side)]
    named = " and ".join(noted.players[seat] for seat in seats if seat in noted.players)
    return noted.teams.get(seating.side_names[side]) or named


def games(rulings: Iterable[Ruling]) -> list[ScoredGame]:
    """Return the scorecards of hands, in the order in which the games first appear."""
    found: list[ScoredGame] = []
    for key, hands in by_game(map(summary, rulings), lambda hand: hand).items():
        found.append(scorecard(hands, key, [line for game in found for line in game.lines]))
    return found


def _loser(ladder: Ladder, lines: Sequence[ScorecardLine], before: Sequence[ScorecardLine]) -> int | None:
    """Return the side that loses the game by repeating an infraction in it, or on its night; None if neither does.

    Infractions are counted by side, or by player wherever the player sat.
    """
    now = lines[-1].hand
    night = [line for line in before if ladder.within == "night" and _date(line.hand) == _date(now)]
    committed = [
        (line.hand, one)
        for line in (*night, *lines)
        for one in line.hand.findings
        if one.infraction == ladder.of and one.verdict == "proven"
    ]
    for side, name in enumerate(game_of(now).sides):
        if ladder.by == "player":
            own = Counter(_player(hand, one.seat) for hand, one in committed if one.seat is not None)
            often = max(own[_player(now, seat)] for seat in now.seating.seats_of(side))
        else:
            often = sum(one.team == _place_of(side, name, hand) for hand, one in committed)
        if often >= ladder.last:
            return side
    return None


def _place_of(side: int, name: str, hand: Summary) -> int:
    """Return the side of a hand that has the name of a side of another game; the same side if none has."""
    own = [at for at, one in enumerate(game_of(hand).sides) if one == name]
    return own[0] if name and len(own) == 1 else side


def _player(hand: Summary, seat: int) -> str:
    """Return the name of a player, or the seat if it is not recorded."""
    letter = hand.seating.seats[seat]
    return hand.noted.players.get(letter, letter)


def _date(hand: Summary) -> str:
    """Return the date of a hand as written, empty if it has none."""
    context = hand.noted.context
    return (context and context.date) or ""


def by_game(items: Iterable[Item], hand_of: Callable[[Item], Summary]) -> dict[GameKey, list[Item]]:
    """Return what belongs to each game, in the order in which the games first appear.

    Without a round and the number of a game, hands of different dates are of different games; a hand without a date is
    of the game before it.
    """
    found: dict[GameKey, list[tuple[str, Item]]] = {}
    for item in items:
        hand = hand_of(item)
        key, date = game_of(hand), _date(hand)
        found.setdefault(key, []).append((parse_date(date) or " ".join(date.split()).casefold(), item))
    games: dict[GameKey, list[Item]] = {}
    for key, own in found.items():
        dates = list(dict.fromkeys(date for date, _item in own if date))
        several = len(dates) > 1 and None in (key.round, key.game)
        date = dates[0] if several else ""
        for own_date, item in own:
            date = (own_date or date) if several else ""
            games.setdefault(key._replace(date=date), []).append(item)
    return games


def scorecard(hands: Sequence[Summary], key: GameKey, before: Sequence[ScorecardLine] = ()) -> ScoredGame:
    """Return the scorecard of one game (R-076 to R-079); the hands `before` are of other games.

    Hands are sorted by number. One without a number comes after the hand it was given after; if none has one they keep
    their order. A record that is given again counts once.
    """
    added, law = ordered_entries(hands), hands[0].law
    scorekeeper = scorekeeper_of(law.game)
    standing = begun = scorekeeper.standing_at_start(added[0].hand)
    written_totals = begun.totals
    ladder = Ladder.of_text(law.toggles.repeat)
    lines: list[ScorecardLine] = []
    for entry in added:
        line = make_line(entry, lines[-1] if lines else None, standing)
        lines.append(line)
        if ladder and line.basis != "after" and (loser := _loser(ladder, lines, before)) is not None:
            lost = line.standing._replace(state="won", winner=1 - loser, forfeited=loser)
            line = lines[-1] = line._replace(standing=lost)
        missed = [now - then for now, then in zip(line.stood.totals, standing.totals, strict=True)]
        written_totals = tuple(map(sum, zip(written_totals, missed, sheet_score(line), strict=True)))
        standing = line.standing
    bases, doubt = {line.basis for line in lines}, order_matters(added)
    state: CardState = standing.state
    totals = standing.totals
    level = state == "unfinished" and scorekeeper.reached(totals, law.toggles) and len(set(totals)) == 1
    if "twice" in bases or doubt:
        state = "unclear"
    elif "open" in bases:
        state = "disputed"
    winner = standing.winner if state == "won" else None
    present = {line.number for line in lines if line.numbered}
    missing = tuple(number for number in range(1, max(present, default=0)) if number not in present)
    purse = scorekeeper.purse([line.hand for line in lines], standing) if state == "won" else None
    return ScoredGame(
        key, tuple(lines), totals, written_totals, begun, state, winner, missing, level, doubt, purse
    )


def without_people(game: ScoredGame) -> ScoredGame:
    """Return the game without identifying data: numbers stay; league, season and all names go."""
    nobody = ("",) * len(game.key.sides)
    key = game.key._replace(league="", season="", sides=nobody)
    lines = (line._replace(hand=summary(anonymous(line.ruling))) for line in game.lines)
    return game._replace(key=key, lines=tuple(lines))


class ScorecardPart(BaseModel):
    """Base of the parts of a scorecard: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid")


class MisreadShape(ScorecardPart):
    """Running score that was written down wrong."""

    side: Side
    what: Literal["before", "after", "hickeys"]
    written: Points
    due: int


class HandShape(ScorecardPart):
    """A hand on the scorecard."""

    number: Count | None = Field(
        description="as noted, or counted from 1 if no hand has one; null if only this one has none"
    )
    id: Identifier
    given: int = Field(description="how often the same record was given; it counts once")
    ruleset: Identifier
    dealer: Seat
    due_dealer: Seat | None = Field(description="who should have dealt; null if not known")
    maker: Seat | Side | None
    trump: Strain | None
    outcome: Outcome
    reneging_team: Side | None
    basis: Basis = Field(
        description="where the points come from: the cards, the sheet's breakdown, the written score alone; or why"
        " there are none: open (the record cannot decide), unfinished, nothing (dealt again, passed out), after (the"
        " game was over), twice (another hand that scores has the same number)"
    )
    marks: dict[Side, str] = Field(description="points or a mark, as players write them")
    melds: dict[Side, int] = Field({}, description="points from melds, in games that have them")
    belle: dict[Side, int] = Field({}, description="points from belle, in games that have it")
    hickeys: dict[Side, int] = Field({}, description="what the hand brought, where the game has any")
    counted: dict[Side, int] | None = Field(description="the points; null if the hand does not count")
    totals: dict[Side, int] = Field(description="the running totals after the hand")
    sheet: dict[Side, Points | Mark | None] = Field(description="as written; null if nothing was")
    sheet_differs: list[Side]
    sheet_adds_up: bool = Field(description="false if the sheet contradicts itself")
    misread: list[MisreadShape] = Field([], description="running scores that were written down wrong")


class GameShape(ScorecardPart):
    """A game: its hands, and how it stands."""

    league: str | None
    season: str | None
    round: int | None
    table: int | None
    game: int | None
    sides: dict[Side, str | None] = Field(description="the team's name, or its players'")
    state: CardState
    winner: Side | None
    another_hand: bool = Field(description="both are level where a game ends, and another hand decides")
    totals: dict[Side, int]
    written_totals: dict[Side, int] = Field(
        description="by the written sheet, or as ruled if nothing is written"
    )
    order_matters: bool = Field(description="how it ended depends on when a hand without a number was played")
    hickeys: dict[Side, int] = Field({}, description="at the end, in games that count them")
    sets: dict[Side, int] = Field({}, description="how often each side was set, which may be paid for")
    owed: int | None = Field(None, description="what the losers pay of the stakes; below 0, they are paid")
    doubled: bool | None = Field(
        None, description="whether the game is paid twice, by losers who have nothing"
    )
    missing: list[int] = Field(description="the numbers of hands that are missing, from 1 to the last")
    hands: list[HandShape]


class ScorecardShape(ScorecardPart):
    """The scorecards of one or more games."""

    model_config = ConfigDict(title="Clabber scorecard", extra="forbid")

    format: Literal["clabber-scorecard/1"]
    games: list[GameShape]
    checkpoint: str | None = Field(None, description="a line that an archive prints")
