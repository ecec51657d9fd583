"""The only walk there is: a hand card by card, from the deal to the last trick. It objects to nothing.

What falls becomes columns, so that a rule can be put to a whole hand at once: the leads, and the cards that follow them.
`Replay.play` gives one card of them as a row. Everything spoken or seen beside the cards becomes a step of its own with the facts that a rule
may ask about.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

from clabber_audit import clock
from clabber_audit.cards import BIT, DECK_SIZE, SEAT, SEATS, SUIT, SUIT_OF, TEAMS, left_of, right_of, team_of
from clabber_audit.clock import NEVER, PENDING
from clabber_audit.games.clabber import melds as meld_book
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.record.auction import Auction, auction
from clabber_audit.record.hand import Hand

_PLAYERS: Final = len(SEATS)
_EVERYBODY: Final = (1 << _PLAYERS) - 1


def _first_of(start: int, gone: int) -> int:
    """The first seat clockwise from `start`, itself included, that is not among the seats gone; as a bit, else 0."""
    for step in range(_PLAYERS):
        seat = (start + step) % _PLAYERS
        if not gone >> seat & 1:
            return 1 << seat
    return 0


#: `_TURN[seat][gone]`: whose turn it is, from a seat on, when the seats `gone` have played or hold no cards.
_TURN: Final = [[_first_of(seat, gone) for gone in range(_EVERYBODY + 1)] for seat in range(_PLAYERS)]
_LEFT: Final = [[_TURN[left_of(seat)][gone] for gone in range(_EVERYBODY + 1)] for seat in range(_PLAYERS)]


class Lead(NamedTuple):
    """The first card of a trick falling. Cards are masks, seats are bits."""

    clock: int
    seat: int
    card: int
    #: What the player held, the card included.
    hand: int
    #: Who was to lead: the winner of the trick before, at first the player at the dealer's left.
    turn: int

    @property
    def trick(self) -> int:
        return clock.trick_of(self.clock)


class Follow(NamedTuple):
    """A further card of a trick falling, with the table as it was just before. Cards are masks, seats are bits."""

    clock: int
    seat: int
    card: int
    #: What the player held, the card included.
    hand: int
    led: int
    trump: int
    #: The trumps above the highest trump on the table; all trumps while there is none.
    above: int
    #: Whose turn it was: from the rightful leader on, the first seat that had not played to the trick.
    turn: int
    #: The left neighbour of the player just before.
    left: int

    @property
    def trick(self) -> int:
        return clock.trick_of(self.clock)


#: What was so for each lead or each further card of a hand, by the name of the fact; the clock is left out.
Columns = dict[str, Sequence[int]]

#: The clocks at which tricks are led, and at which the further cards fall.
LEADS: Final = range(0, DECK_SIZE, _PLAYERS)
FOLLOWS: Final = tuple(at for at in range(DECK_SIZE) if at % _PLAYERS)


def in_last_trick(at: int) -> bool:
    """Whether the card falling at a clock belongs to the sixth trick."""
    return at >= DECK_SIZE - _PLAYERS


class Trick(NamedTuple):
    """A complete trick; `winner` and `points` are None when unknown cards leave them open."""

    leader: int
    winner: int | None
    points: int | None


class Declaration(NamedTuple):
    """One call of the declaring, with what the caller is known to have been dealt."""

    number: int
    seat: int
    suit: int
    round: int
    valid: bool
    turn: int
    word: str
    turned_up: int
    hand: int
    #: How many of the caller's cards are not known.
    hidden: int

    @property
    def at(self) -> int:
        return clock.DECLARING


class Entry(NamedTuple):
    """One meld of the record, with the moments that decide about it."""

    number: int
    seat: int
    kind: str
    #: The cards of the meld as the record has them; 0 for none.
    cards: int
    #: When it was announced and shown; PENDING when its proper moment has not come, NEVER when it never was.
    announced: int
    shown: int
    #: The clocks of the seat's first and second card. One that has not fallen has the clock of the moment while it is
    #: the seat's turn to play it, else it lies later than any moment.
    first: int
    second: int
    first_fell: bool
    second_fell: bool
    #: Whether an earlier entry of the seat uses one of the cards.
    shared: bool
    #: What the seat is known to have been dealt, and how many of its cards are not known.
    hand: int
    hidden: int
    trump: int
    #: The cards that the other side had shown for its melds before this one was shown.
    shown_before: tuple[int, ...]
    #: The kinds of meld that the seat announced, this one among them.
    called: tuple[str, ...]


class BelleCall(NamedTuple):
    """One announcement of belle."""

    number: int
    seat: int
    #: When it was said; PENDING when its proper moment has not come, NEVER when it was not.
    said: int
    #: Whether the seat was dealt both king and queen of trumps.
    holds: bool
    #: Which of the two it was not dealt.
    lacked: int
    first: int
    first_fell: bool
    #: The clock of the second of the two cards; PENDING while it has not fallen.
    second: int
    #: When the seat showed, in its turn, a run with both; NEVER when it did not.
    run_shown: int
    #: Whether it was said just when the seat announced such a run.
    with_run: bool
    #: Whether another meld of the seat uses one of the two cards.
    in_meld: bool
    #: Whether it was said with a lay-down, or its moment came with one.
    with_laydown: bool
    #: Whether the seat had called it before.
    again: bool


class Belle(NamedTuple):
    """King and queen of trumps in one hand, and when they were called."""

    seat: int
    second: int
    said: int
    run_shown: int
    in_meld: bool
    with_laydown: bool


class Incident(NamedTuple):
    """What no card shows; `at` is the noted clock or the earliest its kind allows."""

    number: int
    kind: str
    seat: int | None
    at: int
    card: int
    trick: int | None
    quote: str
    called: int
    #: How many cards fell in the whole record, and who dealt.
    dealer: int


class Dealing(NamedTuple):
    """The deal itself."""

    dealer: int
    #: Who should have dealt, as far as the record says.
    due: int
    cut: int | None
    #: Whether a deal out of turn is noted as an incident.
    noted: bool

    @property
    def seat(self) -> int:
        return self.dealer

    @property
    def at(self) -> int:
        return clock.DEAL


class Replay(NamedTuple):
    """A hand walked through: columns over the cards played, and steps for what was said and seen."""

    hand: Hand
    auction: Auction
    #: The maker's seat where it is known, the makers' team, and the mask of the trump suit; None when not known.
    maker: int | None
    makers: int | None
    trump: int | None
    cards: Sequence[int]
    #: The fields of each `Lead` and of each `Follow`.
    leads: Columns
    follows: Columns
    tricks: Sequence[Trick]
    #: Whose turn it is after the last card recorded, as seat bits.
    next_turn: int
    #: The melds of the record: runs and fours, announcements of belle, and the belles dealt.
    entries: Sequence[Entry] = ()
    belle_calls: Sequence[BelleCall] = ()
    belles: Sequence[Belle] = ()

    def play(self, at: int) -> Lead | Follow:
        """The card that fell at clock `at` as a row."""
        if at % _PLAYERS == 0:
            return Lead(at, *[self.leads[name][at // _PLAYERS] for name in Lead._fields[1:]])
        return Follow(at, *[self.follows[name][at - at // _PLAYERS - 1] for name in Follow._fields[1:]])

    @property
    def over(self) -> bool:
        """Whether all cards of the pack were played."""
        return len(self.cards) == DECK_SIZE

    def clocks(self, seat: int) -> list[int]:
        """The clocks at which a seat played its cards."""
        return [at for at, who in enumerate(self.hand.seats) if who == seat]


def replay(hand: Hand) -> Replay:
    """Walk through a hand. The trick goes as it was played, legal or not."""
    record = hand.record
    spoken = auction(record)
    maker, trump = spoken.maker, spoken.trump
    makers = None if maker is None else team_of(maker)
    contract = record.contract
    if contract:
        trump = trump or SUIT[contract.trump]
        if maker is None:
            maker = SEAT.get(contract.maker)
            makers = TEAMS.index(contract.maker) if maker is None else team_of(maker)
    walk = _walk(hand, spoken, maker, makers, trump)
    if not trump or record.melds is None:
        return walk if not record.melds else walk._replace(entries=entries(walk))
    both = meld_book.belle_cards(trump)
    if not record.melds and not any([dealt & both == both for dealt in hand.dealt]):
        return walk
    runs = entries(walk)
    calls = belle_calls(walk, runs)
    return walk._replace(entries=runs, belle_calls=calls, belles=belles(walk, runs, calls))


def _walk(hand: Hand, spoken: Auction, maker: int | None, makers: int | None, trump: int | None) -> Replay:
    trumps, beaters, value = RANKINGS[trump or 0]
    # A hand that everybody passed has no trumps; where nothing is said of them they are not known.
    sure = (trump is not None or spoken.passed_out) and hand.whole
    seats, cards, held = hand.seats, hand.cards, list(hand.dealt)
    lead_hands: list[int] = []
    lead_turns: list[int] = []
    hands: list[int] = []
    leds: list[int] = []
    aboves: list[int] = []
    turns: list[int] = []
    lefts: list[int] = []
    tricks: list[Trick] = []
    leaders = [left_of(SEAT[hand.record.deal.dealer])]
    uneven = not hand.even
    for start in range(0, len(seats), _PLAYERS):
        players, fell = seats[start : start + _PLAYERS], cards[start : start + _PLAYERS]
        empty = _emptied(hand, start) if uneven else 0
        if not empty and len(leaders) == 1 and players == _CLOCKWISE[leaders[0]]:
            turn, followers = _IN_TURN[leaders[0]]
            turns += followers
            lefts += followers
        else:
            turn, turned, left = _round(players, leaders, empty)
            turns += turned
            lefts += left
            uneven = True
        leader, card = players[0], fell[0]
        mine = held[leader]
        lead_hands.append(mine)
        lead_turns.append(turn)
        held[leader] = mine & ~card
        winner, winning, points = leader, beaters[card], value[card]
        led = SUIT_OF[card] if card else 0
        leds += (led, led, led)[1 - len(players) :] if len(players) > 1 else ()
        for seat, card in zip(players[1:], fell[1:], strict=True):
            mine = held[seat]
            hands.append(mine)
            held[seat] = mine & ~card
            aboves.append(winning & trumps)
            if card & winning:
                winning, winner = beaters[card], seat
            points += value[card]
        if len(players) == _PLAYERS:
            trick, leaders = Trick(leader, winner, points), [winner]
            if not sure:
                trick, leaders = _open_trick(hand, start, trump, trick)
            tricks.append(trick)
    now = 0
    if len(seats) < DECK_SIZE:
        under_way = seats[len(seats) - len(seats) % _PLAYERS :]
        now = _turn_from(leaders, sum({1 << seat for seat in under_way}) | _emptied(hand, len(seats)))
    bits = [_SEAT_BITS[seat] for seat in seats]
    leads: Columns = {"seat": bits[::_PLAYERS], "card": cards[::_PLAYERS], "hand": lead_hands, "turn": lead_turns}
    follows: Columns = {
        "seat": _without_leads(bits),
        "card": _without_leads(cards),
        "hand": hands,
        "led": leds,
        "trump": [trumps] * len(hands),
        "above": aboves,
        "turn": turns,
        "left": lefts,
    }
    return Replay(hand, spoken, maker, makers, trump, cards, leads, follows, tricks, now)


def _without_leads(column: Sequence[int]) -> list[int]:
    rest = list(column)
    del rest[::_PLAYERS]
    return rest


def _emptied(hand: Hand, clock: int) -> int:
    """The seats, as bits, that have played all their cards before `clock`."""
    before = hand.seats[:clock]
    found = 0
    for seat, (dealt, more) in enumerate(zip(hand.dealt, hand.hidden, strict=True)):
        if before.count(seat) >= dealt.bit_count() + more:
            found |= 1 << seat
    return found


def _round(players: Sequence[int], leaders: Sequence[int], empty: int) -> tuple[int, list[int], list[int]]:
    """Who was to lead a trick; for each further card, whose turn it was and the left neighbour of the one before."""
    turns, lefts, played = [], [], 1 << players[0]
    for before, seat in zip(players, players[1:], strict=False):
        turns.append(_turn_from(leaders, played | empty))
        lefts.append(_LEFT[before][empty] & ~played)
        played |= 1 << seat
    return _turn_from(leaders, empty), turns, lefts


def _turn_from(leaders: Sequence[int], gone: int) -> int:
    """Whose turn it may be, as bits, when any of `leaders` may have been to lead."""
    turn = 0
    for leader in leaders:
        turn |= _TURN[leader][gone]
    return turn


_SEAT_BITS: Final = [1 << seat for seat in range(_PLAYERS)]
#: A trick played in turn from each leader, and the turns in it: who was to lead, then for each further card whose turn it
#: was, who is also the left neighbour of the player before.
_CLOCKWISE: Final = [[(leader + step) % _PLAYERS for step in range(_PLAYERS)] for leader in range(_PLAYERS)]
_IN_TURN: Final = [(1 << players[0], [1 << seat for seat in players[1:]]) for players in _CLOCKWISE]


def _open_trick(hand: Hand, start: int, trump: int | None, trick: Trick) -> tuple[Trick, list[int]]:
    """A trick of a hand with unknown cards or trumps: what is certain of it, and who may have won it."""
    seats = hand.seats[start : start + _PLAYERS]
    blanks = [place for place in range(_PLAYERS) if not hand.cards[start + place]]
    if trump and not blanks and trick.winner is not None:
        return trick, [trick.winner]
    winners, worth = set(), set()
    if len(blanks) > _MOST_BLANKS:
        return Trick(seats[0], None, None), sorted(set(seats))
    for filling in product(*[unseen(hand, seats[place]) for place in blanks]):
        if len(set(filling)) < len(filling):
            continue
        cards = list(hand.cards[start : start + _PLAYERS])
        for place, card in zip(blanks, filling, strict=True):
            cards[place] = card
        for trumps in (trump,) if trump else SUIT.values():
            ranking = RANKINGS[trumps]
            best = 0
            for place in range(1, _PLAYERS):
                if cards[place] & ranking.beaters[cards[best]]:
                    best = place
            winners.add(seats[best])
            worth.add(sum(ranking.value[card] for card in cards))
    winner = winners.pop() if len(winners) == 1 else None
    points = worth.pop() if len(worth) == 1 else None
    return Trick(seats[0], winner, points), sorted(winners or set(seats)) if winner is None else [winner]


_MOST_BLANKS: Final = 2


def unseen(hand: Hand, seat: int) -> list[int]:
    """The cards, as bits, that a card of `seat` not written down may have been."""
    mask = hand.dealt[seat] | (hand.pool if hand.hidden[seat] else 0)
    for who, card in zip(hand.seats, hand.cards, strict=True):
        if who == seat:
            mask &= ~card
    return [1 << place for place in range(DECK_SIZE) if mask >> place & 1]


def declarations(walk: Replay) -> list[Declaration]:
    """The calls of the declaring, in the order spoken.

    Where only the contract was noted and the maker's hand is known, the call that it stands for.
    """
    hand, contract = walk.hand, walk.hand.record.contract
    if walk.auction.calls:
        return [
            Declaration(number, *call, hand.dealt[call.seat], hand.hidden[call.seat])
            for number, call in enumerate(walk.auction.calls)
        ]
    if contract is None or walk.maker is None or hand.hidden[walk.maker]:
        return []
    upcard = hand.record.deal.upcard
    turned_up = SUIT_OF[BIT[upcard]] if upcard else 0
    suit, seat = SUIT[contract.trump], walk.maker
    number = 2 if turned_up and suit != turned_up else 1
    everybody = _EVERYBODY
    return [
        Declaration(
            0, seat, suit, number, True, everybody, contract.trump, turned_up, hand.dealt[seat], hand.hidden[seat]
        )
    ]


def _moments(walk: Replay, seat: int) -> tuple[int, int, int]:
    """The clocks of a seat's first and second card, as `Entry` has them; and how many of its cards have fallen."""
    clocks = walk.clocks(seat)
    soonest = len(walk.cards) if walk.next_turn >> seat & 1 else PENDING
    first = clocks[0] if clocks else soonest
    second = clocks[1] if len(clocks) > 1 else soonest if clocks else PENDING
    return first, second, len(clocks)


def _moment(word: int | str, proper: int, reached: bool) -> int:
    if word == "in_turn":
        return proper if reached else PENDING
    return NEVER if word == "never" else clock.number(word)


def entries(walk: Replay) -> list[Entry]:
    """The runs and fours of the record, in its order."""
    hand = walk.hand
    found: list[Entry] = []
    melds = [(number, meld) for number, meld in enumerate(hand.record.melds or ()) if meld.kind != "belle"]
    shows: list[tuple[int, int, int]] = []
    for _, meld in melds:
        seat = SEAT[meld.seat]
        _, second, fell = _moments(walk, seat)
        cards = sum({BIT[code] for code in meld.cards})
        shows.append((seat, cards, _moment(meld.shown, second, fell > 1) if cards else NEVER))
    for (number, meld), (seat, cards, shown) in zip(melds, shows, strict=True):
        first, second, fell = _moments(walk, seat)
        found.append(
            Entry(
                number=number,
                seat=seat,
                kind=meld.kind,
                cards=cards,
                announced=_moment(meld.announced, first, fell > 0),
                shown=shown,
                first=first,
                second=second,
                first_fell=fell > 0,
                second_fell=fell > 1,
                shared=any(entry.seat == seat and entry.cards & cards for entry in found),
                hand=hand.dealt[seat],
                hidden=hand.hidden[seat],
                trump=walk.trump or 0,
                shown_before=tuple(
                    other
                    for who, other, when in shows
                    if team_of(who) != team_of(seat) and when < shown <= clock.SCORED
                ),
                called=tuple(
                    other.kind for _, other in melds if SEAT[other.seat] == seat and other.announced != "never"
                ),
            )
        )
    return found


def belle_calls(walk: Replay, runs: Sequence[Entry]) -> list[BelleCall]:
    """The announcements of belle in the record, in its order."""
    found: list[BelleCall] = []
    if walk.trump is None:
        return found
    for number, meld in enumerate(walk.hand.record.melds or ()):
        if meld.kind != "belle":
            continue
        seat = SEAT[meld.seat]
        holds, second, run_shown, in_meld = belle_facts(walk, seat, runs)
        first, _, fell = _moments(walk, seat)
        laid, layer = _laid_down(walk), laid_down_by(walk)
        proper, reached = (second, second != PENDING) if holds else (first, fell > 0)
        if holds and not reached and laid is not None and seat == layer:
            proper, reached = laid, True
        said = _moment(meld.announced, proper, reached)
        announced_with = [
            run.announced for run in runs if run.seat == seat and meld_book.holds_belle_run(run.cards, walk.trump)
        ]
        found.append(
            BelleCall(
                number,
                seat,
                said,
                holds,
                meld_book.belle_cards(walk.trump) & ~walk.hand.dealt[seat],
                first,
                fell > 0,
                second,
                run_shown,
                said in announced_with,
                in_meld,
                said == laid and seat == layer,
                _said_before(walk, number, seat, said),
            )
        )
    return found


def _said_before(walk: Replay, number: int, seat: int, said: int) -> bool:
    """Whether another entry has the seat say belle at an earlier clock, or at the same and earlier in the record."""
    for other, meld in enumerate(walk.hand.record.melds or ()):
        if meld.kind == "belle" and SEAT[meld.seat] == seat and meld.announced not in ("in_turn", "never"):
            if (clock.number(meld.announced), other) < (said, number):
                return True
    return False


def belles(walk: Replay, runs: Sequence[Entry], calls: Sequence[BelleCall]) -> list[Belle]:
    """Every king and queen of trumps dealt to one seat, if melds were recorded at all."""
    if walk.trump is None or walk.hand.record.melds is None:
        return []
    both = meld_book.belle_cards(walk.trump)
    found = []
    for seat, dealt in enumerate(walk.hand.dealt):
        if dealt & both == both:
            _, second, run_shown, in_meld = belle_facts(walk, seat, runs)
            own = [call for call in calls if call.seat == seat]
            said = min((call.said for call in own), default=NEVER)
            found.append(Belle(seat, second, said, run_shown, in_meld, any(call.with_laydown for call in own)))
    return found


def belle_facts(walk: Replay, seat: int, runs: Sequence[Entry]) -> tuple[bool, int, int, bool]:
    """Whether a seat holds belle, when its second card fell, when a run with both was shown, and any other use."""
    both = meld_book.belle_cards(walk.trump or 0)
    holds = walk.hand.dealt[seat] & both == both
    parts = [
        at
        for at, (who, card) in enumerate(zip(walk.hand.seats, walk.cards, strict=True))
        if who == seat and card & both
    ]
    own = [run for run in runs if run.seat == seat]
    # Showing in turn such a run is itself the call; a lay-down shows what its hand had still to show.
    runs_with_both = [run for run in own if meld_book.holds_belle_run(run.cards, walk.trump or 0)]
    shows = [run.shown for run in runs_with_both if run.shown == run.second]
    if seat == laid_down_by(walk) and any(run.shown == PENDING for run in runs_with_both):
        shows.append(len(walk.cards))
    second = parts[1] if len(parts) > 1 else PENDING
    return holds, second, min(shows, default=NEVER), any(run.cards & both for run in own if run.announced != NEVER)


def _laid_down(walk: Replay) -> int | None:
    """The clock of an agreed lay-down with which play ended."""
    laydown = walk.hand.record.laydown
    if laydown is None or not laydown.agreed or clock.number(laydown.at) < len(walk.cards) or walk.over:
        return None
    return clock.number(laydown.at)


def laid_down_by(walk: Replay) -> int | None:
    """The seat that laid its hand down by agreement and so ended play; None when play did not end so."""
    laydown = walk.hand.record.laydown
    return None if laydown is None or _laid_down(walk) is None else SEAT[laydown.by]


_OF_THE_DEAL: Final = ("exposed_in_deal", "wrong_card_count", "dealt_out_of_turn", "not_dealt_singly")


def incidents(walk: Replay) -> list[Incident]:
    """What was noted beside the cards, in the record's order."""
    found = []
    for number, noted in enumerate(walk.hand.record.incidents):
        if noted.at is not None:
            at = clock.number(noted.at)
        elif noted.kind in _OF_THE_DEAL:
            at = clock.DEAL
        else:
            at = min(_PLAYERS * noted.trick, len(walk.cards)) if noted.trick else 0
        found.append(
            Incident(
                number,
                noted.kind,
                SEAT[noted.seat] if noted.seat else None,
                at,
                BIT[noted.card] if noted.card else 0,
                noted.trick,
                noted.quote or "",
                NEVER if noted.called is None else clock.number(noted.called),
                SEAT[walk.hand.record.deal.dealer],
            )
        )
    return found


def dealing(walk: Replay) -> Dealing:
    """The deal as a step."""
    deal = walk.hand.record.deal
    dealer = SEAT[deal.dealer]
    noted = any(incident.kind == "dealt_out_of_turn" for incident in walk.hand.record.incidents)
    return Dealing(dealer, SEAT[deal.due_dealer] if deal.due_dealer else dealer, deal.cut, noted)


def cutter(dealer: int) -> int:
    """Who cuts: the player on the dealer's right (R-011)."""
    return right_of(dealer)
