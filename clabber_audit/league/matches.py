"""Matches: their games as the hands give them, and their status."""

from __future__ import annotations

from collections.abc import Sequence

from clabber_audit.league.approvals import approved, as_corrected, fixed
from clabber_audit.league.notices import Kind, Notice, Notices, facts
from clabber_audit.league.played import AddedUp, Look, PlayedGame, PlayedMatch, State, Status
from clabber_audit.league.season import Season
from clabber_audit.league.season.model import Match, Round
from clabber_audit.league.shelf import Shelf, Slot
from clabber_audit.ruling.summary import Summary
from clabber_audit.scorecard.card import Game, game_of, scorecard


def matches(season: Season, shelf: Shelf, notices: Notices, look: Look) -> list[PlayedMatch]:
    """All matches of the schedule, in its order."""
    return [_match(season, round, match, shelf, notices, look) for round in season.rounds for match in round.matches]


def _match(season: Season, round: Round, match: Match, shelf: Shelf, notices: Notices, look: Look) -> PlayedMatch:
    games = tuple(_game(round, match, number, shelf, notices, look) for number in range(1, season.games_of(match) + 1))
    how = fixed(season, match, games, notices)
    games = tuple(
        game._replace(fixed=how.get(game.number, "")) for game in as_corrected(season, match, games, shelf.law)
    )
    approvals = tuple(approved(season, round, match, games, notices))
    approved_by = tuple(approval.team for approval in approvals)
    unwritten = tuple(approval.team for approval in approvals if not approval.results)
    status = _status(match, games, approved_by, unwritten, season.approving)
    played = PlayedMatch(round, match, games, status, approved_by, unwritten)
    _tell_what_is_missing(played, notices)
    return played


def _game(round: Round, match: Match, number: int, shelf: Shelf, notices: Notices, look: Look) -> PlayedGame:
    sittings = shelf.of(Slot(match.id, number))
    if not sittings:
        return PlayedGame(number, "not_played", None, None)
    hands = [sitting.hand for sitting in sittings]
    tables = {sitting.table for sitting in sittings} - {None}
    if len(tables) > 1 or len({sitting.north_south for sitting in sittings}) > 1:
        notices.tell(Notice("two_tables", match.id, number), *map(_id, hands))
        return PlayedGame(number, "unclear", None, None)
    turned = sittings[0].north_south != match.teams[0]
    card = scorecard(hands, game_of(hands[0]))
    game = _added_up(match, number, card, turned, notices)
    look(AddedUp(round, match, game, card, turned))
    return game


def _added_up(match: Match, number: int, card: Game, turned: bool, notices: Notices) -> PlayedGame:
    kept = _written_alone(card), tuple(line.hand.digest for line in card.lines)
    twice = _twice(card)
    for hand, both in twice.items():
        notices.tell(Notice("two_hands", match.id, number, facts=facts(hand=hand)), *both)
    if twice:
        return PlayedGame(number, "unclear", None, None, *kept)
    state = _state(card)
    totals = (card.totals[1], card.totals[0]) if turned else card.totals
    winner = match.teams[totals[1] > totals[0]] if state == "won" else None
    _tell_of_game(match, number, card, state, notices)
    return PlayedGame(number, state, totals, winner, *kept)


def _written_alone(card: Game) -> tuple[int, int]:
    counted = [line.basis for line in card.lines if line.counted is not None]
    return counted.count("written"), len(counted)


def _id(hand: Summary) -> str:
    return hand.noted.id


def _twice(card: Game) -> dict[int, list[str]]:
    """The numbers that two hands have, with the hands; a hand that was dealt again may share its number."""
    found: dict[int, list[str]] = {}
    for line in card.lines:
        if line.basis != "nothing" and line.counted != (0, 0):
            found.setdefault(line.number, []).append(_id(line.hand))
    return {number: hands for number, hands in found.items() if len(hands) > 1}


def _state(card: Game) -> State:
    if card.state == "disputed":
        return "disputed"
    if any(line.basis == "unfinished" for line in card.lines):
        return "stopped"
    return "incomplete" if card.missing else card.state


def _tell_of_game(match: Match, number: int, card: Game, state: State, notices: Notices) -> None:
    kinds: tuple[tuple[Kind, str], ...] = (("disputed", "open"), ("stopped", "unfinished"), ("hands_after", "after"))
    for kind, basis in kinds:
        hands = [_id(line.hand) for line in card.lines if line.basis == basis]
        if hands:
            notices.tell(Notice(kind, match.id, number), *hands)
    if card.order_matters:
        loose = [_id(line.hand) for line in card.lines if not line.numbered]
        notices.tell(Notice("no_hand_number", match.id, number), *loose)
    if card.missing:
        numbers = ", ".join(map(str, card.missing))
        notices.tell(Notice("hands_missing", match.id, number, facts=facts(numbers=numbers)))
    if state == "unfinished":
        most = facts(most=max(card.totals))
        notices.tell(Notice("another_hand" if card.another_hand else "unfinished", match.id, number, facts=most))


def _status(
    match: Match, games: Sequence[PlayedGame], approved_by: Sequence[str], unwritten: Sequence[str], approving: bool
) -> Status:
    """The status that holds for the whole match: one game that is locked locks no other."""
    if match.forfeited:
        return "forfeited"
    if any(game.state in ("disputed", "stopped", "unclear") for game in games):
        return "in_dispute"
    if all(game.fixed for game in games):
        return "corrected" if any(game.fixed == "corrected" for game in games) else "locked"
    if all(game.state == "not_played" for game in games):
        return "postponed" if match.postponed else "scheduled"
    if set(approved_by) == set(match.teams) and all(game.counts for game in games):
        return "approved_unwritten" if unwritten else "approved"
    return "provisional" if approving or not all(game.counts for game in games) else "played"


def _tell_what_is_missing(played: PlayedMatch, notices: Notices) -> None:
    there = [game.number for game in played.games if game.state != "not_played"]
    if played.match.forfeited and there:
        points = int(not played.match.forfeited.annul)
        notices.tell(Notice("played_though_forfeited", played.match.id, facts=facts(points=points)))
    elif there and len(there) < len(played.games):
        missing = [str(game.number) for game in played.games if game.state == "not_played"]
        numbers = facts(numbers=", ".join(missing))
        notices.tell(Notice("games_missing", played.match.id, facts=numbers))
