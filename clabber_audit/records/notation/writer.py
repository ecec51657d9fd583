"""Canonical `.clab` text of a record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any, Final, TypeAlias, get_args

from clabber_audit.cards import DEAL, DECLARING, clock_of
from clabber_audit.records.accounts import Edit, apply_edits, edits_of
from clabber_audit.records.base import AccountVersion, Source
from clabber_audit.records.bid_euchre_words import COMPASS, USUAL_PACK, Side
from clabber_audit.records.clabber import HandRecord, Meld
from clabber_audit.records.formats import Record, record_data
from clabber_audit.records.notation import lines
from clabber_audit.records.notation import tokens as lexer
from clabber_audit.records.notation.accounts import LAST, Base, parse_tellers
from clabber_audit.records.notation.draft import HandText, RecordDraft, explicit_words
from clabber_audit.records.notation.language import grammar_of, vocabulary_of
from clabber_audit.records.notation.tokens import cards, comment, quote_if_needed, quote_text

_SIDES: Final = get_args(Side)
#: A name that stands without quotes.
_BARE: Final = re.compile(r"[^\s\"{};:/]+")
#: A `Play`, `Incident`, `Claim` or `Laydown` of either game.
Part: TypeAlias = Any


def write(record: Record) -> str:
    """Return the canonical text of a hand, ending with a newline; reading it gives back the identical record."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    """Yield the lines of a hand in canonical order."""
    yield f"{grammar_of(record.format).frame} 1"
    yield f"hand {record.id}"
    if "ruleset" in record.model_fields_set:
        yield f"rules {record.ruleset}"
    yield from _table(record)
    if record.teams:
        yield f"teams {' / '.join(f'{side} {quote_if_needed(name)}' for side, name in record.teams.items())}"
    if record.context is not None:
        yield " ".join(["context", *_context(record.context, vocabulary_of(record).context)])
    if record.source is not None:
        yield f"source {' / '.join(_source(record.source))}".rstrip()
    if words := explicit_words(record):
        yield f"explicit {' '.join(words)}"
    yield from _format_by_sides(record, "before", "hickeys", "burns")
    yield from _deal(record)
    calls = list(_clabber_calls(record) if isinstance(record, HandRecord) else _family_calls(record))
    yield from _notes(record, DEAL)
    yield from calls
    yield from _notes(record, DECLARING, with_clock=not calls)
    melds: Sequence[Meld] | None = getattr(record, "melds", None)
    among, standing = _melds_among_cards(record.plays, melds or ())
    yield from _tricks(record, among)
    if melds and standing < len(melds):
        yield "melds " + " ".join(_meld(meld, None, "") for meld in melds[standing:])
    elif melds == []:
        yield "melds none"
    yield from _events(record, len(record.plays) or ("declaring" if calls else "deal"))
    yield from account_lines(record)
    if not _is_in_order(record):
        yield from (comment(note.text, note.at) for note in record.comments)
    elif record.comments:
        last = len(record.plays) or -1
        yield from (comment(one.text, one.at) for one in record.comments if clock_of(one.at) > last)
    yield from _format_by_sides(record, "score", "after")
    if record.sheet:
        words = ["sheet"]
        for side, line in record.sheet.items():
            noted = line.model_fields_set
            known = [(key, word) for key, word in lexer.SHEET_SHORT.items() if key in noted]
            words += [side, *(f"{word} {getattr(line, key)}" for key, word in known)]
        yield " ".join(words)
    for remark in record.remarks:
        yield f"remark {quote_if_needed(remark)}"


def _format_by_sides(record: Record, *keys: str) -> Iterator[str]:
    for key in keys:
        if numbers := record.__dict__.get(key):
            yield " ".join([key, *(f"{side} {number}" for side, number in numbers.items())])


def _table(record: Record) -> Iterator[str]:
    """Yield the pack and the seats, with the names of the players."""
    names, whole = {str(seat): quote_if_needed(name) for seat, name in record.players.items()}, False
    if not isinstance(record, HandRecord):
        each = "" if record.cards_each is None else f" each {record.cards_each}"
        if record.pack_name != USUAL_PACK or each:
            yield f"pack {record.pack_name}{each}"
        # A bare hyphen stands for a seat without a name.
        names = {seat: quote_text(name) if name == "-" else name for seat, name in names.items()}
        whole = tuple(record.seats) != COMPASS
    seated = [f"{seat} {names.get(seat, '-')}" for seat in record.seating.seats if whole or seat in names]
    if seated:
        yield f"seats {' / '.join(seated)}"


def _context(context: Any, known: frozenset[str]) -> Iterator[str]:
    """Yield the words of a context; `known` are those that a text must quote, since they begin something else."""
    for key in lexer.CONTEXT_TEXT:
        if (text := getattr(context, key)) is not None:
            words = text.lower() if key == "date" else text
            value = quote_if_needed(text) if known.isdisjoint(words.split()) else quote_text(text)
            yield value if key == "date" else f"{key} {value}"
    for key in (*lexer.CONTEXT_NUMBER, "moved"):
        if key == "moved" and (stakes := getattr(context, "stakes", None)) is not None:
            yield f"stakes {stakes.game} {stakes.set}"
        if getattr(context, key, None) is not None:
            yield f"{key} {getattr(context, key)}"


def _source(source: Source) -> Iterator[str]:
    if source.kind is not None:
        yield source.kind
    if (text := source.citation) is not None:
        words = {*lexer.SOURCE_KIND, *lexer.CONFIDENCE}
        taken = text.lower() in words or text.lower().partition(" ")[0] in lexer.SOURCE_TEXT
        yield quote_text(text) if taken else quote_if_needed(text)
    for word, key in lexer.SOURCE_TEXT.items():
        if getattr(source, key) is not None:
            yield f"{word} {quote_if_needed(getattr(source, key))}"
    if source.confidence is not None:
        yield source.confidence


def _deal(record: Record) -> Iterator[str]:
    """Yield the dealer, the hands, the turned card and the blind."""
    deal: Any = record.deal
    yield f"deal {deal.dealer}{lines.format_clauses(deal, lines.DEAL_CLAUSES)}"
    for seat, codes in deal.hands.items():
        yield f"{seat} {cards(codes) or '-'}"
    if "upcard" in deal.model_fields_set:
        yield "up " + (cards([deal.upcard]) if deal.upcard is not None else "?")
    if getattr(deal, "blind", None) is not None:
        yield f"blind {cards(deal.blind) or '-'}"


# Comments: at their moments if those are in clock order, else after the events, each with its clock


def _is_in_order(record: Record) -> bool:
    moments = [clock_of(note.at) for note in record.comments]
    return moments == sorted(moments)


def _notes(record: Record, moment: int, with_clock: bool = False) -> Iterator[str]:
    """Yield the comments of a moment before the first card."""
    for note in record.comments if _is_in_order(record) else ():
        if clock_of(note.at) == moment:
            yield comment(note.text, note.at if with_clock else None)


# Calls and contracts


def _clabber_calls(record: HandRecord) -> Iterator[str]:
    if record.declarations is not None:
        words, seat = [], lexer.CLABBER.left[record.deal.dealer]
        end = lines.first_round([declaration.seat for declaration in record.declarations])
        for index, declaration in enumerate(record.declarations):
            prefix = "" if declaration.seat == seat else f"{declaration.seat}:"
            suffix = "" if declaration.round is None else f".{declaration.round}"
            words += ["/"] if index == end else []
            words.append(f"{prefix}{_call_word(declaration.call)}{suffix}")
            seat = lexer.CLABBER.left[declaration.seat]
        yield f"calls {' '.join(words) or 'none'}"
    if record.contract is not None:
        yield f"contract {record.contract.maker} {lexer.STRAIN_SHORT[record.contract.trump]}"


def _family_calls(record: Any) -> Iterator[str]:
    """Yield the lines of calls, trumps and departures in their order, of exchanges and of the contract."""
    if record.declarations == []:
        yield "calls none"
    before: list[tuple[str, str]] = []
    calls = record.declarations or ()
    for line, group in groupby(calls, lambda call: call.call if call.call in ("trump", "out") else "calls"):
        if line == "calls":
            yield f"calls {' '.join(_call_words(record, group, before))}"
        elif line == "out":
            yield f"out {' '.join(f'{call.seat}{_format_clock(call.at, None)}' for call in group)}"
        else:
            for call in group:
                alone = " alone" if call.alone else ""
                yield f"trump {call.seat} {lexer.STRAIN_SHORT[call.trump or 'NT']}{alone}{_format_clock(call.at, None, ' ')}"
    if record.exchanges is not None:
        passed = (f"{one.giver}>{one.taker} {cards(one.cards)}" for one in record.exchanges)
        yield "give " + (" / ".join(passed) or "none")
    if (contract := record.contract) is not None:
        parts = ["contract", contract.maker, str(contract.tricks)]
        if contract.kind != "bid":
            parts.append(lexer.CALL_SHORT.get(contract.kind, contract.kind))
        if contract.trump is not None:
            parts.append(lexer.STRAIN_SHORT[contract.trump])
        yield " ".join(parts + [word for word in ("alone", "forced") if getattr(contract, word)])


def _call_words(record: Any, calls: Iterable[Any], before: list[tuple[str, str]]) -> Iterator[str]:
    """Yield the words of consecutive calls, and add these to the calls `before`.

    The seat is named if it is not the one in turn; and, for legibility, after a call that takes no turn.
    """
    left = lexer.vocabulary(tuple(record.seats)).left
    for call in calls:
        in_turn = call.seat == lexer.find_turn(before, record.deal.dealer, left)
        aside = call.call in lexer.NO_TURN or (bool(before) and before[-1][1] in lexer.NO_TURN)
        owner = "" if in_turn and not aside else f"{call.seat}:"
        shown = "" if call.cards is None else f"={cards(call.cards) or '-'}"
        before.append((call.seat, call.call))
        yield f"{owner}{_call_word(call.call)}{shown}{_format_clock(call.at, None)}"


def _call_word(call: str) -> str:
    return lexer.CALL_SHORT.get(call, call.lower())


# Tricks, and the melds among their cards


def _tricks(record: Record, calls: Mapping[int, list[str]]) -> Iterator[str]:
    """Yield the out-of-order tricks, and the trick lines with the calls and comments among the cards."""
    if record.disordered:
        yield f"disordered {' '.join(map(str, record.disordered))}"
    plays: Sequence[Part] = record.plays
    notes: dict[int, list[str]] = {}
    for note in record.comments if plays and _is_in_order(record) else ():
        if isinstance(note.at, int) and note.at <= len(plays):
            notes.setdefault(note.at, []).append(comment(note.text))
    seating = record.seating
    starts = [*range(0, len(plays), seating.width)]
    if seating.out:
        # Cards of seats that are out belong to no trick (BD-77).
        starts, missing = [0] if plays else [], seating.width
        for at, play in enumerate(plays):
            counts = not seating.out >> seating.seats.index(play.seat) & 1
            if counts and not missing:
                starts.append(at)
                missing = seating.width
            missing -= counts
    for number, (start, stop) in enumerate(pairwise([*starts, len(plays)]), 1):
        yield _trick(number, record, range(start, stop), calls, notes)


def _trick(
    number: int, record: Record, clocks: range, calls: Mapping[int, list[str]], notes: Mapping[int, list[str]]
) -> str:
    """Return a trick line: calls before their card, comments after it, those of clock 0 first."""
    plays: Sequence[Part] = record.plays
    follows = record.seating.follows
    seat: str = plays[clocks.start].seat
    parts = [f"{number}{seat}", *(notes.get(0, ()) if clocks.start == 0 else ())]
    joins = False
    for count in clocks:
        play = plays[count]
        if count in calls:
            parts += calls[count]
            joins = False
        named = getattr(play, "named", None)
        suit = f"={named.lower()}" if named else ""
        # A first lead by a seat that is out names it: four cards in a row would mean that everybody plays.
        stray = count == 0 and play.seat not in follows.values()
        if play.seat != seat or suit or stray:
            owner = "" if play.seat == seat and not stray else f"{play.seat}:"
            parts.append(f"{owner}{cards([play.card])}{suit}")
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


def _melds_among_cards(plays: Sequence[Part], melds: Sequence[Meld]) -> tuple[dict[int, list[str]], int]:
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
        at = _meld_clock(meld.announced)
    shown, moment = cards(meld.cards), _meld_clock(meld.shown)
    if not shown and meld.shown == "never":
        shown, moment = "-", ""
    equals = "=" if shown or moment else ""
    return f"{prefix}+{lexer.KIND_SHORT[meld.kind]}{at}{equals}{shown}{moment}"


def _meld_clock(moment: int | str | None) -> str:
    return "" if moment == "in_turn" else f"@{lexer.UNWRITTEN if moment is None else moment}"


# Incidents, claims and lay-down


def _format_clock(moment: int | str | None, here: int | str | None, before: str = "") -> str:
    """Return the clock of an event after `before`; nothing for the moment of its place."""
    return "" if moment == here else f"{before}@{'-' if moment is None else moment}"


def _events(record: Record, here: int | str) -> Iterator[str]:
    """Yield the lines of incidents, claims, agreements and lay-down; `here` is the moment of the last line before them."""

    def tail(event: Part, clauses: Sequence[lines.Clause]) -> str:
        return f"{lines.format_clauses(event, clauses)}{_format_clock(event.at, here, ' ')}"

    for event in record.incidents:
        seat = "" if event.seat is None else f" {event.seat}"
        yield f"incident {event.kind}{seat}{tail(event, lines.INCIDENT)}"
    for claim in record.claims:
        infraction = "" if claim.infraction is None else f" {claim.infraction}"
        yield f"claim {claim.by or '-'} against {claim.against}{infraction}{tail(claim, lines.CLAIM)}"
    for agreement in record.agreements:
        text = "" if agreement.text is None else f" {quote_text(agreement.text)}"
        yield f"agreed {agreement.what}{text}{tail(agreement, lines.AGREEMENT)}"
    if (laydown := record.laydown) is not None:
        agreed = " agreed" if laydown.agreed else ""
        order = f" order {cards(laydown.order)}" if laydown.order else ""
        yield f"laydown {laydown.by}{agreed}{order}{_format_clock(laydown.at, here, ' ')}"


# Accounts


def account_lines(record: Any) -> Iterator[str]:
    """Yield the lines of the accounts of a record."""
    for account in record.accounts:
        yield f"account {quote_if_needed(account.about)}"
        for version in account.versions:
            tellers = " ".join(_name(record, teller) for teller in version.told_by)
            yield f"says {tellers}: {version_text(record, version, exact=True)}"
        if (found := account.found) is None:
            continue
        # The first teller of the version that is not told an earlier one, else its number.
        before = [one for version in account.versions[: found.version - 1] for one in version.told_by]
        own = [one for version in account.versions[found.version - 1 :][:1] for one in version.told_by]
        first = next((one for one in own if not re.fullmatch(r"v[1-9]", one)), None)
        who = f"v{found.version}" if first is None or first in before else _name(record, first)
        day = f" on {found.on}" if found.on is not None else ""
        by = found.by if _BARE.fullmatch(found.by) else quote_text(found.by)
        yield f"believed {who} by {by}{day} because {quote_text(found.because)}"


def _name(record: Any, teller: str) -> str:
    """Return a teller as typed: bare if that reads back as the same one."""
    is_bare = _BARE.fullmatch(teller) and parse_tellers(teller, 0, _draft_of(record)) == [teller]
    return teller if is_bare else quote_text(teller)


def _draft_of(record: Any) -> RecordDraft:
    """Return an empty draft at the table of a record."""
    return RecordDraft(HandText("", 1), record.format, vocabulary_of(record), record.seating)


def version_text(record: Any, version: AccountVersion, *, exact: bool = False) -> str:
    """Return the changes of a version as typed: `as written`, or lines of the hand separated by `/`.

    With `exact`, reading it gives back the same pointers, not only the same hand.
    """
    reader = grammar_of(record.format).reader
    base = Base(record_data(record, without={"accounts"}), _draft_of(record), reader)
    changes, last = list[str](), ""
    for edit in edits_of(version, ()):
        candidates = _candidates(base, edit, record)
        text = next((text for text in candidates if base.reads_back(text, edit, exact)), "")
        if text.split(" ")[0] in LAST and not last:
            last = text
        elif text and text.split(" ")[0] not in LAST:
            changes.append(text)
        elif edit.removes:
            changes.append(f"remove {quote_text(edit.key)}")
        else:
            value = json.dumps(edit.value, ensure_ascii=False)
            changes.append(f"set {quote_text(edit.key)} {quote_text(value)}")
    return " / ".join(filter(None, (*changes, last))) or "as written"


def _candidates(base: Base, edit: Edit, record: Any) -> Iterator[str]:
    """Yield the texts that may stand for a change, the best first."""
    path, value = edit.path, edit.value
    if edit.removes:
        if path[0] in ("claims", "incidents") and len(path) == 2:
            yield f"without {str(path[0])[:-1]} {int(path[1]) + 1}"
        elif path[0] == "melds" and len(path) == 2:
            meld = base.data["melds"][int(path[1])]
            yield f"without {meld['seat']}:+{lexer.KIND_SHORT[meld['kind']]}"
        elif len(path) == 1:
            yield f"without {path[0]}"
        return
    if path[0] == "plays" and len(path) == 3 and path[2] == "card":
        at = int(path[1])
        card = "?" if value is None else str(value).lower()
        yield f"{record.seating.trick_of(at)}.{record.seating.place_of(at) + 1} {card}"
        return
    if path[0] in ("claims", "incidents") and len(path) == 3:
        head = f"{str(path[0])[:-1]} {int(path[1]) + 1}"
        words = (f"@{value}", f"{path[2]} {value}", str(value), str(path[2]), f"not {path[2]}")
        yield from (f"{head} {word}" for word in words)
        return
    try:
        changed = type(record).model_validate(apply_edits(base.data, [edit]))
    except (ValueError, LookupError, TypeError, AttributeError):
        return
    before = set(write(type(record).model_validate(base.data)).splitlines())
    new = [line for line in write(changed).splitlines() if line not in before]
    for line in new:
        yield line
        yield from (f"also {line}{clock}" for clock in ("", " @-", *_clocks(value)))
        yield from (f"also {word}" for word in line.split() if ":+" in word)
    if path[0] == "melds":
        for word in _melds_typed(changed, path):
            yield word
            yield f"also {word}"


def _clocks(value: Any) -> list[str]:
    part = value[-1] if isinstance(value, list) and value else value
    at = part.get("at") if isinstance(part, dict) else None
    return [] if at is None else [f" @{at}"]


def _melds_typed(changed: Any, path: Any) -> Iterator[str]:
    """Yield a meld that was set, and all of them, as typed."""
    melds = changed.melds or []
    if len(path) == 1:
        yield f"melds {' '.join(_meld(meld, None, '') for meld in melds) or 'none'}"
        return
    place = len(melds) - 1 if path[1] == "-" else int(path[1])
    yield _meld(melds[place], None, "")
