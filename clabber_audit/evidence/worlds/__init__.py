"""Worlds: the complete hands that a record allows, and whether there is one in which something happened.

What a record does not place may lie anywhere that its sizes and its known cards leave open. Whether a card was played
by the rules is never presumed: that is what is at issue. A question narrows down what may lie where; a world exists
when the places that are left can all be filled, which is a matching and never a guess.
"""

from clabber_audit.evidence.worlds.frame import KEPT, Fits, Frame, World, frame
from clabber_audit.evidence.worlds.question import BUDGET, Exhausted, Question, world_with

__all__ = ["BUDGET", "KEPT", "Exhausted", "Fits", "Frame", "Question", "World", "frame", "world_with"]
