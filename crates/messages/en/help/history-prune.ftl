about = Delete runs. Keeps named runs and study runs unless --named or --studies is given
older-than = Delete runs older than a date (2026-11-22), a time, or an age (12h, 90d, 6w)
keep = Keep the N newest runs
named = Delete named runs as well
studies = Delete runs of studies as well
