"""Laws whose deed some answers allow: a true claim of it is upheld without a price, not refuted."""

from __future__ import annotations

import ast
import inspect
from textwrap import dedent
from typing import Any, Final

import pytest

from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions import infractions

#: Toggles that say what the deed is, by law, and so belong in `offends` alone.
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


def _read_in_offends(infraction: Infraction[Any]) -> set[str]:
    """Return the toggles that the text of `offends` reads."""
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


READING: Final = {name: read for name, law in infractions().items() if (read := _read_in_offends(law))}


@pytest.mark.parametrize("name", READING)
def test_a_law_that_exempts_its_deed_says_when_the_deed_was_done(name: str) -> None:
    """Else a claim of the deed would be refuted as if it had not happened, and cost the caller the hand."""
    exempting = {toggle for toggle in READING[name] if (name, toggle) not in DEFINING}
    law = infractions()[name]
    assert law.is_narrowed or not exempting, (
        f"{law.source}: `offends` reads {', '.join(sorted(exempting))}; put the deed by itself into `has_happened`"
    )


def test_the_toggles_that_define_a_deed_are_read() -> None:
    assert {*DEFINING} <= {(name, toggle) for name, read in READING.items() for toggle in read}
