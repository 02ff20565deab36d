about = Show a stored run; the verdict is recomputed from its data
run = Run or study as `fiord history` shows it: the id of a run, study:ID, or a name (the newest of that name; all runs of run --repeat). Charts and pages also accept a JSON file written with --json (run, survey, study, sweep, check, compare, import, ladder, history)
verify = Recompute every number of the run (with --study: of the study) from its records and compare; exit with 1 if any differs
study = Show a study: RUN is its id or name
svg = Print one chart of the page as SVG; an unknown name lists the charts
png = Print one chart of the page as PNG: `--png percentiles > p.png`. Only in builds with the feature png
plot = Draw one chart of the page as text, or all
