"""Clabber.

`hand` prepares a record for replay, or says why it cannot have been. `auction` reads who made which trump, `melds` has
card order, deal, melds and belle, `scoring` the score. `toggles` has the answers that the questions of rulesets allow,
with the conditions among them, `questions.toml` the questions and the sentences of articles that give each answer.
`game` defines the game by all of these.
"""
