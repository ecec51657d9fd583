-- Hands of the Bid Euchre family: other packs, three to six seats, sides of one seat or of three, running scores.

ALTER TABLE hands ADD COLUMN pack TEXT;
-- Who sits at a table whose seats have numbers, and what sides are called that are not NS and EW, one a line.
ALTER TABLE hands ADD COLUMN p1 TEXT;
ALTER TABLE hands ADD COLUMN p2 TEXT;
ALTER TABLE hands ADD COLUMN p3 TEXT;
ALTER TABLE hands ADD COLUMN p4 TEXT;
ALTER TABLE hands ADD COLUMN p5 TEXT;
ALTER TABLE hands ADD COLUMN p6 TEXT;
ALTER TABLE hands ADD COLUMN other_sides TEXT;
ALTER TABLE hands ADD COLUMN stake_game INTEGER;
ALTER TABLE hands ADD COLUMN stake_set INTEGER;
ALTER TABLE hands ADD COLUMN moved TEXT;
-- Five characters a card played: the trick from 1 to C, the seat, the card, ?? where it is not known.
ALTER TABLE hands ADD COLUMN fell TEXT;
-- Six characters a card handed over: from whom, to whom, the card.
ALTER TABLE hands ADD COLUMN handed TEXT;

-- The sides of a hand with running scores: as they stood, what the hand brought, and what the sheet says.
CREATE TABLE sides (
    hand INTEGER NOT NULL REFERENCES hands (hand),
    side TEXT NOT NULL,
    team TEXT, players TEXT,
    before INTEGER, hickeys_before INTEGER, burns_before INTEGER,
    tricks INTEGER, score INTEGER, mark TEXT, unclaimed INTEGER, after INTEGER, hickeys INTEGER, won INTEGER,
    sheet TEXT, sheet_after INTEGER, sheet_tricks INTEGER,
    PRIMARY KEY (hand, side)
) STRICT, WITHOUT ROWID;

DROP TABLE words;
CREATE VIRTUAL TABLE words USING fts5 (
    north, east, south, west, ns_team, ew_team, league, season, venue, citation, recorded_by, source_note, remarks,
    p1, p2, p3, p4, p5, p6, other_sides,
    content = 'hands', content_rowid = 'hand', tokenize = 'unicode61 remove_diacritics 2', detail = 'column', columnsize = 0
);
INSERT INTO words (words) VALUES ('rebuild');

DROP VIEW plays;
CREATE VIEW plays AS
WITH RECURSIVE clocks (clock) AS (SELECT 0 UNION ALL SELECT clock + 1 FROM clocks WHERE clock < 63),
bytes AS (
    SELECT hand, id, round, north, east, south, west, clock,
        (instr('123456789ABCDEF', substr(hex(played), 2 * clock + 1, 1)) * 16
        + instr('123456789ABCDEF', substr(hex(played), 2 * clock + 2, 1))) AS byte
    FROM hands JOIN clocks ON clock < length(played)
),
places AS (
    SELECT *, clock, trim(substr(fell, 5 * clock + 2, 2)) AS seat FROM hands JOIN clocks ON clock < length(fell) / 5
)
SELECT hand, id, round, clock, clock / 4 + 1 AS trick, substr('NESW', byte / 32 + 1, 1) AS seat,
    CASE byte / 32 WHEN 0 THEN north WHEN 1 THEN east WHEN 2 THEN south ELSE west END AS player,
    CASE WHEN byte % 32 < 24 THEN substr('9TJQKA', byte % 32 % 6 + 1, 1) || substr('CDHS', byte % 32 / 6 + 1, 1) END AS card
FROM bytes
UNION ALL
SELECT hand, id, round, clock, instr('123456789ABC', substr(fell, 5 * clock + 1, 1)), seat,
    CASE seat WHEN 'N' THEN north WHEN 'E' THEN east WHEN 'S' THEN south WHEN 'W' THEN west
        WHEN 'P1' THEN p1 WHEN 'P2' THEN p2 WHEN 'P3' THEN p3 WHEN 'P4' THEN p4 WHEN 'P5' THEN p5 ELSE p6 END,
    nullif(substr(fell, 5 * clock + 4, 2), '??')
FROM places;

DROP VIEW declarations;
CREATE VIEW declarations AS
WITH RECURSIVE places (place) AS (SELECT 0 UNION ALL SELECT place + 1 FROM places WHERE place < 63),
-- What is said in the games of the family stands in words with blanks between them, each after its seat.
said (hand, id, place, word, rest) AS (
    SELECT hand, id, -1, '', calls || ' ' FROM hands WHERE fell IS NOT NULL AND calls <> ''
    UNION ALL
    SELECT hand, id, place + 1, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1) FROM said WHERE rest <> ''
)
SELECT hand, id, place AS call_number, substr(calls, 2 * place + 1, 1) AS seat,
    CASE substr(calls, 2 * place + 2, 1) WHEN '-' THEN 'pass' WHEN '+' THEN 'play' ELSE substr(calls, 2 * place + 2, 1) END AS call
FROM hands JOIN places ON place < length(calls) / 2 WHERE fell IS NULL
UNION ALL
SELECT hand, id, place, substr(word, 1, instr(word, ':') - 1), substr(word, instr(word, ':') + 1) FROM said WHERE place >= 0;

CREATE VIEW exchanges AS
WITH RECURSIVE places (place) AS (SELECT 0 UNION ALL SELECT place + 1 FROM places WHERE place < 143)
SELECT hand, id, place AS number, trim(substr(handed, 6 * place + 1, 2)) AS giver, trim(substr(handed, 6 * place + 3, 2)) AS taker,
    nullif(substr(handed, 6 * place + 5, 2), '??') AS card
FROM hands JOIN places ON place < length(handed) / 6;
