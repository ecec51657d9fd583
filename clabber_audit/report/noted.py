"""Words for incidents, agreements and who watched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from clabber_audit.cards import cards as clock
from clabber_audit.cards.cards import TURNED
from clabber_audit.judge.claims import is_unanimous
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.judge import Ruling
from clabber_audit.report.phrases import join_words
from clabber_audit.report.wording import Speaker
from clabber_audit.rules.incidents import incident_kinds

#: What a table agreed on, as a predicate.
AGREED: Final = {"waive": "to let it go", "redeal": "to deal again", "play_on": "to play on"}
_NOT_NAMED: Final = "a player the record does not name"


def incident_clause(ruling: Ruling, event: Any, speaker: Speaker) -> str:
    """Return an incident as a clause; empty for a trick that was gathered by the side that had won it."""
    kind, record = incident_kinds()[event.kind], ruling.replay.hand.record
    noted = record.incidents[event.number]
    seat = _NOT_NAMED if event.seat is None else speaker.seat(event.seat)
    if kind.gathers:
        teams, trick = ruling.replay.columns.teams, event.trick or 0
        if 0 < trick <= len(teams) and teams[trick - 1] == speaker.seating.side_named(noted.by):
            return ""
    if kind.mixes_upcard and noted.card not in (None, record.deal.upcard):
        return f"the wrong card was turned up: it should have been {speaker.card(noted.card)}"
    if noted.by_other is not None:
        text = _outsider(kind.deed, noted, speaker)
    else:
        by = speaker.the_side(noted.by) if noted.by else ""
        text = kind.text.format(seat=seat, card=speaker.card(noted.card), trick=noted.trick, by=by)
    # The card that stayed, who saw it, whose trick it was.
    if noted.replaced_by:
        text += f", and played {speaker.card(noted.replaced_by)} instead"
    if noted.in_play and not kind.in_play:
        text += " in the act of playing"
    if noted.seen_by:
        text += f", which only {join_words([speaker.name(seat) for seat in noted.seen_by])} saw"
    if noted.believed:
        text += f", in the belief that {speaker.name(noted.believed)} had won it"
    if event.number in (wrong := ruling.gathered_wrong):
        name = speaker.the_side(wrong[event.number])
        text += f", but it is {name}’{'' if name.endswith('s') else 's'}"
    return text


def _outsider(deed: str, noted: Any, speaker: Speaker) -> str:
    """Return the deed of somebody who did not play: `Gus, who did not play, answered or advised Ruth`."""
    if noted.seat is not None:
        # Somebody else showed or named a card of that hand.
        return f"{noted.by_other}, who did not play, showed {speaker.card(noted.card)} of {speaker.name(noted.seat)}"
    helped = speaker.name(noted.helped) if noted.helped else ""
    addressed = next(
        (deed.replace(word, helped) for word in ("somebody", "partner") if helped and word in deed), ""
    )
    tail = f", which helped {helped}" if helped and not addressed else ""
    return f"{noted.by_other}, who did not play, {addressed or deed}{tail}"


def list_noted_clauses(file: Dossier, speaker: Speaker) -> Iterator[str]:
    """Yield agreements, cards taken back, outsiders, wrong gatherings and witnesses, in clauses."""
    ruling, record = file.ruling, file.ruling.replay.hand.record
    for event, noted in zip(file.incidents, record.incidents, strict=True):
        upheld = any(
            claim.unpenalized and claim.unpenalized.path == ("incidents", event.number)
            for claim in ruling.claims
        )
        if incident_kinds()[event.kind].told or (noted.by_other is not None and not upheld):
            clause = incident_clause(ruling, event, speaker)
            yield from filter(None, [clause + speaker.quote(noted.quote)])
    yield from (_agreement(ruling, agreement, speaker) for agreement in record.agreements)
    for claim in record.claims:
        named = [
            speaker.name(witness) if witness in speaker.seating.number else witness
            for witness in claim.witnesses
        ]
        if by := claim.reviewed_by:
            yield f"{speaker.name(by) if by in speaker.seating.number else by} turned the tricks over"
        if named:
            yield f"{join_words(named)} watched"


def describe_agreement(agreement: Any, speaker: Speaker) -> str:
    """Return an agreement as a clause: `all agreed to let it go: “forget it”`."""
    who = join_words([speaker.name(seat) for seat in agreement.by])
    everybody = is_unanimous(agreement, speaker.seating)
    deed = f"agreed {AGREED[agreement.what]}{speaker.quote(agreement.text)}"
    return f"{'the table' if everybody else who} {deed}"


def _agreement(ruling: Ruling, agreement: Any, speaker: Speaker) -> str:
    """Return an agreement with its effect."""
    clause = describe_agreement(agreement, speaker)
    if not is_unanimous(agreement, speaker.seating):
        return f"{clause}; that takes everybody, so it changes nothing"
    if agreement.what == "redeal":
        if ruling.remedy.by_agreement:
            return f"{clause}; no rule required it"
        return f"{clause}, but a claim had to be decided, so that does not count" if ruling.claims else clause
    if ruling.law.game.claim_rules(ruling.law.toggles).agreements_bind:
        return f"{clause}, which ends the right to claim what was done before"
    if not ruling.claims and clock.number(agreement.at) >= TURNED:
        return f"{clause}; it was too late for a claim anyway"
    return f"{clause}; that binds nobody who claims" if ruling.claims else clause
