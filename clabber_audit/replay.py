"""Replay of a hand, card by card, from the deal to the last trick. It judges nothing.

The cards become events (`PlayEvents`): those that the law looks at, plays out of turn, and the outcome of each trick.
The deal, incidents and the other events of a game (`CardOrder`) become objects with the facts that rules need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import TYPE_CHECKING, Any, NamedTuple

from clabber_audit.cards import (
    DEAL,
    NEVER,
    Row,
    Seating,
    Strain,
    Trick,
    cards_in,
    clock_of,
    play_hand,
    trick_of,
    trumps_if_fallen,
)
from clabber_audit.records.hand import (
    Candidates,
    Hand,
    Slot,
    fill,
    find_heaviest,
    open_places_of,
    require_one_of,
)
from clabber_audit.records.incidents import ABOUT_A_TRICK, IN_PLAY, OF_THE_DEAL

if TYPE_CHECKING:
    from clabber_audit.records.clabber import Incident


class IncidentEvent(NamedTuple):
    """Event that no card shows; `at` is the recorded clock or the earliest its kind allows."""

    number: int
    kind: str
    seat: int | None
    #: Seat that a question or advice was addressed to, if recorded.
    to: int | None
    at: int
    card: int
    trick: int | None
    quote: str
    called: int
    dealer: int
    #: The rightful dealer; None if not recorded.
    due: int | None
    seating: Seating
    #: True if the card had been turned up or played before.
    known: bool
    #: The card that replaced one taken back, 0 if none or unknown.
    replaced_by: int
    #: True if the card was seen as it was being played.
    in_play: bool
    #: Seats that saw it, as bits.
    seen_by: int
    #: The person not at the table who did it, and the seat helped.
    by_other: str
    helped: int | None
    #: Tricks that the seat's side reviewed for its own claims at that moment; None for any.
    reviewed: frozenset[int | None]

    @property
    def is_review(self) -> bool:
        """True if looking at the trick was part of a claim of the seat's own side (R-092, R-093)."""
        return None in self.reviewed or self.trick in self.reviewed

    @property
    def readings(self) -> list[IncidentEvent]:
        """The incident once for each seat that may have spoken."""
        if self.seat is None and self.to is not None:
            return [self._replace(seat=seat) for seat in range(len(self.seating.seats)) if seat != self.to]
        return [self]

    @property
    def is_to_partner(self) -> bool:
        """True if the remark was made to the partner; so is one without a named seat."""
        if self.to is None or self.seat is None:
            return self.to is None
        return self.to != self.seat and self.seating.side_of[self.to] == self.seating.side_of[self.seat]


class Dealing(NamedTuple):
    """The deal."""

    dealer: int
    #: The rightful dealer, if recorded, else the dealer.
    due: int
    cut: int | None
    #: Kinds of the recorded incidents.
    noted: frozenset[str]

    @property
    def seat(self) -> int:
        return self.dealer

    @property
    def at(self) -> int:
        return DEAL


def incident_events(hand: Hand) -> list[IncidentEvent]:
    """Return the incidents in the record's order."""
    events = []
    deal, number_of, first = hand.record.deal, hand.seating.number, hand.pack.first_copy
    for number, noted in enumerate(hand.record.incidents):
        at = _clock_of(noted, hand)
        card = first[noted.card]
        # Tricks reviewed for claims of the seat's side at that moment; a look that the record places before a claim of
        # the same clock was not part of it.
        side_named = hand.seating.side_named
        reviewed = frozenset(
            claim.trick
            for claim in hand.record.claims
            if noted.seat and claim.by and claim.reviewed and hand.to_trick_clock(clock_of(claim.at)) == at
            and side_named(claim.by) == side_named(noted.seat)
            and not (noted.order and claim.order and noted.order < claim.order)
        )  # fmt: skip
        events.append(
            IncidentEvent(
                number=number,
                kind=noted.kind,
                seat=number_of.get(noted.seat),
                to=number_of.get(noted.to),
                at=at,
                card=card,
                trick=noted.trick,
                quote=noted.quote or "",
                called=NEVER if noted.called is None else clock_of(noted.called),
                dealer=number_of[deal.dealer],
                due=number_of.get(deal.due_dealer),
                seating=hand.seating,
                known=bool(card) and (noted.card == deal.upcard or card in hand.cards[: max(at, 0)]),
                replaced_by=first[noted.replaced_by] if noted.replaced_by != noted.card else 0,
                in_play=noted.in_play or noted.kind in IN_PLAY,
                seen_by=reduce(or_, (1 << number_of[seat] for seat in noted.seen_by), 0)
                or hand.seating.all_seats,
                by_other=noted.by_other or "",
                helped=number_of.get(noted.helped),
                reviewed=reviewed,
            )
        )
    return events


def _clock_of(noted: Incident, hand: Hand) -> int:
    """Return the recorded clock of an incident, else the earliest that its kind allows."""
    if noted.at is not None:
        return hand.to_trick_clock(clock_of(noted.at))
    if noted.kind in OF_THE_DEAL:
        return DEAL
    if noted.kind in ABOUT_A_TRICK:
        return hand.seating.clocks_of(noted.trick or 1).stop
    return min(hand.seating.clocks_of(noted.trick).stop, len(hand.cards)) if noted.trick else 0


def deal_event(hand: Hand) -> Dealing:
    """Return the deal as an event."""
    deal, number = hand.record.deal, hand.seating.number
    dealer = number[deal.dealer]
    noted = frozenset(incident.kind for incident in hand.record.incidents)
    return Dealing(dealer, number[deal.due_dealer] if deal.due_dealer else dealer, deal.cut, noted)


def find_laydown_seat(hand: Hand) -> int | None:
    """Return the seat that ended play by an agreed lay-down, or None."""
    laydown = hand.record.laydown
    if laydown is None or not laydown.agreed:
        return None
    played = len(hand.cards)
    if played == hand.seating.end or hand.laydown_clock < played:
        return None
    return hand.seating.number[laydown.by]


class PossibleStrain(NamedTuple):
    """Possible strain, and what its calls imply about the deal."""

    strain: Strain
    #: Cards of which the dealer was dealt one; 0 if the calls imply none.
    turned_up: int


class OpenTrick(NamedTuple):
    """Outcome of a trick with unknown cards: winner and points, None if open, and the possible winners as seat bits."""

    winner: int | None
    points: int | None
    takers: int


class OpenTable(NamedTuple):
    """Hand with unknown cards, and the possible deals under each possible strain."""

    hand: Hand
    places: Sequence[Slot]
    starts: Sequence[tuple[Strain, Candidates]]

    def trick(self, start: int) -> OpenTrick:
        """Return the trick that begins at a clock."""
        clocks = range(start, start + self.hand.seating.width)
        inside = [number for number, place in enumerate(self.places) if place.clock in clocks]
        takers, worth = 0, set[int]()
        for at in clocks:
            for fits, strain in self._list_winning_deals(clocks, at, inside):
                filling = fill(fits)
                if filling is not None:
                    takers |= 1 << self.hand.seats[at]
                    worth.add(self._count_points(clocks, inside, filling, strain))
                    break
        if len(worth) == 1:
            # The most and the least that the trick can be worth, if cards have values.
            counting = [number in inside for number in range(len(self.places))]
            valued = [(strain, fits) for strain, fits in self.starts if any(strain.value.values())]
            for (strain, fits), sign in product(valued, (1, -1)):
                value = {card: sign * points for card, points in strain.value.items()}
                filling = find_heaviest(fits, counting, value)
                if filling is not None:
                    worth.add(self._count_points(clocks, inside, filling, strain))
        winner = takers.bit_length() - 1 if takers.bit_count() == 1 else None
        return OpenTrick(
            winner, worth.pop() if len(worth) == 1 else None, takers or self.hand.seating.all_seats
        )

    def _list_winning_deals(
        self, clocks: range, winner: int, inside: Sequence[int]
    ) -> Iterator[tuple[Candidates, Strain]]:
        """Yield the deals and strains in which the card at the clock `winner` wins the trick."""
        cards, start = self.hand.cards, clocks.start
        at_clock = {self.places[number].clock: number for number in inside}
        for strain, fits in self.starts:
            fitting = {at: cards[at] or fits[at_clock[at]] for at in clocks}
            strain = strain.strain_after_lead(cards[start], self.hand.led_as.get(start))
            # Highest card first: it is the likeliest winner.
            for card in sorted(cards_in(fitting[winner]), key=lambda card: strain.beaters[card].bit_count()):
                wanted = dict(strain.find_winning_layouts(card, winner, clocks))
                if all(fitting[at] & mask for at, mask in wanted.items()):
                    narrower = list(fits)
                    for at, number in at_clock.items():
                        narrower[number] &= wanted[at]
                    yield narrower, strain

    def _count_points(
        self, clocks: range, inside: Sequence[int], filling: Sequence[int], strain: Strain
    ) -> int:
        value = strain.value
        known = sum(value[self.hand.cards[at]] for at in clocks)
        return known + sum(value[filling[number]] for number in inside)


def open_table(hand: Hand, possible: Sequence[PossibleStrain]) -> OpenTable:
    """Return the possible deals of a hand under each possible strain."""
    dealer = hand.seating.number[hand.record.deal.dealer]
    left = open_places_of(hand)
    starts = [
        (strain, fits)
        for strain, turned_up in possible
        for fits in require_one_of(left, hand.dealt[dealer], dealer, turned_up)
    ]
    return OpenTable(hand, left.places, starts)


class Turn(NamedTuple):
    """Card of a trick with a play out of turn. Cards are masks, seats are bits.

    Once a card has fallen out of turn, laws differ on whose turn it is; each answer has a field. If North is to lead
    and does, South plays before East, and East and West follow, then 0 being none:

    | card    | seat | turn | left | place | rightful |
    | ------- | ---- | ---- | ---- | ----- | -------- |
    | 1st     | N    | N    | 0    | N     | N        |
    | 2nd     | S    | E    | E    | E     | 0        |
    | 3rd     | E    | E    | W    | 0     | 0        |
    | 4th     | W    | W    | 0    | W     | 0        |

    If East leads instead, the first row is `E, N, 0, E, N`.
    """

    clock: int
    #: The seat that played it.
    seat: int
    card: int
    #: True if it was the lead.
    lead: bool
    #: Seat in turn: for the lead, the rightful leader's; then the first seat from the one that led, rightly or not,
    #: that had not played to the trick.
    turn: int
    #: The left neighbor of the player just before; 0 for the lead, or if that seat has played.
    left: int
    #: Seat due by position: the k-th card is due from the k-th seat from the one that led. 0 if that seat has played.
    place: int
    #: The rightful leader until that seat has played to the trick, then 0.
    rightful: int
    #: True if its trick is the last of the hand.
    last: bool


class Follow(NamedTuple):
    """Card that follows a lead, with the table just before it. Cards are masks."""

    clock: int
    card: int
    #: The player's cards, this one included.
    hand: int
    led: int
    trump: int
    #: The trumps above the highest trump on the table; all trumps while there is none.
    above: int
    #: Number of the trick, from 1, for a lead; 0 for a card that follows, which is judged by its trick alone.
    trick: int = 0


class OffSuit(Follow):
    """Card off the suit led: a ruff or a throw-off."""

    __slots__ = ()


class TrumpPlayed(Follow):
    """Trump that follows a lead of any suit."""

    __slots__ = ()


class Lead(Follow):
    """Card led; some house laws restrict it.

    `led` is the whole pack, which any card follows; `above` all trumps if one fell to an earlier trick, else none.
    """

    __slots__ = ()


class ExtraPlay(NamedTuple):
    """Card that belongs to no trick: by a seat that is out (BD-77), or once no opponent is left."""

    #: Its place among the cards that were recorded, from 0.
    number: int
    seat: int
    card: int
    #: Number of cards in tricks by then, and the number of the trick under way or to come.
    at: int
    trick: int
    #: True if its player is out of the hand.
    out: bool


class PlayEvents(NamedTuple):
    """Events of the cards played: cards off the suit led, trumps, plays out of turn, and complete tricks."""

    seating: Seating
    #: Each `OffSuit` and each `TrumpPlayed` as a plain row; a card may be both. Last cards, which leave no choice, are
    #: omitted.
    off_suit: Sequence[Row]
    trumps: Sequence[Row]
    #: Turns of the tricks with a play out of turn.
    turns: Sequence[Turn]
    #: Winner and points of each complete trick.
    winners: Sequence[int | None]
    points: Sequence[int | None]
    #: The seats in turn after the last card recorded, as bits; 0 after the last of the pack.
    next_turn: int
    #: The possible winners of each complete trick, as seat bits; empty if all winners are known.
    takers: Sequence[int] = ()

    @property
    def teams(self) -> Sequence[int | None]:
        """The side that took each complete trick, None where several may have: one winner, or partners."""
        if not self.takers:
            side_of = self.seating.side_of
            return [None if winner is None else side_of[winner] for winner in self.winners]
        return list(map(self.seating.side_of_all.__getitem__, self.takers))


def play_events(
    hand: Hand, ranking: Strain, certain: bool, possible: Sequence[PossibleStrain] = ()
) -> PlayEvents:
    """Return the events of the cards played; unless all is `certain`, the strain is one of `possible`."""
    seating, seats = hand.seating, hand.seats
    play = play_hand(ranking, seating.width, seats, hand.cards, hand.dealt, hand.led_as)
    plays = PlayEvents(seating, play.off_suit, play.trumps, (), play.winners, play.points, 0)
    to_lead = hand.possible_leaders
    leaders = [*to_lead, *play.winners]
    if (
        not (hand.even and certain)
        or len(to_lead) > 1
        or [seat for leader in leaders for seat in seating.clockwise[leader]][: len(seats)] != seats
    ):
        return _complete_out_of_turn(hand, possible, plays)
    turn = 1 << seating.clockwise[leaders[-1]][len(seats) % seating.width] if len(seats) < seating.end else 0
    return plays._replace(next_turn=turn)


def _complete_out_of_turn(hand: Hand, possible: Sequence[PossibleStrain], plays: PlayEvents) -> PlayEvents:
    """Complete the events of a hand with plays out of turn or tricks of unknown winner."""
    seating, width = hand.seating, hand.seating.width
    turns: list[Turn] = []
    winners: list[int | None] = []
    worth: list[int | None] = []
    leaders = hand.possible_leaders
    takers: list[int] = []
    table: OpenTable | None = None
    for start in range(0, len(hand.seats), width):
        players = hand.seats[start : start + width]
        turns += turns_of(hand, start, leaders)
        if len(players) == width:
            if len(possible) > 1 or 0 in hand.cards[start : start + width]:
                table = table or open_table(hand, possible)
                winner, points, may_have_won = table.trick(start)
            else:
                winner, points = plays.winners[len(winners)], plays.points[len(worth)]
                assert winner is not None
                may_have_won = 1 << winner
            leaders = [seat for seat in seating.clockwise[0] if may_have_won >> seat & 1]
            winners.append(winner)
            worth.append(points)
            takers.append(may_have_won)
    under_way = hand.seats[len(hand.seats) - len(hand.seats) % width :]
    gone = reduce(or_, (1 << seat for seat in under_way), 0) | _find_empty_hands(hand, len(hand.seats))
    now = _turn_from(seating, under_way[:1] or leaders, gone)
    return plays._replace(turns=turns, winners=winners, points=worth, next_turn=now, takers=takers)


def _find_empty_hands(hand: Hand, clock: int) -> int:
    """Return the seats, as bits, that have played all their cards before `clock`."""
    before = hand.seats[:clock]
    seats = 0
    for seat, (dealt, more) in enumerate(zip(hand.dealt, hand.hidden, strict=True)):
        if before.count(seat) >= dealt.bit_count() + more:
            seats |= 1 << seat
    return seats


def turns_of(hand: Hand, start: int, leaders: Sequence[int]) -> list[Turn]:
    """Return the turns of a trick that begins at clock `start`, unless all its players waited for theirs.

    Any of `leaders` may have been to lead.
    """
    empty, players = _find_empty_hands(hand, start), hand.seats[start : start + hand.seating.width]
    seating, last = hand.seating, start + hand.seating.width >= hand.seating.end
    to_lead = _turn_from(seating, leaders, empty)
    turns, played = [], 0
    places = [1 << seat for seat in seating.clockwise[players[0]] if not empty >> seat & 1]
    for place, seat in enumerate(players):
        due = places[place] if place < len(places) else 0
        turn = seating.turn[players[0]][played | empty] if place else to_lead
        left = seating.turn[seating.left_neighbor(players[place - 1])][empty] & ~played if place else 0
        turns.append(
            Turn(
                start + place, 1 << seat, hand.cards[start + place], place == 0, turn, left,
                due & ~played, to_lead & ~played, last,
            )
        )  # fmt: skip
        played |= 1 << seat
    return [] if all(turn.seat == turn.turn for turn in turns) else turns


def _turn_from(seating: Seating, leaders: Sequence[int], gone: int) -> int:
    """Return the seats in turn, as bits, if any of `leaders` may have been to lead."""
    turn = 0
    for leader in leaders:
        turn |= seating.turn[leader][gone]
    return turn


class Declaration(NamedTuple):
    """Result of the declaration of a hand."""

    #: The recorded calls, as events of the game.
    calls: Sequence[Any]
    #: The maker's seat, the makers' team and the strain; None if unknown.
    maker: int | None
    makers: int | None
    strain: Strain | None
    #: True if a call names the strain, not only the contract.
    called: bool
    #: Reason the hand is not played, such as all passed; empty if it is played.
    unplayed: str
    #: Cards of which the dealer was dealt one, as the calls imply; 0 if they imply none.
    turned_up: int
    #: The hand as it goes into play.
    hand: Hand
    #: The possible strains if it is unknown.
    possible: Sequence[PossibleStrain] = ()
    #: Preliminaries of Bid Euchre, a type that this room does not know; None in Clabber.
    preliminaries: Any = None


class CardOrder(NamedTuple):
    """Card order of a game under a law, and the game's functions for declaration and other events."""

    #: Strains by their names in records.
    strains: dict[str, Strain]
    #: The strain without trumps.
    plain: Strain
    #: Returns the result of the declaration; the given strain is supposed if the record names none.
    declared: Callable[[Hand, CardOrder, Strain | None], Declaration]
    #: Returns the calls as events, or the call that a recorded contract stands for.
    calls: Callable[[Declaration], Sequence[Any]]
    #: Returns the events of this game alone, a sequence for each kind.
    events: Callable[[Declaration, PlayEvents], Sequence[Sequence[Any]]]


class Replay(NamedTuple):
    """Hand replayed: its events in order, of cards, calls, exchanges and incidents."""

    #: The hand in play, and as recorded; they differ if seats are out or cards were exchanged under the rules.
    hand: Hand
    recorded: Hand
    #: The card order under which it was replayed.
    order: CardOrder
    declared: Declaration
    cards: Sequence[int]
    #: Events of the cards played.
    plays: PlayEvents
    #: True if every card and the strain are known.
    certain: bool
    #: Events of this game alone, a sequence for each kind.
    events: Sequence[Sequence[Any]]
    #: Cache of `replays_by_trump`.
    supposed: Sequence[Replay] = ()

    @property
    def maker(self) -> int | None:
        """The maker's seat; None if unknown."""
        return self.declared.maker

    @property
    def makers(self) -> int | None:
        """The makers' team; None if unknown."""
        return self.declared.makers

    @property
    def strain(self) -> Strain | None:
        """The strain named, or supposed; None if unknown."""
        return self.declared.strain

    @property
    def replays_by_trump(self) -> Sequence[Replay]:
        """The replay under each possible trump suit if unknown, else only itself."""
        if self.strain is not None or self._is_over_after_auction:
            return (self,)
        return self.supposed or [
            replay_hand(self.recorded, self.order, strain.strain) for strain in self.declared.possible
        ]

    @property
    def _is_over_after_auction(self) -> bool:
        """True if the hand ended before trumps were made and before any card."""
        without_contract = self.hand.record.declarations is not None and self.hand.record.contract is None
        return without_contract and self.declared.maker is None and not self.cards

    @property
    def ranking(self) -> Strain:
        """The known card order; without known trumps that of plain suits."""
        return self.strain or self.order.plain

    @property
    def trumps(self) -> int:
        """The known trumps, as a mask; 0 if none or unknown."""
        return self.ranking.trump

    @property
    def is_complete(self) -> bool:
        """True if cards, trumps and all moments are known."""
        return self.certain and bool(self.hand.record.has_all_moments)

    @property
    def calls(self) -> Sequence[Any]:
        """The calls in order, or the call that a contract recorded alone stands for."""
        return self.order.calls(self.declared)

    @property
    def tricks(self) -> list[Trick]:
        """The complete tricks; winner, points and team are None where unknown cards leave them open."""
        seats, cards, fallen = self.hand.seats, self.cards, 0
        tricks = []
        outcomes = zip(self.plays.winners, self.plays.points, self.plays.teams, strict=True)
        for number, (winner, points, team) in enumerate(outcomes, 1):
            clocks = self.clocks_of(number)
            trick = Trick.begin(self.ranking, number, fallen)
            for at in clocks:
                trick = trick.play(seats[at], cards[at], self.hand.led_as.get(at))
                fallen |= cards[at]
            tricks.append(trick._replace(winner=winner, points=points, team=team))
        return tricks

    def clocks_of(self, trick: int) -> range:
        """Return the clocks of the cards that fell to a trick, by its number."""
        clocks = self.hand.seating.clocks_of(trick)
        return range(clocks.start, min(clocks.stop, len(self.cards)))

    def follow(self, at: int, shown: int | None = None) -> Follow:
        """Return the card at clock `at`, or one shown in its place, which follows a lead, with the known facts."""
        start = self.hand.seating.lead_of(at)
        known = shown and all(self.cards[start:at])
        above = trick_of(self.cards[start:at], self.ranking).above if known else 0
        held = self.hand_at(self.hand.seats[at], at)
        return Follow(at, shown or self.cards[at], held, self.suit_led(start), self.trumps, above)

    def suit_led(self, at: int) -> int:
        """Return the suit to follow after a lead, as a mask: the card's, or the one named for it."""
        return self.ranking.suit_led(self.cards[at], self.hand.led_as.get(at))

    def lead(self, at: int, shown: int | None = None) -> Lead:
        """Return the lead at clock `at`, or a card shown in its place, with the known facts."""
        fallen = reduce(or_, self.cards[:at], 0)
        held = self.hand_at(self.hand.seats[at], at)
        above, trick = trumps_if_fallen(self.trumps, fallen), self.hand.seating.trick_of(at)
        return Lead(at, shown or self.cards[at], held, self.hand.pack.all_cards, self.trumps, above, trick)

    def play(self, at: int, shown: int | None = None) -> Follow:
        """Return the card at clock `at`, led or not, or one shown in its place, with the known facts."""
        return self.lead(at, shown) if self.hand.seating.lead_of(at) == at else self.follow(at, shown)

    @property
    def leads(self) -> list[Lead]:
        """The leads by players with a choice, in a completely known hand."""
        leads = map(self.lead, range(0, len(self.cards), self.hand.seating.width))
        return [lead for lead in leads if lead.hand != lead.card]

    def turn_at(self, at: int) -> int:
        """Return the seats in turn at clock `at`, as bits."""
        if at >= len(self.cards):
            return self.plays.next_turn
        return next((turn.turn for turn in self.plays.turns if turn.clock == at), 1 << self.hand.seats[at])

    def hand_at(self, seat: int, at: int) -> int:
        """Return the known cards of a seat at clock `at`, before its card fell, as a mask."""
        hand = self.hand
        played = (card for who, card in zip(hand.seats[:at], hand.cards[:at], strict=True) if who == seat)
        return hand.dealt[seat] & ~reduce(or_, played, 0)

    @property
    def is_over(self) -> bool:
        return len(self.cards) == self.hand.seating.end

    def clocks(self, seat: int) -> list[int]:
        return [at for at, who in enumerate(self.hand.seats) if who == seat]


def replay_hand(hand: Hand, order: CardOrder, supposed: Strain | None = None) -> Replay:
    """Replay a hand under the card order of a law. Tricks count as played, legal or not.

    `supposed` is the strain if the record names none.
    """
    declared = order.declared(hand, order, supposed)
    strain = declared.strain
    recorded, hand = hand, declared.hand
    certain = strain is not None and hand.is_whole
    possible = declared.possible if strain is None else [PossibleStrain(strain, declared.turned_up)]
    plays = play_events(hand, strain or order.plain, certain, possible)
    return Replay(hand, recorded, order, declared, hand.cards, plays, certain, order.events(declared, plays))
