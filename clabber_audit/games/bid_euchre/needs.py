"""Conditions among the answers of a ruleset."""

from __future__ import annotations

from typing import Final, NamedTuple

from clabber_audit.cards import JOKER
from clabber_audit.games.bid_euchre.hand import PLAYERS, cards_each, pack_of
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.games.game import Need, refuse
from clabber_audit.records.bid_euchre_words import PACKS

#: Largest hand, number of tricks bid, and bid at High Card that a record can hold.
_MOST_CARDS: Final = 12
_MOST_HIGH_CARD: Final = 5
#: Largest score and pepper, up or down: a record holds sums up to a thousand.
_FAR: Final = 500
#: Bottoms are the three cards under the one that is turned (B-121).
_BLIND: Final = 4
#: Ways of scoring the Clubs games: down, each player or side for itself, also for hands without a bid.
_CLUBS: Final = ("dirty_clubs", "eau_claire")
#: Bids that are played without the partner at any table (B-037, B-039, B-055).
LONE_BIDS: Final = ("pepper_loner", "pfeffer")

_Problem = tuple[str, str] | None


class _Deal(NamedTuple):
    """A deal at one of the tables that a ruleset allows."""

    players: int
    each: int
    size: int

    @property
    def cards_left(self) -> int:
        """Cards left over; negative if there are too few."""
        return self.size - self.players * self.each

    def __str__(self) -> str:
        return f"{self.players} players with {self.each} cards each, of {self.size}, leave {max(self.cards_left, 0)}"


def _list_deals(toggles: BidEuchreToggles) -> list[_Deal]:
    """Return the deal at each table that a ruleset allows."""
    return [
        _Deal(players, cards_each(players, toggles), PACKS[pack_of(players, toggles)].size)
        for players in PLAYERS[toggles.players]
    ]


def _find_fewest_tricks(toggles: BidEuchreToggles) -> int:
    """Return the number of tricks at the table where it is smallest."""
    return min(deal.each for deal in _list_deals(toggles))


def _require_range(toggle: str, least: int, most: int, why: str) -> Need:
    """Return the condition that a number, if given, lies in a range."""

    def is_outside(given: BidEuchreToggles) -> bool:
        answer = getattr(given, toggle)
        return isinstance(answer, int) and not least <= answer <= most

    return refuse((toggle,), is_outside, why, f"write {toggle} = a number from {least} to {most}")


def _require_hand_size(toggle: str) -> Need:
    """Return the condition that a bid is for no more tricks than the smallest hand has."""

    def problem(toggles: BidEuchreToggles) -> _Problem:
        number, fewest = getattr(toggles, toggle), _find_fewest_tricks(toggles)
        if number is None or number <= fewest:
            return None
        return _describe_no_such_bid(number, fewest), f"write {toggle} = {fewest} or less, or deal more cards"

    return Need((toggle, "cards_each", "pack", "players"), problem)


def _describe_no_such_bid(number: int, fewest: int) -> str:
    return f"nobody can bid {number} where a hand has {fewest} {'card' if fewest == 1 else 'cards'}"


def _find_card_shortage(toggles: BidEuchreToggles) -> _Problem:
    for deal in _list_deals(toggles):
        if deal.cards_left < 0:
            why = f"{deal.players} players with {deal.each} cards each need {deal.players * deal.each}, of {deal.size}"
            return why, f"write cards_each = {deal.size // deal.players} or less, or take a larger pack"
        if deal.each > _MOST_CARDS:
            why = f"each of {deal.players} players gets {deal.each} cards, and a record holds {_MOST_CARDS} in a hand"
            return why, f"write cards_each = {_MOST_CARDS} or less"
    return None


def _find_missing_upcard(toggles: BidEuchreToggles) -> _Problem:
    none = next((deal for deal in _list_deals(toggles) if not deal.cards_left), None)
    if toggles.upcard == "none" or none is None:
        return None
    return (
        f"{none}, so that no card can be turned up",
        f'write cards_each = {none.each - 1}, or upcard = "none"',
    )


def _find_bottoms_problem(toggles: BidEuchreToggles) -> _Problem:
    other = next((deal for deal in _list_deals(toggles) if deal.cards_left != _BLIND), None)
    if toggles.call_window is None or (other is None and toggles.upcard != "none"):
        return None
    why = f"{f'{other}, and ' if other else ''}Bottoms are the three cards under the one turned up"
    return why, "leave call_window out, or deal so that four cards are left over and turn up the top one"


def _find_forced_bid_problem(toggles: BidEuchreToggles) -> _Problem:
    word, _, number = toggles.all_pass.partition("_")
    fewest = _find_fewest_tricks(toggles)
    if word in ("dealer", "joker") and number.isdigit() and int(number) > fewest:
        return _describe_no_such_bid(int(number), fewest), "write another all_pass, or deal more cards"
    return None


def _has_joker(toggles: BidEuchreToggles) -> bool:
    return any(JOKER in PACKS[pack_of(players, toggles)].mask for players in PLAYERS[toggles.players])


def _find_high_card_problem(toggles: BidEuchreToggles) -> _Problem:
    most = max(deal.each for deal in _list_deals(toggles))
    if toggles.special_bids != "high_card" or most <= _MOST_HIGH_CARD:
        return None
    why = f"a record holds bids at High Card up to {_MOST_HIGH_CARD}, and with {most} cards {most} can be bid"
    return why, f"write cards_each = {_MOST_HIGH_CARD} or less, or other special_bids"


def _find_exchange_problem(toggles: BidEuchreToggles) -> _Problem:
    if toggles.partners == "no" and toggles.exchange in ("passed_card", "any_two"):
        return "the cards go to the partner, and nobody has one", 'write exchange = "none"'
    lone = toggles.special_bids in LONE_BIDS or toggles.pepper_play == "alone"
    across = toggles.exchange == "passed_card" or (toggles.exchange == "any_two" and lone)
    if 6 in PLAYERS[toggles.players] and across:
        return (
            "of six players the one across is on the other side",
            'write exchange = "none", or players = "4"',
        )
    if toggles.exchange == "any_two" and _find_fewest_tricks(toggles) < toggles.exchange_cards:
        return (
            f"nobody has {toggles.exchange_cards} cards to give",
            "deal more cards, or write another exchange",
        )
    if toggles.exchange != "any_two" and toggles.exchange_cards != 2:
        return "exchange_cards are those of a lone bidder", 'write exchange = "any_two" as well'
    return None


def _find_target_problem(toggles: BidEuchreToggles) -> _Problem:
    down = toggles.scoring in _CLUBS
    if toggles.end != "target" or toggles.target is None:
        return None
    if (toggles.start > toggles.target) if down else (toggles.start < toggles.target):
        return None
    way, wanted = ("down", "less") if down else ("up", "more")
    return f"the score goes {way}", f"write target = a number {wanted} than {toggles.start}"


def _find_cap_problem(toggles: BidEuchreToggles) -> _Problem:
    if toggles.cap is None or (toggles.cap >= toggles.start and toggles.scoring in _CLUBS):
        return None
    why = "a set raises a score to the cap, in a game that counts down from its start"
    return why, f"leave cap out, or in a game of Clubs write cap = {toggles.start} or more"


def _require_other_answer(toggle: str, answer: str, other: str, answers: tuple[str, ...], why: str) -> Need:
    """Return the condition that an answer is given only with some answers to another question."""

    def is_missing(given: BidEuchreToggles) -> bool:
        return getattr(given, toggle) == answer and getattr(given, other) not in answers

    choices = " or ".join(f'{other} = "{answer}"' for answer in answers)
    return refuse((toggle, other), is_missing, why, f"write {choices}, or another {toggle}")


def _find_unpriced_pepper(toggles: BidEuchreToggles) -> _Problem:
    for name in ("small_pepper", "big_pepper") if toggles.special_bids == "peppers" else ():
        if getattr(toggles, name) is None:
            why = f"a {name.replace('_', ' ')} can be bid and nobody says what it brings"
            return why, f"write {name} = 12"
    return None


def _find_joker_problem(toggles: BidEuchreToggles) -> _Problem:
    if toggles.joker_rank == "best":
        return None
    if not _has_joker(toggles):
        return "that pack has no joker", 'write pack = "25", or leave joker_rank out'
    if toggles.joker_rank in ("under_right", "under_left") and toggles.bowers == "no":
        return "there are no bowers", 'write joker_rank = "best" or "lowest"'
    return None


def _find_price_problem(toggles: BidEuchreToggles) -> _Problem:
    """Return the problem of a price in points where none is asked."""
    usual = BidEuchreToggles._field_defaults
    for name in ("renege_points", "renege_minus", "renege_alone"):
        if toggles.renege_penalty != "points" and getattr(toggles, name) != usual[name]:
            return (
                f"{name} is the price where a renege costs points",
                'write renege_penalty = "points" as well',
            )
    if toggles.false_claim == "none" and toggles.unproven_claim != usual["unproven_claim"]:
        return "a claim that proves nothing costs nothing", 'write false_claim = "minus_two" as well'
    return None


def _find_bid_limit_problem(toggles: BidEuchreToggles) -> _Problem:
    least = max(toggles.min_bid, toggles.dealer_least or 0)
    if toggles.max_bid is None or toggles.max_bid >= least:
        return None
    return f"the least is {least}", f"write max_bid = {least} or more"


def _find_idle_number(toggles: BidEuchreToggles) -> _Problem:
    """Return the problem of a number for which this way of scoring has no use."""
    usual = BidEuchreToggles._field_defaults
    for name, scorings in _PRICED_IN.items():
        if toggles.scoring not in scorings and getattr(toggles, name) != usual[name]:
            known = " or ".join(f'"{scoring}"' for scoring in scorings)
            return f"{name} is a question where the scoring is {known}", f"leave {name} out"
    return None


def _require_scoring(toggle: str, scoring: str) -> Need:
    """Return the condition that a question is answered only where the way of scoring asks it."""

    def is_unasked(given: BidEuchreToggles) -> bool:
        return getattr(given, toggle) not in (None, "none") and given.scoring != scoring

    why = f'it is a question where the scoring is "{scoring}"'
    help = f'leave {toggle} out, or write {toggle} = "none"'
    return refuse((toggle, "scoring"), is_unasked, why, help, is_idle=True)


#: Ways of scoring by the numbers that only they have.
_TRICKS_COUNT: Final = ("pepper", "double_pepper", "pfeffer", "hasenpfeffer", "buck", "double_deck")
_PRICED_IN: Final[dict[str, tuple[str, ...]]] = {
    "per_trick_makers": _TRICKS_COUNT,
    "per_trick_defense": _TRICKS_COUNT,
    "no_tricks": ("pepper", "double_pepper", "pfeffer", "buck", "double_deck", "eau_claire", "dirty_clubs"),
    "bump": _CLUBS,
    **dict.fromkeys(("hickeys", "pfeffer_hickeys", "pfeffer_gain", "pfeffer_loss"), ("pfeffer",)),
    **dict.fromkeys(("loner", "stopped", "sweep"), ("progressive",)),
    **dict.fromkeys(("scale_3", "scale_4", "scale_5", "scale_6"), ("progressive",)),
    "forced_loss": ("double_pepper",),
}


#: The one way of scoring that asks each of these.
_ASKED_IN: Final = {
    **dict.fromkeys(("prog_scale", "prog_pepper", "prog_defence"), "progressive"),
    **dict.fromkeys(("dh_loss", "alone_doubles"), "double_pepper"),
    "buck_set": "buck",
    "hasen_opponents": "hasenpfeffer",
    # At Eau Claire a side without a trick is set anyhow (B-114, B-116).
    "bump_no_tricks": "dirty_clubs",
}


_NO_PRICE: Final = "this way of scoring has no price for such a bid"
#: All conditions.
NEEDS: Final = (
    refuse(
        ("partners", "scoring"),
        lambda given: given.partners == "no" and given.scoring != "dirty_clubs",
        "it scores bidders against defenders",
        'write partners = "yes", or scoring = "dirty_clubs"',
    ),
    refuse(
        ("partners", "players"),
        lambda given: given.partners == "yes" and given.players == "3 to 6",
        "three or five cannot make two equal sides",
        'write partners = "no", or players = "4 or 6"',
    ),
    _require_range(
        "cards_each", 1, _MOST_CARDS, f"a hand that a record can hold has 1 to {_MOST_CARDS} cards"
    ),
    Need(("cards_each", "pack", "players"), _find_card_shortage),
    Need(("upcard", "cards_each", "pack", "players"), _find_missing_upcard),
    Need(("call_window", "cards_each", "pack", "upcard"), _find_bottoms_problem),
    _require_range("min_bid", 1, _MOST_CARDS, f"a bid is for 1 to {_MOST_CARDS} tricks"),
    _require_range("dealer_least", 1, _MOST_CARDS, f"a bid is for 1 to {_MOST_CARDS} tricks"),
    _require_hand_size("min_bid"),
    _require_hand_size("dealer_least"),
    Need(("all_pass", "cards_each", "pack", "players"), _find_forced_bid_problem),
    refuse(
        ("all_pass", "pack"),
        lambda given: given.all_pass == "joker_3" and not _has_joker(given),
        "that pack has no joker, whose holder would have to bid",
        'write pack = "25", or another all_pass',
    ),
    refuse(
        ("pack", "joker_nt"),
        lambda given: given.joker_nt is None and _has_joker(given),
        "no article says what a joker does without trump",
        'write joker_nt = "beats_all" or "dead"',
    ),
    Need(("special_bids", "cards_each", "pack"), _find_high_card_problem),
    Need(
        ("exchange", "partners", "players", "special_bids", "cards_each", "exchange_cards"),
        _find_exchange_problem,
    ),
    refuse(
        ("pepper_play", "partners", "players"),
        lambda given: (
            given.pepper_play == "alone"
            and given.special_bids == "peppers"
            and (given.partners == "no" or 6 in PLAYERS[given.players])
        ),
        "a card goes to the partner across",
        'write players = "4" and partners = "yes", or special_bids = "none"',
    ),
    refuse(
        ("drop_out", "scoring"),
        lambda given: given.drop_out != "no" and given.scoring not in _CLUBS,
        "only the Clubs games say what a hand brings that players have left",
        'write drop_out = "no"',
    ),
    _require_range("start", -_FAR, _FAR, f"a game begins at a score from -{_FAR} to {_FAR}"),
    _require_range("target", -_FAR, _FAR, f"a game ends at a score from -{_FAR} to {_FAR}"),
    _require_range("cap", -_FAR, _FAR, f"scores are kept from -{_FAR} to {_FAR}"),
    Need(("target", "start", "scoring"), _find_target_problem),
    Need(("cap", "start", "scoring"), _find_cap_problem),
    _require_range("small_pepper", 0, _FAR, f"a pepper brings 0 to {_FAR} points"),
    _require_range("big_pepper", 0, _FAR, f"a pepper brings 0 to {_FAR} points"),
    _require_other_answer("special_bids", "peppers", "scoring", ("pepper",), _NO_PRICE)._replace(
        is_idle=True
    ),
    _require_other_answer("special_bids", "pepper_loner", "scoring", ("progressive",), _NO_PRICE),
    _require_other_answer("special_bids", "pfeffer", "scoring", ("pfeffer", "buck"), _NO_PRICE),
    _require_other_answer("special_bids", "high_card", "scoring", ("eau_claire",), _NO_PRICE),
    _require_other_answer(
        *("exchange", "passed_card", "special_bids", ("pepper_loner",)),
        "a card is passed on a bid that this game does not have",
    ),
    _require_other_answer(
        *("exchange", "best_for_worst", "no_trump", ("high", "high_low")),
        "cards are exchanged in hands without trump, which this game does not have",
    ),
    _require_other_answer("all_pass", "no_trump", "scoring", _CLUBS, "this way of scoring needs a bidder"),
    _require_other_answer("upcard", "club_is_trump", "scoring", _CLUBS, "this way of scoring needs a bidder"),
    Need(("special_bids", "small_pepper", "big_pepper"), _find_unpriced_pepper),
    refuse(
        ("end", "target"),
        lambda given: given.end == "target" and given.target is None,
        "the game would never end",
        "write target = the score that wins",
    ),
    Need(("joker_rank", "pack", "bowers"), _find_joker_problem),
    refuse(
        ("joker_rank", "all_pass"),
        lambda given: given.joker_rank != "best" and given.all_pass == "joker_3",
        "the holder of the best bower has to bid, and the joker is no longer the best",
        'write all_pass = "dealer_3", or another',
    ),
    Need(("max_bid", "min_bid"), _find_bid_limit_problem),
    Need(("renege_penalty", "false_claim"), _find_price_problem),
    _require_hand_size("max_bid"),
    Need(("scoring",), _find_idle_number),
    *(_require_scoring(toggle, scoring) for toggle, scoring in _ASKED_IN.items()),
    refuse(
        ("per_trick_defense", "scoring", "hasen_opponents"),
        lambda given: (
            given.scoring == "hasenpfeffer"
            and given.hasen_opponents != "tricks"
            and given.per_trick_defense != 1
        ),
        "the other side scores nothing here",
        'write hasen_opponents = "tricks" as well',
    ),
    refuse(
        ("prog_scale", "scale_5", "scale_6"),
        lambda given: (
            given.prog_scale == "all_tricks"
            and (given.scale_3, given.scale_4, given.scale_5, given.scale_6) != (1, 1, 2, 2)
        ),
        "it has a scale of its own",
        'write prog_scale = "literal"',
    ),
)
