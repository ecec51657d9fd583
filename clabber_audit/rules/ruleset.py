"""Rulesets: loading, inheritance and articles."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import Unusable, UsageError, printable
from clabber_audit.games import GAMES, load_game
from clabber_audit.games.game import Game
from clabber_audit.records.dates import parse_edtf
from clabber_audit.records.formats import digest
from clabber_audit.rules.answers import (
    apply_chain,
    check_texts,
    collect_answers,
    collect_penalties,
    report,
    with_values,
)
from clabber_audit.rules.articles import Article, Penalty, Statute, escape


def find_game(chain: Sequence[Statute], name: str) -> Game:
    """Return the game of a ruleset, which its root names. Raise Unusable for an unknown game or for two."""
    *others, root = chain
    wanted = root.game or GAMES[0].id
    for statute in others:
        if statute.game not in (None, wanted):
            raise Unusable(
                f"{name}: {statute.id} is for the game “{printable(statute.game)}”, and extends rules for “{printable(wanted)}”",
                "a ruleset is for one game",
                "extend rules for the same game, or leave `game` out",
            )
    known = [game.id for game in GAMES]
    if wanted not in known:
        what = f"{name}: there is no game “{printable(wanted)}”"
        raise Unusable(what, f"the games are {', '.join(known)}", "correct `game`, or leave it out")
    return load_game(wanted)


_FOLDER: Final = files("clabber_audit.rules").joinpath("rulesets")
#: Shipped rulesets by the id of their game.
SHIPPED_OF: Final[dict[str, tuple[str, ...]]] = {
    "clabber": ("ecl-1992", "ecl-1984", "wp", "wp-old", "gamerules"),
    "bid-euchre": (
        "bid-euchre", "pepper", "hawsy", "timed", "progressive-euchre", "pfeffer", "hasenpfeffer", "buckenpeffer",
        "dirty-clubs", "dirty-clubs-bumped", "eau-claire-clubs", "eau-claire-third-ward", "eau-claire-study-hall",
        "double-deck", "double-hasenpfeffer", "double-hasenpfeffer-bauers",
    ),
}  # fmt: skip
SHIPPED: Final = tuple(name for names in SHIPPED_OF.values() for name in names)
DEFAULT: Final = "ecl-1992"
#: Lines of texts that succeed each other, by id: the newest of each.
LINES: Final = {"ecl": "ecl-1992"}

#: Rulesets that others may extend but no hand is judged by: the common ground of a family of games.
_GROUNDS: Final = ("bid-euchre-family",)
#: Shape of the rows of the catalog; a house may cite rules of its own by other names.
_ROW: Final = re.compile(r"(?:R|D|B|BD)-\d+a?")
#: Most files between a ruleset and a shipped one.
_MOST_PARENTS: Final = 8


class Ruleset(NamedTuple):
    """Resolved ruleset: every article that binds, one answer to every toggle."""

    id: str
    title: str
    about: str
    #: Ids of itself and of its parents, nearest first.
    lineage: tuple[str, ...]
    articles: dict[str, Article]
    game: Game
    #: Answers to the questions of its game.
    toggles: Any
    #: Penalty by id of the infraction; others are not bound.
    penalties: dict[str, Penalty]
    #: Catalog rows behind each infraction.
    rows: dict[str, tuple[str, ...]]

    def find_binding_articles(self, infraction: str) -> list[str]:
        """Return the ids of the articles that bind an infraction."""
        return [name for name, article in self.articles.items() if infraction in article.penalties]

    def find_answering_articles(self, toggle: str) -> list[str]:
        """Return the ids of the articles that answer a question."""
        return [name for name, article in self.articles.items() if toggle in article.toggles]

    def find_carrying_articles(self, row: str) -> tuple[str, ...]:
        """Return the ids of the articles that carry a row of the catalog."""
        return tuple(name for name, article in self.articles.items() if row in article.rules)

    def to_data(self) -> dict[str, Any]:
        """Return the resolved ruleset as plain data, the inverse of `from_data`."""
        articles = {name: article.to_data() for name, article in sorted(self.articles.items())}
        game = {} if self.game.id == GAMES[0].id else {"game": self.game.id}
        return {
            "id": self.id,
            "title": self.title,
            "about": self.about,
            **game,
            "lineage": list(self.lineage),
            "articles": articles,
        }

    @property
    def is_shipped(self) -> bool:
        """True if this is the text of a shipped ruleset, today's or an earlier wording of it, not only its name."""
        if self.id not in SHIPPED:
            return False
        shipped = _load_shipped(self.id)
        return self is shipped or _words(self) == _words(shipped) or earlier_wording(self) is not None

    @property
    def display_title(self) -> str:
        """The title for readers, marked unless the rules are a shipped ruleset."""
        return self.title if self.is_shipped else f"House rules, not a shipped ruleset: {self.title}"

    @property
    def caption(self) -> str:
        """The shown title with the id."""
        return f"{self.display_title} ({self.id})"

    def digest(self) -> str:
        """Return the SHA-256 of the resolved ruleset, as hexadecimal digits."""
        return digest(self.to_data())


def load(name: str, *, allow_changed_rules: bool = False) -> Ruleset:
    """Load a shipped ruleset by id, or a TOML file; with `allow_changed_rules`, see `check_genuine`.

    Raise UsageError for an unknown id, Unusable for a file that is missing, broken, contradictory or not genuine.
    """
    if name in SHIPPED or name in LINES:
        return _load_shipped(LINES.get(name, name))
    if not name.endswith(".toml"):
        close = get_close_matches(name.lower(), SHIPPED, 1)
        raise UsageError(
            f"there is no ruleset “{printable(name)}”",
            f"the built-in rulesets are {', '.join(SHIPPED)}",
            f"did you mean “{close[0]}”?" if close else "give one of these ids, or a file that ends in .toml",
        )
    statute = read_statute(Path(name))
    return resolve_house_rules(statute, name, read_statute, allow_changed_rules=allow_changed_rules)


def read_statute(path: Path) -> Statute:
    """Read the file of a house's rules. Raise Unusable if it cannot be read or is not valid."""
    # The models of such files are imported with the first one.
    from clabber_audit.rules.ruleset_file import statute_in, text_of

    return statute_in(text_of(path, "the ruleset"), str(path))


def load_text(text: str, name: str, others: Mapping[str, str]) -> Ruleset:
    """Load a ruleset from a TOML text, which may extend the texts of `others` by name."""
    from clabber_audit.rules.ruleset_file import statute_in

    def find_statute(path: Path) -> Statute:
        if path.name not in others:
            what = f"{name} extends “{printable(path.name)}”, which is not here"
            raise Unusable(what, "", f"open {printable(path.name)} first, and then {name} again")
        return statute_in(others[path.name], path.name)

    return resolve_house_rules(statute_in(text, name), name, find_statute)


def resolve_house_rules(
    statute: Statute,
    name: str,
    look: Callable[[Path], Statute],
    *,
    allow_changed_rules: bool = False,
    day: date = date.max,
) -> Ruleset:
    """Resolve house rules as of a day; neither they nor their parents may pass for a shipped ruleset."""
    chain = chain_of(statute, name, look, day)
    ruleset = check_genuine(_resolve(chain, name), name, allow_changed_rules=allow_changed_rules)
    lineage = [
        check_genuine(_resolve(chain[place:], name), name, allow_changed_rules=allow_changed_rules).id
        if find_claimed_ruleset(own)
        else own.id
        for place, own in enumerate(chain)
    ]
    return ruleset._replace(lineage=tuple(dict.fromkeys(lineage)))


def _shipped_text_on(name: str, day: date) -> str:
    """Return the text of a line that is in force on a day: this one, or one that it succeeds."""
    statute = statute_of_shipped(name)
    begins = parse_edtf(statute.in_force["from"]).earliest
    if statute.succeeds is None or begins is None or begins <= day:
        return name
    return _shipped_text_on(statute.succeeds, day)


@lru_cache(maxsize=len(SHIPPED))
def _load_shipped(name: str) -> Ruleset:
    return _resolve(_load_chain(name), name)


def chain_of(
    statute: Statute, name: str, look: Callable[[Path], Statute], day: date | None = None
) -> list[Statute]:
    """Return a ruleset and its parents, nearest first: shipped ids, lines, or files; as of a day if given."""
    path = Path(name)
    chain, seen = [statute], {path.resolve()}
    while parent := chain[-1].extends:
        if parent in LINES:
            parent = _shipped_text_on(LINES[parent], day or date.max)
        if parent in (*SHIPPED, *_GROUNDS):
            chain += _load_chain(parent)
            break
        if not parent.endswith(".toml"):
            raise Unusable(
                f"{path}: extends “{printable(parent)}”, which is not a ruleset",
                f"the built-in rulesets are {', '.join(SHIPPED)}",
                "extend one of these, or a file that ends in .toml",
            )
        path = path.parent / parent
        if path.resolve() in seen:
            raise Unusable(
                f"{path}: the rulesets extend each other in a circle", "", "make one of them extend nothing"
            )
        seen.add(path.resolve())
        if len(seen) > _MOST_PARENTS:
            what = f"{path}: more than {_MOST_PARENTS} rulesets extend each other"
            raise Unusable(what, "no rules need that", "write them as fewer files")
        chain.append(look(path))
    return [each.as_of(day) for each in chain] if day else chain


def is_own(statute: Statute) -> bool:
    """Return True if a text is a house's own, not a shipped one or the ground of some."""
    return statute.id not in (*SHIPPED, *_GROUNDS)


def _load_chain(name: str) -> list[Statute]:
    """Return a shipped ruleset and its parents, nearest first."""
    statute = statute_of_shipped(name)
    return [statute, *(_load_chain(statute.extends) if statute.extends else [])]


@lru_cache(maxsize=len(SHIPPED) + len(_GROUNDS))
def statute_of_shipped(name: str) -> Statute:
    text = _FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return Statute.from_data(tomllib.loads(text))


def from_data(data: Any) -> Ruleset:
    """Return a ruleset from its resolved data, as a ruling carries it. Raise Unusable if it is damaged."""
    from clabber_audit.rules.ruleset_file import validate_resolved

    statute, lineage = validate_resolved(data)
    ruleset = _resolve([statute], statute.id, is_rendered=True)._replace(lineage=lineage)
    # The same object, so that a shipped ruleset need not be compared with its text on every page of a site.
    shipped = _load_shipped(ruleset.id) if ruleset.id in SHIPPED else None
    return shipped if shipped is not None and shipped == ruleset else ruleset


class Wording(NamedTuple):
    """Earlier wording of a shipped ruleset: the same law in other words."""

    #: Last day on which it was current.
    until: date
    title: str
    #: SHA-256 of the text without its lineage.
    sha256: str

    def __str__(self) -> str:
        return (
            f"as worded until {self.until:%B} {self.until.day}, {self.until.year}: the same law, worded anew"
        )


@cache
def _load_earlier_wordings() -> dict[str, tuple[Wording, ...]]:
    """Return the earlier wordings of the shipped rulesets by id."""
    text = _FOLDER.joinpath("earlier.toml").read_text(encoding="utf-8")
    return {
        name: tuple(Wording(**wording) for wording in wordings)
        for name, wordings in tomllib.loads(text).items()
    }


def earlier_wording(ruleset: Ruleset) -> Wording | None:
    """Return the earlier wording that a ruleset matches; None for today's text and for any other law."""
    if ruleset.id not in SHIPPED:
        return None
    # The same law has the same answers, penalties and rows, in any order of articles.
    ours, todays = (
        (text.toggles, text.penalties, {name: {*rows} for name, rows in text.rows.items()})
        for text in (ruleset, _load_shipped(ruleset.id))
    )
    if ours != todays:
        return None
    words = _words(ruleset)
    return next(
        (wording for wording in _load_earlier_wordings().get(ruleset.id, ()) if wording.sha256 == words), None
    )


def check_genuine(ruleset: Ruleset, source: str, *, allow_changed_rules: bool = False) -> Ruleset:
    """Return a ruleset if it may use its id and title: only a shipped text may look like a shipped ruleset.

    An earlier wording of a shipped ruleset is that ruleset; a line on standard error says so once for each source.
    Raise Unusable for any other text, and for a title in letters that can pass for others. With `allow_changed_rules`
    both are accepted, the first marked as not the league’s text.
    """
    claimed = find_claimed_ruleset(ruleset)
    if claimed is None:
        if not allow_changed_rules and not _is_plain(ruleset.title):
            why = "letters of other alphabets, and signs put over letters, can pass for those of a league’s name"
            help = "write the title in plain letters a to z, or use --allow-changed-rules"
            raise Unusable(
                f"{source} goes by rules titled “{printable(ruleset.title)}”, not in plain letters", why, help
            )
        return ruleset
    if ruleset.is_shipped:
        if wording := earlier_wording(ruleset):
            report(f"note: {printable(source, 200)}: {claimed} {wording}")
        return _load_shipped(claimed)
    if allow_changed_rules:
        return ruleset._replace(id=f"{claimed}-changed", title=f"Not the league’s text: {ruleset.title}")
    named = (
        f"“{printable(ruleset.id)}”"
        if ruleset.id == claimed
        else f"“{printable(ruleset.id)}”, as if they were {claimed},"
    )
    raise Unusable(
        f"{source} goes by rules called {named} that are not the league’s text",
        "somebody changed them, or they come from another version of this program",
        "give them a name of their own, or use --allow-changed-rules, which marks them as not the league’s text",
    )


def find_claimed_ruleset(text: Statute | Ruleset) -> str | None:
    """Return the shipped ruleset whose id or title, now or earlier, a text uses or resembles; None for others."""
    own = {_normalize_name(text.id), _normalize_name(text.title)}
    return next((name for name in SHIPPED if own & _names(name)), None)


@lru_cache(maxsize=len(SHIPPED))
def _names(name: str) -> frozenset[str]:
    """Return the id and titles, current and earlier, of a shipped ruleset, in the form of `_normalize_name`."""
    titles = [
        _load_shipped(name).title,
        *(wording.title for wording in _load_earlier_wordings().get(name, ())),
    ]
    return frozenset(map(_normalize_name, [name, *titles]))


def _words(ruleset: Ruleset) -> str:
    """Return the SHA-256 of a ruleset without its lineage."""
    return digest({**ruleset.to_data(), "lineage": []})


def _normalize_name(name: str) -> str:
    """Return a name without case, signs or gaps, and with look-alikes as one letter."""
    text = unicodedata.normalize("NFKD", name).casefold().translate(_LOOK_ALIKES)
    bare = "".join(char for char in text if char.isalnum())
    return bare.replace("rn", "m").replace("vv", "w").replace("c1", "d")


#: Letters and digits that look like others: Latin, Cyrillic and Greek.
_LOOK_ALIKES: Final = str.maketrans(
    "il|!oszbaet@$оаеіјӏкмнрсѕтухѵԁԛԝαεικνορτυχϳ",
    "11110528437450431j1kmhpc57yxvdqw431kv0p7uxj",
)
#: Typographic signs that a title may have besides ASCII.
_SIGNS: Final = "’‘“”–—…·"


def _is_plain(title: str) -> bool:
    """Return True if a title is ASCII with common signs; letters may have the accents of a composed character."""
    marked = any(unicodedata.combining(char) for char in unicodedata.normalize("NFC", title))
    letters = unicodedata.normalize("NFD", title)
    return not marked and all(
        char.isascii() or char in _SIGNS or unicodedata.combining(char) for char in letters
    )


def overlay(base: Ruleset, own: Statute) -> Ruleset:
    """Return a ruleset with the answers of a statute put over it."""
    below = Statute.from_data(base.to_data())
    # The texts of the base are rendered already.
    articles = {name: article._replace(text=escape(article.text)) for name, article in below.articles.items()}
    ruleset = _resolve([own, below._replace(articles=articles)], own.id)
    return ruleset._replace(lineage=(own.id, *base.lineage))


def _resolve(chain: list[Statute], name: str, *, is_rendered: bool = False) -> Ruleset:
    """Return the law of a chain of files; the texts of a stored ruleset are `is_rendered` already."""
    game = find_game(chain, name)
    law = apply_chain(chain, game, name, is_rendered=is_rendered)
    toggles, articles = collect_answers(law.articles, game, name, chain), law.articles
    if not is_rendered:
        articles = with_values(articles, toggles, game, name)
        own = [statute for statute in chain if is_own(statute)]
        for note in (*check_texts(own, law, toggles, game, name), *_check_rows(own, chain, game, name)):
            report(note)
    costs, rows = collect_penalties(articles, game, toggles, name)
    first = chain[0]
    lineage = tuple(statute.id for statute in chain)
    return Ruleset(first.id, first.title, first.about, lineage, articles, game, toggles, costs, rows)


def _check_rows(own: Sequence[Statute], chain: Sequence[Statute], game: Game, name: str) -> Iterator[str]:
    """Yield a note on each article of a house that cites rows of the catalog which nothing that ships cites."""
    inherited = {
        row
        for statute in chain
        if not is_own(statute)
        for article in statute.articles.values()
        for row in article.rules
    }
    for statute in own:
        for article_id, article in statute.articles.items():
            others = [row for row in article.rules if _ROW.fullmatch(row) and row not in inherited]
            if others and (unknown := [row for row in others if row not in list_rows(game)]):
                place = f"{name}: article “{article_id}” cites {printable(', '.join(unknown))}"
                yield f"note: {place}, which no shipped ruleset and no question of {game.name} cites"


@lru_cache(maxsize=len(GAMES))
def list_rows(game: Game) -> frozenset[str]:
    """Return the rows of the catalog that an article of a shipped ruleset of a game or a question cites."""
    articles = [article for name in SHIPPED_OF[game.id] for article in _load_shipped(name).articles.values()]
    cited = {row for article in articles for row in article.rules}
    return frozenset(cited.union(*(toggle.rows.split(", ") for toggle in game.questions.values())))


def find_source(code: str) -> tuple[str, str] | None:
    """Return the code of a source without number or line, and its name; None for a house's own.

    >>> find_source("L8")[0], find_source("S2 l.18")[0], find_source("the club")
    ('L', 'S2', None)
    """
    known = [
        name
        for name in _read_sources()
        if code == name or (code.startswith(name) and code[len(name)] in " 0123456789")
    ]
    name = max(known, key=len, default=None)
    return (name, _read_sources()[name]) if name else None


@cache
def _read_sources() -> dict[str, str]:
    read: dict[str, str] = tomllib.loads(_FOLDER.joinpath("sources.toml").read_text(encoding="utf-8"))
    return read
