"""Random records of the Bid Euchre family, with everything that can go wrong at a table."""
