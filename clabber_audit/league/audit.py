"""Audit of a season."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from clabber_audit.cards import SEATS, TEAMS, Scores, left_of, to_recorded_clock
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.hand import prepare_hand
from clabber_audit.games.game import GameEnd
from clabber_audit.judge.judge import Ruling, adjudicate, summary
from clabber_audit.league import scorecard
from clabber_audit.league.games import CountedGame, GivenHands, OnGame, pack_record, unpack_record
from clabber_audit.league.season import Round, Season, SeasonMatch
from clabber_audit.league.standings import Standings, standings
from clabber_audit.records.clabber import Claim, HandRecord


class GameOutcome(NamedTuple):
    """End of a game: state, totals and index of the winning team."""

    state: scorecard.CardState
    totals: Scores
    winner: int | None

    def differs(self, other: GameOutcome) -> bool:
        """Return True if the state or the winner differs; totals alone do not count."""
        return (self.state, self.winner) != (other.state, other.winner)


def outcome_if_called(card: scorecard.ScoredGame, place: int, finding: Finding) -> GameOutcome | None:
    """Return the outcome if the other side had called this renege in hand `place`; None if that is not upheld."""
    hands = [line.hand for line in card.lines]
    ruling, record = hands[place].ruling, hands[place].ruling.replay.hand.record
    if finding.seat is None:
        return None
    # The claim is made as late as play allows.
    for at in (len(record.plays), finding.at):
        claim = Claim.model_validate(
            {
                "by": SEATS[left_of(finding.seat)],
                "against": SEATS[finding.seat],
                "at": to_recorded_clock(at),
                "infraction": finding.infraction,
                "trick": finding.trick,
                "reviewed": True,
            }
        )
        hand = prepare_hand(record.model_copy(update={"claims": [*record.claims, claim]}))
        again = adjudicate(hand, ruling.law) if hand else None
        if again and again.claims[-1].verdict == "upheld" and again.remedy.outcome == "renege":
            other = scorecard.scorecard([*hands[:place], summary(again), *hands[place + 1 :]], card.key)
            return GameOutcome(other.state, other.totals, other.winner)
    return None


def outcome_by_sheet(card: scorecard.ScoredGame) -> GameOutcome:
    """Return the outcome by the sheet; hands without a written score count as ruled.

    All hands count, also those after the game was over by the cards: a table plays on while its sheet says so.
    """
    totals = (0, 0)
    for line in card.lines:
        counted = line.counted or (0, 0)
        written = zip(scorecard.list_written_points(line.hand), counted, strict=True)
        made = [ruled if mark is None else mark for mark, ruled in written]
        totals = (totals[0] + made[0], totals[1] + made[1])
    laws = [line.hand.law for line in card.lines]
    ends = {law.game.stands(totals, law.toggles) for law in laws}
    state: GameEnd = next((end for end in ("tied", "won") if end in ends), "unfinished")
    return GameOutcome(state, totals, int(totals[1] > totals[0]) if state == "won" else None)


class HandPlace(NamedTuple):
    """A hand of a match, with its line of the scorecard."""

    round: Round
    match: SeasonMatch
    game: int
    #: The ids of the teams that sit North-South and East-West.
    teams: tuple[str, str]
    #: The number of the hand, and the id of its record.
    number: int
    hand: str
    basis: scorecard.Basis
    counted: Scores | None
    written: scorecard.WrittenScore
    dealer: int
    due: int | None


class Reneged(NamedTuple):
    """A proven renege."""

    where: HandPlace
    finding: Finding
    #: The id of the team that committed it, and whether a claim of it was upheld.
    team: str
    called: bool
    trumps: int
    packed: bytes

    @property
    def record(self) -> HandRecord:
        return unpack_record(self.packed)


class WrongSheet(NamedTuple):
    """Score on the sheet that differs from the ruling."""

    where: HandPlace
    team: str
    written: int | str
    #: What the cards give, or the ruling, and which of them; None where nothing is scored.
    ruled: int | None
    by_cards: bool


class OtherOutcome(NamedTuple):
    """Game with another result if a renege in one hand had been called, or by its sheet (no hand)."""

    round: Round
    match: SeasonMatch
    game: int
    where: HandPlace | None
    finding: Finding | None
    #: The outcome, and the other outcome; points by the match's teams.
    now: GameOutcome
    then: GameOutcome


class RenegeCount(NamedTuple):
    """Number of reneges of a kind by a team."""

    #: The infraction, and the team's id.
    kind: str
    team: str
    called: int
    uncalled: int


class Audit(NamedTuple):
    """Audit of a season."""

    standings: Standings
    #: How many hands were looked at: those that belong to the season.
    hands: int
    reneges: tuple[Reneged, ...]
    sheets: tuple[WrongSheet, ...]
    #: Hands known from the sheet alone, with scores that no hand can have.
    impossible: tuple[HandPlace, ...]
    otherwise: tuple[OtherOutcome, ...]
    disputed: tuple[HandPlace, ...]
    #: Hands that another seat dealt than should have.
    dealers: tuple[HandPlace, ...]

    @property
    def uncalled_reneges(self) -> list[Reneged]:
        return [reneged for reneged in self.reneges if not reneged.called]

    def counts(self) -> list[RenegeCount]:
        """Return the reneges by kind and team, in the order of kinds, then of teams in the season."""
        order = [team.id for team in self.standings.season.teams]
        counts: dict[tuple[str, str], list[int]] = {}
        for reneged in self.reneges:
            counts.setdefault((reneged.finding.infraction, reneged.team), [0, 0])[not reneged.called] += 1
        listed = sorted(counts.items(), key=lambda item: (item[0][0], order.index(item[0][1])))
        return [RenegeCount(*of, *numbers) for of, numbers in listed]


def audit(season: Season, given: GivenHands, *on_game: OnGame) -> Audit:
    """Audit a season by its hands; each of `on_game` is called with every game."""
    reneges, sheets, otherwise = list[Reneged](), list[WrongSheet](), list[OtherOutcome]()
    impossible, disputed, dealers = list[HandPlace](), list[HandPlace](), list[HandPlace]()
    hands = 0

    def add_game(added: CountedGame) -> None:
        nonlocal hands
        for line in added.card.lines:
            where, hand, remedy = _place_of(added, line), line.hand, line.hand.remedy
            hands += 1
            for finding in hand.reneges:
                if finding.team is not None:
                    replay, called = hand.ruling.replay, is_called(hand.ruling, finding)
                    team, kept = where.teams[finding.team], pack_record(replay.hand.record)
                    reneges.append(Reneged(where, finding, team, called, replay.trumps, kept))
            for side in line.differs:
                written = line.written_score[side]
                by_cards = remedy.outcome == "scored" and line.basis == "cards"
                assert written is not None
                ruled = remedy.certain_scores[side] if remedy.score or remedy.range else None
                sheets.append(WrongSheet(where, where.teams[side], written, ruled, by_cards))
            impossible.extend([] if line.adds_up else [where])
            disputed.extend([where] if line.basis in ("open", "unfinished") else [])
            dealers.extend([where] if line.has_wrong_dealer else [])
        if added.game.is_in_table and not added.match.forfeited:
            otherwise.extend(_find_other_outcomes(added))

    table = standings(season, given, *on_game, add_game)
    found = tuple(reneges), tuple(sheets), tuple(impossible)
    return Audit(table, hands, *found, tuple(otherwise), tuple(disputed), tuple(dealers))


def _place_of(added: CountedGame, line: scorecard.ScorecardLine) -> HandPlace:
    id, written = line.hand.noted.id, line.written_score
    hand = line.number, id, line.basis, line.counted, written, line.dealer, line.due
    return HandPlace(added.round, added.match, added.game.number, added.teams, *hand)


def is_called(ruling: Ruling, finding: Finding) -> bool:
    """Return True if the claim of a renege was upheld. An unproven claim costs by itself and needs no call."""
    upheld = (weighed.finding for weighed in ruling.claims if weighed.verdict == "upheld")
    return finding.of_claim or finding in upheld


def _find_other_outcomes(added: CountedGame) -> Iterator[OtherOutcome]:
    """Yield the other outcomes of a game: with each uncalled renege called, and by its sheet."""
    card, here = added.card, (added.round, added.match, added.game.number)
    now = _order_by_match_teams(added, GameOutcome(card.state, card.totals, card.winner))
    for place, line in enumerate(card.lines):
        for finding in line.hand.reneges:
            called = outcome_if_called(card, place, finding)
            if called is not None and (then := _order_by_match_teams(added, called)).differs(now):
                yield OtherOutcome(*here, _place_of(added, line), finding, now, then)
    if (then := _order_by_match_teams(added, outcome_by_sheet(card))).differs(now):
        yield OtherOutcome(*here, None, None, now, then)


def _order_by_match_teams(added: CountedGame, outcome: GameOutcome) -> GameOutcome:
    if not added.turned:
        return outcome
    winner = None if outcome.winner is None else len(TEAMS) - 1 - outcome.winner
    return outcome._replace(totals=(outcome.totals[1], outcome.totals[0]), winner=winner)
