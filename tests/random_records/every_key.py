"""Random hands as JSON objects, `clabber-hand/1`, with every key that a record may have, however irregular.

Every hand is physically possible: no card is in two places, no hand holds more than six cards, and no clock is beyond
the cards played. Nothing else is guaranteed: anybody plays anything at any time.
"""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from hypothesis import strategies as st

from clabber_audit.cards import SEATS, TEAMS, clock_of
from clabber_audit.records import vocabulary
from clabber_audit.records.incidents import ABOUT_A_TRICK, IncidentKind, InfractionId
from clabber_audit.rules.infraction import incident_kinds
from tests.random_records.events import with_events
from tests.random_records.partial import deal_cards, shuffle_tricks

Json = dict[str, Any]
#: The six cards that each seat was dealt.
Hands = dict[str, list[str]]

AWKWARD = (
    "", " ", "  two  blanks  ", "plain words", "O'Brien", 'said "no trump"', '"', '""', '"whole"', "a / b",
    "/", "10/14/2025", "semi; colon", ";", "{brace}", "}", "{", "{}", "back\\slash", "\\", '\\"', "ends\\",
    "@7", "@7 said", "@deal", "@", "-", "none", "by", "by heart", "By", "note", "dated", "video", "Table",
    "likely", "round 3", "the hand of E", "N", "NS", "+dad", "N:+dad", "> S", ">", "1N ahac", "clabber 1",
    "ks", "?", "??", "Łukasz Żółć", "東京", "♥ and ♠️", "🂡 emoji 🎉", "nbsp\u00a0inside", "\u00a0nbsp",
    "wide\u3000space", "ﬁ İ ß", "#", "%", "incident", "explicit", "a,b,c", "x" * 300,
)  # fmt: skip
PIECES = (*'"\\{};/ @a7+:,.=>-é字🎉', "\u00a0")


def text(rng: Random, shortest: int = 0, longest: int = 300) -> str:
    """Draw a text that a record may hold."""
    text = rng.choice(AWKWARD) if rng.random() < 0.5 else _join_pieces(rng)
    return text[:longest] if len(text.strip()) >= shortest else "Ann"


def _join_pieces(rng: Random) -> str:
    return "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 12)))


def set_sometimes(rng: Random, record: Json, key: str, value: Any, *defaults: Any) -> None:
    """Set an optional key to a value or a default, or leave it out."""
    draw = rng.random()
    if draw < 0.45:
        record[key] = value
    elif draw < 0.6 and defaults:
        record[key] = rng.choice(defaults)


def clock(rng: Random, played: int) -> int | str:
    """Draw any moment of a hand of which `played` cards were played."""
    if rng.random() < 0.25:
        return rng.choice(("deal", "declaring", "scored", "turned" if played == 24 else "scored"))
    return rng.randint(0, played)


def moment(rng: Random, played: int) -> int | str:
    """Draw any moment at which a meld may be announced or shown."""
    return rng.choice(("in_turn", "in_turn", "never", clock(rng, played), clock(rng, played)))


def _draw_plays(rng: Random, held: Hands) -> list[Json]:
    """Draw plays: mostly clockwise, sometimes by the wrong seat or of an unknown card."""
    left = {seat: rng.sample(cards, len(cards)) for seat, cards in held.items()}
    count = 24 if rng.random() < 0.5 else rng.randint(0, 24)
    plays: list[Json] = []
    turn = rng.randrange(4)
    wild = rng.choice((0.0, 0.05, 0.5))
    while len(plays) < count:
        if rng.random() < wild or (len(plays) % 4 == 0 and rng.random() < 0.7):
            turn = rng.randrange(4)
        if card := left[SEATS[turn]].pop() if left[SEATS[turn]] else None:
            plays.append({"seat": SEATS[turn], "card": None if rng.random() < wild / 3 else card})
        turn = (turn + 1) % 4
    return plays


def _sample_cards(rng: Random, cards: list[str]) -> list[str]:
    return rng.sample(cards, rng.randint(1, len(cards)))


def _draw_deal(rng: Random, held: Hands) -> Json:
    deal: Json = {"dealer": rng.choice(SEATS)}
    set_sometimes(rng, deal, "due_dealer", rng.choice(SEATS), None)
    set_sometimes(rng, deal, "cut", rng.randint(0, 12), None)
    set_sometimes(rng, deal, "upcard", rng.choice(held[deal["dealer"]]), None)
    hands = {}
    for seat in SEATS:
        if rng.random() < 0.7:
            hands[seat] = rng.sample(held[seat], 6 if rng.random() < 0.7 else rng.randint(0, 6))
    set_sometimes(rng, deal, "hands", hands, {})
    return deal


def _draw_melds(rng: Random, held: Hands, played: int) -> list[Json]:
    melds: list[Json] = []
    for _ in range(rng.randint(0, 4)):
        meld: Json = {"seat": rng.choice(SEATS), "kind": rng.choice(get_args(vocabulary.Kind))}
        set_sometimes(rng, meld, "cards", _sample_cards(rng, held[meld["seat"]]), [])
        set_sometimes(rng, meld, "announced", rng.choice((None, moment(rng, played))), "in_turn")
        set_sometimes(rng, meld, "shown", rng.choice((None, moment(rng, played))), "in_turn")
        melds.append(meld)
    if rng.random() < 0.5:
        melds.sort(key=lambda meld: meld["announced"] if isinstance(meld.get("announced"), int) else 0)
    return melds


#: Kinds of incident whose fields are all optional; `with_events` draws the others.
_KINDS = [word for word in get_args(IncidentKind) if not incident_kinds()[word].told]


def _draw_incident(rng: Random, held: Hands, played: int) -> Json:
    incident: Json = {"kind": rng.choice(_KINDS)}
    set_sometimes(rng, incident, "seat", rng.choice(SEATS), None)
    set_sometimes(rng, incident, "to", rng.choice(SEATS), None)
    set_sometimes(rng, incident, "at", clock(rng, played), None)
    set_sometimes(rng, incident, "card", rng.choice(held[incident.get("seat") or "N"]), None)
    set_sometimes(rng, incident, "trick", rng.randint(1, 6), None)
    set_sometimes(rng, incident, "quote", text(rng), None)
    set_sometimes(rng, incident, "called", clock(rng, played), None)
    at = incident.get("at")
    by_then = played if at in (None, "turned", "scored") else at if isinstance(at, int) else 0
    if incident["kind"] in ABOUT_A_TRICK and by_then < 4 * (incident.get("trick") or 1):
        # No incident is about an incomplete trick.
        incident["kind"] = "slow_play"
    return incident


def _draw_claim(rng: Random, played: int) -> Json:
    against = rng.choice((*SEATS, *TEAMS))
    claim: Json = {"by": rng.choice((*SEATS, None)), "against": against, "at": clock(rng, played)}
    set_sometimes(rng, claim, "infraction", rng.choice(get_args(InfractionId)), None)
    set_sometimes(rng, claim, "trick", rng.randint(1, 6), None)
    set_sometimes(rng, claim, "reviewed", True, False)
    set_sometimes(rng, claim, "withdrawn", True, False)
    return claim


def _draw_laydown(rng: Random, held: Hands, plays: list[Json]) -> Json:
    laydown: Json = {"by": rng.choice(SEATS), "at": clock(rng, len(plays))}
    set_sometimes(rng, laydown, "agreed", True, False)
    before = laydown["at"] if isinstance(laydown["at"], int) else len(plays)
    fallen = {play["card"] for play in plays[:before]}
    left = [card for card in held[laydown["by"]] if card not in fallen]
    set_sometimes(rng, laydown, "order", _sample_cards(rng, left) if left else [], [])
    return laydown


def _draw_context(rng: Random) -> Json:
    context: Json = {}
    for key in ("league", "season", "venue", "date"):
        set_sometimes(rng, context, key, text(rng), None)
    for key in ("round", "table", "game", "hand"):
        set_sometimes(rng, context, key, rng.choice((0, rng.randint(1, 9), 1000)), None)
    return context


def _draw_source(rng: Random) -> Json:
    source: Json = {}
    set_sometimes(rng, source, "kind", rng.choice(get_args(vocabulary.SourceKind)), None)
    for key in ("citation", "date_as_written", "recorded_by", "note"):
        set_sometimes(rng, source, key, text(rng), None)
    set_sometimes(rng, source, "confidence", rng.choice(get_args(vocabulary.Confidence)), None)
    return source


def _draw_calls(rng: Random) -> list[Json]:
    calls: list[Json] = []
    seat = rng.randrange(4)
    for _ in range(rng.randint(0, 9)):
        if rng.random() < 0.1:
            seat = rng.randrange(4)
        call: Json = {"seat": SEATS[seat], "call": rng.choice(get_args(vocabulary.Call))}
        if rng.random() < 0.15:
            call["round"] = rng.choice((1, 2, None))
        calls.append(call)
        seat = (seat + 1) % 4
    return calls


def _draw_sheet(rng: Random) -> Json:
    sheet: Json = {}
    for team in TEAMS:
        if rng.random() < 0.7:
            sheet[team] = {
                key: rng.choice((0, 10, 162))
                for key in ("cards", "last_trick", "melds", "belle")
                if rng.random() < 0.6
            }
    return sheet


def _draw_score(rng: Random) -> Json:
    return {
        team: rng.choice((0, 91, 1000, *get_args(vocabulary.Mark))) for team in TEAMS if rng.random() < 0.7
    }


def hand(rng: Random) -> Json:
    """Draw a hand as a JSON object."""
    held = deal_cards(rng)
    plays = _draw_plays(rng, held)
    played = len(plays)
    notes: list[Json] = [{"at": clock(rng, played), "text": text(rng)} for _ in range(rng.randint(1, 4))]
    if rng.random() < 0.6:
        notes.sort(key=lambda note: clock_of(note["at"]))
    record: Json = {
        "format": vocabulary.FORMAT,
        "id": rng.choice(("h", "0", "owls-eagles-g1-h07", "a._-", "x" * 64)),
    }
    set_sometimes(
        rng, record, "ruleset", rng.choice(("ecl-1984", "wp", "house.rule_2")), vocabulary.DEFAULT_RULESET
    )
    set_sometimes(
        rng, record, "players", {seat: text(rng, 1, 80) for seat in SEATS if rng.random() < 0.8}, {}
    )
    set_sometimes(rng, record, "teams", {team: text(rng, 1, 80) for team in TEAMS if rng.random() < 0.8}, {})
    set_sometimes(rng, record, "context", _draw_context(rng), None)
    set_sometimes(rng, record, "source", _draw_source(rng), None)
    record["deal"] = _draw_deal(rng, held)
    if rng.random() < 0.6:
        set_sometimes(rng, record, "declarations", _draw_calls(rng), None)
    else:  # a contract beside the calls might contradict them
        contract = {"maker": rng.choice((*SEATS, *TEAMS)), "trump": rng.choice("CDHS")}
        set_sometimes(rng, record, "contract", contract, None)
    set_sometimes(rng, record, "melds", _draw_melds(rng, held, played), None)
    record["plays"] = plays
    set_sometimes(
        rng, record, "incidents", [_draw_incident(rng, held, played) for _ in range(rng.randint(1, 3))], []
    )
    if any(incident["kind"] == "wrong_card_count" for incident in record.get("incidents", ())):
        # Then the listed cards are all cards dealt, not only the known ones.
        record["deal"].get("hands", {}).update({seat: held[seat] for seat in record["deal"].get("hands", ())})
    set_sometimes(rng, record, "claims", [_draw_claim(rng, played) for _ in range(rng.randint(1, 3))], [])
    set_sometimes(rng, record, "laydown", _draw_laydown(rng, held, plays), None)
    set_sometimes(rng, record, "score", _draw_score(rng), {})
    set_sometimes(rng, record, "sheet", _draw_sheet(rng), {})
    set_sometimes(rng, record, "comments", notes, [])
    set_sometimes(rng, record, "remarks", [text(rng) for _ in range(rng.randint(1, 3))], [])
    if rng.random() < 0.4:
        # The order of some complete tricks is unknown.
        tricks = range(1, len(plays) // 4 + 1)
        record["disordered"] = rng.sample(tricks, rng.randint(0, len(tricks)))
        shuffle_tricks(rng, record)
    return record


def hands() -> st.SearchStrategy[Json]:
    """Return a hypothesis strategy that draws hands, each from a seed."""
    return st.integers(0, 2**32).map(lambda seed: with_events(hand(Random(seed)), Random(seed)))


def many(count: int, seed: int = 0) -> list[Json]:
    """Draw `count` hands, the same for the same seed."""
    rng = Random(seed)
    return [hand(rng) for _ in range(count)]
