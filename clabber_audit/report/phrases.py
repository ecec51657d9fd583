"""Sentences on findings, claims and moments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import cards as clock
from clabber_audit.cards.cards import (
    CODE,
    SEATING,
    SEATS,
    SUIT_NAMES,
    TEAMS,
    codes,
    letter_of,
    pretty,
    seat_name,
)
from clabber_audit.cards.seating import Scores, Seating
from clabber_audit.core.text import counted
from clabber_audit.evidence.finding import Finding
from clabber_audit.games import game_of
from clabber_audit.games.bid_euchre.auction import HIGH_CARD, number_of
from clabber_audit.games.bid_euchre.events import Spoken, preliminaries_of
from clabber_audit.games.bid_euchre.naming import laid_down
from clabber_audit.games.bid_euchre.scoring import TIE, Addend, counts_down
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.games.clabber.melds import Meld
from clabber_audit.games.clabber.scoring import RENEGE, settle
from clabber_audit.games.game import Game
from clabber_audit.judge.certificates import Fact as CardFact
from clabber_audit.judge.certificates import Offense
from clabber_audit.judge.certificates import named as named_certificates
from clabber_audit.judge.claims import Weighed
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.remedies import Remedy
from clabber_audit.judge.scene import Lawful
from clabber_audit.judge.scoring import beyond
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import Record
from clabber_audit.rules.events import LaydownResult
from clabber_audit.rules.infractions import infractions

_NUMBERS: Final = (
    *("none", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_BIDS: Final = {
    "pass": "a pass",
    "small_pepper": "a small pepper",
    "big_pepper": "a big pepper",
    "pepper": "pepper",
    "loner": "a loner",
    "pfeffer": "Pfeffer",
}
_NAMED: Final = {**SUIT_NAMES, "NT": "no trump", "HIGH": "high", "LOW": "low"}
#: The calls that take no turn, such as `Bottoms`.
SPECIAL: Final = {"bottoms": "Bottoms", "four_of_a_kind": "four of a kind", "ace_no_face": "Ace No Face"}


def number(count: int) -> str:
    """Return a small number in words: `four`."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def bid(word: str) -> str:
    """Return a bid: `four`, `three High Card`, `a big pepper`."""
    tricks = number_of(word)
    if tricks is None:
        return _BIDS[word]
    return number(tricks) + (" High Card" if word.endswith(HIGH_CARD) else "")


def named(strain: str) -> str:
    """Return a named suit or strain: `hearts`, `no trump`."""
    return _NAMED[strain]


def special(word: str) -> str:
    """Return a call that takes no turn: `Bottoms`."""
    return SPECIAL[word]


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
        message = self._chosen(finding, infraction.words.messages) or infraction.words.message
        if finding.verdict == "proven":
            quote = "" if self.anonymous else finding.facts.get("quote")
            return f"{message.format_map(self._words(finding))}{f': “{quote}”' if quote else ''}"
        return f"we cannot tell whether {(infraction.words.doubt or message).format_map(self._words(finding))}"

    def fault(self, finding: Finding) -> str:
        """Return the fault of a finding in a few words, without who did it: `failed to follow suit`."""
        infraction = infractions()[finding.infraction]
        fault = self._chosen(finding, infraction.words.faults) or infraction.words.fault
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
        seat = self.seating.number.get(claim.against)
        told = infraction.words.claimed.format(
            whom=self.whom(claim.against),
            partner="a partner" if seat is None else self.partner(seat),
            title=infraction.title_in(self._game).lower(),
        )
        return f"{told}{where if infraction.of_card else ''}"

    def denied(self, weighed: Weighed) -> str:
        """Return what the record shows where a claim is wrong, a clause: `Ruth (North) followed suit`."""
        claim = self.record.claims[weighed.number]
        whom = self.whom(claim.against)
        named = infractions()[claim.infraction] if claim.infraction else None
        if claim.trick and (named is None or named.of_card):
            return f"{whom} did nothing wrong in trick {claim.trick}"
        return named.words.denied.format(whom=whom) if named else f"{whom} did not renege"

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
    "bid": lambda _, call: bid(call),
    "due_cards": lambda _, count: "one card" if count == 1 else f"{number(count)} cards",
    "named": lambda _, name: named(name),
    "special": lambda _, word: special(word),
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
    hand = ruling.replay.hand
    return Speaker(hand.record, symbols, anonymous, hand.seating, trumps_of(ruling), hand.strays)


def trumps_of(ruling: Ruling) -> int | None:
    """The trumps, as a mask; None where nobody knows them."""
    return None if ruling.replay.strain is None else ruling.replay.trumps


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


def deed(fault: Offense) -> str:
    """The deed without who did it: `failed to trump`."""
    infraction = infractions()[fault.infraction]
    named = suit_of(fault.suit) if fault.suit else ""
    return infraction.words.deed.format(title=infraction.title.lower(), suit=named)


def deeds(faults: Iterable[Offense]) -> str:
    """Several deeds of which one is meant: `failed to follow suit or failed to trump`."""
    return listed(list(dict.fromkeys(map(deed, faults))), "or")


def said(faults: Sequence[Offense], speaker: Speaker) -> str:
    """Return seats, deeds and tricks, each seat and trick once: `North failed to trump in trick 2`."""
    places = dict.fromkeys((fault.seat, fault.at if fault.of_card else -1) for fault in faults)
    clauses = []
    for seat, at in places:
        here = deeds(fault for fault in faults if fault.seat == seat and at in (fault.at, -1))
        trick = f" in trick {speaker.seating.trick_of(at)}" if at >= 0 else ""
        clauses.append(f"{speaker.seat(seat)} {here}{trick}")
    return listed(clauses, "or")


def one_of(findings: Sequence[Finding], speaker: Speaker) -> str:
    """Return that one of some findings about cards is true, and that nobody can tell which."""
    faults = [Offense(finding.infraction, finding.seat, finding.at) for finding in findings if finding.seat is not None]
    return (
        f"{said(faults, speaker)}. One of {'the two' if len(faults) == 2 else 'these'} happened; we cannot tell which"
    )


#: What an addend is for.
_WHY: Final = {
    "tricks": "Tricks taken",
    "set": "Went set",
    "undertricks": "Tricks short",
    "no_tricks": "Went set without a trick",
    "pepper": "All the tricks, as bid",
    "loner": "All the tricks, alone",
    "listed": "From the score table",
    "stopped": "For setting the bidders",
    "sweep": "All the tricks",
    "skunk": "Skunked",
    "bid": "The bid, for all the tricks",
    "forced_half": "Half back: the dealer was stuck",
    "alone": "Doubled: played alone",
    "bumped": "Bumped",
    "sat_out": "The bid: everyone else dropped out",
    "out": "Out of the hand",
    "cap": "Capped",
    "renege": "For the renege",
    "taken": "Tricks taken until then",
    "unproven_claim": "Failed claim",
}


class Row(NamedTuple):
    """One row of the arithmetic: what, a remark, what each side gets, and the row of the rules that gives it."""

    label: str
    detail: str
    amounts: tuple[str, ...]
    kind: Literal["addend", "void", "total", "mark"] = "addend"
    row: str = ""


def contract(ruling: Ruling, speaker: Speaker) -> str:
    """Return the contract in a clause: `four in hearts`, `two (North named no trump)`; empty where there is none."""
    spoken = preliminaries_of(ruling.replay)
    if spoken.contract is None:
        return ""
    kind, name = spoken.contract.kind, spoken.named.name
    height = number(spoken.contract.tricks) if kind in ("bid", "hc") else bid(kind)
    strain = f" {'in' if name in SUIT_NAMES else 'at'} {named(name)}" if name else ""
    if kind != "hc" and spoken.named.namings and not any(one.his is not False for one in spoken.named.namings):
        # The hand is played in what somebody else named first (B-014).
        strain = f" ({speaker.name(spoken.named.namings[0].seat)} named {named(name or '')})"
    return f"{height}{strain}{', alone' if spoken.named.alone else ''}"


def trump(ruling: Ruling) -> str:
    """Return a clause on trump: `hearts are trump`."""
    name = ruling.replay.strain.name if ruling.replay.strain else ""
    if not name:
        return "trump unknown"
    return f"{named(name)} are trump" if ruling.replay.trumps else f"played at {named(name)}"


def facts(ruling: Ruling, speaker: Speaker) -> Iterator[tuple[str, str]]:
    """The contract and what was handed over, each with its place in the record."""
    told = contract(ruling, speaker)
    replay, record = ruling.replay, ruling.replay.hand.record
    if told and replay.maker is not None:
        yield (
            f"{speaker.seat(replay.maker)} won the bid: {told}",
            "calls" if record.declarations else "contract",
        )
    elif preliminaries_of(replay).auction.how in ("club", "no_bid"):
        club = preliminaries_of(replay).auction.how == "club"
        told = (
            f"a club was turned up, so {trump(ruling)} and there is no bidding"
            if club
            else f"nobody bid: {trump(ruling)}"
        )
        yield told, "deal" if club or not record.declarations else "calls"
    spoken = preliminaries_of(replay)
    unasked = spoken.out & ~spoken.left & ~laid_down(spoken.contract, spoken.named.alone, spoken.deal.seating)
    for seat in range(len(spoken.deal.seating.seats)):
        if unasked >> seat & 1:
            yield f"{speaker.seat(seat)} played no cards", "plays"
    for number, exchange in enumerate(record.exchanges or (), 1):
        cards = listed([speaker.card(card) for card in exchange.cards])
        yield f"{speaker.seat(exchange.giver)} passed {speaker.seat(exchange.taker)} {cards}", f"exchange {number}"


def said_family(ruling: Ruling, speaker: Speaker) -> Iterator[tuple[int, str]]:
    """Yield the calls and exchanges before the first card, each with its clock."""
    record = ruling.replay.hand.record
    void = {call.number for call in ruling.replay.declared.calls if not call.counts or call.taken_for != call.word}
    for number, one in enumerate(record.declarations or ()):
        at = clock.DECLARING if one.at is None else ruling.replay.hand.played_by(clock.number(one.at))
        who = speaker.seat(one.seat)
        if one.call == "pass":
            yield at, f"{who} passes"
        elif one.call == "trump":
            yield at, f"{who} names {named(one.trump or '')}{' and goes alone' if one.alone else ''}"
        elif one.call == "out":
            yield at, f"{who} drops out"
        elif one.call in SPECIAL:
            shown = f": {speaker.cards(one.cards)}" if one.cards else ""
            yield at, f"{who} calls {SPECIAL[one.call]}{shown}"
        else:
            yield at, f"{who} bids {bid(one.call)}{', which does not count' if number in void else ''}"
    if record.contract and not record.declarations and (told := contract(ruling, speaker)):
        yield clock.DECLARING, f"{speaker.whom(record.contract.maker)} won the bid: {told}"
    for exchange in record.exchanges or ():
        cards = listed([speaker.card(card) for card in exchange.cards])
        yield clock.DECLARING, f"{speaker.seat(exchange.giver)} passes {speaker.seat(exchange.taker)} {cards}"


def result_family(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return what a remedy gives, in a clause, by the sides that its law has."""
    speaker = speaker._replace(table=ruling.replay.hand.seating)
    if remedy.score is None:
        return _unscored_family(ruling, remedy, speaker)
    order = ranked(remedy.score, counts_down(ruling.law.toggles))
    scores = ", ".join(f"{speaker.team(side)} {_signed(remedy.score[side])}" for side in order)
    return "; ".join([f"{how(ruling, remedy, speaker)}: {scores}", *won(ruling, remedy, speaker)])


def played(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield clauses on what became of a hand: not played and why, or the bid made or not, and who won the game."""
    record = ruling.replay.hand.record
    if ruling.remedy.outcome == "annulled":
        yield "everyone passed, and the joker was the card left over"
    elif ruling.remedy.outcome == "redeal":
        called = [one for one in record.declarations or () if one.call in SPECIAL]
        yield from [f"{speaker.seat(one.seat)} called {SPECIAL[one.call]}" for one in called[-1:]]
    elif ruling.remedy.score is not None:
        yield how(ruling, ruling.remedy, speaker)
        yield from _capped(ruling, speaker)
        yield from won(ruling, ruling.remedy, speaker)


def how(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return a clause on the contract: made, set, left to the bidder, or the hand lost."""
    if remedy.reneging_team is not None:
        lose = "loses" if speaker.alone(remedy.reneging_team) else "lose"
        return f"{speaker.the_team(remedy.reneging_team)} {lose} the hand"
    told, makers = contract(ruling, speaker), ruling.replay.makers
    if makers is None or not told:
        spoken = preliminaries_of(ruling.replay)
        return "a club was turned up, so nobody bid" if spoken.auction.how == "club" else "nobody bid"
    who, forced = speaker.the_team(makers), bool(preliminaries_of(ruling.replay).contract.forced)  # type: ignore[union-attr]
    if remedy.outcome == "sat_out":
        return f"everyone else dropped out, so {who} {'scores' if speaker.alone(makers) else 'score'} the bid of {told}"
    made = {"set", "undertricks"}.isdisjoint(addend.why for addend in remedy.settled.addends[makers])
    stuck = ("was" if speaker.alone(makers) else "were") + " stuck with"
    joined = ", and" if ", " in told else " and"
    return f"{who} {stuck if forced else 'bid'} {told}{joined} {'made it' if made else 'went set'}"


def _capped(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield a clause on each side that the cap keeps from its full loss (BD-63)."""
    running, settled, before = ruling.remedy.running, ruling.remedy.settled, ruling.replay.hand.record.before
    if running is None or settled is None or not before:
        return
    for side, own in enumerate(settled.addends):
        if any(addend.why == "cap" for addend in own):
            goes = "goes" if speaker.alone(side) else "go"
            started = before.get(ruling.replay.hand.seating.side_names[side])
            yield f"{speaker.the_side(side)} {goes} from {started} to {running.after[side]}, the cap"


def won(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> Iterator[str]:
    """Yield clauses on the game that a hand ends: the winner, the totals, the winner's first, and the rule."""
    running, toggles = remedy.running, ruling.law.toggles
    if running is None or running.winner is None:
        return
    if running.winner == TIE:
        yield f"the game is tied at {max(running.after)}"
        return
    winner, after = running.winner, running.after
    others = sorted(
        (side for side in range(len(after)) if side != winner), key=ranked(after, counts_down(toggles)).index
    )
    wins = "wins" if speaker.alone(winner) else "win"
    if len(others) == 1:
        yield f"{speaker.the_team(winner)} {wins} the game, {after[winner]} to {after[others[0]]}"
    else:
        yield f"{speaker.the_team(winner)} {wins} the game with {after[winner]}"
        yield f"the others: {', '.join(f'{speaker.side(side)} {after[side]}' for side in others)}"
    yield _end(after, winner, toggles)


def _end(after: Scores, winner: int, toggles: Toggles) -> str:
    """Return the rule by which a game ended (B-032, B-066, B-119, BD-17)."""
    down, target = counts_down(toggles), toggles.target or 0
    there = [side for side, score in enumerate(after) if (score <= target if down else score >= target)]
    reach = f"get down to {target}" if down else f"reach {target}"
    if toggles.win_on == "made_bid":
        return f"the game is to {target}, and only a bid that is made wins it"
    if toggles.win_on == "any_offence":
        return f"the game is to {target}, and only the side that bid can win it"
    if len(there) < 2:
        return f"the first to {reach} wins"
    best = (min if down else max)(after[side] for side in there)
    if after[winner] != best or [after[side] for side in there].count(best) > 1:
        return f"where several {reach} at once, the bidder wins"
    return f"where several {reach} at once, the {'lowest' if down else 'highest'} total wins"


def deals_next(ruling: Ruling, speaker: Speaker) -> str:
    """Return a clause on the next deal: `South deals again`, `East deals next`; empty while the hand is not over."""
    dealer = ruling.next_dealer
    if dealer is None:
        return ""
    again = ruling.replay.hand.seating.number[ruling.replay.hand.record.deal.dealer] == dealer
    when = "again" if again else "instead" if ruling.remedy.outcome == "redeal" else "next"
    return f"{speaker.nameless().seat(dealer)} deals {when}"


def ranked(scores: Scores, down: bool) -> list[int]:
    """Return the sides, the best score first: the lowest where the game counts down."""
    return sorted(range(len(scores)), key=lambda side: scores[side] if down else -scores[side])


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _unscored_family(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    if remedy.outcome in ("redeal", "annulled", "passed_out"):
        again = deals_next(ruling, speaker)
        return f"nobody scores{', and ' + again if again else ''}"
    if remedy.outcome == "unfinished":
        return f"on the sheet: {speaker.written}" if speaker.written else "there is no score yet"
    if remedy.range is None:
        return "too little was written down to work out a score"
    ends = zip(remedy.range.low, remedy.range.high, strict=True)
    told = [f"{speaker.team(side)} {_between(*pair)}" for side, pair in enumerate(ends)]
    return f"the score cannot be worked out: {', '.join(told)}"


def _between(low: int, high: int) -> str:
    return _signed(low) if low == high else f"{_signed(low)} to {_signed(high)}"


def tricks(ruling: Ruling, speaker: Speaker) -> list[Row]:
    """The hand as it was played: who took each trick, and how many each side has."""
    replay, sides = ruling.replay, range(len(ruling.replay.hand.seating.sides))
    rows = []
    for number, trick in enumerate(replay.tricks, 1):
        if trick.team is None:
            rows.append(Row(f"Trick {number}", "cards unknown", tuple("?" for _ in sides)))
            continue
        seats = replay.hand.seating.seats
        detail = f"{speaker.short(seats[trick.winner])} wins" if trick.winner is not None else ""
        rows.append(Row(f"Trick {number}", detail, tuple("1" if side == trick.team else "" for side in sides)))
    taken = ruling.tally.taken
    if taken is not None:
        rows.append(Row("Tricks", "" if replay.tricks else "from the score sheet", tuple(map(str, taken)), "total"))
    return rows


def brought(ruling: Ruling, remedy: Remedy) -> list[Row]:
    """Return the arithmetic of a hand: each addend with its row of the rules, the score, the running total."""
    if remedy.settled is None or remedy.score is None or remedy.running is None:
        return []
    given: tuple[tuple[Addend, ...], ...] = remedy.settled.addends
    amounts: dict[tuple[str, str, int], dict[int, int]] = {}
    for side, own in enumerate(given):
        nth: Counter[tuple[str, str]] = Counter()
        for addend in own:
            reason = (addend.why, addend.row)
            nth[reason] += 1
            amounts.setdefault((*reason, nth[reason]), {})[side] = addend.points
    rows = [
        Row(_WHY[why], "", tuple(f"{by[side]:+d}" if side in by else "" for side in range(len(given))), row=row)
        for (why, row, _), by in amounts.items()
    ]
    rows.append(Row("Score", "", tuple(f"{points:+d}" for points in remedy.score), "total"))
    if remedy.settled.hickeys and any(remedy.settled.hickeys):
        rows.append(Row("Hickeys", "", tuple(map(str, remedy.settled.hickeys)), "mark"))
    if ruling.replay.hand.record.before:
        rows.append(Row("Running total", "", tuple(map(str, remedy.running.after)), "mark"))
    if ruling.replay.hand.record.after:
        told = [ruling.replay.hand.record.after.get(side, "") for side in ruling.replay.hand.seating.side_names]
        wrong = any(one.facts.get("part") == "after" for one in ruling.wrong_sheet)
        rows.append(Row("Total on the sheet", "wrong" if wrong else "", tuple(map(str, told)), "mark"))
    return rows


def result(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return the result of a remedy in a clause: the ruling's own, or the one without any claim."""
    return _RESULTS[ruling.law.game.id](ruling, remedy, speaker)


def _of_points(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    if remedy.outcome == "renege" and remedy.reneging_team is not None:
        told = "; ".join(f"{speaker.the_team(team)} score {scored_by(team, remedy)}" for team in remedy.innocents)
        return f"{told}; {speaker.the_team(remedy.reneging_team)} score 0"
    if remedy.outcome == "scored" and remedy.score:
        return _scored(ruling, remedy, remedy.score, speaker)
    return _unscored(ruling, remedy, speaker)


def scored_by(team: int, remedy: Remedy) -> str:
    """Return what a team scores: a number, or both ends where that is open."""
    if remedy.range is None or remedy.known[team] is not None:
        return str(remedy.known[team] or 0)
    low, high = remedy.range.low[team], remedy.range.high[team]
    return f"{low} to {high}" if remedy.range.reached else f"between {low} and {high}"


def standing(ruling: Ruling, speaker: Speaker) -> str:
    """Return a clause on how the makers stand: ahead, level or behind; empty when there is nothing to compare."""
    points, team = ruling.tally.points, ruling.replay.makers
    if points is None or team is None or ruling.unclaimed.outcome != "scored" or ruling.unclaimed.settled:
        return ""
    own, others = points[team].total, max(points[other].total for other in SEATING.others(team))
    makers = speaker.the_side(team)
    if not ruling.makers_set:
        kept = ", so both sides keep their points" if others else ""
        return f"{makers} made trump and won, {own} to {others}{kept}"
    if own == others:
        return f"it is {own} to {own}; {makers} made trump and needed more, so they are set"
    return f"{makers} made trump but lost, {own} to {others}, so they are set"


def _both(remedy: Remedy, speaker: Speaker) -> str:
    """Return what each side scores, without a word about the maker of trump."""
    return ", ".join(f"{speaker.team(team)} {scored_by(team, remedy)}" for team in range(len(TEAMS)))


def _scored(ruling: Ruling, remedy: Remedy, score: Scores, speaker: Speaker) -> str:
    makers = ruling.replay.makers
    first = 0 if makers is None else makers
    told = "; ".join(f"{speaker.the_team(other)} score {score[other]}" for other in SEATING.others(first))
    if makers is None:
        return f"{speaker.the_team(first)} score {score[first]}; {told}"
    named = f"made {suit_of(ruling.replay.trumps)} trump" if ruling.replay.trumps else "made trump"
    if ruling.makers_set:
        return f"{speaker.the_team(makers)} {named}, are set and score 0; {told}"
    return f"{speaker.the_team(makers)} {named} and score {score[makers]}; {told}"


def _unscored(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    if remedy.outcome in ("redeal", "passed_out", "annulled"):
        return f"nobody scores{', and ' + told if (told := deals_next(ruling, speaker)) else ''}"
    if remedy.outcome == "unfinished":
        return f"on the sheet: {speaker.written}" if speaker.written else "there is no score yet"
    if remedy.range is None:
        return "too little was written down to work out a score"
    return f"the score cannot be worked out: {_both(remedy, speaker)}"


def unrecorded(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the score if no meld was called, and the one if those were that explain the sheet, a clause each."""
    if not ruling.remedy.explained or ruling.points is None or ruling.replay.makers is None:
        return
    first = ruling.remedy.explained[0]
    plain = settle(tuple(made.total for made in ruling.points), ruling.replay.makers)

    def scores(numbers: Sequence[int]) -> str:
        return listed([f"{speaker.team(side)} {number}" for side, number in enumerate(numbers)])

    named = [
        f"{speaker.seat(call.seat)} called {f'a {kind(call.meld.kind)}' if call.meld else 'belle'}"
        for call in first.calls
    ]
    yield f"nobody wrote down the melds; if none was called, the score is {scores(plain)}"
    yield f"if {listed(named)}, the score is {scores(first.score)}"


def renege_sum(remedy: Remedy) -> str:
    """Return the score of the innocents as a sum: `162 + 20 = 182`; a range where that is open."""
    if remedy.range and remedy.innocents:
        return scored_by(remedy.innocents[0], remedy)
    parts = [RENEGE, *(item.points for item in remedy.awarded), *(beyond(remedy) or ())[:1]]
    total = sum(parts)
    return f"{' + '.join(map(str, parts))} = {total}" if len(parts) > 1 else str(total)


def marks(ruling: Ruling, remedy: Remedy) -> str:
    """The marks of the sides: `North-South R, East-West 182`; empty where nothing is written but the points."""
    if remedy.marks is None or remedy.settled:
        return ""
    names = ruling.replay.hand.seating.side_names
    return ", ".join(f"{side(name)} {mark}" for name, mark in zip(names, remedy.marks, strict=True))


def result_with_marks(ruling: Ruling, remedy: Remedy, speaker: Speaker) -> str:
    """Return the result of a remedy, with the marks to write."""
    told, written = result(ruling, remedy, speaker), marks(ruling, remedy)
    return f"{told} (write: {written})" if written else told


def as_written(ruling: Ruling) -> str:
    """Return the score on the sheet: `North-South 91, East-West XXX`."""
    score = ruling.replay.hand.record.score
    names = ruling.replay.hand.seating.side_names
    return ", ".join(f"{side(team)} {score[team]}" for team in names if team in score)


#: How each game tells what a hand comes to.
_RESULTS: Final[dict[str, Callable[[Ruling, Remedy, Speaker], str]]] = {
    "clabber": _of_points,
    "bid-euchre": result_family,
}


#: The parts of a record that findings are about; of those that are lists the name of one of its entries.
_PARTS: Final = {
    "after": "totals after it",
    "claims": "claim",
    "contract": "contract",
    "deal": "deal",
    "declarations": "call",
    "incidents": "incident",
    "laydown": "lay-down",
    "melds": "meld",
    "plays": "card",
    "score": "score",
    "sheet": "sheet",
}


#: Where a card is named as a seat's.
_NAMED_PLACES: Final = {
    "deal": "deal, {seat}’s hand",
    "melds": "meld {number}",
    "incidents": "incident {number}",
    "laydown": "lay-down",
}


class Fact(NamedTuple):
    """One thing that the record says, or that follows from it."""

    text: str
    #: Where it stands in the record, or what it follows from.
    source: str


def of_trump(ruling: Ruling) -> str:
    """Return the place in the record that says what was trump."""
    declared = ruling.replay.declared
    if isinstance(declared.before, Spoken):
        namings = declared.before.named.namings
        counts = next((one for one in namings if one.his), namings[0] if namings else None)
        noted = "calls" if ruling.replay.hand.record.declarations else "contract"
        return noted if counts is None else f"call {counts.number + 1}"
    return f"call {len(declared.calls)}" if declared.called else "contract"


def of_play(ruling: Ruling, at: int) -> str:
    """Return where a card fell: `trick 2, card 2`."""
    if not 0 <= at < len(ruling.replay.cards):
        return "before the first card" if at < 0 else "after the last card"
    place = card_at(ruling.replay.hand.seating, at)
    if at in ruling.replay.hand.inferred:
        return f"{place}, inferred"
    if ruling.replay.cards[at]:
        return place
    lost = ruling.replay.hand.seating.trick_of(at) in ruling.replay.hand.record.disordered
    return f"{place}, {'order lost' if lost else 'not recorded'}"


def of_dealt(ruling: Ruling, seat: int, facts: Iterable[CardFact]) -> str:
    """Name the parts of the record that show some cards of a seat: deal or up-card, else melds, incidents, lay-down."""
    found: list[str] = []
    for code in (CODE[fact.cards] for fact in facts):
        named = held(ruling.replay.hand.record, seat, code)
        found += named["deal"][:1] or named["melds"] or named["incidents"] or named["laydown"][:1]
    return "; ".join(dict.fromkeys(found))


def held(record: HandRecord, seat: int, code: str) -> dict[str, list[str]]:
    """Return the places where a record names a card as a seat's, plays apart, by part of the record."""
    found: dict[str, list[str]] = {"deal": [], "melds": [], "incidents": [], "laydown": []}
    for one in named_certificates(record):
        if (one.seat, one.code) == (record.seating.seats[seat], code):
            text = _NAMED_PLACES.get(one.part, "deal, the up-card").format(seat=bare(one.seat), number=one.number)
            found["deal" if one.part == "upcard" else one.part].append(text)
    return found


def of_finding(finding: Finding) -> str:
    """The entry of the record that a finding is about, by its number."""
    part, *number = finding.path or ("",)
    text = _PARTS.get(str(part), "the record")
    return f"{text} {number[0] + 1}" if number and isinstance(number[0], int) else text


def is_down(ruling: Ruling) -> bool:
    """Return True if the lowest score is best."""
    return ruling.law.game.played_down(ruling.law.toggles)
