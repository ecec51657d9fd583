"""Rulings, scorecards and papers in words; decides nothing.

Each sentence of a ruling has one home:

* the first line, what happened, the questions that would decide it: `verdict`
* a claim, who pays for it, and reneges that nobody called; why a card that looks right is wrong: `claims`
* a finding, a player, a card, a moment, an incident or an agreement: `wording`
* single words, by penalty, outcome, game and card: `phrases`
* the reasoning and the facts, and how we know: `grounds`
* the trick in question, and the hand card by card: `scenes`; the score and its sums: `scores`
* other rules, what would have been, and where the record comes from: `remarks`
* versions of what happened: `accounts`; decisions of the club and appeals: `ruling`

`ruling` puts them in order and prints them as text, `page` as HTML, `data` as JSON. Other papers are in `scorecard`,
`book`, `league`, `manual` (`explain`) and `lint` (findings of `check`); `layout` has tables and text columns, `html`
sections and markup.
"""
