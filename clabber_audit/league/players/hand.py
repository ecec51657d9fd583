"""One hand, seat by seat: what it adds to the figures of whoever sat there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from clabber_audit.league.audit import was_called
from clabber_audit.league.players.sums import Sums
from clabber_audit.replay import laid_down_by
from clabber_audit.ruling.judge import Ruling
from clabber_audit.scorecard.line import Line
from clabber_audit.table.cards import SEATS, TEAMS, team_of


def by_seat(line: Line) -> list[Sums]:
    """What a hand adds for each seat."""
    melded = _melded(line)
    found = []
    for seat in range(len(SEATS)):
        sums = Sums()
        _score(sums, line, team_of(seat), line.ruling.walk.maker == seat)
        if melded is not None:
            _melds(sums, [item for item in melded if item.seat == seat])
        _reneges(sums, line.ruling, seat)
        _claims(sums, line.ruling, seat)
        _laydown(sums, line.ruling, seat)
        found.append(sums)
    return found


def by_side(line: Line) -> list[Sums]:
    """What a hand adds for two partners: who of them made trumps does not matter."""
    found = []
    for side in range(len(TEAMS)):
        sums = Sums()
        _score(sums, line, side, line.ruling.walk.makers == side)
        found.append(sums)
    return found


def is_decided(line: Line) -> bool:
    """Whether a hand counts and was played to the end, so that whoever made trumps made it or was set."""
    return line.counted is not None and line.ruling.remedy.outcome == "scored"


def has_cards(ruling: Ruling) -> bool:
    """Whether cards were written down as they fell, or a hand as it was laid down."""
    return bool(ruling.walk.cards) or laid_down_by(ruling.walk.hand) is not None


def melds_are_known(line: Line) -> bool:
    """Whether it is known of a hand that counts which melds counted, and whose they were."""
    return _melded(line) is not None


def _score(sums: Sums, line: Line, side: int, makers: bool) -> None:
    if line.counted is not None:
        sums.hands, sums.points = 1, line.counted[side]
    if makers and is_decided(line):
        failed = line.ruling.makers_set
        sums.made, sums.set = int(not failed), int(failed)


def _melded(line: Line) -> Sequence[Any] | None:
    """The melds and belles that counted; None where that is not known."""
    ruling = line.ruling
    if line.counted is None or line.basis != "cards" or ruling.walk.hand.record.melds is None:
        return None
    if ruling.remedy.outcome == "renege":
        # Where cards are not known, melds are named as far as they make up the least.
        return ruling.remedy.awarded if ruling.walk.told else None
    if ruling.remedy.outcome != "scored":
        return ()
    return None if ruling.points is None else [item for item in ruling.tally.melds if item.scores]


def _melds(sums: Sums, own: Sequence[Any]) -> None:
    sums.noted, sums.meld_points = 1, sum(item.points for item in own)
    sums.melds = sum(item.meld is not None for item in own)
    sums.belles = len(own) - sums.melds


def _reneges(sums: Sums, ruling: Ruling, seat: int) -> None:
    proven = [finding for finding in ruling.reneges if finding.seat == seat]
    sums.caught = sum(was_called(ruling, finding) for finding in proven)
    sums.uncalled = len(proven) - sums.caught
    sums.open = int(not proven and seat in set(_suspects(ruling)))
    sums.judged = int(bool(proven) or (has_cards(ruling) and not sums.open))


def _suspects(ruling: Ruling) -> Iterator[int]:
    """The seats of which the record leaves open whether they reneged: of both partners where it says no seat."""
    for finding in ruling.findings:
        if finding.penalty == "renege" and finding.verdict == "undetermined":
            seats = range(len(SEATS)) if finding.seat is None else (finding.seat,)
            yield from (seat for seat in seats if finding.team in (None, team_of(seat)))


#: Claims that nobody stood by.
_TAKEN_BACK: Final = "withdrawn"


def _claims(sums: Sums, ruling: Ruling, seat: int) -> None:
    claims = ruling.walk.hand.record.claims
    own = [one.verdict for one in ruling.claims if claims[one.number].by == SEATS[seat]]
    sums.claims, sums.upheld = len(own) - own.count(_TAKEN_BACK), own.count("upheld")


def _laydown(sums: Sums, ruling: Ruling, seat: int) -> None:
    if ruling.laydown is not None and ruling.laydown.seat == seat:
        sums.laid = 1
        sums.laid_well, sums.laid_badly = int(ruling.laydown.good is True), int(ruling.laydown.good is False)
