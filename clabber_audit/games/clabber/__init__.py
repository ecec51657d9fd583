"""Clabber.

`hand` prepares a record for replay, and `contradictions` says why it cannot have been. `auction` reads who made which
trump, `melds` has the melds and belle, `ranking` the card order and the deal, `scoring` the score. `toggles` are the
questions of the rulesets with the conditions among their answers. `game` defines the game by all of these.
"""
