"""Parts of the site and the man pages made from the code."""
