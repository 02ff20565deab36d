run-title = Two settings with the same meaning
run-why = The difference between their results shows how much runs vary, not an effect of the options.
run-advice = Use these runs as repeats of one setting. For a comparison, use settings that change the work of the job.
run-example =
    fiord import report.md
    The report has a column for `direct=1 buffered=0` and one for `direct=0 buffered=0`: both mean direct=1.

twin = `{ $mine }` here and `{ $theirs }` in line { $line } both mean { $meaning }.
