"""A ruling in plain text: for terminals, messages and screen readers."""

from __future__ import annotations
