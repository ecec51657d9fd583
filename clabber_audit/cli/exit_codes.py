"""Exit codes of each command, as its help, the reference and the man page say them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clabber_audit.core.errors import Exit

#: Codes that any command may end with, besides its own.
_ALWAYS: Final = {Exit.USAGE: "the command was not understood", Exit.UNUSABLE: "a file cannot be used"}
_REFUSED: Final = "a record has an error"
_BOOK: Final = "the book has an error"
_OF_HANDS: Final = {Exit.REFUSED: _REFUSED}
_OF_A_TABLE: Final = {Exit.REFUSED: _REFUSED, Exit.UNDECIDED: "a result is open"}
_CHECKED: Final = {Exit.DONE: "everything holds", Exit.FINDINGS: "a check failed"}

#: Commands of a league that read its hands.
_TABLES: Final = (
    *("standings", "schedule", "players", "report", "site", "open", "packet"),
    *("approve", "lock", "correct", "playoffs"),
)

#: Meaning of the codes of a command, `archive add` in a group.
_OWN: Final[Mapping[str, Mapping[Exit, str]]] = {
    "rule": {Exit.DONE: "ruled", **_OF_HANDS, Exit.UNDECIDED: "not decided"},
    "check": {
        Exit.DONE: "nothing found",
        Exit.FINDINGS: "something was found",
        **_OF_HANDS,
        Exit.UNDECIDED: "a question is not decided",
    },
    "replay": _OF_HANDS,
    "appeal": {
        Exit.DONE: "affirmed, changed or reversed",
        Exit.FINDINGS: "the ruling failed its check",
        **_OF_HANDS,
        Exit.UNDECIDED: "sent back",
        Exit.OTHER_VERSION: Exit.OTHER_VERSION.meaning,
    },
    "sign": {Exit.DONE: "signed", Exit.FINDINGS: "the ruling failed its check", **_OF_HANDS},
    "verify": {
        **_CHECKED,
        **_OF_HANDS,
        Exit.UNDECIDED: "it cannot be checked here",
        Exit.OTHER_VERSION: Exit.OTHER_VERSION.meaning,
    },
    "record": {Exit.DONE: "saved", **_OF_HANDS},
    "convert": _OF_HANDS,
    "fmt": _OF_HANDS,
    "score": _OF_A_TABLE,
    "evening": _OF_A_TABLE,
    "legal": _OF_HANDS,
    "conformance": {
        Exit.DONE: "every answer is right",
        Exit.FINDINGS: "an answer is wrong",
        Exit.UNDECIDED: "none is wrong, and some questions are not supported",
    },
    "book add": {Exit.REFUSED: _BOOK},
    "book list": {Exit.REFUSED: _BOOK},
    "book show": {Exit.REFUSED: f"{_BOOK}, or {_REFUSED}"},
    "book site": {Exit.REFUSED: f"{_BOOK}, or {_REFUSED}"},
    "book check": {
        Exit.DONE: "nothing is wrong",
        Exit.FINDINGS: "a signature is wrong",
        Exit.REFUSED: f"{_BOOK}, or {_REFUSED}",
    },
    "archive add": {Exit.REFUSED: "a hand was not added"},
    "archive amend": {Exit.REFUSED: "the hand was not amended"},
    "archive show": {Exit.UNDECIDED: "not decided"},
    "archive verify": _CHECKED,
    "archive rebuild": {Exit.DONE: "rebuilt", Exit.FINDINGS: "with --dry-run: something differs"},
    "archive cosign": {Exit.DONE: "cosigned", Exit.FINDINGS: "the log has not only grown"},
    "archive check-proof": _CHECKED | {Exit.UNDECIDED: "it cannot be checked here"},
    "league check-table": {
        Exit.DONE: "a season fits",
        Exit.FINDINGS: "the table is impossible, or out of order",
        Exit.REFUSED: "the table has an error",
        Exit.UNDECIDED: "not settled",
    },
    "league log": _CHECKED | {Exit.UNDECIDED: "it cannot be checked here"},
    **{f"league {name}": _OF_A_TABLE for name in _TABLES},
    "league appeal": _OF_A_TABLE | {Exit.FINDINGS: "the ruling failed its check"},
}


def exit_codes_of(command: str) -> dict[Exit, str]:
    """Return the codes of a command with their meaning, in order."""
    codes = {Exit.DONE: "done", **_ALWAYS, **_OWN.get(command, {})}
    return dict(sorted(codes.items()))


def exit_codes_line(command: str) -> str:
    """Return the codes of a command in a line, for the foot of its help."""
    codes = (f"{int(code)} {words}" for code, words in exit_codes_of(command).items())
    return f"Exit codes: {'; '.join(codes)}."
