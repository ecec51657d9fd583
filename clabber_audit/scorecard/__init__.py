"""Hands into games."""
