"""Rules that surprise strangers: left bowers, reversed orders, forced trumps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clabber_audit.cards.cards import CODE, SUIT_NAMES, codes, letter_of
from clabber_audit.cards.pack import JOKER
from clabber_audit.cards.strain import Strain
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.bid_euchre.auction import forced_number, number_of
from clabber_audit.games.clabber.events import melds_of
from clabber_audit.games.clabber.ranking import CARD_POINTS, LAST_TRICK
from clabber_audit.games.clabber.scoring import RENEGE
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.scene import Lawful
from clabber_audit.judge.summary import Account
from clabber_audit.report.phrases import RANKS, named, number, one_of_suit
from clabber_audit.report.results import is_down
from clabber_audit.report.wording import Speaker
from clabber_audit.rules.infractions import infractions

#: How most people expect cards to rank, highest first.
_EXPECTED: Final = "AKQJT98765432"
_MOST_RANKS: Final = 8


#: Why melds of the better side count.
_BEST: Final = ("highest", "level_partners", "beside_highest")


def surprise(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return the surprising rule behind a finding, or nothing."""
    if "bid" in finding.facts:
        return _bid_limit(ruling, finding, speaker)
    if finding.facts.get("cards") and ruling.law.game.melds:
        entries = melds_of(ruling.replay).entries
        in_two = any(entry.shared for entry in entries if entry.number == finding.meld)
        return "a card counts in only one meld" if in_two else ""
    strain = ruling.replay.strain
    if strain and finding.of_laydown and finding.verdict == "proven":
        return _lost(ruling, finding, strain, speaker)
    if strain is None or finding.verdict != "proven" or not finding.of_card:
        return ""
    return next(filter(None, _of_finding(ruling, finding, strain, speaker)), "")


def explained(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return a finding with the bid limit or the second card that explains it."""
    why = _bid_limit(ruling, finding, speaker) if "bid" in finding.facts else ""
    if finding.of_card and finding.verdict == "proven":
        why = _second_card(ruling, finding, speaker)
    return "; ".join(filter(None, (speaker.finding(finding), why)))


def _bid_limit(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return the lowest bid of a stuck dealer, or the highest possible bid, if the bid breaks it."""
    toggles, bid = ruling.law.toggles, number_of(str(finding.facts.get("bid")))
    if bid is None or finding.seat is None or "{bid}" not in infractions()[finding.infraction].words.message:
        return ""
    most, forced = ruling.replay.hand.seating.each, forced_number(toggles)
    if bid > most:
        return f"{number(most)} is the most"
    is_stuck = any(one.number == finding.path[1] and one.stuck for one in ruling.replay.declared.calls)
    if is_stuck and forced and bid < forced:
        return f"{speaker.name(finding.seat)} was stuck and had to bid {number(forced)}"
    return ""


def surprise_of_lawful(ruling: Ruling, play: Lawful, speaker: Speaker) -> str:
    """Return the card, played or kept, that counts in another suit than the printed one, or nothing."""
    strain, letter = ruling.replay.strain, letter_of(play.led)
    if strain is None:
        return ""
    kept = (
        codes(ruling.replay.held(play.seat, play.at))
        if play.reason in ("trumped", "threw_off", "no_trump")
        else ()
    )
    asked = [CODE[play.card], *(code for code in kept if code[-1] == letter)]
    return next(filter(None, (_counts_as(ruling, code, strain, speaker) for code in asked)), "")


def score_notes(ruling: Ruling, parts: Account) -> Iterator[str]:
    """Yield the surprising marks and rules of a score, a sentence each."""
    remedy, toggles = ruling.remedy, ruling.law.toggles
    written = {*(remedy.marks or ()), *map(str, ruling.replay.hand.record.score.values())}
    if remedy.outcome == "renege" and remedy.settled is None:
        yield f"{RENEGE} is every point in the deck ({CARD_POINTS}) plus {LAST_TRICK} for the last trick."
        if toggles.renege_mark in written and toggles.renege_mark != "0":
            yield f"{toggles.renege_mark} on the sheet means that the side reneged. It scores nothing."
    elif (
        remedy.settled is None
        and ruling.makers_set
        and toggles.set_mark in written
        and toggles.set_mark != "0"
    ):
        yield f"{toggles.set_mark} on the sheet means that the side was set. It scores nothing."
    if remedy.score is not None and is_down(ruling):
        yield "Low score wins in this game."
    if ruling.law.game.melds and remedy.outcome in ("scored", "undetermined"):
        yield from _on_melds(ruling, parts)


def _on_melds(ruling: Ruling, parts: Account) -> Iterator[str]:
    side_of = ruling.replay.hand.seating.side_of
    if any(meld.reason == "level" for meld in parts.melds):
        yield "The two best melds tie, so neither side counts its melds."
    best = {side_of[meld.seat] for meld in parts.melds if meld.reason in _BEST}
    belle = {side_of[meld.seat] for meld in parts.melds if meld.reason == "belle"}
    if best and belle - best:
        yield "Belle counts even though the other side had the better meld."
    scoring = [item.meld for item in ruling.tally.melds if item.meld and item.scores]
    beaten = [item.meld for item in ruling.tally.melds if item.meld and not item.scores]
    highest = next((meld for meld in scoring if not meld.run), None)
    if highest and any(meld.run and meld.points >= highest.points for meld in beaten):
        yield f"Four {RANKS[highest.top]}s beat the run: under these rules a four of a kind outranks it."


def _of_finding(ruling: Ruling, finding: Finding, strain: Strain, speaker: Speaker) -> Iterator[str]:
    replay, facts = ruling.replay, finding.facts
    could: Sequence[str] = facts.get("could") or ()
    yield _second_card(ruling, finding, speaker)
    yield from filter(None, (_counts_as(ruling, code, strain, speaker) for code in could))
    if could and not strain.trump and all(code[0] == "J" for code in could) and _has_bowers(ruling):
        jack = one_of_suit(could[0][-1])
        yield f"at {named(strain.name)} there are no bowers: {speaker.card(could[0])} is just {jack}"
    lead = replay.hand.seating.lead_of(finding.at)
    if could and lead < finding.at:
        yield _counts_as(ruling, CODE.get(replay.cards[lead]) or "", strain, speaker)
        yield _counts_as(ruling, facts.get("played") or "", strain, speaker)
    if facts.get("highest"):
        yield "; ".join(
            filter(None, (_beats(ruling, could, facts["highest"], strain), _partners(ruling, finding)))
        )
    elif (
        could
        and lead < finding.at
        and not replay.suit_led(lead) & replay.trumps
        and all(_bit(ruling, code) & replay.trumps for code in could)
    ):
        yield _too_low(ruling, finding, could, strain)
    if finding.at == lead and lead:
        yield _won(ruling, range(lead - replay.hand.seating.width, lead), strain, speaker)


def _second_card(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return that the player had already played to the trick, or nothing."""
    hand, cards = ruling.replay.hand, ruling.replay.cards
    for at in range(hand.seating.lead_of(finding.at), finding.at):
        if hand.seats[at] == finding.seat:
            who, first = speaker.name(hand.seats[at]), speaker.card(CODE.get(cards[at]))
            second = speaker.card(finding.facts.get("played"))
            return f"{who} had already played {first} to that trick, so {second} was a second card"
    return ""


def _has_bowers(ruling: Ruling) -> bool:
    return getattr(ruling.law.toggles, "bowers", "no") == "yes"


def _bit(ruling: Ruling, code: str) -> int:
    return ruling.replay.hand.pack.first.get(code, 0)


def _suit(strain: Strain, bit: int) -> str:
    """Return the letter of the suit that a card belongs to."""
    own = strain.suit_of.get(bit, 0)
    return next((letter for letter, cards in strain.suits.items() if cards == own and own), "")


def _counts_as(ruling: Ruling, code: str, strain: Strain, speaker: Speaker) -> str:
    """Return that a left bower or joker counts in another suit than the printed one, or nothing."""
    letter = _suit(strain, _bit(ruling, code)) if code else ""
    if not letter or code[-1] == letter:
        return ""
    named = one_of_suit(letter)
    if code == JOKER:
        return f"the joker counts as {named} here: it is the highest trump"
    return f"{speaker.card(code)} counts as {named} here: it is the left bower"


def _order(ruling: Ruling, letter: str, strain: Strain) -> list[str]:
    """Return the ranks of a suit, highest first."""
    pack = ruling.replay.hand.pack
    own = [code for code in pack.faces if code[-1] == letter and _suit(strain, pack.first[code]) == letter]
    return [code[0] for code in sorted(own, key=lambda code: strain.beaters[pack.first[code]].bit_count())]


def _beats(ruling: Ruling, could: Sequence[str], beaten: str, strain: Strain) -> str:
    """Return that a card beats one that looks higher, with the order, or nothing."""
    low = [code for code in could if code != JOKER and _EXPECTED.index(code[0]) > _EXPECTED.index(beaten[0])]
    letter = _suit(strain, _bit(ruling, beaten))
    if not low or beaten == JOKER or not letter or low[0][-1] != letter:
        return ""
    order = _order(ruling, letter, strain)
    if low[0][0] not in order or beaten[0] not in order:
        return ""
    return _order_clause(
        order, low[0][0], beaten[0], "in trump" if letter == strain.name else f"in {named(letter)}"
    )


def _order_clause(order: Sequence[str], winner: str, loser: str, where: str) -> str:
    place = order.index(winner)
    if place == 0:
        return f"{where} the {RANKS[winner]} is the highest card"
    if place == 1:
        return f"{where} the {RANKS[winner]} beats the {RANKS[loser]}: only the {RANKS[order[0]]} is higher"
    shown = " ".join("10" if rank == "T" else rank for rank in order[:_MOST_RANKS])
    return f"{where} the {RANKS[winner]} beats the {RANKS[loser]}: the order is {shown}"


def _partners(ruling: Ruling, finding: Finding) -> str:
    """Return that a partner's trump must be beaten too, or nothing."""
    replay, seating = ruling.replay, ruling.replay.hand.seating
    for at in range(seating.lead_of(finding.at), finding.at):
        if CODE.get(replay.cards[at]) == finding.facts["highest"]:
            same = (
                finding.seat is not None
                and seating.side_of[replay.hand.seats[at]] == seating.side_of[finding.seat]
            )
            return "a partner’s trump counts too: you must beat it if you can" if same else ""
    return ""


def _too_low(ruling: Ruling, finding: Finding, could: Sequence[str], strain: Strain) -> str:
    """Return that a trump too low to win must be played all the same, or nothing."""
    replay = ruling.replay
    lead = replay.hand.seating.lead_of(finding.at)
    trumps = [card for card in replay.cards[lead : finding.at] if card & replay.trumps]
    if trumps and all(any(strain.beaters[_bit(ruling, code)] & card for card in trumps) for code in could):
        return "too low to win does not matter: out of the suit, you must still trump"
    return ""


def _won(ruling: Ruling, clocks: range, strain: Strain, speaker: Speaker) -> str:
    """Return why a card won a trick in which another looks higher."""
    replay = ruling.replay
    cards = [replay.cards[at] for at in clocks]
    trick = replay.hand.seating.trick_of(clocks.start)
    winner = replay.tricks[trick - 1].winner if trick <= len(replay.tricks) else None
    if winner is None or not all(cards):
        return ""
    best = min(
        (replay.cards[at] for at in clocks if replay.hand.seats[at] == winner),
        key=lambda card: strain.beaters[card].bit_count(),
    )
    return (
        f"{speaker.name(winner)} won trick {trick}: {why}"
        if (why := _why_won(ruling, best, cards, strain, speaker))
        else ""
    )


def _lost(ruling: Ruling, finding: Finding, strain: Strain, speaker: Speaker) -> str:
    """Return why a lay-down loses the last trick of the line shown, if the winner looks lower."""
    replay, line = ruling.replay, finding.facts.get("line") or ()
    width = replay.hand.seating.width
    moves = [str(move).partition(":")[2] for move in line][-width:]
    if len(moves) < width or replay.hand.seating.lead_of(finding.at + len(line) - 1) < finding.at:
        return ""
    cards = [_bit(ruling, code) for code in moves]
    trumps = [card for card in cards if card & replay.trumps]
    best = min(
        trumps or [card for card in cards if card & strain.suit_of.get(cards[0], 0)],
        key=lambda card: strain.beaters[card].bit_count(),
    )
    return _why_won(ruling, best, cards, strain, speaker)


def _why_won(ruling: Ruling, best: int, cards: Sequence[int], strain: Strain, speaker: Speaker) -> str:
    """Return why a card beat one that looks higher, or nothing."""
    replay = ruling.replay
    faces = replay.hand.pack.face
    code = faces[best]
    if counts := _counts_as(ruling, code, strain, speaker):
        return counts
    letter = _suit(strain, best)
    others = [faces[card] for card in cards if card != best and _suit(strain, card) == letter]
    if code in others:
        which = "last" if strain.beaters[best] & (replay.hand.pack.mask[code] ^ best) else "first"
        return f"of two equal cards the one played {which} wins"
    higher = [
        one for one in others if one[-1] == letter and _EXPECTED.index(one[0]) < _EXPECTED.index(code[0])
    ]
    if not higher or code[-1] != letter:
        return ""
    order = _order(ruling, letter, strain)
    if not strain.trump and order == sorted(order, key=_EXPECTED.index, reverse=True):
        return f"at low the order is turned around: the {RANKS[order[0]]} is the best card"
    return _order_clause(
        order, code[0], higher[0][0], "in trump" if letter == strain.name else f"in {SUIT_NAMES[letter]}"
    )
