"""Disputed trick as it lay on the table, and the reasons why plays were legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, Literal, NamedTuple

from clabber_audit.cards.cards import CODE, codes, letter_of
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.bid_euchre.events import Stray
from clabber_audit.judge.claims import Weighed
from clabber_audit.judge.focus import Focus, Spot, cards_of_accused, disputed_beside, hands_of, is_misnamed
from clabber_audit.judge.judge import Ruling
from clabber_audit.rules.infractions import infractions

State = Literal["known", "inferred", "unknown"]
#: What is to be known of a card beside its face.
Tag = Literal[
    "led",
    "2nd",
    "3rd",
    "4th",
    "5th",
    "6th",
    "trump",
    "at fault",
    "in question",
    "not in the trick",
    "played",
    "legal",
    "inferred",
    "unknown",
]

_FALL: Final[tuple[Tag, ...]] = ("led", "2nd", "3rd", "4th", "5th", "6th")


class SceneCard(NamedTuple):
    """Card on the table; `code` is None if unknown."""

    code: str | None
    state: State
    tags: tuple[Tag, ...] = ()
    #: True if it is the card in question.
    marked: bool = False


class SceneHand(NamedTuple):
    """Hand of a seat at a moment, or the cards that it showed or gave."""

    seat: int
    cards: tuple[SceneCard, ...]
    #: True if nobody wrote the hand down, so that it follows from the other cards.
    rebuilt: bool
    #: True if the moment is that at which its next card fell.
    falls: bool = False
    #: What was done with the cards, where they are not the whole hand.
    done: Literal["showed", "gave"] | None = None


class Written(NamedTuple):
    """Line of the score sheet, or its correction: cells by side, and which are wrong."""

    #: What the sheet breaks down, such as `melds`; empty for the score.
    part: str
    correct: bool
    cells: tuple[str, ...]
    wrong: tuple[bool, ...]


class Scene(NamedTuple):
    """Drawing of a dispute: a trick with hands, a hand laid down, cards shown or given, or the sheet."""

    trick: int | None
    #: What each seat laid, who won the trick, and who made trumps; nothing where it is no trick.
    laid: tuple[tuple[SceneCard, ...], ...]
    winner: int | None
    maker: int | None
    hands: tuple[SceneHand, ...]
    #: One way in which a hand laid down loses a trick: each trick with its number, and who plays what.
    line: tuple[tuple[int, tuple[tuple[str, str], ...]], ...] = ()
    #: The lines of the sheet that are wrong, and what should stand there.
    sheet: tuple[Written, ...] = ()
    #: True for the trick of a claim that does not decide the hand.
    is_minor: bool = False


def scenes(ruling: Ruling, point: Focus, stated: Sequence[int]) -> tuple[Scene, ...]:
    """Return the drawings of a dispute. `stated` are the recorded cards of each seat."""
    minor = (
        _scene(ruling, spot, stated, claim)._replace(is_minor=True)
        for spot, claim in disputed_beside(ruling, point)
    )
    return (*(_scene(ruling, spot, stated, point.claim) for spot in point.spots), *minor)


def _scene(ruling: Ruling, spot: Spot, stated: Sequence[int], claim: Weighed | None) -> Scene:
    replay, finding = ruling.replay, spot.finding
    if spot.sheet:
        return Scene(None, (), None, None, (), sheet=tuple(_sheet(ruling, spot.sheet)))
    hands = tuple(_held(ruling, *hand, stated) for hand in spot.hands)
    if spot.trick is None:
        shown = finding.facts.get("cards", ()) if finding else ()
        if finding and finding.seat is not None and shown:
            cards = tuple(SceneCard(code, "known") for code in shown)
            hands = (
                SceneHand(
                    finding.seat, cards, rebuilt=False, done="showed" if "kind" in finding.facts else "gave"
                ),
            )
        return Scene(None, (), None, None, hands, _line(ruling, finding))
    faults = [
        finding
        for finding in ruling.findings
        if finding.of_card
        and finding.trick == spot.trick
        # What a claim leaves open is only what the accused did.
        and (finding.verdict == "proven" or claim is None or finding.team == claim.accused)
    ]
    clocks = replay.clocks_of(spot.trick)
    strays = [stray for stray in getattr(replay.beside, "strays", ()) if stray.trick == spot.trick]
    laid = tuple(
        (
            *(_laid(ruling, at, faults) for at in clocks if replay.hand.seats[at] == seat),
            *(_stray(ruling, stray) for stray in strays if stray.seat == seat),
        )
        for seat in range(len(replay.hand.dealt))
    )
    winner = replay.tricks[spot.trick - 1].winner if spot.trick <= len(replay.tricks) else None
    return Scene(spot.trick, laid, winner, replay.maker, hands)


def _sheet(ruling: Ruling, wrong: Sequence[Finding]) -> Iterator[Written]:
    record, sides = ruling.replay.hand.record, ruling.replay.hand.seating.side_names
    parts = [one.facts.get("part", "").rpartition(" ")[2] for one in wrong]
    for part in dict.fromkeys(parts):
        teams = {one.team for one, other in zip(wrong, parts, strict=True) if other == part}
        faulty = tuple(None in teams or side in teams for side in range(len(sides)))
        if part == "after":
            lines = record.after
        else:
            lines = (
                {side: getattr(record.sheet[side], part) for side in record.sheet} if part else record.score
            )
        yield Written(
            part, correct=False, cells=tuple(str(lines.get(side, "")) for side in sides), wrong=faulty
        )
        running = ruling.remedy.running
        if part == "after" and running:
            yield Written(
                part, correct=True, cells=tuple(map(str, running.after)), wrong=(False,) * len(sides)
            )
        if not part and ruling.remedy.marks:
            yield Written(part, correct=True, cells=ruling.remedy.marks, wrong=(False,) * len(sides))


def _line(ruling: Ruling, finding: Finding | None) -> tuple[tuple[int, tuple[tuple[str, str], ...]], ...]:
    """Return a losing line of a lay-down, trick by trick."""
    moves = [str(move).partition(":") for move in (finding.facts.get("line", ()) if finding else ())]
    if finding is None or not moves:
        return ()
    seating = ruling.replay.hand.seating
    fallen = [
        (seating.trick_of(at), (seat, code)) for at, (seat, _colon, code) in enumerate(moves, finding.at)
    ]
    return tuple(
        (trick, tuple(move for _trick, move in moved))
        for trick, moved in groupby(fallen, key=lambda one: one[0])
    )


def dealt(ruling: Ruling, stated: Sequence[int]) -> tuple[SceneHand, ...]:
    """Return the known hands at the start of play."""
    hand, hands = ruling.replay.hand, []
    for seat, cards in enumerate(hand.dealt):
        known = [
            SceneCard(code, _state(stated[seat], code))
            for code in sorted(codes(cards), key=hand.pack.faces.index)
        ]
        blank = [SceneCard(None, "unknown")] * hand.hidden[seat]
        hands.append(SceneHand(seat, (*known, *blank), bool(hand.rebuilt >> seat & 1)))
    return tuple(hands)


def state_of(ruling: Ruling, at: int) -> State:
    """Return how a card that fell is known."""
    if not ruling.replay.cards[at]:
        return "unknown"
    return "inferred" if at in ruling.replay.hand.inferred else "known"


def _state(stated: int, code: str) -> State:
    """Return how it is known that a seat had a card."""
    return "known" if code in codes(stated) else "inferred"


def _laid(ruling: Ruling, at: int, faults: Sequence[Finding]) -> SceneCard:
    replay, state = ruling.replay, state_of(ruling, at)
    here = [finding for finding in faults if finding.at == at]
    tags = [_FALL[replay.hand.seating.place_of(at)]]
    tags += ["trump"] if replay.cards[at] & replay.trumps else []
    tags += [] if state == "known" else [state]
    if here:
        tags.append("at fault" if any(finding.verdict == "proven" for finding in here) else "in question")
    return SceneCard(CODE.get(replay.cards[at]), state, tuple(tags), bool(here))


def _stray(ruling: Ruling, stray: Stray) -> SceneCard:
    """Return a card beside the trick, from a seat that is out of the hand."""
    wrong = any(finding.stray and finding.path == ("plays", stray.number) for finding in ruling.findings)
    tags: tuple[Tag, ...] = ("not in the trick", *(("at fault",) if wrong else ()))
    return SceneCard(CODE.get(stray.card), "known" if stray.card else "unknown", tags, wrong)


def _held(ruling: Ruling, seat: int, at: int, stated: Sequence[int]) -> SceneHand:
    """Return the hand of a seat at a clock, before its card fell or it was laid down."""
    replay, hand = ruling.replay, ruling.replay.hand
    falls = at < len(replay.cards) and hand.seats[at] == seat
    faults = [finding for finding in ruling.findings if finding.at == at and finding.of_card]
    could = {code for finding in faults for code in finding.facts.get("could", ())}
    cards = []
    for code in sorted(codes(replay.held(seat, at)), key=hand.pack.faces.index):
        played = falls and CODE.get(replay.cards[at]) == code
        tags: list[Tag] = ["played"] if played else ["legal"] if code in could else []
        state = _state(stated[seat], code)
        tags += [] if state == "known" else [state]
        cards.append(SceneCard(code, state, tuple(tags), played and bool(faults)))
    size = hand.dealt[seat].bit_count() + hand.hidden[seat] - sum(who == seat for who in hand.seats[:at])
    cards += [SceneCard(None, "unknown", ("unknown",))] * max(size - len(cards), 0)
    return SceneHand(seat, tuple(cards), bool(hand.rebuilt >> seat & 1), falls)


class Lawful(NamedTuple):
    """Legal play: clock, seat, suit led and the reason."""

    at: int
    seat: int
    card: int
    led: int
    reason: Literal["led", "led_in_order", "followed", "trumped", "threw_off", "no_trump", "joker_led"]


def lawful_plays(ruling: Ruling, claim: Weighed | None) -> Iterator[Lawful]:
    """Yield the legal plays of a claim that is refuted or penalized, each with the reason.

    Also of a duty claim upheld only for a card out of turn: the cards that it names were legal.
    """
    if claim is None:
        return
    faults, replay = {finding.at for finding in ruling.findings if finding.of_card}, ruling.replay
    made = replay.hand.record.claims[claim.number]
    named = infractions()[made.infraction] if made.infraction else None
    hands = list[tuple[int, int]]()
    if claim.verdict == "refuted" or (claim.verdict == "withdrawn" and claim.penal):
        hands = hands_of(ruling, claim)
    elif (
        claim.guilty is None and is_misnamed(ruling, claim) and made.trick and named and named.place == "duty"
    ):
        faults = {
            one.at for one in ruling.findings if one.of_card and infractions()[one.infraction].place == "duty"
        }
        hands = [*cards_of_accused(ruling, claim, made.trick)]
    # In the games of bidding for tricks nobody has to trump (B-020).
    owed = replay.trumps if ruling.law.game.id == "clabber" else 0
    for seat, at in hands:
        lead = replay.hand.seating.lead_of(at)
        if at in faults or at >= len(replay.cards) or not all(replay.cards[lead : at + 1]):
            continue
        card, led, held, trump = (
            replay.cards[at],
            replay.suit_led(lead),
            replay.held(seat, at),
            replay.trumps,
        )
        if at == lead:
            yield Lawful(at, seat, card, led, "led_in_order" if ruling.law.leads else "led")
        elif card & led:
            yield Lawful(at, seat, card, led, "followed")
        elif card & trump and not held & led:
            yield Lawful(at, seat, card, led, "trumped")
        elif letter_of(led) is None:
            # A joker led without trumps, for which no suit was named: nobody is bound (BD-40).
            yield Lawful(at, seat, card, led, "joker_led")
        elif not held & (led | owed):
            yield Lawful(at, seat, card, led, "threw_off" if owed else "no_trump")
