"""The screen for hands of the Bid Euchre family, at tables of four by the compass whose cards are all written down."""
