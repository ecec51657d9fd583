"""Result of a hand in words: contract, score, winner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clabber_audit.cards.cards import SEATING, SUIT_NAMES
from clabber_audit.cards.seating import Scores
from clabber_audit.games.bid_euchre.events import preliminaries_of
from clabber_audit.games.bid_euchre.scoring import TIE, counts_down
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.games.clabber.scoring import settle
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.remedies import Remedy
from clabber_audit.judge.scoring import beyond
from clabber_audit.report.phrases import SPECIAL, VOID, bid, kind, listed, named, number, side, suit_of
from clabber_audit.report.wording import Speaker


def format_contract(ruling: Ruling, speaker: Speaker) -> str:
    """Return the contract: `four in hearts`, `two (North named no trump)`; empty without one."""
    spoken = preliminaries_of(ruling.replay)
    if spoken.contract is None:
        return ""
    kind, name = spoken.contract.kind, spoken.named.name
    height = number(spoken.contract.tricks) if kind in ("bid", "hc") else bid(kind)
    strain = f" {'in' if name in SUIT_NAMES else 'at'} {named(name)}" if name else ""
    if (
        kind != "hc"
        and spoken.named.namings
        and not any(one.his is not False for one in spoken.named.namings)
    ):
        # The hand is played in what somebody else named first (B-014).
        strain = f" ({speaker.name(spoken.named.namings[0].seat)} named {named(name or '')})"
    return f"{height}{strain}{', alone' if spoken.named.alone else ''}"


def format_trump(ruling: Ruling) -> str:
    """Return a clause on trump: `hearts are trump`."""
    name = ruling.replay.strain.name if ruling.replay.strain else ""
    if not name:
        return "trump unknown"
    return f"{named(name)} are trump" if ruling.replay.trumps else f"played at {named(name)}"


def _result_of_tricks(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    speaker = speaker._replace(table=ruling.replay.hand.seating)
    if remedy.score is None:
        return _unscored(ruling, remedy, speaker)
    order = ranked(remedy.score, is_down(ruling))
    scores = ", ".join(f"{speaker.team(side)} {_signed(remedy.score[side])}" for side in order)
    return "; ".join(
        [f"{contract_outcome(ruling, remedy, speaker)}: {scores}", *game_outcome(ruling, remedy, speaker)]
    )


def bid_outcome(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the outcome of the bid, or the reason why the hand was not played, and the winner of the game."""
    record = ruling.replay.hand.record
    if ruling.remedy.outcome == "annulled":
        yield "everyone passed, and the joker was the card left over"
    elif ruling.remedy.outcome == "redeal":
        called = [one for one in record.declarations or () if one.call in SPECIAL]
        yield from [f"{speaker.seat(one.seat)} called {SPECIAL[one.call]}" for one in called[-1:]]
    elif ruling.remedy.score is not None:
        yield contract_outcome(ruling, ruling.remedy, speaker)
        yield from _capped(ruling, speaker)
        yield from game_outcome(ruling, ruling.remedy, speaker)


def contract_outcome(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return the outcome of the contract: made, set, uncontested, or lost by a renege."""
    if remedy.reneging_team is not None:
        lose = "loses" if speaker.alone(remedy.reneging_team) else "lose"
        return f"{speaker.the_team(remedy.reneging_team)} {lose} the hand"
    told, makers = format_contract(ruling, speaker), ruling.replay.makers
    if makers is None or not told:
        spoken = preliminaries_of(ruling.replay)
        return "a club was turned up, so nobody bid" if spoken.auction.how == "club" else "nobody bid"
    who, forced = speaker.the_team(makers), bool(preliminaries_of(ruling.replay).contract.forced)  # type: ignore[union-attr]
    if remedy.outcome == "sat_out":
        return f"everyone else dropped out, so {who} {'scores' if speaker.alone(makers) else 'score'} the bid of {told}"
    made = {"set", "undertricks"}.isdisjoint(addend.why for addend in remedy.settled.addends[makers])
    stuck = ("was" if speaker.alone(makers) else "were") + " stuck with"
    joined = ", and" if ", " in told else " and"
    return f"{who} {stuck if forced else 'bid'} {told}{joined} {'made it' if made else 'went set'}"


def _capped(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield each side that the cap keeps from its full loss (BD-63)."""
    running, settled, before = ruling.remedy.running, ruling.remedy.settled, ruling.replay.hand.record.before
    if running is None or settled is None or not before:
        return
    for team, own in enumerate(settled.addends):
        if any(addend.why == "cap" for addend in own):
            goes = "goes" if speaker.alone(team) else "go"
            started = before.get(ruling.replay.hand.seating.side_names[team])
            yield f"{speaker.the_side(team)} {goes} from {started} to {running.after[team]}, the cap"


def game_outcome(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> Iterator[str]:
    """Yield the winner, the totals and the rule, if the hand ends the game."""
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


def _end(after: Scores, winner: int, toggles: BidEuchreToggles) -> str:
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
    """Return the next dealer: `South deals again`; empty while the hand is not over."""
    dealer = ruling.next_dealer
    if dealer is None:
        return ""
    again = ruling.replay.hand.seating.number[ruling.replay.hand.record.deal.dealer] == dealer
    when = "again" if again else "instead" if ruling.remedy.outcome == "redeal" else "next"
    return f"{speaker.nameless().seat(dealer)} deals {when}"


def ranked(scores: Scores, down: bool) -> list[int]:
    """Return the sides, the best score first: the lowest where the game counts down."""
    return sorted(range(len(scores)), key=lambda side: scores[side] if down else -scores[side])


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def result(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return the result of a remedy, of the ruling or without any claim."""
    in_words = {"clabber": _result_of_points, "bid-euchre": _result_of_tricks}[ruling.law.game.id]
    return in_words(ruling, remedy, speaker)


def _unscored(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    if remedy.outcome in VOID:
        dealer = deals_next(ruling, speaker)
        return f"nobody scores{', and ' + dealer if dealer else ''}"
    if remedy.outcome == "unfinished":
        return f"on the sheet: {speaker.written}" if speaker.written else "there is no score yet"
    if remedy.range is None:
        return "too little was written down to work out a score"
    in_words = scored_by if ruling.law.game.id == "clabber" else _signed_range
    scores = [f"{speaker.team(side)} {in_words(side, remedy)}" for side in range(len(remedy.range.low))]
    return f"the score cannot be worked out: {', '.join(scores)}"


def _signed_range(side: int, remedy: Remedy) -> str:
    assert remedy.range is not None
    low, high = remedy.range.low[side], remedy.range.high[side]
    return _signed(low) if low == high else f"{_signed(low)} to {_signed(high)}"


def _result_of_points(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    if remedy.outcome == "renege" and remedy.reneging_team is not None:
        told = "; ".join(
            f"{speaker.the_team(team)} score {scored_by(team, remedy)}" for team in remedy.innocents
        )
        return f"{told}; {speaker.the_team(remedy.reneging_team)} score 0"
    if remedy.outcome == "scored" and remedy.score:
        return _scored(ruling, remedy, remedy.score, speaker)
    return _unscored(ruling, remedy, speaker)


def scored_by(team: int, remedy: Remedy) -> str:
    """Return the score of a team, or its range."""
    if remedy.range is None or remedy.known[team] is not None:
        return str(remedy.known[team] or 0)
    low, high = remedy.range.low[team], remedy.range.high[team]
    return f"{low} to {high}" if remedy.range.reached else f"between {low} and {high}"


def standing(ruling: Ruling, speaker: Speaker) -> str:
    """Return how the makers stand: ahead, level or behind; empty without points to compare."""
    points, team = ruling.tally.points, ruling.replay.makers
    if points is None or team is None or ruling.unclaimed.outcome != "scored" or ruling.unclaimed.settled:
        return ""
    own, others = points[team].total, max(points[other].total for other in SEATING.others(team))
    makers = speaker.the_side(team)
    if not ruling.makers_set:
        kept = ", so both sides keep their points" if others else ""
        return f"{makers} made trump and won, {own} to {others}{kept}"
    if own == others:
        return f"it is {own} to {own}; {makers} made trump and needed more, so they are set"
    return f"{makers} made trump but lost, {own} to {others}, so they are set"


def _scored(ruling: Ruling, remedy: Remedy, score: Scores, speaker: Speaker) -> str:
    makers = ruling.replay.makers
    first = 0 if makers is None else makers
    told = "; ".join(f"{speaker.the_team(other)} score {score[other]}" for other in SEATING.others(first))
    if makers is None:
        return f"{speaker.the_team(first)} score {score[first]}; {told}"
    named = f"made {suit_of(ruling.replay.trumps)} trump" if ruling.replay.trumps else "made trump"
    if ruling.makers_set:
        return f"{speaker.the_team(makers)} {named}, are set and score 0; {told}"
    return f"{speaker.the_team(makers)} {named} and score {score[makers]}; {told}"


def unrecorded(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the score without melds, and the score with the melds that explain the sheet."""
    if not ruling.remedy.explained or ruling.points is None or ruling.replay.makers is None:
        return
    first = ruling.remedy.explained[0]
    plain = settle(tuple(made.total for made in ruling.points), ruling.replay.makers)

    def scores(numbers: Sequence[int]) -> str:
        return listed([f"{speaker.team(side)} {number}" for side, number in enumerate(numbers)])

    named = [
        f"{speaker.seat(call.seat)} called {f'a {kind(call.meld.kind)}' if call.meld else 'belle'}"
        for call in first.calls
    ]
    yield f"nobody wrote down the melds; if none was called, the score is {scores(plain)}"
    yield f"if {listed(named)}, the score is {scores(first.score)}"


def renege_sum(remedy: Remedy) -> str:
    """Return the score of the innocents as a sum: `162 + 20 = 182`; a range where that is open."""
    if remedy.range and remedy.innocents:
        return scored_by(remedy.innocents[0], remedy)
    parts = [remedy.price, *(item.points for item in remedy.awarded), *(beyond(remedy) or ())[:1]]
    total = sum(parts)
    return f"{' + '.join(map(str, parts))} = {total}" if len(parts) > 1 else str(total)


def marks(ruling: Ruling, remedy: Remedy) -> str:
    """Return the marks of the sides: `North-South R, East-West 182`; empty without marks."""
    if remedy.marks is None or remedy.settled:
        return ""
    names = ruling.replay.hand.seating.side_names
    return ", ".join(f"{side(name)} {mark}" for name, mark in zip(names, remedy.marks, strict=True))


def result_with_marks(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return the result of a remedy, with the marks to write."""
    told, written = result(ruling, remedy, speaker), marks(ruling, remedy)
    return f"{told} (write: {written})" if written else told


def is_down(ruling: Ruling) -> bool:
    """Return True if the lowest score is best."""
    return ruling.law.game.played_down(ruling.law.toggles)
