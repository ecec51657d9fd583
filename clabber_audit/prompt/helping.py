"""What may be typed: the words of the prompt itself, and the lines of the notation with an example of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from clabber_audit.ground.errors import shown
from clabber_audit.notation.language import Language, Reader
from clabber_audit.notation.passage import FRAMES
from clabber_audit.notation.words import nearest

#: The words that are no lines of a hand, and what each does.
WORDS: Final[Mapping[str, str]] = {
    "undo": "take back the last line; `undo 3` takes back three, and may reach into the hand before",
    "edit": "retype a line of this hand: `edit 4`; `edit` alone lists the lines with their numbers",
    "show": "show the table: what each has played, the tricks so far, who is next",
    "next": "finish this hand and start another (`clabber 1` and `bid-euchre 1` do the same)",
    "done": "save all hands as text and JSON, and quit",
    "quit": "quit without saving to the file; your typing is kept for next time",
    "help": "show this list; `help claim` explains one kind of line",
}
#: What a kind of line is called where it begins with a number or a letter.
_CALLED: Final = {"1": "trick", "N": "seat"}
#: How wide the first words stand.
_WIDTH: Final = 12
_LAST: Final = (
    "Type `?` for an unknown card. Illegal plays are accepted: enter what was played. For a game other than Clabber, "
    "start with its rules, such as `rules pepper`. For the whole format, see `clabber-audit schema clab` and `schema "
    "bid-euchre`."
)


def helped(words: Sequence[str], language: Language) -> list[str]:
    """What `help` says, of one word or of everything, where hands are typed in a language."""
    kinds = _kinds(language)
    if not words:
        lines = [f"  {name:<{_WIDTH}}{_example(name, reader)}" for name, reader in kinds.items()]
        return [*lines, "", *(f"  {word:<{_WIDTH}}{does}" for word, does in WORDS.items()), "", _LAST]
    word = words[0].lower()
    if word in WORDS:
        return [f"  {word:<{_WIDTH}}{WORDS[word]}"]
    reader = kinds.get(word) or language.lines.get(words[0]) or language.lines.get(word)
    if reader:
        return [f"  {word:<{_WIDTH}}{_example(word, reader)}", *_named_in(word, language)]
    known = [*kinds, *WORDS]
    return [f"no line starts with `{shown(word, 40)}`", f"    help: {nearest(word, known) or 'type help'}"]


def _named_in(word: str, language: Language) -> list[str]:
    """Return the words that a line of this kind may name: infractions in a claim, kinds in an incident."""
    listed = {"claim": language.known.infraction, "incident": language.known.incident}.get(word, {})
    return [f"  {'':<{_WIDTH}}one of: {', '.join(dict.fromkeys(listed.values()))}"] if listed else []


def _kinds(language: Language) -> dict[str, Reader]:
    """The kinds of lines, each under its first spelling; the frame is typed by the prompt."""
    kinds: dict[str, Reader] = {}
    for word, reader in language.lines.items():
        if reader not in kinds.values() and word not in FRAMES:
            kinds[_CALLED.get(word, word)] = reader
    return kinds


def _example(word: str, reader: Reader) -> str:
    """How a line is written, as its reader says."""
    said = (reader.__doc__ or word).strip().splitlines()[0]
    return said.rstrip(".").replace("`", "")
