"""Sentences of a ruling about a hand that people tell differently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clabber_audit.judge.accounts import Ask, JudgedAccounts, Row, said_by, why_impossible
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.notation.writer import version_text
from clabber_audit.report.layout import american
from clabber_audit.report.phrases import CLAIMS, listed, sentence
from clabber_audit.report.verdict import first_line


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
    asks: tuple[str, ...]
    impossible: tuple[str, ...]

    @property
    def is_table(self) -> bool:
        """True if the versions are shown one below the other, which is while it depends."""
        return not any(row.stands for row in self.rows)

    @property
    def texts(self) -> list[str]:
        """The lines, and the rows if there are several, as sentences."""
        asks = [f"What would decide it: {' '.join(self.asks)}"] if self.asks else []
        rows = [f"{row.who}: {row.outcome}" for row in self.rows] if self.is_table else []
        return [*self.lines, *asks, *rows, *self.impossible]


def accounts_text(ruling: Ruling) -> AccountsText | None:
    """Return what is said of the accounts of a hand; None if it has none."""
    judged = ruling.accounts
    if judged is None:
        return None
    about = listed([account.about for account in judged.record.accounts])
    lead = {
        "same": f"The same either way: it makes no difference who is right about {about}.",
        "same_score": f"The same score either way, whoever is right about {about}.",
        "only": f"Only one version of {about} can be. The ruling goes by it, taking it that one of them is right.",
        "found": "",
        "depends": "",
    }[judged.kind]
    return AccountsText(
        lead,
        tuple(_lines(judged, about)),
        tuple(_row(judged, row) for row in (judged.believed if judged.is_open else judged.rows)),
        tuple(_asked(judged, ask) for ask in judged.asks),
        tuple(_impossible(judged)),
    )


def _lines(judged: JudgedAccounts, about: str) -> Iterator[str]:
    if judged.kind == "depends":
        yield f"People tell it differently: {about}."
    for place, account in enumerate(judged.record.accounts):
        if found := account.found:
            who = said_by(judged.record, place, [found.version - 1]) or f"version {found.version}"
            on = f" on {american(found.on)}" if found.on else ""
            if judged.kind == "found":
                yield sentence(
                    f"this rests on a finding of fact by {found.by}{on}, who believed {who}: {found.because}"
                )
            elif judged.kind == "depends":
                yield sentence(f"{found.by} believed {who}{on}: {found.because}. That does not settle it")
            else:
                yield sentence(f"{found.by} believed {who}{on}: {found.because}. It makes no difference")
    if judged.kind == "found":
        for row in judged.rows:
            if row.versions[0] not in {one for own in judged.believed for one in own.versions}:
                yield f"{_who(judged, row)}, it would be: {_outcome(row)}"
    if judged.kind == "same_score":
        yield from _claims(judged)


def _claims(judged: JudgedAccounts) -> Iterator[str]:
    """Yield the verdicts on claims that differ at no cost."""
    verdicts: dict[tuple[int, str], None] = {}
    for ruling in judged.rulings:
        for one in ruling.claims:
            verdicts.setdefault((one.number, one.verdict))
    for number in dict.fromkeys(number for number, _ in verdicts):
        own = [
            CLAIMS[verdict].aside or verdict.replace("_", " ")
            for place, verdict in verdicts
            if place == number
        ]
        if len(own) > 1:
            yield f"Only the verdict on claim {number + 1} differs, {listed(own, 'or')}, which costs nobody."


def _who(judged: JudgedAccounts, row: Row) -> str:
    """Return the condition of a row: `If Carl and Joe are right about Ruth’s belle`."""
    parts = list[str]()
    for place, account in enumerate(judged.record.accounts):
        if judged.matters_in(row, place) or len(judged.record.accounts) == 1:
            who = _right(judged, place, judged.versions_in(row, place), again=bool(parts))
            parts.append(f"{who} about {account.about}")
    return f"If {listed(parts)}" if parts else "Whoever is right"


def _right(judged: JudgedAccounts, place: int, versions: Sequence[int], *, again: bool = False) -> str:
    """Return a clause: `Carl and Joe are right`, or `Carl and Joe` if the verb came before."""
    who = said_by(judged.record, place, versions) or f"version {versions[0] + 1}"
    return who if again else f"{who} {'are' if ' and ' in who else 'is'} right"


def _outcome(row: Row) -> str:
    return (
        first_line(row.ruling)
        if row.ruling
        else "not settled within the search limit; --effort searches longer."
    )


def _row(judged: JudgedAccounts, row: Row) -> ShownRow:
    record = judged.record
    says = [
        version_text(record, record.accounts[place].versions[version])
        for place in range(len(record.accounts))
        if len(record.accounts) == 1 or judged.matters_in(row, place)
        for version in judged.versions_in(row, place)
    ]
    return ShownRow(_who(judged, row), tuple(says), _outcome(row), judged.ruled_by in row.versions)


def _asked(judged: JudgedAccounts, ask: Ask) -> str:
    if ask.after is None:
        return ask.question
    place, versions = ask.after
    return f"Then, if {_right(judged, place, versions)} about that: {ask.question}"


def _impossible(judged: JudgedAccounts) -> Iterator[str]:
    for (place, version), one in judged.impossible_versions.items():
        who = said_by(judged.record, place, [version])
        whose = (
            f"{who}’s version" if who else f"version {version + 1} of {judged.record.accounts[place].about}"
        )
        yield sentence(f"{whose} cannot be: {why_impossible(one)}")
    for one in judged.clashing:
        told = [said_by(judged.record, place, [version]) for place, version in enumerate(one.versions)]
        yield sentence(
            f"{'; '.join(who or 'nobody' for who in told)}: they cannot all be right: {why_impossible(one)}"
        )
