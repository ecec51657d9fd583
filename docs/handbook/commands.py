"""The commands, asked of the program itself: for the site's reference and for the man page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from clabber_audit.cli import program
from clabber_audit.core.errors import Exit

NAME: Final = "clabber-audit"
#: A run of each command, with its output, which a test repeats.
SESSIONS: Final = Path(__file__).with_name("sessions.md")
_SESSION: Final = re.compile(r"^## ([^\n]+)\n\n(```\w+\n.*?^```)$", re.MULTILINE | re.DOTALL)
_BLOCK: Final = re.compile(r"^```console\n.*?^```$", re.MULTILINE | re.DOTALL)
_EXAMPLE: Final = re.compile(r"\n*^Example: (.+)$", re.MULTILINE)


class Option(NamedTuple):
    """An option or an argument: how it is written, and what it does."""

    written: str
    help: str


class Command(NamedTuple):
    """A command, or a group of them."""

    #: As it is typed: `clabber-audit archive add`.
    name: str
    #: The heading under which help lists it.
    heading: str
    #: How it is called, without its name: `[OPTIONS] PATH...`.
    usage: str
    #: What it does, in paragraphs.
    about: tuple[str, ...]
    example: str
    arguments: tuple[Option, ...]
    options: tuple[Option, ...]
    #: A line of its exit codes; empty for a group.
    exit_codes: str
    #: Whether other commands follow its name.
    is_group: bool


@cache
def commands() -> tuple[Command, ...]:
    """The program and every command of it, in the order of its help."""
    return tuple(_described(names, command) for names, command in _all(program, (NAME,)))


def _all(command: Any, names: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield names, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from _all(inner, (*names, name))


def _described(names: tuple[str, ...], command: Any) -> Command:
    context = command.make_context(names[-1], [], resilient_parsing=True)
    params = [param for param in command.get_params(context) if not getattr(param, "hidden", False)]
    arguments = [param for param in params if param.param_type_name == "argument"]
    options = [param for param in params if param.param_type_name == "option"]
    is_group = hasattr(command, "commands")
    example = _EXAMPLE.search(command.help or "")
    about = _EXAMPLE.sub("", command.help or "").strip()
    epilog = command.epilog or ""
    words = [_argument(one) for one in arguments] + ["COMMAND ..."] * is_group
    return Command(
        name=" ".join(names),
        heading=getattr(command, "rich_help_panel", None) or "",
        usage=" ".join(["[OPTIONS]", *words]),
        about=tuple(" ".join(part.split()) for part in about.split("\n\n")),
        example=example[1] if example else epilog.removeprefix("Example: "),
        arguments=tuple(Option(_argument(one), one.help or "") for one in arguments),
        options=tuple(Option(_option(one), _help(one)) for one in options),
        exit_codes="" if is_group else epilog,
        is_group=is_group,
    )


def _argument(param: Any) -> str:
    shown = str(param.metavar or param.name.upper())
    return shown if param.required or shown.startswith("[") else f"[{shown}]"


def _option(param: Any) -> str:
    names = sorted([*param.opts, *param.secondary_opts], key=len)
    value = "" if param.is_flag or not param.metavar else f" {param.metavar}"
    return ", ".join(names) + value


def _help(param: Any) -> str:
    """Return the help of an option, with its default or that it is required."""
    said = [param.help or "", "Required." if param.required else ""]
    if param.show_default and not param.is_flag and param.default not in (None, (), ""):
        said.append(f"Default: {getattr(param.default, 'value', param.default)}.")
    return " ".join(filter(None, said))


def command_pages() -> dict[str, str]:
    """Return a page for each command of the program, with those of its group, by its path below `reference/`."""
    pages: dict[str, list[str]] = {}
    for command in commands()[1:]:
        noun = command.name.split(" ")[1]
        pages.setdefault(f"commands/{noun}", []).append(_section(command))
    return {path: "\n\n".join(sections) + "\n" for path, sections in pages.items()}


def commands_page() -> str:
    """Return the commands by what one wants to do, in a line each, with links to their pages."""
    whole, *inner = commands()
    parts = ["\n\n".join(whole.about), f"```text\n{NAME} COMMAND [OPTIONS] ...\n```"]
    parts.append(_table("Options", whole.options))
    for heading in dict.fromkeys(command.heading for command in inner if command.name.count(" ") == 1):
        rows = [
            f"| [`{command.name}`](commands/{command.name.split(' ')[1]}.md) | {command.about[0]} |"
            for command in inner
            if command.heading == heading and command.name.count(" ") == 1
        ]
        parts += [f"## {heading}", "\n".join(["| command | what it does |", "| --- | --- |", *rows])]
    return "\n\n".join(parts)


@cache
def sessions() -> dict[str, str]:
    """Name of each command, without that of the program -> the block that shows a run of it, here or in a how-to."""
    shown: dict[str, str] = {}
    for page in sorted(SESSIONS.parents[1].glob("how-to/**/*.md")):
        for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
            for command in commands():
                if f"\n$ {command.name} " in block and not command.is_group:
                    shown.setdefault(command.name.removeprefix(f"{NAME} "), block)
    return {**shown, **dict(_SESSION.findall(SESSIONS.read_text(encoding="utf-8")))}


def _section(command: Command) -> str:
    level = "#" * command.name.count(" ")
    parts = [f"{level} {command.name}", *command.about, f"```text\n{command.name} {command.usage}\n```"]
    parts += [_table("Arguments", command.arguments), _table("Options", command.options)]
    parts += [f"```sh\n{command.example}\n```" if command.example else "", command.exit_codes]
    parts.append(sessions().get(command.name.removeprefix(f"{NAME} "), ""))
    return "\n\n".join(filter(None, parts))


def _table(title: str, rows: Iterable[Option]) -> str:
    lines = [f"| `{row.written}` | {row.help} |".replace("||", "\\|\\|") for row in rows]
    return "\n".join([f"| {title} | what |", "| --- | --- |", *lines]) if lines else ""


def exit_codes_page() -> str:
    """The exit codes with what they mean, as a table in Markdown."""
    return "\n".join(
        ["| code | meaning |", "| --- | --- |", *(f"| {int(code)} | {code.meaning} |" for code in Exit)]
    )
