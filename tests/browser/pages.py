"""Pages of rulings, scorecards and seasons by name, each rendered when asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.side_remarks import side_notes
from clabber_audit.league.audit import audit
from clabber_audit.league.evening import EveningTable, evening
from clabber_audit.league.schedule import SchedulePlan, draw_season
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.waiting import report_week
from clabber_audit.report.html import paper_page
from clabber_audit.report.league.packet import packet
from clabber_audit.report.league.players import evening_paper
from clabber_audit.report.page import page
from clabber_audit.report.scorecard import card_page
from tests import hands
from tests.league.seasons import DECIDED, Json, collect_hands, encode_season, game
from tests.league.test_forms import WRITERS, busy_records, busy_season, render
from tests.scorecard.games import DISPUTED, PLACE, WON, hand, score_games
from tests.scorecard.games import LONG as LONG_GAME

LONG: Final = "Maximiliana Wolfeschlegelsteinhausen III"
#: A name without a place to break it.
UNBROKEN: Final = "W" * 80


def _rename_everybody(name: str) -> Json:
    """Give all players and both teams one name."""
    return {"players": dict.fromkeys("NESW", name), "teams": dict.fromkeys(("NS", "EW"), name)}


RULINGS: Final[dict[str, Json]] = {
    **hands.ALL,
    "long-names": hands.copy_as(hands.MANY_CLAIMED, "long-names", **_rename_everybody(LONG)),
    "unbroken": hands.copy_as(
        hands.UPHELD, "unbroken", **_rename_everybody(UNBROKEN), remarks=[UNBROKEN * 25]
    ),
    "quoting": hands.copy_as(hands.UPHELD, "quoting", remarks=["<b> \"so\" & 'so'", "a\u00a0b"]),
}
GAMES: Final[dict[str, list[Json]]] = {
    "won": [*WON],
    "disputed": [*DISPUTED],
    "long": [*LONG_GAME],
    "long-names": [{**record, "teams": _rename_everybody(LONG)["teams"]} for record in LONG_GAME],
    "unbroken": [{**record, "teams": _rename_everybody(UNBROKEN)["teams"]} for record in WON],
    "two": [
        *WON,
        *({**record, "context": {**PLACE, "game": 2, "hand": at}} for at, record in enumerate(WON, 1)),
    ],
    "many": [
        {**record, "teams": {"NS": LONG, "EW": "Foxes"}, "context": {**record["context"], "game": number}}
        for number in range(1, 13)
        for record in WON
    ],
    "first": [hand(1, "N", "XXX", 162)],
}


def _draw_large_season() -> tuple[Json, list[Json]]:
    """Draw a season of twelve teams with long names and a fine for each, with the first two rounds played."""
    club = "The Maximilian Wolfeschlegelsteinhausen Memorial Clabber Club"
    teams = [f"{club} {number}" for number in range(1, 13)]
    season = draw_season("Winter", teams, 3, SchedulePlan(start="2026-01-05"), games_per_match=3)
    season["penalties"] = [{**DECIDED, "team": team["id"], "points": 10} for team in season["teams"]]
    names = {team["id"]: team["name"] for team in season["teams"]}
    played = [
        record
        for round in season["rounds"][:2]
        for match in round["matches"]
        for number in (1, 2, 3)
        for record in game(round["number"], (match["teams"][0], match["teams"][1]), (400, 512), number)
    ]
    for number, record in enumerate(played):
        record["id"] = f"h{number}"
        record["teams"] = {side: names[id] for side, id in record["teams"].items()}
        del record["context"]["league"], record["context"]["season"]
    return season, played


def _draw_unbroken_names() -> tuple[Json, list[Json]]:
    season = busy_season()
    for number, team in enumerate(season["teams"]):
        team["name"] = f"{number}{UNBROKEN[1:]}"
    return season, []


SEASONS: Final[dict[str, Callable[[], tuple[Json, list[Json]]]]] = {
    "busy": lambda: (busy_season(), busy_records()),
    "large": _draw_large_season,
    "unbroken": _draw_unbroken_names,
}
KINDS: Final = ("standings", "schedule", "players", "report", "packet", "score_sheets")


def ruling(record: Json) -> str:
    judged, comparisons = hands.rule_on(record)
    return page(dossier(judged, comparisons, remarks=side_notes(judged, ()).remarks))


def _render_scorecard(records: list[Json]) -> str:
    return card_page(score_games(*records), checkpoint="otters-2026 1284 7KQ2M-9XTRA-0ZB4C-HJ5NW-C")


def _render_season(name: str, kind: str) -> str:
    data, played = SEASONS[name]()
    season = parse_season(encode_season(data))
    if kind in WRITERS:
        return render(season, collect_hands(played), kind, "html")
    # The second round of the busy season has a postponed match, the third a forfeited one.
    files = packet(report_week(audit(season, collect_hands(played)), 2))
    return files["index.html" if kind == "packet" else "sheets.html"].decode()


def _render_evening() -> str:
    """Render an evening of ten games with sixteen long names."""
    sat = [
        EveningTable(
            number, table, ((f"Wilhelmina Stonebobbin {table}", "Ann"), ("Bo", f"Cy {number}")), (10, 7)
        )
        for number in range(1, 11)
        for table in range(1, 5)
    ]
    return paper_page(evening_paper(evening(sat)))


#: Functions that render the pages: a ruling by the name of its hand, `scorecard won`, `busy standings`.
PAGES: Final[dict[str, Callable[[], str]]] = {
    **{name: partial(ruling, record) for name, record in RULINGS.items()},
    **{f"scorecard {name}": partial(_render_scorecard, records) for name, records in GAMES.items()},
    **{f"{season} {kind}": partial(_render_season, season, kind) for season in SEASONS for kind in KINDS},
    "evening": _render_evening,
}
