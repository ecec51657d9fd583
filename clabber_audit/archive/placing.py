"""What adding a hand comes to: it is new, it is there already, or another is there under its id.

That is decided here alone, for those who add hands and for those who ask beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from clabber_audit.archive.log import hash_of
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.reading import law_kept
from clabber_audit.ground.errors import Fault, Refused
from clabber_audit.record.canonical import canonical, record_data
from clabber_audit.record.formats import Record
from clabber_audit.rulesets.ruleset import Ruleset

#: The last two are refused: the hand is there under other rules, or with other content.
Place = Literal["new", "there", "other rules", "other content"]


class Content(NamedTuple):
    """What tells whether two hands of one id are the same: the hashes of the record, and of its ruleset."""

    record: bytes
    law: str


class Brought(NamedTuple):
    """A hand that is brought to an archive: its id, what is in it, and the id of its ruleset."""

    id: str
    content: Content
    ruleset: str
    #: Where it is from, as far as that is told.
    source: str


def brought(archive: Archive, record: Record, ruleset: Ruleset, sha256: bytes | None = None) -> Brought:
    """A hand as it is brought to an archive; the hash of the record may be known."""
    content = Content(sha256 or hash_of(canonical(record_data(record))), archive.digest(ruleset))
    cited = record.source and record.source.citation
    source = ": ".join(filter(None, (record.source.kind, cited))) if record.source and cited else ""
    return Brought(record.id, content, ruleset.id, source)


def placed(archive: Archive, hands: Sequence[Brought], met: dict[str, Content]) -> Iterator[Place]:
    """What adding each of some hands comes to. The new ones are put among those that are `met`, as if they were added.

    What they are compared with is what the archive holds when this begins.
    """
    there = standing(archive, [hand.id for hand in hands if hand.id not in met])
    for hand in hands:
        before = there.get(hand.id) or met.get(hand.id)
        if before is None:
            met[hand.id] = hand.content
            yield "new"
        elif before == hand.content:
            yield "there"
        else:
            yield "other rules" if before.record == hand.content.record else "other content"


def standing(archive: Archive, ids: Sequence[str]) -> dict[str, Content]:
    """Return the hands of these ids that the archive holds, as they now stand.

    An earlier wording of a shipped ruleset counts as today's text, so that a hand added again is still the same hand.
    """
    query = """SELECT hands.id, log.sha256, hands.ruleset FROM json_each(?) AS asked
        CROSS JOIN hands ON hands.id = asked.value JOIN log ON log.seq = hands.entry"""
    rows = archive.rows(query, canonical(ids))
    return {name: Content(sha256, archive.digest(law_kept(archive, law).ruleset)) for name, sha256, law in rows}


def refusal(archive: Archive, hand: Brought, place: Place) -> Refused:
    """Why a hand of a known id is not added."""
    what = f"the hand “{hand.id}” is already in the archive with other content"
    why = "a stored hand is never changed silently"
    if place == "other rules":
        what = f"the hand “{hand.id}” is already in the archive, judged by another ruleset than {hand.ruleset}"
    help = f"correct it with archive amend {archive.path} FILE --by NAME --why REASON, or give the hand its own id"
    return Refused([Fault(what, why, help)], archive.path)
