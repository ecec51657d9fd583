"""Random hands, seasons and evenings that look like played ones, with a rate of trouble.

The same seed gives the same records on every machine. Play is random among the legal cards; an irregular hand breaks
one rule or two, in the cards, the calls, the melds or otherwise; claims are made by the other side, mostly rightly.
"""

from clabber_audit.simulate.seasons import RULESET as EVENING
from clabber_audit.simulate.seasons import SimulatedSeason, evening, season, simulate_hands

__all__ = ["EVENING", "SimulatedSeason", "evening", "season", "simulate_hands"]
