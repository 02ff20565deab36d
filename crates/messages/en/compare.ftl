# Verdicts of a pair: words of a table.
faster = faster
# A ratio beyond the margin, whose interval is not.
faster-margin-open = faster, possibly by less than { $margin } %
slower-margin-open = slower, possibly by less than { $margin } %
slightly-faster = slightly faster
equivalent = equivalent
slightly-slower = slightly slower
slower = slower
inconclusive = inconclusive
single-numbers = single numbers
not-compared = not compared
# $verdict: one of the words above.
verdict-because = { $verdict }: { $reason }
# Reasons.
reason-published = a published number has no spread
reason-one-run = one run has no spread
# Why two results are not compared. $one, $other: one of the three sentences below. $run: what a run is called. $traps: names of rules.
reason-invalid = { $one }; { $other }
measured-valid = { $result } measured { $value }
measured-invalid = { $result } measured { $quantity }, { $value } ({ $run }: { $traps })
measured-nothing = { $result } has no value ({ $run }: { $traps })
measured-no-metric = { $result } has no { $metric }
measured-too-few = { $result } has no { $metric }: too few latencies in { $few } of { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }
# Of two results with one workload, one has only the latencies of the writes.
reason-one-of-syncs = { $of_syncs } has the latencies of the syncs, { $of_ios } only those of the writes
quantity-page-cache = the page cache
quantity-cache = a cache
quantity-no-data = blocks without data
quantity-limit = a limit
quantity-memory = memory
quantity-generator = the load generator
quantity-depth = a smaller queue depth
quantity-unit = a value in another unit
quantity-other = another quantity
reason-too-few = { $samples ->
    [runs] at least { $needed } runs of each are needed
    [pairs-of-runs] at least { $needed } pairs of runs are needed
   *[pairs-of-turns] at least { $needed } pairs of turns are needed
 }
reason-chance = with { $comparisons } comparisons, this difference may be due to chance

# What a comparison that is inconclusive could have found. $difference, $margin: numbers of percent.
missed = { $samples ->
    [runs] Differences below { $difference } % can be missed with { $runs } runs of each.
    [pairs-of-runs] Differences below { $difference } % can be missed with { $runs } pairs of runs.
   *[pairs-of-turns] Differences below { $difference } % can be missed with { $runs } pairs of turns.
 }
missed-unequal = Differences below { $difference } % can be missed with { $base_runs } runs of the base and { $runs } runs of the result.
would-show = { $samples ->
    [runs] About { $needed } runs of each would show a difference of { $margin } %.
    [pairs-of-runs] About { $needed } pairs of runs would show a difference of { $margin } %.
   *[pairs-of-turns] About { $needed } pairs of turns would show a difference of { $margin } %.
 }
many-would-show = { $samples ->
    [runs] More than { $most } runs of each would be needed to show a difference of { $margin } %.
    [pairs-of-runs] More than { $most } pairs of runs would be needed to show a difference of { $margin } %.
   *[pairs-of-turns] More than { $most } pairs of turns would be needed to show a difference of { $margin } %.
 }
# $medians: the ratio of the medians, which contradicts the printed one.
medians-disagree = { $samples ->
    [runs] The ratio of the medians is different ({ $medians }×). The printed ratio uses all runs.
    [pairs-of-runs] The ratio of the medians is different ({ $medians }×). The printed ratio compares only runs of the same pair.
   *[pairs-of-turns] The ratio of the medians is different ({ $medians }×). The printed ratio compares only turns of the same pair.
 }

# What a workload is.
engine-synchronous = synchronous
engine-queued = asynchronous
engine-mmap = mmap
engine-memory = persistent memory
engine-splice = splice
engine-names = file metadata
engine-generator = no device I/O
engine-simulated = simulated
direct = direct
buffered = buffered
with-job = with { $workload }
job-of-alike = job { $number } of several similar jobs

metric-rate = rate
metric-p50 = p50
metric-p99 = p99
metric-mean = mean

# Facts of a machine.
fact-device = device
fact-device-size = device size
fact-firmware = firmware
fact-stack = storage stack
fact-file-system = file system
fact-file-system-size = file system size
fact-kernel = kernel
fact-cpu = CPU
fact-cpus = CPUs
fact-governor = CPU governor
fact-memory = memory
fact-hypervisor = hypervisor
fact-container = container
fact-measured-by = measured by
of-machine = machine: { $fact }
of-plan = job: { $fact }
unknown = unknown
not-given = not given
# $values: one for each result.
fact-in-workloads = { $workloads ->
    [one] { $values } (1 workload)
   *[other] { $values } ({ $workloads } workloads)
 }

# What a result is.
about-run = run { $run }, { $verb }
about-runs = runs { $first } to { $last }, { $verbs }
about-study = study { $study }, { $name }
about-study-on = study { $study }, { $name } on { $target }
# The base among rows of one result. $about: what the result is. $row: its workload.
row-of = { $row }; from { $result } ({ $about })
latencies-of-syncs = latencies of the syncs
about-now = just now
run-name = run { $run }
published-state = Device state: { $device_state ->
    [new] new
    [used] used
   *[unknown] unknown
 }.
source = Source: { $source }.
maker-claims = The values are claims of the manufacturer.
claim-state = { $drive_state ->
    [new] The claim is for a new drive.
   *[sustained] The claim is for a drive in steady state.
 }
source-note = Note from the source: { $note }.
runs = { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }
pairs-of-turns = { $pairs ->
    [one] 1 pair of turns
   *[other] { $pairs } pairs of turns
 }
period = { $first } to { $last }
no-date = no date
# $facts: a list of what is known of a result.
about-result = { $facts }.

# The page.
base-mark = (base)
machines-differ = The machines differ
plans-differ = The jobs differ
# $facts: a list of facts, as `kernel`.
unstated = Not stated by { $result }: { $facts }
no-common-workload = The results have no workload in common. To compare the same job, use `fiord run --baseline RESULT JOB`: it runs JOB and compares the new runs with RESULT. To compare two different jobs, use `fiord run --vs`.
column-workload = workload
column-details = details
column-direction = direction
column-metric = metric
column-result = result
column-base = base
column-value = value
column-ratio = ratio
column-interval = 95 % interval
column-verdict = verdict
column-groups = groups
legend = { $comparisons ->
    [one] Ratio: result ÷ base. Equivalence margin: { $margin } %. The verdict is for 1 comparison.
   *[other] Ratio: result ÷ base. Equivalence margin: { $margin } %. The verdicts are adjusted for the number of comparisons ({ $comparisons }).
 }
# How a ratio is estimated.
legend-rank-sums = Ratios are Hodges-Lehmann estimates over all combinations of runs. The values are medians.
legend-ratio-of-medians = Where the spreads of two results differ, the ratio is that of the medians.
legend-signed-ranks = Ratios are Hodges-Lehmann estimates of the ratios within pairs. The values are medians.
legend-occasions = The results were measured on different occasions: the ratios include all changes in between. `fiord run --vs` measures two jobs in alternation.
legend-rows = All rows are from one result. Each comparison uses the repeats of the two rows.
legend-ratios = Ratio: result ÷ first result. Equivalence margin: { $margin } %.
legend-single-numbers = Single numbers: the spread is unknown, so fiord gives no verdict. Measure each side with `fiord run --repeat 6 --save NAME JOB`.
legend-single-ladders = Single numbers: the spread is unknown, so fiord gives no verdict. Measure each side six times with `fiord ladder --save NAME`.
legend-single-tools = Single numbers: the spread is unknown, so fiord gives no verdict. Repeat each measurement six times or more.
groups = Groups, best first
legend-groups = Results in the same group do not differ significantly. A result in two groups is between them.
# $traps: a list of rules, such as `throttle`.
alike = { $workload }: all runs are invalid in the same way ({ $traps }). The ratio compares their values nevertheless.
excluded = Excluded runs
excluded-runs = { $runs ->
    [one] { $result }, { $workload }: { $excluded } of 1 run. First excluded: { $run } ({ $traps }).
   *[other] { $result }, { $workload }: { $excluded } of { $runs } runs. First excluded: { $run } ({ $traps }).
 }
excluded-of-pairs = { $runs ->
    [one] { $result }, { $workload }: { $excluded } of 1 run excluded although valid. The other run of the pair is invalid or missing.
   *[other] { $result }, { $workload }: { $excluded } of { $runs } runs excluded although valid. In each affected pair, the other run is invalid or missing.
 }
excluded-run = { $result }, { $workload }: { $run } ({ $traps }).
and-more = { $more } more (see --json).
# $notes: sentences.
claim-notes = { $result }, { $workload }: { $notes }
not-stated = The source does not state { $options }.
fits-several = The value fits { $workloads } workloads and is compared with the fastest of them.
list-and-more = { $list } and { $more } more
only-one-has = { $workloads ->
    [one] 1 workload is only in { $result }: { $list }.
   *[other] { $workloads } workloads are only in { $result }: { $list }.
 }
# $limit: as it was typed, `slower:5%`.
limit-met = --fail-if { $limit }: the condition is met.
limit-met-inconclusive = --fail-if { $limit }: the condition is met. At least one comparison is inconclusive or could not be made.
limit-not-met = --fail-if { $limit }: the condition is not met.
limit-undecided = --fail-if { $limit }: the result is undecided. Repeats help unless values are published, missing or invalid.

# The HTML page.
title = Comparison of { $results }
verdict-count = { $count } { $verdict }
verdict-counts = { $verdicts }.
what-differs = Differences
head-differs = difference
groups-heading = Groups without a significant difference, best first
chart-rates = Rates as ratios to { $base }: faster is to the right, the band is the margin
chart-latencies = Latencies as ratios to { $base }: faster is to the left, the band is the margin
column-kind = kind
column-about = about
column-runs = runs
column-since = first date
column-caveats = caveats
numbers = Numbers

# Errors.
limit-unreadable = { $text }: not a condition; use slower:5%, faster:5%, different:5% or inconclusive, with a percentage from 0.1% to 1000%
margin-unreadable = { $text }: not a margin; use a percentage from 0.1% to 100%, such as 5%
one-result = { $name }: only one result; add a second one (`fiord history`, `fiord compare --list`), or add --base ROW to compare the rows of this result
base-of-one = --base: compares the rows of one result; remove the other results
no-such-row = --base { $base }: { $name } has no such row, or several such rows; use one of { $rows }
one-row = --base: { $name } has one row only; compare it with another result
catalogue-broken = catalogue: { $problem }
nothing-in-file = { $file }: no result can be compared; `fiord import { $file }` shows its content
no-such-result = { $name }: no such run, study, file or catalogue entry; `fiord history` and `fiord compare --list` list them
no-such-result-no-store = { $name }: no such run, study, file or catalogue entry ({ $problem }); `fiord history` and `fiord compare --list` list them
ambiguous-name = { $name }: several results have this name; use one of { $choices }
record-missing = run { $run }: its record is missing
study-without-runs = study { $study }: no runs yet; `fiord study resume { $study }` measures them

# Mistakes in an entry of the catalogue. $entry: its name.
key-missing = { $entry }: { $key } is missing
caveat-no-text = { $entry }: a caveat must be a string
result-no-table = { $entry }: a result must be a table
key-unknown = { $entry }: `{ $key }` is not a key; use one of { $allowed }
size-wrong = { $entry }: bs={ $size } is not a size; use a size such as 4k
number-missing = { $entry }: a result has no number; add iops, bandwidth or mean_latency

# The kind of a result: a label.
kind-runs = runs
kind-study = study
kind-document = document
kind-import = import
kind-catalogue = catalogue
kind-sheet = data sheet
