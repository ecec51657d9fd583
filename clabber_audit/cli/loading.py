"""The commands of a package, each in the module of its name, which is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from inspect import cleandoc
from typing import Any, Final

import typer
from typer.main import get_command

from clabber_audit.cli.errors import Command, guarded

#: How help is asked for.
HELP: Final = {"help_option_names": ["-h", "--help"]}


def with_commands(group: Any, package: str, panels: Mapping[str, Sequence[str]]) -> Any:
    """A group with the commands of a package, under the headings and in the order in which help lists them.

    A package within it is a group, its `program`. A trailing `_`, as in `open_`, is no part of a command's name, and
    within it `_` is written as a hyphen.
    """
    places = {name: (f"{package}.{name}", panel) for panel, names in panels.items() for name in names}
    group.commands = _Commands({name.rstrip("_").replace("_", "-"): place for name, place in places.items()})
    return group


class _Commands(Mapping[str, Any]):
    """Commands by their names."""

    def __init__(self, places: dict[str, tuple[str, str]]) -> None:
        #: The module of each, and its heading.
        self._places = places
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = _loaded(name, *self._places[name])
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def _loaded(name: str, module: str, panel: str) -> Any:
    found = vars(import_module(module))
    command = found.get("program") or _Later(name, found[module.rpartition(".")[2]])
    command.rich_help_panel = panel
    return command


class _Later(Command):
    """A command of which help can tell at once; what it takes is put together when it is asked for."""

    def __init__(self, name: str, does: Any) -> None:
        super().__init__(name, help=cleandoc(does.__doc__ or ""), context_settings=HELP)
        self._does = does
        # As long as there are none, `__getattr__` is asked for them.
        del self.params, self.callback

    def __getattr__(self, name: str) -> Any:
        if name not in ("params", "callback"):
            raise AttributeError(name)
        # A command asked for by itself, as the handbook does, knows `-h` as well.
        alone = typer.Typer(add_completion=False)
        alone.command(name=self.name, cls=Command, context_settings=HELP)(guarded(self._does))
        made = get_command(alone)
        self.params, self.callback = made.params, made.callback
        return getattr(self, name)
