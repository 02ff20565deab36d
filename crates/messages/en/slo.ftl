# `--slo`: the highest arrival rate at which limits of latencies hold.

# $limits: a list such as `p99 < 5 ms`.
limits = Limit: { $limits }, measured from the scheduled start of each I/O. Arrivals are random (Poisson).

# The answers. $cell: a combination such as `4k`. Rates are in IOPS.
found = { $cell }: at most { $rate } IOPS, { $level } confidence interval { $low } to { $high } ({ $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }).
jump = { $cell }: at most about { $rate } IOPS ({ $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }). The latency jumps there: the limit holds up to { $low } IOPS and is exceeded at { $high } IOPS.
unfinished = { $cell }: between { $low } and { $high } IOPS ({ $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }, too few for a confidence interval).
never = { $cell }: the limit does not hold at any tested rate. At the lowest rate, { $rate } IOPS ({ $share } of the rate without a limit), the latency to which the limit applies was { $latency } (median of { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }).
always = { $cell }: the limit holds at every tested rate, up to { $rate } IOPS. Even without a rate limit, the job is not faster.
always-but-few = { $cell }: the limit holds up to the highest tested rate, { $rate } IOPS, but was exceeded in { $exceeded } of { $runs } runs. Even without a rate limit, the job is not faster.
# $held, $exceeded: one rate, or a range of rates, in IOPS.
undecided = { $cell }: undecided, because the answer changes from run to run. The limit held at { $held } IOPS and was exceeded at { $exceeded } IOPS.
undecided-held = { $cell }: undecided. The limit held at { $held } IOPS, and no higher rate was tested often enough.
undecided-exceeded = { $cell }: undecided. The limit was exceeded at { $exceeded } IOPS, and no lower rate was tested often enough.
failed = { $cell }: no answer, because a run failed.
no-latency = { $cell }: no answer, because a run recorded no latency to which the limit applies. Correct the limit, or use a longer runtime.
not-measured = { $cell }: not measured.

# How sure that is.
free = Without a rate limit the job reaches { $rate } IOPS.
near = Up to 10 % below this rate, the limit held in { $held_below } of { $below } runs. Up to 10 % above this rate, the limit held in { $held_above } of { $above } runs.
accidents = { $runs ->
    [one] 1 run more than 10 % from this rate contradicts it
   *[other] { $runs } runs more than 10 % from this rate contradict it
 }: the limit was exceeded below the rate or held above it.
wide = The confidence interval is wider than ± { $half_width }: the runs differ too much. Use a longer runtime.
share-broken = After the search, the limit held in only { $held } of { $runs } runs at { $share } of the highest rate. The speed changes from run to run. Treat the highest rate as an upper bound.
thin = Some runs have fewer than ten I/Os above the percentile of the limit. Use a longer runtime.
invalid = { $runs ->
    [one] 1 run is invalid, because it did not measure the disk.
   *[other] Invalid runs, which did not measure the disk: { $invalid } of { $runs }.
 }
disturbed = { $runs ->
    [one] 1 run is disturbed, by other I/O on the disk or by waits for a CPU.
   *[other] Disturbed runs, with other I/O on the disk or waits for a CPU: { $disturbed } of { $runs }.
 }

# Whether the load that a check needs is within the answer. $need: `write.iops >= 500 IOPS`. $rate: in IOPS.
need-pass = { $need }: at this load, the latency limit holds.
need-fail = { $need }: the job does not reach this load within the latency limit.
need-whole = For all jobs together, the required load is { $rate } IOPS.
need-undecided = { $need }: the runs do not show whether the latency limit holds at this load. A longer runtime may help.
need-invalid = { $need }: not judged, because more than a third of the runs are invalid.

# Table of latencies at shares of the rate.
head-cell = cell
head-share = load
at-shares = Latency at shares of the highest rate
chart-hint = Charts: { $command }

# Charts. $cell: a combination.
chart = { $cell }: latency against arrival rate
chart-latency = latency closest to its limit
chart-rate = highest rate

# Progress. $rate: in IOPS.
running-free = { $cell }: run { $run }, without a rate limit
running-at = { $cell }: run { $run }, { $rate } IOPS
ran-free = { $cell }: { $rate } IOPS without a rate limit
ran-held = { $cell }: { $rate } IOPS, { $latency }, limit holds
ran-failed = { $cell }: { $rate } IOPS, { $latency }, limit exceeded
ran-saturated = { $cell }: { $rate } IOPS, saturated, limit exceeded
ran-nothing = { $cell }: no latency measured to which the limit applies

# Errors.
paced = --slo: the job sets its own pace with { $option }; remove that option
no-such-io = --slo: { $limit } applies to no I/O of the measured jobs; use a limit for I/O that they do
no-hosts = --slo: not supported with --hosts; remove one of them
