"""Hands as they are dictated to the recorder, and what of a record is compared with them."""

from __future__ import annotations

from typing import Any

from clabber_audit.records.clabber import HandRecord


def plays(text: str) -> list[tuple[str, str | None]]:
    """Plays written as in `W KS`, `W ?`."""
    words = text.split()
    return [(seat, None if card == "?" else card) for seat, card in zip(words[::2], words[1::2], strict=True)]


def played(record: HandRecord) -> list[tuple[str, str | None]]:
    return [(play.seat, play.card) for play in record.plays]


def said(record: HandRecord) -> list[tuple[str, str]]:
    return [(call.seat, call.call) for call in record.declarations or ()]


NIGHT: dict[str, str] = {"league": "Example League", "round": "3", "table": "4", "hand": "7"}


def moments(records: list[Any]) -> list[dict[str, Any]]:
    return [entry.model_dump(exclude_defaults=True) for entry in records]
