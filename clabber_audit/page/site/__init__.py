"""A site: linked pages in one folder that need no server, of a season or of an archive."""
