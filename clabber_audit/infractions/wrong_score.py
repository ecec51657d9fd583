"""A score that the hand does not give.

The sheet and the ruling disagree. It is noted for each team that differs; every mark but R stands for nothing scored.

Example: the sheet says 94 and the cards give 96.
"""

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.infraction import Facts, ScoreCompared

STEP = ScoreCompared
PLACE = "score"
MESSAGE = "the sheet gives {team} {sheet}, the hand {ruled}"
HELP = "correct the sheet, or the record"

RENEGE_MARK = "R"


def offends(score: ScoreCompared, toggles: Toggles) -> bool:
    if score.sheet == RENEGE_MARK:
        return not score.reneged
    return (score.sheet if isinstance(score.sheet, int) else 0) != score.ruled


def facts(score: ScoreCompared) -> Facts:
    return {"sheet": score.sheet, "ruled": score.ruled}
