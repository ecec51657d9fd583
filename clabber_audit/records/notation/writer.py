"""Canonical `.clab` text of a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, get_args

from clabber_audit.cards import cards as clock
from clabber_audit.cards.cards import SEATS, TEAMS
from clabber_audit.cards.cards import SUIT_NAMES as SUITS
from clabber_audit.cards.seating import Seating
from clabber_audit.records.base import Context, Source
from clabber_audit.records.bid_euchre_words import COMPASS, USUAL_PACK, Side
from clabber_audit.records.clabber import Declaration, HandRecord, Meld, SheetLine
from clabber_audit.records.clabber import Play as ClabberPlay
from clabber_audit.records.formats import Record
from clabber_audit.records.notation.draft import written_out
from clabber_audit.records.notation.language import first_round
from clabber_audit.records.notation.tokens import (
    CALL_SHORT,
    CLABBER,
    CONFIDENCE,
    CONTEXT_NUMBER,
    CONTEXT_TEXT,
    KIND_SHORT,
    NO_TURN,
    SOURCE_KIND,
    SOURCE_TEXT,
    STRAIN_SHORT,
    UNWRITTEN,
    cards,
    comment,
    quoted,
    vocabulary,
    whose_turn,
    written,
)

if TYPE_CHECKING:
    from clabber_audit.records import bid_euchre, clabber
    from clabber_audit.records.bid_euchre import BidEuchreRecord, Contract, Exchange
    from clabber_audit.records.bid_euchre import Context as BidEuchreContext
    from clabber_audit.records.bid_euchre import Declaration as BidEuchreDeclaration
    from clabber_audit.records.bid_euchre import Play as BidEuchrePlay

Play: TypeAlias = "ClabberPlay | BidEuchrePlay"


def comments(record: Record, wanted: Callable[[int], bool], clocks: bool) -> list[str]:
    """Return the comments at the moments wanted, with their clocks or without."""
    found = ((note.text, note.at) for note in record.comments if wanted(clock.number(note.at)))
    return [comment(text, at if clocks else None) for text, at in found]


def placed_by_moment(record: Record) -> bool:
    """Return True if the comments are in clock order, so that their places imply their moments."""
    moments = [clock.number(note.at) for note in record.comments]
    return moments == sorted(moments)


def late_comments(record: Record) -> list[str]:
    """Return the comments that no place can say: out of order, or of a moment without a card."""
    if not placed_by_moment(record):
        return comments(record, lambda moment: True, clocks=True)
    last = len(record.plays) if record.plays else -1
    return comments(record, lambda moment: moment > last, clocks=True)


def trick_lines(record: Record, calls: Mapping[int, list[str]]) -> Iterable[str]:
    """Yield the out-of-order tricks, and the trick lines with the calls and comments among the cards."""
    if record.disordered:
        yield f"disordered {' '.join(map(str, record.disordered))}"
    plays: Sequence[Play] = record.plays
    placed = placed_by_moment(record)
    notes: dict[int, list[str]] = {}
    for note in record.comments if placed and plays else ():
        if isinstance(note.at, int) and note.at <= len(plays):
            notes.setdefault(note.at, []).append(comment(note.text))
    suits = {} if isinstance(record, HandRecord) else _named(record.plays)
    follows, annotations = record.seating.follows, Annotations(calls, notes, suits)
    for number, (start, stop) in enumerate(pairwise([*_starts(plays, record.seating), len(plays)]), 1):
        yield _trick(number, plays, range(start, stop), follows, annotations)


class Annotations(NamedTuple):
    """Annotations among the plays, by clock: calls before cards, comments after them, suits named with them."""

    calls: Mapping[int, list[str]]
    notes: Mapping[int, list[str]]
    suits: Mapping[int, str]


def _named(plays: Sequence[BidEuchrePlay]) -> dict[int, str]:
    return {at: f"={play.named.lower()}" for at, play in enumerate(plays) if play.named}


def _starts(plays: Sequence[Play], seating: Seating) -> Iterable[int]:
    """Return the clocks at which tricks begin; cards of seats that are out belong to none (BD-77)."""
    if not seating.out:
        return range(0, len(plays), seating.width)
    starts, missing = [0] if plays else [], seating.width
    for at, play in enumerate(plays):
        counts = not seating.out >> seating.seats.index(play.seat) & 1
        if counts and not missing:
            starts.append(at)
            missing = seating.width
        missing -= counts
    return starts


def meld_lines(record: HandRecord, standing: int) -> Iterable[str]:
    """Return the melds that do not stand among the cards: those after the first so many."""
    melds = record.melds or []
    if record.melds is not None and standing < len(melds):
        yield "melds " + " ".join(_meld(meld, None, "") for meld in melds[standing:])
    if record.melds == []:
        yield "melds none"


def _trick(
    number: int, plays: Sequence[Play], clocks: range, follows: Mapping[str, str], annotations: Annotations
) -> str:
    """Return a trick line: calls before their card, comments after it, those of clock 0 first."""
    calls, notes, suits = annotations
    seat: str = plays[clocks.start].seat
    parts = [f"{number}{seat}", *(notes.get(0, ()) if clocks.start == 0 else ())]
    joins = False
    for count in clocks:
        play = plays[count]
        if count in calls:
            parts += calls[count]
            joins = False
        # A first lead by a seat that is out says whose it is: four cards in a row would tell that everybody plays.
        stray = count == 0 and play.seat not in follows.values()
        if play.seat != seat or count in suits or stray:
            owner = "" if play.seat == seat and not stray else f"{play.seat}:"
            parts.append(f"{owner}{cards([play.card])}{suits.get(count, '')}")
            joins = False
        elif joins:
            parts[-1] += cards([play.card])
        else:
            parts.append(cards([play.card]))
            joins = True
        seat = follows[play.seat]
        if count + 1 in notes:
            parts += notes[count + 1]
            joins = False
    if clocks.stop == len(plays):
        parts += calls.get(len(plays), ())
    return " ".join(parts)


def standing_calls(plays: Sequence[Play], melds: Sequence[Meld]) -> tuple[dict[int, list[str]], int]:
    """Return the calls written among the cards, by clock, and their number: the leading melds in clock order."""
    calls: dict[int, list[str]] = {}
    before = 0
    for index, meld in enumerate(melds):
        first = next((count for count, play in enumerate(plays) if play.seat == meld.seat), None)
        in_turn = meld.announced == "in_turn" and meld.kind != "belle"
        place = first if in_turn else meld.announced
        if not isinstance(place, int) or not before <= place <= len(plays) or not plays:
            return calls, index
        before = place
        follows = place < len(plays) and plays[place].seat == meld.seat
        implied = in_turn or not (follows and place == first and meld.kind != "belle")
        call = _meld(meld, "" if implied else f"@{place}", "" if follows else f"{meld.seat}:")
        calls.setdefault(place, []).append(call)
    return calls, len(melds)


def _meld(meld: Meld, at: str | None, prefix: str) -> str:
    """Return a call with its showing; `at` None for the `melds` line, which has seat and clock."""
    if at is None:
        prefix = f"{meld.seat}:"
        at = "" if meld.announced == "in_turn" else _at(meld.announced)
    shown, moment = cards(meld.cards), ""
    if meld.shown != "in_turn":
        moment = _at(meld.shown)
    if not shown and meld.shown == "never":
        shown, moment = "-", ""
    equals = "=" if shown or moment else ""
    return f"{prefix}+{KIND_SHORT[meld.kind]}{at}{equals}{shown}{moment}"


def _at(moment: int | str | None) -> str:
    return f"@{UNWRITTEN if moment is None else moment}"


def named(names: Mapping[Any, str], order: Iterable[str]) -> str:
    """Names by seat or side, in the order of the table."""
    return " / ".join(f"{owner} {written(names[owner])}" for owner in order if owner in names)


def heading_lines(record: Record, known: frozenset[str], own: Iterable[str] = ()) -> Iterable[str]:
    """Yield the lines about place, source and explicit defaults.

    `known` are the words that a text must quote, since they begin something else; `own` has the context of one game.
    """
    if record.context is not None:
        yield " ".join(["context", *_context(record.context, known), *own])
    if record.source is not None:
        yield f"source {' / '.join(_source(record.source))}".rstrip()
    if names := written_out(record):
        yield f"explicit {' '.join(names)}"


def _context(context: Context, known: frozenset[str]) -> Iterable[str]:
    for key in CONTEXT_TEXT:
        text = getattr(context, key)
        if text is not None:
            words = text.lower() if key == "date" else text
            bare = known.isdisjoint(words.split())
            value = written(text) if bare else quoted(text)
            yield value if key == "date" else f"{key} {value}"
    for key in CONTEXT_NUMBER:
        if getattr(context, key) is not None:
            yield f"{key} {getattr(context, key)}"


def _source(source: Source) -> Iterable[str]:
    if source.kind is not None:
        yield source.kind
    if (text := source.citation) is not None:
        first = text.lower().partition(" ")[0]
        taken = first in SOURCE_TEXT or text.lower() in SOURCE_KIND or text.lower() in CONFIDENCE
        yield quoted(text) if taken else written(text)
    for word, key in SOURCE_TEXT.items():
        if getattr(source, key) is not None:
            yield f"{word} {written(getattr(source, key))}"
    if source.confidence is not None:
        yield source.confidence


def deal_lines(record: Record, order: Sequence[str]) -> Iterable[str]:
    """Return the dealer, the hands and the turned card."""
    deal = record.deal
    hands: Mapping[str, Sequence[str]] = {str(seat): codes for seat, codes in deal.hands.items()}
    cut = f" cut {deal.cut}" if deal.cut is not None else ""
    yield f"deal {deal.dealer}{cut}" + (f" due {deal.due_dealer}" if deal.due_dealer is not None else "")
    for seat in order:
        if seat in hands:
            yield f"{seat} {cards(hands[seat]) or '-'}"
    if "upcard" in deal.model_fields_set:
        yield "up " + (cards([deal.upcard]) if deal.upcard is not None else "?")


def declaration_lines(record: Record, said: Sequence[str]) -> Iterable[str]:
    """Yield the declaration lines, and the comments made before play."""
    placed = placed_by_moment(record)
    if placed:
        yield from comments(record, lambda moment: moment == clock.DEAL, clocks=False)
    yield from said
    if placed:
        yield from comments(record, lambda moment: moment == clock.DECLARING, clocks=not said)


Incident: TypeAlias = "clabber.Incident | bid_euchre.Incident"
Claim: TypeAlias = "clabber.Claim | bid_euchre.Claim"
Laydown: TypeAlias = "clabber.Laydown | bid_euchre.Laydown"


def event_lines(record: Record, said: bool) -> Iterable[str]:
    """Yield the lines of incidents, claims and lay-down; `said` is True if there were calls."""
    here: int | str = len(record.plays)
    if not record.plays:
        here = "declaring" if said else "deal"
    for incident in record.incidents:
        yield _incident(incident, here)
    for claim in record.claims:
        yield _claim(claim, here)
    if record.laydown is not None:
        yield _laydown(record.laydown, here)
    yield from late_comments(record)


def _clock(at: int | str | None, here: int | str) -> str:
    if at is None:
        return " @-"
    return "" if at == here else f" @{at}"


def _incident(incident: Incident, here: int | str) -> str:
    values = {
        "": incident.seat,
        "to ": incident.to,
        "card ": None if incident.card is None else cards([incident.card]),
        "trick ": incident.trick,
        "quote ": None if incident.quote is None else quoted(incident.quote),
        "called ": incident.called,
    }
    words = [f"{word}{value}" for word, value in values.items() if value is not None]
    return " ".join(["incident", incident.kind, *words]) + _clock(incident.at, here)


def _claim(claim: Claim, here: int | str) -> str:
    words = ["claim", claim.by or "-", "against", claim.against]
    if claim.infraction is not None:
        words.append(claim.infraction)
    if claim.trick is not None:
        words.append(f"trick {claim.trick}")
    words += [word for word in ("reviewed", "withdrawn") if getattr(claim, word)]
    return " ".join(words) + _clock(claim.at, here)


def _laydown(laydown: Laydown, here: int | str) -> str:
    agreed = " agreed" if laydown.agreed else ""
    order = f" order {cards(laydown.order)}" if laydown.order else ""
    return f"laydown {laydown.by}{agreed}{order}{_clock(laydown.at, here)}"


def remark_lines(record: Record) -> Iterable[str]:
    """Return the remarks, kept and never interpreted."""
    for remark in record.remarks:
        yield f"remark {written(remark)}"


_SIDES: Final = get_args(Side)


def _family_lines(record: BidEuchreRecord) -> Iterable[str]:
    """Yield the lines of a hand of the Bid Euchre family, in canonical order."""
    yield from ("bid-euchre 1", f"hand {record.id}", f"rules {record.ruleset}")
    yield from _table(record)
    if record.teams:
        yield f"teams {named(record.teams, _SIDES)}"
    yield from heading_lines(record, vocabulary(tuple(record.seats)).context, _of_context(record.context))
    yield from (
        _by_side(key, numbers) for key in ("before", "hickeys", "burns") if (numbers := getattr(record, key))
    )
    yield from deal_lines(record, record.seats)
    if record.deal.blind is not None:
        yield f"blind {cards(record.deal.blind) or '-'}"
    said = list(_declaring_lines(record))
    yield from declaration_lines(record, said)
    yield from trick_lines(record, {})
    yield from event_lines(record, bool(said))
    yield from (_by_side(key, numbers) for key in ("score", "after") if (numbers := getattr(record, key)))
    if record.sheet:
        yield _by_side("sheet", {side: f"tricks {line.tricks}" for side, line in record.sheet.items()})
    yield from remark_lines(record)


def _of_context(context: BidEuchreContext | None) -> Iterable[str]:
    if context and context.stakes is not None:
        yield f"stakes {context.stakes.game} {context.stakes.set}"
    if context and context.moved is not None:
        yield f"moved {context.moved}"


def _table(record: BidEuchreRecord) -> Iterable[str]:
    """Yield the pack and the seats, with the names of the players."""
    each = "" if record.cards_each is None else f" each {record.cards_each}"
    if record.pack_name != USUAL_PACK or each:
        yield f"pack {record.pack_name}{each}"
    players = {str(seat): _name(name) for seat, name in record.players.items()}
    if tuple(record.seats) != COMPASS:
        yield "seats " + " / ".join(f"{seat} {players.get(seat, '-')}" for seat in record.seats)
    elif players:
        yield "seats " + " / ".join(f"{seat} {players[seat]}" for seat in COMPASS if seat in players)


def _name(name: str) -> str:
    """Quote a bare hyphen, which would stand for no name."""
    return quoted(name) if name == "-" else written(name)


def _by_side(key: str, values: Mapping[Any, int | str], sides: Sequence[Any] = _SIDES) -> str:
    # A side of the sheet may stand without any number.
    return " ".join([key, *(f"{side} {values[side]}".rstrip() for side in sides if side in values)])


def _declaring_lines(record: BidEuchreRecord) -> Iterable[str]:
    if record.declarations is not None:
        yield from _declarations(record, record.declarations)
    if record.exchanges is not None:
        yield "give " + (" / ".join(map(_exchange, record.exchanges)) or "none")
    if record.contract is not None:
        yield _contract(record.contract)


def _declarations(record: BidEuchreRecord, said: Sequence[BidEuchreDeclaration]) -> Iterable[str]:
    """Yield the lines of calls, trumps and departures, in their order."""
    if not said:
        yield "calls none"
    before: list[tuple[str, str]] = []
    for line, group in groupby(said, lambda one: one.call if one.call in ("trump", "out") else "calls"):
        if line == "calls":
            yield f"calls {' '.join(_call_words(record, list(group), before))}"
        elif line == "out":
            yield f"out {' '.join(f'{one.seat}{_when(one)}' for one in group)}"
        else:
            yield from map(_trump, group)


def _call_words(
    record: BidEuchreRecord, said: Sequence[BidEuchreDeclaration], before: list[tuple[str, str]]
) -> Iterable[str]:
    """Return some calls in a row, after those `before`, to which they are added.

    The seat is named where it is not the one whose turn it is; and, for the eye, after a call that takes no turn.
    """
    left = vocabulary(tuple(record.seats)).left
    for one in said:
        in_turn = one.seat == whose_turn(before, record.deal.dealer, left)
        aside = one.call in NO_TURN or (bool(before) and before[-1][1] in NO_TURN)
        owner = "" if in_turn and not aside else f"{one.seat}:"
        shown = "" if one.cards is None else f"={cards(one.cards) or '-'}"
        before.append((one.seat, one.call))
        yield f"{owner}{CALL_SHORT.get(one.call, one.call.lower())}{shown}{_when(one)}"


def _when(said: BidEuchreDeclaration) -> str:
    return "" if said.at is None else f"@{said.at}"


def _trump(said: BidEuchreDeclaration) -> str:
    alone, at = " alone" if said.alone else "", f" {_when(said)}" if said.at is not None else ""
    return f"trump {said.seat} {STRAIN_SHORT[said.trump or 'NT']}{alone}{at}"


def _exchange(exchange: Exchange) -> str:
    return f"{exchange.giver}>{exchange.taker} {cards(exchange.cards)}"


def _contract(contract: Contract) -> str:
    parts = ["contract", contract.maker, str(contract.tricks)]
    if contract.kind != "bid":
        parts.append(CALL_SHORT.get(contract.kind, contract.kind))
    if contract.trump is not None:
        parts.append(STRAIN_SHORT[contract.trump])
    parts += [word for word in ("alone", "forced") if getattr(contract, word)]
    return " ".join(parts)


_CALL_SHORT: Final = {"pass": "p", "play": "play", "C": "c", "D": "d", "H": "h", "S": "s"}


def write(record: Record) -> str:
    """Return the canonical text of a hand, ending with a newline; reading it gives back the identical record."""
    lines = _lines(record) if isinstance(record, HandRecord) else _family_lines(record)
    return "\n".join(lines) + "\n"


def _lines(record: HandRecord) -> Iterable[str]:
    """Yield the lines of a hand of Clabber, in canonical order."""
    yield from ("clabber 1", f"hand {record.id}")
    if "ruleset" in record.model_fields_set:
        yield f"rules {record.ruleset}"
    if record.players:
        yield f"seats {named(record.players, SEATS)}"
    if record.teams:
        yield f"teams {named(record.teams, TEAMS)}"
    yield from heading_lines(record, CLABBER.context)
    yield from deal_lines(record, SEATS)
    said = list(_clabber_calls(record))
    calls, standing = standing_calls(record.plays, record.melds or [])
    yield from declaration_lines(record, said)
    yield from trick_lines(record, calls)
    yield from meld_lines(record, standing)
    yield from event_lines(record, bool(said))
    if record.score:
        yield _by_side("score", record.score, TEAMS)
    if record.sheet:
        yield _by_side("sheet", {team: _sheet_line(line) for team, line in record.sheet.items()}, TEAMS)
    yield from remark_lines(record)


def _clabber_calls(record: HandRecord) -> Iterable[str]:
    if record.declarations is not None:
        yield "calls " + (" ".join(_calls(record.deal.dealer, record.declarations)) or "none")
    if record.contract is not None:
        yield f"contract {record.contract.maker} {SUITS[record.contract.trump]}"


def _calls(dealer: str, declarations: list[Declaration]) -> Iterable[str]:
    end = first_round([declaration.seat for declaration in declarations])
    seat = CLABBER.left[dealer]
    for index, declaration in enumerate(declarations):
        if index == end:
            yield "/"
        prefix = "" if declaration.seat == seat else f"{declaration.seat}:"
        suffix = "" if declaration.round is None else f".{declaration.round}"
        yield f"{prefix}{_CALL_SHORT[declaration.call]}{suffix}"
        seat = CLABBER.left[declaration.seat]


def _sheet_line(line: SheetLine) -> str:
    names = {"cards": "cards", "last_trick": "last", "melds": "melds", "belle": "belle"}
    return " ".join(
        f"{name} {getattr(line, key)}" for key, name in names.items() if key in line.model_fields_set
    )
