"""Site of an archive, and its BagIt bag (RFC 8493) for repositories.

The bag has Dublin Core as CSV, records and clippings.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

from clabber_audit.core.text import agree, pluralize
from clabber_audit.judge.judge import Ruling, adjudicate, anonymize_record, summary
from clabber_audit.league.scorecard import GameKey, anonymize_game, game_of, group_by_game, scorecard
from clabber_audit.records.base import Context, Source
from clabber_audit.records.dates import (
    Edtf,
    date_of_record,
    edtf,
    first_day,
    interpret_date,
    last_day,
    parse_date,
)
from clabber_audit.records.formats import Record, canonical, digest, fold_name, record_line
from clabber_audit.records.sheets.headings import csv_text
from clabber_audit.report import layout
from clabber_audit.report import scorecard as notes
from clabber_audit.report.html import Item, Section, table_section
from clabber_audit.report.layout import Colophon, CountBar, PageRow, columns
from clabber_audit.report.remarks import ARCHIVE_SECTIONS, Clipping, Link, clippings, make_link
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.sites import pages
from clabber_audit.sites.pages import (
    FeedResult,
    FileNames,
    PackedRecord,
    Page,
    Plan,
    SearchEntry,
    Site,
    SiteGame,
    SiteHand,
    SiteLaw,
    Spellings,
    feed,
    hand_entry,
    law_hash,
    pack_law,
    paper_pages,
    people,
    search_pages,
    site_hand,
    tasks,
)

#: Columns of `metadata.csv`, as Omeka, CONTENTdm and Preservica take them.
COLUMNS: Final = (
    *("dcterms:identifier", "dcterms:title", "dcterms:date", "dcterms:created", "dcterms:creator"),
    *("dcterms:subject", "dcterms:description", "dcterms:type", "dcterms:format", "dcterms:source"),
    *("dcterms:isPartOf", "dcterms:language", "dcterms:rights", "file", "sha256", "transcription"),
)
#: Copyright undetermined: the statement to give until somebody decides.
_RIGHTS: Final = "http://rightsstatements.org/vocab/UND/1.0/"
_SUBJECT: Final = {
    "clabber-hand/1": "Clabber (Card game)|Card games--Indiana",
    "bid-euchre-hand/1": "Bid euchre (Card game)|Card games--Indiana",
}
_MEDIA: Final = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
    "gif": "image/gif",
}
#: Separator of several values in a cell.
_AND: Final = "|"


class Parcel(NamedTuple):
    """Description of a bag: the name of its archive, its day, and the names of people by their other spellings."""

    origin: str
    day: str
    anonymous: bool = False
    spellings: Mapping[str, str] = MappingProxyType({})


def bag_files(
    records: Iterable[Record],
    clipped: Mapping[str, Clipping],
    pictures: Mapping[str, bytes],
    parcel: Parcel,
) -> dict[str, bytes]:
    """Return the files of a bag by their paths.

    `clipped` are clippings by hash, and `pictures` their bytes by file name. Without names there are no clippings: a
    picture shows names too, and the name of an archive may be that of a club.
    """
    title = "an archive without names" if parcel.anonymous else parcel.origin
    if parcel.anonymous:
        records, clipped = [anonymize_record(cast(Any, record)) for record in records], {}
    rows, payload, taken = list[dict[str, str]](), dict[str, bytes](), Counter[str]()
    for record in records:
        # Without names and dates, hands of the same cards are one record.
        taken[record.id] += 1
        identifier = record.id if taken[record.id] == 1 else f"{record.id}-{taken[record.id]}"
        name = f"data/records/{identifier}.json"
        payload[name] = (record_line(record) + "\n").encode()
        own = [clipped[clipping] for clipping in clippings(record.source) if clipping in clipped]
        shown = (clipping.picture for clipping in own if clipping.picture in pictures)
        payload |= {f"data/objects/{picture}": pictures[picture] for picture in shown}
        people = [parcel.spellings.get(fold_name(name), name) for name in record.players.values()]
        stored = {"dcterms:identifier": identifier, "file": f"records/{identifier}.json"}
        stored["sha256"] = hashlib.sha256(payload[name]).hexdigest()
        rows += _rows(record, own, title, people, stored)
    cells = ([row.get(column, "") for column in COLUMNS] for row in rows)
    payload["data/metadata.csv"] = csv_text([COLUMNS, *cells]).encode()
    return payload | _tag_files(payload, title, parcel.day)


def missing_clippings(
    records: Iterable[Record], clipped: Mapping[str, Clipping]
) -> Iterator[tuple[str, str]]:
    """Yield the hashes of clippings that records name and that are not there, each with the id of its hand."""
    for record in records:
        yield from ((record.id, clipping) for clipping in clippings(record.source) if clipping not in clipped)


def _rows(
    record: Record, own: Iterable[Clipping], title: str, people: Iterable[str], stored: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    """Yield the row of a record and one for each clipping it was taken from, by column.

    `stored` are the identifier of the record, its file and the hash of that.
    """
    identifier = stored["dcterms:identifier"]
    source, written = record.source or Source(), date_of_record(record)
    in_words = source.date_as_written or written
    sides = " against ".join(record.teams.values())
    described = {
        "dcterms:date": edtf(written) or "",
        "dcterms:created": in_words,
        "dcterms:subject": _AND.join(dict.fromkeys([_SUBJECT.get(record.format, ""), *people])),
        "dcterms:source": source.citation or "",
        "dcterms:isPartOf": title,
        "dcterms:language": "en",
        "dcterms:rights": _RIGHTS,
    }
    yield {
        **described,
        **stored,
        "dcterms:title": f"Hand {identifier}" + (f": {sides}" if sides else ""),
        "dcterms:creator": source.recorded_by or "",
        "dcterms:description": _AND.join(record.remarks),
        "dcterms:type": "Dataset",
        "dcterms:format": "application/json",
    }
    for number, clipping in enumerate(own, 1):
        ending = clipping.picture.rpartition(".")[2].lower()
        yield described | {
            "dcterms:identifier": f"{identifier}-clipping-{number}",
            "dcterms:title": f"Source of hand {identifier}",
            "dcterms:type": "StillImage" if clipping.picture else "Text",
            "dcterms:format": _MEDIA.get(ending, "text/plain"),
            "file": f"objects/{clipping.picture}" if clipping.picture else "",
            "sha256": clipping.sha256,
            "transcription": clipping.text,
        }


def _tag_files(payload: Mapping[str, bytes], title: str, day: str) -> dict[str, bytes]:
    """Return the declaration, the description and the manifests of a bag."""
    size = sum(map(len, payload.values()))
    info = {
        "Source-Organization": title,
        "Bagging-Date": day,
        "External-Description": f"Hands of {title}",
        "Payload-Oxum": f"{size}.{len(payload)}",
    }
    described = "".join(f"{key}: {' '.join(value.split())}\n" for key, value in info.items())
    tags = {
        "bagit.txt": b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
        "bag-info.txt": described.encode(),
        "manifest-sha256.txt": _manifest(payload),
    }
    return tags | {"tagmanifest-sha256.txt": _manifest(tags)}


def _manifest(files: Mapping[str, bytes]) -> bytes:
    lines = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    return "".join(lines).encode()


#: The most years that a date is listed under, and the most that are drawn.
_MOST_YEARS: Final = 10
_MOST_BARS: Final = 60
#: Length of a date with a day.
_WHOLE_DAY: Final = 10


def archive_site(
    records: Iterable[tuple[PackedRecord, BoundRuleset]],
    origin: str,
    checkpoint: str,
    *,
    anonymous: bool = False,
    clippings: Mapping[str, Clipping] | None = None,
    spellings: Spellings | None = None,
) -> Site:
    """Return the site of an archive, of its records in order, each with its ruleset.

    An `anonymous` site leaves out the `origin` too, which may be the name of a club. `spellings` have the name of a
    person by each other spelling of it.
    """
    files, laws = FileNames(anonymous), dict[str, SiteLaw]()

    def judge_records() -> Iterator[tuple[PackedRecord, Ruling]]:
        for record, law in records:
            laws.setdefault(law_hash(law), pack_law(law))
            yield record, adjudicate(record.hand, law)

    games = list(_games(judge_records(), files, anonymous))
    plan = _plan(games, origin, checkpoint, anonymous, spellings or {})
    plan, results = plan._replace(clippings=clippings or {}), list(_results(games, origin))
    if results:
        plan = plan._replace(feed="hands.atom")
    made = dict(_pages(plan, results))
    return Site(made, list(tasks(plan, laws, anonymous=anonymous)), list(plan.missing_clippings()))


def _games(
    judged: Iterator[tuple[PackedRecord, Ruling]], files: FileNames, anonymous: bool
) -> Iterator[SiteGame]:
    """Yield the games, and hands of no game in groups; the rulings of one place are in memory at a time."""
    for (season, *place), own in groupby(judged, lambda item: _place(item[1])):
        if any(number is not None for number in place):
            together = group_by_game(own, lambda item: summary(item[1]))
            yield from (_build_site_game(key, hands, files, anonymous) for key, hands in together.items())
        else:
            hands = []
            for record, ruling in own:
                written = ruling.replay.hand.original
                sides = game_of(summary(ruling)).sides
                name = ", ".join([written.id, *([" – ".join(sides)] if all(sides) else [])])
                name = str(anonymize_record(written).id) if anonymous else name
                hands.append(site_hand(ruling, record, name, files, anonymous=anonymous))
            heading = str(season) if season and not anonymous else "Hands that name no round"
            yield SiteGame("", heading, "Hands that name no game", tuple(hands))


def _place(ruling: Ruling) -> tuple[str | int | None, ...]:
    """Return season, round, table and game of a hand; if the last three are missing, also its date and sides, if known."""
    record = ruling.replay.hand.record
    context = record.context or Context()
    place = context.season, context.round, context.table, context.game
    sides = game_of(summary(ruling)).sides
    if place[1:] != (None, None, None) or not (context.date and all(sides)):
        return place
    # Hands come by these days, so that games of dates in other words come mixed; `group_by_game` tells them apart.
    return *place, first_day(context.date), last_day(context.date), *sides


def _build_site_game(
    key: GameKey, own: Sequence[tuple[PackedRecord, Ruling]], files: FileNames, anonymous: bool
) -> SiteGame:
    ruled = scorecard([summary(ruling) for _record, ruling in own], key)
    game = anonymize_game(ruled) if anonymous else ruled
    sides = tuple(side.name for side in notes.side_headings(game))
    named = {} if anonymous else own[0][1].replay.hand.record.teams
    teams = tuple(fold_name(named.get(name, "")) for name in key.side_names)
    numbered = {line.ruling.replay.hand.record.id: notes.format_hand_number(line) for line in ruled.lines}
    hands = []
    for record, ruling in own:
        name = f"Hand {numbered[ruling.replay.hand.record.id]}"
        hands.append(site_hand(ruling, record, name, files, anonymous=anonymous))
    at = [text for text in (key.league, key.season) if text and not anonymous]
    at += [f"round {key.round}"] if key.round is not None else []
    numbers = ("table", key.table), ("game", key.game)
    where = [f"{word} {number}" for word, number in numbers if number is not None]
    dates = {hand.day for hand in hands}
    where += [*filter(None, dates)] if len(dates) == 1 and key.round is None else []
    heading = ", ".join(at) or "Hands that name no round"
    title = ", ".join([" – ".join(sides), *where])
    shown_key = key._replace(sides=()) if anonymous else key
    file = files.make_name("game", canonical(shown_key if key.date else shown_key[:-1]))
    heading = heading[:1].upper() + heading[1:]
    return SiteGame(file, heading, title, tuple(hands), notes.verdict(game), sides=sides, teams=teams)


def _plan(
    games: Sequence[SiteGame],
    origin: str,
    checkpoint: str,
    anonymous: bool,
    spellings: Spellings,
) -> Plan:
    files = FileNames(anonymous)
    teams = {team: game.sides[side] for game in games for side, team in enumerate(game.teams) if team}

    named = {fold_name(name): name for name in spellings.values()}
    records = sorted(hand.record.sha256 for game in games for hand in game.hands)
    players = {}
    for who, own in sorted(people(games, by_team=False, spellings=spellings).items()):
        players[who] = Link(named.get(who[0], own[0].name), files.make_name("player", who[0]))
    return Plan(
        title="Hands" if anonymous else f"Hands of {origin}",
        colophon=Colophon((("the records", digest(records)),), (), None if anonymous else checkpoint),
        sections=ARCHIVE_SECTIONS,
        games=tuple(games),
        teams={team: Link(name, files.make_name("team", team)) for team, name in sorted(teams.items())},
        players=players,
        hands_file="index.html",
        spellings=spellings,
    )


def _results(games: Iterable[SiteGame], origin: str) -> Iterator[FeedResult]:
    """Yield the results of games, and of hands of no game, with a known day; amending a hand makes its result new."""
    for game in games:
        entries: list[tuple[str, str, str, Sequence[SiteHand]]]
        entries = [(hand.file, hand.name, hand.result, (hand,)) for hand in game.hands]
        if game.file:
            entries = [(game.file, f"{game.heading}: {game.title}", game.verdict, game.hands)]
        for file, title, text, hands in entries:
            days = [day for hand in hands if len(day := parse_date(hand.day) or "") == _WHOLE_DAY]
            if days:
                latest = max(*days, *(hand.amended for hand in hands))
                yield FeedResult(f"{origin}/{file}", latest, title, text, file)


def _pages(plan: Plan, results: list[FeedResult]) -> Iterator[Page]:
    yield from pages.hand_pages(plan, plan.hands_file)
    yield from _year_pages(plan)
    yield from _team_pages(plan)
    yield from pages.player_pages(plan)
    yield from search_pages(plan, _entries(plan))
    if results:
        yield plan.feed, feed(plan.title, plan.title, plan.title, plan.feed, results)


class _DatedHand(NamedTuple):
    game: SiteGame
    hand: SiteHand
    date: Edtf | None

    @property
    def years(self) -> range:
        """The years that its date can mean; empty if they are too many, or one end is open."""
        years = self.date.years if self.date else range(0)
        return years if len(years) <= _MOST_YEARS else range(0)

    @property
    def is_sure(self) -> bool:
        return len(self.years) == 1


def _group_by_year(plan: Plan) -> tuple[dict[int, list[_DatedHand]], list[_DatedHand]]:
    """Return the hands that may be of each year, in order, and those whose date names none."""
    hands = [_DatedHand(game, hand, interpret_date(hand.day)) for game in plan.games for hand in game.hands]
    hands.sort(key=lambda entry: first_day(entry.hand.day) or last_day(entry.hand.day) or "9999")
    years: dict[int, list[_DatedHand]] = {}
    for entry in hands:
        for year in entry.years:
            years.setdefault(year, []).append(entry)
    return dict(sorted(years.items())), [dated for dated in hands if not dated.years]


def _year_pages(plan: Plan) -> Iterator[Page]:
    """Yield the timeline, and a page for each year with the hands that were, or may have been, played in it."""
    years, others = _group_by_year(plan)
    links, bars, rows = [Link(str(year), f"year-{year}.html") for year in years], [], []
    for place, (link, own) in enumerate(zip(links, years.values(), strict=True)):
        sure = [dated for dated in own if dated.is_sure]
        perhaps = [dated for dated in own if not dated.is_sure]
        bars.append(CountBar(link.text, len(sure), len(perhaps), f"{len(own)}"))
        rows.append(PageRow((make_link(link.text, link.href), str(len(sure)), str(len(perhaps)))))
        parts = [
            _date_section("of", f"Of {link.text}", sure),
            _date_section("perhaps", f"Perhaps of {link.text}", perhaps),
        ]
        frame = plan.frame_of("years.html", order=links, place=place)
        yield from paper_pages(plan.paper("Year", link.text, f"{_year_line(own)}.", parts), link.href, frame)
    words = (
        "Hands of each year: full those of that year, hollow those perhaps of it; the table has the numbers."
    )
    drawings = (layout.bars("Hands by year", words, bars),) if 1 < len(bars) <= _MOST_BARS else ()
    legend = "Full: of that year. Hollow: perhaps." if drawings else ""
    parts = [
        table_section("years", "Years", columns("Year", numbers=("Hands", "Perhaps")), rows),
        Section("timeline", "Timeline", legend, pictures=drawings),
        _date_section("others", "No year named", others),
    ]
    lead = f"{pluralize(len(rows), 'year')}." if rows else "No hand names its year."
    yield from plan.list_page("Years", "years.html", lead, *parts)


def _year_line(own: Sequence[_DatedHand]) -> str:
    perhaps = sum(not dated.is_sure for dated in own)
    line = pluralize(len(own), "hand")
    return f"{line}, {perhaps} of them perhaps of another year" if perhaps else line


def _date_section(id: str, title: str, own: Sequence[_DatedHand]) -> Section:
    """Return a section with a table of hands and their dates as written."""
    rows = []
    for game, hand, _date in own:
        rows.append(PageRow((make_link(f"{game.title}, {hand.name}", hand.file), hand.day, hand.result)))
    return table_section(id, title, columns("Hand", "Date", "Result"), rows)


def _team_pages(plan: Plan) -> Iterator[Page]:
    """Yield the list of all teams, and a page for each with its games."""
    links, rows = list(plan.teams.values()), []
    for place, (team, link) in enumerate(plan.teams.items()):
        own = [game for game in plan.games if team in game.teams]
        frame = plan.frame_of("teams.html", order=links, place=place)
        rows.append(PageRow((make_link(link.text, link.href), str(len(own)))))
        rounds = []
        for number, (heading, games) in enumerate(groupby(own, lambda game: game.heading), 1):
            items = []
            for game in games:
                items.append(Item(f"{game.title}: {game.verdict}", "open" if game.open else "", game.file))
            rounds.append(Section(f"s{number}", heading, items=tuple(items)))
        lead = f"{pluralize(len(own), 'game')}."
        yield from paper_pages(plan.paper("Team", link.text, lead, rounds), link.href, frame)
    lead = (
        agree(len(rows), "{count} team{|s} {is|are} named in the hands.")
        if rows
        else "No hand names its teams."
    )
    section = table_section("teams", "Teams", columns("Team", numbers=("Games",)), rows)
    yield from plan.list_page("Teams", "teams.html", lead, section)


def _entries(plan: Plan) -> Iterator[SearchEntry]:
    for year, own in _group_by_year(plan)[0].items():
        yield SearchEntry("year", str(year), _year_line(own), f"year-{year}.html")
    yield from (SearchEntry("team", link.text, "", link.href) for link in plan.teams.values())
    yield from (SearchEntry("player", link.text, "", link.href) for link in plan.players.values())
    for game in plan.games:
        if game.file:
            round, disputed = game.heading, game.open
            yield SearchEntry("game", game.title, game.verdict, game.file, round=round, disputed=disputed)
        yield from (hand_entry(plan, game, hand) for hand in game.hands)
