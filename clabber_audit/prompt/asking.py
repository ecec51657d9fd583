"""What comes next, as the prompt says it, `trick 3, North leads`, and how the line of a bare answer begins: `3N`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from clabber_audit.games import GAMES, game_of
from clabber_audit.games.recording import Recording
from clabber_audit.prompt.draft import Draft
from clabber_audit.replay import Walk
from clabber_audit.table.cards import seat_name

_ENDING: Final = "`next` or `done`"
_SCORE: Final = "score"


class Asked(NamedTuple):
    """What is asked for, and the words that an answer without them is read after; none where several lines may come."""

    words: str
    head: str = ""


def expected(draft: Draft | None, number: int, frame: str = GAMES[0].id) -> Asked:
    """What is asked for after the lines of a hand, which is hand `number` of the session, of a game."""
    if draft is None or not draft.named:
        game = next(game for game in GAMES if game.id == frame)
        return Asked(f"Name for hand {number}{'' if game is GAMES[0] else f' of {game.name}'}", "hand")
    if "ruleset" in draft.missing:
        return Asked("Rules, such as pepper", "rules")
    record, recording = draft.record, draft.law.game.recording(draft.law.toggles)
    if "deal" in draft.missing:
        return Asked(_sentence([*_of_the_table(draft, recording), "dealer"]), "deal")
    walked = draft.walked()
    if record.score:
        return Asked(_ENDING)
    if walked is None:
        return Asked(_sentence([*_of_the_table(draft, recording), f"score, {_ENDING}"]), _SCORE)
    if record.sheet or walked.declared.unplayed:
        return Asked(f"Score, {_ENDING}", _SCORE)
    if not record.plays and (said := _before_the_cards(draft, walked, recording)):
        return said
    seating, fallen = walked.hand.seating, len(walked.cards)
    tricks, over = divmod(fallen, seating.width)
    if fallen >= seating.end or record.laydown:
        return Asked(f"Claim, score, {_ENDING}", _SCORE)
    if over:
        what = f"Trick {tricks + 1} has {over} of {seating.width} cards. Type a claim, the score, {_ENDING}"
        return Asked(what, _SCORE)
    leader = leading(walked)
    trick = f"trick {tricks + 1}, {seat_name(leader)} leads" if leader else f"trick {tricks + 1}"
    beside = [] if record.plays else _beside(draft, walked, recording)
    return Asked(_sentence([*beside, trick]), f"{tricks + 1}{leader}" if leader else "")


def _sentence(parts: list[str]) -> str:
    """Return the parts as one prompt that starts with a capital letter."""
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def leading(walked: Walk) -> str:
    """The seat that leads next, where that is known."""
    turn = walked.fell.next_turn
    return walked.hand.seating.seats[turn.bit_length() - 1] if turn.bit_count() == 1 else ""


def _of_the_table(draft: Draft, recording: Recording) -> Iterator[str]:
    """Yield what a record still has to say of the table, as the rules want another than it has: seats, or the pack."""
    record = draft.record
    fields = record.model_fields_set
    if len(recording.tables) > 1 and "seats" not in fields:
        yield "seats"
        return
    table = recording.tables.get(len(record.seating.seats))
    told = fields & {"pack", "pack_name", "cards_each"}
    if table and not told and game_of(record.format).strange(record, draft.law.toggles):
        yield f"pack {table.pack}" + (f" each {table.each}" if table.told else "")


def _before_the_cards(draft: Draft, walked: Walk, recording: Recording) -> Asked | None:
    """What is said before the first card and is still to come; None where all of it was said."""
    record, seating = draft.record, walked.hand.seating
    if record.contract is None and not record.declarations:
        turned = recording.turned is not None and (record.deal.upcard or "")[1:] == recording.turned
        first = seat_name(seating.seats[seating.left_of(seating.number[record.deal.dealer])])
        return None if turned else Asked(f"Calls, {first} first", "calls")
    if walked.strain is not None or recording.bidding is None:
        return None
    silent = {*seating.seats} - {said.seat for said in record.declarations or ()} if record.contract is None else ()
    calls = ["More calls"] if silent or walked.maker is None else []
    if walked.maker is None:
        return Asked("; ".join(calls), "calls") if calls else None
    maker = seating.seats[walked.maker]
    return Asked("; ".join([*calls, f"{seat_name(maker)} names trump"]), "" if calls else f"trump {maker}")


def _beside(draft: Draft, walked: Walk, recording: Recording) -> Iterator[str]:
    """What else a game may have before the first card, where somebody has the bid; by the words of its lines."""
    record = draft.record
    if walked.maker is None:
        return
    if "give" in recording.moments and "exchanges" not in record.model_fields_set:
        yield "give"
    if "out" in recording.moments and all(said.call != "out" for said in record.declarations or ()):
        yield "out"
