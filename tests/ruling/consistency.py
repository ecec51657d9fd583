"""Check each statement of a ruling's texts against the ruling's data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import Any, Final

from clabber_audit.cards import CODE, SUIT_NAMES, Trick, clock_of, seat_name
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.claims import WeighedClaim
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.scoring import Remedy
from clabber_audit.records.formats import record_data
from clabber_audit.report.phrases import side
from clabber_audit.rules.infractions import infractions
from tests.ruling.statements import (
    CARD,
    WORDS,
    PicturedSeat,
    Reading,
    SumRow,
    SumTable,
    forms,
    names_in,
    read_page,
    read_text,
)

_SEAT: Final = r"(?<![\w-])(?P<seat>North|East|South|West|P[1-6])(?![\w-])"
_SIDE_WORDS: Final = r"North-South|East-West|P\d(?:(?:, P\d)* and P\d)?|North|South|East|West"
_SIDE: Final = rf"(?<![\w-])(?P<side>{_SIDE_WORDS})"
_CALLER: Final = rf"(?:{_SEAT}|[Ss]omebody not at the table)"
_SUITS: Final = "clubs|diamonds|hearts|spades"
_SEATS_IN: Final = re.compile(r"P\d|[NESW]")
_SYMBOLS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_ORDINALS: Final = ("led", "2nd", "3rd", "4th", "5th", "6th")
#: Sentences that state no fact: questions, possible plays, rulings under other rules.
_NOT_SAID: Final = re.compile(
    r"^If |\?$|^We tried|^For instance|\bwould\b|^Without the claim|^In this hand|^Had |^One way", re.ASCII
)
_PLAYED: Final = re.compile(
    rf"{_SEAT}(?: had no [^.;]*? and| \w+ but)? (?P<verb>led|played|trumped|threw off|put|followed suit)"
    rf"(?:(?! \(trick|holding|unknown| on )[^.;(])*? (?P<card>{CARD})"
)
_TRICK: Final = re.compile(r"(?:\b(?:in|to) |\()trick (?P<trick>\d+)")
_HELD: Final = re.compile(
    r"(?:holding|had to (?:play|trump with|go over it with|beat it with)) (?P<cards>[^.;(]*)"
)
_DEEDS: Final = re.compile(
    rf"{_SEAT} (?P<deeds>(?:(?:{'|'.join(WORDS['duties'])})(?:, | or )?)+) in trick (?P<trick>\d+)"
)


def _name(letter: str | None) -> str | None:
    return seat_name(letter) if letter else None


def _is_against(accused: str, words: str, case: RulingFacts) -> bool:
    """Return True if the text names the seat or side that the claim accuses."""
    return words == (seat_name(accused) if accused in case.seating.number else side(accused))


def _is_partner(accused: str, words: str, case: RulingFacts) -> bool:
    """Return True if the text names the partner of the accused seat, or "a partner" if there is not exactly one."""
    own = case.seating.side_of[case.seating.number[accused]] if accused in case.seating.number else None
    others = [seat for seat in case.seating.seats if case.seating.side_of[case.seating.number[seat]] == own]
    others = [seat_name(seat) for seat in others if seat != accused]
    return words == (others[0] if len(others) == 1 else "a partner")


class RulingFacts:
    """Facts of a ruling, against which statements are checked."""

    def __init__(self, file: Dossier) -> None:
        self.file, self.ruling = file, file.ruling
        self.replay, self.hand = file.ruling.replay, file.ruling.replay.hand
        self.record, self.seating = self.hand.record, self.hand.seating
        self.seats = {seat_name(letter): number for number, letter in enumerate(self.seating.seats)}

    def side(self, text: str) -> int:
        """Return the number of the side that a text names by its seats; -1 if there is none."""
        named = sorted(re.findall(r"North|East|South|West|P\d", text))
        sides = [sorted(map(seat_name, _SEATS_IN.findall(name))) for name in self.seating.side_names]
        return sides.index(named) if named in sides else -1

    @cached_property
    def tricks(self) -> list[Trick]:
        """Complete tricks."""
        return self.replay.tricks

    @cached_property
    def claims(self) -> list[tuple[WeighedClaim, Any]]:
        """Weighed claims, each with the claim of the record."""
        return [(weighed, self.record.claims[weighed.number]) for weighed in self.ruling.claims]

    def on_the_sheet(self, side: str) -> str:
        """Return the score on the sheet for a side that a text names."""
        return str(self.record.score.get(self.seating.side_names[self.side(side)]))

    def was_played(self, seat: int, card: str, trick: int | None) -> bool:
        """Return True if the seat played the card, to the given trick if any, or showed it first there."""
        code, clocks = code_of(card), self.clocks(seat, trick)
        if card == "??" or any(
            CODE[shown] == code and at in clocks for at, shown in self.hand.first_shown.items()
        ):
            return True
        letter = self.seating.seats[seat]
        recorded = any((play.seat, play.card) == (letter, code) for play in self.record.plays)
        return (recorded and trick is None) or any(CODE.get(self.replay.cards[at]) == code for at in clocks)

    def clocks(self, seat: int, trick: int | None) -> list[int]:
        clocks = [at for at, who in enumerate(self.hand.seats) if who == seat]
        return clocks if trick is None else [at for at in clocks if self.seating.trick_of(at) == trick]

    def has_card(self, seat: int, card: str) -> bool:
        """Return True if the known cards of the seat include this one."""
        return (
            card == "??"
            or code_of(card) in codes_of(self.hand.dealt[seat])
            or self.was_played(seat, card, None)
        )

    def findings(self, verdict: str, seat: int | None = None, trick: int | None = None) -> list[Finding]:
        return [
            finding
            for finding in self.ruling.findings
            if finding.verdict == verdict and seat in (None, finding.seat) and trick in (None, finding.trick)
        ]

    def find_claims(self, finding: Finding) -> list[WeighedClaim]:
        """Return the claims that mean a finding: of its team, by its trick, else by its kind, else unnamed (D-53)."""
        results = []
        for weighed, claim in self.claims:
            if finding in (weighed.finding, *weighed.either):
                results.append(weighed)
            elif weighed.accused == finding.team and finding.precedes(clock_of(claim.at)):
                of_card = claim.infraction is None or infractions()[claim.infraction].of_card
                if claim.trick and of_card:
                    results += [weighed] if finding.of_card and finding.trick == claim.trick else []
                elif claim.infraction in (None, finding.infraction):
                    results.append(weighed)
        return results

    def title(self, finding: Finding) -> str:
        """Return the title of the infraction of a finding, as texts use it."""
        return infractions()[finding.infraction].title_in(self.ruling.law.game).lower()

    @property
    def uncalled_reneges(self) -> list[Finding]:
        """Proven reneges that no claim means in time.

        A refuted claim that means a proven finding came too late.
        """
        return [
            finding
            for finding in self.ruling.reneges
            if not finding.of_claim
            and all(weighed.verdict == "refuted" for weighed in self.find_claims(finding))
        ]

    @property
    def unclaimed(self) -> list[Finding]:
        """Proven faults that cost something only if called, and were not called."""
        return [
            finding
            for finding in self.findings("proven")
            if infractions()[finding.infraction].penalty_if_claimed(self.ruling.law.toggles)
        ]

    @property
    def deeds(self) -> list[Finding]:
        """Deeds that uphold a claim without a penalty."""
        return [weighed.unpenalized for weighed in self.ruling.claims if weighed.unpenalized]

    @property
    def is_void(self) -> bool:
        return self.ruling.remedy.outcome in ("redeal", "passed_out", "annulled")


def code_of(card: str) -> str:
    """Return the code of a card as printed; empty for an unknown card."""
    if card in ("?", "??"):
        return ""
    return "JK" if card in ("★", "joker") else card[:-1].replace("10", "T") + _SYMBOLS[card[-1]]


def cards_in(text: str) -> list[str]:
    """Return the codes of the cards that a text names, sorted; empty for an unknown card."""
    return sorted(map(code_of, re.findall(CARD, text)))


def codes_of(mask: int) -> set[str]:
    """Return the codes of the cards in a mask."""
    return set(codes_in(mask))


def codes_in(mask: int) -> list[str]:
    """Return the codes of the cards in a mask, once for each copy."""
    return [code for bit, code in CODE.items() if mask & bit]


def find_problems(file: Dossier) -> list[str]:
    """Return each statement that the ruling's data or another of its texts contradicts."""
    texts, names, case = forms(file), names_in(file), RulingFacts(file)
    text, shown = read_text(texts, names, len(case.seating.sides)), read_page(texts, names)
    results = [
        f"{one.form}: {problem}" for one in (text, shown) for problem in find_false_statements(one, case)
    ]
    # The last line of the message names the hand and the rules, which the page has outside the box.
    first = texts.message.splitlines()[:-1]
    if text.box[: len(first)] != tuple(names.replace_all(line) for line in first):
        results.append(f"message: not the first lines of the box: {texts.message!r}")
    lines = [one for one in shown.box if one]
    results += [f"page: the text does not say {line!r}" for line in lines if not _is_in_box(line, text.box)]
    return results


def _is_in_box(line: str, box: tuple[str, ...]) -> bool:
    """Return True if the text's box contains this line of the page's box; links are ignored."""
    return "Sources" in line or "Copy as a message" in line or line.lower() in " ".join(box).lower()


def find_false_statements(reading: Reading, case: RulingFacts) -> Iterator[str]:
    """Yield each false statement of a form, with the reason."""
    yield from _check_box(reading, case)
    for section, sentence in reading.sentences:
        if section in ("others", "aside", "remarks", "signatures"):
            continue
        for problem in (*_check_sentence(sentence, case), *_check_section(section, sentence, case)):
            yield f"{section}: {sentence!r}: {problem}"
    yield from _check_pictures(reading, case)
    yield from _check_tables(reading, case)
    yield from _check_story(reading, case)
    yield from _find_denials(reading, case)


def _check_box(reading: Reading, case: RulingFacts) -> Iterator[str]:
    first, *rest = reading.box
    remedy, names = case.ruling.remedy, case.seating.side_names
    if match := re.search(rf"\. {_SIDE} set: ", first):
        if case.side(match["side"]) != case.replay.makers or not case.ruling.makers_set:
            yield f"box: {first!r}: {match['side']} is not set"
    scores = re.findall(rf"{_SIDE}(?: |: )(-?\d+)(?: to (-?\d+))?(?=[,;.])", first)
    record = record_data(case.record)
    # The score of each side on the sheet, or else the sum of its breakdown.
    sheet = record.get("score") or {
        name: sum(line.values()) for name, line in record.get("sheet", {}).items()
    }
    for name, low, high in scores:
        if (number := case.side(name)) < 0:
            continue
        expected: tuple[int | None, int | None] = (remedy.certain_scores[number],) * 2
        if remedy.range is not None:
            expected = (remedy.range.low[number], remedy.range.high[number])
        if first.lower().startswith("no cards written down") and remedy.certain_scores[number] is None:
            expected = (sheet.get(names[number]),) * 2
        if (int(low), int(high or low)) != expected:
            yield f"box: {first!r}: {name} has {expected}"
    scored = remedy.outcome in ("scored", "renege") and remedy.score and case.ruling.adds_up
    if scored and not case.is_void and len(scores) != remedy.sides:
        yield f"box: {first!r}: a score for {len(scores)} of {remedy.sides} sides"
    for line in rest:
        for sentence in re.split(r"(?<=[.?!])\s+(?=[A-Z])", line):
            yield from (f"box: {sentence!r}: {problem}" for problem in _check_sentence(sentence, case))
    if match := re.search(r"WRONG BY (\d+)", first, re.IGNORECASE):
        facts = [finding.facts for finding in case.ruling.wrong_sheet]
        off = {abs(one["sheet"] - one["ruled"]) for one in facts if one.get("part", "after") == "after"}
        if off != {int(match[1])}:
            yield f"box: {first!r}: it is wrong by {off}"
    if len({name for name, *_ in scores}) != len(scores):
        yield f"box: {first!r}: a side stands there twice"
    yield from (f"box: {first!r}: {one}" for one in _check_dealer(first, case))
    questions = [line for line in rest if re.match("What would (?:decide it|settle the score):", line)]
    is_open = bool(case.findings("undetermined")) or remedy.range or remedy.outcome == "undetermined"
    is_open = is_open or any(claim.verdict == "not_proven" for claim in case.ruling.claims)
    if questions and (case.is_void or not is_open):
        yield f"box: {questions[0]!r}: nothing is open"


def _check_sentence(sentence: str, case: RulingFacts) -> Iterator[str]:
    """Yield the errors of a sentence in any section."""
    if sentence.startswith("Without the claim: "):
        base = case.ruling.unclaimed
        yield from _check_scores(sentence.partition(": ")[2], case, base)
        yield from _check_bids(sentence.partition(": ")[2], case, base)
    if _NOT_SAID.search(sentence):
        return
    for check in (
        _check_cards, _check_templates, _check_moments, _check_dealer, _check_melds,
        _check_trumps, _check_claims, _check_calls, _check_costs,
    ):  # fmt: skip
        yield from check(sentence, case)
    yield from _check_bids(sentence, case, case.ruling.remedy)
    yield from _check_scores(sentence, case, case.ruling.remedy)


def _check_cards(sentence: str, case: RulingFacts) -> Iterator[str]:
    if "had to" not in sentence.split(" with ")[0]:
        for each in _PLAYED.finditer(sentence):
            # A row of findings mentions another moment in a sentence of its own.
            start, stop = sentence.rfind(". ", 0, each.start()) + 1, sentence.find(". ", each.end())
            own = sentence[start : stop if stop >= 0 else len(sentence)]
            where = _TRICK.search(own, each.end() - start) or _TRICK.search(own, 0, each.start() - start)
            if not re.match(r"\W*(?:on|to|in|under|with|while|,|and|;|\(|\.|on a)|$", sentence[each.end() :]):
                continue
            trick = int(where["trick"]) if where and "after" not in own[: where.start()][-30:] else None
            if not case.was_played(case.seats[each["seat"]], each["card"], trick):
                yield f"{each['seat']} did not play {each['card']}" + (f" to trick {trick}" if trick else "")
    subject = re.search(_SEAT, sentence)
    had = re.match(
        rf"{_SEAT} (?:had|was dealt|still had|held) (?P<cards>(?:{CARD}|, | and | or )+)", sentence
    )
    for who, held in ((subject, _HELD.search(sentence)), (had, had)):
        if who and held:
            for card in re.findall(CARD, held["cards"]):
                if not case.has_card(case.seats[who["seat"]], card):
                    yield f"{who['seat']} did not hold {card}"
    if match := re.search(
        r"had to (?:play|trump with|go over it with|beat it with) (?P<cards>[^.;(]*)", sentence
    ):
        could = [sorted(finding.facts.get("could") or ()) for finding in case.ruling.findings]
        if cards_in(match["cards"]) not in could:
            yield "those are not the cards that were owed"
    if match := re.search(r"all along: (?:it|they) fell in (?P<tricks>trick[^.]*)", sentence):
        seat = case.seats[subject["seat"]] if subject else -1
        tricks = {int(one) for one in re.findall(r"\d+", match["tricks"])}
        for card in re.findall(CARD, sentence[: match.start()]):
            if not any(case.was_played(seat, card, trick) for trick in tricks):
                yield f"{card} did not fall in trick {tricks}"
    if match := re.match(r"Trick (?P<trick>\d+)(?:: | \()?(?P<rest>.*)", sentence):
        yield from _check_trick(int(match["trick"]), match["rest"], case)


#: Pattern of each fact of a finding in a sentence.
_FACTS: Final = {
    "seat": r"North|East|South|West|P[1-6]|[Ss]omebody \(not recorded\)",
    **dict.fromkeys(("played", "card", "highest"), rf"{CARD}|an unknown card|an unknown trump"),
    **dict.fromkeys(("led", "trump"), "[a-z][a-z ]*?"),
    "seat_poss": r"(?:North|East|South|West|P\d)’s",
    "special": "Bottoms|four of a kind|Ace No Face",
    "turn_of": r"(?:[A-Z][\w ,]*?|another player|nobody)’s",
}


#: A meld as recorded, which may show less than was announced.
_NOTED: Final = re.compile(
    rf"{_SEAT} (?:announced|had) an? (?P<kind>[a-z ]+?) and showed (?P<cards>(?:{CARD} ?)+)\."
)


@cache
def _templates() -> list[tuple[str, str, re.Pattern[str]]]:
    """Return the sentences about infractions: infraction, verdict, and a pattern that captures the facts."""
    results = []
    for infraction in infractions().values():
        words = infraction.words
        sentences = [(words.message, "proven"), *((text, "proven") for text in words.messages.values())]
        for text, verdict in (*sentences, (words.doubt, "undetermined")):
            if "{seat}" not in text or "{title}" in text or "{call}" in text:
                continue
            pattern = ""
            for literal, name in re.findall(r"([^{]*)(?:\{(\w+)\})?", text):
                group = "?:" if f"(?P<{name}>" in pattern else f"?P<{name}>"
                pattern += re.escape(literal) + (f"({group}{_FACTS.get(name, '.+?')})" if name else "")
            before = "whether " if verdict == "undetermined" else "(?:^|(?<=: )|(?<=, but ))"
            whole = re.compile(rf"{before}{pattern}(?=[.;]|$| \(|: |, but )")
            results.append((infraction.id, verdict, whole))
    return results


def _check_templates(sentence: str, case: RulingFacts) -> Iterator[str]:
    """Yield a sentence about an infraction that matches no finding of it."""
    matched = False
    for infraction, verdict, pattern in _templates():
        if not (match := pattern.search(sentence)):
            continue
        matched = True
        for finding in (*case.ruling.findings, *case.deeds):
            if (finding.infraction, finding.verdict) == (infraction, verdict):
                if _is_about(finding, match.groupdict(), case):
                    return
        kinds = {kind.word for kind in infractions()[infraction].kinds}
        cards = (None, *filter(None, cards_in(sentence)))
        for one in case.record.incidents:
            # Recorded, but not an infraction under this law.
            if one.kind in kinds and one.seat and seat_name(one.seat) == match["seat"] and one.card in cards:
                return
    if matched and not _NOTED.match(sentence):
        yield "no finding is that"


def _is_about(finding: Finding, words: dict[str, str], case: RulingFacts) -> bool:
    """Return True if the sentence names the finding's facts."""
    if case.seats.get(words["seat"]) != finding.seat:
        return False
    for name, text in words.items():
        fact, fits = finding.facts.get(name), True
        if name in ("played", "card", "highest"):
            fits = not fact or code_of(text) == fact if re.fullmatch(CARD, text) else fact is None
        elif name == "seat_poss":
            fits = finding.seat is not None and text[:-2] == seat_name(case.seating.seats[finding.seat])
        elif name in ("could", "cards"):
            fits = not fact or cards_in(text) == sorted(fact)
        elif name in ("led", "trump"):
            fits = SUIT_NAMES.get(str(fact), text) == text
        elif name == "turn_of" and (turn := finding.facts.get("turn")):
            seats = sorted(map(seat_name, _SEATS_IN.findall(turn)))
            fits = sorted(re.findall(r"North|East|South|West|P\d", text)) == seats
        if not fits:
            return False
    return True


def _check_moments(sentence: str, case: RulingFacts) -> Iterator[str]:
    """Yield a moment at which no claim was made and no event of the sentence happened."""
    match = re.search(
        r"[Aa]fter (?:the (?P<card>first|second|third|fourth|fifth|sixth) card of )?trick (?P<trick>\d+)",
        sentence,
    )
    text = r" called | said | announced | exposed | looked | laid | noted| showed | led before|\(after"
    if not match or not re.search(text, sentence):
        return
    clocks = case.seating.clocks_of(int(match["trick"]))
    words = ("first", "second", "third", "fourth", "fifth", "sixth")
    at = clocks.start + words.index(match["card"]) + 1 if match["card"] else clocks.stop
    to_trick, laydown = case.hand.to_trick_clock, case.record.laydown
    claim_moments = {
        (claim.by and seat_name(claim.by), to_trick(clock_of(claim.at))) for _, claim in case.claims
    }
    known = {moment for _, moment in claim_moments} | {one.at for one in case.file.incidents}
    known |= {finding.at for finding in (*case.ruling.findings, *case.deeds)}
    known |= {to_trick(clock_of(laydown.at))} if laydown else set()
    # A meld called late is listed where it was due, with the moment of the call.
    melds = getattr(case.record, "melds", None) or ()
    known |= {meld.announced for meld in melds if isinstance(meld.announced, int)}
    if at not in known:
        yield f"nothing was at {at}"
    if (called := re.search(rf"{_SEAT} called it after ", sentence)) and (
        called["seat"],
        at,
    ) not in claim_moments:
        yield f"{called['seat']} made no claim then"


def _check_dealer(sentence: str, case: RulingFacts) -> Iterator[str]:
    """Yield a wrong dealer of the next hand."""
    due = case.ruling.next_dealer
    if "obody scores" in sentence and (match := re.search(rf"{_SEAT} deals", sentence)):
        if due is None or case.seats[match["seat"]] != due:
            yield f"{match['seat']} does not deal"


def _check_bids(sentence: str, case: RulingFacts, remedy: Remedy) -> Iterator[str]:
    """Yield errors about bidding: who won the bid, passed a card, made it, won the game."""
    if match := re.match(rf"{_SEAT} won the bid: ", sentence):
        if case.replay.maker != case.seats[match["seat"]]:
            yield f"{match['seat']} did not win the bid"
    if match := re.search(
        rf"{_SIDE} (?:bid|(?:was|were) stuck with) [^.:;]*? (?:made it|went set)", sentence
    ):
        if case.side(match["side"]) != case.replay.makers:
            yield f"{match['side']} did not bid"
    if match := re.search(rf"{_SIDE} loses? the hand", sentence):
        if case.side(match["side"]) != remedy.reneging_team:
            yield f"{match['side']} does not lose it"
    passed = (
        rf"{_SEAT} (?:passed|passes|handed) (?:(?P<cards>(?:{CARD}|the |, | and )+) to )?"
        rf"(?P<to>North|East|South|West|P\d)(?P<more>(?:{CARD}|the |, | and | )*)"
    )
    if match := re.search(passed, sentence):
        cards = cards_in(match["cards"] or match["more"])
        handed = [
            (seat_name(one.giver), seat_name(one.taker), sorted(one.cards))
            for one in getattr(case.record, "exchanges", None) or []
        ]
        if (match["seat"], match["to"], cards) not in handed:
            yield "nobody passed that"
    yield from _check_game(sentence, case, remedy)


def _check_game(sentence: str, case: RulingFacts, remedy: Remedy) -> Iterator[str]:
    """Yield errors about who won a game, and with which totals."""
    running = remedy.running
    if running is None:
        return
    if match := re.search(
        rf"{_SIDE} wins? the game(?: with|,) (?P<own>-?\d+)(?: to (?P<other>-?\d+))?", sentence
    ):
        winner = case.side(match["side"])
        if winner != running.winner:
            yield f"{match['side']} does not win it"
        elif int(match["own"]) != running.after[winner] or (
            match["other"] and sorted(map(int, (match["own"], match["other"]))) != sorted(running.after)
        ):
            yield f"the totals are {running.after}"
    if match := re.search(r"[Tt]he others: (?P<all>[^.;]*)", sentence):
        totals = re.findall(rf"({_SIDE_WORDS}) (-?\d+)", match["all"])
        others = {case.side(name): int(total) for name, total in totals}
        if others != {side: total for side, total in enumerate(running.after) if side != running.winner}:
            yield f"the totals are {running.after}"


def _check_melds(sentence: str, case: RulingFacts) -> Iterator[str]:
    """Yield a meld that is not recorded, or a wrong dealer or up-card."""
    deals = rf"{_SEAT} (?:dealt|deals)(?: and (?:turned|turns) up (?P<card>{CARD}))?\."
    if match := re.match(deals, sentence):
        deal = case.record.deal
        other_card = match["card"] and code_of(match["card"]) != deal.upcard
        if other_card or seat_name(deal.dealer) != match["seat"]:
            yield "the deal was another"
    noted = getattr(case.record, "melds", None) or []
    own = [(meld, seat_name(meld.seat)) for meld in noted]
    if match := re.match(rf"{_SEAT} call(?:s|ed) belle", sentence):
        if not any(meld.kind == "belle" and seat == match["seat"] for meld, seat in own):
            yield "nobody noted that belle"
    if match := _NOTED.match(sentence):
        if (match["seat"], cards_in(match["cards"])) not in [
            (seat, sorted(meld.cards)) for meld, seat in own
        ]:
            yield "nobody noted that meld"
    kinds = "dad|fifty|hundred|two hundred|belle"
    match = re.match(rf"{_SEAT}’s (?P<kind>{kinds})(?: (?P<cards>(?:{CARD} ?)+))?", sentence)
    if match and noted and "belle was never" not in sentence and not _is_held(match, case):
        if not any(_is_meld(meld, match) for meld in noted):
            yield "nobody noted that meld"
    if match := re.match(rf"On the sheet: (?P<all>(?:{_SIDE_WORDS}) .*)\.", sentence):
        written = re.findall(rf"({_SIDE_WORDS}) (-?\w+)", match["all"])
        if len({name for name, _points in written}) != len(written):
            yield "a side stands there twice"
        for name, points in written:
            if case.on_the_sheet(name) != points:
                yield f"the sheet has something else for {name}"


def _is_meld(meld: Any, match: re.Match[str]) -> bool:
    """Return True if the sentence names this meld of the record."""
    cards = cards_in(match["cards"] or "")
    kind = meld.kind.replace("_", " ") == match["kind"]
    shown = not meld.cards or (set(cards) <= set(meld.cards) and len(set(cards)) == len(cards))
    return kind and seat_name(meld.seat) == match["seat"] and shown


def _is_held(match: re.Match[str], case: RulingFacts) -> bool:
    """Return True if the hand holds belle, or the ruling awards the meld from the cards held."""
    cards = cards_in(match["cards"] or "")
    seat = case.seats[match["seat"]]
    if not cards and case.replay.strain:
        return all(rank + case.replay.strain.name in codes_of(case.hand.dealt[seat]) for rank in "QK")
    awarded = [item for item in case.ruling.remedy.awarded if item.meld and item.seat == seat]
    return any(sorted(codes_in(item.meld.cards)) == cards for item in awarded)


def _check_trick(number: int, rest: str, case: RulingFacts) -> Iterator[str]:
    """Check the leader, winner and points of a trick."""
    trick = case.tricks[number - 1] if number <= len(case.tricks) else None
    if match := re.search(rf"{_SEAT} leads", rest):
        if case.seats[match["seat"]] != (
            trick.leader if trick else case.hand.seats[case.seating.clocks_of(number).start]
        ):
            yield f"{match['seat']} did not lead trick {number}"
    if match := re.search(rf"{_SEAT} wins(?: (?P<points>\d+))?", rest):
        if trick is None or trick.winner != case.seats[match["seat"]]:
            yield f"{match['seat']} did not win trick {number}"
        elif match["points"] and trick.points != int(match["points"]):
            yield f"trick {number} has {trick.points} points"
        sums = re.search(r"wins: ([\d +]+)", rest)
        if sums and trick and sum(map(int, sums[1].split("+"))) != trick.points:
            yield f"trick {number} has {trick.points} points"


def _check_trumps(sentence: str, case: RulingFacts) -> Iterator[str]:
    name = case.replay.strain.name if case.replay.strain else None
    for each in re.finditer(rf"\b({_SUITS})\b(?: are trumps?\b|(?= trumps?\b))", sentence, re.IGNORECASE):
        if "whether" in sentence or "without" in sentence:
            continue
        if name is None or SUIT_NAMES.get(name) != each[1].lower():
            yield f"trump is {name}"
    if re.search(r"(?:^|; )played at no trump", sentence, re.IGNORECASE) and name != "NT":
        yield f"trump is {name}"
    if (match := re.search(rf"{_SEAT} made ({_SUITS}) trumps?", sentence)) and "without" not in sentence:
        if case.replay.maker != case.seats[match["seat"]]:
            yield f"{match['seat']} did not make trump"


def _check_scores(sentence: str, case: RulingFacts, remedy: Remedy) -> Iterator[str]:
    if sentence.startswith("On the sheet"):
        return
    pays = r"(?P<points>\d+|nothing)(?=[;,.]|$| and )"
    for each in re.finditer(rf"{_SIDE} scores? (?:\d[\d+ a-z]*= )?{pays}", sentence):
        number, points = case.side(each["side"]), int(each["points"].replace("nothing", "0"))
        known = remedy.certain_scores[number] if number >= 0 else None
        ends = (remedy.range.low[number], remedy.range.high[number]) if remedy.range else ()
        if known != points and not (known is None and points in ends):
            yield f"{each['side']} scores {known}"
    if " score" in sentence and (match := re.search(r"\bscores? (?:(?P<own>\d+|nothing), )?", sentence)):
        for other in re.finditer(f"{_SIDE} {pays}", sentence[match.end() :]):
            number, points = case.side(other["side"]), int(other["points"].replace("nothing", "0"))
            if number >= 0 and remedy.certain_scores[number] not in (None, points):
                yield f"{other['side']} scores {remedy.certain_scores[number]}"
        makers = re.search(rf"{_SIDE} made \w+ trump(?:, are set)? and scores? (?P<points>\d+)", sentence)
        if makers and remedy.certain_scores[case.side(makers["side"])] not in (None, int(makers["points"])):
            yield "the makers score something else"
    for sums in re.finditer(r"(?P<parts>\d+(?: \+ \d+[a-z ]*)+) = (?P<total>\d+)", sentence):
        if sum(map(int, re.findall(r"\d+", sums["parts"]))) != int(sums["total"]):
            yield "that does not add up"
    if match := re.search(rf"sheet has (?P<old>-?\w+) for {_SIDE}[;.]\D*?(?P<new>(?<![\w-])-?\d+)", sentence):
        if case.on_the_sheet(match["side"]) != match["old"]:
            yield "the sheet has something else"
        if remedy.certain_scores[case.side(match["side"])] != int(match["new"]):
            yield f"{match['side']} scores {remedy.certain_scores[case.side(match['side'])]}"
    yield from _check_standing(sentence, case)
    yield from _check_most(sentence, remedy, case)
    for pattern in (
        rf"{_SIDE}: change (?P<old>-?\w+) to (?P<new>-?\w+)",
        rf"[Cc]hange {_SIDE} from (?P<old>-?\w+) to (?P<new>-?\w+)",
    ):
        for each in re.finditer(pattern, sentence):
            mark = (remedy.marks or ())[case.side(each["side"])]
            if (case.on_the_sheet(each["side"]), mark) != (each["old"], each["new"]):
                yield "that is not what to change"
    hand = re.sub(r"[Tt]he others: [^.;]*", "", sentence) if remedy.settled else ""
    signed = re.findall(rf"(?<![\w-])({_SIDE_WORDS}) ([+-]\d+|0)(?=[;,.]|$| and )", hand)
    if len({name for name, _points in signed}) != len(signed):
        yield "a side stands there twice"
    for name, points in signed:
        number = case.side(name)
        if remedy.score and (number < 0 or remedy.score[number] != int(points)):
            yield f"{name} does not score {points}"
    if re.search(r"\b(?:are|is) set\b|\bwent set\b", sentence) and not case.ruling.makers_set:
        yield "the makers are not set"


def _check_standing(sentence: str, case: RulingFacts) -> Iterator[str]:
    """Yield errors about the points of the makers."""
    points = case.ruling.points
    for pattern in (
        rf"{_SIDE} made trump (?:and won|but lost), (?P<own>\d+) to (?P<other>\d+)",
        rf"[Ii]t is (?P<own>\d+) to (?P<other>\d+); {_SIDE} made trump",
    ):
        if not (match := re.search(pattern, sentence)):
            continue
        team, stated = case.side(match["side"]), (int(match["own"]), int(match["other"]))
        if team != case.replay.makers:
            yield f"{match['side']} did not make trump"
        elif points is None or (points[team].total, points[1 - team].total) != stated:
            yield "the points are others"
        elif (" and won" in match[0]) == case.ruling.makers_set:
            yield "that is not how it came out"


def _check_most(sentence: str, remedy: Remedy, case: RulingFacts) -> Iterator[str]:
    """Yield a wrong sum of what a renege brings: 152 card points (R-008), ten for the last trick, and melds."""
    most = (
        r"(?P<all>\d+), the most a hand can bring \((?P<cards>\d+) \+ (?P<last>\d+)\)"
        r"|\((?P<cards2>\d+) in cards \+ (?P<last2>\d+) for"
        r"|(?P<all3>\d+) is every point in the deck \((?P<cards3>\d+)\) plus (?P<last3>\d+)"
    )
    if match := re.search(most, sentence):
        numbers = {name.rstrip("23"): int(value) for name, value in match.groupdict().items() if value}
        if {"all": 162, **numbers} != {"all": 162, "cards": 152, "last": 10}:
            yield "that is not the most a hand can bring"
    if match := re.search(rf"{_SIDE}(?: and {_SIDE_WORDS})? get (?P<points>\d+), the most", sentence):
        team = case.side(match["side"])
        if team not in remedy.innocents:
            yield f"{match['side']} does not get it"
        elif "with melds" not in sentence:
            more = [int(each) for each in re.findall(r"(\d+) for (?:the|belle)", sentence)]
            if remedy.certain_scores[team] != int(match["points"]) + sum(more):
                yield f"{match['side']} gets {remedy.certain_scores[team]}"


@cache
def _compile_claims() -> list[tuple[re.Pattern[str], frozenset[str]]]:
    """Return patterns of a claim's words after the caller's name, each with the infractions that it may name."""
    so: dict[str, set[str]] = {}
    for infraction in infractions().values():
        for title in {infraction.title, *infraction.words.titles.values()}:
            so.setdefault(infraction.words.claimed.replace("{title}", title.lower()), set()).add(
                infraction.id
            )
    results = []
    for text, names in so.items():
        pattern = re.escape(text).replace(re.escape("{whom}"), rf"(?P<whom>{_SIDE_WORDS})")
        pattern = pattern.replace(re.escape("{partner}"), rf"(?P<partner>{_SIDE_WORDS}|a partner)")
        pattern += r"(?: in trick (?P<trick>\d+))?(?= after| before| in | during| while|[.,:]|$)"
        results.append((re.compile(pattern), frozenset(names)))
    unnamed = rf"called a renege on (?P<whom>{_SIDE_WORDS})(?: in trick (?P<trick>\d+))?"
    return [*results, (re.compile(unnamed), frozenset())]


def _check_claim(sentence: str, case: RulingFacts) -> Iterator[str]:
    """Yield a claim that nobody made, or a wrong verdict on one."""
    caller = re.search(rf"{_CALLER} (?:said (?!“)|(?=called a renege on))", sentence)
    if not caller:
        return
    verdicts = [code for text, code in WORDS["verdicts"].items() if f"claim {text}" in sentence]
    for pattern, names in _compile_claims():
        if not (words := pattern.match(sentence[caller.end() :])):
            continue
        groups = words.groupdict()
        for weighed, claim in case.claims:
            by_a_card = claim.infraction is None or infractions()[claim.infraction].of_card
            if (
                _name(claim.by) == caller["seat"]
                and (claim.infraction in names if names else claim.infraction is None)
                and str((by_a_card and claim.trick) or "") == (groups["trick"] or "")
                and ("whom" not in groups or _is_against(claim.against, groups["whom"], case))
                and ("partner" not in groups or _is_partner(claim.against, groups["partner"], case))
                and weighed.verdict in (verdicts[:1] or [weighed.verdict])
            ):
                return
    yield "there is no such claim, or its verdict is another"


def _check_callers(sentence: str, case: RulingFacts) -> Iterator[str]:
    """Yield a caller who has no claim with that verdict."""
    for words, verdicts in WORDS["callers"].items():
        for result in re.finditer(f"{_CALLER} {words}", sentence):
            ends = {weighed.verdict for weighed, claim in case.claims if _name(claim.by) == result["seat"]}
            if ends.isdisjoint(verdicts):
                yield f"no claim by {result['seat']} ends so"


def _check_denials(sentence: str, case: RulingFacts) -> Iterator[str]:
    """Yield a denial of a proven finding, or of something that nobody claimed."""
    deeds = (
        r"did nothing wrong in trick (?P<trick>\d+)|did not renege|(?P<named>never (?:failed|led|played) .*?)"
    )
    match = re.search(rf"{_SIDE} (?:{deeds})\.?$", sentence)
    if not match or "whether" in sentence:
        return
    trick = int(match["trick"]) if match["trick"] else None
    if not any(
        weighed.verdict == "refuted"
        and _is_against(claim.against, match["side"], case)
        and trick in (None, claim.trick)
        for weighed, claim in case.claims
    ):
        yield "no claim of that fails"
    seats = [number for name, number in case.seats.items() if name in match["side"].split("-")]
    kind = next((name for deed, name in WORDS["duties"].items() if deed in (match["named"] or "")), None)
    for finding in case.findings("proven"):
        if finding.seat not in seats or not finding.is_renege or finding.of_claim:
            continue
        if match["named"] and finding.infraction != kind:
            continue
        if trick is None or (finding.in_trick and finding.trick == trick):
            yield f"{finding.infraction} is proven"


def _check_claims(sentence: str, case: RulingFacts) -> Iterator[str]:
    yield from _check_claim(sentence, case)
    yield from _check_callers(sentence, case)
    yield from _check_denials(sentence, case)
    verdicts = {claim.verdict for claim in case.ruling.claims}
    for pattern, expected in (
        ("the record shows no", "refuted"),
        ("do not settle it|nothing of trick.*was written down.", "not_proven"),
        ("that was in time, and", "upheld"),
        ("that was too late", "out_of_time"),
    ):
        if re.search(pattern, sentence.lower()) and expected not in verdicts:
            yield f"no claim is {expected}"
    proven = rf"[Ww]hat is proven is (?P<what>[^,]*?)(?:, by {_SEAT})?(?: in trick (?P<trick>\d+))?\."
    if match := re.search(proven, sentence):
        findings = case.findings("proven", case.seats[match["seat"]] if match["seat"] else None)
        if match["what"] not in map(case.title, findings):
            yield "that is not proven"


def _check_calls(sentence: str, case: RulingFacts) -> Iterator[str]:
    """Check a sentence on whether a renege was called."""
    if not re.search(r"\b(?:[Nn]obody|[Nn]o one)(?: who may call it)?(?: has)? (?:called|did)\b", sentence):
        return
    if "who may call" in sentence:
        return
    if not case.uncalled_reneges and not case.unclaimed:
        yield "every renege was called"
    silent = [
        (finding.seat, trick) for finding in case.uncalled_reneges for trick in ("", str(finding.trick))
    ]
    for each in re.finditer(rf"{_SEAT}’s renege(?: in trick (?P<trick>\d+))?", sentence):
        if (case.seats.get(each["seat"]), each["trick"] or "") not in silent:
            yield "that renege was called, or there was none"


def _check_costs(sentence: str, case: RulingFacts) -> Iterator[str]:
    remedy, claims = case.ruling.remedy, case.ruling.claims
    if match := re.search(rf"\bso {_SIDE} pays?\b", sentence):
        wrong = {finding.team for finding in case.ruling.findings if finding.infraction == "unproven-claim"}
        if case.side(match["side"]) not in {claim.guilty for claim in claims} | wrong:
            yield f"{match['side']} does not pay"
    if re.search(r"costs? nothing", sentence):
        free = [claim for claim in claims if claim.guilty is None]
        if not free and not case.uncalled_reneges and not case.unclaimed and not case.is_void:
            yield "all of it costs something"
    penalties = [claim.penal.penalty for claim in claims if claim.penal]
    if "is itself a renege" in sentence and "renege" not in penalties:
        yield "no claim is"
    if "Nobody pays" in sentence and remedy.reneging_team is not None:
        yield "somebody pays"
    if "obody scores" in sentence and remedy.score and any(remedy.score):
        yield "somebody scores"


def _check_section(section: str, sentence: str, case: RulingFacts) -> Iterator[str]:
    """Yield errors that depend on the section of a sentence."""
    if section == "found":
        yield from _check_found(sentence, case)
        return
    accused = {claim.accused for claim in case.ruling.claims}
    if section == "reasoning" and (match := re.match(rf"We cannot tell whether {_SEAT}", sentence)):
        seat = case.seats[match["seat"]]
        if not case.findings("undetermined", seat):
            yield "that is not open"
        if accused and case.seating.side_of[seat] not in accused:
            yield "nobody accuses that side"
    sheet = re.match(r"(?P<label>On the sheet|Correct score): (?P<cells>.*)", sentence)
    if section == "sheet" and sheet:
        for side, cell in re.findall(rf"({_SIDE_WORDS}) (-?\w+|nothing|–)(?: \(wrong\))?", sheet["cells"]):
            expected = case.on_the_sheet(side).replace("None", "nothing")
            if sheet["label"] == "Correct score":
                expected = (case.ruling.remedy.marks or ())[case.side(side)]
            if cell.replace("–", "nothing") != expected:
                yield f"{side} has {expected}"
    if section in ("proof", "facts") and (match := re.search(r"\[trick (\d+), card (\d+)", sentence)):
        at = case.seating.clocks_of(int(match[1])).start + int(match[2]) - 1
        if int(match[2]) > case.seating.width:
            yield "no trick has so many cards"
        cards = [*filter(None, cards_in(sentence))]
        if cards and at < len(case.replay.cards) and CODE.get(case.replay.cards[at]) not in (None, *cards):
            yield "another card fell there"
    if section == "proof" and not _NOT_SAID.search(sentence):
        verdict = "undetermined" if sentence.startswith("Both hands below") else "proven"
        # At least one of several findings is true, so they are proven together.
        either = [one for claim in case.ruling.claims for one in claim.either] if verdict == "proven" else []
        unproven = [(one, claim) for one, claim in case.claims if one.verdict == "not_proven"]
        for each in _DEEDS.finditer(sentence):
            seat, trick = case.seats[each["seat"]], int(each["trick"])
            kinds = {WORDS["duties"][deed] for deed in re.split(r", | or ", each["deeds"]) if deed}
            if kinds.isdisjoint(one.infraction for one in (*case.findings(verdict, seat, trick), *either)):
                yield f"that is not {verdict}"
            if verdict == "undetermined" and unproven:
                if {None, trick}.isdisjoint(claim.trick for _, claim in unproven):
                    yield "the claim is about another trick"
                if case.seating.side_of[seat] not in {one.accused for one, _ in unproven}:
                    yield "the claim is against the other side"
        if match := re.match(rf"{_SIDE} did nothing wrong in trick (?P<trick>\d+)", sentence):
            number = case.side(match["side"])
            if ("refuted", number) not in {(one.verdict, one.accused) for one, _ in case.claims}:
                yield "no claim against that side fails"
            for finding in case.findings("proven", None, int(match["trick"])):
                if finding.in_trick and finding.team == number:
                    yield f"{finding.infraction} is proven"
                    break


def _check_found(row: str, case: RulingFacts) -> Iterator[str]:
    """Yield errors of a row in the list of findings: its existence, verdict and penalty."""
    if re.search(r"\. The claim (?:is|was|fails|comes|does)", row):
        # Another claim than the one in question; `_check_claim` checks it.
        return
    known = re.match(r".*(Certain\. |Not clear; |One of these certainly happened; )(.*)", row, re.DOTALL)
    if not known:
        yield "neither certain nor open"
        return
    verdict, tail = "proven" if known[1] == "Certain. " else "undetermined", known[2]
    price = next((code for words, code in WORDS["penalties"].items() if tail.lower().startswith(words)), None)
    findings = [finding for finding in case.findings(verdict) if finding.penalty == price]
    if place := re.match(r"trick (\d+), card (\d+): ", row):
        at = case.seating.clocks_of(int(place[1])).start + int(place[2]) - 1
        findings = [one for one in findings if (one.in_trick or one.falls) and one.at == at]
    if subject := re.match(rf"[^:]*: (?:We cannot tell whether )?{_SEAT}", row):
        findings = [finding for finding in findings if finding.seat == case.seats[subject["seat"]]]
    if not findings:
        yield f"no finding is {verdict} at that price there"
    if re.search("nobody (?:has )?called it", tail) and not any(
        one in case.uncalled_reneges for one in findings
    ):
        yield "it was called"


def _check_pictures(reading: Reading, case: RulingFacts) -> Iterator[str]:
    for picture in reading.pictures:
        match, where = re.match(r"Trick (\d+)", picture.title), f"picture: {picture.title!r}"
        trick = int(match[1]) if match else 0
        trumps = picture.title.partition("; ")[2] or picture.title
        yield from (f"{where}: {problem}" for problem in _check_trumps(trumps, case))
        for place in picture.places:
            seat, where = case.seats.get(place.title), f"picture: trick {trick}, {place.title}"
            if seat is None or not trick:
                continue
            if "wins" in place.words and case.tricks[trick - 1].winner != seat:
                yield f"{where} did not win"
            if {"made trump", "won the bid"} & set(place.words) and case.replay.maker != seat:
                yield f"{where} is not the maker"
            for laid in place.cards:
                yield from (f"{where}: {one}" for one in _check_laid(laid.card, laid.tags, trick, seat, case))
        for hand in picture.hands:
            if whose := re.match(rf"(?:What )?{_SEAT}", hand.title):
                problems = _check_hand(hand, case.seats[whose["seat"]], trick, case)
                yield from (f"picture: {hand.title}: {problem}" for problem in problems)


def _check_hand(hand: PicturedSeat, seat: int, trick: int, case: RulingFacts) -> Iterator[str]:
    """Yield a card that was not in the hand at that moment, or that is missing."""
    shown = [laid.card for laid in hand.cards if laid.card not in ("??", "?")]
    cards = sorted(map(code_of, shown))
    for card in shown:
        # A seat that passed a card does not hold it when play begins.
        if " passed" not in hand.title and not case.has_card(seat, card):
            yield f"{card} was not there"
    clocks = case.clocks(seat, trick) if trick else []
    if "before this card" in hand.title and len(clocks) == 1:
        if cards != sorted(codes_in(case.replay.hand_at(seat, clocks[0]))):
            yield "it was another hand"
    if hand.title.startswith("What "):
        own = [finding.facts for finding in case.ruling.findings if finding.seat == seat]
        if cards not in [sorted(facts.get("cards") or ()) for facts in own]:
            yield "those are other cards"


def _check_laid(card: str, tags: tuple[str, ...], trick: int, seat: int, case: RulingFacts) -> Iterator[str]:
    if "not in the trick" in tags:
        strays = getattr(case.replay.events, "extra_plays", ())
        if not any((stray.seat, CODE.get(stray.card)) == (seat, code_of(card)) for stray in strays):
            yield f"{card} was not played by a seat that is out"
        return
    if card not in ("??", "?") and not case.was_played(seat, card, trick):
        yield f"{card} did not fall there"
    clocks = case.clocks(seat, trick)
    for tag in tags:
        if tag in _ORDINALS and not any(case.seating.place_of(at) == _ORDINALS.index(tag) for at in clocks):
            yield f"{card} was not {tag}"
        verdict = {"at fault": "proven", "in question": "undetermined"}.get(tag)
        findings = case.findings(verdict, seat, trick) if verdict else []
        if verdict and not any(finding.in_trick and finding.at in clocks for finding in findings):
            yield f"{card} is not {tag}"
    for finding in case.findings("proven", seat, trick):
        # A card put down first and taken back is the one judged (R-041, D-59).
        judged = finding.in_trick and finding.facts.get("played", CODE.get(case.replay.cards[finding.at]))
        if judged and card not in ("??", "?") and code_of(card) == judged:
            if "at fault" not in tags:
                yield f"{card} is at fault, and is not marked"


def _check_tables(reading: Reading, case: RulingFacts) -> Iterator[str]:
    record = case.record
    named = {**record.players, **{name: team for name, team in record.teams.items() if name[0] == "P"}}
    heads = [named.get(name) or side(name) for name in case.seating.side_names]
    for table in reading.tables:
        for head, name in zip(table.sides, heads, strict=False):
            # The label may be cut to the width of the column.
            if not (name.startswith(head[:-1]) if head.endswith("…") else head == name):
                yield f"sum: {table.caption!r}: the columns are not of {heads}"
        numbers = [int(each[1]) for row in table.rows if (each := re.match(r"Trick (\d+)", row.label))]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"sum: {table.caption!r}: tricks {numbers}"
        for row in table.rows:
            yield from (f"sum: {row.label!r}: {problem}" for problem in _check_row(row, table, case))
        yield from _check_totals(table, case)
        highest = [row for row in table.rows if "(the highest meld)" in row.label]
        if len(highest) > 1:
            yield f"sum: {len(highest)} highest melds"


def _check_row(row: SumRow, table: SumTable, case: RulingFacts) -> Iterator[str]:
    ruling, remedy = case.ruling, case.ruling.remedy
    expected: Iterable[object] | None = None
    label = row.label.partition(" (")[0]
    if match := re.match(r"Trick (\d+)(?: \((.*)\))?$", row.label):
        trick = case.tricks[int(match[1]) - 1]
        yield from _check_trick(int(match[1]), match[2] or "", case)
        points = trick.points if ruling.law.game.id == "clabber" else 1
        if trick.team is not None and trick.points is not None:
            expected = ["" if side != trick.team else points for side in range(len(table.sides))]
    elif label == "Correct score":
        expected = remedy.marks
    elif label == "If nobody had called it":
        expected = ruling.unclaimed.marks or ()
    elif label == "Running total":
        expected = remedy.running and remedy.running.after
    elif label == "On the sheet":
        expected = [case.record.score.get(side, "") for side in case.seating.side_names]
        verdicts = {"agrees": True, "wrong": False, "cannot be compared": None, "wrong either way": None}
        match = re.search(r"\((\D*?)\)$", row.label)
        if match and verdicts.get(match[1], "") != ruling.sheet_agrees:
            yield "that is not how the sheet compares"
    elif label == "Total" and ruling.points and ruling.law.game.id == "clabber":
        expected = [team_points.total for team_points in ruling.points]
    elif label == "Score" and "as played" not in table.caption:
        expected = remedy.score
    if expected is not None and [cell.removeprefix("+") for cell in row.cells] != list(map(str, expected)):
        yield f"{row.cells} is not {expected}"
    yield from _check_sentence(row.label.removeprefix("If nobody had called it ("), case)
    if "does not count" in row.label and any(row.cells):
        yield f"it counts {row.cells}"


def _check_totals(table: SumTable, case: RulingFacts) -> Iterator[str]:
    """Yield a column that does not add up to its total."""
    sums = ("Total", "Score", "Tricks", "Points so far", "As played, not scored")
    total = next((row for row in table.rows if row.label.partition(" (")[0] in sums), None)
    is_open = any(re.search(r"[?–]", cell) for row in table.rows for cell in row.cells)
    if total is None or "from the score sheet" in total.label or is_open or "lists" in table.caption:
        return
    above = table.rows[: table.rows.index(total)]
    for column, name in enumerate(table.sides):
        added = sum(int(row.cells[column]) for row in above if row.cells[column])
        if added != int(total.cells[column]):
            yield f"sum: {total.label!r}: {name} adds up to {added}, not {total.cells[column]}"


def _check_story(reading: Reading, case: RulingFacts) -> Iterator[str]:
    for one in reading.story:
        at = case.seating.clocks_of(one.trick).start + one.place - 1
        where = f"story: trick {one.trick}, card {one.place}"
        if case.seats.get(one.seat) != case.hand.seats[at]:
            yield f"{where}: {one.seat} did not play it"
        if one.card not in ("??", "?") and code_of(one.card) != CODE.get(case.replay.cards[at]):
            yield f"{where}: {one.card} is not the card"
        for mark in one.marks:
            verdict = "undetermined" if mark.startswith("Unclear: ") else "proven"
            findings = [one for one in case.findings(verdict) if one.falls and one.at == at]
            titles = filter(None, mark.removeprefix("Unclear: ").lower().split(", "))
            if not {*titles} <= {*map(case.title, findings)}:
                yield f"{where}: {mark} is not {verdict}"


def _find_denials(reading: Reading, case: RulingFacts) -> Iterator[str]:
    """Yield contradictions between two places of one text."""
    own = [text for section, text in reading.sentences if section in ("reasoning", "found")]
    body, places = " ".join([*reading.box, *own]), [place for one in reading.pictures for place in one.places]
    if "not examined" in body and any("at fault" in laid.tags for place in places for laid in place.cards):
        yield "denied: a card is at fault, and the claim on it is not examined"
    seat = r"(North|East|South|West|P\d)"
    silent = re.findall(rf"[Nn]obody (?:has )?called {seat}’s renege in trick (\d+)", body)
    for claim in re.finditer(rf"(?:called a renege on|said) {seat}(?: [a-z]+)*? in trick (\d+)", body):
        # A fault called before it happened, or under another name if a name is required, was not called in time.
        excused = re.search("had done nothing wrong|must name the very fault", body)
        if not excused and claim.groups() in silent:
            yield f"denied: {claim[0]!r}, and nobody called it"
    proven = re.search(r"what is proven|the cards prove it", body)
    denied = re.search("did nothing wrong in trick|did not renege", body)
    if proven and denied and len(case.ruling.claims) == 1:
        yield "denied: proven, and did not happen"
