"""The scorecard: hands into games, and how a game is written."""
