"""The command `clabber-audit`."""

from __future__ import annotations

import signal
from typing import Any

from clabber_audit.cli import app
from clabber_audit.cli.screen import speak_plainly


def _told_to_end(*_: Any) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Run the command line. Told to end, it tidies up as when it is interrupted: no half file is left."""
    speak_plainly()
    signal.signal(signal.SIGTERM, _told_to_end)
    app(prog_name="clabber-audit")


if __name__ == "__main__":
    main()
