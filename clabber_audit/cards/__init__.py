"""Cards, packs, trump order and seating of any table."""
