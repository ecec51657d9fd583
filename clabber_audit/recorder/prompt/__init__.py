"""Hands typed line by line, each line checked with those before it: the archivist's way of writing hands down.

The lines are those of the text notation, `schemas/clab.md`. What can be read and can have happened is taken, whatever
rule it breaks; what cannot is told at once and asked again.
"""

from clabber_audit.recorder.prompt.session import Session

__all__ = ["Session"]
