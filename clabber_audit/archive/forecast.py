"""What adding hands would come to. Nothing is written, and nothing is judged."""

from __future__ import annotations

from collections import Counter

from clabber_audit.archive.opening import Archive
from clabber_audit.archive.placing import Brought, Content, Place, placed, refusal


class Forecast:
    """What adding hands, one after another, would come to."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._met: dict[str, Content] = {}
        self._sources = _sources(archive)
        #: What it comes to so far, and the sources that no hand was from before.
        self.total = Counter[Place]()
        self.new_sources: list[str] = []

    def add(self, hand: Brought) -> None:
        """What adding one more hand would come to; Refused where it would be."""
        (place,) = placed(self._archive, [hand], self._met)
        self.total[place] += 1
        if place not in ("new", "there"):
            raise refusal(self._archive, hand, place)
        if hand.source and hand.source not in self._sources:
            self._sources.add(hand.source)
            self.new_sources.append(hand.source)


def _sources(archive: Archive) -> set[str]:
    """The sources that hands are from."""
    query = "SELECT DISTINCT source_kind, citation FROM hands WHERE citation IS NOT NULL"
    return {": ".join(filter(None, source)) for source in archive.rows(query)}
