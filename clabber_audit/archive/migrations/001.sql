-- The log: every record that was ever added, in order, never changed. An entry is the canonical JSON of when it was
-- added, by whom and why, what it amends, and the record itself, deflated with the dictionary.
CREATE TABLE log (
    seq INTEGER PRIMARY KEY CHECK (seq >= 0),
    hand INTEGER NOT NULL,
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
    entry BLOB NOT NULL
) STRICT;
CREATE INDEX log_by_hand ON log (hand) WHERE hand <> seq;

-- One row for each time that the archive grew: how many entries it had then, and the root of the tree over them.
CREATE TABLE growth (
    step INTEGER PRIMARY KEY,
    size INTEGER NOT NULL UNIQUE,
    root BLOB NOT NULL CHECK (length(root) = 32),
    peaks BLOB NOT NULL,
    checkpoint TEXT NOT NULL
) STRICT;

CREATE TABLE about (
    origin TEXT NOT NULL,
    dictionary BLOB NOT NULL,
    dictionary_sha256 BLOB NOT NULL CHECK (length(dictionary_sha256) = 32)
) STRICT;

-- Every ruleset that a hand was ruled by, whole, by the hash of its canonical JSON.
CREATE TABLE rulesets (
    ruleset INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    sha256 TEXT NOT NULL UNIQUE,
    law TEXT NOT NULL
) STRICT;

-- What follows holds nothing of its own: it is made from the log and can be made again.

CREATE TABLE hands (
    hand INTEGER PRIMARY KEY REFERENCES log (seq),
    entry INTEGER NOT NULL REFERENCES log (seq),
    ruleset INTEGER NOT NULL REFERENCES rulesets (ruleset),
    id TEXT NOT NULL UNIQUE,
    league TEXT, season TEXT, venue TEXT, date TEXT, date_understood TEXT,
    round INTEGER, table_no INTEGER, game INTEGER, number INTEGER,
    north TEXT, east TEXT, south TEXT, west TEXT, ns_team TEXT, ew_team TEXT,
    source_kind TEXT, citation TEXT, date_as_written TEXT, recorded_by TEXT, confidence TEXT, source_note TEXT,
    remarks TEXT,
    dealer TEXT NOT NULL, maker TEXT, trump TEXT,
    -- Two characters a call: the seat, and - for a pass, + for play, or a suit. Whether melds were noted at all.
    calls TEXT, melds_noted INTEGER NOT NULL,
    -- One byte a card played: 32 times the seat and the number of the card from 9C to AS; 31 for a card not known.
    played BLOB NOT NULL,
    outcome TEXT NOT NULL, reneging_team TEXT,
    ns_cards INTEGER, ns_last INTEGER, ns_melds INTEGER, ns_belle INTEGER,
    ew_cards INTEGER, ew_last INTEGER, ew_melds INTEGER, ew_belle INTEGER,
    ns_score INTEGER, ew_score INTEGER, ns_mark TEXT, ew_mark TEXT,
    ns_unclaimed INTEGER, ew_unclaimed INTEGER,
    -- The score as the sheet has it: points or a mark.
    ns_sheet TEXT, ew_sheet TEXT, sheet_agrees INTEGER,
    next_dealer TEXT
) STRICT;
CREATE INDEX hands_by_game ON hands (round, table_no, game, number);
CREATE INDEX hands_by_source ON hands (source_kind, date_understood) WHERE source_kind IS NOT NULL;
CREATE INDEX hands_differing ON hands (hand) WHERE sheet_agrees = 0;

CREATE TABLE melds (
    hand INTEGER NOT NULL REFERENCES hands (hand),
    meld INTEGER NOT NULL,
    seat TEXT NOT NULL, kind TEXT NOT NULL, cards TEXT NOT NULL, announced TEXT NOT NULL, shown TEXT NOT NULL,
    PRIMARY KEY (hand, meld)
) STRICT, WITHOUT ROWID;

CREATE TABLE findings (
    hand INTEGER NOT NULL REFERENCES hands (hand),
    finding INTEGER NOT NULL,
    infraction TEXT NOT NULL,
    seat TEXT, player TEXT, team TEXT,
    trick INTEGER, at TEXT NOT NULL, verdict TEXT NOT NULL, provable_from TEXT, penalty TEXT NOT NULL,
    facts TEXT NOT NULL,
    PRIMARY KEY (hand, finding)
) STRICT, WITHOUT ROWID;
CREATE INDEX findings_by_player ON findings (infraction, player) WHERE player IS NOT NULL;

CREATE TABLE claims (
    hand INTEGER NOT NULL REFERENCES hands (hand),
    claim INTEGER NOT NULL,
    by TEXT, claimant TEXT, against TEXT NOT NULL, at TEXT NOT NULL,
    infraction TEXT, trick INTEGER, reviewed INTEGER NOT NULL, withdrawn INTEGER NOT NULL,
    verdict TEXT NOT NULL, finding INTEGER,
    PRIMARY KEY (hand, claim)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE words USING fts5 (
    north, east, south, west, ns_team, ew_team, league, season, venue, citation, recorded_by, source_note, remarks,
    content = 'hands', content_rowid = 'hand', tokenize = 'unicode61 remove_diacritics 2', detail = 'column', columnsize = 0
);
CREATE TRIGGER log_is_not_changed BEFORE UPDATE ON log BEGIN SELECT RAISE (ABORT, 'the log is never changed'); END;
CREATE TRIGGER log_is_not_shortened BEFORE DELETE ON log BEGIN SELECT RAISE (ABORT, 'the log is never shortened'); END;
CREATE TRIGGER growth_is_not_changed BEFORE UPDATE ON growth BEGIN SELECT RAISE (ABORT, 'the log is never changed'); END;
CREATE TRIGGER growth_is_not_shortened BEFORE DELETE ON growth BEGIN SELECT RAISE (ABORT, 'the log is never shortened'); END;

CREATE VIEW plays AS
WITH RECURSIVE clocks (clock) AS (SELECT 0 UNION ALL SELECT clock + 1 FROM clocks WHERE clock < 63),
bytes AS (
    SELECT hand, id, round, north, east, south, west, clock,
        (instr('123456789ABCDEF', substr(hex(played), 2 * clock + 1, 1)) * 16
        + instr('123456789ABCDEF', substr(hex(played), 2 * clock + 2, 1))) AS byte
    FROM hands JOIN clocks ON clock < length(played)
)
SELECT hand, id, round, clock, clock / 4 + 1 AS trick, substr('NESW', byte / 32 + 1, 1) AS seat,
    CASE byte / 32 WHEN 0 THEN north WHEN 1 THEN east WHEN 2 THEN south ELSE west END AS player,
    CASE WHEN byte % 32 < 24 THEN substr('9TJQKA', byte % 32 % 6 + 1, 1) || substr('CDHS', byte % 32 / 6 + 1, 1) END AS card
FROM bytes;

CREATE VIEW declarations AS
WITH RECURSIVE places (place) AS (SELECT 0 UNION ALL SELECT place + 1 FROM places WHERE place < 63)
SELECT hand, id, place AS call_number, substr(calls, 2 * place + 1, 1) AS seat,
    CASE substr(calls, 2 * place + 2, 1) WHEN '-' THEN 'pass' WHEN '+' THEN 'play' ELSE substr(calls, 2 * place + 2, 1) END AS call
FROM hands JOIN places ON place < length(calls) / 2;

CREATE VIEW rulings AS
SELECT hand, hands.id AS id, rulesets.id AS ruleset, outcome, reneging_team, maker, trump, ns_mark, ew_mark,
    ns_unclaimed, ew_unclaimed, sheet_agrees, next_dealer
FROM hands JOIN rulesets USING (ruleset);

CREATE VIEW scores AS
SELECT hand, id, season, round, table_no, game, number, ns_team, ew_team,
    ns_cards, ns_last, ns_melds, ns_belle, ns_score, ns_sheet, ew_cards, ew_last, ew_melds, ew_belle, ew_score, ew_sheet
FROM hands;

CREATE VIEW amendments AS
SELECT log.seq AS entry, log.hand AS hand, hands.id AS id, hands.entry = log.seq AS stands
FROM log JOIN hands USING (hand) WHERE log.seq <> log.hand;
