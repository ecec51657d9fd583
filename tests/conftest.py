"""What every test begins with."""

from __future__ import annotations

import signal

# Started in the background, a shell has its children ignore Ctrl-C; the commands that the tests start must not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
