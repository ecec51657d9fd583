"""The audit of a season written out: what its hands show that the table does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clabber_audit.ground.counted import counted
from clabber_audit.law.infractions import infractions
from clabber_audit.league.audit import Audit, Otherwise, Reneged, Where
from clabber_audit.league.season.model import Match
from clabber_audit.league.what_if import Outcome
from clabber_audit.render.league import common
from clabber_audit.render.league.names import Names
from clabber_audit.render.league.paper import Item, Paper, Section
from clabber_audit.render.table import Column, Row, Table, Tone
from clabber_audit.render.wording import Speaker, bare


def report_paper(found: Audit, *, anonymous: bool = False) -> Paper:
    """The audit as it is read."""
    standings = found.standings
    names = Names(standings.season, anonymous)
    parts = [
        Section(
            "otherwise",
            "Games that would have ended otherwise",
            items=tuple(Item(_otherwise(one, names), "fault") for one in found.otherwise),
        ),
        Section("reneges", "Reneges by kind and team", _counted(found), tables=_tables(found, names)),
        Section("uncalled", "Reneges that nobody called", items=tuple(_uncalled(found, names))),
        Section("sheets", "Sheets that do not agree", items=tuple(_sheets(found, names))),
        Section("impossible", "Sheets that do not add up", items=tuple(_impossible(found, names))),
        Section("disputed", "Hands in dispute", items=tuple(_disputed(found, names))),
        Section("dealers", "Dealers out of turn", items=tuple(_dealers(found, names))),
        common.told(standings, names),
        common.corrections(standings, names),
        common.written_alone(standings, names),
    ]
    if all(part.empty for part in parts):
        parts = [parts[1]._replace(text="Nothing was found.")]
    tone: Tone = "open" if found.otherwise or found.disputed else ""
    return common.paper("Audit of the season", standings, names, _lead(found), tone, parts)


def _lead(found: Audit) -> str:
    """What was looked at, and what it comes to."""
    uncalled = sum(not reneged.called for reneged in found.reneges)
    sums = len(found.impossible)
    hands = counted(found.hands, "{count} hand looked at", "{count} hands looked at")
    counts = (
        counted(uncalled, "{count} renege that nobody called", "{count} reneges that nobody called"),
        counted(len(_hands(found)), "{count} sheet that does not agree", "{count} sheets that do not agree"),
        counted(sums, "{count} sheet that does not add up", "{count} sheets that do not add up"),
        counted(len(found.disputed), "{count} hand in dispute", "{count} hands in dispute"),
    )
    return f"{hands}: {', '.join(counts)}."


def _hands(found: Audit) -> set[str]:
    """The hands of which the sheet does not agree."""
    return {sheet.where.hand for sheet in found.sheets}


def _counted(found: Audit) -> str:
    if not found.reneges:
        return ""
    return "Proven by the records. A renege that nobody claimed in time changes no score (R-107)."


def _tables(found: Audit, names: Names) -> tuple[Table, ...]:
    """The reneges by kind, with the teams under each, and by team."""
    counts = found.counts()
    if not counts:
        return ()
    called, uncalled = Column("Called", numeric=True), Column("Uncalled", numeric=True)
    by_kind: dict[str, list[tuple[str, int, int]]] = {}
    by_team: dict[str, list[tuple[str, int, int]]] = {team.id: [] for team in found.standings.season.teams}
    for kind, team, yes, no in counts:
        by_kind.setdefault(kind, []).append((team, yes, no))
        by_team[team].append((kind, yes, no))
    kinds = tuple(
        Row((infractions()[kind].title, *_sums(teams)), (_by_team(teams, names),)) for kind, teams in by_kind.items()
    )
    teams = tuple(Row((names.team(team), *_sums(own))) for team, own in by_team.items() if own)
    return (
        Table("By kind", (Column("Renege"), called, uncalled), kinds),
        Table("By team", (Column("Team"), called, uncalled), teams),
    )


def _sums(counted: Sequence[tuple[str, int, int]]) -> tuple[str, str]:
    return str(sum(yes for _name, yes, _no in counted)), str(sum(no for _name, _yes, no in counted))


def _by_team(counted: Sequence[tuple[str, int, int]], names: Names) -> str:
    """Whose they are: `Owls 1 called, 2 uncalled; Moose 1 uncalled`."""
    texts = []
    for team, yes, no in counted:
        parts = [f"{yes} called"] if yes else []
        parts += [f"{no} uncalled"] if no else []
        texts.append(f"{names.team(team)} {', '.join(parts)}")
    return "; ".join(texts) + "."


def place(where: Where, names: Names) -> str:
    """A hand by its match, game and number, with its id."""
    words = {"match": names.match(where.match.id), "game": where.game, "hand": where.number}
    if names.anonymous:
        return "{match}, game {game}, hand {hand}".format(**words)
    return "{match}, game {game}, hand {hand} [{id}]".format(**words, id=where.hand)


def _uncalled(found: Audit, names: Names) -> Iterator[Item]:
    for reneged in found.reneges:
        if not reneged.called:
            yield Item(_reneged(reneged, names))


def _reneged(reneged: Reneged, names: Names) -> str:
    where, finding = reneged.where, reneged.finding
    speaker = Speaker(reneged.record, anonymous=names.anonymous)
    return f"{place(where, names)}: {names.team(reneged.team)}, {speaker.place(finding)}: {speaker.finding(finding)}."


def _sheets(found: Audit, names: Names) -> Iterator[Item]:
    for sheet in found.sheets:
        words = {"place": place(sheet.where, names), "team": names.team(sheet.team), "written": sheet.written}
        if sheet.ruled is None:
            text = "{place}: the sheet says {written} for {team}; nobody scores in this hand.".format(**words)
        elif sheet.by_cards:
            text = "{place}: the sheet says {written} for {team}, the cards give {ruled}.".format(
                **words, ruled=sheet.ruled
            )
        else:
            text = "{place}: the sheet says {written} for {team}, the ruling gives {ruled}.".format(
                **words, ruled=sheet.ruled
            )
        yield Item(text)


def _impossible(found: Audit, names: Names) -> Iterator[Item]:
    for where in found.impossible:
        words = {"place": place(where, names), "score": _as_written(where, names)}
        if where.basis == "sheet":
            text = "{place}: {score}; the breakdown on the sheet cannot be that of a hand.".format(**words)
        else:
            text = "{place}: {score}; no cards and melds come to that.".format(**words)
        yield Item(text, "fault")


def _as_written(where: Where, names: Names) -> str:
    """`110 for Owls, 90 for Eagles`: what is written, and where nothing is, what the hand counts."""
    counted = where.counted or (0, 0)
    return ", ".join(
        f"{made if said is None else said} for {names.team(where.teams[index])}"
        for index, (said, made) in enumerate(zip(where.written, counted, strict=True))
    )


def _disputed(found: Audit, names: Names) -> Iterator[Item]:
    for where in found.disputed:
        why = (
            "the record cannot decide what was scored"
            if where.basis == "open"
            else "play stopped, and neither a claim nor a score explains it"
        )
        yield Item(f"{place(where, names)}: {why}.", "open")


def _dealers(found: Audit, names: Names) -> Iterator[Item]:
    for where in found.dealers:
        assert where.due is not None
        yield Item(f"{place(where, names)}: {bare(where.dealer)} dealt, and it was the turn of {bare(where.due)}.")


def _otherwise(one: Otherwise, names: Names) -> str:
    now, then = (_outcome(outcome, one.match, names) for outcome in (one.now, one.then))
    if one.where is None or one.finding is None:
        game = f"{names.match(one.match.id)}, game {one.game}"
        return f"{game}: {now}. By the sheet as it was written: {then}."
    deed = infractions()[one.finding.infraction].title
    return "{place}: {now}. Had {deed} been called there: {then}.".format(
        place=place(one.where, names), now=now, deed=f"“{deed}”", then=then
    )


def _outcome(outcome: Outcome, match: Match, names: Names) -> str:
    """How a game ends, in a clause."""
    score = f"{outcome.totals[0]}:{outcome.totals[1]}"
    if outcome.state == "won" and outcome.winner is not None:
        return f"won by {names.team(match.teams[outcome.winner])}, {score}"
    if outcome.state == "tied":
        return f"a tie, {score}"
    return f"not over, {score}"
