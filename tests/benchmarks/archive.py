"""Benchmark of the archive: `python -m tests.benchmarks.archive [--hands N]`.

Ratios are within one run, since machines are noisy.
"""

from __future__ import annotations

import argparse
import gc
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from clabber_audit.archive.database import create, open_archive
from clabber_audit.archive.hands import add, prepare_ruling
from clabber_audit.archive.search import Sought, list_hands, search_hands
from clabber_audit.archive.verify import OF_HANDS, Staging, complaints, rebuild
from clabber_audit.games.clabber.hand import prepare_hand
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.league.games import GivenHands
from clabber_audit.league.standings import standings
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import canonical, record_data
from clabber_audit.records.hand import Hand
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.simulate.seasons import season, simulate_hands
from tests.benchmarks.measuring import machine

_AT = "2026-11-21T20:15:00Z"
_BATCH = 1_000
_ROUNDS = 200


def main() -> None:
    """Run the measurements."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.archive", description=__doc__)
    parser.add_argument(
        "--hands", type=int, default=20_000, help="hands to keep (the target speaks of 100,000)"
    )
    options = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        measure_adding(path, options.hands)
        measure_queries(path)
        measure_verifying(path)
        measure_rebuilding(path)
    measure_standings()


def _draw_rulings(count: int) -> list[Ruling]:
    found, law = [], law_of("ecl-1992")
    for number, record in enumerate(simulate_hands(1, count)):
        place = {
            "round": number // 600 + 1,
            "table": number // 60 % 10 + 1,
            "game": 1,
            "hand": number % 12 + 1,
        }
        data = {**record_data(record), "context": {"season": "2026", **place}}
        found.append(adjudicate(_hand(HandRecord.model_validate(data)), law))
    return found


def _hand(record: HandRecord) -> Hand:
    hand = prepare_hand(record)
    assert hand is not None
    return hand


def _print_figure(what: str, figure: str) -> None:
    print(f"{what:<62}{figure:>12}")


class _Spent:
    """Time spent in blocks, in seconds, by the clock and in CPU time."""

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0

    def __enter__(self) -> None:
        self._begun = time.perf_counter(), time.process_time()

    def __exit__(self, *_: object) -> None:
        wall, cpu = self._begun
        self.wall += time.perf_counter() - wall
        self.cpu += time.process_time() - cpu


def measure_adding(path: Path, count: int) -> None:
    """Measure adding judged hands to the archive, compared with plain rows of hands and plays through sqlite-utils."""
    rulings = _draw_rulings(count)
    gc.collect()
    gc.freeze()
    size = sum(len(canonical(record_data(ruling.replay.hand.record)).encode()) for ruling in rulings)
    child = path.with_name("rows.db")
    plain, prepared, added, rows = Database(child), _Spent(), _Spent(), _Spent()
    with create(str(path)) as archive:
        # In turn, so that both meet the same machine.
        for start in range(0, count, _BATCH):
            some = rulings[start : start + _BATCH]
            with prepared:
                ready = [prepare_ruling(ruling, archive, _AT) for ruling in some]
            with added:
                add(archive, ready)
            with rows:
                insert_plain_rows(plain, [ruling.replay.hand.record for ruling in some])
    plain.close()
    _print_figure("hands a second made ready (canonical, deflated, as rows)", f"{count / prepared.wall:.0f}")
    _print_figure("hands a second stored, already judged", f"{count / added.wall:.0f}")
    _print_figure("hands and 24 play rows a second, by insert_all", f"{count / rows.wall:.0f}")
    _print_figure("  ratio of the last two, by the clock", f"{rows.wall / added.wall:.1f}")
    _print_figure("  the same in CPU time", f"{rows.cpu / added.cpu:.1f}")
    _print_figure("bytes a hand in the archive", f"{path.stat().st_size / count:.0f}")
    _print_figure("bytes a hand as JSON", f"{size / count:.0f}")
    _print_figure("  ratio of the last two", f"{path.stat().st_size / size:.2f}")
    _print_figure("bytes a hand as rows, by insert_all", f"{child.stat().st_size / count:.0f}")


def insert_plain_rows(db: Database, records: Sequence[HandRecord]) -> None:
    """Insert a row for each hand and each card, in one transaction as well."""
    with db.atomic():
        db.table("hands").insert_all(
            [{"id": record.id, "record": json.dumps(record_data(record))} for record in records], pk="id"
        )
        db.table("plays").insert_all(
            [
                {"hand": record.id, "clock": clock, "seat": play.seat, "card": play.card}
                for record in records
                for clock, play in enumerate(record.plays)
            ]
        )


def _time_median(what: Callable[[], object]) -> float:
    """Return the median time of many runs, in milliseconds."""
    times = []
    for _ in range(_ROUNDS):
        begun = time.perf_counter()
        what()
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1e3


def measure_queries(path: Path) -> None:
    """Measure three typical queries."""
    with open_archive(str(path)) as archive:
        name = archive.value("SELECT player FROM findings WHERE infraction = 'failure-to-overtrump' LIMIT 1")
        number = archive.value("SELECT max(round) FROM hands")
        sql = """SELECT hands.id FROM findings JOIN hands USING (hand)
            WHERE infraction = 'failure-to-overtrump' AND player = ? AND round = ?"""
        _print_figure(
            "failures to overtrump of a player in a round",
            f"{_time_median(lambda: list(archive.rows(sql, name, number))):.3f} ms",
        )
        game = Sought(season="2026", round=number, table=1, game=1)
        _print_figure(
            "the hands of a game", f"{_time_median(lambda: list(list_hands(archive, game))):.3f} ms"
        )
        _print_figure(
            "twenty hands by a word in names",
            f"{_time_median(lambda: list(search_hands(archive, 'Gus', 20))):.3f} ms",
        )


def measure_verifying(path: Path) -> None:
    """Measure verifying, which derives every row again and compares it."""
    with open_archive(str(path)) as archive:
        count, spent = archive.value("SELECT count(*) FROM hands"), _Spent()
        with spent:
            lines = list(complaints(archive))
    _print_figure(
        f"hands a second verified, {len(lines)} complaints, by the clock", f"{count / spent.wall:.0f}"
    )
    _print_figure("  the same in CPU time", f"{count / spent.cpu:.0f}")


def measure_rebuilding(path: Path) -> None:
    """Measure rebuilding, with no row missing and with all tables empty."""
    for what in ("where nothing differs", "with every table empty"):
        with open_archive(str(path), write=True) as archive, Staging() as staging:
            spent = _Spent()
            with spent:
                count = rebuild(archive, staging).hands
        _print_figure(f"hands a second rebuilt {what}, CPU time", f"{count / spent.cpu:.0f}")
        with closing(sqlite3.connect(path)) as conn:
            conn.executescript("".join(f"DELETE FROM {table};" for table in reversed(OF_HANDS)))


def measure_standings() -> None:
    """Measure the standings of a season of twelve teams from its hands."""
    simulated = season(1, 12)
    hands = list(map(_hand, simulated.hands))
    begun = time.perf_counter()
    standings(simulated.season, GivenHands(hands, law_of(simulated.season.ruleset)))
    _print_figure(
        f"standings of 12 teams from {len(hands)} hands", f"{(time.perf_counter() - begun) * 1e3:.0f} ms"
    )


if __name__ == "__main__":
    main()
