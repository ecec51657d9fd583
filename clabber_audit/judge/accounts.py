"""Ruling on a hand that people tell differently: each combination of versions once, and what would decide it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards.cards import TURNED, number, pretty, seat_name
from clabber_audit.cards.seating import Scores
from clabber_audit.core.text import listed
from clabber_audit.evidence.budget import Budget, Spent, exhausted, within
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.parse import tellings
from clabber_audit.judge.remedies import Range, Remedy
from clabber_audit.records.accounts import SHEET, Combination, pointer, tellers
from clabber_audit.records.base import Account
from clabber_audit.records.hand import Hand
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.incidents import incident_kinds

#: Search budget that all combinations of a hand share, that of four hands.
_SHARED: Final = 200_000
#: The melds as players call them, lowest first.
_MELDS: Final = {"dad": "dad", "fifty": "fifty", "hundred": "hundred", "two_hundred": "two hundred"}

#: How the versions bear on the ruling: all give the same; all give the same score, but not the same verdicts on claims;
#: only one is possible; a finding of fact decides; it depends on the version.
Kind = Literal["same", "same_score", "only", "found", "depends"]


class Row(NamedTuple):
    """Combinations that rule alike, with the ruling on the first."""

    versions: tuple[tuple[int, ...], ...]
    #: None if the search ended before it was settled.
    ruling: Any


class Ask(NamedTuple):
    """Question that decides between versions of an account."""

    account: int
    question: str
    #: Account and versions on which the question still matters; None if always.
    after: tuple[int, tuple[int, ...]] | None = None


class JudgedAccounts(NamedTuple):
    """Accounts of a hand, ruled."""

    #: The record as written.
    record: Any
    kind: Kind
    #: All rows, and those that agree with the findings of fact.
    rows: tuple[Row, ...]
    believed: tuple[Row, ...]
    impossible: tuple[Combination, ...]
    #: The versions by which the ruling is given; None while it depends.
    ruled_by: tuple[int, ...] | None
    asks: tuple[Ask, ...]
    #: The rulings on all combinations that were settled.
    rulings: tuple[Any, ...]

    @property
    def is_open(self) -> bool:
        """True if the ruling depends on whom one believes."""
        return self.kind == "depends"

    @property
    def impossible_versions(self) -> dict[tuple[int, int], Combination]:
        """Versions, as account and version, that are possible in no combination, with one that says why."""
        possible = {pair for row in self.rows for one in row.versions for pair in enumerate(one)}
        found: dict[tuple[int, int], Combination] = {}
        for combined in self.impossible:
            for pair in enumerate(combined.versions):
                if pair not in possible:
                    found.setdefault(pair, combined)
        return found

    @property
    def clashing(self) -> list[Combination]:
        """Impossible combinations of versions that are possible by themselves."""
        alone = self.impossible_versions
        return [one for one in self.impossible if not any(pair in alone for pair in enumerate(one.versions))]

    def versions_in(self, row: Row, account: int) -> tuple[int, ...]:
        """Return the versions of an account that a row holds."""
        return tuple(sorted({one[account] for one in row.versions}))

    def matters_in(self, row: Row, account: int) -> bool:
        """Return True if a row does not hold every possible version of an account."""
        possible = {one[account] for other in self.rows for one in other.versions}
        return len(self.versions_in(row, account)) < len(possible)


def rule_accounts(hand: Hand, law: BoundRuleset, rule_once: Callable[[Hand, BoundRuleset], Any]) -> Any:
    """Return the ruling on a hand with accounts: that of the versions found true, or one that leaves it open."""
    record, found = hand.written, tellings(hand.written)
    budget = Budget(_SHARED)
    judged = [(one, _within(budget, partial(rule_once, _alone(one), law))) for one in found.possible]
    keys = {one.versions: _key(ruling) for one, ruling in judged}
    rows = _rows([(one.versions, ruling) for one, ruling in judged], keys)
    trusted = {one.versions for one in found.believed}
    believed = tuple(
        row._replace(versions=kept)
        for row in rows
        if (kept := tuple(v for v in row.versions if v in trusted))
    )
    chosen = found.chosen.versions
    ruling = next(ruling for one, ruling in judged if one.versions == chosen)
    kind = _kind(rows, believed, [ruling for _, ruling in judged])
    settled = tuple(one for _, one in judged if one is not None)
    accounts = JudgedAccounts(
        record, kind, rows, believed, found.impossible, None if kind == "depends" else chosen, (), settled
    )
    possible = {one.versions: one.hand.record for one in found.believed if one.hand}
    if kind == "depends":
        accounts = accounts._replace(asks=tuple(_asks(record, law, possible, keys)))
        told = [row.ruling for row in believed if row.ruling is not None]
        base = told[0] if told else rule_once(_alone(found.chosen), law)
        return _left_open(base, settled or [base], believed, accounts)
    findings = ruling.findings
    if kind == "found":
        others = {one.versions: other for one, other in judged if other is not None}
        findings = tuple(_resting(one, chosen, others, record.accounts) for one in findings)
        by_number = {one.number: one for one in findings}
        ruling = ruling._replace(claims=tuple(one.with_findings(by_number) for one in ruling.claims))
    replay = ruling.replay._replace(hand=ruling.replay.hand._replace(written=record))
    return ruling._replace(replay=replay, findings=findings, accounts=accounts)


def _alone(one: Combination) -> Hand:
    """Return the hand of a combination, as if it were a record of its own."""
    assert one.hand is not None
    return one.hand._replace(written=None)


def _within(budget: Budget, work: Callable[[], Any]) -> Any:
    """Return the result of some work, None if the shared budget runs out."""
    try:
        with within(budget):
            return work()
    except Spent:
        if exhausted():
            raise
        return None


def _key(ruling: Any) -> tuple[Any, ...]:
    """Return what two versions must have alike to count as the same ruling."""
    if ruling is None:
        return ("not settled",)
    remedy = ruling.remedy
    return (
        remedy.outcome,
        remedy.reneging_team,
        remedy.score,
        remedy.marks,
        remedy.range,
        ruling.next_dealer,
    )


def _rows(judged: Sequence[tuple[tuple[int, ...], Any]], keys: dict[tuple[int, ...], Any]) -> tuple[Row, ...]:
    found: dict[Any, Row] = {}
    for versions, ruling in judged:
        row = found.get(keys[versions], Row((), ruling))
        found[keys[versions]] = row._replace(versions=(*row.versions, versions))
    return tuple(found.values())


def _kind(rows: Sequence[Row], believed: Sequence[Row], rulings: Sequence[Any]) -> Kind:
    if len(rulings) == 1 and rulings[0] is not None:
        return "only"
    if len(rows) == 1 and rows[0].ruling is not None:
        verdicts = {tuple((one.verdict, one.guilty) for one in ruling.claims) for ruling in rulings}
        return "same" if len(verdicts) == 1 else "same_score"
    return "found" if len(believed) == 1 and believed[0].ruling is not None else "depends"


def _identity(finding: Finding) -> tuple[Any, ...]:
    return finding.infraction, finding.seat, finding.team, finding.at, finding.verdict, finding.penalty


def _resting(
    finding: Finding,
    chosen: tuple[int, ...],
    rulings: dict[tuple[int, ...], Any],
    accounts: Sequence[Account],
) -> Finding:
    """Return a finding, with the accounts whose findings of fact it rests on among its facts."""
    rests = [
        f"account {place + 1}"
        for place, account in enumerate(accounts)
        if account.found
        and any(
            _identity(finding) not in map(_identity, ruling.findings)
            for versions, ruling in rulings.items()
            if versions[place] != chosen[place]
            and versions[:place] + versions[place + 1 :] == chosen[:place] + chosen[place + 1 :]
        )
    ]
    return finding._replace(facts={**finding.facts, "rests_on": ", ".join(rests)}) if rests else finding


def _left_open(base: Any, rulings: Sequence[Any], believed: Sequence[Row], accounts: JudgedAccounts) -> Any:
    """Return the ruling while it depends: the findings of every version, and both ends of the score."""
    shared = set.intersection(*({_identity(one) for one in ruling.findings} for ruling in rulings))
    common = [one for one in base.findings if _identity(one) in shared and not one.of_claim]
    findings = tuple(one._replace(number=place) for place, one in enumerate(common))
    remedy = Remedy("undetermined", range=_range(believed), sides=base.remedy.sides)
    hand = base.replay.hand
    hand = hand._replace(record=hand.record.model_copy(update={"claims": []}), written=accounts.record)
    return base._replace(
        replay=base.replay._replace(hand=hand),
        findings=findings,
        claims=(),
        tally=base.tally._replace(points=None) if "points" in base.tally._fields else base.tally,
        remedy=remedy,
        unclaimed=remedy,
        stop=None,
        sheet_agrees=None,
        both_guilty=False,
        accounts=accounts,
    )


def _range(rows: Sequence[Row]) -> Range | None:
    """Return the least and the most of each side over some rows; None if one of them has no score."""
    lows, highs, reached = list[Scores](), list[Scores](), True
    for row in rows:
        remedy = row.ruling.remedy if row.ruling else None
        if remedy and remedy.range:
            lows.append(remedy.range.low)
            highs.append(remedy.range.high)
            reached = reached and remedy.range.reached
        elif remedy and None not in remedy.known:
            lows.append(remedy.known)
            highs.append(remedy.known)
        else:
            return None
    return Range(tuple(map(min, zip(*lows, strict=True))), tuple(map(max, zip(*highs, strict=True))), reached)


def _asks(
    record: Any, law: BoundRuleset, records: dict[tuple[int, ...], Any], keys: dict[tuple[int, ...], Any]
) -> Iterator[Ask]:
    """Yield the questions that decide, best first: the answer to it leaves the fewest different rulings on average."""
    waiting: list[tuple[dict[tuple[int, ...], Any], tuple[int, tuple[int, ...]] | None]] = [(records, None)]
    asked = set[int]()
    while waiting:
        some, after = waiting.pop(0)
        best = _best(some, keys, asked)
        if best is None:
            continue
        groups = _groups(some, best, keys)
        asked.add(best)
        yield Ask(best, _question(record, law, some, best, groups), after)
        for group in groups:
            left = {versions: one for versions, one in some.items() if versions[best] in group}
            if len({keys[versions] for versions in left}) > 1:
                waiting.append((left, (best, group)))


def _best(some: dict[tuple[int, ...], Any], keys: dict[tuple[int, ...], Any], asked: set[int]) -> int | None:
    """Return the account to ask about next; None if none makes a difference."""
    found = list[tuple[float, int]]()
    for account in range(len(next(iter(some)))):
        groups = _groups(some, account, keys)
        if account in asked or len(groups) < 2:
            continue
        left = [
            len({keys[versions] for versions in some if versions[account] == version})
            for group in groups
            for version in group
        ]
        found.append((sum(left) / len(left), account))
    return min(found, default=(0.0, None))[1]


def _groups(
    some: dict[tuple[int, ...], Any], account: int, keys: dict[tuple[int, ...], Any]
) -> list[tuple[int, ...]]:
    """Group the versions of an account that give the same ruling, whatever the versions of the others."""
    found: dict[frozenset[Any], list[int]] = {}
    for version in dict.fromkeys(versions[account] for versions in some):
        rules = frozenset(
            (versions[:account] + versions[account + 1 :], keys[versions])
            for versions in some
            if versions[account] == version
        )
        found.setdefault(rules, []).append(version)
    return [tuple(group) for group in found.values()]


def _question(
    record: Any,
    law: BoundRuleset,
    some: dict[tuple[int, ...], Any],
    account: int,
    groups: Sequence[tuple[int, ...]],
) -> str:
    """Return a question about the one field that differs between groups of versions, else about whom to believe."""
    told = [
        [next(one for key, one in some.items() if key[account] == version) for version in group]
        for group in groups
    ]
    differ = [
        name
        for name in type(record).model_fields
        if len({repr(getattr(one, name)) for group in told for one in group}) > 1
    ]
    ask = _QUESTIONS.get(differ[0]) if len(differ) == 1 else None
    return (ask and ask(record, law, told)) or _who(record, account, groups)


def _who(record: Any, account: int, groups: Sequence[tuple[int, ...]]) -> str:
    """Return the question whom to believe."""
    own = record.accounts[account]
    sides = [said_by(record, account, group) or "nobody" for group in groups]
    return f"Who is right about {own.about}: {', '.join(sides[:-1])} or {sides[-1]}?"


def said_by(record: Any, account: int, versions: Sequence[int]) -> str:
    """Return who tells some versions of an account: `Carl and Joe`; empty if nobody does."""
    seats = record.seating.seats
    players = {seat: record.players.get(seat) or seat_name(seat) for seat in seats}
    names = [
        f"the {SHEET}" if one == SHEET else one
        for version in versions
        for one in tellers(record.accounts[account].versions[version], seats, players)
    ]
    return listed(names)


def _name(record: Any, seat: str) -> str:
    return str(record.players.get(seat) or seat_name(seat))


#: The records of the versions, by group.
_Told = Sequence[Sequence[Any]]


def _about_plays(record: Any, _law: BoundRuleset, told: _Told) -> str:
    """Ask for the first card that differs."""
    plays = [one.plays for group in told for one in group]
    for at, fell in enumerate(zip(*plays, strict=False)):
        cards = list(dict.fromkeys(play.card for play in fell))
        seats = {play.seat for play in fell}
        if len(cards) > 1 and len(seats) == 1 and None not in cards:
            trick = record.seating.trick_of(at)
            which = listed([pretty(card) for card in cards if card], "or")
            return f"Which card did {_name(record, fell[0].seat)} play to trick {trick}: {which}?"
    return ""


def _about_melds(record: Any, law: BoundRuleset, told: _Told) -> str:
    """Ask if a meld was called, or called in time, or as which."""
    held = [
        [{(meld.seat, meld.kind, *meld.cards): meld for meld in one.melds or ()} for one in group]
        for group in told
    ]
    every = {key: meld for group in held for one in group for key, meld in one.items()}
    differ = [key for key in every if len({repr(one.get(key)) for group in held for one in group}) > 1]
    seats = {key[0] for key in differ}
    if len(seats) != 1 or len(told) != 2:
        return ""
    (seat,) = seats
    who = _name(record, seat)
    if all(key[1] == "belle" for key in differ):
        return f"Did {who} say belle{_before_belle_is_late(told[0][0], law, seat)}?"
    kinds = [{one[1] for inner in group for one in inner if one in differ} for group in held]
    if all(kinds) and not kinds[0] & kinds[1] and all(kind in _MELDS for group in kinds for kind in group):
        order = list(_MELDS)
        first, second = ([order.index(kind) for kind in group] for group in kinds)
        one = listed([_MELDS[order[place]] for place in sorted(first)], "or")
        other = (
            "something higher"
            if min(second) > max(first)
            else listed([_MELDS[order[place]] for place in sorted(second)], "or")
        )
        return f"Did {who} say {one}, or {other}?"
    if len(differ) == 1 and not all(kinds):
        first_card = next((play.card for play in told[0][0].plays if play.seat == seat), None)
        before = f" before playing {pretty(first_card)}" if first_card else ""
        return f"Did {who} call the {_MELDS.get(differ[0][1], 'meld')}{before}?"
    return ""


def _before_belle_is_late(record: Any, law: BoundRuleset, seat: str) -> str:
    """Return the deadline of belle, ` before 9♦ was played`; empty if the ruleset has another than the next card."""
    if getattr(law.toggles, "belle_deadline", "") != "next_card":
        return ""
    held = [
        at for at, play in enumerate(record.plays) if play.seat == seat and play.card and play.card[0] in "KQ"
    ]
    suits = {record.plays[at].card[1] for at in held}
    both = {suit: [at for at in held if record.plays[at].card[1] == suit] for suit in suits}
    trumps = [places for suit, places in both.items() if len(places) == 2 and suit == _trump(record)]
    if not trumps or trumps[0][1] + 1 >= len(record.plays):
        return " in time"
    following = record.plays[trumps[0][1] + 1].card
    return f" before {pretty(following)} was played" if following else " in time"


def _trump(record: Any) -> str:
    """Return the letter of the trump suit by the calls or the contract; empty if they do not say."""
    if record.contract:
        return str(record.contract.trump)
    named = [call.call for call in record.declarations or () if call.call != "pass"]
    if named[:1] == ["play"]:
        return str(record.deal.upcard)[1:] if record.deal.upcard else ""
    return str(named[0]) if named else ""


def _about_claims(record: Any, _law: BoundRuleset, told: _Told) -> str:
    """Ask if a claim came before the last trick was turned."""
    claims = [[one.claims for one in group] for group in told]
    flat = [one for group in claims for one in group]
    if len(told) != 2 or len({len(one) for one in flat}) != 1:
        return ""
    differ = [
        place for place, same in enumerate(zip(*flat, strict=True)) if len({repr(one) for one in same}) > 1
    ]
    if len(differ) != 1:
        return ""
    (place,) = differ
    by = flat[0][place].by
    late = [{number(one[place].at) >= TURNED for one in group} for group in claims]
    if by and late in ([{False}, {True}], [{True}, {False}]):
        return f"Had the last trick been turned face down when {_name(record, by)} spoke up?"
    return ""


def _about_incidents(record: Any, _law: BoundRuleset, told: _Told) -> str:
    """Ask if an incident happened that only some tell of."""
    noted = [[[repr(incident) for incident in one.incidents] for one in group] for group in told]
    every = {repr(incident): incident for group in told for one in group for incident in one.incidents}
    differ = [key for key in every if len({key in one for group in noted for one in group}) > 1]
    if len(differ) != 1 or len(told) != 2:
        return ""
    incident = every[differ[0]]
    who = _name(record, incident.seat) if incident.seat else ""
    card = pretty(incident.card) if incident.card else "a card"
    deed = incident_kinds()[incident.kind].text.format(seat=who or "somebody", card=card)
    quote = f", “{incident.quote}”" if incident.quote else ""
    return f"Is it true that {deed}{quote}?"


def _about_calls(record: Any, _law: BoundRuleset, told: _Told) -> str:
    """Ask who made trumps, or what somebody bid."""
    made = [[_first_bid(one) for one in group] for group in told]
    if not all(all(group) for group in made):
        return ""
    seats = [list(dict.fromkeys(bid.seat for bid in group)) for group in made]
    calls = [list(dict.fromkeys(bid.call for bid in group)) for group in made]
    everybody = list(dict.fromkeys(seat for group in seats for seat in group))
    if len(everybody) > 1 and len({call for group in calls for call in group}) == 1:
        return f"Did {listed([_name(record, seat) for seat in everybody], 'or')} say {calls[0][0]}?"
    if len(everybody) == 1 and len(told) == 2:
        return f"Did {_name(record, everybody[0])} bid {listed(calls[0], 'or')}, or {listed(calls[1], 'or')}?"
    return ""


def _first_bid(record: Any) -> Any:
    """Return the first call other than a pass, None without one."""
    return next((call for call in record.declarations or () if call.call != "pass"), None)


_QUESTIONS: Final[dict[str, Callable[[Any, BoundRuleset, _Told], str]]] = {
    "plays": _about_plays,
    "melds": _about_melds,
    "claims": _about_claims,
    "incidents": _about_incidents,
    "declarations": _about_calls,
}


def accounts_data(
    judged: JudgedAccounts, finding_data: Callable[[Finding, Hand], dict[str, Any]]
) -> dict[str, Any]:
    """Return judged accounts as data. Accounts and versions count from 1."""
    return {
        "same": judged.kind in ("same", "same_score"),
        "ruled_by": None if judged.ruled_by is None else [one + 1 for one in judged.ruled_by],
        "rows": [_row_data(row, finding_data) for row in judged.rows],
        "impossible": [
            {"account": account + 1, "version": version + 1, **_why(one)}
            for (account, version), one in judged.impossible_versions.items()
        ]
        + [{"versions": [version + 1 for version in one.versions], **_why(one)} for one in judged.clashing],
        "asks": [
            {
                "account": ask.account + 1,
                "question": ask.question,
                **(
                    {"after": {"account": ask.after[0] + 1, "versions": [one + 1 for one in ask.after[1]]}}
                    if ask.after
                    else {}
                ),
            }
            for ask in judged.asks
        ],
    }


def _row_data(row: Row, finding_data: Callable[[Finding, Hand], dict[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {"versions": [[one + 1 for one in versions] for versions in row.versions]}
    if row.ruling is None:
        return {**data, "outcome": "undetermined", "score": None, "marks": None, "verdict": "not_settled"}
    remedy, hand = row.ruling.remedy, row.ruling.replay.hand
    sides = hand.seating.side_names
    return {
        **data,
        "outcome": remedy.outcome,
        "score": None if remedy.score is None else dict(zip(sides, remedy.score, strict=True)),
        "marks": None if remedy.marks is None else dict(zip(sides, remedy.marks, strict=True)),
        "claims": [{"claim": one.number, "verdict": one.verdict} for one in row.ruling.claims],
        "findings": [finding_data(one, hand) for one in row.ruling.findings],
    }


def why_impossible(one: Combination) -> str:
    """Return the contradiction of a combination in a sentence without its full stop."""
    fault = one.impossible[0]
    return f"{fault.what}; {fault.why}" if fault.why else fault.what


def _why(one: Combination) -> dict[str, Any]:
    return {"why": why_impossible(one), "where": [pointer(fault.path) for fault in one.impossible]}
