"""A whole season of a made-up league: a single round robin, each game hand by hand until somebody has won it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any, Final, NamedTuple

from clabber_audit.law.bound_ruleset import BoundRuleset, law_of
from clabber_audit.league.season.model import FORMAT, Match, Round, Season
from clabber_audit.league.season.round_robin import Pairing, round_robin
from clabber_audit.record.model import HandRecord
from clabber_audit.record.words import DEFAULT_RULESET
from clabber_audit.record.words import FORMAT as HAND_FORMAT
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.summary import Summary, summary
from clabber_audit.scorecard.card import game_of, scorecard
from clabber_audit.simulate.people import entered
from clabber_audit.simulate.scoring import miscounted, settled
from clabber_audit.simulate.slips import slipped
from clabber_audit.simulate.table import SimulatedHand
from clabber_audit.table.cards import SEATS, TEAMS

_LEAGUE: Final = "Backwater Clabber League"
#: The first evening, a Thursday; the others follow week by week.
_FIRST_DAY: Final = date(2026, 1, 8)


class Rates(NamedTuple):
    """How often something goes wrong, each from 0 to 1."""

    #: Hands in which somebody breaks a rule.
    irregular: float
    #: Reneges that are claimed. Where nobody reneged a tenth as many claims are made, wrongly.
    claims: float
    #: Scored hands of which the sheet says otherwise than the table had it.
    slips: float


class Played(NamedTuple):
    """A season and its hands, which are played one by one as they are taken."""

    season: Season
    hands: Iterator[HandRecord]


class _Evening(NamedTuple):
    """A match being played: what its hands have in common."""

    seed: int
    season: Season
    round: Round
    match: Match


def season(
    seed: int,
    teams: int = 6,
    games: int = 1,
    irregular: float = 0.02,
    claims: float = 0.3,
    slips: float = 0.03,
    ruleset: str = DEFAULT_RULESET,
) -> Played:
    """A single round robin of `teams` teams, 2 to 200, with `games` games a match, 1 to 100.

    The rates are those of `Rates`, each from 0 to 1. The same arguments give the same records on every machine.

    Hands come in the order of rounds, tables, games and deals. A game goes by what its hands were ruled, not by the
    slips on its sheet, and ends as the ruleset says (R-076 to R-078).
    """
    law = law_of(ruleset)
    made = _scheduled(seed, teams, games, law)
    return Played(made, _hands(seed, made, law, Rates(irregular, claims, slips)))


def _scheduled(seed: int, count: int, games: int, law: BoundRuleset) -> Season:
    teams = entered(Random(f"clabber season {seed}"), count)
    return Season(
        format=FORMAT,
        title=f"Simulated season, seed {seed}",
        league=_LEAGUE,
        season=str(_FIRST_DAY.year),
        ruleset=law.ruleset.id,
        games_per_match=games,
        teams=teams,
        rounds=[_round(number, pairing) for number, pairing in enumerate(round_robin([team.id for team in teams]), 1)],
        remarks=["made up: no such league, no such players"],
    )


def _round(number: int, pairing: Pairing) -> Round:
    return Round(
        number=number,
        day=(_FIRST_DAY + timedelta(weeks=number - 1)).isoformat(),
        matches=[
            Match(id=f"r{number}-t{table}", teams=[*match], home=match[0], table=table)
            for table, match in enumerate(pairing.matches, 1)
        ],
        byes=[pairing.bye] if pairing.bye else [],
    )


def _hands(seed: int, season: Season, law: BoundRuleset, rates: Rates) -> Iterator[HandRecord]:
    for round in season.rounds:
        for match in round.matches:
            evening = _Evening(seed, season, round, match)
            people = _seated(evening)
            for game in range(1, season.games_of(match) + 1):
                yield from _game(evening, people, game, law, rates)


def _game(
    evening: _Evening, people: dict[str, Any], game: int, law: BoundRuleset, rates: Rates
) -> Iterator[HandRecord]:
    """The hands of one game. Who deals first was drawn (R-010 has it by the cards); then the deal goes round."""
    dealer = Random(_name(evening, game, 0)).randrange(len(SEATS))
    played: list[Summary] = []
    while not played or scorecard(played, game_of(played[0])).state == "unfinished":
        name = _name(evening, game, len(played) + 1)
        head = {"format": HAND_FORMAT, "id": name, "ruleset": law.ruleset.id, **people}
        head["context"] = _context(evening, game, len(played) + 1)
        record, ruling = _hand(head, dealer, law, rates)
        assert ruling.next_dealer is not None, "every card of a simulated hand is known and played"
        dealer = ruling.next_dealer
        played.append(summary(ruling))
        yield record


def _hand(head: dict[str, Any], dealer: int, law: BoundRuleset, rates: Rates) -> tuple[HandRecord, Ruling]:
    random = Random(f"clabber season {head['id']}")
    table = SimulatedHand(random, law, dealer)
    table.play_out(rates.irregular)
    data, ruling, score = settled(random, law, {**head, **table.written()}, rates.claims)
    if "wrong score" in table.trouble:
        score = miscounted(random, ruling, score)
    elif random.random() < rates.slips:
        score = slipped(random, ruling, score)
    return HandRecord.model_validate({**data, "score": score} if score else data), ruling


def _seated(evening: _Evening) -> dict[str, Any]:
    """Who sits down for a match: the home team North and South, two of each team."""
    random = Random(_name(evening, 0, 0))
    sides = [next(team for team in evening.season.teams if team.id == id) for id in evening.match.teams]
    players: dict[str, str] = {}
    for team, seats in zip(sides, TEAMS, strict=True):
        players |= dict(zip(seats, random.sample(team.players, len(seats)), strict=True))
    return {
        "players": {seat: players[seat] for seat in SEATS},
        "teams": {seats: team.name for seats, team in zip(TEAMS, sides, strict=True)},
        "source": {
            "kind": "software",
            "citation": evening.season.title.lower(),
            "recorded_by": players["N"],
        },
    }


def _context(evening: _Evening, game: int, hand: int) -> dict[str, Any]:
    return {
        "league": evening.season.league,
        "season": evening.season.season,
        "date": evening.round.day,
        "round": evening.round.number,
        "table": evening.match.table,
        "game": game,
        "hand": hand,
    }


def _name(evening: _Evening, game: int, hand: int) -> str:
    """The id of a hand, which seeds it too: its cards are the same whatever went wrong in the hands before."""
    return f"s{evening.seed}-r{evening.round.number:02}-t{evening.match.table:02}-g{game}-h{hand:02}"
