"""Scorecards: hands into games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from operator import itemgetter
from typing import Any, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from clabber_audit.cards import Scores
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.bid_euchre import scoring as bidding
from clabber_audit.games.bid_euchre.preliminaries import totals_before
from clabber_audit.games.bid_euchre.scoring import find_game_winner as find_family_winner
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.clabber.melds import team_sums
from clabber_audit.games.clabber.scoring import WHOLE, find_game_end, find_winner, renege_price
from clabber_audit.games.game import DealersOfHand, GameEnd, Outcome
from clabber_audit.judge.focus import focus
from clabber_audit.judge.judge import Ruling, Summary, adjudicate, anonymize, summary
from clabber_audit.records.base import Count, Identifier
from clabber_audit.records.bid_euchre import Points
from clabber_audit.records.bid_euchre_words import Mark, Seat, Side, Strain
from clabber_audit.records.dates import parse_date
from clabber_audit.records.vocabulary import RENEGE_MARK
from clabber_audit.rules.articles import Ladder
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.infractions import infractions


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
#: Source of the points of a hand: its cards, the breakdown on its sheet, or the written score alone. "open" is a hand
#: that the record cannot decide, "unfinished" one that stopped without a claim or a score, "nothing" one that scores
#: for no side (redealt, passed out), "after" one played when the game was over, "twice" one that shares its number.
Basis = Literal["cards", "sheet", "written", "open", "unfinished", "nothing", "after", "twice"]


class ScorecardLine(NamedTuple):
    """One hand on the scorecard. Seats and sides are indices."""

    hand: Summary
    #: Recorded number; counted on from the last if this hand has none, from 1 if no hand has one.
    number: int
    #: False for a hand without a number among hands that have one.
    numbered: bool
    #: Number of times the same record was given; it counts once.
    given: int
    #: Points of the hand in the game; None if it does not count.
    counted: Scores | None
    basis: Basis
    #: The marks of the columns.
    marks: tuple[str, ...]
    #: Standing before and after the hand, once it is added up.
    stood: GameStanding = GameStanding(())
    standing: GameStanding = GameStanding(())
    #: Seat that should have dealt, and next dealer; None if not known.
    due: int | None = None
    next_dealer: int | None = None
    #: Running scores that were written down wrong.
    misread: tuple[Misread, ...] = ()
    #: Faulty deals in a row by their dealer, this one included; a deal out of turn is passed over.
    faulty_deals: Mapping[int, int] = {}

    @property
    def ruling(self) -> Ruling:
        return self.hand.ruling

    @property
    def dealer(self) -> int:
        return self.hand.dealer

    @property
    def written_score(self) -> WrittenScore:
        return self.hand.written_scores

    @property
    def totals(self) -> Scores:
        return self.standing.totals

    @property
    def scores(self) -> bool:
        """True if it brings any side a score."""
        return self.counted is not None and any(self.counted)

    @property
    def differs(self) -> tuple[int, ...]:
        """Sides for which the sheet differs from the ruling."""
        compared = (one for one in self.hand.findings if one.of_score and "part" not in one.facts)
        return tuple(sorted({finding.team for finding in compared if finding.team is not None}))

    @property
    def has_wrong_dealer(self) -> bool:
        """True if another seat dealt than should have."""
        return self.due is not None and self.due != self.dealer

    @property
    def adds_up(self) -> bool:
        """True if a score known from the sheet alone is possible."""
        return not self.slips if self.basis == "sheet" else self.broken_rule is None

    @property
    def broken_rule(self) -> Literal["renege", "nothing", "parts"] | None:
        """Rule that a score of Clabber written alone breaks, if any.

        Both sides together make 162 and melds (R-008, R-068). A side that reneged leaves 162 and melds to the other
        (R-104), and nothing if both did (R-105). A side with nothing otherwise was set, or took nothing: the other
        has half of the 162 at least (R-069, R-070).
        """
        law, reneged = self.hand.law, [mark == RENEGE_MARK for mark in self.written_score]
        if self.basis != "written" or self.counted is None or law.game is not CLABBER or all(reneged):
            return None
        if min(self.counted) == 0 and not any(reneged):
            return None if max(self.counted) * 2 >= WHOLE else "nothing"
        melds = sum(self.counted) - (renege_price(law.toggles) if any(reneged) else WHOLE)
        if not team_sums(law.toggles.melds).isdisjoint((melds, melds - law.toggles.meld_belle)):
            return None
        return "renege" if any(reneged) else "parts"

    @property
    def offense(self) -> Finding | None:
        """Renege that decided the score of the hand; None if no card or call shows one."""
        remedy = self.ruling.remedy
        findings = (one for one in focus(self.ruling).findings if one.team == remedy.reneging_team)
        return next(findings, None) if remedy.outcome == "renege" else None

    @property
    def extras(self) -> Mapping[str, Scores]:
        """Further counts of the hand by name: points for melds and for belle among those scored, or hickeys."""
        hand, remedy, nothing = self.hand, self.hand.remedy, (0,) * len(self.hand.seating.sides)
        if hand.law.game is not CLABBER:
            if hand.law.toggles.scoring != "pfeffer":
                return {}
            return {"hickeys": (self.counted and remedy.settled and remedy.settled.hickeys) or nothing}
        melds_of, belle_of = [*nothing], [*nothing]
        for side, scored in enumerate(self.counted or ()):
            if not scored or self.basis == "written":
                continue
            if remedy.outcome == "renege":
                own = [item for item in remedy.awarded if item.team == side]
                melds_of[side] = sum(item.points for item in own if item.meld)
                belle_of[side] = sum(item.points for item in own if not item.meld)
            elif (points := hand.ruling.points) is not None:
                melds_of[side], belle_of[side] = points[side].melds, points[side].belle
        return {"melds": tuple(melds_of), "belle": tuple(belle_of)}

    @property
    def slips(self) -> list[Finding]:
        """Findings about an impossible breakdown on the sheet."""
        return [finding for finding in self.hand.findings if finding.of_breakdown]

    @property
    def sheet_score(self) -> Scores:
        """Score of the hand by the sheet; as ruled if nothing is written.

        A score of one side alone does not count in a hand that scores nothing.
        """
        points = list_written_points(self.hand)
        part, nothing = 0 < points.count(None) < len(points), (0,) * len(points)
        if self.basis in ("after", "twice") or (part and self.basis in ("open", "unfinished")):
            return nothing
        made = self.counted or nothing
        return tuple(own if mark is None else mark for mark, own in zip(points, made, strict=True))


def list_written_points(hand: Summary) -> list[int | None]:
    """Return the written scores in points; None for nothing, or a mark of unknown value.

    In Clabber every mark is nothing (D-76, D-77).
    """
    of_mark = 0 if hand.law.game is CLABBER else None
    return [of_mark if isinstance(mark, str) else mark for mark in hand.written_scores]


def find_points(hand: Summary) -> tuple[Scores | None, Basis, tuple[str, ...]]:
    """Return the points of a hand, their source, and the marks of the columns."""
    remedy, written = hand.remedy, hand.written_scores
    if remedy.score is not None and remedy.marks is not None:
        return remedy.score, "sheet" if hand.has_parts and not hand.has_cards else "cards", remedy.marks
    if remedy.outcome in ("redeal", "annulled", "passed_out"):
        return None, "nothing", ("",) * len(written)
    points = list_written_points(hand)
    alone = remedy.outcome == "unfinished" or (remedy.outcome == "undetermined" and not hand.has_cards)
    if None not in points and alone:
        return tuple(own or 0 for own in points), "written", tuple(map(str, written))
    basis: Basis = "unfinished" if remedy.outcome == "unfinished" else "open"
    return None, basis, remedy.marks or ("?",) * len(written)


def order_lines(hands: Sequence[Summary]) -> list[ScorecardLine]:
    """Return the hands in the order in which they are added up, each once.

    Hands are sorted by number; one without a number stays behind the hand it was given after.
    """
    ids = Counter(hand.noted.id for hand in hands)
    given: dict[str, list[Summary]] = {}
    for hand in hands:
        same = hand.digest if ids[hand.noted.id] > 1 else f"id {hand.noted.id}"
        given.setdefault(same, []).append(hand)
    placed: list[tuple[int, int | None, list[Summary]]] = []
    for same_hands in given.values():
        context = same_hands[0].noted.context
        number = context.hand if context else None
        behind = placed[-1][0] if placed else 0
        placed.append((behind if number is None else number, number, same_hands))
    placed.sort(key=itemgetter(0))
    known = [number for _place, number, _same in placed if number is not None]
    further = count(max(known, default=0) + 1)
    lines = []
    for _place, number, (hand, *again) in placed:
        own = next(further) if number is None else number
        is_numbered = number is not None or not known
        lines.append(ScorecardLine(hand, own, is_numbered, 1 + len(again), *find_points(hand)))
    held = Counter(line.number for line in lines if line.scores)
    return [
        line._replace(counted=None, basis="twice") if line.scores and held[line.number] > 1 else line
        for line in lines
    ]


def standing_at_start(hand: Summary) -> GameStanding:
    """Return the standing before the first hand; records of Clabber carry no totals forward."""
    seating = hand.seating
    if hand.law.game is CLABBER:
        return GameStanding((0,) * len(seating.sides))
    record = hand.ruling.replay.hand.record
    hickeys = tuple(record.hickeys.get(side, 0) for side in seating.side_names)
    return GameStanding(totals_before(record, seating, hand.law.toggles), hickeys=hickeys, sets=hickeys)


def is_reached(totals: Scores, law: BoundRuleset) -> bool:
    """Return True if a total is reached that ends the game."""
    if law.game is CLABBER:
        return bool(max(totals) >= law.toggles.target)
    return bidding.find_end_by_totals(totals, law.toggles) != "unfinished"


def standing_after(standing: GameStanding, hand: Summary, counted: Scores) -> GameStanding:
    """Return the standing after a hand that counts."""
    totals = tuple(map(sum, zip(standing.totals, counted, strict=True)))
    toggles, remedy, seating = hand.law.toggles, hand.remedy, hand.seating
    if hand.law.game is CLABBER:
        made = hand.makers is not None and counted[hand.makers] > 0
        won_by = find_winner(totals, hand.makers, made, toggles)
        if won_by is not None:
            return GameStanding(totals, "won", won_by)
        return GameStanding(totals, "tied" if find_game_end(totals, toggles) == "tied" else "unfinished")
    ended: int | str | None
    if remedy.settled is None or remedy.running is None:
        # Only the score is known, not who bid, so that no side wins by its bid.
        unbid = bidding.PlayedHand((0,) * len(totals), seating.each)
        ended = find_family_winner(totals, unbid, False, toggles)
        after = standing._replace(totals=totals)
    else:
        ended = remedy.running.winner
        hickeys, sets = (
            tuple(map(sum, zip(before, added, strict=True))) if added else before
            for before, added in (
                (standing.hickeys, remedy.settled.hickeys),
                (standing.sets, bidding.sets_in(remedy.settled)),
            )
        )
        after = standing._replace(totals=totals, hickeys=hickeys, sets=sets)
    if isinstance(ended, int):
        return after._replace(state="won", winner=ended)
    return after._replace(state="tied") if ended == bidding.TIE else after


def judge_from(hand: Summary, standing: GameStanding) -> Summary:
    """Return the hand judged from this standing: caps on sets and sitting out depend on it (B-105, B-112)."""
    if hand.law.game is CLABBER:
        return hand
    recorded = hand.ruling.replay.recorded
    if totals_before(recorded.record, hand.seating, hand.law.toggles) == standing.totals:
        return hand
    before = dict(zip(hand.seating.side_names, standing.totals, strict=True))
    record = recorded.record.model_copy(update={"before": before})
    written = recorded.written and recorded.written.model_copy(update={"before": before})
    return summary(adjudicate(recorded._replace(record=record, written=written), hand.law))


def misread(hand: Summary, before: GameStanding, after: GameStanding) -> tuple[Misread, ...]:
    """Return the running scores of a record that differ from these standings."""
    if hand.law.game is CLABBER:
        return ()
    record = hand.ruling.replay.recorded.record
    compared: tuple[tuple[Literal["before", "after", "hickeys"], Any, Scores], ...] = (
        ("before", record.before, before.totals),
        ("hickeys", record.hickeys, before.hickeys),
        ("after", record.after, after.totals),
    )
    return tuple(
        Misread(side, what, written[name], due[side])
        for what, written, due in compared
        for side, name in enumerate(hand.seating.side_names)
        if name in written and written[name] != due[side]
    )


def order_matters(lines: Sequence[ScorecardLine]) -> bool:
    """Return True if a hand without a number leaves the result of the game open.

    It does not if only the very last hand can have ended the game: then all orders give the same result.
    """
    telling = [line for line in lines if line.scores or line.basis == "open"]
    loose = [line for line in telling if not line.numbered]
    if not loose:
        return False
    first = lines[0].hand
    nothing = (0,) * len(first.seating.sides)
    begun = standing_at_start(first).totals
    total = list(map(sum, zip(begun, *(line.counted or nothing for line in telling), strict=True)))
    last = [*loose, *[line for line in telling if line.numbered][-1:]]
    counted = (line.counted or nothing for line in last)
    before = (tuple(whole - one for whole, one in zip(total, own, strict=True)) for own in counted)
    return any(is_reached(totals, first.law) for totals in before)


def add_up(line: ScorecardLine, before: ScorecardLine | None, standing: GameStanding) -> ScorecardLine:
    """Return the line of a hand as it counts in a game with this standing, after the line before it."""
    hand, made, basis, marks = line.hand, line.counted, line.basis, line.marks
    over, due = standing.state in ("won", "tied"), line.hand.due_dealer
    gap = False
    if before is not None and before.numbered and line.numbered:
        gap = line.number > before.number + 1
        # Who should deal, if the record does not say so, follows from the hand just before.
        due = before.next_dealer if due is None and not gap else due
    if not over:
        if gap or (before is not None and before.basis in ("open", "unfinished", "twice")):
            # A hand before this one is not known, so its totals are the only basis if it has them.
            sides = hand.seating.side_names
            if hand.law.game is not CLABBER and set(sides) <= hand.ruling.replay.hand.record.before.keys():
                standing = standing_at_start(hand)
        hand = judge_from(line.hand, standing)
        if hand is not line.hand and basis != "twice":
            made, basis, marks = find_points(hand)
    faulty = _count_faulty_deals(hand, before.faulty_deals if before else {})
    following = _find_next_dealer(hand, basis, hand.dealer if due is None else due)
    if hand.remedy.outcome == "redeal":
        following = hand.ruling.find_next_dealer(faulty.get(hand.dealer, 0))
    if over:
        made, basis = None, "after"
    after = standing_after(standing, hand, made) if made else standing
    wrong = () if over else misread(line.hand, standing, after)
    line = line._replace(hand=hand, counted=made, basis=basis, marks=marks, faulty_deals=faulty)
    return line._replace(stood=standing, standing=after, due=due, next_dealer=following, misread=wrong)


def _count_faulty_deals(hand: Summary, before: Mapping[int, int]) -> Mapping[int, int]:
    """Return the faulty deals in a row by their dealer; a deal out of turn neither counts nor ends the row.

    A deal that is void for something else, such as table talk, is not faulty (B-124, BD-76).
    """
    if hand.remedy.outcome != "redeal":
        return {}
    if hand.ruling.dealers.out_of_turn:
        return before
    known = infractions()
    if any(
        (finding.penalty, finding.verdict) == ("redeal", "proven")
        and any(kind.of_the_deal for kind in known[finding.infraction].kinds)
        for finding in hand.findings
    ):
        return {hand.dealer: before.get(hand.dealer, 0) + 1}
    return {}


def _find_next_dealer(hand: Summary, basis: Basis, due: int) -> int | None:
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
    def lines_that_count(self) -> list[ScorecardLine]:
        """The hands that count."""
        return [line for line in self.lines if line.counted is not None]

    @property
    def race(self) -> list[Scores]:
        """The totals at the start and after each hand that counts."""
        return [self.begun.totals, *(line.totals for line in self.lines_that_count)]

    @property
    def lasting_lead(self) -> tuple[int, int] | None:
        """Side in the lead, and the number of hands counted before it took the lead for good; None if level."""
        race = self.race
        most = max(race[-1])
        if race[-1].count(most) > 1:
            return None
        team = race[-1].index(most)
        others = [other for other in range(len(race[-1])) if other != team]
        best_other = [max(each[other] for other in others) for each in race]
        return team, max(place for place, each in enumerate(race) if each[team] <= best_other[place])

    @property
    def venue(self) -> tuple[str, ...]:
        """Place and date, if the hands agree on it."""
        contexts = [line.hand.noted.context for line in self.lines]
        venues = {(context.venue or "", context.date or "") if context else ("", "") for context in contexts}
        return next(iter(venues)) if len(venues) == 1 else ()

    @property
    def unnumbered_lines(self) -> list[ScorecardLine]:
        """The hands without a number among hands that have one."""
        return [line for line in self.lines if not line.numbered]


def game_of(hand: Summary) -> GameKey:
    """Return the game that a hand belongs to by its record; sides are named by team, else by players, else empty."""
    noted, seating = hand.noted, hand.seating
    context, kind, sides = noted.context, hand.law.game.id, []
    for side, name in enumerate(seating.side_names):
        seats = [seating.seats[seat] for seat in seating.seats_of(side)]
        players = " and ".join(noted.players[seat] for seat in seats if seat in noted.players)
        sides.append(noted.teams.get(name) or players)
    if context is None:
        return GameKey("", "", None, None, None, tuple(sides), seating.side_names, kind)
    place = (context.league or "", context.season or "", context.round, context.table, context.game)
    return GameKey(*place, tuple(sides), seating.side_names, kind)


def games(rulings: Iterable[Ruling]) -> list[ScoredGame]:
    """Return the scorecards of hands, in the order in which the games first appear."""
    result: list[ScoredGame] = []
    for key, hands in group_by_game(map(summary, rulings), lambda hand: hand).items():
        result.append(scorecard(hands, key, [line for game in result for line in game.lines]))
    return result


def _find_loser(
    ladder: Ladder, lines: Sequence[ScorecardLine], before: Sequence[ScorecardLine]
) -> int | None:
    """Return the side that loses the game by repeating an infraction, in that game or that night; None if neither.

    Infractions are counted by side, or by player wherever the player sat.
    """
    now = lines[-1].hand
    night = [line for line in before if ladder.within == "night" and _date(line.hand) == _date(now)]
    committed = [
        (line.hand, finding)
        for line in (*night, *lines)
        for finding in line.hand.findings
        if finding.infraction == ladder.of and finding.verdict == "proven"
    ]
    for side, name in enumerate(game_of(now).sides):
        if ladder.by == "player":
            own = Counter(_player(hand, one.seat) for hand, one in committed if one.seat is not None)
            often = max(own[_player(now, seat)] for seat in now.seating.seats_of(side))
        else:
            often = 0
            for hand, finding in committed:
                # In another game the side may sit elsewhere; one without a name is taken to sit as here.
                own_places = [at for at, other in enumerate(game_of(hand).sides) if other == name]
                often += finding.team == (own_places[0] if name and len(own_places) == 1 else side)
        if often >= ladder.last:
            return side
    return None


def _player(hand: Summary, seat: int) -> str:
    """Return the name of a player, or the seat if it is not recorded."""
    letter = hand.seating.seats[seat]
    return hand.noted.players.get(letter, letter)


def _date(hand: Summary) -> str:
    """Return the date of a hand as written, empty if it has none."""
    context = hand.noted.context
    return (context and context.date) or ""


def group_by_game(items: Iterable[Item], hand_of: Callable[[Item], Summary]) -> dict[GameKey, list[Item]]:
    """Group items by game, in the order in which the games first appear.

    Without a round and the number of a game, hands of different dates are of different games; a hand without a date
    belongs to the game before it.
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
    lines = order_lines(hands)
    law, doubt = hands[0].law, order_matters(lines)
    standing = begun = standing_at_start(lines[0].hand)
    written_totals = begun.totals
    ladder = Ladder.parse(law.toggles.repeat)
    for place, placed in enumerate(lines):
        line = lines[place] = add_up(placed, lines[place - 1] if place else None, standing)
        loser = _find_loser(ladder, lines[: place + 1], before) if ladder and line.basis != "after" else None
        if loser is not None:
            lost = line.standing._replace(state="won", winner=1 - loser, forfeited=loser)
            line = lines[place] = line._replace(standing=lost)
        missed = [now - then for now, then in zip(line.stood.totals, standing.totals, strict=True)]
        written_totals = tuple(map(sum, zip(written_totals, missed, line.sheet_score, strict=True)))
        standing = line.standing
    bases, totals = {line.basis for line in lines}, standing.totals
    state: CardState = standing.state
    level = state == "unfinished" and is_reached(totals, law) and len(set(totals)) == 1
    if "twice" in bases or doubt:
        state = "unclear"
    elif "open" in bases:
        state = "disputed"
    winner = standing.winner if state == "won" else None
    present = {line.number for line in lines if line.numbered}
    missing = tuple(number for number in range(1, max(present, default=0)) if number not in present)
    purse = _purse(lines, standing) if state == "won" else None
    return ScoredGame(
        key, tuple(lines), totals, written_totals, begun, state, winner, missing, level, doubt, purse
    )


def _purse(lines: Sequence[ScorecardLine], standing: GameStanding) -> Purse | None:
    """Return what the losers of two sides owe; None unless the records agree on the stakes."""
    law, contexts = lines[-1].hand.law, [line.hand.noted.context for line in lines]
    if law.game is CLABBER or standing.winner is None or len(standing.totals) != 2:
        return None
    named = {context.stakes for context in contexts if context and context.stakes}
    if len(named) != 1:
        return None
    (stakes,), toggles = named, law.toggles
    agreed = bidding.HandStakes(stakes.game, stakes.set)
    owed = bidding.compute_payment(standing.totals, standing.sets, standing.winner, agreed, toggles)
    doubled = toggles.zero_doubles is not None and standing.totals[1 - standing.winner] <= 0
    return Purse(owed, standing.sets, doubled)


def anonymize_game(game: ScoredGame) -> ScoredGame:
    """Return the game without identifying data: numbers stay; league, season and all names go."""
    nobody = ("",) * len(game.key.sides)
    key = game.key._replace(league="", season="", sides=nobody)
    lines = (line._replace(hand=summary(anonymize(line.ruling))) for line in game.lines)
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
