"""Tests of the scorecard: hands are grouped into games, and games are written in every format."""
