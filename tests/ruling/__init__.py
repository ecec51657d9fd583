"""Rulings, apart from the casebook."""
