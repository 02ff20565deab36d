run-title = two settings that are one
run-why = the difference between their results is how much runs differ, and not what the options do
run-advice = compare settings that differ in what the job does; keep these runs as repeats of one setting
run-example = 
    fiord import report.md
    In it `direct=1 buffered=0` and `direct=0 buffered=0` stand in two columns: both are direct=1.
