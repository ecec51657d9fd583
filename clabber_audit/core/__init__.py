"""Errors, text safety, bounded files and worker processes."""

from typing import Final

__version__ = "1.1.0"

#: Where the program is at home, and its files lie by their names.
HOME: Final = "https://github.com/clabber-audit/clabber-audit"
