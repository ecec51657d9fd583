"""Hands and rulings kept for good, with what shows that nobody changed them."""
