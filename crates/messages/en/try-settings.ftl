# Between the runs.
block = Block of runs { $number } begins. { $seconds } s of the time budget are left.

# One run in which the values take turns.
in-turns = The values take turns of 0.25 s in one run: { $seconds } s at most.
turns-done = { $rounds ->
    [one] 1 turn of each value was completed.
   *[other] { $rounds } turns of each value were completed.
}

# After the table. $metric: `rate`, `p99`.
effect-between = { $result }, { $workload }, { $metric }: the effect is between { $low } % and { $high } %.

# After a trial that was killed.
left-removed = { $path }: removed; a trial that was killed left this directory.
left-not-removed = { $path }: a trial that was killed left this directory, and it could not be removed ({ $error }); delete it

# The time budget. $time, $given: `3m`, `210s`.
time-chosen = A comparison needs { $blocks } blocks of { $runs } runs of { $seconds } s: the time budget is { $time }.
time-short = --time={ $given } is too short for a comparison: { $blocks } blocks of { $runs } runs of { $seconds } s need --time={ $time }.
few-blocks = { $blocks ->
    [one] 1 block was completed, and a comparison needs { $needed }. Set --time={ $time }.
   *[other] { $blocks } blocks were completed, and a comparison needs { $needed }. Set --time={ $time }.
 }
interrupted = Interrupted. The original values of the settings are restored. Only completed blocks are compared.

# Errors.
setting-first = { $text }: not a setting; write SETTING=VALUE,VALUE before the path, such as read_ahead_kb=128,4096
values-missing = { $text }: a value is missing; write SETTING=VALUE,VALUE
path-missing = try: the path is missing; write `fiord try SETTING=VALUE,VALUE PATH` and then the options of the job
setting-twice = { $name }: a setting or one of its values is given twice; use each setting and each value once
one-value = try: only one value; write at least two, such as read_ahead_kb=128,4096
too-many = try: more than { $most } combinations; use fewer settings or values
no-job = try: no job to run; add job options, such as --rw=randread --bs=4k, or a job file
some-without-file = try: a job has no file; add filename or directory to it
writes-path = { $path }: the job writes but names no file; add --filename={ $path } to overwrite it, or use a directory
path-no-text = { $path }: not valid UTF-8; use a path in UTF-8
job-failed = try: the job failed; fix the error shown before this line and run again
nothing-measured = No block of runs (each combination once) was completed, so there is nothing to compare.
