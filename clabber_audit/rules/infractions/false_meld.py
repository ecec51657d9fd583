"""Announcing a meld you do not have.

What is shown for a meld must be one: a run of at least three in sequence order A K Q J 10 9, or four of a kind (R-044
to R-049), and no card counts in two melds (R-056); of two that share a card the later falls. Belle is king and queen of
trump in one hand (R-063). A false meld is not scored; it is no renege (D-26).

A meld called and not held is false as well, shown or not. All the table can see is that the meld was never shown, or
that too little was. Only a claim lets anyone look at the hand.

Example: West announces a dad and shows king, ace and nine of one suit.
"""

from clabber_audit.cards import NEVER, codes, is_within_hand
from clabber_audit.games.clabber.melds import BelleCall, MeldEntry, find_counting_meld, list_melds_of_kind
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Trait, Words
from clabber_audit.rules.infractions import is_no_meld


class FalseMeld(Infraction[MeldEntry | BelleCall]):
    place = "meld"
    number = 27
    certified = "belle held"
    traits = Trait.DENIES_MELD
    words = Words(
        message="{seat} announced a {kind} that was not one",
        messages={"belle": "{seat} called a belle that was not one"},
        fault="not a meld",
        faults={"belle": "not a belle"},
        claimed="{whom} did not have that meld",
        denied="{whom} had every meld announced",
        help="a meld is a run of three or more, or four of a kind; a card counts in only one",
        deed="called a belle without holding both cards",
    )

    def offends(self, case: LawCase[MeldEntry | BelleCall]) -> bool:
        """Return True if the cards are no meld, share a card, or were not held; belle too, if used in a meld."""
        entry = case.event
        toggles: Toggles = case.toggles
        if isinstance(entry, BelleCall):
            in_two = bool(entry.in_meld) and not toggles.belle_in_run
            called = is_within_hand(entry.said) or (entry.said != NEVER and entry.first_fell)
            return called and not entry.again and (not entry.holds or in_two)
        if not is_within_hand(entry.announced):
            return False
        hand_decides = self.decisive_melds(case)
        if hand_decides:
            return not any(mask & entry.hand == mask for mask in hand_decides[0])
        return is_no_meld(entry, toggles)

    def facts(self, case: LawCase[MeldEntry | BelleCall]) -> Facts:
        entry = case.event
        if isinstance(entry, MeldEntry):
            return {"kind": entry.kind, "cards": codes(entry.cards)}
        return {"kind": "belle"}

    def clock_of(self, case: LawCase[MeldEntry | BelleCall]) -> int:
        """Return the clock of the call; of a belle without one that of the seat's first card."""
        entry = case.event
        if isinstance(entry, BelleCall):
            return entry.said if entry.dated and is_within_hand(entry.said) else entry.first
        return entry.announced

    def evident_from(self, case: LawCase[MeldEntry | BelleCall]) -> int | None:
        """Return the clock at which the cards were shown; of a belle already used in a meld, that of its call."""
        entry = case.event
        if isinstance(entry, BelleCall):
            return self.clock_of(case)
        return entry.shown if is_within_hand(entry.shown) else None

    def missing_cards(self, case: LawCase[MeldEntry | BelleCall]) -> tuple[int, bool] | None:
        """Return the cards that a false belle lacks: either of them, seen elsewhere, shows it."""
        entry = case.event
        return (entry.lacked, False) if isinstance(entry, BelleCall) and entry.lacked else None

    def decisive_melds(self, case: LawCase[MeldEntry | BelleCall]) -> tuple[tuple[int, ...], bool] | None:
        """Return the melds of the kind announced, if the cards shown hold none and the hand has to be looked at."""
        entry = case.event
        toggles: Toggles = case.toggles
        if isinstance(entry, BelleCall) or not is_within_hand(entry.announced) or is_no_meld(entry, toggles):
            return None
        if entry.cards and find_counting_meld(entry.kind, entry.cards, toggles.melds):
            return None
        # A claim of it, or of any fault at all, has the hand looked at; where melds are not shown, the hand itself says
        # whether it held what was announced.
        if (entry.cards or toggles.show_required) and not entry.challenged & {"false-meld", ""}:
            return None
        return list_melds_of_kind(entry.kind, toggles.melds), False

    def has_happened_at(self, at: int, king: int | None, queen: int | None) -> bool:
        """Return True if one of the two lay with another seat."""
        return king is None or queen is None

    def explain_unscored(self, case: LawCase[MeldEntry | BelleCall]) -> str:
        """State that the cards are no such meld, count in another one already, or were not held (R-056)."""
        entry = case.event
        if isinstance(entry, BelleCall):
            return "a card counts in only one meld" if entry.holds else "{seat} did not have it"
        if entry.shared:
            return "a card counts in only one meld"
        return "not a {kind}" if entry.cards else "{seat} did not have it"

    def leaves_score_open(self, facts: Facts, toggles: Toggles) -> bool:
        """Return True for belle, and for any meld where melds are not shown."""
        return facts.get("kind") == "belle" or not toggles.show_required
