"""What every room stands on: errors, what a character is, counts in words, files read under a bound; the version."""

__version__ = "0.1.0"
