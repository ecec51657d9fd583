"""The command `clabber-audit`."""

from __future__ import annotations

import atexit
import gc
import os
from typing import Final

#: How many more objects there are before those that hold each other are looked for. Next to none do.
_MANY: Final = 200_000


def main() -> None:
    """Run the command line. Told to end, it tidies up as when it is interrupted: no half file is left."""
    gc.set_threshold(_MANY)
    # What is there at the end goes with the process, and is not looked through once more.
    atexit.register(gc.freeze)
    # No plugin has a say in what is read here, so none is searched for among all that is installed.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Loaded last, so that all this holds of loading as well.
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
