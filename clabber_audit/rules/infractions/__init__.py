"""The infractions: each has one file here, or one row of `incidents.toml`."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterator, MutableMapping
from functools import cache
from importlib import import_module
from typing import Any, Final, get_args

from clabber_audit.cards import CODE, NEVER, SCORED, codes, letter_of
from clabber_audit.games.clabber.melds import MeldEntry, find_melds
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.games.game import Game
from clabber_audit.records.hand import KEPT
from clabber_audit.records.incidents import INFRACTIONS, BidEuchreInfractionId, InfractionId
from clabber_audit.replay import IncidentEvent, OffSuit, Turn
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.infraction import (
    Facts,
    IncidentKind,
    Infraction,
    LawCase,
    Place,
    Seats,
    incident_kinds,
    load_infraction,
)


class Infractions(UserDict[str, Infraction[Any]]):
    """Infractions by id, in the order of the contract. The file of one is imported when it is first looked up."""

    def __missing__(self, id: str) -> Infraction[Any]:
        if id not in INFRACTIONS:
            raise KeyError(id)
        noted = (kind for kind in incident_kinds().values() if kind.infraction and kind.infraction.id == id)
        kind = next(noted, None)
        name = f"{__name__}.{id.replace('-', '_')}"
        self.data[id] = NotedInfraction(kind) if kind else load_infraction(import_module(name))
        return self.data[id]

    def __contains__(self, id: object) -> bool:
        return id in INFRACTIONS or id in self.data

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*INFRACTIONS, *self.data)))

    def __len__(self) -> int:
        return len({*INFRACTIONS, *self.data})


@cache
def infractions() -> MutableMapping[str, Infraction[Any]]:
    """Return the infractions by id."""
    return Infractions()


class NotedInfraction(Infraction[IncidentEvent]):
    """Infraction of a row of `incidents.toml`: an incident of its kind was noted."""

    place = "incident"
    source = "clabber_audit/rules/incidents.toml"

    def __init__(self, kind: IncidentKind) -> None:
        assert kind.infraction is not None
        self.kind, self.incidents, self.row = kind, (kind.word,), kind.infraction
        self.id, self.title, self.manual = self.row.id, self.row.title, self.row.manual.strip()
        self.number, self.game, self.taken_for = self.row.number, self.row.game, self.row.taken_for
        self.words = self.row.words

    def offends(self, case: LawCase[IncidentEvent]) -> bool:
        """Return True if a player did it, or anybody if it spoils the deal."""
        return self.has_happened(case) and (self.kind.of_the_deal or not case.event.by_other)

    def has_happened(self, case: LawCase[IncidentEvent]) -> bool:
        """Return True if it was noted, unless it was said to the other side."""
        return case.event.kind == self.kind.word and (
            case.event.is_to_partner or not self.kind.said_to_somebody
        )

    def facts(self, case: LawCase[IncidentEvent]) -> Facts:
        """Return the card and the words spoken, if they were noted and the row states them."""
        noted = case.event
        card = {"card": CODE[noted.card]} if noted.card and self.row.states_card else {}
        if self.row.states == "card":
            return card
        return {**card, **collect_quote(noted), **collect_helper(noted)}

    def charge(self, case: LawCase[IncidentEvent]) -> Penalty:
        """Return the penalty, or `note` for a fault of the deal once it is too late to deal again."""
        at, until = case.event.at, case.toggles.misdeal_until if self.kind.of_the_deal else ""
        too_late = self.kind.of_the_deal and (at >= SCORED or (until == "first_card" and at > 0))
        return "note" if too_late else case.penalty

    def penalty_if_claimed(self, toggles: object) -> Penalty | None:
        """Return the penalty of the row's `on_claim`, if its toggle is answered so."""
        claim = self.row.on_claim
        return claim.penalty if claim and getattr(toggles, claim.toggle) == claim.answer else None


_CLAIMABLE: Final = {"clabber": get_args(InfractionId), "bid-euchre": get_args(BidEuchreInfractionId)}


def claimable_in(game: Game) -> dict[str, Infraction[Any]]:
    """Return the infractions that a claim in a game may name, with and without an article against them."""
    return {name: infractions()[name] for name in _CLAIMABLE[game.id]}


def infractions_of(game: Game) -> dict[str, Infraction[Any]]:
    """Return the infractions that a player can commit in a game."""
    return {
        name: infraction for name, infraction in claimable_in(game).items() if infraction.is_in_game(game)
    }


# Shared by several infractions


def is_no_meld(entry: MeldEntry, toggles: Toggles) -> bool:
    """Return True if the cards are no meld, or one of them counts in an earlier meld (R-056)."""
    return bool(entry.cards) and (entry.shared or not find_melds(entry.cards, toggles.melds))


class SuitDuty(Infraction[OffSuit]):
    """Base of the duties of a player who may be out of the suit led."""

    place: Place = "duty"

    def facts(self, case: LawCase[OffSuit]) -> Facts:
        """Return the suit led, the cards that could have been played, and the card played."""
        play = case.event
        could, played = codes(self.cards_owed(case)), CODE.get(play.card)
        return {"led": letter_of(play.led), "could": could, "played": played}


class OutOfTurn(Infraction[Turn]):
    """Base of the infractions about a card out of turn."""

    place: Place = "turn"

    def offends(self, case: LawCase[Turn]) -> bool:
        """Return True for a card out of turn, but to a last trick that the ruleset exempts (R-088)."""
        return self.has_happened(case) and not (case.toggles.last_trick_out_of_turn_ok and case.event.last)

    def facts(self, case: LawCase[Turn]) -> Facts:
        """Return the card, and whose turn it was."""
        return {"played": CODE.get(case.event.card), "turn": Seats(case.event.turn)}


class MeldInfraction(Infraction[MeldEntry]):
    """Base of the infractions about a run or four of a kind."""

    place: Place = "meld"

    def facts(self, case: LawCase[MeldEntry]) -> Facts:
        """Return the kind of the meld and the cards shown for it."""
        return {"kind": case.event.kind, "cards": codes(case.event.cards)}


class ShowingInfraction(MeldInfraction):
    """Base of the infractions about the showing of a meld."""

    def clock_of(self, case: LawCase[MeldEntry]) -> int:
        return case.event.shown


def collect_quote(incident: IncidentEvent) -> Facts:
    """Return the words spoken, if they were noted."""
    return {"quote": incident.quote} if incident.quote else {}


def collect_helper(incident: IncidentEvent) -> Facts:
    """Return who did it without playing, and whom it helped."""
    helped = {} if incident.helped is None else {"helped": incident.seating.seats[incident.helped]}
    return {"by_other": incident.by_other, **helped} if incident.by_other else {}


def find_second_clock(king: int | None, queen: int | None) -> int:
    """Return the clock of the later of king and queen: NEVER if one is held, -1 if another seat had one (None)."""
    return -1 if king is None or queen is None else NEVER if KEPT in (king, queen) else max(king, queen)
