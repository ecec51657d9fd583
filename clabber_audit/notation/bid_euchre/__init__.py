"""`bid-euchre 1`: what the text says of the Bid Euchre family otherwise than of Clabber."""
