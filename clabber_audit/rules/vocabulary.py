"""Generator of the record vocabularies: the ids of infractions and incidents that a record may have.

`nox -s regen` writes them; a test fails if they are out of date.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap
from typing import Final

from clabber_audit.games import BID_EUCHRE, CLABBER, Game
from clabber_audit.records import clabber_vocabulary
from clabber_audit.rules.incidents import incident_kinds, incident_kinds_of
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
#: Sets of incidents that records need, by the field of `IncidentKind` that makes one, each with its comment.
_SETS: Final = {
    "of_the_deal": "Incidents of the deal, which need no moment.",
    "about_a_trick": "Incidents about a trick whose cards have all fallen.",
    "shows_card": "Incidents that show everybody a card of the seat.",
    "in_play": "Incidents in which a card was being played.",
    "gathers": "Incidents in which a side took a trick off the table.",
    "mixes_upcard": "Incidents after which somebody else may have the up-card.",
    "miscounts": "Incidents after which a hand may have more or fewer cards than its share.",
}


def vocabulary() -> str:
    """Return the module of the words of a Clabber record, and of the sets of incidents."""
    kinds = incident_kinds()
    parts = [_HEAD.format("from collections.abc import Sequence\nfrom typing import Final, Literal")]
    parts += _words_of(CLABBER)
    for field, comment in _SETS.items():
        parts.append(
            _list(field.upper(), comment, [word for word, kind in kinds.items() if getattr(kind, field)])
        )
    parts.append(_list("INFRACTIONS", "Infractions that an article may bind, of any game.", infractions()))
    return "\n".join(parts)


def _list(name: str, comment: str, words: Iterable[str]) -> str:
    return f"#: {comment}\n{name}: Final[Sequence[str]] = [\n{_lines(words)}]  # fmt: skip\n"


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
