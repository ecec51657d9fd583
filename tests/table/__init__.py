"""The table of every game: pack, seats, and the order of the cards."""
