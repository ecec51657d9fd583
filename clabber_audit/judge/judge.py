"""Judge a hand: replay, evaluate, weigh claims, rule.

A ruling can be made anonymous, without personal names; its summary is what games and seasons need of a hand.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, cast

from clabber_audit.cards import PENDING, SEATING, SEATS, Seating
from clabber_audit.evidence.completions import Budget, charge_to, effort, spend
from clabber_audit.evidence.evaluate import evaluate_events, evaluate_record, is_one_certain
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import melds_unrecorded, silent_seats
from clabber_audit.games.game import UNSCORED, DealersOfHand, Game, Outcome
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.claims import (
    ClaimFacts,
    ClaimsResult,
    WeighedClaim,
    is_redeal_agreed,
    is_unanimous,
    moment_of,
    weigh_claims,
)
from clabber_audit.judge.scoring import Remedy, scoring_of
from clabber_audit.judge.scoring.clabber import score_finished_hand
from clabber_audit.records.accounts import nameless_accounts, remove_texts
from clabber_audit.records.base import RecordNotes, notes_of
from clabber_audit.records.clabber import Claim
from clabber_audit.records.formats import digest, record_data
from clabber_audit.records.hand import Hand
from clabber_audit.replay import Replay, find_laydown_seat, incident_events, replay_hand
from clabber_audit.rules.bound_ruleset import BoundRuleset, remove_penalties
from clabber_audit.rules.infraction import (
    FailedClaim,
    LaydownResult,
    LaydownSearched,
    ScoreCompared,
    Trait,
    incident_kinds,
)
from clabber_audit.rules.infractions import claimable_in, infractions, infractions_of

if TYPE_CHECKING:
    from clabber_audit.judge.accounts import JudgedAccounts
    from clabber_audit.records.bid_euchre import BidEuchreRecord
    from clabber_audit.records.clabber import HandRecord


class Ruling(NamedTuple):
    """Ruling on a hand. Teams and seats are indices."""

    replay: Replay
    law: BoundRuleset
    findings: tuple[Finding, ...]
    claims: tuple[WeighedClaim, ...]
    tally: Any
    #: The outcome, and the outcome without claims.
    remedy: Remedy
    unclaimed: Remedy
    #: The clock of the claim that stopped the play; None when none did.
    stop: int | None
    sheet_agrees: bool | None
    both_guilty: bool
    #: The lay-down and whether it is good.
    laydown: LaydownSearched | None
    #: Factor by which the search budgets were multiplied.
    effort: int = 1
    #: Rulings on the versions that people tell; None for a record without accounts.
    accounts: JudgedAccounts | None = None

    @property
    def points(self) -> Any:
        """Points of each side in play, None if unknown cards leave them open."""
        return self.tally.points

    @property
    def depends(self) -> bool:
        """True if it depends on whom one believes; then it has no proofs, no questions and no side notes."""
        return self.accounts is not None and self.accounts.is_open

    @property
    def dealers(self) -> DealersOfHand:
        """Dealer, and rightful dealer as the record notes."""
        deal, seating = self.replay.hand.record.deal, self.replay.hand.seating
        dealer = seating.number[deal.dealer]
        out_of_turn = any(
            finding.penalty == "redeal" and Trait.DUE_DEALER_DEALS in infractions()[finding.infraction].traits
            for finding in self.findings
        )
        due = seating.number[deal.due_dealer] if deal.due_dealer else dealer
        return DealersOfHand(dealer, due, out_of_turn, seating)

    @property
    def next_dealer(self) -> int | None:
        """Seat that deals next, None if the hand is not over."""
        return self.find_next_dealer()

    def find_next_dealer(self, faulty: int = 0) -> int | None:
        """Return the seat that deals next after this many faulty deals of the dealer in a row, None if the hand is not over."""
        deals = self.dealers._replace(faulty=faulty)
        return self.law.game.next_dealer(self.remedy.outcome, self.both_guilty, deals, self.law.toggles)

    @property
    def reneges(self) -> list[Finding]:
        """Proven reneges, called or not."""
        return [finding for finding in self.findings if finding.is_renege]

    @property
    def wrong_sheet(self) -> list[Finding]:
        """Proven errors on the score sheet."""
        return [finding for finding in self.findings if finding.of_score and finding.verdict == "proven"]

    @property
    def wrong_either_way(self) -> bool:
        """True if unrecorded calls may explain each number on the sheet, but none explains all."""
        explained = self.remedy.explained
        if not explained or not self.replay.is_complete:
            return False
        written = [self.replay.hand.record.score.get(name) for name in self.replay.hand.seating.side_names]
        numbers = [0 if isinstance(score, str) else score for score in written]
        return not any(
            all(number in (None, own) for number, own in zip(numbers, called.score, strict=True))
            for called in explained
        )

    @property
    def adds_up(self) -> bool:
        """True if some hand can give the breakdown on the sheet."""
        return not any(wrong.of_breakdown for wrong in self.wrong_sheet)

    @property
    def unasked(self) -> list[Finding]:
        """Undetermined findings that no claim is about."""
        claimed = {finding.number for weighed in self.claims for finding in weighed.findings}
        return [finding for finding in self.findings if finding.is_open and finding.number not in claimed]

    @property
    def unanswered(self) -> bool:
        """True if every open finding is not settled or not supported, so that the record may decide it."""
        open_ones = [finding.verdict for finding in self.findings if finding.is_open]
        ranged = self.remedy.range
        if self.remedy.outcome == "undetermined" or ranged:
            open_ones.append("not_settled" if ranged and not ranged.reached else "undetermined")
        return bool(open_ones) and "undetermined" not in open_ones

    @property
    def makers_set(self) -> bool:
        """True if the makers are set in the hand as scored without claims."""
        return self.unclaimed.has_set(self.replay.makers)

    @property
    def maker(self) -> str | None:
        """Letter of the maker's seat, or of the team if no more is known; None if unknown."""
        if self.replay.maker is not None:
            return self.replay.hand.seating.seats[self.replay.maker]
        return None if self.replay.makers is None else self.replay.hand.seating.side_names[self.replay.makers]

    @property
    def gathered_wrong(self) -> dict[int, int]:
        """Incident number -> the side that had won a trick which the other side took off the table."""
        seating, teams = self.replay.hand.seating, self.replay.plays.teams
        wrong: dict[int, int] = {}
        for number, noted in enumerate(self.replay.hand.record.incidents):
            if incident_kinds()[noted.kind].gathers and noted.trick <= len(teams):
                winner = teams[noted.trick - 1]
                if winner is not None and winner != seating.side_named(noted.by):
                    wrong[number] = winner
        return wrong

    @property
    def open(self) -> bool:
        """True if anything about the hand stays undetermined."""
        return (self.remedy.outcome == "undetermined" or self.remedy.range is not None) or any(
            finding.is_open for finding in self.findings
        )


#: Budget for all questions about one record; beyond it findings stay undetermined.
_EVIDENCE: Final = 50_000
#: Work per ruling, besides its searches.
_JUDGED: Final = 40


def _sort_findings(findings: list[Finding], hand: Hand) -> list[Finding]:
    """Return findings by clock, then in the order of the contract."""
    return sorted(
        findings,
        key=lambda finding: (_use_recorded_clock(finding, hand).at, finding.order),
    )


def adjudicate(hand: Hand, law: BoundRuleset) -> Ruling:
    """Return the ruling on a hand under a law; for a hand with accounts, on each version."""
    if hand.written is not None:
        from clabber_audit.judge.accounts import rule_accounts

        return cast(Ruling, rule_accounts(hand, law, _adjudicate))
    return _adjudicate(hand, law)


def _adjudicate(hand: Hand, law: BoundRuleset) -> Ruling:
    replay = replay_hand(hand, law.order(hand.pack))
    if replay.strain is None:
        # Computed once: every other law needs it too.
        replay = replay._replace(supposed=replay.replays_by_trump)
    return judge_replay(replay, law)


def judge_again(ruling: Ruling, law: BoundRuleset) -> Ruling:
    """Return the ruling on the same hand under another law, replayed if the cards then rank differently.

    Of a hand with accounts it is that on the same versions, or on all while it depends.
    """
    replay = ruling.replay
    if ruling.depends:
        return adjudicate(replay.hand, law)
    if replay.order == law.order(replay.hand.pack):
        return judge_replay(replay, law)
    return _adjudicate(replay.recorded, law)


def judge_replay(replay: Replay, law: BoundRuleset) -> Ruling:
    """Return the ruling on a replayed hand.

    First come the findings and the outcome without claims, then the claims and the outcome after them, last the sheet.
    """
    assert replay.order == law.order(replay.hand.pack), (
        "the law ranks cards in another order than the replay did"
    )
    record = replay.hand.record
    spend(_JUDGED)
    evidence = Budget(_EVIDENCE)
    with charge_to(evidence):
        findings = evaluate_record(replay, law)
    laydown = judge_laydown(replay, law)
    if laydown:
        findings += evaluate_events([laydown], replay, law)
    if len(findings) > 1:
        findings = _sort_findings(findings, replay.hand)
    scoring = scoring_of(law.game.id)
    tally = scoring.tally(replay, findings, law)
    void = any(finding.voids_deal for finding in findings)
    remedy = unclaimed = scoring.score_unclaimed(replay, tally, law, void=void)
    claims = ClaimsResult()
    if record.claims:
        findings = _number_findings(findings)
        # The search has an effort of its own, as that for a law that asks.
        claimed = laydown
        if laydown and laydown.result is LaydownResult.NOT_ASKED:
            claimed = judge_laydown(replay, law, claimed=True)
        with charge_to(evidence):
            claims = _weigh(replay, law, findings, claimed, void=void)
        remedy = _remedy_after_claims(replay, law, findings, claims, unclaimed)
    whole = True
    if unclaimed.outcome not in UNSCORED and is_redeal_agreed(record, claims, replay.hand.seating):
        whole = replay.is_over or unclaimed.outcome in ("scored", "sat_out")
        remedy = unclaimed = Remedy("redeal", sides=unclaimed.sides, by_agreement=True)
    if claims.stop is not None:
        findings = [
            finding for finding in findings if _use_recorded_clock(finding, replay.hand).precedes(claims.stop)
        ]
    if claims.unproven:
        remedy = scoring.charge(replay, remedy, claims.unproven, law)
        findings = _sort_findings([*findings, *claims.unproven], replay.hand)
    agrees = None
    if record.score and whole:
        wrong, compared = _check_sheet_scores(replay, law, remedy)
        settled = compared and (None not in remedy.certain_scores or (wrong and remedy.range is not None))
        agrees = not wrong if settled else None
        if wrong:
            reopened = scoring.reopen(replay, remedy, tally, law)
            if reopened is not remedy:
                # Unrecorded melds may explain the sheet: then it is undetermined.
                agrees = None
                wrong = [finding._replace(verdict="undetermined", provable_from=None) for finding in wrong]
                unclaimed, remedy = (reopened if unclaimed is remedy else unclaimed), reopened
        if remedy.outcome == "renege" and melds_unrecorded(replay):
            wrong += _scores_above_minimum(replay, law, remedy)
        findings += wrong
    if wrong := scoring.check_totals(replay, remedy, law):
        agrees = False
        findings += wrong
    if record.sheet:
        findings += scoring.check_breakdown(replay, law)
    final = _number_findings(findings)
    by_number = {before.number: finding for before, finding in zip(findings, final, strict=True)}
    return Ruling(
        replay,
        law,
        findings=tuple(final),
        claims=tuple(weighed.with_findings(by_number) for weighed in claims.weighed),
        tally=tally,
        remedy=remedy,
        unclaimed=unclaimed,
        stop=claims.stop,
        sheet_agrees=agrees,
        both_guilty=len(claims.guilty) > 1,
        laydown=laydown,
        effort=effort(),
    )


def judge_laydown(replay: Replay, law: BoundRuleset, *, claimed: bool = False) -> LaydownSearched | None:
    """Search the lay-down of a hand, None if there is none or the game has no law on it.

    If the law does not ask about it, search only if it is `claimed` to lose a trick.
    """
    if not (replay.hand.record.laydown and law.game.laydowns):
        return None
    from clabber_audit.evidence.laydowns.evaluate import search_laydown

    return search_laydown(replay, law, claimed=claimed)


def _number_findings(findings: Sequence[Finding]) -> list[Finding]:
    return [finding._replace(number=number) for number, finding in enumerate(findings)]


def _weigh(
    replay: Replay,
    law: BoundRuleset,
    findings: list[Finding],
    laydown: LaydownSearched | None,
    *,
    void: bool,
) -> ClaimsResult:
    hand = replay.hand
    seating, ended = hand.seating, find_laydown_seat(hand) is not None
    orders = [noted.order or 0 for noted in hand.record.incidents]

    @cache
    def is_one_true(faults: tuple[tuple[str, int], ...]) -> bool:
        return is_one_certain(replay, law, faults)

    @cache
    def evaluate_unpenalized(names: frozenset[str]) -> list[Finding]:
        unbound = remove_penalties(law, names)
        result = evaluate_record(replay, unbound)
        if by_silence := [name for name in names if Trait.BY_SILENCE in infractions()[name].traits]:
            result += evaluate_events(silent_seats(replay), replay, remove_penalties(law, by_silence))
        if LaydownSearched in unbound.others and laydown:
            result += evaluate_events([laydown], replay, unbound)
        return [_use_recorded_clock(finding._replace(penalty="note"), hand) for finding in result]

    def evaluate_free_claim(claim: FailedClaim) -> list[Finding]:
        of_claims = [
            name for name, infraction in infractions_of(law.game).items() if infraction.place == "claim"
        ]
        return evaluate_events([claim], replay, remove_penalties(law, of_claims))

    facts = ClaimFacts(
        law,
        seating,
        seating.number[hand.record.deal.dealer],
        replay.maker,
        first_cards=tuple(min(replay.clocks(seat), default=PENDING) for seat in range(len(seating.seats))),
        findings=[_use_recorded_clock(finding, hand) for finding in findings],
        void=void or replay.declared.unplayed not in ("", "sat_out"),
        laid_down=ended,
        piles=replay.plays.teams,
        mixed=[
            (seating.side_of[noted.seat], (noted.at, orders[noted.number]))
            for noted in incident_events(hand)
            if noted.seat is not None and incident_kinds()[noted.kind].mixes_tricks
        ],
        orders=orders,
        agreed=[
            (agreement.what, moment_of(agreement))
            for agreement in hand.record.agreements
            if is_unanimous(agreement, seating)
        ],
        unrecorded_infractions=_find_unrecorded_infractions(replay, law.game),
        evaluate_unpenalized=evaluate_unpenalized,
        evaluate_free_claim=evaluate_free_claim,
        recorded_cards=None if replay.is_over or replay.declared.unplayed or ended else len(replay.cards),
        one_holds=lambda some: is_one_true(tuple((finding.infraction, finding.at) for finding in some)),
    )
    charged = count(len(findings))
    return weigh_claims(
        hand.record.claims,
        facts,
        lambda claim: [
            finding._replace(number=next(charged)) for finding in evaluate_events([claim], replay, law)
        ],
    )


def _use_recorded_clock(finding: Finding, hand: Hand) -> Finding:
    """Return a finding with its clock in recorded cards, as in claims."""
    return finding._replace(at=finding.recorded_at(hand)) if hand.extra_plays else finding


def _find_unrecorded_infractions(replay: Replay, game: Game) -> frozenset[str]:
    """Return the infractions that the record says nothing about."""
    record = replay.hand.record
    missing = game.unrecorded_events(record)
    if not missing:
        return frozenset()
    # A contract records who made which suit trumps, and no other call.
    named = record.contract and replay.maker is not None and not replay.hand.hidden[replay.maker]
    return frozenset(
        name
        for name, infraction in claimable_in(game).items()
        if missing & set(infraction.events) and not (named and Trait.NOT_BY_CONTRACT in infraction.traits)
    )


def _remedy_after_claims(
    replay: Replay, law: BoundRuleset, findings: list[Finding], claims: ClaimsResult, unclaimed: Remedy
) -> Remedy:
    scoring = scoring_of(law.game.id)
    if claims.misdeal:
        return Remedy("redeal", sides=unclaimed.sides)
    if len(claims.guilty) > 1:
        return scoring.score_all_guilty(unclaimed, law)
    if claims.guilty and claims.stop is not None:
        (team,) = claims.guilty
        return scoring.score_stopped(replay, team, replay.hand.to_trick_clock(claims.stop), findings, law)
    return unclaimed


def _scores_above_minimum(replay: Replay, law: BoundRuleset, remedy: Remedy) -> list[Finding]:
    """Return the findings on innocents' scores above the minimum that unrecorded melds may explain."""
    events = [
        ScoreCompared(side, written, remedy.range.low[side], reneged=False)
        for side in remedy.innocents
        if remedy.range
        and isinstance(written := replay.hand.record.score.get(replay.hand.seating.side_names[side]), int)
        if remedy.range.low[side] < written <= remedy.range.high[side]
    ]
    return [
        finding._replace(verdict="undetermined", provable_from=None)
        for finding in evaluate_events(events, replay, law)
    ]


def _check_sheet_scores(replay: Replay, law: BoundRuleset, remedy: Remedy) -> tuple[list[Finding], bool]:
    """Return the findings on the sheet's scores that the ruling is certain of, and True if there is such a score."""
    scoring, reneging = scoring_of(law.game.id), remedy.reneging_team
    if not any(known is not None for known in remedy.certain_scores):
        return (alone := scoring.check_sheet_alone(replay, law)), bool(alone)
    events = []
    for team, (name, ruled) in enumerate(
        zip(replay.hand.seating.side_names, remedy.certain_scores, strict=True)
    ):
        written = replay.hand.record.score.get(name)
        written = scoring.score_of_mark(written, team, remedy) if isinstance(written, str) else written
        if written is not None and ruled is not None:
            events.append(ScoreCompared(team, written, ruled, reneging == team))
    return evaluate_events(events, replay, law), bool(events)


#: Keys that name people, or hold free text that may name them.
_PEOPLE: Final = ("players", "teams", "comments", "remarks")
_OF_CONTEXT: Final = ("league", "season", "venue", "date")
_OF_SOURCE: Final = ("citation", "date_as_written", "recorded_by", "note")
_EVENTS: Final = ("incidents", "claims", "agreements")
_DIGITS: Final = 12

AnyRecord = TypeVar("AnyRecord", "HandRecord", "BidEuchreRecord")


def anonymize(ruling: Ruling) -> Ruling:
    """Return the ruling on the record without personal data."""
    hand = ruling.replay.hand
    if ruling.accounts:
        written = hand._replace(written=anonymize_record(hand.original))
        return adjudicate(written, ruling.law)
    replay = ruling.replay._replace(hand=hand._replace(record=anonymize_record(hand.record)))
    findings = tuple(map(_remove_quote, ruling.findings))
    about = (weighed.with_findings(dict(enumerate(findings))) for weighed in ruling.claims)
    claims = tuple(
        weighed._replace(
            made=replay.hand.record.claims[weighed.number],
            unpenalized=weighed.unpenalized and _remove_quote(weighed.unpenalized),
        )
        for weighed in about
    )
    return ruling._replace(replay=replay, findings=findings, claims=claims)


def anonymize_record(record: AnyRecord) -> AnyRecord:
    """Return the record without personal data.

    Names of players and teams and all free text are removed, since each may hold a name: league, season, venue and
    date of the context; citation, date, recorder and note of the source; quotes of incidents, words of agreements;
    comments and remarks. Outsiders, bystanders and who watched are told by number; of accounts their subjects, and who
    found the facts and why, are replaced by other words. The id is replaced by one made of the digest of the rest.
    Cards, calls, clocks, scores, numbers (round, table, game, hand) and closed words (kind of source, confidence) stay,
    so that the ruling can be audited again. The ruleset stays as it is.
    """
    data = record_data(record)
    kept = {key: value for key, value in data.items() if key not in (*_PEOPLE, "id")}
    for key, texts in (("context", _OF_CONTEXT), ("source", _OF_SOURCE)):
        if kept.get(key):
            kept[key] = {name: value for name, value in kept[key].items() if name not in texts}
    bystanders: dict[str, str] = {}
    kept |= {key: remove_texts(kept[key], bystanders) for key in _EVENTS if key in kept}
    if "accounts" in kept:
        kept["accounts"] = nameless_accounts(kept["accounts"], bystanders)
    kind: type[AnyRecord] = type(record)
    return kind.model_validate({**kept, "id": f"hand-{digest(kept)[:_DIGITS]}"})


def _remove_quote(finding: Finding) -> Finding:
    facts = {name: value for name, value in finding.facts.items() if name != "quote"}
    if "by_other" in facts:
        facts["by_other"] = "a bystander"
    return finding._replace(facts=facts)


@dataclass(frozen=True)
class RulingBehind:
    """Ruling behind a summary, or the text of a clean hand with its law, judged when its ruling is asked for."""

    given: Ruling | None = None
    text: bytes = b""
    law: BoundRuleset | None = None

    @cached_property
    def ruling(self) -> Ruling:
        """Full ruling."""
        if self.given is not None:
            return self.given
        assert self.law is not None
        return adjudicate(parse_hand(self.text), self.law)

    @property
    def digest(self) -> str:
        """SHA-256 of the record, hexadecimal."""
        return digest(record_data(self.given.replay.hand.original) if self.given else json.loads(self.text))


class Summary(NamedTuple):
    """Result of a hand. Seats and sides are indices."""

    noted: RecordNotes
    seating: Seating
    law: BoundRuleset
    dealer: int
    #: Who should have dealt, where the record says so.
    due_dealer: int | None
    #: True if cards were written down as they fell, and if the sheet breaks its score down.
    has_cards: bool
    has_parts: bool
    findings: tuple[Finding, ...]
    remedy: Remedy
    makers: int | None
    makers_set: bool
    next_dealer: int | None
    behind: RulingBehind

    @property
    def ruling(self) -> Ruling:
        """Full ruling; a hand that was not judged is judged now."""
        return self.behind.ruling

    @property
    def digest(self) -> str:
        """SHA-256 of the record, hexadecimal."""
        return self.behind.digest

    @property
    def written_scores(self) -> tuple[int | str | None, ...]:
        """Scores on the sheet, by side."""
        return tuple(map(self.noted.score.get, self.seating.side_names))

    @property
    def reneges(self) -> list[Finding]:
        """Proven reneges, called or not."""
        return [finding for finding in self.findings if finding.is_renege]


def summary(ruling: Ruling) -> Summary:
    """Return the summary of a ruling."""
    record, seating = ruling.replay.hand.record, ruling.replay.hand.seating
    due = record.deal.due_dealer
    return Summary(
        noted=notes_of(record),
        seating=seating,
        law=ruling.law,
        dealer=seating.number[record.deal.dealer],
        due_dealer=seating.number[due] if due else None,
        has_cards=bool(record.plays),
        has_parts=bool(record.sheet),
        findings=ruling.findings,
        remedy=ruling.remedy,
        makers=ruling.replay.makers,
        makers_set=ruling.makers_set,
        next_dealer=ruling.next_dealer,
        behind=RulingBehind(ruling),
    )


#: Outcomes remembered.
_REMEMBERED: Final = 1 << 9


@dataclass(frozen=True)
class CleanHand:
    """Clean hand under a law, with its outcome."""

    #: The record as a line of JSON.
    text: bytes
    noted: RecordNotes
    #: Seats of the dealer and of the maker, who is -1 if all passed, and the points that each side made.
    dealer: int
    maker: int
    made: tuple[int, ...]


class Uncontested:
    """Cached outcomes of clean hands under a law."""

    def __init__(self, law: BoundRuleset) -> None:
        self._law = law
        self.remedy = lru_cache(_REMEMBERED)(self._remedy)
        self.next_dealer = lru_cache(self._next_dealer)

    def _remedy(self, made: tuple[int, ...], maker: int) -> Remedy:
        """Return the outcome by the points each side made and the seat of the maker, -1 if all passed."""
        if maker < 0:
            return Remedy("passed_out")
        return score_finished_hand(made, SEATING.side_of[maker], self._law)

    def _next_dealer(self, outcome: Outcome, dealer: int) -> int | None:
        deals = DealersOfHand(dealer, dealer, out_of_turn=False, seating=SEATING)
        return self._law.game.next_dealer(outcome, False, deals, self._law.toggles)

    def summary(self, hand: CleanHand) -> Summary:
        """Return the summary of a hand."""
        remedy, played = self.remedy(hand.made, hand.maker), hand.maker >= 0
        makers = SEATING.side_of[hand.maker] if played else None
        following = self.next_dealer(remedy.outcome, hand.dealer)
        return Summary(
            hand.noted, SEATING, self._law, hand.dealer, None, played, False, (), remedy, makers,
            remedy.has_set(makers), following, RulingBehind(text=hand.text, law=self._law),
        )  # fmt: skip


class _CostsError(Exception):
    """An unproven claim is an infraction itself."""


def are_without_effect(claims: Sequence[Claim], dealer: int, maker: int, law: BoundRuleset) -> bool:
    """Return True if no claim is upheld or costs anything.

    The hand was recorded in full, with calls and melds, and no law objects to it. False if it was passed out, which
    makes the `maker` -1.
    """
    if maker < 0:
        return False
    # A true claim without a penalty looks wrong here, so that the hand is judged.
    facts = ClaimFacts(
        law,
        SEATING,
        dealer,
        maker,
        first_cards=_FIRST_CARDS[dealer],
        evaluate_unpenalized=lambda _names: [],
        evaluate_free_claim=lambda _claim: [],
        one_holds=lambda _findings: False,
    )

    def charge(claim: FailedClaim) -> list[Finding]:
        if any(bound.offends(claim, law.toggles) for bound in law.others.get(FailedClaim, ())):
            raise _CostsError
        return []

    try:
        result = weigh_claims(claims, facts, charge)
    except _CostsError:
        return False
    return not result.guilty and not result.misdeal


#: Clock of each seat's first card, by dealer.
_FIRST_CARDS: Final = tuple(
    tuple((seat - SEATING.left_neighbor(dealer)) % len(SEATS) for seat in range(len(SEATS)))
    for dealer in range(len(SEATS))
)
