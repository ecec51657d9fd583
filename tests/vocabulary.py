"""Generator of `clabber_audit/records/incidents.py`: the incidents and infractions that a record may name.

`nox -s regen` writes it; a test fails if it is out of date.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap
from typing import Final

from clabber_audit.games.bid_euchre.game import BID_EUCHRE
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.records import incidents
from clabber_audit.rules.infraction import incident_kinds, incident_kinds_of
from clabber_audit.rules.infractions import find_infractions

FILE: Final = Path(incidents.__file__)
_HEAD: Final = '''\
"""Incidents and infractions that a record may name.

Made from the infractions by `nox -s regen`, and not to be edited.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal
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
    """Return the text of the module."""
    kinds, infractions, parts = incident_kinds(), find_infractions(), [_HEAD]
    for game, prefix in ((CLABBER, ""), (BID_EUCHRE, "BidEuchre")):
        comment = f"Incidents of {game.name}, and infractions that a claim may name."
        parts.append(
            f"#: {comment}\n{prefix}IncidentKind = Literal[\n{_lines(incident_kinds_of(game))}]  # fmt: skip\n"
        )
        claimable = [infraction.id for infraction in infractions if infraction.can_be_claimed_in(game)]
        parts.append(f"{prefix}InfractionId = Literal[\n{_lines(claimable)}]  # fmt: skip\n")
    for field, comment in _SETS.items():
        words = [word for word, kind in kinds.items() if getattr(kind, field)]
        parts.append(_list(field.upper(), comment, words))
    comment = "Infractions that an article may bind, of any game."
    parts.append(_list("INFRACTIONS", comment, [infraction.id for infraction in infractions]))
    return "\n".join(parts)


def _list(name: str, comment: str, words: Iterable[str]) -> str:
    return f"#: {comment}\n{name}: Final[Sequence[str]] = [\n{_lines(words)}]  # fmt: skip\n"


def _lines(words: Iterable[str]) -> str:
    quoted = " ".join(f'"{word}",' for word in words)
    return "".join(f"    {line}\n" for line in wrap(quoted, 106, break_on_hyphens=False))


if __name__ == "__main__":
    FILE.write_text(vocabulary(), encoding="utf-8")
