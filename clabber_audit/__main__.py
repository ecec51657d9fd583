"""The command `clabber-audit`."""

from __future__ import annotations

import atexit
import gc
import os
from typing import Final

#: Allocations between garbage collections; reference cycles are rare here.
_MANY: Final = 200_000


def main() -> None:
    """Run the command line. Told to end, it tidies up as when it is interrupted: no half file is left."""
    gc.set_threshold(_MANY)
    # Skip the last collection: the process ends.
    atexit.register(gc.freeze)
    # Pydantic would search all installed packages for plugins; none is used here.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Imported last, so that the settings above hold for the imports too.
    try:
        from clabber_audit.cli import program
        from clabber_audit.cli.commands import handle_signals, run_program
        from clabber_audit.cli.output import open_closed_streams, replace_unencodable

        open_closed_streams()
        replace_unencodable()
        handle_signals()
        code = run_program(lambda: program(prog_name="clabber-audit"))
    except KeyboardInterrupt:
        code = 130
    # An interrupt inside `exec` of a text, as dataclasses make classes, would have `python -m` end by SIGINT whatever
    # the exit code, until another text is run.
    exec("")
    raise SystemExit(code)


if __name__ == "__main__":
    main()
