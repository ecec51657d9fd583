"""Rules: rulesets, articles and infractions.

Five words, and where each is:

* A *statute* (`articles`) is what one file says, shipped or a house's own: how it differs from the rules it extends.
  `ruleset_file` reads and checks a house's file; shipped ones are trusted.
* A *ruleset* (`ruleset`) is the law that a chain of statutes makes: `answers` puts each over those it extends, which
  gives the articles in force, one answer to every question and the penalties, and puts the answers into the texts.
* A *line* (`lines`) has the rulesets that succeed each other, and the one of a day.
* A *book* (`book`) has the decisions of a club on questions of the catalog. `book_file` reads it.
* A *law* (`bound_ruleset`) is a ruleset bound to the infractions that its penalties name, ready to judge; with a book
  it is changed by the decisions from their dates on.

An infraction is a class (`infraction`) in a file of `infractions/`, or a row of `incidents.toml`, which looks at events
(`replay`, `games`). `lookup` finds articles and infractions by words, for people. Files of a
house and of a club are read by modules of their own, since their models are slow to build and seldom needed.
"""
