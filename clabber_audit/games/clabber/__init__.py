"""Evansville Clabber: ranking, melds, scoring, and the house rules on which tables differ."""
