# The head: what was measured. $direct: whether direct I/O was possible.
head = Survey of { $path }: { $bytes } of random data, { $direct ->
    [yes] direct I/O
   *[no] no direct I/O (caches affect the numbers)
 }, { $repeats ->
    [one] 1 repeat
   *[other] { $repeats } repeats
 }.
head-read-only = Survey of { $path }: { $bytes }, read-only, { $direct ->
    [yes] direct I/O
   *[no] no direct I/O (caches affect the numbers)
 }, { $repeats ->
    [one] 1 repeat
   *[other] { $repeats } repeats
 }.
# $ranks: `4 ranks on 2 hosts`.
head-ranks = Survey of { $path } by { $ranks } together: { $bytes } of random data for each rank, { $direct ->
    [yes] direct I/O
   *[no] no direct I/O (caches affect the numbers)
 }, { $repeats ->
    [one] 1 repeat
   *[other] { $repeats } repeats
 }.
head-ranks-read-only = Survey of { $path } by { $ranks } together: each rank reads its own { $bytes } and writes nothing, { $direct ->
    [yes] direct I/O
   *[no] no direct I/O (caches affect the numbers)
 }, { $repeats ->
    [one] 1 repeat
   *[other] { $repeats } repeats
 }.
interrupted = Interrupted: the rows show the measurements before the interruption.
memory = THIS IS MEMORY, NOT A DISK
memory-advice = The numbers show the speed of memory and CPU. Choose a directory on the disk that you want to measure.
partly-memory = THIS IS PARTLY MEMORY, NOT ONLY A DISK
partly-memory-advice = The numbers show in part the speed of memory and CPU. Choose a directory on the disk that you want to measure.
# $layers: `ext4 (/) → vda virtio-blk`.
disk = Disk: { $layers }
disk-of-host = Disk of { $host }: { $layers }

# The answer. $numbers: a list of the messages `number-…`.
result = Result: { $numbers }.
result-ranks = Result of all ranks together: { $numbers }.
number-sequential-read = sequential read { $rate } MB/s
number-random-read = random 4k read { $rate } IOPS at { $latency }
number-random-read-32 = random 4k read at queue depth 32 with { $rate } IOPS at { $latency }
number-sequential-write = sequential write { $rate } MB/s
number-fsync = fsync { $latency }

# Where the disk is fast or slow. $speeds: a list of `above` and `below`.
fast = Fast: { $speeds }.
slow = Slow: { $speeds }.
varies = Neither fast nor slow: { $speeds }. The repeats are on both sides of a limit.
usual = All values are in the usual range.
rules-of-thumb = These limits are rules of thumb (docs/studies.md).
rules-of-thumb-ranks = No value is called fast or slow: the limits apply to one disk, but these numbers are totals of all ranks (docs/many-hosts.md).
above = { $speed } (above { $limit })
below = { $speed } (below { $limit })
speed-sequential-read = sequential read
speed-random-read = random reads at queue depth 1
speed-random-read-32 = random reads at queue depth 32
speed-sequential-write = sequential write
speed-fsync = fsync

# What limits the numbers. $doubts: a list of the messages `doubt-…`.
doubts = { $workloads ->
    [one] 1 workload
   *[other] { $workloads } workloads
 } measured: { $doubts }.
no-doubts = { $workloads ->
    [one] 1 workload
   *[other] { $workloads } workloads
 } measured: all I/O reached the disk, and the repeats agree.
doubt-noisy = { $count } noisy (‡)
doubt-cached = { $count } served from a cache, partly or completely
doubt-more-traffic = { $count } with more traffic at the disk than requested
doubt-no-counters = { $count } without disk counters
doubt-wrong = { $count } with invalid runs (grade D)
doubt-shallow = { $count } that did not reach the queue depth (†)
# $reason: sentences, or names of traps.
grade-d = Grade D in { $workloads ->
    [one] 1 workload
   *[other] { $workloads } workloads
 }. { $reason }

# Other processes at the disk.
no-others = No other disk users were seen.
others = Other processes used the disk in { $runs } of { $all-runs ->
    [one] 1 run
   *[other] { $all-runs } runs
 }: { $bytes } did not come from the survey.
others-of-host = Other processes used the disk of { $host } in { $runs } of { $all-runs ->
    [one] 1 run
   *[other] { $all-runs } runs
 }: { $bytes } did not come from the survey.
others-unknown = The processes are unknown.
# $processes: a list of the messages `process-…`.
others-possible = Possible processes: { $processes }.
process-with-files = { $name } (pid { $pid }, { $bytes } on all disks, has files open on this disk)
process-without-files = { $name } (pid { $pid }, { $bytes } on all disks, had no files open on this disk)
process = { $name } (pid { $pid }, { $bytes } on all disks)

# The machine in a line. $rules: names of traps.
machine-ready = Machine: ready. `fiord doctor` shows all checks.
machine-care = Machine: usable with care ({ $rules }). `fiord doctor` shows the reasons.
machine-not-ready = Machine: not ready ({ $rules }). `fiord doctor` shows the reasons.
machine-unknown = Machine: unknown. `fiord doctor` shows the reasons.
machine-unknown-rules = Machine: unknown ({ $rules }). `fiord doctor` shows the reasons.
of-host = { $host }: { $text }

# Heads of the tables.
head-workload = workload
head-range = min–max
head-device = device
head-host = host
head-ranks-of-host = ranks
head-share = share
head-slowest-rank = slowest rank
head-worst-workload = workload
straggler = straggler

# Below the tables.
median = Each number is the median of the repeats.
device = device: bytes that the disk moved, relative to the bytes requested. Far below 100 %: a cache served the I/O. Above 100 %: the journal, read-ahead or another process used the disk, too.
range = With six or more repeats, min–max contains the true median with 95 % confidence.
syncs = p50 and p99 of workloads with fsync are latencies of the fsyncs.
few-samples = * rough estimate: fewer than 100 latencies of a run are above this percentile.
pooled-p99 = § p99 of all repeats together (pooled): a rough estimate, because fewer than 10 latencies of a run are above p99.
too-few-samples = ≤ maximum latency instead of p99, because fewer than 10 latencies of a run are above p99.
shallow = † less than 90 % of the queue depth was in flight: not the speed of the disk at this depth.
noisy = ‡ noisy: a single run does not show the speed of the disk.
more-noisy = { $workloads ->
    [one] 1 more workload is
   *[other] { $workloads } more workloads are
 } noisy. --json shows all.
of-workload = { $workload }: { $text }
rates-of-ranks = Rates are totals of all ranks, measured while all ranks were running. In runs shorter than a second, rates are measured from the first start to the last end. Percentiles cover the I/Os of all ranks.
share-of-hosts = share: the share of all bytes (median of the workloads). slowest rank: in each workload, the rate of the host's slowest rank relative to the median rate of the ranks on other hosts. The lowest of these values is shown, with its workload.
share-of-one-host = share: the share of all bytes (median of the workloads). slowest rank: in each workload, the rate of the slowest rank relative to the median rate of the other ranks. The lowest of these values is shown, with its workload.

# How much each rank works on.
size-of-stripes = Size: { $host } has the smallest target, { $bytes }. Each rank reads its own part of the target.
size-of-files = Size: { $host } has the least free space, { $bytes }. The files of all ranks take at most a tenth of it.
memory-exceeds = Without direct I/O, reads can come from the page cache instead of the disk. The host with the most memory has { $memory }, which is more than the data of one rank.

# What to do next.
next = Next
next-stop-others = Stop the other disk users and repeat the survey.
next-longer = `{ $command }` adds more queue depths, batched fsync, and reads while a log is written.
next-depth = `{ $command }` finds the queue depth above which the rate hardly grows.
next-one-host = `{ $command }` on one host alone shows the speed of this host without the others.
next-check = `{ $command }` checks whether the disk is good enough for an application. `fiord check` lists the recipes.
next-commands = `{ $command }` shows this survey again, with the fio commands.
next-print-commands = --commands prints the fio commands.
commands = Commands

# The page in a browser.
page-title = Survey of { $path }
page-bandwidth = Throughput of each workload, median and each run
page-iops = IOPS of each workload, median and each run
page-p99 = p99 latency of each workload, median and each run
page-depths = p99 latency against IOPS
page-along-depth = IOPS and p99 latency by queue depth
