"""The games that can be judged: ranking, melds, scoring. One package a game, Clabber first."""
