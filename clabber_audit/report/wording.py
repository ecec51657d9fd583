"""Findings, claims, players, cards, moments, incidents and agreements in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.cards import (
    CODE,
    DEAL,
    DECLARING,
    SCORED,
    SUIT_NAMES,
    TURNED,
    Seating,
    clock_of,
    codes,
    prettify,
    seat_name,
)
from clabber_audit.core.text import inflect, join_words, number_word, ordinal
from clabber_audit.evidence.finding import MOST_EFFORT, Finding
from clabber_audit.games import game_of
from clabber_audit.games.game import Game
from clabber_audit.judge.certificates import Fault
from clabber_audit.judge.claims import WeighedClaim, is_unanimous
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.focus import Lawful
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.formats import Record
from clabber_audit.report.phrases import (
    GAMES,
    OPEN,
    SPECIAL,
    bid_words,
    card_of_suit,
    meld_name,
    seats_in,
    side,
    strain_name,
    suit_name,
)
from clabber_audit.rules.infraction import Trait, incident_kinds
from clabber_audit.rules.infractions import infractions

#: Reasons why a card was legal.
_LAWFUL: Final = {
    "led": "{seat} led {card} to trick {trick}, and the leader may play any card",
    "led_in_order": "{seat} led {card} to trick {trick}, which was allowed",
    "followed": "{seat} followed suit with {card} in trick {trick}",
    "trumped": "{seat} had no {led} and trumped with {card} in trick {trick}",
    "threw_off": "{seat} had no {led} and no trump left, and threw off {card} in trick {trick}",
    "no_trump": "{seat} had no {led} left, and threw off {card} in trick {trick}",
    "joker_led": "{seat} played {card} to trick {trick}; the joker was led and no suit named, so any card was good",
}


#: Words for unknown facts.
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

#: A player of whom the record has no seat.
_NOT_NAMED: Final = "somebody (not recorded)"


class Speaker(NamedTuple):
    """Wording of one hand, with names or without."""

    record: Any
    anonymous: bool = False
    #: Seating, if the record alone does not determine it.
    table: Seating | None = None
    #: Trumps as a mask; None if unknown.
    trumps: int | None = None
    #: Clocks of recorded cards that belong to no trick.
    out_of_order: tuple[int, ...] = ()

    @property
    def seating(self) -> Seating:
        seating: Seating = self.table or self.record.seating
        return seating

    def without_names(self) -> Speaker:
        return self._replace(anonymous=True)

    def _seat_named(self, seat: int | str) -> tuple[str, str | None]:
        """Return the seat in words, and the player’s name if known."""
        letter = seat if isinstance(seat, str) else self.seating.seats[seat]
        return seat_name(letter), None if self.anonymous else self.record.players.get(letter)

    def _side_named(self, team: int | str) -> tuple[str, str | None]:
        """Return the letters of a side, and its nickname; a single player has none."""
        letters = team if isinstance(team, str) else self.seating.side_names[team]
        is_nameless = self.anonymous or letters in self.seating.number
        return letters, None if is_nameless else self.record.teams.get(letters)

    def seat(self, seat: int | str) -> str:
        """Return a player: `Ruth (North)`, or the seat alone."""
        plain, name = self._seat_named(seat)
        return f"{name} ({plain})" if name else plain

    def short(self, seat: int | str) -> str:
        """Return a player in one word: the seat, or the name of a numbered seat."""
        letter = seat if isinstance(seat, str) else self.seating.seats[seat]
        return self.record.players.get(letter) or letter if letter.startswith("P") else seat_name(letter)

    def name(self, seat: int | str) -> str:
        """Return a player's name alone, or the seat if the record has no name: `Ruth`."""
        plain, name = self._seat_named(seat)
        return name or plain

    def partner(self, seat: int) -> str:
        own = [other for other in self.seating.seats_of(self.seating.side_of[seat]) if other != seat]
        return self.name(own[0]) if len(own) == 1 else "a partner"

    def team(self, team: int | str) -> str:
        """Return a team: `Eagles (East-West)`, or the seats alone; of a player alone, the player."""
        letters, name = self._side_named(team)
        if letters in self.seating.number:
            return self.seat(letters)
        return f"{name} ({side(letters)})" if name else side(letters)

    def side(self, team: int | str) -> str:
        """Return a side by its name alone, or the seats if it has none: `Eagles`."""
        letters, _ = self._side_named(team)
        own = {**self.record.players, **self.record.teams}
        return (None if self.anonymous else own.get(letters)) or side(letters)

    def the_team(self, team: int | str) -> str:
        """Return a team as a sentence has it: `the Eagles (East-West)`."""
        return with_article(self.team(team), self._side_named(team)[1])

    def the_side(self, team: int | str) -> str:
        """Return a side as a sentence has it: `the Eagles`."""
        return with_article(self.side(team), self._side_named(team)[1])

    def whose(self, team: int | str) -> str:
        """Return the possessive of a side: `the Eagles’`, `Lucky Seven’s`, and of a player alone `Bess’s`."""
        nickname = self._side_named(team)[1]
        return f"{self.the_side(team)}’{'' if nickname and is_plural(nickname) else 's'}"

    def verb(self, team: int, plural: str, singular: str = "") -> str:
        """Return the verb of a side: `score`, or `scores` if it is one player."""
        is_single = self.seating.side_names[team] in self.seating.number
        return (singular or f"{plural}s") if is_single else plural

    @property
    def sheet_score(self) -> str:
        """Score on the sheet: `Owls R, Eagles 182`; empty if it has none."""
        names = [name for name in self.seating.side_names if name in self.record.score]
        return ", ".join(f"{self.side(name)} {self.record.score[name]}" for name in names)

    def accused(self, accused: str) -> str:
        """Return the seat or team that a claim is against."""
        return self.seat(accused) if accused in self.seating.number else self.the_team(accused)

    def card(self, code: str | None) -> str:
        return "an unknown card" if code is None else prettify(code)

    def cards(self, cards: Sequence[str]) -> str:
        return " ".join(map(self.card, cards))

    def pile(self, record: Record, trick: int) -> str:
        """State that the order of a trick is unknown, and name the cards."""
        clocks = record.seating.clocks_of(trick)
        cards = [play.card for play in record.plays[clocks.start : clocks.stop]]
        named = [self.card(code) for code in sorted(filter(None, cards), key=record.pack.faces.index)]
        if named and (blanks := cards.count(None)):
            named.append(inflect(blanks, "one unknown card", "{count} unknown cards"))
        return f"in trick {trick} nobody knows who played what{': ' if named else ''}{join_words(named)}"

    def finding(self, finding: Finding) -> str:
        """Return a finding as a clause."""
        infraction = infractions()[finding.infraction]
        message = self._choose_text(finding, infraction.words.messages) or infraction.words.message
        words = self._words(finding)
        if finding.is_open:
            return f"{OPEN[finding.verdict]} whether {(infraction.words.doubt or message).format_map(words)}"
        return message.format_map(words) + self.quote(finding.facts.get("quote"))

    def quote(self, text: str | None) -> str:
        """Return a quotation to follow a clause: `: “forget it”`; empty if there is none, or names are left out."""
        return f": “{text}”" if text and not self.anonymous else ""

    def fault(self, finding: Finding) -> str:
        """Return a fault in a few words, without the player: `failed to follow suit`."""
        infraction = infractions()[finding.infraction]
        if "by_other" in finding.facts:
            return "it was an outsider"
        fault = self._choose_text(finding, infraction.words.faults) or infraction.words.fault
        return fault.format_map(self._words(finding)) if fault else infraction.title_in(self._game).lower()

    @property
    def _game(self) -> Game:
        return game_of(self.record.format)

    def _words(self, finding: Finding) -> _Gaps:
        seat, facts, words = finding.seat, finding.facts, _Gaps()
        for name, value in facts.items():
            if value is None or value == []:
                words[name] = words[name]
            else:
                words[name] = _FACTS[name](self, value) if name in _FACTS else str(value)
        words["seat"] = _NOT_NAMED if seat is None else self.seat(seat)
        words["partner"] = "a partner" if seat is None else self.partner(seat)
        if "by_other" in facts:
            words["seat"] = f"{facts['by_other']}, who did not play,"
            words["partner"] = "somebody" if seat is None else self.name(seat)
        words["team"] = "" if finding.team is None else self.the_side(finding.team)
        for name in ("led", "trump"):
            if facts.get(name):
                words[f"{name}_card"] = card_of_suit(facts[name])
        if facts.get("could"):
            words["choice"] = join_words(map(self.card, facts["could"]), "or")
        if "turn" in facts:
            whose = join_words((f"{self.name(seat)}’s" for seat in seats_in(facts["turn"] or "")), "or")
            words["turn_of"] = whose or "nobody’s"
        return words

    def _choose_text(self, finding: Finding, texts: Mapping[str, str]) -> str:
        """Return the variant of a text that fits a finding, or nothing."""
        facts, manner = finding.facts, ""
        sat_out = finding.seat is not None and self.seating.out >> finding.seat & 1
        if facts.get("led") and facts.get("played") and self.trumps is not None:
            manner = "trumped" if facts["played"] in codes(self.trumps) else "threw off"
        variants = ("sat out" if sat_out else None, facts.get("part"), manner, facts.get("kind"))
        names = map(str, (*variants, facts.get("call"), *facts))
        return next((texts[name] for name in names if name in texts), "")

    def moment(self, at: int) -> str:
        """Return a clock in words."""
        words = {
            DEAL: "in the deal",
            DECLARING: GAMES[self._game.id].before_play,
            0: "before the first card",
            self.seating.end: "after the last card",
            TURNED: "after the last trick was turned",
            SCORED: "after the score was written",
        }
        if at in words:
            return words[at]
        trick, place = self.seating.trick_of(at - 1), self.seating.place_of(at - 1)
        if place == self.seating.width - 1:
            return f"after trick {trick}"
        return f"after the {ordinal(place + 1)} card of trick {trick}"

    def format_recorded_moment(self, at: int) -> str:
        """Return a clock as recorded, which also counts cards that belong to no trick, in words."""
        return self.moment(at - sum(stray < at for stray in self.out_of_order) if at < TURNED else at)

    def place(self, finding: Finding) -> str:
        """Return the place of a finding: trick and card, or the moment."""
        if infractions()[finding.infraction].place == "deal":
            return self.moment(DEAL)
        if finding.path[:1] == ("exchanges",):
            return "when cards were passed"
        on_a_card = finding.falls or is_uncalled_belle(finding)
        if finding.in_trick or (on_a_card and not finding.stray and 0 <= finding.at < self.seating.end):
            return card_at(self.seating, finding.at)
        # Calls and claims have their recorded clock.
        written = finding.path[:1] in (("declarations",), ("claims",))
        return self.format_recorded_moment(finding.at) if written else self.moment(finding.at)

    def explain_lawful(self, play: Lawful) -> str:
        """Return why a card was legal, a clause."""
        return _LAWFUL[play.reason].format(
            seat=self.seat(play.seat),
            card=self.card(CODE[play.card]),
            led=suit_name(play.led),
            trick=self.seating.trick_of(play.at),
        )

    def format_claim(self, weighed: WeighedClaim) -> str:
        """Return a claim, a clause: `Carl (East) said Ruth (North) failed to trump in trick 2`."""
        claim, caller = weighed.made, self.caller(weighed)
        where = f" in trick {claim.trick}" if claim.trick else ""
        if not claim.infraction:
            return f"{caller} called a renege on {self.accused(claim.against)}{where}"
        infraction = infractions()[claim.infraction]
        seat = self.seating.number.get(claim.against)
        deed = infraction.words.claimed.format(
            whom=self.accused(claim.against),
            partner="a partner" if seat is None else self.partner(seat),
            title=infraction.title_in(self._game).lower(),
        )
        return f"{caller} said {deed}{where if infraction.of_card else ''}"

    def caller(self, weighed: WeighedClaim) -> str:
        """Return the player who made a claim."""
        by = weighed.made.by
        return self.seat(by) if by else "somebody not at the table"


#: Wording of facts by name; others are printed as they are.
_FACTS: Final[Mapping[str, Callable[[Speaker, Any], str]]] = {
    "could": lambda speaker, held: join_words(map(speaker.card, held)),
    "cards": Speaker.cards,
    **dict.fromkeys(("played", "card", "highest"), Speaker.card),
    **dict.fromkeys(("led", "trump"), lambda _, letter: strain_name(letter)),
    "turn": lambda speaker, seats: join_words(map(speaker.name, seats_in(seats)), "or") or "nobody",
    **dict.fromkeys(("due", "to", "helped"), Speaker.name),
    "call": lambda _, call: SUIT_NAMES.get(call, call),
    "cut": lambda _, count: inflect(count, "one card", "{count} cards"),
    "bid": lambda _, call: bid_words(call),
    "due_cards": lambda _, count: "one card" if count == 1 else f"{number_word(count)} cards",
    "named": lambda _, name: strain_name(name),
    "special": lambda _, word: SPECIAL[word],
    "kind": lambda _, one: meld_name(one),
    "called": lambda speaker, at: speaker.moment(clock_of(at)),
    "verdict": lambda _, verdict: verdict.replace("_", " "),
}


def explain_unanswered(finding: Finding, effort: int) -> str:
    """Return why there is no answer to a finding, and how to get one; empty if it is proven or undetermined."""
    if finding.verdict == "not_settled":
        return explain_not_settled(effort, finding.searched)
    if finding.verdict == "not_supported":
        if articles := finding.facts.get("articles"):
            rule = join_words(f"“{article}”" for article in articles)
            lacking = f"a lay-down in a miscounted deal under the rule {rule}"
        elif finding.of_laydown:
            unknown = "whose turn it was or how many cards each hand held"
            lacking = f"a lay-down where the record does not say {unknown}"
        else:
            lacking = "what the record notes here"
        return f"not supported: {lacking}; this program has no search for that"
    return ""


def explain_not_settled(effort: int, steps: int = 0) -> str:
    """State that a search ended without an answer, how far it got, and how to search on."""
    after = inflect(steps, "after {count} step", "after {count:,} steps") if steps else "at its limit"
    longer = f"; `rule --effort {min(effort * 10, MOST_EFFORT)}` searches longer"
    return f"not settled: the search ended {after}{longer if effort < MOST_EFFORT else ''}"


def speaker_of(ruling: Ruling, anonymous: bool = False) -> Speaker:
    hand = ruling.replay.hand
    trumps = None if ruling.replay.strain is None else ruling.replay.trumps
    return Speaker(hand.record, anonymous, hand.seating, trumps, hand.extra_plays)


class _Gaps(dict[str, str]):
    """Facts by name, with words for the unknown ones."""

    def __missing__(self, key: str) -> str:
        return _UNKNOWN.get(key, "something unknown")


def with_article(text: str, nickname: str | None) -> str:
    """Add `the` to a text that begins with a plural team name, such as Eagles, and write `The Eagles` small."""
    if nickname and is_plural(nickname) and not re.match(r"(?i)(the|team|our|my)\b", nickname):
        return f"the {text}"
    return text[:1].lower() + text[1:] if nickname and nickname.startswith("The ") else text


def is_plural(nickname: str) -> bool:
    """Return True if a team name is a plural by its ending: `Owls`, but not `St. Louis`, `Sirius` or `Compass`."""
    return bool(re.search(r"(?i)^(?!St\. |Saint )[^'’]*[a-z](?<![ius])s$", nickname))


def is_uncalled_belle(finding: Finding) -> bool:
    """Return True for belle not called in time, found at its second card."""
    return infractions()[finding.infraction].place == "missed" and finding.facts.get("kind") == "belle"


def card_at(seating: Seating, at: int) -> str:
    """Return the place of a card: `trick 2, card 3`."""
    return f"trick {seating.trick_of(at)}, card {seating.place_of(at) + 1}"


def deeds(faults: Iterable[Fault]) -> str:
    """Return alternative offenses without the player: `failed to follow suit or failed to trump`."""
    texts = []
    for fault in faults:
        infraction = infractions()[fault.infraction]
        named = suit_name(fault.suit) if fault.suit else ""
        texts.append(infraction.words.deed.format(title=infraction.title.lower(), suit=named))
    return join_words(dict.fromkeys(texts), "or")


def offenses(faults: Sequence[Fault], speaker: Speaker) -> str:
    """Return players, offenses and tricks, each once: `North failed to trump in trick 2`."""
    places = dict.fromkeys((fault.seat, fault.at if fault.of_card else -1) for fault in faults)
    clauses = []
    for seat, at in places:
        here = deeds(fault for fault in faults if fault.seat == seat and at in (fault.at, -1))
        trick = f" in trick {speaker.seating.trick_of(at)}" if at >= 0 else ""
        clauses.append(f"{speaker.seat(seat)} {here}{trick}")
    return join_words(clauses, "or")


def describe_alternatives(findings: Sequence[Finding], speaker: Speaker) -> str:
    """State that one of several findings about cards is true."""
    seated = ((finding.infraction, finding.seat, finding.at) for finding in findings)
    faults = [Fault(infraction, seat, at) for infraction, seat, at in seated if seat is not None]
    which = "the two" if len(faults) == 2 else "these"
    return f"{offenses(faults, speaker)}. One of {which} happened; we cannot tell which"


def format_placed(finding: Finding, speaker: Speaker) -> str:
    """Return a finding with its place, a clause."""
    deed = speaker.finding(finding)
    if finding.in_trick:
        return f"{deed} (trick {finding.trick})"
    if finding.facts.get("line"):
        return f"{deed} (one way is shown below)"
    if is_uncalled_belle(finding) and 0 <= finding.at < speaker.seating.end:
        return f"{deed} (the second card fell in trick {speaker.seating.trick_of(finding.at)})"
    if is_wrong_deal(finding) or not 0 <= finding.at < TURNED or re.search(r"trick \d", deed):
        return deed
    of_the_deal = any(kind.of_the_deal for kind in infractions()[finding.infraction].kinds)
    return f"{deed} ({'found ' if of_the_deal else ''}{speaker.moment(finding.at)})"


def is_wrong_deal(finding: Finding) -> bool:
    """Return True for a deal that is a misdeal only if called in time (R-018, R-019)."""
    infraction = infractions()[finding.infraction]
    return infraction.place == "deal" and Trait.DUE_DEALER_DEALS in infraction.traits


def articles_defining(ruling: Ruling, *ids: str) -> tuple[str, ...]:
    binding = ruling.law.ruleset.find_binding_articles
    return tuple(dict.fromkeys(name for infraction in ids for name in sorted(binding(infraction))))


#: What a table agreed on, as a predicate.
AGREED: Final = {"waive": "to let it go", "redeal": "to deal again", "play_on": "to play on"}


def incident_clause(ruling: Ruling, event: Any, speaker: Speaker) -> str:
    """Return an incident as a clause; empty for a trick that was gathered by the side that had won it."""
    kind, record = incident_kinds()[event.kind], ruling.replay.hand.record
    noted = record.incidents[event.number]
    seat = _NOT_NAMED if event.seat is None else speaker.seat(event.seat)
    if kind.gathers:
        teams, trick = ruling.replay.plays.teams, event.trick or 0
        if 0 < trick <= len(teams) and teams[trick - 1] == speaker.seating.side_named(noted.by):
            return ""
    if kind.mixes_upcard and noted.card not in (None, record.deal.upcard):
        return f"the wrong card was turned up: it should have been {speaker.card(noted.card)}"
    if noted.by_other is not None:
        text = _outsider(kind.deed, noted, speaker)
    else:
        by = speaker.the_side(noted.by) if noted.by else ""
        text = kind.text.format(seat=seat, card=speaker.card(noted.card), trick=noted.trick, by=by)
    # The card that stayed, who saw it, whose trick it was.
    if noted.replaced_by:
        text += f", and played {speaker.card(noted.replaced_by)} instead"
    if noted.in_play and not kind.in_play:
        text += " in the act of playing"
    if noted.seen_by:
        text += f", which only {join_words(map(speaker.name, noted.seen_by))} saw"
    if noted.believed:
        text += f", in the belief that {speaker.name(noted.believed)} had won it"
    if event.number in (wrong := ruling.gathered_wrong):
        text += f", but it is {speaker.whose(wrong[event.number])}"
    return text


def _outsider(deed: str, noted: Any, speaker: Speaker) -> str:
    """Return the deed of somebody who did not play: `Gus, who did not play, answered or advised Ruth`."""
    if noted.seat is not None:
        # Somebody else showed or named a card of that hand.
        return f"{noted.by_other}, who did not play, showed {speaker.card(noted.card)} of {speaker.name(noted.seat)}"
    if noted.helped:
        helped = speaker.name(noted.helped)
        whom = next((word for word in ("somebody", "partner") if word in deed), "")
        deed = deed.replace(whom, helped) if whom else f"{deed}, which helped {helped}"
    return f"{noted.by_other}, who did not play, {deed}"


def list_noted_clauses(file: Dossier, speaker: Speaker) -> Iterator[str]:
    """Yield agreements, cards taken back, outsiders, wrong gatherings and witnesses, in clauses."""
    ruling, record = file.ruling, file.ruling.replay.hand.record
    upheld = {claim.unpenalized.path for claim in ruling.claims if claim.unpenalized}
    for event, noted in zip(file.incidents, record.incidents, strict=True):
        is_outsider = noted.by_other is not None and ("incidents", event.number) not in upheld
        if incident_kinds()[event.kind].told or is_outsider:
            clause = incident_clause(ruling, event, speaker)
            yield from filter(None, [clause + speaker.quote(noted.quote)])
    yield from (_agreement(ruling, agreement, speaker) for agreement in record.agreements)

    def name(person: str) -> str:
        return speaker.name(person) if person in speaker.seating.number else person

    for claim in record.claims:
        if claim.reviewed_by:
            yield f"{name(claim.reviewed_by)} turned the tricks over"
        if claim.witnesses:
            yield f"{join_words(map(name, claim.witnesses))} watched"


def describe_agreement(agreement: Any, speaker: Speaker) -> str:
    """Return an agreement as a clause: `all agreed to let it go: “forget it”`."""
    who = join_words(map(speaker.name, agreement.by))
    everybody = is_unanimous(agreement, speaker.seating)
    deed = f"agreed {AGREED[agreement.what]}{speaker.quote(agreement.text)}"
    return f"{'the table' if everybody else who} {deed}"


def _agreement(ruling: Ruling, agreement: Any, speaker: Speaker) -> str:
    """Return an agreement with its effect."""
    clause = describe_agreement(agreement, speaker)
    if not is_unanimous(agreement, speaker.seating):
        return f"{clause}; that takes everybody, so it changes nothing"
    if agreement.what == "redeal":
        if ruling.remedy.by_agreement:
            return f"{clause}; no rule required it"
        return f"{clause}, but a claim had to be decided, so that does not count" if ruling.claims else clause
    if ruling.law.game.claim_rules(ruling.law.toggles).agreements_bind:
        return f"{clause}, which ends the right to claim what was done before"
    if not ruling.claims and clock_of(agreement.at) >= TURNED:
        return f"{clause}; it was too late for a claim anyway"
    return f"{clause}; that binds nobody who claims" if ruling.claims else clause
