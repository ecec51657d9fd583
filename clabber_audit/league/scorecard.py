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
from clabber_audit.games.bid_euchre.scoring import TIE, Played, Stakes, paid_by_losers, reaches, sets_in
from clabber_audit.games.bid_euchre.scoring import stands as stands_scoring
from clabber_audit.games.clabber.melds import BELLE, team_sums
from clabber_audit.games.clabber.scoring import GAME, RENEGE, stands
from clabber_audit.games.game import Deals, GameEnd
from clabber_audit.games.game import Game as Game_game
from clabber_audit.judge.anonymous import anonymous
from clabber_audit.judge.focus import focus
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.judge.model import Outcome
from clabber_audit.judge.summary import Account, Summary, account, summary
from clabber_audit.records.base import Count, Identifier, Noted
from clabber_audit.records.bid_euchre import Points
from clabber_audit.records.bid_euchre_words import Mark, Seat, Side, Strain
from clabber_audit.records.dates import understood
from clabber_audit.records.vocabulary import RENEGE_MARK


class Standing(NamedTuple):
    """The totals by side, and whether the game is over."""

    totals: Scores
    state: GameEnd = "unfinished"
    winner: int | None = None
    #: By side: hickeys, where a game counts them, and how often it was set, which may be paid for.
    hickeys: Scores = ()
    sets: Scores = ()


class Misread(NamedTuple):
    """A number that somebody carried forward wrongly."""

    side: int
    what: Literal["before", "after", "hickeys"]
    written: int
    #: What it is.
    due: int


class Purse(NamedTuple):
    """What a game was played for, settled."""

    #: What the losers pay as one purse; less than 0 they get.
    owed: int
    sets: Scores
    #: Whether the game is paid twice, by losers who have nothing (B-067).
    doubled: bool


def begins(hand: Summary) -> Standing:
    """A game begins with nothing."""
    return Standing((0,) * len(hand.seating.sides))


def noted(hand: Summary) -> None:
    """A record of Clabber says nothing of totals."""


def from_there(hand: Summary, standing: Standing) -> Summary:
    """No score hangs on those before it."""
    return hand


def goes_on(standing: Standing, hand: Summary, counted: Scores) -> Standing:
    """The totals with a hand more, and who has won; one who would have won before stays the winner."""
    totals = tuple(map(sum, zip(standing.totals, counted, strict=True)))
    state = stands(totals, hand.law.toggles)
    return Standing(totals, state, totals.index(max(totals)) if state == "won" else None)


def misread(hand: Summary, before: Standing, after: Standing) -> Sequence[Misread]:
    """A record of Clabber carries nothing forward."""
    return ()


def reached(totals: Scores, toggles: Any) -> bool:
    """Whether a side has 500."""
    return max(totals) >= GAME


def points_of(mark: str) -> int:
    """Every mark is nothing (D-76, D-77)."""
    return 0


def cannot_be(made: Scores, written: Sequence[int | str | None]) -> Literal["renege", "nothing", "parts"] | None:
    """By which rule a score that is written alone cannot be (R-008, R-068, R-070, R-104)."""
    if _can_be(made, written):
        return None
    if RENEGE_MARK in written:
        return "renege"
    return "parts" if all(made) else "nothing"


def _can_be(made: Scores, written: Sequence[int | str | None]) -> bool:
    """Whether a written score can be, going by it alone.

    Both sides together make 162 and melds (R-008, R-068). A side that reneged leaves 162 and melds to the other
    (R-104), and nothing where both did (R-105). A side with nothing otherwise was set, or took nothing: the other has
    half of the 162 at least (R-069, R-070).
    """
    reneged = [mark == RENEGE_MARK for mark in written]
    if all(reneged):
        return True
    if min(made) == 0 and not any(reneged):
        return max(made) * 2 >= RENEGE
    melds = sum(made) - RENEGE
    return not team_sums().isdisjoint((melds, melds - BELLE))


def extras(hand: Summary, counted: Scores | None, alone: bool) -> Mapping[str, Scores]:
    """The points for melds and for belle that are among what a side scored; of a score written `alone` none is told."""
    pairs = [_melded(hand, side) if points and not alone else (0, 0) for side, points in enumerate(counted or (0, 0))]
    melds, belle = zip(*pairs, strict=True)
    return {"melds": melds, "belle": belle}


def _melded(hand: Summary, side: int) -> tuple[int, int]:
    remedy = hand.remedy
    if remedy.outcome == "renege":
        own = [item for item in remedy.awarded if item.team == side]
        return sum(item.points for item in own if item.meld), sum(item.points for item in own if not item.meld)
    points = hand.ruling.points
    return (0, 0) if points is None else (points[side].melds, points[side].belle)


def purse(hands: Sequence[Summary], standing: Standing) -> Purse | None:
    """Clabber is played for nothing that a record tells."""
    return None


def begins_by_tricks(hand: Summary) -> Standing:
    """As the record of the first hand has it, else as a game begins."""
    record, seating = hand.ruling.replay.hand.record, hand.seating
    hickeys = tuple(record.hickeys.get(side, 0) for side in seating.side_names)
    return Standing(totals_before(record, seating, hand.law.toggles), hickeys=hickeys, sets=hickeys)


def noted_by_tricks(hand: Summary) -> Standing | None:
    """As the record has it."""
    known = all(side in hand.ruling.replay.hand.record.before for side in hand.seating.side_names)
    return begins_by_tricks(hand) if known else None


def from_there_by_tricks(hand: Summary, standing: Standing) -> Summary:
    """A set adds to no more than the cap, and some may not sit out: that hangs on the totals (B-105, B-112)."""
    recorded = hand.ruling.replay.recorded
    if totals_before(recorded.record, hand.seating, hand.law.toggles) == standing.totals:
        return hand
    before = dict(zip(hand.seating.side_names, standing.totals, strict=True))
    record = recorded.record.model_copy(update={"before": before})
    return summary(adjudicate(recorded._replace(record=record), hand.law))


def goes_on_by_tricks(standing: Standing, hand: Summary, counted: Scores) -> Standing:
    """The totals, the hickeys and the sets with a hand more, and who has won."""
    remedy, seating = hand.remedy, hand.seating
    totals = tuple(map(sum, zip(standing.totals, counted, strict=True)))
    if remedy.settled is None or remedy.running is None:
        # Nothing but the score is known: who bid is not, and so nobody wins by his bid.
        winner = stands_scoring(totals, Played((0,) * len(totals), seating.each), False, hand.law.toggles)
        return _ended(standing._replace(totals=totals), winner)
    hickeys = _more(standing.hickeys, remedy.settled.hickeys)
    sets = _more(standing.sets, sets_in(remedy.settled))
    return _ended(standing._replace(totals=totals, hickeys=hickeys, sets=sets), remedy.running.winner)


def _ended(standing: Standing, winner: int | str | None) -> Standing:
    if isinstance(winner, int):
        return standing._replace(state="won", winner=winner)
    return standing._replace(state="tied") if winner == TIE else standing


def _more(before: Scores, added: Scores) -> Scores:
    return tuple(map(sum, zip(before, added, strict=True))) if added else before


def misread_by_tricks(hand: Summary, before: Standing, after: Standing) -> list[Misread]:
    """The totals before the hand, the hickeys and the totals after it, where the record has them otherwise."""
    record, seating = hand.ruling.replay.recorded.record, hand.seating
    return [
        *_compared(record.before, before.totals, "before", seating),
        *_compared(record.hickeys, before.hickeys, "hickeys", seating),
        *_compared(record.after, after.totals, "after", seating),
    ]


def _compared(written: Any, due: Scores, what: Any, seating: Seating) -> list[Misread]:
    return [
        Misread(side, what, written[name], due[side])
        for side, name in enumerate(seating.side_names)
        if name in written and written[name] != due[side]
    ]


def reached_by_tricks(totals: Scores, toggles: Any) -> bool:
    """Whether somebody is where the game ends."""
    return reaches(totals, toggles) != "unfinished"


def points_of_by_tricks(mark: str) -> int | None:
    """What a set costs is the ruleset's to say: a mark alone tells no points."""
    return None


def cannot_be_by_tricks(made: Scores, written: Sequence[int | str | None]) -> None:
    """Almost any score can be."""


def extras_by_tricks(hand: Summary, counted: Scores | None, alone: bool) -> Mapping[str, Scores]:
    """The hickeys that a hand brought, where the game has any."""
    settled = hand.remedy.settled
    if hand.law.toggles.scoring != "pfeffer":
        return {}
    nothing = (0,) * len(hand.seating.sides)
    return {"hickeys": settled.hickeys or nothing if counted and settled else nothing}


def purse_by_tricks(hands: Sequence[Summary], standing: Standing) -> Purse | None:
    """What the losers of two sides owe; None where hands say different things, or nothing, of what is played for."""
    contexts = [hand.noted.context for hand in hands]
    told = {context.stakes for context in contexts if context and context.stakes}
    if len(told) != 1 or standing.winner is None or len(standing.totals) != 2:
        return None
    (stakes,), toggles = told, hands[-1].law.toggles
    owed = paid_by_losers(standing.totals, standing.sets, standing.winner, Stakes(stakes.game, stakes.set), toggles)
    return Purse(owed, standing.sets, toggles.zero_doubles is not None and standing.totals[1 - standing.winner] <= 0)


class Keeping(NamedTuple):
    """How a game is kept."""

    #: How it stands before its first hand.
    begins: Callable[[Summary], Standing]
    #: How it stood before a hand, as far as its record says; None where it does not say it for every side.
    noted: Callable[[Summary], Standing | None]
    #: The hand from where the game stands: some scores hang on that.
    from_there: Callable[[Summary, Standing], Summary]
    #: How it stands once a hand has counted.
    goes_on: Callable[[Standing, Summary, Scores], Standing]
    #: What somebody wrote of the totals before and after a hand, and is otherwise.
    misread: Callable[[Summary, Standing, Standing], Sequence[Misread]]
    #: Whether somebody has come to where a game ends, by the totals and the answers of a ruleset.
    reached: Callable[[Scores, Any], bool]
    #: A mark as points; None where it does not tell.
    points_of: Callable[[str], int | None]
    #: By which rule a score that is written alone cannot be; None where it can.
    cannot_be: Callable[[Scores, Sequence[int | str | None]], Literal["renege", "nothing", "parts"] | None]
    #: What else is counted of a hand, by what it counts and whether the score alone is written.
    extras: Callable[[Summary, Scores | None, bool], Mapping[str, Scores]]
    #: What the losers owe when it is over; None where nobody said what is played for.
    purse: Callable[[Sequence[Summary], Standing], Purse | None]
    #: The total to which the race of a game is drawn; None where none is.
    goal: int | None = None


_KEEPING: Final[dict[str, Keeping]] = {
    "clabber": Keeping(
        begins,
        noted,
        from_there,
        goes_on,
        misread,
        reached,
        points_of,
        cannot_be,
        extras,
        purse,
        GAME,
    ),
    "bid-euchre": Keeping(
        begins_by_tricks,
        noted_by_tricks,
        from_there_by_tricks,
        goes_on_by_tricks,
        misread_by_tricks,
        reached_by_tricks,
        points_of_by_tricks,
        cannot_be_by_tricks,
        extras_by_tricks,
        purse_by_tricks,
    ),
}


def keeping_of(game: Game_game) -> Keeping:
    """How a game is kept."""
    return _KEEPING[game.id]


#: The score of each side as somebody wrote it.
Written = tuple[int | str | None, ...]
#: Where what a hand counts comes from: its cards, the breakdown on its sheet, or the written score alone, where the
#: cards tell no score. "open" is a hand that the record cannot decide, "unfinished" one that was stopped and that no
#: claim and no score explains, "nothing" one that scores for nobody: dealt again or passed out; "after" one that was
#: played when the game was over, and "twice" one whose number another hand has that scores as well.
Basis = Literal["cards", "sheet", "written", "open", "unfinished", "nothing", "after", "twice"]


class Entry(NamedTuple):
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
        """Whether it brings anybody anything."""
        return self.counted is not None and any(self.counted)


def points_of_entries(hand: Summary, written: int | str | None) -> int | None:
    """A score as written in points; None where nothing is written, or a mark that does not tell."""
    return keeping_of(hand.law.game).points_of(written) if isinstance(written, str) else written


def entries(hands: Sequence[Summary]) -> list[Entry]:
    """The hands in the order in which they are added up, each once."""
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
        found.append(Entry(hand, place, numbered, times[id(hand)], *counted(hand)))
    held = Counter(entry.number for entry in found if entry.scores)
    return [
        entry._replace(counted=None, basis="twice") if entry.scores and held[entry.number] > 1 else entry
        for entry in found
    ]


def _given(hands: Sequence[Summary]) -> list[tuple[Summary, int]]:
    """Every hand once, with how often its record was given."""
    found: dict[str, tuple[Summary, int]] = {}
    ids = Counter(hand.noted.id for hand in hands)
    for hand in hands:
        same = hand.digest if ids[hand.noted.id] > 1 else f"id {hand.noted.id}"
        first, often = found.get(same, (hand, 0))
        found[same] = (first, often + 1)
    return list(found.values())


def _ordered(hands: Sequence[Summary]) -> list[Summary]:
    """Hands by their numbers, those without one behind the hand that they were given after."""
    groups: list[list[Summary]] = [[]]
    for hand in hands:
        if _number(hand) is None:
            groups[-1].append(hand)
        else:
            groups.append([hand])
    first, *numbered = groups
    numbered.sort(key=lambda group: _number(group[0]) or 0)
    return [*first, *chain.from_iterable(numbered)]


def order_matters(entries: Sequence[Entry]) -> bool:
    """Whether a hand without a number leaves it open how the game ended.

    It does not where only the very last hand can have ended the game, whichever that was: then all orders come to the
    same.
    """
    telling = [entry for entry in entries if entry.scores or entry.basis == "open"]
    loose = [entry for entry in telling if not entry.numbered]
    if not loose:
        return False
    first = entries[0].hand
    keeping, nothing = keeping_of(first.law.game), (0,) * len(first.seating.sides)
    begun = keeping.begins(first).totals
    total = list(map(sum, zip(begun, *(entry.counted or nothing for entry in telling), strict=True)))
    last = [*loose, *[entry for entry in telling if entry.numbered][-1:]]
    before = [tuple(whole - own for whole, own in zip(total, entry.counted or nothing, strict=True)) for entry in last]
    return any(keeping.reached(totals, first.law.toggles) for totals in before)


def _number(hand: Summary) -> int | None:
    context = hand.noted.context
    return context.hand if context else None


def counted(hand: Summary) -> tuple[Scores | None, Basis, tuple[str, ...]]:
    """What a hand counts, where that comes from, and the marks of the two columns."""
    remedy, said = hand.remedy, hand.written
    if remedy.score is not None and remedy.marks is not None:
        return remedy.score, "sheet" if hand.has_parts and not hand.has_cards else "cards", remedy.marks
    if remedy.outcome in ("redeal", "annulled", "passed_out"):
        return None, "nothing", ("",) * len(said)
    points = tuple(points_of_entries(hand, mark) for mark in said)
    alone = remedy.outcome == "unfinished" or (remedy.outcome == "undetermined" and not hand.has_cards)
    if None not in points and alone:
        return tuple(own or 0 for own in points), "written", tuple(map(str, said))
    return None, "unfinished" if remedy.outcome == "unfinished" else "open", remedy.marks or ("?",) * len(said)


class Line(NamedTuple):
    """One hand on the scorecard. Seats and sides are indices."""

    hand: Summary
    #: The number of the hand as noted; counted on from the last where this one has none, from 1 where no hand has one.
    number: int
    dealer: int
    #: Who should have dealt by the hand before; None where that is not known.
    due: int | None
    #: What the hand counts in the game; None where it counts nothing.
    counted: Scores | None
    basis: Basis
    #: The marks of the columns.
    marks: tuple[str, ...]
    #: How the game stood before the hand, and stands after it.
    stood: Standing
    standing: Standing
    #: What the written sheet says, where it says anything, and what that is in points.
    written: Written
    #: The sides for which the sheet says otherwise than the ruling, as its findings about the score have it.
    differs: tuple[int, ...]
    #: Who deals next; None where that is not known.
    next_dealer: int | None
    #: False for a hand without a number among hands that have one: when it was played is not known.
    numbered: bool = True
    #: How often the same record was given; it counts once.
    given: int = 1
    #: What was written of totals and is otherwise.
    misread: tuple[Misread, ...] = ()

    @property
    def ruling(self) -> Ruling:
        """The ruling on the hand."""
        return self.hand.ruling

    @property
    def totals(self) -> Scores:
        """The running totals after the hand."""
        return self.standing.totals

    @property
    def wrong_dealer(self) -> bool:
        """Whether another seat dealt than the hand before asks for."""
        return self.due is not None and self.due != self.dealer

    @property
    def adds_up(self) -> bool:
        """Whether what the sheet alone tells can be; of a hand with its cards there is nothing to doubt."""
        return not self.slips if self.basis == "sheet" else self.wrong_by is None

    @property
    def wrong_by(self) -> Literal["renege", "nothing", "parts"] | None:
        """By which rule a score that is written alone cannot be."""
        if self.basis != "written" or self.counted is None:
            return None
        return keeping_of(self.hand.law.game).cannot_be(self.counted, self.written)

    @property
    def account(self) -> Account:
        """The parts of what was made in the hand."""
        return account(self.ruling)

    @property
    def offense(self) -> Finding | None:
        """The renege that the score of the hand is owed to; None where it is none that cards or calls show."""
        found = (one for one in focus(self.ruling).told if one.team == self.ruling.remedy.reneging_team)
        return next(found, None) if self.ruling.remedy.outcome == "renege" else None

    @property
    def extras(self) -> Mapping[str, Scores]:
        """What else the game counts of the hand, by its name: points among those scored, or hickeys."""
        return keeping_of(self.hand.law.game).extras(self.hand, self.counted, self.basis == "written")

    @property
    def slips(self) -> list[Finding]:
        """What the sheet breaks down and no hand can give."""
        return [one for one in self.hand.findings if one.of_breakdown]


def as_written(line: Line) -> Scores:
    """What a hand comes to by the sheet, where nothing is written as ruled.

    Half a score beside a hand that scores nothing is no score: who sees the sheet could not add it up either.
    """
    points = [points_of_entries(line.hand, mark) for mark in line.written]
    part, nothing = 0 < points.count(None) < len(points), (0,) * len(points)
    if line.basis in ("after", "twice") or (part and line.basis in ("open", "unfinished")):
        return nothing
    made = line.counted or nothing
    return tuple(own if said is None else said for said, own in zip(points, made, strict=True))


def line_of(entry: Entry, before: Line | None, standing: Standing) -> Line:
    """The line of a hand, in a game that stands so."""
    keeping, over = keeping_of(entry.hand.law.game), standing.state in ("won", "tied")
    if not over and _is_picked_up(entry, before):
        standing = keeping.noted(entry.hand) or standing
    hand, made, basis, marks = entry.hand, entry.counted, entry.basis, entry.marks
    if not over and (again := keeping.from_there(hand, standing)) is not hand:
        hand = again
        made, basis, marks = (made, basis, marks) if basis == "twice" else counted(again)
    due = _due(entry, before)
    following = _next_dealer(hand, basis, hand.dealer if due is None else due)
    if over:
        made, basis = None, "after"
    after = keeping.goes_on(standing, hand, made) if made else standing
    compared = [one for one in hand.findings if one.of_score and "part" not in one.facts]
    differs = tuple(sorted({finding.team for finding in compared if finding.team is not None}))
    misread = () if over else tuple(keeping.misread(entry.hand, standing, after))
    return Line(
        hand, entry.number, hand.dealer, due, made, basis, marks, standing, after, hand.written, differs, following,
        entry.numbered, entry.given, misread,
    )  # fmt: skip


def _is_picked_up(entry: Entry, before: Line | None) -> bool:
    """Whether what was written of the totals is all there is to go on from: a hand before this one is not known."""
    if before is None:
        return False
    gap = entry.numbered and before.numbered and entry.number > before.number + 1
    return gap or before.basis in ("open", "unfinished", "twice")


def _due(entry: Entry, before: Line | None) -> int | None:
    """Who should deal: as the record has it, else as the hand just before leaves it."""
    if entry.hand.due_dealer is not None:
        return entry.hand.due_dealer
    if before is None or not (entry.numbered and before.numbered) or entry.number > before.number + 1:
        return None
    return before.next_dealer


def _next_dealer(hand: Summary, basis: Basis, due: int) -> int | None:
    """Who deals after a hand: known also of one of which nothing but the score was written."""
    law, deals = hand.law, Deals(hand.dealer, due, False, hand.seating)
    if basis == "written":
        return law.game.next_dealer("scored", False, deals, law.toggles)
    if due != deals.dealer and hand.remedy.outcome in ("scored", "renege"):
        return law.game.next_dealer(hand.remedy.outcome, False, deals, law.toggles)
    return hand.next_dealer


#: "unclear" is a game of which two hands cannot both be it, or whose end depends on when a hand without a number was
#: played.
State = Literal["won", "tied", "unfinished", "disputed", "unclear"]


Item = TypeVar("Item")


class GameKey(NamedTuple):
    """What tells games apart. Names are those of the teams, or of the players where no team is named."""

    league: str
    season: str
    round: int | None
    table: int | None
    game: int | None
    #: What each side is called, and by which name the table knows it.
    sides: tuple[str, ...]
    side_names: tuple[str, ...]
    #: What is played.
    kind: str
    #: The date, if it is all that tells the game from another one.
    date: str = ""


class Game(NamedTuple):
    """A game: its hands, its totals, and how it stands."""

    key: GameKey
    lines: tuple[Line, ...]
    totals: Scores
    #: The totals that the written sheet gives, hand by hand as written and else as ruled.
    written_totals: Scores
    #: How it stood before its first hand.
    begun: Standing
    state: State
    #: The side that won; None unless `state` is "won".
    winner: int | None
    #: The numbers of hands that are missing, from 1 to the last.
    missing: tuple[int, ...]
    #: Whether both have as many at 500 or more, and another hand decides (R-078).
    another_hand: bool
    #: Whether the game may have ended otherwise, had a hand without a number been played at another time.
    order_matters: bool = False
    #: What the losers owe.
    purse: Purse | None = None

    @property
    def standing(self) -> Standing:
        """How it stands after its last hand."""
        return self.lines[-1].standing if self.lines else self.begun

    @property
    def counted(self) -> list[Line]:
        """The hands that count."""
        return [line for line in self.lines if line.counted is not None]

    @property
    def race(self) -> list[Scores]:
        """The totals at the start and after each hand that counts."""
        return [self.begun.totals, *(line.totals for line in self.counted)]

    @property
    def ahead(self) -> tuple[int, int] | None:
        """The side that is ahead, and how many hands had counted before that which brought it there for good."""
        race = self.race
        most = max(race[-1])
        if race[-1].count(most) > 1:
            return None
        team = race[-1].index(most)
        others = [other for other in range(len(race[-1])) if other != team]
        return team, max(place for place, each in enumerate(race) if each[team] <= max(each[other] for other in others))

    @property
    def venue(self) -> tuple[str, ...]:
        """Where and when it was played, if the hands agree on it."""
        contexts = [line.hand.noted.context for line in self.lines]
        venues = {(context.venue or "", context.date or "") if context else ("", "") for context in contexts}
        return next(iter(venues)) if len(venues) == 1 else ()

    @property
    def loose(self) -> list[Line]:
        """The hands without a number among hands that have one."""
        return [line for line in self.lines if not line.numbered]

    @property
    def in_dispute(self) -> bool:
        """Whether a hand of the game cannot be decided."""
        return any(line.basis == "open" for line in self.lines)


def game_of(hand: Summary) -> GameKey:
    """The game that a hand belongs to, as far as its record says."""
    noted, seating = hand.noted, hand.seating
    context, kind = noted.context, hand.law.game.id
    sides = tuple(_called(noted, seating, side) for side in range(len(seating.sides)))
    if context is None:
        return GameKey("", "", None, None, None, sides, seating.side_names, kind)
    place = (context.league or "", context.season or "", context.round, context.table, context.game)
    return GameKey(*place, sides, seating.side_names, kind)


def _called(noted: Noted, seating: Seating, side: int) -> str:
    """What a side is called: its team, or its players; nothing where neither was written down."""
    seats = [seating.seats[seat] for seat in seating.seats_of(side)]
    named = " and ".join(noted.players[seat] for seat in seats if seat in noted.players)
    return noted.teams.get(seating.side_names[side]) or named


def games(rulings: Iterable[Ruling]) -> list[Game]:
    """The games that hands belong to, in the order in which they first appear."""
    return [scorecard(hands, key) for key, hands in by_game(map(summary, rulings), lambda hand: hand).items()]


def by_game(items: Iterable[Item], hand_of: Callable[[Item], Summary]) -> dict[GameKey, list[Item]]:
    """Return what belongs to each game, in the order in which the games first appear.

    Without a round and the number of a game, hands of different dates are of different games; a hand without a date is
    of the game before it.
    """
    found: dict[GameKey, list[tuple[str, Item]]] = {}
    for item in items:
        hand = hand_of(item)
        key, context = game_of(hand), hand.noted.context
        date = (context and context.date) or ""
        found.setdefault(key, []).append((understood(date) or " ".join(date.split()).casefold(), item))
    games: dict[GameKey, list[Item]] = {}
    for key, own in found.items():
        dates = list(dict.fromkeys(date for date, _item in own if date))
        several = len(dates) > 1 and None in (key.round, key.game)
        date = dates[0] if several else ""
        for said, item in own:
            date = (said or date) if several else ""
            games.setdefault(key._replace(date=date), []).append(item)
    return games


def scorecard(hands: Sequence[Summary], key: GameKey) -> Game:
    """The scorecard of one game (R-076 to R-079).

    Hands go by their numbers. One without a number comes after the hand it was given after; where none has one they go
    as given. A record that is given again is the same hand and counts once.
    """
    added, law = entries(hands), hands[0].law
    keeping = keeping_of(law.game)
    standing = begun = keeping.begins(added[0].hand)
    written_totals = begun.totals
    lines: list[Line] = []
    for entry in added:
        line = line_of(entry, lines[-1] if lines else None, standing)
        lines.append(line)
        missed = [now - then for now, then in zip(line.stood.totals, standing.totals, strict=True)]
        written_totals = tuple(map(sum, zip(written_totals, missed, as_written(line), strict=True)))
        standing = line.standing
    bases, doubt = {line.basis for line in lines}, order_matters(added)
    state: State = standing.state
    totals = standing.totals
    level = state == "unfinished" and keeping.reached(totals, law.toggles) and len(set(totals)) == 1
    if "twice" in bases or doubt:
        state = "unclear"
    elif "open" in bases:
        state = "disputed"
    winner = standing.winner if state == "won" else None
    present = {line.number for line in lines if line.numbered}
    missing = tuple(number for number in range(1, max(present, default=0)) if number not in present)
    purse = keeping.purse([line.hand for line in lines], standing) if state == "won" else None
    return Game(key, tuple(lines), totals, written_totals, begun, state, winner, missing, level, doubt, purse)


def without_people(game: Game) -> Game:
    """The game without whatever identifies people: numbers stay; league, season and all names go."""
    nobody = ("",) * len(game.key.sides)
    key = game.key._replace(league="", season="", sides=nobody)
    lines = (line._replace(hand=summary(anonymous(line.ruling))) for line in game.lines)
    return game._replace(key=key, lines=tuple(lines))


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MisreadShape(_Part):
    """A running score that somebody carried forward wrongly."""

    side: Side
    what: Literal["before", "after", "hickeys"]
    written: Points
    due: int


class HandShape(_Part):
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


class GameShape(_Part):
    """A game: its hands, and how it stands."""

    league: str | None
    season: str | None
    round: int | None
    table: int | None
    game: int | None
    sides: dict[Side, str | None] = Field(description="the team's name, or its players'")
    state: State
    winner: Side | None
    another_hand: bool = Field(description="both are level where a game ends, and another hand decides")
    totals: dict[Side, int]
    written_totals: dict[Side, int] = Field(description="by the written sheet, or as ruled if nothing is written")
    order_matters: bool = Field(description="how it ended depends on when a hand without a number was played")
    hickeys: dict[Side, int] = Field({}, description="at the end, in games that count them")
    sets: dict[Side, int] = Field({}, description="how often each side was set, which may be paid for")
    owed: int | None = Field(None, description="what the losers pay of the stakes; below 0, they are paid")
    doubled: bool | None = Field(None, description="whether the game is paid twice, by losers who have nothing")
    missing: list[int] = Field(description="the numbers of hands that are missing, from 1 to the last")
    hands: list[HandShape]


class ScorecardShape(_Part):
    """The scorecards of one or more games."""

    model_config = ConfigDict(title="Clabber scorecard", extra="forbid")

    format: Literal["clabber-scorecard/1"]
    games: list[GameShape]
    checkpoint: str | None = Field(None, description="a line that an archive prints")
