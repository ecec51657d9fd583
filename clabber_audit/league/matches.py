"""Matches and their approvals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from clabber_audit.core import __version__
from clabber_audit.core.errors import Exit, printable
from clabber_audit.league.games import (
    CountedGame,
    Fixed,
    GameOfHand,
    GameState,
    HandStore,
    MatchStatus,
    NoticeKind,
    Notices,
    OnGame,
    PlayedGame,
    PlayedMatch,
)
from clabber_audit.league.scorecard import ScoredGame, game_of, scorecard
from clabber_audit.league.season import FORMAT, Approval, Round, Season, SeasonMatch, SignedApproval
from clabber_audit.records.formats import fold_name
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.signing import APPROVED, INSTALL, Signature, is_installed, parse_key, sha256_of, statement

if TYPE_CHECKING:
    from clabber_audit.signing import PrivateKey, Signers


def matches(season: Season, store: HandStore, notices: Notices, on_game: OnGame) -> list[PlayedMatch]:
    """Return all matches of the schedule, in order."""
    planned = ((round, match) for round in season.all_rounds for match in round.matches)
    matches = [_match(season, round, match, store, notices, on_game) for round, match in planned]
    written = sum(game.is_in_table and not game.records for match in matches for game in match.games)
    if season.results and written:
        notices.add("no_hands", games=written)
    return matches


def _match(
    season: Season, round: Round, match: SeasonMatch, store: HandStore, notices: Notices, on_game: OnGame
) -> PlayedMatch:
    numbers = range(1, season.games_of(match) + 1)
    by_hands = [_game(round, match, number, store, notices, on_game) for number in numbers]
    games = _with_set_results(season, match, by_hands, store.law, notices)
    most = max(sum(game.winner == team for game in games) for team in match.teams)
    if round.stage is not None and most > len(games) // 2:
        # Games of a play-off that are left over once it is won are none.
        there = [game.number for game in games if game.fixed or game.state != "not_played"]
        own = (approval for approval in season.approvals if approval.match == match.id)
        there += (result.game for approval in own for result in approval.results)
        games = games[: max(there, default=0)]
    approvals = list(valid_approvals(season, round, match, games, notices))
    approved_by = tuple(approval.team for approval in approvals)
    unwritten = tuple(approval.team for approval in approvals if not approval.results)
    status = _status(match, games, approved_by, unwritten, season.has_approvals)
    missing = [str(game.number) for game in games if game.state == "not_played"]
    if match.forfeited and len(missing) < len(games):
        notices.add("played_though_forfeited", match.id, points=int(not match.forfeited.annul))
    elif 0 < len(missing) < len(games):
        notices.add("games_missing", match.id, numbers=", ".join(missing))
    return PlayedMatch(round, match, tuple(games), status, approved_by, unwritten)


def _game(
    round: Round, match: SeasonMatch, number: int, store: HandStore, notices: Notices, on_game: OnGame
) -> PlayedGame:
    """Return a game by its hands, which are added up, looked at and forgotten."""
    sat = store.hands_of_game(GameOfHand(match.id, number))
    if not sat:
        return PlayedGame(number)
    hands, north_south = [hand for hand, _team in sat], {team for _hand, team in sat}
    tables = {context.table for hand in hands if (context := hand.noted.context)} - {None}
    if len(tables) > 1 or len(north_south) > 1:
        notices.add("two_tables", match.id, number, hands=[hand.noted.id for hand in hands])
        return PlayedGame(number, "unclear")
    turned = north_south != {match.teams[0]}
    card = scorecard(hands, game_of(hands[0]))
    bases = [line.basis for line in card.lines if line.counted is not None]
    records = tuple(line.hand.digest for line in card.lines)
    game = PlayedGame(number, "unclear", written_alone=(bases.count("written"), len(bases)), records=records)
    by_number: dict[int, list[str]] = {}
    for line in card.lines:
        # A redealt hand may share its number.
        if line.basis != "nothing" and line.counted != (0, 0):
            by_number.setdefault(line.number, []).append(line.hand.noted.id)
    twice = {hand: both for hand, both in by_number.items() if len(both) > 1}
    for hand, both in twice.items():
        notices.add("two_hands", match.id, number, hands=both, hand=hand)
    if not twice:
        state: GameState = "incomplete" if card.missing else card.state
        if card.state == "disputed":
            state = "disputed"
        elif any(line.basis == "unfinished" for line in card.lines):
            state = "stopped"
        totals = (card.totals[1], card.totals[0]) if turned else card.totals
        winner = match.teams[totals[1] > totals[0]] if state == "won" else None
        game = game._replace(state=state, totals=totals, winner=winner)
        _note_game(match, number, card, state, notices)
    on_game(CountedGame(round, match, game, card, turned))
    return game


def _note_game(match: SeasonMatch, number: int, card: ScoredGame, state: GameState, notices: Notices) -> None:
    bases: dict[NoticeKind, str] = {"disputed": "open", "stopped": "unfinished", "hands_after": "after"}
    for kind, basis in bases.items():
        hands = [line.hand.noted.id for line in card.lines if line.basis == basis]
        if hands:
            notices.add(kind, match.id, number, hands=hands)
    if card.order_matters:
        loose = [line.hand.noted.id for line in card.lines if not line.numbered]
        notices.add("no_hand_number", match.id, number, hands=loose)
    if card.missing:
        notices.add("hands_missing", match.id, number, numbers=", ".join(map(str, card.missing)))
    if state == "unfinished":
        end: NoticeKind = "another_hand" if card.another_hand else "unfinished"
        target = card.lines[0].hand.law.toggles.target
        notices.add(end, match.id, number, most=max(card.totals), target=target)


def _with_set_results(
    season: Season, match: SeasonMatch, games: Sequence[PlayedGame], law: BoundRuleset, notices: Notices
) -> list[PlayedGame]:
    """Return the games with the results that were set: written without hands, locked, corrected.

    Where the hands give another result a notice says so. The table goes by corrections.
    """
    found = list(games)

    def set_totals(number: int, points: Mapping[str, int]) -> None:
        first, second = (points[team] for team in match.teams)
        state = law.game.stands((first, second), law.toggles)
        winner = match.teams[second > first] if state == "won" else None
        found[number - 1] = found[number - 1]._replace(state=state, totals=(first, second), winner=winner)

    for written in season.results:
        if written.match == match.id:
            game = found[written.game - 1]
            if game.state == "not_played":
                set_totals(written.game, written.points)
            elif not _agrees(match, game, written.points):
                _note_changed("result_otherwise", match, game, written.points, notices)
    corrections = [correction for correction in season.corrections if correction.match == match.id]
    fixed: dict[int, tuple[Fixed, str, Mapping[str, int]]] = {
        result.game: ("locked", lock.when, result.points)
        for lock in season.locks
        if lock.match == match.id
        for result in lock.results
    }
    fixed |= {correction.game: ("corrected", correction.when, correction.now) for correction in corrections}
    for number, (how, when, points) in sorted(fixed.items()):
        if not _agrees(match, found[number - 1], points):
            kind: NoticeKind = "locked_otherwise" if how == "locked" else "corrected_otherwise"
            _note_changed(kind, match, found[number - 1], points, notices, when=when)
    for correction in corrections:
        set_totals(correction.game, correction.now)
    return [game._replace(fixed=fixed[game.number][0]) if game.number in fixed else game for game in found]


def _agrees(match: SeasonMatch, game: PlayedGame, points: Mapping[str, int]) -> bool:
    return game.is_in_table and game.totals == tuple(points[team] for team in match.teams)


def _note_changed(
    kind: NoticeKind,
    match: SeasonMatch,
    game: PlayedGame,
    points: Mapping[str, int],
    notices: Notices,
    **facts: Any,
) -> None:
    """Note that a game does not have the result that was set; results are given as `512:430`."""
    was = ":".join(str(points[team]) for team in match.teams)
    now = ":".join(map(str, game.totals)) if game.totals else ""
    notices.add(kind, match.id, game.number, **facts, was=was, now=now, state=game.state)


def valid_approvals(
    season: Season, round: Round, match: SeasonMatch, games: Sequence[PlayedGame], notices: Notices
) -> Iterator[Approval]:
    """Yield the approvals of a match that count: by the captain, and with the results of all games.

    One without a written result counts as well; the status shows that nothing can be compared with it. What was
    written down is the result, or was until it was corrected.
    """
    corrections = (correction for correction in season.corrections if correction.match == match.id)
    corrected = [(correction.game, correction.was) for correction in corrections]
    for approval in season.approvals:
        if approval.match != match.id:
            continue
        team, when = approval.team, approval.when
        day = (match.postponed.until if match.postponed else None) or match.day or round.day
        if day is not None and when < day:
            notices.add("approved_early", match.id, team=team, when=when, day=day)
        captain = season.captain(team, when)
        by_captain = captain is None or fold_name(captain) == fold_name(approval.who)
        if captain and not by_captain:
            notices.add("not_captain", match.id, team=team, player=approval.who, captain=captain)
        otherwise = [
            result
            for result in approval.results
            if not _agrees(match, games[result.game - 1], result.points)
            and (result.game, result.points) not in corrected
        ]
        for result in otherwise:
            game = games[result.game - 1]
            _note_changed("approved_otherwise", match, game, result.points, notices, team=team, when=when)
        written = {result.game for result in approval.results}
        left_out = [str(game.number) for game in games if written and game.number not in written]
        if left_out:
            notices.add("approved_in_part", match.id, team=team, numbers=", ".join(left_out))
        if by_captain and not otherwise and not left_out:
            yield approval


def _status(
    match: SeasonMatch,
    games: Sequence[PlayedGame],
    approved_by: Sequence[str],
    unwritten: Sequence[str],
    approving: bool,
) -> MatchStatus:
    """Return the status of the whole match: one locked game locks no other."""
    if match.forfeited:
        return "forfeited"
    if any(game.state in ("disputed", "stopped", "unclear") for game in games):
        return "in_dispute"
    if all(game.fixed for game in games):
        return "corrected" if any(game.fixed == "corrected" for game in games) else "locked"
    if all(game.state == "not_played" for game in games):
        return "postponed" if match.postponed else "scheduled"
    if set(approved_by) == set(match.teams) and all(game.is_in_table for game in games):
        return "approved_unwritten" if unwritten else "approved"
    return "provisional" if approving or not all(game.is_in_table for game in games) else "played"


#: Line of a report, and its exit code.
SignatureReport = tuple[str, Exit]

_UNCHECKED: Final = f"not checked: the signatures; {INSTALL}"


def statement_on(season: Season, approval: Approval, program: str, *, named: bool = True) -> str:
    """Return the statement that a captain signs. Raise ValueError for a text that does not fit in a line.

    Version 1.0.0 left out what the teams are called (`named`), so that a result could be turned round by their names.
    """
    signature = Signature(APPROVED, approval.when, program, approval.team, approval.who)
    entry = approval.model_dump(mode="json", exclude_defaults=True, exclude={"number", "signed"})
    matches = (match for round in season.all_rounds for match in round.matches if match.id == approval.match)
    teams = [("team", f"{team} {season.name_of(team)}") for match in matches for team in match.teams if named]
    about = [("of", f"{FORMAT} {season.title}"), ("match", approval.match), *teams]
    return statement(signature, [*about, ("approval", sha256_of(entry))])


def sign_entry(season: Season, entry: dict[str, Any], key: PrivateKey) -> dict[str, str]:
    """Sign an approval that is about to be entered; return the signature as the season stores it."""
    fields = {name: value for name, value in entry.items() if value is not None}
    text = statement_on(season, Approval.model_validate(fields), __version__)
    return {"key": str(key.public), "program": __version__, "signature": key.detached(text.encode())}


def check_signatures(season: Season, files: Sequence[Signers]) -> Iterator[SignatureReport]:
    """Yield a line and an exit code for the signature of each approval in force.

    If `files` of keys are given, each approval must be signed by a key in one of them, which belongs to its team.
    """
    undone = season.numbers_undone
    standing = [approval for approval in season.approvals if approval.number not in undone]
    if not files and not any(approval.signed for approval in standing):
        return
    if not is_installed():
        yield _UNCHECKED, Exit.UNDECIDED
        return
    for approval in standing:
        if report := _signature_report(season, approval, files):
            yield report


def _signature_report(season: Season, approval: Approval, files: Sequence[Signers]) -> SignatureReport | None:
    """Report the signature of an approval: if it is valid, and if its key belongs to the captain or the team."""
    of = f"Approval {approval.number or 'without a number'}"
    if approval.signed is None:
        return (f"{of} is not signed.", Exit.FINDINGS) if files else None
    if wrong := _signature_fault(season, approval, approval.signed):
        return f"{of}: {wrong}.", Exit.FINDINGS
    public = parse_key(approval.signed.key.strip())
    signed = f"{of} is signed with the key {public.fingerprint}"
    if not files:
        return f"{signed}.", Exit.DONE
    known = next(filter(None, (file.owner_of(public) for file in files)), None)
    if not known:
        return f"{signed}, which is in no file given.", Exit.FINDINGS
    owner, own = known.name, f"{season.name_of(approval.team)} or {approval.who}"
    name = printable(owner, 80)
    if _is_named(owner, (approval.who, approval.team, season.name_of(approval.team))):
        return f"{signed} ({name}).", Exit.DONE
    others = [team for team in season.teams if team.id != approval.team]
    captains = (season.captain(team.id, approval.when) or "" for team in others)
    if _is_named(owner, (*captains, *(team.id for team in others), *(team.name for team in others))):
        return f"{signed} of {name}, not of {own}.", Exit.FINDINGS
    whose = f"“{name}” is" if owner else "no name is given"
    return f"{signed}; not checked: that it is the key of {own}, since {whose} in the file.", Exit.UNDECIDED


def _is_named(owner: str, names: Iterable[str]) -> bool:
    """Return True if one of the names has all words of an owner such as `Ines`, `ines@home` or `ines@home, herons`."""
    owners = [_words(name.partition("@")[0]) for name in owner.split(",")]
    return any(owner and owner <= _words(name) for owner in owners for name in names)


def _words(name: str) -> set[str]:
    return set(re.findall(r"\w+", fold_name(name)))


def _signature_fault(season: Season, approval: Approval, signed: SignedApproval) -> str:
    from clabber_audit.signing import signature_error

    try:
        key = parse_key(signed.key.strip())
        text = statement_on(season, approval, signed.program)
        wrong = signature_error(text.encode(), signed.signature, key)
        before = statement_on(season, approval, signed.program, named=False)
        if wrong and not signature_error(before.encode(), signed.signature, key):
            unnamed = "it was signed without the names of the teams, as version 1.0.0 did"
            return f"{unnamed}; have it approved again"
    except ValueError as problem:
        return f"the signature cannot be read: {problem}"
    return wrong
