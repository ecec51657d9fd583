"""Rules: rulesets, articles and infractions.

A ruleset comes to the judge in four steps:

1. `toml_text` and `ruleset_file` read and check the TOML of a house, which becomes a `Statute` (`articles`): what it
   changes. Shipped files are trusted.
2. `answers` puts a statute over those it extends: the articles in force, the toggles and the penalties they give.
   `wording` puts the values into the texts. The result is a `Ruleset` (`ruleset`).
3. `lines` and `decided` choose the text of a day, where texts succeed each other or a club's book (`book`, `book_file`)
   decides from a day on.
4. `bound_ruleset` binds the infractions that the penalties name.

An infraction is a class (`infraction`) in a file of `infractions/`, or a row of `incidents.toml` (`incidents`), which
looks at events (`replay`, `games`, `events`). `lookup` finds articles and infractions by words, for people.
"""
