"""A league: games into matches, matches into standings, and an audit of the season.

Everything starts from a season and the rulings on its hands; nothing is stored, all is recomputed each time.

`season` is the file, read and added to by `season_file`; `decisions` are its entries and `schedule` its rounds.
`scorecard` adds hands into games, `games` and `matches` find them in a season, `standings` and `playoffs` rank the
teams. `audit`, `players` and `waiting` report on all of it. `evening` and `rotations` add up evenings of Progressive
Euchre; `printed_table` and `table_check` check a table without its hands.
"""
