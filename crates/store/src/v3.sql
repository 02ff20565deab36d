-- Most of a record is what its neighbours have as well. Plans, machines and facts of targets are texts that runs share; what a run has
-- otherwise stands next to it. The seconds of a run are packed: they are most of a long run, and nobody queries them.
CREATE TABLE texts_3 (
    id   INTEGER PRIMARY KEY,
    text TEXT NOT NULL              -- JSON; no index of it: that would hold it twice
) STRICT;
INSERT INTO texts_3 SELECT id, text FROM texts;
INSERT INTO texts_3 (text) SELECT DISTINCT before FROM records;
CREATE INDEX texts_3_by_text ON texts_3 (text);

-- `…_changes` is an object: for each JSON pointer (RFC 6901) into the text what this run has there. NULL: the text is the run's own.
CREATE TABLE records_3 (
    run             INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    plan            INTEGER NOT NULL REFERENCES texts_3 (id),
    plan_changes    TEXT,
    machine         INTEGER REFERENCES texts_3 (id),
    machine_changes TEXT,
    before          INTEGER NOT NULL REFERENCES texts_3 (id),
    before_changes  TEXT,
    context         TEXT NOT NULL,
    evidence        TEXT,           -- the kernel's counters without `seconds_series`; NULL: not read
    seconds         BLOB,           -- zlib: `seconds_series` of the evidence; NULL: it stands in the evidence, or there is none
    rest            TEXT NOT NULL   -- disks, times, notes, version
) STRICT;
INSERT INTO records_3 (run, plan, machine, before, context, evidence, rest)
    SELECT run, plan, machine, (SELECT min(id) FROM texts_3 WHERE text = before), context, evidence, rest FROM records;
DROP INDEX texts_3_by_text;
DROP TABLE records;
DROP TABLE texts;
ALTER TABLE texts_3 RENAME TO texts;
ALTER TABLE records_3 RENAME TO records;
