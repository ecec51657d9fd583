"""Findings, claims and moments in sentences. Facts come in, words go out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.games import game_of
from clabber_audit.games.clabber.melds import Meld
from clabber_audit.ground.counted import counted
from clabber_audit.law.infractions import infractions
from clabber_audit.record.formats import Record
from clabber_audit.render import calls
from clabber_audit.ruling.court import Weighed
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.lawful import Lawful
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import (
    CODE,
    SEATS,
    SUIT_NAMES,
    TEAMS,
    codes,
    letter_of,
    pretty,
    seat_name,
)
from clabber_audit.table.seating import Seating

_TEAM_NAMES: Final = {"NS": "North-South", "EW": "East-West"}
_KINDS: Final = {"two_hundred": "two hundred"}

#: What each verdict on a claim means, said of the claim.
VERDICTS: Final = {
    "withdrawn": "is taken back",
    "inadmissible": "is not allowed",
    "out_of_time": "is too late",
    "moot": "changes nothing, since the deal is void",
    "upheld": "holds",
    "refuted": "is wrong",
    "not_proven": "is not proven",
}
#: Why a claim fails, in a clause of its own: because of what is known, or of what is not.
DENIED: Final = "the record shows that it did not happen"
UNSETTLED: Final = "the cards written down do not settle it"

#: What each penalty means.
PENALTIES: Final = {
    "renege": "a renege",
    "redeal": "the deal is void",
    "meld_void": "the meld does not score",
    "void": "the call counts for nothing",
    "note": "no penalty",
}

#: What makes a card right.
_LAWFUL: Final = {
    "led": "{seat} led {card} to trick {trick}; any card may be led",
    "led_in_order": "{seat} led {card} to trick {trick}; nothing forbade it",
    "followed": "{seat} followed suit with {card} in trick {trick}",
    "trumped": "{seat} had no {led} and trumped with {card} in trick {trick}",
    "threw_off": "{seat} had no {led} and no trumps and threw off {card} in trick {trick}",
}

#: What is said in the place of a fact that is not known.
_UNKNOWN: Final = {
    "card": "an unknown card",
    "could": "a card that had to be played",
    "due": "somebody else",
    "highest": "an unknown trump",
    "led": "an unknown suit",
    "played": "an unknown card",
    "trump": "an unknown suit",
    "turn": "somebody else",
}


class Speaker(NamedTuple):
    """How to speak of one hand: whether suits have symbols, and whether people have names."""

    record: Any
    symbols: bool = True
    anonymous: bool = False
    #: Who sits at the table, where the record alone does not tell it: who plays, and on whose side.
    table: Seating | None = None
    #: The trumps, as a mask; None where nobody knows them.
    trumps: int | None = None

    @property
    def seating(self) -> Seating:
        """Who sits at the table."""
        found: Seating = self.table or self.record.seating
        return found

    def nameless(self) -> Speaker:
        """The same without names, for where they were said before."""
        return self._replace(anonymous=True)

    def seat(self, seat: int | str) -> str:
        """A player: `Ruth (North)`, or the seat alone."""
        letter = seat if isinstance(seat, str) else self.seating.seats[seat]
        name = None if self.anonymous else self.record.players.get(letter)
        return f"{name} ({seat_name(letter)})" if name else seat_name(letter)

    def team(self, team: int | str) -> str:
        """A team: `Eagles (East-West)`, or the seats alone; of who plays for himself, the player."""
        letters = team if isinstance(team, str) else self.seating.side_names[team]
        if letters in self.seating.number:
            return self.seat(letters)
        name = None if self.anonymous else self.record.teams.get(letters)
        return f"{name} ({side(letters)})" if name else side(letters)

    def alone(self, team: int) -> bool:
        """Whether the side is one player, of whom one says that he does something; of others, that they do."""
        return self.seating.side_names[team] in self.seating.number

    def side(self, team: int | str) -> str:
        """A side by its name alone, a team's or the player's, or the seats where it has none: `Eagles`."""
        letters = team if isinstance(team, str) else self.seating.side_names[team]
        named = {**self.record.players, **self.record.teams}
        name = None if self.anonymous else named.get(letters)
        return name or side(letters)

    @property
    def written(self) -> str:
        """The score as the sheet has it: `Owls R, Eagles 182`; empty if it has none."""
        score = self.record.score
        return ", ".join(f"{self.side(name)} {score[name]}" for name in self.seating.side_names if name in score)

    def whom(self, accused: str) -> str:
        """Whoever a claim is against, a seat or a team."""
        return self.seat(accused) if accused in self.seating.number else self.team(accused)

    def card(self, code: str | None) -> str:
        """A card as people write it; `an unknown card` for None."""
        return "an unknown card" if code is None else pretty(code, self.symbols)

    def cards(self, codes: Sequence[str]) -> str:
        """Cards side by side: `9♥ 10♥ J♥`."""
        return " ".join(self.card(code) for code in codes)

    def pile(self, record: Record, trick: int) -> str:
        """That it is lost who played which card to a trick, with its cards."""
        clocks = record.seating.clocks_of(trick)
        cards = [play.card for play in record.plays[clocks.start : clocks.stop]]
        named = self.cards([str(code) for code in sorted(filter(None, cards), key=record.pack.faces.index)])
        blanks = cards.count(None)
        text = f"the order of the cards of trick {trick} is lost: {named}"
        if not blanks:
            return text
        if not named:
            return f"{text} none known"
        return counted(blanks, "{text} and one card not known", "{text} and {count} cards not known", text=text)

    def meld(self, meld: Meld | None) -> str:
        """A meld with its cards, or belle for None: `dad 9♥ 10♥ J♥`."""
        return "belle" if meld is None else f"{kind(meld.kind)} {self.cards(codes(meld.cards))}"

    def finding(self, finding: Finding) -> str:
        """One finding in a sentence, without its full stop."""
        words: dict[str, str] = {name: self._fact(name, value) for name, value in finding.facts.items()}
        words["seat"] = "somebody" if finding.seat is None else self.seat(finding.seat)
        words["seat_poss"] = "’s" if finding.seat is None else f"{seat_name(self.seating.seats[finding.seat])}’s"
        words["led_card"] = f"a {words['led'][:-1]}" if "led" in words else ""
        words["team"] = "" if finding.team is None else self.team(finding.team)
        infraction = infractions()[finding.infraction]
        message = infraction.messages.get(finding.facts.get("part") or self._manner(finding), infraction.message)
        if finding.verdict == "proven":
            return message.format_map(_Gaps(words))
        deed = (infraction.doubt or message).format_map(_Gaps(words))
        return f"it cannot be told whether {deed}"

    def _manner(self, finding: Finding) -> str:
        """What a card off the suit led did, where both and the trumps are known."""
        led, played = finding.facts.get("led"), finding.facts.get("played")
        if not led or not played or self.trumps is None:
            return ""
        return "trumped" if played in codes(self.trumps) else "threw off"

    def _fact(self, name: str, value: Any) -> str:
        """A fact in words, by its name."""
        if value is None:
            return _Gaps()[name]
        translate = _FACTS.get(name)
        return translate(self, value) if translate else str(value)

    def moment(self, at: int) -> str:
        """A clock in words."""
        words = {
            clock.DEAL: "in the deal",
            clock.DECLARING: "in the declaring",
            0: "before the first card",
            self.seating.end: "after the last card",
            clock.TURNED: "after the last trick was turned",
            clock.SCORED: "after the score was written",
        }
        return words[at] if at in words else f"after {card_at(self.seating, at - 1)}"

    def place(self, finding: Finding) -> str:
        """Where a finding stands: the trick and card for a card, else the moment."""
        return card_at(self.seating, finding.at) if finding.of_card else self.moment(finding.at)

    def lawful(self, play: Lawful) -> str:
        """Why a card was played as it had to be, in a clause."""
        return _LAWFUL[play.reason].format(
            seat=self.seat(play.seat),
            card=self.card(CODE[play.card]),
            led=suit_of(play.led),
            trick=self.seating.trick_of(play.at),
        )

    def claimed(self, weighed: Weighed) -> str:
        """What was claimed, in a clause."""
        claim = self.record.claims[weighed.number]
        game = game_of(self.record.format)
        named = infractions()[claim.infraction].title_in(game).lower() if claim.infraction else "a renege"
        who = self.seat(claim.by) if claim.by else "somebody not at the table"
        where = f" in trick {claim.trick}" if claim.trick else ""
        return f"{who} called {named} on {self.whom(claim.against)}{where}"


#: How a speaker puts a fact into words, by its name; all others are said as they are.
_FACTS: Final[Mapping[str, Callable[[Speaker, Any], str]]] = {
    "could": lambda speaker, held: listed([speaker.card(code) for code in held]),
    "cards": Speaker.cards,
    **dict.fromkeys(("played", "card", "highest"), Speaker.card),
    **dict.fromkeys(("led", "trump"), lambda _, letter: suit(letter)),
    "turn": lambda _, seats: listed(list(map(seat_name, each(seats))), "or") or "nobody",
    **dict.fromkeys(("due", "to"), lambda _, seat: seat_name(seat)),
    "bid": lambda _, bid: calls.bid(bid),
    "named": lambda _, named: calls.named(named),
    "special": lambda _, special: calls.special(special),
    "kind": lambda _, one: kind(one),
    "verdict": lambda _, verdict: verdict.replace("_", " "),
}


def speaker_of(ruling: Ruling, symbols: bool = True, anonymous: bool = False) -> Speaker:
    """How to speak of the hand of a ruling."""
    hand = ruling.walk.hand
    return Speaker(hand.record, symbols, anonymous, hand.seating, trumps_of(ruling))


def trumps_of(ruling: Ruling) -> int | None:
    """The trumps, as a mask; None where nobody knows them."""
    return None if ruling.walk.strain is None else ruling.walk.trumps


class _Gaps(dict[str, str]):
    """Facts that may be missing: where cards are not known a finding knows less."""

    def __missing__(self, key: str) -> str:
        return _UNKNOWN.get(key, "something unknown")


def bare(seat: int | str) -> str:
    """A seat without its player."""
    return seat_name(seat if isinstance(seat, str) else SEATS[seat])


def side(team: int | str) -> str:
    """A team without its name: `North-South`, `P1 and P3`."""
    letters = team if isinstance(team, str) else TEAMS[team]
    return _TEAM_NAMES.get(letters) or listed(list(map(seat_name, each(letters))))


def each(seats: str) -> list[str]:
    """The seats that stand side by side in the name of a side."""
    return re.findall(r"P\d|[NESW]", seats)


def suit(letter: str) -> str:
    """A suit in words, by its letter."""
    return SUIT_NAMES[letter]


def suit_of(mask: int | None) -> str:
    """The suit of a mask in words."""
    letter = letter_of(mask) if mask else None
    return suit(letter) if letter else "an unknown suit"


def kind(name: str) -> str:
    """The kind of a meld in the players' words."""
    return _KINDS.get(name, name)


def card_at(seating: Seating, at: int) -> str:
    """A card by where it fell: `trick 2, card 3`."""
    return f"trick {seating.trick_of(at)}, card {seating.place_of(at) + 1}"


def listed(words: Sequence[str], last: str = "") -> str:
    """Words as a list: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last or 'and'} {words[-1]}"


def sentence(clause: str) -> str:
    """A clause with a capital and a full stop."""
    ended = clause if clause.endswith((".", "?", "!", ".”")) else f"{clause}."
    return ended[:1].upper() + ended[1:]
