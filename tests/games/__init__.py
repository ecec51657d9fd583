"""Tests of game definitions, apart from the casebook."""
