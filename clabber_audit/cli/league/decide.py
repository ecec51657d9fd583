"""Command line: decisions of a season.

A decision is a function that returns its entry. Its decorator names the list of the season that the entry joins, and
the parameters in the order of the help; the sentence of each kind of entry is in `report/league/sections.py`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

from clabber_audit.cli import options
from clabber_audit.cli.commands import load_private_key, parse_day, signers, worst_code, worst_of_checks
from clabber_audit.cli.league import season as seasons
from clabber_audit.cli.options import argument, flag, option, sign_option
from clabber_audit.cli.output import ask_line, echo, echo_err, is_typed_by_a_person
from clabber_audit.core.errors import Exit, Undecided, UsageError, printable
from clabber_audit.core.files import read_bounded
from clabber_audit.core.text import inflect

if TYPE_CHECKING:
    from clabber_audit.archive.database import Compared
    from clabber_audit.league.games import PlayedMatch
    from clabber_audit.league.season import Season, SeasonMatch
    from clabber_audit.league.standings import Standings
    from clabber_audit.rules.bound_ruleset import BoundRuleset
    from clabber_audit.signing import PrivateKey

_SEASON: Final = "The season file or its folder; the decision is written to it."
#: Number of an entry as typed.
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,5}")

#: Parameters that decisions share: type and default by name; `why?` is an optional `--why`.
_SHARED: Final[dict[str, tuple[Any, Any]]] = {
    "season": (str, argument(..., "SEASON", _SEASON, callback=seasons.season_file)),
    "by": (str, option(..., "--by", "NAME", "Name of the person who decides.")),
    "why": (str, option(..., "--why", "REASON", "Why.")),
    "why?": (str | None, option(None, "--why", "REASON", "Reason.")),
    "hands": (seasons.HandsArgument, None),
    "week": (int | None, option(None, "--week", "N", "Every match of this round, in one go.", min=1)),
    "all": (bool, flag("--all", "Every match of the season, in one go.")),
    "yes": (bool, flag("--yes -y", "Write a batch without asking first.")),
    "on": (str | None, option(None, "--on", "DATE", "Date, such as 2026-01-22 (default: today).")),
    "dry": (bool, flag("--dry-run", "Write nothing; show what would change in the standings.")),
    "ruleset": (seasons.LawOption, None),
    "allow_changed_rules": (options.Changed, False),
}
#: Parameters of several decisions.
MatchArgument = Annotated[
    str, argument(..., "MATCH", "Number in the schedule, or the teams: “Owls - Eagles”.")
]
MatchOrBatchArgument = Annotated[
    str | None, argument(..., "MATCH", "Number in the schedule, or the teams; not with --week or --all.")
]
TeamArgument = Annotated[str, argument(..., "TEAM", "The team’s name.")]
SinceOption = Annotated[
    int | None, option(..., "--from-round", "N", "First round it applies to (default: all).", min=1)
]


class Options(NamedTuple):
    """Options that every decision has."""

    source: seasons.SeasonSource
    by: str
    on: str | None = None
    why: str | None = None
    dry: bool = False
    #: Round whose matches are decided together; with `all`, the whole season.
    week: int | None = None
    all: bool = False
    #: True if a batch is written without a question.
    yes: bool = False


class DecisionDraft(NamedTuple):
    """Decision in preparation."""

    options: Options
    #: The season as its file has it.
    written: Season
    #: The season without the entries that were undone.
    season: Season
    law: BoundRuleset

    def standings(self) -> Standings:
        """Return the standings by the hands that were given."""
        return _standings(self.options.source, self.written, self.law)

    def match(self, text: str) -> SeasonMatch:
        """Return the match with this number or these teams. Raise UsageError if there is none."""
        from clabber_audit.league.season import find_match

        return find_match(self.season, text)

    def team(self, name: str) -> str:
        """Return the id of a team. Raise UsageError for an unknown name."""
        from clabber_audit.league.season import find_team

        return find_team(self.season, name).id

    def add_author(self, entry: dict[str, Any]) -> dict[str, Any]:
        """Return the entry with its author, day and reason."""
        rest = dict(entry)
        why = rest.pop("why", self.options.why)
        author = {"who": self.options.by.strip(), "when": self._day()}
        return {**rest, **author, "why": why.strip() if why else None}

    def _day(self) -> str:
        """Return the given day, or today. Raise UsageError for a day far from the season."""
        from datetime import date

        from clabber_audit.league.decisions import explain_out_of_season

        on = parse_day(self.options.on)
        if on is not None and (why := explain_out_of_season(self.season, on)):
            raise UsageError(f"{on} is not in this season", why, "correct the year or the month in --on")
        return on or str(date.today())


#: An entry of a list of the season, without author and day.
Entry = dict[str, Any]


class Batch(NamedTuple):
    """Entries that one command makes, and the lines of a table of their matches."""

    entries: list[Entry]
    table: list[str]
    #: Exit code once they are written.
    code: Exit = Exit.DONE


def decide(
    options: Options, kind: str, make: Callable[[DecisionDraft], Entry | Batch], *, announce: bool = False
) -> Exit:
    """Add entries to a list of the season, or show what they would change. A contradictory entry is not written.

    With `announce`, and hands, print the changes in the standings once it is written. A batch shows its table first,
    and is written as a whole or not at all.
    """
    from clabber_audit.league.decisions import apply_decisions

    source = options.source
    with nullcontext(source.season) if options.dry else seasons.lock_season(source.season) as path:
        season, law = seasons.read_season(source._replace(season=path))
        draft = DecisionDraft(options, season, apply_decisions(season), law)
        made = make(draft)
        batch = made if isinstance(made, Batch) else Batch([made], [])
        entries = [draft.add_author(entry) for entry in batch.entries]
        for line in batch.table:
            (echo if options.dry else echo_err)(line)
        if not entries:
            return batch.code
        if options.dry:
            _preview(draft, kind, entries, path)
            return batch.code
        if batch.table and not options.yes and is_typed_by_a_person() and not _confirm(len(entries)):
            echo_err("nothing was written")
            return Exit.DONE
        written = _write(draft, kind, entries, path)
    _report_written(draft, kind, len(entries), written, is_batch=bool(batch.table))
    if announce and source.hands:
        before, after = (_standings(source, one, law, lambda _line: None) for one in (season, written.season))
        for line in _list_changes(before, after):
            echo_err(f"   {line}")
    return batch.code


def _preview(draft: DecisionDraft, kind: str, entries: list[Entry], path: str) -> None:
    """Print what some entries would change in the standings."""
    from clabber_audit.league.season_file import LARGEST, with_entries

    source = draft.options.source
    decided = with_entries(read_bounded(path, LARGEST), kind, entries).season
    before, after = (_standings(source, season, draft.law) for season in (draft.written, decided))
    for line in _list_changes(before, after) or ["Nothing would change in the standings."]:
        echo(line)
    seasons.warn_without_hands(source)


def _confirm(count: int) -> bool:
    """Ask the person at the keyboard whether to write a batch."""
    try:
        answer = ask_line(f"Write {count} entries? [y/N] ").strip().lower()
    except EOFError:
        return False
    return answer in ("y", "yes")


class _Written(NamedTuple):
    """Season with new entries, as its file has it now."""

    season: Season
    #: Number of the first new entry.
    number: int
    #: The archive that stores the decisions too, and how it differed from the season.
    archive: str | None
    differing: Compared | None


def _write(draft: DecisionDraft, kind: str, entries: list[Entry], path: str) -> _Written:
    """Add entries to a list of the season file and to the archive of the season: to both or to neither."""
    from clabber_audit.archive.database import highest_number
    from clabber_audit.league.season_file import LARGEST, with_entries

    archive = seasons.season_archive(path, draft.written, draft.options.source.hands)
    with (
        seasons.replacing(path) as put,
        seasons.open_season_archive(path, archive) if archive else nullcontext() as opened,
    ):
        above = highest_number(opened, draft.written) if opened else 0
        number, text, after = with_entries(
            read_bounded(path, LARGEST), kind, entries, above=above, archive=archive
        )
        differing = seasons.record_entries(opened, after) if opened else None
        put(text)
    return _Written(after, number, archive, differing)


def _report_written(
    draft: DecisionDraft, kind: str, count: int, written: _Written, *, is_batch: bool
) -> None:
    """Print what was written: the sentence of an entry, or the numbers of a batch and how to undo it."""
    from clabber_audit.report.league.sections import SeasonNames, entry_text

    season, number = written.season, written.number
    if is_batch:
        numbers = f"{number}-{number + count - 1}" if count > 1 else str(number)
        undo = f"clabber-audit league undo {draft.options.source.season} {numbers}"
        echo_err(f"Written as {numbers}; {undo} takes that back.")
    else:
        echo_err(f"{number}. {entry_text(getattr(season, kind)[-1], SeasonNames(season))}")
    if written.archive and written.differing:
        seasons.report_stored(draft.written, written.archive, written.differing, count)


def _list_changes(before: Standings, after: Standings) -> list[str]:
    from clabber_audit.report.league.sections import changes

    return changes(before, after)


def _standings(
    source: seasons.SeasonSource, season: Season, law: BoundRuleset, report: Callable[[str], None] = echo_err
) -> Standings:
    from clabber_audit.league.standings import standings

    return standings(season, seasons.read_hands(source, law, [], report))


def decision(
    kind: str, parameters: str, *, announce: bool = False
) -> Callable[[Callable[..., Entry | Batch]], Callable[..., Exit]]:
    """Make a command from a function that returns an entry for the list `kind` of a season.

    `parameters` are those of the command in the order of its help, after the season and before the hands. Those that
    the function has are given to it, after the draft; the others are shared by decisions.
    """

    def command_of(make: Callable[..., Entry | Batch]) -> Callable[..., Exit]:
        own = seasons.find_own_parameters(make)

        @functools.wraps(make)
        def command(**given: Any) -> Exit:
            hands = given["hands"] or []
            if (given.get("week") or given.get("all")) and given["match"] is not None:
                # A batch names no match, so the argument in its place is the first path of hands.
                hands = [given["match"], *([] if isinstance(hands, seasons.FolderHands) else hands)]
                given["match"] = None
            rules = given["ruleset"], given["allow_changed_rules"]
            source = seasons.SeasonSource(given["season"], hands, *rules)
            options = Options(source, **{name: given[name] for name in Options._fields if name in given})
            arguments = {name: given[name] for name in own}
            return decide(options, kind, lambda draft: make(draft, **arguments), announce=announce)

        names = ("season", *parameters.split(), "hands", "dry", "ruleset", "allow_changed_rules")
        wanted = {name.rstrip("?"): own.get(name) or _SHARED[name] for name in names}
        return seasons.with_parameters(command, wanted)

    return command_of


def _standings_by_hands(draft: DecisionDraft) -> Standings:
    """Return the standings. Raise UsageError if there are neither hands nor written results."""
    if not (draft.options.source.hands or draft.season.results):
        why = "the result comes from its hands"
        help = "give their file or the archive after the match"
        raise UsageError("the hands of the match are needed", why, help)
    return draft.standings()


class _Proposal(NamedTuple):
    """Entry for one match of a batch, or why it gets none."""

    entry: Entry | None
    #: As the table says it, such as `left: locked`.
    reason: str = ""


def complete_results(draft: DecisionDraft, match: SeasonMatch) -> list[Entry]:
    """Return the results of a match by its hands.

    Raise UsageError if it is forfeited, Undecided if a game of it does not count yet.
    """
    from clabber_audit.report.league.sections import STATES, SeasonNames

    standings = _standings_by_hands(draft)
    played = next(other for other in standings.matches if other.match.id == match.id)
    name = SeasonNames(standings.season).match(match.id)
    if played.match.forfeited:
        entry = played.match.forfeited.number
        help = f"undo entry {entry} first, with league undo" if entry else "see league log"
        raise UsageError(f"{name} is forfeited", "there is no result to set", help)
    if played.open_games:
        why = ", ".join(f"game {game.number}: {STATES[game.state]}" for game in played.open_games)
        help = "add the missing hands; league report shows what is in dispute"
        raise Undecided(f"{name} is not complete", why, help)
    return played.results


def _batch(draft: DecisionDraft, verb: str, propose: Callable[[PlayedMatch], _Proposal | None]) -> Batch:
    """Return the entries of all matches, or of those of a week, with their table.

    `propose` returns None for a match that is no concern of the decision; a match that is forfeited or not complete
    gets no entry whatever it proposes. Raise UsageError unless either a week or all matches are asked for.
    """
    from clabber_audit.report.layout import PageRow, PageTable, TableColumn, table_lines
    from clabber_audit.report.league.sections import SeasonNames, result, status

    week, is_whole_season = draft.options.week, draft.options.all
    if week is None and not is_whole_season:
        raise UsageError(f"which match is {verb}?", "", "give its number, or --week N, or --all")
    if week is not None and is_whole_season:
        raise UsageError("--week and --all do not go together", "", "give one of the two")
    if week is not None and week not in (numbers := [round.number for round in draft.season.all_rounds]):
        why = f"its rounds are {', '.join(map(str, numbers))}" if numbers else "it has no rounds"
        raise UsageError(f"the season has no round {week}", printable(why, 200), "correct --week")
    names, numbers_of = SeasonNames(draft.season), draft.season.numbers()
    entries, rows, code, without = list[Entry](), list[PageRow](), Exit.DONE, 0
    for played in _standings_by_hands(draft).matches:
        if week not in (None, played.round.number):
            continue
        proposal = propose(played)
        if proposal is None:
            continue
        if played.match.forfeited:
            proposal = _Proposal(None, "left: forfeited")
        elif played.open_games:
            if all(game.state == "not_played" for game in played.games):
                without += 1
                continue
            proposal, code = _Proposal(None, "left: not complete"), Exit.UNDECIDED
        if proposal.entry is not None:
            entries.append(proposal.entry)
        cells = str(numbers_of[played.match.id]), names.match(played.match.id), result(played)
        rows.append(PageRow((*cells, status(played, names), proposal.reason or verb)))
    heads = ("No.", "Match", "Result", "Now", "Then")
    columns = tuple(TableColumn(head, numeric=place == 0) for place, head in enumerate(heads))
    table = [line.rstrip() for line in table_lines(PageTable("", columns, tuple(rows)))] if rows else []
    if without:
        table.append(inflect(without, "1 match has no hands yet.", "{count} matches have no hands yet."))
    if not entries:
        table.append("There is nothing to write.")
    return Batch(entries, table, code)


@decision("approvals", "match by week all yes team why? on sign")
def approve(
    draft: DecisionDraft,
    by: str = option(..., "--by", "NAME", "The captain who approves."),
    match: MatchOrBatchArgument = None,
    team: str | None = option(
        None, "--team", "TEAM", "The captain’s team (not needed if the season names the captain)."
    ),
    sign: str | None = sign_option("the approval"),
) -> Entry | Batch:
    """Approve the result of a match for one team, as its hands give it. Anyone but its captain is flagged.

    With --week or --all, approve every match of that team which is complete; a table shows them first.

    Example: clabber-audit league approve season.json 3 season.db --by "Ruth Example"
    """
    from clabber_audit.league.decisions import refuse_second_entry

    given = None if team is None else draft.team(team)
    wanted = None if match is None else draft.match(match)
    of_team = given or _captains_team(draft, by, wanted)
    if wanted is not None:
        refuse_second_entry(draft.season, "approvals", wanted, of_team)
        results = complete_results(draft, wanted)
        _warn_of_stranger(draft, of_team, by)
        return _make_approval(draft, wanted.id, of_team, results, _signer(draft, sign))
    approved = {approval.match for approval in draft.season.approvals if approval.team == of_team}
    key = _signer(draft, sign)

    def propose(played: PlayedMatch) -> _Proposal | None:
        if of_team not in played.match.teams:
            return None
        if played.match.id in approved:
            return _Proposal(None, "left: approved")
        return _Proposal(_make_approval(draft, played.match.id, of_team, played.results, key))

    batch = _batch(draft, "approved", propose)
    _warn_of_stranger(draft, of_team, by)
    return batch


def _captains_team(draft: DecisionDraft, by: str, match: SeasonMatch | None) -> str:
    """Return the id of the team with this captain, in a match if given. Raise UsageError unless there is just one."""
    from clabber_audit.records.formats import fold_name

    season, on = draft.season, draft.options.on
    teams = [team.id for team in season.teams] if match is None else match.teams
    own = [id for id in teams if fold_name(season.captain(id, on) or "") == fold_name(by)]
    if len(own) != 1:
        names = "one team" if match is None else " or ".join(map(season.name_of, teams))
        help = f"say for which {'team' if match is None else 'of them'} with --team"
        raise UsageError(f"{by.strip()} is not on record as captain of {names}", "", help)
    return own[0]


def _warn_of_stranger(draft: DecisionDraft, team: str, by: str) -> None:
    """Warn if anyone but its captain approves for a team."""
    from clabber_audit.records.formats import fold_name

    captain = draft.season.captain(team, draft.options.on)
    if captain and fold_name(captain) != fold_name(by):
        who = f"{printable(by.strip(), 80)} is not the captain of {draft.season.name_of(team)}, {captain} is"
        echo_err(f"look: {who}: this approval does not count")


def _signer(draft: DecisionDraft, sign: str | None) -> PrivateKey | None:
    """Return the key that signs; None if none is given, or nothing is written."""
    return None if sign is None or draft.options.dry else load_private_key(sign)


def _make_approval(
    draft: DecisionDraft, match: str, team: str, results: list[Entry], key: PrivateKey | None
) -> Entry:
    """Return the entry of an approval, signed if there is a key."""
    from clabber_audit.league.matches import sign_entry

    entry = {"match": match, "team": team, "results": results}
    if key is None:
        return entry
    try:
        return {**entry, "signed": sign_entry(draft.season, draft.add_author(entry), key)}
    except ValueError as problem:
        help = "correct it"
        raise UsageError("the approval cannot be signed", printable(str(problem), 200), help) from None


@decision("locks", "match by week all yes why? on")
def lock(draft: DecisionDraft, match: MatchOrBatchArgument = None) -> Entry | Batch:
    """Lock the result of a match as its hands give it. Later changes to the hands are compared with it.

    With --week or --all, lock every match that is complete; a table shows them first.

    Example: clabber-audit league lock season.json season.db --week 7 --by Agnes
    """
    from clabber_audit.league.decisions import refuse_second_entry

    locked = {lock.match for lock in draft.season.locks}

    def propose(played: PlayedMatch) -> _Proposal:
        if played.match.id in locked:
            return _Proposal(None, "left: locked")
        return _Proposal({"match": played.match.id, "results": played.results})

    if match is None:
        return _batch(draft, "locked", propose)
    wanted = draft.match(match)
    refuse_second_entry(draft.season, "locks", wanted)
    return {"match": wanted.id, "results": complete_results(draft, wanted)}


@decision("corrections", "match by why to game on", announce=True)
def correct(
    draft: DecisionDraft,
    match: MatchArgument,
    to: str = option(..., "--result", "RESULT", "The new totals, such as 512:448."),
    game: int = option(1, "--game", "N", "Which game of the match.", min=1),
) -> Entry:
    """Correct a result that was locked or approved. The standings go by it, and say so where the hands differ.

    Example: clabber-audit league correct season.json 3 --result 512:448 --by Agnes --why "hand 4 was miscopied"
    """
    from clabber_audit.league.decisions import result_of
    from clabber_audit.league.season import MOST_POINTS

    wanted = draft.match(match)
    was = result_of(draft.season, wanted, game)
    if was is None:
        why = "until it is locked or approved, the result comes from the hands alone"
        what = f"the result of game {game} of that match has not been locked or approved"
        raise UsageError(what, why, "correct the hands, or lock the result first")
    parts = to.strip().split(":")
    if len(parts) != len(wanted.teams) or not all(part.strip().isdecimal() for part in parts):
        why = "a result looks like 512:430, in the order of the schedule"
        raise UsageError(f"“{printable(to, 40)}” is not a result", why, "correct it")
    if any(len(part.strip().lstrip("0")) > len(str(MOST_POINTS)) for part in parts):
        why = f"--result: at most {MOST_POINTS}"
        raise UsageError(f"“{printable(to, 40)}” is not a result", why, "correct it")
    now = {team: int(part) for team, part in zip(wanted.teams, parts, strict=True)}
    if draft.law.game.stands(tuple(now.values()), draft.law.toggles) == "unfinished":
        help = "correct --result"
        raise UsageError(f"at {to} the game is not over", "nobody has reached what it takes to win", help)
    return {"match": wanted.id, "game": game, "was": was, "now": now}


@decision("forfeits", "match by why team games points annul on", announce=True)
def forfeit(
    draft: DecisionDraft,
    match: MatchArgument,
    team: list[str] = option(..., "--team", "TEAM", "Team that forfeits (repeatable)."),
    games: int | None = option(None, "--games", "N", "Games won for the other team (default: all).", min=0),
    points: int | None = option(
        None,
        "--points",
        "N",
        "Game points for the other team (default: as the season says).",
        min=0,
        max=9999,
    ),
    annul: bool = flag("--annul", "Take away the points made in games already played."),
) -> Entry:
    """Record that one team or both forfeit a match. Points made in games already played stay, unless you --annul them.

    Example: clabber-audit league forfeit season.json 3 --team Owls --by Agnes --why "nobody came"
    """
    from clabber_audit.league.decisions import count_forfeit_points

    teams, wanted = [draft.team(name) for name in team], draft.match(match)
    if points is None and len(teams) == 1:
        points = count_forfeit_points(draft.season, wanted, games)
    entry = {"games": games, "points": points or None, "annul": annul or None}
    return {"match": wanted.id, "by": teams, **entry}


@decision("handicaps", "team by why points since on")
def handicap(
    draft: DecisionDraft,
    team: TeamArgument,
    points: int = option(..., "--points", "N", "Game points for each game.", min=1, max=9999),
    since: SinceOption = None,
) -> Entry:
    """Give a team extra points for every game it plays. It does not change who won a game.

    Example: clabber-audit league handicap season.json Owls --points 20 --by Agnes --why "new this year"
    """
    return {"team": draft.team(team), "points": points, "since": since}


@decision("notes", "text by match protest answers on")
def note(
    draft: DecisionDraft,
    text: str = argument(..., "TEXT", "Text of the note."),
    match: str | None = option(None, "--match", "MATCH", "The match it is about, by number or teams."),
    protest: bool = flag("--protest", "Mark it as a protest, which waits for an answer."),
    answers: int | None = option(None, "--answers", "N", "Number of the protest that this answers.", min=1),
) -> Entry:
    """Put a note on file. A protest stays in `league open` until it is answered.

    Example: clabber-audit league note season.json "Owls protest game 1: dad shown late" --match 3 --protest --by Ruth
    """
    from clabber_audit.league.decisions import check_answer, check_protest

    if not text.strip():
        raise UsageError("the note is empty", "", "write its text")
    about = draft.match(match).id if match is not None else None
    entry = {"match": about, "protest": protest or None, "answers": answers, "why": text}
    written = draft.add_author(entry)
    if protest:
        check_protest(draft.written, about, written["who"], written["why"])
    if answers is not None:
        check_answer(draft.written, answers, about, written["when"])
    return entry


@decision("appeals", "ruling by protest on", announce=True)
def appeal(
    draft: DecisionDraft,
    ruling: str = argument(..., "RULING", "The ruling on the appeal (.json or .html), made by `appeal`."),
    protest: int | None = option(
        None, "--protest-number", "N", "Number of the protest that it decides.", min=1
    ),
) -> Entry | Batch:
    """Put a ruling on an appeal on file: from now on its hand counts as the last ruling has it.

    Example: clabber-audit league appeal season.json second.html season.db --by Agnes
    """
    from clabber_audit.cli.sign import report_unsigned, ruling_obstacles
    from clabber_audit.inputs.readers import read_one_record
    from clabber_audit.judge.appeals import appeal_in, judges_of, list_signers, ruling_digest, steps_of

    item = read_one_record(ruling, None)
    if wrong := ruling_obstacles(item, "not put on file"):
        return Batch([], [], worst_code(wrong))
    data = item.ruling or {}
    filed = appeal_in(data)
    if filed is None:
        why = "it is the first ruling on its hand"
        help = "make one with clabber-audit appeal"
        raise UsageError(f"{printable(ruling, 200)} decides no appeal", why, help)
    _check_hand(draft, data["record"], printable(ruling, 200))
    steps = steps_of(data)
    report_unsigned(item.source, steps)
    judges = [name for step in steps for name in (*judges_of(step), *list_signers(step))]
    given = (step["appeal"].get("answers", {}) for step in steps[1:])
    answers = {toggle: answer for own in given for toggle, answer in own.items()}
    return {
        "hand": data["record"]["id"],
        "result": filed.result,
        "chain": [ruling_digest(step) for step in steps],
        "judges": [*dict.fromkeys(judges)] or None,
        "answers": answers or None,
        "accounts": data["record"].get("accounts"),
        "protest": protest,
        "why": f"{filed.by}: {filed.because}",
    }


def _check_hand(draft: DecisionDraft, record: dict[str, Any], ruling: str) -> None:
    """Raise UsageError if the season does not have a hand. Without hands, warn that this was not checked."""
    from clabber_audit.judge.appeals import record_difference
    from clabber_audit.league.games import is_scheduled
    from clabber_audit.records.formats import record_data

    source, name = draft.options.source, printable(str(record["id"]), 80)
    if not source.hands and draft.season.archive:
        source = source._replace(hands=[seasons.archive_path(source.season, draft.season.archive)])
    if not source.hands:
        echo_err(f"look: no hands were given, so it was not checked that hand {name} is of this season")
        return
    quiet: Callable[[str], None] = (lambda _line: None) if draft.options.dry else echo_err
    hands = seasons.hands_of(source, draft.law, [], quiet)
    records = [hand.original for hand in hands if hand.record.id == record["id"]]
    if not any(is_scheduled(draft.season, other) for other in records):
        why, help = "it belongs to no match of the schedule", "league standings says why"
        if not records:
            why = f"no hand in {printable(', '.join(source.hands), 200)} has that id"
            help = "give the file or the archive that has it"
        raise UsageError(f"{ruling}: hand {name} is not in this season", why, help)
    own = _remove_circumstances(record)
    differ = [record_difference(_remove_circumstances(record_data(one)), own) for one in records]
    if all(differ):
        what = f"{ruling}: its hand {name} is not the hand {name} of the season"
        raise UsageError(what, differ[0], "rule on the hand of the season, and appeal from that ruling")


def _remove_circumstances(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without its date, place and source, which decide nothing here."""
    return {key: value for key, value in record.items() if key not in ("context", "source")}


@decision("penalties", "team by why points games on", announce=True)
def penalty(
    draft: DecisionDraft,
    team: TeamArgument,
    points: int = option(0, "--points", "N", "Game points taken away.", min=0, max=9999),
    games: int = option(0, "--games", "N", "Games won taken away.", min=0),
) -> Entry:
    """Take game points or games won from a team.

    Example: clabber-audit league penalty season.json Owls --points 50 --by Agnes --why "no shirts"
    """
    return {"team": draft.team(team), "points": points or None, "games": games or None}


@decision("draws", "by seeds day on")
def playoffs(
    draft: DecisionDraft,
    seeds: str | None = option(
        None, "--seeds", "TEAM,...", "Teams, best first, where the table has no order."
    ),
    day: str | None = option(None, "--day", "DATE", "Day of the matches, such as 2026-03-05."),
) -> Entry:
    """Draw the next stage of the play-offs: the first from the table, then from the winners.

    Example: clabber-audit league playoffs season.json season.db --by Agnes --day 2026-03-05
    """
    from clabber_audit.league.standings import draw_next_stage

    day = parse_day(day, "--day")
    named = [draft.team(name) for name in seeds.split(",")] if seeds else []
    return draw_next_stage(_standings_by_hands(draft), seeds=named, day=day)


@decision("postponements", "match by why until on")
def postpone(
    draft: DecisionDraft,
    match: MatchArgument,
    until: str | None = option(None, "--until", "DATE", "New date, such as 2026-02-02, if known."),
) -> Entry:
    """Postpone a match. If there are several new days, the last one counts.

    Example: clabber-audit league postpone season.json 3 --until 2026-02-02 --by Agnes --why "the bar was closed"
    """
    from clabber_audit.report.league.sections import SeasonNames, result

    wanted = draft.match(match)
    # A forfeited match cannot be postponed either, whatever was played of it.
    if draft.options.source.hands and not wanted.forfeited:
        standings = draft.standings()
        played = next(other for other in standings.matches if other.match.id == wanted.id)
        if all(game.is_in_table for game in played.games):
            what = f"{SeasonNames(standings.season).match(wanted.id)} was played"
            help = "check the match; what was played is not postponed"
            raise UsageError(what, f"its result is {result(played)}", help)
    return {"match": wanted.id, "until": until}


@decision("roster_changes", "team by why add remove captain since on")
def roster(
    draft: DecisionDraft,
    team: TeamArgument,
    add: list[str] | None = option(None, "--add", "NAME", "Player who joins (repeatable)."),
    remove: list[str] | None = option(None, "--remove", "NAME", "Player who leaves (repeatable)."),
    captain: str | None = option(None, "--captain", "NAME", "New captain."),
    since: SinceOption = None,
) -> Entry:
    """Change who plays for a team, or who is its captain.

    Example: clabber-audit league roster season.json Owls --add "Ida Example" --by Agnes --why "joined"
    """
    joining, leaving = ([name.strip() for name in names] if names else None for names in (add, remove))
    change = {"add": joining, "remove": leaving, "captain": captain.strip() if captain else None}
    return {"team": draft.team(team), **change, "since": since}


@decision("substitutions", "match by why team player instead on")
def substitute(
    draft: DecisionDraft,
    match: MatchArgument,
    team: str = option(..., "--team", "TEAM", "The team’s name."),
    player: str = option(..., "--player", "NAME", "Substitute player."),
    instead: str | None = option(None, "--instead-of", "NAME", "Absent player."),
) -> Entry:
    """Let a player who is not on the roster play for a team in one match.

    Example: clabber-audit league substitute season.json 3 --team Owls --player "Ida Example" --by Agnes --why "ill"
    """
    who = {"player": player.strip(), "instead_of": instead.strip() if instead else None}
    of_team = draft.team(team)
    return {"match": draft.match(match).id, "team": of_team, **who}


@decision("withdrawals", "number by why yes on")
def undo(
    draft: DecisionDraft,
    number: str = argument(..., "N", "Number of the entry (see `league log`), or several: 7-13."),
) -> Entry | Batch:
    """Undo a decision, or a batch of them. All stay on file.

    Example: clabber-audit league undo season.json 7 --by Agnes --why "wrong team"
    """
    from clabber_audit.report.league.sections import SeasonNames, log_lines

    parts = [part.strip() for part in number.replace("–", "-").split("-")]
    if not (1 <= len(parts) <= 2 and all(_NUMBER.fullmatch(part) for part in parts)):
        help = "write its number, or a range such as 7-13"
        raise UsageError(f"“{printable(number, 40)}” is no entry", "", help)
    first, last = int(parts[0]), int(parts[-1])
    if first == last:
        return {"of": first}
    lines = log_lines(draft.written, SeasonNames(draft.written))
    found = [log_line for log_line in lines if log_line.number and first <= log_line.number <= last]
    wanted = [log_line for log_line in found if not log_line.taken_back_by]
    if not wanted:
        raise UsageError(f"there is no entry {first} to {last} to undo", "", "see league log")
    entries = [{"of": log_line.number} for log_line in reversed(wanted)]
    return Batch(entries, [log_line.line for log_line in found])


def keep(
    season: str = argument(..., "SEASON", _SEASON, callback=seasons.season_file),
    archive: str | None = argument(None, "ARCHIVE", "The archive (default: the one named in the season)."),
) -> Exit:
    """Store every decision in the log of an archive too, earlier ones included.

    Whatever is missing or different in the season file is put back from the archive.

    Example: clabber-audit league keep season.json season.db
    """
    from clabber_audit.archive.database import compare_decisions, highest_number
    from clabber_audit.league.season_file import LARGEST, load, restore_entries

    with seasons.lock_season(season) as path:
        before = load(path)
        wanted = seasons.archive_path_in(path, archive) if archive else before.archive
        if wanted is None:
            raise UsageError("the season names no archive", "", "give the archive after the season")
        with seasons.replacing(path) as put, seasons.open_season_archive(path, wanted) as opened:
            differing = compare_decisions(opened, before)
            back = (*differing.gone, *differing.otherwise)
            highest, written = highest_number(opened, before), read_bounded(path, LARGEST)
            text, after = restore_entries(written, back, above=highest, archive=wanted)
            new = seasons.record_entries(opened, after).missing
            if back or new or wanted != before.archive:
                put(text)
    since = "" if wanted == before.archive else " from now on"
    result = f"{len(new)} added, {len(back)} put back into {season}" if new or back else "nothing was missing"
    echo_err(f"{wanted} keeps the decisions of {season}{since}: {result}")
    return Exit.DONE


def log(season: seasons.SeasonArgument, signed: options.SignedBy = None) -> Exit:
    """List every decision with its number, who, when and why, including those undone.

    Signed approvals are checked. Exit code 1 if a signature is invalid, or if one that --signed-by asks for is missing
    or by the key of another team; 4 if the file of keys does not say whose key it is.

    Example: clabber-audit league log season.json
    """
    from clabber_audit.league.matches import check_signatures
    from clabber_audit.league.season_file import load
    from clabber_audit.report.league.sections import SeasonNames, log_lines

    found = load(season)
    seasons.compare_with_archive(season, found)
    lines = [log_line.line for log_line in log_lines(found, SeasonNames(found))]
    for line in lines or ["No decisions yet."]:
        echo(line)
    codes = {Exit.DONE}
    for line, code in check_signatures(found, signers(signed)):
        echo(line)
        codes.add(code)
    return worst_of_checks(codes)
