-- The first run of the survey that this one belongs to; NULL: it was measured alone.
ALTER TABLE runs ADD COLUMN survey INTEGER;
CREATE INDEX runs_by_survey ON runs (survey) WHERE survey IS NOT NULL;
