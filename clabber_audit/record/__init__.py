"""What was written down: the only door for records, which says what was recorded and refuses what cannot be."""
