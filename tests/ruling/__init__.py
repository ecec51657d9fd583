"""Tests of rulings, apart from the casebook."""
