"""Simulated hands by the thousand, seasons and evenings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

from clabber_audit.cards import SEATS, TEAMS
from clabber_audit.judge.judge import Summary, summary
from clabber_audit.league.evening import (
    GAMES,
    HANDS,
    EveningTable,
    assign_next_tables,
    find_pair_going_up,
    is_bell_hand,
)
from clabber_audit.league.games import require_evening_rules
from clabber_audit.league.schedule import round_robin
from clabber_audit.league.scorecard import game_of, scorecard
from clabber_audit.league.season import FORMAT, Round, Season, SeasonMatch, Team
from clabber_audit.records import bid_euchre_words as bid_euchre
from clabber_audit.records import vocabulary as clabber
from clabber_audit.records.bid_euchre_words import COMPASS
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import model_of
from clabber_audit.records.vocabulary import DEFAULT_RULESET
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of, load_law
from clabber_audit.simulate.hands import BidEuchreHand, ClabberHand, SimulatedHand, judge_and_score

_NAMES: Final = ("Ada", "Ben", "Cora", "Dell", "Etta", "Finn", "Gus", "Hazel", "Ida", "Jud", "Kate", "Lem")
_CLUBS: Final = ("Owls", "Herons", "Otters", "Badgers", "Larks", "Foxes")


#: Simulated hands by format; the number of a hand determines the dealer.
_HANDS: Final[dict[str, Callable[[Random, BoundRuleset, int], SimulatedHand]]] = {
    clabber.FORMAT: ClabberHand,
    bid_euchre.FORMAT: BidEuchreHand,
}


def simulate_hands(
    seed: int,
    hands: int,
    irregular: float = 0.1,
    claims: float = 0.3,
    ruleset: str = DEFAULT_RULESET,
    events: float = 0,
) -> Iterator[Any]:
    """Yield `hands` records of the game of a ruleset.

    The rates run from 0 to 1: `irregular` of hands with a broken rule, `claims` of claimed reneges, `events` of hands in
    which a card is taken back, an outsider speaks or the like. In hands without a renege a tenth as many claims are
    made, wrongly.
    """
    law = load_law(ruleset)
    for number in range(hands):
        random = Random(f"clabber {seed} {number}")
        table = _HANDS[law.game.format](random, law, number)
        table.play_out(irregular)
        table.disturb_more(Random(f"events {seed} {number}"), events)
        seating = table.seating
        players = dict(zip(seating.seats, random.sample(_NAMES, len(seating.seats)), strict=True))
        head = _make_head(f"sim-{seed}-{number + 1:06}", law, players)
        if not seating.alone:
            sides = seating.side_names
            head["teams"] = dict(zip(sides, random.sample(_CLUBS, len(sides)), strict=True))
        data, _ruling = judge_and_score(table, head, claims)
        yield model_of(law.game.format).model_validate(data)


def _make_head(id: str, law: BoundRuleset, players: dict[str, str]) -> dict[str, Any]:
    """Return the first fields of a record: format, id, ruleset and players."""
    return {"format": law.game.format, "id": id, "ruleset": law.ruleset.id, "players": players}


#: Players of a team. Two of them play a match.
ROSTER: Final = 4

# fmt: off
_TEAMS: Final = (
    "Badgers", "Bitterns", "Catbirds", "Coots", "Cranes", "Foxes", "Grebes", "Herons", "Larks", "Lynxes",
    "Martens", "Minks", "Muskrats", "Newts", "Otters", "Plovers", "Shrews", "Stoats", "Teals", "Terns", "Voles",
    "Weasels",
)
_FIRST: Final = (
    "Ada", "Alma", "Bert", "Clem", "Cora", "Dell", "Dora", "Edna", "Etta", "Finn", "Gus", "Hazel", "Hugh",
    "Ida", "Ines", "Jud", "Kate", "Lem", "Lena", "Mabel", "Milo", "Nell", "Olin", "Opal", "Perry", "Rhoda",
    "Rolf", "Selma", "Ted", "Vera", "Walt", "Zella",
)
#: Invented, so that no reader finds a real name.
_LAST: Final = (
    "Applequay", "Ashrafter", "Barnsilver", "Bricklark", "Candlereed", "Clayferry", "Cobbleton", "Cornlantern",
    "Dockweather", "Elmskiff", "Fencemarrow", "Flintpasture", "Gravelwing", "Hayrudder", "Inkwillow",
    "Kettlemoor", "Lampharrow", "Mossanvil", "Nettlebarge", "Oatsteeple", "Pipethistle", "Quilltimber",
    "Rainshutter", "Reedhammer", "Saltorchard", "Stonebobbin", "Tallowbrook", "Thimblefield", "Wickerford",
    "Yarnbridge",
)
# fmt: on
#: Limit of a season file; there are players for more.
MOST_TEAMS: Final = 200


def shuffle_players(random: Random) -> list[str]:
    """Return all names of players in random order, each once."""
    players = [f"{first} {last}" for first, last in product(_FIRST, _LAST)]
    random.shuffle(players)
    return players


def make_teams(random: Random, count: int) -> list[Team]:
    """Return `count` teams with their players, at most `MOST_TEAMS`, without duplicate names."""
    players = shuffle_players(random)
    names = random.sample(_TEAMS, min(count, len(_TEAMS)))
    # A club that enters several teams numbers them from the second.
    rounds = [(names[number % len(names)], number // len(names)) for number in range(count)]
    clubs = [f"{name} {before + 1}" if before else name for name, before in rounds]
    return [
        Team(
            id=name.lower().replace(" ", "-"),
            name=name,
            captain=players[number * ROSTER],
            players=players[number * ROSTER : (number + 1) * ROSTER],
        )
        for number, name in enumerate(clubs)
    ]


_LEAGUE: Final = "Backwater Clabber League"
#: The first evening, a Thursday; the others follow week by week.
_FIRST_DAY: Final = date(2026, 1, 8)


class Rates(NamedTuple):
    """Rates of trouble, each from 0 to 1."""

    #: Hands with a broken rule.
    irregular: float
    #: Reneges that are claimed. In hands without one a tenth as many claims are made, wrongly.
    claims: float
    #: Scored hands with a slip on the sheet.
    slips: float


class SimulatedSeason(NamedTuple):
    """Simulated season; its hands are generated lazily."""

    season: Season
    hands: Iterator[HandRecord]


def season(
    seed: int,
    teams: int = 6,
    games: int = 1,
    *,
    irregular: float = 0.02,
    claims: float = 0.3,
    slips: float = 0.03,
    ruleset: str = DEFAULT_RULESET,
) -> SimulatedSeason:
    """Simulate a single round robin of `teams` teams, 2 to 200, with `games` games a match, 1 to 100.

    The rates are those of `Rates`. The same arguments give the same records on every machine.

    Hands come in the order of rounds, tables, games and deals. A game goes by the rulings on its hands, not by the
    slips on its sheet, and ends as the ruleset says (R-076 to R-078).
    """
    law = law_of(ruleset)
    made = _build_season(seed, teams, games, law)
    return SimulatedSeason(made, _simulate_season(seed, made, law, Rates(irregular, claims, slips)))


def _build_season(seed: int, count: int, games: int, law: BoundRuleset) -> Season:
    teams = make_teams(Random(f"clabber season {seed}"), count)
    return Season(
        format=FORMAT,
        title=f"Simulated season, seed {seed}",
        league=_LEAGUE,
        season=str(_FIRST_DAY.year),
        ruleset=law.ruleset.id,
        games_per_match=games,
        teams=teams,
        rounds=[
            Round(
                number=number,
                day=(_FIRST_DAY + timedelta(weeks=number - 1)).isoformat(),
                matches=[
                    SeasonMatch(id=f"r{number}-t{table}", teams=[*match], home=match[0], table=table)
                    for table, match in enumerate(pairing.matches, 1)
                ],
                byes=[pairing.bye] if pairing.bye else [],
            )
            for number, pairing in enumerate(round_robin([team.id for team in teams]), 1)
        ],
        remarks=["made up: no such league, no such players"],
    )


def _simulate_season(seed: int, season: Season, law: BoundRuleset, rates: Rates) -> Iterator[HandRecord]:
    for round in season.rounds:
        for match in round.matches:
            name = f"s{seed}-r{round.number:02}-t{match.table:02}"
            head = {
                **_seat_players(season, match, Random(_id_of(name, 0, 0))),
                "context": {
                    "league": season.league,
                    "season": season.season,
                    "date": round.day,
                    "round": round.number,
                    "table": match.table,
                },
            }
            for game in range(1, season.games_of(match) + 1):
                yield from _simulate_game(name, head, game, law, rates)


def _simulate_game(
    name: str, head: dict[str, Any], game: int, law: BoundRuleset, rates: Rates
) -> Iterator[HandRecord]:
    """Yield the hands of one game. The first dealer is drawn (R-010 has it by the cards); then the deal goes round."""
    dealer = Random(_id_of(name, game, 0)).randrange(len(SEATS))
    played: list[Summary] = []
    while not played or scorecard(played, game_of(played[0])).state == "unfinished":
        number = len(played) + 1
        id = _id_of(name, game, number)
        own = _make_head(id, law, head["players"])
        context = {**head["context"], "game": game, "hand": number}
        table = ClabberHand(Random(f"clabber season {id}"), law, dealer)
        table.play_out(rates.irregular)
        data, ruling = judge_and_score(table, {**own, **head, "context": context}, rates.claims, rates.slips)
        assert ruling.next_dealer is not None, "every card of a simulated hand is known and played"
        dealer = ruling.next_dealer
        played.append(summary(ruling))
        yield HandRecord.model_validate(data)


def _seat_players(season: Season, match: SeasonMatch, random: Random) -> dict[str, Any]:
    """Return the players of a match: the home team North and South, two of each team."""
    sides = [next(team for team in season.teams if team.id == id) for id in match.teams]
    players: dict[str, str] = {}
    for team, seats in zip(sides, TEAMS, strict=True):
        players |= dict(zip(seats, random.sample(team.players, len(seats)), strict=True))
    return {
        "players": {seat: players[seat] for seat in SEATS},
        "teams": {seats: team.name for seats, team in zip(TEAMS, sides, strict=True)},
        "source": {"kind": "software", "citation": season.title.lower(), "recorded_by": players["N"]},
    }


def _id_of(match: str, game: int, hand: int) -> str:
    """Return the id of a hand, which seeds it too: its cards do not depend on trouble in hands before."""
    return f"{match}-g{game}-h{hand:02}"


RULESET: Final = "progressive-euchre"
#: Players by seat.
Seated = list[str]
_FOUR: Final = len(COMPASS)


def evening(
    seed: int, tables: int = 4, irregular: float = 0.02, claims: float = 0.3, ruleset: str = RULESET
) -> Iterator[Any]:
    """Yield the hands of an evening, game by game and table by table; tied tables are drawn (BD-27).

    Both rates run from 0 to 1. The same arguments give the same records on every machine.
    """
    law, draw = load_law(ruleset), Random(f"clabber evening {seed}")
    require_evening_rules(law.ruleset)
    people = shuffle_players(draw)[: tables * _FOUR]
    seated = [people[start : start + _FOUR] for start in range(0, len(people), _FOUR)]
    moved: list[int | None] = [None] * tables
    for game in range(1, GAMES + 1):
        played: list[EveningTable] = []
        for table, (four, mover) in enumerate(zip(seated, moved, strict=True), 1):
            # The other tables finish the hand at which the bell rings (B-048).
            hands = HANDS if table == 1 else draw.randint(HANDS - 2, HANDS + 2)
            points: tuple[int, ...] = (0, 0)
            score: list[tuple[int, ...]] = []
            for record, score in _simulate_table(
                f"e{seed}-g{game:02}-t{table:02}", four, hands, law, (irregular, claims)
            ):
                context: dict[str, Any] = {"table": table, "game": game, "hand": len(score)}
                if mover is not None and len(score) == 1:
                    context["moved"] = COMPASS[mover]
                yield model_of(law.game.format).model_validate({**record, "context": context})
                points = tuple(map(sum, zip(*score, strict=True)))
            pairs = ((four[0], four[2]), (four[1], four[3]))
            drawn = draw.randrange(2)
            up = find_pair_going_up(score[-1], law)
            played.append(EveningTable(game, table, pairs, points, drawn if up is None else up))
        seated, moved = _choose_next_seats(draw, seated, played)


def _simulate_table(
    name: str, four: Seated, hands: int, law: BoundRuleset, rates: tuple[float, float]
) -> Iterator[tuple[dict[str, Any], list[tuple[int, ...]]]]:
    """Yield the hands of one table until enough have counted, each with the scores so far."""
    score: list[tuple[int, ...]] = []
    dealer = Random(name).randrange(_FOUR)
    counted = 0
    while counted < hands:
        id = f"{name}-h{len(score) + 1:02}"
        table = BidEuchreHand(Random(f"clabber evening {id}"), law, dealer)
        table.play_out(rates[0])
        head = _make_head(id, law, dict(zip(COMPASS, four, strict=True)))
        data, ruling = judge_and_score(table, head, rates[1])
        counted += is_bell_hand(ruling)
        score.append(tuple(points or 0 for points in ruling.remedy.certain_scores))
        dealer = dealer if ruling.next_dealer is None else ruling.next_dealer
        yield data, score


def _choose_next_seats(
    draw: Random, seated: Sequence[Seated], played: Sequence[EveningTable]
) -> tuple[list[Seated], list[int | None]]:
    """Return the next seats, and who changed seats: one of those that stay, so that no pair stays together."""
    goal = assign_next_tables(played)
    tables: list[Seated] = []
    moved: list[int | None] = []
    for four, sat in zip(seated, played, strict=True):
        here = [player for player, table in goal.items() if table == sat.table]
        stay = [player for player in here if player in four]
        # The losers stay; at the head table, which they leave, the winners.
        losers = (
            [] if sat.winners is None else [player for player in stay if player in sat.pairs[1 - sat.winners]]
        )
        mover = draw.choice(losers or stay)
        seats: dict[int, str] = {four.index(player): player for player in stay if player != mover}
        place = (four.index(mover) + 1) % _FOUR
        # At a single table whoever sat there goes to the seat that became free.
        seats |= {four.index(mover): seats.pop(place)} if place in seats else {}
        seats[place] = mover
        free = [seat for seat in range(_FOUR) if seat not in seats]
        came = [player for player in here if player not in four]
        draw.shuffle(came)
        seats |= dict(zip(free, came, strict=True))
        tables.append([seats[seat] for seat in range(_FOUR)])
        moved.append(place)
    return tables, moved
