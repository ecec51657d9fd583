"""Hands into a game: the two columns that players know, with running totals to 500 and who won.

What a hand scores was decided before; here it is only added up, compared with the written sheet, and the turn of the
dealer followed from hand to hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import Final, Literal, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import BELLE, team_sums
from clabber_audit.games.clabber.scoring import RENEGE
from clabber_audit.record.canonical import digest, record_data
from clabber_audit.record.words import RENEGE_MARK
from clabber_audit.ruling.dossier import Dossier, dossier
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.remedies import Deals, Pair, next_dealer
from clabber_audit.table.cards import SEAT, TEAMS

#: A game is won at this many points (R-076).
GAME: Final = 500

#: Where what a hand counts comes from: its cards, the breakdown on its sheet, or the written score alone, where the
#: cards tell no score. "open" is a hand that the record cannot decide, "unfinished" one that was stopped and that no
#: claim and no score explains, "nothing" one that scores for nobody: dealt again or passed out; "after" one that was
#: played when the game was over, and "twice" one whose number another hand has that scores as well.
Basis = Literal["cards", "sheet", "written", "open", "unfinished", "nothing", "after", "twice"]
#: "unclear" is a game of which two hands cannot both be it, or whose end depends on when a hand without a number was
#: played.
State = Literal["won", "tied", "unfinished", "disputed", "unclear"]


class GameKey(NamedTuple):
    """What tells games apart. Names are those of the teams, or of the players where no team is named."""

    league: str
    season: str
    round: int | None
    table: int | None
    game: int | None
    #: Who sits North and South, and who East and West.
    sides: tuple[str, str]


class Line(NamedTuple):
    """One hand on the scorecard. Pairs are by team, seats and teams are indices."""

    ruling: Ruling
    #: The number of the hand as noted; counted on from the last where this one has none, from 1 where no hand has one.
    number: int
    dealer: int
    #: Who should have dealt by the hand before; None where that is not known.
    due: int | None
    #: What the hand counts in the game; None where it counts nothing.
    counted: Pair | None
    basis: Basis
    #: The marks of the two columns.
    marks: tuple[str, str]
    #: The running totals after the hand.
    totals: Pair
    #: What the written sheet says, where it says anything, and what that is in points.
    written: tuple[int | str | None, int | str | None]
    #: The teams for which the sheet says otherwise than the ruling, as its findings about the score have it.
    differs: tuple[int, ...]
    #: Who deals next; None where that is not known.
    next_dealer: int | None
    #: False for a hand without a number among hands that have one: when it was played is not known.
    numbered: bool = True
    #: How often the same record was given; it counts once.
    given: int = 1

    @property
    def file(self) -> Dossier:
        """What is written out of the hand; nothing is searched for."""
        return dossier(self.ruling, search=False)

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
        """By which rule a score that is written alone cannot be (R-008, R-068, R-070, R-104)."""
        if self.basis != "written" or self.counted is None or _can_be(self.counted, self.written):
            return None
        if RENEGE_MARK in self.written:
            return "renege"
        return "parts" if all(self.counted) else "nothing"

    @property
    def slips(self) -> list[Finding]:
        """What the sheet breaks down and no hand can give."""
        return [one for one in self.ruling.findings if one.of_score and "part" in one.facts]


class Game(NamedTuple):
    """A game: its hands, its totals, and how it stands."""

    key: GameKey
    lines: tuple[Line, ...]
    totals: Pair
    #: The totals that the written sheet gives, hand by hand as written and else as ruled.
    written_totals: Pair
    state: State
    #: The team that won; None unless `state` is "won".
    winner: int | None
    #: The numbers of hands that are missing, from 1 to the last.
    missing: tuple[int, ...]
    #: Whether both have as many at 500 or more, and another hand decides (R-078).
    another_hand: bool
    #: Whether the game may have ended otherwise, had a hand without a number been played at another time.
    order_matters: bool = False

    @property
    def in_dispute(self) -> bool:
        """Whether a hand of the game cannot be decided."""
        return any(line.basis == "open" for line in self.lines)


class _Entry(NamedTuple):
    """A hand in its place, before it is added up."""

    ruling: Ruling
    number: int
    numbered: bool
    given: int
    counted: Pair | None
    basis: Basis
    marks: tuple[str, str]

    @property
    def scores(self) -> bool:
        return self.counted is not None and any(self.counted)


def _can_be(made: Pair, written: tuple[int | str | None, int | str | None]) -> bool:
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


def points_of(written: int | str | None) -> int | None:
    """A score as written in points: every mark is nothing (D-76, D-77); None where nothing is written."""
    return written if isinstance(written, int) or written is None else 0


def game_of(ruling: Ruling) -> GameKey:
    """The game that a hand belongs to, as far as its record says."""
    record, context = ruling.walk.hand.record, ruling.walk.hand.record.context
    players = record.players
    partners = (("N", "S"), ("E", "W"))
    names = [
        record.teams.get(team) or " and ".join(players[seat] for seat in pair if seat in players)  # type: ignore[call-overload]
        for team, pair in zip(TEAMS, partners, strict=True)
    ]
    sides = (names[0], names[1])
    if context is None:
        return GameKey("", "", None, None, None, sides)
    return GameKey(context.league or "", context.season or "", context.round, context.table, context.game, sides)


def games(rulings: Iterable[Ruling]) -> list[Game]:
    """The games that hands belong to, in the order in which they first appear."""
    found: dict[GameKey, list[Ruling]] = {}
    for ruling in rulings:
        found.setdefault(game_of(ruling), []).append(ruling)
    return [scorecard(hands, key) for key, hands in found.items()]


def scorecard(rulings: Sequence[Ruling], key: GameKey) -> Game:
    """The scorecard of one game (R-076 to R-079).

    Hands go by their numbers. One without a number comes after the hand it was given after; where none has one they go
    as given. A record that is given again is the same hand and counts once.
    """
    entries = _entries(rulings)
    lines: list[Line] = []
    written_totals = (0, 0)
    state: State = "unfinished"
    for entry in entries:
        line = _line(entry, lines[-1] if lines else None, over=state in ("won", "tied"))
        lines.append(line)
        as_written = _as_written(line)
        written_totals = (written_totals[0] + as_written[0], written_totals[1] + as_written[1])
        if state == "unfinished":
            state = _state(line.totals, line.ruling)
    totals = lines[-1].totals if lines else (0, 0)
    level = state == "unfinished" and max(totals) >= GAME
    bases, doubt = {line.basis for line in lines}, _order_matters(entries)
    if "twice" in bases or doubt:
        state = "unclear"
    elif "open" in bases:
        state = "disputed"
    winner = int(totals[1] > totals[0]) if state == "won" else None
    present = {line.number for line in lines if line.numbered}
    missing = tuple(number for number in range(1, max(present, default=0)) if number not in present)
    return Game(key, tuple(lines), totals, written_totals, state, winner, missing, level, doubt)


def _entries(rulings: Sequence[Ruling]) -> list[_Entry]:
    """The hands in the order in which they are added up, each once."""
    given = _given(rulings)
    ordered = _ordered([ruling for ruling, _times in given])
    times = {id(ruling): often for ruling, often in given}
    numbers = [number for ruling in ordered if (number := _number(ruling)) is not None]
    further = count(max(numbers, default=0) + 1)
    entries = []
    for ruling in ordered:
        number = _number(ruling)
        numbered = number is not None or not numbers
        place = next(further) if number is None else number
        entries.append(_Entry(ruling, place, numbered, times[id(ruling)], *_counted(ruling)))
    held = Counter(entry.number for entry in entries if entry.scores)
    return [
        entry._replace(counted=None, basis="twice") if entry.scores and held[entry.number] > 1 else entry
        for entry in entries
    ]


def _given(rulings: Sequence[Ruling]) -> list[tuple[Ruling, int]]:
    """Every hand once, with how often its record was given."""
    found: dict[str, tuple[Ruling, int]] = {}
    ids = Counter(ruling.walk.hand.record.id for ruling in rulings)
    for ruling in rulings:
        record = ruling.walk.hand.record
        same = digest(record_data(record)) if ids[record.id] > 1 else f"id {record.id}"
        first, often = found.get(same, (ruling, 0))
        found[same] = (first, often + 1)
    return list(found.values())


def _ordered(rulings: Sequence[Ruling]) -> list[Ruling]:
    """Hands by their numbers, those without one behind the hand that they were given after."""
    groups: list[list[Ruling]] = [[]]
    for ruling in rulings:
        if _number(ruling) is None:
            groups[-1].append(ruling)
        else:
            groups.append([ruling])
    first, *numbered = groups
    numbered.sort(key=lambda group: _number(group[0]) or 0)
    return [*first, *chain.from_iterable(numbered)]


def _order_matters(entries: Sequence[_Entry]) -> bool:
    """Whether a hand without a number leaves it open how the game ended.

    It does not where only the very last hand can have ended the game, whichever that was: then all orders come to the
    same.
    """
    telling = [entry for entry in entries if entry.scores or entry.basis == "open"]
    loose = [entry for entry in telling if not entry.numbered]
    if not loose:
        return False
    made = [entry.counted or (0, 0) for entry in telling]
    total = [sum(pair[team] for pair in made) for team in range(len(TEAMS))]
    last = [*loose, *[entry for entry in telling if entry.numbered][-1:]]
    before = [[whole - own for whole, own in zip(total, entry.counted or (0, 0), strict=True)] for entry in last]
    return any(max(totals) >= GAME for totals in before)


def _as_written(line: Line) -> Pair:
    """What a hand comes to by the sheet, where nothing is written as ruled.

    Half a score beside a hand that scores nothing is no score: who sees the sheet could not add it up either.
    """
    first, second = points_of(line.written[0]), points_of(line.written[1])
    half = (first is None) != (second is None)
    if line.basis in ("after", "twice") or (half and line.basis in ("open", "unfinished")):
        return (0, 0)
    counted = line.counted or (0, 0)
    return (counted[0] if first is None else first, counted[1] if second is None else second)


def _number(ruling: Ruling) -> int | None:
    context = ruling.walk.hand.record.context
    return context.hand if context else None


def _line(entry: _Entry, before: Line | None, *, over: bool) -> Line:
    ruling, counted, basis = entry.ruling, entry.counted, entry.basis
    dealer, due = SEAT[ruling.walk.hand.record.deal.dealer], _due(entry, before)
    after = _next_dealer(ruling, basis, dealer if due is None else due)
    if over:
        counted, basis = None, "after"
    held = before.totals if before else (0, 0)
    totals = (held[0] + counted[0], held[1] + counted[1]) if counted else held
    compared = [one for one in ruling.findings if one.of_score and "part" not in one.facts]
    wrong = {finding.team for finding in compared}
    differs = tuple(team for team in range(len(TEAMS)) if team in wrong)
    return Line(
        ruling, entry.number, dealer, due, counted, basis, entry.marks, totals, _written(ruling), differs, after,
        entry.numbered, entry.given,
    )  # fmt: skip


def _due(entry: _Entry, before: Line | None) -> int | None:
    """Who should deal: as the record has it, else as the hand just before leaves it."""
    noted = entry.ruling.walk.hand.record.deal.due_dealer
    if noted:
        return SEAT[noted]
    if before is None or not (entry.numbered and before.numbered) or entry.number > before.number + 1:
        return None
    return before.next_dealer


def _next_dealer(ruling: Ruling, basis: Basis, due: int) -> int | None:
    """Who deals after a hand: known also of one of which nothing but the score was written."""
    deals = Deals(SEAT[ruling.walk.hand.record.deal.dealer], due, misdeal=False)
    if basis == "written":
        return next_dealer("scored", False, deals, ruling.law.toggles)
    if due != deals.dealer and ruling.remedy.outcome in ("scored", "renege"):
        return next_dealer(ruling.remedy.outcome, False, deals, ruling.law.toggles)
    return ruling.next_dealer


def _written(ruling: Ruling) -> tuple[int | str | None, int | str | None]:
    score = ruling.walk.hand.record.score
    return score.get("NS"), score.get("EW")


def _counted(ruling: Ruling) -> tuple[Pair | None, Basis, tuple[str, str]]:
    """What a hand counts, where that comes from, and the marks of the two columns."""
    remedy, record, written = ruling.remedy, ruling.walk.hand.record, _written(ruling)
    if remedy.score is not None and remedy.marks is not None:
        return remedy.score, "sheet" if record.sheet and not record.plays else "cards", remedy.marks
    if remedy.outcome in ("redeal", "passed_out"):
        return None, "nothing", ("", "")
    north_south, east_west = points_of(written[0]), points_of(written[1])
    known = north_south is not None and east_west is not None
    if known and (remedy.outcome == "unfinished" or (remedy.outcome == "undetermined" and not record.plays)):
        return (north_south or 0, east_west or 0), "written", (str(written[0]), str(written[1]))
    return None, "unfinished" if remedy.outcome == "unfinished" else "open", remedy.marks or ("?", "?")


def _state(totals: Pair, ruling: Ruling) -> State:
    """How a game stands after a hand was scored: over at 500, unless both have as many and another hand decides."""
    if max(totals) < GAME:
        return "unfinished"
    if totals[0] != totals[1]:
        return "won"
    return "tied" if ruling.law.toggles.tie_at_500 == "tie" else "unfinished"
