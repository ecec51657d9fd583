"""Findings, claims and outcomes in sentences. Facts come in, words go out; every sentence passes through gettext."""

from __future__ import annotations

from collections.abc import Callable
from gettext import gettext as _
from typing import Any, Final, NamedTuple

from clabber_audit import clock
from clabber_audit.adjudicate import Ruling
from clabber_audit.cards import SEAT_NAMES, SEATS, SUIT_NAMES, TEAMS, pretty
from clabber_audit.claims import Weighed
from clabber_audit.infraction import Finding
from clabber_audit.infractions import infractions
from clabber_audit.record.model import HandRecord

_TEAM_NAMES: Final = {"NS": "North-South", "EW": "East-West"}
_KINDS: Final = {"two_hundred": "two hundred"}


class Speaker(NamedTuple):
    """How to speak of one hand: whether suits have symbols, and whether people have names."""

    record: HandRecord
    symbols: bool = True
    anonymous: bool = False

    def seat(self, seat: int | str) -> str:
        """A player: `North (Ruth)`, or the seat alone."""
        letter = seat if isinstance(seat, str) else SEATS[seat]
        name = None if self.anonymous else self.record.players.get(letter)  # type: ignore[call-overload]
        return f"{SEAT_NAMES[letter]} ({name})" if name else SEAT_NAMES[letter]

    def team(self, team: int | str) -> str:
        """A team: `East-West (Eagles)`, or the seats alone."""
        letters = team if isinstance(team, str) else TEAMS[team]
        name = None if self.anonymous else self.record.teams.get(letters)  # type: ignore[call-overload]
        return f"{_TEAM_NAMES[letters]} ({name})" if name else _TEAM_NAMES[letters]

    def card(self, code: str | None) -> str:
        return _("an unknown card") if code is None else pretty(code, self.symbols)

    def cards(self, codes: list[str]) -> str:
        return " ".join(self.card(code) for code in codes)

    def finding(self, finding: Finding) -> str:
        """One finding in a sentence, without its full stop."""
        message = _(infractions()[finding.infraction].message)
        words = {name: self._fact(name, value) for name, value in finding.facts.items()}
        seat = _("somebody") if finding.seat is None else self.seat(finding.seat)
        team = "" if finding.team is None else self.team(finding.team)
        sentence = message.format_map(_Gaps({"seat": seat, "seat_poss": f"{seat}’s", "team": team, **words}))
        if finding.verdict == "undetermined":
            sentence = _("it cannot be told whether {deed}: {sentence}").format(
                deed=_("this happened"), sentence=sentence
            )
        return sentence

    def _fact(self, name: str, value: Any) -> str:
        """A fact in words, by its name."""
        if value is None:
            return _("an unknown card") if name in ("played", "card") else _("an unknown suit")
        translate: dict[str, Callable[[Any], str]] = {
            "could": self.cards,
            "cards": self.cards,
            "played": self.card,
            "card": self.card,
            "highest": self.card,
            "led": lambda suit: _(SUIT_NAMES[suit]),
            "trump": lambda suit: _(SUIT_NAMES[suit]),
            "turn": lambda seats: " or ".join(SEAT_NAMES[seat] for seat in seats) or _("nobody"),
            "due": lambda seat: SEAT_NAMES[seat],
            "kind": lambda kind: _(_KINDS.get(kind, kind)),
            "verdict": lambda verdict: _(verdict.replace("_", " ")),
            "line": self._line,
        }
        return translate[name](value) if name in translate else str(value)

    def _line(self, moves: list[str]) -> str:
        return ", ".join(f"{SEAT_NAMES[seat]} {self.card(card)}" for seat, _colon, card in (move.partition(":") for move in moves))

    def moment(self, at: int) -> str:
        """A clock in words."""
        words = {
            clock.DEAL: _("in the deal"),
            clock.DECLARING: _("in the declaring"),
            0: _("before the first card"),
            clock.TURNED: _("after the last trick was turned"),
            clock.SCORED: _("after the score was written"),
        }
        if at in words:
            return words[at]
        trick, card = (at - 1) // 4 + 1, (at - 1) % 4 + 1
        return _("after card {card} of trick {trick}").format(card=card, trick=trick)

    def place(self, finding: Finding) -> str:
        """Where a finding stands: the trick and card for a card, else the moment."""
        if infractions()[finding.infraction].place in _OF_CARDS:
            return _("trick {trick}, card {card}").format(trick=finding.at // 4 + 1, card=finding.at % 4 + 1)
        return self.moment(finding.at)

    def claim(self, ruling: Ruling, weighed: Weighed) -> str:
        """What was claimed and what became of it, in a sentence."""
        claim = self.record.claims[weighed.number]
        who = self.seat(claim.by) if claim.by else _("somebody not at the table")
        against = self.team(claim.against) if claim.against in TEAMS else self.seat(claim.against)
        named = infractions()[claim.infraction].title.lower() if claim.infraction else _("a renege")
        trick = _(" in trick {trick}").format(trick=claim.trick) if claim.trick else ""
        verdict = _(VERDICTS[weighed.verdict])
        return _("{who} claimed {named}{trick} against {against}: {verdict}").format(
            who=who, named=named, trick=trick, against=against, verdict=verdict
        )


class _Gaps(dict[str, str]):
    """Facts that may be missing: an undetermined finding knows less."""

    def __missing__(self, key: str) -> str:
        return "?"


_OF_CARDS: Final = (5, 6)

#: What each verdict on a claim means.
VERDICTS: Final = {
    "withdrawn": "withdrawn",
    "inadmissible": "inadmissible",
    "out_of_time": "out of time",
    "moot": "moot, the deal does not count",
    "upheld": "upheld",
    "refuted": "refuted, the record shows there was none",
    "not_proven": "not proven, the record cannot decide it",
}
