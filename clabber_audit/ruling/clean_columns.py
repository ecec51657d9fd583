"""Many lines at once, and which of them hold hands that are certainly clean. It needs numpy, the extra `fast`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from clabber_audit.law.screen.hands import Screen
from clabber_audit.law.screen.lines import BESIDE
from clabber_audit.law.screen.plain_lines import plain_lines
from clabber_audit.ruling.clean import CleanHand


def clean_in_columns(lines: Sequence[bytes], screen: Screen) -> Iterator[tuple[int, CleanHand]]:
    """The hands that are certainly clean, with their places among the lines."""
    for plain in plain_lines(lines):
        settled = screen.settled(plain.hands)
        keep = np.flatnonzero(settled.clean)
        rulesets, score = plain.rulesets.only(keep), plain.hands.score.only(keep)
        columns = (keep, plain.rows[keep], plain.hands.dealer[keep], settled.maker[keep], rulesets.at, score.at)
        made = settled.made[:, :, keep].sum(axis=0).T
        for row, place, dealer, maker, named, said, own in zip(
            *(column.tolist() for column in columns), made.tolist(), strict=True
        ):
            name, context, players, teams, *_ = plain.matches[row].group(*BESIDE)
            around = name, rulesets.texts[named] or None, context, players, teams, score.texts[said] or None
            yield place, CleanHand(lines[place], around, dealer, maker, tuple(own))
