"""The text notation `.clab`: the JSON of a record as text that people type (`schemas/clab.md`, `schemas/bid-euchre.md`).

The notation knows cards, seats, moments and words, and no rule of the game. It refuses what it cannot read;
it never repairs, omits or reorders anything.
"""
