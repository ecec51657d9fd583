"""Notices, statuses and game results in sentences."""

from __future__ import annotations

from typing import Final

from clabber_audit.ground.counted import counted
from clabber_audit.league.notices import Kind, Notice
from clabber_audit.league.played import PlayedGame, PlayedMatch
from clabber_audit.render.league.names import Names
from clabber_audit.render.wording import listed

#: What each status of a match is called.
STATUSES: Final = {
    "scheduled": "scheduled",
    "postponed": "postponed",
    "played": "played",
    "provisional": "provisional",
    "approved_unwritten": "approved, but without a written result",
    "approved": "approved by both captains",
    "locked": "locked",
    "corrected": "corrected",
    "forfeited": "forfeited",
    "in_dispute": "in dispute",
}

#: Why a game does not count.
STATES: Final = {
    "won": "won",
    "tied": "tied",
    "unfinished": "not over",
    "disputed": "in dispute",
    "stopped": "in dispute, play stopped",
    "incomplete": "hands are missing",
    "unclear": "in dispute, hands contradict each other",
    "not_played": "no hands",
}

_GAME: Final = "{match}, game {game}: "
_MESSAGES: Final[dict[Kind, str]] = {
    "refused": "{refused}, so they are not counted here. Correct the file, and run this again.",
    "other_league": "Hands of another league, “{said}”; this is “{ours}”. They are left out.",
    "other_season": "Hands of another season, “{said}”; this is “{ours}”. They are left out.",
    "unnamed_team": "These hands do not name the team of {side}, so they are left out. Add the teams’ names to the "
    "records.",
    "unknown_team": "No team of the season is called “{name}” ({side}), so the hands are left out. Correct the name in "
    "the record or in the season.",
    "no_round": "Hands of {one} and {other} do not name their round, and these two meet in rounds {rounds}, so they "
    "are left out.",
    "no_match": "The schedule has no match between {one} and {other}{in_round}, so the hands are left out.",
    "no_game_number": "{match}: the hands do not say which of the {most} games they belong to, so they are left out.",
    "no_such_game": "{match}: there is no game {game} (the match has {most}), so the hands are left out.",
    "other_ruleset": _GAME + "the record names the ruleset {said}, but the season is played under {ours}.",
    "other_table": _GAME + "the record says table {said}, but the schedule says table {ours}.",
    "off_roster": _GAME + "{player} played for {team} but is not on its roster.",
    "repeated": _GAME + "the same hand was given twice and counts once.",
    "same_id": "Different hands have the same id. Give each its own.",
    "two_hands": _GAME + "more than one record is numbered hand {hand}. Keep one; until then the game does not count.",
    "no_hand_number": _GAME + "who won depends on when a hand without a number was played. The game does not count "
    "until it has one.",
    "two_tables": _GAME + "the hands disagree about the table or about which team is North-South. It does not count.",
    "disputed": _GAME + "the record does not settle a hand’s score. The game does not count until it is settled.",
    "stopped": _GAME + "play stopped, and the record does not say why. The game does not count.",
    "hands_missing": _GAME + "missing hands: {numbers}. The game does not count until they are added.",
    "hands_after": _GAME + "these hands were played after the game was over and do not count.",
    "unfinished": _GAME + "nobody has reached 500 yet (high score {most}), so the game does not count.",
    "another_hand": _GAME + "both have {most}, so another hand decides. The game does not count yet.",
    "games_missing": "{match}: there are no hands of game {numbers}.",
    "played_though_forfeited": "{match}: forfeited, so the games that were played are not counted as won or lost. "
    "{kept_points}",
    "locked_otherwise": _GAME + "locked at {was} on {when}, {instead}.",
    "corrected_otherwise": _GAME + "corrected to {was} on {when}, and the table goes by that; {instead}. Amend the "
    "hands to agree.",
    "approved_otherwise": _GAME + "{team} approved {was} on {when}, {instead}. The approval does not count.",
    "approved_in_part": "{match}: {team} did not approve game {numbers}, so the approval does not count.",
    "approved_early": "{match}: {team} approved on {when}, before the day of the match, {day}. Check the dates.",
    "not_captain": "{match}: {player} approved for {team}, whose captain is {captain}. The approval does not count.",
    "second_bye": "Round {round}: {team} has bye number {byes}, while {other} has had {others}.",
    "idle": "Round {round}: {team} neither plays nor has a bye.",
    "uneven": "Teams have played different numbers of games ({fewest} to {most}). Byes and postponed matches do not "
    "count.",
}
#: How many hands to name.
_NAMED: Final = 8


def notice(told: Notice, names: Names) -> str:
    """A notice in a sentence or two, with the hands that it is about."""
    words: dict[str, str] = {name: _fact(name, value, names) for name, value in told.facts}
    if told.kind == "refused":
        count = int(words["count"])
        words["refused"] = counted(count, "{count} hand has errors", "{count} hands have errors")
    words["game"] = str(told.game)
    words["round"] = str(told.round)
    words["match"] = names.match(told.match)
    words["in_round"] = f" in round {told.round}" if told.round is not None else ""
    words["instead"] = _instead(words)
    words["kept_points"] = "The points made in them stay." if words.get("points") == "1" else "Their points are lost."
    return _MESSAGES[told.kind].format_map(words) + _hands(told, names)


def _fact(name: str, value: str | int, names: Names) -> str:
    if name in ("team", "one", "other"):
        return names.team(str(value))
    if name in ("player", "captain", "name") or (
        name in ("said", "ours") and names.anonymous and isinstance(value, str)
    ):
        return names.person(str(value))
    return str(value)


def _instead(words: dict[str, str]) -> str:
    """What the hands give in place of what was written down."""
    state = words.get("state", "")
    if state in ("won", "tied"):
        return f"the hands now give {words['now']}"
    if state == "not_played":
        return "but there are no hands of it"
    return f"but now it does not count: {STATES.get(state, '')}"


def _hands(told: Notice, names: Names) -> str:
    if not told.hands or names.anonymous:
        return ""
    listed = ", ".join(told.hands[:_NAMED])
    more = len(told.hands) - _NAMED
    if more > 0:
        listed = f"{listed} and {more} more"
    return " " + f"[{listed}]"


def result(played: PlayedMatch) -> str:
    """Return the games of a match: `512:430, 498:502`. What was played of a forfeited one is no result, and marked."""
    there = [game for game in played.games if game.state != "not_played"]
    if played.match.forfeited:
        what = "not counted" if played.match.forfeited.annul else "points only"
        return ", ".join(f"({_score(game)}, {what if game.counts else 'not counted'})" for game in there)
    return ", ".join(map(_game, there))


def _game(game: PlayedGame) -> str:
    """The totals of a game; in brackets where it does not count, with why where the status does not say it."""
    score = _score(game)
    if game.counts:
        return score
    if game.state in ("unfinished", "incomplete"):
        return f"({score}, {STATES[game.state]})"
    return f"({score})"


def _score(game: PlayedGame) -> str:
    if game.totals is None:
        return "?"
    return f"{game.totals[0]}:{game.totals[1]}"


def status(played: PlayedMatch, names: Names) -> str:
    """How a match stands, with who approved it where not both have, and which games are locked where not all are."""
    parts = [STATUSES[played.status]]
    if played.status == "provisional" and played.approved_by:
        # More than one where a game is missing.
        team = listed([names.team(team) for team in played.approved_by])
        unwritten = "approved by {team}, but without a written result"
        parts.append((unwritten if played.unwritten else "approved by {team}").format(team=team))
    if played.status not in ("locked", "corrected", "forfeited"):
        parts += [f"game {game.number} {STATUSES[game.fixed]}" for game in played.games if game.fixed]
    return ", ".join(parts)
