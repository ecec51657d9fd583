"""Whom a command names: a program that is begun for each question, or one that reads and writes a line each.

Whatever it does is an answer or a sentence about why there is none; it never stops the rest.
"""

from __future__ import annotations

import os
import shlex

from clabber_audit.conformance.answers import Program
from clabber_audit.conformance.each_by_itself import PLACES, EachByItself
from clabber_audit.conformance.one_for_all import OneForAll
from clabber_audit.ground.errors import UsageError, shown


def program(command: str, seconds: float, accepted: frozenset[int]) -> Program:
    """The program of a command: where `{record}` stands in it, a process for each question, else one for all.

    UsageError for a command that is none.
    """
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as problem:
        raise UsageError(f"the command “{shown(command)}” cannot be read", str(problem), "check its quotes") from None
    if not words:
        raise UsageError("the command is empty", "", "give one, such as --run “./judge”")
    if any(PLACES[0] in word for word in words):
        return EachByItself(words, seconds, accepted)
    if any(place in word for place in PLACES for word in words):
        why = "without {record} the program reads one line per question"
        raise UsageError("the command has no {record}", why, "add {record}, or take the others out")
    return OneForAll(words, seconds)
