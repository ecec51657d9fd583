"""Claims: in time, proven, and what an unproven one costs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from clabber_audit.cards.cards import SCORED, TURNED, number
from clabber_audit.cards.seating import Seating
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.game import ClaimRules
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.events import Calling, ClaimWeighed
from clabber_audit.rules.infraction import LawCase, Trait
from clabber_audit.rules.infractions import infractions

if TYPE_CHECKING:
    from clabber_audit.records import bid_euchre, clabber

#: A claim, as the records of a format have it.
Claim: TypeAlias = "clabber.Claim | bid_euchre.BidEuchreClaim"
WhyNotExcused = Literal["same player", "another moment"]
ClaimVerdict = Literal["withdrawn", "inadmissible", "out_of_time", "moot", "upheld", "refuted", "not_proven"]


class ClaimNotExcused(NamedTuple):
    """Upheld claim of the same side that does not excuse a wrong one (D-62), and why not."""

    claim: int
    because: WhyNotExcused


class Weighed(NamedTuple):
    """Claim with its verdict, and the finding that upholds it, if any."""

    number: int
    #: The team that it is against.
    accused: int
    verdict: ClaimVerdict
    finding: Finding | None = None
    #: The findings of which one at least is true, though none of them is proven by itself, when these uphold it.
    either: tuple[Finding, ...] = ()
    #: The finding that it brought on its own side, when it was not proven.
    penal: Finding | None = None
    #: The findings that it means and that stay open, when it was not proven.
    meant: tuple[Finding, ...] = ()
    #: True if it makes the deal void, as what it proves does once it is claimed (BD-76).
    misdeal: bool = False
    #: What is true of it although the ruleset has no article for that or exempts it: no finding, and it upholds the
    #: claim unless something else that it means stays open.
    deed: Finding | None = None
    #: The partner's claim of the same moment that is upheld, so that this one costs nothing (D-62).
    excused_by: int | None = None
    #: A claim of the same side that is upheld, and does not excuse this one.
    not_excused_by: ClaimNotExcused | None = None

    def among(self, found: Mapping[int, Finding]) -> Weighed:
        """Return the claim with its findings replaced by number."""
        return self._replace(
            finding=self.finding and found[self.finding.number],
            penal=self.penal and found[self.penal.number],
            either=tuple(found[finding.number] for finding in self.either),
            meant=tuple(found[finding.number] for finding in self.meant),
        )

    @property
    def told(self) -> tuple[Finding, ...]:
        """All findings that it is about."""
        return (*self.either, *self.meant, *filter(None, (self.finding, self.penal)))

    @property
    def mixed(self) -> bool:
        """True if it is upheld only because the accused mixed the tricks (D-57)."""
        return self.verdict == "upheld" and self.finding is None and self.deed is None

    @property
    def penalty(self) -> Penalty | None:
        """The penalty for what it proves, or for itself; mixing tricks is a renege."""
        if self.mixed:
            return "renege"
        if self.misdeal:
            return "redeal"
        if self.verdict == "upheld" and (proof := self.finding or self.deed):
            return proof.penalty
        return self.penal.penalty if self.penal else None

    @property
    def guilty(self) -> int | None:
        """The team that it makes guilty of a renege, the accused or its own, if any."""
        if self.penalty != "renege":
            return None
        return self.accused if self.penal is None else self.penal.team


class Hearing(NamedTuple):
    """Result of weighing the claims: verdicts in record order, and the teams guilty of a renege."""

    weighed: tuple[Weighed, ...]
    #: The findings of claims that were not proven.
    unproven: tuple[Finding, ...]
    guilty: frozenset[int]
    #: The clock of the first claim that stopped the play; None when none did.
    stop: int | None
    #: True if the deal is void, as one claimed what makes it so.
    misdeal: bool


class Court(NamedTuple):
    """Facts of a hand that bear on its claims. Teams and seats are indices."""

    toggles: Any
    rules: ClaimRules
    findings: Sequence[Finding]
    #: True if the deal is void, or the hand was passed out: then no claim matters.
    void: bool
    #: True if play ended with a lay-down, so that no last trick was turned.
    laid_down: bool
    #: The clock of each seat's first card; later than any clock while it has not fallen.
    first_cards: tuple[int, ...]
    maker: int | None
    #: The team that won each complete trick; None where that is open.
    piles: Sequence[int | None]
    seating: Seating
    #: Team and clock of each mixing of tricks.
    mixed: Sequence[tuple[int, int]]
    #: The infractions that bind under the ruleset.
    binding: Set[str]
    #: Kinds of infraction, by what they look at, about which nothing was recorded.
    unrecorded: frozenset[str]
    #: What the record shows of infractions by name, whatever the ruleset makes of it: deeds, no findings.
    deeds: Callable[[frozenset[str]], Sequence[Finding]]
    #: What a claim that proved nothing is where that costs nothing.
    wrong_claim: Callable[[ClaimWeighed], Sequence[Finding]]
    #: How many cards were recorded, where more were to fall; None where the hand is over.
    recorded: int | None
    #: Seat of the dealer.
    dealer: int
    #: True if at least one of some findings about cards is certainly true.
    one_holds: Callable[[Sequence[Finding]], bool]

    def doer(self, finding: Finding) -> int | None:
        """Return the side responsible, None if not recorded; for a fault of the deal, the dealer's side."""
        if finding.team is None and any(kind.of_the_deal for kind in infractions()[finding.infraction].kinds):
            return self.seating.side_of[self.dealer]
        return finding.team

    def accused(self, claim: Claim) -> int:
        """Return the team that a claim is against."""
        return self.seating.side_named(claim.against)


class _Lost(NamedTuple):
    """Findings against failed claims: with and without a penalty."""

    charged: list[Finding]
    free: list[Finding]


class _Bench:
    """Claims being weighed in order, with cached answers."""

    def __init__(self, claims: Sequence[Claim], court: Court) -> None:
        self.claims, self.court = claims, court
        self.lost = _Lost([], [])
        self.stop: int | None = None
        self.misdeal = False
        self._upheld: dict[tuple[Hashable, ...], int | None] = {}
        #: The claims of each player, by moment and the team they are against.
        self._made: dict[tuple[int | str, str | None, int], list[int]] = {}
        for index, claim in enumerate(claims):
            self._made.setdefault((claim.at, claim.by, court.accused(claim)), []).append(index)

    def weigh(self, index: int) -> Weighed:
        """Return the verdict on a claim at this point."""
        court = self.court._replace(void=True) if self.misdeal else self.court
        return _weigh(index, self.claims[index], court, self.lost, self.stop)

    def partner_upheld(self, index: int) -> int | None:
        """Return the partner's upheld claim of that clock against the same team (D-62)."""
        claim = self.claims[index]
        if claim.by is None:
            return None
        against = self.court.accused(claim)
        # Of claims not proven that are themselves claimed only the kind matters, and whose they are.
        lost = (
            frozenset(finding.infraction for finding in some if finding.team == against) for some in self.lost
        )
        state = self.stop, *lost
        seating = self.court.seating
        own = seating.number[claim.by]
        partners = [other for other in seating.seats_of(seating.side_of[own]) if other != own]
        upheld = [self._upheld_of((claim.at, seating.seats[other], against), state) for other in partners]
        return next((other for other in upheld if other is not None), None)

    def _upheld_of(self, made: tuple[int | str, str, int], state: tuple[Hashable, ...]) -> int | None:
        if (made, state) not in self._upheld:
            upheld = (other for other in self._made.get(made, ()) if self.weigh(other).verdict == "upheld")
            self._upheld[made, state] = next(upheld, None)
        return self._upheld[made, state]

    def charged(self, weighed: Weighed, charge: Callable[[ClaimWeighed], list[Finding]]) -> Weighed:
        """Charge a failed claim to its side, unless it costs nothing or the partner's excuses it."""
        index, claim = weighed.number, self.claims[weighed.number]
        by = self.court.seating.number[claim.by or ""]
        wrong = ClaimWeighed(index, by, number(claim.at), weighed.verdict, claim.reviewed)
        found = charge(wrong)
        excused = self.partner_upheld(index) if found else None
        if found and excused is None:
            self.lost.charged.extend(found)
            return weighed._replace(penal=found[0])
        self.lost.free.extend(self.court.wrong_claim(wrong))
        return weighed._replace(excused_by=excused)

    def not_excused(self, weighed: Weighed, verdicts: Mapping[int, Weighed]) -> Weighed:
        """Note an upheld claim of the same side that does not excuse a wrong one."""
        claim, side_named = self.claims[weighed.number], self.court.seating.side_named
        if weighed.penal is None or claim.by is None:
            return weighed
        for index, other in enumerate(self.claims):
            good = verdicts[index].verdict == "upheld" and verdicts[index].accused == weighed.accused
            if good and other.by is not None and side_named(other.by) == side_named(claim.by):
                why: WhyNotExcused = "same player" if other.by == claim.by else "another moment"
                return weighed._replace(not_excused_by=ClaimNotExcused(index, why))
        return weighed


def hear(claims: Sequence[Claim], court: Court, charge: Callable[[ClaimWeighed], list[Finding]]) -> Hearing:
    """Weigh the claims by clock, then in record order; `charge` returns the findings against an unproven one."""
    bench = _Bench(claims, court)
    verdicts: dict[int, Weighed] = {}
    guilty: set[int] = set()
    for index in sorted(range(len(claims)), key=lambda index: number(claims[index].at)):
        claim, at = claims[index], number(claims[index].at)
        weighed = bench.weigh(index)
        if weighed.verdict != "upheld" and _may_cost(claim, weighed, court, bench.lost, bench.stop):
            weighed = bench.charged(weighed, charge)
        verdicts[index] = weighed
        if weighed.guilty is not None:
            guilty.add(weighed.guilty)
        elif weighed.verdict == "upheld" and _voids(weighed, court):
            bench.misdeal = True
            verdicts[index] = weighed._replace(misdeal=True)
        if weighed.guilty is not None or bench.misdeal:
            bench.stop = at if bench.stop is None else bench.stop
    ordered = tuple(bench.not_excused(verdicts[index], verdicts) for index in range(len(claims)))
    return Hearing(ordered, tuple(bench.lost.charged), frozenset(guilty), bench.stop, bench.misdeal)


def _voids(weighed: Weighed, court: Court) -> bool:
    """Return True if the proven finding voids the deal once it is claimed."""
    finding = weighed.finding
    return finding is not None and infractions()[finding.infraction].once_claimed(court.toggles) == "redeal"


def _weigh(index: int, claim: Claim, court: Court, lost: _Lost, stop: int | None) -> Weighed:
    """Return the first verdict that applies, in the order of the contract."""
    if claim.withdrawn:
        return Weighed(index, court.accused(claim), "withdrawn")
    if not _admissible(claim, court):
        return Weighed(index, court.accused(claim), "inadmissible")
    if not _in_time(claim, court, stop):
        return Weighed(index, court.accused(claim), "out_of_time")
    if court.void:
        return Weighed(index, court.accused(claim), "moot")
    return _examine(index, claim, court, lost, stop)


def _opposed(claim: Claim, court: Court) -> bool:
    """Return True if the claim is a player's against the other side: an admission is no claim (D-55)."""
    return claim.by is not None and court.seating.side_named(claim.by) != court.accused(claim)


def _admissible(claim: Claim, court: Court) -> bool:
    return _opposed(claim, court) and (claim.infraction is None or _claimable(claim.infraction, claim, court))


def _claimable(infraction: str, claim: Claim, court: Court) -> bool:
    """Return True if a claim comes within the time limit of its infraction."""
    calling = Calling(
        court.seating.number.get(claim.by or ""), number(claim.at), court.first_cards, court.maker
    )
    return infractions()[infraction].claimable(LawCase(calling, court.toggles))


def _in_time(claim: Claim, court: Court, stop: int | None) -> bool:
    """Return True before the last trick is turned; after a stop or a lay-down, until the score is written."""
    at = number(claim.at)
    if stop is not None and court.rules.counterclaim_until == "stop" and at > stop:
        return False
    if at < TURNED or (court.rules.until == "scored" and at < SCORED):
        return True
    return at == TURNED and (stop is not None or court.laid_down)


def _examine(index: int, claim: Claim, court: Court, lost: _Lost, stop: int | None) -> Weighed:
    accused, at = court.accused(claim), number(claim.at)
    without_article = _names_nothing(claim, court)
    if not without_article and any(team == accused and when > at for team, when in court.mixed):
        # Who mixes his tricks once a claim is made is ruled against (D-57).
        return Weighed(index, accused, "upheld")
    happened = [
        one for one in court.findings if one.happened_by(at) and (stop is None or one.happened_by(stop))
    ]
    if court.rules.on_claims:
        happened += [finding for finding in lost.charged if finding.at <= at]
    happened = [finding for finding in happened if court.doer(finding) in (accused, None)]
    fitting = [finding for finding in happened if not without_article and _names(claim, finding, court)]
    if not fitting and court.rules.incidental_find == "upholds" and claim.reviewed:
        fitting = [finding for finding in happened if finding.by_a_card]
    readable = [finding for finding in fitting if not _in_mixed_pile(finding.trick, finding, court, at)]
    proven = [finding for finding in readable if _proves(finding, accused, court)]
    if proven:
        return Weighed(index, accused, "upheld", _linked(claim, proven, court))
    either = _either(readable, court)
    if either:
        return Weighed(index, accused, "upheld", _linked(claim, either, court), either)
    deeds = _deeds(claim, court, lost, stop)
    done = [deed for deed in deeds if _proves(deed, accused, court)]
    if done and not readable:
        return Weighed(index, accused, "upheld", deed=_linked(claim, done, court))
    keeper = court.rules.disordered_pile == "keeper" and any(team == accused for team, _ in court.mixed)
    if not without_article and (len(readable) < len(fitting) or _about_mixed_pile(claim, court, at)):
        return Weighed(index, accused, "upheld" if keeper else "not_proven")
    if readable or deeds or _unrecorded(claim, court, stop):
        # Who says what is true pays nothing, though it is open if it was an offense.
        deed = _linked(claim, done, court) if done else None
        meant = tuple(one for one in readable if one.team == accused)
        return Weighed(index, accused, "not_proven", meant=meant, deed=deed)
    return Weighed(index, accused, "refuted")


def _proves(finding: Finding, accused: int, court: Court) -> bool:
    """Return True if a finding or deed is proven and is certainly the accused side's."""
    return finding.verdict == "proven" and court.doer(finding) == accused


def _deeds(claim: Claim, court: Court, lost: _Lost, stop: int | None) -> list[Finding]:
    """Return what a claim may mean that is no finding, being without an article or exempt: it is true all the same."""
    accused, at, meant = court.accused(claim), number(claim.at), _meant(claim, court)
    known = infractions()
    wider = frozenset(
        name
        for name in meant
        if name not in court.binding or known[name].is_narrowed or Trait.BY_SILENCE in known[name].traits
    )
    found = [*court.deeds(wider), *(one for one in (*lost.free, *lost.charged) if one.infraction in meant)]
    return [
        deed
        for deed in found
        if deed.happened_by(at)
        and (stop is None or deed.of_claim or deed.happened_by(stop))
        and court.doer(deed) in (accused, None)
        and _names(claim, deed, court)
        and not _in_mixed_pile(deed.trick, deed, court, at)
    ]


def _meant(claim: Claim, court: Court) -> frozenset[str]:
    """Return the infractions of which a claim may mean the deeds.

    A claim that names nothing means what was noted beside the cards, a hand laid down, and what the ruleset exempts.
    """
    named, known = claim.infraction, infractions()
    if named is None:
        noted = (name for name, one in known.items() if one.kinds or one.place == "laydown")
        exempt = (name for name in court.binding if known[name].is_narrowed and known[name].place != "claim")
        return frozenset((*noted, *exempt))
    if claim.trick and court.rules.kind_may_be_wrong and known[named].place == "turn":
        # In a trick a wrong kind is no defect (D-53).
        return frozenset(name for name, one in known.items() if one.place == "turn")
    return frozenset((named,))


def _either(readable: Sequence[Finding], court: Court) -> tuple[Finding, ...]:
    """Return the findings of which one is certainly true: of the reneges if possible, else of all that fit."""
    of_cards = [finding for finding in readable if finding.by_a_card]
    for findings in ([finding for finding in of_cards if finding.penalty == "renege"], of_cards):
        if len(findings) > 1 and court.one_holds(findings):
            return tuple(findings)
    return ()


def _names_nothing(claim: Claim, court: Court) -> bool:
    """Return True if no article covers the infraction claimed; for a card the kind may be wrong (D-53)."""
    unbound = claim.infraction is not None and claim.infraction not in court.binding
    return unbound and not (court.rules.kind_may_be_wrong and infractions()[claim.infraction or ""].of_card)


def _names(claim: Claim, finding: Finding, court: Court) -> bool:
    """Return True if a claim means a finding, as precisely as it was made (D-53)."""
    if not _claimable(finding.infraction, claim, court):
        return False
    specificity = court.rules.specificity
    named = claim.infraction
    if specificity == "team":
        return True
    if claim.trick is None or (named is not None and not infractions()[named].of_card):
        return named in (None, finding.infraction, _also_called(finding, court))
    if not finding.by_a_card or finding.trick != claim.trick:
        return False
    seat = court.seating.number.get(claim.against)
    if specificity in ("play", "kind") and seat not in (None, finding.seat):
        return False
    return specificity != "kind" or named is None or finding.infraction == named


def _also_called(finding: Finding, court: Court) -> str | None:
    """Return the other name of a finding under the ruleset, if any."""
    return infractions()[finding.infraction].also_called(court.toggles) or None


def _linked(claim: Claim, proven: Sequence[Finding], court: Court) -> Finding:
    """Return the finding linked to a claim: the named kind by the named seat, else a renege, else the first."""
    seat = court.seating.number.get(claim.against)
    for finding in proven:
        if finding.infraction == claim.infraction and (seat is None or finding.seat == seat):
            return finding
    return next((finding for finding in proven if finding.penalty == "renege"), proven[0])


def _in_mixed_pile(trick: int | None, finding: Finding | None, court: Court, at: int) -> bool:
    """Return True if a card of a trick lay in a pile that was mixed by then."""
    if trick is None or trick > len(court.piles) or (finding and not finding.by_a_card):
        return False
    complete = court.seating.clocks_of(trick).stop
    return any(team == court.piles[trick - 1] and complete <= when <= at for team, when in court.mixed)


def _about_mixed_pile(claim: Claim, court: Court, at: int) -> bool:
    """Return True if a claim asks about cards whose order is lost."""
    if claim.infraction is not None and not infractions()[claim.infraction].of_card:
        return False
    tricks = [claim.trick] if claim.trick else range(1, len(court.piles) + 1)
    return any(_in_mixed_pile(trick, None, court, at) for trick in tricks)


def _unrecorded(claim: Claim, court: Court, stop: int | None) -> bool:
    """Return True if a claim names an infraction that the record says nothing about."""
    if _beyond_the_record(claim, court, stop):
        return True
    if claim.infraction is None:
        asked = court.unrecorded & court.binding
        return any(claim.trick is None or infractions()[name].of_card for name in asked)
    return claim.infraction in court.unrecorded


def _beyond_the_record(claim: Claim, court: Court, stop: int | None) -> bool:
    """Return True if the claim is about cards that fell, or may have, and that nobody wrote down."""
    if court.recorded is None or (
        claim.infraction is not None and not infractions()[claim.infraction].of_card
    ):
        return False
    at = number(claim.at) if stop is None else min(number(claim.at), stop)
    begins = court.seating.clocks_of(claim.trick).start if claim.trick else 0
    return at >= TURNED or (claim.trick is not None and min(at, begins) >= court.recorded)


def _may_cost(claim: Claim, weighed: Weighed, court: Court, lost: _Lost, stop: int | None) -> bool:
    """Return True if an unproven claim may be charged: in time, against the other side, on a good deal.

    A withdrawn claim is not examined, unless tricks were turned or hands opened for it; then it costs nothing if it
    is true (R-093, R-095, D-58).
    """
    if weighed.verdict != "withdrawn":
        return weighed.verdict in ("refuted", "not_proven") and weighed.deed is None
    if court.void or not _admissible(claim, court) or not _in_time(claim, court, stop):
        return False
    if not claim.reviewed:
        return True
    proof = _examine(weighed.number, claim, court, lost, stop)
    return proof.finding is None and proof.deed is None
