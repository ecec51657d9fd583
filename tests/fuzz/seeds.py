"""Small valid files of every kind, as users and the program write them."""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from clabber_audit.api import written
from clabber_audit.archive.database import keep, open_archive
from clabber_audit.archive.proofs import proof_of_growth, proof_of_hand
from clabber_audit.archive.search import checkpoint_of
from clabber_audit.cli.archive.prove import sign_note
from clabber_audit.league.decisions import list_entries
from clabber_audit.league.season_file import with_entries
from clabber_audit.records.formats import model_of, record_data
from clabber_audit.records.notation.writer import write
from clabber_audit.rules.ruleset import SHIPPED
from clabber_audit.simulate.seasons import simulate_hands
from tests import hands
from tests.archive.archives import AT, make_archive
from tests.cli import ROOT, Json
from tests.family.makers.records import draw_records as written_of_family
from tests.league import seasons
from tests.league.seasons import DECIDED
from tests.league.test_forms import busy_season
from tests.random_records import every_key as anything
from tests.random_records import irregular, partial
from tests.random_records.accounts import add_accounts
from tests.random_records.events import with_events
from tests.rules import OF_BID_EUCHRE, rule_on
from tests.sheet.tables import ROWS, format_table
from tests.signing.people import AGNES

#: Hands played by the rules and against them, to be disturbed; and of the Bid Euchre family, all its rulesets thrice.
_PLAYED: Final = 60
_OF_THE_FAMILY: Final = 3 * len(OF_BID_EUCHRE)


@cache
def _simulate() -> tuple[Json, ...]:
    return tuple(map(record_data, simulate_hands(3, _PLAYED, irregular=0.5, claims=0.8)))


@cache
def _family_records() -> tuple[Json, ...]:
    """Return irregular hands of the other games, with all that a record may hold besides the cards."""
    return tuple(written_of_family(5, _OF_THE_FAMILY))


def record(random: Random) -> Json:
    """Return a record: legal, irregular, partly unknown, or entirely random.

    Some have retracted cards, outsiders and agreements; some have several accounts.
    """
    data = _draw_plain_record(random)
    if random.random() < 0.2:
        data = with_events(data, random)
    return add_accounts(random, data) if random.random() < 0.15 else data


def _draw_plain_record(random: Random) -> Json:
    if random.random() < 0.25:
        return deepcopy(random.choice(_family_records()))
    draw = random.random()
    if draw < 0.3:
        return random.choice(list(hands.ALL.values()))
    if draw < 0.6:
        return irregular.disturb(deepcopy(random.choice(_simulate())), random)
    if draw < 0.8:
        return partial.incomplete(random)
    return partial.draw_disordered(random) if draw < 0.9 else anything.hand(random)


def text(record: Json) -> bytes:
    """Return a record in the text notation."""
    return write(model_of(record["format"]).model_validate(record)).encode()


@cache
def examples() -> tuple[bytes, ...]:
    """Return the examples of the text notation, some of them games."""
    return tuple(
        file.read_bytes() for file in sorted(ROOT.glob("examples/**/*.clab")) if file.stat().st_size < 9_000
    )


@cache
def sheets() -> tuple[bytes, ...]:
    """Return score sheets."""
    friday = (ROOT / "examples/games/friday.csv").read_bytes()
    return (
        friday,
        format_table(*ROWS).encode(),
        format_table(*ROWS, delimiter=";").encode(),
        format_table(*ROWS, delimiter="\t").encode(),
    )


@cache
def laws() -> tuple[bytes, ...]:
    """Return rulesets as files: mostly house rules and a club's book, also the shipped ones."""
    house = (ROOT / "examples/house-rules.toml").read_bytes()
    folder = ROOT / "clabber_audit/rules/rulesets"
    books = tomllib.loads((ROOT / "tests/court/book.toml").read_text(encoding="utf-8"))["books"]
    club = books["usual"].encode(), books["overruled"].encode()
    return (
        house,
        house,
        house,
        house,
        *club,
        *club,
        *((folder / f"{name}.toml").read_bytes() for name in SHIPPED),
    )


@cache
def season_files() -> tuple[bytes, ...]:
    """Return season files."""
    plain = {**seasons.SEASON, "rounds": seasons.SEASON["rounds"][:1]}
    return tuple(
        map(
            seasons.encode_season,
            (seasons.SEASON, busy_season(), plain, {**busy_season(), "archive": "a.db"}),
        )
    )


@cache
def season_hands() -> tuple[Json, ...]:
    """Return the hands of the season: two games with scores only."""
    return (
        *seasons.game(1, ("Owls", "Eagles"), (510, 430)),
        *seasons.game(1, ("Moose", "Lions"), (470, 505)),
    )


#: Records whose rulings hold certificates of each kind; most often such as are soon ruled again, which `verify` does.
_RULED: Final = (*("upheld", "stopped") * 6, "talk", "one-of-two", "partly-known", "order-lost", "laid-down")


@cache
def rulings() -> tuple[bytes, ...]:
    """Return rulings as JSON."""
    written_rulings = {name: written(rule_on(hands.ALL[name]), "json").encode() for name in {*_RULED}}
    return tuple(written_rulings[name] for name in _RULED)


@cache
def pages() -> tuple[bytes, ...]:
    """Return rulings as pages, mostly one that is quickly judged again."""
    example = (ROOT / "examples/rulings/ten-comes-home.html").read_bytes()
    return *[example] * 5, written(rule_on(hands.ALL["one-of-two"]), "html").encode()


@cache
def archives() -> tuple[bytes, ...]:
    """Return archives: an empty one, one of a few hands, and one that grew and stores decisions of a season."""
    few = [hands.ALL[name] for name in ("upheld", "partly-known", "talk", "sheet-only")]
    with TemporaryDirectory() as folder:
        paths = [
            make_archive(Path(folder), records, f"a{number}.db")
            for number, records in enumerate(([], few, [*few, *season_hands()[:2]]))
        ]
        decided = with_entries(
            seasons.encode_season(busy_season()), "notes", [{**DECIDED, "match": "r1-a"}]
        ).season
        with open_archive(str(paths[-1]), write=True) as archive, archive.writing():
            keep(archive, decided, list_entries(decided), AT)
        return tuple(path.read_bytes() for path in paths)


@cache
def notes() -> tuple[bytes, ...]:
    with TemporaryDirectory() as folder:
        path = make_archive(Path(folder), [hands.ALL[name] for name in ("upheld", "talk", "sheet-only")])
        with open_archive(str(path)) as archive:
            found = checkpoint_of(archive)
            note = sign_note(found, AGNES)
            inclusion = proof_of_hand(archive, hands.ALL["talk"]["id"], None, found, note)
            return (
                str(note).encode(),
                str(inclusion).encode(),
                str(proof_of_growth(archive, found, found, note)).encode(),
            )


@cache
def words(kind: str) -> tuple[str, ...]:
    """Return meaningful words for a kind of file, taken from valid files."""
    random = Random("words")
    files = {"sheets": sheets, "laws": laws, "texts": examples}[kind]()
    if kind == "texts":
        files += tuple(text(record(random)) for _ in range(60))
    found = {word for file in files for word in re.split(r'[\s",;]+', file.decode())}
    return tuple(sorted(word for word in found if 0 < len(word) < 40))
