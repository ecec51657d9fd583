"""The Bid Euchre family.

`hand` prepares a record for replay, its cards where exchanges put them, or says why it cannot have been; it has pack,
seats and card order. `preliminaries` applies a ruleset from the deal to the first card: the calls (`auction`), trump
named, players who leave, and exchanges. `scoring` has the score. `toggles` are the questions of the rulesets, `needs`
the conditions among their answers. `game` defines the game by all of these.
"""
