"""What the page works out by itself of the Bid Euchre family, against the program: auctions, winners, texts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from clabber_audit.cards.cards import number
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.notation.writer import write
from tests.browser.conftest import Visit
from tests.browser.vectors import vectors
from tests.family.makers.records import written

if TYPE_CHECKING:
    from playwright.sync_api import Page

Json = dict[str, Any]
pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def given() -> Json:
    """Questions with the answers of the program."""
    return vectors()


@pytest.fixture
def script(visit: Visit, recorder: str) -> Page:
    """The page, for its functions to be called."""
    return visit(recorder)


def test_what_an_auction_came_to(script: Page, given: Json) -> None:
    asked = """(all) => all.map(({ruleset, seats, dealer, upcard, calls}) => {
      const came = callsOf(gameOf({ ruleset, seats }), dealer, upcard, calls);
      const { maker, tricks, kind, trump, passedOut, forced } = came;
      if (maker) return [maker, tricks, kind, forced];
      return passedOut ? "passed_out" : { C: "club", NT: "no_bid" }[trump] || "unknown";
    })"""
    assert script.evaluate(asked, given["bids"]) == [made["came"] for made in given["bids"]]


def test_winners_of_tricks(script: Page, given: Json) -> None:
    asked = "(all) => all.map(({ruleset, seats, cards, strain}) => winningPlace(gameOf({ruleset, seats}), cards, strain))"
    assert script.evaluate(asked, given["strains"]) == [trick["winning"] for trick in given["strains"]]


def test_scores(script: Page, given: Json) -> None:
    """The points of a bid and of tricks, as the page looks them up."""
    asked = """(all) => all.map(({ruleset, seats, contract, out, before, tricks}) => {
      const made = contract || { maker: null, trump: "NT" };
      return bidScore(ruleset, before, { game: gameOf({ ruleset, seats }), made, said: [], out }, tricks);
    })"""
    assert script.evaluate(asked, given["scores"]) == [hand["score"] for hand in given["scores"]]


def test_the_vectors_tell_right_from_wrong(given: Json) -> None:
    came = [made["came"] for made in given["bids"]]
    assert {"club", "no_bid", "passed_out", "unknown"} <= {one for one in came if isinstance(one, str)}
    assert {one[2] for one in came if isinstance(one, list)} >= {
        "bid",
        "hc",
        "big_pepper",
        "loner",
        "pfeffer",
    }
    assert {trick["winning"] for trick in given["strains"]} == set(range(6))
    hands = [hand for hand in given["scores"] if hand["contract"] and hand["score"]]
    assert {len(hand["tricks"]) for hand in hands} == {2, 3, 4, 5, 6}
    assert (
        {hand["contract"]["forced"] for hand in hands}
        == {hand["contract"]["alone"] for hand in hands}
        == {True, False}
    )
    assert any(hand["score"] is None for hand in given["scores"])
    assert any(
        0 < int(points) < 5
        for hand in hands
        if "eau-claire" in hand["ruleset"]
        for points in hand["score"].values()
    )


def writable(record: Json) -> Json | None:
    """A record with only such keys as the page writes; None where its comments are out of order."""
    found = BidEuchreRecord.model_validate(record)
    plain: Json = json.loads(found.model_dump_json(exclude_defaults=True, by_alias=True))
    for key in ("date_as_written", "confidence", "note"):
        plain.get("source", {}).pop(key, None)
    for claim in plain.get("claims", ()):
        claim.setdefault("by", None)
    moments = [number(note["at"]) for note in plain.get("comments", ())]
    return plain if moments == sorted(moments) else None


def test_text_is_the_canonical_one(script: Page) -> None:
    """Of whatever the page can write down, in the words of the program: hands as played, and hands gone wild."""
    made = written(5, 1000)
    wanted = [found for record in made if (found := writable(record)) is not None]
    assert len(wanted) > 700
    told = script.evaluate("(all) => all.map(clabOf)", wanted)
    for record, text in zip(wanted, told, strict=True):
        assert text == write(BidEuchreRecord.model_validate(record))
