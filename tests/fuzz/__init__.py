"""Fuzz tests: mutated input for every command."""
