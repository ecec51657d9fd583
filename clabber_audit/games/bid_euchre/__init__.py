"""The Bid Euchre family: games of bidding for tricks, with bowers, a joker, no trumps, and two packs."""
