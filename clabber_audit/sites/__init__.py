"""Static sites of a season or an archive."""
