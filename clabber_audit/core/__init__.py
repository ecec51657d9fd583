"""Errors, text safety, bounded files and worker processes."""

from typing import Final

__version__ = "1.1.0"

#: URL of the repository.
HOME: Final = "https://github.com/clabber-audit/clabber-audit"
