"""The audit of a season: what its hands show that the table does not."""

from __future__ import annotations

from typing import Any

from clabber_audit.league.audit import Audit, audit, outcome_if_called
from clabber_audit.league.games import CountedGame
from clabber_audit.league.standings import standings
from tests import hands
from tests.league.seasons import SEASON, Json, handed, season, written

#: Owls sit North and South, Eagles East and West, in four hands of which only the score was kept.
BEFORE = [(100, 90), (100, 90), (110, 80), (100, 90)]


def at(record: Json, hand: int, teams: tuple[str, str] = ("Owls", "Eagles")) -> Json:
    """A record as a hand of the first game of the season."""
    context = {"league": SEASON["league"], "season": "2026", "round": 1, "game": 1, "hand": hand}
    return hands.changed(
        record, record["id"], teams=dict(zip(("NS", "EW"), teams, strict=True)), context=context
    )


def ending_with(
    record: Json, before: list[tuple[int, int]] = BEFORE, teams: tuple[str, str] = ("Owls", "Eagles")
) -> list[Json]:
    """The hands of a game that ends with this one."""
    first = [
        written(f"h{number}", teams, score, round=1, game=1, hand=number)
        for number, score in enumerate(before, 1)
    ]
    return [*first, at(record, len(first) + 1, teams)]


def with_last(
    record: Json, before: list[tuple[int, int]] = BEFORE, teams: tuple[str, str] = ("Owls", "Eagles")
) -> Any:
    """The audit of a game that ends with this hand."""
    return of(ending_with(record, before, teams))


def looked_at(records: list[Json]) -> CountedGame:
    """A game as the audit looks at it."""
    games: list[CountedGame] = []
    standings(season(), handed(records), games.append)
    (only,) = games
    return only


def of(records: list[Json]) -> Audit:
    return audit(season(), handed(records))


def test_a_renege_that_nobody_called_would_have_turned_the_game() -> None:
    """F3: 91 and a set as played, 182 for the others had it been called.

    Owls have 410 before the hand, Eagles 350: 501:350 for the Owls as it was, 410:532 for the Eagles had they called.
    """
    found = with_last(hands.TEN_COMES_HOME)
    (otherwise,) = found.otherwise
    assert otherwise.where is not None
    assert otherwise.where.hand == "ten-comes-home"
    assert (otherwise.now.totals, otherwise.now.winner) == ((501, 350), 0)
    assert (otherwise.then.totals, otherwise.then.winner) == ((410, 532), 1)
    assert found.counts() == [("failure-to-follow", "owls", 0, 1)]


def test_the_same_where_the_second_team_of_the_match_sits_north() -> None:
    """Eagles sit North and South now, so it is they who reneged and they who would have lost; Owls come first."""
    found = with_last(hands.TEN_COMES_HOME, teams=("Eagles", "Owls"))
    (otherwise,) = found.otherwise
    assert (otherwise.now.totals, otherwise.now.winner) == ((350, 501), 1)
    assert (otherwise.then.totals, otherwise.then.winner) == ((532, 410), 0)
    assert found.counts() == [("failure-to-follow", "eagles", 0, 1)]


def test_a_renege_that_changes_no_winner_is_counted_and_no_more() -> None:
    """Owls have 480 before, Eagles 300: 571:300 as it was; called, 480:482, and the game would go on: reported.

    With 90 fewer for the Eagles, 480:392 would go on as well; so the innocent case is a game that the Eagles win
    either way: 350:470, then 441:470 and 350:652. As played it goes on, and does not count: not reported.
    """
    (otherwise,) = with_last(hands.TEN_COMES_HOME, [(160, 100), (160, 100), (160, 100)]).otherwise
    assert (otherwise.now.state, otherwise.then.state) == ("won", "unfinished")
    assert otherwise.then.totals == (480, 482)
    found = with_last(hands.TEN_COMES_HOME, [(175, 235), (175, 235)])
    assert found.otherwise == ()
    assert len(found.reneges) == 1


def test_a_renege_that_was_called_is_no_uncalled_one() -> None:
    found = with_last(hands.UPHELD)
    assert found.counts() == [("failure-to-follow", "owls", 1, 0)]
    assert found.otherwise == ()


def test_a_claim_out_of_time_leaves_it_uncalled() -> None:
    """After the last trick was turned nothing can be called (R-107)."""
    assert with_last(hands.OUT_OF_TIME).counts() == [("failure-to-follow", "owls", 0, 1)]


def test_a_claim_that_was_not_proven_is_counted_for_the_claimants() -> None:
    """Tricks were turned over and no fault was seen: a renege of the Eagles (R-095), besides the Owls' uncalled one."""
    assert with_last(hands.REFUTED).counts() == [
        ("failure-to-follow", "owls", 0, 1),
        ("unproven-claim", "eagles", 1, 0),
    ]


def test_a_passed_suit_is_called_at_once_or_never() -> None:
    """All passed spades and West named them: that is called before his first card (B05), or not at all.

    Called, it gives North and South 162: 410 + 162 = 572, where it was 410 + 91 = 501; the Eagles stay at 350.
    """
    calls = [*({"seat": seat, "call": "pass"} for seat in "WNES"), {"seat": "W", "call": "S"}]
    played = ending_with(hands.changed(hands.TEN_COMES_HOME, "passed", declarations=calls))
    (reneged,) = [
        renege for renege in of(played).reneges if renege.finding.infraction == "declaring-passed-suit"
    ]
    assert (reneged.team, reneged.called) == ("eagles", False)
    game = looked_at(played)
    called = outcome_if_called(game.card, 4, reneged.finding)
    assert called is not None
    assert (game.card.totals, called.totals) == ((501, 350), (572, 350))


def test_a_sheet_that_is_wrong_and_would_have_turned_the_game() -> None:
    """The cards give F6, unclaimed: West-East are set, North-South score 96. The sheet gives the set side 160.

    Before it Owls have 410 and Eagles 350: 506:350 by the cards. By the sheet 410 + 96 = 506 and 350 + 160 = 510.
    """
    found = with_last(hands.changed(hands.BELLE_SETS, "wrong", score={"NS": 96, "EW": 160}))
    (sheet,) = found.sheets
    assert (sheet.team, sheet.written, sheet.ruled) == ("eagles", 160, 0)
    (otherwise,) = found.otherwise
    assert otherwise.where is None
    assert (otherwise.now.totals, otherwise.then.totals) == ((506, 350), (506, 510))
    assert (otherwise.now.winner, otherwise.then.winner) == (0, 1)


def test_a_sheet_by_which_nobody_had_won() -> None:
    """The sheet has 80 for the 96 of the cards: 490:350, and the game would have gone on."""
    (otherwise,) = with_last(
        hands.changed(hands.BELLE_SETS, "wrong", score={"NS": 80, "EW": "XXX"})
    ).otherwise
    assert (otherwise.then.state, otherwise.then.totals) == ("unfinished", (490, 350))


def test_a_sheet_that_is_wrong_and_changes_no_winner() -> None:
    found = with_last(hands.changed(hands.BELLE_SETS, "wrong", score={"NS": 98, "EW": "XXX"}))
    (sheet,) = found.sheets
    assert (sheet.team, sheet.written, sheet.ruled) == ("owls", 98, 96)
    assert found.otherwise == ()


def test_a_table_that_played_on_by_its_sheet() -> None:
    """The Owls have 506 after F6 by the cards; the sheet gave them 86, 496, so they played on.

    In the next hand, recorded as a score, the Eagles made 152 and the Owls 3: 499:502 by the sheet.
    """
    first = [
        written(f"h{at}", ("Owls", "Eagles"), score, round=1, game=1, hand=at)
        for at, score in enumerate(BEFORE, 1)
    ]
    wrong = at(hands.changed(hands.BELLE_SETS, "wrong", score={"NS": 86, "EW": "XXX"}), 5)
    audit = of([*first, wrong, written("h6", ("Owls", "Eagles"), (3, 152), round=1, game=1, hand=6)])
    (otherwise,) = audit.otherwise
    assert (otherwise.now.totals, otherwise.now.winner) == ((506, 350), 0)
    assert (otherwise.then.totals, otherwise.then.winner) == ((499, 502), 1)
    assert [notice.hands for notice in audit.standings.notices if notice.kind == "hands_after"] == [("h6",)]


def test_a_sheet_that_is_right_is_not_told() -> None:
    found = with_last(hands.BELLE_SETS)
    assert (found.sheets, found.reneges, found.otherwise, found.disputed, found.dealers) == (
        (),
        (),
        (),
        (),
        (),
    )
    assert found.hands == 5


def test_a_score_that_no_hand_comes_to() -> None:
    """100 and 90 are 28 more than the 162 of cards and last trick, and no melds make 28; 102 and 80 are 20 more.

    A hand with its cards is not doubted, and one of another season not examined.
    """
    teams = ("Owls", "Eagles")
    scores = [(102, 80), (100, 90), (80, 82)]
    audit = of(
        [
            *(
                written(f"h{at}", teams, score, round=1, game=1, hand=at)
                for at, score in enumerate(scores, 1)
            ),
            at(hands.BELLE_SETS, 4),
            written("away", ("Owls", "Eagels"), (100, 90), round=1, game=1, hand=5),
        ]
    )
    assert [where.hand for where in audit.impossible] == ["h2"]


def test_a_game_by_written_scores() -> None:
    """410:350 were written down, and the last hand of the game has its cards."""
    played = with_last(hands.BELLE_SETS).standings.matches[0].games[0]
    assert (played.is_in_table, played.written_alone) == (True, (4, 5))


def test_a_dealer_out_of_turn() -> None:
    """South deals both hands; the second was West’s, who sits left of South."""
    first, second = (at(hands.BELLE_SETS, hand) for hand in (1, 2))
    first["deal"] = {**first["deal"], "dealer": "S"}
    audit = of([{**first, "id": "one"}, {**second, "id": "two"}])
    assert [where.hand for where in audit.dealers] == ["two"]


def test_a_hand_in_dispute() -> None:
    """North’s and South’s cards to tricks 1 and 4 may be swapped.

    The nine of trumps wins trick 1 for South over West’s king; without it and North’s ace the trick is West’s.
    """
    found = with_last(hands.blanked(hands.UNKNOWN_PLAYS, "lost", 1, 3, 13, 15))
    assert [where.hand for where in found.disputed] == ["lost"]


def test_a_hand_with_unknown_cards_that_change_no_score_is_not_in_dispute() -> None:
    """North’s ace of trumps and queen of hearts may be swapped in tricks 1 and 4, both won by North-South.

    South’s nine wins trick 1 over the ace as over the queen; in trick 4 North’s ace wins, or South’s king of hearts
    over West’s jack. North’s plays in these two tricks are undetermined; only the ten of spades is proven.
    """
    played = ending_with(hands.UNKNOWN_PLAYS)
    audit = of(played)
    assert audit.disputed == ()
    reneges = [
        finding for finding in looked_at(played).card.lines[-1].ruling.findings if finding.penalty == "renege"
    ]
    assert {finding.verdict for finding in reneges} == {"proven", "undetermined"}
    assert [renege.finding.facts["played"] for renege in audit.reneges] == ["TS"]


def test_hands_of_a_game_that_does_not_count_are_looked_at_too() -> None:
    """Two hands are numbered 1: the game does not count, and its findings are reported all the same."""
    first, second = at(hands.TEN_COMES_HOME, 1), at(hands.BELLE_SETS, 1)
    audit = of([first, second])
    assert [played.status for played in audit.standings.matches][0] == "in_dispute"
    assert (audit.hands, audit.counts(), audit.otherwise) == (2, [("failure-to-follow", "owls", 0, 1)], ())


def test_a_hand_of_another_league_is_not_looked_at() -> None:
    record = at(hands.TEN_COMES_HOME, 1)
    record["context"]["league"] = "Another League"
    audit = of([record])
    assert (audit.hands, audit.reneges) == (0, ())
    assert [notice.kind for notice in audit.standings.notices] == ["other_league"]
