"""Sentences and sums of the games of bidding for tricks: contract, calls, score, end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from clabber_audit.games.bid_euchre.arithmetic import Addend
from clabber_audit.games.bid_euchre.declaring import spoken_of
from clabber_audit.games.bid_euchre.ending import TIE, counts_down
from clabber_audit.games.bid_euchre.leaving import laid_down
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.render import calls
from clabber_audit.render.wording import Speaker, listed
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.remedies import Remedy
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import SUIT_NAMES
from clabber_audit.table.seating import Scores

#: What an addend is for.
_WHY: Final = {
    "tricks": "Tricks taken",
    "set": "Went set",
    "undertricks": "Tricks short",
    "no_tricks": "Went set without a trick",
    "pepper": "All the tricks, as bid",
    "loner": "All the tricks, alone",
    "listed": "From the score table",
    "stopped": "For setting the bidders",
    "sweep": "All the tricks",
    "skunk": "Skunked",
    "bid": "The bid, for all the tricks",
    "forced_half": "Half back: the dealer was stuck",
    "alone": "Doubled: played alone",
    "bumped": "Bumped",
    "sat_out": "The bid: everyone else dropped out",
    "out": "Out of the hand",
    "cap": "Capped",
    "renege": "For the renege",
    "taken": "Tricks taken until then",
    "unproven_claim": "Failed claim",
}


class Row(NamedTuple):
    """One row of the arithmetic: what, a remark, what each side gets, and the row of the rules that gives it."""

    label: str
    detail: str
    amounts: tuple[str, ...]
    kind: Literal["addend", "void", "total", "mark"] = "addend"
    row: str = ""


def contract(ruling: Ruling, speaker: Speaker) -> str:
    """Return the contract in a clause: `four in hearts`, `two (North named no trump)`; empty where there is none."""
    spoken = spoken_of(ruling.walk)
    if spoken.contract is None:
        return ""
    kind, name = spoken.contract.kind, spoken.named.name
    height = calls.number(spoken.contract.tricks) if kind in ("bid", "hc") else calls.bid(kind)
    strain = f" {'in' if name in SUIT_NAMES else 'at'} {calls.named(name)}" if name else ""
    if kind != "hc" and spoken.named.namings and not any(one.his is not False for one in spoken.named.namings):
        # The hand is played in what somebody else named first (B-014).
        strain = f" ({speaker.name(spoken.named.namings[0].seat)} named {calls.named(name or '')})"
    return f"{height}{strain}{', alone' if spoken.named.alone else ''}"


def trump(ruling: Ruling) -> str:
    """Return a clause on trump: `hearts are trump`."""
    name = ruling.walk.strain.name if ruling.walk.strain else ""
    if not name:
        return "trump unknown"
    return f"{calls.named(name)} are trump" if ruling.walk.trumps else f"played at {calls.named(name)}"


def facts(ruling: Ruling, speaker: Speaker) -> Iterator[tuple[str, str]]:
    """The contract and what was handed over, each with its place in the record."""
    told = contract(ruling, speaker)
    walk, record = ruling.walk, ruling.walk.hand.record
    if told and walk.maker is not None:
        yield (
            f"{speaker.seat(walk.maker)} won the bid: {told}",
            "calls" if record.declarations else "contract",
        )
    elif spoken_of(walk).auction.how in ("club", "no_bid"):
        club = spoken_of(walk).auction.how == "club"
        told = (
            f"a club was turned up, so {trump(ruling)} and there is no bidding"
            if club
            else f"nobody bid: {trump(ruling)}"
        )
        yield told, "deal" if club or not record.declarations else "calls"
    spoken = spoken_of(walk)
    unasked = spoken.out & ~spoken.left & ~laid_down(spoken.contract, spoken.named.alone, spoken.deal.seating)
    for seat in range(len(spoken.deal.seating.seats)):
        if unasked >> seat & 1:
            yield f"{speaker.seat(seat)} played no cards", "plays"
    for number, exchange in enumerate(record.exchanges or (), 1):
        cards = listed([speaker.card(card) for card in exchange.cards])
        yield f"{speaker.seat(exchange.giver)} passed {speaker.seat(exchange.taker)} {cards}", f"exchange {number}"


def said(ruling: Ruling, speaker: Speaker) -> Iterator[tuple[int, str]]:
    """Yield the calls and exchanges before the first card, each with its clock."""
    record = ruling.walk.hand.record
    void = {call.number for call in ruling.walk.declared.calls if not call.counts or call.taken_for != call.word}
    for number, one in enumerate(record.declarations or ()):
        at = clock.DECLARING if one.at is None else ruling.walk.hand.played_by(clock.number(one.at))
        who = speaker.seat(one.seat)
        if one.call == "pass":
            yield at, f"{who} passes"
        elif one.call == "trump":
            yield at, f"{who} names {calls.named(one.trump or '')}{' and goes alone' if one.alone else ''}"
        elif one.call == "out":
            yield at, f"{who} drops out"
        elif one.call in calls.SPECIAL:
            shown = f": {speaker.cards(one.cards)}" if one.cards else ""
            yield at, f"{who} calls {calls.SPECIAL[one.call]}{shown}"
        else:
            yield at, f"{who} bids {calls.bid(one.call)}{', which does not count' if number in void else ''}"
    if record.contract and not record.declarations and (told := contract(ruling, speaker)):
        yield clock.DECLARING, f"{speaker.whom(record.contract.maker)} won the bid: {told}"
    for exchange in record.exchanges or ():
        cards = listed([speaker.card(card) for card in exchange.cards])
        yield clock.DECLARING, f"{speaker.seat(exchange.giver)} passes {speaker.seat(exchange.taker)} {cards}"


def result(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return what a remedy gives, in a clause, by the sides that its law has."""
    speaker = speaker._replace(table=ruling.walk.hand.seating)
    if remedy.score is None:
        return _unscored(ruling, remedy, speaker)
    order = ranked(remedy.score, counts_down(ruling.law.toggles))
    scores = ", ".join(f"{speaker.team(side)} {_signed(remedy.score[side])}" for side in order)
    return "; ".join([f"{how(ruling, remedy, speaker)}: {scores}", *won(ruling, remedy, speaker)])


def played(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield clauses on what became of a hand: not played and why, or the bid made or not, and who won the game."""
    record = ruling.walk.hand.record
    if ruling.remedy.outcome == "annulled":
        yield "everyone passed, and the joker was the card left over"
    elif ruling.remedy.outcome == "redeal":
        called = [one for one in record.declarations or () if one.call in calls.SPECIAL]
        yield from [f"{speaker.seat(one.seat)} called {calls.SPECIAL[one.call]}" for one in called[-1:]]
    elif ruling.remedy.score is not None:
        yield how(ruling, ruling.remedy, speaker)
        yield from _capped(ruling, speaker)
        yield from won(ruling, ruling.remedy, speaker)


def how(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return a clause on the contract: made, set, left to the bidder, or the hand lost."""
    if remedy.reneging_team is not None:
        lose = "loses" if speaker.alone(remedy.reneging_team) else "lose"
        return f"{speaker.the_team(remedy.reneging_team)} {lose} the hand"
    told, makers = contract(ruling, speaker), ruling.walk.makers
    if makers is None or not told:
        spoken = spoken_of(ruling.walk)
        return "a club was turned up, so nobody bid" if spoken.auction.how == "club" else "nobody bid"
    who, forced = speaker.the_team(makers), bool(spoken_of(ruling.walk).contract.forced)  # type: ignore[union-attr]
    if remedy.outcome == "sat_out":
        return f"everyone else dropped out, so {who} {'scores' if speaker.alone(makers) else 'score'} the bid of {told}"
    made = {"set", "undertricks"}.isdisjoint(addend.why for addend in remedy.settled.addends[makers])
    stuck = ("was" if speaker.alone(makers) else "were") + " stuck with"
    joined = ", and" if ", " in told else " and"
    return f"{who} {stuck if forced else 'bid'} {told}{joined} {'made it' if made else 'went set'}"


def _capped(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield a clause on each side that the cap keeps from its full loss (BD-63)."""
    running, settled, before = ruling.remedy.running, ruling.remedy.settled, ruling.walk.hand.record.before
    if running is None or settled is None or not before:
        return
    for side, own in enumerate(settled.addends):
        if any(addend.why == "cap" for addend in own):
            goes = "goes" if speaker.alone(side) else "go"
            started = before.get(ruling.walk.hand.seating.side_names[side])
            yield f"{speaker.the_side(side)} {goes} from {started} to {running.after[side]}, the cap"


def won(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> Iterator[str]:
    """Yield clauses on the game that a hand ends: the winner, the totals, the winner's first, and the rule."""
    running, toggles = remedy.running, ruling.law.toggles
    if running is None or running.winner is None:
        return
    if running.winner == TIE:
        yield f"the game is tied at {max(running.after)}"
        return
    winner, after = running.winner, running.after
    others = sorted(
        (side for side in range(len(after)) if side != winner), key=ranked(after, counts_down(toggles)).index
    )
    wins = "wins" if speaker.alone(winner) else "win"
    if len(others) == 1:
        yield f"{speaker.the_team(winner)} {wins} the game, {after[winner]} to {after[others[0]]}"
    else:
        yield f"{speaker.the_team(winner)} {wins} the game with {after[winner]}"
        yield f"the others: {', '.join(f'{speaker.side(side)} {after[side]}' for side in others)}"
    yield _end(after, winner, toggles)


def _end(after: Scores, winner: int, toggles: Toggles) -> str:
    """Return the rule by which a game ended (B-032, B-066, B-119, BD-17)."""
    down, target = counts_down(toggles), toggles.target or 0
    there = [side for side, score in enumerate(after) if (score <= target if down else score >= target)]
    reach = f"get down to {target}" if down else f"reach {target}"
    if toggles.win_on == "made_bid":
        return f"the game is to {target}, and only a bid that is made wins it"
    if toggles.win_on == "any_offence":
        return f"the game is to {target}, and only the side that bid can win it"
    if len(there) < 2:
        return f"the first to {reach} wins"
    best = (min if down else max)(after[side] for side in there)
    if after[winner] != best or [after[side] for side in there].count(best) > 1:
        return f"where several {reach} at once, the bidder wins"
    return f"where several {reach} at once, the {'lowest' if down else 'highest'} total wins"


def deals_next(ruling: Ruling, speaker: Speaker) -> str:
    """Return a clause on the next deal: `South deals again`, `East deals next`; empty while the hand is not over."""
    dealer = ruling.next_dealer
    if dealer is None:
        return ""
    again = ruling.walk.hand.seating.number[ruling.walk.hand.record.deal.dealer] == dealer
    when = "again" if again else "instead" if ruling.remedy.outcome == "redeal" else "next"
    return f"{speaker.nameless().seat(dealer)} deals {when}"


def ranked(scores: Scores, down: bool) -> list[int]:
    """Return the sides, the best score first: the lowest where the game counts down."""
    return sorted(range(len(scores)), key=lambda side: scores[side] if down else -scores[side])


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _unscored(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    if remedy.outcome in ("redeal", "annulled", "passed_out"):
        again = deals_next(ruling, speaker)
        return f"nobody scores{', and ' + again if again else ''}"
    if remedy.outcome == "unfinished":
        return f"on the sheet: {speaker.written}" if speaker.written else "there is no score yet"
    if remedy.range is None:
        return "too little was written down to work out a score"
    ends = zip(remedy.range.low, remedy.range.high, strict=True)
    told = [f"{speaker.team(side)} {_between(*pair)}" for side, pair in enumerate(ends)]
    return f"the score cannot be worked out: {', '.join(told)}"


def _between(low: int, high: int) -> str:
    return _signed(low) if low == high else f"{_signed(low)} to {_signed(high)}"


def tricks(ruling: Ruling, speaker: Speaker) -> list[Row]:
    """The hand as it was played: who took each trick, and how many each side has."""
    walk, sides = ruling.walk, range(len(ruling.walk.hand.seating.sides))
    rows = []
    for number, trick in enumerate(walk.tricks, 1):
        if trick.team is None:
            rows.append(Row(f"Trick {number}", "cards unknown", tuple("?" for _ in sides)))
            continue
        seats = walk.hand.seating.seats
        detail = f"{speaker.short(seats[trick.winner])} wins" if trick.winner is not None else ""
        rows.append(Row(f"Trick {number}", detail, tuple("1" if side == trick.team else "" for side in sides)))
    taken = ruling.tally.taken
    if taken is not None:
        rows.append(Row("Tricks", "" if walk.tricks else "from the score sheet", tuple(map(str, taken)), "total"))
    return rows


def brought(ruling: Ruling, remedy: Remedy) -> list[Row]:
    """Return the arithmetic of a hand: each addend with its row of the rules, the score, the running total."""
    if remedy.settled is None or remedy.score is None or remedy.running is None:
        return []
    given: tuple[tuple[Addend, ...], ...] = remedy.settled.addends
    amounts: dict[tuple[str, str, int], dict[int, int]] = {}
    for side, own in enumerate(given):
        nth: Counter[tuple[str, str]] = Counter()
        for addend in own:
            reason = (addend.why, addend.row)
            nth[reason] += 1
            amounts.setdefault((*reason, nth[reason]), {})[side] = addend.points
    rows = [
        Row(_WHY[why], "", tuple(f"{by[side]:+d}" if side in by else "" for side in range(len(given))), row=row)
        for (why, row, _), by in amounts.items()
    ]
    rows.append(Row("Score", "", tuple(f"{points:+d}" for points in remedy.score), "total"))
    if remedy.settled.hickeys and any(remedy.settled.hickeys):
        rows.append(Row("Hickeys", "", tuple(map(str, remedy.settled.hickeys)), "mark"))
    if ruling.walk.hand.record.before:
        rows.append(Row("Running total", "", tuple(map(str, remedy.running.after)), "mark"))
    if ruling.walk.hand.record.after:
        told = [ruling.walk.hand.record.after.get(side, "") for side in ruling.walk.hand.seating.side_names]
        wrong = any(one.facts.get("part") == "after" for one in ruling.wrong_sheet)
        rows.append(Row("Total on the sheet", "wrong" if wrong else "", tuple(map(str, told)), "mark"))
    return rows
