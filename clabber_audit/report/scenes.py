"""Pictures of what is in dispute, and the hand card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from clabber_audit.cards import CODE, DEAL, DECLARING, SUIT_NAMES, Seating, clock_of, codes, is_within_hand
from clabber_audit.core.text import join_words
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import melds_of
from clabber_audit.judge.claims import WeighedClaim
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.focus import Spot, find_other_disputes, offenses_in
from clabber_audit.judge.judge import Ruling
from clabber_audit.report.claims import claim_outcome
from clabber_audit.report.phrases import (
    GAMES,
    SPECIAL,
    bid_words,
    meld_name,
    plain_seat,
    sentence,
    side,
    strain_name,
    suit_name,
)
from clabber_audit.report.scores import CORRECT, PARTS, SHEET, format_contract, format_trump
from clabber_audit.report.wording import Speaker, describe_agreement, incident_clause
from clabber_audit.rules.infractions import infractions

#: Heading of a line of play that loses a trick.
LINE: Final = "One way a trick is lost"
#: Places around the table by the number of players, clockwise: sides by compass, corners a, b, f and d.
AROUND: Final = {3: "wne", 4: "nesw", 5: "nefdw", 6: "anbfsd"}
#: Mark of a moment: a fault, an undetermined finding, or anything else.
Tone = Literal["fault", "open", "said"]


#: How a card is known.
State = Literal["known", "inferred", "unknown"]
#: Label of a card by its place in the trick.
_FALL: Final = ("led", "2nd", "3rd", "4th", "5th", "6th")


class SceneCard(NamedTuple):
    """Card on the table; `code` is None if unknown."""

    code: str | None
    state: State
    tags: tuple[str, ...] = ()
    #: True if it is the card in question.
    marked: bool = False


class ShownHand(NamedTuple):
    """Cards of a seat, in the hand or laid to a trick."""

    title: str
    note: str
    cards: tuple[SceneCard, ...]


class SheetPictureLine(NamedTuple):
    """Line of the score sheet, or its correction: a cell for each side, marked if wrong."""

    label: str
    cells: tuple[tuple[str, bool], ...]


class DisputePicture(NamedTuple):
    """Dispute as a picture: a trick, a lay-down, or lines of the sheet, with the hands that matter."""

    heading: str
    title: str = ""
    trump: str = ""
    #: The cards that each seat laid to a trick.
    places: tuple[ShownHand, ...] = ()
    hands: tuple[ShownHand, ...] = ()
    #: Line of play that loses a trick: each trick with its seats and cards.
    line: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    sheet: tuple[SheetPictureLine, ...] = ()
    sides: tuple[str, ...] = ()
    #: True for the trick of a claim that does not decide the hand: left out in print, so that a ruling stays on one page.
    on_screen_only: bool = False

    @property
    def legend(self) -> str:
        """Legend of the cards not written down; empty if all are known."""
        shown = {card.state for hand in (*self.places, *self.hands) for card in hand.cards}
        inferred = "dotted edge: not written down, but it has to be that card"
        parts = (("inferred", inferred), ("unknown", "question mark: unknown"))
        texts = [text for state, text in parts if state in shown]
        return sentence("; ".join(texts)) if texts else ""


def scenes(file: Dossier, speaker: Speaker) -> tuple[DisputePicture, ...]:
    """Return the pictures of the point in question, then of the tricks that other claims dispute."""
    pictures = [_picture(file, spot, file.point.claim, speaker) for spot in file.point.spots]
    for spot, claim in find_other_disputes(file.ruling, file.point):
        pictures.append(_picture(file, spot, claim, speaker)._replace(on_screen_only=True))
    return tuple(pictures)


def _picture(file: Dossier, spot: Spot, claim: WeighedClaim | None, speaker: Speaker) -> DisputePicture:
    ruling, finding = file.ruling, spot.finding
    if spot.sheet:
        sides = tuple(map(side, speaker.seating.side_names))
        return DisputePicture("The score sheet", sheet=tuple(_sheet_lines(ruling, spot.sheet)), sides=sides)
    trump, hands = format_trump(ruling), [_picture_hand(file, seat, at, speaker) for seat, at in spot.hands]
    if spot.trick is not None:
        places = tuple(_picture_laid_cards(ruling, spot.trick, claim, speaker))
        return DisputePicture("The trick in question", f"Trick {spot.trick}", trump, places, tuple(hands))
    heading = "The hand laid down"
    if finding and finding.seat is not None and (cards := finding.facts.get("cards")):
        heading, done = ("The meld", "showed") if "kind" in finding.facts else ("The cards passed", "passed")
        known = tuple(SceneCard(code, "known") for code in cards)
        hands = [ShownHand(f"What {speaker.short(finding.seat)} {done}", "", known)]
    line: dict[str, tuple[tuple[str, str], ...]] = {}
    moves = finding.facts.get("line", ()) if finding else ()
    for at, move in enumerate(moves, ruling.replay.hand.laydown_clock if moves else 0):
        seat, _, code = str(move).partition(":")
        trick = f"Trick {speaker.seating.trick_of(at)}"
        line[trick] = (*line.get(trick, ()), (speaker.short(seat), code))
    return DisputePicture(heading, trump=trump, hands=tuple(hands), line=tuple(line.items()))


def _sheet_lines(ruling: Ruling, wrong: Sequence[Finding]) -> Iterator[SheetPictureLine]:
    """Yield the wrong lines of the score sheet, each with its correction."""
    record, remedy = ruling.replay.hand.record, ruling.remedy
    parts = [finding.facts.get("part", "").rpartition(" ")[2] for finding in wrong]
    for part in dict.fromkeys(parts):
        teams = {finding.team for finding, other in zip(wrong, parts, strict=True) if other == part}
        label, lines = PARTS.get(part, SHEET), record.score
        if part == "after":
            label, lines = "Running total on the sheet", record.after
        elif part:
            lines = {name: getattr(breakdown, part) for name, breakdown in record.sheet.items()}
        names = enumerate(ruling.replay.hand.seating.side_names)
        cells = tuple((str(lines.get(name, "")), None in teams or team in teams) for team, name in names)
        yield SheetPictureLine(label, cells)
        if part == "after" and remedy.running:
            right = tuple((str(total), False) for total in remedy.running.after)
            yield SheetPictureLine("Running total", right)
        elif not part and remedy.marks:
            yield SheetPictureLine(CORRECT, tuple((mark, False) for mark in remedy.marks))


def _picture_laid_cards(
    ruling: Ruling, trick: int, claim: WeighedClaim | None, speaker: Speaker
) -> Iterator[ShownHand]:
    """Yield the cards that each seat laid to a trick."""
    replay, hand = ruling.replay, ruling.replay.hand
    winner = replay.tricks[trick - 1].winner if trick <= len(replay.tricks) else None
    faults = offenses_in(ruling, trick)
    if claim:
        # Of undetermined cards only those of the accused matter to a claim.
        faults = [one for one in faults if one.verdict == "proven" or one.team == claim.accused]
    for seat in range(len(hand.dealt)):
        cards = []
        for at in replay.clocks_of(trick):
            if hand.seats[at] == seat:
                state, here = state_of(ruling, at), [finding for finding in faults if finding.at == at]
                is_proven = any(finding.verdict == "proven" for finding in here)
                mark = (("at fault" if is_proven else "in question"),) if here else ()
                tags = [_FALL[hand.seating.place_of(at)]]
                tags += ["trump"] if replay.cards[at] & replay.trumps else []
                tags += [] if state == "known" else [state]
                if first := _put_down_first(ruling, here):
                    cards.append(SceneCard(first, "known", ("put down first", *mark), True))
                    mark = ()
                cards.append(SceneCard(CODE.get(replay.cards[at]), state, (*tags, *mark), bool(mark)))
        for stray in getattr(replay.events, "extra_plays", ()):
            # A card laid by a seat that is out of the hand.
            if (stray.trick, stray.seat) == (trick, seat):
                path = ("plays", stray.number)
                wrong = any(finding.stray and finding.path == path for finding in ruling.findings)
                words = ("not in the trick", "at fault") if wrong else ("not in the trick",)
                known: State = "known" if stray.card else "unknown"
                cards.append(SceneCard(CODE.get(stray.card), known, words, wrong))
        notes = ["wins"] if seat == winner else []
        notes += [GAMES[ruling.law.game.id].maker] if seat == replay.maker else []
        notes += ["out of the hand"] if speaker.seating.out >> seat & 1 else []
        yield ShownHand(speaker.seat(seat), ", ".join(notes), tuple(cards))


def _put_down_first(ruling: Ruling, faults: Sequence[Finding]) -> str | None:
    """Return the card taken back that is judged in place of the one that fell, if these findings judge one (D-59)."""
    shown = ruling.replay.hand.first_shown
    first = {CODE.get(shown.get(finding.at, 0)) for finding in faults if finding.in_trick}
    judged = {finding.facts.get("played") for finding in faults}
    return next(iter((first & judged) - {None}), None)


def _picture_hand(file: Dossier, seat: int, at: int, speaker: Speaker) -> ShownHand:
    """Return the hand of a seat at a clock, before its card fell or it was laid down."""
    ruling, replay, hand = file.ruling, file.ruling.replay, file.ruling.replay.hand
    falls = 0 <= at < len(replay.cards) and hand.seats[at] == seat
    faults = [finding for finding in ruling.findings if finding.at == at and finding.in_trick]
    could = {code for finding in faults for code in finding.facts.get("could", ())}
    first, cards = _put_down_first(ruling, faults), []
    for code in sorted(codes(replay.hand_at(seat, at)), key=hand.pack.faces.index):
        played = falls and CODE.get(replay.cards[at]) == code
        judged = code == first if first else played
        tags = ["put down first"] if code == first else ["played"] if played else []
        tags += ["legal"] if code in could and not (played and judged) else []
        state = _state_in_hand(file, seat, code)
        tags += [] if state == "known" else [state]
        cards.append(SceneCard(code, state, tuple(tags), judged and bool(faults)))
    size = hand.dealt[seat].bit_count() + hand.hidden[seat] - sum(who == seat for who in hand.seats[:at])
    cards += [SceneCard(None, "unknown", ("unknown",))] * max(size - len(cards), 0)
    title = f"{speaker.short(seat)}’s hand {'before this card' if falls else 'at that moment'}"
    note = "worked out from the other cards" if hand.rebuilt >> seat & 1 else ""
    return ShownHand(title, note, tuple(cards))


def state_of(ruling: Ruling, at: int) -> State:
    """Return how a card that fell is known."""
    if not ruling.replay.cards[at]:
        return "unknown"
    return "inferred" if at in ruling.replay.hand.inferred else "known"


def _state_in_hand(file: Dossier, seat: int, code: str) -> State:
    """Return how it is known that a seat had a card."""
    return "known" if code in codes(file.stated[seat]) else "inferred"


def picture_dealt_hands(file: Dossier, speaker: Speaker) -> tuple[ShownHand, ...]:
    """Return the known hands when play began."""
    hand, hands = file.ruling.replay.hand, []
    for seat, dealt in enumerate(hand.dealt):
        own = sorted(codes(dealt), key=hand.pack.faces.index)
        cards = [SceneCard(code, _state_in_hand(file, seat, code)) for code in own]
        cards += [SceneCard(None, "unknown")] * hand.hidden[seat]
        note = "worked out" if hand.rebuilt >> seat & 1 else ""
        hands.append(ShownHand(speaker.seat(seat), note, tuple(cards)))
    return tuple(hands)


class SceneEvent(NamedTuple):
    """Call, meld, incident, claim or finding at a clock."""

    at: int
    text: str
    tone: Tone = "said"


class PictureCard(NamedTuple):
    """Card played, with the events just before it and its findings."""

    anchor: str
    number: int
    seat: str
    code: str | None
    state: State
    trump: bool
    before: tuple[SceneEvent, ...]
    faults: tuple[SceneEvent, ...]
    #: Titles of the findings with their tone, all undetermined ones as one.
    titles: tuple[tuple[Tone, str], ...]

    @property
    def is_guilty(self) -> bool:
        return any(fault.tone == "fault" for fault in self.faults)


class Chapter(NamedTuple):
    """Trick of a story, complete or not."""

    number: int
    title: str
    cards: tuple[PictureCard, ...]


class Story(NamedTuple):
    """Hand card by card: the events before the first card, the tricks, the events after the last."""

    #: Heading of the hands, and trump in a clause.
    hands: str
    trump: str
    opening: tuple[SceneEvent, ...]
    chapters: tuple[Chapter, ...]
    closing: tuple[SceneEvent, ...]


def anchor(seating: Seating, at: int) -> str:
    """Return the permalink of a card: `t3c2`."""
    return f"t{seating.trick_of(at)}c{seating.place_of(at) + 1}"


def story(file: Dossier, speaker: Speaker) -> Story:
    """Return the hand from the deal to the score."""
    ruling, replay, seats = file.ruling, file.ruling.replay, speaker.seating.seats
    # At one clock calls come first, then melds, incidents, claims and findings.
    moments = sorted(_events(file, speaker), key=lambda moment: moment.at)
    chapters, count = [], len(replay.cards)
    for number in range(1, replay.hand.seating.trick_of(count - 1) + 1):
        title = f"Trick {number} (unfinished)"
        if number <= len(replay.tricks):
            trick = replay.tricks[number - 1]
            title = f"Trick {number}: {plain_seat(seats[trick.leader])} leads"
            if trick.winner is None:
                title += "; winner unknown"
            else:
                points = " points unknown" if trick.points is None else f" {trick.points}"
                points = points if any(replay.ranking.value.values()) else ""
                title += f", {plain_seat(seats[trick.winner])} wins{points}"
        cards = (_card_played(ruling, at, moments, speaker) for at in replay.clocks_of(number))
        chapters.append(Chapter(number, title, tuple(cards)))
    return Story(
        "The hands as play began" if replay.hand.before_exchanges else "The hands as dealt",
        format_trump(ruling),
        tuple(moment for moment in moments if moment.at < 0),
        tuple(chapters),
        tuple(moment for moment in moments if moment.at >= count),
    )


def _card_played(ruling: Ruling, at: int, moments: Sequence[SceneEvent], speaker: Speaker) -> PictureCard:
    replay, seating = ruling.replay, ruling.replay.hand.seating
    faults, titles, unclear = list[SceneEvent](), list[tuple[Tone, str]](), list[tuple[Tone, str]]()
    for finding in ruling.findings:
        if finding.falls and finding.at == at:
            title = infractions()[finding.infraction].title_in(ruling.law.game)
            faults.append(_finding_event(ruling, finding, at, speaker))
            (titles if finding.verdict == "proven" else unclear).append((faults[-1].tone, title))
    if unclear:
        text = ", ".join(title.lower() for _tone, title in unclear)
        titles.append((min(tone for tone, _title in unclear), f"Unclear: {text}"))
    return PictureCard(
        anchor=anchor(seating, at),
        number=seating.place_of(at) + 1,
        seat=plain_seat(seating.seats[replay.hand.seats[at]]),
        code=CODE.get(replay.cards[at]),
        state=state_of(ruling, at),
        trump=bool(replay.cards[at] & replay.trumps),
        before=tuple(moment for moment in moments if moment.at == at),
        faults=tuple(faults),
        titles=tuple(titles),
    )


def _events(file: Dossier, speaker: Speaker) -> Iterator[SceneEvent]:
    """Yield every event but the cards: deal, calls, melds, incidents, claims, comments and findings."""
    ruling, hand = file.ruling, file.ruling.replay.hand
    deal = hand.record.deal
    turned = f" and turns up {speaker.card(deal.upcard)}" if deal.upcard else ""
    yield _moment(DEAL, f"{speaker.seat(deal.dealer)} deals{turned}")
    yield from {"clabber": _clabber_calls, "bid-euchre": _auction}[ruling.law.game.id](ruling, speaker)
    melds = melds_of(ruling.replay)
    for entry in melds.entries:
        seat, meld = speaker.seat(entry.seat), meld_name(entry.kind)
        if is_within_hand(entry.announced):
            yield _moment(entry.announced, f"{seat} announces a {meld}")
        if is_within_hand(entry.shown):
            yield _moment(entry.shown, f"{seat} shows a {meld}: {speaker.cards(codes(entry.cards))}")
    for call in melds.belle_calls:
        if is_within_hand(call.said):
            yield _moment(call.said, f"{speaker.seat(call.seat)} calls belle")
    yield from incident_moments(file, speaker)
    for weighed in ruling.claims:
        at = hand.to_trick_clock(clock_of(weighed.made.at))
        yield _moment(at, f"{speaker.format_claim(weighed)}: the claim {claim_outcome(weighed)}")
    for comment in hand.record.comments:
        yield SceneEvent(hand.to_trick_clock(clock_of(comment.at)), f"Noted: “{comment.text}”")
    for finding in ruling.findings:
        if not finding.falls:
            yield _finding_event(ruling, finding, hand.to_trick_clock(finding.recorded_at(hand)), speaker)
    for trick in hand.record.disordered:
        yield _moment(hand.seating.clocks_of(trick).start, speaker.pile(hand.record, trick))


def _moment(at: int, clause: str, tone: Tone = "said") -> SceneEvent:
    return SceneEvent(at, sentence(clause), tone)


def _finding_event(ruling: Ruling, finding: Finding, at: int, speaker: Speaker) -> SceneEvent:
    return _moment(at, speaker.finding(finding), "open" if finding in ruling.unasked else "fault")


def _clabber_calls(ruling: Ruling, speaker: Speaker) -> Iterator[SceneEvent]:
    for call in ruling.replay.declared.calls:
        if call.word == "pass":
            deed = "passes"
        elif not call.valid:
            deed = f"says “{call.word}”, which is not allowed and counts as a pass"
        elif call.word == "play":
            deed = f"says “play”: {suit_name(call.suit)} are trump" if call.suit else "says “play”"
        else:
            deed = f"names {suit_name(call.suit) if call.suit else ''}"
        yield _moment(DECLARING, f"{speaker.seat(call.seat)} {deed}")
    contract = ruling.replay.hand.record.contract
    if contract and not ruling.replay.declared.calls:
        made = f"{speaker.accused(contract.maker)} made {SUIT_NAMES[contract.trump]} trump"
        yield _moment(DECLARING, made)


def _auction(ruling: Ruling, speaker: Speaker) -> Iterator[SceneEvent]:
    """Yield the calls and exchanges of a Bid Euchre hand."""
    record, calls = ruling.replay.hand.record, ruling.replay.declared.calls
    void = {call.number for call in calls if not call.counts or call.taken_for != call.word}
    for number, declaration in enumerate(record.declarations or ()):
        if declaration.call == "pass":
            deed = "passes"
        elif declaration.call == "trump":
            deed = f"names {strain_name(declaration.trump or '')}{' and goes alone' if declaration.alone else ''}"
        elif declaration.call == "out":
            deed = "drops out"
        elif declaration.call in SPECIAL:
            shown = f": {speaker.cards(declaration.cards)}" if declaration.cards else ""
            deed = f"calls {SPECIAL[declaration.call]}{shown}"
        else:
            deed = f"bids {bid_words(declaration.call)}{', which does not count' if number in void else ''}"
        at = DECLARING
        if declaration.at is not None:
            at = ruling.replay.hand.to_trick_clock(clock_of(declaration.at))
        yield _moment(at, f"{speaker.seat(declaration.seat)} {deed}")
    if record.contract and not record.declarations and (contract := format_contract(ruling, speaker)):
        yield _moment(DECLARING, f"{speaker.accused(record.contract.maker)} won the bid: {contract}")
    for exchange in record.exchanges or ():
        cards = join_words(map(speaker.card, exchange.cards))
        text = f"{speaker.seat(exchange.giver)} passes {speaker.seat(exchange.taker)} {cards}"
        yield _moment(DECLARING, text)


def incident_moments(file: Dossier, speaker: Speaker) -> Iterator[SceneEvent]:
    """Yield the incidents, the agreements and the lay-down."""
    record = file.ruling.replay.hand.record
    for incident, noted in zip(file.incidents, record.incidents, strict=True):
        if text := incident_clause(file.ruling, incident, speaker):
            yield _moment(incident.at, text + speaker.quote(noted.quote))
    for agreement in record.agreements:
        at = file.ruling.replay.hand.to_trick_clock(clock_of(agreement.at))
        yield _moment(at, describe_agreement(agreement, speaker))
    if record.laydown:
        at, order = clock_of(record.laydown.at), speaker.cards(record.laydown.order)
        lays = f"{speaker.seat(record.laydown.by)} lays the hand down"
        yield _moment(at, f"{lays}: {order}" if order else lays)
        if not file.ruling.law.game.laydowns:
            yield _moment(at, "this game has no rule for lay-downs, so nothing follows")
