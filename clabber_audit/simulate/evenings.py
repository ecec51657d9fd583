"""An evening of Progressive Euchre: ten games at many tables, and after each the bell (B-047 to B-051)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from clabber_audit.law.bound_ruleset import BoundRuleset, load_law
from clabber_audit.league.evening.movement import goals
from clabber_audit.league.evening.standing import GAMES, HANDS
from clabber_audit.league.evening.tables import Sat, counts, up_by_last_hand
from clabber_audit.league.games import refuse_no_evening
from clabber_audit.record.bid_euchre.words import COMPASS
from clabber_audit.record.formats import model_of
from clabber_audit.simulate.bid_euchre.hand import BidEuchreHand
from clabber_audit.simulate.people import crowd
from clabber_audit.simulate.scoring import miscounted, settled

RULESET: Final = "progressive-euchre"
#: Who sits where, by the number of the seat.
Seated = list[str]
_FOUR: Final = len(COMPASS)


def evening(
    seed: int, tables: int = 4, irregular: float = 0.02, claims: float = 0.3, ruleset: str = RULESET
) -> Iterator[Any]:
    """The hands of an evening, game by game and table by table; of equal points it is drawn who goes up (BD-27).

    Both rates run from 0 to 1. The same arguments give the same records on every machine.
    """
    law, draw = load_law(ruleset), Random(f"clabber evening {seed}")
    refuse_no_evening(law.ruleset)
    people = crowd(draw)[: tables * _FOUR]
    seated = [people[start : start + _FOUR] for start in range(0, len(people), _FOUR)]
    moved: list[int | None] = [None] * tables
    for game in range(1, GAMES + 1):
        played: list[Sat] = []
        for table, (four, mover) in enumerate(zip(seated, moved, strict=True), 1):
            # The other tables finish the hand at which the bell rings (B-048).
            hands = HANDS if table == 1 else draw.randint(HANDS - 2, HANDS + 2)
            points: tuple[int, ...] = (0, 0)
            score: list[tuple[int, ...]] = []
            for record, score in _game(f"e{seed}-g{game:02}-t{table:02}", four, hands, law, (irregular, claims)):
                context: dict[str, Any] = {"table": table, "game": game, "hand": len(score)}
                if mover is not None and len(score) == 1:
                    context["moved"] = COMPASS[mover]
                yield model_of(law.game.format).model_validate({**record, "context": context})
                points = tuple(map(sum, zip(*score, strict=True)))
            pairs = ((four[0], four[2]), (four[1], four[3]))
            drawn = draw.randrange(2)
            up = up_by_last_hand(score[-1], law)
            played.append(Sat(game, table, pairs, points, drawn if up is None else up))
        seated, moved = _after_the_bell(draw, seated, played)


def _game(
    name: str, four: Seated, hands: int, law: BoundRuleset, rates: tuple[float, float]
) -> Iterator[tuple[dict[str, Any], list[tuple[int, ...]]]]:
    """The hands of one table until so many have counted, each with what all so far were worth."""
    score: list[tuple[int, ...]] = []
    dealer = Random(name).randrange(_FOUR)
    counted = 0
    while counted < hands:
        id = f"{name}-h{len(score) + 1:02}"
        random = Random(f"clabber evening {id}")
        table = BidEuchreHand(random, law, dealer)
        table.play_out(rates[0])
        head = {
            "format": law.game.format,
            "id": id,
            "ruleset": law.ruleset.id,
            "players": dict(zip(COMPASS, four, strict=True)),
        }
        data, ruling, written = settled(random, law, {**head, **table.written()}, rates[1])
        if "wrong score" in table.trouble:
            written = miscounted(random, ruling, written)
        counted += counts(ruling)
        score.append(tuple(points or 0 for points in ruling.remedy.known))
        dealer = dealer if ruling.next_dealer is None else ruling.next_dealer
        yield {**data, "score": written} if written else data, score


def _after_the_bell(
    draw: Random, seated: Sequence[Seated], played: Sequence[Sat]
) -> tuple[list[Seated], list[int | None]]:
    """Who sits where next, and who has changed seats: one of those that stay, so that no partners stay partners."""
    goal = goals(played)
    found: list[Seated] = []
    moved: list[int | None] = []
    for four, sat in zip(seated, played, strict=True):
        here = [player for player, table in goal.items() if table == sat.table]
        stay = [player for player in here if player in four]
        mover = draw.choice(_losers(stay, sat))
        seats: dict[int, str] = {four.index(player): player for player in stay if player != mover}
        place = (four.index(mover) + 1) % _FOUR
        # At a single table whoever sat there goes to the seat that became free.
        seats |= {four.index(mover): seats.pop(place)} if place in seats else {}
        seats[place] = mover
        free = [seat for seat in range(_FOUR) if seat not in seats]
        came = [player for player in here if player not in four]
        draw.shuffle(came)
        seats |= dict(zip(free, came, strict=True))
        found.append([seats[seat] for seat in range(_FOUR)])
        moved.append(place)
    return found, moved


def _losers(stay: Sequence[str], sat: Sat) -> list[str]:
    """Of those who stay the losers; at the head table, which they leave, the winners."""
    losers = [player for player in stay if sat.winners is not None and player in sat.pairs[1 - sat.winners]]
    return losers or list(stay)
