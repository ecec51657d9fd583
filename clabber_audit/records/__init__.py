"""Hand records: what somebody wrote down about one hand.

* Models: `base` has what all games share, `clabber` and `bid_euchre` the records, `formats` finds the model of a format.
* Ways in and out: JSON (`parse`), text (`notation`), score sheets (`sheets`), columns and Parquet (`columns`).
* `hand` is a record prepared for replay, with what is open in it. The games prepare it.
* `contradictions` is the search for what cannot have been, which the games feed.
* `accounts` are facts that people tell differently, and the records that each version makes.
* Words: `vocabulary`, `bid_euchre_words` and `incidents`; `dates` reads dates as written.
"""
