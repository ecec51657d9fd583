"""Steps of the Bid Euchre family where cards are open: whether what was said or handed over hangs on them."""

from __future__ import annotations

from clabber_audit.evidence.matter import Matter, Told, as_noted, plain
from clabber_audit.games.bid_euchre.special_calls import ACE_NO_FACE, SpecialCall


def of_held(matter: Matter) -> Told:
    """What was said or given from a hand: judged by the cards known, and by all that may be in it besides."""
    step = matter.step
    if not step.hidden or _settled(matter):
        yield from as_noted(matter._replace(step=step._replace(hidden=0)) if step.hidden else matter)
        return
    hands = (step.hand, step.hand | matter.walk.hand.pool)
    found = plain([matter.objects(step._replace(hand=hand, hidden=0)) for hand in hands], matter.asked)
    if found:
        yield step, found


def _settled(matter: Matter) -> bool:
    """Whether one card known decides: a face card in a hand that is to have none (B-126, B-127)."""
    step, rank = matter.step, matter.walk.hand.pack.rank
    faces = rank["J"] | rank["Q"] | rank["K"]
    return isinstance(step, SpecialCall) and step.word == ACE_NO_FACE and bool(step.hand & faces)
