"""Hands of the Bid Euchre family as they are dealt, bid, handed over and played, by the law of each game."""
