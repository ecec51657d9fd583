"""Records of the Bid Euchre family with something changed at random: for lines that the screen has to tell apart."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final, get_args

from clabber_audit.records import bid_euchre_words
from clabber_audit.records.canonical import record_data
from clabber_audit.simulate.seasons import simulated
from tests.family.makers.records import records
from tests.mutants import Change, Kind, another_seat, swapped
from tests.rules import OF_BID_EUCHRE

_SEATS: Final = "NESW"
_CALLS: Final = ("pass", "1", "2", "2", "3", "4", "5", "6", "3HC", "pepper", "loner", "pfeffer", "small_pepper")
_STRAINS: Final = get_args(bid_euchre_words.Strain)
_CARDS: Final = get_args(bid_euchre_words.Card)


def _made(random: Random, count: int) -> list[dict[str, Any]]:
    """Hands of every game by players who mostly keep the rules, and some with everything that can go wrong."""
    found = []
    for ruleset in OF_BID_EUCHRE:
        seed, irregular = random.randrange(1 << 30), random.choice((0, 0, 0.3))
        some = simulated(seed, max(2, count // 150), irregular=irregular, claims=0, ruleset=ruleset)
        found += [record_data(one) for one in some]
    return [*found, *(json.loads(json.dumps(one)) for one in records(random.randrange(1 << 30), count // 100))]


def _turned(data: Any, random: Random) -> None:
    """The dealer, the card turned up, what lies in the blind, or all plays a seat on."""
    deal, draw = data["deal"], random.random()
    blind = deal.get("blind") or []
    if draw < 0.3:
        deal["dealer"] = random.choice(_SEATS)
    elif draw < 0.5:
        deal["upcard"] = random.choice(blind or _CARDS)
    elif draw < 0.7:
        other = random.choice((*_CARDS, None))
        deal["blind"] = [other if card == random.choice(blind) else card for card in blind] if blind else [other]
    elif draw < 0.75:
        deal["blind"] = random.sample([*blind, *_CARDS], random.choice((0, 1, 4, 5)))
    elif draw < 0.8:
        deal.pop(random.choice(("upcard", "blind")), None)
    else:
        for play in data["plays"]:
            play["seat"] = {**dict(zip("NESW", "ESWN", strict=True)), "P1": "P2", "P2": "P3"}.get(play["seat"], "P1")


def _dealt(data: Any, random: Random) -> None:
    """Two cards change places wherever they stand or in the deal alone, one more is dealt, or one twice."""
    hands = data["deal"].get("hands") or {}
    if len(hands) < 2:
        return
    one, other = random.sample(list(hands), 2)
    draw = random.random()
    if not hands[one] or not hands[other]:
        return
    if draw < 0.5:
        hands[one][0], hands[other][-1] = hands[other][-1], hands[one][0]
    elif draw < 0.7:
        blind = data["deal"].get("blind")
        hands[one].append(blind.pop() if blind else random.choice(_CARDS))
    elif draw < 0.85:
        hands[one][0] = random.choice((hands[other][0], random.choice(_CARDS)))
    else:
        hands[one].pop()


def _call(data: Any, random: Random) -> None:
    calls = data.get("declarations") or []
    draw = random.random()
    if calls and draw < 0.35:
        one = random.choice(calls)
        if one["call"] == "trump":
            one["trump"] = random.choice(_STRAINS)
        else:
            one["call"] = random.choice(_CALLS)
    elif calls and draw < 0.45:
        random.choice(calls)["seat"] = random.choice(_SEATS)
    elif calls and draw < 0.55:
        random.choice(calls)["alone"] = random.choice((True, False))
    elif calls and draw < 0.65:
        random.choice(calls)["at"] = random.choice((None, "declaring", 1, 30))
    elif calls and draw < 0.8:
        del calls[random.randrange(len(calls))]
    elif calls and draw < 0.95:
        calls.insert(
            random.randrange(len(calls) + 1),
            random.choice(
                (
                    {"seat": random.choice(_SEATS), "call": random.choice((*_CALLS, "out", "ace_no_face"))},
                    {"seat": random.choice(_SEATS), "call": "trump", "trump": random.choice(_STRAINS)},
                )
            ),
        )
    else:
        data.pop("declarations", None)


def _exchange(data: Any, random: Random) -> None:
    given = data.get("exchanges") or []
    draw = random.random()
    if draw < 0.15:
        data["exchanges"] = []
    elif draw < 0.25:
        data.pop("exchanges", None)
    elif given and draw < 0.4:
        random.choice(given)["cards"] = [random.choice([*_hands(data)])[0]]
    elif given and draw < 0.6:
        random.choice(given)["cards"][0] = None
    elif given and draw < 0.8:
        random.choice(given)[random.choice(("from", "to"))] = random.choice(_SEATS)
    elif given:
        given.pop()
    else:
        hand = random.choice([*_hands(data)])
        data["exchanges"] = [{"from": "N", "to": "S", "cards": hand[:1] or ["9C"]}]


def _hands(data: Any) -> list[list[str]]:
    return [*(data["deal"].get("hands") or {"N": ["9C"]}).values()]


def _score(data: Any, random: Random) -> None:
    score, draw = data.setdefault("score", {}), random.random()
    if draw < 0.15:
        score.clear()
    elif draw < 0.6 and score:
        score[random.choice([*score])] = random.choice((0, 1, 2, 3, 4, 5, 6, -4, -5, -6, 12, "XX", "set", "R", "-"))
    elif draw < 0.7:
        score[random.choice(("NS", "EW", "N", "E", "P1"))] = random.choice((0, 3, -6))
    else:
        name = random.choice(("before", "before", "after", "hickeys", "burns"))
        data[name] = {side: random.choice((0, 1, 7, 15, 18, 20, 41)) for side in random.choice((("NS", "EW"), "NESW"))}


def _played(data: Any, random: Random) -> None:
    plays, draw = data["plays"], random.random()
    if not plays:
        return
    if draw < 0.3 and (taken := random.choice(plays))["card"]:
        taken["card"] = random.choice([one for one in _CARDS if one[1] == taken["card"][1]])
    elif draw < 0.5:
        lead = random.choice(plays[::4])
        random.choice((lead, lead, random.choice(plays)))["named"] = random.choice((*"CDHS", None))
    elif draw < 0.7:
        del plays[random.randrange(len(plays)) :]
    elif draw < 0.9:
        plays.insert(random.randrange(len(plays)), {"seat": random.choice(_SEATS), "card": random.choice(_CARDS)})
    else:
        random.choice(plays)["card"] = None


def _more(data: Any, random: Random) -> None:
    more: dict[str, Any] = {
        "incidents": [{"kind": "table_talk", "seat": "N"}],
        "claims": [{"by": "N", "against": "EW", "at": 0}],
        "comments": [{"at": random.choice((0, 24, 48)), "text": "so"}],
        "remarks": ["kept as it is"],
        "laydown": {"by": "N", "at": 0, "agreed": True},
        "disordered": [1],
        "contract": {"maker": "N", "tricks": 3},
        "context": random.choice(
            (None, {"hand": 3}, {"moved": "N"}, {"moved": "P1"}, {"stakes": {"game": 2, "set": 1}})
        ),
        "sheet": {"NS": {"tricks": 4}},
        "pack": random.choice(get_args(bid_euchre_words.PackName)),
        "cards_each": random.choice((None, 5, 6, 12)),
        "seats": random.choice((["N", "E", "S", "W"], ["P1", "P2", "P3", "P4"])),
        "players": {random.choice((*"NESW", "P1")): "Ann"},
        "teams": {random.choice(("NS", "EW", "N", "P1P3")): "Owls"},
    }
    for name in random.sample(list(more), random.choice((1, 1, 2))):
        data[name] = more[name]
    if random.random() < 0.1:
        data["deal"][random.choice(("cut", "due_dealer"))] = random.choice((None, 2, "N"))


def _less(data: Any, random: Random) -> None:
    if random.random() < 0.5:
        data.pop(random.choice([key for key in data if key not in ("plays", "deal", "format")]))
    else:
        data["deal"].pop(random.choice(("upcard", "hands", "blind")), None)


_CHANGES: Final[tuple[Change, ...]] = (
    *(swapped, swapped, swapped, another_seat, _turned, _turned, _dealt, _call, _call, _call, _exchange, _exchange),
    *(_score, _score, _played, _played, _more, _more, _less),
)
OF_THE_FAMILY: Final = Kind(_made, OF_BID_EUCHRE, _CHANGES)
