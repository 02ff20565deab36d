# `fiord study`: the plan, the report, the list, progress and errors; and the HTML page of a study.

# The plan of a study: labels and values.
plan-cells = cells
plan-runs = runs
plan-order = order
plan-between = before each run
plan-settings = kernel settings
plan-time = time
plan-writes = writes
plan-space = space
plan-endurance = endurance
# $runs: a count or a range.
runs-of-each = { $each ->
    [one] { $runs }: 1 run of each cell
   *[other] { $runs }: { $each } runs of each cell
 }
runs-until-precise = { $runs }: { $least } to { $most } runs of each cell, until the 95 % confidence interval of the median is within ± { $half_width }
# $order: as a study file has it, `random`.
order = { $order } (order of the cells; each block runs each cell once)
# $time, $bytes: a value or a range.
time-at-most = { $time } at most (creation of test files not included)
time-unknown = unknown (a run ends after a number of bytes, so its time depends on the disk)
writes-nothing = no data (creation of test files not included)
writes-at-most = { $bytes } at most (creation of test files not included)
writes-unknown = unknown, depends on the speed of the disk (creation of test files not included)
space-none = none (the engines need no files)
endurance-share = at most { $share } of { $endurance } TB
endurance-unknown = unknown
endurance-not-given = unknown (use --tbw with the rated endurance)

# The list of studies.
column-id = id
column-begun = begun
column-state = state
column-name = name
column-runs = runs
column-target = target
builtin-studies = Studies that come with fiord
# $recipes: names of recipes.
recipes = `fiord check NAME PATH` checks whether a disk is fit for { $recipes }.

# The report.
subject-target = Target: { $target }.
subject-study = Study { $study }.
subject-seed = Seed { $seed }.
subject-hosts = Measured by { $hosts }.
hosts-rates = Rates are totals of all ranks, for the time in which all ranks were running. Percentiles cover the I/Os of all ranks (docs/many-hosts.md).
column-median = median
column-interval = 95 % interval
column-closed-form = closed form
# In the place of a median, and why.
not-measured = not measured
heading-not-measured = Not measured
unmeasured-failed = a run failed
unmeasured-no-value = the runs have too few I/Os for this metric
unmeasured-time = the time ran out
unmeasured-written = the budget for written bytes is used up
unmeasured-ended = no run
# $place: the number of the table in square brackets. $table: a table of a report.
published-table = [{ $place }] { $table }: MB/s as published.
published-note = The published values come from single runs of other disks, under the conditions of the report (docs/studies.md). fiord does not compare them.
more-findings = { $findings ->
    [one] 1 more finding (see --json).
   *[other] { $findings } more findings (see --json).
 }
caveats = Caveats
no-interval = A confidence interval needs six runs of a cell.
repeat = Repeat: { $command }

# Progress.
making-files = Creating { $bytes } of test files.
making-files-each = Each rank creates { $bytes } of test files.
tracing-cells = { $cells ->
    [one] Tracing one run of 1 cell.
   *[other] Tracing one run of each of { $cells } cells.
 }
block-begun = { $runs ->
    [one] Block { $block } of the runs begins. 1 run done so far.
   *[other] Block { $block } of the runs begins. { $runs } runs done so far.
 }
block-begun-time-left = { $runs ->
    [one] Block { $block } of the runs begins. 1 run done so far, { $left } left.
   *[other] Block { $block } of the runs begins. { $runs } runs done so far, { $left } left.
 }
block-cell = Block { $block }: { $cell }
running = Block { $block }, { $cell }, { $seconds } s.
running-time-left = { $left } left. Block { $block }, { $cell }, { $seconds } s.
cell-done = { $runs ->
    [one] { $cell }: { $median }, 1 run
   *[other] { $cell }: { $median }, { $runs } runs
 }
cell-wide = { $runs ->
    [one] { $cell }: { $median }, 1 run, less precise than requested
   *[other] { $cell }: { $median }, { $runs } runs, less precise than requested
 }
cell-failed = { $runs ->
    [one] { $cell }: failed, 1 run
   *[other] { $cell }: failed, { $runs } runs
 }
cell-failed-after = { $runs ->
    [one] { $cell }: { $median }, 1 run, failed
   *[other] { $cell }: { $median }, { $runs } runs, at least one failed
 }
interrupted = Interrupted. The completed runs are stored.
interrupted-nothing-kept = Interrupted. Nothing is stored.
interrupted-before = Interrupted before anything was measured. No files remain.
ended-early = Ended early. The completed runs are stored.
ended-early-nothing-kept = Ended early. Nothing is stored.
budget-spent = The budget for { $budget ->
    [time] time
   *[written] written bytes
 } is used up.
continue = Run `{ $command }` to continue.
continue-with-time = To continue, run `{ $command } --time=TIME` with a longer time limit for all runs.
survey-over-hosts = { $does ->
    [reads] Survey by { $hosts }, about { $seconds } s. Each rank only reads.
   *[writes] Survey by { $hosts }, about { $seconds } s. Each rank creates a file of random data.
 }
cut-off = The completed runs are stored. Continue with `mpirun … fiord study resume --hosts`, with the same number of ranks on each host. `fiord study list` lists studies.

# Recomputing a stored study.
verified-study = Study { $study }
verified-summaries = The recomputed medians or intervals of cells differ from the stored ones.
verified-finding = The stored values give "{ $stored }", but the records give "{ $recomputed }"

# Errors.
time-unreadable = `{ $text }`: not a time; use a time such as 90, 90s, 5m or 2h
time-outside = { $seconds } s: not between 5 s and 24 h; use a time in this range
not-with-hosts = { $option }: not supported with --hosts; run the study on one host without --hosts
survey-needs-path = survey: the path is missing; add a directory, a file or a block device
settings-need-target = a study with kernel settings needs a target: add a directory, file or device on the disk
settings-of-one-host = setting: kernel settings are not available with --hosts; run the study on one host
survey-option = survey: --spec, --slo and --allow-destroy are not supported; remove them, or use `fiord study run data-sheet` with --spec
no-such-study = { $study }: no such study in { $store }; `fiord study list` lists them
all-studies-ended = study resume: every study in { $store } has ended; start one with `fiord study run`
begun-by-hosts = { $hosts } started study { $study }; continue with the same number of ranks: `mpirun … fiord study resume --hosts { $study }`
begun-on-one-machine = study { $study }: begun on one machine; continue with `fiord study resume { $study }` without --hosts
begun-by-other-hosts = study { $study }: begun by { $before }, now run by { $now }; start the same number of ranks on the same number of hosts
begun-with-spread = --spread: study { $study } was begun with --spread={ $spread }; remove --spread
study-has-mistakes = study { $study }: its definition has errors; correct them
settings-unreadable = study { $study }: its settings cannot be read
misspelt-study = { $problem }; did you mean the study { $near }?
unknown-study = { $problem }; `fiord study list` lists the studies that come with fiord
machine-changed = job { $job }: { $option } changes the machine for a run, and ranks of one host would disturb each other; remove it, or change the setting on each host before the study
simulated-over-hosts = job { $job }: ioengine=sim runs in virtual time, and hosts have no common virtual time; use another I/O engine
spread-in-directory = --spread={ $spread }: in a directory each rank creates its own files; remove --spread, or use a file or a device
spread-of-one-file = --spread=files: the target is one file or device; use a directory, or --spread=stripes
rank-without-file = rank 0 has a test file, but this rank has no test file

# The HTML page.
titled = { $name }: { $title }
no-finding = No finding yet.
not-settled = { $comparisons ->
    [one] The only comparison is still undecided.
   *[other] All { $comparisons } comparisons are still undecided.
 }
page-subject = Study { $study }, { $target }, seed { $seed }.
page-subject-unstored = Not stored. { $target }, seed { $seed }.
simulated-device = a simulated device
findings = Findings
page-more-findings = { $findings ->
    [one] 1 more finding
   *[other] { $findings } more findings
 }
column-cell = cell
begun-by = Started with the command:
commands = The command of each cell
run-ids = The runs of each cell, by id
column-found = finding
column-severity = severity
count-of = { $count } of { $all }
all-runs = { $runs ->
    [one] All runs (1). `fiord report ID` shows one.
   *[other] All runs ({ $runs }). `fiord report ID` shows one.
 }
column-run = run
column-block = block
column-grade = grade
column-result = result
column-findings = findings
numbers = Numbers

# A survey before its first run.
survey-no-spread = --spread: not supported by a survey, because the target determines the spread (files in a directory, stripes of a file or device); remove --spread
survey-no-layers = --layers: not supported with --hosts; remove it, or survey one host without --hosts
survey-no-metrics = --metrics: not supported with --hosts, because the metrics cover only one machine; use --json, or survey one host without --hosts
survey-stale-file = { $path } was left by a survey that was killed. Delete it.
survey-begun = Survey, about { $seconds } s: creating a file of random data.
survey-making = Creating a file of random data.
survey-written-too-little = survey: only { $size } MiB could be written in { $seconds } s; set a longer --time
survey-rank-wrote-too-little = Rank { $rank } on { $host } wrote only { $written } MiB of the { $size } MiB of its file.
survey-rank-wrote-too-little-in-time = Rank { $rank } on { $host } wrote only { $written } MiB of the { $size } MiB of its file. Set a longer --time.
survey-mixed-targets = { $host } and { $other }: only one of the two targets is a directory; use a directory on all hosts, or a file or device on all
survey-least-free = { $ranks ->
    [one] { $host } has the least free space, { $free } for 1 rank
   *[other] { $host } has the least free space, { $free } for { $ranks } ranks
 }
survey-least-size = { $ranks ->
    [one] { $host } has the smallest target, { $size } for 1 rank, but each rank needs a stripe of at least { $stripe } MiB; use a larger target, or a directory
   *[other] { $host } has the smallest target, { $size } for { $ranks } ranks, but each rank needs a stripe of at least { $stripe } MiB; use a larger target, or a directory
 }

# The state of a stored study.
state-open = open
state-done = done
state-stopped = stopped
# $part: which part of a notebook is measured, as 2/5 reads.
cells-in-turns = { $cells } cells taking turns
run-failed = { $cell }: run { $run } failed: { $error }
no-turns = order = "in-turns": cell { $cell }: not supported with `{ $option }`; use order = "random", or remove --in-turns from a sweep
no-turns-runtime = order = "in-turns": cell { $cell }: its runtime differs from that of the first cell; use the same runtime in all cells, or order = "random"
no-turns-with = order = "in-turns": not supported with `{ $with }`; use order = "random"
cell-of-part = { $part }: { $cell }
law-greedy = Closed form of greedy garbage collection: A = N ÷ (N − X), with A as the write amplification, N as the pages of a superblock, and X from Σ 1/x ÷ (N − X) = α ÷ N over x from X + 1 to N (Desnoyers, ACM Transactions on Storage 10(2), 2014). α = T ÷ U, with T as the pages of flash and U as the pages that the host overwrites. T excludes blocks that the drive keeps free and pages of data that the host does not overwrite.
law-fifo = Closed form of fifo: A = 1 ÷ (1 − e^(−α ÷ A)), with A as the write amplification and α as flash pages ÷ overwritten pages (Desnoyers, ACM Transactions on Storage 10(2), 2014; Xiang and Kurkoski, arXiv:1110.4245).
law-random = Closed form of random victims: A = α ÷ (α − 1), with A as the write amplification and α as flash pages ÷ overwritten pages.
law-fresh = Closed form of the page writes per second of a fresh drive: planes ÷ tPROG.
law-steady = Closed form of the page writes per second in the steady state: planes ÷ (A tPROG + (A − 1) tR + A tBERS ÷ pages of a block).
law-reads = Closed form of random reads: mean value analysis of equal reads among the planes (Reiser and Lavenberg, Journal of the ACM 27(2), 1980).
law-arm = Closed form of random reads of a disk: 1 ÷ (s + 8/15 (S − s) √d + half a rotation + transfer), with s and S as the seek times over one track and over all tracks, and d as the used share of the disk (seek curve: Ruemmler and Wilkes, IEEE Computer 27(3), 1994).
law-track = Closed form of sequential reads of a disk: the rate of the outer track.
law-life = Closed form of the lifetime: P/E cycles × flash that takes part ÷ A. With static wear levelling all blocks take part. Without it only the spare blocks and the blocks of overwritten data take part. Blocks survive 90 to 110 % of the cycles, and the drive is worn out when the number of failed blocks equals the number of spare blocks. The closed form is an upper bound: it excludes the copies that levelling makes, the remaining differences in wear, and the rise of A as spare blocks fail.
