"""What an incomplete record proves, held against every way to complete it."""
