"""The command `clabber-audit`."""

from __future__ import annotations

from clabber_audit.cli import app
from clabber_audit.cli.guard import speak_plainly


def main() -> None:
    """Run the command line."""
    speak_plainly()
    app(prog_name="clabber-audit")


if __name__ == "__main__":
    main()
