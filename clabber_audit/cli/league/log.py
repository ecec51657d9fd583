"""`league log`: everything that was decided in a season."""

from __future__ import annotations

from clabber_audit.cli.keys import SignedByOption
from clabber_audit.cli.league.common import SeasonArgument
from clabber_audit.cli.screen import tell
from clabber_audit.ground.errors import Exit


def log(season: SeasonArgument, signed: SignedByOption = None) -> Exit:
    """List every decision with its number, who, when and why, including those undone.

    Signed approvals are checked. Exit code 1 if a signature is invalid, or if one that --signed-by asks for is missing
    or by the key of another team; 4 if the file of keys does not say whose key it is.

    Example: clabber-audit league log season.json
    """
    from clabber_audit.cli.errors import worst
    from clabber_audit.cli.keys import signers
    from clabber_audit.cli.league.ledger import look_there
    from clabber_audit.league.season import load
    from clabber_audit.league.signatures import told_of
    from clabber_audit.render.league.decisions import logged
    from clabber_audit.render.league.names import Names

    found = load(season)
    look_there(season, found)
    lines = [one.line for one in logged(found, Names(found))]
    for line in lines or ["No decisions yet."]:
        tell(line)
    codes = {Exit.DONE}
    for said, code in told_of(found, signers(signed)):
        tell(said)
        codes.add(code)
    # What does not fit is no better for something else that could not be checked.
    return worst(codes - {Exit.UNDECIDED} if Exit.FINDINGS in codes else codes)
