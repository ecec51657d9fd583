"""What each game is, beside the casebook."""
