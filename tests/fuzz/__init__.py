"""Spoiled inputs by the thousand, for every command."""
