"""Play-offs: the bracket drawn from the table, stage by stage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from clabber_audit.core.errors import Undecided, UsageError
from clabber_audit.core.text import inflect
from clabber_audit.league.games import PlayedMatch
from clabber_audit.league.standings import Standings, select_regular

#: Names of stages by the number of places in the bracket.
_STAGES: Final = {2: "Final", 4: "Semifinal", 8: "Quarterfinal"}


def bracket(places: int) -> list[int]:
    """Return the seeds of a bracket from top to bottom: the best two can meet in the final alone.

    >>> bracket(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < places:
        below = 2 * len(order) + 1
        order = [seed for best in order for seed in (best, below - best)]
    return order


def is_due(standings: Standings) -> bool:
    """Return True if the next stage can be drawn."""
    draws, playoffs = standings.season.draws, standings.season.playoffs
    if standings.champion or (playoffs is None and not draws):
        return False
    before = _find_matches_before(standings)
    return bool(before) and not _find_open_matches(before, is_stage=bool(draws))


def draw_next_stage(
    standings: Standings, *, seeds: Sequence[str] = (), day: str | None = None
) -> dict[str, Any]:
    """Return the draw of the next stage as an entry. `seeds` are team ids, the best first, instead of the table.

    Raises Undecided while a match before it is open, UsageError if there is nothing to draw, or the table does not
    give an order.
    """
    season = standings.season
    playoffs, draws = season.playoffs, season.draws
    if playoffs is None:
        help = "write playoffs into the season file, or start it with league init --playoff"
        raise UsageError("this season has no play-offs", "", help)
    if final := standings.champion:
        raise UsageError(f"the play-offs are over: {season.name_of(final.winner or '')} won them", "", "")
    before = _find_matches_before(standings)
    if left := _find_open_matches(before, is_stage=bool(draws)):
        numbers = season.numbers()
        why = "open: match " + ", ".join(str(numbers[match.match.id]) for match in left[:20])
        what = inflect(len(left), "1 match has no result", "{count} matches have no result")
        raise Undecided(f"{what} yet, so the next stage cannot be drawn", why, "league open lists them")
    if draws:
        if seeds:
            raise UsageError("the seeds were drawn with the first stage", "", "leave out --seeds")
        seeds = draws[0].seeds
        alive = {*(match.winner for match in before), *draws[-1].round.byes}
    else:
        seeds = seeds or _seeds(standings, playoffs.teams)
        alive = set(seeds)
    # The places of the bracket are 2, 4, 8, ...
    places = 1 << (len(seeds) - 1).bit_length()
    order = [seeds[seed - 1] if seed <= len(seeds) else None for seed in bracket(places)]
    slots = [team for team in order if team in alive] if draws else order
    pairs = list(zip(slots[::2], slots[1::2], strict=True))
    stage = _STAGES.get(len(slots), f"Round of {len(slots)}")
    games = playoffs.final_best_of if len(slots) == 2 and playoffs.final_best_of else playoffs.best_of
    matches: list[dict[str, Any]] = []
    for pair in pairs:
        teams = sorted((team for team in pair if team), key=seeds.index)
        if len(teams) == 2:
            id = f"{stage.lower().replace(' ', '-')}-{len(matches) + 1}"
            more = {"home": teams[0], "table": len(matches) + 1, "games": games}
            matches.append({"id": id, "teams": teams, **more})
    round = {
        "number": max((round.number for round in season.all_rounds), default=0) + 1,
        "stage": stage,
        **({"day": day} if day else {}),
        "matches": matches,
        "byes": [one or other for one, other in pairs if None in (one, other)],
    }
    return {"seeds": list(seeds), "round": round}


def _find_matches_before(standings: Standings) -> list[PlayedMatch]:
    """Return the matches of the stage before the next one; before the first, those of the schedule."""
    if not standings.season.draws:
        return select_regular(standings.matches)
    number = standings.season.draws[-1].round.number
    return [match for match in standings.matches if match.round.number == number]


def _seeds(standings: Standings, teams: int) -> list[str]:
    """Return the first teams of the table; UsageError if places among them are shared."""
    shared = [row for row in standings.rows if row.shared and row.place <= teams]
    if shared:
        names = ", ".join(standings.season.name_of(row.tally.team) for row in shared)
        help = "say the order with --seeds, best first"
        raise UsageError(f"{names} share a place", "the table gives no order of them", help)
    return [row.tally.team for row in standings.rows[:teams]]


def _find_open_matches(matches: Sequence[PlayedMatch], *, is_stage: bool) -> list[PlayedMatch]:
    """Return the matches without a result; in the play-offs also those without a winner."""
    return [
        match
        for match in matches
        if not match.is_decided or match.status == "in_dispute" or (is_stage and match.winner is None)
    ]
