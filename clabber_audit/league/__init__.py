"""A league: games into matches, matches into standings, and an audit of the season.

Everything starts from a season and the rulings on its hands; nothing is stored, all is recomputed each time.

`season` is the file, read and added to by `season_file`; `decisions` are its entries and `schedule` its rounds.
`scorecard` adds hands into games, `games` and `matches` find them in a season, `standings` ranks the
teams. `audit`, `players` and `waiting` report on all of it. `evening` adds up evenings of Progressive Euchre, and
those of a rotation, which `schedule` draws; `printed_table` reads the table of a newspaper, and `table_check` checks it
without its hands.

From a season’s file to a line of a page:

1. `season_file.load` parses the file to a `Season`; `decisions.apply_decisions` leaves the entries in force.
2. `games.HandStore` keeps each hand under its match and game. `matches` adds up the hands of a game, as a `ScoredGame`,
   keeps the result by teams, a `PlayedGame`, and shows the game to the audit, the players and the site (`on_game`).
3. A `PlayedMatch` has its games, with what was locked, corrected and approved.
4. `standings` makes of the matches the games of each team (`TeamGame`), its account (`TeamTally`) and its line of the
   table (`TableRow`). `Standings`, `Audit` and `Players` are what is reported.
5. `report.league` writes each of these as a page, as JSON and as rows; `write_table` of `cli.league.season` picks one.
"""
