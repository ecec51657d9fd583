"""Sentences of a ruling about a hand that people tell differently."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.cards import TURNED, clock_of, prettify, seat_name
from clabber_audit.core.text import join_words
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.accounts import AccountQuestion, JudgedAccounts, Row
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.accounts import SHEET, Combination, pointer, tellers
from clabber_audit.records.hand import Hand
from clabber_audit.records.notation.writer import version_text
from clabber_audit.report.claims import CLAIMS
from clabber_audit.report.layout import format_american_date
from clabber_audit.report.phrases import STRAINS, sentence, strain_name
from clabber_audit.report.scores import game_outcome
from clabber_audit.report.verdict import first_line
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.infraction import incident_kinds

#: Records of the versions of an account, those that rule alike together.
_Groups = Sequence[Sequence[Any]]
#: The melds as players call them, lowest first.
_MELDS: Final = {"dad": "dad", "fifty": "fifty", "hundred": "hundred", "two_hundred": "two hundred"}


class ShownRow(NamedTuple):
    """Versions that rule alike, in words."""

    who: str
    #: What they change in the record as typed, in the words of `.clab`.
    says: tuple[str, ...]
    outcome: str
    #: True if the ruling goes by them.
    stands: bool


class AccountsText(NamedTuple):
    """Accounts of a ruling, in words."""

    #: Sentence that it makes no difference, or that only one version is possible; empty otherwise.
    lead: str
    #: Findings of fact, and claims that are judged differently at no cost.
    lines: tuple[str, ...]
    rows: tuple[ShownRow, ...]
    questions: tuple[str, ...]
    impossible: tuple[str, ...]

    @property
    def is_table(self) -> bool:
        """True if the versions are listed side by side, because the verdict depends on which is true."""
        return not any(row.stands for row in self.rows)

    @property
    def texts(self) -> list[str]:
        """The lines, and the rows if there are several, as sentences."""
        asks = [f"What would decide it: {' '.join(self.questions)}"] if self.questions else []
        rows = [f"{row.who}: {row.outcome}" for row in self.rows] if self.is_table else []
        return [*self.lines, *asks, *rows, *self.impossible]


def accounts_text(ruling: Ruling) -> AccountsText:
    """Return the accounts of a ruling in words."""
    judged = ruling.accounts
    assert judged is not None
    record = judged.record
    about = join_words(account.about for account in record.accounts)
    lead = {
        "same": f"The same either way: it makes no difference who is right about {about}.",
        "same_score": f"The same score either way, whoever is right about {about}.",
        "only": f"Only one version of {about} is possible. The ruling goes by it, assuming one of them is right.",
        "found": "",
        "depends": "",
    }[judged.kind]
    rows = []
    for row in judged.believed if judged.is_open else judged.rows:
        says = [
            version_text(record, record.accounts[place].versions[version])
            for place in range(len(record.accounts))
            if len(record.accounts) == 1 or judged.matters_in(row, place)
            for version in judged.versions_in(row, place)
        ]
        stands = judged.ruled_by in row.versions
        rows.append(ShownRow(_format_condition(judged, row), tuple(says), _outcome(row.ruling), stands))
    questions = []
    for ask in judged.questions:
        after = f"Then, if {_format_believed(judged, *ask.after)} about that: " if ask.after else ""
        questions.append(after + account_question(ruling, ask))
    impossible = []
    for (place, version), combination in judged.impossible_versions.items():
        who = format_tellers(record, place, [version])
        whose = f"{who}’s version" if who else f"version {version + 1} of {record.accounts[place].about}"
        impossible.append(f"{whose} is impossible: {explain_impossible(combination)}")
    for combination in judged.clashing_combinations:
        placed = enumerate(combination.versions)
        told = (format_tellers(record, place, [version]) for place, version in placed)
        tellers = "; ".join(who or "nobody" for who in told)
        impossible.append(f"{tellers}: they cannot all be right: {explain_impossible(combination)}")
    lines = tuple(_lines(judged, about))
    return AccountsText(lead, lines, tuple(rows), tuple(questions), tuple(map(sentence, impossible)))


def _lines(judged: JudgedAccounts, about: str) -> Iterator[str]:
    if judged.kind == "depends":
        yield f"People tell it differently: {about}."
    for place, account in enumerate(judged.record.accounts):
        if found := account.found:
            who = format_tellers(judged.record, place, [found.version - 1]) or f"version {found.version}"
            which = f"about {account.about}, " if len(judged.record.accounts) > 1 else ""
            on = f" on {format_american_date(found.on)}" if found.on else ""
            if judged.kind == "found":
                rests = f"this rests on a finding of fact by {found.by}{on}"
                yield sentence(f"{which}{rests}, who believed {who}: {found.because}")
            else:
                then = "That does not settle it" if judged.kind == "depends" else "It makes no difference"
                yield sentence(f"{which}{found.by} believed {who}{on}: {found.because}. {then}")
    if judged.kind == "found":
        believed = {version for own in judged.believed for version in own.versions}
        for row in judged.rows:
            if believed.isdisjoint(row.versions):
                yield f"{_format_condition(judged, row)}, it would be: {_outcome(row.ruling)}"
    if judged.kind != "same_score":
        return
    # Verdicts on claims that differ at no cost.
    verdicts = dict.fromkeys((one.number, one.verdict) for ruling in judged.rulings for one in ruling.claims)
    for claim in dict.fromkeys(place for place, _ in verdicts):
        own = [verdict for place, verdict in verdicts if place == claim]
        if len(own) > 1:
            words = join_words((CLAIMS[verdict].aside or verdict.replace("_", " ") for verdict in own), "or")
            yield f"Only the verdict on claim {claim + 1} differs, {words}, which costs nobody anything."


def _format_condition(judged: JudgedAccounts, row: Row) -> str:
    """Return the condition of a row: `If Carl and Joe are right about Ruth’s belle`."""
    parts = list[str]()
    for place, account in enumerate(judged.record.accounts):
        if judged.matters_in(row, place) or len(judged.record.accounts) == 1:
            who = _format_believed(judged, place, judged.versions_in(row, place), again=bool(parts))
            parts.append(f"{who} about {account.about}")
    return f"If {join_words(parts)}" if parts else "Whoever is right"


def _outcome(ruling: Ruling | None) -> str:
    """Return the first line of the ruling on some versions, and who wins the game by them."""
    if ruling is None:
        return "not settled within the search limit; --effort searches longer."
    won = next(game_outcome(ruling, speaker_of(ruling)), None)
    return f"{first_line(ruling)} {sentence(won)}" if won else first_line(ruling)


def _format_believed(
    judged: JudgedAccounts, place: int, versions: Sequence[int], *, again: bool = False
) -> str:
    """Return a clause: `Carl and Joe are right`, or `Carl and Joe` if the verb came before."""
    who = format_tellers(judged.record, place, versions) or f"version {versions[0] + 1}"
    return who if again else f"{who} {'are' if ' and ' in who else 'is'} right"


def account_question(ruling: Ruling, one: AccountQuestion) -> str:
    """Return a question about the one field that differs between groups of versions, else about whom to believe."""
    assert ruling.accounts is not None
    record, versions = ruling.accounts.record, [version for group in one.records for version in group]
    fields = type(record).model_fields
    differ = [name for name in fields if len({repr(getattr(version, name)) for version in versions}) > 1]
    ask = _QUESTIONS.get(differ[0]) if len(differ) == 1 else None
    if ask and (question := ask(record, ruling, one.records)):
        return question
    sides = [format_tellers(record, one.account, group) or "nobody" for group in one.groups]
    return f"Who is right about {record.accounts[one.account].about}: {', '.join(sides[:-1])} or {sides[-1]}?"


def format_tellers(record: Any, account: int, versions: Sequence[int]) -> str:
    """Return who tells some versions of an account: `Carl and Joe`; empty if nobody does."""
    seats = record.seating.seats
    players = {seat: record.players.get(seat) or seat_name(seat) for seat in seats}
    names = [
        f"the {SHEET}" if teller == SHEET else teller
        for version in versions
        for teller in tellers(record.accounts[account].versions[version], seats, players)
    ]
    return join_words(names)


def _name(record: Any, seat: str) -> str:
    return str(record.players.get(seat) or seat_name(seat))


def _ask_for_card(record: Any, _ruling: Ruling, groups: _Groups) -> str:
    """Ask for the first card that differs."""
    plays = [version.plays for group in groups for version in group]
    for at, fell in enumerate(zip(*plays, strict=False)):
        cards = list(dict.fromkeys(play.card for play in fell))
        seats = {play.seat for play in fell}
        if len(cards) > 1 and len(seats) == 1 and None not in cards:
            trick = record.seating.trick_of(at)
            which = join_words((prettify(card) for card in cards if card), "or")
            return f"Which card did {_name(record, fell[0].seat)} play to trick {trick}: {which}?"
    return ""


def _find_differing(groups: _Groups, parts: Callable[[Any], Mapping[Any, Any]]) -> dict[Any, Any]:
    """Return the parts that differ between versions, by key."""
    versions = [parts(version) for group in groups for version in group]
    every = {key: part for version in versions for key, part in version.items()}
    return {key: every[key] for key in every if len({repr(version.get(key)) for version in versions}) > 1}


def _ask_about_meld(record: Any, ruling: Ruling, groups: _Groups) -> str:
    """Ask if a meld was called, or called in time, or as which."""

    def melds(version: Any) -> dict[tuple[str, ...], Any]:
        return {(meld.seat, meld.kind, *meld.cards): meld for meld in version.melds or ()}

    differ = _find_differing(groups, melds)
    seats = {key[0] for key in differ}
    if len(seats) != 1 or len(groups) != 2:
        return ""
    (seat,) = seats
    who = _name(record, seat)
    if all(key[1] == "belle" for key in differ):
        return f"Did {who} say belle{_format_belle_deadline(groups[0][0], ruling, seat)}?"
    kinds = [{key[1] for version in group for key in melds(version) if key in differ} for group in groups]
    if all(kinds) and not kinds[0] & kinds[1] and all(kind in _MELDS for group in kinds for kind in group):
        order = list(_MELDS)
        first, second = (sorted(map(order.index, group)) for group in kinds)
        one, other = (join_words((_MELDS[order[place]] for place in own), "or") for own in (first, second))
        return f"Did {who} say {one}, or {'something higher' if second[0] > first[-1] else other}?"
    if len(differ) == 1 and not all(kinds):
        first_card = next((play.card for play in groups[0][0].plays if play.seat == seat), None)
        before = f" before playing {prettify(first_card)}" if first_card else ""
        (kind,) = {key[1] for key in differ}
        return f"Did {who} call the {_MELDS.get(kind, 'meld')}{before}?"
    return ""


def _format_belle_deadline(record: Any, ruling: Ruling, seat: str) -> str:
    """Return the deadline of belle, ` before 9♦ was played`; empty if the ruleset has another than the next card."""
    if getattr(ruling.law.toggles, "belle_deadline", "") != "next_card":
        return ""
    belle = [f"{rank}{_trump(record)}" for rank in "KQ"]
    held = [at for at, play in enumerate(record.plays) if play.seat == seat and play.card in belle]
    if len(held) != 2 or held[1] + 1 >= len(record.plays):
        return " in time"
    following = record.plays[held[1] + 1].card
    return f" before {prettify(following)} was played" if following else " in time"


def _trump(record: Any) -> str:
    """Return the letter of the trump suit by the calls or the contract; empty if they do not say."""
    if record.contract:
        return str(record.contract.trump)
    named = [call.call for call in record.declarations or () if call.call != "pass"]
    if named[:1] == ["play"]:
        return str(record.deal.upcard)[1:] if record.deal.upcard else ""
    return str(named[0]) if named else ""


def _ask_about_claim(record: Any, _ruling: Ruling, groups: _Groups) -> str:
    """Ask if a claim came before the last trick was turned."""
    differ = _find_differing(groups, lambda version: dict(enumerate(version.claims)))
    counts = {len(version.claims) for group in groups for version in group}
    if len(groups) != 2 or len(counts) != 1 or len(differ) != 1:
        return ""
    (place,) = differ
    by = groups[0][0].claims[place].by
    late = [{clock_of(version.claims[place].at) >= TURNED for version in group} for group in groups]
    if by and late in ([{False}, {True}], [{True}, {False}]):
        return f"Had the last trick been turned face down when {_name(record, by)} spoke up?"
    return ""


def _ask_about_incident(record: Any, _ruling: Ruling, groups: _Groups) -> str:
    """Ask if an incident happened that only some tell of."""
    differ = _find_differing(groups, lambda version: {repr(one): one for one in version.incidents})
    if len(differ) != 1 or len(groups) != 2:
        return ""
    (incident,) = differ.values()
    who = _name(record, incident.seat) if incident.seat else ""
    card = prettify(incident.card) if incident.card else "a card"
    deed = incident_kinds()[incident.kind].text.format(seat=who or "somebody", card=card)
    quote = f", “{incident.quote}”" if incident.quote else ""
    return f"Is it true that {deed}{quote}?"


def _ask_about_call(record: Any, _ruling: Ruling, groups: _Groups) -> str:
    """Ask who made trump, or what a player bid or named."""

    def named_strain(version: Any) -> str:
        """Return the strain that a bidder of the family named; empty if none."""
        return next((call.trump for call in version.declarations or () if getattr(call, "trump", None)), "")

    def first_call(version: Any) -> Any:
        return next((call for call in version.declarations or () if call.call != "pass"), None)

    made = [list(map(first_call, group)) for group in groups]
    if not all(all(group) for group in made):
        return ""
    seats = [list(dict.fromkeys(bid.seat for bid in group)) for group in made]
    calls = [list(dict.fromkeys(bid.call for bid in group)) for group in made]
    everybody = list(dict.fromkeys(seat for group in seats for seat in group))
    if len(everybody) > 1 and len({call for group in calls for call in group}) == 1:
        who = join_words((_name(record, seat) for seat in everybody), "or")
        return f"Did {who} say {_call_words(calls[0][0])}?"
    if len(everybody) == 1 and len(groups) == 2:
        verb = "bid"
        if calls[0] == calls[1]:
            verb = "name"
            calls = [list(filter(None, dict.fromkeys(map(named_strain, group)))) for group in groups]
        if calls[0] != calls[1] and all(calls):
            one, other = (join_words(map(_call_words, group), "or") for group in calls)
            verb = "say" if "play" in (*calls[0], *calls[1]) else verb
            return f"Did {_name(record, everybody[0])} {verb} {one}, or {other}?"
    return ""


def _call_words(call: str) -> str:
    """Return a call as players say it: `play`, `diamonds`, `4`."""
    return strain_name(call) if call in STRAINS else call.replace("_", " ")


_QUESTIONS: Final[dict[str, Callable[[Any, Ruling, _Groups], str]]] = {
    "plays": _ask_for_card,
    "melds": _ask_about_meld,
    "claims": _ask_about_claim,
    "incidents": _ask_about_incident,
    "declarations": _ask_about_call,
}


def accounts_data(ruling: Ruling, finding_data: Callable[[Finding, Hand], dict[str, Any]]) -> dict[str, Any]:
    """Return the accounts of a ruling as data. Accounts and versions count from 1."""
    judged = ruling.accounts
    assert judged is not None
    asks = []
    for question in judged.questions:
        text = account_question(ruling, question)
        asked: dict[str, Any] = {"account": question.account + 1, "question": text}
        if question.after:
            account, versions = question.after
            asked["after"] = {"account": account + 1, "versions": [version + 1 for version in versions]}
        asks.append(asked)
    return {
        "same": judged.kind in ("same", "same_score"),
        "ruled_by": None if judged.ruled_by is None else [version + 1 for version in judged.ruled_by],
        "rows": [_row_data(row, finding_data) for row in judged.rows],
        "impossible": [
            {"account": account + 1, "version": version + 1, **_impossible_data(combination)}
            for (account, version), combination in judged.impossible_versions.items()
        ]
        + [
            {"versions": [version + 1 for version in combination.versions], **_impossible_data(combination)}
            for combination in judged.clashing_combinations
        ],
        "asks": asks,
    }


def _row_data(row: Row, finding_data: Callable[[Finding, Hand], dict[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {"versions": [[version + 1 for version in versions] for versions in row.versions]}
    if row.ruling is None:
        return {**data, "outcome": "undetermined", "score": None, "marks": None, "verdict": "not_settled"}
    remedy, hand = row.ruling.remedy, row.ruling.replay.hand
    return {
        **data,
        "outcome": remedy.outcome,
        "score": remedy.score and hand.seating.map_by_side(remedy.score),
        "marks": remedy.marks and hand.seating.map_by_side(remedy.marks),
        "claims": [{"claim": claim.number, "verdict": claim.verdict} for claim in row.ruling.claims],
        "findings": [finding_data(finding, hand) for finding in row.ruling.findings],
    }


def explain_impossible(one: Combination) -> str:
    """Return the contradiction of a combination in a sentence without its full stop."""
    fault = one.impossible[0]
    return f"{fault.what}; {fault.why}" if fault.why else fault.what


def _impossible_data(combination: Combination) -> dict[str, Any]:
    places = [pointer(fault.path) for fault in combination.impossible]
    return {"why": explain_impossible(combination), "where": places}
