"""Infractions that some toggles allow: a true claim of the deed is upheld without a penalty, not refuted."""

from __future__ import annotations

import ast
import inspect
from textwrap import dedent
from typing import Any, Final

import pytest

from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions import infractions

#: Infractions with toggles that define the deed, and so are read in `offends` alone.
DEFINING: Final = {
    (
        "false-meld",
        "belle_in_run",
    ): "king and queen that count in a run are no belle where they cannot be both",
    ("mismatched-meld", "show_required"): "where melds are shown, only cards shown can be too few",
    # A meld is higher than another by its points.
    ("mismatched-meld", "melds"): "the values say which cards are a meld",
    ("lower-meld-shown", "melds"): "the values say which cards are a meld",
}


def _find_toggles_read(infraction: Infraction[Any]) -> set[str]:
    """Return the toggles that the code of `offends` reads."""
    tree = ast.parse(dedent(inspect.getsource(type(infraction).offends)))
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and (
            (isinstance(node.value, ast.Attribute) and node.value.attr == "toggles")
            or (isinstance(node.value, ast.Name) and node.value.id == "toggles")
        )
    }


READING: Final = {name: read for name, law in infractions().items() if (read := _find_toggles_read(law))}


@pytest.mark.parametrize("name", READING)
def test_infraction_with_exemptions_defines_its_deed(name: str) -> None:
    """Otherwise a true claim of the deed would be refuted, and cost the caller the hand."""
    exempting = {toggle for toggle in READING[name] if (name, toggle) not in DEFINING}
    law = infractions()[name]
    assert law.is_narrowed or not exempting, (
        f"{law.source}: `offends` reads {', '.join(sorted(exempting))}; put the deed by itself into `has_happened`"
    )


def test_toggles_that_define_a_deed_are_read() -> None:
    assert {*DEFINING} <= {(name, toggle) for name, read in READING.items() for toggle in read}
