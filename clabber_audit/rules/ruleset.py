"""Rulesets: loading, inheritance and articles."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from clabber_audit.core.errors import Unusable, UsageError, excerpt, printable
from clabber_audit.core.files import read_bounded
from clabber_audit.games import GAMES
from clabber_audit.games.game import Game
from clabber_audit.records.canonical import digest
from clabber_audit.records.clabber_vocabulary import INFRACTIONS
from clabber_audit.rules.articles import Article, Penalty, Statute
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.wording import numbers_in, parameters_in, rendered

#: Prefixes of rows that leave something open; of an infraction the rule is cited, if there is one.
_OPEN: Final = ("D-", "BD-")
#: Answers from this number on are quoted shortened.
_LONG: Final = 10**12


def game_of(chain: Sequence[Statute], name: str) -> Game:
    """Return the game of a ruleset, which its root names; raise Unusable for an unknown game or for two."""
    *others, root = chain
    asked = root.game or GAMES[0].id
    for statute in others:
        if statute.game not in (None, asked):
            raise Unusable(
                f"{name}: {statute.id} is for the game “{printable(statute.game)}”, and extends rules for “{printable(asked)}”",
                "a ruleset is for one game",
                "extend rules for the same game, or leave `game` out",
            )
    found = next((game for game in GAMES if game.id == asked), None)
    if found is None:
        known = ", ".join(game.id for game in GAMES)
        what = f"{name}: there is no game “{printable(asked)}”"
        raise Unusable(what, f"the games are {known}", "correct `game`, or leave it out")
    return found


@lru_cache(maxsize=len(GAMES))
def _questions(game: Game) -> dict[str, Any]:
    """Return the toggles of a game with their types."""
    return get_type_hints(game.toggles)


def _allows(question: Any, answer: object) -> bool:
    """Return True if a toggle of this type allows the answer."""
    parts = get_args(question)
    if get_origin(question) is Literal:
        return any(type(answer) is type(value) and answer == value for value in parts)
    return type(answer) is question or any(_allows(part, answer) for part in parts)


def other_answers(game: Game, toggle: str, answer: object) -> list[Any]:
    """Return the other answers that a toggle allows; of a number one less and one more."""
    return (
        [] if answer is None else [one for one in _named(_questions(game)[toggle], answer) if one != answer]
    )


def _named(question: Any, answer: Any) -> list[Any]:
    if question is bool:
        return [True, False]
    if question is int:
        return [answer - 1, answer + 1] if isinstance(answer, int) else []
    if get_origin(question) is Literal:
        return list(get_args(question))
    return [one for part in get_args(question) for one in _named(part, answer)]


def _wanted(question: Any, answer: object) -> str:
    """Return the answers that a toggle wants instead, in pydantic’s words."""
    from pydantic import TypeAdapter, ValidationError

    try:
        TypeAdapter(question).validate_python(answer, strict=True)
    except ValidationError as problem:
        return problem.errors()[0]["msg"].replace("Input should be", "it should be")
    return ""


def answers(articles: Mapping[str, Article], game: Game, name: str, chain: Sequence[Statute] = ()) -> Any:
    """Return the toggles of a game; raise Unusable for an unknown, impossible, double or missing answer.

    For a missing answer that of the replaced article is proposed, out of the `chain` of rulesets.
    """
    questions = _questions(game)
    given: dict[str, Any] = {}
    given_by: dict[str, str] = {}
    for article_id, article in articles.items():
        for toggle, answer in article.toggles.items():
            if toggle not in questions:
                close = get_close_matches(toggle, questions, 1)
                advice = f"did you mean “{close[0]}”?" if close else f"the toggles are {', '.join(questions)}"
                what = f"{name}: article “{article_id}” sets “{printable(toggle)}”, which is not a toggle"
                raise Unusable(what, "", advice)
            if not _allows(questions[toggle], answer):
                what = f"{name}: article “{article_id}” sets {toggle} to {_as_written(answer)}"
                raise Unusable(what, _wanted(questions[toggle], answer), "correct the answer")
            limits = game.questions[toggle].range
            if limits and isinstance(answer, int) and not limits[0] <= answer <= limits[1]:
                what = f"{name}: {toggle} = {_as_written(answer)} is out of range"
                raise Unusable(what, f"it is from {limits[0]} to {limits[1]}", "correct the number")
            if given.setdefault(toggle, answer) != answer:
                raise _conflict(name, f"the toggle {toggle}", given_by[toggle], article_id)
            given_by.setdefault(toggle, article_id)
    missing = [
        toggle for toggle in questions if toggle not in given and toggle not in game.toggles._field_defaults
    ]
    if missing:
        replaced = [article for statute in reversed(chain) for article in statute.articles.values()]
        before = {toggle: answer for article in replaced for toggle, answer in article.toggles.items()}
        lost = ", ".join(
            f"{toggle} = {_as_written(before[toggle])}" for toggle in missing if toggle in before
        )
        advice = (
            f"the article that was replaced had {lost}: add it to `toggles`"
            if lost
            else "extend a shipped ruleset"
        )
        raise Unusable(f"{name}: no article sets {', '.join(missing)}", "", advice)
    found = game.toggles(**given)
    if unmet := game.unmet(found):
        first, *others = (f"{toggle} = {_as_written(getattr(found, toggle))}" for toggle in unmet.toggles)
        odds = f"does not go with {' and '.join(others)}" if others else "is not possible"
        raise Unusable(f"{name}: {first} {odds}", unmet.why, unmet.help)
    return found


def _as_written(answer: str | bool | int | None) -> str:
    """Return an answer as TOML writes it."""
    if isinstance(answer, bool):
        return str(answer).lower()
    if isinstance(answer, str):
        return f'"{printable(answer)}"'
    if answer is None:
        return "nothing"
    # Python refuses to write out very large integers, which TOML can have as hexadecimal ones.
    return str(answer) if abs(answer) < _LONG else printable(hex(answer), 20)


def penalties(
    articles: Mapping[str, Article], game: Game, toggles: Any, name: str
) -> tuple[dict[str, Penalty], dict[str, tuple[str, ...]]]:
    """Return the penalty of each infraction and the rows behind it; raise Unusable if two articles differ.

    An article may name a toggle instead of a penalty: its answer decides, as `Game.costs` has it; "none" is no
    infraction.
    """
    answers = toggles._asdict()
    costs: dict[str, Penalty] = {}
    given_by: dict[str, str] = {}
    rows: dict[str, list[str]] = {}
    for article_id, article in articles.items():
        for infraction, word in article.penalties.items():
            if infraction not in INFRACTIONS:
                raise Unusable(
                    f"{name}: article “{article_id}” names “{printable(infraction)}”, which is not an infraction",
                    "",
                    "`clabber-audit explain` lists them",
                )
            penalty = word if word in game.penalties else game.costs(answers.get(word))
            if penalty == "none":
                continue
            if penalty is None:
                raise Unusable(
                    f"{name}: article “{article_id}” makes {infraction} cost “{printable(word)}”",
                    f"a penalty is one of {', '.join(game.penalties)}, or a toggle that decides it",
                )
            if costs.setdefault(infraction, penalty) != penalty:  # type: ignore[arg-type]
                raise _conflict(name, f"the penalty of {infraction}", given_by[infraction], article_id)
            given_by.setdefault(infraction, article_id)
            cited = [row for row in article.rules if not row.startswith(_OPEN)]
            rows.setdefault(infraction, []).extend(cited or article.rules)
    return costs, {infraction: tuple(dict.fromkeys(named)) for infraction, named in rows.items()}


def _conflict(name: str, subject: str, one: str, other: str) -> Unusable:
    return Unusable(
        f"{name}: the articles “{one}” and “{other}” differ on {subject}",
        "a ruleset answers each question once",
        f"to replace “{one}”, call the new article “{one}”; or repeal one of the two",
    )


#: Largest ruleset file in bytes; the longest shipped one has a tenth of that.
LARGEST: Final = 256 << 10
#: Most names of a key and nested lists and tables; an article has three.
_DEEPEST: Final = 8

_STRING: Final = "|".join(
    (
        r'"""(?:[^"\\]++|\\.|"(?!""))*+"""',
        r"'''(?:[^']++|'(?!''))*+'''",
        r'"(?:[^"\\\n]++|\\.)*+"',
        r"'[^'\n]*+'",
    )
)
_NAME: Final = rf"(?:[\w-]++|{_STRING})"
_TOKEN: Final = re.compile(
    rf"#[^\n]*+|(?P<key>{_NAME}(?:[ \t]*+\.[ \t]*+{_NAME})*+)|(?P<open>[\[{{])|(?P<close>[\]}}])", re.DOTALL
)
_PLACE: Final = re.compile(r"at line (\d+), column (\d+)")
_PART: Final = re.compile(_NAME, re.DOTALL)


def read(path: Path) -> dict[str, Any]:
    """Read a TOML file; raise Unusable if it cannot be read, is not TOML, or is larger or deeper than rules can be."""
    try:
        data = read_bounded(path, LARGEST)
        if len(data) > LARGEST:
            what = f"{path} is larger than {LARGEST >> 10} KiB"
            raise Unusable(what, "no rules need that much", "give a ruleset file")
        return parsed(data.decode("utf-8-sig"), str(path))
    except (OSError, ValueError) as problem:
        reason = (
            problem.strerror if isinstance(problem, OSError) else "it is not UTF-8, or its name is not valid"
        )
        raise Unusable(
            f"cannot read the ruleset {path}", reason or "", "check the name and the file"
        ) from None


def parsed(text: str, name: str) -> dict[str, Any]:
    """Parse a TOML text; raise Unusable if it is not TOML, or deeper than rules can be."""
    _bounded(text, name)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise Unusable(
            f"{name}: not TOML: {problem}", "", "correct the file", _excerpt(text, str(problem))
        ) from None


def _excerpt(text: str, problem: str) -> tuple[str, ...]:
    """Return the line that the parser’s message names, if any."""
    found = _PLACE.search(problem)
    return excerpt(text.split("\n")[int(found[1]) - 1], int(found[2])) if found else ()


def _bounded(text: str, name: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        depth = max(0, depth + bool(token["open"]) - bool(token["close"]))
        levels = len(_PART.findall(token["key"])) if token["key"] else 0
        if max(depth, levels) > _DEEPEST:
            line = text.count("\n", 0, token.start()) + 1
            what = "a key has more names" if levels > _DEEPEST else "lists and tables are deeper"
            raise Unusable(
                f"{name}: line {line}: {what} than {_DEEPEST}", "no rules need that", "correct the file"
            )


_FOLDER: Final = files("clabber_audit.rules").joinpath("rulesets")
#: Shipped rulesets by the id of their game.
SHIPPED_OF: Final[dict[str, tuple[str, ...]]] = {
    "clabber": ("ecl-1992", "ecl-1984", "wp", "wp-old", "gamerules"),
    "bid-euchre": (
        *(
            "bid-euchre",
            "pepper",
            "hawsy",
            "timed",
            "progressive-euchre",
            "pfeffer",
            "hasenpfeffer",
            "buckenpeffer",
        ),
        *(
            "dirty-clubs",
            "dirty-clubs-bumped",
            "eau-claire-clubs",
            "eau-claire-third-ward",
            "eau-claire-study-hall",
        ),
        *("double-deck", "double-hasenpfeffer", "double-hasenpfeffer-bauers"),
    ),
}
SHIPPED: Final = tuple(name for names in SHIPPED_OF.values() for name in names)
DEFAULT: Final = "ecl-1992"

#: Rulesets that others may extend but no hand is judged by: the common ground of a family of games.
_GROUNDS: Final = ("bid-euchre-family",)
#: Most files between a ruleset and a shipped one.
_MOST_PARENTS: Final = 8


class Ruleset(NamedTuple):
    """Resolved ruleset: every article that binds, one answer to every toggle."""

    id: str
    title: str
    about: str
    #: Ids of itself and of what it extends, in that order.
    lineage: tuple[str, ...]
    articles: dict[str, Article]
    game: Game
    #: Answers to the questions of its game.
    toggles: Any
    #: Penalty of each infraction; what is missing here is no infraction.
    penalties: dict[str, Penalty]
    #: Catalogue rows behind each infraction.
    rows: dict[str, tuple[str, ...]]

    def binding(self, infraction: str) -> list[str]:
        """Return the ids of the articles that bind an infraction."""
        return [name for name, article in self.articles.items() if infraction in article.penalties]

    def carrying(self, row: str) -> tuple[str, ...]:
        """Return the ids of the articles that carry a row of the catalogue."""
        return tuple(name for name, article in self.articles.items() if row in article.rules)

    def as_data(self) -> dict[str, Any]:
        """Return the resolved ruleset as plain data, the inverse of `from_data`."""
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

    @property
    def is_shipped(self) -> bool:
        """True if this is the text of a shipped ruleset, today's or an earlier wording of it, not only its name."""
        if self.id not in SHIPPED:
            return False
        shipped = _shipped(self.id)
        return self is shipped or _words(self) == _words(shipped) or earlier_wording(self) is not None

    @property
    def shown_title(self) -> str:
        """The title for readers, marked if the rules are not a shipped ruleset, whatever they are called."""
        return self.title if self.is_shipped else f"House rules, not a shipped ruleset: {self.title}"

    @property
    def caption(self) -> str:
        """The shown title with the id."""
        return f"{self.shown_title} ({self.id})"

    def digest(self) -> str:
        """Return the SHA-256 of the resolved ruleset, as hexadecimal digits."""
        return digest(self.as_data())


def load(name: str, *, changed: bool = False) -> Ruleset:
    """Load a shipped ruleset by id, or a TOML file; with `changed`, see `genuine`.

    Raise UsageError for an unknown id, Unusable for a file that is missing, broken, contradictory or not genuine.
    """
    if name in SHIPPED:
        return _shipped(name)
    if not name.endswith(".toml"):
        close = get_close_matches(name.lower(), SHIPPED, 1)
        raise UsageError(
            f"there is no ruleset “{printable(name)}”",
            f"the built-in rulesets are {', '.join(SHIPPED)}",
            f"did you mean “{close[0]}”?" if close else "give one of these ids, or a file that ends in .toml",
        )
    return _house(_statute_of(Path(name)), name, _statute_of, changed=changed)


def load_text(text: str, name: str, beside: Mapping[str, str]) -> Ruleset:
    """Load a named text of TOML, which can extend the texts of `beside` by name."""

    def look(path: Path) -> Statute:
        if path.name not in beside:
            what = f"{name} extends “{printable(path.name)}”, which is not here"
            raise Unusable(what, "", f"open {printable(path.name)} first, and then {name} again")
        return _statute_in(beside[path.name], path.name)

    return _house(_statute_in(text, name), name, look)


def _house(statute: Statute, name: str, look: Callable[[Path], Statute], *, changed: bool = False) -> Ruleset:
    """Resolve house rules; neither they nor what they extend may pass for a shipped ruleset."""
    chain = [statute, *_parents(statute, Path(name), look)]
    found = genuine(_resolved(chain, name), name, changed=changed)
    lineage = [
        genuine(_resolved(chain[place:], name), name, changed=changed).id
        if claimed_by(statute)
        else statute.id
        for place, statute in enumerate(chain)
    ]
    return found._replace(lineage=tuple(dict.fromkeys(lineage)))


@lru_cache(maxsize=len(SHIPPED))
def _shipped(name: str) -> Ruleset:
    return _resolved(_chain(name), name)


def _parents(statute: Statute, path: Path, look: Callable[[Path], Statute]) -> list[Statute]:
    """Return what a ruleset extends, nearest first: shipped ids, or files in its folder."""
    seen = {path.resolve()}
    chain: list[Statute] = []
    while statute.extends:
        if statute.extends in (*SHIPPED, *_GROUNDS):
            return chain + _chain(statute.extends)
        if not statute.extends.endswith(".toml"):
            raise Unusable(
                f"{path}: extends “{printable(statute.extends)}”, which is not a ruleset",
                f"the built-in rulesets are {', '.join(SHIPPED)}",
                "extend one of these, or a file that ends in .toml",
            )
        path = path.parent / statute.extends
        if path.resolve() in seen:
            raise Unusable(
                f"{path}: the rulesets extend each other in a circle", "", "make one of them extend nothing"
            )
        seen.add(path.resolve())
        if len(seen) > _MOST_PARENTS:
            what = f"{path}: more than {_MOST_PARENTS} rulesets extend each other"
            raise Unusable(what, "no rules need that", "write them as fewer files")
        statute = look(path)
        chain.append(statute)
    return chain


def _chain(name: str) -> list[Statute]:
    """Return a shipped ruleset and what it extends, nearest first."""
    statute = _shipped_statute(name)
    return [statute, *(_chain(statute.extends) if statute.extends else [])]


@lru_cache(maxsize=len(SHIPPED) + len(_GROUNDS))
def _shipped_statute(name: str) -> Statute:
    text = _FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return Statute.from_data(tomllib.loads(text))


def _statute_of(path: Path) -> Statute:
    return _admitted(read(path), str(path))


def _statute_in(text: str, name: str) -> Statute:
    return _admitted(parsed(text, name), name)


def _admitted(data: dict[str, Any], name: str) -> Statute:
    """Validate a file that is not shipped. The models are imported with the first one."""
    from clabber_audit.rules.ruleset_file import statute_from

    return statute_from(data, name)


def from_data(data: Any) -> Ruleset:
    """Return a ruleset from its resolved data, as a ruling carries it; raise Unusable if it is damaged."""
    from clabber_audit.rules.ruleset_file import carried

    statute, lineage = carried(data)
    return _resolved([statute], statute.id, is_rendered=True)._replace(lineage=lineage)


class Wording(NamedTuple):
    """Earlier text of a shipped ruleset, which says the same law in other words."""

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
def _earlier() -> dict[str, tuple[Wording, ...]]:
    """Return the earlier wordings of the shipped rulesets by id."""
    text = _FOLDER.joinpath("earlier.toml").read_text(encoding="utf-8")
    return {name: tuple(Wording(**one) for one in wordings) for name, wordings in tomllib.loads(text).items()}


def earlier_wording(ruleset: Ruleset) -> Wording | None:
    """Return the earlier wording of a shipped ruleset that a text is; None for today's text and for any other law."""
    if ruleset.id not in SHIPPED or not _same_law(ruleset, _shipped(ruleset.id)):
        return None
    words = _words(ruleset)
    return next((wording for wording in _earlier().get(ruleset.id, ()) if wording.sha256 == words), None)


def _same_law(one: Ruleset, other: Ruleset) -> bool:
    """Return True if two texts give the same answers, penalties and rows, in whatever order their articles stand."""
    (ours, theirs) = ({name: {*rows} for name, rows in text.rows.items()} for text in (one, other))
    return (one.toggles, one.penalties, ours) == (other.toggles, other.penalties, theirs)


def genuine(ruleset: Ruleset, source: str, *, changed: bool = False) -> Ruleset:
    """Return a ruleset if it may use its id and title: only a shipped text may look like a shipped ruleset.

    An earlier wording of a shipped ruleset is that ruleset; a line on standard error says so once for each source.
    Raise Unusable for any other text, and for a title in letters that can pass for others. With `changed` both are
    accepted, the first marked as not the league’s text.
    """
    claimed = claimed_by(ruleset)
    if claimed is None:
        if not changed and not _is_plain(ruleset.title):
            why = "letters of other alphabets, and signs put over letters, can pass for those of a league’s name"
            help = "write the title in plain letters a to z, or use --allow-changed-rules"
            raise Unusable(
                f"{source} goes by rules titled “{printable(ruleset.title)}”, not in plain letters", why, help
            )
        return ruleset
    if ruleset.is_shipped:
        if wording := earlier_wording(ruleset):
            _report(f"note: {printable(source, 200)}: {claimed} {wording}")
        return _shipped(claimed)
    if changed:
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


@lru_cache(maxsize=256)
def _report(note: str) -> None:
    import logging

    logging.getLogger(__name__).warning(note)


def claimed_by(text: Statute | Ruleset) -> str | None:
    """Return the shipped ruleset whose id or title, now or earlier, a text uses or resembles; None for others."""
    own = {_look(text.id), _look(text.title)}
    return next((name for name in SHIPPED if own & _names(name)), None)


@lru_cache(maxsize=len(SHIPPED))
def _names(name: str) -> frozenset[str]:
    """Return the id and titles, current and earlier, of a shipped ruleset, in the form of `_look`."""
    titles = [_shipped(name).title, *(wording.title for wording in _earlier().get(name, ()))]
    return frozenset(map(_look, [name, *titles]))


def _words(ruleset: Ruleset) -> str:
    """Return the SHA-256 of a ruleset without its lineage."""
    return digest({**ruleset.as_data(), "lineage": []})


def _look(name: str) -> str:
    """Return a name without case, signs or gaps, and with look-alikes as one letter."""
    text = unicodedata.normalize("NFKD", name).casefold().translate(_LOOK_ALIKES)
    bare = "".join(char for char in text if char.isalnum())
    return bare.replace("rn", "m").replace("vv", "w").replace("c1", "d")


#: Letters and digits that look like others: Latin, Cyrillic and Greek.
_LOOK_ALIKES: Final = str.maketrans(
    "il|!oszbaet@$оаеіјӏкмнрсѕтухѵԁԛԝαεικνορτυχϳ",
    "11110528437450431j1kmhpc57yxvdqw431kv0p7uxj",
)
#: Signs of our own typography that a title may have beside ASCII.
_SIGNS: Final = "’‘“”–—…·"


def _is_plain(title: str) -> bool:
    """Return True if a title is ASCII with common signs; a letter may have an accent that Unicode has it with."""
    marked = any(unicodedata.combining(char) for char in unicodedata.normalize("NFC", title))
    letters = unicodedata.normalize("NFD", title)
    return not marked and all(
        char.isascii() or char in _SIGNS or unicodedata.combining(char) for char in letters
    )


def _resolved(chain: list[Statute], name: str, *, is_rendered: bool = False) -> Ruleset:
    """Return the law of a chain of files; the texts of a stored ruleset are `is_rendered` already."""
    game = game_of(chain, name)
    articles, changes = in_force(chain, game, name)
    toggles = answers(articles, game, name, chain)
    if not is_rendered:
        values = toggles._asdict() | {phrase.name: phrase.words(toggles) for phrase in game.phrases}
        articles = {one: _with_values(article, one, values, name) for one, article in articles.items()}
        _check_texts(chain, changes, values, game, name)
    costs, rows = penalties(articles, game, toggles, name)
    first = chain[0]
    lineage = tuple(statute.id for statute in chain)
    return Ruleset(first.id, first.title, first.about, lineage, articles, game, toggles, costs, rows)


def in_force(chain: list[Statute], game: Game, name: str) -> tuple[dict[str, Article], dict[str, Article]]:
    """Apply the files from the root down, and return the articles, and those that each replaced.

    An id of a parent's article is replaced, a new one added. An answer by `[toggles]` or `[parameters]` changes the
    article that carries it.
    """
    articles: dict[str, Article] = {}
    replaced: dict[str, Article] = {}
    for statute in reversed(chain):
        for repealed in statute.repeal:
            if articles.pop(repealed, None) is None:
                raise Unusable(
                    f"{name}: repeals “{printable(repealed)}”, which is not an article", "", "check the id"
                )
        for article_id, article in statute.articles.items():
            before = articles.get(article_id)
            if before is not None:
                replaced[article_id] = before
            articles[article_id] = _completed(article, article_id, before, name)
        for parameter, answer in statute.answers.items():
            _answer(statute, parameter, answer, articles, game, name)
    return articles, replaced


def _completed(article: Article, article_id: str, before: Article | None, name: str) -> Article:
    """Return an article with topic, text and rows of the one that it replaces where it has none of its own."""
    if before is not None:
        article = article._replace(
            topic=article.topic or before.topic,
            text=article.text or before.text,
            rules=article.rules or before.rules,
        )
    if not (article.topic and article.text):
        missing = "text" if article.topic else "topic"
        what = f"{name}: article “{article_id}” has no {missing}"
        raise Unusable(what, "it replaces no article that has one", f"add `{missing}`")
    return article


def _answer(
    statute: Statute,
    parameter: str,
    answer: str | bool | int,
    articles: dict[str, Article],
    game: Game,
    name: str,
) -> None:
    """Put an answer of `[toggles]` or `[parameters]` into the article that carries it, as one of the house."""
    questions = _questions(game)
    if parameter not in questions:
        raise _unknown(f"{name}: [parameters] {printable(parameter)}", parameter, game)
    carrying = [
        one
        for one, article in articles.items()
        if parameter in article.toggles or parameter in game.carried(parameters_in(article.text))
    ]
    own = statute.articles.get(carrying[0]) if carrying else None
    if own and own.toggles.get(parameter, answer) != answer:
        written, theirs = _as_written(answer), _as_written(own.toggles[parameter])
        what = f"{name}: {parameter} = {written} and article “{carrying[0]}” has {theirs}"
        raise Unusable(what, "one file gives one answer", "delete one of the two")
    question = game.questions[parameter].text
    noted = {
        name: "note"
        for name, one in infractions().items()
        if one.noted_with[0] == parameter and answer in one.noted_with[1]
    }
    for article_id in carrying or [parameter.replace("_", "-")]:
        article = articles.get(article_id, Article("game", ""))
        text = article.text
        if parameter not in game.carried(parameters_in(text)) and article.toggles.get(parameter) != answer:
            # The words are those of the other answer.
            text = f"{text} House rule: {question} {answer_words(answer)}.".lstrip()
        articles[article_id] = article._replace(
            text=text,
            sources=("house",),
            grade="practice",
            penalties={**article.penalties, **noted},
            toggles={**article.toggles, parameter: answer},
        )


def answer_words(answer: str | bool | int) -> str:
    """Return an answer as people say it: Yes, No, a number, or the words of a choice."""
    if isinstance(answer, bool):
        return "Yes" if answer else "No"
    return str(answer).replace("_", " ").capitalize()


def _unknown(what: str, parameter: str, game: Game) -> Unusable:
    """Return the error for a parameter that the game does not have, with the closest name."""
    other = next((one for one in GAMES if one is not game and parameter in _questions(one)), None)
    if other is not None:
        return Unusable(what, f"it is a question of {other.name}, not of {game.name}", "leave it out")
    close = get_close_matches(parameter, _questions(game), 1)
    if close:
        return Unusable(what, "unknown", f"did you mean “{close[0]}”? {game.questions[close[0]].text}")
    return Unusable(what, "unknown", f"the parameters are {', '.join(_questions(game))}")


def _with_values(article: Article, article_id: str, values: Mapping[str, Any], name: str) -> Article:
    """Return an article with the values of its parameters."""
    if "{" not in article.text and "}" not in article.text:
        return article
    try:
        return article._replace(text=rendered(article.text, values))
    except KeyError as problem:
        parameter = str(problem.args[0])
        close = get_close_matches(parameter, values, 1)
        advice = f"did you mean {{{close[0]}}}?" if close else "write {{ for a brace"
        raise Unusable(
            f"{name}: article “{article_id}”: {{{printable(parameter)}}} is no parameter", "", advice
        ) from None
    except ValueError as problem:
        raise Unusable(f"{name}: article “{article_id}”: {problem}", "", "write {{ for a brace") from None


def _check_texts(
    chain: Sequence[Statute],
    replaced: Mapping[str, Article],
    values: Mapping[str, Any],
    game: Game,
    name: str,
) -> None:
    """Raise Unusable for a house's own text with another number than the parameter it is the place for.

    A text that leaves the parameter out is reported, and so is a number elsewhere that no parameter has.
    """
    for statute in chain:
        if statute.id in SHIPPED or statute.id in _GROUNDS:
            continue
        for article_id, own in statute.articles.items():
            before = replaced.get(article_id)
            if before is None or not own.text:
                continue
            carried = game.carried(parameters_in(before.text))
            left_out = carried - game.carried(parameters_in(own.text)) - own.toggles.keys()
            known = {number for _, number in numbers_in(rendered(before.text, values))}
            others = [
                (written, number)
                for written, number in numbers_in(rendered(own.text, values))
                if carried and number not in known and number not in values.values()
            ]
            missing = [one for one in sorted(left_out) if game.questions[one].article == article_id]
            for parameter in missing:
                place = f"{name}: article “{article_id}”"
                if others and isinstance(values[parameter], int):
                    raise _other_number(place, own.text, parameter, values[parameter], others[0])
                _report(
                    f"note: {place} does not say {parameter}, which is {values[parameter]}; write {{{parameter}}} "
                    f"into it, or leave `text` out: then it reads “{rendered(before.text, values)}”"
                )
            if others and not missing:
                _report(f"note: {name}: article “{article_id}” says “{others[0][0]}”, which no parameter has")


def _other_number(place: str, text: str, parameter: str, value: int, other: tuple[str, int]) -> Unusable:
    """Return the error for a text with another number than its parameter, and what to write."""
    written, number = other
    template = text.replace(written, f"{{{parameter}}}")
    help = f"write `[parameters] {parameter} = {number}` and the text “{template}”"
    return Unusable(f"{place}: its text says {number}, {parameter} is {value}", "", help)


def source(code: str) -> tuple[str, str] | None:
    """Return the code of a source without number or line, and its name; None for a house's own.

    >>> source("L8")[0], source("S2 l.18")[0], source("the club")
    ('L', 'S2', None)
    """
    known = [
        name
        for name in _sources()
        if code == name or (code.startswith(name) and code[len(name)] in " 0123456789")
    ]
    name = max(known, key=len, default=None)
    return (name, _sources()[name]) if name else None


@cache
def _sources() -> dict[str, str]:
    read: dict[str, str] = tomllib.loads(_FOLDER.joinpath("sources.toml").read_text(encoding="utf-8"))
    return read
