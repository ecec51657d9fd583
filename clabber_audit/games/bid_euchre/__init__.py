"""The Bid Euchre family.

`hand` prepares a record for replay, its cards where exchanges put them, or says why it cannot have been; it has pack,
seats and card order. `preliminaries` applies a ruleset from the deal to the first card: the calls (`auction`), trump
named, players who leave, and exchanges. `scoring` has the score. `toggles` has the answers that the questions of
rulesets allow, `needs` the conditions among them, `questions.toml` the questions and the sentences of articles that
give each answer. `game` defines the game by all of these.
"""
