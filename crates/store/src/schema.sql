-- One row per run: what a list shows. Ids are never used again.
CREATE TABLE runs (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT,               -- of --save
    verb        TEXT NOT NULL,      -- run, survey, study, sweep, check, import
    command     TEXT NOT NULL,      -- what was typed
    started     TEXT NOT NULL,      -- UTC, 2026-11-22T18:40:00.123Z
    elapsed_s   INTEGER NOT NULL,
    target      TEXT,               -- the first file or device; NULL: the engine has none
    grade       TEXT NOT NULL,      -- A to D
    verdict     TEXT NOT NULL,      -- in a sentence, as it was printed
    measured    TEXT NOT NULL,      -- JSON: the verdict without its findings
    wrong       INTEGER NOT NULL,   -- findings of severity wrong
    interrupted INTEGER NOT NULL,   -- 1: a signal ended it early
    failed      INTEGER NOT NULL    -- workers that ended with an error
) STRICT;
CREATE INDEX runs_by_name ON runs (name) WHERE name IS NOT NULL;
CREATE INDEX runs_by_start ON runs (started);

-- The words of --tag.
CREATE TABLE tags (
    run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (run, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX tags_by_tag ON tags (tag);

-- The record of a run, whole: JSON, compressed as zlib does (RFC 1950).
CREATE TABLE records (
    run    INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    record BLOB NOT NULL
) STRICT;

-- One row per job and direction of a run.
CREATE TABLE results (
    run         INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    job         INTEGER NOT NULL,
    name        TEXT NOT NULL,
    ddir        TEXT NOT NULL,      -- read, write, trim
    iops        REAL NOT NULL,
    bytes_per_s REAL NOT NULL,
    lat_p50_ns  INTEGER,
    lat_p99_ns  INTEGER,
    PRIMARY KEY (run, job, ddir)
) STRICT, WITHOUT ROWID;

CREATE TABLE findings (
    run      INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    place    INTEGER NOT NULL,      -- the worst first
    trap     TEXT NOT NULL,         -- docs/traps.md
    severity TEXT NOT NULL,         -- note, care, wrong
    saw      TEXT NOT NULL,         -- in a sentence
    finding  TEXT NOT NULL,         -- JSON
    PRIMARY KEY (run, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE studies (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL,
    created    TEXT NOT NULL,       -- UTC
    command    TEXT NOT NULL,
    target     TEXT,
    seed       INTEGER NOT NULL,    -- of the order
    source     TEXT NOT NULL,       -- the study file as it was read
    settings   TEXT NOT NULL,       -- JSON: what the command line added
    state      TEXT NOT NULL        -- open, done, stopped
) STRICT;

-- Which run is which repeat of which cell.
CREATE TABLE study_runs (
    study INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    block INTEGER NOT NULL,
    cell  INTEGER NOT NULL,
    place INTEGER NOT NULL,         -- in the order of running, over the whole study
    run   INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    PRIMARY KEY (study, block, cell)
) STRICT, WITHOUT ROWID;
CREATE INDEX study_runs_by_run ON study_runs (run);
