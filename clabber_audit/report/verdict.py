"""Verdict of a ruling: its first line, the fault, the claims and their cost, and the open questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from clabber_audit.cards import clock_of, codes, letter_of
from clabber_audit.core.text import agree, inflect, join_words, number_word
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.claims import WeighedClaim
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.focus import Focus, focus, is_misnamed
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.questions import Inquiry, Questions
from clabber_audit.judge.scoring import Remedy
from clabber_audit.report.claims import (
    CLAIMS,
    NAMELESS,
    claim_result,
    claim_words,
    describe_claimed_deed,
    explain_calling,
    explain_finding,
    explain_free,
    find_other_claims,
    mistaken_act,
    surprising_rule,
    surprising_rules,
    voiding_fault,
)
from clabber_audit.report.phrases import (
    OUTCOMES,
    PENALTIES,
    QUESTIONS,
    VOID,
    card_of_suit,
    hand_name,
    meld_name,
    plain_seat,
    sentence,
)
from clabber_audit.report.scores import (
    bid_outcome,
    explain_without_melds,
    format_next_dealer,
    format_side_score,
    game_outcome,
    lowest_wins,
    makers_standing,
    rank_sides,
)
from clabber_audit.report.wording import (
    Speaker,
    describe_alternatives,
    explain_not_settled,
    explain_unanswered,
    format_placed,
    is_wrong_deal,
    list_noted_clauses,
    speaker_of,
)
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.lines import note_on

#: Color of a verdict: a side pays; something is open or the sheet is wrong; nothing is wrong; none of these.
Tone = Literal["pays", "open", "right", "plain"]
#: Further faults named one by one, at most.
_NAMED: Final = 3


class Headline(NamedTuple):
    """First line of a verdict."""

    word: str
    #: The score of each side, the next dealer, or that there is no score.
    score: str
    tone: Tone

    @property
    def line(self) -> str:
        """Line as text: `RENEGE: FAILED TO TRUMP. Eagles 182, Owls 0.`"""
        return f"{self.word.upper()}. {self.score}"


class Verdict(NamedTuple):
    """Verdict on a hand, ready to be printed; texts that do not apply are empty."""

    headline: Headline
    happened: str
    #: What happened and all that follows from it, a paragraph each.
    lines: tuple[str, ...]
    #: Summary of the other findings and claims.
    more: str
    rules: str
    #: Numbers of the findings that the verdict covers.
    covered: frozenset[int]
    #: Id and date of the hand.
    hand: str
    #: The surprising rule behind it, if it stands in a paragraph of its own.
    because: str = ""
    #: The caller, and the cost.
    called: str = ""
    #: Questions that would decide the ruling, and those that would settle the score; best first.
    wanted: tuple[str, ...] = ()
    settling: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """Message to forward: the first two lines, then hand, date and rules."""
        return "\n".join(
            filter(None, (self.headline.line, self.happened, f"{self.hand} Rules: {self.rules}."))
        )


def verdict(file: Dossier, speaker: Speaker) -> Verdict:
    """Return the verdict on a hand."""
    ruling, point, record = file.ruling, file.point, file.ruling.replay.hand.record
    if ruling.depends:
        return _build_open_verdict(file, speaker)
    called, below = "", list[str]()
    if point.both:
        happened = []
        for finding in point.both:
            own = (claim.either for claim in ruling.claims if claim.finding == finding)
            either = next(filter(None, own), ())
            text = describe_alternatives(either, speaker) if either else format_placed(finding, speaker)
            happened.append(text)
        again = ruling.remedy.outcome == "redeal"
        called = f"both were called, so {'neither side gets the hand' if again else 'they cancel out'}"
    elif point.leads:
        happened = [format_placed(point.leads, speaker)]
        called = _cost_uncalled(file, point.leads, speaker)
        if point.claim:
            below = [*describe_claimed_deed(file, point.claim, speaker)]
            below.append(explain_calling(ruling, point, point.claim, speaker))
    elif point.claim:
        happened = [*describe_claimed_deed(file, point.claim, speaker)]
        called = explain_calling(ruling, point, point.claim, speaker)
    else:
        happened = [*_describe_faultless(ruling, point, speaker)]
    texts = list(map(sentence, happened))
    surprising, because = _find_surprising_rule(file, speaker)
    because = because and sentence(because)
    second = _find_second_fault(point)
    second_text = ""
    if second:
        second_text = sentence(format_placed(second, speaker))
        if second.penalty == "renege" and second.team is None:
            second_text += f" {sentence(NAMELESS)}"
        elif second.penalty == "renege" and point.failed_call and file.fate(second) == "uncalled":
            second_text += " Nobody called that in time, so it costs nothing."
    if because and point.both and surprising != point.both[-1]:
        # Each reason stands right behind its own fault.
        texts.insert(1, because)
        because = ""
    elif because and second and surprising == second:
        second_text, because = f"{second_text} {because}", ""
    called = called and sentence(called)
    lines = [" ".join(texts), because, second_text, called, " ".join(map(sentence, below))]
    lines += [" ".join(map(sentence, _contract(ruling, point, speaker)))] if texts else []
    lines += [*map(sentence, list_noted_clauses(file, speaker)), *_changes(ruling, speaker)]
    why_text = "" if file.anonymous else note_on(record, ruling.law.ruleset).removesuffix(".")
    covered = _find_covered(ruling, point)
    return Verdict(
        headline(ruling, point, speaker),
        lines[0],
        tuple(filter(None, lines)),
        because=because,
        called=called,
        wanted=deciding_questions(file.questions, ruling, speaker),
        settling=tuple(format_question(inquiry, ruling, speaker) for inquiry in file.questions.of_score),
        more=_describe_other_points(ruling, point, covered, speaker),
        rules=". ".join(filter(None, (ruling.law.ruleset.display_title, why_text))),
        covered=covered,
        hand=f"Hand {hand_name(record)}.",
    )


def _build_open_verdict(file: Dossier, speaker: Speaker) -> Verdict:
    """Return the verdict while it depends on whom one believes: only what is certain in any case."""
    ruling, record = file.ruling, file.ruling.replay.hand.record
    proven = (finding for finding in ruling.findings if finding.verdict == "proven")
    certain = [finding for finding in proven if finding.penalty != "note"][:_NAMED]
    clauses = (f"whoever is right, {explain_finding(ruling, finding, speaker)}" for finding in certain)
    happened = " ".join(map(sentence, clauses))
    covered = frozenset(finding.number for finding in certain)
    more = len(ruling.findings) - len(covered)
    return Verdict(
        headline(ruling, file.point, speaker),
        happened,
        tuple(filter(None, [happened])),
        more=inflect(more, "1 finding more below.", "{count} findings more below.") if more else "",
        rules=ruling.law.ruleset.display_title,
        covered=covered,
        hand=f"Hand {hand_name(record)}.",
    )


def first_line(ruling: Ruling) -> str:
    return headline(ruling, focus(ruling), speaker_of(ruling)).line


def headline(ruling: Ruling, point: Focus, speaker: Speaker) -> Headline:
    """Return the gravest fault, what it costs, and the score; or that it depends on whom one believes."""
    if ruling.accounts and ruling.accounts.is_open:
        score = score_line(ruling, speaker) if ruling.remedy.range else "No score yet."
        return Headline("It depends on whom you believe", score, "open")
    word, outcome, claim = _word(ruling, point, speaker), ruling.remedy.outcome, point.claim
    void = point.voided or (point.leads is not None and point.leads.penalty in ("meld_void", "void"))
    tone: Tone = "right" if outcome == "scored" and not ruling.findings else "plain"
    if point.both or outcome == "renege" or (claim and claim.penal):
        tone = "pays"
    elif ruling.wrong_sheet or void or outcome == "undetermined" or (claim and claim.verdict == "not_proven"):
        tone = "open"
    return Headline(word[:1].upper() + word[1:], _score(ruling, point, speaker), tone)


def _word(ruling: Ruling, point: Focus, speaker: Speaker) -> str:
    claim, outcome = point.claim, ruling.remedy.outcome
    if point.both:
        return "both sides reneged"
    failed = claim_words(claim) if claim else CLAIMS["upheld"]
    if claim and claim.verdict == "refuted" and any(not finding.of_claim for finding in ruling.reneges):
        failed = CLAIMS["wrong"]
    if claim and claim.penal:
        return failed.paid
    if claim and claim.guilty is not None:
        proven = claim.either or filter(None, (claim.finding,))
        return f"renege: {' or '.join(dict.fromkeys(map(speaker.fault, proven))) or 'mixed up their tricks'}"
    if ruling.remedy.by_agreement:
        return "dealt again by agreement"
    if outcome == "redeal":
        voided = voiding_fault(ruling) or (claim.finding if claim else None)
        return f"misdeal: {speaker.fault(voided)}" if voided else OUTCOMES[outcome].headline
    if point.leads:
        return _fault_and_cost(ruling, point.leads, speaker, point.failed_call)
    if not claim:
        return _write_faultless_headline(ruling)
    if point.failed_call and point.uncalled:
        return _fault_and_cost(ruling, point.uncalled, speaker, point.failed_call)
    if point.voided:
        return _fault_and_cost(ruling, point.voided, speaker)
    if claim.verdict != "upheld":
        return failed.headline
    if claim.finding and claim.finding.penalty in ("meld_void", "void"):
        return _fault_and_cost(ruling, claim.finding, speaker)
    proof = claim.finding or claim.unpenalized
    if proof and is_misnamed(ruling, claim):
        is_open = any(finding.penalty == "renege" and finding.is_open for finding in ruling.findings)
        return f"no renege{' proven' if is_open else ''}, but {speaker.fault(proof)}"
    if proof and ruling.law.ruleset.penalties.get(proof.infraction) == "renege":
        return f"true, but no renege: {speaker.fault(proof)}"
    return f"true, but no penalty here{': ' + speaker.fault(proof) if proof else ''}"


def _fault_and_cost(
    ruling: Ruling, finding: Finding, speaker: Speaker, failed_call: WeighedClaim | None = None
) -> str:
    """Return a fault that nobody pays for, with the reason or another cost."""
    fault = speaker.fault(finding)
    if finding.penalty == "renege":
        meant = (weighed for weighed in ruling.claims if weighed.can_mean(finding))
        claim = next((weighed for weighed in meant if weighed.verdict in ("moot", "not_proven")), failed_call)
        uncalled = "not called yet" if ruling.remedy.outcome == "unfinished" else "not called"
        return f"renege, {(claim_words(claim).aside if claim else '') or uncalled}: {fault}"
    if finding.penalty == "note" and ruling.law.ruleset.penalties.get(finding.infraction) == "redeal":
        never = is_wrong_deal(finding) and _find_wrong_deal_call(ruling, finding) is None
        return f"{fault}, {'not called in time' if never else 'too late for a misdeal'}"
    if finding.penalty == "meld_void" and finding.facts.get("kind") == "belle":
        return f"{fault}: no {ruling.law.toggles.meld_belle}"
    return PENALTIES[finding.penalty].headline.format(fault=fault)


def _write_faultless_headline(ruling: Ruling) -> str:
    outcome, played, by_sheet = ruling.remedy.outcome, ruling.replay.cards, _is_by_sheet(ruling)
    if ruling.wrong_sheet:
        return _describe_sheet_error(ruling.wrong_sheet)
    if by_sheet and played:
        return "by the sheet"
    if by_sheet or (outcome == "scored" and not played and not ruling.replay.hand.record.laydown):
        return "no cards written down"
    if ruling.wrong_either_way:
        return "the sheet is wrong either way"
    if outcome == "undetermined":
        return _write_open_headline(ruling.remedy)
    if outcome in OUTCOMES:
        return OUTCOMES[outcome].headline
    is_open = any(finding.is_open for finding in ruling.findings)
    return "no fault proven" if is_open else "no fault found"


def _write_open_headline(remedy: Remedy) -> str:
    """Return the headline of an open score: undecided by the record, or not settled by the search."""
    is_unsettled = remedy.range and not remedy.range.reached
    return "Score not settled" if is_unsettled else OUTCOMES["undetermined"].headline


def _is_by_sheet(ruling: Ruling) -> bool:
    """Return True if the score of a hand is known only from its sheet."""
    return bool(ruling.replay.hand.record.score) and ruling.remedy.outcome == "unfinished"


def _find_wrong_deal_call(ruling: Ruling, finding: Finding) -> str | int | None:
    """Return the moment a wrong deal was called, or None if the record has none."""
    if finding.path[:1] != ("incidents",):
        return None
    called: str | int | None = ruling.replay.hand.record.incidents[int(finding.path[1])].called
    return called


def _describe_sheet_error(wrong: list[Finding]) -> str:
    """Return the error of the sheet, with the amount if all sides are off by the same."""
    parts, facts = [finding.facts.get("part", "") for finding in wrong], [finding.facts for finding in wrong]
    by = ""
    if {*parts} <= {"", "after"} and all(isinstance(fact["sheet"], int) for fact in facts):
        off = {abs(fact["sheet"] - fact["ruled"]) for fact in facts}
        by = f" by {off.pop()}" if len(off) == 1 else ""
    if {*parts} == {"after"}:
        return f"the running total is wrong{by}"
    return f"the sheet is wrong{'' if 'after' in parts else by}"


def _score(ruling: Ruling, point: Focus, speaker: Speaker) -> str:
    remedy, claim, wrong = ruling.remedy, point.claim, ruling.wrong_sheet
    decided = point.both or (claim is not None and claim.guilty is not None)
    is_about_fault = point.leads or claim
    if remedy.outcome in VOID:
        both = point.both and remedy.score
        dealer = format_next_dealer(ruling, speaker)
        is_named = not point.leads or point.leads.penalty == "redeal" or remedy.outcome == "redeal"
        became = "" if is_named else f"{OUTCOMES[remedy.outcome].headline}. "
        nobody = "Neither side scores." if both else "Nobody scores."
        return f"{became}{nobody}{f' {dealer}.' if dealer else ''}"
    text = score_line(ruling, speaker)
    if _is_by_sheet(ruling):
        text = f"{'' if ruling.replay.cards else 'By the sheet: '}{speaker.sheet_score}."
    elif remedy.outcome == "unfinished":
        text = "Hand not finished."
    if claim and claim.verdict == "not_proven" and not decided and not point.leads:
        return f"Nobody pays. {text}"
    if not ruling.adds_up:
        return f"The sheet’s own numbers come to {text}"
    only_totals = all(finding.facts.get("part") == "after" for finding in wrong)
    if wrong and not decided and (is_about_fault or only_totals):
        error = _describe_sheet_error(wrong).capitalize()
        if not only_totals:
            return f"{error}: {text}"
        return f"{f'{error}. ' if is_about_fault else ''}The score stands: {text}"
    if remedy.outcome == "undetermined" and (is_about_fault or ruling.wrong_either_way):
        return f"{_write_open_headline(remedy)}: {text}" if remedy.range else text
    if remedy.outcome == "sat_out" and is_about_fault:
        return f"{OUTCOMES[remedy.outcome].headline}: {text}"
    if remedy.outcome == "scored" and claim and not decided and not point.leads and not point.voided:
        return f"The score stands: {text}"
    if remedy.outcome == "scored" and ruling.makers_set and ruling.replay.makers is not None:
        return f"{speaker.side(ruling.replay.makers)} set: {text}"
    return text


def score_line(ruling: Ruling, speaker: Speaker) -> str:
    """Return the score of each side, the winner first: `Eagles 182, Owls 0.`"""
    remedy = ruling.remedy
    if remedy.outcome == "unfinished":
        return "No score yet."
    if remedy.range is None and remedy.score is None:
        return "Too little was written down to work out a score."
    order = rank_sides(remedy.range.low if remedy.range else remedy.score or (), lowest_wins(ruling))
    scores = [f"{speaker.side(side)} {format_side_score(side, remedy)}" for side in order]
    return f"{('; ' if any(',' in score for score in scores) else ', ').join(scores)}."


def _find_second_fault(point: Focus) -> Finding | None:
    """Return the second fault of the same weight that the verdict covers, if any."""
    return point.others[0] if point.others and (point.leads == point.uncalled or point.failed_call) else None


def _find_first_undetermined(ruling: Ruling, point: Focus) -> Finding | None:
    """Return the first undetermined finding of a hand without proven faults."""
    if point.claim or point.leads or point.both:
        return None
    return next((finding for finding in ruling.findings if finding.is_open), None)


def _find_covered(ruling: Ruling, point: Focus) -> frozenset[int]:
    """Return the numbers of the findings that the verdict covers."""
    claim, covered = point.claim, list[Finding | None]()
    if point.both:
        covered += point.both
        for weighed in ruling.claims:
            covered += weighed.either if weighed.finding in point.both else ()
    else:
        own = (point.leads, point.finding, point.voided)
        covered += [finding for finding in own if finding and finding.verdict == "proven"]
        covered += [_find_first_undetermined(ruling, point), _find_second_fault(point)]
    if claim and not point.both:
        is_named = claim.made.trick is not None
        if claim.verdict == "not_proven" and (is_named or len(claim.undecided) == 1):
            covered += claim.undecided
        if not point.leads:
            uncalled = point.uncalled if point.failed_call else None
            covered += [mistaken_act(ruling, claim), *claim.either, uncalled]
            covered += [voiding_fault(ruling)] if claim.verdict == "moot" else []
    covered += [wrong for wrong in ruling.wrong_sheet if "part" in wrong.facts or ruling.remedy.marks]
    return frozenset(finding.number for finding in covered if finding and finding in ruling.findings)


def _find_surprising_rule(file: Dossier, speaker: Speaker) -> tuple[Finding | None, str]:
    """Return the finding of the verdict with a surprising rule behind it, and the rule."""
    ruling, point = file.ruling, file.point
    if file.lawful and not point.leads and point.claim and point.claim.verdict != "upheld":
        return None, next(iter(surprising_rules(ruling, file.lawful, speaker)), "")
    first = point.leads or point.finding or point.uncalled
    shown: tuple[Finding | None, ...] = point.both or (first, *point.others[:1])
    reasons = ((finding, surprising_rule(ruling, finding, speaker)) for finding in shown if finding)
    return next((pair for pair in reasons if pair[1]), (None, ""))


def _describe_faultless(ruling: Ruling, point: Focus, speaker: Speaker) -> Iterator[str]:
    """Yield what happened in a hand without claims and proven faults."""
    outcome = ruling.remedy.outcome
    if ruling.wrong_either_way:
        yield from explain_without_melds(ruling, speaker)
        return
    if opened := _find_first_undetermined(ruling, point):
        yield format_placed(opened, speaker)
        yield from filter(None, [explain_unanswered(opened, ruling.effort)])
    if outcome == "passed_out":
        yield "everyone passed"
    elif _is_by_sheet(ruling):
        how_much = "only part" if ruling.replay.cards else "nothing"
        yield f"{how_much} of the play was written down, so the score is the one on the sheet"
    elif outcome == "unfinished":
        yield f"play stopped {speaker.moment(len(ruling.replay.cards))}, and the record does not say why"
    else:
        yield from _outcome_of_score(ruling, speaker)
        if ruling.sheet_agrees:
            yield "the score sheet is right"


def _outcome_of_score(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    if not ruling.law.game.bids:
        yield from filter(None, [makers_standing(ruling, speaker)])
        return
    yield from bid_outcome(ruling, speaker)
    yield from _note_low_score(ruling)


def _note_low_score(ruling: Ruling) -> Iterator[str]:
    if lowest_wins(ruling) and ruling.remedy.score is not None:
        yield "low score wins in this game"


def _contract(ruling: Ruling, point: Focus, speaker: Speaker) -> Iterator[str]:
    """Yield the outcome of the contract, below a fault that did not decide the score."""
    remedy = ruling.remedy
    if point.both or (point.claim is not None and point.claim.guilty is not None):
        yield from game_outcome(ruling, speaker)
        yield from _note_low_score(ruling)
    elif remedy.outcome in ("scored", "sat_out") and (point.leads or point.claim):
        yield from _outcome_of_score(ruling, speaker)


def _cost_uncalled(file: Dossier, finding: Finding, speaker: Speaker) -> str:
    """Return the cost of a fault that no claim proved; nothing for a misdeal."""
    ruling, point, penalty = file.ruling, file.point, finding.penalty
    if penalty == "redeal":
        return ""
    if penalty == "renege":
        fate, claimed = file.fate(finding), ("waived", "withdrawn", "not_proven")
        others = [other for other in point.others if other.team is not None]
        several = 1 + sum(file.fate(other) not in claimed for other in others)
        if fate == "void":
            return explain_free(fate, "it" if several == 1 else "they", several=several > 1)
        if fate == "waived":
            return explain_free(fate, "it")
        if fate == "not_proven":
            return "the claim on it is not proven, so it costs nothing"
        if finding.team is None:
            return NAMELESS
        it = "it"
        if point.others and finding.seat is not None:
            is_alone = all(one.seat != finding.seat for one in point.others)
            it = f"{speaker.name(finding.seat)}’s renege" if is_alone else "the first"
        if ruling.remedy.outcome == "unfinished":
            return f"no one has called {it if several == 1 else 'them'} yet"
        if several == 1:
            return explain_free("uncalled", it)
        return f"there were {number_word(several)} reneges; nobody called them in time, so they cost nothing"
    if penalty == "note" and ruling.law.ruleset.penalties.get(finding.infraction) == "redeal":
        if not is_wrong_deal(finding):
            return "it came up too late, so the hand stands"
        called = _find_wrong_deal_call(ruling, finding)
        if called is None:
            return "nothing on record shows that anyone called it in time, so the hand stands"
        moment = speaker.format_recorded_moment(clock_of(called))
        return f"it was called too late, {moment}, so the hand stands"
    if infractions()[finding.infraction].penalty_if_claimed(ruling.law.toggles):
        return "nobody called it, so it costs nothing"
    if finding.facts.get("kind") == "belle":
        return "belle does not count. There is no other penalty"
    alone = ". There is no other penalty" if penalty in ("meld_void", "void") else ""
    return PENALTIES[penalty].clause + alone


def _changes(ruling: Ruling, speaker: Speaker) -> Iterator[str]:
    """Yield the corrections to the sheet, or the marks to write."""
    marks, score = ruling.remedy.marks, ruling.remedy.score
    if marks and score and not ruling.replay.hand.record.score and marks != tuple(map(str, score)):
        order = rank_sides(score, lowest_wins(ruling))
        yield sentence(f"write: {', '.join(f'{speaker.side(side)} {marks[side]}' for side in order)}")
    for wrong in ruling.wrong_sheet:
        if "part" in wrong.facts:
            yield sentence(speaker.finding(wrong))
        elif wrong.team is not None and marks:
            sheet = wrong.facts["sheet"]
            yield sentence(f"change {speaker.the_side(wrong.team)} from {sheet} to {marks[wrong.team]}")


def _describe_other_points(ruling: Ruling, point: Focus, covered: frozenset[int], speaker: Speaker) -> str:
    """Return the other findings and claims: one in full, several counted."""
    others = [finding for finding in ruling.findings if finding.number not in covered]
    proven = [finding for finding in others if finding.verdict == "proven"]
    unclear = [finding for finding in others if finding.is_open]
    claims = find_other_claims(ruling, point)
    parts, texts = list[str](), list[str]()
    if len(proven) == 1:
        is_void = proven[0].penalty == "renege" and ruling.remedy.outcome in VOID
        cost = "a renege, but nobody scores the hand" if is_void else PENALTIES[proven[0].penalty].aside
        parts.append(f"{explain_finding(ruling, proven[0], speaker)} ({cost})")
    elif proven:
        faults = Counter(map(speaker.fault, proven))
        kinds = [f"{fault} ({count})" if count > 1 else fault for fault, count in faults.most_common(_NAMED)]
        kinds += ["others"] if len(faults) > _NAMED else []
        parts.append(f"{number_word(len(proven))} more findings (listed below): {', '.join(kinds)}")
    if len(unclear) == 1:
        parts.append(speaker.finding(unclear[0]))
    if len(claims) == 1:
        came_to = claim_result(ruling, claims[0], speaker)
        parts.append(f"{speaker.format_claim(claims[0])}, and that claim {came_to}")
    elif claims:
        parts.append(f"{number_word(len(claims))} more claims (listed below)")
    if parts:
        texts.append(sentence(f"also: {'; '.join(parts)}"))
    unsettled_ones = [finding for finding in unclear if finding.verdict != "undetermined"]
    if unsettled_ones and len(unclear) > 1:
        words = join_words(sorted({finding.verdict.replace("_", " ") for finding in unsettled_ones}))
        number = number_word(len(unsettled_ones))
        more = agree(len(unsettled_ones), "{number} more finding{|s} (listed below)", number=number)
        texts.append(f"Also {words}: {more}.")
        unclear = [finding for finding in unclear if finding.verdict == "undetermined"]
    if ruling.remedy.range and not ruling.remedy.range.reached:
        texts.append(sentence(f"the score is {explain_not_settled(ruling.effort)}"))
    if len(unclear) > 1 or (unclear and unsettled_ones):
        of_cards = all(finding.in_trick for finding in unclear)
        # A card that may be several faults is one play.
        count = len({finding.at for finding in unclear}) if of_cards else len(unclear)
        what = f"{number_word(count)} other {inflect(count, 'play', 'plays' if of_cards else 'things')}"
        texts.append(f"We also cannot tell about {what} (listed below).")
    return " ".join(texts)


def format_question(inquiry: Inquiry, ruling: Ruling, speaker: Speaker) -> str:
    """Return a question, with the worth of its answers if it was weighed."""
    text = QUESTIONS[inquiry.kind].format(
        seat=plain_seat(speaker.seating.seats[inquiry.seat]),
        trick=speaker.seating.trick_of(inquiry.at),
        played="play" if speaker.seating.place_of(inquiry.at) else "lead",
        cards=_describe_any_card(inquiry.cards, ruling, speaker),
        meld=meld_name(inquiry.meld),
        called="belle" if inquiry.meld == "belle" else f"a {meld_name(inquiry.meld)}",
    )
    settled, answers = inquiry.settled, inquiry.answers
    if not answers:
        return text
    range_ = ruling.remedy.range
    if inquiry.kind == "called" and ruling.remedy.outcome == "renege" and range_ and range_.reached:
        # One open question on a meld: its answer is the award.
        unknown = [(low, high) for low, high in zip(range_.low, range_.high, strict=True) if low != high]
        if len(unknown) == 1:
            return f"{text} Yes: {unknown[0][1]}; no: {unknown[0][0]}."
    if not settled:
        return f"{text} With the other answers, this settles it."
    if inquiry.deciding:
        return f"{text} A {inquiry.deciding} settles it."
    if settled < answers:
        settle = "settles" if settled == 1 else "settle"
        count = number_word(settled).capitalize()
        return f"{text} {count} of the {number_word(answers)} possible answers {settle} it."
    return f"{text} {'Either' if answers == 2 else 'Any'} answer settles it."


def _describe_any_card(mask: int, ruling: Ruling, speaker: Speaker) -> str:
    """Return one of some cards: `a heart`, `a trump above A♠`, `J♣ or Q♣`."""
    if mask == ruling.replay.trumps:
        return "a trump"
    if mask in ruling.replay.ranking.suit_of.values() and (letter := letter_of(mask)):
        return card_of_suit(letter)
    bit = ruling.replay.hand.pack.first_copy
    below = [code for code in codes(ruling.replay.trumps) if ruling.replay.ranking.beaters[bit[code]] == mask]
    if below and mask.bit_count() > 1:
        return f"a trump above {speaker.card(below[0])}"
    return " or ".join(speaker.card(code) for code in dict.fromkeys(codes(mask)))


def deciding_questions(questions: Questions, ruling: Ruling, speaker: Speaker) -> tuple[str, ...]:
    """Return the questions that would decide the ruling, best first."""
    texts = [format_question(inquiry, ruling, speaker) for inquiry in questions.asked]
    if questions.more:
        texts.append("There were too many possibilities to try them all. Something else may settle it.")
    return tuple(texts)


def open_questions_line(questions: Questions, ruling: Ruling) -> str:
    """Return the open questions of a hand on one line; empty if nothing is open."""
    speaker = speaker_of(ruling)
    texts = [*deciding_questions(questions, ruling, speaker)]
    texts += [format_question(inquiry, ruling, speaker) for inquiry in questions.of_score]
    is_open = ruling.remedy.range or any(weighed.verdict == "not_proven" for weighed in ruling.claims)
    return " ".join(texts) or ("We found no question whose answer would settle it." if is_open else "")
