heading-recipes = Recipes
recipe = { $title } ({ $expected })
# In the place of what a recipe expects.
no-threshold = no threshold, reports numbers only
list-hint = `fiord check NAME DIRECTORY` runs a check. A recipe can also be a file (docs/checks.md).

# The result of a check and its sentence.
pass = PASS
good-enough = This disk is good enough for { $recipe }.
simulated-good-enough = The simulated device is good enough for { $recipe }.
fail = FAIL
not-good-enough = This disk is not good enough for { $recipe }.
simulated-not-good-enough = The simulated device is not good enough for { $recipe }.
undecided = UNDECIDED
threshold-in-interval = { $recipe }: a threshold is within the confidence interval.
too-few-runs = { $recipe }: too few runs for a confidence interval.
no-verdict = NO VERDICT
not-measurable = Fitness for { $recipe } could not be measured. { $reason }
measured = MEASURED
no-published-threshold = { $recipe } has no published threshold. Set your own with --need or --expect.
more-runs = { $runs ->
    [one] About 1 more run may decide.
   *[other] About { $runs } more runs may decide.
 }
no-more-runs = No reasonable number of runs will decide.
repeat-whole = Repeat the check and let it finish.
repeat-with-most = Repeat with --most { $most }.
interrupted = Interrupted
interrupted-numbers = The numbers are from the runs before the interruption.

# What the numbers mean for the use.
meaning-commits = One connection can commit about 1/p50 = { $rate } times a second.
meaning-commits-measured = One connection committed { $measured } times a second on average. With every commit at the median latency, the rate would be 1/p50 = { $rate } times a second. Slow commits and the time between commits lower the average.
meaning-some-runs = { $number } is not shown: only { $with } of { $runs } runs, often the faster ones, have enough latencies for this percentile.
meaning-no-run = { $number } is not shown: none of the { $runs ->
    [one] 1 run has
   *[other] { $runs } runs has
 } enough latencies for this percentile.
meaning-pooled = Pooled over the latencies of all runs, { $number } is { $value }. A pooled value has no confidence interval.
meaning-stall = Users see the p99 latency ({ $time }) as a stall: one commit in 100 takes longer.
meaning-rate = Under this load the disk delivers { $rate } ({ $number }).
meaning-tail = One { $operation ->
    [read] read
    [write] write
    [trim] trim
    [sync] sync
   *[io] I/O
 } in { $count } takes longer than { $time } ({ $name }).
# $job: the name of a job of the recipe.
meaning-tail-of-job = { $job }: one { $operation ->
    [read] read
    [write] write
    [trim] trim
    [sync] sync
   *[io] I/O
 } in { $count } takes longer than { $time } ({ $name }).

title = { $title }.
runs-on = { $runs ->
    [one] 1 run on { $target }.
   *[other] { $runs } runs on { $target }.
 }
runs-simulated = { $runs ->
    [one] 1 run on a simulated device.
   *[other] { $runs } runs on a simulated device.
 }
written = Each run writes about { $bytes }.
written-range = Each run writes { $low } to { $high }, median { $middle }.
# $step: `precondition`.
written-before = Before each run, `{ $step }` writes { $bytes }.

column-number = metric
column-median = median
column-interval = 95 % interval
column-expected = expected
column-runs = runs
some-runs = { $with } of { $runs }
# The sources of a threshold and of a load.
label-threshold = threshold
label-load = workload
threshold = { $expectation }: { $source }
dated = { $source } ({ $date })
heading-limits = Limits of the original test
heading-evidence = Evidence
last-run = Last run: { $verdict }
disturbed-runs = { $runs ->
    [one] 1 run was invalid: { $reason }
   *[other] { $runs } runs were invalid. One of them: { $reason }
 }
stored = Stored as runs { $first } to { $last }. `fiord report { $last }` shows the last run.
stored-apart = Stored as runs { $runs }. `fiord report { $last }` shows the last run.
stored-one = Stored as run { $run }. `fiord report { $run }` shows it.
heading-load = Workload
before-runs = Before each run: { $steps } (docs/studies.md).
repeat = Repeat: { $command }

# One number: the state and its sentences.
state-pass = pass
state-fail = fail
state-undecided = undecided
state-not-measurable = not measurable
number-missing = { $number } was not measured.
number = { $runs ->
    [one] { $number } is { $median } (1 run, no confidence interval).
   *[other] { $number } is { $median } ({ $runs } runs, no confidence interval).
 }
number-interval = { $runs ->
    [one] { $number } is { $median } (95 % confidence interval { $low } to { $high }, 1 run).
   *[other] { $number } is { $median } (95 % confidence interval { $low } to { $high }, { $runs } runs).
 }
# $threshold: `< 10 ms`.
expected = Expected: { $threshold }.
too-close = The threshold is within the confidence interval.
too-close-by = The width of the interval is { $width } of the median. The distance from the median to the threshold is { $distance } of the median.
# A result that was measured before (--result).
no-counted-result = { $file } has no run with I/O counts, so it has no percentiles to judge.
other-workload = The workload of the result is not that of { $recipe } (rw, bs, iodepth, numjobs, ioengine, direct, sync, rate, concurrent jobs or another option differ).

number-not-measurable = { $expectation } is not measurable. { $reason }

making-files = Creating { $bytes } of test files.
progress = run { $run } (at least { $least }, at most { $most })
progress-left = { $time } left: run { $run } (at least { $least }, at most { $most })

report-kind-unknown = --report={ $kind }: no such report; use junit:FILE, github or github:FILE
no-such-recipe = { $error }; `fiord check` lists the recipes that come with fiord
recipes-beginning = { $name }: not a recipe; use one of { $recipes }
no-such-recipe-near = { $error }; did you mean the recipe { $near }?
interrupted-early = check: interrupted before the first run was complete
without-quick = Leave out --quick for longer runs.
with-thorough = Use --thorough for longer runs.
no-target = check { $recipe }: no directory, file or device; use `fiord check { $recipe } DIRECTORY`

# The page of a check.
page-title = Check { $recipe }: { $target }
page-title-simulated = Check { $recipe } on a simulated device
page-run = run { $run }
page-run-not-kept = not stored
page-not-counted = not counted: { $reason }
page-sources = Sources
column-grade = grade
# `report` of a run of a check shows the whole check.
runs-missing = { $runs ->
    [one] 1 run of this check is not in the store. The numbers are from the other runs.
   *[other] { $runs } runs of this check are not in the store. The numbers are from the other runs.
 }
slo-without = { $option }: not available with --slo; remove it
slo-needs-load = { $expectation }: with --slo, --need and --expect accept rates only (at least N I/Os or commits per second); use --need commits=500/s or iops=5k, and set latency limits with --slo
no-recipe-in-notebook = { $name }: not a recipe of fiord; `fiord check` lists the recipes
