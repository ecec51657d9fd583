"""What every room stands on: errors, what a character is, counts in words, files read under a bound; the version."""

from typing import Final

__version__ = "1.0.0"

#: Where the program is at home, and its files lie by their names.
HOME: Final = "https://github.com/clabber-audit/clabber-audit"
