"""Clabber.

`hand` prepares a record for replay, or says why it cannot have been. `auction` reads who made which
trump, `melds` has card order, deal, melds and belle, `scoring` the score. `toggles` are the
questions of the rulesets with the conditions among their answers. `game` defines the game by all of these.
"""
