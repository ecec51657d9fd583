"""A naive second opinion on hands of the Bid Euchre family, written from the rows alone."""
