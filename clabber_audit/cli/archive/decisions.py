"""`archive decisions`: what was decided in the seasons of an archive."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.options import ChangedOption, form_option
from clabber_audit.cli.screen import say, tell
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.league.season import Season


class DecisionsForm(StrEnum):
    """How decisions are listed."""

    text = "text"
    json = "json"


def decisions(
    archive: ArchiveArgument,
    form: Annotated[DecisionsForm, form_option(DecisionsForm, "text")] = DecisionsForm.text,
    changed: ChangedOption = False,
) -> Exit:
    """List the decisions of each season in the log: who, what, when and why, and what was undone.

    No season file is needed. Teams and matches are listed by their ids.

    Example: clabber-audit archive decisions season.db
    """
    import json

    from clabber_audit.archive.decisions import seasons_kept
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.render.league.decisions import logged
    from clabber_audit.render.league.names import Names

    with open_archive(archive, changed=changed) as opened:
        seasons = list(seasons_kept(opened))
    if form is DecisionsForm.json:
        tell(json.dumps([entry for season in seasons for entry in _data(season)], ensure_ascii=False, indent=2))
        return Exit.DONE
    for number, season in enumerate(seasons):
        names = Names(season)
        tell("\n" * bool(number) + ", ".join([names.title, *names.context]))
        for one in logged(season, names):
            tell(f"  {one.line}")
    if not seasons:
        say("it holds no decisions; league keep stores those of a season in it")
    return Exit.DONE


def _data(season: Season) -> list[dict[str, Any]]:
    """The decisions of a season as JSON has them."""
    from clabber_audit.league.season.filed import filed

    called = {"title": season.title, "league": season.league, "season": season.season}
    kept = sorted(filed(season), key=lambda one: one.number or 0)
    return [{**called, "kind": one.kind, "decision": dict(one.entry)} for one in kept]
