"""The words that the infractions add to a record, written out for the room that reads records and knows no law.

`nox -s regen` writes them; a test says when they are out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from clabber_audit.law.incidents import IncidentKind
from clabber_audit.law.infractions import incident_kinds, infractions
from clabber_audit.record import words

FILE: Final = Path(words.__file__).with_name("vocabulary.py")
_HEAD: Final = '''\
"""What the infractions add to the words of a record.

Made from them by `nox -s regen`, and not to be edited.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal
'''
#: What whoever reads records has to know of an incident: the name, what it says, whether it is so of a kind.
_SORTS: Final[tuple[tuple[str, str, Callable[[IncidentKind], bool]], ...]] = (
    ("OF_THE_DEAL", "They belong to the deal, and stand there without a moment.", lambda kind: kind.of_the_deal),
    ("ABOUT_A_TRICK", "They are about a trick whose cards have all fallen.", lambda kind: kind.about_a_trick),
    ("SHOWS_CARD", "They show everybody a card of the seat's.", lambda kind: kind.shows_card),
    ("MISCOUNTS", "They say that a hand may have more or fewer than six cards.", lambda kind: kind.miscounts),
)


def vocabulary() -> str:
    """The words as a module."""
    kinds = incident_kinds()
    parts = [_HEAD, "IncidentKind = Literal[\n" + _lines(kinds) + "]\n"]
    for name, says, so in _SORTS:
        of_it = [word for word, kind in kinds.items() if so(kind)]
        parts.append(f"#: {says}\n{name}: Final[Sequence[IncidentKind]] = [\n{_lines(of_it)}]\n")
    parts.append("#: What a claim may name.\nInfractionId = Literal[\n" + _lines(infractions()) + "]\n")
    return "\n".join(parts)


def _lines(words: Iterable[str]) -> str:
    return "".join(f'    "{word}",\n' for word in words)


def publish() -> None:
    """Write them where they are read."""
    FILE.write_text(vocabulary(), encoding="utf-8")


if __name__ == "__main__":
    publish()
