"""The record of the Bid Euchre family, `bid-euchre-hand/1`: ten games, one format."""
