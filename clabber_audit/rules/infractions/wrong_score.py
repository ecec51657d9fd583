"""A wrong score on the sheet.

The sheet and the ruling disagree. It is noted for each side that differs. So is a running total after the hand that is
not the total before it and what the hand adds; one that only carries a wrong score on is that one fault.

In Clabber every mark but R stands for nothing scored. What a sheet breaks down and no hand can give is noted too:
melds, belle or the last trick for both sides (R-008, R-055, R-063), 30 for melds (R-044 to R-049), cards that do not
come to 152 (R-068).

Example: the sheet says 94 and the cards give 96.
"""

from typing import Final

from clabber_audit.games.clabber.scoring import SheetSlip
from clabber_audit.records.vocabulary import RENEGE_MARK
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, ScoreCompared, Words

MESSAGES: Final = {
    "after": "the sheet has a running total of {sheet} for {team}; it should be {ruled}",
    "cards": "the sheet’s card points come to {sheet}; a deck has {ruled}",
    "last_trick": "the sheet gives {team} {sheet} for the last trick, which is worth {ruled}",
    "melds": "the sheet gives {team} {sheet} for melds; no melds add up to {sheet}",
    "belle": "the sheet gives {team} {sheet} for belle, which is worth {ruled}",
    "both last_trick": "the sheet gives both sides the last trick",
    "no last_trick": "the sheet gives neither side the last trick",
    "both melds": "the sheet gives both sides melds; only the side with the highest meld scores any",
    "both belle": "the sheet gives both sides belle; king and queen of trump are in one hand",
}


class WrongScore(Infraction[ScoreCompared | SheetSlip]):
    place = "score"
    number = 35
    words = Words(
        message="the sheet has {sheet} for {team}; it should be {ruled}",
        messages=MESSAGES,
        fault="wrong score",
        claimed="the score was wrong",
        denied="the score sheet is right",
        help="correct the sheet, or the record",
        doubt="the sheet is wrong to have {sheet} for {team}",
    )

    def offends(self, case: LawCase[ScoreCompared | SheetSlip]) -> bool:
        score = case.event
        if isinstance(score, SheetSlip):
            return True
        if score.sheet == RENEGE_MARK:
            return not score.reneged
        return (score.sheet if isinstance(score.sheet, int) else 0) != score.ruled

    def facts(self, case: LawCase[ScoreCompared | SheetSlip]) -> Facts:
        score = case.event
        if isinstance(score, ScoreCompared) and score.total:
            return {"part": "after", "sheet": score.sheet, "ruled": score.ruled}
        if isinstance(score, ScoreCompared):
            return {"sheet": score.sheet, "ruled": score.ruled}
        together = score.team is None and score.part != "cards"
        part = f"{'both' if score.written else 'no'} {score.part}" if together else score.part
        return {"part": part, "sheet": score.written, "ruled": score.worth}
