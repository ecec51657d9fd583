"""A ruleset: the articles that bind a table, each in our own words with its source, and what they set.

A ruleset is data. It is read from TOML, says only how it differs from the one it extends, and when resolved must
answer every question exactly once: two articles that answer the same question differently are an error, never a
silent pick.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from clabber_audit.games import GAMES, Game
from clabber_audit.ground.errors import Unusable, UsageError, shown
from clabber_audit.record.canonical import canonical, digest
from clabber_audit.rulesets import reading
from clabber_audit.rulesets.articles import Article, Penalty, Statute
from clabber_audit.rulesets.resolving import answers, game_of, penalties

#: The rulesets that ship with the program, by the id of their game.
SHIPPED_OF: Final[dict[str, tuple[str, ...]]] = {
    "clabber": ("ecl-1992", "ecl-1984", "wp", "wp-old", "gamerules"),
    "bid-euchre": (
        *("bid-euchre", "pepper", "hawsy", "timed", "progressive-euchre", "pfeffer", "hasenpfeffer", "buckenpeffer"),
        *("dirty-clubs", "dirty-clubs-bumped", "eau-claire-clubs", "eau-claire-third-ward", "eau-claire-study-hall"),
        *("double-deck", "double-hasenpfeffer", "double-hasenpfeffer-bauers"),
    ),
}
SHIPPED: Final = tuple(name for names in SHIPPED_OF.values() for name in names)
DEFAULT: Final = "ecl-1992"

#: What no hand is judged by, and rules may extend all the same: the ground that a family of games stands on.
_GROUNDS: Final = ("bid-euchre-family",)
#: How many rulesets may stand between one and a shipped one; each is read and resolved.
_MOST_PARENTS: Final = 8


class Ruleset(NamedTuple):
    """A resolved ruleset: every article that binds, every question answered once."""

    id: str
    title: str
    about: str
    #: Itself and what it extends, in that order.
    lineage: tuple[str, ...]
    articles: dict[str, Article]
    game: Game
    #: The answers to the questions of its game.
    toggles: Any
    #: What each infraction costs; one that is missing here is none under this ruleset.
    penalties: dict[str, Penalty]
    #: The catalogue rows behind each infraction.
    rows: dict[str, tuple[str, ...]]

    def binding(self, infraction: str) -> list[str]:
        """The ids of the articles that make something an infraction."""
        return [name for name, article in self.articles.items() if infraction in article.penalties]

    def carrying(self, row: str) -> tuple[str, ...]:
        """Return the ids of the articles that carry a row of the catalogue."""
        return tuple(name for name, article in self.articles.items() if row in article.rules)

    def as_data(self) -> dict[str, Any]:
        """The resolved ruleset as plain data, from which `from_data` makes it again."""
        articles = {name: article.as_data() for name, article in sorted(self.articles.items())}
        game = {} if self.game is GAMES[0] else {"game": self.game.id}
        return {
            "id": self.id,
            "title": self.title,
            "about": self.about,
            **game,
            "lineage": list(self.lineage),
            "articles": articles,
        }

    def digest(self) -> str:
        """The SHA-256 of the resolved ruleset, as hexadecimal digits."""
        return digest(self.as_data())


def load(name: str, *, changed: bool = False) -> Ruleset:
    """The ruleset of that id, or in the TOML file of that name; with `changed`, see `genuine`.

    UsageError for an unknown id, Unusable for a file that is missing, broken, in conflict with itself or not genuine.
    """
    if name in SHIPPED:
        return _shipped(name)
    if not name.endswith(".toml"):
        close = get_close_matches(name.lower(), SHIPPED, 1)
        raise UsageError(
            f"there is no ruleset “{shown(name)}”",
            f"the shipped rulesets are {', '.join(SHIPPED)}",
            f"did you mean “{close[0]}”?" if close else "give one of these ids, or a file that ends in .toml",
        )
    return _house(_statute_of(Path(name)), name, _statute_of, changed=changed)


def load_text(text: str, name: str, beside: Mapping[str, str]) -> Ruleset:
    """The ruleset in a text of TOML that has a name, which can extend the texts `beside` it by theirs."""

    def look(path: Path) -> Statute:
        if path.name not in beside:
            what = f"{name} extends “{shown(path.name)}”, which is not here"
            raise Unusable(what, "", f"open {shown(path.name)} first, and then {name} again")
        return _statute_in(beside[path.name], path.name)

    return _house(_statute_in(text, name), name, look)


def _house(statute: Statute, name: str, look: Callable[[Path], Statute], *, changed: bool = False) -> Ruleset:
    """A house's own rules with all that they extend, which may be no more genuine than they are themselves."""
    chain = [statute, *_parents(statute, Path(name), look)]
    found = genuine(_resolved(chain, name), name, changed=changed)
    lineage = [
        genuine(_resolved(chain[place:], name), name, changed=changed).id if claimed_by(statute) else statute.id
        for place, statute in enumerate(chain)
    ]
    return found._replace(lineage=tuple(dict.fromkeys(lineage)))


@lru_cache(maxsize=len(SHIPPED))
def _shipped(name: str) -> Ruleset:
    return _resolved(_chain(name), name)


def _parents(statute: Statute, path: Path, look: Callable[[Path], Statute]) -> list[Statute]:
    """What a ruleset extends, nearest first: shipped ids, or files beside it where they are to be looked up."""
    seen = {path.resolve()}
    chain: list[Statute] = []
    while statute.extends:
        if statute.extends in (*SHIPPED, *_GROUNDS):
            return chain + _chain(statute.extends)
        if not statute.extends.endswith(".toml"):
            raise Unusable(
                f"{path}: extends “{shown(statute.extends)}”, which is not a ruleset",
                f"the shipped rulesets are {', '.join(SHIPPED)}",
                "extend one of these, or a file that ends in .toml",
            )
        path = path.parent / statute.extends
        if path.resolve() in seen:
            raise Unusable(f"{path}: the rulesets extend each other in a circle", "", "make one of them extend nothing")
        seen.add(path.resolve())
        if len(seen) > _MOST_PARENTS:
            what = f"{path}: more than {_MOST_PARENTS} rulesets extend each other"
            raise Unusable(what, "no rules need that", "write them as fewer files")
        statute = look(path)
        chain.append(statute)
    return chain


def _chain(name: str) -> list[Statute]:
    """A shipped ruleset and what it extends, nearest first."""
    statute = _shipped_statute(name)
    return [statute, *(_chain(statute.extends) if statute.extends else [])]


@lru_cache(maxsize=len(SHIPPED) + len(_GROUNDS))
def _shipped_statute(name: str) -> Statute:
    text = files("clabber_audit.rulesets").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return Statute.from_data(tomllib.loads(text))


def _statute_of(path: Path) -> Statute:
    return _admitted(reading.read(path), str(path))


def _statute_in(text: str, name: str) -> Statute:
    return _admitted(reading.parsed(text, name), name)


def _admitted(data: dict[str, Any], name: str) -> Statute:
    """What a file that did not come with the program says; what is asked of it is loaded with the first of them."""
    from clabber_audit.rulesets.shape import statute_from

    return statute_from(data, name)


def from_data(data: Any) -> Ruleset:
    """A ruleset from its resolved data, as a ruling carries it, whatever it is called; Unusable when it is damaged."""
    from clabber_audit.rulesets.shape import carried

    statute, lineage = carried(data)
    return _resolved([statute], statute.id)._replace(lineage=lineage)


def genuine(ruleset: Ruleset, source: str, *, changed: bool = False) -> Ruleset:
    """A ruleset that may go by its id and title: those of a shipped one, and what looks like them, are its text alone.

    Unusable for another text. With `changed` it is let through, called what it is: not the league's text.
    """
    claimed = claimed_by(ruleset)
    if claimed is None:
        return ruleset
    shipped = _shipped(claimed)
    if _words(ruleset) == _words(shipped):
        return shipped
    if changed:
        return ruleset._replace(id=f"{claimed}-changed", title=f"Not the league’s text: {ruleset.title}")
    named = f"“{shown(ruleset.id)}”" if ruleset.id == claimed else f"“{shown(ruleset.id)}”, as if they were {claimed},"
    raise Unusable(
        f"{source} goes by rules called {named} that are not the league’s text",
        "somebody changed them, or they come from another version of this program",
        "give them a name of their own, or use --allow-changed-rules, which marks them as not the league’s text",
    )


def claimed_by(text: Statute | Ruleset) -> str | None:
    """The id of the shipped ruleset whose id or title a text goes by, or one that looks the same; None for others."""
    own = {_look(text.id), _look(text.title)}
    return next((name for name in SHIPPED if own & {_look(name), _look(_shipped(name).title)}), None)


def _words(ruleset: Ruleset) -> str:
    """All that a ruleset says, whatever files it was put together from."""
    return canonical({**ruleset.as_data(), "lineage": []})


def _look(name: str) -> str:
    """What of a name meets the eye: neither case nor signs nor gaps, and look-alikes as one letter."""
    text = unicodedata.normalize("NFKD", name).casefold().translate(_LOOK_ALIKES)
    return "".join(char for char in text if char.isalnum())


#: Letters that are read as others: of Latin, of Cyrillic and of Greek.
_LOOK_ALIKES: Final = str.maketrans("ilоoаеіјӏкмнрсѕтухѵԁԛԝαεικνορτυχϳ", "1100ae1j1kmhpcstyxvdqwae1kv0ptuxj")


def _resolved(chain: list[Statute], name: str) -> Ruleset:
    articles, game = in_force(chain, name), game_of(chain, name)
    toggles = answers(articles, game, name, chain)
    costs, rows = penalties(articles, game, toggles, name)
    first = chain[0]
    lineage = tuple(statute.id for statute in chain)
    return Ruleset(first.id, first.title, first.about, lineage, articles, game, toggles, costs, rows)


def in_force(chain: list[Statute], name: str) -> dict[str, Article]:
    """Apply the files from the root down; an id of a parent's article is replaced, a new one added."""
    articles: dict[str, Article] = {}
    for statute in reversed(chain):
        for repealed in statute.repeal:
            if articles.pop(repealed, None) is None:
                raise Unusable(f"{name}: repeals “{shown(repealed)}”, which is not an article", "", "check the id")
        articles.update(statute.articles)
    return articles
