"""What a court has before it when claims are heard, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.game import HearingRules
from clabber_audit.law.infraction import ClaimWeighed
from clabber_audit.law.infractions import infractions
from clabber_audit.rulesets.articles import Penalty
from clabber_audit.table.seating import Seating

if TYPE_CHECKING:
    from clabber_audit.record import model as clabber
    from clabber_audit.record.bid_euchre import model as bid_euchre

#: A claim, as the records of a format have it.
Claim: TypeAlias = "clabber.Claim | bid_euchre.Claim"
WhyNotExcused = Literal["same player", "another moment"]
ClaimVerdict = Literal["withdrawn", "inadmissible", "out_of_time", "moot", "upheld", "refuted", "not_proven"]


class NotExcused(NamedTuple):
    """A good claim of the same side that does not excuse a wrong one, and why: D-62 is about partners at one moment."""

    claim: int
    because: WhyNotExcused


class Weighed(NamedTuple):
    """A claim with its verdict, and the finding that upholds it or None."""

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
    #: What is true of it although the ruleset has no article for that or exempts it: no finding, and it upholds the
    #: claim unless something else that it means stays open.
    deed: Finding | None = None
    #: The partner's claim of the same moment that is upheld, so that this one costs nothing (D-62).
    excused_by: int | None = None
    #: A claim of the same side that is upheld, and does not excuse this one.
    not_excused_by: NotExcused | None = None

    def among(self, found: Mapping[int, Finding]) -> Weighed:
        """The same claim, of the findings that stand under its findings' numbers."""
        return self._replace(
            finding=self.finding and found[self.finding.number],
            penal=self.penal and found[self.penal.number],
            either=tuple(found[finding.number] for finding in self.either),
            meant=tuple(found[finding.number] for finding in self.meant),
        )

    @property
    def told(self) -> tuple[Finding, ...]:
        """Every finding that it is about."""
        return (*self.either, *self.meant, *filter(None, (self.finding, self.penal)))

    @property
    def mixed(self) -> bool:
        """Whether no finding upholds it, but that the accused mixed the tricks that would tell reneges (D-57)."""
        return self.verdict == "upheld" and self.finding is None and self.deed is None

    @property
    def penalty(self) -> Penalty | None:
        """What is done that it proves, or itself; who mixes tricks reneges."""
        if self.mixed:
            return "renege"
        if self.verdict == "upheld" and (proof := self.finding or self.deed):
            return proof.penalty
        return self.penal.penalty if self.penal else None

    @property
    def guilty(self) -> int | None:
        """The team that it makes guilty of a renege, the accused or its own; None when neither."""
        if self.penalty != "renege":
            return None
        return self.accused if self.penal is None else self.penal.team


class Hearing(NamedTuple):
    """What the claims came to: the verdicts in the record's order, and who is guilty of a renege."""

    weighed: tuple[Weighed, ...]
    #: The findings of claims that were not proven.
    unproven: tuple[Finding, ...]
    guilty: frozenset[int]
    #: The clock of the first claim that stopped the play; None when none did.
    stop: int | None
    #: Whether the deal is void, as one claimed what makes it so.
    misdeal: bool


class Court(NamedTuple):
    """What the judge knows of a hand when the claims are heard. Teams and seats are indices."""

    toggles: Any
    rules: HearingRules
    findings: Sequence[Finding]
    #: Whether the deal is void, or the hand was passed out: then no claim matters.
    void: bool
    #: Whether play ended with a lay-down, so that no last trick was turned.
    laid_down: bool
    #: The clock of each seat's first card; later than any clock while it has not fallen.
    first_cards: tuple[int, ...]
    maker: int | None
    #: The team that won each complete trick; None where that is open.
    piles: Sequence[int | None]
    seating: Seating
    #: When a team mixed its tricks, by team and clock.
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
    #: Who dealt.
    dealer: int
    #: Whether at least one of some findings about cards is certainly true.
    one_holds: Callable[[Sequence[Finding]], bool]

    def doer(self, finding: Finding) -> int | None:
        """Return the side that did it, None where nobody wrote down who; a fault of the deal is the dealer's side's."""
        if finding.team is None and any(kind.of_the_deal for kind in infractions()[finding.infraction].kinds):
            return self.seating.side_of[self.dealer]
        return finding.team

    def accused(self, claim: Claim) -> int:
        """The team that a claim is against."""
        return self.seating.side_named(claim.against)
