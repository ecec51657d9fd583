"""Tests of the Bid Euchre family: its casebook, and a naive second opinion written from the rows alone."""
