"""The published JSON Schemas as tables to read: each object with its keys."""

from __future__ import annotations

import json
from typing import Any, Final

from clabber_audit.core.files import package_text

#: Of words from a list that long all are printed; of a longer one as many as here, and how many more there are.
_MOST_WORDS: Final = 8
_PLAIN: Final = {"string": "text", "integer": "whole number", "boolean": "true or false", "null": "null"}

Schema = dict[str, Any]


def schema_page(file: str) -> str:
    """All objects of the schema in a file of `schemas/`, the whole first."""
    schema: Schema = json.loads(package_text("schemas", file))
    name = file.removesuffix(".json")
    parts = [_object(name, "", schema)]
    parts += [
        _object(name, title, inner)
        for title, inner in schema.get("$defs", {}).items()
        if "properties" in inner
    ]
    return "\n\n".join(parts)


def _object(file: str, title: str, schema: Schema) -> str:
    needed = set(schema.get("required", ()))
    rows = [_row(file, key, value, key in needed) for key, value in schema["properties"].items()]
    heading = f"({_anchor(file, title)})=\n### {title}" if title else ""
    return "\n\n".join(
        filter(
            None,
            [
                heading,
                _one_line(schema.get("description", ""), "\n\n"),
                "\n".join(["| key | holds | what |", "| --- | --- | --- |", *rows]),
            ],
        )
    )


def _row(file: str, key: str, value: Schema, needed: bool) -> str:
    return f"| `{key}`{' (required)' * needed} | {_kind(file, value)} | {_one_line(value.get('description', ''))} |"


def _one_line(words: str, between: str = " ") -> str:
    """A description, whose paragraphs would end a row of a table."""
    return between.join(" ".join(part.split()) for part in words.split("\n\n")).replace("|", "\\|")


def _anchor(file: str, title: str) -> str:
    return f"{file}-{title.lower()}"


def _kind(file: str, value: Schema) -> str:
    """Return the type of a value in a few words."""
    if "$ref" in value:
        title = value["$ref"].rpartition("/")[2]
        return f"[{title}](#{_anchor(file, title)})"
    if "anyOf" in value:
        return " or ".join(dict.fromkeys(_kind(file, one) for one in value["anyOf"]))
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        return _words([str(one) for one in value["enum"]])
    if value.get("type") == "array":
        return f"list: {_kind(file, value['items'])}" if value.get("items") else "list"
    if value.get("type") == "object" or "patternProperties" in value:
        inner = value.get("additionalProperties") or next(
            iter(value.get("patternProperties", {}).values()), None
        )
        return f"object of {_kind(file, inner)}" if isinstance(inner, dict) and inner else "object"
    return _PLAIN.get(str(value.get("type")), "anything")


def _words(words: list[str]) -> str:
    shown = ", ".join(f"`{word}`" for word in words[:_MOST_WORDS])
    return shown if len(words) <= _MOST_WORDS else f"{shown} and {len(words) - _MOST_WORDS} more"
