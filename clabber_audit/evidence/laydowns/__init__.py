"""Lay-downs: whether a hand laid down wins all it claims, whatever is known of the other hands."""
