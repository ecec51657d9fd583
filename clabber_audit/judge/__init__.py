"""Claims weighed and remedies given: from findings to a ruling, and what is written about it.

1. **The ruling.** `judge` evaluates the hand (`evidence`), weighs who called what (`claims`), and asks the game's
   `scoring` for outcome and score. The result is a `Ruling`. Where people tell a hand differently, `accounts` has each
   version judged and makes one ruling of them.
2. **The dossier.** `dossier` collects all that a page shows: the ruling, the point in question (`focus`), proofs
   (`certificates`), questions to the players (`questions`), decisions of the club (`precedents`), the articles cited,
   and `side_remarks`. Each of these takes a `Ruling` and returns a shape of its own. Those that try other rules or
   other cards judge the hand again, and `comparison` says if that ruling is another.
3. **For others.** `judge` also has what games and seasons need of a hand, and the ruling without names. `model` has the
   published shape of a ruling, `embedded` the ruling inside its page, `signed` its signatures, and `appeals` what a
   second ruling on the same record comes to.

Each module uses only those before it: `claims`, `scoring`, `judge`, `comparison`, `focus`, `certificates`,
`questions`, `side_remarks`, `precedents`, `dossier`.
"""
