"""Score of a hand: contract, result and winner in words, and the sums that give it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from clabber_audit.cards import SEATING, SUIT_NAMES, TEAMS, Scores, codes, team_of
from clabber_audit.core.text import join_words, number_word
from clabber_audit.games.clabber.melds import CARD_POINTS, LAST_TRICK
from clabber_audit.games.clabber.scoring import WHOLE, settle
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.scoring import Remedy
from clabber_audit.judge.scoring.clabber import last_of_score, melds_of_score
from clabber_audit.report.phrases import (
    GAMES,
    SPECIAL,
    VOID,
    bid_words,
    meld_name,
    plain_seat,
    sentence,
    side,
    strain_name,
    suit_name,
)
from clabber_audit.report.wording import Speaker

if TYPE_CHECKING:
    from clabber_audit.games.bid_euchre.preliminaries import Preliminaries
    from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles


def format_contract(ruling: Ruling, speaker: Speaker) -> str:
    """Return the contract: `four in hearts`, `two (North named no trump)`; empty without one."""
    spoken: Preliminaries = ruling.replay.declared.preliminaries
    if spoken.contract is None:
        return ""
    kind, name = spoken.contract.kind, spoken.name
    height = number_word(spoken.contract.tricks) if kind in ("bid", "hc") else bid_words(kind)
    strain = f" {'in' if name in SUIT_NAMES else 'at'} {strain_name(name)}" if name else ""
    namings = spoken.events.namings
    if kind != "hc" and namings and all(naming.by_maker is False for naming in namings):
        # The hand is played in what another player named first (B-014).
        strain = f" ({speaker.name(namings[0].seat)} named {strain_name(name or '')})"
    return f"{height}{strain}{', alone' if spoken.alone else ''}"


def format_trump(ruling: Ruling) -> str:
    """Return a clause on trump: `hearts are trump`."""
    name = ruling.replay.strain.name if ruling.replay.strain else ""
    if not name:
        return "trump unknown"
    return f"{strain_name(name)} are trump" if ruling.replay.trumps else f"played at {strain_name(name)}"


def bid_outcome(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the outcome of the bid, or the reason why the hand was not played, and the winner of the game."""
    record = ruling.replay.hand.record
    if ruling.remedy.outcome == "annulled":
        yield "everyone passed, and the joker was the card left over"
    elif ruling.remedy.outcome == "redeal":
        called = [declaration for declaration in record.declarations or () if declaration.call in SPECIAL]
        yield from [f"{speaker.seat(call.seat)} called {SPECIAL[call.call]}" for call in called[-1:]]
    elif ruling.remedy.score is not None:
        yield contract_outcome(ruling, speaker)
        running, settled, names = ruling.remedy.running, ruling.remedy.settled, speaker.seating.side_names
        if running and settled and record.before:
            for team, own in enumerate(settled.addends):
                # The cap keeps a side from its full loss (BD-63).
                if any(addend.why == "cap" for addend in own):
                    goes, started = speaker.verb(team, "go", "goes"), record.before.get(names[team])
                    yield f"{speaker.the_side(team)} {goes} from {started} to {running.after[team]}, the cap"
        yield from game_outcome(ruling, speaker)


def contract_outcome(ruling: Ruling, speaker: Speaker) -> str:
    """Return the outcome of the contract: made, set, uncontested, or lost by a renege."""
    remedy = ruling.remedy
    if (loser := remedy.reneging_team) is not None:
        return f"{speaker.the_team(loser)} {speaker.verb(loser, 'lose')} the hand"
    contract, makers = format_contract(ruling, speaker), ruling.replay.makers
    spoken: Preliminaries = ruling.replay.declared.preliminaries
    if makers is None or not contract:
        return "a club was turned up, so nobody bid" if spoken.auction.how == "club" else "nobody bid"
    who, forced = speaker.the_team(makers), bool(spoken.contract.forced)  # type: ignore[union-attr]
    if remedy.outcome == "sat_out":
        return f"everyone else dropped out, so {who} {speaker.verb(makers, 'score')} the bid of {contract}"
    made = {"set", "undertricks"}.isdisjoint(addend.why for addend in remedy.settled.addends[makers])
    bid = f"{speaker.verb(makers, 'were', 'was')} stuck with" if forced else "bid"
    joined = ", and" if ", " in contract else " and"
    return f"{who} {bid} {contract}{joined} {'made it' if made else 'went set'}"


def game_outcome(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the winner, the totals and the rule, if the hand ends the game."""
    running, toggles = ruling.remedy.running, ruling.law.toggles
    if running is None or running.winner is None:
        return
    down = ruling.law.game.played_down(toggles)
    if not isinstance(running.winner, int):
        yield f"the game is tied at {max(running.after)}"
        return
    winner, after = running.winner, running.after
    others = sorted((side for side in range(len(after)) if side != winner), key=rank_sides(after, down).index)
    wins = speaker.verb(winner, "win")
    if len(others) == 1:
        yield f"{speaker.the_team(winner)} {wins} the game, {after[winner]} to {after[others[0]]}"
    else:
        yield f"{speaker.the_team(winner)} {wins} the game with {after[winner]}"
        yield f"the others: {', '.join(f'{speaker.side(side)} {after[side]}' for side in others)}"
    yield _rule_of_end(after, winner, toggles, down=down)


def _rule_of_end(after: Scores, winner: int, toggles: BidEuchreToggles, *, down: bool) -> str:
    """Return the rule by which a game ended (B-032, B-066, B-119, BD-17)."""
    target = toggles.target or 0
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


def format_next_dealer(ruling: Ruling, speaker: Speaker) -> str:
    """Return the next dealer: `South deals again`; empty while the hand is not over."""
    dealer = ruling.next_dealer
    if dealer is None:
        return ""
    again = ruling.replay.hand.seating.number[ruling.replay.hand.record.deal.dealer] == dealer
    when = "again" if again else "instead" if ruling.remedy.outcome == "redeal" else "next"
    return f"{speaker.without_names().seat(dealer)} deals {when}"


def rank_sides(scores: Scores, down: bool) -> list[int]:
    """Return the sides, the best score first: the lowest where the game counts down."""
    return sorted(range(len(scores)), key=lambda side: scores[side] if down else -scores[side])


def _format_signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def format_result(ruling: Ruling, speaker: Speaker) -> str:
    """Return the result of a hand: who scores what, and why if that is nothing."""
    remedy = ruling.remedy
    if ruling.law.game.bids:
        speaker = speaker._replace(table=ruling.replay.hand.seating)
        if remedy.score is None:
            return _describe_unscored(ruling, speaker)
        order = rank_sides(remedy.score, lowest_wins(ruling))
        scores = ", ".join(f"{speaker.team(side)} {_format_signed(remedy.score[side])}" for side in order)
        outcome = f"{contract_outcome(ruling, speaker)}: {scores}"
        return "; ".join([outcome, *game_outcome(ruling, speaker)])
    if remedy.outcome == "renege" and remedy.reneging_team is not None:
        awards = {team: format_side_score(team, remedy) for team in remedy.innocents}
        awards[remedy.reneging_team] = "0"
        return "; ".join(f"{speaker.the_team(team)} score {award}" for team, award in awards.items())
    if remedy.outcome == "scored" and remedy.score:
        return _describe_score(ruling, remedy.score, speaker)
    return _describe_unscored(ruling, speaker)


def _describe_unscored(ruling: Ruling, speaker: Speaker) -> str:
    remedy = ruling.remedy
    if remedy.outcome in VOID:
        dealer = format_next_dealer(ruling, speaker)
        why = "all agreed to deal again, so " if remedy.by_agreement else ""
        return f"{why}nobody scores{', and ' + dealer if dealer else ''}"
    if remedy.outcome == "unfinished":
        return f"on the sheet: {speaker.sheet_score}" if speaker.sheet_score else "there is no score yet"
    if remedy.range is None:
        return "too little was written down to work out a score"
    scores = []
    for team, ends in enumerate(zip(remedy.range.low, remedy.range.high, strict=True)):
        points = format_side_score(team, remedy)
        if ruling.law.game.bids:
            points = " to ".join(dict.fromkeys(map(_format_signed, ends)))
        scores.append(f"{speaker.team(team)} {points}")
    return f"the score cannot be worked out: {', '.join(scores)}"


def format_side_score(team: int, remedy: Remedy) -> str:
    """Return the score of a team, or its range."""
    if remedy.range is None or remedy.certain_scores[team] is not None:
        return str(remedy.certain_scores[team] or 0)
    low, high = remedy.range.low[team], remedy.range.high[team]
    return f"{low} to {high}" if remedy.range.reached else f"between {low} and {high}"


def makers_standing(ruling: Ruling, speaker: Speaker) -> str:
    """Return how the makers stand: ahead, level or behind; empty without points to compare."""
    points, team = ruling.tally.points, ruling.replay.makers
    if points is None or team is None or ruling.unclaimed.outcome != "scored" or ruling.unclaimed.settled:
        return ""
    own, others = points[team].total, max(points[other].total for other in SEATING.other_sides(team))
    makers = speaker.the_side(team)
    if not ruling.makers_set:
        kept = ", so both sides keep their points" if others else ""
        return f"{makers} made trump and won, {own} to {others}{kept}"
    if own == others:
        return f"it is {own} to {own}; {makers} made trump and needed more, so they are set"
    return f"{makers} made trump but lost, {own} to {others}, so they are set"


def _describe_score(ruling: Ruling, score: Scores, speaker: Speaker) -> str:
    makers, texts = ruling.replay.makers, [f"score {points}" for points in score]
    first = 0 if makers is None else makers
    if makers is not None:
        named = f"made {suit_name(ruling.replay.trumps)} trump" if ruling.replay.trumps else "made trump"
        texts[makers] = f"{named}{', are set and score 0' if ruling.makers_set else f' and {texts[makers]}'}"
    order = (first, *SEATING.other_sides(first))
    return "; ".join(f"{speaker.the_team(team)} {texts[team]}" for team in order)


def explain_without_melds(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the score without melds, and the score with the melds that explain the sheet."""
    if not ruling.remedy.explained or ruling.points is None or ruling.replay.makers is None:
        return
    first = ruling.remedy.explained[0]
    plain = settle(tuple(made.total for made in ruling.points), ruling.replay.makers, ruling.law.toggles)

    def scores(numbers: Sequence[int]) -> str:
        return join_words(f"{speaker.team(side)} {number}" for side, number in enumerate(numbers))

    called = ((call.seat, f"a {meld_name(call.meld.kind)}" if call.meld else "belle") for call in first.calls)
    named = (f"{speaker.seat(seat)} called {meld}" for seat, meld in called)
    yield f"nobody wrote down the melds; if none was called, the score is {scores(plain)}"
    yield f"if {join_words(named)}, the score is {scores(first.score)}"


def renege_sum(remedy: Remedy) -> str:
    """Return the score of the innocents as a sum: `162 + 20 = 182`; a range where that is open."""
    if remedy.range and remedy.innocents:
        return format_side_score(remedy.innocents[0], remedy)
    parts = [remedy.price, *(item.points for item in remedy.awarded), *(remedy.extra_range or ())[:1]]
    total = sum(parts)
    return f"{' + '.join(map(str, parts))} = {total}" if len(parts) > 1 else str(total)


def list_awarded_melds(remedy: Remedy) -> list[str]:
    """Return the melds that a renege brings to the other side, with their points: `20 for the dad`."""
    awarded = [(item.points, item.meld and meld_name(item.meld.kind)) for item in remedy.awarded]
    return [f"{points} for {f'the {meld}' if meld else 'belle'}" for points, meld in awarded]


def format_result_with_marks(ruling: Ruling, speaker: Speaker) -> str:
    """Return the result of a hand, with the marks to write."""
    text, remedy = format_result(ruling, speaker), ruling.remedy
    if remedy.marks is None or remedy.settled:
        return text
    names = ruling.replay.hand.seating.side_names
    written = ", ".join(f"{side(name)} {mark}" for name, mark in zip(names, remedy.marks, strict=True))
    return f"{text} (write: {written})"


def lowest_wins(ruling: Ruling) -> bool:
    return ruling.law.game.played_down(ruling.law.toggles)


#: Labels of scores: the one written, the correct one, the sum of a sheet, and the one without claims.
SHEET: Final = "On the sheet"
CORRECT: Final = "Correct score"
_ADDED: Final = "What it adds up to"
_UNCLAIMED: Final = "If nobody had called it"
#: Parts of a score that a sheet breaks down.
PARTS: Final = {"cards": "Cards", "last_trick": "Last trick", "melds": "Melds", "belle": "Belle"}
#: Labels of addends, by their reason.
ADDEND_LABELS: Final = {
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
#: Reasons why a meld scores or does not.
_MELDS: Final = {
    "highest": "the highest meld",
    "level_partners": "the highest, level with {partner}’s",
    "beside_highest": "counts with the highest meld",
    "belle": "king and queen of trump",
    "denied": "does not count: {denied}",
    "outranked": "does not count: the other side had a better meld",
    "level": "does not count: the two best melds tie",
    "unannounced": "does not count: never announced",
    "unshown": "does not count: not shown",
    "uncalled": "does not count: belle was never called",
    "late": "does not count: called too late",
    "open": "does not count",
}


class Line(NamedTuple):
    """Line of a sum: an addend, a void item, the total or the mark."""

    label: str
    detail: str
    #: Amount of each side; empty for nothing.
    amounts: tuple[str, ...]
    kind: Literal["addend", "void", "total", "mark"] = "addend"
    #: Row of the rules that gives it.
    row: str = ""


class Sum(NamedTuple):
    """Sum with its caption."""

    caption: str
    lines: tuple[Line, ...]
    #: Heads of the columns.
    sides: tuple[str, ...] = ("North-South", "East-West")
    #: True if it makes up the score, unlike play that a renege or a misdeal stopped.
    counts: bool = True


class Arithmetic(NamedTuple):
    """Sums of a ruling, and conclusions from them."""

    sums: tuple[Sum, ...]
    #: The score without the claim, and the sheet, if no sum has them.
    conclusions: tuple[str, ...]


def arithmetic(ruling: Ruling, speaker: Speaker) -> Arithmetic:
    """Return the sums of a ruling, and conclusions from them."""
    record, names, sums = ruling.replay.hand.record, ruling.replay.hand.seating.side_names, list[Sum]()
    if ruling.law.game.bids:
        # A column is headed by the seats, or by the name of a numbered seat or of a player alone.
        teams = {name: team for name, team in record.teams.items() if name.startswith("P")}
        heads = tuple(record.players.get(name) or teams.get(name) or side(name) for name in names)
        if tricks := _trick_rows(ruling, speaker):
            sums.append(Sum(GAMES["bid-euchre"].as_played, tuple(tricks), heads, not _is_stopped(ruling)))
        if score := _score_rows(ruling):
            sums.append(Sum("What each side scores", (*score, *_sheet_line(ruling)), heads))
    else:
        sums += [_sum_of_renege(ruling, speaker)] if ruling.remedy.outcome == "renege" else []
        sums += [_sum_of_play(ruling, speaker)] if ruling.replay.tricks or record.sheet else []
    unclaimed, labels = ruling.unclaimed, {line.label for sum_ in sums for line in sum_.lines}
    conclusions = []
    if ruling.claims and _UNCLAIMED not in labels:
        text = "the claim makes no difference to the score"
        if (unclaimed.outcome, unclaimed.score) != (ruling.remedy.outcome, ruling.remedy.score):
            result = format_result_with_marks(ruling._replace(remedy=unclaimed), speaker)
            text = f"without the claim: {result}"
        conclusions.append(text)
    if record.score and SHEET not in labels:
        conclusions.append(f"the sheet has {speaker.without_names().sheet_score}")
    return Arithmetic(tuple(sums), tuple(map(sentence, conclusions)))


def _is_stopped(ruling: Ruling) -> bool:
    return ruling.remedy.outcome != ruling.unclaimed.outcome


def _sheet_line(ruling: Ruling) -> list[Line]:
    """Return the line of the written sheet, to compare with the score above it."""
    score, sides = ruling.replay.hand.record.score, ruling.replay.hand.seating.side_names
    if not score:
        return []
    agrees = "cannot be compared" if ruling.sheet_agrees is None else "agrees"
    if any("part" not in wrong.facts for wrong in ruling.wrong_sheet):
        agrees = "wrong"
    elif ruling.wrong_either_way:
        agrees = "wrong either way"
    return [Line(SHEET, agrees, tuple(str(score.get(side, "")) for side in sides), "mark")]


def _trick_rows(ruling: Ruling, speaker: Speaker) -> list[Line]:
    """Return a line for each trick with its winner, and the tricks of each side."""
    replay, rows = ruling.replay, list[Line]()
    sides, seats = range(len(replay.hand.seating.sides)), replay.hand.seating.seats
    for number, trick in enumerate(replay.tricks, 1):
        detail = "" if trick.winner is None else f"{speaker.short(seats[trick.winner])} wins"
        amounts = tuple("1" if side == trick.team else "" for side in sides)
        if trick.team is None:
            detail, amounts = "cards unknown", tuple("?" for _ in sides)
        rows.append(Line(f"Trick {number}", detail, amounts))
    if ruling.tally.points is not None:
        detail = "" if replay.tricks else "from the score sheet"
        rows.append(Line("Tricks", detail, tuple(map(str, ruling.tally.points)), "total"))
    return rows


def _score_rows(ruling: Ruling) -> list[Line]:
    """Return a line for each addend with its row of the rules, then the score and the running total."""
    remedy, hand = ruling.remedy, ruling.replay.hand
    if remedy.settled is None or remedy.score is None or remedy.running is None:
        return []
    amounts: dict[tuple[str, str, int], dict[int, int]] = {}
    for team, own in enumerate(remedy.settled.addends):
        nth: Counter[tuple[str, str]] = Counter()
        for addend in own:
            reason = (addend.why, addend.row)
            nth[reason] += 1
            amounts.setdefault((*reason, nth[reason]), {})[team] = addend.points
    rows = []
    for (why, row, _), by in amounts.items():
        cells = tuple(f"{by[side]:+d}" if side in by else "" for side in range(len(remedy.score)))
        rows.append(Line(ADDEND_LABELS[why], "", cells, row=row))
    rows.append(Line("Score", "", tuple(f"{points:+d}" for points in remedy.score), "total"))
    if remedy.settled.hickeys and any(remedy.settled.hickeys):
        rows.append(Line("Hickeys", "", tuple(map(str, remedy.settled.hickeys)), "mark"))
    if hand.record.before:
        rows.append(Line("Running total", "", tuple(map(str, remedy.running.after)), "mark"))
    if after := hand.record.after:
        wrong = any(finding.facts.get("part") == "after" for finding in ruling.wrong_sheet)
        cells = tuple(str(after.get(side, "")) for side in hand.seating.side_names)
        rows.append(Line("Total on the sheet", "wrong" if wrong else "", cells, "mark"))
    return rows


def _amounts(teams: Collection[int], amount: str | int, other: str = "") -> tuple[str, ...]:
    """Return an amount for some teams, and another for the rest."""
    return tuple(str(amount) if team in teams else other for team in range(len(TEAMS)))


def _amount(remedy: Remedy, team: int) -> str:
    """Return the score of a team, or its range: `162–182`."""
    known = remedy.certain_scores[team]
    if known is not None or remedy.range is None:
        return "?" if known is None else str(known)
    return f"{remedy.range.low[team]}–{remedy.range.high[team]}"


def _sum_of_renege(ruling: Ruling, speaker: Speaker) -> Sum:
    remedy, innocents = ruling.remedy, ruling.remedy.innocents
    detail = f"{CARD_POINTS} in cards + {LAST_TRICK} for the last trick" if remedy.price == WHOLE else ""
    lines = [Line("For the renege", detail, _amounts(innocents, remedy.price))]
    for item in remedy.awarded:
        own = item.meld
        meld = f"{meld_name(own.kind)} {speaker.cards(codes(own.cards))}" if own else "belle"
        lines.append(Line(f"{plain_seat(item.seat)}’s {meld}", "", _amounts(innocents, item.points)))
    if unnamed := remedy.extra_range:
        least, most = unnamed
        why = "nobody wrote down the melds" if ruling.replay.is_complete else "cards unknown"
        amount = str(least) if least == most else f"{least}–{most}"
        lines.append(Line("Melds and belle", why, _amounts(innocents, amount)))
    lines.append(Line("Score", "", _amounts(innocents, _amount(remedy, innocents[0]), "0"), "total"))
    if remedy.marks:
        lines.append(Line(CORRECT, "", remedy.marks, "mark"))
    return Sum("What the renege costs", (*lines, *_sheet_line(ruling)))


def _sum_of_play(ruling: Ruling, speaker: Speaker) -> Sum:
    points, unclaimed, stopped = ruling.tally.points, ruling.unclaimed, _is_stopped(ruling)
    lines = list(_trick_lines(ruling))
    last_trick, laid_down = last_of_score(ruling.replay)
    if last_trick is not None:
        last, detail = (last_trick,), ""
        if laid_down is not None:
            lines.append(Line("Laid down", "the cards that are left", _amounts(last, laid_down)))
            detail = "comes with the lay-down"
        lines.append(Line("Last trick", detail, _amounts(last, LAST_TRICK)))
    if points is not None and not ruling.replay.cards:
        rows = zip(PARTS.values(), *points, strict=True)
        lines += [Line(label, "", tuple(map(str, own))) for label, *own in rows if any(own)]
    for meld in melds_of_score(ruling):
        seat, kind = plain_seat(meld.seat), meld_name(meld.kind)
        denied, partner = meld.denied.format(seat=seat, kind=kind), speaker.without_names().partner(meld.seat)
        detail = _MELDS[meld.reason].format(denied=denied, partner=partner)
        name = f"{seat}’s {kind} {speaker.cards(codes(meld.cards))}".rstrip()
        if meld.points is None:
            lines.append(Line(name, detail, _amounts((), ""), "void"))
        else:
            lines.append(Line(name, detail, _amounts((team_of(meld.seat),), meld.points)))
    label = "Without melds" if unclaimed.explained else "Points so far"
    if unclaimed.outcome == "scored":
        label = "Total"
    elif ruling.remedy.outcome == "redeal":
        label = "As played, not scored"
    totals = _amounts((), "", "?") if points is None else tuple(str(made.total) for made in points)
    lines.append(Line(label, "", totals, "total"))
    if unclaimed.range:
        scores = tuple(_amount(unclaimed, team) for team in range(len(TEAMS)))
        lines.append(Line("Score", "", scores, "total"))
    if unclaimed.score and unclaimed.marks:
        label = _UNCLAIMED if stopped else CORRECT if ruling.adds_up else _ADDED
        lines.append(Line(label, makers_standing(ruling, speaker), unclaimed.marks, "mark"))
    caption = GAMES["clabber"].as_played if ruling.replay.cards else "What the sheet lists"
    return Sum(caption, (*lines, *([] if stopped else _sheet_line(ruling))), counts=not stopped)


def _trick_lines(ruling: Ruling) -> Iterator[Line]:
    replay = ruling.replay
    for number, trick in enumerate(replay.tricks, 1):
        if trick.team is None:
            yield Line(f"Trick {number}", "cards unknown", _amounts((), "", "?"))
            continue
        cards = [replay.cards[at] for at in replay.clocks_of(number)]
        detail = f"{side(trick.team)} win" if trick.winner is None else f"{plain_seat(trick.winner)} wins"
        if replay.trumps and all(cards):
            detail += ": " + " + ".join(str(replay.ranking.value[card]) for card in cards)
        if trick.points is None:
            detail += "; cards unknown"
        points = "?" if trick.points is None else trick.points
        yield Line(f"Trick {number}", detail, _amounts((trick.team,), points))
