"""Findings, claims and moments in sentences. Facts come in, words go out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.games import Game, game_of
from clabber_audit.games.clabber.melds import Meld
from clabber_audit.ground.counted import counted
from clabber_audit.law.infraction import LaydownResult
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
    "withdrawn": "is withdrawn",
    "inadmissible": "is not allowed",
    "out_of_time": "comes too late",
    "moot": "does not matter, because nobody scores the hand",
    "upheld": "is upheld",
    "refuted": "fails",
    "not_proven": "is not proven",
}
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")

#: Why a search gave no answer, by the fact `search` of a finding about a lay-down.
_UNANSWERED: Final = {
    LaydownResult.NOT_SETTLED.value: "it is not settled: the search for a trick that can be lost was too long",
    LaydownResult.NOT_SUPPORTED.value: "a lay-down in a miscounted deal is not supported under these rules",
}

#: What each penalty means.
PENALTIES: Final = {
    "renege": "a renege",
    "redeal": "a misdeal",
    "meld_void": "the meld does not count",
    "void": "the call does not count",
    "note": "no penalty",
}

#: What makes a card right.
_LAWFUL: Final = {
    "led": "{seat} led {card} to trick {trick}, and the leader may play any card",
    "led_in_order": "{seat} led {card} to trick {trick}, which was allowed",
    "followed": "{seat} followed suit with {card} in trick {trick}",
    "trumped": "{seat} had no {led} and trumped with {card} in trick {trick}",
    "threw_off": "{seat} had no {led} and no trump left, and threw off {card} in trick {trick}",
    "no_trump": "{seat} had no {led} left, and threw off {card} in trick {trick}",
    "joker_led": "{seat} played {card} to trick {trick}; the joker was led and no suit named, so any card was good",
}

#: What is said in the place of a fact that is not known.
_UNKNOWN: Final = {
    "card": "an unknown card",
    "cards": "cards nobody wrote down",
    "choice": "another card",
    "could": "a card that had to be played",
    "due": "another player",
    "highest": "an unknown trump",
    "led": "an unknown suit",
    "led_card": "a card of the suit led",
    "played": "an unknown card",
    "trump": "an unknown suit",
    "trump_card": "one",
    "turn_of": "another player’s",
}


class Speaker(NamedTuple):
    """Words for one hand, with suit symbols or without, with names or without."""

    record: Any
    symbols: bool = True
    anonymous: bool = False
    #: Who sits at the table, where the record alone does not tell it: who plays, and on whose side.
    table: Seating | None = None
    #: The trumps, as a mask; None where nobody knows them.
    trumps: int | None = None
    #: The clocks, among all cards recorded, of those that belong to no trick.
    strays: tuple[int, ...] = ()

    @property
    def seating(self) -> Seating:
        """Who sits at the table."""
        found: Seating = self.table or self.record.seating
        return found

    def nameless(self) -> Speaker:
        """The same without names, for where they were said before."""
        return self._replace(anonymous=True)

    def seat(self, seat: int | str) -> str:
        """Return a player: `Ruth (North)`, or the seat alone."""
        letter = seat if isinstance(seat, str) else self.seating.seats[seat]
        name = None if self.anonymous else self.record.players.get(letter)
        return f"{name} ({seat_name(letter)})" if name else seat_name(letter)

    def short(self, seat: int | str) -> str:
        """Return a player in one word: the seat, or of numbered seats the name where there is one."""
        letter = seat if isinstance(seat, str) else self.seating.seats[seat]
        return self.record.players.get(letter) or letter if letter.startswith("P") else seat_name(letter)

    def team(self, team: int | str) -> str:
        """Return a team: `Eagles (East-West)`, or the seats alone; of a player alone, the player."""
        letters = team if isinstance(team, str) else self.seating.side_names[team]
        if letters in self.seating.number:
            return self.seat(letters)
        name = None if self.anonymous else self.record.teams.get(letters)
        return f"{name} ({side(letters)})" if name else side(letters)

    def name(self, seat: int | str) -> str:
        """Return a player's name alone, or the seat where nobody wrote a name: `Ruth`."""
        letter = seat if isinstance(seat, str) else self.seating.seats[seat]
        name = None if self.anonymous else self.record.players.get(letter)
        return name or seat_name(letter)

    def the_team(self, team: int | str) -> str:
        """Return a team as a sentence has it: `the Eagles (East-West)`."""
        return _with_article(self.team(team), self._nickname(team))

    def the_side(self, team: int | str) -> str:
        """Return a side as a sentence has it: `the Eagles`."""
        return _with_article(self.side(team), self._nickname(team))

    def _nickname(self, team: int | str) -> str | None:
        letters = team if isinstance(team, str) else self.seating.side_names[team]
        return None if self.anonymous or letters in self.seating.number else self.record.teams.get(letters)

    def partner(self, seat: int) -> str:
        """Return a player's only partner by name, or `a partner`."""
        own = [other for other in self.seating.seats_of(self.seating.side_of[seat]) if other != seat]
        return self.name(own[0]) if len(own) == 1 else "a partner"

    def alone(self, team: int) -> bool:
        """Return True if the side is one player, so that its verb is singular."""
        return self.seating.side_names[team] in self.seating.number

    def side(self, team: int | str) -> str:
        """Return a side by its name alone, a team's or the player's, or the seats where it has none: `Eagles`."""
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
        """Return the seat or team that a claim is against."""
        return self.seat(accused) if accused in self.seating.number else self.the_team(accused)

    def card(self, code: str | None) -> str:
        """A card as people write it; `an unknown card` for None."""
        return "an unknown card" if code is None else pretty(code, self.symbols)

    def cards(self, codes: Sequence[str]) -> str:
        """Cards side by side: `9♥ 10♥ J♥`."""
        return " ".join(self.card(code) for code in codes)

    def pile(self, record: Record, trick: int) -> str:
        """Return that nobody knows who played which card to a trick, with its cards."""
        clocks = record.seating.clocks_of(trick)
        cards = [play.card for play in record.plays[clocks.start : clocks.stop]]
        named = [self.card(code) for code in sorted(filter(None, cards), key=record.pack.faces.index)]
        blanks = cards.count(None)
        text = f"in trick {trick} nobody knows who played what"
        if not named:
            return text
        unknown = [counted(blanks, "one unknown card", "{count} unknown cards")] if blanks else []
        return f"{text}: {listed([*named, *unknown])}"

    def meld(self, meld: Meld | None) -> str:
        """A meld with its cards, or belle for None: `dad 9♥ 10♥ J♥`."""
        return "belle" if meld is None else f"{kind(meld.kind)} {self.cards(codes(meld.cards))}"

    def finding(self, finding: Finding) -> str:
        """Return a finding as a clause."""
        infraction = infractions()[finding.infraction]
        message = self._chosen(finding, infraction.messages) or infraction.message
        if finding.verdict == "proven":
            quote = "" if self.anonymous else finding.facts.get("quote")
            return f"{message.format_map(self._words(finding))}{f': “{quote}”' if quote else ''}"
        return f"we cannot tell whether {(infraction.doubt or message).format_map(self._words(finding))}"

    def fault(self, finding: Finding) -> str:
        """Return the fault of a finding in a few words, without who did it: `failed to follow suit`."""
        infraction = infractions()[finding.infraction]
        fault = self._chosen(finding, infraction.faults) or infraction.fault
        return fault.format_map(self._words(finding)) if fault else infraction.title_in(self._game).lower()

    @property
    def _game(self) -> Game:
        return game_of(self.record.format)

    def _words(self, finding: Finding) -> _Gaps:
        """Return the facts of a finding in words, by name."""
        words = {name: self._fact(name, value) for name, value in finding.facts.items()}
        seat, facts = finding.seat, finding.facts
        words["seat"] = "a player the record does not name" if seat is None else self.seat(seat)
        words["partner"] = "a partner" if seat is None else self.partner(seat)
        words["team"] = "" if finding.team is None else self.the_side(finding.team)
        for name in ("led", "trump"):
            if facts.get(name):
                words[f"{name}_card"] = f"a {suit(facts[name])[:-1]}"
        if facts.get("could"):
            words["choice"] = listed([self.card(code) for code in facts["could"]], "or")
        if "turn" in facts:
            whose = listed([f"{self.name(seat)}’s" for seat in each(facts["turn"] or "")], "or")
            words["turn_of"] = whose or "nobody’s"
        return _Gaps(words)

    def _chosen(self, finding: Finding, texts: Mapping[str, str]) -> str:
        """Return the text for what is true of a finding; empty where none is."""
        facts = finding.facts
        sat_out = "sat out" if finding.seat is not None and self.seating.out >> finding.seat & 1 else None
        true = (sat_out, facts.get("part"), self._manner(finding), facts.get("kind"), facts.get("call"), *facts)
        return next((texts[one] for one in map(str, true) if one in texts), "")

    def _manner(self, finding: Finding) -> str:
        """Return what a card off the suit led did, or nothing while that or the trump is not known."""
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
        """Return a clock in words."""
        words = {
            clock.DEAL: "in the deal",
            clock.DECLARING: _BEFORE_PLAY[game_of(self.record.format).id],
            0: "before the first card",
            self.seating.end: "after the last card",
            clock.TURNED: "after the last trick was turned",
            clock.SCORED: "after the score was written",
        }
        if at in words:
            return words[at]
        trick, place = self.seating.trick_of(at - 1), self.seating.place_of(at - 1)
        if place == self.seating.width - 1:
            return f"after trick {trick}"
        return f"after the {ORDINALS[place]} card of trick {trick}"

    def recorded(self, at: int) -> str:
        """Return a clock in words that counts the cards recorded, as claims do, those of no trick among them."""
        return self.moment(at - sum(stray < at for stray in self.strays) if at < clock.TURNED else at)

    def place(self, finding: Finding) -> str:
        """Return the place of a finding: trick and card if it stands on a card that fell, else the moment."""
        if infractions()[finding.infraction].place == "deal":
            return self.moment(clock.DEAL)
        if finding.path[:1] == ("exchanges",):
            return "when cards were passed"
        on_a_card = finding.falls or is_uncalled_belle(finding)
        if finding.of_card or (on_a_card and not finding.stray and 0 <= finding.at < self.seating.end):
            return card_at(self.seating, finding.at)
        # What was said or claimed has its clock as somebody wrote it down.
        written = finding.path[:1] in (("declarations",), ("claims",))
        return self.recorded(finding.at) if written else self.moment(finding.at)

    def lawful(self, play: Lawful) -> str:
        """Return why a card was played as it had to be, in a clause."""
        return _LAWFUL[play.reason].format(
            seat=self.seat(play.seat),
            card=self.card(CODE[play.card]),
            led=suit_of(play.led),
            trick=self.seating.trick_of(play.at),
        )

    def claimed(self, weighed: Weighed) -> str:
        """Return what was claimed, a clause: `Carl (East) said Ruth (North) failed to trump in trick 2`."""
        claim = self.record.claims[weighed.number]
        if not claim.infraction:
            where = f" in trick {claim.trick}" if claim.trick else ""
            return f"{self.caller(weighed)} called a renege on {self.whom(claim.against)}{where}"
        return f"{self.caller(weighed)} said {self.alleged(weighed)}"

    def alleged(self, weighed: Weighed) -> str:
        """Return the deed that a claim names, a clause: `Ruth (North) failed to trump in trick 2`."""
        claim = self.record.claims[weighed.number]
        where = f" in trick {claim.trick}" if claim.trick else ""
        if not claim.infraction:
            return f"{self.whom(claim.against)} reneged{where}"
        infraction = infractions()[claim.infraction]
        told = infraction.claimed.format(whom=self.whom(claim.against), title=infraction.title_in(self._game).lower())
        return f"{told}{where if infraction.of_card else ''}"

    def denied(self, weighed: Weighed) -> str:
        """Return what the record shows where a claim is wrong, a clause: `Ruth (North) followed suit`."""
        claim = self.record.claims[weighed.number]
        whom = self.whom(claim.against)
        named = infractions()[claim.infraction] if claim.infraction else None
        if claim.trick and (named is None or named.of_card):
            return f"{whom} did nothing wrong in trick {claim.trick}"
        return named.denied.format(whom=whom) if named else f"{whom} did not renege"

    def caller(self, weighed: Weighed) -> str:
        """Return the player who made a claim."""
        by = self.record.claims[weighed.number].by
        return self.seat(by) if by else "somebody not at the table"


#: The time before the first card, by the game.
_BEFORE_PLAY: Final = {"clabber": "while trump was being made", "bid-euchre": "during the bidding"}


#: How a speaker puts a fact into words, by its name; all others are said as they are.
_FACTS: Final[Mapping[str, Callable[[Speaker, Any], str]]] = {
    "could": lambda speaker, held: listed([speaker.card(code) for code in held]),
    "cards": Speaker.cards,
    **dict.fromkeys(("played", "card", "highest"), Speaker.card),
    **dict.fromkeys(("led", "trump"), lambda _, letter: suit(letter)),
    "turn": lambda speaker, seats: listed(list(map(speaker.name, each(seats))), "or") or "nobody",
    **dict.fromkeys(("due", "to"), Speaker.name),
    "call": lambda _, call: SUIT_NAMES.get(call, call),
    "cut": lambda _, count: counted(count, "one card", "{count} cards"),
    "bid": lambda _, call: calls.bid(call),
    "due_cards": lambda _, count: "one card" if count == 1 else f"{calls.number(count)} cards",
    "named": lambda _, name: calls.named(name),
    "special": lambda _, word: calls.special(word),
    "kind": lambda _, one: kind(one),
    "called": lambda speaker, at: speaker.moment(clock.number(at)),
    "verdict": lambda _, verdict: verdict.replace("_", " "),
}


def unanswered(finding: Finding) -> str:
    """Return why the search about a finding gave no answer; empty if it gave one."""
    given_up = "the search ran out of time" if finding.exhausted else ""
    return _UNANSWERED.get(finding.facts.get("search", ""), given_up)


def speaker_of(ruling: Ruling, symbols: bool = True, anonymous: bool = False) -> Speaker:
    """Return the speaker for the hand of a ruling."""
    hand = ruling.walk.hand
    return Speaker(hand.record, symbols, anonymous, hand.seating, trumps_of(ruling), hand.strays)


def trumps_of(ruling: Ruling) -> int | None:
    """The trumps, as a mask; None where nobody knows them."""
    return None if ruling.walk.strain is None else ruling.walk.trumps


class _Gaps(dict[str, str]):
    """Facts that may be missing: where cards are not known a finding knows less."""

    def __missing__(self, key: str) -> str:
        return _UNKNOWN.get(key, "something unknown")


def _with_article(text: str, nickname: str | None) -> str:
    """Put `the` before a team that goes by a plural, such as Eagles; other names stand as they are."""
    if not nickname or re.match(r"(?i)(the|team|our|my)\b", nickname) or not re.search(r"(?i)^[^'’]*[a-z]s$", nickname):
        return text[:1].lower() + text[1:] if nickname and nickname.startswith("The ") else text
    return f"the {text}"


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


def came_to(weighed: Weighed) -> str:
    """Return what became of a claim, said of the claim: `is upheld`, `is true, but there is no penalty here`."""
    if weighed.deed and weighed.verdict == "upheld":
        return "is true, but there is no penalty here"
    return VERDICTS[weighed.verdict]


def claim_of(number: int, claims: int) -> str:
    """Return which of some claims: `the second claim`, or `the claim` if there is one."""
    which = ORDINALS[number] if number < len(ORDINALS) else f"{number + 1}th"
    return f"the {f'{which} ' if claims > 1 else ''}claim"


def verdict_on(number: int, claims: int, verdict: str) -> str:
    """Return the verdict on one of some claims, in a clause: `the second claim fails`."""
    return f"{claim_of(number, claims)} {VERDICTS[verdict]}"


def suit_of(mask: int | None) -> str:
    """The suit of a mask in words."""
    letter = letter_of(mask) if mask else None
    return suit(letter) if letter else "an unknown suit"


def kind(name: str) -> str:
    """The kind of a meld in the players' words."""
    return _KINDS.get(name, name)


def is_uncalled_belle(finding: Finding) -> bool:
    """Return True if belle was not called in time, which is found at its second card."""
    return infractions()[finding.infraction].place == "missed" and finding.facts.get("kind") == "belle"


def card_at(seating: Seating, at: int) -> str:
    """A card by where it fell: `trick 2, card 3`."""
    return f"trick {seating.trick_of(at)}, card {seating.place_of(at) + 1}"


def listed(words: Sequence[str], last: str = "") -> str:
    """Words as a list: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last or 'and'} {words[-1]}"


def sentence(clause: str) -> str:
    """Return a clause with a capital and a full stop."""
    ended = clause if clause.endswith((".", "?", "!", ".”")) else f"{clause}."
    return ended[:1].upper() + ended[1:]
