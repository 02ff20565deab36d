# Heads of the table of numbers. The second column has the directions.
head-job = job
head-max = max
read = read
write = write
trim = trim
sync = sync
mixed = mixed
more-rows = { $rows ->
    [one] 1 more row.
   *[other] { $rows } more rows.
 } --json shows all.
few-samples = * rough estimate: fewer than 100 I/Os are above this percentile.
too-few-samples = - no value: fewer than 10 I/Os are above this percentile.
grade = Grade { $grade }:

# A job with a rate, and its backlog.
rated = Rate-limited { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 }: { $reached } of { $asked } requested I/Os per second.
rated-of-job = Rate-limited { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 } of job { $job }: { $reached } of { $asked } requested I/Os per second.
backlog = The backlog was at most { $most }, and { $end } at the end. { $late ->
    [one] 1 I/O
   *[other] { $late } I/Os
 } started late.
backlog-unknown = The backlog is unknown.
head-latency = latency
service = service (from actual start)
response = response (from scheduled start)
saturated = Saturated: the backlog keeps growing, so percentiles of the response time have no meaning.
steady = Steady state: { $text }
steady-of-job = Steady state of job { $job }: { $text }

# Around the numbers.
interrupted = Interrupted by { $signal }: the numbers cover only the time before the interruption.
a-signal = a signal
full = --full shows fio's report, too.

# Progress.
run-at-most = Run { $run } of at most { $runs }.
run-of = Run { $run } of { $runs }.
pair-at-most = Pair { $pair } of at most { $pairs }.
turns-done = { $pairs ->
    [one] 1 pair of turns (one short turn of each job) was completed.
   *[other] { $pairs } pairs of turns (one short turn of each job) were completed.
 }
took-turns = { $others ->
    [one] This run and one other run took turns of at most 0.25 s plus the time of the last I/Os.
   *[other] This run and { $others } other runs took turns of at most 0.25 s plus the time of the last I/Os.
 } The I/Os, latencies and time of this run are those with a full queue. On a device slower than a turn, whole turns count. The kernel's disk and CPU counters cover all these runs together.
no-turns = No pair of turns (one short turn of each job) was completed.
# Notes on jobs that took turns. $causes: rules with shares.
disturbed-turns = Other load during the turns: { $causes }. The confidence intervals include the effect of this load.
rates-together = Rates: each value combines at least { $turns } turns of a job, because a single turn can have no read or no write.
latencies-together = Latencies: each latency value combines at least { $turns } turns of a job, because a single turn has too few I/Os for a p99.
latencies-of-one = Latencies are not compared, because a side has several jobs or both reads and writes.
latencies-too-few = Latencies are not compared: at least one job has too few I/Os for a p99, even in all its turns combined.
pairs-done = { $pairs ->
    [one] 1 pair of runs was
   *[other] { $pairs } pairs of runs were
 } completed.
laying-out = Laying out { $bytes }.
layout-took = The layout took { $time }.
laid-out = laid out { $filled } of { $all }
preparing = preparing
ramp = ramp
left = { $time } left
workers-waiting = { $workers ->
    [one] 1 worker
   *[other] { $workers } workers
 } not started
p99 = p99 { $latency }
# $progress: a list such as `2,000 IOPS, 6 s left`.
progress-of-run = run { $run } of { $runs }: { $progress }
worker-failed = Worker { $worker }: { $error }
worker-failed-at = Worker { $worker }, { $place }: { $error }
no-more-runs = { $name } has fewer than { $needed } runs of this workload, so more runs of this job cannot decide the comparison. Measure { $name } again with `fiord run --repeat 6 --save NAME JOB`.
not-written = { $option }: { $error }
printed-instead = { $option }: { $error }. The document was printed instead.

# The store.
kept = Stored as run { $id }. `fiord report { $id }` shows it again.
not-kept = The run is not stored: { $error }
not-kept-here = { $error } (the run is not stored)
no-rank-not-kept = The run is not stored, because no rank sent its results.

# Cost of fiord itself.
self-cost = Cost of fiord itself with these options (null engine, this machine, now):
head-workers = workers
head-iops-at-most = IOPS at most
head-cpu-per-io = CPU time per I/O
self-cost-limit = A result near this limit is limited by fiord, not by the disk. A real engine also needs time for system calls.

# Errors.
not-a-run = run: the options describe no job; remove `run` for options of fio such as --cmdhelp and --enghelp
job-failed = --baseline, --vs: a job failed (see above); fix it and repeat
nothing-comparable = { $name }: contains no workload of this job; compare both results with `fiord compare`
other-directions = --vs: the two jobs do not use the same directions (read, write, trim); use jobs with the same directions
other-job = --vs: { $problems }
nothing-measured = run: nothing was measured; see the errors above
reports-without-assert = --report: no assertion to report; add one, such as --assert 'read.p99<1ms'
one-comparison = --baseline, --vs: more than one comparison; use one of these options, and only once
limits-without-comparison = --fail-if: needs --baseline or --vs; to test one run use --assert
option-of-fio = { $option }: not supported by `fiord run`; remove `run` for fio's output, or use --json
repeat-one = one run is not a repeat; use 2 or more, or remove --repeat
repeat-range = out of range; use 2 to { $most }
repeat-number = not a number; use 2 to { $most }
layers-word = unknown value; use --layers or --layers=all
layers-buffer = out of range; use 4 to 1048576 KiB for each CPU
interrupted-self-cost = --self-cost: interrupted; repeat it
failed-on-null = { $job }: failed on the null engine ({ $error }); remove the option that caused it
idle-on-null = { $job }: did no I/O on the null engine; check size and runtime
empty-name = empty name; use a word
number-as-name = { $name }: not a name, because a number is the id of a run; add a letter
no-directory = store: neither $XDG_DATA_HOME nor $HOME is an absolute path; use --store FILE
store-off = store: FIORD_STORE=none turns the store off, so no results are stored; unset FIORD_STORE, or use --store FILE
study-store-off = store: FIORD_STORE=none turns the store off, but `study resume` needs the store; use --store FILE, or --no-store to measure without keeping the runs
tag-invalid = --tag: { $text }: not a tag; use words without line breaks
save-store-off = --save: FIORD_STORE=none turns the store off; use --store FILE
