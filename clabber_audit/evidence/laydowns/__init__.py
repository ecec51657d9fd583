"""Search for a trick that a lay-down can lose.

`evaluate` reads the lay-down of a record, lists the positions in which it may have been made (`position`), and searches
each: for a deal in which it loses a trick, and for one in which it loses none. `search` has the searches:

* `Search`: the losing line, all hands known;
* `HiddenSearch`: a losing line together with a deal that allows it, where the legality of a line tells enough;
* `DealSearch`: deals one after the other; each that is not the one sought gives a reason, which excludes others too.
  `Reasons` makes it short by `Blanks`, a search for a loss that is certain whatever the other cards are;
* `wins_by_drawing_trumps`, `equivalent_deals` and `climb`: what settles many positions sooner.
"""
