"""Matches and their approvals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from clabber_audit.core import __version__
from clabber_audit.core.errors import Exit, printable
from clabber_audit.judge.summary import Summary
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
from clabber_audit.league.season import (
    FORMAT,
    Approval,
    GameResult,
    Round,
    Season,
    SeasonMatch,
    SignedApproval,
)
from clabber_audit.records.formats import fold_name
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.signing import INSTALL, is_installed
from clabber_audit.signing.keys import parse_key
from clabber_audit.signing.statement import APPROVED, Signature, sha256_of, statement

if TYPE_CHECKING:
    from clabber_audit.signing.signatures import PrivateKey, Signers


def valid_approvals(
    season: Season, round: Round, match: SeasonMatch, games: Sequence[PlayedGame], notices: Notices
) -> Iterator[Approval]:
    """Yield the approvals of a match that count: by the captain, and with the results of all games.

    One without a written result counts as well; the status shows that nothing can be compared with it.
    """
    for approval in season.approvals:
        if approval.match != match.id:
            continue
        postponed = match.postponed.until if match.postponed else None
        day = postponed or match.day or round.day
        if day is not None and approval.when < day:
            notices.add("approved_early", match.id, team=approval.team, when=approval.when, day=day)
        captain = season.captain(approval.team, approval.when)
        by_captain = captain is None or fold_name(captain) == fold_name(approval.who)
        if captain and not by_captain:
            notices.add("not_captain", match.id, team=approval.team, player=approval.who, captain=captain)
        same = _is_of_these_results(season, match, approval, games, notices)
        if by_captain and same:
            yield approval


def _is_of_these_results(
    season: Season, match: SeasonMatch, approval: Approval, games: Sequence[PlayedGame], notices: Notices
) -> bool:
    """Return True if what was written down is the result, or was until it was corrected, and covers the match."""
    if not approval.results:
        return True
    otherwise = [result for result in approval.results if not _same(match, result, games)]
    explained = [(one.game, one.was) for one in season.corrections if one.match == match.id]
    otherwise = [one for one in otherwise if (one.game, one.points) not in explained]
    for result in otherwise:
        facts = {"team": approval.team, "when": approval.when, "was": _score(match, result.points)}
        _add_changed("approved_otherwise", match, games[result.game - 1], facts, notices)
    written = {result.game for result in approval.results}
    left_out = [str(game.number) for game in games if game.number not in written]
    if left_out:
        notices.add("approved_in_part", match.id, team=approval.team, numbers=", ".join(left_out))
    return not otherwise and not left_out


def with_written_results(
    season: Season, match: SeasonMatch, games: Sequence[PlayedGame], law: BoundRuleset, notices: Notices
) -> list[PlayedGame]:
    """Return the games with the results that were written down, where there are no hands."""
    found = list(games)
    for result in season.results:
        if result.match == match.id:
            game = found[result.game - 1]
            if game.state == "not_played":
                found[result.game - 1] = _with_totals(game, match, result.points, law)
            elif not _same(match, result, games):
                facts = {"was": _score(match, result.points)}
                _add_changed("result_otherwise", match, game, facts, notices)
    return found


def _with_totals(
    game: PlayedGame, match: SeasonMatch, points: Mapping[str, int], law: BoundRuleset
) -> PlayedGame:
    first, second = (points[team] for team in match.teams)
    state = law.game.stands((first, second), law.toggles)
    winner = match.teams[second > first] if state == "won" else None
    return game._replace(state=state, totals=(first, second), winner=winner)


def with_corrections(
    season: Season, match: SeasonMatch, games: Sequence[PlayedGame], law: BoundRuleset
) -> list[PlayedGame]:
    """Return the games with the totals that corrections in force give, which the table goes by."""
    found = list(games)
    for correction in season.corrections:
        if correction.match == match.id:
            place = correction.game - 1
            found[place] = _with_totals(found[place], match, correction.now, law)
    return found


def fixed_games(
    season: Season, match: SeasonMatch, games: Sequence[PlayedGame], notices: Notices
) -> dict[int, Fixed]:
    """Return the lock or correction of each game; note where the hands give another result."""
    stands: dict[int, tuple[Fixed, str, GameResult]] = {}
    for lock in season.locks:
        if lock.match == match.id:
            stands.update({result.game: ("locked", lock.when, result) for result in lock.results})
    for correction in season.corrections:
        if correction.match == match.id:
            result = GameResult(game=correction.game, points=correction.now)
            stands[correction.game] = ("corrected", correction.when, result)
    for number, (how, when, result) in sorted(stands.items()):
        if not _same(match, result, games):
            kind: NoticeKind = "locked_otherwise" if how == "locked" else "corrected_otherwise"
            facts = {"when": when, "was": _score(match, result.points)}
            _add_changed(kind, match, games[number - 1], facts, notices)
    return {number: how for number, (how, _when, _result) in stands.items()}


def _same(match: SeasonMatch, result: GameResult, games: Sequence[PlayedGame]) -> bool:
    game = games[result.game - 1]
    return game.counts and game.totals == (result.points[match.teams[0]], result.points[match.teams[1]])


def _add_changed(
    kind: NoticeKind, match: SeasonMatch, game: PlayedGame, facts: dict[str, Any], notices: Notices
) -> None:
    now = ":".join(map(str, game.totals)) if game.totals else ""
    notices.add(kind, match.id, game.number, **facts, now=now, state=game.state)


def _score(match: SeasonMatch, points: Mapping[str, int]) -> str:
    """Return totals by id as text, in the order of the match's teams: `512:430`."""
    return ":".join(str(points[team]) for team in match.teams)


def matches(season: Season, store: HandStore, notices: Notices, on_game: OnGame) -> list[PlayedMatch]:
    """Return all matches of the schedule, in order."""
    found = [
        _match(season, round, match, store, notices, on_game)
        for round in season.rounds
        for match in round.matches
    ]
    written = sum(game.counts and not game.records for match in found for game in match.games)
    if season.results and written:
        notices.add("no_hands", games=written)
    return found


def _match(
    season: Season, round: Round, match: SeasonMatch, store: HandStore, notices: Notices, on_game: OnGame
) -> PlayedMatch:
    games = tuple(
        _game(round, match, number, store, notices, on_game)
        for number in range(1, season.games_of(match) + 1)
    )
    games = tuple(with_written_results(season, match, games, store.law, notices))
    how = fixed_games(season, match, games, notices)
    games = tuple(
        game._replace(fixed=how.get(game.number, ""))
        for game in with_corrections(season, match, games, store.law)
    )
    games = _needed(season, round, match, games)
    approvals = tuple(valid_approvals(season, round, match, games, notices))
    approved_by = tuple(approval.team for approval in approvals)
    unwritten = tuple(approval.team for approval in approvals if not approval.results)
    status = _status(match, games, approved_by, unwritten, season.approving)
    played = PlayedMatch(round, match, games, status, approved_by, unwritten)
    _note_missing(played, notices)
    return played


def _needed(
    season: Season, round: Round, match: SeasonMatch, games: tuple[PlayedGame, ...]
) -> tuple[PlayedGame, ...]:
    """Return the games of a match; of one of the play-offs without those left over once it is won."""
    if round.stage is None:
        return games
    last = max((game.number for game in games if game.fixed or game.state != "not_played"), default=0)
    written = (result.game for one in season.approvals if one.match == match.id for result in one.results)
    last = max((last, *written))
    most = max(sum(game.winner == team for game in games) for team in match.teams)
    return games[:last] if most > len(games) // 2 else games


def _game(
    round: Round, match: SeasonMatch, number: int, store: HandStore, notices: Notices, on_game: OnGame
) -> PlayedGame:
    sittings = store.of(GameOfHand(match.id, number))
    if not sittings:
        return PlayedGame(number, "not_played", None, None)
    hands = [sitting.hand for sitting in sittings]
    tables = {sitting.table for sitting in sittings} - {None}
    if len(tables) > 1 or len({sitting.north_south for sitting in sittings}) > 1:
        notices.add("two_tables", match.id, number, hands=map(_id, hands))
        return PlayedGame(number, "unclear", None, None)
    turned = sittings[0].north_south != match.teams[0]
    card = scorecard(hands, game_of(hands[0]))
    game = _added_up(match, number, card, turned, notices)
    on_game(CountedGame(round, match, game, card, turned))
    return game


def _added_up(
    match: SeasonMatch, number: int, card: ScoredGame, turned: bool, notices: Notices
) -> PlayedGame:
    bases = [line.basis for line in card.lines if line.counted is not None]
    kept = (bases.count("written"), len(bases)), tuple(line.hand.digest for line in card.lines)
    # A redealt hand may share its number.
    by_number: dict[int, list[str]] = {}
    for line in card.lines:
        if line.basis != "nothing" and line.counted != (0, 0):
            by_number.setdefault(line.number, []).append(_id(line.hand))
    twice = {hand: both for hand, both in by_number.items() if len(both) > 1}
    for hand, both in twice.items():
        notices.add("two_hands", match.id, number, hands=both, hand=hand)
    if twice:
        return PlayedGame(number, "unclear", None, None, *kept)
    state: GameState = "incomplete" if card.missing else card.state
    if card.state == "disputed":
        state = "disputed"
    elif any(line.basis == "unfinished" for line in card.lines):
        state = "stopped"
    totals = (card.totals[1], card.totals[0]) if turned else card.totals
    winner = match.teams[totals[1] > totals[0]] if state == "won" else None
    _note_game(match, number, card, state, notices)
    return PlayedGame(number, state, totals, winner, *kept)


def _id(hand: Summary) -> str:
    return hand.noted.id


def _note_game(match: SeasonMatch, number: int, card: ScoredGame, state: GameState, notices: Notices) -> None:
    bases: dict[NoticeKind, str] = {"disputed": "open", "stopped": "unfinished", "hands_after": "after"}
    for kind, basis in bases.items():
        hands = [_id(line.hand) for line in card.lines if line.basis == basis]
        if hands:
            notices.add(kind, match.id, number, hands=hands)
    if card.order_matters:
        loose = [_id(line.hand) for line in card.lines if not line.numbered]
        notices.add("no_hand_number", match.id, number, hands=loose)
    if card.missing:
        notices.add("hands_missing", match.id, number, numbers=", ".join(map(str, card.missing)))
    if state == "unfinished":
        notices.add(
            "another_hand" if card.another_hand else "unfinished",
            match.id,
            number,
            most=max(card.totals),
            target=card.lines[0].hand.law.toggles.target,
        )


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
    if set(approved_by) == set(match.teams) and all(game.counts for game in games):
        return "approved_unwritten" if unwritten else "approved"
    return "provisional" if approving or not all(game.counts for game in games) else "played"


def _note_missing(played: PlayedMatch, notices: Notices) -> None:
    there = [game.number for game in played.games if game.state != "not_played"]
    if played.match.forfeited and there:
        points = int(not played.match.forfeited.annul)
        notices.add("played_though_forfeited", played.match.id, points=points)
    elif there and len(there) < len(played.games):
        missing = [str(game.number) for game in played.games if game.state == "not_played"]
        notices.add("games_missing", played.match.id, numbers=", ".join(missing))


#: Line of a report, and its exit code.
SignatureReport = tuple[str, Exit]

_UNCHECKED: Final = f"not checked: the signatures; {INSTALL}"


def statement_on(season: Season, approval: Approval, program: str, *, named: bool = True) -> str:
    """Return the statement that a captain signs; ValueError for a text that does not fit in a line.

    Version 1.0.0 left out what the teams are called (`named`), so that a result could be turned round by their names.
    """
    signature = Signature(APPROVED, approval.when, program, approval.team, approval.who)
    entry = approval.model_dump(mode="json", exclude_defaults=True, exclude={"number", "signed"})
    matches = (match for round in season.rounds for match in round.matches if match.id == approval.match)
    teams = [("team", f"{team} {season.name_of(team)}") for match in matches for team in match.teams if named]
    about = [
        ("of", f"{FORMAT} {season.title}"),
        ("match", approval.match),
        *teams,
        ("approval", sha256_of(entry)),
    ]
    return statement(signature, about)


def signed(season: Season, entry: dict[str, Any], key: PrivateKey) -> dict[str, str]:
    """Sign an approval that is about to be entered; return the signature as the season stores it."""
    fields = {name: value for name, value in entry.items() if value is not None}
    text = statement_on(season, Approval.model_validate(fields), __version__)
    return {"key": str(key.public), "program": __version__, "signature": key.detached(text.encode())}


def check_signatures(season: Season, files: Sequence[Signers]) -> Iterator[SignatureReport]:
    """Yield a line and an exit code for the signature of each approval in force.

    If `files` of keys are given, each approval must be signed by a key in one of them, which belongs to its team.
    """
    undone = season.undone
    standing = [one for one in season.approvals if one.number not in undone]
    if not files and not any(one.signed for one in standing):
        return
    if not is_installed():
        yield _UNCHECKED, Exit.UNDECIDED
        return
    for one in standing:
        yield from _report_signature(season, one, files)


def _report_signature(
    season: Season, approval: Approval, files: Sequence[Signers]
) -> Iterator[SignatureReport]:
    of = f"Approval {approval.number or 'without a number'}"
    if approval.signed is None:
        if files:
            yield f"{of} is not signed.", Exit.FINDINGS
        return
    wrong = _signature_fault(season, approval, approval.signed)
    if wrong:
        yield f"{of}: {wrong}.", Exit.FINDINGS
        return
    public = parse_key(approval.signed.key.strip())
    known = next(filter(None, (file.owner_of(public) for file in files)), None)
    signed = f"{of} is signed with the key {public.fingerprint}"
    if not files:
        yield f"{signed}.", Exit.DONE
    elif not known:
        yield f"{signed}, which is in no file given.", Exit.FINDINGS
    else:
        yield _report_owner(season, approval, signed, known.name)


def _report_owner(season: Season, approval: Approval, signed: str, owner: str) -> SignatureReport:
    """Report whether a key belongs to the captain who approved, or to the team."""
    own = f"{season.name_of(approval.team)} or {approval.who}"
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
    owners = [_words(one.partition("@")[0]) for one in owner.split(",")]
    return any(one and one <= _words(name) for one in owners for name in names)


def _words(name: str) -> set[str]:
    return set(re.findall(r"\w+", fold_name(name)))


def _signature_fault(season: Season, approval: Approval, found: SignedApproval) -> str:
    from clabber_audit.signing.signatures import signature_error

    try:
        key = parse_key(found.key.strip())
        text = statement_on(season, approval, found.program)
        wrong = signature_error(text.encode(), found.signature, key)
        before = statement_on(season, approval, found.program, named=False)
        if wrong and not signature_error(before.encode(), found.signature, key):
            return (
                "it was signed without the names of the teams, as version 1.0.0 did; have it approved again"
            )
    except ValueError as problem:
        return f"the signature cannot be read: {problem}"
    return wrong
