"""The Bid Euchre family: its casebook as data, and a naive second opinion written from the rows alone."""
