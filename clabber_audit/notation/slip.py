"""A token that cannot be read, and the readers of a single token that may find one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import shown
from clabber_audit.notation import tokens as lexer
from clabber_audit.notation.words import KIND, Vocabulary, nearest


class Slip(Exception):
    """A line that cannot be read past a token; the token after the last one is the end of the line."""

    def __init__(self, token: int, what: str, help: str = "", offset: int = 0) -> None:
        super().__init__(what)
        self.token, self.what, self.help, self.offset = token, what, help, offset


def quote(word: str) -> str:
    """A word as a message shows it."""
    return f"`{shown(word, 40)}`"


def unknown(token: int, word: str, vocabulary: Iterable[str], expected: str) -> Slip:
    """The slip of a word that a vocabulary does not hold."""
    return Slip(token, f"expected {expected}, but found {quote(word)}", nearest(word, vocabulary))


def no_card(token: int, word: str, offset: int, known: Vocabulary) -> Slip:
    """The slip of a word that is no card from a character on."""
    piece = word[offset : offset + 2]
    if piece[::-1] in known.card:
        help = f"did you mean `{piece[::-1].lower()}`? {known.card_help}"
        return Slip(token, f"{quote(piece)} is not a card", help, offset)
    if known.melds and offset == 0 and word.lower() in KIND:
        return Slip(token, f"expected a card, but found {quote(word)}", f"put a plus before a call: `+{word}`")
    return Slip(token, f"{quote(piece if offset else word[:12])} is not a card", known.card_help, offset)


def scan(word: str, start: int, token: int, known: Vocabulary) -> Iterator[tuple[int, str | None]]:
    """The cards in a word from a character on, each with its offset; a Slip at what is no card."""
    offset = start
    while offset < len(word):
        if word[offset] in ",\ufe0f":  # commas between cards; the emoji selector after a suit symbol
            offset += 1
            continue
        for width in (3, 2, 1):
            piece = word[offset : offset + width]
            if piece in known.card:
                yield offset, known.card[piece]
                offset += len(piece)
                break
        else:
            raise no_card(token, word, offset, known)


def one_card(tokens: list[str], token: int, expected: str, known: Vocabulary) -> str | None:
    """The single card that a token names, None if it is not known."""
    if token >= len(tokens):
        raise Slip(token, f"expected {expected}")
    if tokens[token] in known.card:
        return known.card[tokens[token]]
    found = [code for _, code in scan(tokens[token], 0, token, known)]
    if len(found) != 1:
        raise Slip(
            token,
            counted(
                len(found),
                "expected {expected}, but found {count} card",
                "expected {expected}, but found {count} cards",
                expected=expected,
            ),
        )
    return found[0]


def unquote(word: str, token: int) -> str:
    """The text of a quotation that fills a token."""
    if not lexer.is_quoted(word):
        raise Slip(token, "the quoted text is not closed on this line", 'close it with `"`')
    try:
        return lexer.unquoted(word)
    except ValueError as error:
        raise Slip(
            token,
            f"{quote(str(error))} is not allowed in quoted text",
            'in quotes, write \\" for a quote and \\\\ for a backslash',
        ) from None
