"""The text notation `.clab`: the JSON of a record as text that people type (`schemas/clab.md`, `schemas/bid-euchre.md`).

The notation knows cards, seats, moments and words, and no rule of the game. It refuses what it cannot read;
it never repairs, omits or reorders anything.

`draft` splits a file into hands, and holds a hand while it is read; `tokens` has the words of a table. `language` is the
grammar of each game: its kinds of lines with their readers, which are there, in `lines` (calls, tricks, melds, clauses)
and in `accounts`. `writer` is the way back, and `highlight` colors a text.
"""
