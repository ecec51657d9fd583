"""Names, sentences, sections and data that all reports on a season share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from clabber_audit.core import __version__
from clabber_audit.core.text import agree, join_words, pluralize
from clabber_audit.league.decisions import entries, match_at
from clabber_audit.league.games import Notice, NoticeKind, PlayedMatch
from clabber_audit.league.season import (
    AppealedHand,
    Approval,
    Forfeit,
    ForfeitedMatch,
    GameResult,
    Handicap,
    Lock,
    Penalty,
    PlayoffDraw,
    PostponedMatch,
    Postponement,
    ResultCorrection,
    RosterChange,
    Round,
    Season,
    SeasonDecision,
    SeasonEntry,
    SeasonMatch,
    SeasonNote,
    Substitution,
    Withdrawal,
)
from clabber_audit.league.standings import Standings
from clabber_audit.league.waiting import OpenItem, OpenItemKind
from clabber_audit.records.dates import date_in_words
from clabber_audit.records.formats import digest
from clabber_audit.records.sheets.headings import Cells, CellSpreadsheet
from clabber_audit.report.html import Item, Paper, Section
from clabber_audit.report.layout import Colophon, PageRow, PageTable, TableColumn, Tone, columns, to_json_text
from clabber_audit.report.remarks import make_link
from clabber_audit.report.wording import is_plural, with_article

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


class Pages(NamedTuple):
    """File names of the pages of a site: teams, matches and hands by id, players by name and team."""

    teams: Mapping[str, str] = _NONE
    matches: Mapping[str, str] = _NONE
    hands: Mapping[str, str] = _NONE
    players: Mapping[tuple[str, str], str] = MappingProxyType({})


#: No site.
NOWHERE: Final = Pages()


class SeasonNames(NamedTuple):
    """Names in a season, with links or anonymous."""

    season: Season
    anonymous: bool = False
    #: Pages of teams, matches and people.
    pages: Pages = NOWHERE

    def team(self, id: str) -> str:
        """Return the name of a team by its id; a number if anonymous."""
        name = f"Team {self._number(id)}" if self.anonymous else self.season.name_of(id)
        return make_link(name, self.pages.teams.get(id))

    def subject(self, id: str, plural: str, singular: str = "") -> str:
        """Return a team and its verb at the beginning of a sentence: `The Owls lose`, `Lucky Seven loses`."""
        name = str(self.team(id))
        text = with_article(name, name)
        return f"{text[0].upper()}{text[1:]} {plural if is_plural(name) else singular or plural}"

    def team_id(self, id: str) -> str:
        """Return the id of a team in data; a number if anonymous."""
        return f"team-{self._number(id)}" if self.anonymous else id

    def _number(self, id: str) -> int:
        return [team.id for team in self.season.teams].index(id) + 1

    def match_id(self, id: str) -> str:
        """Return the id of a match in data; its place in the schedule if anonymous."""
        if self.anonymous and (found := self.season.find_round(id)):
            return f"round-{found[0].number}-match-{found[0].matches.index(found[1]) + 1}"
        return id

    def pair(self, match: SeasonMatch) -> str:
        """Return the teams of a match."""
        pair = f"{self.team(match.teams[0])} – {self.team(match.teams[1])}"
        return make_link(pair, self.pages.matches.get(match.id))

    def match(self, id: str) -> str:
        """Return a match by its id, with its round."""
        if found := self.season.find_round(id):
            return f"{self.pair(found[1])}, round {found[0].number}"
        return id

    def person(self, name: str) -> str:
        """Return the name of a person, or a placeholder if anonymous."""
        return "(name left out)" if self.anonymous else name

    def format_decision(self, decision: SeasonDecision) -> str:
        """Return author, day and reason of a decision: `Agnes, 2026-01-20: no shirts`."""
        if self.anonymous:
            return decision.when
        return f"{decision.who}, {decision.when}: {decision.why}"

    @property
    def title(self) -> str:
        return "Season" if self.anonymous else self.season.title

    @property
    def context(self) -> tuple[str, ...]:
        """League and season, if recorded."""
        given = () if self.anonymous else (self.season.league, self.season.season)
        return tuple(text for text in given if text)

    def round(self, round: Round) -> str:
        """Return a round with its day: `Round 3, January 19, 2026`, `Semifinal (round 14)`."""
        called = f"{round.stage} (round {round.number})" if round.stage else f"Round {round.number}"
        return f"{called}, {date_in_words(round.day)}" if round.day else called


#: Names of statuses.
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

#: Names of states.
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

_MESSAGES: Final[dict[NoticeKind, str]] = {
    "refused": "{refused}, so they are not counted here. Correct the file, and run this again.",
    "other_league": "Hands of another league, “{said}”; this is “{ours}”. They are left out.",
    "other_season": "Hands of another season, “{said}”; this is “{ours}”. They are left out.",
    "unnamed_team": "These hands do not name the team of {side}, so they are left out. Add the teams’ names to the records.",
    "unknown_team": "No team of the season is called “{name}” ({side}), so the hands are left out. Correct the name "
    "in the record or in the season.",
    "no_round": "Hands of {one} and {other} do not name their round, and these two meet in rounds {rounds}, so they "
    "are left out.",
    "no_match": "The schedule has no match between {one} and {other}{in_round}{elsewhere}, so the hands are left out.",
    "no_game_number": "{match}: the hands do not say which of the {most} games they belong to, so they are left out.",
    "no_such_game": "{match}: there is no game {game} (the match has {most}), so the hands are left out.",
    "other_ruleset": "{at}the record names the ruleset {said}, but the season is played under {ours}.",
    "other_table": "{at}the record says table {said}, but the schedule says table {ours}.",
    "off_roster": "{at}{player} played for {team} but is not on its roster.",
    "repeated": "{at}the same hand was given twice and counts once.",
    "same_id": "Different hands have the same id. Give each its own.",
    "two_hands": "{at}more than one record is numbered hand {hand}. Keep one; until then the game does not count.",
    "no_hand_number": "{at}who won depends on when a hand without a number was played. The game does not count "
    "until it has one.",
    "two_tables": "{at}the hands disagree about the table or about which team is North-South. It does not count.",
    "disputed": "{at}the record does not settle a hand’s score. The game does not count until it is settled.",
    "stopped": "{at}play stopped, and the record does not say why. The game does not count.",
    "hands_missing": "{at}missing hands: {numbers}. The game does not count until they are added.",
    "hands_after": "{at}these hands were played after the game was over and do not count.",
    "unfinished": "{at}nobody has reached {target} yet (high score {most}), so the game does not count.",
    "another_hand": "{at}both have {most}, so another hand decides. The game does not count yet.",
    "games_missing": "{match}: there are no hands of game {numbers}.",
    "no_hands": "{games} in the table as written in a table of results, without a hand: nothing of their play could "
    "be checked.",
    "result_otherwise": "{at}the table of results has {was}, {instead}.",
    "played_though_forfeited": "{match}: forfeited, so the games that were played are not counted as won or lost. "
    "{kept_points}",
    "locked_otherwise": "{at}locked at {was} on {when}, {instead}.",
    "corrected_otherwise": "{at}corrected to {was} on {when}, and the table goes by that; {instead}. Amend the "
    "hands to agree.",
    "approved_otherwise": "{at}{team} approved {was} on {when}, {instead}. The approval does not count.",
    "approved_in_part": "{match}: {team} did not approve game {numbers}, so the approval does not count.",
    "approved_early": "{match}: {team} approved on {when}, before the day of the match, {day}. Check the dates.",
    "not_captain": "{match}: {player} approved for {team}, whose captain is {captain}. The approval does not count.",
    "second_bye": "Round {round}: {team} has bye number {byes}, while {other} has had {others}.",
    "idle": "Round {round}: {team} neither plays nor has a bye.",
    "uneven": "Teams have played different numbers of games ({fewest} to {most}). Byes and postponed matches do not count.",
}


def _list_meetings(one: Notice, names: SeasonNames) -> str:
    """Return where the two teams of a notice meet in the schedule; empty if they never do."""
    facts, numbers = dict(one.facts), names.season.numbers()
    meetings = [
        f"round {round.number} (match {numbers[match.id]})"
        for round in names.season.all_rounds
        for match in round.matches
        if {*match.teams} == {facts["one"], facts["other"]}
    ]
    return f"; they meet in {join_words(meetings)}" if meetings else ""


#: Number of hands named in a notice.
_NAMED: Final = 8


def notice(one: Notice, names: SeasonNames) -> str:
    """Return a notice as one or two sentences, with its hands."""
    words: dict[str, str] = {}
    for name, value in one.facts:
        words[name] = str(value)
        is_foreign = name in ("said", "ours") and names.anonymous and isinstance(value, str)
        if name in ("team", "one", "other"):
            words[name] = names.team(words[name])
        elif name in ("player", "captain", "name") or is_foreign:
            words[name] = names.person(words[name])
    if one.kind == "refused":
        words["refused"] = agree(int(words["count"]), "{count} hand{|s} {has|have} errors")
    if one.kind == "no_hands":
        words["games"] = agree(int(words["games"]), "{count} game{|s} {is|are}")
    words["game"] = str(one.game)
    words["round"] = str(one.round)
    words["match"] = names.match(one.match)
    words["at"] = f"{words['match']}, game {one.game}: "
    words["in_round"] = f" in round {one.round}" if one.round is not None else ""
    words["elsewhere"] = _list_meetings(one, names) if one.kind == "no_match" else ""
    state = words.get("state", "")
    words["instead"] = f"but now it does not count: {STATES.get(state, '')}"
    if state in ("won", "tied"):
        words["instead"] = f"the hands now give {words['now']}"
    elif state == "not_played":
        words["instead"] = "but there are no hands of it"
    are_kept = words.get("points") == "1"
    words["kept_points"] = "The points made in them stay." if are_kept else "Their points are lost."
    text = _MESSAGES[one.kind].format_map(words)
    if not one.hands or names.anonymous:
        return text
    hands, more = ", ".join(one.hands[:_NAMED]), len(one.hands) - _NAMED
    return f"{text} [{hands} and {more} more]" if more > 0 else f"{text} [{hands}]"


def result(played: PlayedMatch) -> str:
    """Return the games of a match: `512:430, 498:502`. What does not count is in brackets, also of a forfeited match."""
    texts = []
    for game in played.games:
        score = ":".join(map(str, game.totals)) if game.totals else "?"
        if game.state == "not_played":
            continue
        if played.match.forfeited:
            is_kept = game.is_in_table and not played.match.forfeited.annul
            texts.append(f"({score}, {'points only' if is_kept else 'not counted'})")
        elif game.is_in_table:
            texts.append(score)
        elif game.state in ("unfinished", "incomplete"):
            texts.append(f"({score}, {STATES[game.state]})")
        else:
            texts.append(f"({score})")
    return ", ".join(texts)


def status(played: PlayedMatch, names: SeasonNames) -> str:
    """Return the status of a match, with a single approval and with locks of single games."""
    parts = [STATUSES[played.status]]
    if played.status == "provisional" and played.approved_by:
        # More than one where a game is missing.
        team = join_words(map(names.team, played.approved_by))
        unwritten = "approved by {team}, but without a written result"
        parts.append((unwritten if played.unwritten else "approved by {team}").format(team=team))
    if played.status not in ("locked", "corrected", "forfeited"):
        parts += [f"game {game.number} {STATUSES[game.fixed]}" for game in played.games if game.fixed]
    return ", ".join(parts)


#: Tones of statuses.
TONES: Final[dict[str, Tone]] = {
    "in_dispute": "open",
    "postponed": "open",
    "forfeited": "open",
    "locked": "fair",
}


def alerts(standings: Standings, names: SeasonNames) -> tuple[str, ...]:
    """Return the loud notices: refused hands, and locked or approved results that changed."""
    return tuple(notice(one, names) for one in standings.notices if one.is_loud)


def season_paper(
    kind: str,
    standings: Standings,
    names: SeasonNames,
    lead: str,
    parts: Iterable[Section],
    tone: Tone | None = None,
) -> Paper:
    """Return a paper of the sections that are not empty; its tone is `fault` if there are alerts, unless given."""
    loud, shown = alerts(standings, names), tuple(part for part in parts if not part.is_empty)
    if tone is None:
        tone = "fault" if loud else ""
    return Paper(kind, names.title, lead, shown, colophon(standings), names.context, tone, loud)


def notices(standings: Standings, names: SeasonNames) -> Section:
    """Return the section of the other notices."""
    items = tuple(Item(notice(one, names), "open") for one in standings.notices if not one.is_loud)
    return Section("notices", "Please check", items=items)


def written_scores_section(standings: Standings, names: SeasonNames) -> Section:
    """Return the section of games that count by written scores alone, in part or in whole."""
    items = tuple(
        Item(f"{names.match(match.match.id)}, game {game.number}: {written} of {hands} hands.")
        for match, game in standings.games_by_written_score
        for written, hands in (game.written_alone,)
    )
    text = "These hands have no cards and no breakdown: they count as written." if items else ""
    return Section("written", "Games by written scores alone", text, items=items, printed=False)


#: Two cells of a match: the result, or where it is played; and the status.
MatchCells = Callable[[PlayedMatch], tuple[str, str]]


def result_cells(names: SeasonNames) -> MatchCells:
    """Return a function for two cells of a match: result and status."""
    return lambda played: (result(played), status(played, names))


def round_table(
    standings: Standings, round: Round, names: SeasonNames, head: str, cells: MatchCells
) -> PageTable:
    """Return the table of a round: matches, then byes; `head` is the heading of the first of the `cells`."""
    byes = (PageRow(("", names.team(team), "", "bye")) for team in round.byes)
    rows = (*match_rows(standings, standings.matches_of(round), names, cells), *byes)
    return PageTable(names.round(round), match_columns(head), rows, head=1)


def match_columns(head: str) -> tuple[TableColumn, ...]:
    return columns("No.", "Match", head, "Status")


def match_rows(
    standings: Standings, played: Iterable[PlayedMatch], names: SeasonNames, cells: MatchCells
) -> Iterator[PageRow]:
    """Yield a row for each match, with a note on why it was forfeited or postponed."""
    numbers = standings.season.numbers()
    for one in played:
        match, notes = one.match, list[str]()
        if match.forfeited:
            who = join_words(map(names.team, match.forfeited.by))
            notes.append(f"Forfeited by {who} ({names.format_decision(match.forfeited)}).")
        if match.postponed:
            until, decided = match.postponed.until, names.format_decision(match.postponed)
            day = f"until {until}" if until else "no new day yet"
            notes.append(f"Postponed{' ' if until else ', '}{day} ({decided}).")
        row = (f"{numbers[match.id]}.", names.pair(match), *cells(one))
        yield PageRow(row, tuple(notes), TONES.get(one.status, ""), f"m-{names.match_id(match.id)}")


def corrections(standings: Standings, names: SeasonNames) -> Section:
    """Return the section of corrected results, in the order in which they were added."""
    played = {match.match.id: match.match for match in standings.matches}
    items = []
    for change in standings.season.corrections:
        teams = played[change.match].teams
        was, now = (":".join(str(points[team]) for team in teams) for points in (change.was, change.now))
        became = f"{was} became {now} ({names.format_decision(change)})"
        text = f"{names.match(change.match)}, game {change.game}: {became}."
        items.append(Item(text, id=decision_anchor(change.number)))
    return Section("corrections", "Corrections", items=tuple(items))


def colophon(standings: Standings) -> Colophon:
    """Return the colophon. The digest over the records does not depend on their order."""
    records = sorted(record for match in standings.matches for game in match.games for record in game.records)
    ruleset = standings.law.ruleset
    judged_by = ruleset.caption
    data = standings.written.model_dump(mode="json", exclude_unset=True)
    if "rounds" in data:
        # Digests cover the rounds of the play-offs twice: as they were drawn, and among the others.
        rounds = standings.written.all_rounds
        data["rounds"] = [round.model_dump(mode="json", exclude_unset=True) for round in rounds]
    return Colophon((("the season", digest(data)), ("the records", digest(records))), (judged_by,))


_OPEN_ITEMS: Final[dict[OpenItemKind, str]] = {
    "protest": "A protest waits for an answer{at} ({said}).",
    "in_dispute": "{match}: in dispute. The report shows which hands; amending a hand settles it.",
    "no_day": "{match}: postponed without a new day.",
    "no_hands": "{match}: there are no hands of it. Add them, or postpone or forfeit the match.",
    "not_over": "{match}: not complete. The report shows which hands are missing.",
    "approval": "{match}: waiting for the captain of {team} to approve.",
    "other_approval": "{match}: the approval of {team} by {said} does not count. Undo it, then approve again.",
    "lock": "{match}: approved by both captains, but not locked.",
    "lock_unwritten": "{match}: approved without a written result, and not locked.",
    "not_locked": "{match}: played, but not locked.",
    "changed": "{match}: the hands now give a different result ({said}).",
    "forfeited_and_played": "{match}: forfeited, but there are hands of it. Undo the forfeit if they should count.",
    "next_stage": "The next stage of the play-offs can be drawn.",
    "stranger": "{match}: {said} played for {team} but is not on its roster.",
}


def open_item_text(one: OpenItem, names: SeasonNames) -> str:
    """Return an item that needs a decision as a sentence."""
    number = f"Match {names.season.numbers()[one.match]}, {names.match(one.match)}" if one.match else ""
    team = names.team(one.team) if one.team else ""
    at = f", {names.match(one.match)}" if one.match else ""
    return _OPEN_ITEMS[one.kind].format(match=number, team=team, said=one.detail, at=at)


class LogLine(NamedTuple):
    """Decision in a list of decisions."""

    number: int | None
    #: The list of the season, or the key of the match, that it stands in.
    key: str
    text: str
    #: Number of the entry that undid it, or None.
    taken_back_by: int | None
    #: The `hand` or `match` that it decides on, with its id; None for others, and for approvals and locks.
    about: tuple[str, str] | None

    @property
    def line(self) -> str:
        """Number and text, and the entry that undid it."""
        gone = f" Undone by entry {self.taken_back_by}." if self.taken_back_by else ""
        return f"{self.number or '–'}. {self.text}{gone}"


def log_lines(season: Season, names: SeasonNames) -> list[LogLine]:
    """Return all entries by number, those without one first."""
    undone = season.numbers_undone
    by = {entry.of: entry.number for entry in season.withdrawals if entry.number not in undone}
    protests = {note.number: note.match for note in season.notes if note.protest}
    lines = []
    for path, entry in sorted(entries(season), key=lambda one: one[1].number or 0):
        match = match_at(season, path)
        key, text = str(path[-1] if match else path[0]), entry_text(entry, names, match)
        about = _find_subject(entry, match, protests)
        lines.append(LogLine(entry.number, key, text, by.get(entry.number or 0), about))
    return lines


def _find_subject(
    entry: SeasonEntry, match: str, protests: Mapping[int | None, str | None]
) -> tuple[str, str] | None:
    """Return the hand or match of a decision; that of an answer is the match of its protest."""
    if isinstance(entry, AppealedHand):
        return "hand", entry.hand
    about = match or getattr(entry, "match", None)
    if isinstance(entry, SeasonNote) and not about and entry.answers:
        about = protests.get(entry.answers)
    return ("match", about) if about and not isinstance(entry, Approval | Lock) else None


def decision_anchor(number: int | None) -> str:
    """Return the anchor of a decision on the page of the season; empty for one without a number."""
    return f"d-{number}" if number else ""


#: Kinds shown with their match, or in another section, while in force.
_SHOWN_ELSEWHERE: Final = ("approvals", "locks", "corrections")


def decisions(standings: Standings, names: SeasonNames) -> Section:
    """Return the section of decisions, in force and undone."""
    lines = log_lines(standings.written, names)
    shown = (log for log in lines if log.key not in _SHOWN_ELSEWHERE or log.taken_back_by)
    items = tuple(Item(log.line, id=decision_anchor(log.number)) for log in shown)
    text = "Approvals, locks and corrections in force are listed with the matches." if items else ""
    return Section("decisions", "Decisions", text, items=items, printed=False)


def entry_text(entry: SeasonEntry, names: SeasonNames, match: str = "") -> str:
    """Return an entry as a sentence, with author, day and reason; `match` is the id of the match that holds it."""
    why = entry.why if isinstance(entry, SeasonDecision | Approval | Lock) else None
    signed = f"{entry.who}, {entry.when}: {why}" if why else f"{entry.who}, {entry.when}"
    return f"{_describe_entry(entry, names, match)} ({entry.when if names.anonymous else signed})."


def _describe_entry(entry: SeasonEntry, names: SeasonNames, match: str) -> str:
    match entry:
        case Approval():
            results = _results(entry.match, entry.results, names)
            return f"{names.team(entry.team)} approved {names.match(entry.match)}{results}"
        case Lock():
            return f"{names.match(entry.match)} is locked{_results(entry.match, entry.results, names)}"
        case ResultCorrection():
            was, now = (_totals(entry.match, points, names) for points in (entry.was, entry.now))
            return f"{names.match(entry.match)}, game {entry.game}: {was} becomes {now}"
        case Forfeit():
            at = entry.match if isinstance(entry, ForfeitedMatch) else match
            return f"{names.match(at)} is forfeited by {join_words(map(names.team, entry.by))}"
        case Postponement():
            at = entry.match if isinstance(entry, PostponedMatch) else match
            until = f"until {entry.until}" if entry.until else "without a new day yet"
            return f"{names.match(at)} is postponed {until}"
        case Penalty():
            taken = [f"{pluralize(entry.games, 'game')} won"] if entry.games else []
            taken += [pluralize(entry.points, "point")] if entry.points else []
            return f"{names.subject(entry.team, 'lose', 'loses')} {join_words(taken)}"
        case Handicap():
            points = pluralize(entry.points, "point")
            return (
                f"{names.subject(entry.team, 'are', 'is')} given {points} a game{_format_since(entry.since)}"
            )
        case Substitution():
            instead = f" instead of {names.person(entry.instead_of)}" if entry.instead_of else ""
            player = names.person(entry.player)
            return f"{player} plays for {names.team(entry.team)}{instead} in {names.match(entry.match)}"
        case RosterChange():
            parts = [f"{join_words(map(names.person, entry.add))} joined"] if entry.add else []
            parts += [f"{join_words(map(names.person, entry.remove))} left"] if entry.remove else []
            parts += [f"the captain is {names.person(entry.captain)}"] if entry.captain else []
            return f"{names.team(entry.team)}: {', '.join(parts)}{_format_since(entry.since)}"
        case SeasonNote():
            kind = "Protest" if entry.protest else "Note"
            kind = f"Answer to protest {entry.answers}" if entry.answers is not None else kind
            return f"{kind} on {names.match(entry.match)}" if entry.match else kind
        case AppealedHand():
            rulings = [f"{number}. {one[:23]}…" for number, one in enumerate(entry.chain, 1)]
            by = f", by {join_words(entry.judges)}" if entry.judges and not names.anonymous else ""
            kind = f"Protest {entry.protest}, an appeal" if entry.protest is not None else "Appeal"
            # The id of a hand may be made of names.
            hand = "a hand" if names.anonymous else f"hand {entry.hand}"
            return f"{kind} on {hand}: {entry.result.replace('_', ' ')} ({', '.join(rulings)}{by})"
        case PlayoffDraw():
            met = [names.pair(drawn) for drawn in entry.round.matches]
            byes = [f"{names.team(team)} has a bye" for team in entry.round.byes]
            return f"{entry.round.stage or 'Stage'} drawn: {', '.join((*met, *byes))}"
        case Withdrawal():
            return f"Entry {entry.of} is undone"
    raise AssertionError(f"no words for {type(entry).__name__}")


def _format_since(round: int | None) -> str:
    return f" from round {round} on" if round is not None else ""


def _results(match: str, results: list[GameResult], names: SeasonNames) -> str:
    """Return results as text: ` at 512:430, 498:502`."""
    scores = ", ".join(_totals(match, result.points, names) for result in results)
    return f" at {scores}" if scores else ""


def _totals(match: str, points: Mapping[str, int], names: SeasonNames) -> str:
    if found := names.season.find_round(match):
        return ":".join(str(points[team]) for team in found[1].teams)
    # Without the schedule nobody knows whose points come first.
    return " – ".join(f"{names.team(team)} {points[team]}" for team in sorted(points))


def changes(before: Standings, after: Standings) -> list[str]:
    """Return a sentence for each change by a decision, such as `Owls: place 1 → 2, points 512 → 462.`"""
    names, then = SeasonNames(after.season), {row.tally.team: row for row in before.rows}
    texts = []
    for row in after.rows:
        was = then[row.tally.team]
        numbers = (
            ("place", was.place, row.place),
            ("won", was.tally.won, row.tally.won),
            ("lost", was.tally.lost, row.tally.lost),
            ("points", was.tally.points, row.tally.points),
        )
        parts = [f"{what} {one} → {other}" for what, one, other in numbers if one != other]
        if parts:
            texts.append(f"{names.team(row.tally.team)}: {', '.join(parts)}.")
    for match, later in zip(before.matches, after.matches, strict=True):
        old, new = (status(played, names) for played in (match, later))
        if old != new:
            texts.append(f"{names.match(later.match.id)}: {old} → {new}.")
    texts += [notice(one, names) for one in after.notices if one not in before.notices]
    return texts


def attributes(value: object, *names: str) -> dict[str, Any]:
    """Return attributes by their names."""
    return {name: getattr(value, name) for name in names}


def season_json(format: str, standings: Standings, names: SeasonNames, data: Mapping[str, Any]) -> str:
    """Return a report as JSON, ending with a newline: the head that all reports on a season have, data, notices."""
    season, foot = standings.season, colophon(standings)
    head = {
        "format": format,
        "title": names.title,
        "league": None if names.anonymous else season.league,
        "season": None if names.anonymous else season.season,
        "ruleset": season.ruleset,
        "judged_by": foot.rulesets[0],
        "version": __version__,
        "sha256": {of.removeprefix("the "): digest for of, digest in foot.digests},
    }
    return to_json_text({**head, **data, "notices": _notices_data(standings, names)})


def _notices_data(standings: Standings, names: SeasonNames) -> list[dict[str, Any]]:
    """Return the notices as data, each with its sentence."""
    return [
        {
            "kind": one.kind,
            "match": names.match_id(one.match) if one.match else None,
            **attributes(one, "game", "round"),
            "hands": [] if names.anonymous else list(one.hands),
            "text": notice(one, names),
        }
        for one in standings.notices
    ]


def list_rows(heads: Sequence[str], rows: Iterable[Mapping[str, CellSpreadsheet]]) -> list[Cells]:
    """Return the heading of a spreadsheet and its rows, whose cells are given by heading."""
    return [heads, *([row.get(head) for head in heads] for row in rows)]
