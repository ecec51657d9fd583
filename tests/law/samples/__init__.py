"""Sample infractions."""
