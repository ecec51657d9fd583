"""JSON data of a ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clabber_audit.cards import CODE, SEATS, TEAMS, Seating, codes, to_recorded_clock
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.certificates import Certificate, certificates_data
from clabber_audit.judge.claims import WeighedClaim
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.precedents import Precedents, precedents_data
from clabber_audit.judge.scoring import Remedy, scoring_of
from clabber_audit.judge.side_remarks import SideRemarks
from clabber_audit.records.formats import compact, record_data, record_line
from clabber_audit.records.hand import Hand
from clabber_audit.report.layout import to_json_text


def ruling_data(
    ruling: Ruling,
    whole: bool = True,
    proofs: Sequence[Certificate] | None = None,
    decided: Precedents | None = None,
) -> dict[str, Any]:
    """Return a ruling as data; with `whole` including the record and the resolved ruleset.

    Certificates are included if `proofs` are given, since searching them takes longer than the ruling; so are the
    decisions of a book that it cites, if they are given as `decided`.
    """
    replay, hand = ruling.replay, ruling.replay.hand
    seating, dealer, reneging = hand.seating, ruling.next_dealer, ruling.remedy.reneging_team
    scoring = scoring_of(ruling.law.game.id)
    data: dict[str, Any] = {
        "format": ruling.law.game.ruling,
        "hand": hand.record.id,
        "ruleset": ruling.law.ruleset.id,
        "trump": (replay.strain.name or None) if replay.strain else None,
        "maker": ruling.maker,
        **scoring.data_of_tricks(ruling),
        "findings": [finding_data(finding, hand) for finding in ruling.findings],
        "claims": [_claim(weighed, ruling) for weighed in ruling.claims],
        **_remedy(ruling.remedy, seating),
        "reneging_team": None if reneging is None else seating.side_names[reneging],
        **scoring.data_of_result(ruling),
        "as_played": _remedy(ruling.unclaimed, seating),
        "sheet_agrees": ruling.sheet_agrees,
        "next_dealer": None if dealer is None else seating.seats[dealer],
    }
    if ruling.effort != 1:
        data["effort"] = ruling.effort
    if wrong := ruling.gathered_wrong:
        noted = ((number, hand.record.incidents[number], winner) for number, winner in wrong.items())
        data["gathered_wrong"] = [
            {"incident": number, "trick": one.trick, "by": one.by, "won_by": seating.side_names[winner]}
            for number, one, winner in noted
        ]
    if hand.rebuilt:
        dealt = hand.before_exchanges.hands if hand.before_exchanges else hand.dealt
        named = zip(seating.seats, dealt, strict=True)
        data["rebuilt"] = {
            name: codes(cards) for seat, (name, cards) in enumerate(named) if hand.rebuilt >> seat & 1
        }
    if hand.inferred:
        data["inferred"] = {str(hand.to_recorded_clock(at)): codes(hand.cards[at])[0] for at in hand.inferred}
    data |= precedents_data(decided)
    if proofs is not None:
        versions = ruling.accounts.ruled_by if ruling.accounts else None
        data["certificates"] = certificates_data(proofs, versions or ())
    if ruling.accounts:
        from clabber_audit.report.accounts import accounts_data

        data["accounts"] = accounts_data(ruling, finding_data)
    if whole:
        data["record"] = record_data(hand.original)
        data["law"] = ruling.law.ruleset.to_data()
    return data


def _claim(weighed: WeighedClaim, ruling: Ruling) -> dict[str, Any]:
    """Return a claim as data.

    `either` are findings of which at least one is true, if only together they uphold it; `deed` upholds it and costs
    nothing.
    """
    data: dict[str, Any] = {
        "claim": weighed.number,
        "verdict": weighed.verdict,
        "finding": weighed.finding.number if weighed.finding else None,
    }
    if weighed.missing_answer:
        data["open"] = weighed.missing_answer
    if weighed.either:
        data["either"] = [finding.number for finding in weighed.either]
    if weighed.unpenalized:
        deed = finding_data(weighed.unpenalized, ruling.replay.hand)
        data["deed"] = {key: deed[key] for key in ("infraction", "seat", "team", "trick", "at")}
        data["deed"]["articles"] = [*ruling.law.articles_without_penalty(weighed.unpenalized.infraction)]
    partners = [*ruling.law.ruleset.find_carrying_articles("D-62")]
    if weighed.excused_by is not None:
        data["excused"] = {"claim": weighed.excused_by, "articles": partners}
    if weighed.not_excused_by:
        data["not_excused"] = {**weighed.not_excused_by._asdict(), "articles": partners}
    return data


def ruling_json(
    ruling: Ruling,
    remarks: SideRemarks | None = None,
    proofs: Sequence[Certificate] | None = None,
    signatures: Sequence[Mapping[str, str]] = (),
    decided: Precedents | None = None,
    appeal: Mapping[str, Any] | None = None,
) -> str:
    """Return the ruling as JSON, ending with a newline; with side remarks, certificates and signatures if given."""
    data = ruling_data(ruling, proofs=proofs, decided=decided)
    if remarks:
        data |= remarks_data(remarks)
    if appeal is not None:
        data["appeal"] = dict(appeal)
    if signatures:
        data["signatures"] = [*signatures]
    return to_json_text(data)


def ruling_line(ruling: Ruling, whole: bool = True) -> str:
    """Return the ruling as a line of JSON, with the cached text of its law."""
    line = compact(ruling_data(ruling, whole=False))
    if not whole:
        return line + "\n"
    return f'{line[:-1]},"record":{record_line(ruling.replay.hand.original)},"law":{ruling.law.text()}}}\n'


def remarks_data(remarks: SideRemarks) -> dict[str, Any]:
    """Return the side remarks `instead` and `robustness`, which are not part of the ruling."""
    sure = remarks.robustness
    return {
        "instead": [
            {
                "finding": item.finding.number,
                "seat": SEATS[item.seat],
                "choices": [
                    {
                        "card": CODE[choice.card],
                        "totals": dict(zip(TEAMS, choice.totals, strict=True)),
                        "makers_set": choice.makers_set,
                    }
                    for choice in item.choices
                ]
                or None,
            }
            for item in remarks.instead
        ],
        "robustness": {
            "needed": sure.minimum,
            "singles": sure.singles,
            "changing": sure.changing,
            "pairs": sure.pairs,
            "complete": not sure.cut,
            "example": [list(correction) for correction in sure.example],
        },
        **({"left_out": list(remarks.left_out)} if remarks.left_out else {}),
    }


def _remedy(remedy: Remedy, seating: Seating) -> dict[str, Any]:
    """Return an outcome; with `score_range` if unknown cards leave the score open."""
    data: dict[str, Any] = {
        "outcome": remedy.outcome,
        "score": remedy.score and seating.map_by_side(remedy.score),
        "marks": remedy.marks and seating.map_by_side(remedy.marks),
    }
    if remedy.by_agreement:
        data["by_agreement"] = True
    if open_score := remedy.range:
        ends = map(list, zip(open_score.low, open_score.high, strict=True))
        data["score_range"] = seating.map_by_side([*ends])
        if not open_score.reached:
            data["score_range"] |= {"verdict": "not_settled", "exhausted": True}
    return data


def finding_data(finding: Finding, hand: Hand) -> dict[str, Any]:
    """Return a finding as data."""
    provable = finding.provable_at(hand)
    data = {
        "infraction": finding.infraction,
        "seat": None if finding.seat is None else hand.seating.seats[finding.seat],
        "team": None if finding.team is None else hand.seating.side_names[finding.team],
        "trick": finding.trick,
        "at": to_recorded_clock(finding.recorded_at(hand)),
        "verdict": finding.verdict,
        "provable_from": None if provable is None else to_recorded_clock(provable),
        "penalty": finding.penalty,
        "rules": list(finding.rules),
        "facts": finding.facts,
    }
    return {**data, "exhausted": True, "searched": finding.searched} if finding.searched else data
