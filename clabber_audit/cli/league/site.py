"""`league site`: a season as linked pages that need no server."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.league.common import (
    Asked,
    HandsArgument,
    LawOption,
    NamelessOption,
    SeasonArgument,
    ended,
    hands_of,
    say_without_hands,
    season_of,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.cli.screen import overheard
from clabber_audit.cli.sites import ClippingsOption, JobsOption
from clabber_audit.ground.errors import ClabberError, Exit


def site(
    season: SeasonArgument,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FOLDER", help="A new folder, or an existing site to update.")
    ],
    hands: HandsArgument = None,
    ruleset: LawOption = None,
    anonymous: NamelessOption = False,
    clippings: ClippingsOption = None,
    jobs: JobsOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Write a season as a folder of linked pages: standings, teams, players, matches, every ruling, search and feeds.

    If the site exists, only changes are written. It needs no server.

    Example: clabber-audit league site season/ -o public/
    """
    from clabber_audit.cli.digests import digest_of, rules_files
    from clabber_audit.cli.folder import Ended, Folder
    from clabber_audit.cli.sites import bring, clippings_in, histories_in, lacking, up_to_date

    asked = Asked(season, hands or [], ruleset, None, None, False, anonymous, changed)
    given = [season, *asked.hands, *rules_files(ruleset), *([clippings] if clippings else [])]
    folder = Folder(output, digest_of(given), ruleset, clippings is None, anonymous, changed)
    if (before := up_to_date(folder)) is not None:
        return before

    from clabber_audit.page.site.packing import packed
    from clabber_audit.page.site.season import season_site

    problems: list[ClabberError] = []
    with overheard() as heard:
        played, law = season_of(asked)
        records = [packed(hand.record) for hand in hands_of(asked, law, problems)]
        told, pictures = clippings_in(clippings)
        known = histories_in(asked.hands, changed=changed)
    found, made = season_site(played, records, law, problems, anonymous=anonymous, clippings=told, histories=known)
    said: list[str] = []
    say_without_hands(asked, said.append)
    code = ended(found.standings, bool(problems), anonymous, said.append)
    said += lacking(made, clippings)
    bring(folder, made, pictures, jobs, Ended(code, tuple(said), not heard))
    return code
