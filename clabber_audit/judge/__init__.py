"""Claims weighed and remedies given: from findings to a ruling.

`judge` makes the ruling of a hand: `claims` weighs who called what, `scoring` and `remedies` give outcome and score,
`possible_scores` and `unrecorded_melds` say what else the score may be. `accounts` rules on each version of a hand that
people tell differently.

`dossier` collects all that is written about a ruling: the point in question (`focus`), `certificates`, `questions`,
`precedents`, `side_remarks`. `comparison` sets rulings beside those under other rulesets, and finds the hands that a
change of the rules decides otherwise; `appeals` says what a second ruling on the same record comes to. `summary` is
what games and seasons need of a hand.

`model` has the published shape of a ruling, `embedded` the ruling inside its page, `signed` its signatures.
"""
