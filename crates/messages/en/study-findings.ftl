# Findings of a study, their caveats, and the marks of its cells.

# $levels: levels of the other factors, `randread, iodepth 4`.
at-levels = At { $levels }: { $finding }
# $job, $direction: the measured job and fio's direction, where a study has several.
of-response = { $job } { $direction }: { $finding }
interval = 95 % confidence interval { $low } to { $high }
no-comparison = The runs do not allow a comparison.
no-conclusion = The runs do not allow a conclusion.

# $level, $than: levels of one factor, `direct`, `iodepth 4`. $times: the ratio. $interval: the message `interval`.
ratio = { $level } { $speed ->
    [faster] is faster than
    [slightly-faster] is slightly faster than
    [slightly-slower] is slightly slower than
    [slower] is slower than
   *[as-fast] is as fast as
 } { $than }: { $times } × the value ({ $interval }, equivalence margin { $margin } %).
# Of the write amplification: less is faster.
ratio-amplification = { $level } has { $speed ->
    [faster] a lower write amplification than
    [slightly-faster] a slightly lower write amplification than
    [slightly-slower] a slightly higher write amplification than
    [slower] a higher write amplification than
   *[as-fast] the same write amplification as
 } { $than }: { $times } × ({ $interval }, equivalence margin { $margin } %).
ratio-lifetime = { $level } takes { $speed ->
    [faster] more writes than
    [slightly-faster] slightly more writes than
    [slightly-slower] slightly fewer writes than
    [slower] fewer writes than
   *[as-fast] as many writes as
 } { $than } until it is worn out: { $times } × ({ $interval }, equivalence margin { $margin } %).
ratio-open = The difference between { $level } and { $than } is not significant: { $times } × ({ $interval }, equivalence margin { $margin } %).
ratio-seen = The ratio of { $level } to { $than } was { $times }.
ratio-seen-in-few = The ratio of { $level } to { $than } was { $times } in too few blocks for a confidence interval.
ratio-too-few = { $level } and { $than } have too few pairs of runs for a comparison.

# $span: a factor with its first and last level, `bs 4k to 1m`. $than: another one.
gain = The gain of { $span } is { $gain ->
    [more] larger than
    [slightly-more] slightly larger than
    [slightly-less] slightly smaller than
    [less] smaller than
   *[as-much] as large as
 } the gain of { $than }: { $times } × ({ $interval }).
gain-open = The difference between the gains of { $span } and { $than } is not significant: { $times } × ({ $interval }).
gain-seen = The gain of { $span } was { $times } times the gain of { $than }.

# $seen: the first level at which a curve reaches the share of its best value.
knee = { $factor } { $seen } is the lowest level at which the result reaches { $share } % of the best value.
knee-seen = In these runs { $factor } { $seen } was the lowest level at which the result reached { $share } % of the best value.
# $farthest: the highest level.
knee-not-found = No level below { $factor } { $farthest }, the highest, reaches { $share } % of the best value, so the result may still rise above it.

# $along: a factor of numbers, along which the two levels come closer.
gap-within = { $level } and { $than } are within { $margin } % of each other at { $along } { $seen } and higher levels.
gap-apart = { $level } and { $than } are more than { $margin } % apart even at { $along } { $farthest }, the highest level.
gap-not-within = Up to { $along } { $farthest } no level was found at and above which { $level } and { $than } are within { $margin } % of each other.
gap-seen = In these runs { $level } and { $than } were within { $margin } % of each other at { $along } { $seen } and higher levels.
gap-nowhere = No level was found at and above which { $level } and { $than } are within { $margin } % of each other.

# The interval of a level, after `knee` or a `gap` message.
level-between = The 95 % confidence interval of this level is { $first } to { $last }.
level-or-above = With 95 % confidence, the level is { $first } or higher.
level-above = The 95 % confidence interval of this level is above { $farthest }.

# $claim: what the data sheet claims, `read 2,200 MB/s (128 KiB, queue depth 32, new drive)`.
share-of-claim = { $cell }: { $share } of the claim of { $drive } (95 % confidence interval { $low } to { $high }). The claim is { $claim }.
share-of-claim-without-interval = { $cell }: { $share } of the claim of { $drive } (no confidence interval). The claim is { $claim }.
not-comparable = The values are not comparable: { $differences }.
differs-block-size = different block size
differs-depth = different queue depth
differs-page-cache = I/O through the page cache
differs-drive-state = the claim is for a new drive
differs-mixed-directions = mixed directions
differs-syncs = synced writes
differs-rate = rate limit
differs-other-jobs = other jobs ran at the same time

steady-first-after = Steady state by SNIA's criterion, first after round { $round }.
steady = Steady state by SNIA's criterion.
not-steady = Not in steady state by SNIA's criterion (range at most 20 %, slope at most 10 %).
last-rounds = { $rounds ->
    [one] The last five of 1 round
   *[other] The last five of { $rounds } rounds
 } have a range of { $range } and a slope of { $slope } of their mean.

best = Best: { $seen }, with 95 % confidence.
best-of-several = { $cells ->
    [one] Best: 1 cell ({ $members }).
   *[other] Best: one of { $cells } cells ({ $members }).
 } In these runs { $seen } had the best result.
best-seen = { $seen } had the best result.

# Caveats. $bad: runs with grade D. $run: the id of the first of them.
wrong = { $cell } has invalid runs (grade D): { $bad } of { $runs }. `fiord report { $run }` shows why.
wrong-in-cells = { $cells } cells have invalid runs (grade D, { $bad } of { $runs } runs): { $list }. `fiord report { $run }` shows why for the first.
left-out = { $cell } has invalid runs (grade D): { $bad } of { $runs }. These runs do not count. `fiord report { $run }` shows why.
left-out-in-cells = { $cells } cells have invalid runs (grade D, { $bad } of { $runs } runs): { $list }. These runs do not count. `fiord report { $run }` shows why for the first.
drift = The results of { $cell } drift with the order of the runs.
drift-in-cells = The results of { $cells } cells drift with the order of the runs: { $list }.
two-states = The results of { $cell } form two groups.
two-states-in-cells = The results of { $cells } cells form two groups each: { $list }.
wide = { $cell } is less precise than requested.
wide-in-cells = { $cells } cells are less precise than requested: { $list }.
few-blocks = { $blocks ->
    [one] 1 complete block of runs is too few for a confidence interval.
   *[other] { $blocks } complete blocks of runs are too few for a confidence interval.
 }
# Runs that other users of the machine disturbed. $rules: a list of the messages `disturbed-…`. $share: the largest share that they took.
disturbed = Disturbed runs: { $disturbed } ({ $rules }). These runs count, so the intervals include the effect of the disturbance.
disturbed-share = { $rule } in { $runs }, at most { $share } of a run
disturbed-rule = { $rule } in { $runs }
one-unit = The findings are valid for this drive on this machine, not for the model.
simulated = The findings follow from the model of a simulated drive and are not measurements of hardware.
estimator = Ratios are Hodges-Lehmann estimates of the ratios within each block of runs, or geometric means if there are few blocks of runs. Values in the table are medians.
these-hosts = The findings are valid for these hosts and their storage, not for others.
list-and-more = { $list } and { $more } more

# Marks of a cell in a table, and the legend of each mark.
mark-wrong = D
mark-left-out = left out
mark-drift = drift
mark-two-states = two states
mark-wide = wide
mark-failed = failed
legend-wrong = D: invalid runs.
legend-left-out = left out: a few runs are invalid and do not count.
legend-drift = drift: the values change with the order of the runs.
legend-two-states = two states: the results form two groups, and the median is in one of them or between them.
legend-wide = wide: less precise than requested.
legend-failed = failed: a run of the cell ended with an error, and the cell gets no further runs.
legend-precise = { $cells ->
    [one] Within ± { $half_width }, as requested: { $precise } of 1 cell.
   *[other] Within ± { $half_width }, as requested: { $precise } of { $cells } cells.
 }
# $runs: a count or a range.
legend-runs-needed = The other cells need about { $runs } runs each for this precision, because their results vary.

# What curves show about the inside of the drive. $gain: IOPS at the depth as a multiple of those at depth 1.
inside-units = Inside the drive: { $least ->
    [one] at least 1 unit (die, disk, or thread of a layer) serves reads.
   *[other] at least { $least } units (dies, disks, or threads of a layer) serve reads at the same time.
 } At depth 1 a read takes { $latency }. Depth { $depth } has { $gain } times the IOPS of depth 1, and one unit can overlap two reads at most.
inside-about = The curve has the form expected if random reads are spread over { $low } to { $high } units.
inside-rises = The curve still rises at depth { $depth }, so there can be more units.
inside-limit = The total number of units is unknown, because a channel, the link or the CPU can limit the IOPS as well.
inside-arm = Inside the drive: a hard disk. A random read takes { $latency }, as long as a seek and half a rotation, and sequential reads have { $times } times the IOPS.
inside-slow = Inside the drive: not like a hard disk. A random read takes { $latency }, as on a hard disk, but sequential reads are not much faster, or more queue depth adds more IOPS than on a hard disk. A rate limit or a network can cause this latency.
inside-maybe-arm = Inside the drive: a random read takes { $latency }, as on a hard disk. A rate limit or a network can cause the same latency. Sequential reads of the same size would show which it is.
inside-cache-end = Inside the drive: the write rate falls from { $before } to { $after } after { $least } to { $most } of writes. An SLC cache or a rate limit with burst credits can cause this.
inside-cache-end-alone = Inside the drive: the write rate falls from { $before } after { $least } to { $most } of writes. An SLC cache or a rate limit with burst credits can cause this.
inside-no-cache-end = Inside the drive: the write rate did not drop during { $written } of writes. An SLC cache or burst credits, if there are any, last longer.
