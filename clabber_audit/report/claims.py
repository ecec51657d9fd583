"""Claims in words: what was called, how it was decided, why, and what it costs. Rules that surprise strangers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from clabber_audit.cards import CODE, JOKER, SCORED, TURNED, clock_of, codes, letter_of
from clabber_audit.core.text import agree, inflect, join_words, number_word, ordinal
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import CARD_POINTS, LAST_TRICK, melds_of
from clabber_audit.games.clabber.scoring import WHOLE
from clabber_audit.judge.claims import WeighedClaim
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.focus import Focus, Lawful, claims_in_order, is_misnamed, is_own_side, lawful_plays
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.scoring.clabber import melds_of_score
from clabber_audit.records.bid_euchre_words import number_of
from clabber_audit.report.phrases import (
    OUTCOMES,
    PENALTIES,
    RANKS,
    VOID,
    card_of_suit,
    plain_seat,
    sentence,
    strain_name,
)
from clabber_audit.report.scores import format_side_score, list_awarded_melds, lowest_wins
from clabber_audit.report.wording import (
    Speaker,
    articles_defining,
    describe_alternatives,
    explain_unanswered,
    format_placed,
)
from clabber_audit.rules.infractions import infractions, infractions_of

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
    return next(filter(None, _rules_about_card(ruling, finding, speaker)), "") if finding.in_trick else ""


def explain_finding(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return a finding with the bid limit or the second card that explains it."""
    why = _bid_limit(ruling, finding, speaker) if "bid" in finding.facts else ""
    if finding.in_trick and finding.verdict == "proven":
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


def surprising_rules(ruling: Ruling, plays: Iterable[Lawful], speaker: Speaker) -> list[str]:
    """Return a sentence for each play with a card, played or kept, that counts in another suit than the printed one."""
    rules = []
    for play in plays:
        hand = [CODE[play.card]]
        if play.reason in ("trumped", "threw_off", "no_trump"):
            letter, held = letter_of(play.led), codes(ruling.replay.hand_at(play.seat, play.at))
            hand += [code for code in held if code[-1] == letter]
        rules += [*filter(None, (_counts_as(ruling, code, speaker) for code in hand))][:1]
    return list(dict.fromkeys(rules))


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
        top = _EXPECTED.find(highest[0])
        low = [code for code in could if code != JOKER and _EXPECTED.index(code[0]) > top]
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
    """Return the sentence that the player had already played to the trick; empty if not."""
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
    """Return the sentence that a card counts in another suit than the printed one; empty if it does not."""
    letter = _suit(ruling, ruling.replay.hand.pack.first_copy.get(code, 0))
    if not letter or code[-1] == letter:
        return ""
    if code == JOKER:
        return f"the joker counts as {card_of_suit(letter)} here: it is the highest trump"
    return f"{speaker.card(code)} counts as {card_of_suit(letter)} here: it is the left bower"


def _order(ruling: Ruling, letter: str) -> list[str]:
    """Return the ranks of a suit, highest first."""
    first, beaters = ruling.replay.hand.pack.first_copy, ruling.replay.ranking.beaters
    printed = (code for code in ruling.replay.hand.pack.faces if code[-1] == letter)
    own = [code for code in printed if _suit(ruling, first[code]) == letter]
    return [code[0] for code in sorted(own, key=lambda code: beaters[first[code]].bit_count())]


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
    begin = replay.hand.laydown_clock
    if len(moves) < width or replay.hand.seating.lead_of(begin + len(line) - 1) < begin:
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


class ClaimWords(NamedTuple):
    """Words for the verdict on a claim."""

    clause: str
    #: The first line of a verdict, where the claim costs nothing and where the caller pays.
    headline: str = ""
    paid: str = ""
    #: After a proven renege that the claim did not decide.
    aside: str = ""


#: By the verdict on a claim, or by what stands in its place.
CLAIMS: Final[Mapping[str, ClaimWords]] = {
    "withdrawn": ClaimWords("is withdrawn", "Claim withdrawn", "Claim withdrawn too late", "claim withdrawn"),
    "inadmissible": ClaimWords("is not allowed", "Claim not allowed", "", "claim not allowed"),
    "out_of_time": ClaimWords("comes too late", "Called too late", "", "called too late"),
    "moot": ClaimWords("does not matter, because nobody scores the hand", "No renege", "", "hand not scored"),
    "upheld": ClaimWords("is upheld"),
    "refuted": ClaimWords("fails", "No renege", "No renege: caller pays"),
    "not_proven": ClaimWords(
        "is not proven", "Not proven", "Claim not proven: caller pays", "claim not proven"
    ),
    # What this program leaves open, not the record.
    "not_settled": ClaimWords("is not settled", "Not settled", "", "claim not settled"),
    "not_supported": ClaimWords("is not supported", "Not supported", "", "claim not supported"),
    # What the table had agreed to let go, where that binds it.
    "waived": ClaimWords(
        "does not matter, because the table had agreed to let it go", "Let go", "", "let go"
    ),
    # A claim that fails while another renege is on record.
    "wrong": ClaimWords("fails", "Claim wrong", "Claim wrong: caller pays"),
}


#: Award of a renege in a game of tricks, by the toggle (BD-70).
RENEGE_AWARDS: Final = {
    "bumped": ", so {own} is bumped and the others keep the tricks they had",
    "lose_hand": ", so the hand is scored as if {others} had taken every trick",
    "note": ", and nobody gets points",
    "plus_minus_four": ": four points to {others} and four off for {own}",
    "two_points": ": two points to {others}, four against a lone player",
    "points": ": {worth} to {others}",
    "points_off": ": {worth} to {others} and {loss} off for {own}",
}


class FateWords(NamedTuple):
    """Words for the reason why a proven renege costs nothing."""

    #: After its penalty.
    tail: str = ""
    #: A clause of the reasoning, and the conjunction of several reneges.
    clause: str = ""
    conjunction: str = "and"


#: Fates of a proven renege; the clauses of those that claims decided stand with the claims.
FATES: Final[Mapping[str, FateWords]] = {
    "uncalled": FateWords(
        ", but nobody called it in time",
        "nobody called {whose} in time, so {it costs|they cost} nothing",
        "or",
    ),
    "not_yet": FateWords(", but nobody has called it yet", "nobody has called {whose} yet", "or"),
    "void": FateWords(
        ", but nobody scores the hand", "nobody scores the hand, so {whose} {changes|change} nothing"
    ),
    "waived": FateWords(
        ", but the table had agreed to let it go",
        "the table had agreed to let {whose} go, so {it costs|they cost} nothing",
        "or",
    ),
    "nobody": FateWords(", but the record does not say whose"),
    "out_of_time": FateWords(", but it was called too late"),
    "inadmissible": FateWords(
        ", but nobody who may call it did",
        "nobody who may call {whose} did, so {it costs|they cost} nothing",
        "or",
    ),
    "withdrawn": FateWords(
        ", but the claim was withdrawn", "the claim was withdrawn, so {whose} goes without a penalty"
    ),
    "not_proven": FateWords(),
    "called": FateWords(),
}


#: The cost of a renege of nobody in particular.
NAMELESS: Final = "the record does not say who did it, so it costs nothing"


def explain_free(fate: str, whose: str, *, several: bool = False) -> str:
    """Return why proven reneges cost nothing, a clause; `whose` names them: `it`, `North’s renege in trick 2`."""
    return agree(2 if several else 1, FATES[fate].clause, whose=whose)


def claim_name(number: int, claims: int) -> str:
    """Return one of some claims: `the second claim`, or `the claim` if there is one."""
    return f"the {f'{ordinal(number + 1)} ' if claims > 1 else ''}claim"


def claim_words(weighed: WeighedClaim) -> ClaimWords:
    """Return the words for the verdict on a claim, or that it has no answer."""
    return CLAIMS["waived" if weighed.waived else weighed.missing_answer or weighed.verdict]


def claim_outcome(weighed: WeighedClaim) -> str:
    """Return the outcome of a claim: `is upheld`, `is true, but there is no penalty here`."""
    if weighed.unpenalized and weighed.verdict == "upheld":
        return "is true, but there is no penalty here"
    return claim_words(weighed).clause


def find_other_claims(ruling: Ruling, point: Focus) -> list[WeighedClaim]:
    """Return the claims that the verdict does not cover, in the order they were weighed."""

    def is_covered(claim: WeighedClaim) -> bool:
        if point.both:
            return claim.finding in point.both or claim.penal in point.both
        return point.claim is not None and claim.number == point.claim.number

    return [claim for claim in claims_in_order(ruling) if not is_covered(claim)]


def claim_result(ruling: Ruling, claim: WeighedClaim, speaker: Speaker) -> str:
    """Return the outcome of a secondary claim: `was wrong`."""
    if claim.verdict == "upheld" and claim.unpenalized and (why := exception(ruling, claim.unpenalized)):
        return f"is true, but {why}"
    if claim.verdict != "refuted":
        return claim_outcome(claim)
    return "; ".join(["was wrong", *surprising_rules(ruling, lawful_plays(ruling, claim), speaker)])


def format_other_claim(ruling: Ruling, claim: WeighedClaim, speaker: Speaker) -> str:
    """Return a claim that the verdict does not cover, with its outcome, in sentences."""
    made = sentence(f"{_moment(ruling, claim, speaker)}, {speaker.format_claim(claim)}")
    return f"{made} The claim {claim_result(ruling, claim, speaker)}."


def _moment(ruling: Ruling, claim: WeighedClaim, speaker: Speaker) -> str:
    hand = ruling.replay.hand
    return speaker.moment(hand.to_trick_clock(clock_of(claim.made.at)))


def describe_claimed_deed(file: Dossier, claim: WeighedClaim, speaker: Speaker) -> Iterator[str]:
    """Yield the deed that a claim names, or its denial."""
    ruling, point = file.ruling, file.point
    lawful = [speaker.explain_lawful(play) for play in file.lawful][:2]
    voided = point.voided or (voiding_fault(ruling) if claim.verdict == "moot" else None)
    if point.failed_call and point.uncalled:
        yield format_placed(point.uncalled, speaker)
    elif claim.verdict == "upheld":
        if claim.guilty is None and is_misnamed(ruling, claim):
            yield from (speaker.format_claim(claim), *lawful)
        if claim.either:
            yield describe_alternatives(claim.either, speaker)
        elif proof := claim.finding or claim.unpenalized:
            yield format_placed(proof, speaker)
        else:
            yield f"{speaker.the_team(claim.accused)} mixed up their tricks after they were accused"
    elif voided:
        yield format_placed(voided, speaker)
    else:
        yield speaker.format_claim(claim)
        if claim.verdict == "refuted":
            yield from lawful or [refutation(ruling, claim, speaker)]
        elif claim.verdict == "withdrawn":
            yield from lawful
        elif claim.verdict == "not_proven":
            yield explain_unproven(ruling, claim, speaker)


def voiding_fault(ruling: Ruling) -> Finding | None:
    return next((finding for finding in ruling.findings if finding.voids_deal), None)


def refutation(ruling: Ruling, claim: WeighedClaim, speaker: Speaker) -> str:
    """Return the record's answer to a refuted claim: not done, not done yet, or too late to call."""
    made = claim.made
    whom, where = speaker.accused(made.against), f" in trick {made.trick}" if made.trick else ""
    seat = ruling.replay.hand.seating.number.get(made.against)
    proven = [finding for finding in ruling.findings if finding.verdict == "proven"]
    done = [finding for finding in proven if finding.is_renege and not finding.of_claim]
    if meant := [finding for finding in done if claim.can_mean(finding)]:
        if all(
            made.infraction not in (None, finding.infraction) or seat not in (None, finding.seat)
            for finding in meant
        ):
            return f"{whom} did not do that{where}. Under these rules a claim must name the very fault"
        return f"{whom} did nothing that could still be called"
    if any(claim.can_name(finding) for finding in done):
        return f"{whom} had done nothing wrong{where} yet"
    if other := mistaken_act(ruling, claim):
        return f"{speaker.finding(other)}; {exception(ruling, other)}"
    named = infractions()[made.infraction] if made.infraction else None
    if made.trick and (named is None or named.of_card):
        return f"{whom} did nothing wrong in trick {made.trick}"
    return named.words.denied.format(whom=whom) if named else f"{whom} did not renege"


def mistaken_act(ruling: Ruling, claim: WeighedClaim) -> Finding | None:
    """Return the act without penalty that a refuted claim mistook for an infraction, or None."""
    made = claim.made
    if claim.verdict != "refuted" or not made.infraction:
        return None
    for finding in ruling.findings:
        is_free = (finding.verdict, finding.penalty, finding.team) == ("proven", "note", claim.accused)
        is_alike = infractions()[finding.infraction].taken_for == made.infraction
        if is_free and is_alike and finding.precedes(clock_of(made.at)):
            return finding
    return None


def exception(ruling: Ruling, deed: Finding) -> str:
    """Return the exception that a true deed falls under, empty if the ruleset has no rule against it."""
    if deed.infraction not in ruling.law.binding:
        return ""
    if "by_other" in deed.facts:
        return "somebody who does not play cannot renege"
    why = infractions()[deed.infraction].exception(deed.facts, ruling.law.toggles)
    return why or "the rule against it does not apply here"


def explain_unproven(ruling: Ruling, claim: WeighedClaim, speaker: Speaker) -> str:
    """Return why a claim is not proven: mixed tricks (D-57), missing records, or open cards."""
    hand, made = ruling.replay.hand, claim.made
    proven = [finding for finding in ruling.findings if finding.verdict == "proven" and not finding.of_claim]
    if any(claim.can_mean(finding) for finding in proven):
        return "the tricks were mixed up, so they could not show it"
    if made.trick and made.trick > (hand.seating.trick_of(len(hand.seats) - 1) if hand.seats else 0):
        return f"nothing of trick {made.trick} was written down"
    if claim.missing_answer:
        return explain_unanswered(claim.open_causes[0], ruling.effort)
    seat = hand.seating.number.get(made.against)
    if seat is not None and made.trick and made.trick not in hand.record.disordered and claim.undecided:
        others = [speaker.seat(finding.seat) for finding in claim.undecided if finding.seat is not None]
        if hand.seats[hand.seating.clocks_of(made.trick).start] == seat and speaker.seat(seat) not in others:
            # The accused led, so that the claim stays open only for a partner's card (D-53).
            free = f"{speaker.seat(seat)} led trick {made.trick}, so it was not {speaker.name(seat)}"
            covered = join_words(dict.fromkeys(others))
            return f"{free}; the claim covers {covered} too, and the cards on record do not settle that"
    return "the cards on record do not settle it"


def explain_moot(ruling: Ruling, claim: WeighedClaim) -> str:
    """Return why a claim does not matter."""
    if claim.waived:
        return "the table had agreed to let it go, and here that binds it"
    outcome = ruling.remedy.outcome
    return f"{OUTCOMES[outcome if outcome in VOID else 'redeal'].void}, so it does not matter"


def explain_calling(ruling: Ruling, point: Focus, claim: WeighedClaim, speaker: Speaker) -> str:
    """Return who called a renege, whether it counts, and who pays."""
    made = claim.made
    who, reviewed, pays = speaker.caller(claim), made.reviewed, _describe_claim_cost(ruling, claim, speaker)
    outcome, unpenalized = ruling.remedy.outcome, claim.unpenalized
    match claim.verdict:
        case "upheld" if claim.guilty is not None:
            return f"{who} called it in time{_award(ruling, claim.guilty, speaker)}"
        case "upheld" if outcome == "redeal":
            return f"{who} called it in time"
        case "upheld" if claim.penalty == "meld_void":
            return f"{who} was right: {PENALTIES['meld_void'].clause}"
        case "upheld" if is_misnamed(ruling, claim):
            return f"{PENALTIES['note'].clause}, and the claim costs nothing"
        case "upheld" if unpenalized and (why := exception(ruling, unpenalized)):
            return f"{who} was right that it happened, but {why}"
        case "upheld":
            is_running = outcome == "unfinished" and not ruling.replay.hand.record.score
            goes_on = ". Play goes on" if is_running else ""
            return f"{who} was right, but under these rules it costs nothing{goes_on}"
        case "moot":
            return f"{who} called a renege, but {explain_moot(ruling, claim)}"
        case "out_of_time":
            at = clock_of(made.at)
            late = {TURNED: "the last trick had been turned", SCORED: "the score had been written"}.get(at)
            late = late or speaker.moment(ruling.replay.hand.to_trick_clock(at))
            return f"{f'{who} called it' if point.failed_call == claim else 'that was'} too late: {late}"
        case "inadmissible" if made.by is None:
            return "only a player in the game can call a renege"
        case "inadmissible" if is_own_side(ruling, claim):
            return f"{who} cannot call a renege on {speaker.name(str(made.by))}’s own side"
        case "inadmissible":
            return f"{who} called it too late for this rule"
        case "withdrawn" if is_own_side(ruling, claim):
            side = f"{speaker.name(str(made.by))}’s own side"
            return f"{who} called it on {side}, which is no claim, and withdrew it"
        case "withdrawn" if pays and reviewed:
            return f"{who} withdrew it after the tricks were turned over, {pays}"
        case "withdrawn" if pays:
            return f"{who} withdrew it, but under these rules that does not help, {pays}"
        case "withdrawn":
            early = "" if reviewed else " before any trick was turned over"
            return f"{who} withdrew the claim{early}, so it costs nothing"
    if point.voided and point.claim == claim:
        return f"{who} called the wrong fault, {pays or 'but that costs nothing'}"
    if unpenalized:
        return f"{who} was right about what happened, but whether it was a renege stays open, so it costs nothing"
    if not pays:
        free = _explain_free_claim(ruling, claim, speaker)
        return f"{who} was wrong, but {free}" if claim.verdict == "refuted" else free
    if claim.verdict == "refuted":
        return f"{who} was wrong{' after the tricks were turned over' if reviewed else ''}, {pays}"
    shown = "the tricks were turned over and did not prove it" if reviewed else f"{who} could not prove it"
    return f"{shown}, {pays}"


def _explain_free_claim(ruling: Ruling, claim: WeighedClaim, speaker: Speaker) -> str:
    """Return why a failed claim costs nothing (D-50, D-62, BD-73)."""
    if claim.excused_by is not None:
        partner = _caller(ruling, claim.excused_by, speaker)
        return f"{partner} called at the same moment and was right, so it costs nothing"
    rule, reviewed = ruling.law.toggles.false_claim, claim.made.reviewed
    if rule == "none" or not any(infractions()[name].place == "claim" for name in ruling.law.binding):
        return "under these rules a failed claim costs nothing"
    if rule == "reviewed_only" and not reviewed:
        return "no trick was turned over, so it costs nothing"
    return "it costs nothing"


def _caller(ruling: Ruling, claim: int, speaker: Speaker) -> str:
    return next(speaker.caller(one) for one in ruling.claims if one.number == claim)


def _describe_claim_cost(ruling: Ruling, claim: WeighedClaim, speaker: Speaker) -> str:
    """Return the cost of a claim to its own side, as a result clause, or nothing."""
    if claim.penal is None or claim.penal.team is None:
        return ""
    team, settled = claim.penal.team, ruling.remedy.settled
    so = f"so {speaker.the_side(team)} {speaker.verb(team, 'pay')}"
    if claim.guilty is not None:
        return f"{so}{_award(ruling, team, speaker)}"
    addends = settled.addends[team] if settled else ()
    costs = [addend.points for addend in addends if addend.why == "unproven_claim"]
    return f"{so} {abs(costs[0])}" if costs else ""


def _award(ruling: Ruling, guilty: int, speaker: Speaker) -> str:
    """Return the award of a renege to the other side, itemized."""
    remedy = ruling.remedy
    if remedy.outcome != "renege" or remedy.reneging_team != guilty:
        return ""
    others = join_words(map(speaker.the_side, remedy.innocents))
    if remedy.settled is not None:
        rule = "bumped" if ruling.law.toggles.partners == "no" else ruling.law.toggles.renege_penalty
        # A price in points says what it came to here.
        points = remedy.settled.points
        gain, loss = max(points[side] for side in remedy.innocents), -points[guilty]
        key = "points_off" if rule == "points" and loss else rule
        worth = inflect(gain, "one point", "{count} points")
        return RENEGE_AWARDS[key].format(own=speaker.the_side(guilty), others=others, worth=worth, loss=loss)
    award = str(remedy.price)
    if remedy.price == WHOLE:
        award += f", the most a hand can bring ({CARD_POINTS} + {LAST_TRICK})"
    if remedy.range:
        return f": {others} get {award}, with melds {format_side_score(remedy.innocents[0], remedy)}"
    melds = list_awarded_melds(remedy)
    return f": {others} get {award}{', and ' + join_words(melds) if melds else ''}"


class Step(NamedTuple):
    """Step of the reasoning, with its articles."""

    text: str
    articles: tuple[str, ...] = ()


def claim_steps(
    file: Dossier, weighed: WeighedClaim, reasoned: Sequence[Finding], speaker: Speaker
) -> Iterator[Step]:
    """Yield what was called and what came of it; `reasoned` are the findings that were explained before."""
    ruling, carrying = file.ruling, file.ruling.law.ruleset.find_carrying_articles
    moment = _moment(ruling, weighed, speaker)
    called = f"{moment}, {speaker.format_claim(weighed)}"
    if weighed.finding in reasoned and len(file.claims) == 1 and not is_misnamed(ruling, weighed):
        called = f"{speaker.caller(weighed)} called it {moment}"
    if weighed.verdict == "upheld":
        yield Step(f"{called}. {sentence(_explain_upheld_claim(ruling, weighed, speaker))}")
        yield from _upheld_steps(file, weighed, speaker)
        return
    yield Step(called)
    if weighed.verdict == "not_proven":
        untold = [finding for finding in weighed.undecided if finding not in reasoned]
        yield from (Step(speaker.finding(finding)) for finding in untold[:1])
        yield Step(explain_unproven(ruling, weighed, speaker))
    elif weighed != file.point.claim or not file.point.voided:
        plays = list(lawful_plays(ruling, weighed))
        lawful = [*map(speaker.explain_lawful, plays), *surprising_rules(ruling, plays, speaker)]
        if not lawful and weighed.verdict == "refuted":
            lawful = [refutation(ruling, weighed, speaker)]
        yield from map(Step, lawful)
    if weighed.verdict == "moot":
        yield Step(explain_moot(ruling, weighed))
        return
    articles: tuple[str, ...] = ()
    if is_own_side(ruling, weighed):
        articles = carrying("D-55")
    elif weighed.unpenalized:
        articles = ruling.law.articles_without_penalty(weighed.unpenalized.infraction)
    elif weighed.excused_by is not None:
        articles = carrying("D-62")
    elif weighed.verdict in ("refuted", "not_proven") or weighed.penal:
        known = infractions_of(ruling.law.game)
        articles = articles_defining(ruling, *(id for id in known if known[id].place == "claim"))
    if weighed.penal:
        itself = ". That is itself a renege" if weighed.penal.penalty == "renege" else ""
        yield Step(f"{speaker.finding(weighed.penal)}{itself}", articles)
    yield Step(explain_calling(ruling, file.point, weighed, speaker), articles)
    if other := weighed.not_excused_by:
        # A good claim of the same side does not always excuse a wrong one (D-62).
        who = _caller(ruling, other.claim, speaker)
        good = f"{who} was right at another moment; only partners who call at the same moment are judged once"
        if other.because == "same player":
            good = f"{who} made both calls; only a partner’s call at the same moment would have saved the wrong one"
        yield Step(good, carrying("D-62"))


def _upheld_steps(file: Dossier, weighed: WeighedClaim, speaker: Speaker) -> Iterator[Step]:
    ruling = file.ruling
    if weighed == file.point.claim:
        yield from (Step(speaker.explain_lawful(play)) for play in file.lawful)
    if weighed.either:
        articles = articles_defining(ruling, *(finding.infraction for finding in weighed.either))
        yield Step(describe_alternatives(weighed.either, speaker), articles)
    if weighed.is_for_mixed_tricks:
        mixing = "mixing up tricks that would settle a claim counts as a renege"
        yield Step(mixing, ruling.law.ruleset.find_carrying_articles("D-57"))
    elif deed := weighed.unpenalized:
        yield Step(speaker.finding(deed))
        why = exception(ruling, deed) or PENALTIES["note"].clause
        yield Step(why, ruling.law.articles_without_penalty(deed.infraction))
    elif weighed.penalty:
        yield Step(PENALTIES[weighed.penalty].clause)


def _explain_upheld_claim(ruling: Ruling, weighed: WeighedClaim, speaker: Speaker) -> str:
    """State that a claim was in time, and why it is upheld."""
    found, timely = weighed.finding, "that was in time"
    at = clock_of(weighed.made.at)
    if at >= TURNED and ruling.law.game.claim_rules(ruling.law.toggles).until != "scored":
        # The last trick had been turned (R-107, D-48).
        stopped = ruling.stop is not None and ruling.stop < at
        timely += f", because {'a claim had already stopped play' if stopped else 'the hand was laid down'}"
    if weighed.is_for_mixed_tricks:
        return f"{timely}, but {speaker.the_side(weighed.accused)} mixed up the tricks that would show it"
    if weighed.either:
        return f"{timely}, and one of these at least is certain"
    if found and is_misnamed(ruling, weighed):
        where = f" in trick {found.trick}" if found.trick else ""
        title = infractions()[found.infraction].title_in(ruling.law.game).lower()
        whose = "" if found.seat is None else f", by {plain_seat(speaker.seating.seats[found.seat])}"
        return f"{timely}, but it was not as named: what is proven is {title}{whose}{where}"
    proof = found or weighed.unpenalized
    return f"{timely}, and {'the cards prove it' if proof and proof.of_card else 'the record shows it'}"
