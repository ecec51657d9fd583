"""Rulings, scorecards and papers in words; decides nothing.

Each sentence of a ruling has one home:

* the first line, what happened, the questions that would decide it: `verdict`
* a claim, who pays for it, and reneges that nobody called: `claims`
* a finding, a player, a card, a moment, an incident or an agreement: `wording`
* why a card that looks right is wrong: `surprises`
* the reasoning and the facts, and how we know: `grounds`
* the trick in question, and the hand card by card: `scenes`; the score and its sums: `scores`
* other rules, and what would have been: `remarks`; versions of what happened: `accounts`
* decisions of the club and appeals: `precedents`; where the record comes from: `provenance`
* single words, by penalty, outcome, game and card: `phrases`

`ruling` puts them in order and prints them as text, `page` as HTML, `data` as JSON. Other papers are in `scorecard`,
`book`, `league`, `manual` (`explain`) and `lint` (findings of `check`); `paper` and `layout` have their sections,
tables and text columns, `html` their markup.
"""
