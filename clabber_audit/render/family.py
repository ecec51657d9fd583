"""What is said of the games of bidding for tricks: the contract, the calls, what a hand brings, addend by addend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from clabber_audit.games.bid_euchre.arithmetic import Addend
from clabber_audit.games.bid_euchre.declaring import spoken_of
from clabber_audit.games.bid_euchre.ending import TIE
from clabber_audit.render import calls
from clabber_audit.render.wording import Speaker, listed
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.remedies import Remedy
from clabber_audit.table import moments as clock

#: What an addend is for.
_WHY: Final = {
    "tricks": "Tricks taken",
    "set": "Set: the bid was not made",
    "undertricks": "Tricks missing",
    "no_tricks": "Set: without a trick",
    "pepper": "All the tricks, as bid",
    "loner": "All the tricks, alone",
    "listed": "By the scale",
    "stopped": "The bid was stopped",
    "sweep": "All the tricks",
    "skunk": "Skunked",
    "bid": "The bid, for all the tricks",
    "forced_half": "Half of it back: the dealer was forced",
    "alone": "Doubled: played alone",
    "bumped": "Bumped",
    "sat_out": "The bid: all others left",
    "out": "Out of the hand",
    "cap": "No higher than the cap",
    "renege": "For the renege",
    "taken": "Tricks taken until then",
    "unproven_claim": "A claim that proved nothing",
}


class Row(NamedTuple):
    """One row of the arithmetic: what, a remark, what each side gets, and the row of the rules that gives it."""

    label: str
    detail: str
    amounts: tuple[str, ...]
    kind: Literal["addend", "void", "total", "mark"] = "addend"
    row: str = ""


def contract(ruling: Ruling) -> str:
    """The contract in a clause: `four in hearts`; empty where there is none."""
    spoken = spoken_of(ruling.walk)
    if spoken.contract is None:
        return ""
    kind = spoken.contract.kind
    bid = calls.number(spoken.contract.tricks) if kind in ("bid", "hc") else calls.bid(kind)
    named = f" in {calls.named(spoken.named.name)}" if spoken.named.name else ""
    forced = ", forced" if spoken.contract.forced else ""
    return f"{bid}{named}{', alone' if spoken.named.alone else ''}{forced}"


def trump(ruling: Ruling) -> str:
    """What is trumps, in a clause."""
    name = ruling.walk.strain.name if ruling.walk.strain else ""
    if not name:
        return "trumps not known"
    return f"{calls.named(name)} are trumps" if ruling.walk.trumps else f"played at {calls.named(name)}"


def facts(ruling: Ruling, speaker: Speaker) -> Iterator[tuple[str, str]]:
    """The contract and what was handed over, each with its place in the record."""
    told = contract(ruling)
    walk, record = ruling.walk, ruling.walk.hand.record
    if told and walk.maker is not None:
        yield (
            f"{speaker.seat(walk.maker)} has the contract: {told}",
            "declarations" if record.declarations else "contract",
        )
    elif spoken_of(walk).auction.how in ("club", "no_bid"):
        yield f"nobody bids: {trump(ruling)}", "declarations" if record.declarations else "deal"
    for number, exchange in enumerate(record.exchanges or (), 1):
        cards = listed([speaker.card(card) for card in exchange.cards])
        yield f"{speaker.seat(exchange.giver)} gave {speaker.seat(exchange.taker)} {cards}", f"exchange {number}"


def said(ruling: Ruling, speaker: Speaker) -> Iterator[tuple[int, str]]:
    """All that was said before the first card, each with its clock."""
    record = ruling.walk.hand.record
    void = {call.number for call in ruling.walk.declared.calls if not call.counts or call.taken_for != call.word}
    for number, one in enumerate(record.declarations or ()):
        at = clock.DECLARING if one.at is None else ruling.walk.hand.played_by(clock.number(one.at))
        who = speaker.seat(one.seat)
        if one.call == "pass":
            yield at, f"{who} passes"
        elif one.call == "trump":
            yield at, f"{who} names {calls.named(one.trump or '')}{' and plays alone' if one.alone else ''}"
        elif one.call == "out":
            yield at, f"{who} is out"
        elif one.call in calls.SPECIAL:
            shown = f": {speaker.cards(one.cards)}" if one.cards else ""
            yield at, f"{who} calls {calls.SPECIAL[one.call]}{shown}"
        else:
            yield at, f"{who} bids {calls.bid(one.call)}{', which does not count' if number in void else ''}"
    if record.contract and not record.declarations and (told := contract(ruling)):
        yield clock.DECLARING, f"{speaker.whom(record.contract.maker)} has the contract: {told}"
    for exchange in record.exchanges or ():
        cards = listed([speaker.card(card) for card in exchange.cards])
        yield clock.DECLARING, f"{speaker.seat(exchange.giver)} gives {speaker.seat(exchange.taker)} {cards}"


def result(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """What a remedy gives, in a clause, by the sides that its law has."""
    speaker = speaker._replace(table=ruling.walk.hand.seating)
    if remedy.score is None:
        return _unscored(ruling, remedy, speaker)
    scores = listed([f"{speaker.team(side)} {points:+d}" for side, points in enumerate(remedy.score)])
    return "; ".join([f"{_how(ruling, remedy, speaker)}: {scores}", *_won(remedy, speaker)])


def played(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """What became of a hand, in clauses: why nobody plays it, or whether the bid was made, and who has won the game."""
    if ruling.remedy.outcome == "annulled":
        yield "everybody passed, and the joker lies aside"
    elif ruling.remedy.outcome == "redeal":
        called = [one for one in ruling.walk.hand.record.declarations or () if one.call in calls.SPECIAL]
        yield from [f"{speaker.seat(one.seat)} called {calls.SPECIAL[one.call]}" for one in called[-1:]]
    elif ruling.remedy.score is not None:
        yield _how(ruling, ruling.remedy, speaker)
        yield from _won(ruling.remedy, speaker)


def _how(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    if remedy.reneging_team is not None:
        return f"the hand is lost for {speaker.team(remedy.reneging_team)}"
    told, makers = contract(ruling), ruling.walk.makers
    if makers is None or not told:
        return "nobody had bid"
    if remedy.outcome == "sat_out":
        return f"all others leave {speaker.team(makers)} the bid of {told}"
    made = {"set", "undertricks"}.isdisjoint(addend.why for addend in remedy.settled.addends[makers])
    one, several = ("makes", "make") if made else ("fails to make", "fail to make")
    return f"{speaker.team(makers)} {one if speaker.alone(makers) else several} {told}"


def _won(remedy: Remedy, speaker: Speaker) -> Iterator[str]:
    running = remedy.running
    if running is None or running.winner is None:
        return
    totals = " to ".join(map(str, running.after))
    if running.winner == TIE:
        yield f"the game is tied, {totals}"
        return
    wins = "wins" if speaker.alone(running.winner) else "win"
    yield f"{speaker.team(running.winner)} {wins} the game, {totals}"


def _unscored(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    dealer = None if ruling.next_dealer is None else speaker.nameless().seat(ruling.next_dealer)
    if remedy.outcome in ("redeal", "annulled", "passed_out"):
        return f"nobody scores and {dealer} deals" if dealer else "nobody scores"
    if remedy.outcome == "unfinished":
        return f"on the sheet: {speaker.written}" if speaker.written else "there is no score yet"
    if remedy.range is None:
        return "the score cannot be told"
    ends = zip(remedy.range.low, remedy.range.high, strict=True)
    told = [f"{speaker.team(side)} {_between(*pair)}" for side, pair in enumerate(ends)]
    return f"the score cannot be told: {listed(told)}"


def _between(low: int, high: int) -> str:
    return f"{low:+d}" if low == high else f"from {low:+d} to {high:+d}"


def tricks(ruling: Ruling, speaker: Speaker) -> list[Row]:
    """The hand as it was played: who took each trick, and how many each side has."""
    walk, sides = ruling.walk, range(len(ruling.walk.hand.seating.sides))
    rows = []
    for number, trick in enumerate(walk.tricks, 1):
        if trick.team is None:
            rows.append(Row(f"Trick {number}", "cards not known", tuple("?" for _ in sides)))
            continue
        seats = walk.hand.seating.seats
        detail = f"{speaker.nameless().seat(seats[trick.winner])} wins" if trick.winner is not None else ""
        rows.append(Row(f"Trick {number}", detail, tuple("1" if side == trick.team else "" for side in sides)))
    taken = ruling.tally.taken
    if taken is not None:
        rows.append(Row("Tricks", "" if walk.tricks else "from the score sheet", tuple(map(str, taken)), "total"))
    return rows


def brought(ruling: Ruling, remedy: Remedy) -> list[Row]:
    """What a hand brings: each addend with the row that gives it, the score, the totals before and after."""
    if remedy.settled is None or remedy.score is None or remedy.running is None:
        return []
    given: tuple[tuple[Addend, ...], ...] = remedy.settled.addends
    rows = [
        Row(_WHY[addend.why], "", _only(side, addend.points, len(given)), row=addend.row)
        for side, own in enumerate(given)
        for addend in own
    ]
    rows.append(Row("Score", "", tuple(f"{points:+d}" for points in remedy.score), "total"))
    if remedy.settled.hickeys and any(remedy.settled.hickeys):
        rows.append(Row("Hickeys", "", tuple(map(str, remedy.settled.hickeys)), "mark"))
    if ruling.walk.hand.record.before:
        rows.append(Row("Total after it", "", tuple(map(str, remedy.running.after)), "mark"))
    return rows


def _only(side: int, points: int, sides: int) -> tuple[str, ...]:
    return tuple(f"{points:+d}" if number == side else "" for number in range(sides))
