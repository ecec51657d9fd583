"""Names that only look alike are warned of on standard error; nothing is merged and nothing refused for it."""

from __future__ import annotations

import pytest

from clabber_audit.records.formats import fold_name, look_alike_key

CYRILLIC = "Воb"


@pytest.mark.parametrize(
    ("one", "other", "alike", "same"),
    [
        *((one, other, True, False) for one, other in (
            ("Bob", CYRILLIC), ("Bob", "B0b"), ("Ann", "Αnn"), ("Ian", "lan"), ("O’Hara", "O'Hara"), ("Al", "AІ"),
            ("Mia", "Міа"),
        )),
        # What nobody means is the same name.
        *((one, other, True, True) for one, other in (
            ("Bob", "bob "), ("Zoë", "Zoe\u0308"), ("Bob", "Ｂob"), ("A B", "A\u00a0 B"),
        )),
        *((one, other, False, False) for one, other in (
            ("Bob", "Rob"), ("Ann", "Anna"), ("Zoe", "Zoë"), ("Анна", "Anna"),
        )),
    ],
)  # fmt: skip
def test_names_that_look_alike(one: str, other: str, alike: bool, same: bool) -> None:
    assert (look_alike_key(one) == look_alike_key(other)) is alike
    assert (fold_name(one) == fold_name(other)) is same
