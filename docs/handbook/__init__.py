"""What of the site and of the man page is made from the code."""
