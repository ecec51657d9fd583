"""A record of Clabber prepared for replay, or refused with the contradictions in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import permutations
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Final, NamedTuple

from clabber_audit.cards import (
    SEAT_NAMES,
    SEATS,
    SUIT,
    SUIT_NAMES,
    TEAMS,
    Pack,
    card_name,
    clock_of,
    seat_name,
    team_of,
)
from clabber_audit.core.errors import Path, RecordError
from clabber_audit.games.clabber.auction import read_declarations
from clabber_audit.records.contradictions import (
    DROP,
    TOO_OFTEN,
    CardPlacements,
    Mention,
    describe_copies,
    event_contradictions,
    find_late_moments,
    find_unordered_trick_faults,
    laydown_order_faults,
    trick_contradictions,
)
from clabber_audit.records.hand import (
    KEPT,
    Hand,
    OpenPlaces,
    SeatCards,
    copies_by_seat,
    find_first_shown,
    find_shown_in_play,
    find_unordered_plays,
    find_unordered_tricks,
    infer,
    is_miscounted,
    keep_assignable,
    most_cards,
    open_places,
    union,
)
from clabber_audit.records.incidents import MIXES_UPCARD, SHOWS_CARD

if TYPE_CHECKING:
    from clabber_audit.records.clabber import HandRecord


_SEAT_PLAYED, _CARD_PLAYED = attrgetter("seat"), attrgetter("card")


def mentions(record: HandRecord) -> Iterator[Mention]:
    """Yield the cards that a record places with a seat, but for those of unordered tricks and of a lay-down."""
    unordered = find_unordered_plays(record)
    for seat, codes in record.deal.hands.items():
        for place, card in enumerate(codes):
            path: Path = ("deal", "hands", seat, place)
            yield Mention(card, seat, path, f"in {seat_name(seat)}’s hand", "hands")
    yield from _mention_upcard(record)
    for place, play in enumerate(record.plays):
        if play.card and place not in unordered:
            how = f"played by {seat_name(play.seat)} in trick {record.seating.trick_of(place)}"
            yield Mention(play.card, play.seat, ("plays", place), how, "plays")
    yield from _mention_shown_cards(record)


def _mention_upcard(record: HandRecord) -> Iterator[Mention]:
    deal = record.deal
    if deal.upcard and (holder := upcard_holder(record)):
        whose = "of the dealer, " if holder == deal.dealer else "that was taken by "
        how = f"as the up-card {whose}{seat_name(holder)}"
        yield Mention(deal.upcard, holder, ("deal", "upcard"), how, "up-card")


def _mention_shown_cards(record: HandRecord) -> Iterator[Mention]:
    """Yield the cards of melds shown, and exposed cards."""
    for number, meld in enumerate(record.melds or ()):
        if meld.shown != "never" and meld.kind != "belle":
            how = f"shown by {seat_name(meld.seat)} in a meld"
            for place, card in enumerate(meld.cards):
                yield Mention(card, meld.seat, ("melds", number, "cards", place), how, f"meld {number}")
    for number, incident in enumerate(record.incidents):
        if incident.kind in SHOWS_CARD and incident.card and incident.seat:
            path, how = ("incidents", number, "card"), f"exposed by {seat_name(incident.seat)}"
            yield Mention(incident.card, incident.seat, path, how, f"incident {number}")


def laid_down(record: HandRecord) -> Iterator[Mention]:
    """Yield the cards of the order stated with a lay-down."""
    if laydown := record.laydown:
        how = f"laid down by {seat_name(laydown.by)}"
        for place, card in enumerate(laydown.order):
            yield Mention(card, laydown.by, ("laydown", "order", place), how, "laydown")


def upcard_holder(record: HandRecord) -> str | None:
    """Return the seat that had the up-card: the dealer, unless it was mixed up; None if unknown."""
    for incident in record.incidents:
        if incident.kind in MIXES_UPCARD:
            return incident.seat
    return record.deal.dealer


class _KnownCards(NamedTuple):
    """Cards that a record names, as masks, by every part that places them with a seat."""

    seats: list[int]
    #: The card of each clock, 0 if unknown; the cards of unordered tricks have no clock.
    cards: list[int]
    #: Recorded hands, known cards and sizes of the hands, by seat.
    listed: list[int]
    known: list[int]
    sizes: list[int]


def _find_known_cards(record: HandRecord) -> _KnownCards | None:
    """Return the cards that a record names.

    None if a card is in two places, is played or listed twice, or a hand is too large.
    """
    seating, number = record.seating, record.seating.number
    each, players = seating.each, len(seating.seats)
    seats = list(map(number.__getitem__, map(_SEAT_PLAYED, record.plays)))
    faces: list[str | None] = list(map(_CARD_PLAYED, record.plays))
    if record.disordered:
        unordered = find_unordered_plays(record)
        faces = [None if at in unordered else card for at, card in enumerate(faces)]
    hands: list[SeatCards] = [(number[name], codes) for name, codes in record.deal.hands.items()]
    shown: dict[str, tuple[int, list[str]]] = {}
    for mention in (*_mention_upcard(record), *_mention_shown_cards(record), *laid_down(record)):
        shown.setdefault(mention.group, (number[str(mention.seat)], []))[1].append(mention.card)

    def parts() -> Iterator[SeatCards]:
        yield from hands
        yield from shown.values()
        for seat in set(seats):
            yield seat, [card for who, card in zip(seats, faces, strict=True) if who == seat and card]

    copies = copies_by_seat(record.pack, parts)
    cards = copies.assign_plays(seats, faces)
    listed, counted = [0] * players, [0] * players
    for seat, codes in hands:
        listed[seat], counted[seat] = copies.assign(seat, codes), len(codes)
    placed = [(seat, copies.assign(seat, codes), len(codes)) for seat, codes in shown.values()]
    # A sum of bits has as many ones as cards only if all cards differ.
    once = sum(cards).bit_count() + cards.count(0) == len(cards) <= record.pack.size
    once = once and list(map(int.bit_count, listed)) == counted
    once = once and all(mask.bit_count() == count for _, mask, count in placed)
    known = listed.copy()
    for seat, mask in [*zip(seats, cards, strict=True), *((seat, mask) for seat, mask, _ in placed)]:
        known[seat] |= mask
    counts = list(map(int.bit_count, known))
    apart = reduce(or_, known).bit_count() == sum(counts)
    played = [seats.count(seat) for seat in range(players)]
    sizes = [each] * players
    if is_miscounted(record):
        # A whole recorded hand has its own size, any other the number of cards seen of it.
        whole_deal = len(hands) == players
        sizes = [
            size if whole_deal or size >= each else max(each, count, plays)
            for size, count, plays in zip(counted, counts, played, strict=True)
        ]
    fit = all(count <= size >= plays for count, size, plays in zip(counts, sizes, played, strict=True))
    possible = once and apart and fit and max(sizes) <= most_cards(seating)
    return _KnownCards(seats, cards, listed, known, sizes) if possible else None


def prepare_hand(record: HandRecord) -> Hand | None:
    """Return the record as a hand, or None when its cards contradict each other."""
    read = _find_known_cards(record)
    piles = find_unordered_tricks(record) if record.disordered else ()
    if read is None or piles is None:
        return None
    pack, (seats, cards, listed, known, sizes) = record.pack, read
    hidden = [size - mask.bit_count() for size, mask in zip(sizes, known, strict=True)]
    inferred: tuple[int, ...] = ()
    if piles:
        left = open_places(pack, seats, cards, known, hidden, piles=piles)
        ways = [fits for fits in map(keep_assignable, left.ways) if fits is not None]
        if not ways:
            return None
        inferred = _fill_certain_places(pack, left._replace(ways=ways), cards, known, hidden)
    elif sum(map(bool, hidden)) == 1:
        # All other hands are known: this one holds the rest of the pack.
        last = next(seat for seat, count in enumerate(hidden) if count)
        rest = pack.all_cards & ~reduce(or_, known)
        if rest.bit_count() == hidden[last]:
            known[last] |= rest
            hidden[last] = 0
    if not piles and 0 in cards:
        inferred = infer(pack, seats, cards, known, hidden)
    rebuilt = 0
    if listed != known:
        found = (not count and listed[seat] != known[seat] for seat, count in enumerate(hidden))
        rebuilt = sum(1 << seat for seat, is_rebuilt in enumerate(found) if is_rebuilt)
    even = min(sizes) == max(sizes)
    hand = Hand(record, seats, cards, tuple(known), tuple(hidden), rebuilt, inferred, even, piles)
    if record.incidents and (shown := find_first_shown(record, seats, cards, known)):
        return None if 0 in shown.values() else hand._replace(first_shown=shown)
    return hand


def _fill_certain_places(
    pack: Pack, left: OpenPlaces, cards: list[int], known: list[int], hidden: list[int]
) -> tuple[int, ...]:
    """Fill in cards with only one possible clock or owner; return the clocks filled."""
    filled = []
    fits = union(left.ways)
    for seat in range(len(known)):
        sure = may = elsewhere = 0
        for place, mask in zip(left.places, fits, strict=True):
            if place.seat != seat:
                elsewhere |= mask
                continue
            may |= mask
            if place.clock != KEPT and not mask & ~pack.twins.get(mask & -mask, 0):
                # Of several possible copies, prefer one that the seat is known to have had.
                mask = mask & known[seat] & ~sure or mask & ~sure & ~sum(cards)
                cards[place.clock] = mask & -mask
                sure |= mask & -mask
                filled.append(place.clock)
        new = (may & ~elsewhere & pack.all_cards | sure) & ~known[seat]
        known[seat] |= new
        hidden[seat] -= new.bit_count()
    return tuple(sorted(filled))


def build_possible_hand(record: HandRecord) -> Hand | None:
    """Return the record as a hand, None if it contradicts itself; `prepare` also says why, and takes longer."""
    hand = prepare_hand(record)
    return None if hand is None or _find_other_contradictions(record) else hand


def prepare(record: HandRecord) -> tuple[Hand | None, list[RecordError]]:
    """Return the record as a hand, None if its cards contradict each other, and all contradictions."""
    hand, others = prepare_hand(record), _find_other_contradictions(record)
    if hand is not None and not others:
        return hand, []
    errors = [*card_contradictions(record), *others]
    return hand, errors or ([] if hand else list(_find_cards_shown_too_late(record)))


def _find_cards_shown_too_late(record: HandRecord) -> Iterator[RecordError]:
    """Yield the cards taken back that must have fallen before, as no other card is left for an earlier clock."""
    for number, incident in enumerate(record.incidents):
        if incident in find_shown_in_play(record).values():
            what = f"the {card_name(incident.card or '')} must have been played before it was taken back"
            why = "by the known cards nothing else can have fallen earlier"
            yield RecordError(what, why, "correct the card or the time", ("incidents", number, "card"))


def card_contradictions(record: HandRecord) -> list[RecordError]:
    """Return cards in two places, cards named twice, cards that a known hand did not hold, and hands too large."""
    # Of the order of a lay-down only the cards that nothing else contradicts.
    refused = {fault.path for fault in laydown_contradictions(record)}
    laid = [mention for mention in laid_down(record) if mention.path not in refused]
    placed = CardPlacements(record, [*mentions(record), *laid])
    faults = placed.faults
    if record.disordered:
        faults += [*find_unordered_trick_faults(record), *_find_misplaced_cards(record, placed)]
    faults += placed.surplus_plays(record)
    if record.disordered and not faults and prepare_hand(record) is None:
        return _find_unassignable_tricks(record, placed)
    return faults


def _find_unassignable_tricks(record: HandRecord, placed: CardPlacements) -> list[RecordError]:
    """Return unordered tricks whose cards cannot be assigned to plays, if there is no other contradiction."""
    certain = {face: copies for face, copies in placed.copies.items() if placed.has_all_copies(face)}
    found = []
    for place, trick in enumerate(record.disordered):
        clocks = record.seating.clocks_of(trick)
        plays = record.plays[clocks.start : clocks.stop]
        cards = [str(play.card) for play in plays if play.card]
        may: dict[str, set[str]] = {}
        for seat in placed.seats:
            may[seat] = set(cards) - {
                face for face, copies in certain.items() if all(one.seat != seat for one in copies)
            }
            # A completely known hand of a deal that was not miscounted.
            if placed.most == placed.each and len(placed.listed.get(seat, ())) == placed.each:
                may[seat] &= set(placed.listed[seat])
        seats = [str(play.seat) for play in plays]
        orders = (zip(order, cards, strict=False) for order in permutations(seats))
        if not any(all(card in may[seat] for seat, card in order) for order in orders):
            what = f"the cards of trick {trick} do not fit the players: not everyone could have played one of them"
            named = {
                seat: " or the ".join(map(card_name, sorted(may[seat]))) for seat in dict.fromkeys(seats)
            }
            played = [
                f"{seat_name(seat)} {f'may have played the {own}' if own else 'could have played none of them'}"
                for seat, own in named.items()
            ]
            why = f"by the known cards, {'; '.join(played)}"
            found.append(RecordError(what, why, _ADVICE, ("disordered", place)))
    if not found:
        tricks = ", ".join(map(str, sorted(record.disordered)))
        what = f"the cards of trick{'s' if len(record.disordered) > 1 else ''} {tricks} do not fit the hands"
        why = f"no deal of {record.seating.each} cards to each player allows these plays"
        found.append(RecordError(what, why, _ADVICE, ("disordered",)))
    return found


_ADVICE = "correct the cards of the trick, the hands, or who played to it"


def _find_misplaced_cards(record: HandRecord, placed: CardPlacements) -> Iterator[RecordError]:
    """Yield cards of unordered tricks that are elsewhere too, or with a seat that did not play to the trick."""
    tricks_of: dict[str, list[int]] = {}
    played: dict[str, list[Mention]] = {}
    for mention in mentions(record):
        if mention.group == "plays":
            played.setdefault(mention.card, []).append(mention)
    for place, trick in sorted(find_unordered_plays(record).items()):
        play = record.plays[place] if place < len(record.plays) else None
        if play is None or not play.card:
            continue
        seats = {record.plays[at].seat for at in record.seating.clocks_of(trick) if at < len(record.plays)}
        face, card, copies = play.card, card_name(play.card), len(record.pack.bits[play.card])
        before, plays = tricks_of.setdefault(face, []), played.get(face, [])
        others = [mention for mention in placed.find_mentions(face) if mention.seat not in seats]
        why = describe_copies(record.pack, face)
        if before and len(before) + len(plays) >= copies:
            where = f"in trick {before[0]} and again"
        elif len(plays) >= copies:
            where = f"{plays[-1].how} and"
        elif len(others) >= copies:
            where = f"{others[0].how} and"
            why = f"{seat_name(others[0].seat or 'nobody')} did not play to that trick"
        else:
            where = ""
        if where:
            what = f"the {card} appears {TOO_OFTEN[copies]}: {where} in trick {trick}"
            yield RecordError(what, why, DROP[copies], ("plays", place))
        before.append(trick)


def lasting_contradictions(record: HandRecord) -> list[RecordError]:
    """Return the contradictions that a longer record could not resolve, unlike a clock after the last card."""
    return [*card_contradictions(record), *contract_contradictions(record), *laydown_contradictions(record)]


def _find_other_contradictions(record: HandRecord) -> list[RecordError]:
    """Return contradictions that concern no cards."""
    errors = clock_contradictions(record)
    if record.incidents or record.claims or record.agreements:
        errors += [*trick_contradictions(record), *event_contradictions(record)]
    return [*errors, *contract_contradictions(record), *laydown_contradictions(record)]


def contract_contradictions(record: HandRecord) -> Iterator[RecordError]:
    """Yield the ways in which the contract differs from the calls."""
    contract = record.contract
    if not (contract and record.declarations):
        return
    auction = read_declarations(record, prepare_hand(record))
    if auction.passed_out:
        what, why = "the contract does not match the calls", "all four passed twice, so nobody made trump"
        yield RecordError(what, why, "remove one of the two", ("contract",))
    if auction.maker is None:
        return
    seat, team = SEATS[auction.maker], TEAMS[team_of(auction.maker)]
    if contract.maker not in (seat, team):
        what, why = (
            f"the contract says {contract.maker} made trump",
            f"by the calls, {SEAT_NAMES[seat]} made trump",
        )
        yield RecordError(what, why, "correct one of the two", ("contract", "maker"))
    what = f"the contract says trump is {SUIT_NAMES[contract.trump]}"
    if auction.trump is None:
        # An unrecorded up-card was accepted, and the dealer cannot have held a card of that suit.
        dealer = SEAT_NAMES[record.deal.dealer]
        why = f"the up-card is the dealer's, and {dealer} held no {SUIT_NAMES[contract.trump]}"
        help = "correct the contract or the hand"
        yield RecordError(f"{what}, and the up-card was accepted", why, help, ("contract", "trump"))
    elif auction.trump != SUIT[contract.trump]:
        made = next(name for letter, name in SUIT_NAMES.items() if SUIT[letter] == auction.trump)
        yield RecordError(
            what, f"by the calls, it is {made}", "correct one of the two", ("contract", "trump")
        )


#: The fields of the parts of a record that are moments.
_MOMENTS: Final = {
    "melds": ("announced", "shown"), "incidents": ("at", "called"), "claims": ("at",), "agreements": ("at",),
    "comments": ("at",),
}  # fmt: skip


def clock_contradictions(record: HandRecord) -> list[RecordError]:
    """Return the moments later than the last card recorded. The words for moments are never too late."""
    moments: list[tuple[Path, object]] = [
        ((key, number, name), getattr(part, name))
        for key, names in _MOMENTS.items()
        for number, part in enumerate(getattr(record, key) or ())
        for name in names
    ]
    if record.laydown:
        moments.append((("laydown", "at"), record.laydown.at))
    return find_late_moments(moments, len(record.plays)) if moments else []


def laydown_contradictions(record: HandRecord) -> Iterator[RecordError]:
    """Yield the cards of a lay-down's order that the seat cannot have held."""
    laydown = record.laydown
    if not laydown:
        return
    at, piled = max(clock_of(laydown.at), 0), find_unordered_plays(record)
    # It is unknown which cards of an unordered trick had fallen before it was complete.
    ends = {place: record.seating.clocks_of(trick).stop for place, trick in piled.items()}
    gone = {play.card for place, play in enumerate(record.plays[:at]) if ends.get(place, 0) <= at}
    holder = {mention.card: mention.seat for mention in mentions(record)}
    yield from laydown_order_faults(laydown.by, laydown.order, gone, holder)
