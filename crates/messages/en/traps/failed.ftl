run-title = a worker ended with an error
run-why = the numbers are those of the part that ran before
run-advice = fix the cause, then rerun
run-example = No space left on device after 16 of 64 MiB.
