"""How far a long batch has come: a bar on standard error, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TypeVar

_T = TypeVar("_T")


def with_bar(results: Iterator[_T], doing: str) -> Iterator[_T]:
    """The same results, with a bar that counts hands when standard error is a terminal."""
    if not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed} hands"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=None)
        for result in results:
            yield result
            bar.advance(task)
