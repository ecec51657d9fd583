"""Random records of Clabber, and changes to records of any game."""
