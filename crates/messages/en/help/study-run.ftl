about = Run a study
study = Study file, or the name of a built-in study
target = Directory for test files, which are deleted afterwards; a file, which is only read; or a device, which a study with writes overwrites. Not needed for simulated engines
time = Set the time limit for all runs, such as 15m. At the limit the study stops before its next run; `fiord study resume --time` continues it
spec = Check the findings against this data sheet (docs/spec-sheets.md)
slo = For each cell (combination of factor levels), find the highest arrival rate that meets this latency limit, such as p99<5ms
layers = Trace one more run of each cell and report the most expensive kernel layer (root; docs/layers.md)
no-store = Do not store the results. The study cannot be resumed
