"""Rulesets bound to their infractions, and rulesets changed by a club's decisions."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from datetime import date
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, Final, Generic, NamedTuple, TypeVar

from clabber_audit.cards import Pack, Seating, Strain, cards_in, trick_of
from clabber_audit.core.errors import Unusable, printable
from clabber_audit.games.game import Game
from clabber_audit.records.formats import compact
from clabber_audit.replay import CardOrder, Follow, Lead, OffSuit, TrumpPlayed, Turn
from clabber_audit.rules.articles import GivenAnswer, Penalty, Statute
from clabber_audit.rules.book import AppliedDecision, Book, BookInForce, Decision, sort_by_date
from clabber_audit.rules.infraction import LAST, Infraction, LawCase
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.lines import ALWAYS, DatedText, RulesetHistory, load_history, period_of
from clabber_audit.rules.ruleset import Ruleset, from_data, load, overlay

_Value = TypeVar("_Value")


class ById(NamedTuple, Generic[_Value]):
    """Law or book as a cache key, compared by identity, which is faster than by content."""

    value: _Value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ById) and self.value is other.value


class _UntimedPlay(Follow):
    """Card as it is put to a duty. It has no clock, since duties are also put to cards that are still in a hand."""

    __slots__ = ()

    @property
    def clock(self) -> int:
        """Raise Unusable: `legal` puts duties to cards that have no clock yet."""
        raise Unusable(
            "a law about a card asks for `clock`",
            "it is also asked which cards of a hand may be played, and they have no clock",
            "ask for `trick`: that of a first lead is 1",
        )


class BoundInfraction(NamedTuple):
    """An infraction under a ruleset."""

    infraction: Infraction[Any]
    penalty: Penalty
    rows: tuple[str, ...]
    #: Its position among all infractions.
    number: int
    #: Predicate of a duty over masks (card, hand, led, trump, above) and, for a lead, the number of its trick; any other
    #: over event and toggles.
    offends: Callable[..., Any]
    #: True if it tests the deed that its name describes, exempted or not.
    is_deed: bool = False


def bind(
    infraction: Infraction[Any],
    penalty: Penalty,
    toggles: Any,
    rows: tuple[str, ...] = (),
    number: int = LAST,
    is_deed: bool = False,
) -> BoundInfraction:
    """Bind an infraction to its penalty under a ruleset; with `is_deed`, test the deed, exempted or not."""
    is_fault = infraction.has_happened if is_deed else infraction.offends

    def duty(*play: int) -> bool:
        return is_fault(LawCase(_UntimedPlay(0, *play), toggles, penalty))

    def other(event: Any, toggles: Any) -> bool:
        return is_fault(LawCase(event, toggles, penalty))

    offends = duty if infraction.place == "duty" else other
    return BoundInfraction(infraction, penalty, rows, number, offends, is_deed)


#: Rows of the article that a true claim of an act without a price changes nothing: Clabber, Bid Euchre.
_FREE: Final = ("D-61", "BD-71")
_FREE_INCIDENT: Final = ("D-61", "BD-79", "BD-71")


class BoundRuleset(NamedTuple):
    """Infractions that bind under a ruleset: those about cards falling, leads and turns, and all others by event."""

    ruleset: Ruleset
    #: Answers to the questions of its game.
    toggles: Any
    off_suit: tuple[BoundInfraction, ...]
    trumps: tuple[BoundInfraction, ...]
    leads: tuple[BoundInfraction, ...]
    turns: tuple[BoundInfraction, ...]
    others: dict[type, tuple[BoundInfraction, ...]]
    #: Infraction that binds -> ids of the articles that make it one.
    articles: Mapping[str, Sequence[str]]
    #: Resolved ruleset as a line of JSON, computed once.
    text: Callable[[], str]
    #: History of which it is the newest text, if the text depends on the date of a hand.
    history: RulesetHistory | None = None
    #: Book of a club and the decisions that the ruleset follows.
    book: BookInForce | None = None

    @property
    def game(self) -> Game:
        """Game of the ruleset."""
        return self.ruleset.game

    @property
    def binding(self) -> Set[str]:
        """The ids of all infractions that bind."""
        return self.articles.keys()

    def case_of(self, infraction: str, event: Any) -> LawCase[Any]:
        """Return the case that an infraction is asked about; one that no article binds costs nothing."""
        return LawCase(event, self.toggles, self.ruleset.penalties.get(infraction, "note"))

    def order(self, pack: Pack) -> CardOrder:
        """Return the rank order of the cards of a pack."""
        return self.ruleset.game.order(self.toggles, pack)

    def articles_without_penalty(self, name: str) -> tuple[str, ...]:
        """Return the articles by which the deed of an infraction costs nothing here.

        First those that exempt it, else those that bind it and state exceptions; then the one on true claims of acts
        without a price.
        """
        articles, infraction = self.ruleset.articles, infractions()[name]
        toggles = {*infraction.exempted_by, infraction.asked_by}
        exempting = [id for id, article in articles.items() if toggles & set(article.toggles)]
        rows = _FREE_INCIDENT if infraction.kinds else _FREE
        general = [id for row in rows for id in self.ruleset.find_carrying_articles(row)]
        return tuple(dict.fromkeys([*(exempting or self.ruleset.find_binding_articles(name)), *general[:1]]))

    @property
    def duties(self) -> tuple[BoundInfraction, ...]:
        """Laws about cards falling to a trick already led."""
        return self.off_suit + self.trumps

    def duties_at(self, clock: int, seating: Seating) -> tuple[BoundInfraction, ...]:
        """Return the laws about the card that falls at a clock, a lead or not."""
        return self.leads if seating.lead_of(clock) == clock else self.duties


def law(ruleset: Ruleset) -> BoundRuleset:
    """Bind a ruleset to the infractions for which it has an article, unless a toggle switches them off.

    Raise Unusable if it binds an infraction that nobody can commit in its game.
    """
    bounds = []
    for place, name in enumerate(infractions()):
        if name not in ruleset.penalties:
            continue
        infraction = infractions()[name]
        if not infraction.is_in_game(ruleset.game):
            articles = " and ".join(f"“{article}”" for article in ruleset.find_binding_articles(name))
            raise Unusable(
                f"{ruleset.id}: article {articles} binds {name}",
                f"nobody can commit that in {ruleset.game.name}: the game has nothing of the kind",
                "drop it from `penalties`, or repeal the article",
            )
        if infraction.asked_by and not getattr(ruleset.toggles, infraction.asked_by):
            continue
        bounds.append(bind(infraction, ruleset.penalties[name], ruleset.toggles, ruleset.rows[name], place))
    return _group_by_event(ruleset, bounds)


def remove_penalties(law: BoundRuleset, names: Collection[str]) -> BoundRuleset:
    """Return a law that binds these infractions as notes, exempted or not, with an article or not."""
    found = [
        bind(infractions()[name], "note", law.toggles, law.ruleset.rows.get(name, ()), place, is_deed=True)
        for place, name in enumerate(infractions())
        if name in names
    ]
    return _group_by_event(law.ruleset, found)


def _group_by_event(ruleset: Ruleset, bounds: Sequence[BoundInfraction]) -> BoundRuleset:
    """Return the law of a ruleset, with its infractions grouped by type of event."""
    groups: dict[type, list[BoundInfraction]] = {OffSuit: [], TrumpPlayed: [], Lead: [], Turn: []}
    for bound in bounds:
        for event in bound.infraction.events:
            groups.setdefault(event, []).append(bound)
    articles = {
        bound.infraction.id: ruleset.find_binding_articles(bound.infraction.id)
        for bound in bounds
        if bound.infraction.events
    }
    off_suit, trumps, leads, turns = (
        tuple(groups.pop(event)) for event in (OffSuit, TrumpPlayed, Lead, Turn)
    )
    others = {event: tuple(group) for event, group in groups.items()}
    text = cache(lambda: compact(ruleset.to_data()))
    return BoundRuleset(ruleset, ruleset.toggles, off_suit, trumps, leads, turns, others, articles, text)


def load_law(name: str, *, allow_changed_rules: bool = False) -> BoundRuleset:
    """Load a ruleset by id or TOML file and bind it, the newest text of a line; raise as `load` and `law` do."""
    found = load_history(name, allow_changed_rules=allow_changed_rules)
    return law_of_history(found) if found else law(load(name, allow_changed_rules=allow_changed_rules))


def law_of_history(found: RulesetHistory) -> BoundRuleset:
    """Bind the newest text of a line, with the line itself, in which `law_on` looks up the text of a date."""

    @cache
    def text() -> str:
        texts = [[str(text.first), text.written, text.ruleset.to_data()] for text in found.texts]
        return compact({"line": found.id, "texts": texts})

    return law_of_text(found.newest)._replace(history=found, text=text)


def law_of_text(text: DatedText) -> BoundRuleset:
    """Bind a text of a line; cached."""
    return _bind_cached(ById(text.ruleset), ById(text.book))


@lru_cache(maxsize=256)
def _bind_cached(ruleset: ById[Ruleset], book: ById[BookInForce | None]) -> BoundRuleset:
    own = ruleset.value
    return (law_of(own.id) if own.is_shipped else law(own))._replace(book=book.value)


def law_on(law: BoundRuleset, record: Any) -> BoundRuleset:
    """Return the text of a law in force when a hand was played; the newest of several possible ones."""
    return law if law.history is None else law_of_text(law.history.find_texts_in_force(period_of(record))[-1])


@lru_cache(maxsize=64)
def law_from_text(text: str) -> BoundRuleset:
    """Return a law from its `text`."""
    data = json.loads(text)
    if "texts" not in data:
        return law(from_data(data))
    texts = [
        DatedText(from_data(ruleset), date.fromisoformat(first), written)
        for first, written, ruleset in data["texts"]
    ]
    return law_of_history(RulesetHistory(data["line"], tuple(texts)))


@lru_cache(maxsize=16)
def law_of(name: str) -> BoundRuleset:
    """Return the law of a shipped ruleset."""
    return law(load(name))


def find_objections(
    law: BoundRuleset, hand: int, card: int, led: int, trump: int, above: int, *, trick: int = 0
) -> list[Infraction[Any]]:
    """Return the duties that playing `card` from `hand` would break; all masks, as in `Follow` or `Lead`.

    `trick` is the number of the trick if the card is led, else 0.
    """
    if trick:
        leads = [bound for bound in law.leads if bound.infraction.place == "duty"]
        return [duty.infraction for duty in leads if duty.offends(card, hand, led, trump, above, trick)]
    return [duty.infraction for duty in law.duties if duty.offends(card, hand, led, trump, above)]


def legal_cards(law: BoundRuleset, hand: int, led: int, trump: int, above: int, *, trick: int = 0) -> int:
    """Return the legal cards of a hand (R-032 to R-037), as a mask; arguments as in `find_objections`."""
    return sum(
        card
        for card in cards_in(hand)
        if not find_objections(law, hand, card, led, trump, above, trick=trick)
    )


class TrickPosition(NamedTuple):
    """State of a trick for the next player, in masks."""

    #: Cards of the hand in the given order; two equal cards are two bits.
    held: tuple[int, ...]
    led: int
    #: Trumps that beat the trick; before a lead as in `Lead`.
    above: int
    #: Legal cards.
    allowed: int
    #: Number of the winning card from 0; -1 before a lead.
    best: int
    #: Number of the trick before a lead, else 0.
    trick: int


def fitting_tables(law: BoundRuleset, cards: int) -> list[int]:
    """Return the tables at which a hand may have so many cards left, by their numbers of players, the largest first."""
    tables = law.game.recording(law.toggles).tables
    return [players for players in sorted(tables, reverse=True) if tables[players].each >= cards]


def position(
    law: BoundRuleset,
    strain: Strain,
    hand: Sequence[str],
    trick: Sequence[str],
    played: Sequence[str] = (),
    players: int | None = None,
) -> TrickPosition:
    """Return the position of some cards, by their codes.

    A lead may depend on `played`, the cards of earlier tricks, and on the number of its trick, which follows from the
    number of cards in the hand and of `players`: by default of the largest table at which a hand has so many.
    """
    recording = law.game.recording(law.toggles)
    players = players or next(iter(fitting_tables(law, len(hand))), max(recording.tables))
    pack, each = recording.pack, recording.tables[players].each
    faces = [*hand, *trick, *played]
    bits = [pack.bits[face][faces[:place].count(face)] for place, face in enumerate(faces)]
    on_table_until = len(hand) + len(trick)
    held, table, fallen = bits[: len(hand)], bits[len(hand) : on_table_until], bits[on_table_until:]
    on_table = trick_of(table, strain)._replace(fallen=sum(fallen))
    number = 0 if table else max(each - len(held), 0) + 1
    allowed = legal_cards(law, sum(held), on_table.led, strain.trump, on_table.above, trick=number)
    winner = -1 if on_table.winner is None else on_table.winner
    return TrickPosition(tuple(held), on_table.led, on_table.above, allowed, winner, number)


def with_book(law: BoundRuleset, book: Book) -> BoundRuleset:
    """Return a law changed by the decisions of a book, each from its date on.

    A decision overrides articles of the league and the house, unless they begin later (B4).
    """
    return law_of_history(_change_history(ById(law), ById(book)))


@lru_cache(maxsize=32)
def _change_history(of: ById[BoundRuleset], decided: ById[Book]) -> RulesetHistory:
    law, book = of.value, decided.value
    texts = law.history.texts if law.history else (DatedText(law.ruleset, ALWAYS),)
    ours = Book(
        book.club, tuple(decision for decision in book.decisions if decision.game in (None, law.game))
    )
    toggled = {decision.date for decision in ours.decisions if decision.answers or decision.overrules}
    days = {text.first: text.written for text in texts} | {day: str(day) for day in toggled}
    made = [_text_on(day, written, texts, ours) for day, written in sorted(days.items())]
    return RulesetHistory(f"{law.ruleset.id} with the book", tuple(made))


def _text_on(day: date, written: str, texts: Sequence[DatedText], book: Book) -> DatedText:
    """Return the text of a day with the decisions in force, unless a later text answers their question anew."""
    place = max(at for at, text in enumerate(texts) if text.first <= max(day, texts[0].first))
    base = texts[place].ruleset
    answers: dict[str, Any] = {}
    applied, numbers = [], dict[str, list[str]]()
    for decision in book.find_decisions_in_force(day):
        own = {
            toggle: answer
            for toggle, answer in decision.answers.items()
            if not _is_answered_later(toggle, decision.date, texts[: place + 1])
        }
        for toggle in own:
            numbers.setdefault(toggle, []).append(decision.number)
        answers |= own
        if own:
            before = {name: getattr(base.toggles, name) for name in own}
            applied.append(AppliedDecision(decision, before, *contrary_article(base, own)))
    ruleset = (
        apply_answers(base, answers, numbers, id_suffix="book", title_suffix="with the club’s decisions")
        if answers
        else base
    )
    return DatedText(ruleset, day, written, BookInForce(book, tuple(applied)))


def contrary_article(base: Ruleset, answers: Mapping[str, Any]) -> tuple[str, str]:
    """Return the id of an article with another answer, and `league` or `house`; both empty if there is none."""
    for name, article in base.articles.items():
        if any(article.toggles.get(toggle, answer) != answer for toggle, answer in answers.items()):
            if article.grade == "league text":
                return name, "league"
            if "house" in article.sources:
                return name, "house"
    return "", ""


def _is_answered_later(toggle: str, decided: date, texts: Sequence[DatedText]) -> bool:
    """Return True if a text later than a decision changes the answer."""
    pairs = pairwise(texts)
    return any(
        after.first > decided
        and getattr(before.ruleset.toggles, toggle) != getattr(after.ruleset.toggles, toggle)
        for before, after in pairs
    )


def apply_answers(
    base: Ruleset,
    answers: Mapping[str, Any],
    numbers: Mapping[str, Sequence[str]],
    *,
    id_suffix: str,
    title_suffix: str,
) -> Ruleset:
    """Return a ruleset with other answers, whose articles name the decisions behind them by number."""
    own = Statute(
        f"{base.id.removesuffix(f'-{id_suffix}')[:56]}-{id_suffix}",
        f"{base.title.removesuffix(f', {title_suffix}')}, {title_suffix}",
        base.about,
        answers=[
            GivenAnswer("parameters", name, "none" if answer is None else answer)
            for name, answer in answers.items()
        ],
        decided={toggle: f"As decided in {' and '.join(cited)}" for toggle, cited in numbers.items()},
    )
    ruleset = overlay(base, own)
    articles = dict(ruleset.articles)
    for name, article in articles.items():
        before = base.articles.get(name)
        if before == article:
            continue
        changed = [toggle for toggle in article.toggles if toggle in answers]
        cited = list(dict.fromkeys(number for toggle in changed for number in numbers.get(toggle, ())))
        if cited:
            articles[name] = article._replace(
                sources=tuple(f"decision {number}" if id_suffix == "book" else id_suffix for number in cited),
                rules=before.rules if before else article.rules,
            )
    return ruleset._replace(articles=articles)


def load_book_in_force(data: Any, ruleset: Ruleset) -> BookInForce:
    """Return the decisions stored in a ruling, given its ruleset.

    Raise Unusable if damaged. The models are imported here.
    """
    from clabber_audit.rules.book_file import decision_from_data

    try:
        decisions = []
        for item in data:
            own = {key: value for key, value in item.items() if key in Decision._fields}
            decisions.append((decision_from_data(own), item))
        applied = tuple(
            AppliedDecision(
                decision, dict(item["instead_of"]), str(item.get("article", "")), str(item.get("whose", ""))
            )
            for decision, item in decisions
            if item["standing"] == "decided"
        )
        for followed in applied:
            for toggle in (*followed.before, *followed.decision.answers):
                getattr(ruleset.toggles, toggle)
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise Unusable(
            "the decisions in the ruling are damaged",
            printable(str(problem), 100),
            "rule again on the record",
        ) from None
    departed = tuple(decision.number for decision, item in decisions if item["standing"] == "departed")
    return BookInForce(Book("", sort_by_date(decision for decision, _ in decisions)), applied, departed)
