"""Rules that surprise strangers: left bowers, reversed orders, forced trumps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clabber_audit.cards import CODE, JOKER, codes, letter_of
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import melds_of
from clabber_audit.games.clabber.ranking import CARD_POINTS, LAST_TRICK
from clabber_audit.games.clabber.scoring import WHOLE
from clabber_audit.judge.focus import Lawful
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.scoring.clabber import melds_of_score
from clabber_audit.records.bid_euchre_words import number_of
from clabber_audit.report.phrases import RANKS, card_of_suit, number_word, strain_name
from clabber_audit.report.scores import lowest_wins
from clabber_audit.report.wording import Speaker
from clabber_audit.rules.infractions import infractions

#: Order of the ranks that most people expect, highest first.
_EXPECTED: Final = "AKQJT98765432"
_MOST_RANKS: Final = 8
#: Reasons why melds of the better side count.
_BEST: Final = ("highest", "level_partners", "beside_highest")


def surprising_rule(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return the surprising rule behind a finding, or nothing."""
    if "bid" in finding.facts:
        return _bid_limit(ruling, finding, speaker)
    if finding.facts.get("cards") and ruling.law.game.melds:
        entries = melds_of(ruling.replay).entries
        in_two = any(entry.shared for entry in entries if entry.number == finding.meld)
        return "a card counts in only one meld" if in_two else ""
    if ruling.replay.strain is None or finding.verdict != "proven":
        return ""
    if finding.of_laydown:
        return _explain_laydown(ruling, finding, speaker)
    return next(filter(None, _rules_about_card(ruling, finding, speaker)), "") if finding.of_card else ""


def explain_finding(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return a finding with the bid limit or the second card that explains it."""
    why = _bid_limit(ruling, finding, speaker) if "bid" in finding.facts else ""
    if finding.of_card and finding.verdict == "proven":
        why = _describe_second_card(ruling, finding, speaker)
    return "; ".join(filter(None, (speaker.finding(finding), why)))


def _bid_limit(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return the limit that a bid breaks: the lowest bid of a stuck dealer, or the highest possible bid; or nothing."""
    bid = number_of(str(finding.facts.get("bid")))
    if bid is None or finding.seat is None or "{bid}" not in infractions()[finding.infraction].words.message:
        return ""
    most, forced = ruling.replay.hand.seating.each, ruling.law.toggles.forced_number
    if bid > most:
        return f"{number_word(most)} is the most"
    is_stuck = any(call.number == finding.path[1] and call.stuck for call in ruling.replay.declared.calls)
    if is_stuck and forced and bid < forced:
        return f"{speaker.name(finding.seat)} was stuck and had to bid {number_word(forced)}"
    return ""


def surprising_rule_of_lawful(ruling: Ruling, play: Lawful, speaker: Speaker) -> str:
    """Return that a card, played or kept, counts in another suit than the printed one, or nothing."""
    hand = [CODE[play.card]]
    if play.reason in ("trumped", "threw_off", "no_trump"):
        letter, held = letter_of(play.led), codes(ruling.replay.hand_at(play.seat, play.at))
        hand += [code for code in held if code[-1] == letter]
    return next(filter(None, (_counts_as(ruling, code, speaker) for code in hand)), "")


def score_notes(ruling: Ruling) -> Iterator[str]:
    """Yield the surprising marks and rules of a score, a sentence each."""
    remedy, toggles = ruling.remedy, ruling.law.toggles
    written = {*(remedy.marks or ()), *map(str, ruling.replay.hand.record.score.values())} - {"0"}
    if remedy.settled is None and remedy.outcome == "renege":
        if remedy.price == WHOLE:
            yield f"{WHOLE} is every point in the deck ({CARD_POINTS}) plus {LAST_TRICK} for the last trick."
        if toggles.renege_mark in written:
            yield f"{toggles.renege_mark} on the sheet means that the side reneged. It scores nothing."
    elif remedy.settled is None and ruling.makers_set and toggles.set_mark in written:
        yield f"{toggles.set_mark} on the sheet means that the side was set. It scores nothing."
    if remedy.score is not None and lowest_wins(ruling):
        yield "Low score wins in this game."
    if not ruling.law.game.melds or remedy.outcome not in ("scored", "undetermined"):
        return
    side_of = ruling.replay.hand.seating.side_of
    melds = list(melds_of_score(ruling))
    if any(meld.reason == "level" for meld in melds):
        yield "The two best melds tie, so neither side counts its melds."
    best = {side_of[meld.seat] for meld in melds if meld.reason in _BEST}
    belle = {side_of[meld.seat] for meld in melds if meld.reason == "belle"}
    if best and belle - best:
        yield "Belle counts even though the other side had the better meld."
    scoring = [item.meld for item in ruling.tally.melds if item.meld and item.scores]
    beaten = [item.meld for item in ruling.tally.melds if item.meld and not item.scores]
    highest = next((meld for meld in scoring if not meld.run), None)
    if highest and any(meld.run and meld.points >= highest.points for meld in beaten):
        yield f"Four {RANKS[highest.top]}s beat the run: under these rules a four of a kind outranks it."


def _rules_about_card(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[str]:
    """Yield the surprising rules about a card at fault; one that does not apply is empty."""
    replay, facts, seating = ruling.replay, finding.facts, ruling.replay.hand.seating
    strain, could = replay.strain, facts.get("could") or ()
    assert strain is not None
    yield _describe_second_card(ruling, finding, speaker)
    yield from (_counts_as(ruling, code, speaker) for code in could)
    has_bowers = getattr(ruling.law.toggles, "bowers", "no") == "yes"
    if could and not strain.trump and all(code[0] == "J" for code in could) and has_bowers:
        jack = card_of_suit(could[0][-1])
        yield f"at {strain_name(strain.name)} there are no bowers: {speaker.card(could[0])} is just {jack}"
    lead, first = seating.lead_of(finding.at), replay.hand.pack.first_copy
    fallen = range(lead, finding.at)
    if could and fallen:
        yield _counts_as(ruling, CODE.get(replay.cards[lead]) or "", speaker)
        yield _counts_as(ruling, facts.get("played") or "", speaker)
    if highest := facts.get("highest"):
        # A card that beats one that looks higher: the order says why.
        low = [
            code for code in could if code != JOKER and _EXPECTED.index(code[0]) > _EXPECTED.find(highest[0])
        ]
        letter, beats = _suit(ruling, first.get(highest, 0)), ""
        if low and highest != JOKER and letter and low[0][-1] == letter:
            winner, loser = low[0][0], highest[0]
            if {winner, loser} <= {*_order(ruling, letter)}:
                beats = _order_clause(ruling, letter, winner, loser)
        owners = [replay.hand.seats[at] for at in fallen if CODE.get(replay.cards[at]) == highest]
        sides = {seating.side_of[seat] for seat in owners[:1]}
        is_partners = finding.seat is not None and seating.side_of[finding.seat] in sides
        partners = "a partner’s trump counts too: you must beat it if you can" if is_partners else ""
        yield "; ".join(filter(None, (beats, partners)))
    elif could and fallen and not replay.suit_led(lead) & replay.trumps:
        owed = [first.get(code, 0) for code in could]
        trumps = [replay.cards[at] for at in fallen if replay.cards[at] & replay.trumps]
        is_lower = all(any(strain.beaters[card] & trump for trump in trumps) for card in owed)
        if trumps and is_lower and all(card & replay.trumps for card in owed):
            yield "too low to win does not matter: out of the suit, you must still trump"
    if finding.at == lead and lead:
        yield _explain_trick(ruling, range(lead - seating.width, lead), speaker)


def _describe_second_card(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return that the player had already played to the trick, or nothing."""
    hand = ruling.replay.hand
    for at in range(hand.seating.lead_of(finding.at), finding.at):
        if hand.seats[at] == finding.seat:
            who, first = speaker.name(finding.seat), speaker.card(CODE.get(ruling.replay.cards[at]))
            second = speaker.card(finding.facts.get("played"))
            return f"{who} had already played {first} to that trick, so {second} was a second card"
    return ""


def _suit(ruling: Ruling, card: int) -> str:
    """Return the letter of the suit that a card belongs to; empty if unknown."""
    strain = ruling.replay.strain
    own = strain.suit_of.get(card, 0) if strain else 0
    suits = strain.suits if strain and own else {}
    return next((letter for letter, cards in suits.items() if cards == own), "")


def _counts_as(ruling: Ruling, code: str, speaker: Speaker) -> str:
    """Return that a left bower or joker counts in another suit than the printed one, or nothing."""
    letter = _suit(ruling, ruling.replay.hand.pack.first_copy.get(code, 0))
    if not letter or code[-1] == letter:
        return ""
    if code == JOKER:
        return f"the joker counts as {card_of_suit(letter)} here: it is the highest trump"
    return f"{speaker.card(code)} counts as {card_of_suit(letter)} here: it is the left bower"


def _order(ruling: Ruling, letter: str) -> list[str]:
    """Return the ranks of a suit, highest first."""
    pack, beaters = ruling.replay.hand.pack, ruling.replay.ranking.beaters
    own = [
        code for code in pack.faces if code[-1] == letter and _suit(ruling, pack.first_copy[code]) == letter
    ]
    return [code[0] for code in sorted(own, key=lambda code: beaters[pack.first_copy[code]].bit_count())]


def _order_clause(ruling: Ruling, letter: str, winner: str, loser: str) -> str:
    strain, order = ruling.replay.strain, _order(ruling, letter)
    where = "in trump" if strain and letter == strain.name else f"in {strain_name(letter)}"
    place = order.index(winner)
    if place == 0:
        return f"{where} the {RANKS[winner]} is the highest card"
    beats = f"{where} the {RANKS[winner]} beats the {RANKS[loser]}"
    if place == 1:
        return f"{beats}: only the {RANKS[order[0]]} is higher"
    return f"{beats}: the order is {' '.join(order[:_MOST_RANKS]).replace('T', '10')}"


def _explain_trick(ruling: Ruling, clocks: range, speaker: Speaker) -> str:
    """Return why a card won a trick in which another looks higher."""
    replay, beaters = ruling.replay, ruling.replay.ranking.beaters
    cards = [replay.cards[at] for at in clocks]
    trick = replay.hand.seating.trick_of(clocks.start)
    winner = replay.tricks[trick - 1].winner if trick <= len(replay.tricks) else None
    if winner is None or not all(cards):
        return ""
    own = [replay.cards[at] for at in clocks if replay.hand.seats[at] == winner]
    best = min(own, key=lambda card: beaters[card].bit_count())
    why = _explain_win(ruling, best, cards, speaker)
    return f"{speaker.name(winner)} won trick {trick}: {why}" if why else ""


def _explain_laydown(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return why a lay-down loses the last trick of the line shown, if the winner looks lower."""
    replay, line, ranking = ruling.replay, finding.facts.get("line") or (), ruling.replay.ranking
    width = replay.hand.seating.width
    moves = [str(move).partition(":")[2] for move in line][-width:]
    if len(moves) < width or replay.hand.seating.lead_of(finding.at + len(line) - 1) < finding.at:
        return ""
    cards = [replay.hand.pack.first_copy.get(code, 0) for code in moves]
    trumps = [card for card in cards if card & replay.trumps]
    followed = [card for card in cards if card & ranking.suit_of.get(cards[0], 0)]
    best = min(trumps or followed, key=lambda card: ranking.beaters[card].bit_count())
    return _explain_win(ruling, best, cards, speaker)


def _explain_win(ruling: Ruling, best: int, cards: Sequence[int], speaker: Speaker) -> str:
    """Return why a card beat one that looks higher, or nothing."""
    replay, pack, strain = ruling.replay, ruling.replay.hand.pack, ruling.replay.strain
    code, letter = pack.face[best], _suit(ruling, best)
    if counts := _counts_as(ruling, code, speaker):
        return counts
    others = [pack.face[card] for card in cards if card != best and _suit(ruling, card) == letter]
    if code in others:
        is_last = replay.ranking.beaters[best] & (pack.mask[code] ^ best)
        return f"of two equal cards the one played {'last' if is_last else 'first'} wins"
    expected = _EXPECTED.find(code[0])
    higher = [card for card in others if card[-1] == letter and _EXPECTED.index(card[0]) < expected]
    if not higher or code[-1] != letter:
        return ""
    order = _order(ruling, letter)
    if strain and not strain.trump and order == sorted(order, key=_EXPECTED.index, reverse=True):
        return f"at low the order is turned around: the {RANKS[order[0]]} is the best card"
    return _order_clause(ruling, letter, code[0], higher[0][0])
