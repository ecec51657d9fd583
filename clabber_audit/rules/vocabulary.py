"""Generator of the modules that tell the room of records the ids of infractions and incidents.

`nox -s regen` writes them; a test fails if they are out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from textwrap import wrap
from typing import Final

from clabber_audit.games import BID_EUCHRE, CLABBER, Game
from clabber_audit.records import clabber_vocabulary
from clabber_audit.rules.incidents import IncidentKind, incident_kinds, incident_kinds_of
from clabber_audit.rules.infractions import claimable_in, infractions

FILE: Final = Path(clabber_vocabulary.__file__)
FAMILY_FILE: Final = FILE.with_name("bid_euchre_vocabulary.py")
_HEAD: Final = '''\
"""Words that infractions add to the vocabulary of records.

Made from them by `nox -s regen`, and not to be edited.
"""

from __future__ import annotations

{}
'''
#: Sets of incidents that the room of records has to know: name, comment, predicate.
_SORTS: Final[tuple[tuple[str, str, Callable[[IncidentKind], bool]], ...]] = (
    (
        "OF_THE_DEAL",
        "Incidents of the deal, which need no moment.",
        lambda kind: kind.of_the_deal,
    ),
    (
        "ABOUT_A_TRICK",
        "Incidents about a trick whose cards have all fallen.",
        lambda kind: kind.about_a_trick,
    ),
    ("SHOWS_CARD", "Incidents that show everybody a card of the seat.", lambda kind: kind.shows_card),
    ("IN_PLAY", "Incidents in which a card was being played.", lambda kind: kind.in_play),
    ("GATHERS", "Incidents in which a side took a trick off the table.", lambda kind: kind.gathers),
    (
        "MIXES_UPCARD",
        "Incidents after which somebody else may have the up-card.",
        lambda kind: kind.mixes_upcard,
    ),
    (
        "MISCOUNTS",
        "Incidents after which a hand may have more or fewer cards than its share.",
        lambda kind: kind.miscounts,
    ),
)


def vocabulary() -> str:
    """Return the module of the words of a Clabber record, and of the sets of incidents."""
    kinds = incident_kinds()
    parts = [_HEAD.format("from collections.abc import Sequence\nfrom typing import Final, Literal")]
    parts += _words_of(CLABBER)
    for name, says, so in _SORTS:
        of_it = [word for word, kind in kinds.items() if so(kind)]
        parts.append(f"#: {says}\n{name}: Final[Sequence[str]] = [\n{_lines(of_it)}]  # fmt: skip\n")
    found = f"INFRACTIONS: Final[Sequence[str]] = [\n{_lines(infractions())}]  # fmt: skip\n"
    parts.append(f"#: Infractions that an article may bind, of any game.\n{found}")
    return "\n".join(parts)


def family_vocabulary() -> str:
    """Return the module of the words of a Bid Euchre record."""
    return "\n".join([_HEAD.format("from typing import Literal"), *_words_of(BID_EUCHRE)])


def _words_of(game: Game) -> list[str]:
    """Return the definitions of the incidents and the claimable infractions of a game."""
    return [
        f"IncidentKind = Literal[\n{_lines(incident_kinds_of(game))}]  # fmt: skip\n",
        f"#: Infractions that a claim may name.\nInfractionId = Literal[\n{_lines(claimable_in(game))}]  # fmt: skip\n",
    ]


def _lines(words: Iterable[str]) -> str:
    quoted = " ".join(f'"{word}",' for word in words)
    return "".join(f"    {line}\n" for line in wrap(quoted, 106, break_on_hyphens=False))


def publish() -> None:
    """Write both modules."""
    FILE.write_text(vocabulary(), encoding="utf-8")
    FAMILY_FILE.write_text(family_vocabulary(), encoding="utf-8")


if __name__ == "__main__":
    publish()
