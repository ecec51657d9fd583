"""Tests of the duties, the laws about a card that falls: what they may look at, and that they leave a card to play."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.cards import DECK, SUIT, cards_in, mask_of, prettify, trick_of
from clabber_audit.core.errors import Unusable
from clabber_audit.evidence.completions import partition_pack
from clabber_audit.games import load_games
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.game import Game
from clabber_audit.judge.judge import adjudicate
from clabber_audit.replay import Lead, OffSuit
from clabber_audit.rules import bound_ruleset
from clabber_audit.rules.bound_ruleset import BoundRuleset, bind, law_of, legal_cards, load_law, position
from clabber_audit.rules.infraction import Infraction, LawCase, LaydownResult, Words
from clabber_audit.rules.ruleset import SHIPPED, SHIPPED_OF
from tests.casebook import hand_of
from tests.cli import call
from tests.law import leads
from tests.law.test_leads import BEFORE_ANY_TRUMP
from tests.vocabulary import find_infractions

ROOT: Final = Path(__file__).parents[2]
#: Every duty, bound by a shipped ruleset or not, and those of the tests.
DUTIES: Final = [
    *(one for one in find_infractions() if one.place == "duty"),
    *(leads.EARLY, leads.OPENING, leads.JACK),
]
#: Every ruleset that ships or is an example.
RULESETS: Final = (*SHIPPED, *(str(path) for path in sorted((ROOT / "examples").glob("*.toml"))))


class _Duty(Infraction[Lead]):
    """Base of the duties on leads of these tests."""

    id, title, manual = "a-duty", "A duty", "Nobody may."
    place = "duty"
    words = Words(message="{seat} did it", help="do not")


def _lead(infraction: Infraction[Any]) -> bool:
    """Return True if a duty, at the price of a renege, objects to a lead to the first trick."""
    offends = bind(infraction, "renege", law_of("wp").toggles).offends
    return bool(offends(mask_of(["KS"]), mask_of(["KS", "9H"]), DECK, SUIT["S"], 0, 1))


def test_clock_of_a_card_is_refused_to_a_duty() -> None:
    """`legal` puts a duty to cards that have no clock, so `clock == 0` would be true of every lead."""

    class FirstByClock(_Duty):
        def offends(self, case: LawCase[Lead]) -> bool:
            return case.event.clock == 0

    with pytest.raises(Unusable, match="a law about a card asks for `clock`") as refused:
        _lead(FirstByClock())
    assert "trick" in refused.value.help


def test_duty_sees_its_price() -> None:
    class Dear(_Duty):
        def offends(self, case: LawCase[Lead]) -> bool:
            return case.penalty == "renege"

    assert _lead(Dear())


def test_second_copy_of_a_card_is_a_card_like_the_first() -> None:
    """Both jacks of spades are jacks, and so is each copy in `legal`."""
    bound = leads.with_lead(leads.JACK, "double-deck")
    pack = bound.game.recording(bound.toggles).pack
    spades, other = bound.order(pack).strains["S"], pack.bits["9H"][0]
    for jack in pack.bits["JS"]:
        assert legal_cards(bound, jack | other, pack.all_cards, spades.trump, 0, trick=1) == jack
    hand = ["JS", "JS", "9H", *["AC", "TC", "KC", "QC", "AD", "TD", "KD", "QD", "9D"]]
    found = position(bound, spades, hand, [])
    assert [face for face, card in zip(hand, found.held, strict=True) if card & found.allowed] == ["JS", "JS"]


def test_laydown_is_not_searched_under_a_duty_that_looks_at_a_rank() -> None:
    """The search knows cards that follow by their kinds, and says so instead of overlooking the jack."""

    class RuffingWithTheJack(Infraction[OffSuit]):
        id, title, manual, place, looks_at = "ruffing-with-the-jack", "Ruffing", "Nobody may.", "duty", "J"
        words = Words(message="{seat} did it", help="do not")

        def offends(self, case: LawCase[OffSuit]) -> Any:
            return (case.event.card & case.event.trump & case.pack.rank["J"]) != 0

    league = law_of("ecl-1992")
    bound = bind(RuffingWithTheJack(), "renege", league.toggles)
    searched = adjudicate(hand_of(BEFORE_ANY_TRUMP), league._replace(off_suit=(*league.off_suit, bound)))
    assert searched.laydown
    assert (searched.laydown.result, searched.laydown.asks) == (
        LaydownResult.NOT_SUPPORTED,
        ("ruffing-with-the-jack",),
    )


# Each hand keeps a legal card.


@cache
def _with_duty(ruleset: str, duty: Infraction[Any] | None) -> BoundRuleset:
    """Return the law of a ruleset, with one more duty."""
    law = load_law(ruleset)
    if duty is None or duty.id in law.binding:
        return law
    bound = (bind(duty, "renege", law.toggles),)
    if Lead in duty.events:
        return law._replace(leads=law.leads + bound)
    on = "off_suit" if OffSuit in duty.events else "trumps"
    return law._replace(**{on: getattr(law, on) + bound})


def find_stuck_hands(law: BoundRuleset, count: int = 400) -> Iterator[str]:
    """Yield the random hands, each with the table, of which a law lets no card be played."""
    recording = law.game.recording(law.toggles)
    random, cards = Random(12), cards_in(recording.pack.all_cards)
    for _ in range(count):
        players, table = random.choice([*recording.tables.items()])
        strain = random.choice([*recording.strains.values()])
        size, lying = random.randint(1, table.each), random.choice((0, random.randrange(players)))
        drawn = random.sample(cards, min(size + lying + random.choice((0, 12)), len(cards)))
        hand, on_table, fallen = drawn[:size], drawn[size : size + lying], drawn[size + lying :]
        trick = trick_of(on_table, strain)._replace(fallen=sum(fallen))
        number = 0 if on_table else table.each - size + 1
        if not legal_cards(law, sum(hand), trick.led, strain.trump, trick.above, trick=number):
            held, led = (
                " ".join(prettify(recording.pack.face[card]) for card in some) for some in (hand, on_table)
            )
            yield f"{strain.name} trumps, trick {number or '?'}, on the table {led or 'nothing'}: {held}"


#: Advice for a duty that bars every card of a hand.
SPARE: Final = "a duty spares a hand without the cards it asks for: `& ((hand & trump) != 0)` for trumps"


def check_leaves_a_card(law: BoundRuleset, duty: str = "") -> None:
    """Fail with advice if a law lets no card of some hand be played."""
    stuck = next(find_stuck_hands(law), None)
    named = f" with {duty}" if duty else ""
    assert stuck is None, f"{law.ruleset.id}{named} lets no card be played; {SPARE}. {stuck}"


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda name: Path(name).stem)
def test_duties_of_a_ruleset_leave_each_hand_a_legal_card(ruleset: str) -> None:
    check_leaves_a_card(_with_duty(ruleset, None))


@pytest.mark.parametrize("duty", DUTIES, ids=lambda one: one.id)
def test_duty_leaves_each_hand_a_legal_card(duty: Infraction[Any]) -> None:
    """Under the first ruleset of each game that has it."""
    for game in _games_of(duty):
        check_leaves_a_card(_with_duty(SHIPPED_OF[game.id][0], duty), duty.id)


class _TrumpFirst(_Duty):
    """Nobody leads a plain card while holding a trump, with the wrong hand in it: every hand has a card `led`."""

    def offends(self, case: LawCase[Lead]) -> Any:
        lead = case.event
        return ((lead.card & lead.trump) == 0) & ((lead.hand & lead.led) != 0)


def test_duty_that_bars_every_card_is_reported() -> None:
    law = _with_duty("wp", _TrumpFirst())
    with pytest.raises(AssertionError, match="wp with a-duty lets no card be played; a duty spares a hand"):
        check_leaves_a_card(law, "a-duty")


# Cards of a kind are alike to a duty.


def _games_of(duty: Infraction[Any]) -> list[Game]:
    return [game for game in load_games() if duty.is_in_game(game)]


def find_unlike_plays(duty: Infraction[Any], law: BoundRuleset, count: int = 500) -> Iterator[str]:
    """Yield two plays that a duty tells apart although their cards are of the same kinds."""
    pack, offends = law.game.recording(law.toggles).pack, bind(duty, "renege", law.toggles).offends
    random, cards = Random(13), cards_in(pack.all_cards)
    strains = [strain for strain in law.order(pack).strains.values() if strain.trump]
    looked_at = tuple(pack.rank.get(letter) or pack.suit.get(letter, 0) for letter in duty.looks_at)
    for _ in range(count):
        hand, strain = random.sample(cards, 6), random.choice(strains)
        led = random.choice([pack.all_cards, *strain.suits.values()])
        above = random.choice((0, *(strain.beaters[card] & strain.trump for card in hand)))
        masks, number = (led, strain.trump, above), random.randint(1, 6)
        kinds = partition_pack(pack.all_cards, masks + looked_at)
        held = [kind for kind in kinds if kind & sum(hand)]
        card = random.choice(
            [card for card in cards if card & next(kind for kind in kinds if kind & hand[0])]
        )
        alike = card | sum({random.choice(cards_in(kind)) for kind in held} - {card})
        first, second = ((hand[0], sum(hand)), (card, alike))
        if bool(offends(*first, *masks, number)) != bool(offends(*second, *masks, number)):
            plays = (" ".join(map(prettify, _codes(pack.face, play))) for play in (first, second))
            yield f"{strain.name} trumps: {' / '.join(plays)}"


def _codes(face: dict[int, str], play: tuple[int, int]) -> list[str]:
    """Return the card played, then those left in the hand."""
    return [face[play[0]], *(face[card] for card in cards_in(play[1] & ~play[0]))]


#: Advice for a duty that tells apart cards of a kind.
KINDS: Final = (
    "where cards are unknown it is put to one card of each kind, which led, trump, above and `looks_at` make; "
    'write looks_at = "J" for jacks, "H" for hearts, and do not count the cards of a hand'
)


def check_kinds(duty: Infraction[Any], law: BoundRuleset) -> None:
    """Fail with advice if a duty tells apart cards of a kind."""
    unlike = next(find_unlike_plays(duty, law), None)
    assert unlike is None, f"{duty.source}: offends() tells cards of a kind apart: {KINDS}. {unlike}"


@pytest.mark.parametrize("duty", DUTIES, ids=lambda one: one.id)
def test_cards_of_a_kind_are_alike_to_a_duty(duty: Infraction[Any]) -> None:
    for game in _games_of(duty):
        check_kinds(duty, law_of(SHIPPED_OF[game.id][0]))


def test_duty_that_tells_cards_of_a_kind_apart_is_reported() -> None:
    class Jack(_Duty):
        def offends(self, case: LawCase[Lead]) -> Any:
            return (case.event.card & case.pack.rank["J"]) != 0

    class AnotherTrump(_Duty):
        def offends(self, case: LawCase[Lead]) -> Any:
            return (case.event.hand & ~case.event.card & case.event.trump) != 0

    for duty in (Jack(), AnotherTrump()):
        with pytest.raises(AssertionError, match=r"offends\(\) tells cards of a kind apart"):
            check_kinds(duty, law_of("wp"))


# The masks of Clabber's pack have no second copies.


@pytest.mark.parametrize("one", find_infractions(), ids=lambda one: one.id)
def test_infractions_of_other_games_use_no_masks_of_clabber(one: Infraction[Any]) -> None:
    if not one.source.endswith(".py") or _games_of(one) == [CLABBER]:
        return
    tree = ast.parse((ROOT / one.source).read_text(encoding="utf-8"))
    imported = {
        name.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names
    }
    masks = imported & {"BIT", "DECK", "PACK", "RANK", "SUIT"}
    assert not masks, (
        f'{one.source}: {", ".join(masks)} have only the 24 cards of Clabber; write case.pack.rank["J"], case.pack.suit["H"]'
    )


# The number of the trick in `legal`.

#: Nine cards, of which two are jacks of spades.
NINE: Final = "JS JS 9H AC TC KC QC AD TD"


@pytest.mark.parametrize(
    ("cards", "players", "trick"),
    [(12, None, 1), (9, None, 4), (9, 4, 4), (8, None, 1), (8, 6, 1), (8, 4, 5), (5, None, 4), (5, 4, 8)],
)
def test_table_and_cards_left_give_the_trick(cards: int, players: int | None, trick: int) -> None:
    """Double Hasenpfeffer deals 12 cards to each of four players and 8 to each of six (B-138)."""
    law = law_of("double-hasenpfeffer")
    spades = law.order(law.game.recording(law.toggles).pack).strains["S"]
    hand = [*NINE.split(), "KD", "QD", "AH"][:cards]
    assert position(law, spades, hand, [], players=players).trick == trick


def test_legal_asks_for_the_players_where_they_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has the jack of trumps leads it to the first trick: eight cards lead to it at a table of six."""
    bound = _with_duty("double-hasenpfeffer", leads.JACK)
    ruleset = bound.ruleset._replace(rows={**bound.ruleset.rows, leads.JACK.id: ()})
    monkeypatch.setattr(bound_ruleset, "load_law", lambda *_, **__: bound._replace(ruleset=ruleset))
    asked = ("legal", "--trump", "S", "--ruleset", "double-hasenpfeffer")
    assert call(*asked, "--cards", NINE).out == "legal: J♠ 9♥ A♣ 10♣ K♣ Q♣ A♦ 10♦\n"
    eight = (*asked, "--cards", NINE.removesuffix(" TD"))
    refused = call(*eight)
    assert refused.code == 2
    for text in ("it is a lead to trick 1 with 6 players and 5 with 4 players", "say --players 6 or 4"):
        assert text in " ".join(refused.err.split())
    assert call(*eight, "--players", "4").out == "legal: J♠ 9♥ A♣ 10♣ K♣ Q♣ A♦\n"
    assert call(*eight, "--players", "6").out.splitlines()[0] == "legal: J♠"
    assert "say --players 4 or 6" in call(*eight, "--players", "5").err
