"""Rulings and records without personal names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.accounts import nameless_accounts, remove_texts
from clabber_audit.records.formats import digest, record_data

if TYPE_CHECKING:
    from clabber_audit.records.bid_euchre import BidEuchreRecord
    from clabber_audit.records.clabber import HandRecord

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
