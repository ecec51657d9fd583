-- What was decided in a season, away from the cards: entries of the log that are no hands. Made from the log, like the
-- hands, one row an entry. In the log the number of such an entry stands where others have that of their hand.

CREATE TABLE decisions (
    entry INTEGER PRIMARY KEY REFERENCES log (seq),
    -- Of which season: as its file calls it.
    title TEXT NOT NULL, league TEXT, season TEXT,
    -- The number by which it is taken back, the list of the season file that it stands in, and what it says there.
    number INTEGER NOT NULL, kind TEXT NOT NULL,
    match_id TEXT, team TEXT, takes_back INTEGER,
    who TEXT NOT NULL, decided_on TEXT NOT NULL, why TEXT,
    decision TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX decisions_by_number ON decisions (title, coalesce(league, ''), coalesce(season, ''), number);
