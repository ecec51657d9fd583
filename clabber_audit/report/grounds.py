"""Grounds of a ruling: the reasoning and the facts, with articles and places in the record, and certificates in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from clabber_audit.cards import BIT, CODE, JOKER, SUIT_NAMES, clock_of, codes, is_within_hand
from clabber_audit.core.text import join_words, number_word, ordinal
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import melds_of
from clabber_audit.judge.certificates import Certificate, RecordedFact, list_cards
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.hand import Completion
from clabber_audit.report.claims import FATES, NAMELESS, Step, claim_steps, explain_free
from clabber_audit.report.phrases import (
    GAMES,
    RECORD_PARTS,
    meld_name,
    plain_seat,
    sentence,
    side,
    strain_name,
    suit_name,
)
from clabber_audit.report.scores import (
    explain_without_melds,
    format_contract,
    format_result,
    format_trump,
    list_awarded_melds,
    makers_standing,
    renege_sum,
)
from clabber_audit.report.wording import (
    Speaker,
    articles_defining,
    card_at,
    deeds,
    explain_unanswered,
    format_placed,
    is_wrong_deal,
    offenses,
)
from clabber_audit.rules.infraction import incident_kinds
from clabber_audit.rules.infractions import infractions

if TYPE_CHECKING:
    from clabber_audit.games.bid_euchre.preliminaries import Preliminaries


#: Limits on claims explained one by one, and on reneges without cost that are named.
_MOST_CLAIMS: Final = 6
_MOST_RENEGES: Final = 3
#: Source of a card that is written down nowhere.
REBUILT: Final = "from the cards played and shown"
#: Places where a record names a card as a seat's.
_NAMED_PLACES: Final = {
    "deal": "deal, {seat}’s hand",
    "upcard": "deal, the up-card",
    "melds": "meld {number}",
    "incidents": "incident {number}",
    "laydown": "lay-down",
}


class Fact(NamedTuple):
    """Statement of the record, or a consequence of it, with its source."""

    text: str
    source: str


def reasoning(file: Dossier, speaker: Speaker) -> list[Step]:
    """Return the steps, each a sentence."""
    ruling, steps = file.ruling, list[Step]()
    # Alternatives are explained with their claim.
    apart = file.alternative_findings
    reasoned = [finding for finding in file.findings_in_question if finding.number not in apart]
    for finding in reasoned:
        steps += _explain_finding(ruling, finding, speaker)
    for weighed in file.claims[:_MOST_CLAIMS]:
        steps += claim_steps(file, weighed, reasoned, speaker)
    steps += map(Step, explain_without_melds(ruling, speaker))
    if ruling.wrong_either_way:
        steps.append(Step("whatever was called, one number on the sheet is wrong"))
    steps += map(Step, _explain_outcome(ruling, speaker))
    for wrong in ruling.wrong_sheet:
        steps += _explain_finding(ruling, wrong, speaker)
    steps += map(Step, _explain_other_reneges(file, reasoned, speaker))
    return [Step(sentence(step.text), step.articles) for step in steps]


def _explain_finding(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[Step]:
    facts, duty = finding.facts, infractions()[finding.infraction].words.owed
    is_proven = finding.verdict == "proven"
    is_known = facts.get("could") and None not in (facts.get("led", ""), facts.get("highest", ""))
    if is_proven and duty and is_known:
        text = duty.format(
            who=speaker.seat(finding.seat or 0),
            held=join_words(map(speaker.card, facts["could"]), "or"),
            led=strain_name(facts["led"]) if "led" in facts else "",
            highest=speaker.card(facts.get("highest")),
            trump=suit_name(ruling.replay.trumps),
        )
        yield Step(text)
    yield Step(speaker.finding(finding), articles_defining(ruling, finding.infraction))
    yield from map(Step, filter(None, [explain_unanswered(finding, ruling.effort)]))
    if is_proven and finding.in_trick:
        yield Step(visible_since(ruling, finding, speaker))
    elif is_proven and finding.is_renege and finding.team is None:
        yield Step(NAMELESS)


def visible_since(ruling: Ruling, finding: Finding, speaker: Speaker) -> str:
    """Return since when the table could see a fault by a card."""
    since, hand = finding.provable_from, ruling.replay.hand
    if since is None:
        return "nothing played on the table gave it away; the recorded hands do"
    if since == len(hand.seats):
        return "it showed only when the last card fell" if since > finding.at + 1 else "it showed at once"
    if not 0 < since < len(hand.seats):
        return f"it could first be seen {speaker.moment(since)}"
    if since == finding.at + 1:
        return "the table could see it at once"
    seat, card = speaker.seat(hand.seats[since - 1]), speaker.card(CODE.get(ruling.replay.cards[since - 1]))
    trick = hand.seating.trick_of(since - 1)
    return f"the table could first see it in trick {trick}, when {seat} played {card}"


def _explain_outcome(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    remedy = ruling.remedy
    if remedy.outcome == "renege" and remedy.reneging_team is not None and remedy.settled is None:
        award = renege_sum(remedy)
        if remedy.awarded and not remedy.range and not remedy.extra_range:
            # Each addend with its name: `162 + 20 for the dad = 182`.
            total = remedy.price + sum(item.points for item in remedy.awarded)
            award = f"{' + '.join([str(remedy.price), *list_awarded_melds(remedy)])} = {total}"
        innocents = ", ".join(map(side, remedy.innocents))
        yield f"the hand ends. {innocents} score {award}; {side(remedy.reneging_team)} score 0"
        return
    if len({weighed.guilty for weighed in ruling.claims} - {None}) > 1:
        yield f"both sides reneged: {format_result(ruling, speaker)}"
        return
    if stands := makers_standing(ruling, speaker):
        yield stands
    if remedy.outcome == "passed_out":
        yield GAMES[ruling.law.game.id].passed_out
    yield format_result(ruling, speaker)


def _explain_other_reneges(file: Dossier, reasoned: Sequence[Finding], speaker: Speaker) -> Iterator[str]:
    """Yield why reneges without an upheld claim cost nothing, grouped by reason."""
    fates: dict[str, list[Finding]] = {}
    for finding in file.ruling.reneges:
        if not finding.of_claim and FATES[file.fate(finding)].clause:
            fates.setdefault(file.fate(finding), []).append(finding)
    for fate, findings in fates.items():
        if len(findings) == 1 and reasoned == findings and not file.claims:
            whose = "it"
        elif len(findings) > _MOST_RENEGES:
            whose = f"any of the {len(findings)} reneges in the hand"
        else:
            names = []
            for one in findings:
                title = infractions()[one.infraction].title
                where = f" in trick {one.trick}" if one.in_trick else f" ({title[:1].lower()}{title[1:]})"
                names.append(f"{plain_seat(speaker.seating.seats[one.seat or 0])}’s renege{where}")
            whose = join_words(names, FATES[fate].conjunction)
        yield explain_free(fate, whose, several=len(findings) > 1)


def facts(file: Dossier, speaker: Speaker, proved: bool) -> list[Fact]:
    """Return the recorded facts of the point in question; if it is `proved`, only the unknowns."""
    result = _list_unknown_facts(file.ruling, speaker) if proved else _list_known_facts(file, speaker)
    return [Fact(sentence(fact.text), fact.source) for fact in dict.fromkeys(result)]


def _list_known_facts(file: Dossier, speaker: Speaker) -> Iterator[Fact]:
    ruling, record = file.ruling, file.ruling.replay.hand.record
    dealer = record.deal.dealer
    wrong = {finding.seat for finding in ruling.findings if is_wrong_deal(finding)}
    is_disputed = wrong - {None, speaker.seating.number[dealer]}
    who = speaker.seat(dealer)
    dealt = f"the record has {who} as dealer" if is_disputed else f"{who} dealt"
    upcard = f" and turned up {speaker.card(record.deal.upcard)}" if record.deal.upcard else ""
    yield Fact(f"{dealt}{upcard}", "deal")
    if ruling.law.game.bids:
        yield from _contract_facts(ruling, speaker)
    elif trumps := ruling.replay.trumps:
        text, makers, maker = f"{suit_name(trumps)} are trump", ruling.replay.makers, ruling.replay.maker
        if makers is not None:
            who = speaker.team(makers) if maker is None else speaker.seat(maker)
            text = f"{who} made {suit_name(trumps)} trump"
        yield Fact(text, locate_trump(ruling))
    yield from _list_unknown_facts(ruling, speaker)
    for finding in file.findings_in_question:
        if finding.in_trick:
            yield from _play_facts(ruling, finding, speaker)
        else:
            # The entry of the record that it is about: `claim 2`.
            part, *number = finding.path or ("",)
            entry = RECORD_PARTS.get(str(part), "the record")
            entry += f" {number[0] + 1}" if number and isinstance(number[0], int) else ""
            yield Fact(format_placed(finding, speaker), entry)
    yield from (Fact(speaker.explain_lawful(play), locate_card(ruling, play.at)) for play in file.lawful)
    yield from _meld_facts(file, speaker)
    for weighed in file.claims:
        claim = weighed.made
        opened = ". Tricks were turned over for it" if claim.reviewed else ""
        back = ". The claim was then withdrawn" if claim.withdrawn else ""
        moment = speaker.format_recorded_moment(clock_of(claim.at))
        yield Fact(f"{moment}, {speaker.format_claim(weighed)}{opened}{back}", f"claim {weighed.number + 1}")
    if record.score:
        yield Fact(f"on the sheet: {speaker.without_names().sheet_score}", "score")


def _contract_facts(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    """Yield the contract and the cards exchanged in a Bid Euchre hand."""
    replay, record = ruling.replay, ruling.replay.hand.record
    spoken: Preliminaries = replay.declared.preliminaries
    contract = format_contract(ruling, speaker)
    if contract and replay.maker is not None:
        text = f"{speaker.seat(replay.maker)} won the bid: {contract}"
        yield Fact(text, "calls" if record.declarations else "contract")
    elif spoken.auction.how == "club":
        yield Fact(f"a club was turned up, so {format_trump(ruling)} and there is no bidding", "deal")
    elif spoken.auction.how == "no_bid":
        yield Fact(f"nobody bid: {format_trump(ruling)}", "calls" if record.declarations else "deal")
    for seat in range(len(spoken.deal.seating.seats)):
        if spoken.seats_out_by_no_rule >> seat & 1:
            yield Fact(f"{speaker.seat(seat)} played no cards", "plays")
    for place, exchange in enumerate(record.exchanges or (), 1):
        cards = join_words(map(speaker.card, exchange.cards))
        text = f"{speaker.seat(exchange.giver)} passed {speaker.seat(exchange.taker)} {cards}"
        yield Fact(text, f"exchange {place}")


def _list_unknown_facts(ruling: Ruling, speaker: Speaker) -> Iterator[Fact]:
    hand = ruling.replay.hand
    if not any(hand.dealt):
        yield Fact("no cards were written down", "not recorded")
        return
    miscounted = any(incident_kinds()[incident.kind].miscounts for incident in hand.record.incidents)
    for seat, name in enumerate(hand.seating.seats):
        whose, hidden = f"{plain_seat(name)}’s", hand.hidden[seat]
        if hand.rebuilt >> seat & 1:
            yield Fact(f"{whose} hand was worked out from the other cards", REBUILT)
        elif hidden and miscounted:
            # The number of cards is itself in doubt.
            yield Fact(f"not all of {whose} cards were written down", "not recorded")
        elif hidden:
            is_unknown = f"{whose} cards {'is' if hidden == 1 else 'are'} unknown"
            yield Fact(f"{number_word(hidden)} of {is_unknown}", "not recorded")
    for trick in sorted(hand.record.disordered):
        yield Fact(speaker.pile(hand.record, trick), "not recorded")
    for at in hand.inferred:
        trick, place = hand.seating.trick_of(at), ordinal(hand.seating.place_of(at) + 1)
        text = f"the {place} card of trick {trick} must have been {speaker.card(CODE[hand.cards[at]])}"
        why = "true whichever order they fell" if trick in hand.record.disordered else "the only card left"
        yield Fact(text, f"inferred: {why}")
    if ruling.law.game.melds and hand.record.melds is None and ruling.replay.cards:
        yield Fact("no melds were written down", "not recorded")


def _play_facts(ruling: Ruling, finding: Finding, speaker: Speaker) -> Iterator[Fact]:
    """Yield the lead, the highest trump, the legal cards and the card in question."""
    replay, at, hand = ruling.replay, finding.at, ruling.replay.hand
    start = hand.seating.lead_of(at)

    def make_fact(deed: str, when: int, code: str | None) -> Fact:
        text = deed.format(seat=speaker.seat(hand.seats[when]), card=speaker.card(code))
        return Fact(text, locate_card(ruling, when))

    if at > start:
        lead = f"{{seat}} led {{card}} to trick {hand.seating.trick_of(at)}"
        yield make_fact(lead, start, CODE.get(replay.cards[start]))
    if highest := finding.facts.get("highest"):
        is_known = BIT[highest] in replay.cards[start:at]
        fell = replay.cards.index(BIT[highest], start) if is_known else start
        yield make_fact("{seat} played {card}, the highest trump so far", fell, highest)
    for code in finding.facts.get("could", ()):
        # Every place that shows that the seat held the card, the deal first.
        seat = hand.seats[at]
        places = places_named(hand.record, seat, code)
        fallen = (each for each, card in enumerate(hand.cards) if CODE.get(card) == code)
        played_by = (locate_card(ruling, each) for each in fallen if hand.seats[each] == seat)
        shown = [*places["deal"], *played_by, *places["melds"]]
        yield Fact(f"{speaker.seat(seat)} held {speaker.card(code)}", "; ".join(shown) or REBUILT)
    played = CODE.get(replay.cards[at])
    first = finding.facts.get("played", played)
    yield make_fact("{seat} played {card}" if first == played else "{seat} put down {card} first", at, first)
    if finding.provable_from is not None and finding.provable_from > at + 1:
        source = locate_card(ruling, finding.provable_from - 1)
        yield Fact(visible_since(ruling, finding, speaker), source)


def _meld_facts(file: Dossier, speaker: Speaker) -> Iterator[Fact]:
    melds = melds_of(file.ruling.replay)
    texts = [(finding.meld, speaker.finding(finding)) for finding in file.findings_in_question]
    for entry in melds.entries:
        call = f"{'announced' if is_within_hand(entry.announced) else 'had'} a {meld_name(entry.kind)}"
        # A fault may name the call already.
        is_told = any(meld == entry.number and f" {call} " in text for meld, text in texts)
        shown = f"showed {speaker.cards(codes(entry.cards))}" if is_within_hand(entry.shown) else ""
        if deed := " and ".join(filter(None, ("" if is_told else call, shown))):
            yield Fact(f"{speaker.seat(entry.seat)} {deed}", f"meld {entry.number + 1}")
    for belle in melds.belle_calls:
        if is_within_hand(belle.said):
            yield Fact(f"{speaker.seat(belle.seat)} called belle", f"meld {belle.number + 1}")


def locate_trump(ruling: Ruling) -> str:
    """Return the entry of the record that names trump."""
    declared = ruling.replay.declared
    if declared.preliminaries is not None:
        namings = declared.preliminaries.events.namings
        counts = next((naming for naming in namings if naming.by_maker), namings[0] if namings else None)
        noted = "calls" if ruling.replay.hand.record.declarations else "contract"
        return noted if counts is None else f"call {counts.number + 1}"
    return f"call {len(declared.calls)}" if declared.called else "contract"


def locate_card(ruling: Ruling, at: int) -> str:
    """Return the place of a card: `trick 2, card 2`."""
    hand = ruling.replay.hand
    if not 0 <= at < len(ruling.replay.cards):
        return "before the first card" if at < 0 else "after the last card"
    place = card_at(hand.seating, at)
    if at in hand.inferred:
        return f"{place}, inferred"
    if ruling.replay.cards[at]:
        return place
    is_lost = hand.seating.trick_of(at) in hand.record.disordered
    return f"{place}, {'order lost' if is_lost else 'not recorded'}"


def places_named(record: HandRecord, seat: int, code: str) -> dict[str, list[str]]:
    """Return the places where a record names a card as a seat's, apart from plays, by part of the record."""
    found: dict[str, list[str]] = {"deal": [], "melds": [], "incidents": [], "laydown": []}
    for card in list_cards(record):
        if (card.seat, card.code) == (record.seating.seats[seat], code):
            place = _NAMED_PLACES[card.part].format(seat=plain_seat(card.seat), number=card.number)
            found["deal" if card.part == "upcard" else card.part].append(place)
    return found


class ExcerptCard(NamedTuple):
    """Card of a possible hand."""

    code: str
    #: True if it lies elsewhere in the other hand, and if the question is about it.
    differs: bool = False
    asked: bool = False


class CardRow(NamedTuple):
    """Cards of a seat, or of a trick in the order played."""

    name: str
    cards: tuple[ExcerptCard, ...] = ()
    trick: bool = False

    @property
    def suits(self) -> list[tuple[str, list[ExcerptCard]]]:
        """Cards of each suit with its letter, the joker with none."""
        by_suit = groupby(self.cards, lambda card: "" if card.code == JOKER else card.code[1])
        return [(letter, list(cards)) for letter, cards in by_suit]


class ShownCompletion(NamedTuple):
    """Completion of the record: the hands and tricks that matter."""

    title: str
    rows: tuple[CardRow, ...]


class Proof(NamedTuple):
    """Certificate, ready to be printed."""

    title: str
    #: Statement that is proven, refuted or open.
    subject: str
    premises: tuple[Fact, ...]
    #: Note on the premises, or the moment of the hands.
    close: str
    hands: tuple[ShownCompletion, ...] = ()


def proof(ruling: Ruling, certificate: Certificate, speaker: Speaker) -> Proof:
    """Return a certificate of a ruling in words."""
    faults, hand, seating = certificate.faults, ruling.replay.hand, ruling.replay.hand.seating
    speaker = speaker._replace(table=seating)
    seat = speaker.seat(faults[0].seat)
    if certificate.completions:
        subject = f"both hands below fit everything on record, and they differ on whether {offenses(faults, speaker)}"
        guilty, innocent = certificate.completions
        here = f"In this hand {seat}"
        hands = (
            _format_completion(f"{here} {deeds(faults)}", certificate, guilty, innocent, speaker),
            _format_completion(f"{here} did not", certificate, innocent, guilty, speaker),
        )
        at = _excerpt_start(certificate)
        when = "as dealt" if at is None else f"at the start of trick {seating.trick_of(at)}"
        if at is not None and _is_about_laydown(certificate):
            when = "when one was laid down"
        return Proof("Why we cannot tell", sentence(subject), (), f"These are the hands {when}.", hands)
    if certificate.verdict == "proven":
        several = ": at least one of these, we cannot tell which" if len(faults) > 1 else ""
        subject = f"{offenses(faults, speaker)}{several}"
    elif _is_about_laydown(certificate):
        subject = f"the hand that {seat} laid down wins every trick, no matter what is played"
    else:
        teams = join_words(dict.fromkeys(speaker.team(seating.side_of[fault.seat]) for fault in faults))
        tricks = join_words(dict.fromkeys(str(seating.trick_of(fault.at)) for fault in faults))
        subject = f"{teams} did nothing wrong in trick {tricks}: nobody on that side {deeds(faults)}"
    if faults[0].all_hands:
        close = "Every card is known, so every way of playing on was tried."
    elif not certificate.premises:
        close = "The order of play alone proves it, whatever the cards were."
    else:
        which = "this fact" if len(certificate.premises) == 1 else "all of these facts"
        assumed = ["the order of play", f"{number_word(seating.each)} cards each"]
        taken_back = ((at, card) for at, card in hand.first_shown.items() if card != hand.cards[at])
        shown = ((speaker.seat(hand.seats[at]), speaker.card(CODE[card])) for at, card in taken_back)
        assumed += [f"that {who} put down {card} first" for who, card in shown]
        close = f"It takes {which}. We assume {join_words(assumed)}."
    title = "Why it did not happen" if certificate.verdict == "refuted" else "How we know"
    reasons = [_format_premise(ruling, kind, facts, speaker) for kind, facts in _premises(certificate)]
    reasons += _list_believed_versions(ruling, certificate)
    return Proof(title, sentence(subject), tuple(reasons), close)


def _is_about_laydown(certificate: Certificate) -> bool:
    return infractions()[certificate.faults[0].infraction].certified == "laydown"


def _premises(certificate: Certificate) -> Iterator[tuple[str, Sequence[RecordedFact]]]:
    """Yield the facts in order with their kind, those of one seat's hand together.

    A "trick" is one whose cards all fell before what is in question; "kept" is what was left in a hand after it.
    """
    of_laydown, seating, faults = _is_about_laydown(certificate), certificate.hand.seating, certificate.faults
    laid_down = faults[0].at if of_laydown else 0
    played = {fact.at for fact in certificate.premises if fact.kind == "play"}
    duties = (fault for fault in faults if infractions()[fault.infraction].place == "duty")
    owed = [(fault.seat, fault.at) for fault in duties]

    def group(fact: RecordedFact) -> tuple[str, int, int]:
        if fact.kind != "play":
            return fact.kind, fact.seat, -1 if fact.kind == "dealt" else fact.at
        trick = seating.clocks_of(seating.trick_of(fact.at))
        if fact.at < laid_down and played.issuperset(range(trick.start, min(trick.stop, laid_down))):
            return "trick", -1, trick.start
        is_owed = any(fact.seat == seat and at < fact.at for seat, at in owed)
        if fact.at >= laid_down if of_laydown else is_owed:
            return "kept", fact.seat, -1
        return "play", fact.seat, fact.at

    for (kind, *_where), facts in groupby(certificate.premises, group):
        yield kind, tuple(facts)


def _format_premise(ruling: Ruling, kind: str, facts: Sequence[RecordedFact], speaker: Speaker) -> Fact:
    first, hand = facts[0], ruling.replay.hand
    trick, seat = f"trick {hand.seating.trick_of(first.at)}", speaker.seat(first.seat)
    cards = join_words(speaker.card(code) for fact in facts for code in codes(fact.cards))
    if kind == "trump":
        text, where = format_trump(ruling), locate_trump(ruling)
    elif kind == "aside":
        text, where = f"{cards} lay aside, in nobody’s hand", "deal"
    elif kind == "pile":
        text, where = f"{cards} were played to {trick}, in unknown order", "not recorded"
    elif kind == "dealt":
        text, places = f"{seat} was dealt {cards}", list[str]()
        for fact in facts:
            named = places_named(hand.record, first.seat, CODE[fact.cards])
            places += named["deal"][:1] or named["melds"] or named["incidents"] or named["laydown"][:1]
        where = "; ".join(dict.fromkeys(places))
    elif kind == "kept":
        fell = join_words(dict.fromkeys(f"trick {hand.seating.trick_of(fact.at)}" for fact in facts))
        text = f"{seat} had {cards} all along: {'it' if len(facts) == 1 else 'they'} fell in {fell}"
        where = "; ".join(dict.fromkeys(locate_card(ruling, fact.at) for fact in facts))
    elif len(facts) > 1:
        text, where = f"{seat} led, and {cards} fell", trick
    else:
        played = "played" if hand.seating.place_of(first.at) else "led"
        text, where = f"{seat} {played} {cards}", locate_card(ruling, first.at)
    return Fact(sentence(text), where)


def _list_believed_versions(ruling: Ruling, certificate: Certificate) -> Iterator[Fact]:
    """Yield the versions that a certificate takes for true: those found true, and the only ones that can be."""
    judged = ruling.accounts
    if judged is None or judged.ruled_by is None or certificate.about != "finding":
        return
    from clabber_audit.report.accounts import format_tellers

    rests = ruling.findings[certificate.number].facts.get("rests_on", "").split(", ")
    for place, (account, version) in enumerate(zip(judged.record.accounts, judged.ruled_by, strict=True)):
        who = format_tellers(judged.record, place, [version]) or "nobody"
        text = sentence(f"about {account.about}, what {who} said is true")
        if f"account {place + 1}" in rests and account.found:
            yield Fact(text, f"found by {account.found.by}")
        elif judged.kind == "only":
            yield Fact(text, "the only version that can be")


def _excerpt_start(certificate: Certificate) -> int | None:
    """Return the clock of the hands shown: the lead of the trick, or of the one before for a turn; None if as dealt."""
    fault, seating = certificate.faults[0], certificate.hand.seating
    if _is_about_laydown(certificate):
        return fault.at
    if not fault.of_card:
        return None
    lead = seating.lead_of(fault.at)
    return max(lead - seating.width, 0) if infractions()[fault.infraction].place == "turn" else lead


def _format_completion(
    title: str, certificate: Certificate, completion: Completion, other: Completion, speaker: Speaker
) -> ShownCompletion:
    """Return the hands and tricks that matter in one of two completions, and trump if they differ in it."""
    seating, fault, begin = certificate.hand.seating, certificate.faults[0], _excerpt_start(certificate)
    rows, trump = list[CardRow](), completion.strain.name
    if trump and completion.strain is not other.strain:
        rows.append(CardRow(f"{'Trump' if trump in SUIT_NAMES else 'Named'}: {strain_name(trump)}"))
    played, others = (sum(each.cards[: begin or 0]) for each in (completion, other))
    for seat, (own, theirs) in enumerate(zip(completion.dealt, other.dealt, strict=True)):
        there = codes(theirs & ~others)
        cards = tuple(ExcerptCard(code, code not in there) for code in codes(own & ~played))
        rows.append(CardRow(speaker.seat(seat), cards))
    # The tricks in question, else those in which the two differ.
    differing = [at for at, card in enumerate(completion.cards) if card != other.cards[at]]
    leads: Iterable[int] = dict.fromkeys(map(seating.lead_of, differing))
    if _is_about_laydown(certificate):
        leads = ()
    elif begin is not None:
        leads = range(begin, fault.at + 1, seating.width)
    for lead in leads:
        clocks = range(lead, min(lead + seating.width, len(completion.cards)))
        asked = fault.at if fault.of_card else -1
        fell = (ExcerptCard(CODE[completion.cards[at]], at in differing, at == asked) for at in clocks)
        rows.append(CardRow(f"Trick {seating.trick_of(lead)}", tuple(fell), trick=True))
    return ShownCompletion(title, tuple(rows))
