"""Tokens, words and parse errors of `.clab`."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, get_args

from clabber_audit.cards import (
    CODES,
    JOKER,
    PACK,
    SEAT_NAMES,
    SEATING,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    Pack,
    Seating,
)
from clabber_audit.core.errors import UsageError, printable
from clabber_audit.core.text import inflect
from clabber_audit.records import bid_euchre_words, incidents
from clabber_audit.records import vocabulary as words

_STRING = r'"(?:[^"\\]|\\.)*+"'
_TOKEN: Final = re.compile(
    r'[^\s"{};]++|'
    + _STRING
    + r'|"(?:[^"\\]|\\.)*+'  # a quote that is not closed takes the rest of the line
    + r"|\{\s*+(?:@[\w.-]{1,9}\s++)?" + _STRING + r"\s*+\}"
    + r"|\{[^}]*+\}?"
    + r"|;.*"
    + r"|\S"
)  # fmt: skip
_QUOTED: Final = re.compile(_STRING)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)


def split(line: str) -> list[str]:
    return _TOKEN.findall(line)


def columns(line: str) -> list[int]:
    """Return the columns, from 1, of each token of a line and of its end."""
    return [match.start() + 1 for match in _TOKEN.finditer(line)] + [len(line.rstrip()) + 1]


def is_quoted(text: str) -> bool:
    """Return True if a text is one closed quotation and nothing else."""
    return text[:1] == '"' and _QUOTED.fullmatch(text) is not None


def quote_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def quote_if_needed(text: str) -> str:
    """Return a text as canonical notation writes it: bare if that reads back as the same text, else in quotes."""
    special = not text or any(mark in text for mark in '"{};/')
    return quote_text(text) if special or " ".join(text.split()) != text else text


def person(name: str) -> str:
    """Return a seat, or the name of a person, in quotes unless it is one capitalized word."""
    bare = name in ANY_SEAT.values() or (_BARE_NAME.fullmatch(name) and name.lower() not in NO_NAMES)
    return name if bare else quote_text(name)


def comment(text: str, clock: int | str | None = None) -> str:
    """Return a comment in braces, with its clock if its place does not imply it."""
    bare = text and text == text.strip() and text[0] not in '"@' and "}" not in text
    body = text if bare else quote_text(text)
    return f"{{{body}}}" if clock is None else f"{{@{clock} {body}}}"


def cards(codes: Iterable[str | None]) -> str:
    """Return cards without blanks between them; `??` is an unknown card."""
    return "".join("??" if code is None else code.lower() for code in codes)


_OPEN_SYMBOLS = {"C": "♧", "D": "♢", "H": "♡", "S": "♤"}


def _cards_spelled(codes: Iterable[str]) -> dict[str, str | None]:
    """Return every spelling of every card, and the two of an unknown card."""
    spelled: dict[str, str | None] = {}
    for code in codes:
        rank, suit = code[0], code[1]
        ranks = [rank, rank.lower(), *(["10"] if rank == "T" else [])]
        suits = [] if code == JOKER else [suit, suit.lower(), SUIT_SYMBOLS[suit], _OPEN_SYMBOLS[suit]]
        spellings = [rank + suit for rank in ranks for suit in suits] or [code, code.lower()]
        spelled |= dict.fromkeys(spellings, code)
    return {**spelled, "?": None, "??": None}


def _seats_spelled(seats: Iterable[str]) -> dict[str, str]:
    return {
        spelling: seat
        for seat in seats
        for name in (seat, SEAT_NAMES.get(seat, seat))
        for spelling in (name, name.lower(), name.upper())
    }


def _sides_spelled(sides: Iterable[Sequence[str]]) -> dict[str, str]:
    return {
        spelling: "".join(seats)
        for seats in sides
        for lower in [[seat.lower() for seat in seats]]
        for spelling in ("".join(seats), *(mark.join(lower) for mark in ("", "-", "/")))
    }


def _heads_spelled(seats: Iterable[str], last: int) -> dict[str, tuple[int, str | None]]:
    """Return the beginnings of trick lines, with or without the leader."""
    leaders = {"": None, **{spelling: seat for seat in seats for spelling in (seat, seat.lower())}}
    numbers = range(1, last + 1)
    return {f"{at}{word}": (at, seat) for at in numbers for word, seat in leaders.items()}


def _spellings(literal: Any) -> dict[str, str]:
    """Return the words of a literal type, with hyphens or underscores between their parts."""
    return {
        spelling: word
        for word in get_args(literal)
        for spelling in (word, word.replace("_", "-"), word.replace("-", "_"))
    }


def _moments_spelled(last: int) -> dict[str, int | str]:
    named = {word: word for word in ("deal", "declaring", "turned", "scored")}
    return {**named, **{str(count): count for count in range(last + 1)}}


@cache
def moments_by_trick(seating: Seating) -> dict[str, int | str]:
    """Return the clocks by trick and card: `2.3` is after the third card of the second trick."""
    tricks, cards = range(1, seating.each + 1), range(seating.width + 1)
    return {f"{trick}.{card}": seating.clocks_of(trick).start + card for trick in tricks for card in cards}


def _index_by_spelling(words: Mapping[str, str]) -> dict[str, str]:
    return {spelling: word for word, spellings in words.items() for spelling in spellings.split()}


TEAM: Final = _sides_spelled(("NS", "EW"))
SUIT: Final[dict[str, str]] = {
    spelling: suit
    for suit, name in SUIT_NAMES.items()
    for spelling in (suit.lower(), name, name[:-1], SUIT_SYMBOLS[suit], _OPEN_SYMBOLS[suit])
}
_NO_TRUMP: Final = dict.fromkeys(("notrump", "no-trump", "notrumps", "nt"), "NT")
STRAIN: Final[dict[str, str]] = {**SUIT, **_NO_TRUMP, "high": "HIGH", "low": "LOW"}
#: Strains in canonical text.
STRAIN_SHORT: Final = {**SUIT_NAMES, "NT": "notrump", "HIGH": "high", "LOW": "low"}
CALL: Final[dict[str, str]] = {"p": "pass", "pass": "pass", "play": "play", "accept": "play", **SUIT}
KIND: Final = _index_by_spelling(
    {
        "dad": "dad",
        "fifty": "50 fifty",
        "hundred": "100 hundred",
        "two_hundred": "200 two_hundred two-hundred mule mules four-boys fourboys",
        "belle": "belle bella bell beller",
    }
)
#: Melds in canonical text.
KIND_SHORT: Final = {"dad": "dad", "fifty": "50", "hundred": "100", "two_hundred": "200", "belle": "belle"}
MARK: Final = _index_by_spelling(
    {"XX": "xx", "XXX": "xxx set hick hicked turkey-tracks", "-": "-", "--": "--", "R": "r renege"}
)
SOURCE_KIND: Final[dict[str, str]] = {word: word for word in get_args(words.SourceKind)}
CONFIDENCE: Final[dict[str, str]] = {word: word for word in get_args(words.Confidence)}
#: The words that begin a part of a `source` line, and the keys they stand for.
SOURCE_TEXT: Final = {"by": "recorded_by", "dated": "date_as_written", "note": "note"}
CONTEXT_TEXT: Final = ("date", "league", "season", "venue")
CONTEXT_NUMBER: Final = ("round", "table", "game", "hand")
#: The words of the `sheet` line in canonical text, by the keys of a record.
SHEET_SHORT: Final = {
    "cards": "cards", "last_trick": "last", "melds": "melds", "belle": "belle", "tricks": "tricks",
}  # fmt: skip
NONE: Final = frozenset(("none", "-"))
#: Words for the announcement and showing of a meld.
MELD_CLOCK: Final[dict[str, int | str]] = {
    **_moments_spelled(SEATING.end), "turn": "in_turn", "in_turn": "in_turn", "never": "never",
}  # fmt: skip
#: Things that a table may agree on.
AGREED: Final = _spellings(words.Agreed)
#: Words of a claim, which end a list of names.
RESERVED: Final = frozenset(("trick", "reviewed", "by", "withdrawn", "watched", "order"))
#: Unrecorded moment.
UNWRITTEN: Final = "?"
#: The most calls, plays, melds, incidents and claims of a record.
MOST_ENTRIES: Final = 64

#: Calls of the Bid Euchre family in canonical text; a number is written as it is.
CALL_SHORT: Final = {
    "pass": "p",
    "small_pepper": "sp",
    "big_pepper": "bp",
    "ace_no_face": "anf",
    "four_of_a_kind": "four",
}
SPOKEN: Final = [call for call in get_args(bid_euchre_words.Call) if call not in ("trump", "out")]
CALL_WORDS: Final[dict[str, str]] = {
    spelling: call
    for call in SPOKEN
    for spelling in (call.lower(), call.replace("_", "-").lower(), CALL_SHORT.get(call, call).lower())
}
_KINDS: Final = get_args(bid_euchre_words.ContractKind)
KIND_WORDS: Final = _spellings(bid_euchre_words.ContractKind) | {
    word: call for word, call in CALL_WORDS.items() if call in _KINDS
}
NO_TURN: Final = frozenset(get_args(bid_euchre_words.OutOfTurn))
#: Every seat of every table.
ANY_SEAT: Final = _seats_spelled(get_args(bid_euchre_words.Seat))
#: Beginnings of trick lines of the Bid Euchre family.
HEADS: Final = _heads_spelled(get_args(bid_euchre_words.Seat), MOST_ENTRIES)
_BARE_NAME: Final = re.compile(r"[A-Z][a-z]+")
#: Words that would be read as something else than a name.
NO_NAMES: Final = frozenset((*RESERVED, *ANY_SEAT, *TEAM))


class Vocabulary(NamedTuple):
    """Accepted spellings at one table, and the help for errors."""

    card: Mapping[str, str | None]
    card_help: str
    seat: Mapping[str, str]
    #: The seat at the left of each.
    left: Mapping[str, str]
    seats_text: str
    side: Mapping[str, str]
    sides_text: str
    #: Beginnings of trick lines: number and, with or without a blank, the leader.
    head: Mapping[str, tuple[int, str | None]]
    clock: Mapping[str, int | str]
    clock_help: str
    incident: Mapping[str, str]
    infraction: Mapping[str, str]
    mark: Mapping[str, str]
    sheet: Mapping[str, str]
    context: frozenset[str]
    #: True if melds are called among the cards.
    melds: bool = False
    #: True if points may be negative.
    signed: bool = False
    #: True if a card may name a suit.
    names_suits: bool = False


def _find_left_neighbors(seats: Sequence[str]) -> dict[str, str]:
    return dict(zip(seats, (*seats[1:], seats[0]), strict=True))


CLABBER: Final = Vocabulary(
    card=_cards_spelled(CODES),
    card_help="a card is 9, t or 10, j, q, k or a and then c, d, h or s, as in `kh`; `?` is an unknown card",
    seat=_seats_spelled(SEATING.seats),
    left=_find_left_neighbors(SEATING.seats),
    seats_text="N, E, S or W",
    side=TEAM,
    sides_text="a team, NS or EW",
    head=_heads_spelled(SEATING.seats, SEATING.trick_of(MOST_ENTRIES) - 1),
    clock=_moments_spelled(SEATING.end),
    clock_help="a time is @deal, @declaring, @0 to @24 (cards played), @2.3 (trick 2, card 3), @turned or @scored",
    incident=_spellings(incidents.IncidentKind),
    infraction=_spellings(incidents.InfractionId),
    mark=MARK,
    sheet=_index_by_spelling(
        {"cards": "cards", "last_trick": "last last_trick", "melds": "melds", "belle": "belle"}
    ),
    context=frozenset(CONTEXT_TEXT + CONTEXT_NUMBER),
    melds=True,
)
_FAMILY: Final = CLABBER._replace(
    card=_cards_spelled(get_args(bid_euchre_words.Card)),
    card_help="a card is 7, 8, 9, t or 10, j, q, k or a and then c, d, h or s, as in `kh`; `jk` is the joker, "
    "`?` an unknown card",
    head=HEADS,
    clock=_moments_spelled(48),
    clock_help="a time is @deal, @declaring, @0, @1 ... (cards played), @2.3 (trick 2, card 3), @turned or @scored",
    incident=_spellings(incidents.BidEuchreIncidentKind),
    infraction=_spellings(incidents.BidEuchreInfractionId),
    mark={**MARK, "set": "set"},
    sheet={"tricks": "tricks"},
    context=CLABBER.context | {"stakes", "moved"},
    melds=False,
    signed=True,
    names_suits=True,
)


@cache
def vocabulary(seats: Sequence[str]) -> Vocabulary:
    """Return the words of a table of the Bid Euchre family with these seats."""
    sides = [seats[0::2], seats[1::2]] if len(seats) % 2 == 0 else []
    *most, last = seats
    return _FAMILY._replace(
        seat=_seats_spelled(seats),
        left=_find_left_neighbors(seats),
        seats_text=f"{', '.join(most)} or {last}",
        side=_sides_spelled([*sides, *((seat,) for seat in seats)]),
        sides_text=f"a side, {' or '.join(map(''.join, sides))}" if sides else "a seat",
    )


def find_turn(calls: Sequence[tuple[str, str]], dealer: str, left: Mapping[str, str]) -> str:
    """Return the seat in turn after some calls (seat, call): left of the last to take a turn."""
    spoken = [seat for seat, call in calls if call not in NO_TURN and call not in ("trump", "out")]
    return left[spoken[-1] if spoken else dealer]


class ParseError(Exception):
    """Line that cannot be read past a token; the token after the last one is the end of the line."""

    def __init__(self, token: int, what: str, help: str = "", offset: int = 0) -> None:
        super().__init__(what)
        self.token, self.what, self.help, self.offset = token, what, help, offset


def suggest(word: str, vocabulary: Iterable[str]) -> str:
    """Return a sentence that suggests the word of the vocabulary nearest to a misspelt one, or nothing."""
    close = difflib.get_close_matches(word.lower()[:40], list(vocabulary), 1)
    return f"did you mean `{close[0]}`?" if close else ""


def quote(word: str) -> str:
    return f"`{printable(word, 40)}`"


def word_error(token: int, word: str, vocabulary: Iterable[str], expected: str) -> ParseError:
    return ParseError(token, f"expected {expected}, but found {quote(word)}", suggest(word, vocabulary))


def scan(word: str, start: int, token: int, known: Vocabulary) -> Iterator[tuple[int, str | None]]:
    """Yield the cards in a word from a character on, each with its offset. Raise ParseError for anything else."""
    offset = start
    while offset < len(word):
        if word[offset] in ",\ufe0f":  # commas between cards; the emoji selector after a suit symbol
            offset += 1
            continue
        for width in (2, 3, 1):
            piece = word[offset : offset + width]
            if piece in known.card:
                yield offset, known.card[piece]
                offset += len(piece)
                break
        else:
            piece, help = word[offset : offset + 2], known.card_help
            what = f"{quote(piece if offset else word[:12])} is not a card"
            if piece[::-1] in known.card:
                what, help = f"{quote(piece)} is not a card", f"did you mean `{piece[::-1].lower()}`? {help}"
            elif known.melds and offset == 0 and word.lower() in KIND:
                what = f"expected a card, but found {quote(word)}"
                help = f"put a plus before a call: `+{word}`"
            raise ParseError(token, what, f"{_explain_alphabet(piece)}{help}", offset)


def _explain_alphabet(word: str) -> str:
    """Return the first letter of a word that is not Latin, with its alphabet; empty if there is none."""
    for letter in word:
        alphabet, *_ = unicodedata.name(letter, "").split() or [""]
        if letter.isalpha() and not letter.isascii() and alphabet != "LATIN":
            return f"`{letter}` is {alphabet.capitalize()} (U+{ord(letter):04X}); "
    return ""


def unquote(word: str, token: int) -> str:
    """Return the text of a quotation that fills a token."""
    if not is_quoted(word):
        raise ParseError(token, "the quoted text is not closed on this line", 'close it with `"`')
    for escape in _ESCAPE.finditer(word[1:-1]):
        if escape[1] not in '"\\':
            help = 'in quotes, write \\" for a quote and \\\\ for a backslash'
            raise ParseError(token, f"{quote(escape[0])} is not allowed in quoted text", help)
    return _ESCAPE.sub(r"\1", word[1:-1])


def read_one_card(tokens: list[str], token: int, expected: str, known: Vocabulary) -> str | None:
    """Return the single card that a token names, None if it is not known."""
    if token >= len(tokens):
        raise ParseError(token, f"expected {expected}")
    if tokens[token] in known.card:
        return known.card[tokens[token]]
    codes = [code for _, code in scan(tokens[token], 0, token, known)]
    if len(codes) != 1:
        count = inflect(len(codes), "{count} card", "{count} cards")
        raise ParseError(token, f"expected {expected}, but found {count}")
    return codes[0]


@cache
def _find_spellings(pack: Pack) -> Vocabulary:
    """Return the spellings of the cards of a pack, and the help for others."""
    if pack == PACK:
        return CLABBER
    ranks = ", ".join("t or 10" if rank == "T" else rank.lower() for rank in pack.ranks)
    joker = "; `jk` is the joker" if pack.joker else ""
    help = f"a card is one of {ranks} and then c, d, h or s, as in `kh`{joker}"
    return CLABBER._replace(card=_cards_spelled(pack.faces), card_help=help)


def read_cards(text: str, pack: Pack = PACK) -> list[str]:
    """Return the codes of the cards in a text such as `AH 10♠ ks jk`. Raise UsageError for any other text."""
    known = _find_spellings(pack)
    found: list[str] = []
    for token, word in enumerate(text.split()):
        try:
            cards = [card for _, card in scan(word, 0, token, known)]
        except ParseError as error:
            raise UsageError(error.what, "", error.help) from None
        if None in cards:
            why = "which plays are legal depends on the cards"
            raise UsageError(f"{quote(word)} is an unknown card", why, "name the card")
        found += [card for card in cards if card]
    return found


def read_suit(text: str) -> str:
    """Return the letter of a suit given as a letter, a symbol or a name. Raise UsageError for anything else."""
    word = text.strip().lower()
    if word not in SUIT:
        raise UsageError(f"{quote(text)} is not a suit", "", suggest(word, SUIT) or "write C, D, H or S")
    return SUIT[word]
